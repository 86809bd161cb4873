#include "act/stuck_flow.sql.h"
#include "database/flow_model.h"
#include "database/frozen.h"
#include "say/json.h"
#include "stuck.h"

#include <inttypes.h>

#define LATE_MAX 1000

/* ---- runs --------------------------------------------------------------------------------------- */

static void add_parked(struct stuck *stuck, const char *flow) {
    struct call *call = stuck->call;
    const struct pawl_run_filter filter = {.flow = flow, .status = PAWL_RUN_PARKED};
    struct pawl_runs runs;
    answer_check(call, pawl_run_list(call->db, &filter, 0, STUCK_LISTED + 1, &runs, &call->err));
    for (size_t i = 0; i < runs.count; i++) {
        const struct pawl_run *run = &runs.rows[i];
        if (run->wish != NULL) /* as retry: it waits for a worker */
            continue;
        const char *id = arena_printf(memory, "%" PRId64, run->id);
        if (i == STUCK_LISTED)
            stuck_add(stuck, "more parked runs", flow, NULL, run->updated_at_us,
                      arena_printf(memory, "pawlctl flow ls %s --parked", flow), "%s: more runs are parked",
                      flow);
        else
            stuck_add(stuck, "parked run", flow, id, run->updated_at_us,
                      arena_printf(memory, "pawlctl flow show %s", id), "%s: run %s is parked at %s: %s",
                      flow, id, *run->place == '\0' ? "its start" : run->place,
                      run->error == NULL ? "no error is recorded" : run->error);
    }
}

static void add_late(struct stuck *stuck, const char *flow) {
    const struct row_set late = model_query(stuck->call, NULL, sql_late, NULL,
                                            VALUES(value_text(flow), value_bigint(now_us() - OVERDUE_US)), 2);
    const char *frozen = frozen_text(stuck->frozen, flow);
    if (late.count > 0)
        stuck_add(stuck, "late run", flow, key_text(&late.cells[0]), late.cells[1].number,
                  arena_printf(memory, "pawlctl flow show %s", key_text(&late.cells[0])),
                  "%s: %zu%s run%s ready, and %s", flow, late.count, late.count == LATE_MAX ? " or more" : "",
                  late.count == 1 ? " is" : "s are", frozen != NULL ? frozen : "no worker takes them");
}

void stuck_flows(struct stuck *stuck) {
    for (EACH_MEMBER(flow, flow_models(stuck->call, NULL, NULL))) {
        add_parked(stuck, flow->name);
        add_late(stuck, flow->name);
    }
}

/* ---- the outbox --------------------------------------------------------------------------------- */

/* cells: topic, rows, created_at of the oldest */
static enum pawl_status add_topic(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    if (now_us() - cells[2].number >= OVERDUE_US)
        stuck_add(context, "relay", cells[0].text, NULL, cells[2].number, "pawlctl outbox status",
                  "%s: %" PRId64 " event%s for a relay", cells[0].text, cells[1].number,
                  cells[1].number == 1 ? " waits" : "s wait");
    return PAWL_OK;
}

/* cells: machine, entity, rows, sort_key, topic, parked_at, error */
static enum pawl_status add_parked_event(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    stuck_add(context, "parked events", cells[0].text, cells[1].text, cells[5].number,
              "pawlctl outbox status", "%s %s: %" PRId64 " event%s parked: %s", cells[0].text, cells[1].text,
              cells[2].number, cells[2].number == 1 ? " is" : "s are",
              cells[6].text == NULL ? "no error is recorded" : cells[6].text);
    return PAWL_OK;
}

void stuck_outbox(struct stuck *stuck) {
    struct call *call = stuck->call;
    if (outbox_topics(call->db, add_topic, stuck, &call->err) != PAWL_OK ||
        outbox_parked(call->db, add_parked_event, stuck, &call->err) != PAWL_OK)
        database_error(call);
}
