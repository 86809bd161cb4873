#include "act.h"
#include "base/suggest.h"
#include "database/entity.h"
#include "machine.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

/* ---- what was typed ----------------------------------------------------------------------------- */

static size_t find_event(const struct deployed_model *model, const char *name) {
    struct suggestion suggestion = suggestion_for(name);
    for (size_t i = 1; i <= model->event_count; i++) {
        if (strcmp(model->events[i].name, name) == 0)
            return i;
        suggestion_offer(&suggestion, model->events[i].name);
    }
    if (model_event(model, name) != 0) /* the stored text */
        return model_event(model, name);
    struct text events = TEXT_INIT;
    for (size_t i = 1; i <= model->event_count; i++)
        text_printf(&events, "%s%s", i == 1 ? "its events are " : ", ", model->events[i].name);
    refused(text_keep(&events, memory), "%s has no event %s%s%s%s", model->name, name,
            DID_YOU_MEAN(suggestion));
}

static char *read_arguments(struct call *call, const struct pawl_event *event) {
    static struct results kept;
    char *args = arena_alloc(memory, PAWL_COLUMN_MAX * ARGUMENT_BYTES);
    const char *const *operands = (const char *const *)call->operands + 3;
    if (parse_arguments(&kept, event, operands, call->operand_count - 3, args, &call->err) != PAWL_OK) {
        complain_of_usage(call, "%s", call->err.message);
        say_error("  %s\n", call->err.help);
        end(EXIT_USAGE);
    }
    return args;
}

/* ---- the answer --------------------------------------------------------------------------------- */

static const char *state_name(const struct deployed_model *model, int state) {
    return state > 0 ? model->states[state].name : NULL;
}

static int fire_answer(struct call *call, const struct entity *entity, enum pawl_status status,
                       const struct pawl_transition *moved, bool was_made_before) {
    const struct deployed_model *model = entity->model;
    const char *from = state_name(model, moved->from);
    const bool has_moved = moved->sort_key != 0;
    row_tell(call,
             ROW(row_text("status", pawl_status_name(status)), row_text("machine", model->name),
                 row_text("id", entity->id), row_text("event", model->events[moved->event].name),
                 row_text("from", from), row_text("to", state_name(model, moved->to)),
                 row_in_json(has_moved, row_number("sort_key", moved->sort_key)),
                 row_in_json(has_moved, row_time("at", moved->created_at_us)),
                 row_in_json(was_made_before, row_truth("made_before", true)),
                 row_in_json(call->err.message[0] != '\0', row_text("message", call->err.message)),
                 row_in_json(call->err.help[0] != '\0', row_text("help", call->err.help)),
                 row_in_json(false,
                             row_text("before",
                                      was_made_before ? "; it was made before, under this request id" : ""))),
             status == PAWL_IGNORED ? "{machine} {id}: {event} is ignored in {from}; nothing was written\n"
             : status != PAWL_OK    ? ""
             : from == NULL
                 ? "{machine} {id}: created in {to} ({event}, sort key {sort_key}, {at}){before}\n"
                 : "{machine} {id}: {from} -> {to} ({event}, sort key {sort_key}, {at}){before}\n");
    if (!call->json && status != PAWL_OK && status != PAWL_IGNORED)
        database_complain(call);
    return exit_status_of(status);
}

/* As libpawl, where a handle has no hooks; but nobody can give this program any. */
static enum pawl_status check_callbacks(struct call *call, const struct pawl_machine *machine,
                                        struct pawl_key key, int event, const struct pawl_opts *opts) {
    char shown[KEY_SHOWN_SIZE];
    const struct pawl_hook *needed = callback_of_event(machine, event);
    if (needed == NULL)
        return PAWL_OK;
    struct pawl_reason *reasons = MACHINE_ARRAY(machine->event_count + 1u, struct pawl_reason);
    const struct pawl_reason *reason = &reasons[event];
    if (pawl_why(call->db, machine, key, opts, reasons, &call->err) == PAWL_OK && *reason->guard == '\0' &&
        reason->status != PAWL_OK && reason->status != PAWL_IGNORED)
        return error_set(&call->err, reason->status, "%s %s: %s is %s%s%s", machine->name,
                         key_shown(machine, key, shown), machine->events[event].name,
                         pawl_status_name(reason->status), *reason->detail ? ": " : " now", reason->detail);
    return error_advise(&call->err, PAWL_MISUSE, "fire it from a program that has it",
                        "%s %s: %s needs the %s %s, which is in C", machine->name,
                        key_shown(machine, key, shown), machine->events[event].name, hook_kind(needed),
                        needed->name);
}

/* What was asked for under a request id is answered with what was done then, which may be what the caller
 * does not expect. A login that may fire may not be one that reads the history. */
static bool was_asked_before(struct call *call, const struct entity *entity, const char *request_id) {
    const struct deployed_model *model = entity->model;
    bool is_found = false;
    struct row_set moves;
    if (request_id == NULL ||
        !database_try_query(call, text_of(model->statements, "history"),
                            VALUES(model_key_value(model, entity->key)), ENTITY_MOVE_CELLS, &moves))
        return false;
    for (EACH_ROW(row, moves))
        is_found |= row[6].text != NULL && strcmp(row[6].text, request_id) == 0;
    return is_found;
}

/* In the words of whoever types, where libpawl has those of programs, or does not know of archives. */
static void help_to_fire(struct call *call, const struct entity *entity, const struct pawl_event *event,
                         enum pawl_status status) {
    const struct deployed_model *model = entity->model;
    struct pawl_error said = call->err;
    const char *archived =
        status == PAWL_NOT_FOUND && !event->is_creation ? entity_archived(call, model, entity->key) : NULL;
    const char *blocker = status == PAWL_ASLEEP || status == PAWL_LOCKED ? blocker_of(call, entity) : NULL;
    if (status == PAWL_ASLEEP || status == PAWL_LOCKED)
        error_help(&said, "%s%sfire it again when that is over; pawlctl locks lists what is frozen and held",
                   blocker == NULL ? "" : blocker, blocker == NULL ? "" : ": ");
    else if (status == PAWL_NOT_FOUND && event->is_creation && model->parent != NULL)
        error_help(&said, "insert its row into %s first, with that key as %s", model->parent,
                   model->parent_column);
    else if (archived != NULL)
        error_help(&said, "%s", archived);
    call->err = said;
}

int command_fire(struct call *call) {
    const struct entity entity = entity_find(call, call->operands[0], call->operands[1]);
    const struct deployed_model *model = entity.model;
    if (!model_has_queue(model))
        return EXIT_REFUSED;
    const size_t event = find_event(model, call->operands[2]);
    const char *args = read_arguments(call, &model->events[event]);
    const struct pawl_machine *machine = machine_make(call, model);
    const struct pawl_opts opts = {.actor = option(call, "--actor"),
                                   .request_id = option(call, "--request-id")};
    struct pawl_transition moved = {.event = (int)event};
    if (option(call, "--dry-run") != NULL && opts.request_id != NULL)
        usage_error(call, "--dry-run takes no --request-id: nothing is made");
    if (option(call, "--dry-run") != NULL)
        return fire_dry(call, &entity, event, &opts);
    enum pawl_status status = check_callbacks(call, machine, entity.key, (int)event, &opts);
    const bool was_asked = status == PAWL_OK && was_asked_before(call, &entity, opts.request_id);
    if (status == PAWL_OK) {
        status = pawl_fire(call->db, machine, entity.key, (int)event, args, &opts, &moved, &call->err);
        help_to_fire(call, &entity, &model->events[event], status);
    }
    return fire_answer(call, &entity, status, &moved, was_asked && status == PAWL_OK);
}
