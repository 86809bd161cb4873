#include "outbox/calls.h"

#include "core/clock.h"
#include "sqlite/lock.h"
#include "sqlite/outbox.sql.h"

/*
 * The outbox on SQLite, step by step. One connection writes at a time, so a transaction that writes is all
 * the locking that there is.
 */

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
    TRY(find_free(db, claiming, err));
    for (size_t i = 0; i < claiming->count; i++) {
        const struct lease *lease = &claiming->leases[i];
        const size_t before = claiming->batch->count;
        int64_t late_count;
        TRY(db->driver->steps->write_found(db, sql_park_late,
                                           VALUES(value_bigint(lease->slot), value_bigint(claiming->now)),
                                           to_park, 2, &late_count, err));
        TRY(QUERY(sql_claim_rows, outbox_add_row, claiming->batch, value_bigint(lease->slot),
                  value_bigint(claiming->limits->rows), value_bigint(lease->claim)));
        if (claiming->batch->count > before)
            TRY(write_lease(db, lease, claiming->relay, claiming->now + claiming->limits->lease_ms * 1000,
                            err));
    }
    return PAWL_OK;
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
    const struct outbox_batch *batch;
    int64_t lease_ms;
    struct outbox_leases leases;
};

static enum pawl_status settle_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    static const struct row_write update = {"pawl_outbox_slots", sql_update_lease};
    struct sqlite_settling *settling = context;
    const struct outbox_batch *batch = settling->batch;
    struct outbox_leases *leases = &settling->leases;
    const int64_t leased_until_us = now_us() + settling->lease_ms * 1000;
    for (size_t i = 0; i < leases->count; i++) {
        const struct outbox_lease *lease = &leases->list[i];
        int64_t count = 0;
        TRY(db->driver->steps->write_found(db, sql_extend_lease,
                                           VALUES(value_bigint(lease->slot), value_bigint(lease->claim),
                                                  value_text(batch->relay), value_bigint(leased_until_us)),
                                           &update, 1, &count, err));
        leases->held[lease->slot] = count > 0;
    }
    for (size_t i = 0; i < batch->count; i++) {
        const struct outbox_row *row = &batch->rows[i];
        if (row->is_delivered && leases->held[row->slot])
            TRY(WRITE("pawl_outbox", sql_delete_waiting, value_bigint(row->slot),
                      value_bigint(row->created_at_us), value_text(row->machine), value_text(row->entity),
                      value_bigint(row->sort_key)));
    }
    return PAWL_OK;
}

static enum pawl_status sqlite_settle_batch(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                                            struct pawl_error *err) {
    struct sqlite_settling settling = {.batch = batch, .lease_ms = lease_ms};
    outbox_find_leases(&settling.leases, batch);
    TRY(steps_in_bracket(db, settle_steps, &settling, err));
    outbox_tell_lost(&settling.leases, batch);
    return PAWL_OK;
}

/* ---- what cannot be delivered ------------------------------------------------------------------- */

struct parking {
    const struct outbox_row *row;
    const char *error;
};

static enum pawl_status park_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct parking *parking = context;
    const struct outbox_row *refused = parking->row;
    int64_t row_count;
    return db->driver->steps->write_found(db, sql_park_entity,
                                          VALUES(value_bigint(refused->slot), value_text(refused->machine),
                                                 value_text(refused->entity), value_bigint(now_us()),
                                                 value_bigint(refused->sort_key), value_text(parking->error),
                                                 value_bigint(refused->claim)),
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
    return db->driver->steps->write_found(db, sql_retry,
                                          VALUES(value_text(back->machine), value_text(back->entity)),
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

/* Takes each row out and writes it again; the statements are of one table. */
static enum pawl_status sqlite_forget_in(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                         const char *select, const char *change,
                                         const struct row_write *writes, struct pawl_error *err) {
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
            status = db->driver->steps->write_found(db, change,
                                                    VALUES(entity[0], entity[1], entity[2],
                                                           value_bigint(row->sort_key),
                                                           value_text(row->parameters)),
                                                    writes, 2, &row_count, err);
    }
    outbox_batch_free(&all);
    return status;
}

static enum pawl_status sqlite_forget_parameters(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                                 struct pawl_error *err) {
    static const struct row_write of_waiting[] = {{"pawl_outbox", sql_delete_waiting},
                                                  {"pawl_outbox", sql_insert_waiting}};
    static const struct row_write of_parked[] = {{"pawl_outbox_parked", sql_delete_parked},
                                                 {"pawl_outbox_parked", sql_insert_parked}};
    TRY(WRITE_FOUND("pawl_outbox_slots", sql_end_lease, sql_update_lease,
                    value_bigint(outbox_slot(forgetting->entity)), value_bigint(now_us())));
    TRY(sqlite_forget_in(db, forgetting, sql_find_waiting, sql_change_waiting, of_waiting, err));
    return sqlite_forget_in(db, forgetting, sql_find_parked, sql_change_parked, of_parked, err);
}

const struct outbox_driver sqlite_outbox = {
    SQL_MEMBERS, /* what outbox.sql has of it */
    .claim = sqlite_claim_slots,
    .settle = sqlite_settle_batch,
    .park = sqlite_park_entity,
    .retry = sqlite_take_back_parked,
    .forget = sqlite_forget_parameters,
};
