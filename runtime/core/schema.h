/*
 * What all machines and flows share in a database: the files of SQL in postgres/schema and sqlite/schema,
 * which are built in. The database says which version of them it has. Internal.
 */
#ifndef PAWL_CORE_SCHEMA_H
#define PAWL_CORE_SCHEMA_H

#include "core/handle.h"

enum {
    SCHEMA_NONE = -1,       /* in the place of a version: there is nothing of it */
    SCHEMA_UNVERSIONED = 0, /* it was installed before there were versions */
};

/* Which version the database has. */
enum pawl_status schema_look(struct pawl_db *db, int64_t *version, struct pawl_error *err);

/* The same in one statement, which takes whatever version is written there for this library's. */
enum pawl_status schema_find(struct pawl_db *db, int64_t *version, struct pawl_error *err);

/* MISMATCH, with what is to be done, unless the version is this library's. */
enum pawl_status schema_judge(int64_t version, struct pawl_error *err);

/* connection_begin for what works on the tables that all share; asks for their version once for each handle.
 */
enum pawl_status schema_begin(struct pawl_db *db, struct pawl_error *err);

/* Installs it, or brings it up to this library's version, in one transaction; does nothing where that is
 * there. */
enum pawl_status schema_install(struct pawl_db *db, bool without_roles, struct pawl_error *err);

/* The same, but where that is there it repairs what somebody has changed. was: the version before, in any
 * case. */
enum pawl_status schema_install_anew(struct pawl_db *db, bool without_roles, int64_t *was,
                                     struct pawl_error *err);

/* The whole script, with its begin and commit. The caller frees it; NULL: out of memory. */
char *schema_script(const struct pawl_db *db, bool without_roles);

/* What a deployment that has failed has done: "nothing was changed", with what is to be done where it was
 * something. */
const char *schema_after_failure(const struct pawl_db *db);

/* MISUSE: `what` ("the SQL of machine payment") is for several nodes, which only its user can go through. */
enum pawl_status schema_refuse_nodes(const struct pawl_db *db, const char *what, struct pawl_error *err);

/* The last line of a script that is SCRIPT_COMMIT; NULL: it has none. */
#define SCRIPT_COMMIT "commit;\n"
const char *script_commit(const char *script);
/* Whether its last line is there, where its top says that there is one: half a script may do nothing, and
 * fail nowhere. */
bool script_is_whole(const char *script);
/* After a script: MISUSE, with all taken back, where it has left its transaction open. */
enum pawl_status script_check_end(struct pawl_db *db, struct pawl_error *err);
/* The script behind the lines at its top that are for the shell of the database: `.bail on`, `\\set ...`. */
const char *script_without_shell(const char *script);

#endif
