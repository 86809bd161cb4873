/* Calls payment_next, or the switch by hand, so often, with all pairs of state and event in turn. */
#include "next_by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    enum payment_state (*next)(enum payment_state, enum payment_event) =
        strcmp(argv[1], "pawl") == 0 ? payment_next : next_by_hand;
    long calls = strtol(argv[2], NULL, 10);
    long sum = 0;
    int state = PAYMENT_STATE_NONE;
    int event = PAYMENT_EVENT_NONE;
    for (long i = 0; i < calls; i++) {
        sum += next((enum payment_state)state, (enum payment_event)event);
        event = event == PAYMENT_EVENT_COUNT ? 0 : event + 1;
        if (event == 0) {
            state = state == PAYMENT_STATE_COUNT ? 0 : state + 1;
        }
    }
    return printf("%ld\n", sum) < 0;
}
