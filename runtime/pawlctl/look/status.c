#include "database/database.h"
#include "database/flow_model.h"
#include "database/frozen.h"
#include "database/migrating.h"
#include "look.h"
#include "look/status.sql.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"

#include <stdlib.h>
#include <string.h>

/* cells: state, count, oldest */
static enum pawl_status status_count(void *context, const struct cell *cells, struct pawl_error *err) {
    struct places_counting *counting = context;
    (void)err;
    struct live_place *place =
        &counting->places[cells[0].text == NULL ? 0 : model_state(counting->model, cells[0].text)];
    if (place->count == 0 || cells[2].number < place->oldest_us)
        place->oldest_us = cells[2].number;
    place->count += cells[1].number;
    return PAWL_OK;
}

static void add_state(struct list *list, const struct pawl_state *state, const struct live_place *place) {
    const bool is_empty = place->count == 0;
    const struct field row[] = {
        column("state", row_text("state", state->name)),
        column("label", row_text("label", state->label)),
        row_truth("final", state->is_final),
        column(">count", row_number("count", place->count)),
        column("oldest since", row_or("", row_if(!is_empty, row_time("oldest_since", place->oldest_us)))),
        column_only("for", row_or("", row_if(!is_empty, row_age("for", place->oldest_us)))),
        ROW_END,
    };
    list_add(list, row);
}

/* cells: machine, fingerprint, is deployed, is accepted; into { machine: [accepted] } */
static enum pawl_status note_accepted(void *context, const struct cell *cells, struct pawl_error *err) {
    json_t *accepted = json_object_get(context, cells[0].text);
    (void)err;
    if (cells[3].number == 0)
        return PAWL_OK;
    if (accepted == NULL) {
        accepted = json_array();
        json_object_set_new(context, cells[0].text, accepted);
    }
    json_array_append_new(accepted, json_string(cells[1].text));
    return PAWL_OK;
}

static void say_versions(const struct deployed_model *model, const json_t *accepted) {
    size_t place;
    const json_t *version;
    say("  deployed is version %s", model->fingerprint);
    json_array_foreach(json_object_get(accepted, model->name), place, version) {
        if (strcmp(json_string_value(version), model->fingerprint) != 0)
            say(", and programs of %s are accepted", json_string_value(version));
    }
    say("\n");
}

static json_t *of_machine(const json_t *machines, const char *name) {
    json_t *found = json_object_get(machines, name);
    return found == NULL ? json_null() : json_incref(found);
}

static void status_report(const struct call *call, const struct deployed_model *model,
                          const struct live_place *places, int64_t put_aside, int64_t held,
                          const json_t *frozen, const json_t *migrating, const json_t *accepted,
                          struct list *machines) {
    static const struct pawl_state unknown = {.name = "?",
                                              .label = "not a state of this machine: see pawlctl verify"};
    struct list states = list_new(call, "states", "");
    char freeze[FROZEN_SIZE], is_migrating[MIGRATING_SIZE];
    int64_t total = 0;
    for (size_t i = 0; i <= model->state_count; i++)
        total += places[i].count;
    for (size_t i = 1; i <= model->state_count; i++)
        add_state(&states, &model->states[i], &places[i]);
    if (places[0].count > 0 && !call->json)
        add_state(&states, &unknown, &places[0]);
    list_say(machines,
             ROW(row_text("machine", model->name), row_or("", row_text("label", model->label)),
                 row_text("fingerprint", model->fingerprint),
                 row_json("accepted", of_machine(accepted, model->name)),
                 row_json("frozen", frozen_json(frozen, model->name)),
                 row_json("migrating", of_machine(migrating, model->name)), row_list(&states),
                 row_number("in_unknown_states", places[0].count), row_number("put_aside", put_aside),
                 row_number("held_locks", held), row_in_json(false, row_number("total", total)),
                 row_in_json(false, row_text("freeze", frozen_text(frozen, model->name, freeze)))),
             "{machine} ({label}): {total}{freeze}\n");
    if (!call->json)
        say_versions(model, accepted);
    list_print(&states);
    list_free(&states);
    if (*migrating_text(migrating, model->name, is_migrating) != '\0' && !call->json)
        say("  %s\n", is_migrating);
    if (put_aside > 0 && !call->json)
        say("  %lld parked: see pawlctl queue status %s\n", (long long)put_aside, model->name);
    if (held > 0 && !call->json)
        say("  held locks: %lld; see pawlctl locks\n", (long long)held);
}

bool count_places(struct call *call, const struct deployed_model *model, struct live_place *places) {
    struct places_counting counting = {model, places};
    return model_rows(call, model, sql_places, NULL, status_count, &counting);
}

/* What its workers have given up, and nobody has taken up again; the locks that it respects. */
static bool count_blockers(struct call *call, const struct deployed_model *model, int64_t *put_aside,
                           int64_t *held) {
    return (model->pending == NULL ||
            model_rows(call, model, sql_count_put_aside, NULL, read_number, put_aside)) &&
           (json_object_get(model->json, "key") == NULL ||
            model_rows(call, model, sql_count_locks, NULL, read_number, held));
}

static int machines_status(struct call *call, const char *name, const json_t *frozen, const json_t *migrating,
                           struct list *machines) {
    struct models models;
    json_t *accepted = json_object();
    int status = models_read(call, name, &models);
    if (status == EXIT_DONE &&
        !database_rows(call, call->dialect->versions, NULL, 0, note_accepted, accepted))
        status = database_error(call);
    for (size_t i = 0; status == EXIT_DONE && i < models.count; i++) {
        struct live_place *places = calloc(models.models[i].state_count + 1, sizeof *places);
        int64_t put_aside = 0, held = 0;
        if (places == NULL || !count_places(call, &models.models[i], places) ||
            !count_blockers(call, &models.models[i], &put_aside, &held))
            status = database_error(call);
        else
            status_report(call, &models.models[i], places, put_aside, held, frozen, migrating, accepted,
                          machines);
        free(places);
    }
    models_free(&models);
    json_decref(accepted);
    return status;
}

/* A database of flows has the table of machines, too, and may have none in it. */
static bool has_machines(struct call *call, bool *has) {
    const struct database_dialect *dialect = call->dialect;
    *has = false;
    return database_rows_where(call, dialect->find_registry, dialect->machines, row_found, has);
}

int command_status(struct call *call) {
    const char *name = call->operands[0], *flow;
    struct list lists[] = {list_new(call, "machines", NULL), list_new(call, "flows", NULL)};
    json_t *flows = json_object(), *model, *frozen = frozen_now(call), *migrating = migrating_now(call);
    bool has = false;
    int status = EXIT_DONE;
    if (frozen == NULL || migrating == NULL || !flow_models(call, NULL, NULL, flows) ||
        !has_machines(call, &has))
        status = database_error(call);
    bool is_flow = name != NULL && json_object_get(flows, name) != NULL;
    if (status == EXIT_DONE && !is_flow && (has || name != NULL || json_object_size(flows) == 0))
        status = machines_status(call, name, frozen, migrating, &lists[0]);
    json_object_foreach(flows, flow, model) {
        if (status == EXIT_DONE && (name == NULL || strcmp(flow, name) == 0) &&
            !flow_status(call, flow, text_of(model, "label"), frozen, &lists[1]))
            status = database_error(call);
    }
    if (status == EXIT_DONE)
        lists_print(lists, 2, NULL);
    lists_free(lists, 2);
    json_decref(flows);
    json_decref(frozen);
    json_decref(migrating);
    return status;
}
