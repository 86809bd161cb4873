/*
 * Programs start runs, move entities and take locks of keys, alone and in transactions, while statements and
 * connections are killed at any moment. Afterwards each answer is compared with the database: what was
 * answered OK is there, once; what was answered UNKNOWN is there as a whole or not at all; nothing else is.
 */
#include "../support/database.h"

#include "starts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALLERS = 8, WORKERS = 2, PURSES = 6, FLOW_PURSES = 3, ANSWERS_MAX = 60000 };

static atomic_bool stop;

/* How many moves and runs of this name there are, if it was answered OK. */
struct answer {
    int number, moves, starts;
    enum pawl_status status;
};

struct caller {
    pthread_t thread;
    struct pawl_db *db;
    unsigned number, seed;
    struct answer *answers; /* [ANSWERS_MAX] */
    int count, counts[64];  /* by status */
    char surprise[200];
};

static void choose_purse(struct caller *caller, unsigned of, char purse[16]) {
    snprintf(purse, 16, "purse%u", (unsigned)rand_r(&caller->seed) % of);
}

static enum pawl_status touch(struct caller *caller, const char *op, struct answer *answer,
                              struct pawl_error *error) {
    char purse[16];
    choose_purse(caller, PURSES, purse);
    const struct purse_touch_args args = {.op = op};
    answer->moves++;
    return purse_touch(caller->db, purse, &args, NULL, NULL, error);
}

static enum pawl_status start(struct caller *caller, const char *op, struct answer *answer,
                              struct pawl_error *error) {
    char purse[16];
    int64_t run = 0;
    choose_purse(caller, FLOW_PURSES, purse);
    const struct spend_args args = {.op = op, .purse = purse};
    answer->starts++;
    enum pawl_status status = spend_start(caller->db, &args, "caller", &run, error);
    /* the name tells what became of it */
    for (int asked = 0; status == PAWL_UNKNOWN && !pawl_in_transaction(caller->db) && asked < 3; asked++)
        status = spend_start(caller->db, &args, "caller", &run, error);
    return status == PAWL_EXISTS ? PAWL_OK : status;
}

static enum pawl_status lock_key(struct caller *caller, struct pawl_error *error) {
    char purse[16];
    choose_purse(caller, PURSES, purse);
    return pawl_lock(caller->db, "purse", purse, rand_r(&caller->seed) % 2 ? 50 : PAWL_WAIT, error);
}

/* A held lock, which stays: its time is over soon. */
static enum pawl_status acquire(struct caller *caller, const char *op, struct pawl_error *error) {
    char purse[16];
    int64_t token = 0;
    choose_purse(caller, PURSES, purse);
    enum pawl_status status = pawl_acquire(caller->db, "purse", purse, op, 20, 0, &token, error);
    return status == PAWL_LOCKED ? PAWL_OK : status; /* nothing depends on it */
}

static enum pawl_status call_in_transaction(struct caller *caller, const char *op, struct answer *answer,
                                            struct pawl_error *error) {
    enum pawl_status status = pawl_begin(caller->db, error);
    const int steps = 1 + rand_r(&caller->seed) % 4;
    for (int i = 0; status == PAWL_OK && i < steps; i++) {
        const int which = rand_r(&caller->seed) % 4;
        if (which == 0 && answer->starts == 0)
            status = start(caller, op, answer, error);
        else if (which == 1)
            status = lock_key(caller, error);
        else if (which == 2)
            status = acquire(caller, op, error);
        else
            status = touch(caller, op, answer, error);
    }
    if (status == PAWL_OK)
        return pawl_commit(caller->db, error);
    if (pawl_in_transaction(caller->db))
        pawl_rollback(caller->db, NULL);
    return status;
}

static bool is_expected(enum pawl_status status) {
    return status == PAWL_OK || status == PAWL_UNKNOWN || status == PAWL_DB || status == PAWL_CONFLICT ||
           status == PAWL_LOCKED;
}

static void *call(void *context) {
    struct caller *caller = context;
    struct pawl_error error = PAWL_ERROR_INIT;
    while (!atomic_load(&stop) && caller->count < ANSWERS_MAX) {
        char op[32];
        struct answer *answer = &caller->answers[caller->count];
        *answer = (struct answer){.number = caller->count++};
        snprintf(op, sizeof op, "%u-%d", caller->number, answer->number);
        const int which = rand_r(&caller->seed) % 4;
        answer->status = which == 0   ? start(caller, op, answer, &error)
                         : which == 1 ? touch(caller, op, answer, &error)
                                      : call_in_transaction(caller, op, answer, &error);
        caller->counts[answer->status]++;
        if (!is_expected(answer->status) && !caller->surprise[0])
            snprintf(caller->surprise, sizeof caller->surprise, "%s: %.150s",
                     pawl_status_name(answer->status), error.message);
    }
    return NULL;
}

/* ---- workers, which go on whatever is killed ------------------------------------------------------ */

static enum pawl_status note(struct pawl_db *db, const struct pawl_step *step, const struct spend_args *args,
                             void *context, struct pawl_error *error) {
    (void)context, (void)db, (void)step, (void)args, (void)error;
    return PAWL_OK;
}

static bool is_to_stop(void *context) {
    (void)context;
    return atomic_load(&stop);
}

struct worker {
    pthread_t thread;
    struct pawl_db *db;
    enum pawl_status status;
    struct pawl_error error;
};

static void *work(void *context) {
    struct worker *worker = context;
    static const struct pawl_flow *flows[] = {&spend_flow};
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .flows = flows,
                                              .flow_count = 1,
                                              .poll_ms = 20,
                                              .lease_us = 1000000,
                                              .stop = is_to_stop};
    worker->error = (struct pawl_error)PAWL_ERROR_INIT;
    worker->status = pawl_work(worker->db, NULL, 0, &options, &worker->error);
    return NULL;
}

/* ---- the storm ------------------------------------------------------------------------------------ */

/* One look is for many, who may be between two statements when they are killed. */
static void kill_some(struct pawl_db *admin, unsigned *seed) {
    char *ids = rows_of(admin, "select id from information_schema.processlist"
                               " where user = database() order by command = 'Sleep', rand() limit 3");
    for (int i = 0; i < 8 && *ids; i++) {
        char sql[64];
        long id = strtol(ids, NULL, 10);
        const char *next = strchr(ids, '\n') + 1;
        if (i % 2 && *next)
            id = strtol(next, NULL, 10);
        snprintf(sql, sizeof sql, "kill %s %ld", rand_r(seed) % 24 == 0 ? "connection" : "query", id);
        pawl_exec(admin, sql, NULL); /* it may have gone */
    }
    free(ids);
}

static long seconds(void) {
    const char *text = getenv("PAWL_TEST_SECONDS");
    return text ? strtol(text, NULL, 10) : 5;
}

/* What was answered, by name. */
static void write_answers(struct pawl_db *admin, const struct caller *caller) {
    enum { ROWS = 200, ROW_SIZE = 80 };
    static char sql[ROWS * ROW_SIZE + 64];
    for (int first = 0; first < caller->count; first += ROWS) {
        size_t length = (size_t)snprintf(sql, sizeof sql, "insert into answers values ");
        for (int i = first; i < caller->count && i < first + ROWS; i++) {
            const struct answer *answer = &caller->answers[i];
            length += (size_t)snprintf(sql + length, sizeof sql - length, "%s('%u-%d', '%s', %d, %d)",
                                       i > first ? ", " : "", caller->number, answer->number,
                                       pawl_status_name(answer->status), answer->moves, answer->starts);
        }
        expect(PAWL_OK, pawl_exec(admin, sql, &err));
    }
}

#define NAME "varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin"

static void expect_as_answered(struct pawl_db *admin) {
    execute(admin, "create table moved (op " NAME " primary key, number int)"
                   " select op, count(*) as number from purse_transitions where op is not null group by op");
    execute(admin, "create table started (op " NAME " primary key, number int)"
                   " select json_value(args, '$.op') as op, count(*) as number from pawl_runs group by 1");
    expect_rows(
        admin, "",
        "select answer.*, coalesce(moved.number, 0) as are_moved, coalesce(started.number, 0) as are_started"
        " from answers answer left join moved on moved.op = answer.op"
        "   left join started on started.op = answer.op"
        " having case answer.status"
        "   when 'OK' then are_moved <> answer.moves or are_started <> answer.starts"
        "   when 'UNKNOWN' then not (are_moved = 0 and are_started = 0)"
        "     and (are_moved <> answer.moves or are_started <> answer.starts)"
        "   else are_moved > 0 or are_started > 0 end"
        " limit 5");
}

static int create_with_purses(void **state) {
    database_create(state);
    struct pawl_db *admin = open_administrator();
    expect(PAWL_OK, purse_apply(admin, &err));
    expect(PAWL_OK, spend_apply(admin, &err));
    execute(admin,
            "create table answers (op varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin primary"
            " key, status varchar(16), moves int, starts int)");
    return close_handles(state);
}

static void p9_killed_starts_are_as_they_were_answered(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *app = open_application();
    static struct caller callers[CALLERS];
    static struct worker workers[WORKERS];
    static const struct spend_hooks hooks = {.note = note};
    unsigned seed = 1;
    for (int i = 0; i < PURSES; i++) {
        char purse[16];
        snprintf(purse, sizeof purse, "purse%d", i);
        expect(PAWL_OK, purse_create(app, purse, NULL, NULL, &err));
    }
    for (unsigned i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){.number = i, .seed = i, .db = open_application()};
        callers[i].answers = calloc(ANSWERS_MAX, sizeof *callers[i].answers);
        assert_non_null(callers[i].answers);
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call, &callers[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        workers[i].db = open_application();
        expect(PAWL_OK, spend_set_hooks(workers[i].db, &hooks, &err));
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (const time_t until = time(NULL) + seconds(); time(NULL) < until; sleep_ms(rand_r(&seed) % 50))
        kill_some(admin, &seed);
    atomic_store(&stop, true);
    int counts[64] = {0};
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].status != PAWL_OK)
            fail_msg("a worker ended: %s", workers[i].error.message);
    }
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(callers[i].thread, NULL);
        assert_string_equal(callers[i].surprise, "");
        write_answers(admin, &callers[i]);
        for (int status = 0; status < 64; status++)
            counts[status] += callers[i].counts[status];
    }
    for (int status = 0; status < 64; status++)
        if (counts[status] > 0)
            print_message("%s: %d\n", pawl_status_name((enum pawl_status)status), counts[status]);
    expect_as_answered(admin);
    assert_true(counts[PAWL_OK] > 0);
    for (int i = 0; i < CALLERS; i++) {
        if (!through_pool())
            expect_rows(callers[i].db, "100000000\n", "select @@innodb_lock_wait_timeout");
        free(callers[i].answers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p9_killed_starts_are_as_they_were_answered),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(NULL);
    return cmocka_run_group_tests(tests, create_with_purses, database_drop);
}
