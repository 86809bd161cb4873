/* Workers that are killed, and workers that stand still past their lease, in processes of their own. */
#include "../conformance/queue_rows.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEASE_US SECONDS(1) /* of the work in job.fsm */

struct child {
    pid_t process;
    int said; /* one character for each thing that happens in it */
};

static int out;

static void say(char what) {
    if (write(out, &what, 1) != 1)
        _exit(3);
}

/* Says that it has begun, and then stands still until it is killed, or stopped and continued. */
static enum pawl_status stand_still(struct pawl_db *db, const struct job_work_call *work,
                                    struct job_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)work, (void)context, (void)said;
    say('b');
    raise(SIGSTOP);
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "thawed"};
    return PAWL_OK;
}

static void tell(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *told) {
    (void)context, (void)machine, (void)item, (void)told;
    say(status == PAWL_OK ? 'o' : status == PAWL_CONFLICT ? 'c' : '?');
}

/* With connections of its own: those of the parent are the parent's. */
static void run_child(void) {
    struct pawl_db *db = NULL;
    struct job_hooks hooks = {.run = stand_still, .step = stand_still};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {.struct_size = sizeof options, .once = true, .told = tell};
    if (pawl_open(&db, application_where(), NULL) != PAWL_OK || job_set_hooks(db, &hooks, NULL) != PAWL_OK)
        _exit(2);
    enum pawl_status status = pawl_work(db, &machine, 1, &options, NULL);
    say('e');
    _exit(status == PAWL_OK ? 0 : 1);
}

static struct child start(void (*run)(void)) {
    int ends[2];
    struct child child;
    assert_int_equal(pipe(ends), 0);
    out = ends[1];
    child.process = fork();
    if (child.process == 0)
        run();
    assert_true(child.process > 0);
    close(ends[1]);
    child.said = ends[0];
    return child;
}

static struct child start_child(void) {
    return start(run_child);
}

static char hear(const struct child *child) {
    char what = 0;
    return read(child->said, &what, 1) == 1 ? what : '-';
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static enum pawl_status finish(struct pawl_db *db, const struct job_work_call *work,
                               struct job_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)said;
    *(int *)context = work->attempt;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "taken over"};
    return PAWL_OK;
}

static bool is_done(void *context) {
    return *(int *)context != 0;
}

/* Another worker's loop, until it has done something; the attempt that it was. */
static int take_over(void) {
    int attempt = 0;
    struct pawl_db *db = open_application();
    struct job_hooks hooks = {.context = &attempt, .run = finish, .step = finish};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {.struct_size = sizeof options, .stop = is_done, .context = &attempt};
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    return attempt;
}

/* In the middle of a transaction that writes. */
static void stop_while_writing(void) {
    struct pawl_db *db = NULL;
    if (pawl_open(&db, application_where(), NULL) != PAWL_OK || pawl_begin(db, NULL) != PAWL_OK)
        _exit(2);
    say('b');
    raise(SIGSTOP);
    _exit(0);
}

static struct pawl_db *new_job(const char *id) {
    struct pawl_db *db = open_application();
    expect(PAWL_OK, job_create(db, id, NULL, NULL, &err));
    return db;
}

static void p9_killed_worker_is_taken_over_after_its_lease(void **state) {
    (void)state;
    struct pawl_db *db = new_job("killed");
    struct child child = start_child();
    assert_int_equal(hear(&child), 'b');
    int64_t began = now(); /* the claim was a moment before */
    kill(child.process, SIGKILL);
    waitpid(child.process, NULL, 0);
    close(child.said);
    assert_int_equal(take_over(), 2);
    /* a second after the lease at the latest, where nobody else has the processor */
    int64_t taken_over_after_us = now() - began;
    print_message("taken over %lld ms after the claim, whose lease is %lld ms\n",
                  (long long)taken_over_after_us / 1000, (long long)LEASE_US / 1000);
    assert_between(taken_over_after_us, 0, LEASE_US + SECONDS(30));
    expect_rows(db, "queued|finished|taken over\n",
                "select from_state, to_state, result from job_transitions"
                " where job_id = 'killed' and sort_key = 20");
}

static void p9_thawed_worker_writes_nothing(void **state) {
    (void)state;
    struct pawl_db *db = new_job("frozen");
    struct child child = start_child();
    assert_int_equal(hear(&child), 'b');
    waitpid(child.process, NULL, WUNTRACED);
    assert_int_equal(take_over(), 2);
    kill(child.process, SIGCONT);
    assert_int_equal(hear(&child), 'c');
    assert_int_equal(hear(&child), 'e');
    waitpid(child.process, NULL, 0);
    close(child.said);
    expect_rows(db, "20|taken over\n",
                "select sort_key, result from job_transitions where job_id = 'frozen' and sort_key > 10");
}

static void p9_thawed_worker_writes_nothing_into_another_stay(void **state) {
    (void)state;
    struct pawl_db *db = new_job("back again");
    struct child child = start_child();
    assert_int_equal(hear(&child), 'b');
    waitpid(child.process, NULL, WUNTRACED);
    expect(PAWL_OK, job_pause(db, "back again", NULL, NULL, &err));
    expect(PAWL_OK, job_resume(db, "back again", NULL, NULL, &err));
    struct pawl_item item;
    size_t count = 0;
    expect(PAWL_OK, pawl_claim(db, &job_machine, PAWL_WORKS, SECONDS(60), &item, 1, &count, &err));
    assert_int_equal(count, 1);
    kill(child.process, SIGCONT);
    assert_int_equal(hear(&child), 'c');
    waitpid(child.process, NULL, 0);
    close(child.said);
    /* there again with a claim of the same number: it is another stay, and another's claim */
    expect_rows(db, "queued|30\n", "select state, sort_key from job_current where job_id = 'back again'");
    expect_rows(db, "30|1|1\n", "select fence, claim, attempts from job_pending where job_id = 'back again'");
    expect(PAWL_OK, job_pause(db, "back again", NULL, NULL, &err));
}

static void p9_hook_that_kills_its_worker_is_parked(void **state) {
    (void)state;
    struct pawl_db *db = new_job("deadly");
    for (int i = 0; i < 3; i++) {
        struct child child = start_child();
        assert_int_equal(hear(&child), 'b');
        kill(child.process, SIGKILL);
        waitpid(child.process, NULL, 0);
        close(child.said);
        make_due("job", "deadly", "work queued", 0);
    }
    struct child child = start_child();
    assert_int_equal(hear(&child), '?'); /* UNKNOWN: told, and not run */
    assert_int_equal(hear(&child), 'e');
    waitpid(child.process, NULL, 0);
    close(child.said);
    expect_pending(db, "job", "deadly", "work queued|10|parked\n");
}

/* ---- of jobs that are claimed together ------------------------------------------------------------ */

enum { TOGETHER = 24, DIES_AT = 10 };

struct runs {
    int count, of[TOGETHER];
    struct pawl_db *db;
};

/* "t00", ...: which it is. Dies in the middle of a job that it has claimed with others. */
static enum pawl_status die_at_the_tenth(struct pawl_db *db, const struct job_work_call *work,
                                         struct job_work_result *result, void *context,
                                         struct pawl_error *said) {
    static int calls;
    (void)db, (void)context, (void)said;
    say((char)atoi(work->id + 1));
    if (++calls == DIES_AT)
        raise(SIGKILL);
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "before"};
    return PAWL_OK;
}

static void run_dying_child(void) {
    struct pawl_db *db = NULL;
    struct job_hooks hooks = {.run = die_at_the_tenth, .step = die_at_the_tenth};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {.struct_size = sizeof options, .once = true};
    if (pawl_open(&db, application_where(), NULL) != PAWL_OK || job_set_hooks(db, &hooks, NULL) != PAWL_OK)
        _exit(2);
    pawl_work(db, &machine, 1, &options, NULL);
    _exit(1);
}

static enum pawl_status count_run(struct pawl_db *db, const struct job_work_call *work,
                                  struct job_work_result *result, void *context, struct pawl_error *said) {
    struct runs *runs = context;
    (void)db, (void)said;
    runs->of[atoi(work->id + 1)]++;
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = "after"};
    return PAWL_OK;
}

static int number_of(struct pawl_db *db, const char *sql) {
    char *rows = rows_of(db, sql);
    const int number = atoi(rows);
    free(rows);
    return number;
}

static bool all_are_done(void *context) {
    const struct runs *runs = context;
    return number_of(runs->db,
                     "select count(*) from job_current where job_id like 't%' and state = 'finished'") ==
           TOGETHER;
}

/* What was committed is not run again, and what had not begun is run once. */
static void p9_killed_worker_repeats_only_what_was_not_committed(void **state) {
    (void)state;
    struct runs runs = {.db = open_application()};
    char id[8];
    for (int i = 0; i < TOGETHER; i++) {
        snprintf(id, sizeof id, "t%02d", i);
        new_job(id);
        make_due("job", id, "work queued", i);
    }
    struct child child = start(run_dying_child);
    int began[TOGETHER] = {0};
    for (int i = 0; i < DIES_AT; i++)
        began[(int)hear(&child)]++;
    waitpid(child.process, NULL, 0);
    close(child.said);
    const int committed = number_of(
        runs.db, "select count(*) from job_transitions where job_id like 't%' and result = 'before'");
    struct pawl_db *db = open_application();
    struct job_hooks hooks = {.context = &runs, .run = count_run, .step = count_run};
    const struct pawl_machine *machine = &job_machine;
    struct pawl_work_options options = {
        .struct_size = sizeof options, .stop = all_are_done, .context = &runs, .lease_us = SECONDS(600)};
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
    for (int i = 0; i < TOGETHER; i++) {
        assert_in_range(began[i], 0, 1);
        assert_in_range(began[i] + runs.of[i], 1, 2);
        runs.count += runs.of[i];
    }
    assert_int_equal(runs.count, TOGETHER - committed);
    assert_in_range(committed, 1, DIES_AT - 1);
    expect_rows(db, "24\n", "select count(*) from job_transitions where job_id like 't%%' and sort_key = 20");
}

/* Each of ten attempts would wait as long as SQLite is told to. */
static void stopped_writer_is_named_after_one_wait(void **state) {
    (void)state;
    if (!on_sqlite())
        skip(); /* where no transaction keeps all others from writing */
    char where[600], message[600];
    struct pawl_db *db, *other = new_job("waits");
    snprintf(where, sizeof where, "%s?wait_ms=150", application_where());
    expect(PAWL_OK, pawl_open(&db, where, &err));
    struct child child = start(stop_while_writing);
    assert_int_equal(hear(&child), 'b');
    int stopped;
    assert_int_equal(waitpid(child.process, &stopped, WUNTRACED), child.process);
    snprintf(message, sizeof message,
             "SQLite: process %d (fault-workers), which is stopped, has kept others from writing to %s"
             " for more than 150 ms",
             child.process, application_where() + strlen("sqlite:"));
    expect(PAWL_CONFLICT, job_create(db, "stands", NULL, NULL, &err));
    expect_message_has("job stands: create: given up: SQLite: process ");
    expect_message_has(message);
    assert_non_null(strstr(err.help, "wait_ms"));
    expect(PAWL_DB, pawl_begin(db, &err));
    expect_message_has(message);
    assert_true(err.retryable);
    kill(child.process, SIGKILL);
    waitpid(child.process, &stopped, 0);
    close(child.said);
    expect(PAWL_OK, job_create(db, "stands", NULL, NULL, &err));

    expect(PAWL_OK, pawl_begin(other, &err));
    expect(PAWL_CONFLICT, job_create(db, "beside", NULL, NULL, &err));
    expect_message_has("given up: SQLite: another connection of this process has kept others from writing");
    expect(PAWL_OK, pawl_rollback(other, &err));
    pawl_close(db);
    snprintf(where, sizeof where, "%s?wait_ms=1s", application_where());
    expect(PAWL_MISUSE, pawl_open(&db, where, &err));
    expect_message("wait_ms=1s: it is a number of milliseconds, up to 86400000");
}

/* ---- a database that is away as the worker begins ------------------------------------------------- */

struct outage {
    struct pawl_db *admin;
    int asked;   /* whether to stop; the fifth time it is over */
    int attempt; /* of the work, when it is done */
    int told;    /* in vain, and 1000 for each time that it was there again */
};

static void set_logins(struct pawl_db *admin, const char *login) {
    execute(admin, "do $$ begin execute format('alter role %%I %s', current_database()); end $$", login);
    execute(admin, "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
                   " where usename = current_database()");
}

static bool end_outage(void *context) {
    struct outage *outage = context;
    if (++outage->asked == 5)
        set_logins(outage->admin, "login");
    return outage->attempt != 0 || outage->asked > 1000;
}

static void count_told(void *context, const struct pawl_error *why) {
    struct outage *outage = context;
    if (why)
        assert_non_null(strstr(why->message, "not permitted to log in"));
    outage->told += why ? 1 : 1000;
}

static void what_is_away_at_the_beginning_is_waited_for(void **state) {
    (void)state;
    const struct pawl_machine *machine = &job_machine;
    struct outage outage = {.admin = open_administrator()};
    const struct job_hooks hooks = {.run = finish, .step = finish, .context = &outage.attempt};
    struct pawl_work_options options = {
        .poll_ms = 10, .once = true, .stop = end_outage, .away = count_told, .context = &outage};
    if (!on_postgres())
        skip(); /* a file is not away */
    struct pawl_db *db = new_job("late");
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    set_logins(outage.admin, "nologin");
    expect(PAWL_DB, pawl_work(db, &machine, 1, &options, &err));
    expect_message_has("not permitted to log in");
    assert_int_equal(outage.told, 0);
    outage.asked = 0;
    options.once = false;
    enum pawl_status status = pawl_work(db, &machine, 1, &options, &err);
    set_logins(outage.admin, "login");
    expect(PAWL_OK, status);
    assert_int_equal(outage.attempt, 1);
    assert_in_range(outage.told, 1001, 1999);
}

/* ---- a clock that is set -------------------------------------------------------------------------- */

int64_t __real_now_us(void);
int64_t __wrap_now_us(void);

static int64_t clock_is_set_by_us;

int64_t __wrap_now_us(void) {
    return __real_now_us() + clock_is_set_by_us;
}

struct idle {
    struct pawl_db *db;
    int asked; /* whether to stop: at each piece of its waiting */
    int attempt;
};

static bool set_clock_back(void *context) {
    struct idle *idle = context;
    idle->asked++;
    if (idle->asked == 6)
        clock_is_set_by_us = -SECONDS(3600);
    if (idle->asked == 7)
        expect(PAWL_OK, job_create(idle->db, "by another clock", NULL, NULL, &err));
    return idle->attempt != 0 || idle->asked > 60;
}

/* It has nothing to do, and then waits no longer than it looks again, whatever o'clock it is. */
static void who_waits_does_not_mind_a_clock_that_is_set(void **state) {
    (void)state;
    const struct pawl_machine *machine = &job_machine;
    struct idle idle = {.db = open_application()};
    const struct job_hooks hooks = {.run = finish, .step = finish, .context = &idle.attempt};
    const struct pawl_work_options options = {.poll_ms = 1000, .stop = set_clock_back, .context = &idle};
    struct pawl_db *db = open_application();
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    enum pawl_status status = pawl_work(db, &machine, 1, &options, &err);
    clock_is_set_by_us = 0;
    expect(PAWL_OK, status);
    assert_int_equal(idle.attempt, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p9_killed_worker_is_taken_over_after_its_lease),
        TEST(p9_thawed_worker_writes_nothing),
        TEST(p9_thawed_worker_writes_nothing_into_another_stay),
        TEST(p9_hook_that_kills_its_worker_is_parked),
        TEST(p9_killed_worker_repeats_only_what_was_not_committed),
        TEST(what_is_away_at_the_beginning_is_waited_for),
        TEST(who_waits_does_not_mind_a_clock_that_is_set),
        TEST(stopped_writer_is_named_after_one_wait), /* it leaves work that is due */
    };
    moves_only(&job_machine, NULL);
    return run_suite(tests);
}
