-- What the driver of PostgreSQL asks of the server.

{define find_schema}
select (to_regclass('public.pawl_schema') is not null)::integer,
  (to_regclass('public.pawl_machines') is not null)::integer

{define schema_version}
select version from public.pawl_schema

{define find_earlier}
select 1 from public.pawl_machines earlier join public.pawl_machines deployed
  on deployed.machine = earlier.machine and deployed.deployed_at > earlier.deployed_at
where earlier.machine = $1::text and earlier.fingerprint = $2::text and deployed.is_deployed

{define rights_of_login}
-- Why Pawl's tables are not protected from this login, or null; its name.
select case when login.rolsuper then 'is a superuser'
    when pg_has_role(login.oid, owner.oid, 'member') then 'is a member of pawl_owner' end,
  login.rolname
from pg_roles login left join pg_roles owner on owner.rolname = 'pawl_owner'
where login.rolname = current_user

-- ---- sleeping workers ----

{define give_sign}
select pg_catalog.pg_try_advisory_lock_shared($1::bigint)

{define take_sign_back}
select pg_catalog.pg_advisory_unlock_shared($1::bigint)

{define own_transaction}
select pg_catalog.pg_current_xact_id()::text::bigint

{define oldest_transaction}
select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::bigint
