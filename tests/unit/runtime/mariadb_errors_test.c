/* What errors of MariaDB mean for a connection, without a server. */
#include "mariadb/mariadb.h"

#include <errmsg.h>
#include <mysqld_error.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool breaks(unsigned code, const char *sqlstate, struct pawl_error *err) {
    struct mariadb mariadb = {.connection = mysql_init(NULL), .state = {.link = LINK_USED}};
    assert_non_null(mariadb.connection);
    assert_int_equal(mariadb_report(&mariadb, code, sqlstate, "said", err), PAWL_DB);
    assert_int_equal(err->native_code, code);
    const enum link link = mariadb.state.link;
    assert_true(link == LINK_USED || link == LINK_UNDECIDED || link == LINK_BROKEN_UNDECIDED);
    mysql_close(mariadb.connection);
    return state_is_broken(&mariadb.state);
}

/* 1156 is what a server that is taken down may say in the place of an answer: so that one is lost. */
static void nothing_comes_after_these(void **state) {
    (void)state;
    static const unsigned codes[] = {CR_SERVER_GONE_ERROR,       CR_SERVER_LOST,     CR_COMMANDS_OUT_OF_SYNC,
                                     CR_MALFORMED_PACKET,        ER_SERVER_SHUTDOWN, ER_CONNECTION_KILLED,
                                     ER_NET_PACKETS_OUT_OF_ORDER};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct pawl_error err = PAWL_ERROR_INIT;
        if (!breaks(codes[i], "08S01", &err))
            fail_msg("after error %u the connection counts as whole", codes[i]);
    }
}

static void a_connection_outlives_errors_of_statements(void **state) {
    (void)state;
    static const unsigned codes[] = {ER_DUP_ENTRY, ER_LOCK_WAIT_TIMEOUT, ER_LOCK_DEADLOCK,
                                     ER_QUERY_INTERRUPTED};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct pawl_error err = PAWL_ERROR_INIT;
        if (breaks(codes[i], "HY000", &err))
            fail_msg("error %u has broken the connection", codes[i]);
    }
}

/* Whose structs are written to. */
static void other_libraries_are_refused(void **state) {
    (void)state;
    struct pawl_error err = PAWL_ERROR_INIT;
    assert_int_equal(mariadb_judge_library(mysql_get_client_version(), &err), PAWL_OK);
    assert_int_equal(mariadb_judge_library(30300, &err), PAWL_OK);
    assert_int_equal(mariadb_judge_library(30499, &err), PAWL_OK);
    assert_int_equal(mariadb_judge_library(30500, &err), PAWL_MISMATCH);
    assert_int_equal(mariadb_judge_library(30213, &err), PAWL_MISMATCH);
    assert_string_equal(err.message, "this program runs with libmariadb 3.2.13, which libpawl does not know");
    assert_int_equal(mariadb_judge_library(80036, &err), PAWL_MISMATCH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_comes_after_these),
        cmocka_unit_test(a_connection_outlives_errors_of_statements),
        cmocka_unit_test(other_libraries_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
