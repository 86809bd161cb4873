// pg-boss: jobs that do nothing, fetched and completed by the batch in so many loops, and a job whose worker dies.
import PgBoss from "pg-boss";
import { serve } from "./commands.mjs";

const BATCH = 500;
const loops = Number(process.argv[2]);
const boss = new PgBoss({ max: loops + 2, maintenanceIntervalSeconds: 1, superviseIntervalSeconds: 1 });
boss.on("error", (error) => console.error(error));
await boss.start();
for (const queue of ["nothing", "lost"]) await boss.createQueue(queue);

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

await serve({
  make: (count) => boss.insert(Array.from({ length: count }, () => ({ name: "nothing" }))),
  async run(count) {
    let done = 0;
    const loop = async () => {
      while (done < count) {
        const jobs = await boss.fetch("nothing", { batchSize: BATCH });
        if (jobs.length === 0) return;
        done += jobs.length;
        await boss.complete("nothing", jobs.map((job) => job.id));
      }
    };
    await Promise.all(Array.from({ length: loops }, loop));
  },
  // Takes a job, and then nothing comes of it.
  async lose() {
    await boss.send("lost", {}, { expireInSeconds: 1, retryLimit: 5, retryDelay: 0 });
    await boss.fetch("lost");
  },
  async find() {
    for (;;) {
      const [job] = await boss.fetch("lost");
      if (job) return boss.complete("lost", job.id);
      await sleep(50);
    }
  },
});
