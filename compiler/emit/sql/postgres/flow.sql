-- A flow on PostgreSQL. The shared schema comes before it.

{define flow}
{! A new version is added to the deployed ones: a run finds its steps by their paths.}

{flow_heading}
{flow_comment}

insert into public.pawl_freezes (machine, head) values ({flow}, 'public.pawl_runs')
  on conflict do nothing;
insert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)
values ({flow}, {flow_fingerprint}, {abi}, {flow_topic}, {flow_topic_argument}, {flow_model})
on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;

call public.pawl_drop_run_functions({flow}::text,
  array[{#if can_start}'{start_function}({#each params}{param_type}, {/each}text)'{/if}]::text[] || array[{#each signals}'{signal_function}(bigint, text)'{#between}, {/each}]::text[]);
{#if can_start}
{>start_function}
{/if}
{#each signals}
{>signal_function}
{/each}
{#if roles}
call public.pawl_restrict_calls('public'::text, '{{{run_functions}}'::text[], '{{pawl_app}'::text[]);
{/if}
call public.pawl_record({flow}::text, 'public'::text, '{}'::text[], '{{{run_functions}}'::text[], '{}'::text[], '{}'::text[], null::text);

{define start_function}
{! The values are written as libpawl writes them: a repeated start compares them. Parameters have numbers only, so that no name changes
the meaning of the body.}

create or replace function {start_function}({#each params}{param_name} {param_type}{#if may_be_left_out} default null{/if}, {/each}{#if has_arg_actor}{#else}actor {/if}text default null)
returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
begin
  if octet_length({start_actor}) > {actor_max}
{#each params}
     {>misused_value}
{/each}
{#each lock_keys}
     or coalesce(octet_length({>value_as_key}), 0) not between 1 and {key_max}
{/each}
  then
    return row('MISUSE', null, {>needed_to_start})::public.pawl_run_answer;
  end if;
  return public.pawl_run_begin({flow}::text, {flow_fingerprint}::text, {#if has_args}'{{' || concat_ws(', '{#each params}, '"{json_name}": ' || {>value_as_json}{/each}) || '}'{#else}'{}'::text{/if},
    {#if is_unique}'[' || {#each unique_args}coalesce({>value_as_json}, 'null'){#between} || ', ' || {/each} || ']'{#else}null::text{/if}, {start_actor}, array[{#each lock_keys}'{lock_type}'{#between}, {/each}]::text[], array[{#each lock_keys}{>value_as_key}{#between}, {/each}]::text[]);
end
{/quoted};
comment on function {start_function}({#each params}{param_type}, {/each}text) is {#literal}Starts a run of {flow_name}.{/literal};

{define needed_to_start}
{! All requirements in one text.}
'must be given: {#each params}{#if not is_optional}{param_name}, {/if}{/each}an actor of up to {actor_max} bytes, or null{#if has_locks}; the key of a lock has 1 to {key_max}{/if}'

{define value_as_json}
{#if is_text}public.pawl_run_text({value}){#else if is_numeric or is_uuid}'"' || {value}::text || '"'{#else if is_timestamp}{>microseconds}{#else if is_bytes}'"' || encode({value}, 'hex') || '"'{#else}{value}::text{/if}

{define value_as_key}
{#if is_timestamp}{>microseconds}{#else if is_bool}{value}::integer::text{#else}{value}::text{/if}

{define microseconds} (extract(epoch from {value}) * 1000000)::bigint::text

{define signal_function}

create or replace function {signal_function}(run bigint, actor text default null)
returns public.pawl_run_answer language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
begin
  return public.pawl_run_signal($1, {flow}::text, {signal}::text, $2, 0::bigint);
end
{/quoted};
comment on function {signal_function}(bigint, text) is {#literal}Sends a signal to a run of {flow_name}; EXISTS if it was sent before.{/literal};
