#include "mariadb/dialect.h"

#include "core/handle.h"
#include "database.h"
#include "mariadb/dialect.sql.h"

static enum pawl_status take_roles(void *context, const struct cell *cells, struct pawl_error *err) {
    struct call *call = context;
    (void)err;
    snprintf(call->roles, sizeof call->roles, "%s", cells[0].text);
    return PAWL_OK;
}

/* Names are looked for in the database that the connection has, and Pawl's are qualified, so nobody can plant
 * any. Roles belong to all databases of the server, and are called after Pawl's. */
static bool confine(struct call *call) {
    call->db->session_setup = sql_confine;
    return database_exec(call, call->db->session_setup) &&
           database_rows(call, sql_own_name, NULL, 0, take_roles, call);
}

static bool is_denied(const struct pawl_error *err) {
    static const int codes[] = {1044, 1045, 1142, 1143,
                                1227, 1370, 1698}; /* ER_DBACCESS_DENIED_ERROR and so on */
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (err->native_code == codes[i])
            return true;
    return false;
}

const struct dialect mariadb_dialect = {
    SQL_MEMBERS, /* what dialect.sql has of it */
    .name = "mariadb",
    .retire = {sql_drop_functions, sql_forget_functions, sql_refuse_version},
    .schema = "pawl_database",
    .moment = "{of}",
    .own_instant = "{of}",
    .lock_key = "lock_key",
    .if_absent = " ignore",
    .or_nothing = "",
    .as_number = "{of}",
    .parameters = {"?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}"},
    .as_table = " use index for group by ()",
    .lock_rows = " for update",
    .only_free = " for update skip locked",
    .column_types = {[PAWL_TYPE_TEXT] = "longtext",
                     [PAWL_TYPE_BIGINT] = "bigint",
                     [PAWL_TYPE_INT] = "integer",
                     [PAWL_TYPE_BOOL] = "boolean",
                     [PAWL_TYPE_TIMESTAMP] = "bigint",
                     [PAWL_TYPE_NUMERIC] = "varchar(1010)",
                     [PAWL_TYPE_UUID] = "char(36)",
                     [PAWL_TYPE_JSON] = "longtext",
                     [PAWL_TYPE_BYTES] = "longblob"},
    .text_key_type = "varbinary(1024)",
    .hides_tables = true,
    .hides_bodies = true,
    .adopts_by_itself = true,
    .confine = confine,
    .is_denied = is_denied,
    .hook_mark = '?',
    .hook_is_function = true,
    .check_hook = mariadb_check_hook,
};
