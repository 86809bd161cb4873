#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"

#include <stdio.h>

/*
 * The function of an event for many entities at once. Where a move does no more than write history and
 * state, each of its statements works on all rows; otherwise it calls the function for one, row by row, in
 * the order of the keys. Either way all is locked in that order, so that two calls do not wait for each
 * other in a circle.
 */

bool postgres_has_many(const struct model_machine *machine, size_t event) {
    const struct moves moves = moves_of_event(machine, event);
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->after.count > 0)
            return false;
    return moves_first_callback(moves) == NULL;
}

/* Whether the moves of the event do no more than write history and state. */
static bool works_on_sets(const struct model_machine *machine, size_t event) {
    const struct moves moves = moves_of_event(machine, event);
    return machine->storage == MODEL_HEAD && machine->key == NULL && machine->mirror == NULL &&
           machine->emit == NULL && machine->timer_count == 0 && machine->work_count == 0 &&
           machine->events[event].serialize_count == 0 && !moves_have_hooks(moves) &&
           (moves.count > 0 || !machine->events[event].is_creation);
}

/* ---- parameters: arrays of one length, but for the actor, who is one for all ---------------------- */

static size_t actor_of(const struct model_event *event) {
    return event->param_count + 2;
}

static size_t request_id_of(const struct model_event *event) {
    return event->param_count + 3;
}

static size_t expected_sort_key_of(const struct model_event *event) {
    return event->param_count + 4;
}

void postgres_many_signature(struct text *out, const struct model_machine *machine,
                             const struct model_event *event) {
    sql_template(out, &sql_postgres, machine, "{schema}.{name}_");
    text_printf(out, "%s_many(%s[]", event->name, postgres_types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", %s[]", postgres_types[event->params[i].type]);
    text_put(out, event->is_creation ? ", text, text[]" : ", text, text[], integer[]");
    postgres_lock_signature(out, machine);
    text_char(out, ')');
}

/* Keys are ordered as the heads' own column orders them: text by bytes. */
static const char *collation(const struct model_machine *machine) {
    return machine->key_type == PAWL_TYPE_TEXT ? " collate \"C\"" : "";
}

/* The rows that are asked for: id, v1, v2... for the event's parameters, request_id, expected, number. */
static void given(struct text *out, const struct model_event *event) {
    text_put(out, "unnest($1");
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", $%zu", i + 2);
    text_printf(out, ", $%zu", request_id_of(event));
    if (!event->is_creation)
        text_printf(out, ", $%zu", expected_sort_key_of(event));
    text_put(out, ")\n          with ordinality given (id");
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", v%zu", i + 1);
    text_put(out, event->is_creation ? ", request_id, number)" : ", request_id, expected, number)");
}

/* What is wrong with the call as a whole is said of each row, and nothing is done. */
static void misuse(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_printf(out,
                "  if (select count(*) <> count(distinct given.id%s) -- each entity once\n"
                "          or bool_or(given.id is null",
                collation(machine));
    if (machine->key_type == PAWL_TYPE_TEXT)
        sql_template(out, &sql_postgres, machine, " or given.id = '' or octet_length(given.id) > {key_max}");
    for (size_t i = 0; i < event->param_count; i++) {
        char value[32];
        snprintf(value, sizeof value, "given.v%zu", i + 1);
        postgres_misused_value(out, &event->params[i], value, "\n            or ");
    }
    text_printf(out,
                "\n            or given.request_id = '' or octet_length(given.request_id) > %d)\n"
                "        from ",
                PAWL_REQUEST_ID_MAX_BYTES);
    given(out, event);
    text_printf(out, ")\n     or octet_length($%zu) > %d\n", actor_of(event), PAWL_ACTOR_MAX_BYTES);
    const size_t last = event->is_creation ? request_id_of(event) : expected_sort_key_of(event);
    for (size_t i = 2; i <= last; i++)
        if (i != actor_of(event))
            text_printf(out, "     or cardinality($%zu) <> cardinality($1)\n", i);
    text_put(out, "  then\n"
                  "    outcome.status := 'MISUSE';\n"
                  "    return query select (outcome).* from unnest($1);\n"
                  "    return;\n"
                  "  end if;\n");
}

/* ---- row by row ----------------------------------------------------------------------------------- */

static void call_each(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_event *event = &machine->events[number];
    text_put(out, "  return query\n"
                  "    with made as materialized (\n"
                  "      select given.number, ");
    postgres_event_name(out, machine, event);
    text_put(out, "(given.id");
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", given.v%zu", i + 1);
    text_printf(out, ", $%zu, given.request_id%s", actor_of(event),
                event->is_creation ? "" : ", given.expected");
    if (machine->key != NULL)
        text_printf(out, ", $%zu, $%zu", postgres_lock_owner_of(event), postgres_lock_owner_of(event) + 1);
    text_put(out, ") as outcome\n        from (select * from ");
    given(out, event);
    text_printf(out,
                "\n          order by given.id%s) given\n"
                "    )\n"
                "    select (made.outcome).* from made order by made.number;\n",
                collation(machine));
}

/* ---- as sets -------------------------------------------------------------------------------------- */

/* `case head.state when FROM then TO ... end` */
static void next_state(struct text *out, const struct model_machine *machine, size_t number) {
    const struct moves moves = moves_of_event(machine, number);
    if (moves.count == 0) {
        text_put(out, "null::text");
    } else if (machine->events[number].is_creation) {
        escape_postgres_literal(out, machine->states[moves.list->to].stored);
        text_put(out, "::text");
    } else {
        text_put(out, "case head.state");
        for (size_t i = 0; i < moves.count; i++) {
            text_put(out, "\n                when ");
            escape_postgres_literal(out, machine->states[moves.list[i].from].stored);
            text_put(out, " then ");
            escape_postgres_literal(out, machine->states[moves.list[i].to].stored);
        }
        text_put(out, "\n              end");
    }
}

/* Whether what is under the id of a request is this very request. */
static void is_same(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "earlier.event = ");
    escape_postgres_literal(out, event->stored);
    for (size_t i = 0; i < event->param_count; i++) {
        char given[32];
        snprintf(given, sizeof given, "given.v%zu", i + 1);
        text_put(out, "\n                and ");
        postgres_same_parameter(out, machine, event->params[i].column, given);
    }
}

/*
 * What there is of each entity and of each request, found by index row by row: whatever the planner thinks of
 * the tables' sizes, `offset 0` keeps it from reading all of them. A row that is locked stays in its place.
 */
static void find(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_event *event = &machine->events[number];
    text_put(out,
             "          select given.*, head.state, head.sort_key, head.since, head.place,\n"
             "              earlier.sort_key as earlier_sort_key,\n"
             "              earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,\n"
             "              earlier.created_at as earlier_created_at,\n"
             "              ");
    is_same(out, machine, event);
    text_put(out, " as is_same,\n              ");
    next_state(out, machine, number);
    sql_template(out, &sql_postgres, machine,
                 " as next_state,\n"
                 "              coalesce(head.sort_key, 0) + {step} as next_sort_key,\n"
                 "              greatest(clock_timestamp(), head.since) as now\n"
                 "            from ");
    given(out, event);
    sql_template(
        out, &sql_postgres, machine,
        "\n"
        "            left join lateral (select head.state, head.sort_key, head.since, head.ctid as place\n"
        "                               from {current} head\n"
        "                               where head.{name}_id = given.id offset 0) head on true\n"
        "            left join lateral (select earlier.* from {transitions} earlier\n"
        "                               where earlier.{name}_id = given.id\n"
        "                                 and earlier.request_id = given.request_id offset 0) earlier\n"
        "              on given.request_id is not null\n"
        "            offset 0\n");
}

static void ignored(struct text *out, const struct model_machine *machine, size_t number) {
    const size_t first = model_first_ignore(machine, number, 0);
    const size_t end = model_first_ignore(machine, number + 1, 0);
    for (size_t i = first; i < end; i++) {
        text_put(out, i > first ? ", " : "            when found.state in (");
        escape_postgres_literal(out, machine->states[machine->ignores[i].state].stored);
    }
    text_put(out, first < end ? ") then 'IGNORED'\n" : "");
}

static void judge(struct text *out, const struct model_machine *machine, size_t number) {
    const bool is_creation = machine->events[number].is_creation;
    text_put(out, "    with judged as materialized (\n"
                  "      select found.*, case\n");
    if (!is_creation)
        text_put(out, "            when found.state is null then 'NOT_FOUND'\n");
    text_put(out, "            when found.is_same then 'OK'\n"
                  "            when found.earlier_sort_key is not null then 'REUSED'\n");
    if (is_creation) {
        text_put(out, "            when ");
        postgres_is_free(out, machine, &machine->events[number]);
        text_put(out, " is not true then null\n");
        text_put(out, "            when found.state is not null then 'EXISTS'\n");
    } else {
        text_put(out, "            when found.sort_key <> found.expected then 'CONFLICT'\n");
        ignored(out, machine, number);
        text_put(out, "            when found.next_state is null then 'ILLEGAL'\n");
    }
    text_put(out, "            else 'MOVES'\n"
                  "          end as verdict\n"
                  "        from (\n");
    find(out, machine, number);
    text_put(out, "        ) found\n"
                  "    ),\n");
}

static void write_moves(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    static const char update[] =
        "    heads as (\n"
        "      update {current} head\n"
        "        set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now\n"
        "        from judged where judged.verdict = 'MOVES' and head.ctid = judged.place\n"
        "    ),\n";
    static const char insert[] =
        "    heads as (\n"
        "      insert into {current} ({name}_id, state, sort_key, since)\n"
        "      select judged.id, judged.next_state, judged.next_sort_key, judged.now\n"
        "        from judged where judged.verdict = 'MOVES' order by judged.id";
    sql_template(out, &sql_postgres, machine, event->is_creation ? insert : update);
    if (event->is_creation)
        text_printf(out, "%s\n    ),\n", collation(machine));
    sql_template(out, &sql_postgres, machine,
                 "    history as (\n"
                 "      insert into {transitions}\n"
                 "        ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, machine->columns[event->params[i].column].name);
    }
    text_put(out, ")\n      select judged.id, judged.next_sort_key, ");
    escape_postgres_literal(out, event->stored);
    text_printf(out,
                ", %s, judged.next_state, judged.now,\n"
                "          (select coalesce($%zu, session_user)), judged.request_id",
                event->is_creation ? "''" : "judged.state", actor_of(event));
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", judged.v%zu", i + 1);
    text_put(out, "\n        from judged where judged.verdict = 'MOVES'\n"
                  "    )\n");
}

/* The members of pawl_outcome, from judged; without hooks, no guard and no choice among moves. */
static void answer(struct text *out, const struct model_event *event) {
    static const struct {
        const char *earlier, *moved, *refused;
    } members[] = {
        {"earlier_from_state", "state", "state"},
        {"earlier_to_state", "next_state", "null"},
        {"earlier_sort_key", "next_sort_key", "sort_key"},
        {"earlier_created_at", "now", "since"},
    };
    text_put(out, "case judged.verdict when 'MOVES' then 'OK' else judged.verdict end");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const bool from_nothing = i == 0 && event->is_creation;
        text_printf(out,
                    ",\n        case when judged.verdict = 'MOVES' then %s%s\n"
                    "          when judged.earlier_sort_key is not null then judged.%s\n"
                    "          else %s%s end",
                    from_nothing ? "" : "judged.", from_nothing ? "''" : members[i].moved, members[i].earlier,
                    i == 1 ? "" : "judged.", members[i].refused);
    }
    text_put(out, ",\n        null::text, null::integer, null::text");
}

static void move_all(struct text *out, const struct model_machine *machine, size_t number) {
    sql_template(out, &sql_postgres, machine,
                 "  -- locked by their keys alone, in their order; all else is decided afterwards\n"
                 "  select ");
    postgres_is_free(out, machine, &machine->events[number]);
    sql_template(out, &sql_postgres, machine,
                 " into is_free\n"
                 "    from (select count(*)\n"
                 "            from (select given.id from unnest($1) given (id) order by given.id");
    text_put(out, collation(machine));
    sql_template(
        out, &sql_postgres, machine,
        ") given\n"
        "            cross join lateral (select from {current} head\n"
        "                                where head.{name}_id = given.id for no key update) head) locked;\n"
        "  if is_free is not true then -- of each it is said what is in the way\n");
    call_each(out, machine, number);
    text_put(out, "    return;\n"
                  "  end if;\n"
                  "  return query\n");
    judge(out, machine, number);
    write_moves(out, machine, &machine->events[number]);
    text_put(out, "    select ");
    answer(out, &machine->events[number]);
    text_put(out, "\n      from judged order by judged.number;\n");
}

/*
 * Where a parent is missing, or another session was quicker, all is taken back and made row by row: which
 * row it was is not said, and a query of our own may not look at the parents (move.c).
 */
static void create_all(struct text *out, const struct model_machine *machine, size_t number) {
    text_put(out, "  begin\n");
    judge(out, machine, number);
    write_moves(out, machine, &machine->events[number]);
    text_put(out, "    select array_agg(row(");
    answer(out, &machine->events[number]);
    text_put(
        out,
        "\n        )::public.pawl_outcome order by judged.number),\n"
        "      bool_and(judged.verdict is not null) into outcomes, is_free from judged;\n"
        "    if is_free then\n"
        "      return query select * from unnest(outcomes);\n"
        "      return;\n"
        "    end if;\n"
        "  exception\n"
        "    when unique_violation or foreign_key_violation then null; -- below it is said of which row\n"
        "  end;\n");
    call_each(out, machine, number);
}

/* ---- the function --------------------------------------------------------------------------------- */

void postgres_many_head(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    text_put(out, "create or replace function ");
    sql_template(out, &sql_postgres, machine, "{schema}.{name}_");
    text_printf(out, "%s_many(id %s[]", event->name, postgres_types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, event->params[i].name);
        text_printf(out, " %s[]%s", postgres_types[event->params[i].type],
                    postgres_may_be_left_out(event, i) ? " default null" : "");
    }
    text_printf(out, ", actor text default null,\n  request_id text[] default null%s",
                event->is_creation ? "" : ", expect_sort_key integer[] default null");
    postgres_lock_definition(out, machine);
    text_put(out, ")\nreturns setof public.pawl_outcome\n");
}

void postgres_many_function(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_event *event = &machine->events[number];
    const bool sets = works_on_sets(machine, number);
    if (!postgres_has_many(machine, number))
        return;
    text_put(out,
             "\n-- The same for many at once: arrays of one length, an answer for each in their order.\n");
    postgres_many_head(out, machine, event);
    text_put(out, "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
                  "as ");
    struct text body = TEXT_INIT;
    text_printf(&body,
                "\n#variable_conflict use_column\n"
                "declare\n"
                "  outcome public.pawl_outcome;\n%s"
                "begin\n",
                !sets                ? ""
                : event->is_creation ? "  outcomes public.pawl_outcome[];\n  is_free boolean;\n"
                                     : "  is_free boolean;\n");
    misuse(&body, machine, event);
    (!sets ? call_each : event->is_creation ? create_all : move_all)(&body, machine, number);
    text_put(&body, "end\n");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    text_put(out, ";\nrevoke all on function ");
    postgres_many_signature(out, machine, event);
    text_put(out, " from public;\ngrant execute on function ");
    postgres_many_signature(out, machine, event);
    text_put(out, " to pawl_app;\n");
}

/* What is text in libpawl and not here. */
static bool sent_as_text(enum pawl_type type) {
    return type == PAWL_TYPE_NUMERIC || type == PAWL_TYPE_UUID || type == PAWL_TYPE_JSON;
}

void postgres_fire_many(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    const size_t number = (size_t)(event - machine->events);
    if (!postgres_has_many(machine, number))
        return;
    sql_template(out, &sql_postgres, machine, "select * from {schema}.{name}_");
    text_printf(out, "%s_many($1::%s[]", event->name, postgres_types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", $%zu::%s%s[]", i + 2, sent_as_text(event->params[i].type) ? "text[]::" : "",
                    postgres_types[event->params[i].type]);
    text_printf(out, ", $%zu::text, $%zu::text[]", actor_of(event), request_id_of(event));
    if (!event->is_creation)
        text_printf(out, ", $%zu::integer[]", expected_sort_key_of(event));
    postgres_lock_call(out, machine, event);
    sql_template(out, &sql_postgres, machine, ") where {is_accepted}");
}
