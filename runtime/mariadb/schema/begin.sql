-- The shared schema -----------------------------------------------------------------------------------
-- On MariaDB each DDL statement commits by itself. So each statement can be repeated, and the version is written last: if
-- the installation was interrupted, apply it again. pawl_database is Pawl's own database. Times are microseconds since
-- 1970-01-01 00:00 UTC. Texts are compared byte by byte, including spaces at their end. All routines run with the privileges
-- of their definer, MariaDB's default, except those with `sql security invoker`.
delimiter //
set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection, @pawl_group_concat_max = @@group_concat_max_len,
  @pawl_autocommit = @@autocommit //
set sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION,NO_AUTO_CREATE_USER' //
set collation_connection = utf8mb4_nopad_bin //
set group_concat_max_len = 1048576, autocommit = 1 //
begin not atomic
  if 'pawl_database' = concat('pawl', '_database') then
    signal sqlstate '45000' set message_text = 'the names of the databases are not put in; nothing was changed: apply it with pawlctl apply, or by the command at the top of the file';
  end if;
end //
create database if not exists pawl_database character set utf8mb4 collate utf8mb4_nopad_bin //

-- One installation runs at a time, and none replaces a newer version. 3: PAWL_SCHEMA_VERSION
begin not atomic
  declare present integer default 0;
  declare holder varchar(400) character set utf8mb4 collate utf8mb4_nopad_bin;
  if get_lock('pawl_database', 1) is not true then
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
  if present > 3 then
    signal sqlstate '45000' set message_text = 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl';
  end if;
end //
