#include "core/after.h"

#include "core/handle.h"

/* The list for a move written now. libpawl sees only the end of its own transactions. */
static struct after_list *list_of(struct pawl_db *db) {
    return pawl_in_transaction(db) && !db->transaction_open ? &db->after.reported : &db->after.waiting;
}

static void append_after(struct after_list *list, struct after *first, struct after *last) {
    if (!first)
        return;
    if (list->last)
        list->last->next = first;
    else
        list->first = first;
    list->last = last;
    last->next = NULL;
}

void after_wait(struct pawl_db *db, struct after *after) {
    append_after(list_of(db), after, after);
}

struct after_mark after_mark(struct pawl_db *db) {
    struct after_list *list = list_of(db);
    return (struct after_mark){list, list->last};
}

void after_undo(struct after_mark mark) {
    if (!mark.list->first)
        return; /* since then all was undone, as a connection broke */
    if (mark.last)
        mark.last->next = NULL;
    else
        mark.list->first = NULL;
    mark.list->last = mark.last;
}

void after_commit(struct pawl_db *db, enum transaction_owner owner) {
    if (owner == BEGUN_BY_CALLER) {
        append_after(&db->after.ready, db->after.reported.first, db->after.reported.last);
        db->after.reported = (struct after_list){0};
    }
    append_after(&db->after.ready, db->after.waiting.first, db->after.waiting.last);
    db->after.waiting = (struct after_list){0};
    if (db->after.is_calling)
        return; /* what these commit is called next, by the loop below */
    db->after.is_calling = true;
    while (db->after.ready.first) {
        const struct after *after = db->after.ready.first;
        db->after.ready.first = after->next;
        if (!after->next)
            db->after.ready.last = NULL;
        after->call(db, after);
    }
    db->after.is_calling = false;
}

void after_rollback(struct pawl_db *db, enum transaction_owner owner) {
    db->after.waiting = (struct after_list){0};
    if (owner == BEGUN_BY_CALLER)
        db->after.reported = (struct after_list){0};
}

bool after_is_idle(const struct pawl_db *db) {
    return !db->after.waiting.first && !db->after.reported.first && !db->after.ready.first &&
           !db->after.is_calling;
}
