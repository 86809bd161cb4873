-- The function of an event for a call that is a transaction by itself, without request_id and sort_key, if transitions
-- change only current row and history. It has fewer statements than the function for one: each statement costs some 15
-- microseconds, and so does each table. It also returns refusals. A call that depends on more than the current row,
-- such as a freeze, or whose arguments libpawl would not send, is left to the function for one (BUSY).

{define own_function}
{#if has_own}

{#if has_entity}
execute immediate replace({#literal}{>own_definition}{/literal}, {#literal}{key_type}{/literal}, @pawl_key_type) //
{#else}
{>own_definition} //
{/if}
{#if roles}
grant execute on function {own_function} to pawl_database_app //
{/if}
{/if}

{define own_definition}
{! The update locks the current row and decides on the locked row. It returns its results in session variables, which are set from
left to right: a function has no other way to learn them. Without a transition the row is written unchanged. An older value of a
variable would determine its type in this statement, so each is set to a text before. On a cluster node a savepoint may not come
first, so nothing is done there.}
create or replace {>definer} function {own_function}(
  $1 {key_type}{#each params},
  {value} {param_type} /* {parameter_comment} */{/each},
  {actor} {>name_type} /* actor */
) returns {>text_type}
comment {event_description}
begin
  if (@pawl_to := '') <> '' or @@in_transaction or @@wsrep_on
    or {>has_misused_values} then
    return {>left_to_the_other};
  end if;
  savepoint pawl_move;
  begin
    declare exit handler for sqlexception begin -- or a function of somebody's that calls this one could keep half of it
      rollback to savepoint pawl_move;
      resignal;
    end;
    update {current} head
      set head.state = coalesce(@pawl_to := case @pawl_from := head.state
          {>arrows}
        end, head.state),
        head.sort_key = @pawl_sort_key := head.sort_key + if(@pawl_to is null, 0, {step}),
        head.since = @pawl_at := if({#if has_entity and has_text_key}(@pawl_id := head.{name}_id) is null or {/if}@pawl_to is null, head.since, greatest({>now}, head.since)){#if is_strict}, head.pawl_pass = {>word}{/if}
      where head.{name}_id = $1;
    {>leave_where_shut}
    if coalesce(@pawl_to, '') = '' then -- no such current row, or none with a transition
      return coalesce((select json_object('status', {>refusal}, 'from', head.state, 'to', null, 'sort_key', head.sort_key,
          'at', head.since, 'guard', null, 'move', null, 'detail', null)
        from {current} head where head.{name}_id = $1 for update), '{{"status": "NOT_FOUND"}');
    end if;
    insert into {transitions}
      {>columns_of_history}
    values ({#if has_entity and has_text_key}@pawl_id{#else}$1{/if}, @pawl_sort_key, {event}, @pawl_from, @pawl_to, @pawl_at,
      {>who_moves}, null{#each params}, {value}{/each}{>pass_value});
    return concat('{{"status": "OK", "from": "', @pawl_from, '", "to": "', @pawl_to, '", "sort_key": "', @pawl_sort_key,
      '", "at": "', @pawl_at, '", "guard": null, "move": null, "detail": null}');
  end;
end

{define left_to_the_other} '{{"status": "BUSY"}'

{define refusal}
{#if has_ignores}if(head.state in ({#each ignores}{state}{#between}, {/each}), 'IGNORED', 'ILLEGAL'){#else}'ILLEGAL'{/if}

{define leave_where_shut}
{! Locked after the current row, as by the function for one: freezes and migrations wait for this call. Nothing of it is kept.}
if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
    where gate.machine = {machine} and gate.number = 256 lock in share mode) is not false then
  rollback to savepoint pawl_move;
  return {>left_to_the_other};
end if;
