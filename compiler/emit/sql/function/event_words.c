/* What templates of functions say of an event: its function, its parameters, its moves. */
#include "base/escape.h"
#include "emit/sql/function/function.h"
#include "emit/sql/queue.h"
#include "model/hooks.h"

#include <string.h>

static size_t number_of(const struct template_scope *scope) {
    return (size_t)(scope->event - scope->machine->events);
}

struct hook_moves sql_moves_of(const struct template_scope *scope) {
    return moves_of_event(scope->machine, number_of(scope));
}

/* ---- the function and its parameters ------------------------------------------------------------------ */

bool sql_takes_verdicts(const struct model_machine *machine, const struct model_event *event) {
    return moves_first_callback(moves_of_event(machine, (size_t)(event - machine->events))) != NULL;
}

/* Before those of an event comes the key; a flow's function has none. */
static size_t param_number(const struct template_scope *scope) {
    return (size_t)(scope->param - scope->event->params) + (scope->flow != NULL ? 1 : 2);
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

/* The first parameter behind those that every event has: the lock's owner and token, with `key`. */
static size_t lock_owner_number(const struct template_scope *scope) {
    return scope->event->param_count + (scope->event->is_creation ? 4 : 5);
}

static size_t verdicts_number(const struct template_scope *scope) {
    return lock_owner_number(scope) + (scope->machine->key != NULL ? 2 : 0);
}

/* What the caller may add comes after the event's parameters: as it is called, and as libpawl sends it. */
#define PARAMETER(X, name, number, type)                                                                     \
    X(WORD, name, text_printf(out, "$%zu", number))                                                          \
    X(WORD, name##_param, scope->dialect->parameter(out, number, PAWL_TYPE_##type))

/* What a worker has claimed and completes with this move: one value, sent as its three members. */
static size_t item_number(const struct template_scope *scope) {
    return verdicts_number(scope) + (sql_takes_verdicts(scope->machine, scope->event) ? 1 : 0);
}

static size_t argument_count(const struct template_scope *scope) {
    const bool takes_item = queue_is_used(scope->machine) && !scope->event->is_creation;
    return item_number(scope) - 1 + (takes_item ? 3 : 0);
}

void sql_function_name(struct text *out, const struct template_scope *scope, const char *suffix) {
    struct text name = TEXT_INIT;
    text_printf(&name, "%s_%s%s", scope->machine->name, scope->event->name, suffix);
    text_fail(out, name.problem);
    if (text_failed(&name))
        return;
    if (scope->dialect->numbers_functions)
        text_printf(out, "%s$%zu", name.data, argument_count(scope));
    else
        sql_name(out, scope->dialect, name.data); /* may be a word such as current_user */
    text_free(&name);
}

static void write_function(struct text *out, const struct template_scope *scope, const char *suffix) {
    sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine));
    text_char(out, '.');
    sql_function_name(out, scope, suffix);
}

static void write_event_description(struct text *out, const struct template_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->event->label, scope->event->doc);
    text_pass(out, scope->dialect->literal, &description);
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

static void write_created_state(struct text *out, const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    if (moves.count == 0)
        text_put(out, "null");
    else
        write_stored(out, scope, moves.list->to);
}

/* Where the parameters from this one on are all optional. */
static bool may_be_left_out(const struct template_scope *scope) {
    for (const struct model_param *param = scope->param;
         param < scope->event->params + scope->event->param_count; param++)
        if (!param->optional)
            return false;
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

/* The states from which a move has a guard in C, each once. */
static bool enter_asking_states(struct template_scope *scope, size_t index) {
    for (struct hook_moves moves = {0}; next_moves(sql_moves_of(scope), &moves);)
        if (moves_have_callback_guards(moves) && index-- == 0) {
            scope->state = &scope->machine->states[moves.list->from];
            return true;
        }
    return false;
}

/* There may be very many, and finding the first of them is a search. */
static bool enter_moves(struct template_scope *scope, size_t index) {
    const struct hook_moves moves = sql_moves_of(scope);
    if (index >= moves.count)
        return false;
    scope->move = &moves.list[index];
    return true;
}

/* As many as a statement can look through in less time than it takes to lock the row before; and as many as a
 * function can hold once more without its text being too large. */
enum { FEW_MOVES = 8, MOVES_TO_REPEAT = 64 };

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    /* of the event */                                                                                       \
    ENTER(moves, enter_moves)                                                                                \
    ENTER(ignores, enter_ignores)                                                                            \
    ENTER(asking_states, enter_asking_states)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(has_moves, sql_moves_of(scope).count > 0)                                                              \
    X(has_few_moves, sql_moves_of(scope).count > 0 && sql_moves_of(scope).count <= FEW_MOVES)                \
    X(may_repeat_moves, sql_moves_of(scope).count > 0 && sql_moves_of(scope).count <= MOVES_TO_REPEAT)       \
    X(has_guards, moves_have_guards(sql_moves_of(scope)))                                                    \
    X(has_callback_guards, moves_have_callback_guards(sql_moves_of(scope)))                                  \
    X(has_hooks, moves_have_hooks(sql_moves_of(scope))) /* guards or effects */                              \
    X(has_ignores, template_has_some(scope, enter_ignores))                                                  \
    X(takes_verdicts, sql_takes_verdicts(scope->machine, scope->event))                                      \
    /* It can complete what a worker has claimed. */                                                         \
    X(takes_item, queue_is_used(scope->machine) && !scope->event->is_creation)                               \
    X(may_be_left_out, may_be_left_out(scope)) /* the parameter, by people in psql */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, event_name, scope->event->name) /* as it is */                                                   \
    /* their names, with the schema: its function, and that for many, where it has one */                    \
    X(WORD, event_function, write_function(out, scope, ""))                                                  \
    X(WORD, many_function, write_function(out, scope, "_many"))                                              \
    X(TEXT, key_type, scope->dialect->types[scope->machine->key_type])                                       \
    X(WORD, param_name, sql_name(out, scope->dialect, scope->param->name))                                   \
    X(TEXT, param_type, scope->dialect->types[scope->param->type])                                           \
    X(WORD, value, write_value(out, scope))           /* of the parameter: its own, or with a row of many */ \
    X(WORD, values, write_values(out, scope))         /* of all rows, an array */                            \
    X(WORD, value_name, write_value_name(out, scope)) /* of the column that holds one of them */             \
    /* as libpawl sends it; likewise what ends in _param */                                                  \
    X(WORD, param, scope->dialect->parameter(out, param_number(scope), scope->param->type))                  \
    PARAMETER(X, actor, scope->event->param_count + 2, TEXT)                                                 \
    PARAMETER(X, request_id, scope->event->param_count + 3, TEXT)                                            \
    PARAMETER(X, expected_sort_key, scope->event->param_count + 4, INT)                                      \
    PARAMETER(X, lock_owner, lock_owner_number(scope), TEXT)                                                 \
    PARAMETER(X, lock_token, lock_owner_number(scope) + 1, BIGINT)                                           \
    PARAMETER(X, verdicts, verdicts_number(scope), TEXT) /* of guards in C */                                \
    /* of many, for which no guard in C is asked; libpawl sends all by position */                           \
    X(WORD, actors, text_printf(out, "$%zu", verdicts_number(scope)))                                        \
    X(WORD, skips_locked, text_printf(out, "$%zu", verdicts_number(scope) + 1))                              \
    X(WORD, item_names, text_printf(out, "$%zu", verdicts_number(scope) + 2))                                \
    X(WORD, item_fences, text_printf(out, "$%zu", verdicts_number(scope) + 3))                               \
    X(WORD, item_claims, text_printf(out, "$%zu", verdicts_number(scope) + 4))                               \
    /* what a worker has claimed, and the second and third of what libpawl sends for it */                   \
    PARAMETER(X, item, item_number(scope), TEXT)                                                             \
    PARAMETER(X, item_fence, item_number(scope) + 1, INT)                                                    \
    PARAMETER(X, item_claim, item_number(scope) + 2, BIGINT)                                                 \
    /* label and doc: for a file, */                                                                         \
    X(WORD, event_comment, sql_comment(out, scope->event->label, scope->event->doc))                         \
    X(WORD, event_description, write_event_description(out, scope)) /* and for the database */               \
    X(WORD, from_state, write_from_state(out, scope)) /* of the move, literals; '' for a creation */         \
    X(WORD, to_state, write_stored(out, scope, scope->move->to))                                             \
    /* to which the first move of a creation leads */                                                        \
    X(WORD, created_state, write_created_state(out, scope))                                                  \
    X(TEXT, first_callback, moves_first_callback(sql_moves_of(scope))->name)
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_event_vocabulary = {words, conditions, lists};
