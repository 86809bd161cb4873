#include "emit/sql/sqlite/lock.h"

static const struct sqlite_table tables[] = {
    {"pawl_lock_keys",
     "each key on which a lock was ever held; the token only grows",
     true,
     1,
     0,
     NULL,
     {{"key", "text not null"}, {"last_token", "integer not null"}}},
    {"pawl_locks",
     "held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines",
     true,
     2,
     4,
     NULL,
     {{"key", "text not null"},
      {"type", "text not null"},
      {"owner", "text not null"},
      {"token", "integer not null"},
      {"since", "integer not null"},
      {"until", "integer"}}},
    {"pawl_lock_waiters",
     "who waits for one",
     false,
     3,
     3,
     NULL,
     {{"key", "text not null"},
      {"type", "text not null"},
      {"owner", "text not null"},
      {"since", "integer not null"},
      {"until", "integer not null"}}},
    {"pawl_freezes",
     "machines that are frozen ('reject') or asleep ('sleep')",
     true,
     1,
     1,
     NULL,
     {{"machine", "text not null"},
      {"mode", "text not null"},
      {"until", "integer"},
      {"reason", "text not null"},
      {"since", "integer not null"},
      {"frozen_by", "text not null"}}},
    {"pawl_deferred",
     "events that wait until their machine wakes, and what came of them",
     true,
     1,
     1,
     "machine, entity, request_id",
     {{"number", "integer not null"},
      {"machine", "text not null"},
      {"entity", "text not null"},
      {"request_id", "text not null"},
      {"event", "text not null"},
      {"arguments", "text not null"},
      {"actor", "text not null"},
      {"lock_owner", "text"},
      {"lock_token", "integer"},
      {"deferred_at", "integer not null"},
      {"fired_at", "integer"},
      {"status", "text"},
      {"from_state", "text"},
      {"to_state", "text"},
      {"sort_key", "integer"},
      {"created_at", "integer"},
      {"detail", "text"}}},
    {"pawl_lock_log",
     "what operators did to locks",
     false,
     1,
     0,
     NULL,
     {{"number", "integer not null"},
      {"logged_at", "integer not null"},
      {"login", "text not null"},
      {"action", "text not null"},
      {"type", "text not null"},
      {"key", "text"},
      {"owner", "text"},
      {"token", "integer"},
      {"reason", "text"}}},
};

/* For machines and flows that emit. */
static const struct sqlite_table outbox_tables[] = {
    {"pawl_outbox",
     "written by the moves that they tell of, deleted when a relay has delivered them",
     false,
     5,
     5,
     NULL,
     {{"slot", "integer not null"},
      {"created_at", "integer not null"},
      {"machine", "text not null"},
      {"entity", "text not null"},
      {"sort_key", "integer not null"},
      {"event", "text not null"},
      {"from_state", "text not null"},
      {"to_state", "text not null"},
      {"request_id", "text"},
      {"topic", "text not null"},
      {"fingerprint", "text not null"},
      {"parameters", "text not null"}}},
    {"pawl_outbox_parked",
     "what cannot be delivered, and all later moves of the same entity",
     false,
     4,
     4,
     NULL,
     {{"slot", "integer not null"},
      {"machine", "text not null"},
      {"entity", "text not null"},
      {"sort_key", "integer not null"},
      {"created_at", "integer not null"},
      {"event", "text not null"},
      {"from_state", "text not null"},
      {"to_state", "text not null"},
      {"request_id", "text"},
      {"topic", "text not null"},
      {"fingerprint", "text not null"},
      {"parameters", "text not null"},
      {"parked_at", "integer not null"},
      {"error", "text"}}},
    {"pawl_outbox_slots",
     "which relay delivers what is in a slot, of those that were ever leased",
     true,
     1,
     0,
     NULL,
     {{"slot", "integer not null"},
      {"relay", "text"},
      {"claim", "integer not null"},
      {"leased_until", "integer not null"}}},
};

static void put_table(struct text *out, const struct sqlite_table *table) {
    text_printf(out, "\n-- %s\ncreate table if not exists main.%s (\n", table->purpose, table->name);
    for (size_t i = 0; table->columns[i].name != NULL; i++)
        text_printf(out, "  %s %s,\n", table->columns[i].name, table->columns[i].type);
    if (table->unique != NULL)
        text_printf(out, "  unique (%s),\n", table->unique);
    text_put(out, "  primary key (");
    for (size_t i = 0; i < table->primary_key; i++)
        text_printf(out, "%s%s", i > 0 ? ", " : "", table->columns[i].name);
    text_put(out, ")\n) without rowid;\n");
}

static void open_trigger(struct text *out, const struct sqlite_table *table, const char *action) {
    text_printf(out, "create trigger if not exists main.%s_%s before %s on %s\n", table->name, action, action,
                table->name);
}

static void put_allowed(struct text *out, const struct sqlite_table *table, const char *row, size_t count) {
    text_printf(out, "only_libpawl_may_write('%s'", table->name);
    for (size_t i = 0; i < count && table->columns[i].name != NULL; i++)
        text_printf(out, ", %s.%s", row, table->columns[i].name);
    text_put(out, ") is not 1\n");
}

static void close_trigger(struct text *out, const struct sqlite_table *table, const char *instead) {
    text_printf(out,
                "begin\n"
                "  select raise(abort, '%s is written by libpawl only: %s');\n"
                "end;\n",
                table->name, instead);
}

static void protect(struct text *out, const struct sqlite_table *table, const char *instead) {
    open_trigger(out, table, "insert");
    text_put(out, "when ");
    put_allowed(out, table, "new", SQLITE_TABLE_COLUMNS_MAX);
    close_trigger(out, table, instead);
    open_trigger(out, table, "update");
    if (table->may_update) {
        text_put(out, "when ");
        for (size_t i = 0; i < table->primary_key; i++)
            text_printf(out, "new.%s is not old.%s or ", table->columns[i].name, table->columns[i].name);
        put_allowed(out, table, "new", SQLITE_TABLE_COLUMNS_MAX);
    }
    close_trigger(out, table, instead);
    open_trigger(out, table, "delete");
    if (table->may_delete > 0) {
        text_put(out, "when ");
        put_allowed(out, table, "old", table->may_delete);
    }
    close_trigger(out, table, instead);
}

void sqlite_put_tables(struct text *out, const struct sqlite_table *table, size_t count,
                       const char *instead) {
    for (const struct sqlite_table *end = table + count; table < end; table++) {
        put_table(out, table);
        protect(out, table, instead);
    }
}

void sqlite_outbox_schema(struct text *out) {
    sqlite_put_tables(out, outbox_tables, sizeof outbox_tables / sizeof *outbox_tables,
                      "it follows the events of machines");
}

void sqlite_lock_schema(struct text *out) {
    sqlite_put_tables(out, tables, sizeof tables / sizeof *tables, "call its functions for locks");
    text_put(out, "create index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)\n"
                  "  where status is null;\n"
                  "create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, "
                  "number)\n"
                  "  where status is null;\n");
}
