#include "backfill.h"
#include "base/suggest.h"
#include "keep/backfill_source.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <string.h>

/* ---- what is there ------------------------------------------------------------------------------ */

/* Ends the program where the table has no such column. */
static void need_column(const json_t *columns, const char *table, const char *column) {
    struct suggestion suggestion = suggestion_for(column);
    if (json_object_get(columns, column) != NULL)
        return;
    for (EACH_MEMBER(member, columns))
        suggestion_offer(&suggestion, member->name);
    complain("nothing was written", "table %s has no column %s%s%s%s", table, column,
             DID_YOU_MEAN(suggestion));
    end(EXIT_USAGE);
}

/* ---- options ------------------------------------------------------------------------------------ */

size_t backfill_state(const struct backfill *backfill, const char *text) {
    for (size_t i = 0; i < backfill->mapping_count; i++)
        if (strcmp(backfill->mappings[i].old, text) == 0)
            return backfill->mappings[i].state;
    return model_state(backfill->model, text);
}

static void read_mapping(struct backfill *backfill, const char *given) {
    const char *equals = strrchr(given, '=');
    const struct deployed_model *model = backfill->model;
    if (equals == NULL)
        usage_error(backfill->call, "--map: expected OLD=STATE, got `%s`", given);
    size_t state = model_state_named(model, equals + 1);
    if (state == 0)
        state = model_state(model, equals + 1);
    if (state == 0) {
        struct suggestion suggestion = suggestion_for(equals + 1);
        for (size_t i = 1; i <= model->state_count; i++)
            suggestion_offer(&suggestion, model->states[i].name);
        usage_error(backfill->call, "--map: %s has no state %s%s%s%s", model->name, equals + 1,
                    DID_YOU_MEAN(suggestion));
    }
    backfill->mappings[backfill->mapping_count++] =
        (struct mapping){arena_strndup(memory, given, (size_t)(equals - given)), state};
}

static void read_taken(struct backfill *backfill, const char *given, const json_t *columns) {
    const char *equals = strchr(given, '=');
    const struct deployed_model *model = backfill->model;
    if (equals == NULL)
        usage_error(backfill->call, "--param: expected NAME=COLUMN, got `%s`", given);
    const size_t column = model_column(model, arena_strndup(memory, given, (size_t)(equals - given)));
    if (column == model->column_count)
        usage_error(backfill->call, "--param: no event has the parameter of `%s`", given);
    need_column(columns, model->parent, equals + 1);
    backfill->taken[backfill->taken_count++] = (struct taken){column, database_quoted(equals + 1)};
}

static void read_lists(struct backfill *backfill, const json_t *columns) {
    struct call *call = backfill->call;
    backfill->mappings = arena_alloc(memory, (call->given_count + 1) * sizeof *backfill->mappings);
    backfill->taken = arena_alloc(memory, (call->given_count + 1) * sizeof *backfill->taken);
    for (size_t i = 0; i < call->given_count; i++) {
        const char *option = call->given[i].option->spelling;
        if (strcmp(option, "--map") == 0)
            read_mapping(backfill, call->given[i].value);
        else if (strcmp(option, "--param") == 0)
            read_taken(backfill, call->given[i].value, columns);
    }
}

/* TABLE.COLUMN or SCHEMA.TABLE.COLUMN: of the entity's own table. */
static void read_status(struct backfill *backfill, const json_t *columns) {
    const json_t *entity = json_object_get(backfill->model->json, "entity");
    const char *schema = text_of(entity, "schema");
    const char *given = option(backfill->call, "--from-column"), *column = strrchr(given, '.');
    const char *table = arena_printf(memory, "%s%s%s", schema == NULL ? "" : schema,
                                     schema == NULL ? "" : ".", text_of(entity, "table"));
    backfill->said_of_status = given;
    if (column == NULL || strcmp(table, arena_strndup(memory, given, (size_t)(column - given))) != 0)
        usage_error(backfill->call, "--from-column: %s is kept for %s, so give --from-column=%s.COLUMN",
                    backfill->model->name, table, table);
    need_column(columns, backfill->model->parent, column + 1);
    backfill->status = database_quoted(column + 1);
}

/* TABLE, or SCHEMA.TABLE */
static void read_statesman(struct backfill *backfill) {
    static const char *const needed[] = {"to_state", "sort_key", "created_at"};
    struct call *call = backfill->call;
    const char *given = option(call, "--from-statesman"), *dot = strchr(given, '.');
    const char *key = option(call, "--key"), *schema = call->dialect->schema_of_others;
    if (dot != NULL)
        schema = database_quoted(arena_strndup(memory, given, (size_t)(dot - given)));
    if (key == NULL)
        key = arena_printf(memory, "%s_id", backfill->model->name);
    backfill->said_of_statesman = given;
    backfill->statesman =
        arena_printf(memory, "%s%s%s", schema == NULL ? "" : schema, schema == NULL ? "" : ".",
                     database_quoted(dot == NULL ? given : dot + 1));
    backfill->statesman_key = database_quoted(key);
    /* SQLite's list of columns takes the plain name */
    const json_t *columns =
        database_columns(call, handle_moves_in_steps(call->db) ? given : backfill->statesman);
    if (json_object_size(columns) == 0) {
        complain("nothing was written", "there is no table %s", given);
        end(EXIT_USAGE);
    }
    need_column(columns, given, key);
    backfill->statesman_key_type = text_of(columns, key);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        need_column(columns, given, needed[i]);
    backfill->has_most_recent = json_object_get(columns, "most_recent") != NULL;
    backfill->has_metadata = json_object_get(columns, "metadata") != NULL;
}

/* A machine whose moves honour locks on a key needs that key. */
static void check_key(const struct backfill *backfill) {
    const struct deployed_model *model = backfill->model;
    const char *column = text_of(json_object_get(model->json, "key"), "column");
    for (size_t i = 0; column != NULL && i < backfill->taken_count; i++)
        if (strcmp(model->columns[backfill->taken[i].column].name, column) == 0)
            return;
    if (column != NULL && backfill->statesman == NULL)
        usage_error(backfill->call, "%s has `key :create.%s`: give --param=%s=COLUMN", model->name, column,
                    column);
}

void backfill_read_options(struct backfill *backfill) {
    struct call *call = backfill->call;
    const char *at = option(call, "--at"), *parent = backfill->model->parent;
    const bool by_column = option(call, "--from-column") != NULL;
    if (by_column == (option(call, "--from-statesman") != NULL))
        usage_error(call,
                    "name the source of the states: --from-column=TABLE.COLUMN or --from-statesman=TABLE");
    if (parent == NULL)
        refused("name it in the .fsm file: `entity payments.id: text;`",
                "machine %s names no table of entities, so they are unknown", backfill->model->name);
    const json_t *columns = database_columns(call, parent);
    if (json_object_size(columns) == 0)
        refused("nothing was written", "there is no table %s", parent);
    if (by_column)
        read_status(backfill, columns);
    else
        read_statesman(backfill);
    if (at != NULL) {
        need_column(columns, parent, at);
        backfill->at = database_quoted(at);
    }
    read_lists(backfill, columns);
    check_key(backfill);
}

/* ---- candidates --------------------------------------------------------------------------------- */

static const char *source_of(const struct backfill *backfill, enum pawl_type type, const char *column) {
    const char *source = type == PAWL_TYPE_TIMESTAMP                         ? sql_time
                         : type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT ? sql_number
                         : form_of(type) == FORM_TEXT                        ? sql_text
                                                                             : sql_as_it_is;
    return column == NULL ? "null"
                          : model_sql(backfill->call, backfill->model, source, WORDS({"column", column}));
}

const char *backfill_query(const struct backfill *backfill, bool is_first, int rows, const char *locking) {
    const struct deployed_model *model = backfill->model;
    struct text columns = TEXT_INIT;
    text_printf(&columns, "%s, %s", source_of(backfill, PAWL_TYPE_TEXT, backfill->status),
                source_of(backfill, PAWL_TYPE_TIMESTAMP, backfill->at));
    for (size_t i = 0; i < backfill->taken_count; i++)
        text_printf(
            &columns, ", %s",
            source_of(backfill, model->columns[backfill->taken[i].column].type, backfill->taken[i].source));
    return model_sql(backfill->call, model, is_first ? sql_first_page : sql_next_page,
                     WORDS({"columns", text_keep(&columns, memory)},
                           {"rows", arena_printf(memory, "%d", rows)}, {"locking", locking}));
}

size_t backfill_width(const struct backfill *backfill) {
    return 3 + backfill->taken_count;
}

/* False where it is nothing of the type. On SQLite a time may be a text. */
static bool value_of_cell(enum pawl_type type, const struct cell *cell, struct value *value) {
    *value = (struct value){.type = type,
                            .is_null = cell->is_null,
                            .number = cell->number,
                            .text = cell->text,
                            .bytes = cell->bytes};
    if (cell->is_null)
        return true;
    if (form_of(type) == FORM_TEXT)
        return cell->text != NULL && text_is_utf8(cell->text);
    if (form_of(type) == FORM_BYTES)
        return cell->bytes.data != NULL;
    if (cell->text == NULL)
        return cell->bytes.data == NULL;
    return type == PAWL_TYPE_TIMESTAMP && parse_time(cell->text, &value->number);
}

static struct value *no_params(const struct deployed_model *model) {
    struct value *params = arena_alloc(memory, (model->column_count + 1) * sizeof *params);
    for (size_t i = 0; i < model->column_count; i++)
        params[i] = (struct value){.type = model->columns[i].type, .is_null = true};
    return params;
}

/* cells: key, status or null, time or null, columns that are taken... */
struct candidate backfill_candidate(struct backfill *backfill, const struct cell *cells) {
    const struct deployed_model *model = backfill->model;
    const char *id = key_text(&cells[0]);
    struct candidate candidate = {
        .id = id, .key = model_key_of(model, id), .status = cells[1].text, .params = no_params(model)};
    if (!value_of_cell(PAWL_TYPE_TIMESTAMP, &cells[2], &candidate.at))
        candidate.misfit = option(backfill->call, "--at");
    for (size_t i = 0; i < backfill->taken_count; i++) {
        const size_t column = backfill->taken[i].column;
        if (!value_of_cell(model->columns[column].type, &cells[3 + i], &candidate.params[column]))
            candidate.misfit = model->columns[column].name;
    }
    return candidate;
}

/* ---- their past --------------------------------------------------------------------------------- */

struct past_move *backfill_add(const struct backfill *backfill, struct past *past, size_t state,
                               int64_t at_us) {
    past->moves = memory_grow(past->moves, past->count, &past->capacity, sizeof *past->moves);
    past->moves[past->count] = (struct past_move){state, at_us, no_params(backfill->model)};
    return &past->moves[past->count++];
}

/* The entity is in one state, and nothing is known of how it got there. */
static void past_of_column(struct backfill *backfill, const struct candidate *candidate, struct past *past) {
    size_t state = candidate->status == NULL ? 0 : backfill_state(backfill, candidate->status);
    if (candidate->status == NULL) {
        PROBLEM(past, "its %s is null", backfill->said_of_status);
    } else if (state == 0) {
        const char *shown = printable(candidate->status);
        PROBLEM(past, "its %s is `%.200s`, which is no state of %s: give --map='%.200s=STATE'",
                backfill->said_of_status, shown, backfill->model->name, shown);
    } else {
        backfill_add(backfill, past, state, candidate->at.is_null ? now_us() : candidate->at.number);
    }
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
        PROBLEM(past, "%s is null, and %s has `key :create.%s`", key, model->name, key);
}

struct past backfill_past(struct backfill *backfill, const struct candidate *candidate) {
    struct past past = {0};
    if (!model_is_spelled(backfill->model, candidate->id))
        PROBLEM(&past,
                "its key is not a uuid in small letters, so calls cannot find it: update the key first");
    else if (candidate->misfit != NULL)
        PROBLEM(&past, "the value in the column for %s is nothing of the kind", candidate->misfit);
    else if (backfill->at != NULL && candidate->at.is_null)
        PROBLEM(&past, "its %s is null", option(backfill->call, "--at"));
    else
        (backfill->statesman != NULL ? backfill_statesman : past_of_column)(backfill, candidate, &past);
    if (past.problem == NULL) {
        take_params(backfill, candidate, &past);
        check_past(backfill, &past);
    }
    if (past.problem == NULL)
        backfill_check_timers(backfill, &past);
    return past;
}
