/* A program's own statements with values: pawl_query. */
#include "machines.h"

#include "../support/cut_proxy.h"

static const char *const every_type =
    "word varchar(100), number bigint, small integer, truth boolean, at %s, amount %s, wide %s, id %s,"
    " document %s, bytes %s";

static void make_things(void) {
    struct pawl_db *admin = open_administrator();
    char columns[400];
    if (on_postgres())
        snprintf(columns, sizeof columns, every_type, "timestamptz", "numeric", "double precision", "uuid",
                 "jsonb", "bytea");
    else if (on_mariadb())
        snprintf(columns, sizeof columns, every_type, "bigint", "decimal(20, 2)", "double", "uuid",
                 "longtext", "longblob");
    else
        snprintf(columns, sizeof columns, every_type, "integer", "text", "real", "text", "text", "blob");
    execute(admin, "drop table if exists things");
    execute(admin, "create table things (%s)", columns);
    if (on_postgres())
        execute(admin, "grant select, insert, update, delete on things to public");
    execute(admin, "delete from things");
}

static struct pawl_db *open_with_things(void) {
    make_things();
    return open_application();
}

static const char id_text[] = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

static void p10_values_of_every_type_come_back(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    struct pawl_result_set set;
    static const char bytes[] = "a\0'\\b";
    const int64_t time_us = INT64_C(1777636800123456);
    expect(PAWL_OK,
           pawl_query(db, "insert into things values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                      PAWL_VALUES(pawl_text("d'oh \\ \" ☃ $1 ?"), pawl_bigint(INT64_MIN), pawl_int(-7),
                                  pawl_bool(true), pawl_timestamp(time_us), pawl_numeric("-12.50"),
                                  pawl_numeric("0.1"), pawl_uuid("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
                                  pawl_json("{\"a\": 1}"), pawl_blob(bytes, sizeof bytes)),
                      &set, &err));
    assert_int_equal(set.changed, 1);
    assert_int_equal(set.row_count, 0);
    expect(PAWL_OK, pawl_query(db, "insert into things (word, bytes) values ($1, $2)",
                               PAWL_VALUES(pawl_text("zzz"), pawl_blob(NULL, 0)), NULL, &err));
    expect(PAWL_OK, pawl_query(db, "select * from things where word <> $1 order by word",
                               PAWL_VALUES(pawl_text("")), &set, &err));
    assert_int_equal(set.row_count, 2);
    assert_int_equal(set.column_count, 10);
    assert_int_equal(set.changed, 0);
    assert_string_equal(pawl_at(&set, 0, 0).text, "d'oh \\ \" ☃ $1 ?");
    assert_int_equal(pawl_at(&set, 0, 0).type, PAWL_TYPE_TEXT);
    assert_true(pawl_at(&set, 0, 1).number == INT64_MIN);
    assert_int_equal(pawl_at(&set, 0, 1).type, PAWL_TYPE_BIGINT);
    assert_int_equal(pawl_at(&set, 0, 2).number, -7);
    assert_int_equal(pawl_at(&set, 0, 3).number, 1);
    assert_int_equal(pawl_at(&set, 0, 3).type, on_postgres() ? PAWL_TYPE_BOOL : PAWL_TYPE_BIGINT);
    assert_int_equal(pawl_at(&set, 0, 4).number, time_us);
    assert_int_equal(pawl_at(&set, 0, 4).type, on_postgres() ? PAWL_TYPE_TIMESTAMP : PAWL_TYPE_BIGINT);
    assert_string_equal(pawl_at(&set, 0, 5).text, "-12.50");
    assert_int_equal(pawl_at(&set, 0, 5).type, on_sqlite() ? PAWL_TYPE_TEXT : PAWL_TYPE_NUMERIC);
    assert_string_equal(pawl_at(&set, 0, 6).text, "0.1");
    assert_int_equal(pawl_at(&set, 0, 6).type, PAWL_TYPE_TEXT);
    assert_string_equal(pawl_at(&set, 0, 7).text, id_text);
    assert_string_equal(pawl_at(&set, 0, 8).text, "{\"a\": 1}");
    assert_int_equal(pawl_at(&set, 0, 9).type, PAWL_TYPE_BYTES);
    assert_int_equal(pawl_at(&set, 0, 9).bytes.size, sizeof bytes);
    assert_memory_equal(pawl_at(&set, 0, 9).bytes.data, bytes, sizeof bytes);
    for (size_t column = 1; column < 9; column++)
        assert_true(pawl_at(&set, 1, column).is_null);
    assert_false(pawl_at(&set, 1, 9).is_null);
    assert_int_equal(pawl_at(&set, 1, 9).bytes.size, 0);
    assert_true(pawl_at(&set, 2, 0).is_null);
    assert_true(pawl_at(&set, 0, 10).is_null);

    /* a value that was read finds its row again */
    const struct pawl_value id = pawl_at(&set, 0, 7);
    expect(PAWL_OK, pawl_query(db, "update things set word = $2 where id = $1",
                               PAWL_VALUES(id, pawl_text("found")), &set, &err));
    assert_int_equal(set.changed, 1);
    expect_rows(open_administrator(), "found|-7\nzzz|\n", "select word, small from things order by word");
}

static void nulls_are_written(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    struct pawl_value value = pawl_bigint(5);
    value.is_null = true;
    expect(PAWL_OK, pawl_query(db, "insert into things (number, word, bytes) values ($1, $2, $3)",
                               PAWL_VALUES(value, pawl_text(NULL), pawl_null()), NULL, &err));
    expect_rows(open_administrator(), "1\n",
                "select count(*) from things where number is null and word is null and bytes is null");
}

/* What looks like a placeholder is one only where SQL has a value. */
static void p10_placeholders_are_where_sql_has_values(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    struct pawl_result_set set;
    execute(open_administrator(), "insert into things (word, number) values ('$1', 1), ('?', 2)");
    static const char sql[] = "select number as \"a$1\", '$2 ''$2', /* $3 ' */ word as b$1 -- $4 '\n"
                              " from things where word = $1 and number = $2 + 0 and $1 <> '\\'";
    expect(PAWL_OK, pawl_query(db, sql, PAWL_VALUES(pawl_text("$1"), pawl_bigint(1)), &set, &err));
    assert_int_equal(set.row_count, 1);
    assert_string_equal(pawl_at(&set, 0, 1).text, "$2 '$2");
    assert_string_equal(pawl_at(&set, 0, 2).text, "$1");
    if (on_postgres()) {
        expect(PAWL_OK, pawl_query(db, "select $q$ $2 $q$ || $1::text, '{\"a\": 1}'::jsonb ? 'a'",
                                   PAWL_VALUES(pawl_bigint(4)), &set, &err));
        assert_string_equal(pawl_at(&set, 0, 0).text, " $2 4");
        assert_int_equal(pawl_at(&set, 0, 1).number, 1);
    }
    if (on_mariadb()) {
        expect(PAWL_OK, pawl_begin(db, &err)); /* a pool's handle stays on this connection */
        expect(PAWL_OK, pawl_query(db, "set sql_mode = ''", NULL, 0, NULL, &err));
        expect(PAWL_OK, pawl_query(db, "select '\\'$7', $1, \"$2\\\"\" # $8 '\n, 12 --$1",
                                   PAWL_VALUES(pawl_bigint(4)), &set, &err));
        assert_string_equal(pawl_at(&set, 0, 0).text, "'$7");
        assert_string_equal(pawl_at(&set, 0, 2).text, "$2\"");
        assert_int_equal(pawl_at(&set, 0, 3).number, 16);
        expect(PAWL_OK, pawl_query(db,
                                   "select timestamp'2026-05-01 12:00:01.25', date'2026-05-01',"
                                   " time'-12:00:01', year(now()) > 2000, b'101', 18446744073709551615",
                                   NULL, 0, &set, &err));
        assert_string_equal(pawl_at(&set, 0, 0).text, "2026-05-01 12:00:01.25");
        assert_string_equal(pawl_at(&set, 0, 1).text, "2026-05-01");
        assert_string_equal(pawl_at(&set, 0, 2).text, "-12:00:01");
        assert_int_equal(pawl_at(&set, 0, 3).number, 1);
        assert_int_equal(pawl_at(&set, 0, 4).type, PAWL_TYPE_BYTES);
        assert_string_equal(pawl_at(&set, 0, 5).text, "18446744073709551615");
        execute(db, "set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'");
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
}

static enum pawl_status query(struct pawl_db *db, const char *sql, const struct pawl_value *values,
                              size_t count) {
    return pawl_query(db, sql, values, count, NULL, &err);
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    const struct pawl_value one = pawl_bigint(1), bad_number = pawl_numeric("1e5"), bad_id = pawl_uuid("x"),
                            bad_text = pawl_text("\xff"), bad_json = pawl_json("{"),
                            untyped = {.type = (enum pawl_type)99};
    struct pawl_value wide = pawl_int(1);
    wide.number = INT64_MAX;
    struct pawl_value many[PAWL_COLUMN_MAX + 1];
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        many[i] = one;
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, query(db, "select $1", &bad_number, 1));
    expect_message("pawl_query: $1 is no decimal number");
    expect(PAWL_MISUSE, query(db, "select $1", &bad_id, 1));
    expect(PAWL_MISUSE, query(db, "select $1", &bad_text, 1));
    expect(PAWL_MISUSE, query(db, "select $1", &bad_json, 1));
    expect(PAWL_MISUSE, query(db, "select $1", &wide, 1));
    expect(PAWL_MISUSE, query(db, "select $1", &untyped, 1));
    expect_message("pawl_query: $1 has no type");
    expect(PAWL_MISUSE, query(db, "select $1", many, PAWL_COLUMN_MAX + 1));
    expect(PAWL_MISUSE, query(db, "select '\xff'", NULL, 0));
    static const char *const endings[] = {"commit", "rollback", " /* x */ commit and chain",
                                          "rollback to savepoint a"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        expect(PAWL_MISUSE, query(db, endings[i], NULL, 0));
        expect_message("pawl_query: it ends no transaction");
    }
    assert_true(pawl_in_transaction(db)); /* which goes on */
    expect(PAWL_OK, query(db, "insert into things (number) values ($1)", &one, 1));
    expect(PAWL_OK, pawl_commit(db, &err));
    expect_rows(open_administrator(), "1\n", "select number from things");
}

/* Number and value do not fit, or it is no single statement: nothing is done. */
static void one_statement_uses_all_its_values(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    const struct pawl_value values[] = {pawl_bigint(1), pawl_bigint(2)};
    static const char *const texts[] = {
        "insert into things (number) values ($3)",
        "insert into things (number) values ($1); delete from things where number = $2",
        "insert into things (number, small) values (?, $2)",
        "insert into things (number) values ($0)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const enum pawl_status status = pawl_query(db, texts[i], values, 2, NULL, &err);
        assert_true(status == PAWL_MISUSE || status == PAWL_DB);
        assert_true(err.message[0]);
    }
    assert_int_not_equal(pawl_query(db, "", NULL, 0, NULL, &err), PAWL_OK);
    assert_int_not_equal(pawl_query(db, "  ", NULL, 0, NULL, &err), PAWL_OK);
    expect(PAWL_OK, pawl_query(db, "select count(*) from things; ", NULL, 0, NULL, &err));
    expect_rows(open_administrator(), "0\n", "select count(*) from things");
}

static enum pawl_status open_account(struct pawl_db *db, void *id, struct pawl_error *error) {
    const enum pawl_status status =
        pawl_query(db, "insert into payments (id) values ($1)", PAWL_VALUES(pawl_text(id)), NULL, error);
    return status == PAWL_OK ? payment_create(db, id, &ten_euros, NULL, NULL, error) : status;
}

static void it_joins_the_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    char key[] = "by a query";
    expect(PAWL_OK, pawl_transact(db, open_account, key, &err));
    expect_payment(open_administrator(), key, "pending_submission|1\n");

    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_query(db, "insert into things (number) values ($1)", PAWL_VALUES(pawl_bigint(1)),
                               NULL, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(open_administrator(), "0\n", "select count(*) from things");
}

/* As after any statement that failed: the transaction can only be rolled back. */
static void a_failure_fails_the_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_query(db, "insert into things (number) values (1)", NULL, 0, NULL, &err));
    expect(PAWL_DB,
           pawl_query(db, "insert into no_such_table values ($1)", PAWL_VALUES(pawl_bigint(1)), NULL, &err));
    expect_message_has("no_such_table");
    expect(PAWL_DB, pawl_query(db, "insert into things (number) values (2)", NULL, 0, NULL, &err));
    expect(PAWL_DB, pawl_commit(db, &err));
    expect_rows(open_administrator(), "0\n", "select count(*) from things");
    expect(PAWL_OK, pawl_query(db, "insert into things (number) values (3)", NULL, 0, NULL, &err));
    expect_rows(open_administrator(), "3\n", "select number from things");
}

/* An answer that is lost is UNKNOWN, unless a transaction has gone with it; a dead connection is replaced. */
static void p7_lost_answer_is_unknown(void **state) {
    (void)state;
    if (on_sqlite() || strstr(application_where(), "prepare=off"))
        skip(); /* a library in one's own process always answers; a pooler ends the transaction itself */
    make_things();
    struct cut_proxy *proxy = cut_proxy_start(application_where());
    struct pawl_db *db = NULL;
    const struct pawl_value one = pawl_bigint(1);
    expect(PAWL_OK, pawl_open(&db, cut_proxy_where(proxy), &err));
    for (int in_transaction = 0; in_transaction < 2; in_transaction++) {
        expect(PAWL_OK, query(db, "select $1", &one, 1));
        if (in_transaction)
            expect(PAWL_OK, pawl_begin(db, &err));
        if (in_transaction)
            expect(PAWL_OK, query(db, "insert into things (number) values ($1)", &one, 1));
        cut_proxy_arm(proxy, TO_SERVER, 10);
        expect(in_transaction ? PAWL_DB : PAWL_UNKNOWN,
               query(db, "insert into things (number) values ($1)", &one, 1));
        assert_true(cut_proxy_has_cut(proxy));
        if (in_transaction)
            expect(PAWL_DB, pawl_commit(db, &err));
    }
    expect_rows(open_administrator(), "0\n", "select count(*) from things");
    cut_proxy_leave(proxy);
    cut_proxy_return(proxy);
    expect(PAWL_OK, query(db, "insert into things (number) values ($1)", &one, 1));
    expect_rows(open_administrator(), "1\n", "select count(*) from things");
    pawl_close(db);
    cut_proxy_stop(proxy);
}

/* They leave the connection as it was. */
static void copies_send_and_keep_no_rows(void **state) {
    (void)state;
    if (!on_postgres())
        skip();
    struct pawl_db *db = open_with_things();
    expect(PAWL_DB, query(db, "copy things (word) from stdin", NULL, 0));
    expect(PAWL_OK, query(db, "copy (select generate_series(1, 1000)) to stdout", NULL, 0));
    expect(PAWL_OK, query(db, "insert into things (word) values ('after')", NULL, 0));
}

static void many_rows_come(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    struct pawl_result_set set;
    enum { COUNT = 3000 };
    expect(PAWL_OK, pawl_query(db,
                               "insert into things (number) with recursive numbers (n) as (select 1 union all"
                               " select n + 1 from numbers where n < 1000) select n from numbers",
                               NULL, 0, &set, &err));
    assert_int_equal(set.changed, 1000);
    expect(PAWL_OK, pawl_query(db,
                               "select number, 'a text' from things union all select number, 'b' from things"
                               " union all select number, null from things order by 2, 1",
                               NULL, 0, &set, &err));
    assert_int_equal(set.row_count, COUNT);
    int64_t sum = 0;
    for (size_t i = 0; i < set.row_count; i++)
        sum += pawl_at(&set, i, 0).number;
    assert_int_equal(sum, 3 * 1000 * 1001 / 2);
    expect(PAWL_OK,
           pawl_query(db, "delete from things where number > $1", PAWL_VALUES(pawl_bigint(900)), &set, &err));
    assert_int_equal(set.changed, 100);
}

/* As text that gives the same number again; and times of every zone and age. */
static void numbers_and_times_are_exact(void **state) {
    (void)state;
    struct pawl_db *db = open_with_things();
    struct pawl_result_set set;
    static const double numbers[] = {0.1, 1e300, -1.0 / 3, 5e-324, 123456789.125, 0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.17g", numbers[i]);
        execute(open_administrator(), "delete from things");
        execute(open_administrator(), "insert into things (wide) values (%s)", text);
        expect(PAWL_OK, pawl_query(db, "select wide from things", NULL, 0, &set, &err));
        assert_true(strtod(pawl_at(&set, 0, 0).text, NULL) == numbers[i]);
    }
    static const int64_t times[] = {0,
                                    -1,
                                    1,
                                    PAWL_TIME_MIN_US,
                                    PAWL_TIME_MAX_US,
                                    INT64_C(-62135596800000001),
                                    INT64_C(951782400000000),
                                    INT64_C(4107542400999999)};
    if (on_postgres() && !through_pool())
        expect(PAWL_OK, pawl_query(db, "set timezone = 'Asia/Kathmandu'", NULL, 0, NULL, &err));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        execute(open_administrator(), "delete from things");
        expect(PAWL_OK, pawl_query(db, "insert into things (at) values ($1)",
                                   PAWL_VALUES(pawl_timestamp(times[i])), NULL, &err));
        expect(PAWL_OK, pawl_query(db, "select at from things where at = $1",
                                   PAWL_VALUES(pawl_timestamp(times[i])), &set, &err));
        assert_int_equal(set.row_count, 1);
        assert_true(pawl_at(&set, 0, 0).number == times[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_values_of_every_type_come_back),
        TEST(nulls_are_written),
        TEST(p10_placeholders_are_where_sql_has_values),
        TEST(what_does_not_fit_is_refused),
        TEST(one_statement_uses_all_its_values),
        TEST(it_joins_the_transaction),
        TEST(a_failure_fails_the_transaction),
        TEST(p7_lost_answer_is_unknown),
        TEST(copies_send_and_keep_no_rows),
        TEST(many_rows_come),
        TEST(numbers_and_times_are_exact),
    };
    moves_only(&payment_machine, NULL);
    return run_suite(tests);
}
