#include "outbox/outbox.h"

#include "core/key.h"
#include "core/schema.h"
#include "outbox/outbox.sql.h"

#include <stdlib.h>
#include <string.h>

/* ---- moves -------------------------------------------------------------------------------------- */

struct topic {
    struct results *memory;
    const char *name; /* NULL: nowhere */
};

static enum pawl_status read_move_topic(void *context, const struct cell *cells, struct pawl_error *err) {
    struct topic *topic = context;
    if (!cells[0].text)
        return PAWL_OK;
    topic->name = results_strdup(topic->memory, cells[0].text);
    return memory_check(topic->name, err);
}

/* FNV-1a. Databases hold what follows from it: it never changes. */
int64_t outbox_slot(const char *entity) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *entity; entity++)
        hash = (hash ^ (unsigned char)*entity) * UINT64_C(1099511628211);
    return (int64_t)((hash ^ hash >> 32) % PAWL_OUTBOX_SLOTS);
}

enum pawl_status outbox_insert(struct pawl_db *db, const struct outbox_row *row, struct pawl_error *err) {
    return db->driver->steps->write(
        db, "pawl_outbox", sql_insert_event,
        VALUES(value_bigint(row->slot), value_number(PAWL_TYPE_TIMESTAMP, row->created_at_us),
               value_text(row->machine), value_text(row->entity), value_bigint(row->sort_key),
               value_text(row->event), value_text(row->from), value_text(row->to),
               value_text(row->request_id), value_text(row->topic), value_text(row->fingerprint),
               value_text(row->parameters), value_text(row->actor)),
        err);
}

enum pawl_status outbox_write(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    const char *find_topic = statements_of(db, machine)->find_topic;
    struct topic topic = {operation_results(db), machine->topic};
    struct value key = value_key(machine, move->key);
    if (find_topic)
        TRY(db->driver->query(db, find_topic, &key, 1, read_move_topic, &topic, err));
    if (!topic.name)
        return PAWL_OK;
    char digits[KEY_DIGITS_SIZE];
    const char *entity = key_as_text(machine, move->key, digits);
    const char *parameters = outbox_parameters(operation_results(db), move->event, move->parameters);
    TRY(memory_check(parameters, err));
    const struct outbox_row row = {.slot = outbox_slot(entity),
                                   .created_at_us = move->created_at_us,
                                   .machine = machine->name,
                                   .entity = entity,
                                   .sort_key = move->sort_key,
                                   .event = move->event->stored,
                                   .from = machine->states[move->from].stored,
                                   .to = machine->states[move->to].stored,
                                   .request_id = move->opts.request_id,
                                   .topic = topic.name,
                                   .fingerprint = machine->fingerprint,
                                   .parameters = parameters,
                                   .actor = actor_or_login(db, move->actor)};
    TRY(memory_check(row.actor, err));
    return outbox_insert(db, &row, err);
}

/* ---- relays ------------------------------------------------------------------------------------- */

enum pawl_status outbox_add_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct outbox_batch *batch = context;
    if (batch->count == batch->capacity) {
        size_t capacity = batch->capacity ? batch->capacity * 2 : 256;
        struct outbox_row *rows = realloc(batch->rows, capacity * sizeof *rows);
        TRY(memory_check(rows, err));
        batch->rows = rows;
        batch->capacity = capacity;
    }
    struct outbox_row *row = &batch->rows[batch->count++];
    const char **const texts[] = {
        [3] = &row->machine,     [4] = &row->entity,     [6] = &row->event,  [7] = &row->from,
        [8] = &row->to,          [9] = &row->request_id, [10] = &row->topic, [11] = &row->fingerprint,
        [12] = &row->parameters, [13] = &row->actor};
    *row = (struct outbox_row){.claim = cells[0].number,
                               .slot = cells[1].number,
                               .created_at_us = cells[2].number,
                               .sort_key = cells[5].number};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i])
            continue;
        *texts[i] = cells[i].text;
        TRY(memory_check(results_keep(&batch->memory, texts[i]), err));
    }
    return PAWL_OK;
}

void outbox_batch_free(struct outbox_batch *batch) {
    free(batch->rows);
    results_free(&batch->memory);
    *batch = (struct outbox_batch){0};
}

enum pawl_status outbox_claim(struct pawl_db *db, const char *relay, const struct outbox_limits *limits,
                              struct outbox_batch *batch, struct pawl_error *err) {
    batch->count = 0;
    batch->relay = relay;
    batch->was_settled = false;
    results_reset(&batch->memory);
    enum pawl_status status = schema_begin(db, err);
    if (status == PAWL_OK)
        status = db->driver->outbox->claim(db, relay, limits, batch, err);
    return judge_right(db, ROLE_OPERATOR, status, err);
}

enum pawl_status outbox_settle(struct pawl_db *db, struct outbox_batch *batch, int64_t lease_ms,
                               struct pawl_error *err) {
    enum pawl_status status = connection_begin(db, err);
    if (status == PAWL_OK)
        status = db->driver->outbox->settle(db, batch, lease_ms, err);
    judge_right(db, ROLE_OPERATOR, status, err);
    for (size_t i = 0; status == PAWL_OK && i < batch->count; i++)
        batch->rows[i].is_delivered = false; /* nothing is left of it */
    batch->was_settled |= status == PAWL_OK;
    return status;
}

enum pawl_status outbox_park(struct pawl_db *db, const struct outbox_row *row, const char *error,
                             struct pawl_error *err) {
    enum pawl_status status = connection_begin(db, err);
    if (status == PAWL_OK)
        status = db->driver->outbox->park(db, row, error, err);
    return judge_right(db, ROLE_OPERATOR, status, err);
}

enum pawl_status outbox_retry(struct pawl_db *db, const char *machine, const char *entity, int64_t *rows,
                              struct pawl_error *err) {
    enum pawl_status status = schema_begin(db, err);
    if (status == PAWL_OK)
        status = db->driver->outbox->retry(db, machine, entity, rows, err);
    return judge_right(db, ROLE_OPERATOR, status, err);
}

enum pawl_status outbox_count(struct pawl_db *db, int64_t *rows, struct pawl_error *err) {
    return query_run(db, db->driver->outbox->count, NULL, 0, read_number, rows, err);
}

enum pawl_status outbox_topics(struct pawl_db *db, row_fn *row, void *context, struct pawl_error *err) {
    return query_run(db, db->driver->outbox->topics, NULL, 0, row, context, err);
}

enum pawl_status outbox_parked(struct pawl_db *db, row_fn *row, void *context, struct pawl_error *err) {
    return query_run(db, db->driver->outbox->parked, NULL, 0, row, context, err);
}
