-- The objects of a machine: its tables, its views, the object by which programs name their version.

{define machine}

{heading}

{>begin_machine}
{>machine_objects}
{>register}
{>record_objects}

{define version}
call public.pawl_accept_programs({machine}::text, {fingerprint}::text, {abi}::integer, {#literal}{schema_name}{/literal}::text);

{define accept_programs} {>version}

{define exact_keys}
{#if has_entity}
call public.pawl_refuse_key({machine}::text, {#literal}{parent}{/literal}::text, {#literal}{parent_column}{/literal}::text, '{key_type_name}'::text, '{all_key_columns}'::text);
{/if}
{#if has_text_key and has_other_storage}
call public.pawl_refuse_key({machine}::text, {#literal}{rows}{/literal}::text, {#literal}{name}_id{/literal}::text, null::text, '{all_key_columns}'::text);
{/if}

{define roomy_columns}
{! After the statement that refuses foreign code, because the check of a domain is code.}
{#if has_mirror}
call public.pawl_refuse_narrow_column({machine}::text, {#literal}{parent}{/literal}::text, {#literal}{mirror_column}{/literal}::text, array[{>state_names}]::text[], array[{>told_states}]::text[], '{>columns_for_states}'::text);
{/if}
{#if has_other_storage}
call public.pawl_refuse_narrow_column({machine}::text, {#literal}{rows}{/literal}::text, 'to_state'::text, array[{>state_names}]::text[], array[{>told_states}]::text[], 'text, or varchar with room for the longest state'::text);
{/if}

{define told_states} {#each states}{state_told}{#between}, {/each}
{define state_names} {#each states}{state}{#between}, {/each}

{define head_tables}
create table if not exists {current} (
  {name}_id {>type_of_key} primary key{#if has_entity}
    constraint {name}_current_parent references {parent} ({parent_column}){/if},
  state text collate "C" not null,
  sort_key integer not null,
  since timestamptz not null
) with (fillfactor = 80); -- leaves room for the next version of a row on its page

{! PostgreSQL would read a check on the actor again in each transition.}
create table if not exists {transitions} (
  {name}_id {>type_of_key} not null,
  sort_key integer not null,
  event text collate "C" not null,
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  created_at timestamptz not null,
  actor text collate "C" not null,
  request_id text collate "C",
{#each columns}
  {column} {column_type},
{/each}
  primary key ({name}_id, sort_key)
){#if has_partitions} partition by hash ({name}_id){/if};
{! Partitioned by the key, so that each history is in one partition. Only the history grows: there is one current row for each
entity, which is found by the primary key.}
{#each partitions}
create table if not exists {transitions}_p{index} partition of {transitions} for values with (modulus {partition_count}, remainder {index});
{/each}
{#if has_state_index}
call public.pawl_create_once({#literal}{schema}.{name}_current_state_since{/literal}::text,
  {#literal}create index {name}_current_state_since on {current} (state, since, {name}_id){/literal}::text);
{/if}
call public.pawl_create_once({#literal}{schema}.{name}_transitions_request{/literal}::text,
  {#literal}create unique index {name}_transitions_request on {transitions} ({name}_id, request_id) where request_id is not null{/literal}::text);
{>spread_tables}

{>moves_view}

{>state_view}

{define type_of_key} {key_column_type}

{define moves_view}
{! In this form, a dumped and restored copy has the same definition.}
create or replace view {moves} as select * from (values
{move_rows}
) move (event, from_state, to_state);

{define state_view}
create or replace view {schema}.{name}_state as
  select {name}_id, state, sort_key, since from {current};

{define grants}
{#if roles}
grant select on {current}, {transitions}, {moves}, {schema}.{name}_state to pawl_app,
  pawl_operator, pawl_reader;
{/if}

{define comments}
{#if has_head}
comment on table {current} is {machine_description};
{#else}
comment on view {current} is {machine_description};
{/if}
call public.pawl_describe({#literal}{schema_name}{/literal}::text, {machine}::text, '{name}_{#if has_head}transitions{#else}history{/if}'::text);

{define register}

call public.pawl_register({machine}::text, {fingerprint}::text, {abi}::integer, {model}::json);

{define machine_objects}
{! Everything that is created for a machine. Code in it runs with all rights of the deploying login, so it comes after the statement
that refuses foreign code.}
{>accept_programs}
{>exact_keys}
{#if has_head}
{>head_tables}

{>protect_heads}
{#if has_partitions}
{>protect_partitions}
{/if}
{#else}
{>transitions_tables}
{>state_view}

{/if}
{>grants}
{>lock_machine}

{>comments}
{>queue_tables}
{>hook_functions}
{>refuse_foreign_code}
{>roomy_columns}
{>try_defaults}
{>check_all_grants}
{>before_functions}

-- One function for each event. If the usual legal transition is not possible, the function locks the row and finds out why.
{#if has_head}
-- {name}_is_free(): false or null if the machine is frozen, or above read committed; pawl_refuse_locked then looks again.
{/if}
-- {version}(): exists while programs of this version are accepted.
{#each events}
{>event_function}
{/each}
{>queue_functions}
{>deferred_functions}
{>why_function}

-- The same events for many entities at once: arrays of one length, and one result for each element, in their order. libpawl calls these for
-- {name}_*_many() and for a pool's threads; each does the same as the function above, with fewer statements.
{>decide_batch}
{#each events}
{#each many}
{>many_function}
{/each}
{/each}

-- Only applications may call the functions that fire events.
{>restrict_calls}
{>spread_functions}

{define spread_tables} {! This fragment and the next: only if entities are spread over nodes.}

{define before_functions}

{define spread_functions}

{define restrict_calls}
call public.pawl_restrict_calls({#literal}{schema_name}{/literal}::text,
  '{{{#each events}{name}_{event_name}{#each many},{name}_{event_name}_many{/each}{#between},{/each}{#if has_queue},{name}_pending_claim,{name}_pending_complete,{name}_pending_not_yet,{name}_pending_fail,{name}_pending_extend{/if},{name}_fire_deferred{#if has_callbacks},{name}_fail_deferred{/if}}'::text[], '{{{#if roles}pawl_app{/if}}'::text[]);
call public.pawl_restrict_calls({#literal}{schema_name}{/literal}::text, '{{{name}_why}'::text[], '{{{#if roles}pawl_app,pawl_operator,pawl_reader{/if}}'::text[]);

{define protect_heads} call public.pawl_refuse_writes_to(array['{current}', '{transitions}']::regclass[]);

{define protect_partitions}
{! A statement on a partition does not fire the trigger of the whole table.}
call public.pawl_refuse_writes_to(array[
{#each partitions}'{transitions}_p{index}'{#between}, {/each}
]::regclass[]);
