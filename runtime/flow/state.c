#include "flow/run.h"

#include "core/states.h"

/* What becomes of a run here, and of the claim to it. run.fsm draws both. */

#define GOES_ON                                                                                              \
    (TO(PAWL_RUN_READY) | TO(PAWL_RUN_BLOCKED) | TO(PAWL_RUN_WAITING) | TO(PAWL_RUN_PAUSED) |                \
     TO(PAWL_RUN_PARKED) | TO(PAWL_RUN_DONE) | TO(PAWL_RUN_CANCELLED))

static const unsigned statuses_after[PAWL_RUN_CANCELLED + 1] = {
    [PAWL_RUN_READY] = GOES_ON | TO(PAWL_RUN_UNDONE),
    /* another version of the flow may have neither the lock nor the signal */
    [PAWL_RUN_BLOCKED] = GOES_ON,
    [PAWL_RUN_WAITING] = GOES_ON,
    /* only for an operator; parked: the step that he has asked for has failed */
    [PAWL_RUN_PAUSED] = TO(PAWL_RUN_READY) | TO(PAWL_RUN_PARKED) | TO(PAWL_RUN_CANCELLED),
    [PAWL_RUN_PARKED] = TO(PAWL_RUN_READY) | TO(PAWL_RUN_PAUSED) | TO(PAWL_RUN_CANCELLED),
};

static const unsigned claims_after[] = {
    [CLAIM_HELD] = TO(CLAIM_IN_DOUBT) | TO(CLAIM_GIVEN_BACK) | TO(CLAIM_LOST),
    [CLAIM_IN_DOUBT] = TO(CLAIM_HELD) | TO(CLAIM_GIVEN_BACK) | TO(CLAIM_LOST),
    [CLAIM_GIVEN_BACK] = TO(CLAIM_LOST),
    [CLAIM_LOST] = 0,
};

void claim_becomes(struct run *run, enum claim next) {
    run->claim = is_legal_change(claims_after, run->claim, next) ? next : CLAIM_LOST;
}

void run_becomes(struct run *run, enum pawl_run_status next) {
    if (!is_legal_change(statuses_after, run->row.status, next)) {
        claim_becomes(run, CLAIM_LOST);
        return;
    }
    run->leaves_queue |= run->row.status == PAWL_RUN_BLOCKED && next != PAWL_RUN_BLOCKED;
    run->row.status = next;
}
