-- The rights of Pawl's roles: a grant on MariaDB names one object.
begin not atomic
  for own in (select wanted.name, wanted.privilege, wanted.roles from json_table('[
      {"privilege": "select on", "roles": "pawl_database_app, pawl_database_operator, pawl_database_reader", "names": [
        "pawl_schema", "pawl_machines", "pawl_migrations", "pawl_freezes", "pawl_objects", "pawl_past_moves",
        "pawl_repairs", "pawl_grants", "pawl_granted", "pawl_lock_keys", "pawl_locks", "pawl_held_locks", "pawl_deferred", "pawl_lock_log",
        "pawl_outbox", "pawl_outbox_parked", "pawl_outbox_slots", "pawl_flows", "pawl_runs", "pawl_run_steps",
        "pawl_run_ready", "pawl_run_signals", "pawl_run_waits"]},
      {"privilege": "execute on function", "roles": "pawl_database_app, pawl_database_operator, pawl_database_reader", "names": [
        "pawl_catalog", "pawl_key", "pawl_now", "pawl_prepared"]},
      {"privilege": "execute on function", "roles": "pawl_database_app, pawl_database_operator", "names": [
        "pawl_run_say", "pawl_run_signal", "pawl_log_action"]},
      {"privilege": "execute on function", "roles": "pawl_database_app", "names": [
        "pawl_lock", "pawl_acquire", "pawl_renew", "pawl_release", "pawl_wake", "pawl_defer", "pawl_run_start", "pawl_run_enter", "pawl_run_claim", "pawl_run_claim_due", "pawl_run_lock",
        "pawl_run_save"]},
      {"privilege": "execute on function", "roles": "pawl_database_operator", "names": [
        "pawl_break", "pawl_freeze", "pawl_freeze_waits_for", "pawl_thaw", "pawl_outbox_claim", "pawl_outbox_settle",
        "pawl_outbox_park", "pawl_outbox_retry", "pawl_log_action"]}]',
      '$[*]' columns (privilege varchar(40) path '$.privilege', roles varchar(200) path '$.roles',
        nested path '$.names[*]' columns (name varchar(64) path '$'))) wanted)
  do
    execute immediate concat('grant ', own.privilege, ' pawl_database.', own.name, ' to ', own.roles);
  end for;
end //

-- Lists all privileges that a machine needs and the login cannot grant; skips those that are not visible, as through roles.
create or replace definer = pawl_database_owner procedure pawl_database.pawl_require_grants(
  in $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $4 integer, in $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $6 boolean
) sql security invoker
comment 'machine, database and table of its entities, how many of SELECT and UPDATE it needs there, database of its functions, whether it has some'
begin
  declare grantee, login, lacking longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set grantee = concat('''', replace(current_user(), '@', '''@'''), ''''),
    login = concat('''', regexp_replace(replace(current_user(), '''', ''''''), '@(?=[^@]*$)', '''@'''), '''');
  set lacking = nullif(concat_ws('; ',
    if((select count(distinct held.privilege_type) from (
        select own.privilege_type from information_schema.user_privileges own where own.grantee = grantee and own.is_grantable = 'YES'
        union all
        select own.privilege_type from information_schema.schema_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and $2 like own.table_schema
        union all
        select own.privilege_type from information_schema.table_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and own.table_schema = $2 and own.table_name = $3) held
      where held.privilege_type in ('SELECT', if($4 > 1, 'UPDATE', 'SELECT'))) >= $4, null,
      concat('grant select', if($4 > 1, ', update', ''), ' on `', $2, '`.`', $3, '` to ', login, ' with grant option')),
    if(not $6 or (select count(distinct held.privilege_type) from (
        select own.privilege_type from information_schema.user_privileges own where own.grantee = grantee and own.is_grantable = 'YES'
        union all
        select own.privilege_type from information_schema.schema_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and $5 like own.table_schema) held
      where held.privilege_type in ('CREATE ROUTINE', 'ALTER ROUTINE')) = 2, null,
      concat('grant create routine, alter routine on `', $5, '`.* to ', login, ' with grant option'))), '');
  if lacking is not null then
    set lacking = concat('the login may not grant the rights that machine ', $1, ' needs: ', lacking);
    signal sqlstate '45000' set message_text = lacking;
  end if;
end //
