/* What outputs depend on, as a rule that Make and Ninja read. */
#pragma once

#include "base/text.h"

/*
 * TARGET...: INPUT..., then each input but the first as a target of its own, so that Make does not miss one
 * that is gone. Fails the text where a name cannot be written so.
 */
void depfile_rule(struct text *out, const char *const *targets, size_t target_count,
                  const char *const *inputs, size_t input_count);
