-- The row that a transition writes into the outbox, after all other writes.

{define outbox_write}
{#if emits}
  insert into pawl_database.pawl_outbox
    (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
     topic, fingerprint, parameters, actor)
  select pawl_database.pawl_outbox_slot({>entity_as_text}), outcome.created_at, {machine}, cast({>entity_as_text} as binary),
      outcome.sort_key, {event}, outcome.from_state, outcome.to_state, cast({request_id} as binary),
      {#if has_created_topic}begun.{topic_column}{#else}{topic}{/if}, {fingerprint},
      {>outbox_parameters}, {>who_moves}
{#if has_created_topic}
    from {transitions} begun
    where begun.{name}_id = $1 and begun.sort_key = {step} and begun.{topic_column} is not null;
{#else}
    from dual;
{/if}
{/if}

{define entity_as_text} convert($1 using utf8mb4)

{define outbox_parameters}
{! One object, by name.}
{#if has_params}
concat('{{{#each params}"{json_name}":', {>json_value_or_null}{#between}
  , ',{/each}, '}')
{#else}
'{}'
{/if}

{define json_value_or_null} {#if is_optional}coalesce({>json_value}, 'null'){#else}{>json_value}{/if}

{define json_value}
{! As libpawl writes it on SQLite (runtime/outbox/json.c).}
{#if is_text}
pawl_database.pawl_json_text({value})
{/if}
{#if is_timestamp}
concat('"', pawl_database.pawl_json_time({value}), '"')
{/if}
{#if is_bytes}
concat('"', replace(to_base64({value}), char(10 using utf8mb4), ''), '"')
{/if}
{#if is_numeric or is_uuid}
concat('"', {value}, '"')
{/if}
{#if is_bool}
if({value}, 'true', if({value} is null, null, 'false'))
{#else if is_bare_in_json}
{value}
{/if}
