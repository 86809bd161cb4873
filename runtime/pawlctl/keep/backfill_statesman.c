/* The history that a table as Statesman keeps it holds of an entity, checked move by move. */
#include "backfill.h"
#include "keep/backfill_statesman.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <string.h>

struct stated {
    const char *state; /* NULL: null */
    bool has_sort_key, has_time;
    int64_t sort_key, at_us;
    bool is_current;
    const char *metadata; /* NULL: none */
};

struct stated_rows {
    const struct stated *rows;
    size_t count;
};

/* cells: to_state, sort_key, created_at, most_recent, metadata */
static struct stated stated_of(const struct cell *cells) {
    struct stated row = {.state = cells[0].text,
                         .has_sort_key = !cells[1].is_null,
                         .has_time = !cells[2].is_null,
                         .sort_key = cells[1].number,
                         .at_us = cells[2].number,
                         /* Rails has written booleans on SQLite as letters, too */
                         .is_current =
                             cells[3].number != 0 || (cells[3].text != NULL && cells[3].text[0] == 't'),
                         .metadata = cells[4].text};
    if (cells[2].text != NULL)
        row.has_time = parse_time(cells[2].text, &row.at_us);
    return row;
}

/* PostgreSQL does not compare values of two types. */
static const char *match_of(const struct backfill *backfill) {
    static const char *const texts[] = {"text", "character varying", "character"};
    static const char *const others[] = {"uuid", "integer", "bigint", "smallint"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(backfill->statesman_key_type, texts[i]) == 0)
            return sql_by_text;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (backfill->model->key_type == PAWL_TYPE_TEXT &&
            strcmp(backfill->statesman_key_type, others[i]) == 0)
            return sql_by_key_as_text;
    return sql_by_key;
}

static struct stated_rows read_rows_of(const struct backfill *backfill, const struct candidate *candidate) {
    struct call *call = backfill->call;
    const struct deployed_model *model = backfill->model;
    const char *metadata = backfill->has_metadata ? sql_metadata_as_text : "null";
    const struct database_word *column = WORDS({"column", backfill->statesman_key});
    const char *match = match_of(backfill);
    const struct row_set found = model_query(
        call, model, sql_rows,
        WORDS({"most_recent", backfill->has_most_recent ? "most_recent" : "null"},
              {"metadata", model_sql(call, model, metadata, NULL)}, {"table", backfill->statesman},
              {"match", model_sql(call, model, match, column)}),
        VALUES(match == sql_by_key ? model_key_value(model, candidate->key) : value_text(candidate->id)), 5);
    struct stated *rows = arena_alloc(memory, (found.count + 1) * sizeof *rows), *next = rows;
    for (EACH_ROW(row, found))
        *next++ = stated_of(row);
    return (struct stated_rows){rows, found.count};
}

/* ---- what is wrong with it ---------------------------------------------------------------------- */

static void check_rows(const struct backfill *backfill, const struct stated_rows *read, struct past *past) {
    const struct stated *current = NULL;
    for (size_t i = 0; i < read->count && past->problem == NULL; i++) {
        const struct stated *row = &read->rows[i];
        const char *shown = printable(row->state == NULL ? "" : row->state);
        if (!row->has_sort_key)
            PROBLEM(past, "the sort key of its transition to `%.200s` is null", shown);
        else if (row->state == NULL)
            PROBLEM(past, "sort key %" PRId64 ": its state is null", row->sort_key);
        else if (backfill_state(backfill, row->state) == 0)
            PROBLEM(past, "sort key %" PRId64 ": `%.200s` is no state of %s: give --map='%.200s=STATE'",
                    row->sort_key, shown, backfill->model->name, shown);
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
    }
    if (past->problem != NULL || !backfill->has_most_recent)
        return;
    if (current == NULL)
        PROBLEM(past, "none of its rows is current (most_recent)");
    else if (current != &read->rows[read->count - 1])
        PROBLEM(past, "sort key %" PRId64 " is current, and it is not the last", current->sort_key);
}

/* ---- metadata ----------------------------------------------------------------------------------- */

static bool settle_text(const json_t *json, struct value *value) {
    char *dumped = value->type == PAWL_TYPE_JSON ? json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    struct results settled = {0};
    struct complaint complaint;
    value->text = value->type == PAWL_TYPE_JSON ? dumped : json_string_value(json);
    const bool is_of_type = value->text != NULL && value_settle(&settled, value, &complaint) == PAWL_OK;
    value->text = copy_of(value->text);
    json_free(dumped);
    results_free(&settled);
    return is_of_type;
}

/* False where it is nothing of the type. */
static bool value_of(const json_t *json, struct value *value) {
    enum pawl_type type = value->type;
    value->is_null = json_is_null(json);
    if (value->is_null)
        return true;
    if (type == PAWL_TYPE_BYTES)
        return false;
    if (form_of(type) == FORM_TEXT)
        return settle_text(json, value);
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
        if (json != NULL && !value_of(json, &move->params[i]))
            PROBLEM(past, "sort key %" PRId64 ": metadata.%s is not of type %s", row->sort_key,
                    model->columns[i].name, model_types[model->columns[i].type]);
    }
    json_decref(metadata);
}

/* ---- the path ----------------------------------------------------------------------------------- */

/* Statesman writes no row for the initial state: if the first row does not create, it left that state. */
static void follow(struct backfill *backfill, const struct stated_rows *read, struct past *past) {
    const struct deployed_model *model = backfill->model;
    size_t state = 0;
    int64_t at_us = INT64_MIN;
    for (size_t i = 0; i < read->count && past->problem == NULL; i++) {
        const struct stated *row = &read->rows[i];
        size_t to = backfill_state(backfill, row->state);
        if (i == 0 && !model_leads(model, 0, to) && model_initial(model) != 0) {
            state = model_initial(model);
            backfill_add(backfill, past, state, row->at_us);
        }
        if (!model_leads(model, state, to)) {
            PROBLEM(past, "sort key %" PRId64 ": the machine has no transition from %s to %s", row->sort_key,
                    state == 0 ? "nothing" : model->states[state].name, model->states[to].name);
            return;
        }
        at_us = row->at_us > at_us ? row->at_us : at_us; /* the clocks of several computers */
        take_metadata(backfill, row, backfill_add(backfill, past, to, at_us), past);
        state = to;
    }
}

bool backfill_is_orphan(const struct backfill *backfill, const char *key) {
    const struct deployed_model *model = backfill->model;
    return model->key_type != PAWL_TYPE_TEXT || key == NULL ||
           model_query(backfill->call, model, sql_entity, NULL, VALUES(value_text(key)), 1).count == 0;
}

struct row_set backfill_orphans(struct backfill *backfill) {
    const struct row_set orphans =
        model_query(backfill->call, backfill->model, sql_orphans,
                    WORDS({"table", backfill->statesman}, {"column", backfill->statesman_key}), NO_VALUES, 1);
    backfill->other_spellings = json_object();
    for (EACH_ROW(row, orphans)) {
        const char *uuid = row[0].text == NULL || backfill->model->key_type != PAWL_TYPE_UUID
                               ? NULL
                               : model_other_spelling(row[0].text);
        if (uuid != NULL)
            json_object_set_new(backfill->other_spellings, uuid, json_string(row[0].text));
    }
    return orphans;
}

void backfill_statesman(struct backfill *backfill, const struct candidate *candidate, struct past *past) {
    const char *spelling = text_of(backfill->other_spellings, candidate->id);
    if (spelling != NULL) {
        PROBLEM(past, "%s spells its key %s: update that to small letters first", backfill->said_of_statesman,
                spelling);
        return;
    }
    const struct stated_rows read = read_rows_of(backfill, candidate);
    const size_t state = model_initial(backfill->model);
    if (read.count > 0) {
        check_rows(backfill, &read, past);
        if (past->problem == NULL)
            follow(backfill, &read, past);
    } else if (state == 0) {
        PROBLEM(past, "%s has no row of it, and %s no initial state", backfill->said_of_statesman,
                backfill->model->name);
    } else {
        backfill_add(backfill, past, state, candidate->at.is_null ? now_us() : candidate->at.number);
    }
}
