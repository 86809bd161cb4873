-- Parts of several.postgres.sql: see outputs/parts.

create or replace function depot.parcel_return(id bigint, actor text default null,
  request_id text default null, expect_sort_key integer default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      return public.pawl_misuse('id'::text, false);
    end if;
  end if;
  if $3 is null then
    update depot.parcel_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('in_depot', 'going_back'), ('on_tour', 'going_back')) move (from_state, to_state)
      where head.parcel_id = $1 and case when head.state = move.from_state then depot.parcel_is_free(null::boolean) and depot.parcel_model_2_b2c3b1ad683b421e() end and (head.sort_key = $4) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from depot.parcel_current head where head.parcel_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, false, null::text, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint);
    end if;
    if $3 is not null then
      select * into earlier from depot.parcel_transitions made where made.parcel_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'return' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $4 then
      outcome := public.pawl_refuse_locked(outcome, 'parcel'::text, $1::text, $3, null::text, null::text, null::bigint, $4::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'in_depot' then 'going_back'
      when 'on_tour' then 'going_back'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'return'::text, 'depot.parcel_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update depot.parcel_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into depot.parcel_transitions
    (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'return', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);
  return outcome;
end
$pawl$;

comment on function depot.parcel_return(bigint, text, text, integer) is 'Send it back';

create or replace function depot.parcel_return_many(id bigint[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $pawl$
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
  outcomes public.pawl_outcome[];
  numbers bigint[]; -- of those that have their outcome
begin
  repeats := (select count(*) <> count(distinct given.id) from unnest($1) given (id));
  if repeats and $6 is not true
     or cardinality($1) <> any (array[cardinality($3), cardinality($4), cardinality($5)]) then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once, and all arrays have one length'::text from unnest($1);
    return;
  end if;
  if $6 is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id) given
      cross join lateral (select from depot.parcel_current head where head.parcel_id = given.id for no key update) head;
  end if;
  if not repeats then
    with judged as (
      update depot.parcel_current head set state = given.next_state, sort_key = given.sort_key + 10, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,
              greatest(clock_timestamp(), head.since) as moment
            from (select unnest($1) as id, unnest($3) as request_id,
              unnest($4) as expected, unnest($5) as own_actor,
              generate_series(1::bigint, cardinality($1)) as number) given
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, case head.state
                when 'in_depot' then 'going_back'
                when 'on_tour' then 'going_back'
              end as next_state
                from depot.parcel_current head where head.parcel_id = given.id for no key update skip locked) head
            where (depot.parcel_is_free(nullif(current_setting('transaction_isolation') = 'read committed', true)) and depot.parcel_model_2_b2c3b1ad683b421e()) offset 0) given
        where head.ctid = given.place and given.next_state is not null
          and (public.pawl_is_misuse(null::text, given.request_id, $2, given.own_actor)) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from depot.parcel_transitions earlier
            where earlier.parcel_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), history as (
      insert into depot.parcel_transitions
        (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,
          case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                  else given.own_actor end, given.request_id
        from judged given where given.verdict = 'OK'
    )
    select array_agg(row('OK', given.state, given.next_state, given.sort_key + 10, given.moment, null, null, null)::public.pawl_outcome order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, numbers from judged given;
    if cardinality(numbers) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    end if;
  end if;
  with judged as materialized (
    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail
      from depot.parcel_decide_batch($1, 'return'::text, $2, $3, $4, $5, $6,
              jsonb_object(array['in_depot', 'going_back', 'on_tour', 'going_back']::text[]),
              numbers) decided join unnest($1, $3, $4, $5)
        with ordinality given (id, request_id, expected, own_actor, number) on given.number = decided.number
  ), history as (
    insert into depot.parcel_transitions
      (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    select given.id, given.sort_key + 10, 'return', given.state, given.next_state, given.moment,
        case when given.own_actor is null then (select case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end) when given.own_actor like ' __-%' then session_user || given.own_actor
                else given.own_actor end, given.request_id
      from judged given where given.verdict = 'OK'
  )
  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,
          given.sort_key + case given.verdict when 'OK' then 10 else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome
        order by given.number),
      numbers || array_agg(given.number order by given.number)
    into outcomes, numbers from judged given;
  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before
    with made as materialized (
      select given.number, depot.parcel_return(given.id, coalesce(given.own_actor, $2), given.request_id, given.expected) as outcome
        from (select * from unnest($1, $3, $4, $5)
          with ordinality given (id, request_id, expected, own_actor, number) where (given.number = any (numbers)) is not true order by given.id, given.number) given)
    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;
  end if;
  return query
    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail
      from unnest(outcomes, numbers)
        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
      order by answer.number;
end
$pawl$;

create or replace function public.lamp_with_key(key integer)
returns setof public.lamp_current language sql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
  select head.* from public.lamp_current head
      join public.lamp_transitions begun on begun.lamp_id = head.lamp_id and begun.sort_key = 10
    where begun.room = $1
    order by head.lamp_id
$pawl$;

comment on function public.lamp_with_key(integer) is 'The entities with this lock key.';

create or replace function public.lamp_press(id text, actor text default null,
  request_id text default null, expect_sort_key integer default null,
  lock_owner text default null, lock_token bigint default null)
returns public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $pawl$
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
  place tid;
  is_free boolean;
  lock_key text;
  creation public.lamp_transitions;
begin
  if $1 is null or $2 is not null or $3 is not null
  then
    if $1 is null or $1 = '' or octet_length($1) > 1024
       or octet_length($2) > 255 or $3 = '' or octet_length($3) > 255 then
      return public.pawl_misuse('id'::text, true);
    end if;
  end if;
  lock table only public.lamp_current in row share mode; -- a later freeze or migration waits
  -- the parameters of the creation never change
  select * into creation from public.lamp_transitions begun
    where begun.lamp_id = $1 and begun.sort_key = 10;
  if not found then
    return public.pawl_refuse_unknown('id'::text, true, null::text, 'lamp'::text, $1::text, $3, lock_key, $5, $6);
  end if;
  lock_key := creation.room::text;
  -- in one order, so that no two transitions wait for each other; all reads come after the locks
  perform case when lock.is_shared then pg_advisory_xact_lock_shared(lock.number)
      else pg_advisory_xact_lock(lock.number) end
    from (select distinct wanted.number, wanted.is_shared from (values
      (public.pawl_key(''::text, lock_key), true),
      (public.pawl_key('lamp'::text, creation.fuse::text), false),
(public.pawl_key('lamp'::text, creation.room::text), false)      ) wanted (number, is_shared) where wanted.number is not null
      order by wanted.number) lock;
  if $3 is null then
    update public.lamp_current head
      set state = move.to_state, sort_key = head.sort_key + 10, since = greatest(clock_timestamp(), head.since)
      from (values ('off', 'on'), ('on', 'off')) move (from_state, to_state)
      where head.lamp_id = $1 and case when (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad()) then head.state = move.from_state end and (head.sort_key = $4) is not false
      returning 'OK', move.from_state, head.state, head.sort_key, head.since
        into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;
  end if;
  if outcome.to_state is null then
    -- locked by its key alone; everything else is decided afterwards, from the locked row
    select 'OK', head.ctid, head.state, head.sort_key, head.since,
      (public.lamp_is_free(nullif(current_setting('transaction_isolation') = 'read committed'
        and $5 is null and $6 is null
        and not exists (select from public.pawl_locks held where held.key = lock_key), true)) and public.lamp_model_2_7096ee88a3f6f2ad())
      into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
      from public.lamp_current head where head.lamp_id = $1 for no key update;
    if not found then
      return public.pawl_refuse_unknown('id'::text, true, null::text, 'lamp'::text, $1::text, $3, lock_key, $5, $6);
    end if;
    if $3 is not null and (outcome.sort_key > 10 or creation.request_id = $3) then
      select * into earlier from public.lamp_transitions made where made.lamp_id = $1 and made.request_id = $3;
      if found then
        return row(case when earlier.event = 'press' then 'OK' else 'REUSED' end,
          earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null)::public.pawl_outcome;
      end if;
    end if;
    if is_free is not true or outcome.sort_key <> $4 then
      outcome := public.pawl_refuse_locked(outcome, 'lamp'::text, $1::text, $3, lock_key, $5, $6, $4::integer);
      if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
        return outcome;
      end if;
    end if;
    outcome.to_state := case outcome.from_state
      when 'off' then 'on'
      when 'on' then 'off'
    end;
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, 'press'::text, 'public.lamp_moves'::text);
    end if;
    outcome.sort_key := outcome.sort_key + 10;
    outcome.created_at := greatest(clock_timestamp(), outcome.created_at);
    update public.lamp_current head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
      where head.ctid = place;
  end if;
  insert into public.lamp_transitions
    (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  values ($1, outcome.sort_key, 'press', outcome.from_state, outcome.to_state, outcome.created_at,
    case when $2 like ' __-%' then session_user || $2 else coalesce($2, session_user) end, $3);
  return outcome;
end
$pawl$;

comment on function public.lamp_press(text, text, text, integer, text, bigint) is 'press';
