-- The test clock -----------------------------------------------------------------------------------------
-- Only a database that was set up with it has this part, which is never added to a database with machines or flows.
do $pawl$
begin
  if to_regprocedure('public.pawl_test_clock_add(interval)') is null
     and (exists (select from public.pawl_machines) or exists (select from public.pawl_flows)) then
    raise exception 'this database was deployed without a test clock; nothing was changed'
      using errcode = 'PW001', hint = 'A test clock is set up before the first machine or flow: use an empty database.';
  end if;
end
$pawl$;

-- Moves all times in Pawl's tables back, as if this duration had passed: every column of a type for times.
create or replace function public.pawl_test_clock_add(duration interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $pawl$
declare
  passed interval := make_interval(secs => extract(epoch from $1)::double precision); -- no days, which time zones change
  moved record;
begin
  if passed is null or passed < interval '0' or passed > interval '876600 hours' then
    raise exception 'a duration is not less than nothing, and at most 100 years' using errcode = 'invalid_parameter_value';
  end if;
  for moved in
    with own as (
      select relation.oid from public.pawl_objects known
        join pg_class relation on relation.oid = to_regclass(substring(known.object from '^(?:table|relation) (.*)'))
      union
      select archive.oid from public.pawl_machines known
        join pg_class archive on archive.relname in (known.machine || '_archive', known.machine || '_transitions')
      where archive.relnamespace = to_regnamespace(coalesce(quote_ident(known.model -> 'entity' ->> 'schema'), 'public'::text))
    )
    select relation.oid::regclass as name,
        string_agg(format('%1$I = %1$I - $1', a.attname), ', ' order by a.attnum) as changes
      from pg_class relation join own on own.oid = relation.oid
        join pg_attribute a on a.attrelid = relation.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where relation.relkind in ('r', 'p') and not relation.relispartition
        and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype)
      group by relation.oid order by relation.oid::regclass::text
  loop
    execute format('update %s set %s', moved.name, moved.changes) using passed;
  end loop;
  perform public.pawl_notify(known.machine || '_pending') from (select distinct machine from public.pawl_machines) known;
  perform public.pawl_notify('pawl_runs'::text);
end
$pawl$;

call public.pawl_restrict_calls('public'::text, '{pawl_test_clock_add}'::text[],
  case current_user when 'pawl_owner' then '{pawl_app,pawl_operator}' else '{}' end::text[]);
