/* Migrations that `pawl diff --sql` has written, for `pawlctl apply` and `pawlctl plan`. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/* A machine of the script. */
struct migration_step {
    const char *from_name, *from, *name, *to; /* of the header */
    const json_t *header;                     /* its entry there, see compiler/emit/migrate/plan.c */
    bool accepts_old;
    bool is_done;         /* before this run */
    bool is_past;         /* likewise, and it has been migrated on since */
    const char *deployed; /* the version that is there before; NULL: none */
    const char *begun;    /* the version that an interrupted migration leads to; NULL: none */
};

struct steps {
    struct migration_step *list;
    size_t count;
};

/* Whether applying the script again continues it. */
bool migration_is_begun(const struct migration_step *step);

/* Also reads the deployed versions. Ends the command if another version of pawl has written the header. */
struct steps migration_steps_read(struct call *call, const char *path, const json_t *header);

/* Applies a script with this header, or tries it and takes all back; says so. Returns the exit status. */
int migrate(struct call *call, const char *path, const char *script, const json_t *header, bool dry);
