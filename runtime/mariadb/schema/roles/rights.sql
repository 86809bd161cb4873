grant select on pawl_database.pawl_schema to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_machines to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_migrations to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_freezes to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_catalog to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_objects to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_past_moves to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_repairs to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_key to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_lock to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_lock_keys to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_locks to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_held_locks to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_deferred to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_lock_log to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_now to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_acquire to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_renew to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_release to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_wake to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_defer to pawl_database_app;
grant execute on function pawl_database.pawl_break to pawl_database_operator;
grant execute on function pawl_database.pawl_prepared to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_freeze to pawl_database_operator;
grant execute on function pawl_database.pawl_freeze_waits_for to pawl_database_operator;
grant execute on function pawl_database.pawl_thaw to pawl_database_operator;
grant select on pawl_database.pawl_outbox to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_outbox_parked to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_outbox_slots to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_flows to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_runs to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_claim to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_settle to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_park to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_retry to pawl_database_operator;
grant select on pawl_database.pawl_run_steps to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_ready to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_signals to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_waits to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_run_start to pawl_database_app;
grant execute on function pawl_database.pawl_run_enter to pawl_database_app;
grant execute on function pawl_database.pawl_run_claim to pawl_database_app;
grant execute on function pawl_database.pawl_run_claim_due to pawl_database_app;
grant execute on function pawl_database.pawl_run_lock to pawl_database_app;
grant execute on function pawl_database.pawl_run_save to pawl_database_app;
grant execute on function pawl_database.pawl_run_say to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_run_signal to pawl_database_app, pawl_database_operator;

-- Lists all privileges that a machine needs and the login cannot grant; skips those that are not visible, as through roles.
delimiter //
create or replace definer = pawl_database_owner procedure pawl_database.pawl_require_grants(
  in $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $4 integer, in $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $6 boolean
)
sql security invoker
comment 'machine, database and table of its entities, how many of SELECT and UPDATE it needs there, database of its functions, whether it has some'
begin
  declare grantee, login, lacking longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set grantee = concat('''', replace(current_user(), '@', '''@'''), ''''),
    login = concat(quote(substring_index(current_user(), '@', 1)), '@', quote(substring_index(current_user(), '@', -1)));
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
delimiter ;
