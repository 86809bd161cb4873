-- Guards and effects in SQL as functions. They lie in the application's database, where names without one are looked for;
-- only the functions of events call them, as Pawl's owner.

{define hook_functions}
{#each sql_hooks}
{>hook_function}
{/each}

{define hook_function}

-- {hook_kind} {hook_name}
{hook_comment}
delimiter //
create or replace {>definer} function {hook_function}({#each hook_references}${argument_number} {argument_type}{#between}, {/each})
returns boolean
{#if is_guard}
not deterministic reads sql data sql security definer
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
not deterministic modifies sql data sql security definer
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
delimiter ;
{#if roles}
grant execute on function {hook_function} to pawl_database_owner;
{/if}

{define name_hook}
{! Behind what is said, whose length MariaDB limits: the driver reads it there.}
get diagnostics condition 1 said = message_text;
set said = concat(left(said, 300), ' [{hook_kind} {hook_name}]');
resignal set message_text = said;
