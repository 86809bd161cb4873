-- What is deployed in this database -------------------------------------------------------------------

-- The version of all that machines and flows share: what stands in these files. One row.
create table if not exists pawl_database.pawl_schema (
  is_here      boolean not null default true primary key check (is_here), -- so that there is no second row
  version      integer not null,
  installed_at datetime(6) not null default current_timestamp(6)
) engine = InnoDB;

-- The versions of each machine that programs may count on.
create table if not exists pawl_database.pawl_machines (
  machine     varchar(64) not null,
  fingerprint varchar(64) not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at bigint not null,
  model       longtext, -- JSON, what pawlctl knows of it
  primary key (machine, fingerprint)
) engine = InnoDB;

-- Migrations that have begun and not ended: of a machine, from one version to another. What ends one half-way is gone on
-- with when it is applied again.
create table if not exists pawl_database.pawl_migrations (
  machine         varchar(64) not null primary key,
  fingerprint     varchar(64) not null,
  old_machine     varchar(64) not null, -- what it was called
  old_fingerprint varchar(64) not null,
  began_at        bigint not null,
  step            integer not null default 0 -- what is done: 1 columns have left their old names, or rows are put aside, 2 rows are written
) engine = InnoDB;

-- Moves that earlier versions had, and the moves of migrations: histories hold them rightly.
create table if not exists pawl_database.pawl_past_moves (
  machine    varchar(64) not null,
  event      varchar(190) not null,
  from_state varchar(190) not null,
  to_state   varchar(190) not null,
  primary key (machine, event, from_state, to_state)
) engine = InnoDB;

-- What the catalog said of each object when it was deployed, '' being what all machines share.
create table if not exists pawl_database.pawl_objects (
  machine    varchar(64) not null,
  object     varchar(255) not null,
  definition longtext not null,
  primary key (machine, object)
) engine = InnoDB;

-- What pawlctl has written without a move: repairs, erasures, backfills.
create table if not exists pawl_database.pawl_repairs (
  machine         varchar(64) not null,
  entity          varbinary(1024) not null,
  repaired_at     bigint not null,
  repaired_by     varchar(255) not null,
  reason          longtext not null,
  before_state    varchar(255), -- null where there was no head
  before_sort_key integer,
  before_since    bigint,
  after_state     varchar(255) not null,
  after_sort_key  integer not null,
  after_since     bigint not null,
  primary key (machine, entity, repaired_at)
) engine = InnoDB;
