-- Parts of waiting.mariadb.sql: see outputs/parts.

create table if not exists pawl_database.damage_pending (
  declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  is_work boolean not null,
  due_at bigint not null comment 'When it is due. While a worker has it: the end of the lease.',
  fence integer not null comment 'The sort_key of the transition that began it.',
  claim bigint not null default 0 comment 'Grows with each claim, so that of two workers the later one counts.',
  attempts integer not null default 0,
  last_error longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  parked_at bigint comment 'Parked, because its attempts are spent: damage_pending_retry makes it due again.',
  is_asleep boolean not null default false comment 'The timer is paused: an inner state overrides its event.',
  primary key (damage_id, declaration)
) engine = InnoDB comment 'Timers that run and work that waits: one row for each.'
as select parent.id as damage_id, '' as declaration, 0 as is_work, 0 as due_at, 0 as fence, 0 as claim,
    0 as attempts, null as last_error, null as parked_at, 0 as is_asleep
  from pawl_application.damages parent use index for group by () where false;
alter table pawl_database.damage_pending -- parked and paused rows leave the index of claims
  add column if not exists ready_at bigint as (if(parked_at is null and not is_asleep, due_at, null)) persistent,
  add index if not exists damage_pending_due (is_work, ready_at),
  add index if not exists damage_pending_failed (parked_at, last_error(1));

-- how each timer and work is treated
create or replace definer = pawl_database_owner sql security definer view pawl_database.damage_pending_rules as
with rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as (values
  ('assessed.remind', false, 'remind', 60000000, 86400000000, 20, 1000000, 600000000),
  ('assessed.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('assessed.lose_patience', false, 'lose_patience', 60000000, 10000000, 20, 1000000, 600000000),
  ('paying.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('work reported', true, 'escalate', 120000000, 30000000, 3, 5000000, 60000000),
  ('work transfer', true, null, 60000000, 10000000, null, 1000000, 600000000)) select rule.declaration, rule.is_work, rule.event, rule.lease, rule.every, rule.attempts, rule.backoff_from,
    rule.backoff_to from rule;
grant select on pawl_database.damage_pending to pawl_database_app, pawl_database_operator, pawl_database_reader;

create or replace definer = pawl_database_owner function pawl_database.damage_pending_claim($1 integer, $2 varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'at_most, kind: timer, work or null, lease in microseconds or null'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare claimed longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare free longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare own_id type of pawl_application.damages.id;
  declare own row (declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin,
    attempts integer, fence integer, claim bigint, is_parked boolean, due_at bigint, actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin);
  declare rule row (event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lease bigint, attempts integer);
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= 0 or $3 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years';
  end if;
  if exists (select 1 from pawl_database.pawl_freezes type_lock
             where type_lock.machine = 'damage' and (type_lock.until is null or type_lock.until > moment)) then
    return '[]'; -- workers leave a frozen machine alone
  end if;
  set statement group_concat_max_len = 1073741824 for -- in place of the session's
  select group_concat(hex(convert(picked.damage_id using utf8mb4)), '.', hex(picked.declaration), ','
      order by picked.is_work, picked.ready_at, picked.damage_id, picked.declaration separator '') into free
    from (select p.damage_id, p.declaration, p.is_work, p.ready_at from pawl_database.damage_pending p force index (damage_pending_due)
            where p.is_work in (if($2 = 'work', true, false), if($2 = 'timer', false, true)) and p.ready_at <= moment
            order by p.is_work, p.ready_at limit $1 for update skip locked) picked;
  while locate(',', free) > 0 do
    set own_id = convert(unhex(substring_index(free, '.', 1)) using utf8mb4),
      own.declaration = convert(unhex(substring_index(substring_index(free, ',', 1), '.', -1)) using utf8mb4),
      free = substr(free, locate(',', free) + 1);
    select known.event, known.lease, known.attempts into rule.event, rule.lease, rule.attempts
      from pawl_database.damage_pending_rules known where known.declaration = own.declaration;
    update pawl_database.damage_pending p
      set p.due_at = moment + coalesce($3, rule.lease), p.claim = p.claim + 1,
        -- `else` has as many attempts again
        p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 20, 0), moment, null),
        p.last_error = if(p.attempts >= rule.attempts and p.last_error is null, 'its workers came to no end', p.last_error),
        p.attempts = p.attempts + 1
      where p.damage_id = own_id and p.declaration = own.declaration;
    select p.fence, p.claim, p.attempts, p.parked_at is not null, p.due_at,
        if(p.is_work, (select made.actor from pawl_database.damage_transitions made where made.damage_id = p.damage_id and made.sort_key = p.fence), null)
      into own.fence, own.claim, own.attempts, own.is_parked, own.due_at, own.actor
      from pawl_database.damage_pending p where p.damage_id = own_id and p.declaration = own.declaration;
    set claimed = concat(claimed, if(claimed = '', '', ', '), json_object('id', own_id, 'declaration', own.declaration,
      'fence', own.fence, 'claim', own.claim, 'attempts', own.attempts,
      'is_spent', coalesce(own.attempts > rule.attempts, false), 'is_parked', own.is_parked, 'leased_until', own.due_at, 'actor', own.actor));
  end while;
  return concat('[', claimed, ']');
end //

create or replace definer = pawl_database_owner function pawl_database.damage_pending_not_yet(
  $1 type of pawl_application.damages.id, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 bigint) returns boolean
comment 'id, declaration, fence, claim, pause in microseconds or null: tried again later; no attempt is counted. False where the claim is lost.'
begin
  declare seen integer;
  if $5 < 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a pause is not less than nothing, and at most 100 years';
  end if;
  select 1 into seen from pawl_database.damage_current head where head.damage_id = $1 for update;
  set seen = null;
  update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
    set p.due_at = pawl_database.pawl_now() + coalesce($5, rule.every), p.claim = p.claim + 1,
      p.attempts = p.attempts - 1, p.last_error = null
    where p.damage_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return row_count() > 0;
end //
