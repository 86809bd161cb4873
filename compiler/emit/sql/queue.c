#include "emit/sql/queue.h"

#include <inttypes.h>

void sql_queue_name(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                    size_t number) {
    struct text name = TEXT_INIT;
    queue_name(&name, machine, number);
    if (!text_failed(&name))
        dialect->literal(out, name.data);
    out->failed |= text_failed(&name);
    text_free(&name);
}

void sql_queue_rules(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                     void (*duration)(struct text *out, int64_t ms)) {
    for (size_t i = 0; i < queue_count(machine); i++) {
        struct queue_rule rule = queue_rule(machine, i);
        text_put(out, i > 0 ? ",\n  (" : "  (");
        sql_queue_name(out, dialect, machine, i);
        text_put(out, rule.work != NULL ? ", true, " : ", false, ");
        if (rule.event != NULL)
            dialect->literal(out, rule.event->stored);
        else
            text_put(out, "cast(null as text)");
        text_put(out, ", ");
        duration(out, rule.lease_ms);
        text_put(out, ", ");
        duration(out, rule.every_ms);
        if (rule.attempts > 0)
            text_printf(out, ", %" PRId64 ", ", rule.attempts);
        else
            text_put(out, ", cast(null as integer), ");
        duration(out, rule.backoff_from_ms);
        text_put(out, ", ");
        duration(out, rule.backoff_to_ms);
        text_char(out, ')');
    }
}

/* SQLite uses a partial index only where the query repeats its condition letter for letter. */
#define READY "parked_at is null and is_asleep = false"

static void function_call(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machine, const char *function, const char *rest) {
    if (dialect->runtime_moves)
        return;
    sql_template(out, dialect, machine, "select {schema}.{name}_pending_");
    text_put(out, function);
    sql_template(out, dialect, machine, "({key:1}, row({text:2}, {int:3}, {bigint:4})::public.pawl_item");
    sql_template(out, dialect, machine, rest);
    sql_template(out, dialect, machine, " where {is_accepted}");
}

/* Behind a condition: not while the machine is frozen or asleep; parameter 2 is the time. */
static void unless_frozen(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machine) {
    text_printf(out, "\n  and not exists (select 1 from %s.pawl_freezes type_lock", dialect->schema);
    sql_template(out, dialect, machine,
                 " where type_lock.machine = {machine}\n"
                 "    and type_lock.mode is not null\n"
                 "    and (type_lock.until is null or type_lock.until > {timestamp:2}))");
}

static void claim(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    if (dialect->runtime_moves) {
        sql_template(out, dialect, machine,
                     "select {name}_id, declaration, is_work, due_at, fence, claim, attempts, last_error,\n"
                     "  parked_at, is_asleep from {pending}\n"
                     "where is_work = {bool:1} and " READY " and due_at <= {timestamp:2}\n"
                     "  and {is_accepted}");
        unless_frozen(out, dialect, machine);
        sql_template(out, dialect, machine, "\norder by due_at limit {bigint:3}");
    } else {
        sql_template(out, dialect, machine,
                     "select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent,\n"
                     "  is_parked, leased_until from {schema}.{name}_pending_claim({int:1}, {text:2},\n"
                     "  {bigint:3}::float8 * interval '1 microsecond') where {is_accepted}");
    }
}

const char *sql_queue_statement_name(enum queue_statement statement) {
    static const char *const names[QUEUE_STATEMENT_COUNT] = {
        [QUEUE_CLAIM] = "claim",         [QUEUE_NEXT_DUE] = "next_due", [QUEUE_NOT_YET] = "not_yet",
        [QUEUE_FAIL] = "fail",           [QUEUE_EXTEND] = "extend",     [QUEUE_RETRY] = "retry",
        [QUEUE_OF_ENTITY] = "of_entity", [QUEUE_INSERT] = "insert",     [QUEUE_UPDATE] = "update",
        [QUEUE_DELETE] = "remove",
    };
    return names[statement];
}

void sql_queue_statement(struct text *out, const struct sql_dialect *dialect,
                         const struct model_machine *machine, enum queue_statement statement) {
    if (statement >= QUEUE_OF_ENTITY && !dialect->runtime_moves)
        return;
    switch (statement) {
    case QUEUE_CLAIM:
        claim(out, dialect, machine);
        break;
    case QUEUE_NEXT_DUE:
        sql_template(out, dialect, machine,
                     "select due_at from {pending} where is_work = {bool:1} and " READY
                     "\n  and {is_accepted}");
        unless_frozen(out, dialect, machine);
        text_put(out, "\norder by due_at limit 1");
        break;
    case QUEUE_NOT_YET:
        function_call(out, dialect, machine, "not_yet", ", {bigint:5}::float8 * interval '1 microsecond')");
        break;
    case QUEUE_FAIL:
        function_call(out, dialect, machine, "fail", ", {text:5})");
        break;
    case QUEUE_EXTEND:
        function_call(out, dialect, machine, "extend", ", {bigint:5}::float8 * interval '1 microsecond')");
        break;
    case QUEUE_RETRY:
        if (!dialect->runtime_moves)
            sql_template(out, dialect, machine,
                         "select {schema}.{name}_pending_retry({key:1}, {text:2}) where {is_accepted}");
        break;
    case QUEUE_OF_ENTITY:
        sql_template(out, dialect, machine,
                     "select {name}_id, declaration, is_work, due_at, fence, claim, attempts, last_error,\n"
                     "  parked_at, is_asleep from {pending} where {name}_id = {key:1} and {is_accepted}");
        break;
    case QUEUE_INSERT:
        sql_template(out, dialect, machine,
                     "insert into {pending} ({name}_id, declaration, is_work, due_at, fence, claim,\n"
                     "  attempts, last_error, parked_at, is_asleep)\n"
                     "values ({key:1}, {text:2}, {bool:3}, {timestamp:4}, {int:5}, {bigint:6}, {int:7},\n"
                     "  {text:8}, {timestamp:9}, {bool:10})");
        break;
    case QUEUE_UPDATE:
        sql_template(out, dialect, machine,
                     "update {pending} set is_work = {bool:3}, due_at = {timestamp:4}, fence = {int:5},\n"
                     "  claim = {bigint:6}, attempts = {int:7}, last_error = {text:8},\n"
                     "  parked_at = {timestamp:9}, is_asleep = {bool:10}\n"
                     "where {name}_id = {key:1} and declaration = {text:2}");
        break;
    case QUEUE_DELETE:
        sql_template(out, dialect, machine,
                     "delete from {pending} where {name}_id = {key:1} and declaration = {text:2}");
        break;
    case QUEUE_STATEMENT_COUNT:
        break;
    }
}
