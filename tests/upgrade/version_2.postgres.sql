--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE TYPE public.pawl_item AS (
	declaration text,
	fence integer,
	claim bigint
);


ALTER TYPE public.pawl_item OWNER TO pawl_owner;
CREATE TYPE public.pawl_lock_answer AS (
	status text,
	token bigint,
	until timestamp with time zone,
	detail text
);


ALTER TYPE public.pawl_lock_answer OWNER TO pawl_owner;
CREATE TYPE public.pawl_outcome AS (
	status text,
	from_state text,
	to_state text,
	sort_key integer,
	created_at timestamp with time zone,
	guard text,
	move integer,
	detail text
);


ALTER TYPE public.pawl_outcome OWNER TO pawl_owner;
CREATE TYPE public.pawl_run_answer AS (
	status text,
	run bigint,
	detail text
);


ALTER TYPE public.pawl_run_answer OWNER TO pawl_owner;
CREATE FUNCTION public.badge_create(id bigint, holder text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
begin
  if $1 is null
     or $2 is null
     or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  perform 1 from public.badges parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into public.badges first, with that key as id';
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.badge_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.badge_model_2_acd1487c56c600e3())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.badge_transitions row where row.badge_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is not null then
    outcome.status := 'EXISTS';
    if $4 is not null then
      select * into earlier from public.badge_history made where made.badge_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'create'
            and earlier.holder is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $4, null::text, null::text, null::bigint);
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $4, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
    outcome := row('OK', '', 'made', 10, clock_timestamp(), null, null, null);
  begin
    perform public.badge_transitions_write($1, outcome.sort_key, 'create'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($3, session_user),
      $4, $2);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'badge_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.badge_transitions row
                       where row.badge_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the badge'
        using errcode = 'serialization_failure';
    end if;
    return public.badge_create($1, $2, $3, $4); -- another program was quicker: look again
  end;
  return outcome;
end
$_$;


ALTER FUNCTION public.badge_create(id bigint, holder text, actor text, request_id text) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_create(id bigint, holder text, actor text, request_id text) IS 'create';

CREATE FUNCTION public.badge_create_many(id bigint[], holder text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.badges parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.badges parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.badge_create(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id) end as outcome
        from (select * from unnest($1, $2, $4, $5) with ordinality given (id, v1, request_id, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.badge_create_many(id bigint[], holder text[], actor text, request_id text[], actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.badge_fire_deferred(number bigint, verdicts text DEFAULT NULL::text) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('badge'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    if waiting.entity !~ '^(0|-?[1-9][0-9]*)$' then
      outcome.detail := 'machine badge: ' || waiting.event || ' was deferred for ' || waiting.entity
        || ', which is no key of it';
      given := null;
    end if;
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 1 then public.badge_create(waiting.entity::bigint, given[1],
          waiting.actor, waiting.request_id) else outcome end;
    when 'hand_out' then
      outcome := case when cardinality(given) = 0 then public.badge_hand_out(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    when 'give_back' then
      outcome := case when cardinality(given) = 0 then public.badge_give_back(waiting.entity::bigint,
          waiting.actor, waiting.request_id, null::integer) else outcome end;
    else
      outcome.detail := 'machine badge: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'badge' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$_$;


ALTER FUNCTION public.badge_fire_deferred(number bigint, verdicts text) OWNER TO pawl_owner;
CREATE FUNCTION public.badge_give_back(id bigint, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  perform 1 from public.badges parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.badge_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.badge_model_2_acd1487c56c600e3())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.badge_transitions row where row.badge_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from public.badge_history made where made.badge_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'give_back' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $4 is not null then
    if outcome.sort_key <> $4 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'made' then 'destroyed'
    when 'worn' then 'made'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform public.badge_transitions_write($1, outcome.sort_key, 'give_back'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'badge_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.badge_transitions row
                       where row.badge_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the badge'
        using errcode = 'serialization_failure';
    end if;
    return public.badge_give_back($1, $2, $3, $4); -- another program was quicker: look again
  end;
  return outcome;
end
$_$;


ALTER FUNCTION public.badge_give_back(id bigint, actor text, request_id text, expect_sort_key integer) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_give_back(id bigint, actor text, request_id text, expect_sort_key integer) IS 'give back';

CREATE FUNCTION public.badge_give_back_many(id bigint[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.badges parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.badges parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.badge_give_back(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.badge_give_back_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.badge_hand_out(id bigint, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  is_last boolean;
  seen integer;
  violated text;
  is_free boolean;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  perform 1 from public.badges parent where parent.id = $1 for no key update;
  if not found then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  loop
    select 'OK', head.to_state, head.sort_key, head.since, head.most_recent,
      (public.badge_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and public.badge_model_2_acd1487c56c600e3())
      into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at, is_last, is_free
      from (values (1)) one left join lateral (
        select row.to_state, row.sort_key, row.most_recent,
            timestamptz 'epoch' + coalesce((extract(epoch from
              case when row.created_at between '4713-01-01 BC' and '294247-01-01' then row.created_at end)
              * 1000000)::bigint, 0) * interval '1 microsecond' as since
          from public.badge_transitions row where row.badge_id = $1
          order by row.sort_key desc limit 1 for no key update) head on true;
    exit when outcome.sort_key is null or is_last or outcome.sort_key = seen;
    seen := outcome.sort_key; -- another program has moved it meanwhile
  end loop;
  if outcome.sort_key is null then
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
  end if;
  if $3 is not null then
    select * into earlier from public.badge_history made where made.badge_id = $1 and made.request_id = $3;
    if found then
      return row(case when earlier.event = 'hand_out' then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'badge'::text, $1::text, $3, null::text, null::text, null::bigint);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $4 is not null then
    if outcome.sort_key <> $4 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  outcome.to_state := case outcome.from_state
    when 'made' then 'worn'
  end;
  if outcome.to_state is null then
    outcome.status := 'ILLEGAL';
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
  begin
    perform public.badge_transitions_write($1, outcome.sort_key, 'hand_out'::text, outcome.from_state,
      outcome.to_state, outcome.created_at, coalesce($2, session_user),
      $3, null::text);
  exception when unique_violation then
    get stacked diagnostics violated = table_name;
    if violated <> 'badge_transitions' or current_setting('transaction_isolation') = 'read committed'
       and not exists (select from public.badge_transitions row
                       where row.badge_id = $1 and row.sort_key >= outcome.sort_key) then
      raise;
    end if;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'could not serialize access: another program moved the badge'
        using errcode = 'serialization_failure';
    end if;
    return public.badge_hand_out($1, $2, $3, $4); -- another program was quicker: look again
  end;
  return outcome;
end
$_$;


ALTER FUNCTION public.badge_hand_out(id bigint, actor text, request_id text, expect_sort_key integer) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_hand_out(id bigint, actor text, request_id text, expect_sort_key integer) IS 'hand out';

CREATE FUNCTION public.badge_hand_out_many(id bigint[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy bigint[];
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $6 then
    busy := array(select given.id from (select distinct given.id as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.badges parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.badges parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.badge_hand_out(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) end as outcome
        from (select * from unnest($1, $3, $4, $5) with ordinality given (id, request_id, expected, own_actor, number) order by given.id, given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.badge_hand_out_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.badge_is_free(boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT
    AS $_$select $1 is null$_$;


ALTER FUNCTION public.badge_is_free(boolean) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_is_free(boolean) IS 'Strict while the machine is frozen.';

CREATE FUNCTION public.badge_model_2_0253fa6d69e58062() RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$select true$$;


ALTER FUNCTION public.badge_model_2_0253fa6d69e58062() OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_model_2_0253fa6d69e58062() IS 'Exists as long as programs of this version are accepted.';

CREATE FUNCTION public.badge_model_2_acd1487c56c600e3() RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$select true$$;


ALTER FUNCTION public.badge_model_2_acd1487c56c600e3() OWNER TO pawl_owner;
COMMENT ON FUNCTION public.badge_model_2_acd1487c56c600e3() IS 'Exists as long as programs of this version are accepted.';

CREATE FUNCTION public.badge_transitions_check() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  last record;
  added jsonb;
  changed record;
  sequence regclass;
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'badge_transitions is history: its rows stay'
      using errcode = 'check_violation';
  elsif tg_when = 'AFTER' then -- when all is done
    if not exists (select from public.badge_transitions row
                   where row.badge_id = new.badge_id and row.most_recent) then
      raise exception 'badge % has no most recent transition any more', new.badge_id
        using errcode = 'check_violation', hint = 'Add the next transition.';
    end if;
    return null;
  elsif tg_op = 'UPDATE' then
    changed := new;
    changed.most_recent := old.most_recent;
    changed.updated_at := old.updated_at;
    if changed operator(pg_catalog.*<>) old -- byte by byte: 1.0 is not 1.00
       or new.most_recent and old.most_recent is not true then
      raise exception 'badge_transitions is history: its rows are not changed'
        using errcode = 'check_violation', hint = 'Add a transition, or fire an event of badge.';
    end if;
    return new;
  end if;
  added := to_jsonb(new);
  -- exactly, whatever the column's collation takes for the same
  select row.to_state::text collate "C" as to_state, row.sort_key into last
    from public.badge_transitions row
    where row.badge_id = new.badge_id order by row.sort_key desc limit 1;
  if not found then
    select ''::text as to_state, 0 as sort_key into last;
  end if;
  -- asked after `last` was read: asked before, a row might come in between
  if exists (select from public.badge_transitions row
             where row.badge_id = new.badge_id and row.sort_key = new.sort_key) then
    return new; -- the index says so, which Statesman understands
  end if;
  if not exists (select from public.badge_moves move
                 where move.from_state = last.to_state and move.to_state = new.to_state::text collate "C"
                   and coalesce(added ->> 'event', move.event) = move.event)
     or coalesce(added ->> 'from_state', last.to_state) <> last.to_state then
    raise exception 'badge % may not move from % to %', new.badge_id,
        case last.to_state when '' then 'nothing' else last.to_state end, new.to_state
      using errcode = 'check_violation', hint = 'See public.badge_moves for what is allowed.';
  elsif new.sort_key <> last.sort_key + 10 or new.most_recent is not true
        or added ->> 'request_id' is not null then
    raise exception 'the next transition of badge % is the most recent one, has the sort_key % and no request_id',
        new.badge_id, last.sort_key + 10
      using errcode = 'check_violation', hint = 'Fire an event of badge, or use Statesman.';
  elsif jsonb_exists(public.pawl_read_jsonb(added ->> 'metadata'), 'pawl') then
    raise exception 'what is called pawl in the metadata of badge % is said by Pawl alone', new.badge_id
      using errcode = 'check_violation', hint = 'Give it another name.';
  elsif new.created_at not between '4713-01-01 BC' and '294247-01-01' then
    raise exception 'the transition of badge % has no time that can be read: %', new.badge_id, new.created_at
      using errcode = 'check_violation', hint = 'Say when it was made.';
  end if;
  if jsonb_exists(added, 'id') then
    sequence := pg_get_serial_sequence('public.badge_transitions', 'id');
    -- without one it may be no number
    if (case when sequence is not null then
         (added ->> 'id')::numeric > coalesce(pg_sequence_last_value(sequence), 0) end) then
      raise exception 'the transition of badge % has an id that its sequence will give to another', new.badge_id
        using errcode = 'check_violation', hint = 'Leave it to the sequence.';
    end if;
  end if;
  return new;
end
$$;


ALTER FUNCTION public.badge_transitions_check() OWNER TO pawl_owner;
CREATE FUNCTION public.badge_transitions_write(bigint, integer, text, text, text, timestamp with time zone, text, text, text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    declare
      stamp text := to_char($6 at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00';
      made public.badge_transitions.created_at%type := stamp;
      touched public.badge_transitions.updated_at%type := stamp;
      kept public.badge_transitions.metadata%type := '{}';
    begin
      update public.badge_transitions before set most_recent = false, updated_at = touched
        where before.badge_id = $1 and before.most_recent;
      insert into public.badge_transitions
        (badge_id, sort_key, to_state, most_recent, created_at, updated_at, event, from_state, actor, request_id, holder, metadata)
      values ($1, $2, $5, true, made, touched, $3, $4, $7, $8, $9, kept);
    
    end$_$;


ALTER FUNCTION public.badge_transitions_write(bigint, integer, text, text, text, timestamp with time zone, text, text, text) OWNER TO pawl_owner;
CREATE FUNCTION public.order_cancel(id text, reason text DEFAULT NULL::text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, item public.pawl_item DEFAULT NULL::public.pawl_item) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.order_transitions;
begin
  if $1 is null or $3 is not null or $4 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  -- what it was created with never changes
  select * into creation from public.order_transitions begun
    where begun.order_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
  end if;
  if $4 is null and $5 is null and $8 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('open', 'cancelled'), ('reminded', 'cancelled')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $6 is null and $7 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $4 is null and $8 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('open', 'cancelled'), ('reminded', 'cancelled')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $6 is null and $7 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end and head.sort_key = $5
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $6 is null and $7 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.order_current head where head.order_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
    end if;
    if $4 is not null and (outcome.sort_key > 10 or creation.request_id = $4) then
      select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $4;
      if found then
        return row(case when earlier.event = 'cancel'
            and earlier.reason is not distinct from $2 then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $5 is not null then
      if outcome.sort_key <> $5 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    if not ($8 is null) then
      perform from public.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($8).declaration and p.fence = ($8).fence and p.claim = ($8).claim
        and (p.is_work
          or p.declaration in ('reminded.cancel'));
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'open' then 'cancelled'
      when 'reminded' then 'cancelled'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.order_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  values ($1, outcome.sort_key, 'cancel', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  if (outcome.from_state, outcome.to_state) in (('open', 'cancelled')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('open.remind');
  elsif (outcome.from_state, outcome.to_state) in (('reminded', 'cancelled')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('reminded.cancel');
  end if;
  if not ($8 is null) then
    delete from public.order_pending p where p.order_id = $1 and not p.is_work
      and p.declaration = ($8).declaration and p.fence = ($8).fence;
    update public.order_pending p set claim = p.claim + 1, session = null, attempts = 0, last_error = null,
        due_at = outcome.created_at
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.order_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.order_id = $1
        and p.declaration = ($8).declaration and p.fence = ($8).fence;
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'cancel', outcome.from_state, outcome.to_state, $4,
      'orders', '958525bfe854084f',
      ('{"reason":' || coalesce(to_json($2)::text, 'null') || '}')::json;
  return outcome;
end
$_$;


ALTER FUNCTION public.order_cancel(id text, reason text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_cancel(id text, reason text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) IS 'cancel';

CREATE FUNCTION public.order_cancel_many(id text[], reason text[] DEFAULT NULL::text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $9 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_cancel(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected, $6, $7) end as outcome
        from (select * from unnest($1, $2, $4, $5, $8) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_cancel_many(id text[], reason text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.order_create(id text, account text, name text DEFAULT NULL::text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  violated text;
  is_free boolean;
  is_locked boolean;
  lock_key text;
begin
  if $1 is null or $1 = '' or octet_length($1) > 1024
     or $2 is null
     or octet_length($4) > 255 or $5 = '' or octet_length($5) > 255 then
    outcome.status := 'MISUSE';
    return outcome;
  end if;
  lock_key := $2::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    outcome.detail := 'insert its row into public.orders first, with that key as id';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $6, $7);
  end if;
  lock table only public.order_current in row share mode; -- a later freeze or migration waits
  loop
    -- asked first, because a row that is written in vain costs more
    select head.state, head.sort_key, head.since,
        (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
          and $6 is null and $7 is null
          and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
      into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from (values (1)) one left join public.order_current head on head.order_id = $1;
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      if $5 is not null then
        select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $5;
        if found then
          return row(case when earlier.event = 'create'
              and earlier.account is not distinct from $2
              and (earlier.name is null or earlier.name is not distinct from $3) then 'OK' else 'REUSED' end,
            earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
        end if;
      end if;
      return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $6, $7);
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: order was created meanwhile'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $5, lock_key, $6, $7);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    outcome := row('OK', '', 'open', 10, clock_timestamp(), null, null, null);
    begin
      insert into public.order_current (order_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception
      when unique_violation then -- another session was quicker: look again
        get stacked diagnostics violated = constraint_name;
        if violated <> 'order_current_pkey' then
          raise;
        end if;
      when foreign_key_violation then
        get stacked diagnostics violated = constraint_name;
        if violated <> 'order_current_parent' then
          raise;
        end if;
        return row('NOT_FOUND', null, null, null, null, null, null, 'insert its row into public.orders first, with that key as id')::public.pawl_outcome;
    end;
    outcome := null;
  end loop;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id, account, name)
  values ($1, outcome.sort_key, 'create', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($4, session_user), $5, $2, $3);
  if (outcome.from_state, outcome.to_state) in (('', 'open')) then
    insert into public.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'open.remind', false, outcome.created_at + interval '0.010 seconds', outcome.sort_key, false);
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'create', outcome.from_state, outcome.to_state, $5,
      'orders', '958525bfe854084f',
      ('{"account":' || to_json($2)::text
        || ',"name":' || coalesce(to_json($3)::text, 'null') || '}')::json;
  return outcome;
end
$_$;


ALTER FUNCTION public.order_create(id text, account text, name text, actor text, request_id text, lock_owner text, lock_token bigint) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_create(id text, account text, name text, actor text, request_id text, lock_owner text, lock_token bigint) IS 'create';

CREATE FUNCTION public.order_create_many(id text[], account text[], name text[] DEFAULT NULL::text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($3), cardinality($5), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $9 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_create(given.id, given.v1, given.v2, coalesce(given.own_actor, $4), given.request_id, $6, $7) end as outcome
        from (select * from unnest($1, $2, $3, $5, $8) with ordinality given (id, v1, v2, request_id, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_create_many(id text[], account text[], name text[], actor text, request_id text[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.order_effect_write_down(text, bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$ begin insert into public.order_effect_write_down values ($1, $2); end $_$;


ALTER FUNCTION public.order_effect_write_down(text, bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.order_fire_deferred(number bigint, verdicts text DEFAULT NULL::text) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred;
  given text[];
begin
  waiting := public.pawl_take_deferred('order'::text, $1);
  if waiting.number is null then
    outcome.status := 'NOT_FOUND';
    return outcome;
  end if;
  given := public.pawl_deferred_arguments(waiting.arguments);
  begin
    outcome.status := 'MISUSE'; -- unless it is called
    outcome.detail := waiting.event || ': what was deferred does not have its parameters';
    case waiting.event
    when 'create' then
      outcome := case when cardinality(given) = 2 then public.order_create(waiting.entity, given[1], given[2],
          waiting.actor, waiting.request_id,
          waiting.lock_owner, waiting.lock_token) else outcome end;
    when 'pay' then
      outcome := case when cardinality(given) = 1 then public.order_pay(waiting.entity, given[1]::bigint,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'cancel' then
      outcome := case when cardinality(given) = 1 then public.order_cancel(waiting.entity, given[1],
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'remind' then
      outcome := case when cardinality(given) = 0 then public.order_remind(waiting.entity,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'packed' then
      outcome := case when cardinality(given) = 0 then public.order_packed(waiting.entity,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    when 'ship' then
      outcome := case when cardinality(given) = 0 then public.order_ship(waiting.entity,
          waiting.actor, waiting.request_id, null::integer,
          waiting.lock_owner, waiting.lock_token, null::public.pawl_item) else outcome end;
    else
      outcome.detail := 'machine order: ' || waiting.event
        || ' was deferred, and no version that may run has such an event';
    end case;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- each time, perhaps, so that all others would wait behind it
    outcome.detail := 'order' || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
$_$;


ALTER FUNCTION public.order_fire_deferred(number bigint, verdicts text) OWNER TO pawl_owner;

SET default_tablespace = '';

SET default_table_access_method = heap;
CREATE TABLE public.orders (
    id text NOT NULL,
    price bigint NOT NULL,
    account text,
    state text
);


ALTER TABLE public.orders OWNER TO pawl_upgrade_deployer;
CREATE FUNCTION public.order_guard_enough(bigint, text) RETURNS SETOF boolean
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT ($1 >= orders.price)
    FROM public.orders
   WHERE (orders.id = $2);
END;


ALTER FUNCTION public.order_guard_enough(bigint, text) OWNER TO pawl_owner;
CREATE FUNCTION public.order_is_free(boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $_$select $1 is null$_$;


ALTER FUNCTION public.order_is_free(boolean) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_is_free(boolean) IS 'Strict while the machine is frozen.';

CREATE FUNCTION public.order_model_2_958525bfe854084f() RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$select true$$;


ALTER FUNCTION public.order_model_2_958525bfe854084f() OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_model_2_958525bfe854084f() IS 'Exists as long as programs of this version are accepted.';

CREATE FUNCTION public.order_packed(id text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, item public.pawl_item DEFAULT NULL::public.pawl_item) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.order_transitions;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  -- what it was created with never changes
  select * into creation from public.order_transitions begun
    where begun.order_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  if $3 is null and $4 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('paid', 'ready')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('paid', 'ready')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.order_current head where head.order_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
    end if;
    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
      select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'packed' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    if not ($7 is null) then
      perform from public.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'paid' then 'ready'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.order_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'packed', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('paid', 'ready')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('work paid');
  end if;
  if not ($7 is null) then
    update public.order_pending p set claim = p.claim + 1, session = null, attempts = 0, last_error = null,
        due_at = outcome.created_at
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.order_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.order_id = $1
        and p.declaration = ($7).declaration and p.fence = ($7).fence;
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'packed', outcome.from_state, outcome.to_state, $3,
      'orders', '958525bfe854084f',
      '{}';
  return outcome;
end
$_$;


ALTER FUNCTION public.order_packed(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_packed(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) IS 'packed';

CREATE FUNCTION public.order_packed_many(id text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_packed(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_packed_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.order_pay(id text, amount bigint, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, item public.pawl_item DEFAULT NULL::public.pawl_item) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.order_transitions;
  is_done boolean; -- effects are called in an expression, which costs less than a query
  moment timestamptz;
begin
  if $1 is null or $3 is not null or $4 is not null
     or $2 is null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or $2 is null
       or octet_length($3) > 255 or $4 = '' or octet_length($4) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  -- what it was created with never changes
  select * into creation from public.order_transitions begun
    where begun.order_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
  end if;
  -- locked by its key alone; all else is decided afterwards, from what the row then says
  select 'OK', head.ctid, head.state, head.sort_key, head.since,
    (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
      and $6 is null and $7 is null
      and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
    into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
    from public.order_current head where head.order_id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
  end if;
  if $4 is not null and (outcome.sort_key > 10 or creation.request_id = $4) then
    select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $4;
    if found then
      return row(case when earlier.event = 'pay'
          and earlier.amount is not distinct from $2 then 'OK' else 'REUSED' end,
        earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
    end if;
  end if;
  if is_free is not true then
    outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $4, lock_key, $6, $7);
    if outcome.status in ('LOCKED', 'ASLEEP') then
      return outcome;
    end if;
  end if;
  if $5 is not null then
    if outcome.sort_key <> $5 then
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  if not ($8 is null) then
    perform from public.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = ($8).declaration and p.fence = ($8).fence and p.claim = ($8).claim
      and (p.is_work);
    if not found then -- somebody else has it, or nobody has anything to do any more
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
  moment := greatest(clock_timestamp(), outcome.created_at);
  case outcome.from_state
    when 'open', 'reminded' then
      if (select passes from public.order_guard_enough($2, $1) passes limit 1) then
        outcome.to_state := 'paid';
        outcome.move := 1;
      else
        outcome.guard := concat_ws(', ', outcome.guard, 'enough');
      end if;
    else null;
  end case;
  if outcome.to_state is null then
    outcome.status := case when outcome.guard is null then 'ILLEGAL' else 'REFUSED' end;
    return outcome;
  end if;
  outcome.sort_key := outcome.sort_key + 10;
  outcome.created_at := moment;
  update public.order_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount)
  values ($1, outcome.sort_key, 'pay', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($3, session_user), $4, $2);
  if (outcome.from_state, outcome.to_state) in (('open', 'paid')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('open.remind');
    insert into public.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'work paid', true, outcome.created_at, outcome.sort_key, false)
      on conflict (order_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep, session = null;
    perform public.pawl_notify('order_pending'::text);
  elsif (outcome.from_state, outcome.to_state) in (('reminded', 'paid')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('reminded.cancel');
    insert into public.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'work paid', true, outcome.created_at, outcome.sort_key, false)
      on conflict (order_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep, session = null;
    perform public.pawl_notify('order_pending'::text);
  end if;
  if not ($8 is null) then
    update public.order_pending p set claim = p.claim + 1, session = null, attempts = 0, last_error = null,
        due_at = outcome.created_at
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.order_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.order_id = $1
        and p.declaration = ($8).declaration and p.fence = ($8).fence;
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  case outcome.from_state
    when 'open', 'reminded' then
      is_done := public.order_effect_write_down($1, $2) is not null;
    else null;
  end case;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'pay', outcome.from_state, outcome.to_state, $4,
      'orders', '958525bfe854084f',
      ('{"amount":' || $2::text || '}')::json;
  return outcome;
end
$_$;


ALTER FUNCTION public.order_pay(id text, amount bigint, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pay(id text, amount bigint, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) IS 'pay';

CREATE FUNCTION public.order_pay_many(id text[], amount bigint[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $9 is not true
     or cardinality($1) <> any (array[cardinality($2), cardinality($4), cardinality($5), cardinality($8)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $9 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_pay(given.id, given.v1, coalesce(given.own_actor, $3), given.request_id, given.expected, $6, $7) end as outcome
        from (select * from unnest($1, $2, $4, $5, $8) with ordinality given (id, v1, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_pay_many(id text[], amount bigint[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.order_pending_claim(at_most integer DEFAULT 1, kind text DEFAULT NULL::text, lease interval DEFAULT NULL::interval) RETURNS TABLE(id text, item public.pawl_item, event text, attempts integer, is_spent boolean, is_parked boolean, leased_until timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  own integer := public.pawl_session();
  room integer := $1;
  taken integer;
  gone integer[];
  works boolean;
begin
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception
      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_freezes type_lock
             where type_lock.machine = 'order' and type_lock.mode is not null
               and (type_lock.until is null or type_lock.until > moment)) then
    return; -- workers leave a frozen machine alone
  end if;
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    loop
      return query
        with due as materialized (
          select p.ctid as place from public.order_pending p
            where p.is_work = works and p.parked_at is null and p.is_asleep = false
              and p.due_at <= moment and public.order_model_2_958525bfe854084f()
            order by p.due_at limit room for update skip locked
        ), leased as (
          update public.order_pending p
            set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1, session = own,
              attempts = p.attempts + 1,
              -- `else` is tried so often, too
              parked_at = case when p.attempts >= rule.attempts
                + case when p.is_work and rule.event is not null then 20 else 0 end
                then moment end,
              last_error = case when p.attempts >= rule.attempts and p.last_error is null
                then 'its workers came to no end' else p.last_error end
            from due, public.order_pending_rules rule
            where p.ctid = due.place and rule.declaration = p.declaration
            returning p.*, rule.event, rule.attempts as allowed
        )
        select leased.order_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,
          leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),
          leased.parked_at is not null, leased.due_at from leased;
      get diagnostics taken = row_count;
      room := room - taken;
      exit when taken > 0;
      -- whoever finds nothing ends the leases of those whose sessions are gone, and looks again
      gone := array(
        with recursive holder as ( -- from number to number, however much each has
          (select p.session from public.order_pending p
            where p.is_work = works and p.parked_at is null and p.session is not null
            order by p.session limit 1)
          union all
          select (select p.session from public.order_pending p
            where p.is_work = works and p.parked_at is null and p.session > holder.session
            order by p.session limit 1) from holder where holder.session is not null
        )
        select holder.session from holder where public.pawl_session_is_gone(holder.session) limit 100);
      exit when cardinality(gone) = 0;
      with left_behind as materialized (
        select p.ctid as place from public.order_pending p
          where p.session = any (gone) and p.parked_at is null and p.is_work = works
            and p.due_at > moment and public.order_model_2_958525bfe854084f() for update skip locked
      )
      update public.order_pending p set due_at = moment from left_behind where p.ctid = left_behind.place;
      exit when not found;
    end loop;
  end loop;
end
$_$;


ALTER FUNCTION public.order_pending_claim(at_most integer, kind text, lease interval) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_claim(at_most integer, kind text, lease interval) IS 'Leases what is due, the longest due first; each row is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it without an event. What is_parked is only told.';

CREATE FUNCTION public.order_pending_complete(id text, item public.pawl_item, event text DEFAULT NULL::text, args jsonb DEFAULT NULL::jsonb, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  fired text := $3;
begin
  lock table only public.order_current in row share mode; -- a later freeze or migration waits
  if fired is null then
    select rule.event into fired from public.order_pending_rules rule where rule.declaration = ($2).declaration;
  end if;
  case when $2 is null then
    outcome.status := 'MISUSE';
  when fired = 'pay' then
    outcome := public.order_pay($1, ($4->>'amount')::bigint,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'cancel' then
    outcome := public.order_cancel($1, ($4->>'reason')::text,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'remind' then
    outcome := public.order_remind($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'packed' then
    outcome := public.order_packed($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  when fired = 'ship' then
    outcome := public.order_ship($1,
      $5, $6, null::integer, null::text, null::bigint, $2);
  else
    outcome.status := 'MISUSE';
  end case;
  return outcome;
end
$_$;


ALTER FUNCTION public.order_pending_complete(id text, item public.pawl_item, event text, args jsonb, actor text, request_id text) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_complete(id text, item public.pawl_item, event text, args jsonb, actor text, request_id text) IS 'Fires the event, or the one of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

CREATE FUNCTION public.order_pending_extend(id text, item public.pawl_item, lease interval DEFAULT NULL::interval) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  if $3 <= interval '0' or $3 > interval '36525 days' then
    raise exception 'a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.order_current head where head.order_id = $1 for no key update;
  update public.order_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.lease), session = public.pawl_session()
    from public.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.order_model_2_958525bfe854084f();
  return found;
end
$_$;


ALTER FUNCTION public.order_pending_extend(id text, item public.pawl_item, lease interval) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_extend(id text, item public.pawl_item, lease interval) IS 'The lease begins anew. False where the claim is lost.';

CREATE FUNCTION public.order_pending_fail(id text, item public.pawl_item, error text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  perform from public.order_current head where head.order_id = $1 for no key update;
  update public.order_pending p
    set claim = p.claim + 1, session = null, last_error = $3,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      parked_at = case when p.attempts >= rule.attempts
        + case when p.is_work and rule.event is not null then 1 else 0 end
        then clock_timestamp() end,
      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'
        else least(rule.backoff_to,
            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end
    from public.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.order_model_2_958525bfe854084f();
  return found;
end
$_$;


ALTER FUNCTION public.order_pending_fail(id text, item public.pawl_item, error text) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_fail(id text, item public.pawl_item, error text) IS 'Tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.';

CREATE FUNCTION public.order_pending_not_yet(id text, item public.pawl_item, pause interval DEFAULT NULL::interval) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  if $3 < interval '0' or $3 > interval '36525 days' then
    raise exception 'a pause is not less than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  perform from public.order_current head where head.order_id = $1 for no key update;
  update public.order_pending p
    set due_at = clock_timestamp() + coalesce($3, rule.every), claim = p.claim + 1,
      session = null, attempts = p.attempts - 1, last_error = null
    from public.order_pending_rules rule
    where rule.declaration = p.declaration and p.order_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
      and p.claim = ($2).claim and p.parked_at is null and public.order_model_2_958525bfe854084f();
  return found;
end
$_$;


ALTER FUNCTION public.order_pending_not_yet(id text, item public.pawl_item, pause interval) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_not_yet(id text, item public.pawl_item, pause interval) IS 'Tried again later; no attempt is counted. False where the claim is lost.';

CREATE FUNCTION public.order_pending_retry(id text, declaration text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  perform from public.order_current head where head.order_id = $1 for no key update;
  update public.order_pending p
    set parked_at = null, due_at = clock_timestamp(), session = null, attempts = 0
    where p.order_id = $1 and p.declaration = $2 and p.parked_at is not null and public.order_model_2_958525bfe854084f();
  return found;
end
$_$;


ALTER FUNCTION public.order_pending_retry(id text, declaration text) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_pending_retry(id text, declaration text) IS 'What was put aside is due again. False where nothing is.';

CREATE FUNCTION public.order_remind(id text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, item public.pawl_item DEFAULT NULL::public.pawl_item) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.order_transitions;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  -- what it was created with never changes
  select * into creation from public.order_transitions begun
    where begun.order_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  if $3 is null and $4 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('open', 'reminded')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('open', 'reminded')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.order_current head where head.order_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
    end if;
    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
      select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'remind' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    if not ($7 is null) then
      perform from public.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
        and (p.is_work
          or p.declaration in ('open.remind'));
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'open' then 'reminded'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.order_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'remind', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if (outcome.from_state, outcome.to_state) in (('open', 'reminded')) then
    delete from public.order_pending p
      where p.order_id = $1 and p.declaration in ('open.remind');
    insert into public.order_pending (order_id, declaration, is_work, due_at, fence, is_asleep)
      values
        ($1, 'reminded.cancel', false, outcome.created_at + interval '3024000000 seconds', outcome.sort_key, false)
      on conflict (order_id, declaration) do update
        set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = excluded.is_asleep, session = null;
  end if;
  if not ($7 is null) then
    delete from public.order_pending p where p.order_id = $1 and not p.is_work
      and p.declaration = ($7).declaration and p.fence = ($7).fence;
    update public.order_pending p set claim = p.claim + 1, session = null, attempts = 0, last_error = null,
        due_at = outcome.created_at
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.order_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.order_id = $1
        and p.declaration = ($7).declaration and p.fence = ($7).fence;
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'remind', outcome.from_state, outcome.to_state, $3,
      'orders', '958525bfe854084f',
      '{}';
  return outcome;
end
$_$;


ALTER FUNCTION public.order_remind(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_remind(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) IS 'remind';

CREATE FUNCTION public.order_remind_many(id text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_remind(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_remind_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE FUNCTION public.order_ship(id text, actor text DEFAULT NULL::text, request_id text DEFAULT NULL::text, expect_sort_key integer DEFAULT NULL::integer, lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, item public.pawl_item DEFAULT NULL::public.pawl_item) RETURNS public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  is_locked boolean;
  lock_key text;
  creation public.order_transitions;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
  end if;
  -- what it was created with never changes
  select * into creation from public.order_transitions begun
    where begun.order_id = $1 and begun.sort_key = 10;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.account::text;
  -- sorted, so that no two moves wait for each other; all that is read comes after
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
  perform 1 from public.orders parent where parent.id = $1 for no key update;
  if not found then
    if $1 = '' or octet_length($1) > 1024 then
      outcome.status := 'MISUSE';
      return outcome;
    end if;
    outcome.status := 'NOT_FOUND';
    return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  if $3 is null and $4 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('ready', 'shipped')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  elsif $3 is null and $7 is null then
    update public.order_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('ready', 'shipped')) move (from_state, to_state)
      where head.order_id = $1 and case when (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f()) then head.state = move.from_state end and head.sort_key = $4
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; all else is decided afterwards, from what the row then says
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.order_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.order_model_2_958525bfe854084f())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.order_current head where head.order_id = $1 for no key update;
    if not found then
      if $1 = '' or octet_length($1) > 1024 then
        outcome.status := 'MISUSE';
        return outcome;
      end if;
      outcome.status := 'NOT_FOUND';
      return public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
    end if;
    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
      select * into earlier from public.order_transitions made where made.order_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'ship' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true then
      outcome := public.pawl_refuse_locked(outcome, 'order'::text, $1::text, $3, lock_key, $5, $6);
      if outcome.status in ('LOCKED', 'ASLEEP') then
        return outcome;
      end if;
    end if;
    if $4 is not null then
      if outcome.sort_key <> $4 then
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    if not ($7 is null) then
      perform from public.order_pending p where p.order_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = ($7).declaration and p.fence = ($7).fence and p.claim = ($7).claim
        and (p.is_work);
      if not found then -- somebody else has it, or nobody has anything to do any more
        outcome.status := 'CONFLICT';
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'ready' then 'shipped'
    end;
    if outcome.to_state is null then
      outcome.status := 'ILLEGAL';
      return outcome;
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.order_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.order_transitions
    (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'ship', outcome.from_state, outcome.to_state, outcome.created_at,
    coalesce($2, session_user), $3);
  if not ($7 is null) then
    update public.order_pending p set claim = p.claim + 1, session = null, attempts = 0, last_error = null,
        due_at = outcome.created_at
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from public.order_pending_rules rule
      where rule.declaration = p.declaration and p.is_work and p.order_id = $1
        and p.declaration = ($7).declaration and p.fence = ($7).fence;
  end if;
  update public.orders parent set state = outcome.to_state
    where parent.id = $1;
  insert into public.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters)
  select hashtextextended($1::text, 0) & 63, outcome.created_at, 'order', $1::text,
      outcome.sort_key, 'ship', outcome.from_state, outcome.to_state, $3,
      'orders', '958525bfe854084f',
      '{}';
  return outcome;
end
$_$;


ALTER FUNCTION public.order_ship(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_ship(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) IS 'ship';

CREATE FUNCTION public.order_ship_many(id text[], actor text DEFAULT NULL::text, request_id text[] DEFAULT NULL::text[], expect_sort_key integer[] DEFAULT NULL::integer[], lock_owner text DEFAULT NULL::text, lock_token bigint DEFAULT NULL::bigint, actors text[] DEFAULT NULL::text[], skips_locked boolean DEFAULT false) RETURNS SETOF public.pawl_outcome
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  repeats boolean; -- some entity stands more than once among them
  busy text[];
begin
  repeats := (select count(*) <> count(distinct given.id collate "C") from unnest($1) given (id));
  if repeats and $8 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($7)]) then
    return query select (row('MISUSE', null, null, null, null, null, null, null)::public.pawl_outcome).* from unnest($1);
    return;
  end if;
  if $8 then
    busy := array(select given.id from (select distinct given.id collate "C" as id from unnest($1) given (id) order by id) given
      left join lateral (select true as is_ours from public.orders parent where parent.id = given.id for no key update skip locked) ours on true
      where ours.is_ours is null);
  end if;
  return query
    with made as materialized (
      select given.number, case when given.id = any (busy) and exists (select from public.orders parent where parent.id = given.id) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else public.order_ship(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected, $5, $6) end as outcome
        from (select * from unnest($1, $3, $4, $7) with ordinality given (id, request_id, expected, own_actor, number) order by given.id collate "C", given.number) given)
    select (made.outcome).* from made order by made.number;
end
$_$;


ALTER FUNCTION public.order_ship_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) OWNER TO pawl_owner;
CREATE TABLE public.order_current (
    order_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    sort_key integer NOT NULL,
    since timestamp with time zone NOT NULL
)
WITH (fillfactor='80');


ALTER TABLE public.order_current OWNER TO pawl_owner;
COMMENT ON TABLE public.order_current IS 'Order
Leaves rows in all that machines share: it waits, works, tells others, honours locks, and knows a person''s name.
One row for each: where it is.';

COMMENT ON COLUMN public.order_current.sort_key IS 'Of the last move.';

COMMENT ON COLUMN public.order_current.since IS 'When the last move was made.';

CREATE FUNCTION public.order_with_key(key text) RETURNS SETOF public.order_current
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select head.* from public.order_current head
      join public.order_transitions begun on begun.order_id = head.order_id and begun.sort_key = 10
    where begun.account = $1
    order by head.order_id
$_$;


ALTER FUNCTION public.order_with_key(key text) OWNER TO pawl_owner;
COMMENT ON FUNCTION public.order_with_key(key text) IS 'Those that honour the locks held on this key.';

CREATE PROCEDURE public.pawl_accept_programs(IN machine text, IN fingerprint text, IN abi integer, IN space text)
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_column
declare
  prefix constant text := $1 || '_model_' || $3 || '_';
  other record;
begin
  execute format('create or replace function %I.%I() returns boolean language sql immutable as ''select true''',
    $4, prefix || $2);
  execute format('comment on function %I.%I() is ''Exists as long as programs of this version are accepted.''',
    $4, prefix || $2);
  for other in
    select known.fingerprint from public.pawl_machines known
      where known.machine = $1 and known.fingerprint <> $2 and known.is_accepted
        and to_regprocedure(format('%I.%I()', $4, prefix || known.fingerprint)) is null
  loop
    execute format('create function %I.%I() returns boolean language sql immutable as ''select true''',
      $4, prefix || other.fingerprint);
  end loop;
  for other in
    select code.oid::regprocedure as name
      from public.pawl_machines known join pg_proc code
        on code.proname ~ ('^' || $1 || '_model_([0-9]+_)?' || known.fingerprint || '$')
          and code.proname <> prefix || known.fingerprint
        join pg_namespace n on n.oid = code.pronamespace and n.nspname = $4
      where known.machine = $1 and code.pronargs = 0 and pg_has_role(code.proowner, 'usage')
  loop
    execute format('drop function %s', other.name);
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_accept_programs(IN machine text, IN fingerprint text, IN abi integer, IN space text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_acquire(type text, key text, owner text, lease_ms bigint DEFAULT NULL::bigint, waits_ms bigint DEFAULT 0) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz := clock_timestamp();
  before text := current_setting('lock_timeout');
begin
  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024
     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select from public.pawl_machines known where known.machine = $1)) then
    answer.status := 'MISUSE';
    return answer;
  end if;
  -- who asks again and again disturbs no moves
  answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
  if answer.detail is null then
    begin -- moves that have begun under no lock
      perform set_config('lock_timeout', '200ms', true);
      perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));
      perform public.pawl_lock_mutex($2);
      perform set_config('lock_timeout', before, true);
      answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
    exception when lock_not_available then
      answer.detail := 'moves of this key are under way';
    end;
  end if;
  now := clock_timestamp();
  delete from public.pawl_lock_waiters waiter
    where waiter.key = $2 and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or $5 = 0))
                               or waiter.until <= now);
  if answer.detail is not null then
    if $5 > 0 then
      -- renewed now and then, so that who has died is soon forgotten
      insert into public.pawl_lock_waiters as waiter (key, type, owner, since, until)
        values ($2, $1, $3, now, now + least($5, 10000) * interval '1 millisecond')
        on conflict (key, type, owner) do update set until = excluded.until
        where waiter.until < excluded.until - interval '5 seconds';
    end if;
    answer.status := 'LOCKED';
    return answer;
  end if;
  delete from public.pawl_locks held
    where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '') and held.until <= now;
  answer.status := 'OK';
  answer.until := now + $4 * interval '1 millisecond';
  update public.pawl_locks held set until = answer.until -- asked for again, perhaps since the answer was lost
    where held.key = $2 and held.type = $1 returning held.token into answer.token;
  if not found then
    update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
      where mutex.key = $2 returning mutex.last_token into answer.token;
    insert into public.pawl_locks (key, type, owner, token, since, until, login)
      values ($2, $1, $3, answer.token, now, answer.until, session_user);
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_acquire(type text, key text, owner text, lease_ms bigint, waits_ms bigint) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_add_is_free(IN machine text, IN space text)
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_column
declare
  code constant text := format('%I.%I(boolean)', $2, $1 || '_is_free');
begin
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  execute format('create or replace function %s returns boolean language sql immutable as ''select $1 is null''', code);
  execute format('alter function %s owner to %I', code,
    (select pg_get_userbyid(own.relowner) from pg_class own where own.oid = 'public.pawl_freezes'::regclass));
  execute format('revoke all on function %s from public', code);
  execute format('comment on function %s is ''Strict while the machine is frozen.''', code);
  update public.pawl_freezes type_lock set mode = type_lock.mode
    where type_lock.machine = $1 and type_lock.mode is not null;
end
$_$;


ALTER PROCEDURE public.pawl_add_is_free(IN machine text, IN space text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_add_type_lock(IN machine text, IN head text)
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_column
begin
  insert into public.pawl_freezes (machine, head) values ($1, $2) on conflict do nothing;
  analyze public.pawl_freezes; -- so few rows that their index would cost each move more
end
$_$;


ALTER PROCEDURE public.pawl_add_type_lock(IN machine text, IN head text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_answer_deferred(number bigint, outcome public.pawl_outcome) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  update public.pawl_deferred pending set is_firing = false where pending.number = $1;
  update public.pawl_deferred pending
    set status = $2.status, from_state = nullif($2.from_state, ''),
      to_state = case $2.status when 'OK' then $2.to_state end, sort_key = $2.sort_key,
      created_at = $2.created_at, fired_at = clock_timestamp(), detail = case $2.status
        when 'OK' then null when 'REFUSED' then $2.guard else $2.detail end
    where pending.number = $1 and $2.status not in ('ASK', 'ASLEEP')
$_$;


ALTER FUNCTION public.pawl_answer_deferred(number bigint, outcome public.pawl_outcome) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_begin_machine(IN machine text, IN fingerprint text, IN space text, IN names text[], IN adopted text)
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_column
declare
  stranger record;
begin
  if exists (select from public.pawl_machines known
             where known.machine = $1 and known.fingerprint <> $2 and known.is_deployed) then
    raise exception 'machine % is deployed in another version; nothing was changed', $1
      using errcode = 'PW001',
            hint = case when public.pawl_is_on_nodes(format('%I.%I', $3, $1 || '_current'))
              then 'There are no migrations of machines that are spread over nodes: give the new version another name, or another database.'
              else 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.' end;
  end if;
  for stranger in
    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'
          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end
        || ' ' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $3 and c.relname = any ($4) and c.oid is distinct from to_regclass($5)
        and c.relowner <> current_user::regrole
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = format('Is it Pawl''s own, as where a restore left out owners? alter %s owner to %s; '
        'else drop or rename it. Then apply this again.', stranger.name, current_user::regrole);
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_begin_machine(IN machine text, IN fingerprint text, IN space text, IN names text[], IN adopted text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_break(type text, key text, reason text) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  broken public.pawl_locks;
begin
  if coalesce($3, '') = '' then
    answer.status := 'MISUSE';
    return answer;
  end if;
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  delete from public.pawl_locks held where held.key = $2 and held.type = $1 returning held.* into broken;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  if found then
    answer.token := broken.token;
    insert into public.pawl_lock_log (action, type, key, owner, token, reason)
      values ('break', $1, $2, broken.owner, broken.token, $3);
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_break(type text, key text, reason text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_catalog(space text, relations text[], routines text[], hooks text[], written text[], locked text) RETURNS TABLE(object text, definition text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET quote_all_identifiers TO 'off'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, MDY'
    SET "IntervalStyle" TO 'postgres'
    SET bytea_output TO 'hex'
    SET extra_float_digits TO '1'
    SET lc_monetary TO 'C'
    SET standard_conforming_strings TO 'on'
    AS $_$
  with relation as (
    select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and case when $2 is not null then c.relname = any ($2)
                                   else starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I') end
  ), routine as (
    select p.*, case p.prokind when 'p' then 'procedure ' else 'function ' end as kind
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and case when $3 is not null then p.proname = any ($3)
                                   else starts_with(p.proname, 'pawl_') end
  )
  select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end
      || ' ' || c.name,
    concat_ws(chr(10),
      'owner ' || pg_get_userbyid(c.relowner),
      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),
      'options ' || array_to_string(c.reloptions, ', '),
      case when c.relpersistence <> 'p' then 'not permanent' end,
      case when c.relrowsecurity then 'row security' end,
      (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
                || coalesce(' collate ' || quote_ident(l.collname), '')
                || case when a.attnotnull then ' not null' else '' end
                || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)
         from pg_attribute a
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         left join pg_collation l on l.oid = a.attcollation
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
                || case when exists (select from pg_trigger t where t.tgconstraint = k.oid
                                                                and t.tgenabled <> 'O')
                        then ' disabled' else '' end, chr(10) order by k.conname)
         from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),
      (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)
         from pg_inherits i where i.inhparent = c.oid),
      case when c.relkind = 'v' then pg_get_viewdef(c.oid) end)
    from relation c
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      || case when i.indisvalid then '' else ' invalid' end
    from relation c join pg_index i on i.indrelid = c.oid
  union all
  select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)
      || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end
    from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all
  select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)
    from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'
  union all
  select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,
      concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))
    from relation c join pg_policy o on o.polrelid = c.oid
  union all
  select p.kind || p.oid::regprocedure,
      concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),
        'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),
        case when frozen.machine is null then pg_get_functiondef(p.oid)
             else replace(pg_get_functiondef(p.oid), ' STRICT', '') end,
        case when p.proisstrict <> (frozen.mode is not null) then 'not what pawl_freezes says' end)
    from routine p left join public.pawl_freezes frozen
      on $2 is not null and p.proname = frozen.machine || '_is_free' and p.proargtypes = '16'::oidvector
  union all
  select 'code of others: ' || code.object, 'belongs to ' || code.author
    from public.pawl_foreign_code($1, $4, $5, $6, null) code
$_$;


ALTER FUNCTION public.pawl_catalog(space text, relations text[], routines text[], hooks text[], written text[], locked text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_defer(machine text, entity text, request_id text, event text, arguments text, actor text, lock_owner text, lock_token bigint) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  perform from public.pawl_freezes type_lock
    where type_lock.machine = $1 and type_lock.mode = 'sleep'
      and (type_lock.until is null or type_lock.until > clock_timestamp()) for share;
  if not found then
    answer.status := 'OK';
    return answer;
  end if;
  delete from public.pawl_deferred earlier -- which was refused, for else it would be in the history
    where earlier.machine = $1 and earlier.entity = $2 and earlier.request_id = $3 and earlier.status is not null;
  insert into public.pawl_deferred as earlier
      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)
    values ($1, $2, $3, $4, $5, coalesce($6, session_user), $7, $8, clock_timestamp(), session_user)
    on conflict (machine, entity, request_id) do update set event = excluded.event
      where earlier.event = excluded.event and earlier.arguments = excluded.arguments;
  answer.status := case when found then 'DEFERRED' else 'REUSED' end;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_defer(machine text, entity text, request_id text, event text, arguments text, actor text, lock_owner text, lock_token bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_deferred_arguments(arguments text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  bytes bytea := convert_to($1, 'UTF8');
  at integer := 1;
  head text;
  digits text;
  read text[] := '{}';
begin
  while at <= length(bytes) loop
    head := encode(substr(bytes, at, 24), 'escape');
    digits := coalesce(substring(head from '^#(-?[0-9]{1,19});'), substring(head from '^([0-9]{1,9}):'));
    if left(head, 1) = '-' then
      read := array_append(read, null::text);
      at := at + 1;
    elsif digits is null then
      return null;
    elsif left(head, 1) = '#' then
      read := array_append(read, digits);
      at := at + length(digits) + 2;
    else
      at := at + length(digits) + 1;
      if digits::integer > length(bytes) - at + 1 then
        return null;
      end if;
      read := array_append(read, convert_from(substr(bytes, at, digits::integer), 'UTF8'));
      at := at + digits::integer;
    end if;
  end loop;
  return read;
exception when character_not_in_repertoire then -- cut in the middle of a character
  return null;
end
$_$;


ALTER FUNCTION public.pawl_deferred_arguments(arguments text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_describe(IN space text, IN machine text, IN history text)
    LANGUAGE plpgsql
    AS $_$
declare
  part record;
begin
  for part in
    select own.oid::regclass as relation, case own.relkind when 'v' then 'view' else 'table' end as kind,
        quote_ident(said.attribute) as attribute, said.text
      from (values
          ($2 || '_current', 'sort_key', 'Of the last move.'),
          ($2 || '_current', 'since', 'When the last move was made.'),
          ($3, null, 'Every move ever made, in the order of sort_key. Rows are only added.'),
          ($3, 'from_state', 'Empty for a creation.'),
          ($3, 'actor', 'Who did it: the login, where the caller named nobody.'),
          ($3, 'request_id', 'What the caller named this request, so that it happens once however often it is sent.'),
          ($2 || '_state', null, 'Where each is, to join in queries of one''s own.'),
          ($2 || '_moves', null, 'How it may move; from_state is empty for a creation.')
        ) said (relation, attribute, text)
        join pg_class own on own.relname = said.relation
        join pg_namespace n on n.oid = own.relnamespace and n.nspname = $1
  loop
    if part.attribute is null then
      execute format('comment on %s %s is %L', part.kind, part.relation, part.text);
    else
      execute format('comment on column %s.%s is %L', part.relation, part.attribute, part.text);
    end if;
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_describe(IN space text, IN machine text, IN history text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_explain(statement text, types text, given text, path text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET standard_conforming_strings TO 'on'
    AS $_$
begin
  perform set_config('search_path', $4, true);
  execute 'prepare pawl_hook' || $2 || ' as ' || $1;
  execute 'explain execute pawl_hook' || $3;
  deallocate pawl_hook;
exception when others then
  if exists (select from pg_prepared_statements where name = 'pawl_hook') then
    deallocate pawl_hook;
  end if;
  raise;
end
$_$;


ALTER FUNCTION public.pawl_explain(statement text, types text, given text, path text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_foreign_code(space text, hooks text[], written text[], locked text, deployer text) RETURNS TABLE(object text, author text)
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  with recursive space as (
    select oid from pg_namespace where nspname = $1
  ), hook as (
    select made.oid, made.proname as name, 'pg_proc'::regclass as class, made.oid as code
      from pg_proc made where made.pronamespace = (select oid from space) and made.proname = any ($2)
    union all
    select made.oid, made.relname, 'pg_rewrite'::regclass, rule.oid
      from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
      where made.relnamespace = (select oid from space) and made.relname = any ($2)
  ), reached (name, class, object) as (
    select hook.name::text collate "C", hook.class, hook.code from hook
    union select written.name collate "C", 'pg_class'::regclass, to_regclass(written.name) from unnest($3) written (name)
    union
    select coalesce((select relation.oid::regclass::text from pg_class relation
        where next.class = 'pg_class'::regclass and relation.oid = next.object
          and relation.relkind in ('r', 'p', 'v', 'm', 'f')
          and relation.oid not in (select oid from hook)), reached.name) collate "C", next.class, next.object
      from reached cross join lateral (
        select uses.refclassid as class, uses.refobjid as object from pg_depend uses
          where uses.classid = reached.class and uses.objid = reached.object and uses.deptype = 'n'
            and (uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
              or uses.refclassid = 'pg_type'::regclass and reached.class <> 'pg_class'::regclass
              or reached.class in ('pg_proc'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass))
            and not exists (select from pg_trigger hung where uses.classid = 'pg_trigger'::regclass
              and hung.oid = uses.objid and hung.tgfoid = uses.refobjid)
        union all
        select hung.classid, hung.objid from pg_depend hung
          where hung.refclassid = reached.class and hung.refobjid = reached.object
            and hung.deptype in ('a', 'i') and (hung.refclassid = 'pg_class'::regclass
                and hung.classid <> 'pg_type'::regclass
              or hung.refclassid = 'pg_type'::regclass and hung.classid = 'pg_constraint'::regclass)
        union all
        select 'pg_class'::regclass, child.inhrelid from pg_inherits child
          where reached.class = 'pg_class'::regclass and child.inhparent = reached.object
        union all
        select 'pg_type'::regclass, part.oid from pg_type part
          where (part.typtype in ('c', 'd') or part.typelem <> 0) and part.oid in (
            select a.atttypid from pg_attribute a where a.attnum > 0 and a.attrelid =
              case reached.class when 'pg_class'::regclass then reached.object
                when 'pg_type'::regclass then (select typrelid from pg_type where oid = reached.object) end
            union all select unnest(array[whole.typelem, whole.typbasetype]) from pg_type whole
              where reached.class = 'pg_type'::regclass and whole.oid = reached.object)
      ) next
  ), need as (
    select distinct name, class, object from reached
      where class = 'pg_proc'::regclass and object not in (select oid from hook)
        or class = 'pg_operator'::regclass
        or class = 'pg_type'::regclass and object in (select oid from pg_type
          where typtype <> 'c' and typelem = 0)
  ), touched as (
    select relation.oid, relation.relowner, relation.relacl from pg_class relation
      where relation.relkind in ('r', 'p', 'v', 'm', 'f')
        and relation.oid in (select object from reached where class = 'pg_class'::regclass)
  ), trusted as (
    select role.oid from pg_roles role
      where role.rolsuper
        or role.oid in (select relowner from touched)
        or role.rolname = $5
        or role.oid in (select nspowner from pg_namespace where oid = (select oid from space))
        or role.oid in (select relowner from pg_class registry
          where registry.relname = 'pawl_machines' and registry.relnamespace = 'public'::regnamespace)
        or role.oid in (select datdba from pg_database where datname = current_database())
  )
  select format('%s in %s', case need.class when 'pg_proc'::regclass then 'function '
        || need.object::regprocedure when 'pg_operator'::regclass then 'operator '
        || need.object::regoperator else 'type ' || need.object::regtype end, need.name) as object,
      owner.rolname as author
    from need
      left join pg_proc code on need.class = 'pg_proc'::regclass and code.oid = need.object
      left join pg_operator sign on need.class = 'pg_operator'::regclass and sign.oid = need.object
      left join pg_type type on need.class = 'pg_type'::regclass and type.oid = need.object
      join pg_roles owner on owner.oid = coalesce(code.proowner, sign.oprowner, type.typowner)
    where owner.oid not in (select oid from trusted)
  union all
  select format('trigger %I on %s', hung.tgname, touched.oid::regclass), owner.rolname
    from touched join pg_trigger hung on hung.tgrelid = touched.oid and not hung.tgisinternal
      join pg_proc code on code.oid = hung.tgfoid join pg_roles owner on owner.oid = code.proowner
    where owner.oid not in (select oid from trusted)
  union all
  select format('the right to hang triggers on %s', touched.oid::regclass),
      coalesce(grantee.rolname, 'public')
    from touched cross join aclexplode(touched.relacl) acl
      left join pg_roles grantee on grantee.oid = acl.grantee
    where acl.privilege_type = 'TRIGGER' and acl.grantee not in (select oid from trusted)
  union all
  select format('policy %I on %s', hung.polname, parent.oid::regclass), owner.rolname
    from pg_class parent join pg_policy hung on hung.polrelid = parent.oid
      join pg_roles owner on owner.oid = parent.relowner
    where parent.oid = to_regclass($4) and parent.relrowsecurity
      and owner.oid not in (select oid from trusted)
$_$;


ALTER FUNCTION public.pawl_foreign_code(space text, hooks text[], written text[], locked text, deployer text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_freeze(machine text, mode text, until timestamp with time zone, reason text) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or $3 <= clock_timestamp()
     or not isfinite($3) then
    answer.status := 'MISUSE';
    return answer;
  end if;
  -- who waited here would make others wait behind him
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update skip locked;
  if not found then
    answer.status := case when exists (select from public.pawl_freezes type_lock where type_lock.machine = $1)
      then 'LOCKED' else 'NOT_FOUND' end;
    answer.detail := 'moves that read it in another isolation level than READ COMMITTED are under way';
    return answer;
  end if;
  update public.pawl_freezes type_lock
    set mode = $2, until = $3, reason = $4, since = clock_timestamp(), frozen_by = session_user
    where type_lock.machine = $1;
  insert into public.pawl_lock_log (action, type, reason) values ('freeze', $1, $4);
  answer.status := 'OK';
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_freeze(machine text, mode text, until timestamp with time zone, reason text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_freeze_waits_for(machine text, transactions text DEFAULT NULL::text) RETURNS TABLE(transaction text, pid integer, application_name text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select distinct lock.virtualtransaction, lock.pid, coalesce(activity.application_name,
      (select prepared.gid from pg_locks own join pg_prepared_xacts prepared on prepared.transaction = own.transactionid
        where own.virtualtransaction = lock.virtualtransaction and own.pid is null)) -- of one that was prepared: its name
  from pg_locks lock left join pg_stat_activity activity on activity.pid = lock.pid
  where lock.locktype = 'relation' and lock.granted
    and lock.mode in ('RowShareLock', 'RowExclusiveLock')
    and lock.database = (select base.oid from pg_database base where base.datname = current_database())
    and lock.relation = (select to_regclass(type_lock.head) from public.pawl_freezes type_lock
                         where type_lock.machine = $1)
    and lock.pid is distinct from pg_backend_pid()
    and ($2 is null or lock.virtualtransaction = any (string_to_array($2, ' ')))
$_$;


ALTER FUNCTION public.pawl_freeze_waits_for(machine text, transactions text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_in_any_order(effects regclass[], guards regprocedure[], own name[]) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return public.pawl_read_order(effects, guards, own);
end
$$;


ALTER FUNCTION public.pawl_in_any_order(effects regclass[], guards regprocedure[], own name[]) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_is_on_nodes(relation text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition known where known.logicalrelid = to_regclass($1));
end
$_$;


ALTER FUNCTION public.pawl_is_on_nodes(relation text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_json_fits(value json) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  given text := $1::text;
begin
  if octet_length(given) > 268435456 then
    return false;
  elsif strpos(given, E'\\u') > 0 then
    given := replace(given, E'\\\\', ''); -- each backslash that remains begins an escape
    given := regexp_replace(given, E'\\\\u[dD][89abAB]..\\\\u[dD][c-fC-F]..', '', 'g');
    if given ~ E'\\\\u(0000|[dD][89a-fA-F])' then
      return false;
    end if;
  end if;
  if length(given) - length(translate(given, '[{', '')) <= 500 then
    return true;
  end if;
  given := regexp_replace(given, E'"(?:[^"\\\\]|\\\\.)*"', '', 'g');
  given := regexp_replace(given, '[^][{}]', '', 'g');
  for depth in 1 .. 500 loop -- the innermost ones go
    given := regexp_replace(given, '[[]]|{}', '', 'g');
    exit when given = '';
  end loop;
  return given = '';
end
$_$;


ALTER FUNCTION public.pawl_json_fits(value json) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_json_time(moment timestamp with time zone) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (CASE WHEN ((EXTRACT(year FROM (moment AT TIME ZONE 'UTC'::text)) >= (1)::numeric) AND (EXTRACT(year FROM (moment AT TIME ZONE 'UTC'::text)) <= (9999)::numeric)) THEN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY'::text) ELSE (SELECT (CASE WHEN (era.year < 0) THEN '-'::text ELSE '+'::text END || lpad((abs(era.year))::text, 6, '0'::text)) FROM (SELECT ((EXTRACT(year FROM (pawl_json_time.moment AT TIME ZONE 'UTC'::text)))::integer + CASE WHEN (EXTRACT(year FROM (pawl_json_time.moment AT TIME ZONE 'UTC'::text)) < (0)::numeric) THEN 1 ELSE 0 END) AS "?column?") era(year)) END || to_char((moment AT TIME ZONE 'UTC'::text), '-MM-DD"T"HH24:MI:SS.US"Z"'::text));


ALTER FUNCTION public.pawl_json_time(moment timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_key(type text, key text) RETURNS bigint
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN ((('x'::text || encode(substr(sha256(((convert_to(type, 'UTF8'::name) || '\x00'::bytea) || convert_to(key, 'UTF8'::name))), 1, 8), 'hex'::text)))::bit(64))::bigint;


ALTER FUNCTION public.pawl_key(type text, key text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_leave_owner()
    LANGUAGE plpgsql
    AS $$
begin
  execute format('set local role %I', current_setting('pawl.applied_by'));
  if current_setting('pawl.joined_owner') = 'yes' then
    execute format('revoke pawl_owner from %I', current_user);
    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to see what it has deployed
      execute format('grant pawl_app to %I', current_user);
    end if;
  end if;
end
$$;


ALTER PROCEDURE public.pawl_leave_owner() OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_lock(type text, key text, timeout_ms bigint DEFAULT NULL::bigint) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
declare
  number bigint := public.pawl_key($1, $2);
  before text := current_setting('lock_timeout');
begin
  if $1 = '' or $2 = '' or number is null or $3 < 0 then
    return 'MISUSE';
  elsif $3 is null then
    perform pg_advisory_xact_lock(number);
    return 'OK';
  elsif $3 = 0 then
    return case when pg_try_advisory_xact_lock(number) then 'OK' else 'LOCKED' end;
  end if;
  begin
    perform set_config('lock_timeout', least($3, 2147483647)::text, true);
    perform pg_advisory_xact_lock(number);
    perform set_config('lock_timeout', before, true);
    return 'OK';
  exception when lock_not_available then
    return 'LOCKED';
  end;
end
$_$;


ALTER FUNCTION public.pawl_lock(type text, key text, timeout_ms bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_lock_holder(type text, key text, owner text, login text) RETURNS text
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select 'held' || case held.type when '' then ' in all machines' else '' end || public.pawl_until(held.until)
      || ' by ' || held.owner || case held.owner when $3 then ', as login ' || held.login else '' end
  from public.pawl_locks held
  where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '')
    and (held.owner <> $3 or held.login <> $4)
    and (held.until is null or held.until > clock_timestamp())
  order by held.type limit 1
$_$;


ALTER FUNCTION public.pawl_lock_holder(type text, key text, owner text, login text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_lock_mutex(key text) RETURNS bigint
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  insert into public.pawl_lock_keys as mutex (key, last_token) values ($1, 0)
    on conflict (key) do update set last_token = mutex.last_token returning last_token
$_$;


ALTER FUNCTION public.pawl_lock_mutex(key text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_notify(channel text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
declare
  number bigint := public.pawl_key('sleeping worker'::text, $1);
begin
  if not (pg_try_advisory_lock(number) and pg_advisory_unlock(number)) then
    perform pg_notify($1, '');
  end if;
end
$_$;


ALTER FUNCTION public.pawl_notify(channel text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_outbox_claim(relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer) RETURNS TABLE(claim bigint, slot integer, created_at timestamp with time zone, machine text, entity text, sort_key integer, event text, from_state text, to_state text, request_id text, topic text, fingerprint text, parameters text, place tid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  taken integer[];
begin
  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then
    raise exception 'a relay says who it is; its lease, slots and rows are at least 1'
      using errcode = 'invalid_parameter_value';
  end if;
  select array_agg(free.slot) into taken
    from (select place.slot from public.pawl_outbox_slots place
            where place.leased_until <= moment
              and exists (select from public.pawl_outbox waiting where waiting.slot = place.slot)
            order by place.leased_until, place.slot limit $3 for update skip locked) free;
  if taken is null then
    return;
  end if;
  -- what comes behind one that is put aside
  if exists (select from public.pawl_outbox_parked parked where parked.slot = any (taken)) then
    with late as (
      delete from public.pawl_outbox waiting
        using (select distinct parked.slot, parked.machine, parked.entity
                 from public.pawl_outbox_parked parked where parked.slot = any (taken)) aside
        where waiting.slot = aside.slot and waiting.machine = aside.machine
          and waiting.entity = aside.entity
        returning waiting.*
    )
    insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, parked_at)
      select slot, created_at, machine, entity, sort_key, event, from_state,
          to_state, request_id, topic, fingerprint, parameters, moment from late;
  end if;
  update public.pawl_outbox_slots place
    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',
      file = pg_relation_filenode('public.pawl_outbox')
    where place.slot = any (taken);
  return query
    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key,
        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,
        lowest.fingerprint, lowest.parameters::text, lowest.place
      from public.pawl_outbox_slots place
        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting
                              where waiting.slot = place.slot
                              order by waiting.created_at, waiting.machine, waiting.entity,
                                waiting.sort_key limit $4) lowest
      where place.slot = any (taken);
  -- nothing was left in them
  update public.pawl_outbox_slots place set leased_until = moment
    where place.slot = any (taken)
      and not exists (select from public.pawl_outbox waiting where waiting.slot = place.slot);
end
$_$;


ALTER FUNCTION public.pawl_outbox_claim(relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text, sort_key integer, error text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;
  if not found then
    return false;
  end if;
  with aside as (
    delete from public.pawl_outbox waiting
      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4
      returning waiting.*
  )
  insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, parked_at, error)
    select slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, clock_timestamp(),
        case when sort_key = $5 then $6 end from aside;
  return true;
end
$_$;


ALTER FUNCTION public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text, sort_key integer, error text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_outbox_retry(machine text DEFAULT NULL::text, entity text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  rows bigint;
begin
  perform from public.pawl_outbox_slots place order by place.slot for no key update;
  with back as (
    delete from public.pawl_outbox_parked parked
      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)
      returning parked.*
  )
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters)
    select slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters from back;
  get diagnostics rows = row_count;
  return rows;
end
$_$;


ALTER FUNCTION public.pawl_outbox_retry(machine text, entity text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[], lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamp with time zone[], machines text[], entities text[], sort_keys integer[]) RETURNS SETOF integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $_$
#variable_conflict use_column
declare
  held integer[];
begin
  lock table public.pawl_outbox in row exclusive mode; -- from here on no row is moved
  select array_agg(mine.slot) into held
    from (select place.slot from public.pawl_outbox_slots place
            join unnest($1, $2, $3) given (slot, claim, is_whole)
              on place.slot = given.slot and place.claim = given.claim
            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')
            order by place.slot for no key update of place) mine;
  if cardinality(held) < cardinality($1) then
    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)
      where found.slot = any (held);
  end if;
  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);
  if $7 is not null then
    delete from public.pawl_outbox waiting
      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)
      where done.slot = any (held) and waiting.slot = done.slot
        and waiting.created_at = done.created_at
        and waiting.machine = done.machine collate "C" and waiting.entity = done.entity collate "C"
        and waiting.sort_key = done.sort_key;
  end if;
  update public.pawl_outbox_slots place
    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null
    where place.slot = any (held);
  return query select unnest(held);
end
$_$;


ALTER FUNCTION public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[], lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamp with time zone[], machines text[], entities text[], sort_keys integer[]) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_bigint(given text) RETURNS bigint
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::bigint;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_bigint(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_boolean(given text) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::boolean;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_boolean(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_bytea(given text) RETURNS bytea
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::bytea;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_bytea(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_integer(given text) RETURNS integer
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::integer;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_integer(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_json(given text) RETURNS json
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return case when public.pawl_json_fits($1::json) then $1::json end;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_json(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_jsonb(given text) RETURNS jsonb
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::jsonb;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_jsonb(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_numeric(given text) RETURNS numeric
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return case when $1::numeric not in ('NaN', 'Infinity', '-Infinity')
      and length(translate($1::numeric::text, '-.', '')) <= 1000
      then $1::numeric end;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_numeric(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  return not exists (
    with inserts as (
      select rule.oid, rule.ev_class, rule.ev_action::text as action from pg_rewrite rule
        where rule.ev_class = any (effects) and rule.rulename = 'effect'
    ), written as materialized (
      select distinct uses.refclassid, uses.refobjid from inserts
          join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = inserts.oid and uses.refobjid <> inserts.ev_class
        where uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
    ), code as ( -- of others; a type of theirs that is none of labels alone may be a domain, or hold one, with a check
      select uses.classid, uses.objid from pg_depend uses where uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
        or uses.refclassid = 'pg_type'::regclass and uses.refobjid not in (select labels.oid from pg_type labels where labels.typtype = 'e')
    ), volatile as ( -- or reads tables that only its arguments name
      select ':funcid ' || called.oid || ' ' as call, called.proname as name from pg_proc called
        where (called.provolatile = 'v' or called.proname like '%\_to\_xml%') and called.pronamespace = 'pg_catalog'::regnamespace
    ), expressions as (
      select given.adrelid as relation, given.adbin::text as action from pg_attrdef given
      union all
      select holds.conrelid, holds.conbin::text from pg_constraint holds where holds.contype = 'c'
    )
    select from written left join pg_class relation on written.refclassid = 'pg_class'::regclass and relation.oid = written.refobjid
      where (relation.relkind = 'r' and not relation.relrowsecurity and not relation.relhasrules
          and not relation.relhassubclass and not relation.relispartition) is not true
        or relation.relname = any (own) or relation.relname like 'pawl\_%'
        or exists (select from pg_inherits parent where parent.inhrelid = relation.oid)
        or exists (select from pg_trigger made where made.tgrelid = relation.oid and not made.tgisinternal)
        or exists (select from pg_constraint key where key.conrelid = relation.oid and key.contype = 'f'
          and key.confrelid in (select other.refobjid from written other))
        or exists (select from pg_attribute given join pg_type domain on domain.oid = given.atttypid and domain.typtype = 'd'
          where given.attrelid = relation.oid)
        or exists (select from expressions join volatile on position(volatile.call in expressions.action) > 0
          where expressions.relation = relation.oid
            and volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'nextval', 'random'))
        or exists (select from pg_attrdef given join code on code.classid = 'pg_attrdef'::regclass and code.objid = given.oid
          where given.adrelid = relation.oid)
        or exists (select from pg_constraint holds join code on code.classid = 'pg_constraint'::regclass and code.objid = holds.oid
          where holds.conrelid = relation.oid)
        or exists (select from pg_index index join code on code.classid = 'pg_class'::regclass and code.objid = index.indexrelid
          where index.indrelid = relation.oid)
    union all -- a superuser's, on tables that every move writes
    select from pg_class made join pg_trigger hung on hung.tgrelid = made.oid and not hung.tgisinternal join pg_proc code on code.oid = hung.tgfoid
      where (made.relname = any (own) or made.relname = 'pawl_outbox') and code.proname not like 'pawl\_%'
    union all
    select from inserts join volatile on position(volatile.call in inserts.action) > 0
      where volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'random')
    union all
    select from pg_proc guard where guard.oid = any (guards)
      and (guard.proconfig is not null or guard.prosqlbody is null
        or exists (select from volatile where position(volatile.call in guard.prosqlbody::text) > 0)
        or exists (select from pg_depend uses join pg_class relation on relation.oid = uses.refobjid
          where uses.classid = 'pg_proc'::regclass and uses.objid = guard.oid and uses.refclassid = 'pg_class'::regclass
            and ((relation.relkind = 'r' and not relation.relhassubclass or relation.relkind = 'p') is not true or relation.relrowsecurity
              or relation.oid in (select written.refobjid from written)
              or relation.relname = any (own) or relation.relname like 'pawl\_%'))))
    and (select count(*) from pg_rewrite rule where rule.ev_class = any (effects) and rule.rulename = 'effect')
      = cardinality(effects);
end
$$;


ALTER FUNCTION public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_timestamptz(given text) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return case when $1::timestamptz between timestamptz '4713-01-01 00:00+00 BC'
      and timestamptz '294247-01-01 00:00+00' then $1::timestamptz end;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_timestamptz(given text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_read_uuid(given text) RETURNS uuid
    LANGUAGE plpgsql STABLE STRICT
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  return $1::uuid;
exception when others then
  return null;
end
$_$;


ALTER FUNCTION public.pawl_read_uuid(given text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_record(IN machine text, IN space text, IN relations text[], IN routines text[], IN hooks text[], IN written text[], IN locked text)
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_column
begin
  delete from public.pawl_objects known where known.machine = $1;
  insert into public.pawl_objects (machine, object, definition)
    select $1, found.object, found.definition from public.pawl_catalog($2, $3, $4, $5, $6, $7) found
      where found.object !~ '^(function|procedure) '
        or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)
             from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));
end
$_$;


ALTER PROCEDURE public.pawl_record(IN machine text, IN space text, IN relations text[], IN routines text[], IN hooks text[], IN written text[], IN locked text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_refuse_entities_on_nodes(IN machine text, IN relation text)
    LANGUAGE plpgsql
    AS $_$
begin
  if public.pawl_is_on_nodes($2) then
    raise exception 'Citus has spread table % over nodes, and machine % is written for one node; nothing was changed', $2, $1
      using errcode = 'PW006',
        hint = format('Write it with --distribute=citus; or have all on the coordinator: select undistribute_table(%L).', $2);
  end if;
end
$_$;


ALTER PROCEDURE public.pawl_refuse_entities_on_nodes(IN machine text, IN relation text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_refuse_foreign_code()
    LANGUAGE plpgsql
    AS $$
declare
  stranger record;
begin
  for stranger in
    select own.tgrelid::regclass as relation,
        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,
        aclexplode(relation.relacl) acl
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and acl.privilege_type = 'TRIGGER'
        and acl.grantee <> relation.relowner
  loop
    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);
  end loop;
  for stranger in
    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,
        code.proowner::regrole as author
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid
        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal
        join pg_proc code on code.oid = hung.tgfoid
        join pg_roles author on author.oid = code.proowner
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure
        and code.proowner <> relation.relowner and not author.rolsuper
    union all
    select 'type ' || answer.oid::regtype, answer.typowner::regrole
      from pg_type answer join pg_class relation on relation.oid = 'public.pawl_machines'::regclass
      where answer.oid in ('public.pawl_outcome'::regtype, 'public.pawl_lock_answer'::regtype)
        and answer.typowner <> relation.relowner
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';
  end loop;
end
$$;


ALTER PROCEDURE public.pawl_refuse_foreign_code() OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_refuse_foreign_hooks(IN space text, IN hooks text[], IN written text[], IN locked text)
    LANGUAGE plpgsql
    AS $_$
declare
  stranger record;
begin
  for stranger in
    select code.object, code.author
      from public.pawl_foreign_code($1, $2, $3, $4, current_setting('pawl.applied_by')) code
      order by code.object desc -- so that the same one is named each time
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.object, stranger.author
      using errcode = 'PW002', hint = 'Drop or revoke it, give it to the owner of the tables, or write '
        'another name into the guard or effect, such as operator(pg_catalog.>=).';
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_refuse_foreign_hooks(IN space text, IN hooks text[], IN written text[], IN locked text) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_refuse_inexact_key(IN machine text, IN relation text, IN key_column text)
    LANGUAGE plpgsql
    AS $_$
declare
  kind text;
begin
  with recursive its (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1]
    union all
    select t.oid, t.typbasetype, its.written, its.collation_of from its join pg_type t on t.oid = its.base
  )
  select its.written || coalesce(' collate ' || quote_ident(c.collname), '') into kind
    from its join pg_type t on t.oid = its.type left join pg_collation c on c.oid = its.collation_of
   where its.base = 0 and t.typcategory = 'S'
     and (t.oid not in ('text'::regtype, 'varchar'::regtype, 'name'::regtype) or not c.collisdeterministic);
  if kind is not null then
    raise exception 'machine %: %.% is %, which takes different texts for the same; nothing was changed', $1, $2, $3, kind
      using errcode = 'PW003', hint = 'Make it text, or varchar, with a deterministic collation.';
  end if;
end
$_$;


ALTER PROCEDURE public.pawl_refuse_inexact_key(IN machine text, IN relation text, IN key_column text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text, request_id text, lock_key text, lock_owner text, lock_token bigint) RETURNS public.pawl_outcome
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  refusal public.pawl_outcome := $1;
  frozen public.pawl_freezes;
  is_its_turn boolean;
  whose text := session_user;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- a snapshot that is older than the latest change of these rows fails here and is not believed
    perform from public.pawl_freezes type_lock where type_lock.machine = $2 for share;
    if not found then
      raise exception 'could not serialize access: % was deployed meanwhile', $2
        using errcode = 'serialization_failure';
    end if;
    -- likewise where the snapshot does not show the key's latest row
    insert into public.pawl_lock_keys (key, last_token) select $5, 0 where $5 is not null
      on conflict do nothing;
  end if;
  refusal.to_state := null;
  select * into frozen from public.pawl_freezes type_lock where type_lock.machine = $2 and type_lock.mode is not null;
  if found and (frozen.until is null or frozen.until > clock_timestamp()) then
    refusal.status := case frozen.mode when 'reject' then 'LOCKED' else 'ASLEEP' end;
    refusal.detail := case frozen.mode when 'reject' then 'frozen' else 'asleep' end
      || public.pawl_until(frozen.until) || ': ' || frozen.reason;
    return refusal;
  elsif found then
    -- the earliest is fired by the machine, or is its own program's request, sent once more
    select pending.is_firing is true or pending.request_id = $4 and pending.login = whose,
        coalesce(pending.login, whose) into is_its_turn, whose
      from public.pawl_deferred pending
      where pending.machine = $2 and pending.entity = $3 and pending.status is null
      order by pending.number limit 1;
    whose := coalesce(whose, session_user); -- null, too, where there is none
    if found and is_its_turn is not true then
      refusal.status := 'ASLEEP';
      refusal.detail := 'waking up: an event that was deferred comes first';
      return refusal;
    end if;
  end if;
  if $5 is not null and ($6 is not null or $7 is not null) and not exists (
       select from public.pawl_locks held
       where held.key = $5 and held.type in ('', $2) and held.owner = $6 and held.token = $7
         and coalesce(held.login, whose) = whose
         and (held.until is null or held.until > clock_timestamp())) then
    refusal.detail := 'the lock of ' || coalesce($6, '') || ' with token ' || coalesce($7, 0) || ' has ended';
  else
    refusal.detail := public.pawl_lock_holder($2, $5, coalesce($6, ''), whose);
  end if;
  if refusal.detail is null then
    return $1;
  end if;
  refusal.status := 'LOCKED';
  return refusal;
end
$_$;


ALTER FUNCTION public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text, request_id text, lock_key text, lock_owner text, lock_token bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_refuse_write() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then
    return new; -- which is null, for each statement; to say so by an expression would cost each move
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$$;


ALTER FUNCTION public.pawl_refuse_write() OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_refuse_writes_to(IN relations regclass[])
    LANGUAGE plpgsql
    AS $_$
declare
  relation regclass;
begin
  foreach relation in array $1 loop
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'
        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'
        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);
    execute format('create or replace trigger pawl_refuse_write before insert or update or delete or truncate
      on %s for each statement execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_write', relation);
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_refuse_writes_to(IN relations regclass[]) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_release(type text, key text, owner text, token bigint) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  delete from public.pawl_locks held
    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_release(type text, key text, owner text, token bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_renew(type text, key text, owner text, token bigint, lease_ms bigint DEFAULT NULL::bigint) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz;
begin
  if $5 not between 1 and 3155760000000 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  now := clock_timestamp();
  update public.pawl_locks held set until = now + $5 * interval '1 millisecond'
    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user and (held.until is null or held.until > now)
    returning held.token, held.until into answer.token, answer.until;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_renew(type text, key text, owner text, token bigint, lease_ms bigint) OWNER TO pawl_owner;
CREATE PROCEDURE public.pawl_restrict_calls(IN space text, IN routines text[], IN callers text[])
    LANGUAGE plpgsql
    AS $_$
declare
  routine regprocedure;
  caller text;
begin
  for routine in
    select own.oid from pg_proc own join pg_namespace n on n.oid = own.pronamespace
      where n.nspname = $1 and own.proname = any ($2) and own.proowner = (
        select registry.relowner from pg_class registry where registry.oid = 'public.pawl_machines'::regclass)
  loop
    execute format('revoke all on function %s from public', routine);
    foreach caller in array $3 loop
      execute format('grant execute on function %s to %I', routine, caller);
    end loop;
  end loop;
end
$_$;


ALTER PROCEDURE public.pawl_restrict_calls(IN space text, IN routines text[], IN callers text[]) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_cannot_save(run bigint, claim bigint, tells boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  if exists (select from public.pawl_runs known where known.id = $1
      and (known.topic is not null) is distinct from tells) then
    raise exception 'run %: tells is true where it has a topic, and there alone', $1
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_runs known where known.id = $1 and known.claim = $2) then
    raise exception 'run % is to go back', $1 using errcode = 'PW004';
  end if;
  raise exception 'the claim on run % is lost', $1 using errcode = 'PW003';
end
$_$;


ALTER FUNCTION public.pawl_run_cannot_save(run bigint, claim bigint, tells boolean) OWNER TO pawl_owner;
CREATE TABLE public.pawl_runs (
    id bigint NOT NULL,
    flow text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    path text COLLATE pg_catalog."C",
    iteration text NOT NULL COLLATE pg_catalog."C",
    entered bigint NOT NULL,
    counts json NOT NULL,
    args json NOT NULL,
    data json NOT NULL,
    locks json NOT NULL,
    unique_key text COLLATE pg_catalog."C",
    attempt bigint NOT NULL,
    failures bigint NOT NULL,
    is_uncertain boolean NOT NULL,
    was_cut_off boolean NOT NULL,
    undoing bigint,
    undo_until bigint,
    steps bigint NOT NULL,
    undone bigint NOT NULL,
    error text COLLATE pg_catalog."C",
    waits_for text COLLATE pg_catalog."C",
    wish text COLLATE pg_catalog."C",
    wish_place text COLLATE pg_catalog."C",
    wish_actor text COLLATE pg_catalog."C",
    claim bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    topic text COLLATE pg_catalog."C",
    events bigint NOT NULL
)
WITH (fillfactor='70');


ALTER TABLE public.pawl_runs OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean, lease_us bigint, clock_offset bigint) RETURNS public.pawl_runs
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  until timestamptz := now + $5 * interval '1 microsecond';
  claimed public.pawl_runs;
  known record;
  ready record;
  gone integer[];
begin
  if exists (select from public.pawl_freezes kept where kept.machine = $1 and kept.mode is not null
      and (kept.until is null or kept.until > now)) then
    return null;
  end if;
  if $2 is null then
    loop
      select each.run, each.is_leased into ready
        from public.pawl_run_ready each join public.pawl_runs owner on owner.id = each.run
        where each.flow = $1 and each.due_at <= now
        order by each.due_at limit 1 for update of each, owner skip locked;
      exit when found;
      -- whoever finds nothing ends the leases of those whose sessions are gone, and looks again
      gone := array(
        with recursive holder as ( -- from number to number, however much each has
          (select each.session from public.pawl_run_ready each
            where each.is_leased and each.session is not null order by each.session limit 1)
          union all
          select (select each.session from public.pawl_run_ready each
            where each.is_leased and each.session > holder.session order by each.session limit 1)
            from holder where holder.session is not null
        )
        select holder.session from holder where public.pawl_session_is_gone(holder.session) limit 100);
      if cardinality(gone) = 0 then
        return null;
      end if;
      with left_behind as materialized (
        select each.run from public.pawl_run_ready each
          where each.session = any (gone) and each.is_leased and each.flow = $1 and each.due_at > now
          for update skip locked
      )
      update public.pawl_run_ready each set due_at = now from left_behind
        where each.run = left_behind.run;
      if not found then
        return null;
      end if;
    end loop;
  else
    -- by its id alone, lest a plan made when there were few runs looks through all of a flow
    select each.flow, each.claim, each.ended_at into known from public.pawl_runs each where each.id = $2
      for update;
    if not found or known.flow <> $1 or known.ended_at is not null then
      return null;
    end if;
    select each.run, each.is_leased, each.due_at, each.session into ready
      from public.pawl_run_ready each where each.run = $2;
    if ready.due_at > now and (ready.is_leased or not $4) and known.claim is distinct from $3
       and not (ready.is_leased and coalesce(public.pawl_session_is_gone(ready.session), false)) then
      return null;
    end if;
  end if;
  if ready.run is null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased, session)
      values ($2, $1, until, true, public.pawl_session())
      on conflict (run) do update set due_at = excluded.due_at, is_leased = true, session = excluded.session;
  else
    update public.pawl_run_ready each set due_at = until, is_leased = true, session = public.pawl_session()
      where each.run = ready.run;
  end if;
  update public.pawl_runs each set claim = each.claim + 1,
      was_cut_off = each.was_cut_off or coalesce(ready.is_leased, false)
    where each.id = coalesce(ready.run, $2) returning each.* into claimed;
  if json_array_length(claimed.locks) > 0 then
    perform public.pawl_run_locks_follow(claimed.id, claimed.locks);
  end if;
  return claimed;
end
$_$;


ALTER FUNCTION public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean, lease_us bigint, clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_event(known public.pawl_runs, event text, status_before text, status_after text, parameters json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
begin
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state,
      topic, fingerprint, parameters)
    values (hashtextextended($1.id::text, 0) & 63, $1.updated_at, $1.flow,
      $1.id::text, $1.events * 10, $2, $3, $4, $1.topic, $1.fingerprint, $5);
end
$_$;


ALTER FUNCTION public.pawl_run_event(known public.pawl_runs, event text, status_before text, status_after text, parameters json) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_let_go(run bigint, types text[], keys text[], leaves_queue boolean, now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  freed record;
begin
  for freed in select each.type, each.key from unnest($2, $3) each (type, key)
      order by each.key, each.type loop
    perform public.pawl_lock_mutex(freed.key);
    delete from public.pawl_locks held where held.key = freed.key and held.type = freed.type
      and held.owner = 'run ' || $1;
  end loop;
  if leaves_queue then
    for freed in delete from public.pawl_run_waits waiting where waiting.run = $1
        returning waiting.key loop
      perform public.pawl_lock_mutex(freed.key);
      perform public.pawl_run_wake(freed.key, $5);
    end loop;
  end if;
end
$_$;


ALTER FUNCTION public.pawl_run_let_go(run bigint, types text[], keys text[], leaves_queue boolean, now timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[], clock_offset bigint) RETURNS public.pawl_run_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  own_flow text;
begin
  select known.flow into own_flow from public.pawl_runs known where known.id = $1 and known.claim = $2
    for update;
  if not found then
    answer.status := 'CONFLICT';
    return answer;
  end if;
  answer.detail := public.pawl_run_take($1, own_flow, $3, $4, $5, now);
  answer.status := case when coalesce(answer.detail, '') = '' then 'LOCKED' else 'OK' end;
  if answer.detail = '' then
    answer.detail := 200000;
  elsif answer.detail is null then
    answer.detail := (extract(epoch from public.pawl_run_look_again($4, $5, $1, now) - now) * 1000000)::bigint;
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[], clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_lock_freed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform public.pawl_run_wake(old.key, clock_timestamp());
  return null;
end
$$;


ALTER FUNCTION public.pawl_run_lock_freed() OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_locks_follow(run bigint, locks json) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  update public.pawl_locks held set login = session_user from json_array_elements($2) each (lock)
    where held.key = each.lock ->> 2 and held.type = each.lock ->> 1 and held.owner = 'run ' || $1
      and held.login <> session_user
$_$;


ALTER FUNCTION public.pawl_run_locks_follow(run bigint, locks json) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_look_again(types text[], keys text[], run bigint, now timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  select case when count(*) = 0 and not exists (
        select from unnest($1, $2) each (type, key) join public.pawl_run_waits other on other.key = each.key
          where other.run <> $3)
      then $4 + interval '200 milliseconds' else min(held.until) end
    from unnest($1, $2) each (type, key) join public.pawl_locks held
      on held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
    where held.owner <> 'run ' || $3
$_$;


ALTER FUNCTION public.pawl_run_look_again(types text[], keys text[], run bigint, now timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_parameters(known public.pawl_runs, step text, iteration text, direction text, attempt bigint, args text, data text, error text) RETURNS json
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    RETURN ((((((((((((((((('{"step":'::text || COALESCE((to_json(step))::text, 'null'::text)) || ',"iteration":['::text) || replace(btrim(iteration, '[]'::text), ']['::text, ','::text)) || '],"direction":"'::text) || direction) || '","attempt":'::text) || attempt) || ',"unique":'::text) || COALESCE((known).unique_key, 'null'::text)) || ',"args":'::text) || COALESCE(args, 'null'::text)) || ',"data":'::text) || COALESCE(data, 'null'::text)) || ',"error":'::text) || COALESCE((to_json(error))::text, 'null'::text)) || '}'::text))::json;


ALTER FUNCTION public.pawl_run_parameters(known public.pawl_runs, step text, iteration text, direction text, attempt bigint, args text, data text, error text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_save(run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint, counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean, undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean, ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[], freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint, step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text, step_error text, step_actor text, step_duration_us bigint, tells boolean, clock_offset bigint) RETURNS public.pawl_run_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + clock_offset * interval '1 microsecond';
  moment timestamptz; -- never goes back
  due timestamptz;
  own_flow text;
  its_topic text;
  before text;
begin
  if tells then
    select known.status into before from public.pawl_runs known where known.id = $1 and known.claim = $2;
  end if;
  update public.pawl_runs known set
      status = $3, direction = $4, path = $5, iteration = $6, entered = $7, counts = $8::json,
      data = $9::json, locks = $10::json, attempt = $11, failures = $12, is_uncertain = $13, undoing = $14,
      undo_until = $15, undone = $16, error = $17, waits_for = $18,
      was_cut_off = false, steps = coalesce(step_number, known.steps),
      wish = case when obeys or ends then null else known.wish end,
      updated_at = greatest(now, known.updated_at),
      ended_at = case when ends then greatest(now, known.updated_at) end
    where known.id = $1 and known.claim = $2
      and (obeys or not ends or known.wish is null or known.wish not in ('rollback', 'resume_from'))
    returning known.wish, known.flow, known.topic, known.updated_at
    into answer.detail, own_flow, its_topic, moment;
  if not found or (its_topic is not null) is distinct from tells then
    perform public.pawl_run_cannot_save($1, $2, tells);
  end if;
  answer.status := 'OK';
  if step_number is not null then
    insert into public.pawl_run_steps
      values ($1, step_number, step_path, step_iteration, step_generation, step_is_undo, step_outcome,
        step_attempt, step_undoes, step_after::json, step_error,
        coalesce(step_actor, session_user), moment, step_duration_us);
  end if;
  if before is not null then
    perform public.pawl_run_tell($1, before, ends, step_outcome, step_path, step_iteration, step_is_undo,
      step_attempt, step_after);
  end if;
  if freed_types is not null or leaves_queue then
    perform public.pawl_run_let_go($1, freed_types, freed_keys, leaves_queue, now);
  end if;
  if due_us is null then
    if lease_us is not null then
      update public.pawl_run_ready set due_at = now + lease_us * interval '1 microsecond',
          session = public.pawl_session() where run = $1;
    end if;
    return answer;
  end if;
  due := case when due_us >= 0 then now + due_us * interval '1 microsecond' end;
  if answer.detail is not null and not ends then
    due := now;
  elsif waits_for is not null then
    if exists (select from public.pawl_run_signals sent where sent.run = $1 and sent.name = $18) then
      due := now;
    end if;
  end if;
  if due is null then
    delete from public.pawl_run_ready where run = $1;
  else
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      values ($1, own_flow, due, false)
      on conflict (run) do update set due_at = excluded.due_at, is_leased = false;
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_run_save(run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint, counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean, undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean, ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[], freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint, step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text, step_error text, step_actor text, step_duration_us bigint, tells boolean, clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_say(run bigint, flow text, wish text, place text, actor text, clock_offset bigint) RETURNS public.pawl_run_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $6 * interval '1 microsecond';
  known public.pawl_runs;
begin
  if octet_length($5) > 255 or octet_length($4) > 1024 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select each.* into known from public.pawl_runs each where each.id = $1 and ($2 is null or each.flow = $2)
    for update;
  if not found then
    answer.status := 'NOT_FOUND';
    return answer;
  end if;
  answer.run := known.id;
  answer.detail := known.status;
  if (case $3
      when 'pause' then known.status in ('ready', 'blocked', 'waiting') or known.wish = 'resume'
      when 'resume' then known.status = 'paused' or known.wish = 'pause'
      when 'retry' then known.status in ('parked', 'ready')
      when 'resume_from' then known.ended_at is null and exists (select from public.pawl_run_steps step
        where step.run = $1 and step.path || step.iteration = $4 and step.outcome in ('done', 'unknown')
          and not exists (select from public.pawl_run_steps undo where undo.run = $1 and undo.undoes = step.number))
      else known.ended_at is null end) is not true then
    answer.status := 'ILLEGAL';
    return answer;
  end if;
  update public.pawl_runs each set wish = $3, wish_place = $4, wish_actor = coalesce($5, session_user)
    where each.id = $1;
  insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, known.flow, now, false)
    on conflict (run) do update set due_at = excluded.due_at where not pawl_run_ready.is_leased;
  perform public.pawl_notify('pawl_runs'::text);
  answer.status := 'OK';
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_run_say(run bigint, flow text, wish text, place text, actor text, clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint) RETURNS public.pawl_run_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $5 * interval '1 microsecond';
  known public.pawl_runs;
begin
  if octet_length($4) > 255 or octet_length($3) > 1024 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select each.* into known from public.pawl_runs each where each.id = $1 and ($2 is null or each.flow = $2)
    for update;
  if not found then
    answer.status := 'NOT_FOUND';
    return answer;
  end if;
  answer.run := known.id;
  answer.detail := known.status;
  insert into public.pawl_run_signals (run, name, actor, sent_at)
    select $1, $3, coalesce($4, session_user), now where known.ended_at is null on conflict do nothing;
  answer.status := case when found then 'OK' when known.ended_at is not null then 'ILLEGAL' else 'EXISTS' end;
  if answer.status = 'OK' and known.status = 'waiting' and known.waits_for = $3 then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased) values ($1, known.flow, now, false)
      on conflict (run) do update set due_at = excluded.due_at where not pawl_run_ready.is_leased;
    perform public.pawl_notify('pawl_runs'::text);
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_start(flow text, fingerprint text, args text, unique_key text, actor text, types text[], keys text[], clock_offset bigint) RETURNS public.pawl_run_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_run_answer;
  now timestamptz := clock_timestamp() + $8 * interval '1 microsecond';
  earlier record;
  frozen record;
  taken text := '';
  again timestamptz := now;
  its_topic text;
begin
  if octet_length($5) > 255 then
    answer.status := 'MISUSE';
    return answer;
  end if;
  select coalesce(known.topic, $3::json ->> known.topic_argument) into its_topic
    from public.pawl_flows known where known.flow = $1 and known.fingerprint = $2;
  if not found then
    answer.status := 'MISMATCH';
    return answer;
  end if;
  if $4 is not null then
    select known.id, known.args::text as args into earlier from public.pawl_runs known
      where known.flow = $1 and known.unique_key = $4;
    if found then
      answer.status := case when earlier.args = $3 then 'EXISTS' else 'REUSED' end;
      answer.run := earlier.id;
      return answer;
    end if;
  end if;
  insert into public.pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args,
      data, locks, unique_key, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor,
      started_at, updated_at, topic, events)
    values ($1, $2, 'ready', 'forward', null, '', 0, '{}', $3::json, '{}', '[]', $4, 0, 0, false, false, 0, 0,
      0, coalesce($5, session_user), now, now, its_topic, 0)
    on conflict (flow, unique_key) do nothing returning id into answer.run;
  if not found then -- at this very moment
    select known.id, known.args::text as args into earlier from public.pawl_runs known
      where known.flow = $1 and known.unique_key = $4;
    answer.status := case when earlier.args = $3 then 'EXISTS' else 'REUSED' end;
    answer.run := earlier.id;
    return answer;
  end if;
  -- after the table is locked by the row: whoever freezes waits for it, or is seen
  select kept.mode, kept.reason, kept.until into frozen from public.pawl_freezes kept
    where kept.machine = $1 and kept.mode is not null and (kept.until is null or kept.until > now);
  if found then
    delete from public.pawl_runs made where made.id = answer.run;
    answer.run := null;
    answer.status := case frozen.mode when 'sleep' then 'ASLEEP' else 'LOCKED' end;
    answer.detail := case frozen.mode when 'sleep' then 'asleep' else 'frozen' end
      || public.pawl_until(frozen.until) || ': ' || frozen.reason;
    return answer;
  end if;
  if cardinality($6) > 0 then
    taken := public.pawl_run_take(answer.run, $1, ''::text, $6, $7, now);
    update public.pawl_runs made set status = case when coalesce(taken, '') = '' then 'blocked' else 'ready' end,
        locks = ('[' || coalesce(taken, '') || ']')::json
      where made.id = answer.run;
    again := case when taken is null then public.pawl_run_look_again($6, $7, answer.run, now)
      when taken = '' then now + interval '200 milliseconds' else now end;
  end if;
  if again is not null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased) values (answer.run, $1, again, false);
  end if;
  if its_topic is not null then
    perform public.pawl_run_tell(answer.run, ''::text, false, null::text, null::text, null::text, null::boolean,
      null::bigint, null::text);
  end if;
  perform public.pawl_notify('pawl_runs'::text);
  answer.status := 'OK';
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_run_start(flow text, fingerprint text, args text, unique_key text, actor text, types text[], keys text[], clock_offset bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_take(run bigint, flow text, scope text, types text[], keys text[], now timestamp with time zone) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  me text := 'run ' || $1;
  before text := current_setting('lock_timeout');
  wanted record;
  number bigint;
  taken text := '';
  is_free boolean := true;
  is_busy boolean := false;
begin
  begin -- moves that have begun under no lock, and others who change locks of these keys
    perform set_config('lock_timeout', '200ms', true);
    for wanted in select distinct each.key from unnest($5) each (key) order by each.key loop
      perform pg_advisory_xact_lock(public.pawl_key(''::text, wanted.key));
      perform public.pawl_lock_mutex(wanted.key);
    end loop;
    perform set_config('lock_timeout', before, true);
  exception when lock_not_available then
    is_busy := true;
  end;
  is_free := not is_busy and not exists (
      select from unnest($4, $5) each (type, key) join public.pawl_locks held
        on held.key = each.key and (held.type = each.type or '' in (held.type, each.type))
        where held.owner <> me and (held.until is null or held.until > $6))
    and not exists (
      select from unnest($4, $5) each (type, key) join public.pawl_run_waits other
        on other.key = each.key and (other.type = each.type or '' in (other.type, each.type))
        where other.run <> $1 and other.number < coalesce((select own.number from public.pawl_run_waits own
          where own.run = $1 and own.key = each.key and own.type = each.type), 9223372036854775807));
  if not is_free then
    insert into public.pawl_run_waits (key, type, run, flow)
      select distinct each.key, each.type, $1, $2 from unnest($4, $5) each (type, key)
      on conflict (run, key, type) do nothing;
    return case when is_busy then '' end;
  end if;
  for wanted in select distinct each.type, each.key from unnest($4, $5) each (type, key)
      order by each.key, each.type loop
    delete from public.pawl_locks held
      where held.key = wanted.key and (held.type = wanted.type or '' in (held.type, wanted.type))
        and held.until <= $6;
    select held.token into number from public.pawl_locks held
      where held.key = wanted.key and held.type = wanted.type;
    if not found then
      update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
        where mutex.key = wanted.key returning mutex.last_token into number;
      insert into public.pawl_locks (key, type, owner, token, since, until, login)
        values (wanted.key, wanted.type, me, number, $6, null, session_user);
    end if;
    taken := taken || case when taken = '' then '' else ', ' end
      || json_build_array($3, wanted.type, wanted.key, number)::text;
  end loop;
  delete from public.pawl_run_waits waiting using unnest($4, $5) each (type, key)
    where waiting.run = $1 and waiting.key = each.key and waiting.type = each.type;
  return taken;
end
$_$;


ALTER FUNCTION public.pawl_run_take(run bigint, flow text, scope text, types text[], keys text[], now timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_tell(run bigint, status_before text, ends boolean, step_outcome text DEFAULT NULL::text, step_path text DEFAULT NULL::text, step_iteration text DEFAULT NULL::text, step_is_undo boolean DEFAULT NULL::boolean, step_attempt bigint DEFAULT NULL::bigint, step_after text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  known public.pawl_runs;
  before text := status_before;
  tells_step boolean := coalesce(step_outcome in ('done', 'undone'), false);
  tells_run boolean;
begin
  select each.* into known from public.pawl_runs each where each.id = $1;
  tells_run := known.status <> before
    and (before = '' or ends or known.status in ('waiting', 'paused', 'parked'));
  if tells_step then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when step_is_undo then 'undo' else 'step' end, before,
      case when tells_run then 'ready' else known.status end,
      public.pawl_run_parameters(known, step_path, step_iteration,
        case when step_is_undo then 'undo' else 'forward' end, step_attempt, null::text, step_after, null::text));
    before := 'ready';
  end if;
  if tells_run then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when before = '' then 'start' when ends then 'end' else 'stop' end,
      before, known.status, public.pawl_run_parameters(known, known.path, known.iteration, known.direction,
        known.attempt, known.args::text, known.data::text, known.error));
  end if;
  if tells_step or tells_run then
    update public.pawl_runs each set events = known.events where each.id = $1;
  end if;
end
$_$;


ALTER FUNCTION public.pawl_run_tell(run bigint, status_before text, ends boolean, step_outcome text, step_path text, step_iteration text, step_is_undo boolean, step_attempt bigint, step_after text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_run_wake(key text, now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  global_number bigint;
  global_run bigint;
  head record;
  last_type text := '';
  is_first boolean := true;
begin
  select waiting.number, waiting.run into global_number, global_run from public.pawl_run_waits waiting
    where waiting.key = $1 and waiting.type = '' order by waiting.key, waiting.type, waiting.number limit 1;
  loop -- from type to type, whatever waits behind their first ones
    select waiting.type, waiting.run, waiting.number, waiting.flow into head from public.pawl_run_waits waiting
      where waiting.key = $1 and waiting.type > last_type
      order by waiting.key, waiting.type, waiting.number limit 1;
    exit when not found;
    last_type := head.type;
    if global_number is null or head.number < global_number then
      is_first := false;
      insert into public.pawl_run_ready (run, flow, due_at, is_leased)
        values (head.run, head.flow, $2, false) on conflict (run) do nothing;
    end if;
  end loop;
  if is_first and global_number is not null then
    insert into public.pawl_run_ready (run, flow, due_at, is_leased)
      select waiting.run, waiting.flow, $2, false from public.pawl_run_waits waiting
        where waiting.run = global_run and waiting.key = $1 and waiting.type = ''
      on conflict (run) do nothing;
  end if;
end
$_$;


ALTER FUNCTION public.pawl_run_wake(key text, now timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_session() RETURNS integer
    LANGUAGE sql
    RETURN CASE WHEN pg_try_advisory_lock(1885435756, (NULLIF(current_setting('pawl.session'::text, true), ''::text))::integer) THEN (current_setting('pawl.session'::text))::integer ELSE NULL::integer END;


ALTER FUNCTION public.pawl_session() OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_session_is_gone(number integer) RETURNS boolean
    LANGUAGE sql
    RETURN ((number IS DISTINCT FROM (NULLIF(current_setting('pawl.session'::text, true), ''::text))::integer) AND pg_try_advisory_xact_lock(1885435756, number));


ALTER FUNCTION public.pawl_session_is_gone(number integer) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_table_of_effect(effect regclass) RETURNS regclass
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    BEGIN ATOMIC
 SELECT (uses.refobjid)::regclass AS refobjid
    FROM (pg_rewrite rule
      JOIN pg_depend uses ON (((uses.classid = ('pg_rewrite'::regclass)::oid) AND (uses.objid = rule.oid) AND (uses.refclassid = ('pg_class'::regclass)::oid) AND (uses.refobjid <> rule.ev_class))))
   WHERE ((rule.ev_class = (pawl_table_of_effect.effect)::oid) AND (rule.rulename = 'effect'::name))
  LIMIT 1;
END;


ALTER FUNCTION public.pawl_table_of_effect(effect regclass) OWNER TO pawl_owner;
CREATE TABLE public.pawl_deferred (
    number bigint NOT NULL,
    machine text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    event text NOT NULL COLLATE pg_catalog."C",
    arguments text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    lock_owner text COLLATE pg_catalog."C",
    lock_token bigint,
    deferred_at timestamp with time zone NOT NULL,
    fired_at timestamp with time zone,
    status text COLLATE pg_catalog."C",
    from_state text COLLATE pg_catalog."C",
    to_state text COLLATE pg_catalog."C",
    sort_key integer,
    created_at timestamp with time zone,
    detail text COLLATE pg_catalog."C",
    login text COLLATE pg_catalog."C",
    is_firing boolean
);


ALTER TABLE public.pawl_deferred OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_take_deferred(machine text, number bigint) RETURNS public.pawl_deferred
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  update public.pawl_deferred pending set is_firing = true
    where pending.number = $2 and pending.machine = $1 and pending.status is null
    returning pending.*
$_$;


ALTER FUNCTION public.pawl_take_deferred(machine text, number bigint) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_thaw(machine text) RETURNS public.pawl_lock_answer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  was_frozen boolean;
begin
  select type_lock.mode is not null into was_frozen
    from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  -- Written also where there was no freeze: of one that did not reach all nodes, only some of the others know.
  update public.pawl_freezes type_lock set until = least(type_lock.until, clock_timestamp())
    where type_lock.machine = $1;
  if was_frozen then
    insert into public.pawl_lock_log (action, type) values ('thaw', $1);
    perform public.pawl_wake($1);
  end if;
  return answer;
end
$_$;


ALTER FUNCTION public.pawl_thaw(machine text) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_turn_is_free() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  turned regprocedure;
begin
  select code.oid into turned from pg_proc code join pg_class head on head.relnamespace = code.pronamespace
    where head.oid = to_regclass(new.head) and code.proname = new.machine || '_is_free'
      and code.proargtypes = '16'::oidvector
      and code.proowner = (select own.relowner from pg_class own where own.oid = tg_relid);
  if found then
    execute format('alter function %s %s', turned,
      case when new.mode is null then 'called on null input' else 'strict' end);
  end if;
  return null;
end
$$;


ALTER FUNCTION public.pawl_turn_is_free() OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_undo_all(outcome public.pawl_outcome) RETURNS public.pawl_outcome
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
begin
  raise exception 'one of several moves is answered %, so none of them is made', coalesce($1.status, 'MISMATCH')
    using errcode = 'PW005';
end
$_$;


ALTER FUNCTION public.pawl_undo_all(outcome public.pawl_outcome) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_until(until timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    RETURN COALESCE(((' until '::text || to_char(((until AT TIME ZONE 'UTC'::text) + '00:00:00.999999'::interval), 'YYYY-MM-DD HH24:MI:SS'::text)) || ' UTC'::text), ''::text);


ALTER FUNCTION public.pawl_until(until timestamp with time zone) OWNER TO pawl_owner;
CREATE FUNCTION public.pawl_wake(machine text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  update public.pawl_freezes type_lock set mode = null
  where type_lock.machine = $1 and type_lock.until <= clock_timestamp() and type_lock.mode is not null
    and not exists (select from public.pawl_deferred pending
                    where pending.machine = $1 and pending.status is null)
$_$;


ALTER FUNCTION public.pawl_wake(machine text) OWNER TO pawl_owner;
CREATE TABLE public.badge_transitions (
    id bigint NOT NULL,
    badge_id bigint NOT NULL,
    sort_key integer NOT NULL,
    to_state text NOT NULL COLLATE pg_catalog."C",
    most_recent boolean NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    event text COLLATE pg_catalog."C",
    from_state text COLLATE pg_catalog."C",
    actor text COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    holder text COLLATE pg_catalog."C",
    CONSTRAINT badge_transitions_actor_check CHECK ((octet_length(actor) <= 255))
);


ALTER TABLE public.badge_transitions OWNER TO pawl_owner;
CREATE VIEW public.badge_current AS
 SELECT "row".badge_id,
    ("row".to_state COLLATE "C") AS state,
    "row".sort_key,
    ('1970-01-01 00:00:00+00'::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
        CASE
            WHEN (("row".created_at >= '4713-01-01 00:00:00+00 BC'::timestamp with time zone) AND ("row".created_at <= '294247-01-01 00:00:00+00'::timestamp with time zone)) THEN "row".created_at
            ELSE NULL::timestamp with time zone
        END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * '00:00:00.000001'::interval)) AS since
   FROM public.badge_transitions "row"
  WHERE (NOT (EXISTS ( SELECT
           FROM public.badge_transitions later
          WHERE ((later.badge_id = "row".badge_id) AND (later.sort_key > "row".sort_key)))));


ALTER TABLE public.badge_current OWNER TO pawl_owner;
COMMENT ON VIEW public.badge_current IS 'Badge
Lives in a table that others write to. Programs of `earlier/badge_2.fsm` run beside those of this version.
One row for each: where it is.';

COMMENT ON COLUMN public.badge_current.sort_key IS 'Of the last move.';

COMMENT ON COLUMN public.badge_current.since IS 'When the last move was made.';

CREATE VIEW public.badge_moves AS
 SELECT move.event,
    move.from_state,
    move.to_state
   FROM ( VALUES ('create'::text,''::text,'made'::text), ('hand_out'::text,'made'::text,'worn'::text), ('give_back'::text,'made'::text,'destroyed'::text), ('give_back'::text,'worn'::text,'made'::text)) move(event, from_state, to_state);


ALTER TABLE public.badge_moves OWNER TO pawl_owner;
COMMENT ON VIEW public.badge_moves IS 'How it may move; from_state is empty for a creation.';

CREATE TABLE public.badge_transitions_metadata (
    badge_id bigint NOT NULL,
    sort_key integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    metadata jsonb NOT NULL
);


ALTER TABLE public.badge_transitions_metadata OWNER TO pawl_owner;
CREATE VIEW public.badge_history AS
 SELECT made.badge_id,
    made.sort_key,
    COALESCE(made.event,
        CASE
            WHEN (drawn.events = 1) THEN drawn.event
            ELSE NULL::text
        END, ''::text) AS event,
    drawn.from_state,
    made.to_state,
    made.created_at,
    COALESCE(made.actor, ''::text) AS actor,
    made.request_id,
    made.holder
   FROM ((((((public.badge_transitions "row"
     LEFT JOIN public.badge_transitions_metadata beside ON (((beside.badge_id = "row".badge_id) AND (beside.sort_key = "row".sort_key) AND (beside.created_at = ('1970-01-01 00:00:00+00'::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
        CASE
            WHEN (("row".created_at >= '4713-01-01 00:00:00+00 BC'::timestamp with time zone) AND ("row".created_at <= '294247-01-01 00:00:00+00'::timestamp with time zone)) THEN "row".created_at
            ELSE NULL::timestamp with time zone
        END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * '00:00:00.000001'::interval))))))
     CROSS JOIN LATERAL ( SELECT COALESCE(beside.metadata, public.pawl_read_jsonb((own.metadata)::text)) AS metadata
           FROM ( SELECT "row".id,
                    "row".badge_id,
                    "row".sort_key,
                    "row".to_state,
                    "row".most_recent,
                    "row".metadata,
                    "row".created_at,
                    "row".updated_at,
                    "row".event,
                    "row".from_state,
                    "row".actor,
                    "row".request_id,
                    "row".holder) own) kept)
     CROSS JOIN LATERAL ( SELECT ((kept.metadata -> 'pawl'::text) ->> 'event'::text) AS event,
            ((kept.metadata -> 'pawl'::text) ->> 'from_state'::text) AS from_state,
            ((kept.metadata -> 'pawl'::text) ->> 'actor'::text) AS actor,
            ((kept.metadata -> 'pawl'::text) ->> 'request_id'::text) AS request_id,
            (kept.metadata ->> 'holder'::text) AS holder) absent)
     CROSS JOIN LATERAL ( SELECT "row".badge_id,
            "row".sort_key,
            ("row".to_state COLLATE "C") AS to_state,
            ('1970-01-01 00:00:00+00'::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
                CASE
                    WHEN (("row".created_at >= '4713-01-01 00:00:00+00 BC'::timestamp with time zone) AND ("row".created_at <= '294247-01-01 00:00:00+00'::timestamp with time zone)) THEN "row".created_at
                    ELSE NULL::timestamp with time zone
                END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * '00:00:00.000001'::interval)) AS created_at,
            (own.event COLLATE "C") AS event,
            (own.from_state COLLATE "C") AS from_state,
            (own.actor COLLATE "C") AS actor,
            (own.request_id COLLATE "C") AS request_id,
            (own.holder COLLATE "C") AS holder
           FROM ( SELECT "row".id,
                    "row".badge_id,
                    "row".sort_key,
                    "row".to_state,
                    "row".most_recent,
                    "row".metadata,
                    "row".created_at,
                    "row".updated_at,
                    "row".event,
                    "row".from_state,
                    "row".actor,
                    "row".request_id,
                    "row".holder) own) made)
     CROSS JOIN LATERAL ( SELECT (COALESCE(made.from_state, ( SELECT before.to_state
                   FROM public.badge_transitions before
                  WHERE ((before.badge_id = "row".badge_id) AND (before.sort_key < "row".sort_key))
                  ORDER BY before.sort_key DESC
                 LIMIT 1), ''::text) COLLATE "C") AS from_state
         OFFSET 0) left_from)
     CROSS JOIN LATERAL ( SELECT left_from.from_state,
            min(move.event) AS event,
            count(DISTINCT move.event) AS events
           FROM public.badge_moves move
          WHERE ((made.event IS NULL) AND (move.from_state = left_from.from_state) AND (move.to_state = made.to_state))) drawn);


ALTER TABLE public.badge_history OWNER TO pawl_owner;
COMMENT ON VIEW public.badge_history IS 'Every move ever made, in the order of sort_key. Rows are only added.';

COMMENT ON COLUMN public.badge_history.from_state IS 'Empty for a creation.';

COMMENT ON COLUMN public.badge_history.actor IS 'Who did it: the login, where the caller named nobody.';

COMMENT ON COLUMN public.badge_history.request_id IS 'What the caller named this request, so that it happens once however often it is sent.';

CREATE VIEW public.badge_state AS
 SELECT badge_current.badge_id,
    badge_current.state,
    badge_current.sort_key,
    badge_current.since
   FROM public.badge_current;


ALTER TABLE public.badge_state OWNER TO pawl_owner;
COMMENT ON VIEW public.badge_state IS 'Where each is, to join in queries of one''s own.';

ALTER TABLE public.badge_transitions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.badge_transitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.badges (
    id bigint NOT NULL
);


ALTER TABLE public.badges OWNER TO pawl_upgrade_deployer;
CREATE VIEW public.order_effect_write_down AS
 SELECT NULL::text AS argument_1,
    NULL::bigint AS argument_2
  WHERE false;


ALTER TABLE public.order_effect_write_down OWNER TO pawl_owner;
CREATE VIEW public.order_moves AS
 SELECT move.event,
    move.from_state,
    move.to_state
   FROM ( VALUES ('create'::text,''::text,'open'::text), ('pay'::text,'open'::text,'paid'::text), ('pay'::text,'reminded'::text,'paid'::text), ('cancel'::text,'open'::text,'cancelled'::text), ('cancel'::text,'reminded'::text,'cancelled'::text), ('remind'::text,'open'::text,'reminded'::text), ('packed'::text,'paid'::text,'ready'::text), ('ship'::text,'ready'::text,'shipped'::text)) move(event, from_state, to_state);


ALTER TABLE public.order_moves OWNER TO pawl_owner;
COMMENT ON VIEW public.order_moves IS 'How it may move; from_state is empty for a creation.';

CREATE TABLE public.order_pending (
    order_id text NOT NULL COLLATE pg_catalog."C",
    declaration text NOT NULL COLLATE pg_catalog."C",
    is_work boolean NOT NULL,
    due_at timestamp with time zone NOT NULL,
    fence integer NOT NULL,
    claim bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text COLLATE pg_catalog."C",
    parked_at timestamp with time zone,
    is_asleep boolean DEFAULT false NOT NULL,
    session integer
);


ALTER TABLE public.order_pending OWNER TO pawl_owner;
COMMENT ON TABLE public.order_pending IS 'Timers that run and work that waits: one row for each.';

COMMENT ON COLUMN public.order_pending.due_at IS 'For whoever has claimed it: the end of his lease.';

COMMENT ON COLUMN public.order_pending.fence IS 'The sort_key of the move that began it.';

COMMENT ON COLUMN public.order_pending.claim IS 'Grows with each claim, so that of two workers the later one counts.';

COMMENT ON COLUMN public.order_pending.parked_at IS 'Put aside, because its attempts are spent: order_pending_retry brings it back.';

COMMENT ON COLUMN public.order_pending.is_asleep IS 'The state answers the timer''s event in another way.';

COMMENT ON COLUMN public.order_pending.session IS 'Of whoever has claimed it, where the end of his session ends his lease, too: see pawl_session().';

CREATE VIEW public.order_pending_rules AS
 SELECT rule.declaration,
    rule.is_work,
    rule.event,
    rule.lease,
    rule.every,
    rule.attempts,
    rule.backoff_from,
    rule.backoff_to
   FROM ( VALUES ('open.remind'::text,false,'remind'::text,'00:01:00'::interval,'00:00:10'::interval,20,'00:00:01'::interval,'00:10:00'::interval), ('reminded.cancel'::text,false,'cancel'::text,'00:01:00'::interval,'00:00:10'::interval,20,'00:00:01'::interval,'00:10:00'::interval), ('work paid'::text,true,NULL::text,'00:01:00'::interval,'00:00:10'::interval,1,'00:00:00.001'::interval,'00:00:00.001'::interval)) rule(declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);


ALTER TABLE public.order_pending_rules OWNER TO pawl_owner;
COMMENT ON VIEW public.order_pending_rules IS 'How each timer and work is treated.';

CREATE VIEW public.order_state AS
 SELECT order_current.order_id,
    order_current.state,
    order_current.sort_key,
    order_current.since
   FROM public.order_current;


ALTER TABLE public.order_state OWNER TO pawl_owner;
COMMENT ON VIEW public.order_state IS 'Where each is, to join in queries of one''s own.';

CREATE TABLE public.order_transitions (
    order_id text NOT NULL COLLATE pg_catalog."C",
    sort_key integer NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    from_state text NOT NULL COLLATE pg_catalog."C",
    to_state text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    account text COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    amount bigint,
    reason text COLLATE pg_catalog."C"
);


ALTER TABLE public.order_transitions OWNER TO pawl_owner;
COMMENT ON TABLE public.order_transitions IS 'Every move ever made, in the order of sort_key. Rows are only added.';

COMMENT ON COLUMN public.order_transitions.from_state IS 'Empty for a creation.';

COMMENT ON COLUMN public.order_transitions.actor IS 'Who did it: the login, where the caller named nobody.';

COMMENT ON COLUMN public.order_transitions.request_id IS 'What the caller named this request, so that it happens once however often it is sent.';

CREATE TABLE public.parcels (
    number bigint NOT NULL,
    order_id text NOT NULL
);


ALTER TABLE public.parcels OWNER TO pawl_upgrade_deployer;
ALTER TABLE public.pawl_deferred ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pawl_deferred_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pawl_flows (
    flow text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    abi integer NOT NULL,
    deployed_at timestamp with time zone DEFAULT now() NOT NULL,
    topic text COLLATE pg_catalog."C",
    topic_argument text COLLATE pg_catalog."C",
    model json
);


ALTER TABLE public.pawl_flows OWNER TO pawl_owner;
CREATE TABLE public.pawl_freezes (
    machine text NOT NULL COLLATE pg_catalog."C",
    head text NOT NULL,
    mode text COLLATE pg_catalog."C",
    until timestamp with time zone,
    reason text COLLATE pg_catalog."C",
    since timestamp with time zone,
    frozen_by text COLLATE pg_catalog."C",
    CONSTRAINT pawl_freezes_mode_check CHECK ((mode = ANY (ARRAY['reject'::text, 'sleep'::text])))
);


ALTER TABLE public.pawl_freezes OWNER TO pawl_owner;
CREATE TABLE public.pawl_lock_waiters (
    key text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL
);


ALTER TABLE public.pawl_lock_waiters OWNER TO pawl_owner;
CREATE TABLE public.pawl_locks (
    key text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    token bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone,
    login text COLLATE pg_catalog."C"
);


ALTER TABLE public.pawl_locks OWNER TO pawl_owner;
CREATE VIEW public.pawl_held_locks AS
 SELECT held.key,
    held.type,
    held.owner,
    held.token,
    held.since,
    held.until,
    ( SELECT count(*) AS count
           FROM public.pawl_lock_waiters waiter
          WHERE ((waiter.key = held.key) AND ((waiter.type = held.type) OR ((''::text = waiter.type) OR (''::text = held.type))) AND (waiter.until > clock_timestamp()))) AS waiting,
    held.login
   FROM public.pawl_locks held
  WHERE ((held.until IS NULL) OR (held.until > clock_timestamp()));


ALTER TABLE public.pawl_held_locks OWNER TO pawl_owner;
CREATE TABLE public.pawl_lock_keys (
    key text NOT NULL COLLATE pg_catalog."C",
    last_token bigint NOT NULL
);


ALTER TABLE public.pawl_lock_keys OWNER TO pawl_owner;
CREATE TABLE public.pawl_lock_log (
    number bigint NOT NULL,
    logged_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    login text DEFAULT SESSION_USER NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    key text COLLATE pg_catalog."C",
    owner text COLLATE pg_catalog."C",
    token bigint,
    reason text COLLATE pg_catalog."C"
);


ALTER TABLE public.pawl_lock_log OWNER TO pawl_owner;
ALTER TABLE public.pawl_lock_log ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pawl_lock_log_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pawl_machines (
    machine text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    is_accepted boolean DEFAULT true NOT NULL,
    is_deployed boolean DEFAULT true NOT NULL,
    abi integer NOT NULL,
    deployed_at timestamp with time zone DEFAULT now() NOT NULL,
    model json
);


ALTER TABLE public.pawl_machines OWNER TO pawl_owner;
CREATE TABLE public.pawl_objects (
    machine text NOT NULL COLLATE pg_catalog."C",
    object text NOT NULL COLLATE pg_catalog."C",
    definition text NOT NULL COLLATE pg_catalog."C"
);


ALTER TABLE public.pawl_objects OWNER TO pawl_owner;
CREATE TABLE public.pawl_outbox (
    slot integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    machine text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    sort_key integer NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    from_state text NOT NULL COLLATE pg_catalog."C",
    to_state text NOT NULL COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    topic text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    parameters json NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='10000');


ALTER TABLE public.pawl_outbox OWNER TO pawl_owner;
CREATE TABLE public.pawl_outbox_parked (
    slot integer NOT NULL,
    machine text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    sort_key integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    from_state text NOT NULL COLLATE pg_catalog."C",
    to_state text NOT NULL COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    topic text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    parameters json NOT NULL,
    parked_at timestamp with time zone NOT NULL,
    error text COLLATE pg_catalog."C"
);


ALTER TABLE public.pawl_outbox_parked OWNER TO pawl_owner;
CREATE TABLE public.pawl_outbox_slots (
    slot integer NOT NULL,
    relay text COLLATE pg_catalog."C",
    claim bigint NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    file oid
);


ALTER TABLE public.pawl_outbox_slots OWNER TO pawl_owner;
CREATE TABLE public.pawl_past_moves (
    machine text NOT NULL COLLATE pg_catalog."C",
    event text NOT NULL COLLATE pg_catalog."C",
    from_state text NOT NULL COLLATE pg_catalog."C",
    to_state text NOT NULL COLLATE pg_catalog."C"
);


ALTER TABLE public.pawl_past_moves OWNER TO pawl_owner;
CREATE TABLE public.pawl_repairs (
    machine text NOT NULL COLLATE pg_catalog."C",
    entity text NOT NULL COLLATE pg_catalog."C",
    repaired_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    repaired_by text DEFAULT SESSION_USER NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    before_state text COLLATE pg_catalog."C",
    before_sort_key integer,
    before_since timestamp with time zone,
    after_state text NOT NULL COLLATE pg_catalog."C",
    after_sort_key integer NOT NULL,
    after_since timestamp with time zone NOT NULL
);


ALTER TABLE public.pawl_repairs OWNER TO pawl_owner;
CREATE TABLE public.pawl_run_ready (
    run bigint NOT NULL,
    flow text NOT NULL COLLATE pg_catalog."C",
    due_at timestamp with time zone NOT NULL,
    is_leased boolean NOT NULL,
    session integer
);


ALTER TABLE public.pawl_run_ready OWNER TO pawl_owner;
CREATE TABLE public.pawl_run_signals (
    run bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    sent_at timestamp with time zone NOT NULL
);


ALTER TABLE public.pawl_run_signals OWNER TO pawl_owner;
CREATE TABLE public.pawl_run_steps (
    run bigint NOT NULL,
    number bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    iteration text NOT NULL COLLATE pg_catalog."C",
    generation bigint NOT NULL,
    is_undo boolean NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    attempt bigint NOT NULL,
    undoes bigint,
    after json,
    error text COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone NOT NULL,
    duration_us bigint NOT NULL
);


ALTER TABLE public.pawl_run_steps OWNER TO pawl_owner;
CREATE TABLE public.pawl_run_waits (
    key text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    run bigint NOT NULL,
    flow text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL
);


ALTER TABLE public.pawl_run_waits OWNER TO pawl_owner;
ALTER TABLE public.pawl_run_waits ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pawl_run_waits_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.pawl_runs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pawl_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pawl_schema (
    is_here boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    installed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT pawl_schema_is_here_check CHECK (is_here)
);


ALTER TABLE public.pawl_schema OWNER TO pawl_owner;
CREATE TABLE public.receipts (
    order_id text NOT NULL,
    amount bigint NOT NULL
);


ALTER TABLE public.receipts OWNER TO pawl_upgrade_deployer;
INSERT INTO public.badge_transitions VALUES (1, 1, 10, 'printed', false, '{}', '2026-11-28 23:56:26.456349+00', '2026-11-28 23:56:26.953741+00', 'create', '', 'shop', NULL, 'Cem');
INSERT INTO public.badge_transitions VALUES (2, 1, 20, 'made', true, '{}', '2026-11-28 23:56:26.953741+00', '2026-11-28 23:56:26.953741+00', '(retired)', 'printed', 'pawl_upgrade_deployer', NULL, NULL);
INSERT INTO public.badge_transitions VALUES (3, 2, 10, 'made', false, '{}', '2026-11-28 23:56:27.178472+00', '2026-11-28 23:56:27.256677+00', 'create', '', 'shop', NULL, 'Bob');
INSERT INTO public.badge_transitions VALUES (5, 3, 10, 'made', false, '{}', '2026-11-28 23:56:27.940175+00', '2026-11-28 23:56:27.945042+00', 'create', '', 'shop', NULL, 'Ann');
INSERT INTO public.badge_transitions VALUES (6, 3, 20, 'destroyed', true, '{}', '2026-11-28 23:56:27.945042+00', '2026-11-28 23:56:27.945042+00', 'give_back', 'made', 'shop', NULL, NULL);
INSERT INTO public.badge_transitions VALUES (7, 4, 10, 'made', true, '{}', '2026-11-28 23:56:27.946807+00', '2026-11-28 23:56:27.946807+00', 'create', '', 'shop', NULL, 'Ann');
INSERT INTO public.badge_transitions VALUES (4, 2, 20, 'worn', false, '{}', '2026-11-28 23:56:27.256677+00', '2026-11-28 23:56:27.992354+00', 'hand_out', 'made', 'shop', NULL, NULL);
INSERT INTO public.badge_transitions VALUES (8, 2, 30, 'made', true, '{}', '2026-11-28 23:56:27.992354+00', '2026-11-28 23:56:27.992354+00', NULL, NULL, NULL, NULL, NULL);


INSERT INTO public.badges VALUES (1);
INSERT INTO public.badges VALUES (2);
INSERT INTO public.badges VALUES (3);
INSERT INTO public.badges VALUES (4);
INSERT INTO public.badges VALUES (5);

INSERT INTO public.order_current VALUES ('R4', 'paid', 20, '2026-11-28 23:56:28.095383+00');
INSERT INTO public.order_current VALUES ('O5', 'paid', 20, '2026-11-28 23:56:28.101111+00');
INSERT INTO public.order_current VALUES ('R2', 'ready', 30, '2026-11-28 23:56:28.116986+00');
INSERT INTO public.order_current VALUES ('R3', 'ready', 30, '2026-11-28 23:56:28.118986+00');
INSERT INTO public.order_current VALUES ('R5', 'ready', 30, '2026-11-28 23:56:28.123681+00');
INSERT INTO public.order_current VALUES ('R6', 'ready', 30, '2026-11-28 23:56:28.125524+00');
INSERT INTO public.order_current VALUES ('O1', 'open', 10, '2026-11-28 23:56:28.273732+00');
INSERT INTO public.order_current VALUES ('O2', 'open', 10, '2026-11-28 23:56:28.278347+00');
INSERT INTO public.order_current VALUES ('O3', 'reminded', 20, '2026-11-28 23:56:28.282655+00');
INSERT INTO public.order_current VALUES ('O4', 'paid', 20, '2026-11-28 23:56:28.28682+00');
INSERT INTO public.order_current VALUES ('O6', 'shipped', 40, '2026-11-28 23:56:28.291646+00');
INSERT INTO public.order_current VALUES ('O7', 'cancelled', 20, '2026-11-28 23:56:28.29576+00');
INSERT INTO public.order_current VALUES ('R1', 'shipped', 40, '2026-11-28 23:56:28.427779+00');
INSERT INTO public.order_current VALUES ('O8', 'ready', 10, '2026-11-28 23:56:29.002882+00');

INSERT INTO public.order_pending VALUES ('R4', 'work paid', true, '2026-11-28 23:56:28.12168+00', 20, 2, 1, 'the box is too small', '2026-11-28 23:56:28.121681+00', false, NULL);
INSERT INTO public.order_pending VALUES ('O5', 'work paid', true, '2026-11-28 23:56:28.127004+00', 20, 2, 1, 'the box is too small', '2026-11-28 23:56:28.127005+00', false, NULL);
INSERT INTO public.order_pending VALUES ('O1', 'open.remind', false, '2026-11-28 23:56:28.283732+00', 10, 0, 0, NULL, NULL, false, NULL);
INSERT INTO public.order_pending VALUES ('O2', 'open.remind', false, '2026-11-28 23:56:28.288347+00', 10, 0, 0, NULL, NULL, false, NULL);
INSERT INTO public.order_pending VALUES ('O3', 'reminded.cancel', false, '2122-09-26 23:56:28.282655+00', 20, 0, 0, NULL, NULL, false, NULL);
INSERT INTO public.order_pending VALUES ('O4', 'work paid', true, '2026-11-28 23:56:28.28682+00', 20, 0, 0, NULL, NULL, false, NULL);

INSERT INTO public.order_transitions VALUES ('R1', 10, 'create', '', 'open', '2026-11-28 23:56:28.078985+00', 'shop', NULL, 'B1', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R1', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.08633+00', 'shop', 'pay R1', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R2', 10, 'create', '', 'open', '2026-11-28 23:56:28.090264+00', 'shop', NULL, 'B2', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R2', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.091517+00', 'shop', 'pay R2', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R3', 10, 'create', '', 'open', '2026-11-28 23:56:28.092589+00', 'shop', NULL, 'B3', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R3', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.093518+00', 'shop', 'pay R3', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R4', 10, 'create', '', 'open', '2026-11-28 23:56:28.094554+00', 'shop', NULL, 'B4', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R4', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.095383+00', 'shop', 'pay R4', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R5', 10, 'create', '', 'open', '2026-11-28 23:56:28.096294+00', 'shop', NULL, 'B2', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R5', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.097066+00', 'shop', 'pay R5', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R6', 10, 'create', '', 'open', '2026-11-28 23:56:28.098095+00', 'shop', NULL, 'B6', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R6', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.099305+00', 'shop', 'pay R6', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('O5', 10, 'create', '', 'open', '2026-11-28 23:56:28.100501+00', 'shop', NULL, 'A5', 'Cem', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O5', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.101111+00', 'shop', 'pay O5', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('O6', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.102383+00', 'shop', 'pay O6', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('R1', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.1133+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R2', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.116986+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R3', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.118986+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R5', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.123681+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('R6', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.125524+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O6', 30, 'packed', 'paid', 'ready', '2026-11-28 23:56:28.128117+00', 'packer', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O1', 10, 'create', '', 'open', '2026-11-28 23:56:28.273732+00', 'shop', NULL, 'A1', 'Ann', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O2', 10, 'create', '', 'open', '2026-11-28 23:56:28.278347+00', 'shop', NULL, 'A2', NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O3', 10, 'create', '', 'open', '2026-11-28 23:56:28.279809+00', 'shop', NULL, 'A3', 'Bob', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O3', 20, 'remind', 'open', 'reminded', '2026-11-28 23:56:28.282655+00', 'shop', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O4', 10, 'create', '', 'open', '2026-11-28 23:56:28.284368+00', 'shop', NULL, 'A4', NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O4', 20, 'pay', 'open', 'paid', '2026-11-28 23:56:28.28682+00', 'shop', 'pay O4', NULL, NULL, 50, NULL);
INSERT INTO public.order_transitions VALUES ('O6', 40, 'ship', 'ready', 'shipped', '2026-11-28 23:56:28.291646+00', 'shop', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O7', 10, 'create', '', 'open', '2026-11-28 23:56:28.292948+00', 'shop', NULL, 'A7', 'O''Neill', NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O7', 20, 'cancel', 'open', 'cancelled', '2026-11-28 23:56:28.29576+00', 'shop', NULL, NULL, NULL, NULL, 'it''s "late",
as ever; \ größer €');
INSERT INTO public.order_transitions VALUES ('R1', 40, 'ship', 'ready', 'shipped', '2026-11-28 23:56:28.427779+00', 'deliver', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O8', 10, '', '', 'ready', '2026-11-28 23:56:29.002882+00', 'backfill', NULL, 'A8', NULL, NULL, NULL);
INSERT INTO public.order_transitions VALUES ('O6', 10, 'create', '', 'open', '2026-11-28 23:56:28.101788+00', 'shop', NULL, 'A6', NULL, NULL, NULL);

INSERT INTO public.orders VALUES ('R4', 50, NULL, 'paid');
INSERT INTO public.orders VALUES ('O5', 50, NULL, 'paid');
INSERT INTO public.orders VALUES ('R2', 50, NULL, 'ready');
INSERT INTO public.orders VALUES ('R3', 50, NULL, 'ready');
INSERT INTO public.orders VALUES ('R5', 50, NULL, 'ready');
INSERT INTO public.orders VALUES ('R6', 50, NULL, 'ready');
INSERT INTO public.orders VALUES ('O1', 50, NULL, 'open');
INSERT INTO public.orders VALUES ('O2', 50, NULL, 'open');
INSERT INTO public.orders VALUES ('O3', 50, NULL, 'reminded');
INSERT INTO public.orders VALUES ('O4', 50, NULL, 'paid');
INSERT INTO public.orders VALUES ('O6', 50, NULL, 'shipped');
INSERT INTO public.orders VALUES ('O7', 50, NULL, 'cancelled');
INSERT INTO public.orders VALUES ('R1', 50, NULL, 'shipped');
INSERT INTO public.orders VALUES ('O8', 50, 'A8', 'ready');

INSERT INTO public.parcels VALUES (1, 'R1');
INSERT INTO public.parcels VALUES (2, 'R2');
INSERT INTO public.parcels VALUES (4, 'R4');
INSERT INTO public.parcels VALUES (3, 'R3');

INSERT INTO public.pawl_deferred OVERRIDING SYSTEM VALUE VALUES (1, 'badge', '1', 'd1', 'hand_out', '', 'porter', NULL, NULL, '2026-11-28 23:56:28.82229+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'pawl_upgrade_program', NULL);
INSERT INTO public.pawl_deferred OVERRIDING SYSTEM VALUE VALUES (2, 'badge', '1', 'd2', 'give_back', '', 'porter', NULL, NULL, '2026-11-28 23:56:28.828936+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'pawl_upgrade_program', NULL);

INSERT INTO public.pawl_flows VALUES ('deliver', '0fcdcfc69125d96f', 2, '2026-11-28 23:56:25.608797+00', 'deliveries', NULL, '{"name":"deliver","label":"Deliver an order","fingerprint":"0fcdcfc69125d96f","doc":"Leaves rows in all that flows share: its runs hold locks, queue for them, wait for people, and tell others.","unique":["order_id"],"retry":{"count":0},"emit_topic":"deliveries","args":[{"name":"account","type":"text","optional":false},{"name":"order_id","type":"text","optional":false}],"data":[{"name":"parcel","type":"bigint"}],"locks":[{"global":true,"class":"account","keys":["account"]}],"callbacks":[{"name":"reserve","kind":"tx","sets":["parcel"]},{"name":"release","kind":"undo_tx","sets":[]},{"name":"fetch","kind":"call","sets":[]},{"name":"put_back","kind":"undo_call","sets":[]},{"name":"hand_over","kind":"tx","sets":[]}],"steps":[{"path":"reserve","kind":"tx","label":"reserve","delivery":"exactly_once","callback":"reserve","undo":"release","irreversible":false,"retry":{"count":0},"sets":["parcel"],"depth":0},{"path":"fetch","kind":"call","label":"fetch","delivery":"at_least_once","callback":"fetch","undo":"put_back","irreversible":false,"retry":{"count":0},"sets":[],"depth":0},{"path":"for_check","kind":"pause","label":"for check","delivery":"no_effect","depth":0},{"path":"signed","kind":"wait","label":"signed","delivery":"no_effect","signal":"signed","depth":0},{"path":"hand_over","kind":"tx","label":"hand over","delivery":"exactly_once","callback":"hand_over","irreversible":false,"retry":{"count":0},"sets":[],"depth":0}],"scopes":[],"allows":[],"diagram":"digraph \"deliver\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_deliver\" {\n    class=flow; penwidth=0; margin=0;\n    label=<<b>Deliver an order</b><!--deliver-->>;\n    \"deliver 0\" [label=<Start<br/><font point-size=\"12\" color=\"#556070\">with account, order id</font><br/><font point-size=\"12\" color=\"#556070\">once for each order id</font>>, class=\"begin created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\", tooltip=\"Leaves rows in all that flows share: its runs hold locks, queue for them, wait for people, and tell others.\"];\n    \"deliver 1\" [label=<global lock: account>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"deliver.reserve\" [label=<reserve<br/><font point-size=\"12\" color=\"#556070\">undo: release</font><br/><font point-size=\"12\" color=\"#556070\">sets parcel</font><!--deliver.reserve-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"deliver.fetch\" [label=<fetch<br/><font point-size=\"12\" color=\"#556070\">undo: put back</font><!--deliver.fetch-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    \"deliver.for_check\" [label=<Pause: for check<!--deliver.for_check-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"deliver.signed\" [label=<Wait for: signed<!--deliver.signed-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"deliver.hand_over\" [label=<hand over<!--deliver.hand_over-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"deliver 7\" [label=<let go: account>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"deliver 8\" [label=<Done>, class=\"end final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"deliver 0\" -> \"deliver 1\" [class=\"move\", weight=8];\n    \"deliver 1\" -> \"deliver.reserve\" [class=\"move\", weight=8];\n    \"deliver.reserve\" -> \"deliver.fetch\" [class=\"move\", weight=8];\n    \"deliver.fetch\" -> \"deliver.for_check\" [class=\"move\", weight=8];\n    \"deliver.for_check\" -> \"deliver.signed\" [class=\"move\", weight=8];\n    \"deliver.signed\" -> \"deliver.hand_over\" [class=\"move\", weight=8];\n    \"deliver.hand_over\" -> \"deliver 7\" [class=\"move\", weight=8];\n    \"deliver 7\" -> \"deliver 8\" [class=\"move\", weight=8];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#f5f6f8\" color=\"#8c96a5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">in the database, exactly once </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#ffffff\" color=\"#1d4f91\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">outside, at least once </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">stops until somebody says so </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#1f2733\" color=\"#1f2733\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">takes or lets go of a lock </td><td align=\"right\"><font color=\"#556070\">undo</font></td><td align=\"left\">what undoes it if the flow turns round </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow is done </td></tr></table>>;\n}\n","database":{"shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)"}}');

INSERT INTO public.pawl_freezes VALUES ('order', 'public.order_current', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.pawl_freezes VALUES ('deliver', 'public.pawl_runs', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.pawl_freezes VALUES ('badge', 'public.badge_transitions', 'sleep', NULL, 'the printer is cleaned', '2026-11-28 23:56:28.732705+00', 'pawl_upgrade_operator');

INSERT INTO public.pawl_lock_keys VALUES ('B3', 1);
INSERT INTO public.pawl_lock_keys VALUES ('B4', 1);
INSERT INTO public.pawl_lock_keys VALUES ('B1', 1);
INSERT INTO public.pawl_lock_keys VALUES ('B2', 1);
INSERT INTO public.pawl_lock_keys VALUES ('B6', 1);
INSERT INTO public.pawl_lock_keys VALUES ('A1', 1);
INSERT INTO public.pawl_lock_keys VALUES ('A9', 1);

INSERT INTO public.pawl_lock_log OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-28 23:56:28.658062+00', 'pawl_upgrade_operator', 'break', '', 'A9', 'somebody who is gone', 1, 'its owner is gone');
INSERT INTO public.pawl_lock_log OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-28 23:56:28.736026+00', 'pawl_upgrade_operator', 'freeze', 'badge', NULL, NULL, NULL, 'the printer is cleaned');

INSERT INTO public.pawl_lock_waiters VALUES ('A1', 'order', 'another clerk', '2026-11-28 23:56:28.5615+00', '2026-11-28 23:56:38.5615+00');

INSERT INTO public.pawl_locks VALUES ('B2', '', 'run 2', 1, '2026-11-28 23:56:28.373982+00', NULL, 'pawl_upgrade_program');
INSERT INTO public.pawl_locks VALUES ('B3', '', 'run 3', 1, '2026-11-28 23:56:28.377139+00', NULL, 'pawl_upgrade_program');
INSERT INTO public.pawl_locks VALUES ('B4', '', 'run 4', 1, '2026-11-28 23:56:28.379231+00', NULL, 'pawl_upgrade_program');
INSERT INTO public.pawl_locks VALUES ('B6', '', 'run 6', 1, '2026-11-28 23:56:28.446148+00', NULL, 'pawl_upgrade_program');
INSERT INTO public.pawl_locks VALUES ('A1', 'order', 'clerk', 1, '2026-11-28 23:56:28.514167+00', NULL, 'pawl_upgrade_program');

INSERT INTO public.pawl_machines VALUES ('order', '958525bfe854084f', true, true, 2, '2026-11-28 23:56:24.981395+00', '{"name":"order","label":"Order","fingerprint":"958525bfe854084f","doc":"Leaves rows in all that machines share: it waits, works, tells others, honours locks, and knows a person''s name.","key_type":"text","entity":{"table":"orders","column":"id"},"storage":"head","initial_is_implicit":false,"key":{"kind":"created","column":"account","event":"create"},"mirror":{"table":"orders","column":"state"},"emit_topic":"orders","states":[{"name":"open","label":"open","stored":"open","initial":true,"final":false,"enter":[],"leave":[]},{"name":"reminded","label":"reminded","stored":"reminded","initial":false,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"paid","stored":"paid","initial":false,"final":false,"enter":[],"leave":[],"work":0},{"name":"ready","label":"ready","stored":"ready","initial":false,"final":false,"enter":[],"leave":[]},{"name":"shipped","label":"shipped","stored":"shipped","initial":false,"final":true,"enter":[],"leave":[]},{"name":"cancelled","label":"cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"},{"name":"name","type":"text","optional":true,"column":"name"}],"serialize_by":[]},{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"}],"serialize_by":[]},{"name":"cancel","label":"cancel","stored":"cancel","creation":false,"timer":true,"params":[{"name":"reason","type":"text","optional":true,"column":"reason"}],"serialize_by":[]},{"name":"remind","label":"remind","stored":"remind","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"packed","label":"packed","stored":"packed","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"account","type":"text"},{"name":"name","type":"text","personal":true},{"name":"amount","type":"bigint"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"open","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"remind","from":"open","target":"to","to":"reminded","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"open","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"reminded","target":"to","to":"cancelled","reopens":false,"timer":1,"conditions":[],"do":[],"then":[]},{"event":"packed","from":"paid","target":"to","to":"ready","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"ready","target":"to","to":"shipped","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"open","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"enough","negated":false}],"do":["write_down"],"then":[]},{"event":"pay","from":"reminded","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"enough","negated":false}],"do":["write_down"],"then":[]}],"moves":[{"event":"create","from":null,"to":"open","arrow":0},{"event":"pay","from":"open","to":"paid","arrow":6,"effects":["write_down"]},{"event":"pay","from":"reminded","to":"paid","arrow":7,"effects":["write_down"]},{"event":"cancel","from":"open","to":"cancelled","arrow":2},{"event":"cancel","from":"reminded","to":"cancelled","arrow":3},{"event":"remind","from":"open","to":"reminded","arrow":1},{"event":"packed","from":"paid","to":"ready","arrow":4},{"event":"ship","from":"ready","to":"shipped","arrow":5}],"ignores":[],"timers":[{"event":"remind","place":"open","after_ms":10},{"event":"cancel","place":"reminded","after_ms":3024000000000}],"guards":[{"name":"enough","postgres":{"text":"select :amount >= price from orders where id = :id","references":[{"kind":"param","column":"amount","offset":7,"length":7},{"kind":"key","offset":47,"length":3}]},"sqlite":{"text":"select :amount >= price from orders where id = :id","references":[{"kind":"param","column":"amount","offset":7,"length":7},{"kind":"key","offset":47,"length":3}]}}],"effects":[{"name":"write_down","postgres":{"text":"insert into receipts (order_id, amount) values (:id, :amount)","references":[{"kind":"key","offset":48,"length":3},{"kind":"param","column":"amount","offset":53,"length":7}]},"sqlite":{"text":"insert into receipts (order_id, amount) values (:id, :amount)","references":[{"kind":"key","offset":48,"length":3},{"kind":"param","column":"amount","offset":53,"length":7}]}}],"works":[{"place":"paid","hook":{"name":"pack"},"lease_ms":60000,"backoff_from_ms":1,"backoff_to_ms":1,"attempts":1}],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.order_current","transitions":"public.order_transitions","pending":"public.order_pending","parent":"public.orders","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{order_current,order_transitions,order_moves,order_state,order_pending,order_pending_rules,order_effect_write_down}''::text[], ''{order_model_2_958525bfe854084f,order_is_free,order_with_key,order_guard_enough,order_effect_write_down,order_create,order_create_many,order_pay,order_pay_many,order_cancel,order_cancel_many,order_remind,order_remind_many,order_packed,order_packed_many,order_ship,order_ship_many,order_pending_claim,order_pending_complete,order_pending_not_yet,order_pending_fail,order_pending_extend,order_pending_retry,order_fire_deferred}''::text[], ''{order_guard_enough,order_effect_write_down}''::text[], array[''public.orders'']::text[], null::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n   where hung.tgrelid in (to_regclass(''public.order_current'')::oid, to_regclass(''public.order_transitions'')::oid)\n     and not hung.tgisinternal and code.proowner <> relation.relowner\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), accepted.is_deployed\nfrom public.pawl_schema known left join public.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.order_current where order_id = $1::text and public.order_model_2_958525bfe854084f()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, name, amount, reason\nfrom public.order_transitions where order_id = $1::text and public.order_model_2_958525bfe854084f() order by sort_key","in_state":"select order_id, state, sort_key, since from public.order_current\nwhere state = $1::text and (since, order_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::text)\n  and public.order_model_2_958525bfe854084f() order by since, order_id limit $4::bigint","not_in_state":"select * from (\n  select * from (\n    select order_id, state, sort_key, since from public.order_current\n    where state < $1::text and (state, since, order_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::text)\n    order by state, since, order_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n    select order_id, state, sort_key, since from public.order_current\n    where (state, since, order_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::text)\n    order by state, since, order_id limit $8::bigint\n  ) after\n) others where public.order_model_2_958525bfe854084f() order by state, since, order_id limit $8::bigint","count_by_state":"select state, count(*) from public.order_current where public.order_model_2_958525bfe854084f() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, name, amount, reason\nfrom public.order_transitions where order_id = $1::text and public.order_model_2_958525bfe854084f()\n  and to_state = $2::text order by sort_key desc limit 1","with_key":"select head.order_id, head.state, head.sort_key, head.since from public.order_transitions begun\njoin public.order_current head on head.order_id = begun.order_id\nwhere begun.sort_key = 10 and begun.account = $1::text\n  and ($2::text is null or begun.order_id > $2::text) and public.order_model_2_958525bfe854084f()\norder by begun.order_id limit $3::bigint","fire_deferred":"select public.order_fire_deferred($1::bigint, $2::text) where public.order_model_2_958525bfe854084f()","find_key":"select cast(account as text) from public.order_transitions where order_id = $1::text and sort_key = 10\n  and public.order_model_2_958525bfe854084f()"},"fire":{"create":"select public.order_create($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::bigint) where public.order_model_2_958525bfe854084f()","pay":"select public.order_pay($1::text, $2::bigint, $3::text, $4::text, $5::integer, $6::text, $7::bigint, row($8::text, $9::integer, $10::bigint)::public.pawl_item) where public.order_model_2_958525bfe854084f()","cancel":"select public.order_cancel($1::text, $2::text, $3::text, $4::text, $5::integer, $6::text, $7::bigint, row($8::text, $9::integer, $10::bigint)::public.pawl_item) where public.order_model_2_958525bfe854084f()","remind":"select public.order_remind($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.order_model_2_958525bfe854084f()","packed":"select public.order_packed($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.order_model_2_958525bfe854084f()","ship":"select public.order_ship($1::text, $2::text, $3::text, $4::integer, $5::text, $6::bigint, row($7::text, $8::integer, $9::bigint)::public.pawl_item) where public.order_model_2_958525bfe854084f()"},"queue":{"table":"order_pending","channel":"order_pending","pending":[{"name":"open.remind","is_work":false,"is_of_state":true,"event":"remind","after_us":10000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"-a-----"},{"name":"reminded.cancel","is_work":false,"is_of_state":true,"event":"cancel","after_us":3024000000000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a----"},{"name":"work paid","is_work":true,"is_of_state":true,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000,"backoff_to_us":1000,"attempts":1,"presence":"---a---","hook":"pack"}],"stays":[],"statements":{"claim":"select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until\nfrom public.order_pending_claim($1::integer, $2::text, $3::bigint::float8 * interval ''1 microsecond'')\nwhere public.order_model_2_958525bfe854084f()","next_due":"select due_at from public.order_pending where is_work = $1::boolean and parked_at is null and is_asleep = false\n  and public.order_model_2_958525bfe854084f()\n  and not exists (select 1 from public.pawl_freezes type_lock\n    where type_lock.machine = ''order'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > (timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond'')))\norder by due_at limit 1","not_yet":"select public.order_pending_not_yet($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\nwhere public.order_model_2_958525bfe854084f()","fail":"select public.order_pending_fail($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::text) where public.order_model_2_958525bfe854084f()","extend":"select public.order_pending_extend($1::text, row($2::text, $3::integer, $4::bigint)::public.pawl_item, $5::bigint::float8 * interval ''1 microsecond'')\nwhere public.order_model_2_958525bfe854084f()","retry":"select public.order_pending_retry($1::text, $2::text) where public.order_model_2_958525bfe854084f()"}}},"diagram":"digraph \"order\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_order\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Order</b><!--order-->>; tooltip=\"Leaves rows in all that machines share: it waits, works, tells others, honours locks, and knows a person''s name.\";\n    \"order.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"order.open\" [label=<open<!--order.open-->>, class=\"state created waiting\", fillcolor=\"#e0edfb\", color=\"#a8761a\"];\n    \"order.reminded\" [label=<reminded<!--order.reminded-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"order.paid\" [label=<paid<br/><font point-size=\"12\" color=\"#556070\">a worker runs pack, up<br/>to 1 failure</font><!--order.paid-->>, class=\"state\"];\n    \"order.ready\" [label=<ready<!--order.ready-->>, class=\"state\"];\n    \"order.shipped\" [label=<shipped<!--order.shipped-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"order.cancelled\" [label=<cancelled<!--order.cancelled-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    {rank=same; \"order.\"; \"order.open\"}\n    \"order.\" -> \"order.open\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"order.open\" -> \"order.reminded\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 10 milliseconds:<br align=\"left\"/>remind</font><br align=\"left\"/></td></tr></table>>, style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"remind\", labeltooltip=\"remind\"];\n    \"order.open\" -> \"order.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>cancel<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"cancel\", labeltooltip=\"cancel\"];\n    \"order.reminded\" -> \"order.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 35000 days: cancel</font><br align=\"left\"/></td></tr></table>>, style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"cancel\", labeltooltip=\"cancel\"];\n    \"order.paid\" -> \"order.ready\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>packed<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"packed\", labeltooltip=\"packed\"];\n    \"order.ready\" -> \"order.shipped\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>ship<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"ship\", labeltooltip=\"ship\"];\n    \"order.open\" -> \"order.paid\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>pay<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[enough] / write down</font><br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"pay\", labeltooltip=\"pay\"];\n    \"order.paid\" -> \"order.reminded\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>pay<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[enough] / write down</font><br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"pay\", labeltooltip=\"pay\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a clock is running </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to shipped </td></tr>\n    <tr><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">happens only by itself </td><td align=\"right\"><font color=\"#556070\">[ ]</font></td><td align=\"left\">only if this holds </td><td align=\"right\"><font color=\"#556070\">/</font></td><td align=\"left\">done with the move </td></tr></table>>;\n}\n"}');
INSERT INTO public.pawl_machines VALUES ('badge', 'e8a9f6cd1406b648', false, false, 2, '2026-11-28 23:56:26.239616+00', '{"name":"badge","label":"Badge","fingerprint":"e8a9f6cd1406b648","doc":"The first version, which is not accepted any more.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"printed","label":"printed","stored":"printed","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"printed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"printed","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"printed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"printed","arrow":0},{"event":"hand_out","from":"printed","to":"worn","arrow":1},{"event":"give_back","from":"worn","to":"printed","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.badge_current","transitions":"public.badge_history","parent":"public.badges","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{badge_transitions,badge_transitions_metadata,badge_moves,badge_history,badge_current,badge_state}''::text[], ''{badge_model_2_e8a9f6cd1406b648,badge_is_free,badge_transitions_write,badge_transitions_check,badge_create,badge_create_many,badge_hand_out,badge_hand_out_many,badge_give_back,badge_give_back_many,badge_fire_deferred}''::text[], ''{}''::text[], array[''public.badge_transitions'']::text[], ''public.badges''::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n   where hung.tgrelid in (to_regclass(''public.badge_current'')::oid, to_regclass(''public.badge_transitions'')::oid)\n     and not hung.tgisinternal and code.proowner <> relation.relowner\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), accepted.is_deployed\nfrom public.pawl_schema known left join public.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.badge_current where badge_id = $1::bigint and public.badge_model_2_e8a9f6cd1406b648()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_e8a9f6cd1406b648() order by sort_key","in_state":"select badge_id, state, sort_key, since from public.badge_current\nwhere state = $1::text and (since, badge_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\n  and public.badge_model_2_e8a9f6cd1406b648() order by since, badge_id limit $4::bigint","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where state < $1::text and (state, since, badge_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where (state, since, badge_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) after\n) others where public.badge_model_2_e8a9f6cd1406b648() order by state, since, badge_id limit $8::bigint","count_by_state":"select state, count(*) from public.badge_current where public.badge_model_2_e8a9f6cd1406b648() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_e8a9f6cd1406b648()\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.badge_fire_deferred($1::bigint, $2::text) where public.badge_model_2_e8a9f6cd1406b648()"},"fire":{"create":"select public.badge_create($1::bigint, $2::text, $3::text, $4::text) where public.badge_model_2_e8a9f6cd1406b648()","hand_out":"select public.badge_hand_out($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_e8a9f6cd1406b648()","give_back":"select public.badge_give_back($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_e8a9f6cd1406b648()"}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"The first version, which is not accepted any more.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.printed\" [label=<printed<!--badge.printed-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.\" -> \"badge.printed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.printed\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.printed\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}');
INSERT INTO public.pawl_machines VALUES ('badge', '0253fa6d69e58062', true, false, 2, '2026-11-28 23:56:26.954897+00', '{"name":"badge","label":"Badge","fingerprint":"0253fa6d69e58062","doc":"The version before the deployed one, which is accepted.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"made","label":"made","stored":"made","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"made","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"made","arrow":0},{"event":"hand_out","from":"made","to":"worn","arrow":1},{"event":"give_back","from":"worn","to":"made","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"retired":[{"state":"printed","to":"made"}],"database":{"dialect":"postgres","current":"public.badge_current","transitions":"public.badge_history","parent":"public.badges","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{badge_transitions,badge_transitions_metadata,badge_moves,badge_history,badge_current,badge_state}''::text[], ''{badge_model_2_0253fa6d69e58062,badge_is_free,badge_transitions_write,badge_transitions_check,badge_create,badge_create_many,badge_hand_out,badge_hand_out_many,badge_give_back,badge_give_back_many,badge_fire_deferred}''::text[], ''{}''::text[], array[''public.badge_transitions'']::text[], ''public.badges''::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n   where hung.tgrelid in (to_regclass(''public.badge_current'')::oid, to_regclass(''public.badge_transitions'')::oid)\n     and not hung.tgisinternal and code.proowner <> relation.relowner\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), accepted.is_deployed\nfrom public.pawl_schema known left join public.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.badge_current where badge_id = $1::bigint and public.badge_model_2_0253fa6d69e58062()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_0253fa6d69e58062() order by sort_key","in_state":"select badge_id, state, sort_key, since from public.badge_current\nwhere state = $1::text and (since, badge_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\n  and public.badge_model_2_0253fa6d69e58062() order by since, badge_id limit $4::bigint","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where state < $1::text and (state, since, badge_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where (state, since, badge_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) after\n) others where public.badge_model_2_0253fa6d69e58062() order by state, since, badge_id limit $8::bigint","count_by_state":"select state, count(*) from public.badge_current where public.badge_model_2_0253fa6d69e58062() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_0253fa6d69e58062()\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.badge_fire_deferred($1::bigint, $2::text) where public.badge_model_2_0253fa6d69e58062()"},"fire":{"create":"select public.badge_create($1::bigint, $2::text, $3::text, $4::text) where public.badge_model_2_0253fa6d69e58062()","hand_out":"select public.badge_hand_out($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_0253fa6d69e58062()","give_back":"select public.badge_give_back($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_0253fa6d69e58062()"}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"The version before the deployed one, which is accepted.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.made\" [label=<made<!--badge.made-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.\" -> \"badge.made\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}');
INSERT INTO public.pawl_machines VALUES ('badge', 'acd1487c56c600e3', true, true, 2, '2026-11-28 23:56:27.730295+00', '{"name":"badge","label":"Badge","fingerprint":"acd1487c56c600e3","doc":"Lives in a table that others write to. Programs of `earlier/badge_2.fsm` run beside those of this version.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"made","label":"made","stored":"made","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]},{"name":"destroyed","label":"destroyed","stored":"destroyed","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"made","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"made","target":"to","to":"destroyed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"made","arrow":0},{"event":"hand_out","from":"made","to":"worn","arrow":1},{"event":"give_back","from":"made","to":"destroyed","arrow":2},{"event":"give_back","from":"worn","to":"made","arrow":3}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"postgres","current":"public.badge_current","transitions":"public.badge_history","parent":"public.badges","parent_column":"id","objects":"select object, definition from public.pawl_catalog(''public''::text, ''{badge_transitions,badge_transitions_metadata,badge_moves,badge_history,badge_current,badge_state}''::text[], ''{badge_model_2_acd1487c56c600e3,badge_is_free,badge_transitions_write,badge_transitions_check,badge_create,badge_create_many,badge_hand_out,badge_hand_out_many,badge_give_back,badge_give_back_many,badge_fire_deferred}''::text[], ''{}''::text[], array[''public.badge_transitions'']::text[], ''public.badges''::text)","shared_objects":"select object, definition from public.pawl_catalog(''public''::text, null::text[], null::text[], null::text[], null::text[], null::text)","statements":{"fingerprints":"select known.version, accepted.fingerprint, (select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass)\n   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid\n     join pg_proc code on code.oid = hung.tgfoid\n     join pg_roles author on author.oid = code.proowner\n   where hung.tgrelid in (to_regclass(''public.badge_current'')::oid, to_regclass(''public.badge_transitions'')::oid)\n     and not hung.tgisinternal and code.proowner <> relation.relowner\n     and not author.rolsuper and author.rolname <> ''pawl_owner'' limit 1), accepted.is_deployed\nfrom public.pawl_schema known left join public.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = $1::text","get":"select state, sort_key, since from public.badge_current where badge_id = $1::bigint and public.badge_model_2_acd1487c56c600e3()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_acd1487c56c600e3() order by sort_key","in_state":"select badge_id, state, sort_key, since from public.badge_current\nwhere state = $1::text and (since, badge_id) > ((timestamptz ''epoch'' + ($2::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($2::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $3::bigint)\n  and public.badge_model_2_acd1487c56c600e3() order by since, badge_id limit $4::bigint","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where state < $1::text and (state, since, badge_id) > ($2::text, (timestamptz ''epoch'' + ($3::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($3::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $4::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from public.badge_current\n    where (state, since, badge_id) > ($5::text, (timestamptz ''epoch'' + ($6::bigint / 1000000000000)::float8 * interval ''1000000 seconds'' + ($6::bigint % 1000000000000)::float8 * interval ''1 microsecond''), $7::bigint)\n    order by state, since, badge_id limit $8::bigint\n  ) after\n) others where public.badge_model_2_acd1487c56c600e3() order by state, since, badge_id limit $8::bigint","count_by_state":"select state, count(*) from public.badge_current where public.badge_model_2_acd1487c56c600e3() group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom public.badge_history where badge_id = $1::bigint and public.badge_model_2_acd1487c56c600e3()\n  and to_state = $2::text order by sort_key desc limit 1","fire_deferred":"select public.badge_fire_deferred($1::bigint, $2::text) where public.badge_model_2_acd1487c56c600e3()"},"fire":{"create":"select public.badge_create($1::bigint, $2::text, $3::text, $4::text) where public.badge_model_2_acd1487c56c600e3()","hand_out":"select public.badge_hand_out($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_acd1487c56c600e3()","give_back":"select public.badge_give_back($1::bigint, $2::text, $3::text, $4::integer) where public.badge_model_2_acd1487c56c600e3()"}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"Lives in a table that others write to. Programs of `earlier/badge_2.fsm` run beside those of this version.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.made\" [label=<made<!--badge.made-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.destroyed\" [label=<destroyed<!--badge.destroyed-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"badge.\" -> \"badge.made\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.made\" -> \"badge.destroyed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to destroyed </td></tr></table>>;\n}\n"}');

INSERT INTO public.pawl_objects VALUES ('order', 'table public.order_current', 'owner pawl_owner
grants pawl_app select, pawl_operator select
options fillfactor=80
column order_id text collate "C" not null
column state text collate "C" not null
column sort_key integer not null
column since timestamp with time zone not null
constraint order_current_parent FOREIGN KEY (order_id) REFERENCES public.orders(id)
constraint order_current_pkey PRIMARY KEY (order_id)');
INSERT INTO public.pawl_objects VALUES ('order', 'table public.order_transitions', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column order_id text collate "C" not null
column sort_key integer not null
column event text collate "C" not null
column from_state text collate "C" not null
column to_state text collate "C" not null
column created_at timestamp with time zone not null
column actor text collate "C" not null
column request_id text collate "C"
column account text collate "C"
column name text collate "C"
column amount bigint
column reason text collate "C"
constraint order_transitions_pkey PRIMARY KEY (order_id, sort_key)');
INSERT INTO public.pawl_objects VALUES ('order', 'view public.order_moves', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column event text collate "default"
column from_state text collate "default"
column to_state text collate "default"
 SELECT move.event,
    move.from_state,
    move.to_state
   FROM ( VALUES (''create''::text,''''::text,''open''::text), (''pay''::text,''open''::text,''paid''::text), (''pay''::text,''reminded''::text,''paid''::text), (''cancel''::text,''open''::text,''cancelled''::text), (''cancel''::text,''reminded''::text,''cancelled''::text), (''remind''::text,''open''::text,''reminded''::text), (''packed''::text,''paid''::text,''ready''::text), (''ship''::text,''ready''::text,''shipped''::text)) move(event, from_state, to_state);');
INSERT INTO public.pawl_objects VALUES ('order', 'view public.order_state', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column order_id text collate "C"
column state text collate "C"
column sort_key integer
column since timestamp with time zone
 SELECT order_current.order_id,
    order_current.state,
    order_current.sort_key,
    order_current.since
   FROM public.order_current;');
INSERT INTO public.pawl_objects VALUES ('order', 'table public.order_pending', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column order_id text collate "C" not null
column declaration text collate "C" not null
column is_work boolean not null
column due_at timestamp with time zone not null
column fence integer not null
column claim bigint not null default 0
column attempts integer not null default 0
column last_error text collate "C"
column parked_at timestamp with time zone
column is_asleep boolean not null default false
column session integer
constraint order_pending_pkey PRIMARY KEY (order_id, declaration)');
INSERT INTO public.pawl_objects VALUES ('order', 'view public.order_pending_rules', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column declaration text collate "default"
column is_work boolean
column event text collate "default"
column lease interval
column every interval
column attempts integer
column backoff_from interval
column backoff_to interval
 SELECT rule.declaration,
    rule.is_work,
    rule.event,
    rule.lease,
    rule.every,
    rule.attempts,
    rule.backoff_from,
    rule.backoff_to
   FROM ( VALUES (''open.remind''::text,false,''remind''::text,''00:01:00''::interval,''00:00:10''::interval,20,''00:00:01''::interval,''00:10:00''::interval), (''reminded.cancel''::text,false,''cancel''::text,''00:01:00''::interval,''00:00:10''::interval,20,''00:00:01''::interval,''00:10:00''::interval), (''work paid''::text,true,NULL::text,''00:01:00''::interval,''00:00:10''::interval,1,''00:00:00.001''::interval,''00:00:00.001''::interval)) rule(declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);');
INSERT INTO public.pawl_objects VALUES ('order', 'view public.order_effect_write_down', 'owner pawl_owner
column argument_1 text collate "default"
column argument_2 bigint
 SELECT NULL::text AS argument_1,
    NULL::bigint AS argument_2
  WHERE false;');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_current_pkey', 'CREATE UNIQUE INDEX order_current_pkey ON public.order_current USING btree (order_id)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_transitions_pkey', 'CREATE UNIQUE INDEX order_transitions_pkey ON public.order_transitions USING btree (order_id, sort_key)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_current_state_since', 'CREATE INDEX order_current_state_since ON public.order_current USING btree (state, since)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_transitions_request', 'CREATE UNIQUE INDEX order_transitions_request ON public.order_transitions USING btree (order_id, request_id) WHERE (request_id IS NOT NULL)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_transitions_key', 'CREATE INDEX order_transitions_key ON public.order_transitions USING btree (account, order_id) WHERE (sort_key = 10)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_pending_pkey', 'CREATE UNIQUE INDEX order_pending_pkey ON public.order_pending USING btree (order_id, declaration)');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_pending_due', 'CREATE INDEX order_pending_due ON public.order_pending USING btree (is_work, due_at) WHERE ((parked_at IS NULL) AND (is_asleep = false))');
INSERT INTO public.pawl_objects VALUES ('order', 'index public.order_pending_session', 'CREATE INDEX order_pending_session ON public.order_pending USING btree (is_work, session) WHERE ((session IS NOT NULL) AND (parked_at IS NULL))');
INSERT INTO public.pawl_objects VALUES ('order', 'trigger pawl_refuse_write on public.order_current', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_current FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('order', 'trigger pawl_refuse_write on public.order_transitions', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_transitions FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('order', 'trigger pawl_refuse_write on public.order_pending', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_pending FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('order', 'rule effect on public.order_effect_write_down', 'CREATE RULE effect AS
    ON INSERT TO public.order_effect_write_down DO INSTEAD  INSERT INTO public.receipts (order_id, amount)
  VALUES (new.argument_1, new.argument_2);');
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_model_2_958525bfe854084f()', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.order_model_2_958525bfe854084f()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_is_free(boolean)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.order_is_free(boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_with_key(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.order_with_key(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_guard_enough(bigint,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.order_guard_enough(bigint,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_effect_write_down(text,bigint)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.order_effect_write_down(text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_retry(text,text)', 'owner pawl_owner
grants pawl_app execute, pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.order_pending_retry(text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_claim(integer,text,interval)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pending_claim(integer,text,interval)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_complete(text,public.pawl_item,text,jsonb,text,text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pending_complete(text,public.pawl_item,text,jsonb,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_not_yet(text,public.pawl_item,interval)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pending_not_yet(text,public.pawl_item,interval)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_create(text,text,text,text,text,text,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_create(text,text,text,text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_create_many(text[],text[],text[],text,text[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_create_many(text[],text[],text[],text,text[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pay(text,bigint,text,text,integer,text,bigint,public.pawl_item)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pay(text,bigint,text,text,integer,text,bigint,public.pawl_item)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pay_many(text[],bigint[],text,text[],integer[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pay_many(text[],bigint[],text,text[],integer[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_cancel(text,text,text,text,integer,text,bigint,public.pawl_item)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_cancel(text,text,text,text,integer,text,bigint,public.pawl_item)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_cancel_many(text[],text[],text,text[],integer[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_cancel_many(text[],text[],text,text[],integer[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_remind(text,text,text,integer,text,bigint,public.pawl_item)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_remind(text,text,text,integer,text,bigint,public.pawl_item)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_remind_many(text[],text,text[],integer[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_remind_many(text[],text,text[],integer[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_packed(text,text,text,integer,text,bigint,public.pawl_item)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_packed(text,text,text,integer,text,bigint,public.pawl_item)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_packed_many(text[],text,text[],integer[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_packed_many(text[],text,text[],integer[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_ship(text,text,text,integer,text,bigint,public.pawl_item)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_ship(text,text,text,integer,text,bigint,public.pawl_item)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_ship_many(text[],text,text[],integer[],text,bigint,text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_ship_many(text[],text,text[],integer[],text,bigint,text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_fail(text,public.pawl_item,text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pending_fail(text,public.pawl_item,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_pending_extend(text,public.pawl_item,interval)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_pending_extend(text,public.pawl_item,interval)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('order', 'function public.order_fire_deferred(bigint,text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.order_fire_deferred(bigint,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'type public.pawl_run_answer', 'owner pawl_owner
column status text collate "default"
column run bigint
column detail text collate "default"');
INSERT INTO public.pawl_objects VALUES ('', 'relation public.pawl_run_waits_number_seq', 'owner pawl_owner
column last_value bigint not null
column log_cnt bigint not null
column is_called boolean not null');
INSERT INTO public.pawl_objects VALUES ('', 'type public.pawl_outcome', 'owner pawl_owner
column status text collate "default"
column from_state text collate "default"
column to_state text collate "default"
column sort_key integer
column created_at timestamp with time zone
column guard text collate "default"
column move integer
column detail text collate "default"');
INSERT INTO public.pawl_objects VALUES ('', 'relation public.pawl_lock_log_number_seq', 'owner pawl_owner
column last_value bigint not null
column log_cnt bigint not null
column is_called boolean not null');
INSERT INTO public.pawl_objects VALUES ('', 'type public.pawl_lock_answer', 'owner pawl_owner
column status text collate "default"
column token bigint
column until timestamp with time zone
column detail text collate "default"');
INSERT INTO public.pawl_objects VALUES ('', 'relation public.pawl_deferred_number_seq', 'owner pawl_owner
column last_value bigint not null
column log_cnt bigint not null
column is_called boolean not null');
INSERT INTO public.pawl_objects VALUES ('', 'type public.pawl_item', 'owner pawl_owner
column declaration text collate "default"
column fence integer
column claim bigint');
INSERT INTO public.pawl_objects VALUES ('', 'relation public.pawl_runs_id_seq', 'owner pawl_owner
column last_value bigint not null
column log_cnt bigint not null
column is_called boolean not null');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_schema', 'owner pawl_owner
grants public select
column is_here boolean not null default true
column version integer not null
column installed_at timestamp with time zone not null default clock_timestamp()
constraint pawl_schema_is_here_check CHECK (is_here)
constraint pawl_schema_pkey PRIMARY KEY (is_here)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_machines', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column machine text collate "C" not null
column fingerprint text collate "C" not null
column is_accepted boolean not null default true
column is_deployed boolean not null default true
column abi integer not null
column deployed_at timestamp with time zone not null default now()
column model json
constraint pawl_machines_pkey PRIMARY KEY (machine, fingerprint)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_objects', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column machine text collate "C" not null
column object text collate "C" not null
column definition text collate "C" not null
constraint pawl_objects_pkey PRIMARY KEY (machine, object)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_past_moves', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column machine text collate "C" not null
column event text collate "C" not null
column from_state text collate "C" not null
column to_state text collate "C" not null
constraint pawl_past_moves_pkey PRIMARY KEY (machine, event, from_state, to_state)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_repairs', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column machine text collate "C" not null
column entity text collate "C" not null
column repaired_at timestamp with time zone not null default clock_timestamp()
column repaired_by text collate "C" not null default SESSION_USER
column reason text collate "C" not null
column before_state text collate "C"
column before_sort_key integer
column before_since timestamp with time zone
column after_state text collate "C" not null
column after_sort_key integer not null
column after_since timestamp with time zone not null
constraint pawl_repairs_pkey PRIMARY KEY (machine, entity, repaired_at)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_lock_keys', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column key text collate "C" not null
column last_token bigint not null
constraint pawl_lock_keys_pkey PRIMARY KEY (key)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_locks', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column key text collate "C" not null
column type text collate "C" not null
column owner text collate "C" not null
column token bigint not null
column since timestamp with time zone not null
column until timestamp with time zone
column login text collate "C"
constraint pawl_locks_pkey PRIMARY KEY (key, type)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_lock_waiters', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column key text collate "C" not null
column type text collate "C" not null
column owner text collate "C" not null
column since timestamp with time zone not null
column until timestamp with time zone not null
constraint pawl_lock_waiters_pkey PRIMARY KEY (key, type, owner)');
INSERT INTO public.pawl_objects VALUES ('', 'view public.pawl_held_locks', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column key text collate "C"
column type text collate "C"
column owner text collate "C"
column token bigint
column since timestamp with time zone
column until timestamp with time zone
column waiting bigint
column login text collate "C"
 SELECT held.key,
    held.type,
    held.owner,
    held.token,
    held.since,
    held.until,
    ( SELECT count(*) AS count
           FROM public.pawl_lock_waiters waiter
          WHERE ((waiter.key = held.key) AND ((waiter.type = held.type) OR ((''''::text = waiter.type) OR (''''::text = held.type))) AND (waiter.until > clock_timestamp()))) AS waiting,
    held.login
   FROM public.pawl_locks held
  WHERE ((held.until IS NULL) OR (held.until > clock_timestamp()));');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_lock_log', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column number bigint not null
column logged_at timestamp with time zone not null default clock_timestamp()
column login text collate "C" not null default SESSION_USER
column action text collate "C" not null
column type text collate "C" not null
column key text collate "C"
column owner text collate "C"
column token bigint
column reason text collate "C"
constraint pawl_lock_log_pkey PRIMARY KEY (number)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_freezes', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column machine text collate "C" not null
column head text collate "default" not null
column mode text collate "C"
column until timestamp with time zone
column reason text collate "C"
column since timestamp with time zone
column frozen_by text collate "C"
constraint pawl_freezes_mode_check CHECK ((mode = ANY (ARRAY[''reject''::text, ''sleep''::text])))
constraint pawl_freezes_pkey PRIMARY KEY (machine)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_run_ready', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column run bigint not null
column flow text collate "C" not null
column due_at timestamp with time zone not null
column is_leased boolean not null
column session integer
constraint pawl_run_ready_pkey PRIMARY KEY (run)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_run_signals', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column run bigint not null
column name text collate "C" not null
column actor text collate "C" not null
column sent_at timestamp with time zone not null
constraint pawl_run_signals_pkey PRIMARY KEY (run, name)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_run_waits', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column key text collate "C" not null
column type text collate "C" not null
column run bigint not null
column flow text collate "C" not null
column number bigint not null
constraint pawl_run_waits_pkey PRIMARY KEY (run, key, type)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_deferred', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column number bigint not null
column machine text collate "C" not null
column entity text collate "C" not null
column request_id text collate "C" not null
column event text collate "C" not null
column arguments text collate "C" not null
column actor text collate "C" not null
column lock_owner text collate "C"
column lock_token bigint
column deferred_at timestamp with time zone not null
column fired_at timestamp with time zone
column status text collate "C"
column from_state text collate "C"
column to_state text collate "C"
column sort_key integer
column created_at timestamp with time zone
column detail text collate "C"
column login text collate "C"
column is_firing boolean
constraint pawl_deferred_machine_entity_request_id_key UNIQUE (machine, entity, request_id)
constraint pawl_deferred_pkey PRIMARY KEY (number)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_outbox', 'owner pawl_owner
grants pawl_app select, pawl_operator select
options autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000
column slot integer not null
column created_at timestamp with time zone not null
column machine text collate "C" not null
column entity text collate "C" not null
column sort_key integer not null
column event text collate "C" not null
column from_state text collate "C" not null
column to_state text collate "C" not null
column request_id text collate "C"
column topic text collate "C" not null
column fingerprint text collate "C" not null
column parameters json not null
constraint pawl_outbox_pkey PRIMARY KEY (slot, created_at, machine, entity, sort_key)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_outbox_parked', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column slot integer not null
column machine text collate "C" not null
column entity text collate "C" not null
column sort_key integer not null
column created_at timestamp with time zone not null
column event text collate "C" not null
column from_state text collate "C" not null
column to_state text collate "C" not null
column request_id text collate "C"
column topic text collate "C" not null
column fingerprint text collate "C" not null
column parameters json not null
column parked_at timestamp with time zone not null
column error text collate "C"
constraint pawl_outbox_parked_pkey PRIMARY KEY (slot, machine, entity, sort_key)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_outbox_slots', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column slot integer not null
column relay text collate "C"
column claim bigint not null
column leased_until timestamp with time zone not null
column file oid
constraint pawl_outbox_slots_pkey PRIMARY KEY (slot)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_flows', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column flow text collate "C" not null
column fingerprint text collate "C" not null
column abi integer not null
column deployed_at timestamp with time zone not null default now()
column topic text collate "C"
column topic_argument text collate "C"
column model json
constraint pawl_flows_pkey PRIMARY KEY (flow, fingerprint)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_runs', 'owner pawl_owner
grants pawl_app select, pawl_operator select
options fillfactor=70
column id bigint not null
column flow text collate "C" not null
column fingerprint text collate "C" not null
column status text collate "C" not null
column direction text collate "C" not null
column path text collate "C"
column iteration text collate "C" not null
column entered bigint not null
column counts json not null
column args json not null
column data json not null
column locks json not null
column unique_key text collate "C"
column attempt bigint not null
column failures bigint not null
column is_uncertain boolean not null
column was_cut_off boolean not null
column undoing bigint
column undo_until bigint
column steps bigint not null
column undone bigint not null
column error text collate "C"
column waits_for text collate "C"
column wish text collate "C"
column wish_place text collate "C"
column wish_actor text collate "C"
column claim bigint not null
column actor text collate "C" not null
column started_at timestamp with time zone not null
column updated_at timestamp with time zone not null
column ended_at timestamp with time zone
column topic text collate "C"
column events bigint not null
constraint pawl_runs_flow_unique_key_key UNIQUE (flow, unique_key)
constraint pawl_runs_pkey PRIMARY KEY (id)');
INSERT INTO public.pawl_objects VALUES ('', 'table public.pawl_run_steps', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column run bigint not null
column number bigint not null
column path text collate "C" not null
column iteration text collate "C" not null
column generation bigint not null
column is_undo boolean not null
column outcome text collate "C" not null
column attempt bigint not null
column undoes bigint
column after json
column error text collate "C"
column actor text collate "C" not null
column at timestamp with time zone not null
column duration_us bigint not null
constraint pawl_run_steps_pkey PRIMARY KEY (run, number)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_schema_pkey', 'CREATE UNIQUE INDEX pawl_schema_pkey ON public.pawl_schema USING btree (is_here)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_machines_pkey', 'CREATE UNIQUE INDEX pawl_machines_pkey ON public.pawl_machines USING btree (machine, fingerprint)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_past_moves_pkey', 'CREATE UNIQUE INDEX pawl_past_moves_pkey ON public.pawl_past_moves USING btree (machine, event, from_state, to_state)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_objects_pkey', 'CREATE UNIQUE INDEX pawl_objects_pkey ON public.pawl_objects USING btree (machine, object)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_repairs_pkey', 'CREATE UNIQUE INDEX pawl_repairs_pkey ON public.pawl_repairs USING btree (machine, entity, repaired_at)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_freezes_pkey', 'CREATE UNIQUE INDEX pawl_freezes_pkey ON public.pawl_freezes USING btree (machine)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_lock_keys_pkey', 'CREATE UNIQUE INDEX pawl_lock_keys_pkey ON public.pawl_lock_keys USING btree (key)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_locks_pkey', 'CREATE UNIQUE INDEX pawl_locks_pkey ON public.pawl_locks USING btree (key, type)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_lock_waiters_pkey', 'CREATE UNIQUE INDEX pawl_lock_waiters_pkey ON public.pawl_lock_waiters USING btree (key, type, owner)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_lock_log_pkey', 'CREATE UNIQUE INDEX pawl_lock_log_pkey ON public.pawl_lock_log USING btree (number)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_deferred_pkey', 'CREATE UNIQUE INDEX pawl_deferred_pkey ON public.pawl_deferred USING btree (number)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_deferred_machine_entity_request_id_key', 'CREATE UNIQUE INDEX pawl_deferred_machine_entity_request_id_key ON public.pawl_deferred USING btree (machine, entity, request_id)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_deferred_pending', 'CREATE INDEX pawl_deferred_pending ON public.pawl_deferred USING btree (machine, number) WHERE (status IS NULL)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_deferred_entity', 'CREATE INDEX pawl_deferred_entity ON public.pawl_deferred USING btree (machine, entity, number) WHERE (status IS NULL)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_outbox_pkey', 'CREATE UNIQUE INDEX pawl_outbox_pkey ON public.pawl_outbox USING btree (slot, created_at, machine, entity, sort_key)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_outbox_parked_pkey', 'CREATE UNIQUE INDEX pawl_outbox_parked_pkey ON public.pawl_outbox_parked USING btree (slot, machine, entity, sort_key)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_outbox_slots_pkey', 'CREATE UNIQUE INDEX pawl_outbox_slots_pkey ON public.pawl_outbox_slots USING btree (slot)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_flows_pkey', 'CREATE UNIQUE INDEX pawl_flows_pkey ON public.pawl_flows USING btree (flow, fingerprint)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_runs_pkey', 'CREATE UNIQUE INDEX pawl_runs_pkey ON public.pawl_runs USING btree (id)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_runs_flow_unique_key_key', 'CREATE UNIQUE INDEX pawl_runs_flow_unique_key_key ON public.pawl_runs USING btree (flow, unique_key)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_runs_status', 'CREATE INDEX pawl_runs_status ON public.pawl_runs USING btree (flow, status, id) WHERE (status <> ALL (ARRAY[''ready''::text, ''done''::text, ''undone''::text, ''cancelled''::text]))');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_steps_pkey', 'CREATE UNIQUE INDEX pawl_run_steps_pkey ON public.pawl_run_steps USING btree (run, number)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_steps_undone', 'CREATE UNIQUE INDEX pawl_run_steps_undone ON public.pawl_run_steps USING btree (run, undoes) WHERE (undoes IS NOT NULL)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_ready_pkey', 'CREATE UNIQUE INDEX pawl_run_ready_pkey ON public.pawl_run_ready USING btree (run)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_ready_due', 'CREATE INDEX pawl_run_ready_due ON public.pawl_run_ready USING btree (flow, due_at)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_ready_session', 'CREATE INDEX pawl_run_ready_session ON public.pawl_run_ready USING btree (session) WHERE (is_leased AND (session IS NOT NULL))');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_signals_pkey', 'CREATE UNIQUE INDEX pawl_run_signals_pkey ON public.pawl_run_signals USING btree (run, name)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_waits_pkey', 'CREATE UNIQUE INDEX pawl_run_waits_pkey ON public.pawl_run_waits USING btree (run, key, type)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_waits_next', 'CREATE INDEX pawl_run_waits_next ON public.pawl_run_waits USING btree (key, type, number)');
INSERT INTO public.pawl_objects VALUES ('', 'index public.pawl_run_waits_order', 'CREATE INDEX pawl_run_waits_order ON public.pawl_run_waits USING btree (key, number)');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_schema', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_schema FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_machines', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_machines FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_objects', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_objects FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_past_moves', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_past_moves FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_repairs', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_repairs FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_lock_keys', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_keys FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_locks', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_locks FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_run_lock_freed on public.pawl_locks', 'CREATE TRIGGER pawl_run_lock_freed AFTER DELETE ON public.pawl_locks FOR EACH ROW EXECUTE FUNCTION public.pawl_run_lock_freed()');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_lock_waiters', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_waiters FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_lock_log', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_log FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_turn_is_free on public.pawl_freezes', 'CREATE TRIGGER pawl_turn_is_free AFTER INSERT OR UPDATE OF mode ON public.pawl_freezes FOR EACH ROW EXECUTE FUNCTION public.pawl_turn_is_free() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_freezes', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_freezes FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_run_ready', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_ready FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_run_signals', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_signals FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_run_waits', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_waits FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_deferred', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_deferred FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_outbox', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_outbox_parked', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox_parked FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_outbox_slots', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox_slots FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_flows', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_flows FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_runs', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_runs FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'trigger pawl_refuse_write on public.pawl_run_steps', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_steps FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_uuid(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_read_uuid(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_begin_machine(text,text,text,text[],text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_begin_machine(IN machine text, IN fingerprint text, IN space text, IN names text[], IN adopted text)
 LANGUAGE plpgsql
AS $procedure$
#variable_conflict use_column
declare
  stranger record;
begin
  if exists (select from public.pawl_machines known
             where known.machine = $1 and known.fingerprint <> $2 and known.is_deployed) then
    raise exception ''machine % is deployed in another version; nothing was changed'', $1
      using errcode = ''PW001'',
            hint = case when public.pawl_is_on_nodes(format(''%I.%I'', $3, $1 || ''_current''))
              then ''There are no migrations of machines that are spread over nodes: give the new version another name, or another database.''
              else ''Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.'' end;
  end if;
  for stranger in
    select case c.relkind when ''r'' then ''table'' when ''v'' then ''view'' when ''i'' then ''index''
          when ''S'' then ''sequence'' when ''c'' then ''type'' else ''relation'' end
        || '' '' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $3 and c.relname = any ($4) and c.oid is distinct from to_regclass($5)
        and c.relowner <> current_user::regrole
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception ''% belongs to %, but it has a name of Pawl''''s; nothing was changed'',
        stranger.name, stranger.author
      using errcode = ''PW002'', hint = format(''Is it Pawl''''s own, as where a restore left out owners? alter %s owner to %s; ''
        ''else drop or rename it. Then apply this again.'', stranger.name, current_user::regrole);
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_refuse_inexact_key(text,text,text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_refuse_inexact_key(IN machine text, IN relation text, IN key_column text)
 LANGUAGE plpgsql
AS $procedure$
declare
  kind text;
begin
  with recursive its (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1]
    union all
    select t.oid, t.typbasetype, its.written, its.collation_of from its join pg_type t on t.oid = its.base
  )
  select its.written || coalesce('' collate '' || quote_ident(c.collname), '''') into kind
    from its join pg_type t on t.oid = its.type left join pg_collation c on c.oid = its.collation_of
   where its.base = 0 and t.typcategory = ''S''
     and (t.oid not in (''text''::regtype, ''varchar''::regtype, ''name''::regtype) or not c.collisdeterministic);
  if kind is not null then
    raise exception ''machine %: %.% is %, which takes different texts for the same; nothing was changed'', $1, $2, $3, kind
      using errcode = ''PW003'', hint = ''Make it text, or varchar, with a deterministic collation.'';
  end if;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_add_type_lock(text,text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_add_type_lock(IN machine text, IN head text)
 LANGUAGE plpgsql
AS $procedure$
#variable_conflict use_column
begin
  insert into public.pawl_freezes (machine, head) values ($1, $2) on conflict do nothing;
  analyze public.pawl_freezes; -- so few rows that their index would cost each move more
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_describe(text,text,text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_describe(IN space text, IN machine text, IN history text)
 LANGUAGE plpgsql
AS $procedure$
declare
  part record;
begin
  for part in
    select own.oid::regclass as relation, case own.relkind when ''v'' then ''view'' else ''table'' end as kind,
        quote_ident(said.attribute) as attribute, said.text
      from (values
          ($2 || ''_current'', ''sort_key'', ''Of the last move.''),
          ($2 || ''_current'', ''since'', ''When the last move was made.''),
          ($3, null, ''Every move ever made, in the order of sort_key. Rows are only added.''),
          ($3, ''from_state'', ''Empty for a creation.''),
          ($3, ''actor'', ''Who did it: the login, where the caller named nobody.''),
          ($3, ''request_id'', ''What the caller named this request, so that it happens once however often it is sent.''),
          ($2 || ''_state'', null, ''Where each is, to join in queries of one''''s own.''),
          ($2 || ''_moves'', null, ''How it may move; from_state is empty for a creation.'')
        ) said (relation, attribute, text)
        join pg_class own on own.relname = said.relation
        join pg_namespace n on n.oid = own.relnamespace and n.nspname = $1
  loop
    if part.attribute is null then
      execute format(''comment on %s %s is %L'', part.kind, part.relation, part.text);
    else
      execute format(''comment on column %s.%s is %L'', part.relation, part.attribute, part.text);
    end if;
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_bigint(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_read_bigint(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_json_fits(json)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_json_fits(json)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_refuse_writes_to(regclass[])', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_refuse_writes_to(IN relations regclass[])
 LANGUAGE plpgsql
AS $procedure$
declare
  relation regclass;
begin
  foreach relation in array $1 loop
    continue when exists (select from pg_trigger own
      where own.tgrelid = relation and own.tgname = ''pawl_refuse_write''
        and own.tgfoid = ''public.pawl_refuse_write()''::regprocedure and own.tgenabled = ''A''
        and own.tgtype = 62 and own.tgattr::text = '''' and own.tgqual is null);
    execute format(''create or replace trigger pawl_refuse_write before insert or update or delete or truncate
      on %s for each statement execute function public.pawl_refuse_write()'', relation);
    execute format(''alter table %s enable always trigger pawl_refuse_write'', relation);
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_integer(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_read_integer(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_take_deferred(text,bigint)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_take_deferred(text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_order(regclass[],regprocedure[],name[])', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_read_order(regclass[],regprocedure[],name[])'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_in_any_order(regclass[],regprocedure[],name[])', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_in_any_order(regclass[],regprocedure[],name[])'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_table_of_effect(regclass)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_table_of_effect(regclass)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_lock_holder(text,text,text,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_lock_holder(text,text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_refuse_write()', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_refuse_write()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_is_on_nodes(text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_is_on_nodes(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_wake(text,timestamp with time zone)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_wake(text,timestamp with time zone)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_lock_freed()', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_lock_freed()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_take(bigint,text,text,text[],text[],timestamp with time zone)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_take(bigint,text,text,text[],text[],timestamp with time zone)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_record(text,text,text[],text[],text[],text[],text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_record(IN machine text, IN space text, IN relations text[], IN routines text[], IN hooks text[], IN written text[], IN locked text)
 LANGUAGE plpgsql
AS $procedure$
#variable_conflict use_column
begin
  delete from public.pawl_objects known where known.machine = $1;
  insert into public.pawl_objects (machine, object, definition)
    select $1, found.object, found.definition from public.pawl_catalog($2, $3, $4, $5, $6, $7) found
      where found.object !~ ''^(function|procedure) ''
        or starts_with(found.definition, ''owner '' || (select pg_get_userbyid(registry.relowner)
             from pg_class registry where registry.oid = ''public.pawl_machines''::regclass) || chr(10));
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_timestamptz(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_read_timestamptz(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_read_jsonb(text)', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.pawl_read_jsonb(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_notify(text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_notify(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_session()', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_session()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_cannot_save(bigint,bigint,boolean)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_cannot_save(bigint,bigint,boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_refuse_foreign_hooks(text,text[],text[],text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_refuse_foreign_hooks(IN space text, IN hooks text[], IN written text[], IN locked text)
 LANGUAGE plpgsql
AS $procedure$
declare
  stranger record;
begin
  for stranger in
    select code.object, code.author
      from public.pawl_foreign_code($1, $2, $3, $4, current_setting(''pawl.applied_by'')) code
      order by code.object desc -- so that the same one is named each time
  loop
    raise exception ''% belongs to %, whose code would run within moves; nothing was changed'',
        stranger.object, stranger.author
      using errcode = ''PW002'', hint = ''Drop or revoke it, give it to the owner of the tables, or write ''
        ''another name into the guard or effect, such as operator(pg_catalog.>=).'';
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_answer_deferred(bigint,public.pawl_outcome)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_answer_deferred(bigint,public.pawl_outcome)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_wake(text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_wake(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_refuse_locked(public.pawl_outcome,text,text,text,text,text,bigint)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_refuse_locked(public.pawl_outcome,text,text,text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_session_is_gone(integer)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_session_is_gone(integer)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_explain(text,text,text,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_explain(text,text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_look_again(text[],text[],bigint,timestamp with time zone)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_look_again(text[],text[],bigint,timestamp with time zone)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_locks_follow(bigint,json)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_locks_follow(bigint,json)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_let_go(bigint,text[],text[],boolean,timestamp with time zone)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_let_go(bigint,text[],text[],boolean,timestamp with time zone)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_save(bigint,bigint,text,text,text,text,bigint,text,text,text,bigint,bigint,boolean,bigint,bigint,bigint,text,text,boolean,boolean,boolean,bigint,bigint,text[],text[],bigint,text,text,bigint,boolean,text,bigint,bigint,text,text,text,bigint,boolean,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_save(bigint,bigint,text,text,text,text,bigint,text,text,text,bigint,bigint,boolean,bigint,bigint,bigint,text,text,boolean,boolean,boolean,bigint,bigint,text[],text[],bigint,text,text,bigint,boolean,text,bigint,bigint,text,text,text,bigint,boolean,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_accept_programs(text,text,integer,text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_accept_programs(IN machine text, IN fingerprint text, IN abi integer, IN space text)
 LANGUAGE plpgsql
AS $procedure$
#variable_conflict use_column
declare
  prefix constant text := $1 || ''_model_'' || $3 || ''_'';
  other record;
begin
  execute format(''create or replace function %I.%I() returns boolean language sql immutable as ''''select true'''''',
    $4, prefix || $2);
  execute format(''comment on function %I.%I() is ''''Exists as long as programs of this version are accepted.'''''',
    $4, prefix || $2);
  for other in
    select known.fingerprint from public.pawl_machines known
      where known.machine = $1 and known.fingerprint <> $2 and known.is_accepted
        and to_regprocedure(format(''%I.%I()'', $4, prefix || known.fingerprint)) is null
  loop
    execute format(''create function %I.%I() returns boolean language sql immutable as ''''select true'''''',
      $4, prefix || other.fingerprint);
  end loop;
  for other in
    select code.oid::regprocedure as name
      from public.pawl_machines known join pg_proc code
        on code.proname ~ (''^'' || $1 || ''_model_([0-9]+_)?'' || known.fingerprint || ''$'')
          and code.proname <> prefix || known.fingerprint
        join pg_namespace n on n.oid = code.pronamespace and n.nspname = $4
      where known.machine = $1 and code.pronargs = 0 and pg_has_role(code.proowner, ''usage'')
  loop
    execute format(''drop function %s'', other.name);
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_add_is_free(text,text)', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_add_is_free(IN machine text, IN space text)
 LANGUAGE plpgsql
AS $procedure$
#variable_conflict use_column
declare
  code constant text := format(''%I.%I(boolean)'', $2, $1 || ''_is_free'');
begin
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  execute format(''create or replace function %s returns boolean language sql immutable as ''''select $1 is null'''''', code);
  execute format(''alter function %s owner to %I'', code,
    (select pg_get_userbyid(own.relowner) from pg_class own where own.oid = ''public.pawl_freezes''::regclass));
  execute format(''revoke all on function %s from public'', code);
  execute format(''comment on function %s is ''''Strict while the machine is frozen.'''''', code);
  update public.pawl_freezes type_lock set mode = type_lock.mode
    where type_lock.machine = $1 and type_lock.mode is not null;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_restrict_calls(text,text[],text[])', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_restrict_calls(IN space text, IN routines text[], IN callers text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  routine regprocedure;
  caller text;
begin
  for routine in
    select own.oid from pg_proc own join pg_namespace n on n.oid = own.pronamespace
      where n.nspname = $1 and own.proname = any ($2) and own.proowner = (
        select registry.relowner from pg_class registry where registry.oid = ''public.pawl_machines''::regclass)
  loop
    execute format(''revoke all on function %s from public'', routine);
    foreach caller in array $3 loop
      execute format(''grant execute on function %s to %I'', routine, caller);
    end loop;
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_refuse_foreign_code()', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_refuse_foreign_code()
 LANGUAGE plpgsql
AS $procedure$
declare
  stranger record;
begin
  for stranger in
    select own.tgrelid::regclass as relation,
        case acl.grantee when 0 then ''public'' else acl.grantee::regrole::text end as grantee
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,
        aclexplode(relation.relacl) acl
      where own.tgfoid = ''public.pawl_refuse_write()''::regprocedure and acl.privilege_type = ''TRIGGER''
        and acl.grantee <> relation.relowner
  loop
    execute format(''revoke trigger on %s from %s cascade'', stranger.relation, stranger.grantee);
  end loop;
  for stranger in
    select format(''trigger %I on %s'', hung.tgname, hung.tgrelid::regclass) as name,
        code.proowner::regrole as author
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid
        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal
        join pg_proc code on code.oid = hung.tgfoid
        join pg_roles author on author.oid = code.proowner
      where own.tgfoid = ''public.pawl_refuse_write()''::regprocedure
        and code.proowner <> relation.relowner and not author.rolsuper
    union all
    select ''type '' || answer.oid::regtype, answer.typowner::regrole
      from pg_type answer join pg_class relation on relation.oid = ''public.pawl_machines''::regclass
      where answer.oid in (''public.pawl_outcome''::regtype, ''public.pawl_lock_answer''::regtype)
        and answer.typowner <> relation.relowner
  loop
    raise exception ''% belongs to %, whose code would run within moves; nothing was changed'',
        stranger.name, stranger.author
      using errcode = ''PW002'', hint = ''Drop it, or give it to a superuser.'';
  end loop;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_lock_mutex(text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_lock_mutex(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_event(public.pawl_runs,text,text,text,json)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_event(public.pawl_runs,text,text,text,json)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_parameters(public.pawl_runs,text,text,text,bigint,text,text,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_parameters(public.pawl_runs,text,text,text,bigint,text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_tell(bigint,text,boolean,text,text,text,boolean,bigint,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.pawl_run_tell(bigint,text,boolean,text,text,text,boolean,bigint,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'procedure public.pawl_leave_owner()', 'owner pawl_owner
CREATE OR REPLACE PROCEDURE public.pawl_leave_owner()
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format(''set local role %I'', current_setting(''pawl.applied_by''));
  if current_setting(''pawl.joined_owner'') = ''yes'' then
    execute format(''revoke pawl_owner from %I'', current_user);
    if not pg_has_role(current_user, ''pawl_app'', ''usage'') then -- to see what it has deployed
      execute format(''grant pawl_app to %I'', current_user);
    end if;
  end if;
end
$procedure$
');
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_lock(text,text,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_lock(text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_acquire(text,text,text,bigint,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_acquire(text,text,text,bigint,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_renew(text,text,text,bigint,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_renew(text,text,text,bigint,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_release(text,text,text,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_release(text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_break(text,text,text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_break(text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_freeze(text,text,timestamp with time zone,text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_freeze(text,text,timestamp with time zone,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_freeze_waits_for(text,text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_freeze_waits_for(text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_thaw(text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_thaw(text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_defer(text,text,text,text,text,text,text,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_defer(text,text,text,text,text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_undo_all(public.pawl_outcome)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_undo_all(public.pawl_outcome)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_outbox_claim(text,bigint,integer,integer)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_outbox_claim(text,bigint,integer,integer)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_outbox_settle(integer[],bigint[],boolean[],bigint,tid[],integer[],integer[],timestamp with time zone[],text[],text[],integer[])', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_outbox_settle(integer[],bigint[],boolean[],bigint,tid[],integer[],integer[],timestamp with time zone[],text[],text[],integer[])'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_outbox_park(integer,bigint,text,text,integer,text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_outbox_park(integer,bigint,text,text,integer,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_outbox_retry(text,text)', 'owner pawl_owner
grants pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_outbox_retry(text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_start(text,text,text,text,text,text[],text[],bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_start(text,text,text,text,text,text[],text[],bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_claim(text,bigint,bigint,boolean,bigint,bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_claim(text,bigint,bigint,boolean,bigint,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_lock(bigint,bigint,text,text[],text[],bigint)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_lock(bigint,bigint,text,text[],text[],bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_say(bigint,text,text,text,text,bigint)', 'owner pawl_owner
grants pawl_app execute, pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_say(bigint,text,text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('', 'function public.pawl_run_signal(bigint,text,text,text,bigint)', 'owner pawl_owner
grants pawl_app execute, pawl_operator execute
' || pg_catalog.pg_get_functiondef('public.pawl_run_signal(bigint,text,text,text,bigint)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'table public.badge_transitions', 'owner pawl_owner
grants pawl_app insert, pawl_app select, pawl_app update, pawl_operator select
column id bigint not null
column badge_id bigint not null
column sort_key integer not null
column to_state text collate "C" not null
column most_recent boolean not null
column metadata jsonb not null default ''{}''::jsonb
column created_at timestamp with time zone not null
column updated_at timestamp with time zone not null
column event text collate "C"
column from_state text collate "C"
column actor text collate "C"
column request_id text collate "C"
column holder text collate "C"
constraint badge_transitions_actor_check CHECK ((octet_length(actor) <= 255))
constraint badge_transitions_parent FOREIGN KEY (badge_id) REFERENCES public.badges(id)
constraint badge_transitions_pkey PRIMARY KEY (id)
constraint pawl_check_end TRIGGER DEFERRABLE INITIALLY DEFERRED disabled');
INSERT INTO public.pawl_objects VALUES ('badge', 'table public.badge_transitions_metadata', 'owner pawl_owner
column badge_id bigint not null
column sort_key integer not null
column created_at timestamp with time zone not null
column metadata jsonb not null
constraint badge_transitions_metadata_pkey PRIMARY KEY (badge_id, sort_key)');
INSERT INTO public.pawl_objects VALUES ('badge', 'view public.badge_current', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column badge_id bigint
column state text collate "C"
column sort_key integer
column since timestamp with time zone
 SELECT "row".badge_id,
    ("row".to_state COLLATE "C") AS state,
    "row".sort_key,
    (''1970-01-01 00:00:00+00''::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
        CASE
            WHEN (("row".created_at >= ''4713-01-01 00:00:00+00 BC''::timestamp with time zone) AND ("row".created_at <= ''294247-01-01 00:00:00+00''::timestamp with time zone)) THEN "row".created_at
            ELSE NULL::timestamp with time zone
        END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * ''00:00:00.000001''::interval)) AS since
   FROM public.badge_transitions "row"
  WHERE (NOT (EXISTS ( SELECT
           FROM public.badge_transitions later
          WHERE ((later.badge_id = "row".badge_id) AND (later.sort_key > "row".sort_key)))));');
INSERT INTO public.pawl_objects VALUES ('badge', 'view public.badge_history', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column badge_id bigint
column sort_key integer
column event text collate "C"
column from_state text collate "C"
column to_state text collate "C"
column created_at timestamp with time zone
column actor text collate "C"
column request_id text collate "C"
column holder text collate "C"
 SELECT made.badge_id,
    made.sort_key,
    COALESCE(made.event,
        CASE
            WHEN (drawn.events = 1) THEN drawn.event
            ELSE NULL::text
        END, ''''::text) AS event,
    drawn.from_state,
    made.to_state,
    made.created_at,
    COALESCE(made.actor, ''''::text) AS actor,
    made.request_id,
    made.holder
   FROM ((((((public.badge_transitions "row"
     LEFT JOIN public.badge_transitions_metadata beside ON (((beside.badge_id = "row".badge_id) AND (beside.sort_key = "row".sort_key) AND (beside.created_at = (''1970-01-01 00:00:00+00''::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
        CASE
            WHEN (("row".created_at >= ''4713-01-01 00:00:00+00 BC''::timestamp with time zone) AND ("row".created_at <= ''294247-01-01 00:00:00+00''::timestamp with time zone)) THEN "row".created_at
            ELSE NULL::timestamp with time zone
        END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * ''00:00:00.000001''::interval))))))
     CROSS JOIN LATERAL ( SELECT COALESCE(beside.metadata, public.pawl_read_jsonb((own.metadata)::text)) AS metadata
           FROM ( SELECT "row".id,
                    "row".badge_id,
                    "row".sort_key,
                    "row".to_state,
                    "row".most_recent,
                    "row".metadata,
                    "row".created_at,
                    "row".updated_at,
                    "row".event,
                    "row".from_state,
                    "row".actor,
                    "row".request_id,
                    "row".holder) own) kept)
     CROSS JOIN LATERAL ( SELECT ((kept.metadata -> ''pawl''::text) ->> ''event''::text) AS event,
            ((kept.metadata -> ''pawl''::text) ->> ''from_state''::text) AS from_state,
            ((kept.metadata -> ''pawl''::text) ->> ''actor''::text) AS actor,
            ((kept.metadata -> ''pawl''::text) ->> ''request_id''::text) AS request_id,
            (kept.metadata ->> ''holder''::text) AS holder) absent)
     CROSS JOIN LATERAL ( SELECT "row".badge_id,
            "row".sort_key,
            ("row".to_state COLLATE "C") AS to_state,
            (''1970-01-01 00:00:00+00''::timestamp with time zone + ((COALESCE(((EXTRACT(epoch FROM
                CASE
                    WHEN (("row".created_at >= ''4713-01-01 00:00:00+00 BC''::timestamp with time zone) AND ("row".created_at <= ''294247-01-01 00:00:00+00''::timestamp with time zone)) THEN "row".created_at
                    ELSE NULL::timestamp with time zone
                END) * (1000000)::numeric))::bigint, (0)::bigint))::double precision * ''00:00:00.000001''::interval)) AS created_at,
            (own.event COLLATE "C") AS event,
            (own.from_state COLLATE "C") AS from_state,
            (own.actor COLLATE "C") AS actor,
            (own.request_id COLLATE "C") AS request_id,
            (own.holder COLLATE "C") AS holder
           FROM ( SELECT "row".id,
                    "row".badge_id,
                    "row".sort_key,
                    "row".to_state,
                    "row".most_recent,
                    "row".metadata,
                    "row".created_at,
                    "row".updated_at,
                    "row".event,
                    "row".from_state,
                    "row".actor,
                    "row".request_id,
                    "row".holder) own) made)
     CROSS JOIN LATERAL ( SELECT (COALESCE(made.from_state, ( SELECT before.to_state
                   FROM public.badge_transitions before
                  WHERE ((before.badge_id = "row".badge_id) AND (before.sort_key < "row".sort_key))
                  ORDER BY before.sort_key DESC
                 LIMIT 1), ''''::text) COLLATE "C") AS from_state
         OFFSET 0) left_from)
     CROSS JOIN LATERAL ( SELECT left_from.from_state,
            min(move.event) AS event,
            count(DISTINCT move.event) AS events
           FROM public.badge_moves move
          WHERE ((made.event IS NULL) AND (move.from_state = left_from.from_state) AND (move.to_state = made.to_state))) drawn);');
INSERT INTO public.pawl_objects VALUES ('badge', 'view public.badge_moves', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column event text collate "default"
column from_state text collate "default"
column to_state text collate "default"
 SELECT move.event,
    move.from_state,
    move.to_state
   FROM ( VALUES (''create''::text,''''::text,''made''::text), (''hand_out''::text,''made''::text,''worn''::text), (''give_back''::text,''made''::text,''destroyed''::text), (''give_back''::text,''worn''::text,''made''::text)) move(event, from_state, to_state);');
INSERT INTO public.pawl_objects VALUES ('badge', 'view public.badge_state', 'owner pawl_owner
grants pawl_app select, pawl_operator select
column badge_id bigint
column state text collate "C"
column sort_key integer
column since timestamp with time zone
 SELECT badge_current.badge_id,
    badge_current.state,
    badge_current.sort_key,
    badge_current.since
   FROM public.badge_current;');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_pkey', 'CREATE UNIQUE INDEX badge_transitions_pkey ON public.badge_transitions USING btree (id)');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_sort', 'CREATE UNIQUE INDEX badge_transitions_sort ON public.badge_transitions USING btree (badge_id, sort_key)');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_recent', 'CREATE UNIQUE INDEX badge_transitions_recent ON public.badge_transitions USING btree (badge_id, most_recent) WHERE most_recent');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_request', 'CREATE UNIQUE INDEX badge_transitions_request ON public.badge_transitions USING btree (badge_id, request_id) WHERE (request_id IS NOT NULL)');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_state', 'CREATE INDEX badge_transitions_state ON public.badge_transitions USING btree (to_state)');
INSERT INTO public.pawl_objects VALUES ('badge', 'index public.badge_transitions_metadata_pkey', 'CREATE UNIQUE INDEX badge_transitions_metadata_pkey ON public.badge_transitions_metadata USING btree (badge_id, sort_key)');
INSERT INTO public.pawl_objects VALUES ('badge', 'trigger pawl_check_row on public.badge_transitions', 'CREATE TRIGGER pawl_check_row BEFORE INSERT OR UPDATE ON public.badge_transitions FOR EACH ROW WHEN ((CURRENT_USER <> ''pawl_owner''::name)) EXECUTE FUNCTION public.badge_transitions_check() enabled A');
INSERT INTO public.pawl_objects VALUES ('badge', 'trigger pawl_check_end on public.badge_transitions', 'CREATE CONSTRAINT TRIGGER pawl_check_end AFTER UPDATE ON public.badge_transitions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.most_recent AND (new.most_recent IS NOT TRUE) AND (CURRENT_USER <> ''pawl_owner''::name))) EXECUTE FUNCTION public.badge_transitions_check() enabled A');
INSERT INTO public.pawl_objects VALUES ('badge', 'trigger pawl_check_removal on public.badge_transitions', 'CREATE TRIGGER pawl_check_removal BEFORE DELETE OR TRUNCATE ON public.badge_transitions FOR EACH STATEMENT EXECUTE FUNCTION public.badge_transitions_check() enabled A');
INSERT INTO public.pawl_objects VALUES ('badge', 'trigger pawl_refuse_write on public.badge_transitions_metadata', 'CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.badge_transitions_metadata FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write() enabled A');
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_transitions_write(bigint,integer,text,text,text,timestamp with time zone,text,text,text)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.badge_transitions_write(bigint,integer,text,text,text,timestamp with time zone,text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_is_free(boolean)', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.badge_is_free(boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_transitions_check()', 'owner pawl_owner
' || pg_catalog.pg_get_functiondef('public.badge_transitions_check()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_give_back(bigint,text,text,integer)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_give_back(bigint,text,text,integer)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_create(bigint,text,text,text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_create(bigint,text,text,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_model_2_acd1487c56c600e3()', 'owner pawl_owner
grants public execute
' || pg_catalog.pg_get_functiondef('public.badge_model_2_acd1487c56c600e3()'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_create_many(bigint[],text[],text,text[],text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_create_many(bigint[],text[],text,text[],text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_hand_out(bigint,text,text,integer)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_hand_out(bigint,text,text,integer)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_fire_deferred(bigint,text)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_fire_deferred(bigint,text)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_hand_out_many(bigint[],text,text[],integer[],text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_hand_out_many(bigint[],text,text[],integer[],text[],boolean)'::pg_catalog.regprocedure));
INSERT INTO public.pawl_objects VALUES ('badge', 'function public.badge_give_back_many(bigint[],text,text[],integer[],text[],boolean)', 'owner pawl_owner
grants pawl_app execute
' || pg_catalog.pg_get_functiondef('public.badge_give_back_many(bigint[],text,text[],integer[],text[],boolean)'::pg_catalog.regprocedure));

INSERT INTO public.pawl_outbox VALUES (24, '2026-11-28 23:56:28.273732+00', 'order', 'O1', 10, 'create', '', 'open', NULL, 'orders', '958525bfe854084f', '{"account":"A1","name":"Ann"}');
INSERT INTO public.pawl_outbox VALUES (51, '2026-11-28 23:56:28.278347+00', 'order', 'O2', 10, 'create', '', 'open', NULL, 'orders', '958525bfe854084f', '{"account":"A2","name":null}');
INSERT INTO public.pawl_outbox VALUES (42, '2026-11-28 23:56:28.279809+00', 'order', 'O3', 10, 'create', '', 'open', NULL, 'orders', '958525bfe854084f', '{"account":"A3","name":"Bob"}');
INSERT INTO public.pawl_outbox VALUES (42, '2026-11-28 23:56:28.282655+00', 'order', 'O3', 20, 'remind', 'open', 'reminded', NULL, 'orders', '958525bfe854084f', '{}');
INSERT INTO public.pawl_outbox VALUES (3, '2026-11-28 23:56:28.284368+00', 'order', 'O4', 10, 'create', '', 'open', NULL, 'orders', '958525bfe854084f', '{"account":"A4","name":null}');
INSERT INTO public.pawl_outbox VALUES (3, '2026-11-28 23:56:28.28682+00', 'order', 'O4', 20, 'pay', 'open', 'paid', 'pay O4', 'orders', '958525bfe854084f', '{"amount":50}');
INSERT INTO public.pawl_outbox VALUES (10, '2026-11-28 23:56:28.291646+00', 'order', 'O6', 40, 'ship', 'ready', 'shipped', NULL, 'orders', '958525bfe854084f', '{}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.357584+00', 'deliver', '1', 10, 'start', '', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{},"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.373982+00', 'deliver', '2', 10, 'start', '', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{},"error":null}');
INSERT INTO public.pawl_outbox VALUES (24, '2026-11-28 23:56:28.377139+00', 'deliver', '3', 10, 'start', '', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R3"],"args":{"account": "B3", "order_id": "R3"},"data":{},"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.379231+00', 'deliver', '4', 10, 'start', '', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{},"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.384917+00', 'deliver', '1', 20, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":{"parcel": 1},"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.388109+00', 'deliver', '1', 30, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.38945+00', 'deliver', '1', 40, 'stop', 'ready', 'paused', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.396056+00', 'deliver', '1', 50, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.397436+00', 'deliver', '1', 60, 'stop', 'ready', 'waiting', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.39992+00', 'deliver', '2', 20, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":{"parcel": 2},"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.400651+00', 'deliver', '2', 30, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.401472+00', 'deliver', '2', 40, 'stop', 'ready', 'paused', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{"parcel": 2},"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.404914+00', 'deliver', '2', 50, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (2, '2026-11-28 23:56:28.405702+00', 'deliver', '2', 60, 'stop', 'ready', 'waiting', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{"parcel": 2},"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.407889+00', 'deliver', '4', 20, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":{"parcel": 4},"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.408645+00', 'deliver', '4', 30, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.40917+00', 'deliver', '4', 40, 'stop', 'ready', 'paused', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.412906+00', 'deliver', '4', 50, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.413747+00', 'deliver', '4', 60, 'stop', 'ready', 'waiting', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.417595+00', 'deliver', '1', 70, 'step', 'waiting', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (50, '2026-11-28 23:56:28.427779+00', 'order', 'R1', 40, 'ship', 'ready', 'shipped', NULL, 'orders', '958525bfe854084f', '{}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.429087+00', 'deliver', '1', 80, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"hand_over","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (57, '2026-11-28 23:56:28.429087+00', 'deliver', '1', 90, 'end', 'ready', 'done', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.4343+00', 'deliver', '4', 70, 'step', 'waiting', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (12, '2026-11-28 23:56:28.43834+00', 'deliver', '4', 80, 'stop', 'ready', 'parked', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"fetch","iteration":[],"direction":"undo","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":"the warehouse is closed"}');
INSERT INTO public.pawl_outbox VALUES (24, '2026-11-28 23:56:28.440152+00', 'deliver', '3', 20, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":null,"data":{"parcel": 3},"error":null}');
INSERT INTO public.pawl_outbox VALUES (24, '2026-11-28 23:56:28.440904+00', 'deliver', '3', 30, 'step', 'ready', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":null,"data":null,"error":null}');
INSERT INTO public.pawl_outbox VALUES (24, '2026-11-28 23:56:28.44152+00', 'deliver', '3', 40, 'stop', 'ready', 'paused', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":{"account": "B3", "order_id": "R3"},"data":{"parcel": 3},"error":null}');
INSERT INTO public.pawl_outbox VALUES (22, '2026-11-28 23:56:28.442951+00', 'deliver', '5', 10, 'start', '', 'blocked', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R5"],"args":{"account": "B2", "order_id": "R5"},"data":{},"error":null}');
INSERT INTO public.pawl_outbox VALUES (44, '2026-11-28 23:56:28.446148+00', 'deliver', '6', 10, 'start', '', 'ready', NULL, 'deliveries', '0fcdcfc69125d96f', '{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R6"],"args":{"account": "B6", "order_id": "R6"},"data":{},"error":null}');

INSERT INTO public.pawl_outbox_parked VALUES (5, 'order', 'O7', 10, '2026-11-28 23:56:28.292948+00', 'create', '', 'open', NULL, 'orders', '958525bfe854084f', '{"account":"A7","name":"O''Neill"}', '2026-11-28 23:56:28.921528+00', 'the message is too large');
INSERT INTO public.pawl_outbox_parked VALUES (5, 'order', 'O7', 20, '2026-11-28 23:56:28.29576+00', 'cancel', 'open', 'cancelled', NULL, 'orders', '958525bfe854084f', '{"reason":"it''s \"late\",\nas ever; \\ größer €"}', '2026-11-28 23:56:28.921824+00', NULL);

INSERT INTO public.pawl_outbox_slots VALUES (0, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (1, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (4, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (6, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (7, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (8, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (9, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (11, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (13, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (14, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (15, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (16, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (17, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (18, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (19, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (20, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (21, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (23, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (25, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (26, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (27, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (28, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (29, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (30, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (31, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (32, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (33, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (34, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (35, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (36, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (37, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (39, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (40, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (41, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (43, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (46, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (47, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (48, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (49, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (52, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (53, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (54, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (55, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (56, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (58, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (59, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (62, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (63, NULL, 0, '1970-01-01 00:00:00+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (38, 'relay', 1, '2026-11-28 23:56:28.202683+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (45, 'relay', 1, '2026-11-28 23:56:28.202687+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (60, 'relay', 1, '2026-11-28 23:56:28.202691+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (61, 'relay', 1, '2026-11-28 23:56:28.202692+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (2, 'relay', 1, '2026-11-28 23:56:28.924559+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (3, 'relay', 2, '2026-11-28 23:56:28.924569+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (5, 'relay', 1, '2026-11-28 23:56:28.924572+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (12, 'relay', 1, '2026-11-28 23:56:28.924575+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (22, 'relay', 1, '2026-11-28 23:56:28.924576+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (24, 'relay', 1, '2026-11-28 23:56:28.924577+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (42, 'relay', 2, '2026-11-28 23:56:28.924578+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (44, 'relay', 1, '2026-11-28 23:56:28.924579+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (50, 'relay', 2, '2026-11-28 23:56:28.924581+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (51, 'relay', 1, '2026-11-28 23:56:28.924582+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (57, 'relay', 1, '2026-11-28 23:56:28.924583+00', NULL);
INSERT INTO public.pawl_outbox_slots VALUES (10, 'relay', 3, '2026-11-28 23:56:29.088366+00', NULL);

INSERT INTO public.pawl_past_moves VALUES ('badge', 'create', '', 'printed');
INSERT INTO public.pawl_past_moves VALUES ('badge', 'hand_out', 'printed', 'worn');
INSERT INTO public.pawl_past_moves VALUES ('badge', 'give_back', 'worn', 'printed');
INSERT INTO public.pawl_past_moves VALUES ('badge', '(retired)', 'printed', 'made');

INSERT INTO public.pawl_repairs VALUES ('order', 'O8', '2026-11-28 23:56:29.009426+00', 'postgres', 'backfilled from orders.state: ready', NULL, NULL, NULL, 'ready', 10, '2026-11-28 23:56:29.002882+00');
INSERT INTO public.pawl_repairs VALUES ('order', 'O6', '2026-11-28 23:56:29.089871+00', 'postgres', 'erased name: request 17', 'shipped', 40, '2026-11-28 23:56:28.291646+00', 'shipped', 40, '2026-11-28 23:56:28.291646+00');

INSERT INTO public.pawl_run_ready VALUES (6, 'deliver', '2026-11-28 23:56:28.446148+00', false, NULL);

INSERT INTO public.pawl_run_signals VALUES (1, 'signed', 'Cem', '2026-11-28 23:56:28.415033+00');
INSERT INTO public.pawl_run_signals VALUES (4, 'signed', 'Cem', '2026-11-28 23:56:28.432605+00');
INSERT INTO public.pawl_run_signals VALUES (3, 'signed', 'Cem', '2026-11-28 23:56:28.442346+00');

INSERT INTO public.pawl_run_steps VALUES (1, 1, 'reserve', '', 1, false, 'done', 1, NULL, '{"parcel": 1}', NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.384917+00', 1132);
INSERT INTO public.pawl_run_steps VALUES (1, 2, 'fetch', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.388109+00', 1);
INSERT INTO public.pawl_run_steps VALUES (1, 3, 'for_check', '', 1, false, 'resume', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.395168+00', 0);
INSERT INTO public.pawl_run_steps VALUES (1, 4, 'for_check', '', 1, false, 'done', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.396056+00', 0);
INSERT INTO public.pawl_run_steps VALUES (2, 1, 'reserve', '', 1, false, 'done', 1, NULL, '{"parcel": 2}', NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.39992+00', 319);
INSERT INTO public.pawl_run_steps VALUES (2, 2, 'fetch', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.400651+00', 1);
INSERT INTO public.pawl_run_steps VALUES (2, 3, 'for_check', '', 1, false, 'resume', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.404175+00', 0);
INSERT INTO public.pawl_run_steps VALUES (2, 4, 'for_check', '', 1, false, 'done', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.404914+00', 0);
INSERT INTO public.pawl_run_steps VALUES (4, 1, 'reserve', '', 1, false, 'done', 1, NULL, '{"parcel": 4}', NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.407889+00', 292);
INSERT INTO public.pawl_run_steps VALUES (4, 2, 'fetch', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.408645+00', 0);
INSERT INTO public.pawl_run_steps VALUES (4, 3, 'for_check', '', 1, false, 'resume', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.412313+00', 0);
INSERT INTO public.pawl_run_steps VALUES (4, 4, 'for_check', '', 1, false, 'done', 1, NULL, NULL, NULL, 'checker', '2026-11-28 23:56:28.412906+00', 0);
INSERT INTO public.pawl_run_steps VALUES (1, 5, 'signed', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.417595+00', 0);
INSERT INTO public.pawl_run_steps VALUES (1, 6, 'hand_over', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.429087+00', 10442);
INSERT INTO public.pawl_run_steps VALUES (4, 5, 'signed', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.4343+00', 0);
INSERT INTO public.pawl_run_steps VALUES (4, 6, 'hand_over', '', 1, false, 'failed', 1, NULL, NULL, 'order R4: ship is not allowed in paid', 'pawl_upgrade_program', '2026-11-28 23:56:28.43651+00', 1181);
INSERT INTO public.pawl_run_steps VALUES (4, 7, 'fetch', '', 1, true, 'failed', 1, NULL, NULL, 'the warehouse is closed', 'pawl_upgrade_program', '2026-11-28 23:56:28.43834+00', 1);
INSERT INTO public.pawl_run_steps VALUES (3, 1, 'reserve', '', 1, false, 'done', 1, NULL, '{"parcel": 3}', NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.440152+00', 298);
INSERT INTO public.pawl_run_steps VALUES (3, 2, 'fetch', '', 1, false, 'done', 1, NULL, NULL, NULL, 'pawl_upgrade_program', '2026-11-28 23:56:28.440904+00', 1);

INSERT INTO public.pawl_run_waits OVERRIDING SYSTEM VALUE VALUES ('B2', '', 5, 'deliver', 1);

INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (2, 'deliver', '0fcdcfc69125d96f', 'waiting', 'forward', 'signed', '', 0, '{}', '{"account": "B2", "order_id": "R2"}', '{"parcel": 2}', '[["", "", "B2", 1]]', '["R2"]', 1, 0, false, false, NULL, NULL, 4, 0, NULL, 'signed', NULL, NULL, 'checker', 2, 'shop', '2026-11-28 23:56:28.373982+00', '2026-11-28 23:56:28.405702+00', NULL, 'deliveries', 6);
INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (3, 'deliver', '0fcdcfc69125d96f', 'paused', 'forward', 'for_check', '', 0, '{}', '{"account": "B3", "order_id": "R3"}', '{"parcel": 3}', '[["", "", "B3", 1]]', '["R3"]', 1, 0, false, false, NULL, NULL, 2, 0, NULL, NULL, NULL, NULL, NULL, 1, 'shop', '2026-11-28 23:56:28.377139+00', '2026-11-28 23:56:28.44152+00', NULL, 'deliveries', 4);
INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (1, 'deliver', '0fcdcfc69125d96f', 'done', 'forward', NULL, '', 0, '{}', '{"account": "B1", "order_id": "R1"}', '{"parcel": 1}', '[]', '["R1"]', 0, 0, false, false, NULL, NULL, 6, 0, NULL, NULL, NULL, NULL, 'checker', 3, 'shop', '2026-11-28 23:56:28.357584+00', '2026-11-28 23:56:28.429087+00', '2026-11-28 23:56:28.429087+00', 'deliveries', 9);
INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (5, 'deliver', '0fcdcfc69125d96f', 'blocked', 'forward', NULL, '', 0, '{}', '{"account": "B2", "order_id": "R5"}', '{}', '[]', '["R5"]', 0, 0, false, false, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 'shop', '2026-11-28 23:56:28.442951+00', '2026-11-28 23:56:28.442951+00', NULL, 'deliveries', 1);
INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (4, 'deliver', '0fcdcfc69125d96f', 'parked', 'undo', 'fetch', '', 0, '{}', '{"account": "B4", "order_id": "R4"}', '{"parcel": 4}', '[["", "", "B4", 1]]', '["R4"]', 1, 1, false, false, NULL, NULL, 7, 0, 'the warehouse is closed', NULL, NULL, NULL, 'checker', 3, 'shop', '2026-11-28 23:56:28.379231+00', '2026-11-28 23:56:28.43834+00', NULL, 'deliveries', 8);
INSERT INTO public.pawl_runs OVERRIDING SYSTEM VALUE VALUES (6, 'deliver', '0fcdcfc69125d96f', 'ready', 'forward', NULL, '', 0, '{}', '{"account": "B6", "order_id": "R6"}', '{}', '[["", "", "B6", 1]]', '["R6"]', 0, 0, false, false, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 'shop', '2026-11-28 23:56:28.446148+00', '2026-11-28 23:56:28.446148+00', NULL, 'deliveries', 1);

INSERT INTO public.pawl_schema VALUES (true, 2, '2026-11-28 23:56:24.824701+00');

INSERT INTO public.receipts VALUES ('R1', 50);
INSERT INTO public.receipts VALUES ('R2', 50);
INSERT INTO public.receipts VALUES ('R3', 50);
INSERT INTO public.receipts VALUES ('R4', 50);
INSERT INTO public.receipts VALUES ('R5', 50);
INSERT INTO public.receipts VALUES ('R6', 50);
INSERT INTO public.receipts VALUES ('O5', 50);
INSERT INTO public.receipts VALUES ('O6', 50);
INSERT INTO public.receipts VALUES ('O4', 50);

SELECT pg_catalog.setval('public.badge_transitions_id_seq', 8, true);

SELECT pg_catalog.setval('public.pawl_deferred_number_seq', 2, true);

SELECT pg_catalog.setval('public.pawl_lock_log_number_seq', 2, true);

SELECT pg_catalog.setval('public.pawl_run_waits_number_seq', 1, true);

SELECT pg_catalog.setval('public.pawl_runs_id_seq', 6, true);

ALTER TABLE ONLY public.badge_transitions_metadata
    ADD CONSTRAINT badge_transitions_metadata_pkey PRIMARY KEY (badge_id, sort_key);

ALTER TABLE ONLY public.badge_transitions
    ADD CONSTRAINT badge_transitions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.badges
    ADD CONSTRAINT badges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.order_current
    ADD CONSTRAINT order_current_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY public.order_pending
    ADD CONSTRAINT order_pending_pkey PRIMARY KEY (order_id, declaration);

ALTER TABLE ONLY public.order_transitions
    ADD CONSTRAINT order_transitions_pkey PRIMARY KEY (order_id, sort_key);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.parcels
    ADD CONSTRAINT parcels_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.pawl_deferred
    ADD CONSTRAINT pawl_deferred_machine_entity_request_id_key UNIQUE (machine, entity, request_id);

ALTER TABLE ONLY public.pawl_deferred
    ADD CONSTRAINT pawl_deferred_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.pawl_flows
    ADD CONSTRAINT pawl_flows_pkey PRIMARY KEY (flow, fingerprint);

ALTER TABLE ONLY public.pawl_freezes
    ADD CONSTRAINT pawl_freezes_pkey PRIMARY KEY (machine);

ALTER TABLE ONLY public.pawl_lock_keys
    ADD CONSTRAINT pawl_lock_keys_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.pawl_lock_log
    ADD CONSTRAINT pawl_lock_log_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.pawl_lock_waiters
    ADD CONSTRAINT pawl_lock_waiters_pkey PRIMARY KEY (key, type, owner);

ALTER TABLE ONLY public.pawl_locks
    ADD CONSTRAINT pawl_locks_pkey PRIMARY KEY (key, type);

ALTER TABLE ONLY public.pawl_machines
    ADD CONSTRAINT pawl_machines_pkey PRIMARY KEY (machine, fingerprint);

ALTER TABLE ONLY public.pawl_objects
    ADD CONSTRAINT pawl_objects_pkey PRIMARY KEY (machine, object);

ALTER TABLE ONLY public.pawl_outbox_parked
    ADD CONSTRAINT pawl_outbox_parked_pkey PRIMARY KEY (slot, machine, entity, sort_key);

ALTER TABLE ONLY public.pawl_outbox
    ADD CONSTRAINT pawl_outbox_pkey PRIMARY KEY (slot, created_at, machine, entity, sort_key);

ALTER TABLE ONLY public.pawl_outbox_slots
    ADD CONSTRAINT pawl_outbox_slots_pkey PRIMARY KEY (slot);

ALTER TABLE ONLY public.pawl_past_moves
    ADD CONSTRAINT pawl_past_moves_pkey PRIMARY KEY (machine, event, from_state, to_state);

ALTER TABLE ONLY public.pawl_repairs
    ADD CONSTRAINT pawl_repairs_pkey PRIMARY KEY (machine, entity, repaired_at);

ALTER TABLE ONLY public.pawl_run_ready
    ADD CONSTRAINT pawl_run_ready_pkey PRIMARY KEY (run);

ALTER TABLE ONLY public.pawl_run_signals
    ADD CONSTRAINT pawl_run_signals_pkey PRIMARY KEY (run, name);

ALTER TABLE ONLY public.pawl_run_steps
    ADD CONSTRAINT pawl_run_steps_pkey PRIMARY KEY (run, number);

ALTER TABLE ONLY public.pawl_run_waits
    ADD CONSTRAINT pawl_run_waits_pkey PRIMARY KEY (run, key, type);

ALTER TABLE ONLY public.pawl_runs
    ADD CONSTRAINT pawl_runs_flow_unique_key_key UNIQUE (flow, unique_key);

ALTER TABLE ONLY public.pawl_runs
    ADD CONSTRAINT pawl_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pawl_schema
    ADD CONSTRAINT pawl_schema_pkey PRIMARY KEY (is_here);

CREATE UNIQUE INDEX badge_transitions_recent ON public.badge_transitions USING btree (badge_id, most_recent) WHERE most_recent;

CREATE UNIQUE INDEX badge_transitions_request ON public.badge_transitions USING btree (badge_id, request_id) WHERE (request_id IS NOT NULL);

CREATE UNIQUE INDEX badge_transitions_sort ON public.badge_transitions USING btree (badge_id, sort_key);

CREATE INDEX badge_transitions_state ON public.badge_transitions USING btree (to_state);

CREATE INDEX order_current_state_since ON public.order_current USING btree (state, since);

CREATE INDEX order_pending_due ON public.order_pending USING btree (is_work, due_at) WHERE ((parked_at IS NULL) AND (is_asleep = false));

CREATE INDEX order_pending_session ON public.order_pending USING btree (is_work, session) WHERE ((session IS NOT NULL) AND (parked_at IS NULL));

CREATE INDEX order_transitions_key ON public.order_transitions USING btree (account, order_id) WHERE (sort_key = 10);

CREATE UNIQUE INDEX order_transitions_request ON public.order_transitions USING btree (order_id, request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX pawl_deferred_entity ON public.pawl_deferred USING btree (machine, entity, number) WHERE (status IS NULL);

CREATE INDEX pawl_deferred_pending ON public.pawl_deferred USING btree (machine, number) WHERE (status IS NULL);

CREATE INDEX pawl_run_ready_due ON public.pawl_run_ready USING btree (flow, due_at);

CREATE INDEX pawl_run_ready_session ON public.pawl_run_ready USING btree (session) WHERE (is_leased AND (session IS NOT NULL));

CREATE UNIQUE INDEX pawl_run_steps_undone ON public.pawl_run_steps USING btree (run, undoes) WHERE (undoes IS NOT NULL);

CREATE INDEX pawl_run_waits_next ON public.pawl_run_waits USING btree (key, type, number);

CREATE INDEX pawl_run_waits_order ON public.pawl_run_waits USING btree (key, number);

CREATE INDEX pawl_runs_status ON public.pawl_runs USING btree (flow, status, id) WHERE (status <> ALL (ARRAY['ready'::text, 'done'::text, 'undone'::text, 'cancelled'::text]));

CREATE RULE effect AS
    ON INSERT TO public.order_effect_write_down DO INSTEAD  INSERT INTO public.receipts (order_id, amount)
  VALUES (new.argument_1, new.argument_2);

CREATE CONSTRAINT TRIGGER pawl_check_end AFTER UPDATE ON public.badge_transitions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.most_recent AND (new.most_recent IS NOT TRUE) AND (CURRENT_USER <> 'pawl_owner'::name))) EXECUTE FUNCTION public.badge_transitions_check();

ALTER TABLE public.badge_transitions ENABLE ALWAYS TRIGGER pawl_check_end;

CREATE TRIGGER pawl_check_removal BEFORE DELETE OR TRUNCATE ON public.badge_transitions FOR EACH STATEMENT EXECUTE FUNCTION public.badge_transitions_check();

ALTER TABLE public.badge_transitions ENABLE ALWAYS TRIGGER pawl_check_removal;

CREATE TRIGGER pawl_check_row BEFORE INSERT OR UPDATE ON public.badge_transitions FOR EACH ROW WHEN ((CURRENT_USER <> 'pawl_owner'::name)) EXECUTE FUNCTION public.badge_transitions_check();

ALTER TABLE public.badge_transitions ENABLE ALWAYS TRIGGER pawl_check_row;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.badge_transitions_metadata FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.badge_transitions_metadata ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_current FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.order_current ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_pending FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.order_pending ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_transitions FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.order_transitions ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_deferred FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_deferred ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_flows FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_flows ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_freezes FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_freezes ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_keys FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_lock_keys ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_log FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_lock_log ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_lock_waiters FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_lock_waiters ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_locks FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_locks ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_machines FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_machines ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_objects FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_objects ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_outbox ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox_parked FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_outbox_parked ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_outbox_slots FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_outbox_slots ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_past_moves FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_past_moves ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_repairs FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_repairs ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_ready FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_run_ready ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_signals FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_run_signals ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_steps FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_run_steps ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_run_waits FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_run_waits ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_runs FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_runs ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_refuse_write BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pawl_schema FOR EACH STATEMENT EXECUTE FUNCTION public.pawl_refuse_write();

ALTER TABLE public.pawl_schema ENABLE ALWAYS TRIGGER pawl_refuse_write;

CREATE TRIGGER pawl_run_lock_freed AFTER DELETE ON public.pawl_locks FOR EACH ROW EXECUTE FUNCTION public.pawl_run_lock_freed();

CREATE TRIGGER pawl_turn_is_free AFTER INSERT OR UPDATE OF mode ON public.pawl_freezes FOR EACH ROW EXECUTE FUNCTION public.pawl_turn_is_free();

ALTER TABLE public.pawl_freezes ENABLE ALWAYS TRIGGER pawl_turn_is_free;

ALTER TABLE ONLY public.badge_transitions
    ADD CONSTRAINT badge_transitions_parent FOREIGN KEY (badge_id) REFERENCES public.badges(id);

ALTER TABLE ONLY public.order_current
    ADD CONSTRAINT order_current_parent FOREIGN KEY (order_id) REFERENCES public.orders(id);

GRANT ALL ON SCHEMA public TO pawl_upgrade_deployer WITH GRANT OPTION;
SET SESSION AUTHORIZATION pawl_upgrade_deployer;
GRANT ALL ON SCHEMA public TO pawl_owner;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION pawl_upgrade_deployer;
GRANT USAGE ON SCHEMA public TO pawl_app;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION pawl_upgrade_deployer;
GRANT USAGE ON SCHEMA public TO pawl_operator;
RESET SESSION AUTHORIZATION;

REVOKE ALL ON FUNCTION public.badge_create(id bigint, holder text, actor text, request_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_create(id bigint, holder text, actor text, request_id text) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_create_many(id bigint[], holder text[], actor text, request_id text[], actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_create_many(id bigint[], holder text[], actor text, request_id text[], actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_fire_deferred(number bigint, verdicts text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_fire_deferred(number bigint, verdicts text) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_give_back(id bigint, actor text, request_id text, expect_sort_key integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_give_back(id bigint, actor text, request_id text, expect_sort_key integer) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_give_back_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_give_back_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_hand_out(id bigint, actor text, request_id text, expect_sort_key integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_hand_out(id bigint, actor text, request_id text, expect_sort_key integer) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_hand_out_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.badge_hand_out_many(id bigint[], actor text, request_id text[], expect_sort_key integer[], actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.badge_is_free(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.badge_transitions_check() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.badge_transitions_write(bigint, integer, text, text, text, timestamp with time zone, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.order_cancel(id text, reason text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_cancel(id text, reason text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_cancel_many(id text[], reason text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_cancel_many(id text[], reason text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_create(id text, account text, name text, actor text, request_id text, lock_owner text, lock_token bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_create(id text, account text, name text, actor text, request_id text, lock_owner text, lock_token bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_create_many(id text[], account text[], name text[], actor text, request_id text[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_create_many(id text[], account text[], name text[], actor text, request_id text[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_effect_write_down(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.order_fire_deferred(number bigint, verdicts text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_fire_deferred(number bigint, verdicts text) TO pawl_app;

GRANT SELECT ON TABLE public.orders TO pawl_owner;
GRANT SELECT ON TABLE public.orders TO pawl_app;
GRANT SELECT ON TABLE public.orders TO pawl_operator;

GRANT SELECT(id),REFERENCES(id) ON TABLE public.orders TO pawl_owner;

GRANT SELECT(state),UPDATE(state) ON TABLE public.orders TO pawl_owner;

REVOKE ALL ON FUNCTION public.order_guard_enough(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.order_is_free(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.order_packed(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_packed(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_packed_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_packed_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pay(id text, amount bigint, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pay(id text, amount bigint, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pay_many(id text[], amount bigint[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pay_many(id text[], amount bigint[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_claim(at_most integer, kind text, lease interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_claim(at_most integer, kind text, lease interval) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_complete(id text, item public.pawl_item, event text, args jsonb, actor text, request_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_complete(id text, item public.pawl_item, event text, args jsonb, actor text, request_id text) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_extend(id text, item public.pawl_item, lease interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_extend(id text, item public.pawl_item, lease interval) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_fail(id text, item public.pawl_item, error text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_fail(id text, item public.pawl_item, error text) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_not_yet(id text, item public.pawl_item, pause interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_not_yet(id text, item public.pawl_item, pause interval) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_pending_retry(id text, declaration text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_pending_retry(id text, declaration text) TO pawl_app;
GRANT ALL ON FUNCTION public.order_pending_retry(id text, declaration text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.order_remind(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_remind(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_remind_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_remind_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_ship(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_ship(id text, actor text, request_id text, expect_sort_key integer, lock_owner text, lock_token bigint, item public.pawl_item) TO pawl_app;

REVOKE ALL ON FUNCTION public.order_ship_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_ship_many(id text[], actor text, request_id text[], expect_sort_key integer[], lock_owner text, lock_token bigint, actors text[], skips_locked boolean) TO pawl_app;

GRANT SELECT ON TABLE public.order_current TO pawl_app;
GRANT SELECT ON TABLE public.order_current TO pawl_operator;

REVOKE ALL ON PROCEDURE public.pawl_accept_programs(IN machine text, IN fingerprint text, IN abi integer, IN space text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_acquire(type text, key text, owner text, lease_ms bigint, waits_ms bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_acquire(type text, key text, owner text, lease_ms bigint, waits_ms bigint) TO pawl_app;

REVOKE ALL ON PROCEDURE public.pawl_add_is_free(IN machine text, IN space text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_add_type_lock(IN machine text, IN head text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_answer_deferred(number bigint, outcome public.pawl_outcome) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_begin_machine(IN machine text, IN fingerprint text, IN space text, IN names text[], IN adopted text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_break(type text, key text, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_break(type text, key text, reason text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_defer(machine text, entity text, request_id text, event text, arguments text, actor text, lock_owner text, lock_token bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_defer(machine text, entity text, request_id text, event text, arguments text, actor text, lock_owner text, lock_token bigint) TO pawl_app;

REVOKE ALL ON PROCEDURE public.pawl_describe(IN space text, IN machine text, IN history text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_explain(statement text, types text, given text, path text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_freeze(machine text, mode text, until timestamp with time zone, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_freeze(machine text, mode text, until timestamp with time zone, reason text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_freeze_waits_for(machine text, transactions text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_freeze_waits_for(machine text, transactions text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_is_on_nodes(relation text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_leave_owner() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_lock(type text, key text, timeout_ms bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_lock(type text, key text, timeout_ms bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_lock_holder(type text, key text, owner text, login text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_lock_mutex(key text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_notify(channel text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_outbox_claim(relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_outbox_claim(relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text, sort_key integer, error text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text, sort_key integer, error text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_outbox_retry(machine text, entity text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_outbox_retry(machine text, entity text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[], lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamp with time zone[], machines text[], entities text[], sort_keys integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[], lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamp with time zone[], machines text[], entities text[], sort_keys integer[]) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_record(IN machine text, IN space text, IN relations text[], IN routines text[], IN hooks text[], IN written text[], IN locked text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_refuse_entities_on_nodes(IN machine text, IN relation text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_refuse_foreign_code() FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_refuse_foreign_hooks(IN space text, IN hooks text[], IN written text[], IN locked text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_refuse_inexact_key(IN machine text, IN relation text, IN key_column text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text, request_id text, lock_key text, lock_owner text, lock_token bigint) FROM PUBLIC;

REVOKE ALL ON PROCEDURE public.pawl_refuse_writes_to(IN relations regclass[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_release(type text, key text, owner text, token bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_release(type text, key text, owner text, token bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_renew(type text, key text, owner text, token bigint, lease_ms bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_renew(type text, key text, owner text, token bigint, lease_ms bigint) TO pawl_app;

REVOKE ALL ON PROCEDURE public.pawl_restrict_calls(IN space text, IN routines text[], IN callers text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_cannot_save(run bigint, claim bigint, tells boolean) FROM PUBLIC;

GRANT SELECT ON TABLE public.pawl_runs TO pawl_app;
GRANT SELECT ON TABLE public.pawl_runs TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean, lease_us bigint, clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_claim(flow text, run bigint, mine bigint, early boolean, lease_us bigint, clock_offset bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_run_event(known public.pawl_runs, event text, status_before text, status_after text, parameters json) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_let_go(run bigint, types text[], keys text[], leaves_queue boolean, now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[], clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_lock(run bigint, claim bigint, scope text, types text[], keys text[], clock_offset bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_run_lock_freed() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_locks_follow(run bigint, locks json) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_look_again(types text[], keys text[], run bigint, now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_parameters(known public.pawl_runs, step text, iteration text, direction text, attempt bigint, args text, data text, error text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_save(run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint, counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean, undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean, ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[], freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint, step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text, step_error text, step_actor text, step_duration_us bigint, tells boolean, clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_save(run bigint, claim bigint, status text, direction text, path text, iteration text, entered bigint, counts text, data text, locks text, attempt bigint, failures bigint, is_uncertain boolean, undoing bigint, undo_until bigint, undone bigint, error text, waits_for text, obeys boolean, ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed_types text[], freed_keys text[], step_number bigint, step_path text, step_iteration text, step_generation bigint, step_is_undo boolean, step_outcome text, step_attempt bigint, step_undoes bigint, step_after text, step_error text, step_actor text, step_duration_us bigint, tells boolean, clock_offset bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_run_say(run bigint, flow text, wish text, place text, actor text, clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_say(run bigint, flow text, wish text, place text, actor text, clock_offset bigint) TO pawl_app;
GRANT ALL ON FUNCTION public.pawl_run_say(run bigint, flow text, wish text, place text, actor text, clock_offset bigint) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint) TO pawl_app;
GRANT ALL ON FUNCTION public.pawl_run_signal(run bigint, flow text, name text, actor text, clock_offset bigint) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_run_start(flow text, fingerprint text, args text, unique_key text, actor text, types text[], keys text[], clock_offset bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_run_start(flow text, fingerprint text, args text, unique_key text, actor text, types text[], keys text[], clock_offset bigint) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_run_take(run bigint, flow text, scope text, types text[], keys text[], now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_tell(run bigint, status_before text, ends boolean, step_outcome text, step_path text, step_iteration text, step_is_undo boolean, step_attempt bigint, step_after text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_run_wake(key text, now timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_session() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_session_is_gone(number integer) FROM PUBLIC;

GRANT SELECT ON TABLE public.pawl_deferred TO pawl_app;
GRANT SELECT ON TABLE public.pawl_deferred TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_take_deferred(machine text, number bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pawl_thaw(machine text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_thaw(machine text) TO pawl_operator;

REVOKE ALL ON FUNCTION public.pawl_undo_all(outcome public.pawl_outcome) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_undo_all(outcome public.pawl_outcome) TO pawl_app;

REVOKE ALL ON FUNCTION public.pawl_wake(machine text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pawl_wake(machine text) TO pawl_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.badge_transitions TO pawl_app;
GRANT SELECT ON TABLE public.badge_transitions TO pawl_operator;

GRANT SELECT ON TABLE public.badge_current TO pawl_app;
GRANT SELECT ON TABLE public.badge_current TO pawl_operator;

GRANT SELECT ON TABLE public.badge_moves TO pawl_app;
GRANT SELECT ON TABLE public.badge_moves TO pawl_operator;

GRANT SELECT ON TABLE public.badge_history TO pawl_app;
GRANT SELECT ON TABLE public.badge_history TO pawl_operator;

GRANT SELECT ON TABLE public.badge_state TO pawl_app;
GRANT SELECT ON TABLE public.badge_state TO pawl_operator;

GRANT SELECT ON TABLE public.badges TO pawl_app;
GRANT SELECT ON TABLE public.badges TO pawl_operator;

GRANT SELECT(id),REFERENCES(id),UPDATE(id) ON TABLE public.badges TO pawl_owner;

GRANT SELECT ON TABLE public.order_moves TO pawl_app;
GRANT SELECT ON TABLE public.order_moves TO pawl_operator;

GRANT SELECT ON TABLE public.order_pending TO pawl_app;
GRANT SELECT ON TABLE public.order_pending TO pawl_operator;

GRANT SELECT ON TABLE public.order_pending_rules TO pawl_app;
GRANT SELECT ON TABLE public.order_pending_rules TO pawl_operator;

GRANT SELECT ON TABLE public.order_state TO pawl_app;
GRANT SELECT ON TABLE public.order_state TO pawl_operator;

GRANT SELECT ON TABLE public.order_transitions TO pawl_app;
GRANT SELECT ON TABLE public.order_transitions TO pawl_operator;

GRANT SELECT,INSERT,DELETE ON TABLE public.parcels TO pawl_app;

GRANT SELECT ON TABLE public.pawl_flows TO pawl_app;
GRANT SELECT ON TABLE public.pawl_flows TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_freezes TO pawl_app;
GRANT SELECT ON TABLE public.pawl_freezes TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_lock_waiters TO pawl_app;
GRANT SELECT ON TABLE public.pawl_lock_waiters TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_locks TO pawl_app;
GRANT SELECT ON TABLE public.pawl_locks TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_held_locks TO pawl_app;
GRANT SELECT ON TABLE public.pawl_held_locks TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_lock_keys TO pawl_app;
GRANT SELECT ON TABLE public.pawl_lock_keys TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_lock_log TO pawl_app;
GRANT SELECT ON TABLE public.pawl_lock_log TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_machines TO pawl_app;
GRANT SELECT ON TABLE public.pawl_machines TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_objects TO pawl_app;
GRANT SELECT ON TABLE public.pawl_objects TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_outbox TO pawl_app;
GRANT SELECT ON TABLE public.pawl_outbox TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_outbox_parked TO pawl_app;
GRANT SELECT ON TABLE public.pawl_outbox_parked TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_outbox_slots TO pawl_app;
GRANT SELECT ON TABLE public.pawl_outbox_slots TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_past_moves TO pawl_app;
GRANT SELECT ON TABLE public.pawl_past_moves TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_repairs TO pawl_app;
GRANT SELECT ON TABLE public.pawl_repairs TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_run_ready TO pawl_app;
GRANT SELECT ON TABLE public.pawl_run_ready TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_run_signals TO pawl_app;
GRANT SELECT ON TABLE public.pawl_run_signals TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_run_steps TO pawl_app;
GRANT SELECT ON TABLE public.pawl_run_steps TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_run_waits TO pawl_app;
GRANT SELECT ON TABLE public.pawl_run_waits TO pawl_operator;

GRANT SELECT ON TABLE public.pawl_schema TO PUBLIC;

GRANT INSERT ON TABLE public.receipts TO pawl_owner;
GRANT SELECT ON TABLE public.receipts TO pawl_app;
GRANT SELECT ON TABLE public.receipts TO pawl_operator;


--
-- PostgreSQL database dump complete
--


