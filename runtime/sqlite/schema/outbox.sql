-- The outbox ------------------------------------------------------------------------------------------

create trigger main.pawl_outbox_insert before insert on pawl_outbox
when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters, new.actor) is not 1
begin select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_update before update on pawl_outbox
begin select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_delete before delete on pawl_outbox
when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1
begin select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines'); end;

create trigger main.pawl_outbox_parked_insert before insert on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters,
    new.parked_at, new.error, new.actor) is not 1
begin select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_parked_update before update on pawl_outbox_parked
begin select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_parked_delete before delete on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1
begin select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines'); end;

-- The relay that delivers each slot, for slots that were ever leased.
create table if not exists main.pawl_outbox_slots (
  slot         integer not null,
  relay        text,
  claim        integer not null,
  leased_until integer not null,
  primary key (slot)
) without rowid;

create trigger main.pawl_outbox_slots_insert before insert on pawl_outbox_slots
when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_slots_update before update on pawl_outbox_slots
when new.slot is not old.slot
  or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines'); end;
create trigger main.pawl_outbox_slots_delete before delete on pawl_outbox_slots
begin select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines'); end;
