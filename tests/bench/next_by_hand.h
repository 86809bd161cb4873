/* What payment_next is compared with. */
#ifndef NEXT_BY_HAND_H
#define NEXT_BY_HAND_H

#include "payment.h"

enum payment_state next_by_hand(enum payment_state state, enum payment_event event);

#endif
