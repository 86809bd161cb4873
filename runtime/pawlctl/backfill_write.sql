-- What is written for an entity that was there before the machine.

{define head}
insert into {current} ({name}_id, state, sort_key, since)
values ({key}, $2::text, $3::integer, {moment:$4::bigint})
on conflict ({name}_id) do nothing returning 1

{define move}
insert into {transitions} ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id{columns})
values ({key}, $2::integer, $3::text, $4::text, $5::text, {moment:$6::bigint}, $7::text, $8::text{values})

{define pending}
insert into {pending} ({name}_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at,
  is_asleep)
values ({key}, $2::text, $3::boolean, {moment:$4::bigint}, $5::integer, $6::bigint, $7::integer, $8::text,
  {moment:$9::bigint}, $10::boolean)
