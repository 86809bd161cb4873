#include "next_by_hand.h"

/* As one would write it: the states, and in each of them the events. */
enum payment_state next_by_hand(enum payment_state state, enum payment_event event) {
    switch (state) {
    case PAYMENT_STATE_NONE:
        return event == PAYMENT_EVENT_CREATE ? PAYMENT_STATE_PENDING_SUBMISSION : PAYMENT_STATE_NONE;
    case PAYMENT_STATE_PENDING_SUBMISSION:
        switch (event) {
        case PAYMENT_EVENT_SUBMIT:
            return PAYMENT_STATE_SUBMITTED;
        case PAYMENT_EVENT_CANCEL:
            return PAYMENT_STATE_CANCELLED;
        default:
            return PAYMENT_STATE_NONE;
        }
    case PAYMENT_STATE_SUBMITTED:
        switch (event) {
        case PAYMENT_EVENT_CONFIRM:
            return PAYMENT_STATE_PAID;
        case PAYMENT_EVENT_CANCEL:
            return PAYMENT_STATE_CANCELLED;
        default:
            return PAYMENT_STATE_NONE;
        }
    default:
        return PAYMENT_STATE_NONE;
    }
}
