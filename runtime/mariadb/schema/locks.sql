-- Locks -----------------------------------------------------------------------------------------------
-- A lock is a row that stays changed until the end of the transaction. GET_LOCK is not used: its locks belong to a session
-- and not to a transaction, and on Galera to one node.

-- Keyed locks, by the number of their key. Rows are kept.
create table if not exists pawl_database.pawl_numbers (
  number bigint not null primary key,
  taken  bigint not null
) engine = InnoDB //

-- Each key on which a lock was ever held. Pawl locks this row while it changes the locks on the key.
create table if not exists pawl_database.pawl_lock_keys (
  lock_key   varbinary(1024) not null primary key,
  last_token bigint not null, -- only increases
  changes    bigint not null
) engine = InnoDB //

-- Held locks. They outlive a transaction and belong to an owner. The type '' locks the key in all machines.
create table if not exists pawl_database.pawl_locks (
  lock_key varbinary(1024) not null,
  type     varchar(64) not null, -- a machine's name
  owner    varchar(255) not null,
  token    bigint not null,
  since    bigint not null,
  until    bigint, -- null: until it is released
  login    varchar(255), -- the only login that can use, renew and release it; null: any login
  primary key (lock_key, type)
) engine = InnoDB //

-- Callers that wait for a lock, and when each entry expires.
create table if not exists pawl_database.pawl_lock_waiters (
  lock_key varbinary(1024) not null,
  type     varchar(64) not null,
  owner    varchar(255) not null,
  since    bigint not null,
  until    bigint not null,
  primary key (lock_key, type, owner)
) engine = InnoDB //

-- Operators' actions on locks, parked jobs and parked events.
create table if not exists pawl_database.pawl_lock_log (
  number    bigint not null auto_increment primary key,
  logged_at datetime(6) not null default current_timestamp(6),
  login     varchar(255) not null,
  action    varchar(16) not null, -- freeze, thaw, break; retry (a job), resend (events), resume (a thaw)
  type      varchar(64) not null,
  lock_key  varbinary(1024),
  owner     varchar(255),
  token     bigint,
  reason    longtext,
  actor     longtext -- of retry, resend, resume: the person's name
) engine = InnoDB //
alter table pawl_database.pawl_lock_log add column if not exists actor longtext //

-- Returns the current time, not the statement's, in microseconds since 1970, for any time zone of the session.
create or replace definer = pawl_database_owner function pawl_database.pawl_now() returns bigint no sql
return timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6))
  + timestampdiff(microsecond, now(6), sysdate(6)) //

-- Returns the number of a key: the first 8 bytes of SHA-256 over the type, a zero byte and the key, in UTF-8. The number
-- never changes; libpawl's pawl_key_number() returns the same.
create or replace definer = pawl_database_owner function pawl_database.pawl_key(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns bigint deterministic no sql
return cast(conv(left(sha2(concat(type, char(0 using utf8mb4), lock_key), 256), 16), 16, 10) as unsigned)
  - if(conv(left(sha2(concat(type, char(0 using utf8mb4), lock_key), 256), 1), 16, 10) >= 8, 18446744073709551616, 0) //

-- Takes a number until the end of the transaction, exclusively or shared. Creates its row if necessary.
create or replace definer = pawl_database_owner function pawl_database.pawl_take_number(wanted bigint, is_shared boolean)
returns boolean
begin
  declare found boolean default false;
  if is_shared and not @@wsrep_on then -- other nodes receive changes only
    select true into found from pawl_database.pawl_numbers mutex where mutex.number = wanted lock in share mode;
  end if;
  if not found then
    insert into pawl_database.pawl_numbers (number, taken) values (wanted, 1) on duplicate key update taken = taken + 1;
  end if;
  return true;
end //

-- Returns an end time as text, to the second.
create or replace definer = pawl_database_owner function pawl_database.pawl_until(until bigint)
returns varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return coalesce(concat(' until ', date_format(timestampadd(second, ceiling(until / 1000000), timestamp'1970-01-01 00:00:00'),
  '%Y-%m-%d %H:%i:%s'), ' UTC'), '') //

-- Returns the holder of a conflicting lock, or null.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_holder(
  wanted_type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wanted_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin,
  by_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
begin
  declare holder longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  select concat('held', if(held.type = '', ' in all machines', ''), pawl_database.pawl_until(held.until), ' by ',
      held.owner, if(held.owner = by_owner, concat(', as login ', held.login), '')) into holder
    from pawl_database.pawl_locks held
    where held.lock_key = wanted_key and (held.type = wanted_type or held.type = '' or wanted_type = '')
      and (held.owner <> by_owner or held.login <> by_login)
      and (held.until is null or held.until > pawl_database.pawl_now())
    order by held.type limit 1 lock in share mode;
  return holder;
end //

-- Returns the result of a lock function, an object: status, token, until, detail.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_answer(
  status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, token bigint, until bigint, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return json_object('status', status, 'token', token, 'until', until, 'detail', detail) //

-- Locks a key's row and changes it: if two nodes change its locks at the same time, one is rolled back.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_mutex(wanted varbinary(1024)) returns boolean
begin
  insert into pawl_database.pawl_lock_keys (lock_key, last_token, changes) values (wanted, 0, 1)
    on duplicate key update changes = changes + 1;
  return true;
end //

-- Returns the types of a machine's keys of locks, such as ["int","uuid"]. member: $.lock_types, of held locks, or
-- $.serialize_types, of keyed ones. Null if there is no such machine, or if the keys are texts only.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_types(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin, member varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
return (select if(sum(of_one.type <> 'text') > 0, json_arrayagg(distinct of_one.type order by of_one.type), null)
  from pawl_database.pawl_machines known join json_table(coalesce(json_query(known.model, member), '["text"]'), '$[*]' columns (
    type varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin path '$')) of_one
  where known.machine = type and known.is_accepted) //

create or replace definer = pawl_database_owner function pawl_database.pawl_is_uuid(lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin)
returns boolean deterministic no sql
return lock_key regexp '(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z' //

-- Returns a key of a lock in the one spelling that transitions use: a uuid in small letters. Returns null if no transition
-- has such a key. types: as of pawl_lock_types.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_spelling(
  types longtext character set utf8mb4 collate utf8mb4_nopad_bin, lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return case when types like '%"uuid"%' and pawl_database.pawl_is_uuid(lock_key) then lower(lock_key)
  when types is null or types like '%"text"%' then lock_key
  when types like '%int"%' and lock_key regexp '^(0|-?[1-9][0-9]{0,18})\z'
    and cast(lock_key as decimal(19, 0)) between if(types like '%"bigint"%', -9223372036854775808, -2147483648)
      and if(types like '%"bigint"%', 9223372036854775807, 2147483647) then lock_key end //

-- Returns why a key of a lock is refused.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_refusal(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin, types longtext character set utf8mb4 collate utf8mb4_nopad_bin, lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return concat('machine ', type, ': the lock key is ', concat_ws(', or ',
    if(types like '%"bigint"%', 'a whole number of 64 bits, as -7 or 7', null),
    if(types like '%"int"%', 'a whole number of 32 bits, as -7 or 7', null),
    if(types like '%"uuid"%', 'a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8', null)),
  ', not `', left(lock_key, 64), '`') //

-- Returns the key under which a held lock stands: a uuid in small letters also if the lock is of all machines. Such a lock
-- stands under the key as given, too, for machines whose key is a text. Null if the key is refused.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_anchor(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin, lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
return if(type = '', if(pawl_database.pawl_is_uuid(lock_key), lower(lock_key), lock_key),
  pawl_database.pawl_lock_spelling(pawl_database.pawl_lock_types(type, '$.lock_types'), lock_key)) //

-- Returns the least spelling of the key of a lock, in the order of bytes; the anchor is the greatest.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_least(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin, anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
return if(type = '' and pawl_database.pawl_is_uuid(anchor), upper(anchor), anchor) //

-- Locks the rows of the keys before a lock on them changes, and, with takes_number, waits for the transitions that use it.
-- Returns why the key is refused, if its anchor is null.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_change(
  wanted_type longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin, takes_number boolean
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare is_done boolean;
  for one in (select * from (select convert(held.lock_key using utf8mb4) as lock_key from pawl_database.pawl_locks held
        where held.lock_key >= cast(pawl_database.pawl_lock_least(wanted_type, anchor) as binary) and held.lock_key < cast(anchor as binary)
          and held.type = wanted_type and lower(convert(held.lock_key using utf8mb4)) = anchor lock in share mode) other
      union all select anchor from dual where anchor is not null) do
    if takes_number then
      set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', one.lock_key), false);
    end if;
    set is_done = pawl_database.pawl_lock_mutex(one.lock_key);
  end for;
  return if(anchor is null and given is not null,
    pawl_database.pawl_lock_refusal(wanted_type, pawl_database.pawl_lock_types(wanted_type, '$.lock_types'), given), null);
end //

-- Takes a lock until the end of the transaction, and waits for it for at most the session's innodb_lock_wait_timeout.
-- Returns 'MISUSE: ' and the reason if no transition of the machine takes such a key. If the machine is serialized by texts and
-- by uuids, a uuid is locked as given, too. The numbers are taken in the order of transitions.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns varchar(512) character set utf8mb4 collate utf8mb4_nopad_bin
begin
  declare types, spelled longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare number, as_given bigint;
  declare is_done boolean;
  set types = pawl_database.pawl_lock_types(type, '$.serialize_types');
  set spelled = pawl_database.pawl_lock_spelling(types, lock_key);
  if coalesce(type, '') = '' or coalesce(lock_key, '') = '' then
    return 'MISUSE';
  elseif spelled is null then
    return concat('MISUSE: ', pawl_database.pawl_lock_refusal(type, types, lock_key));
  end if;
  set number = pawl_database.pawl_key(type, spelled),
    as_given = pawl_database.pawl_key(type, if(types like '%"text"%', lock_key, spelled));
  set is_done = pawl_database.pawl_take_number(least(number, as_given), false);
  if number <> as_given then
    set is_done = pawl_database.pawl_take_number(greatest(number, as_given), false);
  end if;
  return 'OK';
end //

-- Takes a lock that outlives the transaction, or returns LOCKED. type: a machine with `key`, or '' for the key in all machines.
-- lease_ms: null for no end. waits_ms: how long the caller will keep trying. This waits for transitions that started
-- without a lock, for at most the session's innodb_lock_wait_timeout.
-- 1024: PAWL_KEY_MAX_BYTES. 255: PAWL_ACTOR_MAX_BYTES. 3155760000000: PAWL_DURATION_MAX_US / 1000.
create or replace definer = pawl_database_owner function pawl_database.pawl_acquire(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint, $5 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'type, key, owner, lease_ms, waits_ms'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare is_done boolean;
  declare moment, given, ends bigint;
  declare holder longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_lock_anchor($1, $2);
  if anchor is null and $2 is not null and $1 <> '' then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, pawl_database.pawl_lock_change($1, $2, anchor, false));
  end if;
  if $1 <> '' then
    set $2 = anchor;
  end if;
  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024 or octet_length($3) > 255
     or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select 1 from pawl_database.pawl_machines known
       where known.machine = $1 and known.is_accepted and (known.model is null or json_exists(known.model, '$.key')))) then
    return pawl_database.pawl_lock_answer('MISUSE', null, null,
      (select concat('machine ', $1, ' has no `key`, so its transitions ignore locks') from pawl_database.pawl_machines known where known.machine = $1 limit 1));
  end if;
  -- checked first, so that repeated attempts do not disturb transitions
  set holder = coalesce(pawl_database.pawl_lock_holder($1, $2, $3, own_login), pawl_database.pawl_lock_holder($1, anchor, $3, own_login));
  if holder is null then
    for one in (select $2 as lock_key union select anchor) do
      set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', one.lock_key), false);
      set is_done = pawl_database.pawl_lock_mutex(one.lock_key);
    end for;
    set holder = coalesce(pawl_database.pawl_lock_holder($1, $2, $3, own_login), pawl_database.pawl_lock_holder($1, anchor, $3, own_login));
  end if;
  set moment = pawl_database.pawl_now();
  delete from pawl_database.pawl_lock_waiters
    where lock_key in (cast($2 as binary), cast(anchor as binary))
      and ((type = $1 and owner = $3 and (holder is null or $5 = 0)) or until <= moment);
  if holder is not null then
    if $5 > 0 then -- renewed now and then, so that the entry of a dead caller expires soon
      insert into pawl_database.pawl_lock_waiters (lock_key, type, owner, since, until)
        select one.lock_key, $1, $3, moment, moment + least($5, 10000) * 1000 from (select $2 as lock_key union select anchor) one
        on duplicate key update until = if(pawl_lock_waiters.until < value(until) - 5000000, value(until), pawl_lock_waiters.until);
    end if;
    return pawl_database.pawl_lock_answer('LOCKED', null, null, holder);
  end if;
  delete from pawl_database.pawl_locks
    where lock_key in (cast($2 as binary), cast(anchor as binary)) and (type = $1 or type = '' or $1 = '') and until <= moment;
  set ends = moment + $4 * 1000;
  select held.token into given from pawl_database.pawl_locks held
    where held.lock_key = cast(anchor as binary) and held.type = $1 for update;
  if given is not null then -- a repeated request, perhaps because its answer was lost
    update pawl_database.pawl_locks held set held.until = ends
      where held.lock_key between cast(pawl_database.pawl_lock_least($1, anchor) as binary) and cast(anchor as binary)
        and lower(convert(held.lock_key using utf8mb4)) = lower(anchor) and held.type = $1 and held.owner = $3 and held.token = given;
  else
    select max(mutex.last_token) + 1 into given from pawl_database.pawl_lock_keys mutex
      where mutex.lock_key in (cast($2 as binary), cast(anchor as binary)) for update;
    update pawl_database.pawl_lock_keys mutex set mutex.last_token = given
      where mutex.lock_key in (cast($2 as binary), cast(anchor as binary));
  end if;
  insert into pawl_database.pawl_locks (lock_key, type, owner, token, since, until, login)
    select one.lock_key, $1, $3, given, moment, ends, own_login from (select $2 as lock_key union select anchor) one
    on duplicate key update until = value(until);
  return pawl_database.pawl_lock_answer('OK', given, ends, null);
end //

-- Extends a lock's lease. NOT_FOUND: the lock has ended.
create or replace definer = pawl_database_owner function pawl_database.pawl_renew(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint, $5 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'type, key, owner, token, lease_ms'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare moment, found, ends bigint;
  declare anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_lock_anchor($1, $2);
  set $2 = if($5 not between 1 and 3155760000000, null, pawl_database.pawl_lock_change($1, $2, anchor, false));
  if $2 is not null or $5 not between 1 and 3155760000000 then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, $2);
  end if;
  set moment = pawl_database.pawl_now(), ends = moment + $5 * 1000;
  select held.token into found from pawl_database.pawl_locks held
    where held.lock_key = cast(anchor as binary) and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, own_login) = own_login and (held.until is null or held.until > moment) for update;
  if found is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  update pawl_database.pawl_locks held set held.until = ends
    where held.lock_key between cast(pawl_database.pawl_lock_least($1, anchor) as binary) and cast(anchor as binary)
      and lower(convert(held.lock_key using utf8mb4)) = lower(anchor) and held.type = $1 and held.owner = $3 and held.token = $4;
  return pawl_database.pawl_lock_answer('OK', found, ends, null);
end //

-- Releases a lock. NOT_FOUND: the lock has ended.
create or replace definer = pawl_database_owner function pawl_database.pawl_release(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'type, key, owner, token'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare found bigint;
  declare anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_lock_anchor($1, $2);
  set $2 = pawl_database.pawl_lock_change($1, $2, anchor, false);
  if $2 is not null then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, $2);
  end if;
  select held.token into found from pawl_database.pawl_locks held
    where held.lock_key = cast(anchor as binary) and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, own_login) = own_login for update;
  if found is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  delete from pawl_database.pawl_locks
    where lock_key between cast(pawl_database.pawl_lock_least($1, anchor) as binary) and cast(anchor as binary)
      and lower(convert(lock_key using utf8mb4)) = lower(anchor) and type = $1 and owner = $3 and token = $4;
  return pawl_database.pawl_lock_answer('OK', null, null, null);
end //

-- Takes a lock from its owner. The owner's token becomes invalid.
create or replace definer = pawl_database_owner function pawl_database.pawl_break(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
comment 'type, key, reason'
begin
  declare broken_token bigint;
  declare broken_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare anchor longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_lock_anchor($1, $2);
  if coalesce($3, '') = '' then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, null);
  end if;
  -- on another node, a transaction that uses the lock is rolled back, or commits first
  set $2 = pawl_database.pawl_lock_change($1, $2, anchor, @@wsrep_on);
  if $2 is not null then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, $2);
  end if;
  select held.token, held.owner into broken_token, broken_owner from pawl_database.pawl_locks held
    where held.lock_key = cast(anchor as binary) and held.type = $1 for update;
  if broken_token is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  delete from pawl_database.pawl_locks
    where lock_key between cast(pawl_database.pawl_lock_least($1, anchor) as binary) and cast(anchor as binary)
      and lower(convert(lock_key using utf8mb4)) = lower(anchor) and type = $1 and owner = broken_owner and token = broken_token;
  insert into pawl_database.pawl_lock_log (login, action, type, lock_key, owner, token, reason)
    values (substring_index(session_user(), '@', 1), 'break', $1, anchor, broken_owner, broken_token, $3);
  return pawl_database.pawl_lock_answer('OK', broken_token, null, null);
end //

-- The locks that are held now, and the number of callers that wait for each.
create or replace definer = pawl_database_owner sql security definer view pawl_database.pawl_held_locks as
  select held.lock_key, held.type, held.owner, held.token, held.since, held.until,
    (select count(*) from pawl_database.pawl_lock_waiters waiter force index (primary)
      where waiter.lock_key = held.lock_key and (waiter.type = held.type or waiter.type = '' or held.type = '')
        and waiter.until > pawl_database.pawl_now()) as waiting, held.login
  from pawl_database.pawl_locks held where held.until is null or held.until > pawl_database.pawl_now() //
