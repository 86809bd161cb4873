-- Frozen machines, and events that wait for them ------------------------------------------------------

-- Frozen ('reject') and paused ('sleep') machines.
create table if not exists main.pawl_freezes (
  machine   text not null,
  mode      text not null,
  until     integer,
  reason    text not null,
  since     integer not null,
  frozen_by text not null,
  primary key (machine)
) without rowid;

create trigger main.pawl_freezes_insert before insert on pawl_freezes
when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
    new.frozen_by) is not 1
begin select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_freezes_update before update on pawl_freezes
when new.machine is not old.machine
  or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
      new.frozen_by) is not 1
begin select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_freezes_delete before delete on pawl_freezes
when only_libpawl_may_write('pawl_freezes', old.machine) is not 1
begin select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks'); end;

-- Events that wait until their machine resumes, and their results.
create table if not exists main.pawl_deferred (
  number      integer not null,
  machine     text not null,
  entity      text not null,
  request_id  text not null,
  event       text not null,
  arguments   text not null,
  actor       text not null,
  lock_owner  text,
  lock_token  integer,
  deferred_at integer not null,
  fired_at    integer,
  status      text,
  from_state  text,
  to_state    text,
  sort_key    integer,
  created_at  integer,
  detail      text,
  unique (machine, entity, request_id),
  primary key (number)
) without rowid;
create index if not exists main.pawl_deferred_pending on pawl_deferred (machine, number)
  where status is null;
create index if not exists main.pawl_deferred_entity on pawl_deferred (machine, entity, number)
  where status is null;

create trigger main.pawl_deferred_insert before insert on pawl_deferred
when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
    new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
    new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_deferred_update before update on pawl_deferred
when new.number is not old.number
  or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
      new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
      new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_deferred_delete before delete on pawl_deferred
when only_libpawl_may_write('pawl_deferred', old.number) is not 1
begin select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks'); end;
