-- Roles -----------------------------------------------------------------------------------------------
--
-- All routines and views are the first one's, which nobody has: they run with its rights, and nobody else writes Pawl's
-- tables. The next ones are for applications and for operators. Guards and effects in SQL run with the rights of the last, which
-- nobody has either: their functions lie in the application's database, and whoever may replace them there gets no more than that.
create role if not exists pawl_database_owner;
create role if not exists pawl_database_app;
create role if not exists pawl_database_operator;
create role if not exists pawl_database_hooks;
delimiter //
begin not atomic -- who did not make the roles may not hand them on, not even root: then whoever made them has done it
  declare continue handler for 1045, 1698 begin end;
  grant pawl_database_app to pawl_database_hooks; -- they may look where others are, and move them
end //
delimiter ;
grant select, insert, update, delete, execute, trigger, show view on pawl_database.* to pawl_database_owner;
-- what the bodies of routines are, for pawlctl verify; without it they are not looked at
delimiter //
begin not atomic
  declare continue handler for sqlexception begin end;
  grant select on mysql.proc to pawl_database_owner;
end //
delimiter ;
-- which transactions are under way, for freezes
grant process on *.* to pawl_database_owner;

-- Whether a guard or effect can run: an error where it cannot. To prepare it computes nothing, and no function may. Names are looked
-- for in the application's database, as where it runs.
delimiter //
create or replace definer = pawl_database_hooks procedure pawl_database.pawl_check_hook(
  application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, hook longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  called varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin
)
reads sql data sql security definer
begin
  declare said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare exit handler for sqlexception begin -- named as where it runs
    get diagnostics condition 1 said = message_text;
    set said = concat(left(said, 300), ' [', called, ']');
    resignal set message_text = said;
  end;
  execute immediate concat('use `', replace(application, '`', '``'), '`');
  prepare pawl_hook from hook;
  deallocate prepare pawl_hook;
end //
delimiter ;
grant execute on procedure pawl_database.pawl_check_hook to pawl_database_hooks, pawl_database_operator;
