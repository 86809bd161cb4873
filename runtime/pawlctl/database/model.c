#include "model.h"
#include "say/json.h"
#include "say/print.h"

#include "base/suggest.h"
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
    return arena_alloc(memory, (count + 1) * size);
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
    model->states[0] = (struct pawl_state){"", "", "", false};
    struct pawl_state *state = model->states;
    for (EACH_ITEM(json, states)) {
        *++state = (struct pawl_state){text_of(*json, "name"), text_of(*json, "stored"),
                                       text_of(*json, "label"), flag_of(*json, "final")};
        if (state->stored == NULL || state->name == NULL || state->label == NULL)
            return false;
    }
    return true;
}

static bool read_params(const struct deployed_model *model, struct pawl_event *event, const json_t *params) {
    struct pawl_param *list_of_params = model_list_names(json_array_size(params), sizeof *list_of_params);
    event->param_count = (uint16_t)json_array_size(params);
    event->params = list_of_params;
    for (size_t i = 0; i < event->param_count; i++) {
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
    return true;
}

static bool read_events(struct deployed_model *model, const json_t *events) {
    model->event_count = json_array_size(events);
    model->events = model_list_names(model->event_count, sizeof *model->events);
    model->events_by_name = numbers_by("name", events);
    model->events_by_stored = numbers_by("stored", events);
    struct pawl_event *event = model->events;
    for (EACH_ITEM(json, events)) {
        *++event = (struct pawl_event){.name = text_of(*json, "name"),
                                       .stored = text_of(*json, "stored"),
                                       .label = text_of(*json, "label"),
                                       .is_creation = flag_of(*json, "creation")};
        if (event->name == NULL || event->stored == NULL || event->label == NULL ||
            !read_params(model, event, json_object_get(*json, "params")))
            return false;
    }
    return true;
}

static bool read_columns(struct deployed_model *model, const json_t *columns) {
    model->column_count = json_array_size(columns);
    model->columns = model_list_names(model->column_count, sizeof *model->columns);
    if (model->column_count > PAWL_COLUMN_MAX)
        return false;
    struct pawl_column *column = model->columns;
    for (EACH_ITEM(json, columns)) {
        *column =
            (struct pawl_column){.name = text_of(*json, "name"), .is_personal = flag_of(*json, "personal")};
        model->has_personal |= column->is_personal;
        if (column->name == NULL || !type_of(text_of(*json, "type"), &column->type))
            return false;
        column++;
    }
    return true;
}

static int compare_moves(const void *left, const void *right) {
    const struct deployed_move *a = left, *b = right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static void read_moves(struct deployed_model *model, const json_t *moves) {
    model->move_count = json_array_size(moves);
    struct deployed_move *next = model->moves = model_list_names(model->move_count, sizeof *model->moves);
    for (EACH_ITEM(move, moves))
        *next++ = (struct deployed_move){number_in(model->events_by_name, text_of(*move, "event")),
                                         number_in(model->states_by_name, text_of(*move, "from")),
                                         number_in(model->states_by_name, text_of(*move, "to"))};
}

static bool read_database(struct deployed_model *model, const char *dialect) {
    const json_t *database = json_object_get(model->json, "database");
    const char *written_for = text_of(database, "dialect");
    model->current = text_of(database, "current");
    model->transitions = text_of(database, "transitions");
    model->pending = text_of(database, "pending");
    const char *storage = text_of(model->json, "storage");
    model->shares_rows = storage != NULL && strcmp(storage, "head") != 0;
    read_moves(model, json_object_get(model->json, "moves"));
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
           read_events(model, json_object_get(json, "events")) && read_database(model, dialect);
}

/* ---- reading them ------------------------------------------------------------------------------- */

/* cells: machine, fingerprint, abi, model, since when where it was migrated. Complains where is_named or more
 * is wrong than that there is no model. Returns the exit status. */
static int read_machine(const struct call *call, const struct cell *cells, bool is_named,
                        struct models *models) {
    const char *name = cells[0].text;
    struct deployed_model *model = &models->models[models->count];
    if (cells[2].number != PAWL_ABI) {
        say_error("pawlctl: machine %s was deployed for ABI %" PRId64 ", and this pawlctl knows %d\n"
                  "  use the pawlctl that belongs to the pawl which wrote its SQL\n",
                  name, cells[2].number, PAWL_ABI);
        return EXIT_DATABASE;
    }
    if (cells[3].text == NULL && is_named)
        complain(
            "a machine of more than 5,000 states and moves is kept without one; its tables can be read as "
            "ever",
            "machine %s: the database does not hold its model", name);
    if (cells[3].text == NULL)
        return is_named ? EXIT_REFUSED : EXIT_DONE;
    *model = (struct deployed_model){
        .abi = cells[2].number, .migrated_at_us = cells[4].number, .past_moves = json_object()};
    if (!model_parse(model, cells[3].text, pawl_dialect(call->db))) {
        say_error("pawlctl: machine %s: pawl_machines.model is not the model that pawl writes for this "
                  "database\n  apply its generated SQL again\n",
                  name);
        return EXIT_DATABASE;
    }
    models->count++;
    return EXIT_DONE;
}

static void read_past_moves(struct call *call, struct models *models) {
    for (EACH_ROW(row, database_past_moves(call)))
        for (size_t i = 0; i < models->count; i++) {
            struct deployed_model *model = &models->models[i];
            if (strcmp(model->name, row[0].text) == 0)
                json_object_set_new(object_in(object_in(model->past_moves, row[1].text), row[2].text),
                                    row[3].text, json_true());
        }
}

static int refuse_name(struct call *call, const struct row_set *machines, const char *name) {
    struct suggestion suggestion = suggestion_for(name);
    const bool takes_flows = strstr(call->command->operands, "FLOW") != NULL;
    flow_refuse(call, name);
    for (EACH_ROW(row, *machines))
        suggestion_offer(&suggestion, row[0].text);
    complain(suggestion.nearest == NULL ? "pawlctl status lists the machines" : NULL,
             "there is no machine %s%s%s%s%s", takes_flows ? "or flow " : "", name, DID_YOU_MEAN(suggestion));
    return EXIT_REFUSED;
}

int refuse_nothing(struct call *call, const char *help) {
    struct pawl_error *err = &call->err;
    error_set(err, PAWL_MISMATCH, "no machine is deployed in this database");
    error_help(err, "%s", help);
    if (judge_unseen(call->db, PAWL_MISMATCH, err) == PAWL_DB)
        database_error(call);
    complain(err->help, "%s", err->message);
    return EXIT_REFUSED;
}

int models_look(struct call *call, const char *name, struct models *models) {
    *models = (struct models){0};
    if (!database_has_table(call, "pawl_machines"))
        return refuse_nothing(call, "apply the SQL that pawl has generated: pawlctl apply FILE.sql");
    const struct row_set machines = database_machines(call);
    int status = EXIT_DONE;
    bool is_found = false;
    models->models = model_list_names(machines.count, sizeof *models->models);
    for (EACH_ROW(row, machines)) {
        if (name != NULL && strcmp(name, row[0].text) != 0)
            continue;
        is_found = true;
        const int said = read_machine(call, row, name != NULL, models);
        status = said == EXIT_DONE ? status : said;
    }
    read_past_moves(call, models);
    if (status != EXIT_DONE || is_found)
        return status;
    if (name != NULL)
        return refuse_name(call, &machines, name);
    complain(NULL, "no machine is deployed in this database");
    return EXIT_REFUSED;
}

struct models models_read(struct call *call, const char *name) {
    struct models models;
    const int status = models_look(call, name, &models);
    if (status != EXIT_DONE)
        end(status);
    return models;
}

int models_take(const struct call *call, const char *name, const char *text, struct models *models) {
    const struct cell cells[] = {
        {.text = name}, {.is_null = true}, {.number = PAWL_ABI}, {.text = text}, {.is_null = true}};
    *models = (struct models){.models = model_list_names(1, sizeof *models->models)};
    return read_machine(call, cells, true, models);
}

/* ---- what they say ------------------------------------------------------------------------------ */

size_t model_state(const struct deployed_model *model, const char *stored) {
    return number_in(model->states_by_stored, stored);
}

const char *model_told_state(const struct deployed_model *model, const char *stored) {
    const size_t state = model_state(model, stored);
    return state == 0 || strcmp(model->states[state].name, stored) == 0
               ? stored
               : arena_printf(memory, "%s (%s)", stored, model->states[state].name);
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
    const json_t *states = json_object_get(model->json, "states");
    for (size_t i = 0; i < json_array_size(states); i++)
        if (flag_of(json_array_get(states, i), "initial"))
            return i + 1;
    return 0;
}

const json_t *model_arrow(const struct deployed_model *model, size_t move) {
    const json_t *json = json_array_get(json_object_get(model->json, "moves"), move);
    const json_t *arrow = json_object_get(json, "arrow");
    return json_array_get(json_object_get(model->json, "arrows"), (size_t)json_integer_value(arrow));
}

bool model_had_move(const struct deployed_model *model, const char *event, const char *from, const char *to) {
    return json_object_get(json_object_get(json_object_get(model->past_moves, event), from), to) != NULL;
}

bool model_had_state(const struct deployed_model *model, const char *stored) {
    for (EACH_MEMBER(event, model->past_moves))
        for (EACH_MEMBER(from, event->value))
            if (strcmp(from->name, stored) == 0 || json_object_get(from->value, stored) != NULL)
                return true;
    return false;
}

bool model_had_way(const struct deployed_model *model, const char *from, const char *to) {
    for (EACH_MEMBER(event, model->past_moves))
        if (json_object_get(json_object_get(event->value, from), to) != NULL)
            return true;
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

bool model_has_queue(const struct deployed_model *model) {
    if (model->queue != NULL || (json_array_size(json_object_get(model->json, "timers")) == 0 &&
                                 json_array_size(json_object_get(model->json, "works")) == 0))
        return true;
    complain("it was deployed by an older pawl; leave it to programs",
             "%s has timers or work, and the database does not keep how its transitions arm and end them",
             model->name);
    return false;
}

bool model_could_be_key(const struct deployed_model *model, const char *text, struct pawl_key *key) {
    static struct results settled;
    const struct pawl_machine machine = {.name = model->name, .key_type = model->key_type};
    *key = (struct pawl_key){.text = text};
    if (key_is_number(model->key_type) && !parse_number(text, INT64_MIN, INT64_MAX, &key->number))
        return false;
    return key_settle(&settled, &machine, key, NULL) == PAWL_OK;
}

struct pawl_key model_key(const struct call *call, const struct deployed_model *model, const char *text) {
    struct pawl_key key;
    if (model_could_be_key(model, text, &key))
        return key;
    if (model->key_type == PAWL_TYPE_TEXT)
        usage_error(call, "the key of a %s is a text of 1 to %d bytes in UTF-8", model->name,
                    PAWL_KEY_MAX_BYTES);
    usage_error(call, "the key of a %s is %s, not `%s`", model->name,
                model->key_type == PAWL_TYPE_UUID  ? "a uuid, as 6ba7b810-9dad-11d1-80b4-00c04fd430c8"
                : model->key_type == PAWL_TYPE_INT ? "a whole number of 32 bits"
                                                   : "a whole number of 64 bits",
                text);
}

const char *model_key_text(const struct deployed_model *model, struct pawl_key key) {
    return key_text(
        &(struct cell){.text = key_is_number(model->key_type) ? NULL : key.text, .number = key.number});
}

const char *model_entity(struct call *call, const char *machine, const char *text) {
    const struct models models = models_read(call, NULL);
    for (size_t i = 0; i < models.count; i++) {
        if (strcmp(models.models[i].name, machine) != 0)
            continue;
        return model_key_text(&models.models[i], model_key(call, &models.models[i], text));
    }
    return text;
}

const char *model_other_spelling(const char *text) {
    const struct deployed_model uuids = {.name = "", .key_type = PAWL_TYPE_UUID};
    struct pawl_key key;
    return model_could_be_key(&uuids, text, &key) && strcmp(key.text, text) != 0 ? key.text : NULL;
}

bool model_is_spelled(const struct deployed_model *model, const char *text) {
    static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (model->key_type != PAWL_TYPE_UUID)
        return true;
    for (size_t i = 0; form[i] != '\0'; i++)
        if (text[i] == '\0' || strchr(form[i] == '-' ? "-" : "0123456789abcdef", text[i]) == NULL)
            return false;
    return text[sizeof form - 1] == '\0';
}

struct pawl_key model_key_of(const struct deployed_model *model, const char *id) {
    return key_is_number(model->key_type) ? (struct pawl_key){.number = strtoll(id, NULL, 10)}
                                          : (struct pawl_key){.text = id};
}

struct value model_key_value(const struct deployed_model *model, struct pawl_key key) {
    return value_key(&(struct pawl_machine){.key_type = model->key_type}, key);
}
