#include "flow/flow.h"

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

#define COPY_NUMBER(name)
#define COPY_NULLABLE(name)
#define COPY_STATUS(name)
#define COPY_DIRECTION(name)
#define COPY_TEXT(name) copied &= results_keep(memory, &to->name);
bool run_row_copy(struct results *memory, const struct run_row *from, struct run_row *to) {
    bool copied = true;
    *to = *from;
#define X(kind, name) COPY_##kind(name)
    RUN_COLUMNS(X)
#undef X
    return copied;
}

#define READ_NUMBER(name)    row->name = (cells++)->number;
#define READ_NULLABLE(name)  row->name = cells->is_null ? 0 : cells->number, cells++;
#define READ_TEXT(name)      row->name = (cells++)->text;
#define READ_STATUS(name)    row->name = pawl_run_status_parse((cells++)->text);
#define READ_DIRECTION(name) row->name = run_direction_parse((cells++)->text);
enum pawl_status run_row_read(struct results *memory, const struct cell *cells, struct run_row *row,
                              struct pawl_error *err) {
    struct run_row borrowed;
    {
        struct run_row *into = row;
        row = &borrowed;
#define X(kind, name) READ_##kind(name)
        RUN_COLUMNS(X)
#undef X
        row = into;
    }
    if (!borrowed.status || !borrowed.direction)
        return error_set(
            err, PAWL_MISMATCH,
            "run %lld of %s has a status or a direction that this program's libpawl does not know",
            (long long)borrowed.id, borrowed.flow);
    return run_row_copy(memory, &borrowed, row) ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}
