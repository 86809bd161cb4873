/* What a URI of MariaDB says, without a server. */
#include "mariadb/mariadb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct mariadb_place place;
static struct pawl_error err = PAWL_ERROR_INIT;

static int free_place(void **state) {
    (void)state;
    mariadb_place_free(&place);
    return 0;
}

static void read_place(const char *where) {
    mariadb_place_free(&place);
    if (mariadb_place_read(where, &place, &err) != PAWL_OK)
        fail_msg("%s: %s", where, err.message);
}

static void expect_refused(const char *where, const char *message) {
    mariadb_place_free(&place);
    assert_int_equal(mariadb_place_read(where, &place, &err), PAWL_MISUSE);
    assert_string_equal(err.message, message);
}

static void expect_host(size_t number, const char *name, unsigned port) {
    assert_true(number < place.host_count);
    if (name)
        assert_string_equal(place.hosts[number].name, name);
    else
        assert_null(place.hosts[number].name);
    assert_int_equal(place.hosts[number].port, port);
}

static void both_schemes_open(void **state) {
    (void)state;
    assert_true(mariadb_opens("mariadb://db/shop"));
    assert_true(mariadb_opens("mysql://db/shop"));
    assert_false(mariadb_opens("postgresql://db/shop"));
    assert_false(mariadb_opens("mariadb:shop"));
}

static void parts_are_decoded(void **state) {
    (void)state;
    read_place("mariadb://m%40x:p%3a%2f@db:3307/sh%6fp?socket=%2frun%2fs&pawl_database=p");
    assert_string_equal(place.user, "m@x");
    assert_string_equal(place.password, "p:/");
    assert_string_equal(place.database, "shop");
    assert_string_equal(place.socket, "/run/s");
    assert_string_equal(place.pawl_database, "p");
    assert_int_equal(place.host_count, 1);
    expect_host(0, "db", 3307);
    assert_int_equal(place.connect_timeout_s, 10);
}

static void hosts_are_listed(void **state) {
    (void)state;
    read_place("mariadb://u@a,b:3307,[::1]:3308,[fe80::2]/shop");
    assert_int_equal(place.host_count, 4);
    expect_host(0, "a", 0);
    expect_host(1, "b", 3307);
    expect_host(2, "::1", 3308);
    expect_host(3, "fe80::2", 0);
    assert_false(place.begins_anywhere || place.goes_by_entity);
    assert_int_equal(place.connect_timeout_s, 5); /* the next one may answer */
    assert_int_equal(place.away_timeout_s, 60);
    read_place("mariadb:///shop");
    assert_int_equal(place.host_count, 1);
    expect_host(0, NULL, 0);
    assert_int_equal(place.connect_timeout_s, 10);
    assert_int_equal(place.limits.user_timeout_ms, 30000);
}

static void options_have_values(void **state) {
    (void)state;
    read_place("mysql://a,b/shop?load_balance_hosts=random&read_timeout=10&connect_timeout=2&away_timeout=3"
               "&ssl=on&ssl_verify=off&tcp_user_timeout=2000&keepalives=0&keepalives_count=2");
    assert_true(place.begins_anywhere);
    assert_int_equal(place.read_timeout_s, 10);
    assert_int_equal(place.connect_timeout_s, 2);
    assert_int_equal(place.away_timeout_s, 3);
    assert_true(place.uses_tls);
    assert_false(place.verifies_server);
    assert_int_equal(place.limits.user_timeout_ms, 2000);
    assert_int_equal(place.limits.keepalives_count, 2);
    assert_int_equal(place.limits.keepalives_idle_s, 15);
    assert_false(place.limits.keepalives);
}

static void what_is_wrong_is_named(void **state) {
    (void)state;
    expect_refused("mariadb://u@a:x/shop", "the text after the colon of a host is no port");
    assert_non_null(strstr(err.help, "%2F"));
    expect_refused("mariadb://u@a,b:70000/shop", "the text after the colon of a host is no port");
    expect_refused("mariadb://u:s3:c/r@t@a/shop", /* and nothing of a password is printed */
                   "the text after the colon of a host is no port");
    expect_refused("mariadb://u@a,,b/shop", "one of several hosts has no name");
    expect_refused("mariadb://u@a/shop?pawl_database=",
                   "pawl_database: there is no such option, or no such value of it");
    expect_refused("mariadb://u@a", "no database is named");
    expect_refused("mariadb://u@a/", "no database is named");
    expect_refused("mariadb://a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a/shop", "there are more than 16 hosts");
    expect_refused("mariadb://a/shop?hosts=b", "hosts: there is no such option, or no such value of it");
    expect_refused("mariadb://a/shop?load_balance_hosts=all",
                   "load_balance_hosts: there is no such option, or no such value of it");
    expect_refused("mariadb://a/shop?read_timeout=-1",
                   "read_timeout: there is no such option, or no such value of it");
    expect_refused("mariadb://a/shop?keepalives=yes",
                   "keepalives: there is no such option, or no such value of it");
    expect_refused("mariadb://a/shop?away_timeout=0",
                   "away_timeout: there is no such option, or no such value of it");
    expect_refused("mariadb://a/shop?socket", "socket: there is no such option, or no such value of it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(both_schemes_open, free_place),
        cmocka_unit_test_teardown(parts_are_decoded, free_place),
        cmocka_unit_test_teardown(hosts_are_listed, free_place),
        cmocka_unit_test_teardown(options_have_values, free_place),
        cmocka_unit_test_teardown(what_is_wrong_is_named, free_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
