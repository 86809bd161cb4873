-- Why an event is possible in an entity's state, or not. It waits for no lock, and writes nothing.

{define why_function}

-- The result that each event would have now. guard: the guards that fail; if the status is PENDING, those whose answers are not known:
-- they need the event's arguments, or a program that has them; DB, or LOCKED with a guard: one that failed, or would wait.
-- has_hooks: the caller is such a program. answers: for it, of the guards of the state. Of an unknown entity: NOT_FOUND, without an event.
create or replace function {schema}.{name}_why(id {key_type}, has_hooks boolean default false{#if has_key}, lock_owner text default null, lock_token bigint default null{/if})
returns table (event text, status text, from_state text, to_state text, sort_key integer, guard text, detail text, answers jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} set lock_timeout = '1ms'{#if has_sql_guards}{>hook_environment}{/if}
as {#quoted}
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  answers jsonb := '{{}';
{#if has_head}
  was_locked boolean; -- or is: by a transaction that may have ended
{/if}
{#if reads_beginning}
  created record;
{/if}
{#if has_state_guards}
  moment timestamptz;
  passes boolean;
{/if}
begin
  select 'OK', head.state, head.sort_key, head.since{#if has_head}, head.xmax <> '0'::xid{/if}
    into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at{#if has_head}, was_locked{/if} from {current} head where head.{name}_id = $1;
  if not found then
    return query select null, 'NOT_FOUND', null, null, null::integer, null, 'there is no such {name}', null::jsonb;
    return;
  end if;
  outcome := public.pawl_blocked(outcome, {machine}::text, $1::text, null::text, {>key_of_entity}, {#if has_key}$3, $4{#else}null::text, null::bigint{/if}, null::integer);
{#if has_head}
  if outcome.status = 'OK' and was_locked then
    begin
      perform from {current} head where head.{name}_id = $1 for share nowait;
      raise sqlstate 'PAWL0'; -- lets go of it
    exception
      when lock_not_available then
        outcome.status := 'LOCKED';
        outcome.detail := 'another transaction has locked its row';
      when serialization_failure then
        outcome.status := 'CONFLICT';
        outcome.detail := 'it has moved since this transaction began to read';
      when sqlstate 'PAWL0' or read_only_sql_transaction then null;
    end;
  end if;
{/if}
{#if has_state_guards}
  if outcome.status = 'OK' then
    moment := greatest(clock_timestamp(), outcome.created_at);
{#if reads_beginning}
    select * into created from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step};
{/if}
{#each state_guards}
    if outcome.from_state in ({guard_states}) then
      begin
        passes := {>ask_guard};
        raise sqlstate 'PAWL0'; -- undoes locks and writes of the guard
      exception when others then
        answers := answers || jsonb_build_object('{hook_name}', case when sqlstate = 'PAWL0' then passes::text
          when sqlstate = '55P03' and sqlerrm like '%lock timeout%' then 'LOCKED it would wait for a lock' else 'DB ' || sqlerrm end);
      end;
    end if;
{/each}
  end if;
{/if}
  return query select * from public.pawl_reasons({machine}::text, outcome, answers,
    case when $2 then '{{}'::jsonb else jsonb_build_object({#each asking_events}{event}::text, '{first_callback}'::text{#between}, {/each}) end, '{moves}'::text);
end
{/quoted};
comment on function {schema}.{name}_why({key_type}, boolean{#if has_key}, text, bigint{/if}) is 'The result that each event would have now, and the guards or the lock in its way.';

{define key_of_entity}
{#if has_key}{#if has_created_key}(select begun.{key_column}::text from {transitions} begun where begun.{name}_id = $1 and begun.sort_key = {step}){#else}$1::text{/if}{#else}null::text{/if}

{define why}
select event, status, from_state, to_state, sort_key, guard, detail, answers::text from {schema}.{name}_why({key:1}, {int:2} = 1{#if has_key}, {text:3}, {bigint:4}{/if}) where {is_accepted}
