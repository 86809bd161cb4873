-- Held locks that somebody waits for.

{define waiters}
-- Not every login may read it.
select waiter.owner from {schema}.pawl_lock_waiters waiter
where waiter.{lock_key} = {text:1} and (waiter.type = {text:2} or '' in (waiter.type, {text:2})) and waiter.until > {moment:{now}}
order by waiter.since limit 5

{define runs}
select waits.run, waits.flow, waits.{lock_key}, waits.type, own.updated_at,
  (select min(held.owner) from {schema}.pawl_locks held
    where held.{lock_key} = waits.{lock_key} and (held.type = waits.type or '' in (held.type, waits.type)))
from {schema}.pawl_run_waits waits join {schema}.pawl_runs own on own.id = waits.run
where own.updated_at < {moment:{bigint:1}}
order by waits.number limit {LOCKS_MAX}
