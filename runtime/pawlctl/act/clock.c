#include "act.h"
#include "database/database.h"
#include "say/print.h"
#include "say/row.h"

#include <string.h>

int command_clock(struct call *call) {
    const char *verb = call->operands[0], *duration = call->operands[1];
    int64_t duration_ms = 0;
    if (strcmp(verb, "add") != 0)
        usage_error(call, "`%s` is not something that a test clock does: clock add 45d", verb);
    if (!parse_duration(duration, &duration_ms) || duration_ms == 0)
        usage_error(call, "`%s` is not a duration with its unit, such as 90m, 12h or 45d", duration);
    if (duration_ms > PAWL_DURATION_MAX_US / 1000)
        usage_error(call, "`%s` is more than %d years", duration, PAWL_DURATION_MAX_YEARS);
    answer_check(call, pawl_test_clock_add(call->db, duration_ms * 1000, &call->err));
    row_tell(call, ROW(row_duration("added_seconds", duration_ms * 1000)),
             "the clock was moved forward by {added_seconds}\n");
    return EXIT_DONE;
}
