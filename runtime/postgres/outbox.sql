-- The outbox on PostgreSQL. What relays do is in functions; see schema/outbox.sql.

-- ---- calls ----

{define .call_claim}
select claim, slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic,
  fingerprint, parameters, actor, place
from public.pawl_outbox_claim($1::text, $2::bigint, $3::integer, $4::integer)

{define settle}
select public.pawl_outbox_settle($1::integer[], $2::bigint[], $3::boolean[], $4::bigint, $5::tid[], $6::integer[],
  $7::integer[], $8::timestamptz[], $9::text[], $10::text[], $11::integer[])

{define .call_park}
select public.pawl_outbox_park($1::integer, $2::bigint, $3::text, $4::text, $5::integer, $6::text)

{define .call_retry}
select public.pawl_outbox_retry($1::text, $2::text)

-- ---- what is erased ----

{define .end_lease}
update public.pawl_outbox_slots set claim = claim + 1, leased_until = clock_timestamp(), file = null
where slot = hashtextextended($1::text, 0) & ({PAWL_OUTBOX_SLOTS} - 1)

{define message}
0::bigint, slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint,
  parameters::text, actor

{define of_entity} machine = $1::text and entity = $2::text
{define in_its_slot} slot = hashtextextended($2, 0) & ({PAWL_OUTBOX_SLOTS} - 1)

{define .find_waiting}
select {>message}
from public.pawl_outbox
where {>of_entity} and {>in_its_slot}

{define .find_parked}
select {>message}
from public.pawl_outbox_parked
where {>of_entity} and {>in_its_slot}

{define .change_waiting}
update public.pawl_outbox set parameters = $4::json
where {>of_entity} and sort_key = $3::integer and {>in_its_slot}

{define .change_parked}
update public.pawl_outbox_parked set parameters = $4::json
where {>of_entity} and sort_key = $3::integer and {>in_its_slot}

-- ---- for people ----

{define .count} select count(*) from public.pawl_outbox
{define .topics} select topic, count(*), min(created_at) from public.pawl_outbox group by topic order by topic

{define .parked}
select first.machine, first.entity,
  (select count(*) from public.pawl_outbox_parked own
    where own.slot = first.slot and own.machine = first.machine and own.entity = first.entity),
  first.sort_key, first.topic, first.parked_at, first.error
from public.pawl_outbox_parked first
where first.error is not null
order by first.machine, first.entity
