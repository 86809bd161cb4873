-- pawl: {"file":"machines","database":"mariadb","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"payment","fingerprint":"f7778b177c88b7a5"}],"flows":[]}
-- Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again.
-- If it is interrupted, run it again, and it continues; otherwise running it again changes nothing. MariaDB has no variables for
-- names: pawl_application is the placeholder of your tables' database, pawl_database that of Pawl's
-- database. pawlctl and libpawl name it like the former, followed by `_pawl`.
-- Applications get the role shop_pawl_app. Apply with a login that may create databases and roles:
--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' pawl.mariadb.sql | mariadb shop
--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' payment.mariadb.sql | mariadb shop
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply payment.mariadb.sql --db=...
-- Transitions of payment in SQL, with null for omitted arguments; each returns an object of JSON:
--   select pawl_database.payment_create$5(payment_id, amount, currency, actor, request_id)
--   select pawl_database.payment_submit$5(payment_id, submission_id, actor, request_id, expected sort_key)
--   select pawl_database.payment_confirm$4(payment_id, actor, request_id, expected sort_key)
--   select pawl_database.payment_cancel$5(payment_id, reason, actor, request_id, expected sort_key)
-- The result that each event would have now: select pawl_database.payment_why(payment_id, false)

set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection, @pawl_group_concat_max = @@group_concat_max_len,
  @pawl_autocommit = @@autocommit;
-- The settings that routines are parsed with, and keep.
set sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION,NO_AUTO_CREATE_USER';
set collation_connection = utf8mb4_nopad_bin;
-- group_concat builds texts of routines. A shell may end without a commit.
set group_concat_max_len = 1048576, autocommit = 1;

-- It needs the shared schema.
delimiter //
begin not atomic
  declare present integer;
  declare holder longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if 'pawl_database' = concat('pawl', '_database') then
    signal sqlstate '45000' set message_text = 'the names of the databases are not put in; nothing was changed: apply it with pawlctl apply, or by the command at the top of the file';
  end if;
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
call pawl_database.pawl_require_parent('payment', 'pawl_application', 'payments', 'id', 'text', 'pawl_database', 'char,varchar,tinytext,text,mediumtext,longtext,binary,varbinary');

-- payment -----------------------------------------------------------------------------------------
-- Bank payment
-- A bank payment, from the moment it is asked for until the money has
-- arrived. The bank answers some time after it has been told.
set @pawl_done = pawl_database.pawl_begin_machine('payment', 'f7778b177c88b7a5', false);

delimiter //
begin not atomic
  declare exit handler for 1044, 1142, 1143 begin
    call pawl_database.pawl_require_grants('payment', 'pawl_application', 'payments', 1, 'pawl_application', false);
    resignal;
  end;
  grant select on pawl_application.payments to pawl_database_owner;
end //
delimiter ;
create table if not exists pawl_database.payment_current (
  state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  sort_key integer not null comment 'Of the last transition.',
  since bigint not null comment 'When the last transition was made, in microseconds since 1970.',
  primary key (payment_id),
  index payment_current_state_since (state, since)
) engine = InnoDB comment 'Bank payment
A bank payment, from the moment it is asked for until the money has
arrived. The bank answers some time after it has been told.
One row for each entity: its state.'
as select parent.id as payment_id, '' as state, 0 as sort_key, 0 as since
  from pawl_application.payments parent use index for group by () where false;
alter table pawl_database.payment_current add constraint payment_current_parent
  foreign key if not exists (payment_id) references pawl_application.payments (id);

create table if not exists pawl_database.payment_transitions (
  sort_key integer not null,
  event varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Empty for a creation.',
  to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null,
  created_at bigint not null,
  actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null comment 'Who did it: the login, where the caller named nobody.',
  request_id varbinary(255) comment 'What the caller named this request, so that it happens once however often it is sent.',
  amount bigint,
  currency longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  submission_id longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  reason longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  primary key (payment_id, sort_key),
  unique index payment_transitions_request (payment_id, request_id)
) engine = InnoDB comment 'Every transition, in the order of sort_key. Rows are only added.'
as select parent.id as payment_id, 0 as sort_key, '' as event, '' as from_state, '' as to_state,
    0 as created_at, '' as actor, null as request_id, null as amount, null as currency, null as submission_id, null as reason
  from pawl_application.payments parent use index for group by () where false;

-- how it may move, for people and tools to read; from_state is empty for a creation
create or replace definer = pawl_database_owner sql security definer view pawl_database.payment_moves as
with move (event, from_state, to_state) as (values
  ('create', '', 'pending_submission'),
  ('submit', 'pending_submission', 'submitted'),
  ('confirm', 'submitted', 'paid'),
  ('cancel', 'pending_submission', 'cancelled'),
  ('cancel', 'submitted', 'cancelled')
) select move.event, move.from_state, move.to_state from move;

-- the state of each entity, to join in your queries
create or replace definer = pawl_database_owner sql security definer view pawl_database.payment_state as
  select head.payment_id,
    head.state, head.sort_key, head.since from pawl_database.payment_current head;
set @pawl_key_type = pawl_database.pawl_key_type('pawl_application', 'payments', 'id');
set @pawl_key_compared = pawl_database.pawl_key_compared('pawl_application', 'payments', 'id');
set @pawl_gate = if(@@wsrep_on, 'if @@wsrep_on then
  set is_free = pawl_database.pawl_pass_gate(''payment'');
end if;', 'if @@wsrep_on then
  signal sqlstate ''45000'' set message_text = ''machine payment was deployed on a server of its own, which is a node of a cluster now: apply its SQL again'';
end if;');

delimiter //

-- The key as its parent has it, if the database takes other texts for the same; null without a parent.
create or replace definer = pawl_database_owner function pawl_database.payment_spelling($1 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
comment 'id'
begin
  declare spelling longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare id type of pawl_application.payments.id;
  declare exit handler for 1406 return null; -- longer than any
  set id = $1;
  select parent.id into spelling from pawl_application.payments parent use index for group by () where parent.id = id;
  if spelling is null then -- the snapshot of the transaction may be older
    select parent.id into spelling from pawl_application.payments parent use index for group by () where parent.id = id lock in share mode;
  end if;
  return spelling;
end //
grant execute on function pawl_database.payment_spelling to pawl_database_app //

-- Ask for a payment
-- Somebody asks for a payment; nothing has left the house yet.
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.payments.id,
    $2 bigint /* amount */,
    $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* currency */,
    $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.payments.id', if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type)),
  ' comment ''Ask for a payment
Somebody asks for a payment; nothing has left the house yet.'' ',
  replace(replace(replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing, is_free, is_closed boolean default false;
    declare has_savepoint boolean default false; -- the caller
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        if not has_savepoint then
          rollback to savepoint pawl_move;
        end if;
        delete from pawl_database.payment_current where payment_id = $1 and sort_key = 0; -- on a node, and for many, it is before the savepoint
        if not has_savepoint then
          savepoint pawl_move; -- which an error of the statement goes back to
        end if;
      end if;
      resignal;
    end;
    decided: begin -- a refusal leaves this block
      if coalesce(octet_length($1), 0) not between 1 and 1024
        or $2 is null
        or $3 is null
        or locate(x''00'', $3)
        or octet_length(if($4 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $4), coalesce($4, substring_index(session_user(), ''@'', 1)))) > 255
        or octet_length($5) not between 1 and 255 then
        set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id, amount, currency; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
        leave decided;
      end if;
      select 1, parent.id into seen, $1 from pawl_application.payments parent use index for group by () where parent.id = $1 lock in share mode;
      if seen is null then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $5);
        if outcome.detail is null then
          set outcome.status = ''NOT_FOUND'',
            outcome.detail = ''insert its row into pawl_application.payments first, with that key as id'';
        end if;
        leave decided;
      end if;
      set seen = null;
      <savepoint>
      insert into pawl_database.payment_current (payment_id, state, sort_key, since) values ($1, '''', 0, 0)
        on duplicate key update sort_key = sort_key;
      select head.state, head.sort_key, head.since, head.payment_id
        into outcome.from_state, outcome.sort_key, outcome.created_at, $1
        from pawl_database.payment_current head where head.payment_id = $1 for update;
      if outcome.sort_key = 0 then
        <savepoint behind it>
        set is_writing = true;
      end if;
      if @@in_transaction then
        set is_free = true;
        select false into is_free from pawl_database.pawl_freezes type_lock
          where type_lock.machine = ''payment'' lock in share mode;
        if is_free then
          select type_lock.machine is null, gate.is_closed into is_free, is_closed
            from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
            where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        end if;
      else
        select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 256 lock in share mode;
      end if;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
      end if;
      select head.sort_key into seen from pawl_database.payment_current head where head.payment_id = $1;
      if seen is null or seen <> outcome.sort_key then
        signal sqlstate ''40001'' set message_text = ''could not serialize access: payment was moved since the snapshot of this transaction'';
      end if;
      if is_writing then -- the current row is new
        set outcome = row(null, null, null, null, null, null, null, null);
      end if;
      if outcome.sort_key is not null then
        if $5 is not null then
          select case when pawl_database.payment_transitions.event = ''create''
                and pawl_database.payment_transitions.amount <=> $2
                and pawl_database.payment_transitions.currency <=> $3
              then ''OK'' else ''REUSED'' end,
              pawl_database.payment_transitions.from_state, pawl_database.payment_transitions.to_state, pawl_database.payment_transitions.sort_key, pawl_database.payment_transitions.created_at
            into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
            from pawl_database.payment_transitions where pawl_database.payment_transitions.payment_id = $1 and pawl_database.payment_transitions.request_id = cast($5 as binary);
          if outcome.detail is not null then
            set outcome.status = outcome.detail, outcome.detail = null;
            leave decided;
          end if;
        end if;
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $5);
        set outcome.status = if(outcome.detail is null, ''EXISTS'', null);
        leave decided;
      end if;
      if not is_free then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $5);
        if outcome.detail is not null then
          if not has_savepoint then
            rollback to savepoint pawl_move;
          end if;
          delete from pawl_database.payment_current where payment_id = $1 and sort_key = 0; -- on a node, and for many, it is before the savepoint
          if not has_savepoint then
            savepoint pawl_move; -- which an error of the statement goes back to
          end if;
          leave decided;
        end if;
        select gate.is_closed into is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        if is_closed then -- until its migration has ended
          signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
        end if;
      end if;
      set outcome.from_state = '''';
      set outcome.to_state = ''pending_submission'', outcome.sort_key = 10, outcome.created_at = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6));
      <gate>
      insert into pawl_database.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
      values ($1, outcome.sort_key, ''create'', outcome.from_state, outcome.to_state, outcome.created_at,
        if($4 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $4), coalesce($4, substring_index(session_user(), ''@'', 1))), cast($5 as binary), $2, $3);
      update pawl_database.payment_current head
        set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
        where head.payment_id = $1;
      return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
        ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
    end;
    if outcome.status is null then -- a freeze or a lock: the first word of the detail
      set outcome.status = substring_index(outcome.detail, '' '', 1),
        outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
    end if;
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', @pawl_gate),
    '<savepoint>', if(@@wsrep_on, '', 'if @pawl_has_savepoint then
      select head.sort_key = 0 into has_savepoint from pawl_database.payment_current head where head.payment_id = $1 for update;
      if not has_savepoint then
        select true into has_savepoint from pawl_database.pawl_deferred waiting
          where waiting.machine = ''payment'' and waiting.entity = cast($1 as binary) and waiting.request_id = cast($5 as binary)
            and waiting.is_firing lock in share mode;
      end if;
    end if;
    if not has_savepoint then
      savepoint pawl_move;
    end if;')),
    '<savepoint behind it>', if(@@wsrep_on, 'savepoint pawl_move;', ''))) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_create$5', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_1', @pawl_function) //
grant execute on function pawl_database.payment_create$5 to pawl_database_app //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_1 to pawl_database_app //

-- Send to the bank
-- The bank has taken the payment and named it.
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.payments.id,
    $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* submission_id */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $5 integer /* expected sort_key */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.payments.id', if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type)),
  ' comment ''Send to the bank
The bank has taken the payment and named it.'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing, is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    decided: begin -- a refusal leaves this block
      if coalesce(octet_length($1), 0) not between 1 and 1024
        or $2 is null
        or locate(x''00'', $2)
        or octet_length(if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1)))) > 255
        or octet_length($4) not between 1 and 255 then
        set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id, submission_id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
        leave decided;
      end if;
      select head.state, head.sort_key, head.since, head.payment_id
        into outcome.from_state, outcome.sort_key, outcome.created_at, $1
        from pawl_database.payment_current head where head.payment_id = $1 for update;
      if outcome.sort_key is null then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $4);
        if outcome.detail is null then
          set outcome.status = ''NOT_FOUND'',
            outcome.detail = ''there is no such payment'';
        end if;
        leave decided;
      end if;
      if @@in_transaction then
        set is_free = true;
        select false into is_free from pawl_database.pawl_freezes type_lock
          where type_lock.machine = ''payment'' lock in share mode;
        if is_free then
          select type_lock.machine is null, gate.is_closed into is_free, is_closed
            from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
            where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        end if;
      else
        select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 256 lock in share mode;
      end if;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
      end if;
      if @@in_transaction or $4 is not null then -- else nothing but locked rows is read
        select head.sort_key into seen from pawl_database.payment_current head where head.payment_id = $1;
        if seen is null or seen <> outcome.sort_key then
          signal sqlstate ''40001'' set message_text = ''could not serialize access: payment was moved since the snapshot of this transaction'';
        end if;
        if $4 is not null then
          select case when pawl_database.payment_transitions.event = ''submit''
                and pawl_database.payment_transitions.submission_id <=> $2
              then ''OK'' else ''REUSED'' end,
              pawl_database.payment_transitions.from_state, pawl_database.payment_transitions.to_state, pawl_database.payment_transitions.sort_key, pawl_database.payment_transitions.created_at
            into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
            from pawl_database.payment_transitions where pawl_database.payment_transitions.payment_id = $1 and pawl_database.payment_transitions.request_id = cast($4 as binary);
          if outcome.detail is not null then
            set outcome.status = outcome.detail, outcome.detail = null;
            leave decided;
          end if;
        end if;
      end if;
      if not is_free then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $4);
        if outcome.detail is not null then
          leave decided;
        end if;
        select gate.is_closed into is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        if is_closed then -- until its migration has ended
          signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
        end if;
      end if;
      if outcome.sort_key <> $5 then
        set outcome.status = ''CONFLICT'',
          outcome.detail = concat(''the caller expects sort_key '', $5, '', and it is '', outcome.sort_key, '', in '', outcome.from_state);
        leave decided;
      end if;
      set outcome.to_state = case outcome.from_state
        when ''pending_submission'' then ''submitted''
      end;
      if outcome.to_state is null then
        set outcome.status = ''ILLEGAL'';
        set outcome.detail = concat(''submit'', '' is not allowed in '', outcome.from_state, ''; pawl_database.payment_moves says what is'');
        leave decided;
      end if;
      set outcome.sort_key = outcome.sort_key + 10,
        outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
      <gate>
      savepoint pawl_move;
      set is_writing = true;
      insert into pawl_database.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
      values ($1, outcome.sort_key, ''submit'', outcome.from_state, outcome.to_state, outcome.created_at,
        if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1))), cast($4 as binary), $2);
      update pawl_database.payment_current head
        set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
        where head.payment_id = $1;
      return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
        ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
    end;
    if outcome.status is null then -- a freeze or a lock: the first word of the detail
      set outcome.status = substring_index(outcome.detail, '' '', 1),
        outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
    end if;
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', @pawl_gate)) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_submit$5', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_2', @pawl_function) //
grant execute on function pawl_database.payment_submit$5 to pawl_database_app //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_2 to pawl_database_app //

-- Bank confirms
-- The bank reports that the money has arrived.
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.payments.id,
    $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $4 integer /* expected sort_key */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.payments.id', if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type)),
  ' comment ''Bank confirms
The bank reports that the money has arrived.'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing, is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    decided: begin -- a refusal leaves this block
      if coalesce(octet_length($1), 0) not between 1 and 1024
        or octet_length(if($2 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $2), coalesce($2, substring_index(session_user(), ''@'', 1)))) > 255
        or octet_length($3) not between 1 and 255 then
        set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
        leave decided;
      end if;
      select head.state, head.sort_key, head.since, head.payment_id
        into outcome.from_state, outcome.sort_key, outcome.created_at, $1
        from pawl_database.payment_current head where head.payment_id = $1 for update;
      if outcome.sort_key is null then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $3);
        if outcome.detail is null then
          set outcome.status = ''NOT_FOUND'',
            outcome.detail = ''there is no such payment'';
        end if;
        leave decided;
      end if;
      if @@in_transaction then
        set is_free = true;
        select false into is_free from pawl_database.pawl_freezes type_lock
          where type_lock.machine = ''payment'' lock in share mode;
        if is_free then
          select type_lock.machine is null, gate.is_closed into is_free, is_closed
            from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
            where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        end if;
      else
        select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 256 lock in share mode;
      end if;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
      end if;
      if @@in_transaction or $3 is not null then -- else nothing but locked rows is read
        select head.sort_key into seen from pawl_database.payment_current head where head.payment_id = $1;
        if seen is null or seen <> outcome.sort_key then
          signal sqlstate ''40001'' set message_text = ''could not serialize access: payment was moved since the snapshot of this transaction'';
        end if;
        if $3 is not null then
          select case when pawl_database.payment_transitions.event = ''confirm''
              then ''OK'' else ''REUSED'' end,
              pawl_database.payment_transitions.from_state, pawl_database.payment_transitions.to_state, pawl_database.payment_transitions.sort_key, pawl_database.payment_transitions.created_at
            into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
            from pawl_database.payment_transitions where pawl_database.payment_transitions.payment_id = $1 and pawl_database.payment_transitions.request_id = cast($3 as binary);
          if outcome.detail is not null then
            set outcome.status = outcome.detail, outcome.detail = null;
            leave decided;
          end if;
        end if;
      end if;
      if not is_free then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $3);
        if outcome.detail is not null then
          leave decided;
        end if;
        select gate.is_closed into is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        if is_closed then -- until its migration has ended
          signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
        end if;
      end if;
      if outcome.sort_key <> $4 then
        set outcome.status = ''CONFLICT'',
          outcome.detail = concat(''the caller expects sort_key '', $4, '', and it is '', outcome.sort_key, '', in '', outcome.from_state);
        leave decided;
      end if;
      set outcome.to_state = case outcome.from_state
        when ''submitted'' then ''paid''
      end;
      if outcome.to_state is null then
        set outcome.status = ''ILLEGAL'';
        set outcome.detail = concat(''confirm'', '' is not allowed in '', outcome.from_state, ''; pawl_database.payment_moves says what is'');
        leave decided;
      end if;
      set outcome.sort_key = outcome.sort_key + 10,
        outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
      <gate>
      savepoint pawl_move;
      set is_writing = true;
      insert into pawl_database.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
      values ($1, outcome.sort_key, ''confirm'', outcome.from_state, outcome.to_state, outcome.created_at,
        if($2 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $2), coalesce($2, substring_index(session_user(), ''@'', 1))), cast($3 as binary));
      update pawl_database.payment_current head
        set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
        where head.payment_id = $1;
      return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
        ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
    end;
    if outcome.status is null then -- a freeze or a lock: the first word of the detail
      set outcome.status = substring_index(outcome.detail, '' '', 1),
        outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
    end if;
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', @pawl_gate)) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_confirm$4', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_3', @pawl_function) //
grant execute on function pawl_database.payment_confirm$4 to pawl_database_app //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_3 to pawl_database_app //

-- Cancel
-- The payment is given up, before or after it was sent.
set @pawl_function = concat(
  replace('(
    $1 type of pawl_application.payments.id,
    $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* reason */,
    $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */,
    $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* request_id */,
    $5 integer /* expected sort_key */
  ) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin', 'type of pawl_application.payments.id', if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type)),
  ' comment ''Cancel
The payment is given up, before or after it was sent.'' ',
  replace('begin
    declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
        created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
    declare seen integer;
    declare is_writing, is_free, is_closed boolean default false;
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      if is_writing then
        rollback to savepoint pawl_move;
      end if;
      resignal;
    end;
    decided: begin -- a refusal leaves this block
      if coalesce(octet_length($1), 0) not between 1 and 1024
        or locate(x''00'', $2)
        or octet_length(if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1)))) > 255
        or octet_length($4) not between 1 and 255 then
        set outcome.status = ''MISUSE'', outcome.detail = ''must be given: id; an id has 1 to 1024 bytes, a request_id 1 to 255, an actor up to 255'';
        leave decided;
      end if;
      select head.state, head.sort_key, head.since, head.payment_id
        into outcome.from_state, outcome.sort_key, outcome.created_at, $1
        from pawl_database.payment_current head where head.payment_id = $1 for update;
      if outcome.sort_key is null then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $4);
        if outcome.detail is null then
          set outcome.status = ''NOT_FOUND'',
            outcome.detail = ''there is no such payment'';
        end if;
        leave decided;
      end if;
      if @@in_transaction then
        set is_free = true;
        select false into is_free from pawl_database.pawl_freezes type_lock
          where type_lock.machine = ''payment'' lock in share mode;
        if is_free then
          select type_lock.machine is null, gate.is_closed into is_free, is_closed
            from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
            where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        end if;
      else
        select not gate.is_frozen, gate.is_closed into is_free, is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 256 lock in share mode;
      end if;
      if is_closed then -- until its migration has ended
        signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
      end if;
      if @@in_transaction or $4 is not null then -- else nothing but locked rows is read
        select head.sort_key into seen from pawl_database.payment_current head where head.payment_id = $1;
        if seen is null or seen <> outcome.sort_key then
          signal sqlstate ''40001'' set message_text = ''could not serialize access: payment was moved since the snapshot of this transaction'';
        end if;
        if $4 is not null then
          select case when pawl_database.payment_transitions.event = ''cancel''
                and pawl_database.payment_transitions.reason <=> $2
              then ''OK'' else ''REUSED'' end,
              pawl_database.payment_transitions.from_state, pawl_database.payment_transitions.to_state, pawl_database.payment_transitions.sort_key, pawl_database.payment_transitions.created_at
            into outcome.detail, outcome.from_state, outcome.to_state, outcome.sort_key, outcome.created_at
            from pawl_database.payment_transitions where pawl_database.payment_transitions.payment_id = $1 and pawl_database.payment_transitions.request_id = cast($4 as binary);
          if outcome.detail is not null then
            set outcome.status = outcome.detail, outcome.detail = null;
            leave decided;
          end if;
        end if;
      end if;
      if not is_free then
        set outcome.detail = pawl_database.pawl_frozen(''payment'', $1, $4);
        if outcome.detail is not null then
          leave decided;
        end if;
        select gate.is_closed into is_closed from pawl_database.pawl_gates gate
          where gate.machine = ''payment'' and gate.number = 0 lock in share mode;
        if is_closed then -- until its migration has ended
          signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
        end if;
      end if;
      if outcome.sort_key <> $5 then
        set outcome.status = ''CONFLICT'',
          outcome.detail = concat(''the caller expects sort_key '', $5, '', and it is '', outcome.sort_key, '', in '', outcome.from_state);
        leave decided;
      end if;
      set outcome.to_state = case outcome.from_state
        when ''pending_submission'' then ''cancelled''
        when ''submitted'' then ''cancelled''
      end;
      if outcome.to_state is null then
        set outcome.status = ''ILLEGAL'';
        set outcome.detail = concat(''cancel'', '' is not allowed in '', outcome.from_state, ''; pawl_database.payment_moves says what is'');
        leave decided;
      end if;
      set outcome.sort_key = outcome.sort_key + 10,
        outcome.created_at = greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), outcome.created_at);
      <gate>
      savepoint pawl_move;
      set is_writing = true;
      insert into pawl_database.payment_transitions
        (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
      values ($1, outcome.sort_key, ''cancel'', outcome.from_state, outcome.to_state, outcome.created_at,
        if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1))), cast($4 as binary), $2);
      update pawl_database.payment_current head
        set head.state = outcome.to_state, head.sort_key = outcome.sort_key, head.since = outcome.created_at
        where head.payment_id = $1;
      return concat(''{"status": "OK", "from": "'', outcome.from_state, ''", "to": "'', outcome.to_state, ''", "sort_key": "'', outcome.sort_key,
        ''", "at": "'', outcome.created_at, ''", "guard": null, "move": null, "detail": null}'');
    end;
    if outcome.status is null then -- a freeze or a lock: the first word of the detail
      set outcome.status = substring_index(outcome.detail, '' '', 1),
        outcome.detail = substring(outcome.detail, locate('' '', outcome.detail) + 1);
    end if;
    return json_object(''status'', outcome.status, ''from'', outcome.from_state, ''to'', outcome.to_state,
        ''sort_key'', outcome.sort_key, ''at'', outcome.created_at, ''guard'', outcome.guard, ''move'', outcome.move,
        ''detail'', outcome.detail);
  end',
    '<gate>', @pawl_gate)) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_cancel$5', @pawl_function) //
execute immediate concat('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_4', @pawl_function) //
grant execute on function pawl_database.payment_cancel$5 to pawl_database_app //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_4 to pawl_database_app //

-- Fires an event that was stored for later (defer), and records the result. NOT_FOUND: it was fired already.
create or replace definer = pawl_database_owner function pawl_database.payment_fire_deferred($1 bigint, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
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
    where pending.number = $1 and pending.machine = 'payment' and pending.status is null for update;
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
      set outcome_detail = concat('payment', ' ', waiting.entity, ': ', waiting.event, ': ', said);
    end;
    declare exit handler for sqlstate '40001', sqlstate 'PW007' begin
      rollback to savepoint pawl_deferred;
      resignal; -- and it is fired again
    end;
    set @pawl_has_savepoint = true;
    case waiting.event
    when '' then begin end; -- a machine may have no event, but `case` has a branch
    when 'create' then
      if 2 = json_length(waiting.arguments) then
        set outcome = pawl_database.payment_create$5(convert(waiting.entity using utf8mb4),
          json_value(waiting.arguments, '$[0]'),
          json_value(waiting.arguments, '$[1]'),
          waiting.actor, convert(waiting.request_id using utf8mb4));
      end if;
    when 'submit' then
      if 1 = json_length(waiting.arguments) then
        set outcome = pawl_database.payment_submit$5(convert(waiting.entity using utf8mb4),
          json_value(waiting.arguments, '$[0]'),
          waiting.actor, convert(waiting.request_id using utf8mb4), null);
      end if;
    when 'confirm' then
      if 0 = json_length(waiting.arguments) then
        set outcome = pawl_database.payment_confirm$4(convert(waiting.entity using utf8mb4),
          waiting.actor, convert(waiting.request_id using utf8mb4), null);
      end if;
    when 'cancel' then
      if 1 = json_length(waiting.arguments) then
        set outcome = pawl_database.payment_cancel$5(convert(waiting.entity using utf8mb4),
          json_value(waiting.arguments, '$[0]'),
          waiting.actor, convert(waiting.request_id using utf8mb4), null);
      end if;
    else
      set outcome_detail = concat('machine payment: ', waiting.event, ' was deferred, and no version that may run has such an event');
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
grant execute on function pawl_database.payment_fire_deferred to pawl_database_app //

-- The result that each event would have now, as an array of JSON. guard: the guards that fail; if the status is PENDING, those whose
-- answers are not known: they need the event's arguments, or a program that has them;
-- DB, or LOCKED with a guard: one that failed, or would wait. has hooks: the caller is such a program. answers: for it, of the guards of the
-- state. Of an unknown entity: NOT_FOUND, without an event.
execute immediate replace('create or replace definer = pawl_database_owner function pawl_database.payment_why($1 type of pawl_application.payments.id, $2 boolean /* has hooks */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''The result that each event would have now, and the guards or the lock in its way.''
begin
  declare outcome row (from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer, created_at bigint, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin default ''{}''; -- of the guards of the state, by name
  declare is_free boolean default @@in_transaction;
  if not @@in_transaction then -- in which its lock would stay
    select true into is_free from pawl_database.payment_current head where head.payment_id = $1 lock in share mode skip locked;
  end if;
  select head.state, head.sort_key, head.since, head.payment_id
    into outcome.from_state, outcome.sort_key, outcome.created_at, $1 /* as transitions spell it */
    from pawl_database.payment_current head where head.payment_id = $1;
  if outcome.from_state is null then
    return json_array(json_object(''event'', null, ''status'', ''NOT_FOUND'', ''detail'', ''there is no such payment''));
  end if;
  set outcome.detail = pawl_database.pawl_blocked(''payment'', $1, null, null, null);
  if outcome.detail is null and not is_free then
    set outcome.detail = ''LOCKED another transaction has locked its row'';
  end if;

  return pawl_database.pawl_reasons(''payment'', outcome.from_state, outcome.sort_key, outcome.detail, answers,
    if($2, ''{}'', json_object()), ''pawl_database.payment_moves'');
end', 'type of pawl_application.payments.id', if(@pawl_key_type = 'uuid', 'varchar(1025) character set utf8mb4 collate utf8mb4_nopad_bin', @pawl_key_type)) //
grant execute on function pawl_database.payment_why to pawl_database_app, pawl_database_operator, pawl_database_reader //

-- The same events in faster forms -------------------------------------------------------------------
--
-- libpawl calls these.
--
-- ..._own: for a call that is a transaction of its own, without request_id and sort_key. It returns BUSY in all cases that need the
-- function above.
--
-- ..._many: for many entities at once. The parameter items is an array of JSON: for each entity an array of the arguments
-- of the function for one: its key, the parameters of the event, request_id and sort_key; bytes in hexadecimal digits. The answer is an
-- array of their answers, in their order. <items> are these arrays as rows, <compared> is a key as its column compares it.
--
-- ..._all: for a pool that batches transitions of many callers. items: as above, with the actor after each; the first item ends
-- with whether an entity occurs more than once, and whether any item has a request_id. Items of one entity are neighbours, in their
-- order, with different request ids; each is decided on the result of the one before. An entity that another session has locked,
-- or that needs the function for one, is skipped (BUSY). ..._many takes this form, too.

execute immediate replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_2_own(
  $1 type of pawl_application.payments.id,
  $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* submission_id */,
  $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Send to the bank
The bank has taken the payment and named it.''
begin
  if (@pawl_to := '''') <> '''' or @@in_transaction or @@wsrep_on
    or coalesce(octet_length($1), 0) not between 1 and 1024
      or $2 is null
      or locate(x''00'', $2)
      or octet_length(if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1)))) > 255 then
    return ''{"status": "BUSY"}'';
  end if;
  savepoint pawl_move;
  begin
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      rollback to savepoint pawl_move;
      resignal;
    end;
    update pawl_database.payment_current head
      set head.state = coalesce(@pawl_to := case @pawl_from := head.state
          when ''pending_submission'' then ''submitted''
        end, head.state),
        head.sort_key = @pawl_sort_key := head.sort_key + if(@pawl_to is null, 0, 10),
        head.since = @pawl_at := if((@pawl_id := head.payment_id) is null or @pawl_to is null, head.since, greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), head.since))
      where head.payment_id = $1;
    if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''payment'' and gate.number = 256 lock in share mode) is not false then
      rollback to savepoint pawl_move;
      return ''{"status": "BUSY"}'';
    end if;
    if coalesce(@pawl_to, '''') = '''' then -- no such current row, or none with a transition
      return coalesce((select json_object(''status'', ''ILLEGAL'', ''from'', head.state, ''to'', null, ''sort_key'', head.sort_key,
          ''at'', head.since, ''guard'', null, ''move'', null, ''detail'', null)
        from pawl_database.payment_current head where head.payment_id = $1 for update), ''{"status": "NOT_FOUND"}'');
    end if;
    insert into pawl_database.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
    values (@pawl_id, @pawl_sort_key, ''submit'', @pawl_from, @pawl_to, @pawl_at,
      if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1))), null, $2);
    return concat(''{"status": "OK", "from": "'', @pawl_from, ''", "to": "'', @pawl_to, ''", "sort_key": "'', @pawl_sort_key,
      ''", "at": "'', @pawl_at, ''", "guard": null, "move": null, "detail": null}'');
  end;
end', 'type of pawl_application.payments.id', @pawl_key_type) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_2_own to pawl_database_app //

execute immediate replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_3_own(
  $1 type of pawl_application.payments.id,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Bank confirms
The bank reports that the money has arrived.''
begin
  if (@pawl_to := '''') <> '''' or @@in_transaction or @@wsrep_on
    or coalesce(octet_length($1), 0) not between 1 and 1024
      or octet_length(if($2 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $2), coalesce($2, substring_index(session_user(), ''@'', 1)))) > 255 then
    return ''{"status": "BUSY"}'';
  end if;
  savepoint pawl_move;
  begin
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      rollback to savepoint pawl_move;
      resignal;
    end;
    update pawl_database.payment_current head
      set head.state = coalesce(@pawl_to := case @pawl_from := head.state
          when ''submitted'' then ''paid''
        end, head.state),
        head.sort_key = @pawl_sort_key := head.sort_key + if(@pawl_to is null, 0, 10),
        head.since = @pawl_at := if((@pawl_id := head.payment_id) is null or @pawl_to is null, head.since, greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), head.since))
      where head.payment_id = $1;
    if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''payment'' and gate.number = 256 lock in share mode) is not false then
      rollback to savepoint pawl_move;
      return ''{"status": "BUSY"}'';
    end if;
    if coalesce(@pawl_to, '''') = '''' then -- no such current row, or none with a transition
      return coalesce((select json_object(''status'', ''ILLEGAL'', ''from'', head.state, ''to'', null, ''sort_key'', head.sort_key,
          ''at'', head.since, ''guard'', null, ''move'', null, ''detail'', null)
        from pawl_database.payment_current head where head.payment_id = $1 for update), ''{"status": "NOT_FOUND"}'');
    end if;
    insert into pawl_database.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
    values (@pawl_id, @pawl_sort_key, ''confirm'', @pawl_from, @pawl_to, @pawl_at,
      if($2 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $2), coalesce($2, substring_index(session_user(), ''@'', 1))), null);
    return concat(''{"status": "OK", "from": "'', @pawl_from, ''", "to": "'', @pawl_to, ''", "sort_key": "'', @pawl_sort_key,
      ''", "at": "'', @pawl_at, ''", "guard": null, "move": null, "detail": null}'');
  end;
end', 'type of pawl_application.payments.id', @pawl_key_type) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_3_own to pawl_database_app //

execute immediate replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_4_own(
  $1 type of pawl_application.payments.id,
  $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* reason */,
  $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Cancel
The payment is given up, before or after it was sent.''
begin
  if (@pawl_to := '''') <> '''' or @@in_transaction or @@wsrep_on
    or coalesce(octet_length($1), 0) not between 1 and 1024
      or locate(x''00'', $2)
      or octet_length(if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1)))) > 255 then
    return ''{"status": "BUSY"}'';
  end if;
  savepoint pawl_move;
  begin
    declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
      rollback to savepoint pawl_move;
      resignal;
    end;
    update pawl_database.payment_current head
      set head.state = coalesce(@pawl_to := case @pawl_from := head.state
          when ''pending_submission'' then ''cancelled''
          when ''submitted'' then ''cancelled''
        end, head.state),
        head.sort_key = @pawl_sort_key := head.sort_key + if(@pawl_to is null, 0, 10),
        head.since = @pawl_at := if((@pawl_id := head.payment_id) is null or @pawl_to is null, head.since, greatest(timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), head.since))
      where head.payment_id = $1;
    if (select gate.is_frozen or gate.is_closed from pawl_database.pawl_gates gate
        where gate.machine = ''payment'' and gate.number = 256 lock in share mode) is not false then
      rollback to savepoint pawl_move;
      return ''{"status": "BUSY"}'';
    end if;
    if coalesce(@pawl_to, '''') = '''' then -- no such current row, or none with a transition
      return coalesce((select json_object(''status'', ''ILLEGAL'', ''from'', head.state, ''to'', null, ''sort_key'', head.sort_key,
          ''at'', head.since, ''guard'', null, ''move'', null, ''detail'', null)
        from pawl_database.payment_current head where head.payment_id = $1 for update), ''{"status": "NOT_FOUND"}'');
    end if;
    insert into pawl_database.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
    values (@pawl_id, @pawl_sort_key, ''cancel'', @pawl_from, @pawl_to, @pawl_at,
      if($3 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $3), coalesce($3, substring_index(session_user(), ''@'', 1))), null, $2);
    return concat(''{"status": "OK", "from": "'', @pawl_from, ''", "to": "'', @pawl_to, ''", "sort_key": "'', @pawl_sort_key,
      ''", "at": "'', @pawl_at, ''", "guard": null, "move": null, "detail": null}'');
  end;
end', 'type of pawl_application.payments.id', @pawl_key_type) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_4_own to pawl_database_app //

-- pawl_database.payment_create$5
set @pawl_items = 'json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
  v1 bigint path ''$[1]'' error on error,
  v2 longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[2]'' error on error,
  request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[3]'' error on error,
  actor longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[4]'' error on error))' //
execute immediate replace(replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_create_many$5(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $4 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Ask for a payment
Somebody asks for a payment; nothing has left the house yet.''
begin
  declare $1 type of pawl_application.payments.id;
  declare $2 bigint;
  declare $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare $5 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare outcome row (status varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, to_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer,
      created_at bigint, guard longtext character set utf8mb4 collate utf8mb4_nopad_bin, move integer, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin);
  declare is_over boolean;
  declare seen, item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_begun boolean default false;
  declare given cursor for select given.id, given.v1, given.v2, given.request_id
    from <items> given order by <compared>;
  declare continue handler for not found set is_over = true; -- also for a missing row, so it is set again
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each transition has a savepoint, and the statement returns to the last one only
    end if;
    set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count
      from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given group by <compared>) of_entity;
  if item_count = 0 then
    return ''[]'';
  elseif entity_count <> item_count then -- each entity once
    return concat(''[{"status": "MISUSE"}'', repeat('', {"status": "MISUSE"}'', item_count - 1), '']'');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  if is_begun and json_exists($0, ''$[0][6]'') and not @@in_transaction then
    set answers = pawl_database.payment_2_f7778b177c88b7a5_1_all($0);
    if locate(''{"status": "BUSY"}'', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
  open given;
  every_item: loop
    set is_over = false;
    fetch given into $1, $2, $3, $5;
    if is_over then
      leave every_item;
    end if;
    if (coalesce(octet_length($1), 0) not between 1 and 1024
      or $2 is null
      or $3 is null
      or locate(x''00'', $3)
      or octet_length(if($4 like '' __-%'', concat(substring_index(session_user(), ''@'', 1), $4), coalesce($4, substring_index(session_user(), ''@'', 1)))) > 255
      or octet_length($5) not between 1 and 255) is not true then
      set seen = null;
  select 1, parent.id into seen, $1 from pawl_application.payments parent use index for group by () where parent.id = $1 lock in share mode;
      if seen then
        insert into pawl_database.payment_current (payment_id, state, sort_key, since) values ($1, '''', 0, 0)
          on duplicate key update sort_key = sort_key;
        select head.state, head.sort_key, head.since, head.payment_id
          into outcome.from_state, outcome.sort_key, outcome.created_at, $1
          from pawl_database.payment_current head where head.payment_id = $1 for update;
      end if;
    end if;
  end loop;
  close given;
  set session group_concat_max_len = 1073741824, @pawl_has_savepoint = is_begun;
  select concat(''['', group_concat(pawl_database.payment_create$5(given.id, given.v1, given.v2, $4, given.request_id)
      order by given.number separator '', ''), '']'') into answers from <items> given;
  set session group_concat_max_len = answer_max, @pawl_has_savepoint = null;
  if json_valid(answers) is not true then
    signal sqlstate ''22001'' set message_text = ''the answers of so many are longer than max_allowed_packet'';
  end if;
  return answers;
end',
  '<items>', @pawl_items), '<compared>', @pawl_key_compared), 'type of pawl_application.payments.id', @pawl_key_type) //
grant execute on function pawl_database.payment_create_many$5 to pawl_database_app //

execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_1_all($0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Ask for a payment
Somebody asks for a payment; nothing has left the house yet.''
begin
  declare nothing longtext character set utf8mb4 collate utf8mb4_nopad_bin default '''';
  declare move_count integer;
  declare moment bigint;
  declare is_writing, is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate ''45000'' set message_text = ''on a node of a cluster each transition of machine payment is made by itself'';
  end if;
  select type_lock.machine is null, gate.is_closed into is_free, is_closed
    from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
    where gate.machine = ''payment'' and gate.number = 0 lock in share mode; -- at once, also of a frozen machine, since a batch is soon at its end
  if is_closed then -- until its migration has ended
    signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
  end if;
  if not is_free then
    return concat(''[{"status": "BUSY"}'', repeat('', {"status": "BUSY"}'', json_length($0) - 1), '']'');
  end if;
  set moment = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), @pawl_made = nothing;
  savepoint pawl_move;
  set is_writing = true;
  set statement join_cache_level = 0 for
  insert into pawl_database.payment_current (payment_id, state, sort_key, since)
  select parent.id, ''pending_submission'', 10, moment
    from <items> given
      left join pawl_application.payments parent use index for group by () on parent.id = <compared>
    where right(@pawl_made := concat(@pawl_made, if(parent.id is null or coalesce(octet_length(given.id), 0) not between 1 and 1024
      or given.v1 is null
      or given.v2 is null
      or locate(x''00'', given.v2)
      or octet_length(if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
            coalesce(given.actor, substring_index(session_user(), ''@'', 1)))) > 255
      or octet_length(given.request_id) not between 1 and 255, ''0'', ''1'')), 1) = ''1''
  lock in share mode
  on duplicate key update pawl_database.payment_current.sort_key = pawl_database.payment_current.sort_key
      + 0 * length(@pawl_made := concat(left(@pawl_made, length(@pawl_made) - 1), ''0''));
  set move_count = length(replace(@pawl_made, ''0'', ''''));
  if move_count > 0 then
    set statement join_cache_level = 0 for
    insert into pawl_database.payment_transitions
      (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency)
    select head.payment_id, 10, ''create'', '''', ''pending_submission'', moment,
        if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
              coalesce(given.actor, substring_index(session_user(), ''@'', 1))), cast(given.request_id as binary), given.v1, given.v2
      from <items> given
        straight_join pawl_database.payment_current head force index (primary) on head.payment_id = <compared>
      where substr(@pawl_made, given.number, 1) = ''1'';
    if row_count() <> move_count then
      signal sqlstate ''45000'' set message_text = ''machine payment: heads were not found by their own keys'';
    end if;
  end if;
  return concat(''['', substr(replace(replace(@pawl_made, ''0'', '', {"status": "BUSY"}''), ''1'', concat('', {"status": "OK", "from": "", "to": "'', ''pending_submission'',
    ''", "sort_key": 10, "at": '', moment, '', "guard": null, "move": null, "detail": null}'')), 3), '']'');
end', '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_1_all to pawl_database_app //

-- pawl_database.payment_submit$5
set @pawl_items = 'json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
  v1 longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[1]'' error on error,
  request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[2]'' error on error,
  expected integer path ''$[3]'' error on error,
  actor longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[4]'' error on error))' //
execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_submit_many$5(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Send to the bank
The bank has taken the payment and named it.''
begin
  declare seen, item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_begun boolean default false;
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each transition has a savepoint, and the statement returns to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count
      from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given group by <compared>) of_entity;
  if item_count = 0 then
    return ''[]'';
  elseif entity_count <> item_count then -- each entity once
    return concat(''[{"status": "MISUSE"}'', repeat('', {"status": "MISUSE"}'', item_count - 1), '']'');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  select count(*) into seen
    from (select given.id from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given order by <compared> limit 18446744073709551615) given
    straight_join pawl_database.payment_current head force index (primary) on head.payment_id = <compared> for update;
  if is_begun and json_exists($0, ''$[0][6]'') and not @@in_transaction then
    set answers = pawl_database.payment_2_f7778b177c88b7a5_2_all($0);
    if locate(''{"status": "BUSY"}'', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
  set session group_concat_max_len = 1073741824;
  select concat(''['', group_concat(pawl_database.payment_submit$5(given.id, given.v1, $3, given.request_id, given.expected)
      order by given.number separator '', ''), '']'') into answers from <items> given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate ''22001'' set message_text = ''the answers of so many are longer than max_allowed_packet'';
  end if;
  return answers;
end',
  '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_submit_many$5 to pawl_database_app //

execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_2_all($0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Send to the bank
The bank has taken the payment and named it.''
begin
  declare nothing longtext character set utf8mb4 collate utf8mb4_nopad_bin default '''';
  declare move_count integer;
  declare moment bigint;
  declare is_writing, is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate ''45000'' set message_text = ''on a node of a cluster each transition of machine payment is made by itself'';
  end if;
  select type_lock.machine is null, gate.is_closed into is_free, is_closed
    from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
    where gate.machine = ''payment'' and gate.number = 0 lock in share mode; -- at once, also of a frozen machine, since a batch is soon at its end
  if is_closed then -- until its migration has ended
    signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
  end if;
  if not is_free then
    return concat(''[{"status": "BUSY"}'', repeat('', {"status": "BUSY"}'', json_length($0) - 1), '']'');
  end if;
  -- of the types that they have in the statement that sets them
  set moment = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), @pawl_made_before = nothing, @pawl_made = nothing, @pawl_answers = nothing, @pawl_latest = nothing,
    @pawl_left_alone = nothing, @pawl_id = nothing, @pawl_from = nothing, @pawl_to = nothing, @pawl_state = nothing,
    @pawl_verdict = nothing, @pawl_sort_key = 0, @pawl_at = 0;
  if coalesce(json_value($0, ''$[0][6]''), true) then -- older programs do not send it
    set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
    select max(length(@pawl_made_before := concat(@pawl_made_before, given.number, '',''))) into move_count
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[2]'' error on error)) given
        straight_join pawl_database.payment_transitions earlier force index (payment_transitions_request)
          on earlier.payment_id = <compared> and earlier.request_id = cast(given.request_id as binary)
      lock in share mode skip locked;
  end if;
  savepoint pawl_move;
  set is_writing = true;
  set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
  insert into pawl_database.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, submission_id)
  select head.payment_id, @pawl_sort_key, ''submit'', @pawl_from, @pawl_to, @pawl_at,
      if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
            coalesce(given.actor, substring_index(session_user(), ''@'', 1))), cast(given.request_id as binary), given.v1
    from <items> given
      left join pawl_database.payment_current head force index (primary) on head.payment_id = <compared>
    where case @pawl_verdict := case
          when length(@pawl_latest) > 4096 and length(concat(@pawl_answers := concat(@pawl_answers, @pawl_latest), @pawl_latest := left(@pawl_latest, 0))) < 0 then null
          when coalesce(octet_length(given.id), 0) not between 1 and 1024
            or given.v1 is null
            or locate(x''00'', given.v1)
            or octet_length(if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
                  coalesce(given.actor, substring_index(session_user(), ''@'', 1)))) > 255
            or octet_length(given.request_id) not between 1 and 255 then ''MISUSE''
          when head.state is null then if(length(@pawl_left_alone := given.id) < 0, null, ''BUSY'')
          when given.id = @pawl_left_alone or find_in_set(given.number, @pawl_made_before) then ''BUSY''
          when convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin <> @pawl_id and length(concat(@pawl_id := convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin, @pawl_state := head.state, @pawl_sort_key := head.sort_key, @pawl_at := head.since)) < 0 then null
          when @pawl_sort_key <> given.expected then ''CONFLICT''
          when (@pawl_to := case @pawl_state
            when ''pending_submission'' then ''submitted''
          end) is null then ''ILLEGAL''
          else ''OK'' end
        when ''OK'' then length(concat(@pawl_made := concat(@pawl_made, ''1''), @pawl_latest := concat(@pawl_latest,
          '', {"status": "OK", "from": "'', @pawl_from := @pawl_state, ''", "to": "'', @pawl_state := @pawl_to,
          ''", "sort_key": '', @pawl_sort_key := @pawl_sort_key + 10, '', "at": '', @pawl_at := greatest(moment, @pawl_at),
          '', "guard": null, "move": null, "detail": null}''))) > 0
        else length(concat(@pawl_made := concat(@pawl_made, ''0''), @pawl_latest := concat(@pawl_latest, '', {"status": "'', @pawl_verdict, ''"'',
          if(@pawl_verdict in (''BUSY'', ''MISUSE''), '''', concat('', "from": "'', @pawl_state, ''", "to": null, "sort_key": '', @pawl_sort_key,
            '', "at": '', @pawl_at, '', "guard": null, "move": null, "detail": null'')), ''}''))) < 0 end
  for update skip locked;
  set move_count = length(replace(@pawl_made, ''0'', ''''));
  if move_count > 0 then
    insert into pawl_database.payment_current (payment_id, state, sort_key, since)
    select <compared>, '''', 0, 0
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given
      where substr(@pawl_made, given.number, 1) = ''1''
    on duplicate key update state = case state
        when ''pending_submission'' then ''submitted''
      end, sort_key = sort_key + 10, since = greatest(moment, since);
    if row_count() <> 2 * move_count then -- of each two, since it was there
      signal sqlstate ''45000'' set message_text = ''machine payment: heads were not found by their own keys'';
    end if;
  end if;
  return concat(''['', substr(concat(@pawl_answers, @pawl_latest), 3), '']'');
end', '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_2_all to pawl_database_app //

-- pawl_database.payment_confirm$4
set @pawl_items = 'json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
  request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[1]'' error on error,
  expected integer path ''$[2]'' error on error,
  actor longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[3]'' error on error))' //
execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_confirm_many$4(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $2 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Bank confirms
The bank reports that the money has arrived.''
begin
  declare seen, item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_begun boolean default false;
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each transition has a savepoint, and the statement returns to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count
      from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given group by <compared>) of_entity;
  if item_count = 0 then
    return ''[]'';
  elseif entity_count <> item_count then -- each entity once
    return concat(''[{"status": "MISUSE"}'', repeat('', {"status": "MISUSE"}'', item_count - 1), '']'');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  select count(*) into seen
    from (select given.id from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given order by <compared> limit 18446744073709551615) given
    straight_join pawl_database.payment_current head force index (primary) on head.payment_id = <compared> for update;
  if is_begun and json_exists($0, ''$[0][5]'') and not @@in_transaction then
    set answers = pawl_database.payment_2_f7778b177c88b7a5_3_all($0);
    if locate(''{"status": "BUSY"}'', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
  set session group_concat_max_len = 1073741824;
  select concat(''['', group_concat(pawl_database.payment_confirm$4(given.id, $2, given.request_id, given.expected)
      order by given.number separator '', ''), '']'') into answers from <items> given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate ''22001'' set message_text = ''the answers of so many are longer than max_allowed_packet'';
  end if;
  return answers;
end',
  '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_confirm_many$4 to pawl_database_app //

execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_3_all($0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Bank confirms
The bank reports that the money has arrived.''
begin
  declare nothing longtext character set utf8mb4 collate utf8mb4_nopad_bin default '''';
  declare move_count integer;
  declare moment bigint;
  declare is_writing, is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate ''45000'' set message_text = ''on a node of a cluster each transition of machine payment is made by itself'';
  end if;
  select type_lock.machine is null, gate.is_closed into is_free, is_closed
    from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
    where gate.machine = ''payment'' and gate.number = 0 lock in share mode; -- at once, also of a frozen machine, since a batch is soon at its end
  if is_closed then -- until its migration has ended
    signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
  end if;
  if not is_free then
    return concat(''[{"status": "BUSY"}'', repeat('', {"status": "BUSY"}'', json_length($0) - 1), '']'');
  end if;
  -- of the types that they have in the statement that sets them
  set moment = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), @pawl_made_before = nothing, @pawl_made = nothing, @pawl_answers = nothing, @pawl_latest = nothing,
    @pawl_left_alone = nothing, @pawl_id = nothing, @pawl_from = nothing, @pawl_to = nothing, @pawl_state = nothing,
    @pawl_verdict = nothing, @pawl_sort_key = 0, @pawl_at = 0;
  if coalesce(json_value($0, ''$[0][5]''), true) then -- older programs do not send it
    set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
    select max(length(@pawl_made_before := concat(@pawl_made_before, given.number, '',''))) into move_count
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[1]'' error on error)) given
        straight_join pawl_database.payment_transitions earlier force index (payment_transitions_request)
          on earlier.payment_id = <compared> and earlier.request_id = cast(given.request_id as binary)
      lock in share mode skip locked;
  end if;
  savepoint pawl_move;
  set is_writing = true;
  set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
  insert into pawl_database.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id)
  select head.payment_id, @pawl_sort_key, ''confirm'', @pawl_from, @pawl_to, @pawl_at,
      if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
            coalesce(given.actor, substring_index(session_user(), ''@'', 1))), cast(given.request_id as binary)
    from <items> given
      left join pawl_database.payment_current head force index (primary) on head.payment_id = <compared>
    where case @pawl_verdict := case
          when length(@pawl_latest) > 4096 and length(concat(@pawl_answers := concat(@pawl_answers, @pawl_latest), @pawl_latest := left(@pawl_latest, 0))) < 0 then null
          when coalesce(octet_length(given.id), 0) not between 1 and 1024
            or octet_length(if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
                  coalesce(given.actor, substring_index(session_user(), ''@'', 1)))) > 255
            or octet_length(given.request_id) not between 1 and 255 then ''MISUSE''
          when head.state is null then if(length(@pawl_left_alone := given.id) < 0, null, ''BUSY'')
          when given.id = @pawl_left_alone or find_in_set(given.number, @pawl_made_before) then ''BUSY''
          when convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin <> @pawl_id and length(concat(@pawl_id := convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin, @pawl_state := head.state, @pawl_sort_key := head.sort_key, @pawl_at := head.since)) < 0 then null
          when @pawl_sort_key <> given.expected then ''CONFLICT''
          when (@pawl_to := case @pawl_state
            when ''submitted'' then ''paid''
          end) is null then ''ILLEGAL''
          else ''OK'' end
        when ''OK'' then length(concat(@pawl_made := concat(@pawl_made, ''1''), @pawl_latest := concat(@pawl_latest,
          '', {"status": "OK", "from": "'', @pawl_from := @pawl_state, ''", "to": "'', @pawl_state := @pawl_to,
          ''", "sort_key": '', @pawl_sort_key := @pawl_sort_key + 10, '', "at": '', @pawl_at := greatest(moment, @pawl_at),
          '', "guard": null, "move": null, "detail": null}''))) > 0
        else length(concat(@pawl_made := concat(@pawl_made, ''0''), @pawl_latest := concat(@pawl_latest, '', {"status": "'', @pawl_verdict, ''"'',
          if(@pawl_verdict in (''BUSY'', ''MISUSE''), '''', concat('', "from": "'', @pawl_state, ''", "to": null, "sort_key": '', @pawl_sort_key,
            '', "at": '', @pawl_at, '', "guard": null, "move": null, "detail": null'')), ''}''))) < 0 end
  for update skip locked;
  set move_count = length(replace(@pawl_made, ''0'', ''''));
  if move_count > 0 then
    insert into pawl_database.payment_current (payment_id, state, sort_key, since)
    select <compared>, '''', 0, 0
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given
      where substr(@pawl_made, given.number, 1) = ''1''
    on duplicate key update state = case state
        when ''submitted'' then ''paid''
      end, sort_key = sort_key + 10, since = greatest(moment, since);
    if row_count() <> 2 * move_count then -- of each two, since it was there
      signal sqlstate ''45000'' set message_text = ''machine payment: heads were not found by their own keys'';
    end if;
  end if;
  return concat(''['', substr(concat(@pawl_answers, @pawl_latest), 3), '']'');
end', '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_3_all to pawl_database_app //

-- pawl_database.payment_cancel$5
set @pawl_items = 'json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
  v1 longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[1]'' error on error,
  request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[2]'' error on error,
  expected integer path ''$[3]'' error on error,
  actor longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[4]'' error on error))' //
execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_cancel_many$5(
  $0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */,
  $3 varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin /* actor */
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Cancel
The payment is given up, before or after it was sent.''
begin
  declare seen, item_count, entity_count integer;
  declare answers longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer_max bigint default @@group_concat_max_len;
  declare is_begun boolean default false;
  declare exit handler for sqlexception begin
    if is_begun then
      rollback to savepoint pawl_many; -- each transition has a savepoint, and the statement returns to the last one only
    end if;
    set session group_concat_max_len = answer_max;
    resignal;
  end;
  select coalesce(sum(of_entity.item_count), 0), count(of_entity.id) into item_count, entity_count
    from (select min(given.id) as id, count(*) as item_count
      from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given group by <compared>) of_entity;
  if item_count = 0 then
    return ''[]'';
  elseif entity_count <> item_count then -- each entity once
    return concat(''[{"status": "MISUSE"}'', repeat('', {"status": "MISUSE"}'', item_count - 1), '']'');
  end if;
  if not @@wsrep_on then
    savepoint pawl_many;
    set is_begun = true;
  end if;
  select count(*) into seen
    from (select given.id from json_table($0, ''$[*]'' columns (id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given order by <compared> limit 18446744073709551615) given
    straight_join pawl_database.payment_current head force index (primary) on head.payment_id = <compared> for update;
  if is_begun and json_exists($0, ''$[0][6]'') and not @@in_transaction then
    set answers = pawl_database.payment_2_f7778b177c88b7a5_4_all($0);
    if locate(''{"status": "BUSY"}'', answers) = 0 then
      return answers;
    end if;
    rollback to savepoint pawl_many;
  end if;
  set session group_concat_max_len = 1073741824;
  select concat(''['', group_concat(pawl_database.payment_cancel$5(given.id, given.v1, $3, given.request_id, given.expected)
      order by given.number separator '', ''), '']'') into answers from <items> given;
  set session group_concat_max_len = answer_max;
  if json_valid(answers) is not true then
    signal sqlstate ''22001'' set message_text = ''the answers of so many are longer than max_allowed_packet'';
  end if;
  return answers;
end',
  '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_cancel_many$5 to pawl_database_app //

execute immediate replace(replace('create or replace definer = pawl_database_owner function pawl_database.payment_2_f7778b177c88b7a5_4_all($0 longtext character set utf8mb4 collate utf8mb4_nopad_bin /* items */) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment ''Cancel
The payment is given up, before or after it was sent.''
begin
  declare nothing longtext character set utf8mb4 collate utf8mb4_nopad_bin default '''';
  declare move_count integer;
  declare moment bigint;
  declare is_writing, is_free, is_closed boolean default false;
  declare exit handler for sqlexception begin -- or a function of somebody''s that calls this one could keep half of it
    if is_writing then
      rollback to savepoint pawl_move;
    end if;
    resignal;
  end;
  if @@wsrep_on then
    signal sqlstate ''45000'' set message_text = ''on a node of a cluster each transition of machine payment is made by itself'';
  end if;
  select type_lock.machine is null, gate.is_closed into is_free, is_closed
    from pawl_database.pawl_gates gate left join pawl_database.pawl_freezes type_lock on type_lock.machine = gate.machine
    where gate.machine = ''payment'' and gate.number = 0 lock in share mode; -- at once, also of a frozen machine, since a batch is soon at its end
  if is_closed then -- until its migration has ended
    signal sqlstate ''PW007'' set message_text = ''machine payment is being migrated: try again'';
  end if;
  if not is_free then
    return concat(''[{"status": "BUSY"}'', repeat('', {"status": "BUSY"}'', json_length($0) - 1), '']'');
  end if;
  -- of the types that they have in the statement that sets them
  set moment = timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), @pawl_made_before = nothing, @pawl_made = nothing, @pawl_answers = nothing, @pawl_latest = nothing,
    @pawl_left_alone = nothing, @pawl_id = nothing, @pawl_from = nothing, @pawl_to = nothing, @pawl_state = nothing,
    @pawl_verdict = nothing, @pawl_sort_key = 0, @pawl_at = 0;
  if coalesce(json_value($0, ''$[0][6]''), true) then -- older programs do not send it
    set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
    select max(length(@pawl_made_before := concat(@pawl_made_before, given.number, '',''))) into move_count
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error,
          request_id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[2]'' error on error)) given
        straight_join pawl_database.payment_transitions earlier force index (payment_transitions_request)
          on earlier.payment_id = <compared> and earlier.request_id = cast(given.request_id as binary)
      lock in share mode skip locked;
  end if;
  savepoint pawl_move;
  set is_writing = true;
  set statement innodb_lock_wait_timeout = 1, join_cache_level = 0 for
  insert into pawl_database.payment_transitions
    (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, reason)
  select head.payment_id, @pawl_sort_key, ''cancel'', @pawl_from, @pawl_to, @pawl_at,
      if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
            coalesce(given.actor, substring_index(session_user(), ''@'', 1))), cast(given.request_id as binary), given.v1
    from <items> given
      left join pawl_database.payment_current head force index (primary) on head.payment_id = <compared>
    where case @pawl_verdict := case
          when length(@pawl_latest) > 4096 and length(concat(@pawl_answers := concat(@pawl_answers, @pawl_latest), @pawl_latest := left(@pawl_latest, 0))) < 0 then null
          when coalesce(octet_length(given.id), 0) not between 1 and 1024
            or locate(x''00'', given.v1)
            or octet_length(if(given.actor like '' __-%'', concat(substring_index(session_user(), ''@'', 1), given.actor),
                  coalesce(given.actor, substring_index(session_user(), ''@'', 1)))) > 255
            or octet_length(given.request_id) not between 1 and 255 then ''MISUSE''
          when head.state is null then if(length(@pawl_left_alone := given.id) < 0, null, ''BUSY'')
          when given.id = @pawl_left_alone or find_in_set(given.number, @pawl_made_before) then ''BUSY''
          when convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin <> @pawl_id and length(concat(@pawl_id := convert(head.payment_id using utf8mb4) collate utf8mb4_nopad_bin, @pawl_state := head.state, @pawl_sort_key := head.sort_key, @pawl_at := head.since)) < 0 then null
          when @pawl_sort_key <> given.expected then ''CONFLICT''
          when (@pawl_to := case @pawl_state
            when ''pending_submission'' then ''cancelled''
            when ''submitted'' then ''cancelled''
          end) is null then ''ILLEGAL''
          else ''OK'' end
        when ''OK'' then length(concat(@pawl_made := concat(@pawl_made, ''1''), @pawl_latest := concat(@pawl_latest,
          '', {"status": "OK", "from": "'', @pawl_from := @pawl_state, ''", "to": "'', @pawl_state := @pawl_to,
          ''", "sort_key": '', @pawl_sort_key := @pawl_sort_key + 10, '', "at": '', @pawl_at := greatest(moment, @pawl_at),
          '', "guard": null, "move": null, "detail": null}''))) > 0
        else length(concat(@pawl_made := concat(@pawl_made, ''0''), @pawl_latest := concat(@pawl_latest, '', {"status": "'', @pawl_verdict, ''"'',
          if(@pawl_verdict in (''BUSY'', ''MISUSE''), '''', concat('', "from": "'', @pawl_state, ''", "to": null, "sort_key": '', @pawl_sort_key,
            '', "at": '', @pawl_at, '', "guard": null, "move": null, "detail": null'')), ''}''))) < 0 end
  for update skip locked;
  set move_count = length(replace(@pawl_made, ''0'', ''''));
  if move_count > 0 then
    insert into pawl_database.payment_current (payment_id, state, sort_key, since)
    select <compared>, '''', 0, 0
      from json_table($0, ''$[*]'' columns (number for ordinality, id longtext character set utf8mb4 collate utf8mb4_nopad_bin path ''$[0]'' error on error)) given
      where substr(@pawl_made, given.number, 1) = ''1''
    on duplicate key update state = case state
        when ''pending_submission'' then ''cancelled''
        when ''submitted'' then ''cancelled''
      end, sort_key = sort_key + 10, since = greatest(moment, since);
    if row_count() <> 2 * move_count then -- of each two, since it was there
      signal sqlstate ''45000'' set message_text = ''machine payment: heads were not found by their own keys'';
    end if;
  end if;
  return concat(''['', substr(concat(@pawl_answers, @pawl_latest), 3), '']'');
end', '<items>', @pawl_items), '<compared>', @pawl_key_compared) //
grant execute on function pawl_database.payment_2_f7778b177c88b7a5_4_all to pawl_database_app //

-- Exists as long as programs of this version are accepted.
create or replace definer = pawl_database_owner function pawl_database.payment_model_2_f7778b177c88b7a5() returns boolean no sql
return true //
delimiter ;
grant select on pawl_database.payment_current to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on pawl_database.payment_transitions to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on pawl_database.payment_moves to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on pawl_database.payment_state to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant execute on function pawl_database.payment_model_2_f7778b177c88b7a5 to pawl_database_app, pawl_database_operator, pawl_database_reader;

set @pawl_done = pawl_database.pawl_record('payment', 'pawl_application');

insert into pawl_database.pawl_machines (machine, fingerprint, abi, deployed_at, model)
  values ('payment', 'f7778b177c88b7a5', 2, timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6)) + timestampdiff(microsecond, now(6), sysdate(6)), '{"name":"payment","label":"Bank payment","fingerprint":"f7778b177c88b7a5","doc":"A bank payment, from the moment it is asked for until the money has\narrived. The bank answers some time after it has been told.","key_type":"text","entity":{"table":"payments","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"pending_submission","label":"Waiting to be sent","stored":"pending_submission","initial":true,"final":false,"enter":[],"leave":[]},{"name":"submitted","label":"With the bank","stored":"submitted","initial":false,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"Paid out","stored":"paid","doc":"The money is where it was meant to go.","initial":false,"final":true,"goal":true,"enter":[],"leave":[]},{"name":"cancelled","label":"Cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"Ask for a payment","stored":"create","doc":"Somebody asks for a payment; nothing has left the house yet.","creation":true,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"currency","type":"text","optional":false,"column":"currency"}],"serialize_by":[]},{"name":"submit","label":"Send to the bank","stored":"submit","doc":"The bank has taken the payment and named it.","creation":false,"timer":false,"params":[{"name":"submission_id","type":"text","optional":false,"column":"submission_id"}],"serialize_by":[]},{"name":"confirm","label":"Bank confirms","stored":"confirm","doc":"The bank reports that the money has arrived.","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"cancel","label":"Cancel","stored":"cancel","doc":"The payment is given up, before or after it was sent.","creation":false,"timer":false,"params":[{"name":"reason","type":"text","optional":true,"column":"reason"}],"serialize_by":[]}],"columns":[{"name":"amount","type":"bigint"},{"name":"currency","type":"text"},{"name":"submission_id","type":"text"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending_submission","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"submit","from":"pending_submission","target":"to","to":"submitted","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"pending_submission","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"confirm","from":"submitted","target":"to","to":"paid","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"submitted","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"pending_submission","arrow":0},{"event":"submit","from":"pending_submission","to":"submitted","arrow":1},{"event":"confirm","from":"submitted","to":"paid","arrow":3},{"event":"cancel","from":"pending_submission","to":"cancelled","arrow":2},{"event":"cancel","from":"submitted","to":"cancelled","arrow":4}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"mariadb","current":"pawl_database.payment_current","transitions":"pawl_database.payment_transitions","parent":"pawl_application.payments","parent_column":"id","objects":"select pawl_database.pawl_catalog(''payment'', ''pawl_application'') as pawl_rows","shared_objects":"select pawl_database.pawl_catalog('''', ''pawl_application'') as pawl_rows","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom pawl_database.pawl_schema known left join pawl_database.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from pawl_database.payment_current where payment_id = ?1 and pawl_database.payment_model_2_f7778b177c88b7a5()","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom pawl_database.payment_transitions where payment_id = ?1 and pawl_database.payment_model_2_f7778b177c88b7a5() order by sort_key","in_state":"select payment_id, state, sort_key, since from pawl_database.payment_current\nwhere state = ?1 and since >= ?2 and (since > ?2 or payment_id > ?3)\n  and pawl_database.payment_model_2_f7778b177c88b7a5() order by since, payment_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select payment_id, state, sort_key, since from pawl_database.payment_current force index (payment_current_state_since)\n    where state < ?1 and state >= ?2 and (state > ?2 or since > ?3\n      or (since = ?3 and payment_id > ?4))\n    order by state, since, payment_id limit ?8\n  ) lower_ones\n  union all\n  select * from (\n    select payment_id, state, sort_key, since from pawl_database.payment_current force index (payment_current_state_since)\n    where state >= ?5 and (state > ?5 or since > ?6\n      or (since = ?6 and payment_id > ?7))\n    order by state, since, payment_id limit ?8\n  ) higher_ones\n) both_of_them where pawl_database.payment_model_2_f7778b177c88b7a5() order by state, since, payment_id limit ?8","count_by_state":"select state, count(*) from pawl_database.payment_current join (select pawl_database.payment_model_2_f7778b177c88b7a5() as is_accepted) version on version.is_accepted group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom pawl_database.payment_transitions where payment_id = ?1 and pawl_database.payment_model_2_f7778b177c88b7a5()\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom pawl_database.payment_transitions where payment_id = ?1 and pawl_database.payment_model_2_f7778b177c88b7a5()\n  and sort_key = 10","why":"set statement lock_wait_timeout = 0 for select reason.event, reason.status, reason.from_state, reason.to_state, reason.sort_key, reason.guard, reason.detail, reason.answers\nfrom json_table(pawl_database.payment_why(?1, ?2 = 1), ''$[*]'' columns (event varchar(255) path ''$.event'', status varchar(16) path ''$.status'',\n  from_state varchar(255) path ''$.from'', to_state varchar(255) path ''$.to'', sort_key integer path ''$.sort_key'', guard longtext path ''$.guard'', detail longtext path ''$.detail'',\n  answers longtext path ''$.answers'')) reason where pawl_database.payment_model_2_f7778b177c88b7a5()","fire_deferred":"select pawl_database.payment_fire_deferred(?1, ?2) as pawl_outcome from dual where pawl_database.payment_model_2_f7778b177c88b7a5()","find_spelling":"select pawl_database.payment_spelling(?1) from dual where pawl_database.payment_model_2_f7778b177c88b7a5()"},"fire":{"create":"select pawl_database.payment_2_f7778b177c88b7a5_1(?1, ?2, ?3, ?4, ?5) as pawl_outcome","submit":"select pawl_database.payment_2_f7778b177c88b7a5_2(?1, ?2, ?3, ?4, ?5) as pawl_outcome","confirm":"select pawl_database.payment_2_f7778b177c88b7a5_3(?1, ?2, ?3, ?4) as pawl_outcome","cancel":"select pawl_database.payment_2_f7778b177c88b7a5_4(?1, ?2, ?3, ?4, ?5) as pawl_outcome"}},"diagram":"digraph \"payment\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_payment\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Bank payment</b><!--payment-->>; tooltip=\"A bank payment, from the moment it is asked for until the money has\\narrived. The bank answers some time after it has been told.\";\n    \"payment.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"payment.pending_submission\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">Waiting to be sent<br/><font point-size=\"12\" color=\"#556070\">pending_submission</font><!--payment.pending_submission--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"payment.submitted\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">With the bank<br/><font point-size=\"12\" color=\"#556070\">submitted</font><!--payment.submitted--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"payment.paid\" [label=<Paid out<br/><font point-size=\"12\" color=\"#556070\">paid</font><!--payment.paid-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2, tooltip=\"The money is where it was meant to go.\"];\n    \"payment.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"a1\" width=\"1\" height=\"14\"></td></tr></table></td><td cellpadding=\"6\">Cancelled<!--payment.cancelled--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"payment.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Ask for a payment<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"create: Somebody asks for a payment; nothing has left the house yet.\"];\n      \"payment.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Send to the bank<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"submit: The bank has taken the payment and named it.\"];\n      \"payment.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Cancel<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"cancel: The payment is given up, before or after it was sent.\"];\n      \"payment.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Bank confirms<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"confirm: The bank reports that the money has arrived.\"];\n      \"payment.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Cancel<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"cancel: The payment is given up, before or after it was sent.\"];\n    }\n    \"payment.\" -> \"payment.>1\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=none, weight=8, penwidth=2.4];\n    \"payment.>1\":e -> \"payment.pending_submission\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.pending_submission\":b0 -> \"payment.>2\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\n    \"payment.>2\":e -> \"payment.submitted\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.pending_submission\":b1 -> \"payment.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"payment.>3\":e -> \"payment.cancelled\":a0 [class=\"move\"];\n    \"payment.submitted\":b0 -> \"payment.>4\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\n    \"payment.>4\":e -> \"payment.paid\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.submitted\":b1 -> \"payment.>5\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"payment.>5\":e -> \"payment.cancelled\":a1 [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to Paid out </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">a_b</font>&#160; its name in programs </td></tr></table>>;\n}\n"}')
  on duplicate key update model = value(model), abi = value(abi), is_accepted = true,
    deployed_at = if(is_deployed, deployed_at, value(deployed_at)), is_deployed = true;
call pawl_database.pawl_grant_calls('payment');

set sql_mode = @pawl_sql_mode, collation_connection = @pawl_collation, group_concat_max_len = @pawl_group_concat_max,
  autocommit = @pawl_autocommit;
do release_lock('pawl_database');

-- This file is whole.
