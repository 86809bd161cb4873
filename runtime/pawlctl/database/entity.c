#include "entity.h"
#include "base/text.h"
#include "database.h"
#include "database/entity.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <stdlib.h>
#include <string.h>

/* Whether the machine has moves of that key; the key is of its type. */
static bool has(struct call *call, const struct deployed_model *model, struct pawl_key key, bool *found) {
    *found = false;
    return model_rows(call, model, sql_has_moves, &key, row_found, found);
}

char *archive_table_name(const struct deployed_model *model) {
    static const char of_history[] = "_transitions", of_archive[] = "_archive";
    const size_t stem = strlen(model->transitions) - strlen(of_history);
    char *name = malloc(stem + sizeof of_archive);
    if (name != NULL) {
        memcpy(name, model->transitions, stem);
        memcpy(name + stem, of_archive, sizeof of_archive);
    }
    return name;
}

static enum pawl_status note_time(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    *(int64_t *)context = cells[0].is_null ? 0 : cells[0].number;
    return PAWL_OK;
}

static bool find_archived(struct call *call, const struct deployed_model *model, struct pawl_key key,
                          int64_t *at_us) {
    char *table = archive_table_name(model);
    struct value name = value_text(table), id = model_key_value(model, key);
    bool is_there = false;
    *at_us = 0;
    if (table == NULL)
        return out_of_memory(call);
    bool done = database_any(call, call->dialect->column_details, &name, 1, &is_there) &&
                (!is_there || model_query(call, model, sql_archived_at, WORDS({"archive", table}), &id, 1,
                                          note_time, at_us));
    free(table);
    return done;
}

bool entity_put_archived(struct call *call, const struct deployed_model *model, struct pawl_key key,
                         char help[ARCHIVED_SIZE]) {
    int64_t at_us;
    char at[TIME_SIZE];
    *help = '\0';
    if (!find_archived(call, model, key, &at_us))
        return false;
    char *table = archive_table_name(model);
    if (at_us != 0 && table != NULL)
        snprintf(help, ARCHIVED_SIZE, "it was archived at %s: its transitions are in %s",
                 print_time(at, at_us, ' '), table);
    free(table);
    return true;
}

static int find_machine(struct call *call, struct entity *entity) {
    char archived[ARCHIVED_SIZE] = "";
    for (size_t i = 0; i < entity->models.count; i++) {
        const struct deployed_model *model = &entity->models.models[i];
        struct pawl_key key;
        bool found;
        if (!model_could_be_key(model, entity->id, &key))
            continue;
        if (!has(call, model, key, &found))
            return database_error(call);
        if (found && entity->model != NULL)
            return usage_error(call, "both %s and %s have an entity %s: name the machine before it",
                               entity->model->name, model->name, entity->id);
        if (found)
            entity->model = model;
        else if (*archived == '\0' && !entity_put_archived(call, model, key, archived))
            return database_error(call);
    }
    if (entity->model != NULL)
        return EXIT_DONE;
    return refused(*archived == '\0' ? NULL : archived, "no machine has an entity %s", entity->id);
}

int entity_find(struct call *call, const char *machine, const char *id, struct entity *entity) {
    *entity = (struct entity){.id = id};
    int status = models_read(call, machine, &entity->models);
    if (status != EXIT_DONE)
        return status;
    if (machine != NULL)
        entity->model = entity->models.models;
    else
        status = find_machine(call, entity);
    if (status == EXIT_DONE && !model_key(call, entity->model, id, &entity->key))
        status = EXIT_USAGE;
    return status;
}

void entity_free(struct entity *entity) {
    models_free(&entity->models);
}

bool entity_lock(struct call *call, const struct deployed_model *model, struct pawl_key key) {
    /* elsewhere the whole database is locked for whoever writes */
    return handle_moves_in_steps(call->db) || model_rows(call, model, sql_lock_head, &key, NULL, NULL);
}

struct passing {
    row_fn *row;
    void *context;
    bool any;
};

static enum pawl_status pass_on(void *context, const struct cell *cells, struct pawl_error *err) {
    struct passing *passing = context;
    passing->any = true;
    return passing->row(passing->context, cells, err);
}

bool entity_moves(struct call *call, const struct deployed_model *model, struct pawl_key key, row_fn *row,
                  void *context) {
    struct value value = model_key_value(model, key);
    const char *sql = text_of(model->statements, "history");
    return sql != NULL && database_rows(call, sql, &value, 1, row, context);
}

int entity_history(struct call *call, const struct entity *entity, row_fn *row, void *context) {
    struct passing passing = {.row = row, .context = context};
    if (!entity_moves(call, entity->model, entity->key, pass_on, &passing))
        return database_error(call);
    if (passing.any)
        return EXIT_DONE;
    char archived[ARCHIVED_SIZE];
    if (!entity_put_archived(call, entity->model, entity->key, archived))
        return database_error(call);
    return refused(*archived == '\0' ? NULL : archived, "%s %s: there is no such %s", entity->model->name,
                   entity->id, entity->model->name);
}

/* ---- parameters --------------------------------------------------------------------------------- */

static json_t *entity_params(const struct deployed_model *model, const struct cell *columns) {
    json_t *params = json_object();
    for (size_t i = 0; i < model->column_count; i++) {
        char time[TIME_SIZE];
        json_t *value = NULL;
        if (columns[i].is_null)
            continue;
        if (model->columns[i].type == PAWL_TYPE_TIMESTAMP)
            value = json_string(print_time(time, columns[i].number, 'T'));
        else if (model->columns[i].type == PAWL_TYPE_BOOL)
            value = json_boolean(columns[i].number != 0);
        else if (model->columns[i].type == PAWL_TYPE_BYTES)
            value = json_bytes(columns[i].bytes.data, columns[i].bytes.size);
        else if (columns[i].text != NULL)
            value = json_text(columns[i].text);
        else
            value = json_integer((json_int_t)columns[i].number);
        json_object_set_new(params, model->columns[i].name, value);
    }
    return params;
}

void entity_move_row(struct field row[ENTITY_MOVE_FIELDS], const struct deployed_model *model,
                     const struct cell *cells, const char *params) {
    const char *from = entity_state_name(model, cells[2].text);
    const bool creates = from == NULL || *from == '\0';
    const struct field fields[ENTITY_MOVE_FIELDS] = {
        column_first(">sort key", row_number("sort_key", cells[0].number)),
        column("event", row_text("event", entity_event_name(model, cells[1].text))),
        column("from", row_or(from, row_if(!creates, row_text("from", from)))),
        column("to", row_text("to", entity_state_name(model, cells[3].text))),
        column_first("at", row_time("at", cells[4].number)),
        column("actor", row_text("actor", cells[5].text)),
        column("request id", row_or("", row_text("request_id", cells[6].text))),
        row_json("params", entity_params(model, cells + 7)),
        column_only("parameters", row_or("", row_text("parameters", params))),
        ROW_END,
    };
    memcpy(row, fields, sizeof fields);
}

json_t *entity_move(const struct deployed_model *model, const struct cell *cells) {
    struct field row[ENTITY_MOVE_FIELDS];
    entity_move_row(row, model, cells, NULL);
    return row_object(row);
}

char *entity_params_text(const struct deployed_model *model, const struct cell *columns) {
    struct text text = TEXT_INIT;
    json_t *params = entity_params(model, columns);
    const char *name;
    json_t *value;
    json_object_foreach(params, name, value) {
        text_printf(&text, "%s%s=", text.length > 0 ? " " : "", name);
        if (json_is_string(value)) {
            text_put(&text, json_string_value(value));
        } else {
            char *other = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
            text_put(&text, other == NULL ? "" : other);
            free(other);
        }
    }
    json_decref(params);
    return text.data; /* NULL where there are none */
}

const char *entity_state_name(const struct deployed_model *model, const char *stored) {
    size_t state = stored == NULL ? 0 : model_state(model, stored);
    return state == 0 ? stored : model->states[state].name;
}

const char *entity_event_name(const struct deployed_model *model, const char *stored) {
    size_t event = stored == NULL ? 0 : model_event(model, stored);
    return event == 0 ? stored : model->events[event].name;
}
