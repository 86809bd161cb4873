-- What does not fit together in runs of flows: each query finds what is wrong, as run, number of the history or
-- null, check, message, and flow.

{define steps}
select r.id, null, 'run-steps', 'its history has gaps, or is not as long as the run says',
  r.flow
from {schema}.pawl_runs r left join (
  select run, count(*) as step_count, max(number) as last from {schema}.pawl_run_steps group by run) h on h.run = r.id
where coalesce(h.step_count, 0) <> r.steps or coalesce(h.last, 0) <> r.steps

{define orphan}
select h.run, h.number, 'run-orphan', 'there is no such run',
  ''
from {schema}.pawl_run_steps h
where not exists (select 1 from {schema}.pawl_runs r where r.id = h.run)

{define undo}
select h.run, h.number, 'run-undo', 'it undoes what was not done before it',
  r.flow
from {schema}.pawl_run_steps h join {schema}.pawl_runs r on r.id = h.run
where h.undoes is not null
  and not exists (select 1 from {schema}.pawl_run_steps f
    where f.run = h.run and f.number = h.undoes and f.number < h.number
      and not f.is_undo and f.outcome in ('done', 'unknown'))

{define undone_twice}
select h.run, h.number, 'run-undone-twice', 'what it undoes was undone before',
  r.flow
from {schema}.pawl_run_steps h join {schema}.pawl_runs r on r.id = h.run
where exists (select 1 from {schema}.pawl_run_steps f
  where f.run = h.run and f.undoes = h.undoes and f.number < h.number)

{define end}
select r.id, null, 'run-end', 'whether it has ended, its status and its time do not agree',
  r.flow
from {schema}.pawl_runs r
where (r.ended_at is not null) <> (r.status in ('done', 'undone', 'cancelled'))

{define ready}
select w.run, null, 'run-ready', 'it has ended, and waits for a worker all the same',
  w.flow
from {schema}.pawl_run_ready w
where not exists (select 1 from {schema}.pawl_runs r where r.id = w.run and r.flow = w.flow and r.ended_at is null)

{define stuck}
select r.id, null, 'run-stuck', 'it is ready, and no worker looks for it',
  r.flow
from {schema}.pawl_runs r
where r.status = 'ready' and not exists (select 1 from {schema}.pawl_run_ready w where w.run = r.id)

{define lock}
select r.id, null, 'run-lock', 'it has ended, and still holds a lock',
  r.flow
from {schema}.pawl_locks l join {schema}.pawl_runs r on l.owner = 'run ' || {as_text:r.id}
where r.ended_at is not null

{define count_runs}
select (select count(*) from {schema}.pawl_runs), (select count(*) from {schema}.pawl_run_steps)
