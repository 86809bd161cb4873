-- The locks of a transition: it takes keyed locks, and held locks and freezes may stop it.

{define key_variables}
{#if has_key or is_serialized}
  declare is_locked boolean;
{#if has_entity and has_text_key}
  declare given_id {>text_type} default $1;
{/if}
{/if}
{#if has_key}
  declare lock_key {>text_type};
{/if}
{#if keeps_creation}
  -- by the names of columns: a session that has called this continues with it when the table gets one more
  declare creation row (sort_key integer{#each columns}, {column} {column_type}{/each});
{/if}

{define take_keyed_locks}
{#if has_key or is_serialized}
{>read_lock_keys}
  -- in one order, so that no two transitions wait for each other; all reads come after the locks
  begin
    declare number bigint;
    declare is_shared, is_over boolean default false;
    declare wanted cursor for
      select distinct one.number, one.is_shared from (
        {>keyed_locks}
      ) one where one.number is not null order by one.number;
    {>take_numbers}
  end;
{/if}

{define take_keyed_locks_again}
{! If the key was spelled differently, the locks of its stored spelling are others.}
{#if has_entity and has_text_key}
{#if has_key or is_serialized}
  if binary $1 <> binary given_id then
{>take_keyed_locks}
  end if;
{/if}
{/if}

{define read_lock_keys}
{! Locks on keys are rows that are changed or locked, so their names must be known before the first read without a lock. The
creation's parameters never change, so they are read with a lock. With `storage transitions` only they are, because the next
transition changes that row. Without a creation there is no entity.}
{#if keeps_creation}
  select begun.sort_key{#each columns}, begun.{column}{/each} into creation.sort_key{#each columns}, creation.{column}{/each}
    from {transitions} begun
    where begun.{name}_id = $1 and begun.sort_key = {step} {#if has_head}lock in share mode{#else}for update{/if};
{/if}
{#if has_key}
  set lock_key = {key_value};
{/if}

{define keyed_locks}
{! Their numbers; null if there is no lock.}
{#if has_key}
select pawl_database.pawl_key('', lock_key) as number, true as is_shared{#if is_serialized}
union all {/if}
{/if}
{#each serialized}select pawl_database.pawl_key({machine}, {serialized_value}) as number, false as is_shared{#between}
union all {/each}

{define take_numbers}
{! The numbers of the cursor `wanted`.}
declare continue handler for not found set is_over = true;
open wanted;
every_lock: loop
  fetch wanted into number, is_shared;
  if is_over then
    leave every_lock;
  end if;
  {>refuse_older_snapshot}
  select pawl_database.pawl_take_number(number, is_shared) into is_locked;
end loop;
close wanted;

{define refuse_older_snapshot}
{! Begins a statement that locks a row. If the surrounding statement or transaction has a snapshot already, guards and effects read
that snapshot. They could miss a commit of the row's last owner, so a changed row is error 1020. Servers before 10.11.8 lack this
setting.}
{#if has_sql_hooks and has_hooks}
/*M!101108 set statement innodb_snapshot_isolation = on for */
{/if}

{define look_for_locks}
{! With a lock, which also sees the latest rows in a transaction with an old snapshot. READ COMMITTED locks nothing if it finds
nothing. Outside a transaction a call ends soon, so a freeze waits for its share lock, and one row is enough. A transaction may be
long, so it locks the gate only. If it finds no freeze, it locks the gate and looks again. Then either the transaction sees the
freeze, or the freeze sees the transaction. If it finds a freeze, it does not lock the gate, and delays nobody.}
if @@in_transaction then
  set is_free = true;
  select false into is_free from pawl_database.pawl_freezes type_lock
    where type_lock.machine = {machine} lock in share mode;
  if is_free then
    {>look_at_gate}
  end if;
else
  select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
    where gate.machine = {machine} and gate.number = 256 lock in share mode;
end if;
{>refuse_closed_gate}
{#if has_key}
if {lock_owner} is not null or {lock_token} is not null then
  set is_free = false;
else
  select false into is_free from pawl_database.pawl_locks held
    where held.lock_key = lock_key limit 1 lock in share mode;
end if;
{/if}

{define look_at_gate}
select type_lock.machine is null, gate.is_closed into is_free, is_closed
  from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
  where gate.machine = {machine} and gate.number = 0 lock in share mode;

{define refuse_closed_gate}
if is_closed then -- until its migration has ended
  signal sqlstate 'PW007' set message_text = 'machine {name} is being migrated: try again';
end if;

{define go_to_gate}
{! If the found freeze stops nobody: an expired freeze stays until it is deleted.}
select gate.is_closed into is_closed from pawl_database.pawl_gates gate
  where gate.machine = {machine} and gate.number = 0 lock in share mode;
{>refuse_closed_gate}

{define find_gate}
set @pawl_gate = if(@@wsrep_on, {#literal}{>pass_gate}{/literal}, {#literal}{>refuse_nodes}{/literal});

{define pass_gate}
{! In a cluster of nodes.}
if @@wsrep_on then
  set is_free = pawl_database.pawl_pass_gate({machine});
end if;

{define refuse_nodes}
if @@wsrep_on then
  signal sqlstate '45000' set message_text = 'machine {name} was deployed on a server of its own, which is a node of a cluster now: apply its SQL again';
end if;

{define explain_lock}
{! The status and the obstacle in one text, which event_body splits, or null. A key that is null or too long has no held locks.}
set outcome.detail = {#if has_key}pawl_database.pawl_obstacle({machine}, $1, {request_id}, if(octet_length(lock_key) > {key_max}, '', lock_key), {lock_owner}, {lock_token}){#else}pawl_database.pawl_frozen({machine}, $1, {request_id}){/if};
