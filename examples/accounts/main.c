/*
 * Accounts: a service that opens bank accounts, and that operators can stop, turn round and lock out.
 *
 *   accounts setup WHERE                     with the login that owns the tables
 *   accounts open WHERE CUSTOMER ACCOUNT     starts a run; ACCOUNT has digits only
 *   accounts statement WHERE CUSTOMER        another one
 *   accounts audit WHERE CUSTOMER            and one that nobody else may disturb
 *   accounts work WHERE TELLER [DIES_AT]     a worker, until no run can go on
 *   accounts runs WHERE                      where they stand
 *   accounts fire WHERE ACCOUNT EVENT        block, unblock or close: waits 10 s where accounts are asleep
 *
 * WHERE is what pawl_open takes. demo.sh tells a story with these and with pawlctl.
 */
#include "steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEASE_MS = 1000, RUNS_MAX = 1000, PATIENCE_MS = 10000 };

static bool told(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status == PAWL_OK)
        return true;
    fprintf(stderr, "accounts: %s: %s: %s\n", doing, pawl_status_name(status), err->message);
    if (err->help[0] != '\0')
        fprintf(stderr, "  help: %s\n", err->help);
    return false;
}

static bool set_up(struct pawl_db *db) {
    struct pawl_error err = PAWL_ERROR_INIT;
    return told(pawl_exec(db, "create table if not exists cards (account bigint primary key)", &err), "cards",
                &err) &&
           told(account_apply(db, &err), "the machine", &err) &&
           told(open_account_apply(db, &err), "opening", &err) &&
           told(statement_apply(db, &err), "statements", &err) && told(audit_apply(db, &err), "audits", &err);
}

/* ---- runs ----------------------------------------------------------------------------------------- */

/* LOCKED and ASLEEP are answers for the customer; only what nobody can act on fails. */
static bool tell_start(struct pawl_db *db, enum pawl_status status, int64_t run,
                       const struct pawl_error *reason) {
    struct pawl_run row;
    struct pawl_error err = PAWL_ERROR_INIT;
    switch (status) {
    case PAWL_OK:
    case PAWL_EXISTS:
        if (!told(pawl_run_get(db, NULL, run, &row, &err), "the run", &err))
            return false;
        printf("run %" PRId64 " is %s\n", run, pawl_run_status_name(row.status));
        return true;
    case PAWL_LOCKED:
    case PAWL_ASLEEP:
        printf("%s: %s\n", pawl_status_name(status), reason->message);
        return true;
    default:
        return told(status, "starting", reason);
    }
}

static bool open_account(struct pawl_db *db, const char *customer, const char *account) {
    struct open_account_args args = {.customer = customer, .account = account};
    struct pawl_error err = PAWL_ERROR_INIT;
    int64_t run = 0;
    enum pawl_status status = open_account_start(db, &args, "counter", &run, &err);
    return tell_start(db, status, run, &err);
}

static bool send_statement(struct pawl_db *db, const char *customer) {
    struct statement_args args = {.customer = customer};
    struct pawl_error err = PAWL_ERROR_INIT;
    int64_t run = 0;
    enum pawl_status status = statement_start(db, &args, "counter", &run, &err);
    return tell_start(db, status, run, &err);
}

static bool audit_customer(struct pawl_db *db, const char *customer) {
    struct audit_args args = {.customer = customer};
    struct pawl_error err = PAWL_ERROR_INIT;
    int64_t run = 0;
    enum pawl_status status = audit_start(db, &args, "auditor", &run, &err);
    return tell_start(db, status, run, &err);
}

static bool print_runs(struct pawl_db *db) {
    static const struct pawl_run_filter all = {0};
    struct pawl_runs runs;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (!told(pawl_run_list(db, &all, 0, RUNS_MAX, &runs, &err), "the runs", &err))
        return false;
    printf("run  %-13s %-8s %-9s arguments and data\n", "flow", "status", "at");
    for (size_t i = 0; i < runs.count; i++) {
        const struct pawl_run *run = &runs.rows[i];
        printf("%3" PRId64 "  %-13s %-8s %-9s %s %s\n", run->id, run->flow, pawl_run_status_name(run->status),
               run->place, run->args, run->data);
    }
    return true;
}

/* ---- a worker ------------------------------------------------------------------------------------- */

/* Asked between steps, on a handle that is not the worker's: nothing is ready, leased, free again or to obey.
 */
static bool nothing_can_go_on(void *context) {
    const struct teller *teller = context;
    static const struct pawl_run_filter all = {0};
    struct pawl_runs runs;
    if (pawl_run_list(teller->watch, &all, 0, RUNS_MAX, &runs, NULL) != PAWL_OK)
        return false;
    for (size_t i = 0; i < runs.count; i++) {
        const struct pawl_run *run = &runs.rows[i];
        if (run->status == PAWL_RUN_READY || (run->status == PAWL_RUN_BLOCKED && run->due_at_us != 0) ||
            run->wish != NULL)
            return false;
    }
    return true;
}

static bool work(const char *where, struct teller *teller) {
    static const struct pawl_flow *const flows[] = {&open_account_flow, &statement_flow, &audit_flow};
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .lease_us = LEASE_MS * INT64_C(1000),
                                        .poll_ms = 20,
                                        .actor = teller->name,
                                        .stop = nothing_can_go_on,
                                        .context = teller,
                                        .flows = flows,
                                        .flow_count = sizeof flows / sizeof *flows,
                                        .set_up = set_hooks};
    return told(pawl_work_main(where, NULL, 0, &options, &err), "working", &err);
}

/* ---- events of the machine ------------------------------------------------------------------------ */

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool fire(struct pawl_db *db, const char *account, const char *event_name) {
    static const struct pawl_opts opts = {
        .struct_size = sizeof opts, .actor = "counter", .wait_ms = PATIENCE_MS};
    struct pawl_transition moved;
    struct pawl_error err = PAWL_ERROR_INIT;
    int event = pawl_event_parse(&account_machine, event_name);
    if (event != ACCOUNT_EVENT_BLOCK && event != ACCOUNT_EVENT_UNBLOCK && event != ACCOUNT_EVENT_CLOSE) {
        fprintf(stderr, "accounts: fire: expected block, unblock or close, got %s\n", event_name);
        return false;
    }
    double began = seconds_now();
    enum pawl_status status =
        pawl_fire(db, &account_machine, (struct pawl_key){.text = account}, event, NULL, &opts, &moved, &err);
    switch (status) {
    case PAWL_OK:
        printf("account %s is %s", account, account_state_name((enum account_state)moved.to));
        if (seconds_now() - began > 0.2)
            printf(", %.1f s later", seconds_now() - began);
        putchar('\n');
        return true;
    case PAWL_ILLEGAL:
    case PAWL_LOCKED:
    case PAWL_ASLEEP:
    case PAWL_NOT_FOUND:
        printf("%s: %s\n", pawl_status_name(status), err.message);
        return true;
    default:
        return told(status, event_name, &err);
    }
}

/* ---- the command line ----------------------------------------------------------------------------- */

/* Of digits only, as issue_card expects. */
static bool is_number(const char *text) {
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* operands[count] follow WHERE; *done: whether it succeeded. False where it is no command. */
static bool run(struct pawl_db *db, const char *where, const char *command, int count, char **operands,
                bool *done) {
    struct teller teller = {count > 0 ? operands[0] : NULL, count > 1 ? operands[1] : NULL, db};
    if (strcmp(command, "setup") == 0 && count == 0)
        *done = set_up(db);
    else if (strcmp(command, "open") == 0 && count == 2 && is_number(operands[1]))
        *done = open_account(db, operands[0], operands[1]);
    else if (strcmp(command, "statement") == 0 && count == 1)
        *done = send_statement(db, operands[0]);
    else if (strcmp(command, "audit") == 0 && count == 1)
        *done = audit_customer(db, operands[0]);
    else if (strcmp(command, "work") == 0 && (count == 1 || count == 2))
        *done = work(where, &teller);
    else if (strcmp(command, "runs") == 0 && count == 0)
        *done = print_runs(db);
    else if (strcmp(command, "fire") == 0 && count == 2)
        *done = fire(db, operands[0], operands[1]);
    else
        return false;
    return true;
}

int main(int argc, char **argv) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    bool done = false;
    bool is_command = argc > 2;
    if (is_command && told(pawl_open(&db, argv[2], &err), "opening", &err))
        is_command = run(db, argv[2], argv[1], argc - 3, argv + 3, &done);
    pawl_close(db);
    if (!is_command) {
        fputs("usage: accounts setup WHERE | open WHERE CUSTOMER ACCOUNT | statement WHERE CUSTOMER |\n"
              "                audit WHERE CUSTOMER | work WHERE TELLER [DIES_AT] | runs WHERE |\n"
              "                fire WHERE ACCOUNT block|unblock|close\n"
              "WHERE is sqlite:FILE, postgresql://..., host=... dbname=... or mariadb://...; ACCOUNT is a "
              "number\n",
              stderr);
        return 2;
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
