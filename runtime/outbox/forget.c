#include "outbox/outbox.h"

#include "core/json.h"

#include <string.h>

/*
 * Parameters that are personal, taken out of what has not been delivered: the value becomes null, and all
 * else stays byte for byte, since numbers and json of others would not survive being read and written again.
 */

static bool is_named_topic(const char *name, size_t length, const struct outbox_forgetting *forgetting) {
    for (size_t i = 0; i < forgetting->name_count; i++)
        if (strlen(forgetting->names[i]) == length && memcmp(forgetting->names[i], name, length) == 0)
            return true;
    return false;
}

static char *without_forgotten(struct results *memory, const char *parameters,
                               const struct outbox_forgetting *forgetting) {
    /* a value may be shorter than null */
    char *without = results_alloc(memory, strlen(parameters) + 4 * forgetting->name_count + 1);
    char *to = without;
    if (!without)
        return NULL;
    const char *from = parameters;
    while (*from) {
        if (*from != '"') {
            *to++ = *from++;
            continue;
        }
        const char *name = from + 1, *name_end = json_string_end(from);
        const char *value = name_end ? name_end + strspn(name_end, " :") : NULL;
        const char *end = value ? json_value_end(value) : NULL;
        if (!end) /* the text ends too soon */
            break;
        const bool forgets = is_named_topic(name, (size_t)(name_end - 1 - name), forgetting);
        const size_t kept = (size_t)((forgets ? value : end) - from);
        memcpy(to, from, kept);
        to += kept;
        if (forgets) {
            memcpy(to, "null", 4);
            to += 4;
        }
        from = end;
    }
    strcpy(to, from);
    return without;
}

enum pawl_status outbox_forget_in(struct outbox_batch *batch, struct outbox_row *row,
                                  struct outbox_forgetting *forgetting, bool *changed,
                                  struct pawl_error *err) {
    const char *without = without_forgotten(&batch->memory, row->parameters, forgetting);
    TRY(memory_check(without, err));
    *changed = strcmp(without, row->parameters) != 0;
    row->parameters = without;
    forgetting->row_count += *changed;
    return PAWL_OK;
}

enum pawl_status outbox_forget(struct pawl_db *db, struct outbox_forgetting *forgetting,
                               struct pawl_error *err) {
    forgetting->row_count = 0;
    return db->driver->outbox->forget(db, forgetting, err);
}
