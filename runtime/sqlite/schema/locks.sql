-- Locks -----------------------------------------------------------------------------------------------

-- Each key on which a lock was ever held. The token only increases.
create table if not exists main.pawl_lock_keys (
  key        text not null,
  last_token integer not null,
  primary key (key)
) without rowid;

create trigger main.pawl_lock_keys_insert before insert on pawl_lock_keys
when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_keys_update before update on pawl_lock_keys
when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_keys_delete before delete on pawl_lock_keys
begin select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks'); end;

-- Held locks. They outlive a transaction and belong to an owner. The type '' locks the key in all machines.
create table if not exists main.pawl_locks (
  key   text not null,
  type  text not null,
  owner text not null,
  token integer not null,
  since integer not null,
  until integer,
  primary key (key, type)
) without rowid;

create trigger main.pawl_locks_insert before insert on pawl_locks
when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_locks_update before update on pawl_locks
when new.key is not old.key or new.type is not old.type
  or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_locks_delete before delete on pawl_locks
when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1
begin select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks'); end;

-- Callers that wait for a lock.
create table if not exists main.pawl_lock_waiters (
  key   text not null,
  type  text not null,
  owner text not null,
  since integer not null,
  until integer not null,
  primary key (key, type, owner)
) without rowid;

create trigger main.pawl_lock_waiters_insert before insert on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1
begin select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_waiters_update before update on pawl_lock_waiters
begin select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_waiters_delete before delete on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1
begin select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks'); end;

create trigger main.pawl_lock_log_insert before insert on pawl_lock_log
when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key,
    new.owner, new.token, new.reason, new.actor) is not 1
begin select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_log_update before update on pawl_lock_log
begin select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks'); end;
create trigger main.pawl_lock_log_delete before delete on pawl_lock_log
begin select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks'); end;
