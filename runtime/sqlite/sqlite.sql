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

{define find_test_clock}
select case when exists (select 1 from main.pawl_objects where machine = '' and object = 'table pawl_test_clock') then 1
  when exists (select 1 from main.pawl_machines) or exists (select 1 from main.pawl_flows) then -1 else 0 end

{define moved_back}
-- A number of microseconds, or of `storage transitions` a text.
'"' || place.part || '" = case typeof("' || place.part || '") when ''integer'' then "' || place.part || '" - ' || ?1
  || ' when ''text'' then coalesce((select strftime(''%Y-%m-%d %H:%M:%S'', made / 1000000, ''unixepoch'') || printf(''.%06d'', made % 1000000)'
  || ' from (select cast(strftime(''%s'', substr("' || place.part || '", 1, 19)) as integer) * 1000000'
  || ' + cast(substr(substr("' || place.part || '", 21) || ''000000'', 1, 6) as integer) - ' || ?1 || ' as made)), "' || place.part || '")'
  || ' else "' || place.part || '" end'

{define pass_time}
-- Statements that move all times in Pawl's tables back. A column of SQLite does not show that it is a time: in a history the
-- machine's model does, elsewhere its name. Triggers that refuse changes are dropped meanwhile.
with machine (name) as (
  select distinct machine from main.pawl_machines
), own (name, machine) as (
  select made.name, machine.name from main.sqlite_master made
    left join machine on made.name in (machine.name || '_transitions', machine.name || '_archive')
    where made.type = 'table' and (made.name like 'pawl\_%' escape '\' or machine.name is not null
      or made.name in (select name || '_current' from machine union all select name || '_pending' from machine))
), place (name, part) as (
  select own.name, given.name from own join pragma_table_info(own.name, 'main') given
    where case when own.machine is null
      then given.name in ('at', 'since', 'before_since', 'after_since', 'until', 'leased_until') or given.name like '%\_at' escape '\'
      else given.name in ('created_at', 'updated_at', 'archived_at') or given.name in (
        select json_extract(param.value, '$.name') from main.pawl_machines known, json_each(known.model, '$.columns') param
        where known.machine = own.machine and json_extract(param.value, '$.type') = 'timestamp') end
)
select 'drop trigger main."' || name || '"' from main.sqlite_master where type = 'trigger' and tbl_name in (select name from place)
union all select 'update main."' || place.name || '" set ' || group_concat({>moved_back}, ', ') from place group by place.name
union all select sql from main.sqlite_master where type = 'trigger' and tbl_name in (select name from place)

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
