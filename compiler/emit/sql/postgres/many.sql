-- The function of an event for many entities at once, and what libpawl sends for it.
--
-- Where a move does no more than write history and state, each of its statements works on all rows; otherwise it
-- calls the function for one, row by row, in the order of the keys. Either way all is locked in that order, so that
-- two calls do not wait for each other in a circle. The values of the event come as arrays of one length, and are
-- rows as `given`; the actor is one for all.

{define many_function}

-- The same for many at once: arrays of one length, an answer for each in their order.
{>many_head}
language plpgsql security definer set search_path = pg_catalog, pg_temp
as {#quoted}
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
{#if works_on_sets}
  outcomes public.pawl_outcome[];
  is_free boolean;
{/if}
begin
{>refuse_many_misuse}
{#if not works_on_sets}
{>call_each}
{#else}
{#if is_creation}
{>create_all}
{#else}
{>move_all}
{/if}
{/if}
end
{/quoted};
revoke all on function {>many_signature} from public;
{#if roles}
grant execute on function {>many_signature} to pawl_app;
{/if}

{define many_head}
create or replace function {schema}.{name}_{event_name}_many(id {key_type}[]{#each params}, {param_name} {param_type}[]{#if may_be_left_out} default null{/if}{/each}, actor text default null,
  request_id text[] default null{#if not is_creation}, expect_sort_key integer[] default null{/if}{#if has_key},
  lock_owner text default null, lock_token bigint default null{/if})
returns setof public.pawl_outcome

{define many_signature}
{schema}.{name}_{event_name}_many({key_type}[]{#each params}, {param_type}[]{/each}, text, text[]{#if not is_creation}, integer[]{/if}{#if has_key}, text, bigint{/if})

{define given}
{! The rows that are asked for.}
unnest($1{#each params}, {values}{/each}, {request_id}{#if not is_creation}, {expected_sort_key}{/if})
  with ordinality given (id{#each params}, {value_name}{/each}, request_id{#if not is_creation}, expected{/if}, number)

{define key_order}
{! Keys are ordered as the heads' own column orders them: text by bytes.}
{#if has_text_key} collate "C"{/if}

{define refuse_many_misuse}
{! What is wrong with the call as a whole is said of each row, and nothing is done.}
  if (select count(*) <> count(distinct given.id{>key_order}) -- each entity once
          or bool_or(given.id is null{#if has_text_key} or given.id = '' or octet_length(given.id) > {key_max}{/if}
{#each params}
            {>misused_value}
{/each}
            or given.request_id = '' or octet_length(given.request_id) > {request_id_max})
        from {>given})
     or octet_length({actor}) > {actor_max}
     or cardinality($1) <> any (array[{#each params}cardinality({values}), {/each}cardinality({request_id}){#if not is_creation}, cardinality({expected_sort_key}){/if}])
  then
    outcome.status := 'MISUSE';
    return query select (outcome).* from unnest($1);
    return;
  end if;

{define call_each}
  return query
    with made as materialized (
      select given.number,
          {event_function}(given.id{#each params}, {value}{/each}, {actor}, given.request_id{#if not is_creation}, given.expected{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}) as outcome
        from (select * from {>given}
          order by given.id{>key_order}) given
    )
    select (made.outcome).* from made order by made.number;

{define move_all}
  -- locked by their keys alone, in their order; all else is decided afterwards
  select {>is_free} into is_free
    from (select count(*)
            from (select given.id from unnest($1) given (id) order by given.id{>key_order}) given
            cross join lateral (select from {current} head
                                where head.{name}_id = given.id for no key update) head) locked;
  if is_free is not true then -- of each it is said what is in the way
  {>call_each}
    return;
  end if;
  {>judge_and_write}
  select {>many_answers}
    into outcomes from judged;
  return query select * from unnest(outcomes);

{define create_all}
{! Where a parent is missing, or another session was quicker, all is taken back and made row by row: which row it was
is not said, and a query of our own may not look at the parents (insert_head in move.sql).}
  begin
  {>judge_and_write}
    select {>many_answers},
      bool_and(judged.verdict is not null) into outcomes, is_free from judged;
    if is_free then
      return query select * from unnest(outcomes);
      return;
    end if;
  exception
    when unique_violation or foreign_key_violation then null; -- below it is said of which row
  end;
{>call_each}

{define judge_and_write}
{! The statement of all rows, up to what is answered of them.}
  with judged as materialized (
    select found.*, case
{#if is_creation}
          when found.is_same then 'OK'
          when found.earlier_sort_key is not null then 'REUSED'
          when {>is_free} is not true then null
          when found.state is not null then 'EXISTS'
{#else}
          when found.state is null then 'NOT_FOUND'
          when found.is_same then 'OK'
          when found.earlier_sort_key is not null then 'REUSED'
          when found.sort_key <> found.expected then 'CONFLICT'
{#if has_ignores}
          when found.state in ({#each ignores}{state}{#between}, {/each}) then 'IGNORED'
{/if}
          when found.next_state is null then 'ILLEGAL'
{/if}
          else 'MOVES'
        end as verdict
      from (
        {>find_each}
      ) found
  ),
  heads as (
{#if is_creation}
    insert into {current} ({name}_id, state, sort_key, since)
    select judged.id, judged.next_state, judged.next_sort_key, judged.now
      from judged where judged.verdict = 'MOVES' order by judged.id{>key_order}
{#else}
    update {current} head
      set state = judged.next_state, sort_key = judged.next_sort_key, since = judged.now
      from judged where judged.verdict = 'MOVES' and head.ctid = judged.place
{/if}
  ),
  history as (
    insert into {transitions}
      ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each})
    select judged.id, judged.next_sort_key, {event}, {#if is_creation}''{#else}judged.state{/if}, judged.next_state, judged.now,
        (select coalesce({actor}, session_user)), judged.request_id{#each params}, judged.{value_name}{/each}
      from judged where judged.verdict = 'MOVES'
  )

{define find_each}
{! What there is of each entity and of each request, found by index row by row: whatever the planner thinks of the
tables' sizes, `offset 0` keeps it from reading all of them. A row that is locked stays in its place.}
select given.*, head.state, head.sort_key, head.since, head.place,
    earlier.sort_key as earlier_sort_key,
    earlier.from_state as earlier_from_state, earlier.to_state as earlier_to_state,
    earlier.created_at as earlier_created_at,
    earlier.event = {event}
{#each params}
      and {>same_value}
{/each}
      as is_same,
{#if is_creation}
    {created_state}::text as next_state,
{#else}
{#if has_moves}
    case head.state
{#each moves}
      when {from_state} then {to_state}
{/each}
    end as next_state,
{#else}
    null::text as next_state,
{/if}
{/if}
    coalesce(head.sort_key, 0) + {step} as next_sort_key,
    greatest(clock_timestamp(), head.since) as now
  from {>given}
    left join lateral (select head.state, head.sort_key, head.since, head.ctid as place
                       from {current} head
                       where head.{name}_id = given.id offset 0) head on true
    left join lateral (select earlier.* from {transitions} earlier
                       where earlier.{name}_id = given.id
                         and earlier.request_id = given.request_id offset 0) earlier
      on given.request_id is not null
  offset 0

{define many_answers}
{! In their order, from judged; without hooks there is no guard, and no choice among moves.}
array_agg(case
    when judged.verdict = 'MOVES' then row('OK', {#if is_creation}''{#else}judged.state{/if}, judged.next_state,
      judged.next_sort_key, judged.now, null, null, null)::public.pawl_outcome
    when judged.earlier_sort_key is not null then row(judged.verdict, judged.earlier_from_state,
      judged.earlier_to_state, judged.earlier_sort_key, judged.earlier_created_at, null, null, null)::public.pawl_outcome
    else row(judged.verdict, judged.state, null, judged.sort_key, judged.since, null, null, null)::public.pawl_outcome
  end order by judged.number)

{define fire_many}
{! Nothing where libpawl makes the moves one by one. What is text in libpawl, and not here, is sent as such.}
{#if has_many}select * from {schema}.{name}_{event_name}_many($1::{key_type}[]{#each params}, {values}::{#if is_sent_as_text}text[]::{/if}{param_type}[]{/each}, {actor}::text, {request_id}::text[]{#if not is_creation}, {expected_sort_key}::integer[]{/if}{>lock_call})
  where {is_accepted}{/if}
