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
