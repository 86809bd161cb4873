/*
 * Lives here: PostgreSQL's dialect. Not here: anything that another dialect needs, too.
 *
 * What the files of PostgreSQL's dialect share.
 */
#pragma once

#include "emit/sql/sql.h"

extern const char postgres_reserved[];
extern const struct template_fragment sql_postgres_schema[];
extern const struct text_fragment sql_postgres_test[];
extern const struct sql_dialect sql_citus; /* the variant for Citus */
extern const char *const postgres_key_columns[];
extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

const char *postgres_column_type(enum pawl_type type); /* likewise, of columns */

/* What comes first in a transaction of machines: it requires what they share, and becomes who owns them. */
void postgres_begin_roles(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machines, size_t count);
/* Of struct sql_dialect. */
void postgres_begin(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                    size_t count);
void postgres_end(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines);

/* What a variant says as PostgreSQL's dialect does. */
#define POSTGRES_WORDS                                                                                       \
    .name = "postgres", .number = PAWL_DIALECT_POSTGRES, .schema_parts = sql_postgres_schema,                \
    .shell = "psql -v ON_ERROR_STOP=1 -f ", .name_quote = '"', .reserved = postgres_reserved, .mark = "$",   \
    .schema = "public", .keeps_schemas = true, .has_uuids = true, .types = postgres_types,                   \
    .key_columns = postgres_key_columns, .literal = postgres_literal, .cast = postgres_cast,                 \
    .parameter = postgres_parameter, .duration = postgres_duration, .numeric_as_text = "::text",             \
    .begin = postgres_begin, .end = postgres_end

/* A text as a literal, which is right under both settings of standard_conforming_strings. */
escape_literal_fn postgres_literal;
/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);
void postgres_duration(struct text *out, int64_t ms);
/* The value as one of the type. */
void postgres_cast(struct text *out, const char *value, enum pawl_type type);
