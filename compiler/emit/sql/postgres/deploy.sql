-- Transactions that deploy machines and flows: their beginning, and the rights that the login needs.
-- runtime/postgres/schema/ installs the shared schema before.

{define how_to_apply}
-- Running it again changes nothing. Applications get the role pawl_app:
--   grant pawl_app to my_service;
-- Apply with a login that may create roles and tables.

{define how_to_apply_without_roles}
-- Running it again changes nothing. Written with --no-roles: the login that applies it owns everything,
-- and grants rights to others. It protects against accidents, not against attackers.

{define deploy_begin}
begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

{define after_grants}
{! This fragment, the next, and those that require something there: only if entities are spread over nodes.}

{define after_commit}

{define require_schema}
-- It needs the shared schema.
do $pawl$
declare
  present integer;
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
  if to_regclass('public.pawl_schema') is not null then
    present := (select known.version from public.pawl_schema known);
    -- its owner owns all functions that are called below
    if (select {#if roles}pg_get_userbyid(registry.relowner) <> 'pawl_owner'{#else}not pg_has_role(registry.relowner, 'usage'){/if} from pg_class registry
        where registry.oid = 'public.pawl_schema'::regclass) then
      raise exception 'table public.pawl_schema is not {#if roles}pawl_owner''s{#else}yours{/if}, but it has a name of Pawl''s; nothing was changed'
        using errcode = 'PW002', hint = '{#if roles}If this database was restored without owners, run pawlctl restored. {#else}If it is Pawl''s own, alter table public.pawl_schema owner to the login that applies this. {/if}'
          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql{#if roles}{#else}, made with --no-roles{/if}.';
    end if;
  end if;
  if present > {schema_version} then
    raise exception 'this database has version % of Pawl''s schema, and this file is for version {schema_version}; nothing was changed',
        present
      using errcode = 'PW006', hint = 'Update pawl, pawlctl and libpawl: the database is newer.';
  elsif present is distinct from {schema_version} then
    raise exception 'this database does not have version {schema_version} of Pawl''s schema; nothing was changed'
      using errcode = 'PW006', hint = 'Apply pawl.postgres.sql first{>or_do_both}.';
  end if;
end
$pawl$;
{>require_nodes}

{define or_do_both}
, or let pawlctl apply do both

{define require_nodes}

{define require_entity}

{define entity_grants}
{! The owner of the entity's table grants it.}
{#if roles and has_entity}
{>require_entity}
{>require_rights}
{#if has_schema}
grant usage, create on schema {schema} to pawl_owner;
grant usage on schema {schema} to pawl_app, pawl_operator;
{/if}
grant references ({parent_column}) on {parent} to pawl_owner;
{#if has_other_storage}
{>transitions_grants}
{/if}
{#if has_mirror}
grant select ({parent_column}, {mirror_column}), update ({mirror_column}) on {parent} to pawl_owner;
{/if}
{/if}

{define require_rights}
-- The rights that the deploying login must be able to grant. One error lists all missing rights.
do $pawl$
declare
  lacking text;
begin
  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),
      {#literal}{parent}{/literal}, current_user) into lacking
    from (values {>needed_rights}) needed (right_on, of_column)
    where not has_column_privilege({#literal}{parent}{/literal}, (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', {#literal}{parent}{/literal}, (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
{#if has_schema}
  if not has_schema_privilege({#literal}{schema_name}{/literal}, 'create with grant option')
     and not has_schema_privilege('pawl_owner', {#literal}{schema_name}{/literal}, 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %s to %I with grant option', {#literal}{schema}{/literal}, current_user), lacking);
  end if;
{/if}
  if lacking is not null then
    raise exception 'the login % may not grant the rights that machine % needs; nothing was changed', current_user, {machine}
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;

{define needed_rights}
('references', {#literal}{parent_column}{/literal}){#if has_other_storage}, ('select', {#literal}{parent_column}{/literal}), ('update', {#literal}{parent_column}{/literal}){/if}{#if has_mirror}, ('select', {#literal}{parent_column}{/literal}), ('select', {#literal}{mirror_column}{/literal}), ('update', {#literal}{mirror_column}{/literal}){/if}
