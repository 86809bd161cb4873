#include "core/clock.h"
#include "database.h"
#include "flow.h"
#include "places.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct dwelling {
    const struct model *model;
    int64_t *median_us; /* by state; -1: nobody has left it */
    const struct place *places;
};

/* cells: state, microseconds */
static enum pawl_status note_median(void *context, const struct cell *cells, struct pawl_error *err) {
    struct dwelling *dwelling = context;
    (void)err;
    size_t state = cells[0].text == NULL ? 0 : model_state(dwelling->model, cells[0].text);
    dwelling->median_us[state] = cells[1].number;
    return PAWL_OK;
}

/* How long the stays in each state have lasted that are over; of two in the middle, the mean. */
static bool read_medians(struct call *call, const struct model *model, int64_t *median_us) {
    struct dwelling dwelling = {.model = model, .median_us = median_us};
    struct text sql = TEXT_INIT;
    char next[160];
    snprintf(next, sizeof next, "lead(created_at) over (partition by %s_id order by sort_key)", model->name);
    const struct database_word ends[] = {{"from", "created_at"}, {"to", next}};
    text_put(&sql, "with stay as (select to_state as state, ");
    database_template(&sql, database_dialect(call)->elapsed, ends, 2);
    text_printf(
        &sql,
        " as dwell from %s),"
        " ranked as (select state, dwell, row_number() over (partition by state order by dwell) as place,"
        " count(*) over (partition by state) as total from stay where dwell is not null)"
        " select state, cast(avg(dwell) as bigint) from ranked"
        " where place in ((total + 1) / 2, (total + 2) / 2) group by state",
        model->transitions);
    for (size_t i = 0; i <= model->state_count; i++)
        median_us[i] = -1;
    bool done = !text_failed(&sql) && database_rows(call, sql.data, NULL, 0, note_median, &dwelling);
    text_free(&sql);
    return done;
}

static void put_state(const struct place *place, int64_t median_us) {
    char duration[DURATION_SIZE];
    printf("<br/><font point-size=\"12\">");
    if (place->count > 0)
        printf("<b>%" PRId64 "</b> here", place->count);
    else
        printf("<font color=\"#556070\">none here</font>");
    if (median_us >= 0)
        printf("<font color=\"#556070\">, stay %s</font>", print_duration(duration, median_us));
    printf("</font>");
}

static void put_slot(const void *context, const char *name) {
    const struct dwelling *dwelling = context;
    const struct model *model = dwelling->model;
    char now[TIME_SIZE];
    if (name == NULL)
        printf("<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">%.19s UTC, with the median "
               "stay</font><br align=\"left\"/>",
               print_time(now, now_us(), ' '));
    for (size_t i = 1; name != NULL && i <= model->state_count; i++)
        if (strcmp(model->states[i].name, name) == 0)
            put_state(&dwelling->places[i], dwelling->median_us[i]);
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

static json_t *as_json(const struct model *model, const struct place *places, const int64_t *median_us) {
    json_t *states = json_array();
    for (size_t i = 1; i <= model->state_count; i++)
        json_array_append_new(
            states, json_pack("{s:s, s:I, s:o}", "state", model->states[i].name, "count",
                              (json_int_t)places[i].count, "median_stay_us",
                              median_us[i] < 0 ? json_null() : json_integer((json_int_t)median_us[i])));
    return json_pack("{s:s, s:o}", "machine", model->name, "states", states);
}

static int graph_machine(struct call *call) {
    struct models models;
    int status = models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    const struct model *model = models.models;
    struct place *places = calloc(model->state_count + 1, sizeof *places);
    int64_t *median_us = calloc(model->state_count + 1, sizeof *median_us);
    if (places == NULL || median_us == NULL || !database_exec(call, database_dialect(call)->snapshot) ||
        !count_places(call, model, places) || !read_medians(call, model, median_us))
        status = database_error(call);
    else if (call->json)
        print_json(as_json(model, places, median_us));
    else
        diagram_print(model->diagram, put_slot, &(struct dwelling){model, median_us, places});
    database_rollback(call);
    free(places);
    free(median_us);
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
