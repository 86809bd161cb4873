-- `storage head`: the current row has an entity's state. Transitions lock it by its key alone.

{define take_head}
{! A creation first inserts the current row with sort_key 0, which nobody else can see. So a second creation of the entity waits,
and then finds the first one's row. A failing insert would leave a shared lock, and two of these would end in a deadlock. Affected
rows depend on the client's flags. From then on the key is spelled as in the table: the column compares as the parent's does, which
may consider other texts equal.}
{#if is_creation}
insert into {current} ({name}_id, state, sort_key, since{>pass_name}) values ($1, '', 0, 0{>pass_value})
  on duplicate key update sort_key = sort_key{#if is_strict}, pawl_pass = {>word}{/if};
{/if}
select head.state, head.sort_key, head.since{#if has_entity and has_text_key}, head.{name}_id{/if}
  into outcome.from_state, outcome.sort_key, outcome.created_at{#if has_entity and has_text_key}, $1{/if}
  from {current} head where head.{name}_id = $1 for update;

{define lock_current}
{! From here nobody else moves the entity. With `storage transitions`, lock_parent has done it. A Galera node replicates `rollback to
savepoint` even if the function has written nothing. So there a creation's savepoint comes after the insert.}
{#if has_head}
{#if is_creation}
<savepoint>
{/if}
{>take_head}
{#if is_creation}
if outcome.sort_key = 0 then
  <savepoint behind it>
  set is_writing = true;
end if;
{#else}
if outcome.sort_key is null{#if keeps_creation} or creation.sort_key is null{/if} then
  {>refuse_not_found}
end if;
{/if}
{/if}

{define begin_creation}
{! Sets a savepoint, unless the caller has set one before all writes of this creation: a kill returns to the last savepoint only,
and leaves all writes before it. Anybody can set the variable, so it is checked against rows that only Pawl's functions write.}
if @pawl_has_savepoint then
  select head.sort_key = 0 into has_savepoint from {current} head where head.{name}_id = $1 for update;
  if not has_savepoint then
    select true into has_savepoint from pawl_database.pawl_deferred waiting
      where waiting.machine = {machine} and waiting.entity = cast($1 as binary) and waiting.request_id = cast({request_id} as binary)
        and waiting.is_firing lock in share mode;
  end if;
end if;
if not has_savepoint then
  savepoint pawl_move;
end if;

{define read_head}
{! A REPEATABLE READ transaction that has read before locks rows that others have committed since, but does not see their values.}
select head.sort_key into seen from {current} head where head.{name}_id = $1;
if seen is null or seen <> outcome.sort_key then
  signal sqlstate '40001' set message_text = 'could not serialize access: {name} was moved since the snapshot of this transaction';
end if;
{#if is_creation}
if is_writing then -- the current row is new
  set outcome = row(null, null, null, null, null, null, null, null);
end if;
{/if}

{define write_head}
{>write_history}
update {current} head
  set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at{#if is_strict}, head.pawl_pass = {>word}{/if}
  where head.{name}_id = $1;

{define give_up_creation}
{! Undoes writes that were made before the decision.}
{#if has_head}
if not has_savepoint then
  rollback to savepoint pawl_move;
end if;
delete from {current} where {name}_id = $1 and sort_key = 0; -- on a node, and for many, it is before the savepoint
if not has_savepoint then
  savepoint pawl_move; -- which an error of the statement goes back to
end if;
{/if}

{define write_history}
insert into {transitions}
  {>columns_of_history}
values ($1, outcome.sort_key, {event}, outcome.from_state, outcome.to_state, outcome.created_at,
  {>who_moves}, cast({request_id} as binary){#each params}, {value}{/each}{>pass_value});

{define columns_of_history}
({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each}{>pass_name})

{define who_moves}
{! With a trace and no name it begins with the blank.}
if({actor} like ' __-%', concat(substring_index(session_user(), '@', 1), {actor}), coalesce({actor}, substring_index(session_user(), '@', 1)))
