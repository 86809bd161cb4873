set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

-- The shared schema -------------------------------------------------------------------------------------
-- One installation runs at a time, and none replaces a newer version. Afterwards pawl.schema_version is the version to
-- upgrade from: 0 if the tables exist without a version, this version if there is nothing to upgrade.
do $pawl$
declare
  version constant integer := 3; -- 3: PAWL_SCHEMA_VERSION
  present integer := version;
begin
  perform pg_advisory_xact_lock(1885435756); -- spells "pawl"
  if to_regnamespace('public'::text) is null then
    create schema public;
  end if;
  if to_regclass('public.pawl_schema') is not null then
    present := (select known.version from public.pawl_schema known);
  elsif to_regclass('public.pawl_machines') is not null then
    present := 0;
  end if;
  if present > version then
    raise exception 'this database has version % of Pawl''s schema, and this is version %; nothing was changed',
        present, version
      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';
  end if;
  perform set_config('pawl.schema_version', present::text, true);
end
$pawl$;
