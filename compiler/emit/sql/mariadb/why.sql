-- Why an event is possible in an entity's state, or not. It writes nothing, and waits for no lock.

{define why_function}

-- The result that each event would have now, as an array of JSON. guard: the guards that fail; if the status is PENDING, those whose
-- answers are not known: they need the event's arguments, or a program that has them{#if has_locking_guards}, or they lock rows, which `pawlctl why` tries{/if};
-- DB, or LOCKED with a guard: one that failed, or would wait. has hooks: the caller is such a program. answers: for it, of the guards of the
-- state. Of an unknown entity: NOT_FOUND, without an event.
{#if has_entity}
execute immediate replace({#literal}{>why_definition}{/literal}, {#literal}{key_type}{/literal}, {>key_type_of_call}) //
{#else}
{>why_definition} //
{/if}
{#if roles}
grant execute on function {schema}.{name}_why to pawl_database_app, pawl_database_operator, pawl_database_reader //
{/if}
{#if has_locking_guards}

-- For programs. A read-only transaction cannot call it, since a guard locks rows. No handler catches that a guard would wait, so the call
-- fails, and does not evaluate guards named in @pawl_skipped.
{#if has_entity}
execute immediate replace({#literal}{>why_locking_definition}{/literal}, {#literal}{key_type}{/literal}, {>key_type_of_call}) //
{#else}
{>why_locking_definition} //
{/if}
{#if roles}
grant execute on function {schema}.{name}_why_locking to pawl_database_app, pawl_database_operator, pawl_database_reader //
{/if}
{/if}

{define why_definition}
create or replace {>definer} function {schema}.{name}_why{>why_parameters}
{>why_beginning}
{#each state_guards}{#if not locks_rows}
    {>ask_state_guard}
{/if}{/each}
{>why_end}

{define why_locking_definition}
create or replace {>definer} function {schema}.{name}_why_locking{>why_parameters}
{>why_beginning}
{#each state_guards}
    {>ask_state_guard}
{/each}
{>why_end}

{define why_parameters}
($1 {key_type}, $2 boolean /* has hooks */{#if has_key}, $3 {>name_type} /* lock_owner */, $4 bigint /* lock_token */{/if}) returns {>text_type}

{define why_beginning}
comment 'The result that each event would have now, and the guards or the lock in its way.'
begin
  {>key_as_number}
  declare outcome row (from_state {>name_type}, sort_key integer, created_at bigint, detail {>text_type});
  declare answers {>text_type} default '{{}'; -- of the guards of the state, by name
{#if has_head}
  declare is_free boolean default @@in_transaction;
{/if}
{#if reads_beginning}
  declare created row (sort_key integer{#each columns}, {column} {column_type}{/each});
{/if}
{#if has_state_guards}
  declare moment bigint;
  declare passes boolean;
{/if}
{#if has_head}
  if not @@in_transaction then -- in which its lock would stay
    select true into is_free from {current} head where head.{name}_id = $1 lock in share mode skip locked;
  end if;
{/if}
  select head.state, head.sort_key, head.since{#if has_entity and has_text_key}, head.{name}_id{/if}
    into outcome.from_state, outcome.sort_key, outcome.created_at{#if has_entity and has_text_key}, $1 /* as transitions spell it */{/if}
    from {current} head where head.{name}_id = $1;
  if outcome.from_state is null then
    return json_array(json_object('event', null, 'status', 'NOT_FOUND', 'detail', 'there is no such {name}'));
  end if;
  set outcome.detail = pawl_database.pawl_blocked({machine}, $1, {>key_of_entity}, {#if has_key}$3, $4{#else}null, null{/if});
{#if has_head}
  if outcome.detail is null and not is_free then
    set outcome.detail = 'LOCKED another transaction has locked its row';
  end if;
{/if}
{#if has_state_guards}
  if outcome.detail is null then
    savepoint pawl_why;
    set moment = greatest({>now}, outcome.created_at);
{#if reads_beginning}
    select begun.sort_key{#each columns}, begun.{column}{/each} into created.sort_key{#each columns}, created.{column}{/each}
      from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step};
{/if}
    begin
      declare failure {>text_type};
      declare continue handler for sqlexception get diagnostics condition 1 failure = message_text;
{/if}

{define ask_state_guard}
if outcome.from_state in ({guard_states}) then
  set failure = if(find_in_set('{hook_name}', @pawl_skipped), 'LOCKED it would wait for a lock', null), @pawl_asked = '{hook_name}';
  if failure is null then
    set statement innodb_lock_wait_timeout = 0, lock_wait_timeout = 0 for select {>hook_call} into passes;
    set failure = concat('DB ', failure);
  end if;
  set answers = json_insert(answers, '$.{hook_name}', coalesce(failure, cast(passes as char)));
  rollback to pawl_why; -- no guard sees what another wrote
end if;

{define why_end}
{#if has_state_guards}
    end;
    set @pawl_asked = null;
  end if;
{/if}
  return pawl_database.pawl_reasons({machine}, outcome.from_state, outcome.sort_key, outcome.detail, answers,
    if($2, '{{}', json_object({#each asking_events}{event}, '{first_callback}'{#between}, {/each})), '{moves}');
end

{define key_of_entity}
{#if has_key}{#if has_created_key}(select begun.{key_column} from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step}){#else}$1{/if}{#else}null{/if}

{define why}
set statement lock_wait_timeout = 0 for select reason.event, reason.status, reason.from_state, reason.to_state, reason.sort_key, reason.guard, reason.detail, reason.answers
from json_table({schema}.{name}_why{#if has_locking_guards}_locking{/if}({key:1}, {int:2} = 1{#if has_key}, {text:3}, {bigint:4}{/if}), '$[*]' columns (event varchar(255) path '$.event', status varchar(16) path '$.status',
  from_state varchar(255) path '$.from', to_state varchar(255) path '$.to', sort_key integer path '$.sort_key', guard longtext path '$.guard', detail longtext path '$.detail',
  answers longtext path '$.answers')) reason where {is_accepted}
