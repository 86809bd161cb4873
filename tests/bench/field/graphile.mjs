// graphile-worker: jobs that do nothing, by so many at a time, with its local queue and its batches.
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { lasting, serve } from "./commands.mjs";

const concurrency = Number(process.argv[2]);
const pgPool = new pg.Pool({ ...lasting, max: concurrency + 4 });
for (const event of ["error", "connect"]) pgPool.on(event, () => {});
const logger = new Logger(() => () => {});
const utils = await makeWorkerUtils({ pgPool, logger });
await utils.migrate();

const preset = {
  worker: {
    concurrentJobs: concurrency,
    pollInterval: 100,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};

await serve({
  async make(count) {
    const { rows: [left] } = await pgPool.query("select count(*) from graphile_worker.jobs");
    if (left.count !== "0") throw new Error(`${left.count} jobs are not completed`);
    await pgPool.query(
      "select graphile_worker.add_jobs(array(select ('nothing', '{}', null, null, null, null, null, null)" +
        "::graphile_worker.job_spec from generate_series(1, $1)))",
      [count],
    );
  },
  async run(count) {
    let done = 0;
    let finish;
    const finished = new Promise((resolve) => (finish = resolve));
    const taskList = {
      nothing: () => {
        if (++done === count) finish();
      },
    };
    const runner = await run({ pgPool, logger, taskList, preset, noHandleSignals: true });
    await finished;
    await runner.stop(); // also completes the last batch
  },
});
