#include "emit/sql/sqlite/sqlite.h"

#include <inttypes.h>

/* SQLite takes many of its keywords as names; these it does not, or means something else by them. */
static const char reserved[] =
    "add all alter and as autoincrement between case cast check collate commit constraint create cross "
    "current_date current_time current_timestamp default deferrable delete distinct drop else escape "
    "except exists false foreign from full group having if in index inner insert intersect into is "
    "isnull join left limit natural not nothing notnull null on or order outer primary raise references "
    "returning right select set table then to transaction true union unique update using values when "
    "where";

static void parameter(struct text *out, size_t number, enum pawl_type type) {
    (void)type;
    text_printf(out, "?%zu", number);
}

static void duration(struct text *out, int64_t ms) {
    text_printf(out, "%" PRId64, ms * 1000); /* microseconds */
}

static void read_column(struct text *out, const struct model_column *column) {
    sql_name(out, &sql_sqlite, column->name);
}

static void begin(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                  size_t count) {
    const struct template_scope scope = {
        .templates = &dialect->templates, .dialect = dialect, .machine = machines};
    (void)count;
    text_put(out, "begin immediate;\n\n");
    template_render(out, &scope, "require_schema");
}

static void end(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines) {
    (void)dialect, (void)machines;
    text_put(out, "\ncommit;\n");
}

static void machine(struct text *out, const struct sql_dialect *dialect,
                    const struct model_machine *machine) {
    const struct template_scope scope = {
        .templates = &dialect->templates, .dialect = dialect, .machine = machine};
    template_render(out, &scope, "machine");
}

static const struct template_vocabulary *const vocabularies[] = {&sqlite_machine_vocabulary,
                                                                 &sqlite_migrate_vocabulary, NULL};

const struct sql_dialect sql_sqlite = {
    .name = "sqlite",
    .number = PAWL_DIALECT_SQLITE,
    .templates = {.base = &sql_common, .fragments = sql_sqlite_fragments, .vocabularies = vocabularies},
    .schema_parts = sql_sqlite_schema,
    .shell = "sqlite3 -cmd '.timeout 5000' FILE <",
    .shell_goes_on = true,
    .name_quote = '"',
    .reserved = reserved,
    .mark = "?",
    .schema = "main", /* named everywhere, so that no temporary table stands in for Pawl's */
    .runtime_moves = true,
    .literal = escape_sql_literal,
    .parameter = parameter,
    .duration = duration,
    .read_column = read_column,
    .begin = begin,
    .machine = machine,
    .end = end,
    .migration = sqlite_migration_fragments,
};
