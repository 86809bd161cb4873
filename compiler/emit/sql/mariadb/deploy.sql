-- How machines and flows are deployed on MariaDB. Each statement of data definition commits by itself. So each
-- statement is harmless if it ran before, the statement that lets programs continue comes last, and an interrupted
-- deployment is applied again.

{define how_to_apply}
-- If it is interrupted, run it again, and it continues; otherwise running it again changes nothing. MariaDB has no variables for
-- names: pawl_application is the placeholder of your tables' database, pawl_database that of Pawl's
-- database. pawlctl and libpawl name it like the former, followed by `_pawl`.
-- Applications get the role shop_pawl_app. Apply with a login that may create databases and roles:

{define how_to_apply_without_roles}
-- If it is interrupted, run it again, and it continues; otherwise running it again changes nothing. Written with --no-roles:
-- the login that applies it owns everything, and grants rights to others. It protects against accidents,
-- not against attackers. pawl_application is the placeholder of your tables' database, pawl_database that
-- of Pawl's database. pawlctl and libpawl name it like the former, followed by `_pawl`. Apply with a login that may create databases:

{define deploy_begin}
set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection, @pawl_group_concat_max = @@group_concat_max_len,
  @pawl_autocommit = @@autocommit;
{>session}

{>require_schema}
{#if is_strict}
{>make_strict_schema}
{/if}

{define session}
-- The settings that routines are parsed with, and keep.
set sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION,NO_AUTO_CREATE_USER';
set collation_connection = utf8mb4_nopad_bin;
-- group_concat builds texts of routines. A shell may end without a commit.
set group_concat_max_len = 1048576, autocommit = 1;

{define require_schema}
-- It needs the shared schema.
delimiter //
begin not atomic
  declare present integer;
  declare holder {>text_type};
  if 'pawl_database' = concat('pawl', '_database') then
    signal sqlstate '45000' set message_text = 'the names of the databases are not put in; nothing was changed: apply it with pawlctl apply, or by the command at the top of the file';
  end if;
  if get_lock('pawl_database', 1) is not true then -- one deployment at a time
    select concat('another deployment is under way, of connection ', is_used_lock('pawl_database'), coalesce((select concat(' (', other.user, ')')
      from information_schema.processlist other where other.id = is_used_lock('pawl_database')), '')) into holder;
    select concat('waits: ', coalesce(holder, 'another deployment is under way')) as pawl; -- for people at a shell
    if get_lock('pawl_database', 3600) is not true then
      set holder = concat(coalesce(holder, 'another deployment'), ', and does not end; nothing was changed: end it, or kill that connection');
      signal sqlstate '45000' set message_text = holder;
    end if;
  end if;
  if exists (select 1 from information_schema.tables known
      where known.table_schema = 'pawl_database' and known.table_name = 'pawl_schema') then
    select known.version into present from pawl_database.pawl_schema known;
  end if;
  if present is null or present < {schema_version} then
    signal sqlstate '45000' set message_text = 'this database does not have version {schema_version} of Pawl''s schema; nothing was changed: apply pawl.mariadb.sql first, or let pawlctl apply do both';
  elseif present > {schema_version} then
    signal sqlstate '45000' set message_text = 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl';
  end if;
end //
delimiter ;

{define deploy_end}

set sql_mode = @pawl_sql_mode, collation_connection = @pawl_collation, group_concat_max_len = @pawl_group_concat_max,
  autocommit = @pawl_autocommit;
do release_lock('pawl_database');

{define definer} {#if roles}definer = pawl_database_owner{/if}
{define text_type} longtext character set utf8mb4 collate utf8mb4_nopad_bin
{define name_type} varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin

{define now}
{! The present moment: now() is the start of the statement. The time zone and clock settings of the session do not matter, because
the offset cancels out in the difference of two times, and utc_timestamp() has none.}
timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6))

{define type_of_parent} type of {parent}.{parent_column}

{define as_table}
{! For tables of the application that Pawl reads or changes. A view in the table's place could call functions of its owner with the
rights of Pawl's owner. The server rejects an index hint on a view before anything runs (error 1176). A hint that names no index
changes no plan.}
use index for group by ()
