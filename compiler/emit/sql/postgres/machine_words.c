/* What templates of PostgreSQL say of a machine as a whole: its tables, and what is created with them. */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

#include <inttypes.h>

#define LISTS(X, SOME, ENTER) X(partitions, (size_t)scope->machine->partition_count, index, index)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X) X(has_partitions, scope->machine->partition_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, key_column_type, postgres_column_type(scope->machine->key_type))                                 \
    X(TEXT, column_type, postgres_column_type(scope->column->type))                                          \
    X(TEXT, schema_name, sql_schema_of(scope->dialect, scope->machine)) /* as it is */                       \
    X(NUMBER, index, scope->index)                                                                           \
    X(WORD, partition_count, text_printf(out, "%" PRId64, scope->machine->partition_count))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary postgres_machine_vocabulary = {words, conditions, lists};
