#include "database/database.h"
#include "database/flow_model.h"
#include "look.h"
#include "look/graph.sql.h"
#include "say/print.h"

#include <inttypes.h>
#include <string.h>

static void read_medians(struct call *call, const struct deployed_model *model, struct live_place *places) {
    const struct row_set medians = model_query(call, model, sql_medians, NULL, NO_VALUES, 2);
    for (size_t i = 0; i <= model->state_count; i++)
        places[i].median_us = -1;
    for (EACH_ROW(row, medians)) /* state, microseconds */
        places[row[0].text == NULL ? 0 : model_state(model, row[0].text)].median_us = row[1].number;
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

static void graph_machine(struct call *call) {
    const struct models models = models_read(call, call->operands[0]);
    const struct deployed_model *model = models.models;
    database_exec(call, call->dialect->snapshot);
    struct live_place *places = count_places(call, model);
    read_medians(call, model, places);
    if (call->json)
        row_tell(call, ROW(row_text("machine", model->name), row_json("states", states_json(model, places))),
                 "");
    else
        diagram_print(model->diagram, put_slot, &(struct places_counting){model, places});
}

int command_graph(struct call *call) {
    const struct flow_model flow = flow_model_read(call, call->operands[0], NULL);
    if (flow.found)
        return flow_graph(call, call->operands[0], flow.json);
    graph_machine(call);
    return EXIT_DONE;
}
