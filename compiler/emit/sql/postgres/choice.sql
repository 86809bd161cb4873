-- How the function of an event evaluates the guards of its transitions, and runs the effects of the chosen one.
--
-- The transitions from one state are tried in order. They are one choice, and neighbouring states with the same choice
-- share it, as those of a composite do. C writes the nested tree of guards (choice_words.c) from the fragments at the
-- end.

{define choice_variables}
{#if reads_creation}
  created record;
{/if}
{#if has_sql_effects}
  is_done boolean; -- effects are called in an expression, which costs less than a query
{/if}
{#if has_guards}
  moment timestamptz;
{/if}
{#each kept_guards}
  guard_{hook_name} text; -- its answer: '1' passes, '0' refuses, '-' null
{/each}

{define read_creation}
{! The values of the creation to which guards and effects refer.}
{#if reads_creation}
{#if keeps_creation and not reads_personal}
  created := creation;
{#else}
  select {#each created_columns}creation.{column}{#between}, {/each} into created
    from {transitions} creation where creation.{name}_id = $1 and creation.sort_key = {step};
{/if}
{/if}

{define choose}
{! For transitions with conditions or effects from outcome.from_state: sets outcome.to_state and outcome.move, or outcome.guard.}
{#if is_creation}
{#each choices}
{choice}
{/each}
{#else}
  case outcome.from_state
{#each choices}
    when {choice_states} then
{choice}
{/each}
    else null;
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
  case outcome.from_state
{#each acting_choices}
    when {acting_states} then
      {>effects_of_choice}
{/each}
    else null;
  end case;
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
is_done := {>hook_call} is not null;
{/each}

{define hook_call} {hook_function}({#each hook_references}{argument}{#between}, {/each})

{define ask_guard}
{! The guard's result; null also if it finds no row.}
(select passes from {>hook_call} passes limit 1)

{define open_condition}
{! The answer of a guard in SQL is kept if it is needed again, so that commits of others do not change it.}
{#if is_callback}
if substr({verdicts}, {verdict_place}, 1) = '{passing_answer}' then -- {condition}
{#else if is_kept}
{#if is_asked_before}
{>ask_once}
{#else}
guard_{hook_name} := {>answer_of_guard};
{/if}
if guard_{hook_name} = '{passing_answer}' then
{#else}
if {#if is_negated}not {/if}{>ask_guard} then
{/if}

{define ask_once}
if guard_{hook_name} is null then
  guard_{hook_name} := {>answer_of_guard};
end if;

{define answer_of_guard}
case {>ask_guard}
  when true then '1' when false then '0' else '-' end

{define close_condition}
{! A guard that is null also counts as false.}
{#if is_named_here}
else
  outcome.guard := '{condition}';
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
  outcome.guard := concat_ws(', '{#each choice_conditions},
    case when {>kept_answer} <> '{passing_answer}' then '{condition}' end{/each});
end if;

{define kept_answer} {#if is_callback}substr({verdicts}, {verdict_place}, 1){#else}guard_{hook_name}{/if}

{define take_move}
outcome.to_state := {to_state};
{#if choice_has_hooks}
outcome.move := {move_number};
{/if}
