-- Guards and effects in SQL as functions, which only the functions of events call.
--
-- Each has a function of its own, so that an error names it, and its text sees no name of the event's function. It is
-- parsed when it is created: later objects in the schema cannot change its meaning.

{define hook_functions}
{#if has_sql_hooks}

-- Guards and effects are only called by the functions of events. Their tables are those of {schema}.
-- An effect that inserts, updates or deletes becomes the rule of an empty view if possible: it is
-- parsed now, as in a function with `begin atomic`, but planned once a session and not at each call.
set local search_path = pg_catalog, {schema}, pg_temp;
-- Literals get their values now.
set local timezone = 'UTC';
set local timezone_abbreviations = 'Default';
set local datestyle = 'ISO, MDY';
set local intervalstyle = postgres;
set local lc_monetary = 'C';
set local array_nulls = on;
set local xmloption = content;
set local transform_null_equals = off;
{#each sql_hooks}
{>hook_function}
{#if may_be_rule}
{>plan_once}
{/if}
{/each}

set local search_path = pg_catalog, pg_temp;
{>keep_search_path}
{/if}

{define hook_function}
{! The planner can inline a guard into the calling statement, whose plan is kept. Otherwise it would plan the guard at each call.
PostgreSQL's wiki, "Inlining of SQL functions", requires one SELECT, stable, without settings. keep_search_path is for guards that
need a setting.}

-- {hook_kind} {hook_name} of machine {name}
{hook_comment}
create or replace function {>hook_signature} returns {#if is_guard}setof boolean
language sql stable{#else}void
language sql {>hook_settings}{/if}
begin atomic
{hook_text}
;
end;
revoke all on function {>hook_signature} from public;

{define hook_signature} {hook_function}({#each hook_references}{argument_type}{#between}, {/each})
{define hook_settings} volatile set search_path = pg_catalog, {schema}, pg_temp

{define hook_environment}
{! A caller's settings must not change a guard or effect. These are the settings that any login may set and that affect expressions;
the last two concern PL/pgSQL functions that they call. They are set on the function of the event, because a guard with a setting
cannot be inlined, and only for events with SQL hooks, because each costs half a microsecond to one. timezone_abbreviations is
missing, because it takes 0.3 ms.}

  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = postgres set extra_float_digits = 1
  set bytea_output = hex set xmlbinary = base64 set xmloption = content set array_nulls = on
  set lc_monetary = 'C' set lc_numeric = 'C' set lc_time = 'C'
  set default_text_search_config = 'pg_catalog.simple' set gin_fuzzy_search_limit = 0 set quote_all_identifiers = off
  set standard_conforming_strings = on set transform_null_equals = off

{define plan_once}
{! A function with `begin atomic` is planned at each call. A PL/pgSQL statement is planned once a session, but parsed when it runs.
A rule is parsed when it is created. The view of the function's name is empty and takes the arguments. The function exists already,
so names and syntax are right. The caught errors are limits of rules, such as a value inside `with`, or in a join's condition.}
drop view if exists {hook_function};
create view {hook_function} as
  select {#if takes_arguments}{#each hook_references}null::{argument_type} as argument_{argument_number}{#between}, {/each}{#else}null::text as nothing{/if} where false;
do {#quoted}
begin
  create rule effect as on insert to {hook_function} do instead (
{rule_text}
  );
  create or replace function {>hook_signature} returns void
  language plpgsql {>hook_settings}
  as $$ begin insert into {hook_function}{#if takes_arguments} values ({#each hook_references}${argument_number}{#between}, {/each}){#else} default values{/if}; end $$;
exception when syntax_error_or_access_rule_violation or feature_not_supported then
  drop view {hook_function}; -- PostgreSQL has no such rule
end
{/quoted};

{define check_all_grants}
{! The deploying login learns of a missing grant at once. EXPLAIN computes constants, so this comes after the statement that refuses
foreign code.}
{#if has_sql_hooks}

set local search_path = pg_catalog, {schema}, pg_temp;
{#if roles}
{#each sql_hooks}
{>check_grants}
{/each}
{/if}

set local search_path = pg_catalog, pg_temp;
{/if}

{define check_grants}
do {#quoted}
begin
  perform public.pawl_explain({#literal}{hook_text}{/literal}::text,
    '{#if takes_arguments}({#each hook_references}{argument_type}{#between}, {/each}){/if}'::text,
    '{#if takes_arguments}({#each hook_references}null{#between}, {/each}){/if}'::text, current_setting('search_path'));
exception when insufficient_privilege then
  raise warning '{hook_kind} {hook_name} of machine {name} cannot run yet: %', sqlerrm
    using hint = 'It runs as pawl_owner: grant pawl_owner the rights that it needs on that table, such as select or insert, and update if it locks rows.';
end
{/quoted};

{define keep_search_path}
{! Names in a guard are resolved when it is created. But foreign functions, operators, types, views and policies may look up names
when they run. A guard that writes or locks rows is not stable.}
{#if has_sql_guards}

-- Guards that run code of others, or lock rows, find that code's names as before.
do $pawl$
declare
  guard regprocedure;
begin
  for guard in
    select made.oid from pg_proc made
      where made.oid = any (array[
        {#each sql_guards}{#literal}{>hook_signature}{/literal}{#between},
        {/each}]::regprocedure[])
      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'
        or exists (
          select from pg_depend uses
            left join pg_class relation
              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid
            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid
              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not true))
  loop
    execute format('alter function %s {>hook_settings}', guard);
  end loop;
end
$pawl$;
{/if}

{define drop_effects}
{#each sql_hooks}
{#if may_be_rule}
  drop view if exists {hook_function};
{/if}
{/each}
