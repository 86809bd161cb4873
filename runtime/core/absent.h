/*
 * Lives here: the driver in place of one that this library is built without, which refuses to open a
 * database. Not here: which those are, see PAWL_MARIADB in CMake, and PAWL_WITHOUT_... in the one file of
 * `amalgamation`.
 */
#pragma once

#include "core/error.h"
#include "core/handle.h"

#include <string.h>

static inline bool absent_begins(const char *where, const char *scheme) {
    return strncmp(where, scheme, strlen(scheme)) == 0;
}

/* FIRST and SECOND begin the names of its databases; CONNECTION is what its client library calls one */
#define ABSENT_DRIVER(database, constant, title, first, second, remedy, connection)                          \
    extern const struct driver database##_driver;                                                            \
    static bool database##_absent_opens(const char *where) {                                                 \
        return absent_begins(where, first) || absent_begins(where, second);                                  \
    }                                                                                                        \
    static enum pawl_status database##_absent_open(struct pawl_db *db, const char *where,                    \
                                                   struct pawl_error *err) {                                 \
        (void)db, (void)where;                                                                               \
        return error_advise(err, PAWL_MISUSE, remedy, "this libpawl was built without " title);              \
    }                                                                                                        \
    const struct driver database##_driver = {.name = #database,                                              \
                                             .dialect = PAWL_DIALECT_##constant,                             \
                                             .places = first "... (not built in)",                           \
                                             .opens = database##_absent_opens,                               \
                                             .open = database##_absent_open};                                \
    enum pawl_status pawl_adopt_##database(struct pawl_db **out, connection *adopted,                        \
                                           struct pawl_error *err) {                                         \
        (void)adopted;                                                                                       \
        if (out)                                                                                             \
            *out = NULL;                                                                                     \
        return database##_absent_open(NULL, NULL, err);                                                      \
    }
