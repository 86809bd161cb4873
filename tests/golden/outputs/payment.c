/* Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again. */
#include "payment.h"

#if defined(__GNUC__) /* ISO C promises no more than 4,095 bytes in a literal; SQL may be longer */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#ifdef __cplusplus /* a struct and a function of one name, as C allows */
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#endif

/* ---- payment: Bank payment --------------------------------------------------------------------------------------- */

static const struct pawl_state states_of_payment[] = {
    {"", "", "", false},
    {"pending_submission", "pending_submission", "Waiting to be sent", false},
    {"submitted", "submitted", "With the bank", false},
    {"paid", "paid", "Paid out", true},
    {"cancelled", "cancelled", "Cancelled", true},
};

static const struct pawl_column columns_of_payment[] = {
    {"amount", PAWL_TYPE_BIGINT, offsetof(struct payment_record, amount), false},
    {"currency", PAWL_TYPE_TEXT, offsetof(struct payment_record, currency), false},
    {"submission_id", PAWL_TYPE_TEXT, offsetof(struct payment_record, submission_id), false},
    {"reason", PAWL_TYPE_TEXT, offsetof(struct payment_record, reason), false},
};

static const struct pawl_param params_of_payment_create[] = {
    {"amount", PAWL_TYPE_BIGINT, false, 0, offsetof(struct payment_create_args, amount)},
    {"currency", PAWL_TYPE_TEXT, false, 1, offsetof(struct payment_create_args, currency)},
};

static const struct pawl_param params_of_payment_submit[] = {
    {"submission_id", PAWL_TYPE_TEXT, false, 2, offsetof(struct payment_submit_args, submission_id)},
};

static const struct pawl_param params_of_payment_cancel[] = {
    {"reason", PAWL_TYPE_TEXT, true, 3, offsetof(struct payment_cancel_args, reason)},
};

static const struct pawl_event events_of_payment[] = {
    {"", "", "", false, false, false, 0, NULL},
    {"create", "create", "Ask for a payment", true, false, false, 2, params_of_payment_create},
    {"submit", "submit", "Send to the bank", false, false, false, 1, params_of_payment_submit},
    {"confirm", "confirm", "Bank confirms", false, false, false, 0, NULL},
    {"cancel", "cancel", "Cancel", false, false, false, 1, params_of_payment_cancel},
};

/* A row for each event, a column for each state, the first of both for none. */
static const uint16_t next_of_payment[] = {
    0, 0, 0, 0, 0, /* none */
    1, 0, 0, 0, 0, /* create */
    0, 2, 0, 0, 0, /* submit */
    0, 0, 3, 0, 0, /* confirm */
    0, 4, 4, 0, 0, /* cancel */
};

/* For each state the event that moves to it; see pawl_move_to. */
static const uint16_t move_to_of_payment[] = {
    0,
    0, /* pending_submission */
    0, /* submitted */
    3, /* paid */
    4, /* cancelled */
};

static const struct pawl_event_calls postgres_calls_of_payment[] = {
    {NULL, NULL, NULL, NULL},
    {/* create */
    "select public.payment_create($1::text, $2::bigint, $3::text, $4::text, $5::text) where public.payment_model_2_f7778b177c88b7a5()", /* one */
    "select * from public.payment_create_many($1::text[], $2::bigint[], $3::text[], $4::text, $5::text[], $6::text[], $7::boolean)\n"
    "  where public.payment_model_2_f7778b177c88b7a5()", /* many */
    NULL, NULL, /* alone, gathered */
    },
    {/* submit */
    "select public.payment_submit($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()", /* one */
    "select * from public.payment_submit_many($1::text[], $2::text[], $3::text, $4::text[], $5::integer[], $6::text[], $7::boolean)\n"
    "  where public.payment_model_2_f7778b177c88b7a5()", /* many */
    NULL, NULL, /* alone, gathered */
    },
    {/* confirm */
    "select public.payment_confirm($1::text, $2::text, $3::text, $4::integer) where public.payment_model_2_f7778b177c88b7a5()", /* one */
    "select * from public.payment_confirm_many($1::text[], $2::text, $3::text[], $4::integer[], $5::text[], $6::boolean)\n"
    "  where public.payment_model_2_f7778b177c88b7a5()", /* many */
    NULL, NULL, /* alone, gathered */
    },
    {/* cancel */
    "select public.payment_cancel($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()", /* one */
    "select * from public.payment_cancel_many($1::text[], $2::text[], $3::text, $4::text[], $5::integer[], $6::text[], $7::boolean)\n"
    "  where public.payment_model_2_f7778b177c88b7a5()", /* many */
    NULL, NULL, /* alone, gathered */
    },
};

static const struct pawl_statements postgres_of_payment = {
    "begin;\nset local client_min_messages = warning;\nset local search_path = pg_catalog, pg_temp;\n"
    "set local standard_conforming_strings = on;\n\n"
    "-- The shared schema must be there. It has the routines that are called below.\ndo $pawl$\ndeclare\n"
    "  present integer;\nbegin\n  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time\n"
    "  if to_regclass('public.pawl_schema') is not null then\n"
    "    if (select pg_get_userbyid(registry.relowner) <> 'pawl_owner' from pg_class registry\n"
    "        where registry.oid = 'public.pawl_schema'::regclass) then\n"
    "      raise exception 'table public.pawl_schema is not pawl_owner''s, but it has a name of Pawl''s; nothing was changed'\n"
    "        using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '\n"
    "          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql.';\n    end if;\n"
    "    present := (select known.version from public.pawl_schema known);\n  end if;\n"
    "  if present is distinct from 3 then\n"
    "    raise exception 'this database does not have version 3 of Pawl''s schema; nothing was changed' using errcode = 'PW006',\n"
    "      hint = case when present > 3 then 'Update pawl, pawlctl and libpawl: the database is newer.'\n"
    "        else 'Apply pawl.postgres.sql first, or let pawlctl apply do both.' end;\n  end if;\nend\n$pawl$;\n\n"
    "call public.pawl_require_rights('payment'::text, 'public.payments'::text, array['references']::text[], array['id']::text[], null::text);\n"
    "grant references (id) on public.payments to pawl_owner;\ncall public.pawl_become_owner();\n\n"
    "-- payment -----------------------------------------------------------------------------------------\n\n"
    "call public.pawl_refuse_entities_on_nodes('payment'::text, 'public.payments'::text);\n"
    "call public.pawl_begin_machine('payment'::text, 'f7778b177c88b7a5'::text, 'public'::text,\n"
    "  '{payment_current,payment_transitions,payment_moves,payment_state,payment_current_state_since,payment_transitions_request}'::text[], null::text);\n"
    "call public.pawl_take_back_calls('public'::text, '{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}'::text[]);\n"
    "call public.pawl_accept_programs('payment'::text, 'f7778b177c88b7a5'::text, 2::integer, 'public'::text);\n"
    "call public.pawl_refuse_key('payment'::text, 'public.payments'::text, 'id'::text, 'text'::text, 'text:text,character varying,name;int:integer,smallint;bigint:bigint,integer,smallint;uuid:uuid'::text);\n"
    "create table if not exists public.payment_current (\n  payment_id text collate \"C\" primary key\n"
    "    constraint payment_current_parent references public.payments (id),\n  state text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  since timestamptz not null\n"
    ") with (fillfactor = 80); -- leaves room for the next version of a row on its page\n\n"
    "create table if not exists public.payment_transitions (\n  payment_id text collate \"C\" not null,\n"
    "  sort_key integer not null,\n  event text collate \"C\" not null,\n  from_state text collate \"C\" not null,\n"
    "  to_state text collate \"C\" not null,\n  created_at timestamptz not null,\n  actor text collate \"C\" not null,\n"
    "  request_id text collate \"C\",\n  amount bigint,\n  currency text collate \"C\",\n"
    "  submission_id text collate \"C\",\n  reason text collate \"C\",\n  primary key (payment_id, sort_key)\n);\n"
    "call public.pawl_create_once('public.payment_current_state_since'::text,\n"
    "  'create index payment_current_state_since on public.payment_current (state, since, payment_id)'::text);\n"
    "call public.pawl_create_once('public.payment_transitions_request'::text,\n"
    "  'create unique index payment_transitions_request on public.payment_transitions (payment_id, request_id) where request_id is not null'::text);\n"
    "\ncreate or replace view public.payment_moves as select * from (values\n  ('create', '', 'pending_submission'),\n"
    "  ('submit', 'pending_submission', 'submitted'),\n  ('confirm', 'submitted', 'paid'),\n"
    "  ('cancel', 'pending_submission', 'cancelled'),\n  ('cancel', 'submitted', 'cancelled')\n"
    ") move (event, from_state, to_state);\n\ncreate or replace view public.payment_state as\n"
    "  select payment_id, state, sort_key, since from public.payment_current;\n\n"
    "call public.pawl_refuse_writes_to(array['public.payment_current', 'public.payment_transitions']::regclass[]);\n"
    "grant select on public.payment_current, public.payment_transitions, public.payment_moves, public.payment_state to pawl_app,\n"
    "  pawl_operator, pawl_reader;\ncall public.pawl_add_type_lock('payment'::text, 'public.payment_current'::text);\n"
    "call public.pawl_add_is_free('payment'::text, 'public'::text);\n\n"
    "comment on table public.payment_current is 'Bank payment\n"
    "A bank payment, from the moment it is asked for until the money has\n"
    "arrived. The bank answers some time after it has been told.\nOne row for each entity: its state.';\n"
    "call public.pawl_describe('public'::text, 'payment'::text, 'payment_transitions'::text);\n\n"
    "-- One function for each event. If the usual legal transition is not possible, the function locks the row and finds out why.\n"
    "-- payment_is_free(): false or null if the machine is frozen, or above read committed; pawl_refuse_locked then looks again.\n"
    "-- payment_model_2_f7778b177c88b7a5(): exists while programs of this version are accepted.\n\n"
    "create or replace function public.payment_create(id text, amount bigint, currency text, actor text default null,\n"
    "  request_id text default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  violated text;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $1 = '' or octet_length($1) > 1024\n     or $2 is null\n"
    "     or $3 is null\n     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then\n"
    "    return public.pawl_misuse('id, amount, currency'::text, true);\n  end if;\n"
    "  lock table only public.payment_current in row share mode; -- a later freeze or migration waits\n  loop\n"
    "    -- looked up before the insert, because an insert that fails costs more\n"
    "    select head.state, head.sort_key, head.since,\n"
    "        (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())\n"
    "      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from (values (1)) one left join public.payment_current head on head.payment_id = $1;\n"
    "    if outcome.sort_key is not null then\n      outcome.status := 'EXISTS';\n      if $5 is not null then\n"
    "        select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $5;\n"
    "        if found then\n          return row(case when earlier.event = 'create'\n"
    "              and earlier.amount is not distinct from $2\n"
    "              and earlier.currency is not distinct from $3 then 'OK' else 'REUSED' end,\n"
    "            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "        end if;\n      end if;\n"
    "      return public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $5, null::text, null::text, null::bigint, null::integer);\n"
    "    end if;\n    if violated is not null then -- it is there, but this transaction's snapshot is older\n"
    "      raise exception 'could not serialize access: payment was created in the meantime'\n"
    "        using errcode = 'serialization_failure';\n    end if;\n    if is_free is not true then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $5, null::text, null::text, null::bigint, null::integer);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then\n        return outcome;\n      end if;\n"
    "    end if;\n    outcome := row('OK', '', 'pending_submission', 10, clock_timestamp(), null, null, null);\n"
    "    begin\n      insert into public.payment_current (payment_id, state, sort_key, since)\n"
    "        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);\n      exit;\n"
    "    exception when unique_violation or foreign_key_violation then -- if another session was quicker: look again\n"
    "      get stacked diagnostics violated = constraint_name;\n      if violated = 'payment_current_parent' then\n"
    "        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.payments first, with that key as id')::public.pawl_outcome;\n"
    "      end if;\n      if violated <> 'payment_current_pkey' then\n        raise;\n      end if;\n    end;\n"
    "    outcome := null;\n  end loop;\n  insert into public.payment_transitions\n"
    "    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)\n"
    "  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    case when $4 like ' __-%' then session_user || $4 else coalesce($4, session_user) end, $5, $2, $3);\n"
    "  return outcome;\nend\n$pawl$;\n"
    "comment on function public.payment_create(text, bigint, text, text, text) is 'Ask for a payment\n"
    "Somebody asks for a payment; nothing has left the house yet.';\n\n"
    "create or replace function public.payment_submit(id text, submission_id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $3 is not null or $4 is not null\n     or $2 is null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n       or $2 is null\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n"
    "      return public.pawl_misuse('id, submission_id'::text, true);\n    end if;\n  end if;\n  if $4 is null then\n"
    "    update public.payment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('pending_submission', 'submitted')) move (from_state, to_state)\n"
    "      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $5) is not false\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; everything else is decided afterwards, from the locked row\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.payment_current head where head.payment_id = $1 for no key update;\n    if not found then\n"
    "      return public.pawl_refuse_unknown('id, submission_id'::text, true, null::text, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $4 is not null then\n"
    "      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $4;\n"
    "      if found then\n        return row(case when earlier.event = 'submit'\n"
    "            and earlier.submission_id is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true or outcome.sort_key <> $5 then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then\n        return outcome;\n      end if;\n"
    "    end if;\n    outcome.to_state := case outcome.from_state\n      when 'pending_submission' then 'submitted'\n"
    "    end;\n    if outcome.to_state is null then\n"
    "      return public.pawl_refuse(outcome, 'submit'::text, 'public.payment_moves'::text);\n    end if;\n"
    "    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.payment_transitions\n"
    "    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)\n"
    "  values ($1, outcome.sort_key, 'submit', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);\n"
    "  return outcome;\nend\n$pawl$;\n"
    "comment on function public.payment_submit(text, text, text, text, integer) is 'Send to the bank\n"
    "The bank has taken the payment and named it.';\n\n"
    "create or replace function public.payment_confirm(id text, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $2 is not null or $3 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then\n"
    "      return public.pawl_misuse('id'::text, true);\n    end if;\n  end if;\n  if $3 is null then\n"
    "    update public.payment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('submitted', 'paid')) move (from_state, to_state)\n"
    "      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $4) is not false\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; everything else is decided afterwards, from the locked row\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.payment_current head where head.payment_id = $1 for no key update;\n    if not found then\n"
    "      return public.pawl_refuse_unknown('id'::text, true, null::text, 'payment'::text, $1::text, $3, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $3 is not null then\n"
    "      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $3;\n"
    "      if found then\n        return row(case when earlier.event = 'confirm' then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true or outcome.sort_key <> $4 then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then\n        return outcome;\n      end if;\n"
    "    end if;\n    outcome.to_state := case outcome.from_state\n      when 'submitted' then 'paid'\n    end;\n"
    "    if outcome.to_state is null then\n"
    "      return public.pawl_refuse(outcome, 'confirm'::text, 'public.payment_moves'::text);\n    end if;\n"
    "    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.payment_transitions\n"
    "    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "  values ($1, outcome.sort_key, 'confirm', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);\n"
    "  return outcome;\nend\n$pawl$;\n"
    "comment on function public.payment_confirm(text, text, text, integer) is 'Bank confirms\n"
    "The bank reports that the money has arrived.';\n\n"
    "create or replace function public.payment_cancel(id text, reason text default null, actor text default null,\n"
    "  request_id text default null, expect_sort_key integer default null)\nreturns public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  earlier record;\n  place tid;\n"
    "  is_free boolean;\nbegin\n  if $1 is null or $3 is not null or $4 is not null\n  then\n"
    "    if $1 is null or $1 = '' or octet_length($1) > 1024\n"
    "       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then\n"
    "      return public.pawl_misuse('id'::text, true);\n    end if;\n  end if;\n  if $4 is null then\n"
    "    update public.payment_current head\n"
    "      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)\n"
    "      from (values ('pending_submission', 'cancelled'), ('submitted', 'cancelled')) move (from_state, to_state)\n"
    "      where head.payment_id = $1 and case when head.state = move.from_state then public.payment_is_free(null::boolean) and public.payment_model_2_f7778b177c88b7a5() end and (head.sort_key = $5) is not false\n"
    "      returning 'OK', move.from_state, head.state, head.sort_key, head.since\n"
    "        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;\n"
    "  end if;\n  if outcome.to_state is null then\n"
    "    -- locked by its key alone; everything else is decided afterwards, from the locked row\n"
    "    select 'OK', head.ctid, head.state, head.sort_key, head.since,\n"
    "      (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())\n"
    "      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free\n"
    "      from public.payment_current head where head.payment_id = $1 for no key update;\n    if not found then\n"
    "      return public.pawl_refuse_unknown('id'::text, true, null::text, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint);\n"
    "    end if;\n    if $4 is not null then\n"
    "      select * into earlier from public.payment_transitions made where made.payment_id = $1 and made.request_id = $4;\n"
    "      if found then\n        return row(case when earlier.event = 'cancel'\n"
    "            and earlier.reason is not distinct from $2 then 'OK' else 'REUSED' end,\n"
    "          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;\n"
    "      end if;\n    end if;\n    if is_free is not true or outcome.sort_key <> $5 then\n"
    "      outcome := public.pawl_refuse_locked(outcome, 'payment'::text, $1::text, $4, null::text, null::text, null::bigint, $5::integer);\n"
    "      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then\n        return outcome;\n      end if;\n"
    "    end if;\n    outcome.to_state := case outcome.from_state\n      when 'pending_submission' then 'cancelled'\n"
    "      when 'submitted' then 'cancelled'\n    end;\n    if outcome.to_state is null then\n"
    "      return public.pawl_refuse(outcome, 'cancel'::text, 'public.payment_moves'::text);\n    end if;\n"
    "    outcome.sort_key := outcome.sort_key + 10;\n"
    "    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);\n"
    "    update public.payment_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at\n"
    "      where head.ctid = place;\n  end if;\n  insert into public.payment_transitions\n"
    "    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)\n"
    "  values ($1, outcome.sort_key, 'cancel', outcome.from_state, outcome.to_state, outcome.created_at,\n"
    "    case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end, $4, $2);\n"
    "  return outcome;\nend\n$pawl$;\n"
    "comment on function public.payment_cancel(text, text, text, text, integer) is 'Cancel\n"
    "The payment is given up, before or after it was sent.';\n\n"
    "-- Fires an event that was stored for later (defer), and records the result. NOT_FOUND: it was fired already.\n"
    "create or replace function public.payment_fire_deferred(number bigint, verdicts text default null)\n"
    "returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n"
    "  waiting public.pawl_deferred := public.pawl_take_deferred('payment'::text, $1);\n"
    "  given text[] := public.pawl_deferred_arguments(waiting.arguments);\nbegin\n  if waiting.number is null then\n"
    "    return row('NOT_FOUND', null, null, null, null, null, null, null)::public.pawl_outcome;\n  end if;\n  begin\n"
    "    outcome := case waiting.event || ' ' || cardinality(given)\n"
    "      when 'create' || ' 2' then public.payment_create(waiting.entity, given[1]::bigint, given[2],\n"
    "        waiting.actor, waiting.request_id)\n"
    "      when 'submit' || ' 1' then public.payment_submit(waiting.entity, given[1],\n"
    "        waiting.actor, waiting.request_id, null::integer)\n"
    "      when 'confirm' || ' 0' then public.payment_confirm(waiting.entity,\n"
    "        waiting.actor, waiting.request_id, null::integer)\n"
    "      when 'cancel' || ' 1' then public.payment_cancel(waiting.entity, given[1],\n"
    "        waiting.actor, waiting.request_id, null::integer)\n"
    "      else public.pawl_refuse_deferred(waiting, waiting.event in ('create', 'submit', 'confirm', 'cancel'), true)\n"
    "    end;\n  exception when query_canceled or assert_failure or others then\n"
    "    if sqlstate in ('40001', '40P01') then\n      raise; -- and it is fired again\n    end if;\n"
    "    outcome := null;\n"
    "    outcome.status := 'DB'; -- perhaps each time, and then all later events would wait for it\n"
    "    outcome.detail := 'payment' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;\n  end;\n"
    "  perform public.pawl_answer_deferred($1, outcome);\n  return outcome;\nend\n$pawl$;\n\n"
    "-- The result that each event would have now. guard: the guards that fail; if the status is PENDING, those whose answers are not known:\n"
    "-- they need the event's arguments, or a program that has them; DB, or LOCKED with a guard: one that failed, or would wait.\n"
    "-- has_hooks: the caller is such a program. answers: for it, of the guards of the state. Of an unknown entity: NOT_FOUND, without an event.\n"
    "create or replace function public.payment_why(id text, has_hooks boolean default false)\n"
    "returns table (event text, status text, from_state text, to_state text, sort_key integer, guard text, detail text, answers jsonb)\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set lock_timeout = '1ms'\n"
    "as $pawl$\n#variable_conflict use_column\ndeclare\n  outcome public.pawl_outcome;\n  answers jsonb := '{}';\n"
    "  was_locked boolean; -- or is: by a transaction that may have ended\nbegin\n"
    "  select 'OK', head.state, head.sort_key, head.since, head.xmax <> '0'::xid\n"
    "    into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, was_locked from public.payment_current head where head.payment_id = $1;\n"
    "  if not found then\n"
    "    return query select null, 'NOT_FOUND', null, null, null::integer, null, 'there is no such payment', null::jsonb;\n"
    "    return;\n  end if;\n"
    "  outcome := public.pawl_blocked(outcome, 'payment'::text, $1::text, null::text, null::text, null::text, null::bigint, null::integer);\n"
    "  if outcome.status = 'OK' and was_locked then\n    begin\n"
    "      perform from public.payment_current head where head.payment_id = $1 for share nowait;\n"
    "      raise sqlstate 'PAWL0'; -- lets go of it\n    exception\n      when lock_not_available then\n"
    "        outcome.status := 'LOCKED';\n        outcome.detail := 'another transaction has locked its row';\n"
    "      when serialization_failure then\n        outcome.status := 'CONFLICT';\n"
    "        outcome.detail := 'it has moved since this transaction began to read';\n"
    "      when sqlstate 'PAWL0' or read_only_sql_transaction then null;\n    end;\n  end if;\n"
    "  return query select * from public.pawl_reasons('payment'::text, outcome, answers,\n"
    "    case when $2 then '{}'::jsonb else jsonb_build_object() end, 'public.payment_moves'::text);\nend\n$pawl$;\n"
    "comment on function public.payment_why(text, boolean) is 'The result that each event would have now, and the guards or the lock in its way.';\n"
    "\n"
    "-- The same events for many entities at once: arrays of one length, and one result for each element, in their order. libpawl calls these for\n"
    "-- payment_*_many() and for a pool's threads; each does the same as the function above, with fewer statements.\n"
    "\n"
    "-- Decides the transitions of a batch, except those numbered in `done`, and writes the current rows; the caller writes the history. An\n"
    "-- entity may occur more than once: each transition is decided on the state that the previous one left. `targets` has the next state\n"
    "-- for each state, '' if the event is ignored there. No row is returned for what only the function for one can answer: misuse, a\n"
    "-- repeated request, or a lock in the way.\n"
    "create or replace function public.payment_decide_batch(id text[], event text, actor text, request_id text[], expect_sort_key integer[],\n"
    "  actors text[], skips_locked boolean, targets jsonb, done bigint[])\n"
    "returns table (number bigint, verdict text, state text, next_state text, sort_key integer, moment timestamptz, detail text)\n"
    "language plpgsql as $pawl$\n#variable_conflict use_column\ndeclare\n"
    "  busy text[]; -- another session has locked them\nbegin\n  if $7 then\n"
    "    busy := array(select given.id from (select distinct given.id collate \"C\" as id from unnest($1) given (id) order by id) given\n"
    "      left join lateral (select true as is_ours from public.payment_current head where head.payment_id = given.id for no key update skip locked) ours on true\n"
    "      where ours.is_ours is null);\n  end if;\n  return query\n    with recursive asked as materialized (\n"
    "      select given.id, given.expected, given.number, given.id = any (busy) as is_busy,\n"
    "          row_number() over (partition by given.id collate \"C\" order by given.number) as turn,\n"
    "          (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5())\n"
    "            and (earlier.is_known or public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)) is not true as may_move\n"
    "        from unnest($1, $4, $5, $6) with ordinality given (id, request_id, expected, own_actor, number)\n"
    "          left join lateral (select true as is_known from public.payment_transitions earlier where earlier.payment_id = given.id\n"
    "                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "        where (given.number = any ($9)) is not true\n    ), judged as (\n"
    "      select given.number, given.id, head.place, 0::bigint as turn, head.state, head.sort_key, head.since,\n"
    "          head.since as moment, null::text collate \"C\" as next_state, null::text as verdict\n"
    "        from asked given left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "            from public.payment_current head where head.payment_id = given.id offset 0) head on true\n"
    "        where given.turn = 1\n      union all\n"
    "      select given.number, given.id, before.place, given.turn, head.state, head.sort_key, head.since,\n"
    "          greatest(clock_timestamp(), head.since), head.next_state, case\n"
    "            when given.is_busy and head.state is not null then 'BUSY'\n"
    "            when given.may_move is not true then null\n            when head.state is null then 'NOT_FOUND'\n"
    "            when head.sort_key <> given.expected then 'CONFLICT'\n"
    "            when head.next_state = '' then 'IGNORED'\n            when head.next_state is null then 'ILLEGAL'\n"
    "            else 'OK'\n          end\n"
    "        from judged before join asked given on given.id = before.id and given.turn = before.turn + 1\n"
    "          cross join lateral (select head.*, $8 ->> head.state as next_state from (\n"
    "            select case when before.verdict = 'OK' then before.next_state else before.state end as state,\n"
    "              case when before.verdict = 'OK' then before.sort_key + 10 else before.sort_key end as sort_key,\n"
    "              case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head\n"
    "    ), heads as (\n"
    "      update public.payment_current head set state = judged.next_state, sort_key = judged.sort_key + 10, since = judged.moment\n"
    "        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'\n"
    "              order by judged.place, judged.turn desc) judged\n        where head.ctid = judged.place\n    )\n"
    "    select judged.number, judged.verdict, judged.state, case judged.verdict when 'OK' then judged.next_state end, judged.sort_key,\n"
    "        case judged.verdict when 'OK' then judged.moment else judged.since end,\n"
    "        case judged.verdict when 'ILLEGAL' then $2 || ' is not allowed in ' || judged.state || '; public.payment_moves says what is'\n"
    "          when 'NOT_FOUND' then 'there is no such payment'\n"
    "          when 'CONFLICT' then 'the caller expects sort_key ' || ($5)[judged.number::integer] || ', and it is ' || judged.sort_key || ', in ' || judged.state\n"
    "        end\n      from judged where judged.verdict is not null;\nend\n$pawl$;\n"
    "revoke all on function public.payment_decide_batch(text[], text, text, text[], integer[], text[], boolean, jsonb, bigint[])\n"
    "  from public;\n\n"
    "create or replace function public.payment_create_many(id text[], amount bigint[], currency text[], actor text default null,\n"
    "  request_id text[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity is among them more than once\n"
    "  outcomes public.pawl_outcome[];\n  is_free boolean;\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($6)]) then\n"
    "    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,\n"
    "      'each id must be given once, and all arrays have one length'::text from unnest($1);\n    return;\n"
    "  end if;\n  begin\n    if not repeats then\n      with judged as materialized (\n"
    "        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case\n"
    "              when public.pawl_is_misuse(given.id, given.request_id, $4, given.own_actor)\n"
    "                or given.v1 is null\n                or given.v2 is null then 'MISUSE'\n"
    "              when not (earlier.said is null) then 'SAID'\n"
    "              when (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) is not true then null\n"
    "              when head.state is not null then 'EXISTS'\n              else 'OK'\n            end as verdict\n"
    "          from unnest($1, $2, $3, $5, $6)\n"
    "            with ordinality given (id, v1, v2, request_id, own_actor, number)\n"
    "            left join lateral (select head.ctid as place, head.state, head.sort_key, head.since\n"
    "                from public.payment_current head where head.payment_id = given.id offset 0) head on true\n"
    "            left join lateral (select row(case when earlier.event = 'create'\n"
    "                and earlier.amount is not distinct from given.v1\n"
    "                and earlier.currency is not distinct from given.v2 then 'OK' else 'REUSED' end,\n"
    "              earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome as said\n"
    "                from public.payment_transitions earlier where earlier.payment_id = given.id\n"
    "                  and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null\n"
    "      ), heads as (\n        insert into public.payment_current (payment_id, state, sort_key, since)\n"
    "        select judged.id, 'pending_submission', 10, judged.moment\n"
    "          from judged where judged.verdict = 'OK' order by judged.id collate \"C\"\n      ), history as (\n"
    "        insert into public.payment_transitions\n"
    "          (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)\n"
    "        select given.id, 10, 'create', '', 'pending_submission', given.moment,\n"
    "            case when given.own_actor is null then (select case when $4 like ' __-%' then session_user || $4 else coalesce($4, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                    else given.own_actor end, given.request_id, given.v1, given.v2\n"
    "          from judged given where given.verdict = 'OK'\n      )\n"
    "      select array_agg(case given.verdict when 'OK' then row('OK', '', 'pending_submission', 10, given.moment, null, null, null)::public.pawl_outcome\n"
    "          when 'SAID' then given.said\n"
    "          when 'MISUSE' then public.pawl_misuse('id, amount, currency'::text, true)\n"
    "          else row(given.verdict, given.state, null, given.sort_key, given.since, null, null,\n"
    "            case given.verdict when 'ILLEGAL' then 'create' || ' is not allowed in ' || given.state || '; public.payment_moves says what is'\n"
    "                  end)::public.pawl_outcome\n"
    "        end order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;\n"
    "      if is_free then\n        return query select * from unnest(outcomes);\n        return;\n      end if;\n"
    "    end if;\n  exception\n"
    "    when unique_violation or foreign_key_violation then null; -- the code below finds the row\n  end;\n"
    "  return query\n    with made as materialized (\n"
    "      select given.number, public.payment_create(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id) as outcome\n"
    "        from (select * from unnest($1, $2, $3, $5, $6)\n"
    "          with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate \"C\", given.number) given)\n"
    "    select (made.outcome).* from made order by made.number;\nend\n$pawl$;\n\n"
    "create or replace function public.payment_submit_many(id text[], submission_id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity is among them more than once\n"
    "  outcomes public.pawl_outcome[];\n  numbers bigint[]; -- of those that have their outcome\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then\n"
    "    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,\n"
    "      'each id must be given once, and all arrays have one length'::text from unnest($1);\n    return;\n"
    "  end if;\n  if $7 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then\n    with judged as (\n"
    "      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,\n"
    "              unnest($5) as expected, unnest($6) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'pending_submission' then 'submitted'\n              end as next_state\n"
    "                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head\n"
    "            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given\n"
    "        where head.ctid = given.place and given.next_state is not null\n"
    "          and (public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)\n"
    "            or given.v1 is null) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.payment_transitions earlier\n"
    "            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.payment_transitions\n"
    "        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)\n"
    "      select given.id, given.sort_key + 10, 'submit', given.state, given.next_state, given.moment,\n"
    "          case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                  else given.own_actor end, given.request_id, given.v1\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, numbers from judged given;\n"
    "    if cardinality(numbers) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    end if;\n  end if;\n  with judged as materialized (\n"
    "    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail\n"
    "      from public.payment_decide_batch($1, 'submit'::text, $3, $4, $5, $6, $7,\n"
    "              jsonb_object(array['pending_submission', 'submitted']::text[]),\n"
    "              numbers || array(select given.number from unnest($1, $2) with ordinality given (id, v1, number)\n"
    "                        where false\n"
    "                          or given.v1 is null)) decided join unnest($1, $2, $4, $5, $6)\n"
    "        with ordinality given (id, v1, request_id, expected, own_actor, number) on given.number = decided.number\n"
    "  ), history as (\n    insert into public.payment_transitions\n"
    "      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)\n"
    "    select given.id, given.sort_key + 10, 'submit', given.state, given.next_state, given.moment,\n"
    "        case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                else given.own_actor end, given.request_id, given.v1\n"
    "      from judged given where given.verdict = 'OK'\n  )\n"
    "  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,\n"
    "          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome\n"
    "        order by given.number),\n      numbers || array_agg(given.number order by given.number)\n"
    "    into outcomes, numbers from judged given;\n"
    "  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before\n"
    "    with made as materialized (\n"
    "      select given.number, public.payment_submit(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5, $6)\n"
    "          with ordinality given (id, v1, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate \"C\", given.number) given)\n"
    "    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;\n"
    "  end if;\n  return query\n"
    "    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail\n"
    "      from unnest(outcomes, numbers)\n"
    "        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "      order by answer.number;\nend\n$pawl$;\n\n"
    "create or replace function public.payment_confirm_many(id text[], actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity is among them more than once\n"
    "  outcomes public.pawl_outcome[];\n  numbers bigint[]; -- of those that have their outcome\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $6 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then\n"
    "    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,\n"
    "      'each id must be given once, and all arrays have one length'::text from unnest($1);\n    return;\n"
    "  end if;\n  if $6 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then\n    with judged as (\n"
    "      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($3) as request_id,\n"
    "              unnest($4) as expected, unnest($5) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'submitted' then 'paid'\n              end as next_state\n"
    "                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head\n"
    "            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given\n"
    "        where head.ctid = given.place and given.next_state is not null\n"
    "          and (public.pawl_is_misuse(given.id, given.request_id, $2, given.own_actor)) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.payment_transitions earlier\n"
    "            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.payment_transitions\n"
    "        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "      select given.id, given.sort_key + 10, 'confirm', given.state, given.next_state, given.moment,\n"
    "          case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                  else given.own_actor end, given.request_id\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, numbers from judged given;\n"
    "    if cardinality(numbers) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    end if;\n  end if;\n  with judged as materialized (\n"
    "    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail\n"
    "      from public.payment_decide_batch($1, 'confirm'::text, $2, $3, $4, $5, $6,\n"
    "              jsonb_object(array['submitted', 'paid']::text[]),\n"
    "              numbers) decided join unnest($1, $3, $4, $5)\n"
    "        with ordinality given (id, request_id, expected, own_actor, number) on given.number = decided.number\n"
    "  ), history as (\n    insert into public.payment_transitions\n"
    "      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\n"
    "    select given.id, given.sort_key + 10, 'confirm', given.state, given.next_state, given.moment,\n"
    "        case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                else given.own_actor end, given.request_id\n      from judged given where given.verdict = 'OK'\n"
    "  )\n  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,\n"
    "          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome\n"
    "        order by given.number),\n      numbers || array_agg(given.number order by given.number)\n"
    "    into outcomes, numbers from judged given;\n"
    "  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before\n"
    "    with made as materialized (\n"
    "      select given.number, public.payment_confirm(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) as outcome\n"
    "        from (select * from unnest($1, $3, $4, $5)\n"
    "          with ordinality given (id, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate \"C\", given.number) given)\n"
    "    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;\n"
    "  end if;\n  return query\n"
    "    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail\n"
    "      from unnest(outcomes, numbers)\n"
    "        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "      order by answer.number;\nend\n$pawl$;\n\n"
    "create or replace function public.payment_cancel_many(id text[], reason text[] default null, actor text default null,\n"
    "  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)\n"
    "returns setof public.pawl_outcome\n"
    "language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$\n"
    "#variable_conflict use_column\ndeclare\n  repeats boolean; -- some entity is among them more than once\n"
    "  outcomes public.pawl_outcome[];\n  numbers bigint[]; -- of those that have their outcome\nbegin\n"
    "  repeats := (select count(*) <> count(distinct given.id collate \"C\") from unnest($1) given (id));\n"
    "  if repeats and $7 is not true\n"
    "     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($6)]) then\n"
    "    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,\n"
    "      'each id must be given once, and all arrays have one length'::text from unnest($1);\n    return;\n"
    "  end if;\n  if $7 is not true then\n"
    "    perform from (select given.id from unnest($1) given (id) order by given.id collate \"C\") given\n"
    "      cross join lateral (select from public.payment_current head where head.payment_id = given.id for no key update) head;\n"
    "  end if;\n  if not repeats then\n    with judged as (\n"
    "      update public.payment_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment\n"
    "        from (select given.*, head.place, head.state, head.sort_key, head.next_state,\n"
    "              greatest(clock_timestamp(), head.since) as moment\n"
    "            from (select unnest($1) as id, unnest($2) as v1, unnest($4) as request_id,\n"
    "              unnest($5) as expected, unnest($6) as own_actor,\n"
    "              generate_series(1::bigint, cardinality($1)) as number) given\n"
    "              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state\n"
    "                when 'pending_submission' then 'cancelled'\n                when 'submitted' then 'cancelled'\n"
    "              end as next_state\n"
    "                from public.payment_current head where head.payment_id = given.id for no key update skip locked) head\n"
    "            where (public.payment_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.payment_model_2_f7778b177c88b7a5()) offset 0) given\n"
    "        where head.ctid = given.place and given.next_state is not null\n"
    "          and (public.pawl_is_misuse(given.id, given.request_id, $3, given.own_actor)) is not true and (given.sort_key <> given.expected) is not true\n"
    "          and (given.request_id is null or (select true from public.payment_transitions earlier\n"
    "            where earlier.payment_id = given.id and earlier.request_id = given.request_id) is null)\n"
    "        returning given.number, given.id, given.v1, given.request_id, given.own_actor,\n"
    "          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict\n    ), history as (\n"
    "      insert into public.payment_transitions\n"
    "        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)\n"
    "      select given.id, given.sort_key + 10, 'cancel', given.state, given.next_state, given.moment,\n"
    "          case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                  else given.own_actor end, given.request_id, given.v1\n"
    "        from judged given where given.verdict = 'OK'\n    )\n"
    "    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),\n"
    "        array_agg(given.number order by given.number)\n      into outcomes, numbers from judged given;\n"
    "    if cardinality(numbers) = cardinality($1) then\n      return query select * from unnest(outcomes);\n"
    "      return;\n    end if;\n  end if;\n  with judged as materialized (\n"
    "    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail\n"
    "      from public.payment_decide_batch($1, 'cancel'::text, $3, $4, $5, $6, $7,\n"
    "              jsonb_object(array['pending_submission', 'cancelled', 'submitted', 'cancelled']::text[]),\n"
    "              numbers) decided join unnest($1, $2, $4, $5, $6)\n"
    "        with ordinality given (id, v1, request_id, expected, own_actor, number) on given.number = decided.number\n"
    "  ), history as (\n    insert into public.payment_transitions\n"
    "      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)\n"
    "    select given.id, given.sort_key + 10, 'cancel', given.state, given.next_state, given.moment,\n"
    "        case when given.own_actor is null then (select case when $3 like ' __-%' then session_user || $3 else coalesce($3, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor\n"
    "                else given.own_actor end, given.request_id, given.v1\n"
    "      from judged given where given.verdict = 'OK'\n  )\n"
    "  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,\n"
    "          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome\n"
    "        order by given.number),\n      numbers || array_agg(given.number order by given.number)\n"
    "    into outcomes, numbers from judged given;\n"
    "  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before\n"
    "    with made as materialized (\n"
    "      select given.number, public.payment_cancel(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected) as outcome\n"
    "        from (select * from unnest($1, $2, $4, $5, $6)\n"
    "          with ordinality given (id, v1, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id collate \"C\", given.number) given)\n"
    "    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;\n"
    "  end if;\n  return query\n"
    "    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail\n"
    "      from unnest(outcomes, numbers)\n"
    "        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)\n"
    "      order by answer.number;\nend\n$pawl$;\n\n-- Only applications may call the functions that fire events.\n"
    "call public.pawl_restrict_calls('public'::text,\n"
    "  '{payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_fire_deferred}'::text[], '{pawl_app}'::text[]);\n"
    "call public.pawl_restrict_calls('public'::text, '{payment_why}'::text[], '{pawl_app,pawl_operator,pawl_reader}'::text[]);\n"
    "\n"
    "call public.pawl_register('payment'::text, 'f7778b177c88b7a5'::text, 2::integer, E'{\"name\":\"payment\",\"label\":\"Bank payment\",\"fingerprint\":\"f7778b177c88b7a5\",\"doc\":\"A bank payment, from the moment it is asked for until the money has\\\\narrived. The bank answers some time after it has been told.\",\"key_type\":\"text\",\"entity\":{\"table\":\"payments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"pending_submission\",\"label\":\"Waiting to be sent\",\"stored\":\"pending_submission\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"submitted\",\"label\":\"With the bank\",\"stored\":\"submitted\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid\",\"label\":\"Paid out\",\"stored\":\"paid\",\"doc\":\"The money is where it was meant to go.\",\"initial\":false,\"final\":true,\"goal\":true,\"enter\":[],\"leave\":[]},{\"name\":\"cancelled\",\"label\":\"Cancelled\",\"stored\":\"cancelled\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"Ask for a payment\",\"stored\":\"create\",\"doc\":\"Somebody asks for a payment; nothing has left the house yet.\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"currency\",\"type\":\"text\",\"optional\":false,\"column\":\"currency\"}],\"serialize_by\":[]},{\"name\":\"submit\",\"label\":\"Send to the bank\",\"stored\":\"submit\",\"doc\":\"The bank has taken the payment and named it.\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"submission_id\",\"type\":\"text\",\"optional\":false,\"column\":\"submission_id\"}],\"serialize_by\":[]},{\"name\":\"confirm\",\"label\":\"Bank confirms\",\"stored\":\"confirm\",\"doc\":\"The bank reports that the money has arrived.\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"cancel\",\"label\":\"Cancel\",\"stored\":\"cancel\",\"doc\":\"The payment is given up, before or after it was sent.\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"reason\",\"type\":\"text\",\"optional\":true,\"column\":\"reason\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"currency\",\"type\":\"text\"},{\"name\":\"submission_id\",\"type\":\"text\"},{\"name\":\"reason\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending_submission\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"submit\",\"from\":\"pending_submission\",\"target\":\"to\",\"to\":\"submitted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"pending_submission\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"confirm\",\"from\":\"submitted\",\"target\":\"to\",\"to\":\"paid\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"submitted\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"pending_submission\",\"arrow\":0},{\"event\":\"submit\",\"from\":\"pending_submission\",\"to\":\"submitted\",\"arrow\":1},{\"event\":\"confirm\",\"from\":\"submitted\",\"to\":\"paid\",\"arrow\":3},{\"event\":\"cancel\",\"from\":\"pending_submission\",\"to\":\"cancelled\",\"arrow\":2},{\"event\":\"cancel\",\"from\":\"submitted\",\"to\":\"cancelled\",\"arrow\":4}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"postgres\",\"current\":\"public.payment_current\",\"transitions\":\"public.payment_transitions\",\"parent\":\"public.payments\",\"parent_column\":\"id\",\"objects\":\"select object, definition from public.pawl_catalog(''public''::text, ''{payment_current,payment_transitions,payment_moves,payment_state}''::text[], ''{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}''::text[], ''{}''::text[], array[]::text[], null::text)\",\"shared_objects\":\"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, coalesce((select format(''trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser'',\\\\n     hung.tgname, hung.tgrelid::regclass)\\\\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\\\\n     join pg_proc code on code.oid = hung.tgfoid\\\\n     join pg_roles author on author.oid = code.proowner\\\\n   where hung.tgrelid in (to_regclass(''public.payment_current'')::oid, to_regclass(''public.payment_transitions'')::oid)\\\\n     and not hung.tgisinternal and code.proowner <> relation.relowner\\\\n     and not author.rolsuper and author.oid <> (select registry.relowner from pg_class registry where registry.oid = to_regclass(''public.pawl_machines'')::oid) limit 1)), accepted.is_deployed\\\\nfrom public.pawl_schema known left join public.pawl_machines accepted\\\\n  on accepted.is_accepted and accepted.machine = $1::text\",\"get\":\"select state, sort_key, since from public.payment_current where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() offset 0\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() order by sort_key offset 0\",\"in_state\":\"select payment_id, state, sort_key, since from public.payment_current\\\\nwhere state = $1::text and (since, payment_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\\\\n  and public.payment_model_2_f7778b177c88b7a5() order by since, payment_id limit $4::bigint offset 0\",\"not_in_state\":\"select * from (\\\\n  select * from (\\\\n    select payment_id, state, sort_key, since from public.payment_current\\\\n    where state < $1::text and (state, since, payment_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\\\\n    order by state, since, payment_id limit $8::bigint\\\\n  ) before\\\\n  union all\\\\n  select * from (\\\\n    select payment_id, state, sort_key, since from public.payment_current\\\\n    where (state, since, payment_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\\\\n    order by state, since, payment_id limit $8::bigint\\\\n  ) after\\\\n) others where public.payment_model_2_f7778b177c88b7a5() order by state, since, payment_id limit $8::bigint offset 0\",\"count_by_state\":\"select state, count(*) from public.payment_current where public.payment_model_2_f7778b177c88b7a5() group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\\\\n  and to_state = $2::text order by sort_key desc limit 1 offset 0\",\"creation\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\\\nfrom public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\\\\n  and sort_key = 10 offset 0\",\"why\":\"select event, status, from_state, to_state, sort_key, guard, detail, answers::text from public.payment_why($1::text, $2::integer = 1) where public.payment_model_2_f7778b177c88b7a5()\",\"fire_deferred\":\"select public.payment_fire_deferred($1::bigint, $2::text) where public.payment_model_2_f7778b177c88b7a5()\"},\"fire\":{\"create\":\"select public.payment_create($1::text, $2::bigint, $3::text, $4::text, $5::text) where public.payment_model_2_f7778b177c88b7a5()\",\"submit\":\"select public.payment_submit($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()\",\"confirm\":\"select public.payment_confirm($1::text, $2::text, $3::text, $4::integer) where public.payment_model_2_f7778b177c88b7a5()\",\"cancel\":\"select public.payment_cancel($1::text, $2::text, $3::text, $4::text, $5::integer) where public.payment_model_2_f7778b177c88b7a5()\"}},\"diagram\":\"digraph \\\\\"payment\\\\\" {\\\\n  graph [rankdir=LR, compound=true, fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=16, fontcolor=\\\\\"#1f2733\\\\\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\\\\\"#ffffff\\\\\", labelloc=t, labeljust=l, color=\\\\\"#c2cad5\\\\\", style=rounded];\\\\n  node [shape=box, style=\\\\\"rounded,filled\\\\\", fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=13, fontcolor=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#f5f6f8\\\\\", color=\\\\\"#8c96a5\\\\\", margin=\\\\\"0.12,0.06\\\\\", height=0.32];\\\\n  edge [fontname=\\\\\"DejaVu Sans,Verdana\\\\\", fontsize=12.5, fontcolor=\\\\\"#1f2733\\\\\", color=\\\\\"#687384\\\\\", arrowsize=0.75];\\\\n\\\\n  subgraph \\\\\"cluster_payment\\\\\" {\\\\n    class=machine; penwidth=0; margin=0;\\\\n    label=<<b>Bank payment</b><!--payment-->>; tooltip=\\\\\"A bank payment, from the moment it is asked for until the money has\\\\\\\\narrived. The bank answers some time after it has been told.\\\\\";\\\\n    \\\\\"payment.\\\\\" [shape=point, width=0.16, class=begin, color=\\\\\"#1f2733\\\\\", fillcolor=\\\\\"#1f2733\\\\\", tooltip=\\\\\"nothing yet\\\\\"];\\\\n    \\\\\"payment.pending_submission\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td cellpadding=\\\\\"6\\\\\">Waiting to be sent<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">pending_submission</font><!--payment.pending_submission--></td><td><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td port=\\\\\"b0\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr><tr><td port=\\\\\"b1\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr></table></td></tr></table>>, margin=0, class=\\\\\"state created\\\\\", fillcolor=\\\\\"#e0edfb\\\\\", color=\\\\\"#2f6fb3\\\\\"];\\\\n    \\\\\"payment.submitted\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td cellpadding=\\\\\"6\\\\\">With the bank<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">submitted</font><!--payment.submitted--></td><td><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td port=\\\\\"b0\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr><tr><td port=\\\\\"b1\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr></table></td></tr></table>>, margin=0, class=\\\\\"state\\\\\"];\\\\n    \\\\\"payment.paid\\\\\" [label=<Paid out<br/><font point-size=\\\\\"12\\\\\" color=\\\\\"#556070\\\\\">paid</font><!--payment.paid-->>, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2, tooltip=\\\\\"The money is where it was meant to go.\\\\\"];\\\\n    \\\\\"payment.cancelled\\\\\" [label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td port=\\\\\"a0\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr><tr><td port=\\\\\"a1\\\\\" width=\\\\\"1\\\\\" height=\\\\\"14\\\\\"></td></tr></table></td><td cellpadding=\\\\\"6\\\\\">Cancelled<!--payment.cancelled--></td></tr></table>>, margin=0, class=\\\\\"state final\\\\\", fillcolor=\\\\\"#e1f3e5\\\\\", color=\\\\\"#2e8246\\\\\", peripheries=2];\\\\n    { node [shape=plaintext, style=\\\\\"\\\\\", margin=\\\\\"0.05,0.04\\\\\", width=0.2, height=0.2, fontsize=12.5];\\\\n      \\\\\"payment.>1\\\\\" [label=<<table port=\\\\\"e\\\\\" border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\"><tr><td>Ask for a payment<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"event main\\\\\", tooltip=\\\\\"create: Somebody asks for a payment; nothing has left the house yet.\\\\\"];\\\\n      \\\\\"payment.>2\\\\\" [label=<<table port=\\\\\"e\\\\\" border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\"><tr><td>Send to the bank<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"event main\\\\\", tooltip=\\\\\"submit: The bank has taken the payment and named it.\\\\\"];\\\\n      \\\\\"payment.>3\\\\\" [label=<<table port=\\\\\"e\\\\\" border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#687384\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\"><tr><td>Cancel<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"event\\\\\", tooltip=\\\\\"cancel: The payment is given up, before or after it was sent.\\\\\"];\\\\n      \\\\\"payment.>4\\\\\" [label=<<table port=\\\\\"e\\\\\" border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#1d4f91\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\"><tr><td>Bank confirms<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"event main\\\\\", tooltip=\\\\\"confirm: The bank reports that the money has arrived.\\\\\"];\\\\n      \\\\\"payment.>5\\\\\" [label=<<table port=\\\\\"e\\\\\" border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" bgcolor=\\\\\"#ffffff\\\\\" color=\\\\\"#687384\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\"><tr><td>Cancel<br align=\\\\\"left\\\\\"/></td></tr></table>>, class=\\\\\"event\\\\\", tooltip=\\\\\"cancel: The payment is given up, before or after it was sent.\\\\\"];\\\\n    }\\\\n    \\\\\"payment.\\\\\" -> \\\\\"payment.>1\\\\\":e [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", dir=back, arrowtail=none, weight=8, penwidth=2.4];\\\\n    \\\\\"payment.>1\\\\\":e -> \\\\\"payment.pending_submission\\\\\" [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", weight=8, penwidth=2.4];\\\\n    \\\\\"payment.pending_submission\\\\\":b0 -> \\\\\"payment.>2\\\\\":e [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\\\n    \\\\\"payment.>2\\\\\":e -> \\\\\"payment.submitted\\\\\" [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", weight=8, penwidth=2.4];\\\\n    \\\\\"payment.pending_submission\\\\\":b1 -> \\\\\"payment.>3\\\\\":e [class=\\\\\"move\\\\\", dir=back, arrowtail=dot];\\\\n    \\\\\"payment.>3\\\\\":e -> \\\\\"payment.cancelled\\\\\":a0 [class=\\\\\"move\\\\\"];\\\\n    \\\\\"payment.submitted\\\\\":b0 -> \\\\\"payment.>4\\\\\":e [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\\\n    \\\\\"payment.>4\\\\\":e -> \\\\\"payment.paid\\\\\" [class=\\\\\"move main\\\\\", color=\\\\\"#1d4f91\\\\\", weight=8, penwidth=2.4];\\\\n    \\\\\"payment.submitted\\\\\":b1 -> \\\\\"payment.>5\\\\\":e [class=\\\\\"move\\\\\", dir=back, arrowtail=dot];\\\\n    \\\\\"payment.>5\\\\\":e -> \\\\\"payment.cancelled\\\\\":a1 [class=\\\\\"move\\\\\"];\\\\n  }\\\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\\\"#556070\\\\\";\\\\n  label=<<table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"3\\\\\" cellpadding=\\\\\"1\\\\\">\\\\n    <tr><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#687384\\\\\">●—</font>&#160; where an arrow begins </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" bgcolor=\\\\\"#e0edfb\\\\\" color=\\\\\"#2f6fb3\\\\\"><tr><td></td></tr></table></td><td align=\\\\\"left\\\\\">begins here </td><td align=\\\\\"right\\\\\"><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"2\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"28\\\\\" height=\\\\\"16\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td><table border=\\\\\"1\\\\\" style=\\\\\"rounded\\\\\" cellborder=\\\\\"0\\\\\" fixedsize=\\\\\"true\\\\\" width=\\\\\"22\\\\\" height=\\\\\"10\\\\\" bgcolor=\\\\\"#e1f3e5\\\\\" color=\\\\\"#2e8246\\\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\\\"left\\\\\">final </td><td align=\\\\\"right\\\\\"><table border=\\\\\"0\\\\\" cellborder=\\\\\"0\\\\\" cellspacing=\\\\\"0\\\\\" cellpadding=\\\\\"0\\\\\"><tr><td width=\\\\\"24\\\\\" height=\\\\\"4\\\\\" border=\\\\\"2\\\\\" sides=\\\\\"B\\\\\" style=\\\\\"solid\\\\\" color=\\\\\"#1d4f91\\\\\"></td></tr><tr><td height=\\\\\"4\\\\\"></td></tr></table></td><td align=\\\\\"left\\\\\">shortest way to Paid out </td></tr>\\\\n    <tr><td colspan=\\\\\"2\\\\\" align=\\\\\"left\\\\\"><font color=\\\\\"#556070\\\\\">a_b</font>&#160; its name in programs </td></tr></table>>;\\\\n}\\\\n\"}'::json);\n"
    "\n"
    "call public.pawl_record('payment'::text, 'public'::text, '{payment_current,payment_transitions,payment_moves,payment_state}'::text[], '{payment_model_2_f7778b177c88b7a5,payment_is_free,payment_create,payment_create_many,payment_submit,payment_submit_many,payment_confirm,payment_confirm_many,payment_cancel,payment_cancel_many,payment_decide_batch,payment_fire_deferred,payment_why}'::text[], '{}'::text[], array[]::text[], null::text);\n"
    "\ncall public.pawl_refuse_foreign_code();\n\ncall public.pawl_leave_owner();\n\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',\n"
    "     hung.tgname, hung.tgrelid::regclass)\n"
    "   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n"
    "     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n"
    "   where hung.tgrelid in (to_regclass('public.payment_current')::oid, to_regclass('public.payment_transitions')::oid)\n"
    "     and not hung.tgisinternal and code.proowner <> relation.relowner\n"
    "     and not author.rolsuper and author.oid <> (select registry.relowner from pg_class registry where registry.oid = to_regclass('public.pawl_machines')::oid) limit 1)), accepted.is_deployed\n"
    "from public.pawl_schema known left join public.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = $1::text", /* fingerprints */
    "select state, sort_key, since from public.payment_current where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() offset 0", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5() order by sort_key offset 0", /* history */
    "select payment_id, state, sort_key, since from public.payment_current\n"
    "where state = $1::text and (since, payment_id) > ((timestamptz 'epoch' + ($2::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($2::bigint % 1000000000000)::float8 * interval '1 microsecond'), $3::text)\n"
    "  and public.payment_model_2_f7778b177c88b7a5() order by since, payment_id limit $4::bigint offset 0", /* in_state */
    "select * from (\n  select * from (\n    select payment_id, state, sort_key, since from public.payment_current\n"
    "    where state < $1::text and (state, since, payment_id) > ($2::text, (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'), $4::text)\n"
    "    order by state, since, payment_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n"
    "    select payment_id, state, sort_key, since from public.payment_current\n"
    "    where (state, since, payment_id) > ($5::text, (timestamptz 'epoch' + ($6::bigint / 1000000000000)::float8 * interval '1000000 seconds' + ($6::bigint % 1000000000000)::float8 * interval '1 microsecond'), $7::text)\n"
    "    order by state, since, payment_id limit $8::bigint\n  ) after\n"
    ") others where public.payment_model_2_f7778b177c88b7a5() order by state, since, payment_id limit $8::bigint offset 0", /* not_in_state */
    "select state, count(*) from public.payment_current where public.payment_model_2_f7778b177c88b7a5() group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\n"
    "  and to_state = $2::text order by sort_key desc limit 1 offset 0", /* last_to */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from public.payment_transitions where payment_id = $1::text and public.payment_model_2_f7778b177c88b7a5()\n"
    "  and sort_key = 10 offset 0", /* creation */
    NULL, /* with_key */
    "select event, status, from_state, to_state, sort_key, guard, detail, answers::text from public.payment_why($1::text, $2::integer = 1) where public.payment_model_2_f7778b177c88b7a5()", /* why */
    "select public.payment_fire_deferred($1::bigint, $2::text) where public.payment_model_2_f7778b177c88b7a5()", /* fire_deferred */
    NULL, NULL, NULL, NULL, NULL, /* fail_deferred, find_parent, find_request, insert_current, update_current */
    NULL, NULL, NULL, NULL, NULL, /* insert_transition, find_creation, set_mirror, find_key, find_topic */
    NULL, /* find_spelling */
    postgres_calls_of_payment,
    NULL, NULL,
};

static const struct pawl_statements sqlite_of_payment = {
    "begin immediate;\n\n"
    "-- It needs the shared schema. Only a trigger can raise; a temporary one is no object of the\n-- database's.\n"
    "create temp view pawl_lacking (version) as\n  select 3 where not exists (select 1 from main.sqlite_master\n"
    "                                             where type = 'table' and name = 'pawl_schema');\n"
    "create temp trigger pawl_require instead of insert on pawl_lacking\nbegin\n"
    "  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')\n"
    "   where new.version <= 3;\n"
    "  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')\n"
    "   where new.version > 3;\nend;\ninsert into temp.pawl_lacking select version from temp.pawl_lacking;\n"
    "insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;\n"
    "drop view temp.pawl_lacking;\n\n"
    "-- payment -----------------------------------------------------------------------------------------\n"
    "-- Bank payment\n-- A bank payment, from the moment it is asked for until the money has\n"
    "-- arrived. The bank answers some time after it has been told.\n\n-- the state of each payment\n"
    "create table if not exists main.payment_current (\n"
    "  payment_id text not null primary key references payments (id),\n  state text not null,\n"
    "  sort_key integer not null, -- of its last transition\n  since integer not null\n) without rowid;\n"
    "create index if not exists main.payment_current_state_since on payment_current (state, since);\n\n"
    "-- how it got there; rows are only ever added\ncreate table if not exists main.payment_transitions (\n"
    "  payment_id text not null,\n  sort_key integer not null,\n  event text not null,\n"
    "  from_state text not null, -- '' for a creation\n  to_state text not null,\n  created_at integer not null,\n"
    "  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  amount integer,\n"
    "  currency text,\n  submission_id text,\n  reason text,\n  primary key (payment_id, sort_key)\n) without rowid;\n"
    "create unique index if not exists main.payment_transitions_request\n"
    "  on payment_transitions (payment_id, request_id) where request_id is not null;\n\n"
    "-- how it may move, for people and tools to read\n"
    "create view if not exists main.payment_moves (event, from_state, to_state) as values\n"
    "  ('create', '', 'pending_submission'),\n  ('submit', 'pending_submission', 'submitted'),\n"
    "  ('confirm', 'submitted', 'paid'),\n  ('cancel', 'pending_submission', 'cancelled'),\n"
    "  ('cancel', 'submitted', 'cancelled');\n\n-- the state of each entity, to join in your queries\n"
    "create view if not exists main.payment_state as\n"
    "  select payment_id, state, sort_key, since from payment_current;\n\n"
    "-- exists as long as programs of this version are accepted; those of an older libpawl use another name\n"
    "drop view if exists main.payment_model_f7778b177c88b7a5;\n"
    "create view if not exists main.payment_model_2_f7778b177c88b7a5 as select 1;\n\n"
    "create trigger if not exists main.payment_current_insert before insert on payment_current\n"
    "when only_libpawl_may_write('payment_current', new.payment_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin select raise(abort, 'payment_current is written by libpawl only: fire an event of payment instead'); end;\n"
    "create trigger if not exists main.payment_current_update before update on payment_current\n"
    "when new.payment_id is not old.payment_id\n"
    "  or only_libpawl_may_write('payment_current', new.payment_id, new.state, new.sort_key, new.since) is not 1\n"
    "begin select raise(abort, 'payment_current is written by libpawl only: fire an event of payment instead'); end;\n"
    "create trigger if not exists main.payment_current_delete before delete on payment_current\n"
    "when only_libpawl_may_write('payment_current', old.payment_id) is not 1\n"
    "begin select raise(abort, 'payment_current keeps its rows: a payment that has been created stays'); end;\n"
    "create trigger if not exists main.payment_transitions_insert before insert on payment_transitions\n"
    "when only_libpawl_may_write('payment_transitions(amount, currency, submission_id, reason)',\n"
    "  new.payment_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n"
    "  new.request_id,\n  new.amount,\n  new.currency,\n  new.submission_id,\n  new.reason) is not 1\n"
    "begin select raise(abort, 'payment_transitions is written by libpawl only: fire an event of payment instead'); end;\n"
    "create trigger if not exists main.payment_transitions_update before update on payment_transitions\n"
    "begin select raise(abort, 'payment_transitions is history: its rows are neither changed nor deleted'); end;\n"
    "create trigger if not exists main.payment_transitions_delete before delete on payment_transitions\n"
    "when only_libpawl_may_write('payment_transitions', old.payment_id, old.sort_key) is not 1\n"
    "begin select raise(abort, 'payment_transitions is history: its rows are neither changed nor deleted'); end;\n\n"
    "create temp trigger if not exists payment_exact_key instead of insert on main.payment_model_2_f7778b177c88b7a5\n"
    "begin\n"
    "  select raise(rollback, 'machine payment: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')\n"
    "    where new.\"1\" = 1;\n"
    "  select raise(rollback, 'machine payment: the column of its key takes different texts for the same, by its type or collation; nothing was changed: make it text with the collation BINARY')\n"
    "    where new.\"1\" = 2;\nend;\ninsert into main.payment_model_2_f7778b177c88b7a5\nselect 1\n"
    " where exists (select 1 from pragma_table_xinfo('payments', 'main'))\n"
    "   and not exists (select 1 from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and not i.partial and c.key and c.name = 'id' collate nocase\n"
    "            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)\n"
    "   and (select group_concat(k.name) from pragma_table_xinfo('payments', 'main') k where k.pk)\n"
    "     is not 'id' collate nocase\nunion all\nselect 2\n"
    " where exists (select 1 from pragma_table_xinfo('payments', 'main') c\n"
    "          where c.name = 'id' collate nocase and (c.type like '%int%'\n"
    "                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'\n"
    "                        and c.type not like '%blob%' and c.type <> '')\n"
    "            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made\n"
    "                               where made.name = 'payments' collate nocase and made.sql like '%strict%')))\n"
    "   or (exists (select 1\n"
    "          from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and c.key and c.name = 'id' collate nocase and c.coll <> 'BINARY' collate nocase)\n"
    "   and not exists (select 1\n"
    "          from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c\n"
    "          where i.\"unique\" and c.key and c.name = 'id' collate nocase and c.coll = 'BINARY' collate nocase))\n;\n"
    "\ninsert into main.pawl_objects (machine, object, definition)\n"
    "select 'payment', found.object, found.definition from (\n"
    "  select type || ' ' || name as object, sql as definition from main.sqlite_master\n"
    "   where sql is not null and tbl_name in ('payment_current', 'payment_transitions', 'payment_moves', 'payment_state',\n"
    "      'payment_model_2_f7778b177c88b7a5')) found\n"
    " where not exists (select 1 from main.pawl_machines m where m.machine = 'payment'\n"
    "                    and (m.abi >= 2 or m.fingerprint <> 'f7778b177c88b7a5' and m.is_deployed))\n"
    "   and not exists (select 1 from main.pawl_objects o\n"
    "                    where o.machine = 'payment' and o.object = found.object);\n\n"
    "insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)\n"
    "select 'payment', 'f7778b177c88b7a5', 2,\n"
    "  coalesce((select deployed_at from main.pawl_machines where machine = 'payment' and fingerprint = 'f7778b177c88b7a5'),\n"
    "    cast(strftime('%s', 'now') as integer) * 1000000),\n"
    "  '{\"name\":\"payment\",\"label\":\"Bank payment\",\"fingerprint\":\"f7778b177c88b7a5\",\"doc\":\"A bank payment, from the moment it is asked for until the money has\\narrived. The bank answers some time after it has been told.\",\"key_type\":\"text\",\"entity\":{\"table\":\"payments\",\"column\":\"id\"},\"storage\":\"head\",\"initial_is_implicit\":false,\"states\":[{\"name\":\"pending_submission\",\"label\":\"Waiting to be sent\",\"stored\":\"pending_submission\",\"initial\":true,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"submitted\",\"label\":\"With the bank\",\"stored\":\"submitted\",\"initial\":false,\"final\":false,\"enter\":[],\"leave\":[]},{\"name\":\"paid\",\"label\":\"Paid out\",\"stored\":\"paid\",\"doc\":\"The money is where it was meant to go.\",\"initial\":false,\"final\":true,\"goal\":true,\"enter\":[],\"leave\":[]},{\"name\":\"cancelled\",\"label\":\"Cancelled\",\"stored\":\"cancelled\",\"initial\":false,\"final\":true,\"enter\":[],\"leave\":[]}],\"composites\":[],\"events\":[{\"name\":\"create\",\"label\":\"Ask for a payment\",\"stored\":\"create\",\"doc\":\"Somebody asks for a payment; nothing has left the house yet.\",\"creation\":true,\"timer\":false,\"params\":[{\"name\":\"amount\",\"type\":\"bigint\",\"optional\":false,\"column\":\"amount\"},{\"name\":\"currency\",\"type\":\"text\",\"optional\":false,\"column\":\"currency\"}],\"serialize_by\":[]},{\"name\":\"submit\",\"label\":\"Send to the bank\",\"stored\":\"submit\",\"doc\":\"The bank has taken the payment and named it.\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"submission_id\",\"type\":\"text\",\"optional\":false,\"column\":\"submission_id\"}],\"serialize_by\":[]},{\"name\":\"confirm\",\"label\":\"Bank confirms\",\"stored\":\"confirm\",\"doc\":\"The bank reports that the money has arrived.\",\"creation\":false,\"timer\":false,\"params\":[],\"serialize_by\":[]},{\"name\":\"cancel\",\"label\":\"Cancel\",\"stored\":\"cancel\",\"doc\":\"The payment is given up, before or after it was sent.\",\"creation\":false,\"timer\":false,\"params\":[{\"name\":\"reason\",\"type\":\"text\",\"optional\":true,\"column\":\"reason\"}],\"serialize_by\":[]}],\"columns\":[{\"name\":\"amount\",\"type\":\"bigint\"},{\"name\":\"currency\",\"type\":\"text\"},{\"name\":\"submission_id\",\"type\":\"text\"},{\"name\":\"reason\",\"type\":\"text\"}],\"arrows\":[{\"event\":\"create\",\"from\":null,\"target\":\"to\",\"to\":\"pending_submission\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"submit\",\"from\":\"pending_submission\",\"target\":\"to\",\"to\":\"submitted\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"pending_submission\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"confirm\",\"from\":\"submitted\",\"target\":\"to\",\"to\":\"paid\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]},{\"event\":\"cancel\",\"from\":\"submitted\",\"target\":\"to\",\"to\":\"cancelled\",\"reopens\":false,\"conditions\":[],\"do\":[],\"then\":[]}],\"moves\":[{\"event\":\"create\",\"from\":null,\"to\":\"pending_submission\",\"arrow\":0},{\"event\":\"submit\",\"from\":\"pending_submission\",\"to\":\"submitted\",\"arrow\":1},{\"event\":\"confirm\",\"from\":\"submitted\",\"to\":\"paid\",\"arrow\":3},{\"event\":\"cancel\",\"from\":\"pending_submission\",\"to\":\"cancelled\",\"arrow\":2},{\"event\":\"cancel\",\"from\":\"submitted\",\"to\":\"cancelled\",\"arrow\":4}],\"ignores\":[],\"timers\":[],\"guards\":[],\"effects\":[],\"works\":[],\"asserts\":[],\"scenarios\":[],\"allows\":[],\"database\":{\"dialect\":\"sqlite\",\"current\":\"main.payment_current\",\"transitions\":\"main.payment_transitions\",\"parent\":\"main.payments\",\"parent_column\":\"id\",\"objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name in (''payment_current'', ''payment_transitions'', ''payment_moves'', ''payment_state'',\\n    ''payment_model_2_f7778b177c88b7a5'')\",\"shared_objects\":\"select type || '' '' || name as object, sql as definition from main.sqlite_master\\n where sql is not null and tbl_name like ''pawl\\\\_%'' escape ''\\\\''\",\"statements\":{\"fingerprints\":\"select known.version, accepted.fingerprint, null, accepted.is_deployed\\nfrom main.pawl_schema known left join main.pawl_machines accepted\\n  on accepted.is_accepted and accepted.machine = ?1\",\"get\":\"select state, sort_key, since from main.payment_current where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\",\"history\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by sort_key\",\"in_state\":\"select payment_id, state, sort_key, since from main.payment_current\\nwhere state = ?1 and (since, payment_id) > (?2, ?3)\\n  and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by since, payment_id limit ?4\",\"not_in_state\":\"select * from (\\n  select * from (\\n    select payment_id, state, sort_key, since from main.payment_current\\n    where state < ?1 and (state, since, payment_id) > (?2, ?3, ?4)\\n    order by state, since, payment_id limit ?8\\n  ) before\\n  union all\\n  select * from (\\n    select payment_id, state, sort_key, since from main.payment_current\\n    where (state, since, payment_id) > (?5, ?6, ?7)\\n    order by state, since, payment_id limit ?8\\n  ) after\\n) others where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by state, since, payment_id limit ?8\",\"count_by_state\":\"select state, count(*) from main.payment_current where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) group by state\",\"last_to\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\\n  and to_state = ?2 order by sort_key desc limit 1\",\"creation\":\"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\\n  and sort_key = 10\",\"find_parent\":\"select 1 from main.payments where id = ?1\",\"find_request\":\"select event, from_state, to_state, sort_key, created_at, amount, currency, submission_id, reason\\nfrom main.payment_transitions where payment_id = ?1 and request_id = ?2\",\"insert_current\":\"insert into main.payment_current (payment_id, state, sort_key, since)\\nvalues (?1, ?2, ?3, ?4)\",\"update_current\":\"update main.payment_current set state = ?2, sort_key = ?3, since = ?4\\nwhere payment_id = ?1\",\"insert_transition\":\"insert into main.payment_transitions\\n  (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason)\\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\\n  ?8, ?9, ?10, ?11, ?12)\"},\"fire\":{}},\"diagram\":\"digraph \\\"payment\\\" {\\n  graph [rankdir=LR, compound=true, fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=16, fontcolor=\\\"#1f2733\\\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\\\"#ffffff\\\", labelloc=t, labeljust=l, color=\\\"#c2cad5\\\", style=rounded];\\n  node [shape=box, style=\\\"rounded,filled\\\", fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=13, fontcolor=\\\"#1f2733\\\", fillcolor=\\\"#f5f6f8\\\", color=\\\"#8c96a5\\\", margin=\\\"0.12,0.06\\\", height=0.32];\\n  edge [fontname=\\\"DejaVu Sans,Verdana\\\", fontsize=12.5, fontcolor=\\\"#1f2733\\\", color=\\\"#687384\\\", arrowsize=0.75];\\n\\n  subgraph \\\"cluster_payment\\\" {\\n    class=machine; penwidth=0; margin=0;\\n    label=<<b>Bank payment</b><!--payment-->>; tooltip=\\\"A bank payment, from the moment it is asked for until the money has\\\\narrived. The bank answers some time after it has been told.\\\";\\n    \\\"payment.\\\" [shape=point, width=0.16, class=begin, color=\\\"#1f2733\\\", fillcolor=\\\"#1f2733\\\", tooltip=\\\"nothing yet\\\"];\\n    \\\"payment.pending_submission\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td cellpadding=\\\"6\\\">Waiting to be sent<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">pending_submission</font><!--payment.pending_submission--></td><td><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td port=\\\"b0\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr><tr><td port=\\\"b1\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr></table></td></tr></table>>, margin=0, class=\\\"state created\\\", fillcolor=\\\"#e0edfb\\\", color=\\\"#2f6fb3\\\"];\\n    \\\"payment.submitted\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td cellpadding=\\\"6\\\">With the bank<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">submitted</font><!--payment.submitted--></td><td><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td port=\\\"b0\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr><tr><td port=\\\"b1\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr></table></td></tr></table>>, margin=0, class=\\\"state\\\"];\\n    \\\"payment.paid\\\" [label=<Paid out<br/><font point-size=\\\"12\\\" color=\\\"#556070\\\">paid</font><!--payment.paid-->>, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2, tooltip=\\\"The money is where it was meant to go.\\\"];\\n    \\\"payment.cancelled\\\" [label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td port=\\\"a0\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr><tr><td port=\\\"a1\\\" width=\\\"1\\\" height=\\\"14\\\"></td></tr></table></td><td cellpadding=\\\"6\\\">Cancelled<!--payment.cancelled--></td></tr></table>>, margin=0, class=\\\"state final\\\", fillcolor=\\\"#e1f3e5\\\", color=\\\"#2e8246\\\", peripheries=2];\\n    { node [shape=plaintext, style=\\\"\\\", margin=\\\"0.05,0.04\\\", width=0.2, height=0.2, fontsize=12.5];\\n      \\\"payment.>1\\\" [label=<<table port=\\\"e\\\" border=\\\"1\\\" style=\\\"rounded\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\"><tr><td>Ask for a payment<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"event main\\\", tooltip=\\\"create: Somebody asks for a payment; nothing has left the house yet.\\\"];\\n      \\\"payment.>2\\\" [label=<<table port=\\\"e\\\" border=\\\"1\\\" style=\\\"rounded\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\"><tr><td>Send to the bank<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"event main\\\", tooltip=\\\"submit: The bank has taken the payment and named it.\\\"];\\n      \\\"payment.>3\\\" [label=<<table port=\\\"e\\\" border=\\\"1\\\" style=\\\"rounded\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#687384\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\"><tr><td>Cancel<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"event\\\", tooltip=\\\"cancel: The payment is given up, before or after it was sent.\\\"];\\n      \\\"payment.>4\\\" [label=<<table port=\\\"e\\\" border=\\\"1\\\" style=\\\"rounded\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#1d4f91\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\"><tr><td>Bank confirms<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"event main\\\", tooltip=\\\"confirm: The bank reports that the money has arrived.\\\"];\\n      \\\"payment.>5\\\" [label=<<table port=\\\"e\\\" border=\\\"1\\\" style=\\\"rounded\\\" bgcolor=\\\"#ffffff\\\" color=\\\"#687384\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\"><tr><td>Cancel<br align=\\\"left\\\"/></td></tr></table>>, class=\\\"event\\\", tooltip=\\\"cancel: The payment is given up, before or after it was sent.\\\"];\\n    }\\n    \\\"payment.\\\" -> \\\"payment.>1\\\":e [class=\\\"move main\\\", color=\\\"#1d4f91\\\", dir=back, arrowtail=none, weight=8, penwidth=2.4];\\n    \\\"payment.>1\\\":e -> \\\"payment.pending_submission\\\" [class=\\\"move main\\\", color=\\\"#1d4f91\\\", weight=8, penwidth=2.4];\\n    \\\"payment.pending_submission\\\":b0 -> \\\"payment.>2\\\":e [class=\\\"move main\\\", color=\\\"#1d4f91\\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\n    \\\"payment.>2\\\":e -> \\\"payment.submitted\\\" [class=\\\"move main\\\", color=\\\"#1d4f91\\\", weight=8, penwidth=2.4];\\n    \\\"payment.pending_submission\\\":b1 -> \\\"payment.>3\\\":e [class=\\\"move\\\", dir=back, arrowtail=dot];\\n    \\\"payment.>3\\\":e -> \\\"payment.cancelled\\\":a0 [class=\\\"move\\\"];\\n    \\\"payment.submitted\\\":b0 -> \\\"payment.>4\\\":e [class=\\\"move main\\\", color=\\\"#1d4f91\\\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\\n    \\\"payment.>4\\\":e -> \\\"payment.paid\\\" [class=\\\"move main\\\", color=\\\"#1d4f91\\\", weight=8, penwidth=2.4];\\n    \\\"payment.submitted\\\":b1 -> \\\"payment.>5\\\":e [class=\\\"move\\\", dir=back, arrowtail=dot];\\n    \\\"payment.>5\\\":e -> \\\"payment.cancelled\\\":a1 [class=\\\"move\\\"];\\n  }\\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\\\"#556070\\\";\\n  label=<<table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"3\\\" cellpadding=\\\"1\\\">\\n    <tr><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#687384\\\">●—</font>&#160; where an arrow begins </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" bgcolor=\\\"#e0edfb\\\" color=\\\"#2f6fb3\\\"><tr><td></td></tr></table></td><td align=\\\"left\\\">begins here </td><td align=\\\"right\\\"><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"2\\\" fixedsize=\\\"true\\\" width=\\\"28\\\" height=\\\"16\\\" color=\\\"#2e8246\\\"><tr><td><table border=\\\"1\\\" style=\\\"rounded\\\" cellborder=\\\"0\\\" fixedsize=\\\"true\\\" width=\\\"22\\\" height=\\\"10\\\" bgcolor=\\\"#e1f3e5\\\" color=\\\"#2e8246\\\"><tr><td></td></tr></table></td></tr></table></td><td align=\\\"left\\\">final </td><td align=\\\"right\\\"><table border=\\\"0\\\" cellborder=\\\"0\\\" cellspacing=\\\"0\\\" cellpadding=\\\"0\\\"><tr><td width=\\\"24\\\" height=\\\"4\\\" border=\\\"2\\\" sides=\\\"B\\\" style=\\\"solid\\\" color=\\\"#1d4f91\\\"></td></tr><tr><td height=\\\"4\\\"></td></tr></table></td><td align=\\\"left\\\">shortest way to Paid out </td></tr>\\n    <tr><td colspan=\\\"2\\\" align=\\\"left\\\"><font color=\\\"#556070\\\">a_b</font>&#160; its name in programs </td></tr></table>>;\\n}\\n\"}'\n"
    " where not exists (select 1 from main.pawl_machines\n"
    "                    where machine = 'payment' and fingerprint = 'f7778b177c88b7a5' and (abi >= 2 or not is_deployed));\n"
    "\ncommit;\n", /* schema */
    "select known.version, accepted.fingerprint, null, accepted.is_deployed\n"
    "from main.pawl_schema known left join main.pawl_machines accepted\n"
    "  on accepted.is_accepted and accepted.machine = ?1", /* fingerprints */
    "select state, sort_key, since from main.payment_current where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)", /* get */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by sort_key", /* history */
    "select payment_id, state, sort_key, since from main.payment_current\n"
    "where state = ?1 and (since, payment_id) > (?2, ?3)\n"
    "  and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by since, payment_id limit ?4", /* in_state */
    "select * from (\n  select * from (\n    select payment_id, state, sort_key, since from main.payment_current\n"
    "    where state < ?1 and (state, since, payment_id) > (?2, ?3, ?4)\n"
    "    order by state, since, payment_id limit ?8\n  ) before\n  union all\n  select * from (\n"
    "    select payment_id, state, sort_key, since from main.payment_current\n"
    "    where (state, since, payment_id) > (?5, ?6, ?7)\n    order by state, since, payment_id limit ?8\n  ) after\n"
    ") others where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by state, since, payment_id limit ?8", /* not_in_state */
    "select state, count(*) from main.payment_current where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) group by state", /* count_by_state */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\n"
    "  and to_state = ?2 order by sort_key desc limit 1", /* last_to */
    "select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\n"
    "from main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\n"
    "  and sort_key = 10", /* creation */
    NULL, NULL, NULL, NULL, /* with_key, why, fire_deferred, fail_deferred */
    "select 1 from main.payments where id = ?1", /* find_parent */
    "select event, from_state, to_state, sort_key, created_at, amount, currency, submission_id, reason\n"
    "from main.payment_transitions where payment_id = ?1 and request_id = ?2", /* find_request */
    "insert into main.payment_current (payment_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)", /* insert_current */
    "update main.payment_current set state = ?2, sort_key = ?3, since = ?4\nwhere payment_id = ?1", /* update_current */
    "insert into main.payment_transitions\n"
    "  (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12)", /* insert_transition */
    NULL, NULL, NULL, NULL, NULL, /* find_creation, set_mirror, find_key, find_topic, find_spelling */
    NULL,
    NULL, NULL,
};

static const struct pawl_statements *const sql_of_payment[] = {&postgres_of_payment, &sqlite_of_payment};

const struct pawl_machine payment_machine = {
    PAWL_ABI,
    "payment",
    "Bank payment",
    "f7778b177c88b7a5",
    "payment_current", "payment_transitions",
    PAWL_TYPE_TEXT,
    4, 4, 4,
    states_of_payment, events_of_payment, columns_of_payment,
    next_of_payment,
    PAWL_LAYOUT(struct payment_current, struct payment_record),
    2, sql_of_payment,
    0, 0, NULL, NULL, NULL, NULL, /* no guards and no effects */
    move_to_of_payment,
    NULL, NULL, NULL,
    false,
};

const char *payment_state_name(enum payment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_payment[number].name : "unknown";
}

const char *payment_event_name(enum payment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 4 ? events_of_payment[number].name : "unknown";
}

const char *payment_state_label(enum payment_state state) {
    int number = (int)state;
    return number >= 0 && number <= 4 ? states_of_payment[number].label : "unknown";
}

const char *payment_event_label(enum payment_event event) {
    int number = (int)event;
    return number >= 0 && number <= 4 ? events_of_payment[number].label : "unknown";
}

enum payment_state payment_state_parse(const char *text) {
    return (enum payment_state)pawl_state_parse(&payment_machine, text);
}

enum payment_event payment_event_parse(const char *text) {
    return (enum payment_event)pawl_event_parse(&payment_machine, text);
}

enum payment_state payment_next(enum payment_state state, enum payment_event event) {
    unsigned from = (unsigned)state;
    unsigned fired = (unsigned)event;
    unsigned to = from <= 4 && fired <= 4 ? next_of_payment[fired * 5u + from] : 0u;
    return (enum payment_state)to;
}

bool payment_can(enum payment_state state, enum payment_event event) {
    return (int)payment_next(state, event) != 0;
}

enum pawl_status payment_apply(struct pawl_db *db, struct pawl_error *err) {
    return pawl_apply(db, &payment_machine, err);
}

static enum pawl_status fire_of_payment(struct pawl_db *db, const char *id, enum payment_event event, const void *args,
    const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_fire(db, &payment_machine, key, (int)event, args, opts, (struct pawl_transition *)(void *)out, err);
}

enum pawl_status payment_create(struct pawl_db *db, const char *id, const struct payment_create_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err) {
    return fire_of_payment(db, id, PAYMENT_EVENT_CREATE, args, opts, out, err);
}

enum pawl_status payment_submit(struct pawl_db *db, const char *id, const struct payment_submit_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err) {
    return fire_of_payment(db, id, PAYMENT_EVENT_SUBMIT, args, opts, out, err);
}

enum pawl_status payment_confirm(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                                 struct payment_transition *out, struct pawl_error *err) {
    return fire_of_payment(db, id, PAYMENT_EVENT_CONFIRM, NULL, opts, out, err);
}

enum pawl_status payment_cancel(struct pawl_db *db, const char *id, const struct payment_cancel_args *args,
                                const struct pawl_opts *opts, struct payment_transition *out, struct pawl_error *err) {
    return fire_of_payment(db, id, PAYMENT_EVENT_CANCEL, args, opts, out, err);
}

enum pawl_status payment_move_to(struct pawl_db *db, const char *id, enum payment_state state,
                                 const struct pawl_opts *opts, struct payment_transition *out,
                                 struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_move_to(db, &payment_machine, key, (int)state, opts, (struct pawl_transition *)(void *)out, err);
}

enum pawl_status payment_create_many(struct pawl_db *db, const struct payment_create_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct payment_create_item),
        offsetof(struct payment_create_item, id), offsetof(struct payment_create_item, args),
        offsetof(struct payment_create_item, request_id), 0};
    return pawl_fire_many(db, &payment_machine, PAYMENT_EVENT_CREATE, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request payment_create_move(const char *id, const struct payment_create_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&payment_machine, {id, 0}, PAYMENT_EVENT_CREATE, args, opts};
    return request;
}

enum pawl_status payment_submit_many(struct pawl_db *db, const struct payment_submit_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct payment_submit_item),
        offsetof(struct payment_submit_item, id), offsetof(struct payment_submit_item, args),
        offsetof(struct payment_submit_item, request_id), offsetof(struct payment_submit_item, expect_sort_key)};
    return pawl_fire_many(db, &payment_machine, PAYMENT_EVENT_SUBMIT, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request payment_submit_move(const char *id, const struct payment_submit_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&payment_machine, {id, 0}, PAYMENT_EVENT_SUBMIT, args, opts};
    return request;
}

enum pawl_status payment_confirm_many(struct pawl_db *db, const struct payment_confirm_item *items, size_t count,
                                      const struct pawl_opts *opts, struct payment_result *results,
                                      struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct payment_confirm_item),
        offsetof(struct payment_confirm_item, id), 0,
        offsetof(struct payment_confirm_item, request_id), offsetof(struct payment_confirm_item, expect_sort_key)};
    return pawl_fire_many(db, &payment_machine, PAYMENT_EVENT_CONFIRM, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request payment_confirm_move(const char *id, const struct pawl_opts *opts) {
    struct pawl_request request = {&payment_machine, {id, 0}, PAYMENT_EVENT_CONFIRM, NULL, opts};
    return request;
}

enum pawl_status payment_cancel_many(struct pawl_db *db, const struct payment_cancel_item *items, size_t count,
                                     const struct pawl_opts *opts, struct payment_result *results,
                                     struct pawl_error *err) {
    struct pawl_items all = {items, count, sizeof(struct payment_cancel_item),
        offsetof(struct payment_cancel_item, id), offsetof(struct payment_cancel_item, args),
        offsetof(struct payment_cancel_item, request_id), offsetof(struct payment_cancel_item, expect_sort_key)};
    return pawl_fire_many(db, &payment_machine, PAYMENT_EVENT_CANCEL, all, opts,
                          (struct pawl_result *)(void *)results, err);
}

struct pawl_request payment_cancel_move(const char *id, const struct payment_cancel_args *args,
                                        const struct pawl_opts *opts) {
    struct pawl_request request = {&payment_machine, {id, 0}, PAYMENT_EVENT_CANCEL, args, opts};
    return request;
}

enum pawl_status payment_get(struct pawl_db *db, const char *id, struct payment_current *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_get(db, &payment_machine, key, out, err);
}

enum pawl_status payment_history(struct pawl_db *db, const char *id, struct payment_history *out,
                                 struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_history(db, &payment_machine, key, (struct pawl_rows *)(void *)out, err);
}

enum pawl_status payment_in_state(struct pawl_db *db, enum payment_state state, const struct payment_current *after,
                                  size_t limit, struct payment_page *out, struct pawl_error *err) {
    return pawl_in_state(db, &payment_machine, (int)state, after, limit, (struct pawl_rows *)(void *)out, err);
}

enum pawl_status payment_not_in_state(struct pawl_db *db, enum payment_state state,
                                      const struct payment_current *after, size_t limit, struct payment_page *out,
                                      struct pawl_error *err) {
    return pawl_not_in_state(db, &payment_machine, (int)state, after, limit, (struct pawl_rows *)(void *)out, err);
}

enum pawl_status payment_last_to(struct pawl_db *db, const char *id, enum payment_state state,
                                 struct payment_record *out, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_last_to(db, &payment_machine, key, (int)state, out, err);
}

enum pawl_status payment_creation(struct pawl_db *db, const char *id, struct payment_record *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_creation(db, &payment_machine, key, out, err);
}

enum pawl_status payment_why(struct pawl_db *db, const char *id, const struct pawl_opts *opts,
                             struct pawl_reason *reasons, struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_why(db, &payment_machine, key, opts, reasons, err);
}

enum pawl_status payment_count_by_state(struct pawl_db *db, int64_t *counts, struct pawl_error *err) {
    return pawl_count_by_state(db, &payment_machine, counts, err);
}
