-- Frozen machines, and events that wait for them ------------------------------------------------------

-- Machines that are frozen ('reject') or asleep ('sleep'): a row for each, and none for one that moves.
create table if not exists pawl_database.pawl_freezes (
  machine   varchar(64) not null primary key,
  mode      varchar(16) not null check (mode in ('reject', 'sleep')),
  until     bigint, -- null: until it is thawed
  reason    varchar(255) not null,
  since     bigint not null,
  frozen_by varchar(255) not null,
  deferrals bigint not null default 0 -- who defers changes it, so that of two nodes none deletes what the other goes by
) engine = InnoDB;

-- The gate of each machine, which every move passes. In a transaction it locks the row 0 together with others until the end
-- of that: whoever is given all rows below 256 alone knows that those who had them are gone. On a node of Galera it
-- changes one of its node's, since others are told of changes alone; see pawl_pass_gate. A call outside of a transaction locks
-- the row 256 so, and is told there whether it need look for a freeze; whoever changes what is said there waits for such calls.
-- Who locks that row and a freeze locks it first.
create table if not exists pawl_database.pawl_gates (
  machine varchar(64) not null,
  number  smallint not null,
  passed  bigint not null default 0,
  is_closed boolean not null default false, -- by a migration: no move is made, but asked for again
  is_frozen boolean not null default false, -- of the row 256: there is a row in pawl_freezes
  primary key (machine, number)
) engine = InnoDB;

-- Events that wait until their machine wakes, and what came of them.
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
  login       varchar(255), -- who has deferred it
  deferred_at bigint not null,
  fired_at    bigint,
  status      varchar(16),
  from_state  varchar(255),
  to_state    varchar(255),
  sort_key    integer,
  created_at  bigint,
  detail      longtext,
  is_firing   boolean not null default false, -- true only within the function that fires it
  unique index pawl_deferred_request (machine, entity, request_id),
  index pawl_deferred_pending (machine, status, number),
  index pawl_deferred_entity (machine, entity, status, number)
) engine = InnoDB;

delimiter //

-- 16 rows for each of 16 nodes, and the one for calls outside of a transaction. Those that are there may be locked by moves.
-- A query that recurs would end where max_recursive_iterations is less.
create or replace definer = pawl_database_owner function pawl_database.pawl_make_gate(of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin)
returns boolean
not deterministic modifies sql data sql security definer
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

-- What a move does on a node of Galera before it writes. A freeze changes all rows of the gate, so of it and of a move that
-- has not seen it only one is committed: the other is turned away. What a node's own moves change, others do not, and of
-- them few the same: nodes have offsets of their own for numbers that are given by the server.
create or replace definer = pawl_database_owner function pawl_database.pawl_pass_gate(of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin)
returns boolean
not deterministic modifies sql data sql security definer
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
    signal sqlstate '40001' set message_text = 'could not serialize access: the machine was frozen or migrated meanwhile';
  end if;
  return true;
end //

-- How a machine's freeze stands in the way of a move: LOCKED or ASLEEP, a blank, and what it is; null: it does not. It reads
-- with locks, so that an old snapshot tells nothing wrong. Moves of machines without a key name this one alone, since each
-- table that a function names is opened by every call of it.
create or replace definer = pawl_database_owner function pawl_database.pawl_frozen(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024), request varbinary(255)
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
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
  -- the earliest is fired by the machine, or is its own program's request, sent once more
  select waiting.number, waiting.request_id, waiting.login, waiting.is_firing
    into first_one.number, first_one.request_id, first_one.login, first_one.is_firing
    from pawl_database.pawl_deferred waiting
    where waiting.machine = of_machine and waiting.entity = of_entity and waiting.status is null
    order by waiting.number limit 1 lock in share mode;
  if first_one.request_id is not null and not first_one.is_firing
     and not (first_one.request_id <=> request and first_one.login = substring_index(session_user(), '@', 1)) then
    return 'ASLEEP waking up: an event that was deferred comes first';
  end if;
  if first_one.is_firing then -- it says so once: a kill goes back to the savepoint of the move, and leaves what stands before it
    update pawl_database.pawl_deferred waiting set waiting.is_firing = false where waiting.number = first_one.number;
  end if;
  return null;
end //

-- The same of a freeze, and of a lock on the key.
create or replace definer = pawl_database_owner function pawl_database.pawl_obstacle(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024),
  request varbinary(255), of_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, by_token bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare is_holder boolean default false;
  declare holder, whose longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set whose = substring_index(session_user(), '@', 1);
  if request is not null and of_key is not null then -- who has deferred an event that is fired holds the lock
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

-- Freezes a machine from the end of this transaction on: mode 'reject' or 'sleep', until null or a time. Moves in transactions
-- that have begun before go on: see pawl_freeze_waits_for. It waits for those outside of one, which others do behind
-- it; and for those who have read an earlier freeze, or read with a lock on gaps; each as long as the session
-- waits for locks (innodb_lock_wait_timeout).
create or replace definer = pawl_database_owner function pawl_database.pawl_freeze(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 bigint, $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
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

-- The transactions that were prepared (XA), and whose sessions have gone, or the server's before: an array of transaction and
-- since, in microseconds. What they have locked in share mode, InnoDB lets go of when it prepares them, so they stand at no
-- gate; and it tells neither their names, which `xa recover` has, nor what they have changed.
create or replace definer = pawl_database_owner function pawl_database.pawl_prepared()
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
begin
  declare exit handler for 1227 return '[]'; -- where there are no roles, whoever deployed this may not see them without PROCESS
  return (select coalesce(json_arrayagg(json_object('transaction', active.trx_id,
      'since', timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', active.trx_started))), '[]')
    from information_schema.innodb_trx active
    where active.trx_mysql_thread_id = 0 and active.trx_rows_modified > 0);
end //

-- Whether moves that had begun before the freeze are under way: no row once there are none, or else one with transaction,
-- pid and application_name. Called until there is none. Who began later has seen the freeze, and is not at the gate. The
-- row locks no longer than this statement, and waits for nobody. InnoDB does not tell who has locked a row: named is the
-- oldest that has locked any. What was prepared may have moved.
create or replace definer = pawl_database_owner function pawl_database.pawl_freeze_waits_for(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
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

-- Forgets a freeze that is over, once no deferred event is left.
create or replace definer = pawl_database_owner function pawl_database.pawl_wake($1 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
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

-- Ends a freeze; deferred events are fired first, each entity's before its others.
create or replace definer = pawl_database_owner function pawl_database.pawl_thaw($1 longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
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

-- Keeps an event until the machine wakes. OK: it does not sleep.
create or replace definer = pawl_database_owner function pawl_database.pawl_defer(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $6 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $7 longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  $8 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
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
  delete from pawl_database.pawl_deferred -- which was refused, for else it would be in the history
    where machine = $1 and entity = cast($2 as binary) and request_id = cast($3 as binary) and status is not null;
  insert into pawl_database.pawl_deferred
      (machine, entity, request_id, event, arguments, actor, lock_owner, lock_token, deferred_at, login)
    values ($1, $2, $3, $4, $5, coalesce($6, own_login), $7, $8, pawl_database.pawl_now(), own_login)
    on duplicate key update number = number;
  select earlier.event = $4 and earlier.arguments = $5 into is_same from pawl_database.pawl_deferred earlier
    where earlier.machine = $1 and earlier.entity = cast($2 as binary) and earlier.request_id = cast($3 as binary) for update;
  return pawl_database.pawl_lock_answer(if(is_same, 'DEFERRED', 'REUSED'), null, null, null);
end //

-- One parameter of a deferred event, as libpawl writes them one behind the other: '-' is null, '#5;' a number, '5:hello'
-- so many bytes. '-' or '=' and the value; null where it has not written so many.
create or replace definer = pawl_database_owner function pawl_database.pawl_deferred_argument(
  given longblob, place integer
) returns longblob
deterministic no sql sql security definer
begin
  declare at bigint default 1;
  declare digits varchar(32) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare sign char(1) character set utf8mb4 collate utf8mb4_nopad_bin;
  while place > 0 and at <= length(given) do
    set sign = convert(substring(given, at, 1) using utf8mb4);
    if sign = '-' then
      set at = at + 1, digits = null;
    elseif sign = '#' then
      set digits = substring_index(convert(substring(given, at + 1, 24) using utf8mb4), ';', 1);
      if digits not regexp '^-?[0-9]{1,19}$' then
        return null;
      end if;
      set at = at + length(digits) + 2;
      if place = 1 then
        return concat('=', digits);
      end if;
    else
      set digits = substring_index(convert(substring(given, at, 24) using latin1), ':', 1);
      if digits not regexp '^[0-9]{1,9}$' then
        return null;
      end if;
      set at = at + length(digits) + 1;
      if cast(digits as unsigned) > length(given) - at + 1 then
        return null;
      end if;
      if place = 1 then
        return concat('=', substring(given, at, cast(digits as unsigned)));
      end if;
      set at = at + cast(digits as unsigned);
    end if;
    set place = place - 1;
    if place = 0 then
      return '-';
    end if;
  end while;
  return null;
end //

create or replace definer = pawl_database_owner function pawl_database.pawl_deferred_count(given longblob) returns integer
deterministic no sql sql security definer
begin
  declare counted integer default 0;
  while pawl_database.pawl_deferred_argument(given, counted + 1) is not null do
    set counted = counted + 1;
  end while;
  return counted;
end //

create or replace definer = pawl_database_owner function pawl_database.pawl_deferred_value(given longblob, place integer)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
begin
  declare argument longblob default pawl_database.pawl_deferred_argument(given, place);
  return if(left(argument, 1) = '-', null, convert(substring(argument, 2) using utf8mb4));
end //

delimiter ;
