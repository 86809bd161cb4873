/* Who waits in a queue: more than it has places, told in any groups, each when his own turn has come. */
#include "core/clock.h"
#include "pool/turn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WAITERS = 80, WAIT_QUEUES = 2, PATIENCE_US = 10000000 };

struct waiter {
    struct turn turn;
    pthread_t thread;
    atomic_bool went_on; /* set behind his turn */
    bool was_woken;      /* false: he has seen at the deadline what had come, or had not */
};

static struct wait_queue wait_queues[WAIT_QUEUES];
static struct waiter waiters[WAITERS];

static void *wait_for_turn(void *context) {
    struct waiter *waiter = context;
    const int64_t deadline_us = monotonic_us() + PATIENCE_US;
    waiter->was_woken = turn_wait(&waiter->turn, deadline_us) && monotonic_us() < deadline_us;
    atomic_store(&waiter->went_on, true);
    return NULL;
}

static int begin(void **state) {
    (void)state;
    for (size_t i = 0; i < WAITERS; i++) {
        waiters[i] = (struct waiter){0};
        turn_joins(&waiters[i].turn, &wait_queues[i * WAIT_QUEUES / WAITERS], i);
        if (pthread_create(&waiters[i].thread, NULL, wait_for_turn, &waiters[i]) != 0)
            return -1;
    }
    return 0;
}

/* Each third, from the given one on. */
static void tell_third(size_t first) {
    struct wakeup wakeup = {0};
    for (size_t i = first; i < WAITERS; i += 3)
        turn_comes(&waiters[i].turn, &wakeup);
    wait_queue_wake(&wakeup);
    for (size_t i = first; i < WAITERS; i += 3) {
        pthread_join(waiters[i].thread, NULL);
        assert_true(waiters[i].was_woken);
    }
}

static void p5_all_are_woken_whose_turn_has_come_and_nobody_else_goes_on(void **state) {
    (void)state;
    for (size_t first = 0; first < 3; first++) {
        for (size_t i = 0; i < WAITERS; i++)
            assert_int_equal(atomic_load(&waiters[i].went_on), i % 3 < first);
        tell_third(first);
    }
}

static void a_turn_that_has_come_is_no_more_waited_for_and_comes_once(void **state) {
    (void)state;
    struct turn turn = {0};
    struct wakeup wakeup = {0};
    turn_joins(&turn, &wait_queues[0], 0);
    assert_false(turn_wait(&turn, monotonic_us() - 1));
    turn_comes(&turn, &wakeup);
    wait_queue_wake(&wakeup);
    assert_true(turn_wait(&turn, monotonic_us() - 1));
    assert_false(turn_wait(&turn, monotonic_us() + 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(p5_all_are_woken_whose_turn_has_come_and_nobody_else_goes_on, begin),
        cmocka_unit_test(a_turn_that_has_come_is_no_more_waited_for_and_comes_once),
    };
    const char *filter = getenv("PAWL_TEST_FILTER");
    if (filter && *filter)
        cmocka_set_test_filter(filter);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
