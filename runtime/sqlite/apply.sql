-- What of a deployment the generated SQL cannot do on SQLite.

{define find_deployed}
select abi, deployed_at, model from main.pawl_machines where machine = ?1 and fingerprint = ?2

{define models} select machine, fingerprint, model from main.pawl_machines

{define update_model}
update main.pawl_machines set model = ?5
where machine = ?1 and fingerprint = ?2 and abi = ?3 and deployed_at = ?4

{define write_views_of_versions}
-- Statements that make the views of accepted versions anew, under the names of this library. Whoever may write the file can
-- have put any text into these rows; so each is quoted.
select printf('create view main."%w_model_{PAWL_ABI}_%w" as select 1 where case when exists (select 1 from main.pawl_machines known'
    || ' where known.machine = %Q and known.fingerprint = %Q and known.is_accepted) then 1 else json_extract(''{}'', %Q) end;'
    || 'drop view if exists main."%w_model_%w"',
  other.machine, other.fingerprint, other.machine, other.fingerprint,
  'no such table: main.' || other.machine || '_model_{PAWL_ABI}_' || other.fingerprint, other.machine, other.fingerprint)
from main.pawl_machines other join main.pawl_machines deployed on deployed.machine = other.machine
where deployed.is_deployed and deployed.abi = {PAWL_ABI} and other.is_accepted and not other.is_deployed
  and not exists (select 1 from main.sqlite_master
    where type = 'view' and name = '' || other.machine || '_model_{PAWL_ABI}_' || other.fingerprint)
