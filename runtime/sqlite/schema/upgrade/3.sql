-- Upgrades databases of version 2 to version 3: the log of operators gets a column. SQLite has no `add column if not
-- exists`, so the rows are copied, and lock_log.sql creates the table again.
delete from main.pawl_objects where machine = '' and instr(object, ' pawl_lock_log') > 0 and instr(definition, 'actor') = 0;
create table if not exists main.pawl_lock_log (number, logged_at, login, action, type, key, owner, token, reason);
create temp table pawl_logged as
  select number, logged_at, login, action, type, key, owner, token, reason,
    (select actor from main.pawl_lock_log own where own.number = known.number) as actor -- if it has none: that of `none`
  from (select null as actor) none cross join (select number, logged_at, login, action, type, key, owner, token, reason
    from main.pawl_lock_log) known;
drop table main.pawl_lock_log;
