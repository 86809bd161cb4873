#include "outbox/outbox.h"

#include "core/clock.h"
#include "sqlite/lock.h"
#include "sqlite/outbox.sql.h"
#include "sqlite/sqlite.h"

#include <string.h>

/*
 * The outbox on SQLite, step by step. One connection writes at a time, so a transaction that writes is all
 * the locking that there is.
 */

static enum pawl_status delete_waiting(struct pawl_db *db, const struct outbox_row *row,
                                       struct pawl_error *err) {
    return WRITE("pawl_outbox", sql_delete_waiting, value_bigint(row->slot), value_bigint(row->created_at_us),
                 value_text(row->machine), value_text(row->entity), value_bigint(row->sort_key));
}

static enum pawl_status insert_parked(struct pawl_db *db, const struct outbox_row *row, int64_t parked_at,
                                      const char *error, struct pawl_error *err) {
    return WRITE("pawl_outbox_parked", sql_insert_parked, value_bigint(row->slot), value_text(row->machine),
                 value_text(row->entity), value_bigint(row->sort_key), value_bigint(row->created_at_us),
                 value_text(row->event), value_text(row->from), value_text(row->to),
                 value_text(row->request_id), value_text(row->topic), value_text(row->fingerprint),
                 value_text(row->parameters), value_bigint(parked_at), value_text(error));
}

static enum pawl_status park(struct pawl_db *db, const struct outbox_row *row, int64_t now, const char *error,
                             struct pawl_error *err) {
    enum pawl_status status = delete_waiting(db, row, err);
    return status == PAWL_OK ? insert_parked(db, row, now, error, err) : status;
}

/* ---- claiming ----------------------------------------------------------------------------------- */

struct lease {
    int64_t slot, claim;
    bool is_new;
};

struct outbox_claiming {
    const char *relay;
    const struct outbox_limits *limits;
    struct outbox_batch *batch;
    struct lease leases[PAWL_OUTBOX_SLOTS];
    size_t count;
    int64_t now;
};

/* cells: slot, claim or null */
static enum pawl_status read_lease(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_claiming *claiming = context;
    (void)err;
    if (claiming->count < PAWL_OUTBOX_SLOTS)
        claiming->leases[claiming->count++] =
            (struct lease){cells[0].number, cells[1].is_null ? 1 : cells[1].number + 1, cells[1].is_null};
    return PAWL_OK;
}

static enum pawl_status find_free(struct pawl_db *db, struct outbox_claiming *claiming,
                                  struct pawl_error *err) {
    claiming->count = 0;
    return QUERY(sql_find_free_slots, read_lease, claiming, value_bigint(PAWL_OUTBOX_SLOTS),
                 value_bigint(claiming->now), value_bigint(claiming->limits->slots));
}

static enum pawl_status write_lease(struct pawl_db *db, const struct lease *lease, const char *relay,
                                    int64_t leased_until_us, struct pawl_error *err) {
    return WRITE("pawl_outbox_slots", lease->is_new ? sql_insert_lease : sql_update_lease,
                 value_bigint(lease->slot), value_text(relay), value_bigint(lease->claim),
                 value_bigint(leased_until_us));
}

/* Parks the later events of parked entities. */
static enum pawl_status put_late_aside(struct pawl_db *db, struct outbox_claiming *claiming, int64_t slot,
                                       struct pawl_error *err) {
    struct outbox_batch late = {0};
    enum pawl_status status = QUERY(sql_find_late, outbox_add_row, &late, value_bigint(slot));
    for (size_t i = 0; status == PAWL_OK && i < late.count; i++)
        status = park(db, &late.rows[i], claiming->now, NULL, err);
    outbox_batch_free(&late);
    return status;
}

static enum pawl_status claim_slots_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct outbox_claiming *claiming = context;
    claiming->now = now_us();
    claiming->batch->count = 0;
    enum pawl_status status = find_free(db, claiming, err);
    for (size_t i = 0; status == PAWL_OK && i < claiming->count; i++) {
        const struct lease *lease = &claiming->leases[i];
        const size_t before = claiming->batch->count;
        status = put_late_aside(db, claiming, lease->slot, err);
        if (status == PAWL_OK)
            status = QUERY(sql_claim_rows, outbox_add_row, claiming->batch, value_bigint(lease->slot),
                           value_bigint(claiming->limits->rows), value_bigint(lease->claim));
        if (status == PAWL_OK && claiming->batch->count > before)
            status = write_lease(db, lease, claiming->relay,
                                 claiming->now + claiming->limits->lease_ms * 1000, err);
    }
    return status;
}

static enum pawl_status sqlite_claim_slots(struct pawl_db *db, const char *relay,
                                           const struct outbox_limits *limits, struct outbox_batch *batch,
                                           struct pawl_error *err) {
    struct outbox_claiming claiming = {.relay = relay, .limits = limits, .batch = batch, .now = now_us()};
    /* whoever looks in vain keeps nobody from writing */
    enum pawl_status status = find_free(db, &claiming, err);
    if (status != PAWL_OK || claiming.count == 0)
        return status;
    return steps_in_bracket(db, claim_slots_steps, &claiming, err);
}

/* ---- settling ----------------------------------------------------------------------------------- */

struct sqlite_settling {
    struct outbox_batch *batch;
    int64_t lease_ms;
    bool held[PAWL_OUTBOX_SLOTS];
};

static enum pawl_status find_claim(struct pawl_db *db, int64_t slot, int64_t *claim, struct pawl_error *err) {
    return QUERY(sql_find_claim, read_number, claim, value_bigint(slot));
}

static enum pawl_status extend_leases(struct pawl_db *db, struct sqlite_settling *settling,
                                      struct pawl_error *err) {
    const struct outbox_batch *batch = settling->batch;
    const int64_t leased_until_us = now_us() + settling->lease_ms * 1000;
    bool seen[PAWL_OUTBOX_SLOTS] = {false};
    for (size_t i = 0; i < batch->count; i++) {
        const struct outbox_row *row = &batch->rows[i];
        int64_t current = 0;
        if (seen[row->slot])
            continue;
        seen[row->slot] = true;
        enum pawl_status status = find_claim(db, row->slot, &current, err);
        if (status != PAWL_OK)
            return status;
        if (current != row->claim)
            continue;
        settling->held[row->slot] = true;
        status = write_lease(db, &(struct lease){.slot = row->slot, .claim = row->claim}, batch->relay,
                             leased_until_us, err);
        if (status != PAWL_OK)
            return status;
    }
    return PAWL_OK;
}

static enum pawl_status settle_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct sqlite_settling *settling = context;
    const struct outbox_batch *batch = settling->batch;
    enum pawl_status status = extend_leases(db, settling, err);
    for (size_t i = 0; status == PAWL_OK && i < batch->count; i++)
        if (batch->rows[i].is_delivered && settling->held[batch->rows[i].slot])
            status = delete_waiting(db, &batch->rows[i], err);
    return status;
}

static enum pawl_status sqlite_settle_batch(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                                            struct pawl_error *err) {
    struct sqlite_settling settling = {.batch = batch, .lease_ms = lease_ms};
    enum pawl_status status = steps_in_bracket(db, settle_steps, &settling, err);
    for (size_t i = 0; status == PAWL_OK && i < batch->count; i++)
        batch->rows[i].is_lost = !settling.held[batch->rows[i].slot];
    return status;
}

/* ---- what cannot be delivered ------------------------------------------------------------------- */

struct parking {
    const struct outbox_row *row;
    const char *error;
};

static enum pawl_status park_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct parking *parking = context;
    const struct outbox_row *refused = parking->row;
    struct outbox_batch all = {0};
    int64_t current = 0;
    enum pawl_status status = find_claim(db, refused->slot, &current, err);
    if (status != PAWL_OK || current != refused->claim)
        return status;
    status = QUERY(sql_find_of_entity, outbox_add_row, &all, value_bigint(refused->slot),
                   value_text(refused->machine), value_text(refused->entity));
    for (size_t i = 0; status == PAWL_OK && i < all.count; i++)
        status = park(db, &all.rows[i], now_us(),
                      all.rows[i].sort_key == refused->sort_key ? parking->error : NULL, err);
    outbox_batch_free(&all);
    return status;
}

static enum pawl_status sqlite_park_entity(struct pawl_db *db, const struct outbox_row *row,
                                           const char *error, struct pawl_error *err) {
    struct parking parking = {row, error};
    return steps_in_bracket(db, park_steps, &parking, err);
}

struct taking_back {
    const char *machine, *entity;
    int64_t count;
};

static enum pawl_status delete_parked(struct pawl_db *db, const struct outbox_row *row,
                                      struct pawl_error *err) {
    return WRITE("pawl_outbox_parked", sql_delete_parked, value_bigint(row->slot), value_text(row->machine),
                 value_text(row->entity), value_bigint(row->sort_key));
}

static enum pawl_status put_back(struct pawl_db *db, const struct outbox_row *row, struct pawl_error *err) {
    enum pawl_status status = delete_parked(db, row, err);
    return status == PAWL_OK ? outbox_insert(db, row, err) : status;
}

static enum pawl_status take_back_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct taking_back *back = context;
    struct outbox_batch all = {0};
    enum pawl_status status =
        QUERY(sql_find_parked, outbox_add_row, &all, value_text(back->machine), value_text(back->entity));
    for (size_t i = 0; status == PAWL_OK && i < all.count; i++)
        status = put_back(db, &all.rows[i], err);
    back->count = (int64_t)all.count;
    outbox_batch_free(&all);
    return status;
}

static enum pawl_status sqlite_take_back_parked(struct pawl_db *db, const char *machine, const char *entity,
                                                int64_t *rows, struct pawl_error *err) {
    struct taking_back back = {machine, entity, 0};
    enum pawl_status status = steps_in_bracket(db, take_back_steps, &back, err);
    *rows = back.count;
    return status;
}

/* ---- what is erased ----------------------------------------------------------------------------- */

/* cells: as of outbox_add_row, with parked_at in the place of the claim, then error */
static enum pawl_status add_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_batch *batch = context;
    enum pawl_status status = outbox_add_row(batch, cells, err);
    if (status != PAWL_OK)
        return status;
    const char **reason = &batch->rows[batch->count - 1].reason;
    *reason = cells[13].text;
    return results_keep(&batch->memory, reason) ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

static enum pawl_status forget_row(struct pawl_db *db, struct outbox_batch *batch, struct outbox_row *row,
                                   struct outbox_forgetting *forgetting, struct pawl_error *err) {
    const int64_t parked_at = row->claim;
    bool changed = false;
    enum pawl_status status = outbox_forget_in(batch, row, forgetting, &changed, err);
    if (status != PAWL_OK || !changed)
        return status;
    status = parked_at ? delete_parked(db, row, err) : delete_waiting(db, row, err);
    if (status != PAWL_OK)
        return status;
    return parked_at ? insert_parked(db, row, parked_at, row->reason, err) : outbox_insert(db, row, err);
}

static enum pawl_status end_lease(struct pawl_db *db, int64_t slot, struct pawl_error *err) {
    int64_t claim = 0;
    enum pawl_status status = find_claim(db, slot, &claim, err);
    if (status != PAWL_OK || claim == 0)
        return status;
    return write_lease(db, &(struct lease){.slot = slot, .claim = claim + 1}, NULL, now_us(), err);
}

static enum pawl_status sqlite_forget_parameters(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                                 struct pawl_error *err) {
    const int64_t slot = outbox_slot(forgetting->entity);
    struct outbox_batch all = {0};
    enum pawl_status status = QUERY(sql_find_all_of_entity, add_parked, &all, value_bigint(slot),
                                    value_text(forgetting->machine), value_text(forgetting->entity));
    if (status == PAWL_OK)
        status = end_lease(db, slot, err);
    for (size_t i = 0; status == PAWL_OK && i < all.count; i++)
        status = forget_row(db, &all, &all.rows[i], forgetting, err);
    outbox_batch_free(&all);
    return status;
}

const struct outbox_driver sqlite_outbox = {
    SQL_MEMBERS, /* what outbox.sql has of it */
    .claim = sqlite_claim_slots,
    .settle = sqlite_settle_batch,
    .park = sqlite_park_entity,
    .retry = sqlite_take_back_parked,
    .forget = sqlite_forget_parameters,
};
