-- Events of runs ---------------------------------------------------------------------------------------

-- Writes the events of a run's new row: a step was done or undone; the run was started (status_before ''), halted or ended.
-- Their time is that of the row, which never goes back: the outbox is ordered by it. The parameters are identical to those
-- that libpawl writes on SQLite. 63: PAWL_OUTBOX_SLOTS - 1; 10: PAWL_SORT_KEY_STEP.
create or replace function public.pawl_run_tell(run bigint, status_before text, ends boolean,
  step_outcome text default null, step_path text default null, step_iteration text default null,
  step_is_undo boolean default null, step_attempt bigint default null, step_after text default null)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
#variable_conflict use_column
declare
  known public.pawl_runs;
  tells_step boolean := coalesce($4 in ('done', 'undone'), false);
  tells_run boolean;
begin
  select each.* into known from public.pawl_runs each where each.id = $1;
  tells_run := known.status <> $2 and ($2 = '' or $3 or known.status in ('waiting', 'paused', 'parked'));
  insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state,
      topic, fingerprint, actor, parameters)
    select hashtextextended($1::text, 0) & 63, known.updated_at, known.flow, $1::text, (known.events + told.number) * 10,
        told.event, told.from_state, told.to_state, known.topic, known.fingerprint, known.actor,
        ('{"step":' || coalesce(to_json(told.step)::text, 'null')
          || ',"iteration":[' || replace(btrim(told.iteration, '[]'), '][', ',') || '],"direction":"' || told.direction
          || '","attempt":' || told.attempt || ',"unique":' || coalesce(known.unique_key, 'null')
          || ',"args":' || coalesce(told.args::text, 'null') || ',"data":' || coalesce(told.data::text, 'null')
          || ',"error":' || coalesce(to_json(told.error)::text, 'null') || '}')::json
      from (
        select 1, case when $7 then 'undo' else 'step' end, $2, case when tells_run then 'ready' else known.status end, $5, $6,
            case when $7 then 'undo' else 'forward' end, $8, null::json, $9, null::text where tells_step
        union all
        select case when tells_step then 2 else 1 end, case when $2 = '' then 'start' when $3 then 'end' else 'stop' end,
            case when tells_step then 'ready' else $2 end, known.status, known.path, known.iteration,
            known.direction, known.attempt, known.args, known.data::text, known.error where tells_run
      ) told (number, event, from_state, to_state, step, iteration, direction, attempt, args, data, error);
  if tells_step or tells_run then
    update public.pawl_runs each set events = known.events + tells_step::integer + tells_run::integer where each.id = $1;
  end if;
end
$pawl$;
