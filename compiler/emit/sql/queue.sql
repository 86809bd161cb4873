-- Statements for timers and work, under the names of struct pawl_queue_statements.
--
-- SQLite uses a partial index only if the query repeats its condition letter for letter: a row is ready if
-- `parked_at is null and is_asleep = false`.

{define queue_rules}
{! The rules of each timer and work: rows of literals.}
{#each declarations}
  ({declaration}, {#if is_work}true{#else}false{/if}, {#if has_declared_event}{declared_event}{#else}{>no_event}{/if}, {lease}, {every}, {#if has_attempts}{attempts}{#else}{>no_attempts}{/if}, {backoff_from}, {backoff_to}){#between},
{/each}

{define no_event} cast(null as text)
{define no_attempts} cast(null as integer)

{define queue_claim}
{#if runtime_moves}
select {>queue_row}{#if has_work}, case when is_work then
  (select own.actor from {transitions} own where own.{name}_id = {pending}.{name}_id and own.sort_key = {pending}.fence) end{/if} from {pending}
where is_work = {bool:1} and parked_at is null and is_asleep = false and due_at <= {timestamp:2}
  and {is_accepted}
  {>unless_frozen}
order by due_at limit {bigint:3}
{/if}

{define queue_row}
{name}_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep

{define unless_frozen}
{! After a condition: the machine is neither frozen nor paused; parameter 2 is the time.}
and not exists (select 1 from {shared_schema}.pawl_freezes type_lock
  where type_lock.machine = {machine} and type_lock.mode is not null
    and (type_lock.until is null or type_lock.until > {timestamp:2}))

{define queue_next_due}
select due_at from {pending} where is_work = {bool:1} and parked_at is null and is_asleep = false
  and {is_accepted}
  {>unless_frozen}
order by due_at limit 1{>by_index}

{define queue_not_yet} {! This and the next three: only if a function does it.}

{define queue_fail}

{define queue_extend}

{define queue_retry}

{define queue_of_entity}
{#if runtime_moves}
select {>queue_row} from {pending} where {name}_id = {key:1} and {is_accepted}
{/if}

{define queue_insert}
{#if runtime_moves}
insert into {pending} ({>queue_row})
values ({key:1}, {text:2}, {bool:3}, {timestamp:4}, {int:5}, {bigint:6}, {int:7}, {text:8}, {timestamp:9}, {bool:10})
{/if}

{define queue_update}
{#if runtime_moves}
update {pending} set is_work = {bool:3}, due_at = {timestamp:4}, fence = {int:5}, claim = {bigint:6},
  attempts = {int:7}, last_error = {text:8}, parked_at = {timestamp:9}, is_asleep = {bool:10}
where {name}_id = {key:1} and declaration = {text:2}
{/if}

{define queue_began}
{#if runtime_moves and has_periodic}
select created_at from {transitions} where {name}_id = {key:1} and sort_key = {int:2}
{/if}

{define queue_latest}
{#if runtime_moves and tells_latest}
select sort_key{#each columns}, {column}{/each} from {transitions}
where {name}_id = {key:1} and (event = {text:2}{#each columns} or {column} is not null and {text:2} = ':{column}'{/each})
order by sort_key desc limit 1
{/if}

{define queue_remove}
{#if runtime_moves}
delete from {pending} where {name}_id = {key:1} and declaration = {text:2}
{/if}
