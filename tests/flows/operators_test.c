/*
 * What operators say, and signals, at the very moment at which a worker saves a step, commits it, or ends the
 * run: before and behind each of its calls of the database, and from threads that know nothing of it.
 */
#include "oracle.h"

#include "../support/dying_driver.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- at every call ------------------------------------------------------------------------------ */

struct word {
    const char *name;
    enum pawl_run_status ends; /* what becomes of a run that was told so in time */
};

static const struct word words[] = {
    {"pause", PAWL_RUN_DONE},
    {"rollback", PAWL_RUN_UNDONE},
    {"cancel", PAWL_RUN_CANCELLED},
    {"resume_from", PAWL_RUN_DONE},
};

static struct teller {
    struct pawl_db *db;
    const struct word *word;
    int64_t run;
    pthread_t thread;
    bool is_started;
    atomic_bool has_said;
    enum pawl_status answer;
    struct pawl_error error;
} teller;

static void *tell(void *context) {
    (void)context;
    if (strcmp(teller.word->name, "pause") == 0)
        teller.answer = pawl_run_pause(teller.db, "trip", teller.run, "ops", &teller.error);
    else if (strcmp(teller.word->name, "rollback") == 0)
        teller.answer = pawl_run_rollback(teller.db, "trip", teller.run, "ops", &teller.error);
    else if (strcmp(teller.word->name, "cancel") == 0)
        teller.answer = pawl_run_cancel(teller.db, "trip", teller.run, "ops", &teller.error);
    else
        teller.answer = pawl_run_resume_from(teller.db, "trip", teller.run, "book", "ops", &teller.error);
    atomic_store(&teller.has_said, true);
    return NULL;
}

/* Says it now, or as soon as the worker's transaction, which may be open at this point, is over. */
static void start_telling(void) {
    teller.is_started = true;
    assert_int_equal(pthread_create(&teller.thread, NULL, tell, NULL), 0);
    for (int i = 0; i < 15 && !atomic_load(&teller.has_said); i++)
        sleep_ms(1);
}

static bool history_has(struct pawl_db *db, int64_t run, const char *outcome) {
    struct pawl_run_steps history;
    expect(PAWL_OK, pawl_run_history(db, NULL, run, &history, &err));
    for (size_t i = 0; i < history.count; i++)
        if (strcmp(history.rows[i].outcome, outcome) == 0)
            return true;
    return false;
}

/* False where the run has fewer points. */
static bool is_told_at(struct pawl_db *db, struct pawl_db *worker, const struct word *word, long point) {
    char customer[64];
    enum pawl_run_status left = (enum pawl_run_status)0;
    snprintf(customer, sizeof customer, "%s %ld", word->name, point);
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
    teller.word = word;
    teller.run = start_trip(db, customer, 1);
    teller.is_started = false;
    atomic_store(&teller.has_said, false);
    call_at(point, start_telling);
    enum pawl_status status = pawl_flow_run(worker, played(TRIP), teller.run, &left, &err);
    die_at(-1);
    if (!teller.is_started) {
        expect(PAWL_OK, status);
        return false;
    }
    assert_int_equal(pthread_join(teller.thread, NULL), 0);
    if (status != PAWL_OK)
        fail_msg("%s at point %ld: the worker says %s", word->name, point, err.message);
    enum pawl_run_status end = bring_to_end(db, TRIP, teller.run);
    expect_as_history(db, TRIP, teller.run);
    if (teller.answer == PAWL_ILLEGAL) { /* it came too late, or before there was anything to undo */
        assert_int_equal(end, PAWL_RUN_DONE);
        return true;
    }
    if (teller.answer != PAWL_OK)
        fail_msg("%s at point %ld: %s", word->name, point, teller.error.message);
    /* a pause behind the last step stops nothing, and what is cancelled then is done */
    bool may_be_done = word->ends == PAWL_RUN_CANCELLED && end == PAWL_RUN_DONE;
    if (end != word->ends && !may_be_done)
        fail_msg("%s at point %ld: the run is %s", word->name, point, pawl_run_status_name(end));
    if ((word->ends == PAWL_RUN_UNDONE || strcmp(word->name, "resume_from") == 0) &&
        !history_has(db, teller.run, word->name))
        fail_msg("%s at point %ld was never obeyed", word->name, point);
    return true;
}

static void what_is_said_is_obeyed_whenever_it_is_said(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *worker = reopen_play();
    const char *every = getenv("PAWL_TEST_POINTS");
    long stride = every ? atol(every) : 7;
    teller.db = open_stranger();
    make_dying(worker);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        long point = (long)i % stride;
        while (is_told_at(db, worker, &words[i], point))
            point += stride;
        assert_true(point > 10);
    }
}

/* ---- at the end of a run, with which the worker claims the next --------------------------------- */

static struct ending {
    struct pawl_db *operator;
    int64_t sent_back; /* the run; 0: none */
    bool stops;
    bool has_called;
} ending;

static void ends_soon(const struct pawl_step *step) {
    ending.has_called = true;
    if (step->run == ending.sent_back)
        expect(PAWL_OK, pawl_run_rollback(ending.operator, "knock", step->run, "ops", &err));
}

static bool stops_soon(void *context) {
    (void)context;
    return ending.stops && ending.has_called;
}

static void expect_claims(struct pawl_db *db, int64_t run, const char *claims) {
    expect_rows(db, claims, "select claim from pawl_runs where id = %lld", (long long)run);
}

static void work_on_knocks(struct pawl_db *worker) {
    const struct pawl_flow *flow = played(KNOCK);
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .stop = stops_soon, .flows = &flow, .flow_count = 1};
    ending.has_called = false;
    forget_script();
    answer_with("rap", ends_soon);
    expect(PAWL_OK, pawl_work(worker, NULL, 0, &options, &err));
}

static void end_that_fails_claims_no_other_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *worker = reopen_play();
    ending = (struct ending){.operator= open_stranger()};
    ending.sent_back = start_text(db, KNOCK, "sent back");
    int64_t next = start_text(db, KNOCK, "next");
    work_on_knocks(worker);
    expect_run(db, ending.sent_back, PAWL_RUN_UNDONE, "");
    expect_run(db, next, PAWL_RUN_DONE, "");
    expect_history(db, next, "rap done");
    expect_claims(db, next, "1\n");
}

static void worker_that_stops_claims_no_other_run(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *worker = reopen_play();
    ending = (struct ending){.stops = true};
    int64_t run = start_text(db, KNOCK, "last"), next = start_text(db, KNOCK, "left");
    work_on_knocks(worker);
    expect_run(db, run, PAWL_RUN_DONE, "");
    expect_claims(db, next, "0\n");
    ending.stops = false;
    work_on_knocks(worker);
    expect_run(db, next, PAWL_RUN_DONE, "");
    expect_claims(db, next, "1\n");
}

static void stop_at_end(void *context, const struct pawl_flow *flow, int64_t run, enum pawl_run_status left,
                        enum pawl_status status, const struct pawl_error *error) {
    (void)context, (void)flow, (void)run, (void)left, (void)status, (void)error;
    ending.stops = true;
}

/* So its next worker may be of a version that begins with another step. */
static void p9_run_that_was_claimed_and_left_has_not_begun(void **state) {
    (void)state;
    struct pawl_db *db = open_play(), *worker = reopen_play();
    const struct pawl_flow *flow = played(KNOCK);
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .once = true,
                                              .stop = stops_soon,
                                              .told_run = stop_at_end,
                                              .flows = &flow,
                                              .flow_count = 1};
    ending = (struct ending){.has_called = true};
    int64_t run = start_text(db, KNOCK, "ends"), next = start_text(db, KNOCK, "begins later");
    enum pawl_run_status left;
    expect(PAWL_OK, pawl_work(worker, NULL, 0, &options, &err));
    expect_run(db, run, PAWL_RUN_DONE, "");
    expect_claims(db, next, "1\n");
    expect_run(db, next, PAWL_RUN_READY, "");
    struct pawl_flow newer = *flow;
    struct pawl_flow_step renamed = newer.steps[0];
    renamed.path = "tap";
    newer.steps = &renamed;
    newer.fingerprint = "renamed";
    expect(PAWL_OK, pawl_set_flow_hooks(db, &newer, play_hooks(KNOCK), &err));
    expect(PAWL_OK, pawl_flow_run(db, &newer, next, &left, &err));
    assert_int_equal(left, PAWL_RUN_DONE);
    expect_history(db, next, "tap done");
}

/* ---- from threads ------------------------------------------------------------------------------- */

enum { RUN_COUNT = 12, WORKER_COUNT = 3, TELLER_COUNT = 2 };

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER; /* handles of a test are kept in one list */
static atomic_bool over;
static int poll_ms;
static int64_t runs[RUN_COUNT];
static enum play_flow flows_of_runs[RUN_COUNT];

static bool is_over(void *context) {
    (void)context;
    return atomic_load(&over);
}

static void *work(void *context) {
    const struct pawl_flow *worked[PLAY_FLOW_COUNT];
    struct pawl_error failure = PAWL_ERROR_INIT;
    (void)context;
    for (int i = 0; i < PLAY_FLOW_COUNT; i++)
        worked[i] = played((enum play_flow)i);
    pthread_mutex_lock(&opening);
    struct pawl_db *db = reopen_play();
    pthread_mutex_unlock(&opening);
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .poll_ms = poll_ms,
                                        .actor = "worker",
                                        .stop = is_over,
                                        .flows = worked,
                                        .flow_count = PLAY_FLOW_COUNT};
    enum pawl_status status = pawl_work(db, NULL, 0, &options, &failure);
    if (status != PAWL_OK)
        print_error("a worker has ended: %s\n", failure.message);
    return status == PAWL_OK ? NULL : &over;
}

static void *say_much(void *context) {
    unsigned random = *(const unsigned *)context;
    struct pawl_error failure = PAWL_ERROR_INIT;
    pthread_mutex_lock(&opening);
    struct pawl_db *db = open_stranger();
    pthread_mutex_unlock(&opening);
    while (!atomic_load(&over)) {
        random = random * 1103515245U + 12345U;
        int64_t run = runs[(random >> 16) % RUN_COUNT];
        switch (random >> 8 & 7) {
        case 0:
            pawl_run_pause(db, NULL, run, "ops", &failure);
            break;
        case 1:
            pawl_run_rollback(db, NULL, run, "ops", &failure);
            break;
        case 2:
            pawl_run_signal(db, NULL, run, "approved", "ops", &failure);
            break;
        case 3:
            pawl_run_retry(db, NULL, run, "ops", &failure);
            break;
        default:
            pawl_run_resume(db, NULL, run, "ops", &failure);
        }
        sleep_ms(1);
    }
    return NULL;
}

static enum pawl_status fails_now_and_then(const char *place, enum pawl_callback_kind kind,
                                           const struct pawl_step *step) {
    if (kind == PAWL_CALLBACK_PREDICATE)
        return PAWL_OK;
    return (*place + step->attempt + (int)step->run) % 5 == 0 ? PAWL_DB : PAWL_OK;
}

static void start_all(struct pawl_db *db) {
    char customer[64];
    for (int i = 0; i < RUN_COUNT; i++) {
        snprintf(customer, sizeof customer, "storm %d", i);
        flows_of_runs[i] = (enum play_flow)(i % 4);
        runs[i] = flows_of_runs[i] == TRIP     ? start_trip(db, customer, 2)
                  : flows_of_runs[i] == ROUNDS ? start_rounds(db, 2, 2)
                                               : start_text(db, flows_of_runs[i], "one key");
    }
}

static void threads_that_know_nothing_of_each_other(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    const char *wished = getenv("PAWL_TEST_SECONDS");
    long slices = wished ? atol(wished) * 10 : 8;
    pthread_t workers[WORKER_COUNT], tellers[TELLER_COUNT];
    unsigned seeds[TELLER_COUNT] = {1, 2};
    void *failed = NULL;
    start_all(db);
    answer_by(fails_now_and_then);
    atomic_store(&over, false);
    poll_ms = 5;
    for (int i = 0; i < WORKER_COUNT; i++)
        assert_int_equal(pthread_create(&workers[i], NULL, work, NULL), 0);
    for (int i = 0; i < TELLER_COUNT; i++)
        assert_int_equal(pthread_create(&tellers[i], NULL, say_much, &seeds[i]), 0);
    for (long i = 0; i < slices; i++)
        sleep_ms(100);
    atomic_store(&over, true);
    for (int i = 0; i < TELLER_COUNT; i++)
        pthread_join(tellers[i], NULL);
    for (int i = 0; i < WORKER_COUNT; i++) {
        pthread_join(workers[i], &failed);
        assert_null(failed);
    }
    for (int round = 0; round < RUN_COUNT; round++) /* those that wait for a lock come after who has it */
        for (int i = 0; i < RUN_COUNT; i++) {
            struct pawl_run row;
            expect(PAWL_OK, pawl_run_get(db, NULL, runs[i], &row, &err));
            if (!row.ended_at_us && row.status != PAWL_RUN_BLOCKED)
                bring_to_end(db, flows_of_runs[i], runs[i]);
            else if (!row.ended_at_us)
                expect(PAWL_OK, pawl_flow_run(db, played(flows_of_runs[i]), runs[i], NULL, &err));
        }
    for (int i = 0; i < RUN_COUNT; i++)
        expect_as_history(db, flows_of_runs[i], runs[i]);
}

static void wait_for_status(struct pawl_db *db, int64_t run, enum pawl_run_status status) {
    struct pawl_run row = {0};
    for (int waited_ms = 0; waited_ms < 10000; waited_ms += 10) {
        expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
        if (row.status == status)
            return;
        sleep_ms(10);
    }
    fail_msg("a worker that looks by itself in a minute has left the run %s",
             pawl_run_status_name(row.status));
}

static void worker_that_sleeps_is_told(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    pthread_t worker;
    void *failed = NULL;
    if (!can_listen())
        skip();
    poll_ms = 60000;
    atomic_store(&over, false);
    assert_int_equal(pthread_create(&worker, NULL, work, NULL), 0);
    wait_for_sleeper("pawl_runs");
    int64_t run = start_review(db);
    wait_for_status(db, run, PAWL_RUN_PAUSED);
    wait_for_sleeper("pawl_runs");
    expect(PAWL_OK, pawl_run_resume(db, NULL, run, "ops", &err));
    wait_for_status(db, run, PAWL_RUN_WAITING);
    wait_for_sleeper("pawl_runs");
    expect(PAWL_OK, pawl_run_signal(db, NULL, run, "approved", "ops", &err));
    wait_for_status(db, run, PAWL_RUN_DONE);
    atomic_store(&over, true);
    pthread_join(worker, &failed);
    assert_null(failed);
}

static void what_operators_say_is_of_limited_length(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    char text[PAWL_KEY_MAX_BYTES + 2];
    memset(text, 'a', sizeof text - 1);
    text[PAWL_KEY_MAX_BYTES + 1] = '\0';
    const int64_t run = start_trip(db, "limits", 1);
    expect(PAWL_MISUSE, pawl_run_signal(db, NULL, run, text, NULL, &err));
    if (on_postgres())
        expect_rows(db, "MISUSE\n", "select (pawl_run_signal(%lld, null, '%s', null, 0)).status",
                    (long long)run, text);
    text[PAWL_ACTOR_MAX_BYTES + 1] = '\0';
    const struct trip_args args = {.customer = "limits of actors", .parts = 1, .amount = 1};
    int64_t other;
    expect(PAWL_MISUSE, pawl_flow_start(db, &trip_flow, &args, text, &other, &err));
    expect_message("trip: the actor is longer than 255 bytes");
    expect(PAWL_MISUSE, pawl_run_pause(db, NULL, run, text, &err));
    expect_message_has("the actor is longer than 255 bytes");
    expect(PAWL_MISUSE, pawl_run_signal(db, NULL, run, "approved", text, &err));
    if (on_postgres())
        expect_rows(db, "MISUSE|MISUSE|MISUSE\n",
                    "select (pawl_run_start('trip', '%s', '{}', null, '%s', '{}', '{}', 0)).status,"
                    " (pawl_run_say(%lld, null, 'pause', null, '%s', 0)).status,"
                    " (pawl_run_signal(%lld, null, 'approved', '%s', 0)).status",
                    trip_flow.fingerprint, text, (long long)run, text, (long long)run, text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_said_is_obeyed_whenever_it_is_said),
        TEST(end_that_fails_claims_no_other_run),
        TEST(worker_that_stops_claims_no_other_run),
        TEST(p9_run_that_was_claimed_and_left_has_not_begun),
        TEST(threads_that_know_nothing_of_each_other),
        TEST(worker_that_sleeps_is_told),
        TEST(what_operators_say_is_of_limited_length),
    };
    moves_only(NULL);
    return run_suite(tests);
}
