-- What waits in the queue of a machine.

{define waiting}
select declaration, count(*), min(case when is_asleep = false then due_at end),
  count(case when is_asleep = false and {own_instant:due_at} <= {now} then 1 end),
  count(case when is_asleep = false and {own_instant:due_at} > {now} and claim > 0 then 1 end) from {pending}
where parked_at is null
group by declaration
order by declaration

{define retrying}
-- Failed, and due again.
select {name}_id, declaration, attempts, due_at, last_error from {pending}
where parked_at is null and last_error is not null
order by attempts desc, {name}_id, declaration limit {RETRYING_MAX}

{define parked}
select {name}_id, declaration, attempts, parked_at, last_error from {pending}
where parked_at is not null
order by parked_at, {name}_id, declaration
