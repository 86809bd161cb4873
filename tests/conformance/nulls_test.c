/*
 * Every function of pawl.h with every pointer NULL in turn: what must be there is MISUSE with a message, what
 * may be left out is no crash. The table below is held against the header.
 */
#include "../support/database.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "transfer.h"
#include "trip.h"

/* The name of what is NULL in this call, "" for nothing. */
static const char *without = "";
static struct pawl_db *handle;

/* An err of an older program, which ends earlier, and what lies behind it in that program. */
#define FIRST_SIZE offsetof(struct pawl_error, obstacle)
static union {
    struct pawl_error err;
    unsigned char bytes[sizeof(struct pawl_error)];
} old;
#define said old.err

static bool is_given(const char *name) {
    return strcmp(without, name) != 0;
}

/* Where the call gives a text there that is none, in place of nothing. */
static const char *spoilt;
static bool is_text;

static const char *no_text(void) {
    is_text = true;
    return spoilt;
}

#define ABSENT(value)      _Generic((value), char * : no_text(), const char * : no_text(), default : NULL)
#define GIVEN(name, value) (is_given(name) ? (value) : ABSENT(value))
#define DB                 GIVEN("db", handle)
#define ERR                GIVEN("err", &said)
#define JOB                GIVEN("machine", &job_machine)
#define TRANSFER           GIVEN("machine", &transfer_machine)
#define FLOW               GIVEN("flow", &trip_flow)
#define KEY                ((struct pawl_key){.text = GIVEN("key", "J1")})
#define OUT                GIVEN("out", &out)

static enum pawl_status misuse_unless(bool answered) {
    said.status = PAWL_MISUSE;
    strcpy(said.message, "answers without a status");
    return answered ? PAWL_OK : PAWL_MISUSE;
}

/* ---- connections and transactions ---------------------------------------------------------------- */

static enum pawl_status call_open(void) {
    struct pawl_db *out = NULL;
    enum pawl_status status = pawl_open(OUT, GIVEN("where", application_where()), ERR);
    pawl_close(out);
    return status;
}

static enum pawl_status call_adopt_postgres(void) {
    struct pawl_db *out = NULL, *lender = open_application();
    void *connection = on_postgres() ? pawl_native(lender) : NULL;
    enum pawl_status status = pawl_adopt_postgres(OUT, GIVEN("connection", connection), ERR);
    pawl_close(out);
    return status;
}

static enum pawl_status call_adopt_sqlite(void) {
    struct pawl_db *out = NULL, *lender = NULL;
    assert_int_equal(pawl_open(&lender, "sqlite::memory:", NULL), PAWL_OK);
    enum pawl_status status =
        pawl_adopt_sqlite(OUT, (struct sqlite3 *)GIVEN("connection", pawl_native(lender)), ERR);
    pawl_close(out);
    pawl_close(lender);
    return status;
}

static enum pawl_status call_adopt_mariadb(void) {
    struct pawl_db *out = NULL, *lender = open_application();
    void *connection = on_mariadb() ? pawl_native(lender) : NULL;
    enum pawl_status status = pawl_adopt_mariadb(OUT, GIVEN("connection", connection), ERR);
    pawl_close(out);
    return status;
}

static enum pawl_status call_close(void) {
    struct pawl_db *db = open_application();
    (void)db; /* closed with the test */
    if (!is_given("db"))
        pawl_close(NULL);
    return PAWL_OK;
}

static enum pawl_status call_warning(void) {
    pawl_warning(DB);
    return PAWL_OK;
}

static enum pawl_status call_stats(void) {
    struct pawl_counters counters = {0};
    pawl_stats(DB, GIVEN("stats", &counters));
    return PAWL_OK;
}

static enum pawl_status call_pool_stats(void) {
    struct pawl_counters counters = {0};
    pawl_pool_stats(NULL, GIVEN("stats", &counters));
    return PAWL_OK;
}

/* Databases of tests have no test clock, and machines, so that each of the two is MISUSE. */
static enum pawl_status call_test_clock_set_up(void) {
    return pawl_test_clock_set_up(DB, ERR);
}

static enum pawl_status call_test_clock_add(void) {
    return pawl_test_clock_add(DB, 1, ERR);
}

static enum pawl_status call_dialect(void) {
    return misuse_unless(*pawl_dialect(DB));
}

static enum pawl_status call_native(void) {
    return misuse_unless(pawl_native(DB));
}

static enum pawl_status call_exec(void) {
    return pawl_exec(DB, GIVEN("sql", "select 1"), ERR);
}

static enum pawl_status call_query(void) {
    const struct pawl_value value = pawl_bigint(1);
    struct pawl_result_set out;
    return pawl_query(DB, GIVEN("sql", "select $1"), GIVEN("values", &value), 1, OUT, ERR);
}

static enum pawl_status call_at(void) {
    const struct pawl_value value = pawl_bigint(1);
    const struct pawl_result_set set = {.row_count = 1, .column_count = 1, .values = &value};
    return pawl_at(GIVEN("set", &set), 0, 0).is_null && is_given("set") ? PAWL_DB : PAWL_OK;
}

static enum pawl_status call_begin(void) {
    enum pawl_status status = pawl_begin(DB, ERR);
    if (status == PAWL_OK)
        pawl_rollback(handle, NULL);
    return status;
}

static enum pawl_status call_commit(void) {
    pawl_begin(handle, NULL);
    enum pawl_status status = pawl_commit(DB, ERR);
    pawl_rollback(handle, NULL);
    return status;
}

static enum pawl_status call_rollback(void) {
    pawl_begin(handle, NULL);
    enum pawl_status status = pawl_rollback(DB, ERR);
    pawl_rollback(handle, NULL);
    return status;
}

static enum pawl_status call_in_transaction(void) {
    pawl_begin(handle, NULL);
    bool is_in = pawl_in_transaction(DB);
    pawl_rollback(handle, NULL);
    return misuse_unless(is_in);
}

static enum pawl_status do_nothing(struct pawl_db *db, void *context, struct pawl_error *own) {
    (void)db, (void)context, (void)own;
    return PAWL_OK;
}

static enum pawl_status call_transact(void) {
    return pawl_transact(DB, is_given("work") ? do_nothing : NULL, GIVEN("context", &said), ERR);
}

static enum pawl_status call_committed(void) {
    return pawl_committed(DB, ERR);
}

static enum pawl_status call_rolled_back(void) {
    return pawl_rolled_back(DB, ERR);
}

/* ---- deployment ----------------------------------------------------------------------------------- */

static enum pawl_status never_called(struct pawl_db *db, const struct job_work_call *call,
                                     struct job_work_result *result, void *context, struct pawl_error *own) {
    (void)db, (void)call, (void)result, (void)context, (void)own;
    return PAWL_NOT_YET;
}

static enum pawl_status call_set_hooks(void) {
    static const struct job_hooks hooks = {.run = never_called, .step = never_called};
    return pawl_set_hooks(DB, JOB, GIVEN("hooks", &hooks), ERR);
}

static void log_nothing(void *context, const struct pawl_log_entry *entry) {
    (void)context, (void)entry;
}

static enum pawl_status call_set_log(void) {
    const enum pawl_status status =
        pawl_set_log(DB, GIVEN("log", log_nothing), GIVEN("context", &said), 0, ERR);
    pawl_set_log(handle, NULL, NULL, 0, NULL);
    return status;
}

static enum pawl_status call_apply(void) {
    return pawl_apply(DB, JOB, ERR);
}

static enum pawl_status call_migrate(void) {
    char script[200];
    write_script(script, sizeof script, PAWL_SCRIPT_MIGRATION, pawl_dialect(DB),
                 "select 1;\n" PAWL_SCRIPT_END);
    return pawl_migrate(DB, GIVEN("script", script), ERR);
}

/* ---- moves ---------------------------------------------------------------------------------------- */

static const struct job_progress_args half = {.percent = 50};
static const struct pawl_opts no_options = {0};

static enum pawl_status call_fire(void) {
    struct pawl_transition out;
    return pawl_fire(DB, JOB, KEY, JOB_EVENT_PROGRESS, GIVEN("args", &half), GIVEN("opts", &no_options), OUT,
                     ERR);
}

static enum pawl_status call_fire_text(void) {
    struct pawl_transition out;
    static const struct pawl_opts opts = {.actor = "typed"};
    static const char *const argument = "percent=5";
    return pawl_fire_text(DB, JOB, GIVEN("key", "J1"), GIVEN("event", "progress"),
                          GIVEN("arguments", &argument), 1, GIVEN("opts", &opts), OUT, ERR);
}

static enum pawl_status call_move_to(void) {
    struct pawl_transition out;
    enum pawl_status status =
        pawl_move_to(DB, JOB, KEY, JOB_STATE_PAUSED, GIVEN("opts", &no_options), OUT, ERR);
    pawl_fire(handle, &job_machine, (struct pawl_key){.text = "J1"}, JOB_EVENT_RESUME, NULL, NULL, NULL,
              NULL);
    return status;
}

static enum pawl_status call_fire_many(void) {
    const struct {
        const char *key;
        struct job_progress_args args;
        const char *request_id;
        int64_t expect_sort_key;
    } item = {GIVEN("items.key", "J1"), half, NULL, 0};
    const struct pawl_items items = {
        .items = GIVEN("items.items", &item),
        .count = 1,
        .size = sizeof item,
        .args = (size_t)((const char *)&item.args - (const char *)&item),
        .request_id = (size_t)((const char *)&item.request_id - (const char *)&item),
        .expect_sort_key = (size_t)((const char *)&item.expect_sort_key - (const char *)&item)};
    struct pawl_result results[1];
    return pawl_fire_many(DB, JOB, JOB_EVENT_PROGRESS, items, GIVEN("opts", &no_options),
                          GIVEN("results", results), ERR);
}

static enum pawl_status call_fire_all(void) {
    const struct pawl_request request = {.machine = GIVEN("requests.machine", &job_machine),
                                         .key = {.text = GIVEN("requests.key", "J1")},
                                         .event = JOB_EVENT_PROGRESS,
                                         .args = &half};
    struct pawl_transition moved[1];
    size_t failed;
    return pawl_fire_all(DB, GIVEN("requests", &request), 1, GIVEN("moved", moved), GIVEN("failed", &failed),
                         ERR);
}

/* ---- queries -------------------------------------------------------------------------------------- */

static enum pawl_status call_get(void) {
    struct job_current current;
    return pawl_get(DB, JOB, KEY, GIVEN("current", &current), ERR);
}

static enum pawl_status call_history(void) {
    struct pawl_rows out;
    return pawl_history(DB, JOB, KEY, OUT, ERR);
}

static enum pawl_status call_last_to(void) {
    struct job_record record;
    return pawl_last_to(DB, JOB, KEY, JOB_STATE_QUEUED, GIVEN("record", &record), ERR);
}

static enum pawl_status call_creation(void) {
    struct job_record record;
    return pawl_creation(DB, JOB, KEY, GIVEN("record", &record), ERR);
}

static enum pawl_status call_why(void) {
    struct pawl_reason reasons[JOB_EVENT_COUNT + 1];
    return pawl_why(DB, JOB, KEY, GIVEN("opts", &no_options), GIVEN("reasons", reasons), ERR);
}

/* A row to go on behind, whose text members may be NULL. */
static const struct job_current *after_row(void) {
    static struct job_current after;
    after = (struct job_current){.id = GIVEN("after.key", "J0"), .stored = GIVEN("after.state", "queued")};
    return GIVEN("after", &after);
}

static enum pawl_status call_in_state(void) {
    struct pawl_rows out;
    return pawl_in_state(DB, JOB, JOB_STATE_QUEUED, after_row(), 10, OUT, ERR);
}

static enum pawl_status call_not_in_state(void) {
    struct pawl_rows out;
    return pawl_not_in_state(DB, JOB, JOB_STATE_PAUSED, after_row(), 10, OUT, ERR);
}

static enum pawl_status call_with_key(void) {
    struct transfer_current after = {.id = GIVEN("after.key", "T0")};
    struct pawl_rows out;
    return pawl_with_key(DB, TRANSFER, (struct pawl_key){.text = GIVEN("key", "A1")}, GIVEN("after", &after),
                         10, OUT, ERR);
}

static enum pawl_status call_count_by_state(void) {
    int64_t counts[JOB_STATE_COUNT + 1];
    return pawl_count_by_state(DB, JOB, GIVEN("counts", counts), ERR);
}

static enum pawl_status call_next(void) {
    return misuse_unless(pawl_next(JOB, JOB_STATE_QUEUED, JOB_EVENT_PAUSE) == JOB_STATE_PAUSED);
}

static enum pawl_status call_ignores(void) {
    pawl_ignores(JOB, JOB_STATE_QUEUED, JOB_EVENT_PAUSE);
    return PAWL_OK;
}

static enum pawl_status call_state_parse(void) {
    return misuse_unless(pawl_state_parse(JOB, GIVEN("text", "paused")) == JOB_STATE_PAUSED);
}

static enum pawl_status call_event_parse(void) {
    return misuse_unless(pawl_event_parse(JOB, GIVEN("text", "pause")) == JOB_EVENT_PAUSE);
}

/* ---- locks and freezes ---------------------------------------------------------------------------- */

static enum pawl_status call_key_number(void) {
    return misuse_unless(pawl_key_number(GIVEN("type", "a"), GIVEN("key", "bc")) ==
                         INT64_C(4664414737393237297));
}

static enum pawl_status call_lock(void) {
    pawl_begin(handle, NULL);
    enum pawl_status status = pawl_lock(DB, GIVEN("type", "transfer"), GIVEN("key", "A1"), 0, ERR);
    pawl_rollback(handle, NULL);
    return status;
}

static int64_t acquired(void) {
    int64_t token = 0;
    expect(PAWL_OK, pawl_acquire(handle, "transfer", "A1", "nobody", 0, 0, &token, &err));
    return token;
}

static void let_go(void) {
    pawl_break(handle, "transfer", "A1", "the test is over", NULL);
    pawl_break(handle, NULL, "A1", "the test is over", NULL);
}

static enum pawl_status call_acquire(void) {
    int64_t token;
    enum pawl_status status = pawl_acquire(DB, GIVEN("type", "transfer"), GIVEN("key", "A1"),
                                           GIVEN("owner", "nobody"), 0, 0, GIVEN("token", &token), ERR);
    let_go();
    return status;
}

static enum pawl_status call_renew(void) {
    enum pawl_status status = pawl_renew(DB, GIVEN("type", "transfer"), GIVEN("key", "A1"),
                                         GIVEN("owner", "nobody"), acquired(), 0, ERR);
    let_go();
    return status;
}

static enum pawl_status call_release(void) {
    enum pawl_status status = pawl_release(DB, GIVEN("type", "transfer"), GIVEN("key", "A1"),
                                           GIVEN("owner", "nobody"), acquired(), ERR);
    let_go();
    return status;
}

static enum pawl_status call_break(void) {
    acquired();
    enum pawl_status status =
        pawl_break(DB, GIVEN("type", "transfer"), GIVEN("key", "A1"), GIVEN("reason", "a test"), ERR);
    let_go();
    return status;
}

static enum pawl_status call_list_locks(void) {
    const struct pawl_held_lock after = {.type = GIVEN("after.type", "transfer"),
                                         .key = GIVEN("after.key", "A1")};
    struct pawl_held_locks out;
    return pawl_list_locks(DB, GIVEN("key", "A1"), GIVEN("after", &after), 10, OUT, ERR);
}

static enum pawl_status call_freeze(void) {
    enum pawl_status status = pawl_freeze(DB, GIVEN("machine", "transfer"), PAWL_FREEZE_REJECT, 0,
                                          GIVEN("reason", "a test"), 20000, ERR);
    pawl_thaw(handle, "transfer", NULL);
    return status;
}

static enum pawl_status call_thaw(void) {
    return pawl_thaw(DB, GIVEN("machine", "transfer"), ERR);
}

static enum pawl_status call_fire_deferred(void) {
    size_t fired;
    return pawl_fire_deferred(DB, JOB, GIVEN("fired", &fired), ERR);
}

static enum pawl_status call_deferred_outcome(void) {
    struct pawl_transition out;
    return pawl_deferred_outcome(DB, JOB, KEY, GIVEN("request_id", "R1"), OUT, ERR);
}

/* ---- timers and work ------------------------------------------------------------------------------ */

/* Work that nobody has claimed. */
static const struct pawl_item item = {.key_text = "J1", .fence = 10, .claim = 7};

static enum pawl_status call_item_key(void) {
    return misuse_unless(pawl_item_key(GIVEN("item", &item)).text);
}

static enum pawl_status call_claim(void) {
    struct pawl_item items[1];
    size_t count;
    return pawl_claim(DB, JOB, PAWL_TIMERS, 0, GIVEN("items", items), 1, GIVEN("count", &count), ERR);
}

static enum pawl_status call_complete(void) {
    struct pawl_transition out;
    return pawl_complete(DB, JOB, GIVEN("item", &item), JOB_EVENT_PROGRESS, GIVEN("args", &half),
                         GIVEN("opts", &no_options), OUT, ERR);
}

static enum pawl_status call_not_yet(void) {
    return pawl_not_yet(DB, JOB, GIVEN("item", &item), 0, ERR);
}

static enum pawl_status call_fail(void) {
    return pawl_fail(DB, JOB, GIVEN("item", &item), GIVEN("error", "a test"), ERR);
}

static enum pawl_status call_extend(void) {
    return pawl_extend(DB, JOB, GIVEN("item", &item), 0, ERR);
}

static enum pawl_status call_retry(void) {
    return pawl_retry(DB, JOB, KEY, 0, ERR);
}

static enum pawl_status call_work(void) {
    const struct pawl_machine *machines[] = {GIVEN("machines[]", &job_machine)};
    const struct pawl_flow *flows[] = {GIVEN("options.flows[]", &review_flow)};
    const struct pawl_work_options options = {.kinds = PAWL_TIMERS,
                                              .once = true,
                                              .flows = GIVEN("options.flows", flows),
                                              .flow_count =
                                                  !is_given("options.flows[]") || !is_given("options.flows")};
    return pawl_work(DB, GIVEN("machines", machines), 1, &options, ERR);
}

static enum pawl_status call_work_main(void) {
    const struct pawl_machine *machines[] = {GIVEN("machines[]", &job_machine)};
    const struct pawl_work_options options = {.kinds = PAWL_TIMERS, .once = true};
    return pawl_work_main(GIVEN("where", administrator_where()), GIVEN("machines", machines), 1, &options,
                          ERR);
}

/* ---- flows ---------------------------------------------------------------------------------------- */

static int64_t started_run(void) {
    static int64_t amount, run;
    const struct trip_args args = {.customer = "of a test", .amount = ++amount};
    expect(PAWL_OK, pawl_flow_start(handle, &trip_flow, &args, NULL, &run, &err));
    return run;
}

static enum pawl_status call_step_token(void) {
    const struct pawl_step step = {.run = 1};
    pawl_step_token(GIVEN("step", &step), GIVEN("key", "A1"));
    return PAWL_OK;
}

static enum pawl_status call_run_status_name(void) {
    return PAWL_OK;
}

static enum pawl_status call_run_status_parse(void) {
    return misuse_unless(pawl_run_status_parse(GIVEN("name", "ready")) == PAWL_RUN_READY);
}

static enum pawl_status call_set_flow_hooks(void) {
    return pawl_set_flow_hooks(DB, FLOW, NULL, ERR);
}

static enum pawl_status call_set_procedure_hooks(void) {
    return pawl_set_procedure_hooks(DB, GIVEN("procedure", trip_flow.procedures[0]), NULL, ERR);
}

static enum pawl_status call_flow_apply(void) {
    return pawl_flow_apply(DB, FLOW, ERR);
}

static enum pawl_status call_flow_start(void) {
    static int64_t amount = 1000;
    const struct trip_args args = {.customer = GIVEN("args.customer", "of a test"), .amount = ++amount};
    int64_t run;
    return pawl_flow_start(DB, FLOW, GIVEN("args", &args), GIVEN("actor", "a test"), GIVEN("run", &run), ERR);
}

static enum pawl_status call_flow_start_text(void) {
    static const char *const arguments[] = {"customer=of a test", "parts=1", "amount=999"};
    int64_t run;
    return pawl_flow_start_text(DB, FLOW, GIVEN("arguments", arguments), 3, GIVEN("actor", "a test"),
                                GIVEN("run", &run), ERR);
}

static enum pawl_status call_flow_run(void) {
    enum pawl_run_status status;
    return pawl_flow_run(DB, FLOW, 1, GIVEN("status", &status), ERR);
}

static enum pawl_status call_flow_step(void) {
    enum pawl_run_status status;
    return pawl_flow_step(DB, FLOW, 1, false, GIVEN("status", &status), ERR);
}

#define CALL_RUN(word)                                                                                       \
    static enum pawl_status call_run_##word(void) {                                                          \
        return pawl_run_##word(DB, GIVEN("flow", "trip"), started_run(), GIVEN("actor", "a test"), ERR);     \
    }
CALL_RUN(pause)
CALL_RUN(resume)
CALL_RUN(retry)
CALL_RUN(rollback)
CALL_RUN(cancel)

static enum pawl_status call_run_resume_from(void) {
    return pawl_run_resume_from(DB, GIVEN("flow", "trip"), started_run(), GIVEN("place", "book"),
                                GIVEN("actor", "a test"), ERR);
}

static enum pawl_status call_run_signal(void) {
    return pawl_run_signal(DB, GIVEN("flow", "trip"), started_run(), GIVEN("signal", "approved"),
                           GIVEN("actor", "a test"), ERR);
}

static enum pawl_status call_run_get(void) {
    struct pawl_run out;
    return pawl_run_get(DB, GIVEN("flow", "trip"), started_run(), OUT, ERR);
}

static enum pawl_status call_run_list(void) {
    const struct pawl_run_filter filter = {.flow = GIVEN("filter.flow", "trip"),
                                           .unique = is_given("filter.unique") ? NULL : no_text(),
                                           .lock = is_given("filter.lock") ? NULL : no_text()};
    struct pawl_runs out;
    return pawl_run_list(DB, GIVEN("filter", &filter), 0, 10, OUT, ERR);
}

static enum pawl_status call_flow_get(void) {
    struct pawl_run out;
    struct trip_args args;
    struct trip_data data;
    return pawl_flow_get(DB, FLOW, started_run(), OUT, GIVEN("args", &args), GIVEN("data", &data), ERR);
}

static enum pawl_status call_run_history(void) {
    struct pawl_run_steps out;
    return pawl_run_history(DB, GIVEN("flow", "trip"), started_run(), OUT, ERR);
}

static enum pawl_status call_status_name(void) {
    return PAWL_OK;
}

/* ---- the table ------------------------------------------------------------------------------------ */

/*
 * Of each function the pointers that must be given and those that need not; a name with a point or brackets
 * is within what is given. `err` may always be left out.
 */
static const struct function {
    const char *name, *needed, *optional;
    enum pawl_status (*call)(void);
    enum pawl_status complete; /* the answer with all given */
} functions[] = {
#define X(function, needed, optional, complete)                                                              \
    { "pawl_" #function, needed, optional, call_##function, PAWL_##complete }
    X(open, "out where", "", OK),
    X(adopt_sqlite, "out connection", "", OK),
    X(close, "", "db", OK),
    X(warning, "", "db", OK),
    X(stats, "", "db stats", OK),
    X(pool_stats, "", "pool stats", OK),
    X(dialect, "db", "", OK),
    X(native, "db", "", OK),
    X(exec, "db sql", "", OK),
    X(query, "db sql values", "out", OK),
    X(at, "", "set", OK),
    X(begin, "db", "", OK),
    X(commit, "db", "", OK),
    X(rollback, "db", "", OK),
    X(in_transaction, "db", "", OK),
    X(transact, "db work", "context", OK),
    X(committed, "db", "", OK),
    X(rolled_back, "db", "", OK),
    X(set_hooks, "db machine", "hooks", OK),
    X(set_log, "db", "log context", OK),
    X(apply, "db machine", "", OK),
    X(migrate, "db script", "", OK),
    X(fire, "db machine key", "args opts out", OK),
    X(fire_text, "db machine key event arguments", "opts out", OK),
    X(move_to, "db machine key", "opts out", OK),
    X(fire_many, "db machine items.items items.key", "results opts", OK),
    X(fire_all, "db requests requests.machine requests.key", "moved failed", OK),
    X(get, "db machine key current", "", OK),
    X(history, "db machine key out", "", OK),
    X(last_to, "db machine key record", "", OK),
    X(creation, "db machine key record", "", OK),
    X(why, "db machine key reasons", "opts", OK),
    X(in_state, "db machine out after.key", "after", OK),
    X(not_in_state, "db machine out after.key after.state", "after", OK),
    X(with_key, "db machine key out after.key", "after", OK),
    X(count_by_state, "db machine counts", "", OK),
    X(next, "machine", "", OK),
    X(ignores, "", "machine", OK),
    X(state_parse, "machine text", "", OK),
    X(event_parse, "machine text", "", OK),
    X(key_number, "type key", "", OK),
    X(lock, "db type key", "", OK),
    X(acquire, "db key owner", "type token", OK),
    X(renew, "db key owner", "type", OK),
    X(release, "db key owner", "type", OK),
    X(break, "db key reason", "type", OK),
    X(list_locks, "db out after.type after.key", "key after", OK),
    X(freeze, "db machine reason", "", OK),
    X(thaw, "db machine", "", OK),
    X(fire_deferred, "db machine", "fired", OK),
    X(deferred_outcome, "db machine key request_id", "out", NOT_FOUND),
    X(item_key, "item", "", OK),
    X(claim, "db machine items count", "", OK),
    X(complete, "db machine item", "args opts out", CONFLICT),
    X(not_yet, "db machine item", "", CONFLICT),
    X(fail, "db machine item", "error", CONFLICT),
    X(extend, "db machine item", "", CONFLICT),
    X(retry, "db machine key", "", NOT_FOUND),
    X(work, "db machines machines[] options.flows options.flows[]", "", OK),
    X(work_main, "where machines machines[]", "options", OK),
    X(step_token, "", "step key", OK),
    X(run_status_name, "", "", OK),
    X(run_status_parse, "name", "", OK),
    X(set_flow_hooks, "db flow", "hooks", OK),
    X(set_procedure_hooks, "db procedure", "hooks", OK),
    X(flow_apply, "db flow", "", OK),
    X(flow_start, "db flow args args.customer run", "actor", OK),
    X(flow_start_text, "db flow arguments run", "actor", OK),
    X(flow_run, "db flow", "status", MISUSE),
    X(flow_step, "db flow", "status", MISUSE),
    X(test_clock_set_up, "db", "", OK),
    X(test_clock_add, "db", "", MISUSE),
    X(run_pause, "db", "flow actor", OK),
    X(run_resume, "db", "flow actor", ILLEGAL),
    X(run_retry, "db", "flow actor", OK),
    X(run_rollback, "db", "flow actor", OK),
    X(run_cancel, "db", "flow actor", OK),
    X(run_resume_from, "db place", "flow actor", ILLEGAL),
    X(run_signal, "db signal", "flow actor", OK),
    X(run_get, "db out", "flow", OK),
    X(run_list, "db out", "filter filter.flow filter.unique filter.lock", OK),
    X(flow_get, "db flow", "out args data", OK),
    X(run_history, "db out", "flow", OK),
    X(status_name, "", "", OK),
    X(adopt_postgres, "out connection", "", OK),
    X(adopt_mariadb, "out connection", "", OK),
#undef X
};

#define FUNCTION_COUNT (sizeof functions / sizeof *functions)

static bool is_tried(const struct function *function) {
    return (on_postgres() || strcmp(function->name, "pawl_adopt_postgres") != 0) &&
           (on_mariadb() || strcmp(function->name, "pawl_adopt_mariadb") != 0);
}

static enum pawl_status call_without(const struct function *function, const char *name) {
    handle = handle ? handle : open_administrator();
    memset(&old, 0x5a, sizeof old);
    said.struct_size = FIRST_SIZE;
    said.message[0] = '\0';
    without = name;
    enum pawl_status status = function->call();
    for (size_t i = FIRST_SIZE; i < sizeof old; i++)
        if (old.bytes[i] != 0x5a)
            fail_msg("%s writes byte %zu of an err of %zu bytes", function->name, i, FIRST_SIZE);
    return status;
}

typedef void name_fn(const struct function *function, const char *name);

static void for_each_name(const struct function *function, const char *names, name_fn *look) {
    char copy[200], *rest = copy;
    snprintf(copy, sizeof copy, "%s", names);
    for (const char *name; (name = strtok_r(rest, " ", &rest)) != NULL;)
        look(function, name);
}

static void expect_misuse(const struct function *function, const char *name) {
    enum pawl_status status = call_without(function, name);
    if (status != PAWL_MISUSE || said.status != PAWL_MISUSE || !said.message[0])
        fail_msg("%s without %s: %s, \"%s\"", function->name, name, pawl_status_name(status), said.message);
}

static void expect_no_crash(const struct function *function, const char *name) {
    enum pawl_status status = call_without(function, name);
    if (status >= PAWL_DB && status != function->complete && status != PAWL_MISUSE)
        fail_msg("%s without %s: %s, \"%s\"", function->name, name, pawl_status_name(status), said.message);
}

static int create_database(void **state) {
    if (database_create(state) != 0)
        return -1;
    struct pawl_db *db = open_administrator();
    expect(PAWL_OK, transfer_apply(db, &err));
    expect(PAWL_OK, trip_apply(db, &err));
    expect(PAWL_OK, review_apply(db, &err));
    expect(PAWL_OK, job_create(db, "J1", NULL, NULL, &err));
    return close_handles(state);
}

static int close_all(void **state) {
    handle = NULL;
    return close_handles(state);
}

static void calls_are_right_where_nothing_is_null(void **state) {
    (void)state;
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        if (!is_tried(&functions[i]))
            continue;
        enum pawl_status status = call_without(&functions[i], "");
        if (status != functions[i].complete)
            fail_msg("%s: %s, \"%s\"", functions[i].name, pawl_status_name(status), said.message);
    }
}

static void what_must_be_there_is_misuse(void **state) {
    (void)state;
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (is_tried(&functions[i]))
            for_each_name(&functions[i], functions[i].needed, expect_misuse);
}

static void what_may_be_left_out_is_no_crash(void **state) {
    (void)state;
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        if (!is_tried(&functions[i]))
            continue;
        for_each_name(&functions[i], functions[i].optional, expect_no_crash);
        call_without(&functions[i], "err");
    }
}

/* What says no status, or takes anything: an error is told in other words. */
static bool takes_any_text(const struct function *function, const char *name) {
    return strcmp(function->name, "pawl_step_token") == 0 || strcmp(name, "error") == 0;
}

static void expect_spoilt_is_misuse(const struct function *function, const char *name) {
    is_text = false;
    spoilt = "no UTF-8: \xff";
    enum pawl_status status = call_without(function, name);
    spoilt = NULL;
    if (is_text && !takes_any_text(function, name) && (status != PAWL_MISUSE || !said.message[0]))
        fail_msg("%s with a %s that is not UTF-8: %s, \"%s\"", function->name, name, pawl_status_name(status),
                 said.message);
}

static void what_is_not_utf8_is_misuse(void **state) {
    (void)state;
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        if (!is_tried(&functions[i]))
            continue;
        for_each_name(&functions[i], functions[i].needed, expect_spoilt_is_misuse);
        for_each_name(&functions[i], functions[i].optional, expect_spoilt_is_misuse);
    }
}

/* ---- the header ----------------------------------------------------------------------------------- */

static char *header_text(const char *file) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", PAWL_HEADERS, file);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *text = calloc(1, 200000);
    assert_non_null(text);
    assert_true(fread(text, 1, 199999, in) > 0);
    fclose(in);
    return text;
}

static bool is_listed(const char *names, const char *name, size_t length) {
    for (const char *at = names; (at = strstr(at, name)) != NULL; at++)
        if ((at == names || at[-1] == ' ') && strchr(" ", at[length]))
            return true;
    return false;
}

/* One declaration's argument, "const struct pawl_opts *opts": a pointer, or a key, which holds one. */
static void expect_listed(const struct function *function, const char *argument, size_t length) {
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)length, argument);
    const char *name = text + length;
    while (name > text && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    const bool is_pointer = strchr(text, '*') || strstr(text, "struct pawl_key") || strstr(text, "_fn ");
    if (!is_pointer || strcmp(name, "err") == 0 || strcmp(name, "options") == 0)
        return;
    if (!is_listed(function->needed, name, strlen(name)) &&
        !is_listed(function->optional, name, strlen(name)))
        fail_msg("%s: the table does not know %s", function->name, name);
}

static const struct function *function_of(const char *name, size_t length) {
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, name, length) == 0)
            return &functions[i];
    fail_msg("the table has no %.*s", (int)length, name);
    return NULL;
}

/* Of a line that begins in its first column and names a function of pawl's. */
static bool expect_declaration(const char *line) {
    const char *name = line, *end = line + strcspn(line, "(;\n");
    if (!isalpha((unsigned char)*line) || *end != '(' || strncmp(line, "typedef", 7) == 0 ||
        strncmp(line, "static", 6) == 0)
        return false;
    for (name = end; name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'); name--)
        ;
    if (strncmp(name, "pawl_", 5) != 0)
        return false;
    const struct function *function = function_of(name, (size_t)(end - name));
    for (const char *at = end + 1; *at && *at != ';';) {
        const size_t length = strcspn(at, ",)");
        expect_listed(function, at, length);
        at += length + 1;
    }
    return true;
}

static void every_function_of_the_header_is_in_the_table(void **state) {
    (void)state;
    size_t found = 0;
    const char *const headers[] = {"pawl_base.h", "pawl.h", "pawl_flow.h"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char *text = header_text(headers[i]);
        for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
            found += expect_declaration(line);
        free(text);
    }
    assert_int_equal(found, FUNCTION_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_function_of_the_header_is_in_the_table, close_all),
        cmocka_unit_test_teardown(calls_are_right_where_nothing_is_null, close_all),
        cmocka_unit_test_teardown(what_must_be_there_is_misuse, close_all),
        cmocka_unit_test_teardown(what_may_be_left_out_is_no_crash, close_all),
        cmocka_unit_test_teardown(what_is_not_utf8_is_misuse, close_all),
    };
    moves_only(&job_machine, NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_database, database_drop) : 77;
}
