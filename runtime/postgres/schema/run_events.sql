-- Events of runs ---------------------------------------------------------------------------------------

-- Writes an event of a run to the outbox, with the time of the run's row. That time never goes back, and the outbox is
-- ordered by it.
-- 63: PAWL_OUTBOX_SLOTS - 1; 10: PAWL_SORT_KEY_STEP.
create or replace function public.pawl_run_event(known public.pawl_runs, event text, status_before text,
  status_after text, parameters json) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
begin
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state,
      topic, fingerprint, parameters)
    values (hashtextextended($1.id::text, 0) & 63, $1.updated_at, $1.flow,
      $1.id::text, $1.events * 10, $2, $3, $4, $1.topic, $1.fingerprint, $5);
end
$pawl$;

-- Returns the parameters of a run's event as JSON, identical to those that libpawl writes on SQLite.
create or replace function public.pawl_run_parameters(known public.pawl_runs, step text, iteration text,
  direction text, attempt bigint, args text, data text, error text) returns json
language sql set search_path = pg_catalog, pg_temp
return ('{"step":' || coalesce(to_json($2)::text, 'null')
  || ',"iteration":[' || replace(btrim($3, '[]'), '][', ',') || '],"direction":"' || $4
  || '","attempt":' || $5 || ',"unique":' || coalesce($1.unique_key, 'null')
  || ',"args":' || coalesce($6, 'null') || ',"data":' || coalesce($7, 'null')
  || ',"error":' || coalesce(to_json($8)::text, 'null') || '}')::json;

-- Writes the events of a run's new row: it was started (status_before ''), a step was done or undone, or the run halted or
-- ended.
create or replace function public.pawl_run_tell(run bigint, status_before text, ends boolean,
  step_outcome text default null, step_path text default null, step_iteration text default null,
  step_is_undo boolean default null, step_attempt bigint default null, step_after text default null)
returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $pawl$
#variable_conflict use_column
declare
  known public.pawl_runs;
  before text := status_before;
  tells_step boolean := coalesce(step_outcome in ('done', 'undone'), false);
  tells_run boolean;
begin
  select each.* into known from public.pawl_runs each where each.id = $1;
  tells_run := known.status <> before
    and (before = '' or ends or known.status in ('waiting', 'paused', 'parked'));
  if tells_step then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when step_is_undo then 'undo' else 'step' end, before,
      case when tells_run then 'ready' else known.status end,
      public.pawl_run_parameters(known, step_path, step_iteration,
        case when step_is_undo then 'undo' else 'forward' end, step_attempt, null::text, step_after, null::text));
    before := 'ready';
  end if;
  if tells_run then
    known.events := known.events + 1;
    perform public.pawl_run_event(known, case when before = '' then 'start' when ends then 'end' else 'stop' end,
      before, known.status, public.pawl_run_parameters(known, known.path, known.iteration, known.direction,
        known.attempt, known.args::text, known.data::text, known.error));
  end if;
  if tells_step or tells_run then
    update public.pawl_runs each set events = known.events where each.id = $1;
  end if;
end
$pawl$;
