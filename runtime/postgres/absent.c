#include "core/absent.h"

#ifdef PAWL_WITHOUT_POSTGRES
ABSENT_DRIVER(postgres, POSTGRES, "PostgreSQL", "postgresql://", "postgres://",
              "compile it without -DPAWL_WITHOUT_POSTGRES, and link with libpq", struct pg_conn)
#endif
