#include "database/database.h"
#include "database/flow_model.h"
#include "keep.h"
#include "say/row.h"

#include <string.h>

int command_retire(struct call *call) {
    const char *machine = call->operands[0], *fingerprint = call->operands[1];
    const struct row_set versions = database_versions(call);
    const struct cell *version = NULL; /* machine, fingerprint, is deployed, is accepted */
    bool is_last = true;               /* of those that are accepted beside the deployed one */
    for (EACH_ROW(row, versions)) {
        if (strcmp(row[0].text, machine) != 0)
            continue;
        if (strcmp(row[1].text, fingerprint) == 0)
            version = row;
        else if (row[3].number != 0 && row[2].number == 0)
            is_last = false;
    }
    if (version == NULL)
        flow_refuse(call, machine);
    if (version == NULL)
        refused("pawlctl status lists machines, and the versions of each that are accepted",
                "machine %s has no version %s", machine, fingerprint);
    if (version[2].number != 0)
        refused("apply the migration to another version first",
                "machine %s is deployed in version %s; nothing was changed", machine, fingerprint);
    const bool is_accepted = version[3].number != 0;
    if (is_accepted)
        database_run_written(
            call, call->dialect->retire,
            VALUES(value_text(machine), value_text(fingerprint), value_text(is_last ? "last" : "")));
    row_tell(call,
             ROW(row_text("machine", machine), row_text("fingerprint", fingerprint),
                 row_truth("retired", is_accepted)),
             is_accepted ? "{machine}: programs of version {fingerprint} are refused from now on\n"
                         : "{machine}: programs of version {fingerprint} are refused already\n");
    return EXIT_DONE;
}
