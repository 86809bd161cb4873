-- The outbox on MariaDB. What relays do is in functions; see schema/outbox.sql.

-- ---- calls ----

{define .call_claim} select pawl_database.pawl_outbox_claim(?1, ?2, ?3, ?4) as pawl_rows
{define settle} select pawl_database.pawl_outbox_settle(?1, ?2, ?3) as pawl_rows
{define .call_park} select pawl_database.pawl_outbox_park(?1, ?2, ?3, ?4, ?5, ?6)

{define .call_retry}
select pawl_database.pawl_outbox_retry(?1, ?2)

-- ---- what is erased ----

{define .end_lease}
update pawl_database.pawl_outbox_slots set claim = claim + 1, leased_until = pawl_database.pawl_now()
where slot = pawl_database.pawl_outbox_slot(?1)

{define message}
0, slot, created_at, machine, convert(entity using utf8mb4), sort_key, event, from_state, to_state,
  convert(request_id using utf8mb4), topic, fingerprint, parameters, actor

{define of_entity} machine = ?1 and entity = ?2 and slot = pawl_database.pawl_outbox_slot(?2)

{define .find_waiting}
select {>message}
from pawl_database.pawl_outbox
where {>of_entity}

{define .find_parked}
select {>message}
from pawl_database.pawl_outbox_parked
where {>of_entity}

{define .change_waiting}
update pawl_database.pawl_outbox set parameters = ?4
where {>of_entity} and sort_key = ?3

{define .change_parked}
update pawl_database.pawl_outbox_parked set parameters = ?4
where {>of_entity} and sort_key = ?3

-- ---- for people ----

{define .count} select count(*) from pawl_database.pawl_outbox

{define .topics}
select topic, count(*), min(created_at) from pawl_database.pawl_outbox group by topic order by topic

{define .parked}
select first_one.machine, convert(first_one.entity using utf8mb4),
  (select count(*) from pawl_database.pawl_outbox_parked own
    where own.slot = first_one.slot and own.machine = first_one.machine and own.entity = first_one.entity),
  first_one.sort_key, first_one.topic, first_one.parked_at, first_one.error
from pawl_database.pawl_outbox_parked first_one
where first_one.error is not null
order by first_one.machine, first_one.entity
