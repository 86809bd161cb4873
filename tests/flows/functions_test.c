/* Runs that functions of the database start are those that programs start, whatever they are given. */
#include "../support/database.h"

#include "flows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text with all that is escaped. */
#define SHIP             "a \"q\" \\ \n\x01 \xC3\xBC"
#define SHIP_ON_POSTGRES "'a \"q\" ' || chr(92) || ' ' || chr(10) || chr(1) || ' ' || chr(252)"
#define SHIP_ON_MARIADB                                                                                      \
    "concat('a \"q\" ', char(92), ' ', char(10), char(1), ' ', convert(unhex('C3BC') using utf8mb4))"
#define OWNER  "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
#define DUE_US INT64_C(1767323045678901)

static struct pawl_db *db;
static char database[128]; /* Pawl's */

static void begin(void) {
    struct pawl_db *admin = open_administrator();
    expect(PAWL_OK, unload_apply(admin, &err));
    expect(PAWL_OK, nothing_apply(admin, &err));
    db = open_application();
    if (on_mariadb()) {
        char *name = rows_of(db, "select database()");
        snprintf(database, sizeof database, "%.*s_pawl.", (int)strcspn(name, "\n"), name);
        free(name);
    }
}

/* The status and the run that a function returns. */
static const char *returned(const char *function, const char *arguments) {
    static char answer[256];
    char sql[1024];
    const int count = strcmp(function, "unload_start") == 0 ? 10 : strstr(function, "signal") ? 2 : 1;
    if (on_postgres())
        snprintf(sql, sizeof sql, "select status, run from public.%s(%s)", function, arguments);
    else
        snprintf(
            sql, sizeof sql,
            "select concat(json_value(answer, '$.status'), '|', coalesce(json_value(answer, '$.run'), ''))"
            " from (select %s`%s$%d`(%s) as answer limit 1) made",
            database, function, count, arguments);
    char *rows = rows_of(db, sql);
    snprintf(answer, sizeof answer, "%.*s", (int)strcspn(rows, "\n"), rows);
    free(rows);
    return answer;
}

static void expect_returned(const char *status, int64_t run, const char *function, const char *arguments) {
    char expected[64];
    snprintf(expected, sizeof expected, run ? "%s|%" PRId64 : "%s|", status, run);
    assert_string_equal(returned(function, arguments), expected);
}

/* What unload is started with, in the order of its parameters. */
static const char *arguments(const char *ship, int crates, const char *manifest, int number) {
    static char text[512];
    snprintf(text, sizeof text, "%s, %d, %s, %s, %s, %s, %s, '" OWNER "', %d, 'ann'", ship, crates, manifest,
             on_postgres() ? "12.50" : "'12.50'", on_postgres() ? "'\\x00ff'::bytea" : "unhex('00FF')",
             on_postgres() ? "timestamptz '2026-01-02 03:04:05.678901+00'" : "1767323045678901",
             on_postgres() ? "true" : "1", number);
    return text;
}

static struct unload_args as_program(const char *ship, int number) {
    return (struct unload_args){.ship = ship,
                                .crates = 3,
                                .manifest = "{\"a\": [1]}",
                                .weight = "12.50",
                                .seal = {true, {"\0\xff", 2}},
                                .due = DUE_US,
                                .insured = true,
                                .owner = OWNER,
                                .number = number};
}

static void p10_functions_start_the_runs_of_programs(void **state) {
    (void)state;
    const char *ship = on_postgres() ? SHIP_ON_POSTGRES : SHIP_ON_MARIADB;
    struct unload_args args = as_program(SHIP, 1);
    struct pawl_run row;
    int64_t run = 0, other = 0;
    if (on_sqlite())
        skip(); /* it has no functions */
    begin();
    expect(PAWL_OK, unload_start(db, &args, "ann", &run, &err));
    expect_returned("EXISTS", run, "unload_start", arguments(ship, 3, "'{\"a\": [1]}'", 1));
    expect_returned("REUSED", run, "unload_start", arguments(ship, 4, "'{\"a\": [1]}'", 1));
    /* and the other way round: it waits for the lock of the first */
    other = strtoll(returned("unload_start", arguments(ship, 3, "null", 2)) + strlen("OK|"), NULL, 10);
    args = as_program(SHIP, 2);
    args.manifest = NULL;
    expect(PAWL_EXISTS, unload_start(db, &args, NULL, &run, &err));
    assert_int_equal(run, other);
    expect(PAWL_OK, pawl_run_get(db, "unload", run, &row, &err));
    assert_int_equal(row.status, PAWL_RUN_BLOCKED);
    expect_rows(db, "ann\n", "select actor from pawl_runs where id = %" PRId64, run);
}

static void arguments_of_functions_are_checked(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    begin();
    expect_returned("MISUSE", 0, "unload_start", arguments("null", 3, "null", 3));
    expect_returned("MISUSE", 0, "unload_start", arguments("''", 3, "null", 3)); /* the key of a lock */
}

/* A text in the form of a uuid locks what machines with such keys lock. */
static void p2_function_locks_both_spellings_of_a_uuid(void **state) {
    (void)state;
    if (on_sqlite())
        skip();
    begin();
    returned("unload_start", arguments("'6BA7B810-9DAD-11D1-80B4-00C04FD430C8'", 7, "null", 4));
    expect_rows(db, "2\n", "select count(*) from pawl_locks where lower(%s) = '" OWNER "'",
                on_postgres() ? "key" : "convert(lock_key using utf8mb4)");
}

static void joined_names_of_starters_have_their_length(void **state) {
    (void)state;
    char name[300];
    snprintf(name, sizeof name, "' 00-%0251d'", 0);
    if (!on_mariadb())
        skip();
    begin();
    expect_returned("MISUSE", 0, "nothing_start", name);
}

static void functions_send_signals(void **state) {
    (void)state;
    int64_t run = 0;
    char given[64];
    if (on_sqlite())
        skip();
    begin();
    run = strtoll(returned("nothing_start", "'ann'") + strlen("OK|"), NULL, 10);
    assert_true(run > 0);
    snprintf(given, sizeof given, "%" PRId64 ", 'ann'", run);
    expect_returned("OK", run, "nothing_signal_cleared", given);
    expect_returned("EXISTS", run, "nothing_signal_cleared", given);
    expect_returned("NOT_FOUND", 0, "unload_signal_cleared", given);
    expect(PAWL_EXISTS, nothing_signal_cleared(db, run, "ann", &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p10_functions_start_the_runs_of_programs),
        TEST(arguments_of_functions_are_checked),
        TEST(p2_function_locks_both_spellings_of_a_uuid),
        TEST(joined_names_of_starters_have_their_length),
        TEST(functions_send_signals),
    };
    moves_only(NULL);
    return run_suite(tests);
}
