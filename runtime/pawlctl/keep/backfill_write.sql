-- What is written for an entity that was there before the machine.

{define head}
insert{if_absent} into {current} ({name}_id, state, sort_key, since)
values ({key:1}, {text:2}, {integer:3}, {moment:{bigint:4}})
{or_nothing:{name}_id} returning 1

{define move}
insert into {transitions} ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{columns})
values ({key:1}, {integer:2}, {text:3}, {text:4}, {text:5}, {moment:{bigint:6}}, {text:7}, {text:8}{values})

{define pending}
insert into {pending} ({name}_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at,
  is_asleep)
values ({key:1}, {text:2}, {boolean:3}, {moment:{bigint:4}}, {integer:5}, {bigint:6}, {integer:7}, {text:8},
  {moment:{bigint:9}}, {boolean:10})
