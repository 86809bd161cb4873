/* What templates of PostgreSQL's migrations say of all machines of the newer file. */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

static void write_begin_roles(struct text *out, const struct template_scope *scope) {
    postgres_begin_roles(out, scope->dialect, scope->model->machines, scope->model->machine_count);
}

static const struct template_word words[] = {
    {"begin_roles", write_begin_roles}, /* what machines share is required, and who owns them comes on */
    {0},
};

const struct template_vocabulary postgres_migrate_vocabulary = {words, NULL, NULL};
