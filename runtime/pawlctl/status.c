#include "core/clock.h"
#include "database.h"
#include "flow.h"
#include "frozen.h"
#include "places.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

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

static void print_table(const struct model *model, const struct place *places, int64_t put_aside,
                        const json_t *frozen) {
    static const char *const headings[] = {"state", "label", ">count", "oldest since", "for"};
    struct table table;
    int64_t now = now_us(), total = 0;
    for (size_t i = 0; i <= model->state_count; i++)
        total += places[i].count;
    char *label = printable(model->label);
    char freeze[FROZEN_SIZE];
    say("%s (%s): %lld%s\n", model->name, label == NULL ? "" : label, (long long)total,
        frozen_text(frozen, model->name, freeze));
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
    if (put_aside > 0)
        say("  %lld put aside: see pawlctl queue status %s\n", (long long)put_aside, model->name);
}

static json_t *as_json(const struct model *model, const struct place *places, int64_t put_aside,
                       const json_t *frozen) {
    json_t *states = json_array();
    for (size_t i = 1; i <= model->state_count; i++) {
        char time[TIME_SIZE];
        json_array_append_new(
            states, json_pack("{s:s, s:s, s:b, s:I, s:s?}", "state", model->states[i].name, "label",
                              model->states[i].label, "final", model->states[i].is_final, "count",
                              (json_int_t)places[i].count, "oldest_since",
                              places[i].count == 0 ? NULL : print_time(time, places[i].oldest_us, 'T')));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:I, s:I}", "machine", model->name, "label", model->label,
                     "fingerprint", model->fingerprint, "frozen", frozen_json(frozen, model->name), "states",
                     states, "in_unknown_states", (json_int_t)places[0].count, "put_aside",
                     (json_int_t)put_aside);
}

bool count_places(struct call *call, const struct model *model, struct place *places) {
    struct counting counting = {model, places};
    char sql[512];
    snprintf(sql, sizeof sql, "select state, count(*), min(since) from %s group by state", model->current);
    return database_rows(call, sql, NULL, 0, count, &counting);
}

/* What its workers have given up, and nobody has taken up again. */
static bool count_put_aside(struct call *call, const struct model *model, int64_t *put_aside) {
    char sql[256];
    *put_aside = 0;
    snprintf(sql, sizeof sql, "select count(*) from %s where parked_at is not null", model->pending);
    return model->pending == NULL || database_rows(call, sql, NULL, 0, read_number, put_aside);
}

static int machines_status(struct call *call, const char *name, const json_t *frozen, json_t *machines) {
    struct models models;
    int status = models_read(call, name, &models);
    for (size_t i = 0; status == EXIT_DONE && i < models.count; i++) {
        struct place *places = calloc(models.models[i].state_count + 1, sizeof *places);
        int64_t put_aside = 0;
        if (places == NULL || !count_places(call, &models.models[i], places) ||
            !count_put_aside(call, &models.models[i], &put_aside))
            status = database_error(call);
        else if (call->json)
            json_array_append_new(machines, as_json(&models.models[i], places, put_aside, frozen));
        else
            print_table(&models.models[i], places, put_aside, frozen);
        free(places);
    }
    models_free(&models);
    return status;
}

/* A database of flows has the table of machines, too, and may have none in it. */
static bool has_machines(struct call *call, bool *has) {
    const struct dialect *dialect = database_dialect(call);
    *has = false;
    return database_rows_where(call, dialect->find_registry, dialect->machines, row_found, has);
}

static int run(struct call *call) {
    const char *name = call->operand_count > 0 ? call->operands[0] : NULL, *flow;
    json_t *machines = json_array(), *flows = json_array(), *labels = json_object(), *label;
    json_t *frozen = frozen_now(call);
    bool has = false;
    int status = EXIT_DONE;
    if (frozen == NULL || !flow_labels(call, labels) || !has_machines(call, &has))
        status = database_error(call);
    bool is_flow = name != NULL && json_object_get(labels, name) != NULL;
    if (status == EXIT_DONE && !is_flow && (has || name != NULL || json_object_size(labels) == 0))
        status = machines_status(call, name, frozen, machines);
    json_object_foreach(labels, flow, label) {
        if (status == EXIT_DONE && (name == NULL || strcmp(flow, name) == 0) &&
            !flow_status(call, flow, json_string_value(label), frozen, flows))
            status = database_error(call);
    }
    if (status == EXIT_DONE && call->json)
        print_json(json_pack("{s:O, s:O}", "machines", machines, "flows", flows));
    json_decref(machines);
    json_decref(flows);
    json_decref(labels);
    json_decref(frozen);
    return status;
}

const struct command command_status = {
    .name = "status",
    .operands = "[MACHINE|FLOW]",
    .operand_max = 1,
    .help = "entities by state, runs by status, and how old they are",
    .more =
        "Counts the entities of a machine by state, the runs of a flow by status, or those of all. "
        "\"Oldest\" is the one that has been there, or of runs the one that has stood where it stands, for "
        "the longest time: where that is much longer than usual, something is stuck. \"Put aside\" is what "
        "workers "
        "have given up, for somebody to look at.",
    .json = "{machines: [{machine, label, fingerprint, frozen: {mode, until, reason} or null, states: "
            "[{state, label, final, count, oldest_since}], "
            "in_unknown_states, put_aside}], flows: [{flow, label, frozen, statuses: [{status, count, "
            "oldest_since}]}]}",
    .example = "status payment",
    .run = run,
};
