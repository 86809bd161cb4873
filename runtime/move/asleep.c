#include "move/move.h"

#include "core/deployment.h"
#include "core/transact.h"

/* Moves while their machine is asleep. */

/* OK: the machine has woken. */
static enum pawl_status defer_event(struct pawl_db *db, struct sleeper *sleeper, struct pawl_error *err) {
    const char *arguments = arguments_write(db, sleeper->described, sleeper->parameters);
    if (!arguments)
        return error_set(err, PAWL_NOMEM, "out of memory");
    sleeper->event.arguments = arguments;
    struct lock_key entity;
    enum pawl_status status = find_spelling(db, sleeper->machine, sleeper->key, &entity, err);
    if (status != PAWL_OK)
        return status;
    sleeper->event.entity = entity.text;
    struct lock_call call = {.request = LOCK_DEFER, .deferred = &sleeper->event};
    status = lock_ask(db, &call, err);
    return status == PAWL_MISMATCH ? refuse_version(db, sleeper->machine, err) : status;
}

/* Nobody waits inside a transaction: the locks that it holds would keep others from waking the machine. */
static enum pawl_status wait_and_try(struct pawl_db *db, struct sleeper *sleeper, struct pawl_error *err) {
    struct patience patience = patience_of(sleeper->wait_ms);
    enum pawl_status status = PAWL_ASLEEP;
    size_t fired = 0;
    do {
        if (handle_ready(db, err) != PAWL_OK)
            return PAWL_DB;
        fire_waiting(db, sleeper->machine, &fired, NULL); /* another program may do what this one cannot */
        if (patience.pauses > 0 || fired > 0)
            status = make_attempts(db, sleeper->attempt, sleeper->move, err);
    } while (status == PAWL_ASLEEP && patience_sleep(&patience));
    return status;
}

enum pawl_status while_asleep(struct pawl_db *db, struct sleeper *sleeper, struct pawl_error *err) {
    for (;;) {
        bool joined = pawl_in_transaction(db);
        enum pawl_status status = joined ? PAWL_ASLEEP : wait_and_try(db, sleeper, err);
        if (status != PAWL_ASLEEP || !sleeper->defer)
            return status;
        status = defer_event(db, sleeper, err);
        if (status != PAWL_OK)
            return status;
        status = make_attempts(db, sleeper->attempt, sleeper->move, err);
        if (status != PAWL_ASLEEP || joined)
            return status;
    }
}
