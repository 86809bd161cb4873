#include "emit/sql/postgres/postgres.h"

#include "emit/sql/postgres/words.h"
#include "emit/sql/queue.h"

#include <inttypes.h>
#include <string.h>

/* PostgreSQL 17, appendix C: reserved, and such as cannot be the name of a column, function or parameter. */
static const char reserved[] =
    "all analyse analyze and any array as asc asymmetric authorization between bigint binary bit "
    "boolean both case cast char character check coalesce collate collation column concurrently "
    "constraint create cross current_catalog current_date current_role current_schema current_time "
    "current_timestamp current_user dec decimal default deferrable desc distinct do else end except "
    "exists extract false fetch float for foreign freeze from full grant greatest group grouping having "
    "ilike in initially inner inout int integer intersect interval into is isnull join json json_array "
    "json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize "
    "json_table json_value lateral leading least left like limit localtime localtimestamp merge_action "
    "national natural nchar none normalize not notnull null nullif numeric offset on only or order out "
    "outer overlaps overlay placing position precision primary real references returning right row "
    "select session_user setof similar smallint some substring symmetric system_user table tablesample "
    "then time timestamp to trailing treat trim true union unique user using values varchar variadic "
    "verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest "
    "xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable";

const char *const postgres_types[] = {[PAWL_TYPE_TEXT] = "text",
                                      [PAWL_TYPE_BIGINT] = "bigint",
                                      [PAWL_TYPE_INT] = "integer",
                                      [PAWL_TYPE_BOOL] = "boolean",
                                      [PAWL_TYPE_TIMESTAMP] = "timestamptz",
                                      [PAWL_TYPE_NUMERIC] = "numeric",
                                      [PAWL_TYPE_UUID] = "uuid",
                                      [PAWL_TYPE_JSON] = "json",
                                      [PAWL_TYPE_BYTES] = "bytea"};

const char *postgres_column_type(enum pawl_type type) {
    return type == PAWL_TYPE_TEXT ? "text collate \"C\"" : postgres_types[type];
}

/*
 * Seconds and microseconds apart: one product of all microseconds would be rounded to 53 bits. Each operator
 * takes exactly these types, so that none of another's, which the caller's search_path may show, fits better.
 */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type) {
    if (type == PAWL_TYPE_TIMESTAMP)
        text_printf(out,
                    "(timestamptz 'epoch' + ($%zu::bigint / 1000000)::float8 * interval '1 second'"
                    " + ($%zu::bigint %% 1000000::bigint)::float8 * interval '1 microsecond')",
                    number, number);
    else
        text_printf(out, "$%zu::%s", number, postgres_types[type]);
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
static void duration(struct text *out, int64_t ms) {
    text_printf(out, "interval '%" PRId64, ms / 1000);
    if (ms % 1000 != 0)
        text_printf(out, ".%03" PRId64, ms % 1000);
    text_put(out, " seconds'");
}

/* libpawl reads these two as text; all others as the server sends them. */
static void read_column(struct text *out, const struct model_column *column) {
    sql_name(out, &sql_postgres, column->name);
    if (column->type == PAWL_TYPE_NUMERIC || column->type == PAWL_TYPE_UUID)
        text_put(out, "::text");
}

/* ---- around the machines ------------------------------------------------------------------------- */

void postgres_begin_roles(struct text *out, const struct model_machine *machines, size_t count) {
    struct sql_scope scope = {.dialect = &sql_postgres, .machine = machines};
    sql_render(out, &scope, "require_schema");
    if (machines->no_roles)
        return;
    text_char(out, '\n');
    for (size_t i = 0; i < count; i++) {
        scope.machine = &machines[i];
        sql_render(out, &scope, "entity_grants");
    }
    sql_schema_part(out, &sql_postgres, "roles/become_owner");
}

static void begin(struct text *out, const struct model_machine *machines, size_t count) {
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = machines};
    sql_render(out, &scope, "deploy_begin");
    text_char(out, '\n');
    postgres_begin_roles(out, machines, count);
}

static void end(struct text *out, const struct model_machine *machines) {
    text_char(out, '\n');
    sql_schema_part(out, &sql_postgres, "foreign_code");
    if (!machines->no_roles) {
        text_char(out, '\n');
        sql_schema_part(out, &sql_postgres, "roles/step_down");
    }
    text_put(out, "\ncommit;\n");
}

/* ---- machines ----------------------------------------------------------------------------------- */

static void emit_machine(struct text *out, const struct model_machine *machine) {
    const struct sql_scope scope = {.dialect = &sql_postgres, .machine = machine};
    sql_render(out, &scope, "machine");
}

static const struct sql_vocabulary *const vocabularies[] = {
    &postgres_event_vocabulary,       &postgres_lock_vocabulary,    &postgres_many_vocabulary,
    &postgres_choice_vocabulary,      &postgres_hook_vocabulary,    &postgres_deferred_vocabulary,
    &postgres_machine_vocabulary,     &postgres_follow_vocabulary,  &postgres_outbox_vocabulary,
    &postgres_transitions_vocabulary, &postgres_migrate_vocabulary, NULL};

const struct sql_dialect sql_postgres = {
    .name = "postgres",
    .number = PAWL_DIALECT_POSTGRES,
    .fragments = sql_postgres_fragments,
    .schema_parts = sql_postgres_schema,
    .vocabularies = vocabularies,
    .how_to_apply = "Running it again changes nothing. Applications get the role pawl_app:\n"
                    "--   grant pawl_app to my_service;\n"
                    "-- Apply with a login that may create roles and tables.\n",
    .how_to_apply_without_roles =
        "Running it again changes nothing. Made without roles (--no-roles): whoever applies it owns all, "
        "and\n"
        "-- grants what others are to have. It keeps from accidents, not from those who mean harm.\n",
    .shell = "psql -v ON_ERROR_STOP=1 -f ",
    .reserved = reserved,
    .mark = "$",
    .schema = "public",
    .keeps_schemas = true,
    .literal = postgres_literal,
    .parameter = postgres_parameter,
    .duration = duration,
    .read_column = read_column,
    .begin = begin,
    .machine = emit_machine,
    .end = end,
    .migration = postgres_migration_fragments,
    .migrates_in_block = true,
};
