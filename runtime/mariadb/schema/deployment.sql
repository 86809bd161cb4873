-- Deployed versions -----------------------------------------------------------------------------------

-- The version of the shared schema. One row.
create table if not exists pawl_database.pawl_schema (
  is_here      boolean not null default true primary key check (is_here), -- allows only one row
  version      integer not null,
  installed_at datetime(6) not null default current_timestamp(6)
) engine = InnoDB //

-- The versions of each machine that programs may use.
create table if not exists pawl_database.pawl_machines (
  machine     varchar(64) not null,
  fingerprint varchar(64) not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at bigint not null,
  model       longtext, -- JSON, for pawlctl
  primary key (machine, fingerprint)
) engine = InnoDB //

-- Migrations of a machine from one version to another that have started and not ended. To continue an interrupted
-- migration, apply it again.
create table if not exists pawl_database.pawl_migrations (
  machine         varchar(64) not null primary key,
  fingerprint     varchar(64) not null,
  old_machine     varchar(64) not null, -- its former name
  old_fingerprint varchar(64) not null,
  began_at        bigint not null,
  step            integer not null default 0 -- finished step: 1 columns renamed, or rows moved aside; 2 rows written
) engine = InnoDB //

-- Transitions of earlier versions and of migrations, which the history may contain.
create table if not exists pawl_database.pawl_past_moves (
  machine    varchar(64) not null,
  event      varchar(190) not null,
  from_state varchar(190) not null,
  to_state   varchar(190) not null,
  primary key (machine, event, from_state, to_state)
) engine = InnoDB //

-- The catalog's definition of each object when it was deployed; '' is the shared schema.
create table if not exists pawl_database.pawl_objects (
  machine    varchar(64) not null,
  object     varchar(255) not null,
  definition longtext not null,
  primary key (machine, object)
) engine = InnoDB //

-- Rows that pawlctl wrote without a transition: repairs, erasures, backfills.
create table if not exists pawl_database.pawl_repairs (
  machine         varchar(64) not null,
  entity          varbinary(1024) not null,
  repaired_at     bigint not null,
  repaired_by     varchar(255) not null,
  reason          longtext not null,
  before_state    varchar(255), -- null if there was no current row
  before_sort_key integer,
  before_since    bigint,
  after_state     varchar(255) not null,
  after_sort_key  integer not null,
  after_since     bigint not null,
  primary key (machine, entity, repaired_at)
) engine = InnoDB //

-- Logins that may fire single events, or all of a machine (event: ''), by pawlctl grant.
create table if not exists pawl_database.pawl_grants (
  login   varchar(190) not null, -- user@host
  machine varchar(64) not null,
  event   varchar(64) not null,
  primary key (login, machine, event)
) engine = InnoDB //
