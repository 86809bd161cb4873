// The bench writes commands, one a line. Each is answered by a line `ok` when it is done.
import { createInterface } from "node:readline";

// A database that runs as long as the program: no connection may end, or the server's processor time ends with it.
export const lasting = { idleTimeoutMillis: 0 };

// Calls `work` with 1, 2, ... count, by `loops` loops at a time.
export async function inLoops(loops, count, work) {
  let next = 0;
  const loop = async (number) => {
    while (next < count) await work(next++, number);
  };
  await Promise.all(Array.from({ length: loops }, (_, number) => loop(number)));
}

export async function serve(commands) {
  console.log("ok");
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...numbers] = line.split(" ");
    await commands[name](...numbers.map(Number));
    console.log("ok");
  }
  process.exit(0);
}
