-- A transition that emits an event writes a row; a relay deletes the row after delivery.
create table if not exists main.pawl_outbox (
  slot        integer not null,
  created_at  integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  actor       text, -- with its trace; null: written by version 2
  primary key (slot, created_at, machine, entity, sort_key)
) without rowid;

-- Events that cannot be delivered and all later ones of the same entity.
create table if not exists main.pawl_outbox_parked (
  slot        integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  created_at  integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  parked_at   integer not null,
  error       text,
  actor       text,
  primary key (slot, machine, entity, sort_key)
) without rowid;

-- The rows that upgrade/3.sql has copied. Migrations leave this file out, because they only renew triggers.
insert into main.pawl_outbox select * from temp.pawl_waiting;
insert into main.pawl_outbox_parked select * from temp.pawl_aside;
drop table temp.pawl_waiting;
drop table temp.pawl_aside;
