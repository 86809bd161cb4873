#include "emit/sql/flow.h"
#include "emit/sql/sqlite/lock.h"

/* Flows on SQLite: tables only, since libpawl takes the steps. */

static const struct sqlite_table tables[] = {
    {"pawl_runs",
     "where each run of a flow stands",
     true,
     1,
     0,
     "flow, unique_key",
     {{"id", "integer not null"},
      {"flow", "text not null"},
      {"fingerprint", "text not null"},
      {"status", "text not null"},
      {"direction", "text not null"},
      {"path", "text"},
      {"iteration", "text not null"},
      {"entered", "integer not null"},
      {"counts", "text not null"},
      {"args", "text not null"},
      {"data", "text not null"},
      {"locks", "text not null"},
      {"unique_key", "text"},
      {"attempt", "integer not null"},
      {"failures", "integer not null"},
      {"is_uncertain", "integer not null"},
      {"was_cut_off", "integer not null"},
      {"undoing", "integer"},
      {"undo_until", "integer"},
      {"steps", "integer not null"},
      {"undone", "integer not null"},
      {"error", "text"},
      {"waits_for", "text"},
      {"wish", "text"},
      {"wish_place", "text"},
      {"wish_actor", "text"},
      {"claim", "integer not null"},
      {"actor", "text not null"},
      {"started_at", "integer not null"},
      {"updated_at", "integer not null"},
      {"ended_at", "integer"},
      {"topic", "text"},
      {"events", "integer not null"}}},
    {"pawl_run_steps",
     "the history of runs",
     false,
     2,
     0,
     "run, undoes",
     {{"run", "integer not null"},
      {"number", "integer not null"},
      {"path", "text not null"},
      {"iteration", "text not null"},
      {"generation", "integer not null"},
      {"is_undo", "integer not null"},
      {"outcome", "text not null"},
      {"attempt", "integer not null"},
      {"undoes", "integer"},
      {"after", "text"},
      {"error", "text"},
      {"actor", "text not null"},
      {"at", "integer not null"},
      {"duration_us", "integer not null"}}},
    {"pawl_run_ready",
     "what workers look at, and nothing else; due_at of what is leased is the end of the lease",
     true,
     1,
     1,
     NULL,
     {{"run", "integer not null"},
      {"flow", "text not null"},
      {"due_at", "integer not null"},
      {"is_leased", "integer not null"}}},
    {"pawl_run_signals",
     "signals that were sent to runs",
     false,
     2,
     0,
     NULL,
     {{"run", "integer not null"},
      {"name", "text not null"},
      {"actor", "text not null"},
      {"sent_at", "integer not null"}}},
    {"pawl_run_waits",
     "who waits for a lock, first come, first served",
     false,
     3,
     3,
     NULL,
     {{"run", "integer not null"},
      {"key", "text not null"},
      {"type", "text not null"},
      {"flow", "text not null"},
      {"number", "integer not null"}}},
};

void sqlite_flow_schema(struct text *out) {
    text_put(out, "\n-- the versions of flows that programs may start\n"
                  "create table if not exists main.pawl_flows (\n"
                  "  flow        text    not null,\n"
                  "  fingerprint text    not null,\n"
                  "  abi         integer not null,\n"
                  "  deployed_at integer not null,\n"
                  "  topic       text, -- what its runs do goes there, or where\n"
                  "  topic_argument text, -- this one says, if it is given; both null: nowhere\n"
                  "  model       text, -- JSON, what pawlctl knows of it\n"
                  "  primary key (flow, fingerprint)\n"
                  ") without rowid;\n"
                  "create trigger if not exists main.pawl_flows_update before update on pawl_flows\n"
                  "begin\n"
                  "  select raise(abort, 'pawl_flows is never changed: its rows say what was done');\n"
                  "end;\n"
                  "create trigger if not exists main.pawl_flows_delete before delete on pawl_flows\n"
                  "begin\n"
                  "  select raise(abort, 'pawl_flows is never changed: its rows say what was done');\n"
                  "end;\n");
    sqlite_put_tables(out, tables, sizeof tables / sizeof *tables, "call its functions for runs");
    text_put(out,
             "create index if not exists main.pawl_runs_status on pawl_runs (flow, status, id)\n"
             "  where status not in ('ready', 'done', 'undone', 'cancelled');\n"
             "create index if not exists main.pawl_run_ready_due on pawl_run_ready (flow, due_at);\n"
             "create index if not exists main.pawl_run_waits_next on pawl_run_waits (key, type, number);\n"
             "create index if not exists main.pawl_run_waits_order on pawl_run_waits (key, number);\n");
}
