#include "audit.h"
#include "database/database.h"
#include "database/entity.h"
#include "database/mirror.h"
#include "judge/due.h"
#include "judge/judge.h"
#include "keep.h"
#include "say/grow.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct repairing {
    struct call *call;
    const struct deployed_model *model;
    const char *reason;
    char **damaged; /* the keys of entities whose head can be rebuilt */
    size_t count, capacity;
    bool failed;
    struct list *repaired, *left_alone;
    struct verdict *found; /* while one entity is repaired: what is wrong with it now */
    char *found_state, *found_before;
    const json_t *pending; /* the timer or work whose rows are repaired */
    struct due_row late;   /* as it is to be; declaration NULL: it is not late */
    int64_t late_due_us;   /* as it was */
};

/* ---- what can be repaired ----------------------------------------------------------------------- */

static bool can_be_rebuilt(const struct verdict *verdict) {
    return verdict->history_is_legal && !verdict->head_agrees;
}

static void repair_refuse(struct repairing *repairing, const char *key, const char *why) {
    progress_clear();
    list_say(repairing->left_alone,
             ROW(row_text("machine", repairing->model->name), row_text("id", key), row_text("why", why)),
             "{machine} {id}: {why}\n");
}

static void ignore_problem(void *context, const struct problem *problem) {
    (void)context, (void)problem;
}

static void note_key(struct repairing *repairing, const char *key) {
    char *copy = strdup(key);
    if (copy == NULL ||
        !grow(&repairing->damaged, &repairing->capacity, repairing->count, sizeof *repairing->damaged)) {
        free(copy);
        repairing->failed = true;
        return;
    }
    repairing->damaged[repairing->count++] = copy;
}

static void note_damaged(void *context, const struct verdict *verdict) {
    struct repairing *repairing = context;
    char number[24];
    const char *key = key_text(&verdict->key, number);
    if (verdict->history_is_legal && verdict->head_agrees)
        return;
    if (verdict->moves == 0) {
        repair_refuse(repairing, key,
                      "left alone: it has a current row and no history, which would explain it");
        return;
    }
    if (!verdict->history_is_legal) {
        repair_refuse(
            repairing, key,
            "left alone: its history is not legal, so that its state is unknown; see pawlctl verify");
        return;
    }
    note_key(repairing, key);
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
static void put_head_statement(struct text *sql, const struct call *call, const struct deployed_model *model,
                               bool exists) {
    const char *own = text_of(model->statements, exists ? "update_current" : "insert_current");
    if (own != NULL)
        text_put(sql, own);
    else
        model_put(sql, call, model, exists ? call->dialect->update_head : call->dialect->insert_head, NULL);
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

static bool rebuild_head(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct deployed_model *model = repairing->model;
    struct call *call = repairing->call;
    const struct head after = head_after(repairing);
    struct text sql = TEXT_INIT;
    put_head_statement(&sql, call, model, repairing->found->has_head);
    struct value values[] = {model_key_value(model, key), value_text(after.state),
                             value_number(PAWL_TYPE_BIGINT, after.sort_key),
                             value_number(PAWL_TYPE_TIMESTAMP, after.since_us)};
    const bool done = model_write(call, model, "current", &sql, values, 4);
    text_free(&sql);
    return done && audit(call, model, id, repairing->reason, head_before(repairing), after);
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

static bool look_at_head(struct repairing *repairing, struct pawl_key key, bool *is_damaged) {
    struct judge judge = {.problem = ignore_problem, .verdict = note_found, .context = repairing};
    bool done = judge_entities(&judge, repairing->call, repairing->model, &key);
    *is_damaged = can_be_rebuilt(repairing->found);
    return done;
}

struct repair {
    bool (*look)(struct repairing *repairing, struct pawl_key key, bool *is_damaged);
    bool (*mend)(struct repairing *repairing, struct pawl_key key, const char *id);
    void (*tell)(struct repairing *repairing, const char *id);
};

static const struct repair of_head = {look_at_head, rebuild_head, repair_report};

/* Looked at again under the lock: what was seen before it may have been put right, or moved on, meanwhile. */
static bool repair_entity(struct repairing *repairing, const struct repair *repair, const char *id) {
    struct call *call = repairing->call;
    const struct pawl_key key = model_key_of(repairing->model, id);
    struct verdict found = {0};
    bool is_damaged = false;
    repairing->found = &found;
    repairing->found_state = repairing->found_before = NULL;
    const bool done = database_begin_writing(call) && entity_lock(call, repairing->model, key) &&
                      repair->look(repairing, key, &is_damaged) &&
                      (!is_damaged || repair->mend(repairing, key, id)) && database_commit(call);
    if (done && is_damaged)
        repair->tell(repairing, id);
    database_rollback(call);
    free(repairing->found_state);
    free(repairing->found_before);
    return done;
}

/* ---- columns that `mirror` keeps ------------------------------------------------------------------ */

/* cells: key, ... */
static enum pawl_status note_entity(void *context, const struct cell *cells, struct pawl_error *err) {
    struct repairing *repairing = context;
    char number[24];
    note_key(repairing, key_text(&cells[0], number));
    return repairing->failed ? error_set(err, PAWL_NOMEM, "out of memory") : PAWL_OK;
}

static enum pawl_status note_difference(void *context, const struct cell *cells, struct pawl_error *err) {
    struct repairing *repairing = context;
    (void)err;
    repairing->found_before = copy_of(cells[1].text);
    repairing->found_state = copy_of(cells[2].text);
    repairing->found->sort_key = cells[3].number;
    repairing->found->since_us = cells[4].number;
    return PAWL_OK;
}

static void tell_mirror(struct repairing *repairing, const char *id) {
    list_say(repairing->repaired,
             ROW(row_text("machine", repairing->model->name), row_text("id", id),
                 row_text("column", mirror_column(repairing->model)),
                 row_or("null", row_text("before", repairing->found_before)),
                 row_text("after", repairing->found_state),
                 row_in_json(false, row_text("parent", repairing->model->parent))),
             "{machine} {id}: {column} of its row in {parent} is now `{after}`; it was `{before}`\n");
}

static bool look_at_mirror(struct repairing *repairing, struct pawl_key key, bool *is_damaged) {
    const bool done =
        mirror_differences(repairing->call, repairing->model, &key, 1, note_difference, repairing);
    *is_damaged = repairing->found_state != NULL;
    return done;
}

static bool write_mirror(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct deployed_model *model = repairing->model;
    const struct head unchanged = head_after(repairing);
    struct text reason = TEXT_INIT;
    text_printf(&reason, "%s was %s: %s", mirror_column(model),
                repairing->found_before == NULL ? "null" : repairing->found_before, repairing->reason);
    const bool done = !text_failed(&reason) &&
                      mirror_write(repairing->call, model, key, repairing->found_state) &&
                      audit(repairing->call, model, id, reason.data, unchanged, unchanged);
    text_free(&reason);
    return done;
}

static const struct repair of_mirror = {look_at_mirror, write_mirror, tell_mirror};

/* ---- what is due too late ------------------------------------------------------------------------- */

/* cells: as of due_too_late. It begins again from now; what was claimed or failed is due at once. */
static enum pawl_status read_late(void *context, const struct cell *cells, struct pawl_error *err) {
    struct repairing *repairing = context;
    const json_t *pending = repairing->pending;
    const int64_t claim = cells[3].number, now = cells[8].number;
    const bool begins = claim == 0 && !cells[1].number;
    repairing->found_before = cells[5].is_null ? NULL : copy_of(cells[5].text);
    repairing->found_state = copy_of(cells[9].text);
    repairing->found->sort_key = cells[10].number;
    repairing->found->since_us = cells[11].number;
    repairing->late_due_us = cells[7].number;
    repairing->late = (struct due_row){.declaration = text_of(pending, "name"),
                                       .last_error = repairing->found_before,
                                       .is_work = cells[1].number != 0,
                                       .is_asleep = cells[6].number != 0,
                                       .due_at_us = now + (begins ? number_of(pending, "after_us") : 0),
                                       .fence = cells[2].number,
                                       .claim = claim == 0 ? 0 : claim + 1,
                                       .attempts = cells[4].number};
    return cells[5].is_null || repairing->found_before ? PAWL_OK
                                                       : error_set(err, PAWL_NOMEM, "out of memory");
}

static bool look_at_late(struct repairing *repairing, struct pawl_key key, bool *is_damaged) {
    repairing->late = (struct due_row){0};
    const bool done =
        due_too_late(repairing->call, repairing->model, repairing->pending, &key, read_late, repairing);
    *is_damaged = repairing->late.declaration != NULL;
    return done;
}

static bool write_late(struct repairing *repairing, struct pawl_key key, const char *id) {
    const struct head unchanged = head_after(repairing);
    struct text reason = TEXT_INIT;
    char due[TIME_SIZE];
    text_printf(&reason, "%s was due at %s: %s", repairing->late.declaration,
                print_time(due, repairing->late_due_us, ' '), repairing->reason);
    const bool done = !text_failed(&reason) &&
                      due_write(repairing->call, repairing->model, key, &repairing->late) &&
                      audit(repairing->call, repairing->model, id, reason.data, unchanged, unchanged);
    text_free(&reason);
    return done;
}

static void tell_late(struct repairing *repairing, const char *id) {
    list_say(repairing->repaired,
             ROW(row_text("machine", repairing->model->name), row_text("id", id),
                 row_text("declaration", repairing->late.declaration),
                 row_time("before", repairing->late_due_us), row_time("after", repairing->late.due_at_us)),
             "{machine} {id}: {declaration} is now due at {after}; it was due at {before}\n");
}

static const struct repair of_late = {look_at_late, write_late, tell_late};

static bool repair_noted(struct repairing *repairing, const struct repair *repair, bool done) {
    for (size_t i = 0; i < repairing->count; i++) {
        done = done && repair_entity(repairing, repair, repairing->damaged[i]);
        free(repairing->damaged[i]);
    }
    repairing->count = 0;
    return done;
}

static bool repair_late(struct repairing *repairing, const struct pawl_key *only) {
    const struct deployed_model *model = repairing->model;
    const json_t *pendings = json_object_get(model->queue, "pending");
    bool done = true;
    for (size_t i = 0; done && model->pending != NULL && i < json_array_size(pendings); i++) {
        repairing->pending = json_array_get(pendings, i);
        done = due_too_late(repairing->call, model, repairing->pending, only, note_entity, repairing);
        done = repair_noted(repairing, &of_late, done);
    }
    return done;
}

/* ---- all of them -------------------------------------------------------------------------------- */

static bool repair_machine(struct repairing *repairing, const struct pawl_key *only) {
    struct call *call = repairing->call;
    const size_t repaired_before = repairing->repaired->count, left_before = repairing->left_alone->count;
    struct judge judge = {.problem = ignore_problem, .verdict = note_damaged, .context = repairing};
    bool done =
        database_exec(call, call->dialect->snapshot) && judge_entities(&judge, call, repairing->model, only);
    database_rollback(call);
    progress_clear();
    if (done && repairing->failed)
        done = out_of_memory(call);
    done = repair_noted(repairing, &of_head, done);
    if (mirror_column(repairing->model) != NULL) {
        done = done && mirror_differences(call, repairing->model, only, INT_MAX, note_entity, repairing);
        done = repair_noted(repairing, &of_mirror, done);
    }
    done = done && repair_late(repairing, only);
    if (done && !call->json)
        say("%s: %zu repaired, %zu left alone\n", repairing->model->name,
            repairing->repaired->count - repaired_before, repairing->left_alone->count - left_before);
    return done;
}

int command_repair(struct call *call) {
    struct repairing repairing = {.call = call, .reason = option(call, "--reason")};
    struct models models;
    struct pawl_key key;
    const struct pawl_key *only = NULL;
    if (option(call, "--force") == NULL || repairing.reason == NULL)
        return usage_error(call,
                           "repair writes a state without a transition: give --force and --reason=TEXT");
    if (!text_is_utf8(repairing.reason))
        return usage_error(call, "--reason: the text is not UTF-8");
    struct list lists[] = {list_new(call, "repaired", NULL), list_new(call, "left_alone", NULL)};
    repairing.repaired = &lists[0];
    repairing.left_alone = &lists[1];
    repairing.left_alone->file = stderr;
    int status = models_read(call, call->operands[0], &models);
    if (status == EXIT_DONE && call->operand_count > 1) {
        only = &key;
        if (!model_key(call, models.models, call->operands[1], &key))
            status = EXIT_USAGE;
    }
    for (size_t i = 0; status == EXIT_DONE && i < models.count; i++) {
        repairing.model = &models.models[i];
        if (!repair_machine(&repairing, only))
            status = database_error(call);
    }
    if (status == EXIT_DONE || status == EXIT_DATABASE)
        lists_print(lists, 2, NULL);
    if (status == EXIT_DONE && repairing.left_alone->count > 0)
        status = EXIT_REFUSED;
    lists_free(lists, 2);
    free(repairing.damaged);
    models_free(&models);
    return status;
}
