/* Migrations that have begun and not ended, where their steps commit one by one. */
#ifndef PAWLCTL_MIGRATING_H
#define PAWLCTL_MIGRATING_H

#include "say/command.h"

#include <jansson.h>

/*
 * { machine: {fingerprint, since} }, by the name it had and the one it gets. Empty also where the login may
 * not read them. The caller frees it; NULL: the database failed.
 */
json_t *migrating_now(struct call *call);

/* "it is being migrated ..., and what to do" into the buffer; "" where it is not. */
enum { MIGRATING_SIZE = 384 };
const char *migrating_text(const json_t *migrating, const char *name, char buffer[MIGRATING_SIZE]);

#endif
