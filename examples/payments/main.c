/*
 * Payments: the shortest complete program that uses a machine.
 *
 *   payments setup WHERE   with the login that owns the tables: create them, apply the machine's schema
 *   payments race WHERE    with the login of the application: 1,000 new payments, 8 threads that fire events
 *
 * WHERE is what pawl_open takes: "sqlite:payments.db", "postgresql://...", "host=... dbname=..." or
 * "mariadb://...".
 *
 * All threads try to move the same payment at the same time, each with an event of its own choice. Pawl
 * locks the payment, decides from the state that it finds then, and answers each of them: OK, or ILLEGAL
 * with the state that the winner left behind. So nobody has to retry, and no history has a gap.
 *
 * payment.h is written by pawl from payment.fsm: one function per event, one struct for what it carries.
 * Each call answers with a status; only a status that nobody can act on is treated as an error here.
 */
#include "payment.h"
#include "print.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAYMENT_COUNT = 1000, THREAD_COUNT = 8, FIRST_NUMBER = 100001 };
/* Each thread has one go at each payment, on average. */
enum { TURN_COUNT = PAYMENT_COUNT * THREAD_COUNT };

struct racer {
    pthread_t thread;
    const char *where;
    unsigned int seed;
    long outcomes[STATUS_COUNT];
    double finished_at;
    bool failed;
    struct pawl_error error;
};

static atomic_long turns_taken;
static atomic_int racers_at_work;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- setup ---------------------------------------------------------------------------------------- */

static int setup(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    int result = EXIT_FAILURE;

    if (pawl_open(&db, where, &err) != PAWL_OK ||
        pawl_exec(db, "create table if not exists payments (id varchar(64) primary key)", &err) != PAWL_OK ||
        payment_apply(db, &err) != PAWL_OK) {
        print_error("setup", &err);
        goto out;
    }
    result = EXIT_SUCCESS;
out:
    pawl_close(db);
    return result;
}

/* ---- race ----------------------------------------------------------------------------------------- */

/* Runs in one transaction: the application's own rows and the machine's first moves, all or nothing. */
static enum pawl_status create_payments(struct pawl_db *db, void *context, struct pawl_error *err) {
    (void)context;
    enum pawl_status status = PAWL_OK;
    for (int i = 0; status == PAWL_OK && i < PAYMENT_COUNT; i++) {
        char id[16];
        snprintf(id, sizeof id, "PM%d", FIRST_NUMBER + i);
        struct payment_create_args args = {.amount = 100 + i, .currency = "EUR"};
        status =
            pawl_query(db, "insert into payments (id) values ($1)", PAWL_VALUES(pawl_text(id)), NULL, err);
        if (status == PAWL_OK)
            status = payment_create(db, id, &args, NULL, NULL, err);
    }
    return status;
}

static enum pawl_status fire_some_event(struct pawl_db *db, const char *id, struct racer *racer) {
    static const struct pawl_opts opts = {.struct_size = sizeof opts, .actor = "race"};
    int dice = rand_r(&racer->seed) % 8;
    if (dice < 4) {
        struct payment_submit_args args = {.submission_id = "SB1"};
        return payment_submit(db, id, &args, &opts, NULL, &racer->error);
    }
    if (dice < 7) {
        return payment_confirm(db, id, &opts, NULL, &racer->error);
    }
    struct payment_cancel_args args = {.reason = "changed my mind"};
    return payment_cancel(db, id, &args, &opts, NULL, &racer->error);
}

/* A handle belongs to one thread at a time, so each thread opens its own. */
static void *race(void *argument) {
    struct racer *racer = argument;
    struct pawl_db *db = NULL;

    racer->failed = pawl_open(&db, racer->where, &racer->error) != PAWL_OK;
    while (!racer->failed) {
        long turn = atomic_fetch_add(&turns_taken, 1);
        if (turn >= TURN_COUNT) {
            break;
        }
        char id[16];
        snprintf(id, sizeof id, "PM%d", FIRST_NUMBER + (int)(turn / THREAD_COUNT));
        enum pawl_status status = fire_some_event(db, id, racer);
        racer->outcomes[status]++;
        racer->failed = status != PAWL_OK && status != PAWL_ILLEGAL;
    }
    pawl_close(db);
    racer->finished_at = seconds_now();
    atomic_fetch_sub(&racers_at_work, 1);
    return NULL;
}

static void show_progress(void) {
    bool terminal = isatty(STDERR_FILENO) != 0;
    double shown_at = seconds_now();
    while (atomic_load(&racers_at_work) > 0) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        if (seconds_now() - shown_at > (terminal ? 0.2 : 2.0)) {
            shown_at = seconds_now();
            long done = atomic_load(&turns_taken);
            fprintf(stderr, terminal ? "\r%ld of %d events" : "%ld of %d events\n",
                    done < TURN_COUNT ? done : TURN_COUNT, TURN_COUNT);
        }
    }
    fputs(terminal ? "\r\033[K" : "", stderr);
}

static int run_race(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct racer racers[THREAD_COUNT];
    long outcomes[STATUS_COUNT] = {0};
    int result = EXIT_FAILURE;

    if (pawl_open(&db, where, &err) != PAWL_OK || pawl_transact(db, create_payments, NULL, &err) != PAWL_OK) {
        print_error("creating payments", &err);
        goto out;
    }

    double started_at = seconds_now();
    double finished_at = started_at;
    int started = 0;
    for (; started < THREAD_COUNT; started++) {
        struct racer *racer = &racers[started];
        *racer = (struct racer){.where = where, .seed = (unsigned int)started + 1, .error = PAWL_ERROR_INIT};
        atomic_fetch_add(&racers_at_work, 1);
        if (pthread_create(&racer->thread, NULL, race, racer) != 0) {
            atomic_fetch_sub(&racers_at_work, 1);
            fprintf(stderr, "payments: only %d of %d threads could be started\n", started, THREAD_COUNT);
            break;
        }
    }
    show_progress();

    bool failed = started < THREAD_COUNT;
    for (int i = 0; i < started; i++) {
        pthread_join(racers[i].thread, NULL);
        for (int status = 0; status < STATUS_COUNT; status++) {
            outcomes[status] += racers[i].outcomes[status];
        }
        if (racers[i].finished_at > finished_at) {
            finished_at = racers[i].finished_at;
        }
        if (racers[i].failed) {
            failed = true;
            print_error("firing events", &racers[i].error);
        }
    }
    if (failed) {
        goto out;
    }

    double seconds = finished_at - started_at;
    printf("%s: %d payments, %d threads, %d events in %.2f s\n", pawl_dialect(db), PAYMENT_COUNT,
           THREAD_COUNT, TURN_COUNT, seconds);
    if (print_states(db, &err) != PAWL_OK) {
        print_error("counting", &err);
        goto out;
    }
    print_outcomes(outcomes);
    if (print_one_history(db, &err) != PAWL_OK) {
        print_error("reading a history", &err);
        goto out;
    }
    printf("\n%.0f moves per second\n", (double)outcomes[PAWL_OK] / seconds);
    result = EXIT_SUCCESS;
out:
    pawl_close(db);
    return result;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "setup") == 0) {
        return setup(argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "race") == 0) {
        return run_race(argv[2]);
    }
    fputs("usage: payments setup WHERE | payments race WHERE\n"
          "WHERE is sqlite:FILE, postgresql://..., host=... dbname=... or mariadb://...\n",
          stderr);
    return 2;
}
