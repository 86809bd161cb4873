#include "database/database.h"
#include "database/frozen.h"
#include "look.h"

#include <string.h>

enum { STATUS_MAX = PAWL_RUN_CANCELLED };

struct status_standing {
    int64_t count[STATUS_MAX + 1], oldest_us[STATUS_MAX + 1], total;
};

/* cells: status, count, the time of the one that has stood there longest */
static enum pawl_status note_standing(void *context, const struct cell *cells, struct pawl_error *err) {
    struct status_standing *standing = context;
    const enum pawl_run_status status = pawl_run_status_parse(cells[0].text);
    (void)err;
    standing->count[status] = cells[1].number;
    standing->oldest_us[status] = cells[2].number;
    standing->total += cells[1].number;
    return PAWL_OK;
}

static void add_status(struct list *list, const struct status_standing *standing, int i) {
    const bool is_empty = standing->count[i] == 0;
    const struct field row[] = {
        column("status", row_text("status", pawl_run_status_name((enum pawl_run_status)i))),
        column(">runs", row_number("count", standing->count[i])),
        column("oldest since",
               row_or("", row_if(!is_empty, row_time("oldest_since", standing->oldest_us[i])))),
        column_only("for", row_or("", row_if(!is_empty, row_age("for", standing->oldest_us[i])))),
        ROW_END,
    };
    list_add(list, row);
}

bool flow_status(struct call *call, const char *flow, const char *label, const json_t *frozen,
                 struct list *flows) {
    struct status_standing standing = {.total = 0};
    const struct value value = value_text(flow);
    if (!database_rows(call, call->dialect->runs_by_status, &value, 1, note_standing, &standing))
        return false;
    if (standing.total == 0 && !call->json && call->operand_count == 0)
        return true;
    struct list statuses = list_new(call, "statuses", "");
    char freeze[FROZEN_SIZE];
    for (int i = 1; i <= STATUS_MAX; i++)
        add_status(&statuses, &standing, i);
    list_say(flows,
             ROW(row_text("flow", flow), row_text("label", label),
                 row_json("frozen", frozen_json(frozen, flow)), row_list(&statuses),
                 row_in_json(false, row_number("total", standing.total)),
                 row_in_json(false, row_text("freeze", frozen_text(frozen, flow, freeze)))),
             label == NULL ? "{flow}: {total|run|runs}{freeze}\n"
                           : "{flow} ({label}): {total|run|runs}{freeze}\n");
    list_print(&statuses);
    list_free(&statuses);
    return true;
}
