/* What a person ends by hand ends in order; told a second time, at once. */
#ifndef PAWLCTL_INTERRUPT_H
#define PAWLCTL_INTERRUPT_H

#include <stdbool.h>

void interrupt_wait_for(void);
bool is_interrupted(void);

#endif
