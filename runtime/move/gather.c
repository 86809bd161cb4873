
#include "core/key.h"
#include "move/many_call.h"
#include "move/move.h"

#include <stdlib.h>
#include <string.h>

/* One of them on its way to a call of a function for many. */
struct gather_place {
    struct gathered *gathered;
    size_t order; /* among all, as they came */
    size_t round; /* of calls, that in which it is made */
};

/* Neighbours of one round, machine and event: one call. */
struct gathered_call {
    const struct gather_place *places;
    size_t count, answered;
};

struct batch {
    struct gathered *const *items;
    size_t count;
    struct query *queries;
    struct gathered_call *calls;
    size_t call_count;
};

/* ---- which moves ---------------------------------------------------------------------------------- */

/* The call for many that takes an actor for each. NULL: there is none. */
static const char *call_for_gathered(const struct pawl_db *db, const struct move *move) {
    const struct pawl_event_calls *calls = &statements_of(db, move->machine)->calls[move->event_number];
    return db->driver->array ? calls->many : calls->gathered;
}

bool gather_takes_reads(const struct driver *driver) {
    return driver->array;
}

bool gather_takes(const struct pawl_db *db, const struct move *move) {
    if (db->running || move->deferred || move->lacks_hooks || move->event->asks_hooks || move->opts.item ||
        move->opts.lock_owner)
        return false;
    const bool locks_key = move->machine->lock_key || move->event->is_serialised;
    return (!locks_key || db->driver->has_one_writer) && (!db->driver->array || call_for_gathered(db, move));
}

/* ---- in rounds of calls --------------------------------------------------------------------------- */

static int compare_keys(const struct move *left, const struct move *right) {
    if (left->machine != right->machine)
        return (uintptr_t)left->machine < (uintptr_t)right->machine ? -1 : 1;
    return key_compare(left->machine, left->key, right->key);
}

static int compare_entities(const void *left, const void *right) {
    const struct gather_place *a = left, *b = right;
    const int by_key = compare_keys(a->gathered->move, b->gathered->move);
    return by_key != 0 ? by_key : (a->order > b->order) - (a->order < b->order);
}

/* Of one call are neighbours, in the order of their keys. */
static int compare_calls(const void *left, const void *right) {
    const struct gather_place *a = left, *b = right;
    const struct move *one = a->gathered->move, *other = b->gathered->move;
    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    if (one->machine == other->machine && one->event_number != other->event_number)
        return one->event_number < other->event_number ? -1 : 1;
    return compare_entities(left, right);
}

static bool is_of_one_call(const struct gather_place *left, const struct gather_place *right) {
    const struct move *one = left->gathered->move, *other = right->gathered->move;
    return left->round == right->round && one->machine == other->machine &&
           one->event_number == other->event_number;
}

static bool is_same_request(const struct move *left, const struct move *right) {
    const char *one = left->opts.request_id, *other = right->opts.request_id;
    return one && other && strcmp(one, other) == 0;
}

/*
 * One call decides the moves of one entity in their order, where it can take several. A move by another
 * event belongs to another call, which must come after this one. So must a move whose request id was asked
 * for already: its call then finds what the earlier one has written.
 */
static size_t gather_round_of(const struct gather_place *places, size_t index) {
    const struct move *move = places[index].gathered->move;
    const struct gather_place *before = &places[index - 1];
    if (compare_keys(before->gathered->move, move) != 0)
        return 0;
    if (before->gathered->move->event_number != move->event_number)
        return before->round + 1;
    for (size_t i = index;
         i-- > 0 && is_of_one_call(&places[i], before) && compare_keys(places[i].gathered->move, move) == 0;)
        if (is_same_request(places[i].gathered->move, move))
            return before->round + 1;
    return before->round;
}

static struct gather_place *make_places(struct pawl_db *db, const struct batch *batch) {
    struct gather_place *places = results_alloc(operation_results(db), batch->count * sizeof *places);
    for (size_t i = 0; places && i < batch->count; i++)
        places[i] = (struct gather_place){batch->items[i], i, 0};
    if (!places)
        return NULL;
    qsort(places, batch->count, sizeof *places, compare_entities);
    for (size_t i = 1; i < batch->count; i++)
        places[i].round = gather_round_of(places, i);
    qsort(places, batch->count, sizeof *places, compare_calls);
    return places;
}

/* ---- the values of a call ------------------------------------------------------------------------- */

static const struct move *gathered_move_at(const struct gathered_call *call, size_t index) {
    return call->places[index].gathered->move;
}

static const struct many_move *moves_of_call(struct pawl_db *db, const struct gathered_call *call) {
    struct many_move *moves = results_alloc(operation_results(db), call->count * sizeof *moves);
    for (size_t i = 0; moves && i < call->count; i++) {
        const struct move *move = gathered_move_at(call, i);
        moves[i] = (struct many_move){.key = move->key,
                                      .parameters = move->parameters,
                                      .request_id = move->opts.request_id,
                                      .expect_sort_key = move->opts.expect_sort_key,
                                      .actor = move->actor,
                                      .item = move->opts.item};
    }
    return moves;
}

static enum pawl_status make_gathered_values(struct pawl_db *db, const struct gathered_call *call,
                                             struct value *values, size_t *count, struct pawl_error *err) {
    const struct move *first = gathered_move_at(call, 0);
    const struct many_call many = {first->machine, first->event, moves_of_call(db, call), call->count};
    TRY(memory_check(many.moves, err));
    if (!db->driver->array) {
        const char *text = NULL;
        enum pawl_status status = many_call_json(db, &many, 0, &text, err);
        values[(*count)++] = value_text(text);
        return status;
    }
    enum pawl_status status = many_call_arrays(db, &many, NULL, values, count, err);
    return status == PAWL_OK ? many_call_rest(db, &many, true, values, count, err) : status;
}

/* ---- the answers of a call ------------------------------------------------------------------------ */

/* Nothing of it was done. */
static void leave_alone(struct gathered *gathered) {
    gathered->end = GATHERED_ALONE;
    gathered->status = PAWL_OK;
    if (gathered->move)
        gathered->move->status = PAWL_OK;
    error_clear(gathered->err);
}

static enum pawl_status read_gathered_result(void *context, const struct cell *cells,
                                             struct pawl_error *err) {
    struct gathered_call *call = context;
    if (call->answered == call->count) {
        /* they are committed with the answer, and must not be made again */
        error_set(err, PAWL_UNKNOWN, "the database returned more results than transitions");
        return PAWL_UNKNOWN;
    }
    struct gathered *gathered = call->places[call->answered++].gathered;
    if (cells[0].text && strcmp(cells[0].text, "BUSY") == 0) {
        leave_alone(gathered);
        return PAWL_OK;
    }
    enum pawl_status status = move_read_answer(gathered->move, cells, err);
    gathered->status = gathered->move->status;
    return status;
}

/* is_one: by the function for one. */
static enum pawl_status make_query(struct pawl_db *db, struct gathered_call *call, bool is_one,
                                   struct query *query, struct pawl_error *err) {
    struct move *first = call->places->gathered->move;
    const size_t value_max = first->event->param_count + (size_t)12;
    struct value *values = results_alloc(operation_results(db), value_max * sizeof *values);
    TRY(memory_check(values, err));
    enum pawl_status status = PAWL_OK;
    size_t count = 0;
    if (is_one) {
        *query = move_query(db, first, NULL, values);
    } else {
        status = make_gathered_values(db, call, values, &count, err);
        *query = (struct query){.sql = call_for_gathered(db, first), .values = values, .value_count = count};
    }
    query->row = read_gathered_result;
    query->context = call;
    query->kind = QUERY_GATHERS;
    query->row_count = call->count;
    return status;
}

/* So many neighbours that one call can make. */
static size_t count_of_call(const struct gather_place *places, size_t most) {
    size_t count = 1;
    while (count < most && is_of_one_call(places, &places[count]))
        count++;
    return count;
}

static enum pawl_status make_calls(struct pawl_db *db, struct batch *batch, struct pawl_error *err) {
    struct results *memory = operation_results(db);
    const struct gather_place *places = make_places(db, batch);
    batch->queries = results_alloc(memory, batch->count * sizeof *batch->queries);
    batch->calls = results_alloc(memory, batch->count * sizeof *batch->calls);
    TRY(memory_check(places && batch->queries && batch->calls, err));
    for (size_t i = 0; i < batch->count;) {
        const size_t together = count_of_call(&places[i], batch->count - i);
        const struct move *first = places[i].gathered->move;
        const bool is_one = together < db->driver->calls->gathers_from ||
                            (first->opts.item && !db->driver->array) || !call_for_gathered(db, first);
        struct gathered_call *call = &batch->calls[batch->call_count];
        *call = (struct gathered_call){.places = &places[i], .count = is_one ? 1 : together};
        TRY(make_query(db, call, is_one, &batch->queries[batch->call_count++], err));
        i += call->count;
    }
    return PAWL_OK;
}

/* ---- all of them ---------------------------------------------------------------------------------- */

/* With the commit, in one round trip. */
static enum pawl_status send_calls(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct batch *batch = context;
    return db->driver->calls->query_all(db, batch->queries, batch->call_count, QUERIES_COMMIT, err);
}

static enum pawl_status take_step(struct pawl_db *db, struct gathered *gathered) {
    struct move *move = gathered->move;
    struct then *then = move->then; /* the caller's own handle calls it */
    bool fails = false;
    move->then = NULL;
    gathered->status = move_decide(db, move, gathered->err);
    if (gathered->status == PAWL_OK && !move->done_before)
        fails = (gathered->status = move_write(db, move, gathered->err)) != PAWL_OK;
    move->then = then;
    return fails || breaks_transaction(gathered->status) ? PAWL_DB : PAWL_OK;
}

/*
 * Makes the moves one after the other. A refusal has written nothing, and an error undoes all of them, so
 * no move needs a savepoint; SQLite would copy each changed page once more for it.
 */
static enum pawl_status take_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct batch *batch = context;
    for (size_t i = 0; i < batch->count; i++)
        if (take_step(db, batch->items[i]) != PAWL_OK)
            return error_set(err, PAWL_DB, "a move failed");
    return PAWL_OK;
}

static enum pawl_status attempt_batch(struct pawl_db *db, struct batch *batch, struct pawl_error *err) {
    struct sending sending = {0};
    if (db->driver->steps)
        return moves_in_bracket(db, &sending, take_steps, batch, MOVES_ARE_COMMITTED, err);
    const enum pawl_status status = make_calls(db, batch, err);
    return status == PAWL_OK ? moves_in_bracket(db, &sending, send_calls, batch, MOVES_COMMIT, err) : status;
}

/* Nobody knows what became of it: whoever has named his request can ask. */
static void lose(struct gathered *gathered, bool has_ended, const struct pawl_error *said) {
    struct sending *sending = &gathered->move->sending;
    gathered->status = PAWL_UNKNOWN;
    gathered->end = !sending->has_request_id ? GATHERED_ANSWERED : has_ended ? GATHERED_ALONE : GATHERED_LOST;
    error_set(gathered->err, PAWL_UNKNOWN, "%s", said->message);
    error_help(gathered->err, "%s", said->help);
    sending->attempts = 1;
    sending->answer_was_lost = sending->has_request_id;
}

/*
 * Another connection has kept all others from writing as long as a call may wait. If each move were tried
 * again by itself, each would only wait as long again.
 */
static void give_up_gathered(struct gathered *gathered, const struct pawl_error *said) {
    error_copy(gathered->err, said);
    gathered->status = give_up_waiting(gathered->err);
}

/* So that what is asked for again may be asked on any connection. */
static bool ends_what_was_sent(struct pawl_db *db) {
    const struct session_driver *sessions = db->driver->sessions;
    return db->driver->ready(db, NULL) == PAWL_OK && (!sessions || sessions->ends_what_was_sent(db));
}

/* A move that the function for many cannot answer, or answers wrongly, is made by itself. */
static bool is_gathered_answer(const struct gathered *gathered) {
    return gathered->end == GATHERED_ANSWERED && gathered->status != PAWL_MISUSE &&
           gathered->status != PAWL_MISMATCH;
}

/* Reads first, and moves in their order. Returns how many reads there are. */
static size_t put_reads_first(struct gathered **items, size_t count) {
    size_t reads = 0;
    for (size_t i = 0; i < count; i++) {
        struct gathered *gathered = items[i];
        if (gathered->move)
            continue;
        memmove(&items[reads + 1], &items[reads], (i - reads) * sizeof *items);
        items[reads++] = gathered;
    }
    return reads;
}

/* All, or each by itself. */
static void read_all(struct pawl_db *db, struct gathered *const *items, size_t count) {
    struct pawl_error err = PAWL_ERROR_INIT;
    enum pawl_status status = connection_begin(db, &err);
    struct query *queries = results_alloc(operation_results(db), count * sizeof *queries);
    for (size_t i = 0; queries && i < count; i++)
        queries[i] = *items[i]->query;
    if (status == PAWL_OK)
        status =
            queries ? db->driver->calls->query_all(db, queries, count, QUERIES_LEAVE_OPEN, &err) : PAWL_NOMEM;
    for (size_t i = 0; i < count; i++) {
        leave_alone(items[i]);
        if (status == PAWL_OK)
            items[i]->end = GATHERED_ANSWERED;
    }
}

static void make_gathered_moves(struct pawl_db *db, struct gathered *const *items, size_t count) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct batch batch = {.items = items, .count = count};
    for (size_t i = 0; i < count; i++)
        items[i]->end = GATHERED_ANSWERED, items[i]->status = PAWL_UNKNOWN;
    db->waits.are_over = false;
    enum pawl_status status = connection_begin(db, &err);
    if (status == PAWL_OK)
        status = attempt_batch(db, &batch, &err);
    const bool has_ended = status == PAWL_UNKNOWN && ends_what_was_sent(db);
    for (size_t i = 0; i < count; i++) {
        if (status == PAWL_UNKNOWN && items[i]->end == GATHERED_ANSWERED)
            lose(items[i], has_ended, &err);
        else if (status == PAWL_DB && db->waits.are_over)
            give_up_gathered(items[i], &err);
        else if (status == PAWL_OK && items[i]->status == PAWL_UNKNOWN)
            error_set(items[i]->err, PAWL_UNKNOWN, "the database has answered to others, and not to this");
        else if (status != PAWL_OK || !is_gathered_answer(items[i]))
            leave_alone(items[i]);
    }
}

void gather_fire(struct pawl_db *db, struct gathered **items, size_t count) {
    const size_t reads = put_reads_first(items, count);
    stats_measure(db->stats, STAT(batch_size), (int64_t)count);
    if (reads > 0)
        read_all(db, items, reads);
    if (reads < count)
        make_gathered_moves(db, items + reads, count - reads);
}
