-- The outbox -------------------------------------------------------------------------------------------

-- A transition that emits an event writes a row; a relay deletes the row after delivery. All transitions of an entity use
-- one slot. The relay with the slot's lease delivers its rows in the order of the primary key, which for an entity is
-- the order of its transitions. Relays always read from the lowest key, so they also find rows that were committed late.
create table if not exists public.pawl_outbox (
  slot        integer not null,
  created_at  timestamptz not null,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  sort_key    integer not null,
  event       text collate "C" not null,
  from_state  text collate "C" not null,
  to_state    text collate "C" not null,
  request_id  text collate "C",
  topic       text collate "C" not null,
  fingerprint text collate "C" not null,
  parameters  json not null,
  actor       text collate "C", -- with its trace; null: written by a machine that version 2 deployed
  primary key (slot, created_at, machine, entity, sort_key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Events that cannot be delivered and all later ones of the same entity, until pawl_outbox_retry.
create table if not exists public.pawl_outbox_parked (
  slot        integer not null,
  machine     text collate "C" not null,
  entity      text collate "C" not null,
  sort_key    integer not null,
  created_at  timestamptz not null,
  event       text collate "C" not null,
  from_state  text collate "C" not null,
  to_state    text collate "C" not null,
  request_id  text collate "C",
  topic       text collate "C" not null,
  fingerprint text collate "C" not null,
  parameters  json not null,
  parked_at   timestamptz not null,
  error       text collate "C", -- null: waits for an earlier event
  actor       text collate "C",
  primary key (slot, machine, entity, sort_key)
);

-- The relay that delivers each slot.
create table if not exists public.pawl_outbox_slots (
  slot         integer primary key,
  relay        text collate "C", -- the last relay with the lease
  claim        bigint not null, -- increases with each lease: of two relays, only the later claim is valid
  leased_until timestamptz not null,
  file         oid -- in which its rows were found, until they are settled: VACUUM FULL moves rows
);

-- 63: PAWL_OUTBOX_SLOTS - 1. It never changes, since databases depend on it.
insert into public.pawl_outbox_slots (slot, claim, leased_until)
  select slot, 0, timestamptz 'epoch' from generate_series(0, 63) slot
  on conflict do nothing;

-- Parks all rows of these entities, the one with this sort_key with its error.
create or replace function public.pawl_outbox_set_aside(slots integer[], machines text[], entities text[],
  moment timestamptz, failed integer, reason text) returns void
language sql set search_path = pg_catalog, pg_temp as $pawl$
  with aside as (
    delete from public.pawl_outbox waiting using unnest($1, $2, $3) parked (slot, machine, entity)
      where waiting.slot = parked.slot and waiting.machine = parked.machine and waiting.entity = parked.entity
      returning waiting.*
  )
  insert into public.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, actor, parked_at, error)
    select slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, actor, $4, case when sort_key = $5 then $6 end from aside
$pawl$;

-- Leases slots that have rows, longest idle first. Returns the lowest rows of each, to be delivered in order and then settled.
create or replace function public.pawl_outbox_claim(
  relay text, lease_ms bigint, at_most_slots integer, at_most_rows integer)
returns table (claim bigint, slot integer, created_at timestamptz, machine text, entity text,
  sort_key integer, event text, from_state text, to_state text, request_id text, topic text,
  fingerprint text, parameters text, actor text, place tid)
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- the statistics of a queue are always outdated
as $pawl$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  taken integer[];
begin
  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then
    raise exception 'a relay must give its name; its lease, slots and rows are at least 1'
      using errcode = 'invalid_parameter_value';
  end if;
  select array_agg(free.slot) into taken
    from (select place.slot from public.pawl_outbox_slots place
            where place.leased_until <= moment -- a query with a limit: as a join, it could read the whole outbox
              and (select true from public.pawl_outbox waiting where waiting.slot = place.slot limit 1)
            order by place.leased_until, place.slot limit $3 for update skip locked) free;
  if taken is null then
    return;
  end if;
  perform public.pawl_outbox_set_aside(array_agg(parked.slot), array_agg(parked.machine), array_agg(parked.entity), moment,
      null::integer, null::text) -- later events of parked entities
    from (select distinct known.slot, known.machine, known.entity from public.pawl_outbox_parked known
            where known.slot = any (taken)) parked having count(*) > 0;
  update public.pawl_outbox_slots place
    set relay = $1, claim = place.claim + 1, leased_until = moment + $2 * interval '1 millisecond',
      file = pg_relation_filenode('public.pawl_outbox')
    where place.slot = any (taken);
  return query
    select place.claim, lowest.slot, lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key,
        lowest.event, lowest.from_state, lowest.to_state, lowest.request_id, lowest.topic,
        lowest.fingerprint, lowest.parameters::text, lowest.actor, lowest.place
      from public.pawl_outbox_slots place
        cross join lateral (select waiting.*, waiting.ctid as place from public.pawl_outbox waiting
                              where waiting.slot = place.slot
                              order by waiting.created_at, waiting.machine, waiting.entity,
                                waiting.sort_key limit $4) lowest
      where place.slot = any (taken);
  -- slots without rows
  update public.pawl_outbox_slots place set leased_until = moment
    where place.slot = any (taken)
      and (select true from public.pawl_outbox waiting where waiting.slot = place.slot limit 1) is null;
end
$pawl$;

-- Deletes the delivered rows of slots with a valid claim, and returns those slots. Their leases end, or continue for
-- lease_ms. A lease is whole if all its rows were delivered and none was settled or parked before. Its rows are then
-- found by ctid, at a third of the cost of their keys: nobody else deletes rows, so no other row can be at that ctid.
create or replace function public.pawl_outbox_settle(slots integer[], claims bigint[], wholes boolean[],
  lease_ms bigint, places tid[], place_slots integer[], row_slots integer[], created_at timestamptz[],
  machines text[], entities text[], sort_keys integer[])
returns setof integer
language plpgsql security definer set search_path = pg_catalog, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off -- the statistics of a queue are always outdated
  set plan_cache_mode = force_custom_plan -- plans with the actual number of rows
as $pawl$
#variable_conflict use_column
declare
  held integer[];
begin
  lock table public.pawl_outbox in row exclusive mode; -- from here on no row changes its ctid
  select array_agg(mine.slot) into held
    from (select place.slot from public.pawl_outbox_slots place
            join unnest($1, $2, $3) given (slot, claim, is_whole)
              on place.slot = given.slot and place.claim = given.claim
            where not given.is_whole or place.file = pg_relation_filenode('public.pawl_outbox')
            order by place.slot for no key update of place) mine;
  if cardinality(held) < cardinality($1) then
    select array_agg(found.place) into places from unnest($5, $6) found (place, slot)
      where found.slot = any (held);
  end if;
  delete from public.pawl_outbox waiting where held is not null and waiting.ctid = any (places);
  if $7 is not null then
    delete from public.pawl_outbox waiting
      using unnest($7, $8, $9, $10, $11) done (slot, created_at, machine, entity, sort_key)
      where done.slot = any (held) and waiting.slot = done.slot
        and waiting.created_at = done.created_at
        and waiting.machine = done.machine collate "C" and waiting.entity = done.entity collate "C"
        and waiting.sort_key = done.sort_key;
  end if;
  update public.pawl_outbox_slots place
    set leased_until = clock_timestamp() + coalesce($4, 0) * interval '1 millisecond', file = null
    where place.slot = any (held);
  return query select unnest(held);
end
$pawl$;

-- Parks the entity whose row cannot be delivered, if the claim on its slot is still valid.
create or replace function public.pawl_outbox_park(slot integer, claim bigint, machine text, entity text,
  sort_key integer, error text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
#variable_conflict use_column
begin
  update public.pawl_outbox_slots place set file = null where place.slot = $1 and place.claim = $2;
  if not found then
    return false;
  end if;
  perform public.pawl_outbox_set_aside(array[$1], array[$3], array[$4], clock_timestamp(), $5, $6);
  return true;
end
$pawl$;

-- Records who makes parked jobs due, sends parked events again, or thaws a machine, in the transaction that does it.
create or replace function public.pawl_log_action(action text, machine text, key text, actor text) returns void
language sql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $pawl$
  insert into public.pawl_lock_log (action, type, key, actor) select $1, $2, $3, $4 where $1 in ('retry', 'resend', 'resume')
$pawl$;

-- Sends parked events again.
create or replace function public.pawl_outbox_retry(machine text default null, entity text default null)
returns bigint language sql security definer set search_path = pg_catalog, pg_temp as $pawl$
  select from public.pawl_outbox_slots place order by place.slot for no key update;
  with back as (
    delete from public.pawl_outbox_parked parked
      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2)
      returning parked.*
  ), waiting as (
    insert into public.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, actor)
      select slot, created_at, machine, entity, sort_key, event, from_state,
        to_state, request_id, topic, fingerprint, parameters, actor from back
      returning slot
  )
  select count(*) from waiting
$pawl$;
