-- What MariaDB's driver asks of the server and of the database.

{define find_schema}
-- Both are seen by whoever has a right on them.
select
  exists (select 1 from information_schema.tables known
    where known.table_schema = 'pawl_database' and known.table_name = 'pawl_schema'),
  exists (select 1 from information_schema.tables known
    where known.table_schema = 'pawl_database' and known.table_name = 'pawl_machines')

{define schema_version} select coalesce(max(known.version), 0) from pawl_database.pawl_schema known

{define find_test_clock}
select case when exists (select 1 from pawl_database.pawl_objects known
    where known.machine = '' and known.object = 'procedure pawl_test_clock_add') then 1
  when exists (select 1 from pawl_database.pawl_machines) or exists (select 1 from pawl_database.pawl_flows) then -1 else 0 end

{define pass_time} call pawl_database.pawl_test_clock_add(

{define find_versions}
-- The accepted versions of a machine, the latest first; whether this version is accepted (0), older than the deployed one (-1),
-- newer (1), or unknown to the database (null); the version to which a migration leads that is running.
select
  (select group_concat(known.fingerprint, if(known.is_deployed, ' (deployed)', '') order by known.deployed_at desc separator ', ')
    from pawl_database.pawl_machines known where known.machine = ?1 and known.is_accepted),
  (select case when own.is_accepted then 0 when own.deployed_at > deployed.deployed_at then 1 else -1 end
    from pawl_database.pawl_machines own left join pawl_database.pawl_machines deployed
      on deployed.machine = own.machine and deployed.is_deployed
    where own.machine = ?1 and own.fingerprint = ?2),
  (select begun.fingerprint from pawl_database.pawl_migrations begun where ?1 in (begun.machine, begun.old_machine) limit 1)

{define find_oldest}
-- Of all transactions of the server, since nothing tells the tables that one has used.
select concat('connection ', session.id, ' (', session.user, ', for ', timestampdiff(second, active.trx_started, now()),
    ' s): let it end, or kill ', session.id)
from information_schema.innodb_trx active join information_schema.processlist session on session.id = active.trx_mysql_thread_id
where active.trx_mysql_thread_id <> connection_id() order by active.trx_started, active.trx_id limit 1

{define begin_gathering} set session innodb_lock_wait_timeout = 0, lock_wait_timeout = 0
{define end_gathering} set session innodb_lock_wait_timeout = 100000000, lock_wait_timeout = default

{define begin_asking}
set @pawl_row_wait = @@innodb_lock_wait_timeout, @pawl_table_wait = @@lock_wait_timeout,
  session innodb_lock_wait_timeout = 0, lock_wait_timeout = 0

{define end_asking}
set session innodb_lock_wait_timeout = @pawl_row_wait, lock_wait_timeout = @pawl_table_wait

{define skip_guard} set @pawl_skipped = concat_ws(',', @pawl_skipped, @pawl_asked), @pawl_asked = null
{define end_skipping} set @pawl_skipped = null

{define find_roles}
-- The login as SQL takes it, whether it sees all, whether it may call all without a role, and by roles which it may set, and
-- which it uses, also through others.
select concat('''', regexp_replace(replace(current_user(), '''', ''''''), '@(?=[^@]*$)', '''@'''), ''''),
  exists (select 1 from information_schema.user_privileges own
    where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.privilege_type = 'SELECT')
    or exists (select 1 from information_schema.schemata known where known.schema_name = 'pawl_database'),
  exists (select 1 from information_schema.user_privileges own
    where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.privilege_type = 'EXECUTE'),
  held.role_name, used.role_name
from (select 1) login
left join information_schema.applicable_roles held on true
left join information_schema.enabled_roles used on used.role_name = held.role_name

{define find_lacking}
-- The login as SQL takes it; what it lacks of what all machines share, as it is granted: null for nothing; and whether it
-- has roles in use, whose rights are not looked at.
select named.login, nullif(concat_ws('; ',
    if((select count(*) from information_schema.user_privileges held where held.grantee = named.grantee
        and held.is_grantable = 'YES' and held.privilege_type in ('CREATE USER', 'SET USER', 'PROCESS')) = 3, null,
      concat('grant create user, set user, process on *.* to ', named.login, ' with grant option')),
    if(exists (select 1 from information_schema.user_privileges held where held.grantee = named.grantee
          and held.is_grantable = 'YES' and held.privilege_type = 'CREATE ROUTINE')
        or exists (select 1 from information_schema.schema_privileges held where held.grantee = named.grantee
          and held.is_grantable = 'YES' and held.privilege_type = 'CREATE ROUTINE' and 'pawl_database' like held.table_schema), null,
      concat('grant all on pawl_database.* to ', named.login, ' with grant option'))), ''),
  exists (select 1 from information_schema.enabled_roles enabled where enabled.role_name is not null)
from (select concat('''', regexp_replace(replace(current_user(), '''', ''''''), '@(?=[^@]*$)', '''@'''), '''') as login,
    concat('''', replace(current_user(), '@', '''@'''), '''') as grantee) named

{define restore_settings}
-- As they were before a script that has failed; what it has not set stays.
set sql_mode = coalesce(@pawl_sql_mode, @@sql_mode), collation_connection = coalesce(@pawl_collation, @@collation_connection),
  group_concat_max_len = coalesce(cast(@pawl_group_concat_max as unsigned), @@group_concat_max_len),
  autocommit = coalesce(@pawl_autocommit, @@autocommit),
  lock_wait_timeout = coalesce(cast(@pawl_lock_wait as unsigned), @@lock_wait_timeout),
  innodb_lock_wait_timeout = coalesce(cast(@pawl_row_wait as unsigned), @@innodb_lock_wait_timeout),
  @pawl_lock_wait = null, @pawl_row_wait = null, @pawl_is_tried = null

{define restore_role} execute immediate if(@pawl_role is null, 'do 0', concat('set role ', @pawl_role))
{define release_deployment} do release_lock('pawl_database')

{define unwise}
-- A server that logs statements would have replicas make moves anew, in another order.
select concat('binlog_format is ', @@binlog_format, ': set it to ROW, or replicas may make other transitions')
from dual where @@log_bin and @@binlog_format <> 'ROW'
union all
select concat('the login ', current_user(), ' may write Pawl''s own database: Pawl''s tables are not protected from it')
from information_schema.user_privileges own
where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.privilege_type in ('SUPER', 'UPDATE')
union all
select concat('the login ', current_user(), ' is a member of ', held.role_name, ': Pawl''s tables are not protected from it')
from information_schema.applicable_roles held where held.role_name = 'pawl_database_owner'
union all
select concat('the login ', current_user(), ' has ', own.privilege_type, ' in Pawl''s own database: Pawl''s tables are not protected from it')
from information_schema.schema_privileges own
where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.table_schema = 'pawl_database'
  and own.privilege_type not in ('SELECT', 'EXECUTE', 'SHOW VIEW')
union all
select concat('the login ', current_user(), ' has ALTER ROUTINE in pawl_application, and so may put code of its own in the place of guards and effects')
from information_schema.schema_privileges own
where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.table_schema = 'pawl_application'
  and own.privilege_type = 'ALTER ROUTINE'
  -- of a database that is named: each routine that is looked at is parsed, else those of the whole server
  and exists (select 1 from information_schema.routines made
    where made.routine_schema = 'pawl_application' and made.definer like 'pawl_database_owner%' and made.security_type = 'INVOKER')
limit 1

{define unwise_triggers}
-- Whoever has no role yet may not read these tables. A routine says nothing of itself to whoever may only hang triggers.
select concat('the login ', current_user(), ' has TRIGGER in pawl_application, and so may hang code of its own on what transitions write')
from information_schema.schema_privileges own
where own.grantee = concat('''', replace(current_user(), '@', '''@'''), '''') and own.table_schema = 'pawl_application'
  and own.privilege_type = 'TRIGGER'
  and (exists (select 1 from pawl_database.pawl_objects made where made.object regexp '^function [^$]*[$]effect_')
    or exists (select 1 from pawl_database.pawl_machines known where known.is_deployed and json_exists(known.model, '$.mirror')))
limit 1
