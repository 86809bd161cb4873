/* Loaded before pawlctl: kills the process with SIGKILL right before its statement number KILL_AT. */
#include <dlfcn.h>
#include <libpq-fe.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

static long statements;

static void count(void) {
    const char *at = getenv("KILL_AT");
    if (++statements == (at == NULL ? 0 : atol(at)))
        kill(getpid(), SIGKILL);
}

/* ISO C has no conversion between pointers to functions and to objects. */
#define NEXT(name)                                                                                           \
    union {                                                                                                  \
        void *object;                                                                                        \
        __typeof__(&name) function;                                                                          \
    } next = {dlsym(RTLD_NEXT, #name)}

PGresult *PQexec(PGconn *connection, const char *sql) {
    NEXT(PQexec);
    count();
    return next.function(connection, sql);
}

PGresult *PQexecPrepared(PGconn *connection, const char *name, int number, const char *const *values,
                         const int *lengths, const int *formats, int result_format) {
    NEXT(PQexecPrepared);
    count();
    return next.function(connection, name, number, values, lengths, formats, result_format);
}

PGresult *PQexecParams(PGconn *connection, const char *sql, int number, const Oid *types,
                       const char *const *values, const int *lengths, const int *formats, int result_format) {
    NEXT(PQexecParams);
    count();
    return next.function(connection, sql, number, types, values, lengths, formats, result_format);
}

int sqlite3_exec(sqlite3 *connection, const char *sql, int (*row)(void *, int, char **, char **),
                 void *context, char **message) {
    NEXT(sqlite3_exec);
    count();
    return next.function(connection, sql, row, context, message);
}

int sqlite3_step(sqlite3_stmt *statement) {
    NEXT(sqlite3_step);
    count();
    return next.function(statement);
}
