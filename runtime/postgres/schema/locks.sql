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

-- Operators' actions on locks.
create table if not exists public.pawl_lock_log (
  number    bigint generated always as identity primary key,
  logged_at timestamptz not null default clock_timestamp(),
  login     text collate "C" not null default session_user,
  action    text collate "C" not null, -- freeze, thaw, break
  type      text collate "C" not null,
  key       text collate "C",
  owner     text collate "C",
  token     bigint,
  reason    text collate "C"
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

-- Returns the number of a key's advisory lock: the first 8 bytes of SHA-256 over the type, a zero byte and the key. The
-- number never changes; libpawl's pawl_key_number() returns the same.
create or replace function public.pawl_key(type text, key text) returns bigint
language sql stable strict parallel safe -- inlined into the statements that call it
return ('x' || encode(substr(sha256(convert_to(type, 'UTF8') || '\x00'::bytea || convert_to(key, 'UTF8')), 1, 8),
  'hex'))::bit(64)::bigint;

-- Returns an end time as text, to the second.
create or replace function public.pawl_until(until timestamptz) returns text language sql stable
return coalesce(' until ' || to_char(until at time zone 'UTC' + interval '999999 microseconds',
  'YYYY-MM-DD HH24:MI:SS') || ' UTC', '');

-- Takes a lock until the end of the transaction. timeout_ms: null waits without limit, 0 does not wait.
create or replace function public.pawl_lock(type text, key text, timeout_ms bigint default null) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
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
$pawl$;

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

-- Returns a key of a held lock as transitions spell it: a uuid in small letters. type: as in pawl_acquire.
create or replace function public.pawl_lock_spelling(type text, key text) returns text
language sql stable set search_path = pg_catalog, pg_temp
return case when $2 ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and exists (select from public.pawl_machines known
    where known.is_accepted and $1 in (known.machine, '') and known.model -> 'uuid_lock_key' is not null) then lower($2) else $2 end;

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
begin
  $2 := public.pawl_lock_spelling($1, $2);
  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024
     or octet_length($3) > 255 or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select from public.pawl_machines known
       where known.machine = $1 and known.is_accepted and (known.model is null or known.model -> 'key' is not null))) then
    answer.status := 'MISUSE';
    answer.detail := (select 'the machine has no `key`' from public.pawl_machines known where known.machine = $1 limit 1);
    return answer;
  end if;
  -- checked first, so that repeated attempts do not disturb transitions
  answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
  if answer.detail is null then
    begin -- waits for transitions that started without a lock
      perform set_config('lock_timeout', '200ms', true);
      perform pg_advisory_xact_lock(public.pawl_key(''::text, $2));
      perform public.pawl_lock_mutex($2);
      perform set_config('lock_timeout', before, true);
      answer.detail := public.pawl_lock_holder($1, $2, $3, session_user::text);
    exception when lock_not_available then
      answer.detail := 'transitions of this key are under way';
    end;
  end if;
  now := clock_timestamp();
  delete from public.pawl_lock_waiters waiter
    where waiter.key = $2 and ((waiter.type = $1 and waiter.owner = $3 and (answer.detail is null or $5 = 0))
                               or waiter.until <= now);
  if answer.detail is not null then
    if $5 > 0 then
      -- renewed now and then, so that the entry of a dead caller expires soon
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
  update public.pawl_locks held set until = answer.until -- a repeated request, perhaps because its answer was lost
    where held.key = $2 and held.type = $1 returning held.token into answer.token;
  if not found then
    update public.pawl_lock_keys mutex set last_token = mutex.last_token + 1
      where mutex.key = $2 returning mutex.last_token into answer.token;
    insert into public.pawl_locks (key, type, owner, token, since, until, login)
      values ($2, $1, $3, answer.token, now, answer.until, session_user);
  end if;
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
  $2 := public.pawl_lock_spelling($1, $2);
  if $5 not between 1 and 3155760000000 then
    return row('MISUSE', null, null, null)::public.pawl_lock_answer;
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
$pawl$;

-- Releases a lock. NOT_FOUND: the lock has ended.
create or replace function public.pawl_release(type text, key text, owner text, token bigint)
returns public.pawl_lock_answer language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
begin
  $2 := public.pawl_lock_spelling($1, $2);
  perform public.pawl_lock_mutex($2) where $2 is not null and exists (
    select from public.pawl_locks held where held.key = $2);
  delete from public.pawl_locks held
    where held.key = $2 and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, session_user) = session_user;
  answer.status := case when found then 'OK' else 'NOT_FOUND' end;
  return answer;
end
$pawl$;

-- Takes a lock from its owner. The owner's token becomes invalid.
create or replace function public.pawl_break(type text, key text, reason text) returns public.pawl_lock_answer
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
declare
  answer public.pawl_lock_answer;
  broken public.pawl_locks;
begin
  $2 := public.pawl_lock_spelling($1, $2);
  if coalesce($3, '') = '' then
    return row('MISUSE', null, null, null)::public.pawl_lock_answer;
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
$pawl$;
