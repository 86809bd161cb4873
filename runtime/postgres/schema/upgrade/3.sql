-- To version 3: what databases of version 2 lack.
do $pawl$
begin
  if current_setting('pawl.schema_version')::integer >= 3 then
    return;
  end if;
  -- by which a worker was taken for dead as soon as its session was cut, while its call went on
  if to_regclass('public.pawl_run_ready') is not null then
    alter table public.pawl_run_ready drop column if exists session;
  end if;
  -- machines that version 2 has deployed call these until their SQL is applied again
  if to_regprocedure('public.pawl_session()') is not null then
    create or replace function public.pawl_session() returns integer language sql return null::integer;
    create or replace function public.pawl_session_is_gone(number integer) returns boolean language sql return false;
  end if;
end
$pawl$;
