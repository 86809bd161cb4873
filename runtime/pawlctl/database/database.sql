-- What all machines and flows of a database share, in words that all databases understand.

{define machines}
select machine, fingerprint, abi, {as_text:model},
  case when exists (select 1 from {schema}.pawl_machines other
    where other.machine = deployed.machine and not other.is_deployed) then deployed_at end
from {schema}.pawl_machines deployed
where is_deployed
order by machine

{define versions}
select machine, fingerprint, is_deployed, is_accepted from {schema}.pawl_machines order by machine, deployed_at

{define past_moves} select machine, event, from_state, to_state from {schema}.pawl_past_moves

{define freezes}
select frozen.machine, frozen.mode, frozen.until, frozen.reason, frozen.since, frozen.frozen_by,
  (select count(*) from {schema}.pawl_deferred pending where pending.machine = frozen.machine and pending.status is null)
from {schema}.pawl_freezes frozen
where frozen.mode is not null
order by frozen.machine

{define flows} select flow, fingerprint, {as_text:model} from {schema}.pawl_flows order by flow, deployed_at

-- ---- the log of operators, where no function of the database writes it ----

{define next_log} select coalesce(max(number), 0) + 1 from main.pawl_lock_log

{define write_log}
insert into main.pawl_lock_log (number, logged_at, login, action, type, key, owner, token, reason, actor)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
