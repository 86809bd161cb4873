-- Locks on PostgreSQL. What changes one is a function, with one call for each question; see schema/.

-- ---- locks ----

{define lock} select public.pawl_lock($1::text, $2::text, $3::bigint)
{define .acquire} select public.pawl_acquire($1::text, $2::text, $3::text, $4::bigint, $5::bigint)
{define .renew} select public.pawl_renew($1::text, $2::text, $3::text, $4::bigint, $5::bigint)
{define .release} select public.pawl_release($1::text, $2::text, $3::text, $4::bigint)
{define .break_up} select public.pawl_break($1::text, $2::text, $3::text)

{define .list}
select type, key, owner, token, since, until,
  waiting + (select count(distinct waits.run) from public.pawl_run_waits waits
    where waits.key = held.key and (waits.type = held.type or '' in (waits.type, held.type)))
from (select * from public.pawl_held_locks where key in ($1::text, $5::text)
  union all select * from public.pawl_held_locks where $1::text is null) held
where ($2::text is null or (key, type) > ($2::text, $3::text))
order by key, type limit $4::bigint offset 0

-- ---- freezes ----

{define .freeze}
-- Millions of seconds and microseconds apart, as postgres_parameter of the compiler says.
select public.pawl_freeze($1::text, $2::text,
  (timestamptz 'epoch' + ($3::bigint / 1000000000000)::float8 * interval '1000000 seconds'
    + ($3::bigint % 1000000000000)::float8 * interval '1 microsecond'),
  $4::text)

{define .freeze_waits_for}
select transaction, pid, application_name from public.pawl_freeze_waits_for($1::text, $2::text)

{define .find_freeze}
select mode, until, reason from public.pawl_freezes
where machine = $1::text and mode is not null and (until is null or until > clock_timestamp())

{define .thaw} select public.pawl_thaw($1::text)

{define wake}
select public.pawl_wake($1::text)

-- ---- deferred events; programs of the version may go on ----

{define .defer}
select public.pawl_defer($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint)
from public.pawl_machines version
where version.machine = $1::text and version.fingerprint = $9::text and version.is_accepted

{define .next_deferred}
-- The last column: whether an accepted version has such an event.
select number, entity, request_id, event, arguments, actor, lock_owner, lock_token,
  (select 1 from public.pawl_machines other where first.number is not null
    and other.machine = $1::text and other.is_accepted and (other.model is null or exists (
      select from pg_catalog.json_array_elements(other.model -> 'events'::text) known
      where known ->> 'stored'::text = first.event)) limit 1)
from public.pawl_machines version left join (
  select * from public.pawl_deferred pending where machine = $1::text and status is null
    and not exists (select from public.pawl_freezes type_lock
      where type_lock.machine = $1::text and type_lock.mode is not null
        and (type_lock.until is null or type_lock.until > clock_timestamp()))
  order by number limit 1) first on true
where version.machine = $1::text and version.fingerprint = $2::text and version.is_accepted offset 0

{define .find_deferred}
select event, status, from_state, to_state, sort_key, created_at, detail
from public.pawl_machines version left join (
  select * from public.pawl_deferred
  where machine = $1::text and entity = $3::text and request_id = $4::text) asked on true
where version.machine = $1::text and version.fingerprint = $2::text and version.is_accepted offset 0
