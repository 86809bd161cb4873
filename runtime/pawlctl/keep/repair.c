#include "audit.h"
#include "database/entity.h"
#include "database/mirror.h"
#include "judge/due.h"
#include "keep.h"
#include "keep/repair.sql.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"

#include <limits.h>

struct repairing {
    struct call *call;
    const struct deployed_model *model;
    const char *reason;
    const char **damaged; /* the keys of entities whose head can be rebuilt */
    size_t count, capacity;
    struct list *repaired, *left_alone;
    struct verdict *found; /* while one entity is repaired: what is wrong with it now */
    const char *found_state, *found_before;
    const json_t *pending; /* the timer or work whose rows are repaired */
    struct due_row late;   /* as it is to be; declaration NULL: it is not late */
    int64_t late_due_us;   /* as it was */
};

/* ---- what can be repaired ----------------------------------------------------------------------- */

static void ignore_problem(void *context, const struct problem *problem) {
    (void)context, (void)problem;
}

static void note_key(struct repairing *repairing, const struct cell *key) {
    repairing->damaged =
        memory_grow(repairing->damaged, repairing->count, &repairing->capacity, sizeof *repairing->damaged);
    repairing->damaged[repairing->count++] = copy_of(key_text(key));
}

static void note_damaged(void *context, const struct verdict *verdict) {
    struct repairing *repairing = context;
    if (verdict->history_is_legal && verdict->head_agrees)
        return;
    if (verdict->history_is_legal && verdict->moves > 0) {
        note_key(repairing, &verdict->key);
        return;
    }
    progress_clear();
    list_say(
        repairing->left_alone,
        ROW(row_text("machine", repairing->model->name), row_text("id", key_text(&verdict->key)),
            row_text("why", verdict->moves == 0
                                ? "left alone: it has a current row and no history, which would explain it"
                                : "left alone: its history is not legal, so that its state is unknown; see "
                                  "pawlctl verify")),
        "{machine} {id}: {why}\n");
}

/* ---- one entity --------------------------------------------------------------------------------- */

static void note_found(void *context, const struct verdict *verdict) {
    struct repairing *repairing = context;
    *repairing->found = *verdict;
    repairing->found_state = copy_of(verdict->state);
    repairing->found_before = verdict->has_head ? copy_of(verdict->head[1].text) : NULL;
}

/* The statement that libpawl itself would use, where it does; elsewhere the same in the words of the
 * database. */
static const char *head_statement(const struct call *call, const struct deployed_model *model, bool exists) {
    const char *own = text_of(model->statements, exists ? "update_current" : "insert_current");
    return own != NULL ? own : model_sql(call, model, exists ? sql_update_head : sql_insert_head, NULL);
}

/* As they were found, and as they are to be. */
static struct head head_before(const struct repairing *repairing) {
    const struct cell *head = repairing->found->head;
    return repairing->found->has_head ? (struct head){repairing->found_before, head[2].number, head[3].number}
                                      : (struct head){0};
}

static struct head head_after(const struct repairing *repairing) {
    return (struct head){repairing->found_state, repairing->found->sort_key, repairing->found->since_us};
}

static void rebuild_head(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct deployed_model *model = repairing->model;
    struct call *call = repairing->call;
    const struct head after = head_after(repairing);
    model_write(call, model, "current", head_statement(call, model, repairing->found->has_head),
                VALUES(model_key_value(model, key), value_text(after.state), value_bigint(after.sort_key),
                       value_number(PAWL_TYPE_TIMESTAMP, after.since_us)));
    audit(call, model, id, repairing->reason, head_before(repairing), after);
}

static void repair_report(struct repairing *repairing, const char *id) {
    const struct head before = head_before(repairing), after = head_after(repairing);
    const struct field *was =
        ROW(row_or("", row_text("state", before.state)), row_number("sort_key", before.sort_key),
            row_time("since", before.since_us));
    const struct field *is = ROW(row_text("state", after.state), row_number("sort_key", after.sort_key),
                                 row_time("since", after.since_us));
    list_say(
        repairing->repaired,
        ROW(row_text("machine", repairing->model->name), row_text("id", id),
            row_if(repairing->found->has_head, row_fields("before", was)), row_fields("after", is)),
        repairing->found->has_head
            ? "{machine} {id}: its current row is now in {after.state}, sort key {after.sort_key}, since "
              "{after.since}; it was in `{before.state}`, sort key {before.sort_key}, since {before.since}\n"
            : "{machine} {id}: its current row is now in {after.state}, sort key {after.sort_key}, since "
              "{after.since}; it was missing\n");
}

static bool look_at_head(struct repairing *repairing, struct pawl_key key) {
    struct judge judge = {.problem = ignore_problem, .verdict = note_found, .context = repairing};
    judge_entities(&judge, repairing->call, repairing->model, &key);
    return repairing->found->history_is_legal && !repairing->found->head_agrees;
}

struct repair {
    bool (*look)(struct repairing *repairing, struct pawl_key key); /* whether it is damaged */
    void (*mend)(struct repairing *repairing, struct pawl_key key, const char *id);
    void (*tell)(struct repairing *repairing, const char *id);
};

static const struct repair of_head = {look_at_head, rebuild_head, repair_report};

/* Looked at again under the lock: what was seen before it may have been put right, or moved on, meanwhile. */
static void repair_entity(struct repairing *repairing, const struct repair *repair, const char *id) {
    struct call *call = repairing->call;
    const struct pawl_key key = model_key_of(repairing->model, id);
    struct arena *before = memory_begin_batch();
    struct verdict found = {0};
    repairing->found = &found;
    repairing->found_state = repairing->found_before = NULL;
    database_begin_writing(call);
    entity_lock(call, repairing->model, key);
    const bool is_damaged = repair->look(repairing, key);
    if (is_damaged)
        repair->mend(repairing, key, id);
    database_commit(call);
    if (is_damaged)
        repair->tell(repairing, id);
    memory_end_batch(before);
}

/* ---- columns that `mirror` keeps ------------------------------------------------------------------ */

static const char *told_state(const struct deployed_model *model, const char *stored) {
    return stored == NULL ? "null" : model_told_state(model, stored);
}

static void tell_mirror(struct repairing *repairing, const char *id) {
    list_say(repairing->repaired,
             ROW(row_text("machine", repairing->model->name), row_text("id", id),
                 row_text("column", mirror_column(repairing->model)),
                 row_or("null", row_text("before", repairing->found_before)),
                 row_text("after", repairing->found_state),
                 row_in_json(false, row_text("parent", repairing->model->parent)),
                 row_in_json(false, row_text("was", told_state(repairing->model, repairing->found_before))),
                 row_in_json(false, row_text("is", told_state(repairing->model, repairing->found_state)))),
             "{machine} {id}: {column} of its row in {parent} is now `{is}`; it was `{was}`\n");
}

static bool look_at_mirror(struct repairing *repairing, struct pawl_key key) {
    for (EACH_ROW(row, mirror_difference(repairing->call, repairing->model, key))) {
        repairing->found_before = row[1].text;
        repairing->found_state = row[2].text;
        repairing->found->sort_key = row[3].number;
        repairing->found->since_us = row[4].number;
    }
    return repairing->found_state != NULL;
}

static void write_mirror(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct deployed_model *model = repairing->model;
    const struct head unchanged = head_after(repairing);
    mirror_write(repairing->call, model, key, repairing->found_state);
    audit(repairing->call, model, id,
          arena_printf(memory, "%s was %s: %s", mirror_column(model),
                       repairing->found_before == NULL ? "null" : repairing->found_before, repairing->reason),
          unchanged, unchanged);
}

static const struct repair of_mirror = {look_at_mirror, write_mirror, tell_mirror};

/* ---- what is due too late ------------------------------------------------------------------------- */

/* It begins again from now; what was claimed or failed is due at once. */
static bool look_at_late(struct repairing *repairing, struct pawl_key key) {
    const json_t *pending = repairing->pending;
    const struct row_set late = due_too_late(repairing->call, repairing->model, pending, &key);
    for (EACH_ROW(row, late)) {
        const int64_t claim = row[3].number, now = row[8].number;
        const bool begins = claim == 0 && !row[1].number;
        repairing->found_state = row[9].text;
        repairing->found->sort_key = row[10].number;
        repairing->found->since_us = row[11].number;
        repairing->late_due_us = row[7].number;
        repairing->late = (struct due_row){.declaration = text_of(pending, "name"),
                                           .last_error = row[5].text,
                                           .is_work = row[1].number != 0,
                                           .is_asleep = row[6].number != 0,
                                           .due_at_us = now + (begins ? number_of(pending, "after_us") : 0),
                                           .fence = row[2].number,
                                           .claim = claim == 0 ? 0 : claim + 1,
                                           .attempts = row[4].number};
    }
    return late.count > 0;
}

static void write_late(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct head unchanged = head_after(repairing);
    char due[TIME_SIZE];
    due_write(repairing->call, repairing->model, key, &repairing->late);
    audit(repairing->call, repairing->model, id,
          arena_printf(memory, "%s was due at %s: %s", repairing->late.declaration,
                       print_time(due, repairing->late_due_us, ' '), repairing->reason),
          unchanged, unchanged);
}

static void tell_late(struct repairing *repairing, const char *id) {
    list_say(repairing->repaired,
             ROW(row_text("machine", repairing->model->name), row_text("id", id),
                 row_text("declaration", repairing->late.declaration),
                 row_time("before", repairing->late_due_us), row_time("after", repairing->late.due_at_us)),
             "{machine} {id}: {declaration} is now due at {after}; it was due at {before}\n");
}

static const struct repair of_late = {look_at_late, write_late, tell_late};

/* ---- all of them -------------------------------------------------------------------------------- */

static void repair_noted(struct repairing *repairing, const struct repair *repair) {
    for (size_t i = 0; i < repairing->count; i++)
        repair_entity(repairing, repair, repairing->damaged[i]);
    repairing->count = 0;
}

static void repair_mirrors(struct repairing *repairing, const struct pawl_key *only) {
    struct call *call = repairing->call;
    struct row_set differences;
    if (only != NULL)
        differences = mirror_difference(call, repairing->model, *only);
    else if (!mirror_try_differences(call, repairing->model, INT_MAX, &differences))
        database_error(call);
    for (EACH_ROW(row, differences))
        note_key(repairing, &row[0]);
    repair_noted(repairing, &of_mirror);
}

static void repair_late(struct repairing *repairing, const struct pawl_key *only) {
    const struct deployed_model *model = repairing->model;
    for (EACH_ITEM(pending, json_object_get(model->queue, "pending"))) {
        if (model->pending == NULL)
            continue;
        repairing->pending = *pending;
        for (EACH_ROW(row, due_too_late(repairing->call, model, *pending, only)))
            note_key(repairing, &row[0]);
        repair_noted(repairing, &of_late);
    }
}

static void repair_machine(struct repairing *repairing, const struct pawl_key *only) {
    struct call *call = repairing->call;
    const size_t repaired_before = repairing->repaired->count, left_before = repairing->left_alone->count;
    struct judge judge = {.problem = ignore_problem, .verdict = note_damaged, .context = repairing};
    database_exec(call, call->dialect->snapshot);
    judge_entities(&judge, call, repairing->model, only);
    database_rollback(call);
    progress_clear();
    repair_noted(repairing, &of_head);
    if (mirror_column(repairing->model) != NULL)
        repair_mirrors(repairing, only);
    repair_late(repairing, only);
    if (!call->json)
        say("%s: %zu repaired, %zu left alone\n", repairing->model->name,
            repairing->repaired->count - repaired_before, repairing->left_alone->count - left_before);
}

static void print_lists(void *lists) {
    lists_print(lists, 2, NULL);
}

int command_repair(struct call *call) {
    struct repairing repairing = {.call = call, .reason = option_text(call, "--reason")};
    struct pawl_key key;
    if (option(call, "--force") == NULL || repairing.reason == NULL)
        usage_error(call, "repair writes a state without a transition: give --force and --reason=TEXT");
    static struct list lists[2];
    repairing.repaired = &lists[0];
    repairing.left_alone = &lists[1];
    *repairing.repaired = list_new(call, "repaired", NULL);
    *repairing.left_alone = list_new(call, "left_alone", NULL);
    repairing.left_alone->file = stderr;
    const struct models models = models_read(call, call->operands[0]);
    if (call->operand_count > 1)
        key = model_key(call, models.models, call->operands[1]);
    call->at_end = print_lists;
    call->at_end_context = lists;
    for (size_t i = 0; i < models.count; i++) {
        repairing.model = &models.models[i];
        repair_machine(&repairing, call->operand_count > 1 ? &key : NULL);
    }
    return repairing.left_alone->count > 0 ? EXIT_REFUSED : EXIT_DONE;
}
