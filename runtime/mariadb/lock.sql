-- Locks on MariaDB. What changes one is a function, with one call for each question; see schema/.

-- ---- locks ----

{define lock}
select pawl_database.pawl_lock(?1, ?2) as pawl_value

-- A wait that is over undoes the statement alone. `set statement` ends with the statement, however that ends: a session
-- keeps nothing of it.
{define waits_not} set statement innodb_lock_wait_timeout = 0 for
{define waits_a_second} set statement innodb_lock_wait_timeout = 1 for
{define waits_for_ever} set statement innodb_lock_wait_timeout = 100000000 for
{define lock_at_once} {>waits_not} {>lock}
{define lock_in_time} {>waits_for_ever} {>lock}
{define .acquire} {>waits_a_second} select pawl_database.pawl_acquire(?1, ?2, ?3, ?4, ?5) as pawl_outcome
{define .renew} select pawl_database.pawl_renew(?1, ?2, ?3, ?4, ?5) as pawl_outcome
{define .release} select pawl_database.pawl_release(?1, ?2, ?3, ?4) as pawl_outcome
{define .break_up} select pawl_database.pawl_break(?1, ?2, ?3) as pawl_outcome

{define .list}
select type, convert(lock_key using utf8mb4), owner, token, since, until,
  waiting + (select count(distinct waits.run) from pawl_database.pawl_run_waits waits force index (pawl_run_waits_next)
    where waits.lock_key = held.lock_key and (waits.type = held.type or '' in (waits.type, held.type)))
from pawl_database.pawl_held_locks held
where (?1 is null or lock_key in (?1, ?5)) and (?2 is null or lock_key > ?2 or (lock_key = ?2 and type > ?3))
order by lock_key, type limit ?4

-- ---- freezes ----

{define .freeze} {>waits_a_second} select pawl_database.pawl_freeze(?1, ?2, ?3, ?4) as pawl_outcome
{define .freeze_waits_for} select pawl_database.pawl_freeze_waits_for(?1, ?2) as pawl_rows

{define .find_freeze}
select mode, until, reason from pawl_database.pawl_freezes
where machine = ?1 and (until is null or until > pawl_database.pawl_now())

{define .thaw} {>waits_a_second} select pawl_database.pawl_thaw(?1) as pawl_outcome

{define wake}
{>waits_a_second} select pawl_database.pawl_wake(?1) as pawl_value

-- ---- deferred events; programs of the version may go on ----

{define .defer}
select pawl_database.pawl_defer(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) as pawl_outcome
from pawl_database.pawl_machines version
where version.machine = ?1 and version.fingerprint = ?9 and version.is_accepted

{define .next_deferred}
-- The last column: whether an accepted version has such an event.
select first_one.number, convert(first_one.entity using utf8mb4), convert(first_one.request_id using utf8mb4),
  first_one.event, first_one.arguments, first_one.actor, first_one.lock_owner, first_one.lock_token,
  (select 1 from pawl_database.pawl_machines other where first_one.number is not null
    and other.machine = ?1 and other.is_accepted
    and (other.model is null or json_search(other.model, 'one', replace(replace(first_one.event, '%', '\%'), '_', '\_'), null, '$.events[*].stored') is not null)
    limit 1)
from pawl_database.pawl_machines version left join (
  select * from pawl_database.pawl_deferred pending force index (pawl_deferred_pending)
    where pending.machine = ?1 and pending.status is null
    and not exists (select 1 from pawl_database.pawl_freezes type_lock
      where type_lock.machine = ?1 and (type_lock.until is null or type_lock.until > pawl_database.pawl_now()))
  order by pending.number limit 1) first_one on true
where version.machine = ?1 and version.fingerprint = ?2 and version.is_accepted

{define .find_deferred}
select asked.event, asked.status, asked.from_state, asked.to_state, asked.sort_key, asked.created_at, asked.detail
from pawl_database.pawl_machines version left join (
  select * from pawl_database.pawl_deferred waiting
  where waiting.machine = ?1 and waiting.entity = ?3 and waiting.request_id = ?4) asked on true
where version.machine = ?1 and version.fingerprint = ?2 and version.is_accepted
