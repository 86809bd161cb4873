-- Events of runs ---------------------------------------------------------------------------------------

delimiter //

-- Returns the parameters of a run's event as JSON, identical to those that libpawl writes on SQLite.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_parameters(
  unique_key longtext character set utf8mb4 collate utf8mb4_nopad_bin, step longtext character set utf8mb4 collate utf8mb4_nopad_bin, iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, direction varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, attempt bigint, args longtext character set utf8mb4 collate utf8mb4_nopad_bin, data longtext character set utf8mb4 collate utf8mb4_nopad_bin, error longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql
return concat('{"step":', coalesce(pawl_database.pawl_json_text(step), 'null'),
  ',"iteration":[', replace(trim(leading '[' from trim(trailing ']' from iteration)), '][', ','),
  '],"direction":"', direction, '","attempt":', attempt, ',"unique":', coalesce(unique_key, 'null'),
  ',"args":', coalesce(args, 'null'), ',"data":', coalesce(data, 'null'),
  ',"error":', coalesce(pawl_database.pawl_json_text(error), 'null'), '}') //

-- Writes the events of a run's new row: it was started (status_before ''), a step was done or undone, or the run halted or
-- ended. An event has the time of the run's row. That time never goes back, and the outbox is ordered by it.
-- 10: PAWL_SORT_KEY_STEP.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_tell(
  its_run bigint, status_before varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, ends boolean, step_outcome varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, step_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_is_undo boolean,
  step_attempt bigint, step_after longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
begin
  declare known row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin,
    fingerprint varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin,
    status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin,
    direction varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin,
    path longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, attempt bigint,
    args longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    data longtext character set utf8mb4 collate utf8mb4_nopad_bin, unique_key varbinary(1024),
    error longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    topic longtext character set utf8mb4 collate utf8mb4_nopad_bin, updated_at bigint, events bigint);
  declare before_it varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin default status_before;
  declare tells_step boolean default coalesce(step_outcome in ('done', 'undone'), false);
  declare tells_run boolean;
  declare its_events bigint;
  select own.flow, own.fingerprint, own.status, own.direction, own.path, own.iteration, own.attempt, own.args, own.data,
    own.unique_key, own.error, own.topic, own.updated_at, own.events
    into known.flow, known.fingerprint, known.status, known.direction, known.path, known.iteration, known.attempt,
    known.args, known.data, known.unique_key, known.error, known.topic, known.updated_at, known.events
    from pawl_database.pawl_runs own where own.id = its_run;
  set its_events = known.events, tells_run = known.status <> before_it
    and (before_it = '' or ends or known.status in ('waiting', 'paused', 'parked'));
  if tells_step then
    set its_events = its_events + 1;
    insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic,
        fingerprint, parameters)
      values (pawl_database.pawl_outbox_slot(its_run), known.updated_at, known.flow, its_run, its_events * 10,
        if(step_is_undo, 'undo', 'step'), before_it, if(tells_run, 'ready', known.status), known.topic, known.fingerprint,
        pawl_database.pawl_run_parameters(convert(known.unique_key using utf8mb4), step_path, step_iteration,
          if(step_is_undo, 'undo', 'forward'), step_attempt, null, step_after, null));
    set before_it = 'ready';
  end if;
  if tells_run then
    set its_events = its_events + 1;
    insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic,
        fingerprint, parameters)
      values (pawl_database.pawl_outbox_slot(its_run), known.updated_at, known.flow, its_run, its_events * 10,
        if(before_it = '', 'start', if(ends, 'end', 'stop')), before_it, known.status, known.topic, known.fingerprint,
        pawl_database.pawl_run_parameters(convert(known.unique_key using utf8mb4), known.path, known.iteration, known.direction,
          known.attempt, known.args, known.data, known.error));
  end if;
  if tells_step or tells_run then
    update pawl_database.pawl_runs own set own.events = its_events where own.id = its_run;
  end if;
  return true;
end //

delimiter ;
