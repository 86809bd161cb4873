#include "act.h"
#include "database/frozen.h"

int command_thaw(struct call *call) {
    const char *machine = call->operands[0];
    freeze_look_up(call, machine);
    const bool was_frozen = frozen_text(frozen_now(call), machine) != NULL;
    const bool is_migrated = migrating_text(migrating_now(call), machine) != NULL;
    return freeze_report(
        call, machine, pawl_thaw(call->db, machine, &call->err),
        is_migrated  ? "is not frozen, but being migrated: if nobody works on that migration, apply it again"
        : was_frozen ? "moves again"
                     : "was not frozen",
        NULL);
}
