/* Locks in PostgreSQL's dialect: what a move asks of them, and what is shared by all machines. */
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

/* The tables and functions that belong to no machine. */
void postgres_lock_schema(struct text *out);
/* What a machine has of its own: its row among the type locks, and how it is found by its key. */
void postgres_lock_machine(struct text *out, const struct model_machine *machine);

/*
 * What the function of an event has for whoever holds a lock, and nothing without `key`: two parameters and
 * their types, each after a comma, for the definition, the signature and the call; the first one's number is
 * postgres_lock_owner_of.
 */
void postgres_lock_definition(struct text *out, const struct model_machine *machine);
void postgres_lock_signature(struct text *out, const struct model_machine *machine);
void postgres_lock_call(struct text *out, const struct model_machine *machine,
                        const struct model_event *event);

/* Whether the function of the event has the row of the creation in `creation`, for the keys of its locks. */
bool postgres_keeps_creation(const struct model_machine *machine, const struct model_event *event);
/* Variables of the function of an event. */
/* Takes the keyed locks, sorted, in a statement of their own. */
/*
 * A condition that is true where no lock stands in the way of the move, and cheap to ask. Where it is not,
 * postgres_refuse_locked finds out what does.
 */
void postgres_is_free(struct text *out, const struct model_machine *machine, const struct model_event *event);
/* The same where the machine's row of pawl_freezes is read already, as type_lock. */
/* Returns from the function where a lock forbids the move; else goes on. */

/* The functions of a machine that fire deferred events, and the calls of them: see sql_dialect.deferred. */
void postgres_deferred_functions(struct text *out, const struct model_machine *machine);
void postgres_deferred(struct text *out, const struct model_machine *machine, bool fails);

#endif
