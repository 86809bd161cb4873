#include "emit/sql/queue.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/template.h"

#include <inttypes.h>

/* Seconds, since a day of PostgreSQL's intervals has 23 or 25 hours twice a year. */
void postgres_duration(struct text *out, int64_t ms) {
    text_printf(out, "interval '%" PRId64, ms / 1000);
    if (ms % 1000 != 0)
        text_printf(out, ".%03" PRId64, ms % 1000);
    text_put(out, " seconds'");
}

/* ---- tables ------------------------------------------------------------------------------------- */

/* Before it is recorded what all machines share. */
void postgres_queue_type(struct text *out, const struct model_machine *machines, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || queue_is_used(&machines[i]);
    if (any)
        text_put(out, "do $pawl$\n"
                      "begin\n"
                      "  if to_regtype('public.pawl_item') is null then\n"
                      "    create type public.pawl_item as (declaration text, fence integer, claim bigint);\n"
                      "  end if;\n"
                      "end\n"
                      "$pawl$;\n");
}

void postgres_queue_tables(struct text *out, const struct model_machine *machine) {
    if (!queue_is_used(machine))
        return;
    sql_template(out, &sql_postgres, machine,
                 "\n"
                 "create table if not exists {pending} (\n"
                 "  {name}_id ");
    text_put(out, postgres_column_type(machine->key_type));
    sql_template(out, &sql_postgres, machine,
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
                 "  session integer,\n"
                 "  primary key ({name}_id, declaration)\n"
                 ");\n");
    sql_template(out, &sql_postgres, machine,
                 POSTGRES_COLUMN("{pending}", "session", "integer")
                     POSTGRES_INDEX("{schema}", "", "{name}_pending_due",
                                    "{pending} (is_work, due_at)\n"
                                    "      where parked_at is null and is_asleep = false")
                         POSTGRES_INDEX("{schema}", "", "{name}_pending_session",
                                        "{pending} (is_work, session)\n"
                                        "      where session is not null and parked_at is null"));
    sql_template(
        out, &sql_postgres, machine,
        "\ncreate or replace view {pending}_rules\n"
        "  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n");
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = machine};
    sql_render_inline(out, &scope, "queue_rules");
    sql_template(out, &sql_postgres, machine, ";\n\n" POSTGRES_REFUSE_WRITES("'{pending}'"));
    sql_template(
        out, &sql_postgres, machine,
        "grant select on {pending}, {pending}_rules to pawl_app, pawl_operator;\n\n"
        "comment on table {pending} is 'Timers that run and work that waits: one row for each.';\n"
        "comment on column {pending}.due_at is 'For whoever has claimed it: the end of his lease.';\n"
        "comment on column {pending}.fence is 'The sort_key of the move that began it.';\n"
        "comment on column {pending}.claim is 'Grows with each claim, so that of two workers the "
        "later one counts.';\n"
        "comment on column {pending}.parked_at is 'Put aside, because its attempts are spent: "
        "{name}_pending_retry brings it back.';\n"
        "comment on column {pending}.is_asleep is 'The state answers the timer''s event in another "
        "way.';\n"
        "comment on column {pending}.session is 'Of whoever has claimed it, where the end of his session "
        "ends his lease, too: see pawl_session().';\n"
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
#define LOCK_HEAD "  perform from {locked} = $1 for no key update;\n"

#define THE_ITEM                                                                                             \
    "p.{name}_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence\n"                       \
    "      and p.claim = ($2).claim and p.parked_at is null and {is_accepted}"

#define DURATION_MAX "interval '36525 days'" /* PAWL_DURATION_MAX_US; PostgreSQL's years have 360 */

/* The third argument, a duration or null. */
#define CHECK_DURATION(is_less, words)                                                                       \
    "  if $3 " is_less " interval '0' or $3 > " DURATION_MAX " then\n"                                       \
    "    raise exception '" words ", and at most 100 years'\n"                                               \
    "      using errcode = 'invalid_parameter_value';\n"                                                     \
    "  end if;\n"

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
        "  own integer := public.pawl_session();\n"
        "  room integer := $1;\n"
        "  taken integer;\n"
        "  gone integer[];\n"
        "  works boolean;\n"
        "begin\n"
        "  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or\n"
        "     $3 > " DURATION_MAX " then\n"
        "    raise exception 'at_most is at least 1; kind is timer, work or null; a lease is more than "
        "nothing, and at most 100 years'\n"
        "      using errcode = 'invalid_parameter_value';\n"
        "  end if;\n"
        "  if exists (select from public.pawl_freezes type_lock\n"
        "             where type_lock.machine = {machine} and type_lock.mode is not null\n"
        "               and (type_lock.until is null or type_lock.until > moment)) then\n"
        "    return; -- workers leave a frozen machine alone\n"
        "  end if;\n");
    sql_template(
        out, &sql_postgres, machine,
        "  foreach works in array array[false, true] loop\n"
        "    continue when room < 1 or works <> ($2 = 'work');\n"
        "    loop\n"
        "      return query\n"
        "        with due as materialized (\n"
        "          select p.ctid as place from {pending} p\n"
        "            where p.is_work = works and p.parked_at is null and p.is_asleep = false\n"
        "              and p.due_at <= moment and {is_accepted}\n"
        "            order by p.due_at limit room for update skip locked\n"
        "        ), leased as (\n"
        "          update {pending} p\n"
        "            set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1, session = own,\n"
        "              attempts = p.attempts + 1,\n"
        "              -- `else` is tried so often, too\n"
        "              parked_at = case when p.attempts >= rule.attempts\n"
        "                + case when p.is_work and rule.event is not null then {spent_attempts} else 0 end\n"
        "                then moment end,\n"
        "              last_error = case when p.attempts >= rule.attempts and p.last_error is null\n"
        "                then 'its workers came to no end' else p.last_error end\n"
        "            from due, {pending}_rules rule\n"
        "            where p.ctid = due.place and rule.declaration = p.declaration\n"
        "            returning p.*, rule.event, rule.attempts as allowed\n"
        "        )\n"
        "        select leased.{name}_id, row(leased.declaration, leased.fence, "
        "leased.claim)::public.pawl_item,\n"
        "          leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),\n"
        "          leased.parked_at is not null, leased.due_at from leased;\n"
        "      get diagnostics taken = row_count;\n"
        "      room := room - taken;\n"
        "      exit when taken > 0;\n"
        "      -- whoever finds nothing ends the leases of those whose sessions are gone, and looks again\n"
        "      gone := array(\n"
        "        with recursive holder as ( -- from number to number, however much each has\n"
        "          (select p.session from {pending} p\n"
        "            where p.is_work = works and p.parked_at is null and p.session is not null\n"
        "            order by p.session limit 1)\n"
        "          union all\n"
        "          select (select p.session from {pending} p\n"
        "            where p.is_work = works and p.parked_at is null and p.session > holder.session\n"
        "            order by p.session limit 1) from holder where holder.session is not null\n"
        "        )\n"
        "        select holder.session from holder where public.pawl_session_is_gone(holder.session) limit "
        "100);\n"
        "      exit when cardinality(gone) = 0;\n"
        "      with left_behind as materialized (\n"
        "        select p.ctid as place from {pending} p\n"
        "          where p.session = any (gone) and p.parked_at is null and p.is_work = works\n"
        "            and p.due_at > moment and {is_accepted} for update skip locked\n"
        "      )\n"
        "      update {pending} p set due_at = moment from left_behind where p.ctid = left_behind.place;\n"
        "      exit when not found;\n"
        "    end loop;\n"
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
                 "begin\n");
    sql_template(&inner, &sql_postgres, machine,
                 "{>join_moves}\n"); /* before the view of the rules, which a migration replaces */
    sql_template(&inner, &sql_postgres, machine,
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
        postgres_event_name(&inner, machine, event);
        text_put(&inner, "($1");
        for (size_t p = 0; p < event->param_count; p++) {
            text_put(&inner, ", ($4->>");
            escape_postgres_literal(&inner, event->params[p].name);
            text_printf(&inner, ")::%s", postgres_types[event->params[p].type]);
        }
        text_put(&inner, ", $5, $6, null::integer");
        if (machine->key != NULL)
            text_put(&inner, ", null::text, null::bigint");
        text_put(&inner, postgres_takes_verdicts(machine, event) ? ", null::text, $2);\n" : ", $2);\n");
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
                    "begin\n" CHECK_DURATION("<", "a pause is not less than nothing") LOCK_HEAD
                    "  update {pending} p\n"
                    "    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,\n"
                    "      session = null, attempts = p.attempts - 1, last_error = null\n"
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
        "    set claim = p.claim + 1, session = null, last_error = $3,\n"
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
                    "begin\n" CHECK_DURATION("<=", "a lease is more than nothing") LOCK_HEAD
                    "  update {pending} p\n"
                    "    set due_at = clock_timestamp() + coalesce($3, rule.lease), session = "
                    "public.pawl_session()\n"
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
                    "    set parked_at = null, due_at = clock_timestamp(), session = null, attempts = 0\n"
                    "    where p.{name}_id = $1 and p.declaration = $2 and p.parked_at is not null\n"
                    "      and {is_accepted};\n"
                    "  return found;\n"
                    "end\n"
                    "$pawl$;\n",
                    "What was put aside is due again. False where nothing is.");
}
