-- Runs of flows: where each stands, what it has done, and what is ready --------------------------------------

-- The versions of flows that programs may start.
create table if not exists pawl_database.pawl_flows (
  flow        varchar(64) not null,
  fingerprint varchar(64) not null,
  abi         integer not null,
  deployed_at bigint not null,
  topic       longtext, -- what its runs do goes there, or where
  topic_argument varchar(64), -- this one says, if it is given; both null: nowhere
  model       longtext, -- JSON, what pawlctl knows of it
  primary key (flow, fingerprint)
) engine = InnoDB;

-- Where each run stands. What is JSON is kept as it is given, byte for byte.
create table if not exists pawl_database.pawl_runs (
  id           bigint not null auto_increment primary key,
  flow         varchar(64) not null,
  fingerprint  varchar(64) not null, -- that it was started by
  status       varchar(16) not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    varchar(16) not null, -- forward, undo
  path         longtext, -- the step that may have begun; null: none, it enters the first
  iteration    longtext not null, -- of the loops around it, from the outermost: [3][0]
  entered      bigint not null, -- so many of the scopes around it are entered
  counts       longtext not null, -- of loops, fixed when they were entered
  args         longtext not null,
  data         longtext not null,
  locks        longtext not null, -- that it holds: [scope, type, key, token]
  unique_key   varbinary(1024),
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, that count
  is_uncertain boolean not null, -- an earlier attempt of the step may have happened
  was_cut_off  boolean not null, -- whoever had it last was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the way back ends with this one; null: with the first
  steps        bigint not null, -- the last of the history
  undone       bigint not null, -- how many were undone
  error        longtext,
  waits_for    longtext, -- the signal
  wish         varchar(16), -- an operator's, not obeyed yet
  wish_place   longtext,
  wish_actor   varchar(255),
  claim        bigint not null, -- grows; what an older one says changes nothing
  actor        varchar(255) not null, -- who started it
  started_at   bigint not null,
  updated_at   bigint not null,
  ended_at     bigint,
  topic        longtext, -- of its events, said when it was started; null: it has none
  events       bigint not null, -- so many it has written to the outbox
  unique index pawl_runs_unique (flow, unique_key),
  index pawl_runs_status (flow, status, id)
) engine = InnoDB;

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
  undoes      bigint, -- the number of what is undone by this
  after       longtext, -- data, where the step changed it
  error       longtext,
  actor       varchar(255) not null,
  at          bigint not null,
  duration_us bigint not null,
  primary key (run, number),
  unique index pawl_run_steps_undone (run, undoes) -- each step is undone at most once
) engine = InnoDB;

-- What workers look at, and nothing else.
create table if not exists pawl_database.pawl_run_ready (
  run       bigint not null primary key,
  flow      varchar(64) not null,
  due_at    bigint not null, -- leased: the end of the lease
  is_leased boolean not null,
  index pawl_run_ready_due (flow, due_at)
) engine = InnoDB;

-- Signals that were sent to runs.
create table if not exists pawl_database.pawl_run_signals (
  run     bigint not null,
  name    varbinary(1024) not null,
  actor   varchar(255) not null,
  sent_at bigint not null,
  primary key (run, name)
) engine = InnoDB;

-- Who waits for a lock: first come, first served.
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
) engine = InnoDB;
