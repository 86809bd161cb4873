/* Statements of the caller's own, with values. */
#include "core/ending.h"
#include "core/text.h"
#include "core/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows --------------------------------------------------------------------------------------- */

struct pawl_value *own_rows_add(struct own_rows *rows) {
    const size_t width = rows->column_count > 0 ? rows->column_count : 1;
    struct pawl_value *row = results_add_row(rows->memory, &rows->rows, width * sizeof *row);
    for (size_t i = 0; row && i < width; i++)
        row[i].is_null = true;
    return row;
}

bool own_value_is_text(struct own_rows *rows, struct pawl_value *value, enum pawl_type type,
                       const char *text) {
    *value = (struct pawl_value){.type = type, .text = results_strdup(rows->memory, text)};
    if (type == PAWL_TYPE_NUMERIC)
        value->number = strtoll(text, NULL, 10);
    return value->text != NULL;
}

bool own_value_is_bytes(struct own_rows *rows, struct pawl_value *value, const void *data, size_t size) {
    char *copy = results_alloc(rows->memory, size + 1);
    if (copy) {
        if (size > 0)
            memcpy(copy, data, size);
        copy[size] = '\0';
    }
    *value = (struct pawl_value){.type = PAWL_TYPE_BYTES, .text = copy, .bytes = {copy, size}};
    return copy != NULL;
}

/* With as few digits as give the same number again. */
bool own_value_is_real(struct own_rows *rows, struct pawl_value *value, double real) {
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, real);
    while (strtod(text, NULL) != real && digits++ < 17);
    return own_value_is_text(rows, value, PAWL_TYPE_TEXT, text);
}

/* ---- values ------------------------------------------------------------------------------------- */

static bool is_type(enum pawl_type type) {
    switch (type) {
#define X(constant, name) case PAWL_TYPE_##constant:
        PAWL_TYPES(X)
#undef X
        return true;
    }
    return false;
}

static enum pawl_status settle_own(struct pawl_db *db, size_t number, const struct pawl_value *from,
                                   struct value *to, struct pawl_error *err) {
    struct complaint complaint = {0};
    if (!is_type(from->type))
        return error_set(err, PAWL_MISUSE, "pawl_query: $%zu has no type", number);
    const bool is_text = form_of(from->type) == FORM_TEXT;
    *to = (struct value){.type = from->type,
                         .is_null = from->is_null || (is_text && !from->text),
                         .number = from->number,
                         .text = is_text ? from->text : NULL,
                         .bytes = from->bytes};
    const enum pawl_status status = value_settle(operation_results(db), to, &complaint);
    if (status == PAWL_MISUSE)
        return error_advise(err, status, complaint.help, "pawl_query: $%zu is %s", number, complaint.problem);
    return status == PAWL_OK ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

static enum pawl_status check_own(const char *sql, const struct pawl_value *values, size_t count,
                                  struct pawl_error *err) {
    const char *rest = NULL;
    if (!sql || !text_is_utf8(sql))
        return error_set(err, PAWL_MISUSE, "pawl_query: sql is %s", sql ? "not valid UTF-8" : "NULL");
    if (count > 0 && !values)
        return error_set(err, PAWL_MISUSE, "pawl_query: values is NULL");
    if (count > PAWL_COLUMN_MAX)
        return error_set(err, PAWL_MISUSE, "pawl_query: it takes at most %d values", PAWL_COLUMN_MAX);
    if (ending_of(sql, &rest) != ENDS_NOTHING)
        return error_advise(err, PAWL_MISUSE, "call pawl_commit or pawl_rollback; for savepoints, pawl_exec",
                            "pawl_query: it ends no transaction");
    return PAWL_OK;
}

enum pawl_status pawl_query(struct pawl_db *db, const char *sql, const struct pawl_value *values,
                            size_t count, struct pawl_result_set *out, struct pawl_error *err) {
    OPERATION(db, err);
    if (out)
        *out = (struct pawl_result_set){0};
    TRY(connection_begin(db, err));
    TRY(check_own(sql, values, count, err));
    struct value settled[PAWL_COLUMN_MAX];
    for (size_t i = 0; i < count; i++)
        TRY(settle_own(db, i + 1, &values[i], &settled[i], err));
    if (db->driver->transaction_failed(db))
        return transaction_had_failed(err);
    struct own_rows rows = {.memory = operation_results(db)};
    enum pawl_status status = db->driver->query_own(db, sql, settled, count, &rows, err);
    if (status == PAWL_OK && out)
        *out = (struct pawl_result_set){.values = rows.rows.rows,
                                        .row_count = rows.rows.count,
                                        .column_count = rows.column_count,
                                        .changed = rows.column_count > 0 ? 0 : rows.changed};
    return pawl_in_transaction(db) ? status : judge_lost_answer(db, status, err);
}

struct pawl_value pawl_at(const struct pawl_result_set *set, size_t row, size_t column) {
    const bool is_there = set && row < set->row_count && column < set->column_count;
    return is_there ? set->values[row * set->column_count + column] : pawl_null();
}
