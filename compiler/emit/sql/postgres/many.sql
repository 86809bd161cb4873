-- The function of an event for many entities at once, and the statements by which libpawl calls it.
--
-- If a transition calls nothing, and notifies nobody, each statement works on all rows. A pool's batch does so also for
-- guards and effects whose order does not matter. Otherwise the function for one is called for each row, in the order
-- of the keys. All locks are taken in that order, so two calls do not deadlock. The values of the event are arrays of
-- one length, read as the rows `given`; the actor is one for all rows, or one for each. A batch skips entities that
-- another session has locked: their result is BUSY, and nothing is done. It may have several transitions of one entity,
-- with different request ids. They are decided in order, each on the state that the previous one left.

{define many_function}

{>many_head}
language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index}{>plan_once_a_session}{#if hooks_work_on_sets and calls_sql_hooks}{>hook_environment}{/if} as {#quoted}
#variable_conflict use_column
declare
  repeats boolean; -- some entity is among them more than once
{#if works_on_sets or hooks_work_on_sets}
  outcomes public.pawl_outcome[];
{#if works_on_sets and not is_creation}
  numbers bigint[]; -- of those that have their outcome
{#else}
  is_free boolean;
{/if}
{/if}
{#if locks_a_row and not works_on_sets}
  busy {key_type}[];
{/if}
begin
{>refuse_many_misuse}
{#if hooks_work_on_sets}
{>move_all_with_hooks}
{#else if not works_on_sets}
{#if locks_a_row}
  {>lock_or_skip}
{/if}
{>call_each}
{#else if is_creation}
{>create_all}
{#else}
{>move_all}
{/if}
end
{/quoted};

{define decide_batch}
{! Once for a machine. Only the first transition of an entity, which is turn 1, needs its current row; turn 0 is that row. A row of
the queue can change only once in a statement: if transitions of the event change it, an entity that occurs more than once is left.}
{#if decides_batches}

-- Decides the transitions of a batch, except those numbered in `done`, and writes the current rows; the caller writes the history. An
-- entity may occur more than once: each transition is decided on the state that the previous one left. `targets` has the next state
-- for each state, '' if the event is ignored there. No row is returned for what only the function for one can answer: misuse, a
-- repeated request, or a lock in the way.
create or replace function {schema}.{name}_decide_batch(id {key_type}[], event text, actor text, request_id text[], expect_sort_key integer[],
  actors text[], skips_locked boolean, targets jsonb, done bigint[]{#if has_queue}, alone boolean{/if})
returns table (number bigint, verdict text, state text, next_state text, sort_key integer, moment timestamptz, detail text)
language plpgsql as {#quoted}
#variable_conflict use_column
declare
  busy {key_type}[]; -- another session has locked them
begin
  if $7 then
    {>skip}
  end if;
  return query
    with recursive asked as materialized (
      select given.id, given.expected, given.number, given.id = any (busy) as is_busy,
          row_number() over (partition by given.id{>key_order} order by given.number) as turn,
          {>is_free}
            and (earlier.is_known or public.pawl_is_misuse({#if has_text_key}given.id{#else}null::text{/if}, given.request_id, $3, given.own_actor){#if has_queue}
              or $10 and count(*) over (partition by given.id{>key_order}) > 1{/if}) is not true as may_move
        from unnest($1, $4, $5, $6) with ordinality given (id, request_id, expected, own_actor, number)
          left join lateral (select true as is_known from {transitions} earlier where earlier.{name}_id = given.id
                and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null
        where (given.number = any ($9)) is not true
    ), judged as (
      select given.number, given.id, head.place, 0::bigint as turn, head.state, head.sort_key, head.since,
          head.since as moment, null::text collate "C" as next_state, null::text as verdict
        from asked given left join lateral (select head.ctid as place, head.state, head.sort_key, head.since
            from {current} head where head.{name}_id = given.id offset 0) head on true
        where given.turn = 1
      union all
      select given.number, given.id, before.place, given.turn, head.state, head.sort_key, head.since,
          greatest(clock_timestamp(), head.since), head.next_state, case
            when given.is_busy and head.state is not null then 'BUSY'
            when given.may_move is not true then null
            when head.state is null then 'NOT_FOUND'
            when head.sort_key <> given.expected then 'CONFLICT'
            when head.next_state = '' then 'IGNORED'
            when head.next_state is null then 'ILLEGAL'
            else 'OK'
          end
        from judged before join asked given on given.id = before.id and given.turn = before.turn + 1
          cross join lateral (select head.*, $8 ->> head.state as next_state from (
            select case when before.verdict = 'OK' then before.next_state else before.state end as state,
              case when before.verdict = 'OK' then before.sort_key + {step} else before.sort_key end as sort_key,
              case when before.verdict = 'OK' then before.moment else before.since end as since offset 0) head offset 0) head
    ), heads as (
      update {current} head set state = judged.next_state, sort_key = judged.sort_key + {step}, since = judged.moment
        from (select distinct on (judged.place) judged.* from judged where judged.verdict = 'OK'
              order by judged.place, judged.turn desc) judged
        where head.ctid = judged.place
    )
    select judged.number, judged.verdict, judged.state, case judged.verdict when 'OK' then judged.next_state end, judged.sort_key,
        case judged.verdict when 'OK' then judged.moment else judged.since end,
        case judged.verdict when 'ILLEGAL' then $2 || ' is not allowed in ' || judged.state || '; {moves} says what is'
          when 'NOT_FOUND' then 'there is no such {name}'
          when 'CONFLICT' then 'the caller expects sort_key ' || ($5)[judged.number::integer] || ', and it is ' || judged.sort_key || ', in ' || judged.state
        end
      from judged where judged.verdict is not null;
end
{/quoted};
revoke all on function {schema}.{name}_decide_batch({key_type}[], text, text, text[], integer[], text[], boolean, jsonb, bigint[]{#if has_queue}, boolean{/if})
  from public;
{/if}

{define plan_once_a_session}
{! By itself, the planner makes a plan for each call of few rows, because it takes any array for ten elements. That costs more than
the rows, and the plan is the same for any number. Code of others must not run within, because its plans would be kept, too.}
{#if works_on_sets or hooks_work_on_sets} set plan_cache_mode = force_generic_plan{/if}

{define many_head}
create or replace function {many_function}(id {key_type}[]{#each params}, {param_name} {param_type}[]{#if may_be_left_out} default null{/if}{/each}, actor text default null,
  request_id text[] default null{#if not is_creation}, expect_sort_key integer[] default null{/if}{#if has_key},
  lock_owner text default null, lock_token bigint default null{/if}, actors text[] default null, skips_locked boolean default false{#if takes_item},
  item_names text[] default null, item_fences integer[] default null, item_claims bigint[] default null{/if})
returns setof public.pawl_outcome

{define many_signature}
{many_function}({key_type}[]{#each params}, {param_type}[]{/each}, text, text[]{#if not is_creation}, integer[]{/if}{#if has_key}, text, bigint{/if}, text[], boolean{#if takes_item}, text[], integer[], bigint[]{/if})

{define given}
{! The requested rows.}
unnest($1{#each params}, {values}{/each}, {request_id}{#if not is_creation}, {expected_sort_key}{/if}, {actors}{#if takes_item}, {item_names}, {item_fences}, {item_claims}{/if})
  with ordinality given (id{#each params}, {value_name}{/each}, request_id{#if not is_creation}, expected{/if}, own_actor{#if takes_item}, item_name, item_fence, item_claim{/if}, number)

{define given_side_by_side}
{! The same, at less cost: the executor does not keep a select list row by row for each array. But the planner assumes a thousand
rows for numbers, so this form is used only if no other plan is possible.}
(select unnest($1) as id{#each params}, unnest({values}) as {value_name}{/each}, unnest({request_id}) as request_id,
  unnest({expected_sort_key}) as expected, unnest({actors}) as own_actor,
{#if takes_item}
  unnest({item_names}) as item_name, unnest({item_fences}) as item_fence, unnest({item_claims}) as item_claim,
{/if}
  generate_series(1::bigint, cardinality($1)) as number) given

{define key_order}
{! Keys have the order of the current rows' column: texts by bytes.}
{#if has_text_key} collate "C"{/if}

{define refuse_many_misuse}
{! An error of the call as a whole is the result of each row, and nothing is done.}
  repeats := {>some_repeat};
  if repeats and {skips_locked} is not true
     or {>differs_in_length} then
    return query select 'MISUSE'::text, null::text, null::text, null::integer, null::timestamptz, null::text, null::integer,
      'each id must be given once{#if has_uuid_type}, in any spelling{/if}, and all arrays have one length'::text from unnest($1);
    return;
  end if;

{define some_repeat} (select count(*) <> count(distinct given.id{>key_order}) from unnest($1) given (id))

{define differs_in_length}
cardinality($1) <> any (array[{#each params}cardinality({values}), {/each}cardinality({request_id}){#if not is_creation}, cardinality({expected_sort_key}){/if}, cardinality({actors}){#if takes_item}, cardinality({item_names}), cardinality({item_fences}), cardinality({item_claims}){/if}])

{define row_of_lock}
{! The row that a transition locks first; most creations have none.}
{#if has_mirror or has_other_storage}{parent} parent where parent.{parent_column} = given.id{#else}{current} head where head.{name}_id = given.id{/if}

{define lock_or_skip}
if {skips_locked} then
  {>skip}
end if;

{define skip}
{! Rows that cannot be locked at once stay in `busy`, and so do missing rows, which the next statement reports.}
busy := array(select given.id from (select distinct given.id{>key_order} as id from unnest($1) given (id) order by id) given
  left join lateral (select true as is_ours from {>row_of_lock} for no key update skip locked) ours on true
  where ours.is_ours is null);

{define call_each}
  return query
    with made as materialized (
      select given.number, {>call_one} as outcome
        from (select * from {>given} order by given.id{>key_order}, given.number) given)
    select (made.outcome).* from made order by made.number;

{define move_all}
{! One statement makes most transitions. The remaining rows have an obstacle, or their entity occurs more than once. The function of
the machine decides them, and the function for one those that are left. All are locked before, by their keys alone, in their order.}
  if {skips_locked} is not true then
    perform from (select given.id from unnest($1) given (id) order by given.id{>key_order}) given
      cross join lateral (select from {current} head where head.{name}_id = given.id for no key update) head;
  end if;
{#if may_repeat_moves}
{#each gathered}
{>make_usual}
{/each}
{/if}
  with judged as materialized (
    select given.*, decided.verdict, decided.state, decided.next_state, decided.sort_key, decided.moment, decided.detail
      from {>decided} decided join {>given} on given.number = decided.number
  ), {>history_of_rows}
  select outcomes || array_agg(row(given.verdict, given.state, given.next_state,
          given.sort_key + case given.verdict when 'OK' then {step} else 0 end, given.moment, null, null, given.detail)::public.pawl_outcome
        order by given.number),
      numbers || array_agg(given.number order by given.number)
    into outcomes, numbers from judged given;
  if cardinality(numbers) is distinct from cardinality($1) then -- a lock is in the way, or it was requested before
    with made as materialized (
      select given.number, {>call_one} as outcome
        from (select * from {>given} where (given.number = any (numbers)) is not true order by given.id{>key_order}, given.number) given)
    select outcomes || array_agg(made.outcome), numbers || array_agg(made.number) into outcomes, numbers from made;
  end if;
  return query
    select answer.status, answer.from_state, answer.to_state, answer.sort_key, answer.created_at, answer.guard, answer.move, answer.detail
      from unnest(outcomes, numbers)
        answer (status, from_state, to_state, sort_key, created_at, guard, move, detail, number)
      order by answer.number;

{define decided}
{! Rows without a value that must be given are left to the function for one.}
{schema}.{name}_decide_batch($1, {event}::text, {actor}, {request_id}, {expected_sort_key}, {actors}, {skips_locked},
        jsonb_object(array[{#each moves}{from_state}, {to_state}{#between}, {/each}{#if has_moves and has_ignores}, {/if}{#each ignores}{state}, ''{#between}, {/each}]::text[]),
        numbers{#if may_misuse_values} || array({>misused_rows}){/if}{#if takes_item} || array(select number from unnest({item_names}) with ordinality item (name, number) where name is not null){/if}{#if has_queue}, {#if follows_queue}true{#else}false{/if}{/if})

{define misused_rows}
select given.number from unnest($1{#each params}, {values}{/each}) with ordinality given (id{#each params}, {value_name}{/each}, number)
          where false
{#each params}
            {>misused_value}
{/each}

{define call_one}
{#if locks_a_row and not works_on_sets}case when given.id = any (busy) and exists (select from {>row_of_lock}) then row('BUSY', null, null, null, null, null, null, null)::public.pawl_outcome
          else {/if}{event_function}(given.id{#each params}, {value}{/each}, coalesce(given.own_actor, {actor}), given.request_id{#if not is_creation}, given.expected{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}{#if takes_verdicts}, null::text{/if}{#if takes_item}, row(given.item_name, given.item_fence, given.item_claim)::public.pawl_item{/if}){#if locks_a_row and not works_on_sets} end{/if}

{define move_all_with_hooks}
{! All guards are evaluated before all effects, after the locks, if the catalogs show that no effect can change a guard's result.
`in_any_order` checks the catalogs when a statement is planned, so it costs a batch nothing. The second statement sees a trigger
that came after the first check, and then does nothing. But triggers of statements would be called for nothing, so the first
statement names the same tables and is planned again. If a guard or effect fails, libpawl makes each transition alone, which shows
the faulty one. In all other cases the functions for one are called, with plans of their own.}
  {>lock_or_skip}
  if {skips_locked} and not repeats{#if takes_item} and {item_names} is null{/if} then
    if (case when {skips_locked} is null then concat({>written_relations}) = '' else {>in_any_order} end) then
{#each gathered}
    {>judge_asking}
{/each}
    {>answer_all}
    end if;
  end if;
  perform set_config('plan_cache_mode', 'auto', true);
{>call_each}

{define in_any_order}
public.pawl_in_any_order(array[{#each event_effects}'{hook_function}'{#between}, {/each}]::regclass[],
  array[{#each event_guards}{#literal}{>hook_signature}{/literal}{#between}, {/each}]::regprocedure[], '{{{>relation_names}}'::name[])

{define written_relations}
'{current}'::regclass, '{transitions}'::regclass{#each partitions}, '{transitions}_p{index}'::regclass{/each}{#if follows_queue},
  '{pending}'::regclass{/if}{#if emits}, 'public.pawl_outbox'::regclass{/if}{#each event_effects},
  public.pawl_table_of_effect('{hook_function}'::regclass){/each}

{define judge_asking}
{! As below, but other obstacles are known before a guard is evaluated, and each guard is evaluated once.}
  with judged as materialized (
    select given.*, asked.guard, case when asked.guard is null then given.precondition else 'REFUSED' end as verdict
      from (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
            when not {>in_any_order} then null
            when {>misuse_of_row} then 'MISUSE'
            when given.id = any (busy) and head.state is not null then 'BUSY'
            when not (earlier.said is null) then 'SAID'
            when {>is_free} is not true then null
            {>verdict}
          end as precondition
        from {>given_and_found} offset 0
      ) given
        {>creation_of_row}
        cross join lateral (select case when given.precondition = 'OK' then {>refusal_of_row} end as guard offset 0) asked
  ), heads as (
    update {current} head set state = judged.next_state, sort_key = judged.sort_key + {step}, since = judged.moment
      from judged where judged.verdict = 'OK' and head.ctid = judged.place
  ), {>history_and_answers}

{define creation_of_row}
{#if reads_creation}
left join lateral (select {#each created_columns}creation.{column}{#between}, {/each}
    from {transitions} creation where creation.{name}_id = given.id and creation.sort_key = {step} offset 0) created on true
{/if}

{define refusal_of_row}
{! The guards that refuse it.}
{#if has_guards}
case
{#each choices}
  when given.state in ({choice_states}) then {#if has_conditions}nullif(concat_ws(', '{#each conditions},
    case when ({#if is_negated}not {/if}{>ask_guard}) is not true then '{condition}' end{/each}), ''){#else}null{/if}
{/each}
end
{#else}
null::text
{/if}

{define effects_of_rows}
{#each event_effects}
, effect_{hook_name} as (
  insert into {hook_function}
  select {#if takes_arguments}{#each hook_references}{argument}{#between}, {/each}{#else}null{/if}
    from judged given
      {>creation_of_row}
    where given.verdict = 'OK' and given.state in ({effect_states}) order by given.id{>key_order}, given.number
)
{/each}

{define number_of_move}
{#if hooks_work_on_sets}
case{#each choices}{#if choice_has_hooks} when given.state in ({choice_states}) then {move_number}{/if}{/each} end
{#else}
null
{/if}

{define make_usual}
{! One statement locks, judges and writes all rows without an obstacle, at four fifths of the cost of the three below. Each step
passes only the columns that the next ones need, because it copies rows. A row that was moved since the statement began has another
place, and the update does not find it. So each transition is decided under its lock, without waiting. The statement contains all
transitions of the event once more, so events with very many do without it.}
  if {#if follows_queue}{skips_locked} and {/if}not repeats then{#if follows_queue} -- a pool tries again if the queue has such a row{/if}
    with judged as (
      update {current} head set state = given.next_state, sort_key = given.sort_key + {step}, since = given.moment
        from (select given.*, head.place, head.state, head.sort_key, head.next_state,{#if takes_item} item.has_item,{/if}
              greatest(clock_timestamp(), head.since) as moment
            from {>given_side_by_side}
              cross join lateral (select head.ctid as place, head.state, head.sort_key, head.since, {>next_state} as next_state
                from {current} head where head.{name}_id = given.id for no key update skip locked) head
{#if takes_item}
              {>row_of_item}
{/if}
            where {>is_free} offset 0) given
        where head.ctid = given.place and given.next_state is not null
{#if takes_item}
          and (given.item_name is null or given.has_item and ({>item_ends}))
{/if}
          and ({>misuse_of_row}) is not true and (given.sort_key <> given.expected) is not true
          and (given.request_id is null or (select true from {transitions} earlier
            where earlier.{name}_id = given.id and earlier.request_id = given.request_id) is null)
        returning given.number, given.id{#each params}, given.{value_name}{/each}, given.request_id, given.own_actor,
          given.state, given.next_state, given.sort_key, given.moment, 'OK' as verdict
    ), {>history_of_rows}
    select array_agg({>made_outcome} order by given.number),
        array_agg(given.number order by given.number)
      into outcomes, numbers from judged given;
    if cardinality(numbers) = cardinality($1) then
      return query select * from unnest(outcomes);
      return;
    end if;
  end if;

{define row_of_item}
{! The lock makes sure that committed claims are compared, and not those of the statement's snapshot. It waits for claims alone,
which wait for nothing: all other functions lock the current row before. The function for one settles items that the transition
does not end.}
left join lateral (select true as has_item from {pending} p
    where p.{name}_id = given.id and p.declaration = given.item_name and p.fence = given.item_fence and p.claim = given.item_claim
      and coalesce(p.parked_at is null and not p.is_asleep, false) and (p.is_work{#if fires_by_timer}
        or p.declaration in ({#each own_timers}{declaration}{#between}, {/each}){/if}) for update) item on true

{define item_ends}
{#each moves}{#if ends_some}given.state = {from_state} and given.item_name in ({#each ended}{declaration}{#between}, {/each}) or {/if}{/each}false

{define create_all}
{! One statement for all. If a lock is in the way, it writes nothing, and each row is explained afterwards. Each entity and request is
found by index: `offset 0` keeps the planner from reading whole tables. If a parent is missing, or another session was faster, all is
undone and made row by row: the error does not name the row, and Pawl's own query may not read the parents (insert_head in move.sql).}
  begin
    if not repeats then
      with judged as materialized (
        select given.*, head.*, earlier.said, greatest(clock_timestamp(), head.since) as moment, case
              when {>misuse_of_row} then 'MISUSE'
              when not (earlier.said is null) then 'SAID'
              when {>is_free} is not true then null
              {>verdict}
            end as verdict
          from {>given_and_found}
      ), heads as (
        insert into {current} ({name}_id, state, sort_key, since)
        select judged.id, {created_state}, {step}, judged.moment
          from judged where judged.verdict = 'OK' order by judged.id{>key_order}
      ), {>history_and_answers}
    {>answer_all}
    end if;
  exception
    when unique_violation or foreign_key_violation then null; -- the code below finds the row
  end;
{>call_each}

{define verdict}
{#if is_creation}
when head.state is not null then 'EXISTS'
{#else}
when head.state is null then 'NOT_FOUND'
when head.sort_key <> given.expected then 'CONFLICT'
{#if has_ignores}
when head.state in ({#each ignores}{state}{#between}, {/each}) then 'IGNORED'
{/if}
when head.next_state is null then 'ILLEGAL'
{/if}
else 'OK'

{define next_state}
{#if has_moves}
case head.state
{#each moves}
  when {from_state} then {to_state}
{/each}
end
{#else}
null::text
{/if}

{define given_and_found}
{>given}
  left join lateral (select head.ctid as place, head.state, head.sort_key, head.since{#if not is_creation}, {>next_state} as next_state{/if}
      from {current} head where head.{name}_id = given.id offset 0) head on true
  left join lateral (select row({>said})::public.pawl_outcome as said
      from {transitions} earlier where earlier.{name}_id = given.id
        and earlier.request_id = given.request_id offset 0) earlier on given.request_id is not null

{define history_and_answers}
{>history_of_rows}
select array_agg({>outcome_given} order by given.number), bool_and(given.verdict is not null) into outcomes, is_free from judged given;

{define outcome_given}
case given.verdict when 'OK' then {>made_outcome}
    when 'SAID' then given.said
    when 'MISUSE' then {>misuse_outcome}
    else row(given.verdict, given.state, null, given.sort_key, given.since, {#if hooks_work_on_sets}given.guard{#else}null{/if}, null,
      {>why_refused_of_row})::public.pawl_outcome
  end

{define why_refused_of_row}
case given.verdict when 'ILLEGAL' then {event} || ' is not allowed in ' || given.state || '; {moves} says what is'
{#if hooks_work_on_sets}
        when 'REFUSED' then {event} || ' is refused by ' || given.guard || ' in ' || given.state
{/if}
{#if not is_creation}
        when 'NOT_FOUND' then 'there is no such {name}'
        when 'CONFLICT' then 'the caller expects sort_key ' || ({expected_sort_key})[given.number::integer] || ', and it is ' || given.sort_key || ', in ' || given.state
{/if}
      end

{define made_outcome}
row('OK', {>states_of_move}, {>next_sort_key}, given.moment, null, {>number_of_move}, null)::public.pawl_outcome

{define history_of_rows}
history as (
  insert into {transitions}
    ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each})
  select given.id, {>next_sort_key}, {event}, {>states_of_move}, given.moment,
      {>who_moves_row}, given.request_id{#each params}, {value}{/each}
    from judged given where given.verdict = 'OK'
)
{#if follows_queue}
{queue_branches}
{/if}
{#if emits}
, outbox as (
  {>outbox_insert}
    from judged given cross join lateral {>outcome_of_row}
    where given.verdict = 'OK'
)
{/if}
{#if hooks_work_on_sets}
{>effects_of_rows}
{/if}

{define who_moves_row}
case when given.own_actor is null then (select {>who_moves}) when given.own_actor like ' __-%' then session_user || given.own_actor
        else given.own_actor end

{define outcome_of_row}
(select given.moment as created_at, {>next_sort_key} as sort_key,
  {#if is_creation}'' as from_state, {created_state} as to_state{#else}given.state as from_state, given.next_state as to_state{/if}) outcome

{define answer_all}
  if is_free then
    return query select * from unnest(outcomes);
    return;
  end if;

{define misuse_of_row}
public.pawl_is_misuse({#if has_text_key}given.id{#else}null::text{/if}, given.request_id, {actor}, given.own_actor)
{#each params}
  {>misused_value}
{/each}

{define states_of_move} {#if is_creation}'', {created_state}{#else}given.state, given.next_state{/if}
{define next_sort_key} {#if is_creation}{step}{#else}given.sort_key + {step}{/if}

{define fire_many}
{! Empty if libpawl makes the transitions one by one. Values that are texts in libpawl, and not here, are sent as texts.}
{#if has_many}select * from {many_function}($1::{#if has_uuid_type}text[]::{/if}{key_type}[]{#each params}, {values}::{#if is_sent_as_text}text[]::{/if}{param_type}[]{/each}, {actor}::text, {request_id}::text[]{#if not is_creation}, {expected_sort_key}::integer[]{/if}{>lock_call}, {actors}::text[], {skips_locked}::boolean{#if takes_item},
  {item_names}::text[], {item_fences}::integer[], {item_claims}::bigint[]{/if})
  where {is_accepted}{/if}
