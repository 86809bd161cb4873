#include "move/move.h"

#include <string.h>

/*
 * `then`: what is to be called after the commit, with copies of everything it will be told, made before the
 * move is written, so that nothing can go wrong between the commit and the call.
 */
struct after {
    struct after *next;
    const struct pawl_machine *machine;
    const struct pawl_move *move;
    struct pawl_call call;
};

/* ---- copies ------------------------------------------------------------------------------------- */

static bool copy_text(struct results *memory, const char **text) {
    if (*text)
        *text = results_strdup(memory, *text);
    return *text != NULL;
}

/* Of the member there, what it points to; false where memory is short. */
static bool copy_member(struct results *memory, enum form form, char *member) {
    const char *text;
    struct pawl_bytes bytes;
    if (form == FORM_TEXT) {
        memcpy(&text, member, sizeof text);
        if (text && !copy_text(memory, &text))
            return false;
        memcpy(member, &text, sizeof text);
    } else if (form == FORM_BYTES) {
        memcpy(&bytes, member, sizeof bytes);
        void *copy = results_alloc(memory, bytes.size + 1);
        if (!copy)
            return false;
        if (bytes.size > 0)
            memcpy(copy, bytes.data, bytes.size);
        bytes.data = copy;
        memcpy(member, &bytes, sizeof bytes);
    }
    return true;
}

/* NULL where memory is short. */
static void *copy_args(struct results *memory, const struct pawl_event *event, const void *args) {
    const size_t size = args_size(event);
    char *copy = results_alloc(memory, size);
    if (!copy)
        return NULL;
    memset(copy, 0, size);
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        memcpy(copy + param->offset, (const char *)args + param->offset, member_size(param));
        bool set = true;
        size_t pointer = param->offset;
        if (param->type == PAWL_TYPE_BYTES && param->optional) {
            memcpy(&set, copy + param->offset, sizeof set);
            pointer += offsetof(struct pawl_optional_bytes, value);
        }
        if (set && !copy_member(memory, form_of(param->type), copy + pointer))
            return NULL;
    }
    return copy;
}

static bool event_has_after(const struct move *move) {
    const struct moves moves = moves_of_event(move->machine, move->event_number);
    for (const struct pawl_move *each = moves.first; each != moves.end; each++)
        if (each->after_count > 0)
            return true;
    return false;
}

static enum pawl_status prepare(struct results *memory, struct move *move, struct pawl_error *err) {
    if (!move->hooks || !event_has_after(move))
        return PAWL_OK;
    struct after *after = results_alloc(memory, sizeof *after);
    if (!after)
        return error_set(err, PAWL_NOMEM, "out of memory");
    *after = (struct after){.machine = move->machine,
                            .call = {.key = move->key,
                                     .event = move->event_number,
                                     .actor = move->actor,
                                     .request_id = move->request_id}};
    if ((after->call.key.text && !copy_text(memory, &after->call.key.text)) ||
        (after->call.actor && !copy_text(memory, &after->call.actor)) ||
        (after->call.request_id && !copy_text(memory, &after->call.request_id)) ||
        (move->event->param_count > 0 && !(after->call.args = copy_args(memory, move->event, move->args))))
        return error_set(err, PAWL_NOMEM, "out of memory");
    move->after = after;
    return PAWL_OK;
}

enum pawl_status after_prepare(struct pawl_db *db, struct move *moves, size_t count, struct pawl_error *err) {
    struct results *memory = &db->after_memory;
    if (!db->waiting.first && !db->reported.first && !db->ready.first && !db->calls_after && !db->running)
        results_reset(memory);
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < count; i++)
        status = prepare(memory, &moves[i], err);
    return status;
}

/* ---- waiting ------------------------------------------------------------------------------------ */

/* Where moves wait that are written now: libpawl knows when its own transactions end. */
static struct after_list *list_of(struct pawl_db *db) {
    return db->driver->in_transaction(db) && !db->transaction_open ? &db->reported : &db->waiting;
}

static void append(struct after_list *list, struct after *first, struct after *last) {
    if (!first)
        return;
    if (list->last)
        list->last->next = first;
    else
        list->first = first;
    list->last = last;
    last->next = NULL;
}

void after_wait(struct pawl_db *db, const struct move *move) {
    struct after *after = move->after;
    if (!after || !move->chosen || move->chosen->after_count == 0)
        return;
    after->move = move->chosen;
    after->call.from = move->from;
    after->call.to = move->to;
    after->call.sort_key = move->sort_key;
    after->call.created_at_us = move->created_at_us;
    append(list_of(db), after, after);
}

struct after_mark after_mark(struct pawl_db *db) {
    struct after_list *list = list_of(db);
    return (struct after_mark){list, list->last};
}

void after_undo(struct after_mark mark) {
    if (mark.last)
        mark.last->next = NULL;
    else
        mark.list->first = NULL;
    mark.list->last = mark.last;
}

/* ---- the end of the transaction ------------------------------------------------------------------- */

static void call_all(struct pawl_db *db, const struct after *after) {
    const void *hooks = hooks_of(db, after->machine);
    struct pawl_error said;
    for (uint16_t i = 0; hooks && i < after->move->after_count; i++)
        hook_call(db, after->machine, hooks, after->move->after[i], &after->call, &said);
}

void after_commit(struct pawl_db *db, bool reported_too) {
    if (reported_too) {
        append(&db->ready, db->reported.first, db->reported.last);
        db->reported = (struct after_list){0};
    }
    append(&db->ready, db->waiting.first, db->waiting.last);
    db->waiting = (struct after_list){0};
    if (db->calls_after)
        return; /* what these commit is called next, by the loop below */
    db->calls_after = true;
    while (db->ready.first) {
        const struct after *after = db->ready.first;
        db->ready.first = after->next;
        if (!after->next)
            db->ready.last = NULL;
        call_all(db, after);
    }
    db->calls_after = false;
}

void after_rollback(struct pawl_db *db, bool reported_too) {
    db->waiting = (struct after_list){0};
    if (reported_too)
        db->reported = (struct after_list){0};
}

static enum pawl_status check_ended(const struct pawl_db *db, const char *function, struct pawl_error *err) {
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "%s: db is NULL", function);
    enum pawl_status status = check_not_in_callback(db, function, err);
    if (status != PAWL_OK || !pawl_in_transaction(db))
        return status;
    error_set(err, PAWL_MISUSE, "%s: the transaction is still open", function);
    error_help(err,
               "call it after your own COMMIT or ROLLBACK; pawl_commit and pawl_rollback need no such word");
    return PAWL_MISUSE;
}

enum pawl_status pawl_committed(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = check_ended(db, "pawl_committed", err);
    if (status == PAWL_OK)
        after_commit(db, true);
    return status;
}

enum pawl_status pawl_rolled_back(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = check_ended(db, "pawl_rolled_back", err);
    if (status == PAWL_OK)
        after_rollback(db, true);
    return status;
}
