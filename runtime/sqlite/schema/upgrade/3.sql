-- Upgrades databases of version 2 to version 3: the log of operators and the outbox get a column. SQLite has no `add column
-- if not exists`, so the rows are copied, and lock_log.sql and outbox_rows.sql create the tables again.
delete from main.pawl_objects where machine = '' and instr(definition, 'actor') = 0
  and (instr(object, ' pawl_lock_log') > 0 or instr(object, ' pawl_outbox') > 0);
create table if not exists main.pawl_lock_log (number, logged_at, login, action, type, key, owner, token, reason);
create temp table pawl_logged as
  select number, logged_at, login, action, type, key, owner, token, reason,
    (select actor from main.pawl_lock_log own where own.number = known.number) as actor -- if it has none: that of `none`
  from (select null as actor) none cross join (select number, logged_at, login, action, type, key, owner, token, reason
    from main.pawl_lock_log) known;
drop table main.pawl_lock_log;
create table if not exists main.pawl_outbox (slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint, parameters);
create temp table pawl_waiting as
  select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint, parameters,
    (select actor from main.pawl_outbox own where own.slot = known.slot and own.created_at = known.created_at and own.machine = known.machine and own.entity = known.entity and own.sort_key = known.sort_key) as actor
  from (select null as actor) none cross join (select slot, created_at, machine, entity, sort_key, event, from_state, to_state, request_id, topic, fingerprint, parameters
    from main.pawl_outbox) known;
drop table main.pawl_outbox;
create table if not exists main.pawl_outbox_parked (slot, machine, entity, sort_key, created_at, event, from_state, to_state, request_id, topic, fingerprint, parameters, parked_at, error);
create temp table pawl_aside as
  select slot, machine, entity, sort_key, created_at, event, from_state, to_state, request_id, topic, fingerprint, parameters, parked_at, error,
    (select actor from main.pawl_outbox_parked own where own.slot = known.slot and own.machine = known.machine and own.entity = known.entity and own.sort_key = known.sort_key) as actor
  from (select null as actor) none cross join (select slot, machine, entity, sort_key, created_at, event, from_state, to_state, request_id, topic, fingerprint, parameters, parked_at, error
    from main.pawl_outbox_parked) known;
drop table main.pawl_outbox_parked;
