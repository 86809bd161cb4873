#include "core/handle.h"

#include <stdio.h>
#include <string.h>

static const char *role_of(const struct pawl_db *db, const char *role) {
    return db->role ? db->role : role;
}

bool right_is_denied(const struct pawl_db *db, const struct pawl_error *err) {
    return db->connection && db->driver->logins && db->driver->logins->is_denied(err);
}

const char *role_name(const struct pawl_db *db, const char *role, char name[ROLE_NAME_SIZE]) {
    db->driver->logins->name_role(db, role, name);
    return name;
}

enum pawl_status roles_choose(struct pawl_db *db, const char *prefix, struct pawl_error *err) {
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
    const size_t length = strspn(prefix, signs);
    if (!db->driver->logins || !db->driver->logins->choose_roles)
        return error_set(err, PAWL_MISUSE, "on %s there are no roles that a prefix would separate",
                         db->driver->name);
    if (length == 0 || prefix[length] || length >= ROLE_PREFIX_SIZE || (*prefix >= '0' && *prefix <= '9') ||
        strncmp(prefix, "pg_", 3) == 0)
        return error_advise(
            err, PAWL_MISUSE,
            "it has small letters, digits and _, and begins with neither pg_ nor a digit: shop",
            "`%.*s` is no prefix of roles", (int)strlen(prefix) - 1, prefix);
    TRY(db->driver->logins->choose_roles(db, prefix, err));
    db->new_roles = prefix;
    return PAWL_OK;
}

void right_help_deployer(struct pawl_db *db, struct pawl_error *err) {
    if (db->driver->logins)
        db->driver->logins->help_deployer(db, err);
}

/* `before`: what else may be done. */
static void help_to_be_granted(const struct role *role, const char *before, struct pawl_error *err) {
    if (role->is_set_by_login)
        error_help(err, "%sgrant %s to %s; set default role %s for %s", before, role->name, role->login,
                   role->name, role->login);
    else
        error_help(err, "%sgrant %s to %s", before, role->name, role->login);
}

/* One that is granted and not used need not be granted again. named: as on PostgreSQL. */
static void help_with_role(const struct role *role, const char *named, struct pawl_error *err) {
    char before[64 + ROLE_NAME_SIZE];
    snprintf(before, sizeof before, "the login needs the role %s: ", role->name);
    if (role->is_used)
        error_help(err,
                   "the login does not lack the role %s, so this is missing in the database: pawlctl verify "
                   "reports the differences; apply the machine's SQL again",
                   role->name);
    else if (role->is_granted && role->is_set_by_login)
        error_help(err, "the login has the role %s and does not use it: set default role %s for %s",
                   role->name, role->name, role->login);
    else
        help_to_be_granted(role, before, err);
    const size_t length = strlen(err->help);
    if (!role->is_used && !role->is_granted && strcmp(named, ROLE_APP) == 0)
        snprintf(err->help + length, sizeof err->help - length,
                 "; or run `pawlctl grant LOGIN MACHINE EVENT`");
}

enum pawl_status judge_right(struct pawl_db *db, const char *role, enum pawl_status status,
                             struct pawl_error *err) {
    struct role found = {0};
    if (status != PAWL_DB || !err || err->help[0] || !right_is_denied(db, err))
        return status;
    role = role_of(db, role);
    if (!*role)
        right_help_deployer(db, err);
    if (!*role && !err->help[0])
        error_help(err, "the login must have the right to create roles and tables, and to grant the rights "
                        "that share/doc/pawl/runtime/DEPLOY.md lists");
    else if (*role && db->driver->logins->find_role(db, role, &found))
        help_with_role(&found, role, err);
    return status;
}

bool right_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err) {
    struct role found = {0};
    return right_is_denied(db, err) && db->driver->logins->find_role(db, role, &found) && !found.is_used;
}

bool role_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err) {
    struct role found = {0};
    const struct login_driver *logins = db->driver->logins;
    role = role_of(db, role);
    return logins && *role && !connection_is_lost(db) && (logins->hides_unseen || right_is_denied(db, err)) &&
           logins->find_role(db, role, &found) && !found.is_used && !found.sees_all;
}

enum pawl_status judge_unseen(struct pawl_db *db, enum pawl_status status, struct pawl_error *err) {
    struct role found = {0};
    char before[sizeof err->help], message[sizeof err->message];
    const char *role = role_of(db, ROLE_APP);
    const struct login_driver *logins = db->driver->logins;
    if (!err || !logins || !logins->hides_unseen || !*role || !logins->find_role(db, role, &found) ||
        found.is_used || found.sees_all)
        return status;
    if (found.is_granted) {
        error_set(err, PAWL_DB, "this login sees nothing of Pawl's without its role %s", found.name);
        help_with_role(&found, role, err);
        return PAWL_DB;
    }
    snprintf(message, sizeof message, "%s", err->message);
    error_set(err, status, "%s, or this login cannot see it", message);
    snprintf(before, sizeof before, "%.160s; or if that was done: ", err->help);
    help_to_be_granted(&found, before, err);
    return status;
}
