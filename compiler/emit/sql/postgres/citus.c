/* The variant of PostgreSQL's dialect for Citus, which spreads entities over nodes: what it says otherwise.
 */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

const struct sql_dialect sql_citus = {
    POSTGRES_WORDS,
    .is_distributed = true,
    .moves_one_by_one = true,
    .templates = {.base = &sql_postgres.templates, .fragments = sql_citus_fragments},
};
