/* What templates of SQLite say of a machine. */
#include "emit/sql/sqlite/sqlite.h"

#include <string.h>

static void write_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, sqlite_types[scope->machine->key_type]);
}

static void write_column_type(struct text *out, const struct template_scope *scope) {
    text_put(out, sqlite_types[scope->column->type]);
}

static void write_parent_table(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->machine->entity->table);
}

static void write_parent_literal(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->machine->entity->table);
}

static void write_parent_column_literal(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->machine->entity->column);
}

static bool is_integer(const struct template_scope *scope) {
    return strcmp(sqlite_types[scope->column->type], "integer") == 0;
}

static const struct template_word words[] = {
    {"key_type", write_key_type},         /* of columns */
    {"column_type", write_column_type},   /* of {#each columns} */
    {"parent_table", write_parent_table}, /* the entity's, without a schema; likewise, for pragmas: */
    {"parent_literal", write_parent_literal},
    {"parent_column_literal", write_parent_column_literal},
    {0},
};

static const struct template_condition conditions[] = {
    {"is_integer", is_integer}, /* the column is kept as such, whatever its type */
    {0},
};

const struct template_vocabulary sqlite_machine_vocabulary = {words, conditions, NULL};
