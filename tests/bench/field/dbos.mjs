// DBOS: workflows of five empty steps, so many at a time, and one whose process dies.
import { DBOS } from "@dbos-inc/dbos-sdk";
import { inLoops, serve } from "./commands.mjs";

const loops = Number(process.argv[2]);
const nothing = async () => {};
const names = ["one", "two", "three", "four", "five"];

const errands = DBOS.registerWorkflow(async () => {
  for (const name of names) await DBOS.runStep(nothing, { name });
}, { name: "errands" });

let dies = false;
const lost = DBOS.registerWorkflow(async () => {
  await DBOS.runStep(async () => {
    if (dies) await new Promise(() => {});
  }, { name: "hang" });
}, { name: "lost" });

DBOS.setConfig({
  name: "bench",
  systemDatabaseUrl: `postgresql://${process.env.PGUSER}@localhost:${process.env.PGPORT}/${process.env.PGDATABASE}?host=${process.env.PGHOST}`,
  systemDatabasePoolSize: loops + 4,
  logLevel: "error",
});
await DBOS.launch();

await serve({
  make() {},
  run: (count) => inLoops(loops, count, () => errands()),
  async lose(number) {
    dies = true;
    await DBOS.startWorkflow(lost, { workflowID: `lost ${number}` })();
  },
  // A new process of the same executor recovers what was left.
  find: (number) => DBOS.retrieveWorkflow(`lost ${number}`).getResult(),
});
