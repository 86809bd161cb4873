/* The variant of PostgreSQL's dialect for Citus, which spreads entities over nodes: what it says otherwise.
 */
#include "emit/sql/postgres/postgres.h"
#include "emit/sql/postgres/words.h"

const struct sql_dialect sql_citus = {
    POSTGRES_WORDS,
    .is_distributed = true,
    .moves_one_by_one = true,
    .templates = {.base = &sql_postgres.templates, .fragments = sql_citus_fragments},
    .how_to_apply =
        "For PostgreSQL with Citus (--distribute=citus). Running it again changes nothing; what was\n"
        "-- interrupted is gone on with. Apply with a superuser, on the coordinator, and again when a node "
        "was "
        "added\n"
        "-- or alter_distributed_table was called. Applications get the role pawl_app:\n"
        "--   grant pawl_app to my_service;\n",
};
