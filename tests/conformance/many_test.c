/* Many moves in one call: an answer for each, and all that holds of one move holds of each of them. */
#include "machines.h"

#include <pthread.h>

#include "../support/cut_proxy.h"

enum { COUNT = 300 };

static char ids[COUNT][24];

/* PREFIX0, PREFIX1, ... */
static void name_ids(const char *prefix, size_t count) {
    for (size_t i = 0; i < count; i++)
        snprintf(ids[i], sizeof ids[i], "%s%zu", prefix, i);
}

static void insert_parents(struct pawl_db *db, size_t count) {
    for (size_t i = 0; i < count; i++)
        execute(db, "insert into payments (id) values ('%s')", ids[i]);
}

/* Parents and payments of those names, pending. */
static void make_payments(struct pawl_db *db, const char *prefix, size_t count) {
    struct payment_create_item items[COUNT];
    struct payment_result results[COUNT];
    name_ids(prefix, count);
    insert_parents(db, count);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct payment_create_item){.id = ids[i], .args = ten_euros};
    expect(PAWL_OK, payment_create_many(db, items, count, NULL, results, &err));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(results[i].status, PAWL_OK);
}

static struct payment_submit_item submit_of(const char *id) {
    return (struct payment_submit_item){.id = id, .args = to_bank};
}

static void expect_counts(struct pawl_db *db, const char *prefix, const char *state_and_moves) {
    expect_rows(
        db, state_and_moves,
        "select state, count(*), sum(moves) from (select state, (select count(*) from payment_transitions t"
        " where t.payment_id = h.payment_id) as moves from payment_current h"
        " where payment_id like '%s%%') x group by state order by state",
        prefix);
}

/* ---- answers -------------------------------------------------------------------------------------- */

static void expect_result(const struct payment_result *result, enum pawl_status status,
                          enum payment_state from, enum payment_state to, int64_t sort_key) {
    assert_string_equal(pawl_status_name(result->status), pawl_status_name(status));
    assert_int_equal(result->moved.from, from);
    assert_int_equal(result->moved.to, to);
    assert_int_equal(result->moved.sort_key, sort_key);
    assert_true((result->moved.created_at_us != 0) == (sort_key != 0));
    assert_string_equal(result->guard, "");
}

static void results_are_as_libpawl_writes_them(void **state) {
    (void)state;
    assert_int_equal(sizeof(struct payment_result), sizeof(struct pawl_result));
    assert_int_equal(offsetof(struct payment_result, moved), offsetof(struct pawl_result, moved));
    assert_int_equal(offsetof(struct payment_result, guard), offsetof(struct pawl_result, guard));
    assert_int_equal(sizeof(struct payment_transition), sizeof(struct pawl_transition));
}

static void p6_each_row_has_an_answer_of_its_own(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_payments(db, "each", 5);
    struct pawl_opts once = {.request_id = "r-1"};
    expect(PAWL_OK, payment_submit(db, "each1", &to_bank, &once, NULL, &err));
    expect(PAWL_OK, payment_submit(db, "each2", &to_bank, &once, NULL, &err));
    expect(PAWL_OK, payment_cancel(db, "each3", &(struct payment_cancel_args){0}, NULL, NULL, &err));
    struct payment_submit_item items[] = {
        submit_of("each4"), submit_of("each3"), submit_of("each2"),
        submit_of("each1"), submit_of("each0"), submit_of("none"),
    };
    items[2].request_id = "r-1";
    items[3].request_id = "r-1";
    items[3].args.submission_id = "another";
    items[4].expect_sort_key = 20;
    struct pawl_opts opts = {.actor = "batch"};
    struct payment_result results[6];
    expect(PAWL_OK, payment_submit_many(db, items, 6, &opts, results, &err));
    assert_string_equal(err.message, "");
    expect_result(&results[0], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_result(&results[1], PAWL_ILLEGAL, PAYMENT_STATE_CANCELLED, PAYMENT_STATE_NONE, 20);
    expect_result(&results[2], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_result(&results[3], PAWL_REUSED, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 20);
    expect_result(&results[4], PAWL_CONFLICT, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 10);
    expect_result(&results[5], PAWL_NOT_FOUND, PAYMENT_STATE_NONE, PAYMENT_STATE_NONE, 0);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(results[i].moved.event, PAYMENT_EVENT_SUBMIT);
    expect_rows(db, "each4|20|batch||SB1\n",
                "select payment_id, sort_key, actor, request_id, submission_id from payment_transitions"
                " where actor = 'batch'");
    expect_payment(db, "each0", "pending_submission|1\n");
    expect_payment(db, "each2", "submitted|2\n");
    check_histories(db, "payment", PAYMENT_MOVES);
}

/* None of which has to be looked up, as a request or what is not there. */
static void p6_refusals_by_the_row_alone_have_answers_too(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_payments(db, "row", 4);
    expect(PAWL_OK, payment_cancel(db, "row1", &(struct payment_cancel_args){0}, NULL, NULL, &err));
    struct payment_submit_item items[] = {submit_of("row3"), submit_of("row2"), submit_of("row1"),
                                          submit_of("row0")};
    items[0].expect_sort_key = 20;
    items[1].expect_sort_key = 10;
    items[3].request_id = "r-2";
    struct pawl_opts opts = {.actor = "row by row"};
    struct payment_result results[4];
    expect(PAWL_OK, payment_submit_many(db, items, 4, &opts, results, &err));
    expect_result(&results[0], PAWL_CONFLICT, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 10);
    expect_result(&results[1], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_result(&results[2], PAWL_ILLEGAL, PAYMENT_STATE_CANCELLED, PAYMENT_STATE_NONE, 20);
    expect_result(&results[3], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED, 20);
    expect_rows(db, "row0|20|r-2|SB1\nrow2|20||SB1\n",
                "select payment_id, sort_key, request_id, submission_id from payment_transitions"
                " where actor = 'row by row' order by payment_id");
    check_histories(db, "payment", PAYMENT_MOVES);
}

static void p6_creations_have_answers_too(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_payments(db, "born", 2);
    execute(db, "insert into payments (id) values ('fresh'), ('later')");
    struct pawl_opts once = {.request_id = "r-1"};
    expect(PAWL_OK, payment_create(db, "later", &ten_euros, &once, NULL, &err));
    for (int orphans = 0; orphans < 2; orphans++) {
        struct payment_create_item items[] = {
            {.id = orphans ? "fresh" : "freshest", .args = ten_euros},
            {.id = "born1", .args = ten_euros},
            {.id = "later", .args = ten_euros, .request_id = "r-1"},
            {.id = "born0", .args = ten_euros, .request_id = "r-1"},
            {.id = "orphan", .args = ten_euros},
        };
        struct payment_result results[5];
        if (!orphans)
            execute(db, "insert into payments (id) values ('freshest')");
        expect(PAWL_OK, payment_create_many(db, items, orphans ? 5 : 4, NULL, results, &err));
        expect_result(&results[0], PAWL_OK, PAYMENT_STATE_NONE, PAYMENT_STATE_PENDING_SUBMISSION, 10);
        expect_result(&results[1], PAWL_EXISTS, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 10);
        expect_result(&results[2], PAWL_OK, PAYMENT_STATE_NONE, PAYMENT_STATE_PENDING_SUBMISSION, 10);
        expect_result(&results[3], PAWL_EXISTS, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_NONE, 10);
        if (orphans)
            expect_result(&results[4], PAWL_NOT_FOUND, PAYMENT_STATE_NONE, PAYMENT_STATE_NONE, 0);
    }
    expect_payment(db, "fresh", "pending_submission|1\n");
    expect_payment(db, "freshest", "pending_submission|1\n");
    expect_rows(db, "0\n", "select count(*) from payment_current where payment_id = 'orphan'");
}

static void p10_ignored_is_an_answer(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ticket_create_item creations[] = {{.id = "ig1"}, {.id = "ig2"}};
    struct ticket_remind_item items[] = {{.id = "ig1"}, {.id = "ig2"}};
    struct ticket_result results[2];
    struct ticket_take_args take = {.who = "me"};
    expect(PAWL_OK, ticket_create_many(db, creations, 2, NULL, results, &err));
    expect(PAWL_OK, ticket_take(db, "ig2", &take, NULL, NULL, &err));
    expect(PAWL_OK, ticket_remind_many(db, items, 2, NULL, results, &err));
    assert_int_equal(results[0].status, PAWL_IGNORED);
    assert_int_equal(results[0].moved.from, TICKET_STATE_OPEN);
    assert_int_equal(results[0].moved.sort_key, 10);
    assert_int_equal(results[1].status, PAWL_OK);
    assert_int_equal(results[1].moved.to, TICKET_STATE_TAKEN);
    assert_int_equal(results[1].moved.sort_key, 30);
}

static void every_type_goes_in_by_many(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    execute(db, "insert into samples (number) values (-7), (9223372036854775807), (5)");
    struct sample_create_item created[] = {
        {.id = -7, .args = {"a\"b\\c{}, \xe2\x82\xac", INT64_MIN, INT32_MIN, true, PAWL_TIME_MIN_US}},
        {.id = INT64_MAX, .args = {"", INT64_MAX, INT32_MAX, false, PAWL_TIME_MAX_US}},
        {.id = 5, .args = {"NULL", 0, 0, false, 1700000000123456}},
    };
    struct sample_change_item changed[] = {
        {.id = 5, .args = {.new_words = NULL}},
        {.id = -7, .args = {"new\nline", {true, -1}, {true, -2}, {true, true}, {true, -1700000000123456}}},
    };
    struct sample_result results[3];
    expect(PAWL_OK, sample_create_many(db, created, 3, NULL, results, &err));
    for (size_t i = 0; i < 3; i++) {
        struct sample_history history;
        assert_int_equal(results[i].status, PAWL_OK);
        expect(PAWL_OK, sample_history(db, created[i].id, &history, &err));
        assert_int_equal(history.count, 1);
        const struct sample_record *record = history.rows;
        assert_string_equal(record->words, created[i].args.words);
        assert_true(record->big.set && record->big.value == created[i].args.big);
        assert_true(record->small.set && record->small.value == created[i].args.small);
        assert_true(record->yes.set && record->yes.value == created[i].args.yes);
        assert_true(record->due.set && record->due.value_us == created[i].args.due);
        assert_false(record->new_big.set || record->new_due.set);
    }
    for (size_t i = 0; i < 2; i++) { /* all null, and mixed */
        struct sample_history history;
        expect(PAWL_OK, sample_change_many(db, changed, i + 1, NULL, results, &err));
        assert_int_equal(results[i].status, PAWL_OK);
        expect(PAWL_OK, sample_history(db, changed[i].id, &history, &err));
        const struct sample_record *record = &history.rows[history.count - 1];
        const struct sample_change_args *args = &changed[i].args;
        assert_true(record->new_words ? strcmp(record->new_words, args->new_words) == 0 : !args->new_words);
        assert_true(record->new_big.set == args->new_big.set && record->new_big.value == args->new_big.value);
        assert_true(record->new_small.set == args->new_small.set &&
                    record->new_small.value == args->new_small.value);
        assert_true(record->new_yes.set == args->new_yes.set && record->new_yes.value == args->new_yes.value);
        assert_true(record->new_due.set == args->new_due.set &&
                    record->new_due.value_us == args->new_due.value_us);
    }
}

/* A row that an earlier call has answered may be what the next call is about. */
static void rows_of_a_page_are_moved(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_payments(db, "page", COUNT);
    struct payment_page page;
    struct payment_cancel_item items[COUNT];
    struct payment_result results[COUNT];
    expect(PAWL_OK, payment_in_state(db, PAYMENT_STATE_PENDING_SUBMISSION, NULL, COUNT, &page, &err));
    assert_true(page.count > 0);
    for (size_t i = 0; i < page.count; i++)
        items[i] = (struct payment_cancel_item){.id = page.rows[i].id, .args = {.reason = "all of them"}};
    expect(PAWL_OK, payment_cancel_many(db, items, page.count, NULL, results, &err));
    for (size_t i = 0; i < page.count; i++)
        expect_result(&results[i], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_CANCELLED, 20);
}

/* ---- misuse --------------------------------------------------------------------------------------- */

static void expect_misuse(struct pawl_db *db, struct payment_submit_item wrong, const char *message) {
    struct payment_submit_item items[] = {submit_of("right"), wrong};
    struct payment_result results[2];
    expect(PAWL_MISUSE, payment_submit_many(db, items, 2, NULL, results, &err));
    expect_message_has(message);
    expect_payment(db, "right", "pending_submission|1\n");
}

static void what_is_wrong_in_itself_is_misuse_of_the_whole_call(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct payment_result results[1];
    static char long_id[PAWL_KEY_MAX_BYTES + 2];
    memset(long_id, 'x', sizeof long_id - 1);
    new_payment(db, "right");
    new_payment(db, "other");
    expect_misuse(db, submit_of("right"),
                  "payment right: submit of many: it occurs twice among the items, at 0 and 1");
    expect_misuse(db, submit_of(NULL), "payment: the key is NULL");
    expect_misuse(db, submit_of(long_id), "the key has 1025 bytes");
    expect_misuse(db, (struct payment_submit_item){.id = "other"},
                  "payment other: submit needs submission_id");
    expect_misuse(db, (struct payment_submit_item){.id = "other", .args = to_bank, .request_id = ""},
                  "the request id has 0 bytes");
    expect_misuse(db, (struct payment_submit_item){.id = "other", .args = to_bank, .expect_sort_key = -1},
                  "cannot expect the sort_key -1");
    expect_misuse(db, (struct payment_submit_item){.id = "other", .args = {"\xff"}}, "is not valid UTF-8");

    struct payment_submit_item item = submit_of("right");
    struct pawl_opts opts = {.request_id = "r"};
    expect(PAWL_MISUSE, payment_submit_many(db, &item, 1, &opts, results, &err));
    expect_message_has("belong to one item");
    expect(PAWL_MISUSE, payment_submit_many(db, &item, PAWL_ITEM_MAX + 1, NULL, results, &err));
    expect_message_has("100001: one call takes at most 100000");
    expect(PAWL_MISUSE, payment_submit_many(db, NULL, 1, NULL, results, &err));
    expect_message_has("items is NULL");
    expect(PAWL_MISUSE, payment_submit_many(NULL, &item, 1, NULL, results, &err));
    expect(PAWL_OK, payment_submit_many(db, NULL, 0, NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_fire_many(db, &payment_machine, 99, (struct pawl_items){0}, NULL, NULL, &err));
    expect_payment(db, "right", "pending_submission|1\n");
    expect(PAWL_OK, payment_submit_many(db, &item, 1, NULL, NULL, &err)); /* results that nobody reads */
    expect_payment(db, "right", "submitted|2\n");
}

/* Whoever calls it from psql is told the same, row by row, and nothing is done. */
static void misuse_of_the_whole_in_sql_is_said_of_each_row(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite has no functions of Pawl's */
    struct pawl_db *db = open_application();
    new_payment(db, "sql1");
    new_payment(db, "sql2");
    static const char *const calls[] = {
        "array['sql1', 'sql1'], array['S', 'S']",
        "array['sql1', null], array['S', 'S']",
        "array['sql1', 'sql2'], array['S']",
        "array['sql1', 'sql2'], null",
        "array['sql1', 'sql2'], array['S', 'S'], null, array['r']",
        "array['sql1', 'sql2'], array['S', 'S'], null, null, array[10]",
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        expect_rows(db, "MISUSE\nMISUSE\n", "select status from payment_submit_many(%s)", calls[i]);
    expect_rows(db, "", "select status from payment_submit_many(null, null)");
    expect_rows(db, "sql2|OK|submitted\nsql1|CONFLICT|\n",
                "select id, status, to_state from rows from (unnest(array['sql2', 'sql1']),"
                " payment_submit_many(array['sql2', 'sql1'], array['S', 'S'], 'me', null, array[null, 20]))"
                " as rows (id, status, from_state, to_state, sort_key, created_at)");
    expect_payment(db, "sql1", "pending_submission|1\n");
}

/* The function for many of MariaDB's, by somebody who writes SQL: what it answers of each. */
static void expect_said(struct pawl_db *db, const char *said, const char *items) {
    char *database = rows_of(db, "select database()");
    database[strcspn(database, "\n")] = '\0';
    expect_rows(db, said, "select json_extract(%s_pawl.payment_submit_many$5(%s), '$[*].status')", database,
                items);
    free(database);
}

static void many_in_sql_are_an_array_of_arrays(void **state) {
    (void)state;
    if (!on_mariadb())
        skip();
    struct pawl_db *db = open_application();
    make_payments(db, "arrays", 4);
    expect_said(db, "[\"MISUSE\", \"MISUSE\"]\n", "'[[\"arrays0\", \"S\"], [\"arrays0\", \"S\"]]', null");
    expect_said(db, "[\"MISUSE\", \"MISUSE\"]\n", "'[[\"\", \"S\"], [\"arrays0\", null]]', null");
    expect_said(db, "[\"MISUSE\", \"MISUSE\"]\n", "'[[\"arrays0\"], [\"arrays1\", \"S\", \"\"]]', null");
    expect_said(db, "[\"OK\", \"CONFLICT\", \"NOT_FOUND\", \"OK\"]\n",
                "'[[\"arrays3\", \"\\u00e9\"], [\"arrays1\", \"S\", null, 20], [\"nobody\", \"S\"],"
                " [\"arrays0\", \"S\", \"r\", 10]]', 'me'");
    expect_rows(db, "arrays0|S|r|me\narrays3|\xc3\xa9||me\n",
                "select payment_id, submission_id, request_id, actor from payment_transitions"
                " where payment_id like 'arrays%%' and event = 'submit' order by payment_id");
    expect_said(db, "\n", "'[]', null");
    /* what is no such array is an error, and nothing is done */
    expect(PAWL_OK, pawl_begin(db, &err));
    struct pawl_error own = PAWL_ERROR_INIT;
    char *database = rows_of(db, "select database()");
    char sql[200];
    snprintf(sql, sizeof sql,
             "select %.*s_pawl.payment_submit_many$5('[[\"arrays1\", \"S\"], [\"arrays2\", {}]]', null)",
             (int)strcspn(database, "\n"), database);
    free(database);
    expect(PAWL_DB, pawl_exec(db, sql, &own));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_counts(db, "arrays", "pending_submission|2|2\nsubmitted|2|4\n");
}

static void misuse_of_a_row_in_sql_is_its_own(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* SQLite has no functions of Pawl's */
    struct pawl_db *db = open_application();
    static const char *const rests[] = {
        "''], array['S', 'S']",
        "repeat('n', 1025)], array['S', 'S']",
        "'fellow'], array['S', null]",
        "'fellow'], array['S', 'S'], null, array['r', '']",
        "'fellow'], array['S', 'S'], null, array['r', repeat('n', 256)]",
    };
    new_payment(db, "fellow");
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        char own[16];
        snprintf(own, sizeof own, "own%zu", i);
        new_payment(db, own);
        /* as the function for one, which has not looked where the entity is */
        expect_rows(db, "OK|pending_submission\nMISUSE|\n",
                    "select status, from_state from payment_submit_many(array['%s', %s)", own, rests[i]);
        expect_payment(db, own, "submitted|2\n");
    }
    expect_rows(db, "MISUSE\n",
                "select status from payment_submit_many(array['fellow'], array['S'], repeat('n', 256))");
    execute(db, "insert into payments (id) values ('made')");
    expect_rows(
        db, "MISUSE\nOK\n",
        "select status from payment_create_many(array['', 'made'], array[1, 1], array['EUR', 'EUR'])");
    expect_payment(db, "fellow", "pending_submission|1\n");
}

/* ---- all or nothing ------------------------------------------------------------------------------- */

static void p3_many_join_the_callers_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    make_payments(db, "joined", 2);
    struct payment_submit_item items[] = {submit_of("joined0"), submit_of("none"), submit_of("joined1")};
    struct payment_result results[3];
    for (int commit = 0; commit < 2; commit++) {
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, payment_submit_many(db, items, 3, NULL, results, &err));
        assert_int_equal(results[0].status, PAWL_OK);
        assert_int_equal(results[1].status, PAWL_NOT_FOUND);
        assert_true(pawl_in_transaction(db));
        items[1] = submit_of("joined1"); /* twice: the transaction stays usable */
        expect(PAWL_MISUSE, payment_submit_many(db, items, 3, NULL, results, &err));
        items[1] = submit_of("none");
        expect(PAWL_OK, payment_confirm(db, "joined0", NULL, NULL, &err));
        expect(PAWL_OK, commit ? pawl_commit(db, &err) : pawl_rollback(db, &err));
        expect_payment(db, "joined0", commit ? "paid|3\n" : "pending_submission|1\n");
        expect_payment(db, "joined1", commit ? "submitted|2\n" : "pending_submission|1\n");
    }
}

/* More than some servers take at once. */
static void long_values_go_in_by_many(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static char longest[8001];
    memset(longest, 'x', sizeof longest - 1);
    make_payments(db, "long", COUNT);
    struct payment_submit_item items[COUNT];
    struct payment_result results[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        items[i] = submit_of(ids[i]);
        items[i].args.submission_id = longest;
    }
    expect(PAWL_OK, payment_submit_many(db, items, COUNT, NULL, results, &err));
    expect_counts(db, "long", "submitted|300|600\n");
    expect_rows(db, "300\n",
                "select count(*) from payment_transitions where payment_id like 'long%%'"
                " and length(submission_id) = 8000");
}

static void p3_where_one_row_fails_nothing_is_written(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *admin = open_administrator();
    make_payments(db, "fails", 3);
    if (on_postgres())
        execute(admin, "create function fail_one() returns trigger language plpgsql as"
                       " 'begin if new.payment_id = ''fails1'' then raise exception ''broken on purpose'';"
                       " end if; return new; end';"
                       "create trigger fail_one before insert on payment_transitions for each row"
                       " execute function fail_one()");
    else if (on_mariadb())
        break_on_mariadb("fail_one", "before insert", "payment_transitions", "new.payment_id = 'fails1'",
                         "broken on purpose");
    else
        execute(admin, "create trigger fail_one before insert on payment_transitions"
                       " when new.payment_id = 'fails1'"
                       " begin select raise(abort, 'broken on purpose'); end");
    struct payment_submit_item items[] = {submit_of("fails0"), submit_of("fails1"), submit_of("fails2")};
    struct payment_result results[3];
    enum pawl_status status = payment_submit_many(db, items, 3, NULL, results, &err);
    if (on_mariadb())
        mend_on_mariadb("fail_one");
    else
        execute(admin, on_postgres()
                           ? "drop trigger fail_one on payment_transitions; drop function fail_one()"
                           : "drop trigger fail_one");
    expect(PAWL_DB, status);
    expect_message_has("broken on purpose");
    assert_false(pawl_in_transaction(db));
    expect_counts(db, "fails", "pending_submission|3|3\n");
    expect(PAWL_OK, payment_submit_many(db, items, 3, NULL, results, &err));
    expect_counts(db, "fails", "submitted|3|6\n");
}

/* ---- under lock ----------------------------------------------------------------------------------- */

struct crowd {
    pthread_t thread;
    struct pawl_db *db;
    unsigned seed;
    int rounds, event;
    const char *const *keys;
    size_t key_count;
    int done[PAWL_NOMEM + 1]; /* by status */
    struct pawl_error first_surprise;
};

/* Fires the event at all keys, in an order that is different each time. */
static void *fire_at_all(void *context) {
    struct crowd *crowd = context;
    struct door_flip_item items[16];
    struct pawl_result results[16];
    for (int round = 0; round < crowd->rounds; round++) {
        struct pawl_error error = PAWL_ERROR_INIT;
        for (size_t i = 0; i < crowd->key_count; i++) {
            size_t other = (size_t)rand_r(&crowd->seed) % (i + 1);
            items[i] = items[other];
            items[other] = (struct door_flip_item){.id = crowd->keys[i]};
        }
        struct pawl_items all = {.items = items,
                                 .count = crowd->key_count,
                                 .size = sizeof *items,
                                 .key = offsetof(struct door_flip_item, id),
                                 .request_id = offsetof(struct door_flip_item, request_id),
                                 .expect_sort_key = offsetof(struct door_flip_item, expect_sort_key)};
        enum pawl_status status =
            pawl_fire_many(crowd->db, &door_machine, crowd->event, all, NULL, results, &error);
        if (status != PAWL_OK && crowd->first_surprise.status == PAWL_OK)
            crowd->first_surprise = error;
        for (size_t i = 0; status == PAWL_OK && i < crowd->key_count; i++)
            crowd->done[results[i].status]++;
    }
    return NULL;
}

static void p5_crowds_that_overlap_lose_no_move(void **state) {
    (void)state;
    enum { CROWDS = 4, ROUNDS = 30, KEYS = 12 };
    struct pawl_db *db = open_application();
    static const char *const keys[KEYS] = {"crowd7", "crowd3", "crowd11", "crowd1", "crowd5", "crowd9",
                                           "crowd2", "crowd8", "crowd10", "crowd4", "crowd6", "crowd12"};
    struct crowd crowds[CROWDS] = {0};
    for (size_t i = 0; i < KEYS; i++)
        expect(PAWL_OK, door_create(db, keys[i], NULL, NULL, &err));
    for (unsigned i = 0; i < CROWDS; i++) {
        crowds[i] = (struct crowd){.db = open_application(),
                                   .seed = i + 1,
                                   .rounds = ROUNDS,
                                   .event = DOOR_EVENT_FLIP,
                                   .keys = keys,
                                   .key_count = KEYS,
                                   .first_surprise = PAWL_ERROR_INIT};
        assert_int_equal(pthread_create(&crowds[i].thread, NULL, fire_at_all, &crowds[i]), 0);
    }
    for (unsigned i = 0; i < CROWDS; i++)
        pthread_join(crowds[i].thread, NULL);
    for (unsigned i = 0; i < CROWDS; i++) {
        assert_string_equal(crowds[i].first_surprise.message, "");
        assert_int_equal(crowds[i].done[PAWL_OK], ROUNDS * KEYS);
    }
    expect_rows(db, "1201\n",
                "select max(sort_key) %s 10 from door_transitions where door_id like 'crowd%%'"
                " group by door_id having count(*) <> 121 union all select 1201",
                on_mariadb() ? "div" : "/");
    check_histories(db, "door", DOOR_MOVES);
    if (!on_postgres())
        return;
    sleep_ms(1100); /* a session reports its deadlocks with a statement a second later */
    for (unsigned i = 0; i < CROWDS; i++)
        expect_rows(crowds[i].db, "1\n", "select 1");
    /* locked in one order, they cannot wait for each other in a circle */
    expect_rows(open_administrator(), "0\n",
                "select deadlocks from pg_stat_database where datname = current_database()");
}

/* In a transaction nothing is tried again: what is decided of the second must be seen after the wait for it.
 */
static void p5_many_that_wait_in_a_transaction_are_made(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a transaction that writes is alone there */
    struct pawl_db *db = open_application();
    static const char *const keys[] = {"behind1", "behind2", "behind3"};
    struct crowd crowd = {.db = open_application(),
                          .seed = 1,
                          .rounds = 1,
                          .event = DOOR_EVENT_FLIP,
                          .keys = keys,
                          .key_count = 3,
                          .first_surprise = PAWL_ERROR_INIT};
    for (size_t i = 0; i < 3; i++)
        expect(PAWL_OK, door_create(db, keys[i], NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "behind2", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(crowd.db, &err));
    assert_int_equal(pthread_create(&crowd.thread, NULL, fire_at_all, &crowd), 0);
    sleep_ms(300);
    expect(PAWL_OK, pawl_commit(db, &err));
    pthread_join(crowd.thread, NULL);
    assert_string_equal(crowd.first_surprise.message, "");
    assert_int_equal(crowd.done[PAWL_OK], 3);
    expect(PAWL_OK, pawl_commit(crowd.db, &err));
    expect_rows(db, "behind1|20\nbehind2|30\nbehind3|20\n",
                "select door_id, sort_key from door_current where door_id like 'behind%%' order by door_id");
}

static void p4_many_wait_for_an_uncommitted_move(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static const char *const keys[] = {"held1", "held2"};
    struct crowd crowd = {.db = open_application(),
                          .seed = 1,
                          .rounds = 1,
                          .event = DOOR_EVENT_OPEN,
                          .keys = keys,
                          .key_count = 2,
                          .first_surprise = PAWL_ERROR_INIT};
    expect(PAWL_OK, door_create(db, "held1", NULL, NULL, &err));
    expect(PAWL_OK, door_create(db, "held2", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_open(db, "held1", NULL, NULL, &err));
    assert_int_equal(pthread_create(&crowd.thread, NULL, fire_at_all, &crowd), 0);
    sleep_ms(300);
    expect_rows(open_application(), "closed|10\n",
                "select state, sort_key from door_current where door_id = 'held2'");
    expect(PAWL_OK, pawl_commit(db, &err));
    pthread_join(crowd.thread, NULL);
    assert_string_equal(crowd.first_surprise.message, "");
    assert_int_equal(crowd.done[PAWL_OK], 1);
    assert_int_equal(crowd.done[PAWL_ILLEGAL], 1);
    check_histories(db, "door", DOOR_MOVES);
}

static void p4_many_creations_wait_for_an_uncommitted_one(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    static const char *const keys[] = {"race1", "race2", "race3"};
    for (int commit = 0; commit < 2; commit++) {
        struct crowd crowd = {.db = open_application(),
                              .seed = 1,
                              .rounds = 1,
                              .event = DOOR_EVENT_CREATE,
                              .keys = keys,
                              .key_count = 2,
                              .first_surprise = PAWL_ERROR_INIT};
        if (commit)
            crowd.keys++;
        const char *contested = commit ? "race3" : "race1";
        insert_parent(db, "doors", "race1");
        insert_parent(db, "doors", "race2");
        insert_parent(db, "doors", "race3");
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, door_create(db, contested, NULL, NULL, &err));
        assert_int_equal(pthread_create(&crowd.thread, NULL, fire_at_all, &crowd), 0);
        sleep_ms(300);
        expect(PAWL_OK, commit ? pawl_commit(db, &err) : pawl_rollback(db, &err));
        pthread_join(crowd.thread, NULL);
        assert_string_equal(crowd.first_surprise.message, "");
        assert_int_equal(crowd.done[PAWL_OK], commit ? 0 : 2); /* race2 is there since the first round */
        assert_int_equal(crowd.done[PAWL_EXISTS], commit ? 2 : 0);
    }
    expect_rows(db, "3|3\n",
                "select count(*), count(distinct door_id) from door_transitions"
                " where door_id like 'race%%'");
    check_histories(db, "door", DOOR_MOVES);
}

/* ---- once ----------------------------------------------------------------------------------------- */

static enum pawl_status submit_both_once(struct pawl_db *db, const char *first, const char *second,
                                         struct payment_result results[2]) {
    struct payment_submit_item items[] = {submit_of(first), submit_of(second)};
    items[0].request_id = items[1].request_id = "r-1";
    return payment_submit_many(db, items, 2, NULL, results, &err);
}

static void p7_many_with_ids_happen_once_wherever_the_connection_is_cut(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    struct pawl_db *db = open_application();
    for (int direction = TO_SERVER; direction <= TO_CLIENT; direction++) {
        struct cut_proxy *proxy = cut_proxy_start(application_where());
        struct pawl_db *cut_db = NULL;
        expect(PAWL_OK, pawl_open(&cut_db, cut_proxy_where(proxy), &err));
        bool cut = true;
        for (long byte = 0; cut; byte += 3) {
            char one[32], two[32];
            struct payment_result first[2], again[2];
            struct payment_current current;
            snprintf(one, sizeof one, "cut%d-%ld", direction, byte);
            snprintf(two, sizeof two, "cut%d-%ld-two", direction, byte);
            new_payment(db, one);
            new_payment(db, two);
            expect(PAWL_OK, payment_get(cut_db, one, &current, &err)); /* connects again */
            cut_proxy_arm(proxy, (enum direction)direction, byte);
            expect(PAWL_OK, submit_both_once(cut_db, one, two, first));
            cut = cut_proxy_has_cut(proxy);
            expect(PAWL_OK, submit_both_once(cut_db, one, two, again));
            for (size_t i = 0; i < 2; i++) {
                expect_result(&first[i], PAWL_OK, PAYMENT_STATE_PENDING_SUBMISSION, PAYMENT_STATE_SUBMITTED,
                              20);
                assert_int_equal(first[i].moved.created_at_us, again[i].moved.created_at_us);
            }
            expect_payment(db, one, "submitted|2\n");
            expect_payment(db, two, "submitted|2\n");
            assert_true(byte < 2000);
        }
        pawl_close(cut_db);
        cut_proxy_stop(proxy);
    }
}

static void p7_many_of_which_one_has_no_id_are_not_repeated(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* as above */
    struct pawl_db *db = open_application();
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    struct pawl_db *cut_db = NULL;
    struct payment_current current;
    struct payment_submit_item items[] = {submit_of("noid1"), submit_of("noid2")};
    struct payment_result results[2];
    new_payment(db, "noid1");
    new_payment(db, "noid2");
    items[0].request_id = "r-1";
    expect(PAWL_OK, pawl_open(&cut_db, cut_proxy_where(proxy), &err));
    expect(PAWL_OK, payment_get(cut_db, "noid1", &current, &err));
    expect(PAWL_OK, payment_submit_many(cut_db, (struct payment_submit_item[]){submit_of("no one")}, 1, NULL,
                                        results, &err)); /* prepares */
    cut_proxy_arm(proxy, TO_CLIENT, 0);
    expect(PAWL_UNKNOWN, payment_submit_many(cut_db, items, 2, NULL, results, &err));
    assert_false(err.retryable);
    assert_true(cut_proxy_has_cut(proxy));
    pawl_close(cut_db);
    cut_proxy_stop(proxy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(results_are_as_libpawl_writes_them),
        TEST(p6_each_row_has_an_answer_of_its_own),
        TEST(p6_refusals_by_the_row_alone_have_answers_too),
        TEST(p6_creations_have_answers_too),
        TEST(p10_ignored_is_an_answer),
        TEST(every_type_goes_in_by_many),
        TEST(rows_of_a_page_are_moved),
        TEST(what_is_wrong_in_itself_is_misuse_of_the_whole_call),
        TEST(misuse_of_the_whole_in_sql_is_said_of_each_row),
        TEST(misuse_of_a_row_in_sql_is_its_own),
        TEST(many_in_sql_are_an_array_of_arrays),
        TEST(long_values_go_in_by_many),
        TEST(p3_many_join_the_callers_transaction),
        TEST(p3_where_one_row_fails_nothing_is_written),
        TEST(p5_crowds_that_overlap_lose_no_move),
        TEST_ON_ONE_NODE(p5_many_that_wait_in_a_transaction_are_made),
        TEST_ON_ONE_NODE(p4_many_wait_for_an_uncommitted_move),
        TEST_ON_ONE_NODE(p4_many_creations_wait_for_an_uncommitted_one),
        TEST(p7_many_with_ids_happen_once_wherever_the_connection_is_cut),
        TEST(p7_many_of_which_one_has_no_id_are_not_repeated),
    };
    moves_only(&payment_machine, &door_machine, &sample_machine, &ticket_machine, NULL);
    return run_suite(tests);
}
