#include "act.h"
#include "database/flow_model.h"
#include "database/frozen.h"
#include "database/model.h"
#include "say/row.h"

#include <string.h>

enum { TIMEOUT_DEFAULT_MS = 30000 };

int freeze_report(struct call *call, const char *machine, enum pawl_status status, const char *done,
                  const char *before) {
    error_as_typed(&call->err);
    const bool has_message = call->err.message[0] != '\0';
    row_tell(call,
             ROW(row_text("machine", machine), row_text("status", pawl_status_name(status)),
                 row_in_json(has_message, row_text("message", call->err.message)),
                 row_in_json(false, row_text("done", done)), row_in_json(false, row_text("before", before))),
             status != PAWL_OK ? ""
             : before == NULL  ? "{machine}: {done}\n"
                               : "{machine}: {done}; before, it was {before}\n");
    answer_check(call, status);
    return EXIT_DONE;
}

enum freezable freeze_look_up(struct call *call, const char *name) {
    if (flow_model_read(call, name, NULL).found)
        return FREEZABLE_FLOW;
    return database_is_spread(call, models_read(call, name).models->current) ? FREEZABLE_SPREAD_MACHINE
                                                                             : FREEZABLE_MACHINE;
}

int command_freeze(struct call *call) {
    const char *machine = call->operands[0], *until = option(call, "--until");
    const char *mode = option(call, "--mode"), *reason = option_text(call, "--reason");
    int64_t until_us = 0, timeout_ms = TIMEOUT_DEFAULT_MS;
    static const char *const done[2][2] = {
        {"frozen; nothing of it moves", "paused; nothing of it moves"},
        {"frozen; no run is started or taken up", "paused; no run is started or taken up"},
    };
    if (reason == NULL)
        usage_error(call, "waiting callers get the reason: give --reason=TEXT");
    if (mode != NULL && strcmp(mode, "reject") != 0 && strcmp(mode, "sleep") != 0)
        usage_error(call, "--mode: expected `reject` or `sleep`, got %s", mode);
    if (until != NULL && !parse_time(until, &until_us))
        usage_error(call, "--until: `%s` is not a time such as 2026-11-21T10:30:00Z", until);
    option_duration(call, "--wait", "500ms, 30s or 10m", &timeout_ms);
    const bool sleeps = mode != NULL && strcmp(mode, "sleep") == 0;
    const enum freezable kind = freeze_look_up(call, machine);
    if (kind == FREEZABLE_SPREAD_MACHINE && sleeps)
        refused("freeze it with --mode=reject",
                "machine %s is spread over nodes, and cannot be paused: its events would wait on the node of "
                "each",
                machine);
    const char *before = frozen_text(frozen_now(call), machine);
    const enum pawl_status answer =
        pawl_freeze(call->db, machine, sleeps ? PAWL_FREEZE_SLEEP : PAWL_FREEZE_REJECT, until_us, reason,
                    timeout_ms, &call->err);
    if (answer == PAWL_MISUSE && strstr(call->err.help, "until_us") != NULL)
        error_help(&call->err, "give --until a time that is to come, or leave it out: until the thaw");
    return freeze_report(call, machine, answer, done[kind == FREEZABLE_FLOW][sleeps], before);
}
