\set move 'status, from_state, to_state, sort_key'
-- an event for each move, with all that it was given; none for a refusal or a request that was done before
select :move from shipment_create(1, 5, E'he said "ä\\"\n\u0001', 1.50, '2026-01-02 03:04:05.6+00', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '{"a": 1.10}', '\x00ff10', -9007199254740993, true);
select :move from shipment_create(1, 5);
select :move from shipment_weigh(1, 6, request_id => 'w');
select :move from shipment_weigh(1, 6, request_id => 'w');
select :move from shipment_create(2, 7);
select :move from shipment_weigh_many(array[1, 2, 3], array[8, 9, 9]);
select :move from shipment_weigh_many(array[2, 2], array[10, 11], skips_locked => true);
-- where the creation names no topic, nothing goes anywhere
select :move from notice_create('n1', 'it''s "here"');
select :move from notice_create('n2');
select :move from notice_show('n1');
select :move from notice_show('n2');
select machine, entity, sort_key, event, from_state, to_state, request_id, topic, parameters
  from pawl_outbox order by machine, entity, sort_key;
select distinct slot = any (array(select slot from pawl_outbox_slots)) as has_a_slot from pawl_outbox;
-- moves that are not committed leave nothing
begin;
select :move from shipment_deliver(1);
rollback;
select count(*) from pawl_outbox where event = 'deliver';
-- years that have no four digits
select pawl_json_time(moment) from unnest(array['4713-01-01 00:00+00 BC', '0001-01-01 00:00+00 BC',
  '0001-01-01 00:00+00', '294246-12-31 23:59:59.999999+00', '1969-12-31 23:59:59.5+00']::timestamptz[]) moment;
-- a relay's work: the lowest of each slot, once, until they are settled or its lease is over
create table claimed as select * from pawl_outbox_claim('a relay', 60000, 64, 2);
select machine, entity, sort_key, event from claimed order by machine, entity, sort_key;
select count(*) from pawl_outbox_claim('another', 60000, 64, 2);
-- what cannot be delivered goes aside, with what comes behind it
select pawl_outbox_park(slot, claim, machine, entity, sort_key, 'too big') from claimed
  where entity = '1' and sort_key = 20;
select pawl_outbox_park(slot, claim - 1, machine, entity, sort_key, 'an old claim') from claimed
  where entity = '2' and sort_key = 10;
select count(*) from (select pawl_outbox_settle(array_agg(distinct slot), array(select claim from (select distinct
    slot, claim from claimed) c order by slot), array_fill(false, array[count(distinct slot)::integer]), 0, null, null,
    array_agg(slot), array_agg(created_at), array_agg(machine), array_agg(entity), array_agg(sort_key))
  from (select * from claimed order by slot) c where entity <> '1') settled;
select machine, entity, sort_key from pawl_outbox order by machine, entity, sort_key;
select machine, entity, sort_key, error from pawl_outbox_parked order by machine, entity, sort_key;
select :move from shipment_deliver(1);
select count(*) from pawl_outbox_claim('another', 1, 64, 10) where entity = '1';
select machine, entity, sort_key, error from pawl_outbox_parked order by machine, entity, sort_key;
select pawl_outbox_retry('notice'), pawl_outbox_retry('shipment', '1');
select machine, entity, sort_key from pawl_outbox where entity = '1' order by created_at, sort_key;
-- what is wrong with the call itself
select * from pawl_outbox_claim(null, 1, 1, 1);
