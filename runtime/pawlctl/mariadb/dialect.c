/* What pawlctl says to MariaDB: nothing yet, so that it opens none. */
#include "core/error.h"
#include "database.h"

static bool confine(struct call *call) {
    error_set(&call->err, PAWL_MISUSE, "pawlctl does not know MariaDB yet");
    error_help(&call->err,
               "apply the SQL by the program's NAME_apply, or with the mariadb client as its file says");
    return false;
}

const struct dialect mariadb_dialect = {.name = "mariadb", .confine = confine};
