/* Migrations that `pawl diff --sql` has written, for `pawlctl apply`. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/* Applies a script with this header, or tries it and takes all back; says so. Returns the exit status. */
int migrate(struct call *call, const char *path, const char *script, const json_t *header, bool dry);

/* Ends the program, since the file is not whole, which is misuse. */
void refuse_half(struct call *call, const char *path, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
