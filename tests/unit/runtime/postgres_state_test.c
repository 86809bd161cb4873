/* The states of a connection of PostgreSQL's driver, and which of them follow each other. */
#include "postgres/state.h"

#include "../../support/drawn.h"
#include "connection.h" /* of runtime/postgres/connection.fsm */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool sent_changes(enum sent from, enum sent to) {
    enum sent sent = from;
    const bool is_legal = sent_becomes(&sent, to);
    assert_int_equal(sent, is_legal ? to : from);
    return is_legal && from != to;
}

static bool hears_changes(enum hears from, enum hears to) {
    enum hears hears = from;
    return hears_becomes(&hears, to) && from != to;
}

static void states_change_as_connection_fsm_draws_them(void **state) {
    (void)state;
    static const char *const sent[] = {"nothing", "something", "undecided"};
    static const char *const hears[] = {"nothing", "some", "all"};
    CHECK_DRAWN(sent, SENT, sent, sent_changes((enum sent)from, (enum sent)to));
    CHECK_DRAWN(hears, HEARS, hears, hears_changes((enum hears)from, (enum hears)to));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_change_as_connection_fsm_draws_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
