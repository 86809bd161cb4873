#include "act.h"
#include "database/entity.h"
#include "machine.h"
#include "say/print.h"

/* The blocker, for people: the guards that fail, the lock, or the error of a guard; NULL: none. */
static const char *obstacle_of(const struct pawl_reason *reason) {
    if (*reason->guard == '\0')
        return *reason->detail ? reason->detail : NULL;
    if (reason->status == PAWL_REFUSED)
        return *reason->detail ? reason->detail : reason->guard; /* which detail has, too */
    return *reason->detail                  ? arena_printf(memory, "%s: %s", reason->guard, reason->detail)
           : reason->status == PAWL_PENDING ? arena_printf(memory, "depends on %s", reason->guard)
           : reason->status == PAWL_MISUSE  ? arena_printf(memory, "needs a program with %s", reason->guard)
                                            : reason->guard;
}

static const char *target_of(const struct deployed_model *model, const struct pawl_reason *reason) {
    return reason->to > 0 ? model->states[reason->to].name : NULL;
}

/* [{name, type, required}], as fire takes them. */
static struct field params_of(const struct pawl_event *event) {
    json_t *params = json_array();
    for (const struct pawl_param *each = event->params; each < event->params + event->param_count; each++)
        json_array_append_new(
            params, row_object(ROW(row_text("name", each->name), row_text("type", model_types[each->type]),
                                   row_truth("required", !each->optional))));
    return row_json("params", params);
}

int fire_dry(struct call *call, const struct entity *entity, size_t event, const struct pawl_opts *opts) {
    const struct deployed_model *model = entity->model;
    struct pawl_reason *reasons = MACHINE_ARRAY(model->event_count + 1, struct pawl_reason);
    const enum pawl_status status =
        pawl_why(call->db, machine_make(call, model), entity->key, opts, reasons, &call->err);
    const struct pawl_reason *reason = &reasons[event];
    const char *name = model->events[event].name, *why = obstacle_of(reason);
    if (status == PAWL_NOT_FOUND && model->events[event].is_creation)
        error_set(&call->err, status, "%s: a creation has no dry run, and there is no such %s", name,
                  model->name);
    if (status != PAWL_OK) {
        database_complain(call);
        return exit_status_of(status);
    }
    const bool is_done = reason->status == PAWL_OK || reason->status == PAWL_IGNORED;
    row_tell(call,
             ROW(row_truth("dry_run", true), row_text("status", pawl_status_name(reason->status)),
                 row_text("machine", model->name), row_text("id", entity->id), row_text("event", name),
                 row_text("to", target_of(model, reason)), row_text("why", why)),
             reason->status == PAWL_OK ? "{machine} {id}: {event} would lead to {to}\n"
             : is_done                 ? "{machine} {id}: {event} would be ignored\n"
                                       : "");
    if (!is_done && !call->json)
        complain("", "%s %s: %s would return %s%s%s", model->name, entity->id, name,
                 pawl_status_name(reason->status), why != NULL ? ": " : "", why != NULL ? why : "");
    return exit_status_of(reason->status);
}

int command_why(struct call *call) {
    const struct entity entity = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL,
                                             call->operands[call->operand_count - 1]);
    const struct deployed_model *model = entity.model;
    if (!model_has_queue(model))
        return EXIT_REFUSED;
    const struct pawl_machine *machine = machine_make(call, model);
    struct pawl_reason *reasons = MACHINE_ARRAY(model->event_count + 1, struct pawl_reason);
    struct list list = list_new(call, "events", "");
    const enum pawl_status status = pawl_why(call->db, machine, entity.key, NULL, reasons, &call->err);
    if (status != PAWL_OK) {
        database_complain(call);
        return exit_status_of(status);
    }
    const char *blocker = NULL;
    for (size_t event = 1; event <= model->event_count; event++) {
        struct pawl_reason *reason = &reasons[event];
        const bool is_blocked =
            (reason->status == PAWL_LOCKED || reason->status == PAWL_ASLEEP) && *reason->guard == '\0';
        if (is_blocked && blocker == NULL) {
            blocker = blocker_of(call, &entity);
            blocker = blocker == NULL ? "" : arena_printf(memory, " (%s)", blocker);
        }
        if (is_blocked)
            reason->detail = arena_printf(memory, "%s%s", copy_of(reason->detail), blocker);
        list_add(&list, ROW(column_first("event", row_text("event", model->events[event].name)),
                            column_first("now", row_text("status", pawl_status_name(reason->status))),
                            column("leads to", row_or("", row_text("to", target_of(model, reason)))),
                            params_of(&model->events[event]),
                            column_last("why", row_or("", row_text("why", obstacle_of(reason))))));
    }
    row_tell(call, ROW(row_text("machine", model->name), row_text("id", entity.id), row_list(&list)),
             "{machine} {id}\n");
    list_print(&list);
    return EXIT_DONE;
}
