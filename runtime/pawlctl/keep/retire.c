#include "database/database.h"
#include "database/flow_model.h"
#include "keep.h"
#include "say/json.h"
#include "say/row.h"

#include <string.h>

struct retired_versions {
    const char *machine;
    json_t *list; /* { fingerprint: {deployed, accepted} } */
};

static enum pawl_status note_version(void *context, const struct cell *cells, struct pawl_error *err) {
    struct retired_versions *versions = context;
    (void)err;
    if (strcmp(cells[0].text, versions->machine) == 0)
        json_object_set_new(
            versions->list, cells[1].text,
            json_pack("{s:b, s:b}", "deployed", cells[2].number != 0, "accepted", cells[3].number != 0));
    return PAWL_OK;
}

static bool is_last(const struct retired_versions *versions, const char *fingerprint) {
    const char *other;
    json_t *version;
    json_object_foreach(versions->list, other, version) {
        if (flag_of(version, "accepted") && !flag_of(version, "deployed") && strcmp(other, fingerprint) != 0)
            return false;
    }
    return true;
}

static bool retire(struct call *call, const struct retired_versions *versions, const char *fingerprint) {
    const struct value values[] = {value_text(versions->machine), value_text(fingerprint),
                                   value_text(is_last(versions, fingerprint) ? "last" : "")};
    return database_run_written(call, call->dialect->retire, values, sizeof values / sizeof *values);
}

int command_retire(struct call *call) {
    const char *machine = call->operands[0], *fingerprint = call->operands[1];
    struct retired_versions versions = {machine, json_object()};
    int status = EXIT_DONE;
    if (!database_rows(call, call->dialect->versions, NULL, 0, note_version, &versions))
        status = database_error(call);
    const json_t *version = json_object_get(versions.list, fingerprint);
    const bool is_accepted = flag_of(version, "accepted");
    if (status == EXIT_DONE && version == NULL)
        status = flow_refuse(call, machine);
    if (status == EXIT_DONE && version == NULL)
        status = refused("pawlctl status lists machines, and the versions of each that are accepted",
                         "machine %s has no version %s", machine, fingerprint);
    else if (status == EXIT_DONE && flag_of(version, "deployed"))
        status = refused("apply the migration to another version first",
                         "machine %s is deployed in version %s; nothing was changed", machine, fingerprint);
    else if (status == EXIT_DONE && is_accepted && !retire(call, &versions, fingerprint))
        status = database_error(call);
    if (status == EXIT_DONE)
        row_tell(call,
                 ROW(row_text("machine", machine), row_text("fingerprint", fingerprint),
                     row_truth("retired", is_accepted)),
                 is_accepted ? "{machine}: programs of version {fingerprint} are refused from now on\n"
                             : "{machine}: programs of version {fingerprint} are refused already\n");
    json_decref(versions.list);
    return status;
}
