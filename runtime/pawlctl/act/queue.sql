-- What waits in the queue of a machine. Of a long queue only the first rows of each index are read.

{define soonest}
parked_at is null and is_asleep = false and {ready_at} is not null order by {ready_at} limit {COUNTED_MAX}

{define waiting}
select declaration, count(*), min(due), count(case when {own_instant:due} <= {now} then 1 end),
  count(case when {own_instant:due} > {now} and claim > 0 then 1 end)
from (select * from (select declaration, {due_at} as due, claim from {pending} where is_work = false and {>soonest}) timers
  union all select * from (select declaration, {due_at} as due, claim from {pending} where is_work = true and {>soonest}) work) waiting
group by declaration
order by declaration{by_index}

{define failed}
-- The index has this condition, letter by letter.
(parked_at is not null or last_error is not null)

{define retrying}
-- Failed, and due again.
select * from (select {name}_id, declaration, attempts, {due_at} as due, last_error from {pending}
  where {>failed} and parked_at is null and last_error is not null limit {FAILED_MAX}) waiting
order by attempts desc, {name}_id, declaration limit {RETRYING_MAX}{by_index}

{define parked}
select {name}_id, declaration, attempts, parked_at, last_error from {pending}
where {>failed} and parked_at is not null
order by parked_at, {name}_id, declaration limit {bigint:1}{by_index}
