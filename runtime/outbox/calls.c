#include "outbox/calls.h"

enum pawl_status outbox_call_claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                                   struct outbox_batch *batch, struct pawl_error *err) {
    return db->driver->query(db, db->driver->outbox->call_claim,
                             VALUES(value_text(relay), value_bigint(limits->lease_ms),
                                    value_number(PAWL_TYPE_INT, limits->slots),
                                    value_number(PAWL_TYPE_INT, limits->rows)),
                             db->driver->outbox->add_row, batch, err);
}

/* ---- settling ----------------------------------------------------------------------------------- */

void outbox_find_leases(struct outbox_leases *leases, const struct outbox_batch *batch) {
    for (size_t i = 0; i < batch->count; i++) {
        const struct outbox_row *row = &batch->rows[i];
        size_t *number = &leases->of_slot[row->slot];
        if (*number == 0) {
            leases->list[leases->count++] = (struct outbox_lease){row->slot, row->claim, !batch->was_settled};
            *number = leases->count;
        }
        leases->list[*number - 1].is_whole &= row->is_delivered;
    }
}

enum pawl_status outbox_read_held_slot(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_leases *leases = context;
    (void)err;
    if (cells[0].number >= 0 && cells[0].number < PAWL_OUTBOX_SLOTS)
        leases->held[cells[0].number] = true;
    return PAWL_OK;
}

void outbox_tell_lost(const struct outbox_leases *leases, struct outbox_batch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        batch->rows[i].is_lost = !leases->held[batch->rows[i].slot];
}

/* ---- what cannot be delivered ------------------------------------------------------------------- */

enum pawl_status outbox_call_park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                                  struct pawl_error *err) {
    return db->driver->query(db, db->driver->outbox->call_park,
                             VALUES(value_number(PAWL_TYPE_INT, row->slot), value_bigint(row->claim),
                                    value_text(row->machine), value_text(row->entity),
                                    value_number(PAWL_TYPE_INT, row->sort_key), value_text(error)),
                             NULL, NULL, err);
}

enum pawl_status outbox_call_retry(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                                   struct pawl_error *err) {
    return db->driver->query(db, db->driver->outbox->call_retry,
                             VALUES(value_text(machine), value_text(entity)), read_number, rows, err);
}

/* ---- what is erased ----------------------------------------------------------------------------- */

static enum pawl_status forget_in(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                  const char *select, const char *update, struct pawl_error *err) {
    const struct value entity[] = {value_text(forgetting->machine), value_text(forgetting->entity)};
    struct outbox_batch batch = {0};
    enum pawl_status status = db->driver->query(db, select, entity, 2, outbox_add_row, &batch, err);
    for (size_t i = 0; status == PAWL_OK && i < batch.count; i++) {
        struct outbox_row *row = &batch.rows[i];
        bool changed = false;
        status = outbox_forget_in(&batch, row, forgetting, &changed, err);
        if (status == PAWL_OK && changed)
            status = db->driver->query(
                db, update,
                VALUES(entity[0], entity[1], value_bigint(row->sort_key), value_text(row->parameters)), NULL,
                NULL, err);
    }
    outbox_batch_free(&batch);
    return status;
}

enum pawl_status outbox_call_forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                    struct pawl_error *err) {
    const struct outbox_driver *calls = db->driver->outbox;
    TRY(db->driver->query(db, calls->end_lease, VALUES(value_text(forgetting->entity)), NULL, NULL, err));
    TRY(forget_in(db, forgetting, calls->find_waiting, calls->change_waiting, err));
    return forget_in(db, forgetting, calls->find_parked, calls->change_parked, err);
}
