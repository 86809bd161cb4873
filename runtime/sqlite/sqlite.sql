-- What the driver of SQLite says to a file that it opens.

{define write_ahead}
pragma journal_mode = wal

{define set_up}
pragma synchronous = full; pragma foreign_keys = on

{define start_writing}
-- Changes nothing, but starts writing, and fails where what was read before is no longer the latest.
delete from main.pawl_machines where false

{define find_schema}
select count(*) filter (where name = 'pawl_schema'), count(*) filter (where name = 'pawl_machines')
from main.sqlite_master
where type = 'table'

{define schema_version}
select version from main.pawl_schema

{define find_earlier}
select 1 from main.pawl_machines earlier join main.pawl_machines deployed
  on deployed.machine = earlier.machine and deployed.deployed_at > earlier.deployed_at
where earlier.machine = ?1 and earlier.fingerprint = ?2 and deployed.is_deployed
