#include "core/bracket.h"

struct bracket bracket_of(struct pawl_db *db) {
    return (struct bracket){.db = db, .joined = pawl_in_transaction(db)};
}

enum pawl_status bracket_open(struct bracket *bracket, enum bracket_kind kind, struct pawl_error *err) {
    struct pawl_db *db = bracket->db;
    const char *begin = kind == BRACKET_OF_MOVES ? db->driver->begin : "begin";
    bracket->within = kind == BRACKET_OF_MOVES ? NEXT_IS_LIBPAWLS : NEXT_MAY_BE_CALLERS;
    bracket->mark = after_mark(db);
    enum pawl_status status =
        db->driver->exec_with_next(db, bracket->joined ? SAVEPOINT : begin, bracket->within, err);
    bracket->is_open = status == PAWL_OK;
    db->transaction_open |= bracket->is_open && !bracket->joined;
    return status;
}

void bracket_close(struct bracket *bracket) {
    bracket->is_open = false;
    if (!bracket->joined)
        bracket->db->transaction_open = false;
}

enum pawl_status bracket_keep(struct bracket *bracket, struct pawl_error *err) {
    struct pawl_db *db = bracket->db;
    const bool is_of_moves = bracket->within == NEXT_IS_LIBPAWLS;
    bracket->may_be_done = !bracket->joined;
    TRY(bracket->joined
            ? db->driver->exec_with_next(db, RELEASE_SAVEPOINT,
                                         is_of_moves ? NEXT_MAY_BE_CALLERS : NEXT_IS_LIBPAWLS, err)
            : db->driver->commit(db, err));
    bracket_close(bracket);
    return PAWL_OK;
}

enum pawl_status bracket_undo(struct bracket *bracket, enum failure_since failure, struct pawl_error *err) {
    struct pawl_db *db = bracket->db;
    enum pawl_status status = PAWL_OK;
    after_undo(bracket->mark);
    if (db->driver->in_transaction(db) && bracket->joined) {
        db->driver->undo(db, failure);
        status = db->driver->in_transaction(db) ? PAWL_OK : transaction_was_interrupted(err);
    } else if (db->driver->in_transaction(db)) {
        status = db->driver->exec(db, "rollback", err);
    }
    if (status == PAWL_OK)
        bracket_close(bracket);
    return status;
}

enum pawl_status bracket_end(struct bracket *bracket, enum pawl_status status, struct pawl_error *err) {
    if (!bracket->is_open)
        return status;
    if (status == PAWL_OK)
        status = bracket_keep(bracket, err);
    if (status == PAWL_OK)
        return PAWL_OK;
    const bool breaks = breaks_transaction(status), tells = bracket->joined && !breaks;
    const enum pawl_status undone =
        bracket_undo(bracket, breaks ? FAILURE_STAYS : FAILURE_IS_FORGOTTEN, tells ? err : NULL);
    bracket_close(bracket);
    return tells && undone != PAWL_OK ? undone : status;
}
