-- Written by pawl from flows.fsm. Do not edit: change flows.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <flows.sqlite.sql
-- Deploys flow unload 22967452deeb1268
-- Deploys flow nothing 56b12f67068b7dc9

begin immediate;

-- Shared by all machines --------------------------------------------------------------------------
-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.
-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row
-- that libpawl is writing at that moment: everybody may read, nobody else may write.

create table if not exists main.pawl_machines (
  machine     text    not null,
  fingerprint text    not null,
  is_accepted integer not null default 1, -- programs of this version may run
  is_deployed integer not null default 1, -- tables and triggers are those of this version
  abi         integer not null,
  deployed_at integer not null,
  model       text, -- JSON, what pawlctl knows of it
  primary key (machine, fingerprint)
) without rowid;
-- moves that earlier versions had, and the moves of migrations: histories hold them rightly
create table if not exists main.pawl_past_moves (
  machine    text not null,
  event      text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, event, from_state, to_state)
) without rowid;
-- what sqlite_master said of each object when it was deployed, '' being what all machines share
create table if not exists main.pawl_objects (
  machine    text not null,
  object     text not null,
  definition text not null,
  primary key (machine, object)
) without rowid;
-- what pawlctl has written without a move: repairs, erasures, backfills
create table if not exists main.pawl_repairs (
  machine         text    not null,
  entity          text    not null,
  repaired_at     integer not null,
  repaired_by     text    not null,
  reason          text    not null,
  before_state    text, -- null where there was no head
  before_sort_key integer,
  before_since    integer,
  after_state     text    not null,
  after_sort_key  integer not null,
  after_since     integer not null,
  primary key (machine, entity, repaired_at)
) without rowid;

-- a machine is entered once, by the file that has just made its tables
create trigger if not exists main.pawl_machines_insert before insert on pawl_machines
begin
  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')
   where exists (select 1 from pawl_machines where machine = new.machine);
  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')
   where not exists (select 1 from sqlite_master
                      where type = 'table' and name = new.machine || '_transitions');
end;
-- an object is entered once, before its machine is, and as sqlite_master has it
create trigger if not exists main.pawl_objects_insert before insert on pawl_objects
when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)
  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)
  or exists (select 1 from pawl_machines where machine = new.machine)
  or new.machine = '' and new.object not like '% pawl\_%' escape '\'
  or new.machine <> '' and not exists (select 1 from sqlite_master
                                        where name = new.machine || '_transitions')
begin
  select raise(abort, 'pawl_objects is written by the files that pawl generates');
end;
create trigger if not exists main.pawl_past_moves_insert before insert on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is written by the files that pawl generates');
end;
create trigger if not exists main.pawl_repairs_insert before insert on pawl_repairs
when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,
  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,
  new.after_state, new.after_sort_key, new.after_since) is not 1
begin
  select raise(abort, 'pawl_repairs is written by pawlctl only');
end;
-- of a machine only the model is ever renewed, by libpawl when its file is applied again
create trigger if not exists main.pawl_machines_update before update on pawl_machines
when new.machine is not old.machine or new.fingerprint is not old.fingerprint
  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed
  or new.abi is not old.abi or new.deployed_at is not old.deployed_at
  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,
    new.deployed_at, new.model) is not 1
begin
  select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL again');
end;
create trigger if not exists main.pawl_machines_delete before delete on pawl_machines
begin
  select raise(abort, 'pawl_machines is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_objects_update before update on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_objects_delete before delete on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_past_moves_update before update on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_past_moves_delete before delete on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_repairs_update before update on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_repairs_delete before delete on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;

-- each key on which a lock was ever held; the token only grows
create table if not exists main.pawl_lock_keys (
  key text not null,
  last_token integer not null,
  primary key (key)
) without rowid;
create trigger if not exists main.pawl_lock_keys_insert before insert on pawl_lock_keys
when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_keys_update before update on pawl_lock_keys
when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_keys_delete before delete on pawl_lock_keys
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;

-- held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines
create table if not exists main.pawl_locks (
  key text not null,
  type text not null,
  owner text not null,
  token integer not null,
  since integer not null,
  until integer,
  primary key (key, type)
) without rowid;
create trigger if not exists main.pawl_locks_insert before insert on pawl_locks
when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_locks_update before update on pawl_locks
when new.key is not old.key or new.type is not old.type or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_locks_delete before delete on pawl_locks
when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;

-- who waits for one
create table if not exists main.pawl_lock_waiters (
  key text not null,
  type text not null,
  owner text not null,
  since integer not null,
  until integer not null,
  primary key (key, type, owner)
) without rowid;
create trigger if not exists main.pawl_lock_waiters_insert before insert on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_waiters_update before update on pawl_lock_waiters
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_waiters_delete before delete on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;

-- machines that are frozen ('reject') or asleep ('sleep')
create table if not exists main.pawl_freezes (
  machine text not null,
  mode text not null,
  until integer,
  reason text not null,
  since integer not null,
  frozen_by text not null,
  primary key (machine)
) without rowid;
create trigger if not exists main.pawl_freezes_insert before insert on pawl_freezes
when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_freezes_update before update on pawl_freezes
when new.machine is not old.machine or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_freezes_delete before delete on pawl_freezes
when only_libpawl_may_write('pawl_freezes', old.machine) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;

-- events that wait until their machine wakes, and what came of them
create table if not exists main.pawl_deferred (
  number integer not null,
  machine text not null,
  entity text not null,
  request_id text not null,
  event text not null,
  arguments text not null,
  actor text not null,
  lock_owner text,
  lock_token integer,
  deferred_at integer not null,
  fired_at integer,
  status text,
  from_state text,
  to_state text,
  sort_key integer,
  created_at integer,
  detail text,
  unique (machine, entity, request_id),
  primary key (number)
) without rowid;
create trigger if not exists main.pawl_deferred_insert before insert on pawl_deferred
when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_deferred_update before update on pawl_deferred
when new.number is not old.number or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_deferred_delete before delete on pawl_deferred
when only_libpawl_may_write('pawl_deferred', old.number) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;

-- what operators did to locks
create table if not exists main.pawl_lock_log (
  number integer not null,
  logged_at integer not null,
  login text not null,
  action text not null,
  type text not null,
  key text,
  owner text,
  token integer,
  reason text,
  primary key (number)
) without rowid;
create trigger if not exists main.pawl_lock_log_insert before insert on pawl_lock_log
when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key, new.owner, new.token, new.reason) is not 1
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_log_update before update on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_log_delete before delete on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)
  where status is null;
create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, number)
  where status is null;

-- written by the moves that they tell of, deleted when a relay has delivered them
create table if not exists main.pawl_outbox (
  slot integer not null,
  created_at integer not null,
  machine text not null,
  entity text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  request_id text,
  topic text not null,
  fingerprint text not null,
  parameters text not null,
  primary key (slot, created_at, machine, entity, sort_key)
) without rowid;
create trigger if not exists main.pawl_outbox_insert before insert on pawl_outbox
when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_update before update on pawl_outbox
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_delete before delete on pawl_outbox
when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;

-- what cannot be delivered, and all later moves of the same entity
create table if not exists main.pawl_outbox_parked (
  slot integer not null,
  machine text not null,
  entity text not null,
  sort_key integer not null,
  created_at integer not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  request_id text,
  topic text not null,
  fingerprint text not null,
  parameters text not null,
  parked_at integer not null,
  error text,
  primary key (slot, machine, entity, sort_key)
) without rowid;
create trigger if not exists main.pawl_outbox_parked_insert before insert on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at, new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters, new.parked_at, new.error) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_parked_update before update on pawl_outbox_parked
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_parked_delete before delete on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;

-- which relay delivers what is in a slot, of those that were ever leased
create table if not exists main.pawl_outbox_slots (
  slot integer not null,
  relay text,
  claim integer not null,
  leased_until integer not null,
  primary key (slot)
) without rowid;
create trigger if not exists main.pawl_outbox_slots_insert before insert on pawl_outbox_slots
when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_slots_update before update on pawl_outbox_slots
when new.slot is not old.slot or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
create trigger if not exists main.pawl_outbox_slots_delete before delete on pawl_outbox_slots
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;

insert into main.pawl_objects (machine, object, definition)
select '', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name like 'pawl\_%' escape '\') found
 where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);

-- Shared by all flows -----------------------------------------------------------------------------

-- the versions of flows that programs may start
create table if not exists main.pawl_flows (
  flow        text    not null,
  fingerprint text    not null,
  abi         integer not null,
  deployed_at integer not null,
  topic       text, -- what its runs do goes there, or where
  topic_argument text, -- this one says, if it is given; both null: nowhere
  model       text, -- JSON, what pawlctl knows of it
  primary key (flow, fingerprint)
) without rowid;
create trigger if not exists main.pawl_flows_update before update on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;
create trigger if not exists main.pawl_flows_delete before delete on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;

-- where each run of a flow stands
create table if not exists main.pawl_runs (
  id integer not null,
  flow text not null,
  fingerprint text not null,
  status text not null,
  direction text not null,
  path text,
  iteration text not null,
  entered integer not null,
  counts text not null,
  args text not null,
  data text not null,
  locks text not null,
  unique_key text,
  attempt integer not null,
  failures integer not null,
  is_uncertain integer not null,
  was_cut_off integer not null,
  undoing integer,
  undo_until integer,
  steps integer not null,
  undone integer not null,
  error text,
  waits_for text,
  wish text,
  wish_place text,
  wish_actor text,
  claim integer not null,
  actor text not null,
  started_at integer not null,
  updated_at integer not null,
  ended_at integer,
  topic text,
  events integer not null,
  unique (flow, unique_key),
  primary key (id)
) without rowid;
create trigger if not exists main.pawl_runs_insert before insert on pawl_runs
when only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path, new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt, new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error, new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at, new.ended_at, new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_runs_update before update on pawl_runs
when new.id is not old.id or only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path, new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt, new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error, new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at, new.ended_at, new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_runs_delete before delete on pawl_runs
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;

-- the history of runs
create table if not exists main.pawl_run_steps (
  run integer not null,
  number integer not null,
  path text not null,
  iteration text not null,
  generation integer not null,
  is_undo integer not null,
  outcome text not null,
  attempt integer not null,
  undoes integer,
  after text,
  error text,
  actor text not null,
  at integer not null,
  duration_us integer not null,
  unique (run, undoes),
  primary key (run, number)
) without rowid;
create trigger if not exists main.pawl_run_steps_insert before insert on pawl_run_steps
when only_libpawl_may_write('pawl_run_steps', new.run, new.number, new.path, new.iteration, new.generation, new.is_undo, new.outcome, new.attempt, new.undoes, new.after, new.error, new.actor, new.at, new.duration_us) is not 1
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_steps_update before update on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_steps_delete before delete on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;

-- what workers look at, and nothing else; due_at of what is leased is the end of the lease
create table if not exists main.pawl_run_ready (
  run integer not null,
  flow text not null,
  due_at integer not null,
  is_leased integer not null,
  primary key (run)
) without rowid;
create trigger if not exists main.pawl_run_ready_insert before insert on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_ready_update before update on pawl_run_ready
when new.run is not old.run or only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_ready_delete before delete on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', old.run) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;

-- signals that were sent to runs
create table if not exists main.pawl_run_signals (
  run integer not null,
  name text not null,
  actor text not null,
  sent_at integer not null,
  primary key (run, name)
) without rowid;
create trigger if not exists main.pawl_run_signals_insert before insert on pawl_run_signals
when only_libpawl_may_write('pawl_run_signals', new.run, new.name, new.actor, new.sent_at) is not 1
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_signals_update before update on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_signals_delete before delete on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;

-- who waits for a lock, first come, first served
create table if not exists main.pawl_run_waits (
  run integer not null,
  key text not null,
  type text not null,
  flow text not null,
  number integer not null,
  primary key (run, key, type)
) without rowid;
create trigger if not exists main.pawl_run_waits_insert before insert on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', new.run, new.key, new.type, new.flow, new.number) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_waits_update before update on pawl_run_waits
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
create trigger if not exists main.pawl_run_waits_delete before delete on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', old.run, old.key, old.type) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
create index if not exists main.pawl_runs_status on pawl_runs (flow, status, id)
  where status not in ('ready', 'done', 'undone', 'cancelled');
create index if not exists main.pawl_run_ready_due on pawl_run_ready (flow, due_at);
create index if not exists main.pawl_run_waits_next on pawl_run_waits (key, type, number);
create index if not exists main.pawl_run_waits_order on pawl_run_waits (key, number);

insert into main.pawl_objects (machine, object, definition)
select '', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name like 'pawl\_%' escape '\') found
 where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);

-- unload ------------------------------------------------------------------------------------------
-- Unload a ship
-- From the ship to the shelf.

insert into main.pawl_flows
  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
select 'unload', '22967452deeb1268', 1, cast(strftime('%s', 'now') as integer) * 1000000,
  null, 'ship',
  '{"name":"unload","label":"Unload a ship","fingerprint":"22967452deeb1268","doc":"From the ship to the shelf.","unique":["ship","number"],"retry":{"count":3,"from_ms":1000,"to_ms":60000},"emit_argument":"ship","args":[{"name":"ship","type":"text","optional":false},{"name":"crates","type":"int","optional":false},{"name":"manifest","type":"json","optional":true},{"name":"weight","type":"numeric","optional":false},{"name":"seal","type":"bytes","optional":true},{"name":"due","type":"timestamp","optional":false},{"name":"insured","type":"bool","optional":false},{"name":"owner","type":"uuid","optional":false},{"name":"number","type":"bigint","optional":false}],"data":[{"name":"place","type":"text","doc":"Where the last crate went.\nRows are counted from the sea."},{"name":"shelves","type":"int"},{"name":"total","type":"bigint"},{"name":"heavy","type":"bool"},{"name":"cost","type":"numeric"},{"name":"at","type":"timestamp"},{"name":"id","type":"uuid"},{"name":"notes","type":"json"},{"name":"picture","type":"bytes"}],"locks":[{"global":true,"class":"vessel","keys":["ship"]},{"global":false,"class":"crate_count","keys":["number","crates"]}],"callbacks":[{"name":"count","kind":"tx","sets":["shelves","total","heavy","cost","at"]},{"name":"uncount","kind":"undo_tx","sets":[]},{"name":"book","kind":"tx","sets":["id","notes","picture"]},{"name":"unbook","kind":"undo_tx","sets":[]},{"name":"hire","kind":"call","sets":[]},{"name":"dismiss","kind":"undo_call","sets":[]},{"name":"label","kind":"tx","sets":[]},{"name":"notify","kind":"call","sets":[]}],"steps":[{"path":"count","kind":"tx","label":"count","delivery":"exactly_once","callback":"count","undo":"uncount","irreversible":false,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":["shelves","total","heavy","cost","at"],"stretch":1,"depth":0},{"path":"book","kind":"tx","label":"book","delivery":"exactly_once","callback":"book","undo":"unbook","irreversible":false,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":["id","notes","picture"],"stretch":1,"depth":0},{"path":"hire","kind":"call","label":"Hire a crane","delivery":"at_least_once","callback":"hire","undo":"dismiss","irreversible":false,"timeout_ms":90000,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":[],"depth":0},{"path":"shelve.find_place","kind":"tx","label":"Find a place","delivery":"exactly_once","procedure":"shelve","callback":"find_place","undo":"give_back","irreversible":false,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":["place"],"scope":1,"use":1,"depth":1},{"path":"shelve.lift","kind":"call","label":"lift","delivery":"at_least_once","procedure":"shelve","callback":"lift","undo":"lower","irreversible":false,"retry":{"count":2,"from_ms":1000,"to_ms":4000},"sets":[],"scope":2,"use":1,"depth":2},{"path":"shelve.strengthen","kind":"call","label":"strengthen","delivery":"at_least_once","procedure":"shelve","callback":"strengthen","undo":"weaken","irreversible":false,"retry":{"forever":true,"from_ms":500,"to_ms":3600000},"sets":[],"scope":3,"use":1,"depth":2},{"path":"label","kind":"tx","label":"label","delivery":"exactly_once","callback":"label","irreversible":false,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":[],"scope":4,"depth":1},{"path":"last.find_place","kind":"tx","label":"Find a place","delivery":"exactly_once","procedure":"shelve","callback":"find_place","undo":"give_back","irreversible":false,"retry":{"count":3,"from_ms":1000,"to_ms":60000},"sets":["place"],"scope":5,"use":5,"depth":0},{"path":"last.lift","kind":"call","label":"lift","delivery":"at_least_once","procedure":"shelve","callback":"lift","undo":"lower","irreversible":false,"retry":{"count":2,"from_ms":1000,"to_ms":4000},"sets":[],"scope":6,"use":5,"depth":1},{"path":"last.strengthen","kind":"call","label":"strengthen","delivery":"at_least_once","procedure":"shelve","callback":"strengthen","undo":"weaken","irreversible":false,"retry":{"forever":true,"from_ms":500,"to_ms":3600000},"sets":[],"scope":7,"use":5,"depth":1},{"path":"inspection","kind":"pause","label":"inspection","delivery":"no_effect","depth":0},{"path":"cleared","kind":"wait","label":"cleared","delivery":"no_effect","within_ms":1209600000,"signal":"cleared","depth":0},{"path":"paid","kind":"wait","label":"Wait for the money","delivery":"no_effect","signal":"paid","depth":0},{"path":"notify","kind":"call","label":"notify","delivery":"at_least_once","callback":"notify","irreversible":true,"retry":{"forever":true,"from_ms":1000,"to_ms":60000},"sets":[],"depth":0},{"path":"notify_again","kind":"call","label":"notify again","delivery":"at_least_once","callback":"notify","irreversible":true,"retry":{"forever":true,"from_ms":1000,"to_ms":60000},"sets":[],"depth":0}],"scopes":[{"kind":"repeat","path":"crates","label":"Each crate","first":3,"end":7,"depth":0,"count":"crates","min":1,"max":1000},{"kind":"use","path":"shelve","label":"Shelve \"it\"","parent":0,"first":3,"end":6,"depth":1,"procedure":"shelve","values":["ship","data.shelves","data.place"]},{"kind":"repeat","path":"shelve.shelves","label":"shelves","parent":1,"first":4,"end":6,"depth":1,"procedure":"shelve","count":"data.shelves","min":0,"max":9},{"kind":"optional","path":"shelve","label":"Is it heavy?","parent":2,"first":5,"end":6,"depth":2,"procedure":"shelve","predicate":"is_heavy"},{"kind":"lock","path":"","label":"shelf","parent":0,"first":6,"end":7,"depth":1,"global":false,"class":"shelf","keys":["data.place"],"kept":false},{"kind":"use","path":"last","label":"last","first":7,"end":10,"depth":0,"procedure":"shelve","values":["ship","crates","data.place"]},{"kind":"repeat","path":"last.shelves","label":"shelves","parent":5,"first":8,"end":10,"depth":0,"procedure":"shelve","count":"crates","min":0,"max":9},{"kind":"optional","path":"last","label":"Is it heavy?","parent":6,"first":9,"end":10,"depth":1,"procedure":"shelve","predicate":"is_heavy"}],"allows":[],"diagram":"digraph \"unload\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_unload\" {\n    class=flow; penwidth=0; margin=0;\n    label=<<b>Unload a ship</b><!--unload-->>;\n    \"unload 0\" [label=<Start<br/><font point-size=\"12\" color=\"#556070\">with ship, crates, manifest,<br/>weight, seal, due, insured,<br/>owner, number</font><br/><font point-size=\"12\" color=\"#556070\">once for each ship and number</font>>, class=\"begin created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\", tooltip=\"From the ship to the shelf.\"];\n    \"unload 1\" [label=<global lock: ship>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"unload 2\" [label=<local lock: number and crates>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"unload.count\" [label=<count<br/><font point-size=\"12\" color=\"#556070\">undo: uncount</font><br/><font point-size=\"12\" color=\"#556070\">sets shelves, total, heavy,<br/>cost, at</font><br/><font point-size=\"12\" color=\"#556070\">saved together</font><!--unload.count-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"unload.book\" [label=<book<br/><font point-size=\"12\" color=\"#556070\">undo: unbook</font><br/><font point-size=\"12\" color=\"#556070\">sets id, notes, picture</font><br/><font point-size=\"12\" color=\"#556070\">saved together</font><!--unload.book-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"unload.hire\" [label=<Hire a crane<br/><font point-size=\"12\" color=\"#556070\">hire</font><br/><font point-size=\"12\" color=\"#556070\">undo: dismiss</font><br/><font point-size=\"12\" color=\"#556070\">given up after 90 seconds</font><!--unload.hire-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    subgraph \"cluster_unload.0\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<b>Each crate</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">repeat crates: 1 to 1000 times</font><br align=\"left\"/>>;\n    subgraph \"cluster_unload.1\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<b>Shelve \"it\"</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">with ship, shelves, place</font><br align=\"left\"/>>;\n    \"unload.shelve.find_place\" [label=<Find a place<br/><font point-size=\"12\" color=\"#556070\">shelve.find_place</font><br/><font point-size=\"12\" color=\"#556070\">undo: give back</font><br/><font point-size=\"12\" color=\"#556070\">sets place</font><!--unload.shelve.find_place-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    subgraph \"cluster_unload.2\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<font point-size=\"12\" color=\"#556070\">repeat shelves: 0 to 9 times</font><br align=\"left\"/>>;\n    \"unload.shelve.lift\" [label=<lift<br/><font point-size=\"12\" color=\"#556070\">shelve.lift</font><br/><font point-size=\"12\" color=\"#556070\">undo: lower</font><br/><font point-size=\"12\" color=\"#556070\">tried again 2 times, after 1<br/>second at first and 4 seconds at<br/>last</font><!--unload.shelve.lift-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    \"unload 11\" [label=<Is it heavy??<br/><font point-size=\"12\" color=\"#556070\">is_heavy</font>>, class=\"question\", fillcolor=\"#fbfbfd\", color=\"#8c96a5\", shape=diamond, style=filled, margin=\"0,0\"];\n    \"unload.shelve.strengthen\" [label=<strengthen<br/><font point-size=\"12\" color=\"#556070\">shelve.strengthen</font><br/><font point-size=\"12\" color=\"#556070\">undo: weaken</font><br/><font point-size=\"12\" color=\"#556070\">tried again for ever, after 500<br/>milliseconds at first and 1 hour<br/>at last</font><!--unload.shelve.strengthen-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    }\n    }\n    \"unload 15\" [label=<local lock: place>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"unload.label\" [label=<label<!--unload.label-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"unload 17\" [label=<let go: place>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    }\n    subgraph \"cluster_unload.5\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<b>last</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">with ship, crates, place</font><br align=\"left\"/>>;\n    \"unload.last.find_place\" [label=<Find a place<br/><font point-size=\"12\" color=\"#556070\">last.find_place</font><br/><font point-size=\"12\" color=\"#556070\">undo: give back</font><br/><font point-size=\"12\" color=\"#556070\">sets place</font><!--unload.last.find_place-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    subgraph \"cluster_unload.6\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<b>shelves</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">repeat crates: 0 to 9 times</font><br align=\"left\"/>>;\n    \"unload.last.lift\" [label=<lift<br/><font point-size=\"12\" color=\"#556070\">last.lift</font><br/><font point-size=\"12\" color=\"#556070\">undo: lower</font><br/><font point-size=\"12\" color=\"#556070\">tried again 2 times, after 1<br/>second at first and 4 seconds at<br/>last</font><!--unload.last.lift-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    \"unload 23\" [label=<Is it heavy??<br/><font point-size=\"12\" color=\"#556070\">is_heavy</font>>, class=\"question\", fillcolor=\"#fbfbfd\", color=\"#8c96a5\", shape=diamond, style=filled, margin=\"0,0\"];\n    \"unload.last.strengthen\" [label=<strengthen<br/><font point-size=\"12\" color=\"#556070\">last.strengthen</font><br/><font point-size=\"12\" color=\"#556070\">undo: weaken</font><br/><font point-size=\"12\" color=\"#556070\">tried again for ever, after 500<br/>milliseconds at first and 1 hour<br/>at last</font><!--unload.last.strengthen-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    }\n    }\n    \"unload.inspection\" [label=<Pause: inspection<!--unload.inspection-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"unload.cleared\" [label=<Wait for: cleared<br/><font point-size=\"12\" color=\"#556070\">within 14 days, or it turns<br/>round</font><!--unload.cleared-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"unload.paid\" [label=<Wait for: Wait for the money<br/><font point-size=\"12\" color=\"#556070\">paid</font><!--unload.paid-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"unload.notify\" [label=<notify<br/><font point-size=\"12\" color=\"#556070\">cannot be undone</font><br/><font point-size=\"12\" color=\"#556070\">tried again for ever, after 1<br/>second at first and 1 minute at<br/>last</font><!--unload.notify-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1f2733\", penwidth=2.5];\n    \"unload.notify_again\" [label=<notify again<br/><font point-size=\"12\" color=\"#556070\">cannot be undone</font><br/><font point-size=\"12\" color=\"#556070\">tried again for ever, after 1<br/>second at first and 1 minute at<br/>last</font><!--unload.notify_again-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1f2733\", penwidth=2.5];\n    \"unload 32\" [label=<let go: number and crates>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"unload 33\" [label=<let go: ship>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"unload 34\" [label=<Done>, class=\"end final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"unload 0\" -> \"unload 1\" [class=\"move\", weight=8];\n    \"unload 1\" -> \"unload 2\" [class=\"move\", weight=8];\n    \"unload 2\" -> \"unload.count\" [class=\"move\", weight=8];\n    \"unload.count\" -> \"unload.book\" [class=\"move\", weight=8];\n    \"unload.book\" -> \"unload.hire\" [class=\"move\", weight=8];\n    \"unload.hire\" -> \"unload.shelve.find_place\" [class=\"move\", lhead=\"cluster_unload.0\", weight=8];\n    \"unload.shelve.find_place\" -> \"unload.shelve.lift\" [class=\"move\", lhead=\"cluster_unload.2\", weight=8];\n    \"unload.shelve.lift\" -> \"unload 11\" [class=\"move\", weight=8];\n    \"unload 11\" -> \"unload.shelve.strengthen\" [class=\"move\", weight=8, label=< <font point-size=\"12\" color=\"#556070\">yes</font>>];\n    \"unload.shelve.strengthen\" -> \"unload 15\" [class=\"move\", ltail=\"cluster_unload.1\", weight=8];\n    \"unload 11\" -> \"unload 15\" [class=\"move\", ltail=\"cluster_unload.1\", label=< <font point-size=\"12\" color=\"#556070\">no</font>>];\n    \"unload 15\" -> \"unload.label\" [class=\"move\", weight=8];\n    \"unload.label\" -> \"unload 17\" [class=\"move\", weight=8];\n    \"unload 17\" -> \"unload.last.find_place\" [class=\"move\", ltail=\"cluster_unload.0\", lhead=\"cluster_unload.5\", weight=8];\n    \"unload.last.find_place\" -> \"unload.last.lift\" [class=\"move\", lhead=\"cluster_unload.6\", weight=8];\n    \"unload.last.lift\" -> \"unload 23\" [class=\"move\", weight=8];\n    \"unload 23\" -> \"unload.last.strengthen\" [class=\"move\", weight=8, label=< <font point-size=\"12\" color=\"#556070\">yes</font>>];\n    \"unload.last.strengthen\" -> \"unload.inspection\" [class=\"move\", ltail=\"cluster_unload.5\", weight=8];\n    \"unload 23\" -> \"unload.inspection\" [class=\"move\", ltail=\"cluster_unload.5\", label=< <font point-size=\"12\" color=\"#556070\">no</font>>];\n    \"unload.inspection\" -> \"unload.cleared\" [class=\"move\", weight=8];\n    \"unload.cleared\" -> \"unload.paid\" [class=\"move\", weight=8];\n    \"unload.paid\" -> \"unload.notify\" [class=\"move\", weight=8];\n    \"unload.notify\" -> \"unload.notify_again\" [class=\"move\", weight=8];\n    \"unload.notify_again\" -> \"unload 32\" [class=\"move\", weight=8];\n    \"unload 32\" -> \"unload 33\" [class=\"move\", weight=8];\n    \"unload 33\" -> \"unload 34\" [class=\"move\", weight=8];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><font color=\"#556070\">a_b</font></td><td align=\"left\">its name in programs </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow begins </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#f5f6f8\" color=\"#8c96a5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">in the database, exactly once </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#ffffff\" color=\"#1d4f91\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">outside, at least once </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">stops until somebody says so </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1f2733\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">thick: cannot be undone </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fbfbfd\" color=\"#c2cad5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a loop, or a part with a name </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#1f2733\" color=\"#1f2733\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">takes or lets go of a lock </td></tr>\n    <tr><td align=\"right\"><font color=\"#556070\">undo</font></td><td align=\"left\">what undoes it if the flow turns round </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow is done </td></tr></table>>;\n}\n","database":{"shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''"}}'
 where not exists (select 1 from main.pawl_flows where flow = 'unload' and fingerprint = '22967452deeb1268');

-- nothing -----------------------------------------------------------------------------------------
-- nothing

insert into main.pawl_flows
  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
select 'nothing', '56b12f67068b7dc9', 1, cast(strftime('%s', 'now') as integer) * 1000000,
  'nothing.''v1''', null,
  '{"name":"nothing","label":"nothing","fingerprint":"56b12f67068b7dc9","unique":[],"retry":{"count":0},"emit_topic":"nothing.''v1''","args":[],"data":[],"locks":[],"callbacks":[],"steps":[{"path":"idle.rest","kind":"pause","label":"rest","delivery":"no_effect","procedure":"idle","scope":0,"use":0,"depth":0},{"path":"for_ever","kind":"pause","label":"Until somebody says so","delivery":"no_effect","depth":0},{"path":"cleared","kind":"wait","label":"cleared","delivery":"no_effect","signal":"cleared","depth":0}],"scopes":[{"kind":"use","path":"idle","label":"idle","first":0,"end":1,"depth":0,"procedure":"idle","values":[]}],"allows":[],"diagram":"digraph \"nothing\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_nothing\" {\n    class=flow; penwidth=0; margin=0;\n    label=<<b>nothing</b><!--nothing-->>;\n    \"nothing 0\" [label=<Start>, class=\"begin created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    subgraph \"cluster_nothing.0\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=8; fontsize=13;\n      label=<<b>idle</b><br align=\"left\"/>>;\n    \"nothing.idle.rest\" [label=<Pause: rest<br/><font point-size=\"12\" color=\"#556070\">idle.rest</font><!--nothing.idle.rest-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    }\n    \"nothing.for_ever\" [label=<Pause: Until somebody says<br/>so<br/><font point-size=\"12\" color=\"#556070\">for_ever</font><!--nothing.for_ever-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"nothing.cleared\" [label=<Wait for: cleared<!--nothing.cleared-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"nothing 6\" [label=<Done>, class=\"end final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"nothing 0\" -> \"nothing.idle.rest\" [class=\"move\", lhead=\"cluster_nothing.0\", weight=8];\n    \"nothing.idle.rest\" -> \"nothing.for_ever\" [class=\"move\", ltail=\"cluster_nothing.0\", weight=8];\n    \"nothing.for_ever\" -> \"nothing.cleared\" [class=\"move\", weight=8];\n    \"nothing.cleared\" -> \"nothing 6\" [class=\"move\", weight=8];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><font color=\"#556070\">a_b</font></td><td align=\"left\">its name in programs </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow begins </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#f5f6f8\" color=\"#8c96a5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">in the database, exactly once </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">stops until somebody says so </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fbfbfd\" color=\"#c2cad5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a loop, or a part with a name </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow is done </td></tr></table>>;\n}\n","database":{"shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''"}}'
 where not exists (select 1 from main.pawl_flows where flow = 'nothing' and fingerprint = '56b12f67068b7dc9');

commit;
