/*
 * Eight clients that call one function without pause, each on a connection of its own, until their version is
 * refused or they are told to end. Called with
 *
 *   WHERE create ACCOUNTS   creates the accounts 1 to ACCOUNTS, and ends
 *   WHERE touch ACCOUNTS    calls
 *
 * It prints each answer that is neither OK nor MISMATCH, LOCKED or ASLEEP (of a frozen machine), then "ENDED"
 * or "MISMATCH", the number of transitions, and the longest call in milliseconds; on standard error, why each
 * got MISMATCH.
 */
#include "account.h"

#include <pawl.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

enum { CLIENTS = 8 };

static volatile sig_atomic_t is_over;
static atomic_int refused;
static atomic_long transitions, longest_ms;

static const char *where;
static long accounts;

static void end(int signal) {
    (void)signal;
    is_over = 1;
}

static long now_ms(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void note_wait(long began_ms) {
    const long waited_ms = now_ms() - began_ms;
    long known_ms = atomic_load(&longest_ms);
    while (waited_ms > known_ms && !atomic_compare_exchange_weak(&longest_ms, &known_ms, waited_ms))
        ;
}

/* Whether the client goes on. */
static bool judge(enum pawl_status status, const struct pawl_error *err) {
    if (status == PAWL_OK || status == PAWL_LOCKED || status == PAWL_ASLEEP) {
        atomic_fetch_add(&transitions, status == PAWL_OK);
        return true;
    }
    if (status == PAWL_MISMATCH) {
        atomic_fetch_add(&refused, 1);
        fprintf(stderr, "%s: %s\n", err->message, err->help);
    } else {
        printf("%s: %s (%s)\n", pawl_status_name(status), err->message, err->sqlstate);
    }
    fflush(stdout);
    return false;
}

static enum pawl_status touch(struct pawl_db *db, int64_t account, struct pawl_error *err) {
    return pawl_fire(db, &account_machine, (struct pawl_key){.number = account}, ACCOUNT_EVENT_TOUCH, NULL,
                     NULL, NULL, err);
}

static enum pawl_status touch_two(struct pawl_db *db, void *context, struct pawl_error *err) {
    const int64_t account = *(const int64_t *)context;
    const enum pawl_status status = touch(db, account, err);
    return status == PAWL_OK ? touch(db, account + 1, err) : status;
}

static int call(void *context) {
    const uint64_t client = *(const uint64_t *)context;
    const bool in_transactions = client % 2 == 1;
    uint64_t seed = client;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db;
    bool goes_on = judge(pawl_open(&db, where, &err), &err);
    while (goes_on && !is_over) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        int64_t account = 1 + (int64_t)((seed >> 33) % (uint64_t)(accounts - 1));
        const long began_ms = now_ms();
        goes_on = judge(
            in_transactions ? pawl_transact(db, touch_two, &account, &err) : touch(db, account, &err), &err);
        note_wait(began_ms);
    }
    pawl_close(db);
    return 0;
}

static int create(void) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db;
    enum pawl_status status = pawl_open(&db, where, &err);
    for (long number = 1; status == PAWL_OK && number <= accounts; number++) {
        char owner[32];
        snprintf(owner, sizeof owner, "owner %ld", number);
        status = account_create(db, number, &(struct account_create_args){.owner = owner}, NULL, NULL, &err);
    }
    if (status != PAWL_OK)
        printf("%s: %s\n", pawl_status_name(status), err.message);
    pawl_close(db);
    return status != PAWL_OK;
}

int main(int count, char **words) {
    thrd_t threads[CLIENTS];
    uint64_t numbers[CLIENTS];
    if (count != 4)
        return 2;
    where = words[1];
    accounts = atol(words[3]);
    if (strcmp(words[2], "create") == 0)
        return create();
    signal(SIGTERM, end);
    for (unsigned i = 0; i < CLIENTS; i++) {
        numbers[i] = i;
        thrd_create(&threads[i], call, &numbers[i]);
    }
    for (int i = 0; i < CLIENTS; i++)
        thrd_join(threads[i], NULL);
    printf("%s %ld %ld\n", atomic_load(&refused) == CLIENTS ? "MISMATCH" : "ENDED", atomic_load(&transitions),
           atomic_load(&longest_ms));
    return 0;
}
