/* Whether MariaDB can run a guard or effect. */
#include "mariadb/dialect.h"

int mariadb_check_hook(const struct hook_check *check, const char *name, const char *body) {
    (void)check, (void)name, (void)body;
    return 0;
}
