#include "core/operation.h"
#include "move/move.h"
#include "queue/queue.h"

/* Completions of one machine's items, made as one transaction. */
struct completing {
    struct pawl_db *db;
    const struct pawl_machine *machine;
    const char *actor;
    struct move *moves; /* [count] */
    struct gathered *gathered, **items;
    size_t count;
};

bool gather_takes_item(const struct pawl_db *db, const struct pawl_machine *machine, int event) {
    const struct session_driver *sessions = db->driver->sessions;
    const bool locks_key = machine->lock_key || machine->events[event].is_serialised;
    return event > 0 && !db->running && !machine->events[event].asks_hooks &&
           (!locks_key || db->driver->has_one_writer) && (!sessions || sessions->can_gather(db));
}

static enum pawl_status make_completing_room(struct completing *all, size_t count, struct pawl_error *err) {
    struct results *memory = operation_results(all->db);
    all->moves = results_alloc(memory, count * sizeof *all->moves);
    all->gathered = results_alloc(memory, count * sizeof *all->gathered);
    all->items = results_alloc(memory, count * sizeof *all->items);
    return memory_check(all->moves && all->gathered && all->items, err);
}

/* Of those that are wrong in themselves none is among the moves. */
static enum pawl_status prepare_completions(struct completing *all, struct item_answer *completions,
                                            size_t count, struct pawl_error *err) {
    struct pawl_db *db = all->db;
    TRY(operation_begin(db, all->machine, err));
    TRY(make_completing_room(all, count, err));
    all->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct item_answer *completion = &completions[i];
        struct move *move = &all->moves[all->count];
        const struct pawl_opts opts = {
            .struct_size = sizeof opts, .actor = all->actor, .item = completion->item};
        if (move_begin(db, move, all->machine, pawl_item_key(completion->item), completion->event,
                       completion->args, &opts, &completion->err) != PAWL_OK)
            continue;
        completion->gathered = &all->gathered[all->count];
        all->items[all->count] = completion->gathered;
        all->gathered[all->count++] = (struct gathered){.move = move, .err = &completion->err};
    }
    return then_prepare(db, all->moves, all->count, err);
}

/* True: one of them may have been made. */
static bool read_completions(struct pawl_db *db, struct item_answer *completions, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct item_answer *completion = &completions[i];
        const struct gathered *gathered = completion->gathered;
        if (!gathered)
            continue;
        completion->may_be_done = gathered->status == PAWL_UNKNOWN;
        completion->is_answered = gathered->end == GATHERED_ANSWERED && !completion->may_be_done;
        completion->status = gathered->status;
        any |= completion->is_answered || completion->may_be_done;
        if (completion->is_answered)
            stats_transition(db->stats, gathered->status, gathered->move->begun_us);
        if (completion->is_answered)
            move_explain(gathered->move, gathered->status, &completion->err);
        if (completion->is_answered && gathered->status == PAWL_OK)
            then_wait(db, gathered->move);
    }
    after_commit(db, BEGUN_BY_LIBPAWL);
    return any;
}

/* One that fails undoes the others: it is found by halves, which takes fewer commits than each by itself. */
static void complete_by_halves(struct completing *all, struct item_answer *completions, size_t count) {
    struct pawl_db *db = all->db;
    struct pawl_error err = PAWL_ERROR_INIT;
    for (size_t i = 0; i < count; i++) {
        completions[i].gathered = NULL;
        error_clear(&completions[i].err);
    }
    if (prepare_completions(all, completions, count, &err) != PAWL_OK)
        return;
    if (all->count > 0)
        gather_fire(db, all->items, all->count);
    if (read_completions(db, completions, count) || count == 1 || connection_is_lost(db) || db->is_away)
        return;
    complete_by_halves(all, completions, count / 2);
    complete_by_halves(all, completions + count / 2, count - count / 2);
}

void complete_together(struct pawl_db *db, const struct pawl_machine *machine,
                       struct item_answer *completions, size_t count, const char *actor) {
    const struct session_driver *sessions = db->driver->sessions;
    struct completing all = {.db = db, .machine = machine, .actor = actor};
    struct connection *connection = db->connection;
    const char *setup = connection->session_setup;
    if (sessions &&
        db->driver->exec(db, connection->session_setup = sessions->begin_gathering, NULL) != PAWL_OK) {
        connection->session_setup = setup;
        return;
    }
    complete_by_halves(&all, completions, count);
    connection->session_setup = setup;
    /* an operator may cancel it */
    for (int i = 0; sessions && i < ATTEMPT_MAX && !connection_is_lost(db); i++)
        if (db->driver->exec(db, sessions->end_gathering, NULL) == PAWL_OK)
            break;
}
