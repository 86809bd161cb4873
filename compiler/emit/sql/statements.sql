-- Statements of libpawl and pawlctl for every database, under the names of struct pawl_statements, and the writes of
-- libpawl when it executes the steps of a transition. pawl_abi.h lists the parameters.

{define fingerprints}
{! All machines share the table, so it is never in the schema of one.}
select known.version, accepted.fingerprint, {>strangers}, accepted.is_deployed
from {shared_schema}.pawl_schema known left join {shared_schema}.pawl_machines accepted
  on accepted.is_accepted and accepted.machine = {text:1}

{define locked}
{! The first lock of a transition, up to the sign of equality before its key.}
{#if has_head}{current} head where head.{name}_id{#else}{parent} parent where parent.{parent_column}{/if}

{define by_index}
{! At the end of a query that finds its rows by an index: what the database needs so that it does so at any size.}

{define get}
select state, sort_key, since from {current} where {name}_id = {key:1} and {is_accepted}{>by_index}

{define by_index_of_state} {#if has_state_index}{>by_index}{/if}
{define history} {>records} order by sort_key{>by_index}

{define records}
select sort_key, event, from_state, to_state, created_at, actor, request_id{#each columns}, {read_column}{/each}
from {transitions} where {name}_id = {key:1} and {is_accepted}

{define in_state}
{! The first page has NULL as key, because `since` alone decides.}
select {name}_id, state, sort_key, since from {current}
where state = {text:1} and (since, {name}_id) > ({timestamp:2}, {key:3})
  and {is_accepted} order by since, {name}_id limit {bigint:4}{>by_index_of_state}

{define not_in_state}
{! The states before the excluded one, and those after it. Each is a range of the index that begins at its parameters and ends when
the page is full.}
select * from (
  select * from (
    select {name}_id, state, sort_key, since from {current}
    where state < {text:1} and (state, since, {name}_id) > ({text:2}, {timestamp:3}, {key:4})
    order by state, since, {name}_id limit {bigint:8}
  ) before
  union all
  select * from (
    select {name}_id, state, sort_key, since from {current}
    where (state, since, {name}_id) > ({text:5}, {timestamp:6}, {key:7})
    order by state, since, {name}_id limit {bigint:8}
  ) after
) others where {is_accepted} order by state, since, {name}_id limit {bigint:8}{>by_index_of_state}

{define count_by_state} select state, count(*) from {current} where {is_accepted} group by state

{define last_to}
{>records}
  and to_state = {text:2} order by sort_key desc limit 1{>by_index}

{define creation}
{>records}
  and sort_key = {step}{>by_index}

{define with_key}
{! The first page's key is NULL.}
{#if has_created_key}
select head.{name}_id, head.state, head.sort_key, head.since from {transitions} begun
join {current} head on head.{name}_id = begun.{name}_id
where begun.sort_key = {step} and begun.{key_column} = {key_column_param}
  and ({key:2} is null or begun.{name}_id > {key:2}) and {is_accepted}
order by begun.{name}_id limit {bigint:3}{>by_index}
{#else if has_key}
select {name}_id, state, sort_key, since from {current}
where {name}_id = {key:1} and ({key:2} is null or {name}_id > {key:2})
  and {is_accepted} limit {bigint:3}{>by_index}
{/if}

{define find_key}
{#if has_created_key}
select cast({key_column} as text) from {transitions} where {name}_id = {key:1} and sort_key = {step}
  and {is_accepted}{>by_index}
{/if}

{define fire_alone} {! This and the next three: only if a function makes the transitions.}

{define fire_gathered}

{define why}

{define fire_deferred}

{define fail_deferred}

{define find_parent}
{#if runtime_moves and has_entity}
select 1 from {parent} where {parent_column} = {key:1}
{/if}

{define find_request}
{#if runtime_moves}
select event, from_state, to_state, sort_key, created_at{#each columns}, {read_column}{/each}
from {transitions} where {name}_id = {key:1} and request_id = {text:2}
{/if}

{define insert_current}
{#if runtime_moves and has_head}
insert into {current} ({name}_id, state, sort_key, since)
values ({key:1}, {text:2}, {int:3}, {timestamp:4})
{/if}

{define update_current}
{#if runtime_moves and has_head}
update {current} set state = {text:2}, sort_key = {int:3}, since = {timestamp:4}
where {name}_id = {key:1}
{/if}
{#if runtime_moves and has_other_storage}
{>supersede_row}
{/if}

{define supersede_row}
{! `storage transitions`: the row that was the most recent; each database has its own, and its own next fragment.}

{define insert_transition}
{#if runtime_moves and has_head}
insert into {transitions}
  ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each columns}, {column}{/each})
values ({key:1}, {int:2}, {text:3}, {text:4}, {text:5}, {timestamp:6}, {text:7},
  {text:8}{#each columns}, {column_param}{/each})
{/if}
{#if runtime_moves and has_other_storage}
{>insert_row}
{/if}

{define insert_row} {! `storage transitions`: the row that is the most recent now.}
{define find_spelling} {! If the database considers other texts the same key.}

{define find_creation}
{#if runtime_moves and needs_creation}
select {#each columns}{column}{#between}, {/each} from {transitions} where {name}_id = {key:1} and sort_key = {step}
{/if}

{define find_topic}
{! The value that `emit` takes from the creation.}
{#if runtime_moves and has_created_topic}
select {topic_column} from {transitions} where {name}_id = {key:1} and sort_key = {step}
{/if}

{define columns_for_states}
{#if has_number_states}{mirror_type}, a larger integer type, or text{#else}text, varchar with room for the longest state, or an enum type with every state{/if}

{define set_mirror}
{#if runtime_moves and has_mirror}
update {parent} set {mirror_column} = {text:2} where {parent_column} = {key:1}
{/if}
