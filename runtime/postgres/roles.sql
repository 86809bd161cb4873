-- What the driver needs of Pawl's roles.

{define find_owner}
select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = pg_catalog.to_regclass('public.pawl_schema')
