-- What a machine has on Citus: its tables, spread by the key of the entity, and functions that run where it is.

{define accept_programs}
{! Every node has it, since functions of events name it there.}
call public.pawl_on_workers({#literal}{>version}{/literal}::text);
set local citus.enable_ddl_propagation = off;
{>version}
set local citus.enable_ddl_propagation = on;

{define refuse_entities_on_nodes}
{#if has_entity}
call public.pawl_require_entities_on_nodes({#literal}{parent}{/literal}::text, {#literal}{parent_column}{/literal}::text);
{/if}

{define type_of_key}
{! Rows lie beside those of the entity only where the columns are of one collation.}
{key_type}

{define spread_tables}
call public.pawl_distribute({#literal}{current}{/literal}::text, '{name}_id'::text, {#if has_entity}{#literal}{parent}{/literal}{#else}null{/if}::text, {#if has_entity}{#literal}{parent_column}{/literal}{#else}null{/if}::text);
call public.pawl_distribute({#literal}{transitions}{/literal}::text, '{name}_id'::text, {#literal}{current}{/literal}::text, '{name}_id'::text);

{! Citus (13) moves a shard by logical replication as one subscription for each owner of tables that lie together, and goes on
   before all of them have begun (WaitForGroupedLogicalRepTargetsToCatchUp), so that moves are lost. A table without a replica
   identity keeps it from that.}
do $pawl$
begin
  if (select heads.relreplident <> 'n' from pg_class heads where heads.oid = {#literal}{current}{/literal}::regclass) then
    alter table {current} replica identity nothing;
  end if;
end
$pawl$;

{define lock_machine}
call public.pawl_on_workers({#literal}{>add_type_lock}{/literal}::text);
{>add_type_lock}

{define spread_functions}
{#each events}
call public.pawl_distribute_function({#literal}{>event_signature}{/literal}::text, {#literal}{current}{/literal}::text);
{/each}

{define deferred_functions}
{! No machine sleeps here, so nothing is deferred.}

{define fire_deferred}

{define fail_deferred}
