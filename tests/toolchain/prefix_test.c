/* Two libraries, each with a machine `payment` of its own, in one program: --prefix keeps their names apart.
 */
#include "prefix_acme-generated/document.h"
#include "prefix_acme-generated/door.h"
#include "prefix_acme-generated/payment.h"
#include "prefix_acme-generated/voucher.h"
#include "prefix_beta-generated/document.h"
#include "prefix_beta-generated/door.h"
#include "prefix_beta-generated/payment.h"
#include "prefix_beta-generated/voucher.h"

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
    assert_string_equal(acme_door_machine.sql[PAWL_DIALECT_POSTGRES]->schema,
                        beta_door_machine.sql[PAWL_DIALECT_POSTGRES]->schema);
    assert_string_equal(acme_document_state_name(ACME_DOCUMENT_STATE_DRAFTED), "drafted");
    pawl_close(db);
}

/* ---- many moves, guards and effects ------------------------------------------------------------- */

static enum pawl_status agree(struct pawl_db *db, const struct acme_voucher_call *call, void *context,
                              struct pawl_error *error) {
    (void)db, (void)error;
    assert_int_equal(call->event, ACME_VOUCHER_EVENT_REVOKE);
    ++*(int *)context;
    return PAWL_OK;
}

static enum pawl_status refuse(struct pawl_db *db, const struct beta_voucher_call *call, void *context,
                               struct pawl_error *error) {
    (void)db, (void)error;
    assert_int_equal(call->event, BETA_VOUCHER_EVENT_REVOKE);
    ++*(int *)context;
    return PAWL_REFUSED;
}

static enum pawl_status acme_nothing(struct pawl_db *db, const struct acme_voucher_call *call, void *context,
                                     struct pawl_error *error) {
    (void)db, (void)call, (void)context, (void)error;
    return PAWL_OK;
}

static enum pawl_status beta_nothing(struct pawl_db *db, const struct beta_voucher_call *call, void *context,
                                     struct pawl_error *error) {
    (void)db, (void)call, (void)context, (void)error;
    return PAWL_OK;
}

static struct pawl_db *open_vouchers(void) {
    struct pawl_db *db = open_database();
    expect(PAWL_OK, pawl_exec(db,
                              "create table vouchers (id text primary key, state text);"
                              "insert into vouchers (id) values ('a'), ('b'), ('c');"
                              "create table funds (amount bigint); insert into funds values (50);"
                              "create table bookings (voucher_id text, what text not null, amount bigint)",
                              &err));
    expect(PAWL_OK, acme_voucher_apply(db, &err));
    return db;
}

static void expect_here(struct pawl_db *db, int64_t issued, int64_t spent, int64_t refused) {
    int64_t counts[ACME_VOUCHER_STATE_COUNT + 1];
    expect(PAWL_OK, acme_voucher_count_by_state(db, counts, &err));
    assert_int_equal(counts[ACME_VOUCHER_STATE_ISSUED], issued);
    assert_int_equal(counts[ACME_VOUCHER_STATE_SPENT], spent);
    assert_int_equal(counts[ACME_VOUCHER_STATE_REFUSED], refused);
}

/* On one handle, as two libraries would share it. */
static void many_move_with_the_hooks_of_each(void **state) {
    (void)state;
    struct pawl_db *db = open_vouchers();
    int agreed = 0, refused = 0;
    const struct acme_voucher_hooks agreeing = {
        .context = &agreed, .agreed = agree, .tell = acme_nothing, .announce = acme_nothing};
    const struct beta_voucher_hooks refusing = {
        .context = &refused, .agreed = refuse, .tell = beta_nothing, .announce = beta_nothing};
    struct acme_voucher_create_item made[] = {
        {.id = "a", .args = {50}}, {.id = "b", .args = {50}}, {.id = "c", .args = {51}}};
    struct acme_voucher_result acme_results[3];
    struct beta_voucher_result beta_results[3];
    expect(PAWL_OK, acme_voucher_create_many(db, made, 3, NULL, acme_results, &err));
    expect_here(db, 3, 0, 0);

    struct beta_voucher_redeem_item redeemed[] = {{.id = "a", .args = {.till = "A", .tip = {true, 5}}},
                                                  {.id = "c", .args = {.till = "A"}},
                                                  {.id = "none", .args = {.till = "A"}}};
    expect(PAWL_OK, beta_voucher_redeem_many(db, redeemed, 3, NULL, beta_results, &err));
    assert_int_equal(beta_results[0].status, PAWL_OK);
    assert_int_equal(beta_results[0].moved.to, BETA_VOUCHER_STATE_SPENT);
    assert_int_equal(beta_results[1].moved.to, BETA_VOUCHER_STATE_REFUSED);
    assert_int_equal(beta_results[2].status, PAWL_NOT_FOUND);
    expect_here(db, 1, 1, 1);

    expect(PAWL_MISUSE, acme_voucher_revoke(db, "b", NULL, NULL, &err));
    expect(PAWL_OK, acme_voucher_set_hooks(db, &agreeing, &err));
    expect(PAWL_MISUSE, beta_voucher_revoke(db, "b", NULL, NULL, &err));
    expect(PAWL_OK, beta_voucher_set_hooks(db, &refusing, &err));
    struct beta_voucher_revoke_item beta_revoked = {.id = "b"};
    expect(PAWL_OK, beta_voucher_revoke_many(db, &beta_revoked, 1, NULL, beta_results, &err));
    assert_int_equal(beta_results[0].status, PAWL_REFUSED);
    assert_string_equal(beta_results[0].guard, "agreed");
    assert_int_equal(refused, 1);
    struct acme_voucher_revoke_item acme_revoked = {.id = "b"};
    expect(PAWL_OK, acme_voucher_revoke_many(db, &acme_revoked, 1, NULL, acme_results, &err));
    assert_int_equal(acme_results[0].status, PAWL_OK);
    assert_int_equal(agreed, 1);
    assert_int_equal(refused, 1);
    expect_here(db, 0, 1, 2);
    pawl_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_moves_its_own),
        cmocka_unit_test(the_database_knows_no_prefix),
        cmocka_unit_test(many_move_with_the_hooks_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
