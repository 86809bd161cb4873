#include "flow/flow.h"

/* The row of a run, by columns. */

int64_t flow_clock_offset_us;

#define COPY_NUMBER(name)
#define COPY_NULLABLE(name)
#define COPY_TEXT(name) copied &= results_keep(memory, &to->name);
bool run_row_copy(struct results *memory, const struct run_row *from, struct run_row *to) {
    bool copied = true;
    *to = *from;
#define X(kind, name) COPY_##kind(name)
    RUN_COLUMNS(X)
#undef X
    return copied;
}

#define READ_NUMBER(name)   row->name = (cells++)->number;
#define READ_NULLABLE(name) row->name = cells->is_null ? 0 : cells->number, cells++;
#define READ_TEXT(name)     row->name = (cells++)->text;
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
    return run_row_copy(memory, &borrowed, row) ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}
