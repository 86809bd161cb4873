#include "backfill.h"
#include "keep.h"
#include "say/json.h"
#include "say/progress.h"
#include "say/row.h"

enum { BATCH_ROWS = 200 };

struct filling {
    struct backfill backfill;
    bool dry;
    struct text last; /* key of the batch before; empty: none */
    int64_t written_count;
    struct list left_out;
    json_t *left_out_ids; /* { id: true } */
};

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

/*
 * The entities' own table is read, and its rows are locked, as whoever calls; what follows is written as the
 * owner of Pawl's tables.
 */
static bool fill_batch(struct filling *filling, int rows, const char *locking) {
    struct backfill *backfill = &filling->backfill;
    struct call *call = backfill->call;
    const struct deployed_model *model = backfill->model;
    struct arena *before = memory_begin_batch();
    struct candidate *candidates = arena_alloc(memory, BATCH_ROWS * sizeof *candidates);
    struct past *pasts = arena_alloc(memory, BATCH_ROWS * sizeof *pasts);
    const bool is_first = filling->last.length == 0;
    const struct value last = model_key_value(model, model_key_of(model, text_data(&filling->last)));
    const char *sql = backfill_query(backfill, is_first, rows, filling->dry ? "" : locking);
    size_t count = 0;
    int64_t written = 0;
    if (filling->dry)
        database_exec(call, "begin");
    else
        database_begin(call);
    for (EACH_ROW(row, database_query(call, sql, &last, is_first ? 0 : 1, backfill_width(backfill))))
        candidates[count++] = backfill_candidate(backfill, row);
    for (size_t i = 0; i < count; i++)
        pasts[i] = backfill_past(backfill, &candidates[i]);
    if (!filling->dry)
        database_become_owner(call);
    for (size_t i = 0; i < count; i++) {
        if (pasts[i].problem != NULL)
            leave_out(filling, &candidates[i], pasts[i].problem);
        else
            written += filling->dry || backfill_write(backfill, &candidates[i], &pasts[i]);
        progress(model->name, filling->written_count + written, "entities written");
    }
    if (!filling->dry)
        database_commit(call);
    database_rollback(call);
    filling->written_count += written;
    if (count > 0) {
        text_free(&filling->last);
        text_put(&filling->last, candidates[count - 1].id);
    }
    memory_end_batch(before);
    return count > 0;
}

/*
 * What somebody has locked is passed by, so that no two wait for each other in a circle; at the end each of
 * those is waited for, by whoever holds no other.
 */
static void fill_all(struct filling *filling, int rows, const char *locking) {
    while (fill_batch(filling, rows, locking))
        ;
    text_free(&filling->last);
}

/* Keys in Statesman's table without a row in the table of entities. */
static void leave_out_orphans(struct filling *filling) {
    const struct backfill *backfill = &filling->backfill;
    for (EACH_ROW(row, backfill_orphans(&filling->backfill))) {
        const struct candidate orphan = {.id = row[0].text == NULL ? "null" : row[0].text};
        if (backfill_is_orphan(backfill, row[0].text))
            leave_out(filling, &orphan,
                      arena_printf(memory, "%s has transitions with this key, and %s has no such row",
                                   backfill->said_of_statesman, backfill->model->parent));
    }
}

static void backfill_report(void *context) {
    const struct filling *filling = context;
    progress_clear();
    row_tell(filling->backfill.call,
             ROW(row_text("machine", filling->backfill.model->name),
                 row_number("written", filling->written_count), row_list(&filling->left_out),
                 row_truth("dry_run", filling->dry),
                 row_in_json(false, row_number("rest", (int64_t)filling->left_out.count))),
             filling->dry ? "{machine}: {written} would be written, {rest} left out\n"
                          : "{machine}: {written} written, {rest} left out\n");
}

static int fill_machine(struct call *call, const struct deployed_model *model) {
    static struct filling filling;
    const struct database_dialect *dialect = call->dialect;
    filling = (struct filling){.backfill = {.call = call, .model = model},
                               .dry = option(call, "--dry-run") != NULL,
                               .left_out = list_new(call, "left_out", NULL),
                               .left_out_ids = json_object()};
    filling.left_out.file = stderr;
    backfill_read_options(&filling.backfill);
    call->at_end = backfill_report;
    call->at_end_context = &filling;
    if (filling.backfill.statesman != NULL)
        leave_out_orphans(&filling);
    fill_all(&filling, BATCH_ROWS, dialect->only_free);
    if (!filling.dry && *dialect->only_free != '\0')
        fill_all(&filling, 1, dialect->lock_rows);
    return filling.left_out.count > 0 ? EXIT_REFUSED : EXIT_DONE;
}

/*
 * The entities' rows are locked as whoever calls, and a mirror in them is written as the owner of Pawl's
 * tables. On another node these are two connections, of which the second would wait for the first.
 */
static void check_spread(struct call *call, const struct deployed_model *model) {
    if (database_is_spread(call, model->current))
        refused("fire its creation for each entity, and then its events, as programs do",
                "machine %s is spread over nodes, on which rows that are locked as one login cannot be "
                "written as another",
                model->name);
    if (model->parent != NULL && database_is_spread(call, model->parent))
        refused("pawlctl verify shows the fix",
                "machine %s is written for one node, and %s is spread over nodes", model->name,
                model->parent);
}

int command_backfill(struct call *call) {
    const struct deployed_model *model = models_read(call, call->operands[0]).models;
    if (model->shares_rows)
        refused("it works on the table that is there", "machine %s has `storage %s`, which needs no backfill",
                model->name, text_of(model->json, "storage"));
    if (!model_has_queue(model))
        return EXIT_REFUSED;
    check_spread(call, model);
    return fill_machine(call, model);
}
