/* Migrations that `pawl diff --sql` has written, for `pawlctl apply`. */
#ifndef PAWLCTL_MIGRATE_H
#define PAWLCTL_MIGRATE_H

#include "command.h"

bool is_migration(const char *script);

/* Applies it, or tries it and takes all back; says so. Returns the exit status. */
int migrate(struct call *call, const char *path, const char *script, bool dry);

#endif
