-- What the driver of SQLite says to a file that it opens.

{define write_ahead} pragma journal_mode = wal
{define set_up} pragma synchronous = full; pragma foreign_keys = on

{define start_writing}
-- Changes nothing, but starts writing, and fails where what was read before is no longer the latest.
delete from main.pawl_machines where false

{define find_schema}
select count(*) filter (where name = 'pawl_schema'), count(*) filter (where name = 'pawl_machines')
from main.sqlite_master
where type = 'table'

{define schema_version} select version from main.pawl_schema

{define find_versions}
-- The accepted versions of a machine, the latest first; whether this version is accepted (0), older than the deployed one (-1),
-- newer (1), or unknown to the database (null); the version to which a migration leads that is running.
-- Nobody sees a migration before its commit.
select
  (select group_concat(known.version, ', ') from (
    select fingerprint || case when is_deployed then ' (deployed)' else '' end as version
      from main.pawl_machines where machine = ?1 and is_accepted order by deployed_at desc) known),
  (select case when own.is_accepted then 0 when own.deployed_at > deployed.deployed_at then 1 else -1 end
    from main.pawl_machines own left join main.pawl_machines deployed on deployed.machine = own.machine and deployed.is_deployed
    where own.machine = ?1 and own.fingerprint = ?2),
  null
