#include "database/flow_model.h"
#include "flow.h"

#include "database/database.h"

enum { PAGE = 500 };

/* What it is doing, or waits for. */
static const char *flow_list_says(const struct pawl_run *run) {
    if (run->error != NULL && (run->status == PAWL_RUN_PARKED || run->attempt > 1))
        return run->error;
    if (run->status == PAWL_RUN_WAITING && run->waits_for != NULL)
        return arena_printf(memory, "waits for the signal %s", run->waits_for);
    return run->wish == NULL ? "" : arena_printf(memory, "%s is requested", run->wish);
}

const struct field *flow_run_row(const struct pawl_run *run) {
    const char *direction = run->ended_at_us != 0 ? "" : run->is_undoing ? "back" : "forward";
    return row_keep(
        ROW(column_first(">run", row_number("run", run->id)),
            column_first("flow", row_text("flow", run->flow)), row_text("fingerprint", run->fingerprint),
            column("status", row_alarm(run->status == PAWL_RUN_PARKED,
                                       row_text("status", pawl_run_status_name(run->status)))),
            row_truth("undoing", run->is_undoing), column_only("goes", row_text("goes", direction)),
            column("step", row_text("step", run->place)), row_number("attempt", run->attempt),
            row_json_text("args", run->args), row_json_text("data", run->data),
            column_first("key", row_json_text("unique", run->unique)), row_text("error", run->error),
            row_text("waits_for", run->waits_for), row_text("wish", run->wish),
            row_truth("leased", run->is_leased), row_if(run->due_at_us != 0, row_time("due", run->due_at_us)),
            column("started", row_if(run->started_at_us != 0, row_time("started", run->started_at_us))),
            column("last changed", row_if(run->updated_at_us != 0, row_time("updated", run->updated_at_us))),
            row_if(run->ended_at_us != 0, row_time("ended", run->ended_at_us)),
            column_only("", row_text("says", flow_list_says(run)))));
}

/* The number of an option; `otherwise` if it was not given. */
static int64_t number_given(const struct call *call, const char *spelling, int64_t least, int64_t otherwise) {
    const char *text = option(call, spelling);
    int64_t number = otherwise;
    if (text != NULL && !parse_number(text, least, INT64_MAX, &number))
        usage_error(call, "%s: `%s` is not a number from %lld on", spelling, text, (long long)least);
    return number;
}

static void flow_list_add(struct call *call, const struct pawl_run_filter *filter, struct list *runs) {
    struct pawl_runs page = {NULL, 0};
    int64_t after = number_given(call, "--after", 0, 0), left = number_given(call, "--limit", 1, INT64_MAX);
    do {
        const size_t size = left < PAGE ? (size_t)left : PAGE;
        answer_check(call, pawl_run_list(call->db, filter, after, size, &page, &call->err));
        left -= (int64_t)page.count;
        for (size_t i = 0; i < page.count; i++) {
            list_add(runs, flow_run_row(&page.rows[i]));
            after = page.rows[i].id;
        }
    } while (page.count == PAGE && left > 0);
}

/*
 * A key is written as the run has it, a JSON array of what is unique; a value alone is that of a flow with
 * one such argument, a text or else a number.
 */
static void list_by_key(struct call *call, struct pawl_run_filter *filter, const char *key,
                        struct list *runs) {
    filter->unique = json_dumps(*key == '[' ? json_loads(key, 0, NULL) : json_pack("[s]", key), 0);
    if (filter->unique != NULL)
        flow_list_add(call, filter, runs);
    filter->unique = arena_printf(memory, "[%s]", key);
    if (runs->count == 0 && *key != '[')
        flow_list_add(call, filter, runs);
}

int flow_list(struct call *call, const char *flow) {
    const char *status_name = option(call, "--parked") != NULL ? "parked" : option(call, "--status");
    const char *key = option(call, "--key");
    struct pawl_run_filter filter = {.flow = flow, .lock = option(call, "--lock")};
    if (option(call, "--parked") != NULL && option(call, "--status") != NULL)
        usage_error(call, "--parked is --status=parked: give one of the two");
    if (status_name != NULL && (filter.status = pawl_run_status_parse(status_name)) == 0)
        usage_error(
            call,
            "--status: expected ready, blocked, waiting, paused, parked, done, undone or cancelled, got %s",
            status_name);
    if (key != NULL && *key == '[' && json_loads(key, 0, NULL) == NULL)
        usage_error(call, "--key: %s is no JSON array", key);
    if (flow != NULL && !flow_model_read(call, flow, NULL).found)
        refused("pawlctl flow ls lists the runs of all flows", "there is no flow %s", flow);
    struct list runs = list_new(call, "runs", NULL);
    if (key == NULL)
        flow_list_add(call, &filter, &runs);
    else
        list_by_key(call, &filter, key, &runs);
    lists_print(&runs, 1,
                option(call, "--parked") != NULL                            ? "no run is parked\n"
                : key != NULL || status_name != NULL || filter.lock != NULL ? "no such run\n"
                : flow != NULL                                              ? "no run of it\n"
                                                                            : "no runs\n");
    return EXIT_DONE;
}
