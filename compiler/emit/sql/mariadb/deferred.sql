-- The database itself fires a deferred event, with the arguments of the deferral, and records the result in the same
-- call. Programs report only a callback's veto, which the database cannot know.

{define deferred_functions}

-- Fires an event that was stored for later (defer), and records the result. NOT_FOUND: it was fired already.
create or replace {>definer} function {schema}.{name}_fire_deferred($1 bigint, $2 {>text_type}) returns {>text_type}
comment 'number, verdicts'
begin
  declare outcome, outcome_status, outcome_detail, said {>text_type};
  declare waiting row (number bigint, entity varbinary(1024), request_id varbinary(300), event {>name_type},
    arguments {>text_type}, actor {>name_type}, lock_owner {>name_type}, lock_token bigint);
  select pending.number, pending.entity, pending.request_id, pending.event, pending.arguments, pending.actor,
    pending.lock_owner, pending.lock_token
    into waiting.number, waiting.entity, waiting.request_id, waiting.event, waiting.arguments, waiting.actor,
    waiting.lock_owner, waiting.lock_token
    from pawl_database.pawl_deferred pending
    where pending.number = $1 and pending.machine = {machine} and pending.status is null for update;
  if waiting.number is null then
    return json_object('status', 'NOT_FOUND', 'from', null, 'to', null, 'sort_key', null, 'at', null, 'guard', null,
      'move', null, 'detail', null);
  end if;
  set waiting.arguments = pawl_database.pawl_deferred_arguments(waiting.arguments), outcome_status = 'MISUSE', -- unless it is called
    outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
  savepoint pawl_deferred;
  update pawl_database.pawl_deferred pending set pending.is_firing = true where pending.number = $1;
  begin
    declare exit handler for sqlexception begin
      get diagnostics condition 1 said = message_text;
      rollback to savepoint pawl_deferred;
      set outcome = null;
      set outcome_status = 'DB'; -- perhaps each time, and then all later events would wait for it
      set outcome_detail = concat({machine}, ' ', waiting.entity, ': ', waiting.event, ': ', said);
    end;
    declare exit handler for sqlstate '40001', sqlstate 'PW007' begin
      rollback to savepoint pawl_deferred;
      resignal; -- and it is fired again
    end;
    set @pawl_has_savepoint = true;
    case waiting.event
    when '' then begin end; -- a machine may have no event, but `case` has a branch
{#each events}
    when {event} then
      if {param_count} = json_length(waiting.arguments){#if not has_text_key}
         and waiting.entity regexp '{key_pattern}\z'{/if} then
        set outcome = {event_function}({#if has_text_key}convert(waiting.entity using utf8mb4){#else}waiting.entity{/if},
{#each params}
          {>deferred_argument},
{/each}
          waiting.actor, convert(waiting.request_id using utf8mb4){#if not is_creation}, null{/if}{#if has_key},
          waiting.lock_owner, waiting.lock_token{/if}{#if takes_verdicts}, $2{/if}{#if takes_item}, null, null, null{/if});
      end if;
{/each}
    else
      set outcome_detail = concat('machine {name}: ', waiting.event, ' was deferred, and no version that may run has such an event');
    end case;
  end;
  set @pawl_has_savepoint = null;
  if outcome is null then
    set outcome = json_object('status', outcome_status, 'from', null, 'to', null, 'sort_key', null, 'at', null,
      'guard', null, 'move', null, 'detail', outcome_detail);
  end if;
  set outcome_status = json_value(outcome, '$.status');
  update pawl_database.pawl_deferred pending set pending.is_firing = false where pending.number = $1;
  if outcome_status not in ('ASK', 'ASLEEP') then
    update pawl_database.pawl_deferred pending
      set pending.status = outcome_status, pending.from_state = nullif(json_value(outcome, '$.from'), ''),
        pending.to_state = if(outcome_status = 'OK', json_value(outcome, '$.to'), null),
        pending.sort_key = json_value(outcome, '$.sort_key'), pending.created_at = json_value(outcome, '$.at'),
        pending.fired_at = pawl_database.pawl_now(),
        pending.detail = case outcome_status when 'OK' then null when 'REFUSED' then json_value(outcome, '$.guard')
          else json_value(outcome, '$.detail') end
      where pending.number = $1;
  end if;
  return outcome;
end //
{#if has_callbacks}
{>fail_deferred_function}
{/if}
{#if roles}
grant execute on function {schema}.{name}_fire_deferred to pawl_database_app //
{#if has_callbacks}
grant execute on function {schema}.{name}_fail_deferred to pawl_database_app //
{/if}
{/if}

{define deferred_argument}
{#if is_bytes}
unhex(json_value(waiting.arguments, '$[{param_index}]'))
{#else}
json_value(waiting.arguments, '$[{param_index}]')
{/if}

{define fail_deferred_function}
{! For events without callbacks only the database can record a failure. The state is read, not passed.}

-- Records the result of a deferred event that a callback of a program has refused.
create or replace {>definer} function {schema}.{name}_fail_deferred($1 bigint, $2 {>name_type}, $3 {>text_type})
returns boolean
comment 'number, status, detail'
begin
  update pawl_database.pawl_deferred pending
    left join {current} head on head.{name}_id = pending.entity and $2 = 'REFUSED'
    set pending.status = $2, pending.detail = $3, pending.fired_at = pawl_database.pawl_now(),
      pending.from_state = head.state, pending.sort_key = head.sort_key
    where pending.number = $1 and pending.machine = {machine} and pending.status is null
      and $2 in ('REFUSED', 'MISUSE', 'DB') and pending.event in ({#each asking_events}{event}{#between}, {/each});
  return row_count() > 0;
end //

{define fire_deferred}
select {schema}.{name}_fire_deferred({bigint:1}, {text:2}) as pawl_outcome from dual where {is_accepted}

{define fail_deferred}
{#if has_callbacks}select {schema}.{name}_fail_deferred({bigint:1}, {text:2}, {text:3}) from dual where {is_accepted}{/if}
