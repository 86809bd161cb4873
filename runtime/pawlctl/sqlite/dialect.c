/* Lives here: what pawlctl says to SQLite in its own words. Not here: what it says to all databases alike. */
#include "database/model.h"
#include "sqlite/dialect.sql.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

/* What stands behind its name is an option of libpawl's, which looks at it. */
static bool is_missing_file(const char *file) {
    const char *options = strrchr(file, '?');
    const bool has_options = options != NULL && strchr(options, '=') != NULL;
    return access(has_options ? arena_strndup(memory, file, (size_t)(options - file)) : file, F_OK) != 0;
}

static const char *missing_file(const char *where) {
    static const char prefix[] = "sqlite:";
    if (strncmp(where, prefix, strlen(prefix)) != 0)
        return NULL;
    const char *file = where + strlen(prefix);
    return *file != '\0' && *file != ':' && is_missing_file(file) ? file : NULL;
}

/*
 * Statements of a model come from the database, and whoever may write the file may have written
 * them: none of them reaches another file, by ATTACH or VACUUM INTO, or the tables in which SQLite keeps what
 * it knows of itself.
 */
static bool sqlite_confine(struct call *call) {
    sqlite3 *connection = pawl_native(call->db);
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
    if (sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
        sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK)
        return true;
    error_set(&call->err, PAWL_DB, "SQLite cannot be confined to its file");
    return false;
}

/* EXPLAIN prepares it and lists what would be done. */
static int check_hook(const struct hook_check *check, const char *name, const char *body) {
    if (database_try_exec(check->call, arena_printf(memory, "explain %s", body)))
        return 0;
    hook_cannot_run(check, name, NULL);
    return 1;
}

const struct database_dialect sqlite_dialect = {
    SQL_MEMBERS, /* what dialect.sql has of it */
    .name = "sqlite",
    .schema = "main",
    .retire = {sql_refuse_version, sql_move_views_of_versions},
    .skip_numbers = {sql_skip_numbers},
    .empty_tables = {sql_empty_tables},
    .snapshot = "begin",
    .needs_columns = true,
    .moment = "{of}",
    .own_instant = "{of}",
    .read_only = "begin",
    .sample_ns = 50,
    .work_base_ms = 100,
    .work_ns = {[WORK_SCAN] = 60,
                [WORK_CHECK] = 250,
                [WORK_REWRITE] = 2000,
                [WORK_MOVE] = 2500,
                [WORK_RETIRE] = 6000,
                [WORK_RETYPE] = 1300,
                [WORK_COPY] = 6000,
                [WORK_INDEX] = 500,
                [WORK_REFERENCE] = 400,
                [WORK_MIRROR] = 1500,
                [WORK_QUEUE] = 2500},
    .lock_key = "key",
    .ready_at = "due_at",
    .due_at = "due_at",
    .if_absent = "",
    .or_nothing = "on conflict ({of}) do nothing",
    .instant = "{of}",
    .as_number = "{of}",
    .parameters = {"?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}"},
    .by_index = "",
    .for_each = "join",
    .where_each = "on",
    .end_each = "",
    .as_table = "",
    .lock_rows = "",
    .assigned = "?{of}",
    .only_free = "",
    .column_types = {[PAWL_TYPE_TEXT] = "text",
                     [PAWL_TYPE_BIGINT] = "integer",
                     [PAWL_TYPE_INT] = "integer",
                     [PAWL_TYPE_BOOL] = "integer",
                     [PAWL_TYPE_TIMESTAMP] = "integer",
                     [PAWL_TYPE_NUMERIC] = "text",
                     [PAWL_TYPE_UUID] = "text",
                     [PAWL_TYPE_JSON] = "text",
                     [PAWL_TYPE_BYTES] = "blob"},
    .holds_any_type = true,
    .replaces_rows = true,
    .confine_file = sqlite_confine,
    .missing_file = missing_file,
    .passing = "sqlite::memory:",
    .hook_mark = '?',
    .check_hook = check_hook,
};
