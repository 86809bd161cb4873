select status, from_state, to_state from text_create('x', $$a 'note' \ ??/$$);
select status, from_state, to_state from text_move('x');
select status, from_state, to_state from text_move('x');
select sort_key, event, from_state, to_state, note from text_transitions order by sort_key;
select * from text_moves;
select obj_description('text_move'::regproc);
