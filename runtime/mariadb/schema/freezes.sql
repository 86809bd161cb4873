-- Frozen machines, and events that wait for them ------------------------------------------------------

-- Frozen ('reject') and paused ('sleep') machines: one row for each, and no row for other machines.
create table if not exists pawl_database.pawl_freezes (
  machine   varchar(64) not null primary key,
  mode      varchar(16) not null check (mode in ('reject', 'sleep')),
  until     bigint, -- null: until pawl_thaw
  reason    varchar(255) not null,
  since     bigint not null,
  frozen_by varchar(255) not null,
  deferrals bigint not null default 0 -- changed by each deferral, so that another node cannot delete the freeze concurrently
) engine = InnoDB //

-- The gate of each machine, which every transition passes. In a transaction it locks row 0 in share mode until the end. So a
-- caller that gets all rows below 256 exclusively knows that these transactions have ended. On a Galera node it changes one
-- of its node's rows instead, since other nodes receive changes only; see pawl_pass_gate. A call outside a transaction
-- locks row 256 in share mode and reads there whether to look for a freeze; a change of that flag waits for such calls.
-- To lock row 256 and a freeze, lock row 256 first.
create table if not exists pawl_database.pawl_gates (
  machine varchar(64) not null,
  number  smallint not null,
  passed  bigint not null default 0,
  is_closed boolean not null default false, -- by a migration: transitions are not made, but retried
  is_frozen boolean not null default false, -- in row 256: pawl_freezes has a row
  primary key (machine, number)
) engine = InnoDB //

-- Events that wait until their machine resumes, and their results.
create table if not exists pawl_database.pawl_deferred (
  number      bigint not null auto_increment primary key,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  request_id  varbinary(300) not null,
  event       varchar(255) not null,
  arguments   longtext not null,
  actor       varchar(255) not null,
  lock_owner  varchar(255),
  lock_token  bigint,
  login       varchar(255), -- the login that deferred it
  deferred_at bigint not null,
  fired_at    bigint,
  status      varchar(16),
  from_state  varchar(255),
  to_state    varchar(255),
  sort_key    integer,
  created_at  bigint,
  detail      longtext,
  is_firing   boolean not null default false, -- true only in the function that fires it
  unique index pawl_deferred_request (machine, entity, request_id),
  index pawl_deferred_pending (machine, status, number),
  index pawl_deferred_entity (machine, entity, status, number)
) engine = InnoDB //

-- Creates 16 rows for each of 16 nodes, and the row for calls outside a transaction. Transitions may have locked existing
-- rows. A recursive query would stop too early if max_recursive_iterations is lower.
create or replace definer = pawl_database_owner function pawl_database.pawl_make_gate(of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin)
returns boolean
begin
  for each_row in 0 .. 256 do
    if not exists (select 1 from pawl_database.pawl_gates gate where gate.machine = of_machine and gate.number = each_row) then
      insert into pawl_database.pawl_gates (machine, number, is_frozen)
        values (of_machine, each_row, each_row = 256
          and exists (select 1 from pawl_database.pawl_freezes known where known.machine = of_machine))
        on duplicate key update passed = passed;
    end if;
  end for;
  return true;
end //

-- Passes the gate on a Galera node, before a transition writes. A freeze changes all rows of the gate. So of a freeze and a
-- transition that has not seen it, only one commits; the other is rolled back. Transitions of different nodes change
-- different rows, by auto_increment_offset, and those of one node rarely the same row.
create or replace definer = pawl_database_owner function pawl_database.pawl_pass_gate(of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin)
returns boolean
begin
  declare is_frozen, is_closed boolean default false;
  update pawl_database.pawl_gates gate set gate.passed = gate.passed + 1
    where gate.machine = of_machine and gate.number = (@@auto_increment_offset - 1) % 16 * 16 + connection_id() % 16;
  select true into is_frozen from pawl_database.pawl_freezes type_lock
    where type_lock.machine = of_machine and (type_lock.until is null or type_lock.until > pawl_database.pawl_now())
    lock in share mode;
  select gate.is_closed into is_closed from pawl_database.pawl_gates gate
    where gate.machine = of_machine and gate.number = 0 lock in share mode;
  if is_frozen or is_closed then
    signal sqlstate '40001' set message_text = 'could not serialize access: the machine was frozen or migrated in the meantime';
  end if;
  return true;
end //

-- Returns how a machine's freeze blocks a transition: LOCKED or ASLEEP, a space and the reason; null if it does not. It reads
-- with locks, so an old snapshot cannot mislead it. Transitions of machines without a key call only this function, because
-- each call of a function opens every table that it names.
create or replace definer = pawl_database_owner function pawl_database.pawl_frozen(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024), request varbinary(255)
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare frozen row (mode varchar(16), until bigint, reason varchar(255));
  declare first_one row (number bigint, request_id varbinary(255), login varchar(255), is_firing boolean);
  select type_lock.mode, type_lock.until, type_lock.reason into frozen.mode, frozen.until, frozen.reason
    from pawl_database.pawl_freezes type_lock where type_lock.machine = of_machine lock in share mode;
  if frozen.mode is null then
    return null;
  end if;
  if frozen.until is null or frozen.until > pawl_database.pawl_now() then
    return concat(if(frozen.mode = 'sleep', 'ASLEEP asleep', 'LOCKED frozen'), pawl_database.pawl_until(frozen.until),
      ': ', frozen.reason);
  end if;
  -- the earliest event may proceed if the machine fires it, or if its own program sends the request again
  select waiting.number, waiting.request_id, waiting.login, waiting.is_firing
    into first_one.number, first_one.request_id, first_one.login, first_one.is_firing
    from pawl_database.pawl_deferred waiting
    where waiting.machine = of_machine and waiting.entity = of_entity and waiting.status is null
    order by waiting.number limit 1 lock in share mode;
  if first_one.request_id is not null and not first_one.is_firing
     and not (first_one.request_id <=> request and first_one.login = substring_index(session_user(), '@', 1)) then
    return 'ASLEEP waking up: an event that was deferred comes first';
  end if;
  if first_one.is_firing then -- valid once: a kill rolls back to the savepoint of the transition, and keeps earlier changes
    update pawl_database.pawl_deferred waiting set waiting.is_firing = false where waiting.number = first_one.number;
  end if;
  return null;
end //

-- Returns how a freeze or a lock on the key blocks a transition.
create or replace definer = pawl_database_owner function pawl_database.pawl_obstacle(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024),
  request varbinary(255), of_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, by_token bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare is_holder boolean default false;
  declare holder, whose longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set whose = substring_index(session_user(), '@', 1);
  if request is not null and of_key is not null then -- the login that deferred the event holds the lock
    select coalesce(waiting.login, whose) into whose from pawl_database.pawl_deferred waiting
      where waiting.machine = of_machine and waiting.entity = of_entity and waiting.request_id = request
        and waiting.is_firing lock in share mode;
  end if;
  set holder = pawl_database.pawl_frozen(of_machine, of_entity, request);
  if holder is not null or of_key is null then
    return holder;
  end if;
  select true into is_holder from pawl_database.pawl_locks held
    where held.lock_key = of_key and held.type in ('', of_machine) and held.owner = by_owner and held.token = by_token
      and coalesce(held.login, whose) = whose
      and (held.until is null or held.until > pawl_database.pawl_now()) limit 1 lock in share mode;
  if (by_owner is not null or by_token is not null) and not is_holder then
    return concat('LOCKED the lock of ', coalesce(by_owner, ''), ' with token ', coalesce(by_token, 0), ' has ended');
  end if;
  set holder = pawl_database.pawl_lock_holder(of_machine, of_key, coalesce(by_owner, ''), whose);
  return if(holder is null, null, concat('LOCKED ', holder));
end //

-- Returns the same without waiting for a lock, and writes nothing.
create or replace definer = pawl_database_owner function pawl_database.pawl_blocked(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024), of_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, by_token bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
reads sql data
return coalesce(
  (select case when frozen.until is null or frozen.until > pawl_database.pawl_now()
      then concat(if(frozen.mode = 'sleep', 'ASLEEP asleep', 'LOCKED frozen'), pawl_database.pawl_until(frozen.until), ': ', frozen.reason)
      when exists (select 1 from pawl_database.pawl_deferred waiting where waiting.machine = of_machine and waiting.entity = of_entity
        and waiting.status is null) then 'ASLEEP waking up: an event that was deferred comes first' end
    from pawl_database.pawl_freezes frozen where frozen.machine = of_machine),
  if(of_key is not null and (by_owner is not null or by_token is not null) and not exists (select 1 from pawl_database.pawl_locks held
      where held.lock_key = of_key and held.type in ('', of_machine) and held.owner = by_owner and held.token = by_token
        and coalesce(held.login = substring_index(session_user(), '@', 1), true) and (held.until is null or held.until > pawl_database.pawl_now())),
    concat('LOCKED the lock of ', coalesce(by_owner, ''), ' with token ', coalesce(by_token, 0), ' has ended'), null),
  (select concat('LOCKED held', if(held.type = '', ' in all machines', ''), pawl_database.pawl_until(held.until), ' by ', held.owner,
      if(held.owner = by_owner, concat(', as login ', held.login), ''))
    from pawl_database.pawl_locks held where held.lock_key = of_key and held.type in ('', of_machine)
      and (not held.owner <=> by_owner or held.login <> substring_index(session_user(), '@', 1))
      and (held.until is null or held.until > pawl_database.pawl_now()) order by held.type limit 1)) //

-- Returns for each event of a machine the result that it would have, as an array of JSON. blocker: as of pawl_blocked; answers: of guards, by
-- name: '1', '0' or null, or a failure ('DB ', 'LOCKED ' and the error); callbacks: the guard or effect in C, by the event that only a program
-- can fire.
create or replace definer = pawl_database_owner function pawl_database.pawl_reasons(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, from_state varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, sort_key integer, blocker longtext character set utf8mb4 collate utf8mb4_nopad_bin, answers longtext character set utf8mb4 collate utf8mb4_nopad_bin, callbacks longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  moves varchar(200) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
reads sql data
begin
  declare known, reasons, ignored, decided longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare state_name, last_event varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare last_target, target varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare failed, open, move_open, name longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare broken, move_broken longtext character set utf8mb4 collate utf8mb4_nopad_bin; -- '["guard", "STATUS detail"]', the first
  declare verdict varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin; -- null: the conditions up to here pass
  declare last_number integer default 0;
  select one.model into known from pawl_database.pawl_machines one where one.machine = of_machine and one.is_deployed;
  select item.name into state_name from json_table(known, '$.states[*]' columns (
    name varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.name', stored varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin path '$.stored')) item where item.stored = from_state;
  select json_objectagg(item.event, 1) into ignored from json_table(known, '$.ignores[*]' columns (
    event varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.event', state varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.state')) item where item.state = state_name;
  set decided = '{}';
  -- each condition of the transitions from the state, in the order of trial, and a row that ends the last one
  for step in (
    select move.event, move.number, reached.stored as target, arrow.place, arrow.guard, arrow.negated
      from json_table(known, '$.moves[*]' columns (number for ordinality, event varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.event',
          source varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.from', target varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.to', arrow integer path '$.arrow')) move
        join json_table(known, '$.states[*]' columns (
          name varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.name', stored varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin path '$.stored')) reached on reached.name = move.target
        join json_table(known, '$.arrows[*]' columns (number for ordinality, nested path '$.conditions[*]' columns (
          place for ordinality, guard varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.guard', negated boolean path '$.negated'))) arrow
          on arrow.number = move.arrow + 1
      where move.source = state_name
    union all select '', 2147483647, null, null, null, null
    order by number, place
  ) do
    if step.number <> last_number then
      if last_number > 0 and status is null then
        if verdict in ('open', 'depends') then
          set open = concat(open, move_open);
        elseif verdict is null then
          set status = if(open = '', 'OK', 'PENDING'), target = if(open = '', last_target, null);
        elseif verdict = 'breaks' then
          set status = if(open = '', 'BROKEN', 'PENDING'), broken = move_broken;
        end if;
      end if;
      if not step.event <=> last_event then
        if last_event is not null then
          set status = coalesce(status, if(open <> '', 'PENDING', if(broken is null, 'REFUSED', 'BROKEN')));
          set name = case status when 'REFUSED' then substring(failed, 3) when 'PENDING' then substring(open, 3)
              when 'BROKEN' then json_value(broken, '$[0]') else '' end,
            answer = json_value(broken, '$[1]');
          set decided = json_insert(decided, concat('$."', last_event, '"'), json_array(
            if(status = 'BROKEN', substring_index(answer, ' ', 1), status), target, name, substring(answer, locate(' ', answer) + 1)));
        end if;
        set failed = '', open = '', status = null, target = null, broken = null, last_event = step.event;
      end if;
      set last_number = step.number, last_target = step.target, verdict = null, move_open = '', move_broken = null;
    end if;
    if step.guard is not null then
      set answer = json_value(answers, concat('$.', step.guard)), name = concat(', ', if(step.negated, 'not ', ''), step.guard);
      if not json_exists(answers, concat('$.', step.guard)) then
        set verdict = coalesce(verdict, 'open');
        if locate(concat(', ', step.guard, ', '), concat(open, move_open, ', ')) = 0 then
          set move_open = concat(move_open, ', ', step.guard);
        end if;
      elseif answer like 'DB %' or answer like 'LOCKED %' then
        set broken = coalesce(broken, json_array(step.guard, answer)), move_broken = coalesce(move_broken, json_array(step.guard, answer));
        set verdict = case verdict when 'open' then 'depends' else coalesce(verdict, 'breaks') end;
      elseif not coalesce(answer = if(step.negated, '0', '1'), false) then
        if coalesce(verdict, 'open') = 'open' then
          set verdict = 'fails';
        end if;
        if locate(concat(name, ', '), concat(failed, ', ')) = 0 then
          set failed = concat(failed, name);
        end if;
      end if;
    end if;
  end for;
  set statement group_concat_max_len = 1073741824 for
    select json_arrayagg(json_object('event', event.stored, 'status', event.status, 'from', from_state,
        'to', if(event.status = 'OK', json_value(decided, concat('$."', event.name, '"[1]')), null), 'sort_key', sort_key,
        'guard', event.guard, 'detail', case event.status
          when 'REFUSED' then concat(event.stored, ' is refused by ', event.guard, ' in ', from_state)
          when 'ILLEGAL' then concat(event.stored, ' is not allowed in ', from_state, '; ', moves, ' says what is')
          when 'PENDING' then concat(event.stored, ' depends on ', event.guard)
          when substring_index(blocker, ' ', 1) then substring(blocker, locate(' ', blocker) + 1)
          when 'DB' then event.failure when 'LOCKED' then event.failure end,
        'answers', if(event.place = 1, answers, null)) order by event.place) into reasons
      from (select judged.*, json_value(decided, concat('$."', judged.name, '"[3]')) as failure, case judged.status
            when 'MISUSE' then json_value(callbacks, concat('$."', judged.stored, '"'))
            when 'REFUSED' then json_value(decided, concat('$."', judged.name, '"[2]'))
            when 'OK' then null when substring_index(blocker, ' ', 1) then null
            else nullif(json_value(decided, concat('$."', judged.name, '"[2]')), '') end as guard
          from (select item.*, case
                when blocker is not null then substring_index(blocker, ' ', 1)
                when item.is_creation then 'EXISTS'
                when json_exists(callbacks, concat('$."', item.stored, '"')) and json_exists(decided, concat('$."', item.name, '"')) then 'MISUSE'
                else coalesce(json_value(decided, concat('$."', item.name, '"[0]')),
                  if(json_exists(ignored, concat('$."', item.name, '"')), 'IGNORED', 'ILLEGAL')) end as status
              from json_table(known, '$.events[*]' columns (place for ordinality, name varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$.name',
                stored varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin path '$.stored', is_creation boolean path '$.creation')) item) judged) event;
  return reasons;
end //

-- Freezes a machine from the end of this transaction. mode: 'reject' or 'sleep'; until: a time, or null for no end.
-- Transitions in transactions that have started continue: see pawl_freeze_waits_for. This waits for calls outside a
-- transaction (later calls wait for this), for readers of an earlier freeze, and for readers with gap locks. Each wait is
-- limited by innodb_lock_wait_timeout.
create or replace definer = pawl_database_owner function pawl_database.pawl_freeze(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint, $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'machine, mode, until, reason'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  if $2 is null or $2 not in ('reject', 'sleep') or coalesce($4, '') = '' or octet_length($4) > 255 or $3 <= moment then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, null);
  end if;
  if not exists (select 1 from pawl_database.pawl_gates known where known.machine = $1) then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  update pawl_database.pawl_gates gate set gate.is_frozen = true where gate.machine = $1 and gate.number = 256;
  insert into pawl_database.pawl_freezes (machine, mode, until, reason, since, frozen_by)
    values ($1, $2, $3, $4, moment, own_login)
    on duplicate key update mode = value(mode), until = value(until), reason = value(reason), since = value(since),
      frozen_by = value(frozen_by);
  insert into pawl_database.pawl_lock_log (login, action, type, reason) values (own_login, 'freeze', $1, $4);
  return pawl_database.pawl_lock_answer('OK', null, null, null);
end //

-- Returns the prepared transactions (XA) whose session or server has ended: an array of transaction and start time in
-- microseconds. InnoDB releases their share locks when it prepares them, so they do not hold the gate. It provides neither
-- their names (see `xa recover`) nor their changes.
create or replace definer = pawl_database_owner function pawl_database.pawl_prepared()
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
begin
  declare exit handler for 1227 return '[]'; -- without roles, the deploying login needs PROCESS to see them
  return (select coalesce(json_arrayagg(json_object('transaction', active.trx_id,
      'since', timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', active.trx_started))), '[]')
    from information_schema.innodb_trx active
    where active.trx_mysql_thread_id = 0 and active.trx_rows_modified > 0);
end //

-- Returns a transaction that started before the freeze and may have made transitions, with pid and application_name, or no
-- row. Call it until it returns none. Later transactions have seen the freeze and do not hold the gate. The gate is locked
-- for this statement only, without waiting. InnoDB does not show which transaction has locked a row, so this returns the
-- oldest that has locked any row. Prepared transactions may have made transitions.
create or replace definer = pawl_database_owner function pawl_database.pawl_freeze_waits_for(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'machine, transactions: not looked at'
begin
  declare alone integer default 0;
  declare oldest, prepared longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare continue handler for 1227 begin end; -- then it has no name
  select count(*) into alone from pawl_database.pawl_gates gate
    where gate.machine = $1 and gate.number < 256 for update skip locked;
  if alone = 256 then
    set prepared = json_value(pawl_database.pawl_prepared(), '$[0].transaction');
    if prepared is not null then
      return concat('[', json_object('transaction', prepared, 'pid', null,
        'application_name', concat(prepared, ', whose name `xa recover` tells')), ']');
    end if;
    if @@wsrep_on then
      update pawl_database.pawl_gates gate set gate.passed = gate.passed + 1
        where gate.machine = $1 and gate.number < 256;
    end if;
    return '[]';
  end if;
  select json_object('transaction', active.trx_id, 'pid', active.trx_mysql_thread_id,
      'application_name', concat(session.user, ', the oldest that has locked rows')) into oldest
    from information_schema.innodb_trx active
      join information_schema.processlist session on session.id = active.trx_mysql_thread_id
    where active.trx_mysql_thread_id <> connection_id() and active.trx_rows_locked > 0
    order by active.trx_started, active.trx_id limit 1;
  return concat('[', coalesce(oldest, json_object('transaction', '', 'pid', 0, 'application_name', 'not seen any more')), ']');
end //

-- Removes an expired freeze once no deferred event is left.
create or replace definer = pawl_database_owner function pawl_database.pawl_wake($1 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
comment 'machine'
begin
  declare is_frozen boolean;
  select gate.is_frozen into is_frozen from pawl_database.pawl_gates gate where gate.machine = $1 and gate.number = 256 for update;
  delete from pawl_database.pawl_freezes where machine = $1 and until <= pawl_database.pawl_now()
    and not exists (select 1 from pawl_database.pawl_deferred waiting where waiting.machine = $1 and waiting.status is null);
  set is_frozen = false;
  select true into is_frozen from pawl_database.pawl_freezes type_lock where type_lock.machine = $1 for update;
  update pawl_database.pawl_gates gate set gate.is_frozen = is_frozen where gate.machine = $1 and gate.number = 256;
  return true;
end //

-- Ends a freeze. Deferred events are fired first, each before other events of its entity.
create or replace definer = pawl_database_owner function pawl_database.pawl_thaw($1 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'machine'
begin
  declare is_done boolean;
  declare mode varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare known boolean;
  select true into known from pawl_database.pawl_gates gate where gate.machine = $1 and gate.number = 256 for update;
  if known is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  select type_lock.mode into mode from pawl_database.pawl_freezes type_lock where type_lock.machine = $1 for update;
  if mode is not null then
    update pawl_database.pawl_freezes type_lock
      set type_lock.until = least(coalesce(type_lock.until, 9223372036854775807), pawl_database.pawl_now())
      where type_lock.machine = $1;
    insert into pawl_database.pawl_lock_log (login, action, type)
      values (substring_index(session_user(), '@', 1), 'thaw', $1);
    set is_done = pawl_database.pawl_wake($1);
  end if;
  return pawl_database.pawl_lock_answer('OK', null, null, null);
end //

-- Defers an event until the machine resumes. Returns OK if the machine is not paused.
create or replace definer = pawl_database_owner function pawl_database.pawl_defer(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $6 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $7 longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  $8 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'machine, entity, request_id, event, arguments, actor, lock_owner, lock_token'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare sleeps, is_same boolean;
  select true into sleeps from pawl_database.pawl_freezes type_lock
    where type_lock.machine = $1 and type_lock.mode = 'sleep'
      and (type_lock.until is null or type_lock.until > pawl_database.pawl_now()) for update;
  if sleeps is null then
    return pawl_database.pawl_lock_answer('OK', null, null, null);
  end if;
  update pawl_database.pawl_freezes set deferrals = deferrals + 1 where machine = $1;
  delete from pawl_database.pawl_deferred -- which was refused: otherwise it would be in the history
    where machine = $1 and entity = cast($2 as binary) and request_id = cast($3 as binary) and status is not null;
  insert into pawl_database.pawl_deferred
      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)
    values ($1, $2, $3, $4, $5, if($6 like ' __-%', concat(own_login, $6), coalesce($6, own_login)), $7, $8, pawl_database.pawl_now(), own_login)
    on duplicate key update number = number;
  select earlier.event = $4 and earlier.arguments = $5 into is_same from pawl_database.pawl_deferred earlier
    where earlier.machine = $1 and earlier.entity = cast($2 as binary) and earlier.request_id = cast($3 as binary) for update;
  return pawl_database.pawl_lock_answer(if(is_same, 'DEFERRED', 'REUSED'), null, null, null);
end //

-- Returns the parameters of a deferred event as a list of JSON. libpawl writes them in sequence: '-' is null, '#5;' a number,
-- '5:hello' a text with its length in bytes. Returns null if the format is wrong.
create or replace definer = pawl_database_owner function pawl_database.pawl_deferred_arguments(given longblob)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
begin
  declare at bigint default 1;
  declare digits varchar(32) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare answer longtext character set utf8mb4 collate utf8mb4_nopad_bin default '[]';
  while at <= length(given) do
    case convert(substring(given, at, 1) using utf8mb4)
    when '-' then
      set answer = json_array_append(answer, '$', null), at = at + 1;
    when '#' then
      set digits = substring_index(convert(substring(given, at + 1, 24) using utf8mb4), ';', 1);
      if digits not regexp '^-?[0-9]{1,19}\z' then
        return null;
      end if;
      set answer = json_array_append(answer, '$', digits), at = at + length(digits) + 2;
    else
      set digits = substring_index(convert(substring(given, at, 24) using latin1), ':', 1);
      if digits not regexp '^[0-9]{1,9}\z' or cast(digits as unsigned) > length(given) - at - length(digits) then
        return null;
      end if;
      set at = at + length(digits) + 1,
        answer = json_array_append(answer, '$', convert(substring(given, at, cast(digits as unsigned)) using utf8mb4)),
        at = at + cast(digits as unsigned);
    end case;
  end while;
  return answer;
end //
