/* Types, as SQLite has them. */
#include "emit/sql/sqlite/sqlite.h"

const char *const sqlite_types[] = {
    [PAWL_TYPE_TEXT] = "text",    [PAWL_TYPE_BIGINT] = "integer",    [PAWL_TYPE_INT] = "integer",
    [PAWL_TYPE_BOOL] = "integer", [PAWL_TYPE_TIMESTAMP] = "integer", [PAWL_TYPE_NUMERIC] = "text",
    [PAWL_TYPE_UUID] = "text",    [PAWL_TYPE_JSON] = "text",         [PAWL_TYPE_BYTES] = "blob"};

const char *const sqlite_key_columns[] = {[PAWL_TYPE_TEXT] = "text,varchar,character varying,clob",
                                          [PAWL_TYPE_INT] = "integer,int,smallint,bigint,int2,int4,int8",
                                          [PAWL_TYPE_BIGINT] = "bigint,integer,int,smallint,int2,int4,int8",
                                          [PAWL_TYPE_UUID] = "uuid,text,varchar,character varying,clob"};
