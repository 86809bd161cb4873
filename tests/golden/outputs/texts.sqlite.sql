-- Written by pawl from texts.fsm. Do not edit: change texts.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -bail -cmd '.timeout 5000' FILE <texts.sqlite.sql

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

-- text --------------------------------------------------------------------------------------------
-- It's "quoted", 100% <b>&amp;</b> */ $pawl$ ??/
-- and goes on
-- Ends a comment early: */ and opens one: /* too. Trigraphs ??/
-- at the end of a line, ??) within; a backslash at the end \
-- quotes ' and ", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> & entities &amp;

-- where each text is
create table if not exists main.text_current (
  text_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
create index if not exists main.text_current_state_since on text_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.text_transitions (
  text_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null,
  request_id text,
  note text,
  primary key (text_id, sort_key)
) without rowid;
create unique index if not exists main.text_transitions_request
  on text_transitions (text_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.text_moves (event, from_state, to_state) as values
  ('it''s', '', 'he''s \ here $pawl$ $pawl1$'),
  ('$pawl$ \ -- */ ??/ " é', 'he''s \ here $pawl$ $pawl1$', '"there" ??/ %d {x} 日本');

-- where each is, to join in queries of one's own
create view if not exists main.text_state as
  select text_id, state, sort_key, since from text_current;

create trigger if not exists main.text_current_insert before insert on text_current
when only_libpawl_may_write('text_current', new.text_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'text_current is written by libpawl only: fire an event of text instead');
end;
create trigger if not exists main.text_current_update before update on text_current
when new.text_id is not old.text_id
  or only_libpawl_may_write('text_current', new.text_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'text_current is written by libpawl only: fire an event of text instead');
end;
create trigger if not exists main.text_current_delete before delete on text_current
begin
  select raise(abort, 'text_current keeps its rows: a text that has been created stays');
end;
create trigger if not exists main.text_transitions_insert before insert on text_transitions
when only_libpawl_may_write('text_transitions', new.text_id, new.sort_key,
  new.event, new.from_state, new.to_state, new.created_at, new.actor, new.request_id,
  new.note) is not 1
begin
  select raise(abort, 'text_transitions is written by libpawl only: fire an event of text instead');
end;
create trigger if not exists main.text_transitions_update before update on text_transitions
begin
  select raise(abort, 'text_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.text_transitions_delete before delete on text_transitions
begin
  select raise(abort, 'text_transitions is history: its rows are neither changed nor deleted');
end;

insert into main.pawl_machines (machine, fingerprint, abi, deployed_at)
select 'text', '2d4fe6ed26d955f2', 1, cast(strftime('%s', 'now') as integer) * 1000000
 where not exists (select 1 from main.pawl_machines
                    where machine = 'text' and fingerprint = '2d4fe6ed26d955f2');

commit;
