-- How the driver finds the names of Pawl's roles.

{define find_owner}
-- also for a login that may not use the schema
select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where relname = 'pawl_schema'
  and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'public'::text)
