/* The trace of a request: kept with the transition, given to hooks, work, deferred events. And the log. */
#include "../support/cut_proxy.h"
#include "loans.h"
#include "machines.h"
#include "queue_rows.h"

#define TRACE  "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
#define TRACE2 "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"

static const struct pawl_opts traced = {.struct_size = sizeof traced, .trace = TRACE};
static const struct pawl_opts ann_traced = {.struct_size = sizeof traced, .actor = "ann", .trace = TRACE};

/* The record of the transition with that sort_key. */
static const struct job_record *record_of(struct pawl_db *db, const char *id, size_t sort_key) {
    struct job_history history;
    expect(PAWL_OK, job_history(db, id, &history, &err));
    assert_true(history.count >= sort_key / 10);
    return &history.rows[sort_key / 10 - 1];
}

static void expect_trace(const char *expected, const char *trace) {
    if (expected) {
        assert_non_null(trace);
        assert_string_equal(trace, expected);
    } else {
        assert_null(trace);
    }
}

static void history_keeps_the_trace_after_the_actor(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    const struct pawl_opts in_actor = {.actor = "bob " TRACE2};
    char login[256];
    expect(PAWL_OK, job_create(db, "kept", NULL, NULL, &err));
    const struct job_record *record = record_of(db, "kept", 10);
    snprintf(login, sizeof login, "%s", record->actor);
    expect_trace(NULL, record->pawl_trace);
    expect(PAWL_OK, job_pause(db, "kept", &ann_traced, NULL, &err));
    record = record_of(db, "kept", 20);
    assert_string_equal(record->actor, "ann");
    expect_trace(TRACE, record->pawl_trace);
    expect_rows(db, "ann " TRACE "\n",
                "select actor from job_transitions where job_id = 'kept' and sort_key = 20");
    /* without a name, the login's */
    expect(PAWL_OK, job_resume(db, "kept", &traced, NULL, &err));
    record = record_of(db, "kept", 30);
    assert_string_equal(record->actor, login);
    expect_trace(TRACE, record->pawl_trace);
    expect(PAWL_OK, job_pause(db, "kept", &in_actor, NULL, &err));
    record = record_of(db, "kept", 40);
    assert_string_equal(record->actor, "bob");
    expect_trace(TRACE2, record->pawl_trace);
}

/* One call, with one actor for all. */
static void many_transitions_keep_one_trace(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static const char *const ids[] = {"many1", "many2"};
    const struct job_pause_item pauses[] = {{.id = ids[0]}, {.id = ids[1]}};
    const struct job_resume_item resumes[] = {{.id = ids[0]}, {.id = ids[1]}};
    struct job_result results[2];
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, job_create(db, ids[i], NULL, NULL, &err));
    expect(PAWL_OK, job_pause_many(db, pauses, 2, &ann_traced, results, &err));
    expect(PAWL_OK, job_resume_many(db, resumes, 2, &traced, results, &err));
    for (int i = 0; i < 2; i++) {
        const struct job_record *records = record_of(db, ids[i], 30) - 2;
        assert_string_equal(records[1].actor, "ann");
        expect_trace(TRACE, records[1].pawl_trace);
        assert_string_equal(records[2].actor, records[0].actor);
        expect_trace(TRACE, records[2].pawl_trace);
    }
}

static void other_texts_are_no_traces(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "00",
                                        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 ",
                                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                                        "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                                        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                                        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                                        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                                        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"};
    struct pawl_db *db = open_application();
    char name[PAWL_ACTOR_MAX_BYTES + 1] = "";
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct pawl_opts opts = {.trace = wrong[i]};
        expect(PAWL_MISUSE, job_create(db, "wrong", &opts, NULL, &err));
        expect_message("job wrong: create: the trace is no traceparent");
    }
    memset(name, 'n', PAWL_ACTOR_MAX_BYTES - PAWL_TRACE_BYTES);
    struct pawl_opts opts = {.actor = name, .trace = TRACE};
    expect(PAWL_MISUSE, job_create(db, "wrong", &opts, NULL, &err));
    expect_message("job wrong: create: the actor with the trace is longer than 255 bytes");
    opts.actor = name + 1;
    expect(PAWL_OK, job_create(db, "long", &opts, NULL, &err));
    assert_string_equal(record_of(db, "long", 10)->actor, name + 1);
    /* nor is there room for the login before the blank */
    snprintf(name, sizeof name, " 00-%0251d", 0);
    opts = (struct pawl_opts){.actor = name};
    if (on_mariadb())
        expect(PAWL_MISUSE, job_pause(db, "long", &opts, NULL, &err));
    /* a text that looks like one elsewhere belongs to the name */
    opts = (struct pawl_opts){.actor = "x" TRACE};
    expect(PAWL_OK, job_pause(db, "long", &opts, NULL, &err));
    expect_trace(NULL, record_of(db, "long", 20)->pawl_trace);
}

/* ---- those that get it ---------------------------------------------------------------------------- */

static enum pawl_status note_trace(struct pawl_db *db, const struct loan_call *call, struct clerk *told,
                                   struct pawl_error *error) {
    const bool is_after = strcmp(told->acting, "announce") == 0;
    expect_trace(TRACE, call->trace);
    assert_string_equal(call->actor, "ann");
    return strcmp(told->acting, "agreed") == 0
               ? PAWL_OK
               : job_create(db, is_after ? "after" : "within", NULL, NULL, error);
}

static void hooks_get_the_trace(void **state) {
    (void)state;
    static const char *const names[] = {"agreed", "tell", "announce"};
    struct clerk clerk = {.act = note_trace};
    struct loan_hooks hooks;
    struct pawl_db *db = open_with_clerk(&clerk, &hooks);
    for (size_t i = 0; i < 3; i++) {
        char id[16], trace[] = TRACE;
        const struct pawl_opts opts = {.struct_size = sizeof opts, .actor = "ann", .trace = trace};
        snprintf(id, sizeof id, "traced%zu", i);
        clerk.acting = names[i];
        new_loan(db, id);
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, loan_ask(db, id, &asked_by_ann, &opts, NULL, &err));
        memset(trace, 'x', sizeof trace - 1);
        expect(PAWL_OK, pawl_commit(db, &err));
        clerk.acting = NULL;
    }
    /* an effect is part of the transition, `then` comes after it */
    expect_trace(TRACE, record_of(db, "within", 10)->pawl_trace);
    expect_trace(NULL, record_of(db, "after", 10)->pawl_trace);
}

static enum pawl_status finish(struct pawl_db *db, const struct job_work_call *work,
                               struct job_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)said;
    char **traces = context;
    snprintf(traces[strcmp(work->id, "with") != 0], 64, "%s", work->trace ? work->trace : "none");
    result->event = JOB_EVENT_DONE;
    result->args.done.result = "fine";
    return PAWL_OK;
}

static void work_gets_the_trace_and_passes_it_on(void **state) {
    (void)state;
    char with[64] = "", without[64] = "";
    char *traces[] = {with, without};
    const struct job_hooks hooks = {.context = traces, .run = finish, .step = finish};
    struct pawl_db *db = open_application();
    forge("delete from job_pending");
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_OK, job_create(db, "with", &ann_traced, NULL, &err));
    expect(PAWL_OK, job_create(db, "without", NULL, NULL, &err));
    work_once(db, &job_machine, PAWL_WORKS);
    assert_string_equal(with, TRACE);
    assert_string_equal(without, "none");
    expect_trace(TRACE, record_of(db, "with", 20)->pawl_trace);
    assert_string_not_equal(record_of(db, "with", 20)->actor, "ann");
    expect_trace(NULL, record_of(db, "without", 20)->pawl_trace);
}

static void deferred_events_keep_the_trace(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *on_call = open_administrator();
    struct pawl_opts first = ann_traced, second = traced;
    first.defer = second.defer = true;
    first.request_id = "first";
    second.request_id = "second";
    expect(PAWL_OK, job_create(db, "deferred", NULL, NULL, &err));
    expect(PAWL_OK, pawl_freeze(on_call, "job", PAWL_FREEZE_SLEEP, 0, "a test", 20000, &err));
    expect(PAWL_DEFERRED, job_pause(db, "deferred", &first, NULL, &err));
    expect(PAWL_DEFERRED, job_resume(db, "deferred", &second, NULL, &err));
    expect(PAWL_OK, pawl_thaw(on_call, "job", &err));
    expect(PAWL_OK, pawl_fire_deferred(db, &job_machine, NULL, &err));
    const struct job_record *records = record_of(db, "deferred", 30) - 2;
    assert_string_equal(records[1].actor, "ann");
    expect_trace(TRACE, records[1].pawl_trace);
    assert_string_equal(records[2].actor, records[0].actor);
    expect_trace(TRACE, records[2].pawl_trace);
}

/* ---- the log -------------------------------------------------------------------------------------- */

struct journal {
    char text[2048];
};

static void keep_entry(void *context, const struct pawl_log_entry *entry) {
    struct journal *journal = context;
    const size_t length = strlen(journal->text);
    snprintf(journal->text + length, sizeof journal->text - length, "%d %d %s %s %s %s\n", (int)entry->level,
             (int)entry->kind, pawl_status_name(entry->status), entry->machine, entry->entity,
             entry->trace ? "traced" : "-");
    assert_true(*entry->message && entry->duration_us >= 0);
}

static void expect_journal(struct journal *journal, const char *expected) {
    assert_string_equal(journal->text, expected);
    journal->text[0] = '\0';
}

static enum pawl_status fail_always(struct pawl_db *db, const struct job_work_call *work,
                                    struct job_work_result *result, void *context, struct pawl_error *said) {
    (void)db, (void)work, (void)result, (void)context;
    snprintf(said->message, sizeof said->message, "no disk");
    return PAWL_DB;
}

static void log_gets_refusals_slow_calls_and_workers(void **state) {
    (void)state;
    struct journal journal = {""};
    const struct job_hooks hooks = {.run = fail_always, .step = fail_always};
    struct pawl_db *db = open_application();
    forge("delete from job_pending");
    expect(PAWL_OK, job_set_hooks(db, &hooks, &err));
    expect(PAWL_MISUSE, pawl_set_log(db, keep_entry, &journal, -1, &err));
    expect(PAWL_OK, pawl_set_log(db, keep_entry, &journal, 0, &err));
    expect(PAWL_OK, job_create(db, "logged", NULL, NULL, &err));
    expect_journal(&journal, "");
    expect(PAWL_ILLEGAL, job_resume(db, "logged", &traced, NULL, NULL));
    expect(PAWL_NOT_FOUND, job_resume(db, "nowhere", NULL, NULL, &err));
    expect_journal(&journal, "1 1 ILLEGAL job logged traced\n1 1 NOT_FOUND job nowhere -\n");
    work_once(db, &job_machine, PAWL_WORKS);
    expect_journal(&journal, "2 6 DB job logged -\n1 8 OK   -\n");
    for (int i = 0; i < 2; i++) {
        make_due("job", "logged", "work queued", 0);
        work_once(db, &job_machine, PAWL_WORKS);
    }
    expect_journal(&journal, "2 6 DB job logged -\n1 8 OK   -\n3 7 DB job logged -\n1 8 OK   -\n");
    expect(PAWL_OK, pawl_set_log(db, keep_entry, &journal, 1, &err));
    expect(PAWL_OK, job_pause(db, "logged", &traced, NULL, &err));
    expect_journal(&journal, "2 2 OK job logged traced\n");
    expect(PAWL_OK, pawl_set_log(db, NULL, NULL, 0, &err));
    expect(PAWL_ILLEGAL, job_pause(db, "logged", NULL, NULL, &err));
    expect_journal(&journal, "");
}

static void log_gets_lost_answers(void **state) {
    (void)state;
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip(); /* a library has no connection, and a pooler's is not this one */
    struct journal journal = {""};
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    struct pawl_opts opts = traced;
    struct pawl_db *db = NULL;
    opts.request_id = "r-1";
    expect(PAWL_OK, job_create(open_application(), "cut", NULL, NULL, &err));
    expect(PAWL_OK, pawl_open(&db, cut_proxy_where(proxy), &err));
    expect(PAWL_OK, pawl_set_log(db, keep_entry, &journal, 0, &err));
    expect(PAWL_ILLEGAL, job_resume(db, "cut", NULL, NULL, NULL)); /* prepares it */
    expect(PAWL_OK, job_pause(db, "cut", NULL, NULL, &err));
    expect_journal(&journal, "1 1 ILLEGAL job cut -\n");
    cut_proxy_arm(proxy, TO_CLIENT, 0);
    expect(PAWL_OK, job_resume(db, "cut", &opts, NULL, &err));
    assert_true(cut_proxy_has_cut(proxy));
    expect_journal(&journal, "1 3 UNKNOWN job cut traced\n2 4 OK job cut traced\n1 5 OK job cut traced\n");
    pawl_close(db);
    cut_proxy_stop(proxy);
}

static void pools_have_a_log(void **state) {
    (void)state;
    struct journal journal = {""};
    struct pawl_pool *pool = NULL;
    struct pawl_db *db = NULL;
    expect(PAWL_OK, job_create(open_application(), "pooled", NULL, NULL, &err));
    expect(PAWL_OK, pawl_pool_open(&pool, application_where(), NULL, &err));
    expect(PAWL_MISUSE, pawl_pool_set_log(NULL, keep_entry, &journal, 0, &err));
    expect(PAWL_OK, pawl_pool_set_log(pool, keep_entry, &journal, 0, &err));
    expect(PAWL_OK, pawl_pool_handle(pool, &db, &err));
    expect(PAWL_ILLEGAL, job_resume(db, "pooled", &traced, NULL, &err));
    expect_journal(&journal, "1 1 ILLEGAL job pooled traced\n");
    pawl_close(db);
    pawl_pool_close(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(history_keeps_the_trace_after_the_actor),
        TEST(many_transitions_keep_one_trace),
        TEST(other_texts_are_no_traces),
        TEST(hooks_get_the_trace),
        TEST(work_gets_the_trace_and_passes_it_on),
        TEST(deferred_events_keep_the_trace),
        TEST(log_gets_refusals_slow_calls_and_workers),
        TEST(log_gets_lost_answers),
        TEST(pools_have_a_log),
    };
    return run_loan_suite(tests);
}
