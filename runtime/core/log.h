/* What a program's log gets; see pawl_set_log. Internal. */
#pragma once

#include "pawl.h"

struct log_hook {
    pawl_log_fn *write; /* NULL: nobody reads it */
    void *context;
    int64_t slow_us; /* 0: none is slow */
};

struct move;

/*
 * The one caller of the program's function. Call it while no lock of libpawl is held. machine and entity may
 * be NULL: then they are those of the transition under way.
 */
__attribute__((format(printf, 6, 7))) void log_write(const struct pawl_db *db, enum pawl_log_kind kind,
                                                     enum pawl_status status, const char *machine,
                                                     const char *entity, const char *format, ...);

/* A transition has ended so. */
void log_transition(const struct pawl_db *db, const struct move *move, enum pawl_status status,
                    const struct pawl_error *err);
