select status, from_state, to_state, sort_key from payment_create('PM0', 100, 'EUR');
select status, from_state, to_state, sort_key from payment_create('PM1', 100, null);
select status, from_state, to_state, sort_key from payment_submit('PM1', 'SB1');
select status, from_state, to_state, sort_key from payment_create('PM1', 100, 'EUR', actor => 'ann');
select status, from_state, to_state, sort_key from payment_create('PM1', 100, 'EUR');
select status, from_state, to_state, sort_key from payment_submit('PM1', submission_id => 'SB1');
select status, from_state, to_state, sort_key from payment_submit('PM1', 'SB2');
select status, from_state, to_state, sort_key from payment_cancel('PM1');
select status, from_state, to_state, sort_key from payment_confirm('PM1');
select payment_id, sort_key, event, from_state, to_state, amount, currency, submission_id, reason
  from payment_transitions order by payment_id, sort_key;
select payment_id, state, sort_key from payment_current;
select * from payment_moves;
