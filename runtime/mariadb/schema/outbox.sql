-- The outbox -------------------------------------------------------------------------------------------
-- A transition that emits an event writes a row; a relay deletes the row after delivery. All transitions of an entity use
-- one slot. The relay with the slot's lease delivers its rows in the order of the primary key, which for an entity is
-- the order of its transitions. Relays always read from the lowest key, so they also find rows that were committed late.

create table if not exists pawl_database.pawl_outbox (
  slot        integer not null,
  created_at  bigint not null,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  sort_key    integer not null,
  event       varchar(255) not null,
  from_state  varchar(255) not null,
  to_state    varchar(255) not null,
  request_id  varbinary(255),
  topic       longtext not null,
  fingerprint varchar(64) not null,
  parameters  longtext not null, -- JSON
  actor       varchar(255), -- with its trace; null: written by a machine that version 2 deployed
  primary key (slot, created_at, machine, entity, sort_key)
) engine = InnoDB //
alter table pawl_database.pawl_outbox add column if not exists actor varchar(255) //

-- Events that cannot be delivered and all later ones of the same entity, until pawl_outbox_retry.
create table if not exists pawl_database.pawl_outbox_parked (
  slot        integer not null,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  sort_key    integer not null,
  created_at  bigint not null,
  event       varchar(255) not null,
  from_state  varchar(255) not null,
  to_state    varchar(255) not null,
  request_id  varbinary(255),
  topic       longtext not null,
  fingerprint varchar(64) not null,
  parameters  longtext not null,
  parked_at   bigint not null,
  error       longtext, -- null: waits for an earlier event
  actor       varchar(255),
  primary key (slot, machine, entity, sort_key)
) engine = InnoDB //
alter table pawl_database.pawl_outbox_parked add column if not exists actor varchar(255) //

-- The relay that delivers each slot.
create table if not exists pawl_database.pawl_outbox_slots (
  slot         integer not null primary key,
  relay        longtext, -- the last relay with the lease
  claim        bigint not null, -- increases with each lease: of two relays, only the later claim is valid
  leased_until bigint not null,
  index pawl_outbox_slots_due (leased_until, slot)
) engine = InnoDB //

-- Returns the slot of an entity. It does not use the lowest bits, which hardly differ for short numbers. It never changes,
-- since databases depend on it. 63: PAWL_OUTBOX_SLOTS - 1.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_slot(
  entity longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns integer deterministic no sql
return (crc32(entity) >> 8) & 63 //

begin not atomic
  for each_slot in 0 .. 63 do
    insert into pawl_database.pawl_outbox_slots (slot, claim, leased_until) values (each_slot, 0, 0)
      on duplicate key update claim = claim;
  end for;
end //

-- Leases slots that have rows, those that were idle longest first. Returns the lowest rows of each slot, to be delivered in
-- order and then settled. Slots are locked in the order of an index, so only these are locked and other relays take others.
-- One read locks all of them, since MariaDB applies `skip locked` only in the first round of a loop. Another read, without
-- a lock, finds the slots with rows. Its snapshot may be older than the locks: a slot that another relay has leased since
-- is skipped.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_claim(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 bigint, $3 integer, $4 integer
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'relay, lease in milliseconds, at most so many slots, and so many rows of each'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare free, taken longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare of_slot, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then
    signal sqlstate '22023' set message_text = 'a relay must give its name; its lease, slots and rows are at least 1';
  end if;
  set statement group_concat_max_len = 1073741824 for -- regardless of the session's value
  select group_concat(concat_ws(':', locked.slot, locked.claim, locked.leased_until)) into free
    from (select place.slot, place.claim, place.leased_until from pawl_database.pawl_outbox_slots place force index (pawl_outbox_slots_due)
            where place.leased_until <= moment
              and (select waiting.slot from pawl_database.pawl_outbox waiting where waiting.slot = place.slot limit 1) is not null
            order by place.leased_until, place.slot limit $3 for update skip locked) locked;
  set statement group_concat_max_len = 1073741824 for -- regardless of the session's value
  select group_concat(place.slot) into taken from pawl_database.pawl_outbox_slots place
    where find_in_set(concat_ws(':', place.slot, place.claim, place.leased_until), free);
  if taken is null then
    return '[]';
  end if;
  -- later events of parked entities
  insert into pawl_database.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, actor, parked_at)
    select waiting.slot, waiting.created_at, waiting.machine, waiting.entity, waiting.sort_key, waiting.event, waiting.from_state,
        waiting.to_state, waiting.request_id, waiting.topic, waiting.fingerprint, waiting.parameters, waiting.actor, moment
      from (select distinct parked.slot, parked.machine, parked.entity from pawl_database.pawl_outbox_parked parked
              where find_in_set(parked.slot, taken)) aside
        straight_join pawl_database.pawl_outbox waiting force index (primary) on waiting.slot = aside.slot and waiting.machine = aside.machine
          and waiting.entity = aside.entity;
  if row_count() > 0 then
    delete waiting from pawl_database.pawl_outbox_parked parked straight_join pawl_database.pawl_outbox waiting force index (primary)
        on waiting.slot = parked.slot and waiting.created_at = parked.created_at and waiting.machine = parked.machine
          and waiting.entity = parked.entity and waiting.sort_key = parked.sort_key
      where find_in_set(parked.slot, taken);
  end if;
  for own in (select place.slot, place.claim + 1 as claim from pawl_database.pawl_outbox_slots place
      where find_in_set(place.slot, taken) order by place.slot) do
    update pawl_database.pawl_outbox_slots place
      set place.relay = $1, place.claim = own.claim, place.leased_until = moment + $2 * 1000
      where place.slot = own.slot;
    set of_slot = ''; -- a separate assignment, so that the whole result is not copied for each row
    for waiting in (select lowest.* from pawl_database.pawl_outbox lowest where lowest.slot = own.slot
        order by lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key limit $4) do
      set of_slot = concat(of_slot, if(of_slot = '', '', ','), json_object('claim', own.claim, 'slot', waiting.slot,
          'created_at', waiting.created_at, 'machine', waiting.machine, 'entity', convert(waiting.entity using utf8mb4),
          'sort_key', waiting.sort_key, 'event', waiting.event, 'from', waiting.from_state, 'to', waiting.to_state,
          'request_id', convert(waiting.request_id using utf8mb4), 'topic', waiting.topic, 'fingerprint', waiting.fingerprint,
          'parameters', waiting.parameters, 'actor', waiting.actor));
    end for;
    if of_slot = '' then -- all its rows were parked
      update pawl_database.pawl_outbox_slots place set place.leased_until = moment where place.slot = own.slot;
    else
      set answer = concat(answer, if(answer = '', '', ','), of_slot);
    end if;
  end for;
  return concat('[', answer, ']');
end //

-- Deletes the delivered rows of slots with a valid claim, and returns those slots. Their leases end or continue. Rows are
-- found by their whole key: a scan would wait for transitions.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_settle(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 bigint,
  $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'leases as [[slot, claim]], milliseconds for which they run on, rows as [[slot, created_at, machine, entity, sort_key]]'
begin
  declare seen integer;
  declare held, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  for given in (select leased.slot, leased.claim
      from json_table($1, '$[*]' columns (slot integer path '$[0]', claim bigint path '$[1]')) leased order by leased.slot) do
    set seen = null;
    select 1 into seen from pawl_database.pawl_outbox_slots place
      where place.slot = given.slot and place.claim = given.claim for update;
    if seen is not null then
      update pawl_database.pawl_outbox_slots place set place.leased_until = pawl_database.pawl_now() + coalesce($2, 0) * 1000
        where place.slot = given.slot;
      set held = concat_ws(',', held, given.slot), answer = concat_ws(',', answer, json_object('slot', given.slot));
    end if;
  end for;
  if held is null then
    return '[]';
  end if;
  delete waiting
    from json_table($3, '$[*]' columns (slot integer path '$[0]', created_at bigint path '$[1]',
        machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]', entity varchar(1024) character set utf8mb4 path '$[3]',
        sort_key integer path '$[4]')) done
      straight_join pawl_database.pawl_outbox waiting force index (primary) on waiting.slot = done.slot and waiting.created_at = done.created_at
        and waiting.machine = done.machine
        and waiting.entity = cast(done.entity as binary) and waiting.sort_key = done.sort_key
    where find_in_set(done.slot, held);
  return concat('[', answer, ']');
end //

-- Parks the entity whose row cannot be delivered, if the claim on its slot is still valid.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_park(
  $1 integer, $2 bigint, $3 varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, $4 varbinary(1024), $5 integer,
  $6 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
comment 'slot, claim, machine, entity, sort_key, error'
begin
  declare seen integer;
  select 1 into seen from pawl_database.pawl_outbox_slots place where place.slot = $1 and place.claim = $2 for update;
  if seen is null then
    return false;
  end if;
  insert into pawl_database.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, actor, parked_at, error)
    select waiting.slot, waiting.created_at, waiting.machine, waiting.entity, waiting.sort_key, waiting.event,
        waiting.from_state, waiting.to_state, waiting.request_id, waiting.topic, waiting.fingerprint, waiting.parameters, waiting.actor,
        pawl_database.pawl_now(), if(waiting.sort_key = $5, $6, null)
      from pawl_database.pawl_outbox waiting
      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4;
  delete waiting from pawl_database.pawl_outbox_parked parked straight_join pawl_database.pawl_outbox waiting force index (primary)
      on waiting.slot = parked.slot and waiting.created_at = parked.created_at and waiting.machine = parked.machine
        and waiting.entity = parked.entity and waiting.sort_key = parked.sort_key
    where parked.slot = $1 and parked.machine = $3 and parked.entity = $4;
  return true;
end //

-- Records who makes parked jobs due, sends parked events again, or thaws a machine, in the transaction that does it.
create or replace definer = pawl_database_owner function pawl_database.pawl_log_action(
  $1 varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin,
  $3 varbinary(1024), $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
comment 'action, machine, key, actor'
begin
  insert into pawl_database.pawl_lock_log (login, action, type, lock_key, actor)
    select substring_index(session_user(), '@', 1), $1, $2, $3, $4 from dual where $1 in ('retry', 'resend', 'resume');
  return row_count() > 0;
end //

-- Brings back the parked rows of the entity, of the machine, or (null) all. Returns the number of rows.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_retry(
  $1 varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varbinary(1024)
) returns bigint
comment 'machine, entity'
begin
  declare locked, rows_back bigint;
  select count(*) into locked from (select place.slot from pawl_database.pawl_outbox_slots place for update) every_slot;
  insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, actor)
    select parked.slot, parked.created_at, parked.machine, parked.entity, parked.sort_key, parked.event, parked.from_state,
        parked.to_state, parked.request_id, parked.topic, parked.fingerprint, parked.parameters, parked.actor
      from pawl_database.pawl_outbox_parked parked
      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2);
  set rows_back = row_count();
  delete parked from pawl_database.pawl_outbox_parked parked
    where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2);
  return rows_back;
end //
