-- The outbox on SQLite. The entities of a machine share slots; a relay leases a slot, and has its rows by the claim.

{define waiting_key} slot, created_at, machine, entity, sort_key
{define parked_key} slot, machine, entity, sort_key
{define event} event, from_state, to_state, request_id, topic, fingerprint

{define message}
{>waiting_key}, {>event}, parameters, actor

-- ---- rows ----

{define insert_waiting}
insert into main.pawl_outbox ({>message}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)

{define delete_waiting}
delete from main.pawl_outbox
where slot = ?1 and created_at = ?2 and machine = ?3 and entity = ?4 and sort_key = ?5

{define insert_parked}
insert into main.pawl_outbox_parked ({>parked_key}, created_at, {>event}, parameters, parked_at, error, actor)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)

{define delete_parked}
delete from main.pawl_outbox_parked where slot = ?1 and machine = ?2 and entity = ?3 and sort_key = ?4

-- ---- leases ----

{define find_free_slots}
-- Slots in which something waits and which nobody has, or has had until parameter 2.
with recursive slots (slot) as (select 0 union all select slot + 1 from slots where slot < ?1 - 1)
select slots.slot, place.claim
from slots left join main.pawl_outbox_slots place on place.slot = slots.slot
where coalesce(place.leased_until, 0) <= ?2
  and exists (select 1 from main.pawl_outbox waiting where waiting.slot = slots.slot)
order by coalesce(place.leased_until, 0), slots.slot limit ?3

{define insert_lease}
insert into main.pawl_outbox_slots (slot, relay, claim, leased_until) values (?1, ?2, ?3, ?4)

{define update_lease}
update main.pawl_outbox_slots set relay = ?2, claim = ?3, leased_until = ?4 where slot = ?1

{define extend_lease}
-- That of the claim in parameter 2, if it still holds.
select slot, ?3, claim, ?4 from main.pawl_outbox_slots where slot = ?1 and claim = ?2

{define end_lease}
select slot, null, claim + 1, ?2 from main.pawl_outbox_slots where slot = ?1

-- ---- what waits; the first column is the claim, or 0 for a row that is read outside of one ----

{define claim_rows}
select ?3, {>message}
from main.pawl_outbox
where slot = ?1
order by created_at, machine, entity, sort_key limit ?2

{define of_entity} where slot = ?1 and machine = ?2 and entity = ?3

{define find_waiting}
select 0, {>message} from main.pawl_outbox
{>of_entity}

{define find_parked}
select 0, {>message} from main.pawl_outbox_parked
{>of_entity}

-- ---- what is moved: the key of the row that is deleted, and the row that is inserted ----

{define park_late}
-- After a parked row of the same entity.
select {>waiting_key}, {>parked_key}, created_at, {>event}, parameters, ?2, null, actor
from (select distinct slot, machine, entity from main.pawl_outbox_parked where slot = ?1) parked
  cross join main.pawl_outbox waiting using (slot, machine, entity) -- in this order

{define park_entity}
select {>waiting_key}, {>parked_key}, created_at, {>event}, parameters, ?4, iif(sort_key = ?5, ?6, null), actor
from main.pawl_outbox
{>of_entity}
  and exists (select 1 from main.pawl_outbox_slots leased where leased.slot = ?1 and leased.claim = ?7)

{define retry}
select {>parked_key}, {>message}
from main.pawl_outbox_parked
where (?1 is null or machine = ?1) and (?2 is null or entity = ?2)

{define change_waiting}
select {>waiting_key}, {>waiting_key}, {>event}, ?5, actor
from main.pawl_outbox
{>of_entity} and sort_key = ?4

{define change_parked}
select {>parked_key}, {>parked_key}, created_at, {>event}, ?5, parked_at, error, actor
from main.pawl_outbox_parked
{>of_entity} and sort_key = ?4

-- ---- for people ----

{define .count} select count(*) from main.pawl_outbox
{define .topics} select topic, count(*), min(created_at) from main.pawl_outbox group by topic order by topic

{define .parked}
select first.machine, first.entity,
  (select count(*) from main.pawl_outbox_parked own
    where own.slot = first.slot and own.machine = first.machine and own.entity = first.entity),
  first.sort_key, first.topic, first.parked_at, first.error
from main.pawl_outbox_parked first
where first.error is not null
order by first.machine, first.entity
