#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"
#include "emit/sql/template.h"

#include "emit/sql/queue.h"

#include <stdio.h>

void postgres_event_name(struct text *out, const struct model_machine *machine,
                         const struct model_event *event) {
    struct text name = TEXT_INIT;
    text_printf(&name, "%s_%s", machine->name, event->name);
    sql_template(out, &sql_postgres, machine, "{schema}.");
    if (!text_failed(&name))
        sql_name(out, &sql_postgres, name.data); /* may be a word such as current_user */
    out->failed |= text_failed(&name);
    text_free(&name);
}

bool postgres_takes_verdicts(const struct model_machine *machine, const struct model_event *event) {
    return moves_first_callback(moves_of_event(machine, (size_t)(event - machine->events))) != NULL;
}

static struct sql_scope scope_of(const struct model_machine *machine, const struct model_event *event) {
    return (struct sql_scope){.dialect = &sql_postgres, .machine = machine, .event = event};
}

void postgres_signature(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    const struct sql_scope scope = scope_of(machine, event);
    sql_render_inline(out, &scope, "event_signature");
}

bool postgres_may_be_left_out(const struct model_event *event, size_t param) {
    for (; param < event->param_count; param++)
        if (!event->params[param].optional)
            return false;
    return true;
}

/* What a worker has claimed and completes with this move. */
size_t postgres_item_of(const struct model_machine *machine, const struct model_event *event) {
    return postgres_verdicts_of(machine, event) + (postgres_takes_verdicts(machine, event) ? 1 : 0);
}

size_t postgres_parameter_count(const struct model_machine *machine, const struct model_event *event) {
    return postgres_item_of(machine, event) - (postgres_takes_item(machine, event) ? 0 : 1);
}

void postgres_misused_value(struct text *out, const struct model_param *param, const char *value,
                            const char * or) {
    if (!param->optional)
        text_printf(out, "%s%s is null", or, value);
    if (param->type == PAWL_TYPE_NUMERIC)
        text_printf(out,
                    "%s%s in ('NaN', 'Infinity', '-Infinity')%slength(translate(%s::text, '-.', '')) > %d",
                    or, value, or, value, PAWL_NUMERIC_MAX_DIGITS);
    if (param->type == PAWL_TYPE_TIMESTAMP) /* what libpawl can read again as microseconds */
        text_printf(out,
                    "%s%s not between timestamptz '4713-01-01 00:00+00 BC'"
                    " and timestamptz '294247-01-01 00:00+00'",
                    or, value);
    if (param->type == PAWL_TYPE_JSON)
        text_printf(out, "%snot public.pawl_json_fits(%s::json)", or, value);
}

void postgres_same_parameter(struct text *out, const struct model_machine *machine, size_t number,
                             const char *given) {
    const struct model_column *column = &machine->columns[number];
    const char *cast = column->type == PAWL_TYPE_JSON ? "::text" : ""; /* a json has no equality of its own */
    if (column->is_personal) {
        text_put(out, "(earlier.");
        sql_name(out, &sql_postgres, column->name);
        text_put(out, " is null or ");
    }
    text_put(out, "earlier.");
    sql_name(out, &sql_postgres, column->name);
    text_printf(out, "%s is not distinct from %s%s%s", cast, given, cast, column->is_personal ? ")" : "");
}

void postgres_join_moves(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = scope_of(machine, NULL);
    sql_render(out, &scope, "join_moves");
}

void postgres_function_head(struct text *out, const struct model_machine *machine,
                            const struct model_event *event) {
    const struct sql_scope scope = scope_of(machine, event);
    sql_render(out, &scope, "event_head");
}

void postgres_function(struct text *out, const struct model_machine *machine, size_t number) {
    const struct sql_scope scope = scope_of(machine, &machine->events[number]);
    sql_render(out, &scope, "event_function");
}

void postgres_fire(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    const struct sql_scope scope = scope_of(machine, event);
    sql_render_inline(out, &scope, "fire");
}
