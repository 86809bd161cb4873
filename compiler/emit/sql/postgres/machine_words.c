/* What templates of PostgreSQL say of a machine as a whole: its tables, and what is created with them. */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

#include <inttypes.h>
#include <sha2.h>
#include <string.h>

/* What pawl_key('sleeping worker', 'payment_pending') returns. */
static void put_sleeping_key(struct text *out, const struct model_machine *machine) {
    static const char type[] = "sleeping worker"; /* with the NUL */
    uint8_t digest[SHA256_DIGEST_LENGTH];
    uint64_t number = 0;
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, (const uint8_t *)type, sizeof type);
    SHA256Update(&context, (const uint8_t *)machine->name, strlen(machine->name));
    SHA256Update(&context, (const uint8_t *)"_pending", strlen("_pending"));
    SHA256Final(digest, &context);
    for (size_t i = 0; i < sizeof number; i++)
        number = number << 8 | digest[i];
    text_printf(out, "%" PRId64, (int64_t)number);
}

#define LISTS(X, SOME, ENTER) X(partitions, (size_t)scope->machine->partition_count, index, index)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X) X(has_partitions, scope->machine->partition_count > 0)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, key_column_type, postgres_column_type(scope->machine->key_type))                                 \
    X(TEXT, column_type, postgres_column_type(scope->column->type))                                          \
    X(TEXT, schema_name, sql_schema_of(scope->dialect, scope->machine)) /* as it is */                       \
    X(TEXT, in_schema, PAWL_SCRIPT_IN_SCHEMA)                                                                \
    X(TEXT, schema_word, scope->machine->schema_word)                                                        \
    X(NUMBER, index, scope->index)                                                                           \
    X(WORD, sleeping_key, put_sleeping_key(out, scope->machine))                                             \
    X(WORD, partition_count, text_printf(out, "%" PRId64, scope->machine->partition_count))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary postgres_machine_vocabulary = {words, conditions, lists};
