/* Whether a machine or flow is frozen, or being migrated in steps that commit one by one. */
#pragma once

#include "say/command.h"

#include <jansson.h>

/* All that are frozen now: { name: {mode, until, reason} }. A database without Pawl's tables has none. */
json_t *frozen_now(struct call *call);

/* "frozen (sleep) until 2026-11-21T10:30:00.000000Z: why"; NULL where it is not frozen. */
const char *frozen_text(const json_t *frozen, const char *name);

/* { machine: {fingerprint, since} }, by the name it had and the one it gets. Empty also where the login may
 * not read them. */
json_t *migrating_now(struct call *call);

/* "it is being migrated ..., and what to do"; NULL where it is not. */
const char *migrating_text(const json_t *migrating, const char *name);
