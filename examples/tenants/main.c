/*
 * Tenants: a service whose tenants have a database each, on several servers.
 *
 *   tenants pay MAP TENANT...   four threads that create and submit payments of these tenants, until SIGTERM
 *
 * Each payment that was acknowledged is printed, with its tenant. Meanwhile move.sh can move a tenant: its
 * calls return LOCKED until the map is changed, and the same payment is then made at the new place.
 */
#include "payment.h"
#include "tenants.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREAD_COUNT = 4 };

struct payer {
    pthread_t thread;
    struct tenants *tenants;
    const char *const *names;
    int name_count, number;
    bool failed;
};

static volatile sig_atomic_t stopped;

static void stop(int signal_number) {
    (void)signal_number;
    stopped = 1;
}

/* The tenant's own row, and the transition: both or none. */
static enum pawl_status create_payment(struct pawl_db *db, void *context, struct pawl_error *err) {
    const char *id = context;
    const struct payment_create_args args = {.amount = 100, .currency = "EUR"};
    enum pawl_status status =
        pawl_query(db, "insert into payments (id) values ($1)", PAWL_VALUES(pawl_text(id)), NULL, err);
    return status == PAWL_OK ? payment_create(db, id, &args, NULL, NULL, err) : status;
}

static enum pawl_status pay(struct pawl_db *db, char *id, bool *is_created, struct pawl_error *err) {
    const struct payment_submit_args args = {.submission_id = "SB1"};
    enum pawl_status status = *is_created ? PAWL_OK : pawl_transact(db, create_payment, id, err);
    *is_created = status == PAWL_OK;
    return status == PAWL_OK ? payment_submit(db, id, &args, NULL, NULL, err) : status;
}

static void pause_shortly(void) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

/* A handle for each attempt, so that each looks where the tenant is. */
static void pay_at(struct payer *payer, const char *tenant, char *id) {
    struct pawl_error err = PAWL_ERROR_INIT;
    enum pawl_status status = PAWL_LOCKED;
    bool is_created = false;
    while (status == PAWL_LOCKED) {
        struct pawl_db *db = NULL;
        status = tenants_handle(payer->tenants, tenant, &db, &err);
        if (status == PAWL_OK) {
            status = pay(db, id, &is_created, &err);
        }
        pawl_close(db);
        if (status == PAWL_LOCKED) {
            pause_shortly();
        }
    }
    payer->failed = status != PAWL_OK;
    if (payer->failed) {
        fprintf(stderr, "tenants: %s: %s: %s\n", tenant, pawl_status_name(status), err.message);
    } else {
        printf("%s %s\n", tenant, id);
    }
}

static void *work(void *argument) {
    struct payer *payer = argument;
    for (int turn = 0; !stopped && !payer->failed; turn++) {
        char id[32];
        snprintf(id, sizeof id, "PM%d-%d", payer->number, turn);
        pay_at(payer, payer->names[turn % payer->name_count], id);
        pause_shortly();
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 4 || strcmp(argv[1], "pay") != 0) {
        fputs("usage: tenants pay MAP TENANT...\n", stderr);
        return 2;
    }
    struct tenants *tenants = tenants_open(argv[2]);
    struct payer payers[THREAD_COUNT];
    int started = 0, result = EXIT_SUCCESS;
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (; tenants != NULL && started < THREAD_COUNT; started++) {
        payers[started] = (struct payer){.tenants = tenants,
                                         .names = (const char *const *)argv + 3,
                                         .name_count = argc - 3,
                                         .number = started + 1};
        if (pthread_create(&payers[started].thread, NULL, work, &payers[started]) != 0) {
            break;
        }
    }
    for (int i = 0; i < started; i++) {
        pthread_join(payers[i].thread, NULL);
        result = payers[i].failed ? EXIT_FAILURE : result;
    }
    tenants_close(tenants);
    return started == THREAD_COUNT ? result : EXIT_FAILURE;
}
