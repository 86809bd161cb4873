-- Runs of flows on SQLite, which the runtime moves step by step.

-- ---- rows ----

{define insert_run}
insert into main.pawl_runs (id, flow, fingerprint, status, direction, path, iteration, entered, counts, args, data,
  locks, unique_key, attempt, failures, is_uncertain, was_cut_off, undoing, undo_until, steps, undone, error,
  waits_for, wish, wish_place, wish_actor, claim, actor, started_at, updated_at, ended_at, topic, events)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
  ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
  ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33)

{define update_run}
update main.pawl_runs set flow = ?2, fingerprint = ?3, status = ?4, direction = ?5, path = ?6, iteration = ?7,
  entered = ?8, counts = ?9, args = ?10, data = ?11, locks = ?12, unique_key = ?13, attempt = ?14, failures = ?15,
  is_uncertain = ?16, was_cut_off = ?17, undoing = ?18, undo_until = ?19, steps = ?20, undone = ?21, error = ?22,
  waits_for = ?23, wish = ?24, wish_place = ?25, wish_actor = ?26, claim = ?27, actor = ?28, started_at = ?29,
  updated_at = ?30, ended_at = ?31, topic = ?32, events = ?33
where id = ?1

{define find_run} select * from main.pawl_runs where id = ?1
{define find_ready} select run, due_at, is_leased from main.pawl_run_ready where run = ?1
{define insert_ready} insert into main.pawl_run_ready (run, flow, due_at, is_leased) values (?1, ?2, ?3, ?4)
{define update_ready} update main.pawl_run_ready set flow = ?2, due_at = ?3, is_leased = ?4 where run = ?1

{define delete_ready}
delete from main.pawl_run_ready where run = ?1

-- ---- starting and claiming ----

{define .fingerprints} select 1 from main.pawl_flows where flow = ?1 and fingerprint = ?2
{define find_by_unique_key} select * from main.pawl_runs where flow = ?1 and unique_key = ?2
{define next_run} select coalesce(max(id), 0) + 1 from main.pawl_runs

{define find_first_ready}
select run, due_at, is_leased from main.pawl_run_ready
where flow = ?1 and due_at <= ?2
order by due_at limit 1

{define .next_due}
select due_at from main.pawl_run_ready
where flow = ?1
  and not exists (select 1 from main.pawl_freezes frozen
    where frozen.machine = ?1
      and (frozen.until is null
        or frozen.until > cast((julianday('now') - 2440587.5) * 86400000000 as integer)))
order by due_at limit 1

-- ---- steps ----

{define insert_step}
insert into main.pawl_run_steps (run, number, path, iteration, generation, is_undo, outcome, attempt, undoes, after,
  error, actor, at, duration_us)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)

{define .history}
select number, path, iteration, generation, is_undo, outcome, attempt, after, error, actor, at, duration_us
from main.pawl_run_steps
where run = ?1
order by number

{define .last_done}
select number, path, iteration, generation, outcome from main.pawl_run_steps step
where run = ?1 and number < ?2 and not is_undo and outcome in ('done', 'unknown')
  and not exists (select 1 from main.pawl_run_steps undo where undo.run = ?1 and undo.undoes = step.number)
order by number desc limit 1

{define .done_at}
select number from main.pawl_run_steps step
where run = ?1 and path = ?2 and iteration = ?3 and not is_undo and outcome in ('done', 'unknown')
  and not exists (select 1 from main.pawl_run_steps undo where undo.run = ?1 and undo.undoes = step.number)
order by number desc limit 1

{define .undone_at}
select count(*) from main.pawl_run_steps
where run = ?1 and path = ?2 and iteration = ?3 and undoes is not null

{define has_done}
-- Parameter 2 is the path with the iteration behind it, as an operator names a place.
select 1 from main.pawl_run_steps step
where run = ?1 and path || iteration = ?2 and outcome in ('done', 'unknown')
  and not exists (select 1 from main.pawl_run_steps undo where undo.run = ?1 and undo.undoes = step.number)

{define last_irreversible}
-- The last irreversible step from the place in parameter 2 on that the run has done, or may have done. A step counts
-- if it is irreversible in every version of the flow that has it.
with done (number, path, iteration, flow) as (
  select step.number, step.path, step.iteration, known.flow
  from main.pawl_run_steps step join main.pawl_runs known on known.id = step.run
  where step.run = ?1 and step.outcome in ('done', 'unknown')
    and not exists (select 1 from main.pawl_run_steps undo where undo.run = ?1 and undo.undoes = step.number)
  union all
  select steps + 1, path, iteration, flow from main.pawl_runs where id = ?1 and is_uncertain
)
select 'irreversible ' || path || iteration from done
where number >= (select max(first.number) from done first where first.path || first.iteration = ?2)
  and (select min(coalesce(json_extract(declared.value, '$.irreversible'), 0))
    from main.pawl_flows version, json_each(version.model, '$.steps') declared
    where version.flow = done.flow and json_extract(declared.value, '$.path') = done.path)
order by number desc limit 1

-- ---- signals ----

{define .find_signal} select 1 from main.pawl_run_signals where run = ?1 and name = ?2

{define insert_signal}
insert into main.pawl_run_signals (run, name, actor, sent_at) values (?1, ?2, ?3, ?4)

-- ---- reading ----

{define with_ready}
select known.*, ready.due_at, ready.is_leased
from main.pawl_runs known left join main.pawl_run_ready ready on ready.run = known.id

{define .get}
{>with_ready}
where known.id = ?1 and (?2 is null or known.flow = ?2)

{define as_asked}
where (?1 is null or known.flow = ?1)
  and (?2 is null or known.status = ?2)
  and (?3 is null or known.unique_key = ?3)
  and known.id > ?4
order by known.id limit ?5

{define .list}
{>with_ready}
{>as_asked}

{define .list_of_lock}
{>with_ready}
join (select waiting.run from main.pawl_run_waits waiting where waiting.key = ?6
  union select cast(substr(held.owner, 5) as integer) from main.pawl_locks held
    where held.key = ?6 and held.owner glob 'run [1-9]*') concerned on concerned.run = known.id
{>as_asked}
