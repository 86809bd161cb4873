#include "queue/queue.h"

#include "core/clock.h"
#include "core/key.h"
#include "core/machine.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* A row of the queue's table. Its text lives as long as the results of this call. */
struct item_row {
    bool exists;
    bool is_asleep, is_parked;
    int64_t due_at_us, fence, claim, attempts, parked_at_us;
    const char *last_error;
};

/* ---- reading and writing rows ------------------------------------------------------------------- */

struct reader {
    struct pawl_db *db;
    const struct pawl_machine *machine;
    struct item_row *rows; /* by pending */
};

/* cells: key, name, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep */
static enum pawl_status row_of(struct pawl_db *db, const struct cell *cells, struct item_row *row,
                               struct pawl_error *err) {
    *row = (struct item_row){.exists = true,
                             .due_at_us = cells[3].number,
                             .fence = cells[4].number,
                             .claim = cells[5].number,
                             .attempts = cells[6].number,
                             .last_error = cells[7].text,
                             .is_parked = !cells[8].is_null,
                             .parked_at_us = cells[8].number,
                             .is_asleep = cells[9].number != 0};
    return memory_check(results_keep(operation_results(db), &row->last_error), err);
}

static enum pawl_status read_queue_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct reader *reader = context;
    int pending = pending_of_name(reader->machine->queue, cells[1].text);
    return pending < 0 ? PAWL_OK : row_of(reader->db, cells, &reader->rows[pending], err);
}

/* rows[pending_count], in the memory of this call's results. */
static enum pawl_status rows_of_entity(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_key key, bool read, struct item_row **rows,
                                       struct pawl_error *err) {
    size_t size = machine->queue->pending_count * sizeof **rows;
    *rows = results_alloc(operation_results(db), size);
    TRY(memory_check(*rows, err));
    memset(*rows, 0, size);
    if (!read)
        return PAWL_OK;
    struct reader reader = {db, machine, *rows};
    return db->driver->query(db, queue_statements_of(db, machine)->of_entity, VALUES(value_key(machine, key)),
                             read_queue_row, &reader, err);
}

static enum pawl_status write_queue_row(struct pawl_db *db, const struct pawl_machine *machine,
                                        struct pawl_key key, int pending, bool is_new,
                                        const struct item_row *row, struct pawl_error *err) {
    const struct pawl_queue *queue = machine->queue;
    const struct pawl_queue_statements *statements = queue_statements_of(db, machine);
    struct value values[] = {
        value_key(machine, key),
        value_text(queue->pending[pending].name),
        value_number(PAWL_TYPE_BOOL, queue->pending[pending].is_work),
        value_number(PAWL_TYPE_TIMESTAMP, row->due_at_us),
        value_bigint(row->fence),
        value_bigint(row->claim),
        value_bigint(row->attempts),
        value_text(row->last_error),
        value_number(PAWL_TYPE_TIMESTAMP, row->parked_at_us),
        value_number(PAWL_TYPE_BOOL, row->is_asleep),
    };
    values[8].is_null = !row->is_parked;
    return db->driver->steps->write(db, queue->table, is_new ? statements->insert : statements->update,
                                    values, sizeof values / sizeof *values, err);
}

static enum pawl_status remove_row(struct pawl_db *db, const struct pawl_machine *machine,
                                   struct pawl_key key, int pending, struct pawl_error *err) {
    const struct pawl_queue *queue = machine->queue;
    return db->driver->steps->write(db, queue->table, queue_statements_of(db, machine)->remove,
                                    VALUES(value_key(machine, key), value_text(queue->pending[pending].name)),
                                    err);
}

/* ---- what a move does to the queue -------------------------------------------------------------- */

static int alternative_of(const struct move *move) {
    const struct machine_moves tried = moves_from(move->machine, move->event_number, move->from);
    return move->chosen ? (int)(move->chosen - tried.first) : 0;
}

static bool restarts(const struct move *move, int number) {
    const struct pawl_queue *queue = move->machine->queue;
    for (uint32_t i = 0; i < queue->restart_count; i++)
        if (queue->restarts[i].event == move->event_number && queue->restarts[i].from == move->from &&
            queue->restarts[i].pending == number && queue->restarts[i].alternative == alternative_of(move))
            return true;
    return false;
}

static bool is_listed(const struct move *move, const struct pawl_stay *list, uint32_t count) {
    const int alternative = alternative_of(move);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].event == move->event_number && list[i].from == move->from &&
            list[i].alternative == alternative)
            return true;
    return false;
}

static bool leaves_its_state(const struct move *move) {
    const struct pawl_queue *queue = move->machine->queue;
    return !is_listed(move, queue->stays, queue->stay_count);
}

bool queue_is_unrecorded(const struct move *move) {
    const struct pawl_queue *queue = move->machine->queue;
    return queue && is_listed(move, queue->unrecorded, queue->unrecorded_count);
}

static enum pawl_status read_creation_time(void *context, const struct cell *cells, struct pawl_error *err) {
    struct value *at = context; /* its number says which column */
    const struct cell *cell = &cells[at->number];
    (void)err;
    *at = value_number(PAWL_TYPE_TIMESTAMP, cell->number);
    at->is_null = cell->is_null;
    return PAWL_OK;
}

/* The time of the last transition by an event with such a parameter, or with a time: its event may be gone.
 */
struct latest {
    int64_t sort_key;
    uint16_t column;
    struct value at;
};

static enum pawl_status read_latest(void *context, const struct cell *cells, struct pawl_error *err) {
    struct latest *latest = context;
    const struct cell *cell = &cells[1 + latest->column];
    (void)err;
    if (cells[0].number <= latest->sort_key)
        return PAWL_OK;
    latest->sort_key = cells[0].number;
    latest->at.number = cell->number;
    latest->at.is_null = cell->is_null;
    return PAWL_OK;
}

static enum pawl_status read_latest_of(struct pawl_db *db, const struct move *move, const char *event,
                                       struct latest *latest, struct pawl_error *err) {
    return db->driver->query(db, queue_statements_of(db, move->machine)->latest,
                             VALUES(value_key(move->machine, move->key), value_text(event)), read_latest,
                             latest, err);
}

static enum pawl_status find_latest(struct pawl_db *db, const struct move *move, uint16_t column,
                                    struct value *at, struct pawl_error *err) {
    const struct pawl_machine *machine = move->machine;
    struct latest latest = {.column = column, .at = *at};
    char any_event[200];
    snprintf(any_event, sizeof any_event, ":%s", machine->columns[column].name);
    TRY(read_latest_of(db, move, any_event, &latest, err));
    for (uint16_t e = 1; e <= machine->event_count; e++)
        for (uint16_t i = 0; i < machine->events[e].param_count; i++)
            if (machine->events[e].params[i].column == column)
                TRY(read_latest_of(db, move, machine->events[e].stored, &latest, err));
    *at = latest.at;
    return PAWL_OK;
}

/* After the clock ran ahead, a transition may be in the future; what it begins is due by the real clock. */
static int64_t began_at_us(const struct move *move) {
    const int64_t now = now_us();
    return now < move->created_at_us ? now : move->created_at_us;
}

/* A number of units becomes the time after 0 to 100 years. */
static void count_units(const struct move *move, int64_t unit_us, struct value *at) {
    const int64_t most = PAWL_DURATION_MAX_US / unit_us;
    const int64_t count = at->number < 0 ? 0 : at->number > most ? most : at->number;
    const bool is_null = at->is_null;
    *at = value_number(PAWL_TYPE_TIMESTAMP, began_at_us(move) + count * unit_us);
    at->is_null = is_null;
}

static enum pawl_status time_of(struct pawl_db *db, const struct move *move,
                                const struct pawl_pending *pending, struct value *at,
                                struct pawl_error *err) {
    const struct pawl_event *event = move->event;
    *at = value_number(PAWL_TYPE_TIMESTAMP, began_at_us(move) + pending->after_us);
    if (pending->after_us >= 0)
        return PAWL_OK;
    at->is_null = true;
    if (pending->at.kind == PAWL_REFERENCE_CREATED && !event->is_creation) {
        struct value key = value_key(move->machine, move->key);
        at->number = pending->at.column;
        TRY(db->driver->query(db, statements_of(db, move->machine)->find_creation, &key, 1,
                              read_creation_time, at, err));
    } else {
        bool is_given = event->is_creation || !pending->is_latest;
        for (uint16_t i = 0; i < event->param_count; i++)
            if (event->params[i].column == pending->at.column) {
                *at = move->parameters[i];
                is_given = true;
            }
        if (!is_given)
            TRY(find_latest(db, move, pending->at.column, at, err));
    }
    if (pending->after_us < -1)
        count_units(move, -pending->after_us, at);
    return PAWL_OK;
}

static enum pawl_status begin_pending(struct pawl_db *db, const struct move *move, int number,
                                      const struct item_row *old, bool is_asleep, struct pawl_error *err) {
    struct value at;
    TRY(time_of(db, move, &move->machine->queue->pending[number], &at, err));
    if (at.is_null)
        return old->exists ? remove_row(db, move->machine, move->key, number, err) : PAWL_OK;
    struct item_row row = {.due_at_us = at.number, .fence = move->sort_key, .is_asleep = is_asleep};
    if (old->exists && queue_is_unrecorded(move)) { /* no new sort_key tells it from what is claimed */
        row.fence = old->fence;
        row.claim = old->claim + 1;
    }
    return write_queue_row(db, move->machine, move->key, number, !old->exists, &row, err);
}

/* The first multiple of the period that is still to come, from the transition that began it: it does not
 * drift. */
static enum pawl_status next_period(struct pawl_db *db, const struct pawl_machine *machine,
                                    struct pawl_key key, const struct pawl_pending *pending,
                                    struct item_row *row, struct pawl_error *err) {
    const int64_t now = now_us();
    int64_t began = now;
    TRY(db->driver->query(db, queue_statements_of(db, machine)->began,
                          VALUES(value_key(machine, key), value_number(PAWL_TYPE_INT, row->fence)),
                          read_number, &began, err));
    const int64_t passed = now - began, over = passed % pending->after_us;
    row->due_at_us = now - over + (over < 0 ? 0 : pending->after_us);
    return PAWL_OK;
}

/* What was claimed and is there after the move, too: the timer has struck, and the work goes on. */
static enum pawl_status settle_completed_row(struct pawl_db *db, const struct move *move, int number,
                                             struct item_row row, struct pawl_error *err) {
    const struct pawl_pending *pending = &move->machine->queue->pending[number];
    if (!pending->is_work && !pending->is_periodic)
        return remove_row(db, move->machine, move->key, number, err);
    row.claim++;
    row.attempts = 0;
    row.last_error = NULL;
    if (pending->is_periodic)
        TRY(next_period(db, move->machine, move->key, pending, &row, err));
    else
        row.due_at_us = began_at_us(move) + (move->from == move->to ? pending->every_us : 0);
    return write_queue_row(db, move->machine, move->key, number, false, &row, err);
}

static enum pawl_status follow_one(struct pawl_db *db, const struct move *move, int number,
                                   struct item_row *row, struct pawl_error *err) {
    const struct pawl_pending *pending = &move->machine->queue->pending[number];
    char from = pending->presence[move->from], to = pending->presence[move->to];
    if (to == '-')
        return row->exists ? remove_row(db, move->machine, move->key, number, err) : PAWL_OK;
    if (from == '-' || (pending->is_of_state && leaves_its_state(move)) || restarts(move, number))
        return begin_pending(db, move, number, row, to == 'z', err);
    if (!row->exists)
        return PAWL_OK;
    row->is_asleep = to == 'z';
    if (move->opts.item && move->opts.item->pending == number && move->opts.item->fence == row->fence)
        return settle_completed_row(db, move, number, *row, err);
    return from == to ? PAWL_OK : write_queue_row(db, move->machine, move->key, number, false, row, err);
}

enum pawl_status queue_follow(struct pawl_db *db, const struct move *move, struct pawl_error *err) {
    const struct pawl_queue *queue = move->machine->queue;
    struct item_row *rows = NULL;
    bool had_any = false;
    if (!queue)
        return PAWL_OK;
    for (uint16_t i = 0; i < queue->pending_count; i++)
        had_any |= queue->pending[i].presence[move->from] != '-';
    enum pawl_status status = rows_of_entity(db, move->machine, move->key, had_any, &rows, err);
    for (int i = 0; i < queue->pending_count && status == PAWL_OK; i++)
        status = follow_one(db, move, i, &rows[i], err);
    return status;
}

/* ---- claims ------------------------------------------------------------------------------------- */

static bool is_held(const struct item_row *row, const struct pawl_item *item) {
    return row->exists && row->fence == item->fence && row->claim == item->claim && !row->is_parked;
}

enum pawl_status queue_holds(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, struct pawl_error *err) {
    struct item_row *rows = NULL;
    TRY(rows_of_entity(db, machine, pawl_item_key(item), true, &rows, err));
    const struct item_row *row = &rows[item->pending];
    return is_held(row, item) && !row->is_asleep ? PAWL_OK : PAWL_CONFLICT;
}

struct due {
    struct pawl_db *db;
    struct queue_claim *claim;
};

/* A row becomes an item; the rest of it is kept beside it until the query is over. */
static enum pawl_status read_due_item(void *context, const struct cell *cells, struct pawl_error *err) {
    struct due *due = context;
    struct queue_claim *claim = due->claim;
    int pending = pending_of_name(claim->machine->queue, cells[1].text);
    if (pending < 0)
        return PAWL_OK;
    struct pawl_item *item = &claim->items[claim->count];
    *item = (struct pawl_item){.pending = pending, .key_number = cells[0].number};
    if (claim->machine->queue->call_work)
        text_copy(item->trace, sizeof item->trace, actor_trace(cells[10].text));
    text_copy(item->key_text, sizeof item->key_text, cells[0].text);
    return row_of(due->db, cells, &claim->rows[claim->count++], err);
}

static enum pawl_status lease_row(struct pawl_db *db, const struct queue_claim *claim, struct pawl_item *item,
                                  struct item_row *row, int64_t now, struct pawl_error *err) {
    const struct pawl_pending *pending = &claim->machine->queue->pending[item->pending];
    int64_t spent = pending->is_work && pending->event ? PAWL_SPENT_ATTEMPTS : 0;
    if (pending->attempts && row->attempts >= pending->attempts && !row->last_error)
        row->last_error = "its workers came to no end";
    if (pending->attempts && row->attempts >= pending->attempts + spent) {
        row->is_parked = true;
        row->parked_at_us = now;
    }
    row->claim++;
    row->attempts++;
    row->due_at_us = now + (claim->lease_us ? claim->lease_us : pending->lease_us);
    item->fence = row->fence;
    item->claim = row->claim;
    item->attempts = (int)row->attempts;
    item->is_spent = pending->attempts && row->attempts > pending->attempts;
    item->is_parked = row->is_parked;
    item->leased_until_us = row->due_at_us;
    return write_queue_row(db, claim->machine, pawl_item_key(item), item->pending, false, row, err);
}

static enum pawl_status claim_kind(struct pawl_db *db, struct queue_claim *claim, bool works, int64_t now,
                                   struct pawl_error *err) {
    size_t first = claim->count;
    struct due due = {db, claim};
    TRY(db->driver->query(db, queue_statements_of(db, claim->machine)->claim,
                          VALUES(value_number(PAWL_TYPE_BOOL, works), value_number(PAWL_TYPE_TIMESTAMP, now),
                                 value_bigint((int64_t)(claim->limit - claim->count))),
                          read_due_item, &due, err));
    for (size_t i = first; i < claim->count; i++)
        TRY(lease_row(db, claim, &claim->items[i], &claim->rows[i], now, err));
    return PAWL_OK;
}

static enum pawl_status claim_items_steps(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct queue_claim *claim = context;
    enum pawl_status status = PAWL_OK;
    int64_t now = now_us();
    if (claim->kinds & PAWL_TIMERS)
        status = claim_kind(db, claim, false, now, err);
    if (status == PAWL_OK && (claim->kinds & PAWL_WORKS) && claim->count < claim->limit)
        status = claim_kind(db, claim, true, now, err);
    return status;
}

enum pawl_status claim_by_steps(struct pawl_db *db, struct queue_claim *claim, struct pawl_error *err) {
    claim->rows = results_alloc(operation_results(db), claim->limit * sizeof *claim->rows);
    TRY(memory_check(claim->rows, err));
    return steps_in_bracket(db, claim_items_steps, claim, err);
}

/* ---- what is said of a claim -------------------------------------------------------------------- */

/* Up to a quarter longer, so that what failed together does not come again together. */
static int64_t pause_after_attempt(const struct pawl_pending *pending, int64_t attempts) {
    const int64_t pause = backoff_pause(pending->backoff_from_us, pending->backoff_to_us, attempts);
    return pause + (int64_t)(random_number(pending) % (uint64_t)(pause / 4 + 1));
}

static void fail_row(struct item_row *row, const struct pawl_pending *pending, const char *error,
                     int64_t now) {
    bool spent = pending->attempts && row->attempts >= pending->attempts;
    row->last_error = error;
    row->due_at_us = spent ? now : now + pause_after_attempt(pending, row->attempts);
    /* with its last attempt it is due at once for whoever fires `else`, or parked */
    if (spent && !(pending->is_work && pending->event && row->attempts == pending->attempts)) {
        row->is_parked = true;
        row->parked_at_us = now;
    }
}

static enum pawl_status change_row(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct queue_change *change = context;
    const struct pawl_pending *pending = &change->machine->queue->pending[change->item->pending];
    struct item_row *rows = NULL;
    TRY(rows_of_entity(db, change->machine, change->key, true, &rows, err));
    struct item_row *row = &rows[change->item->pending];
    int64_t now = now_us();
    change->done = change->answer == QUEUE_RETRY ? row->exists && row->is_parked : is_held(row, change->item);
    if (!change->done)
        return PAWL_OK;
    switch (change->answer) {
    case QUEUE_NOT_YET:
        row->due_at_us = now + (change->pause_us < 0 ? pending->every_us : change->pause_us);
        if (pending->is_periodic && change->pause_us < 0)
            TRY(next_period(db, change->machine, change->key, pending, row, err));
        row->attempts--;
        row->last_error = NULL;
        break;
    case QUEUE_FAIL:
        fail_row(row, pending, change->error, now);
        break;
    case QUEUE_EXTEND:
        row->due_at_us = now + (change->lease_us ? change->lease_us : pending->lease_us);
        break;
    case QUEUE_RETRY:
        row->is_parked = false;
        row->due_at_us = now;
        row->attempts = 0;
        break;
    }
    if (change->answer == QUEUE_NOT_YET || change->answer == QUEUE_FAIL)
        row->claim++;
    return write_queue_row(db, change->machine, change->key, change->item->pending, false, row, err);
}

enum pawl_status change_by_steps(struct pawl_db *db, struct queue_change *change, struct pawl_error *err) {
    return steps_in_bracket(db, change_row, change, err);
}
