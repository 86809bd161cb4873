#include "sqlite/apply.h"

#include "core/json.h"
#include "core/schema.h"
#include "sqlite/apply.sql.h"

#include <stdlib.h>
#include <string.h>

/*
 * The model that a deployed machine keeps for pawlctl is renewed here, because the file that deploys it
 * cannot do so: what that may do, everybody may who can open the database. What it would write is seen where
 * it is run in an empty database.
 */

struct renewal {
    struct value machine, fingerprint, abi, deployed_at, model; /* as permission to write is given */
    bool is_needed;
};

static enum pawl_status see_deployed(void *context, const struct cell *cells, struct pawl_error *err) {
    struct renewal *renewal = context;
    (void)err;
    renewal->abi = value_bigint(cells[0].number);
    renewal->deployed_at = value_number(PAWL_TYPE_TIMESTAMP, cells[1].number);
    renewal->is_needed = !value_is(&renewal->model, &cells[2]);
    return PAWL_OK;
}

/* cells: machine, fingerprint, model */
static enum pawl_status renew_model(void *context, const struct cell *cells, struct pawl_error *err) {
    struct pawl_db *db = context;
    struct renewal renewal = {.machine = value_text(cells[0].text),
                              .fingerprint = value_text(cells[1].text),
                              .model = value_text(cells[2].text)};
    TRY(db->driver->query(db, sql_find_deployed, VALUES(renewal.machine, renewal.fingerprint), see_deployed,
                          &renewal, err));
    if (!renewal.is_needed)
        return PAWL_OK;
    return db->driver->steps->write(
        db, "pawl_machines", sql_update_model,
        VALUES(renewal.machine, renewal.fingerprint, renewal.abi, renewal.deployed_at, renewal.model), err);
}

/* ---- accepted versions -------------------------------------------------------------------------- */

/*
 * What programs of a version name is a view, and that of an older libpawl's is called in another way. The
 * generated SQL renews that of its own version; which others are accepted, only the database knows.
 */

static enum pawl_status add_statement(void *context, const struct cell *cells, struct pawl_error *err) {
    struct json *statements = context;
    json_printf(statements, "%s;", cells[0].text);
    return memory_check(!statements->failed, err);
}

enum pawl_status sqlite_accept(struct pawl_db *db, struct pawl_error *err) {
    struct json statements = {.memory = operation_results(db)};
    enum pawl_status status =
        db->driver->query(db, sql_write_views_of_versions, NULL, 0, add_statement, &statements, err);
    return status == PAWL_OK && statements.text ? db->driver->exec(db, statements.text, err) : status;
}

/* ---- the whole ---------------------------------------------------------------------------------- */

/* Up to its commit, so that all that is done here comes with it. */
static enum pawl_status run_script(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    const char *commit = script_commit(sql);
    char *rest = commit ? strndup(sql, (size_t)(commit - sql)) : strdup(sql);
    TRY(memory_check(rest, err));
    enum pawl_status status = db->driver->exec(db, rest, err);
    free(rest);
    return status;
}

static enum pawl_status renew_models(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    struct pawl_db *empty = NULL;
    enum pawl_status status = open_connection(&empty, db->driver, "sqlite::memory:", err);
    char *schema = status == PAWL_OK ? schema_script(empty, false) : NULL;
    if (status == PAWL_OK && !schema)
        status = error_set(err, PAWL_NOMEM, "out of memory");
    if (status == PAWL_OK)
        status = empty->driver->exec(empty, schema, err);
    free(schema);
    if (status == PAWL_OK)
        status = run_script(empty, sql, err);
    if (status == PAWL_OK)
        status = empty->driver->query(empty, sql_models, NULL, 0, renew_model, db, err);
    pawl_close(empty);
    return status;
}

enum pawl_status sqlite_apply(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    TRY(run_script(db, sql, err));
    TRY(renew_models(db, sql, err));
    TRY(sqlite_accept(db, err));
    return script_commit(sql) ? db->driver->commit(db, err) : PAWL_OK;
}
