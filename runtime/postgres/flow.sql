-- Runs of flows on PostgreSQL. What changes one is a function, with one call for each question; see schema/.

-- ---- calls ----

{define .call_start}
select public.pawl_run_start($1::text, $2::text, $3::text, $4::text, $5::text, $6::text[], $7::text[], $8::bigint)

{define .call_claim}
-- A claim that is lost with the server was of nobody: what is done under it is written behind it. But a first call is
-- not, and may begin at once.
select public.pawl_run_claim($1::text, $2::bigint, $3::bigint, $4::boolean, $5::bigint, $6::text, $7::bigint,
  $8::bigint)
where case when $6::text is null then set_config('synchronous_commit', 'off', true) is not null else true end

{define .call_claim_due}
select public.pawl_run_claim($1::text, null::bigint, null::bigint, false, $2::bigint, $3::text, $4::bigint,
  $5::bigint)

{define .find_claim}
select known.id, known.claim, known.was_cut_off
from public.pawl_run_ready ready join public.pawl_runs known on known.id = ready.run
where ready.flow = $1::text and ready.due_at > clock_timestamp() + $3::bigint * interval '1 microsecond'
  and ready.is_leased and ready.claimer = $2::bigint
order by ready.due_at limit 1 offset 0

{define lock}
select public.pawl_run_lock($1::bigint, $2::bigint, $3::text, $4::text[], $5::text[], $6::bigint)

{define .call_save}
select public.pawl_run_save($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::bigint, $8::text,
  $9::text, $10::text, $11::bigint, $12::bigint, $13::boolean, $14::bigint, $15::bigint, $16::bigint, $17::text,
  $18::text, $19::boolean, $20::boolean, $21::boolean, $22::bigint, $23::bigint, $24::text[], $25::text[],
  $26::bigint, $27::text, $28::text, $29::bigint, $30::boolean, $31::text, $32::bigint, $33::bigint, $34::text,
  $35::text, $36::text, $37::bigint, $38::boolean, $39::bigint)

{define .call_say} select public.pawl_run_say($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::bigint)

{define .call_signal}
select public.pawl_run_signal($1::bigint, $2::text, $3::text, $4::text, $5::bigint)

-- ---- runs ----

{define .fingerprints} select 1 from public.pawl_flows where flow = $1::text and fingerprint = $2::text

{define with_ready}
select known.id, known.flow, known.fingerprint, known.status, known.direction, known.path, known.iteration,
  known.entered, known.counts, known.args, known.data, known.locks, known.unique_key, known.attempt, known.failures,
  known.is_uncertain, known.was_cut_off, known.undoing, known.undo_until, known.steps, known.undone, known.error,
  known.waits_for, known.wish, known.wish_place, known.wish_actor, known.claim, known.actor, known.started_at,
  known.updated_at, known.ended_at, known.topic, known.events, ready.due_at, ready.is_leased
from public.pawl_runs known left join public.pawl_run_ready ready on ready.run = known.id

{define .get}
{>with_ready}
where known.id = $1::bigint and ($2::text is null or known.flow = $2::text) offset 0

{define as_asked}
where ($1::text is null or known.flow = $1::text)
  and ($2::text is null or known.status = $2::text)
  and ($3::text is null or known.unique_key = $3::text)
  and known.id > $4::bigint

{define .list}
{>with_ready}
{>as_asked}
order by known.id limit $5::bigint offset 0

{define .list_of_lock}
{>with_ready}
{>as_asked}
  and known.id = any (array(select waiting.run from public.pawl_run_waits waiting where waiting.key = $6::text
    union select substr(held.owner, 5)::bigint from public.pawl_locks held
      where held.key = $6::text and held.owner ~ '^run [1-9][0-9]{0,17}$'))
order by known.id limit $5::bigint offset 0

{define .next_due}
select due_at from public.pawl_run_ready
where flow = $1::text
  and not exists (select from public.pawl_freezes frozen
    where frozen.machine = $1::text and frozen.mode is not null
      and (frozen.until is null or frozen.until > clock_timestamp()))
order by due_at limit 1 offset 0

{define .find_signal}
select 1 from public.pawl_run_signals where run = $1::bigint and name = $2::text offset 0

-- ---- steps ----

{define .history}
select number, path, iteration, generation, is_undo, outcome, attempt, after, error, actor, at, duration_us
from public.pawl_run_steps
where run = $1::bigint
order by number offset 0

{define .last_done}
select number, path, iteration, generation, outcome from public.pawl_run_steps step
where run = $1::bigint and number < $2::bigint and not is_undo and outcome in ('done', 'unknown')
  and not exists (select from public.pawl_run_steps undo
    where undo.run = $1::bigint and undo.undoes = step.number)
order by number desc limit 1 offset 0

{define .done_at}
select number from public.pawl_run_steps step
where run = $1::bigint and path = $2::text and iteration = $3::text and not is_undo
  and outcome in ('done', 'unknown')
  and not exists (select from public.pawl_run_steps undo
    where undo.run = $1::bigint and undo.undoes = step.number)
order by number desc limit 1 offset 0

{define .undone_at}
select count(*) from public.pawl_run_steps
where run = $1::bigint and path = $2::text and iteration = $3::text and undoes is not null offset 0
