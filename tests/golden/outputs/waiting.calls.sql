-- The pull form, as an application: what is claimed is completed, given back, failed, extended, put aside.
select rolsuper as there_are_roles from pg_roles where rolname = current_user \gset
\if :there_are_roles
set role pawl_app;
\endif

select status, to_state from damage_create(7, '2001-02-03 04:05:06+00');
select status, to_state from damage_create(8);
select id, (item).*, event, attempts, is_spent, is_parked from damage_pending_claim(1) order by id;
select damage_pending_extend(7, ('work reported', 10, 1), '1 hour') as extended;
select damage_pending_not_yet(7, ('work reported', 10, 2)) as no_such_claim;
select damage_pending_not_yet(7, ('work reported', 10, 1)) as given_back;
select claim, attempts, due_at > now() + '20 seconds' as later from damage_pending where damage_id = 7;
select id, item, attempts from damage_pending_claim(5, 'work');
select damage_pending_fail(8, ('work reported', 10, 1), 'the assessor is ill') as failed;
select attempts, last_error, parked_at from damage_pending where damage_id = 8;
select status, from_state from damage_pending_complete(8, ('work reported', 10, 1), 'assess', '{"amount": 5}');
select damage_pending_not_yet(7, ('work reported', 10, 2), '0') as given_back;
select status, from_state from damage_pending_complete(8, ('work reported', 10, 1), 'nonsense');
select status, from_state from damage_pending_complete(8, null, 'assess');
select id, item from damage_pending_claim(5, 'work');
select status, from_state, to_state from damage_pending_complete(7, ('work reported', 10, 4), 'assess',
    '{"amount": 250, "note": "a scratch"}', 'assessor', 'r-1');
select status, from_state, to_state from damage_pending_complete(7, ('work reported', 10, 4), 'assess',
    '{"amount": 250, "note": "a scratch"}', 'assessor', 'r-1');
select event, actor, amount, note from damage_transitions where damage_id = 7 and sort_key = 20;
select declaration, is_work, fence, due_at < now() as due from damage_pending where damage_id = 7 order by 1;
select id, item, event from damage_pending_claim(5, 'timer');
select status, to_state from damage_pay(7, item => ('assessed.close', 20, 1));
select status, to_state from damage_pending_complete(7, ('assessed.close', 20, 1));
select count(*) from damage_pending where damage_id = 7;

-- from a state to itself in two ways: what stays goes on, what begins anew does so; a guard tells which
select status from damage_escalate(8);
select status from damage_repeat(8);
select declaration, fence from damage_pending where damage_id = 8 order by 1;
select status from damage_create(108);
select status from damage_escalate(108);
select status from damage_repeat(108);
select declaration, fence from damage_pending where damage_id = 108 order by 1;

-- many at once begin and end their timers as each would by itself, and so does one that stands twice among them
select status, to_state, sort_key from lamp_create_many(array['hall', 'attic', 'hall'], skips_locked => true);
select lamp_id, declaration, fence, due_at - since as after from lamp_pending join lamp_current using (lamp_id) order by 1;
select status, to_state, sort_key from lamp_go_out_many(array['hall', 'attic', 'nowhere']);
select count(*) from lamp_pending;
select status, to_state, sort_key from lamp_light_many(array['hall', 'hall'], skips_locked => true);
select status, to_state, sort_key from lamp_light_many(array['attic', 'hall']);
select lamp_id, declaration, fence, due_at - since as after from lamp_pending join lamp_current using (lamp_id) order by 1;

select declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to from damage_pending_rules;
