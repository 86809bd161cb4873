-- The functions of an event for many entities on MariaDB. The first serves one caller. It takes all locks of all
-- entities first, because the call has one snapshot. If transitions change more than current rows and histories, it
-- then calls the function for one, for each entity. It locks in the order of the keys, so two calls do not deadlock.
-- The second function serves a pool's batch: each statement works on all rows, and nothing waits.

{define many_function}

-- {event_function}
set @pawl_items = {#literal}{>items}{/literal} //
execute immediate {#if has_entity and fetches_items}replace({/if}replace(replace({#literal}{>many_definition}{/literal},
  '<items>', @pawl_items), '<compared>', @pawl_key_compared){#if has_entity and fetches_items}, {#literal}{key_type}{/literal}, @pawl_key_type){/if} //
{#if roles}
grant execute on function {many_function} to pawl_database_app //
{/if}

{define items}
{! The items, each a row. The actor is passed to the function for batches only.}
json_table($0, '$[*]' columns (number for ordinality, id {>given_key_type} path '$[0]' error on error,{#each params}
  {value_name} {>given_type} path '$[{value_place}]' error on error,{/each}
  request_id {>text_type} path '$[{request_id_place}]' error on error,{#if not is_creation}
  expected integer path '$[{expected_sort_key_place}]' error on error,{/if}
  actor {>text_type} path '$[{actor_place}]' error on error))

{define many_definition}
create or replace {>definer} function {many_function}(
  $0 {>text_type} /* items */,
  {actor} {>name_type} /* actor */{#if has_key},
  {lock_owner} {>name_type} /* lock_owner */,
  {lock_token} bigint /* lock_token */{/if}
) returns {>text_type}
comment {event_description}
begin
{#if fetches_items}
  declare $1 {key_type};
{#each params}
  declare {value} {>type_of_call};
{/each}
  declare {request_id} {>name_type};
{#if locks_one_by_one}
  declare outcome {>outcome_row};
{/if}
{>key_variables}
{#if has_key or is_serialized}
  declare numbers, numbers_of_one {>text_type};
{/if}
{#if keeps_creation}
  declare created_count integer default 0;
{/if}
  declare is_over boolean;
{/if}
  declare seen, item_count, entity_count integer;
  declare answers {>text_type};
  declare answer_max bigint default @@group_concat_max_len;
  declare is_begun boolean default false;
{#if fetches_items}
{#each many}
  declare given cursor for select given.id{#each params}, {>given_value}{/each}, given.request_id
    from <items> given order by <compared>;
{/each}
  declare continue handler for not found set is_over = true; -- also for a missing row, so it is set again
{/if}
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each transition has a savepoint, and the statement returns to the last one only
    end if;
    set session group_concat_max_len = answer_max{#if is_creation}, @pawl_has_savepoint = null{/if};
    resignal;
  end;
{>refuse_many_misuse}
{>take_all_keyed_locks}
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
{#if locks_one_by_one}
{>make_at_once}
{>lock_one_by_one}
{#else}
  {>lock_heads}
{>make_at_once}
{/if}
  set session group_concat_max_len = 1073741824{#if is_creation}, @pawl_has_savepoint = is_begun{/if};
{#each many}
  select concat('[', group_concat({event_function}(given.id{#each params}, {>given_value}{/each}, {actor}, given.request_id{#if not is_creation}, given.expected{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}{#if takes_item}, null, null, null{/if})
      order by given.number separator ', '), ']') into answers from <items> given;
{/each}
  set session group_concat_max_len = answer_max{#if is_creation}, @pawl_has_savepoint = null{/if};
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end

{define lock_heads}
{! In the order of the keys. A limit keeps the order of the inner query.}
select count(*) into seen
  from (select given.id from {>given_keys} given order by <compared> limit 18446744073709551615) given
  straight_join {current} head force index (primary) on head.{name}_id = <compared> for update;
{#if keeps_creation}
if seen > created_count then
  {>refuse_racing_creation}
end if;
{/if}

{define lock_one_by_one}
{! Each with its parent, or inserted.}
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1{#each params}, {value}{/each}, {request_id};
    if is_over then
      leave every_item;
    end if;
    if ({>is_misuse}) is not true then
{#if has_entity}
      set seen = null;
{>lock_parent}
{/if}
{#if has_entity and is_creation}
      if seen then
        {>take_current}
      end if;
{#else}
      set outcome.sort_key = null;
      {>take_current}
{#if keeps_creation}
      set created_count = created_count - (outcome.sort_key is not null);
{/if}
{/if}
    end if;
  end loop;
  close given;
{#if keeps_creation}
  if created_count < 0 then
    {>refuse_racing_creation}
  end if;
{/if}

{define refuse_racing_creation}
signal sqlstate '40001' set message_text = 'could not serialize access: {name} was created since its locks were taken';

{define given_keys}
{! Each column costs about a microsecond for each item.}
json_table($0, '$[*]' columns (id {>given_key_type} path '$[0]' error on error))

{define given_key_type} {#if has_text_key}{>text_type}{#else}bigint{/if}

{define given_type}
{! Texts have any length: a text that is too long for a parameter must be an error, not cut off.}
{#if is_text or is_bytes or is_sent_as_text}{>text_type}{#else}{param_type}{/if}

{define given_value} {#if is_bytes}unhex({value}){#else if is_uuid}lower({value}){#else}{value}{/if}

{define refuse_many_misuse}
{! An error of the call as a whole is the result of each item, and nothing is done. A server crashed when a connection was killed in
`count(distinct ...)` of such long texts, so they are grouped.}
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count
      from {>given_keys} given group by <compared>) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;

{define make_at_once}
{! Outside a transaction: by the function for batches. libpawl passes the actor, as it does there. If that function skips an item, all
are made in the other way.}
{#if gathers}
  if is_begun and json_exists($0, '$[0][{has_requests_place}]') and not @@in_transaction then
    set answers = {gathered_function}($0);
    if locate('{{"status": "BUSY"}', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
{/if}

{define take_all_keyed_locks}
{! In the order of their numbers, as for one transition. An exclusive lock is taken exclusively at once.}
{#if has_key or is_serialized}
  open given;
  every_key: loop
    set is_over = false;
    fetch given into $1{#each params}, {value}{/each}, {request_id};
    if is_over then
      leave every_key;
    end if;
{#if keeps_creation}
    set creation.sort_key = null;
{/if}
{>read_lock_keys}
{#if keeps_creation}
    set created_count = created_count + (creation.sort_key is not null);
{/if}
    select group_concat('[', one.number, ',', one.is_shared, ']') into numbers_of_one from (
      {>keyed_locks}
    ) one where one.number is not null;
    set numbers = concat_ws(',', nullif(numbers, ''), numbers_of_one); -- which is '' where all were null
  end loop;
  close given;
  begin
    declare number bigint;
    declare is_shared, is_over boolean default false;
    declare wanted cursor for
      select one.number, min(one.is_shared)
        from json_table(concat('[', numbers, ']'), '$[*]' columns (number bigint path '$[0]', is_shared boolean path '$[1]')) one
        group by one.number order by one.number;
    {>take_numbers}
  end;
{/if}

{define gathered_function}
{#if gathers}

execute immediate replace(replace({#literal}{>gathered_definition}{/literal}, '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
{#if roles}
grant execute on function {gathered_function} to pawl_database_app //
{/if}
{/if}

{define gathered_head}
create or replace {>definer} function {gathered_function}($0 {>text_type} /* items */) returns {>text_type}

{define gathered_definition}
{! All decisions use rows that are locked in one statement, however often an entity occurs, so snapshots do not matter. Each
statement of a function costs as much as one or two transitions, and so does each temporary table, as of group_concat. So one
statement also writes the histories, and returns its results in session variables, which are set from left to right. A second
statement writes the locked current rows.}
{>gathered_head}
comment {event_description}
begin
  declare nothing {>text_type} default '';
  declare move_count integer;
  declare moment bigint;
  declare is_writing, is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody's that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate '45000' set message_text = 'on a node of a cluster each transition of machine {name} is made by itself';
  end if;
  {>look_at_gate} -- at once, also of a frozen machine, since a batch is soon at its end
  {>refuse_closed_gate}
  if not is_free then
    return concat('[{{"status": "BUSY"}', repeat(', {{"status": "BUSY"}', json_length($0) - 1), ']');
  end if;
{#if is_creation}
{>create_gathered}
{#else}
{>move_gathered}
{/if}
end

{define move_gathered}
  -- of the types that they have in the statement that sets them
  set moment = {>now}, @pawl_made_before = nothing, @pawl_made = nothing, @pawl_answers = nothing, @pawl_latest = nothing,
    @pawl_left_alone = nothing, @pawl_id = nothing, @pawl_from = nothing, @pawl_to = nothing, @pawl_state = nothing,
    @pawl_verdict = nothing, @pawl_sort_key = 0, @pawl_at = 0;
{#each many}
  if coalesce(json_value($0, '$[0][{has_requests_place}]'), true) then -- older programs do not send it
    {>find_requests}
  end if;
  savepoint pawl_move;
  set is_writing = true;
  {>judge_and_record}
{#if has_moves}
  set move_count = length(replace(@pawl_made, '0', ''));
  if move_count > 0 then
    {>write_heads}
    if row_count() <> 2 * move_count then -- of each two, since it was there
      signal sqlstate '45000' set message_text = 'machine {name}: heads were not found by their own keys';
    end if;
  end if;
{/if}
{/each}
  return concat('[', substr(concat(@pawl_answers, @pawl_latest), 3), ']');

{define create_gathered}
{! Creates the entities that do not exist. It skips the others, and those without a parent. An uncommitted creation of another
session, or a parent that another session has locked, ends the call, because the session waits for no lock (error 1205).}
  set moment = {>now}, @pawl_made = nothing;
  savepoint pawl_move;
  set is_writing = true;
{#each many}
  {>create_heads}
  set move_count = length(replace(@pawl_made, '0', ''));
  if move_count > 0 then
    {>record_creations}
    if row_count() <> move_count then
      signal sqlstate '45000' set message_text = 'machine {name}: heads were not found by their own keys';
    end if;
  end if;
{/each}
  return concat('[', substr(replace(replace(@pawl_made, '0', ', {{"status": "BUSY"}'), '1', concat(', {{"status": "OK", "from": "", "to": "', {created_state},
    '", "sort_key": {step}, "at": ', moment, ', "guard": null, "move": null, "detail": null}')), 3), ']');

{define create_heads}
{! The parents are locked before. The rows keep the order of the items, because the join has no buffer. An existing current row is
not changed, and sets the last character of the result to 0.}
set statement join_cache_level = 0 for
insert into {current} ({name}_id, state, sort_key, since{>pass_name})
select {#if has_entity}{>parent_spelling}{#else}<compared>{/if}, {created_state}, {step}, moment{>pass_value}
  from <items> given
{#if has_entity}
    left join {parent} parent {>as_table} on parent.{parent_column} = <compared>
{/if}
  where right(@pawl_made := concat(@pawl_made, if({#if has_entity}parent.{parent_column} is null or {/if}{>misuse_of_row}, '0', '1')), 1) = '1'
{#if has_entity}
lock in share mode
{/if}
on duplicate key update {current}.sort_key = {current}.sort_key
    + 0 * length(@pawl_made := concat(left(@pawl_made, length(@pawl_made) - 1), '0')){#if is_strict}, {current}.pawl_pass = {>word}{/if};

{define who_moves_row}
if(given.actor like ' __-%', concat(substring_index(session_user(), '@', 1), given.actor),
      coalesce(given.actor, substring_index(session_user(), '@', 1)))

{define record_creations}
set statement join_cache_level = 0 for
insert into {transitions}
  ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each}{>pass_name})
select head.{name}_id, {step}, {event}, '', {created_state}, moment,
    {>who_moves_row}, cast(given.request_id as binary){#each params}, {>given_value}{/each}{>pass_value}
  from <items> given
    straight_join {current} head force index (primary) on head.{name}_id = <compared>
  where substr(@pawl_made, given.number, 1) = '1';

{define find_requests}
{! Items with a known request id are left to the function for one. A concurrent call under the same id has locked the current row,
so the item is skipped. If that call has ended, the history's index rejects the row, and with it this call.}
set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
select max(length(@pawl_made_before := concat(@pawl_made_before, given.number, ','))) into move_count
  from json_table($0, '$[*]' columns (number for ordinality, id {>given_key_type} path '$[0]' error on error,
      request_id {>text_type} path '$[{request_id_place}]' error on error)) given
    straight_join {transitions} earlier force index ({name}_transitions_request)
      on earlier.{name}_id = <compared> and earlier.request_id = cast(given.request_id as binary)
  lock in share mode skip locked;

{define judge_and_record}
{! The rows keep the order of the items, because the join has no buffer. Only the first statement on a table obeys `skip locked`.
After it a commit fails if the session waits for no lock at all (error 1180).}
set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
insert into {transitions}
  ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each}{>pass_name})
select head.{name}_id, @pawl_sort_key, {event}, @pawl_from, @pawl_to, @pawl_at,
    {>who_moves_row}, cast(given.request_id as binary){#each params}, {>given_value}{/each}{>pass_value}
  from <items> given
    left join {current} head force index (primary) on head.{name}_id = <compared>
  where case @pawl_verdict := case
        when length(@pawl_latest) > 4096 and {>put_by} then null
        when {>misuse_of_row} then 'MISUSE'
        when head.state is null then if(length(@pawl_left_alone := {>given_entity}) < 0, null, 'BUSY')
        when {>given_entity} = @pawl_left_alone or find_in_set(given.number, @pawl_made_before) then 'BUSY'
        when {>entity} <> @pawl_id and {>begin_entity} then null
        when @pawl_sort_key <> given.expected then 'CONFLICT'
{#if has_ignores}
        when @pawl_state in ({#each ignores}{state}{#between}, {/each}) then 'IGNORED'
{/if}
        when (@pawl_to := {>next_state}) is null then 'ILLEGAL'
        else 'OK' end
      when 'OK' then length(concat(@pawl_made := concat(@pawl_made, '1'), @pawl_latest := concat(@pawl_latest,
        ', {{"status": "OK", "from": "', @pawl_from := @pawl_state, '", "to": "', @pawl_state := @pawl_to,
        '", "sort_key": ', @pawl_sort_key := @pawl_sort_key + {step}, ', "at": ', @pawl_at := greatest(moment, @pawl_at),
        ', "guard": null, "move": null, "detail": null}'))) > 0
      else length(concat(@pawl_made := concat(@pawl_made, '0'), @pawl_latest := concat(@pawl_latest, ', {{"status": "', @pawl_verdict, '"',
        if(@pawl_verdict in ('BUSY', 'MISUSE'), '', concat(', "from": "', @pawl_state, '", "to": null, "sort_key": ', @pawl_sort_key,
          ', "at": ', @pawl_at, ', "guard": null, "move": null, "detail": null')), '}'))) < 0 end
for update skip locked;

{define put_by}
{! Never true. The collected text is copied with each result, so it is kept short.}
length(concat(@pawl_answers := concat(@pawl_answers, @pawl_latest), @pawl_latest := left(@pawl_latest, 0))) < 0

{define begin_entity}
{! Never true. If an entity occurs more than once, each transition is decided on the state that the previous one left. If an entity
was locked at its first item, its later items are skipped, too, or they would overtake.}
length(concat(@pawl_id := {>entity}, @pawl_state := head.state, @pawl_sort_key := head.sort_key, @pawl_at := head.since)) < 0

{define entity}
{#if has_text_key}convert(head.{name}_id using utf8mb4) collate utf8mb4_nopad_bin{#else}concat(head.{name}_id){/if}

{define given_entity} {#if has_text_key}given.id{#else}concat(given.id){/if}

{define write_heads}
{! The locked ones, by their keys, once for each transition, so the last one of an entity need not be known. An update of joined
tables would first buffer all changes.}
insert into {current} ({name}_id, state, sort_key, since{>pass_name})
select <compared>, '', 0, 0{>pass_value}
  from json_table($0, '$[*]' columns (number for ordinality, id {>given_key_type} path '$[0]' error on error)) given
  where substr(@pawl_made, given.number, 1) = '1'
on duplicate key update state = case state
    {>arrows}
  end, sort_key = sort_key + {step}, since = greatest(moment, since){#if is_strict}, pawl_pass = {>word}{/if};

{define next_state}
{#if has_moves}
case @pawl_state
  {>arrows}
end
{#else}
null
{/if}

{define misuse_of_row}
{! As is_misuse for one.}
{#if has_text_key and not has_uuid_key}coalesce(octet_length(given.id), 0) not between 1 and {key_max}{#else}given.id is null{#if has_uuid_key} or given.id not regexp '{>any_uuid}'{/if}{/if}
{#each params}
  {>misused_value}
{/each}
  or octet_length({>who_moves_row}) > {actor_max}
  or octet_length(given.request_id) not between 1 and {request_id_max}
