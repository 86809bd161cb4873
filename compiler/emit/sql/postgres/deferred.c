/*
 * A deferred event is fired by the database itself, by the arguments that it was deferred with, and what came
 * of it is written down in the same call: who has the right to fire has no other way to say what came of it.
 * Only a callback's veto, of which the database cannot know, is reported.
 */
#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"
#include "emit/sql/queue.h"

/* libpawl's way of writing a value as text, read back: see arguments_write in runtime/lock/deferred.c. */
static void given(struct text *out, const struct model_param *param, size_t number) {
    switch (param->type) {
    case PAWL_TYPE_TEXT:
        text_printf(out, "given[%zu]", number);
        break;
    case PAWL_TYPE_BOOL:
        text_printf(out, "given[%zu]::integer <> 0", number);
        break;
    case PAWL_TYPE_BYTES:
        text_printf(out, "decode(given[%zu], 'hex')", number);
        break;
    case PAWL_TYPE_TIMESTAMP: /* apart, as postgres_parameter has it */
        text_printf(out,
                    "timestamptz 'epoch' + (given[%zu]::bigint / 1000000)::float8 * interval '1 second'\n"
                    "          + (given[%zu]::bigint %% 1000000)::float8 * interval '1 microsecond'",
                    number, number);
        break;
    case PAWL_TYPE_BIGINT:
    case PAWL_TYPE_INT:
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        text_printf(out, "given[%zu]::%s", number, postgres_types[param->type]);
        break;
    }
}

static void fire(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "    when ");
    escape_postgres_literal(out, event->stored);
    text_printf(out,
                " then\n      if cardinality(given) = %zu then\n        outcome := ", event->param_count);
    postgres_event_name(out, machine, event);
    sql_template(out, &sql_postgres, machine,
                 machine->key_type == PAWL_TYPE_TEXT ? "(waiting.entity" : "(waiting.entity::bigint");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ",\n          ");
        given(out, &event->params[i], i + 1);
    }
    text_put(out, ",\n          waiting.actor, waiting.request_id");
    if (!event->is_creation)
        text_put(out, ", null::integer");
    if (machine->key != NULL)
        text_put(out, ", waiting.lock_owner, waiting.lock_token");
    if (postgres_takes_verdicts(machine, event))
        text_put(out, ", $2");
    if (postgres_takes_item(machine, event))
        text_put(out, ", null::public.pawl_item");
    text_put(out, ");\n      end if;\n");
}

static void fire_body(struct text *out, const struct model_machine *machine) {
    sql_template(
        out, &sql_postgres, machine,
        "\n#variable_conflict use_column\n"
        "declare\n"
        "  outcome public.pawl_outcome;\n"
        "  waiting public.pawl_deferred;\n"
        "  given text[];\n"
        "begin\n"
        "  select * into waiting from public.pawl_deferred pending\n"
        "    where pending.number = $1 and pending.machine = {machine} and pending.status is null "
        "for update;\n"
        "  if not found then\n"
        "    outcome.status := 'NOT_FOUND';\n"
        "    return outcome;\n"
        "  end if;\n"
        "  given := public.pawl_deferred_arguments(waiting.arguments);\n"
        "  -- what lets it through before the others, and never outlives this call\n"
        "  update public.pawl_deferred pending set is_firing = true where pending.number = $1;\n"
        "  begin\n"
        "    outcome.status := 'MISUSE'; -- unless it is called\n"
        "    outcome.detail := waiting.event || ': what was deferred does not have its parameters';\n");
    if (machine->key_type == PAWL_TYPE_BIGINT)
        sql_template(out, &sql_postgres, machine,
                     "    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then\n"
                     "      outcome.detail := 'machine {name}: ' || waiting.event || ' was deferred for ' || "
                     "waiting.entity\n"
                     "        || ', which is no key of it';\n"
                     "      given := null;\n"
                     "    end if;\n");
    text_put(out, "    case waiting.event\n");
    for (size_t i = 0; i < machine->event_count; i++)
        fire(out, machine, &machine->events[i]);
    sql_template(
        out, &sql_postgres, machine,
        "    else\n"
        "      outcome.detail := 'machine {name}: ' || waiting.event\n"
        "        || ' was deferred, and no version that may run has such an event';\n"
        "    end case;\n"
        "  exception when query_canceled or assert_failure or others then\n"
        "    if sqlstate in ('40001', '40P01') then\n"
        "      raise; -- and it is fired again\n"
        "    end if;\n"
        "    outcome := null;\n"
        "    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it\n"
        "    outcome.detail := {machine} || ' ' || waiting.entity || ': ' || waiting.event || ': ' || "
        "sqlerrm;\n"
        "  end;\n"
        "  update public.pawl_deferred pending set is_firing = false where pending.number = $1;\n"
        "  if outcome.status not in ('ASK', 'ASLEEP') then\n"
        "    update public.pawl_deferred pending\n"
        "      set status = outcome.status, from_state = nullif(outcome.from_state, ''),\n"
        "        to_state = case outcome.status when 'OK' then outcome.to_state end, sort_key = "
        "outcome.sort_key,\n"
        "        created_at = outcome.created_at, fired_at = clock_timestamp(), detail = case "
        "outcome.status\n"
        "          when 'OK' then null when 'REFUSED' then outcome.guard else outcome.detail end\n"
        "      where pending.number = $1;\n"
        "  end if;\n"
        "  return outcome;\n"
        "end\n");
}

/* Where no callback is asked nobody can fail an event but the database. Where it stands is read, not told. */
static void fail_body(struct text *out, const struct model_machine *machine) {
    const char *before = "";
    sql_template(
        out, &sql_postgres, machine,
        "\n  update public.pawl_deferred pending\n"
        "    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (\n"
        "      select head.state, head.sort_key from {current} head\n"
        "        where head.{name}_id = ");
    text_put(out, machine->key_type == PAWL_TYPE_TEXT ? "pending.entity" : "pending.entity::bigint");
    sql_template(out, &sql_postgres, machine,
                 " and $2 = 'REFUSED')\n"
                 "    where pending.number = $1 and pending.machine = {machine} and pending.status is null\n"
                 "      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in (");
    for (size_t i = 0; i < machine->event_count; i++)
        if (postgres_takes_verdicts(machine, &machine->events[i])) {
            text_put(out, before);
            escape_postgres_literal(out, machine->events[i].stored);
            before = ", ";
        }
    text_put(out, ")\n");
}

static void function(struct text *out, const struct model_machine *machine, const char *head,
                     const char *signature, void (*put_body)(struct text *, const struct model_machine *)) {
    struct text body = TEXT_INIT;
    text_char(out, '\n');
    sql_template(out, &sql_postgres, machine, head);
    put_body(&body, machine);
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    text_put(out, ";\nrevoke all on function ");
    sql_template(out, &sql_postgres, machine, signature);
    text_put(out, " from public;\ngrant execute on function ");
    sql_template(out, &sql_postgres, machine, signature);
    text_put(out, " to pawl_app;\n");
}

static bool calls_back(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->event_count; i++)
        if (postgres_takes_verdicts(machine, &machine->events[i]))
            return true;
    return false;
}

void postgres_deferred_functions(struct text *out, const struct model_machine *machine) {
    function(out, machine,
             "-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.\n"
             "create or replace function {schema}.{name}_fire_deferred(number bigint, verdicts text default "
             "null)\n"
             "returns public.pawl_outcome\n"
             "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
             "as ",
             "{schema}.{name}_fire_deferred(bigint, text)", fire_body);
    if (calls_back(machine))
        function(
            out, machine,
            "-- What a callback has said of a deferred event, in place of the database.\n"
            "create or replace function {schema}.{name}_fail_deferred(number bigint, status text, detail "
            "text)\n"
            "returns void\n"
            "language sql security definer set search_path = pg_catalog, pg_temp\n"
            "as ",
            "{schema}.{name}_fail_deferred(bigint, text, text)", fail_body);
}

void postgres_deferred(struct text *out, const struct model_machine *machine, bool fails) {
    if (!fails)
        sql_template(out, &sql_postgres, machine,
                     "select {schema}.{name}_fire_deferred($1::bigint, $2::text) where {is_accepted}");
    else if (calls_back(machine))
        sql_template(
            out, &sql_postgres, machine,
            "select {schema}.{name}_fail_deferred($1::bigint, $2::text, $3::text) where {is_accepted}");
}
