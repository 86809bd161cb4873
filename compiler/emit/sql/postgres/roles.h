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
 * Rewrites a whole file for one owner, whoever applies it: no roles, nothing granted. What is generated says
 * what it is to be with roles, in one place each, and this alone takes that out again.
 */
void postgres_without_roles(struct text *out, const char *sql);

/* Of generated SQL: past blank lines and comments, to where a statement begins; past its semicolon. */
const char *postgres_statement_begin(const char *sql);
const char *postgres_statement_end(const char *sql);

#endif
