#include "sqlite/lock.h"

#include "core/clock.h"
#include "sqlite/freeze.sql.h"

#include <string.h>

/* Machines frozen and asleep on SQLite, and what is deferred, step by step. */

/* ---- type locks --------------------------------------------------------------------------------- */

/* A row of pawl_freezes. */
struct freeze_row {
    const char *mode; /* NULL: there is none */
    int64_t ends;
    const char *why;
};

static enum pawl_status find_freeze(struct pawl_db *db, const char *machine, struct freeze_row *row,
                                    struct pawl_error *err) {
    static const struct row_member members[] = {
        MEMBER(TEXT, freeze_row, mode), MEMBER(NUMBER, freeze_row, ends), MEMBER(TEXT, freeze_row, why)};
    *row = (struct freeze_row){0};
    return QUERY_ROW(sql_find_freeze, members, row, value_text(machine));
}

static bool sleeps(const struct freeze_row *row) {
    return row->mode && strcmp(row->mode, "sleep") == 0;
}

enum pawl_status sqlite_freeze(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const char *machine = call->lock.type;
    struct freeze_row row;
    int64_t exists = 0, now = now_us();
    TRY(QUERY(sql_is_known, read_number, &exists, value_text(machine)));
    if (!exists)
        call->answer.status = PAWL_NOT_FOUND;
    else if (call->until_us && call->until_us <= now)
        call->answer.status = PAWL_MISUSE;
    if (call->answer.status != PAWL_OK)
        return PAWL_OK;
    TRY(find_freeze(db, machine, &row, err));
    TRY(WRITE("pawl_freezes", row.mode ? sql_update_freeze : sql_insert_freeze, value_text(machine),
              value_text(call->mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"),
              value_bigint_or_null(call->until_us), value_text(call->reason), value_bigint(now),
              value_text(db->driver->steps->login(db))));
    return write_log(db, "freeze", &call->lock, call->reason, err);
}

/* Once nothing is deferred any more, a freeze that is over is forgotten. */
static enum pawl_status forget_freeze(struct pawl_db *db, void *machine, struct pawl_error *err) {
    return WRITE_FOUND("pawl_freezes", sql_find_over, sql_delete_freeze, value_text(machine),
                       value_bigint(now_us()));
}

enum pawl_status sqlite_thaw(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const char *machine = call->lock.type;
    struct freeze_row row = {0};
    int64_t exists = 0;
    TRY(QUERY(sql_is_known, read_number, &exists, value_text(machine)));
    TRY(find_freeze(db, machine, &row, err));
    if (!exists)
        call->answer.status = PAWL_NOT_FOUND;
    if (!row.mode)
        return PAWL_OK;
    TRY(WRITE_FOUND("pawl_freezes", sql_end_freeze, sql_update_freeze, value_text(machine),
                    value_bigint(now_us())));
    TRY(write_log(db, "thaw", &call->lock, NULL, err));
    return forget_freeze(db, (void *)(uintptr_t)machine, err);
}

enum pawl_status sqlite_wake(struct pawl_db *db, const char *machine, struct pawl_error *err) {
    return steps_in_bracket(db, forget_freeze, (void *)(uintptr_t)machine, err);
}

/* ---- deferred events ---------------------------------------------------------------------------- */

/* What stands under the request id of an event. */
struct same_request {
    int64_t number; /* 0: nothing */
    bool is_same, is_done;
};

enum pawl_status sqlite_defer(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct lock_call *call = ((const struct sqlite_asking *)context)->call;
    const struct deferred *event = call->deferred;
    static const struct row_member members[] = {MEMBER(NUMBER, same_request, number),
                                                MEMBER(TRUTH, same_request, is_same),
                                                MEMBER(TRUTH, same_request, is_done)};
    struct same_request same = {0};
    struct freeze_row row;
    bool is_accepted = false;
    TRY(find_freeze(db, event->machine, &row, err));
    if (!sleeps(&row) || (row.ends && row.ends <= now_us()))
        return PAWL_OK;
    TRY(QUERY(sql_is_accepted, row_found, &is_accepted, value_text(event->machine),
              value_text(event->fingerprint)));
    if (!is_accepted) {
        call->answer.status = PAWL_MISMATCH;
        return PAWL_OK;
    }
    TRY(QUERY_ROW(sql_find_same_request, members, &same, value_text(event->machine),
                  value_text(event->entity), value_text(event->request_id), value_text(event->event),
                  value_text(event->arguments)));
    call->answer.status = !same.number || same.is_done || same.is_same ? PAWL_DEFERRED : PAWL_REUSED;
    if (same.number && !same.is_done)
        return PAWL_OK;
    if (same.number) /* it was refused, for else it would be in the history */
        TRY(WRITE("pawl_deferred", sql_delete_deferred, value_bigint(same.number)));
    return WRITE_FOUND("pawl_deferred", sql_new_deferred, sql_insert_deferred, value_text(event->machine),
                       value_text(event->entity), value_text(event->request_id), value_text(event->event),
                       value_text(event->arguments), value_text(actor_or_login(db, event->actor)),
                       value_text(event->lock_owner), value_bigint_or_null(event->lock_token),
                       value_bigint(now_us()));
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

static enum pawl_status refuse_frozen(struct pawl_db *db, const struct lock_question *question,
                                      const struct freeze_row *row, struct lock_answer *answer,
                                      struct pawl_error *err) {
    if (!row->ends || row->ends > now_us()) {
        answer->status = sleeps(row) ? PAWL_ASLEEP : PAWL_LOCKED;
        freeze_text(sleeps(row), row->ends, row->why, answer->detail);
        return PAWL_OK;
    }
    int64_t comes_first = 1;
    enum pawl_status status = QUERY(sql_comes_first, read_number, &comes_first, value_text(question->machine),
                                    value_text(question->entity), value_text(question->request_id));
    if (status == PAWL_OK && !comes_first) {
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
    if (status == PAWL_OK && row.mode)
        status = refuse_frozen(db, question, &row, answer, err);
    if (status != PAWL_OK || answer->status != PAWL_OK || !question->lock_key)
        return status;
    return sqlite_refuse_held(db, question, answer, err);
}
