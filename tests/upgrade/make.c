/*
 * Brings about what is to be in a dump, as far as pawlctl cannot. Called by make.sh with
 *
 *   PROGRAM OPERATOR PART
 *
 * for each part of the table below, in its order; the first two are where the logins of a program and of an
 * operator find the database. It ends with the first answer that is not as it should be.
 */
#include "badge.h"
#include "delivery.h"
#include "order.h"

#include <outbox/outbox.h>
#include <pawl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct pawl_error err = PAWL_ERROR_INIT;
static const char *program_where, *operator_where;
static const struct pawl_opts by_shop = {.actor = "shop"};

#define must(status, call) must_at(status, call, #call)

static void must_at(enum pawl_status expected, enum pawl_status actual, const char *call) {
    if (actual == expected)
        return;
    fprintf(stderr, "%s: %s, not %s: %s\n", call, pawl_status_name(actual), pawl_status_name(expected),
            actual == PAWL_OK ? "" : err.message);
    exit(EXIT_FAILURE);
}

static struct pawl_db *open_at(const char *where) {
    struct pawl_db *db = NULL;
    must(PAWL_OK, pawl_open(&db, where, &err));
    return db;
}

/* ---- badges and orders ---------------------------------------------------------------------------- */

/* Of the version that is deployed. */
static void make_badges(struct pawl_db *db) {
    static const struct badge_create_args args = {.holder = "Ann"};
    must(PAWL_OK, badge_create(db, 3, &args, &by_shop, NULL, &err));
    must(PAWL_OK, badge_give_back(db, 3, &by_shop, NULL, &err));
    must(PAWL_OK, badge_create(db, 4, &args, &by_shop, NULL, &err));
}

static void create(struct pawl_db *db, const char *id, const char *account, const char *name) {
    const struct order_create_args args = {.account = account, .name = name};
    must(PAWL_OK, order_create(db, id, &args, &by_shop, NULL, &err));
}

static void pay(struct pawl_db *db, const char *id) {
    const struct order_pay_args args = {.amount = 50};
    char request_id[32];
    snprintf(request_id, sizeof request_id, "pay %s", id);
    const struct pawl_opts opts = {.actor = "shop", .request_id = request_id};
    must(PAWL_OK, order_pay(db, id, &args, &opts, NULL, &err));
}

/* Two of them do not fit into the box, and are parked. */
static enum pawl_status pack(struct pawl_db *db, const struct order_work_call *work,
                             struct order_work_result *result, void *context, struct pawl_error *error) {
    (void)db, (void)context;
    result->event = ORDER_EVENT_PACKED;
    if (strcmp(work->id, "O5") != 0 && strcmp(work->id, "R4") != 0)
        return PAWL_OK;
    snprintf(error->message, sizeof error->message, "the box is too small");
    return PAWL_REFUSED;
}

static void make_orders(struct pawl_db *db) {
    static const char *const ids[] = {"R1", "R2", "R3", "R4", "R5", "R6", "O5", "O6"};
    static const char *const accounts[] = {"B1", "B2", "B3", "B4", "B2", "B6", "A5", "A6"};
    static const struct order_hooks hooks = {.pack = pack};
    const struct pawl_machine *machines[] = {&order_machine};
    const struct pawl_work_options options = {.kinds = PAWL_WORKS, .once = true, .actor = "packer"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        create(db, ids[i], accounts[i], "Cem");
        pay(db, ids[i]);
    }
    must(PAWL_OK, order_set_hooks(db, &hooks, &err));
    must(PAWL_OK, pawl_work(db, machines, 1, &options, &err));
}

/* What no relay has seen when the dump is made. */
static void make_more_orders(struct pawl_db *db) {
    const struct order_cancel_args late = {.reason = "it's \"late\",\nas ever; \\ größer €"};
    create(db, "O1", "A1", "Ann");
    create(db, "O2", "A2", NULL);
    create(db, "O3", "A3", "Bob");
    must(PAWL_OK, order_remind(db, "O3", &by_shop, NULL, &err));
    create(db, "O4", "A4", NULL);
    pay(db, "O4");
    must(PAWL_OK, order_ship(db, "O6", &by_shop, NULL, &err));
    create(db, "O7", "A7", "O'Neill");
    must(PAWL_OK, order_cancel(db, "O7", &late, &by_shop, NULL, &err));
}

/* ---- runs ----------------------------------------------------------------------------------------- */

static int64_t start(struct pawl_db *db, const char *account, const char *order_id) {
    const struct deliver_args args = {.account = account, .order_id = order_id};
    int64_t run = 0;
    must(PAWL_OK, deliver_start(db, &args, "shop", &run, &err));
    return run;
}

static void run_until(struct pawl_db *db, int64_t run, enum pawl_run_status expected) {
    enum pawl_run_status status = PAWL_RUN_READY;
    must(PAWL_OK, deliver_run(db, run, &status, &err));
    if (status != expected) {
        fprintf(stderr, "run %lld is %s, not %s\n", (long long)run, pawl_run_status_name(status),
                pawl_run_status_name(expected));
        exit(EXIT_FAILURE);
    }
}

static void make_runs(struct pawl_db *db) {
    static struct warehouse warehouse = {.is_closed = true};
    static struct deliver_hooks hooks;
    hooks = delivery_hooks(&warehouse);
    must(PAWL_OK, deliver_set_hooks(db, &hooks, &err));
    int64_t finished = start(db, "B1", "R1"), waiting = start(db, "B2", "R2"), paused = start(db, "B3", "R3");
    int64_t parked = start(db, "B4", "R4");
    const int64_t going_on[] = {finished, waiting, parked};
    for (size_t i = 0; i < sizeof going_on / sizeof *going_on; i++) {
        run_until(db, going_on[i], PAWL_RUN_PAUSED);
        must(PAWL_OK, deliver_resume(db, going_on[i], "checker", &err));
        run_until(db, going_on[i], PAWL_RUN_WAITING);
    }
    must(PAWL_OK, deliver_signal_signed(db, finished, "Cem", &err));
    run_until(db, finished, PAWL_RUN_DONE);
    must(PAWL_OK, deliver_signal_signed(db, parked, "Cem", &err));
    run_until(db, parked, PAWL_RUN_PARKED); /* the order is not packed, and cannot be put back */
    run_until(db, paused, PAWL_RUN_PAUSED);
    must(PAWL_OK, deliver_signal_signed(db, paused, "Cem", &err)); /* which it has not come to */
    start(db, "B2", "R5");                                         /* blocked by the one that waits */
    start(db, "B6", "R6");                                         /* for a worker to come */
}

/* ---- locks, deferred events, the outbox ------------------------------------------------------------ */

/* Whoever waits for a lock and goes away in good order leaves no row. */
static void die_waiting(void) {
    int64_t token = 0;
    pawl_acquire(open_at(program_where), "order", "A1", "another clerk", 0, 20000, &token, &err);
    exit(EXIT_FAILURE);
}

static void make_locks(struct pawl_db *db) {
    const struct timespec pause = {.tv_nsec = 10000000};
    struct pawl_held_locks locks = {0};
    int64_t token = 0;
    must(PAWL_OK, pawl_acquire(db, "order", "A1", "clerk", 0, 0, &token, &err));
    must(PAWL_OK, pawl_acquire(db, NULL, "A9", "somebody who is gone", 0, 0, &token, &err));
    pid_t child = fork();
    if (child == 0)
        die_waiting();
    while (locks.count == 0 || locks.rows[0].waiting == 0) {
        if (waitpid(child, NULL, WNOHANG) != 0) {
            fprintf(stderr, "nobody waits for the lock\n");
            exit(EXIT_FAILURE);
        }
        nanosleep(&pause, NULL);
        must(PAWL_OK, pawl_list_locks(db, "A1", NULL, 1, &locks, &err));
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* While the badges sleep. In another order the second one would be refused. */
static void make_deferred(struct pawl_db *db) {
    const struct pawl_opts first = {.actor = "porter", .request_id = "d1", .defer = true};
    const struct pawl_opts second = {.actor = "porter", .request_id = "d2", .defer = true};
    must(PAWL_DEFERRED, badge_hand_out(db, 1, &first, NULL, &err));
    must(PAWL_DEFERRED, badge_give_back(db, 1, &second, NULL, &err));
}

/* As a relay does whose broker refuses the first row of an order for good. */
static void make_parked_events(struct pawl_db *db) {
    static const struct outbox_limits limits = {.lease_ms = 60000, .slots = PAWL_OUTBOX_SLOTS, .rows = 250};
    struct outbox_batch batch = {0};
    struct pawl_db *relay = open_at(operator_where);
    (void)db;
    must(PAWL_OK, outbox_claim(relay, "relay", &limits, &batch, &err));
    for (size_t i = 0; i < batch.count; i++)
        if (strcmp(batch.rows[i].entity, "O7") == 0 && batch.rows[i].sort_key == 10)
            must(PAWL_OK, outbox_park(relay, &batch.rows[i], "the message is too large", &err));
    must(PAWL_OK, outbox_settle(relay, &batch, 0, &err));
    outbox_batch_free(&batch);
    pawl_close(relay);
}

/* ---- main ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*make)(struct pawl_db *db);
} parts[] = {
    {"badges", make_badges},
    {"orders", make_orders},
    {"more_orders", make_more_orders},
    {"runs", make_runs},
    {"locks", make_locks},
    {"deferred", make_deferred},
    {"parked", make_parked_events},
};

int main(int count, char **words) {
    if (count != 4) {
        fputs("usage: upgrade_make PROGRAM OPERATOR PART\n", stderr);
        return 2;
    }
    program_where = words[1];
    operator_where = words[2];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, words[3]) == 0) {
            struct pawl_db *db = open_at(program_where);
            parts[i].make(db);
            pawl_close(db);
            return EXIT_SUCCESS;
        }
    fprintf(stderr, "%s is no part\n", words[3]);
    return 2;
}
