/* The states of a connection of MariaDB's driver, and which of them follow each other. */
#include "mariadb/state.h"

#include "../../support/drawn.h"
#include "connection.h" /* of runtime/mariadb/connection.fsm */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const enum transaction_state begun[] = {TRANSACTION_OPEN, TRANSACTION_FAILED, TRANSACTION_UNDONE};

static void a_connection_that_breaks_takes_its_transaction_with_it(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        struct state used = {LINK_USED, begun[i]}, idle = {LINK_IDLE, begun[i]};
        state_breaks(&used);
        assert_int_equal(used.link, LINK_BROKEN_UNDECIDED);
        assert_int_equal(used.transaction, TRANSACTION_LOST);
        state_breaks(&idle);
        assert_int_equal(idle.link, LINK_BROKEN);
        assert_int_equal(idle.transaction, TRANSACTION_LOST);
    }
    struct state waits = {LINK_IDLE, TRANSACTION_WAITS};
    state_breaks(&waits);
    assert_int_equal(waits.transaction, TRANSACTION_WAITS);
}

static void what_was_sent_is_in_doubt_until_the_next_operation(void **state) {
    (void)state;
    struct state used = {LINK_USED, TRANSACTION_NONE};
    state_is_in_doubt(&used);
    assert_true(state_is_undecided(&used));
    state_breaks(&used);
    assert_true(state_is_undecided(&used));
    state_forgets_sent(&used);
    assert_int_equal(used.link, LINK_BROKEN);
    struct state decided = {LINK_USED, TRANSACTION_OPEN};
    state_breaks_decided(&decided);
    assert_false(state_is_undecided(&decided));
}

static void expect_illegal(enum link link, enum transaction_state from, enum link to_link,
                           enum transaction_state to) {
    struct state state = {link, from};
    const bool is_changed =
        to_link == link ? state_set_transaction(&state, to) : state_set_link(&state, to_link);
    assert_false(is_changed);
    assert_true(state_is_broken(&state));
    assert_int_equal(state.transaction, TRANSACTION_LOST);
}

/* Nothing can be committed after it. */
static void an_illegal_change_loses_the_transaction(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        expect_illegal(LINK_USED, begun[i], LINK_USED, TRANSACTION_WAITS);
        expect_illegal(LINK_BROKEN, begun[i], LINK_IDLE, begun[i]);
    }
    expect_illegal(LINK_USED, TRANSACTION_UNDONE, LINK_USED, TRANSACTION_OPEN);
    expect_illegal(LINK_BROKEN, TRANSACTION_LOST, LINK_BROKEN, TRANSACTION_OPEN);
    expect_illegal(LINK_BROKEN, TRANSACTION_LOST, LINK_IDLE, TRANSACTION_LOST);
    expect_illegal(LINK_BROKEN, TRANSACTION_NONE, LINK_USED, TRANSACTION_NONE);
    expect_illegal(LINK_BROKEN_UNDECIDED, TRANSACTION_NONE, LINK_IDLE, TRANSACTION_NONE);
}

static void links_change_as_connection_fsm_draws_them(void **state) {
    (void)state;
    static const char *const names[] = {"broken", "idle", "used", "undecided", "broken_undecided"};
    struct state changed;
    CHECK_DRAWN(link, LINK, names,
                from != to && (changed = (struct state){(enum link)from, TRANSACTION_NONE},
                               state_set_link(&changed, (enum link)to)));
}

static void transactions_change_as_connection_fsm_draws_them(void **state) {
    (void)state;
    static const char *const names[] = {"outside", "waits", "open", "failed", "undone", "ended", "lost"};
    struct state changed;
    CHECK_DRAWN(transaction, TRANSACTION, names,
                from != to && (changed = (struct state){LINK_USED, (enum transaction_state)from},
                               state_set_transaction(&changed, (enum transaction_state)to)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_that_breaks_takes_its_transaction_with_it),
        cmocka_unit_test(what_was_sent_is_in_doubt_until_the_next_operation),
        cmocka_unit_test(an_illegal_change_loses_the_transaction),
        cmocka_unit_test(links_change_as_connection_fsm_draws_them),
        cmocka_unit_test(transactions_change_as_connection_fsm_draws_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
