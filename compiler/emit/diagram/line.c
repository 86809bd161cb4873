#include "emit/diagram/line.h"

#include "emit/prose/sentence.h"
#include "model/timers.h"

const char *diagram_keep(struct arena *arena, struct text *text) {
    const char *kept = text->length == 0 ? NULL : arena_strndup(arena, text->data, text->length);
    text_free(text);
    return kept;
}

void diagram_failures(struct text *out, int64_t count) {
    text_printf(out, "%lld failure%s", (long long)count, count == 1 ? "" : "s");
}

void diagram_work(struct text *out, const struct model_work *work) {
    text_put(out, "a worker runs ");
    sentence_name(out, work->hook->name);
    if (work->attempts > 0) {
        text_put(out, ", up to ");
        diagram_failures(out, work->attempts);
    }
}

void diagram_hooks(struct text *out, const char *when, const struct model_hooks *run) {
    for (size_t i = 0; i < run->count; i++) {
        text_printf(out, "%s ", i == 0 ? when : ",");
        sentence_hook(out, run->hooks[i], "\"");
    }
}

static void strikes(struct text *out, const struct model_machine *machine, const struct model_timer *timer) {
    if (timer->kind == MODEL_AFTER) {
        text_put(out, "after ");
        sentence_duration(out, timer->after_ms);
    } else if (timer->kind == MODEL_EVERY) {
        sentence_every(out, timer->after_ms);
    } else {
        text_put(out, model_is_counted(timer) ? "after the " : "at the time in ");
        if (model_is_counted(timer)) {
            sentence_unit(out, timer->after_ms);
            text_put(out, " in ");
        }
        text_put(out, timer->is_latest ? "the latest " : "");
        sentence_name(out, timer->at->kind == MODEL_NOW   ? "now"
                           : timer->at->kind == MODEL_KEY ? "id"
                                                          : machine->columns[timer->at->column].name);
    }
}

/* Whether its words begin with when it happens by itself: few fire it otherwise. */
static bool is_timed(const struct model_machine *machine, const struct diagram_move *move) {
    return move->arrow->timer != NULL ||
           (move->failures != NULL && machine->events[move->arrow->event].is_timer);
}

static void when(struct text *out, const struct model_machine *machine, const struct diagram_move *move) {
    const struct model_timer *timer = move->arrow->timer;
    if (timer != NULL)
        strikes(out, machine, timer);
    if (move->failures != NULL && is_timed(machine, move)) {
        text_put(out, timer == NULL ? "after " : timer->kind == MODEL_AFTER ? " or " : " or after ");
        text_put(out, move->failures);
    }
}

static void conditions(struct text *out, const struct model_arrow *arrow, size_t branch) {
    if (arrow->condition_count == 0 && branch == 0)
        return;
    text_char(out, '[');
    if (arrow->condition_count == 0)
        text_put(out, "otherwise");
    else if (branch > 0)
        text_printf(out, "%zu: ", branch);
    for (size_t i = 0; i < arrow->condition_count; i++) {
        text_put(out, i == 0 ? "" : " and ");
        text_put(out, arrow->conditions[i].negated ? "NOT " : "");
        sentence_hook(out, arrow->conditions[i].guard, "");
    }
    text_char(out, ']');
}

/* Ends the piece that was written last; the next one stands apart from it. */
static void apart(struct text *out) {
    if (out->length > 0)
        text_char(out, ' ');
}

static void hooks(struct text *out, const struct model_hooks *hooks) {
    for (size_t i = 0; i < hooks->count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        sentence_hook(out, hooks->hooks[i], "");
    }
}

/* A timer of the same event and place fires this move, too. */
static void also_by_timer(struct text *out, const struct model_machine *machine,
                          const struct model_arrow *arrow) {
    const struct model_timer *timer;
    for (size_t n = 0; (timer = timers_of_arrow(machine, arrow, n)) != NULL; n++) {
        if (timer == arrow->timer)
            continue;
        apart(out);
        text_put(out, arrow->timer != NULL ? "(also " : "(by itself ");
        strikes(out, machine, timer);
        text_char(out, ')');
    }
}

/* Those that line_note writes. */
static uint64_t signs_of(const struct diagram_move *move) {
    const struct model_arrow *arrow = move->arrow;
    uint64_t signs = arrow->condition_count > 0 || move->branch > 0 ? SIGN_BIT(CONDITION) : 0;
    for (size_t i = 0; i < arrow->condition_count; i++)
        signs |= arrow->conditions[i].negated ? SIGN_BIT(NEGATED) : 0;
    signs |= arrow->condition_count > 0 && move->branch > 0 ? SIGN_BIT(BRANCH) : 0;
    signs |= arrow->effects.count > 0 ? SIGN_BIT(EFFECT) : 0;
    return signs | (arrow->after.count > 0 ? SIGN_BIT(AFTER) : 0);
}

static void conditions_and_hooks(struct text *out, const struct diagram_move *move) {
    const struct model_arrow *arrow = move->arrow;
    conditions(out, arrow, move->branch);
    if (arrow->effects.count > 0 || arrow->after.count > 0) {
        apart(out);
        text_put(out, "/ ");
        hooks(out, &arrow->effects);
        if (arrow->after.count > 0)
            text_put(out, arrow->effects.count == 0 ? "then " : ", then ");
        hooks(out, &arrow->after);
    }
}

static void times_and_exceptions(struct text *out, const struct model_machine *machine,
                                 const struct diagram_move *move) {
    const struct model_arrow *arrow = move->arrow;
    if (arrow->timer != NULL && arrow->timer->every_ms > 0) {
        apart(out);
        text_put(out, "(tried every ");
        sentence_duration(out, arrow->timer->every_ms);
        text_char(out, ')');
    }
    also_by_timer(out, machine, arrow);
    if (move->failures != NULL && !is_timed(machine, move)) {
        apart(out);
        text_printf(out, "(by itself after %s)", move->failures);
    }
    if (move->except != NULL) {
        apart(out);
        text_printf(out, "(%s)", move->except);
    }
}

/* Named by its own name, or as `same`. */
static bool starts_again(const struct model_machine *machine, const struct diagram_move *move) {
    const struct model_state *from = move->arrow->from.state;
    return move->arrow->target == MODEL_SAME || (from != NULL && from == &machine->states[move->to]);
}

/* What becomes of the state and its clocks, where that is no matter of course. */
static void outcome(struct text *out, const struct model_machine *machine, const struct diagram_move *move) {
    const struct model_arrow *arrow = move->arrow;
    const char *how = move->keeps_clocks            ? "(stays, clocks run on)"
                      : arrow->target == MODEL_STAY ? "(stays)"
                      : starts_again(machine, move) ? "(starts again)"
                      : arrow->reopens              ? "(although ended)"
                                                    : NULL;
    if (arrow->restart_count > 0) {
        apart(out);
        text_put(out, arrow->is_unrecorded          ? "(stays unrecorded, restarts the clock of "
                      : arrow->target == MODEL_STAY ? "(stays, restarts the clock of "
                                                    : "(restarts the clock of ");
        for (size_t i = 0; i < arrow->restart_count; i++)
            text_printf(out, "%s%s", text_separator(i, arrow->restart_count, " and "),
                        machine->events[arrow->restarts[i]].label);
        text_char(out, ')');
    } else if (how != NULL) {
        apart(out);
        text_put(out, how);
    }
}

static const char *conditions_only(struct arena *arena, const struct diagram_move *move) {
    struct text out = TEXT_INIT;
    conditions(&out, move->arrow, move->branch);
    return diagram_keep(arena, &out);
}

static const char *line_note(struct arena *arena, const struct model_machine *machine,
                             const struct diagram_move *move, bool is_brief) {
    struct text out = TEXT_INIT;
    conditions_and_hooks(&out, move);
    if (!is_brief)
        times_and_exceptions(&out, machine, move);
    outcome(&out, machine, move);
    return diagram_keep(arena, &out);
}

struct diagram_line diagram_line(struct arena *arena, const struct model_machine *machine,
                                 const struct diagram_move *move) {
    struct text first = TEXT_INIT;
    when(&first, machine, move);
    return (struct diagram_line){.arrow = move->arrow,
                                 .when = diagram_keep(arena, &first),
                                 .title = machine->events[move->arrow->event].label,
                                 .note = line_note(arena, machine, move, false),
                                 .brief = line_note(arena, machine, move, true),
                                 .conditions = conditions_only(arena, move),
                                 .signs = signs_of(move),
                                 .is_partial = move->except != NULL,
                                 .by_itself = move->by_itself};
}
