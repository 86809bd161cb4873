#include "../support/dying_driver.h"
#include "ledger.h"
#include "storm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 256, AMOUNT_MAX = 40000, OPENING_SECONDS_MAX = 10 };

struct request {
    char id[64], payer[32], payee[32];
    int64_t amount;
};

static struct pawl_error err = PAWL_ERROR_INIT;

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "ledger_storm: %s: %s %s\n", what, pawl_status_name(err.status), err.message);
    exit(1);
}

static void pause_a_little(void) {
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

static struct pawl_db *open_or_give_up(const char *where) {
    struct pawl_db *db = NULL;
    time_t began = time(NULL);
    while (pawl_open(&db, where, &err) != PAWL_OK) {
        if (time(NULL) - began > OPENING_SECONDS_MAX)
            give_up("pawl_open");
        pause_a_little(); /* too many have connected, or the file is busy */
    }
    /* processes die here, and no disk: what they have written is there */
    if (strcmp(pawl_dialect(db), "sqlite") == 0)
        pawl_exec(db, "pragma synchronous = off", NULL);
    return db;
}

/* One write a line: a kill leaves all of it or nothing. */
static void note(int log, const char *line) {
    size_t size = strlen(line);
    if (write(log, line, size) != (ssize_t)size)
        give_up("log");
}

/* The database was too busy, or nobody knows: to be asked again. */
static bool is_open(enum pawl_status status) {
    return status == PAWL_CONFLICT || status == PAWL_UNKNOWN || (status == PAWL_DB && err.retryable);
}

static struct transfer_create_args args_of(const struct request *request) {
    return (struct transfer_create_args){request->payer, request->payee, request->amount};
}

/* Both moves together, or apart, so that some die in between. */
static enum pawl_status ask_once(struct pawl_db *db, const struct request *request,
                                 enum transfer_state *state) {
    const struct transfer_create_args wanted = args_of(request);
    if (request->amount % 2)
        return ledger_transfer(db, request->id, &wanted, state, &err);
    enum pawl_status status = ledger_record(db, request->id, &wanted, &err);
    return status == PAWL_OK ? ledger_decide(db, request->id, state, &err) : status;
}

static enum transfer_state ask(struct pawl_db *db, const struct request *request) {
    enum transfer_state state = TRANSFER_STATE_NONE;
    enum pawl_status status;
    while (is_open(status = ask_once(db, request, &state)))
        pause_a_little();
    if (status != PAWL_OK)
        give_up(request->id);
    return state;
}

static void ask_and_note(struct pawl_db *db, int log, const struct request *request) {
    char line[LINE_SIZE];
    enum transfer_state state = ask(db, request);
    snprintf(line, sizeof line, "answer %s %s\n", request->id, transfer_state_name(state));
    note(log, line);
}

static void expect_record(struct pawl_db *db, const struct request *request, enum pawl_status expected) {
    struct transfer_create_args wanted = args_of(request);
    enum pawl_status status;
    while (is_open(status = ledger_record(db, request->id, &wanted, &err)))
        pause_a_little();
    if (status != expected)
        give_up(request->id);
}

/* What a client gets wrong is an answer, and changes nothing. */
static void make_a_mistake(struct pawl_db *db, const struct request *answered, unsigned *seed) {
    struct request wrong = *answered;
    switch (rand_r(seed) % 3) {
    case 0:
        wrong.amount++;
        expect_record(db, &wrong, PAWL_REUSED);
        break;
    case 1:
        snprintf(wrong.id, sizeof wrong.id, "bad-%.50s", answered->id);
        wrong.amount = -wrong.amount;
        expect_record(db, &wrong, PAWL_REFUSED);
        break;
    default:
        snprintf(wrong.id, sizeof wrong.id, "bad-%.50s", answered->id);
        snprintf(wrong.payee, sizeof wrong.payee, "%s", answered->payer);
        expect_record(db, &wrong, PAWL_REFUSED);
    }
}

/* True where the last request in the log has no answer. Whoever was killed may have written half a line,
   which was then neither asked nor answered. */
static bool find_unanswered(const char *path, struct request *request) {
    char line[LINE_SIZE];
    bool is_unanswered = false;
    long whole = 0;
    FILE *log = fopen(path, "r");
    if (!log)
        return false;
    while (fgets(line, sizeof line, log) && strchr(line, '\n')) {
        is_unanswered = sscanf(line, "ask %63s %31s %31s %" SCNd64, request->id, request->payer,
                               request->payee, &request->amount) == 4;
        whole = ftell(log);
    }
    fclose(log);
    if (truncate(path, whole) != 0)
        give_up(path);
    return is_unanswered;
}

static struct request random_request(int accounts, unsigned long number, unsigned *seed) {
    struct request request;
    int payer = rand_r(seed) % accounts;
    int payee = (payer + 1 + rand_r(seed) % (accounts - 1)) % accounts;
    snprintf(request.id, sizeof request.id, "%ld-%lu", (long)getpid(), number);
    snprintf(request.payer, sizeof request.payer, "A%d", payer + 1);
    snprintf(request.payee, sizeof request.payee, "A%d", rand_r(seed) % 50 ? payee + 1 : accounts + 1);
    request.amount = 1 + rand_r(seed) % AMOUNT_MAX;
    return request;
}

_Noreturn void run_client(const char *where, const char *path, int accounts, long point) {
    struct request request;
    bool is_unanswered = find_unanswered(path, &request);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (log < 0)
        give_up(path);
    struct pawl_db *db = open_or_give_up(where);
    unsigned seed = (unsigned)getpid();
    make_dying(db);
    die_at(point);
    if (is_unanswered)
        ask_and_note(db, log, &request);
    for (unsigned long number = 0;; number++) {
        char line[LINE_SIZE];
        request = random_request(accounts, number, &seed);
        snprintf(line, sizeof line, "ask %s %s %s %" PRId64 "\n", request.id, request.payer, request.payee,
                 request.amount);
        note(log, line);
        ask_and_note(db, log, &request);
        if (rand_r(&seed) % 20 == 0)
            make_a_mistake(db, &request, &seed);
        if (rand_r(&seed) % 20 == 0)
            ask_and_note(db, log, &request);
    }
}

_Noreturn void run_clock(const char *where, long point) {
    static const struct pawl_machine *const machines[] = {&transfer_machine};
    struct pawl_work_options options = {
        .struct_size = sizeof options, .actor = "clock", .lease_us = 2000000, .poll_ms = 100};
    struct pawl_db *db = open_or_give_up(where);
    make_dying(db);
    die_at(point);
    pawl_work(db, machines, 1, &options, &err);
    give_up("pawl_work");
}
