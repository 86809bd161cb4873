-- What the driver of PostgreSQL asks of the server.

{define find_schema}
select (to_regclass('public.pawl_schema') is not null)::integer,
  (to_regclass('public.pawl_machines') is not null)::integer

{define schema_version} select version from public.pawl_schema

{define find_test_clock}
select case when to_regprocedure('public.pawl_test_clock_add(interval)') is not null then 1
  when exists (select from public.pawl_machines) or exists (select from public.pawl_flows) then -1 else 0 end

{define pass_time} select public.pawl_test_clock_add(interval '1 microsecond' *

{define find_versions}
-- The accepted versions of a machine, the latest first; whether this version is accepted (0), older than the deployed one (-1),
-- newer (1), or unknown to the database (null); the version to which a migration leads that is running.
-- Nobody sees a migration before its commit.
select
  (select string_agg(known.fingerprint || case when known.is_deployed then ' (deployed)' else '' end, ', '
      order by known.deployed_at desc) from public.pawl_machines known where known.machine = $1::text and known.is_accepted),
  (select case when own.is_accepted then 0 when own.deployed_at > deployed.deployed_at then 1 else -1 end
    from public.pawl_machines own left join public.pawl_machines deployed on deployed.machine = own.machine and deployed.is_deployed
    where own.machine = $1::text and own.fingerprint = $2::text),
  null::text

{define rights_of_login}
-- Why Pawl's tables are not protected from this login, or null; its name.
select case when login.rolsuper then 'is a superuser'
    when pg_has_role(login.oid, owner.oid, 'member') then 'is a member of ' || owner.rolname end,
  login.rolname
from pg_roles login left join pg_roles owner on right(owner.rolname, 10) = 'pawl_owner'
  and owner.oid = (select relowner from pg_class where oid = to_regclass('public.pawl_schema'))
where login.rolname = current_user

-- ---- the server's processes ----

{define began_us} (extract(epoch from backend_start) * 1000000::numeric)::bigint

{define identify_backend}
-- A worker does not use its connection during a call, however long that takes. A process of a pooler's keeps its setting.
select pid, {>began_us}, pg_catalog.to_regclass('pg_catalog.pg_dist_partition') is not null,
  case when pid = $1::integer and pg_catalog.current_setting('idle_session_timeout', true) <> '0'
    then pg_catalog.set_config('idle_session_timeout', '0', false) end,
  (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where relname = 'pawl_schema'
    and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'public'::text))
from pg_catalog.pg_stat_activity where pid = pg_catalog.pg_backend_pid()

{define of_lost} from pg_catalog.pg_stat_activity where pid = $1::integer and {>began_us} = $2::bigint
{define find_lost} select pid {>of_lost}

{define end_lost}
-- One that has committed and waits for a standby is left to it.
select pg_catalog.pg_terminate_backend(pid) {>of_lost} and wait_event is distinct from 'SyncRep'

-- ---- a pool's connections ----

{define begin_gathering}
-- A plan for the very arrays of a call takes the server five times as long to make as one for any arrays takes to be
-- executed.
set lock_timeout = '20ms'; set plan_cache_mode = force_generic_plan

{define end_gathering} reset lock_timeout; reset plan_cache_mode

{define find_role}
-- The login, and whether it has what the role may; no row where there is no such role.
select quote_ident(current_user), pg_has_role(current_user, role.oid, 'usage')
from pg_roles role where role.rolname = $1

{define find_lacking}
-- What the login lacks that is to deploy where roles are, as it is granted; null for nothing.
select case when not login.rolsuper and not login.rolcreaterole and not pg_has_role(owner.oid, 'usage') -- an application's, maybe
  then 'deploy as a superuser, or with a login for deployments: create role deployer login createrole; '
    'grant usage, create on schema public to deployer with grant option'
  else nullif(concat_ws('; ',
    case when not has_schema_privilege('public'::text, 'create with grant option') and not has_schema_privilege(owner.oid, 'public'::text, 'create')
      then format('grant usage, create on schema public to %I with grant option', login.rolname) end,
    case when not pg_has_role(app.oid, 'usage') then format('grant %I to %I', app.rolname, login.rolname) end), '') end
from pg_class registry join pg_roles owner on owner.oid = registry.relowner and right(owner.rolname, 10) = 'pawl_owner'
  join pg_roles app on app.rolname = left(owner.rolname, -5) || 'app'
  join pg_roles login on login.rolname = current_user
where registry.oid = to_regclass('public.pawl_machines')

-- ---- sleeping workers ----

{define give_sign} select pg_catalog.pg_try_advisory_lock_shared($1::bigint)
{define take_sign_back} select pg_catalog.pg_advisory_unlock_shared($1::bigint)
{define own_transaction} select pg_catalog.pg_current_xact_id()::text::bigint
{define oldest_transaction} select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::bigint
