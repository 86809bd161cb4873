#include "core/error.h"
#include "database.h"
#include "hooks.h"
#include "machine.h"
#include "model.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What stands behind its name is an option of libpawl's, which looks at it. */
static bool is_missing_file(const char *file) {
    const char *options = strrchr(file, '?');
    char *name = options != NULL && strchr(options, '=') != NULL ? strndup(file, (size_t)(options - file))
                                                                 : strdup(file);
    const bool missing = name != NULL && access(name, F_OK) != 0;
    free(name);
    return missing;
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
static bool confine(struct call *call) {
    sqlite3 *connection = pawl_native(call->db);
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
    if (sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
        sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK)
        return true;
    error_set(&call->err, PAWL_DB, "SQLite cannot be confined to its file");
    return false;
}

/* EXPLAIN prepares it and lists what would be done. */
static int check_text(const struct hook_check *check, const char *name, const char *body) {
    struct text sql = TEXT_INIT;
    text_printf(&sql, "explain %s", body);
    bool done = !text_failed(&sql) && database_exec(check->call, sql.data);
    text_free(&sql);
    if (!done)
        hook_cannot_run(check, name, NULL);
    return done ? 0 : 1;
}

static int check_hook(const struct hook_check *check, const char *kind, const char *hook, const json_t *sql) {
    struct text name = TEXT_INIT, body = TEXT_INIT;
    text_printf(&name, "%s %s %s", check->model->name, kind, hook);
    hook_numbered(&body, sql, '?');
    const int problems =
        text_failed(&name) || text_failed(&body) ? -1 : check_text(check, name.data, body.data);
    text_free(&name);
    text_free(&body);
    return problems;
}

const struct dialect sqlite_dialect = {
    .name = "sqlite",
    .schema = "main",
    .count_runs = "select (select count(*) from main.pawl_runs), (select count(*) from main.pawl_run_steps)",
    .find_registry = "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_machines'",
    .machines = "select machine, fingerprint, abi, model,"
                " case when exists (select 1 from main.pawl_machines other where other.machine ="
                " deployed.machine and not other.is_deployed) then deployed_at end"
                " from main.pawl_machines deployed where is_deployed order by machine",
    .versions = "select machine, fingerprint, is_deployed, is_accepted from main.pawl_machines"
                " order by machine, deployed_at",
    .past_moves = "select machine, event, from_state, to_state from main.pawl_past_moves",
    /* other versions that stand on it stand on the deployed one then */
    .retire = {"select 'drop trigger main.pawl_machines_update'"
               " union all select 'update main.pawl_machines set is_accepted = 0 where machine = '"
               " || quote(?1) || ' and fingerprint = ' || quote(?2)"
               " union all select sql from main.sqlite_master where name = 'pawl_machines_update'"
               " union all select 'drop view if exists main.' || ?1 || " DATABASE_MODEL
               " || ?2 where ?3 is not null",
               "select 'drop view if exists main.' || ?1 || " DATABASE_MODEL " || other.fingerprint || ';"
               " create view main.' || ?1 || " DATABASE_MODEL
               " || other.fingerprint || ' as select * from main.'"
               " || ?1 || " DATABASE_MODEL " || deployed.fingerprint"
               " from main.pawl_machines other, main.pawl_machines deployed"
               " where other.machine = ?1 and deployed.machine = ?1 and deployed.is_deployed"
               " and other.is_accepted and not other.is_deployed and ?2 || ?3 is not null"},
    .recorded = "select object, definition from main.pawl_objects where machine = ?1",
    .freezes = "select machine, mode, until, reason, since, frozen_by, (select count(*)"
               " from main.pawl_deferred pending where pending.machine = frozen.machine and status is null)"
               " from main.pawl_freezes frozen order by machine",
    .find_flows = "select 1 from main.sqlite_master where type = 'table' and name = 'pawl_flows'",
    .flows = "select flow, fingerprint, model from main.pawl_flows order by flow, deployed_at",
    .runs_by_step = "select path, status, count(*) from main.pawl_runs where flow = ?1"
                    " group by path, status order by path, status",
    .runs_by_status = "select status, count(*), min(updated_at) from main.pawl_runs where flow = ?1"
                      " group by status",
    .snapshot = "begin",
    .elapsed = "({to} - {from})",
    .column_details = "select name, lower(type), \"notnull\", dflt_value is not null or pk > 0"
                      " from pragma_table_info(substr(?1, 6))", /* without `main.` */
    .unique_indexes =
        "select (select group_concat(name, ',') from (select name from pragma_index_info(list.name) order "
        "by "
        "seqno))"
        " || case when list.partial then ' where ' || trim(substr(sql, instr(lower(sql), ' where ') + 7), "
        "'() \"`') else '' end"
        " from pragma_index_list(substr(?1, 6)) list left join main.sqlite_master on type = 'index'"
        " and sqlite_master.name = list.name where list.\"unique\"",
    .needs_columns = true,
    .differs = "{said} is not {state}",
    .moment = "{us}",
    .instant = "{column}",
    .as_number = "{column}",
    .lock_rows = "",
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
    .columns =
        "select name from pragma_table_info(case when ?1 like 'main.%' then substr(?1, 6) else ?1 end)",
    .protect_archive =
        "create trigger main.{name}_archive_insert before insert on {name}_archive"
        " when only_libpawl_may_write('{name}_archive', new.{name}_id, new.sort_key, new.archived_at,"
        " new.archived_by) is not 1 begin"
        " select raise(abort, '{name}_archive is written by pawlctl archive only'); end;"
        "create trigger main.{name}_archive_update before update on {name}_archive"
        " when only_libpawl_may_write('{name}_archive', old.{name}_id, old.sort_key, old.archived_at) is "
        "not 1"
        " begin"
        " select raise(abort, '{name}_archive is history: its rows are not changed'); end;"
        "create trigger main.{name}_archive_delete before delete on {name}_archive begin"
        " select raise(abort, '{name}_archive is history: its rows are not deleted'); end;",
    .write_repair =
        "insert into main.pawl_repairs (machine, entity, repaired_at, repaired_by, reason, before_state,"
        " before_sort_key, before_since, after_state, after_sort_key, after_since)"
        " values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    .holds_any_type = true,
    .replaces_rows = true,
    .confine = confine,
    .missing_file = missing_file,
    .check_hook = check_hook,
};
