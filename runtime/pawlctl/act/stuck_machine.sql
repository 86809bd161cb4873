-- What waits for too long in a machine.

{define slow}
select head.{name}_id, head.since from {current} head
where head.state = {text:1} and head.since < {moment:{bigint:2}}
order by head.since, head.{name}_id limit {SLOW_MAX}{by_index}

{define rest}
-- Of the entities with the lowest keys: how many were in the state, and how many are. The histories are read by their keys.
select count(distinct made.{name}_id), count(distinct case when sampled.state = {text:1} then made.{name}_id end)
from (select * from (select own.{name}_id as entity, own.state, own.sort_key from {current} own order by own.{name}_id limit {SAMPLED_KEYS}) lowest)
  sampled {for_each} {transitions} made
  {where_each} made.{name}_id = sampled.entity and made.sort_key > sampled.sort_key - {SAMPLED_SORT_KEYS}{end_each}
where made.to_state = {text:1}{by_index}

{define late}
select {name}_id, declaration, {due_at} as due from {pending}
where is_work = {boolean:1} and parked_at is null and is_asleep = false and {ready_at} < {moment:{bigint:2}} and {due_at} < {moment:{bigint:2}}
order by {ready_at} limit {LATE_MAX}{by_index}

{define failed}
-- The index has this condition, letter by letter.
(parked_at is not null or last_error is not null)

{define failing}
-- After a retry, a job has no attempts. A job is as old as the transition that began it.
select waiting.{name}_id, waiting.declaration, waiting.attempts, made.created_at, waiting.last_error
from (select * from {pending} where {>failed} and parked_at is null and last_error is not null and attempts > 0 limit {FAILED_MAX}) waiting
  left join {transitions} made on made.{name}_id = waiting.{name}_id and made.sort_key = waiting.fence
order by waiting.attempts desc, waiting.{name}_id, waiting.declaration limit {bigint:1}{by_index}

{define parked}
select {name}_id, declaration, attempts, parked_at, last_error from {pending}
where {>failed} and parked_at is not null
order by parked_at, {name}_id, declaration limit {bigint:1}{by_index}
