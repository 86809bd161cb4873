/* The history that a table as Statesman keeps it holds of an entity, checked move by move. */
#include "backfill.h"
#include "keep/backfill_statesman.sql.h"
#include "say/grow.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct stated {
    const char *state; /* NULL: null */
    bool has_sort_key, has_time;
    int64_t sort_key, at_us;
    bool is_current;
    const char *metadata; /* NULL: none */
};

struct statesman_reading {
    struct backfill *backfill;
    struct stated *rows;
    size_t count, capacity;
};

/* cells: to_state, sort_key, created_at, most_recent, metadata */
static enum pawl_status note_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct statesman_reading *reading = context;
    struct results *memory = &reading->backfill->memory;
    if (!grow(&reading->rows, &reading->capacity, reading->count, sizeof *reading->rows))
        return error_set(err, PAWL_NOMEM, "out of memory");
    struct stated *row = &reading->rows[reading->count++];
    *row = (struct stated){.has_sort_key = !cells[1].is_null,
                           .has_time = !cells[2].is_null,
                           .sort_key = cells[1].number,
                           .at_us = cells[2].number,
                           /* Rails has written booleans on SQLite as letters, too */
                           .is_current =
                               cells[3].number != 0 || (cells[3].text != NULL && cells[3].text[0] == 't')};
    if (cells[2].text != NULL)
        row->has_time = parse_time(cells[2].text, &row->at_us);
    if (cells[0].text != NULL && (row->state = results_strdup(memory, cells[0].text)) == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    if (cells[4].text != NULL && (row->metadata = results_strdup(memory, cells[4].text)) == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    return PAWL_OK;
}

static bool read_rows_of(struct statesman_reading *reading, const struct candidate *candidate) {
    struct backfill *backfill = reading->backfill;
    const struct value key = model_key_value(backfill->model, candidate->key);
    struct text metadata = TEXT_INIT;
    model_put(&metadata, backfill->call, backfill->model,
              backfill->has_metadata ? sql_metadata_as_text : "null", NULL);
    const bool done = model_query(backfill->call, backfill->model, sql_rows,
                                  WORDS({"most_recent", backfill->has_most_recent ? "most_recent" : "null"},
                                        {"metadata", piece_of(&metadata)}, {"table", backfill->statesman},
                                        {"column", backfill->statesman_key}),
                                  &key, 1, note_row, reading);
    text_free(&metadata);
    return done;
}

/* ---- what is wrong with it ---------------------------------------------------------------------- */

#define PROBLEM(past, ...) snprintf((past)->problem, sizeof(past)->problem, __VA_ARGS__)

static void check_rows(const struct statesman_reading *reading, struct past *past) {
    const struct backfill *backfill = reading->backfill;
    const struct stated *current = NULL;
    for (size_t i = 0; i < reading->count && past->problem[0] == '\0'; i++) {
        const struct stated *row = &reading->rows[i];
        char *shown = printable(row->state == NULL ? "" : row->state);
        if (!row->has_sort_key)
            PROBLEM(past, "the sort key of its transition to `%.200s` is null", shown == NULL ? "" : shown);
        else if (row->state == NULL)
            PROBLEM(past, "sort key %" PRId64 ": its state is null", row->sort_key);
        else if (backfill_state(backfill, row->state) == 0)
            PROBLEM(past, "sort key %" PRId64 ": `%.200s` is no state of %s: give --map='%.200s=STATE'",
                    row->sort_key, shown == NULL ? "" : shown, backfill->model->name,
                    shown == NULL ? "" : shown);
        else if (!row->has_time)
            PROBLEM(past, "sort key %" PRId64 ": created_at is no time", row->sort_key);
        else if (i > 0 && row->sort_key == row[-1].sort_key)
            PROBLEM(past, "two transitions have sort key %" PRId64, row->sort_key);
        else if (i > 0 && row->sort_key != row[-1].sort_key + PAWL_SORT_KEY_STEP)
            PROBLEM(past, "a gap: sort key %" PRId64 " is followed by %" PRId64, row[-1].sort_key,
                    row->sort_key);
        else if (row->is_current && current != NULL)
            PROBLEM(past, "two rows are current: sort keys %" PRId64 " and %" PRId64, current->sort_key,
                    row->sort_key);
        current = row->is_current ? row : current;
        free(shown);
    }
    if (past->problem[0] != '\0' || !backfill->has_most_recent)
        return;
    if (current == NULL)
        PROBLEM(past, "none of its rows is current (most_recent)");
    else if (current != &reading->rows[reading->count - 1])
        PROBLEM(past, "sort key %" PRId64 " is current, and it is not the last", current->sort_key);
}

/* ---- metadata ----------------------------------------------------------------------------------- */

static bool kept_text(struct results *memory, const json_t *json, enum pawl_type type, struct value *value) {
    char *dumped = type == PAWL_TYPE_JSON ? json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    const char *text = type == PAWL_TYPE_JSON ? dumped : json_string_value(json);
    if (text != NULL)
        value->text = results_strdup(memory, text);
    free(dumped);
    struct complaint complaint;
    return value->text != NULL && value_settle(memory, value, &complaint) == PAWL_OK;
}

/* False where it is nothing of the type. */
static bool value_of(struct results *memory, const json_t *json, struct value *value) {
    enum pawl_type type = value->type;
    value->is_null = json_is_null(json);
    if (value->is_null)
        return true;
    if (type == PAWL_TYPE_BYTES)
        return false;
    if (form_of(type) == FORM_TEXT)
        return kept_text(memory, json, type, value);
    if (type == PAWL_TYPE_BOOL && json_is_boolean(json))
        value->number = json_is_true(json);
    else if (type == PAWL_TYPE_TIMESTAMP && json_is_string(json))
        return parse_time(json_string_value(json), &value->number);
    else if ((type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT) && json_is_integer(json))
        value->number = (int64_t)json_integer_value(json);
    else
        return false;
    return type != PAWL_TYPE_INT || (value->number >= INT32_MIN && value->number <= INT32_MAX);
}

/* What the machine has a parameter for; the rest stays where it is. */
static void take_metadata(struct backfill *backfill, const struct stated *row, struct past_move *move,
                          struct past *past) {
    const struct deployed_model *model = backfill->model;
    json_t *metadata = row->metadata == NULL ? NULL : json_loads(row->metadata, JSON_DECODE_ANY, NULL);
    for (size_t i = 0; i < model->column_count; i++) {
        const json_t *json = json_object_get(metadata, model->columns[i].name);
        if (json != NULL && !value_of(&backfill->memory, json, &move->params[i]))
            PROBLEM(past, "sort key %" PRId64 ": metadata.%s is not of type %s", row->sort_key,
                    model->columns[i].name, model_types[model->columns[i].type]);
    }
    json_decref(metadata);
}

/* ---- the path ----------------------------------------------------------------------------------- */

/* Statesman writes no row for the initial state: where the first row does not create, it was left from there.
 */
static bool follow(const struct statesman_reading *reading, struct past *past) {
    struct backfill *backfill = reading->backfill;
    const struct deployed_model *model = backfill->model;
    size_t state = 0;
    int64_t at_us = INT64_MIN;
    for (size_t i = 0; i < reading->count && past->problem[0] == '\0'; i++) {
        const struct stated *row = &reading->rows[i];
        size_t to = backfill_state(backfill, row->state);
        if (i == 0 && !model_leads(model, 0, to) && model_initial(model) != 0) {
            state = model_initial(model);
            if (backfill_add(backfill, past, state, row->at_us) == NULL)
                return false;
        }
        if (!model_leads(model, state, to)) {
            PROBLEM(past, "sort key %" PRId64 ": the machine has no transition from %s to %s", row->sort_key,
                    state == 0 ? "nothing" : model->states[state].name, model->states[to].name);
            return true;
        }
        at_us = row->at_us > at_us ? row->at_us : at_us; /* the clocks of several computers */
        struct past_move *move = backfill_add(backfill, past, to, at_us);
        if (move == NULL)
            return false;
        take_metadata(backfill, row, move, past);
        state = to;
    }
    return true;
}

bool backfill_statesman(struct backfill *backfill, const struct candidate *candidate, struct past *past) {
    struct statesman_reading reading = {.backfill = backfill};
    bool done = read_rows_of(&reading, candidate);
    if (done && reading.count == 0) {
        size_t state = model_initial(backfill->model);
        if (state == 0)
            PROBLEM(past, "%s has no row of it, and %s no initial state", backfill->said_of_statesman,
                    backfill->model->name);
        else
            done = backfill_add(backfill, past, state,
                                candidate->at.is_null ? now_us() : candidate->at.number) != NULL;
    } else if (done) {
        check_rows(&reading, past);
        done = past->problem[0] != '\0' || follow(&reading, past);
    }
    free(reading.rows);
    return done;
}
