/* What a database keeps of a machine's queue, for pawlctl; model.schema.json says what each key means. */
#include "emit/json/values.h"
#include "emit/sql/queue.h"

static void pending(struct json *json, size_t number) {
    const struct queue_rule rule = queue_rule(json->machine, number);
    struct text name = TEXT_INIT;
    struct text presence = TEXT_INIT;
    queue_name(&name, json->machine, number);
    queue_presences(&presence, json->machine, number);
    if (text_failed(&name) || text_failed(&presence)) {
        json->out->failed = true;
    } else {
        json_string(json, "name", name.data);
        json_flag(json, "is_work", rule.work != NULL);
        json_flag(json, "is_of_state", rule.place->state != NULL);
        json_optional(json, "event", rule.event == NULL ? NULL : rule.event->name);
        if (rule.timer != NULL && rule.timer->kind == MODEL_AFTER)
            json_number(json, "after_us", rule.timer->after_ms * 1000);
        if (rule.timer != NULL && rule.timer->kind == MODEL_AT)
            json_reference(json, "at", rule.timer->at);
        json_number(json, "lease_us", rule.lease_ms * 1000);
        json_number(json, "every_us", rule.every_ms * 1000);
        json_number(json, "backoff_from_us", rule.backoff_from_ms * 1000);
        json_number(json, "backoff_to_us", rule.backoff_to_ms * 1000);
        json_positive(json, "attempts", rule.attempts);
        json_string(json, "presence", presence.data);
        json_optional(json, "hook", rule.work == NULL ? NULL : rule.work->hook->name);
    }
    text_free(&name);
    text_free(&presence);
}

static void stays(struct json *json) {
    const struct model_machine *machine = json->machine;
    json_key(json, "stays");
    json_open(json, '[');
    for (size_t i = 0; i < machine->move_count; i++) {
        size_t alternative = 0;
        if (!queue_is_stay(machine, i, &alternative))
            continue;
        json_next(json);
        json_open(json, '{');
        json_string(json, "event", machine->events[machine->moves[i].event].name);
        json_string(json, "from", machine->states[machine->moves[i].from].name);
        json_number(json, "alternative", (int64_t)alternative);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void statements(struct json *json, const struct sql_dialect *dialect) {
    json_key(json, "statements");
    json_open(json, '{');
    for (enum queue_statement i = 0; i < QUEUE_STATEMENT_COUNT; i++) {
        struct text statement = TEXT_INIT;
        sql_queue_statement(&statement, dialect, json->machine, i);
        json->out->failed |= text_failed(&statement);
        json_optional(json, sql_queue_statement_name(i), statement.data);
        text_free(&statement);
    }
    json_close(json, '}');
}

void sql_model_queue(struct text *out, const struct sql_dialect *dialect,
                     const struct model_machine *machine) {
    struct json json = {.out = out, .machine = machine, .dense = true};
    struct text table = TEXT_INIT;
    text_printf(&table, "%s_pending", machine->name);
    json_open(&json, '{');
    if (text_failed(&table)) {
        out->failed = true;
    } else {
        json_string(&json, "table", table.data);
        json_string(&json, "channel", table.data);
    }
    json_list(&json, "pending", queue_count(machine), pending);
    stays(&json);
    statements(&json, dialect);
    json_close(&json, '}');
    text_free(&table);
}
