/*
 * Claims whose holder is gone. On PostgreSQL the end of his session tells it, and the next worker that finds
 * nothing takes over; on SQLite, and behind a pooler, the lease alone does.
 */
#include "../conformance/queue_rows.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_US SECONDS(3600) /* a lease that does not end in here */

static void holder_of_is_gone(const char *job) {
    char query[128];
    snprintf(query, sizeof query, "select session from job_pending where job_id = '%s'", job);
    await_end_of_session(query);
}

static struct pawl_db *open_own(void) {
    struct pawl_db *db = NULL;
    expect(PAWL_OK, pawl_open(&db, application_where(), &err));
    return db;
}

static size_t claim(struct pawl_db *db, struct pawl_item *item) {
    size_t count = 0;
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, LONG_US, item, 1, &count, &err));
    return count;
}

static void new_job(struct pawl_db *db, const char *id) {
    expect(PAWL_OK, job_create(db, id, NULL, NULL, &err));
}

static enum pawl_status done(struct pawl_db *db, const struct pawl_item *item, const char *result) {
    struct job_done_args args = {.result = result};
    return pawl_complete(db, &job_machine, item, JOB_EVENT_DONE, &args, NULL, NULL, &err);
}

/* By whoever claims it last, so that nothing is left for the test behind. */
static void finish_by_force(const char *job) {
    struct pawl_db *db = open_application();
    struct pawl_item item;
    make_due("job", job, "work queued", 0);
    assert_int_equal(claim(db, &item), 1);
    expect(PAWL_OK, done(db, &item, "by force"));
}

/* ---- processes ------------------------------------------------------------------------------------ */

static int said; /* the pipe's end of the child */
static pid_t child;

static int wait_for_child(void) {
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    child = 0;
    return how;
}

/* Also where a test fails: nobody else would continue it. */
static int end_child(void **state) {
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        child = 0;
    }
    return close_handles(state);
}

static enum pawl_status stand_still(struct pawl_db *db, const struct job_work_call *work,
                                    struct job_work_result *result, void *context,
                                    struct pawl_error *failure) {
    (void)db, (void)work, (void)context, (void)failure;
    if (write(said, "b", 1) != 1)
        _exit(3);
    raise(SIGSTOP);
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "continued"};
    return PAWL_OK;
}

/* A worker that stands still in its hook, stopped. */
static void start_worker(void) {
    int ends[2], how = 0;
    char what = 0;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct pawl_db *db = NULL;
        const struct job_hooks hooks = {.run = stand_still, .step = stand_still};
        const struct pawl_machine *machine = &job_machine;
        struct pawl_work_options options = {.struct_size = sizeof options, .once = true, .lease_us = LONG_US};
        said = ends[1];
        if (pawl_open(&db, application_where(), NULL) != PAWL_OK ||
            job_set_hooks(db, &hooks, NULL) != PAWL_OK)
            _exit(2);
        _exit(pawl_work(db, &machine, 1, &options, NULL) == PAWL_OK ? 0 : 1);
    }
    close(ends[1]);
    if (read(ends[0], &what, 1) != 1)
        fail_msg("the worker has said nothing");
    close(ends[0]);
    assert_int_equal(waitpid(child, &how, WUNTRACED), child);
    assert_true(WIFSTOPPED(how));
}

static enum pawl_status take_over(struct pawl_db *db, const struct job_work_call *work,
                                  struct job_work_result *result, void *context, struct pawl_error *failure) {
    (void)db, (void)failure;
    *(int *)context = work->attempt;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "taken over"};
    return PAWL_OK;
}

/* The attempt that a worker finds to do; 0: none. */
static int attempt_of_next_worker(void) {
    int attempt = 0;
    struct pawl_db *db = open_application();
    const struct job_hooks hooks = {.context = &attempt, .run = take_over, .step = take_over};
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    work_once(db, &job_machine, 0);
    return attempt;
}

static void p9_killed_worker_is_taken_over_at_once(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "killed");
    start_worker();
    kill(child, SIGKILL);
    wait_for_child();
    holder_of_is_gone("killed");
    if (sessions_tell()) {
        assert_int_equal(attempt_of_next_worker(), 2);
        expect_rows(db, "queued|finished|taken over\n",
                    "select from_state, to_state, result from job_transitions"
                    " where job_id = 'killed' and sort_key > 10");
    } else {
        assert_int_equal(attempt_of_next_worker(), 0);
        finish_by_force("killed");
    }
}

/* When it is asked first the other one is killed; the server needs a moment to notice. */
static bool kill_the_other(void *context) {
    static int asked;
    if (child > 0) {
        asked = 0;
        kill(child, SIGKILL);
        wait_for_child();
    }
    return *(int *)context != 0 || ++asked > 600;
}

static void p9_worker_that_waits_takes_over(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    int attempt = 0;
    const struct job_hooks hooks = {.context = &attempt, .run = take_over, .step = take_over};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .stop = kill_the_other, .context = &attempt};
    if (!sessions_tell())
        skip();
    new_job(db, "waited for");
    start_worker();
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    assert_int_equal(attempt, 2);
}

static void p9_stopped_worker_is_not_taken_over(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "stopped");
    start_worker();
    assert_int_equal(attempt_of_next_worker(), 0);
    kill(child, SIGCONT);
    int how = wait_for_child();
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    expect_rows(db, "20|continued\n",
                "select sort_key, result from job_transitions where job_id = 'stopped' and sort_key > 10");
}

/* ---- handles -------------------------------------------------------------------------------------- */

static void p9_connection_that_broke_has_lost_its_claims(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    struct pawl_item first, second;
    if (!sessions_tell())
        skip();
    new_job(db, "broken");
    assert_int_equal(claim(db, &first), 1);
    assert_int_equal(claim(other, &second), 0);
    execute(open_administrator(),
            "select pg_terminate_backend(pid, 30000) from pg_locks"
            " where classid = 1885435756 and objsubid = 2 and objid = (select"
            " (session::bigint & 4294967295)::oid from job_pending where job_id = 'broken')");
    assert_int_equal(claim(other, &second), 1);
    assert_int_equal(second.attempts, 2);
    /* it connects again, as another session */
    expect(PAWL_CONFLICT, done(db, &first, "late"));
    expect_message_has("the claim on work queued does not hold any more");
    expect(PAWL_CONFLICT, pawl_extend(db, &job_machine, &first, 0, &err));
    expect(PAWL_OK, done(other, &second, "in time"));
    expect_rows(db, "in time\n",
                "select result from job_transitions where job_id = 'broken' and sort_key > 10");
}

static void who_has_given_back_holds_nothing(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_item item;
    for (int i = 0; i < 3; i++) {
        struct pawl_db *own = open_own();
        char id[16];
        snprintf(id, sizeof id, "given back %d", i);
        new_job(db, id);
        assert_int_equal(claim(own, &item), 1);
        if (i == 0) {
            expect(PAWL_OK, pawl_not_yet(own, &job_machine, &item, LONG_US, &err));
        } else if (i == 1) {
            expect(PAWL_OK, pawl_fail(own, &job_machine, &item, "no disk", &err));
        } else { /* the work begins anew in ten minutes */
            struct job_progress_args args = {.percent = 50};
            expect(PAWL_OK,
                   pawl_complete(own, &job_machine, &item, JOB_EVENT_PROGRESS, &args, NULL, NULL, &err));
        }
        pawl_close(own);
        if (on_postgres())
            expect_rows(db, "\n", "select session from job_pending where job_id = '%s'", id);
        assert_int_equal(claim(db, &item), 0);
        finish_by_force(id);
    }
}

/* Whoever prolongs a claim is the one who holds it. */
static void claim_is_of_whoever_extends_it(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *first = open_own(), *second = open_own();
    struct pawl_item item, again;
    new_job(db, "extended");
    assert_int_equal(claim(first, &item), 1);
    expect(PAWL_OK, pawl_extend(second, &job_machine, &item, LONG_US, &err));
    pawl_close(first);
    assert_int_equal(claim(db, &again), 0);
    pawl_close(second);
    holder_of_is_gone("extended");
    assert_int_equal(claim(db, &again), sessions_tell() ? 1 : 0);
    finish_by_force("extended");
}

/* The next claim takes what was let go of. */
static void who_lets_go_of_all_locks_is_seen_as_gone(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    struct pawl_item item, next;
    if (!sessions_tell())
        skip();
    new_job(db, "unlocked");
    assert_int_equal(claim(db, &item), 1);
    execute(db, "select pg_advisory_unlock_all()");
    assert_int_equal(claim(other, &next), 1);
    expect(PAWL_CONFLICT, done(db, &item, "late"));
    expect(PAWL_OK, done(other, &next, "in time"));
    new_job(db, "locked again");
    assert_int_equal(claim(db, &item), 1);
    assert_int_equal(claim(other, &next), 0);
    expect(PAWL_OK, done(db, &item, "in time"));
}

/* Of an adopted connection nobody knows who else uses it, and when. */
static void adopted_connection_has_its_lease_alone(void **state) {
    (void)state;
    if (!sessions_tell())
        skip();
    struct pawl_db *db = open_application(), *own = open_own(), *adopted = NULL;
    struct pawl_item item;
    execute(own, "reset pawl.session"); /* as a connection is that libpawl did not open */
    expect(PAWL_OK, pawl_adopt_postgres(&adopted, pawl_native(own), &err));
    new_job(db, "adopted");
    assert_int_equal(claim(adopted, &item), 1);
    pawl_close(adopted);
    pawl_close(own);
    expect_rows(db, "\n", "select session from job_pending where job_id = 'adopted'");
    assert_int_equal(claim(db, &item), 0);
    finish_by_force("adopted");
}

/* A table as it was before there were sessions, with a row that is claimed. */
static void table_without_sessions_gets_them(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    struct pawl_item item, next;
    if (!on_postgres())
        skip();
    new_job(db, "claimed before");
    assert_int_equal(claim(db, &item), 1);
    execute(admin, "alter table job_pending drop column session");
    expect(PAWL_OK, job_apply(admin, &err));
    expect_rows(db, "1||1\n",
                "select claim, session, attempts from job_pending where job_id = 'claimed before'");
    expect_rows(db, "1\n", "select count(*) from pg_class where relname = 'job_pending_session'");
    new_job(db, "claimed after");
    struct pawl_db *own = open_own();
    assert_int_equal(claim(own, &next), 1);
    pawl_close(own);
    holder_of_is_gone("claimed after");
    assert_int_equal(claim(db, &next), sessions_tell() ? 1 : 0);
    expect(PAWL_OK, done(db, &item, "in time"));
    finish_by_force("claimed after");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(p9_killed_worker_is_taken_over_at_once, end_child),
        cmocka_unit_test_teardown(p9_worker_that_waits_takes_over, end_child),
        cmocka_unit_test_teardown(p9_stopped_worker_is_not_taken_over, end_child),
        TEST(p9_connection_that_broke_has_lost_its_claims),
        TEST(who_has_given_back_holds_nothing),
        TEST(claim_is_of_whoever_extends_it),
        TEST(who_lets_go_of_all_locks_is_seen_as_gone),
        TEST(adopted_connection_has_its_lease_alone),
        TEST(table_without_sessions_gets_them),
    };
    return run_suite(tests);
}
