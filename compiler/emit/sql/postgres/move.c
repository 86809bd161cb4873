#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/outbox.h"
#include "emit/sql/postgres/postgres.h"

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

void postgres_signature(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    postgres_event_name(out, machine, event);
    text_printf(out, "(%s", postgres_types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", %s", postgres_types[event->params[i].type]);
    text_put(out, event->is_creation ? ", text, text" : ", text, text, integer");
    postgres_lock_signature(out, machine);
    if (postgres_takes_verdicts(machine, event))
        text_put(out, ", text");
    text_put(out, postgres_takes_item(machine, event) ? ", public.pawl_item)" : ")");
}

bool postgres_may_be_left_out(const struct model_event *event, size_t param) {
    for (; param < event->param_count; param++)
        if (!event->params[param].optional)
            return false;
    return true;
}

/* What the caller may add comes after the event's parameters. */
static size_t actor_of(const struct model_event *event) {
    return event->param_count + 2;
}

static size_t request_id_of(const struct model_event *event) {
    return event->param_count + 3;
}

static size_t expected_sort_key_of(const struct model_event *event) {
    return event->param_count + 4;
}

/* What a worker has claimed and completes with this move. */
static size_t item_of(const struct model_machine *machine, const struct model_event *event) {
    return postgres_verdicts_of(machine, event) + (postgres_takes_verdicts(machine, event) ? 1 : 0);
}

size_t postgres_parameter_count(const struct model_machine *machine, const struct model_event *event) {
    return item_of(machine, event) - (postgres_takes_item(machine, event) ? 0 : 1);
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

static void misuse(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "  if $1 is null");
    if (machine->key_type == PAWL_TYPE_TEXT)
        sql_template(out, &sql_postgres, machine, " or $1 = '' or octet_length($1) > {key_max}");
    for (size_t i = 0; i < event->param_count; i++) {
        char value[32];
        snprintf(value, sizeof value, "$%zu", i + 2);
        postgres_misused_value(out, &event->params[i], value, "\n     or ");
    }
    text_printf(out, "\n     or octet_length($%zu) > %d\n     or $%zu = '' or octet_length($%zu) > %d",
                actor_of(event), PAWL_ACTOR_MAX_BYTES, request_id_of(event), request_id_of(event),
                PAWL_REQUEST_ID_MAX_BYTES);
    text_put(out, " then\n"
                  "    outcome.status := 'MISUSE';\n"
                  "    return outcome;\n"
                  "  end if;\n");
}

static void write_history(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    sql_template(out, &sql_postgres, machine,
                 "  insert into {transitions}\n"
                 "    ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, machine->columns[event->params[i].column].name);
    }
    text_put(out, ")\n  values ($1, outcome.sort_key, ");
    escape_postgres_literal(out, event->stored);
    text_printf(out,
                ", outcome.from_state, outcome.to_state, outcome.created_at,\n"
                "    coalesce($%zu, session_user), $%zu",
                actor_of(event), request_id_of(event));
    for (size_t i = 0; i < event->param_count; i++)
        text_printf(out, ", $%zu", i + 2);
    text_put(out, ");\n");
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

static void find_request(struct text *out, const struct model_machine *machine,
                         const struct model_event *event) {
    sql_template(out, &sql_postgres, machine, "{transitions} earlier where earlier.{name}_id = $1");
    text_printf(out, " and earlier.request_id = $%zu", request_id_of(event));
}

/* Under the id of a request stands what was done first; the same request again is answered with that. */
static void answer_again(struct text *out, const struct model_machine *machine,
                         const struct model_event *event, const char *indent) {
    struct text same = TEXT_INIT;
    text_put(&same, "earlier.event = ");
    escape_postgres_literal(&same, event->stored);
    for (size_t i = 0; i < event->param_count; i++) {
        char given[24];
        snprintf(given, sizeof given, "$%zu", i + 2);
        text_printf(&same, "\n%s        and ", indent);
        postgres_same_parameter(&same, machine, event->params[i].column, given);
    }
    text_printf(out, "%sif $%zu is not null", indent, request_id_of(event));
    if (!event->is_creation && postgres_keeps_creation(machine, event)) {
        /* behind the creation, which has been read already, there is often nothing to look up */
        sql_template(out, &sql_postgres, machine, " and (outcome.sort_key > {step}");
        text_printf(out, " or creation.request_id = $%zu)", request_id_of(event));
    }
    text_printf(out, " then\n%s  perform from ", indent);
    find_request(out, machine, event);
    text_printf(out,
                "; -- which the index alone tells\n"
                "%s  if found then\n"
                "%s    select case when ",
                indent, indent);
    sql_append(out, &same);
    text_printf(
        out,
        "\n%s      then 'OK' else 'REUSED' end,\n"
        "%s      earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, "
        "null into said\n"
        "%s      from ",
        indent, indent, indent);
    find_request(out, machine, event);
    text_printf(out,
                ";\n"
                "%s    if found then\n"
                "%s      return said;\n"
                "%s    end if;\n"
                "%s  end if;\n"
                "%send if;\n",
                indent, indent, indent, indent, indent);
}

/*
 * The parent is asked for by the foreign key, whose check runs as the parent's owner: a query of our own
 * would run what that owner may have hung on the table (policies, index expressions) as pawl_owner.
 */
static void insert_head(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine,
                 "    begin\n"
                 "      insert into {current} ({name}_id, state, sort_key, since)\n"
                 "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n"
                 "      exit;\n"
                 "    exception\n"
                 "      when unique_violation then -- another session was quicker: look again\n"
                 "        get stacked diagnostics violated = constraint_name;\n"
                 "        if violated <> '{name}_current_pkey' then\n"
                 "          raise;\n"
                 "        end if;\n");
    if (machine->entity != NULL)
        sql_template(out, &sql_postgres, machine,
                     "      when foreign_key_violation then\n"
                     "        get stacked diagnostics violated = constraint_name;\n"
                     "        if violated <> '{name}_current_parent' then\n"
                     "          raise;\n"
                     "        end if;\n"
                     "        return row('NOT_FOUND', null, null, null, null, null, null, "
                     "null)::public.pawl_outcome;\n");
    text_put(out, "    end;\n"
                  "    outcome := null;\n");
}

static void unless_found(struct text *out, const struct model_machine *machine,
                         const struct model_event *event) {
    text_put(out, "  if not found then\n");
    postgres_refuse_locked(out, machine, event, "    ");
    text_put(out, "    outcome.status := 'NOT_FOUND';\n"
                  "    return outcome;\n"
                  "  end if;\n");
}

void postgres_join_moves(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine,
                 machine->storage == MODEL_HEAD
                     ? "  lock table only {current} in row share mode; -- a later freeze or migration waits\n"
                     : "  lock table only {rows} in row share mode; -- a later freeze or migration waits\n");
}

/* Before the head, so that nobody who locks the entity's own row first waits for one who locks it second. */
static void lock_parent(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    if (machine->mirror == NULL && machine->storage == MODEL_HEAD)
        return;
    sql_template(out, &sql_postgres, machine,
                 "  perform 1 from {parent} parent where parent.{parent_column} = $1 for no key update;\n");
    unless_found(out, machine, event);
}

static void write_mirror(struct text *out, const struct model_machine *machine) {
    if (machine->mirror != NULL)
        sql_template(out, &sql_postgres, machine,
                     "  update {parent} parent set {mirror_column} = outcome.to_state\n"
                     "    where parent.{parent_column} = $1;\n");
}

/* The row that is to be written, or a refusal. */
static void choose_creation(struct text *out, const struct model_machine *machine, size_t event) {
    const struct moves moves = moves_of_event(machine, event);
    if (!moves_have_guards(moves)) {
        text_put(out, "    outcome := row('OK', '', ");
        if (moves.count == 0)
            text_put(out, "null");
        else
            escape_postgres_literal(out, machine->states[moves.list->to].stored);
        sql_template(out, &sql_postgres, machine, ", {step}, clock_timestamp(), null, ");
        text_put(out, moves_have_hooks(moves) ? "1, null);\n" : "null, null);\n");
        return;
    }
    text_put(out, "    outcome.from_state := '';\n");
    postgres_ask(out, machine, event);
    text_put(out, "    moment := clock_timestamp();\n");
    postgres_choose(out, machine, event);
    sql_template(
        out, &sql_postgres, machine,
        "    if outcome.to_state is null then\n"
        "      outcome.status := 'REFUSED';\n"
        "      return outcome;\n"
        "    end if;\n"
        "    outcome := row('OK', '', outcome.to_state, {step}, moment, null, outcome.move, null);\n");
}

/*
 * Who had to wait for another creation looks again. No row is there yet that could be locked; the lock on the
 * table stands for it, so that what is read of freezes afterwards holds (lock.c).
 */
static void create_head(struct text *out, const struct model_machine *machine, size_t event) {
    postgres_join_moves(out, machine);
    sql_template(out, &sql_postgres, machine,
                 "  loop\n"
                 "    -- asked first, because a row that is written in vain costs more\n"
                 "    select head.state, head.sort_key, head.since,\n"
                 "        ");
    postgres_free_condition(out, machine, &machine->events[event]);
    sql_template(out, &sql_postgres, machine,
                 "\n"
                 "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
                 "      from public.pawl_freezes type_lock\n"
                 "        left join {current} head on head.{name}_id = $1\n"
                 "      where type_lock.machine = {machine};\n"
                 "    if outcome.sort_key is not null then\n"
                 "      outcome.status := 'EXISTS';\n");
    answer_again(out, machine, &machine->events[event], "      ");
    postgres_refuse_locked(out, machine, &machine->events[event], "      ");
    sql_template(out, &sql_postgres, machine,
                 "      return outcome;\n"
                 "    end if;\n"
                 "    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
                 "      raise exception 'could not serialize access: {name} was created meanwhile'\n"
                 "        using errcode = 'serialization_failure';\n"
                 "    end if;\n"
                 "    if is_free is not true then\n");
    postgres_refuse_locked(out, machine, &machine->events[event], "      ");
    text_put(out, "    end if;\n");
    choose_creation(out, machine, event);
    insert_head(out, machine);
    text_put(out, "  end loop;\n");
    write_history(out, machine, &machine->events[event]);
}

static void create_transition(struct text *out, const struct model_machine *machine, size_t event) {
    postgres_transitions_read(out, machine, &machine->events[event]);
    text_put(out, "  if outcome.sort_key is not null then\n"
                  "    outcome.status := 'EXISTS';\n");
    answer_again(out, machine, &machine->events[event], "    ");
    postgres_refuse_locked(out, machine, &machine->events[event], "    ");
    text_put(out, "    return outcome;\n"
                  "  end if;\n"
                  "  if is_free is not true then\n");
    postgres_refuse_locked(out, machine, &machine->events[event], "    ");
    text_put(out, "  end if;\n");
    choose_creation(out, machine, event);
    postgres_transitions_write(out, machine, &machine->events[event]);
}

static void create_body(struct text *out, const struct model_machine *machine, size_t event) {
    const bool has_head = machine->storage == MODEL_HEAD;
    text_put(out, "declare\n"
                  "  outcome public.pawl_outcome;\n"
                  "  said public.pawl_outcome;\n");
    if (has_head)
        text_put(out, "  violated text;\n");
    else
        postgres_transitions_variables(out);
    postgres_lock_variables(out, machine, &machine->events[event]);
    postgres_declare_hooks(out, machine, event);
    text_put(out, "begin\n");
    misuse(out, machine, &machine->events[event]);
    postgres_need_verdicts(out, machine, event);
    postgres_keyed_locks(out, machine, &machine->events[event]);
    lock_parent(out, machine, &machine->events[event]);
    (has_head ? create_head : create_transition)(out, machine, event);
    write_mirror(out, machine);
    postgres_queue_follow(out, machine, event, 0);
    postgres_run_effects(out, machine, event);
    postgres_outbox_write(out, machine, &machine->events[event]);
    text_put(out, "  return outcome;\n");
}

static void ignored(struct text *out, const struct model_machine *machine, size_t event) {
    const size_t first = model_first_ignore(machine, event, 0);
    const size_t end = model_first_ignore(machine, event + 1, 0);
    for (size_t i = first; i < end; i++) {
        text_put(out, i > first ? ", " : "  if outcome.from_state in (");
        escape_postgres_literal(out, machine->states[machine->ignores[i].state].stored);
    }
    if (first < end)
        text_put(out, ") then\n"
                      "    outcome.status := 'IGNORED';\n"
                      "    return outcome;\n"
                      "  end if;\n");
}

static void lock_head(struct text *out, const struct model_machine *machine,
                      const struct model_event *event) {
    if (machine->storage != MODEL_HEAD) {
        postgres_transitions_read(out, machine, event);
        if (machine->initial_is_implicit)
            return;
        text_put(out, "  if outcome.sort_key is null then\n");
        postgres_refuse_locked(out, machine, event, "    ");
        text_put(out, "    outcome.status := 'NOT_FOUND';\n"
                      "    return outcome;\n"
                      "  end if;\n");
        return;
    }
    sql_template(out, &sql_postgres, machine,
                 "  -- locked by its key alone; all else is decided afterwards, from what the row then says\n"
                 "  select head.ctid, head.state, head.sort_key, head.since,\n    ");
    postgres_is_free(out, machine, event);
    sql_template(out, &sql_postgres, machine,
                 "\n    into place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
                 "    from {current} head where head.{name}_id = $1 for no key update;\n");
    unless_found(out, machine, event);
}

static void expect_sort_key(struct text *out, const struct model_event *event) {
    text_printf(out,
                "  if outcome.sort_key <> $%zu then\n"
                "    outcome.status := 'CONFLICT';\n"
                "    return outcome;\n"
                "  end if;\n",
                expected_sort_key_of(event));
}

/* Where no guard chooses and nothing else is to be done. */
static void follow(struct text *out, const struct model_machine *machine, struct moves moves) {
    for (size_t i = 0; i < moves.count; i++) {
        text_put(out, i > 0 ? "\n    when " : "  outcome.to_state := case outcome.from_state\n    when ");
        escape_postgres_literal(out, machine->states[moves.list[i].from].stored);
        text_put(out, " then ");
        escape_postgres_literal(out, machine->states[moves.list[i].to].stored);
    }
    text_put(out, moves.count > 0 ? "\n  end;\n" : "  outcome.to_state := null;\n");
}

static bool have_alternatives(struct moves all) {
    for (size_t i = 1; i < all.count; i++)
        if (all.list[i].from == all.list[i - 1].from)
            return true;
    return false;
}

/* Sets where it leads, and when; or answers with a refusal. */
static void decide(struct text *out, const struct model_machine *machine, size_t event) {
    const struct moves moves = moves_of_event(machine, event);
    const char *const now = "greatest(clock_timestamp(), outcome.created_at)";
    bool guarded = moves_have_guards(moves);
    postgres_ask(out, machine, event);
    postgres_read_creation(out, machine, event);
    if (guarded)
        text_printf(out, "  moment := %s;\n", now);
    if (moves_have_hooks(moves))
        postgres_choose(out, machine, event);
    else
        follow(out, machine, moves);
    ignored(out, machine, event);
    text_printf(out,
                "  if outcome.to_state is null then\n"
                "    outcome.status := %s;\n"
                "    return outcome;\n"
                "  end if;\n",
                guarded ? "case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end" : "'ILLEGAL'");
    if (have_alternatives(moves))
        text_put(out, "  outcome.guard := null; -- of a move that was tried before\n");
    sql_template(out, &sql_postgres, machine, "  outcome.sort_key := outcome.sort_key + {step};\n");
    text_printf(out, "  outcome.created_at := %s;\n", guarded ? "moment" : now);
}

/* A row that is locked stays in its place, where it is found without the index. */
static void write_head(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine,
                 "  update {current} head\n"
                 "    set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
                 "    where head.ctid = place;\n");
}

static void move_body(struct text *out, const struct model_machine *machine, size_t event) {
    text_put(out, "declare\n"
                  "  outcome public.pawl_outcome;\n"
                  "  said public.pawl_outcome;\n");
    if (machine->storage == MODEL_HEAD)
        text_put(out, "  place tid;\n");
    else
        postgres_transitions_variables(out);
    postgres_lock_variables(out, machine, &machine->events[event]);
    postgres_declare_hooks(out, machine, event);
    text_put(out, "begin\n");
    misuse(out, machine, &machine->events[event]);
    postgres_need_verdicts(out, machine, event);
    postgres_keyed_locks(out, machine, &machine->events[event]);
    lock_parent(out, machine, &machine->events[event]);
    lock_head(out, machine, &machine->events[event]);
    answer_again(out, machine, &machine->events[event], "  ");
    text_put(out, "  if is_free is not true then\n");
    postgres_refuse_locked(out, machine, &machine->events[event], "    ");
    text_put(out, "  end if;\n");
    expect_sort_key(out, &machine->events[event]);
    postgres_queue_check(out, machine, &machine->events[event], item_of(machine, &machine->events[event]));
    decide(out, machine, event);
    if (machine->storage == MODEL_HEAD) {
        write_history(out, machine, &machine->events[event]);
        write_head(out, machine);
    } else {
        postgres_transitions_write(out, machine, &machine->events[event]);
    }
    write_mirror(out, machine);
    postgres_queue_follow(out, machine, event, item_of(machine, &machine->events[event]));
    postgres_run_effects(out, machine, event);
    postgres_outbox_write(out, machine, &machine->events[event]);
    text_put(out, "  outcome.status := 'OK';\n"
                  "  return outcome;\n");
}

void postgres_function_head(struct text *out, const struct model_machine *machine,
                            const struct model_event *event) {
    text_put(out, "create or replace function ");
    postgres_event_name(out, machine, event);
    text_printf(out, "(id %s", postgres_types[machine->key_type]);
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        sql_name(out, &sql_postgres, event->params[i].name);
        text_printf(out, " %s%s", postgres_types[event->params[i].type],
                    postgres_may_be_left_out(event, i) ? " default null" : "");
    }
    text_put(out, event->is_creation
                      ? ", actor text default null,\n  request_id text default null"
                      : ", actor text default null,\n"
                        "  request_id text default null, expect_sort_key integer default null");
    postgres_lock_definition(out, machine);
    if (postgres_takes_verdicts(machine, event))
        text_put(out, ", verdicts text default null");
    text_put(out, postgres_takes_item(machine, event) ? ",\n  item public.pawl_item default null)\n" : ")\n");
    text_put(out, "returns public.pawl_outcome\n");
}

/* Parameters are called by number only, so that no name of one can change what the body means. */
void postgres_function(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_event *event = &machine->events[number];
    text_char(out, '\n');
    sql_comment(out, event->label, event->doc);
    postgres_function_head(out, machine, event);
    text_put(out, "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"
                  "as ");
    struct text body = TEXT_INIT;
    text_put(&body, "\n#variable_conflict use_column\n");
    (event->is_creation ? create_body : move_body)(&body, machine, number);
    text_put(&body, "end\n");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    text_put(out, ";\nrevoke all on function ");
    postgres_signature(out, machine, event);
    text_put(out, " from public;\ngrant execute on function ");
    postgres_signature(out, machine, event);
    text_put(out, " to pawl_app;\ncomment on function ");
    postgres_signature(out, machine, event);
    text_put(out, " is ");
    struct text description = TEXT_INIT;
    sql_description(&description, event->label, event->doc);
    if (!text_failed(&description))
        escape_postgres_literal(out, description.data);
    out->failed |= text_failed(&description);
    text_free(&description);
    text_put(out, ";\n");
}

void postgres_fire(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    text_put(out, "select ");
    postgres_event_name(out, machine, event);
    sql_template(out, &sql_postgres, machine, "({key:1}");
    for (size_t i = 0; i < event->param_count; i++) {
        text_put(out, ", ");
        postgres_parameter(out, i + 2, event->params[i].type);
    }
    text_put(out, ", ");
    postgres_parameter(out, actor_of(event), PAWL_TYPE_TEXT);
    text_put(out, ", ");
    postgres_parameter(out, request_id_of(event), PAWL_TYPE_TEXT);
    if (!event->is_creation) {
        text_put(out, ", ");
        postgres_parameter(out, expected_sort_key_of(event), PAWL_TYPE_INT);
    }
    postgres_lock_call(out, machine, event);
    if (postgres_takes_verdicts(machine, event)) {
        text_put(out, ", ");
        postgres_parameter(out, postgres_verdicts_of(machine, event), PAWL_TYPE_TEXT);
    }
    if (postgres_takes_item(machine, event)) {
        size_t item = item_of(machine, event);
        text_printf(out, ", row($%zu::text, $%zu::integer, $%zu::bigint)::public.pawl_item", item, item + 1,
                    item + 2);
    }
    sql_template(out, &sql_postgres, machine, ") where {is_accepted}");
}
