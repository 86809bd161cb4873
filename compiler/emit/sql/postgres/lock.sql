-- The locks of a transition: it takes keyed locks, and held locks and freezes may stop it.

{define lock_variables}
  is_free boolean;
{#if locks_by_expression}
  is_locked boolean;
{/if}
{#if locks_pair}
  one_number bigint;
  other_number bigint;
{/if}
{#if has_key}
  lock_key text;
{/if}
{#if keeps_creation}
  creation {transitions};
{/if}

{define take_keyed_locks}
{! Two numbers are sorted by least and greatest, and an expression takes a single lock: both cost less than a query.}
{#if has_key or is_serialized}
{#if has_key and not has_created_key}
  lock_key := {key_value};
{/if}
{#if keeps_creation}
{>join_before_history}
  -- the parameters of the creation never change
  select * into creation from {transitions} begun
    where begun.{name}_id = $1 and begun.sort_key = {step};
  if not found then
    {>refuse_not_found}
  end if;
{/if}
{#if has_key and has_created_key}
  lock_key := {key_value};
{/if}
  -- in one order, so that no two transitions wait for each other; all reads come after the locks
{#if locks_by_query}
  perform case when lock.is_shared then pg_advisory_xact_lock_shared(lock.number)
      else pg_advisory_xact_lock(lock.number) end
    from (select distinct wanted.number, wanted.is_shared from (values
{#if has_key}
      (public.pawl_key(''::text, lock_key), true),
{/if}
      {#each serialized}({>lock_number}, false){#between},
      {/each}
      ) wanted (number, is_shared) where wanted.number is not null
      order by wanted.number) lock;
{#else if locks_pair}
{#each serialized}
  {which_number} := {>lock_number};
{/each}
  is_locked := pg_advisory_xact_lock(least(one_number, other_number)) is not null
    and pg_advisory_xact_lock(greatest(one_number, other_number)) is not null;
{#else if has_key}
  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is not null;
{#else}
{#each serialized}
  is_locked := pg_advisory_xact_lock({>lock_number}) is not null;
{/each}
{/if}
{/if}

{define lock_number} public.pawl_key({machine}::text, {serialized_value})

{define is_free}
{! Whether a machine is frozen is a constant of the plan: a freeze alters the function, which invalidates the plans of all sessions.
The statement that first locks a current row reads it; for a creation, a statement after the lock on the table does. PostgreSQL
locks the tables of a plan before it checks the plan. So either the plan sees the freeze, or the freeze waits for this transaction's
lock. In the same way, a held lock is granted only if nobody has the key's advisory lock, which is taken before.}
({schema}.{name}_is_free(nullif({>may_move}, true)) and {is_accepted})

{define may_move}
current_setting('transaction_isolation') = 'read committed'{#if has_key}
  and {lock_owner} is null and {lock_token} is null
  and not exists (select from public.pawl_locks held where held.key = lock_key){/if}

{define refused_by_lock}
{! The outcome, or the obstacle if the condition above is not true.}
public.pawl_refuse_locked(outcome, {>place_of_locks}, {#if is_creation}null{#else}{expected_sort_key}{/if}::integer)

{define place_of_locks}
{machine}::text, $1::text, {request_id}, {#if has_key}lock_key, {lock_owner}, {lock_token}{#else}null::text, null::text, null::bigint{/if}

{define refuse_locked}
outcome := {>refused_by_lock};
if outcome.status in ('LOCKED', 'ASLEEP', 'CONFLICT') then
  return outcome;
end if;

{define lock_call} {#if has_key}, {lock_owner_param}, {lock_token_param}{/if}

{define join_moves}
{! The lock on the table of current rows, by which freezes and migrations find transitions. Each part of a transition takes it
before any other lock, or takes no lock that they take.}
  lock table only {#if has_head}{current}{#else}{rows}{/if} in row share mode; -- a later freeze or migration waits

{define join_before_history} {>join_moves}

{define lock_machine}
{! The machine's own: its row among the type locks, and how it is found by its key.}
{>add_type_lock}
call public.pawl_add_is_free({machine}::text, {#literal}{schema_name}{/literal}::text);
{#if has_key}
{>find_by_key}
{/if}

{define add_type_lock}
call public.pawl_add_type_lock({machine}::text, {#literal}{#if has_head}{current}{#else}{rows}{/if}{/literal}::text);

{define find_by_key}
{#if has_created_key and has_head}
call public.pawl_create_once({#literal}{schema}.{name}_transitions_key{/literal}::text,
  {#literal}create index {name}_transitions_key on {transitions} ({key_column}, {name}_id) where sort_key = {step}{/literal}::text);
{/if}
create or replace function {schema}.{name}_with_key(key {lock_key_type})
returns setof {current} language sql stable set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
  select head.* from {current} head
{#if has_created_key}
      join {transitions} begun on begun.{name}_id = head.{name}_id and begun.sort_key = {step}
    where begun.{key_column} = $1
{#else}
    where head.{name}_id = $1
{/if}
    order by head.{name}_id
{/quoted};
comment on function {schema}.{name}_with_key({lock_key_type}) is 'The entities with this lock key.';
