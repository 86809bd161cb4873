#include "core/operation.h"

#include "core/deployment.h"
#include "core/key.h"

static enum pawl_status check_machine(const struct pawl_machine *machine, struct pawl_error *err) {
    return machine ? check_abi("machine", machine->name, machine->abi, err)
                   : error_set(err, PAWL_MISUSE, "the machine is NULL");
}

enum pawl_status operation_joins(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err) {
    enum pawl_status status = check_machine(machine, err);
    return status == PAWL_OK ? deployment_check(db, machine, err) : status;
}

enum pawl_status operation_begin(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err) {
    error_clear(err);
    TRY(check_machine(machine, err));
    TRY(connection_begin(db, err));
    return operation_joins(db, machine, err);
}

enum pawl_status operation_go_to(struct pawl_db *db, const struct pawl_machine *machine,
                                 const struct pawl_key *key, struct pawl_error *err) {
    const struct cluster_driver *cluster = db->driver->cluster;
    return cluster ? judge_connecting(db, cluster->go_to(db, key_hash(machine, key), err), err) : PAWL_OK;
}

enum pawl_status operation_begin_apart(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_error *err) {
    const bool must_ask =
        !db || !db->pool || db->connection || db->depth > 1 || !machine || !deployment_is_known(db, machine);
    if (must_ask)
        return operation_begin(db, machine, err);
    error_clear(err);
    turn_results(db);
    return PAWL_OK;
}
