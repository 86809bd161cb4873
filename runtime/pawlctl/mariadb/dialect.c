#include "mariadb/dialect.h"

#include "database/database.h"
#include "mariadb/dialect.sql.h"

const struct database_dialect mariadb_dialect = {
    SQL_MEMBERS, /* what dialect.sql has of it */
    .name = "mariadb",
    .retire = {sql_drop_functions, sql_forget_functions, sql_refuse_version},
    .skip_numbers = {sql_skip_numbers},
    .empty_tables = {sql_empty_tables},
    .schema = "pawl_database",
    .moment = "{of}",
    .own_instant = "{of}",
    .now = "timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', utc_timestamp(6))",
    .lock_key = "lock_key",
    .if_absent = " ignore",
    .or_nothing = "",
    .as_number = "{of}",
    .parameters = {"?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}"},
    .by_index = "",
    .as_table = " use index for group by ()",
    .lock_rows = " for update",
    .assigned = "?{of}",
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
    .hides_bodies = true,
    .adopts_by_itself = true,
    .hook_mark = '?',
    .hook_is_function = true,
    .check_hook = mariadb_check_hook,
};
