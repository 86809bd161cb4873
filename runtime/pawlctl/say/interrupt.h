/* What a person ends by hand ends in order; told a second time, at once. */
#pragma once

#include <stdbool.h>

/* From now on SIGINT and SIGTERM only set a flag, which the command reads. */
void interrupt_wait_for(void);
bool is_interrupted(void);

/* Until then they call `cancel` in a thread of its own, each second until the program ends. */
void interrupt_cancels(void (*cancel)(void *context), void *context);
bool interrupt_has_cancelled(void);
/* Waits until `cancel` has returned; it is not called again. */
void interrupt_end(void);
