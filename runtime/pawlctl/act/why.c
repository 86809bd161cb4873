#include "act.h"
#include "database/entity.h"
#include "machine.h"
#include "say/row.h"

#include <string.h>

/* What is in the way, for people: the guards that fail, or the lock. */
static const char *obstacle_of(const struct pawl_reason *reason) {
    if (*reason->detail)
        return reason->detail;
    return reason->status == PAWL_PENDING  ? arena_printf(memory, "depends on %s", reason->guard)
           : reason->status == PAWL_MISUSE ? arena_printf(memory, "needs a program with %s", reason->guard)
                                           : reason->guard;
}

int command_why(struct call *call) {
    const char *id = call->operands[call->operand_count - 1];
    const struct entity entity = entity_find(call, call->operand_count > 1 ? call->operands[0] : NULL, id);
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
    for (size_t event = 1; event <= model->event_count; event++) {
        const struct pawl_reason *reason = &reasons[event];
        const struct field row[] = {
            column_first("event", row_text("event", model->events[event].name)),
            column_first("now", row_text("status", pawl_status_name(reason->status))),
            column("leads to",
                   row_or("", row_text("to", reason->to > 0 ? model->states[reason->to].name : NULL))),
            column_last("why",
                        row_or("", row_text("why", *obstacle_of(reason) ? obstacle_of(reason) : NULL))),
            ROW_END,
        };
        list_add(&list, row);
    }
    row_tell(call, ROW(row_text("machine", model->name), row_text("id", id), row_list(&list)),
             "{machine} {id}\n");
    list_print(&list);
    return EXIT_DONE;
}
