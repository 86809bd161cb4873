-- The effects of transitions on the queue: they begin, end, pause and resume timers and work. The effect depends on the
-- states before and after. Transitions of one event with equal effects share a branch (../function/follow_words.c).

{define queue_check}
{! Under the current row's lock: the claim must still be the caller's. Any event completes work, a timer only its own event. The row
is locked, because a claim changes it without the current row.}
{#if takes_item}
  if {item} is not null then
    set seen = null;
    select 1 into seen from {pending} p where p.{name}_id = $1 and p.parked_at is null and p.is_asleep = false
      and p.declaration = {item} and p.fence = {item_fence} and p.claim = {item_claim}
      and (p.is_work{#if fires_by_timer}
        or p.declaration in ({#each own_timers}{declaration}{#between}, {/each}){/if}) for update;
    if seen is null then -- another worker has it, or it is over
      set outcome.status = 'CONFLICT';
      leave decided;
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
{! Transitions to one state with different effects are distinguished by their number.}
  {#if is_first_branch}if{#else}elseif{/if} {>how_it_moved} in ({#each branch_moves}{>branch_move}{#between}, {/each}) then

{define how_it_moved}
(outcome.from_state, outcome.to_state{#if needs_move_numbers}, coalesce(outcome.move, 1){/if})

{define branch_move} ({from_state}, {to_state}{#if needs_move_numbers}, {move_number}{/if})

{define queue_changes}
{! The effects of one transition. The last line is for a transition without effects.}
{#if ends_some and not is_unrecorded}
delete from {pending}
  where {name}_id = $1 and declaration in ({#each ended}{declaration}{#between}, {/each});
{/if}
{#if puts_some_to_sleep}
update {pending} p set p.is_asleep = true
  where p.{name}_id = $1 and p.declaration in ({#each put_to_sleep}{declaration}{#between}, {/each});
{/if}
{#if wakes_some}
update {pending} p set p.is_asleep = false
  where p.{name}_id = $1 and p.declaration in ({#each woken}{declaration}{#between}, {/each});
{/if}
{#if begins_some}
{#each begun}
{>begin_in_queue}
{/each}
{/if}

{define begin_in_queue}
{! A timer may have no time. A repair of the current row may have left a row.}
{#if is_at}
if {>due_at} is not null then
  {>insert_in_queue}
{#if is_unrecorded}
else
  delete from {pending} where {name}_id = $1 and declaration = {declaration};
{/if}
end if;
{#else}
{>insert_in_queue}
{/if}

{define insert_in_queue}
insert into {pending} ({name}_id, declaration, is_work, due_at, fence, is_asleep)
  values ($1, {declaration}, {#if is_timer}false{#else}true{/if}, {>due_at}, outcome.sort_key, {#if begins_asleep}true{#else}false{/if})
  on duplicate key update due_at = value(due_at), {#if is_unrecorded}claim = claim + 1{#else}fence = value(fence), claim = 0{/if}, attempts = 0,
    last_error = null, parked_at = null, is_asleep = value(is_asleep);

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
  set outcome.sort_key = outcome.sort_key - {step};
  if {request_id} is not null then
    set outcome.status = 'MISUSE', outcome.to_state = null, outcome.detail = 'an unrecorded event keeps no request id';
    leave decided;
  end if;
  {>begin_savepoint}
{unrecorded_branches}
{>complete_item}
  {>answer_moved}

{define due_at}
{#if is_at}
{>given_time}
{#else}
{>began_at}{#if is_timer} + {after}{/if}
{/if}

{define began_at}
{! The history never goes back. If the server's clock was ahead, a transition may have a time in the future. Its items are due by
the real clock.}
least({>now}, outcome.created_at)

{define given_time}
{! By the event, or by the creation or the last event with a time before it, which may be backfilled or gone from the machine.}
{#if is_given}
{>told_time}
{#else if is_creation}
null
{#else}
(select {>told_time} from {transitions} made where made.{name}_id = $1 and {>told_by})
{/if}

{define told_by} {#if is_latest}(made.event in ({#each latest_events}{event}{#between}, {/each}) or made.{column} is not null) order by made.sort_key desc limit 1{#else}made.sort_key = {step}{/if}

{define told_time}
{! A time, or a number of units, which is cut to 0 to 100 years. `least` would ignore null.}
{#if is_counted}
{>began_at} + (case when {>told_value} < 0 then 0 when {>told_value} > {most_units} then {most_units} else {>told_value} end) * {after}
{#else}
{>told_value}
{/if}

{define told_value} {#if is_given}{value}{#else}made.{column}{/if}

{define complete_item}
{! If the claimed item still exists after the transition: the timer has fired and is deleted, the work is due again.}
{#if fires_by_timer or has_work}
  if {item} is not null then
{#if fires_by_period}
    update {pending} p join {pending}_rules rule on rule.declaration = p.declaration
      set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null, p.due_at = {>next_period}
      where p.{name}_id = $1 and p.declaration = {item} and p.fence = {item_fence}
        and p.declaration in ({#each own_periodic}{declaration}{#between}, {/each});
{/if}
{#if fires_by_timer}
    delete from {pending}
      where {name}_id = $1 and not is_work and declaration = {item} and fence = {item_fence}{#if fires_by_period}
        and declaration not in ({#each own_periodic}{declaration}{#between}, {/each}){/if};
{/if}
{#if has_work}
    update {pending} p join {pending}_rules rule on rule.declaration = p.declaration
      set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
        p.due_at = {>began_at} + if(outcome.from_state = outcome.to_state, rule.every, 0)
      where p.is_work and p.{name}_id = $1 and p.declaration = {item} and p.fence = {item_fence};
{/if}
  end if;
{/if}
