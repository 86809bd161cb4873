-- How the function of an event evaluates the guards of its transitions, and runs the effects of the chosen one. The
-- tree is PostgreSQL's (../function/choice_words.c).

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
{! The values of the creation to which guards and effects refer. A variable hides a table of its name, so this variable is not
called creation.}
{#if reads_creation}
  select {#each created_columns}begun.{column}{#between}, {/each} into {#each created_columns}created.{column}{#between}, {/each}
    from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step};
{/if}

{define choose}
{! For transitions with conditions or effects from outcome.from_state: sets outcome.to_state and outcome.move, or outcome.guard.}
{#if is_creation}
{#each choices}
{choice}
{/each}
{#else if has_moves}
  case
{#each choices}
    when outcome.from_state in ({choice_states}) then
{choice}
{/each}
    else begin end;
  end case;
{/if}

{define run_effects}
{! Effects in SQL, in their order. libpawl runs the others.}
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

{define hook_call} {hook_wrapper}({#each hook_references}{argument}{#between}, {/each})

{define open_condition}
{! The answer of a guard in SQL is kept if it is needed again.}
{#if is_callback}
if substr({verdicts}, {verdict_place}, 1) = '{passing_answer}' then -- {condition}
{#else if is_kept}
{#if is_asked_before}
{>ask_once}
{#else}
set guard_{hook_name} = {>answer_of_guard};
{/if}
if guard_{hook_name} = '{passing_answer}' then
{#else}
if {#if is_negated}not {/if}{>hook_call} then
{/if}

{define ask_once}
if guard_{hook_name} is null then
  set guard_{hook_name} = {>answer_of_guard};
end if;

{define answer_of_guard} coalesce(cast({>hook_call} as char), '-')

{define close_condition}
{! A guard that is null also counts as false.}
{#if is_named_here}
else
  set outcome.guard = '{condition}';
{/if}
end if;

{define name_refusals}
{! Each condition that fails. The first one of each transition was evaluated.}
if outcome.to_state is null then
{#each choice_conditions}
{#if may_be_unasked}
  {>ask_once}
{/if}
{/each}
  set outcome.guard = concat_ws(', '{#each choice_conditions},
    case when {>kept_answer} <> '{passing_answer}' then '{condition}' end{/each});
end if;

{define kept_answer} {#if is_callback}substr({verdicts}, {verdict_place}, 1){#else}guard_{hook_name}{/if}

{define take_move}
set outcome.to_state = {to_state};
{#if choice_has_hooks}
set outcome.move = {move_number};
{/if}
