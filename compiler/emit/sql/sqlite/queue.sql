-- Timers and work on SQLite.

{define queue_tables}
{#if has_queue}

-- timers that run and work that waits: one row for each
create table if not exists {pending} (
  {name}_id {key_type} not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- after a claim: the end of the lease
  fence integer not null, -- the sort_key of the transition that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- parked, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key ({name}_id, declaration)
) without rowid;
create index if not exists main.{name}_pending_due on {name}_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;
create index if not exists main.{name}_pending_failed on {name}_pending (parked_at)
  where (parked_at is not null or last_error is not null);

-- how each timer and work is treated
create view if not exists {pending}_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
{>queue_rules};

create trigger if not exists main.{name}_pending_insert before insert on {name}_pending
when {>is_item_of_others}
begin select raise(abort, '{name}_pending is written by libpawl only: it follows the events of {name}'); end;
create trigger if not exists main.{name}_pending_update before update on {name}_pending
when new.{name}_id is not old.{name}_id or new.declaration is not old.declaration
  or {>is_item_of_others}
begin select raise(abort, '{name}_pending is written by libpawl only: it follows the events of {name}'); end;
create trigger if not exists main.{name}_pending_delete before delete on {name}_pending
when only_libpawl_may_write('{name}_pending', old.{name}_id, old.declaration) is not 1
begin select raise(abort, '{name}_pending is written by libpawl only: it follows the events of {name}'); end;
{/if}

{define is_item_of_others}
only_libpawl_may_write('{name}_pending', new.{name}_id, new.declaration, new.is_work, new.due_at, new.fence,
  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
