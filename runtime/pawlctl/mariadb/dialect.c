#include "mariadb/dialect.h"

#include "database.h"
#include "mariadb/dialect.sql.h"

/* Names are looked for in the database that the connection has, and Pawl's are qualified; nothing is to be
 * done. */
static bool confine(struct call *call) {
    (void)call;
    return true;
}

const struct dialect mariadb_dialect = {
    SQL_MEMBERS, /* what dialect.sql has of it */
    .name = "mariadb",
    .schema = "pawl_database",
    .keeps_types = true,
    .moment = "{of}",
    .instant = "{of}",
    .as_number = "{of}",
    .parameters = {"?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}", "?{of}"},
    .lock_rows = " for update",
    .only_free = " for update skip locked",
    .confine = confine,
    .hook_mark = '$',
    .hook_is_function = true,
    .check_hook = mariadb_check_hook,
};
