-- Deployed versions -----------------------------------------------------------------------------------

-- The versions of each machine that programs may use.
create table if not exists main.pawl_machines (
  machine     text    not null,
  fingerprint text    not null,
  is_accepted integer not null default 1, -- programs of this version may run
  is_deployed integer not null default 1, -- tables and triggers are those of this version
  abi         integer not null,
  deployed_at integer not null,
  model       text, -- JSON, for pawlctl
  primary key (machine, fingerprint)
) without rowid;

-- Transitions of earlier versions and of migrations, which the history may contain.
create table if not exists main.pawl_past_moves (
  machine    text not null,
  event      text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, event, from_state, to_state)
) without rowid;

-- The definition of each object in sqlite_master when it was deployed; '' is the shared schema.
create table if not exists main.pawl_objects (
  machine    text not null,
  object     text not null,
  definition text not null,
  primary key (machine, object)
) without rowid;

-- Rows that pawlctl wrote without a transition: repairs, erasures, backfills.
create table if not exists main.pawl_repairs (
  machine         text    not null,
  entity          text    not null,
  repaired_at     integer not null,
  repaired_by     text    not null,
  reason          text    not null,
  before_state    text, -- null if there was no current row
  before_sort_key integer,
  before_since    integer,
  after_state     text    not null,
  after_sort_key  integer not null,
  after_since     integer not null,
  primary key (machine, entity, repaired_at)
) without rowid;
