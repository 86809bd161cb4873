-- Guards and effects in SQL as functions. They are in the application's database, in which unqualified names are looked
-- up. They have the rights of their caller, so calling one gives nobody a right. Events call a second function in
-- Pawl's database, which calls them as the role for guards and effects. That role cannot write Pawl's tables.

{define hook_functions}
{#each sql_hooks}
{>hook_function}
{/each}

{define hook_function}

-- {hook_kind} {hook_name} of machine {name}
{hook_comment}
delimiter //
create or replace {>definer} function {hook_function}({#each hook_references}${argument_number} {argument_type}{#between}, {/each})
returns boolean
{#if is_guard}
reads sql data sql security invoker
begin
  declare passes double;
  declare said {>text_type};
  declare answers cursor for
{hook_text}
;
  declare continue handler for not found set passes = null;
  declare exit handler for sqlexception begin
    {>name_hook}
  end;
  open answers;
  fetch answers into passes; -- of several rows the first
  close answers;
  return passes <> 0;
end //
{#else}
modifies sql data sql security invoker
begin
  declare said {>text_type};
  declare exit handler for sqlexception begin
    {>name_hook}
  end;
{hook_text}
;
  return true;
end //
{/if}
set @pawl_function = {#literal}{>hook_wrapper_body}{/literal} //
execute immediate concat({#literal}create or replace {#if roles}definer = pawl_database_hooks {/if}function {/literal},
  replace(@pawl_function, '<clock>', if(@@secure_timestamp = 'NO', {#literal}{>clock_setting}{/literal}, ''))) //
delimiter ;
{#if roles}
grant execute on function {hook_function} to pawl_database_hooks;
grant execute on function {hook_wrapper} to pawl_database_hooks; -- a function's definer needs it
{/if}

{define hook_wrapper_body}
{! Resets the caller's settings, which could deceive a guard. A variable that a function sets would stay set after a kill, so each
is set for one statement. The moment of versioned tables affects a SELECT only.}
{hook_wrapper}({#each hook_references}${argument_number} {argument_type}{#between}, {/each})
returns boolean
{#if is_guard}
reads sql data
{/if}
begin
  declare answer boolean;
  set statement time_zone = '+00:00', system_versioning_asof = default, group_concat_max_len = default,
      div_precision_increment = default, lc_time_names = default, default_week_format = default, default_regex_flags = default,
      max_sort_length = default, max_recursive_iterations = default, sql_select_limit = default{#if not is_guard},
      foreign_key_checks = default, check_constraint_checks = default, unique_checks = default, sql_safe_updates = default,
      insert_id = default{/if}<clock>
    for select {hook_function}({#each hook_references}${argument_number}{#between}, {/each}) into answer;
  return answer;
end

{define clock_setting}
{! With secure_timestamp, functions cannot set the clock either.}
, timestamp = ({>now}) * 0.000001

{define name_hook}
{! After the message, because MariaDB limits its length. The driver reads the name there.}
get diagnostics condition 1 said = message_text;
set said = concat(left(said, 300), ' [{hook_kind} {hook_name}]');
resignal set message_text = said;
