set time zone 'UTC';
select status, from_state, to_state, sort_key from shop.order_pay(1, 10, 'first', request_id => 'q1');
select status, from_state, to_state, sort_key from shop.order_pay(1, 10, 'first', request_id => 'q1');
select status, from_state, to_state, sort_key from shop.order_pay(1, 11, 'first', request_id => 'q1');
select status, guard from shop.order_pay(2, 5000);
select status, from_state from shop.order_ship(2);
select status from shop.order_ship(4);
select status, from_state from shop.order_create(3);
select status, guard from shop.order_check_out(2);
select status, from_state, to_state, sort_key from shop.order_ship(1);
-- as Statesman does it
begin;
update shop.order_transitions set most_recent = false, updated_at = now()
  where id in (select id from shop.order_transitions where order_id = 3 and most_recent = true);
insert into shop.order_transitions (to_state, sort_key, order_id, most_recent, created_at, updated_at)
  values ('cancelled', 10, 3, true, now(), now());
commit;
select status, from_state from shop.order_pay(3, 1);
select order_id, sort_key, event, from_state, to_state, request_id, amount, note from shop.order_history order by 1, 2;
select id, state from shop.orders order by id;
select order_id, state, sort_key from shop.order_current order by 1;
select status from refund_create('R1', 'A1');
select status from refund_create('R1', 'A1');
select status from refund_create('R3', 'A1');
select status, to_state from refund_import('R2', 'A1', true);
select status, from_state, to_state from refund_pay_out('R1', expect_sort_key => 10);
select status from refund_pay_out('R1');
select refund_id, state, sort_key from refund_with_key('A1');
insert into shop.order_transitions (to_state, sort_key, order_id, most_recent, created_at, updated_at)
  values ('shipped', 10, 2, true, now(), now());
