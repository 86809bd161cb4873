#include "sqlite/lock.h"

#include "core/clock.h"
#include "sqlite/freeze.sql.h"

#include <string.h>

/* Machines frozen and asleep on SQLite, and what is deferred, step by step. */

/* ---- type locks --------------------------------------------------------------------------------- */

struct freezing {
    const char *machine, *reason;
    enum pawl_freeze_mode mode;
    int64_t until;
    struct lock_answer *answer;
    /* the row that was found */
    bool is_frozen, sleeps;
    char why[LOCK_REASON_MAX_BYTES + 1], who[LOCK_OWNER_MAX_BYTES + 1];
    int64_t ends, since;
};

/* cells: mode, until, reason, since, frozen_by */
static enum pawl_status read_freeze_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct freezing *freezing = context;
    (void)err;
    freezing->is_frozen = true;
    freezing->sleeps = cells[0].text && strcmp(cells[0].text, "sleep") == 0;
    freezing->ends = cells[1].is_null ? 0 : cells[1].number;
    copy_text(&cells[2], freezing->why, sizeof freezing->why);
    freezing->since = cells[3].number;
    copy_text(&cells[4], freezing->who, sizeof freezing->who);
    return PAWL_OK;
}

static enum pawl_status find_freeze(struct pawl_db *db, const char *machine, struct freezing *freezing,
                                    struct pawl_error *err) {
    freezing->is_frozen = false;
    return QUERY(sql_find_freeze, read_freeze_row, freezing, value_text(machine));
}

static enum pawl_status write_freeze(struct pawl_db *db, bool is_new, const char *machine, const char *mode,
                                     int64_t until, const char *reason, int64_t since, const char *who,
                                     struct pawl_error *err) {
    return WRITE("pawl_freezes", is_new ? sql_insert_freeze : sql_update_freeze, value_text(machine),
                 value_text(mode), value_bigint_or_null(until), value_text(reason), value_bigint(since),
                 value_text(who));
}

static const char *mode_name(bool sleeps) {
    return sleeps ? "sleep" : "reject";
}

static enum pawl_status freeze_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct freezing *freezing = context;
    int64_t exists = 0, now = now_us();
    enum pawl_status status = machine_exists(db, freezing->machine, &exists, err);
    if (status == PAWL_OK && !exists)
        freezing->answer->status = PAWL_NOT_FOUND;
    else if (status == PAWL_OK && freezing->until && freezing->until <= now)
        freezing->answer->status = PAWL_MISUSE;
    if (status != PAWL_OK || freezing->answer->status != PAWL_OK)
        return status;
    status = find_freeze(db, freezing->machine, freezing, err);
    if (status == PAWL_OK)
        status = write_freeze(db, !freezing->is_frozen, freezing->machine,
                              mode_name(freezing->mode == PAWL_FREEZE_SLEEP), freezing->until,
                              freezing->reason, now, db->driver->login(db), err);
    struct lock_name name = {.type = freezing->machine};
    return status == PAWL_OK ? write_log(db, "freeze", &name, freezing->reason, err) : status;
}

enum pawl_status sqlite_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                               int64_t until_us, const char *reason, struct lock_answer *answer,
                               struct pawl_error *err) {
    struct freezing freezing = {
        .machine = machine, .reason = reason, .mode = mode, .until = until_us, .answer = answer};
    *answer = (struct lock_answer){.status = PAWL_OK};
    return all_or_nothing_soon(db, freeze_steps, &freezing, answer, "moves are under way", err);
}

/* Once nothing is deferred any more, a freeze that is over is forgotten. */
static enum pawl_status forget_freeze(struct pawl_db *db, const struct freezing *freezing, int64_t now,
                                      struct pawl_error *err) {
    int64_t waiting = 0;
    enum pawl_status status = QUERY(sql_has_deferred, read_number, &waiting, value_text(freezing->machine));
    if (status != PAWL_OK || waiting || !freezing->is_frozen || !freezing->ends || freezing->ends > now)
        return status;
    return WRITE("pawl_freezes", sql_delete_freeze, value_text(freezing->machine));
}

static enum pawl_status thaw_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct freezing *freezing = context;
    int64_t exists = 0, now = now_us();
    enum pawl_status status = machine_exists(db, freezing->machine, &exists, err);
    if (status == PAWL_OK)
        status = find_freeze(db, freezing->machine, freezing, err);
    if (status == PAWL_OK && !exists)
        freezing->answer->status = PAWL_NOT_FOUND;
    if (status != PAWL_OK || !freezing->is_frozen)
        return status;
    if (!freezing->ends || freezing->ends > now) {
        freezing->ends = now;
        status = write_freeze(db, false, freezing->machine, mode_name(freezing->sleeps), now, freezing->why,
                              freezing->since, freezing->who, err);
    }
    struct lock_name name = {.type = freezing->machine};
    if (status == PAWL_OK)
        status = write_log(db, "thaw", &name, NULL, err);
    return status == PAWL_OK ? forget_freeze(db, freezing, now, err) : status;
}

enum pawl_status sqlite_thaw(struct pawl_db *db, const char *machine, struct lock_answer *answer,
                             struct pawl_error *err) {
    struct freezing freezing = {.machine = machine, .answer = answer};
    *answer = (struct lock_answer){.status = PAWL_OK};
    return all_or_nothing(db, thaw_steps, &freezing, err);
}

static enum pawl_status wake_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct freezing *freezing = context;
    enum pawl_status status = find_freeze(db, freezing->machine, freezing, err);
    return status == PAWL_OK ? forget_freeze(db, freezing, now_us(), err) : status;
}

enum pawl_status sqlite_wake(struct pawl_db *db, const char *machine, struct pawl_error *err) {
    struct freezing freezing = {.machine = machine};
    return all_or_nothing(db, wake_steps, &freezing, err);
}

/* ---- deferred events ---------------------------------------------------------------------------- */

struct deferring {
    const struct deferred *event;
    struct lock_answer *answer;
    /* the row that was found */
    bool found, is_same, is_done;
    int64_t number;
};

/* cells: number, event, arguments, status */
static enum pawl_status read_same(void *context, const struct cell *cells, struct pawl_error *err) {
    struct deferring *deferring = context;
    (void)err;
    deferring->found = true;
    deferring->number = cells[0].number;
    deferring->is_same = cells[1].text && strcmp(cells[1].text, deferring->event->event) == 0 &&
                         cells[2].text && strcmp(cells[2].text, deferring->event->arguments) == 0;
    deferring->is_done = !cells[3].is_null;
    return PAWL_OK;
}

static enum pawl_status insert_deferred(struct pawl_db *db, const struct deferred *event,
                                        struct pawl_error *err) {
    int64_t next = 0;
    enum pawl_status status = db->driver->query(db, sql_next_deferred, NULL, 0, read_number, &next, err);
    if (status != PAWL_OK)
        return status;
    struct value none = value_text(NULL);
    return WRITE("pawl_deferred", sql_insert_deferred, value_bigint(next), value_text(event->machine),
                 value_text(event->entity), value_text(event->request_id), value_text(event->event),
                 value_text(event->arguments),
                 value_text(event->actor ? event->actor : db->driver->login(db)),
                 value_text(event->lock_owner), value_bigint_or_null(event->lock_token),
                 value_bigint(now_us()), none, none, none, none, none, none, none);
}

static enum pawl_status defer_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct deferring *deferring = context;
    const struct deferred *event = deferring->event;
    struct freezing freezing = {.machine = event->machine};
    enum pawl_status status = find_freeze(db, event->machine, &freezing, err);
    if (status != PAWL_OK || !freezing.is_frozen || !freezing.sleeps ||
        (freezing.ends && freezing.ends <= now_us()))
        return status;
    bool is_accepted = false;
    status = QUERY(sql_is_accepted, row_found, &is_accepted, value_text(event->machine),
                   value_text(event->fingerprint));
    if (status != PAWL_OK)
        return status;
    if (!is_accepted) {
        deferring->answer->status = PAWL_MISMATCH;
        return PAWL_OK;
    }
    status = QUERY(sql_find_same_request, read_same, deferring, value_text(event->machine),
                   value_text(event->entity), value_text(event->request_id));
    if (status != PAWL_OK)
        return status;
    deferring->answer->status =
        !deferring->found || deferring->is_done || deferring->is_same ? PAWL_DEFERRED : PAWL_REUSED;
    if (deferring->found && !deferring->is_done)
        return PAWL_OK;
    if (deferring->found) /* it was refused, for else it would be in the history */
        status = WRITE("pawl_deferred", sql_delete_deferred, value_bigint(deferring->number));
    return status == PAWL_OK ? insert_deferred(db, event, err) : status;
}

enum pawl_status sqlite_defer(struct pawl_db *db, const struct deferred *event, struct lock_answer *answer,
                              struct pawl_error *err) {
    struct deferring deferring = {.event = event, .answer = answer};
    *answer = (struct lock_answer){.status = PAWL_OK};
    return all_or_nothing(db, defer_steps, &deferring, err);
}

enum { DEFERRED_COLUMNS = 17, DEFERRED_FIRED_AT = 10 };

struct finishing {
    struct pawl_db *db;
    const struct deferred_outcome *outcome;
    struct value row[DEFERRED_COLUMNS];
    bool found;
};

/* The row as it is, and then what is new of it: a write names all columns. */
static enum pawl_status read_deferred_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct finishing *finishing = context;
    const struct deferred_outcome *outcome = finishing->outcome;
    for (size_t i = 0; i < DEFERRED_FIRED_AT; i++) {
        const char *copy =
            cells[i].text ? results_strdup(operation_results(finishing->db), cells[i].text) : NULL;
        if (cells[i].text && !copy)
            return error_set(err, PAWL_NOMEM, "out of memory");
        finishing->row[i] = cells[i].is_null ? value_text(NULL)
                            : copy           ? value_text(copy)
                                             : value_bigint(cells[i].number);
    }
    struct value *news = finishing->row + DEFERRED_FIRED_AT;
    *news++ = value_bigint(now_us());
    *news++ = value_text(pawl_status_name(outcome->status));
    *news++ = value_text(outcome->from);
    *news++ = value_text(outcome->to);
    *news++ = value_bigint_or_null(outcome->sort_key);
    *news++ = value_bigint_or_null(outcome->created_at_us);
    *news = value_text(outcome->detail);
    finishing->found = true;
    return PAWL_OK;
}

static enum pawl_status finish_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct finishing *finishing = context;
    enum pawl_status status = QUERY(sql_find_pending, read_deferred_row, finishing, finishing->row[0]);
    if (status != PAWL_OK || !finishing->found)
        return status;
    return db->driver->write(db, "pawl_deferred", sql_update_deferred, finishing->row, DEFERRED_COLUMNS, err);
}

enum pawl_status sqlite_deferred_done(struct pawl_db *db, int64_t which,
                                      const struct deferred_outcome *outcome, struct pawl_error *err) {
    struct finishing finishing = {.db = db, .outcome = outcome, .row = {value_bigint(which)}};
    return all_or_nothing(db, finish_steps, &finishing, err);
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
                                      const struct freezing *freezing, struct lock_answer *answer,
                                      struct pawl_error *err) {
    if (!freezing->ends || freezing->ends > now_us()) {
        answer->status = freezing->sleeps ? PAWL_ASLEEP : PAWL_LOCKED;
        freeze_text(freezing->sleeps, freezing->ends, freezing->why, answer->detail);
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
    struct freezing freezing;
    enum pawl_status status = find_freeze(db, question->machine, &freezing, err);
    if (status == PAWL_OK && freezing.is_frozen)
        status = refuse_frozen(db, question, &freezing, answer, err);
    if (status != PAWL_OK || answer->status != PAWL_OK || !question->lock_key)
        return status;
    return sqlite_refuse_held(db, question, answer, err);
}
