/* Who may write Pawl's tables on PostgreSQL, and how that is done where no role can be made. */
#ifndef PAWL_EMIT_SQL_POSTGRES_ROLES_H
#define PAWL_EMIT_SQL_POSTGRES_ROLES_H

#include "emit/sql/sql.h"

/* The function of the trigger that refuses the writes of others. */
void postgres_refusal(struct text *out, const struct model_machine *machine);

/* The end of every file: nobody else's code is left hanging on the tables, and what was taken on is given
 * back. */
extern const char postgres_commit[];

/*
 * Takes roles and grants out of what all machines share, which says what it is to be with roles. Templates
 * have the condition `roles` instead, and nothing else is to come through here.
 */
void postgres_without_roles(struct text *out, const char *sql);

#endif
