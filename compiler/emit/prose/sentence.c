#include "emit/prose/sentence.h"

#include "emit/template/template.h"
#include "model/queue.h"
#include "model/timers.h"

#include <string.h>

/* ---- parts ----------------------------------------------------------------------------------------- */

void sentence_name(struct text *out, const char *name) {
    for (const char *c = name; *c != '\0'; c++)
        text_char(out, *c == '_' ? ' ' : *c);
}

void sentence_hook(struct text *out, const struct model_hook *hook, const char *quote) {
    if (hook->label == NULL)
        sentence_name(out, hook->name);
    else
        text_printf(out, "%s%s%s", quote, hook->label, quote);
}

void sentence_label(struct text *out, const char *mark, const char *label) {
    text_put(out, out->is_marked ? mark : "");
    text_put(out, label);
    text_put(out, out->is_marked ? SENTENCE_END : "");
}

static void event_label(struct text *out, const struct model_event *event) {
    sentence_label(out, SENTENCE_EVENT, event->label);
}

void sentence_place(struct text *out, struct model_place place) {
    sentence_label(out, SENTENCE_STATE, MODEL_OF_PLACE(place, label));
}

static const struct {
    int64_t ms;
    const char *name;
} units[] = {{604800000, "week"}, {86400000, "day"}, {3600000, "hour"},
             {60000, "minute"},   {1000, "second"},  {1, "millisecond"}};

void sentence_unit(struct text *out, int64_t ms) {
    size_t unit = 0;
    while (ms != units[unit].ms)
        unit++;
    text_printf(out, "%ss", units[unit].name);
}

static void duration(struct text *out, int64_t ms, bool hide_one) {
    size_t unit = 1; /* there are no weeks in sentences */
    while (ms % units[unit].ms != 0)
        unit++;
    int64_t count = ms / units[unit].ms;
    if (count != 1 || !hide_one)
        text_printf(out, "%lld ", (long long)count);
    text_printf(out, "%s%s", units[unit].name, count == 1 ? "" : "s");
}

void sentence_duration(struct text *out, int64_t ms) {
    duration(out, ms, false);
}

void sentence_every(struct text *out, int64_t ms) {
    text_put(out, "every ");
    duration(out, ms, true);
}

static bool is_question(const struct model_hook *guard) {
    return guard->label != NULL && guard->label[strlen(guard->label) - 1] == '?';
}

void sentence_conditions(struct text *out, size_t count, const struct model_condition *conditions) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, text_separator(i, count, " and "));
        sentence_hook(out, conditions[i].guard, "\"");
        if (is_question(conditions[i].guard))
            text_put(out, conditions[i].negated ? " is answered no" : " is answered yes");
        else
            text_put(out, conditions[i].negated ? " does not hold" : " holds");
    }
}

static void hooks(struct text *out, struct model_hooks run) {
    for (size_t i = 0; i < run.count; i++) {
        text_put(out, text_separator(i, run.count, " and "));
        sentence_hook(out, run.hooks[i], "\"");
    }
    text_put(out, run.count == 1 ? " runs" : " run");
}

static void times(struct text *out, int64_t count, const char *noun) {
    text_printf(out, "%lld %s%s", (long long)count, noun, count == 1 ? "" : "s");
}

static void with_article(struct text *out, const char *name) {
    text_put(out, strchr("aeiou", name[0]) != NULL ? "an " : "a ");
    sentence_name(out, name);
}

/* Begins a sentence: labels that are names begin with a small letter. */
static void capital(struct text *out, size_t start) {
    start += out->is_marked && start < out->length && out->data[start] < ' ';
    if (start < out->length && out->data[start] >= 'a' && out->data[start] <= 'z')
        out->data[start] = (char)(out->data[start] - 'a' + 'A');
}

static void column(struct text *out, const struct model_machine *machine,
                   const struct model_reference *reference) {
    switch (reference->kind) {
    case MODEL_KEY:
        text_put(out, "its key");
        break;
    case MODEL_NOW: /* only SQL may refer to it */
        break;
    case MODEL_PARAM:
    case MODEL_CREATED:
        sentence_name(out, machine->columns[reference->column].name);
        break;
    }
    if (reference->kind == MODEL_CREATED) {
        text_put(out, " (given with ");
        event_label(out, &machine->events[reference->event]);
        text_char(out, ')');
    }
}

/* ---- moves ----------------------------------------------------------------------------------------- */

static void counted(struct text *out, const struct model_machine *machine, const struct model_timer *timer) {
    text_put(out, "when the ");
    sentence_unit(out, timer->after_ms);
    text_put(out, timer->is_latest ? " in the latest " : " in ");
    column(out, machine, timer->at);
    text_put(out, " have passed");
}

static void strikes(struct text *out, const struct model_machine *machine, const struct model_timer *timer) {
    if (timer->kind == MODEL_AFTER) {
        sentence_duration(out, timer->after_ms);
        text_put(out, " after entering ");
        sentence_place(out, timer->place);
    } else if (timer->kind == MODEL_EVERY) {
        sentence_every(out, timer->after_ms);
        text_put(out, " from entering ");
        sentence_place(out, timer->place);
    } else if (model_is_counted(timer)) {
        counted(out, machine, timer);
        text_put(out, " since entering ");
        sentence_place(out, timer->place);
    } else {
        text_put(out, timer->is_latest ? "when the time in the latest " : "when the time in ");
        column(out, machine, timer->at);
        text_put(out, " has come");
    }
}

void sentence_clock(struct text *out, const struct model_machine *machine, const struct model_timer *timer,
                    struct model_place place) {
    if (timer->kind == MODEL_AT && !model_is_counted(timer)) {
        strikes(out, machine, timer);
        return;
    }
    if (timer->kind == MODEL_AFTER) {
        text_put(out, "after ");
        sentence_duration(out, timer->after_ms);
    } else if (timer->kind == MODEL_EVERY) {
        sentence_every(out, timer->after_ms);
    } else {
        counted(out, machine, timer);
    }
    if (!model_same_place(timer->place, place)) {
        text_put(out, " in ");
        sentence_place(out, timer->place);
    }
}

static bool is_due_with(const struct model_timer *one, const struct model_timer *other) {
    return one->kind != MODEL_AT && one->kind == other->kind && one->after_ms == other->after_ms;
}

/* Anybody may fire the event of a timer, and a timer tries all moves of its event. */
static void write_by_itself(struct text *out, const struct template_scope *scope) {
    const struct model_timer *timer, *before = NULL;
    for (size_t n = 0; (timer = timers_of_arrow(scope->machine, scope->arrow, n)) != NULL;
         before = timer, n++) {
        if (before != NULL && is_due_with(timer, before))
            continue;
        text_put(out, before == NULL ? "; also by itself " : " and ");
        strikes(out, scope->machine, timer);
    }
}

/* ---- what they speak of ---------------------------------------------------------------------------- */

static bool is_nowhere(struct model_place place) {
    return place.state == NULL && place.composite == NULL;
}

static struct queue_rule rule_of(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    return queue_rule(machine, machine->timer_count + (size_t)(scope->work - machine->works));
}

/* Two machines may differ in nothing but the state in which a composite begins. */
static void target(struct text *out, const struct model_machine *machine, struct model_place to) {
    sentence_place(out, to);
    if (to.composite != NULL) {
        text_put(out, " (");
        sentence_label(out, SENTENCE_STATE, machine->states[to.composite->initial].label);
        text_char(out, ')');
    }
}

static void table(struct text *out, const struct model_entity *entity) {
    if (entity->schema != NULL)
        text_printf(out, "%s.", entity->schema);
    text_put(out, entity->table);
}

static void places(struct text *out, const struct model_assert *assertion) {
    for (size_t i = 0; i < assertion->right_count; i++) {
        text_put(out, text_separator(i, assertion->right_count, " or "));
        sentence_place(out, assertion->right[i]);
    }
}

static void topic(struct text *out, const struct model_machine *machine) {
    if (machine->emit->topic != NULL)
        text_put(out, machine->emit->topic);
    else
        column(out, machine, machine->emit->reference);
}

static void step(struct text *out, const struct model_machine *machine, const struct model_step *taken) {
    event_label(out, &machine->events[taken->event]);
    if (taken->condition_count > 0) {
        text_put(out, " (");
        sentence_conditions(out, taken->condition_count, taken->conditions);
        text_char(out, ')');
    }
}

static bool may_restart(const struct model_machine *machine, struct model_place place) {
    for (size_t i = 0; i < machine->timer_count; i++)
        if (model_same_place(machine->timers[i].place, place) &&
            queue_is_put_off(machine, &machine->timers[i]))
            return true;
    return false;
}

/* Where the last step is refused, it is none of those before. */
static size_t steps_before(const struct model_scenario *scenario) {
    return scenario->step_count - is_nowhere(scenario->expected);
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, machine, sentence_name(out, scope->machine->name))                                               \
    X(WORD, a_machine, with_article(out, scope->machine->name))                                              \
    X(WORD, implicit_state,                                                                                  \
      sentence_label(out, SENTENCE_STATE, model_implicit_state(scope->machine)->label))                      \
    X(WORD, table, table(out, scope->machine->entity))                                                       \
    X(TEXT, key_column, scope->machine->entity->column)                                                      \
    X(TEXT, key_type, model_type_name(scope->machine->key_type))                                             \
    X(NUMBER, partitions, scope->machine->partition_count)                                                   \
    X(WORD, mirror_table, table(out, scope->machine->mirror))                                                \
    X(TEXT, mirror_column, scope->machine->mirror->column)                                                   \
    X(WORD, topic, topic(out, scope->machine))                                                               \
    X(WORD, key, column(out, scope->machine, scope->machine->key))                                           \
    X(WORD, event, event_label(out, scope->event))                                                           \
    X(WORD, from, sentence_place(out, scope->place))                                                         \
    X(WORD, to, target(out, scope->machine, scope->arrow->to))                                               \
    X(WORD, by_itself, write_by_itself(out, scope))                                                          \
    X(WORD, conditions, sentence_conditions(out, scope->arrow->condition_count, scope->arrow->conditions))   \
    X(WORD, tried_every, duration(out, scope->arrow->timer->every_ms, true))                                 \
    X(WORD, restarted, sentence_restarts(out, scope))                                                        \
    X(WORD, effects, hooks(out, scope->arrow->effects))                                                      \
    X(WORD, after, hooks(out, scope->arrow->after))                                                          \
    X(WORD, hook, sentence_name(out, scope->work->hook->name))                                               \
    X(WORD, work_every, sentence_duration(out, rule_of(scope).every_ms))                                     \
    X(WORD, lease, sentence_duration(out, scope->work->lease_ms))                                            \
    X(WORD, backoff_from, sentence_duration(out, rule_of(scope).backoff_from_ms))                            \
    X(WORD, backoff_to, sentence_duration(out, rule_of(scope).backoff_to_ms))                                \
    X(WORD, attempts, times(out, scope->work->attempts, "failure"))                                          \
    X(WORD, else_event, event_label(out, scope->work->else_event))                                           \
    X(WORD, left, sentence_place(out, scope->assertion->left))                                               \
    X(WORD, right, places(out, scope->assertion))                                                            \
    X(WORD, assert_event, event_label(out, scope->assertion->event))                                         \
    X(WORD, within, sentence_duration(out, scope->assertion->within_ms))                                     \
    X(WORD, scenario_step, step(out, scope->machine, scope->item))                                           \
    X(WORD, last_step, step(out, scope->machine, &scope->scenario->steps[steps_before(scope->scenario)]))    \
    X(WORD, expected, sentence_place(out, scope->scenario->expected))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_no_text, scope->machine->key_type != PAWL_TYPE_TEXT) /* the key */                                  \
    X(has_partitions, scope->machine->partition_count > 0)                                                   \
    X(is_unindexed, scope->machine->is_unindexed)                                                            \
    X(never_begins, is_nowhere(scope->place) &&                                                              \
                        model_implicit_state(scope->machine) != NULL) /* what has a row has begun */         \
    X(is_somewhere, !is_nowhere(scope->place))                                                               \
    X(is_alternative, *(const bool *)scope->other)                                                           \
    X(reopens, scope->arrow->reopens)                                                                        \
    X(moves_on, model_target_of(scope->arrow) == MODEL_TO)                                                   \
    X(starts_again, model_target_of(scope->arrow) == MODEL_SAME)                                             \
    X(stays, model_target_of(scope->arrow) == MODEL_STAY)                                                    \
    X(has_clocks, sentence_has_clock(scope->machine, scope->place, scope->arrow, true))                      \
    X(keeps_clocks, sentence_keeps_clocks(scope))                                                            \
    X(may_restart, may_restart(scope->machine, scope->place))                                                \
    X(has_conditions, scope->arrow->condition_count > 0)                                                     \
    X(is_tried_again, scope->arrow->timer != NULL && scope->arrow->timer->every_ms > 0)                      \
    X(is_unrecorded, scope->arrow->is_unrecorded)                                                            \
    X(skips_records, queue_puts_off_unrecorded(scope->machine))                                              \
    X(restarts, scope->arrow->restart_count > 0)                                                             \
    X(has_effects, scope->arrow->effects.count > 0)                                                          \
    X(has_after, scope->arrow->after.count > 0)                                                              \
    X(backs_off, rule_of(scope).backoff_to_ms > rule_of(scope).backoff_from_ms)                              \
    X(has_attempts, scope->work->attempts > 0)                                                               \
    X(has_else, scope->work->else_event != NULL)                                                             \
    X(has_begun, steps_before(scope->scenario) > 0)                                                          \
    X(is_refused, is_nowhere(scope->scenario->expected))
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(steps_before, steps_before(scope->scenario), item, &scope->scenario->steps[index])
TEMPLATE_LISTS(LISTS)

extern const struct template_fragment sentence_fragments[];
static const struct template_vocabulary vocabulary = {words, conditions, lists};
static const struct template_vocabulary *const vocabularies[] = {&vocabulary, &template_model_vocabulary,
                                                                 NULL};
const struct templates sentence_templates = {.fragments = sentence_fragments, .vocabularies = vocabularies};

static void say(struct text *out, struct template_scope scope, const char *fragment) {
    const size_t start = out->length;
    scope.templates = &sentence_templates;
    template_render_inline(out, &scope, fragment);
    capital(out, start);
}

/* ---- the sentences --------------------------------------------------------------------------------- */

static void move(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow,
                 struct model_place from, bool alternative) {
    say(out,
        (struct template_scope){.machine = machine,
                                .arrow = arrow,
                                .event = &machine->events[arrow->event],
                                .place = from,
                                .other = &alternative},
        "move");
}

void sentence_move(struct text *out, const struct model_machine *machine, const struct model_arrow *arrow) {
    move(out, machine, arrow, arrow->from, arrow->is_alternative);
}

void sentence_move_in_state(struct text *out, const struct model_machine *machine,
                            const struct model_move *flat) {
    struct model_place from = {0};
    if (flat->from != MODEL_NOTHING)
        from.state = &machine->states[flat->from];
    bool alternative = flat > machine->moves && flat[-1].event == flat->event && flat[-1].from == flat->from;
    move(out, machine, flat->arrow, from, alternative);
}

/* Of an event in a state. */
static void say_in_state(struct text *out, const struct model_machine *machine, size_t event, size_t state,
                         const char *fragment) {
    say(out,
        (struct template_scope){.machine = machine,
                                .event = &machine->events[event],
                                .place = {.state = &machine->states[state]}},
        fragment);
}

void sentence_ignore(struct text *out, const struct model_machine *machine,
                     const struct model_ignore *ignore) {
    say_in_state(out, machine, ignore->event, ignore->state, "ignore");
}

void sentence_refusal(struct text *out, const struct model_machine *machine, size_t event, size_t state) {
    say_in_state(out, machine, event, state, "refusal");
}

static bool is_restarted(const struct model_machine *machine, size_t timer, size_t state,
                         const struct model_arrow *arrow) {
    for (size_t i = 0; arrow->restart_count > 0 && i < machine->move_count; i++)
        if (machine->moves[i].arrow == arrow && machine->moves[i].from == state &&
            queue_is_restart(machine, timer, &machine->moves[i]))
            return true;
    return false;
}

bool sentence_has_clock(const struct model_machine *machine, struct model_place place,
                        const struct model_arrow *arrow, bool only_own) {
    const size_t first = place.state != NULL ? (size_t)(place.state - machine->states) : 0;
    const size_t end = place.state != NULL ? first + 1 : machine->state_count;
    for (size_t i = 0; i < machine->timer_count; i++)
        for (size_t s = first; s < end; s++) {
            const struct model_state *state = &machine->states[s];
            if (!state->is_final && graph_lies_in(state, place) && !is_restarted(machine, i, s, arrow) &&
                (only_own ? machine->timers[i].place.state == state
                          : graph_lies_in(state, machine->timers[i].place)))
                return true;
        }
    return false;
}

bool sentence_keeps_clocks(const struct template_scope *scope) {
    return scope->arrow->target == MODEL_STAY && scope->arrow->restart_count == 0 &&
           sentence_has_clock(scope->machine, scope->place, scope->arrow, false);
}

void sentence_restarts(struct text *out, const struct template_scope *scope) {
    const struct model_arrow *arrow = scope->arrow;
    const size_t count = arrow->restart_count;
    text_put(out, count == 1 ? "the clock of " : "the clocks of ");
    for (size_t i = 0; i < count; i++) {
        text_put(out, text_separator(i, count, " and "));
        event_label(out, &scope->machine->events[arrow->restarts[i]]);
    }
    text_put(out, count == 1 ? " starts again" : " start again");
    if (arrow->target == MODEL_STAY && sentence_has_clock(scope->machine, scope->place, arrow, false))
        text_put(out, ", and its other clocks run on");
}

void sentence_clock_of(struct text *out, const struct model_machine *machine, struct model_place place) {
    for (size_t i = 0; i < machine->timer_count && place.composite != NULL; i++)
        if (machine->timers[i].place.composite == place.composite) {
            say(out, (struct template_scope){.machine = machine, .place = place}, "clock");
            return;
        }
}

bool sentence_holds_within(const struct model_machine *machine, const struct model_composite *composite) {
    for (; composite != NULL; composite = composite->parent) {
        if (composite->work != NULL || composite->enter.count > 0 || composite->leave.count > 0)
            return true;
        for (size_t i = 0; i < machine->arrow_count; i++)
            if (machine->arrows[i].from.composite == composite)
                return true;
    }
    return false;
}

void sentence_work(struct text *out, const struct model_machine *machine, const struct model_work *work) {
    say(out, (struct template_scope){.machine = machine, .work = work, .place = work->place}, "work");
}

static void runs_on(struct text *out, const char *when, struct model_place place, struct model_hooks run) {
    if (run.count == 0)
        return;
    text_put(out, when);
    sentence_place(out, place);
    text_put(out, ", ");
    hooks(out, run);
    text_char(out, '.');
}

void sentence_enter(struct text *out, struct model_place place) {
    if (!is_nowhere(place))
        runs_on(out, "On entering ", place, MODEL_OF_PLACE(place, enter));
}

void sentence_leave(struct text *out, struct model_place place) {
    if (!is_nowhere(place))
        runs_on(out, "On leaving ", place, MODEL_OF_PLACE(place, leave));
}

void sentence_machine(struct text *out, const struct model_machine *machine) {
    say(out, (struct template_scope){.machine = machine}, "machine");
}

void sentence_assert(struct text *out, const struct model_machine *machine,
                     const struct model_assert *assertion) {
    say(out, (struct template_scope){.machine = machine, .assertion = assertion},
        assert_form_name(assertion->kind));
}

void sentence_scenario(struct text *out, const struct model_machine *machine,
                       const struct model_scenario *scenario) {
    say(out, (struct template_scope){.machine = machine, .scenario = scenario}, "scenario");
}
