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

static const struct row_write to_park[] = {{"pawl_outbox", sql_delete_waiting},
                                           {"pawl_outbox_parked", sql_insert_parked}};
static const struct row_write to_retry[] = {{"pawl_outbox_parked", sql_delete_parked},
                                            {"pawl_outbox", sql_insert_waiting}};

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

static enum pawl_status claim_slots_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct outbox_claiming *claiming = context;
    claiming->now = now_us();
    claiming->batch->count = 0;
    enum pawl_status status = find_free(db, claiming, err);
    for (size_t i = 0; status == PAWL_OK && i < claiming->count; i++) {
        const struct lease *lease = &claiming->leases[i];
        const size_t before = claiming->batch->count;
        int64_t late_count;
        status = sqlite_write_found(db, sql_park_late,
                                    VALUES(value_bigint(lease->slot), value_bigint(claiming->now)), to_park,
                                    2, &late_count, err);
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
    int64_t current = 0, row_count;
    enum pawl_status status = find_claim(db, refused->slot, &current, err);
    if (status != PAWL_OK || current != refused->claim)
        return status;
    return sqlite_write_found(db, sql_park_entity,
                              VALUES(value_bigint(refused->slot), value_text(refused->machine),
                                     value_text(refused->entity), value_bigint(now_us()),
                                     value_bigint(refused->sort_key), value_text(parking->error)),
                              to_park, 2, &row_count, err);
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

static enum pawl_status take_back_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct taking_back *back = context;
    return sqlite_write_found(db, sql_retry, VALUES(value_text(back->machine), value_text(back->entity)),
                              to_retry, 2, &back->count, err);
}

static enum pawl_status sqlite_take_back_parked(struct pawl_db *db, const char *machine, const char *entity,
                                                int64_t *rows, struct pawl_error *err) {
    struct taking_back back = {machine, entity, 0};
    enum pawl_status status = steps_in_bracket(db, take_back_steps, &back, err);
    *rows = back.count;
    return status;
}

/* ---- what is erased ----------------------------------------------------------------------------- */

/* Takes each row out and writes it anew; the statements are of one table. */
static enum pawl_status forget_in(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                  const char *select, const char *change, const struct row_write *writes,
                                  struct pawl_error *err) {
    const struct value entity[] = {value_bigint(outbox_slot(forgetting->entity)),
                                   value_text(forgetting->machine), value_text(forgetting->entity)};
    struct outbox_batch all = {0};
    enum pawl_status status = db->driver->query(db, select, entity, 3, outbox_add_row, &all, err);
    for (size_t i = 0; status == PAWL_OK && i < all.count; i++) {
        struct outbox_row *row = &all.rows[i];
        bool changed = false;
        int64_t row_count;
        status = outbox_forget_in(&all, row, forgetting, &changed, err);
        if (status == PAWL_OK && changed)
            status = sqlite_write_found(db, change,
                                        VALUES(entity[0], entity[1], entity[2], value_bigint(row->sort_key),
                                               value_text(row->parameters)),
                                        writes, 2, &row_count, err);
    }
    outbox_batch_free(&all);
    return status;
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
    static const struct row_write of_waiting[] = {{"pawl_outbox", sql_delete_waiting},
                                                  {"pawl_outbox", sql_insert_waiting}};
    static const struct row_write of_parked[] = {{"pawl_outbox_parked", sql_delete_parked},
                                                 {"pawl_outbox_parked", sql_insert_parked}};
    enum pawl_status status = end_lease(db, outbox_slot(forgetting->entity), err);
    if (status == PAWL_OK)
        status = forget_in(db, forgetting, sql_find_waiting, sql_change_waiting, of_waiting, err);
    if (status == PAWL_OK)
        status = forget_in(db, forgetting, sql_find_parked, sql_change_parked, of_parked, err);
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
