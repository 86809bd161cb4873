#include "backfill.h"
#include "base/suggest.h"
#include "keep/backfill_source.sql.h"
#include "say/grow.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is there ------------------------------------------------------------------------------ */

/* False, with the reason printed, where the table has no such column. */
static bool need_column(const json_t *columns, const char *table, const char *column) {
    struct suggestion suggestion = suggestion_for(column);
    const char *name;
    json_t *value;
    if (json_object_get(columns, column) != NULL)
        return true;
    json_object_foreach((json_t *)(uintptr_t)columns, name, value) {
        suggestion_offer(&suggestion, name);
    }
    refused("nothing was written", "table %s has no column %s%s%s%s", table, column,
            DID_YOU_MEAN(suggestion));
    return false;
}

/* `copy`, or false where there was no memory for it, with that printed. */
static bool backfill_source_keep(struct call *call, char **place, char *copy) {
    *place = copy;
    return copy != NULL || (memory_error(call), false);
}

/* ---- options ------------------------------------------------------------------------------------ */

size_t backfill_state(const struct backfill *backfill, const char *text) {
    for (size_t i = 0; i < backfill->mapping_count; i++)
        if (strcmp(backfill->mappings[i].old, text) == 0)
            return backfill->mappings[i].state;
    return model_state(backfill->model, text);
}

static size_t state_named(const struct deployed_model *model, const char *name) {
    const size_t state = model_state_named(model, name);
    return state != 0 ? state : model_state(model, name);
}

static bool read_mapping(struct backfill *backfill, const char *given) {
    const char *equals = strrchr(given, '=');
    const struct deployed_model *model = backfill->model;
    size_t state = equals == NULL ? 0 : state_named(model, equals + 1);
    if (equals == NULL) {
        usage_error(backfill->call, "--map: expected OLD=STATE, got `%s`", given);
        return false;
    }
    if (state == 0) {
        struct suggestion suggestion = suggestion_for(equals + 1);
        for (size_t i = 1; i <= model->state_count; i++)
            suggestion_offer(&suggestion, model->states[i].name);
        usage_error(backfill->call, "--map: %s has no state %s%s%s%s", model->name, equals + 1,
                    DID_YOU_MEAN(suggestion));
        return false;
    }
    struct mapping *mapping = &backfill->mappings[backfill->mapping_count++];
    mapping->state = state;
    return backfill_source_keep(backfill->call, &mapping->old, strndup(given, (size_t)(equals - given)));
}

static bool read_taken(struct backfill *backfill, const char *given, const json_t *columns) {
    const char *equals = strchr(given, '=');
    const struct deployed_model *model = backfill->model;
    size_t column = 0;
    while (equals != NULL && column < model->column_count &&
           (strlen(model->columns[column].name) != (size_t)(equals - given) ||
            strncmp(model->columns[column].name, given, (size_t)(equals - given)) != 0))
        column++;
    if (equals == NULL || column == model->column_count) {
        usage_error(backfill->call,
                    equals == NULL ? "--param: expected NAME=COLUMN, got `%s`"
                                   : "--param: no event has the parameter of `%s`",
                    given);
        return false;
    }
    if (!need_column(columns, model->parent, equals + 1))
        return false;
    struct taken *taken = &backfill->taken[backfill->taken_count++];
    taken->column = column;
    return backfill_source_keep(backfill->call, &taken->source, database_quoted(equals + 1));
}

static bool read_lists(struct backfill *backfill, const json_t *columns) {
    struct call *call = backfill->call;
    backfill->mappings = calloc(call->given_count + 1, sizeof *backfill->mappings);
    backfill->taken = calloc(call->given_count + 1, sizeof *backfill->taken);
    if (backfill->mappings == NULL || backfill->taken == NULL)
        return memory_error(call), false;
    for (size_t i = 0; i < call->given_count; i++) {
        const char *option = call->given[i].option->spelling;
        if ((strcmp(option, "--map") == 0 && !read_mapping(backfill, call->given[i].value)) ||
            (strcmp(option, "--param") == 0 && !read_taken(backfill, call->given[i].value, columns)))
            return false;
    }
    return true;
}

/* TABLE.COLUMN or SCHEMA.TABLE.COLUMN: of the entity's own table. */
static bool read_status(struct backfill *backfill, const json_t *columns) {
    const json_t *entity = json_object_get(backfill->model->json, "entity");
    const char *schema = text_of(entity, "schema");
    const char *given = option(backfill->call, "--from-column"), *column = strrchr(given, '.');
    struct text table = TEXT_INIT;
    backfill->said_of_status = given;
    if (schema != NULL)
        text_printf(&table, "%s.", schema);
    text_put(&table, text_of(entity, "table"));
    size_t length = column == NULL ? 0 : (size_t)(column - given);
    bool fits = column != NULL && !text_failed(&table) && table.length == length &&
                strncmp(table.data, given, length) == 0;
    if (!fits)
        usage_error(backfill->call, "--from-column: %s is kept for %s, so give --from-column=%s.COLUMN",
                    backfill->model->name, text_failed(&table) ? "" : table.data,
                    text_failed(&table) ? "" : table.data);
    text_free(&table);
    if (!fits || !need_column(columns, backfill->model->parent, column + 1))
        return false;
    return backfill_source_keep(backfill->call, &backfill->status, database_quoted(column + 1));
}

/* TABLE, or SCHEMA.TABLE */
static bool read_statesman(struct backfill *backfill) {
    static const char *const needed[] = {"to_state", "sort_key", "created_at"};
    const char *given = option(backfill->call, "--from-statesman"), *dot = strchr(given, '.');
    const char *key = option(backfill->call, "--key");
    struct text name = TEXT_INIT;
    char default_key[80];
    const char *schema_of_others = backfill->call->dialect->schema_of_others;
    char *schema = dot == NULL ? NULL : strndup(given, (size_t)(dot - given));
    if (schema != NULL)
        database_put_quoted(&name, schema);
    else if (schema_of_others != NULL)
        text_put(&name, schema_of_others);
    if (schema != NULL || schema_of_others != NULL)
        text_char(&name, '.');
    database_put_quoted(&name, dot == NULL ? given : dot + 1);
    const bool is_named = (dot == NULL || schema != NULL) && !text_failed(&name);
    free(schema);
    backfill->said_of_statesman = given;
    backfill->statesman = name.data;
    snprintf(default_key, sizeof default_key, "%s_id", backfill->model->name);
    key = key == NULL ? default_key : key;
    if (!is_named)
        return memory_error(backfill->call), false;
    if (!backfill_source_keep(backfill->call, &backfill->statesman_key, database_quoted(key)))
        return false;
    /* SQLite's list of columns takes the plain name */
    json_t *columns =
        database_columns(backfill->call, handle_moves_in_steps(backfill->call->db) ? given : name.data);
    if (columns == NULL) {
        database_error(backfill->call);
        return false;
    }
    bool fits = json_object_size(columns) > 0;
    if (!fits)
        refused("nothing was written", "there is no table %s", given);
    fits = fits && need_column(columns, given, key);
    for (size_t i = 0; fits && i < sizeof needed / sizeof *needed; i++)
        fits = need_column(columns, given, needed[i]);
    backfill->has_most_recent = json_object_get(columns, "most_recent") != NULL;
    backfill->has_metadata = json_object_get(columns, "metadata") != NULL;
    json_decref(columns);
    return fits;
}

/* A machine whose moves honour locks on a key needs that key. */
static bool check_key(const struct backfill *backfill) {
    const struct deployed_model *model = backfill->model;
    const char *column = text_of(json_object_get(model->json, "key"), "column");
    for (size_t i = 0; column != NULL && i < backfill->taken_count; i++)
        if (strcmp(model->columns[backfill->taken[i].column].name, column) == 0)
            return true;
    if (column == NULL || backfill->statesman != NULL)
        return true;
    usage_error(backfill->call, "%s has `key :create.%s`: give --param=%s=COLUMN", model->name, column,
                column);
    return false;
}

int backfill_read_options(struct backfill *backfill) {
    struct call *call = backfill->call;
    const char *at = option(call, "--at");
    const bool by_column = option(call, "--from-column") != NULL;
    if (by_column == (option(call, "--from-statesman") != NULL))
        return usage_error(
            call, "name the source of the states: --from-column=TABLE.COLUMN or --from-statesman=TABLE");
    if (backfill->model->parent == NULL)
        return refused("name it in the .fsm file: `entity payments.id: text;`",
                       "machine %s names no table of entities, so they are unknown", backfill->model->name);
    json_t *columns = database_columns(call, backfill->model->parent);
    if (columns == NULL)
        return database_error(call);
    int status = EXIT_DONE;
    if (json_object_size(columns) == 0)
        status = refused("nothing was written", "there is no table %s", backfill->model->parent);
    else if ((by_column && !read_status(backfill, columns)) || (!by_column && !read_statesman(backfill)) ||
             (at != NULL && !need_column(columns, backfill->model->parent, at)) ||
             (at != NULL && !backfill_source_keep(call, &backfill->at, database_quoted(at))) ||
             !read_lists(backfill, columns) || !check_key(backfill))
        status = call->err.status == PAWL_NOMEM ? EXIT_DATABASE : EXIT_USAGE;
    json_decref(columns);
    return status;
}

void backfill_free(struct backfill *backfill) {
    for (size_t i = 0; i < backfill->mapping_count; i++)
        free(backfill->mappings[i].old);
    for (size_t i = 0; i < backfill->taken_count; i++)
        free(backfill->taken[i].source);
    free(backfill->mappings);
    free(backfill->taken);
    free(backfill->status);
    free(backfill->at);
    free(backfill->statesman);
    free(backfill->statesman_key);
    results_free(&backfill->memory);
}

/* ---- candidates --------------------------------------------------------------------------------- */

static void put_source(struct text *out, const struct backfill *backfill, enum pawl_type type,
                       const char *column) {
    const char *source = type == PAWL_TYPE_TIMESTAMP                         ? sql_time
                         : type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT ? sql_number
                         : form_of(type) == FORM_TEXT                        ? sql_text
                                                                             : sql_as_it_is;
    model_put(out, backfill->call, backfill->model, source, WORDS({"column", column}));
}

void backfill_query(struct text *out, const struct backfill *backfill, bool is_first, int rows,
                    const char *locking) {
    const struct deployed_model *model = backfill->model;
    struct text columns = TEXT_INIT;
    char number[16];
    snprintf(number, sizeof number, "%d", rows);
    if (backfill->status == NULL)
        text_put(&columns, "null");
    else
        put_source(&columns, backfill, PAWL_TYPE_TEXT, backfill->status);
    text_put(&columns, ", ");
    if (backfill->at == NULL)
        text_put(&columns, "null");
    else
        put_source(&columns, backfill, PAWL_TYPE_TIMESTAMP, backfill->at);
    for (size_t i = 0; i < backfill->taken_count; i++) {
        text_put(&columns, ", ");
        put_source(&columns, backfill, model->columns[backfill->taken[i].column].type,
                   backfill->taken[i].source);
    }
    model_put(out, backfill->call, model, is_first ? sql_first_page : sql_next_page,
              WORDS({"columns", piece_of(&columns)}, {"rows", number}, {"locking", locking}));
    text_free(&columns);
}

/* False where it is nothing of the type. On SQLite a time may be a text. */
static bool value_of_cell(struct results *memory, enum pawl_type type, const struct cell *cell,
                          struct value *value) {
    *value = (struct value){.type = type, .is_null = cell->is_null, .number = cell->number};
    if (cell->is_null)
        return true;
    switch (form_of(type)) {
    case FORM_TEXT:
        value->text = cell->text == NULL ? NULL : results_strdup(memory, cell->text);
        return value->text != NULL && text_is_utf8(value->text);
    case FORM_BYTES: {
        void *copy = results_alloc(memory, cell->bytes.size + 1);
        if (copy == NULL || cell->bytes.data == NULL)
            return false;
        memcpy(copy, cell->bytes.data, cell->bytes.size);
        value->bytes = (struct pawl_bytes){copy, cell->bytes.size};
        return true;
    }
    case FORM_NUMBER:
        break;
    }
    if (cell->text == NULL)
        return cell->bytes.data == NULL;
    return type == PAWL_TYPE_TIMESTAMP && parse_time(cell->text, &value->number);
}

/* cells: key, status or null, time or null, columns that are taken... */
bool backfill_candidate(struct backfill *backfill, const struct cell *cells, struct candidate *candidate) {
    const struct deployed_model *model = backfill->model;
    struct results *memory = &backfill->memory;
    char number[24];
    *candidate = (struct candidate){
        .id = results_strdup(memory, key_text(&cells[0], number)),
        .params = results_alloc(memory, (model->column_count + 1) * sizeof *candidate->params)};
    if (cells[1].text != NULL)
        candidate->status = results_strdup(memory, cells[1].text);
    if (candidate->id == NULL || candidate->params == NULL ||
        (cells[1].text != NULL && candidate->status == NULL))
        return false;
    candidate->key = model_key_of(model, candidate->id);
    if (!value_of_cell(memory, PAWL_TYPE_TIMESTAMP, &cells[2], &candidate->at))
        candidate->misfit = option(backfill->call, "--at");
    for (size_t i = 0; i < model->column_count; i++)
        candidate->params[i] = (struct value){.type = model->columns[i].type, .is_null = true};
    for (size_t i = 0; i < backfill->taken_count; i++) {
        size_t column = backfill->taken[i].column;
        if (!value_of_cell(memory, model->columns[column].type, &cells[3 + i], &candidate->params[column]))
            candidate->misfit = model->columns[column].name;
    }
    return true;
}

/* ---- their past --------------------------------------------------------------------------------- */

struct past_move *backfill_add(struct backfill *backfill, struct past *past, size_t state, int64_t at_us) {
    const struct deployed_model *model = backfill->model;
    if (!grow(&past->moves, &past->capacity, past->count, sizeof *past->moves))
        return NULL;
    struct past_move *move = &past->moves[past->count];
    *move = (struct past_move){
        state, at_us, results_alloc(&backfill->memory, (model->column_count + 1) * sizeof *move->params)};
    if (move->params == NULL)
        return NULL;
    for (size_t i = 0; i < model->column_count; i++)
        move->params[i] = (struct value){.type = model->columns[i].type, .is_null = true};
    past->count++;
    return move;
}

/* The entity is in one state, and nothing is known of how it got there. */
static bool past_of_column(struct backfill *backfill, const struct candidate *candidate, struct past *past) {
    size_t state = candidate->status == NULL ? 0 : backfill_state(backfill, candidate->status);
    if (candidate->status == NULL) {
        snprintf(past->problem, sizeof past->problem, "its %s is null", backfill->said_of_status);
        return true;
    }
    if (state == 0) {
        char *shown = printable(candidate->status);
        snprintf(past->problem, sizeof past->problem,
                 "its %s is `%.200s`, which is no state of %s: give --map='%.200s=STATE'",
                 backfill->said_of_status, shown == NULL ? "" : shown, backfill->model->name,
                 shown == NULL ? "" : shown);
        free(shown);
        return true;
    }
    return backfill_add(backfill, past, state, candidate->at.is_null ? now_us() : candidate->at.number) !=
           NULL;
}

static void take_params(const struct backfill *backfill, const struct candidate *candidate,
                        struct past *past) {
    for (size_t i = 0; past->count > 0 && i < backfill->taken_count; i++) {
        size_t column = backfill->taken[i].column;
        past->moves[0].params[column] = candidate->params[column];
    }
}

/* What is needed as long as there is an entity: the key whose locks it honours. */
static void check_past(const struct backfill *backfill, struct past *past) {
    const struct deployed_model *model = backfill->model;
    const char *key = text_of(json_object_get(model->json, "key"), "column");
    const size_t column = key == NULL ? model->column_count : model_column(model, key);
    if (column < model->column_count && past->count > 0 && past->moves[0].params[column].is_null)
        snprintf(past->problem, sizeof past->problem, "%s is null, and %s has `key :create.%s`", key,
                 model->name, key);
}

bool backfill_past(struct backfill *backfill, const struct candidate *candidate, struct past *past) {
    past->count = 0;
    past->problem[0] = '\0';
    if (candidate->misfit != NULL)
        snprintf(past->problem, sizeof past->problem, "the value in the column for %s is nothing of the kind",
                 candidate->misfit);
    else if (backfill->at != NULL && candidate->at.is_null)
        snprintf(past->problem, sizeof past->problem, "its %s is null", option(backfill->call, "--at"));
    else if (!(backfill->statesman != NULL ? backfill_statesman : past_of_column)(backfill, candidate, past))
        return false;
    if (past->problem[0] == '\0') {
        take_params(backfill, candidate, past);
        check_past(backfill, past);
        if (past->problem[0] == '\0')
            backfill_check_timers(backfill, past);
    }
    return true;
}
