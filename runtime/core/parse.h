/* What people type: times, numbers, arguments of events. Internal. */
#pragma once

#include "core/value.h"

/* "2026-11-21T10:30:00.5+01:00", "2026-11-21 10:30", "2026-11-21"; UTC where it has no zone. False: no time.
 */
bool parse_time(const char *text, int64_t *time_us);
/* Digits, behind a - where least allows that; false where it is anything else. */
bool parse_number(const char *text, int64_t least, int64_t most, int64_t *number);

/*
 * The event's args struct from texts NAME=VALUE. args is all zero before, and has room for it. Texts stay the
 * caller's; bytes are in the memory. MISUSE names the wrong one, and its help the event's parameters.
 */
enum pawl_status parse_arguments(struct results *memory, const struct pawl_event *event,
                                 const char *const *texts, size_t count, void *args, struct pawl_error *err);
