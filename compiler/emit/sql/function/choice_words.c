/* What templates of functions say of the choice among an event's moves, of its guards and its effects. */
#include "base/escape.h"
#include "emit/sql/function/function.h"

#include <string.h>

/* ---- guards ------------------------------------------------------------------------------------------- */

static bool is_same_condition(const struct model_condition *a, const struct model_condition *b) {
    return a->guard == b->guard && a->negated == b->negated;
}

static size_t times_asked(struct hook_moves moves, const struct model_hook *guard) {
    size_t times = 0;
    for (size_t i = 0; i < moves.count; i++)
        for (size_t c = 0; c < moves.list[i].arrow->condition_count; c++)
            times += moves.list[i].arrow->conditions[c].guard == guard;
    return times;
}

/* Whether each of them may be refused, by one of several conditions. */
static bool have_several_refusals(struct hook_moves choice) {
    size_t conditions = 0;
    for (size_t i = 0; i < choice.count; i++) {
        if (choice.list[i].arrow->condition_count == 0)
            return false;
        conditions += choice.list[i].arrow->condition_count;
    }
    return conditions > 1;
}

static bool keeps_answer(struct hook_moves choice, const struct model_hook *guard) {
    const size_t times = times_asked(choice, guard);
    return !hook_is_callback(guard) && (times > 1 || (times == 1 && have_several_refusals(choice)));
}

/* Those of whose answer the event's function keeps track, in some choice. */
static bool enter_kept_guards(struct template_scope *scope, size_t index) {
    const struct hook_moves all = sql_moves_of(scope);
    for (size_t i = 0; i < scope->machine->hook_count; i++)
        for (struct hook_moves choice = {0}; next_moves(all, &choice);)
            if (keeps_answer(choice, scope->machine->hooks[i])) {
                scope->hook = scope->machine->hooks[i];
                if (index-- == 0)
                    return true;
                break;
            }
    return false;
}

/* ---- what they refer to of the creation --------------------------------------------------------------- */

static void mark_created(bool *columns, const struct template_scope *scope, const struct model_hook *hook) {
    const struct model_sql *sql = hook->sql[scope->dialect->number];
    for (size_t i = 0; !hook_is_callback(hook) && i < sql->reference_count; i++)
        if (sql->references[i].kind == MODEL_CREATED)
            columns[sql->references[i].column] = true;
}

static bool enter_created_columns(struct template_scope *scope, size_t index) {
    const struct hook_moves moves = sql_moves_of(scope);
    bool columns[PAWL_COLUMN_MAX] = {false};
    for (size_t i = 0; i < moves.count && !scope->event->is_creation; i++) {
        for (size_t c = 0; c < moves.list[i].arrow->condition_count; c++)
            mark_created(columns, scope, moves.list[i].arrow->conditions[c].guard);
        for (size_t e = 0; e < moves.list[i].effects.count; e++)
            mark_created(columns, scope, moves.list[i].effects.hooks[e]);
    }
    for (size_t i = 0; i < scope->machine->column_count; i++)
        if (columns[i] && index-- == 0) {
            scope->column = &scope->machine->columns[i];
            return true;
        }
    return false;
}

static bool reads_personal(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    for (size_t i = 0; enter_created_columns(&inner, i); i++)
        if (inner.column->is_personal)
            return true;
    return false;
}

/* ---- effects ------------------------------------------------------------------------------------------ */

static bool has_own_effects(const struct model_move *move) {
    for (size_t i = 0; i < move->effects.count; i++)
        if (!hook_is_callback(move->effects.hooks[i]))
            return true;
    return false;
}

static bool have_sql_effects(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        if (has_own_effects(&moves.list[i]))
            return true;
    return false;
}

/* Whether guards or effects in SQL decide or follow one of these moves. */
static bool call_sql_hooks(struct hook_moves moves) {
    for (size_t i = 0; i < moves.count; i++)
        for (size_t c = 0; c < moves.list[i].arrow->condition_count; c++)
            if (!hook_is_callback(moves.list[i].arrow->conditions[c].guard))
                return true;
    return have_sql_effects(moves);
}

/* ---- choices ------------------------------------------------------------------------------------------ */

static bool is_beside(const struct model_move *a, const struct model_move *b) {
    return a->event == b->event && a->from == b->from;
}

/* The moves among which the scope's is one. */
static struct hook_moves choice_of(const struct template_scope *scope) {
    const struct model_move *end = scope->machine->moves + scope->machine->move_count;
    struct hook_moves choice = {scope->move, 0};
    while (choice.list > scope->machine->moves && is_beside(choice.list - 1, scope->move))
        choice.list--;
    while (choice.list + choice.count < end && is_beside(choice.list + choice.count, scope->move))
        choice.count++;
    return choice;
}

static bool is_same_arrow(const struct model_arrow *a, const struct model_arrow *b) {
    if (a->condition_count != b->condition_count)
        return false;
    for (size_t i = 0; a != b && i < a->condition_count; i++)
        if (!is_same_condition(&a->conditions[i], &b->conditions[i]))
            return false;
    return true;
}

static bool is_same_choice(struct hook_moves a, struct hook_moves b) {
    if (a.count != b.count || moves_have_hooks(a) != moves_have_hooks(b))
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (a.list[i].to != b.list[i].to || !is_same_arrow(a.list[i].arrow, b.list[i].arrow))
            return false;
    return true;
}

static bool is_same_hooks(const struct model_hooks *a, const struct model_hooks *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->hooks, b->hooks, a->count * sizeof(*a->hooks)) == 0);
}

static bool are_same_effects(struct hook_moves a, struct hook_moves b) {
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++)
        if (!is_same_hooks(&a.list[i].effects, &b.list[i].effects))
            return false;
    return true;
}

static bool have_any(struct hook_moves moves) {
    return moves.count > 0;
}

/* What is written of choices: of which, and for which it is the same. */
struct branching {
    bool (*is_wanted)(struct hook_moves choice);
    bool (*is_same)(struct hook_moves a, struct hook_moves b);
};

static const struct branching choosing = {have_any, is_same_choice};
static const struct branching acting = {have_sql_effects, are_same_effects};

/* The next choice that is wanted and not the same as the one before it, which `choice` is. */
static bool next_branch(const struct branching *branching, struct hook_moves all, struct hook_moves *choice) {
    const struct hook_moves before = *choice;
    while (next_moves(all, choice))
        if (branching->is_wanted(*choice) && (before.count == 0 || !branching->is_same(before, *choice)))
            return true;
    return false;
}

static bool enter_branch(struct template_scope *scope, size_t index, const struct branching *branching) {
    const struct hook_moves all = sql_moves_of(scope);
    struct hook_moves choice = {0};
    do {
        if (!next_branch(branching, all, &choice))
            return false;
    } while (index-- > 0);
    scope->move = choice.list;
    return true;
}

static void write_branch_states(struct text *out, const struct template_scope *scope,
                                const struct branching *branching) {
    const struct hook_moves all = sql_moves_of(scope), first = choice_of(scope);
    struct hook_moves choice = first;
    scope->dialect->literal(out, scope->machine->states[first.list->from].stored);
    while (next_moves(all, &choice)) {
        if (!branching->is_wanted(choice))
            continue;
        if (!branching->is_same(first, choice))
            return;
        text_put(out, ", ");
        scope->dialect->literal(out, scope->machine->states[choice.list->from].stored);
    }
}

static bool enter_choices(struct template_scope *scope, size_t index) {
    return enter_branch(scope, index, &choosing);
}

static bool enter_acting_choices(struct template_scope *scope, size_t index) {
    return enter_branch(scope, index, &acting);
}

static size_t move_index(const struct template_scope *scope) {
    return (size_t)(scope->move - choice_of(scope).list);
}

/* ---- the tree ----------------------------------------------------------------------------------------- */

TEMPLATE_OWN(model_condition, condition, other)

/* Those of a choice, in their order. */
static const struct model_condition *condition_at(struct hook_moves choice, size_t index) {
    for (size_t i = 0; i < choice.count; index -= choice.list[i++].arrow->condition_count)
        if (index < choice.list[i].arrow->condition_count)
            return &choice.list[i].arrow->conditions[index];
    return NULL;
}

/* The guard, before the condition. */
static bool is_asked_before(const struct template_scope *scope) {
    const struct hook_moves choice = choice_of(scope);
    const struct model_condition *before;
    for (size_t i = 0; (before = condition_at(choice, i)) != condition_of(scope); i++)
        if (before->guard == scope->hook)
            return true;
    return false;
}

static bool may_be_unasked(const struct template_scope *scope) {
    const struct hook_moves choice = choice_of(scope);
    for (size_t i = 0; i < choice.count; i++)
        if (choice.list[i].arrow->conditions[0].guard == scope->hook)
            return false;
    return !hook_is_callback(scope->hook);
}

/* Each condition once. */
static bool enter_choice_conditions(struct template_scope *scope, size_t index) {
    const struct hook_moves choice = choice_of(scope);
    const struct model_condition *condition;
    for (size_t i = 0; (condition = condition_at(choice, i)); i++) {
        bool is_repeated = false;
        for (size_t before = 0; before < i; before++)
            is_repeated |= is_same_condition(condition_at(choice, before), condition);
        if (is_repeated || index-- > 0)
            continue;
        scope->other = condition;
        scope->hook = condition->guard;
        return true;
    }
    return false;
}

static void render_condition(struct text *out, const struct template_scope *scope, size_t blanks,
                             const char *fragment, const struct model_condition *condition) {
    struct template_scope inner = *scope;
    inner.hook = condition->guard;
    inner.other = condition;
    template_render_indented(out, &inner, blanks, fragment);
}

static void put_line(struct text *out, size_t blanks, const char *line) {
    text_printf(out, "%*s%s\n", (int)blanks, "", line);
}

static void try_move(struct text *out, const struct template_scope *scope, size_t blanks) {
    const struct model_arrow *arrow = scope->move->arrow;
    const size_t outside = blanks;
    const bool is_first = move_index(scope) == 0;
    if (!is_first) {
        put_line(out, blanks, "if outcome.to_state is null then");
        blanks += 2;
    }
    for (size_t i = 0; i < arrow->condition_count; i++, blanks += 2)
        render_condition(out, scope, blanks, "open_condition", &arrow->conditions[i]);
    template_render_indented(out, scope, blanks, "take_move");
    for (size_t i = arrow->condition_count; i-- > 0;)
        render_condition(out, scope, blanks -= 2, "close_condition", &arrow->conditions[i]);
    if (!is_first)
        put_line(out, outside, "end if;");
}

static void write_choice(struct text *out, const struct template_scope *scope) {
    const struct hook_moves choice = choice_of(scope);
    const size_t blanks = scope->event->is_creation ? 4 : 6;
    struct template_scope inner = *scope;
    for (size_t i = 0; i < choice.count; i++) {
        inner.move = &choice.list[i];
        try_move(out, &inner, blanks);
    }
    if (have_several_refusals(choice))
        template_render_indented(out, scope, blanks, "name_refusals");
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(choices, enter_choices)                                                                            \
    ENTER(acting_choices, enter_acting_choices) /* whose moves have effects in SQL */                        \
    /* likewise, of a choice */                                                                              \
    SOME(acting_moves, choice_of(scope).count, has_own_effects(&choice_of(scope).list[i]), move,             \
         &choice_of(scope).list[i])                                                                          \
    SOME(sql_effects, scope->move->effects.count, !hook_is_callback(scope->move->effects.hooks[i]), hook,    \
         scope->move->effects.hooks[i])               /* of the move */                                      \
    ENTER(choice_conditions, enter_choice_conditions) /* of the move's choice, each once */                  \
    ENTER(kept_guards, enter_kept_guards)                                                                    \
    /* what guards and effects refer to of the creation */                                                   \
    ENTER(created_columns, enter_created_columns)
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    /* guards and effects of the event refer to it, */                                                       \
    X(reads_creation, template_has_some(scope, enter_created_columns))                                       \
    X(reads_personal, reads_personal(scope)) /* and to what may be erased from it */                         \
    X(has_sql_effects, have_sql_effects(sql_moves_of(scope)))                                                \
    X(calls_sql_hooks, call_sql_hooks(sql_moves_of(scope))) /* the event's function */                       \
    X(has_others, choice_of(scope).count > 1)               /* the move is one of several in its choice */   \
    X(choice_has_hooks, moves_have_hooks(choice_of(scope)))                                                  \
    X(is_kept, keeps_answer(choice_of(scope), scope->hook)) /* the guard's answer */                         \
    X(is_negated, condition_of(scope)->negated)                                                              \
    X(is_asked_before, is_asked_before(scope)) /* the guard of the condition, in its choice */               \
    X(may_be_unasked, may_be_unasked(scope))   /* the guard, when the choice is refused */                   \
    X(is_named_here, choice_of(scope).count == 1 && !have_several_refusals(choice_of(scope)))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(WORD, choice, write_choice(out, scope)) /* among the moves of {#each choices} */                       \
    /* from which it is made, literals */                                                                    \
    X(WORD, choice_states, write_branch_states(out, scope, &choosing))                                       \
    /* from which those of {#each acting_choices} are made */                                                \
    X(WORD, acting_states, write_branch_states(out, scope, &acting))                                         \
    /* of the move, as those of its choice are tried, from 1 */                                              \
    X(NUMBER, move_number, move_index(scope) + 1)                                                            \
    /* as it is written */                                                                                   \
    X(WORD, condition,                                                                                       \
      text_printf(out, "%s%s", condition_of(scope)->negated ? "not " : "", scope->hook->name))               \
    X(WORD, passing_answer, text_char(out, condition_of(scope)->negated ? '0' : '1'))                        \
    X(NUMBER, verdict_place, scope->hook->number + 1) /* of the guard's answer in {verdicts} */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_choice_vocabulary = {words, conditions, lists};
