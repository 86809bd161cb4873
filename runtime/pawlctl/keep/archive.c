#include "archive.h"
#include "keep.h"
#include "keep/archive.sql.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 200, BATCH_ROWS_MAX = 10000 };

struct archiving {
    struct call *call;
    const struct deployed_model *model;
    int64_t before_us; /* what has finished earlier than that goes */
    int batch_rows;
    /* the queries of one state: its first page, the others, how many; and of one entity on a page */
    struct text first, next, count, lock;
    struct archive_table table;
    struct archive_file *file; /* NULL: it goes into the table */
    char login[LOGIN_SIZE];
    struct finished *batch; /* [batch_rows] */
    size_t batch_count;
    struct finished last; /* of the batch before */
    int64_t done_count;
    bool file_failed; /* which has been said */
};

/* ---- which -------------------------------------------------------------------------------------- */

static void put_queries(struct archiving *archiving) {
    const struct call *call = archiving->call;
    const struct deployed_model *model = archiving->model;
    const json_t *key = json_object_get(model->json, "key");
    const char *column = text_of(key, "column");
    struct text waits = TEXT_INIT, unlocked = TEXT_INIT;
    char now[24], rows[16];
    snprintf(now, sizeof now, "%" PRId64, now_us());
    snprintf(rows, sizeof rows, "%d", archiving->batch_rows);
    if (model->pending != NULL)
        model_put(&waits, call, model, sql_waits_for_none, NULL);
    if (key != NULL)
        model_put(&unlocked, call, model, column == NULL ? sql_entity_is_unlocked : sql_key_is_unlocked,
                  WORDS({"now", now}, {"column", column}));
    const struct database_word *words =
        WORDS({"waits_for_none", piece_of(&waits)}, {"is_unlocked", piece_of(&unlocked)}, {"rows", rows});
    model_put(&archiving->count, call, model, sql_count, words);
    model_put(&archiving->first, call, model, sql_first_page, words);
    model_put(&archiving->next, call, model, sql_next_page, words);
    model_put(&archiving->lock, call, model, sql_lock, words);
    text_free(&waits);
    text_free(&unlocked);
}

static enum pawl_status archive_note(void *context, const struct cell *cells, struct pawl_error *err) {
    struct archiving *archiving = context;
    char number[24];
    struct finished *entity = &archiving->batch[archiving->batch_count];
    *entity = (struct finished){
        .id = strdup(key_text(&cells[0], number)), .sort_key = cells[1].number, .since_us = cells[2].number};
    if (entity->id == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    entity->key = model_key_of(archiving->model, entity->id);
    archiving->batch_count++;
    return PAWL_OK;
}

static bool read_batch(struct archiving *archiving, const char *state) {
    const bool is_first = archiving->last.id == NULL;
    const struct text *sql = is_first ? &archiving->first : &archiving->next;
    struct value values[4] = {value_text(state), value_number(PAWL_TYPE_BIGINT, archiving->before_us)};
    if (!is_first) {
        values[2] = value_number(PAWL_TYPE_BIGINT, archiving->last.since_us);
        values[3] = model_key_value(archiving->model, archiving->last.key);
    }
    return database_rows(archiving->call, sql->data, values, is_first ? 2 : 4, archive_note, archiving);
}

/* Whether it is ours, and still as it was found. */
static bool lock_entity(struct archiving *archiving, const char *state, const struct finished *entity,
                        bool *is_locked) {
    const struct value values[] = {value_text(state), value_number(PAWL_TYPE_BIGINT, archiving->before_us),
                                   model_key_value(archiving->model, entity->key),
                                   value_number(PAWL_TYPE_BIGINT, entity->sort_key)};
    return database_any(archiving->call, archiving->lock.data, values, 4, is_locked);
}

/* ---- a batch ------------------------------------------------------------------------------------ */

static bool archive_entity(struct archiving *archiving, const struct finished *entity, int64_t at_us) {
    struct call *call = archiving->call;
    const struct deployed_model *model = archiving->model;
    bool is_kept = archiving->file != NULL
                       ? archive_file_add(call, model, archiving->file, entity, at_us, archiving->login)
                       : archive_table_add(call, model, &archiving->table, entity, at_us, archiving->login);
    return is_kept && archive_take_out(call, model, entity);
}

/* In one transaction, so that each entity is here or there, whenever this process is killed. */
static bool archive_batch(struct archiving *archiving, const char *state) {
    struct call *call = archiving->call;
    const int64_t at_us = now_us();
    int64_t archived_count = 0;
    archiving->batch_count = 0;
    bool done = database_begin_writing(call) && read_batch(archiving, state);
    for (size_t i = 0; done && i < archiving->batch_count; i++) {
        const struct finished *entity = &archiving->batch[i];
        bool is_locked;
        done = lock_entity(archiving, state, entity, &is_locked) &&
               (!is_locked || archive_entity(archiving, entity, at_us));
        archived_count += done && is_locked;
    }
    if (done && archiving->file != NULL && archived_count > 0)
        done = archive_file_sync(archiving->file) || (archiving->file_failed = true, false);
    done = done && database_commit(call);
    database_rollback(call);
    if (done && archiving->batch_count > 0) {
        archiving->done_count += archived_count;
        free(archiving->last.id);
        archiving->last = archiving->batch[archiving->batch_count - 1];
        archiving->batch[archiving->batch_count - 1].id = NULL;
        progress(archiving->model->name, archiving->done_count, "entities archived");
    }
    for (size_t i = 0; i < archiving->batch_count; i++)
        free(archiving->batch[i].id);
    return done;
}

static bool archive_state(struct archiving *archiving, const char *state) {
    bool done;
    do
        done = archive_batch(archiving, state);
    while (done && archiving->batch_count > 0);
    free(archiving->last.id);
    archiving->last = (struct finished){0};
    return done;
}

static enum pawl_status add_count(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    *(int64_t *)context += cells[0].number;
    return PAWL_OK;
}

static bool count_state(struct archiving *archiving, const char *state) {
    struct value values[] = {value_text(state), value_number(PAWL_TYPE_BIGINT, archiving->before_us)};
    return database_rows(archiving->call, archiving->count.data, values, 2, add_count,
                         &archiving->done_count);
}

/* ---- the command -------------------------------------------------------------------------------- */

static int archive_states(struct archiving *archiving, bool dry) {
    const struct deployed_model *model = archiving->model;
    bool done = true;
    for (size_t i = 1; done && i <= model->state_count; i++)
        if (model->states[i].is_final)
            done = dry ? count_state(archiving, model->states[i].stored)
                       : archive_state(archiving, model->states[i].stored);
    progress_clear();
    return done || archiving->file_failed ? (done ? EXIT_DONE : EXIT_DATABASE)
                                          : database_error(archiving->call);
}

static void archive_report(const struct archiving *archiving, bool dry, const char *path) {
    row_tell(archiving->call,
             ROW(row_text("machine", archiving->model->name), row_number("archived", archiving->done_count),
                 row_text("to", path != NULL ? path : archiving->table.name),
                 row_time("finished_before", archiving->before_us), row_truth("dry_run", dry)),
             dry ? "{machine}: {archived} finished before {finished_before} would be archived\n"
                 : "{machine}: {archived} finished before {finished_before} archived to {to}\n");
}

/* The file has what the machine's own statements read; a table takes all columns. */
static int check_file(struct call *call, const struct deployed_model *model) {
    char column[64];
    if (!archive_past_column(call, model, column))
        return database_error(call);
    if (*column == '\0')
        return EXIT_DONE;
    return refused("archive to the table, which takes it along",
                   "machine %s: its history has a column of an earlier version, %s, which a file would lack",
                   model->name, column);
}

static int archive(struct call *call, struct archiving *archiving) {
    const bool dry = option(call, "--dry-run") != NULL;
    const char *path = option(call, "--to");
    struct archive_file file = {.descriptor = -1};
    int status = EXIT_DONE;
    put_queries(archiving);
    archiving->batch = calloc((size_t)archiving->batch_rows, sizeof *archiving->batch);
    if (archiving->batch == NULL || text_failed(&archiving->first) || text_failed(&archiving->next) ||
        text_failed(&archiving->count) || text_failed(&archiving->lock)) {
        status = memory_error(call);
    } else if (!dry && !database_login(call, archiving->login)) {
        status = database_error(call);
    } else if (!dry && path != NULL) {
        status = check_file(call, archiving->model);
        if (status == EXIT_DONE)
            status = archive_file_open(call, archiving->model, path, &file);
        archiving->file = &file;
    } else if (!dry) {
        status = archive_table_open(call, archiving->model, &archiving->table);
    }
    if (status == EXIT_DONE) {
        status = archive_states(archiving, dry);
        if (status == EXIT_DONE || archiving->done_count > 0)
            archive_report(archiving, dry, path);
    }
    archive_file_close(&file);
    archive_table_free(&archiving->table);
    free(archiving->batch);
    text_free(&archiving->first);
    text_free(&archiving->next);
    text_free(&archiving->count);
    text_free(&archiving->lock);
    return status;
}

int command_archive(struct call *call) {
    const char *older_than = option(call, "--older-than"), *batch = option(call, "--batch");
    struct archiving archiving = {.call = call, .batch_rows = BATCH_ROWS};
    struct models models;
    int64_t age_ms;
    if (older_than == NULL)
        return usage_error(call, "give how long ago it must have finished: --older-than=90d");
    if (!parse_duration(older_than, &age_ms))
        return usage_error(
            call, "--older-than: `%s` is not a duration with its unit, such as 90d, 12h or 52w", older_than);
    if (batch != NULL) {
        int64_t rows;
        if (!parse_number(batch, 1, BATCH_ROWS_MAX, &rows))
            return usage_error(call, "--batch: expected a number from 1 to %d, got %s", BATCH_ROWS_MAX,
                               batch);
        archiving.batch_rows = (int)rows;
    }
    int status = models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    archiving.model = models.models;
    archiving.before_us = now_us() - age_ms * 1000;
    const char *storage = text_of(archiving.model->json, "storage");
    if (storage != NULL && strcmp(storage, "head") != 0)
        status =
            refused("its table belongs to others, too", "machine %s has `storage %s`, which is not archived",
                    archiving.model->name, storage);
    else
        status = archive(call, &archiving);
    models_free(&models);
    return status;
}
