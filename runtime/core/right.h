#ifndef PAWL_CORE_RIGHT_H
#define PAWL_CORE_RIGHT_H
/* What a login lacks: the one place that says so, for libpawl and for pawlctl. */
#include "core/handle.h"

/* Roles by the names that they have on PostgreSQL; a driver knows its own for them. */
#define ROLE_APP      "pawl_app"
#define ROLE_OPERATOR "pawl_operator"
#define ROLE_OWNER    "pawl_owner"
#define ROLE_DEPLOYER "" /* no role of Pawl's: whoever creates these */

/*
 * Adds a help that names the role that the login needs, where the database has denied something to it and
 * err has no help yet. If db->role is set, it is that one.
 */
enum pawl_status judge_right(struct pawl_db *db, const char *role, enum pawl_status status,
                             struct pawl_error *err);

/* Whether the database has denied something, and the login does not use the role. */
bool right_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err);

/*
 * To be called behind a MISMATCH that says that the database does not have something. A login that lacks
 * the right may just not see it. DB where the login is a member of the role and does not use it; else the
 * help says both.
 */
enum pawl_status judge_unseen(struct pawl_db *db, enum pawl_status status, struct pawl_error *err);

#endif
