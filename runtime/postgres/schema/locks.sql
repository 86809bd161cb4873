-- Locks ------------------------------------------------------------------------------------------------
-- A lock is held on a key: in one machine, or in all if its type is ''. It outlives a transaction and belongs to an owner.

-- Each key on which a lock was ever held. Pawl locks this row while it changes the locks on the key.
create table if not exists public.pawl_lock_keys (
  key        text collate "C" primary key,
  last_token bigint not null -- only increases
);

-- The locks that are held.
create table if not exists public.pawl_locks (
  key   text collate "C" not null,
  type  text collate "C" not null, -- a machine's name
  owner text collate "C" not null,
  token bigint not null,
  since timestamptz not null,
  until timestamptz, -- null: until it is released
  login text collate "C", -- the only login that can use, renew and release it; null: any login
  primary key (key, type)
);

-- Callers that wait for a lock, and when each entry expires.
create table if not exists public.pawl_lock_waiters (
  key   text collate "C" not null,
  type  text collate "C" not null,
  owner text collate "C" not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (key, type, owner)
);

-- The locks that are held now, and the number of callers that wait for each.
create or replace view public.pawl_held_locks (key, type, owner, token, since, until, waiting, login) as
  select held.key, held.type, held.owner, held.token, held.since, held.until,
    (select count(*) from public.pawl_lock_waiters waiter
      where waiter.key = held.key and (waiter.type = held.type or '' in (waiter.type, held.type))
        and waiter.until > clock_timestamp()), held.login
  from public.pawl_locks held where held.until is null or held.until > clock_timestamp();

-- Operators' actions on locks, parked jobs and parked events.
create table if not exists public.pawl_lock_log (
  number    bigint generated always as identity primary key,
  logged_at timestamptz not null default clock_timestamp(),
  login     text collate "C" not null default session_user,
  action    text collate "C" not null, -- freeze, thaw, break; retry (a job), resend (events), resume (a thaw)
  type      text collate "C" not null,
  key       text collate "C",
  owner     text collate "C",
  token     bigint,
  reason    text collate "C",
  actor     text collate "C" -- of retry, resend, resume: the person's name
);

-- The result of the lock functions.
call public.pawl_create_once('public.pawl_lock_answer'::text, $pawl$
create type public.pawl_lock_answer as (
  status text,        -- OK, LOCKED, NOT_FOUND, REUSED, DEFERRED, MISUSE
  token  bigint,      -- of a lock: its owner passes it; greater than all earlier tokens
  until  timestamptz, -- of a lock: null if it has no end
  detail text         -- LOCKED: the blocker; MISUSE: the reason, if the machine has no key
)
$pawl$::text);

-- Returns the number of a key's advisory lock.
create or replace function public.pawl_key(type text, key text) returns bigint
language sql stable strict parallel safe -- inlined into the statements that call it
-- the first 8 bytes of SHA-256 over the type, a zero byte and the key, as pawl_key_number() returns them
return ('x' || encode(substr(sha256(convert_to(type, 'UTF8') || '\x00'::bytea || convert_to(key, 'UTF8')), 1, 8),
  'hex'))::bit(64)::bigint # 0 /* of the schema */;

-- Returns an end time as text, to the second.
create or replace function public.pawl_until(until timestamptz) returns text language sql stable
return coalesce(' until ' || to_char(until at time zone 'UTC' + interval '999999 microseconds',
  'YYYY-MM-DD HH24:MI:SS') || ' UTC', '');

-- Locks a key's row and changes it, so that a reader with an older snapshot fails.
create or replace function public.pawl_lock_mutex(key text) returns bigint
language sql set search_path = pg_catalog, pg_temp as $pawl$
  insert into public.pawl_lock_keys as mutex (key, last_token) values ($1, 0)
    on conflict (key) do update set last_token = mutex.last_token returning last_token
$pawl$;

-- Returns the holder of a conflicting lock, or null.
create or replace function public.pawl_lock_holder(type text, key text, owner text, login text) returns text
language sql set search_path = pg_catalog, pg_temp as $pawl$
  select 'held' || case held.type when '' then ' in all machines' else '' end || public.pawl_until(held.until)
      || ' by ' || held.owner || case held.owner when $3 then ', as login ' || held.login else '' end
  from public.pawl_locks held
  where held.key = $2 and (held.type = $1 or held.type = '' or $1 = '')
    and (held.owner <> $3 or held.login <> $4)
    and (held.until is null or held.until > clock_timestamp())
  order by held.type limit 1
$pawl$;

-- Returns the types of a machine's keys of locks, in the order of names. member: lock_types, of held locks, or serialize_types,
-- of keyed ones. Null if there is no such machine, or if the keys are texts only.
create or replace function public.pawl_lock_types(type text, member text) returns text[]
language sql stable set search_path = pg_catalog, pg_temp
return (select array_agg(distinct known.type order by known.type) from (
  select json_array_elements_text(coalesce(one.model -> $2, '["text"]')) from public.pawl_machines one
    where one.machine = $1 and one.is_accepted) known (type) having bool_or(known.type <> 'text'));

create or replace function public.pawl_is_uuid(key text) returns boolean language sql immutable
return $1 ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

-- Returns a key of a lock in the one spelling that transitions use: a uuid in small letters. Returns null if no transition
-- has such a key. types: as of pawl_lock_types.
create or replace function public.pawl_lock_spelling(types text[], key text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
return case when 'uuid' = any($1) and public.pawl_is_uuid($2) then lower($2)
  when $1 is null or 'text' = any($1) then $2
  when '{int,bigint}' && $1 and $2 ~ '^(0|-?[1-9][0-9]{0,18})$' then case when $2::numeric between
      case when 'bigint' = any($1) then -9223372036854775808 else -2147483648 end
      and case when 'bigint' = any($1) then 9223372036854775807 else 2147483647 end then $2 end end;

-- Returns why a key of a lock is refused.
create or replace function public.pawl_lock_refusal(type text, types text[], key text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
return 'machine ' || $1 || ': the lock key is ' || (select string_agg(case one.type
      when 'uuid' then 'a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8'
      when 'int' then 'a whole number of 32 bits, as -7 or 7' else 'a whole number of 64 bits, as -7 or 7' end, ', or ')
    from unnest($2) one (type)) || ', not `' || left($3, 64) || '`';

-- Returns the keys under which a held lock stands. If a lock of all machines is on a uuid, this is the key as given, for machines
-- whose key is a text, and last the uuid in small letters, for the others. Null if the key is refused.
create or replace function public.pawl_lock_spellings(type text, key text) returns text[]
language sql stable set search_path = pg_catalog, pg_temp
return case when $1 = '' and public.pawl_is_uuid($2) and $2 <> lower($2) then array[$2, lower($2)]
  else array[]::text[] || public.pawl_lock_spelling(public.pawl_lock_types($1, 'lock_types'), $2) end;

-- Returns the locks that one call has taken: of a uuid in all machines, those under each spelling.
create or replace function public.pawl_lock_rows(type text, key text) returns setof public.pawl_locks
language sql stable rows 2 set search_path = pg_catalog, pg_temp
as $pawl$
  select held.* from public.pawl_locks held
    where held.type = $1 and held.key <= $2 collate "C" and (held.key = $2 or lower(held.key) = $2)
      and held.key >= case when $1 = '' and public.pawl_is_uuid($2) then upper($2) else $2 end collate "C"
$pawl$;

-- Takes a lock until the end of the transaction. timeout_ms: null waits without limit, 0 does not wait. Returns OK,
-- LOCKED, or MISUSE and the reason.
create or replace function public.pawl_lock(type text, key text, timeout_ms bigint default null) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
declare
  types text[] := public.pawl_lock_types($1, 'serialize_types');
  spelled text := public.pawl_lock_spelling(types, $2);
  number bigint := public.pawl_key($1, spelled);
  -- if the machine is serialized by texts and by uuids, a uuid is locked as given, too, in the order of transitions
  as_given bigint := public.pawl_key($1, case when 'text' = any(types) then $2 else spelled end);
  is_free boolean := true;
  before text := current_setting('lock_timeout');
begin
  if $1 = '' or $2 = '' or number is null or $3 < 0 then
    return 'MISUSE' || case when spelled is null then coalesce(': ' || public.pawl_lock_refusal($1, types, $2), '') else '' end;
  end if;
  begin -- LOCKED gives both back
    if $3 = 0 then
      is_free := pg_try_advisory_xact_lock(least(number, as_given)) and pg_try_advisory_xact_lock(greatest(number, as_given));
    else
      perform set_config('lock_timeout', least($3, 2147483647)::text, true) where $3 is not null;
      perform pg_advisory_xact_lock(least(number, as_given));
      perform pg_advisory_xact_lock(greatest(number, as_given));
      perform set_config('lock_timeout', before, true) where $3 is not null;
    end if;
    if not is_free then
      raise lock_not_available;
    end if;
    return 'OK';
  exception when lock_not_available then
    return 'LOCKED';
  end;
end
$pawl$;

-- Locks the rows of the keys before a lock on them changes. Returns the last of its spellings, or why the key is refused.
create or replace function public.pawl_lock_change(type text, inout key text, out refusal text)
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  keys text[] := public.pawl_lock_spellings($1, $2);
begin
  if keys[1] is null then
    refusal := public.pawl_lock_refusal($1, public.pawl_lock_types($1, 'lock_types'), $2);
    return;
  end if;
  $2 := keys[cardinality(keys)];
  perform public.pawl_lock_mutex(own.key)
    from (select held.key from public.pawl_lock_rows($1, $2) held order by held.key) own;
end
$pawl$;

-- 1024: PAWL_KEY_MAX_BYTES. 255: PAWL_ACTOR_MAX_BYTES. 3155760000000: PAWL_DURATION_MAX_US / 1000.

-- Takes a lock that outlives the transaction, or returns LOCKED at once. type: a machine with `key`, or '' for the key in
-- all machines. lease_ms: null for no end. waits_ms: how long the caller will keep trying.
create or replace function public.pawl_acquire(type text, key text, owner text, lease_ms bigint default null,
  waits_ms bigint default 0) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz := clock_timestamp();
  before text := current_setting('lock_timeout');
  keys text[] := public.pawl_lock_spellings($1, $2);
  spelled text := keys[cardinality(keys)];
begin
  if $1 is null or coalesce(spelled, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024
     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select from public.pawl_machines known
       where known.machine = $1 and known.is_accepted and (known.model is null or known.model -> 'key' is not null))) then
    return row('MISUSE', null, null, case
      when spelled is null then public.pawl_lock_refusal($1, public.pawl_lock_types($1, 'lock_types'), $2)
      else (select 'machine ' || $1 || ' has no `key`, so its transitions ignore locks' from public.pawl_machines known
        where known.machine = $1 limit 1) end)::public.pawl_lock_answer;
  end if;
  -- checked first, so that repeated attempts do not disturb transitions
  answer.detail := coalesce(public.pawl_lock_holder($1, keys[1], $3, session_user::text),
    public.pawl_lock_holder($1, spelled, $3, session_user::text));
  if answer.detail is null then
    begin -- waits for transitions that started without a lock
      perform set_config('lock_timeout', '200ms', true);
      foreach $2 in array keys loop
        perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));
        perform public.pawl_lock_mutex($2);
      end loop;
      perform set_config('lock_timeout', before, true);
      answer.detail := coalesce(public.pawl_lock_holder($1, keys[1], $3, session_user::text),
        public.pawl_lock_holder($1, spelled, $3, session_user::text));
    exception when lock_not_available then
      answer.detail := 'transitions of this key are under way';
    end;
  end if;
  now := clock_timestamp();
  delete from public.pawl_lock_waiters waiter
    where waiter.key = any(keys) and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or $5 = 0))
                                      or waiter.until <= now);
  if answer.detail is not null then
    if $5 > 0 then
      -- renewed now and then, so that the entry of a dead caller expires soon
      insert into public.pawl_lock_waiters as waiter (key, type, owner, since, until)
        select each.key, $1, $3, now, now + least($5, 10000) * interval '1 millisecond' from unnest(keys) each (key)
        on conflict (key, type, owner) do update set until = excluded.until
        where waiter.until < excluded.until - interval '5 seconds';
    end if;
    return row('LOCKED', null, null, answer.detail)::public.pawl_lock_answer;
  end if;
  delete from public.pawl_locks held
    where held.key = any(keys) and (held.type = $1 or held.type = '' or $1 = '') and held.until <= now;
  answer.status := 'OK';
  answer.until := now + $4 * interval '1 millisecond';
  update public.pawl_locks held set until = answer.until -- a repeated request, perhaps because its answer was lost
    from public.pawl_lock_rows($1, spelled) own where held.key = own.key and held.type = own.type;
  select held.token into answer.token from public.pawl_locks held where held.key = spelled and held.type = $1;
  if not found then
    select max(mutex.last_token) + 1 into answer.token from public.pawl_lock_keys mutex where mutex.key = any(keys);
    update public.pawl_lock_keys mutex set last_token = answer.token where mutex.key = any(keys);
  end if;
  insert into public.pawl_locks (key, type, owner, token, since, until, login)
    select each.key, $1, $3, answer.token, now, answer.until, session_user from unnest(keys) each (key)
    on conflict (key, type) do nothing;
  return answer;
end
$pawl$;

-- Extends a lock's lease. NOT_FOUND: the lock has ended.
create or replace function public.pawl_renew(type text, key text, owner text, token bigint,
  lease_ms bigint default null) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  now timestamptz;
begin
  select own.key, own.refusal into $2, answer.detail from public.pawl_lock_change($1, $2) own;
  if answer.detail is not null or $5 not between 1 and 3155760000000 then
    return row('MISUSE', null, null, answer.detail)::public.pawl_lock_answer;
  end if;
  now := clock_timestamp();
  with renewed as (update public.pawl_locks held set until = now + $5 * interval '1 millisecond'
    from public.pawl_lock_rows($1, $2) own
    where held.key = own.key and held.type = own.type and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user and (held.until is null or held.until > now)
    returning held.key, held.token, held.until)
  select token, until into answer.token, answer.until from renewed where key = $2;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;

-- Releases a lock. NOT_FOUND: the lock has ended.
create or replace function public.pawl_release(type text, key text, owner text, token bigint)
returns public.pawl_lock_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  select own.key, own.refusal into $2, answer.detail from public.pawl_lock_change($1, $2) own;
  if answer.detail is not null then
    return row('MISUSE', null, null, answer.detail)::public.pawl_lock_answer;
  end if;
  delete from public.pawl_locks held using public.pawl_lock_rows($1, $2) own
    where held.key = own.key and held.type = own.type and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;

-- Takes a lock from its owner, whose token becomes invalid.
create or replace function public.pawl_break(type text, key text, reason text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  broken public.pawl_locks;
begin
  select own.key, own.refusal into $2, answer.detail from public.pawl_lock_change($1, $2) own;
  if answer.detail is not null or coalesce($3, '') = '' then
    return row('MISUSE', null, null, answer.detail)::public.pawl_lock_answer;
  end if;
  for broken in delete from public.pawl_locks held using public.pawl_lock_rows($1, $2) own
      where held.key = own.key and held.type = own.type returning held.* loop
    answer.token := broken.token;
    insert into public.pawl_lock_log (action, type, key, owner, token, reason)
      select 'break', $1, broken.key, broken.owner, broken.token, $3 where broken.key = $2;
  end loop;
  answer.status := case when answer.token is not null then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;
