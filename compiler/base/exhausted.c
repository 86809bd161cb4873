#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* A file of its own, since pawlctl ends in another way. */
void arena_exhausted(void) {
    fputs("pawl: out of memory\n", stderr);
    exit(2);
}
