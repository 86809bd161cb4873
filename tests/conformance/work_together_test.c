/* Jobs that a worker claims together, and whose results it commits together. */
#include "queue_rows.h"

#include <pthread.h>
#include <stdatomic.h>

enum { JOBS = 15, JOBS_MAX = 64, NAME_BYTES = 32 };

/* What the hooks and the worker have seen, and what a hook does besides. */
static struct {
    struct pawl_db *others; /* another connection */
    void (*act)(const char *id);
    int stops_after;
    bool leaves_some; /* of the odd ones, the result is an event that does not end the work */
    int others_claimed;
    char ids[JOBS_MAX][NAME_BYTES];
    int64_t claims[JOBS_MAX];
    atomic_int calls, ok, lost, failed;
} seen;

static enum pawl_status note(struct pawl_db *db, const struct job_work_call *work,
                             struct job_work_result *result, void *context, struct pawl_error *said) {
    static char kept[NAME_BYTES]; /* the arguments live until the next call */
    (void)db, (void)context, (void)said;
    assert_in_range(seen.calls, 0, JOBS_MAX - 1);
    snprintf(seen.ids[seen.calls], NAME_BYTES, "%s", work->id);
    snprintf(kept, sizeof kept, "%s", work->id);
    seen.claims[seen.calls++] = work->item->claim;
    if (seen.act)
        seen.act(work->id);
    result->event = JOB_EVENT_DONE;
    result->args.done = (struct job_done_args){.result = kept};
    if (seen.leaves_some && kept[strlen(kept) - 1] % 2 == 1) {
        result->event = JOB_EVENT_PROGRESS;
        result->args.progress = (struct job_progress_args){50};
    }
    return PAWL_OK;
}

static void tell(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *told) {
    (void)context, (void)machine, (void)item, (void)told;
    atomic_fetch_add(status == PAWL_OK ? &seen.ok : status == PAWL_CONFLICT ? &seen.lost : &seen.failed, 1);
}

static bool shall_stop(void *context) {
    (void)context;
    return seen.stops_after && seen.calls >= seen.stops_after;
}

/* Jobs "NAME00", "NAME01", ..., and a worker that does them in this order. */
static struct pawl_db *new_jobs(const char *name) {
    static const struct job_hooks hooks = {.run = note, .step = note};
    struct pawl_db *db = open_application();
    memset(&seen, 0, sizeof seen);
    seen.others = open_application();
    forge("delete from job_pending"); /* that tests before have left */
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    for (int i = 0; i < JOBS; i++) {
        char id[NAME_BYTES];
        snprintf(id, sizeof id, "%s%02d", name, i);
        expect(PAWL_OK, job_create(seen.others, id, NULL, NULL, &err));
        make_due("job", id, "work queued", i);
    }
    return db;
}

static void work(struct pawl_db *db) {
    const struct pawl_machine *machine = &job_machine;
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .once = true,
                                              .lease_us = SECONDS(600),
                                              .told = tell,
                                              .stop = shall_stop};
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
}

static int number_of(const char *sql) {
    char *rows = rows_of(seen.others, sql);
    const int number = atoi(rows);
    free(rows);
    return number;
}

static void expect_finished(int count) {
    char expected[16];
    snprintf(expected, sizeof expected, "%d\n", count);
    /* each by its own result */
    expect_rows(seen.others, expected,
                "select count(*) from job_transitions where sort_key = 20 and result = job_id"
                " and job_id like '%.*s%%'",
                (int)strlen(seen.ids[0]) - 2, seen.ids[0]);
}

static void results_are_committed_together(void **state) {
    (void)state;
    struct pawl_db *db = new_jobs("together");
    work(db);
    assert_int_equal(seen.calls, JOBS);
    assert_int_equal(atomic_load(&seen.ok), JOBS);
    expect_finished(JOBS);
    expect_rows(db, "0\n", "select count(*) from job_pending");
    if (has_session_of_postgres())
        assert_in_range(number_of("select count(distinct xmin::text) from job_transitions"
                                  " where job_id like 'together%' and sort_key = 20"),
                        1, JOBS - 1);
}

static void p9_result_that_does_not_end_the_work_settles_it(void **state) {
    (void)state;
    struct pawl_db *db = new_jobs("left");
    seen.leaves_some = true;
    work(db);
    assert_int_equal(seen.calls, JOBS);
    assert_int_equal(atomic_load(&seen.ok), JOBS);
    expect_finished(8);
    /* due again after `every`, and not after the lease; a claim counts one, and its settlement another */
    expect_rows(db, "7\n", "select count(*) from job_pending where attempts = 0 and claim = 2");
    expect_rows(db, "7\n",
                "select count(*) from job_transitions where event = 'progress' and job_id like 'left%%'");
}

/* ---- one of them goes wrong ----------------------------------------------------------------------- */

static void poison(void) {
    struct pawl_db *admin = open_administrator();
    if (on_mariadb()) {
        break_on_mariadb("poison", "before insert", "job_transitions",
                         "new.job_id in ('alone04', 'alone09') and new.event = 'done'", "poisoned");
        return;
    }
    if (!on_postgres()) {
        execute(admin,
                "create trigger poison before insert on job_transitions when new.job_id in"
                " ('alone04', 'alone09') and new.event = 'done' begin select raise(abort, 'poisoned'); end");
        return;
    }
    execute(admin, "create function poison() returns trigger language plpgsql as $$ begin"
                   " if new.job_id in ('alone04', 'alone09') and new.event = 'done' then"
                   " raise exception 'poisoned'; end if; return new; end $$");
    execute(admin, "create trigger poison before insert on job_transitions for each row"
                   " execute function poison()");
}

static void p9_one_that_fails_fails_alone(void **state) {
    (void)state;
    struct pawl_db *db = new_jobs("alone");
    poison();
    work(db);
    if (on_mariadb())
        mend_on_mariadb("poison");
    else
        execute(open_administrator(),
                on_postgres() ? "drop trigger poison on job_transitions" : "drop trigger poison");
    assert_int_equal(seen.calls, JOBS);
    assert_int_equal(atomic_load(&seen.ok), JOBS - 2);
    assert_int_equal(atomic_load(&seen.failed), 2);
    expect_finished(JOBS - 2);
    expect_rows(db, "alone04|1\nalone09|1\n",
                "select job_id, attempts from job_pending where last_error like '%%poisoned%%'"
                " and parked_at is null order by job_id");
}

/* As if another worker had claimed it in the meantime. */
static void lose_claim(const char *id) {
    char sql[160];
    snprintf(sql, sizeof sql, "update job_pending set claim = claim + 1 where job_id = '%s'", id);
    if (id[strlen(id) - 1] % 2 == 1)
        forge(sql);
}

static void p9_each_claim_is_compared(void **state) {
    (void)state;
    struct pawl_db *db = new_jobs("lost");
    seen.act = lose_claim;
    work(db);
    assert_int_equal(seen.calls, JOBS);
    assert_int_equal(atomic_load(&seen.ok), 8);
    assert_int_equal(atomic_load(&seen.lost), 7);
    expect_finished(8);
    expect_rows(db, "7\n", "select count(*) from job_pending");
}

/* ---- what has not begun goes back ----------------------------------------------------------------- */

static void p9_stop_gives_back_what_has_not_begun(void **state) {
    (void)state;
    struct pawl_item items[JOBS];
    size_t count = 0;
    struct pawl_db *db = new_jobs("stop");
    seen.stops_after = 5;
    work(db);
    assert_int_equal(seen.calls, 5);
    expect_finished(5);
    expect(PAWL_OK, pawl_claim(seen.others, &job_machine, PAWL_WORKS, 0, items, JOBS, &count, &err));
    assert_int_equal(count, JOBS - 5);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(items[i].attempts, 1);
}

#define CLAIMED "select count(*) from job_pending where attempts = 1"

static void take_long(const char *id) {
    if (strcmp(id, "slow03") == 0) {
        seen.others_claimed = number_of(CLAIMED " and job_id > 'slow03'");
        sleep_ms(200);
    }
    if (strcmp(id, "slow04") == 0) /* no result waits for the next hook */
        expect_rows(seen.others, "finished\n", "select state from job_current where job_id = 'slow03'");
}

static void p9_slow_hook_gives_back_what_waits_for_it(void **state) {
    (void)state;
    int given_back = 0;
    struct pawl_db *db = new_jobs("slow");
    seen.act = take_long;
    work(db);
    assert_int_equal(seen.calls, JOBS);
    expect_finished(JOBS);
    for (int i = 0; i < JOBS; i++)
        given_back += seen.claims[i] == 3; /* claimed, given back, claimed */
    assert_int_equal(given_back, seen.others_claimed);
}

static void expect_nothing_claimed(const char *id) {
    char expected[NAME_BYTES + 2];
    snprintf(expected, sizeof expected, "%s\n", id);
    expect_rows(seen.others, expected, "select job_id from job_pending where attempts = 2");
}

/* A hook that ends its worker takes no attempts from others. */
static void p9_hook_that_is_run_again_is_run_alone(void **state) {
    (void)state;
    struct pawl_db *db = new_jobs("again");
    forge("update job_pending set attempts = 1");
    seen.act = expect_nothing_claimed;
    work(db);
    assert_int_equal(seen.calls, JOBS);
    expect_finished(JOBS);
}

/* ---- one of them waits for a lock ----------------------------------------------------------------- */

/* Until all jobs that were begun are answered but the one that waits, for a while; in the end anyway. */
static void *release(void *holder) {
    static bool is_answered;
    int quiet = 0;
    for (int i = 0; i < 3000 && quiet < 30; i++) {
        const int calls = atomic_load(&seen.calls), ok = atomic_load(&seen.ok);
        sleep_ms(10);
        quiet = calls > 3 && ok == calls - 1 && atomic_load(&seen.calls) == calls ? quiet + 1 : 0;
    }
    is_answered = quiet > 0;
    pawl_rollback(holder, NULL);
    return &is_answered;
}

static void result_waits_for_no_lock_of_another(void **state) {
    (void)state;
    if (!on_mariadb() && !has_session_of_postgres())
        skip(); /* SQLite has one writer, and by a pooler each result is committed by itself */
    pthread_t thread;
    void *is_answered = NULL;
    struct pawl_db *db = new_jobs("held"), *holder = open_application_apart();
    expect(PAWL_OK, pawl_begin(holder, &err));
    expect(PAWL_OK, job_progress(holder, "held03", &(struct job_progress_args){50}, NULL, NULL, &err));
    assert_int_equal(pthread_create(&thread, NULL, release, holder), 0);
    work(db);
    pthread_join(thread, &is_answered);
    assert_int_equal(seen.calls, JOBS);
    expect_finished(JOBS);
    assert_true(*(const bool *)is_answered);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(results_are_committed_together),         TEST(p9_result_that_does_not_end_the_work_settles_it),
        TEST(p9_one_that_fails_fails_alone),          TEST(p9_each_claim_is_compared),
        TEST(p9_stop_gives_back_what_has_not_begun),  TEST(p9_slow_hook_gives_back_what_waits_for_it),
        TEST(p9_hook_that_is_run_again_is_run_alone), TEST(result_waits_for_no_lock_of_another),
    };
    moves_only(&alarm_machine, &door_machine, &job_machine, NULL);
    return run_suite(tests);
}
