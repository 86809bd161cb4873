#include "move/move.h"

#include "core/deployment.h"
#include "core/key.h"
#include "core/operation.h"

#include <string.h>

/* Several moves on their way. */
struct all {
    const struct pawl_request *requests;
    size_t count;
    struct pawl_transition *moved;
    struct move *moves;    /* [count], of the call that sends all at once; NULL: one after the other */
    struct query *queries; /* [count] */
    bool are_valid;        /* requests and moved have so many */
    size_t at;             /* the one that is being made; count: none or all */
    bool joined;           /* into a transaction of the caller's */
    bool is_answered;      /* one of them neither OK nor IGNORED, so that all were undone */
    struct sending sending;
};

/* ---- checks ------------------------------------------------------------------------------------- */

static enum pawl_status check_request(struct pawl_db *db, struct all *all, size_t index,
                                      struct pawl_error *err) {
    const struct pawl_request *request = &all->requests[index];
    TRY(operation_joins(db, request->machine, err));
    TRY(event_check(request->machine, request->event, err));
    TRY(fire_check(db, request->machine, request->key, request->event, request->args, request->opts, NULL,
                   NULL, err));
    const struct pawl_opts opts = opts_of(request->opts);
    all->sending.has_request_id &= opts.request_id != NULL;
    if (!opts.wait_ms && !opts.defer)
        return PAWL_OK;
    error_of_entity(err, PAWL_MISUSE, request->machine, request->key,
                    "%s is one of several moves together, which neither wait for a machine nor are deferred",
                    request->machine->events[request->event].name);
    error_help(err, "leave wait_ms and defer 0, or fire it by itself");
    return PAWL_MISUSE;
}

static enum pawl_status check_all(struct pawl_db *db, struct all *all, struct pawl_error *err) {
    if (all->count > PAWL_REQUEST_MAX)
        return error_advise(err, PAWL_MISUSE,
                            "pawl_fire_many takes more, of one event; or begin a transaction yourself",
                            "at most %d are possible", PAWL_REQUEST_MAX);
    if (!all->requests)
        return error_set(err, PAWL_MISUSE, "requests is NULL");
    enum pawl_status status = PAWL_OK;
    memset(all->moved, 0, all->count * sizeof *all->moved);
    all->are_valid = true;
    all->sending.has_request_id = true;
    for (all->at = 0; status == PAWL_OK && all->at < all->count; all->at += status == PAWL_OK)
        status = check_request(db, all, all->at, err);
    return status;
}

/* ---- one after the other ------------------------------------------------------------------------- */

static bool is_made_or_ignored(enum pawl_status status) {
    return status == PAWL_OK || status == PAWL_IGNORED;
}

static enum pawl_status fire_each_request(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct all *all = context;
    for (all->at = 0; all->at < all->count; all->at++) {
        const struct pawl_request *request = &all->requests[all->at];
        enum pawl_status status = fire_one(db, request->machine, request->key, request->event, request->args,
                                           request->opts, &all->moved[all->at], err);
        if (!is_made_or_ignored(status))
            return status;
        error_clear(err);
    }
    return PAWL_OK;
}

/* ---- all at once ---------------------------------------------------------------------------------- */

/* Leaves moves NULL if libpawl makes the steps itself, or a callback runs in between. */
static enum pawl_status prepare_all(struct pawl_db *db, struct all *all, struct pawl_error *err) {
    bool can_be = db->driver->calls;
    for (size_t i = 0; i < all->count; i++)
        can_be &= !all->requests[i].machine->events[all->requests[i].event].asks_hooks;
    if (!can_be)
        return PAWL_OK;
    struct results *memory = operation_results(db);
    struct move *moves = results_alloc(memory, all->count * sizeof *moves);
    struct value *values = results_alloc(memory, all->count * VALUE_MAX * sizeof *values);
    all->queries = results_alloc(memory, all->count * sizeof *all->queries);
    TRY(memory_check(moves && values && all->queries, err));
    all->moves = moves;
    for (all->at = 0; all->at < all->count; all->at++) {
        const struct pawl_request *request = &all->requests[all->at];
        struct move *move = &moves[all->at];
        TRY(move_begin(db, move, request->machine, request->key, request->event, request->args, request->opts,
                       err));
        all->queries[all->at] = move_query(db, move, NULL, values + all->at * VALUE_MAX);
        all->queries[all->at].kind = QUERY_MUST_MOVE;
    }
    return then_prepare(db, moves, all->count, err);
}

/* pawl_undo_all */
#define NOT_MOVED "PW005"

static enum pawl_status send_each(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct all *all = context;
    all->at = all->count;
    enum pawl_status status = db->driver->calls->query_all(
        db, all->queries, all->count, all->joined ? QUERIES_LEAVE_OPEN : QUERIES_COMMIT, err);
    for (size_t i = 0; status == PAWL_DB && i < all->count; i++)
        status = judge_version(db, all->requests[i].machine, status, err);
    all->is_answered = status == PAWL_DB && err && strcmp(err->sqlstate, NOT_MOVED) == 0;
    if (all->is_answered)
        return PAWL_REFUSED; /* which does not break a transaction of the caller's */
    for (size_t i = 0; status == PAWL_OK && i < all->count; i++) {
        all->moved[i] = move_transition(&all->moves[i], all->moves[i].status);
        stats_transition(db->stats, all->moves[i].status, 0);
        if (all->moves[i].status == PAWL_OK)
            then_wait(db, &all->moves[i]);
    }
    return status;
}

static enum pawl_status fire_together(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct all *all = context;
    enum pawl_status status =
        all->moves ? moves_in_bracket(db, &all->sending, send_each, all, MOVES_COMMIT, err) : PAWL_REFUSED;
    const bool is_repeated = status == PAWL_DB && err->retryable;
    const bool is_final = status == PAWL_OK || status == PAWL_UNKNOWN || is_repeated;
    const bool can_be_asked = !all->moves || all->is_answered || (status == PAWL_DB && !all->joined);
    if (is_final || !can_be_asked)
        return status;
    /* nothing is made yet: one after the other tells which is not, and why */
    all->moves = NULL;
    error_clear(err);
    return moves_in_bracket(db, &all->sending, fire_each_request, all, MOVES_ARE_COMMITTED, err);
}

/* ---- the call ----------------------------------------------------------------------------------- */

/* None is made, though what is said of one that isn't may sound as if those before it were. */
static void explain_together(const struct all *all, enum pawl_status status, struct pawl_error *err) {
    if (all->at == all->count && all->count > 1)
        error_set(err, status, "%zu moves together: %s", all->count, err->message);
    else if (all->at > 0 && all->at < all->count && status != PAWL_MISUSE)
        error_set(err, status, "%s; so %s undone", err->message,
                  all->at == 1 ? "the one before it is" : "those before it are");
    if (status == PAWL_ASLEEP)
        error_help(err, "try again when that is over: moves together do not wait");
    for (size_t i = 0; all->are_valid && i < all->at; i++)
        all->moved[i] = (struct pawl_transition){0};
}

enum pawl_status pawl_fire_all(struct pawl_db *db, const struct pawl_request *requests, size_t count,
                               struct pawl_transition *moved, size_t *failed, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    struct pawl_transition unread[PAWL_REQUEST_MAX];
    struct all all = {.requests = requests, .count = count, .moved = moved ? moved : unread, .at = count};
    err = error_or(err, &own);
    if (failed)
        *failed = count;
    enum pawl_status status = connection_begin(db, err);
    if (status != PAWL_OK || count == 0)
        return status;
    status = check_all(db, &all, err);
    if (status == PAWL_OK)
        status = prepare_all(db, &all, err);
    if (status == PAWL_OK) {
        all.joined = pawl_in_transaction(db);
        status = make_attempts(db, fire_together, &all, err);
    }
    if (status != PAWL_OK)
        explain_together(&all, status, err);
    if (failed && status != PAWL_OK)
        *failed = all.at;
    if (status == PAWL_OK && !all.joined)
        after_commit(db, BEGUN_BY_LIBPAWL);
    return status;
}
