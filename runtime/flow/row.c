#include "flow/flow.h"

#include <assert.h>
#include <stddef.h>

/* The row of a run, by columns. */

int64_t flow_clock_offset_us;

static const char *const status_names[] = {"",       "ready", "blocked", "waiting",  "paused",
                                           "parked", "done",  "undone",  "cancelled"};

const char *pawl_run_status_name(enum pawl_run_status status) {
    return (unsigned)status < sizeof status_names / sizeof *status_names ? status_names[status] : "";
}

enum pawl_run_status pawl_run_status_parse(const char *name) {
    for (unsigned i = 1; name && i < sizeof status_names / sizeof *status_names; i++)
        if (strcmp(status_names[i], name) == 0)
            return (enum pawl_run_status)i;
    return (enum pawl_run_status)0;
}

const char *run_direction_name(enum run_direction direction) {
    return direction == RUN_UNDO ? "undo" : "forward";
}

static enum run_direction run_direction_parse(const char *name) {
    return is(name, "forward") ? RUN_FORWARD : is(name, "undo") ? RUN_UNDO : (enum run_direction)0;
}

enum kind { NUMBER, NULLABLE, TEXT, STATUS, DIRECTION };

#define COLUMN(kind, member)                                                                                 \
    { kind, offsetof(struct run_row, member) }
static const struct column {
    enum kind kind;
    size_t offset;
} run_columns[] = {COLUMN(NUMBER, id),           COLUMN(TEXT, flow),           COLUMN(TEXT, fingerprint),
                   COLUMN(STATUS, status),       COLUMN(DIRECTION, direction), COLUMN(TEXT, path),
                   COLUMN(TEXT, iteration),      COLUMN(NUMBER, entered),      COLUMN(TEXT, counts),
                   COLUMN(TEXT, args),           COLUMN(TEXT, data),           COLUMN(TEXT, locks),
                   COLUMN(TEXT, unique_key),     COLUMN(NUMBER, attempt),      COLUMN(NUMBER, failures),
                   COLUMN(NUMBER, is_uncertain), COLUMN(NUMBER, was_cut_off),  COLUMN(NULLABLE, undoing),
                   COLUMN(NULLABLE, undo_until), COLUMN(NUMBER, steps),        COLUMN(NUMBER, undone),
                   COLUMN(TEXT, error),          COLUMN(TEXT, waits_for),      COLUMN(TEXT, wish),
                   COLUMN(TEXT, wish_place),     COLUMN(TEXT, wish_actor),     COLUMN(NUMBER, claim),
                   COLUMN(TEXT, actor),          COLUMN(NUMBER, started_at),   COLUMN(NUMBER, updated_at),
                   COLUMN(NULLABLE, ended_at),   COLUMN(TEXT, topic),          COLUMN(NUMBER, events)};
static_assert(sizeof run_columns / sizeof *run_columns == RUN_COLUMN_COUNT, "all columns");

bool run_row_copy(struct results *memory, const struct run_row *from, struct run_row *to) {
    bool copied = true;
    *to = *from;
    for (size_t i = 0; i < RUN_COLUMN_COUNT; i++)
        if (run_columns[i].kind == TEXT)
            copied &= results_keep(memory, (void *)((char *)to + run_columns[i].offset));
    return copied;
}

void run_row_values(const struct run_row *row, struct value values[RUN_COLUMN_COUNT]) {
    for (size_t i = 0; i < RUN_COLUMN_COUNT; i++) {
        const enum kind kind = run_columns[i].kind;
        const void *member = (const char *)row + run_columns[i].offset;
        values[i] = kind == TEXT        ? value_text(*(const char *const *)member)
                    : kind == STATUS    ? value_text(pawl_run_status_name(row->status))
                    : kind == DIRECTION ? value_text(run_direction_name(row->direction))
                    : kind == NULLABLE  ? value_bigint_or_null(*(const int64_t *)member)
                                        : value_bigint(*(const int64_t *)member);
    }
}

enum pawl_status run_row_read(struct results *memory, const struct cell *cells, struct run_row *row,
                              struct pawl_error *err) {
    struct run_row borrowed;
    for (size_t i = 0; i < RUN_COLUMN_COUNT; i++) {
        void *member = (char *)&borrowed + run_columns[i].offset;
        if (run_columns[i].kind == TEXT)
            *(const char **)member = cells[i].text;
        else if (run_columns[i].kind == STATUS)
            borrowed.status = pawl_run_status_parse(cells[i].text);
        else if (run_columns[i].kind == DIRECTION)
            borrowed.direction = run_direction_parse(cells[i].text);
        else
            *(int64_t *)member = cells[i].is_null ? 0 : cells[i].number;
    }
    if (!borrowed.status || !borrowed.direction)
        return error_set(
            err, PAWL_MISMATCH,
            "run %lld of %s has a status or a direction that this program's libpawl does not know",
            (long long)borrowed.id, borrowed.flow);
    return memory_check(run_row_copy(memory, &borrowed, row), err);
}
