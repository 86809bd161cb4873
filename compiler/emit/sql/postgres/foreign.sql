-- Code of others that would run as the owner of Pawl's tables: what finds it, when it is deployed and in
-- pawlctl verify.
--
-- Guards, effects, the mirror and the history of `storage transitions` run as that owner, on tables of others. What
-- they call is bound when it is deployed. Trusted are superusers, whoever deploys, who owns the schema, and who owns
-- a table that a guard, effect or mirror touches: he decides what is in it. The parent of `storage transitions` is
-- only locked: its owner is not among them, and his policies would run.

{define refuse_foreign_code}
{! Not asked without roles: only they keep from those who mean harm.}
{#if roles}
{#if has_sql_hooks or has_mirror or has_other_storage}

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
do $pawl$
declare
  stranger record;
begin
  for stranger in
  {>what_moves_run}
        {! who has seen it}
        or role.rolname = current_setting('pawl.applied_by')
  {>what_strangers_own}
  order by object desc -- so that the same one is named each time
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.object, stranger.author
      using errcode = 'PW002', hint = 'Drop or revoke it, give it to the owner of the tables, or write '
        'another name into the guard or effect, such as operator(pg_catalog.>=).';
  end loop;
end
$pawl$;
{/if}
{/if}

{define foreign_objects}
{! The same, to go on behind a query of objects.}
{#if has_sql_hooks or has_mirror or has_other_storage}

union all
select 'code of others: ' || code.object, 'belongs to ' || code.author from (
  {>what_moves_run}
  {>what_strangers_own}
) code{/if}

{define what_moves_run}
{! Up to those who are trusted, to whom more may be added.}
with recursive hook as (
  select made.oid, made.proname as name, 'pg_proc'::regclass as class, made.oid as code
    from pg_proc made where made.pronamespace = '{schema}'::regnamespace
      and made.proname = any ('{{{>hook_names}}')
  union all
  select made.oid, made.relname, 'pg_rewrite'::regclass, rule.oid
    from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
    where made.relnamespace = '{schema}'::regnamespace and made.relname = any ('{{{>hook_names}}')
), reached (name, class, object) as (
  select hook.name::text, hook.class, hook.code from hook
{#if has_mirror}
  union select '{parent}', 'pg_class'::regclass, to_regclass('{parent}')
{/if}
{#if has_other_storage}
  union select '{rows}', 'pg_class'::regclass, to_regclass('{rows}')
{/if}
  union
  select coalesce((select relation.oid::regclass::text from pg_class relation
      where next.class = 'pg_class'::regclass and relation.oid = next.object
        and relation.relkind in ('r', 'p', 'v', 'm', 'f')
        and relation.oid not in (select oid from hook)), reached.name), next.class, next.object
    from reached cross join lateral (
      {>what_comes_with}
    ) next
), need as (
  select distinct name, class, object from reached
    where class = 'pg_proc'::regclass and object not in (select oid from hook)
      or class = 'pg_operator'::regclass
      or class = 'pg_type'::regclass and object in (select oid from pg_type
        where typtype <> 'c' and typelem = 0)
), touched as (
  select relation.oid, relation.relowner, relation.relacl from pg_class relation
    where relation.relkind in ('r', 'p', 'v', 'm', 'f')
      and relation.oid in (select object from reached where class = 'pg_class'::regclass)
), trusted as (
  select role.oid from pg_roles role
    where role.rolsuper
      or role.oid in (select relowner from touched)

{define what_comes_with}
{! From what a guard or effect names, and from the tables that moves write, to all that runs with them: what a view
reads, partitions, defaults, checks, indexes, rules, policies, conditions of triggers, domains. A trigger's function
is told below, by the trigger's name. What a foreign key refers to is read as its owner.}
select uses.refclassid as class, uses.refobjid as object from pg_depend uses
  where uses.classid = reached.class and uses.objid = reached.object and uses.deptype = 'n'
    and (uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
      or uses.refclassid = 'pg_type'::regclass and reached.class <> 'pg_class'::regclass
      or reached.class in ('pg_proc'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass))
    and not exists (select from pg_trigger hung where uses.classid = 'pg_trigger'::regclass
      and hung.oid = uses.objid and hung.tgfoid = uses.refobjid)
union all
select hung.classid, hung.objid from pg_depend hung
  where hung.refclassid = reached.class and hung.refobjid = reached.object
    and hung.deptype in ('a', 'i') and (hung.refclassid = 'pg_class'::regclass
        and hung.classid <> 'pg_type'::regclass
      or hung.refclassid = 'pg_type'::regclass and hung.classid = 'pg_constraint'::regclass)
union all
select 'pg_class'::regclass, child.inhrelid from pg_inherits child
  where reached.class = 'pg_class'::regclass and child.inhparent = reached.object
union all
select 'pg_type'::regclass, part.oid from pg_type part
  where (part.typtype in ('c', 'd') or part.typelem <> 0) and part.oid in (
    select a.atttypid from pg_attribute a where a.attnum > 0 and a.attrelid =
      case reached.class when 'pg_class'::regclass then reached.object
        when 'pg_type'::regclass then (select typrelid from pg_type where oid = reached.object) end
    union all select unnest(array[whole.typelem, whole.typbasetype]) from pg_type whole
      where reached.class = 'pg_type'::regclass and whole.oid = reached.object)

{define what_strangers_own}
      or role.oid in (select nspowner from pg_namespace where oid = '{schema}'::regnamespace)
      or role.oid in (select relowner from pg_class where oid = 'public.pawl_machines'::regclass)
      or role.oid in (select datdba from pg_database where datname = current_database())
)
select format('%s in %s', case need.class when 'pg_proc'::regclass then 'function '
      || need.object::regprocedure when 'pg_operator'::regclass then 'operator '
      || need.object::regoperator else 'type ' || need.object::regtype end, need.name) as object,
    owner.rolname as author
  from need
    left join pg_proc code on need.class = 'pg_proc'::regclass and code.oid = need.object
    left join pg_operator sign on need.class = 'pg_operator'::regclass and sign.oid = need.object
    left join pg_type type on need.class = 'pg_type'::regclass and type.oid = need.object
    join pg_roles owner on owner.oid = coalesce(code.proowner, sign.oprowner, type.typowner)
  where owner.oid not in (select oid from trusted)
union all
select format('trigger %I on %s', hung.tgname, touched.oid::regclass), owner.rolname
  from touched join pg_trigger hung on hung.tgrelid = touched.oid and not hung.tgisinternal
    join pg_proc code on code.oid = hung.tgfoid join pg_roles owner on owner.oid = code.proowner
  where owner.oid not in (select oid from trusted)
union all
select format('the right to hang triggers on %s', touched.oid::regclass),
    coalesce(grantee.rolname, 'public')
  from touched cross join aclexplode(touched.relacl) acl
    left join pg_roles grantee on grantee.oid = acl.grantee
  where acl.privilege_type = 'TRIGGER' and acl.grantee not in (select oid from trusted)
{#if has_other_storage}
union all
select format('policy %I on %s', hung.polname, parent.oid::regclass), owner.rolname
  from pg_class parent join pg_policy hung on hung.polrelid = parent.oid
    join pg_roles owner on owner.oid = parent.relowner
  where parent.oid = to_regclass('{parent}') and parent.relrowsecurity
    and owner.oid not in (select oid from trusted)
{/if}

{define hook_names}
{! Members of an array as text.}
{#each sql_hooks}{name}_{hook_kind}_{hook_name}{#between},{/each}
