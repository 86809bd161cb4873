-- The installation is complete. 3: PAWL_SCHEMA_VERSION
set @pawl_done = pawl_database.pawl_record('', 'pawl_application') //
insert into pawl_database.pawl_schema (version) values (3) on duplicate key update version = value(version) //
set sql_mode = @pawl_sql_mode, collation_connection = @pawl_collation, group_concat_max_len = @pawl_group_concat_max,
  autocommit = @pawl_autocommit //
do release_lock('pawl_database') //
delimiter ;
