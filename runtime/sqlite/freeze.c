#include "sqlite/lock.h"

#include "core/clock.h"
#include "sqlite/freeze.sql.h"

#include <string.h>

/* Machines frozen and asleep on SQLite, and what is deferred, step by step. */

/* ---- type locks --------------------------------------------------------------------------------- */

/* A row of pawl_freezes. */
struct freeze_row {
    bool found, sleeps;
    char why[LOCK_REASON_MAX_BYTES + 1];
    int64_t ends;
};

/* cells: mode, until, reason */
static enum pawl_status read_freeze_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct freeze_row *row = context;
    (void)err;
    row->found = true;
    row->sleeps = cells[0].text && strcmp(cells[0].text, "sleep") == 0;
    row->ends = cells[1].is_null ? 0 : cells[1].number;
    copy_text(&cells[2], row->why, sizeof row->why);
    return PAWL_OK;
}

static enum pawl_status find_freeze(struct pawl_db *db, const char *machine, struct freeze_row *row,
                                    struct pawl_error *err) {
    row->found = false;
    return QUERY(sql_find_freeze, read_freeze_row, row, value_text(machine));
}

enum pawl_status sqlite_freeze(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const char *machine = call->lock.type;
    struct freeze_row row;
    int64_t exists = 0, now = now_us();
    enum pawl_status status = QUERY(sql_is_known, read_number, &exists, value_text(machine));
    if (status == PAWL_OK && !exists)
        call->answer.status = PAWL_NOT_FOUND;
    else if (status == PAWL_OK && call->until_us && call->until_us <= now)
        call->answer.status = PAWL_MISUSE;
    if (status != PAWL_OK || call->answer.status != PAWL_OK)
        return status;
    status = find_freeze(db, machine, &row, err);
    if (status == PAWL_OK)
        status = WRITE("pawl_freezes", row.found ? sql_update_freeze : sql_insert_freeze, value_text(machine),
                       value_text(call->mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"),
                       value_bigint_or_null(call->until_us), value_text(call->reason), value_bigint(now),
                       value_text(db->driver->steps->login(db)));
    return status == PAWL_OK ? write_log(db, "freeze", &call->lock, call->reason, err) : status;
}

/* Once nothing is deferred any more, a freeze that is over is forgotten. */
static enum pawl_status forget_freeze(struct pawl_db *db, void *machine, struct pawl_error *err) {
    return WRITE_FOUND("pawl_freezes", sql_find_over, sql_delete_freeze, value_text(machine),
                       value_bigint(now_us()));
}

enum pawl_status sqlite_thaw(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const char *machine = call->lock.type;
    struct freeze_row row = {.found = false};
    int64_t exists = 0;
    enum pawl_status status = QUERY(sql_is_known, read_number, &exists, value_text(machine));
    if (status == PAWL_OK)
        status = find_freeze(db, machine, &row, err);
    if (status == PAWL_OK && !exists)
        call->answer.status = PAWL_NOT_FOUND;
    if (status != PAWL_OK || !row.found)
        return status;
    status = WRITE_FOUND("pawl_freezes", sql_end_freeze, sql_update_freeze, value_text(machine),
                         value_bigint(now_us()));
    if (status == PAWL_OK)
        status = write_log(db, "thaw", &call->lock, NULL, err);
    return status == PAWL_OK ? forget_freeze(db, (void *)(uintptr_t)machine, err) : status;
}

enum pawl_status sqlite_wake(struct pawl_db *db, const char *machine, struct pawl_error *err) {
    return steps_in_bracket(db, forget_freeze, (void *)(uintptr_t)machine, err);
}

/* ---- deferred events ---------------------------------------------------------------------------- */

/* What stands under the request id of an event. */
struct same_request {
    const struct deferred *event;
    bool found, is_same, is_done;
    int64_t number;
};

/* cells: number, event, arguments, status */
static enum pawl_status read_same(void *context, const struct cell *cells, struct pawl_error *err) {
    struct same_request *same = context;
    (void)err;
    same->found = true;
    same->number = cells[0].number;
    same->is_same = cells[1].text && strcmp(cells[1].text, same->event->event) == 0 && cells[2].text &&
                    strcmp(cells[2].text, same->event->arguments) == 0;
    same->is_done = !cells[3].is_null;
    return PAWL_OK;
}

enum pawl_status sqlite_defer(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const struct deferred *event = call->deferred;
    struct same_request same = {.event = event};
    struct freeze_row row;
    bool is_accepted = false;
    enum pawl_status status = find_freeze(db, event->machine, &row, err);
    if (status != PAWL_OK || !row.found || !row.sleeps || (row.ends && row.ends <= now_us()))
        return status;
    status = QUERY(sql_is_accepted, row_found, &is_accepted, value_text(event->machine),
                   value_text(event->fingerprint));
    if (status != PAWL_OK)
        return status;
    if (!is_accepted) {
        call->answer.status = PAWL_MISMATCH;
        return PAWL_OK;
    }
    status = QUERY(sql_find_same_request, read_same, &same, value_text(event->machine),
                   value_text(event->entity), value_text(event->request_id));
    if (status != PAWL_OK)
        return status;
    call->answer.status = !same.found || same.is_done || same.is_same ? PAWL_DEFERRED : PAWL_REUSED;
    if (same.found && !same.is_done)
        return PAWL_OK;
    if (same.found) /* it was refused, for else it would be in the history */
        status = WRITE("pawl_deferred", sql_delete_deferred, value_bigint(same.number));
    if (status != PAWL_OK)
        return status;
    return WRITE_FOUND(
        "pawl_deferred", sql_new_deferred, sql_insert_deferred, value_text(event->machine),
        value_text(event->entity), value_text(event->request_id), value_text(event->event),
        value_text(event->arguments), value_text(event->actor ? event->actor : db->driver->steps->login(db)),
        value_text(event->lock_owner), value_bigint_or_null(event->lock_token), value_bigint(now_us()));
}

struct finishing {
    int64_t number;
    const struct deferred_outcome *outcome;
};

static enum pawl_status finish_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct finishing *finishing = context;
    const struct deferred_outcome *outcome = finishing->outcome;
    return WRITE_FOUND("pawl_deferred", sql_finish_deferred, sql_update_deferred,
                       value_bigint(finishing->number), value_bigint(now_us()),
                       value_text(pawl_status_name(outcome->status)), value_text(outcome->from),
                       value_text(outcome->to), value_bigint_or_null(outcome->sort_key),
                       value_bigint_or_null(outcome->created_at_us), value_text(outcome->detail));
}

enum pawl_status sqlite_deferred_done(struct pawl_db *db, int64_t number,
                                      const struct deferred_outcome *outcome, struct pawl_error *err) {
    return steps_in_bracket(db, finish_steps, &(struct finishing){number, outcome}, err);
}

/* ---- moves -------------------------------------------------------------------------------------- */

struct earliest {
    bool found, is_this;
    const char *request_id;
};

static enum pawl_status read_earliest(void *context, const struct cell *cells, struct pawl_error *err) {
    struct earliest *earliest = context;
    (void)err;
    earliest->found = true;
    earliest->is_this =
        earliest->request_id && cells[0].text && strcmp(earliest->request_id, cells[0].text) == 0;
    return PAWL_OK;
}

static enum pawl_status refuse_frozen(struct pawl_db *db, const struct lock_question *question,
                                      const struct freeze_row *row, struct lock_answer *answer,
                                      struct pawl_error *err) {
    if (!row->ends || row->ends > now_us()) {
        answer->status = row->sleeps ? PAWL_ASLEEP : PAWL_LOCKED;
        freeze_text(row->sleeps, row->ends, row->why, answer->detail);
        return PAWL_OK;
    }
    struct earliest earliest = {.request_id = question->request_id};
    enum pawl_status status = QUERY(sql_first_pending_of_entity, read_earliest, &earliest,
                                    value_text(question->machine), value_text(question->entity));
    if (status == PAWL_OK && earliest.found && !earliest.is_this) {
        answer->status = PAWL_ASLEEP;
        snprintf(answer->detail, sizeof answer->detail, "waking up: an event that was deferred comes first");
    }
    return status;
}

enum pawl_status sqlite_refuse(struct pawl_db *db, const struct lock_question *question,
                               struct lock_answer *answer, struct pawl_error *err) {
    *answer = (struct lock_answer){.status = PAWL_OK};
    struct freeze_row row;
    enum pawl_status status = find_freeze(db, question->machine, &row, err);
    if (status == PAWL_OK && row.found)
        status = refuse_frozen(db, question, &row, answer, err);
    if (status != PAWL_OK || answer->status != PAWL_OK || !question->lock_key)
        return status;
    return sqlite_refuse_held(db, question, answer, err);
}
