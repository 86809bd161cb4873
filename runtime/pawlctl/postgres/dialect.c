#include "postgres/dialect.h"

#include "core/handle.h"
#include "database.h"
#include "postgres/dialect.sql.h"

static bool confine(struct call *call) {
    call->db->session_setup = sql_confine;
    return database_exec(call, call->db->session_setup);
}

const struct dialect postgres_dialect = {
    .name = "postgres",
    .schema = "public",
    .count_runs = sql_count_runs,
    .find_registry = sql_find_registry,
    .machines = sql_machines,
    .versions = sql_versions,
    .past_moves = sql_past_moves,
    .retire = {sql_drop_functions, sql_forget_functions, sql_refuse_version},
    .recorded = sql_recorded_objects,
    .freezes = sql_freezes,
    .find_flows = sql_find_flows,
    .flows = sql_flows,
    .runs_by_step = sql_runs_by_step,
    .runs_by_status = sql_runs_by_status,
    .snapshot = sql_snapshot,
    .elapsed = sql_elapsed,
    .login = sql_login,
    .standing = sql_standing,
    .column_details = sql_column_details,
    .unique_indexes = sql_unique_indexes,
    .adopt = sql_adopt,
    .keeps_types = true,
    .become_owner = sql_become_owner,
    .differs = sql_differs,
    .moment = sql_moment,
    .instant = sql_instant,
    .as_number = sql_as_number,
    .lock_rows = " for no key update of subject",
    .only_free = " for no key update of subject skip locked",
    .column_types = {[PAWL_TYPE_TEXT] = "text collate \"C\"",
                     [PAWL_TYPE_BIGINT] = "bigint",
                     [PAWL_TYPE_INT] = "integer",
                     [PAWL_TYPE_BOOL] = "boolean",
                     [PAWL_TYPE_TIMESTAMP] = "timestamptz",
                     [PAWL_TYPE_NUMERIC] = "numeric",
                     [PAWL_TYPE_UUID] = "uuid",
                     [PAWL_TYPE_JSON] = "json",
                     [PAWL_TYPE_BYTES] = "bytea"},
    .columns = sql_columns,
    .protect_archive = sql_protect_archive,
    .insert_head = sql_insert_head,
    .update_head = sql_update_head,
    .write_repair = sql_write_repair,
    .confine = confine,
    .hook_mark = '$',
    .hook_is_function = true,
    .check_hook = postgres_check_hook,
};
