-- Written by pawl from prefixed.fsm. Do not edit: change prefixed.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <prefixed.sqlite.sql

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

-- gate --------------------------------------------------------------------------------------------
-- gate

-- where each gate is
create table if not exists main.gate_current (
  gate_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.gate_current_state_since on gate_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.gate_transitions (
  gate_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  place text,
  primary key (gate_id, sort_key)
) without rowid;
create unique index if not exists main.gate_transitions_request
  on gate_transitions (gate_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.gate_moves (event, from_state, to_state) as values
  ('create', '', 'closed'),
  ('open', 'closed', 'opened'),
  ('close', 'opened', 'closed');

-- where each is, to join in queries of one's own
create view if not exists main.gate_state as
  select gate_id, state, sort_key, since from gate_current;

create trigger if not exists main.gate_current_insert before insert on gate_current
when only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead');
end;
create trigger if not exists main.gate_current_update before update on gate_current
when new.gate_id is not old.gate_id
  or only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead');
end;
create trigger if not exists main.gate_current_delete before delete on gate_current
begin
  select raise(abort, 'gate_current keeps its rows: a gate that has been created stays');
end;
create trigger if not exists main.gate_transitions_insert before insert on gate_transitions
when only_libpawl_may_write('gate_transitions', new.gate_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.place) is not 1
begin
  select raise(abort, 'gate_transitions is written by libpawl only: fire an event of gate instead');
end;
create trigger if not exists main.gate_transitions_update before update on gate_transitions
begin
  select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.gate_transitions_delete before delete on gate_transitions
begin
  select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'gate', 'ff81eb8214b9b771', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'gate' and fingerprint = 'ff81eb8214b9b771');

commit;
