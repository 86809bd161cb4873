-- The installed version --------------------------------------------------------------------------------

call public.pawl_record(''::text, 'public'::text, null::text[], null::text[], null::text[], null::text[], null::text);

-- 3: PAWL_SCHEMA_VERSION
insert into public.pawl_schema (version) values (3)
  on conflict (is_here) do update set version = excluded.version, installed_at = excluded.installed_at
  where pawl_schema.version <> excluded.version;
