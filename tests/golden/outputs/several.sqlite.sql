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

-- each key on which a lock was ever held; the token only grows
create table if not exists main.pawl_lock_keys (
  key text not null,
  last_token integer not null,
  primary key (key)
) without rowid;
create trigger if not exists main.pawl_lock_keys_insert before insert on pawl_lock_keys
when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_keys_update before update on pawl_lock_keys
when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_keys_delete before delete on pawl_lock_keys
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;

-- held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines
create table if not exists main.pawl_locks (
  key text not null,
  type text not null,
  owner text not null,
  token integer not null,
  since integer not null,
  until integer,
  primary key (key, type)
) without rowid;
create trigger if not exists main.pawl_locks_insert before insert on pawl_locks
when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_locks_update before update on pawl_locks
when new.key is not old.key or new.type is not old.type or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_locks_delete before delete on pawl_locks
when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;

-- who waits for one
create table if not exists main.pawl_lock_waiters (
  key text not null,
  type text not null,
  owner text not null,
  since integer not null,
  until integer not null,
  primary key (key, type, owner)
) without rowid;
create trigger if not exists main.pawl_lock_waiters_insert before insert on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_waiters_update before update on pawl_lock_waiters
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_waiters_delete before delete on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;

-- machines that are frozen ('reject') or asleep ('sleep')
create table if not exists main.pawl_freezes (
  machine text not null,
  mode text not null,
  until integer,
  reason text not null,
  since integer not null,
  frozen_by text not null,
  primary key (machine)
) without rowid;
create trigger if not exists main.pawl_freezes_insert before insert on pawl_freezes
when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_freezes_update before update on pawl_freezes
when new.machine is not old.machine or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since, new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_freezes_delete before delete on pawl_freezes
when only_libpawl_may_write('pawl_freezes', old.machine) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;

-- events that wait until their machine wakes, and what came of them
create table if not exists main.pawl_deferred (
  number integer not null,
  machine text not null,
  entity text not null,
  request_id text not null,
  event text not null,
  arguments text not null,
  actor text not null,
  lock_owner text,
  lock_token integer,
  deferred_at integer not null,
  fired_at integer,
  status text,
  from_state text,
  to_state text,
  sort_key integer,
  created_at integer,
  detail text,
  unique (machine, entity, request_id),
  primary key (number)
) without rowid;
create trigger if not exists main.pawl_deferred_insert before insert on pawl_deferred
when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_deferred_update before update on pawl_deferred
when new.number is not old.number or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event, new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status, new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_deferred_delete before delete on pawl_deferred
when only_libpawl_may_write('pawl_deferred', old.number) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;

-- what operators did to locks
create table if not exists main.pawl_lock_log (
  number integer not null,
  logged_at integer not null,
  login text not null,
  action text not null,
  type text not null,
  key text,
  owner text,
  token integer,
  reason text,
  primary key (number)
) without rowid;
create trigger if not exists main.pawl_lock_log_insert before insert on pawl_lock_log
when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key, new.owner, new.token, new.reason) is not 1
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_log_update before update on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create trigger if not exists main.pawl_lock_log_delete before delete on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
create index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)
  where status is null;
create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, number)
  where status is null;

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
  room integer,
  fuse text,
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
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.room, new.fuse) is not 1
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

-- those that honour the locks held on a key
create index if not exists main.lamp_transitions_key on lamp_transitions (room, lamp_id)
  where sort_key = 10;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'lamp', '1e245501a71988c7', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'lamp' and fingerprint = '1e245501a71988c7');

commit;
