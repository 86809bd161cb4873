/*
 * Workers whose connection is lost, or that are killed. A session that was cut says nothing of its worker,
 * which may be in the middle of a hook: the lease alone ends a claim, and what a hook came to is completed on
 * a new connection.
 */
#include "../conformance/queue_rows.h"
#include "../support/cut_proxy.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_US SECONDS(3600) /* a lease that does not end in here */

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
static void finish_by_force(struct pawl_db *db, const char *job) {
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

static void p9_killed_worker_is_taken_over_when_its_lease_is_over(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "killed");
    start_worker();
    kill(child, SIGKILL);
    wait_for_child();
    assert_int_equal(attempt_of_next_worker(), 0);
    make_due("job", "killed", "work queued", 0);
    assert_int_equal(attempt_of_next_worker(), 2);
    expect_rows(db, "queued|finished|taken over\n",
                "select from_state, to_state, result from job_transitions"
                " where job_id = 'killed' and sort_key > 10");
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

/* ---- sessions that are cut ------------------------------------------------------------------------ */

/* As by a proxy, or a setting of the server's: the program is not told. */
static void cut_session(struct pawl_db *db) {
    char *session = rows_of(db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
    execute(open_administrator(),
            on_mariadb() ? "kill connection %s" : "select pg_terminate_backend(%s, 30000)", session);
    free(session);
}

static enum pawl_status lose_session(struct pawl_db *db, const struct job_work_call *work,
                                     struct job_work_result *result, void *context,
                                     struct pawl_error *failure) {
    (void)work, (void)failure;
    cut_session(db);
    *(int *)context = attempt_of_next_worker();
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "by the one that was cut"};
    return PAWL_OK;
}

/* Two would do the same outside at a time. */
static void p9_worker_whose_session_is_cut_is_not_taken_over(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_application();
    int other = 0;
    const struct job_hooks hooks = {.context = &other, .run = lose_session, .step = lose_session};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {.struct_size = sizeof options, .once = true, .lease_us = LONG_US};
    new_job(db, "cut");
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    assert_int_equal(other, 0);
    expect_rows(db, "20|by the one that was cut\n",
                "select sort_key, result from job_transitions where job_id = 'cut' and sort_key > 10");
}

static void p9_claim_outlives_its_session(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    struct pawl_db *db = open_application(), *other = open_application();
    struct pawl_item first, second;
    new_job(db, "claimed");
    assert_int_equal(claim(db, &first), 1);
    cut_session(db);
    assert_int_equal(claim(other, &second), 0);
    expect(PAWL_OK, pawl_extend(db, &job_machine, &first, LONG_US, &err));
    cut_session(db);
    expect(PAWL_OK, done(db, &first, "in time"));
}

/* ---- a hook whose connection is cut --------------------------------------------------------------- */

static struct cut_proxy *between;
static pthread_t restart;
static int hooks_called;
static enum direction cut_direction;
static long cut_byte;
static enum pawl_status how_it_ended, told;

static enum pawl_status end_of_hook(struct job_work_result *result) {
    hooks_called++;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "once"};
    return how_it_ended;
}

static enum pawl_status cut_soon(struct pawl_db *db, const struct job_work_call *work,
                                 struct job_work_result *result, void *context, struct pawl_error *failure) {
    (void)db, (void)work, (void)context, (void)failure;
    cut_proxy_arm(between, cut_direction, cut_byte);
    return end_of_hook(result);
}

static void *come_back(void *context) {
    sleep_ms(300);
    cut_proxy_return(context);
    return NULL;
}

static enum pawl_status meet_restart(struct pawl_db *db, const struct job_work_call *work,
                                     struct job_work_result *result, void *context,
                                     struct pawl_error *failure) {
    (void)db, (void)work, (void)context, (void)failure;
    cut_proxy_leave(between);
    assert_int_equal(pthread_create(&restart, NULL, come_back, between), 0);
    return end_of_hook(result);
}

static void hear(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *failure) {
    (void)context, (void)machine, (void)item, (void)failure;
    told = status;
}

static struct pawl_db *open_between(void) {
    struct pawl_db *far = NULL;
    between = cut_proxy_start(application_where());
    expect(PAWL_OK, pawl_open(&far, cut_proxy_where(between), &err));
    return far;
}

static void work_far(struct pawl_db *far, job_work_fn *hook) {
    const struct job_hooks hooks = {.run = hook, .step = hook};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .lease_us = LONG_US, .told = hear};
    hooks_called = 0;
    expect(PAWL_OK, job_set_hooks(far, &hooks, &err));
    pawl_work(far, &machine, 1, &options, &err);
    (void)cut_proxy_has_cut(between);
    assert_int_equal(hooks_called, 1);
}

/* At any byte of the exchange by which its result is completed, or by which it is given back. */
static void p9_result_of_a_hook_outlives_its_connection(void **state) {
    (void)state;
    static const enum pawl_status ends[] = {PAWL_OK, PAWL_NOT_YET, PAWL_DB};
    static const char *const left[] = {"finished||\n", "queued|0|\n",
                                       "queued|1|run has answered DB without a reason\n"};
    if (!on_mariadb() && !has_session_of_postgres())
        skip();
    struct pawl_db *db = open_application(), *far = open_between();
    int number = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++)
            for (cut_byte = 0; cut_byte < 500; cut_byte += cut_byte < 40 ? 13 : 97) {
                char id[32];
                cut_direction = (enum direction)direction;
                how_it_ended = ends[i];
                snprintf(id, sizeof id, "cut %d", ++number);
                new_job(db, id);
                work_far(far, cut_soon);
                if (told != ends[i] && told != PAWL_UNKNOWN)
                    fail_msg("cut at %ld, the worker is told %s", cut_byte, pawl_status_name(told));
                expect_rows(db, left[i],
                            "select c.state, p.attempts, p.last_error from job_current c"
                            " left join job_pending p on p.job_id = c.job_id where c.job_id = '%s'",
                            id);
                if (i > 0)
                    finish_by_force(db, id);
            }
    pawl_close(far);
    cut_proxy_stop(between);
}

/* As with a loop of one's own. */
static void p9_item_is_completed_on_another_connection(void **state) {
    (void)state;
    if (!on_mariadb() && !has_session_of_postgres())
        skip();
    struct pawl_db *db = open_application(), *far = open_between();
    int number = 0;
    for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++)
        for (long byte = 0; byte < 500; byte += byte < 40 ? 13 : 97) {
            struct pawl_item item;
            char id[32];
            snprintf(id, sizeof id, "pulled %d", ++number);
            new_job(db, id);
            assert_int_equal(claim(far, &item), 1);
            cut_proxy_arm(between, (enum direction)direction, byte);
            expect(PAWL_OK, pawl_extend(far, &job_machine, &item, LONG_US, &err));
            (void)cut_proxy_has_cut(between);
            cut_proxy_arm(between, (enum direction)direction, byte);
            const enum pawl_status status = done(far, &item, "once");
            (void)cut_proxy_has_cut(between);
            if (status != PAWL_OK && status != PAWL_UNKNOWN)
                fail_msg("cut at %ld, it is %s (%s)", byte, pawl_status_name(status), err.message);
            expect_rows(db, "finished\n", "select state from job_current where job_id = '%s'", id);
        }
    pawl_close(far);
    cut_proxy_stop(between);
}

static void p9_result_of_a_hook_outlives_a_restart(void **state) {
    (void)state;
    if (!on_mariadb() && !has_session_of_postgres())
        skip();
    struct pawl_db *db = open_application(), *far = open_between();
    how_it_ended = PAWL_OK;
    new_job(db, "restart");
    work_far(far, meet_restart);
    pthread_join(restart, NULL);
    assert_int_equal(told, PAWL_OK);
    expect_rows(db, "finished\n", "select state from job_current where job_id = 'restart'");
    pawl_close(far);
    cut_proxy_stop(between);
}

/* ---- servers that end idle sessions --------------------------------------------------------------- */

static void idle_session_is_not_ended(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip();
    if (on_mariadb()) {
        for (int i = 0; i < 2; i++) {
            expect_rows(db, "31536000\n", "select @@wait_timeout");
            cut_session(db);
        }
        return;
    }
    char *database = rows_of(admin, "select quote_ident(current_database())");
    database[strcspn(database, "\n")] = '\0';
    execute(admin, "alter database %s set idle_session_timeout = '100ms'", database);
    struct pawl_db *own = open_own();
    for (int i = 0; i < 2; i++) {
        char *before = rows_of(own, "select pg_backend_pid()");
        sleep_ms(400);
        expect_rows(own, before, "select pg_backend_pid()");
        free(before);
        cut_session(own);
    }
    pawl_close(own);
    execute(admin, "alter database %s reset idle_session_timeout", database);
    free(database);
}

/* ---- handles -------------------------------------------------------------------------------------- */

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
        assert_int_equal(claim(db, &item), 0);
        finish_by_force(db, id);
    }
}

/* A table of version 2, which knows by which session each row is claimed. */
static void table_with_sessions_loses_them(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    struct pawl_item item, next;
    if (!on_postgres())
        skip();
    new_job(db, "claimed before");
    assert_int_equal(claim(db, &item), 1);
    execute(admin, "alter table job_pending add column session integer");
    execute(admin, "create index job_pending_session on job_pending (is_work, session)");
    expect(PAWL_OK, job_apply(admin, &err));
    expect_rows(db, "0\n",
                "select count(*) from pg_attribute where attname = 'session' and not attisdropped"
                " and attrelid = 'job_pending'::regclass");
    expect_rows(db, "0\n", "select count(*) from pg_class where relname = 'job_pending_session'");
    assert_int_equal(claim(db, &next), 0);
    expect(PAWL_OK, done(db, &item, "in time"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(p9_killed_worker_is_taken_over_when_its_lease_is_over, end_child),
        cmocka_unit_test_teardown(p9_stopped_worker_is_not_taken_over, end_child),
        TEST(p9_worker_whose_session_is_cut_is_not_taken_over),
        TEST(p9_claim_outlives_its_session),
        TEST(p9_result_of_a_hook_outlives_its_connection),
        TEST(p9_result_of_a_hook_outlives_a_restart),
        TEST(p9_item_is_completed_on_another_connection),
        TEST(idle_session_is_not_ended),
        TEST(who_has_given_back_holds_nothing),
        TEST(table_with_sessions_loses_them),
    };
    return run_suite(tests);
}
