/* The status of a run and the claim to it, in the program that runs it: which of them follow each other. */
#include "flow/run.h"

#include "../../support/drawn.h"
#include "run.h" /* of runtime/flow/run.fsm */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A run whose status cannot change so keeps it, and nothing of it is saved any more. */
static bool run_changes(enum pawl_run_status from, enum pawl_run_status to) {
    const struct pawl_flow flow = {.name = "trip"};
    struct run run = {.flow = &flow, .row.status = from};
    run_becomes(&run, to);
    assert_int_equal(run.row.status, run.claim == CLAIM_HELD ? to : from);
    if (run.claim == CLAIM_LOST)
        assert_int_equal(run_save(&run, NULL, RUN_KEEPS_LEASE, 0), PAWL_CONFLICT);
    return run.claim == CLAIM_HELD && from != to;
}

static bool claim_changes(enum claim from, enum claim to) {
    struct run run = {.claim = from};
    claim_becomes(&run, to);
    assert_true(run.claim == to || run.claim == CLAIM_LOST);
    return run.claim == to && from != to;
}

static void states_change_as_run_fsm_draws_them(void **state) {
    (void)state;
    static const char *const claims[] = {"held", "in_doubt", "given_back", "lost"};
    const char *statuses[DRAWN_RUN_STATE_COUNT];
    for (int i = 0; i < DRAWN_RUN_STATE_COUNT; i++)
        statuses[i] = pawl_run_status_name((enum pawl_run_status)(i + 1));
    CHECK_DRAWN(run, RUN, statuses,
                run_changes((enum pawl_run_status)(from + 1), (enum pawl_run_status)(to + 1)));
    CHECK_DRAWN(claim, CLAIM, claims, claim_changes((enum claim)from, (enum claim)to));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_change_as_run_fsm_draws_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
