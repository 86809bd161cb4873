-- Functions for many that do no work of Pawl's, to learn how many moves a pool would make if there were none: nothing is
-- locked, checked or looked up, and answers come in any order, since all of them are the same.
{define leave_own_work_out}
-- What a move writes, by one statement, as `by hand in batches` has it.
create or replace function public.payment_submit_many(id text[], submission_id text[], actor text default null,
  request_id text[] default null, expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return query
    with moved as (
      update public.payment_current head set state = 'submitted', sort_key = head.sort_key + 10, since = clock_timestamp()
        where head.payment_id = any ($1)
        returning head.payment_id, head.sort_key, head.since
    ), history as (
      insert into public.payment_transitions
          (payment_id, sort_key, event, from_state, to_state, created_at, actor, submission_id)
        select moved.payment_id, moved.sort_key, 'submit', 'pending_submission', 'submitted', moved.since, session_user, 'SB1'
          from moved
    )
    select 'OK', 'pending_submission', 'submitted', moved.sort_key, moved.since, null::text, null::integer, null::text
      from moved;
end
$$;
alter table public.payment_current disable trigger all;
alter table public.payment_transitions disable trigger all;

-- As many bytes of log, and their flush.
create or replace function public.plain_submit_many(id bigint[], actor text default null, request_id text[] default null,
  expect_sort_key integer[] default null, actors text[] default null, skips_locked boolean default false)
returns setof public.pawl_outcome
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  perform pg_logical_emit_message(true, '', repeat('x', 550 * cardinality($1)));
  return query select 'OK', 'pending_submission', 'submitted', 20, now(), null::text, null::integer, null::text from unnest($1);
end
$$;
