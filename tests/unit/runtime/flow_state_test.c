/* The states of a claim to a run, in the program that runs it, and which of them follow each other. */
#include "flow/run.h"

#include "../../support/drawn.h"
#include "run.h" /* of runtime/flow/run.fsm */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef NDEBUG /* with assertions an illegal change stops the program */
static bool claim_changes(enum claim from, enum claim to) {
    struct run run = {.claim = from};
    claim_becomes(&run, to);
    assert_true(run.claim == to || run.claim == CLAIM_LOST);
    return run.claim == to && from != to;
}

static void states_change_as_run_fsm_draws_them(void **state) {
    (void)state;
    static const char *const claims[] = {"held", "in_doubt", "given_back", "lost"};
    CHECK_DRAWN(claim, CLAIM, claims, claim_changes((enum claim)from, (enum claim)to));
}
#endif

int main(void) {
#ifdef NDEBUG
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_change_as_run_fsm_draws_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 0;
#endif
}
