#include "hash.h"
#include "sql_postgres.h"
#include "sql_queue.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Seconds, since a day of PostgreSQL's intervals has 23 or 25 hours twice a year. */
static void duration(struct text *out, int64_t ms) {
    text_printf(out, "interval '%" PRId64, ms / 1000);
    if (ms % 1000 != 0)
        text_printf(out, ".%03" PRId64, ms % 1000);
    text_put(out, " seconds'");
}

static void name_literal(struct text *out, const struct model_machine *machine, size_t number) {
    sql_queue_name(out, &sql_postgres, machine, number);
}

/* ---- tables ------------------------------------------------------------------------------------- */

void postgres_queue_tables(struct text *out, const struct model_machine *machine) {
    if (!queue_is_used(machine))
        return;
    sql_template(out, &sql_postgres, machine,
                 "\n"
                 "do $pawl$\n"
                 "begin\n"
                 "  if to_regtype('public.pawl_item') is null then\n"
                 "    create type public.pawl_item as (declaration text, fence integer, claim bigint);\n"
                 "  end if;\n"
                 "end\n"
                 "$pawl$;\n\n"
                 "create table if not exists {pending} (\n"
                 "  {name}_id ");
    text_put(out, postgres_column_types[machine->key_type]);
    sql_template(
        out, &sql_postgres, machine,
        " not null,\n"
        "  declaration text collate \"C\" not null,\n"
        "  is_work boolean not null,\n"
        "  due_at timestamptz not null,\n"
        "  fence integer not null,\n"
        "  claim bigint not null default 0,\n"
        "  attempts integer not null default 0,\n"
        "  last_error text collate \"C\",\n"
        "  parked_at timestamptz,\n"
        "  is_asleep boolean not null default false,\n"
        "  primary key ({name}_id, declaration)\n"
        ");\n"
        "create index if not exists {name}_pending_due on {pending} (is_work, due_at)\n"
        "  where parked_at is null and is_asleep = false;\n\n"
        "create or replace view {pending}_rules\n"
        "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n");
    sql_queue_rules(out, &sql_postgres, machine, duration);
    sql_template(out, &sql_postgres, machine, ";\n\n" POSTGRES_REFUSE_WRITE("{pending}"));
    sql_template(
        out, &sql_postgres, machine,
        "grant select on {pending}, {pending}_rules to pawl_app;\n\n"
        "comment on table {pending} is 'Timers that run and work that waits: one row for each.';\n"
        "comment on column {pending}.due_at is 'For whoever has claimed it: the end of his lease.';\n"
        "comment on column {pending}.fence is 'The sort_key of the move that began it.';\n"
        "comment on column {pending}.claim is 'Grows with each claim, so that of two workers the "
        "later one counts.';\n"
        "comment on column {pending}.parked_at is 'Put aside, because its attempts are spent: "
        "{name}_pending_retry brings it back.';\n"
        "comment on column {pending}.is_asleep is 'The state answers the timer''s event in another "
        "way.';\n"
        "comment on view {pending}_rules is 'How each timer and work is treated.';\n");
}

/* ---- functions ---------------------------------------------------------------------------------- */

/* A function of workers, which pawl_app may call. `arguments` are the types of its parameters. */
static void worker_function(struct text *out, const struct model_machine *machine, const char *name,
                            const char *arguments, const char *parameters_and_body, const char *description) {
    struct text whole = TEXT_INIT;
    sql_template(&whole, &sql_postgres, machine, "function {pending}_");
    text_printf(&whole, "%s(%s%s)", name, postgres_types[machine->key_type], arguments);
    if (text_failed(&whole)) {
        out->failed = true;
    } else {
        sql_template(out, &sql_postgres, machine, "\ncreate or replace function {pending}_");
        text_printf(out, "%s(id %s", name, postgres_types[machine->key_type]);
        sql_template(out, &sql_postgres, machine, parameters_and_body);
        text_printf(out, "revoke all on %s from public;\ngrant execute on %s to pawl_app;\n", whole.data,
                    whole.data);
        text_printf(out, "comment on %s is '%s';\n", whole.data, description);
    }
    text_free(&whole);
}

#define SECURITY "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"

/* The head before the queue, as a move takes them, so that no two ever wait for each other. */
#define LOCK_HEAD "  perform from {current} head where head.{name}_id = $1 for no key update;\n"

#define THE_ITEM                                                                                             \
    "p.{name}_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"                       \
    "      and p.claim = ($2).claim and p.parked_at is null"

static void claim_function(struct text *out, const struct model_machine *machine) {
    sql_template(out, &sql_postgres, machine,
                 "\ncreate or replace function {pending}_claim(\n"
                 "  at_most integer default 1, kind text default null, lease interval default null)\n"
                 "returns table (id ");
    text_put(out, postgres_types[machine->key_type]);
    sql_template(
        out, &sql_postgres, machine,
        ", item public.pawl_item, event text, attempts integer, is_spent boolean,\n"
        "  is_parked boolean, leased_until timestamptz)\n" SECURITY
        "  set enable_seqscan = off set enable_bitmapscan = off -- statistics of a queue are always old\n"
        "as $pawl$\n"
        "#variable_conflict use_column\n"
        "declare\n"
        "  moment timestamptz := clock_timestamp();\n"
        "  room integer := $1;\n"
        "  taken integer;\n"
        "  works boolean;\n"
        "begin\n"
        "  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' then\n"
        "    raise exception 'at_most is at least 1; kind is timer, work or null; a lease is more than "
        "nothing'\n"
        "      using errcode = 'invalid_parameter_value';\n"
        "  end if;\n"
        "  foreach works in array array[false, true] loop\n"
        "    continue when room < 1 or works <> ($2 = 'work');\n"
        "    return query\n"
        "      with due as materialized (\n"
        "        select p.ctid as place from {pending} p\n"
        "          where p.is_work = works and p.parked_at is null and p.is_asleep = false\n"
        "            and p.due_at <= moment\n"
        "          order by p.due_at limit room for update skip locked\n"
        "      ), leased as (\n"
        "        update {pending} p\n"
        "          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,\n"
        "            attempts = p.attempts + 1,\n"
        "            -- `else` is tried so often, too\n"
        "            parked_at = case when p.attempts >= rule.attempts\n"
        "              + case when p.is_work and rule.event is not null then {spent_attempts} else 0 end\n"
        "              then moment end,\n"
        "            last_error = case when p.attempts >= rule.attempts and p.last_error is null\n"
        "              then 'its workers came to no end' else p.last_error end\n"
        "          from due, {pending}_rules rule\n"
        "          where p.ctid = due.place and rule.declaration = p.declaration\n"
        "          returning p.*, rule.event, rule.attempts as allowed\n"
        "      )\n"
        "      select leased.{name}_id, row(leased.declaration, leased.fence, "
        "leased.claim)::public.pawl_item,\n"
        "        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),\n"
        "        leased.parked_at is not null, leased.due_at from leased;\n"
        "    get diagnostics taken = row_count;\n"
        "    room := room - taken;\n"
        "  end loop;\n"
        "end\n"
        "$pawl$;\n"
        "revoke all on function {pending}_claim(integer, text, interval) from public;\n"
        "grant execute on function {pending}_claim(integer, text, interval) to pawl_app;\n"
        "comment on function {pending}_claim(integer, text, interval) is 'Leases what is due, the longest "
        "due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt "
        "left: complete it without an event. What is_parked is only told.';\n");
}

static void complete_function(struct text *out, const struct model_machine *machine) {
    struct text body = TEXT_INIT;
    sql_template(&body, &sql_postgres, machine,
                 ", item public.pawl_item, event text default null,\n"
                 "  args jsonb default null, actor text default null, request_id text default null)\n"
                 "returns public.pawl_outcome\n" SECURITY "as ");
    struct text inner = TEXT_INIT;
    sql_template(&inner, &sql_postgres, machine,
                 "\n#variable_conflict use_column\n"
                 "declare\n"
                 "  outcome public.pawl_outcome;\n"
                 "  fired text := $3;\n"
                 "begin\n"
                 "  if fired is null then\n"
                 "    select rule.event into fired from {pending}_rules rule\n"
                 "      where rule.declaration = ($2).declaration;\n"
                 "  end if;\n"
                 "  case when $2 is null then\n"
                 "    outcome.status := 'MISUSE';\n");
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        if (event->is_creation)
            continue;
        text_put(&inner, "  when fired = ");
        escape_postgres_literal(&inner, event->stored);
        text_put(&inner, " then\n    outcome := ");
        postgres_function_name(&inner, machine, event);
        text_put(&inner, "($1");
        for (size_t p = 0; p < event->param_count; p++) {
            text_put(&inner, ", ($4->>");
            escape_postgres_literal(&inner, event->params[p].name);
            text_printf(&inner, ")::%s", postgres_types[event->params[p].type]);
        }
        text_put(&inner, ", $5, $6, item => $2);\n");
    }
    text_put(&inner, "  else\n"
                     "    outcome.status := 'MISUSE';\n"
                     "  end case;\n"
                     "  return outcome;\n"
                     "end\n");
    if (!text_failed(&inner))
        escape_dollar_quote(&body, inner.data);
    body.failed |= text_failed(&inner);
    text_free(&inner);
    text_put(&body, ";\n");
    if (text_failed(&body))
        out->failed = true;
    else
        worker_function(out, machine, "complete", ", public.pawl_item, text, jsonb, text, text", body.data,
                        "Fires the event, or the one of a timer or of `else`, if the caller still has the "
                        "claim, otherwise CONFLICT. args are the event''s parameters by name.");
    text_free(&body);
}

void postgres_queue_functions(struct text *out, const struct model_machine *machine) {
    if (!queue_is_used(machine))
        return;
    claim_function(out, machine);
    complete_function(out, machine);
    worker_function(out, machine, "not_yet", ", public.pawl_item, interval",
                    ", item public.pawl_item, pause interval default null)\n"
                    "returns boolean\n" SECURITY "as $pawl$\n"
                    "#variable_conflict use_column\n"
                    "begin\n" LOCK_HEAD "  update {pending} p\n"
                    "    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,\n"
                    "      attempts = p.attempts - 1, last_error = null\n"
                    "    from {pending}_rules rule\n"
                    "    where rule.declaration = p.declaration and " THE_ITEM ";\n"
                    "  return found;\n"
                    "end\n"
                    "$pawl$;\n",
                    "Tried again later; no attempt is counted. False where the claim is lost.");
    worker_function(
        out, machine, "fail", ", public.pawl_item, text",
        ", item public.pawl_item, error text)\n"
        "returns boolean\n" SECURITY "as $pawl$\n"
        "#variable_conflict use_column\n"
        "begin\n" LOCK_HEAD "  update {pending} p\n"
        "    set claim = p.claim + 1, last_error = $3,\n"
        "      -- with its last attempt it is due at once for whoever fires `else`, or put aside\n"
        "      parked_at = case when p.attempts >= rule.attempts\n"
        "        + case when p.is_work and rule.event is not null then 1 else 0 end\n"
        "        then clock_timestamp() end,\n"
        "      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'\n"
        "        else least(rule.backoff_to,\n"
        "            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end\n"
        "    from {pending}_rules rule\n"
        "    where rule.declaration = p.declaration and " THE_ITEM ";\n"
        "  return found;\n"
        "end\n"
        "$pawl$;\n",
        "Tried again after a pause that doubles, or put aside when its attempts are spent. False where the "
        "claim is lost.");
    worker_function(out, machine, "extend", ", public.pawl_item, interval",
                    ", item public.pawl_item, lease interval default null)\n"
                    "returns boolean\n" SECURITY "as $pawl$\n"
                    "#variable_conflict use_column\n"
                    "begin\n" LOCK_HEAD "  update {pending} p\n"
                    "    set due_at = clock_timestamp() + coalesce($3, rule.lease)\n"
                    "    from {pending}_rules rule\n"
                    "    where rule.declaration = p.declaration and " THE_ITEM ";\n"
                    "  return found;\n"
                    "end\n"
                    "$pawl$;\n",
                    "The lease begins anew. False where the claim is lost.");
    worker_function(out, machine, "retry", ", text",
                    ", declaration text)\n"
                    "returns boolean\n" SECURITY "as $pawl$\n"
                    "#variable_conflict use_column\n"
                    "begin\n" LOCK_HEAD "  update {pending} p\n"
                    "    set parked_at = null, due_at = clock_timestamp(), attempts = 0\n"
                    "    where p.{name}_id = $1 and p.declaration = $2 and p.parked_at is not null;\n"
                    "  return found;\n"
                    "end\n"
                    "$pawl$;\n",
                    "What was put aside is due again. False where nothing is.");
}

/* ---- in the function of an event ---------------------------------------------------------------- */

bool postgres_takes_item(const struct model_machine *machine, const struct model_event *event) {
    return queue_is_used(machine) && !event->is_creation;
}

static bool is_timer(const struct model_machine *machine, const struct model_event *event) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (&machine->events[machine->timers[i].event] == event)
            return true;
    return false;
}

/* Work is completed with any event, a timer with its own. */
static void fires(struct text *out, const struct model_machine *machine, const struct model_event *event) {
    bool any = false;
    text_put(out, "\n      and (p.is_work");
    for (size_t i = 0; i < machine->timer_count; i++) {
        if (&machine->events[machine->timers[i].event] != event)
            continue;
        text_put(out, any ? ", " : " or p.declaration in (");
        name_literal(out, machine, i);
        any = true;
    }
    text_put(out, any ? "))" : ")");
}

void postgres_queue_check(struct text *out, const struct model_machine *machine,
                          const struct model_event *event, size_t item) {
    if (!postgres_takes_item(machine, event))
        return;
    text_printf(out, "  if not ($%zu is null) then\n", item);
    sql_template(out, &sql_postgres, machine,
                 "    perform from {pending} p where p.{name}_id = $1 and p.parked_at is null\n"
                 "      and p.is_asleep = false");
    text_printf(out,
                " and p.declaration = ($%zu).declaration\n"
                "      and p.fence = ($%zu).fence and p.claim = ($%zu).claim",
                item, item, item);
    fires(out, machine, event);
    text_put(out, ";\n"
                  "    if not found then -- somebody else has it, or nobody has anything to do any more\n"
                  "      outcome.status := 'CONFLICT';\n"
                  "      return outcome;\n"
                  "    end if;\n"
                  "  end if;\n");
}

/* What was claimed and is there after the move, too: the timer has struck, and the work goes on. */
static void settle(struct text *out, const struct model_machine *machine, const struct model_event *event,
                   size_t item) {
    if (!is_timer(machine, event) && machine->work_count == 0)
        return;
    text_printf(out, "  if not ($%zu is null) then\n", item);
    if (is_timer(machine, event)) {
        sql_template(out, &sql_postgres, machine, "    delete from {pending} p where p.{name}_id = $1");
        text_printf(out,
                    " and not p.is_work\n"
                    "      and p.declaration = ($%zu).declaration and p.fence = ($%zu).fence;\n",
                    item, item);
    }
    if (machine->work_count > 0) {
        sql_template(
            out, &sql_postgres, machine,
            "    update {pending} p set claim = p.claim + 1, attempts = 0, last_error = null,\n"
            "        due_at = outcome.created_at + case when outcome.from_state = outcome.to_state then "
            "rule.every\n"
            "          else interval '0' end\n"
            "      from {pending}_rules rule\n"
            "      where rule.declaration = p.declaration and p.is_work and p.{name}_id = $1\n");
        text_printf(out, "        and p.declaration = ($%zu).declaration and p.fence = ($%zu).fence;\n", item,
                    item);
    }
    text_put(out, "  end if;\n");
}

/* The time of an `at` timer that the event begins. */
static void time_of(struct text *out, const struct model_machine *machine, const struct model_event *event,
                    const struct model_reference *at) {
    for (size_t i = 0; i < event->param_count; i++)
        if (event->params[i].column == at->column && (at->kind == MODEL_PARAM || event->is_creation)) {
            text_printf(out, "$%zu", i + 2);
            return;
        }
    if (event->is_creation) {
        text_put(out, "null::timestamptz");
        return;
    }
    text_put(out, "(select made.");
    sql_name(out, &sql_postgres, machine->columns[at->column].name);
    sql_template(out, &sql_postgres, machine,
                 " from {transitions} made where made.{name}_id = $1 and made.sort_key = {step})");
}

static bool is_at(const struct model_machine *machine, size_t number) {
    const struct model_timer *timer = queue_rule(machine, number).timer;
    return timer != NULL && timer->kind == MODEL_AT;
}

static bool ends(const struct model_machine *machine, size_t number, const struct model_move *move) {
    enum queue_change change = queue_change(machine, number, move);
    /* one that begins anew may have no time this time */
    return change == QUEUE_END ||
           (change == QUEUE_BEGIN && is_at(machine, number) && move->from != MODEL_NOTHING &&
            queue_presence(machine, number, move->from) != QUEUE_OUTSIDE);
}

static bool begins(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_BEGIN;
}

static bool falls_asleep(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_SLEEP;
}

static bool wakes(const struct model_machine *machine, size_t number, const struct model_move *move) {
    return queue_change(machine, number, move) == QUEUE_WAKE;
}

typedef bool choose_fn(const struct model_machine *machine, size_t number, const struct model_move *move);

/* "before" and the names of those that are chosen; false where there are none. */
static bool statement_of(struct text *out, const struct model_machine *machine, const struct model_move *move,
                         choose_fn *choose, const char *before) {
    bool any = false;
    for (size_t i = 0; i < queue_count(machine); i++) {
        if (!choose(machine, i, move))
            continue;
        if (!any) {
            sql_template(out, &sql_postgres, machine, before);
            sql_template(out, &sql_postgres, machine,
                         "\n      where p.{name}_id = $1 and p.declaration in (");
        } else {
            text_put(out, ", ");
        }
        name_literal(out, machine, i);
        any = true;
    }
    if (any)
        text_put(out, ");\n");
    return any;
}

static void due_at(struct text *out, const struct model_machine *machine, size_t number,
                   const struct model_move *move) {
    const struct model_timer *timer = queue_rule(machine, number).timer;
    if (timer != NULL && timer->kind == MODEL_AT) {
        time_of(out, machine, &machine->events[move->event], timer->at);
        return;
    }
    text_put(out, "outcome.created_at");
    if (timer != NULL) {
        text_put(out, " + ");
        duration(out, timer->after_ms);
    }
}

static void insert(struct text *out, const struct model_machine *machine, const struct model_move *move) {
    bool any = false;
    for (size_t i = 0; i < queue_count(machine); i++) {
        if (!begins(machine, i, move))
            continue;
        if (!any)
            sql_template(
                out, &sql_postgres, machine,
                "    insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep)\n"
                "      select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key,\n"
                "          begun.is_asleep\n"
                "        from (values (");
        else
            text_put(out, ",\n          (");
        name_literal(out, machine, i);
        text_put(out, queue_rule(machine, i).work != NULL ? ", true, " : ", false, ");
        due_at(out, machine, i, move);
        text_printf(out, ", %s)", queue_presence(machine, i, move->to) == QUEUE_ASLEEP ? "true" : "false");
        any = true;
    }
    if (any)
        sql_template(
            out, &sql_postgres, machine,
            ") begun (declaration, is_work, due_at, is_asleep)\n"
            "        where begun.due_at is not null\n"
            "      on conflict ({name}_id, declaration) do update\n"
            "        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,\n"
            "          last_error = null, parked_at = null, is_asleep = excluded.is_asleep;\n");
}

/* Shortens the wait of a worker that has nothing to do; who does not hear it looks again by himself. */
static void notify(struct text *out, const struct model_machine *machine, const struct model_move *move,
                   bool is_woken) {
    bool any = false;
    for (size_t i = 0; i < queue_count(machine) && !is_woken; i++)
        is_woken = begins(machine, i, move) && queue_rule(machine, i).work != NULL;
    if (!is_woken) {
        for (size_t i = 0; i < queue_count(machine); i++) {
            if (!begins(machine, i, move) || !is_at(machine, i))
                continue;
            text_put(out, any ? "\n        or " : "    if ");
            due_at(out, machine, i, move);
            text_put(out, " <= outcome.created_at");
            any = true;
        }
        if (!any)
            return;
        text_put(out, " then\n  ");
    }
    sql_template(out, &sql_postgres, machine, "    perform pg_notify('{name}_pending', '');\n");
    if (any)
        text_put(out, "    end if;\n");
}

static void changes_of(struct text *out, const struct model_machine *machine, const struct model_move *move) {
    statement_of(out, machine, move, ends, "    delete from {pending} p");
    statement_of(out, machine, move, falls_asleep, "    update {pending} p set is_asleep = true");
    bool is_woken = statement_of(out, machine, move, wakes, "    update {pending} p set is_asleep = false");
    insert(out, machine, move);
    notify(out, machine, move, is_woken);
}

/* Moves of one event that do the same to the queue share a branch. */
struct branch {
    uint64_t hash;
    struct text changes;
};

struct branches {
    const struct model_move *moves;
    size_t move_count;
    size_t *of_move; /* [move_count] */
    struct branch *list;
    size_t count;
};

static size_t branch_of(struct branches *branches, struct text *changes) {
    uint64_t hash = hash_bytes(changes->data == NULL ? "" : changes->data, changes->length);
    for (size_t i = 0; i < branches->count; i++) {
        const struct text *known = &branches->list[i].changes;
        if (branches->list[i].hash == hash && known->length == changes->length &&
            (known->length == 0 || memcmp(known->data, changes->data, known->length) == 0)) {
            text_free(changes);
            return i;
        }
    }
    branches->list[branches->count] = (struct branch){hash, *changes};
    return branches->count++;
}

static void find_branches(struct branches *branches, const struct model_machine *machine, struct text *out) {
    branches->of_move = calloc(branches->move_count + 1, sizeof *branches->of_move);
    branches->list = calloc(branches->move_count + 1, sizeof *branches->list);
    if (branches->of_move == NULL || branches->list == NULL) {
        branches->move_count = 0;
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < branches->move_count; i++) {
        struct text changes = TEXT_INIT;
        changes_of(&changes, machine, &branches->moves[i]);
        out->failed |= text_failed(&changes);
        branches->of_move[i] = branch_of(branches, &changes);
    }
}

/* `same` beside `stay`, each behind a guard: moves that lead to one state and do not do the same. */
static bool need_numbers(const struct branches *branches) {
    for (size_t i = 1; i < branches->move_count; i++)
        for (size_t j = i; j > 0 && branches->moves[j - 1].from == branches->moves[i].from; j--)
            if (branches->moves[j - 1].to == branches->moves[i].to &&
                branches->of_move[j - 1] != branches->of_move[i])
                return true;
    return false;
}

/* From a state, to a state and, where that is not enough, which of the event's moves from there. */
static void pair(struct text *out, const struct model_machine *machine, const struct model_move *move,
                 bool by_number) {
    text_char(out, '(');
    escape_postgres_literal(out, move->from == MODEL_NOTHING ? "" : machine->states[move->from].stored);
    text_put(out, ", ");
    escape_postgres_literal(out, machine->states[move->to].stored);
    if (by_number)
        text_printf(out, ", %zu",
                    (size_t)(move - machine->moves) - model_first_move(machine, move->event, move->from) + 1);
    text_char(out, ')');
}

static void write_branch(struct text *out, const struct model_machine *machine,
                         const struct branches *branches, size_t number, bool by_number) {
    bool any = false;
    text_put(out, by_number ? "(outcome.from_state, outcome.to_state, coalesce(outcome.move, 1)) in ("
                            : "(outcome.from_state, outcome.to_state) in (");
    for (size_t i = 0; i < branches->move_count; i++) {
        if (branches->of_move[i] != number)
            continue;
        text_put(out, any ? ", " : "");
        pair(out, machine, &branches->moves[i], by_number);
        any = true;
    }
    text_put(out, ") then\n");
    text_put(out, branches->list[number].changes.data);
}

void postgres_queue_follow(struct text *out, const struct model_machine *machine, size_t event, size_t item) {
    if (!queue_is_used(machine))
        return;
    const size_t first = model_first_move(machine, event, MODEL_NOTHING);
    struct branches branches = {.moves = machine->moves + first,
                                .move_count = model_first_move(machine, event + 1, MODEL_NOTHING) - first};
    bool any = false;
    find_branches(&branches, machine, out);
    const bool by_number = need_numbers(&branches);
    for (size_t i = 0; i < branches.count; i++) {
        if (branches.list[i].changes.length > 0 && !out->failed) {
            text_put(out, any ? "  elsif " : "  if ");
            write_branch(out, machine, &branches, i, by_number);
            any = true;
        }
        text_free(&branches.list[i].changes);
    }
    text_put(out, any ? "  end if;\n" : "");
    free(branches.of_move);
    free(branches.list);
    if (postgres_takes_item(machine, &machine->events[event]))
        settle(out, machine, &machine->events[event], item);
}
