/* Where a database is: what the caller names, and the connection to it. */
#include "postgres/postgres.h"

#include "core/socket.h"

#include <stdlib.h>
#include <string.h>

/* ---- options that are libpawl's own ------------------------------------------------------------- */

/* Cuts an option unknown to libpq, "name=", out of a URI or name=value pairs. False: it is not there. */
static bool take_option(char *where, const char *option, char *value, size_t size) {
    for (char *found = where; (found = strstr(found, option)); found++) {
        const char before = found == where ? ' ' : found[-1];
        const char *given = found + strlen(option);
        const size_t length = strcspn(given, "& ");
        if (before != ' ' && before != '?' && before != '&')
            continue;
        snprintf(value, size, "%.*s", (int)length, given);
        /* with the separator after it, or else the one before it */
        const char *rest = given + length + (given[length] != '\0');
        if (given[length] == '\0' && found != where)
            found--;
        memmove(found, rest, strlen(rest) + 1);
        return true;
    }
    return false;
}

static enum pawl_status choose_schema(struct postgres *postgres, const char *name, struct pawl_error *err) {
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
    const size_t length = strspn(name, signs);
    if (length == 0 || name[length] || length >= sizeof postgres->schema || (*name >= '0' && *name <= '9') ||
        strncmp(name, "pg_", 3) == 0 || strcmp(name, "information_schema") == 0)
        return error_set(err, PAWL_MISUSE,
                         "schema=%s: it has up to %zu small letters, digits and _, begins with neither "
                         "pg_ nor a digit, and is not information_schema",
                         name, sizeof postgres->schema - 1);
    memcpy(postgres->schema, name, strcmp(name, "public") == 0 ? 0 : length); /* it is all NUL before */
    return PAWL_OK;
}

static enum pawl_status take_options(char *where, struct postgres *postgres, struct pawl_error *err) {
    char value[POSTGRES_NAME_SIZE + 1], *end = NULL;
    const bool has_prepare = take_option(where, "prepare=", value, sizeof value);
    postgres->prepares = !has_prepare || strcmp(value, "on") == 0;
    if (!postgres->prepares && strcmp(value, "off") != 0)
        return error_set(err, PAWL_MISUSE, "prepare=%s: it is on or off", value);
    if (take_option(where, "schema=", value, sizeof value))
        TRY(choose_schema(postgres, value, err));
    if (!take_option(where, "read_timeout=", value, sizeof value))
        return PAWL_OK;
    const unsigned long seconds = strtoul(value, &end, 10);
    postgres->read_timeout_s = (unsigned)seconds;
    if (*value >= '0' && *value <= '9' && *end == '\0' && seconds <= 86400)
        return PAWL_OK;
    return error_set(err, PAWL_MISUSE, "read_timeout=%s: it is a number of seconds, up to 86400", value);
}

/* ---- the connection ----------------------------------------------------------------------------- */

static const char *value_of(const PQconninfoOption *options, const char *name) {
    for (const PQconninfoOption *option = options; option && option->keyword; option++)
        if (strcmp(option->keyword, name) == 0)
            return option->val && *option->val ? option->val : NULL;
    return NULL;
}

/* What libpq does not understand names no server that could be looked for. */
static enum pawl_status check_place(const char *where, bool *names_service, struct pawl_error *err) {
    char *complaint = NULL;
    PQconninfoOption *options = PQconninfoParse(where, &complaint);
    const bool is_understood =
        options || !complaint; /* without a complaint memory ran out: connecting says so */
    if (!is_understood) {
        error_set(err, PAWL_MISUSE, "PostgreSQL: %.*s", (int)strcspn(complaint, "\n"), complaint);
        error_help(
            err, "write postgresql://user@host:port/database?NAME=VALUE, or user=... host=... "
                 "dbname=..., with names that libpq has, prepare=off, read_timeout=SECONDS, and schema=NAME");
    }
    *names_service = value_of(options, "service") || getenv("PGSERVICE");
    PQfreemem(complaint);
    PQconninfoFree(options);
    return is_understood ? PAWL_OK : PAWL_MISUSE;
}

enum pawl_status postgres_find_schema(struct postgres *postgres, struct pawl_error *err) {
    static const char option[] = "pawl.schema=";
    char name[POSTGRES_NAME_SIZE + 1] = "public";
    PQconninfoOption *options = PQconninfo(postgres->connection);
    const char *given = value_of(options, "options"), *found = given ? strstr(given, option) : NULL;
    if (found)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(found + strlen(option), " "),
                 found + strlen(option));
    PQconninfoFree(options);
    return choose_schema(postgres, name, err);
}

#define TEXT_OF(number)       TEXT_OF_TOKEN(number)
#define TEXT_OF_TOKEN(number) #number

enum pawl_status postgres_connect(char *where, struct postgres *postgres, struct pawl_error *err) {
    bool names_service = false;
    TRY(take_options(where, postgres, err));
    TRY(check_place(where, &names_service, err));
    /* The later one counts: what the place says of connect_timeout, and of client_encoding what libpawl says.
       What the environment or a service says counts only if nothing else does. */
    const bool is_set = names_service || getenv("PGCONNECT_TIMEOUT");
    const char *const keywords[] = {"fallback_application_name",
                                    is_set ? "fallback_application_name" : "connect_timeout", "dbname",
                                    "client_encoding", NULL};
    const char *const values[] = {"libpawl", is_set ? "libpawl" : TEXT_OF(CONNECT_LIMIT_S), where, "UTF8",
                                  NULL};
    postgres->connection = PQconnectdbParams(keywords, values, 1);
    postgres_limit_socket(postgres->connection);
    return PAWL_OK;
}

/* libpq has set what its options say. */
void postgres_limit_socket(PGconn *connection) {
    PQconninfoOption *options = PQstatus(connection) == CONNECTION_OK ? PQconninfo(connection) : NULL;
    struct socket_limits limits = SOCKET_LIMITS;
    const struct {
        const char *name;
        unsigned *limit;
    } numbers[] = {{"tcp_user_timeout", &limits.user_timeout_ms},
                   {"keepalives_idle", &limits.keepalives_idle_s},
                   {"keepalives_interval", &limits.keepalives_interval_s},
                   {"keepalives_count", &limits.keepalives_count}};
    const char *keepalives = value_of(options, "keepalives");
    if (!options)
        return;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (value_of(options, numbers[i].name))
            *numbers[i].limit = 0;
    limits.keepalives = !keepalives || strcmp(keepalives, "0") != 0;
    socket_limit(PQsocket(connection), &limits);
    PQconninfoFree(options);
}
