-- The database itself fires a deferred event, with the arguments of the deferral, and records the result in the same
-- call: a login with the right to fire cannot record another result. Programs report only a callback's veto, which the
-- database cannot know.

{define deferred_functions}
{>fire_deferred_function}
{#if has_callbacks}
{>fail_deferred_function}
{/if}

{define fire_deferred_function}

-- Fires an event that was stored for later (defer), and records the result. NOT_FOUND: it was fired already.
create or replace function {schema}.{name}_fire_deferred(number bigint, verdicts text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  waiting public.pawl_deferred := public.pawl_take_deferred({machine}::text, $1);
  given text[] := {#if has_text_key}public.pawl_deferred_arguments(waiting.arguments){#else}case when waiting.entity ~ '{key_pattern}$' then public.pawl_deferred_arguments(waiting.arguments) end{/if};
begin
  if waiting.number is null then
    return row('NOT_FOUND', null, null, null, null, null, null, null)::public.pawl_outcome;
  end if;
  begin
    outcome := case waiting.event || ' ' || cardinality(given)
{#each events}
      when {event} || ' {param_count}' then {event_function}(waiting.entity{#if not has_text_key}::{key_type}{/if},{#each params} {>deferred_argument}{/each}
        waiting.actor, waiting.request_id{#if not is_creation}, null::integer{/if}{#if has_key},
        waiting.lock_owner, waiting.lock_token{/if}{#if takes_verdicts}, $2{/if}{#if takes_item}, null::public.pawl_item{/if})
{/each}
      else public.pawl_refuse_deferred(waiting, waiting.event in ({#each events}{event}{#between}, {/each}), {#if has_text_key}true{#else}given is not null{/if})
    end;
  exception when query_canceled or assert_failure or others then
    if sqlstate in ('40001', '40P01') then
      raise; -- and it is fired again
    end if;
    outcome := null;
    outcome.status := 'DB'; -- perhaps each time, and then all later events would wait for it
    outcome.detail := {machine} || ' ' || waiting.entity || ': ' || waiting.event || ': ' || sqlerrm;
  end;
  perform public.pawl_answer_deferred($1, outcome);
  return outcome;
end
{/quoted};

{define deferred_argument}
{! Reads a value from the text that libpawl wrote: see arguments_write in runtime/move/deferred.c. A time is in parts, as when
libpawl sends it.}
{#if is_text}
given[{param_place}],
{/if}
{#if is_bool}
given[{param_place}]::integer <> 0,
{/if}
{#if is_bytes}
decode(given[{param_place}], 'hex'),
{/if}
{#if is_timestamp}
timestamptz 'epoch' + (given[{param_place}]::bigint / 1000000000000)::float8 * interval '1000000 seconds'
  + (given[{param_place}]::bigint % 1000000000000)::float8 * interval '1 microsecond',
{/if}
{#if is_as_the_server_reads_it}
given[{param_place}]::{param_type},
{/if}

{define fail_deferred_function}
{! For events without callbacks only the database can record a failure. The state is read, not passed.}

-- Records the result of a deferred event that a callback of a program has refused.
create or replace function {schema}.{name}_fail_deferred(number bigint, status text, detail text)
returns void language sql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
  update public.pawl_deferred pending
    set status = $2, detail = $3, fired_at = clock_timestamp(), (from_state, sort_key) = (
      select head.state, head.sort_key from {current} head
        where head.{name}_id = pending.entity{#if not has_text_key}::{key_type}{/if} and $2 = 'REFUSED')
    where pending.number = $1 and pending.machine = {machine} and pending.status is null
      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ({#each asking_events}{event}{#between}, {/each})
{/quoted};

{define fire_deferred} select {schema}.{name}_fire_deferred({bigint:1}, {text:2}) where {is_accepted}

{define fail_deferred}
{#if has_callbacks}select {schema}.{name}_fail_deferred({bigint:1}, {text:2}, {text:3}) where {is_accepted}{/if}
