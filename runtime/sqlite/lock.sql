-- Locks on SQLite. One of all types has the type ''.

{define now_us}
-- Whole milliseconds, so that it may be the one before.
cast((julianday('now') - 2440587.5) * 86400000000 as integer)

-- ---- held locks ----

{define find_holder}
-- Who is in the way of a lock of that type, or of a move of that machine.
select type, owner, token, since, until from main.pawl_locks
where key = ?2 and (type = ?1 or type = '' or ?1 = '') and owner <> ?3
  and (until is null or until > ?4)
order by type limit 1

{define find_own} select type, owner, token, since, until from main.pawl_locks where key = ?2 and type = ?1

{define spellings}
-- Of a lock of all machines on a uuid, which stands under each spelling that was given, and last in small letters.
from main.pawl_locks where type = ?1 and key between iif(?1 = '' and ?3, upper(?2), ?2) and ?2 and lower(key) = lower(?2)

{define first_spelling} select key {>spellings} order by key limit 1
{define prolonged} select key, type, owner, token, since, ?4 {>spellings}

{define find_expired}
select key, type, owner, token from main.pawl_locks
where key = ?2 and (type = ?1 or type = '' or ?1 = '') and until <= ?3

{define insert_lock}
insert into main.pawl_locks (key, type, owner, token, since, until) values (?1, ?2, ?3, ?4, ?5, ?6)

{define update_lock}
update main.pawl_locks set owner = ?3, token = ?4, since = ?5, until = ?6 where key = ?1 and type = ?2

{define delete_lock} delete from main.pawl_locks where key = ?1 and type = ?2 and owner = ?3 and token = ?4

{define owner_holds_lock}
select count(*) from main.pawl_locks
where key = ?2 and type in ('', ?1) and owner = ?3 and token = ?4
  and (until is null or until > ?5)

{define .list}
select type, key, owner, token, since, until,
  (select count(*) from main.pawl_lock_waiters waiter
    where waiter.key = held.key and (waiter.type = held.type or '' in (waiter.type, held.type))
      and waiter.until > {>now_us})
  + (select count(distinct waits.run) from main.pawl_run_waits waits
    where waits.key = held.key and (waits.type = held.type or '' in (waits.type, held.type)))
from main.pawl_locks held
where key between ifnull(?1, '') and ifnull(?5, x'') -- a blob is greater than any text
  and (?1 is null or key in (?1, ?5))
  and (?2 is null or (key, type) > (?2, ?3))
  and (until is null or until > {>now_us})
order by key, type limit ?4

-- ---- tokens ----

{define last_token} select last_token from main.pawl_lock_keys where key = ?1
{define insert_token} insert into main.pawl_lock_keys (key, last_token) values (?1, ?2)

{define update_token}
update main.pawl_lock_keys set last_token = ?2 where key = ?1

-- ---- those who wait ----

{define waits_until} select until from main.pawl_lock_waiters where key = ?1 and type = ?2 and owner = ?3

{define insert_waiter}
insert into main.pawl_lock_waiters (key, type, owner, since, until) values (?1, ?2, ?3, ?4, ?5)

{define delete_waiter}
delete from main.pawl_lock_waiters where key = ?1 and type = ?2 and owner = ?3

-- ---- the log ----

{define new_log}
select (select coalesce(max(number), 0) + 1 from main.pawl_lock_log), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, null

{define insert_log}
insert into main.pawl_lock_log (number, logged_at, login, action, type, key, owner, token, reason, actor)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)

-- ---- machines ----

{define machine_has_key}
-- 0: there is no such machine. 1: it has none. 2: it has one, or its model is not kept.
select coalesce(max(1 + (is_accepted
  and (model is null or iif(json_valid(model), json_type(model, '$.key'), null) is not null))), 0)
from main.pawl_machines where machine = ?1

{define lock_types}
-- The types of its keys of locks. ?2: $.lock_types, of held locks, or $.serialize_types, of keyed ones.
select each.value from main.pawl_machines known,
  json_each(coalesce(iif(json_valid(known.model), json_extract(known.model, ?2), null), '["text"]')) each
where known.machine = ?1 and known.is_accepted

{define .find_freeze}
select mode, until, reason from main.pawl_freezes
where machine = ?1 and (until is null or until > {>now_us})

{define version_is_accepted}
-- Programs of the version may go on.
where version.machine = ?1 and version.fingerprint = ?2 and version.is_accepted

{define .next_deferred}
-- The last column: whether an accepted version has such an event. now_us may be a millisecond behind, so a freeze
-- that ends within the next one is over.
select number, entity, request_id, event, arguments, actor, lock_owner, lock_token,
  (select 1 from main.pawl_machines other
    where first.number is not null and other.machine = ?1 and other.is_accepted
      and case when json_valid(other.model) then exists (
        select 1 from json_each(other.model, '$.events') known
        where json_extract(known.value, '$.stored') = first.event) else 1 end
    limit 1)
from main.pawl_machines version left join (
  select * from main.pawl_deferred
  where machine = ?1 and status is null
    and not exists (select 1 from main.pawl_freezes frozen
      where frozen.machine = ?1 and (frozen.until is null or frozen.until > 1000 + {>now_us}))
  order by number limit 1) first
{>version_is_accepted}

{define .find_deferred}
select event, status, from_state, to_state, sort_key, created_at, detail
from main.pawl_machines version left join (
  select * from main.pawl_deferred where machine = ?1 and entity = ?3 and request_id = ?4)
{>version_is_accepted}
