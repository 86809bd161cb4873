grant select on pawl_database.pawl_schema to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_machines to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_freezes to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_key to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_lock to pawl_database_app, pawl_database_operator;
