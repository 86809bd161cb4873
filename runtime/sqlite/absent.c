#include "core/absent.h"

#ifdef PAWL_WITHOUT_SQLITE
ABSENT_DRIVER(sqlite, SQLITE, "SQLite",
              "sqlite:", "sqlite:", "compile it without -DPAWL_WITHOUT_SQLITE, and link with libsqlite3",
              struct sqlite3)
#endif
