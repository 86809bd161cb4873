-- Runs of flows on MariaDB. What changes one is a function, with one call for each question; see schema/.

-- ---- calls ----

{define .call_start}
select pawl_database.pawl_run_start(?1, ?2, ?3, ?4, ?5, ?6 is not null, ?8) as pawl_outcome

-- The same question, without waiting for those who change the same locks.
{define waits_not} set statement innodb_lock_wait_timeout = 0 for
{define enter} select pawl_database.pawl_run_enter(?1, ?2, ?3, ?4) as pawl_outcome
{define enter_at_once} {>waits_not} {>enter}
{define .call_claim} select pawl_database.pawl_run_claim(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) as pawl_outcome
{define .call_claim_due} select pawl_database.pawl_run_claim_due(?1, ?2, ?3, ?4, ?5) as pawl_outcome

{define .find_claim}
select known.id, known.claim, known.was_cut_off
from pawl_database.pawl_run_ready ready join pawl_database.pawl_runs known on known.id = ready.run
where ready.flow = ?1 and ready.due_at > pawl_database.pawl_now() + ?3 and ready.is_leased and ready.claimer = ?2
order by ready.due_at limit 1

{define lock} select pawl_database.pawl_run_lock(?1, ?2, ?3, ?4, ?5, ?6) as pawl_outcome
{define lock_at_once} {>waits_not} {>lock}

{define .call_save}
select pawl_database.pawl_run_save(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
  ?20, ?21, ?22, ?23, ?24, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39) as pawl_outcome

{define .call_say} select pawl_database.pawl_run_say(?1, ?2, ?3, ?4, ?5, ?6) as pawl_outcome

{define .call_signal}
select pawl_database.pawl_run_signal(?1, ?2, ?3, ?4, ?5) as pawl_outcome

-- ---- runs ----

{define .fingerprints} select 1 from pawl_database.pawl_flows where flow = ?1 and fingerprint = ?2

{define with_ready}
select known.id, known.flow, known.fingerprint, known.status, known.direction, known.path, known.iteration,
  known.entered, known.counts, known.args, known.data, known.locks, convert(known.unique_key using utf8mb4), known.attempt,
  known.failures, known.is_uncertain, known.was_cut_off, known.undoing, known.undo_until, known.steps, known.undone,
  known.error, known.waits_for, known.wish, known.wish_place, known.wish_actor, known.claim, known.actor,
  known.started_at, known.updated_at, known.ended_at, known.topic, known.events, ready.due_at, ready.is_leased
from pawl_database.pawl_runs known left join pawl_database.pawl_run_ready ready on ready.run = known.id

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
join (select waiting.run from pawl_database.pawl_run_waits waiting where waiting.lock_key = cast(?6 as binary)
  union select cast(substr(held.owner, 5) as signed) from pawl_database.pawl_locks held
    where held.lock_key = cast(?6 as binary) and held.owner regexp '^run [1-9][0-9]{0,17}$') concerned on concerned.run = known.id
{>as_asked}

{define .next_due}
select due_at from pawl_database.pawl_run_ready
where flow = ?1
  and not exists (select 1 from pawl_database.pawl_freezes frozen
    where frozen.machine = ?1 and (frozen.until is null or frozen.until > pawl_database.pawl_now()))
order by due_at limit 1

{define .find_signal}
select 1 from pawl_database.pawl_run_signals where run = ?1 and name = ?2

-- ---- steps ----

{define .history}
select number, path, iteration, generation, is_undo, outcome, attempt, after, error, actor, at, duration_us
from pawl_database.pawl_run_steps
where run = ?1
order by number

{define .last_done}
select number, path, iteration, generation, outcome from pawl_database.pawl_run_steps step
where run = ?1 and number < ?2 and not is_undo and outcome in ('done', 'unknown')
  and not exists (select 1 from pawl_database.pawl_run_steps later
    where later.run = ?1 and later.undoes = step.number)
order by number desc limit 1

{define .done_at}
select number from pawl_database.pawl_run_steps step
where run = ?1 and path = ?2 and iteration = ?3 and not is_undo and outcome in ('done', 'unknown')
  and not exists (select 1 from pawl_database.pawl_run_steps later
    where later.run = ?1 and later.undoes = step.number)
order by number desc limit 1

{define .undone_at}
select count(*) from pawl_database.pawl_run_steps
where run = ?1 and path = ?2 and iteration = ?3 and undoes is not null
