/* What templates of functions say of what moves do to the queue. */
#include "base/hash.h"
#include "emit/sql/function/function.h"
#include "emit/sql/queue.h"

#include <stdlib.h>
#include <string.h>

/* ---- timers and work, by what a move does to them ----------------------------------------------------- */

static struct queue_rule rule_of(const struct template_scope *scope) {
    return queue_rule(scope->machine, scope->declaration);
}

/* Its time is a value of the event or of the creation. */
static bool is_at(const struct template_scope *scope) {
    const struct model_timer *timer = rule_of(scope).timer;
    return timer != NULL && timer->kind == MODEL_AT;
}

static bool is_timer(const struct template_scope *scope) {
    return rule_of(scope).timer != NULL;
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
    /* one that begins anew may have no time this time */
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

static bool is_own_timer(const struct template_scope *scope) {
    const struct model_timer *timer = rule_of(scope).timer;
    return timer != NULL && &scope->machine->events[timer->event] == scope->event;
}

/* The parameter of the event, and the column of the history, that hold the time of an `at` timer. */
static void find_time(struct template_scope *scope) {
    const struct model_reference *at = rule_of(scope).timer->at;
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

#define CHOSEN(list, is_chosen, has_some)                                                                    \
    static bool enter_##list(struct template_scope *scope, size_t index) {                                   \
        return enter_chosen(scope, index, is_chosen);                                                        \
    }                                                                                                        \
    static bool has_some(const struct template_scope *scope) {                                               \
        struct template_scope inner = *scope;                                                                \
        return enter_##list(&inner, 0);                                                                      \
    }
CHOSEN(ended, is_ended, ends_some)
CHOSEN(put_to_sleep, is_put_to_sleep, puts_some_to_sleep)
CHOSEN(woken, is_woken, wakes_some)
CHOSEN(begun, is_begun, begins_some)
CHOSEN(begun_at, is_begun_at, begins_some_at)
CHOSEN(own_timers, is_own_timer, fires_by_timer)
#undef CHOSEN

static bool begins_work(const struct template_scope *scope) {
    struct template_scope inner = *scope;
    return enter_chosen(&inner, 0, is_begun_work);
}

static bool begins_asleep(const struct template_scope *scope) {
    return queue_presence(scope->machine, scope->declaration, scope->move->to) == QUEUE_ASLEEP;
}

static bool is_given(const struct template_scope *scope) {
    return scope->param != NULL;
}

static void write_after(struct text *out, const struct template_scope *scope) {
    scope->dialect->duration(out, rule_of(scope).timer->after_ms);
}

static bool may_be_left(const struct template_scope *scope) {
    return scope->machine->storage != MODEL_HEAD || scope->move->from != MODEL_NOTHING;
}

/* ---- branches: moves of one event that do the same ---------------------------------------------------- */

struct branch {
    uint64_t hash;
    struct text changes;
};

struct branches {
    struct moves moves;
    size_t *of_move; /* [moves.count] */
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
    branches->of_move = calloc(branches->moves.count + 1, sizeof *branches->of_move);
    branches->list = calloc(branches->moves.count + 1, sizeof *branches->list);
    if (branches->of_move == NULL || branches->list == NULL) {
        branches->moves.count = 0;
        out->failed = true;
        return;
    }
    struct template_scope inner = *scope;
    for (size_t i = 0; i < branches->moves.count; i++) {
        struct text changes = TEXT_INIT;
        inner.move = &branches->moves.list[i];
        template_render_indented(&changes, &inner, 4, "queue_changes");
        out->failed |= text_failed(&changes);
        branches->of_move[i] = branch_of(branches, &changes);
    }
}

static void write_queue_branches(struct text *out, const struct template_scope *scope) {
    struct branches branches = {.moves = sql_moves_of(scope), .is_first = true};
    struct template_scope inner = *scope;
    inner.other = &branches;
    find_branches(out, scope, &branches);
    for (; branches.number < branches.count; branches.number++) {
        struct text *changes = &branches.list[branches.number].changes;
        if (changes->length > 0 && !out->failed) {
            template_render(out, &inner, "queue_branch");
            text_put(out, changes->data);
            branches.is_first = false;
        }
        text_free(changes);
    }
    text_put(out, branches.is_first ? "" : "  end if;\n");
    free(branches.of_move);
    free(branches.list);
}

static bool is_first_branch(const struct template_scope *scope) {
    const struct branches *branches = scope->other;
    return branches->is_first;
}

static bool enter_branch_moves(struct template_scope *scope, size_t index) {
    const struct branches *branches = scope->other;
    for (size_t i = 0; i < branches->moves.count; i++)
        if (branches->of_move[i] == branches->number && index-- == 0) {
            scope->move = &branches->moves.list[i];
            return true;
        }
    return false;
}

static bool needs_move_numbers(const struct template_scope *scope) {
    const struct branches *branches = scope->other;
    const struct model_move *list = branches->moves.list;
    for (size_t i = 1; i < branches->moves.count; i++)
        for (size_t j = i; j > 0 && list[j - 1].from == list[i].from; j--)
            if (list[j - 1].to == list[i].to && branches->of_move[j - 1] != branches->of_move[i])
                return true;
    return false;
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"queue_branches", write_queue_branches},
    {"after", write_after}, /* the duration of the timer */
    {0},
};

static const struct template_condition conditions[] = {
    {"is_at", is_at}, /* the declaration: a timer at a time */
    {"is_timer", is_timer},
    {"is_given", is_given},           /* the time of a timer, by the event */
    {"begins_asleep", begins_asleep}, /* it is begun by the move */
    {"may_be_left", may_be_left},     /* a row of it, by somebody else than moves */
    {"fires_by_timer", fires_by_timer},
    {"ends_some", ends_some}, /* the move, of the timers and work */
    {"puts_some_to_sleep", puts_some_to_sleep},
    {"wakes_some", wakes_some},
    {"begins_some", begins_some},
    {"begins_some_at", begins_some_at},
    {"begins_work", begins_work},
    {"is_first_branch", is_first_branch},
    {"needs_move_numbers", needs_move_numbers}, /* from, to do not tell what the moves of the event do */
    {0},
};

static const struct template_list lists[] = {
    {"own_timers", enter_own_timers}, /* which fire the event */
    {"ended", enter_ended},           /* timers and work, by the move */
    {"put_to_sleep", enter_put_to_sleep},
    {"woken", enter_woken},
    {"begun", enter_begun},
    {"begun_at", enter_begun_at}, /* timers at a time */
    {"branch_moves", enter_branch_moves},
    {0},
};

const struct template_vocabulary function_follow_vocabulary = {words, conditions, lists};
