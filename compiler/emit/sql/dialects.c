#include "emit/sql/sql.h"

const struct sql_dialect *const sql_dialects[PAWL_DIALECT_COUNT] = {
#define X(constant, name, title) &sql_##name,
    PAWL_DIALECTS(X)
#undef X
};
