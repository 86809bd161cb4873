-- The function of an event on MariaDB. It is a function, because a kill or an error undoes a whole function, but may
-- commit half of a procedure. It returns a JSON object.
--
-- All locks come first: keyed ones, the parent's, the current row's. The first read without a lock comes after them,
-- because it takes the call's only snapshot. Parameters have numbers only, so that no name changes the meaning of the
-- body. Column names always have a table in front.

{define event_function}
{! Each call of a function opens all tables that its text names, also unused ones. So the deployment writes the code of the nodes'
gate on a node only, and the type of the key into the text. Programs call the function by their version's name, which saves a check
of the version.}

{event_comment}
set @pawl_function = concat(
  {#if has_entity}replace({/if}{#literal}{>event_signature}{/literal}{#if has_entity}, {#literal}{key_type}{/literal}, {>key_type_of_call}){/if},
  {#literal} comment {event_description} {/literal},
  {#if is_creation and has_head}replace(replace({/if}replace({#literal}{>event_body}{/literal},
    '<gate>', @pawl_gate){#if is_creation and has_head},
    '<savepoint>', if(@@wsrep_on, '', {#literal}{>begin_creation}{/literal})),
    '<savepoint behind it>', if(@@wsrep_on, 'savepoint pawl_move;', '')){/if}) //
execute immediate concat({#literal}create or replace {>definer} function {event_function}{/literal}, @pawl_function) //
execute immediate concat({#literal}create or replace {>definer} function {versioned_function}{/literal}, @pawl_function) //
{#if roles}
grant execute on function {event_function} to pawl_database_app //
grant execute on function {versioned_function} to pawl_database_app //
{/if}

{define event_body}
begin
  {>key_as_number}
  declare outcome {>outcome_row};
  declare seen integer;
  declare is_writing, is_free, is_closed boolean default false;
{#if is_creation and has_head}
  declare has_savepoint boolean default false; -- the caller
{/if}
{#if has_other_storage}
  declare is_recent boolean;
{/if}
{>key_variables}
{>choice_variables}
  declare exit handler for sqlexception begin -- or a function of somebody's that calls this one could keep half of it
    if is_writing then
      {>undo_writing}
    end if;
    resignal;
  end;
  decided: begin -- a refusal leaves this block
  {>event_steps}
  end;
  if outcome.status is null then -- a freeze or a lock: the first word of the detail
    set outcome.status = substring_index(outcome.detail, ' ', 1),
      outcome.detail = substring(outcome.detail, locate(' ', outcome.detail) + 1);
  end if;
  return {>answer};
end

{define event_steps}
{>refuse_misuse}
{>take_keyed_locks}
{>lock_parent}
{#if is_creation}
{>create}
{#else}
{>move}
{/if}

{define outcome_row}
row (status {>name_type}, from_state {>name_type}, to_state {>name_type}, sort_key integer,
    created_at bigint, guard {>text_type}, move integer, detail {>text_type})

{define event_signature}
(
  $1 {key_type}{#each params},
  {value} {>type_of_call} /* {parameter_comment} */{/each},
  {actor} {>name_type} /* actor */,
  {request_id} {>name_type} /* request_id */{#if not is_creation},
  {expected_sort_key} integer /* expected sort_key */{/if}{#if has_key},
  {lock_owner} {>name_type} /* lock_owner */,
  {lock_token} bigint /* lock_token */{/if}{#if takes_verdicts},
  {verdicts} {>text_type} /* verdicts of guards in C */{/if}{#if takes_item},
  {item} {>name_type} /* item: declaration */,
  {item_fence} integer /* fence */,
  {item_claim} bigint /* claim */{/if}
) returns {>text_type}

{define signatures}
{! For the head of the file: a login that may only call a function cannot see its definition.}
-- Transitions of {name} in SQL, with null for omitted arguments; each returns an object of JSON:
{#each events}
--   select {event_function}({name}_id{#each params}, {parameter_comment}{/each}, actor, request_id{#if not is_creation}, expected sort_key{/if}{#if has_key}, lock_owner, lock_token{/if}{#if takes_verdicts}, verdicts of guards in C{/if}{#if takes_item}, item, fence, claim{/if})
{/each}
-- The result that each event would have now: select {schema}.{name}_why({name}_id, false{#if has_key}, lock_owner, lock_token{/if})

{define answer}
json_object('status', outcome.status, 'from', outcome.from_state, 'to', outcome.to_state,
    'sort_key', outcome.sort_key, 'at', outcome.created_at, 'guard', outcome.guard, 'move', outcome.move,
    'detail', outcome.detail)

{define answer_moved}
{#if has_plain_states and not has_hooks}
{! As json_object() would write it, which converts the collations of all names in each call.}
return concat('{{"status": "OK", "from": "', outcome.from_state, '", "to": "', outcome.to_state, '", "sort_key": "', outcome.sort_key,
  '", "at": "', outcome.created_at, '", "guard": null, "move": null, "detail": null}');
{#else}
set outcome.status = 'OK';
return {>answer};
{/if}

{define refuse_misuse}
{#each params}
{#if is_uuid}
  set {value} = lower({value});
{/if}
{/each}
  if {>is_misuse} then
    set outcome.status = 'MISUSE', outcome.detail = {>why_misused};
    leave decided;
  end if;
{#if has_uuid_key}
  set $1 = lower($1);
{/if}

{define key_type_of_call}
{! As a uuid or a number, a malformed key would be error 1292, 1366 or 1264 before the function could refuse it, and the text of a uuid
would be bytes to the locks.}
{#if has_number_key}'{>text_type}'{#else}if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type){/if}

{define key_as_number}
{! Hides the parameter. Null if it is no number of the key's type.}
{#if has_number_key}
  declare $1 bigint default case when $1 regexp '^[+-]?0*[0-9]{1,19}\z' then case
    when cast($1 as decimal(19, 0)) between {#if has_int_key}-2147483648 and 2147483647{#else}-9223372036854775808 and 9223372036854775807{/if} then $1 end end;
{/if}

{define type_of_call}
{! In the same way, a text that is longer than a uuid would be error 1406.}
{#if is_uuid}{>text_type}{#else}{param_type}{/if}

{define why_misused}
{! All requirements in one text, instead of a text for each of a dozen conditions.}
'must be given: id{#each params}{#if not is_optional}, {param_name}{/if}{/each}; {#each params}{#if is_uuid}{param_name} is a uuid, {/if}{/each}{#if has_uuid_key}an id is a uuid, {#else}{#if has_text_key}an id has 1 to {key_max} bytes, {#else}an id is a whole number of {#if has_int_key}32{#else}64{/if} bits, {/if}{/if}a request_id 1 to {request_id_max}, an actor up to {actor_max}'

{define why_illegal} concat({event}, ' is not allowed in ', outcome.from_state, '; {moves} says what is')

{define is_misuse}
{>has_misused_values}
  or octet_length({request_id}) not between 1 and {request_id_max}

{define has_misused_values}
{#if has_text_key and not has_uuid_key}coalesce(octet_length($1), 0) not between 1 and {key_max}{#else}$1 is null{#if has_uuid_key} or $1 not regexp '{>any_uuid}'{/if}{/if}
{#each params}
  {>misused_value}
{/each}
  or octet_length({>who_moves}) > {actor_max}

{define any_uuid} (?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z

{define misused_value}
{! The values that libpawl refuses, too. Texts must be in the one form in which libpawl writes them. A NUL ends a text there.
MariaDB's JSON functions know 32 levels; libpawl judges deeper nesting. They accept an escaped NUL and half of a surrogate pair. In
a pattern $ also matches before a line end, and \z does not.}
{#if not is_optional}
or {value} is null
{/if}
{#if is_text}
or locate(x'00', {value})
{/if}
{#if is_numeric}
or {value} not regexp '^(-(?![0.]*\z))?(0|[1-9][0-9]*)([.][0-9]+)?\z'
or length(replace(replace({value}, '-', ''), '.', '')) > {numeric_max}
{/if}
{#if is_uuid}
or {value} not regexp '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z'
{/if}
{#if is_bool}
or {value} not in (0, 1)
{/if}
{#if is_timestamp}
or {value} not between -210863520000000000 and 9223371244800000000
{/if}
{#if is_json}
or (not json_valid({value}) and length({value}) - length(replace(replace({value}, '[', ''), '{', '')) <= 32)
or (locate('\u', {value}) and {value} not regexp
  '^([^\\]++|\\[^u]|\\u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})*+\z')
{/if}

{define need_verdicts}
{! After the state and locks, so that refusals that no hook decides are the same for every caller.}
{#if takes_verdicts}
  if {verdicts} is null{#if not is_creation} and outcome.from_state in ({#each moves}{from_state}{#between}, {/each}){/if} then -- only a program of libpawl has its guards and effects in C
    set outcome.status = 'MISUSE';
    set outcome.guard = '{first_callback}';
    leave decided;
  end if;
{/if}

{define lock_parent}
{! Before the current row, so that a client that locks the entity's own row first does not deadlock. A creation keeps the row from
being deleted, also if foreign_key_checks is off. The key gets the parent's spelling.}
{#if has_mirror or has_other_storage}
  {>refuse_older_snapshot}
  select 1{#if has_text_key}, {>parent_spelling}{/if} into seen{#if has_text_key}, $1{/if} from {parent} parent {>as_table} where parent.{parent_column} = $1 for update;
{#else if has_entity and is_creation}
  {>refuse_older_snapshot}
  select 1{#if has_text_key}, {>parent_spelling}{/if} into seen{#if has_text_key}, $1{/if} from {parent} parent {>as_table} where parent.{parent_column} = $1 lock in share mode;
{/if}

{define parent_spelling}
{! A char(36) may hold a uuid in capitals; transitions have it in small letters.}
{#if has_uuid_key}lower(parent.{parent_column}){#else}parent.{parent_column}{/if}

{define refuse_not_found}
{>explain_lock}
if outcome.detail is null then
  set outcome.status = 'NOT_FOUND',
    outcome.detail = {#if is_creation}{#literal}insert its row into {parent} first, with that key as {parent_column}{#if has_uuid_key}, in small letters unless its collation ignores case{/if}{/literal}{#else}'there is no such {name}'{/if};
end if;
leave decided;

{define answer_again}
{! A request id keeps the result of its first request, and a repetition gets that result. The table is named only in the statement
that writes it, so it is opened once.}
if {request_id} is not null then
  select case when {transitions}.event = {event}
{#each params}
        and {>same_value}
{/each}
      then 'OK' else 'REUSED' end,
      {transitions}.from_state, {transitions}.to_state, {transitions}.sort_key, {transitions}.created_at
    into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
    from {transitions} where {transitions}.{name}_id = $1 and {transitions}.request_id = cast({request_id} as binary);
  if outcome.detail is not null then
    set outcome.status = outcome.detail, outcome.detail = null;
    leave decided;
  end if;
end if;

{define same_value}
{! An erased value counts as equal, so that a repeated request is not done again.}
{#if is_personal}({transitions}.{column} is null or {/if}{#if is_numeric}if(locate('.', {transitions}.{column}), trim(trailing '.' from trim(trailing '0' from {transitions}.{column})), {transitions}.{column}) <=> if(locate('.', {value}), trim(trailing '.' from trim(trailing '0' from {value})), {value}){#else}{transitions}.{column} <=> {value}{/if}{#if is_personal}){/if}

{define follow_move}
{! Other effects of a transition, after its row and its current row.}
{#if has_mirror}
  update {parent} parent {>as_table} set parent.{mirror_column} = outcome.to_state where parent.{parent_column} = $1;
{/if}
{>queue_follows}
{>run_effects}
{>outbox_write}

{define refuse_orphan}
{! A parent that does not exist. Guards are evaluated first, as if a foreign key refused at the end. If the parent's row is the
first lock everywhere, this comes first.}
{#if takes_verdicts and has_head and not has_mirror}
{>explain_lock}
if outcome.detail is not null then
  leave decided;
end if;
{>need_verdicts}
{/if}
{#if has_guards and has_head and not has_mirror}
{>explain_lock}
if outcome.detail is not null then
  leave decided;
end if;
set outcome.from_state = '';
{#if has_callback_guards}
if {verdicts} = '?' then
  set outcome.status = 'ASK';
  leave decided;
end if;
{/if}
set moment = {>now};
{>choose}
if outcome.to_state is null then
  set outcome.status = 'REFUSED', outcome.detail = concat({event}, ' is refused by ', outcome.guard);
  leave decided;
end if;
set outcome.from_state = null, outcome.to_state = null, outcome.guard = null, outcome.move = null;
{/if}
{>refuse_not_found}

{define create}
{#if has_entity}
  if seen is null then
    {>refuse_orphan}
  end if;
  set seen = null;
{/if}
  {>lock_current}
{>take_keyed_locks_again}
  {>look_for_locks}
  {>read_current}
  if outcome.sort_key is not null then
    {>answer_again}
    {>explain_lock}
    set outcome.status = if(outcome.detail is null, 'EXISTS', null);
    leave decided;
  end if;
  if not is_free then
    {>explain_lock}
    if outcome.detail is not null then
      {>give_up_creation}
      leave decided;
    end if;
    {>go_to_gate}
  end if;
{>choose_creation}
  {>begin_writing}
  {>write_current}
{>follow_move}
  {>answer_moved}

{define take_current}
{! Locks the state of the entity, and reads it with that lock.}
{#if has_head}
{>take_head}
{#else}
{>take_row}
{/if}

{define read_current}
{! The first read without a lock, after all locks: the state of the entity, in outcome. sort_key is null if it does not exist.}
{#if has_head}
{>read_head}
{#else}
{>read_rows}
{/if}

{define begin_writing}
{! All writes come after a savepoint. A statement that fails, is killed or waits too long for a lock returns to the last savepoint
of the function, and no handler runs. A write to a node's gate may stay. It must come first, because a Galera node replicates
`rollback to savepoint` even if the function has written nothing.}
{>begin_savepoint}
{#if not has_head}
insert into {>mover_table} ({name}_id, connection) values ($1, connection_id());
{/if}

{define begin_savepoint}
<gate>
{#if is_creation and has_head}
{! lock_current has set it.}
{#else}
savepoint pawl_move;
set is_writing = true;
{/if}

{define write_current}
{! The row of the transition and the state of the entity, unless begin_writing has written them.}
{#if has_head}
{>write_head}
{#else}
{>write_row}
{/if}

{define undo_writing}
{#if is_creation and has_head}
{>give_up_creation}
{#else}
rollback to savepoint pawl_move;
{/if}

{define choose_creation}
{! The row to write, or a refusal.}
{#if takes_verdicts and has_head}
  if {verdicts} is null then
    {>give_up_creation}
  end if;
{/if}
{>need_verdicts}
  set outcome.from_state = '';
{#if has_guards}
{#if has_callback_guards}
  if {verdicts} = '?' then -- the caller runs its guards in C, and calls again
    {>give_up_creation}
    set outcome.status = 'ASK';
    leave decided;
  end if;
{/if}
  set moment = {>now};
{>choose}
  if outcome.to_state is null then
    {>give_up_creation}
    set outcome.status = 'REFUSED', outcome.detail = concat({event}, ' is refused by ', outcome.guard);
    leave decided;
  end if;
  set outcome.sort_key = {step}, outcome.created_at = moment;
{#else if has_moves}
  set outcome.to_state = {created_state}, outcome.sort_key = {step}, outcome.created_at = {>now}{#if has_hooks}, outcome.move = 1{/if};
{#else}
  {>give_up_creation}
  set outcome.status = 'ILLEGAL';
  leave decided;
{/if}

{define move}
{#if has_mirror or has_other_storage}
  if seen is null then
    {>refuse_not_found}
  end if;
  set seen = null;
{/if}
  {>lock_current}
{>take_keyed_locks_again}
  {>look_for_locks}
{#if has_hooks or has_queue or has_other_storage}
  {>read_again}
{#else}
  if @@in_transaction or {request_id} is not null then -- else nothing but locked rows is read
    {>read_again}
  end if;
{/if}
  if not is_free then
    {>explain_lock}
    if outcome.detail is not null then
      leave decided;
    end if;
    {>go_to_gate}
  end if;
  if outcome.sort_key <> {expected_sort_key} then
    set outcome.status = 'CONFLICT',
      outcome.detail = concat('the caller expects sort_key ', {expected_sort_key}, ', and it is ', outcome.sort_key, ', in ', outcome.from_state);
    leave decided;
  end if;
{>queue_check}
{>decide}
{#if has_unrecorded}
{>restart_unrecorded}
{/if}
{#if not only_unrecorded}
  {>begin_writing}
  {>write_current}
{>follow_move}
  {>answer_moved}
{/if}

{define read_again}
{! Rows that a transaction's snapshot may hide, and all reads without a lock. A transition that reads nothing in this way decides by
the locked current row alone.}
{>read_current}
{>answer_again}

{define decide}
{! Sets the target state and time, or returns a refusal.}
{>need_verdicts}
{#if has_callback_guards}
  if {verdicts} = '?' and outcome.from_state in ({#each asking_states}{state}{#between}, {/each}) then -- the caller runs its guards in C, and calls again
    set outcome.status = 'ASK';
    leave decided;
  end if;
{/if}
{>read_creation}
{#if has_guards}
  set moment = greatest({>now}, outcome.created_at);
{/if}
{#if has_hooks}
{>choose}
{#else}
{>follow_arrows}
{/if}
{#if has_ignores}
  if outcome.from_state in ({#each ignores}{state}{#between}, {/each}) then
    set outcome.status = 'IGNORED';
    leave decided;
  end if;
{/if}
  if outcome.to_state is null then
    set outcome.status = {#if has_guards}if(outcome.guard is null, 'ILLEGAL', 'REFUSED'){#else}'ILLEGAL'{/if};
{#if has_guards}
    set outcome.detail = if(outcome.guard is null, {>why_illegal}, concat({event}, ' is refused by ', outcome.guard, ' in ', outcome.from_state));
{#else}
    set outcome.detail = {>why_illegal};
{/if}
    leave decided;
  end if;
  set outcome.sort_key = outcome.sort_key + {step},
    outcome.created_at = {#if has_guards}moment{#else}greatest({>now}, outcome.created_at){/if};

{define follow_arrows}
{! If no guard chooses and nothing else is to be done.}
{#if has_moves}
  set outcome.to_state = case outcome.from_state
    {>arrows}
  end;
{/if}

{define arrows}
{#each moves}
when {from_state} then {to_state}
{/each}

{define fire}
{! This function exists as long as programs of this version are accepted.}
select {versioned_function}({key:1}{#each params}, {param}{/each}, {actor_param}, {request_id_param}{#if not is_creation}, {expected_sort_key_param}{/if}{#if has_key}, {lock_owner_param}, {lock_token_param}{/if}{#if takes_verdicts}, {verdicts_param}{/if}{#if takes_item}, {item_param}, {item_fence_param}, {item_claim_param}{/if}) as pawl_outcome

{define fire_alone}
{#if has_own}select {own_function}({key:1}{#each params}, {param}{/each}, {actor_param}) as pawl_outcome{/if}
