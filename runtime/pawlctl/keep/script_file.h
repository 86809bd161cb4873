/* Files of SQL that pawl has written, for `pawlctl apply` and `pawlctl plan`. */
#pragma once

#include "pawl_admin.h"
#include "say/command.h"

#include <jansson.h>

struct script_file {
    const char *path;
    char *text;
    struct script script;
    json_t *header; /* NULL: the file has none */
};

/* Reads the whole file. Ends the program if pawl has not written it or its last line is missing. Leaves the
 * header NULL if the file is that of the shared schema and `skips_shared` is true. */
struct script_file script_file_read(struct call *call, const char *path, bool skips_shared);

/* Ends the program, since the file is not whole, which is misuse. */
void refuse_half(struct call *call, const char *path, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
