#include "archive.h"
#include "keep.h"
#include "keep/archive.sql.h"
#include "say/json.h"
#include "say/progress.h"
#include "say/row.h"

#include <inttypes.h>

enum { BATCH_ROWS = 200, BATCH_ROWS_MAX = 10000 };

struct archiving {
    struct call *call;
    const struct deployed_model *model;
    bool is_dry;
    int64_t before_us; /* what has finished earlier than that goes */
    int64_t batch_rows;
    /* the queries of one state: its first page, the others, how many; and of one entity on a page */
    const char *first, *next, *count, *lock;
    const char *path; /* NULL: it goes into the table */
    struct archive_table table;
    struct archive_file file;
    struct text last_id; /* of the batch before; empty: there is none */
    int64_t last_since_us;
    int64_t done_count;
    bool is_complete;
};

/* ---- which -------------------------------------------------------------------------------------- */

static void make_queries(struct archiving *archiving) {
    const struct call *call = archiving->call;
    const struct deployed_model *model = archiving->model;
    const json_t *key = json_object_get(model->json, "key");
    const char *column = text_of(key, "column"), *waits = "", *unlocked = "";
    if (model->pending != NULL)
        waits = model_sql(call, model, sql_waits_for_none, NULL);
    if (key != NULL)
        unlocked = model_sql(call, model, column == NULL ? sql_entity_is_unlocked : sql_key_is_unlocked,
                             WORDS({"now", arena_printf(memory, "%" PRId64, now_us())}, {"column", column}));
    const struct database_word *words =
        WORDS({"waits_for_none", waits}, {"is_unlocked", unlocked},
              {"rows", arena_printf(memory, "%" PRId64, archiving->batch_rows)});
    archiving->count = model_sql(call, model, sql_count, words);
    archiving->first = model_sql(call, model, sql_first_page, words);
    archiving->next = model_sql(call, model, sql_next_page, words);
    archiving->lock = model_sql(call, model, sql_lock, words);
}

/* cells: key, sort_key, since */
static struct row_set read_batch(struct archiving *archiving, const char *state) {
    const bool is_first = archiving->last_id.length == 0;
    struct value values[4] = {value_text(state), value_bigint(archiving->before_us)};
    if (!is_first) {
        values[2] = value_bigint(archiving->last_since_us);
        values[3] =
            model_key_value(archiving->model, model_key_of(archiving->model, archiving->last_id.data));
    }
    return database_query(archiving->call, is_first ? archiving->first : archiving->next, values,
                          is_first ? 2 : 4, 3);
}

/* Whether it is ours, and still as it was found. */
static bool lock_entity(struct archiving *archiving, const char *state, const struct finished *entity) {
    return database_has(archiving->call, archiving->lock,
                        VALUES(value_text(state), value_bigint(archiving->before_us),
                               model_key_value(archiving->model, entity->key),
                               value_bigint(entity->sort_key)));
}

/* ---- a batch ------------------------------------------------------------------------------------ */

/* In one transaction, so that each entity is here or there, whenever this process is killed. False: there was
 * none. */
static bool archive_batch(struct archiving *archiving, const char *state) {
    struct call *call = archiving->call;
    const struct deployed_model *model = archiving->model;
    struct arena *before = memory_begin_batch();
    const int64_t at_us = now_us();
    int64_t archived_count = 0;
    database_begin_writing(call);
    const struct row_set batch = read_batch(archiving, state);
    for (EACH_ROW(row, batch)) {
        const char *id = key_text(&row[0]);
        const struct finished entity = {model_key_of(model, id), id, row[1].number, row[2].number};
        text_free(&archiving->last_id);
        text_put(&archiving->last_id, id);
        archiving->last_since_us = entity.since_us;
        if (!lock_entity(archiving, state, &entity))
            continue;
        if (archiving->path != NULL)
            archive_file_add(call, model, &archiving->file, &entity, at_us);
        else
            archive_table_add(call, model, &archiving->table, &entity, at_us);
        archive_take_out(call, model, &entity);
        archived_count++;
    }
    if (archiving->path != NULL && archived_count > 0)
        archive_file_sync(&archiving->file);
    database_commit(call);
    archiving->done_count += archived_count;
    progress(model->name, archiving->done_count, "entities archived");
    memory_end_batch(before);
    return batch.count > 0;
}

static void archive_state(struct archiving *archiving, const char *state) {
    if (archiving->is_dry) {
        archiving->done_count +=
            database_query(archiving->call, archiving->count,
                           VALUES(value_text(state), value_bigint(archiving->before_us)), 1)
                .cells[0]
                .number;
        return;
    }
    while (archive_batch(archiving, state))
        ;
    text_free(&archiving->last_id);
}

/* ---- the command -------------------------------------------------------------------------------- */

static void archive_report(void *context) {
    const struct archiving *archiving = context;
    progress_clear();
    if (!archiving->is_complete && archiving->done_count == 0)
        return;
    row_tell(archiving->call,
             ROW(row_text("machine", archiving->model->name), row_number("archived", archiving->done_count),
                 row_text("to", archiving->path != NULL ? archiving->path : archiving->table.name),
                 row_time("finished_before", archiving->before_us), row_truth("dry_run", archiving->is_dry)),
             archiving->is_dry
                 ? "{machine}: {archived} finished before {finished_before} would be archived\n"
                 : "{machine}: {archived} finished before {finished_before} archived to {to}\n");
}

static void open_archive(struct call *call, struct archiving *archiving) {
    const struct deployed_model *model = archiving->model;
    if (archiving->path == NULL) {
        archiving->table = archive_table_open(call, model);
        return;
    }
    /* the file has what the machine's own statements read; a table takes all columns */
    const char *past = archive_past_column(call, model);
    if (past != NULL)
        refused("archive to the table, which takes it along",
                "machine %s: its history has a column of an earlier version, %s, which a file would lack",
                model->name, past);
    archiving->file = archive_file_open(call, model, archiving->path);
}

int command_archive(struct call *call) {
    struct archiving *archiving = arena_alloc(memory, sizeof *archiving);
    int64_t age_ms;
    *archiving = (struct archiving){.call = call,
                                    .batch_rows = BATCH_ROWS,
                                    .is_dry = option(call, "--dry-run") != NULL,
                                    .path = option(call, "--to")};
    if (!option_duration(call, "--older-than", "90d, 12h or 52w", &age_ms))
        usage_error(call, "give how long ago it must have finished: --older-than=90d");
    option_number(call, "--batch", BATCH_ROWS_MAX, &archiving->batch_rows);
    const struct deployed_model *model = archiving->model = models_read(call, call->operands[0]).models;
    archiving->before_us = now_us() - age_ms * 1000;
    if (model->shares_rows)
        refused("its table belongs to others, too", "machine %s has `storage %s`, which is not archived",
                model->name, text_of(model->json, "storage"));
    make_queries(archiving);
    if (!archiving->is_dry)
        open_archive(call, archiving);
    call->at_end = archive_report;
    call->at_end_context = archiving;
    for (size_t i = 1; i <= model->state_count; i++)
        if (model->states[i].is_final)
            archive_state(archiving, model->states[i].stored);
    archiving->is_complete = true;
    return EXIT_DONE;
}
