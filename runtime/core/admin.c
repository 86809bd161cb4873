/* The part of pawl_admin.h that hands on to the driver what pawlctl does by SQL of its own. */
#include "core/handle.h"

void handle_set_role(struct pawl_db *db, const char *role) {
    db->role = role;
}

enum pawl_status handle_set_up(struct pawl_db *db, const char *setup, struct pawl_error *err) {
    db->connection->session_setup = setup;
    return script_run(db, setup, err);
}

bool connection_is_lost(const struct pawl_db *db) {
    return db->connection && db->driver->connection_lost(db);
}

bool handle_can_cancel(const struct pawl_db *db) {
    return db->driver->sessions;
}

void handle_cancel(struct pawl_db *db) {
    db->driver->sessions->cancel(db);
}

bool handle_moves_in_steps(const struct pawl_db *db) {
    return db->driver->steps;
}

bool handle_deploys_in_steps(const struct pawl_db *db) {
    return db->driver->deploys_in_steps;
}

const char *actor_or_login(struct pawl_db *db, const char *actor) {
    const char *login = db->driver->steps->login(db), *trace = actor_trace(actor);
    return !actor                   ? login
           : trace && *actor == ' ' ? actor_with_trace(operation_results(db), login, trace)
                                    : actor;
}

const char *handle_login(const struct pawl_db *db) {
    return db->driver->steps ? db->driver->steps->login(db) : NULL;
}

enum pawl_status query_run(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    return db->driver->query(db, sql, values, value_count, row, context, err);
}

enum pawl_status script_run(struct pawl_db *db, const char *script, struct pawl_error *err) {
    return db->driver->exec_script(db, script, err);
}

enum pawl_status row_write(struct pawl_db *db, const char *table, const char *sql, const struct value *values,
                           size_t value_count, struct pawl_error *err) {
    return db->driver->steps ? db->driver->steps->write(db, table, sql, values, value_count, err)
                             : query_run(db, sql, values, value_count, NULL, NULL, err);
}

enum pawl_status transaction_begin(struct pawl_db *db, struct pawl_error *err) {
    return script_run(db, db->driver->begin, err);
}

enum pawl_status transaction_commit(struct pawl_db *db, struct pawl_error *err) {
    return db->driver->commit(db, err);
}

void transaction_rollback(struct pawl_db *db) {
    if (db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
}
