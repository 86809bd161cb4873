.bail on
-- Written by pawl: what all machines and flows share. Version 3 of Pawl's schema.
-- Its last line says that it is whole.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql

begin immediate;

-- What all machines and flows share -------------------------------------------------------------------
--
-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.
-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row that libpawl is writing
-- at that moment: everybody may read, nobody else may write.

-- The version of all that machines and flows share: what stands in this file. One row.
create table if not exists main.pawl_schema (
  is_here      integer not null primary key check (is_here = 1), -- so that there is no second row
  version      integer not null,
  installed_at integer not null
) without rowid;

-- Nothing is installed over a newer version. 3: PAWL_SCHEMA_VERSION. Only a trigger can raise; a temporary one is no
-- object of the database's.
create temp view pawl_newer (version) as select version from main.pawl_schema where version > 3;
create temp trigger pawl_refuse_newer instead of insert on pawl_newer
begin
  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl');
end;
insert into temp.pawl_newer select version from temp.pawl_newer;
drop view temp.pawl_newer;

-- SQLite cannot replace a trigger: all are made anew, below, in the same transaction.
drop trigger if exists main.pawl_schema_insert;
drop trigger if exists main.pawl_schema_update;
drop trigger if exists main.pawl_schema_delete;
drop trigger if exists main.pawl_machines_insert;
drop trigger if exists main.pawl_machines_update;
drop trigger if exists main.pawl_machines_delete;
drop trigger if exists main.pawl_past_moves_insert;
drop trigger if exists main.pawl_past_moves_update;
drop trigger if exists main.pawl_past_moves_delete;
drop trigger if exists main.pawl_objects_insert;
drop trigger if exists main.pawl_objects_update;
drop trigger if exists main.pawl_objects_delete;
drop trigger if exists main.pawl_repairs_insert;
drop trigger if exists main.pawl_repairs_update;
drop trigger if exists main.pawl_repairs_delete;
drop trigger if exists main.pawl_lock_keys_insert;
drop trigger if exists main.pawl_lock_keys_update;
drop trigger if exists main.pawl_lock_keys_delete;
drop trigger if exists main.pawl_locks_insert;
drop trigger if exists main.pawl_locks_update;
drop trigger if exists main.pawl_locks_delete;
drop trigger if exists main.pawl_lock_waiters_insert;
drop trigger if exists main.pawl_lock_waiters_update;
drop trigger if exists main.pawl_lock_waiters_delete;
drop trigger if exists main.pawl_freezes_insert;
drop trigger if exists main.pawl_freezes_update;
drop trigger if exists main.pawl_freezes_delete;
drop trigger if exists main.pawl_deferred_insert;
drop trigger if exists main.pawl_deferred_update;
drop trigger if exists main.pawl_deferred_delete;
drop trigger if exists main.pawl_lock_log_insert;
drop trigger if exists main.pawl_lock_log_update;
drop trigger if exists main.pawl_lock_log_delete;
drop trigger if exists main.pawl_outbox_insert;
drop trigger if exists main.pawl_outbox_update;
drop trigger if exists main.pawl_outbox_delete;
drop trigger if exists main.pawl_outbox_parked_insert;
drop trigger if exists main.pawl_outbox_parked_update;
drop trigger if exists main.pawl_outbox_parked_delete;
drop trigger if exists main.pawl_outbox_slots_insert;
drop trigger if exists main.pawl_outbox_slots_update;
drop trigger if exists main.pawl_outbox_slots_delete;
drop trigger if exists main.pawl_flows_insert;
drop trigger if exists main.pawl_flows_update;
drop trigger if exists main.pawl_flows_delete;
drop trigger if exists main.pawl_runs_insert;
drop trigger if exists main.pawl_runs_update;
drop trigger if exists main.pawl_runs_delete;
drop trigger if exists main.pawl_run_steps_insert;
drop trigger if exists main.pawl_run_steps_update;
drop trigger if exists main.pawl_run_steps_delete;
drop trigger if exists main.pawl_run_ready_insert;
drop trigger if exists main.pawl_run_ready_update;
drop trigger if exists main.pawl_run_ready_delete;
drop trigger if exists main.pawl_run_signals_insert;
drop trigger if exists main.pawl_run_signals_update;
drop trigger if exists main.pawl_run_signals_delete;
drop trigger if exists main.pawl_run_waits_insert;
drop trigger if exists main.pawl_run_waits_update;
drop trigger if exists main.pawl_run_waits_delete;

-- What is deployed in this database -------------------------------------------------------------------

-- The versions of each machine that programs may count on.
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

-- Moves that earlier versions had, and the moves of migrations: histories hold them rightly.
create table if not exists main.pawl_past_moves (
  machine    text not null,
  event      text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, event, from_state, to_state)
) without rowid;

-- What sqlite_master said of each object when it was deployed, '' being what all machines share.
create table if not exists main.pawl_objects (
  machine    text not null,
  object     text not null,
  definition text not null,
  primary key (machine, object)
) without rowid;

-- What pawlctl has written without a move: repairs, erasures, backfills.
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

-- To version 1 from databases that have no version: what says that programs of a version may run bears another name
-- now, under which the file of the machine enters it.
delete from main.pawl_objects where instr(object, 'view ' || machine || '_model_') = 1
  and not exists (select 1 from main.pawl_schema);

-- 3: PAWL_SCHEMA_VERSION
insert into main.pawl_schema (is_here, version, installed_at)
  values (1, 3, cast(strftime('%s', 'now') as integer) * 1000000)
  on conflict (is_here) do update set version = excluded.version, installed_at = excluded.installed_at
  where version <> excluded.version;

-- Of the triggers it is recorded anew how they were made.
delete from main.pawl_objects where machine = '' and object like 'trigger %';

create trigger main.pawl_schema_insert before insert on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;
create trigger main.pawl_schema_update before update on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;
create trigger main.pawl_schema_delete before delete on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;

-- A machine is entered once, by the file that has just made its tables, and once more by that of a compiler whose
-- programs say in another way which version they are of (2: PAWL_ABI).
create trigger main.pawl_machines_insert before insert on pawl_machines
begin
  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')
   where exists (select 1 from pawl_machines where machine = new.machine)
     and not exists (select 1 from pawl_machines known
                      where known.machine = new.machine and known.fingerprint = new.fingerprint
                        and known.abi < new.abi and new.abi <= 2 and known.deployed_at = new.deployed_at
                        and known.is_deployed and new.is_deployed and new.is_accepted);
  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')
   where not exists (select 1 from sqlite_master
                      where type = 'table' and name = new.machine || '_transitions');
end;
-- Of a machine only the model is ever renewed, by libpawl when its file is applied again.
create trigger main.pawl_machines_update before update on pawl_machines
when new.machine is not old.machine or new.fingerprint is not old.fingerprint
  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed
  or new.abi is not old.abi or new.deployed_at is not old.deployed_at
  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,
    new.deployed_at, new.model) is not 1
begin
  select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL again');
end;
create trigger main.pawl_machines_delete before delete on pawl_machines
begin
  select raise(abort, 'pawl_machines is never changed: its rows say what was done');
end;

-- An object is entered once, as sqlite_master has it, and before its machine is (2: PAWL_ABI).
create trigger main.pawl_objects_insert before insert on pawl_objects
when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)
  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)
  or exists (select 1 from pawl_machines where machine = new.machine)
    and not exists (select 1 from pawl_machines where machine = new.machine and is_deployed and abi < 2)
  or new.machine = '' and new.object not like '% pawl\_%' escape '\'
  or new.machine <> '' and not exists (select 1 from sqlite_master
                                        where name = new.machine || '_transitions')
begin
  select raise(abort, 'pawl_objects is written by the files that pawl generates');
end;
create trigger main.pawl_objects_update before update on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;
create trigger main.pawl_objects_delete before delete on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;

create trigger main.pawl_past_moves_insert before insert on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is written by the files that pawl generates');
end;
create trigger main.pawl_past_moves_update before update on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;
create trigger main.pawl_past_moves_delete before delete on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;

create trigger main.pawl_repairs_insert before insert on pawl_repairs
when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,
  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,
  new.after_state, new.after_sort_key, new.after_since) is not 1
begin
  select raise(abort, 'pawl_repairs is written by pawlctl only');
end;
create trigger main.pawl_repairs_update before update on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;
create trigger main.pawl_repairs_delete before delete on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;

-- Locks -----------------------------------------------------------------------------------------------

-- Each key on which a lock was ever held; the token only grows.
create table if not exists main.pawl_lock_keys (
  key        text not null,
  last_token integer not null,
  primary key (key)
) without rowid;

create trigger main.pawl_lock_keys_insert before insert on pawl_lock_keys
when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_keys_update before update on pawl_lock_keys
when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_keys_delete before delete on pawl_lock_keys
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;

-- Held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines.
create table if not exists main.pawl_locks (
  key   text not null,
  type  text not null,
  owner text not null,
  token integer not null,
  since integer not null,
  until integer,
  primary key (key, type)
) without rowid;

create trigger main.pawl_locks_insert before insert on pawl_locks
when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_locks_update before update on pawl_locks
when new.key is not old.key or new.type is not old.type
  or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_locks_delete before delete on pawl_locks
when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;

-- Who waits for one.
create table if not exists main.pawl_lock_waiters (
  key   text not null,
  type  text not null,
  owner text not null,
  since integer not null,
  until integer not null,
  primary key (key, type, owner)
) without rowid;

create trigger main.pawl_lock_waiters_insert before insert on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_waiters_update before update on pawl_lock_waiters
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_waiters_delete before delete on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;

-- What operators did to locks.
create table if not exists main.pawl_lock_log (
  number    integer not null,
  logged_at integer not null,
  login     text not null,
  action    text not null,
  type      text not null,
  key       text,
  owner     text,
  token     integer,
  reason    text,
  primary key (number)
) without rowid;

create trigger main.pawl_lock_log_insert before insert on pawl_lock_log
when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key,
    new.owner, new.token, new.reason) is not 1
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_log_update before update on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_lock_log_delete before delete on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;

-- Frozen machines, and events that wait for them ------------------------------------------------------

-- Machines that are frozen ('reject') or asleep ('sleep').
create table if not exists main.pawl_freezes (
  machine   text not null,
  mode      text not null,
  until     integer,
  reason    text not null,
  since     integer not null,
  frozen_by text not null,
  primary key (machine)
) without rowid;

create trigger main.pawl_freezes_insert before insert on pawl_freezes
when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
    new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_freezes_update before update on pawl_freezes
when new.machine is not old.machine
  or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
      new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_freezes_delete before delete on pawl_freezes
when only_libpawl_may_write('pawl_freezes', old.machine) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;

-- Events that wait until their machine wakes, and what came of them.
create table if not exists main.pawl_deferred (
  number      integer not null,
  machine     text not null,
  entity      text not null,
  request_id  text not null,
  event       text not null,
  arguments   text not null,
  actor       text not null,
  lock_owner  text,
  lock_token  integer,
  deferred_at integer not null,
  fired_at    integer,
  status      text,
  from_state  text,
  to_state    text,
  sort_key    integer,
  created_at  integer,
  detail      text,
  unique (machine, entity, request_id),
  primary key (number)
) without rowid;
create index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)
  where status is null;
create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, number)
  where status is null;

create trigger main.pawl_deferred_insert before insert on pawl_deferred
when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
    new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
    new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_deferred_update before update on pawl_deferred
when new.number is not old.number
  or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
      new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
      new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger main.pawl_deferred_delete before delete on pawl_deferred
when only_libpawl_may_write('pawl_deferred', old.number) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;

-- The outbox ------------------------------------------------------------------------------------------

-- Written by the moves that they tell of, deleted when a relay has delivered them.
create table if not exists main.pawl_outbox (
  slot        integer not null,
  created_at  integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  primary key (slot, created_at, machine, entity, sort_key)
) without rowid;

create trigger main.pawl_outbox_insert before insert on pawl_outbox
when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_update before update on pawl_outbox
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_delete before delete on pawl_outbox
when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;

-- What cannot be delivered, and all later moves of the same entity.
create table if not exists main.pawl_outbox_parked (
  slot        integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  created_at  integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  parked_at   integer not null,
  error       text,
  primary key (slot, machine, entity, sort_key)
) without rowid;

create trigger main.pawl_outbox_parked_insert before insert on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters,
    new.parked_at, new.error) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_parked_update before update on pawl_outbox_parked
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_parked_delete before delete on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;

-- Which relay delivers what is in a slot, of those that were ever leased.
create table if not exists main.pawl_outbox_slots (
  slot         integer not null,
  relay        text,
  claim        integer not null,
  leased_until integer not null,
  primary key (slot)
) without rowid;

create trigger main.pawl_outbox_slots_insert before insert on pawl_outbox_slots
when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_slots_update before update on pawl_outbox_slots
when new.slot is not old.slot
  or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
create trigger main.pawl_outbox_slots_delete before delete on pawl_outbox_slots
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;

-- Runs of flows ---------------------------------------------------------------------------------------

-- Shared by all flows -----------------------------------------------------------------------------
-- the versions of flows that programs may start.
create table if not exists main.pawl_flows (
  flow           text    not null,
  fingerprint    text    not null,
  abi            integer not null,
  deployed_at    integer not null,
  topic          text, -- what its runs do goes there, or where
  topic_argument text, -- this one says, if it is given; both null: nowhere
  model          text, -- JSON, what pawlctl knows of it
  primary key (flow, fingerprint)
) without rowid;

-- A version is entered once: INSERT OR REPLACE would put another model or topic in its place.
create trigger main.pawl_flows_insert before insert on pawl_flows
when exists (select 1 from pawl_flows where flow = new.flow and fingerprint = new.fingerprint)
begin
  select raise(abort, 'this version of the flow is deployed already, and a row of pawl_flows is never changed');
end;
create trigger main.pawl_flows_update before update on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;
create trigger main.pawl_flows_delete before delete on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;

-- Where each run of a flow stands.
create table if not exists main.pawl_runs (
  id           integer not null,
  flow         text not null,
  fingerprint  text not null,
  status       text not null,
  direction    text not null,
  path         text,
  iteration    text not null,
  entered      integer not null,
  counts       text not null,
  args         text not null,
  data         text not null,
  locks        text not null,
  unique_key text,
  attempt      integer not null,
  failures     integer not null,
  is_uncertain integer not null,
  was_cut_off  integer not null,
  undoing      integer,
  undo_until   integer,
  steps        integer not null,
  undone       integer not null,
  error        text,
  waits_for    text,
  wish         text,
  wish_place   text,
  wish_actor   text,
  claim        integer not null,
  actor        text not null,
  started_at   integer not null,
  updated_at   integer not null,
  ended_at     integer,
  topic        text,
  events       integer not null,
  unique (flow, unique_key),
  primary key (id)
) without rowid;
create index if not exists main.pawl_runs_status on pawl_runs (flow, status, id)
  where status not in ('ready', 'done', 'undone', 'cancelled');

create trigger main.pawl_runs_insert before insert on pawl_runs
when only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,
    new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt, new.failures,
    new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error, new.waits_for,
    new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at, new.ended_at,
    new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_runs_update before update on pawl_runs
when new.id is not old.id
  or only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,
      new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt,
      new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error,
      new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at,
      new.ended_at, new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_runs_delete before delete on pawl_runs
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;

-- The history of runs.
create table if not exists main.pawl_run_steps (
  run         integer not null,
  number      integer not null,
  path        text not null,
  iteration   text not null,
  generation  integer not null,
  is_undo     integer not null,
  outcome     text not null,
  attempt     integer not null,
  undoes      integer,
  after       text,
  error       text,
  actor       text not null,
  at          integer not null,
  duration_us integer not null,
  unique (run, undoes),
  primary key (run, number)
) without rowid;

create trigger main.pawl_run_steps_insert before insert on pawl_run_steps
when only_libpawl_may_write('pawl_run_steps', new.run, new.number, new.path, new.iteration, new.generation,
    new.is_undo, new.outcome, new.attempt, new.undoes, new.after, new.error, new.actor, new.at,
    new.duration_us) is not 1
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_steps_update before update on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_steps_delete before delete on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;

-- What workers look at, and nothing else; due_at of what is leased is the end of the lease.
create table if not exists main.pawl_run_ready (
  run       integer not null,
  flow      text not null,
  due_at    integer not null,
  is_leased integer not null,
  primary key (run)
) without rowid;
create index if not exists main.pawl_run_ready_due on pawl_run_ready (flow, due_at);

create trigger main.pawl_run_ready_insert before insert on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_ready_update before update on pawl_run_ready
when new.run is not old.run
  or only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_ready_delete before delete on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', old.run) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;

-- Signals that were sent to runs.
create table if not exists main.pawl_run_signals (
  run     integer not null,
  name    text not null,
  actor   text not null,
  sent_at integer not null,
  primary key (run, name)
) without rowid;

create trigger main.pawl_run_signals_insert before insert on pawl_run_signals
when only_libpawl_may_write('pawl_run_signals', new.run, new.name, new.actor, new.sent_at) is not 1
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_signals_update before update on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_signals_delete before delete on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;

-- Who waits for a lock, first come, first served.
create table if not exists main.pawl_run_waits (
  run    integer not null,
  key    text not null,
  type   text not null,
  flow   text not null,
  number integer not null,
  primary key (run, key, type)
) without rowid;
create index if not exists main.pawl_run_waits_next on pawl_run_waits (key, type, number);
create index if not exists main.pawl_run_waits_order on pawl_run_waits (key, number);

create trigger main.pawl_run_waits_insert before insert on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', new.run, new.key, new.type, new.flow, new.number) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_waits_update before update on pawl_run_waits
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
create trigger main.pawl_run_waits_delete before delete on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', old.run, old.key, old.type) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;

-- What of all this was not there before.
insert into main.pawl_objects (machine, object, definition)
select '', found.object, found.definition from (
select type || ' ' || name as object, sql as definition from main.sqlite_master
 where sql is not null and tbl_name like 'pawl\_%' escape '\') found
 where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);

commit;

-- This file is whole.
