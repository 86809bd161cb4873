-- How the function of an event asks the guards of its moves, and runs the effects of the one that is made: as on
-- PostgreSQL, with the same tree (../function/choice_words.c).

{define choice_variables}
{#if reads_creation}
  declare created row ({#each created_columns}{column} {column_type}{#between}, {/each});
{/if}
{#if has_sql_effects}
  declare is_done boolean;
{/if}
{#if has_guards}
  declare moment bigint;
{/if}
{#each kept_guards}
  declare guard_{hook_name} char(1) character set utf8mb4 collate utf8mb4_nopad_bin; -- its answer: '1' passes, '0' refuses, '-' null
{/each}

{define read_creation}
{! What guards and effects refer to of it. A variable goes before a table of that name: so this one is not called creation.}
{#if reads_creation}
  select {#each created_columns}begun.{column}{#between}, {/each} into {#each created_columns}created.{column}{#between}, {/each}
    from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step};
{/if}

{define choose}
{! Of moves with conditions or effects: sets outcome.to_state and outcome.move, or outcome.guard, for what is in
outcome.from_state.}
{#if is_creation}
{#each choices}
{choice}
{/each}
{#else}
{#if has_moves}
  case
{#each choices}
    when outcome.from_state in ({choice_states}) then
{choice}
{/each}
    else begin end;
  end case;
{/if}
{/if}

{define run_effects}
{! Those in SQL, in their order; others are libpawl's.}
{#if has_sql_effects}
{#if is_creation}
{#each acting_choices}
  {>effects_of_choice}
{/each}
{#else}
{#each acting_choices}
  if outcome.from_state in ({acting_states}) then
    {>effects_of_choice}
  end if;
{/each}
{/if}
{/if}

{define effects_of_choice}
{#each acting_moves}
{#if has_others}
if outcome.move = {move_number} then
  {>effects_of_move}
end if;
{#else}
{>effects_of_move}
{/if}
{/each}

{define effects_of_move}
{#each sql_effects}
set is_done = {>hook_call};
{/each}

{define hook_call}
{hook_wrapper}({#each hook_references}{argument}{#between}, {/each})

{define open_condition}
{! A guard in SQL that may be asked again has one answer for the whole choice.}
{#if is_callback}
if substr({verdicts}, {verdict_place}, 1) = '{passing_answer}' then -- {condition}
{#else}
{#if is_kept}
if guard_{hook_name} is null then
  set guard_{hook_name} = coalesce(cast({>hook_call} as char), '-');
end if;
if guard_{hook_name} = '{passing_answer}' then
{#else}
if {#if is_negated}not {/if}{>hook_call} then
{/if}
{/if}

{define close_condition}
{! Null is not true: it comes here, too. What else refused it is known already where an earlier move has the same
condition.}
{#if is_asked_before}
elseif locate(', {condition}, ', concat(', ', coalesce(outcome.guard, ''), ', ')) = 0 then
{#else}
else
{/if}
  set outcome.guard = concat_ws(', ', outcome.guard, '{condition}');
end if;

{define take_move}
set outcome.to_state = {to_state};
{#if choice_has_hooks}
set outcome.move = {move_number};
{/if}
