-- Roles -----------------------------------------------------------------------------------------------
--
-- All routines and views are the first one's, which nobody has: they run with its rights, and nobody else writes Pawl's
-- tables. The others are for applications and for operators.
create role if not exists pawl_database_owner;
create role if not exists pawl_database_app;
create role if not exists pawl_database_operator;
grant select, insert, update, delete, execute on pawl_database.* to pawl_database_owner;
-- which transactions are under way, for freezes
grant process on *.* to pawl_database_owner;
