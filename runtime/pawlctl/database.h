/* The connection, and what pawlctl must say to each database in its own words. */
#ifndef PAWLCTL_DATABASE_H
#define PAWLCTL_DATABASE_H

#include "command.h"

struct dialect {
    const char *name;
    const char *find_registry; /* a row where machines are deployed */
    const char *machines;      /* -> machine, fingerprint, ABI, model, since when where it was migrated */
    const char *versions;      /* -> machine, fingerprint, is deployed, is accepted */
    const char *past_moves;    /* -> machine, event, from, to: of earlier versions, and of migrations */
    const char *recorded;      /* 1 machine -> object, definition, as deployed */
    const char *freezes;       /* -> machine, mode, until, reason, since, by, count of deferred events */
    /* 1 machine, 2 fingerprint, 3 "last" where only the deployed version is accepted then: statements that
       write statements, in the order in which they are run */
    const char *retire[4];
    const char *snapshot;     /* begins a transaction that reads one state of the database */
    const char *elapsed;      /* the microseconds between the expressions FROM and TO */
    const char *standing;     /* -> login, is superuser, is member of pawl_owner; NULL: nothing of the kind */
    const char *become_owner; /* in a transaction that writes heads; NULL: not needed */
    const char *write_repair; /* 1 machine, 2 entity, 3 at, 4 by (null: the login), 5 reason, 6 state, 7 sort
                                 key, 8 since before, 9... the same after */
};

extern const struct dialect dialects[]; /* ends with a NULL name */

/* Opens what --db or PAWL_DB names; returns the exit status. */
int database_open(struct call *call);

const struct dialect *database_dialect(const struct call *call);

/* Runs a query, whose text must stay where it is; what went wrong is in call->err. */
bool database_rows(struct call *call, const char *sql, const struct value *values, size_t value_count,
                   row_fn *row, void *context);
bool database_exec(struct call *call, const char *sql);

/* Ends the transaction that is open, if one is. */
void database_rollback(struct call *call);

/*
 * A parameter of that type. Pawl's drivers give the values by position; PostgreSQL needs the type, and SQLite
 * takes the whole of "$1::text" for a name ("SQL Language Expressions", Parameters), so that one text does
 * for both where each number occurs once, in order.
 */
const char *database_parameter(enum pawl_type type, unsigned number);

/* A name between double quotes. The caller frees it. */
char *database_quoted(const char *name);

#endif
