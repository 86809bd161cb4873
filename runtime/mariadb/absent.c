/* In place of the driver where this library was built without MariaDB's: see PAWL_MARIADB. */
#include "core/handle.h"

#include <string.h>

extern const struct driver mariadb_driver;

static bool absent_opens(const char *where) {
    return strncmp(where, "mariadb://", strlen("mariadb://")) == 0 ||
           strncmp(where, "mysql://", strlen("mysql://")) == 0;
}

static enum pawl_status absent_refuse(struct pawl_error *err) {
    return error_advise(err, PAWL_MISUSE,
                        "install libmariadb (on Debian, libmariadb-dev), and build it with -DPAWL_MARIADB=ON",
                        "this libpawl was built without MariaDB");
}

static enum pawl_status open_none(struct pawl_db *db, const char *where, struct pawl_error *err) {
    (void)db, (void)where;
    return absent_refuse(err);
}

const struct driver mariadb_driver = {.name = "mariadb",
                                      .dialect = PAWL_DIALECT_MARIADB,
                                      .places = "mariadb://user@host/database (not built in)",
                                      .opens = absent_opens,
                                      .open = open_none};

enum pawl_status pawl_adopt_mariadb(struct pawl_db **out, struct st_mysql *connection,
                                    struct pawl_error *err) {
    (void)connection;
    if (out)
        *out = NULL;
    return absent_refuse(err);
}
