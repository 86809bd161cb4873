-- Deferred events --------------------------------------------------------------------------------------

-- Events that wait until their machine resumes.
create table if not exists public.pawl_deferred (
  number      bigint generated always as identity primary key,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  request_id  text collate "C" not null,
  event       text collate "C" not null,
  arguments   text collate "C" not null, -- in libpawl's format
  actor       text collate "C" not null,
  lock_owner  text collate "C",
  lock_token  bigint,
  deferred_at timestamptz not null,
  fired_at    timestamptz,
  status      text collate "C", -- null: not fired yet; otherwise the result, as in the next columns
  from_state  text collate "C",
  to_state    text collate "C",
  sort_key    integer,
  created_at  timestamptz,
  detail      text collate "C",
  login       text collate "C", -- the login that deferred it
  is_firing   boolean, -- true only in the function that fires it
  unique (machine, entity, request_id)
);

call public.pawl_create_once('public.pawl_deferred_pending'::text,
  'create index pawl_deferred_pending on public.pawl_deferred (machine, number) where status is null'::text);
call public.pawl_create_once('public.pawl_deferred_entity'::text,
  'create index pawl_deferred_entity on public.pawl_deferred (machine, entity, number) where status is null'::text);

-- Removes an expired freeze once no deferred event is left.
create or replace function public.pawl_wake(machine text) returns void
language sql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
  update public.pawl_freezes type_lock set mode = null
  where type_lock.machine = $1 and type_lock.until <= clock_timestamp() and type_lock.mode is not null
    and not exists (select from public.pawl_deferred pending
                    where pending.machine = $1 and pending.status is null)
$pawl$;

-- Defers an event until the machine resumes. Returns OK if the machine is not paused.
create or replace function public.pawl_defer(machine text, entity text, request_id text, event text,
  arguments text, actor text, lock_owner text, lock_token bigint) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  perform from public.pawl_freezes type_lock
    where type_lock.machine = $1 and type_lock.mode = 'sleep'
      and (type_lock.until is null or type_lock.until > clock_timestamp()) for share;
  if not found then
    return row('OK', null, null, null)::public.pawl_lock_answer;
  end if;
  delete from public.pawl_deferred earlier -- which was refused: otherwise it would be in the history
    where earlier.machine = $1 and earlier.entity = $2 and earlier.request_id = $3 and earlier.status is not null;
  insert into public.pawl_deferred as earlier
      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)
    values ($1, $2, $3, $4, $5, case when $6 like ' __-%' then session_user || $6 else coalesce($6, session_user) end, $7, $8, clock_timestamp(), session_user)
    on conflict (machine, entity, request_id) do update set event = excluded.event
      where earlier.event = excluded.event and earlier.arguments = excluded.arguments;
  answer.status := case when found then 'DEFERRED' else 'REUSED' end;
  return answer;
end
$pawl$;

-- Returns the parameters of a deferred event, in libpawl's format: '-' is null, '#5;' a number, '5:hello' a text with its
-- length in bytes. Returns null if the format is wrong.
create or replace function public.pawl_deferred_arguments(arguments text) returns text[]
language plpgsql immutable set search_path = pg_catalog, pg_temp as $pawl$
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
$pawl$;

-- Returns the event to fire, or nulls. It precedes the others until its result is recorded, in the same call.
create or replace function public.pawl_take_deferred(machine text, number bigint) returns public.pawl_deferred
language sql set search_path = pg_catalog, pg_temp as $pawl$
  update public.pawl_deferred pending set is_firing = true
    where pending.number = $2 and pending.machine = $1 and pending.status is null
    returning pending.*
$pawl$;

-- Returns the result of a deferred event that cannot be fired.
create or replace function public.pawl_refuse_deferred(waiting public.pawl_deferred, is_event boolean, has_text_key boolean)
returns public.pawl_outcome language sql set search_path = pg_catalog, pg_temp
return row('MISUSE', null, null, null, null, null, null, case
  when not $3 and $1.entity !~ '^(0|-?[1-9][0-9]*)$'
    then 'machine ' || $1.machine || ': ' || $1.event || ' was deferred for ' || $1.entity || ', which is no key of it'
  when $2 then $1.event || ': what was deferred does not have its parameters'
  else 'machine ' || $1.machine || ': ' || $1.event || ' was deferred, and no version that may run has such an event'
  end)::public.pawl_outcome;

-- Records the result of a deferred event, unless C guards have to be checked first or its machine is paused.
create or replace function public.pawl_answer_deferred(number bigint, outcome public.pawl_outcome) returns void
language sql set search_path = pg_catalog, pg_temp as $pawl$
  update public.pawl_deferred pending set is_firing = false where pending.number = $1;
  update public.pawl_deferred pending
    set status = $2.status, from_state = nullif($2.from_state, ''),
      to_state = case $2.status when 'OK' then $2.to_state end, sort_key = $2.sort_key,
      created_at = $2.created_at, fired_at = clock_timestamp(), detail = case $2.status
        when 'OK' then null when 'REFUSED' then $2.guard else $2.detail end
    where pending.number = $1 and $2.status not in ('ASK', 'ASLEEP')
$pawl$;

-- Returns the result of a call without an argument that must be given, or with one that is too long.
-- 1024: PAWL_KEY_MAX_BYTES. 255: PAWL_ACTOR_MAX_BYTES.
create or replace function public.pawl_misuse(needed text, has_text_key boolean) returns public.pawl_outcome
language sql immutable
return row('MISUSE', null, null, null, null, null, null, 'must be given: ' || $1 || case when $2 then '; an id has 1 to 1024 bytes, '
  else '; ' end || 'a request_id 1 to 255, an actor up to 255')::public.pawl_outcome;

-- Returns whether a row of a batch is such a call. Inlined into the statements that call it; entity: null if keys are numbers.
create or replace function public.pawl_is_misuse(entity text, request_id text, actor text, own_actor text) returns boolean
language sql immutable
return $1 = '' or octet_length($1) > 1024 or $2 = '' or octet_length($2) > 255 or octet_length($3) > 255 or octet_length($4) > 255;

-- Returns REFUSED if guards refused the transition, and ILLEGAL if there is none.
create or replace function public.pawl_refuse(outcome public.pawl_outcome, event text, moves text) returns public.pawl_outcome
language sql immutable
return row(case when $1.guard is null then 'ILLEGAL' else 'REFUSED' end, $1.from_state, null, $1.sort_key, $1.created_at, $1.guard, $1.move,
  case when $1.guard is null then $2 || ' is not allowed in ' || $1.from_state || '; ' || $3 || ' says what is'
    else $2 || ' is refused by ' || $1.guard || coalesce(' in ' || nullif($1.from_state, ''), '') end)::public.pawl_outcome;

-- Returns LOCKED or ASLEEP with the reason if a lock forbids the transition, CONFLICT if the caller expected another sort_key,
-- otherwise the outcome unchanged.
create or replace function public.pawl_blocked(outcome public.pawl_outcome, machine text, entity text,
  request_id text, lock_key text, lock_owner text, lock_token bigint, expected integer) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  refusal public.pawl_outcome := $1;
  frozen public.pawl_freezes;
  is_its_turn boolean;
  whose text := session_user;
begin
  refusal.to_state := null;
  select * into frozen from public.pawl_freezes type_lock where type_lock.machine = $2 and type_lock.mode is not null;
  if found and (frozen.until is null or frozen.until > clock_timestamp()) then
    refusal.status := case frozen.mode when 'reject' then 'LOCKED' else 'ASLEEP' end;
    refusal.detail := case frozen.mode when 'reject' then 'frozen' else 'asleep' end
      || public.pawl_until(frozen.until) || ': ' || frozen.reason;
    return refusal;
  elsif found then
    -- the earliest event may proceed if the machine fires it, or if its own program sends the request again
    select pending.is_firing is true or pending.request_id = $4 and pending.login = whose,
        coalesce(pending.login, whose) into is_its_turn, whose
      from public.pawl_deferred pending
      where pending.machine = $2 and pending.entity = $3 and pending.status is null
      order by pending.number limit 1;
    whose := coalesce(whose, session_user); -- also null if there is no row
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
  if refusal.detail is not null then
    refusal.status := 'LOCKED';
    return refusal;
  end if;
  if $1.sort_key <> $8 then
    refusal.status := 'CONFLICT';
    refusal.detail := 'the caller expects sort_key ' || $8 || ', and it is ' || $1.sort_key || ', in ' || $1.from_state;
    return refusal;
  end if;
  return $1;
end
$pawl$;

-- The same in a transition: above read committed it fails if the snapshot is too old to see locks. It returns the outcome unchanged if
-- nothing is in the way; its name stays because machines that schema version 2 deployed call it.
create or replace function public.pawl_refuse_locked(outcome public.pawl_outcome, machine text, entity text,
  request_id text, lock_key text, lock_owner text, lock_token bigint, expected integer) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- fails if the snapshot is older than the latest change of these rows
    perform from public.pawl_freezes type_lock where type_lock.machine = $2 for share;
    if not found then
      raise exception 'could not serialize access: % was deployed in the meantime', $2
        using errcode = 'serialization_failure';
    end if;
    -- fails, too, if the snapshot does not contain the key's latest row
    insert into public.pawl_lock_keys (key, last_token) select $5, 0 where $5 is not null
      on conflict do nothing;
  end if;
  return public.pawl_blocked($1, $2, $3, $4, $5, $6, $7, $8);
end
$pawl$;

-- Returns for each event of a machine the result that it would have. outcome: OK with the entity's state, or what blocks it; answers: of
-- guards, by name: 'true', 'false' or null, or a failure ('DB ', 'LOCKED ' and the error); callbacks: events that only a program can fire,
-- each before the guard or effect in C that it needs.
create or replace function public.pawl_reasons(machine text, outcome public.pawl_outcome, answers jsonb, callbacks jsonb, moves text)
returns table (event text, status text, from_state text, to_state text, sort_key integer, guard text, detail text, answers jsonb)
language sql stable set search_path = pg_catalog, pg_temp
as $pawl$
  with known as materialized (
    select one.model::jsonb as model from public.pawl_machines one where one.machine = $1 and one.is_deployed
  ), state as (
    select item->>'name' as name, item->>'stored' as stored from known, jsonb_array_elements(model->'states') item
  ), condition as ( -- verdict: null if it passes
    select move->>'event' as event, move->>'to' as target, number, place, item->>'guard' as guard, $3->>(item->>'guard') as answer,
        case when item->'negated' = 'true' then 'not ' else '' end || (item->>'guard') as name,
        case when item is null or $3->>(item->>'guard') = case when item->'negated' = 'true' then 'false' else 'true' end then null
          when not $3 ? (item->>'guard') then 'open'
          when $3->>(item->>'guard') like any ('{DB %,LOCKED %}') then 'breaks' else 'fails' end as verdict
      from known cross join jsonb_array_elements(model->'moves') with ordinality moves (move, number)
        join state on state.name = move->>'from' and state.stored = $2.from_state
        left join jsonb_array_elements(model->'arrows'->(move->>'arrow')::integer->'conditions')
          with ordinality conditions (item, place) on true
  ), move as ( -- its conditions are evaluated in order until one fails
    select event, target, number, case (array_agg(verdict order by place) filter (where verdict <> 'open'))[1]
        when 'fails' then 'fails'
        when 'breaks' then case when (array_agg(verdict order by place) filter (where verdict is not null))[1] = 'open' then 'open' else 'breaks' end
        else coalesce(max(verdict), 'passes') end as verdict
      from condition group by event, target, number
  ), decided as (
    select item->>'name' as event, item->>'stored' as stored, last.number, last.target, failed.guard, failed.answer, place, case
        when $2.status <> 'OK' then $2.status
        when item->'creation' = 'true' then 'EXISTS'
        when $4 ? (item->>'stored') and exists (select from condition where condition.event = item->>'name') then 'MISUSE'
        when exists (select from move where move.event = item->>'name' and move.verdict = 'open' and move.number <= coalesce(last.number, move.number))
          then 'PENDING'
        when last.verdict = 'passes' then 'OK'
        when failed.guard is not null then split_part(failed.answer, ' ', 1)
        when exists (select from condition where condition.event = item->>'name') then 'REFUSED'
        when model->'ignores' @> jsonb_build_array(jsonb_build_object('event', item->>'name', 'state', here.name)) then 'IGNORED'
        else 'ILLEGAL'
      end as status
      from known cross join jsonb_array_elements(model->'events') with ordinality events (item, place)
        left join state here on here.stored = $2.from_state
        left join lateral (select move.number, move.target, move.verdict from move where move.event = item->>'name'
          and move.verdict in ('passes', 'breaks') order by move.number limit 1) last on true
        left join lateral (select condition.guard, condition.answer from condition where condition.event = item->>'name'
          and condition.verdict = 'breaks' and condition.number = coalesce(last.number, condition.number)
          order by condition.number, condition.place limit 1) failed on true
  )
  select decided.stored, decided.status, $2.from_state, target.stored, $2.sort_key, named.guard, case
      when decided.status = 'REFUSED' then decided.stored || ' is refused by ' || named.guard || ' in ' || $2.from_state
      when decided.status = 'ILLEGAL' then decided.stored || ' is not allowed in ' || $2.from_state || '; ' || $5 || ' says what is'
      when decided.status = 'MISUSE' then named.guard || ' is in C: only a program that has it can fire this event'
      when decided.status = 'PENDING' then decided.stored || ' depends on ' || named.guard
      when decided.status = $2.status and $2.status <> 'OK' then $2.detail
      when decided.status in ('DB', 'LOCKED') then substr(decided.answer, strpos(decided.answer, ' ') + 1)
    end, case decided.place when 1 then $3 end
    from decided left join state target on target.name = decided.target and decided.status = 'OK'
      cross join lateral (select case
        when decided.status = 'MISUSE' then $4->>decided.stored
        when decided.status = 'REFUSED' then (select string_agg(refusing.name, ', ' order by refusing.number, refusing.place)
          from (select distinct on (condition.name) condition.name, condition.number, condition.place from condition
            where condition.event = decided.event and condition.verdict = 'fails' order by condition.name, condition.number, condition.place) refusing)
        when decided.status = 'PENDING' then (select string_agg(missing.guard, ', ' order by missing.number, missing.place)
          from (select distinct on (condition.guard) condition.guard, condition.number, condition.place from condition
            join move on move.event = condition.event and move.number = condition.number and move.verdict = 'open'
            where condition.event = decided.event and condition.verdict = 'open' and condition.number <= coalesce(decided.number, condition.number)
            order by condition.guard, condition.number, condition.place) missing)
        when decided.status in ('DB', 'LOCKED') and $2.status = 'OK' then decided.guard
      end as guard) named
    order by decided.place
$pawl$;

-- Returns MISUSE for a key that no entity can have, otherwise the lock that forbids it, or NOT_FOUND with this detail, if it is not null.
create or replace function public.pawl_refuse_unknown(needed text, has_text_key boolean, detail text, machine text,
  entity text, request_id text, lock_key text, lock_owner text, lock_token bigint) returns public.pawl_outcome
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
begin
  if $2 and ($5 = '' or octet_length($5) > 1024) then
    return public.pawl_misuse($1, $2);
  end if;
  return public.pawl_refuse_locked(row('NOT_FOUND', null, null, null, null, null, null,
    coalesce($3, 'there is no such ' || $4))::public.pawl_outcome, $4, $5, $6,
    $7, $8, $9, null::integer);
end
$pawl$;
