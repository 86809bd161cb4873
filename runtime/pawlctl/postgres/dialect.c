#include "postgres/dialect.h"

#include "database/database.h"
#include "postgres/dialect.sql.h"

const struct database_dialect postgres_dialect = {
    SQL_MEMBERS, /* what dialect.sql has of it */
    .name = "postgres",
    .schema = "public",
    .schema_of_others = "public",
    .retire = {sql_drop_functions, sql_forget_functions, sql_refuse_version},
    .give_back = sql_give_back,
    .empty_tables = {sql_empty_tables},
    .lock_key = "key",
    .if_absent = "",
    .or_nothing = "on conflict ({of}) do nothing",
    .by_index = " offset 0",
    .as_table = "",
    .lock_rows = " for no key update of subject",
    .assigned = "{dollar}{of}",
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
    .parameters = {[PAWL_TYPE_TEXT] = "{dollar}{of}::text",
                   [PAWL_TYPE_BIGINT] = "{dollar}{of}::bigint",
                   [PAWL_TYPE_INT] = "{dollar}{of}::integer",
                   [PAWL_TYPE_BOOL] = "{dollar}{of}::boolean",
                   [PAWL_TYPE_TIMESTAMP] = "{dollar}{of}::bigint",
                   [PAWL_TYPE_NUMERIC] = "{dollar}{of}::numeric",
                   [PAWL_TYPE_UUID] = "{dollar}{of}::uuid",
                   [PAWL_TYPE_JSON] = "{dollar}{of}::json",
                   [PAWL_TYPE_BYTES] = "{dollar}{of}::bytea"},
    .hook_mark = '$',
    .hook_is_function = true,
    .check_hook = postgres_check_hook,
};
