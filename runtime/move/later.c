#include "move/later.h"

#include "move/move.h"

#include <string.h>

static enum pawl_status check_place_of_later(const struct pawl_db *db, const struct pawl_opts *opts,
                                             struct pawl_error *err) {
    const struct {
        bool is_wrong;
        const char *place, *help;
    } checks[] = {
        {!db->pool || !db->pool->new_later, "on a handle that is no pool's",
         "take the handle from pawl_pool_handle, or leave `done` NULL and wait"},
        {db->running, "within a callback",
         "it would not be part of the transition that calls it: leave `done` NULL"},
        {pawl_in_transaction(db), "inside a transaction", "it would not be part of it: leave `done` NULL"},
        {opts->item, "and an item", "the owner of a claim completes it: leave `done` NULL"}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (!checks[i].is_wrong)
            continue;
        return error_advise(err, PAWL_MISUSE, checks[i].help, "a call with `done` %s", checks[i].place);
    }
    return PAWL_OK;
}

/* The copies live as long as the move. */
static enum pawl_status begin_copy(const struct pawl_db *db, struct later *later,
                                   const struct pawl_machine *machine, struct pawl_key key, int event,
                                   const void *args, struct pawl_opts opts, struct pawl_error *err) {
    struct results *memory = operation_results(later->db);
    TRY(hooks_copy(later->db, db, err));
    later->done = opts.done;
    later->context = opts.done_context;
    later->status = PAWL_PENDING;
    opts.done = NULL;
    const struct pawl_event *described = &machine->events[event];
    void *copy = args && described->param_count > 0 ? args_copy(memory, described, args) : NULL;
    if ((args && described->param_count > 0 && !copy) || !results_keep(memory, &key.text) ||
        !results_keep(memory, &opts.actor) || !results_keep(memory, &opts.request_id) ||
        !results_keep(memory, &opts.lock_owner) || !results_keep(memory, &opts.trace))
        return error_set(err, PAWL_NOMEM, "out of memory");
    later->moved = (struct pawl_transition){.event = event};
    later->err = (struct pawl_error)PAWL_ERROR_INIT;
    return move_begin(later->db, &later->move, machine, key, event, copy, &opts, err);
}

enum pawl_status fire_later(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int event, const void *args, const struct pawl_opts *opts,
                            struct pawl_error *err) {
    struct later *later;
    TRY(check_place_of_later(db, opts, err));
    TRY(db->pool->new_later(db, &later, err));
    enum pawl_status status = begin_copy(db, later, machine, key, event, args, *opts, err);
    if (status != PAWL_OK) {
        db->pool->drop_later(db, later);
        return status;
    }
    return db->pool->ask_later(db, later, err);
}

bool later_keeps_connection(const struct later *later) {
    const struct move *move = &later->move;
    return callback_of_event(move->machine, move->event_number) || move->opts.wait_ms || move->opts.defer;
}

void later_finish(struct later *later) {
    struct pawl_db *db = operation_enter(later->db);
    later->status = fire_move(db, &later->move, &later->moved, &later->err);
    operation_end(&db);
}
