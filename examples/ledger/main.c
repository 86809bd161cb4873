/*
 * The ledger: money between accounts, which no crash makes or loses.
 *
 *   ledger setup WHERE [ACCOUNTS]              with the login that owns the tables: accounts of 1,000.00 each
 *   ledger transfer WHERE ID PAYER PAYEE AMOUNT   with the login of the application; AMOUNT in minor units
 *   ledger accounts WHERE                      every balance held against the history; exits with 1 if wrong
 *   ledger work WHERE                          decides what is forgotten, until nothing waits
 *   ledger demo WHERE                          all of that, with a storm and crashes
 *
 * WHERE is what pawl_open takes: "sqlite:ledger.db", "postgresql://...", "host=... dbname=..." or
 * "mariadb://...".
 */
#include "ledger.h"
#include "print.h"
#include "storm.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACCOUNTS = 10, OPENING = 100000, PROCESSES = 8, TRANSFERS = 250, KILLS = 25 };

static struct pawl_db *open_or_exit(const char *where) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &err) != PAWL_OK) {
        print_error("opening", &err);
        exit(EXIT_FAILURE);
    }
    return db;
}

static bool told(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        print_error(doing, err);
    }
    return status == PAWL_OK;
}

static bool parse_number(const char *text, int64_t *number) {
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

/* ---- commands ------------------------------------------------------------------------------------- */

static bool set_up(const char *where, int accounts) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_or_exit(where);
    bool done = told(ledger_set_up(db, accounts, OPENING, &err), "setup", &err);
    pawl_close(db);
    return done;
}

/* What the client is told; only what it can do nothing about is an error of the program. */
static bool transfer(struct pawl_db *db, const char *id, const char *payer, const char *payee,
                     int64_t amount) {
    struct transfer_create_args wanted = {.payer = payer, .payee = payee, .amount = amount};
    struct pawl_error err = PAWL_ERROR_INIT;
    enum transfer_state state;
    printf("%-12s %14s from %s to %-4s ", id, money(amount), payer, payee);
    switch (ledger_transfer(db, id, &wanted, &state, &err)) {
    case PAWL_OK:
        printf("%s: %s\n", transfer_state_name(state), transfer_state_label(state));
        return true;
    case PAWL_REFUSED:
    case PAWL_REUSED:
        printf("%s: %s\n", pawl_status_name(err.status), err.message);
        return true;
    default:
        putchar('\n');
        print_error(id, &err);
        return false;
    }
}

static bool accounts(const char *where) {
    bool right = false;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_or_exit(where);
    bool done = told(print_accounts(db, &right, &err), "the accounts", &err);
    pawl_close(db);
    return done && right;
}

/* ---- the clock, for what everybody has forgotten -------------------------------------------------- */

static int64_t count_pending(struct pawl_db *db) {
    int64_t counts[TRANSFER_STATE_COUNT + 1];
    struct pawl_error err = PAWL_ERROR_INIT;
    return told(transfer_count_by_state(db, counts, &err), "counting", &err) ? counts[TRANSFER_STATE_PENDING]
                                                                             : 0;
}

/* Asked by the worker between two transfers, on a handle that is not the worker's. */
static bool nothing_waits(void *watch) {
    return count_pending(watch) == 0;
}

static bool work(const char *where) {
    static const struct pawl_machine *const machines[] = {&transfer_machine};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *watch = open_or_exit(where);
    /* a worker that dies keeps what it has claimed from others for no longer than this */
    const int64_t lease_us = 5 * INT64_C(1000000);
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .actor = "the clock",
                                        .lease_us = lease_us,
                                        .stop = nothing_waits,
                                        .context = watch};
    bool done = told(pawl_work_main(where, machines, 1, &options, &err), "work", &err);
    pawl_close(watch);
    return done;
}

/* ---- the demonstration ---------------------------------------------------------------------------- */

static bool show_single_transfers(struct pawl_db *db) {
    puts("\nOne by one. rent-may is one request that is sent again: it is answered the same, and paid once");
    return transfer(db, "rent-may", "A1", "A2", 25000) && transfer(db, "rent-may", "A1", "A2", 25000) &&
           transfer(db, "rent-may", "A1", "A2", 99) && transfer(db, "car", "A1", "A3", 2000000) &&
           transfer(db, "typo", "A1", "A11", 100) && transfer(db, "nothing", "A1", "A2", 0) &&
           transfer(db, "to-oneself", "A1", "A1", 100);
}

static bool show_storm(const char *where) {
    struct storm storm = {where, ACCOUNTS, PROCESSES, TRANSFERS, KILLS};
    struct storm_outcome outcome;
    printf("\nA storm: %d processes, %d transfers each, %d of them killed and started again\n", PROCESSES,
           TRANSFERS, KILLS);
    if (!storm_run(&storm, "storm", &outcome)) {
        return false;
    }
    printf("%d transfers answered in %.1f s, %.0f a second; %d processes were killed\n", outcome.answered,
           outcome.seconds, outcome.answered / outcome.seconds, outcome.kills);
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_or_exit(where);
    bool done = told(print_states(db, &err), "counting", &err);
    pawl_close(db);
    return done;
}

/* A process that records a transfer and dies before it has been decided. */
static bool record_and_die(const char *where, const char *id) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        struct transfer_create_args wanted = {.payer = "A2", .payee = "A1", .amount = 1};
        struct pawl_error err = PAWL_ERROR_INIT;
        struct pawl_db *db = open_or_exit(where);
        if (told(ledger_record(db, id, &wanted, &err), "recording", &err)) {
            raise(SIGKILL);
        }
        _exit(EXIT_FAILURE);
    }
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status);
}

static bool show_crash(const char *where) {
    puts("\nA crash: a transfer is recorded, and whoever asked for it dies before it is decided");
    if (!record_and_die(where, "orphan")) {
        return false;
    }
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_or_exit(where);
    printf("%" PRId64 " transfer is pending; a worker comes by\n", count_pending(db));
    bool done = work(where);
    printf("%" PRId64 " transfers are pending; the history of `orphan`:\n", count_pending(db));
    done = done && told(print_history(db, "orphan", &err), "the history", &err);
    pawl_close(db);
    return done;
}

static bool demo(const char *where) {
    struct pawl_db *db = open_or_exit(where);
    printf("The accounts on %s\n", pawl_dialect(db));
    pawl_close(db);
    if (!accounts(where)) {
        return false;
    }
    db = open_or_exit(where);
    bool done = show_single_transfers(db);
    pawl_close(db); /* processes must not share it */
    if (!done || !show_storm(where) || !show_crash(where)) {
        return false;
    }
    puts("\nThe reconciliation");
    return accounts(where);
}

int main(int argc, char **argv) {
    const char *command = argc > 2 ? argv[1] : "";
    int64_t number = ACCOUNTS;
    bool done;
    if (strcmp(command, "setup") == 0 && argc <= 4 &&
        (argc == 3 || (parse_number(argv[3], &number) && number >= 2 && number <= 1000000))) {
        done = set_up(argv[2], (int)number);
    } else if (strcmp(command, "transfer") == 0 && argc == 7 && parse_number(argv[6], &number)) {
        struct pawl_db *db = open_or_exit(argv[2]);
        done = transfer(db, argv[3], argv[4], argv[5], number);
        pawl_close(db);
    } else if (strcmp(command, "accounts") == 0 && argc == 3) {
        done = accounts(argv[2]);
    } else if (strcmp(command, "work") == 0 && argc == 3) {
        done = work(argv[2]);
    } else if (strcmp(command, "demo") == 0 && argc == 3) {
        done = demo(argv[2]);
    } else {
        fputs(
            "usage: ledger setup WHERE [ACCOUNTS] | transfer WHERE ID PAYER PAYEE AMOUNT | accounts WHERE |\n"
            "              work WHERE | demo WHERE\n"
            "ACCOUNTS is 10 unless you say another number, from 2 to 1000000. AMOUNT is in minor units.\n"
            "WHERE is sqlite:FILE, postgresql://..., host=... dbname=... or mariadb://...\n",
            stderr);
        return 2;
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
