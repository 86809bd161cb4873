#include "rows.h"

#include <libpq-fe.h>
#ifdef LEDGER_ON_MARIADB
#include <mysql.h>
#endif
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum pawl_status fail(struct pawl_error *err, const char *reason) {
    if (err != NULL) {
        *err = (struct pawl_error)PAWL_ERROR_INIT;
        err->status = PAWL_DB;
        snprintf(err->message, sizeof err->message, "reading rows: %s", reason);
        err->message[strcspn(err->message, "\n")] = '\0';
    }
    return PAWL_DB;
}

static enum pawl_status read_postgres(PGconn *connection, const char *sql, int parameter_count,
                                      const char *const *parameters, row_fn *each, void *context,
                                      struct pawl_error *err) {
    PGresult *result = PQexecParams(connection, sql, parameter_count, NULL, parameters, NULL, NULL, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        PQclear(result);
        return fail(err, PQerrorMessage(connection));
    }
    int columns = PQnfields(result) < ROWS_COLUMNS_MAX ? PQnfields(result) : ROWS_COLUMNS_MAX;
    for (int row = 0; row < PQntuples(result); row++) {
        const char *cells[ROWS_COLUMNS_MAX] = {NULL};
        for (int i = 0; i < columns; i++) {
            cells[i] = PQgetisnull(result, row, i) ? NULL : PQgetvalue(result, row, i);
        }
        each(context, cells);
    }
    PQclear(result);
    return PAWL_OK;
}

static enum pawl_status read_sqlite(sqlite3 *connection, const char *sql, int parameter_count,
                                    const char *const *parameters, row_fn *each, void *context,
                                    struct pawl_error *err) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection, sql, -1, &statement, NULL);
    for (int i = 0; i < parameter_count && code == SQLITE_OK; i++) {
        code = sqlite3_bind_text(statement, i + 1, parameters[i], -1, SQLITE_STATIC);
    }
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
    }
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        const char *cells[ROWS_COLUMNS_MAX] = {NULL};
        for (int i = 0; i < sqlite3_column_count(statement) && i < ROWS_COLUMNS_MAX; i++) {
            cells[i] = (const char *)sqlite3_column_text(statement, i);
        }
        each(context, cells);
    }
    enum pawl_status status = code == SQLITE_DONE ? PAWL_OK : fail(err, sqlite3_errmsg(connection));
    sqlite3_finalize(statement);
    return status;
}

#ifdef LEDGER_ON_MARIADB
/* The query with the parameters as literals in it; to be freed. */
static char *with_parameters(MYSQL *connection, const char *sql, int parameter_count,
                             const char *const *parameters) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (; out != NULL && *sql != '\0'; sql++) {
        int number = *sql == '$' ? sql[1] - '0' : 0;
        if (number < 1 || number > parameter_count) {
            fputc(*sql, out);
            continue;
        }
        const char *value = parameters[number - 1];
        char *escaped = malloc(2 * strlen(value) + 1);
        if (escaped != NULL) {
            mysql_real_escape_string(connection, escaped, value, strlen(value));
            fprintf(out, "'%s'", escaped);
        }
        free(escaped);
        sql++;
    }
    if (out != NULL) {
        fclose(out);
    }
    return text;
}

static enum pawl_status read_mariadb(MYSQL *connection, const char *sql, int parameter_count,
                                     const char *const *parameters, row_fn *each, void *context,
                                     struct pawl_error *err) {
    char *text = with_parameters(connection, sql, parameter_count, parameters);
    if (text == NULL) {
        return fail(err, "out of memory");
    }
    MYSQL_RES *result = mysql_query(connection, text) == 0 ? mysql_store_result(connection) : NULL;
    free(text);
    if (result == NULL) {
        return fail(err, mysql_error(connection));
    }
    for (MYSQL_ROW row; (row = mysql_fetch_row(result)) != NULL;) {
        const char *cells[ROWS_COLUMNS_MAX] = {NULL};
        for (unsigned i = 0; i < mysql_num_fields(result) && i < ROWS_COLUMNS_MAX; i++) {
            cells[i] = row[i];
        }
        each(context, cells);
    }
    mysql_free_result(result);
    return PAWL_OK;
}
#endif

enum pawl_status rows_read(struct pawl_db *db, const char *sql, int parameter_count,
                           const char *const *parameters, row_fn *each, void *context,
                           struct pawl_error *err) {
    if (strcmp(pawl_dialect(db), "postgres") == 0) {
        return read_postgres(pawl_native(db), sql, parameter_count, parameters, each, context, err);
    }
#ifdef LEDGER_ON_MARIADB
    if (strcmp(pawl_dialect(db), "mariadb") == 0) {
        return read_mariadb(pawl_native(db), sql, parameter_count, parameters, each, context, err);
    }
#endif
    return read_sqlite(pawl_native(db), sql, parameter_count, parameters, each, context, err);
}
