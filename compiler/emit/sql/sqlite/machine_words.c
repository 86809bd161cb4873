/* What templates of SQLite say of a machine. */
#include "emit/sql/sqlite/sqlite.h"

#include <string.h>

#define CONDITIONS(X)                                                                                        \
    /* the column is kept as such, whatever its type */                                                      \
    X(is_integer, strcmp(sqlite_types[scope->column->type], "integer") == 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, key_type, sqlite_types[scope->machine->key_type]) /* of columns */                               \
    X(TEXT, column_type, sqlite_types[scope->column->type])   /* of {#each columns} */                       \
    /* the entity's, without a schema; likewise, for pragmas: */                                             \
    X(WORD, parent_table, sql_name(out, scope->dialect, scope->machine->entity->table))                      \
    X(WORD, parent_literal, scope->dialect->literal(out, scope->machine->entity->table))                     \
    X(WORD, parent_column_literal, scope->dialect->literal(out, scope->machine->entity->column))             \
    X(WORD, mirror_column_literal, scope->dialect->literal(out, scope->machine->mirror->column))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary sqlite_machine_vocabulary = {words, conditions, NULL};
