#include "core/absent.h"

#ifdef PAWL_WITHOUT_MARIADB
ABSENT_DRIVER(mariadb, MARIADB, "MariaDB", "mariadb://", "mysql://",
              "install libmariadb (on Debian, libmariadb-dev), and build it with -DPAWL_MARIADB=ON",
              struct st_mysql)
#endif
