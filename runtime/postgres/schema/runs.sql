-- Runs of flows: where each stands, what it has done, and what is ready --------------------------------------

-- The versions of flows that programs may start.
create table if not exists public.pawl_flows (
  flow        text collate "C" not null,
  fingerprint text collate "C" not null,
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  topic       text collate "C", -- what its runs do goes there, or where
  topic_argument text collate "C", -- this one says, if it is given; both null: nowhere
  model       json, -- what pawlctl knows of it
  primary key (flow, fingerprint)
);

-- Where each run stands.
create table if not exists public.pawl_runs (
  id           bigint generated always as identity primary key,
  flow         text collate "C" not null,
  fingerprint  text collate "C" not null, -- that it was started by
  status       text collate "C" not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    text collate "C" not null, -- forward, undo
  path         text collate "C", -- the step that may have begun; null: none, it enters the first
  iteration    text collate "C" not null, -- of the loops around it, from the outermost: [3][0]
  entered      bigint not null, -- so many of the scopes around it are entered
  counts       json not null, -- of loops, fixed when they were entered
  args         json not null,
  data         json not null,
  locks        json not null, -- that it holds: [scope, type, key, token]
  unique_key   text collate "C",
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, that count
  is_uncertain boolean not null, -- an earlier attempt of the step may have happened
  was_cut_off  boolean not null, -- whoever had it last was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the way back ends with this one; null: with the first
  steps        bigint not null, -- the last of the history
  undone       bigint not null, -- how many were undone
  error        text collate "C",
  waits_for    text collate "C", -- the signal
  wish         text collate "C", -- an operator's, not obeyed yet
  wish_place   text collate "C",
  wish_actor   text collate "C",
  claim        bigint not null, -- grows; what an older one says changes nothing
  actor        text collate "C" not null, -- who started it
  started_at   timestamptz not null,
  updated_at   timestamptz not null,
  ended_at     timestamptz,
  topic        text collate "C", -- of its events, said when it was started; null: it has none
  events       bigint not null, -- so many it has written to the outbox
  unique (flow, unique_key)
) with (fillfactor = 70);

do $pawl$
begin
  if to_regclass('public.pawl_runs_status') is null then
    create index pawl_runs_status on public.pawl_runs (flow, status, id)
      where status not in ('ready', 'done', 'undone', 'cancelled');
  end if;
end
$pawl$;

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
  undoes      bigint, -- the number of what is undone by this
  after       json, -- data, where the step changed it
  error       text collate "C",
  actor       text collate "C" not null,
  at          timestamptz not null,
  duration_us bigint not null,
  primary key (run, number)
);

-- each step is undone at most once
do $pawl$
begin
  if to_regclass('public.pawl_run_steps_undone') is null then
    create unique index pawl_run_steps_undone on public.pawl_run_steps (run, undoes) where undoes is not null;
  end if;
end
$pawl$;

-- What workers look at, and nothing else.
create table if not exists public.pawl_run_ready (
  run       bigint primary key,
  flow      text collate "C" not null,
  due_at    timestamptz not null, -- leased: the end of the lease
  is_leased boolean not null
);

do $pawl$
begin
  if to_regclass('public.pawl_run_ready_due') is null then
    create index pawl_run_ready_due on public.pawl_run_ready (flow, due_at);
  end if;
end
$pawl$;

-- Signals that were sent to runs.
create table if not exists public.pawl_run_signals (
  run     bigint not null,
  name    text collate "C" not null,
  actor   text collate "C" not null,
  sent_at timestamptz not null,
  primary key (run, name)
);

-- What the functions of runs answer.
do $pawl$
begin
  if to_regtype('public.pawl_run_answer') is null then
    create type public.pawl_run_answer as (
      status text,
      run    bigint,
      detail text
    );
  end if;
end
$pawl$;
