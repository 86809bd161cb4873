#include "flow/run.h"

#include "core/states.h"

/* The claim to a run. run.fsm draws it. */

static const unsigned claims_after[] = {
    [CLAIM_HELD] = TO(CLAIM_IN_DOUBT) | TO(CLAIM_GIVEN_BACK) | TO(CLAIM_LOST),
    [CLAIM_IN_DOUBT] = TO(CLAIM_HELD) | TO(CLAIM_GIVEN_BACK) | TO(CLAIM_LOST),
    [CLAIM_GIVEN_BACK] = TO(CLAIM_LOST),
    [CLAIM_LOST] = 0,
};

void claim_becomes(struct run *run, enum claim next) {
    run->claim = is_legal_change(claims_after, run->claim, next) ? next : CLAIM_LOST;
}
