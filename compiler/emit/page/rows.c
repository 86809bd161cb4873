/* What the templates of pages may say of the rows of a place's table: what each event does there. */
#include "emit/page/page.h"

#include "emit/prose/sentence.h"
#include "model/timers.h"

/* ---- rows ------------------------------------------------------------------------------------------ */

const struct model_move *page_row(const struct template_scope *scope, size_t index) {
    const struct by_place *moves = &page_of(scope)->places->places.moves;
    const size_t place = model_place_number(scope->machine, scope->place);
    const size_t at = moves->start[place] + index;
    return at < moves->start[place + 1] ? &scope->machine->moves[moves->items[at]] : NULL;
}

static bool enter_rows(struct template_scope *scope, size_t index) {
    scope->move = page_row(scope, index);
    if (scope->move == NULL)
        return false;
    scope->arrow = scope->move->arrow;
    scope->event = &scope->machine->events[scope->move->event];
    return true;
}

static size_t move_number(const struct template_scope *scope) {
    return (size_t)(scope->move - scope->machine->moves);
}

/* Whether that move of the model is one of the row's event in the row's place. */
static bool is_branch(const struct template_scope *scope, size_t number) {
    const struct model_move *moves = scope->machine->moves;
    return number < scope->machine->move_count && moves[number].event == scope->move->event &&
           moves[number].from == scope->move->from;
}

static bool is_first(const struct template_scope *scope) {
    return !is_branch(scope, move_number(scope) - 1);
}

static bool is_last(const struct template_scope *scope) {
    return !is_branch(scope, move_number(scope) + 1);
}

static size_t first_branch(const struct template_scope *scope) {
    return model_first_move(scope->machine, scope->move->event, scope->move->from);
}

/* ---- cells ----------------------------------------------------------------------------------------- */

/* The work that fires the row's event in its place when it has failed too often; NULL if none does. */
static const struct model_work *work_of(const struct template_scope *scope) {
    const struct model_work *work = scope->place.state == NULL ? NULL : scope->place.state->work;
    return work != NULL && work->else_event == scope->event && work->attempts > 0 ? work : NULL;
}

static void put_clock(struct text *out, struct text *words) {
    text_put(out, "<small class=\"clock\">");
    page_text(out, words);
    text_put(out, "</small>");
}

static void write_clocks(struct text *out, const struct template_scope *scope) {
    const struct model_timer *timer;
    const struct model_work *work = work_of(scope);
    for (size_t n = 0; (timer = timers_of_arrow(scope->machine, scope->arrow, n)) != NULL; n++) {
        struct text words = {.is_marked = true};
        text_put(&words, "by itself ");
        sentence_clock(&words, scope->machine, timer, scope->place);
        put_clock(out, &words);
    }
    if (work != NULL) {
        struct text words = {.is_marked = true};
        text_put(&words, "by itself after ");
        page_count(&words, (size_t)work->attempts, "failure");
        text_put(&words, " of ");
        sentence_name(&words, work->hook->name);
        put_clock(out, &words);
    }
}

static void write_condition(struct text *words, const struct template_scope *scope) {
    const size_t count = scope->arrow->condition_count;
    if (!is_first(scope) && count == 0)
        text_put(words, "otherwise");
    else if (!is_first(scope) || !is_last(scope))
        text_printf(words, "%zu. ", move_number(scope) - first_branch(scope) + 1);
    if (is_first(scope) && count == 0)
        text_put(words, "always");
    sentence_conditions(words, count, scope->arrow->conditions);
    if (scope->arrow->timer != NULL && scope->arrow->timer->every_ms > 0) {
        text_put(words, "; tried again ");
        sentence_every(words, scope->arrow->timer->every_ms);
        text_put(words, " while it is refused");
    }
}

static void write_target(struct text *words, const struct template_scope *scope) {
    const struct model_place to = {.state = &scope->machine->states[scope->move->to]};
    const struct model_state *implicit = model_implicit_state(scope->machine);
    if (scope->move->from == MODEL_NOTHING && implicit != NULL) {
        text_put(words, "never: it begins with its row, as ");
        sentence_label(words, SENTENCE_STATE, implicit->label);
        return;
    }
    if (scope->arrow->target == MODEL_STAY) {
        text_put(words,
                 scope->arrow->is_unrecorded ? "stays, and is not recorded" : "stays, and is recorded");
        text_put(words, sentence_keeps_clocks(scope) ? "; its clocks run on" : "");
    } else {
        sentence_place(words, to);
        text_put(words, scope->arrow->reopens ? ", although it had ended" : "");
        if (scope->move->to == scope->move->from)
            text_put(words, sentence_has_clock(scope->machine, to, scope->arrow, true)
                                ? " again: its clocks start again"
                                : " again");
    }
    if (scope->arrow->restart_count > 0) {
        text_put(words, "; ");
        sentence_restarts(words, scope);
    }
}

static void put_hooks(struct text *words, const char *before, struct model_hooks run) {
    for (size_t i = 0; i < run.count; i++) {
        text_put(words, i == 0 ? before : ", ");
        sentence_hook(words, run.hooks[i], "\"");
    }
}

/* All that runs, also on leaving and entering. */
static void write_also(struct text *words, const struct template_scope *scope) {
    const struct model_hooks within = scope->move->effects, after = scope->arrow->after;
    put_hooks(words, "", within);
    put_hooks(words, within.count > 0 ? "; once saved: " : "once saved: ", after);
    text_put(words, within.count + after.count == 0 ? "nothing" : "");
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, branches,                                                                                      \
      graph_answers_to(scope->machine, scope->move->event, scope->move->from).count) /* of the event */      \
    X(WORD, clocks, write_clocks(out, scope))                                                                \
    X(SENTENCE, condition, write_condition(&words, scope)) /* of the row, as the next ones */                \
    X(SENTENCE, target, write_target(&words, scope))                                                         \
    X(SENTENCE, also, write_also(&words, scope))                                                             \
    X(HTML, arrow_doc, scope->arrow->doc)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_rows, page_row(scope, 0) != NULL)                                                                  \
    X(is_first_branch, is_first(scope))                                                                      \
    X(is_last_branch, is_last(scope))                                                                        \
    X(is_timed, timers_of_arrow(scope->machine, scope->arrow, 0) != NULL || work_of(scope) != NULL)          \
    X(has_arrow_doc, scope->arrow->doc != NULL)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER) ENTER(rows, enter_rows) /* of the place */
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_rows_vocabulary = {words, conditions, lists};
