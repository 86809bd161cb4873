/*
 * Loaded before pawlctl: kills the process with SIGKILL right before its statement number KILL_AT; or
 * replaces its statement number FAIL_AT with one that the database refuses. With FAIL_FOLDERS no folder can
 * be brought to the disk. With COUNT_STEPS it prints how many steps SQLite took for each statement.
 */
#include <dlfcn.h>
#include <errno.h>
#include <libpq-fe.h>
#ifdef TEST_MARIADB
#include <mysql.h>
#endif
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char refused[] = "this statement fails";
static long statements;

static long number_of(const char *variable) {
    const char *text = getenv(variable);
    return text == NULL ? 0 : atol(text);
}

/* Whether the next one fails. What a library asks of itself is no statement of pawlctl's. */
#define count() count_from(__builtin_return_address(0))
static int count_from(const void *caller) {
    Dl_info info;
    if (dladdr(caller, &info) != 0 &&
        (strstr(info.dli_fname, "libsqlite3") || strstr(info.dli_fname, "libpq") ||
         strstr(info.dli_fname, "libmariadb")))
        return 0;
    if (++statements == number_of("KILL_AT"))
        kill(getpid(), SIGKILL);
    if (statements != number_of("FAIL_AT"))
        return 0;
    fputs("kill_at: refused\n", stderr);
    return 1;
}

/* ISO C has no conversion between pointers to functions and to objects. */
#define NEXT(name)                                                                                           \
    union {                                                                                                  \
        void *object;                                                                                        \
        __typeof__(&name) function;                                                                          \
    } next = {dlsym(RTLD_NEXT, #name)}

int fsync(int descriptor) {
    NEXT(fsync);
    struct stat file;
    if (number_of("FAIL_FOLDERS") == 0 || fstat(descriptor, &file) != 0 || !S_ISDIR(file.st_mode))
        return next.function(descriptor);
    errno = EIO;
    return -1;
}

PGresult *PQexec(PGconn *connection, const char *sql) {
    NEXT(PQexec);
    return next.function(connection, count() ? refused : sql);
}

static PGresult *refuse(PGconn *connection) {
    NEXT(PQexec);
    return next.function(connection, refused);
}

PGresult *PQexecPrepared(PGconn *connection, const char *name, int number, const char *const *values,
                         const int *lengths, const int *formats, int result_format) {
    NEXT(PQexecPrepared);
    if (count())
        return refuse(connection);
    return next.function(connection, name, number, values, lengths, formats, result_format);
}

PGresult *PQexecParams(PGconn *connection, const char *sql, int number, const Oid *types,
                       const char *const *values, const int *lengths, const int *formats, int result_format) {
    NEXT(PQexecParams);
    if (count())
        return refuse(connection);
    return next.function(connection, sql, number, types, values, lengths, formats, result_format);
}

int sqlite3_exec(sqlite3 *connection, const char *sql, int (*row)(void *, int, char **, char **),
                 void *context, char **message) {
    NEXT(sqlite3_exec);
    return next.function(connection, count() ? refused : sql, row, context, message);
}

static int refuse_step(sqlite3 *connection) {
    NEXT(sqlite3_exec);
    return next.function(connection, refused, NULL, NULL, NULL);
}

int sqlite3_step(sqlite3_stmt *statement) {
    NEXT(sqlite3_step);
    if (!count()) {
        const int status = next.function(statement);
        if (status == SQLITE_DONE && number_of("COUNT_STEPS") != 0)
            fprintf(stderr, "kill_at: %d steps\n",
                    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
        return status;
    }
    return refuse_step(sqlite3_db_handle(statement)); /* whose message is that of this failure */
}

#ifdef TEST_MARIADB
int mysql_real_query(MYSQL *connection, const char *sql, unsigned long length) {
    NEXT(mysql_real_query);
    return count() ? next.function(connection, refused, sizeof refused - 1)
                   : next.function(connection, sql, length);
}

int mysql_query(MYSQL *connection, const char *sql) {
    NEXT(mysql_query);
    return next.function(connection, count() ? refused : sql);
}

int mysql_stmt_execute(MYSQL_STMT *statement) {
    NEXT(mysql_stmt_execute);
    if (!count())
        return next.function(statement);
    return mysql_stmt_prepare(statement, refused, sizeof refused - 1); /* an error of the statement */
}
#endif
