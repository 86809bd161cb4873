-- A flow on MariaDB. The shared schema comes before it.

{define flow}
{! A new version is added to the deployed ones: a run finds its steps by their paths.}

{flow_heading}
{flow_comment}

set @pawl_done = pawl_database.pawl_make_gate({flow});
insert into pawl_database.pawl_flows (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
  values ({flow}, {flow_fingerprint}, {abi}, {>now}, {flow_topic}, {flow_topic_argument}, {flow_model})
  on duplicate key update model = value(model), abi = value(abi);

delimiter //
{#if can_start}
{>start_function}
{/if}
{#each signals}
{>signal_function}
{/each}
delimiter ;
set @pawl_done = pawl_database.pawl_record({flow}, 'pawl_application');

{define flow_signatures}
{! As those of events.}
-- Runs of {flow_name} in SQL, with null for omitted arguments; each returns an object of JSON:
{#if can_start}
--   select {start_function}({#each params}{parameter_comment}, {/each}actor)
{/if}
{#each signals}
--   select {signal_function}(run, actor)
{/each}

{define start_function}
{! The values are written as libpawl writes them: a repeated start compares them.}
create or replace {>definer} function {start_function}({#each params}
  {value} {>type_of_call} /* {parameter_comment} */,{/each}
  {start_actor} {>text_type} /* actor */
) returns {>text_type} comment 'Starts a run of {flow_name}.'
begin
{#each params}
{#if is_uuid}
  set {value} = lower({value});
{/if}
{/each}
  if octet_length({start_actor}) > {actor_max}
{#each params}
    {>misused_value}
{/each}
{#each lock_keys}
    or coalesce(octet_length({value}), 0) not between 1 and {key_max}
{/each}
  then
    return pawl_database.pawl_run_answer('MISUSE', null, {>needed_to_start});
  end if;
  return pawl_database.pawl_run_begin({flow}, {flow_fingerprint}, {#if has_args}concat('{{', concat_ws(', '{#each params}, concat('"{json_name}": ', {>value_as_json}){/each}), '}'){#else}'{}'{/if},
    {#if is_unique}concat('[', {#each unique_args}coalesce({>value_as_json}, 'null'){#between}, ', ', {/each}, ']'){#else}null{/if}, {start_actor},
    {#if has_locks}concat('[', concat_ws(', '{#each lock_keys}, {>lock_to_take}{/each}), ']'){#else}null{/if});
end //
{#if roles}
grant execute on function {start_function} to pawl_database_app //
{/if}

{define needed_to_start}
{! All requirements in one text.}
'must be given: {#each params}{#if not is_optional}{param_name}, {/if}{/each}an actor of up to {actor_max} bytes, or null{#if has_locks}; the key of a lock has 1 to {key_max}{/if}{#each params}{#if is_uuid}; {param_name} is a uuid{/if}{/each}'

{define value_as_json}
{#if is_text}pawl_database.pawl_run_text({value}){#else if is_numeric or is_uuid}concat('"', {value}, '"'){#else if is_bool}if({value} is null, null, if({value}, 'true', 'false')){#else if is_bytes}concat('"', lower(hex({value})), '"'){#else}{value}{/if}

{define lock_to_take}
{! A text in the form of a uuid also stops machines whose keys are uuids.}
concat('["{lock_type}", ', pawl_database.pawl_run_text({value}), ']'){#if is_global_lock and is_text}, if({value} regexp '{>any_uuid}' and binary {value} <> binary lower({value}), concat('["{lock_type}", ', pawl_database.pawl_run_text(lower({value})), ']'), null){/if}

{define signal_function}
create or replace {>definer} function {signal_function}(its_run bigint, its_actor {>text_type}) returns {>text_type}
comment 'Sends a signal to a run of {flow_name}.'
return pawl_database.pawl_run_signal(its_run, {flow}, {signal}, its_actor, 0) //
{#if roles}
grant execute on function {signal_function} to pawl_database_app //
{/if}
