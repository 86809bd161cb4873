-- Roles -----------------------------------------------------------------------------------------------
--
-- All routines and views are the first one's, which nobody has: they run with its rights, and nobody else writes Pawl's
-- tables. The others are for applications and for operators.
create role if not exists pawl_database_owner;
create role if not exists pawl_database_app;
create role if not exists pawl_database_operator;
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
