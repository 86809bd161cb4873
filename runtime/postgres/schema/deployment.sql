-- What is deployed in this database --------------------------------------------------------------------

-- The version of all that machines and flows share: what stands in this file. One row.
create table if not exists public.pawl_schema (
  is_here      boolean primary key default true check (is_here), -- so that there is no second row
  version      integer not null,
  installed_at timestamptz not null default clock_timestamp()
);
-- Whoever would use or upgrade it asks before he has any role.
grant select on public.pawl_schema to public;

-- The versions of each machine that programs may count on.
create table if not exists public.pawl_machines (
  machine     text collate "C" not null,
  fingerprint text collate "C" not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at timestamptz not null default now(),
  model       json, -- what pawlctl knows of it
  primary key (machine, fingerprint)
);

-- Moves that earlier versions had, and the moves of migrations: histories hold them rightly.
create table if not exists public.pawl_past_moves (
  machine    text collate "C" not null,
  event      text collate "C" not null,
  from_state text collate "C" not null,
  to_state   text collate "C" not null,
  primary key (machine, event, from_state, to_state)
);

-- What the catalog said of each object when it was deployed, '' being what all machines share.
create table if not exists public.pawl_objects (
  machine    text collate "C" not null,
  object     text collate "C" not null,
  definition text collate "C" not null,
  primary key (machine, object)
);

-- What pawlctl has written without a move: repairs, erasures, backfills.
create table if not exists public.pawl_repairs (
  machine         text collate "C" not null,
  entity          text collate "C" not null,
  repaired_at     timestamptz not null default clock_timestamp(),
  repaired_by     text collate "C" not null default session_user,
  reason          text collate "C" not null,
  before_state    text collate "C", -- null where there was no head
  before_sort_key integer,
  before_since    timestamptz,
  after_state     text collate "C" not null,
  after_sort_key  integer not null,
  after_since     timestamptz not null,
  primary key (machine, entity, repaired_at)
);

-- What the function of an event answers, for a refusal, too.
do $pawl$
begin
  if to_regtype('public.pawl_outcome') is null then
    create type public.pawl_outcome as (
      status     text,        -- OK, or why nothing was written: IGNORED, ILLEGAL, REFUSED, NOT_FOUND,
                              -- EXISTS, CONFLICT, LOCKED, ASLEEP, REUSED, MISUSE; ASK: libpawl asks
                              -- guards in C
      from_state text,        -- of a refusal: where the entity is
      to_state   text,        -- null for a refusal
      sort_key   integer,     -- of a refusal: of the last move
      created_at timestamptz, -- of a refusal: of the last move; all four of REUSED: of the earlier one
      guard      text,        -- of REFUSED: the guards that refused; of MISUSE: what only libpawl has
      move       integer,     -- which of the event's moves from that state, as they are tried, where
                              -- one of them has a guard or an effect
      detail     text         -- of LOCKED and ASLEEP: who holds the lock, why and until when; of NOT_FOUND
                              -- to a creation: what to insert first
    );
  end if;
end
$pawl$;

-- Type locks: a row for each machine, and for each flow.
create table if not exists public.pawl_freezes (
  machine   text collate "C" primary key,
  head      text not null, -- the table of which each of its moves locks a row
  mode      text collate "C" check (mode in ('reject', 'sleep')), -- null: it moves
  until     timestamptz, -- null: until it is thawed
  reason    text collate "C",
  since     timestamptz,
  frozen_by text collate "C"
);
