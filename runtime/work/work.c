/* Lives here: the loop of a worker. Not here: anything that another room needs. */
#include "core/deployment.h"
#include "core/key.h"
#include "core/operation.h"
#include "core/transact.h"
#include "core/transaction.h"
#include "flow/flow.h"

#include "move/gather.h"
#include "move/hooks.h"
#include "queue/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define POLL_MS          1000
#define BATCH            250
#define REFUSED_PAUSE_US 5000000
#define SLICE_US         100000  /* while waiting, `stop` is asked so often */
#define SHORT_WAIT_US    10000   /* what the database does not think due yet, by its clock */
#define FIRST_NAP_US     5000    /* while moves that may not have known that it sleeps are under way */
#define KEEP_US          1000000 /* so long a refused timer is kept and tried again before it is given back */
#define ANSWER_MAX       250     /* completions that are committed together */
#define ANSWER_WAITS_US  5000    /* the longest that one of them waits for the next hook to end */
#define ITEM_WAITS_US    50000   /* the longest that claimed work waits for hooks before its own */

/*
 * Timers of one machine that were refused, in their order, and are still leased. Moves that take locks on
 * keys often wait for one another: only the first in a line may go. The one before may be another worker's at
 * this moment; whoever gave this one back until `every` would come too late again and again, and find the
 * line in another order each time.
 */
struct kept {
    struct pawl_item *items; /* [options.batch] */
    size_t count;
    int64_t pause_us, retry_at_us, give_back_at_us;
    bool is_refused; /* the machine, by the database; it is asked again when that time has come */
    int64_t ask_again_at_us;
};

/* How many works of one machine are claimed together: few if its hooks take long. */
struct pace {
    size_t size, most;
    int64_t hook_us; /* of the longest of its last hooks, of which each counts less than the next */
};

/* Completions of one machine that wait to be committed together. */
struct answers {
    struct item_answer *rows; /* [ANSWER_MAX] */
    size_t count, machine;
    size_t held;           /* the first ones, which failed together with others, or wait for a lock */
    struct results memory; /* of their arguments */
};

struct worker {
    struct pawl_db *db;
    const struct pawl_machine *const *machines;
    size_t machine_count;
    struct pawl_work_options options;
    struct pawl_item *items; /* [options.batch] */
    struct kept *kept;       /* [machine_count] */
    struct pace *paces;      /* [machine_count] */
    struct answers answers;
    bool has_moved;        /* an item was completed */
    struct results memory; /* of all these */
    void *result;          /* as large as the largest result of a hook */
    const char **channels; /* [channel_count], on which it is told of work */
    size_t channel_count;
    struct claimed_run next_run; /* of next_flow, until it is driven, or given back */
    const struct pawl_flow *next_flow;
    bool is_busy;    /* the last round has found something */
    bool is_away;    /* the database, as was told last */
    bool is_in_hook; /* of work, whose statements take as long as they take */
    int64_t nap_us;  /* of the next nap, until it hears of all that there is */
    struct pawl_error err;
    struct pawl_error refusal; /* of the machine that was refused last */
};

/* ---- machines that the database refuses --------------------------------------------------------- */

static bool is_left_out(const struct worker *worker, size_t number) {
    return worker->kept[number].is_refused && worker->kept[number].ask_again_at_us > monotonic_us();
}

static bool any_is_refused(const struct worker *worker) {
    for (size_t i = 0; i < worker->machine_count; i++)
        if (worker->kept[i].is_refused)
            return true;
    return false;
}

/*
 * A machine that was migrated away from the program's version keeps no other from going on: it is left out,
 * and asked for again later. MISMATCH only if nothing is left to do.
 */
static enum pawl_status leave_out_if_refused(struct worker *worker, size_t number, enum pawl_status status,
                                             struct pawl_error *err) {
    struct kept *kept = &worker->kept[number];
    if (status != PAWL_MISMATCH) {
        kept->is_refused &= status != PAWL_OK;
        return status;
    }
    if (!kept->is_refused && worker->options.refused)
        worker->options.refused(worker->options.context, worker->machines[number], err);
    kept->is_refused = true;
    kept->ask_again_at_us = monotonic_us() + REFUSED_PAUSE_US;
    kept->count = 0; /* whose claims mean nothing any more */
    worker->refusal = *err;
    bool all_are = worker->options.flow_count == 0;
    for (size_t i = 0; i < worker->machine_count; i++)
        all_are &= worker->kept[i].is_refused;
    return all_are ? PAWL_MISMATCH : PAWL_OK;
}

/* ---- before it begins --------------------------------------------------------------------------- */

static bool needs_hooks(const struct pawl_machine *machine, const struct pawl_pending *pending,
                        unsigned kinds) {
    if (pending->is_work)
        return (kinds & PAWL_WORKS) != 0;
    return (kinds & PAWL_TIMERS) && machine->events[pending->event].asks_hooks;
}

static enum pawl_status check_machine_of_worker(const struct worker *worker,
                                                const struct pawl_machine *machine, struct pawl_error *err) {
    if (!machine->queue)
        return error_set(err, PAWL_MISUSE, "pawl_work: %s has no timers and no work", machine->name);
    const enum pawl_status status = operation_begin(worker->db, machine, err);
    if (status != PAWL_OK && status != PAWL_MISMATCH)
        return status;
    const void *hooks = hooks_of(worker->db, machine);
    for (uint16_t i = 0; i < machine->queue->pending_count; i++) {
        const struct pawl_pending *pending = &machine->queue->pending[i];
        if (!needs_hooks(machine, pending, worker->options.kinds) ||
            (hooks && (!pending->hook || hooks_have(hooks, pending->callback))))
            continue;
        error_set(err, PAWL_MISUSE, "pawl_work: %s: %s needs %s, and the handle's hooks do not have it",
                  machine->name, pending->name, pending->hook ? pending->hook : "guards or effects in C");
        error_help(err, "set it in struct %s_hooks, and call %s_set_hooks on this handle first",
                   machine->name, machine->name);
        return PAWL_MISUSE;
    }
    return status;
}

static enum pawl_status check_flow(const struct worker *worker, const struct pawl_flow *flow,
                                   struct pawl_error *err) {
    struct value values[] = {value_text(flow ? flow->name : NULL),
                             value_text(flow ? flow->fingerprint : NULL)};
    struct pawl_db *db = worker->db;
    bool deployed = false;
    enum pawl_status status = flow_begin(db, flow, err);
    if (status == PAWL_OK)
        status = read_rows(db, db->driver->flows->fingerprints, values, 2, row_found, &deployed, err);
    if (looks_again(db, deployed, &status, err))
        status = read_rows(db, db->driver->flows->fingerprints, values, 2, row_found, &deployed, err);
    if (status == PAWL_OK && !deployed)
        return flow_is_missing(flow, err);
    return status == PAWL_OK ? flow_check_hooks(db, flow, err) : status;
}

static enum pawl_status check_options(const struct worker *worker, struct pawl_error *err) {
    const bool has_none = worker->machine_count == 0 && worker->options.flow_count == 0;
    const bool lacks_machines = worker->machine_count > 0 && !worker->machines;
    const bool lacks_flows = worker->options.flow_count > 0 && !worker->options.flows;
    if (!worker->db || lacks_machines || lacks_flows || has_none)
        return error_set(err, PAWL_MISUSE, "pawl_work: %s",
                         !worker->db      ? "db is NULL"
                         : lacks_machines ? "machines is NULL"
                         : lacks_flows    ? "flows is NULL"
                                          : "no machines");
    if (worker->options.kinds > (PAWL_TIMERS | PAWL_WORKS) || worker->options.poll_ms < 0)
        return error_set(err, PAWL_MISUSE, "pawl_work: kinds or poll_ms is out of range");
    struct complaint complaint;
    if (actor_check(worker->options.actor, &complaint) != PAWL_OK)
        return error_set(err, PAWL_MISUSE, "pawl_work: the actor is %s", complaint.problem);
    TRY(duration_check("pawl_work", "lease_us", worker->options.lease_us, 1, 0, err));
    return check_outside(worker->db, "pawl_work",
                         "commit it first: each item is done in a transaction of its own", err);
}

/* That the database has all that it works on, and the handle the hooks. */
static enum pawl_status check_deployed(struct worker *worker, struct pawl_error *err) {
    for (size_t i = 0; i < worker->machine_count; i++) {
        const struct pawl_machine *machine = worker->machines[i];
        TRY(machine ? check_abi("machine", machine->name, machine->abi, err)
                    : error_set(err, PAWL_MISUSE, "pawl_work: a machine is NULL"));
        TRY(leave_out_if_refused(worker, i, check_machine_of_worker(worker, machine, err), err));
    }
    for (size_t i = 0; i < worker->options.flow_count; i++) {
        TRY(check_flow(worker, worker->options.flows[i], err));
    }
    return PAWL_OK;
}

/* ---- one item ----------------------------------------------------------------------------------- */

/* That it failed, if it did. */
static void log_item(const struct worker *worker, const struct pawl_machine *machine,
                     const struct pawl_item *item, enum pawl_status status) {
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    const int64_t attempts = pending->attempts + (pending->is_work && pending->event);
    const bool is_parked = item->is_parked || (pending->attempts > 0 && item->attempts >= attempts);
    const bool waits = status == PAWL_NOT_YET || status == PAWL_LOCKED || status == PAWL_ASLEEP ||
                       status == PAWL_CONFLICT || (status == PAWL_REFUSED && !pending->is_work);
    char digits[KEY_DIGITS_SIZE];
    if (status != PAWL_OK && !waits)
        log_write(worker->db, is_parked ? PAWL_LOG_PARKED : PAWL_LOG_FAILED, status, machine->name,
                  key_as_text(machine, pawl_item_key(item), digits), "%s, attempt %d: %s", pending->name,
                  item->attempts, worker->err.message);
}

static void tell_of_item(struct worker *worker, const struct pawl_machine *machine,
                         const struct pawl_item *item, enum pawl_status status) {
    worker->err.status = status;
    log_item(worker, machine, item, status);
    if (worker->options.told)
        worker->options.told(worker->options.context, machine, item, status, &worker->err);
}

/* With the error in worker->err, which goes to the queue and is told. */
static void give_back_and_tell(struct worker *worker, const struct pawl_machine *machine,
                               const struct pawl_item *item, enum pawl_status status) {
    struct pawl_error failure = PAWL_ERROR_INIT;
    enum pawl_status given = PAWL_OK;
    /* a refusal of work's, of its hook or of what that has named, is a failure */
    if ((status == PAWL_REFUSED && !machine->queue->pending[item->pending].is_work) || status == PAWL_NOT_YET)
        given = pawl_not_yet(worker->db, machine, item, -1, &failure);
    else if (status == PAWL_LOCKED || status == PAWL_ASLEEP)
        given = pawl_not_yet(worker->db, machine, item, worker->options.poll_ms * INT64_C(1000), &failure);
    else if (status != PAWL_OK && status != PAWL_UNKNOWN && !connection_is_lost(worker->db))
        given = pawl_fail(worker->db, machine, item,
                          worker->err.message[0] ? worker->err.message : pawl_status_name(status), &failure);
    if (given == PAWL_CONFLICT) { /* the claim is lost, and so is whatever there was to say */
        worker->err = failure;
        status = given;
    }
    tell_of_item(worker, machine, item, status);
}

static enum pawl_status complete_item(struct worker *worker, const struct pawl_machine *machine,
                                      const struct pawl_item *item, int event, const void *args) {
    struct pawl_opts opts = {.struct_size = sizeof opts, .actor = worker->options.actor};
    enum pawl_status status;
    int attempts = 0;
    do /* the claim sees to it that this is done once */
        status = pawl_complete(worker->db, machine, item, event, args, &opts, NULL, &worker->err);
    while (failure_is_cancelled(worker->db, status, &worker->err) && ++attempts < ATTEMPT_MAX);
    return status;
}

static int64_t lease_of(const struct worker *worker, const struct pawl_pending *pending) {
    return worker->options.lease_us ? worker->options.lease_us : pending->lease_us;
}

static bool is_stopped(const struct worker *worker) {
    return worker->options.stop && worker->options.stop(worker->options.context);
}

/*
 * With the event that a hook has named. If the database is away it is completed again, for as long as a lease
 * lasts: what the hook did outside would be done twice otherwise.
 */
static enum pawl_status complete_work(struct worker *worker, const struct pawl_machine *machine,
                                      const struct item_answer *answer, int64_t until_us) {
    const struct pawl_db *db = worker->db;
    bool may_be_done = answer->may_be_done;
    for (int attempt = 1;; attempt++) {
        const enum pawl_status status =
            complete_item(worker, machine, answer->item, answer->event, answer->args);
        const bool is_away =
            (status == PAWL_DB || status == PAWL_UNKNOWN) && (connection_is_lost(db) || db->is_away);
        if (status == PAWL_CONFLICT && may_be_done)
            return sending_leaves_open(status, &worker->err);
        may_be_done |= status == PAWL_UNKNOWN;
        if (!is_away || !saves_result_again(db, attempt, until_us, is_stopped(worker)))
            return status;
    }
}

/* Until a quarter of its lease is over, at most; false where it is better given back. */
static bool keep_refused_timer(struct worker *worker, size_t number, const struct pawl_item *item) {
    const struct pawl_machine *machine = worker->machines[number];
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    struct kept *kept = &worker->kept[number];
    const int64_t lease_us = lease_of(worker, pending);
    if (pending->is_work || !machine->events[pending->event].is_serialised ||
        kept->count == worker->options.batch)
        return false;
    if (kept->count == 0) {
        kept->pause_us = SHORT_WAIT_US;
        kept->retry_at_us = monotonic_us() + SHORT_WAIT_US;
        kept->give_back_at_us = monotonic_us() + (lease_us / 4 < KEEP_US ? lease_us / 4 : KEEP_US);
    }
    kept->items[kept->count++] = *item;
    return true;
}

static void tell_pace(struct pace *pace, int64_t hook_us) {
    pace->hook_us -= pace->hook_us / 8;
    pace->hook_us = hook_us > pace->hook_us ? hook_us : pace->hook_us;
}

/* If OK, the answer has the event that the hook has named, and its arguments until the next call. */
static enum pawl_status run_hook(struct worker *worker, size_t number, struct item_answer *answer) {
    const struct pawl_machine *machine = worker->machines[number];
    const struct pawl_item *item = answer->item;
    const struct pawl_queue *queue = machine->queue;
    const int64_t began_us = monotonic_us();
    struct pawl_work_call call = {pawl_item_key(item), item};
    memset(worker->result, 0, queue->result_size);
    worker->is_in_hook = true;
    enum pawl_status status = queue->call_work(hooks_of(worker->db, machine), item->pending, worker->db,
                                               &call, worker->result, &worker->err);
    worker->is_in_hook = false;
    tell_pace(&worker->paces[number], monotonic_us() - began_us);
    if (pawl_in_transaction(worker->db)) {
        pawl_rollback(worker->db, NULL);
        return error_set(&worker->err, PAWL_MISUSE, "%s has left a transaction open",
                         queue->pending[item->pending].hook);
    }
    if (status != PAWL_OK && status != PAWL_NOT_YET && !worker->err.message[0])
        return error_set(&worker->err, status, "%s has answered %s without a reason",
                         queue->pending[item->pending].hook, pawl_status_name(status));
    if (status != PAWL_OK)
        return status;
    int event = 0;
    memcpy(&event, worker->result, sizeof event);
    if (event < 1 || event > machine->event_count)
        return error_set(&worker->err, PAWL_MISUSE, "%s has answered OK, and named no event",
                         queue->pending[item->pending].hook);
    answer->event = event;
    if (machine->events[event].param_count > 0)
        answer->args = (const char *)worker->result + queue->result_args;
    return PAWL_OK;
}

/* ---- what was done is committed together --------------------------------------------------------- */

static void settle(struct worker *worker, size_t number, const struct pawl_item *item,
                   enum pawl_status status) {
    worker->has_moved |= status == PAWL_OK;
    if (status != PAWL_REFUSED || !keep_refused_timer(worker, number, item))
        give_back_and_tell(worker, worker->machines[number], item, status);
}

static bool runs_hook(const struct pawl_machine *machine, const struct pawl_item *item) {
    return machine->queue->pending[item->pending].is_work && !item->is_spent;
}

static void complete_alone(struct worker *worker, size_t number, const struct item_answer *answer) {
    const struct pawl_machine *machine = worker->machines[number];
    const int64_t lease_us = lease_of(worker, &machine->queue->pending[answer->item->pending]);
    error_clear(&worker->err);
    settle(worker, number, answer->item,
           runs_hook(machine, answer->item)
               ? complete_work(worker, machine, answer, answer->made_us + lease_us)
               : complete_item(worker, machine, answer->item, answer->event, answer->args));
}

/*
 * Those that wait for a lock, or fail, are held back to the end, when nothing is left to begin. Then each is
 * completed by itself.
 */
static void commit_answers(struct worker *worker, bool is_end) {
    struct answers *answers = &worker->answers;
    const size_t held = answers->held, count = answers->count;
    if (count > held && (count > 1 || !is_end))
        complete_together(worker->db, worker->machines[answers->machine], answers->rows + held, count - held,
                          worker->options.actor);
    for (size_t i = held; i < count; i++) {
        const struct item_answer *answer = &answers->rows[i];
        if (answer->is_answered) {
            error_copy(&worker->err, &answer->err);
            settle(worker, answers->machine, answer->item, answer->status);
        } else {
            answers->rows[answers->held++] = *answer;
        }
    }
    for (size_t i = 0; is_end && i < answers->held; i++)
        complete_alone(worker, answers->machine, &answers->rows[i]);
    if (is_end)
        answers->held = 0;
    if ((answers->count = answers->held) == 0)
        results_reset(&answers->memory);
}

/* No answer waits for a hook that is likely to take longer than it may wait. */
static void commit_before_hook(struct worker *worker, size_t number) {
    const struct answers *answers = &worker->answers;
    if (answers->count > answers->held &&
        monotonic_us() + worker->paces[number].hook_us - answers->rows[answers->held].made_us >
            ANSWER_WAITS_US)
        commit_answers(worker, false);
}

/* is_last: nothing comes after it that it could be committed with. */
static void keep_answer(struct worker *worker, size_t number, struct item_answer answer, bool is_last) {
    struct answers *answers = &worker->answers;
    const struct pawl_machine *machine = worker->machines[number];
    const void *args = answer.args;
    answer.made_us = monotonic_us();
    const bool is_alone =
        (is_last && answers->count == 0) || !gather_takes_item(worker->db, machine, answer.event);
    if (!is_alone && args)
        answer.args = args_copy(&answers->memory, &machine->events[answer.event], args);
    if (is_alone || (args && !answer.args)) {
        answer.args = args;
        commit_answers(worker, false);
        complete_alone(worker, number, &answer);
        return;
    }
    answers->machine = number;
    answers->rows[answers->count] = answer;
    if (++answers->count == ANSWER_MAX)
        commit_answers(worker, answers->held * 2 > ANSWER_MAX);
}

static void work_on(struct worker *worker, size_t number, const struct pawl_item *item, bool is_last) {
    const struct pawl_machine *machine = worker->machines[number];
    const struct pawl_pending *pending = &machine->queue->pending[item->pending];
    struct item_answer answer = {.item = item, .event = pending->event, .err = PAWL_ERROR_INIT};
    error_clear(&worker->err);
    if (item->is_parked) {
        error_set(&worker->err, PAWL_UNKNOWN, "%s: %s is parked: its workers came to no end", machine->name,
                  pending->name);
        tell_of_item(worker, machine, item, PAWL_UNKNOWN);
        return;
    }
    enum pawl_status status = runs_hook(machine, item) ? run_hook(worker, number, &answer) : PAWL_OK;
    if (status == PAWL_OK)
        keep_answer(worker, number, answer, is_last);
    else
        give_back_and_tell(worker, machine, item, status);
}

/* A hook, guard or effect in C comes to its end first. */
static bool is_hurried(void *context) {
    const struct worker *worker = context;
    return !worker->is_in_hook && !worker->db->running && is_stopped(worker);
}

/* ---- what is kept ------------------------------------------------------------------------------- */

static void give_back_kept(struct worker *worker, size_t number) {
    struct kept *kept = &worker->kept[number];
    for (size_t i = 0; i < kept->count; i++) {
        error_clear(&worker->err);
        give_back_and_tell(worker, worker->machines[number], &kept->items[i], PAWL_REFUSED);
    }
    kept->count = 0;
}

/* Tries all of them once more, in their order, and says whether one of them could go. */
static bool try_kept(struct worker *worker, size_t number) {
    struct kept *kept = &worker->kept[number];
    const size_t count = kept->count;
    worker->has_moved = false;
    kept->count = 0; /* those that are refused again take their places, none before its own */
    for (size_t i = 0; i < count; i++) {
        const struct pawl_item item = kept->items[i];
        work_on(worker, number, &item, true);
    }
    return worker->has_moved;
}

/* `moved`: a move of this worker's has just been made, for which one of them may have waited. */
static void look_at_kept(struct worker *worker, size_t number, bool moved) {
    struct kept *kept = &worker->kept[number];
    int64_t now = monotonic_us();
    if (kept->count == 0 || (!moved && now < kept->retry_at_us))
        return;
    const bool is_last = now >= kept->give_back_at_us;
    const int64_t give_back_at_us = kept->give_back_at_us, pause_us = kept->pause_us * 2;
    bool any = try_kept(worker, number);
    while (any && kept->count > 0 && !is_stopped(worker))
        any = try_kept(worker, number);
    if (is_last) {
        give_back_kept(worker, number);
        return;
    }
    kept->give_back_at_us = give_back_at_us;
    kept->pause_us = moved ? SHORT_WAIT_US : pause_us;
    kept->retry_at_us = monotonic_us() + kept->pause_us;
    if (kept->retry_at_us > give_back_at_us)
        kept->retry_at_us = give_back_at_us;
}

static bool keeps_any(const struct worker *worker, int64_t *retry_at_us) {
    bool any = false;
    for (size_t i = 0; i < worker->machine_count; i++) {
        if (worker->kept[i].count > 0 && (!any || worker->kept[i].retry_at_us < *retry_at_us))
            *retry_at_us = worker->kept[i].retry_at_us;
        any |= worker->kept[i].count > 0;
    }
    return any;
}

/* ---- the loop ----------------------------------------------------------------------------------- */

/*
 * What is said to a worker costs those who say it: it says that it is awake before it does work, which takes
 * its time, and where it has something to do for the second time. For one timer it would cost more than it
 * saves.
 */
static void say_awake(struct worker *worker) {
    worker->nap_us = 0;
    if (worker->db->driver->listening)
        worker->db->driver->listening->wake(worker->db);
}

/* Others need not wait for the end of the lease. */
static void give_back_unbegun(struct worker *worker, const struct pawl_machine *machine,
                              const struct pawl_item *items, size_t count) {
    for (size_t i = 0; i < count; i++)
        pawl_not_yet(worker->db, machine, &items[i], 0, NULL);
}

/*
 * Does them in turn. Returns how many: the others go back if it is to stop, or if a hook took so long that
 * they would wait for too long. A hook that is run again may be one that ends its worker, so it is run
 * without others that would lose an attempt by that.
 */
static size_t work_on_all(struct worker *worker, size_t number, size_t count) {
    const struct pawl_machine *machine = worker->machines[number];
    const int64_t claimed_us = monotonic_us();
    for (size_t i = 0; i < count; i++) {
        const struct pawl_item *item = &worker->items[i];
        const bool is_hook = runs_hook(machine, item);
        const int64_t lease_us = lease_of(worker, &machine->queue->pending[item->pending]);
        const int64_t may_wait_us = lease_us / 8 < ITEM_WAITS_US ? lease_us / 8 : ITEM_WAITS_US;
        const bool is_late = i > 0 && is_hook && monotonic_us() - claimed_us > may_wait_us;
        const size_t end = is_stopped(worker) || is_late ? i : is_hook && item->attempts > 1 ? i + 1 : count;
        if (end < count) {
            commit_answers(worker, false);
            give_back_unbegun(worker, machine, worker->items + end, count - end);
            count = end;
        }
        if (i == count)
            break;
        if (is_hook)
            commit_before_hook(worker, number);
        work_on(worker, number, item, i + 1 == count);
    }
    commit_answers(worker, true);
    return count;
}

/* The next claim is for twice as many while there is as much work as was asked for, and half as many else. */
static void set_pace(struct pace *pace, size_t claimed, size_t done) {
    pace->size = claimed == pace->size && done == claimed ? pace->size * 2 : pace->size / 2;
    if (pace->hook_us > 0 && pace->size > (size_t)(ITEM_WAITS_US / pace->hook_us))
        pace->size = (size_t)(ITEM_WAITS_US / pace->hook_us);
    if (pace->size > pace->most)
        pace->size = pace->most;
    if (pace->size == 0)
        pace->size = 1;
}

static enum pawl_status work_on_kind(struct worker *worker, size_t number, unsigned kind, bool *found,
                                     struct pawl_error *err) {
    const struct pawl_machine *machine = worker->machines[number];
    const bool timers = kind == PAWL_TIMERS;
    struct pace *pace = &worker->paces[number];
    size_t count = 0;
    /* a worker that keeps many has come too early: what comes behind them is likely to wait for them */
    if (!(worker->options.kinds & kind) || (timers && worker->kept[number].count * 2 > worker->options.batch))
        return PAWL_OK;
    enum pawl_status status =
        pawl_claim(worker->db, machine, kind, worker->options.lease_us, worker->items,
                   timers ? worker->options.batch - worker->kept[number].count : pace->size, &count, err);
    if (count > 0 && (worker->is_busy || !timers))
        say_awake(worker);
    *found |= count > 0;
    worker->has_moved = false;
    const size_t done = work_on_all(worker, number, count);
    if (!timers)
        set_pace(pace, count, done);
    if (timers && status == PAWL_OK)
        look_at_kept(worker, number, worker->has_moved);
    return status;
}

static void log_run(const struct worker *worker, const struct pawl_flow *flow, const struct drive *drive,
                    enum pawl_status status, const struct pawl_error *err) {
    const bool is_parked = drive->left == PAWL_RUN_PARKED;
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, drive->run);
    log_write(worker->db, is_parked ? PAWL_LOG_PARKED : PAWL_LOG_FAILED, status, flow->name, number, "%s",
              is_parked ? "the run is parked" : err->message);
}

/* Runs one run of the flow as far as it goes. An obstacle is reported, and stops no other run. */
static enum pawl_status run_one(struct worker *worker, const struct pawl_flow *flow, int64_t claims_until_us,
                                bool *found, struct pawl_error *err) {
    struct drive drive = {.actor = worker->options.actor,
                          .lease_us = worker->options.lease_us,
                          .stop = worker->options.stop,
                          .step_limit = worker->options.run_steps,
                          .stop_context = worker->options.context,
                          .next = &worker->next_run,
                          .claims_until_us = claims_until_us};
    enum pawl_status status = connection_begin(worker->db, err);
    if (status == PAWL_OK)
        status = flow_drive(worker->db, flow, 0, &drive, err);
    *found |= drive.found && status == PAWL_OK;
    if (drive.found && (status != PAWL_OK || drive.left == PAWL_RUN_PARKED))
        log_run(worker, flow, &drive, status, err);
    if (drive.found && worker->options.told_run)
        worker->options.told_run(worker->options.context, flow, drive.run, drive.left, status, err);
    bool concerns_all =
        status == PAWL_OK || connection_is_lost(worker->db) || status == PAWL_NOMEM || !drive.found;
    return concerns_all ? status : PAWL_OK;
}

/* Runs one, and those that are claimed when the one before ends: for a short time, if others may wait too. */
static enum pawl_status run_some(struct worker *worker, const struct pawl_flow *flow, bool *found,
                                 struct pawl_error *err) {
    const bool is_only = worker->machine_count == 0 && worker->options.flow_count == 1;
    const int64_t claims_until_us =
        monotonic_us() + (is_only ? worker->options.poll_ms * INT64_C(1000) : ITEM_WAITS_US);
    enum pawl_status status;
    worker->next_flow = flow;
    do
        status = run_one(worker, flow, claims_until_us, found, err);
    while (status == PAWL_OK && worker->next_run.found);
    return status;
}

static bool at_once(void *context) {
    (void)context;
    return true;
}

static void give_back_next_run(struct worker *worker) {
    struct drive drive = {.actor = worker->options.actor,
                          .lease_us = worker->options.lease_us,
                          .stop = at_once,
                          .next = &worker->next_run};
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (worker->next_run.found && connection_begin(worker->db, &failure) == PAWL_OK)
        flow_drive(worker->db, worker->next_flow, 0, &drive, &failure);
}

static enum pawl_status round_of(struct worker *worker, bool *found, struct pawl_error *err) {
    *found = false;
    for (size_t i = 0; i < worker->machine_count && !is_stopped(worker); i++) {
        if (is_left_out(worker, i))
            continue;
        look_at_kept(worker, i, false);
        enum pawl_status status = work_on_kind(worker, i, PAWL_TIMERS, found, err);
        if (status == PAWL_OK)
            status = work_on_kind(worker, i, PAWL_WORKS, found, err);
        status = leave_out_if_refused(worker, i, status, err);
        if (status != PAWL_OK)
            return status;
    }
    if (worker->next_run.found) /* the connection broke before it was driven */
        TRY(run_some(worker, worker->next_flow, found, err));
    for (size_t i = 0; i < worker->options.flow_count && !is_stopped(worker); i++) {
        TRY(run_some(worker, worker->options.flows[i], found, err));
    }
    return PAWL_OK;
}

static enum pawl_status read_next_due(void *context, const struct cell *cells, struct pawl_error *err) {
    int64_t *next_us = context;
    (void)err;
    if (cells[0].number < *next_us)
        *next_us = cells[0].number;
    return PAWL_OK;
}

/* Microseconds until something comes due by the clock on the wall, which is the database's, too; at most as
   long as it may wait without looking. */
static enum pawl_status next_due(struct worker *worker, int64_t *wait_us, struct pawl_error *err) {
    int64_t now = now_us(), next_us = now + worker->options.poll_ms * INT64_C(1000);
    for (size_t i = 0; i < worker->machine_count; i++)
        for (unsigned kind = PAWL_TIMERS; kind <= PAWL_WORKS; kind++) {
            struct value values[] = {value_number(PAWL_TYPE_BOOL, kind == PAWL_WORKS),
                                     value_number(PAWL_TYPE_TIMESTAMP, now)};
            if (!(worker->options.kinds & kind))
                continue;
            if (is_left_out(worker, i))
                break;
            enum pawl_status status = operation_begin(worker->db, worker->machines[i], err);
            if (status == PAWL_OK)
                status = read_versioned(worker->db, worker->machines[i],
                                        queue_statements_of(worker->db, worker->machines[i])->next_due,
                                        values, sizeof values / sizeof *values, read_next_due, &next_us, err);
            status = leave_out_if_refused(worker, i, status, err);
            if (status != PAWL_OK)
                return status;
        }
    for (size_t i = 0; i < worker->options.flow_count; i++) {
        struct value flow = value_text(worker->options.flows[i]->name);
        TRY(connection_begin(worker->db, err));
        TRY(read_rows(worker->db, worker->db->driver->flows->next_due, &flow, 1, read_next_due, &next_us,
                      err));
    }
    *wait_us = next_us - now < SHORT_WAIT_US ? SHORT_WAIT_US : next_us - now;
    return PAWL_OK;
}

/* Until the time is over, somebody says that there is work, or it is told to stop. */
static void wait_for_work(struct worker *worker, int64_t wait_us, bool listens) {
    int64_t end = monotonic_us() + wait_us;
    for (int64_t left = wait_us; left > 0 && !is_stopped(worker); left = end - monotonic_us()) {
        int64_t slice = left < SLICE_US ? left : SLICE_US;
        if (!listens)
            sleep_us(slice);
        else if (worker->db->driver->listening->wait_for_word(worker->db, (int)(slice / 1000 + 1)))
            return;
    }
}

static bool listen_for_work(struct worker *worker) {
    const struct listen_driver *listening = worker->db->driver->listening;
    return listening && listening->listen(worker->db, worker->channels, worker->channel_count);
}

/*
 * Where the round before found nothing, and nobody was under way then who may not have known that it sleeps,
 * it waits; else it looks again, at once for the first time, then ever more seldom.
 */
static void fall_asleep(struct worker *worker, int64_t wait_us, bool hears_all) {
    const bool listens = listen_for_work(worker);
    if (hears_all) {
        worker->nap_us = 0;
    } else if (listens && worker->nap_us < wait_us) {
        wait_us = worker->nap_us;
        worker->nap_us = wait_us > 0 ? wait_us * 2 : FIRST_NAP_US;
    }
    wait_for_work(worker, wait_us, listens);
}

/* What waiting may mend: another connection, unless it was adopted, and another moment. */
static bool waiting_may_mend(const struct worker *worker, enum pawl_status status,
                             const struct pawl_error *err) {
    const bool is_lost = connection_is_lost(worker->db);
    if (is_lost && connection_is_adopted(worker->db))
        return false;
    return status == PAWL_CONFLICT || status == PAWL_UNKNOWN ||
           (status == PAWL_DB && (err->retryable || is_lost)) ||
           failure_is_cancelled(worker->db, status, err);
}

/* Events that were deferred while a machine was asleep are fired before what is due. */
static enum pawl_status fire_deferred(struct worker *worker, struct pawl_error *err) {
    for (size_t i = 0; i < worker->machine_count; i++) {
        if (is_left_out(worker, i))
            continue;
        enum pawl_status status = leave_out_if_refused(
            worker, i, pawl_fire_deferred(worker->db, worker->machines[i], NULL, err), err);
        if (status != PAWL_OK && status != PAWL_MISUSE) /* of which this program does not have the hooks */
            return status;
    }
    return PAWL_OK;
}

/* err: why the database cannot be reached; NULL: it is there. */
static void tell_away(struct worker *worker, const struct pawl_error *err) {
    if ((err || worker->is_away) && worker->options.away)
        worker->options.away(worker->options.context, err);
    worker->is_away = err != NULL;
}

/* Of an error that waiting may mend. */
static void tell_if_away(struct worker *worker, const struct pawl_error *err) {
    if (worker->db->is_away || connection_is_lost(worker->db))
        tell_away(worker, err);
}

/* One round, and the wait for the next; false where it was the last. */
static bool work_once(struct worker *worker, enum pawl_status *status, struct pawl_error *err) {
    bool found = false;
    int64_t wait_us = worker->options.poll_ms * INT64_C(1000), retry_at_us = 0;
    const struct listen_driver *listening = worker->db->driver->listening;
    const bool hears_all = listening && listening->hears_all(worker->db);
    *status = worker->is_busy ? PAWL_OK : fire_deferred(worker, err);
    if (*status == PAWL_OK)
        *status = round_of(worker, &found, err);
    if (*status == PAWL_OK)
        tell_away(worker, NULL);
    worker->is_busy = *status == PAWL_OK && found;
    if (worker->is_busy)
        return true;
    const bool keeps = keeps_any(worker, &retry_at_us);
    if (worker->options.once && (*status != PAWL_OK || !keeps))
        return false;
    if (*status == PAWL_OK)
        *status = next_due(worker, &wait_us, err);
    if (*status != PAWL_OK && !waiting_may_mend(worker, *status, err))
        return false;
    if (keeps && retry_at_us - monotonic_us() < wait_us)
        wait_us = retry_at_us - monotonic_us();
    if (*status == PAWL_OK) {
        fall_asleep(worker, wait_us, hears_all);
    } else {
        tell_if_away(worker, err);
        const bool is_cancelled = failure_is_cancelled(worker->db, *status, err);
        wait_for_work(worker, is_cancelled ? SHORT_WAIT_US : wait_us, false);
    }
    *status = PAWL_OK;
    return true;
}

/* Where the database is away as it begins, it waits, as it does later; OK also where it is told to stop. */
static enum pawl_status check_until_there(struct worker *worker, bool *there, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    *there = false;
    while ((status = check_deployed(worker, err)) != PAWL_OK) {
        if (worker->options.once || !waiting_may_mend(worker, status, err))
            return status;
        tell_if_away(worker, err);
        wait_for_work(worker, worker->options.poll_ms * INT64_C(1000), false);
        if (is_stopped(worker))
            return PAWL_OK;
    }
    tell_away(worker, NULL);
    *there = true;
    return PAWL_OK;
}

static enum pawl_status work_until_stopped(struct worker *worker, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    while (!is_stopped(worker) && work_once(worker, &status, err))
        ;
    for (size_t i = 0; i < worker->machine_count; i++)
        give_back_kept(worker, i);
    give_back_next_run(worker);
    if (status != PAWL_OK || !any_is_refused(worker))
        return status;
    *err = worker->refusal;
    return PAWL_MISMATCH;
}

static bool make_room(struct worker *worker) {
    struct results *memory = &worker->memory;
    const size_t batch = worker->options.batch, count = worker->machine_count;
    size_t result_size = 1;
    worker->items = results_alloc(memory, (count + 1) * batch * sizeof *worker->items);
    worker->channels = results_alloc(memory, (count + 1) * sizeof *worker->channels);
    for (size_t i = 0; i < count; i++)
        if (worker->machines[i]->queue->result_size > result_size)
            result_size = worker->machines[i]->queue->result_size;
    worker->result = results_alloc(memory, result_size);
    worker->answers.rows = results_alloc(memory, ANSWER_MAX * sizeof *worker->answers.rows);
    for (size_t i = 0; i < count && worker->items; i++)
        worker->kept[i].items = worker->items + (i + 1) * batch;
    return worker->items && worker->channels && worker->result && worker->answers.rows;
}

/* Where a hook may be run only once, none loses that attempt by what happens to another. */
static size_t most_together(const struct worker *worker, const struct pawl_queue *queue) {
    for (uint16_t i = 0; i < queue->pending_count; i++)
        if (queue->pending[i].is_work && queue->pending[i].attempts == 1)
            return 1;
    return worker->options.batch;
}

static void name_channels(struct worker *worker) {
    for (size_t i = 0; i < worker->machine_count; i++)
        worker->channels[worker->channel_count++] = worker->machines[i]->queue->channel;
    if (worker->options.flow_count > 0)
        worker->channels[worker->channel_count++] = "pawl_runs";
}

static enum pawl_status work_if_there(struct worker *worker, struct pawl_error *err) {
    bool there = false;
    const size_t count = worker->machine_count + 1;
    worker->kept = results_alloc(&worker->memory, count * sizeof *worker->kept);
    worker->paces = results_alloc(&worker->memory, count * sizeof *worker->paces);
    if (!worker->kept || !worker->paces)
        return error_set(err, PAWL_NOMEM, "pawl_work: out of memory");
    memset(worker->kept, 0, count * sizeof *worker->kept);
    memset(worker->paces, 0, count * sizeof *worker->paces);
    enum pawl_status status = check_until_there(worker, &there, err);
    if (!there)
        return status;
    if (!make_room(worker))
        return error_set(err, PAWL_NOMEM, "pawl_work: out of memory");
    name_channels(worker);
    for (size_t i = 0; i < worker->machine_count; i++)
        worker->paces[i] =
            (struct pace){.size = 1, .most = most_together(worker, worker->machines[i]->queue)};
    status = work_until_stopped(worker, err);
    if (worker->db->driver->listening)
        worker->db->driver->listening->unlisten(worker->db);
    return status;
}

enum pawl_status work_after(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                            const struct pawl_work_options *options, bool is_away, struct pawl_error *err) {
    OPERATION(db, err);
    struct worker worker = {
        .db = db, .machines = machines, .machine_count = count, .is_away = is_away, .err = PAWL_ERROR_INIT};
    struct pawl_error own;
    err = error_or(err, &own);
    error_clear(err);
    options_copy(&worker.options, sizeof worker.options, options);
    if (!worker.options.kinds)
        worker.options.kinds = PAWL_TIMERS | PAWL_WORKS;
    if (!worker.options.poll_ms)
        worker.options.poll_ms = POLL_MS;
    if (!worker.options.batch)
        worker.options.batch = BATCH;
    TRY(check_options(&worker, err));
    const struct hurry outer = db->hurry; /* of a worker whose hook has called this one */
    db->hurry = (struct hurry){.is_hurried = is_hurried, .context = &worker};
    enum pawl_status status = work_if_there(&worker, err);
    log_write(db, PAWL_LOG_STOPPED, status, NULL, NULL, "the worker stopped: %s",
              status == PAWL_OK ? "nothing is due, or it was to stop" : err->message);
    results_free(&worker.memory);
    results_free(&worker.answers.memory);
    results_free(&worker.next_run.memory);
    db->hurry = outer;
    return status;
}

enum pawl_status pawl_work(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                           const struct pawl_work_options *options, struct pawl_error *err) {
    OPERATION(db, err);
    return work_after(db, machines, count, options, false, err);
}
