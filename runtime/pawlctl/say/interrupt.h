/* What a person ends by hand ends in order; told a second time, at once. */
#pragma once

#include <stdbool.h>

void interrupt_wait_for(void);
bool is_interrupted(void);
