/* Events as people type them. */
#include "core/deployment.h"
#include "core/handle.h"
#include "core/key.h"
#include "core/machine.h"
#include "core/parse.h"

#include <string.h>

static enum pawl_status read_key(const struct pawl_machine *machine, const char *text, struct pawl_key *key,
                                 struct pawl_error *err) {
    const bool is_int = machine->key_type == PAWL_TYPE_INT;
    *key = (struct pawl_key){.text = text};
    if (!text || !key_is_number(machine->key_type) ||
        parse_number(text, is_int ? INT32_MIN : INT64_MIN, is_int ? INT32_MAX : INT64_MAX, &key->number))
        return PAWL_OK;
    return error_set(err, PAWL_MISUSE, "%s: its keys are whole numbers of %d bits, not `%s`", machine->name,
                     is_int ? 32 : 64, text);
}

enum pawl_status pawl_fire_text(struct pawl_db *db, const struct pawl_machine *machine, const char *key,
                                const char *event, const char *const *arguments, size_t count,
                                const struct pawl_opts *opts, struct pawl_transition *out,
                                struct pawl_error *err) {
    OPERATION(db, err);
    struct pawl_key read = {0};
    struct results memory = {0};
    error_clear(err);
    if (!db || !machine || !event || (count > 0 && !arguments))
        return error_set(err, PAWL_MISUSE, "pawl_fire_text: %s is NULL",
                         !db        ? "db"
                         : !machine ? "machine"
                         : !event   ? "event"
                                    : "arguments");
    TRY(check_abi("machine", machine->name, machine->abi, err));
    const int number = pawl_event_parse(machine, event);
    if (number == 0)
        return error_set(err, PAWL_MISUSE, "%s has no event %s", machine->name, event);
    TRY(read_key(machine, key, &read, err));
    void *args = results_alloc(&memory, args_size(&machine->events[number]) + 1);
    enum pawl_status status = memory_check(args, err);
    if (args) {
        memset(args, 0, args_size(&machine->events[number]) + 1);
        status = parse_arguments(&memory, &machine->events[number], arguments, count, args, err);
    }
    if (status == PAWL_OK)
        status = pawl_fire(db, machine, read, number, args, opts, out, err);
    results_free(&memory);
    return status;
}
