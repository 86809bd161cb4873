/* What the tests know of the machines from reading their .fsm files, and short forms of their calls. */
#ifndef TEST_MACHINES_H
#define TEST_MACHINES_H

#include "../support/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/transitions.h"
#include "door.h"
#include "payment.h"
#include "sample.h"
#include "ticket.h"

#define PAYMENT_MOVES                                                                                        \
    "('create', '', 'pending_submission'), ('submit', 'pending_submission', 'submitted'),"                   \
    "('confirm', 'submitted', 'paid'), ('cancel', 'pending_submission', 'cancelled'),"                       \
    "('cancel', 'submitted', 'cancelled')"
#define DOOR_MOVES                                                                                           \
    "('create', '', 'closed'), ('open', 'closed', 'opened'), ('flip', 'closed', 'opened'),"                  \
    "('knock', 'closed', 'closed'), ('lock', 'closed', 'locked'), ('shut', 'opened', 'closed'),"             \
    "('flip', 'opened', 'closed'), ('unlock', 'locked', 'closed')"

static const struct payment_create_args ten_euros = {.amount = 1000, .currency = "EUR"};
static const struct payment_submit_args to_bank = {.submission_id = "SB1"};

/* Inserts the parent row and creates the payment. */
static inline void new_payment(struct pawl_db *db, const char *id) {
    execute(db, "insert into payments (id) values ('%s')", id);
    expect(PAWL_OK, payment_create(db, id, &ten_euros, NULL, NULL, &err));
}

static inline enum pawl_status submit(struct pawl_db *db, const char *id) {
    return payment_submit(db, id, &to_bank, NULL, NULL, &err);
}

static inline void expect_same_moves(const struct pawl_transition *first, const struct pawl_transition *again,
                                     size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(first[i].event, again[i].event);
        assert_int_equal(first[i].from, again[i].from);
        assert_int_equal(first[i].to, again[i].to);
        assert_int_equal(first[i].sort_key, again[i].sort_key);
        assert_int_equal(first[i].created_at_us, again[i].created_at_us);
    }
}

static inline void expect_payment(struct pawl_db *db, const char *id, const char *state_and_moves) {
    expect_rows(db, state_and_moves,
                "select state, (select count(*) from payment_transitions where payment_id = '%s')"
                " from payment_current where payment_id = '%s'",
                id, id);
}

#endif
