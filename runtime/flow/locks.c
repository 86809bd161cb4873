#include "flow/run.h"

#include "lock/lock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Locks that runs hold: as a run's row has them, and the keys that declarations stand for. */

static int64_t token_of(const struct pawl_step *step, const char *key) {
    int64_t token = 0;
    for (size_t i = 0; step && key && step->locks && i < step->locks->count; i++) {
        const struct run_lock *lock = &step->locks->locks[i];
        if (strcmp(lock->key, key) != 0)
            continue;
        if (!*lock->type)
            return lock->token;
        token = lock->token;
    }
    return token;
}

int64_t pawl_step_token(const struct pawl_step *step, const char *key) {
    char lower[UUID_LENGTH + 1];
    const int64_t token = token_of(step, key);
    const bool is_uuid = token == 0 && key && uuid_lower(key, lower) && key[UUID_LENGTH] == '\0';
    return is_uuid ? token_of(step, lower) : token;
}

enum pawl_status run_locks_read(struct results *memory, const char *json, struct pawl_run_locks *locks,
                                struct pawl_error *err) {
    struct json_reader reader = {json, memory};
    struct run_lock *rows = results_alloc(memory, (strlen(json) / 8 + 1) * sizeof *rows);
    *locks = (struct pawl_run_locks){.locks = rows};
    TRY(memory_check(rows, err));
    json_read_sign(&reader, '[');
    while (json_read_sign(&reader, '[')) {
        char *scope = NULL, *type = NULL, *key = NULL;
        int64_t token = 0;
        bool read = json_read_string(&reader, &scope) && json_read_sign(&reader, ',') &&
                    json_read_string(&reader, &type) && json_read_sign(&reader, ',') &&
                    json_read_string(&reader, &key) && json_read_sign(&reader, ',') &&
                    json_read_number(&reader, &token) && json_read_sign(&reader, ']');
        if (!read)
            return error_set(err, PAWL_MISMATCH, "the locks of the run cannot be read: %.40s", reader.at);
        TRY(memory_check(scope && type && key, err));
        rows[locks->count++] = (struct run_lock){scope, type, key, token};
        json_read_sign(&reader, ',');
    }
    return PAWL_OK;
}

void run_lock_write(struct json *json, const struct run_lock *lock) {
    json_printf(json, "%s[", json->length > 1 ? ", " : "");
    json_put_string(json, lock->scope);
    json_put(json, ", ", 2);
    json_put_string(json, lock->type);
    json_put(json, ", ", 2);
    json_put_string(json, lock->key);
    json_printf(json, ", %" PRId64 "]", lock->token);
}

static enum pawl_status set_locks(struct run *run, const struct json *json) {
    const char *locks = json_end(json);
    if (!locks)
        return PAWL_NOMEM;
    run->row.locks = locks;
    run->is_unsaved = true;
    return PAWL_OK;
}

static enum pawl_status run_locks_add(struct run *run, const char *gained) {
    struct json json = {.memory = &run->memory[0]};
    size_t length = strlen(run->row.locks);
    json_put(&json, run->row.locks, length - 1); /* without its ] */
    json_printf(&json, "%s%s]", length > 2 && *gained ? ", " : "", gained);
    return set_locks(run, &json);
}

/* Those that begin with the same step are told apart by how many lie around them. */
const char *lock_scope_name(struct run *run, uint32_t scope, const int64_t *iteration) {
    const struct pawl_flow_scope *scopes = run->flow->scopes;
    const char *path = run->flow->steps[scopes[scope].first].path;
    const char *around = iteration_write(&run->scratch, iteration, scopes[scope].depth);
    int number = 1;
    for (uint32_t outer = scopes[scope].parent; outer != PAWL_FLOW_NOTHING; outer = scopes[outer].parent)
        number += scopes[outer].kind == PAWL_SCOPE_LOCK && scopes[outer].first == scopes[scope].first;
    size_t size = around ? strlen(path) + strlen(around) + 16 : 0;
    char *name = around ? results_alloc(&run->scratch, size) : NULL;
    if (name)
        snprintf(name, size, "%s%s#%d", path, around, number);
    return name;
}

bool lock_scope_is_held(struct run *run, const char *name) {
    struct pawl_run_locks locks;
    if (run_locks_read(&run->scratch, run->row.locks, &locks, NULL) != PAWL_OK)
        return false;
    for (size_t i = 0; i < locks.count; i++)
        if (strcmp(locks.locks[i].scope, name) == 0)
            return true;
    return false;
}

/* Among those that stay. */
static bool is_held_elsewhere(const struct pawl_run_locks *locks, const struct run_lock *lock,
                              const char *name) {
    for (size_t i = 0; i < locks->count; i++)
        if (strcmp(locks->locks[i].scope, name) != 0 && strcmp(locks->locks[i].type, lock->type) == 0 &&
            strcmp(locks->locks[i].key, lock->key) == 0)
            return true;
    return false;
}

enum pawl_status lock_scope_free(struct run *run, const char *name) {
    struct pawl_run_locks locks;
    TRY(run_locks_read(&run->memory[0], run->row.locks, &locks, NULL));
    struct run_lock *freed =
        results_alloc(&run->memory[0], (run->freed_count + locks.count + 1) * sizeof *freed);
    if (!freed)
        return PAWL_NOMEM;
    if (run->freed_count)
        memcpy(freed, run->freed, run->freed_count * sizeof *freed);
    run->freed = freed;
    struct json json = {.memory = &run->memory[0]};
    json_put(&json, "[", 1);
    for (size_t i = 0; i < locks.count; i++)
        if (name && strcmp(locks.locks[i].scope, name) != 0)
            run_lock_write(&json, &locks.locks[i]);
        else if (!name || !is_held_elsewhere(&locks, &locks.locks[i], name))
            freed[run->freed_count++] = locks.locks[i];
    json_put(&json, "]", 1);
    return set_locks(run, &json);
}

/* ---- taking them -------------------------------------------------------------------------------- */

enum pawl_status locks_named(struct results *memory, const struct pawl_flow *flow,
                             const struct pawl_flow_lock *declared, size_t count, const char *scope,
                             const void *args, const void *data, const struct run_lock **locks,
                             size_t *lock_count, struct pawl_error *err) {
    size_t keys = 0;
    char refusal[LOCK_DETAIL_SIZE];
    for (size_t i = 0; i < count; i++)
        keys += declared[i].key_count;
    struct run_lock *rows = results_alloc(memory, (2 * keys + 1) * sizeof *rows);
    TRY(memory_check(rows, err));
    *locks = rows;
    for (size_t i = 0; i < count; i++)
        for (uint16_t k = 0; k < declared[i].key_count; k++) {
            const struct pawl_value_place *place = &declared[i].keys[k];
            const struct pawl_param *param = &(place->is_data ? flow->data : flow->args)[place->index];
            const char *key = value_as_key(memory, param, place->is_data ? data : args);
            if (!key || !*key || strlen(key) > PAWL_KEY_MAX_BYTES) {
                error_set(err, PAWL_MISUSE, "%s: the lock's key %s %s", flow->name, param->name,
                          !key    ? "is not set"
                          : !*key ? "is empty"
                                  : "is too long");
                error_help(err, "give it 1 to %d bytes", PAWL_KEY_MAX_BYTES);
                return PAWL_MISUSE;
            }
            *rows++ = (struct run_lock){scope, declared[i].is_global ? "" : flow->name, key, 0};
            /* a text in the form of a uuid also stops machines whose keys are uuids, as pawl_acquire does */
            const char *lower = key;
            if (declared[i].is_global && lock_key_settle(memory, "", 1U << PAWL_TYPE_UUID, &lower, refusal) &&
                strcmp(lower, key) != 0)
                *rows++ = (struct run_lock){scope, "", lower, 0};
        }
    *lock_count = (size_t)(rows - *locks);
    return PAWL_OK;
}

static enum pawl_status take_locks(struct run *run, const struct run_lock *locks, size_t count, bool *taken) {
    struct run_answer answer = {.status = PAWL_OK};
    enum pawl_status status =
        run->db->driver->flows->lock(run->db, &run->row, locks, count, &answer, &run->err);
    if (status != PAWL_OK || answer.status == PAWL_CONFLICT)
        return status == PAWL_OK ? run_claim_is_lost(run) : status;
    *taken = answer.status == PAWL_OK;
    if (!*taken)
        return run_leave(run, NULL, PAWL_RUN_BLOCKED, answer.detail ? strtoll(answer.detail, NULL, 10) : -1);
    status = run_locks_add(run, answer.detail ? answer.detail : "");
    run_becomes(run, PAWL_RUN_READY);
    return status == PAWL_OK ? run_save(run, NULL, RUN_RENEWS_LEASE, 0) : status;
}

enum pawl_status run_take_locks(struct run *run, const char *scope, const struct pawl_flow_lock *declared,
                                size_t count, bool *taken) {
    const struct run_lock *locks = NULL;
    size_t lock_count = 0;
    void *args = NULL, *data = NULL;
    *taken = false;
    TRY(run_commit_stretch(run));
    TRY(run_values(run, &args, &data));
    TRY(locks_named(&run->scratch, run->flow, declared, count, scope, args, data, &locks, &lock_count,
                    &run->err));
    TRY(run_begin(run));
    return take_locks(run, locks, lock_count, taken);
}
