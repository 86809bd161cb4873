/*
 * Runs of any flow whose callbacks fail at random, whose processes are killed at random points, several times
 * one after the other, and to which operators say something meanwhile. Each is brought to its end and held
 * against the oracle. All of it follows from a seed, which is printed.
 */
#include "oracle.h"

#include "../support/dying_driver.h"

#include <flow/flow.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define AFTER_A_LEASE_S 120

static uint64_t seed; /* of the play that is on */
static uint64_t random_state;
static bool in_callbacks; /* only there processes die: at the same points whatever the database */
static int not_yet_left;  /* of this process */

static uint64_t mixed(uint64_t number) {
    number += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static int below(int count) {
    random_state = mixed(random_state);
    return (int)(random_state % (uint64_t)count);
}

static bool chance(int percent) {
    return below(100) < percent;
}

/* ---- what callbacks answer ---------------------------------------------------------------------- */

/* The same for the same attempt, in whichever process it is made. */
static enum pawl_status choose(const char *place, enum pawl_callback_kind kind,
                               const struct pawl_step *step) {
    uint64_t number = seed;
    for (; *place; place++)
        number = mixed(number ^ (unsigned char)*place);
    int stable = (int)(mixed(number) % 100);
    int percent = (int)(mixed(number + (uint64_t)step->attempt) % 100);
    switch (kind) {
    case PAWL_CALLBACK_PREDICATE:
        return step->attempt == 1 && percent < 5 ? PAWL_DB : stable < 25 ? PAWL_SKIP : PAWL_OK;
    case PAWL_CALLBACK_UNDO_TX:
    case PAWL_CALLBACK_UNDO_CALL:
        return percent < 82 ? PAWL_OK : percent < 92 ? PAWL_DB : percent < 97 ? PAWL_UNKNOWN : PAWL_SKIP;
    case PAWL_CALLBACK_TX:
    case PAWL_CALLBACK_CALL:
        break;
    }
    if (percent >= 97 && not_yet_left > 0) {
        not_yet_left--;
        return PAWL_NOT_YET;
    }
    return percent < 74   ? PAWL_OK
           : percent < 82 ? PAWL_DB
           : percent < 86 ? PAWL_REFUSED
           : percent < 91 ? PAWL_UNKNOWN
           : percent < 95 ? PAWL_SKIP
           : percent < 97 ? (enum pawl_status)99
                          : PAWL_OK;
}

/* Nobody waits for long; and no slow machine makes a call late. */
static void shorten_pauses(void) {
    for (int i = 0; i < PLAY_FLOW_COUNT; i++) {
        struct pawl_flow *flow = (struct pawl_flow *)(uintptr_t)played((enum play_flow)i);
        flow->retry.from_us = flow->retry.to_us = 200;
        for (uint32_t n = 0; n < flow->step_count; n++) {
            struct pawl_flow_step *step = (struct pawl_flow_step *)(uintptr_t)&flow->steps[n];
            step->retry.from_us = step->retry.to_us = 200;
            if (step->kind == PAWL_STEP_CALL && step->time_us)
                step->time_us = 60000000;
        }
    }
}

/* ---- what happens to a run ---------------------------------------------------------------------- */

struct subject {
    enum play_flow flow;
    int64_t run;
};

static void say_something(struct pawl_db *db, int64_t run) {
    struct pawl_run_steps history;
    struct pawl_error failure = PAWL_ERROR_INIT;
    int word = below(16);
    if (word < 4)
        pawl_run_pause(db, NULL, run, "ops", &failure);
    else if (word < 7)
        pawl_run_resume(db, NULL, run, "ops", &failure);
    else if (word < 9)
        pawl_run_retry(db, NULL, run, "ops", &failure);
    else if (word < 11)
        pawl_run_rollback(db, NULL, run, "ops", &failure);
    else if (word < 12)
        pawl_run_cancel(db, NULL, run, "ops", &failure);
    else if (word < 13)
        pawl_run_signal(db, NULL, run, "approved", "ops", &failure);
    else if (pawl_run_history(db, NULL, run, &history, &failure) == PAWL_OK && history.count > 0) {
        char place[128];
        snprintf(place, sizeof place, "%s", history.rows[below((int)history.count)].place);
        if (*place)
            pawl_run_resume_from(db, NULL, run, place, "ops", &failure);
    }
}

static void work_once(struct pawl_db *db) {
    static const struct pawl_flow *flows[PLAY_FLOW_COUNT];
    for (int i = 0; i < PLAY_FLOW_COUNT; i++)
        flows[i] = played((enum play_flow)i);
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = flows, .flow_count = PLAY_FLOW_COUNT};
    pawl_work(db, NULL, 0, &options, &err);
}

enum act { RUN, WORK, SAY, START };

/* In a process of its own, which dies at that point; false: it has come to an end before. */
static bool dies(enum act what, const struct subject *subject, const struct trip_args *args, int point) {
    int how = 0;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct pawl_error failure = PAWL_ERROR_INIT;
        int64_t run = subject->run;
        struct pawl_db *db = reopen_play();
        not_yet_left = 2;
        if (!in_callbacks)
            make_dying(db);
        die_at(point);
        if (what == START)
            pawl_flow_start(db, played(TRIP), args, NULL, &run, &failure);
        if (what == SAY)
            say_something(db, run);
        if (what == WORK)
            work_once(db);
        else
            pawl_flow_run(db, played(subject->flow), run, NULL, &failure);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) ? WTERMSIG(how) == SIGKILL : WEXITSTATUS(how) == 0);
    return WIFSIGNALED(how);
}

/* Often an early one, and at times one that no process comes to. */
static int a_point(void) {
    return in_callbacks ? below(14) : below(4 << below(8));
}

static int crash(enum act what, const struct subject *subject, const struct trip_args *args) {
    if (!dies(what, subject, args, a_point()))
        return 0;
    move_clock(AFTER_A_LEASE_S);
    return 1;
}

/* ---- a play ------------------------------------------------------------------------------------- */

static int start_one(struct pawl_db *db, struct subject *subject) {
    char text[64];
    int crashes = 0;
    snprintf(text, sizeof text, "random %016" PRIx64, seed);
    struct trip_args args = {.customer = text, .parts = 1 + below(3), .amount = 7};
    switch (subject->flow) {
    case TRIP:
        if (!in_callbacks && chance(30)) {
            crashes = crash(START, subject, &args);
            enum pawl_status status = pawl_flow_start(db, played(TRIP), &args, NULL, &subject->run, &err);
            if (status != PAWL_OK && status != PAWL_EXISTS)
                fail_msg("started again: %s", err.message);
        } else {
            expect(PAWL_OK, pawl_flow_start(db, played(TRIP), &args, NULL, &subject->run, &err));
        }
        break;
    case ROUNDS:
        subject->run = start_rounds(db, below(4), below(4));
        break;
    case BATCH:
        snprintf(text, sizeof text, "%d", 1 + below(3));
        subject->run = start_text(db, BATCH, text);
        break;
    default:
        subject->run = start_text(db, subject->flow, text);
    }
    return crashes;
}

static bool has_ended(struct pawl_db *db, int64_t run, enum pawl_run_status *status) {
    struct pawl_run row;
    expect(PAWL_OK, pawl_run_get(db, NULL, run, &row, &err));
    *status = row.status;
    return row.ended_at_us != 0;
}

/* Whoever waits for the other's lock comes after it. */
static void end_all(struct pawl_db *db, const struct subject *subjects, int count) {
    enum pawl_run_status status;
    not_yet_left = 2;
    for (int i = 0; i < count; i++)
        if (!has_ended(db, subjects[i].run, &status) && status == PAWL_RUN_BLOCKED)
            pawl_flow_run(db, played(subjects[i].flow), subjects[i].run, &status, &err);
    int first = !has_ended(db, subjects[0].run, &status) && status == PAWL_RUN_BLOCKED ? count - 1 : 0;
    for (int i = 0; i < count; i++) {
        const struct subject *subject = &subjects[(first + i) % count];
        bring_to_end(db, subject->flow, subject->run);
    }
}

static void put_traces(struct pawl_db *db, const struct subject *subjects, int count, FILE *traces) {
    for (int i = 0; i < count; i++) {
        enum pawl_run_status status;
        char *trace = trace_of(db, subjects[i].run);
        has_ended(db, subjects[i].run, &status);
        fprintf(traces, "%s %" PRId64 " %s\n%s", played(subjects[i].flow)->name, subjects[i].run,
                pawl_run_status_name(status), trace);
        free(trace);
    }
}

/* Returns how many processes have died. */
static int play(struct pawl_db *db, FILE *traces) {
    struct subject subjects[2] = {{0}, {0}};
    int count = 1, deaths = 0;
    random_state = seed;
    forget_script();
    answer_by(choose);
    subjects[0].flow = (enum play_flow)below(PLAY_FLOW_COUNT);
    if (subjects[0].flow == MOVE_MONEY || subjects[0].flow == LOCAL_ONE ||
        subjects[0].flow == COURIER) { /* one key for two */
        subjects[1].flow = chance(50) ? MOVE_MONEY : LOCAL_ONE;
        count = 2;
    }
    for (int i = 0; i < count; i++)
        deaths += start_one(db, &subjects[i]);
    for (int crashes = 1 + below(4); crashes > 0; crashes--) {
        const struct subject *subject = &subjects[below(count)];
        if (chance(20))
            say_something(db, subject->run);
        enum act what = in_callbacks || chance(70) ? RUN : chance(50) ? WORK : SAY;
        deaths += crash(what, subject, NULL);
    }
    end_all(db, subjects, count);
    for (int i = 0; i < count; i++)
        expect_as_history(db, subjects[i].flow, subjects[i].run);
    if (traces)
        put_traces(db, subjects, count, traces);
    calls();
    keys();
    return deaths;
}

static long number_of(const char *variable, long otherwise) {
    const char *text = getenv(variable);
    return text && *text ? strtol(text, NULL, 0) : otherwise;
}

static uint64_t first_seed(void) {
    const char *text = getenv("PAWL_TEST_SEED");
    return text && *text ? strtoull(text, NULL, 0) : (uint64_t)time(NULL) * 1000003;
}

static bool is_playing;

static int tell_seed(void **state) {
    if (is_playing)
        print_error("to repeat it: PAWL_TEST_SEED=%" PRIu64 " PAWL_TEST_RANDOM_POINTS=1\n", seed);
    is_playing = false;
    return close_handles(state);
}

static void a_run_survives_whatever_happens(void **state) {
    (void)state;
    struct pawl_db *db = open_play();
    long wanted = number_of("PAWL_TEST_RANDOM_POINTS", 60), deaths = 0, plays = 0;
    uint64_t first = first_seed();
    print_message("PAWL_TEST_SEED=%" PRIu64 "\n", first);
    shorten_pauses();
    is_playing = true;
    for (; deaths < wanted; plays++) {
        seed = first + (uint64_t)plays;
        deaths += play(db, NULL);
        if (wanted == 1)
            break;
        if (wanted >= 1000 && plays % 500 == 499)
            print_message("%ld processes have died in %ld plays\n", deaths, plays + 1);
    }
    print_message("%ld processes have died in %ld plays\n", deaths, plays);
    is_playing = false;
}

/* With processes that die in callbacks only, a seed says it all: the histories go into a file. */
static void a_seed_tells_the_history(void **state) {
    (void)state;
    const char *name = getenv("PAWL_TEST_TRACE");
    if (!name || !*name)
        skip();
    struct pawl_db *db = open_play();
    FILE *traces = fopen(name, "w");
    assert_non_null(traces);
    long plays = number_of("PAWL_TEST_RANDOM_POINTS", 60);
    uint64_t first = first_seed();
    shorten_pauses();
    in_callbacks = is_playing = true;
    for (long i = 0; i < plays; i++) {
        seed = first + (uint64_t)i;
        play(db, traces);
    }
    in_callbacks = is_playing = false;
    fclose(traces);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_seed_tells_the_history, tell_seed),
        cmocka_unit_test_teardown(a_run_survives_whatever_happens, tell_seed),
    };
    moves_only(NULL);
    return run_suite(tests);
}
