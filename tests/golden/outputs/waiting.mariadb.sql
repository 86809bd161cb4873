-- Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again.
-- Its last line says that it is whole.
-- Running it again changes nothing; what was interrupted is gone on with. MariaDB has no variables for
-- names: pawl_application stands for the database of the tables that move, pawl_database for one of
-- Pawl's own, which pawlctl and libpawl call like the former with `_pawl` behind it.
-- Applications get the role shop_pawl_app. Apply with a login that may create databases and roles:
--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' pawl.mariadb.sql | mariadb shop
--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' waiting.mariadb.sql | mariadb shop
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply waiting.mariadb.sql --db=...
-- Requires schema 3
-- Deploys damage 918ad85b405458c6
-- Deploys lamp ce9743177eaf643e
-- Moves of damage in SQL, with null for what is not given; each answers with an object of JSON:
--   select pawl_database.damage_create$4(damage_id, closes_at, actor, request_id)
--   select pawl_database.damage_assess$9(damage_id, amount, note, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_escalate$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_remind$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_repeat$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_close$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_pay$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_note$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_paid$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.damage_closed_by_hand$7(damage_id, actor, request_id, expected sort_key, item, fence, claim)
-- Moves of lamp in SQL, with null for what is not given; each answers with an object of JSON:
--   select pawl_database.lamp_create$3(lamp_id, actor, request_id)
--   select pawl_database.lamp_go_out$7(lamp_id, actor, request_id, expected sort_key, item, fence, claim)
--   select pawl_database.lamp_light$7(lamp_id, actor, request_id, expected sort_key, item, fence, claim)

set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection, @pawl_group_concat_max = @@group_concat_max_len,
  @pawl_autocommit = @@autocommit;
-- What routines are parsed by, and keep.
set sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION';
set collation_connection = utf8mb4_nopad_bin;
-- Texts of routines are put together by group_concat. A shell may end without a commit.
set group_concat_max_len = 1048576, autocommit = 1;

-- It stands on what all machines and flows share.
delimiter //
begin not atomic
  if 'pawl_database' = concat('pawl', '_database') then
    signal sqlstate '45000' set message_text = 'the names of the databases are not put in; nothing was changed: apply it with pawlctl apply, or by the command at the top of the file';
  end if;
end //
begin not atomic
  declare present integer;
  declare holder longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if get_lock('pawl_database', 1) is not true then -- one deployment at a time
    select concat('another deployment is under way, of connection ', is_used_lock('pawl_database'), coalesce((select concat(' (', other.user, ')')
      from information_schema.processlist other where other.id = is_used_lock('pawl_database')), '')) into holder;
    select concat('waits: ', coalesce(holder, 'another deployment is under way')) as pawl; -- for people at a shell
    if get_lock('pawl_database', 3600) is not true then
      set holder = concat(coalesce(holder, 'another deployment'), ', and does not end; nothing was changed: end it, or kill that connection');
      signal sqlstate '45000' set message_text = holder;
    end if;
  end if;
  if exists (select 1 from information_schema.tables known
      where known.table_schema = 'pawl_database' and known.table_name = 'pawl_schema') then
    select known.version into present from pawl_database.pawl_schema known;
  end if;
  if present is null or present < 3 then
    signal sqlstate '45000' set message_text = 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.mariadb.sql first, or let pawlctl apply do both';
  elseif present > 3 then
    signal sqlstate '45000' set message_text = 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl';
  end if;
end //
delimiter ;
delimiter //
begin not atomic
  declare kind, referenced longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  select known.table_type into kind from information_schema.tables known
    where (known.table_schema, known.table_name) = ('pawl_application', 'damages');
  if kind not in ('BASE TABLE', 'SYSTEM VERSIONED') then
    set kind = concat('machine damage moves the rows of a table, and ', concat_ws('.', 'pawl_application', 'damages'), ' is a ', lower(kind),
      '; nothing was changed: name the table itself, or, where somebody has put this in its place, give the table its name again');
    signal sqlstate '45000' set message_text = kind;
  end if;
  select min(concat(known.referenced_table_schema, '.', known.referenced_table_name)) into referenced
    from information_schema.key_column_usage known
    where known.table_schema = 'pawl_database' and known.table_name in ('damage_current', 'damage_transitions')
      and known.constraint_name in ('damage_current_parent', 'damage_transitions_parent')
      and (known.referenced_table_schema, known.referenced_table_name) <> ('pawl_application', 'damages');
  if referenced is not null then
    set referenced = concat('the rows of machine damage refer to ', referenced, ', and not to ', concat_ws('.', 'pawl_application', 'damages'),
      '; nothing was changed: give that table its name again, or apply this to the database of that table');
    signal sqlstate '45000' set message_text = referenced;
  end if;
  select known.data_type into kind from information_schema.columns known
    where (known.table_schema, known.table_name, known.column_name) = ('pawl_application', 'damages', 'id');
  if kind not in ('tinyint', 'smallint', 'mediumint', 'int', 'bigint') then
    set kind = concat(concat_ws('.', 'pawl_application', 'damages', 'id'), ' is of the type ', kind, ', and the key of machine damage is a bigint',
      '; nothing was changed: name a column whose values are integers');
    signal sqlstate '45000' set message_text = kind;
  end if;
  if exists (select 1 from information_schema.statistics known
      where (known.table_schema, known.table_name, known.column_name) = ('pawl_application', 'damages', 'id'))
    and not exists (select 1 from information_schema.statistics known
      where (known.table_schema, known.table_name, known.column_name) = ('pawl_application', 'damages', 'id') and known.non_unique = 0
        and not exists (select 1 from information_schema.statistics other
          where (other.table_schema, other.table_name) = ('pawl_application', 'damages')
            and other.index_name = known.index_name and other.seq_in_index > 1)) then
    set kind = concat(concat_ws('.', 'pawl_application', 'damages', 'id'), ' may have the same value in several rows, and is the key of machine damage',
      '; nothing was changed: name a column that is a primary key or unique, or make it so');
    signal sqlstate '45000' set message_text = kind;
  end if;
end //
delimiter ;

-- damage ------------------------------------------------------------------------------------------
-- Claim of damages
-- Timers and work: a claim of damages, with a key that is a number.
delimiter //
begin not atomic
  if exists (select 1 from information_schema.columns own
      where own.table_schema = 'pawl_database' and own.table_name = 'pawl_machines' and own.column_name = 'pawl_pass') then
    signal sqlstate '45000' set message_text = 'the machines of this database were written with pawl --strict; nothing was changed: write this one so, too';
  end if;
  if exists (select 1 from pawl_database.pawl_migrations begun where 'damage' in (begun.machine, begun.old_machine)) then
    signal sqlstate '45000' set message_text = 'machine damage is being migrated; nothing was changed: apply that migration again, which ends it';
  end if;
  if exists (select 1 from pawl_database.pawl_machines known
      where known.machine = 'damage' and known.fingerprint <> '918ad85b405458c6' and known.is_deployed) then
    signal sqlstate '45000' set message_text = 'machine damage is deployed in another version; nothing was changed: apply the SQL of the deployed version';
  end if;
end //
delimiter ;
set @pawl_done = pawl_database.pawl_make_gate('damage');

delimiter //
begin not atomic
  declare exit handler for 1044, 1142, 1143 begin
    call pawl_database.pawl_require_grants('damage', 'pawl_application', 'damages', 1, 'pawl_application', true);
    resignal;
  end;
  grant select on pawl_application.damages to pawl_database_owner;
end //
delimiter ;
create table if not exists pawl_database.damage_current (
  state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  sort_key integer not null comment 'Of the last move.',
  since bigint not null comment 'When the last move was made, in microseconds since 1970.',
  primary key (damage_id),
  index damage_current_state_since (state, since)
) engine = InnoDB comment 'Claim of damages
Timers and work: a claim of damages, with a key that is a number.
One row for each: where it is.'
as select parent.id as damage_id, '' as state, 0 as sort_key, 0 as since
  from pawl_application.damages parent use index for group by () where false;
alter table pawl_database.damage_current add constraint damage_current_parent
  foreign key if not exists (damage_id) references pawl_application.damages (id);

create table if not exists pawl_database.damage_transitions (
  sort_key integer not null,
  event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Empty for a creation.',
  to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  created_at bigint not null,
  actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Who did it: the login, where the caller named nobody.',
  request_id varbinary(255) comment 'What the caller named this request, so that it happens once however often it is sent.',
  closes_at bigint,
  amount bigint,
  note longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  primary key (damage_id, sort_key),
  unique index damage_transitions_request (damage_id, request_id)
) engine = InnoDB comment 'Every move ever made, in the order of sort_key. Rows are only added.'
as select parent.id as damage_id, 0 as sort_key, '' as event, '' as from_state, '' as to_state,
    0 as created_at, '' as actor, null as request_id, null as closes_at, null as amount, null as note
  from pawl_application.damages parent use index for group by () where false;

-- how it may move, for people and tools to read; from_state is empty for a creation
create or replace definer = pawl_database_owner sql security definer view pawl_database.damage_moves as
with move (event, from_state, to_state) as (values
  ('create', '', 'reported'),
  ('assess', 'reported', 'assessed'),
  ('escalate', 'reported', 'assessed'),
  ('remind', 'assessed', 'assessed'),
  ('repeat', 'assessed', 'assessed'),
  ('close', 'assessed', 'closed'),
  ('close', 'transfer', 'closed'),
  ('pay', 'assessed', 'transfer'),
  ('note', 'transfer', 'transfer'),
  ('note', 'confirm', 'confirm'),
  ('paid', 'transfer', 'confirm'),
  ('closed_by_hand', 'confirm', 'closed')
) select move.event, move.from_state, move.to_state from move;

-- where each is, to join in queries of one's own
create or replace definer = pawl_database_owner sql security definer view pawl_database.damage_state as
  select head.damage_id,
    head.state, head.sort_key, head.since from pawl_database.damage_current head;

create table if not exists pawl_database.damage_pending (
  declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  is_work boolean not null,
  due_at bigint not null comment 'For whoever has claimed it: the end of his lease.',
  fence integer not null comment 'The sort_key of the move that began it.',
  claim bigint not null default 0 comment 'Grows with each claim, so that of two workers the later one counts.',
  attempts integer not null default 0,
  last_error longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  parked_at bigint comment 'Put aside, because its attempts are spent: damage_pending_retry brings it back.',
  is_asleep boolean not null default false comment 'The state answers the timer''s event in another way.',
  -- what is parked or asleep leaves the index by which claims look
  ready_at bigint as (if(parked_at is null and not is_asleep, due_at, null)) persistent,
  primary key (damage_id, declaration),
  index damage_pending_due (is_work, ready_at)
) engine = InnoDB comment 'Timers that run and work that waits: one row for each.'
as select parent.id as damage_id, '' as declaration, 0 as is_work, 0 as due_at, 0 as fence, 0 as claim,
    0 as attempts, null as last_error, null as parked_at, 0 as is_asleep
  from pawl_application.damages parent use index for group by () where false;

-- how each timer and work is treated
create or replace definer = pawl_database_owner sql security definer view pawl_database.damage_pending_rules as
with rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as (values
  ('assessed.remind', false, 'remind', 60000000, 86400000000, 20, 1000000, 600000000),
  ('assessed.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('paying.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('work reported', true, 'escalate', 120000000, 30000000, 3, 5000000, 60000000),
  ('work transfer', true, null, 60000000, 10000000, null, 1000000, 600000000)) select rule.declaration, rule.is_work, rule.event, rule.lease, rule.every, rule.attempts, rule.backoff_from,
    rule.backoff_to from rule;
grant select on pawl_database.damage_pending to pawl_database_app, pawl_database_operator;
grant select on pawl_database.damage_pending_rules to pawl_database_app, pawl_database_operator;
-- In four bytes, as the texts are in which they stand: the server's own tables know three. A key that is longer than its column is
-- no error, but there is none of that name.
set @pawl_key_type = (select convert(concat(case parent.data_type when 'char' then 'char(255)'
      when 'varchar' then 'varchar(1025)' when 'varbinary' then 'varbinary(1025)' else parent.column_type end,
    coalesce(concat(' character set ', parent.character_set_name, ' collate ', parent.collation_name), '')) using utf8mb4)
  from information_schema.columns parent
  where (parent.table_schema, parent.table_name, parent.column_name) = ('pawl_application', 'damages', 'id'));

-- guard small of machine damage
delimiter //
create or replace definer = pawl_database_owner function pawl_application.damage_guard_small($1 bigint)
returns boolean
not deterministic reads sql data sql security invoker
begin
  declare passes double;
  declare said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answers cursor for
select $1 < 100
;
  declare continue handler for not found set passes = null;
  declare exit handler for sqlexception begin
    get diagnostics condition 1 said = message_text;
    set said = concat(left(said, 300), ' [guard small]');
    resignal set message_text = said;
  end;
  open answers;
  fetch answers into passes; -- of several rows the first
  close answers;
  return passes <> 0;
end //
set @pawl_function = 'pawl_database.`damage$guard_small`($1 bigint)
returns boolean
not deterministic reads sql data sql security definer
begin
  declare answer boolean;
  set statement time_zone = ''+00:00'', system_versioning_asof = default, group_concat_max_len = default,
      div_precision_increment = default, lc_time_names = default, default_week_format = default, default_regex_flags = default,
      max_sort_length = default, max_recursive_iterations = default, sql_select_limit = default<clock>
    for select pawl_application.damage_guard_small($1) into answer;
  return answer;
end' //
execute immediate concat('create or replace definer = pawl_database_hooks function ',
  replace(@pawl_function, '<clock>', if(@@secure_timestamp = 'NO', ', timestamp = (timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6))) * 0.000001', ''))) //
delimiter ;
grant execute on function pawl_application.damage_guard_small to pawl_database_hooks;
grant execute on function pawl_database.`damage$guard_small` to pawl_database_hooks; -- a function's definer needs it

-- create
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 bigint /* closes_at */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''create'' ',
  replace(replace(replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare has_savepoint boolean default false; -- who calls
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        if not has_savepoint then
          rollback to savepoint pawl_move;
        end if;
        delete from pawl_database.damage_current where damage_id = $1 and sort_key = 0; -- on a node, and of many, it stands before the savepoint
        if not has_savepoint then
          savepoint pawl_move; -- which an error of the statement goes back to
        end if;
      end if;
      resignal;
    end;
    if $1 is null
      or $2 not between -210863520000000000 and 9223371244800000000
      or octet_length($3) > 255
      or octet_length($4) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select 1 into seen from pawl_application.damages parent use index for group by () where parent.id = $1 lock in share mode;
    if seen is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $4);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status = ''NOT_FOUND'' then
        set outcome.detail = ''insert its row into pawl_application.damages first, with that key as id'';
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set seen = null;
    <savepoint>
    insert into pawl_database.damage_current (damage_id, state, sort_key, since) values ($1, '''', 0, 0)
      on duplicate key update sort_key = sort_key;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key = 0 then
      <savepoint behind it>
      set is_writing = true;
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if is_writing then -- the head is its own
      set outcome = row(null, null, null, null, null, null, null, null);
    end if;
    if outcome.sort_key is not null then
      set outcome.status = ''EXISTS'';
      if $4 is not null then
        select case when pawl_database.damage_transitions.event = ''create''
              and pawl_database.damage_transitions.closes_at <=> $2
            then ''OK'' else ''REUSED'' end,
            pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
          into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
          from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($4 as binary);
        if outcome.detail is not null then
          set outcome.status = outcome.detail, outcome.detail = null;
          return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
              ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
              ''detail'', outcome.detail);
        end if;
      end if;
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $4);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $4);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        if not has_savepoint then
          rollback to savepoint pawl_move;
        end if;
        delete from pawl_database.damage_current where damage_id = $1 and sort_key = 0; -- on a node, and of many, it stands before the savepoint
        if not has_savepoint then
          savepoint pawl_move; -- which an error of the statement goes back to
        end if;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    set outcome.from_state = '''';
    set outcome.to_state = ''reported'', outcome.sort_key = 10, outcome.created_at = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6));
    <gate>
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at)
    values ($1, outcome.sort_key, ''create'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($3, substring_index(session_user(), ''@'', 1)), cast($4 as binary), $2);
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in (('''', ''reported'')) then
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''work reported'', true, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at), outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
  end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;')),
    '<savepoint>', if(@@wsrep_on, '', 'if @pawl_has_savepoint then
      select head.sort_key = 0 into has_savepoint from pawl_database.damage_current head where head.damage_id = $1 for update;
      if not has_savepoint then
        select true into has_savepoint from pawl_database.pawl_deferred waiting
          where waiting.machine = ''damage'' and waiting.entity = cast($1 as binary) and waiting.request_id = cast($4 as binary)
            and waiting.is_firing lock in share mode;
      end if;
    end if;
    if not has_savepoint then
      savepoint pawl_move;
    end if;')),
    '<savepoint behind it>', if(@@wsrep_on, 'savepoint pawl_move;', ''))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_create$4', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_1', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_create$4 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_1 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_create_many$4(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'create'
begin
  declare $1 type of pawl_application.damages.id;
  declare $2 bigint;
  declare $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.v1, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $2, $4;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or $2 not between -210863520000000000 and 9223371244800000000
      or octet_length($3) > 255
      or octet_length($4) not between 1 and 255) is not true then
      set seen = null;
  select 1 into seen from pawl_application.damages parent use index for group by () where parent.id = $1 lock in share mode;
      if seen then
        insert into pawl_database.damage_current (damage_id, state, sort_key, since) values ($1, '', 0, 0)
          on duplicate key update sort_key = sort_key;
        select head.state, head.sort_key, head.since
          into outcome.from_state, outcome.sort_key, outcome.created_at
          from pawl_database.damage_current head where head.damage_id = $1 for update;
      end if;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824, @pawl_has_savepoint = is_begun;
  select concat('[', group_concat(pawl_database.damage_create$4(given.id, given.v1, $3, given.request_id)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_create_many$4 to pawl_database_app;

-- assess
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 bigint /* amount */,
    $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* note */,
    $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $6 integer /* expected sort_key */,
    $7 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $8 integer /* fence */,
    $9 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''assess'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or $2 is null
      or locate(x''00'', $3)
      or octet_length($4) > 255
      or octet_length($5) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id, amount; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $5);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $5 is not null then
      select case when pawl_database.damage_transitions.event = ''assess''
            and pawl_database.damage_transitions.amount <=> $2
            and pawl_database.damage_transitions.note <=> $3
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($5 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $5);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $6 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $7 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $7 and p.fence = $8 and p.claim = $9
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''reported'' then ''assessed''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''assess'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note)
    values ($1, outcome.sort_key, ''assess'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($4, substring_index(session_user(), ''@'', 1)), cast($5 as binary), $2, $3);
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''reported'', ''assessed'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''work reported'');
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''assessed.remind'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 1209600000000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
    if (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10) is not null then
      insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
        values ($1, ''assessed.close'', false, (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10), outcome.sort_key, false)
        on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = value(is_asleep);
    end if;
  end if;
    if $7 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $7 and p.fence = $8;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_assess$9', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_2', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_assess$9 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_2 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_assess_many$9(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'assess'
begin
  declare $1 type of pawl_application.damages.id;
  declare $2 bigint;
  declare $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.v1, given.v2, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          v2 longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[3]' error on error,
          expected integer path '$[4]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          v2 longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[3]' error on error,
          expected integer path '$[4]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $2, $3, $5;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or $2 is null
      or locate(x'00', $3)
      or octet_length($4) > 255
      or octet_length($5) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_assess$9(given.id, given.v1, given.v2, $4, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          v1 bigint path '$[1]' error on error,
          v2 longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[3]' error on error,
          expected integer path '$[4]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_assess_many$9 to pawl_database_app;

-- escalate
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''escalate'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''escalate''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''reported'' then ''assessed''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''escalate'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''escalate'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''reported'', ''assessed'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''work reported'');
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''assessed.remind'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 1209600000000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
    if (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10) is not null then
      insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
        values ($1, ''assessed.close'', false, (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10), outcome.sort_key, false)
        on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = value(is_asleep);
    end if;
  end if;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_escalate$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_3', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_escalate$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_3 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_escalate_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'escalate'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_escalate$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_escalate_many$7 to pawl_database_app;

-- remind
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''remind'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare moment bigint;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''remind''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work
          or p.declaration in (''assessed.remind'')) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set moment = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    case
      when outcome.from_state in (''assessed'') then
        if pawl_database.`damage$guard_small`($1) then
        set outcome.to_state = ''assessed'';
        set outcome.move = 1;
      else
        set outcome.guard = concat_ws('', '', outcome.guard, ''small'');
      end if;
      else begin end;
    end case;
    if outcome.to_state is null then
      set outcome.status = if(outcome.guard is null, ''ILLEGAL'', ''REFUSED'');
      set outcome.detail = if(outcome.guard is null, concat(''remind'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is''), null);
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = moment;
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''remind'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if $5 is not null then
      delete from pawl_database.damage_pending
        where damage_id = $1 and not is_work and declaration = $5 and fence = $6;
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    set outcome.status = ''OK'';
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_remind$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_4', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_remind$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_4 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_remind_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'remind'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_remind$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_remind_many$7 to pawl_database_app;

-- repeat
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''repeat'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare moment bigint;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''repeat''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set moment = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    case
      when outcome.from_state in (''assessed'') then
        if pawl_database.`damage$guard_small`($1) then
        set outcome.to_state = ''assessed'';
        set outcome.move = 1;
      else
        set outcome.guard = concat_ws('', '', outcome.guard, ''small'');
      end if;
      if outcome.to_state is null then
        set outcome.to_state = ''assessed'';
        set outcome.move = 2;
      end if;
      else begin end;
    end case;
    if outcome.to_state is null then
      set outcome.status = if(outcome.guard is null, ''ILLEGAL'', ''REFUSED'');
      set outcome.detail = if(outcome.guard is null, concat(''repeat'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is''), null);
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.guard = null; -- of a move that was tried before
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = moment;
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''repeat'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state, coalesce(outcome.move, 1)) in ((''assessed'', ''assessed'', 2)) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''assessed.close'');
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''assessed.remind'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 1209600000000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
    if (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10) is not null then
      insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
        values ($1, ''assessed.close'', false, (select made.closes_at from pawl_database.damage_transitions made where made.damage_id = $1 and made.sort_key = 10), outcome.sort_key, false)
        on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
          last_error = null, parked_at = null, is_asleep = value(is_asleep);
    end if;
  end if;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    set outcome.status = ''OK'';
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_repeat$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_5', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_repeat$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_5 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_repeat_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'repeat'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_repeat$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_repeat_many$7 to pawl_database_app;

-- close
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''close'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''close''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work
          or p.declaration in (''assessed.close'', ''paying.close'')) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''assessed'' then ''closed''
      when ''transfer'' then ''closed''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''close'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''close'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''assessed'', ''closed'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''assessed.remind'', ''assessed.close'');
  elseif (outcome.from_state, outcome.to_state) in ((''transfer'', ''closed'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''paying.close'', ''work transfer'');
  end if;
    if $5 is not null then
      delete from pawl_database.damage_pending
        where damage_id = $1 and not is_work and declaration = $5 and fence = $6;
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_close$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_6', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_close$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_6 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_close_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'close'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_close$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_close_many$7 to pawl_database_app;

-- pay
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''pay'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''pay''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''assessed'' then ''transfer''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''pay'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''pay'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''assessed'', ''transfer'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''assessed.remind'', ''assessed.close'');
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''paying.close'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 1500000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
    insert into pawl_database.damage_pending (damage_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''work transfer'', true, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at), outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
  end if;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_pay$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_7', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_pay$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_7 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_pay_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'pay'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_pay$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_pay_many$7 to pawl_database_app;

-- note
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''note'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''note''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''transfer'' then ''transfer''
      when ''confirm'' then ''confirm''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''note'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''note'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_note$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_8', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_note$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_8 to pawl_database_app;

-- The same for a call that is a transaction of its own, without request_id and sort_key. What the other one has to look at is left to
-- it (BUSY).
delimiter //
execute immediate replace('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_8_own(
  $1 type of pawl_application.damages.id,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment ''note''
begin
  if (@pawl_to := '''') <> '''' or @@in_transaction or @@wsrep_on
    or $1 is null
      or octet_length($2) > 255 then
    return ''{"status": "BUSY"}'';
  end if;
  savepoint pawl_move;
  begin
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      rollback to savepoint pawl_move;
      resignal;
    end;
    update pawl_database.damage_current head
      set head.state = coalesce(@pawl_to := case @pawl_from := head.state
          when ''transfer'' then ''transfer''
          when ''confirm'' then ''confirm''
        end, head.state),
        head.sort_key = @pawl_sort_key := head.sort_key + if(@pawl_to is null, 0, 10),
        head.since = @pawl_at := if(@pawl_to is null, head.since, greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), head.since))
      where head.damage_id = $1;
    if row_count() = 0 or @pawl_to is null then -- no such head, or none that it leads on from
      if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''damage'' and gate.number = 256 lock in share mode) is not false then
        rollback to savepoint pawl_move;
        return ''{"status": "BUSY"}'';
      end if;
      return coalesce((select json_object(''status'', ''ILLEGAL'', ''from'', head.state, ''to'', null, ''sort_key'', head.sort_key,
          ''at'', head.since, ''guard'', null, ''move'', null, ''detail'', null)
        from pawl_database.damage_current head where head.damage_id = $1 for update), ''{"status": "NOT_FOUND"}'');
    end if;
    if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode) is not false then
      rollback to savepoint pawl_move;
      return ''{"status": "BUSY"}'';
    end if;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, @pawl_sort_key, ''note'', @pawl_from, @pawl_to, @pawl_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), null);
    return concat(''{"status": "OK", "from": "'', @pawl_from, ''", "to": "'', @pawl_to, ''", "sort_key": "'', @pawl_sort_key,
      ''", "at": "'', @pawl_at, ''", "guard": null, "move": null, "detail": null}'');
  end;
end', 'type of pawl_application.damages.id', @pawl_key_type) //
delimiter ;
grant execute on function pawl_database.damage_2_918ad85b405458c6_8_own to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits; or as below. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_note_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'note'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if json_exists($0, '$[0][5]') and not @@in_transaction and not @@wsrep_on then
    savepoint pawl_many;
    select count(*) into seen from (select given.id from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id limit 18446744073709551615) given
      straight_join pawl_database.damage_current head force index (primary) on head.damage_id = given.id for update;
    set answers = pawl_database.damage_2_918ad85b405458c6_8_all($0);
    if locate('{"status": "BUSY"}', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_note$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_note_many$7 to pawl_database_app;

-- The same for whoever gathers what many callers have asked for. items: as above, behind each its actor; the first says at its end
-- whether an entity stands there more than once, and whether any has a request_id. Moves of one entity stand together, in
-- their order, without a request id that two share, and each is decided on what the one before has left. What another has
-- locked, or the function for one has to look at, is left alone (BUSY).
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_8_all($0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'note'
begin
  declare nothing longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare move_count integer;
  declare moment bigint;
  declare is_writing boolean default false;
  declare is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody's that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate '45000' set message_text = 'on a node of a cluster each move of machine damage is made by itself';
  end if;
  select type_lock.machine is null, gate.is_closed into is_free, is_closed
    from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
    where gate.machine = 'damage' and gate.number = 0 lock in share mode; -- at once, also of a frozen machine, since a batch is soon at its end
  if is_closed then -- until its migration has ended
    signal sqlstate 'PW007' set message_text = 'machine damage is being migrated: try again';
  end if;
  if not is_free then
    return concat('[{"status": "BUSY"}', repeat(', {"status": "BUSY"}', json_length($0) - 1), ']');
  end if;
  -- of the types that they have in the statement that sets them
  set moment = timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), @pawl_made_before = nothing, @pawl_made = nothing, @pawl_answers = nothing, @pawl_latest = nothing,
    @pawl_left_alone = nothing, @pawl_id = nothing, @pawl_from = nothing, @pawl_to = nothing, @pawl_state = nothing,
    @pawl_verdict = nothing, @pawl_sort_key = 0, @pawl_at = 0;
  if coalesce(json_value($0, '$[0][5]'), true) then -- older programs do not say it
    set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
    select max(length(@pawl_made_before := concat(@pawl_made_before, given.number, ','))) into move_count
      from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error)) given
        straight_join pawl_database.damage_transitions earlier force index (damage_transitions_request)
          on earlier.damage_id = given.id and earlier.request_id = cast(given.request_id as binary)
      lock in share mode skip locked;
  end if;
  savepoint pawl_move;
  set is_writing = true;
  set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
  insert into pawl_database.damage_transitions
    (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  select head.damage_id, @pawl_sort_key, 'note', @pawl_from, @pawl_to, @pawl_at,
      coalesce(given.actor, substring_index(session_user(), '@', 1)), cast(given.request_id as binary)
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
        request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error, expected integer path '$[2]' error on error,
        actor longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[3]' error on error)) given
      left join pawl_database.damage_current head force index (primary) on head.damage_id = given.id
    where case @pawl_verdict := case
          when length(@pawl_latest) > 4096 and length(concat(@pawl_answers := concat(@pawl_answers, @pawl_latest), @pawl_latest := left(@pawl_latest, 0))) < 0 then null
          when given.id is null
            or octet_length(given.actor) > 255
            or octet_length(given.request_id) not between 1 and 255 then 'MISUSE'
          when head.state is null then if(length(@pawl_left_alone := concat(given.id)) < 0, null, 'BUSY')
          when concat(given.id) = @pawl_left_alone or find_in_set(given.number, @pawl_made_before) then 'BUSY'
          when concat(head.damage_id) <> @pawl_id and length(concat(@pawl_id := concat(head.damage_id), @pawl_state := head.state, @pawl_sort_key := head.sort_key, @pawl_at := head.since)) < 0 then null
          when @pawl_sort_key <> given.expected then 'CONFLICT'
          when (@pawl_to := case @pawl_state
            when 'transfer' then 'transfer'
            when 'confirm' then 'confirm'
          end) is null then 'ILLEGAL'
          else 'OK' end
        when 'OK' then length(concat(@pawl_made := concat(@pawl_made, '1'), @pawl_latest := concat(@pawl_latest,
          ', {"status": "OK", "from": "', @pawl_from := @pawl_state, '", "to": "', @pawl_state := @pawl_to,
          '", "sort_key": ', @pawl_sort_key := @pawl_sort_key + 10, ', "at": ', @pawl_at := greatest(moment, @pawl_at),
          ', "guard": null, "move": null, "detail": null}'))) > 0
        else length(concat(@pawl_made := concat(@pawl_made, '0'), @pawl_latest := concat(@pawl_latest, ', {"status": "', @pawl_verdict, '"',
          if(@pawl_verdict in ('BUSY', 'MISUSE'), '', concat(', "from": "', @pawl_state, '", "to": null, "sort_key": ', @pawl_sort_key,
            ', "at": ', @pawl_at, ', "guard": null, "move": null, "detail": null')), '}'))) < 0 end
  for update skip locked;
  set move_count = length(replace(@pawl_made, '0', ''));
  if move_count > 0 then
    insert into pawl_database.damage_current (damage_id, state, sort_key, since)
    select given.id, '', 0, 0
      from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error)) given
      where substr(@pawl_made, given.number, 1) = '1'
    on duplicate key update state = case state
        when 'transfer' then 'transfer'
        when 'confirm' then 'confirm'
      end, sort_key = sort_key + 10, since = greatest(moment, since);
    if row_count() <> 2 * move_count then -- of each two, since it was there
      signal sqlstate '45000' set message_text = 'machine damage: heads were not found by their own keys';
    end if;
  end if;
  return concat('[', substr(concat(@pawl_answers, @pawl_latest), 3), ']');
end //
delimiter ;
grant execute on function pawl_database.damage_2_918ad85b405458c6_8_all to pawl_database_app;

-- paid
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''paid'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''paid''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''transfer'' then ''confirm''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''paid'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''paid'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''transfer'', ''confirm'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''work transfer'');
    update pawl_database.damage_pending p set p.is_asleep = true
      where p.damage_id = $1 and p.declaration in (''paying.close'');
  end if;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_paid$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_9', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_paid$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_9 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_paid_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'paid'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_paid$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_paid_many$7 to pawl_database_app;

-- closed by hand
delimiter //
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.damages.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.damages.id', @pawl_key_type),
  ' not deterministic modifies sql data sql security definer comment ''closed by hand'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if $1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.damage_current head where head.damage_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''damage'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.damage_current head where head.damage_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: damage was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.damage_transitions.event = ''closed_by_hand''
          then ''OK'' else ''REUSED'' end,
          pawl_database.damage_transitions.from_state, pawl_database.damage_transitions.to_state, pawl_database.damage_transitions.sort_key, pawl_database.damage_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_transitions where pawl_database.damage_transitions.damage_id = $1 and pawl_database.damage_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''damage'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''damage'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine damage is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''confirm'' then ''closed''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''closed_by_hand'', '' is not allowed in '', outcome.from_state, ''; pawl_database.damage_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.damage_transitions
      (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''closed_by_hand'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.damage_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.damage_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''confirm'', ''closed'')) then
    delete from pawl_database.damage_pending
      where damage_id = $1 and declaration in (''paying.close'');
  end if;
    if $5 is not null then
      update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
        set p.claim = p.claim + 1, p.attempts = 0, p.last_error = null,
          p.due_at = least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + if(outcome.from_state = outcome.to_state, rule.every, 0)
        where p.is_work and p.damage_id = $1 and p.declaration = $5 and p.fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''damage'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine damage was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_closed_by_hand$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.damage_2_918ad85b405458c6_10', @pawl_function) //
delimiter ;
grant execute on function pawl_database.damage_closed_by_hand$7 to pawl_database_app;
grant execute on function pawl_database.damage_2_918ad85b405458c6_10 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_closed_by_hand_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'closed by hand'
begin
  declare $1 type of pawl_application.damages.id;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by given.id;
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by given.id) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if ($1 is null
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set seen = null;
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.damage_current head where head.damage_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.damage_closed_by_hand$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id bigint path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.damage_closed_by_hand_many$7 to pawl_database_app;

delimiter //

-- Leases what is due, the longest due first: an array of id, declaration, fence, claim, attempts, is_spent, is_parked and
-- leased_until. Each is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it
-- without an event. What is_parked is only told. at_most, kind, lease in microseconds.
create or replace definer = pawl_database_owner function pawl_database.damage_pending_claim($1 integer, $2 varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'at_most, kind: timer, work or null, lease in microseconds or null'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare claimed longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare free longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare own_id type of pawl_application.damages.id;
  declare own row (declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin,
    attempts integer, fence integer, claim bigint, is_parked boolean, due_at bigint);
  declare rule row (event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lease bigint, attempts integer);
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= 0 or $3 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years';
  end if;
  if exists (select 1 from pawl_database.pawl_freezes type_lock
             where type_lock.machine = 'damage' and (type_lock.until is null or type_lock.until > moment)) then
    return '[]'; -- workers leave a frozen machine alone
  end if;
  set statement group_concat_max_len = 1073741824 for -- whatever the session's
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
        -- `else` is tried so often, too
        p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 20, 0), moment, null),
        p.last_error = if(p.attempts >= rule.attempts and p.last_error is null, 'its workers came to no end', p.last_error),
        p.attempts = p.attempts + 1
      where p.damage_id = own_id and p.declaration = own.declaration;
    select p.fence, p.claim, p.attempts, p.parked_at is not null, p.due_at
      into own.fence, own.claim, own.attempts, own.is_parked, own.due_at
      from pawl_database.damage_pending p where p.damage_id = own_id and p.declaration = own.declaration;
    set claimed = concat(claimed, if(claimed = '', '', ', '), json_object('id', own_id, 'declaration', own.declaration,
      'fence', own.fence, 'claim', own.claim, 'attempts', own.attempts,
      'is_spent', coalesce(own.attempts > rule.attempts, false), 'is_parked', own.is_parked, 'leased_until', own.due_at));
  end while;
  return concat('[', claimed, ']');
end //

create or replace definer = pawl_database_owner function pawl_database.damage_pending_not_yet(
  $1 type of pawl_application.damages.id, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 bigint) returns boolean
not deterministic modifies sql data sql security definer
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

create or replace definer = pawl_database_owner function pawl_database.damage_pending_fail(
  $1 type of pawl_application.damages.id, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration, fence, claim, error: tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.'
begin
  declare seen integer;
  declare moment bigint default pawl_database.pawl_now();
  select 1 into seen from pawl_database.damage_current head where head.damage_id = $1 for update;
  set seen = null;
  update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
    set p.claim = p.claim + 1, p.last_error = $5,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 1, 0), moment, null),
      p.due_at = moment + if(p.attempts >= rule.attempts, 0,
        floor(least(rule.backoff_to, rule.backoff_from * pow(2, least(p.attempts - 1, 30))) * (1 + rand() / 4)))
    where p.damage_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return row_count() > 0;
end //

create or replace definer = pawl_database_owner function pawl_database.damage_pending_extend(
  $1 type of pawl_application.damages.id, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 bigint) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration, fence, claim, lease in microseconds or null: the lease begins anew. False where the claim is lost.'
begin
  declare seen integer;
  if $5 <= 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a lease is more than nothing, and at most 100 years';
  end if;
  select 1 into seen from pawl_database.damage_current head where head.damage_id = $1 for update;
  set seen = null;
  select 1 into seen from pawl_database.damage_pending p where p.damage_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null for update;
  if seen is null then
    return false;
  end if;
  update pawl_database.damage_pending p join pawl_database.damage_pending_rules rule on rule.declaration = p.declaration
    set p.due_at = pawl_database.pawl_now() + coalesce($5, rule.lease)
    where p.damage_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return true;
end //

create or replace definer = pawl_database_owner function pawl_database.damage_pending_retry($1 type of pawl_application.damages.id, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration: what was put aside is due again. False where nothing is.'
begin
  declare seen integer;
  select 1 into seen from pawl_database.damage_current head where head.damage_id = $1 for update;
  set seen = null;
  update pawl_database.damage_pending p
    set p.parked_at = null, p.due_at = pawl_database.pawl_now(), p.attempts = 0
    where p.damage_id = $1 and p.declaration = $2 and p.parked_at is not null;
  return row_count() > 0;
end //
delimiter ;
grant execute on function pawl_database.damage_pending_claim to pawl_database_app;
grant execute on function pawl_database.damage_pending_not_yet to pawl_database_app;
grant execute on function pawl_database.damage_pending_fail to pawl_database_app;
grant execute on function pawl_database.damage_pending_extend to pawl_database_app;
grant execute on function pawl_database.damage_pending_retry to pawl_database_app, pawl_database_operator;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_fire_deferred($1 bigint, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'number, verdicts'
begin
  declare outcome, outcome_status, outcome_detail, said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare waiting row (number bigint, entity varbinary(1024), request_id varbinary(300), event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin,
    arguments longtext character set utf8mb4 collate utf8mb4_nopad_bin, actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lock_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lock_token bigint);
  select pending.number, pending.entity, pending.request_id, pending.event, pending.arguments, pending.actor,
    pending.lock_owner, pending.lock_token
    into waiting.number, waiting.entity, waiting.request_id, waiting.event, waiting.arguments, waiting.actor,
    waiting.lock_owner, waiting.lock_token
    from pawl_database.pawl_deferred pending
    where pending.number = $1 and pending.machine = 'damage' and pending.status is null for update;
  if waiting.number is null then
    return json_object('status', 'NOT_FOUND', 'from', null, 'to', null, 'sort_key', null, 'at', null, 'guard', null,
      'move', null, 'detail', null);
  end if;
  set outcome_status = 'MISUSE'; -- unless it is called
  set outcome_detail = concat('machine damage: ', waiting.event,
    ' was deferred, and no version that may run has such an event');
  savepoint pawl_deferred;
  update pawl_database.pawl_deferred pending set pending.is_firing = true where pending.number = $1;
  begin
    declare exit handler for sqlexception begin
      get diagnostics condition 1 said = message_text;
      rollback to savepoint pawl_deferred;
      set outcome = null;
      set outcome_status = 'DB'; -- each time, perhaps, so that all others would wait behind it
      set outcome_detail = concat('damage', ' ', waiting.entity, ': ', waiting.event, ': ', said);
    end;
    declare exit handler for sqlstate '40001', sqlstate 'PW007' begin
      rollback to savepoint pawl_deferred;
      resignal; -- and it is fired again
    end;
    set @pawl_has_savepoint = true;
    if waiting.event = 'create' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 1 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_create$4(waiting.entity,
          pawl_database.pawl_deferred_value(waiting.arguments, 1),
          waiting.actor, convert(waiting.request_id using utf8mb4));
      end if;
    end if;
    if waiting.event = 'assess' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 2 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_assess$9(waiting.entity,
          pawl_database.pawl_deferred_value(waiting.arguments, 1),
          pawl_database.pawl_deferred_value(waiting.arguments, 2),
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'escalate' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_escalate$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'remind' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_remind$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'repeat' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_repeat$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'close' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_close$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'pay' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_pay$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'note' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_note$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'paid' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_paid$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'closed_by_hand' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments)
         and waiting.entity regexp '^(0|-?[1-9][0-9]*)$' then
        set outcome = pawl_database.damage_closed_by_hand$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
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
delimiter ;
grant execute on function pawl_database.damage_fire_deferred to pawl_database_app;

-- Exists as long as programs of this version are accepted.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.damage_model_2_918ad85b405458c6() returns boolean
not deterministic no sql sql security definer
return true //
delimiter ;
grant select on pawl_database.damage_current to pawl_database_app, pawl_database_operator;
grant select on pawl_database.damage_transitions to pawl_database_app, pawl_database_operator;
grant select on pawl_database.damage_moves to pawl_database_app, pawl_database_operator;
grant select on pawl_database.damage_state to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.damage_model_2_918ad85b405458c6 to pawl_database_app, pawl_database_operator;

set @pawl_done = pawl_database.pawl_record('damage', 'pawl_application');

insert into pawl_database.pawl_machines (machine, fingerprint, abi, deployed_at, model)
  values ('damage', '918ad85b405458c6', 2, timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), '{"name":"damage","label":"Claim of damages","fingerprint":"918ad85b405458c6","doc":"Timers and work: a claim of damages, with a key that is a number.","key_type":"bigint","entity":{"table":"damages","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"reported","label":"Reported","stored":"reported","initial":true,"final":false,"enter":[],"leave":[],"work":0},{"name":"assessed","label":"assessed","stored":"assessed","initial":false,"final":false,"enter":[],"leave":[]},{"name":"transfer","label":"transfer","stored":"transfer","initial":false,"final":false,"parent":"paying","enter":[],"leave":[],"work":1},{"name":"confirm","label":"confirm","stored":"confirm","initial":false,"final":false,"parent":"paying","enter":[],"leave":[]},{"name":"closed","label":"closed","stored":"closed","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[{"name":"paying","label":"paying","initial":"transfer","enter":[],"leave":[]}],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"closes_at","type":"timestamp","optional":true,"column":"closes_at"}],"serialize_by":[]},{"name":"assess","label":"assess","stored":"assess","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"escalate","label":"escalate","stored":"escalate","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"remind","label":"remind","stored":"remind","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"repeat","label":"repeat","stored":"repeat","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"note","label":"note","stored":"note","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"paid","label":"paid","stored":"paid","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"closed_by_hand","label":"closed by hand","stored":"closed_by_hand","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"closes_at","type":"timestamp"},{"name":"amount","type":"bigint"},{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"reported","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"assess","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"escalate","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"remind","from":"assessed","target":"stay","to":"assessed","reopens":false,"timer":0,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"stay","to":"assessed","reopens":false,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"same","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"assessed","target":"to","to":"closed","reopens":false,"timer":1,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"assessed","target":"to","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"paying","target":"to","to":"closed","reopens":false,"timer":2,"conditions":[],"do":[],"then":[]},{"event":"note","from":"paying","target":"stay","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"paid","from":"transfer","target":"to","to":"confirm","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"closed_by_hand","from":"confirm","target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"reported","arrow":0},{"event":"assess","from":"reported","to":"assessed","arrow":1},{"event":"escalate","from":"reported","to":"assessed","arrow":2},{"event":"remind","from":"assessed","to":"assessed","arrow":3},{"event":"repeat","from":"assessed","to":"assessed","arrow":4},{"event":"repeat","from":"assessed","to":"assessed","arrow":5},{"event":"close","from":"assessed","to":"closed","arrow":6},{"event":"close","from":"transfer","to":"closed","arrow":8},{"event":"pay","from":"assessed","to":"transfer","arrow":7},{"event":"note","from":"transfer","to":"transfer","arrow":9},{"event":"note","from":"confirm","to":"confirm","arrow":9},{"event":"paid","from":"transfer","to":"confirm","arrow":10},{"event":"closed_by_hand","from":"confirm","to":"closed","arrow":11}],"ignores":[],"timers":[{"event":"remind","place":"assessed","after_ms":1209600000,"every_ms":86400000},{"event":"close","place":"assessed","at":{"kind":"created","column":"closes_at","event":"create"}},{"event":"close","place":"paying","after_ms":1500}],"guards":[{"name":"small","mariadb":{"text":"select :id < 100","references":[{"kind":"key","offset":7,"length":3}]}}],"effects":[],"works":[{"place":"reported","hook":{"name":"assess_damage"},"lease_ms":120000,"every_ms":30000,"backoff_from_ms":5000,"backoff_to_ms":60000,"attempts":3,"else":"escalate"},{"place":"transfer","hook":{"name":"pay_out"},"lease_ms":60000}],"asserts":[],"scenarios":[],"allows":[{"code":"W015","reason":"most claims have no such day"}],"database":{"dialect":"mariadb","current":"pawl_database.damage_current","transitions":"pawl_database.damage_transitions","pending":"pawl_database.damage_pending","parent":"pawl_application.damages","parent_column":"id","objects":"select pawl_database.pawl_catalog(''damage'', ''pawl_application'') as pawl_rows","shared_objects":"select pawl_database.pawl_catalog('''', ''pawl_application'') as pawl_rows","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom pawl_database.pawl_schema known left join pawl_database.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from pawl_database.damage_current where damage_id = ?1 and pawl_database.damage_model_2_918ad85b405458c6()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\nfrom pawl_database.damage_transitions where damage_id = ?1 and pawl_database.damage_model_2_918ad85b405458c6() order by sort_key","in_state":"select damage_id, state, sort_key, since from pawl_database.damage_current\nwhere state = ?1 and since >= ?2 and (since > ?2 or damage_id > ?3)\n  and pawl_database.damage_model_2_918ad85b405458c6() order by since, damage_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select damage_id, state, sort_key, since from pawl_database.damage_current force index (damage_current_state_since)\n    where state < ?1 and state >= ?2 and (state > ?2 or since > ?3\n      or (since = ?3 and damage_id > ?4))\n    order by state, since, damage_id limit ?8\n  ) lower_ones\n  union all\n  select * from (\n    select damage_id, state, sort_key, since from pawl_database.damage_current force index (damage_current_state_since)\n    where state >= ?5 and (state > ?5 or since > ?6\n      or (since = ?6 and damage_id > ?7))\n    order by state, since, damage_id limit ?8\n  ) higher_ones\n) both_of_them where pawl_database.damage_model_2_918ad85b405458c6() order by state, since, damage_id limit ?8","count_by_state":"select state, count(*) from pawl_database.damage_current join (select pawl_database.damage_model_2_918ad85b405458c6() as is_accepted) version on version.is_accepted group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, amount, note\nfrom pawl_database.damage_transitions where damage_id = ?1 and pawl_database.damage_model_2_918ad85b405458c6()\n  and to_state = ?2 order by sort_key desc limit 1","fire_deferred":"select pawl_database.damage_fire_deferred(?1, ?2) as pawl_outcome from dual where pawl_database.damage_model_2_918ad85b405458c6()"},"fire":{"create":"select pawl_database.damage_2_918ad85b405458c6_1(?1, ?2, ?3, ?4) as pawl_outcome","assess":"select pawl_database.damage_2_918ad85b405458c6_2(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) as pawl_outcome","escalate":"select pawl_database.damage_2_918ad85b405458c6_3(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","remind":"select pawl_database.damage_2_918ad85b405458c6_4(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","repeat":"select pawl_database.damage_2_918ad85b405458c6_5(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","close":"select pawl_database.damage_2_918ad85b405458c6_6(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","pay":"select pawl_database.damage_2_918ad85b405458c6_7(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","note":"select pawl_database.damage_2_918ad85b405458c6_8(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome -- alone: select pawl_database.damage_2_918ad85b405458c6_8_own(?1, ?2) as pawl_outcome","paid":"select pawl_database.damage_2_918ad85b405458c6_9(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","closed_by_hand":"select pawl_database.damage_2_918ad85b405458c6_10(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome"},"queue":{"table":"damage_pending","channel":"damage_pending","pending":[{"name":"assessed.remind","is_work":false,"is_of_state":true,"event":"remind","after_us":1209600000000,"lease_us":60000000,"every_us":86400000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"assessed.close","is_work":false,"is_of_state":true,"event":"close","at":{"kind":"created","column":"closes_at","event":"create"},"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"paying.close","is_work":false,"is_of_state":false,"event":"close","after_us":1500000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"---az-"},{"name":"work reported","is_work":true,"is_of_state":true,"event":"escalate","lease_us":120000000,"every_us":30000000,"backoff_from_us":5000000,"backoff_to_us":60000000,"attempts":3,"presence":"-a----","hook":"assess_damage"},{"name":"work transfer","is_work":true,"is_of_state":true,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"presence":"---a--","hook":"pay_out"}],"stays":[{"event":"remind","from":"assessed","alternative":0},{"event":"repeat","from":"assessed","alternative":0},{"event":"note","from":"transfer","alternative":0}],"statements":{"claim":"select pawl_database.damage_pending_claim(?1, ?2, ?3) as pawl_rows from dual where pawl_database.damage_model_2_918ad85b405458c6()","next_due":"select ready_at from pawl_database.damage_pending where is_work = ?1 and ready_at is not null\n  and pawl_database.damage_model_2_918ad85b405458c6()\n  and not exists (select 1 from pawl_database.pawl_freezes type_lock\n    where type_lock.machine = ''damage''\n      and (type_lock.until is null or type_lock.until > pawl_database.pawl_now()))\norder by is_work, ready_at limit 1","not_yet":"select pawl_database.damage_pending_not_yet(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.damage_model_2_918ad85b405458c6()","fail":"select pawl_database.damage_pending_fail(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.damage_model_2_918ad85b405458c6()","extend":"select pawl_database.damage_pending_extend(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.damage_model_2_918ad85b405458c6()","retry":"select pawl_database.damage_pending_retry(?1, ?2) from dual where pawl_database.damage_model_2_918ad85b405458c6()"}}},"diagram":"digraph \"damage\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_damage\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Claim of damages</b><!--damage-->>; tooltip=\"Timers and work: a claim of damages, with a key that is a number.\";\n    \"damage.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"damage.reported\" [label=<Reported<br/><font point-size=\"12\" color=\"#556070\">a worker runs assess<br/>damage, up to 3 failures</font><!--damage.reported-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"damage.assessed\" [label=<assessed<!--damage.assessed-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    subgraph \"cluster_damage.paying\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=6; fontsize=13;\n      label=<<b>paying</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">note: stays where it is</font><br align=\"left\"/>>;\n      \"damage.transfer\" [label=<transfer<br/><font point-size=\"12\" color=\"#556070\">a worker runs pay out</font><!--damage.transfer-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n      \"damage.confirm\" [label=<confirm<!--damage.confirm-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    }\n    \"damage.closed\" [label=<closed<!--damage.closed-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"damage.\" -> \"damage.reported\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"damage.reported\" -> \"damage.assessed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>assess<br align=\"left\"/>escalate<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(by itself after 3 failures)</font><br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"assess\\nescalate\", labeltooltip=\"assess\\nescalate\"];\n    \"damage.assessed\" -> \"damage.assessed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 14 days: remind</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[small] (tried every 1 day)<br align=\"left\"/>(stays, clocks run on)</font><br align=\"left\"/>repeat<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[small] (stays, clocks run on)</font><br align=\"left\"/>repeat<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[otherwise] (begins anew)</font><br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"remind\\nrepeat\\nrepeat\", labeltooltip=\"remind\\nrepeat\\nrepeat\"];\n    \"damage.assessed\" -> \"damage.closed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">at the time in closes at: close</font><br align=\"left\"/></td></tr></table>>, style=dashed, weight=8, penwidth=2.4, class=\"move timer main\", color=\"#a8761a\", tooltip=\"close\", labeltooltip=\"close\"];\n    \"damage.assessed\" -> \"damage.transfer\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>pay<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"pay\", labeltooltip=\"pay\"];\n    \"damage.closed\" -> \"damage.transfer\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 1500 milliseconds: close</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(not in confirm)</font><br align=\"left\"/></td></tr></table>>, dir=back, lhead=\"cluster_damage.paying\", style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"close\", labeltooltip=\"close\"];\n    \"damage.transfer\" -> \"damage.confirm\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>paid<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"paid\", labeltooltip=\"paid\"];\n    \"damage.closed\" -> \"damage.confirm\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>closed by hand<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"closed_by_hand\", labeltooltip=\"closed_by_hand\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a clock is running </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fbfbfd\" color=\"#c2cad5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">arrows from its edge leave every state in it </td></tr>\n    <tr><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to closed </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">happens only by itself </td><td align=\"right\"><font color=\"#556070\">[ ]</font></td><td align=\"left\">only if this holds </td></tr></table>>;\n}\n"}')
  on duplicate key update model = value(model), abi = value(abi), is_accepted = true,
    deployed_at = if(is_deployed, deployed_at, value(deployed_at)), is_deployed = true;

-- lamp --------------------------------------------------------------------------------------------
-- lamp
-- Only timers.
delimiter //
begin not atomic
  if exists (select 1 from information_schema.columns own
      where own.table_schema = 'pawl_database' and own.table_name = 'pawl_machines' and own.column_name = 'pawl_pass') then
    signal sqlstate '45000' set message_text = 'the machines of this database were written with pawl --strict; nothing was changed: write this one so, too';
  end if;
  if exists (select 1 from pawl_database.pawl_migrations begun where 'lamp' in (begun.machine, begun.old_machine)) then
    signal sqlstate '45000' set message_text = 'machine lamp is being migrated; nothing was changed: apply that migration again, which ends it';
  end if;
  if exists (select 1 from pawl_database.pawl_machines known
      where known.machine = 'lamp' and known.fingerprint <> 'ce9743177eaf643e' and known.is_deployed) then
    signal sqlstate '45000' set message_text = 'machine lamp is deployed in another version; nothing was changed: apply the SQL of the deployed version';
  end if;
end //
delimiter ;
set @pawl_done = pawl_database.pawl_make_gate('lamp');

create table if not exists pawl_database.lamp_current (
  lamp_id varbinary(1024) not null,
  state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  sort_key integer not null comment 'Of the last move.',
  since bigint not null comment 'When the last move was made, in microseconds since 1970.',
  primary key (lamp_id),
  index lamp_current_state_since (state, since)
) engine = InnoDB comment 'lamp
Only timers.
One row for each: where it is.';

create table if not exists pawl_database.lamp_transitions (
  lamp_id varbinary(1024) not null,
  sort_key integer not null,
  event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Empty for a creation.',
  to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  created_at bigint not null,
  actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Who did it: the login, where the caller named nobody.',
  request_id varbinary(255) comment 'What the caller named this request, so that it happens once however often it is sent.',
  primary key (lamp_id, sort_key),
  unique index lamp_transitions_request (lamp_id, request_id)
) engine = InnoDB comment 'Every move ever made, in the order of sort_key. Rows are only added.';

-- how it may move, for people and tools to read; from_state is empty for a creation
create or replace definer = pawl_database_owner sql security definer view pawl_database.lamp_moves as
with move (event, from_state, to_state) as (values
  ('create', '', 'on'),
  ('go_out', 'on', 'off'),
  ('light', 'off', 'on')
) select move.event, move.from_state, move.to_state from move;

-- where each is, to join in queries of one's own
create or replace definer = pawl_database_owner sql security definer view pawl_database.lamp_state as
  select convert(head.lamp_id using utf8mb4) collate utf8mb4_nopad_bin as lamp_id,
    head.state, head.sort_key, head.since from pawl_database.lamp_current head;

create table if not exists pawl_database.lamp_pending (
  lamp_id varbinary(1024) not null,
  declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  is_work boolean not null,
  due_at bigint not null comment 'For whoever has claimed it: the end of his lease.',
  fence integer not null comment 'The sort_key of the move that began it.',
  claim bigint not null default 0 comment 'Grows with each claim, so that of two workers the later one counts.',
  attempts integer not null default 0,
  last_error longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  parked_at bigint comment 'Put aside, because its attempts are spent: lamp_pending_retry brings it back.',
  is_asleep boolean not null default false comment 'The state answers the timer''s event in another way.',
  -- what is parked or asleep leaves the index by which claims look
  ready_at bigint as (if(parked_at is null and not is_asleep, due_at, null)) persistent,
  primary key (lamp_id, declaration),
  index lamp_pending_due (is_work, ready_at)
) engine = InnoDB comment 'Timers that run and work that waits: one row for each.';

-- how each timer and work is treated
create or replace definer = pawl_database_owner sql security definer view pawl_database.lamp_pending_rules as
with rule (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as (values
  ('on.go_out', false, 'go_out', 60000000, 10000000, 20, 1000000, 600000000)) select rule.declaration, rule.is_work, rule.event, rule.lease, rule.every, rule.attempts, rule.backoff_from,
    rule.backoff_to from rule;
grant select on pawl_database.lamp_pending to pawl_database_app, pawl_database_operator;
grant select on pawl_database.lamp_pending_rules to pawl_database_app, pawl_database_operator;

-- create
delimiter //
set @pawl_function = concat(
  '(
    $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin',
  ' not deterministic modifies sql data sql security definer comment ''create'' ',
  replace(replace(replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare has_savepoint boolean default false; -- who calls
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        if not has_savepoint then
          rollback to savepoint pawl_move;
        end if;
        delete from pawl_database.lamp_current where lamp_id = $1 and sort_key = 0; -- on a node, and of many, it stands before the savepoint
        if not has_savepoint then
          savepoint pawl_move; -- which an error of the statement goes back to
        end if;
      end if;
      resignal;
    end;
    if coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    <savepoint>
    insert into pawl_database.lamp_current (lamp_id, state, sort_key, since) values ($1, '''', 0, 0)
      on duplicate key update sort_key = sort_key;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    if outcome.sort_key = 0 then
      <savepoint behind it>
      set is_writing = true;
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''lamp'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.lamp_current head where head.lamp_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: lamp was moved since the snapshot of this transaction'';
    end if;
    if is_writing then -- the head is its own
      set outcome = row(null, null, null, null, null, null, null, null);
    end if;
    if outcome.sort_key is not null then
      set outcome.status = ''EXISTS'';
      if $3 is not null then
        select case when pawl_database.lamp_transitions.event = ''create''
            then ''OK'' else ''REUSED'' end,
            pawl_database.lamp_transitions.from_state, pawl_database.lamp_transitions.to_state, pawl_database.lamp_transitions.sort_key, pawl_database.lamp_transitions.created_at
          into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
          from pawl_database.lamp_transitions where pawl_database.lamp_transitions.lamp_id = $1 and pawl_database.lamp_transitions.request_id = cast($3 as binary);
        if outcome.detail is not null then
          set outcome.status = outcome.detail, outcome.detail = null;
          return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
              ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
              ''detail'', outcome.detail);
        end if;
      end if;
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        if not has_savepoint then
          rollback to savepoint pawl_move;
        end if;
        delete from pawl_database.lamp_current where lamp_id = $1 and sort_key = 0; -- on a node, and of many, it stands before the savepoint
        if not has_savepoint then
          savepoint pawl_move; -- which an error of the statement goes back to
        end if;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
      end if;
    end if;
    set outcome.from_state = '''';
    set outcome.to_state = ''on'', outcome.sort_key = 10, outcome.created_at = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6));
    <gate>
    insert into pawl_database.lamp_transitions
      (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''create'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.lamp_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.lamp_id = $1;
    if (outcome.from_state, outcome.to_state) in (('''', ''on'')) then
    insert into pawl_database.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''on.go_out'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 10000000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
  end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''lamp'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine lamp was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;')),
    '<savepoint>', if(@@wsrep_on, '', 'if @pawl_has_savepoint then
      select head.sort_key = 0 into has_savepoint from pawl_database.lamp_current head where head.lamp_id = $1 for update;
      if not has_savepoint then
        select true into has_savepoint from pawl_database.pawl_deferred waiting
          where waiting.machine = ''lamp'' and waiting.entity = cast($1 as binary) and waiting.request_id = cast($3 as binary)
            and waiting.is_firing lock in share mode;
      end if;
    end if;
    if not has_savepoint then
      savepoint pawl_move;
    end if;')),
    '<savepoint behind it>', if(@@wsrep_on, 'savepoint pawl_move;', ''))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_create$3', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_2_ce9743177eaf643e_1', @pawl_function) //
delimiter ;
grant execute on function pawl_database.lamp_create$3 to pawl_database_app;
grant execute on function pawl_database.lamp_2_ce9743177eaf643e_1 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.lamp_create_many$3(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'create'
begin
  declare $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error)) given order by cast(given.id as binary);
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error)) given group by cast(given.id as binary)) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if (coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set outcome.sort_key = null;
      insert into pawl_database.lamp_current (lamp_id, state, sort_key, since) values ($1, '', 0, 0)
        on duplicate key update sort_key = sort_key;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824, @pawl_has_savepoint = is_begun;
  select concat('[', group_concat(pawl_database.lamp_create$3(given.id, $2, given.request_id)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error)) given;
  set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.lamp_create_many$3 to pawl_database_app;

-- go out
delimiter //
set @pawl_function = concat(
  '(
    $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin',
  ' not deterministic modifies sql data sql security definer comment ''go out'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''lamp'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.lamp_current head where head.lamp_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: lamp was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.lamp_transitions.event = ''go_out''
          then ''OK'' else ''REUSED'' end,
          pawl_database.lamp_transitions.from_state, pawl_database.lamp_transitions.to_state, pawl_database.lamp_transitions.sort_key, pawl_database.lamp_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.lamp_transitions where pawl_database.lamp_transitions.lamp_id = $1 and pawl_database.lamp_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work
          or p.declaration in (''on.go_out'')) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''on'' then ''off''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''go_out'', '' is not allowed in '', outcome.from_state, ''; pawl_database.lamp_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.lamp_transitions
      (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''go_out'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.lamp_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.lamp_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''on'', ''off'')) then
    delete from pawl_database.lamp_pending
      where lamp_id = $1 and declaration in (''on.go_out'');
  end if;
    if $5 is not null then
      delete from pawl_database.lamp_pending
        where lamp_id = $1 and not is_work and declaration = $5 and fence = $6;
    end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''lamp'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine lamp was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_go_out$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_2_ce9743177eaf643e_2', @pawl_function) //
delimiter ;
grant execute on function pawl_database.lamp_go_out$7 to pawl_database_app;
grant execute on function pawl_database.lamp_2_ce9743177eaf643e_2 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.lamp_go_out_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'go out'
begin
  declare $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by cast(given.id as binary);
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by cast(given.id as binary)) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if (coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.lamp_go_out$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.lamp_go_out_many$7 to pawl_database_app;

-- light
delimiter //
set @pawl_function = concat(
  '(
    $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* item: declaration */,
    $6 integer /* fence */,
    $7 bigint /* claim */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin',
  ' not deterministic modifies sql data sql security definer comment ''light'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing boolean default false;
    declare is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    if coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255 then
      set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    select head.state, head.sort_key, head.since
      into outcome.from_state, outcome.sort_key, outcome.created_at
      from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    if outcome.sort_key is null then
      set outcome.status = ''NOT_FOUND'';
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if @@in_transaction then
      set is_free = true;
      select false into is_free from pawl_database.pawl_freezes type_lock
        where type_lock.machine = ''lamp'' lock in share mode;
      if is_free then
        select type_lock.machine is null, gate.is_closed into is_free, is_closed
          from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
          where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      end if;
    else
      select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 256 lock in share mode;
    end if;
    if is_closed then -- until its migration has ended
      signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
    end if;
    select head.sort_key into seen from pawl_database.lamp_current head where head.lamp_id = $1;
    if seen is null or seen <> outcome.sort_key then
      signal sqlstate ''40001'' set message_text = ''could not serialize access: lamp was moved since the snapshot of this transaction'';
    end if;
    if $3 is not null then
      select case when pawl_database.lamp_transitions.event = ''light''
          then ''OK'' else ''REUSED'' end,
          pawl_database.lamp_transitions.from_state, pawl_database.lamp_transitions.to_state, pawl_database.lamp_transitions.sort_key, pawl_database.lamp_transitions.created_at
        into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
        from pawl_database.lamp_transitions where pawl_database.lamp_transitions.lamp_id = $1 and pawl_database.lamp_transitions.request_id = cast($3 as binary);
      if outcome.detail is not null then
        set outcome.status = outcome.detail, outcome.detail = null;
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    if not is_free then
      set outcome.detail = pawl_database.pawl_frozen(''lamp'', $1, $3);
      if outcome.detail is not null then
        set outcome.status = substring_index(outcome.detail, '' '', 1),
          outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
      end if;
      if outcome.status is not null then
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
      select gate.is_closed into is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''lamp'' and gate.number = 0 lock in share mode;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine lamp is being migrated: try again'';
      end if;
    end if;
    if outcome.sort_key <> $4 then
      set outcome.status = ''CONFLICT'';
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    if $5 is not null then
      set seen = null;
      select 1 into seen from pawl_database.lamp_pending p where p.lamp_id = $1 and p.parked_at is null and p.is_asleep = false
        and p.declaration = $5 and p.fence = $6 and p.claim = $7
        and (p.is_work) for update;
      if seen is null then -- somebody else has it, or nobody has anything to do any more
        set outcome.status = ''CONFLICT'';
        return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
            ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
            ''detail'', outcome.detail);
      end if;
    end if;
    set outcome.to_state = case outcome.from_state
      when ''off'' then ''on''
    end;
    if outcome.to_state is null then
      set outcome.status = ''ILLEGAL'';
      set outcome.detail = concat(''light'', '' is not allowed in '', outcome.from_state, ''; pawl_database.lamp_moves says what is'');
      return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
          ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
          ''detail'', outcome.detail);
    end if;
    set outcome.sort_key = outcome.sort_key + 10,
      outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
    <gate>
    savepoint pawl_move;
    set is_writing = true;
    insert into pawl_database.lamp_transitions
      (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values ($1, outcome.sort_key, ''light'', outcome.from_state, outcome.to_state, outcome.created_at,
      coalesce($2, substring_index(session_user(), ''@'', 1)), cast($3 as binary));
    update pawl_database.lamp_current head
      set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
      where head.lamp_id = $1;
    if (outcome.from_state, outcome.to_state) in ((''off'', ''on'')) then
    insert into pawl_database.lamp_pending (lamp_id, declaration, is_work, due_at, fence, is_asleep)
      values ($1, ''on.go_out'', false, least(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at) + 10000000, outcome.sort_key, false)
      on duplicate key update due_at = value(due_at), fence = value(fence), claim = 0, attempts = 0,
        last_error = null, parked_at = null, is_asleep = value(is_asleep);
  end if;
    return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
      ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
  end',
    '<gate>', if(@@wsrep_on, 'if @@wsrep_on then
      set is_free = pawl_database.pawl_pass_gate(''lamp'');
    end if;', 'if @@wsrep_on then
      signal sqlstate ''45000'' set message_text = ''machine lamp was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
    end if;'))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_light$7', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.lamp_2_ce9743177eaf643e_3', @pawl_function) //
delimiter ;
grant execute on function pawl_database.lamp_light$7 to pawl_database_app;
grant execute on function pawl_database.lamp_2_ce9743177eaf643e_3 to pawl_database_app;

-- The same for many at once. items: an array of JSON, for each an array of what the function for one takes: its key, the
-- parameters of the event, request_id, sort_key; bytes in hexadecimal digits. It answers with an array of their answers, in
-- their order.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.lamp_light_many$7(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'light'
begin
  declare $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare seen integer;
  declare is_free, is_closed boolean default false;
  declare item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_over, is_begun boolean default false;
  declare given cursor for select given.id, given.request_id
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given order by cast(given.id as binary);
  declare continue handler for not found set is_over = true; -- also of a row that is not there: so it is set anew
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each move has a savepoint, and the statement goes back to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given group by cast(given.id as binary)) of_entity;
  if item_count = 0 then
    return '[]';
  elseif entity_count <> item_count then -- each entity once
    return concat('[{"status": "MISUSE"}', repeat(', {"status": "MISUSE"}', item_count - 1), ']');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $3;
    if is_over then
      leave every_item;
    end if;
    if (coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length($2) > 255
      or octet_length($3) not between 1 and 255) is not true then
      set outcome.sort_key = null;
      select head.state, head.sort_key, head.since
        into outcome.from_state, outcome.sort_key, outcome.created_at
        from pawl_database.lamp_current head where head.lamp_id = $1 for update;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824;
  select concat('[', group_concat(pawl_database.lamp_light$7(given.id, $2, given.request_id, given.expected, null, null, null)
      order by given.number separator ', '), ']') into answers
    from json_table($0, '$[*]' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]' error on error,
          expected integer path '$[2]' error on error)) given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate '22001' set message_text = 'the answers of so many are longer than max_allowed_packet';
  end if;
  return answers;
end //
delimiter ;
grant execute on function pawl_database.lamp_light_many$7 to pawl_database_app;

delimiter //

-- Leases what is due, the longest due first: an array of id, declaration, fence, claim, attempts, is_spent, is_parked and
-- leased_until. Each is to be completed, or said not_yet or fail of. What is_spent has no attempt left: complete it
-- without an event. What is_parked is only told. at_most, kind, lease in microseconds.
create or replace definer = pawl_database_owner function pawl_database.lamp_pending_claim($1 integer, $2 varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'at_most, kind: timer, work or null, lease in microseconds or null'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare claimed longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare free longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare own_id varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare own row (declaration varchar(190) character set utf8mb4 collate utf8mb4_nopad_bin,
    attempts integer, fence integer, claim bigint, is_parked boolean, due_at bigint);
  declare rule row (event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lease bigint, attempts integer);
  if $1 is null or $1 < 1 or $2 not in ('timer', 'work') or $3 <= 0 or $3 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'at_most is at least 1; kind is timer, work or null; a lease is more than nothing, and at most 100 years';
  end if;
  if exists (select 1 from pawl_database.pawl_freezes type_lock
             where type_lock.machine = 'lamp' and (type_lock.until is null or type_lock.until > moment)) then
    return '[]'; -- workers leave a frozen machine alone
  end if;
  set statement group_concat_max_len = 1073741824 for -- whatever the session's
  select group_concat(hex(convert(picked.lamp_id using utf8mb4)), '.', hex(picked.declaration), ','
      order by picked.is_work, picked.ready_at, picked.lamp_id, picked.declaration separator '') into free
    from (select p.lamp_id, p.declaration, p.is_work, p.ready_at from pawl_database.lamp_pending p force index (lamp_pending_due)
            where p.is_work in (if($2 = 'work', true, false), if($2 = 'timer', false, true)) and p.ready_at <= moment
            order by p.is_work, p.ready_at limit $1 for update skip locked) picked;
  while locate(',', free) > 0 do
    set own_id = convert(unhex(substring_index(free, '.', 1)) using utf8mb4),
      own.declaration = convert(unhex(substring_index(substring_index(free, ',', 1), '.', -1)) using utf8mb4),
      free = substr(free, locate(',', free) + 1);
    select known.event, known.lease, known.attempts into rule.event, rule.lease, rule.attempts
      from pawl_database.lamp_pending_rules known where known.declaration = own.declaration;
    update pawl_database.lamp_pending p
      set p.due_at = moment + coalesce($3, rule.lease), p.claim = p.claim + 1,
        -- `else` is tried so often, too
        p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 20, 0), moment, null),
        p.last_error = if(p.attempts >= rule.attempts and p.last_error is null, 'its workers came to no end', p.last_error),
        p.attempts = p.attempts + 1
      where p.lamp_id = own_id and p.declaration = own.declaration;
    select p.fence, p.claim, p.attempts, p.parked_at is not null, p.due_at
      into own.fence, own.claim, own.attempts, own.is_parked, own.due_at
      from pawl_database.lamp_pending p where p.lamp_id = own_id and p.declaration = own.declaration;
    set claimed = concat(claimed, if(claimed = '', '', ', '), json_object('id', convert(own_id using utf8mb4), 'declaration', own.declaration,
      'fence', own.fence, 'claim', own.claim, 'attempts', own.attempts,
      'is_spent', coalesce(own.attempts > rule.attempts, false), 'is_parked', own.is_parked, 'leased_until', own.due_at));
  end while;
  return concat('[', claimed, ']');
end //

create or replace definer = pawl_database_owner function pawl_database.lamp_pending_not_yet(
  $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 bigint) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration, fence, claim, pause in microseconds or null: tried again later; no attempt is counted. False where the claim is lost.'
begin
  declare seen integer;
  if $5 < 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a pause is not less than nothing, and at most 100 years';
  end if;
  select 1 into seen from pawl_database.lamp_current head where head.lamp_id = $1 for update;
  set seen = null;
  update pawl_database.lamp_pending p join pawl_database.lamp_pending_rules rule on rule.declaration = p.declaration
    set p.due_at = pawl_database.pawl_now() + coalesce($5, rule.every), p.claim = p.claim + 1,
      p.attempts = p.attempts - 1, p.last_error = null
    where p.lamp_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return row_count() > 0;
end //

create or replace definer = pawl_database_owner function pawl_database.lamp_pending_fail(
  $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration, fence, claim, error: tried again after a pause that doubles, or put aside when its attempts are spent. False where the claim is lost.'
begin
  declare seen integer;
  declare moment bigint default pawl_database.pawl_now();
  select 1 into seen from pawl_database.lamp_current head where head.lamp_id = $1 for update;
  set seen = null;
  update pawl_database.lamp_pending p join pawl_database.lamp_pending_rules rule on rule.declaration = p.declaration
    set p.claim = p.claim + 1, p.last_error = $5,
      -- with its last attempt it is due at once for whoever fires `else`, or put aside
      p.parked_at = if(p.attempts >= rule.attempts + if(p.is_work and rule.event is not null, 1, 0), moment, null),
      p.due_at = moment + if(p.attempts >= rule.attempts, 0,
        floor(least(rule.backoff_to, rule.backoff_from * pow(2, least(p.attempts - 1, 30))) * (1 + rand() / 4)))
    where p.lamp_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return row_count() > 0;
end //

create or replace definer = pawl_database_owner function pawl_database.lamp_pending_extend(
  $1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, $3 integer, $4 bigint, $5 bigint) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration, fence, claim, lease in microseconds or null: the lease begins anew. False where the claim is lost.'
begin
  declare seen integer;
  if $5 <= 0 or $5 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a lease is more than nothing, and at most 100 years';
  end if;
  select 1 into seen from pawl_database.lamp_current head where head.lamp_id = $1 for update;
  set seen = null;
  select 1 into seen from pawl_database.lamp_pending p where p.lamp_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null for update;
  if seen is null then
    return false;
  end if;
  update pawl_database.lamp_pending p join pawl_database.lamp_pending_rules rule on rule.declaration = p.declaration
    set p.due_at = pawl_database.pawl_now() + coalesce($5, rule.lease)
    where p.lamp_id = $1 and p.declaration = $2 and p.fence = $3 and p.claim = $4 and p.parked_at is null;
  return true;
end //

create or replace definer = pawl_database_owner function pawl_database.lamp_pending_retry($1 varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
comment 'id, declaration: what was put aside is due again. False where nothing is.'
begin
  declare seen integer;
  select 1 into seen from pawl_database.lamp_current head where head.lamp_id = $1 for update;
  set seen = null;
  update pawl_database.lamp_pending p
    set p.parked_at = null, p.due_at = pawl_database.pawl_now(), p.attempts = 0
    where p.lamp_id = $1 and p.declaration = $2 and p.parked_at is not null;
  return row_count() > 0;
end //
delimiter ;
grant execute on function pawl_database.lamp_pending_claim to pawl_database_app;
grant execute on function pawl_database.lamp_pending_not_yet to pawl_database_app;
grant execute on function pawl_database.lamp_pending_fail to pawl_database_app;
grant execute on function pawl_database.lamp_pending_extend to pawl_database_app;
grant execute on function pawl_database.lamp_pending_retry to pawl_database_app, pawl_database_operator;

-- Fires a deferred event and writes down what came of it. NOT_FOUND: that is done.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.lamp_fire_deferred($1 bigint, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'number, verdicts'
begin
  declare outcome, outcome_status, outcome_detail, said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare waiting row (number bigint, entity varbinary(1024), request_id varbinary(300), event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin,
    arguments longtext character set utf8mb4 collate utf8mb4_nopad_bin, actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lock_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, lock_token bigint);
  select pending.number, pending.entity, pending.request_id, pending.event, pending.arguments, pending.actor,
    pending.lock_owner, pending.lock_token
    into waiting.number, waiting.entity, waiting.request_id, waiting.event, waiting.arguments, waiting.actor,
    waiting.lock_owner, waiting.lock_token
    from pawl_database.pawl_deferred pending
    where pending.number = $1 and pending.machine = 'lamp' and pending.status is null for update;
  if waiting.number is null then
    return json_object('status', 'NOT_FOUND', 'from', null, 'to', null, 'sort_key', null, 'at', null, 'guard', null,
      'move', null, 'detail', null);
  end if;
  set outcome_status = 'MISUSE'; -- unless it is called
  set outcome_detail = concat('machine lamp: ', waiting.event,
    ' was deferred, and no version that may run has such an event');
  savepoint pawl_deferred;
  update pawl_database.pawl_deferred pending set pending.is_firing = true where pending.number = $1;
  begin
    declare exit handler for sqlexception begin
      get diagnostics condition 1 said = message_text;
      rollback to savepoint pawl_deferred;
      set outcome = null;
      set outcome_status = 'DB'; -- each time, perhaps, so that all others would wait behind it
      set outcome_detail = concat('lamp', ' ', waiting.entity, ': ', waiting.event, ': ', said);
    end;
    declare exit handler for sqlstate '40001', sqlstate 'PW007' begin
      rollback to savepoint pawl_deferred;
      resignal; -- and it is fired again
    end;
    set @pawl_has_savepoint = true;
    if waiting.event = 'create' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments) then
        set outcome = pawl_database.lamp_create$3(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4));
      end if;
    end if;
    if waiting.event = 'go_out' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments) then
        set outcome = pawl_database.lamp_go_out$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
    if waiting.event = 'light' then
      set outcome_detail = concat(waiting.event, ': what was deferred does not have its parameters');
      if 0 = pawl_database.pawl_deferred_count(waiting.arguments) then
        set outcome = pawl_database.lamp_light$7(waiting.entity,
          waiting.actor, convert(waiting.request_id using utf8mb4), null, null, null, null);
      end if;
    end if;
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
delimiter ;
grant execute on function pawl_database.lamp_fire_deferred to pawl_database_app;

-- Exists as long as programs of this version are accepted.
delimiter //
create or replace definer = pawl_database_owner function pawl_database.lamp_model_2_ce9743177eaf643e() returns boolean
not deterministic no sql sql security definer
return true //
delimiter ;
grant select on pawl_database.lamp_current to pawl_database_app, pawl_database_operator;
grant select on pawl_database.lamp_transitions to pawl_database_app, pawl_database_operator;
grant select on pawl_database.lamp_moves to pawl_database_app, pawl_database_operator;
grant select on pawl_database.lamp_state to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.lamp_model_2_ce9743177eaf643e to pawl_database_app, pawl_database_operator;

set @pawl_done = pawl_database.pawl_record('lamp', 'pawl_application');

insert into pawl_database.pawl_machines (machine, fingerprint, abi, deployed_at, model)
  values ('lamp', 'ce9743177eaf643e', 2, timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), '{"name":"lamp","label":"lamp","fingerprint":"ce9743177eaf643e","doc":"Only timers.","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"on","label":"on","stored":"on","initial":true,"final":false,"enter":[],"leave":[]},{"name":"off","label":"off","stored":"off","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"go_out","label":"go out","stored":"go_out","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"light","label":"light","stored":"light","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[],"arrows":[{"event":"create","from":null,"target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"go_out","from":"on","target":"to","to":"off","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]},{"event":"light","from":"off","target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"on","arrow":0},{"event":"go_out","from":"on","to":"off","arrow":1},{"event":"light","from":"off","to":"on","arrow":2}],"ignores":[],"timers":[{"event":"go_out","place":"on","after_ms":10000}],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"mariadb","current":"pawl_database.lamp_current","transitions":"pawl_database.lamp_transitions","pending":"pawl_database.lamp_pending","objects":"select pawl_database.pawl_catalog(''lamp'', ''pawl_application'') as pawl_rows","shared_objects":"select pawl_database.pawl_catalog('''', ''pawl_application'') as pawl_rows","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom pawl_database.pawl_schema known left join pawl_database.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from pawl_database.lamp_current where lamp_id = ?1 and pawl_database.lamp_model_2_ce9743177eaf643e()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id\nfrom pawl_database.lamp_transitions where lamp_id = ?1 and pawl_database.lamp_model_2_ce9743177eaf643e() order by sort_key","in_state":"select lamp_id, state, sort_key, since from pawl_database.lamp_current\nwhere state = ?1 and since >= ?2 and (since > ?2 or lamp_id > ?3)\n  and pawl_database.lamp_model_2_ce9743177eaf643e() order by since, lamp_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from pawl_database.lamp_current force index (lamp_current_state_since)\n    where state < ?1 and state >= ?2 and (state > ?2 or since > ?3\n      or (since = ?3 and lamp_id > ?4))\n    order by state, since, lamp_id limit ?8\n  ) lower_ones\n  union all\n  select * from (\n    select lamp_id, state, sort_key, since from pawl_database.lamp_current force index (lamp_current_state_since)\n    where state >= ?5 and (state > ?5 or since > ?6\n      or (since = ?6 and lamp_id > ?7))\n    order by state, since, lamp_id limit ?8\n  ) higher_ones\n) both_of_them where pawl_database.lamp_model_2_ce9743177eaf643e() order by state, since, lamp_id limit ?8","count_by_state":"select state, count(*) from pawl_database.lamp_current join (select pawl_database.lamp_model_2_ce9743177eaf643e() as is_accepted) version on version.is_accepted group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id\nfrom pawl_database.lamp_transitions where lamp_id = ?1 and pawl_database.lamp_model_2_ce9743177eaf643e()\n  and to_state = ?2 order by sort_key desc limit 1","fire_deferred":"select pawl_database.lamp_fire_deferred(?1, ?2) as pawl_outcome from dual where pawl_database.lamp_model_2_ce9743177eaf643e()"},"fire":{"create":"select pawl_database.lamp_2_ce9743177eaf643e_1(?1, ?2, ?3) as pawl_outcome","go_out":"select pawl_database.lamp_2_ce9743177eaf643e_2(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome","light":"select pawl_database.lamp_2_ce9743177eaf643e_3(?1, ?2, ?3, ?4, ?5, ?6, ?7) as pawl_outcome"},"queue":{"table":"lamp_pending","channel":"lamp_pending","pending":[{"name":"on.go_out","is_work":false,"is_of_state":true,"event":"go_out","after_us":10000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"-a-"}],"stays":[],"statements":{"claim":"select pawl_database.lamp_pending_claim(?1, ?2, ?3) as pawl_rows from dual where pawl_database.lamp_model_2_ce9743177eaf643e()","next_due":"select ready_at from pawl_database.lamp_pending where is_work = ?1 and ready_at is not null\n  and pawl_database.lamp_model_2_ce9743177eaf643e()\n  and not exists (select 1 from pawl_database.pawl_freezes type_lock\n    where type_lock.machine = ''lamp''\n      and (type_lock.until is null or type_lock.until > pawl_database.pawl_now()))\norder by is_work, ready_at limit 1","not_yet":"select pawl_database.lamp_pending_not_yet(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.lamp_model_2_ce9743177eaf643e()","fail":"select pawl_database.lamp_pending_fail(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.lamp_model_2_ce9743177eaf643e()","extend":"select pawl_database.lamp_pending_extend(?1, ?2, ?3, ?4, ?5) from dual where pawl_database.lamp_model_2_ce9743177eaf643e()","retry":"select pawl_database.lamp_pending_retry(?1, ?2) from dual where pawl_database.lamp_model_2_ce9743177eaf643e()"}}},"diagram":"digraph \"lamp\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_lamp\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>lamp</b><!--lamp-->>; tooltip=\"Only timers.\";\n    \"lamp.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"lamp.on\" [label=<on<!--lamp.on-->>, class=\"state created waiting\", fillcolor=\"#e0edfb\", color=\"#a8761a\"];\n    \"lamp.off\" [label=<off<!--lamp.off-->>, class=\"state\"];\n    \"lamp.\" -> \"lamp.on\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"lamp.on\" -> \"lamp.off\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 10 seconds: go out</font><br align=\"left\"/></td></tr></table>>, style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"go_out\", labeltooltip=\"go_out\"];\n    \"lamp.on\" -> \"lamp.off\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>light<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"light\", labeltooltip=\"light\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a clock is running </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">happens only by itself </td></tr></table>>;\n}\n"}')
  on duplicate key update model = value(model), abi = value(abi), is_accepted = true,
    deployed_at = if(is_deployed, deployed_at, value(deployed_at)), is_deployed = true;

set sql_mode = @pawl_sql_mode, collation_connection = @pawl_collation, group_concat_max_len = @pawl_group_concat_max,
  autocommit = @pawl_autocommit;
do release_lock('pawl_database');

-- This file is whole.
