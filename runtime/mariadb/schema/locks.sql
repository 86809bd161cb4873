-- Locks -----------------------------------------------------------------------------------------------
--
-- A lock is a row that is changed until the end of the transaction: a lock of GET_LOCK belongs to a session and not to a
-- transaction, and on Galera to one node.

-- Keyed locks, by the number of their key. Rows stay.
create table if not exists pawl_database.pawl_numbers (
  number bigint not null primary key,
  taken  bigint not null
) engine = InnoDB;

-- Each key on which a lock was ever held. Its row is locked while the locks on the key change.
create table if not exists pawl_database.pawl_lock_keys (
  lock_key   varbinary(1024) not null primary key,
  last_token bigint not null -- only ever grows
) engine = InnoDB;

-- Held locks: they outlive a transaction and belong to an owner; type '' is the key in all machines.
create table if not exists pawl_database.pawl_locks (
  lock_key varbinary(1024) not null,
  type     varchar(64) not null, -- a machine's name
  owner    varchar(255) not null,
  token    bigint not null,
  since    bigint not null,
  until    bigint, -- null: until it is released
  login    varchar(255), -- whose it is, and who alone can show, renew and release it; null: everybody
  primary key (lock_key, type)
) engine = InnoDB;

-- Who waits for one, and for how long he will be believed to.
create table if not exists pawl_database.pawl_lock_waiters (
  lock_key varbinary(1024) not null,
  type     varchar(64) not null,
  owner    varchar(255) not null,
  since    bigint not null,
  until    bigint not null,
  primary key (lock_key, type, owner)
) engine = InnoDB;

-- What operators did to locks.
create table if not exists pawl_database.pawl_lock_log (
  number    bigint not null auto_increment primary key,
  logged_at datetime(6) not null default current_timestamp(6),
  login     varchar(255) not null,
  action    varchar(16) not null, -- freeze, thaw, break
  type      varchar(64) not null,
  lock_key  varbinary(1024),
  owner     varchar(255),
  token     bigint,
  reason    longtext
) engine = InnoDB;

delimiter //

-- Microseconds since 1970, of this moment and not of the statement, whatever time zone the session has.
create or replace definer = pawl_database_owner function pawl_database.pawl_now() returns bigint
not deterministic no sql sql security definer
return timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6))
  + timestampdiff(microsecond, now(6), sysdate(6)) //

-- The number that stands for a key: the first 8 bytes of SHA-256 over the type, a zero byte, and the key, in UTF-8. It
-- never changes; libpawl's pawl_key_number() gives the same.
create or replace definer = pawl_database_owner function pawl_database.pawl_key(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns bigint
deterministic no sql sql security definer
return cast(conv(left(sha2(concat(type, char(0 using utf8mb4), lock_key), 256), 16), 16, 10) as unsigned)
  - if(conv(left(sha2(concat(type, char(0 using utf8mb4), lock_key), 256), 1), 16, 10) >= 8, 18446744073709551616, 0) //

-- Takes a number until the end of the transaction, alone or with others. Its row is made where it was never taken.
create or replace definer = pawl_database_owner function pawl_database.pawl_take_number(wanted bigint, is_shared boolean)
returns boolean
not deterministic modifies sql data sql security definer
begin
  declare found boolean default false;
  if is_shared then
    select true into found from pawl_database.pawl_numbers mutex where mutex.number = wanted lock in share mode;
  end if;
  if not found then
    insert into pawl_database.pawl_numbers (number, taken) values (wanted, 1) on duplicate key update taken = taken + 1;
  end if;
  return true;
end //

-- Takes a lock until the end of the transaction, and waits for it. How long a session waits it says itself:
-- innodb_lock_wait_timeout.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock(
  type longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  if coalesce(type, '') = '' or coalesce(lock_key, '') = '' then
    return 'MISUSE';
  end if;
  return if(pawl_database.pawl_take_number(pawl_database.pawl_key(type, lock_key), false), 'OK', null);
end //

-- Until when something holds, in words: to the second in which it is over.
create or replace definer = pawl_database_owner function pawl_database.pawl_until(until bigint)
returns varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
return coalesce(concat(' until ', date_format(timestampadd(second, ceiling(until / 1000000), timestamp'1970-01-01 00:00:00'),
  '%Y-%m-%d %H:%i:%s'), ' UTC'), '') //

-- Who is in the way of a lock; null: nobody.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_holder(
  wanted_type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wanted_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin,
  by_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
return (
  select concat('held', if(held.type = '', ' in all machines', ''), pawl_database.pawl_until(held.until), ' by ',
      held.owner, if(held.owner = by_owner, concat(', as login ', held.login), ''))
    from pawl_database.pawl_locks held
    where held.lock_key = wanted_key and (held.type = wanted_type or held.type = '' or wanted_type = '')
      and (held.owner <> by_owner or held.login <> by_login)
      and (held.until is null or held.until > pawl_database.pawl_now())
    order by held.type limit 1) //

delimiter ;
