-- Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <hooks.sqlite.sql

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

-- transfer ----------------------------------------------------------------------------------------
-- Money on its way
-- Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
-- leaving, after the commit; and a mirrored column.

-- where each transfer is
create table if not exists main.transfer_current (
  transfer_id integer not null primary key references transfers (number),
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.transfer_current_state_since on transfer_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.transfer_transitions (
  transfer_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  payer text,
  amount integer,
  expires integer,
  note text,
  reason text,
  primary key (transfer_id, sort_key)
) without rowid;
create unique index if not exists main.transfer_transitions_request
  on transfer_transitions (transfer_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.transfer_moves (event, from_state, to_state) as values
  ('create', '', 'pending'),
  ('create', '', 'waiting'),
  ('import', '', 'waiting'),
  ('accept', 'pending', 'done'),
  ('accept', 'pending', 'waiting'),
  ('accept', 'pending', 'failed'),
  ('delete', 'pending', 'failed'),
  ('delete', 'waiting', 'failed'),
  ('wait', 'pending', 'waiting'),
  ('try_again', 'waiting', 'pending'),
  ('ship', 'waiting', 'done'),
  ('touch', 'waiting', 'waiting'),
  ('look', 'waiting', 'waiting');

-- where each is, to join in queries of one's own
create view if not exists main.transfer_state as
  select transfer_id, state, sort_key, since from transfer_current;

create trigger if not exists main.transfer_current_insert before insert on transfer_current
when only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead');
end;
create trigger if not exists main.transfer_current_update before update on transfer_current
when new.transfer_id is not old.transfer_id
  or only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead');
end;
create trigger if not exists main.transfer_current_delete before delete on transfer_current
begin
  select raise(abort, 'transfer_current keeps its rows: a transfer that has been created stays');
end;
create trigger if not exists main.transfer_transitions_insert before insert on transfer_transitions
when only_libpawl_may_write('transfer_transitions', new.transfer_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.payer, new.amount, new.expires, new.note,
  new.reason) is not 1
begin
  select raise(abort, 'transfer_transitions is written by libpawl only: fire an event of transfer instead');
end;
create trigger if not exists main.transfer_transitions_update before update on transfer_transitions
begin
  select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.transfer_transitions_delete before delete on transfer_transitions
begin
  select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'transfer', 'a02ccc6c104b5992', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'transfer' and fingerprint = 'a02ccc6c104b5992');

-- stock -------------------------------------------------------------------------------------------
-- stock
-- All of it in SQL, so that no program is needed.

-- where each stock is
create table if not exists main.stock_current (
  stock_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.stock_current_state_since on stock_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.stock_transitions (
  stock_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  quantity integer,
  primary key (stock_id, sort_key)
) without rowid;
create unique index if not exists main.stock_transitions_request
  on stock_transitions (stock_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.stock_moves (event, from_state, to_state) as values
  ('create', '', 'available'),
  ('take', 'available', 'available'),
  ('take', 'available', 'sold_out'),
  ('close', 'available', 'sold_out');

-- where each is, to join in queries of one's own
create view if not exists main.stock_state as
  select stock_id, state, sort_key, since from stock_current;

create trigger if not exists main.stock_current_insert before insert on stock_current
when only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead');
end;
create trigger if not exists main.stock_current_update before update on stock_current
when new.stock_id is not old.stock_id
  or only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead');
end;
create trigger if not exists main.stock_current_delete before delete on stock_current
begin
  select raise(abort, 'stock_current keeps its rows: a stock that has been created stays');
end;
create trigger if not exists main.stock_transitions_insert before insert on stock_transitions
when only_libpawl_may_write('stock_transitions', new.stock_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.quantity) is not 1
begin
  select raise(abort, 'stock_transitions is written by libpawl only: fire an event of stock instead');
end;
create trigger if not exists main.stock_transitions_update before update on stock_transitions
begin
  select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.stock_transitions_delete before delete on stock_transitions
begin
  select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'stock', 'a2ac4c567aa02dfd', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'stock' and fingerprint = 'a2ac4c567aa02dfd');

commit;
