#include "act.h"
#include "database/database.h"
#include "database/frozen.h"
#include "database/migrating.h"

int command_thaw(struct call *call) {
    const char *machine = call->operands[0];
    bool is_flow, is_spread;
    int status = freeze_look_up(call, machine, &is_flow, &is_spread);
    if (status != EXIT_DONE)
        return status;
    json_t *frozen = frozen_now(call);
    if (frozen == NULL)
        return database_error(call);
    const bool was_frozen = json_object_get(frozen, machine) != NULL;
    json_decref(frozen);
    char begun[MIGRATING_SIZE];
    json_t *migrating = migrating_now(call);
    if (migrating == NULL)
        return database_error(call);
    const bool is_migrated = *migrating_text(migrating, machine, begun) != '\0';
    json_decref(migrating);
    return freeze_report(
        call, machine, pawl_thaw(call->db, machine, &call->err),
        is_migrated  ? "is not frozen, but being migrated: if nobody works on that migration, apply it again"
        : was_frozen ? "moves again"
                     : "was not frozen",
        NULL);
}
