-- Of databases to which the runtime writes step by step.

{define insert_event}
insert into main.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id,
  topic, fingerprint, parameters, actor)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
