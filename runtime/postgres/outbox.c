#include "outbox/outbox.h"

#include "postgres/array.h"
#include "postgres/outbox.sql.h"
#include "postgres/postgres.h"

#include <string.h>

/* The outbox on PostgreSQL: each step is one call of a function there. */

static enum pawl_status add_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_batch *batch = context;
    enum pawl_status status = outbox_add_row(context, cells, err);
    if (status == PAWL_OK)
        memcpy(batch->rows[batch->count - 1].place, cells[13].text, PAWL_OUTBOX_PLACE_BYTES);
    return status;
}

static enum pawl_status postgres_claim_slots(struct pawl_db *db, const char *relay,
                                             const struct outbox_limits *limits, struct outbox_batch *batch,
                                             struct pawl_error *err) {
    return db->driver->query(db, sql_claim,
                             VALUES(value_text(relay), value_bigint(limits->lease_ms),
                                    value_number(PAWL_TYPE_INT, limits->slots),
                                    value_number(PAWL_TYPE_INT, limits->rows)),
                             add_row, batch, err);
}

/* ---- settling ----------------------------------------------------------------------------------- */

/* What is said of a slot's lease. */
struct lease {
    int64_t slot, claim;
    bool is_whole; /* all its rows are delivered, and nothing was said of it before */
};

struct settling {
    struct outbox_row **delivered; /* those of whole leases, then the others, in their order */
    size_t whole_count;            /* of rows in whole leases */
    struct lease leases[PAWL_OUTBOX_SLOTS];
    size_t lease_of[PAWL_OUTBOX_SLOTS]; /* and 1; 0: none */
    bool held[PAWL_OUTBOX_SLOTS];
};

static const struct outbox_row *row_at(const struct settling *settling, size_t index) {
    return settling->delivered[settling->whole_count + index];
}

#define ELEMENT(name, made)                                                                                  \
    static struct value name(const void *context, size_t index) {                                            \
        const struct settling *settling = context;                                                           \
        return made;                                                                                         \
    }
ELEMENT(lease_slot, value_number(PAWL_TYPE_INT, settling->leases[index].slot))
ELEMENT(lease_claim, value_bigint(settling->leases[index].claim))
ELEMENT(lease_is_whole, value_number(PAWL_TYPE_BOOL, settling->leases[index].is_whole))
ELEMENT(place, ((struct value){.type = PAWL_TYPE_BYTES,
                               .bytes = {settling->delivered[index]->place, PAWL_OUTBOX_PLACE_BYTES}}))
ELEMENT(place_slot, value_number(PAWL_TYPE_INT, settling->delivered[index]->slot))
ELEMENT(row_slot, value_number(PAWL_TYPE_INT, row_at(settling, index)->slot))
ELEMENT(row_created_at, value_number(PAWL_TYPE_TIMESTAMP, row_at(settling, index)->created_at_us))
ELEMENT(row_machine, value_text(row_at(settling, index)->machine))
ELEMENT(row_entity, value_text(row_at(settling, index)->entity))
ELEMENT(row_sort_key, value_number(PAWL_TYPE_INT, row_at(settling, index)->sort_key))

/* Says how many. */
static size_t find_leases(struct settling *settling, const struct outbox_batch *batch) {
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        const struct outbox_row *row = &batch->rows[i];
        size_t *number = &settling->lease_of[row->slot];
        if (*number == 0) {
            settling->leases[count++] = (struct lease){row->slot, row->claim, !batch->was_settled};
            *number = count;
        }
        settling->leases[*number - 1].is_whole &= row->is_delivered;
    }
    return count;
}

/* Says how many. */
static size_t find_delivered(struct settling *settling, struct outbox_batch *batch) {
    size_t count = 0;
    for (int whole = 1; whole >= 0; whole--) {
        for (size_t i = 0; i < batch->count; i++) {
            struct outbox_row *row = &batch->rows[i];
            if (row->is_delivered && settling->leases[settling->lease_of[row->slot] - 1].is_whole == whole)
                settling->delivered[count++] = row;
        }
        if (whole)
            settling->whole_count = count;
    }
    return count;
}

static enum pawl_status read_held_slot(void *context, const struct cell *cells, struct pawl_error *err) {
    struct settling *settling = context;
    (void)err;
    if (cells[0].number >= 0 && cells[0].number < PAWL_OUTBOX_SLOTS)
        settling->held[cells[0].number] = true;
    return PAWL_OK;
}

static enum pawl_status postgres_settle_batch(struct pawl_db *db, struct outbox_batch *batch,
                                              int64_t lease_ms, struct pawl_error *err) {
    enum { LEASES, WHOLES, OTHERS, LISTS };
    static const struct {
        size_t parameter;
        enum pawl_type type;
        int list;
        element_fn *element;
    } arrays[] = {
        {1, PAWL_TYPE_INT, LEASES, lease_slot},      {2, PAWL_TYPE_BIGINT, LEASES, lease_claim},
        {3, PAWL_TYPE_BOOL, LEASES, lease_is_whole}, {6, PAWL_TYPE_INT, WHOLES, place_slot},
        {7, PAWL_TYPE_INT, OTHERS, row_slot},        {8, PAWL_TYPE_TIMESTAMP, OTHERS, row_created_at},
        {9, PAWL_TYPE_TEXT, OTHERS, row_machine},    {10, PAWL_TYPE_TEXT, OTHERS, row_entity},
        {11, PAWL_TYPE_INT, OTHERS, row_sort_key}};
    struct settling settling = {0};
    struct value values[11] = {[3] = value_bigint(lease_ms)};
    size_t counts[LISTS];
    settling.delivered =
        results_alloc(operation_results(db), (batch->count + 1) * sizeof *settling.delivered);
    if (!settling.delivered)
        return error_set(err, PAWL_NOMEM, "out of memory");
    counts[LEASES] = find_leases(&settling, batch);
    counts[OTHERS] = find_delivered(&settling, batch) - settling.whole_count;
    counts[WHOLES] = settling.whole_count;
    enum pawl_status status = postgres_tid_array(db, settling.whole_count, place, &settling, &values[4], err);
    for (size_t i = 0; status == PAWL_OK && i < sizeof arrays / sizeof *arrays; i++)
        status = db->driver->array(db, arrays[i].type, counts[arrays[i].list], arrays[i].element, &settling,
                                   &values[arrays[i].parameter - 1], err);
    if (status == PAWL_OK)
        status = db->driver->query(db, sql_settle, values, sizeof values / sizeof *values, read_held_slot,
                                   &settling, err);
    for (size_t i = 0; status == PAWL_OK && i < batch->count; i++)
        batch->rows[i].is_lost = !settling.held[batch->rows[i].slot];
    return status;
}

/* ---- what cannot be delivered ------------------------------------------------------------------- */

static enum pawl_status postgres_park_entity(struct pawl_db *db, const struct outbox_row *row,
                                             const char *error, struct pawl_error *err) {
    return db->driver->query(db, sql_park,
                             VALUES(value_number(PAWL_TYPE_INT, row->slot), value_bigint(row->claim),
                                    value_text(row->machine), value_text(row->entity),
                                    value_number(PAWL_TYPE_INT, row->sort_key), value_text(error)),
                             NULL, NULL, err);
}

static enum pawl_status postgres_take_back_parked(struct pawl_db *db, const char *machine, const char *entity,
                                                  int64_t *rows, struct pawl_error *err) {
    return db->driver->query(db, sql_retry, VALUES(value_text(machine), value_text(entity)), read_number,
                             rows, err);
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

static enum pawl_status postgres_forget_parameters(struct pawl_db *db, struct outbox_forgetting *forgetting,
                                                   struct pawl_error *err) {
    enum pawl_status status =
        db->driver->query(db, sql_end_lease, VALUES(value_text(forgetting->entity)), NULL, NULL, err);
    if (status == PAWL_OK)
        status = forget_in(db, forgetting, sql_find_waiting, sql_change_waiting, err);
    return status == PAWL_OK ? forget_in(db, forgetting, sql_find_parked, sql_change_parked, err) : status;
}

const struct outbox_driver postgres_outbox = {
    .count = sql_count,
    .topics = sql_topics,
    .parked = sql_parked,
    .claim = postgres_claim_slots,
    .settle = postgres_settle_batch,
    .park = postgres_park_entity,
    .retry = postgres_take_back_parked,
    .forget = postgres_forget_parameters,
};
