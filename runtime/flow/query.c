#include "flow/run.h"

#include "core/schema.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What can be read of runs. */

struct runs_listing {
    struct pawl_db *db;
    struct result_rows rows;
    const char *data; /* of a history: as the step before left it */
};

static const char *joined_place(struct results *memory, const char *path, const char *iteration) {
    size_t size = strlen(path) + strlen(iteration) + 1;
    char *place = results_alloc(memory, size);
    if (place)
        snprintf(place, size, "%s%s", path, iteration);
    return place;
}

static enum pawl_status add_run(void *context, const struct cell *cells, struct pawl_error *err) {
    struct runs_listing *listing = context;
    struct results *memory = operation_results(listing->db);
    struct run_row row;
    struct pawl_run *run = results_add_row(memory, &listing->rows, sizeof *run);
    if (!run)
        return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
    TRY(run_row_read(memory, cells, &row, err));
    const struct cell *ready = cells + RUN_COLUMN_COUNT;
    *run = (struct pawl_run){
        .id = row.id,
        .flow = row.flow,
        .fingerprint = row.fingerprint,
        .status = row.status,
        .is_undoing = row.direction == RUN_UNDO,
        .place = row.path ? joined_place(memory, row.path, row.iteration) : "",
        .args = row.args,
        .data = row.data,
        .error = row.error,
        .unique = row.unique_key,
        .waits_for = row.waits_for,
        .wish = row.wish,
        .attempt = (int)row.attempt,
        .due_at_us = ready[0].is_null ? 0 : ready[0].number,
        .is_leased = !ready[1].is_null && ready[1].number != 0,
        .started_at_us = row.started_at,
        .updated_at_us = row.updated_at,
        .ended_at_us = row.ended_at,
    };
    return run->place ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
}

/* NULL: of any flow. */
static enum pawl_status check_flow_name(const char *function, const char *flow, struct pawl_error *err) {
    return flow ? text_check(function, "the flow", flow, PAWL_KEY_MAX_BYTES, err) : PAWL_OK;
}

static enum pawl_status read_one_run(struct pawl_db *db, const char *flow, int64_t run, struct pawl_run *out,
                                     struct pawl_error *err) {
    struct runs_listing listing = {.db = db};
    TRY(read_rows(db, db->driver->flows->get, VALUES(value_bigint(run), value_text(flow)), add_run, &listing,
                  err));
    if (listing.rows.count == 0)
        return error_set(err, PAWL_NOT_FOUND, "there is no run %" PRId64 "%s%s", run, flow ? " of " : "",
                         flow ? flow : "");
    *out = *(struct pawl_run *)listing.rows.rows;
    return PAWL_OK;
}

enum pawl_status pawl_run_get(struct pawl_db *db, const char *flow, int64_t run, struct pawl_run *out,
                              struct pawl_error *err) {
    OPERATION(db, err);
    TRY(schema_begin(db, err));
    if (!out)
        return error_set(err, PAWL_MISUSE, "pawl_run_get: out is NULL");
    TRY(check_flow_name("pawl_run_get", flow, err));
    return read_one_run(db, flow, run, out, err);
}

enum pawl_status pawl_flow_get(struct pawl_db *db, const struct pawl_flow *flow, int64_t run,
                               struct pawl_run *out, void *args, void *data, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_run row;
    out = out ? out : &row;
    TRY(flow_begin(db, flow, err));
    TRY(read_one_run(db, flow->name, run, out, err));
    if (args) {
        memset(args, 0, flow->args_size);
        TRY(values_read(operation_results(db), flow->args, flow->arg_count, out->args, args, err));
    }
    if (data) {
        memset(data, 0, flow->data_size);
        TRY(values_read(operation_results(db), flow->data, flow->data_count, out->data, data, err));
    }
    return PAWL_OK;
}

static enum pawl_status list_runs(struct pawl_db *db, const struct pawl_run_filter *filter, int64_t after,
                                  size_t limit, struct pawl_runs *out, struct pawl_error *err) {
    struct runs_listing listing = {.db = db};
    const struct flow_driver *flows = db->driver->flows;
    const struct value values[] = {value_text(filter->flow),
                                   value_text(filter->status ? pawl_run_status_name(filter->status) : NULL),
                                   value_text(filter->unique),
                                   value_bigint(after),
                                   value_bigint((int64_t)limit),
                                   value_text(filter->lock)};
    TRY(read_rows(db, filter->lock ? flows->list_of_lock : flows->list, values,
                  sizeof values / sizeof *values - !filter->lock, add_run, &listing, err));
    *out = (struct pawl_runs){listing.rows.rows, listing.rows.count};
    return PAWL_OK;
}

/* Its uuids in small letters; NULL: it has no others, or memory is short. */
static const char *with_small_uuids(struct results *memory, const char *unique) {
    char *folded = unique ? results_strdup(memory, unique) : NULL, lower[UUID_LENGTH + 1];
    for (char *at = folded; at && (at = strchr(at, '"')); at++)
        if (uuid_lower(at + 1, lower) && at[1 + UUID_LENGTH] == '"')
            memcpy(at + 1, lower, UUID_LENGTH);
    return folded && strcmp(folded, unique) != 0 ? folded : NULL;
}

enum pawl_status pawl_run_list(struct pawl_db *db, const struct pawl_run_filter *filter, int64_t after,
                               size_t limit, struct pawl_runs *out, struct pawl_error *err) {
    OPERATION(db, err);
    const struct pawl_run_filter none = {0};
    TRY(schema_begin(db, err));
    struct pawl_run_filter spelled = filter ? *filter : none;
    TRY(page_check("pawl_run_list", limit, out, err));
    TRY(check_flow_name("pawl_run_list", spelled.flow, err));
    if (spelled.unique && !text_is_utf8(spelled.unique))
        return error_set(err, PAWL_MISUSE, "pawl_run_list: unique is not valid UTF-8");
    if (spelled.lock)
        TRY(text_check("pawl_run_list", "the key of the lock", spelled.lock, PAWL_KEY_MAX_BYTES, err));
    *out = (struct pawl_runs){0};
    const char *folded = with_small_uuids(operation_results(db), spelled.unique);
    if (folded) { /* unless a text is spelled as given */
        const struct pawl_run_filter as_given = {.flow = spelled.flow, .unique = spelled.unique};
        TRY(list_runs(db, &as_given, 0, 1, out, err));
        spelled.unique = out->count > 0 ? spelled.unique : folded;
    }
    return list_runs(db, &spelled, after, limit, out, err);
}

/* A row of the history; its place is put together. */
struct history_row {
    struct pawl_run_step step;
    const char *path, *iteration;
};

static enum pawl_status add_step(void *context, const struct cell *cells, struct pawl_error *err) {
    static const struct row_member members[] = {
        MEMBER(NUMBER, history_row, step.number), MEMBER(TEXT, history_row, path),
        MEMBER(TEXT, history_row, iteration),     MEMBER(INT, history_row, step.generation),
        MEMBER(TRUTH, history_row, step.is_undo), MEMBER(TEXT, history_row, step.outcome),
        MEMBER(INT, history_row, step.attempt),   MEMBER(TEXT, history_row, step.after),
        MEMBER(TEXT, history_row, step.error),    MEMBER(TEXT, history_row, step.actor),
        MEMBER(NUMBER, history_row, step.at_us),  MEMBER(NUMBER, history_row, step.duration_us)};
    struct runs_listing *listing = context;
    struct results *memory = operation_results(listing->db);
    struct history_row row = {.step = {.before = listing->data}};
    struct pawl_run_step *step = results_add_row(memory, &listing->rows, sizeof *step);
    if (!step || !row_read(memory, members, sizeof members / sizeof *members, cells, &row))
        return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
    *step = row.step;
    step->place = joined_place(memory, row.path, row.iteration);
    step->after = listing->data = step->after ? step->after : listing->data;
    return step->place ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
}

enum pawl_status pawl_run_history(struct pawl_db *db, const char *flow, int64_t run,
                                  struct pawl_run_steps *out, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_run row;
    TRY(schema_begin(db, err));
    if (!out)
        return error_set(err, PAWL_MISUSE, "pawl_run_history: out is NULL");
    TRY(check_flow_name("pawl_run_history", flow, err));
    TRY(read_one_run(db, flow, run, &row, err));
    struct runs_listing listing = {.db = db, .data = "{}"};
    *out = (struct pawl_run_steps){0};
    TRY(read_rows(db, db->driver->flows->history, VALUES(value_bigint(run)), add_step, &listing, err));
    *out = (struct pawl_run_steps){listing.rows.rows, listing.rows.count};
    return PAWL_OK;
}
