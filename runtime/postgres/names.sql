-- How the driver finds the names of Pawl's roles.

{define find_owner}
-- also for a login that may not use the schema
select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where relname = 'pawl_schema'
  and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'public'::text)

{define find_reserved}
-- The schema's name, if it cannot be written without quotes in SQL or PL/pgSQL.
select from pg_catalog.pg_get_keywords() where word = 'public'::text and catcode <> 'U' or 'public'::text in ('begin', 'loop')

{define find_sharing}
-- Another schema of this database in which the role is Pawl's owner.
select nspname from pg_catalog.pg_class join pg_catalog.pg_namespace space on space.oid = relnamespace
where relname = 'pawl_schema' and pg_catalog.pg_get_userbyid(relowner) = $1::text and nspname <> 'public'::text
