-- Why an event is possible in an entity's state, or not. It writes nothing, and reads without locks.

{define why_function}

-- The result that each event would have now, as an array of JSON. guard: the guards that fail; if the status is PENDING, those whose
-- answers are not known: they need the event's arguments, or a program that has them. has hooks: the caller is such a program.
{#if has_entity}
execute immediate replace({#literal}{>why_definition}{/literal}, {#literal}{key_type}{/literal}, @pawl_key_type) //
{#else}
{>why_definition} //
{/if}
{#if roles}
grant execute on function {schema}.{name}_why to pawl_database_app, pawl_database_operator //
{/if}

{define why_definition}
create or replace {>definer} function {schema}.{name}_why($1 {key_type}, $2 boolean /* has hooks */) returns {>text_type}
comment 'The result that each event would have now, and the guards or the lock in its way.'
begin
  declare outcome row (from_state {>name_type}, sort_key integer, created_at bigint, detail {>text_type});
  declare answers {>text_type} default '{{}'; -- of the guards of the state, by name
{#if reads_beginning}
  declare created row (sort_key integer{#each columns}, {column} {column_type}{/each});
{/if}
{#if has_state_guards}
  declare moment bigint;
  declare passes boolean;
{/if}
  select head.state, head.sort_key, head.since into outcome.from_state, outcome.sort_key, outcome.created_at from {current} head where head.{name}_id = $1;
  if outcome.from_state is null then
    return '[]';
  end if;
  set outcome.detail = pawl_database.pawl_blocked({machine}, $1, {>key_of_entity});
{#if has_state_guards}
  if outcome.detail is null then
    set moment = greatest({>now}, outcome.created_at);
{#if reads_beginning}
    select begun.sort_key{#each columns}, begun.{column}{/each} into created.sort_key{#each columns}, created.{column}{/each}
      from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step};
{/if}
{#each state_guards}
    if outcome.from_state in ({guard_states}) then
      set passes = {>hook_call};
      set answers = json_insert(answers, '$.{hook_name}', passes);
    end if;
{/each}
  end if;
{/if}
  return pawl_database.pawl_reasons({machine}, outcome.from_state, outcome.sort_key, outcome.detail, answers,
    if($2, '{{}', json_object({#each asking_events}{event}, '{first_callback}'{#between}, {/each})), '{moves}');
end

{define key_of_entity}
{#if has_key}{#if has_created_key}(select begun.{key_column} from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step}){#else}$1{/if}{#else}null{/if}

{define why}
select reason.event, reason.status, reason.from_state, reason.to_state, reason.sort_key, reason.guard, reason.detail, reason.answers
from json_table({schema}.{name}_why({key:1}, {int:2} = 1), '$[*]' columns (event varchar(255) path '$.event', status varchar(16) path '$.status',
  from_state varchar(255) path '$.from', to_state varchar(255) path '$.to', sort_key integer path '$.sort_key', guard longtext path '$.guard', detail longtext path '$.detail',
  answers longtext path '$.answers')) reason where {is_accepted}
