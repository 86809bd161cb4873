-- Roles -----------------------------------------------------------------------------------------------
-- The first role owns all routines and views, which run with its privileges. Nobody has that role, and nobody else writes
-- Pawl's tables. The next three are for applications, operators and readers. SQL guards and effects run with the privileges of the last
-- role, which nobody has either. A login that replaces their functions in the application's database gains no others.
create role if not exists pawl_database_owner //
create role if not exists pawl_database_app //
create role if not exists pawl_database_operator //
create role if not exists pawl_database_reader //
create role if not exists pawl_database_hooks //
begin not atomic -- only the login that created the roles can grant them, not even root; it has done so already
  declare continue handler for 1045, 1698 begin end;
  grant pawl_database_app to pawl_database_hooks; -- guards and effects may read other entities' states and fire events
end //
grant select, insert, update, delete, execute, trigger, show view on pawl_database.* to pawl_database_owner //
-- to read the bodies of routines; without this, pawlctl verify skips them
begin not atomic
  declare continue handler for sqlexception begin end;
  grant select on mysql.proc to pawl_database_owner;
end //
-- to see running transactions, for freezes
grant process on *.* to pawl_database_owner //

-- Raises an error if a guard or effect cannot run. This prepares it, which computes nothing. It is a procedure because functions
-- cannot prepare statements. Names are resolved in the application's database, as at run time.
create or replace definer = pawl_database_hooks procedure pawl_database.pawl_check_hook(
  application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, hook longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  called varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin
) reads sql data
begin
  declare said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare exit handler for sqlexception begin -- with the name that is called at run time
    get diagnostics condition 1 said = message_text;
    set said = concat(left(said, 300), ' [', called, ']');
    resignal set message_text = said;
  end;
  execute immediate concat('use `', replace(application, '`', '``'), '`');
  prepare pawl_hook from hook;
  deallocate prepare pawl_hook;
end //
grant execute on procedure pawl_database.pawl_check_hook to pawl_database_hooks, pawl_database_operator //
