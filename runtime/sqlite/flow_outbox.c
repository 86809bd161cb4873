#include "outbox/outbox.h"

#include "core/json.h"
#include "sqlite/flow.h"
#include "sqlite/flow_outbox.sql.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- topics ------------------------------------------------------------------------------------- */

struct flow_topic {
    struct results *memory;
    const char *args, *name;
};

/* cells: topic, topic_argument */
static enum pawl_status read_flow_topic(void *context, const struct cell *cells, struct pawl_error *err) {
    struct flow_topic *topic = context;
    struct json_reader reader = {.memory = topic->memory};
    char *given = NULL;
    if (!cells[0].text && !cells[1].text)
        return PAWL_OK;
    if (cells[0].text) {
        topic->name = results_strdup(topic->memory, cells[0].text);
    } else {
        reader.at = json_member(topic->memory, topic->args, cells[1].text);
        if (!reader.at || !json_read_string(&reader, &given))
            return PAWL_OK; /* left out */
        topic->name = given;
    }
    return memory_check(topic->name, err);
}

enum pawl_status sqlite_run_topic(struct pawl_db *db, const struct run_start *start, const char **topic,
                                  struct pawl_error *err) {
    struct flow_topic found = {operation_results(db), start->args, NULL};
    enum pawl_status status = QUERY(sql_topic_of_flow, read_flow_topic, &found, value_text(start->flow),
                                    value_text(start->fingerprint));
    *topic = found.name;
    return status;
}

/* ---- events ------------------------------------------------------------------------------------- */

static bool tells_step(const struct run_save *save) {
    return save && save->step && (is(save->step->outcome, "done") || is(save->step->outcome, "undone"));
}

/* Nothing goes on by itself any more. */
static bool tells_rest(const struct run_row *row, const struct run_row *before, const struct run_save *save) {
    return before && row->status != before->status &&
           (save->ends || row->status == PAWL_RUN_WAITING || row->status == PAWL_RUN_PAUSED ||
            row->status == PAWL_RUN_PARKED);
}

void sqlite_count_events(struct run_row *row, const struct run_row *before, const struct run_save *save) {
    if (before) {
        row->topic = before->topic;
        row->events = before->events;
    }
    if (row->topic)
        row->events += before ? tells_step(save) + tells_rest(row, before, save) : 1;
}

struct telling {
    int64_t number;
    const char *event, *from, *to;
    const struct run_step *step; /* NULL: it tells of the run */
};

static enum pawl_status tell_event_of_run(struct pawl_db *db, const struct run_row *row,
                                          const struct telling *telling, struct pawl_error *err) {
    const struct run_step *step = telling->step;
    char entity[24];
    const struct outbox_run run = {.step = step ? step->path : row->path,
                                   .iteration = step ? step->iteration : row->iteration,
                                   .direction = run_direction_name(!step           ? row->direction
                                                                   : step->is_undo ? RUN_UNDO
                                                                                   : RUN_FORWARD),
                                   .attempt = step ? step->attempt : row->attempt,
                                   .unique = row->unique_key,
                                   .args = step ? NULL : row->args,
                                   .data = step ? step->after : row->data,
                                   .error = step ? NULL : row->error};
    snprintf(entity, sizeof entity, "%" PRId64, row->id);
    const struct outbox_row event = {.slot = outbox_slot(entity),
                                     .created_at_us = row->updated_at,
                                     .machine = row->flow,
                                     .entity = entity,
                                     .sort_key = telling->number * PAWL_SORT_KEY_STEP,
                                     .event = telling->event,
                                     .from = telling->from,
                                     .to = telling->to,
                                     .topic = row->topic,
                                     .fingerprint = row->fingerprint,
                                     .parameters = outbox_run_parameters(operation_results(db), &run),
                                     .actor = row->actor};
    return event.parameters ? outbox_insert(db, &event, err) : error_set(err, PAWL_NOMEM, "out of memory");
}

enum pawl_status sqlite_tell(struct pawl_db *db, const struct run_row *row, const struct run_row *before,
                             const struct run_save *save, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    bool rests = tells_rest(row, before, save);
    if (!row->topic)
        return PAWL_OK;
    if (!before)
        return tell_event_of_run(
            db, row, &(struct telling){row->events, "start", "", pawl_run_status_name(row->status), NULL},
            err);
    const char *ready = pawl_run_status_name(PAWL_RUN_READY);
    const char *from = pawl_run_status_name(before->status), *to = pawl_run_status_name(row->status);
    if (tells_step(save))
        status =
            tell_event_of_run(db, row,
                              &(struct telling){row->events - rests, save->step->is_undo ? "undo" : "step",
                                                from, rests ? ready : to, save->step},
                              err);
    if (status == PAWL_OK && rests)
        status = tell_event_of_run(db, row,
                                   &(struct telling){row->events, save->ends ? "end" : "stop",
                                                     tells_step(save) ? ready : from, to, NULL},
                                   err);
    return status;
}
