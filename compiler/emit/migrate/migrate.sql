-- Steps of a migration that all databases take alike, and parts of others. Each stands where the tables have the new
-- version's names already.

{define copy_aside}
{! Into a table of neither version, while heads and history go from tables of one form to those of the other.}
create table {>put_aside_table} as
  {>rows_to_put_aside};

{define put_aside_table} {schema}.pawl_put_aside_{name}

{define rows_to_put_aside}
select {name}_id, sort_key, event, from_state, to_state, created_at,
    actor, request_id{#each old_columns}, {column}{/each}
  from {old_transitions}

{define copy_back}
insert into {rows} ({name}_id, sort_key, event, from_state, to_state, created_at,
    actor, request_id{#each old_columns}, {column}{/each}{#if not has_head}, updated_at, most_recent{/if})
  select {name}_id, sort_key, event, from_state, to_state, {#if has_head}created_at{#else}{>kept_time}{/if},
    actor, request_id{#each old_columns}, {column}{/each}{#if not has_head}, {>kept_time},
    case when {>is_last} then true else {>not_most_recent} end{/if}
  from {>put_aside_table} made;
{#if has_head}
insert into {current} ({name}_id, state, sort_key, since)
  select {name}_id, to_state, sort_key, created_at from {>put_aside_table} made
  where {>is_last};
{/if}

{define is_last}
not exists (select 1 from {>put_aside_table} later
      where later.{name}_id = made.{name}_id and later.sort_key > made.sort_key)

{define rename_rows}
update {shared_schema}.pawl_past_moves set machine = {machine} where machine = {old_machine};
update {shared_schema}.pawl_repairs set machine = {machine} where machine = {old_machine};
update {shared_schema}.pawl_deferred set machine = {machine} where machine = {old_machine};
{>rename_grants}

{define carry_grants}
{! A login's grant follows its event to another name, and ends with its event. No new name is that of an event that stays, so what
is on record for one is left from an event of an earlier version, and ends, too.}
{#each ended_events}
delete from {shared_schema}.pawl_grants where machine = {machine} and event = '{name_before}';
{/each}
{#each renamed_events}
delete from {shared_schema}.pawl_grants where machine = {machine} and event = '{name_now}';
update {shared_schema}.pawl_grants set event = '{name_now}' where machine = {machine} and event = '{name_before}';
{/each}

{define rename_outbox}
{! So that what is not delivered yet stays before what comes under the other name.}
{#if old_emits and emits}
update {shared_schema}.pawl_outbox set machine = {machine} where machine = {old_machine};
update {shared_schema}.pawl_outbox_parked set machine = {machine} where machine = {old_machine};
{/if}

{define store_anew}
{! Histories are rewritten along with the heads: to readers the state is one, before and after. Only the rows that say
it, since a history is the largest of all tables, and nobody writes meanwhile.}
{#if restores_states and has_head}
update {current} set state = case state{#each restored_states} when {state} then {state_now}{/each} else state end
  where (state in {>restored_texts});
{/if}
{#if restores_states or restores_events}
update {rows} set
    {>moves_anew}
  where ({>tells_old_texts});
update {shared_schema}.pawl_past_moves set
    {>moves_anew}
  where machine = {machine} and ({>tells_old_texts});
update {shared_schema}.pawl_deferred set
    {>moves_anew}
  where machine = {machine} and ({>tells_old_texts});
{/if}
{>follow_events}

{define restored_texts} ({#each restored_states}{state}{#between}, {/each})

{define moves_anew}
{#if restores_events}
event = case event{#each restored_events} when {event} then {event_now}{/each} else event end{#if restores_states},{/if}
{/if}
{#if restores_states}
from_state = case from_state{#each restored_states} when {state} then {state_now}{/each} else from_state end,
to_state = case to_state{#each restored_states} when {state} then {state_now}{/each} else to_state end
{/if}

{define tells_old_texts}
{#if restores_events}event in ({#each restored_events}{event}{#between}, {/each}){#if restores_states}
    or {/if}{/if}{#if restores_states}from_state in {>restored_texts} or to_state in {>restored_texts}{/if}

{define keep_past_moves}
{! What histories may hold, although nobody can do it any more.}
{#each lost_moves}
insert into {shared_schema}.pawl_past_moves (machine, event, from_state, to_state)
  values ({machine}, {event_now}, {left_state}, {entered_state}) {>if_not_there};
{/each}

{define retire}
{#each retired_states}
insert into {shared_schema}.pawl_past_moves (machine, event, from_state, to_state)
  values ({machine}, {retirement}, {state}, {state_now}) {>if_not_there};
{#if has_views}
{>retire_rows}
{#else}
{>retire_heads}
{/if}
{/each}

{define retire_heads}
insert into {transitions}
  ({name}_id, sort_key, event, from_state, to_state, created_at, actor)
  select {name}_id, sort_key + {step}, {retirement}, state, {state_now}, {>now_or_since}, {>migrated_by}
  from {current} where state = {state};
update {current} set since = (select made.created_at from {transitions} made
    where made.{name}_id = {name}_current.{name}_id
      and made.sort_key = {name}_current.sort_key + {step}),
  sort_key = sort_key + {step}, state = {state_now}
  where state = {state};

{define mirror_at_once}
update {parent} set {mirror_column} =
  (select head.state from {current} head where head.{name}_id = {parent_column})
  where {parent_column} in (select head.{name}_id from {>heads_to_mirror});

{define heads_to_mirror}
{current} head{#if keeps_mirror} where head.state in ({#each changed_states}{state_now}{#between}, {/each}){/if}

{define rename_declarations}
{! First what goes, then what takes another name, so that no name is taken twice.}
{#each ended_declarations}
delete from {pending} where declaration = {old_declaration};
{/each}
{#if renames_declarations}
update {pending} set declaration = case declaration
{#each renamed_declarations}
    when {old_declaration} then {new_declaration}
{/each}
    else declaration end;
{/if}
{#if forgets_put_off}
{>forget_put_off}
{/if}

{define fill_queue}
{! Makes the queue what heads and histories say it must be; changes nothing where it is.}
{#each waiting_declarations}
delete from {pending} where declaration = {declaration}
  and {name}_id not in (select head.{name}_id from {current} head where head.state in {>where_it_waits});
update {pending} set is_asleep = not is_asleep
  where declaration = {declaration} and is_asleep <> {#if may_sleep}exists (select 1 from {current} head
    where head.{name}_id = {name}_pending.{name}_id and head.state in {>where_it_sleeps}){#else}false{/if};
insert into {pending} ({name}_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep)
  select armed.{name}_id, {declaration}, {#if is_work}true{#else}false{/if}, armed.due_at, armed.sort_key, 0, 0,
    armed.is_asleep from (
    select head.{name}_id, made.sort_key, {>when_due} as due_at,
      {#if may_sleep}head.state in {>where_it_sleeps}{#else}false{/if} as is_asleep
    from {current} head join {transitions} made on made.{name}_id = head.{name}_id
      and made.sort_key = (select max(entered.sort_key) from {transitions} entered
        where entered.{name}_id = head.{name}_id and {>begins_to_wait})
    where head.state in {>where_it_waits}
      and not exists (select 1 from {pending} there
        where there.{name}_id = head.{name}_id and there.declaration = {declaration})
  ) armed where armed.due_at is not null;
{/each}

{define where_it_waits} ({#each present_states}{state}{#between}, {/each})
{define where_it_sleeps} ({#each sleeping_states}{state}{#between}, {/each})

{define when_due}
{! From `made`, the row that began it, and by the real clock if that row has a time to come. Unrecorded restarts are unknown, so their
timer begins now.}
{#if is_due_at_once}
{>armed_from}
{#else if is_due_after}
{>armed_from} + {delay}
{#else if is_due_as_created}
(select {>told_due} from {transitions} begun
        where begun.{name}_id = head.{name}_id and {#if is_latest}begun.sort_key <= made.sort_key
          and (begun.event in ({#each latest_events}{event}{#between}, {/each}) or begun.{due_column} is not null) order by begun.sort_key desc limit 1{#else}begun.sort_key = {step}{/if})
{#else}
{>told_due}
{/if}

{define told_due}
{! A time, or a number of units.}
{#if is_counted}
{>armed_from} + (case when {>due_value} < 0 then 0 when {>due_value} > {most_units} then {most_units} else {>due_value} end){>as_factor} * {delay}
{#else}
{>due_value}
{/if}

{define due_value} {#if is_due_as_created}begun{#else}made{/if}.{due_column}

{define begins_to_wait}
{! A move that leaves its state and enters it again begins a timer of that state anew; one that stays does not, unless it restarts it.}
entered.to_state in {>where_it_waits}
        and (entered.from_state not in {>where_it_waits}{#if is_of_state}
          or (true{#each stays} and not (entered.from_state = {state} and entered.event = {event}){/each}){/if}{#each restarts}
          or (entered.from_state = {restarted_from} and entered.event = {event} and entered.to_state = {restarted_to}){/each})

{define lost_texts} ({#each lost_states}{state}{#between}, {/each})

{define lost_names}
        {#each lost_states}select {state} as state, '{state_name}' as name{#between} union all {/each}

{define plan_in_state} select {old_name}_id from {old_current} where state = {state}
{define plan_in_state_rows} {old_current} where state = {state}
{define plan_unfit_value} select {old_name}_id from {old_transitions} where {>does_not_fit}

{define plan_unknown_event}
{#if moves_rows}
select {old_name}_id from {old_transitions} where event = ''
{/if}

{define is_too_large_to_rewrite}
{! The rows are counted up to the limit only. Who has frozen the machine has announced the wait.}
(select count(*) from (select 1 as one from {old_rows} limit 100001) counted) > 100000
  and not exists (select 1 from {shared_schema}.pawl_freezes frozen
    where frozen.machine = {old_machine} and frozen.mode is not null and (frozen.until is null or frozen.until > {>freeze_now}))

{define rewrite_help}
keep the former text in the new version (stored "TEXT"), which writes no rows; or give the new text to a new state and retire the former one; or freeze the machine with pawlctl freeze, and apply this while programs wait

{define plan_rewrite}
select {old_name}_id from {old_rows} where ({>tells_old_texts}) and {>is_too_large_to_rewrite}

{define plan_orphan}
{#if is_other_entity and has_entity}
select head.{old_name}_id from {old_current} head
  where not exists (select 1 from {>plan_parent} where parent.{parent_column} = head.{old_name}_id)
{/if}

{define plan_history} {old_rows}
{define plan_current} {old_current}
{define plan_restored_history} {old_rows} where ({>tells_old_texts})

{define plan_restored_current}
{#if old_has_head}
{old_current} where state in {>restored_texts}
{/if}

{define plan_mirrored}
{old_current} head{#if keeps_mirror} where head.state in ({#each changed_states}{state}{#between}, {/each}){/if}

{define plan_waiting}
{! If states are stored as other texts now, all rows: the list has the new texts.}
{old_current} head{#if not restores_states} where head.state in {>where_it_waits}{#each retired_to_waiting} or head.state = {state}{/each}{/if}
