#include "database/entity.h"
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
    const struct deployed_model *model = models_read(call, call->operands[0]).models;
    database_exec(call, call->dialect->snapshot);
    struct live_place *places = count_places(call, model);
    read_medians(call, model, places);
    if (call->json)
        row_tell(call, ROW(row_text("machine", model->name), row_json("states", states_json(model, places))),
                 "");
    else
        diagram_print(model->diagram, put_slot, &(struct places_counting){model, places});
}

/* ---- the path of one entity ------------------------------------------------------------------------- */

struct path {
    const struct deployed_model *model;
    struct row_set moves;
};

/* The numbers of the transitions that led to the state, ten on a line, and when the last one did. */
static void put_visits(const void *context, const char *name) {
    const struct path *path = context;
    char since[TIME_SIZE];
    bool is_here = false;
    size_t number = 0, visits = 0;
    for (EACH_ROW(row, path->moves)) {
        is_here = name != NULL && strcmp(entity_state_name(path->model, row[3].text), name) == 0;
        number++;
        if (is_here)
            printf("%s%zu",
                   visits == 0   ? "<br/><font point-size=\"12\"><b>"
                   : visits % 10 ? ", "
                                 : ",<br/>",
                   number);
        visits += is_here;
        print_time(since, row[4].number, ' ');
    }
    if (is_here)
        printf("</b>: here, last at %.19s UTC</font>", since);
    else if (visits > 0)
        printf("</b></font>");
    if (name == NULL)
        printf(
            "<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">the path of one entity, with the "
            "number of each transition</font><br align=\"left\"/>");
}

static int graph_entity(struct call *call, const char *id) {
    call->operands[call->operand_count++] = id;
    if (call->json)
        return command_history(call);
    const struct entity entity = entity_find(call, call->operands[0], id);
    diagram_print(entity.model->diagram, put_visits,
                  &(struct path){entity.model, entity_history(call, &entity)});
    return EXIT_DONE;
}

int command_graph(struct call *call) {
    if (option(call, "--entity") != NULL)
        return graph_entity(call, option(call, "--entity"));
    const struct flow_model flow = flow_model_read(call, call->operands[0], NULL);
    if (flow.found)
        return flow_graph(call, call->operands[0], flow.json);
    graph_machine(call);
    return EXIT_DONE;
}
