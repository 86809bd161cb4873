#include "story.h"

#include "print.h"
#include "shop.h"
#include "steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEASE_MS = 1000, ROUNDS_MAX = 20 };

/* ---- a worker
 * -------------------------------------------------------------------------------------
 */

/* Somebody could run it: it is ready or leased, has waited for a lock that is
 * free now, or is to obey. */
static bool can_go_on(const struct pawl_run *run) {
    return run->status == PAWL_RUN_READY || (run->status == PAWL_RUN_BLOCKED && run->due_at_us != 0) ||
           run->wish != NULL;
}

static bool is_quiet(void *context) {
    struct worker *worker = context;
    struct pawl_runs runs;
    if (provision_runs(worker->watch, 0, 0, ORDER_COUNT, &runs, NULL) != PAWL_OK)
        return false;
    for (size_t i = 0; i < runs.count; i++)
        if (can_go_on(&runs.rows[i]))
            return false;
    return true;
}

int work(const char *where, const struct cloud *cloud, const char *name) {
    static const struct pawl_flow *const flows[] = {&provision_flow};
    struct worker worker = {.cloud = *cloud, .name = name};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .lease_us = LEASE_MS * INT64_C(1000),
                                        .poll_ms = 50,
                                        .actor = name,
                                        .stop = is_quiet,
                                        .context = &worker,
                                        .flows = flows,
                                        .flow_count = 1,
                                        .set_up = set_hooks};
    enum pawl_status status = pawl_open(&worker.watch, where, &err);
    if (status == PAWL_OK)
        status = pawl_work_main(where, NULL, 0, &options, &err);
    if (status != PAWL_OK)
        print_error("working", &err);
    pawl_close(worker.watch);
    return status == PAWL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* In a process of its own; crash_at: NULL for one that lives. 0, or the signal
 * that it died of, or -1. */
static int run_worker(const char *program, const char *where, const struct cloud *cloud, const char *name,
                      const char *crash_at) {
    char seed[16];
    int status = 0;
    snprintf(seed, sizeof seed, "%u", cloud->seed);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "work", where, cloud->folder, seed, name, crash_at, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) == 0 ? 0 : -1;
}

/* ---- what the story's people do
 * -------------------------------------------------------------------- */

/* The order and its run in one transaction: both are there, or neither. */
static enum pawl_status place(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct order *order = context;
    struct provision_args args = {.account = order->account, .order_id = order->id};
    int64_t run = 0;
    enum pawl_status status = pawl_query(db, "insert into orders (id, state) values ($1, 'open')",
                                         PAWL_VALUES(pawl_bigint(order->id)), NULL, err);
    if (status == PAWL_OK)
        status = provision_start(db, &args, "shop", &run, err);
    if (status == PAWL_OK)
        printf("order %" PRId64 " of %-8s %d volume%s: run %" PRId64 "\n", order->id, order->account,
               (int)order->volumes, order->volumes == 1 ? "" : "s", run);
    return status;
}

static enum pawl_status place_orders(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    for (size_t i = 0; status == PAWL_OK && i < ORDER_COUNT; i++) {
        struct order order = orders[i];
        status = pawl_transact(db, place, &order, err);
    }
    return status;
}

int place_order(const char *where, int64_t id) {
    const struct order *known = order_of(id);
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (known == NULL) {
        fprintf(stderr, "provision: there is no order %" PRId64 ": they have the numbers 1 to %d\n", id,
                (int)ORDER_COUNT);
        return 2;
    }
    struct order order = *known;
    bool done = pawl_open(&db, where, &err) == PAWL_OK && pawl_transact(db, place, &order, &err) == PAWL_OK;
    if (!done)
        print_error("placing an order", &err);
    pawl_close(db);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

static enum pawl_status decide(struct pawl_db *db, int64_t run, struct pawl_error *err) {
    struct provision_run_row row;
    enum pawl_status status = provision_get(db, run, &row, err);
    if (status != PAWL_OK)
        return status;
    bool rejects = order_of(row.args.order_id)->is_rejected;
    printf("the reviewer %s order %" PRId64 "\n", rejects ? "rejects" : "approves", row.args.order_id);
    if (rejects)
        return provision_rollback(db, run, "reviewer", err);
    status = provision_signal_approved(db, run, "reviewer", err);
    return status == PAWL_OK ? provision_resume(db, run, "reviewer", err) : status;
}

/* Decides about all that wait for it; *any: whether one did. */
static enum pawl_status review(struct pawl_db *db, bool *any, struct pawl_error *err) {
    struct pawl_runs paused;
    int64_t ids[ORDER_COUNT];
    enum pawl_status status = provision_runs(db, PAWL_RUN_PAUSED, 0, ORDER_COUNT, &paused, err);
    size_t count = status == PAWL_OK ? paused.count : 0;
    for (size_t i = 0; i < count; i++)
        ids[i] = paused.rows[i].id; /* the rows live until the next call */
    for (size_t i = 0; status == PAWL_OK && i < count; i++)
        status = decide(db, ids[i], err);
    *any = count > 0;
    return status;
}

/* What is in the cloud is what was handed over, and nothing else. */
static bool check_cloud(struct pawl_db *db, const struct cloud *cloud) {
    bool is_right = true;
    struct pawl_runs runs;
    struct pawl_error err = PAWL_ERROR_INIT;
    int64_t ids[ORDER_COUNT] = {0};
    if (provision_runs(db, 0, 0, ORDER_COUNT, &runs, &err) != PAWL_OK || runs.count != ORDER_COUNT)
        return false;
    for (size_t i = 0; i < ORDER_COUNT; i++)
        ids[i] = runs.rows[i].id;
    printf("\norder  account   became     payments machines volumes\n");
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        struct provision_run_row row;
        char payment[64], machine[64], volume[64];
        if (provision_get(db, ids[i], &row, &err) != PAWL_OK)
            return false;
        const struct order *order = order_of(row.args.order_id);
        snprintf(payment, sizeof payment, "%" PRId64 "/charge#", ids[i]);
        snprintf(machine, sizeof machine, "%" PRId64 "/build.allocate#", ids[i]);
        snprintf(volume, sizeof volume, "%" PRId64 "/build.mount[", ids[i]);
        size_t payments = cloud_count(cloud, payment), machines = cloud_count(cloud, machine),
               volumes = cloud_count(cloud, volume);
        bool is_done = row.run.status == PAWL_RUN_DONE;
        bool must_fail = order->is_declined || order->is_rejected;
        printf("%5" PRId64 "  %-8s  %-9s  %8zu %8zu %7zu\n", order->id, order->account,
               pawl_run_status_name(row.run.status), payments, machines, volumes);
        is_right = is_right && !(is_done && must_fail) && payments == (is_done ? 1 : 0) &&
                   machines == (is_done && order->volumes > 0 ? 1 : 0) &&
                   volumes == (is_done ? (size_t)order->volumes : 0);
    }
    printf("%s\n", is_right ? "the cloud has what was handed over, and nothing else"
                            : "THE CLOUD HAS SOMETHING ELSE THAN WAS HANDED OVER");
    return is_right;
}

/* ---- the story
 * ------------------------------------------------------------------------------------
 */

/* Workers run what can be run, then the reviewer decides, until nothing is
 * left; the first worker dies. */
static bool drive(const char *program, const char *where, const struct cloud *cloud, struct pawl_db *db) {
    struct pawl_error err = PAWL_ERROR_INIT;
    for (int round = 1; round <= ROUNDS_MAX; round++) {
        char name[32];
        snprintf(name, sizeof name, "worker-%d", round);
        int died_of = run_worker(program, where, cloud, name, round == 1 ? "build.mount[1]" : NULL);
        if (died_of < 0)
            return false;
        if (died_of > 0) {
            printf("worker-%d is dead (signal %d), in the middle of a call; its run "
                   "is free again when its "
                   "lease is over, %d ms later\n",
                   round, died_of, LEASE_MS);
            continue;
        }
        bool any = false;
        if (review(db, &any, &err) != PAWL_OK) {
            print_error("reviewing", &err);
            return false;
        }
        if (!any)
            return true;
    }
    fputs("provision: the runs do not come to an end\n", stderr);
    return false;
}

int tell_story(const char *program, const char *where, const struct cloud *cloud) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    int result = EXIT_FAILURE;
    if (pawl_open(&db, where, &err) != PAWL_OK || place_orders(db, &err) != PAWL_OK) {
        print_error("placing orders", &err);
        goto out;
    }
    if (!drive(program, where, cloud, db) || !check_cloud(db, cloud))
        goto out;
    for (int64_t run = 1; run <= ORDER_COUNT; run++) {
        enum pawl_status status = print_timeline(db, run, &err);
        if (status != PAWL_OK && status != PAWL_NOT_FOUND) {
            print_error("reading a history", &err);
            goto out;
        }
    }
    result = EXIT_SUCCESS;
out:
    pawl_close(db);
    return result;
}
