/* Locks in PostgreSQL's dialect: the tables and functions that belong to no machine. */
#ifndef PAWL_EMIT_SQL_POSTGRES_LOCK_H
#define PAWL_EMIT_SQL_POSTGRES_LOCK_H

#include "emit/sql/sql.h"

/* How a function begins that answers of a lock, up to the variables of its own. */
#define POSTGRES_LOCK_FUNCTION                                                                               \
    "language plpgsql security definer set search_path = pg_catalog, pg_temp\n"                              \
    "as $pawl$\n"                                                                                            \
    "#variable_conflict use_column\n"                                                                        \
    "declare\n"                                                                                              \
    "  answer public.pawl_lock_answer;\n"

/* A function that belongs to no machine. */
struct postgres_function {
    const char *signature; /* without its schema */
    const char *role;      /* that may call it; NULL: only functions of Pawl's */
    const char *definition;
};
void postgres_functions(struct text *out, const struct postgres_function *functions, size_t count);
extern const struct postgres_function postgres_freeze_functions[];
extern const size_t postgres_freeze_function_count;

/* All of these. */
void postgres_lock_schema(struct text *out);

#endif
