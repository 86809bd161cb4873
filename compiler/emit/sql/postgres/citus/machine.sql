-- The objects of a machine on Citus: its tables, distributed by the entity's key, and functions that run on the
-- entity's node.

{define accept_programs}
{! Every node has it, because functions of events name it there.}
call public.pawl_on_workers({#literal}{>version}{/literal}::text);
set local citus.enable_ddl_propagation = off;
{>version}
set local citus.enable_ddl_propagation = on;

{define by_index} {! Citus plans it anew for the shard, each time.}

{define refuse_entities_on_nodes}
{#if has_entity}
call public.pawl_require_entities_on_nodes({#literal}{parent}{/literal}::text, {#literal}{parent_column}{/literal}::text);
{/if}

{define type_of_key}
{! Citus colocates rows with those of the entity only if the columns have one collation.}
{key_type}

{define spread_tables}
call public.pawl_distribute({#literal}{current}{/literal}::text, '{name}_id'::text, {#if has_entity}{#literal}{parent}{/literal}{#else}null{/if}::text, {#if has_entity}{#literal}{parent_column}{/literal}{#else}null{/if}::text);
call public.pawl_distribute({#literal}{transitions}{/literal}::text, '{name}_id'::text, {#literal}{current}{/literal}::text, '{name}_id'::text);

{! Citus (13) moves a shard by logical replication with one subscription for each owner of colocated tables. It continues before all
of them have begun (WaitForGroupedLogicalRepTargetsToCatchUp), so transitions are lost. Without a replica identity Citus refuses
that mode.}
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

{define deferred_functions} {! Machines cannot be paused here, so nothing is deferred.}

{define fire_deferred}

{define fail_deferred}
