#include "emit/sql/sqlite/sqlite.h"

/* SQLite takes many of its keywords as names; these it does not, or means something else by them. */
static const char reserved[] =
    "add all alter and as autoincrement between case cast check collate commit constraint create cross "
    "current_date current_time current_timestamp default deferrable delete distinct drop else escape "
    "except exists false foreign from full group having if in index inner insert intersect into is "
    "isnull join left limit natural not nothing notnull null on or order outer primary raise references "
    "returning right select set table then to transaction true union unique update using values when "
    "where";

static void begin(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                  size_t count) {
    const struct template_scope scope = sql_scope(dialect, machines);
    (void)count;
    text_put(out, "begin immediate;\n\n");
    template_render(out, &scope, "require_schema");
}

static void end(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines) {
    (void)dialect, (void)machines;
    text_put(out, "\ncommit;\n");
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
    .key_columns = sqlite_key_columns,
    .literal = escape_sql_literal,
    .parameter = sql_plain_parameter,
    .duration = sql_microseconds,
    .begin = begin,
    .end = end,
    .migration = sqlite_migration_fragments,
    .test = sql_sqlite_test,
    .is_file = true,
    .deploys_again = true,
};
