/*
 * A worker whose process is stopped in the middle of a callback until its lease is over, and continued when
 * another has taken the run: it writes nothing then, and is told so.
 */
#include "oracle.h"

#include "../support/dying_driver.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEASE_US 20000 /* of whoever is stopped; nobody else looks before that */

struct scene {
    const char *stopped_in;
    const char *refused;      /* what does not work, so that the run turns round; NULL: all works */
    const char *continued_in; /* where the other one is by then, unless it has come to the end */
    enum pawl_run_status end;
    const char *calls; /* of the other one */
    const char *history, *effects;
};

static const struct pawl_flow *worked[1]; /* by both */
static struct pawl_db *witness;
static int64_t run;

/* ---- whoever is stopped ------------------------------------------------------------------------- */

struct word {
    int64_t run;
    enum pawl_run_status left;
    enum pawl_status status;
    struct pawl_error error;
};

static pid_t child;
static int said; /* the pipe's end of this process: words of the child */
static bool is_told;

static void tell(void *context, const struct pawl_flow *flow, int64_t which, enum pawl_run_status left,
                 enum pawl_status status, const struct pawl_error *told) {
    struct word word = {.run = which, .left = left, .status = status};
    (void)context, (void)flow;
    if (status == PAWL_OK && left == PAWL_RUN_READY)
        return; /* until its next attempt */
    if (status != PAWL_OK)
        word.error = *told;
    is_told = write(said, &word, sizeof word) == (ssize_t)sizeof word;
}

static bool has_told(void *context) {
    (void)context;
    return is_told;
}

static void stop(void) {
    kill(getpid(), SIGSTOP);
}

static void stop_before_it_is_done(const struct pawl_step *step) {
    (void)step;
    stop();
}

static void stop_when_it_is_done(const struct pawl_step *step) {
    (void)step;
    call_at(0, stop);
}

static void answer_as(const struct scene *scene) {
    if (scene->refused)
        answer(scene->refused, 99, PAWL_REFUSED);
}

static void start_child(const struct scene *scene, bool is_done) {
    int ends[2], how = 0;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct pawl_error failure = PAWL_ERROR_INIT;
        struct pawl_work_options options = {.struct_size = sizeof options,
                                            .lease_us = LEASE_US,
                                            .flows = worked,
                                            .flow_count = 1,
                                            .stop = has_told,
                                            .told_run = tell};
        struct pawl_db *db = reopen_play();
        said = ends[1];
        answer_with(scene->stopped_in, is_done ? stop_when_it_is_done : stop_before_it_is_done);
        answer_as(scene);
        _exit(pawl_work(db, NULL, 0, &options, &failure) == PAWL_OK ? 0 : 1);
    }
    close(ends[1]);
    said = ends[0];
    assert_int_equal(waitpid(child, &how, WUNTRACED), child);
    assert_true(WIFSTOPPED(how));
}

/* Also where a test fails: nobody else would continue it. */
static int end_child(void **state) {
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(said);
        child = 0;
    }
    return close_handles(state);
}

/* ---- the thaw ----------------------------------------------------------------------------------- */

/* All rows but those of the world outside, into which a call that goes on writes late. */
static char *all_that_is_there(void) {
    static const char *const queries[] = {
        "select * from pawl_runs order by id",       "select * from pawl_run_steps order by run, number",
        "select * from pawl_run_ready order by run", "select * from pawl_run_waits order by 1, 2, 3",
        "select * from pawl_locks order by 1, 2, 3", "select * from pawl_outbox order by entity, sort_key",
        "select * from played order by run, what",
    };
    char *all = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&all, &size);
    assert_non_null(out);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        char *rows = rows_of(witness, queries[i]);
        fprintf(out, "%s", rows);
        free(rows);
    }
    fclose(out);
    return all;
}

/* Until its end; what it is told on the way. */
static struct word continue_child(void) {
    int how = 0;
    struct word word = {.run = 0};
    kill(child, SIGCONT);
    if (read(said, &word, sizeof word) != (ssize_t)sizeof word)
        fail_msg("whoever was stopped has ended and said nothing");
    assert_int_equal(waitpid(child, &how, 0), child);
    close(said);
    child = 0;
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    assert_int_equal(word.run, run);
    return word;
}

static void child_writes_nothing(void) {
    char *before = all_that_is_there(), expected[128];
    struct word word = continue_child();
    if (word.status != PAWL_CONFLICT)
        fail_msg("whoever was stopped is told %s (%s), and leaves the run %s", pawl_status_name(word.status),
                 word.error.message, pawl_run_status_name(word.left));
    snprintf(expected, sizeof expected,
             "run %" PRId64 " of courier: somebody else has taken it, since its lease was over", run);
    assert_string_equal(word.error.message, expected);
    char *after = all_that_is_there();
    assert_string_equal(after, before);
    free(before);
    free(after);
}

static void meet(const struct pawl_step *step) {
    (void)step;
    child_writes_nothing();
}

/* ---- whoever takes over -------------------------------------------------------------------------- */

static void see_end(void *context, const struct pawl_flow *flow, int64_t which, enum pawl_run_status left,
                    enum pawl_status status, const struct pawl_error *told) {
    (void)flow;
    if (status != PAWL_OK)
        fail_msg("whoever takes over is told %s: %s", pawl_status_name(status), told->message);
    if (which == run && (left == PAWL_RUN_DONE || left == PAWL_RUN_UNDONE))
        *(bool *)context = true;
}

static bool is_over(void *context) {
    return *(const bool *)context;
}

/* As a worker that knows nothing of the other: the run comes due when its lease is over. */
static void take_over(struct pawl_db *db) {
    bool over = false;
    struct pawl_work_options options = {.struct_size = sizeof options,
                                        .flows = worked,
                                        .flow_count = 1,
                                        .stop = is_over,
                                        .told_run = see_end,
                                        .context = &over};
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
}

static void play_once(struct pawl_db *db, const struct scene *scene, bool is_done, bool is_met) {
    static int accounts;
    char account[32];
    forget_script();
    calls();
    snprintf(account, sizeof account, "account %d", ++accounts);
    run = start_text(db, COURIER, account);
    start_child(scene, is_done);
    int64_t next = start_text(db, COURIER, account); /* has to wait for the lock */
    if (is_met)
        answer_with(scene->continued_in, meet);
    answer_as(scene);
    take_over(db);
    assert_string_equal(calls(), scene->calls);
    forget_script();
    expect(PAWL_OK, pawl_flow_step(db, played(COURIER), next, false, NULL, &err));
    if (!is_met)
        child_writes_nothing(); /* when the lock is another's */
    expect_run(db, run, scene->end, "");
    expect_history(db, run, scene->history);
    expect_effects(db, run, scene->effects);
    expect_as_history(db, COURIER, run);
    expect(PAWL_OK, pawl_run_resume(db, "courier", next, NULL, &err));
    assert_int_equal(drive(db, COURIER, next), PAWL_RUN_DONE);
    expect_as_history(db, COURIER, next);
}

static void play(const struct scene *scenes, size_t count) {
    struct pawl_db *db = open_play();
    witness = open_stranger();
    worked[0] = played(COURIER);
    for (size_t i = 0; i < 4 * count; i++)
        play_once(db, &scenes[i / 4], i % 2 != 0, i / 2 % 2 != 0);
}

/* ---- where it is stopped ------------------------------------------------------------------------- */

static void p9_who_is_stopped_in_a_call_writes_nothing(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"carry", NULL, "carry", PAWL_RUN_DONE, "carry~ hand_over",
         "pack done; carry cut off; carry done; hand_over done", "carry=1 hand_over=1 pack=1"},
        {"carry", "carry", "carry_back", PAWL_RUN_UNDONE, "carry~ carry~ carry_back~ unpack",
         "pack done; carry cut off; carry failed; carry unknown; undo carry undone; undo pack undone",
         "carry=1 carry_back=1 pack=1 unpack=1"},
        {"carry_back", "hand_over", "carry_back", PAWL_RUN_UNDONE, "carry_back unpack",
         "pack done; carry done; hand_over failed; hand_over failed; undo carry cut off; undo carry undone; "
         "undo pack undone",
         "carry=1 carry_back=1 pack=1 unpack=1"},
    };
    play(scenes, sizeof scenes / sizeof *scenes);
}

/* On SQLite whoever is stopped in a transaction is the file's one writer: nobody can go on until he does. */
static void p9_who_is_stopped_in_a_transaction_writes_nothing(void **state) {
    (void)state;
    static const struct scene scenes[] = {
        {"pack", NULL, "pack", PAWL_RUN_DONE, "pack carry hand_over", "pack done; carry done; hand_over done",
         "carry=1 hand_over=1 pack=1"},
        {"hand_over", NULL, "hand_over", PAWL_RUN_DONE, "hand_over",
         "pack done; carry done; hand_over cut off; hand_over done", "carry=1 hand_over=1 pack=1"},
        {"unpack", "hand_over", "unpack", PAWL_RUN_UNDONE, "unpack",
         "pack done; carry done; hand_over failed; hand_over failed; undo carry undone; undo pack cut off; "
         "undo pack undone",
         "carry=1 carry_back=1 pack=1 unpack=1"},
    };
    if (on_sqlite())
        skip();
    play(scenes, sizeof scenes / sizeof *scenes);
}

/* Its transaction has saved a step of the run already, and holds the row: nobody takes that from it. */
static void p9_who_is_stopped_in_a_stretch_keeps_the_run(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_play();
    worked[0] = played(BATCH);
    run = start_text(db, BATCH, "1");
    start_child(&(struct scene){.stopped_in = "seal"}, true);
    move_clock(3600);
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .flows = worked, .flow_count = 1};
    expect(PAWL_OK, pawl_work(db, NULL, 0, &options, &err));
    assert_string_equal(calls(), "");
    struct word word = continue_child();
    assert_int_equal(word.status, PAWL_OK);
    assert_int_equal(word.left, PAWL_RUN_DONE);
    expect_history(db, run, "read done; store[0] done; report done; mark done; seal done");
    expect_as_history(db, BATCH, run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(p9_who_is_stopped_in_a_call_writes_nothing, end_child),
        cmocka_unit_test_teardown(p9_who_is_stopped_in_a_transaction_writes_nothing, end_child),
        cmocka_unit_test_teardown(p9_who_is_stopped_in_a_stretch_keeps_the_run, end_child),
    };
    moves_only(NULL);
    return run_suite(tests);
}
