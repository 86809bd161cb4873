#include "database.h"
#include "places.h"
#include "print.h"

#include <stdlib.h>

struct counting {
    const struct model *model;
    struct place *places;
};

/* cells: state, count, oldest */
static enum pawl_status count(void *context, const struct cell *cells, struct pawl_error *err) {
    struct counting *counting = context;
    (void)err;
    struct place *place =
        &counting->places[cells[0].text == NULL ? 0 : model_state(counting->model, cells[0].text)];
    if (place->count == 0 || cells[2].number < place->oldest_us)
        place->oldest_us = cells[2].number;
    place->count += cells[1].number;
    return PAWL_OK;
}

static void print_table(const struct model *model, const struct place *places) {
    static const char *const headings[] = {"state", "label", ">count", "oldest since", "for"};
    struct table table;
    int64_t now = now_us(), total = 0;
    for (size_t i = 0; i <= model->state_count; i++)
        total += places[i].count;
    char *label = printable(model->label);
    printf("%s (%s): %lld\n", model->name, label == NULL ? "" : label, (long long)total);
    free(label);
    table_begin(&table, headings, sizeof headings / sizeof *headings);
    for (size_t i = 1; i <= model->state_count + 1; i++) {
        size_t state = i > model->state_count ? 0 : i; /* the unknown ones come last */
        char time[TIME_SIZE], duration[DURATION_SIZE];
        if (state == 0 && places[0].count == 0)
            continue;
        table_cell(&table, state == 0 ? "?" : model->states[state].name);
        table_cell(&table, state == 0 ? "not a state of this machine: see pawlctl verify"
                                      : model->states[state].label);
        table_number(&table, places[state].count);
        table_cell(&table, places[state].count == 0 ? "" : print_time(time, places[state].oldest_us, ' '));
        table_cell(&table,
                   places[state].count == 0 ? "" : print_duration(duration, now - places[state].oldest_us));
    }
    table_end(&table, "  ");
}

static json_t *as_json(const struct model *model, const struct place *places) {
    json_t *states = json_array();
    for (size_t i = 1; i <= model->state_count; i++) {
        char time[TIME_SIZE];
        json_array_append_new(
            states, json_pack("{s:s, s:s, s:b, s:I, s:s?}", "state", model->states[i].name, "label",
                              model->states[i].label, "final", model->states[i].is_final, "count",
                              (json_int_t)places[i].count, "oldest_since",
                              places[i].count == 0 ? NULL : print_time(time, places[i].oldest_us, 'T')));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:I}", "machine", model->name, "label", model->label,
                     "fingerprint", model->fingerprint, "states", states, "in_unknown_states",
                     (json_int_t)places[0].count);
}

bool count_places(struct call *call, const struct model *model, struct place *places) {
    struct counting counting = {model, places};
    char sql[512];
    snprintf(sql, sizeof sql, "select state, count(*), min(since) from %s group by state", model->current);
    return database_rows(call, sql, NULL, 0, count, &counting);
}

static int run(struct call *call) {
    struct models models;
    int status = models_read(call, call->operand_count > 0 ? call->operands[0] : NULL, &models);
    json_t *machines = json_array();
    for (size_t i = 0; status == EXIT_DONE && i < models.count; i++) {
        struct place *places = calloc(models.models[i].state_count + 1, sizeof *places);
        if (places == NULL || !count_places(call, &models.models[i], places))
            status = database_error(call);
        else if (call->json)
            json_array_append_new(machines, as_json(&models.models[i], places));
        else
            print_table(&models.models[i], places);
        free(places);
    }
    if (status == EXIT_DONE && call->json)
        print_json(json_pack("{s:O}", "machines", machines));
    json_decref(machines);
    models_free(&models);
    return status;
}

const struct command command_status = {
    .name = "status",
    .operands = "[MACHINE]",
    .operand_max = 1,
    .help = "entities by state, and since when the oldest is there",
    .more = "Counts the entities of a machine, or of all machines, by state. \"Oldest\" is the one that has "
            "been in its state for the longest time: where that is much longer than usual, something is "
            "stuck.",
    .json = "{machines: [{machine, label, fingerprint, states: [{state, label, final, count, oldest_since}], "
            "in_unknown_states}]}",
    .example = "status payment",
    .run = run,
};
