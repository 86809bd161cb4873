#include "database/flow_model.h"
#include "database/frozen.h"
#include "database/stays.h"
#include "look.h"
#include "look/status.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

struct live_place *count_places(struct call *call, const struct deployed_model *model) {
    struct live_place *places = arena_alloc(memory, (model->state_count + 1) * sizeof *places);
    const struct row_set counts =
        model_query(call, model, model->shares_rows ? sql_places : sql_places_and_oldest, NULL, NO_VALUES, 4);
    for (EACH_ROW(row, counts)) { /* state, count, oldest, and its key */
        struct live_place *place = &places[row[0].text == NULL ? 0 : model_state(model, row[0].text)];
        if (place->count == 0 || row[2].number < place->oldest_us) {
            place->oldest_us = row[2].number;
            place->oldest = row[3].text;
        }
        place->count += row[1].number;
    }
    return places;
}

static struct field stay(const char *heading, const char *key, bool is_known, int64_t duration_us) {
    return column(heading, row_or("", row_if(is_known, row_duration(key, duration_us))));
}

/* stays: NULL: they are not asked for. */
static void add_state(struct list *list, const struct pawl_state *state, const struct live_place *place,
                      const struct stays *stays) {
    static const struct stays none;
    const bool is_empty = place->count == 0;
    const struct stays *own = stays == NULL ? &none : stays;
    const struct field
        end_of_row = ROW_END,
        median = stay("median stay", "median_stay_seconds", own->count > 0, own->median_us),
        row[] = {
            column("state", row_text("state", state->name)),
            column("label", row_text("label", state->label)),
            row_truth("final", state->is_final),
            column(">count", row_number("count", place->count)),
            column("oldest", row_or("", row_if(place->oldest != NULL, row_text("oldest", place->oldest)))),
            column("oldest since", row_or("", row_if(!is_empty, row_time("oldest_since", place->oldest_us)))),
            column("for", row_or("", row_if(!is_empty, row_age("age_seconds", place->oldest_us)))),
            stays == NULL ? end_of_row : median,
            stay("95 % stay", "p95_stay_seconds", own->count >= STAYS_LEAST, own->p95_us),
            stay("one enters every", "entry_interval_seconds", own->interval_us > 0, own->interval_us),
            ROW_END,
        };
    list_add(list, row);
}

/* { machine: [fingerprint] } */
static json_t *accepted_versions(struct call *call) {
    json_t *accepted = json_object();
    for (EACH_ROW(row, database_versions(call))) {
        json_t *of_machine = json_object_get(accepted, row[0].text);
        if (row[3].number == 0)
            continue;
        if (of_machine == NULL)
            json_object_set_new(accepted, row[0].text, of_machine = json_array());
        json_array_append_new(of_machine, json_string(row[1].text));
    }
    return accepted;
}

static void say_versions(const struct deployed_model *model, const json_t *accepted) {
    say("  deployed is version %s", model->fingerprint);
    for (EACH_ITEM(version, json_object_get(accepted, model->name)))
        if (strcmp(json_string_value(*version), model->fingerprint) != 0)
            say(", and programs of %s are accepted", json_string_value(*version));
    say("\n");
}

struct field row_freeze(const json_t *frozen, const char *name) {
    const char *freeze = frozen_text(frozen, name);
    return row_in_json(false, row_text("freeze", freeze == NULL ? "" : arena_printf(memory, "; %s", freeze)));
}

static void status_report(const struct call *call, const struct deployed_model *model,
                          const struct live_place *places, const struct stays *stays, int64_t parked,
                          int64_t held, const json_t *frozen, const json_t *migrating, const json_t *accepted,
                          struct list *machines) {
    static const struct pawl_state unknown = {.name = "?",
                                              .label = "not a state of this machine: see pawlctl verify"};
    struct list states = list_new(call, "states", "");
    const char *is_migrating = migrating_text(migrating, model->name);
    int64_t total = 0;
    for (size_t i = 0; i <= model->state_count; i++)
        total += places[i].count;
    for (size_t i = 1; i <= model->state_count; i++)
        add_state(&states, &model->states[i], &places[i], stays == NULL ? NULL : &stays[i]);
    if (places[0].count > 0 && !call->json)
        add_state(&states, &unknown, &places[0], stays);
    list_say(machines,
             ROW(row_text("machine", model->name), row_or("", row_text("label", model->label)),
                 row_text("fingerprint", model->fingerprint),
                 row_json("accepted", member_or_null(accepted, model->name)),
                 row_json("frozen", member_or_null(frozen, model->name)),
                 row_json("migrating", member_or_null(migrating, model->name)), row_list(&states),
                 row_number("in_unknown_states", places[0].count), row_number("parked", parked),
                 row_number("held_locks", held), row_in_json(false, row_number("total", total)),
                 row_freeze(frozen, model->name)),
             "{machine} ({label}): {total}{freeze}\n");
    if (!call->json)
        say_versions(model, accepted);
    list_print(&states);
    if (is_migrating != NULL && !call->json)
        say("  %s\n", is_migrating);
    if (parked > 0 && !call->json)
        say("  %lld parked: see pawlctl queue status %s\n", (long long)parked, model->name);
    if (held > 0 && !call->json)
        say("  held locks: %lld; see pawlctl locks\n", (long long)held);
}

/* What its workers have given up, and nobody has taken up again. */
static int64_t count_parked(struct call *call, const struct deployed_model *model) {
    return model->pending == NULL
               ? 0
               : model_query(call, model, sql_count_parked, NULL, NO_VALUES, 1).cells[0].number;
}

/* That it respects. */
static int64_t count_locks(struct call *call, const struct deployed_model *model) {
    return json_object_get(model->json, "key") == NULL
               ? 0
               : model_query(call, model, sql_count_locks, NULL, NO_VALUES, 1).cells[0].number;
}

static void machines_status(struct call *call, const char *name, const json_t *frozen,
                            const json_t *migrating, struct list *machines) {
    const struct models models = models_read(call, name);
    json_t *accepted = accepted_versions(call);
    for (size_t i = 0; i < models.count; i++) {
        const struct deployed_model *model = &models.models[i];
        struct stays *stays = option(call, "--stays") == NULL ? NULL : stays_read(call, model);
        if (stays != NULL)
            stays_read_entries(call, model, stays);
        status_report(call, model, count_places(call, model), stays, count_parked(call, model),
                      count_locks(call, model), frozen, migrating, accepted, machines);
    }
}

void status_list(struct call *call, const char *name, struct list lists[STATUS_LISTS]) {
    lists[0] = list_new(call, "machines", NULL);
    lists[1] = list_new(call, "flows", NULL);
    json_t *flows = flow_models(call, NULL, NULL), *frozen = frozen_now(call),
           *migrating = migrating_now(call);
    const bool is_flow = name != NULL && json_object_get(flows, name) != NULL;
    /* a database of flows has the table of machines, too, and may have none in it */
    if (!is_flow && (name != NULL || json_object_size(flows) == 0 || database_machines(call).count > 0))
        machines_status(call, name, frozen, migrating, &lists[0]);
    for (EACH_MEMBER(flow, flows))
        if (name == NULL || strcmp(flow->name, name) == 0)
            flow_status(call, flow->name, text_of(flow->value, "label"), frozen, &lists[1]);
}

int command_status(struct call *call) {
    struct list lists[STATUS_LISTS];
    status_list(call, call->operands[0], lists);
    lists_print(lists, STATUS_LISTS, NULL);
    return EXIT_DONE;
}
