/* What templates of PostgreSQL's migrations say of all machines of the newer file. */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

#define OWN_WORDS(X)                                                                                         \
    /* what machines share is required, and who owns them comes on */                                        \
    X(WORD, begin_roles,                                                                                     \
      postgres_begin_roles(out, scope->dialect, scope->model->machines, scope->model->machine_count))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary postgres_migrate_vocabulary = {words, NULL, NULL};
