#include "model.h"
#include "say/json.h"
#include "say/print.h"

#include "base/suggest.h"
#include "database.h"
#include "flow_model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const model_types[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)
#undef X
};

/* False where it is a type that this pawlctl does not know. */
static bool type_of(const char *name, enum pawl_type *type) {
    for (size_t i = 0; name != NULL && i < sizeof model_types / sizeof *model_types; i++)
        if (strcmp(model_types[i], name) == 0) {
            *type = (enum pawl_type)i;
            return true;
        }
    return false;
}

/* One more than are needed, for the first, which is nothing. */
static void *model_list_names(size_t count, size_t size) {
    return calloc(count + 1, size);
}

/* ---- parts of a machine ------------------------------------------------------------------------- */

/* Of states or events, which count from 1: { name: number }, or by what else they are called. */
static json_t *numbers_by(const char *member, const json_t *things) {
    json_t *numbers = json_object();
    for (size_t i = 0; i < json_array_size(things); i++)
        json_object_set_new(numbers, text_of(json_array_get(things, i), member),
                            json_integer((json_int_t)i + 1));
    return numbers;
}

static size_t number_in(const json_t *numbers, const char *name) {
    return (size_t)json_integer_value(json_object_get(numbers, name));
}

static bool read_states(struct deployed_model *model, const json_t *states) {
    model->state_count = json_array_size(states);
    model->states = model_list_names(model->state_count, sizeof *model->states);
    model->states_by_name = numbers_by("name", states);
    model->states_by_stored = numbers_by("stored", states);
    if (model->states == NULL)
        return false;
    model->states[0] = (struct pawl_state){"", "", "", false};
    for (size_t i = 0; i < model->state_count; i++) {
        const json_t *state = json_array_get(states, i);
        model->states[i + 1] = (struct pawl_state){text_of(state, "name"), text_of(state, "stored"),
                                                   text_of(state, "label"), flag_of(state, "final")};
        if (model->states[i + 1].stored == NULL || model->states[i + 1].name == NULL ||
            model->states[i + 1].label == NULL)
            return false;
    }
    return true;
}

static bool read_params(const struct deployed_model *model, struct pawl_event *event, const json_t *params) {
    struct pawl_param *list_of_params = model_list_names(json_array_size(params), sizeof *list_of_params);
    event->param_count = (uint16_t)json_array_size(params);
    event->params = list_of_params;
    for (size_t i = 0; list_of_params != NULL && i < event->param_count; i++) {
        const json_t *json = json_array_get(params, i);
        struct pawl_param *param = &list_of_params[i];
        const char *column = text_of(json, "column");
        param->name = text_of(json, "name");
        param->optional = flag_of(json, "optional");
        param->offset = (uint32_t)(i * ARGUMENT_BYTES);
        if (param->name == NULL || column == NULL || !type_of(text_of(json, "type"), &param->type))
            return false;
        param->column = (uint16_t)model_column(model, column);
    }
    return list_of_params != NULL;
}

static bool read_events(struct deployed_model *model, const json_t *events) {
    model->event_count = json_array_size(events);
    model->events = model_list_names(model->event_count, sizeof *model->events);
    model->events_by_name = numbers_by("name", events);
    model->events_by_stored = numbers_by("stored", events);
    if (model->events == NULL)
        return false;
    for (size_t i = 0; i < model->event_count; i++) {
        const json_t *json = json_array_get(events, i);
        struct pawl_event *event = &model->events[i + 1];
        event->name = text_of(json, "name");
        event->stored = text_of(json, "stored");
        event->label = text_of(json, "label");
        event->is_creation = flag_of(json, "creation");
        if (event->name == NULL || event->stored == NULL || event->label == NULL ||
            !read_params(model, event, json_object_get(json, "params")))
            return false;
    }
    return true;
}

static bool read_columns(struct deployed_model *model, const json_t *columns) {
    model->column_count = json_array_size(columns);
    model->columns = model_list_names(model->column_count, sizeof *model->columns);
    if (model->columns == NULL || model->column_count > PAWL_COLUMN_MAX)
        return false;
    for (size_t i = 0; i < model->column_count; i++) {
        const json_t *column = json_array_get(columns, i);
        model->columns[i].name = text_of(column, "name");
        model->columns[i].is_personal = flag_of(column, "personal");
        model->has_personal |= model->columns[i].is_personal;
        if (model->columns[i].name == NULL || !type_of(text_of(column, "type"), &model->columns[i].type))
            return false;
    }
    return true;
}

static int compare_moves(const void *left, const void *right) {
    const struct deployed_move *a = left, *b = right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static bool read_moves(struct deployed_model *model, const json_t *moves) {
    model->move_count = json_array_size(moves);
    model->moves = model_list_names(model->move_count, sizeof *model->moves);
    for (size_t i = 0; model->moves != NULL && i < model->move_count; i++) {
        const json_t *move = json_array_get(moves, i);
        model->moves[i] = (struct deployed_move){number_in(model->events_by_name, text_of(move, "event")),
                                                 number_in(model->states_by_name, text_of(move, "from")),
                                                 number_in(model->states_by_name, text_of(move, "to"))};
    }
    return model->moves != NULL;
}

static bool read_database(struct deployed_model *model, const char *dialect) {
    const json_t *database = json_object_get(model->json, "database");
    const char *written_for = text_of(database, "dialect");
    model->current = text_of(database, "current");
    model->transitions = text_of(database, "transitions");
    model->pending = text_of(database, "pending");
    const char *storage = text_of(model->json, "storage");
    model->shares_rows = storage != NULL && strcmp(storage, "head") != 0;
    if (flag_of(model->json, "initial_is_implicit"))
        model->implicit = model_initial(model);
    model->parent = text_of(database, "parent");
    model->parent_column = text_of(database, "parent_column");
    model->objects = text_of(database, "objects");
    model->shared_objects = text_of(database, "shared_objects");
    model->statements = json_object_get(database, "statements");
    model->fire = json_object_get(database, "fire");
    model->queue = json_object_get(database, "queue");
    model->diagram = text_of(model->json, "diagram");
    model->hooks = json_array();
    json_array_extend(model->hooks, json_object_get(model->json, "guards"));
    model->guard_count = json_array_size(model->hooks);
    json_array_extend(model->hooks, json_object_get(model->json, "effects"));
    return written_for != NULL && strcmp(written_for, dialect) == 0 && model->current != NULL &&
           model->transitions != NULL && model->objects != NULL && model->shared_objects != NULL &&
           model->statements != NULL && model->fire != NULL && model->diagram != NULL;
}

static bool model_parse(struct deployed_model *model, const char *text, const char *dialect) {
    model->json = json_loads(text, 0, NULL);
    if (model->json == NULL)
        return false;
    const json_t *json = model->json;
    model->name = text_of(json, "name");
    model->label = text_of(json, "label");
    model->fingerprint = text_of(json, "fingerprint");
    return model->name != NULL && model->label != NULL && model->fingerprint != NULL &&
           type_of(text_of(json, "key_type"), &model->key_type) &&
           read_states(model, json_object_get(json, "states")) &&
           read_columns(model, json_object_get(json, "columns")) &&
           read_events(model, json_object_get(json, "events")) &&
           read_moves(model, json_object_get(json, "moves")) && read_database(model, dialect);
}

static void model_free(struct deployed_model *model) {
    for (size_t i = 1; model->events != NULL && i <= model->event_count; i++)
        free((void *)(uintptr_t)model->events[i].params);
    free(model->states);
    free(model->events);
    free(model->columns);
    free(model->moves);
    json_decref(model->states_by_name);
    json_decref(model->events_by_name);
    json_decref(model->states_by_stored);
    json_decref(model->events_by_stored);
    json_decref(model->past_moves);
    json_decref(model->hooks);
    json_decref(model->json);
}

void models_free(struct models *models) {
    for (size_t i = 0; i < models->count; i++)
        model_free(&models->models[i]);
    free(models->models);
    *models = (struct models){0};
}

/* ---- reading them ------------------------------------------------------------------------------- */

struct model_reading {
    struct call *call;
    const char *wanted; /* NULL: all */
    struct models *models;
    struct suggestion suggestion;
    char nearest[64]; /* what was suggested, since a row is gone when the next one comes */
    bool found;
    int status;
};

/* cells: machine, fingerprint, abi, model */
static enum pawl_status read_machine(void *context, const struct cell *cells, struct pawl_error *err) {
    struct model_reading *reading = context;
    (void)err;
    const char *name = cells[0].text;
    if (reading->wanted != NULL && strcmp(reading->wanted, name) != 0) {
        suggestion_offer(&reading->suggestion, name);
        if (reading->suggestion.nearest == name) {
            snprintf(reading->nearest, sizeof reading->nearest, "%s", name);
            reading->suggestion.nearest = reading->nearest;
        }
        return PAWL_OK;
    }
    reading->found = true;
    if (cells[2].number != PAWL_ABI) {
        say_error("pawlctl: machine %s was deployed for ABI %" PRId64 ", and this pawlctl knows %d\n"
                  "  use the pawlctl that belongs to the pawl which wrote its SQL\n",
                  name, cells[2].number, PAWL_ABI);
        reading->status = EXIT_DATABASE;
        return PAWL_OK;
    }
    if (cells[3].text == NULL) {
        if (reading->wanted != NULL)
            reading->status = refused("a machine of more than 5,000 states and moves is kept without one; "
                                      "its tables can be read as ever",
                                      "machine %s: the database does not hold its model", name);
        return PAWL_OK;
    }
    struct deployed_model *models =
        realloc(reading->models->models, (reading->models->count + 1) * sizeof *models);
    if (models == NULL)
        return PAWL_NOMEM;
    reading->models->models = models;
    struct deployed_model *model = &models[reading->models->count++];
    *model = (struct deployed_model){.abi = cells[2].number};
    const int64_t migrated_at_us = cells[4].is_null ? 0 : cells[4].number;
    if (!model_parse(model, cells[3].text, pawl_dialect(reading->call->db))) {
        say_error("pawlctl: machine %s: pawl_machines.model is not the model that pawl writes for this "
                  "database\n  apply its generated SQL again\n",
                  name);
        reading->status = EXIT_DATABASE;
    }
    model->migrated_at_us = migrated_at_us;
    return PAWL_OK;
}

/* The caller frees it; no stored text has a newline in it. */
static char *past_move(const char *event, const char *from, const char *to) {
    char *key = malloc(strlen(event) + strlen(from) + strlen(to) + 3);
    if (key != NULL)
        sprintf(key, "%s\n%s\n%s", event, from, to);
    return key;
}

/* cells: machine, event, from, to */
static enum pawl_status read_past_move(void *context, const struct cell *cells, struct pawl_error *err) {
    struct model_reading *reading = context;
    (void)err;
    for (size_t i = 0; i < reading->models->count; i++) {
        struct deployed_model *model = &reading->models->models[i];
        if (strcmp(model->name, cells[0].text) != 0)
            continue;
        char *key = past_move(cells[1].text, cells[2].text, cells[3].text);
        if (model->past_moves == NULL)
            model->past_moves = json_object();
        const bool is_kept = key != NULL && json_object_set_new(model->past_moves, key, json_true()) == 0;
        free(key);
        return is_kept ? PAWL_OK : PAWL_NOMEM;
    }
    return PAWL_OK;
}

static int refuse_name(const struct model_reading *reading) {
    const struct command *command = reading->call->command;
    const char *nearest = reading->suggestion.nearest;
    const bool takes_flows = command->operands != NULL && strstr(command->operands, "FLOW") != NULL;
    int status = flow_refuse(reading->call, reading->wanted);
    if (status != EXIT_DONE)
        return status;
    return refused(nearest == NULL ? "pawlctl status lists the machines" : NULL,
                   "there is no machine %s%s%s%s%s", takes_flows ? "or flow " : "", reading->wanted,
                   DID_YOU_MEAN(reading->suggestion));
}

static int refuse_nothing(struct call *call) {
    struct pawl_error *err = &call->err;
    error_set(err, PAWL_MISMATCH, "no machine is deployed in this database");
    error_help(err, "apply the SQL that pawl has generated: pawlctl apply FILE.sql");
    return judge_unseen(call->db, PAWL_MISMATCH, err) == PAWL_DB ? database_error(call)
                                                                 : refused(err->help, "%s", err->message);
}

int models_read(struct call *call, const char *name, struct models *models) {
    struct model_reading reading = {.call = call, .wanted = name, .models = models, .status = EXIT_DONE};
    bool has_registry;
    *models = (struct models){0};
    reading.suggestion = suggestion_for(name == NULL ? "" : name);
    if (!database_any(call, call->dialect->find_registry, NULL, 0, &has_registry))
        return database_error(call);
    if (!has_registry)
        return refuse_nothing(call);
    if (!database_rows(call, call->dialect->machines, NULL, 0, read_machine, &reading))
        reading.status = database_error(call);
    if (reading.status == EXIT_DONE &&
        !database_rows(call, call->dialect->past_moves, NULL, 0, read_past_move, &reading))
        reading.status = database_error(call);
    if (reading.status == EXIT_DONE && !reading.found) {
        if (name == NULL)
            reading.status = refused(NULL, "no machine is deployed in this database");
        else
            reading.status = refuse_name(&reading);
    }
    if (reading.status != EXIT_DONE)
        models_free(models);
    return reading.status;
}

int models_take(struct call *call, const char *name, const char *text, struct models *models) {
    struct model_reading reading = {.call = call, .wanted = name, .models = models, .status = EXIT_DONE};
    const struct cell cells[] = {
        {.text = name}, {.is_null = true}, {.number = PAWL_ABI}, {.text = text}, {.is_null = true}};
    *models = (struct models){0};
    if (read_machine(&reading, cells, &call->err) != PAWL_OK)
        reading.status = memory_error(call);
    if (reading.status != EXIT_DONE)
        models_free(models);
    return reading.status;
}

/* ---- what they say ------------------------------------------------------------------------------ */

size_t model_state(const struct deployed_model *model, const char *stored) {
    return number_in(model->states_by_stored, stored);
}

size_t model_event(const struct deployed_model *model, const char *stored) {
    return number_in(model->events_by_stored, stored);
}

size_t model_column(const struct deployed_model *model, const char *name) {
    size_t column = 0;
    while (column < model->column_count && strcmp(model->columns[column].name, name) != 0)
        column++;
    return column;
}

size_t model_state_named(const struct deployed_model *model, const char *name) {
    return number_in(model->states_by_name, name);
}

size_t model_event_named(const struct deployed_model *model, const char *name) {
    return number_in(model->events_by_name, name);
}

size_t model_initial(const struct deployed_model *model) {
    size_t i;
    json_t *state;
    json_array_foreach(json_object_get(model->json, "states"), i, state) {
        if (flag_of(state, "initial"))
            return i + 1;
    }
    return 0;
}

const json_t *model_arrow(const struct deployed_model *model, size_t move) {
    const json_t *json = json_array_get(json_object_get(model->json, "moves"), move);
    const json_t *arrow = json_object_get(json, "arrow");
    return json_array_get(json_object_get(model->json, "arrows"), (size_t)json_integer_value(arrow));
}

bool model_had_move(const struct deployed_model *model, const char *event, const char *from, const char *to) {
    char *key = model->past_moves == NULL ? NULL : past_move(event, from, to);
    const bool found = key != NULL && json_object_get(model->past_moves, key) != NULL;
    free(key);
    return found;
}

/* Whether the line of `key` that begins at `at` is the text. */
static bool is_line(const char *at, const char *text) {
    const size_t length = strcspn(at, "\n");
    return length == strlen(text) && memcmp(at, text, length) == 0;
}

static const char *next_line(const char *at) {
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

bool model_had_state(const struct deployed_model *model, const char *stored) {
    const char *key;
    json_t *there;
    json_object_foreach(model->past_moves, key, there) {
        const char *from = next_line(key);
        if (is_line(from, stored) || is_line(next_line(from), stored))
            return true;
    }
    return false;
}

bool model_had_way(const struct deployed_model *model, const char *from, const char *to) {
    const char *key;
    json_t *there;
    json_object_foreach(model->past_moves, key, there) {
        const char *was = next_line(key);
        if (is_line(was, from) && is_line(next_line(was), to))
            return true;
    }
    return false;
}

bool model_has_move(const struct deployed_model *model, size_t event, size_t from, size_t to) {
    const struct deployed_move wanted = {event, from, to};
    const struct deployed_move *end = model->moves + model->move_count;
    const struct deployed_move *move =
        bsearch(&wanted, model->moves, model->move_count, sizeof wanted, compare_moves);
    while (move != NULL && move > model->moves && compare_moves(move - 1, &wanted) == 0)
        move--;
    for (; move != NULL && move < end && compare_moves(move, &wanted) == 0; move++)
        if (move->to == to)
            return true;
    return false;
}

bool model_leads(const struct deployed_model *model, size_t from, size_t to) {
    for (size_t i = 0; i < model->move_count; i++)
        if (model->moves[i].from == from && model->moves[i].to == to)
            return true;
    return false;
}

bool model_may_be_null(const struct deployed_model *model, const char *column) {
    const size_t number = model_column(model, column);
    for (size_t i = 1; i <= model->event_count; i++)
        for (size_t p = 0; p < model->events[i].param_count; p++)
            if (model->events[i].params[p].column == number && model->events[i].params[p].optional)
                return true;
    return false;
}

int model_check_queue(const struct deployed_model *model) {
    if (model->queue != NULL || (json_array_size(json_object_get(model->json, "timers")) == 0 &&
                                 json_array_size(json_object_get(model->json, "works")) == 0))
        return EXIT_DONE;
    return refused(
        "it was deployed by an older pawl; leave it to programs",
        "%s has timers or work, and the database does not keep how its transitions arm and end them",
        model->name);
}

bool model_could_be_key(const struct deployed_model *model, const char *text, struct pawl_key *key) {
    *key = (struct pawl_key){.text = text};
    if (model->key_type == PAWL_TYPE_TEXT)
        return *text != '\0' && strlen(text) <= PAWL_KEY_MAX_BYTES && text_is_utf8(text);
    return parse_number(text, INT64_MIN, INT64_MAX, &key->number);
}

bool model_key(const struct call *call, const struct deployed_model *model, const char *text,
               struct pawl_key *key) {
    const bool could_be = model_could_be_key(model, text, key);
    if (!could_be && model->key_type == PAWL_TYPE_TEXT)
        usage_error(call, "the key of a %s is a text of 1 to %d bytes in UTF-8", model->name,
                    PAWL_KEY_MAX_BYTES);
    else if (!could_be)
        usage_error(call, "the key of a %s is a whole number of 64 bits, not `%s`", model->name, text);
    return could_be;
}

struct pawl_key model_key_of(const struct deployed_model *model, const char *id) {
    return model->key_type == PAWL_TYPE_BIGINT ? (struct pawl_key){.number = strtoll(id, NULL, 10)}
                                               : (struct pawl_key){.text = id};
}

struct value model_key_value(const struct deployed_model *model, struct pawl_key key) {
    return model->key_type == PAWL_TYPE_BIGINT ? value_number(PAWL_TYPE_BIGINT, key.number)
                                               : value_text(key.text);
}
