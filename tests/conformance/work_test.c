#include "queue_rows.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the hooks are to answer, one after the other, and what they saw. */
struct script {
    const struct answer {
        enum pawl_status status;
        enum job_event event;
        const char *error;
    } * answers;
    int calls;
    int attempts[8];
    int64_t sort_keys[8];
    char ids[8][16];
    bool leaves_transaction_open;
};

static enum pawl_status answer(struct pawl_db *db, const struct job_work_call *work,
                               struct job_work_result *result, void *context, struct pawl_error *said) {
    struct script *script = context;
    const struct answer *given = &script->answers[script->calls];
    script->attempts[script->calls] = work->attempt;
    script->sort_keys[script->calls] = work->sort_key;
    snprintf(script->ids[script->calls++], sizeof script->ids[0], "%s", work->id);
    assert_string_equal(pawl_item_key(work->item).text, work->id);
    if (script->leaves_transaction_open)
        expect(PAWL_OK, pawl_begin(db, &err));
    result->event = given->event;
    if (given->event == JOB_EVENT_DONE)
        result->args.done = (struct job_done_args){.result = "fine", .size = {true, 7}};
    if (given->event == JOB_EVENT_PROGRESS)
        result->args.progress.percent = 50;
    if (given->error)
        snprintf(said->message, sizeof said->message, "%s", given->error);
    return given->status;
}

static struct pawl_db *worker(struct script *script) {
    static struct job_hooks hooks[16];
    static int used;
    struct pawl_db *db = open_application();
    struct job_hooks *own = &hooks[used++ % 16];
    *own = (struct job_hooks){.context = script, .run = answer, .step = answer};
    expect(PAWL_OK, job_set_hooks(db, own, &err));
    return db;
}

static void new_job(struct pawl_db *db, const char *id) {
    expect(PAWL_OK, job_create(db, id, NULL, NULL, &err));
}

static void expect_job(struct pawl_db *db, const char *id, const char *state_and_sort_key) {
    expect_rows(db, state_and_sort_key, "select state, sort_key from job_current where job_id = '%s'", id);
}

static struct pawl_item claim_one(struct pawl_db *db) {
    struct pawl_item items[2];
    size_t count = 0;
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, 0, items, 2, &count, &err));
    assert_int_equal(count, 1);
    return items[0];
}

#define ANSWERS(...)                                                                                         \
    { __VA_ARGS__ }

/* ---- what a hook answers -------------------------------------------------------------------------- */

static void hook_names_the_event_and_its_args(void **state) {
    (void)state;
    static const struct answer answers[] = ANSWERS({PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "done");
    expect_pending(db, "job", "done", "work queued|10\n");
    work_once(db, &job_machine, 0);
    assert_int_equal(script.calls, 1);
    assert_string_equal(script.ids[0], "done");
    assert_int_equal(script.attempts[0], 1);
    assert_int_equal(script.sort_keys[0], 10);
    expect_rows(db, "done|queued|finished|fine|7\n",
                "select event, from_state, to_state, result, size from job_transitions"
                " where job_id = 'done' and sort_key = 20");
    expect_pending(db, "job", "done", "");
}

static void not_yet_counts_no_attempt(void **state) {
    (void)state;
    static const struct answer answers[] =
        ANSWERS({PAWL_NOT_YET, 0, NULL}, {PAWL_NOT_YET, 0, NULL}, {PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "not yet");
    work_once(db, &job_machine, 0);
    expect_job(db, "not yet", "queued|10\n");
    expect_rows(db, "0\n", "select attempts from job_pending where job_id = 'not yet'");
    assert_between(due_in(db, "job", "not yet", "work queued"), SECONDS(540), SECONDS(600));
    for (int i = 0; i < 2; i++) {
        make_due("job", "not yet", "work queued", 0);
        work_once(db, &job_machine, 0);
    }
    assert_int_equal(script.attempts[2], 1);
    expect_job(db, "not yet", "finished|20\n");
}

static void failure_is_tried_again_and_parked(void **state) {
    (void)state;
    static const struct answer answers[] =
        ANSWERS({PAWL_DB, 0, "no disk"}, {PAWL_DB, 0, "no disk"}, {PAWL_DB, 0, "still no disk"},
                {PAWL_OK, JOB_EVENT_DONE, NULL}, {PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "fails");
    for (int i = 0; i < 3; i++) {
        make_due("job", "fails", "work queued", 0);
        work_once(db, &job_machine, 0);
        if (i < 2)
            assert_between(due_in(db, "job", "fails", "work queued"), SECONDS(540 + i * 600),
                           SECONDS(750 + i * 750));
    }
    assert_int_equal(script.attempts[2], 3);
    expect_rows(db, "3|still no disk\n",
                "select attempts, last_error from job_pending where job_id = 'fails'");
    expect_pending(db, "job", "fails", "work queued|10|parked\n");
    /* it is nobody's business any more, and stops nobody */
    new_job(db, "healthy");
    make_due("job", "fails", "work queued", 0);
    work_once(db, &job_machine, 0);
    expect_job(db, "fails", "queued|10\n");
    expect_job(db, "healthy", "finished|20\n");
    expect(PAWL_OK, pawl_retry(db, &job_machine, (struct pawl_key){.text = "fails"}, 0, &err));
    work_once(db, &job_machine, 0);
    assert_int_equal(script.attempts[4], 1);
    expect_job(db, "fails", "finished|20\n");
}

static void hear_refused(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                         enum pawl_status status, const struct pawl_error *told) {
    (void)machine, (void)item;
    assert_int_equal(status, PAWL_REFUSED);
    assert_string_equal(told->message, "run has answered REFUSED without a reason");
    ++*(int *)context;
}

/* A guard's refusal of a timer means later; a hook's is one of many ways to fail. */
static void what_a_hook_refuses_is_a_failure(void **state) {
    (void)state;
    static const struct answer answers[] = ANSWERS({PAWL_REFUSED, 0, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    int heard = 0;
    const struct pawl_machine *machine = &job_machine;
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .told = hear_refused, .context = &heard};
    new_job(db, "refused");
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    assert_int_equal(heard, 1);
    expect_rows(db, "1|run has answered REFUSED without a reason\n",
                "select attempts, last_error from job_pending where job_id = 'refused'");
    assert_between(due_in(db, "job", "refused", "work queued"), SECONDS(540), SECONDS(750));
}

static void pause_doubles_up_to_its_end(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct alarm_create_args args = {.due = {true, 1000}};
    expect(PAWL_OK, alarm_create(db, "pause", &args, NULL, NULL, &err));
    static const int64_t seconds[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        struct pawl_item item;
        size_t count = 0;
        make_due("alarm", "pause", "set.ring", 0);
        expect(PAWL_OK, pawl_claim(db, &alarm_machine, PAWL_TIMERS, 0, &item, 1, &count, &err));
        assert_int_equal(count, 1);
        expect(PAWL_OK, pawl_fail(db, &alarm_machine, &item, "again", &err));
        /* up to a quarter longer; and some time has passed since */
        assert_between(due_in(db, "alarm", "pause", "set.ring"), SECONDS(seconds[i]) - SECONDS(30),
                       SECONDS(seconds[i]) * 5 / 4);
    }
    expect(PAWL_OK, alarm_stop(db, "pause", NULL, NULL, &err));
}

static void spent_attempts_fire_else(void **state) {
    (void)state;
    static const struct answer answers[] = ANSWERS({PAWL_DB, 0, "no"}, {PAWL_DB, 0, "no"});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "else");
    expect(PAWL_OK, job_chain(db, "else", NULL, NULL, &err));
    expect_pending(db, "job", "else", "work chained|20\n");
    work_once(db, &job_machine, 0);
    make_due("job", "else", "work chained", 0);
    work_once(db, &job_machine, 0);
    assert_int_equal(script.calls, 2);
    expect_job(db, "else", "given_up|30\n");
    expect_pending(db, "job", "else", "");
}

static void wrong_answers_are_failures(void **state) {
    (void)state;
    static const struct answer answers[] =
        ANSWERS({PAWL_OK, JOB_EVENT_RESUME, NULL}, {PAWL_OK, 0, NULL}, {PAWL_OK, JOB_EVENT_DONE, NULL});
    static const char *const errors[] = {"job wrong: resume is not allowed in queued",
                                         "run has answered OK, and named no event",
                                         "run has left a transaction open"};
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "wrong");
    for (int i = 0; i < 3; i++) {
        script.leaves_transaction_open = i == 2;
        make_due("job", "wrong", "work queued", 0);
        work_once(db, &job_machine, 0);
        char expected[128];
        snprintf(expected, sizeof expected, "%d|%s\n", i + 1, errors[i]);
        expect_rows(db, expected, "select attempts, last_error from job_pending where job_id = 'wrong'");
    }
    expect_job(db, "wrong", "queued|10\n");
}

static void work_goes_on_where_its_state_goes_on(void **state) {
    (void)state;
    static const struct answer answers[] =
        ANSWERS({PAWL_OK, JOB_EVENT_PROGRESS, NULL}, {PAWL_OK, JOB_EVENT_CHAIN, NULL},
                {PAWL_OK, JOB_EVENT_ADVANCE, NULL}, {PAWL_OK, JOB_EVENT_ADVANCE, NULL},
                {PAWL_OK, JOB_EVENT_ADVANCE, NULL}, {PAWL_OK, JOB_EVENT_ADVANCE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    new_job(db, "goes on");
    work_once(db, &job_machine, 0);
    expect_job(db, "goes on", "queued|20\n");
    expect_pending(db, "job", "goes on", "work queued|10\n");
    expect_rows(db, "0\n", "select attempts from job_pending where job_id = 'goes on'");
    make_due("job", "goes on", "work queued", 0);
    /* in another state it is due at once, so that the chain runs through */
    work_once(db, &job_machine, 0);
    assert_int_equal(script.calls, 6);
    static const int64_t sort_keys[] = {10, 10, 30, 30, 50, 60};
    for (int i = 0; i < 6; i++)
        assert_int_equal(script.sort_keys[i], sort_keys[i]);
    expect_job(db, "goes on", "finished|70\n");
    expect_pending(db, "job", "goes on", "");
}

static void moved_by_others_the_claim_is_lost(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "moved");
    struct pawl_item item = claim_one(db);
    expect(PAWL_OK, job_pause(db, "moved", NULL, NULL, &err));
    expect(PAWL_OK, job_resume(db, "moved", NULL, NULL, &err));
    struct job_done_args args = {.result = "late"};
    expect(PAWL_CONFLICT, pawl_complete(db, &job_machine, &item, JOB_EVENT_DONE, &args, NULL, NULL, &err));
    expect_job(db, "moved", "queued|30\n");
    struct pawl_item again = claim_one(db);
    assert_int_equal(again.attempts, 1);
    expect(PAWL_MISUSE, pawl_complete(db, &job_machine, &again, 0, NULL, NULL, NULL, &err));
    expect_message("job: work queued is completed with an event");
    struct pawl_opts opts = {.struct_size = sizeof opts, .item = &again};
    expect(PAWL_OK, job_done(db, "moved", &args, &opts, NULL, &err));
    expect_job(db, "moved", "finished|40\n");
}

static void p9_clock_that_ran_ahead_delays_no_work(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "ahead");
    moved_in_the_future("job", "ahead");
    expect(PAWL_OK, job_again(db, "ahead", NULL, NULL, &err));
    assert_between(due_in(db, "job", "ahead", "work queued"), -SECONDS(600), SECONDS(0));
    struct pawl_item item = claim_one(db);
    assert_string_equal(item.key_text, "ahead");
    struct job_progress_args args = {.percent = 10};
    expect(PAWL_OK, pawl_complete(db, &job_machine, &item, JOB_EVENT_PROGRESS, &args, NULL, NULL, &err));
    assert_between(due_in(db, "job", "ahead", "work queued"), SECONDS(300), SECONDS(600));
    expect(PAWL_OK, job_pause(db, "ahead", NULL, NULL, &err));
}

static void lease_can_be_extended(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "extended");
    struct pawl_item item = claim_one(db);
    assert_between(due_in(db, "job", "extended", "work queued"), -SECONDS(30), SECONDS(1));
    expect(PAWL_OK, pawl_extend(db, &job_machine, &item, SECONDS(100), &err));
    assert_between(due_in(db, "job", "extended", "work queued"), SECONDS(70), SECONDS(100));
    expect(PAWL_OK, pawl_extend(db, &job_machine, &item, 0, &err));
    assert_between(due_in(db, "job", "extended", "work queued"), -SECONDS(30), SECONDS(1));
    expect(PAWL_OK, pawl_not_yet(db, &job_machine, &item, SECONDS(1000), &err));
    assert_between(due_in(db, "job", "extended", "work queued"), SECONDS(900), SECONDS(1000));
    expect(PAWL_CONFLICT, pawl_extend(db, &job_machine, &item, 0, &err));
    expect(PAWL_OK, job_pause(db, "extended", NULL, NULL, &err));
}

static void expect_too_long(struct pawl_db *db, struct pawl_item *item, int64_t us) {
    struct pawl_item items[1];
    size_t count;
    const struct pawl_machine *machines[] = {&job_machine};
    const struct pawl_work_options options = {.once = true, .lease_us = us};
    expect(PAWL_MISUSE, pawl_claim(db, &job_machine, PAWL_WORKS, us, items, 1, &count, &err));
    expect_message_has("pawl_claim: lease_us is ");
    assert_string_equal(err.help, "give it 0 to 3155760000000000, which are 100 years");
    expect(PAWL_MISUSE, pawl_extend(db, &job_machine, item, us, &err));
    expect(PAWL_MISUSE, pawl_work(db, machines, 1, &options, &err));
    if (us > 0)
        expect(PAWL_MISUSE, pawl_not_yet(db, &job_machine, item, us, &err));
}

static void leases_and_pauses_are_no_longer_than_time(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct pawl_item items[1];
    size_t count;
    const int64_t most = PAWL_DURATION_MAX_US, least = most - SECONDS(600);
    new_job(db, "for ever");
    struct pawl_item item = claim_one(db);
    expect_too_long(db, &item, INT64_MAX);
    expect_too_long(db, &item, PAWL_DURATION_MAX_US + 1);
    expect_too_long(db, &item, -1);
    expect(PAWL_OK, pawl_extend(db, &job_machine, &item, most, &err));
    assert_between(due_in(db, "job", "for ever", "work queued"), least, most);
    make_due("job", "for ever", "work queued", -1000000);
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, most, items, 1, &count, &err));
    assert_int_equal(count, 1);
    assert_string_equal(items[0].key_text, "for ever");
    assert_between(due_in(db, "job", "for ever", "work queued"), least, most);
    expect(PAWL_OK, pawl_not_yet(db, &job_machine, items, most, &err));
    assert_between(due_in(db, "job", "for ever", "work queued"), least, most);
    expect(PAWL_OK, job_pause(db, "for ever", NULL, NULL, &err));
}

static void expect_refused(struct pawl_db *db, const char *call) {
    char sql[300];
    snprintf(sql, sizeof sql, "select %s", call);
    expect(PAWL_DB, pawl_exec(db, sql, &err));
    assert_string_equal(err.sqlstate, "22023");
    expect_message_has("at most 100 years");
}

static void leases_and_pauses_in_sql_have_the_same_bounds(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* workers there are libpawl's */
    struct pawl_db *db = open_application();
    expect_refused(db, "job_pending_claim(1, 'work', interval '36526 days')");
    expect_refused(db, "job_pending_claim(1, 'work', interval '-1 s')");
    expect_refused(db, "job_pending_extend('x', ('work queued', 10, 1), interval '36526 days')");
    expect_refused(db, "job_pending_extend('x', ('work queued', 10, 1), interval '0')");
    expect_refused(db, "job_pending_not_yet('x', ('work queued', 10, 1), interval '36526 days')");
    expect_refused(db, "job_pending_not_yet('x', ('work queued', 10, 1), interval '-1 s')");
}

/* ---- workers that come to no end ------------------------------------------------------------------ */

static void attempts_count_at_the_claim(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "killer");
    for (int i = 1; i <= 3; i++) {
        struct pawl_item item = claim_one(db);
        assert_int_equal(item.attempts, i);
        assert_false(item.is_parked);
        make_due("job", "killer", "work queued", 0); /* nothing was heard of that worker again */
    }
    struct pawl_item item = claim_one(db);
    assert_true(item.is_parked);
    expect_pending(db, "job", "killer", "work queued|10|parked\n");
    expect_rows(db, "its workers came to no end\n",
                "select last_error from job_pending where job_id = 'killer'");
    expect(PAWL_CONFLICT, pawl_fail(db, &job_machine, &item, "?", &err));
    expect(PAWL_OK, job_pause(db, "killer", NULL, NULL, &err));
}

static void else_is_fired_for_workers_that_died(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_job(db, "died");
    expect(PAWL_OK, job_chain(db, "died", NULL, NULL, &err));
    for (int i = 1; i <= 2; i++) {
        struct pawl_item item = claim_one(db);
        assert_false(item.is_spent);
        make_due("job", "died", "work chained", 0);
    }
    struct pawl_item item = claim_one(db);
    assert_true(item.is_spent);
    assert_false(item.is_parked);
    expect(PAWL_OK, pawl_complete(db, &job_machine, &item, 0, NULL, NULL, NULL, &err));
    expect_job(db, "died", "given_up|30\n");
}

/* ---- many workers --------------------------------------------------------------------------------- */

#define JOBS    200
#define WORKERS 8

static atomic_int runs_of[JOBS];

static enum pawl_status count_run(struct pawl_db *db, const struct job_work_call *work,
                                  struct job_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)context, (void)said;
    assert_true(strncmp(work->id, "many", strlen("many")) == 0);
    atomic_fetch_add(&runs_of[atoi(work->id + strlen("many"))], 1);
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "fine"};
    return PAWL_OK;
}

static void *work_in_thread(void *db) {
    const struct pawl_machine *machine = &job_machine;
    /* a machine that is slow beyond measure must not take the items from itself */
    struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .lease_us = SECONDS(600)};
    struct pawl_error failure = PAWL_ERROR_INIT;
    if (pawl_work(db, &machine, 1, &options, &failure) != PAWL_OK)
        print_error("%s\n", failure.message);
    return NULL;
}

static void many_workers_do_each_once(void **state) {
    (void)state;
    static const struct job_hooks hooks = {.run = count_run, .step = count_run};
    struct pawl_db *db = open_application();
    for (int i = 0; i < JOBS; i++) {
        char id[16];
        snprintf(id, sizeof id, "many%d", i);
        new_job(db, id);
    }
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        struct pawl_db *own = open_application();
        expect(PAWL_OK, job_set_hooks(own, &hooks, &err));
        pthread_create(&threads[i], NULL, work_in_thread, own);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(atomic_load(&runs_of[i]), 1);
    expect_rows(db, "200\n",
                "select count(*) from job_current where job_id like 'many%%'"
                " and state = 'finished' and sort_key = 20");
}

struct cancelled {
    struct pawl_db *db;
    long session;
    atomic_bool stops, has_ended;
    enum pawl_status status;
    struct pawl_error error;
};

static bool is_to_stop(void *context) {
    struct cancelled *cancelled = context;
    return atomic_load(&cancelled->stops);
}

static void *work_until_told(void *context) {
    struct cancelled *cancelled = context;
    const struct pawl_machine *machine = &job_machine;
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .poll_ms = 1,
                                              .lease_us = SECONDS(1),
                                              .stop = is_to_stop,
                                              .context = cancelled};
    cancelled->status = pawl_work(cancelled->db, &machine, 1, &options, &cancelled->error);
    atomic_store(&cancelled->has_ended, true);
    return NULL;
}

static void *cancel_until_told(void *context) {
    struct cancelled *cancelled = context;
    struct pawl_db *admin = open_administrator();
    const bool is_mariadb = on_mariadb();
    while (!atomic_load(&cancelled->stops)) {
        execute(admin, is_mariadb ? "kill query %ld" : "select pg_cancel_backend(%ld)", cancelled->session);
        sleep_ms(1);
    }
    return NULL;
}

/* Also if it is the rollback itself that an operator cancels. */
static void p6_cancelled_rollback_leaves_no_transaction_open(void **state) {
    (void)state;
    if ((!on_mariadb() && !has_session_of_postgres()) || through_pool())
        skip();
    struct cancelled cancelled = {.db = open_application()};
    char *session =
        rows_of(cancelled.db, on_mariadb() ? "select connection_id()" : "select pg_backend_pid()");
    cancelled.session = strtol(session, NULL, 10);
    free(session);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_until_told, &cancelled), 0);
    int left_open = 0;
    for (int i = 0; i < 10000; i++) {
        if (pawl_begin(cancelled.db, &err) != PAWL_OK)
            continue;
        pawl_exec(cancelled.db, "select 1", &err);
        pawl_rollback(cancelled.db, &err);
        left_open += pawl_in_transaction(cancelled.db);
        while (pawl_in_transaction(cancelled.db))
            pawl_rollback(cancelled.db, &err);
    }
    atomic_store(&cancelled.stops, true);
    pthread_join(thread, NULL);
    assert_int_equal(left_open, 0);
}

/* Whatever of its own statements an operator cancels, it goes on. */
static void cancelled_statement_ends_no_worker(void **state) {
    (void)state;
    if ((!on_mariadb() && !has_session_of_postgres()) || through_pool())
        skip(); /* SQLite has no sessions, and a pooler exchanges them */
    static const struct answer answers[] = ANSWERS({PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct cancelled cancelled = {.db = worker(&script), .error = PAWL_ERROR_INIT};
    struct pawl_db *db = open_application(), *admin = open_administrator();
    const bool is_mariadb = on_mariadb();
    char *session = rows_of(cancelled.db, is_mariadb ? "select connection_id()" : "select pg_backend_pid()");
    const long number = strtol(session, NULL, 10);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work_until_told, &cancelled), 0);
    for (int i = 0; i < 500 && !atomic_load(&cancelled.has_ended); i++) {
        execute(admin, is_mariadb ? "kill query %ld" : "select pg_cancel_backend(%ld)", number);
        sleep_ms(1);
    }
    new_job(db, "cancelled");
    struct job_current current = {0};
    for (int waited = 0; waited < 60000 && !atomic_load(&cancelled.has_ended); waited += 10) {
        expect(PAWL_OK, job_get(db, "cancelled", &current, &err));
        if (current.state == JOB_STATE_FINISHED)
            break;
        sleep_ms(10);
    }
    atomic_store(&cancelled.stops, true);
    pthread_join(thread, NULL);
    free(session);
    assert_string_equal(cancelled.status == PAWL_OK ? "" : cancelled.error.message, "");
    expect_job(db, "cancelled", "finished|20\n");
}

static void missing_hooks_are_named(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct pawl_machine *machine = &job_machine;
    expect(PAWL_MISUSE, pawl_work(db, &machine, 1, NULL, &err));
    expect_message("pawl_work: job: work queued needs run, and the handle's hooks do not have it");
    struct job_hooks hooks = {.run = count_run};
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err)); /* a program need not do all that its machine can */
    expect(PAWL_MISUSE, pawl_work(db, &machine, 1, NULL, &err));
    expect_message("pawl_work: job: work chained needs step, and the handle's hooks do not have it");
    machine = &door_machine;
    expect(PAWL_MISUSE, pawl_work(db, &machine, 1, NULL, &err));
    expect_message("pawl_work: door has no timers and no work");
}

struct refusals {
    int count;
    char machine[32], message[512];
};

static void note_refused(void *context, const struct pawl_machine *machine, const struct pawl_error *said) {
    struct refusals *refusals = context;
    refusals->count++;
    snprintf(refusals->machine, sizeof refusals->machine, "%s", machine->name);
    snprintf(refusals->message, sizeof refusals->message, "%s", said->message);
}

static void machine_that_is_refused_leaves_the_others_working(void **state) {
    (void)state;
    static const struct answer answers[] = ANSWERS({PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = worker(&script);
    struct pawl_machine migrated = alarm_machine; /* as if the database had another version */
    migrated.fingerprint = "0123456789abcdef";
    const struct pawl_machine *const machines[] = {&migrated, &job_machine};
    struct refusals refusals = {0};
    const struct pawl_work_options options = {
        .struct_size = sizeof options, .once = true, .refused = note_refused, .context = &refusals};
    new_job(db, "beside");
    expect(PAWL_MISMATCH, pawl_work(db, machines, 2, &options, &err));
    expect_message_has("machine alarm: the database does not accept the version");
    expect_job(db, "beside", "finished|20\n");
    assert_int_equal(refusals.count, 1);
    assert_string_equal(refusals.machine, "alarm");
    assert_non_null(strstr(refusals.message, "(0123456789abcdef); accepted: "));
    new_job(db, "alone");
    expect(PAWL_MISMATCH, pawl_work(db, machines, 1, &options, &err));
    expect_job(db, "alone", "queued|10\n");
}

/* A row that no libpawl has written, as in a file that is damaged. */
static void key_that_is_too_long_stays_within_its_item(void **state) {
    (void)state;
    if (on_mariadb())
        skip(); /* its columns are as long as keys */
    struct pawl_db *db = open_application();
    struct {
        struct pawl_item items[1];
        char behind[4 * PAWL_KEY_MAX_BYTES];
    } claimed;
    size_t count = 0;
    char key[3 * PAWL_KEY_MAX_BYTES + 1], sql[4 * PAWL_KEY_MAX_BYTES];
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    memset(claimed.behind, 'b', sizeof claimed.behind);
    new_job(db, "long");
    snprintf(
        sql, sizeof sql,
        "insert into job_pending (job_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep)"
        " select '%s', declaration, is_work, due_at, fence, claim, attempts, is_asleep from job_pending"
        " where job_id = 'long'; delete from job_pending where job_id = 'long'",
        key);
    forge(sql);
    pawl_claim(db, &job_machine, PAWL_WORKS, 0, claimed.items, 1, &count, &err);
    for (size_t i = 0; i < sizeof claimed.behind; i++)
        assert_int_equal(claimed.behind[i], 'b');
    snprintf(sql, sizeof sql, "delete from job_pending where job_id like 'kkk%%'");
    forge(sql);
}

static atomic_bool work_is_over;

static bool is_work_over(void *context) {
    (void)context;
    return atomic_load(&work_is_over);
}

static void *wait_for_work(void *db) {
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .poll_ms = 60000, .stop = is_work_over};
    return pawl_work(db, &machine, 1, &options, NULL) == PAWL_OK ? NULL : db;
}

static void word_of_work_shortens_the_wait(void **state) {
    (void)state;
    static const struct answer answers[] = ANSWERS({PAWL_OK, JOB_EVENT_DONE, NULL});
    struct script script = {.answers = answers};
    struct pawl_db *db = open_application();
    struct job_current current = {0};
    pthread_t thread;
    void *failed = NULL;
    if (!can_listen())
        skip();
    atomic_store(&work_is_over, false);
    pthread_create(&thread, NULL, wait_for_work, worker(&script));
    wait_for_sleeper("job_pending");
    sleep_ms(300); /* until it looks no more */
    new_job(db, "told");
    for (int i = 0; i < 250 && current.state != JOB_STATE_FINISHED; i++) {
        sleep_ms(20);
        expect(PAWL_OK, job_get(db, "told", &current, &err));
    }
    atomic_store(&work_is_over, true);
    pthread_join(thread, &failed);
    assert_null(failed);
    assert_int_equal(current.state, JOB_STATE_FINISHED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(hook_names_the_event_and_its_args),
        TEST(not_yet_counts_no_attempt),
        TEST(failure_is_tried_again_and_parked),
        TEST(what_a_hook_refuses_is_a_failure),
        TEST(pause_doubles_up_to_its_end),
        TEST(spent_attempts_fire_else),
        TEST(wrong_answers_are_failures),
        TEST(work_goes_on_where_its_state_goes_on),
        TEST(moved_by_others_the_claim_is_lost),
        TEST(p9_clock_that_ran_ahead_delays_no_work),
        TEST(lease_can_be_extended),
        TEST(leases_and_pauses_are_no_longer_than_time),
        TEST(leases_and_pauses_in_sql_have_the_same_bounds),
        TEST(attempts_count_at_the_claim),
        TEST(else_is_fired_for_workers_that_died),
        TEST(many_workers_do_each_once),
        TEST_ON_ONE_NODE(p6_cancelled_rollback_leaves_no_transaction_open),
        TEST_ON_ONE_NODE(cancelled_statement_ends_no_worker),
        TEST(missing_hooks_are_named),
        TEST(machine_that_is_refused_leaves_the_others_working),
        TEST(key_that_is_too_long_stays_within_its_item),
        TEST(word_of_work_shortens_the_wait),
    };
    moves_only(&alarm_machine, &door_machine, &job_machine, NULL);
    return run_suite(tests);
}
