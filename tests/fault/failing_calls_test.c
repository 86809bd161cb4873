/*
 * Each operation with its first call of the database failing, then its second, and so on until none is left
 * to fail: the operation says so, nothing is half done, and the same handle does it the next time. A call
 * fails by being replaced with a statement that the database itself refuses, so that its connection is in
 * the very state that a failure leaves.
 */
#include "../conformance/loans.h"
#include "../support/failing_driver.h"

#include <stdio.h>
#include <string.h>

#include "payment.h"

/* ---- operations --------------------------------------------------------------------------------- */

static enum pawl_status create(struct pawl_db *db, const char *id) {
    struct payment_create_args args = {.amount = 1000, .currency = "EUR"};
    return payment_create(db, id, &args, NULL, NULL, &err);
}

static enum pawl_status submit_with(struct pawl_db *db, const char *id, const struct pawl_opts *opts) {
    struct payment_submit_args args = {.submission_id = "SB1"};
    return payment_submit(db, id, &args, opts, NULL, &err);
}

static enum pawl_status submit(struct pawl_db *db, const char *id) {
    return submit_with(db, id, NULL);
}

static enum pawl_status submit_once(struct pawl_db *db, const char *id) {
    return submit_with(db, id, &(struct pawl_opts){.request_id = "r-1"});
}

/* As most callers do: what fails ends the transaction. */
static enum pawl_status submit_in_transaction(struct pawl_db *db, const char *id) {
    enum pawl_status status = pawl_begin(db, &err);
    if (status == PAWL_OK)
        status = submit(db, id);
    if (status == PAWL_OK)
        return pawl_commit(db, &err);
    if (pawl_in_transaction(db))
        pawl_rollback(db, NULL);
    return status;
}

/* As a careless one does: it commits whatever it was told. */
static enum pawl_status commit_all_the_same(struct pawl_db *db, const char *id) {
    enum pawl_status status = pawl_begin(db, &err);
    if (status != PAWL_OK)
        return status;
    submit(db, id);
    return pawl_commit(db, &err);
}

static enum pawl_status submit_as_work(struct pawl_db *db, void *context, struct pawl_error *error) {
    struct payment_submit_args args = {.submission_id = "SB1"};
    return payment_submit(db, context, &args, NULL, NULL, error);
}

static enum pawl_status transact(struct pawl_db *db, const char *id) {
    char key[32];
    snprintf(key, sizeof key, "%s", id);
    return pawl_transact(db, submit_as_work, key, &err);
}

static enum pawl_status get(struct pawl_db *db, const char *id) {
    struct payment_current current;
    return payment_get(db, id, &current, &err);
}

static enum pawl_status history(struct pawl_db *db, const char *id) {
    struct payment_history rows;
    return payment_history(db, id, &rows, &err);
}

static enum pawl_status in_state(struct pawl_db *db, const char *id) {
    struct payment_page page;
    (void)id;
    return payment_in_state(db, PAYMENT_STATE_PENDING_SUBMISSION, NULL, 1, &page, &err);
}

static enum pawl_status count(struct pawl_db *db, const char *id) {
    int64_t counts[PAYMENT_STATE_COUNT + 1];
    (void)id;
    return payment_count_by_state(db, counts, &err);
}

static enum pawl_status last_to(struct pawl_db *db, const char *id) {
    struct payment_record record;
    return payment_last_to(db, id, PAYMENT_STATE_PENDING_SUBMISSION, &record, &err);
}

static enum pawl_status why(struct pawl_db *db, const char *id) {
    struct pawl_reason reasons[PAYMENT_EVENT_COUNT + 1];
    return payment_why(db, id, NULL, reasons, &err);
}

static const struct operation {
    const char *name;
    enum pawl_status (*run)(struct pawl_db *db, const char *id);
    bool needs_payment;
    const char *after; /* state and rows when it is done; NULL: it changes nothing */
} operations[] = {
    {"create", create, false, "pending_submission|1\n"},
    {"submit", submit, true, "submitted|2\n"},
    {"submit-once", submit_once, true, "submitted|2\n"},
    {"transaction", submit_in_transaction, true, "submitted|2\n"},
    {"careless", commit_all_the_same, true, "submitted|2\n"},
    {"transact", transact, true, "submitted|2\n"},
    {"get", get, true, NULL},
    {"history", history, true, NULL},
    {"in-state", in_state, true, NULL},
    {"count", count, true, NULL},
    {"last-to", last_to, true, NULL},
    {"why", why, true, NULL},
};

/* ---- tests -------------------------------------------------------------------------------------- */

static void expect_payment(struct pawl_db *admin, const char *id, const char *expected) {
    expect_rows(admin, expected,
                "select state, (select count(*) from payment_transitions t where t.payment_id = '%s')"
                " from payment_current where payment_id = '%s'",
                id, id);
}

static void fail_every_call(const struct operation *operation) {
    struct pawl_db *admin = open_administrator();
    for (long n = 1;; n++) {
        char id[48];
        snprintf(id, sizeof id, "%s-%ld", operation->name, n);
        execute(admin, "insert into payments (id) values ('%s')", id);
        struct pawl_db *plain = open_application();
        if (operation->needs_payment)
            expect(PAWL_OK, create(plain, id));

        struct pawl_db *db = open_failing(); /* also the first look at what is deployed can fail */
        fail_call(n);
        enum pawl_status status = operation->run(db, id);
        bool reached = has_failed_call();
        assert_false(pawl_in_transaction(db));
        const char *before = operation->needs_payment ? "pending_submission|1\n" : "";
        if (!reached) {
            expect(PAWL_OK, status);
            expect_payment(admin, id, operation->after ? operation->after : before);
            assert_true(n > 2);
            close_handles(NULL);
            return;
        }
        assert_int_not_equal(err.message[0], '\0');
        expect(PAWL_DB, status);
        expect_payment(admin, id, before);
        expect(PAWL_OK, operation->run(db, id));
        expect_payment(admin, id, operation->after ? operation->after : before);
    }
}

static void p3_an_operation_whose_nth_call_fails_has_done_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        fail_every_call(&operations[i]);
}

/* Moves that call back: guards and effects in C and in SQL, a mirror, a commit of their own. */
static void fail_every_call_of_a_loan(struct pawl_db *admin, bool joined) {
    for (long n = 1;; n++) {
        char id[48];
        struct clerk clerk = {.log = ""};
        struct loan_hooks hooks = hooks_of_clerk(&clerk);
        snprintf(id, sizeof id, "%s-%ld", joined ? "joined" : "alone", n);
        new_loan(admin, id);
        struct pawl_db *db = open_failing();
        expect(PAWL_OK, loan_set_hooks(db, &hooks, &err));
        fail_call(n);
        enum pawl_status status = joined ? pawl_begin(db, &err) : PAWL_OK;
        if (status == PAWL_OK)
            status = loan_ask(db, id, &asked_by_ann, NULL, NULL, &err);
        if (joined && status == PAWL_OK)
            status = pawl_commit(db, &err);
        bool reached = has_failed_call();
        if (pawl_in_transaction(db))
            pawl_rollback(db, NULL);
        bool announced = strstr(clerk.log, "announce") != NULL;
        if (!reached) {
            expect(PAWL_OK, status);
            assert_true(announced);
            expect_loan(admin, id, "granted|granted|2|leave_sql,book,enter_sql\n");
            assert_true(n > 2);
            close_handles(NULL);
            return;
        }
        expect(PAWL_DB, status);
        assert_false(announced);
        expect_loan(admin, id, "pending|pending|1|\n");
        expect(PAWL_OK, loan_ask(db, id, &asked_by_ann, NULL, NULL, &err));
        expect_loan(admin, id, "granted|granted|2|leave_sql,book,enter_sql\n");
    }
}

static void p3_a_move_with_hooks_whose_nth_call_fails_has_done_nothing(void **state) {
    (void)state;
    fail_every_call_of_a_loan(open_administrator(), false);
    fail_every_call_of_a_loan(open_administrator(), true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p3_an_operation_whose_nth_call_fails_has_done_nothing),
        TEST(p3_a_move_with_hooks_whose_nth_call_fails_has_done_nothing),
    };
    moves_only(&payment_machine, NULL);
    return run_loan_suite(tests);
}
