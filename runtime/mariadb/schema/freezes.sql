-- Frozen machines, and events that wait for them ------------------------------------------------------

-- Machines that are frozen ('reject') or asleep ('sleep'): a row for each, and none for one that moves.
create table if not exists pawl_database.pawl_freezes (
  machine   varchar(64) not null primary key,
  mode      varchar(16) not null check (mode in ('reject', 'sleep')),
  until     bigint, -- null: until it is thawed
  reason    varchar(255) not null,
  since     bigint not null,
  frozen_by varchar(255) not null
) engine = InnoDB;

-- Events that wait until their machine wakes, and what came of them.
create table if not exists pawl_database.pawl_deferred (
  number      bigint not null auto_increment primary key,
  machine     varchar(64) not null,
  entity      varbinary(1024) not null,
  request_id  varbinary(255) not null,
  event       varchar(255) not null,
  arguments   longtext not null,
  actor       varchar(255) not null,
  lock_owner  varchar(255),
  lock_token  bigint,
  login       varchar(255) not null,
  deferred_at bigint not null,
  fired_at    bigint,
  status      varchar(16),
  from_state  varchar(255),
  to_state    varchar(255),
  sort_key    integer,
  created_at  bigint,
  detail      longtext,
  unique index pawl_deferred_request (machine, entity, request_id),
  index pawl_deferred_pending (machine, status, number),
  index pawl_deferred_entity (machine, entity, status, number)
) engine = InnoDB;

delimiter //

-- What stands in the way of a move: LOCKED or ASLEEP, a blank, and what it is; null: nothing.
create or replace definer = pawl_database_owner function pawl_database.pawl_obstacle(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, of_entity varbinary(1024),
  request varbinary(255), of_key varbinary(1024),
  by_owner varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, by_token bigint
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
begin
  declare frozen row (mode varchar(16), until bigint, reason varchar(255));
  declare first_request varbinary(255);
  declare holder, own_login longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  declare own row (owner varchar(255), token bigint, login varchar(255), until bigint);
  select type_lock.mode, type_lock.until, type_lock.reason into frozen.mode, frozen.until, frozen.reason
    from pawl_database.pawl_freezes type_lock where type_lock.machine = of_machine;
  if frozen.mode is not null then
    if frozen.until is null or frozen.until > pawl_database.pawl_now() then
      return concat(if(frozen.mode = 'sleep', 'ASLEEP asleep', 'LOCKED frozen'), pawl_database.pawl_until(frozen.until),
        ': ', frozen.reason);
    end if;
    select waiting.request_id into first_request from pawl_database.pawl_deferred waiting
      where waiting.machine = of_machine and waiting.entity = of_entity and waiting.status is null
      order by waiting.number limit 1;
    if first_request is not null and not (first_request <=> request) then
      return 'ASLEEP waking up: an event that was deferred comes first';
    end if;
  end if;
  if of_key is null then
    return null;
  end if;
  set own_login = substring_index(session_user(), '@', 1);
  if by_owner is null then
    set holder = pawl_database.pawl_lock_holder('', of_key, '', own_login);
    return if(holder is null, null, concat('LOCKED ', holder));
  end if;
  set holder = pawl_database.pawl_lock_holder(of_machine, of_key, by_owner, own_login);
  if holder is not null then
    return concat('LOCKED ', holder);
  end if;
  if not exists (select 1 from pawl_database.pawl_locks held
      where held.lock_key = of_key and held.type in (of_machine, '') and held.owner = by_owner and held.token = by_token
        and (held.until is null or held.until > pawl_database.pawl_now())) then
    return concat('LOCKED the lock of ', by_owner, ' has ended');
  end if;
  return null;
end //

delimiter ;
