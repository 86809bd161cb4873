#include "database/database.h"
#include "database/flow_model.h"
#include "look.h"
#include "look/graph.sql.h"
#include "say/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* cells: state, microseconds */
static enum pawl_status note_median(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct places_counting *counting = context;
    (void)err;
    size_t state = cells[0].text == NULL ? 0 : model_state(counting->model, cells[0].text);
    counting->places[state].median_us = cells[1].number;
    return PAWL_OK;
}

static bool read_medians(struct call *call, const struct deployed_model *model, struct live_place *places) {
    for (size_t i = 0; i <= model->state_count; i++)
        places[i].median_us = -1;
    return model_rows(call, model, sql_medians, NULL, note_median, &(struct places_counting){model, places});
}

static void put_state(const struct live_place *place) {
    char duration[DURATION_SIZE];
    printf("<br/><font point-size=\"12\">");
    if (place->count > 0)
        printf("<b>%" PRId64 "</b> here", place->count);
    else
        printf("<font color=\"#556070\">none here</font>");
    if (place->median_us >= 0)
        printf("<font color=\"#556070\">, stay %s</font>", print_duration(duration, place->median_us));
    printf("</font>");
}

static void put_slot(const void *context, const char *name) {
    const struct places_counting *counting = context;
    const struct deployed_model *model = counting->model;
    char now[TIME_SIZE];
    if (name == NULL)
        printf("<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">%.19s UTC, with the median "
               "stay</font><br align=\"left\"/>",
               print_time(now, now_us(), ' '));
    for (size_t i = 1; name != NULL && i <= model->state_count; i++)
        if (strcmp(model->states[i].name, name) == 0)
            put_state(&counting->places[i]);
}

void diagram_print(const char *text, slot_fn *slot, const void *context) {
    for (const char *begin; (begin = strstr(text, "<!--")) != NULL;) {
        const char *end = strstr(begin, "-->");
        if (end == NULL)
            break;
        char name[512];
        snprintf(name, sizeof name, "%.*s", (int)(end - begin - 4), begin + 4);
        const char *dot = strchr(name, '.');
        fwrite(text, 1, (size_t)(begin - text), stdout);
        slot(context, dot == NULL ? NULL : dot + 1);
        text = end + 3;
    }
    fputs(text, stdout);
}

static json_t *states_json(const struct deployed_model *model, const struct live_place *places) {
    json_t *states = json_array();
    for (size_t i = 1; i <= model->state_count; i++)
        json_array_append_new(
            states,
            row_object(
                ROW(row_text("state", model->states[i].name), row_number("count", places[i].count),
                    row_if(places[i].median_us >= 0, row_number("median_stay_us", places[i].median_us)))));
    return states;
}

static int graph_machine(struct call *call) {
    struct models models;
    int status = models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    const struct deployed_model *model = models.models;
    struct live_place *places = calloc(model->state_count + 1, sizeof *places);
    if (places == NULL || !database_exec(call, call->dialect->snapshot) ||
        !count_places(call, model, places) || !read_medians(call, model, places))
        status = database_error(call);
    else if (call->json)
        row_tell(call, ROW(row_text("machine", model->name), row_json("states", states_json(model, places))),
                 "");
    else
        diagram_print(model->diagram, put_slot, &(struct places_counting){model, places});
    database_rollback(call);
    free(places);
    models_free(&models);
    return status;
}

int command_graph(struct call *call) {
    struct flow_model flow;
    if (!flow_model_read(call, call->operands[0], NULL, &flow))
        return database_error(call);
    int status = flow.found ? flow_graph(call, call->operands[0], flow.json) : graph_machine(call);
    json_decref(flow.json);
    return status;
}
