/*
 * A connection that breaks at any byte of what a worker, a starter or an operator exchanges with the server:
 * of a COMMIT nobody knows then whether it has happened. What was done is done once, and the run comes to its
 * end.
 */
#include "oracle.h"

#include "../support/cut_proxy.h"

#include <flow/flow.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pawl_db *db, *far, *admin; /* far: through the proxy */
static int64_t run;
static char customer[64];

static enum pawl_status start(void) {
    struct trip_args args = {.customer = customer, .parts = 1, .amount = 7};
    return pawl_flow_start(far, played(TRIP), &args, NULL, &run, &err);
}

static enum pawl_status run_it(void) {
    return pawl_flow_run(far, played(TRIP), run, NULL, &err);
}

static enum pawl_status take_a_step(void) {
    return pawl_flow_step(far, played(TRIP), run, false, NULL, &err);
}

static enum pawl_status pause(void) {
    return pawl_run_pause(far, "trip", run, "ops", &err);
}

static enum pawl_status send(void) {
    return pawl_run_signal(far, "trip", run, "approved", "ops", &err);
}

static const struct operation {
    const char *name;
    enum pawl_status (*operate)(void);
    bool starts;
    long stride; /* of the bytes, by default */
} operations[] = {
    {"start", start, true, 29},  {"run", run_it, false, 331}, {"step", take_a_step, false, 211},
    {"pause", pause, false, 29}, {"signal", send, false, 29},
};

/* That nothing more comes of what was sent before the cut. */
static void wait_until_all_rests(void) {
    for (int waits = 0; waits < 2500; waits++) {
        char *busy = rows_of(
            admin, on_mariadb() ? "select count(*) from information_schema.processlist"
                                  " where user = database() and command <> 'Sleep'"
                                : "select count(*) from pg_stat_activity where datname = current_database()"
                                  " and pid <> pg_backend_pid() and state <> 'idle'"
                                  " and application_name = 'libpawl'");
        bool rests = busy[0] == '0';
        free(busy);
        if (rests)
            return;
        sleep_ms(2);
    }
    fail_msg("the server is still at what was cut off");
}

/* False where the exchange is shorter. */
static bool is_cut_at(const struct operation *operation, struct cut_proxy *proxy, enum direction direction,
                      long byte) {
    struct pawl_run row;
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
    snprintf(customer, sizeof customer, "%s %d %ld", operation->name, direction, byte);
    run = 0;
    if (!operation->starts)
        run = start_trip(db, customer, 1);
    pawl_run_get(far, NULL, 1, &row, &err); /* connects again */
    cut_proxy_arm(proxy, direction, byte);
    enum pawl_status status = operation->operate();
    bool has_cut = cut_proxy_has_cut(proxy);
    if (pawl_in_transaction(far))
        fail_msg("%s, cut at %ld: a transaction is open", operation->name, byte);
    if (!has_cut)
        expect(PAWL_OK, status);
    wait_until_all_rests();
    if (operation->starts) { /* who does not know asks again */
        int64_t first = run;
        if (status == PAWL_OK)
            expect(PAWL_EXISTS, start());
        else
            assert_true(start() == PAWL_OK || err.status == PAWL_EXISTS);
        assert_true(first == 0 || first == run);
        expect_rows(admin, "1\n", "select count(*) from pawl_runs where %s = '%s'",
                    on_mariadb() ? "json_value(args, '$.customer')" : "args ->> 'customer'", customer);
    }
    if (status != PAWL_OK)
        move_clock(70); /* what a claim has left */
    bring_to_end(far, TRIP, run);
    expect_as_history(db, TRIP, run);
    if (status == PAWL_OK) /* whoever lost an answer before a call knows that he has not begun it */
        expect_rows(admin, "",
                    "select outcome from pawl_run_steps where run = %" PRId64
                    " and path = 'pay' and outcome not in ('done', 'pause', 'resume')",
                    run);
    return has_cut;
}

static void whatever_is_cut_is_done_once(void **state) {
    (void)state;
    const char *every = getenv("PAWL_TEST_POINTS");
    db = open_play();
    admin = open_administrator();
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
            struct cut_proxy *proxy = cut_proxy_start(application_where());
            long byte = 0, stride = every ? atol(every) : operations[i].stride;
            expect(PAWL_OK, pawl_open(&far, cut_proxy_where(proxy), &err));
            set_play_hooks(far);
            while (is_cut_at(&operations[i], proxy, (enum direction)direction, byte))
                byte += stride;
            assert_true(byte > 50);
            pawl_close(far);
            cut_proxy_stop(proxy);
        }
}

/* ---- while a call is made ------------------------------------------------------------------------ */

/* A call to the outside, or an undo of one, during which the connection is lost; its run, and how that ends.
 */
struct outside_call {
    enum play_flow flow;
    const char *name, *path;
    const char *refused; /* the step that makes the run go back; NULL: none */
    enum pawl_run_status end;
};

static const struct outside_call outside_calls[] = {
    {SEAL_DEAL, "sign", "sign", NULL, PAWL_RUN_DONE}, /* irreversible */
    {TRIP, "pay", "pay", NULL, PAWL_RUN_DONE},
    {TRIP, "refund", "pay", "confirm", PAWL_RUN_UNDONE},
};

static struct cut_proxy *between;
static enum direction cut_direction;
static long cut_byte;
static pthread_t restart;
static bool is_stopping;

static void begin_call(const struct outside_call *call, void (*during)(const struct pawl_step *step)) {
    static int number;
    forget_script();
    calls();
    snprintf(customer, sizeof customer, "call %d", ++number);
    run = call->flow == TRIP ? start_trip(db, customer, 1) : start_text(db, call->flow, customer);
    if (call->refused)
        answer(call->refused, 9, PAWL_REFUSED);
    answer_with(call->name, during);
}

static int times_in(const char *all, const char *name) {
    int times = 0;
    for (const char *found = all; (found = strstr(found, name)); found += strlen(name))
        times++;
    return times;
}

/* What it came to is saved, whatever became of the connection: nobody makes it again, or doubts that it was
 * made. */
static void was_made_once(const struct outside_call *call, enum pawl_status status) {
    if (status != PAWL_OK)
        fail_msg("%s: %s (%s)", call->name, pawl_status_name(status), err.message);
    const char *made = calls();
    if (times_in(made, call->name) != 1)
        fail_msg("%s was not made once: %s", call->name, made);
    expect_run(db, run, call->end, "");
    expect_rows(admin, "0\n",
                "select count(*) from pawl_run_steps where run = %" PRId64
                " and path = '%s' and outcome not in ('done', 'undone')",
                run, call->path);
    expect_as_history(db, call->flow, run);
}

static void open_far(void) {
    db = open_play();
    admin = open_administrator();
    between = cut_proxy_start(application_where());
    expect(PAWL_OK, pawl_open(&far, cut_proxy_where(between), &err));
    set_play_hooks(far);
}

static void close_far(void) {
    pawl_close(far);
    cut_proxy_stop(between);
}

/* ---- between two runs ----------------------------------------------------------------------------- */

static struct between_runs {
    bool stops; /* when the server is back */
    int told, asked;
} between_runs;

static void leave_between(void *context, const struct pawl_flow *flow, int64_t its_run,
                          enum pawl_run_status left, enum pawl_status status,
                          const struct pawl_error *error) {
    struct pawl_run row;
    (void)context, (void)flow, (void)its_run, (void)left, (void)status, (void)error;
    if (between_runs.told++ > 0)
        return;
    cut_proxy_leave(between);
    pawl_run_get(far, NULL, run, &row, &err);
}

static void return_between(void *context, const struct pawl_error *error) {
    (void)context;
    if (error)
        cut_proxy_return(between);
    between_runs.asked = error && between_runs.stops ? 1000 : 0;
}

static bool waits_no_longer(void *context) {
    (void)context;
    return between_runs.told > 1 || ++between_runs.asked > 1000;
}

static void p9_run_that_is_claimed_early_outlives_its_connection(void **state) {
    (void)state;
    for (int stops = 0; stops < 2; stops++) {
        open_far();
        const struct pawl_flow *flow = played(KNOCK);
        const struct pawl_work_options options = {.struct_size = sizeof options,
                                                  .poll_ms = 2000,
                                                  .stop = waits_no_longer,
                                                  .told_run = leave_between,
                                                  .away = return_between,
                                                  .flows = &flow,
                                                  .flow_count = 1};
        between_runs = (struct between_runs){.stops = stops};
        start_text(db, KNOCK, "first");
        run = start_text(db, KNOCK, "next");
        expect(PAWL_OK, pawl_work(far, NULL, 0, &options, &err));
        expect_rows(admin, "1\n", "select claim from pawl_runs where id = %" PRId64, run);
        expect_run(db, run, stops ? PAWL_RUN_READY : PAWL_RUN_DONE, "");
        assert_int_equal(drive(db, KNOCK, run), PAWL_RUN_DONE);
        expect_history(db, run, "rap done");
        close_far();
    }
}

/* ---- a claim whose answer is lost ------------------------------------------------------------------ */

static int ended_runs;

static void count_ended_run(void *context, const struct pawl_flow *flow, int64_t its_run,
                            enum pawl_run_status left, enum pawl_status status,
                            const struct pawl_error *error) {
    (void)context, (void)flow, (void)its_run, (void)status, (void)error;
    ended_runs += left == PAWL_RUN_DONE;
}

static bool have_two_ended(void *asked) {
    return ended_runs >= 2 || ++*(int *)asked > 400;
}

/* Of a run that stands at a call, by name; or by a worker, which claims the second run with the end of the
 * first. */
static bool is_claim_cut_at(long byte, bool by_worker) {
    const struct pawl_flow *flow = played(by_worker ? KNOCK : TRIP);
    struct pawl_run row;
    int64_t runs[2];
    int asked = 0;
    const struct pawl_work_options options = {.struct_size = sizeof options,
                                              .poll_ms = 5,
                                              .stop = have_two_ended,
                                              .context = &asked,
                                              .told_run = count_ended_run,
                                              .flows = &flow,
                                              .flow_count = 1};
    ended_runs = 0;
    forget_script();
    answer("wants_vm", 99, PAWL_OK);
    for (int i = 0; i < 2; i++) {
        snprintf(customer, sizeof customer, "claimed %ld %d", byte, i);
        runs[i] = by_worker ? start_text(db, KNOCK, customer) : start_trip(db, customer, 1);
        struct drive first = {.step_limit = 1};
        if (!by_worker)
            expect(PAWL_OK, flow_drive(db, flow, runs[i], &first, &err));
    }
    pawl_run_get(far, NULL, 1, &row, &err); /* connects again */
    cut_proxy_arm(between, TO_CLIENT, byte);
    for (int i = 0; !by_worker && i < 2; i++)
        expect(PAWL_OK, pawl_flow_run(far, flow, runs[i], NULL, &err));
    if (by_worker)
        expect(PAWL_OK, pawl_work(far, NULL, 0, &options, &err));
    const bool has_cut = cut_proxy_has_cut(between);
    wait_until_all_rests();
    for (int i = 0; i < 2; i++) {
        expect_run(db, runs[i], PAWL_RUN_DONE, "");
        expect_rows(admin, "0\n",
                    "select count(*) from pawl_run_steps where run = %" PRId64
                    " and outcome in ('cut off', 'unknown')",
                    runs[i]);
    }
    return has_cut;
}

static void p9_unanswered_claim_cuts_nothing_off(void **state) {
    (void)state;
    const char *every = getenv("PAWL_TEST_POINTS");
    for (int by_worker = 0; by_worker < 2; by_worker++) {
        long byte = 0;
        open_far();
        while (is_claim_cut_at(byte, by_worker != 0) && byte < 6000)
            byte += every ? atol(every) : 61;
        assert_true(byte > 500);
        close_far();
    }
}

static void cut_soon(const struct pawl_step *step) {
    (void)step;
    cut_proxy_arm(between, cut_direction, cut_byte);
}

/* At any byte of the exchange that saves it, and of what comes next. */
static void p9_result_of_a_call_outlives_its_connection(void **state) {
    (void)state;
    enum pawl_run_status left;
    open_far();
    for (size_t i = 0; i < sizeof outside_calls / sizeof *outside_calls; i++)
        for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++)
            for (cut_byte = 0; cut_byte < 1200; cut_byte += cut_byte < 40 ? 13 : 97) {
                cut_direction = (enum direction)direction;
                begin_call(&outside_calls[i], cut_soon);
                enum pawl_status status = pawl_flow_run(far, played(outside_calls[i].flow), run, &left, &err);
                (void)cut_proxy_has_cut(between);
                wait_until_all_rests();
                was_made_once(&outside_calls[i], status);
            }
    close_far();
}

static void *come_back(void *context) {
    sleep_ms(300);
    cut_proxy_return(context);
    return NULL;
}

static void server_restarts(const struct pawl_step *step) {
    (void)step;
    cut_proxy_leave(between);
    assert_int_equal(pthread_create(&restart, NULL, come_back, between), 0);
}

static void p9_result_of_a_call_outlives_a_restart(void **state) {
    (void)state;
    enum pawl_run_status left;
    open_far();
    for (size_t i = 0; i < sizeof outside_calls / sizeof *outside_calls; i++) {
        begin_call(&outside_calls[i], server_restarts);
        enum pawl_status status = pawl_flow_run(far, played(outside_calls[i].flow), run, &left, &err);
        pthread_join(restart, NULL);
        was_made_once(&outside_calls[i], status);
    }
    close_far();
}

static bool is_told_to_stop(void *context) {
    (void)context;
    return is_stopping;
}

static void server_leaves(const struct pawl_step *step) {
    (void)step;
    cut_proxy_leave(between);
    is_stopping = true;
}

/* A worker that is to stop does not wait for a database that is away: then nobody knows of the call. */
static void p9_result_that_nobody_saved_may_have_happened(void **state) {
    (void)state;
    const struct pawl_flow *flow = played(SEAL_DEAL);
    struct pawl_work_options options = {
        .struct_size = sizeof options, .flows = &flow, .flow_count = 1, .stop = is_told_to_stop};
    open_far();
    begin_call(&outside_calls[0], server_leaves);
    pawl_work(far, NULL, 0, &options, &err);
    cut_proxy_return(between);
    wait_until_all_rests();
    expect_history(db, run, "draft done");
    move_clock(3600);
    assert_int_equal(drive(db, SEAL_DEAL, run), PAWL_RUN_PARKED);
    expect_history(db, run, "draft done; sign cut off");
    assert_int_equal(times_in(calls(), "sign"), 1);
    close_far();
}

/* ---- in a transaction ----------------------------------------------------------------------------- */

/* Two runs that take a lock; an error rolls back. */
static enum pawl_status start_two(const char *account) {
    int64_t first = 0, second = 0;
    const struct move_money_args args[] = {{.account = account, .branch = 1},
                                           {.account = account, .branch = 2}};
    enum pawl_status status = pawl_begin(far, &err);
    if (status == PAWL_OK)
        status = move_money_start(far, &args[0], "me", &first, &err);
    if (status == PAWL_OK)
        status = move_money_start(far, &args[1], "me", &second, &err);
    if (status == PAWL_OK)
        return pawl_commit(far, &err);
    if (pawl_in_transaction(far))
        pawl_rollback(far, NULL);
    return status;
}

static bool are_two_cut_at(struct cut_proxy *proxy, enum direction direction, long byte) {
    struct pawl_run row;
    char account[64];
    snprintf(account, sizeof account, "two %d %ld", direction, byte);
    pawl_run_get(far, NULL, 1, &row, &err); /* connects again */
    cut_proxy_arm(proxy, direction, byte);
    const enum pawl_status status = start_two(account);
    const bool has_cut = cut_proxy_has_cut(proxy);
    assert_false(pawl_in_transaction(far));
    wait_until_all_rests();
    char sql[160];
    snprintf(sql, sizeof sql, "select count(*) from pawl_runs where %s = '%s'",
             on_mariadb() ? "json_value(args, '$.account')" : "args ->> 'account'", account);
    char *count = rows_of(admin, sql);
    const long is_there = strtol(count, NULL, 10);
    free(count);
    if (status == PAWL_OK)
        assert_int_equal(is_there, 2);
    else if (status == PAWL_UNKNOWN)
        assert_true(is_there == 0 || is_there == 2);
    else
        assert_int_equal(is_there, 0);
    assert_true(has_cut || status == PAWL_OK);
    return has_cut;
}

/* What is told to be committed is there, and nothing else is. */
static void p3_transaction_that_is_cut_is_told_as_it_ended(void **state) {
    (void)state;
    const char *every = getenv("PAWL_TEST_POINTS");
    db = open_play();
    admin = open_administrator();
    for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
        struct cut_proxy *proxy = cut_proxy_start(application_where());
        long byte = 0;
        expect(PAWL_OK, pawl_open(&far, cut_proxy_where(proxy), &err));
        while (are_two_cut_at(proxy, (enum direction)direction, byte))
            byte += every ? atol(every) : 13;
        assert_true(byte > 50);
        pawl_close(far);
        cut_proxy_stop(proxy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p9_run_that_is_claimed_early_outlives_its_connection),
        TEST(p9_unanswered_claim_cuts_nothing_off),
        TEST(p9_result_of_a_call_outlives_its_connection),
        TEST(p9_result_of_a_call_outlives_a_restart),
        TEST(p9_result_that_nobody_saved_may_have_happened),
        TEST(p3_transaction_that_is_cut_is_told_as_it_ended),
        TEST(whatever_is_cut_is_done_once),
    };
    moves_only(NULL);
    return run_suite(tests);
}
