#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t was_interrupted;

static void interrupt(int number) {
    (void)number;
    was_interrupted = 1;
}

void interrupt_wait_for(void) {
    const struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool is_interrupted(void) {
    return was_interrupted != 0;
}
