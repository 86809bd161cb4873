/*
 * Lives here: the one table of drivers. Not here: what a driver does.
 *
 * Finds the driver of a database. No other file names all of them, so that drivers stand on libpawl and
 * nothing in libpawl on a driver.
 */
#include "core/error.h"
#include "core/handle.h"
#include "pool/pool.h"

#include <stdio.h>
#include <string.h>

#define X(constant, name, title) extern const struct driver name##_driver;
PAWL_DIALECTS(X)
#undef X

static const struct driver *const drivers[] = {
#define X(constant, name, title) [PAWL_DIALECT_##constant] = &name##_driver,
    PAWL_DIALECTS(X)
#undef X
};

static const struct driver *driver_for(const char *where) {
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (drivers[i]->opens(where))
            return drivers[i];
    return NULL;
}

const char *places_of_databases(char *buffer, size_t size) {
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers && length < size; i++) {
        int added = snprintf(buffer + length, size - length, "%s%s", i == 0 ? "" : ", ", drivers[i]->places);
        length += added > 0 ? (size_t)added : 0;
    }
    return buffer;
}

static const struct driver *find_driver(const char *where, struct pawl_error *err) {
    const struct driver *driver = driver_for(where);
    if (driver)
        return driver;
    /* half of a connection string, which may have a password in it, is not shown, but the scheme of one */
    const size_t length = strcspn(where, ":=@ ");
    const bool is_scheme =
        length && where[length] == ':' && (strncmp(where + length, "://", 3) == 0 || !strchr(where, '@'));
    char places[sizeof err->help];
    if (length && (is_scheme || !where[length]))
        error_set(err, PAWL_MISUSE, "%.*s%s does not name a database", (int)length, where,
                  is_scheme ? ":..." : "");
    else
        error_set(err, PAWL_MISUSE, "this does not name a database");
    error_help(err, "use one of %s", places_of_databases(places, sizeof places));
    return NULL;
}

enum pawl_status pawl_open(struct pawl_db **out, const char *where, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!out || !where)
        return error_set(err, PAWL_MISUSE, "pawl_open: %s is NULL", out ? "where" : "out");
    const struct driver *driver = find_driver(where, err);
    return driver ? open_connection(out, driver, where, err) : PAWL_MISUSE;
}

enum pawl_status pawl_pool_open(struct pawl_pool **out, const char *where,
                                const struct pawl_pool_options *options, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!out || !where)
        return error_set(err, PAWL_MISUSE, "pawl_pool_open: %s is NULL", out ? "where" : "out");
    const struct driver *driver = find_driver(where, err);
    return driver ? pool_create(out, driver, where, options, err) : PAWL_MISUSE;
}
