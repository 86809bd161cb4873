#include "emit/sql/sql.h"

const struct sql_dialect *const sql_dialects[PAWL_DIALECT_COUNT] = {
#define X(constant, name, title) &sql_##name,
    PAWL_DIALECTS(X)
#undef X
};

const struct sql_dialect *sql_dialect_for(size_t number, bool is_distributed) {
    const struct sql_dialect *dialect = sql_dialects[number];
    return is_distributed && dialect->distributed != NULL ? dialect->distributed : dialect;
}
