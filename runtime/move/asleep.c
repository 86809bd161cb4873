#include "move/move.h"

#include "core/deployment.h"
#include "core/transact.h"

/* Moves while their machine is paused. */

/* OK: the machine is not paused any more. */
static enum pawl_status defer_event(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    struct lock_key entity;
    const char *arguments = arguments_write(db, move->event, move->parameters);
    TRY(memory_check(arguments, err));
    TRY(find_spelling(db, move->machine, move->key, &entity, err));
    const struct deferred event = {.machine = move->machine->name,
                                   .fingerprint = move->machine->fingerprint,
                                   .entity = entity.text,
                                   .request_id = move->opts.request_id,
                                   .event = move->event->stored,
                                   .arguments = arguments,
                                   .actor = move->actor,
                                   .lock_owner = move->opts.lock_owner,
                                   .lock_token = move->opts.lock_token};
    struct lock_call call = {.request = LOCK_DEFER, .deferred = &event};
    enum pawl_status status = lock_ask(db, &call, err);
    return status == PAWL_MISMATCH ? refuse_version(db, move->machine, err) : status;
}

/* Nobody waits inside a transaction: the locks that it holds would keep others from resuming the machine. */
static enum pawl_status wait_and_try(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    struct patience patience = patience_of(move->opts.wait_ms);
    enum pawl_status status = PAWL_ASLEEP;
    size_t fired = 0;
    do {
        if (handle_ready(db, err) != PAWL_OK)
            return PAWL_DB;
        fire_waiting(db, move->machine, &fired, NULL); /* another program may do what this one cannot */
        if (patience.pauses > 0 || fired > 0)
            status = make_attempts(db, attempt_move, move, err);
    } while (status == PAWL_ASLEEP && patience_sleep(&patience));
    return status;
}

enum pawl_status while_asleep(struct pawl_db *db, struct move *move, struct pawl_error *err) {
    for (;;) {
        const bool joined = pawl_in_transaction(db);
        enum pawl_status status = joined ? PAWL_ASLEEP : wait_and_try(db, move, err);
        if (status != PAWL_ASLEEP || !move->opts.defer)
            return status;
        TRY(defer_event(db, move, err));
        status = make_attempts(db, attempt_move, move, err);
        if (status != PAWL_ASLEEP || joined)
            return status;
    }
}
