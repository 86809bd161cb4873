/* Whether a machine or flow is frozen, and why. */
#ifndef PAWLCTL_FROZEN_H
#define PAWLCTL_FROZEN_H

#include "say/command.h"

#include <jansson.h>

/*
 * All that are frozen now: { name: {mode, until, reason} }. The caller frees it; NULL: the
 * database failed. A database without Pawl's tables has none.
 */
json_t *frozen_now(struct call *call);

/* As what follows in a line: "; frozen (sleep) until 2026-11-21T10:30:00.000000Z: why" into the buffer; ""
 * where it is not frozen. */
enum { FROZEN_SIZE = 1024 };
const char *frozen_text(const json_t *frozen, const char *name, char buffer[FROZEN_SIZE]);

/* {mode, until, reason}, or null. */
json_t *frozen_json(const json_t *frozen, const char *name);

#endif
