-- What pawlctl asks of SQLite, and what it writes there, in the words of that database.

-- ---- machines ----

{define .is_there} select 1 from main.sqlite_master where type = 'table' and name = '{of}'

{define .name_of_database}
select file from pragma_database_list where name = 'main'

-- ---- retiring a version ----

{define refuse_version}
-- The trigger would refuse the update, and is put back as it was.
select 'drop trigger main.pawl_machines_update'
union all
select 'update main.pawl_machines set is_accepted = 0 where machine = ' || quote(?1)
  || ' and fingerprint = ' || quote(?2)
union all
select sql from main.sqlite_master where name = 'pawl_machines_update'
union all
select 'drop view if exists main.' || ?1 || '_model_{PAWL_ABI}_' || ?2 where ?3 is not null

{define move_views_of_versions}
-- Views that an earlier pawl made name those of later versions, one of which goes.
select 'drop view if exists main.' || ?1 || '_model_{PAWL_ABI}_' || other.fingerprint
  || '; create view main.' || ?1 || '_model_{PAWL_ABI}_' || other.fingerprint
  || ' as select 1 where case when exists (select 1 from main.pawl_machines known where known.machine = ' || quote(?1)
  || ' and known.fingerprint = ' || quote(other.fingerprint) || ' and known.is_accepted) then 1 else json_extract(''{}'', ''no such table: main.'
  || ?1 || '_model_{PAWL_ABI}_' || other.fingerprint || ''') end'
from main.pawl_machines other, main.pawl_machines deployed
where other.machine = ?1 and deployed.machine = ?1 and deployed.is_deployed
  and other.is_accepted and not other.is_deployed and ?2 || ?3 is not null

-- ---- restored, and emptied for tests ----

{define skip_numbers}
-- What was given after the backup is not given again: tokens of locks, and claims of relays. The number of a run follows the
-- highest one that is there.
select 'drop trigger main.pawl_lock_keys_update'
union all select 'drop trigger main.pawl_outbox_slots_update'
union all select 'update main.pawl_lock_keys set last_token = last_token + 1000000'
union all select 'update main.pawl_outbox_slots set claim = claim + 1000000, leased_until = 0'
union all select sql from main.sqlite_master where name in ('pawl_lock_keys_update', 'pawl_outbox_slots_update')

{define empty_tables}
with emptied as (
  select known.name from main.sqlite_master known
  where known.type = 'table' and (known.name in (select machine || '_archive' from main.pawl_machines)
    or exists (select 1 from main.pawl_objects own where own.object = 'table ' || known.name
      and known.name not in ('pawl_schema', 'pawl_machines', 'pawl_past_moves', 'pawl_objects', 'pawl_flows', 'pawl_freezes',
        'pawl_lock_keys', 'pawl_outbox_slots', own.machine || '_moves', own.machine || '_pending_rules')))
)
select 'drop trigger main."' || name || '"' from main.sqlite_master where type = 'trigger' and tbl_name in (select name from emptied)
union all select 'delete from main."' || name || '"' from emptied
union all select sql from main.sqlite_master where type = 'trigger' and tbl_name in (select name from emptied)

-- ---- tables of others; where `main.` has to be before their names, it is cut off ----

{define .column_details}
select name, lower(type), "notnull", dflt_value is not null or pk > 0 
from pragma_table_info(case when ?1 like 'main.%' then substr(?1, 6) else ?1 end)

{define .unique_indexes}
select
  (select group_concat(name, ',') from (select name from pragma_index_info(list.name) order by seqno)),
  case when list.partial then trim(substr(sql, instr(lower(sql), ' where ') + 7), '() "`') end
from pragma_index_list(substr(?1, 6)) list
  left join main.sqlite_master on type = 'index' and sqlite_master.name = list.name
where list."unique"

-- ---- what pawlctl writes ----

{define .protect_archive}
create trigger main.{name}_archive_insert before insert on {name}_archive
  when only_libpawl_may_write('{name}_archive', new.{name}_id, new.sort_key, new.archived_at, new.archived_by)
    is not 1
begin select raise(abort, '{name}_archive is written by pawlctl archive only'); end;
create trigger main.{name}_archive_update before update on {name}_archive
  when only_libpawl_may_write('{name}_archive', old.{name}_id, old.sort_key, old.archived_at) is not 1
begin select raise(abort, '{name}_archive is history: its rows are not changed'); end;
create trigger main.{name}_archive_delete before delete on {name}_archive
begin select raise(abort, '{name}_archive is history: its rows are not deleted'); end;

-- ---- expressions, of which longer statements are put together ----

{define .now} cast((julianday('now') - 2440587.5) * 86400000000 as integer)
{define .elapsed} ({of} - created_at)
{define .differs} {of} is not head.state
{define .as_text} cast({of} as text)
{define .whole} cast({of} as integer)
