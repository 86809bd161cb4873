#include "core/deployment.h"

#include "core/schema.h"
#include "core/transact.h"
#include "core/transaction.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- what a program was compiled for ------------------------------------------------------------ */

enum pawl_status check_abi(const char *what, const char *name, uint32_t abi, struct pawl_error *err) {
    if (abi == PAWL_ABI)
        return PAWL_OK;
    return error_advise(err, PAWL_MISMATCH,
                        abi < PAWL_ABI ? "run the newer pawl on its .fsm file again" : "link a newer libpawl",
                        "%s %s was compiled for ABI %u of libpawl, and this is ABI %d", what, name,
                        (unsigned)abi, PAWL_ABI);
}

enum pawl_status check_compiled(const struct pawl_db *db, const char *kind, const char *name, bool is_there,
                                struct pawl_error *err) {
    if (is_there)
        return PAWL_OK;
    error_set(err, PAWL_MISMATCH, "%s %s: this program was compiled without its SQL for %s", kind, name,
              db->driver->name);
    error_help(err, "compile the .fsm file with --databases, and name %s among them", db->driver->name);
    return PAWL_MISMATCH;
}

static enum pawl_status check_statements(const struct pawl_db *db, const struct pawl_machine *machine,
                                         struct pawl_error *err) {
    const size_t number = db->driver->dialect;
    return check_compiled(db, "machine", machine->name,
                          number < machine->dialect_count && machine->sql[number], err);
}

/* ---- what the database holds -------------------------------------------------------------------- */

void forget_machine(struct pawl_db *db, const struct pawl_machine *machine) {
    known_remove(&db->known, machine);
    if (db->pool)
        db->pool->learns(db, machine, false);
}

struct deployment {
    const char *wanted;
    int64_t schema; /* its version */
    bool deployed, matches;
    bool is_current;    /* it matches, and functions and tables are of this version, too */
    char obstacle[320]; /* why transitions would not do what was deployed; "" for nothing */
};

/* cells: version of the schema, fingerprint or null, obstacle or null, is_deployed */
static enum pawl_status compare_fingerprint(void *context, const struct cell *cells, struct pawl_error *err) {
    struct deployment *deployment = context;
    (void)err;
    deployment->schema = cells[0].number;
    if (!cells[1].text)
        return PAWL_OK;
    deployment->deployed = true;
    snprintf(deployment->obstacle, sizeof deployment->obstacle, "%s", cells[2].text ? cells[2].text : "");
    if (strcmp(cells[1].text, deployment->wanted) == 0)
        deployment->matches = true, deployment->is_current = cells[3].number != 0;
    return PAWL_OK;
}

/* One statement says the version of the schema, too, so that a machine is checked in as many as ever. */
static enum pawl_status find_deployment(struct pawl_db *db, const struct pawl_machine *machine,
                                        struct deployment *deployment, struct pawl_error *err) {
    *deployment = (struct deployment){.wanted = machine->fingerprint, .schema = PAWL_SCHEMA_VERSION};
    if (!db->has_schema) {
        enum pawl_status status = schema_find(db, &deployment->schema, err);
        if (status != PAWL_OK || deployment->schema != PAWL_SCHEMA_VERSION)
            return status;
    }
    struct value name = value_text(machine->name);
    const char *sql = statements_of(db, machine)->fingerprints;
    enum pawl_status status = read_rows(db, sql, &name, 1, compare_fingerprint, deployment, err);
    if (looks_again(db, deployment->matches, &status, err))
        status = read_rows(db, sql, &name, 1, compare_fingerprint, deployment, err);
    db->has_schema = status == PAWL_OK && deployment->schema == PAWL_SCHEMA_VERSION;
    return status;
}

/* What is written for several nodes (--distribute) is applied by hand, and has no migrations. */
static bool is_on_nodes(const struct pawl_db *db, const struct pawl_machine *machine) {
    return !statements_of(db, machine)->schema;
}

/* What the database knows of the program's version. */
struct versions {
    bool are_known; /* the database could be asked */
    char accepted[160];
    enum { VERSION_OLDER = -1, VERSION_ACCEPTED, VERSION_NEWER, VERSION_UNKNOWN } order;
    char migrating_to[24]; /* "" if no migration is running */
};

/* cells: the accepted versions, the order of the program's, the one that a migration leads to */
static enum pawl_status note_versions(void *context, const struct cell *cells, struct pawl_error *err) {
    struct versions *versions = context;
    (void)err;
    versions->are_known = true;
    snprintf(versions->accepted, sizeof versions->accepted, "%s", cells[0].text ? cells[0].text : "none");
    versions->order = cells[1].is_null      ? VERSION_UNKNOWN
                      : cells[1].number < 0 ? VERSION_OLDER
                      : cells[1].number > 0 ? VERSION_NEWER
                                            : VERSION_ACCEPTED;
    snprintf(versions->migrating_to, sizeof versions->migrating_to, "%s", cells[2].text ? cells[2].text : "");
    return PAWL_OK;
}

/* Within a transaction the database may answer nothing any more, or with an old snapshot. */
static struct versions ask_versions(struct pawl_db *db, const struct pawl_machine *machine) {
    struct versions versions = {0};
    struct pawl_error own = PAWL_ERROR_INIT;
    const struct value values[] = {value_text(machine->name), value_text(machine->fingerprint)};
    if (!connection_is_lost(db) && !db->driver->in_transaction(db))
        read_rows(db, db->driver->find_versions, values, 2, note_versions, &versions, &own);
    return versions;
}

static const char *help_of_version(const struct pawl_db *db, const struct pawl_machine *machine,
                                   const struct versions *versions) {
    if (!versions->are_known)
        return "the machine was migrated, or this version was retired, while the program ran: roll back, and "
               "run a program of an accepted version, as pawlctl status lists them";
    switch (versions->order) {
    case VERSION_OLDER:
        return strcmp(versions->accepted, "none") == 0
                   ? "the program is older than the database: run a program of the machine's new name, as "
                     "pawlctl status lists it"
                   : "the program is older than the database: run a program of an accepted version";
    case VERSION_NEWER:
        return "the program is newer than the database, which went back to an earlier version: run a program "
               "of an accepted version, or migrate the database forward again";
    case VERSION_ACCEPTED:
        return "the version is accepted, but not as this libpawl needs it: apply the SQL of the machine "
               "again";
    case VERSION_UNKNOWN:
        break;
    }
    return is_on_nodes(db, machine)
               ? "deploy the program that belongs to the database: there are no migrations of machines that "
                 "are spread over nodes, so that a new version has another name, or another database"
               : "the database has never had it: if the program is newer, apply the migration that pawl diff "
                 "OLD.fsm NEW.fsm --sql=... writes; else run a program of an accepted version";
}

/* `missing`: the part that the database lacks; "" if it refuses the version as a whole. */
static enum pawl_status refuse_unaccepted(struct pawl_db *db, const struct pawl_machine *machine,
                                          const char *missing, struct pawl_error *err) {
    const struct versions versions = ask_versions(db, machine);
    if (versions.migrating_to[0]) {
        error_set(err, PAWL_MISMATCH, "machine %s: no version of it is accepted while a migration to %s runs",
                  machine->name, versions.migrating_to);
        error_help(err,
                   "a migration to version %s is running: wait until it has ended, then run a program of "
                   "that version; if it was interrupted, apply it again",
                   versions.migrating_to);
        return PAWL_MISMATCH;
    }
    error_set(err, PAWL_MISMATCH,
              "machine %s: the database does not accept the version of it that this program has (%s)%s%s%s%s",
              machine->name, machine->fingerprint, versions.are_known ? "; accepted: " : "",
              versions.accepted, *missing ? "; or it lacks a part of it: " : "", missing);
    error_help(err, "%s", help_of_version(db, machine, &versions));
    return PAWL_MISMATCH;
}

enum pawl_status refuse_version(struct pawl_db *db, const struct pawl_machine *machine,
                                struct pawl_error *err) {
    forget_machine(db, machine);
    return refuse_unaccepted(db, machine, "", err);
}

/* Whether the message names what the database accepts a version of the machine by, whichever that is. */
static bool names_a_version(const char *message, const char *machine) {
    char object[128];
    const int length = snprintf(object, sizeof object, "%s_model_", machine);
    for (const char *at = message; (at = strstr(at, object)); at++) {
        const bool begins = at == message || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && isdigit((unsigned char)at[length]))
            return true;
    }
    return false;
}

enum pawl_status judge_version(struct pawl_db *db, const struct pawl_machine *machine,
                               enum pawl_status status, struct pawl_error *err) {
    char version[128];
    if (!machine->has_no_roles)
        judge_right(db, ROLE_APP, status, err);
    if (status != PAWL_DB || !err || !db->driver->is_missing(err, machine->name) ||
        (!machine->has_no_roles && right_is_lacking(db, ROLE_APP, err)))
        return status;
    snprintf(version, sizeof version, "%s_model_%d_%s", machine->name, PAWL_ABI, machine->fingerprint);
    const bool is_version = names_a_version(err->message, machine->name);
    /* another's function was replaced as it ran; without functions one version stands on the next one */
    if (db->driver->calls && is_version && !strstr(err->message, version)) {
        err->retryable = true;
        return status;
    }
    char missing[sizeof err->message];
    snprintf(missing, sizeof missing, "%s",
             is_version || strstr(err->message, machine->fingerprint) ? "" : err->message);
    forget_machine(db, machine);
    return refuse_unaccepted(db, machine, missing, err);
}

enum pawl_status read_versioned(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                const struct value *values, size_t value_count, row_fn *row, void *context,
                                struct pawl_error *err) {
    struct pawl_error own;
    err = error_or(err, &own);
    enum pawl_status status = read_rows(db, sql, values, value_count, row, context, err);
    if (status == PAWL_DB && db->driver->cluster && db->driver->cluster->ends_reads(db, err))
        status = read_rows(db, sql, values, value_count, row, context, err);
    return judge_version(db, machine, status, err);
}

static enum pawl_status ask_deployment(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_error *err) {
    struct deployment deployment;
    TRY(find_deployment(db, machine, &deployment, err));
    if (deployment.schema != SCHEMA_NONE && schema_judge(deployment.schema, err) != PAWL_OK)
        return PAWL_MISMATCH;
    if (deployment.deployed ? !deployment.matches : ask_versions(db, machine).order == VERSION_OLDER)
        return refuse_unaccepted(db, machine, "", err);
    if (!deployment.deployed) {
        error_set(err, PAWL_MISMATCH, "machine %s: this database does not have it", machine->name);
        if (is_on_nodes(db, machine))
            error_help(err, "connect to the coordinator, or apply the generated SQL there with psql");
        else
            error_help(err, "call %s_apply once, or run the generated %s SQL", machine->name,
                       db->driver->name);
        return judge_unseen(db, PAWL_MISMATCH, err);
    }
    if (deployment.obstacle[0])
        return error_advise(err, PAWL_MISMATCH, "apply the generated SQL again", "machine %s: %s",
                            machine->name, deployment.obstacle);
    TRY(memory_check(known_add(&db->known, machine), err));
    if (db->pool)
        db->pool->learns(db, machine, true);
    return PAWL_OK;
}

bool deployment_is_known(struct pawl_db *db, const struct pawl_machine *machine) {
    return known_has(&db->known, machine) ||
           (db->pool && db->pool->knows(db, machine) && known_add(&db->known, machine));
}

enum pawl_status deployment_check(struct pawl_db *db, const struct pawl_machine *machine,
                                  struct pawl_error *err) {
    if (deployment_is_known(db, machine))
        return PAWL_OK;
    enum pawl_status status = check_statements(db, machine, err);
    return status == PAWL_OK ? ask_deployment(db, machine, err) : status;
}

/* ---- deploying ---------------------------------------------------------------------------------- */

static enum pawl_status apply_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    enum pawl_status status = db->driver->apply(db, context, err);
    if (status != PAWL_OK && db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
    return status;
}

enum pawl_status apply_schema(struct pawl_db *db, const char *schema, struct pawl_error *err) {
    return make_attempts(db, apply_once, (void *)(uintptr_t)schema, err);
}

enum pawl_status begin_apply(struct pawl_db *db, const char *function, struct pawl_error *err) {
    TRY(connection_begin(db, err));
    return check_outside(db, function, "apply schemas before the program's own transactions begin", err);
}

enum pawl_status pawl_apply(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!machine)
        return error_set(err, PAWL_MISUSE, "pawl_apply: the machine is NULL");
    TRY(check_abi("machine", machine->name, machine->abi, err));
    TRY(begin_apply(db, "pawl_apply", err));
    TRY(check_statements(db, machine, err));
    if (!statements_of(db, machine)->schema) {
        char what[128];
        snprintf(what, sizeof what, "the SQL of machine %s", machine->name);
        return schema_refuse_nodes(db, what, err);
    }
    struct deployment deployment;
    TRY(schema_install(db, machine->has_no_roles, err));
    TRY(find_deployment(db, machine, &deployment, err));
    if (deployment.deployed && !deployment.matches)
        return refuse_unaccepted(db, machine, "", err);
    if (deployment.deployed && !deployment.is_current) /* a newer version that accepts this one stays */
        return db->driver->accept ? db->driver->accept(db, err) : PAWL_OK;
    enum pawl_status status = apply_schema(db, statements_of(db, machine)->schema, err);
    if (!machine->has_no_roles)
        judge_right(db, ROLE_DEPLOYER, status, err);
    if (status != PAWL_OK && err && !err->help[0])
        error_help(err,
                   "the tables that %s refers to must exist, and the login must be one that may create "
                   "roles and tables",
                   machine->name);
    return status;
}
