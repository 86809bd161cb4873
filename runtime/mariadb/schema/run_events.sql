-- Events of runs ---------------------------------------------------------------------------------------

-- Writes the events of a run's new row: a step was done or undone; the run was started (status_before ''), halted or ended.
-- Their time is that of the row, which never goes back: the outbox is ordered by it. The parameters are identical to those
-- that libpawl writes on SQLite. 10: PAWL_SORT_KEY_STEP.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_tell(
  its_run bigint, status_before varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, ends boolean, step_outcome varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, step_path longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  step_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_is_undo boolean, step_attempt bigint, step_after longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
begin
  declare tells_step boolean default coalesce(step_outcome in ('done', 'undone'), false);
  declare tells_run boolean;
  select own.status <> status_before and (status_before = '' or ends or own.status in ('waiting', 'paused', 'parked'))
    into tells_run from pawl_database.pawl_runs own where own.id = its_run;
  insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic,
      fingerprint, actor, parameters)
    select pawl_database.pawl_outbox_slot(its_run), own.updated_at, own.flow, its_run, (own.events + told.number) * 10,
        told.event, told.from_state, coalesce(told.to_state, own.status), own.topic, own.fingerprint, own.actor,
        concat('{"step":', coalesce(pawl_database.pawl_json_text(if(told.is_step, step_path, own.path)), 'null'), ',"iteration":[',
          replace(trim(leading '[' from trim(trailing ']' from if(told.is_step, step_iteration, own.iteration))), '][', ','),
          '],"direction":"', if(told.is_step, if(step_is_undo, 'undo', 'forward'), own.direction),
          '","attempt":', if(told.is_step, step_attempt, own.attempt),
          ',"unique":', coalesce(convert(own.unique_key using utf8mb4), 'null'),
          ',"args":', if(told.is_step, 'null', own.args), ',"data":', coalesce(if(told.is_step, step_after, own.data), 'null'),
          ',"error":', coalesce(if(told.is_step, 'null', pawl_database.pawl_json_text(own.error)), 'null'), '}')
      from pawl_database.pawl_runs own
        join (select true as is_step, 1 as number, if(step_is_undo, 'undo', 'step') as event, status_before as from_state,
              if(tells_run, 'ready', null) as to_state where tells_step
            union all
            select false, 1 + tells_step, if(status_before = '', 'start', if(ends, 'end', 'stop')),
              if(tells_step, 'ready', status_before), null where tells_run) told
      where own.id = its_run;
  if tells_step or tells_run then
    update pawl_database.pawl_runs own set own.events = own.events + tells_step + tells_run where own.id = its_run;
  end if;
  return true;
end //
