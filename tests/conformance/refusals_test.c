#include "machines.h"

/* ---- P6: a refusal is an answer ------------------------------------------------------------------ */

static void p6_each_refusal_has_its_own_status_and_message(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_transition moved;
    new_payment(db, "PM123");
    expect(PAWL_OK, submit(db, "PM123"));
    expect(PAWL_OK, payment_confirm(db, "PM123", NULL, NULL, &err));

    expect(PAWL_ILLEGAL, payment_submit(db, "PM123", &to_bank, NULL, &moved, &err));
    expect_message("payment PM123: submit is not allowed in paid");
    assert_int_equal(moved.event, PAYMENT_EVENT_SUBMIT);
    assert_int_equal(moved.from, PAYMENT_STATE_PAID);
    assert_int_equal(moved.to, PAYMENT_STATE_NONE);
    assert_int_equal(moved.sort_key, 30);
    assert_true(strlen(err.help) > 0);

    expect(PAWL_EXISTS, payment_create(db, "PM123", &ten_euros, NULL, &moved, &err));
    expect_message_has("payment PM123: create");
    expect_message_has("paid");
    assert_int_equal(moved.from, PAYMENT_STATE_PAID);

    expect(PAWL_NOT_FOUND, submit(db, "PM999"));
    expect_message_has("payment PM999: submit");

    expect(PAWL_NOT_FOUND, payment_create(db, "PM998", &ten_euros, NULL, NULL, &err));
    expect_message_has("payment PM998: create");
    expect_message_has("parent");

    expect(PAWL_MISUSE, payment_submit(db, "PM123", NULL, NULL, NULL, &err));
    expect_message_has("submission_id");
    expect_payment(db, "PM123", "paid|3\n");
    expect_rows(db, "0\n", "select count(*) from payment_transitions where payment_id in ('PM999', 'PM998')");
}

/* What a function says to whoever calls it in SQL. */
static void p6_detail_says_in_sql_what_is_wrong(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* it has no functions */
    struct pawl_db *db = open_application();
    new_payment(open_administrator(), "in sql");
    char *schema = on_mariadb() ? rows_of(db, "select concat(database(), '_pawl')") : strdup("public");
    schema[strcspn(schema, "\n")] = '\0';
    const char *const calls[][2] = {
        {"confirm", "'in sql'"}, {"submit", "'in sql', null"}, {"submit", "'', 'S'"}};
    char illegal[160];
    snprintf(illegal, sizeof illegal,
             "confirm is not allowed in pending_submission; %s.payment_moves says what is\n", schema);
    static const char misused[] =
        "must be given: id, submission_id; an id has 1 to 1024 bytes, a request_id 1 to "
        "255, an actor up to 255\n";
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *expected = i == 0 ? illegal : misused;
        if (on_mariadb())
            expect_rows(db, expected, "select json_value(%s.payment_%s$%d(%s, null, null, null), '$.detail')",
                        schema, calls[i][0], i == 0 ? 4 : 5, calls[i][1]);
        else
            expect_rows(db, expected, "select detail from public.payment_%s(%s)", calls[i][0], calls[i][1]);
    }
    static const char unknown[] = "there is no such payment\n",
                      conflict[] = "the caller expects sort_key 90, and it is 10, in pending_submission\n";
    if (on_mariadb()) {
        expect_rows(db, unknown,
                    "select json_value(%s.payment_confirm$4('no', null, null, null), '$.detail')", schema);
        expect_rows(db, conflict,
                    "select json_value(%s.payment_confirm$4('in sql', null, null, 90), '$.detail')", schema);
    } else {
        expect_rows(db, unknown, "select detail from public.payment_confirm('no')");
        expect_rows(db, conflict,
                    "select detail from public.payment_confirm('in sql', expect_sort_key => 90)");
    }
    if (on_postgres() && has_all_machines) {
        expect_rows(db, illegal, "select detail from public.payment_confirm_many(array['in sql'])");
        expect_rows(db, unknown, "select detail from public.payment_confirm_many(array['no'])");
        expect_rows(db, conflict,
                    "select detail from public.payment_confirm_many(array['in sql'], expect_sort_key => "
                    "array[90])");
    }
    free(schema);
}

static void p6_help_names_what_is_allowed(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "help");
    expect(PAWL_ILLEGAL, payment_confirm(db, "help", NULL, NULL, &err));
    assert_non_null(strstr(err.help, "submit"));
    assert_non_null(strstr(err.help, "cancel"));
    assert_null(strstr(err.help, "confirm"));
}

static void p6_refusals_leave_the_callers_transaction_usable(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "usable");
    struct payment_create_args no_currency = {.amount = 1};
    expect(PAWL_OK, pawl_begin(db, &err));
    execute(db, "insert into notes (note) values ('before')");
    expect(PAWL_ILLEGAL, payment_confirm(db, "usable", NULL, NULL, &err));
    execute(db, "insert into notes (note) values ('after illegal')");
    expect(PAWL_NOT_FOUND, submit(db, "usable-missing"));
    execute(db, "insert into notes (note) values ('after missing')");
    expect(PAWL_NOT_FOUND, payment_create(db, "usable-orphan", &ten_euros, NULL, NULL, &err));
    execute(db, "insert into notes (note) values ('after orphan')");
    expect(PAWL_EXISTS, payment_create(db, "usable", &ten_euros, NULL, NULL, &err));
    execute(db, "insert into notes (note) values ('after exists')");
    expect(PAWL_MISUSE, payment_create(db, "usable", &no_currency, NULL, NULL, &err));
    execute(db, "insert into notes (note) values ('after misuse')");
    expect(PAWL_MISUSE, submit(db, ""));
    expect(PAWL_MISUSE, pawl_begin(db, &err));
    assert_true(pawl_in_transaction(db));
    expect_payment(db, "usable", "pending_submission|1\n");
    expect(PAWL_OK, submit(db, "usable"));
    expect(PAWL_ILLEGAL, submit(db, "usable"));
    expect(PAWL_OK, pawl_commit(db, &err));
    struct pawl_db *other = open_application();
    expect_payment(other, "usable", "submitted|2\n");
    expect_rows(other, "6\n", "select count(*) from notes where note = 'before' or note like 'after%%'");
}

static void p6_refusal_alone_leaves_no_transaction_open(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "alone");
    expect(PAWL_ILLEGAL, payment_confirm(db, "alone", NULL, NULL, &err));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_NOT_FOUND, submit(db, "alone-missing"));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_EXISTS, payment_create(db, "alone", &ten_euros, NULL, NULL, &err));
    assert_false(pawl_in_transaction(db));
    expect(PAWL_OK, submit(open_application(), "alone"));
}

static void expect_unique_violation(enum pawl_status status) {
    expect(PAWL_DB, status);
    assert_false(err.retryable);
    if (on_postgres())
        assert_string_equal(err.sqlstate, "23505");
    else if (on_mariadb())
        assert_int_equal(err.native_code, 1062); /* ER_DUP_ENTRY */
    else
        assert_int_equal(err.native_code & 0xff, 19); /* SQLITE_CONSTRAINT */
}

static void p6_unrelated_unique_violation_is_not_a_conflict(void **state) {
    (void)state;
    if (on_citus())
        skip(); /* each unique key has the entity's in it */
    struct pawl_db *db = open_application(), *admin = open_administrator();
    new_payment(db, "unique1");
    new_payment(db, "unique2");
    if (on_mariadb())
        one_on_mariadb("payment_transitions", "submission_id", "only once");
    else
        execute(admin, "create unique index one_submission on payment_transitions (submission_id)"
                       " where submission_id = 'only once'");
    struct payment_submit_args same = {.submission_id = "only once"};
    enum pawl_status first = payment_submit(db, "unique1", &same, NULL, NULL, &err);
    enum pawl_status second = payment_submit(db, "unique2", &same, NULL, NULL, &err);
    if (on_mariadb())
        any_on_mariadb("payment_transitions");
    else
        execute(admin, "drop index one_submission");
    assert_int_equal(first, PAWL_OK);
    expect_unique_violation(second);
    expect_payment(db, "unique2", "pending_submission|1\n");
}

static void p6_unique_violation_of_the_callers_own_is_not_a_conflict(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "unique3");
    execute(db, "insert into notes (note) values ('unique')");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "unique3"));
    expect_unique_violation(pawl_exec(db, "insert into notes (note) values ('unique')", &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_payment(db, "unique3", "pending_submission|1\n");
    expect(PAWL_OK, submit(db, "unique3"));
}

static void p6_statements_refuse_without_an_sql_error(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* there a move is not a statement */
    struct pawl_db *db = open_application();
    new_payment(db, "psql");
    expect_rows(db, "ILLEGAL|pending_submission|\n",
                "select status, from_state, to_state from payment_confirm('psql')");
    expect_rows(db, "NOT_FOUND\n", "select status from payment_confirm('psql-missing')");
    expect_rows(db, "NOT_FOUND|insert its row into public.payments first, with that key as id\n",
                "select status, detail from payment_create('psql-orphan', 1, 'EUR')");
    expect_rows(db, "EXISTS|pending_submission\n",
                "select status, from_state from payment_create('psql', 1, 'EUR')");
    expect_rows(db, "MISUSE\n", "select status from payment_submit('psql', null)");
    if (!on_citus()) /* whose planner reads the value to find the node, and ends the server */
        expect_rows(db, "MISUSE\n", "select status from payment_submit(null, 'S')");
    expect_rows(db, "MISUSE\n", "select status from payment_submit('', 'S')");
    expect_rows(db, "MISUSE\n", "select status from payment_submit(repeat('x', 1025), 'S')");
    expect_rows(db, "OK|pending_submission|submitted|20\n",
                "select status, from_state, to_state, sort_key from payment_submit('psql', 'S')");
    expect_payment(db, "psql", "submitted|2\n");
}

/* ---- transactions -------------------------------------------------------------------------------- */

static enum pawl_status submit_and_answer(struct pawl_db *db, void *context, struct pawl_error *error) {
    enum pawl_status status = payment_submit(db, "work", &to_bank, NULL, NULL, error);
    return status == PAWL_OK ? *(enum pawl_status *)context : status;
}

static void p6_transact_commits_ok_and_hands_anything_else_through(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "work");
    enum pawl_status answer = PAWL_ILLEGAL;
    assert_int_equal(pawl_transact(db, submit_and_answer, &answer, &err), PAWL_ILLEGAL);
    assert_false(pawl_in_transaction(db));
    expect_payment(db, "work", "pending_submission|1\n");
    answer = PAWL_OK;
    expect(PAWL_OK, pawl_transact(db, submit_and_answer, &answer, &err));
    expect_payment(db, "work", "submitted|2\n");
    expect(PAWL_ILLEGAL, pawl_transact(db, submit_and_answer, &answer, &err));
    expect_message("payment work: submit is not allowed in submitted");
}

static void p6_transactions_do_not_nest(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    enum pawl_status answer = PAWL_OK;
    expect(PAWL_MISUSE, pawl_commit(db, &err));
    expect(PAWL_MISUSE, pawl_rollback(db, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_begin(db, &err));
    expect_message_has("open already");
    expect(PAWL_MISUSE, pawl_transact(db, submit_and_answer, &answer, &err));
    expect(PAWL_MISUSE, payment_apply(db, &err));
    assert_true(pawl_in_transaction(db));
    expect(PAWL_OK, pawl_rollback(db, &err));
    assert_false(pawl_in_transaction(db));
}

static void p6_failed_transaction_does_not_commit(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_payment(db, "failed");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, submit(db, "failed"));
    expect(PAWL_DB, pawl_exec(db, "select * from nowhere", &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    expect_message("the transaction had failed before and was rolled back");
    assert_false(pawl_in_transaction(db));
    expect_payment(db, "failed", "pending_submission|1\n");
    expect(PAWL_OK, submit(db, "failed"));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, payment_confirm(db, "failed", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_payment(db, "failed", "paid|3\n");
}

static void fail_in_transaction(struct pawl_db *db) {
    expect(PAWL_OK, pawl_exec(db, "savepoint a", &err));
    expect(PAWL_DB, pawl_exec(db, "select * from nowhere", &err));
}

/* Words of transactions are known in every spelling that the databases take. */
static void p10_callers_words_end_what_has_failed(void **state) {
    (void)state;
    static const char *const go_back[] = {"rollback to savepoint a", "ROLLBACK TO SAVEPOINT a",
                                          "-- back\n Rollback /* what failed */\n\tto a;"};
    static const char *const end[] = {"rollback", "ROLLBACK;", "\n-- away\nRollback ;", "commit", "COMMIT;"};
    struct pawl_db *db = open_application();
    new_payment(db, "words");
    for (size_t i = 0; i < sizeof go_back / sizeof *go_back; i++) {
        char note[100];
        snprintf(note, sizeof note, "insert into notes (note) values ('went back %zu')", i);
        expect(PAWL_OK, pawl_begin(db, &err));
        fail_in_transaction(db);
        expect(PAWL_OK, pawl_exec(db, go_back[i], &err));
        expect(PAWL_OK, pawl_exec(db, note, &err));
        expect(PAWL_OK, pawl_commit(db, &err));
    }
    expect_rows(db, "3\n", "select count(*) from notes where note like 'went back %%'");
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        expect(PAWL_OK, pawl_exec(db, "begin", &err));
        expect(PAWL_OK, submit(db, "words"));
        fail_in_transaction(db);
        expect(PAWL_OK, pawl_exec(db, end[i], &err));
        assert_false(pawl_in_transaction(db));
        expect_payment(db, "words", "pending_submission|1\n");
    }
    expect(PAWL_OK, submit(db, "words"));
}

/* Whatever there is in it: Pawl's own texts alone say pawl_database for its name. */
static void p10_callers_sql_is_run_as_it_is(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_OK, pawl_exec(db,
                              "insert into notes (note) values ('in pawl_database'), ('pawl_application'), "
                              "('a line: \ndelimiter //\nand another')",
                              &err));
    expect_rows(db, "3\n",
                "select count(*) from notes where note in ('in pawl_database', 'pawl_application', "
                "'a line: \ndelimiter //\nand another')");
}

static void p6_programs_deploy_nothing_on_several_nodes(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator();
    if (has_all_machines) {
        expect(PAWL_OK, payment_apply(admin, &err));
        return;
    }
    expect(PAWL_MISUSE, payment_apply(admin, &err));
    expect_message(
        "the SQL of machine payment is for Citus, on which each statement commits on several nodes");
    assert_non_null(strstr(err.help, "apply it with psql, after the pawl.postgres.sql"));
    const struct pawl_key key = {.text = "nobody"};
    struct pawl_machine other = payment_machine;
    other.name = "elsewhere"; /* as all are to a worker */
    expect(PAWL_MISMATCH, pawl_get(admin, &other, key, NULL, &err));
    assert_non_null(strstr(err.help, "connect to the coordinator"));
    other = payment_machine;
    other.fingerprint = "0123456789abcdef";
    expect(PAWL_MISMATCH, pawl_get(admin, &other, key, NULL, &err));
    assert_non_null(strstr(err.help, "there are no migrations of machines that are spread over nodes"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p6_each_refusal_has_its_own_status_and_message),
        TEST(p6_detail_says_in_sql_what_is_wrong),
        TEST(p6_help_names_what_is_allowed),
        TEST(p6_refusals_leave_the_callers_transaction_usable),
        TEST(p6_refusal_alone_leaves_no_transaction_open),
        TEST(p6_unrelated_unique_violation_is_not_a_conflict),
        TEST(p6_unique_violation_of_the_callers_own_is_not_a_conflict),
        TEST(p6_statements_refuse_without_an_sql_error),
        TEST(p6_transact_commits_ok_and_hands_anything_else_through),
        TEST(p6_transactions_do_not_nest),
        TEST(p6_failed_transaction_does_not_commit),
        TEST(p10_callers_words_end_what_has_failed),
        TEST(p10_callers_sql_is_run_as_it_is),
        TEST(p6_programs_deploy_nothing_on_several_nodes),
    };
    moves_only(&payment_machine, &door_machine, &ticket_machine, &alarm_machine, NULL);
    return run_suite(tests);
}
