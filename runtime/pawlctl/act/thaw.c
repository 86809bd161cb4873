#include "act.h"
#include "database/database.h"
#include "database/frozen.h"

int command_thaw(struct call *call) {
    const char *machine = call->operands[0];
    freeze_look_up(call, machine);
    const bool was_frozen = frozen_text(frozen_now(call), machine) != NULL;
    const bool is_migrated = migrating_text(migrating_now(call), machine) != NULL;
    const bool is_logged = option_text(call, "--actor") != NULL && was_frozen;
    if (is_logged)
        database_begin(call);
    const enum pawl_status status = pawl_thaw(call->db, machine, &call->err);
    if (status == PAWL_OK && is_logged) {
        database_log_action(call, "resume", machine, NULL);
        database_commit(call);
    }
    return freeze_report(
        call, machine, status,
        is_migrated  ? "is not frozen, but being migrated: if nobody works on that migration, apply it again"
        : was_frozen ? "moves again"
                     : "was not frozen",
        NULL);
}
