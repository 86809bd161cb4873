#include "outbox.h"

#include <string.h>

/* The outbox on PostgreSQL: each step is one call of a function there. */

static enum pawl_status claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err) {
    const struct value values[] = {value_text(relay), value_number(PAWL_TYPE_BIGINT, limits->lease_ms),
                                   value_number(PAWL_TYPE_INT, limits->slots),
                                   value_number(PAWL_TYPE_INT, limits->rows)};
    return db->driver->query(db,
                             "select claim, slot, created_at, machine, entity, sort_key, event, from_state,"
                             " to_state, request_id, topic, fingerprint, parameters"
                             " from public.pawl_outbox_claim($1::text, $2::bigint, $3::integer, $4::integer)",
                             values, sizeof values / sizeof *values, outbox_add_row, batch, err);
}

/* ---- settling ----------------------------------------------------------------------------------- */

struct settling {
    struct outbox_row **delivered; /* in their order */
    struct outbox_row **leases;    /* one row of each slot */
    bool held[PAWL_OUTBOX_SLOTS];
};

#define ELEMENT(name, list, type, member)                                                                    \
    static struct value name(const void *context, size_t index) {                                            \
        return value_number(type, ((const struct settling *)context)->list[index]->member);                  \
    }
#define TEXT_ELEMENT(name, list, member)                                                                     \
    static struct value name(const void *context, size_t index) {                                            \
        return value_text(((const struct settling *)context)->list[index]->member);                          \
    }
ELEMENT(lease_slot, leases, PAWL_TYPE_INT, slot)
ELEMENT(lease_claim, leases, PAWL_TYPE_BIGINT, claim)
ELEMENT(row_slot, delivered, PAWL_TYPE_INT, slot)
ELEMENT(row_created_at, delivered, PAWL_TYPE_TIMESTAMP, created_at_us)
TEXT_ELEMENT(row_machine, delivered, machine)
TEXT_ELEMENT(row_entity, delivered, entity)
ELEMENT(row_sort_key, delivered, PAWL_TYPE_INT, sort_key)

static enum pawl_status read_held(void *context, const struct cell *cells, struct pawl_error *err) {
    struct settling *settling = context;
    (void)err;
    if (cells[0].number >= 0 && cells[0].number < PAWL_OUTBOX_SLOTS)
        settling->held[cells[0].number] = true;
    return PAWL_OK;
}

static enum pawl_status settle(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err) {
    static const struct {
        enum pawl_type type;
        bool of_leases;
        element_fn *element;
    } arrays[] = {{PAWL_TYPE_INT, true, lease_slot},    {PAWL_TYPE_BIGINT, true, lease_claim},
                  {PAWL_TYPE_INT, false, row_slot},     {PAWL_TYPE_TIMESTAMP, false, row_created_at},
                  {PAWL_TYPE_TEXT, false, row_machine}, {PAWL_TYPE_TEXT, false, row_entity},
                  {PAWL_TYPE_INT, false, row_sort_key}};
    struct settling settling = {0};
    size_t delivered = 0, leases = 0;
    bool seen[PAWL_OUTBOX_SLOTS] = {false};
    const size_t size = (batch->count + 1) * sizeof(struct outbox_row *);
    settling.delivered = results_alloc(operation_results(db), size);
    settling.leases = results_alloc(operation_results(db), size);
    if (!settling.delivered || !settling.leases)
        return error_set(err, PAWL_NOMEM, "out of memory");
    for (size_t i = 0; i < batch->count; i++) {
        struct outbox_row *row = &batch->rows[i];
        if (row->is_delivered)
            settling.delivered[delivered++] = row;
        if (!seen[row->slot])
            settling.leases[leases++] = row;
        seen[row->slot] = true;
    }
    struct value values[8];
    size_t count = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        enum pawl_status status =
            db->driver->array(db, arrays[i].type, arrays[i].of_leases ? leases : delivered, arrays[i].element,
                              &settling, &values[count++], err);
        if (status != PAWL_OK)
            return status;
        if (i == 1)
            values[count++] = value_number(PAWL_TYPE_BIGINT, lease_ms);
    }
    enum pawl_status status = db->driver->query(
        db,
        "select public.pawl_outbox_settle($1::integer[], $2::bigint[], $3::bigint, $4::integer[],"
        " $5::timestamptz[], $6::text[], $7::text[], $8::integer[])",
        values, count, read_held, &settling, err);
    for (size_t i = 0; status == PAWL_OK && i < batch->count; i++)
        batch->rows[i].is_lost = !settling.held[batch->rows[i].slot];
    return status;
}

/* ---- what cannot be delivered ------------------------------------------------------------------- */

static enum pawl_status park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err) {
    const struct value values[] = {value_number(PAWL_TYPE_INT, row->slot),
                                   value_number(PAWL_TYPE_BIGINT, row->claim),
                                   value_text(row->machine),
                                   value_text(row->entity),
                                   value_number(PAWL_TYPE_INT, row->sort_key),
                                   value_text(error)};
    return db->driver->query(db,
                             "select public.pawl_outbox_park($1::integer, $2::bigint, $3::text, $4::text,"
                             " $5::integer, $6::text)",
                             values, sizeof values / sizeof *values, NULL, NULL, err);
}

static enum pawl_status read_count(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    *(int64_t *)context = cells[0].number;
    return PAWL_OK;
}

static enum pawl_status take_back(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                                  struct pawl_error *err) {
    const struct value values[] = {value_text(machine), value_text(entity)};
    return db->driver->query(db, "select public.pawl_outbox_retry($1::text, $2::text)", values, 2, read_count,
                             rows, err);
}

const struct outbox_driver postgres_outbox = {
    .find = "select 1 where to_regclass('public.pawl_outbox') is not null",
    .count = "select count(*) from public.pawl_outbox",
    .topics = "select topic, count(*), min(created_at) from public.pawl_outbox group by topic order by topic",
    .parked = "select first.machine, first.entity, (select count(*) from public.pawl_outbox_parked own"
              " where own.slot = first.slot and own.machine = first.machine and own.entity = first.entity),"
              " first.sort_key, first.topic, first.parked_at, first.error"
              " from public.pawl_outbox_parked first where first.error is not null"
              " order by first.machine, first.entity",
    .claim = claim,
    .settle = settle,
    .park = park,
    .retry = take_back,
};
