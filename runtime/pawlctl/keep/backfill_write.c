#include "audit.h"
#include "backfill.h"
#include "database/mirror.h"
#include "keep/backfill_write.sql.h"
#include "say/json.h"

#include <string.h>

#define FIXED_COLUMNS ((size_t)8) /* of a history, before those of parameters */

/* ---- statements --------------------------------------------------------------------------------- */

static const char *move_statement(const struct call *call, const struct deployed_model *model) {
    struct text columns = TEXT_INIT, values = TEXT_INIT;
    for (size_t i = 0; i < model->column_count; i++) {
        const enum pawl_type type = model->columns[i].type;
        const char *number = arena_printf(memory, "%zu", FIXED_COLUMNS + 1 + i);
        const char *parameter =
            database_template(call->dialect->parameters[type], WORDS({"of", number}, {"dollar", "$"}));
        text_printf(&columns, ", %s", database_quoted(model->columns[i].name));
        text_printf(&values, ", %s",
                    type == PAWL_TYPE_TIMESTAMP
                        ? database_template(call->dialect->moment, WORDS({"of", parameter}))
                        : parameter);
    }
    return model_sql(call, model, sql_move,
                     WORDS({"columns", text_keep(&columns, memory)}, {"values", text_keep(&values, memory)}));
}

/* ---- what waits --------------------------------------------------------------------------------- */

static bool is_stay_only(const struct deployed_model *model, size_t state) {
    for (size_t i = 0; i < model->move_count; i++)
        if (model->moves[i].from == state && model->moves[i].to == state &&
            strcmp(text_of(model_arrow(model, i), "target"), "stay") != 0)
            return false;
    return true;
}

/* A past has no events: what may have restarted the timer counts, so that it does not strike too early. */
static bool may_restart(const struct deployed_model *model, size_t from, size_t to, const char *event) {
    for (size_t i = 0; i < model->move_count; i++) {
        const json_t *restarts = json_object_get(model_arrow(model, i), "restarts");
        for (size_t r = 0; r < json_array_size(restarts); r++)
            if (model->moves[i].from == from && model->moves[i].to == to && event != NULL &&
                strcmp(json_string_value(json_array_get(restarts, r)), event) == 0)
                return true;
    }
    return false;
}

/* The move that began what waits where the past ends; NULL: nothing waits. */
static const struct past_move *begun_by(const struct deployed_model *model, const struct past *past,
                                        const json_t *pending) {
    const char *presence = text_of(pending, "presence");
    const bool is_of_state = flag_of(pending, "is_of_state");
    const struct past_move *begun = NULL;
    for (size_t i = 0; i < past->count; i++) {
        size_t from = i == 0 ? 0 : past->moves[i - 1].state, to = past->moves[i].state;
        if (presence[to] == '-')
            begun = NULL;
        else if (presence[from] == '-' || (is_of_state && !(from == to && is_stay_only(model, from))) ||
                 may_restart(model, from, to, text_of(pending, "event")))
            begun = &past->moves[i];
    }
    return begun;
}

/* When it is due; null where there is no time. */
static struct value due_at(const struct deployed_model *model, const struct past *past,
                           const struct past_move *begun, const json_t *pending) {
    const json_t *at = json_object_get(pending, "at");
    const char *column = text_of(at, "column");
    const char *kind = text_of(at, "kind");
    const int64_t after_us = number_of(pending, "after_us");
    if (at == NULL)
        return value_number(PAWL_TYPE_TIMESTAMP, begun->at_us + after_us);
    const struct past_move *says = strcmp(kind, "created") == 0 ? &past->moves[0] : begun;
    const size_t number = model_column(model, column);
    while (flag_of(pending, "is_latest") && number < model->column_count && says > past->moves &&
           says->params[number].is_null)
        says--;
    if (number == model->column_count || says->params[number].is_null)
        return (struct value){.type = PAWL_TYPE_TIMESTAMP, .is_null = true};
    const struct value told = says->params[number];
    if (json_object_get(pending, "unit_us") == NULL)
        return told;
    const int64_t unit_us = number_of(pending, "unit_us"), most = PAWL_DURATION_MAX_US / unit_us;
    const int64_t count = told.number < 0 ? 0 : told.number > most ? most : told.number;
    return value_number(PAWL_TYPE_TIMESTAMP, begun->at_us + count * unit_us);
}

void backfill_check_timers(const struct backfill *backfill, struct past *past) {
    const struct deployed_model *model = backfill->model;
    for (EACH_ITEM(pending, json_object_get(model->queue, "pending"))) {
        const struct past_move *begun = begun_by(model, past, *pending);
        const char *column = text_of(json_object_get(*pending, "at"), "column");
        if (begun != NULL && column != NULL && !model_may_be_null(model, column) && past->problem == NULL &&
            due_at(model, past, begun, *pending).is_null)
            PROBLEM(past, "%s, the due time of %s, is unknown: give --param=%s=COLUMN", column,
                    text_of(*pending, "name"), column);
    }
}

static void write_pending(struct backfill *backfill, const struct candidate *candidate,
                          const struct past *past) {
    const struct deployed_model *model = backfill->model;
    const size_t state = past->moves[past->count - 1].state;
    for (EACH_ITEM(pending, json_object_get(model->queue, "pending"))) {
        const struct past_move *begun = begun_by(model, past, *pending);
        const struct value due =
            begun == NULL ? (struct value){.is_null = true} : due_at(model, past, begun, *pending);
        if (!due.is_null)
            database_write(backfill->call, text_of(model->queue, "table"),
                           model_sql(backfill->call, model, sql_pending, NULL),
                           VALUES(model_key_value(model, candidate->key),
                                  value_text(text_of(*pending, "name")),
                                  value_number(PAWL_TYPE_BOOL, flag_of(*pending, "is_work")), due,
                                  value_bigint((begun - past->moves + 1) * PAWL_SORT_KEY_STEP),
                                  value_bigint(0), value_bigint(0), value_text(NULL),
                                  (struct value){.type = PAWL_TYPE_TIMESTAMP, .is_null = true},
                                  value_number(PAWL_TYPE_BOOL, text_of(*pending, "presence")[state] == 'z')));
    }
}

/* ---- an entity ---------------------------------------------------------------------------------- */

static void write_moves(struct backfill *backfill, const struct candidate *candidate,
                        const struct past *past) {
    const struct deployed_model *model = backfill->model;
    const char *sql = move_statement(backfill->call, model);
    for (size_t i = 0; i < past->count; i++) {
        const struct past_move *move = &past->moves[i];
        struct value values[VALUE_MAX] = {
            model_key_value(model, candidate->key),
            value_bigint(((int64_t)i + 1) * PAWL_SORT_KEY_STEP),
            value_text(""), /* by no event */
            value_text(i == 0 ? "" : model->states[past->moves[i - 1].state].stored),
            value_text(model->states[move->state].stored),
            value_number(PAWL_TYPE_TIMESTAMP, move->at_us),
            value_text("backfill"),
            value_text(NULL),
        };
        memcpy(values + FIXED_COLUMNS, move->params, model->column_count * sizeof *values);
        model_write(backfill->call, model, "transitions", sql, values, FIXED_COLUMNS + model->column_count);
    }
}

bool backfill_write(struct backfill *backfill, const struct candidate *candidate, const struct past *past) {
    struct call *call = backfill->call;
    const struct deployed_model *model = backfill->model;
    const struct past_move *last = &past->moves[past->count - 1];
    const struct head head = {model->states[last->state].stored, (int64_t)past->count * PAWL_SORT_KEY_STEP,
                              last->at_us};
    const char *insert = model_sql(call, model, sql_head, NULL);
    const struct value values[] = {model_key_value(model, candidate->key), value_text(head.state),
                                   value_bigint(head.sort_key),
                                   value_number(PAWL_TYPE_TIMESTAMP, head.since_us)};
    /* on SQLite, where one connection writes at a time, nobody can be quicker */
    if (handle_moves_in_steps(call->db))
        model_write(call, model, "current", insert, values, 4);
    else if (!database_has(call, insert, values, 4))
        return false;
    write_moves(backfill, candidate, past);
    write_pending(backfill, candidate, past);
    if (mirror_column(model) != NULL)
        mirror_write(call, model, candidate->key, head.state);
    audit(call, model, candidate->id,
          backfill->statesman != NULL
              ? arena_printf(memory, "backfilled from %s", backfill->said_of_statesman)
              : arena_printf(memory, "backfilled from %s: %s", backfill->said_of_status, candidate->status),
          (struct head){0}, head);
    return true;
}
