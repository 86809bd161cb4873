-- Deployed versions ------------------------------------------------------------------------------------

-- The version of the shared schema. One row.
create table if not exists public.pawl_schema (
  is_here      boolean primary key default true check (is_here), -- allows only one row
  version      integer not null,
  installed_at timestamptz not null default clock_timestamp()
);
-- Every login may read this: it checks the version before it has any role.
grant select on public.pawl_schema to public;

-- The versions of each machine that programs may use.
create table if not exists public.pawl_machines (
  machine     text collate "C" not null,
  fingerprint text collate "C" not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  model       json, -- for pawlctl
  primary key (machine, fingerprint)
);

-- Transitions of earlier versions and of migrations, which the history may contain.
create table if not exists public.pawl_past_moves (
  machine    text collate "C" not null,
  event      text collate "C" not null,
  from_state text collate "C" not null,
  to_state   text collate "C" not null,
  primary key (machine, event, from_state, to_state)
);

-- The catalog's definition of each object when it was deployed; '' is the shared schema.
create table if not exists public.pawl_objects (
  machine    text collate "C" not null,
  object     text collate "C" not null,
  definition text collate "C" not null,
  primary key (machine, object)
);

-- Rows that pawlctl wrote without a transition: repairs, erasures, backfills.
create table if not exists public.pawl_repairs (
  machine         text collate "C" not null,
  entity          text collate "C" not null,
  repaired_at     timestamptz not null default clock_timestamp(),
  repaired_by     text collate "C" not null default session_user,
  reason          text collate "C" not null,
  before_state    text collate "C", -- null if there was no current row
  before_sort_key integer,
  before_since    timestamptz,
  after_state     text collate "C" not null,
  after_sort_key  integer not null,
  after_since     timestamptz not null,
  primary key (machine, entity, repaired_at)
);

-- Logins that may fire single events, or all of a machine (event: ''), by pawlctl grant.
create table if not exists public.pawl_grants (
  login   text collate "C" not null,
  machine text collate "C" not null,
  event   text collate "C" not null,
  primary key (login, machine, event)
);

-- Creates an index or a composite type, unless there is one. `create index if not exists` would wait for all writers before it looks.
create or replace procedure public.pawl_create_once(name text, statement text) language plpgsql as $pawl$
begin
  if to_regclass($1) is null then
    execute $2;
  end if;
end
$pawl$;

-- The result of an event's function, including a refusal.
call public.pawl_create_once('public.pawl_outcome'::text, $pawl$
create type public.pawl_outcome as (
  status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,
                          -- EXISTS, CONFLICT, LOCKED, ASLEEP, REUSED, MISUSE; ASK: libpawl must
                          -- check guards in C
  from_state text,        -- if refused: the entity's state
  to_state   text,        -- null if refused
  sort_key   integer,     -- if refused: of the last transition
  created_at timestamptz, -- if refused: of the last transition; REUSED: all four of the earlier one
  guard      text,        -- REFUSED: the guards that failed; MISUSE: the part that needs libpawl
  move       integer,     -- the number of the transition, among those of the event from that state;
                          -- only if one of these has a guard or an effect
  detail     text         -- if refused: why; LOCKED, ASLEEP: the blocker, its reason and end
)
$pawl$::text);

-- Type locks: one row for each machine and each flow.
create table if not exists public.pawl_freezes (
  machine   text collate "C" primary key,
  head      text not null, -- the table in which each of its transitions locks a row
  mode      text collate "C" check (mode in ('reject', 'sleep')), -- null: not frozen
  until     timestamptz, -- null: until pawl_thaw
  reason    text collate "C",
  since     timestamptz,
  frozen_by text collate "C"
);
