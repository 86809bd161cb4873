-- The machine's objects in PostgreSQL's catalog: everything that its file creates, by kind. pawlctl compares them with
-- the deployment, and no deployment replaces objects of others. tests/golden/objects.py compares these lists with the
-- created objects.

{define relation_names}
{#if has_head}{name}_current,{name}_transitions{#each partitions},{name}_transitions_p{index}{/each},{name}_moves,{name}_state{#else}{name}_transitions,{name}_transitions_metadata,{name}_moves,{name}_history,{name}_current,{name}_state{/if}{#if has_queue},{name}_pending,{name}_pending_rules{/if}{#each sql_hooks}{#if may_be_rule},{name}_{hook_kind}_{hook_name}{/if}{/each}

{define index_names}
{! Indexes of an adopted table have another owner.}
{#if has_state_index},{name}_current_state_since{/if}{#if has_head},{name}_transitions_request{#if has_key and has_created_key},{name}_transitions_key{/if}{/if}{#if has_queue},{name}_pending_due,{name}_pending_failed{/if}

{define routine_names}
{version}{>and_is_free}{#if has_other_storage},{name}_transitions_write{#if is_enforced},{name}_transitions_check{/if}{/if}{#if has_key},{name}_with_key{/if}{#each sql_hooks},{name}_{hook_kind}_{hook_name}{/each}{#each events},{name}_{event_name}{#each many},{name}_{event_name}_many{/each}{/each}{#if decides_batches},{name}_decide_batch{/if}{#if has_queue},{name}_pending_claim,{name}_pending_complete,{name}_pending_not_yet,{name}_pending_fail,{name}_pending_extend,{name}_pending_retry{/if},{name}_fire_deferred{#if has_callbacks},{name}_fail_deferred{/if},{name}_why

{define and_is_free} ,{name}_is_free

{define begin_machine}
{! Existing objects of these names must be Pawl's.}
{>refuse_entities_on_nodes}
call public.pawl_begin_machine({machine}::text, {fingerprint}::text, {#literal}{schema_name}{/literal}::text,
  '{{{>relation_names}{>index_names}}'::text[], {#if has_other_storage}{#literal}{rows}{/literal}{#else}null{/if}::text);
{#if roles}
call public.pawl_take_back_calls({#literal}{schema_name}{/literal}::text, '{{{>routine_names}}'::text[]);
{/if}

{define refuse_entities_on_nodes}
{#if has_entity}
call public.pawl_refuse_entities_on_nodes({machine}::text, {#literal}{parent}{/literal}::text);
{/if}

{define objects} select object, definition from public.pawl_catalog({>object_names})

{define object_names}
{#if is_machine}{#literal}{schema_name}{/literal}::text, '{{{>relation_names}}'::text[], '{{{>routine_names}}'::text[], {>foreign_names}{#else}'public'::text, null::text[], null::text[], null::text[], null::text[], null::text{/if}

{define foreign_names}
'{{{>hook_names}}'::text[], array[{#if has_mirror}{#literal}{parent}{/literal}{/if}{#if has_mirror and has_other_storage}, {/if}{#if has_other_storage}{#literal}{rows}{/literal}{/if}]::text[], {#if has_other_storage}{#literal}{parent}{/literal}::text{#else}null::text{/if}

{define hook_names}
{! Members of an array as text.}
{#each sql_hooks}{name}_{hook_kind}_{hook_name}{#between},{/each}

{define refuse_foreign_code}
{! Only with roles: without them nothing stops an attacker.}
{#if roles}
{#if has_sql_hooks or has_mirror or has_other_storage}

-- Code of others must not run within guards and effects, nor on tables that moves write or lock.
call public.pawl_refuse_foreign_hooks({#literal}{schema_name}{/literal}::text, {>foreign_names});
{/if}
{/if}

{define record_objects}

call public.pawl_record({machine}::text, {>object_names});
