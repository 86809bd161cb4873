-- Runs of flows: state, history, and the ready queue ---------------------------------------------------------

-- The versions of flows that programs may start.
create table if not exists public.pawl_flows (
  flow        text collate "C" not null,
  fingerprint text collate "C" not null,
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  topic       text collate "C", -- the topic of its runs' events, unless
  topic_argument text collate "C", -- this parameter names it; both null: no events
  model       json, -- for pawlctl
  primary key (flow, fingerprint)
);

-- The state of each run.
create table if not exists public.pawl_runs (
  id           bigint generated always as identity primary key,
  flow         text collate "C" not null,
  fingerprint  text collate "C" not null, -- of the version that started it
  status       text collate "C" not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    text collate "C" not null, -- forward, undo
  path         text collate "C", -- the step that may have started; null: none, the run enters the first
  iteration    text collate "C" not null, -- of the enclosing loops, from the outermost: [3][0]
  entered      bigint not null, -- the number of enclosing scopes that are entered
  counts       json not null, -- of loops, fixed when each was entered
  args         json not null,
  data         json not null,
  locks        json not null, -- held locks: [scope, type, key, token]
  unique_key   text collate "C",
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, without those that do not count
  is_uncertain boolean not null, -- an earlier attempt of the step may have taken effect
  was_cut_off  boolean not null, -- its last worker was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the last step to undo; null: the first of the history
  steps        bigint not null, -- the last number in the history
  undone       bigint not null, -- the number of undone steps
  error        text collate "C",
  waits_for    text collate "C", -- the signal
  wish         text collate "C", -- an operator's request, not carried out yet
  wish_place   text collate "C",
  wish_actor   text collate "C",
  claim        bigint not null, -- increases; calls with an older claim change nothing
  actor        text collate "C" not null, -- that started it
  started_at   timestamptz not null,
  updated_at   timestamptz not null,
  ended_at     timestamptz,
  topic        text collate "C", -- of its events, set at the start; null: none
  events       bigint not null, -- the number of events written to the outbox
  unique (flow, unique_key)
) with (fillfactor = 70);

call public.pawl_create_once('public.pawl_runs_status'::text, $pawl$
create index pawl_runs_status on public.pawl_runs (flow, status, id)
  where status not in ('ready'::text, 'done'::text, 'undone'::text, 'cancelled'::text)
$pawl$::text);

-- The history of runs.
create table if not exists public.pawl_run_steps (
  run         bigint not null,
  number      bigint not null,
  path        text collate "C" not null,
  iteration   text collate "C" not null,
  generation  bigint not null,
  is_undo     boolean not null,
  outcome     text collate "C" not null,
  attempt     bigint not null,
  undoes      bigint, -- the number of the step that this undoes
  after       json, -- data, if the step changed it
  error       text collate "C",
  actor       text collate "C" not null,
  at          timestamptz not null,
  duration_us bigint not null,
  primary key (run, number)
);

-- each step is undone at most once
call public.pawl_create_once('public.pawl_run_steps_undone'::text,
  'create unique index pawl_run_steps_undone on public.pawl_run_steps (run, undoes) where undoes is not null'::text);

-- The runs that are ready for workers.
create table if not exists public.pawl_run_ready (
  run       bigint primary key,
  flow      text collate "C" not null,
  due_at    timestamptz not null, -- if leased: the end of the lease
  is_leased boolean not null,
  claimer   bigint -- if leased: a number by which the claimer finds its claim
);

call public.pawl_create_once('public.pawl_run_ready_due'::text,
  'create index pawl_run_ready_due on public.pawl_run_ready (flow, due_at)'::text);

-- Signals that were sent to runs.
create table if not exists public.pawl_run_signals (
  run     bigint not null,
  name    text collate "C" not null,
  actor   text collate "C" not null,
  sent_at timestamptz not null,
  primary key (run, name)
);

-- The result of the functions of runs.
call public.pawl_create_once('public.pawl_run_answer'::text, $pawl$
create type public.pawl_run_answer as (
  status text,
  run    bigint,
  detail text
)
$pawl$::text);
