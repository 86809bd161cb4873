/* Types and values, as PostgreSQL writes them. */
#include "emit/sql/postgres/postgres.h"

#include <inttypes.h>
#include <string.h>

const char *const postgres_types[] = {[PAWL_TYPE_TEXT] = "text",
                                      [PAWL_TYPE_BIGINT] = "bigint",
                                      [PAWL_TYPE_INT] = "integer",
                                      [PAWL_TYPE_BOOL] = "boolean",
                                      [PAWL_TYPE_TIMESTAMP] = "timestamptz",
                                      [PAWL_TYPE_NUMERIC] = "numeric",
                                      [PAWL_TYPE_UUID] = "uuid",
                                      [PAWL_TYPE_JSON] = "json",
                                      [PAWL_TYPE_BYTES] = "bytea"};

const char *const postgres_key_columns[] = {[PAWL_TYPE_TEXT] = "text,character varying,name",
                                            [PAWL_TYPE_INT] = "integer,smallint",
                                            [PAWL_TYPE_BIGINT] = "bigint,integer,smallint",
                                            [PAWL_TYPE_UUID] = "uuid"};

const char *postgres_column_type(enum pawl_type type) {
    return type == PAWL_TYPE_TEXT ? "text collate \"C\"" : postgres_types[type];
}

/*
 * Millions of seconds and microseconds apart: each product has to fit into the 53 bits of a float8, as that
 * of all microseconds does not, nor that of all seconds after the year 20,237. Each operator takes exactly
 * these types, so that none of another's, which the caller's search_path may show, fits better.
 */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type) {
    if (type == PAWL_TYPE_TIMESTAMP)
        text_printf(
            out,
            "(timestamptz 'epoch' + ($%zu::bigint / 1000000000000)::float8 * interval '1000000 seconds'"
            " + ($%zu::bigint %% 1000000000000)::float8 * interval '1 microsecond')",
            number, number);
    else
        text_printf(out, "$%zu::%s", number, postgres_types[type]);
}

void postgres_cast(struct text *out, const char *value, enum pawl_type type) {
    text_printf(out, "%s::%s", value, postgres_types[type]);
}

void postgres_literal(struct text *out, const char *string) {
    if (strchr(string, '\\') == NULL) {
        escape_sql_literal(out, string);
        return;
    }
    text_put(out, "E'");
    escape_doubled(out, string, "'\\");
    text_char(out, '\'');
}

/* Seconds, since a day of PostgreSQL's intervals has 23 or 25 hours twice a year. */
void postgres_duration(struct text *out, int64_t ms) {
    text_printf(out, "interval '%" PRId64, ms / 1000);
    if (ms % 1000 != 0)
        text_printf(out, ".%03" PRId64, ms % 1000);
    text_put(out, " seconds'");
}
