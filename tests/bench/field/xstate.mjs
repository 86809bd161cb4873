// XState and pg, by hand: lock the payment's row, compute the transition, write state and history, commit.
import pg from "pg";
import { createMachine, transition } from "xstate";
import { inLoops, lasting, serve } from "./commands.mjs";

const connections = Number(process.argv[2]);
const machine = createMachine({
  initial: "pending_submission",
  states: {
    pending_submission: { on: { submit: "submitted", cancel: "cancelled" } },
    submitted: { on: { confirm: "paid", cancel: "cancelled" } },
    paid: { type: "final" },
    cancelled: { type: "final" },
  },
});

const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client();
    await client.connect();
    return client;
  }),
);
await clients[0].query(
  `create table if not exists xstate_payments (id text primary key, state text not null, version int not null);
   create table if not exists xstate_history (payment_id text, version int, event text not null, from_state text not null,
     to_state text not null, submission_id text, created_at timestamptz not null default now(), primary key (payment_id, version))`,
);

const find = { name: "find", text: "select state, version from xstate_payments where id = $1 for update" };
const move = {
  name: "move",
  text: `with moved as (update xstate_payments set state = $2, version = $3 where id = $1)
    insert into xstate_history (payment_id, version, event, from_state, to_state, submission_id)
    values ($1, $3, $4, $5, $2, $6)`,
};

async function fire(client, id, event) {
  await client.query("begin");
  const { rows: [row] } = await client.query({ ...find, values: [id] });
  const before = machine.resolveState({ value: row.state });
  if (!before.can(event)) throw new Error(`${id}: ${event.type} is not allowed in ${row.state}`);
  const [after] = transition(machine, before, event);
  await client.query({ ...move, values: [id, after.value, row.version + 1, event.type, row.state, event.submissionId] });
  await client.query("commit");
}

await serve({
  make: (first, count) =>
    clients[0].query(
      "insert into xstate_payments select 'PM' || n, 'pending_submission', 0 from generate_series($1::bigint, $1::bigint + $2 - 1) n",
      [first, count],
    ),
  run: (first, count) =>
    inLoops(connections, count, (number, loop) =>
      fire(clients[loop], `PM${first + number}`, { type: "submit", submissionId: "SB1" })),
});
