-- The functions of an event for many entities at once on MariaDB. For whoever asks for many moves all locks of all entities come
-- first, since the call has one snapshot; then the function for one is called for each. What is locked is in the order of the
-- keys, so that two calls do not wait for each other in a circle. For whoever gathers the moves of many callers each statement
-- works on all of them; nothing is waited for.

{define many_function}

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id{#if not is_creation}, sort_key{/if}; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
{#if has_entity and has_text_key}
execute immediate replace({#literal}{>many_definition}{/literal}, '<compared>', @pawl_key_compared) //
{#else}
{>many_definition} //
{/if}
delimiter ;
{#if roles}
grant execute on function {many_function} to pawl_database_app;
{/if}

{define many_definition}
create or replace {>definer} function {many_function}(
  $0 {>text_type} /* items */,
  {actor} {>name_type} /* actor */{#if has_key},
  {lock_owner} {>name_type} /* lock_owner */,
  {lock_token} bigint /* lock_token */{/if}
) returns {>text_type}
not deterministic modifies sql data sql security definer
comment {event_description}
begin
  declare $1 {key_type};
{#each params}
  declare {value} {param_type};
{/each}
  declare {request_id} {>name_type};
  declare outcome {>outcome_row};
  declare seen integer;
{>lock_variables}
{#if has_key or is_serialized}
  declare numbers, numbers_of_one {>text_type};
{/if}
{#if keeps_creation}
  declare created_count integer default 0;
{/if}
  declare item_count, entity_count integer;
  declare answers {>text_type};
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over boolean default false;
{#each many}
  declare given cursor for select given.id{#each params}, {>given_value}{/each}, given.request_id
    from {>given} order by {>compared};
{/each}
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    set session group_concat_max_len = answer_max;
    resignal;
  end;
{>refuse_many_misuse}
{>take_all_keyed_locks}
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
    signal sqlstate '40001' set message_text = 'could not serialize access: {name} was created since its locks were taken';
  end if;
{/if}
  set session group_concat_max_len = 1073741824;
{#each many}
  select concat('[', group_concat({event_function}(given.id{#each params}, {>given_value}{/each}, {actor}, given.request_id{#if not is_creation}, given.expected{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}{#if takes_item}, null, null, null{/if})
      order by given.number separator ', '), ']') into answers
    from {>given};
{/each}
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end

{define given}
{! The items, each a row.}
json_table($0, '$[*]' columns (number for ordinality, id {>given_key_type} path '$[0]' error on error{#each params},
      {value_name} {>given_type} path '$[{value_place}]' error on error{/each},
      request_id {>text_type} path '$[{request_id_place}]' error on error{#if not is_creation},
      expected integer path '$[{expected_sort_key_place}]' error on error{/if})) given

{define compared}
{! By what items are sorted, and the same: as their parents' keys, which is known when it is deployed.}
{#if has_text_key}{#if has_entity}<compared>{#else}cast(given.id as binary){/if}{#else}given.id{/if}

{define given_key_type}
{#if has_text_key}{>text_type}{#else}bigint{/if}

{define given_type}
{! Texts are as long as they are: what is too long for a parameter is an error, and not cut off.}
{#if is_text or is_bytes or is_sent_as_text}{>text_type}{#else}{param_type}{/if}

{define given_value}
{#if is_bytes}unhex({value}){#else}{value}{/if}

{define refuse_many_misuse}
{! What is wrong with the call as a whole is said of each item, and nothing is done. A server ended with signal 11 once when
a connection was killed within `count(distinct ...)` of texts that long, so they are grouped.}
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from {>given} group by {>compared}) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;

{define take_all_keyed_locks}
{! In the order of their numbers, as one move takes them; what is also taken alone is taken so at once.}
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
    set numbers = concat_ws(',', numbers, numbers_of_one);
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

-- The same for whoever gathers what many callers have asked for. items: as above, behind each its actor; the first says at its end
-- whether an entity stands there more than once. Then its moves stand together, in their order, without a request id that two
-- share, and each is decided on what the one before has left. What another has locked, or the function for one has to look at,
-- is left alone (BUSY).
delimiter //
{#if has_entity and has_text_key}
execute immediate replace({#literal}{>gathered_definition}{/literal}, '<compared>', @pawl_key_compared) //
{#else}
{>gathered_definition} //
{/if}
delimiter ;
{#if roles}
grant execute on function {gathered_function} to pawl_database_app;
{/if}
{/if}

{define gathered_head}
create or replace {>definer} function {gathered_function}($0 {>text_type} /* items */) returns {>text_type}

{define gathered_definition}
{! All that is decided is decided by rows that are locked in one statement, whatever entity stands there how often; so no snapshot
matters.}
{>gathered_head}
not deterministic modifies sql data sql security definer
comment {event_description}
begin
  declare made, last_made, found, answers {>text_type}; -- last_made: of each entity, where it has several
  declare move_count, head_count integer;
  declare moment bigint;
  declare is_writing boolean default false;
{>lock_variables}
  declare exit handler for sqlexception begin -- or a function of somebody's that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate '45000' set message_text = 'on a node of a cluster each move of machine {name} is made by itself';
  end if;
  set moment = {>now};
{#each many}
  if json_value($0, '$[0][{in_turn_place}]') then
    {>find_all}
    {>judge_in_turn}
  else
    {>judge_all}
    set last_made = made, head_count = move_count;
  end if;
{/each}
  {>look_for_locks}
  if not is_free then
    return concat('[{{"status": "BUSY"}', repeat(', {{"status": "BUSY"}', json_length($0) - 1), ']');
  end if;
  if move_count > 0 then
    savepoint pawl_move;
    set is_writing = true;
{#each many}
    {>write_all}
{/each}
    if row_count() <> head_count then
      signal sqlstate '45000' set message_text = 'machine {name}: heads were not found by their own keys';
    end if;
  end if;
  return coalesce(answers, '[]');
end

{define judge_all}
{! Of entities that stand there once.}
{>settings_of_many}
select coalesce(sum(judged.verdict = 'OK'), 0),
    concat('[', group_concat(if(judged.verdict <> 'OK', null, {>made_of_judged})), ']'),
    concat('[', group_concat({>answer_of_judged} separator ', '), ']')
  into move_count, made, answers from (
    select given.item, {>id_of_head} as id,
        head.state, head.sort_key, head.since, greatest(moment, head.since) as moment, {>next_state} as next_state, case
          when {>misuse_of_row} then 'MISUSE'
          when head.state is null or earlier.sort_key is not null then 'BUSY'
          {>verdict} as verdict
      {>lock_all}) judged;

{define settings_of_many}
{! Only the first statement that uses a table heeds `skip locked`, and a commit fails behind it where the session waits for
no lock at all (error 1180). Without a buffer for the join rows come in the order of the items: an order in group_concat would
make a file.}
set statement innodb_lock_wait_timeout = 1, join_cache_level = 0, group_concat_max_len = 1073741824 for

{define lock_all}
{! What stands under the id of the request is for the function for one to say.}
from json_table($0, '$[*]' columns (id {>given_key_type} path '$[0]' error on error{#each params},
    {value_name} {>given_type} path '$[{value_place}]' error on error{/each},
    request_id {>text_type} path '$[{request_id_place}]' error on error, expected integer path '$[{expected_sort_key_place}]' error on error,
    actor {>text_type} path '$[{actor_place}]' error on error, item json path '$')) given
  left join {current} head force index (primary) on head.{name}_id = {>compared}
  left join {transitions} earlier force index ({name}_transitions_request) on earlier.{name}_id = head.{name}_id and earlier.request_id = cast(given.request_id as binary)
for update skip locked

{define verdict}
  when head.sort_key <> given.expected then 'CONFLICT'
{#if has_ignores}
  when head.state in ({#each ignores}{state}{#between}, {/each}) then 'IGNORED'
{/if}
  when {>next_state} is null then 'ILLEGAL'
  else 'OK' end

{define id_of_head}
{! As JSON.}
{#if has_text_key}json_quote(convert(head.{name}_id using utf8mb4)) collate utf8mb4_nopad_bin{#else}head.{name}_id{/if}

{define made_of_judged}
concat('[', judged.id, ',"', judged.state, '","', judged.next_state, '",',
  judged.sort_key + {step}, ',', judged.moment, ',', judged.item collate utf8mb4_nopad_bin, ']')

{define answer_of_judged}
concat('{{"status": "', judged.verdict, case
  when judged.verdict = 'OK' then concat('", "from": "', judged.state, '", "to": "', judged.next_state, '", "sort_key": ', judged.sort_key + {step},
    ', "at": ', judged.moment, ', "guard": null, "move": null, "detail": null}')
  when judged.verdict in ('BUSY', 'MISUSE') then '"}'
  else concat('", "from": "', judged.state, '", "to": null, "sort_key": ', judged.sort_key, ', "at": ', judged.since,
    ', "guard": null, "move": null, "detail": null}') end)

{define find_all}
{! Heads as they are before any of the moves, for each move.}
{>settings_of_many}
select concat('[', group_concat(concat('[', coalesce(one.id, 'null'), ',', coalesce(concat('"', one.state, '"'), 'null'), ',', coalesce(one.sort_key, 'null'), ',',
      coalesce(one.since, 'null'), ',', if(one.is_misuse, 'true', 'false'), ',', if(one.was_made, 'true', 'false'), ',',
      one.item collate utf8mb4_nopad_bin, ']')), ']')
  into found from (
    select given.item, {>id_of_head} as id, head.state, head.sort_key, head.since,
        {>misuse_of_row} as is_misuse, earlier.sort_key is not null as was_made
      {>lock_all}) one;

{define judge_in_turn}
{! Move by move, in variables, since a statement of more moves for each turn would begin as often. What was locked when one of its
moves was looked at is left alone with those behind it, or they would overtake it. A head is written once.}
begin
  declare given row (id {>text_type}, state {>name_type}, sort_key integer, since bigint, is_misuse boolean, was_made boolean,
    named {>text_type}, expected integer, item {>text_type});
  declare head row (id {>text_type}, state {>name_type}, sort_key integer, since bigint);
  declare judged row (id {>text_type}, state {>name_type}, sort_key integer, since bigint, moment bigint, next_state {>name_type},
    item {>text_type}, verdict {>name_type});
  declare left_alone, last_of_head {>text_type};
  declare is_over boolean default false;
  declare every_given cursor for
    select one.id, one.state, one.sort_key, one.since, one.is_misuse, one.was_made, one.named, one.expected, one.item
      from json_table(found, '$[*]' columns (id json path '$[0]', state {>name_type} path '$[1]', sort_key integer path '$[2]',
        since bigint path '$[3]', is_misuse boolean path '$[4]', was_made boolean path '$[5]', named {>text_type} path '$[6][0]',
        expected integer path '$[6][{expected_sort_key_place}]', item json path '$[6]')) one;
  declare continue handler for not found set is_over = true;
  set move_count = 0, head_count = 0;
  open every_given;
  every_move: loop
    fetch every_given into given;
    if is_over or (given.id <=> head.id) is not true then
      if last_of_head is not null then
        set last_made = concat_ws(',', last_made, last_of_head), head_count = head_count + 1, last_of_head = null;
      end if;
      set head = row (given.id, given.state, given.sort_key, given.since);
    end if;
    if is_over then
      leave every_move;
    end if;
    if given.state is null then
      set left_alone = given.named;
    end if;
    set judged = row (head.id, head.state, head.sort_key, head.since, greatest(moment, head.since), {>next_state}, given.item,
      case
        when given.is_misuse then 'MISUSE'
        when given.was_made or head.state is null or given.named <=> left_alone then 'BUSY'
        {>verdict});
    set answers = concat_ws(', ', answers, {>answer_of_judged});
    if judged.verdict = 'OK' then
      set last_of_head = {>made_of_judged};
      set made = concat_ws(',', made, last_of_head), move_count = move_count + 1,
        head = row (judged.id, judged.next_state, judged.sort_key + {step}, judged.moment);
    end if;
  end loop;
  close every_given;
  set made = concat('[', made, ']'), last_made = concat('[', last_made, ']'), answers = concat('[', answers, ']');
end;

{define write_all}
{! Each head is found by its key, also where there are so few that it would read them all, and lock them.}
insert into {transitions}
  ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{#each params}, {column}{/each}{>pass_name})
select given.id, given.sort_key, {event}, given.from_state, given.to_state, given.moment,
    coalesce(given.actor, substring_index(session_user(), '@', 1)), cast(given.request_id as binary){#each params}, {>given_value}{/each}{>pass_value}
  from json_table(made, '$[*]' columns (id {>given_key_type} path '$[0]', from_state {>name_type} path '$[1]',
      to_state {>name_type} path '$[2]', sort_key integer path '$[3]', moment bigint path '$[4]'{#each params},
      {value_name} {>given_type} path '$[5][{value_place}]' error on error{/each},
      request_id {>text_type} path '$[5][{request_id_place}]', actor {>text_type} path '$[5][{actor_place}]')) given;
update json_table(last_made, '$[*]' columns (id {>given_key_type} path '$[0]', to_state {>name_type} path '$[2]',
      sort_key integer path '$[3]', moment bigint path '$[4]')) given
    straight_join {current} head force index (primary) on head.{name}_id = {>compared}
  set head.state = given.to_state, head.sort_key = given.sort_key, head.since = given.moment{#if is_strict}, head.pawl_pass = {>word}{/if};

{define next_state}
{#if has_moves}
case head.state
{#each moves}
  when {from_state} then {to_state}
{/each}
end
{#else}
null
{/if}

{define misuse_of_row}
{! As is_misuse says it of one.}
{#if has_text_key}coalesce(octet_length(given.id), 0) not between 1 and {key_max}{#else}given.id is null{/if}
{#each params}
  {>misused_value}
{/each}
  or octet_length(given.actor) > {actor_max}
  or octet_length(given.request_id) not between 1 and {request_id_max}
