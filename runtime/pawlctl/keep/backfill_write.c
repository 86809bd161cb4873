#include "audit.h"
#include "backfill.h"
#include "database/mirror.h"
#include "keep/backfill_write.sql.h"
#include "say/json.h"

#include <string.h>

#define FIXED_COLUMNS ((size_t)8) /* of a history, before those of parameters */

/* ---- statements --------------------------------------------------------------------------------- */

/* Of the columns of parameters, each with a comma before it. */
static void put_move(struct text *out, const struct call *call, const struct deployed_model *model) {
    struct text columns = TEXT_INIT, values = TEXT_INIT;
    for (size_t i = 0; i < model->column_count; i++) {
        const enum pawl_type type = model->columns[i].type;
        struct text parameter = TEXT_INIT;
        char number[24];
        snprintf(number, sizeof number, "%zu", FIXED_COLUMNS + 1 + i);
        database_template(&parameter, call->dialect->parameters[type],
                          WORDS({"of", number}, {"dollar", "$"}));
        text_put(&columns, ", ");
        database_put_quoted(&columns, model->columns[i].name);
        text_put(&values, ", ");
        database_template(&values, type == PAWL_TYPE_TIMESTAMP ? call->dialect->moment : "{of}",
                          WORDS({"of", piece_of(&parameter)}));
        text_free(&parameter);
    }
    model_put(out, call, model, sql_move,
              WORDS({"columns", piece_of(&columns)}, {"values", piece_of(&values)}));
    text_free(&columns);
    text_free(&values);
}

bool backfill_statements(struct backfill_statements *statements, const struct backfill *backfill) {
    const struct call *call = backfill->call;
    const struct deployed_model *model = backfill->model;
    *statements = (struct backfill_statements){0};
    model_put(&statements->head, call, model, sql_head, NULL);
    put_move(&statements->move, call, model);
    if (model->pending != NULL)
        model_put(&statements->pending, call, model, sql_pending, NULL);
    return !text_failed(&statements->head) && !text_failed(&statements->move) &&
           !text_failed(&statements->pending);
}

void backfill_statements_free(struct backfill_statements *statements) {
    text_free(&statements->head);
    text_free(&statements->move);
    text_free(&statements->pending);
}

/* ---- what waits --------------------------------------------------------------------------------- */

static bool is_stay_only(const struct deployed_model *model, size_t state) {
    for (size_t i = 0; i < model->move_count; i++)
        if (model->moves[i].from == state && model->moves[i].to == state &&
            strcmp(text_of(model_arrow(model, i), "target"), "stay") != 0)
            return false;
    return true;
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
        else if (presence[from] == '-' || (is_of_state && !(from == to && is_stay_only(model, from))))
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
    return number < model->column_count ? says->params[number]
                                        : (struct value){.type = PAWL_TYPE_TIMESTAMP, .is_null = true};
}

void backfill_check_timers(const struct backfill *backfill, struct past *past) {
    const struct deployed_model *model = backfill->model;
    const json_t *pendings = json_object_get(model->queue, "pending");
    for (size_t i = 0; past->count > 0 && i < json_array_size(pendings); i++) {
        const json_t *pending = json_array_get(pendings, i);
        const struct past_move *begun = begun_by(model, past, pending);
        const char *column = text_of(json_object_get(pending, "at"), "column");
        if (begun == NULL || column == NULL || model_may_be_null(model, column) ||
            !due_at(model, past, begun, pending).is_null)
            continue;
        snprintf(past->problem, sizeof past->problem,
                 "%s, the due time of %s, is unknown: give --param=%s=COLUMN", column,
                 text_of(pending, "name"), column);
        return;
    }
}

static bool write_pending(struct backfill *backfill, const struct text *sql,
                          const struct candidate *candidate, const struct past *past) {
    const struct deployed_model *model = backfill->model;
    const json_t *pendings = json_object_get(model->queue, "pending");
    const char *table = text_of(model->queue, "table");
    const size_t state = past->moves[past->count - 1].state;
    for (size_t i = 0; i < json_array_size(pendings); i++) {
        const json_t *pending = json_array_get(pendings, i);
        const struct past_move *begun = begun_by(model, past, pending);
        struct value due =
            begun == NULL ? (struct value){.is_null = true} : due_at(model, past, begun, pending);
        if (due.is_null)
            continue;
        struct value values[] = {
            model_key_value(model, candidate->key),
            value_text(text_of(pending, "name")),
            value_number(PAWL_TYPE_BOOL, flag_of(pending, "is_work")),
            due,
            value_number(PAWL_TYPE_BIGINT, (begun - past->moves + 1) * PAWL_SORT_KEY_STEP),
            value_number(PAWL_TYPE_BIGINT, 0),
            value_number(PAWL_TYPE_BIGINT, 0),
            value_text(NULL),
            {.type = PAWL_TYPE_TIMESTAMP, .is_null = true},
            value_number(PAWL_TYPE_BOOL, text_of(pending, "presence")[state] == 'z'),
        };
        if (!database_write(backfill->call, table, sql->data, values, sizeof values / sizeof *values))
            return false;
    }
    return true;
}

/* ---- an entity ---------------------------------------------------------------------------------- */

/* On SQLite, where one connection writes at a time, nobody can be quicker. */
static bool write_head(struct backfill *backfill, const struct text *sql, const struct value *values,
                       size_t count, bool *written) {
    struct call *call = backfill->call;
    if (!handle_moves_in_steps(call->db))
        return database_any(call, sql->data, values, count, written);
    return *written = model_write(call, backfill->model, "current", sql, values, count);
}

static bool write_moves(struct backfill *backfill, const struct text *sql, const struct candidate *candidate,
                        const struct past *past) {
    const struct deployed_model *model = backfill->model;
    for (size_t i = 0; i < past->count; i++) {
        const struct past_move *move = &past->moves[i];
        struct value values[VALUE_MAX] = {
            model_key_value(model, candidate->key),
            value_number(PAWL_TYPE_BIGINT, ((int64_t)i + 1) * PAWL_SORT_KEY_STEP),
            value_text(""), /* by no event */
            value_text(i == 0 ? "" : model->states[past->moves[i - 1].state].stored),
            value_text(model->states[move->state].stored),
            value_number(PAWL_TYPE_TIMESTAMP, move->at_us),
            value_text("backfill"),
            value_text(NULL),
        };
        memcpy(values + FIXED_COLUMNS, move->params, model->column_count * sizeof *values);
        if (!model_write(backfill->call, model, "transitions", sql, values,
                         FIXED_COLUMNS + model->column_count))
            return false;
    }
    return true;
}

static bool write_audit(struct backfill *backfill, const struct candidate *candidate,
                        const struct past *past) {
    const struct past_move *last = &past->moves[past->count - 1];
    struct text reason = TEXT_INIT;
    if (backfill->statesman != NULL)
        text_printf(&reason, "backfilled from %s", backfill->said_of_statesman);
    else
        text_printf(&reason, "backfilled from %s: %s", backfill->said_of_status, candidate->status);
    bool done = text_failed(&reason)
                    ? out_of_memory(backfill->call)
                    : audit(backfill->call, backfill->model, candidate->id, reason.data, (struct head){0},
                            (struct head){backfill->model->states[last->state].stored,
                                          (int64_t)past->count * PAWL_SORT_KEY_STEP, last->at_us});
    text_free(&reason);
    return done;
}

bool backfill_write(struct backfill *backfill, const struct backfill_statements *statements,
                    const struct candidate *candidate, const struct past *past, bool *written) {
    const struct deployed_model *model = backfill->model;
    const struct past_move *last = &past->moves[past->count - 1];
    const struct value key = model_key_value(model, candidate->key);
    const struct value state = value_text(model->states[last->state].stored);
    struct value head[] = {key, state,
                           value_number(PAWL_TYPE_BIGINT, (int64_t)past->count * PAWL_SORT_KEY_STEP),
                           value_number(PAWL_TYPE_TIMESTAMP, last->at_us)};
    *written = false;
    if (!write_head(backfill, &statements->head, head, sizeof head / sizeof *head, written))
        return false;
    return !*written || (write_moves(backfill, &statements->move, candidate, past) &&
                         write_pending(backfill, &statements->pending, candidate, past) &&
                         (mirror_column(model) == NULL || mirror_write(backfill->call, model, candidate->key,
                                                                       model->states[last->state].stored)) &&
                         write_audit(backfill, candidate, past));
}
