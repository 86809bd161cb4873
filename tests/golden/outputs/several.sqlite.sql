-- Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <several.sqlite.sql

begin immediate;

-- Shared by all machines --------------------------------------------------------------------------
-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.
-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row
-- that libpawl is writing at that moment: everybody may read, nobody else may write.

create table if not exists main.pawl_machines (
  machine     text    not null,
  fingerprint text    not null,
  abi         integer not null,
  deployed_at integer not null,
  primary key (machine, fingerprint)
) without rowid;

-- a machine is entered once, by the file that has just made its tables
create trigger if not exists main.pawl_machines_insert before insert on pawl_machines
begin
  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')
   where exists (select 1 from pawl_machines where machine = new.machine);
  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')
   where not exists (select 1 from sqlite_master
                      where type = 'table' and name = new.machine || '_transitions');
end;
create trigger if not exists main.pawl_machines_update before update on pawl_machines
begin
  select raise(abort, 'pawl_machines is never changed: it says what is deployed');
end;
create trigger if not exists main.pawl_machines_delete before delete on pawl_machines
begin
  select raise(abort, 'pawl_machines is never changed: it says what is deployed');
end;

-- parcel ------------------------------------------------------------------------------------------
-- Parcel
-- A parcel on its way, with more states than fit side by side.

-- where each parcel is
create table if not exists main.parcel_current (
  parcel_id integer not null primary key references parcels (number),
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.parcel_current_state_since on parcel_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.parcel_transitions (
  parcel_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  weight_grams integer,
  primary key (parcel_id, sort_key)
) without rowid;
create unique index if not exists main.parcel_transitions_request
  on parcel_transitions (parcel_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.parcel_moves (event, from_state, to_state) as values
  ('announce', '', 'announced'),
  ('find', '', 'in_depot'),
  ('return', 'in_depot', 'going_back'),
  ('return', 'on_tour', 'going_back'),
  ('collect', 'announced', 'collected'),
  ('withdraw', 'announced', 'withdrawn'),
  ('arrive', 'collected', 'in_depot'),
  ('lose', 'collected', 'lost'),
  ('lose', 'in_depot', 'lost'),
  ('lose', 'on_tour', 'lost'),
  ('lose', 'going_back', 'lost'),
  ('scan', 'in_depot', 'in_depot'),
  ('load', 'in_depot', 'on_tour'),
  ('deliver', 'on_tour', 'delivered'),
  ('miss', 'on_tour', 'at_shop'),
  ('refuse_it', 'on_tour', 'going_back'),
  ('fetch', 'at_shop', 'delivered'),
  ('expire', 'at_shop', 'going_back'),
  ('hand_over', 'going_back', 'returned'),
  ('find_again', 'lost', 'in_depot'),
  ('write_off', 'lost', 'written_off');

-- where each is, to join in queries of one's own
create view if not exists main.parcel_state as
  select parcel_id, state, sort_key, since from parcel_current;

create trigger if not exists main.parcel_current_insert before insert on parcel_current
when only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_current_update before update on parcel_current
when new.parcel_id is not old.parcel_id
  or only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_current_delete before delete on parcel_current
begin
  select raise(abort, 'parcel_current keeps its rows: a parcel that has been created stays');
end;
create trigger if not exists main.parcel_transitions_insert before insert on parcel_transitions
when only_libpawl_may_write('parcel_transitions', new.parcel_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.weight_grams) is not 1
begin
  select raise(abort, 'parcel_transitions is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_transitions_update before update on parcel_transitions
begin
  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.parcel_transitions_delete before delete on parcel_transitions
begin
  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'parcel', 'b2c3b1ad683b421e', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e');

-- lamp --------------------------------------------------------------------------------------------
-- lamp

-- where each lamp is
create table if not exists main.lamp_current (
  lamp_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.lamp_current_state_since on lamp_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.lamp_transitions (
  lamp_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  primary key (lamp_id, sort_key)
) without rowid;
create unique index if not exists main.lamp_transitions_request
  on lamp_transitions (lamp_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.lamp_moves (event, from_state, to_state) as values
  ('create', '', 'off'),
  ('press', 'off', 'on'),
  ('press', 'on', 'off');

-- where each is, to join in queries of one's own
create view if not exists main.lamp_state as
  select lamp_id, state, sort_key, since from lamp_current;

create trigger if not exists main.lamp_current_insert before insert on lamp_current
when only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_current_update before update on lamp_current
when new.lamp_id is not old.lamp_id
  or only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_current_delete before delete on lamp_current
begin
  select raise(abort, 'lamp_current keeps its rows: a lamp that has been created stays');
end;
create trigger if not exists main.lamp_transitions_insert before insert on lamp_transitions
when only_libpawl_may_write('lamp_transitions', new.lamp_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id) is not 1
begin
  select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_transitions_update before update on lamp_transitions
begin
  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions
begin
  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'lamp', 'cdeb19242a5a5834', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'lamp' and fingerprint = 'cdeb19242a5a5834');

commit;
