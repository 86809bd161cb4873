-- Machines that are frozen or asleep on SQLite, and the events that wait until they wake.

-- ---- freezes ----

{define is_known}
-- A machine or a flow.
select ?1 in (select machine from main.pawl_machines union all select flow from main.pawl_flows)

{define find_freeze} select mode, until, reason from main.pawl_freezes where machine = ?1

{define insert_freeze}
insert into main.pawl_freezes (machine, mode, until, reason, since, frozen_by) values (?1, ?2, ?3, ?4, ?5, ?6)

{define update_freeze}
update main.pawl_freezes set mode = ?2, until = ?3, reason = ?4, since = ?5, frozen_by = ?6 where machine = ?1

{define delete_freeze} delete from main.pawl_freezes where machine = ?1

{define end_freeze}
-- The row of one that is in force, as it is then.
select machine, mode, ?2, reason, since, frozen_by from main.pawl_freezes
where machine = ?1 and (until is null or until > ?2)

{define find_over}
-- One that is over, with no deferred event.
select machine from main.pawl_freezes frozen
where machine = ?1 and until <= ?2
  and not exists (select 1 from main.pawl_deferred waiting where waiting.machine = ?1 and waiting.status is null)

-- ---- deferred events ----

{define is_accepted}
-- Programs of the version may go on.
select 1 from main.pawl_machines version
where version.machine = ?1 and version.fingerprint = ?2 and version.is_accepted

{define new_deferred}
select (select coalesce(max(number), 0) + 1 from main.pawl_deferred), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
  null, null, null, null, null, null, null

{define insert_deferred}
insert into main.pawl_deferred (number, machine, entity, request_id, event, arguments, actor, lock_owner, lock_token,
  deferred_at, fired_at, status, from_state, to_state, sort_key, created_at, detail)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
  ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)

{define find_same_request}
select number, event = ?4 and arguments = ?5, status is not null from main.pawl_deferred
where machine = ?1 and entity = ?2 and request_id = ?3

{define delete_deferred} delete from main.pawl_deferred where number = ?1

{define finish_deferred}
-- The row of one that waits, as it is then.
select number, machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at,
  ?2, ?3, ?4, ?5, ?6, ?7, ?8
from main.pawl_deferred
where number = ?1 and status is null

{define update_deferred}
update main.pawl_deferred set machine = ?2, entity = ?3, request_id = ?4, event = ?5, arguments = ?6, actor = ?7,
  lock_owner = ?8, lock_token = ?9, deferred_at = ?10, fired_at = ?11, status = ?12, from_state = ?13,
  to_state = ?14, sort_key = ?15, created_at = ?16, detail = ?17
where number = ?1

{define comes_first}
-- Whether the entity's first deferred event that waits has this request id.
select request_id is ?3 from main.pawl_deferred
where machine = ?1 and entity = ?2 and status is null
order by number limit 1
