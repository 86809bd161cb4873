/* The outbox on MariaDB: each step is one call of a function there. */
#include "outbox/calls.h"

#include "core/json.h"
#include "mariadb/mariadb.h"
#include "mariadb/outbox.sql.h"

#include <inttypes.h>

static const char *leases_as_json(struct pawl_db *db, const struct outbox_leases *leases) {
    struct json text = {.memory = operation_results(db)};
    for (size_t i = 0; i < leases->count; i++)
        json_printf(&text, "%s[%" PRId64 ", %" PRId64 "]", i > 0 ? ", " : "[", leases->list[i].slot,
                    leases->list[i].claim);
    json_printf(&text, "%s", leases->count > 0 ? "]" : "[]");
    return json_end(&text);
}

static const char *delivered_as_json(struct pawl_db *db, const struct outbox_batch *batch) {
    struct json text = {.memory = operation_results(db)};
    const char *before = "[";
    for (size_t i = 0; i < batch->count; i++) {
        const struct outbox_row *row = &batch->rows[i];
        if (!row->is_delivered)
            continue;
        json_printf(&text, "%s[%" PRId64 ", %" PRId64 ", ", before, row->slot, row->created_at_us);
        json_put_string(&text, row->machine);
        json_printf(&text, ", ");
        json_put_string(&text, row->entity);
        json_printf(&text, ", %" PRId64 "]", row->sort_key);
        before = ", ";
    }
    json_printf(&text, "%s", *before == '[' ? "[]" : "]");
    return json_end(&text);
}

static enum pawl_status outbox_settle_by_position(struct pawl_db *db, struct outbox_batch *batch,
                                                  int64_t lease_ms, struct pawl_error *err) {
    struct outbox_leases leases = {0};
    outbox_find_leases(&leases, batch);
    const char *claims = leases_as_json(db, &leases), *delivered = delivered_as_json(db, batch);
    TRY(memory_check(claims && delivered, err));
    TRY(db->driver->query(db, sql_settle,
                          VALUES(value_text(claims), value_bigint(lease_ms), value_text(delivered)),
                          outbox_read_held_slot, &leases, err));
    outbox_tell_lost(&leases, batch);
    return PAWL_OK;
}

const struct outbox_driver mariadb_outbox = {
    SQL_MEMBERS, /* what outbox.sql has of it */
    .add_row = outbox_add_row,
    .claim = outbox_call_claim,
    .settle = outbox_settle_by_position,
    .park = outbox_call_park,
    .retry = outbox_call_retry,
    .forget = outbox_call_forget,
};
