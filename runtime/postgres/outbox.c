#include "outbox/calls.h"

#include "postgres/array.h"
#include "postgres/outbox.sql.h"
#include "postgres/postgres.h"

#include <string.h>

/* The outbox on PostgreSQL: each step is one call of a function there. */

static enum pawl_status add_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_batch *batch = context;
    TRY(outbox_add_row(context, cells, err));
    memcpy(batch->rows[batch->count - 1].place, cells[14].text, PAWL_OUTBOX_PLACE_BYTES);
    return PAWL_OK;
}

/* ---- settling ----------------------------------------------------------------------------------- */

struct postgres_settling {
    struct outbox_row **delivered; /* those of whole leases, then the others, in their order */
    size_t whole_count;            /* of rows in whole leases */
    struct outbox_leases leases;
};

static const struct outbox_row *row_at(const struct postgres_settling *settling, size_t index) {
    return settling->delivered[settling->whole_count + index];
}

#define ELEMENT(name, made)                                                                                  \
    static struct value name(const void *context, size_t index) {                                            \
        const struct postgres_settling *settling = context;                                                  \
        return made;                                                                                         \
    }
ELEMENT(lease_slot, value_number(PAWL_TYPE_INT, settling->leases.list[index].slot))
ELEMENT(lease_claim, value_bigint(settling->leases.list[index].claim))
ELEMENT(lease_is_whole, value_number(PAWL_TYPE_BOOL, settling->leases.list[index].is_whole))
ELEMENT(place, ((struct value){.type = PAWL_TYPE_BYTES,
                               .bytes = {settling->delivered[index]->place, PAWL_OUTBOX_PLACE_BYTES}}))
ELEMENT(place_slot, value_number(PAWL_TYPE_INT, settling->delivered[index]->slot))
ELEMENT(row_slot, value_number(PAWL_TYPE_INT, row_at(settling, index)->slot))
ELEMENT(row_created_at, value_number(PAWL_TYPE_TIMESTAMP, row_at(settling, index)->created_at_us))
ELEMENT(row_machine, value_text(row_at(settling, index)->machine))
ELEMENT(row_entity, value_text(row_at(settling, index)->entity))
ELEMENT(row_sort_key, value_number(PAWL_TYPE_INT, row_at(settling, index)->sort_key))

/* Says how many. */
static size_t find_delivered(struct postgres_settling *settling, struct outbox_batch *batch) {
    size_t count = 0;
    for (int whole = 1; whole >= 0; whole--) {
        for (size_t i = 0; i < batch->count; i++) {
            struct outbox_row *row = &batch->rows[i];
            const size_t lease = settling->leases.of_slot[row->slot];
            if (row->is_delivered && settling->leases.list[lease - 1].is_whole == whole)
                settling->delivered[count++] = row;
        }
        if (whole)
            settling->whole_count = count;
    }
    return count;
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
    struct postgres_settling settling = {0};
    struct value values[11] = {[3] = value_bigint(lease_ms)};
    size_t counts[LISTS];
    settling.delivered =
        results_alloc(operation_results(db), (batch->count + 1) * sizeof *settling.delivered);
    TRY(memory_check(settling.delivered, err));
    outbox_find_leases(&settling.leases, batch);
    counts[LEASES] = settling.leases.count;
    counts[OTHERS] = find_delivered(&settling, batch) - settling.whole_count;
    counts[WHOLES] = settling.whole_count;
    TRY(postgres_tid_array(db, settling.whole_count, place, &settling, &values[4], err));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        TRY(db->driver->array(db, arrays[i].type, counts[arrays[i].list], arrays[i].element, &settling,
                              &values[arrays[i].parameter - 1], err));
    TRY(db->driver->query(db, sql_settle, values, sizeof values / sizeof *values, outbox_read_held_slot,
                          &settling.leases, err));
    outbox_tell_lost(&settling.leases, batch);
    return PAWL_OK;
}

const struct outbox_driver postgres_outbox = {
    SQL_MEMBERS, /* what outbox.sql has of it */
    .add_row = add_row,
    .claim = outbox_call_claim,
    .settle = postgres_settle_batch,
    .park = outbox_call_park,
    .retry = outbox_call_retry,
    .forget = outbox_call_forget,
};
