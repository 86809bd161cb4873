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
{#if names_schema}
{in_schema}{schema_word}
{/if}
begin;
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;

{define after_grants}
{! This fragment, the next, and those that require something there: only if entities are spread over nodes.}

{define after_commit}

{define require_schema}
-- The shared schema must be there. It has the routines that are called below.
do $pawl$
declare
  present integer;
begin
  perform pg_advisory_xact_lock(1885435756); -- one deployment at a time
  if to_regclass('public.pawl_schema') is not null then
    if (select {#if roles}pg_get_userbyid(registry.relowner) <> 'pawl_owner'{#else}not pg_has_role(registry.relowner, 'usage'){/if} from pg_class registry
        where registry.oid = 'public.pawl_schema'::regclass) then
      raise exception 'table public.pawl_schema is not {#if roles}pawl_owner''s{#else}yours{/if}, but it has a name of Pawl''s; nothing was changed'
        using errcode = 'PW002', hint = '{#if roles}If this database was restored without owners, run pawlctl restored. {#else}If it is Pawl''s own, alter table public.pawl_schema owner to the login that applies this. {/if}'
          'If it is not Pawl''s, drop or rename it. Then apply pawl.postgres.sql{#if roles}{#else}, made with --no-roles{/if}.';
    end if;
    present := (select known.version from public.pawl_schema known);
  end if;
  if present is distinct from {schema_version} then
    raise exception 'this database does not have version {schema_version} of Pawl''s schema; nothing was changed' using errcode = 'PW006',
      hint = case when present > {schema_version} then 'Update pawl, pawlctl and libpawl: the database is newer.'
        else 'Apply pawl.postgres.sql first{>or_do_both}.' end;
  end if;
end
$pawl$;
{>require_nodes}

{define or_do_both} , or let pawlctl apply do both

{define require_nodes}

{define require_entity}

{define require_mirror}
{#if has_mirror}
call public.pawl_require_mirror({machine}::text, {#literal}{parent}{/literal}::text, {#literal}{mirror_column}{/literal}::text, '{mirror_type}'::text);
{/if}

{define entity_grants}
{! The owner of the entity's table grants it.}
{#if roles and has_entity}
{>require_entity}
{>require_rights}
{#if has_schema}
grant usage, create on schema {schema} to pawl_owner;
grant usage on schema {schema} to pawl_app, pawl_operator, pawl_reader;
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
call public.pawl_require_rights({machine}::text, {#literal}{parent}{/literal}::text, array[{>needed_rights}]::text[], array[{>needed_columns}]::text[], {#if has_schema}{#literal}{schema_name}{/literal}{#else}null{/if}::text);

{define needed_rights}
'references'{#if has_other_storage}, 'select', 'update'{/if}{#if has_mirror}, 'select', 'select', 'update'{/if}

{define needed_columns}
{#literal}{parent_column}{/literal}{#if has_other_storage}, {#literal}{parent_column}{/literal}, {#literal}{parent_column}{/literal}{/if}{#if has_mirror}, {#literal}{parent_column}{/literal}, {#literal}{mirror_column}{/literal}, {#literal}{mirror_column}{/literal}{/if}

{define become_owner} call public.pawl_become_owner();
