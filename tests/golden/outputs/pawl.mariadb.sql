-- Written by pawl: what all machines and flows share. Version 3 of Pawl's schema.
-- Its last line says that it is whole.
-- Running it again changes nothing; what was interrupted is gone on with. MariaDB has no variables for
-- names: pawl_application stands for the database of the tables that move, pawl_database for one of
-- Pawl's own, which pawlctl and libpawl call like the former with `_pawl` behind it.
-- Applications get the role shop_pawl_app. Apply with a login that may create databases and roles:
--   sed 's/pawl_application/shop/g; s/pawl_database/shop_pawl/g' pawl.mariadb.sql | mariadb shop

-- What all machines and flows share -------------------------------------------------------------------
--
-- Each statement of data definition commits by itself on MariaDB; so each is harmless where it was done before, and the
-- version is written down last: what ends half-way is installed again. pawl_database stands for Pawl's own database.
-- Times are microseconds since 1970-01-01 00:00 UTC. Texts are compared byte by byte, blanks at their end included.
set @pawl_sql_mode = @@sql_mode, @pawl_collation = @@collation_connection, @pawl_group_concat_max = @@group_concat_max_len,
  @pawl_autocommit = @@autocommit;
set sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION';
set collation_connection = utf8mb4_nopad_bin;
set group_concat_max_len = 1048576, autocommit = 1;
delimiter //
begin not atomic
  if 'pawl_database' = concat('pawl', '_database') then
    signal sqlstate '45000' set message_text = 'the names of the databases are not put in; nothing was changed: apply it with pawlctl apply, or by the command at the top of the file';
  end if;
end //
delimiter ;
create database if not exists pawl_database character set utf8mb4 collate utf8mb4_nopad_bin;

-- One installation at a time, and none over a newer version. 3: PAWL_SCHEMA_VERSION
delimiter //
begin not atomic
  declare present integer default 0;
  declare holder varchar(400) character set utf8mb4 collate utf8mb4_nopad_bin;
  if get_lock('pawl_database', 1) is not true then
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
  if present > 3 then
    signal sqlstate '45000' set message_text = 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl';
  end if;
end //
delimiter ;

-- Roles -----------------------------------------------------------------------------------------------
--
-- All routines and views are the first one's, which nobody has: they run with its rights, and nobody else writes Pawl's
-- tables. The next ones are for applications and for operators. Guards and effects in SQL run with the rights of the last, which
-- nobody has either: their functions lie in the application's database, and whoever may replace them there gets no more than that.
create role if not exists pawl_database_owner;
create role if not exists pawl_database_app;
create role if not exists pawl_database_operator;
create role if not exists pawl_database_hooks;
delimiter //
begin not atomic -- who did not make the roles may not hand them on, not even root: then whoever made them has done it
  declare continue handler for 1045, 1698 begin end;
  grant pawl_database_app to pawl_database_hooks; -- they may look where others are, and move them
end //
delimiter ;
grant select, insert, update, delete, execute, trigger, show view on pawl_database.* to pawl_database_owner;
-- what the bodies of routines are, for pawlctl verify; without it they are not looked at
delimiter //
begin not atomic
  declare continue handler for sqlexception begin end;
  grant select on mysql.proc to pawl_database_owner;
end //
delimiter ;
-- which transactions are under way, for freezes
grant process on *.* to pawl_database_owner;

-- Whether a guard or effect can run: an error where it cannot. To prepare it computes nothing, and no function may. Names are looked
-- for in the application's database, as where it runs.
delimiter //
create or replace definer = pawl_database_hooks procedure pawl_database.pawl_check_hook(
  application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, hook longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  called varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin
)
reads sql data sql security definer
begin
  declare said longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare exit handler for sqlexception begin -- named as where it runs
    get diagnostics condition 1 said = message_text;
    set said = concat(left(said, 300), ' [', called, ']');
    resignal set message_text = said;
  end;
  execute immediate concat('use `', replace(application, '`', '``'), '`');
  prepare pawl_hook from hook;
  deallocate prepare pawl_hook;
end //
delimiter ;
grant execute on procedure pawl_database.pawl_check_hook to pawl_database_hooks, pawl_database_operator;

-- What is deployed in this database -------------------------------------------------------------------

-- The version of all that machines and flows share: what stands in these files. One row.
create table if not exists pawl_database.pawl_schema (
  is_here      boolean not null default true primary key check (is_here), -- so that there is no second row
  version      integer not null,
  installed_at datetime(6) not null default current_timestamp(6)
) engine = InnoDB;

-- The versions of each machine that programs may count on.
create table if not exists pawl_database.pawl_machines (
  machine     varchar(64) not null,
  fingerprint varchar(64) not null,
  is_accepted boolean not null default true, -- programs of this version may run
  is_deployed boolean not null default true, -- functions and tables are those of this version
  abi         integer not null,
  deployed_at bigint not null,
  model       longtext, -- JSON, what pawlctl knows of it
  primary key (machine, fingerprint)
) engine = InnoDB;

-- Migrations that have begun and not ended: of a machine, from one version to another. What ends one half-way is gone on
-- with when it is applied again.
create table if not exists pawl_database.pawl_migrations (
  machine         varchar(64) not null primary key,
  fingerprint     varchar(64) not null,
  old_machine     varchar(64) not null, -- what it was called
  old_fingerprint varchar(64) not null,
  began_at        bigint not null,
  step            integer not null default 0 -- what is done: 1 columns have left their old names, or rows are put aside, 2 rows are written
) engine = InnoDB;

-- Moves that earlier versions had, and the moves of migrations: histories hold them rightly.
create table if not exists pawl_database.pawl_past_moves (
  machine    varchar(64) not null,
  event      varchar(190) not null,
  from_state varchar(190) not null,
  to_state   varchar(190) not null,
  primary key (machine, event, from_state, to_state)
) engine = InnoDB;

-- What the catalog said of each object when it was deployed, '' being what all machines share.
create table if not exists pawl_database.pawl_objects (
  machine    varchar(64) not null,
  object     varchar(255) not null,
  definition longtext not null,
  primary key (machine, object)
) engine = InnoDB;

-- What pawlctl has written without a move: repairs, erasures, backfills.
create table if not exists pawl_database.pawl_repairs (
  machine         varchar(64) not null,
  entity          varbinary(1024) not null,
  repaired_at     bigint not null,
  repaired_by     varchar(255) not null,
  reason          longtext not null,
  before_state    varchar(255), -- null where there was no head
  before_sort_key integer,
  before_since    bigint,
  after_state     varchar(255) not null,
  after_sort_key  integer not null,
  after_since     bigint not null,
  primary key (machine, entity, repaired_at)
) engine = InnoDB;

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
  last_token bigint not null, -- only ever grows
  changes    bigint not null
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
  if is_shared and not @@wsrep_on then -- other nodes are told of changes alone
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

-- What is asked of locks is answered as an object: status, token, until, detail.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_answer(
  status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, token bigint, until bigint, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
return json_object('status', status, 'token', token, 'until', until, 'detail', detail) //

-- Locks the row of a key, and changes it: of two nodes that change its locks at once one is turned away.
create or replace definer = pawl_database_owner function pawl_database.pawl_lock_mutex(wanted varbinary(1024))
returns boolean
not deterministic modifies sql data sql security definer
begin
  insert into pawl_database.pawl_lock_keys (lock_key, last_token, changes) values (wanted, 0, 1)
    on duplicate key update changes = changes + 1;
  return true;
end //

-- Takes a lock that outlives the transaction, or answers LOCKED. type: a machine's name, or '' for the key in all of
-- them. lease_ms: null has no end. waits_ms: how long the caller will go on asking. Moves that have begun under no lock
-- are waited for, as long as the session waits for locks (innodb_lock_wait_timeout).
-- 1024: PAWL_KEY_MAX_BYTES. 255: PAWL_ACTOR_MAX_BYTES. 3155760000000: PAWL_DURATION_MAX_US / 1000.
create or replace definer = pawl_database_owner function pawl_database.pawl_acquire(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint, $5 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'type, key, owner, lease_ms, waits_ms'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare is_done boolean;
  declare moment, given, ends bigint;
  declare holder longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if $1 is null or coalesce($2, '') = '' or coalesce($3, '') = '' or octet_length($2) > 1024 or octet_length($3) > 255
     or $4 not between 1 and 3155760000000 or $5 < 0
     or ($1 <> '' and not exists (select 1 from pawl_database.pawl_machines known where known.machine = $1)) then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, null);
  end if;
  -- who asks again and again disturbs no moves
  set holder = pawl_database.pawl_lock_holder($1, $2, $3, own_login);
  if holder is null then
    set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', $2), false);
    set is_done = pawl_database.pawl_lock_mutex($2);
    set holder = pawl_database.pawl_lock_holder($1, $2, $3, own_login);
  end if;
  set moment = pawl_database.pawl_now();
  delete from pawl_database.pawl_lock_waiters
    where lock_key = cast($2 as binary) and ((type = $1 and owner = $3 and (holder is null or $5 = 0)) or until <= moment);
  if holder is not null then
    if $5 > 0 then -- renewed now and then, so that who has died is soon forgotten
      insert into pawl_database.pawl_lock_waiters (lock_key, type, owner, since, until)
        values ($2, $1, $3, moment, moment + least($5, 10000) * 1000)
        on duplicate key update until = if(until < value(until) - 5000000, value(until), until);
    end if;
    return pawl_database.pawl_lock_answer('LOCKED', null, null, holder);
  end if;
  delete from pawl_database.pawl_locks
    where lock_key = cast($2 as binary) and (type = $1 or type = '' or $1 = '') and until <= moment;
  set ends = moment + $4 * 1000;
  select held.token into given from pawl_database.pawl_locks held
    where held.lock_key = cast($2 as binary) and held.type = $1 for update;
  if given is not null then -- asked for again, perhaps since the answer was lost
    update pawl_database.pawl_locks held set held.until = ends where held.lock_key = cast($2 as binary) and held.type = $1;
  else
    update pawl_database.pawl_lock_keys mutex set mutex.last_token = mutex.last_token + 1
      where mutex.lock_key = cast($2 as binary);
    select mutex.last_token into given from pawl_database.pawl_lock_keys mutex
      where mutex.lock_key = cast($2 as binary) for update;
    insert into pawl_database.pawl_locks (lock_key, type, owner, token, since, until, login)
      values ($2, $1, $3, given, moment, ends, own_login);
  end if;
  return pawl_database.pawl_lock_answer('OK', given, ends, null);
end //

-- Gives a lock more time. NOT_FOUND: it has ended.
create or replace definer = pawl_database_owner function pawl_database.pawl_renew(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint, $5 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'type, key, owner, token, lease_ms'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare is_done boolean;
  declare moment, found, ends bigint;
  if $5 not between 1 and 3155760000000 then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, null);
  end if;
  set is_done = pawl_database.pawl_lock_mutex($2);
  set moment = pawl_database.pawl_now(), ends = moment + $5 * 1000;
  select held.token into found from pawl_database.pawl_locks held
    where held.lock_key = cast($2 as binary) and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, own_login) = own_login and (held.until is null or held.until > moment) for update;
  if found is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  update pawl_database.pawl_locks held set held.until = ends where held.lock_key = cast($2 as binary) and held.type = $1;
  return pawl_database.pawl_lock_answer('OK', found, ends, null);
end //

-- Lets a lock go. NOT_FOUND: it has ended.
create or replace definer = pawl_database_owner function pawl_database.pawl_release(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $4 bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'type, key, owner, token'
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare is_done boolean;
  declare found bigint;
  set is_done = pawl_database.pawl_lock_mutex($2);
  select held.token into found from pawl_database.pawl_locks held
    where held.lock_key = cast($2 as binary) and held.type = $1 and held.owner = $3 and held.token = $4
      and coalesce(held.login, own_login) = own_login for update;
  if found is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  delete from pawl_database.pawl_locks where lock_key = cast($2 as binary) and type = $1;
  return pawl_database.pawl_lock_answer('OK', null, null, null);
end //

-- Takes a lock from its owner; his token is worth nothing from then on.
create or replace definer = pawl_database_owner function pawl_database.pawl_break(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'type, key, reason'
begin
  declare is_done boolean;
  declare broken_token bigint;
  declare broken_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin;
  if coalesce($3, '') = '' then
    return pawl_database.pawl_lock_answer('MISUSE', null, null, null);
  end if;
  if @@wsrep_on then -- who shows it on another node is turned away, or comes before
    set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', $2), false);
  end if;
  set is_done = pawl_database.pawl_lock_mutex($2);
  select held.token, held.owner into broken_token, broken_owner from pawl_database.pawl_locks held
    where held.lock_key = cast($2 as binary) and held.type = $1 for update;
  if broken_token is null then
    return pawl_database.pawl_lock_answer('NOT_FOUND', null, null, null);
  end if;
  delete from pawl_database.pawl_locks where lock_key = cast($2 as binary) and type = $1;
  insert into pawl_database.pawl_lock_log (login, action, type, lock_key, owner, token, reason)
    values (substring_index(session_user(), '@', 1), 'break', $1, $2, broken_owner, broken_token, $3);
  return pawl_database.pawl_lock_answer('OK', broken_token, null, null);
end //

delimiter ;

-- The locks that are held at this moment, and how many wait for each.
create or replace definer = pawl_database_owner sql security definer view pawl_database.pawl_held_locks as
  select held.lock_key, held.type, held.owner, held.token, held.since, held.until,
    (select count(*) from pawl_database.pawl_lock_waiters waiter
      where waiter.lock_key = held.lock_key and (waiter.type = held.type or waiter.type = '' or held.type = '')
        and waiter.until > pawl_database.pawl_now()) as waiting, held.login
  from pawl_database.pawl_locks held where held.until is null or held.until > pawl_database.pawl_now();

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

-- Values as JSON ----------------------------------------------------------------------------------------

delimiter //

-- A text, with the escapes that libpawl writes (runtime/outbox/json.c): json_quote() has capital letters in its numbers.
create or replace definer = pawl_database_owner function pawl_database.pawl_json_text(
  given longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
begin
  declare code integer default 1;
  if given not regexp '[[:cntrl:]]' then
    return json_quote(given);
  end if;
  set given = replace(replace(given, '\', '\\'), '"', '\"');
  while code < 32 do
    set given = replace(given, char(code using utf8mb4), case code
      when 8 then '\b' when 9 then '\t' when 10 then '\n' when 12 then '\f' when 13 then '\r'
      else concat('\u00', lower(lpad(hex(code), 2, '0'))) end), code = code + 1;
  end while;
  return concat('"', given, '"');
end //

-- A time in UTC, as libpawl writes it. datetime ends with the year 9999, so days are counted by hand, in years that begin
-- with March, of which 400 have 146,097 days; 719,468 days lie between the first of them and 1970.
create or replace definer = pawl_database_owner function pawl_database.pawl_json_time(given bigint)
returns varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
begin
  declare second_count, day_number, era, day_of_era, year_of_era, day_of_year, shifted_month, its_year, its_month, second_of_day bigint;
  if given is null then
    return null;
  end if;
  set second_count = floor(given / 1000000), day_number = floor(second_count / 86400),
    second_of_day = second_count - day_number * 86400, day_number = day_number + 719468,
    era = floor(day_number / 146097), day_of_era = day_number - era * 146097,
    year_of_era = (day_of_era - day_of_era div 1460 + day_of_era div 36524 - day_of_era div 146096) div 365,
    day_of_year = day_of_era - (365 * year_of_era + year_of_era div 4 - year_of_era div 100),
    shifted_month = (5 * day_of_year + 2) div 153,
    its_month = shifted_month + if(shifted_month < 10, 3, -9),
    its_year = year_of_era + era * 400 + if(its_month <= 2, 1, 0);
  return concat(
    if(its_year between 1 and 9999, lpad(its_year, 4, '0'), concat(if(its_year < 0, '-', '+'), lpad(abs(its_year), 6, '0'))),
    '-', lpad(its_month, 2, '0'), '-', lpad(day_of_year - (153 * shifted_month + 2) div 5 + 1, 2, '0'),
    'T', lpad(second_of_day div 3600, 2, '0'), ':', lpad(second_of_day div 60 % 60, 2, '0'), ':', lpad(second_of_day % 60, 2, '0'),
    '.', lpad(given - second_count * 1000000, 6, '0'), 'Z');
end //

delimiter ;

-- The outbox -------------------------------------------------------------------------------------------
--
-- A row is written by the move that it tells of, and deleted when a relay has delivered it.
-- All moves of an entity fall into one slot; whoever has a slot's lease delivers what is in it, in the
-- order of the primary key, which for an entity is that of its moves. A row whose transaction committed
-- late is found like any other: relays always read from the lowest on.

create table if not exists pawl_database.pawl_outbox (
  slot        integer not null,
  created_at  bigint not null,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  sort_key    integer not null,
  event       varchar(255) not null,
  from_state  varchar(255) not null,
  to_state    varchar(255) not null,
  request_id  varbinary(255),
  topic       longtext not null,
  fingerprint varchar(64) not null,
  parameters  longtext not null, -- JSON
  primary key (slot, created_at, machine, entity, sort_key)
) engine = InnoDB;

-- What cannot be delivered, and all later moves of the same entity, until somebody says retry.
create table if not exists pawl_database.pawl_outbox_parked (
  slot        integer not null,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  sort_key    integer not null,
  created_at  bigint not null,
  event       varchar(255) not null,
  from_state  varchar(255) not null,
  to_state    varchar(255) not null,
  request_id  varbinary(255),
  topic       longtext not null,
  fingerprint varchar(64) not null,
  parameters  longtext not null,
  parked_at   bigint not null,
  error       longtext, -- null: it waits behind an earlier one
  primary key (slot, machine, entity, sort_key)
) engine = InnoDB;

-- Which relay delivers what is in a slot.
create table if not exists pawl_database.pawl_outbox_slots (
  slot         integer not null primary key,
  relay        longtext, -- who had its lease last
  claim        bigint not null, -- grows with each lease, so that of two relays the later one counts
  leased_until bigint not null,
  index pawl_outbox_slots_due (leased_until, slot)
) engine = InnoDB;

delimiter //

-- The slot of an entity: not by the lowest bits, in which short numbers differ little. 63: PAWL_OUTBOX_SLOTS - 1.
-- Databases hold it, so it never changes.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_slot(
  entity longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns integer
deterministic no sql sql security definer
return (crc32(entity) >> 8) & 63 //

begin not atomic
  for each_slot in 0 .. 63 do
    insert into pawl_database.pawl_outbox_slots (slot, claim, leased_until) values (each_slot, 0, 0)
      on duplicate key update claim = claim;
  end for;
end //

-- Leases slots in which something waits, those first that were left alone longest, and returns the
-- lowest rows of each: to be delivered in their order, and then settled. They are taken in the order of an index, so that
-- no more than these are locked, and others take others. All are locked by one reading, since
-- MariaDB heeds `skip locked` only in the first round of a loop. Whether something waits is read without a lock, in a
-- snapshot that may be older than the locks: a slot that has been another's since then is left alone.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_claim(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 bigint, $3 integer, $4 integer
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'relay, lease in milliseconds, at most so many slots, and so many rows of each'
begin
  declare moment bigint default pawl_database.pawl_now();
  declare free, taken longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare of_slot, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  if $1 is null or $2 is null or $2 < 1 or $3 is null or $3 < 1 or $4 is null or $4 < 1 then
    signal sqlstate '22023' set message_text = 'a relay says who it is; its lease, slots and rows are at least 1';
  end if;
  set statement group_concat_max_len = 1073741824 for -- whatever the session's
  select group_concat(concat_ws(':', locked.slot, locked.claim, locked.leased_until)) into free
    from (select place.slot, place.claim, place.leased_until from pawl_database.pawl_outbox_slots place force index (pawl_outbox_slots_due)
            where place.leased_until <= moment
              and (select waiting.slot from pawl_database.pawl_outbox waiting where waiting.slot = place.slot limit 1) is not null
            order by place.leased_until, place.slot limit $3 for update skip locked) locked;
  set statement group_concat_max_len = 1073741824 for -- whatever the session's
  select group_concat(place.slot) into taken from pawl_database.pawl_outbox_slots place
    where find_in_set(concat_ws(':', place.slot, place.claim, place.leased_until), free);
  if taken is null then
    return '[]';
  end if;
  -- what comes behind one that is put aside
  insert into pawl_database.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, parked_at)
    select waiting.slot, waiting.created_at, waiting.machine, waiting.entity, waiting.sort_key, waiting.event, waiting.from_state,
        waiting.to_state, waiting.request_id, waiting.topic, waiting.fingerprint, waiting.parameters, moment
      from (select distinct parked.slot, parked.machine, parked.entity from pawl_database.pawl_outbox_parked parked
              where find_in_set(parked.slot, taken)) aside
        join pawl_database.pawl_outbox waiting on waiting.slot = aside.slot and waiting.machine = aside.machine
          and waiting.entity = aside.entity;
  if row_count() > 0 then
    delete waiting from pawl_database.pawl_outbox_parked parked straight_join pawl_database.pawl_outbox waiting force index (primary)
        on waiting.slot = parked.slot and waiting.created_at = parked.created_at and waiting.machine = parked.machine
          and waiting.entity = parked.entity and waiting.sort_key = parked.sort_key
      where find_in_set(parked.slot, taken);
  end if;
  for own in (select place.slot, place.claim + 1 as claim from pawl_database.pawl_outbox_slots place
      where find_in_set(place.slot, taken) order by place.slot) do
    update pawl_database.pawl_outbox_slots place
      set place.relay = $1, place.claim = own.claim, place.leased_until = moment + $2 * 1000
      where place.slot = own.slot;
    set of_slot = ''; -- by itself, lest the whole answer is copied for each row
    for waiting in (select lowest.* from pawl_database.pawl_outbox lowest where lowest.slot = own.slot
        order by lowest.created_at, lowest.machine, lowest.entity, lowest.sort_key limit $4) do
      set of_slot = concat(of_slot, if(of_slot = '', '', ','), json_object('claim', own.claim, 'slot', waiting.slot,
          'created_at', waiting.created_at, 'machine', waiting.machine, 'entity', convert(waiting.entity using utf8mb4),
          'sort_key', waiting.sort_key, 'event', waiting.event, 'from', waiting.from_state, 'to', waiting.to_state,
          'request_id', convert(waiting.request_id using utf8mb4), 'topic', waiting.topic, 'fingerprint', waiting.fingerprint,
          'parameters', waiting.parameters));
    end for;
    if of_slot = '' then -- all of it was put aside
      update pawl_database.pawl_outbox_slots place set place.leased_until = moment where place.slot = own.slot;
    else
      set answer = concat(answer, if(answer = '', '', ','), of_slot);
    end if;
  end for;
  return concat('[', answer, ']');
end //

-- Deletes the rows that were delivered, in the slots whose claim still holds, and returns those slots.
-- Their leases end, or run on. Rows are found by their whole key: to scan for them would wait for moves.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_settle(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 bigint,
  $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
comment 'leases as [[slot, claim]], milliseconds for which they run on, rows as [[slot, created_at, machine, entity, sort_key]]'
begin
  declare seen integer;
  declare held, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  for given in (select leased.slot, leased.claim
      from json_table($1, '$[*]' columns (slot integer path '$[0]', claim bigint path '$[1]')) leased order by leased.slot) do
    set seen = null;
    select 1 into seen from pawl_database.pawl_outbox_slots place
      where place.slot = given.slot and place.claim = given.claim for update;
    if seen is not null then
      update pawl_database.pawl_outbox_slots place set place.leased_until = pawl_database.pawl_now() + coalesce($2, 0) * 1000
        where place.slot = given.slot;
      set held = concat_ws(',', held, given.slot), answer = concat_ws(',', answer, json_object('slot', given.slot));
    end if;
  end for;
  if held is null then
    return '[]';
  end if;
  delete waiting
    from json_table($3, '$[*]' columns (slot integer path '$[0]', created_at bigint path '$[1]',
        machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]', entity varchar(1024) character set utf8mb4 path '$[3]',
        sort_key integer path '$[4]')) done
      straight_join pawl_database.pawl_outbox waiting force index (primary) on waiting.slot = done.slot and waiting.created_at = done.created_at
        and waiting.machine = done.machine
        and waiting.entity = cast(done.entity as binary) and waiting.sort_key = done.sort_key
    where find_in_set(done.slot, held);
  return concat('[', answer, ']');
end //

-- Puts aside the entity whose row cannot be delivered, if the claim on its slot still holds.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_park(
  $1 integer, $2 bigint, $3 varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, $4 varbinary(1024), $5 integer,
  $6 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic modifies sql data sql security definer
comment 'slot, claim, machine, entity, sort_key, error'
begin
  declare seen integer;
  select 1 into seen from pawl_database.pawl_outbox_slots place where place.slot = $1 and place.claim = $2 for update;
  if seen is null then
    return false;
  end if;
  insert into pawl_database.pawl_outbox_parked (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters, parked_at, error)
    select waiting.slot, waiting.created_at, waiting.machine, waiting.entity, waiting.sort_key, waiting.event,
        waiting.from_state, waiting.to_state, waiting.request_id, waiting.topic, waiting.fingerprint, waiting.parameters,
        pawl_database.pawl_now(), if(waiting.sort_key = $5, $6, null)
      from pawl_database.pawl_outbox waiting
      where waiting.slot = $1 and waiting.machine = $3 and waiting.entity = $4;
  delete waiting from pawl_database.pawl_outbox_parked parked straight_join pawl_database.pawl_outbox waiting force index (primary)
      on waiting.slot = parked.slot and waiting.created_at = parked.created_at and waiting.machine = parked.machine
        and waiting.entity = parked.entity and waiting.sort_key = parked.sort_key
    where parked.slot = $1 and parked.machine = $3 and parked.entity = $4;
  return true;
end //

-- Brings back what was put aside: of the entity, of the machine, or, with null, of all. Returns how many
-- rows.
create or replace definer = pawl_database_owner function pawl_database.pawl_outbox_retry(
  $1 varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, $2 varbinary(1024)
) returns bigint
not deterministic modifies sql data sql security definer
comment 'machine, entity'
begin
  declare locked, rows_back bigint;
  select count(*) into locked from (select place.slot from pawl_database.pawl_outbox_slots place for update) every_slot;
  insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state,
      to_state, request_id, topic, fingerprint, parameters)
    select parked.slot, parked.created_at, parked.machine, parked.entity, parked.sort_key, parked.event, parked.from_state,
        parked.to_state, parked.request_id, parked.topic, parked.fingerprint, parked.parameters
      from pawl_database.pawl_outbox_parked parked
      where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2);
  set rows_back = row_count();
  delete parked from pawl_database.pawl_outbox_parked parked
    where ($1 is null or parked.machine = $1) and ($2 is null or parked.entity = $2);
  return rows_back;
end //

delimiter ;

-- Runs of flows: where each stands, what it has done, and what is ready --------------------------------------

-- The versions of flows that programs may start.
create table if not exists pawl_database.pawl_flows (
  flow        varchar(64) not null,
  fingerprint varchar(64) not null,
  abi         integer not null,
  deployed_at bigint not null,
  topic       longtext, -- what its runs do goes there, or where
  topic_argument varchar(64), -- this one says, if it is given; both null: nowhere
  model       longtext, -- JSON, what pawlctl knows of it
  primary key (flow, fingerprint)
) engine = InnoDB;

-- Where each run stands. What is JSON is kept as it is given, byte for byte.
create table if not exists pawl_database.pawl_runs (
  id           bigint not null auto_increment primary key,
  flow         varchar(64) not null,
  fingerprint  varchar(64) not null, -- that it was started by
  status       varchar(16) not null, -- ready, blocked, waiting, paused, parked; done, undone, cancelled
  direction    varchar(16) not null, -- forward, undo
  path         longtext, -- the step that may have begun; null: none, it enters the first
  iteration    longtext not null, -- of the loops around it, from the outermost: [3][0]
  entered      bigint not null, -- so many of the scopes around it are entered
  counts       longtext not null, -- of loops, fixed when they were entered
  args         longtext not null,
  data         longtext not null,
  locks        longtext not null, -- that it holds: [scope, type, key, token]
  unique_key   varbinary(1024),
  attempt      bigint not null, -- of the step
  failures     bigint not null, -- of the step, that count
  is_uncertain boolean not null, -- an earlier attempt of the step may have happened
  was_cut_off  boolean not null, -- whoever had it last was gone
  undoing      bigint, -- the step of the history that is being undone
  undo_until   bigint, -- the way back ends with this one; null: with the first
  steps        bigint not null, -- the last of the history
  undone       bigint not null, -- how many were undone
  error        longtext,
  waits_for    longtext, -- the signal
  wish         varchar(16), -- an operator's, not obeyed yet
  wish_place   longtext,
  wish_actor   varchar(255),
  claim        bigint not null, -- grows; what an older one says changes nothing
  actor        varchar(255) not null, -- who started it
  started_at   bigint not null,
  updated_at   bigint not null,
  ended_at     bigint,
  topic        longtext, -- of its events, said when it was started; null: it has none
  events       bigint not null, -- so many it has written to the outbox
  unique index pawl_runs_unique (flow, unique_key),
  index pawl_runs_status (flow, status, id)
) engine = InnoDB;

-- The history of runs.
create table if not exists pawl_database.pawl_run_steps (
  run         bigint not null,
  number      bigint not null,
  path        longtext not null,
  iteration   longtext not null,
  generation  bigint not null,
  is_undo     boolean not null,
  outcome     varchar(16) not null,
  attempt     bigint not null,
  undoes      bigint, -- the number of what is undone by this
  after       longtext, -- data, where the step changed it
  error       longtext,
  actor       varchar(255) not null,
  at          bigint not null,
  duration_us bigint not null,
  primary key (run, number),
  unique index pawl_run_steps_undone (run, undoes) -- each step is undone at most once
) engine = InnoDB;

-- What workers look at, and nothing else.
create table if not exists pawl_database.pawl_run_ready (
  run       bigint not null primary key,
  flow      varchar(64) not null,
  due_at    bigint not null, -- leased: the end of the lease
  is_leased boolean not null,
  index pawl_run_ready_due (flow, due_at)
) engine = InnoDB;

-- Signals that were sent to runs.
create table if not exists pawl_database.pawl_run_signals (
  run     bigint not null,
  name    varbinary(1024) not null,
  actor   varchar(255) not null,
  sent_at bigint not null,
  primary key (run, name)
) engine = InnoDB;

-- Who waits for a lock: first come, first served.
create table if not exists pawl_database.pawl_run_waits (
  number   bigint not null auto_increment,
  lock_key varbinary(1024) not null,
  type     varchar(64) not null,
  run      bigint not null,
  flow     varchar(64) not null,
  primary key (run, lock_key, type),
  unique index pawl_run_waits_number (number),
  index pawl_run_waits_next (lock_key, type, number),
  index pawl_run_waits_order (lock_key, number)
) engine = InnoDB;

-- Locks of runs ----------------------------------------------------------------------------------------
--
-- Locks are given as a list in JSON: [type, key]. All that is looked at is read with a lock, since the snapshot of a call
-- may be older than the locks that it has waited for.

delimiter //

-- Wakes those whose turn it is with a key: the first of each type, but none behind one who waits for all types. Each
-- finds out itself whether the lock is free.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_wake(wanted varbinary(1024), moment bigint) returns boolean
not deterministic modifies sql data sql security definer
begin
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased)
    select waiting.run, waiting.flow, moment, false from pawl_database.pawl_run_waits waiting
      where waiting.lock_key = wanted
        and not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.type = waiting.type and earlier.number < waiting.number lock in share mode)
        and not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.type = '' and earlier.number < waiting.number lock in share mode)
        and (waiting.type <> '' or not exists (select 1 from pawl_database.pawl_run_waits earlier
          where earlier.lock_key = wanted and earlier.number < waiting.number lock in share mode))
      lock in share mode
    on duplicate key update due_at = pawl_database.pawl_run_ready.due_at;
  return true;
end //

-- Whoever lets a lock go, in whatever way, wakes those who wait for it.
create or replace definer = pawl_database_owner trigger pawl_database.pawl_run_lock_freed after delete on pawl_database.pawl_locks
for each row do pawl_database.pawl_run_wake(old.lock_key, pawl_database.pawl_now()) //

-- Puts a run among those who wait for locks. Row by row: an insert of a query would lock the numbers of the table
-- (innodb_autoinc_lock_mode = 1), for which a statement that waits for no lock does not wait either (1467).
create or replace definer = pawl_database_owner function pawl_database.pawl_run_stand(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns boolean
not deterministic modifies sql data sql security definer
begin
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    insert into pawl_database.pawl_run_waits (lock_key, type, run, flow) values (wanted.lock_key, wanted.type, its_run, its_flow)
      on duplicate key update flow = value(flow);
  end for;
  return true;
end //

-- Takes locks for a run, all of them or none. Answers what pawl_runs.locks gains; null: they are not free, and
-- the run stands in the queue. Fair: whoever came before, and wants what conflicts, is served before. Moves that have
-- begun under no lock, and others who change locks of these keys, are waited for, as long as the session waits for
-- locks (innodb_lock_wait_timeout).
create or replace definer = pawl_database_owner function pawl_database.pawl_run_take(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, scope longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare me varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default concat('run ', its_run);
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare taken longtext character set utf8mb4 collate utf8mb4_nopad_bin default '';
  declare is_done, is_taken boolean default false;
  declare its_token bigint;
  declare holder, queued integer;
  for wanted in (select distinct cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 1) do
    set is_done = pawl_database.pawl_take_number(pawl_database.pawl_key('', convert(wanted.lock_key using utf8mb4)), false);
    set is_done = pawl_database.pawl_lock_mutex(wanted.lock_key);
  end for;
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    select 1 into holder from pawl_database.pawl_locks held
      where held.lock_key = wanted.lock_key and (held.type in (wanted.type, '') or wanted.type = '')
        and held.owner <> me and (held.until is null or held.until > moment) limit 1 lock in share mode;
    select 1 into queued from pawl_database.pawl_run_waits other
      where other.lock_key = wanted.lock_key and (other.type in (wanted.type, '') or wanted.type = '')
        and other.run <> its_run
        and other.number < coalesce((select own.number from pawl_database.pawl_run_waits own
          where own.run = its_run and own.lock_key = wanted.lock_key and own.type = wanted.type lock in share mode), 9223372036854775807)
      limit 1 lock in share mode;
    set is_taken = is_taken or holder is not null or queued is not null;
  end for;
  if is_taken then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given);
    return null;
  end if;
  for wanted in (select distinct one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    delete from pawl_database.pawl_locks
      where lock_key = wanted.lock_key and (type in (wanted.type, '') or wanted.type = '') and until <= moment;
    set its_token = null;
    select held.token into its_token from pawl_database.pawl_locks held
      where held.lock_key = wanted.lock_key and held.type = wanted.type for update;
    if its_token is null then
      update pawl_database.pawl_lock_keys mutex set mutex.last_token = mutex.last_token + 1 where mutex.lock_key = wanted.lock_key;
      select mutex.last_token into its_token from pawl_database.pawl_lock_keys mutex where mutex.lock_key = wanted.lock_key for update;
      insert into pawl_database.pawl_locks (lock_key, type, owner, token, since, until, login)
        values (wanted.lock_key, wanted.type, me, its_token, moment, null, own_login);
    end if;
    delete from pawl_database.pawl_run_waits where run = its_run and lock_key = wanted.lock_key and type = wanted.type;
    set taken = concat(taken, if(taken = '', '', ', '), '[', pawl_database.pawl_json_text(scope), ', ', pawl_database.pawl_json_text(wanted.type),
      ', ', pawl_database.pawl_json_text(convert(wanted.lock_key using utf8mb4)), ', ', its_token, ']');
  end for;
  return taken;
end //

-- In how many microseconds a run that waits for locks looks again by itself: when the first of those in the way ends, or
-- soon where none is held by anybody; null: when it is told.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_look_again(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns bigint
not deterministic modifies sql data sql security definer
begin
  declare me varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default concat('run ', its_run);
  declare its_end bigint;
  declare in_the_way, others integer default 0;
  select count(*), min(each_one.until) into in_the_way, its_end
    from (select held.until
        from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one
          straight_join pawl_database.pawl_locks held force index (primary) on held.lock_key = cast(one.lock_key as binary)
            and (held.type in (one.type, '') or one.type = '')
        where held.owner <> me lock in share mode) each_one;
  select count(*) into others
    from (select other.run
        from json_table(given, '$[*]' columns (lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one
          straight_join pawl_database.pawl_run_waits other force index (pawl_run_waits_order) on other.lock_key = cast(one.lock_key as binary)
        where other.run <> its_run limit 1 lock in share mode) each_one;
  return if(in_the_way = 0 and others = 0, 200000, its_end - moment);
end //

-- Lets locks go, and with leaves_queue its places among those who wait for one.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_let_go(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, leaves_queue boolean, moment bigint) returns boolean
not deterministic modifies sql data sql security definer
begin
  declare is_done boolean;
  for freed in (select one.type, cast(one.lock_key as binary) as lock_key
      from json_table(given, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[0]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]')) one order by 2, 1) do
    set is_done = pawl_database.pawl_lock_mutex(freed.lock_key);
    delete from pawl_database.pawl_locks
      where lock_key = freed.lock_key and type = freed.type and owner = concat('run ', its_run);
  end for;
  if leaves_queue then
    for left_one in (select waiting.lock_key, waiting.type from pawl_database.pawl_run_waits waiting
        where waiting.run = its_run order by waiting.lock_key, waiting.type) do
      set is_done = pawl_database.pawl_lock_mutex(left_one.lock_key);
      delete from pawl_database.pawl_run_waits where run = its_run and lock_key = left_one.lock_key and type = left_one.type;
      set is_done = pawl_database.pawl_run_wake(left_one.lock_key, moment);
    end for;
  end if;
  return true;
end //

delimiter ;

-- What runs tell others --------------------------------------------------------------------------------

delimiter //

-- The parameters of an event of a run, as JSON: the same that libpawl makes on SQLite.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_parameters(
  unique_key longtext character set utf8mb4 collate utf8mb4_nopad_bin, step longtext character set utf8mb4 collate utf8mb4_nopad_bin, iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, direction varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, attempt bigint, args longtext character set utf8mb4 collate utf8mb4_nopad_bin, data longtext character set utf8mb4 collate utf8mb4_nopad_bin, error longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
return concat('{"step":', coalesce(pawl_database.pawl_json_text(step), 'null'),
  ',"iteration":[', replace(trim(leading '[' from trim(trailing ']' from iteration)), '][', ','),
  '],"direction":"', direction, '","attempt":', attempt, ',"unique":', coalesce(unique_key, 'null'),
  ',"args":', coalesce(args, 'null'), ',"data":', coalesce(data, 'null'),
  ',"error":', coalesce(pawl_database.pawl_json_text(error), 'null'), '}') //

-- What the run's row, which is saved, says that is new: that it was started (status_before ''), that a step was
-- done or undone, that it stands still, or has ended. The time of an event is that of the run's row, which does not run
-- backwards: it comes first in the outbox's order.
-- 10: PAWL_SORT_KEY_STEP.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_tell(
  its_run bigint, status_before varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, ends boolean, step_outcome varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, step_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_is_undo boolean,
  step_attempt bigint, step_after longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic modifies sql data sql security definer
begin
  declare known row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin,
    fingerprint varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin,
    status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin,
    direction varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin,
    path longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, attempt bigint,
    args longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    data longtext character set utf8mb4 collate utf8mb4_nopad_bin, unique_key varbinary(1024),
    error longtext character set utf8mb4 collate utf8mb4_nopad_bin,
    topic longtext character set utf8mb4 collate utf8mb4_nopad_bin, updated_at bigint, events bigint);
  declare before_it varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin default status_before;
  declare tells_step boolean default coalesce(step_outcome in ('done', 'undone'), false);
  declare tells_run boolean;
  declare its_events bigint;
  select own.flow, own.fingerprint, own.status, own.direction, own.path, own.iteration, own.attempt, own.args, own.data,
    own.unique_key, own.error, own.topic, own.updated_at, own.events
    into known.flow, known.fingerprint, known.status, known.direction, known.path, known.iteration, known.attempt,
    known.args, known.data, known.unique_key, known.error, known.topic, known.updated_at, known.events
    from pawl_database.pawl_runs own where own.id = its_run;
  set its_events = known.events, tells_run = known.status <> before_it
    and (before_it = '' or ends or known.status in ('waiting', 'paused', 'parked'));
  if tells_step then
    set its_events = its_events + 1;
    insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic,
        fingerprint, parameters)
      values (pawl_database.pawl_outbox_slot(its_run), known.updated_at, known.flow, its_run, its_events * 10,
        if(step_is_undo, 'undo', 'step'), before_it, if(tells_run, 'ready', known.status), known.topic, known.fingerprint,
        pawl_database.pawl_run_parameters(convert(known.unique_key using utf8mb4), step_path, step_iteration,
          if(step_is_undo, 'undo', 'forward'), step_attempt, null, step_after, null));
    set before_it = 'ready';
  end if;
  if tells_run then
    set its_events = its_events + 1;
    insert into pawl_database.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, topic,
        fingerprint, parameters)
      values (pawl_database.pawl_outbox_slot(its_run), known.updated_at, known.flow, its_run, its_events * 10,
        if(before_it = '', 'start', if(ends, 'end', 'stop')), before_it, known.status, known.topic, known.fingerprint,
        pawl_database.pawl_run_parameters(convert(known.unique_key using utf8mb4), known.path, known.iteration, known.direction,
          known.attempt, known.args, known.data, known.error));
  end if;
  if tells_step or tells_run then
    update pawl_database.pawl_runs own set own.events = its_events where own.id = its_run;
  end if;
  return true;
end //

delimiter ;

-- What workers and operators do with runs --------------------------------------------------------------------

delimiter //

-- What the functions of runs answer.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_answer(status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, run bigint, detail longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
deterministic no sql sql security definer
return json_object('status', status, 'run', run, 'detail', detail) //

-- What stands in the way of new runs of a flow, as pawl_frozen tells it of a machine; null: nothing. Who finds nothing
-- is at the flow's gate, where a freeze waits for him.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_obstacle(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare seen integer;
  declare obstacle longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_frozen(its_flow, null, null);
  if obstacle is null then
    select 1 into seen from pawl_database.pawl_gates gate where gate.machine = its_flow and gate.number = 0 lock in share mode;
    if @@wsrep_on then
      set seen = pawl_database.pawl_pass_gate(its_flow);
    end if;
    set obstacle = pawl_database.pawl_frozen(its_flow, null, null);
  end if;
  return obstacle;
end //

-- Makes a run ready, unless somebody has it.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_call(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, moment bigint) returns boolean
not deterministic modifies sql data sql security definer
begin
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased) values (its_run, its_flow, moment, false)
    on duplicate key update due_at = if(is_leased, due_at, value(due_at));
  return true;
end //

-- OK, EXISTS and REUSED with the run; LOCKED and ASLEEP where the flow is frozen; MISMATCH. wants_locks: it is not ready
-- until pawl_run_enter has been called in the same transaction.
-- 255: PAWL_ACTOR_MAX_BYTES.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_start(
  its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_fingerprint varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_args longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_unique_key longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, wants_locks boolean, clock_offset bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare is_known, is_done boolean default false;
  declare its_topic, obstacle longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare earlier row (id bigint, args longtext character set utf8mb4 collate utf8mb4_nopad_bin, steps bigint);
  if octet_length(its_actor) > 255 then
    return pawl_database.pawl_run_answer('MISUSE', null, null);
  end if;
  select true, coalesce(known.topic, json_value(its_args, concat('$.', known.topic_argument))) into is_known, its_topic
    from pawl_database.pawl_flows known where known.flow = its_flow and known.fingerprint = its_fingerprint;
  if not is_known then
    return pawl_database.pawl_run_answer('MISMATCH', null, null);
  end if;
  select own.id, own.args into earlier.id, earlier.args from pawl_database.pawl_runs own
    where own.flow = its_flow and own.unique_key = cast(its_unique_key as binary);
  if earlier.id is not null then
    return pawl_database.pawl_run_answer(if(earlier.args = its_args, 'EXISTS', 'REUSED'), earlier.id, null);
  end if;
  set obstacle = pawl_database.pawl_run_obstacle(its_flow);
  if obstacle is not null then
    return pawl_database.pawl_run_answer(substring_index(obstacle, ' ', 1), null, substr(obstacle, locate(' ', obstacle) + 1));
  end if;
  -- as a row that nobody else ever sees, with -1 steps: so it is told from another's of this very moment
  insert into pawl_database.pawl_runs (flow, fingerprint, status, direction, path, iteration, entered, counts, args,
      data, locks, unique_key, attempt, failures, is_uncertain, was_cut_off, steps, undone, claim, actor,
      started_at, updated_at, topic, events)
    values (its_flow, its_fingerprint, 'ready', 'forward', null, '', 0, '{}', its_args, '{}', '[]', cast(its_unique_key as binary),
      0, 0, false, false, -1, 0, 0, coalesce(its_actor, substring_index(session_user(), '@', 1)), moment, moment, its_topic, 0)
    on duplicate key update id = last_insert_id(id);
  select own.id, own.args, own.steps into earlier.id, earlier.args, earlier.steps from pawl_database.pawl_runs own
    where own.id = last_insert_id() for update;
  if earlier.steps >= 0 then
    return pawl_database.pawl_run_answer(if(earlier.args = its_args, 'EXISTS', 'REUSED'), earlier.id, null);
  end if;
  update pawl_database.pawl_runs own set own.steps = 0 where own.id = earlier.id;
  if not wants_locks then
    set is_done = pawl_database.pawl_run_call(earlier.id, its_flow, moment);
    if its_topic is not null then
      set is_done = pawl_database.pawl_run_tell(earlier.id, '', false, null, null, null, null, null, null);
    end if;
  end if;
  return pawl_database.pawl_run_answer('OK', earlier.id, null);
end //

-- The end of a start with locks. is_busy: others are changing locks of these keys, which was not waited for.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_enter(its_run bigint, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, is_busy boolean, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare again bigint default 0;
  declare its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare taken, its_topic longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare is_done boolean;
  select own.flow, own.topic into its_flow, its_topic from pawl_database.pawl_runs own where own.id = its_run for update;
  if is_busy then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given), again = 200000;
  else
    set taken = pawl_database.pawl_run_take(its_run, its_flow, '', given, moment);
    if taken is null then
      set again = pawl_database.pawl_run_look_again(its_run, given, moment);
    end if;
  end if;
  update pawl_database.pawl_runs own set own.status = if(taken is null, 'blocked', 'ready'), own.locks = concat('[', coalesce(taken, ''), ']')
    where own.id = its_run;
  if again is not null then
    set is_done = pawl_database.pawl_run_call(its_run, its_flow, moment + again);
  end if;
  if its_topic is not null then
    set is_done = pawl_database.pawl_run_tell(its_run, '', false, null, null, null, null, null, null);
  end if;
  return pawl_database.pawl_run_answer('OK', its_run, null);
end //

-- Makes a run whose rows the caller has locked his until the lease ends. What it changes it reads without a lock afterwards:
-- see pawl_run_claim_due.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_lease(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, was_leased boolean, moment bigint, lease_us bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare own_login varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin default substring_index(session_user(), '@', 1);
  declare its_locks, answer longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased) values (its_run, its_flow, moment + lease_us, true)
    on duplicate key update due_at = value(due_at), is_leased = true;
  update pawl_database.pawl_runs own
    set own.claim = own.claim + 1, own.was_cut_off = own.was_cut_off or coalesce(was_leased, false)
    where own.id = its_run;
  select own.locks, json_object('id', own.id, 'flow', own.flow, 'fingerprint', own.fingerprint, 'status', own.status,
      'direction', own.direction, 'path', own.path, 'iteration', own.iteration, 'entered', own.entered,
      'counts', own.counts, 'args', own.args, 'data', own.data, 'locks', own.locks,
      'unique_key', convert(own.unique_key using utf8mb4), 'attempt', own.attempt, 'failures', own.failures,
      'is_uncertain', own.is_uncertain, 'was_cut_off', own.was_cut_off, 'undoing', own.undoing,
      'undo_until', own.undo_until, 'steps', own.steps, 'undone', own.undone, 'error', own.error,
      'waits_for', own.waits_for, 'wish', own.wish, 'wish_place', own.wish_place, 'wish_actor', own.wish_actor,
      'claim', own.claim, 'actor', own.actor, 'started_at', own.started_at, 'updated_at', own.updated_at,
      'ended_at', own.ended_at, 'topic', own.topic, 'events', own.events)
    into its_locks, answer
    from pawl_database.pawl_runs own where own.id = its_run;
  if its_locks <> '[]' then -- they belong to the login that goes on with it
    for held in (select one.type, one.lock_key
        from json_table(its_locks, '$[*]' columns (type varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin path '$[1]', lock_key longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$[2]')) one) do
      update pawl_database.pawl_locks own set own.login = own_login
        where own.lock_key = cast(held.lock_key as binary) and own.type = held.type
          and own.owner = concat('run ', its_run) and own.login <> own_login;
    end for;
  end if;
  return answer;
end //

-- That run, which is the caller's until the lease ends; null where there is none that he may have. mine: the caller's own
-- claim on it, which he takes up again. early: even before it is due.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_claim(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_run bigint, mine bigint, early boolean, lease_us bigint, clock_offset bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare ready row (is_leased boolean, due_at bigint);
  declare found row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, claim bigint, ended_at bigint);
  if exists (select 1 from pawl_database.pawl_freezes kept where kept.machine = its_flow and (kept.until is null or kept.until > moment)) then
    return null;
  end if;
  select own.flow, own.claim, own.ended_at into found.flow, found.claim, found.ended_at
    from pawl_database.pawl_runs own where own.id = its_run for update;
  if found.flow is null or found.flow <> its_flow or found.ended_at is not null then
    return null;
  end if;
  select each_one.is_leased, each_one.due_at into ready.is_leased, ready.due_at
    from pawl_database.pawl_run_ready each_one where each_one.run = its_run for update;
  if ready.due_at > moment and (ready.is_leased or not early) and not (found.claim <=> mine) then
    return null;
  end if;
  return pawl_database.pawl_run_lease(its_run, its_flow, ready.is_leased, moment, lease_us);
end //

-- The run longest due, in the same way; null where there is none. It waits for nobody. A function of its own, since
-- `skip locked` is heeded only by the first statement of a function that uses the table, and only where no other one of
-- it, or of what it calls, is `select ... for update` there.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_claim_due(its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, lease_us bigint, clock_offset bigint)
returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare ready row (run bigint, is_leased boolean);
  if exists (select 1 from pawl_database.pawl_freezes kept where kept.machine = its_flow and (kept.until is null or kept.until > moment)) then
    return null;
  end if;
  select each_one.run, each_one.is_leased into ready.run, ready.is_leased
    from pawl_database.pawl_run_ready each_one force index (pawl_run_ready_due)
      straight_join pawl_database.pawl_runs owner force index (primary) on owner.id = each_one.run
    where each_one.flow = its_flow and each_one.due_at <= moment
    order by each_one.due_at limit 1 for update skip locked;
  return if(ready.run is null, null, pawl_database.pawl_run_lease(ready.run, its_flow, ready.is_leased, moment, lease_us));
end //

-- OK, with what pawl_runs.locks gains; LOCKED, with the microseconds after which to look again, or nothing;
-- CONFLICT. is_busy: as above.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_lock(its_run bigint, its_claim bigint, scope longtext character set utf8mb4 collate utf8mb4_nopad_bin, given longtext character set utf8mb4 collate utf8mb4_nopad_bin, is_busy boolean, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin;
  declare taken longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare is_done boolean;
  select own.flow into its_flow from pawl_database.pawl_runs own where own.id = its_run and own.claim = its_claim for update;
  if its_flow is null then
    return pawl_database.pawl_run_answer('CONFLICT', null, null);
  end if;
  if is_busy then
    set is_done = pawl_database.pawl_run_stand(its_run, its_flow, given);
    return pawl_database.pawl_run_answer('LOCKED', null, 200000);
  end if;
  set taken = pawl_database.pawl_run_take(its_run, its_flow, scope, given, moment);
  if taken is null then
    return pawl_database.pawl_run_answer('LOCKED', null, pawl_database.pawl_run_look_again(its_run, given, moment));
  end if;
  return pawl_database.pawl_run_answer('OK', null, taken);
end //

-- All that a step changes, if the claim still holds, else error PW003: OK, with an operator's wish.
-- Where it was to end, obeys nobody, and was sent back: error PW004. Errors, so that nothing that is sent behind it
-- commits what the step has written.
-- due_us: null keeps the lease, or with lease_us renews it; below 0: not ready; else in so long.
-- leaves_queue: waits for no lock. tells: it has a topic.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_save(
  its_run bigint, its_claim bigint, its_status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_direction varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_entered bigint,
  its_counts longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_data longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_locks longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_attempt bigint, its_failures bigint, its_uncertainty boolean,
  its_undoing bigint, its_undo_until bigint, its_undone bigint, its_error longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_signal longtext character set utf8mb4 collate utf8mb4_nopad_bin, obeys boolean,
  ends boolean, leaves_queue boolean, due_us bigint, lease_us bigint, freed longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  step_number bigint, step_path longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_iteration longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_generation bigint,
  step_is_undo boolean, step_outcome varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, step_attempt bigint, step_undoes bigint, step_after longtext character set utf8mb4 collate utf8mb4_nopad_bin,
  step_error longtext character set utf8mb4 collate utf8mb4_nopad_bin, step_actor varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, step_duration_us bigint, tells boolean, clock_offset bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare due, seen bigint;
  declare is_done boolean;
  declare known row (flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, status varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wish varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, has_topic boolean, updated_at bigint);
  declare what_is_wrong varchar(128);
  select own.flow, own.status, own.wish, own.topic is not null, own.updated_at
    into known.flow, known.status, known.wish, known.has_topic, known.updated_at
    from pawl_database.pawl_runs own where own.id = its_run and own.claim = its_claim for update;
  if known.flow is null then
    set what_is_wrong = concat('the claim on run ', its_run, ' is lost');
    signal sqlstate 'PW003' set message_text = what_is_wrong;
  end if;
  if known.has_topic <> tells then
    set what_is_wrong = concat('run ', its_run, ': tells is true where it has a topic, and there alone');
    signal sqlstate '22023' set message_text = what_is_wrong;
  end if;
  if ends and not obeys and known.wish in ('rollback', 'resume_from') then
    set what_is_wrong = concat('run ', its_run, ' is to go back');
    signal sqlstate 'PW004' set message_text = what_is_wrong;
  end if;
  if obeys or ends then
    set known.wish = null;
  end if;
  set known.updated_at = greatest(moment, known.updated_at); -- never goes back
  update pawl_database.pawl_runs own set
      own.status = its_status, own.direction = its_direction, own.path = its_path, own.iteration = its_iteration,
      own.entered = its_entered, own.counts = its_counts, own.data = its_data, own.locks = its_locks,
      own.attempt = its_attempt, own.failures = its_failures, own.is_uncertain = its_uncertainty,
      own.undoing = its_undoing, own.undo_until = its_undo_until, own.undone = its_undone, own.error = its_error,
      own.waits_for = its_signal, own.was_cut_off = false, own.steps = coalesce(step_number, own.steps),
      own.wish = known.wish, own.updated_at = known.updated_at, own.ended_at = if(ends, known.updated_at, null)
    where own.id = its_run;
  if step_number is not null then
    insert into pawl_database.pawl_run_steps (run, number, path, iteration, generation, is_undo, outcome, attempt, undoes, after, error,
        actor, at, duration_us)
      values (its_run, step_number, step_path, step_iteration, step_generation, step_is_undo, step_outcome,
        step_attempt, step_undoes, step_after, step_error, coalesce(step_actor, substring_index(session_user(), '@', 1)),
        known.updated_at, step_duration_us);
  end if;
  if tells then
    set is_done = pawl_database.pawl_run_tell(its_run, known.status, ends, step_outcome, step_path, step_iteration, step_is_undo,
      step_attempt, step_after);
  end if;
  if freed is not null or leaves_queue then
    set is_done = pawl_database.pawl_run_let_go(its_run, freed, leaves_queue, moment);
  end if;
  if due_us is null then
    if lease_us is not null then
      update pawl_database.pawl_run_ready ready set ready.due_at = moment + lease_us where ready.run = its_run;
    end if;
    return pawl_database.pawl_run_answer('OK', null, known.wish);
  end if;
  set due = if(due_us >= 0, moment + due_us, null);
  if known.wish is not null and not ends then
    set due = moment;
  elseif its_signal is not null then
    select 1 into seen from pawl_database.pawl_run_signals sent where sent.run = its_run and sent.name = cast(its_signal as binary) lock in share mode;
    if seen is not null then
      set due = moment;
    end if;
  end if;
  if due is null then
    delete from pawl_database.pawl_run_ready where run = its_run;
  else
    insert into pawl_database.pawl_run_ready (run, flow, due_at, is_leased) values (its_run, known.flow, due, false)
      on duplicate key update due_at = value(due_at), is_leased = false;
  end if;
  return pawl_database.pawl_run_answer('OK', null, known.wish);
end //

-- The last irreversible step from this place on that the run has done, or may have done; null: none. A step counts if
-- it is irreversible in every version of the flow that has it.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_last_irreversible(its_run bigint, its_place longtext character set utf8mb4 collate utf8mb4_nopad_bin) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
begin
  return (
    with done as (
      select step.number, step.path, step.iteration, known.flow
        from pawl_database.pawl_run_steps step join pawl_database.pawl_runs known on known.id = step.run
        where step.run = its_run and step.outcome in ('done', 'unknown')
          and not exists (select 1 from pawl_database.pawl_run_steps later where later.run = its_run and later.undoes = step.number)
      union all
      select known.steps + 1, known.path, known.iteration, known.flow from pawl_database.pawl_runs known
        where known.id = its_run and known.is_uncertain
    )
    select concat(done.path, done.iteration) from done
      where done.number >= (select max(first.number) from done first where concat(first.path, first.iteration) = its_place)
        and (select min(declared.irreversible) from pawl_database.pawl_flows version,
            json_table(version.model, '$.steps[*]' columns (path longtext character set utf8mb4 collate utf8mb4_nopad_bin path '$.path', irreversible boolean path '$.irreversible' default '0' on empty)) declared
          where version.flow = done.flow and declared.path = done.path)
      order by done.number desc limit 1);
end //

-- An operator's wish: OK, NOT_FOUND, or ILLEGAL with the status, or with `irreversible` and the step's place.
-- 255: PAWL_ACTOR_MAX_BYTES. 1024: PAWL_KEY_MAX_BYTES.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_say(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, wanted varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_place longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare known row (id bigint, flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, wish varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, ended_at bigint);
  declare is_legal, is_done boolean default false;
  declare bound longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if octet_length(its_actor) > 255 or octet_length(its_place) > 1024 then
    return pawl_database.pawl_run_answer('MISUSE', null, null);
  end if;
  select own.id, own.flow, own.status, own.wish, own.ended_at
    into known.id, known.flow, known.status, known.wish, known.ended_at
    from pawl_database.pawl_runs own where own.id = its_run and (its_flow is null or own.flow = its_flow) for update;
  if known.id is null then
    return pawl_database.pawl_run_answer('NOT_FOUND', null, null);
  end if;
  set is_legal = coalesce(case wanted
      when 'pause' then known.status in ('ready', 'blocked', 'waiting') or known.wish = 'resume'
      when 'resume' then known.status = 'paused' or known.wish = 'pause'
      when 'retry' then known.status in ('parked', 'ready')
      when 'resume_from' then known.ended_at is null and exists (select 1 from pawl_database.pawl_run_steps step
        where step.run = its_run and concat(step.path, step.iteration) = its_place and step.outcome in ('done', 'unknown')
          and not exists (select 1 from pawl_database.pawl_run_steps later where later.run = its_run and later.undoes = step.number))
      else known.ended_at is null end, false);
  if not is_legal then
    return pawl_database.pawl_run_answer('ILLEGAL', known.id, known.status);
  end if;
  if wanted = 'resume_from' then
    set bound = pawl_database.pawl_run_last_irreversible(its_run, its_place);
    if bound is not null then
      return pawl_database.pawl_run_answer('ILLEGAL', known.id, concat('irreversible ', bound));
    end if;
  end if;
  update pawl_database.pawl_runs own set own.wish = wanted, own.wish_place = its_place,
      own.wish_actor = coalesce(its_actor, substring_index(session_user(), '@', 1))
    where own.id = its_run;
  set is_done = pawl_database.pawl_run_call(its_run, known.flow, moment);
  return pawl_database.pawl_run_answer('OK', known.id, known.status);
end //

-- Sends a signal to a run: OK, EXISTS where it was sent before, NOT_FOUND, or ILLEGAL with the status.
create or replace definer = pawl_database_owner function pawl_database.pawl_run_signal(its_run bigint, its_flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, its_name longtext character set utf8mb4 collate utf8mb4_nopad_bin, its_actor longtext character set utf8mb4 collate utf8mb4_nopad_bin, clock_offset bigint) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic modifies sql data sql security definer
begin
  declare moment bigint default pawl_database.pawl_now() + clock_offset;
  declare known row (id bigint, flow varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, status varchar(16) character set utf8mb4 collate utf8mb4_nopad_bin, waits_for longtext character set utf8mb4 collate utf8mb4_nopad_bin, ended_at bigint);
  declare seen integer;
  declare is_done boolean;
  if octet_length(its_actor) > 255 or octet_length(its_name) > 1024 then
    return pawl_database.pawl_run_answer('MISUSE', null, null);
  end if;
  select own.id, own.flow, own.status, own.waits_for, own.ended_at
    into known.id, known.flow, known.status, known.waits_for, known.ended_at
    from pawl_database.pawl_runs own where own.id = its_run and (its_flow is null or own.flow = its_flow) for update;
  if known.id is null then
    return pawl_database.pawl_run_answer('NOT_FOUND', null, null);
  end if;
  select 1 into seen from pawl_database.pawl_run_signals sent where sent.run = its_run and sent.name = cast(its_name as binary) for update;
  if known.ended_at is not null then
    return pawl_database.pawl_run_answer('ILLEGAL', known.id, known.status);
  elseif seen is not null then
    return pawl_database.pawl_run_answer('EXISTS', known.id, known.status);
  end if;
  insert into pawl_database.pawl_run_signals (run, name, actor, sent_at)
    values (its_run, cast(its_name as binary), coalesce(its_actor, substring_index(session_user(), '@', 1)), moment);
  if known.status = 'waiting' and known.waits_for = its_name then
    set is_done = pawl_database.pawl_run_call(its_run, known.flow, moment);
  elseif @@wsrep_on then -- who lets it wait on another node has not seen this: one of the two is turned away
    update pawl_database.pawl_runs own set own.updated_at = greatest(moment, own.updated_at + 1) where own.id = its_run;
  end if;
  return pawl_database.pawl_run_answer('OK', known.id, known.status);
end //

delimiter ;

-- What the catalog says of Pawl's objects -------------------------------------------------------------
--
-- Read with the rights of Pawl's owner, so that whoever may ask sees the same: others see neither the bodies of routines
-- nor tables on which they have no right.

delimiter //

-- Whether an object of that name is of_machine's, or what all machines share: the name of the longest machine that it
-- begins with says so, behind which _ follows, or $ where it calls a guard or effect. An archive is a table that pawlctl makes
-- afterwards.
create or replace definer = pawl_database_owner function pawl_database.pawl_is_of(
  name varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic reads sql data sql security definer
return (of_machine = '' or left(name, char_length(of_machine) + 1) in (concat(of_machine, '_'), concat(of_machine, '$')))
  and name <> concat(of_machine, '_archive')
  and not exists (select 1 from pawl_database.pawl_machines known
    where char_length(known.machine) > char_length(of_machine)
      and left(name, char_length(known.machine) + 1) in (concat(known.machine, '_'), concat(known.machine, '$'))) //

-- An array of object and definition, which is empty where the owner may not see it. Of what all share these are all
-- objects of no machine, whoever made them. Guards and effects lie in the application's database, and so does the table of
-- `storage transitions`, of which the triggers are told. information_schema parses each routine anew that it tells of, those
-- of all databases unless it is asked for one in its own character set; and a cursor would ask it twice, once for its
-- columns. What there is much of is looked at only where its name begins with the machine's.
create or replace definer = pawl_database_owner function pawl_database.pawl_catalog(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
begin
  declare found longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set statement group_concat_max_len = 1073741824, sql_quote_show_create = true for -- as a check is shown
  select json_arrayagg(json_object('object', made.object, 'definition', made.definition) order by made.object) into found from (
    select concat('table ', own.table_name) as object, concat_ws(' ', own.engine, has.columns) as definition
      from information_schema.tables own
        left join (select part.table_name, group_concat(concat_ws(' ', part.column_name, part.column_type, part.collation_name,
            if(part.is_nullable = 'NO', 'not null', null), concat('default ', part.column_default), part.extra,
            part.generation_expression) order by part.ordinal_position separator ', ') as columns
          from information_schema.columns part
          where part.table_schema = 'pawl_database' and left(part.table_name, char_length(of_machine)) = of_machine
          group by part.table_name) has
          on has.table_name = own.table_name
      where own.table_schema = 'pawl_database' and own.table_type <> 'VIEW'
        and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('index ', own.table_name, '.', own.index_name),
        concat(if(min(own.non_unique), 'create index on ', 'create unique index on '), own.table_name, ' (',
          group_concat(own.column_name, coalesce(concat(' ', own.sub_part), '') order by own.seq_in_index separator ', '), ')')
      from information_schema.statistics own
      where own.table_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
      group by own.table_name, own.index_name
    union all
    select concat('constraint ', own.table_name, '.', own.constraint_name),
        concat('foreign key (', group_concat(own.column_name order by own.ordinal_position), ') references ',
          min(own.referenced_table_schema), '.', min(own.referenced_table_name), ' (',
          group_concat(own.referenced_column_name order by own.ordinal_position), ')')
      from information_schema.key_column_usage own
      where own.table_schema = 'pawl_database' and own.referenced_table_name is not null
        and pawl_database.pawl_is_of(own.table_name, of_machine)
      group by own.table_name, own.constraint_name
    union all
    select concat('constraint ', own.table_name, '.', own.constraint_name), concat('check (', own.check_clause, ')')
      from information_schema.check_constraints own
      where own.constraint_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('view ', own.table_name), concat_ws(' ', own.definer, own.security_type, own.view_definition)
      from information_schema.views own
      where own.table_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('trigger ', own.trigger_name), concat_ws(' ', own.definer, own.action_timing, own.event_manipulation,
        own.event_object_table, own.action_statement)
      from information_schema.triggers own
      where own.event_object_schema = 'pawl_database' and pawl_database.pawl_is_of(own.event_object_table, of_machine)
    union all
    select concat('trigger ', own.trigger_name), concat_ws(' ', own.definer, own.action_timing, own.event_manipulation,
        own.event_object_table, own.action_statement)
      from information_schema.triggers own
      where own.event_object_schema = convert(application using utf8mb3)
        and own.event_object_table = convert(concat(of_machine, '_transitions') using utf8mb3)
        and not exists (select 1 from information_schema.tables kept
          where kept.table_schema = 'pawl_database' and kept.table_name = own.event_object_table
            and kept.table_type <> 'VIEW')
    union all
    select concat(lower(own.routine_type), ' ', own.routine_name), concat_ws(' ', own.definer, own.security_type,
        own.sql_data_access, own.sql_mode, own.collation_connection, concat('(', coalesce(takes.parameters, ''), ')'),
        own.dtd_identifier, own.routine_definition)
      from (select * from information_schema.routines lies where lies.routine_schema = 'pawl_database'
            and left(lies.routine_name, char_length(of_machine)) = of_machine and pawl_database.pawl_is_of(lies.routine_name, of_machine)
          union all
          select * from information_schema.routines lies
            where lies.routine_schema = convert(application using utf8mb3) and of_machine <> ''
              and (lies.definer = (select self.definer
                  from information_schema.routines self
                  where self.routine_schema = 'pawl_database' and self.routine_name = 'pawl_catalog')
                or exists (select 1 from pawl_database.pawl_objects was -- of whoever has replaced it
                  where was.machine = of_machine and was.object = concat('function ', lies.routine_name)))
              and left(lies.routine_name, char_length(of_machine) + 7) in (concat(of_machine, '_guard_'), concat(of_machine, '_effect'))
              -- those of a machine voucher_guard are called voucher_guard_guard_
              and not exists (select 1 from pawl_database.pawl_machines known
                where char_length(known.machine) > char_length(of_machine)
                  and left(lies.routine_name, char_length(known.machine) + 7)
                    in (concat(known.machine, '_guard_'), concat(known.machine, '_effect')))
        ) own
        left join (select part.specific_schema, part.specific_name,
            group_concat(part.parameter_name, ' ', part.dtd_identifier order by part.ordinal_position separator ', ') as parameters
          from (select * from information_schema.parameters lies where lies.specific_schema = 'pawl_database'
                and left(lies.specific_name, char_length(of_machine)) = of_machine
              union all
              select * from information_schema.parameters lies
                where lies.specific_schema = convert(application using utf8mb3) and of_machine <> '') part
          where part.ordinal_position > 0
          group by part.specific_schema, part.specific_name) takes
          on takes.specific_schema = own.routine_schema and takes.specific_name = own.routine_name
  ) made;
  return coalesce(found, '[]');
end //

-- Writes down what is there of a machine, or, where that is '', of what all share.
create or replace definer = pawl_database_owner function pawl_database.pawl_record(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic modifies sql data sql security definer
begin
  declare present longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_catalog(of_machine, application);
  delete from pawl_database.pawl_objects where machine = of_machine;
  insert into pawl_database.pawl_objects (machine, object, definition)
    select of_machine, made.object, made.definition
      from json_table(present, '$[*]' columns (object varchar(255) path '$.object', definition longtext path '$.definition')) made
      where of_machine <> '' or substring_index(made.object, ' ', -1) like 'pawl|_%' escape '|';
  -- A deployment by a login that may not hand on mysql.proc has not seen its own guards and effects; another one makes them seen.
  insert into pawl_database.pawl_objects (machine, object, definition)
    select known.machine, made.object, made.definition
      from pawl_database.pawl_machines known,
        json_table(pawl_database.pawl_catalog(known.machine, application), '$[*]' columns (object varchar(255) path '$.object', definition longtext path '$.definition')) made
      where of_machine = '' and known.is_deployed and made.object regexp '^function [^$]*_(guard|effect)_'
        and not exists (select 1 from pawl_database.pawl_objects was
          where was.machine = known.machine and was.object regexp '^function [^$]*_(guard|effect)_');
  return true;
end //

delimiter ;

grant select on pawl_database.pawl_schema to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_machines to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_migrations to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_freezes to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_catalog to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_objects to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_past_moves to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_repairs to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_key to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_lock to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_lock_keys to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_locks to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_held_locks to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_deferred to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_lock_log to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_now to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_acquire to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_renew to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_release to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_wake to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_defer to pawl_database_app;
grant execute on function pawl_database.pawl_break to pawl_database_operator;
grant execute on function pawl_database.pawl_prepared to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_freeze to pawl_database_operator;
grant execute on function pawl_database.pawl_freeze_waits_for to pawl_database_operator;
grant execute on function pawl_database.pawl_thaw to pawl_database_operator;
grant select on pawl_database.pawl_outbox to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_outbox_parked to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_outbox_slots to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_flows to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_runs to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_claim to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_settle to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_park to pawl_database_operator;
grant execute on function pawl_database.pawl_outbox_retry to pawl_database_operator;
grant select on pawl_database.pawl_run_steps to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_ready to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_signals to pawl_database_app, pawl_database_operator;
grant select on pawl_database.pawl_run_waits to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_run_start to pawl_database_app;
grant execute on function pawl_database.pawl_run_enter to pawl_database_app;
grant execute on function pawl_database.pawl_run_claim to pawl_database_app;
grant execute on function pawl_database.pawl_run_claim_due to pawl_database_app;
grant execute on function pawl_database.pawl_run_lock to pawl_database_app;
grant execute on function pawl_database.pawl_run_save to pawl_database_app;
grant execute on function pawl_database.pawl_run_say to pawl_database_app, pawl_database_operator;
grant execute on function pawl_database.pawl_run_signal to pawl_database_app, pawl_database_operator;

-- Of a login that may not hand on what a machine needs all that it lacks at once; nothing where that is not seen, as of rights by roles.
delimiter //
create or replace definer = pawl_database_owner procedure pawl_database.pawl_require_grants(
  in $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $4 integer, in $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $6 boolean
)
sql security invoker
comment 'machine, database and table of its entities, how many of SELECT and UPDATE it needs there, database of its functions, whether it has some'
begin
  declare grantee, login, lacking longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set grantee = concat('''', replace(current_user(), '@', '''@'''), ''''),
    login = concat(quote(substring_index(current_user(), '@', 1)), '@', quote(substring_index(current_user(), '@', -1)));
  set lacking = nullif(concat_ws('; ',
    if((select count(distinct held.privilege_type) from (
        select own.privilege_type from information_schema.user_privileges own where own.grantee = grantee and own.is_grantable = 'YES'
        union all
        select own.privilege_type from information_schema.schema_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and $2 like own.table_schema
        union all
        select own.privilege_type from information_schema.table_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and own.table_schema = $2 and own.table_name = $3) held
      where held.privilege_type in ('SELECT', if($4 > 1, 'UPDATE', 'SELECT'))) >= $4, null,
      concat('grant select', if($4 > 1, ', update', ''), ' on `', $2, '`.`', $3, '` to ', login, ' with grant option')),
    if(not $6 or (select count(distinct held.privilege_type) from (
        select own.privilege_type from information_schema.user_privileges own where own.grantee = grantee and own.is_grantable = 'YES'
        union all
        select own.privilege_type from information_schema.schema_privileges own
          where own.grantee = grantee and own.is_grantable = 'YES' and $5 like own.table_schema) held
      where held.privilege_type in ('CREATE ROUTINE', 'ALTER ROUTINE')) = 2, null,
      concat('grant create routine, alter routine on `', $5, '`.* to ', login, ' with grant option'))), '');
  if lacking is not null then
    set lacking = concat('the login may not grant what machine ', $1, ' needs: ', lacking);
    signal sqlstate '45000' set message_text = lacking;
  end if;
end //
delimiter ;

-- It is all there.
set @pawl_done = pawl_database.pawl_record('', 'pawl_application');
insert into pawl_database.pawl_schema (version) values (3) on duplicate key update version = value(version); -- 3: PAWL_SCHEMA_VERSION
set sql_mode = @pawl_sql_mode, collation_connection = @pawl_collation, group_concat_max_len = @pawl_group_concat_max,
  autocommit = @pawl_autocommit;
do release_lock('pawl_database');

-- This file is whole.
