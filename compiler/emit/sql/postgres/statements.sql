-- Statements of libpawl that differ on PostgreSQL.

{define is_accepted}
{! True, or an error once programs of this version are not accepted.}
{schema}.{version}()

{define by_index}
{! The sign for the driver: see text_of in runtime/postgres/exchange.c.}
 offset 0

{define strangers}
{! One value: the reason why transitions would not do as deployed, or null. It compares values of one type, as all statements of
libpawl: they run with the application's search_path, in which another operator may fit better.}
coalesce((select format('trigger %I on %s belongs to somebody else, whose code would run within transitions: drop it, or give its function to a superuser',
     hung.tgname, hung.tgrelid::regclass)
   from pg_trigger hung join pg_class relation on relation.oid = hung.tgrelid
     join pg_proc code on code.oid = hung.tgfoid
     join pg_roles author on author.oid = code.proowner
   where hung.tgrelid in (to_regclass('{current}')::oid, to_regclass('{schema}.{name}_transitions')::oid{#each partitions}, to_regclass('{transitions}_p{index}')::oid{/each})
     and not hung.tgisinternal and code.proowner <> relation.relowner
     and not author.rolsuper and author.oid <> (select registry.relowner from pg_class registry where registry.oid = to_regclass('public.pawl_machines')::oid) limit 1){#if roles and has_other_storage and not has_mirror},
  {>strange_parent}{/if}{#if has_sql_hooks},
  (select format('its guards and effects use %s, and used %s when they were deployed', present.names, bound.definition)
   from public.pawl_objects bound,
     (select public.pawl_bound_tables({#literal}{schema_name}{/literal}::text, '{{{>hook_names}}'::text[]) as names) present
   where accepted.is_deployed and bound.machine = {machine}::text and bound.object = 'tables of guards and effects'::text
     and bound.definition <> present.names){/if})

{define strange_parent}
{! Its rows are locked as pawl_owner, so the owner's policies would run as pawl_owner, or the code of a view in its place. The
owners of the schema and of the database can do everything in any case.}
(select format(case when parent.relkind in ('r'::"char", 'p'::"char")
       then 'policies of %2$s on %1$s would run within transitions: disable its row security, or alter role %3$I bypassrls'
       else '%s, whose rows transitions lock, is no table any more: give the table its name back' end, parent.oid::regclass, author.rolname, pawl.rolname)
   from pg_class parent join pg_roles author on author.oid = parent.relowner
     join pg_class registry on registry.oid = to_regclass('public.pawl_machines')::oid join pg_roles pawl on pawl.oid = registry.relowner
   where parent.oid = to_regclass({#literal}{parent}{/literal})::oid
     and (parent.relkind not in ('r'::"char", 'p'::"char") or parent.relrowsecurity and not pawl.rolbypassrls and not author.rolsuper
       and not exists (select from pg_namespace space where space.nspname = {#literal}{schema_name}{/literal} and space.nspowner = author.oid)
       and not exists (select from pg_database base where base.datname = current_database() and base.datdba = author.oid)))

{define shell_setting}
{! Makes a shell stop at the first error.}
\set ON_ERROR_STOP on

{define queue_claim}
select id, (item).declaration, (item).fence, (item).claim, attempts, is_spent, is_parked, leased_until{#if has_work}, case when {>is_of_work} then
  (select own.actor from {transitions} own where own.{name}_id = id and own.sort_key = (item).fence) end{/if}
from {schema}.{name}_pending_claim({int:1}, {text:2}, {bigint:3}::float8 * interval '1 microsecond')
where {is_accepted}{#if has_work}{>by_index}{/if}

{define is_of_work} (item).declaration in ({#each declarations}{#if is_work}{declaration}::text, {/if}{/each}null)

{define claimed_item} row({text:2}, {int:3}, {bigint:4})::public.pawl_item

{define queue_not_yet}
select {schema}.{name}_pending_not_yet({key:1}, {>claimed_item}, {bigint:5}::float8 * interval '1 microsecond')
where {is_accepted}

{define queue_fail}
select {schema}.{name}_pending_fail({key:1}, {>claimed_item}, {text:5}) where {is_accepted}

{define queue_extend}
select {schema}.{name}_pending_extend({key:1}, {>claimed_item}, {bigint:5}::float8 * interval '1 microsecond')
where {is_accepted}

{define queue_retry} select {schema}.{name}_pending_retry({key:1}, {text:2}) where {is_accepted}
