-- Runs of flows ---------------------------------------------------------------------------------------

-- For all flows -----------------------------------------------------------------------------------
-- The versions of flows that programs may start.
create table if not exists main.pawl_flows (
  flow           text    not null,
  fingerprint    text    not null,
  abi            integer not null,
  deployed_at    integer not null,
  topic          text, -- the topic of its runs' events, unless
  topic_argument text, -- this parameter names it; both null: no events
  model          text, -- JSON, for pawlctl
  primary key (flow, fingerprint)
) without rowid;

-- A version is registered once: INSERT OR REPLACE would change its model or topic.
create trigger main.pawl_flows_insert before insert on pawl_flows
when exists (select 1 from pawl_flows where flow = new.flow and fingerprint = new.fingerprint)
begin
  select raise(abort, 'this version of the flow is deployed already, and a row of pawl_flows is never changed');
end;
create trigger main.pawl_flows_update before update on pawl_flows
begin select raise(abort, 'pawl_flows is never changed: its rows say what was done'); end;
create trigger main.pawl_flows_delete before delete on pawl_flows
begin select raise(abort, 'pawl_flows is never changed: its rows say what was done'); end;

-- The state of each run of a flow.
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
begin select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_runs_update before update on pawl_runs
when new.id is not old.id
  or only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,
      new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt,
      new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error,
      new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at,
      new.ended_at, new.topic, new.events) is not 1
begin select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_runs_delete before delete on pawl_runs
begin select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs'); end;

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
begin select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_steps_update before update on pawl_run_steps
begin select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_steps_delete before delete on pawl_run_steps
begin select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs'); end;

-- The runs that are ready for workers. If leased, due_at is the end of the lease.
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
begin select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_ready_update before update on pawl_run_ready
when new.run is not old.run
  or only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_ready_delete before delete on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', old.run) is not 1
begin select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs'); end;

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
begin select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_signals_update before update on pawl_run_signals
begin select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_signals_delete before delete on pawl_run_signals
begin select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs'); end;

-- The queue for locks: first come, first served.
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
begin select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_waits_update before update on pawl_run_waits
begin select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs'); end;
create trigger main.pawl_run_waits_delete before delete on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', old.run, old.key, old.type) is not 1
begin select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs'); end;
