#include "flow/flow.h"

#include "core/ending.h"
#include "core/statements.h"
#include "lock/lock.h"
#include "outbox/outbox.h"
#include "sqlite/apply.h"
#include "sqlite/sqlite.h"
#include "sqlite/sqlite.sql.h"
#include "sqlite/writer.h"

#include <pwd.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* As long as a person would wait; PostgreSQL waits for a lock for ever. */
#define WAITS_US      INT64_C(30000000)
#define BUSY_PAUSE_US 1000L
#define WAIT_MAX_MS   INT64_C(86400000)

/* The one row that may be written right now; see README.md. It lives as long as SQLite has the function that
   looks at it, which may be longer than the handle. */
struct permission {
    const char *table; /* NULL: none */
    const char *sql;   /* the statement that writes it */
    const struct value *values;
    size_t count;
};

struct sqlite {
    sqlite3 *connection;
    struct statements statements;
    struct permission *permission;
    bool transaction_failed; /* after an error inside it: PostgreSQL would not commit it either */
    struct pawl_db *db;
    int64_t waits_us;            /* how long a call waits for those who write */
    int64_t limit_us;            /* the same, or shorter where the caller goes on when he has waited */
    int64_t since_us, before_us; /* it has waited since then, and so long before */
    bool has_waited;             /* that long */
    char login[64];
};

static struct sqlite *sqlite_of(const struct pawl_db *db) {
    return db->connection->of_driver;
}

/* ---- errors ------------------------------------------------------------------------------------- */

/* Who it was, as far as that can be said, and for how long it was waited. */
static void explain_wait(struct sqlite *sqlite, struct pawl_error *err) {
    const char *file = sqlite3_db_filename(sqlite->connection, "main");
    char who[128];
    sqlite_writer(file ? file : "", who, sizeof who);
    error_set(err, PAWL_DB, "SQLite: %s has kept others from writing to %.128s for more than %lld ms", who,
              file ? file : "", (long long)(sqlite->limit_us / 1000));
    error_help(err, "let it end its transaction, or end it; sqlite:FILE?wait_ms=... sets the wait");
}

/* What to do about codes whose messages do not say it. */
static void name_remedy(const struct sqlite *sqlite, int code, struct pawl_error *err) {
    static const struct {
        int code;
        const char *help;
    } remedies[] = {
        {SQLITE_CANTOPEN, "name a file in a folder that is there, and that this login may write to"},
        {SQLITE_NOTADB, "name another file: this one holds no SQLite database, or is encrypted"},
        {SQLITE_READONLY, "let this login write to the file and to its folder, which has FILE-wal, too"},
        {SQLITE_FULL, "make room on the disk of the file, then call again: nothing was written"},
        {SQLITE_IOERR, "look at the disk of the file, which may be full or broken; then call again"},
        {SQLITE_CORRUPT, "the file is damaged: bring it back from a backup"},
    };
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if ((code & 0xff) == remedies[i].code)
            error_help(err, "%s", remedies[i].help);
    if (sqlite->connection && sqlite3_extended_errcode(sqlite->connection) == SQLITE_READONLY &&
        sqlite3_db_readonly(sqlite->connection, "main") == 0)
        error_help(err, "another part of this program has forbidden writes here: pragma query_only = off");
    /* It accepts triggers on tables that are missing: only a move finds that out. */
    if (err && strstr(err->message, "no such table: ") != NULL)
        error_help(
            err,
            "create the table first: the row that moves, and what guards and effects touch, must be there");
}

static enum pawl_status report_code(struct sqlite *sqlite, int code, struct pawl_error *err) {
    const bool is_busy = (code & 0xff) == SQLITE_BUSY;
    /* who limits how long he waits goes on when he has waited */
    bool is_expected = is_busy && sqlite->limit_us < sqlite->waits_us;
    if (!is_expected)
        sqlite->transaction_failed = sqlite->connection && !sqlite3_get_autocommit(sqlite->connection);
    if ((code & 0xff) == SQLITE_NOMEM)
        return error_set(err, PAWL_NOMEM, "out of memory");
    error_set(err, PAWL_DB, "SQLite: %s",
              sqlite->connection ? sqlite3_errmsg(sqlite->connection) : sqlite3_errstr(code));
    name_remedy(sqlite, code, err);
    if (err) {
        err->native_code = sqlite->connection ? sqlite3_extended_errcode(sqlite->connection)
                                              : code; /* also where it is off */
        /* busy: another connection writes; SQLITE_BUSY_SNAPSHOT: what was read is no longer the latest */
        err->retryable = is_busy || (code & 0xff) == SQLITE_LOCKED;
    }
    sqlite->db->waits.are_over = is_busy && sqlite->has_waited;
    sqlite->has_waited = false;
    if (sqlite->db->waits.are_over && !is_expected)
        explain_wait(sqlite, err);
    return PAWL_DB;
}

/* ---- who may write ------------------------------------------------------------------------------ */

static bool value_is_seen(const struct value *value, sqlite3_value *seen) {
    if (value->is_null)
        return sqlite3_value_type(seen) == SQLITE_NULL;
    size_t length;
    switch (form_of(value->type)) {
    case FORM_TEXT:
        length = strlen(value->text);
        return sqlite3_value_type(seen) == SQLITE_TEXT && (size_t)sqlite3_value_bytes(seen) == length &&
               memcmp(sqlite3_value_text(seen), value->text, length) == 0;
    case FORM_BYTES:
        length = value->bytes.size;
        return sqlite3_value_type(seen) == SQLITE_BLOB && (size_t)sqlite3_value_bytes(seen) == length &&
               (length == 0 || memcmp(sqlite3_value_blob(seen), value->bytes.data, length) == 0);
    case FORM_NUMBER:
        break;
    }
    return sqlite3_value_type(seen) == SQLITE_INTEGER && sqlite3_value_int64(seen) == value->number;
}

/* The place of a name in a list such as "(a, b)", or -1. */
static int place_in(const char *list, const char *name, size_t length) {
    const char separators[] = "(), \n";
    for (int place = 0; list && *list && *list != ')'; place++) {
        list += strspn(list, separators);
        size_t found = strcspn(list, separators);
        if (found == length && memcmp(list, name, length) == 0)
            return place;
        list += found;
        list += strspn(list, " \n");
    }
    return -1;
}

/*
 * The row of a program of an earlier version, whose statement names its columns: what it does not know of is
 * NULL. `names` are those of the last arguments; the others are in every version.
 */
static bool same_by_name(const struct permission *permission, const char *names, size_t count,
                         sqlite3_value **arguments) {
    const char *written = permission->sql ? strchr(permission->sql, '(') : NULL;
    size_t name_count = 1, known = 0;
    for (const char *comma = names; (comma = strchr(comma, ',')) != NULL; comma++)
        name_count++;
    if (!written || name_count > count || permission->count < count - name_count)
        return false;
    const size_t fixed = count - name_count;
    for (size_t i = 0; i < fixed; i++)
        if (!value_is_seen(&permission->values[i], arguments[i]))
            return false;
    for (size_t i = fixed; i < count; i++) {
        names += strspn(names, "(, ");
        const size_t length = strcspn(names, ",)");
        const int place = place_in(written, names, length);
        names += length;
        if (place < 0 ? sqlite3_value_type(arguments[i]) != SQLITE_NULL
                      : (size_t)place >= permission->count ||
                            !value_is_seen(&permission->values[place], arguments[i]))
            return false;
        known += place >= 0;
    }
    return fixed + known == permission->count;
}

/*
 * only_libpawl_may_write(table, values...): true once, for the row that libpawl is writing. The table of a
 * history has the names of its last columns with it: "payment_transitions(amount, currency)".
 */
static void only_libpawl_may_write(sqlite3_context *context, int count, sqlite3_value **arguments) {
    struct permission *permission = sqlite3_user_data(context);
    const char *table = count > 0 ? (const char *)sqlite3_value_text(arguments[0]) : NULL;
    const size_t length = table ? strcspn(table, "(") : 0, given = (size_t)count - 1;
    bool may = permission->table && table && strncmp(permission->table, table, length) == 0 &&
               permission->table[length] == '\0';
    if (may && permission->count != given)
        may = table[length] == '(' && same_by_name(permission, table + length, given, arguments + 1);
    for (size_t i = 0; may && permission->count == given && i < given; i++)
        may = value_is_seen(&permission->values[i], arguments[i + 1]);
    if (may)
        permission->table = NULL;
    sqlite3_result_int(context, may);
}

/* ---- connection --------------------------------------------------------------------------------- */

/*
 * Sleeps a random while up to a limit: unlike sqlite3_busy_timeout it does not march in step with others. The
 * first pauses are as long as the later ones, because those who look again at once take the processor from
 * the one that writes: with eight connections on two processors that costs a quarter of the moves.
 */
static int wait_while_busy(void *context, int attempt) {
    struct sqlite *sqlite = context;
    const int64_t now = monotonic_us();
    if (attempt == 0) {
        sqlite->before_us = sqlite->db->waits.add_up ? sqlite->db->waits.so_far_us : 0;
        sqlite->since_us = now;
    }
    sqlite->db->waits.so_far_us = sqlite->before_us + now - sqlite->since_us;
    sqlite->has_waited = sqlite->db->waits.so_far_us > sqlite->limit_us;
    if (sqlite->has_waited)
        return 0;
    unsigned random = 0;
    sqlite3_randomness(sizeof random, &random);
    long pause = 50 + (long)(random % (unsigned)BUSY_PAUSE_US);
    nanosleep(&(struct timespec){.tv_nsec = pause * 1000}, NULL);
    return 1;
}

static void find_login(char *login, size_t size) {
    struct passwd entry, *found = NULL;
    char buffer[1024];
    if (getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &found) == 0 && found)
        snprintf(login, size, "%s", entry.pw_name);
    else
        snprintf(login, size, "uid %lu", (unsigned long)geteuid());
}

/*
 * WAL, so that readers and the writer do not wait for each other. The switch needs the file for itself and
 * does not call the busy handler for it, so whoever comes second tries again.
 */
static int use_wal(struct sqlite *sqlite) {
    int code = SQLITE_OK;
    for (int attempt = 0;; attempt++) {
        code = sqlite3_exec(sqlite->connection, sql_write_ahead, NULL, NULL, NULL);
        if (code != SQLITE_BUSY || !wait_while_busy(sqlite, attempt))
            return code;
    }
}

/* Innocuous, so that triggers may call it under trusted_schema=off: SQLite's "Application-Defined SQL
   Functions", section on security. SQLite frees the permission, also where it refuses the function. */
static int set_permission_function(sqlite3 *connection, struct permission *permission) {
    return sqlite3_create_function_v2(
        connection, "only_libpawl_may_write", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, permission,
        permission ? only_libpawl_may_write : NULL, NULL, NULL, permission ? free : NULL);
}

static int permit_writing(struct sqlite *sqlite) {
    struct permission *permission = calloc(1, sizeof *permission);
    int code = permission ? set_permission_function(sqlite->connection, permission) : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        sqlite->permission = permission;
    return code;
}

/* Where a statement is under way on the connection, SQLite keeps the function, which permits nothing then. */
static void forbid_writing(struct sqlite *sqlite) {
    sqlite->permission->table = NULL;
    set_permission_function(sqlite->connection, NULL);
}

static int set_up(struct sqlite *sqlite) {
    int code = sqlite3_busy_handler(sqlite->connection, wait_while_busy, sqlite);
    if (code == SQLITE_OK)
        code = use_wal(sqlite);
    if (code == SQLITE_OK)
        code = sqlite3_exec(sqlite->connection, sql_set_up, NULL, NULL, NULL);
    return code == SQLITE_OK ? permit_writing(sqlite) : code;
}

static void sqlite_finish(void *prepared) {
    sqlite3_finalize(prepared);
}

/* Statements that the caller has left on it keep the connection, without us. */
static void free_connection(struct sqlite *sqlite) {
    statements_clear(&sqlite->statements, sqlite_finish);
    if (sqlite->connection)
        sqlite3_busy_handler(sqlite->connection, NULL, NULL);
    sqlite3_close_v2(sqlite->connection);
    free(sqlite);
}

static struct sqlite *allocate_connection(struct pawl_db *db) {
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite)
        return NULL;
    find_login(sqlite->login, sizeof sqlite->login);
    sqlite->db = db;
    sqlite->waits_us = sqlite->limit_us = WAITS_US;
    return sqlite;
}

/* Cuts `?wait_ms=...` off a file name, in which a question mark without `=` is a plain character. */
static enum pawl_status take_wait(char *name, struct sqlite *sqlite, struct pawl_error *err) {
    static const char option[] = "?wait_ms=";
    char *found = strrchr(name, '?'), *end = NULL;
    if (!found || !strchr(found, '='))
        return PAWL_OK;
    if (strncmp(found, option, strlen(option)) != 0)
        return error_advise(
            err, PAWL_MISUSE, "sqlite:FILE?wait_ms=N is the only option: how long to wait for another writer",
            "there is no option `%.*s` of sqlite:FILE", (int)strcspn(found + 1, "="), found + 1);
    const char *digits = found + strlen(option);
    const long long wait_ms = *digits >= '0' && *digits <= '9' ? strtoll(digits, &end, 10) : -1;
    if (!end || *end || wait_ms > WAIT_MAX_MS) {
        return error_set(err, PAWL_MISUSE, "wait_ms=%s: it is a number of milliseconds, up to %lld", digits,
                         (long long)WAIT_MAX_MS);
    }
    sqlite->waits_us = sqlite->limit_us = wait_ms * 1000;
    *found = '\0';
    return PAWL_OK;
}

static enum pawl_status sqlite_open(struct pawl_db *db, const char *where, struct pawl_error *err) {
    const char *file = where + strlen("sqlite:");
    if (!*file)
        return error_advise(err, PAWL_MISUSE,
                            "use sqlite:FILE, or sqlite::memory: for a database that is gone at the end",
                            "sqlite: names no file");
    if (strncmp(file, "//", 2) == 0 || (*file == ':' && strcmp(file, ":memory:") != 0)) {
        return error_advise(err, PAWL_MISUSE,
                            "use sqlite:FILE (sqlite:/var/lib/payments.db), or sqlite::memory:",
                            "sqlite:%s is not written as a file", file);
    }
    struct sqlite *sqlite = allocate_connection(db);
    char *name = strdup(file);
    enum pawl_status taken = PAWL_NOMEM;
    if (sqlite && name)
        taken = take_wait(name, sqlite, err);
    else
        error_set(err, PAWL_NOMEM, "out of memory");
    if (taken != PAWL_OK) {
        free(name);
        free(sqlite);
        return taken;
    }
    int code = sqlite3_open_v2(name, &sqlite->connection,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(sqlite->connection, 1);
        code = set_up(sqlite);
    }
    if (code != SQLITE_OK) {
        enum pawl_status status = report_code(sqlite, code, err);
        if (err && status == PAWL_DB)
            error_set(err, PAWL_DB, "%s: %s", name, err->message);
        if ((code & 0xff) == SQLITE_READONLY) /* of a file in WAL mode that nobody has open */
            error_help(
                err, "a login that may only read can do so while a program has it open, which keeps FILE-wal "
                     "and FILE-shm next to it: let this login write to the folder, or read a copy");
        free(name);
        free_connection(sqlite);
        return status;
    }
    free(name);
    connection_is_made(db, sqlite);
    return PAWL_OK;
}

static enum pawl_status sqlite_adopt(struct pawl_db *db, void *connection, struct pawl_error *err) {
    struct sqlite *sqlite = allocate_connection(db);
    TRY(memory_check(sqlite, err));
    sqlite->connection = connection;
    int code = permit_writing(sqlite);
    if (code != SQLITE_OK) { /* busy: the connection is in the middle of a statement */
        enum pawl_status status = report_code(sqlite, code, err);
        free(sqlite);
        return status;
    }
    connection_is_made(db, sqlite);
    return PAWL_OK;
}

/* What was adopted goes on without us, and without the right to write Pawl's tables. */
static void sqlite_close(struct pawl_db *db) {
    struct sqlite *sqlite = sqlite_of(db);
    if (!connection_is_adopted(db)) {
        free_connection(sqlite);
        return;
    }
    statements_clear(&sqlite->statements, sqlite_finish);
    forbid_writing(sqlite);
    free(sqlite);
}

static void *sqlite_native(struct pawl_db *db) {
    return sqlite_of(db)->connection;
}

static enum pawl_status sqlite_ready(struct pawl_db *db, struct pawl_error *err) {
    sqlite_of(db)->db = db; /* a connection of a pool is now this handle's, now another's */
    if (!db->transaction_open || !sqlite3_get_autocommit(sqlite_of(db)->connection))
        return PAWL_OK;
    return error_advise(err, PAWL_DB, "nothing of it was written: call pawl_rollback and start again",
                        "SQLite has rolled the transaction back after an error");
}

static bool sqlite_in_transaction(const struct pawl_db *db) {
    return !sqlite3_get_autocommit(sqlite_of(db)->connection);
}

static void sqlite_limit_waiting(struct pawl_db *db, int64_t limit_ms) {
    struct sqlite *sqlite = sqlite_of(db);
    bool is_shorter = limit_ms >= 0 && limit_ms < sqlite->waits_us / 1000;
    sqlite->limit_us = is_shorter ? limit_ms * 1000 : sqlite->waits_us;
}

/* A library in our own process always answers. */
static bool nothing_is_ever_lost(const struct pawl_db *db) {
    (void)db;
    return false;
}

static const char *sqlite_login(const struct pawl_db *db) {
    return sqlite_of(db)->login;
}

/* ---- statements --------------------------------------------------------------------------------- */

/* To be called before a statement: what was said of an earlier transaction is over. */
static void forget_failure(struct sqlite *sqlite) {
    if (sqlite3_get_autocommit(sqlite->connection))
        sqlite->transaction_failed = false;
}

/*
 * A mark of a transaction that has failed, where the caller may end it, or go back before the failure,
 * without telling libpawl: the mark goes with what he ends.
 */
static bool set_mark(const struct sqlite *sqlite) {
    return sqlite3_exec(sqlite->connection, "savepoint pawl_failed", NULL, NULL, NULL) == SQLITE_OK;
}

static bool has_mark(const struct sqlite *sqlite) {
    return sqlite3_exec(sqlite->connection, "release pawl_failed", NULL, NULL, NULL) == SQLITE_OK &&
           set_mark(sqlite);
}

/* Once the statement that has failed is reset. */
static enum pawl_status behind_statement(const struct pawl_db *db, enum pawl_status status) {
    if (status != PAWL_OK && connection_is_adopted(db) && sqlite_of(db)->transaction_failed)
        set_mark(sqlite_of(db));
    return status;
}

static bool sqlite_transaction_failed(const struct pawl_db *db) {
    struct sqlite *sqlite = sqlite_of(db);
    if (sqlite->transaction_failed && connection_is_adopted(db) && !has_mark(sqlite))
        sqlite->transaction_failed = false;
    return sqlite->transaction_failed && sqlite_in_transaction(db);
}

/* Prepared early, since an interrupted connection prepares nothing. NULL if Pawl is not installed. */
static sqlite3_stmt *find_write(struct sqlite *sqlite) {
    sqlite3_stmt *write = statements_find(&sqlite->statements, sql_start_writing, 0);
    if (write || sqlite3_prepare_v3(sqlite->connection, sql_start_writing, -1, SQLITE_PREPARE_PERSISTENT,
                                    &write, NULL) != SQLITE_OK)
        return write;
    if (statements_keep(&sqlite->statements, sql_start_writing, 0, write, sqlite_finish))
        return write;
    sqlite3_finalize(write);
    return NULL;
}

/*
 * Takes back what was written, although sqlite3_interrupt was called: as long as a statement of the caller's
 * is under way, that stops what takes back, too. It also stops a write, and with that SQLite rolls the whole
 * transaction back.
 */
static int take_back(struct sqlite *sqlite, const char *sql) {
    int code;
    do {
        code = sqlite3_exec(sqlite->connection, sql, NULL, NULL, NULL);
        sqlite3_stmt *write = (code & 0xff) == SQLITE_INTERRUPT ? find_write(sqlite) : NULL;
        if (!write)
            return code;
        sqlite3_step(write);
        sqlite3_reset(write);
    } while (!sqlite3_get_autocommit(sqlite->connection));
    return SQLITE_OK;
}

static enum pawl_status sqlite_exec_script(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    forget_failure(sqlite_of(db));
    int code = strcmp(sql, "rollback") == 0 ? take_back(sqlite_of(db), sql)
                                            : sqlite3_exec(sqlite_of(db)->connection, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? PAWL_OK : behind_statement(db, report_code(sqlite_of(db), code, err));
}

static enum pawl_status sqlite_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    const char *rest;
    const enum ending ending = sqlite_transaction_failed(db) ? ending_of(sql, &rest) : ENDS_NOTHING;
    char *instead = ending == ENDS_BY_COMMIT ? ending_as_rollback(rest) : NULL;
    if (ending == ENDS_BY_COMMIT && !instead)
        return error_set(err, PAWL_NOMEM, "out of memory");
    enum pawl_status status = sqlite_exec_script(db, instead ? instead : sql, err);
    if (ending == ENDS_FAILURE && status == PAWL_OK)
        sqlite_of(db)->transaction_failed = false;
    free(instead);
    return status;
}

static enum pawl_status sqlite_prepare(struct sqlite *sqlite, const char *sql, sqlite3_stmt **prepared,
                                       struct pawl_error *err) {
    *prepared = statements_find(&sqlite->statements, sql, 0);
    if (*prepared)
        return PAWL_OK;
    int code = sqlite3_prepare_v3(sqlite->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, prepared, NULL);
    if (code != SQLITE_OK)
        return report_code(sqlite, code, err);
    if (statements_keep(&sqlite->statements, sql, 0, *prepared, sqlite_finish))
        return PAWL_OK;
    sqlite3_finalize(*prepared);
    return error_set(err, PAWL_NOMEM, "out of memory");
}

static int bind_at(sqlite3_stmt *prepared, int position, const struct value *value) {
    if (value->is_null)
        return sqlite3_bind_null(prepared, position);
    switch (form_of(value->type)) {
    case FORM_TEXT:
        return sqlite3_bind_text(prepared, position, value->text, -1, SQLITE_STATIC);
    case FORM_NUMBER:
        return sqlite3_bind_int64(prepared, position, value->number);
    case FORM_BYTES:
        break;
    }
    if (value->bytes.size == 0) /* a pointer to no bytes may be NULL, which would bind null */
        return sqlite3_bind_zeroblob(prepared, position, 0);
    return sqlite3_bind_blob64(prepared, position, value->bytes.data, value->bytes.size, SQLITE_STATIC);
}

static int bind_values(sqlite3_stmt *prepared, const struct value *values, size_t value_count) {
    int code = SQLITE_OK;
    for (size_t i = 0; i < value_count && code == SQLITE_OK; i++)
        code = bind_at(prepared, (int)i + 1, &values[i]);
    return code;
}

static struct cell cell_of_column(sqlite3_stmt *prepared, int column) {
    switch (sqlite3_column_type(prepared, column)) {
    case SQLITE_NULL:
        return (struct cell){.is_null = true};
    case SQLITE_TEXT:
        return (struct cell){.text = (const char *)sqlite3_column_text(prepared, column)};
    case SQLITE_BLOB: {
        const void *data = sqlite3_column_blob(prepared, column);
        return (struct cell){.bytes = {data, (size_t)sqlite3_column_bytes(prepared, column)}};
    }
    default:
        return (struct cell){.number = sqlite3_column_int64(prepared, column)};
    }
}

static enum pawl_status sqlite_query(struct pawl_db *db, const char *sql, const struct value *values,
                                     size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    struct sqlite *sqlite = sqlite_of(db);
    sqlite3_stmt *prepared = NULL;
    forget_failure(sqlite);
    enum pawl_status status = sqlite_prepare(sqlite, sql, &prepared, err);
    if (status != PAWL_OK)
        return behind_statement(db, status);
    int code = bind_values(prepared, values, value_count);
    if (code == SQLITE_OK) {
        struct cell cells[VALUE_MAX];
        while (status == PAWL_OK && (code = sqlite3_step(prepared)) == SQLITE_ROW) {
            for (int c = 0; row && c < sqlite3_column_count(prepared) && c < VALUE_MAX; c++)
                cells[c] = cell_of_column(prepared, c);
            if (row)
                status = row(context, cells, err);
        }
    }
    if (status == PAWL_OK && code != SQLITE_DONE)
        status = report_code(sqlite, code, err);
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
    return behind_statement(db, status);
}

static bool own_value_of_column(struct own_rows *rows, struct pawl_value *value, sqlite3_stmt *prepared,
                                int column) {
    switch (sqlite3_column_type(prepared, column)) {
    case SQLITE_NULL:
        return true;
    case SQLITE_INTEGER:
        own_value_is_number(value, PAWL_TYPE_BIGINT, sqlite3_column_int64(prepared, column));
        return true;
    case SQLITE_FLOAT:
        return own_value_is_real(rows, value, sqlite3_column_double(prepared, column));
    case SQLITE_BLOB: {
        const void *data = sqlite3_column_blob(prepared, column);
        return own_value_is_bytes(rows, value, data, (size_t)sqlite3_column_bytes(prepared, column));
    }
    default: {
        const char *text = (const char *)sqlite3_column_text(prepared, column);
        return text && own_value_is_text(rows, value, PAWL_TYPE_TEXT, text);
    }
    }
}

/* In the order in which the text names them. SQLite would leave one of another name null. */
static enum pawl_status bind_own(sqlite3_stmt *prepared, const struct value *values, size_t value_count,
                                 int *code, struct pawl_error *err) {
    *code = SQLITE_OK;
    for (int i = 1; *code == SQLITE_OK && i <= sqlite3_bind_parameter_count(prepared); i++) {
        const char *name = sqlite3_bind_parameter_name(prepared, i);
        char *end = NULL;
        const unsigned long number = name && *name == '$' ? strtoul(name + 1, &end, 10) : 0;
        if (number < 1 || number > value_count || *end)
            return error_set(err, PAWL_MISUSE, "pawl_query: there is no value for %s", name ? name : "?");
        *code = bind_at(prepared, i, &values[number - 1]);
    }
    return PAWL_OK;
}

static enum pawl_status step_own(sqlite3_stmt *prepared, struct own_rows *rows, int *code,
                                 struct pawl_error *err) {
    rows->column_count = (size_t)sqlite3_column_count(prepared);
    while ((*code = sqlite3_step(prepared)) == SQLITE_ROW) {
        struct pawl_value *row = own_rows_add(rows);
        for (size_t i = 0; row && i < rows->column_count; i++)
            if (!own_value_of_column(rows, &row[i], prepared, (int)i))
                row = NULL;
        TRY(memory_check(row, err));
    }
    return PAWL_OK;
}

static enum pawl_status sqlite_query_own(struct pawl_db *db, const char *sql, const struct value *values,
                                         size_t value_count, struct own_rows *rows, struct pawl_error *err) {
    struct sqlite *sqlite = sqlite_of(db);
    sqlite3_stmt *prepared = NULL;
    const char *rest = NULL;
    const int before = sqlite3_total_changes(sqlite->connection);
    forget_failure(sqlite);
    int code = sqlite3_prepare_v2(sqlite->connection, sql, -1, &prepared, &rest);
    enum pawl_status status = PAWL_OK;
    if (code == SQLITE_OK && (!prepared || rest[strspn(rest, " \t\r\n;")]))
        status = error_set(err, PAWL_MISUSE, "pawl_query: it takes one statement");
    if (code == SQLITE_OK && status == PAWL_OK)
        status = bind_own(prepared, values, value_count, &code, err);
    if (code == SQLITE_OK && status == PAWL_OK)
        status = step_own(prepared, rows, &code, err);
    if (status == PAWL_OK && code != SQLITE_DONE)
        status = report_code(sqlite, code, err);
    if (sqlite3_total_changes(sqlite->connection) != before)
        rows->changed = sqlite3_changes(sqlite->connection);
    sqlite3_finalize(prepared);
    return behind_statement(db, status);
}

static enum pawl_status sqlite_exec_with_next(struct pawl_db *db, const char *sql, enum next_statement next,
                                              struct pawl_error *err) {
    (void)next;
    enum pawl_status status = sqlite_query(db, sql, NULL, 0, NULL, NULL, err);
    if (status == PAWL_OK && sqlite_in_transaction(db))
        find_write(sqlite_of(db));
    return status;
}

static enum pawl_status sqlite_commit(struct pawl_db *db, struct pawl_error *err) {
    if (sqlite_transaction_failed(db)) {
        take_back(sqlite_of(db), "rollback");
        return transaction_had_failed(err);
    }
    return sqlite_query(db, "commit", NULL, 0, NULL, NULL, err);
}

static void sqlite_undo(struct pawl_db *db, enum failure_since failure) {
    bool had_failed = sqlite_of(db)->transaction_failed;
    take_back(sqlite_of(db), BACK_TO_SAVEPOINT);
    take_back(sqlite_of(db), RELEASE_SAVEPOINT);
    sqlite_of(db)->transaction_failed = had_failed && failure == FAILURE_STAYS;
    if (sqlite_of(db)->transaction_failed && connection_is_adopted(db) && sqlite_in_transaction(db))
        set_mark(sqlite_of(db));
}

static enum pawl_status sqlite_write(struct pawl_db *db, const char *table, const char *sql,
                                     const struct value *values, size_t value_count, struct pawl_error *err) {
    struct sqlite *sqlite = sqlite_of(db);
    *sqlite->permission = (struct permission){table, sql, values, value_count};
    enum pawl_status status = sqlite_query(db, sql, values, value_count, NULL, NULL, err);
    bool asked = sqlite->permission->table == NULL;
    sqlite->permission->table = NULL;
    if (status != PAWL_OK)
        return status;
    if (!asked || sqlite3_changes(sqlite->connection) != 1) {
        error_set(err, PAWL_DB, "the write to %s had another effect: %s", table,
                  asked ? "a trigger swallowed it" : "its own triggers are missing or a trigger came before");
        error_help(err, "remove foreign triggers from %s and apply the generated SQL again", table);
        return PAWL_DB;
    }
    return PAWL_OK;
}

struct found_rows {
    struct pawl_db *db;
    size_t width;
    struct result_rows rows; /* of `width` values each */
};

static enum pawl_status keep_found(void *context, const struct cell *cells, struct pawl_error *err) {
    struct found_rows *found = context;
    struct results *memory = operation_results(found->db);
    struct value *row = results_add_row(memory, &found->rows, found->width * sizeof *row);
    for (size_t i = 0; row && i < found->width; i++) {
        const enum pawl_type type = cells[i].text || cells[i].is_null ? PAWL_TYPE_TEXT : PAWL_TYPE_BIGINT;
        if (!value_from_cell(memory, type, &cells[i], &row[i]))
            row = NULL;
    }
    return memory_check(row, err);
}

static enum pawl_status sqlite_write_found(struct pawl_db *db, const char *select, const struct value *values,
                                           size_t value_count, const struct row_write *writes,
                                           size_t write_count, int64_t *row_count, struct pawl_error *err) {
    struct found_rows found = {.db = db};
    size_t widths[ROW_WRITES_MAX];
    for (size_t i = 0; i < write_count; i++) {
        sqlite3_stmt *write = NULL;
        TRY(sqlite_prepare(sqlite_of(db), writes[i].sql, &write, err));
        widths[i] = (size_t)sqlite3_bind_parameter_count(write);
        found.width += widths[i];
    }
    TRY(sqlite_query(db, select, values, value_count, keep_found, &found, err));
    *row_count = (int64_t)found.rows.count;
    const struct value *row = found.rows.rows;
    for (size_t r = 0; r < found.rows.count; r++)
        for (size_t i = 0; i < write_count; row += widths[i++])
            TRY(sqlite_write(db, writes[i].table, writes[i].sql, row, widths[i], err));
    return PAWL_OK;
}

static bool sqlite_opens(const char *where) {
    static const char scheme[] = "sqlite:";
    return strncmp(where, scheme, sizeof scheme - 1) == 0;
}

static bool sqlite_is_private(const char *where) {
    return strncmp(where, "sqlite::memory:", strlen("sqlite::memory:")) == 0;
}

static bool sqlite_is_missing(const struct pawl_error *err, const char *machine) {
    char own[128];
    snprintf(own, sizeof own, "no such table: main.%s_", machine);
    return strstr(err->message, own) != NULL;
}

static const struct step_driver sqlite_steps = {
    .lock = sql_start_writing,
    .write = sqlite_write,
    .write_found = sqlite_write_found,
    .login = sqlite_login,
    .limit_waiting = sqlite_limit_waiting,
};

const struct driver sqlite_driver = {
    .name = "sqlite",
    .dialect = PAWL_DIALECT_SQLITE,
    .has_one_writer = true,
    .places = "sqlite:FILE, sqlite::memory:",
    .opens = sqlite_opens,
    .open = sqlite_open,
    .adopt = sqlite_adopt,
    .close = sqlite_close,
    .native = sqlite_native,
    .ready = sqlite_ready,
    .connection_lost = nothing_is_ever_lost,
    .answer_lost = nothing_is_ever_lost,
    .begin = "begin immediate",
    .in_transaction = sqlite_in_transaction,
    .transaction_failed = sqlite_transaction_failed,
    .commit = sqlite_commit,
    .undo = sqlite_undo,
    .exec = sqlite_exec,
    .exec_with_next = sqlite_exec_with_next,
    .query_own = sqlite_query_own,
    .query = sqlite_query,
    .schema = sqlite_schema,
    .find_schema = sql_find_schema,
    .schema_version = sql_schema_version,
    .find_versions = sql_find_versions,
    .find_test_clock = sql_find_test_clock,
    .pass_time = sql_pass_time,
    .exec_script = sqlite_exec_script,
    .apply = sqlite_apply,
    .is_missing = sqlite_is_missing,
    .locks = &sqlite_locks,
    .flows = &sqlite_flows,
    .outbox = &sqlite_outbox,
    .steps = &sqlite_steps,
    .is_private = sqlite_is_private,
    .accept = sqlite_accept,
};

enum pawl_status pawl_adopt_sqlite(struct pawl_db **out, struct sqlite3 *connection, struct pawl_error *err) {
    return adopt_connection(out, &sqlite_driver, connection, "pawl_adopt_sqlite", err);
}
