#include "core/schema.h"

#include "core/transact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is there ------------------------------------------------------------------------------ */

struct found {
    bool has_version, has_machines;
};

static enum pawl_status read_found(void *context, const struct cell *cells, struct pawl_error *err) {
    struct found *found = context;
    (void)err;
    *found = (struct found){cells[0].number != 0, cells[1].number != 0};
    return PAWL_OK;
}

enum pawl_status schema_find(struct pawl_db *db, int64_t *version, struct pawl_error *err) {
    struct found found = {0};
    enum pawl_status status = read_rows(db, db->driver->find_schema, NULL, 0, read_found, &found, err);
    if (looks_again(db, found.has_version, &status, err))
        status = read_rows(db, db->driver->find_schema, NULL, 0, read_found, &found, err);
    *version = found.has_version    ? PAWL_SCHEMA_VERSION
               : found.has_machines ? SCHEMA_UNVERSIONED
                                    : SCHEMA_NONE;
    return status;
}

enum pawl_status schema_look(struct pawl_db *db, int64_t *version, struct pawl_error *err) {
    enum pawl_status status = schema_find(db, version, err);
    if (status != PAWL_OK || *version != PAWL_SCHEMA_VERSION)
        return status;
    return read_rows(db, db->driver->schema_version, NULL, 0, read_number, version, err);
}

enum pawl_status schema_judge(int64_t version, struct pawl_error *err) {
    if (version == PAWL_SCHEMA_VERSION)
        return PAWL_OK;
    if (version == SCHEMA_NONE) {
        error_set(err, PAWL_MISMATCH, "this database has nothing of Pawl's");
        error_help(err, "apply the SQL of a machine or flow: with pawlctl apply, or its NAME_apply");
    } else if (version > PAWL_SCHEMA_VERSION) {
        error_set(err, PAWL_MISMATCH,
                  "this database has version %" PRId64 " of Pawl's schema, and this libpawl knows %d",
                  version, PAWL_SCHEMA_VERSION);
        error_help(err, "update libpawl and pawlctl: the database is newer");
    } else {
        error_set(err, PAWL_MISMATCH,
                  "this database has version %" PRId64 " of Pawl's schema, and this libpawl needs %d",
                  version, PAWL_SCHEMA_VERSION);
        error_help(err, "upgrade the database: apply the SQL of its machines and flows, as this version of "
                        "pawl writes it");
    }
    return PAWL_MISMATCH;
}

static enum pawl_status schema_check(struct pawl_db *db, struct pawl_error *err) {
    int64_t version;
    if (db->has_schema)
        return PAWL_OK;
    enum pawl_status status = schema_look(db, &version, err);
    if (status == PAWL_OK)
        status = schema_judge(version, err);
    if (status == PAWL_MISMATCH && version == SCHEMA_NONE)
        status = judge_unseen(db, status, err);
    db->has_schema = status == PAWL_OK;
    return status;
}

enum pawl_status schema_begin(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = connection_begin(db, err);
    return status == PAWL_OK ? schema_check(db, err) : status;
}

/* ---- making it ---------------------------------------------------------------------------------- */

static bool is_in(const struct schema_part *part, const char *folder) {
    return strncmp(part->name, folder, strlen(folder)) == 0;
}

static bool is_part_left_out(const struct pawl_db *db, const struct schema_part *part, bool without_roles) {
    return is_in(part, without_roles ? "roles/" : "no_roles/") || is_in(part, "distributed/") ||
           (is_in(part, "test_clock/") && !db->sets_test_clock);
}

/* Without the clause, each time it stands there. Returns the end of what was written. */
static char *copy_without(char *end, const char *text, const char *clause) {
    for (const char *found; clause && (found = strstr(text, clause)); text = found + strlen(clause)) {
        memcpy(end, text, (size_t)(found - text));
        end += found - text;
    }
    return stpcpy(end, text);
}

char *schema_script(const struct pawl_db *db, bool without_roles) {
    size_t length = 0;
    for (const struct schema_part *part = db->driver->schema; part->name; part++)
        length += strlen(part->text) + 1;
    char *script = malloc(length + 1), *end = script;
    if (!script)
        return NULL;
    *end = '\0';
    for (const struct schema_part *part = db->driver->schema; part->name; part++)
        if (!is_part_left_out(db, part, without_roles))
            end =
                stpcpy(copy_without(end, part->text, without_roles ? db->driver->owner_clause : NULL), "\n");
    return script;
}

static enum pawl_status run_schema_script(struct pawl_db *db, void *script, struct pawl_error *err) {
    enum pawl_status status = db->driver->exec_script(db, script, err);
    if (status != PAWL_OK && db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
    return status;
}

const char *schema_after_failure(const struct pawl_db *db) {
    return db->driver->deploys_in_steps ? "the finished part stays, and continues when it is applied again"
                                        : "nothing was changed";
}

enum pawl_status schema_refuse_nodes(const struct pawl_db *db, const char *what, struct pawl_error *err) {
    error_set(err, PAWL_MISUSE, "%s is for Citus, on which each statement commits on several nodes", what);
    error_help(err, "apply it with psql, after the pawl.%s.sql that pawl writes next to it",
               db->driver->name);
    return PAWL_MISUSE;
}

static enum pawl_status install(struct pawl_db *db, bool without_roles, struct pawl_error *err) {
    char *script = schema_script(db, without_roles);
    TRY(memory_check(script, err));
    enum pawl_status status = make_attempts(db, run_schema_script, script, err);
    free(script);
    if (!without_roles)
        judge_right(db, ROLE_DEPLOYER, status, err);
    if (status != PAWL_OK && err && !err->help[0])
        error_help(err,
                   "%s; if the database has logins, the login must have the right to create %s, or own the "
                   "existing objects",
                   schema_after_failure(db),
                   db->driver->deploys_in_steps ? "roles and databases"
                   : without_roles              ? "tables in Pawl's schema"
                                                : "roles and tables in Pawl's schema");
    return status;
}

enum pawl_status schema_look_before(struct pawl_db *db, int64_t *version, struct pawl_error *err) {
    const char *role = db->role;
    int64_t test_clock = 0;
    db->role = ROLE_DEPLOYER;
    enum pawl_status status = schema_look(db, version, err);
    if (status == PAWL_OK && *version == PAWL_SCHEMA_VERSION)
        status = read_rows(db, db->driver->find_test_clock, NULL, 0, read_number, &test_clock, err);
    db->role = role;
    db->lacks_test_clock = test_clock == 0 && db->sets_test_clock;
    if (status == PAWL_OK && test_clock < 0 && db->sets_test_clock)
        return error_advise(err, PAWL_MISUSE,
                            "a test clock is set up before the first machine or flow: use an empty database",
                            "this database was deployed without a test clock; nothing was changed");
    db->sets_test_clock |= test_clock > 0;
    return status;
}

enum pawl_status schema_install(struct pawl_db *db, bool without_roles, struct pawl_error *err) {
    int64_t version = SCHEMA_NONE;
    TRY(schema_look_before(db, &version, err));
    const bool is_complete = version == PAWL_SCHEMA_VERSION && !db->lacks_test_clock;
    return version > PAWL_SCHEMA_VERSION || is_complete ? schema_judge(version, err)
                                                        : install(db, without_roles, err);
}

enum pawl_status schema_install_anew(struct pawl_db *db, bool without_roles, int64_t *was,
                                     struct pawl_error *err) {
    TRY(schema_look_before(db, was, err));
    return *was <= PAWL_SCHEMA_VERSION ? install(db, without_roles, err) : schema_judge(*was, err);
}
