-- The queue of a machine with timers or work: its table, and the functions by which workers claim due items and report
-- results. follow.sql has the effects of transitions on it.
--
-- All functions lock the current row before a row of the queue, as transitions do, so no two deadlock. Only a claim,
-- which does not wait, locks rows alone.

{define queue_tables}
{#if has_queue}

create table if not exists {pending} (
  {name}_id {key_column_type} not null,
  declaration text collate "C" not null,
  is_work boolean not null,
  due_at timestamptz not null,
  fence integer not null,
  claim bigint not null default 0,
  attempts integer not null default 0,
  last_error text collate "C",
  parked_at timestamptz,
  is_asleep boolean not null default false,
  primary key ({name}_id, declaration)
);
do $pawl$
begin
{#if puts_off_unrecorded}
  if not exists (select from pg_attribute own where own.attrelid = '{pending}'::regclass
                 and own.attname = 'put_off_until' and not own.attisdropped) then
    alter table {pending} add column put_off_until timestamptz, set (fillfactor = 80);
  end if;
{/if}
  -- version 2 kept the session of the worker here
  if exists (select from pg_attribute own where own.attrelid = '{pending}'::regclass
             and own.attname = 'session' and not own.attisdropped) then
    alter table {pending} drop column session;
  end if;
end
$pawl$;
call public.pawl_create_once({#literal}{schema}.{name}_pending_due{/literal}::text,
  {#literal}create index {name}_pending_due on {pending} (is_work, due_at) where parked_at is null and is_asleep = false{/literal}::text);
call public.pawl_create_once({#literal}{schema}.{name}_pending_failed{/literal}::text,
  {#literal}create index {name}_pending_failed on {pending} (parked_at) where (parked_at is not null or last_error is not null){/literal}::text);

create or replace view {pending}_rules as select * from (values
{>queue_rules}
) rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to);

call public.pawl_refuse_writes_to(array['{pending}']::regclass[]);
{#if roles}
grant select on {pending}, {pending}_rules to pawl_app, pawl_operator, pawl_reader;
{/if}

comment on table {pending} is 'Timers that run and work that waits: one row for each.';
comment on column {pending}.due_at is 'When it is due. While a worker has it: the end of the lease.';
comment on column {pending}.fence is 'The sort_key of the transition that began it.';
comment on column {pending}.claim is
  'Grows with each claim, so that of two workers the later one counts.';
comment on column {pending}.parked_at is
  'Parked, because its attempts are spent: {name}_pending_retry makes it due again.';
comment on column {pending}.is_asleep is 'The timer is paused: an inner state overrides its event.';
{#if puts_off_unrecorded}
comment on column {pending}.put_off_until is
  'An unrecorded transition has put the timer off until then, and due_at is when a claim looks.';
{/if}
comment on view {pending}_rules is 'How each timer and work is treated.';
{/if}

{define queue_functions}
{#if has_queue}
{>claim_function}
{>complete_function}
{>not_yet_function}
{>fail_function}
{>extend_function}
{>retry_function}
{/if}

{define claim_function}

create or replace function {pending}_claim(
  at_most integer default 1, kind text default null, lease interval default null)
returns table (id {key_type}, item public.pawl_item, event text, attempts integer, is_spent boolean,
  is_parked boolean, leased_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index}
  set enable_bitmapscan = off -- the queue's statistics are always out of date
as {#quoted}
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  room integer := $1;
  taken integer;
  works boolean;
begin
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= interval '0' or $3 > {>duration_max} then
    raise exception
      'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.pawl_freezes type_lock
             where type_lock.machine = {machine} and type_lock.mode is not null
               and (type_lock.until is null or type_lock.until > moment)) then
    return; -- workers leave a frozen machine alone
  end if;
{#if puts_off_unrecorded}
  with due as materialized (
    select p.ctid as place from {pending} p
      where p.is_work = false and p.parked_at is null and p.is_asleep = false
        and p.due_at <= moment and p.put_off_until > moment and {is_accepted}
      order by p.due_at limit 1000 for update skip locked
  )
  update {pending} p set due_at = p.put_off_until, put_off_until = null from due where p.ctid = due.place;
{/if}
  foreach works in array array[false, true] loop
    continue when room < 1 or works <> ($2 = 'work');
    return query
      with due as materialized (
        select p.ctid as place from {pending} p
          where p.is_work = works and p.parked_at is null and p.is_asleep = false
            and p.due_at <= moment and {is_accepted}
{#if puts_off_unrecorded}
            and (p.put_off_until > moment) is not true
{/if}
          order by p.due_at limit room for update skip locked
      ), leased as (
        update {pending} p
          set due_at = moment + coalesce($3, rule.lease), claim = p.claim + 1,
            attempts = p.attempts + 1,
            -- `else` has as many attempts again
            parked_at = case when p.attempts >= rule.attempts
              + case when p.is_work and rule.event is not null then {spent_attempts} else 0 end
              then moment end,
            last_error = case when p.attempts >= rule.attempts and p.last_error is null
              then 'its workers came to no end' else p.last_error end
          from due, {pending}_rules rule
          where p.ctid = due.place and rule.declaration = p.declaration
          returning p.*, rule.event, rule.attempts as allowed
      )
      select leased.{name}_id, row(leased.declaration, leased.fence, leased.claim)::public.pawl_item,
        leased.event, leased.attempts, coalesce(leased.attempts > leased.allowed, false),
        leased.parked_at is not null, leased.due_at from leased;
    get diagnostics taken = row_count;
    room := room - taken;
  end loop;
end
{/quoted};
comment on function {pending}_claim(integer, text, interval) is
  'Leases due jobs, the longest due first. Complete each row, or call not_yet or fail for it. If is_spent, no attempt is left: complete it without an event. If is_parked, do nothing: the row is for information.';

{define duration_max}
{! PAWL_DURATION_MAX_US, in days, because years of PostgreSQL have 360.}
interval '36525 days'

{define complete_signature} {pending}_complete({key_type}, public.pawl_item, text, jsonb, text, text)

{define complete_function}
{! Takes the lock of transitions before it reads the view of the rules, which a migration replaces.}

create or replace function {pending}_complete(id {key_type}, item public.pawl_item, event text default null,
  args jsonb default null, actor text default null, request_id text default null)
returns public.pawl_outcome language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
declare
  outcome public.pawl_outcome;
  fired text := $3;
begin
{>join_moves}
  if fired is null then
    select rule.event into fired from {pending}_rules rule where rule.declaration = ($2).declaration;
  end if;
  case when $2 is null then
    outcome.status := 'MISUSE';
{#each events}
{#if not is_creation}
  when fired = {event} then
    outcome := {event_function}($1{#each params}, ($4->>{column_literal})::{param_type}{/each},
      $5, $6, null::integer{#if has_key}, null::text, null::bigint{/if}{#if takes_verdicts}, null::text{/if}, $2);
{/if}
{/each}
  else
    outcome.status := 'MISUSE';
  end case;
  return outcome;
end
{/quoted};
comment on function {>complete_signature} is
  'Fires the event, or that of a timer or of `else`, if the caller still has the claim, otherwise CONFLICT. args are the event''s parameters by name.';

{define lock_head_before_queue} perform from {locked} = $1 for no key update;

{define is_the_claimed}
{! The row p is still the caller's claim.}
p.{name}_id = $1 and p.declaration = ($2).declaration and p.fence = ($2).fence
  and p.claim = ($2).claim and p.parked_at is null and {is_accepted}

{define not_yet_function}

create or replace function {pending}_not_yet(id {key_type}, item public.pawl_item, pause interval default null)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
begin
  if $3 < interval '0' or $3 > {>duration_max} then
    raise exception 'a pause is not less than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  {>lock_head_before_queue}
  update {pending} p
    set due_at = {#if has_periodic}case when $3 is null and p.declaration in ({#each periodic}{declaration}{#between}, {/each})
        then {>next_period} else {/if}clock_timestamp() + coalesce($3, rule.every){#if has_periodic} end{/if}, claim = p.claim + 1,
      attempts = p.attempts - 1, last_error = null
    from {pending}_rules rule
    where rule.declaration = p.declaration and {>is_the_claimed};
  return found;
end
{/quoted};
comment on function {pending}_not_yet({key_type}, public.pawl_item, interval) is
  'Tries it again later, without counting an attempt. False: the claim is lost.';

{define next_period}
{! The first multiple of the period that is still to come, from the transition that began the timer: it does not drift.}
coalesce((select made.created_at + (floor(extract(epoch from clock_timestamp() - made.created_at)
      / extract(epoch from rule.every)) + 1)::float8 * rule.every
    from {transitions} made where made.{name}_id = $1 and made.sort_key = p.fence), clock_timestamp() + rule.every)

{define fail_function}

create or replace function {pending}_fail(id {key_type}, item public.pawl_item, error text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
begin
  {>lock_head_before_queue}
  update {pending} p
    set claim = p.claim + 1, last_error = $3,
      -- after its last attempt it is due at once, to fire `else`, or parked
      parked_at = case when p.attempts >= rule.attempts
        + case when p.is_work and rule.event is not null then 1 else 0 end
        then clock_timestamp() end,
      due_at = clock_timestamp() + case when p.attempts >= rule.attempts then interval '0'
        else least(rule.backoff_to,
            rule.backoff_from * power(2, least(p.attempts - 1, 30))) * (1 + random() / 4) end
    from {pending}_rules rule
    where rule.declaration = p.declaration and {>is_the_claimed};
  return found;
end
{/quoted};
comment on function {pending}_fail({key_type}, public.pawl_item, text) is
  'Tries it again after a pause that doubles, or parks it when its attempts are spent. False: the claim is lost.';

{define extend_function}

create or replace function {pending}_extend(id {key_type}, item public.pawl_item, lease interval default null)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
begin
  if $3 <= interval '0' or $3 > {>duration_max} then
    raise exception 'a lease is more than nothing, and at most 100 years'
      using errcode = 'invalid_parameter_value';
  end if;
  {>lock_head_before_queue}
  update {pending} p
    set due_at = clock_timestamp() + coalesce($3, rule.lease)
    from {pending}_rules rule
    where rule.declaration = p.declaration and {>is_the_claimed};
  return found;
end
{/quoted};
comment on function {pending}_extend({key_type}, public.pawl_item, interval) is
  'Begins the lease again. False: the claim is lost.';

{define retry_function}

create or replace function {pending}_retry(id {key_type}, declaration text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp{>find_by_index} as {#quoted}
#variable_conflict use_column
begin
  {>lock_head_before_queue}
  update {pending} p
    set parked_at = null, due_at = clock_timestamp(), attempts = 0
    where p.{name}_id = $1 and p.declaration = $2 and p.parked_at is not null and {is_accepted};
  return found;
end
{/quoted};
revoke all on function {pending}_retry({key_type}, text) from public;
{#if roles}
grant execute on function {pending}_retry({key_type}, text) to pawl_app, pawl_operator;
{/if}
comment on function {pending}_retry({key_type}, text) is
  'Makes a parked job due again. False: none is parked.';
