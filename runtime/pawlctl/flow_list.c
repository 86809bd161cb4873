#include "flow.h"

#include "database.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500 };

/* As JSON; what does not read as such, as a text. */
static json_t *parsed(const char *text) {
    json_t *json = text == NULL ? json_null() : json_loads(text, JSON_DECODE_ANY, NULL);
    return json != NULL ? json : json_string(text);
}

static json_t *time_or_null(int64_t time_us) {
    char buffer[TIME_SIZE];
    return time_us == 0 ? json_null() : json_string(print_time(buffer, time_us, 'T'));
}

json_t *flow_run_json(const struct pawl_run *run) {
    json_t *json = json_pack("{s:I, s:s, s:s, s:s, s:b, s:s, s:i, s:o, s:o, s:o, s:s?, s:s?, s:s?, s:b}",
                             "run", (json_int_t)run->id, "flow", run->flow, "fingerprint", run->fingerprint,
                             "status", pawl_run_status_name(run->status), "undoing", run->is_undoing, "step",
                             run->place, "attempt", run->attempt, "args", parsed(run->args), "data",
                             parsed(run->data), "unique", parsed(run->unique), "error", run->error,
                             "waits_for", run->waits_for, "wish", run->wish, "leased", run->is_leased);
    json_object_set_new(json, "due", time_or_null(run->due_at_us));
    json_object_set_new(json, "started", time_or_null(run->started_at_us));
    json_object_set_new(json, "updated", time_or_null(run->updated_at_us));
    json_object_set_new(json, "ended", time_or_null(run->ended_at_us));
    return json;
}

static void add_cell(struct table *table, const char *text) {
    char *clean = text == NULL ? NULL : printable(text);
    table_cell(table, clean);
    free(clean);
}

/* What it is doing, or waits for. */
static const char *says(const struct pawl_run *run, char *buffer, size_t size) {
    if (run->error != NULL && (run->status == PAWL_RUN_PARKED || run->attempt > 1))
        return run->error;
    if (run->status == PAWL_RUN_WAITING && run->waits_for != NULL) {
        snprintf(buffer, size, "waits for the signal %s", run->waits_for);
        return buffer;
    }
    if (run->wish != NULL) {
        snprintf(buffer, size, "is to %s", run->wish);
        return buffer;
    }
    return "";
}

static void add_run(struct table *table, const struct pawl_run *run) {
    char number[24], since[TIME_SIZE], words[128];
    snprintf(number, sizeof number, "%" PRId64, run->id);
    table_cell(table, number);
    add_cell(table, run->flow);
    add_cell(table, run->unique);
    table_cell(table, pawl_run_status_name(run->status));
    table_cell(table, run->ended_at_us != 0 ? "" : run->is_undoing ? "back" : "forward");
    add_cell(table, run->place);
    table_cell(table, print_time(since, run->started_at_us, ' '));
    table_cell(table, print_time(since, run->updated_at_us, ' '));
    add_cell(table, says(run, words, sizeof words));
}

struct listing {
    struct table table;
    json_t *runs;
    size_t count;
};

static enum pawl_status list(struct call *call, const struct pawl_run_filter *filter,
                             struct listing *listing) {
    struct pawl_runs page = {NULL, 0};
    int64_t after = 0;
    do {
        enum pawl_status status = pawl_run_list(call->db, filter, after, PAGE, &page, &call->err);
        if (status != PAWL_OK)
            return status;
        for (size_t i = 0; i < page.count; i++) {
            if (call->json)
                json_array_append_new(listing->runs, flow_run_json(&page.rows[i]));
            else
                add_run(&listing->table, &page.rows[i]);
            after = page.rows[i].id;
        }
        listing->count += page.count;
    } while (page.count == PAGE);
    return PAWL_OK;
}

/*
 * A key is written as the run has it, a JSON array of what is unique; a value alone is that of a flow with
 * one such argument, a text or else a number.
 */
static enum pawl_status list_by_key(struct call *call, struct pawl_run_filter *filter, const char *key,
                                    struct listing *listing) {
    json_t *array = *key == '[' ? json_loads(key, 0, NULL) : json_pack("[s]", key);
    char *unique = json_dumps(array, JSON_COMPACT);
    filter->unique = unique;
    enum pawl_status status = unique == NULL ? PAWL_OK : list(call, filter, listing);
    free(unique);
    json_decref(array);
    if (status != PAWL_OK || listing->count > 0 || *key == '[')
        return status;
    char number[64];
    if (strlen(key) + 3 > sizeof number)
        return status;
    snprintf(number, sizeof number, "[%s]", key);
    filter->unique = number;
    return list(call, filter, listing);
}

int flow_list(struct call *call, const char *flow) {
    static const char *const headings[] = {">run", "flow",    "key",          "status", "goes",
                                           "step", "started", "last changed", ""};
    const char *status_name = option(call, "--parked") != NULL ? "parked" : option(call, "--status");
    const char *key = option(call, "--key");
    struct pawl_run_filter filter = {flow, 0, NULL};
    struct flow_model model = {0};
    struct listing listing = {0};
    if (option(call, "--parked") != NULL && option(call, "--status") != NULL)
        return usage_error(call, "--parked is --status=parked: give one of the two");
    if (status_name != NULL && (filter.status = pawl_run_status_parse(status_name)) == 0)
        return usage_error(
            call,
            "--status: expected ready, blocked, waiting, paused, parked, done, undone or cancelled, got %s",
            status_name);
    if (key != NULL && *key == '[') {
        json_t *array = json_loads(key, 0, NULL);
        json_decref(array);
        if (array == NULL)
            return usage_error(call, "--key: %s is no JSON array", key);
    }
    if (flow != NULL && !flow_model_read(call, flow, NULL, &model))
        return database_error(call);
    json_decref(model.json);
    if (flow != NULL && !model.found)
        return refused("pawlctl flow ls lists the runs of all flows", "there is no flow %s", flow);
    listing.runs = json_array();
    table_begin(&listing.table, headings, sizeof headings / sizeof *headings);
    enum pawl_status status =
        key == NULL ? list(call, &filter, &listing) : list_by_key(call, &filter, key, &listing);
    if (status == PAWL_OK && call->json)
        print_json(json_pack("{s:O}", "runs", listing.runs));
    else if (status == PAWL_OK && listing.count == 0)
        say("no such run\n");
    if (status == PAWL_OK && !call->json && listing.count > 0)
        table_end(&listing.table, "");
    else
        table_free(&listing.table);
    json_decref(listing.runs);
    return status == PAWL_OK ? EXIT_DONE : flow_error(call, status);
}
