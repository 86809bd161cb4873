-- What serve.py fills the tables of serve.fsm with, over the last year: parcel n began n seconds times a constant ago.
create temp table made as
  select n, 'PC' || n as id, now() - (n * 31000000.0 / {parcels}) * interval '1 second' as at,
    case when n <= {packed} then 1 when n <= {packed} + {sent} then 2 else 3 end as moves
  from generate_series(1, {parcels}) n;
insert into parcels select id from made;
insert into parcel_transitions (parcel_id, sort_key, event, from_state, to_state, created_at, actor, customer)
  select id, 10, 'create', '', 'packed', at, 'web', 'CU' || n % 100000 from made;
insert into parcel_transitions (parcel_id, sort_key, event, from_state, to_state, created_at, actor)
  select id, 20, 'send', 'packed', 'sent', at + n % 9000 * interval '1 second', 'van' from made where moves > 1;
insert into parcel_transitions (parcel_id, sort_key, event, from_state, to_state, created_at, actor)
  select id, 30, 'deliver', 'sent', 'delivered', at + (9000 + n % 70000) * interval '1 second', 'van' from made where moves > 2;
insert into parcel_current (parcel_id, state, sort_key, since)
  select id, (array['packed', 'sent', 'delivered'])[moves], 10 * moves,
    at + case moves when 1 then 0 when 2 then n % 9000 else 9000 + n % 70000 end * interval '1 second' from made;
insert into parcel_pending (parcel_id, declaration, is_work, due_at, fence, attempts, last_error, parked_at)
  select id, case moves when 1 then 'packed.expire' else 'work sent' end, moves = 2, now() + n % 100000 * interval '1 second', 10 * moves,
    case when n % 1000 = 0 then 3 else 0 end, case when n % 1000 = 0 then 'no carrier' end, case when n % 10000 = 0 then now() end
  from made where moves < 3;
insert into pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic, fingerprint, parameters)
  select n % 64, at, 'parcel', id, 10, 'create', '', 'packed', 'parcels', '', '{{}}' from made where n <= {packed};
insert into pawl_lock_keys select 'CU' || n, n from generate_series(1, 500) n;
insert into pawl_locks select 'CU' || n, 'parcel', 'run ' || n, n, now(), null from generate_series(1, 500) n;
insert into pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args, data, locks, attempt, failures, is_uncertain,
    was_cut_off, steps, undone, error, waits_for, claim, actor, started_at, updated_at, ended_at, events)
  select 'delivery', (select fingerprint from pawl_flows limit 1), status, 'forward', case status when 'done' then null else path end, '', 0, '[]',
    json_build_object('parcel', 'PC' || n), '{{}}', '[]', 1, 0, false, false, 3, 0, case status when 'parked' then 'no truck' end,
    case path when 'arrived' then 'arrived' end, 1, 'web', now() - n * interval '1 minute', now() - n * interval '50 seconds',
    case status when 'done' then now() - n * interval '50 seconds' end, 0
  from (select n, case when n % 100 = 1 then 'waiting' when n % 5000 = 2 then 'parked' when n % 3000 = 0 then 'cancelled' else 'done' end as status,
      case when n % 5000 = 2 then 'unload' else 'arrived' end as path from generate_series(1, {runs}) n) run;
insert into pawl_run_steps (run, number, path, iteration, generation, is_undo, outcome, attempt, actor, at, duration_us)
  select id, number, (array['load', 'arrived', 'unload'])[number], '', 0, false, 'done', 1, 'worker', started_at, 2000
  from pawl_runs, generate_series(1, 3) number;
insert into door_transitions (door_id, sort_key, event, from_state, to_state, created_at, actor)
  select n, 10, 'create', '', 'closed', now(), 'bench' from generate_series(0, {doors} - 1) n;
insert into door_current select n, 'closed', 10, now() from generate_series(0, {doors} - 1) n;
