/* Two libraries, each with a machine `payment` of its own, in one program: --prefix keeps their names apart.
 */
#include "prefix_acme-generated/document.h"
#include "prefix_acme-generated/door.h"
#include "prefix_acme-generated/payment.h"
#include "prefix_beta-generated/document.h"
#include "prefix_beta-generated/door.h"
#include "prefix_beta-generated/payment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct pawl_error err = PAWL_ERROR_INIT;

static void expect(enum pawl_status expected, enum pawl_status actual) {
    if (actual != expected)
        fail_msg("%s, and not %s: %s", pawl_status_name(actual), pawl_status_name(expected), err.message);
}

static struct pawl_db *open_database(void) {
    struct pawl_db *db = NULL;
    expect(PAWL_OK, pawl_open(&db, "sqlite::memory:", &err));
    expect(PAWL_OK,
           pawl_exec(db, "create table payments (id text primary key); insert into payments values ('p')",
                     &err));
    return db;
}

static void each_moves_its_own(void **state) {
    (void)state;
    struct pawl_db *acme = open_database(), *beta = open_database();
    struct acme_payment_create_args acme_args = {.amount = 1, .currency = "EUR"};
    struct beta_payment_create_args beta_args = {.amount = 2, .currency = "USD"};
    struct acme_payment_submit_args submission = {.submission_id = "SB1"};
    struct acme_payment_transition moved;
    struct beta_payment_current current;
    struct acme_payment_history history;
    expect(PAWL_OK, acme_payment_apply(acme, &err));
    expect(PAWL_OK, beta_payment_apply(beta, &err));
    expect(PAWL_OK, acme_payment_create(acme, "p", &acme_args, NULL, NULL, &err));
    expect(PAWL_OK, beta_payment_create(beta, "p", &beta_args, NULL, NULL, &err));
    expect(PAWL_OK, acme_payment_submit(acme, "p", &submission, NULL, &moved, &err));
    assert_int_equal(moved.to, ACME_PAYMENT_STATE_SUBMITTED);
    expect(PAWL_OK, beta_payment_get(beta, "p", &current, &err));
    assert_int_equal(current.state, BETA_PAYMENT_STATE_PENDING_SUBMISSION);
    expect(PAWL_OK, acme_payment_history(acme, "p", &history, &err));
    assert_int_equal(history.count, 2);
    assert_int_equal(history.rows[1].event, ACME_PAYMENT_EVENT_SUBMIT);
    pawl_close(acme);
    pawl_close(beta);
}

/* The prefix is C's alone: in a database that both use, it is one machine, and messages call it by its name.
 */
static void the_database_knows_no_prefix(void **state) {
    (void)state;
    struct pawl_db *db = open_database();
    expect(PAWL_OK, acme_door_apply(db, &err));
    expect(PAWL_OK, beta_door_apply(db, &err));
    expect(PAWL_OK, acme_door_create(db, "d", NULL, NULL, &err));
    expect(PAWL_OK, beta_door_open(db, "d", NULL, NULL, &err));
    expect(PAWL_ILLEGAL, acme_door_lock(db, "d", NULL, NULL, &err));
    assert_string_equal(err.message, "door d: lock is not allowed in opened");
    assert_string_equal(acme_door_machine.name, "door");
    assert_string_equal(acme_door_machine.fingerprint, beta_door_machine.fingerprint);
    assert_string_equal(acme_door_machine.postgres.schema, beta_door_machine.postgres.schema);
    assert_string_equal(acme_document_state_name(ACME_DOCUMENT_STATE_DRAFTED), "drafted");
    pawl_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_moves_its_own),
        cmocka_unit_test(the_database_knows_no_prefix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
