-- The effects of transitions on the queue: they begin, end, pause and resume timers and work. The effect depends on the
-- states before and after. Transitions of one event with equal effects share a branch (follow_words.c).

{define queue_check}
{! Under the current row's lock: the claim must still be the caller's. Any event completes work, a timer only its own event.}
{#if takes_item}
  if not ({item} is null) then
    -- coalesce, since the planner would otherwise read the whole index of due rows
    perform from {pending} p where p.{name}_id = $1 and coalesce(p.parked_at is null and not p.is_asleep, false)
      and p.declaration = ({item}).declaration and p.fence = ({item}).fence and p.claim = ({item}).claim
      and (p.is_work{#if fires_by_timer}
        or p.declaration in ({#each own_timers}{declaration}{#between}, {/each}){/if});
    if not found then -- another worker has it, or it is over
      outcome.status := 'CONFLICT';
      return outcome;
    end if;
  end if;
{/if}

{define queue_follows}
{! After history and current row are written.}
{#if has_queue}
{queue_branches}
{#if takes_item}
{>complete_item}
{/if}
{/if}

{define queue_branch}
{! Guarded transitions to one state with different effects, such as `same` next to `stay`, are distinguished by their number.}
  {#if is_first_branch}if{#else}elsif{/if} {>how_it_moved} in ({#each branch_moves}{>branch_move}{#between}, {/each}) then

{define how_it_moved}
(outcome.from_state, outcome.to_state{#if needs_move_numbers}, coalesce(outcome.move, 1){/if})

{define branch_move} ({from_state}, {to_state}{#if needs_move_numbers}, {move_number}{/if})

{define queue_branch_of_many}
{! The same for all rows of a call. One transition begins, ends and pauses different timers. To look for each row before its insert
costs a third of the timer. So a pool's batch does not look if only a repair can have left a row. The insert fails then, and the
function for one, which is called next, looks.}
{#if ends_some}
, ended_{branch_number} as (
  delete from {pending} p
    where p.{name}_id = any (array({>who_moved_so})) and p.declaration in ({#each ended}{declaration}{#between}, {/each})
)
{/if}
{#if puts_some_to_sleep}
, asleep_{branch_number} as (
  update {pending} p set is_asleep = true
    where p.{name}_id = any (array({>who_moved_so})) and p.declaration in ({#each put_to_sleep}{declaration}{#between}, {/each})
)
{/if}
{#if begins_some}
, begun_{branch_number} as (
  insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep)
  select given.id, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
    from judged given cross join lateral {>outcome_of_row} cross join lateral (values
{#each begun}
      ({declaration}, {>is_it_work}, {>due_at}, {>is_it_asleep}){#between},
{/each}
) begun (declaration, is_work, due_at, is_asleep)
    where {>moves_so}
{#if not may_fail_at_it}
  {>begin_anew}
{/if}
)
{/if}

{define who_moved_so}
{! An array, because the planner does not always use the index for a join. Nobody has locked these rows, so they are found by their
values, not by their place, which a claim may change in the meantime (plan_once_a_session).}
select given.id from judged given where {>moves_so}

{define moves_so}
given.verdict = 'OK' and ({>states_of_move}) in ({#each branch_moves}{>branch_move}{#between}, {/each})

{define queue_changes}
{! The effects of one transition.}
{#if is_unrecorded}
{#each begun}
{>put_off}
{/each}
{#else}
{>recorded_changes}
{/if}

{define put_off}
{! A restart without a row in the history. `due_at` has an index, and stays if it may: then the row is updated in its place, and the
statement writes some 80 bytes. A claim moves the row to its later time. Only a row that was claimed has attempts.}
update {pending} p
  set put_off_until = begun.due_at, due_at = least(p.due_at, begun.due_at), claim = p.claim + (p.attempts > 0)::integer,
    attempts = 0, last_error = null, parked_at = null
  from (select {>due_at} as due_at) begun
  where p.{name}_id = $1 and p.declaration = {declaration};
if not found then
  insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep, put_off_until)
    select $1, {declaration}, {>is_it_work}, begun.due_at, outcome.sort_key, {>is_it_asleep}, begun.due_at
      from (select {>due_at} as due_at) begun where begun.due_at is not null;
  if found then
    {>touch_entity}
  end if;
end if;
{#if is_at}
delete from {pending} p where p.{name}_id = $1 and p.declaration = {declaration} and p.put_off_until is null;
{/if}

{define touch_entity}
{! A transaction with an older snapshot does not see the new timer, so it must not move the entity.}
{#if has_head}
update {current} head set since = head.since where head.ctid = place;
{#else}
update {rows} row set most_recent = row.most_recent where row.{name}_id = $1 and row.sort_key = outcome.sort_key;
{/if}

{define restart_unrecorded}
{! Nothing but timers changes: no history, no current row, no event.}
{#if only_unrecorded}
{>change_timers_only}
{#else}
  if (outcome.from_state, coalesce(outcome.move, 1)) in ({#each unrecorded_moves}({from_state}, {move_number}){#between}, {/each}) then
  {>change_timers_only}
  end if;
{/if}

{define change_timers_only}
  outcome.sort_key := outcome.sort_key - {step};
  if {request_id} is not null then
    outcome.status := 'MISUSE';
    outcome.to_state := null;
    outcome.detail := 'an unrecorded event keeps no request id';
    return outcome;
  end if;
{unrecorded_branches}
{>complete_item}
  return outcome;

{define recorded_changes}
{#if ends_some}
delete from {pending} p
  where p.{name}_id = $1 and p.declaration in ({#each ended}{declaration}{#between}, {/each});
{/if}
{#if puts_some_to_sleep}
update {pending} p set is_asleep = true
  where p.{name}_id = $1 and p.declaration in ({#each put_to_sleep}{declaration}{#between}, {/each});
{/if}
{#if wakes_some}
update {pending} p set is_asleep = false
  where p.{name}_id = $1 and p.declaration in ({#each woken}{declaration}{#between}, {/each});
{/if}
{#if begins_some}
{>begin_in_queue}
{/if}
{>notify_workers}

{define begin_in_queue}
{! If a timer may have no time, only timers with a time are begun. A new entity has no row yet. Later a repair of the current row
may have left one.}
insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep)
{#if begins_some_at}
  select $1, begun.declaration, begun.is_work, begun.due_at, outcome.sort_key, begun.is_asleep
    from (values
{#each begun}
        ({declaration}, {>is_it_work}, {>due_at}, {>is_it_asleep}){#between},
{/each}
) begun (declaration, is_work, due_at, is_asleep)
    where begun.due_at is not null{#if not may_be_left};{/if}
{#else}
  values
{#each begun}
    ($1, {declaration}, {>is_it_work}, {>due_at}, outcome.sort_key, {>is_it_asleep}){#between},
{/each}{#if not may_be_left};{/if}
{/if}
{#if may_be_left}
  {>begin_anew};
{/if}

{define begin_anew}
{#if may_be_left}
on conflict ({name}_id, declaration) do update
  set due_at = excluded.due_at, fence = excluded.fence, claim = 0, attempts = 0,
    last_error = null, parked_at = null, is_asleep = excluded.is_asleep{#if puts_off_unrecorded}, put_off_until = null{/if}
{/if}

{define is_it_work} {#if is_work}true{#else}false{/if}
{define is_it_asleep} {#if begins_asleep}true{#else}false{/if}

{define due_at}
{#if is_at}
{>given_time}
{#else}
{>began_at}{#if is_timer} + {after}{/if}
{/if}

{define began_at}
{! The history never goes back. If the server's clock was ahead, a transition may have a time in the future. Its items are due by
the real clock.}
least(clock_timestamp(), outcome.created_at)

{define given_time}
{! By the event, or by the creation or the last event with a time before it, which may be backfilled or gone from the machine.}
{#if is_given}
{>told_time}
{#else if is_creation}
null::timestamptz
{#else}
(select {>told_time} from {transitions} made where made.{name}_id = $1 and {>told_by})
{/if}

{define told_by} {#if is_latest}(made.event in ({#each latest_events}{event}{#between}, {/each}) or made.{column} is not null) order by made.sort_key desc limit 1{#else}made.sort_key = {step}{/if}

{define told_time}
{! A time, or a number of units, which is cut to 0 to 100 years. `least` would ignore null.}
{#if is_counted}
{>began_at} + (case when {>told_value} < 0 then 0 when {>told_value} > {most_units} then {most_units} else {>told_value} end)::float8 * {after}
{#else}
{>told_value}
{/if}

{define told_value} {#if is_given}{value}{#else}made.{column}{/if}

{define notify_workers}
{! Ends the pause of an idle worker; a worker that misses it polls. It comes after the first write: a worker waits for transactions
that have a number already (the page of the queue has the reasons). The lock is taken here, with its number, because a call of
pawl_notify costs a third of a transition.}
{#if wakes_some or begins_work}
if not (pg_try_advisory_lock({sleeping_key}) and pg_advisory_unlock({sleeping_key})) then
  perform public.pawl_notify('{name}_pending'::text);
end if;
{#else if begins_some_at}
if {#each begun_at}{>due_at} <= outcome.created_at{#between}
    or {/each} then
  perform public.pawl_notify('{name}_pending'::text);
end if;
{/if}

{define complete_item}
{! If the claimed item still exists after the transition: the timer has fired and is deleted, the work is due again.}
{#if fires_by_timer or has_work}
  if not ({item} is null) then
{#if fires_by_period}
    update {pending} p set claim = p.claim + 1, attempts = 0, last_error = null, due_at = {>next_period}
      from {pending}_rules rule
      where rule.declaration = p.declaration and p.{name}_id = $1 and p.fence = ({item}).fence
        and p.declaration = ({item}).declaration and p.declaration in ({#each own_periodic}{declaration}{#between}, {/each});
{/if}
{#if fires_by_timer}
    delete from {pending} p where p.{name}_id = $1 and not p.is_work
      and p.declaration = ({item}).declaration and p.fence = ({item}).fence{#if fires_by_period}
      and p.declaration not in ({#each own_periodic}{declaration}{#between}, {/each}){/if};
{/if}
{#if has_work}
    update {pending} p set claim = p.claim + 1, attempts = 0, last_error = null,
        due_at = {>began_at}
          + case when outcome.from_state = outcome.to_state then rule.every else interval '0' end
      from {pending}_rules rule
      where rule.declaration = p.declaration and p.is_work and p.{name}_id = $1
        and p.declaration = ({item}).declaration and p.fence = ({item}).fence;
{/if}
  end if;
{/if}
