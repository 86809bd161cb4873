/* A worker as a whole program: signals, connections, and a file that shows that it is well. */
#include "core/clock.h"
#include "core/error.h"
#include "core/handle.h"
#include "core/machine.h"
#include "core/move.h"
#include "pawl.h"
#include "work/work.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAIN_FIRST_PAUSE_US 100000
#define MAIN_LAST_PAUSE_US  5000000
#define MAIN_NAP_US         50000
#define MAIN_HEALTH_US      1000000

/* ---- signals ------------------------------------------------------------------------------------ */

/* What was set before, while one or several threads of the process are in pawl_work_main. */
static struct {
    pthread_mutex_t lock;
    int users;
    struct sigaction term, interrupt;
} before_main = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_int ending_signal;

static void end_main(int number) {
    atomic_store(&ending_signal, number);
}

/* A system call of a hook goes on behind the signal. */
static void catch_signals(void) {
    struct sigaction ends = {.sa_handler = end_main, .sa_flags = SA_RESTART};
    sigemptyset(&ends.sa_mask);
    pthread_mutex_lock(&before_main.lock);
    if (before_main.users++ == 0) {
        atomic_store(&ending_signal, 0);
        sigaction(SIGTERM, &ends, &before_main.term);
        sigaction(SIGINT, &ends, &before_main.interrupt);
    }
    pthread_mutex_unlock(&before_main.lock);
}

static void leave_signals(void) {
    pthread_mutex_lock(&before_main.lock);
    if (--before_main.users == 0) {
        sigaction(SIGTERM, &before_main.term, NULL);
        sigaction(SIGINT, &before_main.interrupt, NULL);
    }
    pthread_mutex_unlock(&before_main.lock);
}

/* ---- the worker's callbacks, around the caller's ------------------------------------------------ */

struct main_loop {
    struct pawl_work_options options; /* the caller's */
    bool is_connected;
    bool is_told_away; /* the caller was told that it is not */
    bool all_refused;  /* the last worker ended because each machine was refused, and reported that */
    int64_t renew_at_us;
    int64_t pause_us;
};

/* Its time is renewed as long as the worker works, and the database is there. */
static bool renew_health(struct main_loop *loop) {
    const int64_t now = monotonic_us();
    if (!loop->options.health_file || now < loop->renew_at_us)
        return true;
    const int file = open(loop->options.health_file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
    const bool is_renewed = file >= 0 && futimens(file, NULL) == 0;
    if (file >= 0)
        close(file);
    loop->renew_at_us = now + MAIN_HEALTH_US;
    return is_renewed;
}

static bool main_stops(void *context) {
    struct main_loop *loop = context;
    if (loop->is_connected)
        renew_health(loop);
    return atomic_load(&ending_signal) || (loop->options.stop && loop->options.stop(loop->options.context));
}

static void print_failure(const struct pawl_error *err, const char *what_follows) {
    fprintf(stderr, "pawl: %s%s%s%s\n", err->message, what_follows, *err->help ? "\n  " : "", err->help);
}

static void main_is_away(void *context, const struct pawl_error *err) {
    struct main_loop *loop = context;
    const bool is_news = loop->is_told_away != (err != NULL);
    loop->is_told_away = err != NULL;
    loop->is_connected = err == NULL;
    loop->all_refused &= err != NULL;
    if (loop->options.away)
        loop->options.away(loop->options.context, err);
    else if (is_news && err && loop->all_refused && !loop->options.refused && loop->options.flow_count == 0)
        fputs("pawl: trying again\n", stderr);
    else if (is_news && err)
        print_failure(err, "; trying again");
    else if (is_news)
        fputs("pawl: connected again\n", stderr);
}

static void main_is_refused(void *context, const struct pawl_machine *machine, const struct pawl_error *err) {
    struct main_loop *loop = context;
    if (loop->options.refused && !loop->all_refused)
        loop->options.refused(loop->options.context, machine, err);
    else if (!loop->all_refused)
        print_failure(err, "");
}

static void main_is_told(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                         enum pawl_status status, const struct pawl_error *err) {
    struct main_loop *loop = context;
    loop->pause_us = MAIN_FIRST_PAUSE_US;
    if (loop->options.told)
        loop->options.told(loop->options.context, machine, item, status, err);
}

static void main_is_told_run(void *context, const struct pawl_flow *flow, int64_t run,
                             enum pawl_run_status left, enum pawl_status status,
                             const struct pawl_error *err) {
    struct main_loop *loop = context;
    loop->pause_us = MAIN_FIRST_PAUSE_US;
    if (loop->options.told_run)
        loop->options.told_run(loop->options.context, flow, run, left, status, err);
}

/* ---- the loop ----------------------------------------------------------------------------------- */

/* Of failures that may pass: the database cannot be reached, or a version is not deployed yet. */
static bool may_pass(enum pawl_status status) {
    return status == PAWL_DB || status == PAWL_UNKNOWN || status == PAWL_CONFLICT || status == PAWL_MISMATCH;
}

/* *again: the failure may pass, so it tries again. */
static enum pawl_status work_on_connection(struct main_loop *loop, const char *where, bool *again,
                                           const struct pawl_machine *const *machines, size_t count,
                                           struct pawl_error *err) {
    struct pawl_db *db = NULL;
    struct pawl_work_options own = loop->options;
    own.struct_size = sizeof own;
    own.stop = main_stops;
    own.away = main_is_away;
    own.refused = main_is_refused;
    own.told = main_is_told;
    own.told_run = main_is_told_run;
    own.context = loop;
    enum pawl_status status = pawl_open(&db, where, err);
    if (status == PAWL_OK && loop->options.set_up) {
        status = loop->options.set_up(db, loop->options.context, err);
        err->status = status;
    }
    if (status == PAWL_OK) {
        loop->is_connected = true;
        status = work_after(db, machines, count, &own, loop->is_told_away, err);
        loop->all_refused = status == PAWL_MISMATCH;
    }
    *again = may_pass(status) && !(status == PAWL_DB && db && role_is_lacking(db, ROLE_APP, err));
    pawl_close(db);
    return status;
}

/* Longer each time, unless it has worked in between. True: it is to stop. */
static bool pause_before_next(struct main_loop *loop) {
    const int64_t until = monotonic_us() + loop->pause_us;
    loop->pause_us = loop->pause_us * 2 < MAIN_LAST_PAUSE_US ? loop->pause_us * 2 : MAIN_LAST_PAUSE_US;
    while (!main_stops(loop)) {
        if (monotonic_us() >= until)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = MAIN_NAP_US * 1000}, NULL);
    }
    return true;
}

static enum pawl_status loop_until_ended(struct main_loop *loop, const char *where,
                                         const struct pawl_machine *const *machines, size_t count,
                                         struct pawl_error *err) {
    if (!renew_health(loop))
        return error_set(err, PAWL_MISUSE, "pawl_work_main: %s: %s", loop->options.health_file,
                         strerror(errno));
    for (;;) {
        bool again = false;
        enum pawl_status status = work_on_connection(loop, where, &again, machines, count, err);
        if (!again)
            return status;
        main_is_away(loop, err);
        if (pause_before_next(loop)) {
            error_clear(err);
            return PAWL_OK;
        }
    }
}

enum pawl_status pawl_work_main(const char *where, const struct pawl_machine *const *machines, size_t count,
                                const struct pawl_work_options *options, struct pawl_error *err) {
    struct main_loop loop = {.pause_us = MAIN_FIRST_PAUSE_US};
    struct pawl_error own;
    err = error_or(err, &own);
    error_clear(err);
    options_copy(&loop.options, sizeof loop.options, options);
    catch_signals();
    const enum pawl_status status = loop_until_ended(&loop, where, machines, count, err);
    leave_signals();
    if (loop.options.health_file)
        unlink(loop.options.health_file);
    return status;
}
