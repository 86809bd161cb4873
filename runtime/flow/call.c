#include "flow/run.h"

#include "move/hooks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Callbacks of steps: what they are given, and what is kept of what they set. */

#define DATA_OWNER_SIZE 128

/* ---- keys --------------------------------------------------------------------------------------- */

enum pawl_status step_generation(struct run *run, const char *path, const char *iteration,
                                 int64_t *generation) {
    int64_t undone = 0;
    enum pawl_status status = PAWL_OK;
    if (run->row.undone > 0)
        status = RUN_QUERY(undone_at, read_number, &undone, value_text(path), value_text(iteration));
    *generation = 1 + undone;
    return status;
}

const char *step_key(struct run *run, const char *path, const char *iteration, int64_t generation) {
    size_t size = strlen(path) + strlen(iteration) + 64;
    char *key = results_alloc(&run->scratch, size);
    if (key)
        snprintf(key, size, "%" PRId64 "/%s%s#%" PRId64, run->row.id, path, iteration, generation);
    return key;
}

/* ---- values ------------------------------------------------------------------------------------- */

struct step_values {
    void *args, *data; /* the flow's */
    void *given;       /* what the callback gets: the data, or the procedure's values */
};

static const struct pawl_value_place *places_of(const struct run *run, const struct step_call *call) {
    return call->procedure ? run->flow->scopes[call->use].values : NULL;
}

static enum pawl_status gather_values(struct run *run, const struct step_call *call,
                                      struct step_values *values) {
    const struct pawl_flow *flow = run->flow;
    const struct pawl_procedure *procedure = call->procedure;
    const struct pawl_value_place *places = places_of(run, call);
    enum pawl_status status = run_values(run, &values->args, &values->data);
    values->given = values->data;
    if (status != PAWL_OK || !procedure)
        return status;
    values->given = results_alloc(&run->scratch, procedure->values_size + 1);
    TRY(memory_check(values->given, &run->err));
    memset(values->given, 0, procedure->values_size + 1);
    for (uint16_t i = 0; i < procedure->param_count; i++) {
        bool is_data = places[i].is_data;
        value_carry(&(is_data ? flow->data : flow->args)[places[i].index],
                    is_data ? values->data : values->args, &procedure->params[i], values->given);
    }
    return PAWL_OK;
}

/* The callback writes into a fresh copy of the data; what it has set goes into the text of the row. */
static enum pawl_status keep_written_values(struct run *run, struct step_call *call,
                                            const struct step_values *values) {
    const struct pawl_flow *flow = run->flow;
    const struct pawl_callback *callback =
        &(call->procedure ? call->procedure->callbacks : flow->callbacks)[call->callback];
    void *args = NULL, *data = NULL;
    char owner[DATA_OWNER_SIZE];
    if (callback->write_count == 0)
        return PAWL_OK;
    TRY(run_values(run, &args, &data));
    for (uint16_t i = 0; i < callback->write_count; i++) {
        uint16_t index = callback->writes[i];
        const struct pawl_param *from =
            call->procedure ? &call->procedure->params[index] : &flow->data[index];
        uint16_t target = call->procedure ? places_of(run, call)[index].index : index;
        value_carry(from, values->given, &flow->data[target], data);
    }
    snprintf(owner, sizeof owner, "%s: %s", flow->name, callback->name);
    enum pawl_status status =
        values_write(&run->memory[0], owner, flow->data, flow->data_count, data, &call->data, &call->said);
    call->has_changed = status == PAWL_OK && strcmp(call->data, run->row.data) != 0;
    return status;
}

/* ---- calling ------------------------------------------------------------------------------------ */

struct step_call call_of(const struct run *run, const struct pawl_flow_step *step,
                         const struct flow_place *place, int64_t attempt) {
    return (struct step_call){
        .procedure = step->procedure,
        .use = step->use,
        .callback = step->callback,
        .in_transaction = step->kind == PAWL_STEP_TX,
        .told = {.run = run->row.id,
                 .path = step->path,
                 .depth = step->depth,
                 .iteration = place->iteration,
                 .attempt = (int)attempt,
                 .may_have_happened = run->row.is_uncertain != 0,
                 .trace = actor_trace(run->row.actor)},
    };
}

/* It broke what it was given: the transaction it may not end, or one that it has left open. */
static enum pawl_status judge_callback_answer(struct run *run, struct step_call *call,
                                              enum pawl_status status) {
    struct pawl_db *db = run->db;
    const struct pawl_callback *callback =
        &(call->procedure ? call->procedure->callbacks : run->flow->callbacks)[call->callback];
    if (call->in_transaction && !db->driver->in_transaction(db)) {
        bool lost = connection_is_lost(db);
        return error_set(
            &call->said, lost ? PAWL_DB : PAWL_MISUSE, "%s: %s", callback->name,
            lost ? "the connection broke"
                 : "it has ended the transaction; if it committed, all earlier writes are committed");
    }
    if (!call->in_transaction && !db->transaction_open && pawl_in_transaction(db)) {
        db->driver->exec(db, "rollback", NULL);
        return error_set(&call->said, PAWL_MISUSE, "%s has left a transaction open", callback->name);
    }
    if (status < PAWL_OK || status > PAWL_SKIP)
        return error_set(&call->said, PAWL_MISUSE, "%s has answered %d, which is no status", callback->name,
                         (int)status);
    if (status != PAWL_OK && !call->said.message[0])
        snprintf(call->said.message, sizeof call->said.message, "%s answered %s", callback->name,
                 pawl_status_name(status));
    return status;
}

/* Locks of one flow's runs concern no machine. */
static int64_t global_token(const struct pawl_step *step, const char *key) {
    for (size_t i = 0; i < step->locks->count; i++)
        if (!*step->locks->locks[i].type && strcmp(step->locks->locks[i].key, key) == 0)
            return step->locks->locks[i].token;
    return 0;
}

enum pawl_status step_call(struct run *run, struct step_call *call) {
    struct pawl_db *db = run->db;
    const void *owner = call->procedure ? (const void *)call->procedure : (const void *)run->flow;
    struct step_values values;
    struct pawl_run_locks locks;
    struct pawl_machine stand_in = {.name = run->flow->name};
    struct running running = {.outer = db->running,
                              .machine = &stand_in,
                              .key = {.number = run->row.id},
                              .trace = call->told.trace,
                              .step = &call->told};
    char lock_owner[32];
    call->said = (struct pawl_error)PAWL_ERROR_INIT;
    enum pawl_status status = gather_values(run, call, &values);
    if (status == PAWL_OK)
        status = run_locks_read(&run->scratch, run->row.locks, &locks, &run->err);
    if (status != PAWL_OK) {
        error_copy(&call->said, &run->err);
        return status;
    }
    snprintf(lock_owner, sizeof lock_owner, "run %" PRId64, run->row.id);
    call->told.lock_owner = lock_owner;
    call->told.locks = &locks;
    running.global_token = locks.count > 0 ? global_token : NULL;
    bool is_predicate = call->procedure
                            ? call->procedure->callbacks[call->callback].kind == PAWL_CALLBACK_PREDICATE
                            : run->flow->callbacks[call->callback].kind == PAWL_CALLBACK_PREDICATE;
    call->in_transaction |= is_predicate && db->transaction_open;
    pawl_call_step_fn *function = call->procedure ? call->procedure->call : run->flow->call;
    struct results kept[2] = {db->results[0], db->results[1]};
    db->results[0] = db->results[1] = (struct results){0};
    if (call->in_transaction)
        db->running = &running;
    int64_t begun_us = monotonic_us();
    status =
        function(hooks_of(db, owner), call->callback, call->in_transaction || is_predicate ? db : NULL,
                 &call->told, call->procedure ? NULL : values.args, values.given, &call->yes, &call->said);
    call->duration_us = monotonic_us() - begun_us;
    db->running = running.outer;
    results_free(&db->results[0]);
    results_free(&db->results[1]);
    db->results[0] = kept[0];
    db->results[1] = kept[1];
    status = judge_callback_answer(run, call, status);
    if (status == PAWL_OK && !is_predicate)
        status = keep_written_values(run, call, &values);
    call->said.status = status;
    return status;
}
