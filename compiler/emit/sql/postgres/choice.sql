-- How the function of an event asks the guards of its moves, and runs the effects of the one that is made.
--
-- What moves from one state are tried one after the other. They are one choice; states side by side for which it
-- would be the same, as those of a composite, share it. What nests by its guards is a tree that C writes
-- (choice_words.c), of the fragments at the end.

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
{! What guards and effects refer to of it.}
{#if reads_creation}
{#if keeps_creation and not reads_personal}
  created := creation;
{#else}
  select {#each created_columns}creation.{column}{#between}, {/each} into created
    from {transitions} creation where creation.{name}_id = $1 and creation.sort_key = {step};
{/if}
{/if}

{define choose}
{! Of moves with conditions or effects: sets outcome.to_state and outcome.move, or outcome.guard, for what is in
outcome.from_state.}
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
{! Those in SQL, in their order; others are libpawl's.}
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

{define hook_call}
{hook_function}({#each hook_references}{argument}{#between}, {/each})

{define ask_guard}
{! What it answers: null, too, where it finds no row.}
(select passes from {>hook_call} passes limit 1)

{define open_condition}
{! A guard in SQL that may be asked again has one answer for the whole choice, whatever others commit.}
{#if is_callback}
if substr({verdicts}, {verdict_place}, 1) = '{passing_answer}' then -- {condition}
{#else}
{#if is_kept}
if guard_{hook_name} is null then
  guard_{hook_name} := case {>ask_guard}
    when true then '1' when false then '0' else '-' end;
end if;
if guard_{hook_name} = '{passing_answer}' then
{#else}
if {#if is_negated}not {/if}{>ask_guard} then
{/if}
{/if}

{define close_condition}
{! Null is not true: it comes here, too. What else refused it is known already where an earlier move has the same
condition.}
{#if is_asked_before}
elsif ('{condition}' = any (string_to_array(outcome.guard, ', '))) is not true then
{#else}
else
{/if}
  outcome.guard := concat_ws(', ', outcome.guard, '{condition}');
end if;

{define take_move}
outcome.to_state := {to_state};
{#if choice_has_hooks}
outcome.move := {move_number};
{/if}
