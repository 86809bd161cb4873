/* What templates of functions say of what moves do to the queue. */
#include "base/hash.h"
#include "emit/sql/function/function.h"
#include "emit/sql/queue.h"

#include <stdlib.h>
#include <string.h>

/* ---- timers and work, by what a move does to them ----------------------------------------------------- */

/* Its time is a value of the event or of the creation. */
static bool is_at(const struct template_scope *scope) {
    const struct model_timer *timer = sql_rule_of(scope).timer;
    return timer != NULL && timer->kind == MODEL_AT;
}

static bool is_timer(const struct template_scope *scope) {
    return sql_rule_of(scope).timer != NULL;
}

static enum queue_change change_of(const struct template_scope *scope) {
    return queue_change(scope->machine, scope->declaration, scope->move);
}

static bool is_begun(const struct template_scope *scope) {
    return change_of(scope) == QUEUE_BEGIN;
}

static bool is_begun_at(const struct template_scope *scope) {
    return is_at(scope) && is_begun(scope);
}

static bool is_begun_work(const struct template_scope *scope) {
    return !is_timer(scope) && is_begun(scope);
}

static bool is_ended(const struct template_scope *scope) {
    /* one that starts again may have no time this time */
    return change_of(scope) == QUEUE_END ||
           (is_begun_at(scope) && scope->move->from != MODEL_NOTHING &&
            queue_presence(scope->machine, scope->declaration, scope->move->from) != QUEUE_OUTSIDE);
}

static bool is_put_to_sleep(const struct template_scope *scope) {
    return change_of(scope) == QUEUE_SLEEP;
}

static bool is_woken(const struct template_scope *scope) {
    return change_of(scope) == QUEUE_WAKE;
}

/* Whether a change that is not NONE is one that `is_chosen` tells, of any move of the event. */
static bool some_change(const struct template_scope *scope,
                        bool (*is_chosen)(const struct template_scope *scope)) {
    const struct hook_moves moves = sql_moves_of(scope);
    struct template_scope inner = *scope;
    for (size_t i = 0; i < moves.count; i++) {
        inner.move = &moves.list[i];
        for (inner.declaration = 0; inner.declaration < queue_count(scope->machine); inner.declaration++)
            if (is_chosen(&inner))
                return true;
    }
    return false;
}

static bool is_told(const struct template_scope *scope) {
    return is_woken(scope) || is_begun_at(scope) || is_begun_work(scope);
}

static bool is_changed(const struct template_scope *scope) {
    return is_begun(scope) || is_ended(scope) || is_put_to_sleep(scope) || is_woken(scope);
}

bool sql_follows_queue(const struct template_scope *scope) {
    return some_change(scope, is_changed);
}

bool sql_has_unrecorded(const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    for (size_t i = 0; i < moves.count; i++)
        if (moves.list[i].arrow->is_unrecorded)
            return true;
    return false;
}

static bool only_unrecorded(const struct template_scope *scope) {
    const struct hook_moves moves = sql_moves_of(scope);
    for (size_t i = 0; i < moves.count; i++)
        if (!moves.list[i].arrow->is_unrecorded)
            return false;
    return moves.count > 0;
}

bool sql_queue_takes_many(const struct template_scope *scope) {
    return !some_change(scope, is_told) && !sql_has_unrecorded(scope);
}

static bool is_own_timer(const struct template_scope *scope) {
    const struct model_timer *timer = sql_rule_of(scope).timer;
    return timer != NULL && &scope->machine->events[timer->event] == scope->event;
}

static bool is_own_periodic(const struct template_scope *scope) {
    return is_own_timer(scope) && sql_rule_of(scope).timer->kind == MODEL_EVERY;
}

/* The parameter of the event, and the column of the history, that hold the time of an `at` timer. */
static void find_time(struct template_scope *scope) {
    const struct model_reference *at = sql_rule_of(scope).timer->at;
    scope->column = &scope->machine->columns[at->column];
    scope->param = NULL;
    if (at->kind != MODEL_PARAM && !scope->event->is_creation)
        return;
    for (size_t i = 0; i < scope->event->param_count; i++)
        if (scope->event->params[i].column == at->column)
            scope->param = &scope->event->params[i];
}

static bool enter_chosen(struct template_scope *scope, size_t index,
                         bool (*is_chosen)(const struct template_scope *scope)) {
    for (scope->declaration = 0; scope->declaration < queue_count(scope->machine); scope->declaration++) {
        if (!is_chosen(scope) || index-- > 0)
            continue;
        if (is_at(scope))
            find_time(scope);
        return true;
    }
    return false;
}

#define CHOSEN(list, is_chosen)                                                                              \
    static bool enter_##list(struct template_scope *scope, size_t index) {                                   \
        return enter_chosen(scope, index, is_chosen);                                                        \
    }
CHOSEN(ended, is_ended)
CHOSEN(put_to_sleep, is_put_to_sleep)
CHOSEN(woken, is_woken)
CHOSEN(begun, is_begun)
CHOSEN(begun_at, is_begun_at)
CHOSEN(begun_work, is_begun_work)
CHOSEN(own_timers, is_own_timer)
CHOSEN(own_periodic, is_own_periodic)

/* ---- branches: moves of one event that do the same ---------------------------------------------------- */

struct branch {
    uint64_t hash;
    struct text changes;
};

struct branches {
    struct hook_moves moves;
    bool is_unrecorded; /* of the moves that are meant */
    size_t *of_move;    /* [moves.count]; MODEL_NOTHING for the others */
    struct branch *list;
    size_t count;
    size_t number; /* of the branch that is written, */
    bool is_first; /* and whether none was before */
};

static size_t branch_of(struct branches *branches, struct text *changes) {
    uint64_t hash = hash_bytes(changes->data == NULL ? "" : changes->data, changes->length);
    for (size_t i = 0; i < branches->count; i++) {
        const struct text *known = &branches->list[i].changes;
        if (branches->list[i].hash == hash && known->length == changes->length &&
            (known->length == 0 || memcmp(known->data, changes->data, known->length) == 0)) {
            text_free(changes);
            return i;
        }
    }
    branches->list[branches->count] = (struct branch){hash, *changes};
    return branches->count++;
}

static void find_branches(struct text *out, const struct template_scope *scope, struct branches *branches) {
    branches->of_move = arena_must(calloc(branches->moves.count + 1, sizeof *branches->of_move));
    branches->list = arena_must(calloc(branches->moves.count + 1, sizeof *branches->list));
    struct template_scope inner = *scope;
    for (size_t i = 0; i < branches->moves.count; i++) {
        struct text changes = TEXT_INIT;
        inner.move = &branches->moves.list[i];
        branches->of_move[i] = MODEL_NOTHING;
        if (inner.move->arrow->is_unrecorded != branches->is_unrecorded)
            continue;
        template_render_indented(&changes, &inner, 4, "queue_changes");
        text_fail(out, changes.problem);
        branches->of_move[i] = branch_of(branches, &changes);
    }
}

TEMPLATE_OWN(branches, branches, other)

static const struct model_move *first_of_branch(const struct branches *branches) {
    size_t i = 0;
    while (branches->of_move[i] != branches->number)
        i++;
    return &branches->moves.list[i];
}

static bool is_begun_from_outside(const struct template_scope *scope) {
    return scope->move->from == MODEL_NOTHING ||
           queue_presence(scope->machine, scope->declaration, scope->move->from) == QUEUE_OUTSIDE;
}

/*
 * A row of what the branch begins: it is there only where a repair has left it, as no move of the branch
 * restarts what runs already, and those who have asked are asked for by themselves then.
 */
static bool may_fail_at_it(const struct template_scope *scope) {
    const struct branches *branches = branches_of(scope);
    struct template_scope inner = *scope;
    bool is_new = scope->is_gathered;
    for (size_t i = 0; is_new && i < branches->moves.count; i++) {
        inner.move = &branches->moves.list[i];
        for (inner.declaration = 0; inner.declaration < queue_count(scope->machine); inner.declaration++)
            is_new &= branches->of_move[i] != branches->number || !is_begun(&inner) ||
                      is_begun_from_outside(&inner);
    }
    return is_new;
}

static void write_queue_branches(struct text *out, const struct template_scope *scope, bool is_unrecorded) {
    struct branches branches = {
        .moves = sql_moves_of(scope), .is_unrecorded = is_unrecorded, .is_first = true};
    struct template_scope inner = *scope;
    inner.other = &branches;
    find_branches(out, scope, &branches);
    for (; branches.number < branches.count; branches.number++) {
        struct text *changes = &branches.list[branches.number].changes;
        if (changes->length > 0 && !text_failed(out) && scope->is_row) {
            inner.move = first_of_branch(&branches);
            text_put(out, branches.is_first ? "-- timers of all of them\n" : "");
            template_render_indented(out, &inner, 4, "queue_branch_of_many");
            branches.is_first = false;
        } else if (changes->length > 0 && !text_failed(out)) {
            template_render(out, &inner, "queue_branch");
            text_put(out, changes->data);
            branches.is_first = false;
        }
        text_free(changes);
    }
    text_put(out, branches.is_first || scope->is_row ? "" : "  end if;\n");
    free(branches.of_move);
    free(branches.list);
}

static bool needs_move_numbers(const struct template_scope *scope) {
    const struct branches *branches = branches_of(scope);
    const struct model_move *list = branches->moves.list;
    for (size_t i = 1; i < branches->moves.count; i++)
        for (size_t j = i; j > 0 && list[j - 1].from == list[i].from; j--)
            if (list[j - 1].to == list[i].to && branches->of_move[j - 1] != branches->of_move[i])
                return true;
    return false;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define LISTS(X, SOME, ENTER)                                                                                \
    ENTER(own_timers, enter_own_timers)     /* which fire the event */                                       \
    ENTER(own_periodic, enter_own_periodic) /* of them, those that come again */                             \
    ENTER(ended, enter_ended)               /* timers and work, by the move */                               \
    ENTER(put_to_sleep, enter_put_to_sleep)                                                                  \
    ENTER(woken, enter_woken)                                                                                \
    ENTER(begun, enter_begun)                                                                                \
    ENTER(begun_at, enter_begun_at) /* timers at a time */                                                   \
    SOME(unrecorded_moves, sql_moves_of(scope).count, sql_moves_of(scope).list[i].arrow->is_unrecorded,      \
         move, &sql_moves_of(scope).list[i])                                                                 \
    SOME(branch_moves, branches_of(scope)->moves.count,                                                      \
         branches_of(scope)->of_move[i] == branches_of(scope)->number, move,                                 \
         &branches_of(scope)->moves.list[i])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    X(is_at, is_at(scope)) /* the declaration: a timer at a time */                                          \
    X(is_timer, is_timer(scope))                                                                             \
    X(is_given, scope->param != NULL) /* the time of a timer, by the event */                                \
    /* it is begun by the move */                                                                            \
    X(begins_asleep, queue_presence(scope->machine, scope->declaration, scope->move->to) == QUEUE_ASLEEP)    \
    /* a row of it, by somebody else than moves */                                                           \
    X(may_be_left, scope->machine->storage != MODEL_HEAD || scope->move->from != MODEL_NOTHING)              \
    /* and the statement fails where there is one */                                                         \
    X(may_fail_at_it, may_fail_at_it(scope))                                                                 \
    X(fires_by_period, template_has_some(scope, enter_own_periodic))                                         \
    X(fires_by_timer, template_has_some(scope, enter_own_timers))                                            \
    X(ends_some, template_has_some(scope, enter_ended)) /* the move, of the timers and work */               \
    X(puts_some_to_sleep, template_has_some(scope, enter_put_to_sleep))                                      \
    X(wakes_some, template_has_some(scope, enter_woken))                                                     \
    X(begins_some, template_has_some(scope, enter_begun))                                                    \
    X(begins_some_at, template_has_some(scope, enter_begun_at))                                              \
    X(begins_work, template_has_some(scope, enter_begun_work))                                               \
    X(is_unrecorded, scope->move->arrow->is_unrecorded)                                                      \
    X(has_unrecorded, sql_has_unrecorded(scope)) /* the event, among its moves */                            \
    X(only_unrecorded, only_unrecorded(scope))                                                               \
    X(follows_queue, sql_follows_queue(scope)) /* some move of the event */                                  \
    X(is_first_branch, branches_of(scope)->is_first)                                                         \
    /* from, to do not tell what the moves of the event do */                                                \
    X(needs_move_numbers, needs_move_numbers(scope))
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, branch_number, branches_of(scope)->number + 1)                                                 \
    X(WORD, queue_branches, write_queue_branches(out, scope, false))                                         \
    X(WORD, unrecorded_branches, write_queue_branches(out, scope, true))                                     \
    /* the duration of the timer */                                                                          \
    X(WORD, after, scope->dialect->duration(out, sql_rule_of(scope).timer->after_ms))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_follow_vocabulary = {words, conditions, lists};
