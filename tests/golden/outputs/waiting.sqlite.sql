-- Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <waiting.sqlite.sql

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

-- damage ------------------------------------------------------------------------------------------
-- Claim of damages
-- Timers and work: a claim of damages, with a key that is a number.

-- where each damage is
create table if not exists main.damage_current (
  damage_id integer not null primary key references damages (id),
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.damage_current_state_since on damage_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.damage_transitions (
  damage_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  closes_at integer,
  amount integer,
  note text,
  primary key (damage_id, sort_key)
) without rowid;
create unique index if not exists main.damage_transitions_request
  on damage_transitions (damage_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.damage_moves (event, from_state, to_state) as values
  ('create', '', 'reported'),
  ('assess', 'reported', 'assessed'),
  ('escalate', 'reported', 'assessed'),
  ('remind', 'assessed', 'assessed'),
  ('repeat', 'assessed', 'assessed'),
  ('close', 'assessed', 'closed'),
  ('close', 'transfer', 'closed'),
  ('pay', 'assessed', 'transfer'),
  ('note', 'transfer', 'transfer'),
  ('note', 'confirm', 'confirm'),
  ('paid', 'transfer', 'confirm'),
  ('closed_by_hand', 'confirm', 'closed');

-- where each is, to join in queries of one's own
create view if not exists main.damage_state as
  select damage_id, state, sort_key, since from damage_current;

create trigger if not exists main.damage_current_insert before insert on damage_current
when only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead');
end;
create trigger if not exists main.damage_current_update before update on damage_current
when new.damage_id is not old.damage_id
  or only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead');
end;
create trigger if not exists main.damage_current_delete before delete on damage_current
begin
  select raise(abort, 'damage_current keeps its rows: a damage that has been created stays');
end;
create trigger if not exists main.damage_transitions_insert before insert on damage_transitions
when only_libpawl_may_write('damage_transitions', new.damage_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.closes_at, new.amount, new.note) is not 1
begin
  select raise(abort, 'damage_transitions is written by libpawl only: fire an event of damage instead');
end;
create trigger if not exists main.damage_transitions_update before update on damage_transitions
begin
  select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.damage_transitions_delete before delete on damage_transitions
begin
  select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted');
end;

-- timers that run and work that waits: one row for each
create table if not exists main.damage_pending (
  damage_id integer not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- for whoever has claimed it: the end of his lease
  fence integer not null, -- the sort_key of the move that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- put aside, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (damage_id, declaration)
) without rowid;
create index if not exists main.damage_pending_due on damage_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;

-- how each timer and work is treated
create view if not exists main.damage_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('assessed.remind', false, 'remind', 60000000, 86400000000, 20, 1000000, 600000000),
  ('assessed.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('paying.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('work reported', true, 'escalate', 120000000, 30000000, 3, 5000000, 60000000),
  ('work transfer', true, cast(null as text), 60000000, 10000000, cast(null as integer), 1000000, 600000000);

create trigger if not exists main.damage_pending_insert before insert on damage_pending
when only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work,
  new.due_at, new.fence, new.claim, new.attempts, new.last_error, new.parked_at,
  new.is_asleep) is not 1
begin
  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');
end;
create trigger if not exists main.damage_pending_update before update on damage_pending
when new.damage_id is not old.damage_id or new.declaration is not old.declaration
  or only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work,
  new.due_at, new.fence, new.claim, new.attempts, new.last_error, new.parked_at,
  new.is_asleep) is not 1
begin
  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');
end;
create trigger if not exists main.damage_pending_delete before delete on damage_pending
when only_libpawl_may_write('damage_pending', old.damage_id, old.declaration) is not 1
begin
  select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'damage', '918ad85b405458c6', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'damage' and fingerprint = '918ad85b405458c6');

-- lamp --------------------------------------------------------------------------------------------
-- lamp
-- Only timers.

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
  ('create', '', 'on'),
  ('go_out', 'on', 'off'),
  ('light', 'off', 'on');

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

-- timers that run and work that waits: one row for each
create table if not exists main.lamp_pending (
  lamp_id text not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- for whoever has claimed it: the end of his lease
  fence integer not null, -- the sort_key of the move that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- put aside, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (lamp_id, declaration)
) without rowid;
create index if not exists main.lamp_pending_due on lamp_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;

-- how each timer and work is treated
create view if not exists main.lamp_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('on.go_out', false, 'go_out', 60000000, 10000000, 20, 1000000, 600000000);

create trigger if not exists main.lamp_pending_insert before insert on lamp_pending
when only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work,
  new.due_at, new.fence, new.claim, new.attempts, new.last_error, new.parked_at,
  new.is_asleep) is not 1
begin
  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');
end;
create trigger if not exists main.lamp_pending_update before update on lamp_pending
when new.lamp_id is not old.lamp_id or new.declaration is not old.declaration
  or only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work,
  new.due_at, new.fence, new.claim, new.attempts, new.last_error, new.parked_at,
  new.is_asleep) is not 1
begin
  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');
end;
create trigger if not exists main.lamp_pending_delete before delete on lamp_pending
when only_libpawl_may_write('lamp_pending', old.lamp_id, old.declaration) is not 1
begin
  select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'lamp', 'ce9743177eaf643e', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'lamp' and fingerprint = 'ce9743177eaf643e');

commit;
