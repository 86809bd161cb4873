#include "entity.h"
#include "database/entity.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

const char *archive_table_name(const struct deployed_model *model) {
    static const char of_history[] = "_transitions";
    return arena_printf(memory, "%.*s_archive", (int)(strlen(model->transitions) - strlen(of_history)),
                        model->transitions);
}

const char *entity_archived(struct call *call, const struct deployed_model *model, struct pawl_key key) {
    const char *table = archive_table_name(model);
    const struct value id = model_key_value(model, key);
    struct row_set last;
    char at[TIME_SIZE];
    /* a login that may fire may not be one that reads the archive */
    if (!database_has(call, call->dialect->column_details, VALUES(value_text(table))) ||
        !database_try_query(call, model_sql(call, model, sql_archived_at, WORDS({"archive", table})), &id, 1,
                            1, &last) ||
        last.cells[0].is_null)
        return NULL;
    return arena_printf(memory, "it was archived at %s: its transitions are in %s",
                        print_time(at, last.cells[0].number, ' '), table);
}

/* Whether it has moves. */
static bool entity_is_there(struct call *call, const struct deployed_model *model, struct pawl_key key) {
    return database_has(call, model_sql(call, model, sql_has_moves, NULL),
                        VALUES(model_key_value(model, key)));
}

static const struct deployed_model *find_machine(struct call *call, const struct models *models,
                                                 const char *id) {
    const char *archived = NULL;
    const struct deployed_model *found = NULL;
    struct text having = TEXT_INIT;
    size_t count = 0;
    for (size_t i = 0; i < models->count; i++) {
        const struct deployed_model *model = &models->models[i];
        struct pawl_key key;
        if (!model_could_be_key(model, id, &key))
            continue;
        if (entity_is_there(call, model, key)) {
            text_printf(&having, "%s%s", count++ == 0 ? "" : ", ", model->name);
            found = model;
        } else if (archived == NULL)
            archived = entity_archived(call, model, key);
    }
    if (count > 1)
        usage_error(call, "machines %s have an entity %s: name the machine before it", text_data(&having),
                    id);
    text_free(&having);
    if (found == NULL)
        refused(archived, "no machine has an entity %s", id);
    return found;
}

struct entity entity_find(struct call *call, const char *machine, const char *id) {
    const struct models models = models_read(call, machine);
    const struct deployed_model *model = machine != NULL ? models.models : find_machine(call, &models, id);
    const struct pawl_key key = model_key(call, model, id);
    return (struct entity){model, model_key_text(model, key), key};
}

void entity_lock(struct call *call, const struct deployed_model *model, struct pawl_key key) {
    /* elsewhere the whole database is locked for whoever writes */
    if (!handle_moves_in_steps(call->db))
        model_query(call, model, sql_lock_head, NULL, VALUES(model_key_value(model, key)), 1);
}

static void refuse_missing(struct call *call, const struct entity *entity) {
    const struct deployed_model *model = entity->model;
    refused(entity_archived(call, model, entity->key), "%s %s: there is no such %s", model->name, entity->id,
            model->name);
}

struct row_set entity_history(struct call *call, const struct entity *entity) {
    const struct deployed_model *model = entity->model;
    const struct row_set moves =
        database_query(call, text_of(model->statements, "history"),
                       VALUES(model_key_value(model, entity->key)), ENTITY_MOVE_CELLS + model->column_count);
    if (moves.count == 0)
        refuse_missing(call, entity);
    return moves;
}

static const char *between_sql(struct call *call, const struct deployed_model *model) {
    const char *history = text_of(model->statements, "history"), *by_index = call->dialect->by_index;
    size_t length = strlen(history), sign = strlen(by_index);
    if (length > sign && strcmp(history + length - sign, by_index) == 0)
        length -= sign; /* it would keep the bounds out */
    return model_sql(call, model, sql_between, WORDS({"history", arena_strndup(memory, history, length)}));
}

struct row_set entity_history_between(struct call *call, const struct entity *entity, int64_t first,
                                      int64_t last) {
    const struct deployed_model *model = entity->model;
    if (!entity_is_there(call, model, entity->key))
        refuse_missing(call, entity);
    return database_query(
        call, between_sql(call, model),
        VALUES(model_key_value(model, entity->key), value_bigint(first), value_bigint(last)),
        ENTITY_MOVE_CELLS + model->column_count);
}

const char *entity_lock_key(struct call *call, const struct entity *entity) {
    const struct deployed_model *model = entity->model;
    const json_t *reference = json_object_get(model->json, "key");
    const char *column = text_of(reference, "column");
    if (reference == NULL || column == NULL)
        return reference == NULL ? NULL : entity->id;
    const struct value first = value_bigint(PAWL_SORT_KEY_STEP);
    struct row_set creation;
    if (!database_try_query(call, between_sql(call, model),
                            VALUES(model_key_value(model, entity->key), first, first),
                            ENTITY_MOVE_CELLS + model->column_count, &creation))
        return NULL; /* a login that may fire may not be one that reads the history */
    for (EACH_ROW(row, creation)) {
        const struct cell *cell = &row[ENTITY_MOVE_CELLS + model_column(model, column)];
        if (row[2].text == NULL || *row[2].text == '\0')
            return cell->is_null ? NULL : key_text(cell);
    }
    return NULL;
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

/* "amount=1000 currency=EUR"; NULL where there are none. */
static const char *params_text(json_t *params) {
    struct text text = TEXT_INIT;
    for (EACH_MEMBER(member, params))
        text_printf(&text, "%s%s=%s", text.length > 0 ? " " : "", member->name,
                    member->text != NULL ? member->text
                                         : json_dumps(member->value, JSON_ENCODE_ANY | JSON_COMPACT));
    return text.length == 0 ? NULL : text_keep(&text, memory);
}

const struct field *entity_move_row(const struct deployed_model *model, const struct cell *cells) {
    const char *from = entity_state_name(model, cells[2].text);
    const bool creates = from == NULL || *from == '\0';
    json_t *params = entity_params(model, cells + ENTITY_MOVE_CELLS);
    return row_keep(ROW(column_first(">sort key", row_number("sort_key", cells[0].number)),
                        column("event", row_text("event", entity_event_name(model, cells[1].text))),
                        column("from", row_or(from, row_if(!creates, row_text("from", from)))),
                        column("to", row_text("to", entity_state_name(model, cells[3].text))),
                        column_first("at", row_time("at", cells[4].number)), row_actor(cells[5].text),
                        row_text("trace", actor_trace(cells[5].text)),
                        column_only("actor", row_text("actor", cells[5].text)), /* people see both */
                        column("request id", row_or("", row_text("request_id", cells[6].text))),
                        row_json("params", params),
                        column_only("parameters", row_or("", row_text("parameters", params_text(params))))));
}

json_t *entity_move(const struct deployed_model *model, const struct cell *cells) {
    return row_object(entity_move_row(model, cells));
}

const char *entity_state_name(const struct deployed_model *model, const char *stored) {
    size_t state = stored == NULL ? 0 : model_state(model, stored);
    return state == 0 ? stored : model->states[state].name;
}

const char *entity_event_name(const struct deployed_model *model, const char *stored) {
    size_t event = stored == NULL ? 0 : model_event(model, stored);
    return event == 0 ? stored : model->events[event].name;
}
