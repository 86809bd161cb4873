#include "emit/sql/queue.h"

#include <inttypes.h>

static void microseconds(struct text *out, int64_t ms) {
    text_printf(out, "%" PRId64, ms * 1000);
}

static void refuse(struct text *out, const struct model_machine *machine, const char *trigger) {
    sql_template(out, &sql_sqlite, machine, trigger);
    sql_template(out, &sql_sqlite, machine,
                 "begin\n"
                 "  select raise(abort, '{name}_pending is written by libpawl only: it follows the events of "
                 "{name}');\n"
                 "end;\n");
}

#define TRIGGER "create trigger if not exists main.{name}_pending_"
#define ALLOWED                                                                                              \
    "only_libpawl_may_write('{name}_pending', new.{name}_id, new.declaration, new.is_work,\n"                \
    "  new.due_at, new.fence, new.claim, new.attempts, new.last_error, new.parked_at,\n"                     \
    "  new.is_asleep) is not 1\n"

void sqlite_queue_tables(struct text *out, const struct model_machine *machine) {
    if (!queue_is_used(machine))
        return;
    sql_template(out, &sql_sqlite, machine,
                 "\n-- timers that run and work that waits: one row for each\n"
                 "create table if not exists {pending} (\n"
                 "  {name}_id ");
    text_put(out, machine->key_type == PAWL_TYPE_TEXT ? "text" : "integer");
    sql_template(out, &sql_sqlite, machine,
                 " not null,\n"
                 "  declaration text not null,\n"
                 "  is_work integer not null,\n"
                 "  due_at integer not null, -- for whoever has claimed it: the end of his lease\n"
                 "  fence integer not null, -- the sort_key of the move that began it\n"
                 "  claim integer not null, -- grows with each claim: of two workers the later one counts\n"
                 "  attempts integer not null,\n"
                 "  last_error text,\n"
                 "  parked_at integer, -- put aside, because its attempts are spent\n"
                 "  is_asleep integer not null, -- the state answers the timer's event in another way\n"
                 "  primary key ({name}_id, declaration)\n"
                 ") without rowid;\n"
                 "create index if not exists main.{name}_pending_due on {name}_pending (is_work, due_at)\n"
                 "  where parked_at is null and is_asleep = false;\n"
                 "\n-- how each timer and work is treated\n"
                 "create view if not exists {pending}_rules\n"
                 "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as "
                 "values\n");
    sql_queue_rules(out, &sql_sqlite, machine, microseconds);
    text_put(out, ";\n\n");
    refuse(out, machine, TRIGGER "insert before insert on {name}_pending\nwhen " ALLOWED);
    refuse(out, machine,
           TRIGGER "update before update on {name}_pending\n"
                   "when new.{name}_id is not old.{name}_id or new.declaration is not old.declaration\n"
                   "  or " ALLOWED);
    refuse(out, machine,
           TRIGGER
           "delete before delete on {name}_pending\n"
           "when only_libpawl_may_write('{name}_pending', old.{name}_id, old.declaration) is not 1\n");
}
