#include "core/clock.h"
#include "core/deployment.h"
#include "core/schema.h"
#include "core/transact.h"
#include "core/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_SIZE = 256 };

#define USED_WAITS_US INT64_C(10000000) /* before it has changed anything */
#define BUSY_WAITS_US INT64_C(60000000)
#define BUSY_PAUSE_US 700000

enum pawl_status script_check_end(struct pawl_db *db, struct pawl_error *err) {
    if (!db->driver->in_transaction(db))
        return PAWL_OK;
    db->driver->exec(db, "rollback", NULL);
    return error_advise(err, PAWL_MISUSE, "nothing was changed: write it again with pawl",
                        "this script leaves its transaction open: it is not whole, or was changed");
}

/* Settings of the connection that are given back, whatever has come of the transaction. */
static const char *after_commit_of(const char *script) {
    const char *commit = script_commit(script);
    return commit ? commit + strlen(PAWL_SCRIPT_COMMIT) : "";
}

/*
 * What the script itself says comes as an error with a code of its own: on PostgreSQL it is the SQLSTATE, on
 * SQLite the first word of a path that is none, between single quotes, in which quotes are doubled.
 */
static const char *find_code(struct pawl_error *err) {
    char *found = strstr(err->message, "JSON path error near 'PW");
    if (strncmp(err->sqlstate, "PW", 2) == 0)
        return err->sqlstate;
    found = found ? strstr(found, "PW") : strstr(err->message, "bad JSON path: 'PW");
    found = found ? strstr(found, "PW") : NULL;
    if (!found)
        return "";
    static char const separator[] = ": ";
    char *to = err->message;
    memcpy(err->sqlstate, found, 5);
    for (const char *from = found + 5 + sizeof separator - 1; *from; from++) {
        if (*from == '\'' && from[1] == '\0')
            break;
        from += *from == '\'' && from[1] == '\'';
        *to++ = *from;
    }
    *to = '\0';
    return err->sqlstate;
}

static enum pawl_status judge_migration(struct pawl_error *err, enum pawl_status status) {
    static const struct {
        const char *code;
        enum pawl_status status;
        const char *help;
    } answers[] = {
        {"PW000", PAWL_OK, ""},
        {"PW001", PAWL_MISMATCH, "write the migration from the version that is deployed: pawl diff --sql"},
        {"PW003", PAWL_MISMATCH,
         "see pawlctl verify, apply the SQL of the deployed version, then this again"},
        {"PW004", PAWL_REFUSED,
         "correct the rows or columns that the message names, or the file, and apply it again"},
        {"PW006", PAWL_MISMATCH, "let pawlctl apply install the shared schema, or apply its file first"},
        {"55P03", PAWL_LOCKED, "end the transactions that use the machine's tables, then apply this again"},
    };
    const char *code = find_code(err);
    if (strncmp(code, "PW", 2) != 0)
        code = err->sqlstate;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcmp(answers[i].code, code) != 0)
            continue;
        if (!err->help[0])
            error_help(err, "%s", answers[i].help);
        if (answers[i].status == PAWL_LOCKED)
            error_obstacle(err, "");
        return err->status = answers[i].status;
    }
    return status;
}

/*
 * SQLite has no statement that adds a column unless it is there, as one is that an earlier version had:
 * before such a line stands a comment with a query, and where that finds a row, the line becomes a comment,
 * too.
 */
static enum pawl_status leave_out(struct pawl_db *db, char *script, struct pawl_error *err) {
    for (const char *at = script; (at = script_line(at, PAWL_SCRIPT_UNLESS));) {
        char *query = script + (at - script) + strlen(PAWL_SCRIPT_UNLESS), *end = strchr(query, '\n');
        bool is_there = false;
        if (!end)
            break;
        *end = '\0';
        enum pawl_status status = db->driver->query(db, query, NULL, 0, row_found, &is_there, err);
        *end = '\n';
        if (status != PAWL_OK)
            return status;
        if (is_there)
            memcpy(end + 1, "--", 2);
        at = end;
    }
    return PAWL_OK;
}

struct migration_run {
    const char *script;
    bool is_locked; /* it has begun to change what it changes */
};

static enum pawl_status run_migration(struct pawl_db *db, void *context, struct pawl_error *err) {
    struct migration_run *run = context;
    char *copy = strdup(run->script);
    TRY(memory_check(copy, err));
    enum pawl_status status = leave_out(db, copy, err);
    const char *rest = script_line(copy, PAWL_SCRIPT_LOCKED);
    if (status == PAWL_OK && rest) {
        copy[rest - copy - 1] = '\0';
        status = db->driver->exec_script(db, copy, err);
        run->is_locked |= status == PAWL_OK;
    }
    if (status == PAWL_OK)
        status = db->driver->exec_script(db, rest ? rest : copy, err);
    if (status == PAWL_OK)
        status = script_check_end(db, err);
    else if (db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
    free(copy);
    return status;
}

static enum pawl_status note_oldest(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    snprintf(context, HELP_SIZE, "%s", cells[0].text ? cells[0].text : "");
    return PAWL_OK;
}

/* Without the right to see others the help names nobody. */
static enum pawl_status give_up_busy(struct pawl_db *db, bool is_locked, struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    char oldest[HELP_SIZE] = "";
    db->driver->query(db, db->driver->find_oldest, NULL, 0, note_oldest, oldest, &own);
    error_set(err, PAWL_LOCKED, "the objects that this changes were in use for %d s; %s",
              (int)((is_locked ? BUSY_WAITS_US : USED_WAITS_US) / 1000000),
              is_locked ? "the finished part stays" : "nothing was changed");
    error_help(err, "%s%s%sapply this again", *oldest ? "the oldest transaction is of " : "", oldest,
               *oldest ? "; then " : "");
    error_obstacle(err, "");
    return PAWL_LOCKED;
}

/*
 * If it is done in steps, one that finds what it changes in use gives up soon, since others wait behind
 * it, and what was done stays: it begins again after a pause in which callers go on, and continues there.
 */
static enum pawl_status run_patiently(struct pawl_db *db, const char *script, struct pawl_error *err) {
    const int64_t began_us = monotonic_us();
    struct migration_run run = {.script = script};
    for (;;) {
        /* roles belong to all databases of a server: what is deployed in another may have met it in a
         * deadlock */
        enum pawl_status status = make_attempts(db, run_migration, &run, err);
        if (status != PAWL_DB || !db->driver->deploys_in_steps || !db->driver->sessions->is_busy(err))
            return status;
        if (monotonic_us() - began_us > (run.is_locked ? BUSY_WAITS_US : USED_WAITS_US))
            return give_up_busy(db, run.is_locked, err);
        sleep_us(BUSY_PAUSE_US);
    }
}

enum pawl_status pawl_migrate(struct pawl_db *db, const char *script, struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_error own;
    err = error_or(err, &own);
    TRY(connection_begin(db, err));
    script = script ? script_without_shell(script) : "";
    struct script header;
    script_read(&header, script);
    if (strcmp(header.file, PAWL_SCRIPT_MIGRATION) != 0 || strcmp(header.database, db->driver->name) != 0) {
        error_set(err, PAWL_MISUSE, "this is no migration for %s", db->driver->name);
        error_help(err, "write one: pawl diff OLD.fsm NEW.fsm --sql=%s", db->driver->name);
        return PAWL_MISUSE;
    }
    if (!script_is_whole(script)) {
        error_set(err, PAWL_MISUSE, "this migration is not whole: its last line is not there");
        error_help(err, "write it again: pawl diff OLD.fsm NEW.fsm --sql=%s", db->driver->name);
        return PAWL_MISUSE;
    }
    if (pawl_in_transaction(db) || connection_is_adopted(db))
        return error_advise(err, PAWL_MISUSE,
                            "it has its own transaction and settings: give it a connection of its own",
                            connection_is_adopted(db) ? "pawl_migrate on an adopted connection"
                                                      : "pawl_migrate inside an open transaction");
    int64_t was = SCHEMA_NONE;
    TRY(schema_look(db, &was, err));
    if (was != SCHEMA_NONE) /* else the script reports that nothing is deployed */
        TRY(schema_install(db, header.no_roles, err));
    enum pawl_status status = run_patiently(db, script, err);
    if (status == PAWL_OK) {
        forget_machine(db, NULL);
        return PAWL_OK;
    }
    status = judge_lost_answer(db, judge_migration(err, status), err);
    if (status == PAWL_UNKNOWN)
        error_help(err, "apply it again: it continues, or finds that it is done");
    if (!db->driver->deploys_in_steps && !connection_is_lost(db))
        db->driver->exec_script(db, after_commit_of(script), NULL);
    if (status == PAWL_OK)
        error_clear(err);
    return status;
}
