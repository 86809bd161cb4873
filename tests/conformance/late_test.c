/*
 * What was sent on a connection that broke, and is still on its way when the same is asked for again: it is
 * held back, and comes late. Whatever was said meanwhile stays so.
 */
#include "machines.h"

#include "../support/cut_proxy.h"

#include <libpq-fe.h>
#include <signal.h>

static const struct pawl_opts first_request = {.request_id = "r-1"};

static struct cut_proxy *proxy;
static struct pawl_db *admin, *far; /* far: through the proxy */

/* options: of the far connection. */
static void begin_with(const char *options) {
    char where[600];
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    snprintf(where, sizeof where, "%s%s", cut_proxy_where(proxy), options);
    expect(PAWL_OK, pawl_open(&far, where, &err));
}

static int finish(void **state) {
    close_handles(state);
    pawl_close(far);
    far = NULL;
    if (proxy)
        cut_proxy_stop(proxy);
    proxy = NULL;
    return 0;
}

/* Submitted by another connection, so that nothing is learned here before it breaks but the machine. */
static void make(const char *id) {
    struct payment_current current;
    execute(admin, "insert into payments (id) values ('%s')", id);
    expect(PAWL_OK, payment_create(admin, id, &ten_euros, NULL, NULL, &err));
    expect(PAWL_OK, payment_get(far, id, &current, &err));
}

static enum pawl_status confirm(const char *id) {
    return payment_confirm(far, id, &first_request, NULL, &err);
}

/* Which prepares what will be held back, where statements are prepared. */
static void confirm_another(const char *id) {
    make(id);
    expect(PAWL_ILLEGAL, confirm(id));
}

static void p7_refusal_stays_one(void **state) {
    (void)state;
    begin_with("");
    confirm_another("warm");
    make("refused");
    cut_proxy_hold(proxy);
    expect(PAWL_ILLEGAL, confirm("refused"));
    expect_message("payment refused: confirm is not allowed in pending_submission");
    assert_false(err.retryable);
    expect(PAWL_OK, submit(admin, "refused"));
    cut_proxy_release(proxy);
    expect_payment(admin, "refused", "submitted|2\n");
}

/* It stands still, so nobody knows until it can be ended. */
static void p7_nothing_is_said_while_a_process_of_the_server_is_stopped(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the server has threads, none of which can be stopped alone */
    begin_with("");
    confirm_another("moving");
    make("stopped");
    const int process = PQbackendPID(pawl_native(far));
    if (kill(process, SIGSTOP) != 0)
        skip(); /* a server of somebody else's, or elsewhere */
    cut_proxy_hold(proxy);
    enum pawl_status status = confirm("stopped");
    char said[sizeof err.message];
    snprintf(said, sizeof said, "%s", err.message);
    kill(process, SIGCONT);
    expect(PAWL_UNKNOWN, status);
    assert_non_null(strstr(said, "has not ended: its last statement may still be done"));
    expect(PAWL_OK, submit(admin, "stopped"));
    expect(PAWL_OK, confirm("stopped"));
    cut_proxy_release(proxy);
    expect_payment(admin, "stopped", "paid|3\n");
}

/* "read the state before you repeat it" */
static void p7_what_is_read_after_unknown_stays(void **state) {
    (void)state;
    struct payment_current current;
    begin_with("");
    make("warm up");
    expect(PAWL_OK, submit(far, "warm up"));
    make("read");
    cut_proxy_hold(proxy);
    expect(PAWL_UNKNOWN, submit(far, "read"));
    expect(PAWL_OK, payment_get(far, "read", &current, &err));
    assert_int_equal(current.state, PAYMENT_STATE_PENDING_SUBMISSION);
    cut_proxy_release(proxy);
    expect_payment(admin, "read", "pending_submission|1\n");
}

/* MariaDB hides a thread from its own login while that is in a function of another's rights. */
static void p7_nothing_is_said_while_a_function_waits(void **state) {
    (void)state;
    if (!on_mariadb() || across_nodes())
        skip(); /* elsewhere a server shows a login all that is its own; nodes do not wait for each other */
    struct payment_current current;
    begin_with("&read_timeout=1");
    make("waiting");
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, submit(admin, "waiting"));
    expect(PAWL_UNKNOWN, submit(far, "waiting"));
    expect(PAWL_DB, payment_get(far, "waiting", &current, &err));
    assert_non_null(strstr(err.message, "has not ended: its last statement may still be done"));
    expect(PAWL_OK, pawl_rollback(admin, &err));
    enum pawl_status status = PAWL_DB;
    for (int attempt = 0; status == PAWL_DB && attempt < 20; attempt++)
        status = payment_get(far, "waiting", &current, &err);
    expect(PAWL_OK, status);
    expect_payment(admin, "waiting",
                   current.state == PAYMENT_STATE_SUBMITTED ? "submitted|2\n" : "pending_submission|1\n");
}

static void p7_what_is_read_after_a_lost_commit_stays(void **state) {
    (void)state;
    struct payment_current current;
    begin_with("");
    make("committed");
    expect(PAWL_OK, pawl_begin(far, &err));
    expect(PAWL_OK, submit(far, "committed"));
    cut_proxy_hold(proxy);
    expect(PAWL_UNKNOWN, pawl_commit(far, &err));
    expect(PAWL_OK, payment_get(far, "committed", &current, &err));
    assert_int_equal(current.state, PAYMENT_STATE_PENDING_SUBMISSION);
    cut_proxy_release(proxy);
    expect_payment(admin, "committed", "pending_submission|1\n");
}

static void p7_together_that_are_refused_stay_so(void **state) {
    (void)state;
    struct pawl_transition moved[2];
    size_t failed = 0;
    begin_with("");
    for (int round = 0; round < 2; round++) { /* the first prepares */
        const char *keys[] = {round ? "legal" : "legal warm", round ? "illegal" : "illegal warm"};
        const struct pawl_request both[] = {payment_submit_move(keys[0], &to_bank, &first_request),
                                            payment_confirm_move(keys[1], &first_request)};
        make(keys[0]);
        make(keys[1]);
        if (round)
            cut_proxy_hold(proxy);
        expect(PAWL_ILLEGAL, pawl_fire_all(far, both, 2, moved, &failed, &err));
        assert_int_equal(failed, 1);
    }
    expect_message("payment illegal: confirm is not allowed in pending_submission; so the one before it is "
                   "undone");
    assert_false(err.retryable);
    expect(PAWL_OK, submit(admin, "illegal"));
    cut_proxy_release(proxy);
    expect_payment(admin, "legal", "pending_submission|1\n");
    expect_payment(admin, "illegal", "submitted|2\n");
}

/* Otherwise a second one could have it while the first believes so. */
static void lock_is_not_taken_for_nobody(void **state) {
    (void)state;
    int64_t token = 0;
    begin_with("");
    expect(PAWL_OK, pawl_acquire(far, NULL, "door", "me", 0, 0, &token, &err));
    expect(PAWL_OK, pawl_release(far, NULL, "door", "me", token, &err));
    cut_proxy_hold(proxy);
    expect(PAWL_OK, pawl_acquire(far, NULL, "door", "me", 0, 0, &token, &err));
    expect(PAWL_OK, pawl_release(far, NULL, "door", "me", token, &err));
    cut_proxy_release(proxy);
    expect_rows(admin, "0\n", "select count(*) from pawl_locks where key = 'door'");
}

/* There nobody knows which process has it. */
static void p7_behind_a_pooler_a_refusal_is_unknown(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* no pooler is looked at */
    begin_with(" prepare=off");
    make("pooled");
    cut_proxy_hold(proxy);
    expect(PAWL_UNKNOWN, confirm("pooled"));
    expect_message(
        "payment pooled: confirm: the connection broke before the answer; the repeated call returned "
        "ILLEGAL, but the first call may still be done");
    assert_false(err.retryable);
    expect(PAWL_OK, submit(admin, "pooled"));
    cut_proxy_release(proxy);
    expect_payment(admin, "pooled", "paid|3\n");
    expect(PAWL_OK, confirm("pooled"));
}

static void p7_behind_a_pooler_what_is_done_is_known(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* no pooler is looked at */
    begin_with(" prepare=off");
    make("done");
    cut_proxy_hold(proxy);
    expect(PAWL_OK, payment_submit(far, "done", &to_bank, &first_request, NULL, &err));
    cut_proxy_release(proxy);
    expect_payment(admin, "done", "submitted|2\n");
}

static void p7_behind_a_pooler_many_are_unknown_where_one_is_refused(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* no pooler is looked at */
    struct payment_result results[2];
    const struct payment_confirm_item items[] = {{.id = "many 1", .request_id = "r-1"},
                                                 {.id = "many 2", .request_id = "r-2"}};
    begin_with(" prepare=off");
    make("many 1");
    make("many 2");
    expect(PAWL_OK, submit(admin, "many 1"));
    cut_proxy_hold(proxy);
    expect(PAWL_UNKNOWN, payment_confirm_many(far, items, 2, NULL, results, &err));
    expect(PAWL_OK, submit(admin, "many 2"));
    cut_proxy_release(proxy);
    expect_payment(admin, "many 2", "paid|3\n");
}

static void who_cannot_connect_again_is_told_what_to_do(void **state) {
    (void)state;
    begin_with("");
    make("away");
    cut_proxy_stop(proxy); /* nobody takes connections there any more */
    proxy = NULL;
    expect(PAWL_DB, payment_submit(far, "away", &to_bank, NULL, NULL, &err));
    assert_string_equal(err.help, "call again when the server is there and takes connections");
    expect_payment(admin, "away", "pending_submission|1\n");
}

static enum pawl_status confirm_in_transaction(struct pawl_db *db, void *context, struct pawl_error *error) {
    struct payment_current current;
    int *times = context;
    expect(PAWL_OK, payment_get(db, "back", &current, error)); /* on PostgreSQL that begins it */
    if (++*times == 1) {
        cut_proxy_leave(proxy);
        cut_proxy_return(proxy);
    }
    return payment_confirm(db, "back", NULL, NULL, error);
}

static void expect_away(enum pawl_status status) {
    expect(PAWL_DB, status);
    assert_true(err.retryable);
}

/* Nothing was sent, whoever asks, and however. */
static void who_finds_the_server_away_may_ask_again(void **state) {
    (void)state;
    struct payment_current current;
    struct pawl_pool *pool = NULL;
    struct pawl_db *pooled = NULL;
    int times = 0;
    const struct payment_submit_item item = {.id = "back", .args = to_bank};
    struct payment_result result;
    begin_with("");
    expect(PAWL_OK, pawl_pool_open(&pool, cut_proxy_where(proxy), NULL, &err));
    expect(PAWL_OK, pawl_pool_handle(pool, &pooled, &err));
    struct pawl_db *const handles[] = {far, pooled};
    make("back");
    expect(PAWL_OK, payment_get(pooled, "back", &current, &err));
    cut_proxy_leave(proxy);
    for (int i = 0; i < 2; i++) {
        struct pawl_db *db = handles[i];
        expect_away(payment_get(db, "back", &current, &err));
        expect_away(payment_submit(db, "back", &to_bank, NULL, NULL, &err));
        expect_away(payment_submit(db, "back", &to_bank, &first_request, NULL, &err));
        expect_away(payment_submit_many(db, &item, 1, NULL, &result, &err));
        expect_away(pawl_begin(db, &err));
        expect_away(pawl_transact(db, confirm_in_transaction, &times, &err));
        expect_away(pawl_exec(db, "select 1", &err));
    }
    assert_int_equal(times, 0);
    cut_proxy_return(proxy);
    expect(PAWL_OK, payment_submit(pooled, "back", &to_bank, NULL, NULL, &err));
    expect(PAWL_OK, pawl_transact(pooled, confirm_in_transaction, &times, &err));
    assert_int_equal(times, 2); /* the first lost its connection, before anything was to be committed */
    expect_payment(admin, "back", "paid|3\n");
    pawl_close(pooled);
    pawl_pool_close(pool);
}

#define LATE(function) cmocka_unit_test_teardown(function, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        LATE(p7_refusal_stays_one),
        LATE(who_cannot_connect_again_is_told_what_to_do),
        LATE(who_finds_the_server_away_may_ask_again),
        LATE(p7_nothing_is_said_while_a_process_of_the_server_is_stopped),
        LATE(p7_what_is_read_after_unknown_stays),
        LATE(p7_nothing_is_said_while_a_function_waits),
        LATE(p7_what_is_read_after_a_lost_commit_stays),
        LATE(p7_together_that_are_refused_stay_so),
        LATE(lock_is_not_taken_for_nobody),
        LATE(p7_behind_a_pooler_a_refusal_is_unknown),
        LATE(p7_behind_a_pooler_what_is_done_is_known),
        LATE(p7_behind_a_pooler_many_are_unknown_where_one_is_refused),
    };
    moves_only(&payment_machine, NULL);
    return run_suite(tests);
}
