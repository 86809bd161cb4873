#include "look.h"
#include "look/flow_status.sql.h"
#include "say/json.h"

#include <string.h>

enum { STATUS_MAX = PAWL_RUN_CANCELLED };

struct status_standing {
    int64_t count[STATUS_MAX + 1], oldest_us[STATUS_MAX + 1], total;
};

static void add_status(struct list *list, const struct status_standing *standing, int i) {
    const bool is_empty = standing->count[i] == 0;
    list_add(
        list,
        ROW(column("status", row_text("status", pawl_run_status_name((enum pawl_run_status)i))),
            column(">runs", row_number("count", standing->count[i])),
            column("oldest since",
                   row_or("", row_if(!is_empty, row_time("oldest_since", standing->oldest_us[i])))),
            column("for", row_or("", row_if(!is_empty, row_age("age_seconds", standing->oldest_us[i]))))));
}

void flow_status(struct call *call, const char *flow, const char *label, const json_t *frozen,
                 struct list *flows) {
    struct status_standing standing = {.total = 0};
    /* cells: status, count, the time of the one that has stood there longest */
    const struct row_set runs =
        model_query(call, NULL, sql_runs_by_status, NULL, VALUES(value_text(flow)), 3);
    for (EACH_ROW(row, runs)) {
        const enum pawl_run_status status = pawl_run_status_parse(row[0].text);
        standing.count[status] = row[1].number;
        standing.oldest_us[status] = row[2].number;
        standing.total += row[1].number;
    }
    if (standing.total == 0 && !call->json && call->operand_count == 0)
        return;
    struct list statuses = list_new(call, "statuses", "");
    for (int i = 1; i <= STATUS_MAX; i++)
        add_status(&statuses, &standing, i);
    list_say(
        flows,
        ROW(row_text("flow", flow), row_text("label", label),
            row_json("frozen", member_or_null(frozen, flow)), row_list(&statuses),
            row_in_json(false, row_number("total", standing.total)),
            row_in_json(false, row_text("name", label == NULL ? "" : arena_printf(memory, " (%s)", label))),
            row_freeze(frozen, flow)),
        "{flow}{name}: {total|run|runs}{freeze}\n");
    list_print(&statuses);
}
