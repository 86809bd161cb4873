-- What pawlctl asks of MariaDB, and what it writes there, in the words of that database. pawl_database and
-- pawl_application stand for the two databases, as in the generated SQL.

-- ---- connections ----

{define .confine}
-- In which columns of others have their times.
set time_zone = '+00:00'

{define .confine_in_time}
set time_zone = '+00:00', max_statement_time = if(@@max_statement_time between 0.001 and {seconds}, @@max_statement_time, {seconds})

{define .login} select substring_index(session_user(), '@', 1)
{define .log_action} select pawl_database.pawl_log_action(?1, ?2, ?3, ?4)

{define .flow_objects} select pawl_database.pawl_catalog(?1, 'pawl_application') as pawl_rows

{define .standing}
select current_user(),
  exists (select 1 from information_schema.user_privileges own
    where replace(own.grantee, '''', '') = current_user() and own.privilege_type = 'SUPER'),
  exists (select 1 from information_schema.applicable_roles own where own.role_name = 'pawl_database_owner')

{define .sees_writers}
-- The tables of rights are read for the others.
select 1 from information_schema.user_privileges own
where replace(own.grantee, '''', '') = current_user() and own.privilege_type = 'SELECT'

{define .writers}
-- Who has the role of the owner is no stranger: whoever has deployed has it. Of the application's database it is who may change the
-- functions of guards and effects, lay temporary tables over what they read, or hang triggers on what effects and mirrors write: a
-- statement that is ended within a trigger goes back to the savepoint that this has set, and leaves what the move wrote before.
select replace(held.grantee, '''', ''), group_concat(lower(held.privilege_type) order by held.privilege_type separator ', '), held.object,
  min(held.consequence)
from (
  select grantee, privilege_type, 'all databases' as object, null as consequence from information_schema.user_privileges
  union all
  select grantee, privilege_type, table_schema, null from information_schema.schema_privileges
    where 'pawl_database' like table_schema escape '\'
      or 'pawl_database_strict' like table_schema escape '\' and exists (select 1 from information_schema.schemata asking
        where asking.schema_name = 'pawl_database_strict')
  union all
  select grantee, privilege_type, concat(table_schema, '.', table_name), null from information_schema.table_privileges
    where table_schema = 'pawl_database'
  union all
  select grantee, privilege_type, concat(table_schema, '.', table_name, '.', column_name), null
    from information_schema.column_privileges where table_schema = 'pawl_database'
  union all
  select concat(user, '@', host), 'ALTER ROUTINE', concat(db, '.', routine_name), null
    from mysql.procs_priv where db = 'pawl_database' and find_in_set('Alter Routine', proc_priv)
  union all
  select concat(user, '@', host), upper(proc_priv), concat(db, '.', routine_name), null
    from mysql.procs_priv where db = 'pawl_database_strict'
  union all
  select replaces.grantee, replaces.privilege_type, replaces.object, concat('put ', if(replaces.privilege_type = 'ALTER ROUTINE',
      'code of his own in the place of guards and effects', 'tables of his own in the place of what guards and effects read'))
  from (
    select grantee, privilege_type, table_schema as object from information_schema.schema_privileges
      where privilege_type in ('ALTER ROUTINE', 'CREATE TEMPORARY TABLES') and 'pawl_application' like table_schema escape '\'
    union all
    select concat(user, '@', host), 'ALTER ROUTINE', concat(db, '.', routine_name)
      from mysql.procs_priv where db = 'pawl_application' and find_in_set('Alter Routine', proc_priv)
        and exists (select 1 from pawl_database.pawl_objects made where made.object = concat('function ', routine_name))
  ) replaces
  where exists (select 1 from pawl_database.pawl_objects made where made.object regexp '^function [^$]*[$](guard|effect)_')
  union all
  select hangs.grantee, 'TRIGGER', concat_ws('.', hangs.of_schema, hangs.of_table),
    'hang code of his own on what transitions write, and have a transition stay without its effect'
  from (
    select grantee, table_schema as of_schema, null as of_table from information_schema.schema_privileges
      where privilege_type = 'TRIGGER' and 'pawl_application' like table_schema escape '\'
    union all
    select grantee, table_schema, table_name from information_schema.table_privileges
      where privilege_type = 'TRIGGER' and table_schema = 'pawl_application'
  ) hangs
  where exists (select 1 from information_schema.schema_privileges written
      where replace(written.grantee, '''', '') in ('pawl_database_hooks', 'pawl_database_hooks@')
        and written.privilege_type in ('INSERT', 'UPDATE', 'DELETE') and 'pawl_application' like written.table_schema escape '\')
    or exists (select 1 from information_schema.table_privileges written
      where replace(written.grantee, '''', '') in ('pawl_database_hooks', 'pawl_database_hooks@', 'pawl_database_owner', 'pawl_database_owner@')
        and written.privilege_type in ('INSERT', 'UPDATE', 'DELETE') and written.table_schema = 'pawl_application'
        and written.table_name = coalesce(hangs.of_table, written.table_name))
  union all
  select concat(held.user, '@', held.host), 'EXECUTE', concat(held.db, '.', held.routine_name), 'fire events that no `pawlctl grant` has given it: revoke it'
    from mysql.procs_priv held
    where held.db = 'pawl_database' and find_in_set('Execute', held.proc_priv) and held.user not in ('pawl_database_app',
        'pawl_database_operator', 'pawl_database_reader', 'pawl_database_hooks', 'pawl_database_owner')
      and exists (select 1 from mysql.procs_priv application where application.db = held.db and application.routine_name = held.routine_name
        and application.user = 'pawl_database_app' and find_in_set('Execute', application.proc_priv))
      and not exists (select 1 from pawl_database.pawl_granted given
        where given.login = concat(held.user, '@', held.host) and given.routine_name = held.routine_name)
  union all
  select given.login, 'a grant', given.machine, 'fire events if a login of that name is created again: take it back by `pawlctl grant`'
    from pawl_database.pawl_grants given where not exists (select 1 from mysql.user known where concat(known.user, '@', known.host) = given.login)
) held
where (held.consequence like 'fire events%' or held.privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'ALTER', 'DROP', 'INDEX', 'TRIGGER', 'CREATE ROUTINE',
      'ALTER ROUTINE', 'CREATE VIEW', 'CREATE TEMPORARY TABLES', 'SET USER')
    or held.privilege_type = 'EXECUTE' and 'pawl_database_strict' like held.object escape '\' or held.object like 'pawl_database_strict.%')
  and replace(held.grantee, '''', '') not in ('pawl_database_owner', 'pawl_database_owner@')
  and replace(held.grantee, '''', '') not in (select replace(super.grantee, '''', '') from information_schema.user_privileges super
    where super.privilege_type = 'SUPER')
  and replace(held.grantee, '''', '') not in (select concat(member.user, '@', member.host) from mysql.roles_mapping member
    where member.role = 'pawl_database_owner')
group by held.grantee, held.object

{define .find_login} select 1 from mysql.user where concat(user, '@', host) = {login}
{define .grant_reader}
-- A login has one default role, which stays.
grant pawl_database_reader to {account};
begin not atomic
  if (select default_role from mysql.user where concat(user, '@', host) = {login}) = '' then
    set default role pawl_database_reader for {account};
  end if;
end

{define .grant_events}
insert ignore into pawl_database.pawl_grants (login, machine, event)
  select {login}, {machine}, event.name from json_table(json_array({events}), '$[*]' columns (name varchar(64) path '$')) event;
call pawl_database.pawl_grant_calls({machine})

{define .revoke_events}
begin not atomic
  declare continue handler for 1141, 1403 begin end; -- the login is gone, or had no such right
  for held in (select distinct routine_name from pawl_database.pawl_granted where machine = {machine} and login = {login}) do
    execute immediate concat('revoke execute on function pawl_database.`', held.routine_name, '` from ''', regexp_replace(replace({login}, '''', ''''''), '@(?=[^@]*$)', '''@'''), '''');
  end for;
end;
delete from pawl_database.pawl_grants where login = {login} and machine = {machine} and (event in ({events}) or '' in ({events}));
call pawl_database.pawl_grant_calls({machine})

{define .become_owner}
-- Whoever deployed may write Pawl's tables himself; others have the role of their owner, if they have it at all.
begin not atomic
  declare exit handler for sqlexception begin end;
  set role pawl_database_owner;
end

{define .read_only} start transaction with consistent snapshot, read only

{define .snapshot}
-- Without the level the snapshot would be one of each statement. Not read only: there no statement that writes is prepared,
-- as guards and effects are to see whether they can run.
set transaction isolation level repeatable read;
start transaction with consistent snapshot

-- ---- transactions that were prepared ----

{define .find_prepared}
select 1 from information_schema.routines known
where known.routine_schema = 'pawl_database' and known.routine_name = 'pawl_prepared' -- which was not always there

{define .prepared}
-- Whose they are, and whether they have written Pawl's tables, InnoDB does not tell.
select '', found.transaction, null, found.since, null, null
from json_table(pawl_database.pawl_prepared(), '$[*]' columns (transaction varchar(64) path '$.transaction', since bigint path '$.since')) found

-- ---- machines ----

{define .is_there}
select 1 from information_schema.tables known
where known.table_schema = 'pawl_database' and known.table_name = '{of}'

{define .name_of_database} select 'pawl_application'

{define .deploying}
select is_used_lock('pawl_database'),
  (select concat(user, '@', host) from information_schema.processlist where id = is_used_lock('pawl_database'))
from dual where is_used_lock('pawl_database') <> connection_id()

{define .under_way} select machine, old_machine, fingerprint, began_at from pawl_database.pawl_migrations

{define .adopt}
set @pawl_adopt = 'yes'

-- ---- retiring a version ----
-- What is dropped commits by itself; so what says that it is done comes last.

{define drop_functions}
select concat('drop function if exists pawl_database.`', own.routine_name, '`')
from information_schema.routines own
  join pawl_database.pawl_objects known on known.machine = ?1 and known.object = concat('function ', own.routine_name)
where own.routine_schema = 'pawl_database'
  and (own.routine_name regexp concat('^', ?1, '(_model_{PAWL_ABI}_', ?2, '|_{PAWL_ABI}_', ?2, '_[0-9]+(_all|_own)?)\z')
    or (?3 = 'last' and exists (select 1 from information_schema.routines kept
      where kept.routine_schema = 'pawl_database' and kept.routine_name = replace(own.routine_name, '_many$', '$')
        and kept.routine_comment = 'For programs of an earlier version.')))
order by own.routine_name like '%\_many$%' escape '\' desc

{define forget_functions}
select concat('delete from pawl_database.pawl_objects where machine = ''', ?1, ''' and object like ''function %''
  and substring(object, 10) not in (select routine_name from information_schema.routines
    where routine_schema in (''pawl_database'', ''pawl_application''))')
from dual where ?2 is not null and ?3 is not null

{define refuse_version}
select concat('update pawl_database.pawl_machines set is_accepted = false where machine = ''', ?1, ''' and fingerprint = ''', ?2, '''')
from dual where ?3 is not null

-- ---- restored, and emptied for tests ----

{define skip_numbers}
-- What was given after the backup is not given again: tokens of locks, claims of relays, and the numbers of runs, of which
-- the keys of calls are made.
select 'update pawl_database.pawl_lock_keys set last_token = last_token + 1000000'
union all select 'update pawl_database.pawl_outbox_slots set claim = claim + 1000000, leased_until = 0'
union all select concat('alter table pawl_database.pawl_runs auto_increment = ',
  greatest(coalesce((select max(id) from pawl_database.pawl_runs), 0), coalesce((select known.auto_increment
    from information_schema.tables known where known.table_schema = 'pawl_database' and known.table_name = 'pawl_runs'), 0)) + 1000000)

{define empty_tables}
select concat('delete from `', known.table_schema, '`.`', known.table_name, '`')
from (select distinct machine, substring(object, length('table ') + 1) as name from pawl_database.pawl_objects
    where object like 'table %'
  union select machine, concat(machine, '_archive') from pawl_database.pawl_machines) own
  join information_schema.tables known on known.table_name = substring_index(own.name, '.', -1) and known.table_type = 'BASE TABLE'
    and known.table_schema in ('pawl_database', 'pawl_application')
where own.name not in ('pawl_schema', 'pawl_machines', 'pawl_past_moves', 'pawl_objects', 'pawl_flows', 'pawl_freezes', 'pawl_gates',
  'pawl_numbers', 'pawl_migrations', 'pawl_lock_keys', 'pawl_outbox_slots', concat(own.machine, '_moves'), concat(own.machine, '_pending_rules'))

-- ---- tables of others: `orders`, `shop.orders`, either of which may be quoted ----

{define table_in_question}
given.table_name = replace(replace(substring_index(?1, '.', -1), '`', ''), '"', '')
  and given.table_schema = if(locate('.', ?1) = 0, 'pawl_application',
    replace(replace(substring_index(?1, '.', 1), '`', ''), '"', ''))

{define .column_details}
select given.column_name, lower(given.column_type), given.is_nullable = 'NO',
  given.column_default is not null or given.extra <> ''
from information_schema.columns given
where {>table_in_question}
  and given.column_name not in ('pawl_pass', 'pawl_writer') -- of --strict, in which nothing is kept
order by given.ordinal_position

{define .other_kind}
select lower(given.table_type)
from information_schema.tables given
where {>table_in_question} and given.table_type not in ('BASE TABLE', 'SYSTEM VERSIONED')

{define .unique_indexes}
select group_concat(given.column_name order by given.seq_in_index), null
from information_schema.statistics given
where {>table_in_question} and given.non_unique = 0
group by given.index_name

-- ---- sessions ----

{define .sessions}
-- Nothing tells the tables of which a transaction has locked rows; one that is idle counts if its connection uses this
-- database. ?1 is what PostgreSQL asks.
select holds.trx_mysql_thread_id, login.user, null,
  timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) - timestampdiff(microsecond, holds.trx_started, now(6)),
  held_up.waiting, concat('kill ', holds.trx_mysql_thread_id)
from information_schema.innodb_trx holds
  left join information_schema.processlist login on login.id = holds.trx_mysql_thread_id
  left join (select found.blocking_trx_id, group_concat(distinct waits.trx_mysql_thread_id order by 1 separator ', ') as waiting
    from information_schema.innodb_lock_waits found
      join information_schema.innodb_trx waits on waits.trx_id = found.requesting_trx_id
      join information_schema.processlist waiter on waiter.id = waits.trx_mysql_thread_id
    where waiter.db in ('pawl_database', 'pawl_application')
    group by found.blocking_trx_id) held_up on held_up.blocking_trx_id = holds.trx_id
where (held_up.waiting is not null
    or holds.trx_rows_locked > 0 and login.command = 'Sleep' and login.time >= 5 and login.db in ('pawl_database', 'pawl_application'))
  and holds.trx_mysql_thread_id <> connection_id() and ?1 is not null
order by held_up.waiting is null, holds.trx_started, holds.trx_id

{define .unseen_sessions}
select concat('this login does not see the transactions of others: grant process on *.* to ',
  concat('''', regexp_replace(replace(current_user(), '''', ''''''), '@(?=[^@]*$)', '''@'''), ''''))

-- ---- effects ----

{define .kept_when_rolled_back}
-- Tables of the application's that the text names, and that know no transactions.
select given.table_name, given.engine
from information_schema.tables given
  join information_schema.engines how on how.engine = given.engine and how.transactions <> 'YES'
where given.table_schema = 'pawl_application'
  and ?1 regexp concat('(^|[^A-Za-z0-9_$])', replace(given.table_name, '$', '[$]'), '($|[^A-Za-z0-9_$])')

-- ---- what pawlctl writes ----

{define .change_type} alter table {archive} modify column {column} {type};

{define .protect_archive}
-- Nobody but Pawl's owner may write in this database. Without roles there is nobody to whom to grant anything.
begin not atomic
  declare continue handler for sqlexception begin end;
  grant select on {archive} to pawl_database_app, pawl_database_operator, pawl_database_reader;
end;

-- ---- expressions, of which longer statements are put together ----

{define .elapsed} ({of} - created_at)
{define .differs} not ({of} <=> head.state)

{define .orders_otherwise}
select 1 from information_schema.columns own
where own.table_schema = 'pawl_database' and own.table_name = concat(?1, '_current')
  and own.column_name = concat(?1, '_id') and (own.data_type = 'uuid' or own.collation_name <> 'utf8mb4_nopad_bin')

{define .as_text} convert({of} using utf8mb4) collate utf8mb4_nopad_bin
{define .instant} timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', {of})
{define .whole} floor({of})
