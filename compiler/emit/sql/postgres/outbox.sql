-- The row that a transition writes into the outbox, after all other writes.

{define outbox_write}
{#if emits}
  {>outbox_insert}{#if not has_created_topic};{/if}
{#if has_created_topic}
    from (select creation.{topic_column} as topic from {transitions} creation
          where creation.{name}_id = $1 and creation.sort_key = {step}) begun
    where begun.topic is not null;
{/if}
{/if}

{define outbox_insert}
insert into public.pawl_outbox
  (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
   topic, fingerprint, parameters, actor)
select hashtextextended({>moved_entity}::text, 0) & {outbox_slot_mask}, outcome.created_at, {machine}, {>moved_entity}::text,
    outcome.sort_key, {event}, outcome.from_state, outcome.to_state, {#if is_of_many}given.request_id{#else}{request_id}{/if},
    {#if has_created_topic}begun.topic{#else}{topic}{/if}, {fingerprint},
    {>outbox_parameters}, {#if is_of_many}{>who_moves_row}{#else}{>who_moves}{/if}

{define moved_entity} {#if is_of_many}given.id{#else}$1{/if}

{define outbox_parameters}
{! One object, by name.}
{#if has_params}
('{{{#each params}"{json_name}":' || {>json_value_or_null}{#between}
  || ',{/each} || '}')::json
{#else}
'{}'
{/if}

{define json_value_or_null} {#if is_optional}coalesce({>json_value}, 'null'){#else}{>json_value}{/if}

{define json_value}
{! As libpawl writes it on SQLite (runtime/outbox/json.c).}
{#if is_text}
to_json({value})::text
{/if}
{#if is_timestamp}
'"' || public.pawl_json_time({value}) || '"'
{/if}
{#if is_bytes}
'"' || translate(encode({value}, 'base64'), E'\n', '') || '"'
{/if}
{#if is_numeric or is_uuid}
'"' || {value}::text || '"'
{/if}
{#if is_bare_in_json}
{value}::text
{/if}
