-- The function of an event and the steps of a transition. libpawl calls it in one round trip, people call it in psql.
--
-- The locks have one order: keyed locks, the entity's own row (with `mirror` or `storage transitions`), the current
-- row. All decisions read after them. Parameters have numbers only, so that no name changes the meaning of the body.

{define event_function}
{! An earlier request is read into a record: a migration drops the row type of a view.}

{>event_head}
language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index}{#if calls_sql_hooks}{>hook_environment}{/if} as {#quoted}
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  earlier record;
{#if not has_head}
  is_last boolean;
  seen integer;
  violated text;
{#else if is_creation}
  violated text;
{#else}
  {>place_variable}
{/if}
{#if has_mirror}
  pawl_mirrored {parent}.{mirror_column}%type; -- the state: an assignment makes it a number, or a value of an enum
{/if}
{>lock_variables}
{>choice_variables}
begin
{>refuse_misuse}
{>take_keyed_locks}
{>lock_parent}
{#if is_creation}
{>create}
{#else}
{>move}
{/if}
end
{/quoted};
comment on function {>event_signature} is {event_description};

{define find_by_index}
{! Rows are found by index or place at any size. A session may keep a plan from a time when a table was empty, and the planner reads an
empty table as a whole; it also takes plans whose costs differ by less than 1 % for equal. Guards, effects and triggers are planned in
this way, too. If code of others has to read a whole table, its estimated cost is high, which is no reason for JIT.}
 set enable_seqscan = off set jit = off

{define event_head}
create or replace function {event_function}(id {key_type}{#each params}, {param_name} {param_type}{#if may_be_left_out} default null{/if}{/each}, actor text default null,
  request_id text default null{#if not is_creation}, expect_sort_key integer default null{/if}{#if has_key},
  lock_owner text default null, lock_token bigint default null{/if}{#if takes_verdicts}, verdicts text default null{/if}{#if takes_item},
  item public.pawl_item default null{/if})
returns public.pawl_outcome

{define event_signature}
{event_function}({key_type}{#each params}, {param_type}{/each}, text, text{#if not is_creation}, integer{/if}{#if has_key}, text, bigint{/if}{#if takes_verdicts}, text{/if}{#if takes_item}, public.pawl_item{/if})

{define refuse_misuse}
{! PostgreSQL looks up each function of an expression, and the right to call it, again in each transaction. So checks that need a
function run only if there is a value to check. The key is checked only if there is no row (refuse_not_found): existing rows have
valid keys.}
{#if is_creation}
  {>refuse_if_misused}
{#else}
  if $1 is null or {actor} is not null or {request_id} is not null
{#each params}
     {>may_be_misused}
{/each}
  then
    {>refuse_if_misused}
  end if;
{/if}

{define refuse_if_misused}
if $1 is null{#if has_text_key} or {>misused_key}{/if}
{#each params}
   {>misused_value}
{/each}
   or octet_length({actor}) > {actor_max} or {request_id} = '' or octet_length({request_id}) > {request_id_max} then
  {>refuse_as_misuse}
end if;

{define refuse_as_misuse} return {>misuse_outcome};

{define misuse_outcome}
{! All requirements in one text, instead of a text for each of a dozen conditions.}
public.pawl_misuse({>what_is_needed})

{define what_is_needed}
'id{#each params}{#if not is_optional}, {param_name}{/if}{/each}'::text, {#if has_text_key}true{#else}false{/if}

{define misused_key} $1 = '' or octet_length($1) > {key_max}

{define may_be_misused}
{#if not is_optional}
or {value} is null
{/if}
{#if is_numeric or is_timestamp or is_json}
or {value} is not null
{/if}

{define misused_value}
{! the values that libpawl refuses, too; times must be readable as microseconds}
{#if not is_optional}
or {value} is null
{/if}
{#if is_numeric}
or {value} in ('NaN', 'Infinity', '-Infinity')
or length(translate({value}::text, '-.', '')) > {numeric_max}
{/if}
{#if is_timestamp}
or {value} not between timestamptz '4713-01-01 00:00+00 BC' and timestamptz '294247-01-01 00:00+00'
{/if}
{#if is_json}
or not public.pawl_json_fits({value}::json)
{/if}

{define need_verdicts}
{! After the state and locks, so that refusals that no hook decides are the same for every caller.}
{#if takes_verdicts}
  if {verdicts} is null{#if not is_creation} and outcome.from_state in ({#each moves}{from_state}{#between}, {/each}){/if} then -- only a program of libpawl has its guards and effects in C
    outcome.status := 'MISUSE';
    outcome.guard := '{first_callback}';
    outcome.detail := '{first_callback} is in C: only a program that has it can fire this event';
    return outcome;
  end if;
{/if}

{define lock_parent}
{! before the current row, so that a client that locks the entity's own row first does not deadlock}
{#if has_mirror or has_other_storage}
  perform 1 from {parent} parent where parent.{parent_column} = $1 for no key update;
  if not found then
    {>refuse_not_found}
  end if;
{/if}

{define refuse_not_found}
return public.pawl_refuse_unknown({>what_is_needed}, {#if is_creation}{>parent_is_missing}{#else}null{/if}::text, {>place_of_locks});

{define parent_is_missing}
{#literal}insert its row into {parent} first, with that key as {parent_column}{/literal}

{define answer_again}
{! A request id keeps the result of its first request, and a repetition gets that result. After the creation, which was read
already, there is often nothing to look up.}
if {request_id} is not null{#if keeps_creation and not is_creation} and (outcome.sort_key > {step} or creation.request_id = {request_id}){/if} then
  select * into earlier from {transitions} made where made.{name}_id = $1 and made.request_id = {request_id};
  if found then
    return row({>said})::public.pawl_outcome;
  end if;
end if;

{define said}
{! The result of a repeated request.}
case when earlier.event = {event}{#each params}
    and {>same_value}{/each} then 'OK' else 'REUSED' end,
  earlier.from_state, earlier.to_state, earlier.sort_key, earlier.created_at, null, null, null

{define same_value}
{! An erased value counts as equal, so that a repeated request is not done again.}
{#if is_personal}(earlier.{column} is null or {/if}earlier.{column}{#if is_json}::text{/if} is not distinct from {value}{#if is_json}::text{/if}{#if is_personal}){/if}

{define write_history}
  insert into {transitions}
    ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each})
  values ($1, outcome.sort_key, {event}, outcome.from_state, outcome.to_state, outcome.created_at,
    {>who_moves}, {request_id}{#each params}, {value}{/each});

{define who_moves}
{! With a trace and no name it begins with the blank.}
case when {actor} like ' __-%' then session_user || {actor} else coalesce({actor}, session_user) end

{define write_mirror}
{#if has_mirror}
  pawl_mirrored := outcome.to_state;
  update {parent} parent set {mirror_column} = pawl_mirrored
    where parent.{parent_column} = $1;
{/if}

{define follow_move}
{! Other effects of a transition, after its row and its current row. The queue comes first: a trigger on the entity's table, or on a
table of an effect, may move the entity again, and its changes of the queue must remain.}
{>queue_follows}
{>write_mirror}
{>run_effects}
{>outbox_write}

{define create}
{#if has_head}
{>create_head}
{#else}
{>create_row}
{/if}
{>follow_move}
  return outcome;

{define create_head}
{! A creation that waited for another one looks again. There is no row to lock yet, so the lock on the table protects the later
reads of freezes (lock.sql).}
{>join_moves}
  loop
    -- looked up before the insert, because an insert that fails costs more
    {>look_at_head}
    if outcome.sort_key is not null then
      outcome.status := 'EXISTS';
      {>answer_again}
      return {>refused_by_lock};
    end if;
    if violated is not null then -- it is there, but this transaction's snapshot is older
      raise exception 'could not serialize access: {name} was created in the meantime'
        using errcode = 'serialization_failure';
    end if;
    if is_free is not true then
      {>refuse_locked}
    end if;
{>choose_creation}
{>insert_head}
  end loop;
{>write_history}

{define look_at_head}
select head.state, head.sort_key, head.since,
    {>is_free}
  into outcome.from_state, outcome.sort_key, outcome.created_at, is_free
  from (values (1)) one left join {current} head on head.{name}_id = $1;

{define insert_head}
{! The foreign key checks the parent, as the parent's owner. A query of Pawl would run that owner's policies and index expressions
as pawl_owner.}
    begin
      insert into {current} ({name}_id, state, sort_key, since)
        values ($1, outcome.to_state, outcome.sort_key, outcome.created_at);
      exit;
    exception when unique_violation or foreign_key_violation then -- if another session was quicker: look again
      get stacked diagnostics violated = constraint_name;
{#if has_entity}
      if {>is_of_parent} then
        return row('NOT_FOUND', null, null, null, null, null, null, {>parent_is_missing})::public.pawl_outcome;
      end if;
{/if}
      {>raise_unless_key}
    end;
    outcome := null;

{define raise_unless_key}
if violated <> '{name}_current_pkey' then
  raise;
end if;

{define is_of_parent} violated = '{name}_current_parent'

{define choose_creation}
{! The row to write, or a refusal.}
{>need_verdicts}
{#if has_guards}
    outcome.from_state := '';
  {>ask_guards}
    moment := clock_timestamp();
{>choose}
    if outcome.to_state is null then
      return public.pawl_refuse(outcome, {event}::text, null::text);
    end if;
    outcome := row('OK', '', outcome.to_state, {step}, moment, null, outcome.move, null);
{#else}
    outcome := row('OK', '', {created_state}, {step}, clock_timestamp(), null, {#if has_hooks}1{#else}null{/if}, null);
{/if}

{define create_row}
{>read_row}
  if outcome.sort_key is not null then
    outcome.status := 'EXISTS';
    {>answer_again}
    return {>refused_by_lock};
  end if;
  if is_free is not true then
    {>refuse_locked}
  end if;
{>choose_creation}
{>write_row}

{define move}
{#if has_head and has_few_moves and not has_hooks and not has_unrecorded}
{>move_at_once}
{#else}
{>move_under_lock}
{/if}
{#if not only_unrecorded}
{#if has_head}
{>write_history}
{#else}
{>write_row}
{/if}
{>follow_move}
  return outcome;
{/if}

{define move_at_once}
{! The usual legal transition is one statement, which finds the row by its key. If another session has moved the row, the statement
waits. PostgreSQL then checks all conditions on the new row (manual, "Read Committed Isolation Level"), or fails above that level.
If no row meets them, nothing is written, and the obstacle is read under the lock, and so is an earlier request.}
  if {request_id} is null{#if takes_item} and {item} is null{/if} then
    {>leave_its_state}
  end if;
  if outcome.to_state is null then
  {>move_under_lock}
  end if;

{define leave_its_state}
update {current} head
  set state = move.to_state, sort_key = head.sort_key + {step}, since = greatest(clock_timestamp(), head.since)
  from (values {#each moves}({from_state}, {to_state}){#between}, {/each}) move (from_state, to_state)
  where head.{name}_id = $1 and {>stands_where_it_may_leave} and (head.sort_key = {expected_sort_key}) is not false
  returning 'OK', move.from_state, head.state, head.sort_key, head.since
    into outcome.status, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at;

{define stands_where_it_may_leave}
{! Freezes are read at any isolation level, because the definition of a function does not depend on a snapshot; locks are rows. The
conditions are in `case`, or else the planner might look for the row by its state.}
{#if has_key}
case when {>is_free} then head.state = move.from_state end
{#else}
case when head.state = move.from_state then {schema}.{name}_is_free(null::boolean) and {is_accepted} end
{/if}

{define move_under_lock}
{>lock_head}
  {>answer_again}
  if is_free is not true or outcome.sort_key <> {expected_sort_key} then
    {>refuse_locked}
  end if;
{>queue_check}
{>decide}
{#if has_unrecorded}
{>restart_unrecorded}
{/if}
{#if has_head and not only_unrecorded}
{>write_head}
{/if}

{define lock_head}
{#if has_head}
  -- locked by its key alone; everything else is decided afterwards, from the locked row
  {>lock_row_of_head}
  if not found then
    {>refuse_not_found}
  end if;
{#else}
{>read_row}
{#if not has_implicit_state}
  if outcome.sort_key is null then
    {>refuse_not_found}
  end if;
{/if}
{/if}

{define place_variable} place tid;

{define lock_row_of_head}
select 'OK', head.ctid, head.state, head.sort_key, head.since,
  {>is_free}
  into outcome.status, place, outcome.from_state, outcome.sort_key, outcome.created_at, is_free
  from {current} head where head.{name}_id = $1 for no key update;

{define ask_guards}
{#if has_callback_guards}
  if {verdicts} = '?'{#if not is_creation} and outcome.from_state in ({#each asking_states}{state}{#between}, {/each}){/if} then -- the caller runs its guards in C, and calls again
    outcome.status := 'ASK';
    return outcome;
  end if;
{/if}

{define decide}
{! Sets the target state and time, or returns a refusal.}
{>need_verdicts}
{>ask_guards}
{>read_creation}
{#if has_guards}
  moment := greatest(clock_timestamp(), outcome.created_at);
{/if}
{#if has_hooks}
{>choose}
{#else}
{>follow_arrows}
{/if}
{#if has_ignores}
  if outcome.from_state in ({#each ignores}{state}{#between}, {/each}) then
    outcome.status := 'IGNORED';
    return outcome;
  end if;
{/if}
  if outcome.to_state is null then
    return public.pawl_refuse(outcome, {event}::text, {#literal}{moves}{/literal}::text);
  end if;
  outcome.sort_key := outcome.sort_key + {step};
  outcome.created_at := {#if has_guards}moment{#else}greatest(clock_timestamp(), outcome.created_at){/if};

{define follow_arrows}
{! If no guard chooses and nothing else is to be done.}
{#if has_moves}
  outcome.to_state := case outcome.from_state
{#each moves}
    when {from_state} then {to_state}
{/each}
  end;
{#else}
  outcome.to_state := null;
{/if}

{define write_head}
{! A locked row keeps its place, so it is found without the index.}
  update {current} head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.ctid = place;

{define fire}
select {event_function}({key:1}{#each params}, {param}{/each}, {actor_param}, {request_id_param}{#if not is_creation}, {expected_sort_key_param}{/if}{>lock_call}{#if takes_verdicts}, {verdicts_param}{/if}{#if takes_item}, row({item}::text, {item_fence}::integer, {item_claim}::bigint)::public.pawl_item{/if}) where {is_accepted}
