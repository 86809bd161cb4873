#include "backfill.h"
#include "keep.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 200 };

struct filling {
    struct backfill backfill;
    struct backfill_statements statements;
    bool dry;
    struct candidate *batch; /* [BATCH_ROWS] */
    size_t batch_count;
    char *last; /* key of the batch before; NULL: none */
    int64_t written_count;
    struct list left_out;
    json_t *left_out_ids; /* { id: true } */
};

static enum pawl_status backfill_note(void *context, const struct cell *cells, struct pawl_error *err) {
    struct filling *filling = context;
    if (!backfill_candidate(&filling->backfill, cells, &filling->batch[filling->batch_count]))
        return error_set(err, PAWL_NOMEM, "out of memory");
    filling->batch_count++;
    return PAWL_OK;
}

/* Once, though it is looked at again. */
static void leave_out(struct filling *filling, const struct candidate *candidate, const char *why) {
    if (json_object_get(filling->left_out_ids, candidate->id) != NULL)
        return;
    json_object_set_new(filling->left_out_ids, candidate->id, json_true());
    progress_clear();
    list_say(&filling->left_out,
             ROW(row_in_json(false, row_text("machine", filling->backfill.model->name)),
                 row_text("id", candidate->id), row_text("why", why)),
             "{machine} {id}: left out: {why}\n");
}

static bool backfill_fill(struct filling *filling, struct past *past, const struct candidate *candidate) {
    bool written = filling->dry;
    if (!filling->dry && !backfill_write(&filling->backfill, &filling->statements, candidate, past, &written))
        return false;
    filling->written_count += written;
    progress(filling->backfill.model->name, filling->written_count, "entities written");
    return true;
}

/*
 * The entities' own table is read, and its rows are locked, as whoever calls; what follows is written as the
 * owner of Pawl's tables.
 */
static bool fill_batch(struct filling *filling, int rows, const char *locking) {
    struct backfill *backfill = &filling->backfill;
    struct call *call = backfill->call;
    const struct deployed_model *model = backfill->model;
    struct text sql = TEXT_INIT;
    struct past *pasts = calloc(BATCH_ROWS, sizeof *pasts);
    const bool is_first = filling->last == NULL;
    struct value last = model_key_value(model, model_key_of(model, is_first ? "" : filling->last));
    filling->batch_count = 0;
    results_reset(&backfill->memory);
    backfill_query(&sql, backfill, is_first, rows, filling->dry ? "" : locking);
    const int64_t count_before = filling->written_count;
    bool done = pasts != NULL && !text_failed(&sql);
    if (!done)
        out_of_memory(call);
    done = done && (filling->dry ? database_exec(call, "begin") : database_begin(call)) &&
           database_rows(call, sql.data, &last, is_first ? 0 : 1, backfill_note, filling);
    for (size_t i = 0; done && i < filling->batch_count; i++)
        done = backfill_past(backfill, &filling->batch[i], &pasts[i]);
    done = done && (filling->dry || database_become_owner(call));
    for (size_t i = 0; done && i < filling->batch_count; i++) {
        if (pasts[i].problem[0] == '\0')
            done = backfill_fill(filling, &pasts[i], &filling->batch[i]);
        else
            leave_out(filling, &filling->batch[i], pasts[i].problem);
    }
    done = done && (filling->dry || database_commit(call));
    database_rollback(call);
    if (!done)
        filling->written_count = count_before;
    if (done && filling->batch_count > 0) {
        free(filling->last);
        filling->last = strdup(filling->batch[filling->batch_count - 1].id);
    }
    for (size_t i = 0; pasts != NULL && i < BATCH_ROWS; i++)
        free(pasts[i].moves);
    free(pasts);
    text_free(&sql);
    return done;
}

static bool fill_all(struct filling *filling, int rows, const char *locking) {
    bool done;
    do
        done = fill_batch(filling, rows, locking);
    while (done && filling->batch_count > 0);
    free(filling->last);
    filling->last = NULL;
    return done;
}

/*
 * What somebody has locked is passed by, so that no two wait for each other in a circle; at the end each of
 * those is waited for, by whoever holds no other.
 */
static int fill_machine(struct filling *filling) {
    struct call *call = filling->backfill.call;
    const struct database_dialect *dialect = call->dialect;
    bool done = fill_all(filling, BATCH_ROWS, dialect->only_free);
    if (done && !filling->dry && *dialect->only_free != '\0')
        done = fill_all(filling, 1, dialect->lock_rows);
    progress_clear();
    return done ? EXIT_DONE : database_error(call);
}

static void backfill_report(const struct filling *filling) {
    row_tell(filling->backfill.call,
             ROW(row_text("machine", filling->backfill.model->name),
                 row_number("written", filling->written_count), row_list(&filling->left_out),
                 row_truth("dry_run", filling->dry),
                 row_in_json(false, row_number("rest", (int64_t)filling->left_out.count))),
             filling->dry ? "{machine}: {written} would be written, {rest} left out\n"
                          : "{machine}: {written} written, {rest} left out\n");
}

static int fill_with_options(struct call *call, const struct deployed_model *model) {
    struct filling filling = {.backfill = {.call = call, .model = model},
                              .dry = option(call, "--dry-run") != NULL,
                              .batch = calloc(BATCH_ROWS, sizeof *filling.batch),
                              .left_out = list_new(call, "left_out", NULL),
                              .left_out_ids = json_object()};
    filling.left_out.file = stderr;
    int status = backfill_read_options(&filling.backfill);
    if (status == EXIT_DONE &&
        (filling.batch == NULL || !backfill_statements(&filling.statements, &filling.backfill)))
        status = memory_error(call);
    if (status == EXIT_DONE) {
        status = fill_machine(&filling);
        backfill_report(&filling);
    }
    if (status == EXIT_DONE && filling.left_out.count > 0)
        status = EXIT_REFUSED;
    backfill_statements_free(&filling.statements);
    backfill_free(&filling.backfill);
    list_free(&filling.left_out);
    json_decref(filling.left_out_ids);
    free(filling.batch);
    free(filling.last);
    return status;
}

/*
 * The entities' rows are locked as whoever calls, and a mirror in them is written as the owner of Pawl's
 * tables. On another node these are two connections, of which the second would wait for the first.
 */
static int check_spread(struct call *call, const struct deployed_model *model) {
    bool is_spread, is_parent_spread = false;
    if (!database_is_spread(call, model->current, &is_spread) ||
        (model->parent != NULL && !database_is_spread(call, model->parent, &is_parent_spread)))
        return database_error(call);
    if (is_spread)
        return refused("fire its creation for each entity, and then its events, as programs do",
                       "machine %s is spread over nodes, on which rows that are locked as one login cannot "
                       "be written as another",
                       model->name);
    return is_parent_spread ? refused("pawlctl verify shows the fix",
                                      "machine %s is written for one node, and %s is spread over nodes",
                                      model->name, model->parent)
                            : EXIT_DONE;
}

int command_backfill(struct call *call) {
    struct models models;
    int status = models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    const struct deployed_model *model = models.models;
    const char *storage = text_of(model->json, "storage");
    if (storage != NULL && strcmp(storage, "head") != 0)
        status = refused("it works on the table that is there",
                         "machine %s has `storage %s`, which needs no backfill", model->name, storage);
    else
        status = model_check_queue(model);
    if (status == EXIT_DONE)
        status = check_spread(call, model);
    if (status == EXIT_DONE)
        status = fill_with_options(call, model);
    models_free(&models);
    return status;
}
