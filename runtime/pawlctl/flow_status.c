#include "core/clock.h"
#include "database.h"
#include "flow.h"
#include "frozen.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_MAX = PAWL_RUN_CANCELLED };

struct standing {
    int64_t count[STATUS_MAX + 1], oldest_us[STATUS_MAX + 1], total;
};

/* cells: status, count, the time of the one that has stood there longest */
static enum pawl_status note_standing(void *context, const struct cell *cells, struct pawl_error *err) {
    struct standing *standing = context;
    const enum pawl_run_status status = pawl_run_status_parse(cells[0].text);
    (void)err;
    standing->count[status] = cells[1].number;
    standing->oldest_us[status] = cells[2].number;
    standing->total += cells[1].number;
    return PAWL_OK;
}

static void put_standing(const char *flow, const char *label, const struct standing *standing,
                         const json_t *frozen) {
    static const char *const headings[] = {"status", ">runs", "oldest since", "for"};
    struct table table;
    int64_t now = now_us();
    char *clean = label == NULL ? NULL : printable(label);
    char freeze[FROZEN_SIZE];
    say("%s%s%s%s: %" PRId64 " run%s%s\n", flow, clean == NULL ? "" : " (", clean == NULL ? "" : clean,
        clean == NULL ? "" : ")", standing->total, standing->total == 1 ? "" : "s",
        frozen_text(frozen, flow, freeze));
    free(clean);
    table_begin(&table, headings, sizeof headings / sizeof *headings);
    for (int i = 1; i <= STATUS_MAX; i++) {
        char time[TIME_SIZE] = "", duration[DURATION_SIZE] = "";
        table_cell(&table, pawl_run_status_name((enum pawl_run_status)i));
        table_number(&table, standing->count[i]);
        table_cell(&table, standing->count[i] == 0 ? "" : print_time(time, standing->oldest_us[i], ' '));
        table_cell(&table,
                   standing->count[i] == 0 ? "" : print_duration(duration, now - standing->oldest_us[i]));
    }
    table_end(&table, "  ");
}

static json_t *standing_json(const char *flow, const char *label, const struct standing *standing,
                             const json_t *frozen) {
    json_t *statuses = json_array();
    for (int i = 1; i <= STATUS_MAX; i++) {
        char time[TIME_SIZE];
        json_array_append_new(
            statuses,
            json_pack("{s:s, s:I, s:s?}", "status", pawl_run_status_name((enum pawl_run_status)i), "count",
                      (json_int_t)standing->count[i], "oldest_since",
                      standing->count[i] == 0 ? NULL : print_time(time, standing->oldest_us[i], 'T')));
    }
    return json_pack("{s:s, s:s?, s:o, s:o}", "flow", flow, "label", label, "frozen",
                     frozen_json(frozen, flow), "statuses", statuses);
}

/* Those of one name follow each other, the newest version last. */
static enum pawl_status note_flow(void *context, const struct cell *cells, struct pawl_error *err) {
    json_t *json = cells[2].text == NULL ? NULL : json_loads(cells[2].text, 0, NULL);
    const json_t *label = json_object_get(json, "label");
    (void)err;
    json_object_set_new(context, cells[0].text,
                        json_is_string(label) ? json_copy((json_t *)(uintptr_t)label) : json_null());
    json_decref(json);
    return PAWL_OK;
}

bool flow_labels(struct call *call, json_t *labels) {
    const struct dialect *dialect = database_dialect(call);
    return database_rows_where(call, dialect->find_flows, dialect->flows, note_flow, labels);
}

bool flow_status(struct call *call, const char *flow, const char *label, const json_t *frozen,
                 json_t *flows) {
    struct standing standing = {.total = 0};
    const struct value value = value_text(flow);
    if (!database_rows(call, database_dialect(call)->runs_by_status, &value, 1, note_standing, &standing))
        return false;
    if (call->json)
        json_array_append_new(flows, standing_json(flow, label, &standing, frozen));
    else
        put_standing(flow, label, &standing, frozen);
    return true;
}
