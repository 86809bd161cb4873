/* What templates of functions say of an event: its function, its parameters, its moves. */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "emit/sql/queue.h"
#include "model/hooks.h"

#include <string.h>

static size_t number_of(const struct template_scope *scope) {
    return (size_t)(scope->event - scope->machine->events);
}

struct moves sql_moves_of(const struct template_scope *scope) {
    return moves_of_event(scope->machine, number_of(scope));
}

/* ---- the function and its parameters ------------------------------------------------------------------ */

bool sql_takes_verdicts(const struct model_machine *machine, const struct model_event *event) {
    return moves_first_callback(moves_of_event(machine, (size_t)(event - machine->events))) != NULL;
}

static void write_event_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->event->name);
}

static void write_event_function(struct text *out, const struct template_scope *scope) {
    struct text name = TEXT_INIT;
    text_printf(&name, "%s_%s", scope->machine->name, scope->event->name);
    sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine));
    text_char(out, '.');
    if (!text_failed(&name))
        sql_name(out, scope->dialect, name.data); /* may be a word such as current_user */
    out->failed |= text_failed(&name);
    text_free(&name);
}

static void write_key_type(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->dialect->types[scope->machine->key_type]);
}

static void write_param_name(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->param->name);
}

static void write_param_type(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->dialect->types[scope->param->type]);
}

static size_t param_number(const struct template_scope *scope) {
    return (size_t)(scope->param - scope->event->params) + 2;
}

static void write_values(struct text *out, const struct template_scope *scope) {
    text_printf(out, "$%zu", param_number(scope));
}

static void write_value_name(struct text *out, const struct template_scope *scope) {
    text_printf(out, "v%zu", param_number(scope) - 1);
}

static void write_value(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->is_row ? "given." : "");
    (scope->is_row ? write_value_name : write_values)(out, scope);
}

static void write_param(struct text *out, const struct template_scope *scope) {
    scope->dialect->parameter(out, param_number(scope), scope->param->type);
}

/* The first parameter behind those that every event has: the lock's owner and token, with `key`. */
static size_t lock_owner_number(const struct template_scope *scope) {
    return scope->event->param_count + (scope->event->is_creation ? 4 : 5);
}

static size_t verdicts_number(const struct template_scope *scope) {
    return lock_owner_number(scope) + (scope->machine->key != NULL ? 2 : 0);
}

/* What the caller may add comes after the event's parameters: as it is called, and as libpawl sends it. */
#define PARAMETER(name, number, type)                                                                        \
    static void write_##name(struct text *out, const struct template_scope *scope) {                         \
        text_printf(out, "$%zu", number);                                                                    \
    }                                                                                                        \
    static void write_##name##_param(struct text *out, const struct template_scope *scope) {                 \
        scope->dialect->parameter(out, number, type);                                                        \
    }
PARAMETER(actor, scope->event->param_count + 2, PAWL_TYPE_TEXT)
PARAMETER(request_id, scope->event->param_count + 3, PAWL_TYPE_TEXT)
PARAMETER(expected_sort_key, scope->event->param_count + 4, PAWL_TYPE_INT)
PARAMETER(lock_owner, lock_owner_number(scope), PAWL_TYPE_TEXT)
PARAMETER(lock_token, lock_owner_number(scope) + 1, PAWL_TYPE_BIGINT)
PARAMETER(verdicts, verdicts_number(scope), PAWL_TYPE_TEXT)
#undef PARAMETER

/* What a worker has claimed and completes with this move: one value, sent as its three members. */
static size_t item_number(const struct template_scope *scope) {
    return verdicts_number(scope) + (sql_takes_verdicts(scope->machine, scope->event) ? 1 : 0);
}

static void write_item_member(struct text *out, const struct template_scope *scope, size_t member) {
    text_printf(out, "$%zu", item_number(scope) + member);
}

static void write_item(struct text *out, const struct template_scope *scope) {
    write_item_member(out, scope, 0);
}

static void write_item_fence(struct text *out, const struct template_scope *scope) {
    write_item_member(out, scope, 1);
}

static void write_item_claim(struct text *out, const struct template_scope *scope) {
    write_item_member(out, scope, 2);
}

#define ITEM_PARAMETER(name, member, type)                                                                   \
    static void write_##name##_param(struct text *out, const struct template_scope *scope) {                 \
        scope->dialect->parameter(out, item_number(scope) + member, type);                                   \
    }
ITEM_PARAMETER(item, 0, PAWL_TYPE_TEXT)
ITEM_PARAMETER(item_fence, 1, PAWL_TYPE_INT)
ITEM_PARAMETER(item_claim, 2, PAWL_TYPE_BIGINT)
#undef ITEM_PARAMETER

static void write_event_comment(struct text *out, const struct template_scope *scope) {
    sql_comment(out, scope->event->label, scope->event->doc);
}

static void write_event_description(struct text *out, const struct template_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->event->label, scope->event->doc);
    if (!text_failed(&description))
        scope->dialect->literal(out, description.data);
    out->failed |= text_failed(&description);
    text_free(&description);
}

/* ---- its moves ---------------------------------------------------------------------------------------- */

static void write_stored(struct text *out, const struct template_scope *scope, size_t state) {
    scope->dialect->literal(out, scope->machine->states[state].stored);
}

static void write_from_state(struct text *out, const struct template_scope *scope) {
    if (scope->move->from == MODEL_NOTHING)
        text_put(out, "''");
    else
        write_stored(out, scope, scope->move->from);
}

static void write_to_state(struct text *out, const struct template_scope *scope) {
    write_stored(out, scope, scope->move->to);
}

static void write_created_state(struct text *out, const struct template_scope *scope) {
    const struct moves moves = sql_moves_of(scope);
    if (moves.count == 0)
        text_put(out, "null");
    else
        write_stored(out, scope, moves.list->to);
}

static void write_first_callback(struct text *out, const struct template_scope *scope) {
    text_put(out, moves_first_callback(sql_moves_of(scope))->name);
}

static bool has_moves(const struct template_scope *scope) {
    return sql_moves_of(scope).count > 0;
}

static bool has_guards(const struct template_scope *scope) {
    return moves_have_guards(sql_moves_of(scope));
}

static bool has_callback_guards(const struct template_scope *scope) {
    return moves_have_callback_guards(sql_moves_of(scope));
}

static bool has_hooks(const struct template_scope *scope) {
    return moves_have_hooks(sql_moves_of(scope));
}

static bool has_alternatives(const struct template_scope *scope) {
    const struct moves all = sql_moves_of(scope);
    for (size_t i = 1; i < all.count; i++)
        if (all.list[i].from == all.list[i - 1].from)
            return true;
    return false;
}

static bool takes_verdicts(const struct template_scope *scope) {
    return sql_takes_verdicts(scope->machine, scope->event);
}

/* It can complete what a worker has claimed. */
static bool takes_item(const struct template_scope *scope) {
    return queue_is_used(scope->machine) && !scope->event->is_creation;
}

/* Where the parameters from this one on are all optional. */
static bool may_be_left_out(const struct template_scope *scope) {
    for (const struct model_param *param = scope->param;
         param < scope->event->params + scope->event->param_count; param++)
        if (!param->optional)
            return false;
    return true;
}

static bool enter_moves(struct template_scope *scope, size_t index) {
    const struct moves moves = sql_moves_of(scope);
    if (index >= moves.count)
        return false;
    scope->move = &moves.list[index];
    return true;
}

static bool enter_ignores(struct template_scope *scope, size_t index) {
    const size_t first = model_first_ignore(scope->machine, number_of(scope), 0);
    const size_t end = model_first_ignore(scope->machine, number_of(scope) + 1, 0);
    if (index >= end - first)
        return false;
    scope->state = &scope->machine->states[scope->machine->ignores[first + index].state];
    return true;
}

static bool has_ignores(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_ignores(&inner, 0);
}

/* The states from which a move has a guard in C, each once. */
static bool enter_asking_states(struct template_scope *scope, size_t index) {
    for (struct moves moves = {0}; next_moves(sql_moves_of(scope), &moves);)
        if (moves_have_callback_guards(moves) && index-- == 0) {
            scope->state = &scope->machine->states[moves.list->from];
            return true;
        }
    return false;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"event_name", write_event_name},         /* as it is */
    {"event_function", write_event_function}, /* its name, with its schema */
    {"key_type", write_key_type},
    {"param_name", write_param_name},
    {"param_type", write_param_type},
    {"value", write_value},           /* of the parameter: its own, or with a row of many */
    {"values", write_values},         /* of all rows, an array */
    {"value_name", write_value_name}, /* of the column that holds one of them */
    {"param", write_param},           /* as libpawl sends it; likewise what ends in _param */
    {"actor", write_actor},
    {"actor_param", write_actor_param},
    {"request_id", write_request_id},
    {"request_id_param", write_request_id_param},
    {"expected_sort_key", write_expected_sort_key},
    {"expected_sort_key_param", write_expected_sort_key_param},
    {"lock_owner", write_lock_owner},
    {"lock_owner_param", write_lock_owner_param},
    {"lock_token", write_lock_token},
    {"lock_token_param", write_lock_token_param},
    {"verdicts", write_verdicts}, /* of guards in C */
    {"verdicts_param", write_verdicts_param},
    {"item", write_item},             /* what a worker has claimed, */
    {"item_fence", write_item_fence}, /* and the second and third of what libpawl sends for it */
    {"item_claim", write_item_claim},
    {"item_param", write_item_param},
    {"item_fence_param", write_item_fence_param},
    {"item_claim_param", write_item_claim_param},
    {"event_comment", write_event_comment},         /* label and doc: for a file, */
    {"event_description", write_event_description}, /* and for the database */
    {"from_state", write_from_state},               /* of the move, literals; '' for a creation */
    {"to_state", write_to_state},
    {"created_state", write_created_state}, /* to which the first move of a creation leads */
    {"first_callback", write_first_callback},
    {0},
};

static const struct template_condition conditions[] = {
    {"has_moves", has_moves},
    {"has_guards", has_guards},
    {"has_callback_guards", has_callback_guards},
    {"has_hooks", has_hooks},               /* guards or effects */
    {"has_alternatives", has_alternatives}, /* several moves from one state */
    {"has_ignores", has_ignores},
    {"takes_verdicts", takes_verdicts},
    {"takes_item", takes_item},
    {"may_be_left_out", may_be_left_out}, /* the parameter, by people in psql */
    {0},
};

static const struct template_list lists[] = {
    {"moves", enter_moves}, /* of the event */
    {"ignores", enter_ignores},
    {"asking_states", enter_asking_states},
    {0},
};

const struct template_vocabulary function_event_vocabulary = {words, conditions, lists};
