#include "queue/queue.h"

#include "core/deployment.h"
#include "core/key.h"
#include "core/operation.h"
#include "core/text.h"
#include "core/transaction.h"

#include <string.h>

/* ---- items -------------------------------------------------------------------------------------- */

struct pawl_key pawl_item_key(const struct pawl_item *item) {
    return item ? (struct pawl_key){item->key_text, item->key_number} : (struct pawl_key){0};
}

int pending_of_name(const struct pawl_queue *queue, const char *name) {
    for (int i = 0; name && i < queue->pending_count; i++)
        if (strcmp(queue->pending[i].name, name) == 0)
            return i;
    return -1;
}

static enum pawl_status check_queue(const struct pawl_machine *machine, struct pawl_error *err) {
    if (machine->queue)
        return PAWL_OK;
    return error_set(err, PAWL_MISUSE, "%s has no timers and no work", machine->name);
}

static enum pawl_status check_item(const struct pawl_machine *machine, const struct pawl_item *item,
                                   struct pawl_error *err) {
    TRY(check_queue(machine, err));
    if (item && item->pending >= 0 && item->pending < machine->queue->pending_count)
        return PAWL_OK;
    return error_advise(err, PAWL_MISUSE, "pass an item that pawl_claim has returned", "%s: the item %s",
                        machine->name, item ? "is not one of this machine" : "is NULL");
}

enum pawl_status queue_check_item(const struct pawl_machine *machine, struct pawl_key key, int event,
                                  const struct pawl_item *item, struct pawl_error *err) {
    TRY(check_item(machine, item, err));
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    if (key_compare(machine, pawl_item_key(item), key) != 0 || machine->events[event].is_creation) {
        error_of_entity(err, PAWL_MISUSE, machine, key, "%s cannot complete %s of another %s",
                        machine->events[event].name, pending->name, machine->name);
        error_help(err, "fire it for pawl_item_key(item)");
        return PAWL_MISUSE;
    }
    if (pending->is_work || pending->event == event)
        return PAWL_OK;
    error_of_entity(err, PAWL_MISUSE, machine, key, "%s cannot complete the timer %s",
                    machine->events[event].name, pending->name);
    error_help(err, "it fires %s", machine->events[pending->event].name);
    return PAWL_MISUSE;
}

static enum pawl_status item_claim_is_lost(const struct pawl_machine *machine, const struct pawl_item *item,
                                           struct pawl_error *err) {
    error_of_entity(err, PAWL_CONFLICT, machine, pawl_item_key(item),
                    "the claim on %s does not hold any more", machine->queue->pending[item->pending].name);
    error_help(err, "its lease has ended, or the %s has moved: drop the item", machine->name);
    return PAWL_CONFLICT;
}

enum pawl_status queue_begin(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, struct pawl_error *err) {
    TRY(operation_begin(db, machine, err));
    TRY(check_item(machine, item, err));
    return operation_go_to(db, machine, NULL, err);
}

/* ---- claiming ----------------------------------------------------------------------------------- */

/* cells: key, name, fence, claim, attempts, is_spent, is_parked, leased_until; of a machine with work, the
 * actor of the transition that began a work */
static enum pawl_status read_item(void *context, const struct cell *cells, struct pawl_error *err) {
    struct queue_claim *claim = context;
    int pending = pending_of_name(claim->machine->queue, cells[1].text);
    (void)err;
    if (claim->count == claim->limit || pending < 0) /* of a newer program: left to that */
        return PAWL_OK;
    struct pawl_item *item = &claim->items[claim->count++];
    *item = (struct pawl_item){.pending = pending,
                               .key_number = cells[0].number,
                               .fence = cells[2].number,
                               .claim = cells[3].number,
                               .attempts = (int)cells[4].number,
                               .is_spent = cells[5].number != 0,
                               .is_parked = cells[6].number != 0,
                               .leased_until_us = cells[7].number};
    if (claim->machine->queue->call_work)
        text_copy(item->trace, sizeof item->trace, actor_trace(cells[8].text));
    text_copy(item->key_text, sizeof item->key_text, cells[0].text);
    return PAWL_OK;
}

static enum pawl_status claim_by_function(struct pawl_db *db, struct queue_claim *claim,
                                          struct pawl_error *err) {
    static const char *const kinds[] = {[PAWL_TIMERS] = "timer", [PAWL_WORKS] = "work"};
    const char *kind = claim->kinds == (PAWL_TIMERS | PAWL_WORKS) ? NULL : kinds[claim->kinds];
    return db->driver->query(
        db, queue_statements_of(db, claim->machine)->claim,
        VALUES(value_bigint((int64_t)claim->limit), value_text(kind), value_bigint_or_null(claim->lease_us)),
        read_item, claim, err);
}

static enum pawl_status claim_items_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct queue_claim *claim = context;
    claim->count = 0;
    TRY(handle_ready(db, err));
    enum pawl_status status =
        db->driver->steps ? claim_by_steps(db, claim, err) : claim_by_function(db, claim, err);
    return judge_lost_answer(db, judge_version(db, claim->machine, status, err), err);
}

static enum pawl_status check_claim(const struct pawl_db *db, const struct queue_claim *claim,
                                    const size_t *count, struct pawl_error *err) {
    const char *name = claim->machine->name;
    TRY(check_queue(claim->machine, err));
    if (!claim->items || !count)
        return error_set(err, PAWL_MISUSE, "%s: no place for the claimed items: %s is NULL", name,
                         claim->items ? "count" : "items");
    if (claim->limit < 1 || claim->limit > INT32_MAX)
        return error_set(err, PAWL_MISUSE, "%s: a claim of %zu items: at least 1 and at most %d are possible",
                         name, claim->limit, INT32_MAX);
    if (claim->kinds < PAWL_TIMERS || claim->kinds > (PAWL_TIMERS | PAWL_WORKS))
        return error_set(err, PAWL_MISUSE, "%s: a claim of the kinds %u: PAWL_TIMERS, PAWL_WORKS or both",
                         name, claim->kinds);
    enum pawl_status status = duration_check("pawl_claim", "lease_us", claim->lease_us, 1, 0, err);
    if (status != PAWL_OK || !pawl_in_transaction(db))
        return status;
    return error_advise(err, PAWL_MISUSE,
                        "other workers cannot see the claim before it is committed: claim first, then begin",
                        "%s: pawl_claim inside an open transaction", name);
}

enum pawl_status pawl_claim(struct pawl_db *db, const struct pawl_machine *machine, unsigned kinds,
                            int64_t lease_us, struct pawl_item *items, size_t limit, size_t *count,
                            struct pawl_error *err) {
    OPERATION(db, err);
    struct queue_claim claim = {
        .machine = machine, .kinds = kinds, .lease_us = lease_us, .items = items, .limit = limit};
    if (count)
        *count = 0;
    TRY(operation_begin(db, machine, err));
    TRY(check_claim(db, &claim, count, err));
    TRY(operation_go_to(db, machine, NULL, err));
    TRY(make_attempts(db, claim_items_once, &claim, err));
    *count = claim.count;
    return PAWL_OK;
}

/* ---- giving back -------------------------------------------------------------------------------- */

static enum pawl_status change_by_function(struct pawl_db *db, struct queue_change *change,
                                           struct pawl_error *err) {
    const struct pawl_machine *machine = change->machine;
    const struct pawl_queue_statements *statements = queue_statements_of(db, machine);
    const char *const sql[] = {[QUEUE_NOT_YET] = statements->not_yet,
                               [QUEUE_FAIL] = statements->fail,
                               [QUEUE_EXTEND] = statements->extend,
                               [QUEUE_RETRY] = statements->retry};
    struct value values[5];
    size_t count = 0;
    int64_t done = 0;
    values[count++] = value_key(machine, change->key);
    values[count++] = value_text(machine->queue->pending[change->item->pending].name);
    if (change->answer != QUEUE_RETRY) {
        values[count++] = value_number(PAWL_TYPE_INT, change->item->fence);
        values[count++] = value_bigint(change->item->claim);
    }
    if (change->answer == QUEUE_FAIL)
        values[count++] = value_text(change->error);
    if (change->answer == QUEUE_NOT_YET)
        values[count++] = value_bigint_if(change->pause_us >= 0, change->pause_us);
    if (change->answer == QUEUE_EXTEND)
        values[count++] = value_bigint_or_null(change->lease_us);
    enum pawl_status status =
        db->driver->query(db, sql[change->answer], values, count, read_number, &done, err);
    change->done = done != 0;
    return status;
}

static enum pawl_status change_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct queue_change *change = context;
    enum pawl_status status = sending_begin(db, &change->sending, err);
    if (status == PAWL_OK)
        status = db->driver->steps ? change_by_steps(db, change, err) : change_by_function(db, change, err);
    status = judge_version(db, change->machine, status, err);
    if (status == PAWL_OK && !change->done && !sending_is_final(db, &change->sending, PAWL_CONFLICT))
        return sending_leaves_open(PAWL_CONFLICT, err);
    return sending_judge(db, &change->sending, status, true, err);
}

static enum pawl_status change_item(struct pawl_db *db, struct queue_change *change, struct pawl_error *err) {
    change->sending = (struct sending){.has_request_id = true, .is_of_claim = true};
    return make_attempts(db, change_once, change, err);
}

static enum pawl_status give_item_back(struct pawl_db *db, struct queue_change *change,
                                       struct pawl_error *err) {
    TRY(queue_begin(db, change->machine, change->item, err));
    change->key = pawl_item_key(change->item);
    enum pawl_status status = change_item(db, change, err);
    return status == PAWL_OK && !change->done ? item_claim_is_lost(change->machine, change->item, err)
                                              : status;
}

enum pawl_status pawl_not_yet(struct pawl_db *db, const struct pawl_machine *machine,
                              const struct pawl_item *item, int64_t pause_us, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    TRY(duration_check("pawl_not_yet", "pause_us", pause_us < 0 ? 0 : pause_us, 1, 0, err));
    struct queue_change change = {
        .machine = machine, .answer = QUEUE_NOT_YET, .item = item, .pause_us = pause_us};
    return give_item_back(db, &change, err);
}

enum pawl_status pawl_fail(struct pawl_db *db, const struct pawl_machine *machine,
                           const struct pawl_item *item, const char *error, struct pawl_error *err) {
    OPERATION(db, err);
    if (error && !text_is_utf8(error))
        error = "the error is not valid UTF-8";
    struct queue_change change = {
        .machine = machine, .answer = QUEUE_FAIL, .item = item, .error = error ? error : "failed"};
    return give_item_back(db, &change, err);
}

enum pawl_status pawl_extend(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, int64_t lease_us, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    TRY(duration_check("pawl_extend", "lease_us", lease_us, 1, 0, err));
    struct queue_change change = {
        .machine = machine, .answer = QUEUE_EXTEND, .item = item, .lease_us = lease_us};
    return give_item_back(db, &change, err);
}

enum pawl_status pawl_retry(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int pending, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_item item = {.pending = pending};
    struct queue_change change = {.machine = machine, .answer = QUEUE_RETRY, .item = &item};
    TRY(queue_begin(db, machine, &item, err));
    TRY(key_settle(operation_results(db), machine, &key, err));
    change.key = key;
    TRY(change_item(db, &change, err));
    if (change.done)
        return PAWL_OK;
    return error_of_entity(err, PAWL_NOT_FOUND, machine, key, "%s has no parked job",
                           machine->queue->pending[pending].name);
}
