-- The queue of a machine with timers or work: its table, and the functions by which workers claim due items and report
-- results. follow.sql has the effects of transitions on it.
--
-- All functions lock the current row before a row of the queue, as transitions do, so no two deadlock. Only a claim,
-- which does not wait, locks rows alone. It locks them by one read, and reads its changes without a lock, because a
-- function obeys `skip locked` only in the first statement on a table. A claim locks no gaps, so it needs READ
-- COMMITTED.

{define no_event} null
{define no_attempts} null

{define queue_tables}
{#if has_queue}

create table if not exists {pending} (
{>key_column_of}
  declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  is_work boolean not null,
  due_at bigint not null comment 'When it is due. While a worker has it: the end of the lease.',
  fence integer not null comment 'The sort_key of the transition that began it.',
  claim bigint not null default 0 comment 'Grows with each claim, so that of two workers the later one counts.',
  attempts integer not null default 0,
  last_error {>text_type},
  parked_at bigint comment 'Parked, because its attempts are spent: {name}_pending_retry makes it due again.',
  is_asleep boolean not null default false comment 'The timer is paused: an inner state overrides its event.',
  primary key ({name}_id, declaration)
) engine = InnoDB comment 'Timers that run and work that waits: one row for each.'{#if has_entity}
as select parent.{parent_column} as {name}_id, '' as declaration, 0 as is_work, 0 as due_at, 0 as fence, 0 as claim,
    0 as attempts, null as last_error, null as parked_at, 0 as is_asleep
  from {parent} parent {>as_table} where false{/if};
{! Not above: see head_tables.}
alter table {pending} -- parked and paused rows leave the index of claims
  add column if not exists ready_at bigint as (if(parked_at is null and not is_asleep, due_at, null)) persistent,
  add index if not exists {name}_pending_due (is_work, ready_at),
  add index if not exists {name}_pending_failed (parked_at, last_error(1));

-- how each timer and work is treated
create or replace {>definer} sql security definer view {pending}_rules as
with rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as (values
{>queue_rules}
) select rule.declaration, rule.is_work, rule.event, rule.lease, rule.every, rule.attempts, rule.backoff_from,
    rule.backoff_to from rule;
{#if roles}
grant select on {pending} to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on {pending}_rules to pawl_database_app, pawl_database_operator, pawl_database_reader;
{/if}
{/if}

{define queue_functions}
{#if has_queue}


-- Leases due jobs, the longest due first: an array of id, declaration, fence, claim, attempts, is_spent, is_parked and
-- leased_until{#if has_work}, and of a work the actor of the transition that began it{/if}. Complete each, or call not_yet or fail for it.
-- If is_spent, no attempt is left: complete it without an event. If is_parked, do nothing. at_most, kind, lease in
-- microseconds.
create or replace {>definer} function {pending}_claim($1 integer, $2 varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint)
returns {>text_type}
comment 'at_most, kind: timer, work or null, lease in microseconds or null'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare claimed {>text_type} default '';
  declare free {>text_type};
  declare own_id {key_type};
  declare own row (declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin,
    attempts integer, fence integer, claim bigint, is_parked boolean, due_at bigint{#if has_work}, actor {>name_type}{/if});
  declare rule row (event {>name_type}, lease bigint, attempts integer);
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= 0 or $3 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years';
  end if;
  if exists (select 1 from pawl_database.pawl_freezes type_lock
             where type_lock.machine = {machine} and (type_lock.until is null or type_lock.until > moment)) then
    return '[]'; -- workers leave a frozen machine alone
  end if;
  set statement group_concat_max_len = 1073741824 for -- in place of the session's
  select group_concat(hex(convert(picked.{name}_id using utf8mb4)), '.', hex(picked.declaration), ','
      order by picked.is_work, picked.ready_at, picked.{name}_id, picked.declaration separator '') into free
    from (select p.{name}_id, p.declaration, p.is_work, p.ready_at from {pending} p force index ({name}_pending_due)
            where p.is_work in (if($2 = 'work', true, false), if($2 = 'timer', false, true)) and p.ready_at <= moment
            order by p.is_work, p.ready_at limit $1 for update skip locked) picked;
  while locate(',', free) > 0 do
    set own_id = convert(unhex(substring_index(free, '.', 1)) using utf8mb4),
      own.declaration = convert(unhex(substring_index(substring_index(free, ',', 1), '.', -1)) using utf8mb4),
      free = substr(free, locate(',', free) + 1);
    select known.event, known.lease, known.attempts into rule.event, rule.lease, rule.attempts
      from {pending}_rules known where known.declaration = own.declaration;
    update {pending} p
      set p.due_at = moment + coalesce($3, rule.lease), p.claim = p.claim + 1,
        -- `else` has as many attempts again
        p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, {spent_attempts}, 0), moment, null),
        p.last_error = if(p.attempts >= rule.attempts and p.last_error is null, 'its workers came to no end', p.last_error),
        p.attempts = p.attempts + 1
      where p.{name}_id = own_id and p.declaration = own.declaration;
    select p.fence, p.claim, p.attempts, p.parked_at is not null, p.due_at{#if has_work},
        if(p.is_work, (select made.actor from {transitions} made where made.{name}_id = p.{name}_id and made.sort_key = p.fence), null){/if}
      into own.fence, own.claim, own.attempts, own.is_parked, own.due_at{#if has_work}, own.actor{/if}
      from {pending} p where p.{name}_id = own_id and p.declaration = own.declaration;
    set claimed = concat(claimed, if(claimed = '', '', ', '), json_object('id', {>key_as_json}, 'declaration', own.declaration,
      'fence', own.fence, 'claim', own.claim, 'attempts', own.attempts,
      'is_spent', coalesce(own.attempts > rule.attempts, false), 'is_parked', own.is_parked, 'leased_until', own.due_at{#if has_work}, 'actor', own.actor{/if}));
  end while;
  return concat('[', claimed, ']');
end //

create or replace {>definer} function {pending}_not_yet(
  $1 {key_type}, $2 {>name_type}, $3 integer, $4 bigint, $5 bigint) returns boolean
comment 'id, declaration, fence, claim, pause in microseconds or null: tried again later; no attempt is counted. False where the claim is lost.'
begin
  declare seen integer;
  if $5 < 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a pause is not less than nothing, and at most 100 years';
  end if;
  {>lock_head_before_queue}
  update {pending} p join {pending}_rules rule on rule.declaration = p.declaration
    set p.due_at = {#if has_periodic}if($5 is null and p.declaration in ({#each periodic}{declaration}{#between}, {/each}),
        {>next_period}, {/if}pawl_database.pawl_now() + coalesce($5, rule.every){#if has_periodic}){/if}, p.claim = p.claim + 1,
      p.attempts = p.attempts - 1, p.last_error = null
    where {>is_the_claimed};
  return row_count() > 0;
end //

create or replace {>definer} function {pending}_fail(
  $1 {key_type}, $2 {>name_type}, $3 integer, $4 bigint, $5 {>text_type}) returns boolean
comment 'id, declaration, fence, claim, error: tried again after a pause that doubles, or parked when its attempts are spent. False if the claim is lost.'
begin
  declare seen integer;
  declare moment bigint default pawl_database.pawl_now();
  {>lock_head_before_queue}
  update {pending} p join {pending}_rules rule on rule.declaration = p.declaration
    set p.claim = p.claim + 1, p.last_error = $5,
      -- after its last attempt it is due at once, to fire `else`, or parked
      p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 1, 0), moment, null),
      p.due_at = moment + if(p.attempts >= rule.attempts, 0,
        floor(least(rule.backoff_to, rule.backoff_from * pow(2, least(p.attempts - 1, 30))) * (1 + rand() / 4)))
    where {>is_the_claimed};
  return row_count() > 0;
end //

create or replace {>definer} function {pending}_extend(
  $1 {key_type}, $2 {>name_type}, $3 integer, $4 bigint, $5 bigint) returns boolean
comment 'id, declaration, fence, claim, lease in microseconds or null: the lease restarts. False if the claim is lost.'
begin
  declare seen integer;
  if $5 <= 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a lease is more than nothing, and at most 100 years';
  end if;
  {>lock_head_before_queue}
  select 1 into seen from {pending} p where {>is_the_claimed} for update;
  if seen is null then
    return false;
  end if;
  update {pending} p join {pending}_rules rule on rule.declaration = p.declaration
    set p.due_at = pawl_database.pawl_now() + coalesce($5, rule.lease)
    where {>is_the_claimed};
  return true;
end //

create or replace {>definer} function {pending}_retry($1 {key_type}, $2 {>name_type}) returns boolean
comment 'id, declaration: a parked item is due again. False if there is none.'
begin
  declare seen integer;
  {>lock_head_before_queue}
  update {pending} p
    set p.parked_at = null, p.due_at = pawl_database.pawl_now(), p.attempts = 0
    where p.{name}_id = $1 and p.declaration = $2 and p.parked_at is not null;
  return row_count() > 0;
end //
{#if roles}
grant execute on function {pending}_claim to pawl_database_app //
grant execute on function {pending}_not_yet to pawl_database_app //
grant execute on function {pending}_fail to pawl_database_app //
grant execute on function {pending}_extend to pawl_database_app //
grant execute on function {pending}_retry to pawl_database_app, pawl_database_operator //
{/if}
{/if}

{define next_period}
{! The first multiple of the period that is still to come, from the transition that began the timer: it does not drift.}
coalesce((select made.created_at + (floor((pawl_database.pawl_now() - made.created_at) / rule.every) + 1) * rule.every
    from {transitions} made where made.{name}_id = $1 and made.sort_key = p.fence), pawl_database.pawl_now() + rule.every)

{define key_as_json} {#if has_text_key}convert(own_id using utf8mb4){#else}own_id{/if}

{define lock_head_before_queue}
select 1 into seen from {locked} = $1 for update;
set seen = null;

{define is_the_claimed}
{! The row p is still the caller's claim.}
p.{name}_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null

{define queue_next_due}
select ready_at from {pending} where is_work = {bool:1} and ready_at is not null
  and {is_accepted}
  {>unless_frozen}
order by is_work, ready_at limit 1

{define unless_frozen}
and not exists (select 1 from pawl_database.pawl_freezes type_lock
  where type_lock.machine = {machine}
    and (type_lock.until is null or type_lock.until > pawl_database.pawl_now()))
