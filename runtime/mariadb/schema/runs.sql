-- Runs of flows: state, history, and the ready queue ---------------------------------------------------------

-- The versions of flows that programs may start.
create table if not exists pawl_database.pawl_flows (
  flow        varchar(64) not null,
  fingerprint varchar(64) not null,
  abi         integer not null,
  deployed_at bigint not null,
  topic       longtext, -- the topic of its runs' events, unless
  topic_argument varchar(64), -- this parameter names it; both null: no events
  model       longtext, -- JSON, for pawlctl
  primary key (flow, fingerprint)
) engine = InnoDB //

-- The state of each run. JSON is stored unchanged, byte for byte.
create table if not exists pawl_database.pawl_runs (
  id           bigint not null auto_increment primary key,
  flow         varchar(64) not null,
  fingerprint  varchar(64) not null, -- of the version that started it
  status       varchar(16) not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    varchar(16) not null, -- forward, undo
  path         longtext, -- the step that may have started; null: none, the run enters the first
  iteration    longtext not null, -- of the enclosing loops, from the outermost: [3][0]
  entered      bigint not null, -- the number of enclosing scopes that are entered
  counts       longtext not null, -- of loops, fixed when each was entered
  args         longtext not null,
  data         longtext not null,
  locks        longtext not null, -- held locks: [scope, type, key, token]
  unique_key   varbinary(1024),
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, without those that do not count
  is_uncertain boolean not null, -- an earlier attempt of the step may have taken effect
  was_cut_off  boolean not null, -- its last worker was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the last step to undo; null: the first of the history
  steps        bigint not null, -- the last number in the history
  undone       bigint not null, -- the number of undone steps
  error        longtext,
  waits_for    longtext, -- the signal
  wish         varchar(16), -- an operator's request, not carried out yet
  wish_place   longtext,
  wish_actor   varchar(255),
  claim        bigint not null, -- increases; calls with an older claim change nothing
  actor        varchar(255) not null, -- that started it
  started_at   bigint not null,
  updated_at   bigint not null,
  ended_at     bigint,
  topic        longtext, -- of its events, set at the start; null: none
  events       bigint not null, -- the number of events written to the outbox
  unique index pawl_runs_unique (flow, unique_key),
  index pawl_runs_status (flow, status, id)
) engine = InnoDB //

-- The history of runs.
create table if not exists pawl_database.pawl_run_steps (
  run         bigint not null,
  number      bigint not null,
  path        longtext not null,
  iteration   longtext not null,
  generation  bigint not null,
  is_undo     boolean not null,
  outcome     varchar(16) not null,
  attempt     bigint not null,
  undoes      bigint, -- the number of the step that this undoes
  after       longtext, -- data, if the step changed it
  error       longtext,
  actor       varchar(255) not null,
  at          bigint not null,
  duration_us bigint not null,
  primary key (run, number),
  unique index pawl_run_steps_undone (run, undoes) -- each step is undone at most once
) engine = InnoDB //

-- The runs that are ready for workers.
create table if not exists pawl_database.pawl_run_ready (
  run       bigint not null primary key,
  flow      varchar(64) not null,
  due_at    bigint not null, -- if leased: the end of the lease
  is_leased boolean not null,
  claimer   bigint, -- if leased: a number by which the claimer finds its claim
  index pawl_run_ready_due (flow, due_at)
) engine = InnoDB //
alter table pawl_database.pawl_run_ready add column if not exists claimer bigint //

-- Signals that were sent to runs.
create table if not exists pawl_database.pawl_run_signals (
  run     bigint not null,
  name    varbinary(1024) not null,
  actor   varchar(255) not null,
  sent_at bigint not null,
  primary key (run, name)
) engine = InnoDB //

-- The queue for locks: first come, first served.
create table if not exists pawl_database.pawl_run_waits (
  number   bigint not null auto_increment,
  lock_key varbinary(1024) not null,
  type     varchar(64) not null,
  run      bigint not null,
  flow     varchar(64) not null,
  primary key (run, lock_key, type),
  unique index pawl_run_waits_number (number),
  index pawl_run_waits_next (lock_key, type, number),
  index pawl_run_waits_order (lock_key, number)
) engine = InnoDB //
