#include "lock/lock.h"

#include "core/deployment.h"
#include "core/key.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a lock on an entity is called by. */

static void set_lock_key(struct lock_key *key, const char *text) {
    key->is_known = true;
    strcpy(key->text, strlen(text) < sizeof key->text ? text : "");
}

static enum pawl_status read_lock_key(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    set_lock_key(context, cells[0].text ? cells[0].text : "");
    return PAWL_OK;
}

static bool is_canonical(const char *key, int64_t least, int64_t most) {
    char digits[KEY_DIGITS_SIZE];
    errno = 0;
    const int64_t number = strtoll(key, NULL, 10);
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return errno == 0 && number >= least && number <= most && strcmp(digits, key) == 0;
}

bool lock_key_settle(struct results *memory, const char *machine, unsigned types, const char **key,
                     char refusal[LOCK_DETAIL_SIZE]) {
    const bool has_bigint = types >> PAWL_TYPE_BIGINT & 1U, has_int = types >> PAWL_TYPE_INT & 1U,
               has_uuid = types >> PAWL_TYPE_UUID & 1U;
    struct value value = {.type = PAWL_TYPE_UUID, .text = *key};
    struct complaint none = {0};
    if (has_uuid && value_settle(memory, &value, &none) == PAWL_OK) {
        *key = value.text;
        return true;
    }
    if (types == 0 || types >> PAWL_TYPE_TEXT & 1U ||
        (has_bigint && is_canonical(*key, INT64_MIN, INT64_MAX)) ||
        (has_int && is_canonical(*key, INT32_MIN, INT32_MAX)))
        return true;
    snprintf(refusal, LOCK_DETAIL_SIZE, "machine %s: the lock key is %s%s%s%s%s, not `%.64s`", machine,
             has_bigint ? "a whole number of 64 bits, as -7 or 7" : "", has_bigint && has_int ? ", or " : "",
             has_int ? "a whole number of 32 bits, as -7 or 7" : "",
             (has_bigint || has_int) && has_uuid ? ", or " : "",
             has_uuid ? "a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8" : "", *key);
    return false;
}

enum pawl_status find_spelling(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               struct lock_key *spelling, struct pawl_error *err) {
    const char *sql = statements_of(db, machine)->find_spelling;
    char digits[KEY_DIGITS_SIZE];
    struct value entity = value_key(machine, key);
    enum pawl_status status = PAWL_OK;
    spelling->text[0] = '\0';
    if (sql)
        status = db->driver->query(db, sql, &entity, 1, read_lock_key, spelling, err);
    if (status == PAWL_OK && !spelling->text[0])
        set_lock_key(spelling, key_as_text(machine, key, digits));
    return judge_version(db, machine, status, err);
}

enum pawl_status find_lock_key(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               const struct pawl_event *event, const struct value *parameters,
                               struct lock_key *lock_key, struct pawl_error *err) {
    const struct pawl_reference *reference = machine->lock_key;
    char digits[KEY_DIGITS_SIZE];
    lock_key->is_known = false;
    if (!reference)
        return PAWL_OK;
    if (reference->kind == PAWL_REFERENCE_KEY && machine->key_type == PAWL_TYPE_TEXT)
        return find_spelling(db, machine, key, lock_key, err);
    if (reference->kind == PAWL_REFERENCE_KEY) {
        set_lock_key(lock_key, key_as_text(machine, key, digits));
        return PAWL_OK;
    }
    if (!event->is_creation) {
        struct value entity = value_key(machine, key);
        enum pawl_status status = db->driver->query(db, statements_of(db, machine)->find_key, &entity, 1,
                                                    read_lock_key, lock_key, err);
        return judge_version(db, machine, status, err);
    }
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct value *value = &parameters[i];
        if (event->params[i].column != reference->column)
            continue;
        snprintf(digits, sizeof digits, "%" PRId64, value->number);
        set_lock_key(lock_key, key_is_number(value->type) ? digits : value->text);
    }
    return PAWL_OK;
}
