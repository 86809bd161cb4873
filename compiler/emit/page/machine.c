/* What the templates of pages may say of a machine: its summary, what is certain of it, its details. */
#include "emit/page/page.h"

#include "emit/prose/sentence.h"

#include <string.h>

/* ---- the summary ----------------------------------------------------------------------------------- */

/* count_NAME: how many items of a machine are so. */
#define COUNT(name, item, is_so)                                                                             \
    static size_t count_##name(const struct model_machine *machine) {                                        \
        size_t count = 0;                                                                                    \
        for (size_t i = 0; i < machine->item##_count; i++)                                                   \
            count += (is_so);                                                                                \
        return count;                                                                                        \
    }
COUNT(final, state, machine->states[i].is_final)
COUNT(timed, event, machine->events[i].is_timer)
COUNT(event_stored, event, strcmp(machine->events[i].stored, machine->events[i].name) != 0)
COUNT(state_stored, state, strcmp(machine->states[i].stored, machine->states[i].name) != 0)
COUNT(acts, move, machine->moves[i].effects.count > 0)
COUNT(acts_later, arrow, machine->arrows[i].after.count > 0)
COUNT(told, event, machine->events[i].doc != NULL)
COUNT(with_data, event, machine->events[i].param_count + machine->events[i].serialize_count > 0)

/* ---- details --------------------------------------------------------------------------------------- */

/* Only SQL may refer to the present time. */
static void write_reference(struct text *out, const struct template_scope *scope) {
    const struct model_reference *reference = scope->reference;
    if (reference->kind == MODEL_KEY)
        text_put(out, "its key");
    else if (reference->kind != MODEL_NOW)
        sentence_name(out, scope->machine->columns[reference->column].name);
    if (reference->kind == MODEL_CREATED) {
        text_put(out, " of ");
        escape_html(out, scope->machine->events[reference->event].label);
    }
}

/* Of all databases, whichever the outputs are for, so that a signed page is the same for each. */
static void write_hook_sql(struct text *out, const struct template_scope *scope) {
    const struct model_hook *hook = scope->hook;
    const struct model_sql *first = NULL;
    bool is_same = true;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        if (hook->sql[i] == NULL)
            continue;
        first = first == NULL ? hook->sql[i] : first;
        is_same = is_same && strcmp(hook->sql[i]->text, first->text) == 0;
    }
    for (size_t i = 0, written = 0; i < PAWL_DIALECT_COUNT && !(is_same && written > 0); i++) {
        if (hook->sql[i] == NULL)
            continue;
        text_printf(out, "by %s<pre><code>", is_same ? "the database" : dialects[i]->title);
        escape_html(out, hook->sql[i]->text);
        text_put(out, "</code></pre>");
        written++;
    }
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(SENTENCE, about, sentence_machine(&words, scope->machine))                                             \
    X(WORD, states,                                                                                          \
      page_count(out, scope->machine->state_count, "state")) /* how many, with the noun, as the next one */  \
    X(WORD, events, page_count(out, scope->machine->event_count, "event"))                                   \
    X(NUMBER, final_count, count_final(scope->machine))                                                      \
    X(NUMBER, timed_count, count_timed(scope->machine))                                                      \
    X(NUMBER, state_count, scope->machine->state_count)                                                      \
    X(NUMBER, arrow_count, scope->machine->arrow_count)                                                      \
    X(SENTENCE, assert, sentence_assert(&words, scope->machine, scope->assertion)) /* in a sentence, */      \
    X(HTML, assert_text, scope->assertion->text)                                   /* and as written */      \
    X(SENTENCE, scenario, sentence_scenario(&words, scope->machine, scope->scenario))                        \
    X(HTML, scenario_label, scope->scenario->label)                                                          \
    X(TEXT, allow_code, scope->allow->code)                                                                  \
    X(HTML, allow_reason, scope->allow->reason)                                                              \
    X(TEXT, event, scope->event->name) /* names in programs */                                               \
    X(HTML, event_label, scope->event->label)                                                                \
    X(HTML, event_doc, scope->event->doc)                                                                    \
    X(HTML, event_stored, scope->event->stored)                                                              \
    X(WORD, param, sentence_name(out, scope->param->name))                                                   \
    X(TEXT, param_type, model_type_name(scope->param->type))                                                 \
    X(WORD, reference, write_reference(out, scope))                                                          \
    X(TEXT, state, scope->state->name)                                                                       \
    X(HTML, state_label, scope->state->label)                                                                \
    X(HTML, state_stored, scope->state->stored)                                                              \
    X(WORD, hook, sentence_name(out, scope->hook->name))                                                     \
    X(TEXT, hook_name, scope->hook->name)                                                                    \
    X(HTML, hook_label, scope->hook->label)                                                                  \
    X(HTML, hook_doc, scope->hook->doc)                                                                      \
    X(WORD, hook_sql, write_hook_sql(out, scope))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(has_final, count_final(scope->machine) > 0)                                                            \
    X(has_timers, scope->machine->timer_count > 0)                                                           \
    X(others_write, scope->machine->storage == MODEL_TRANSITIONS)                                            \
    X(has_asserts, scope->machine->assert_count > 0)                                                         \
    X(has_scenarios, scope->machine->scenario_count > 0)                                                     \
    X(has_allows, scope->machine->allow_count > 0)                                                           \
    X(has_event_docs, count_told(scope->machine) > 0) /* any event */                                        \
    X(has_event_data, count_with_data(scope->machine) > 0)                                                   \
    X(has_params, scope->event->param_count > 0)                                                             \
    X(has_serialize, scope->event->serialize_count > 0)                                                      \
    X(has_guards, scope->machine->guard_count > 0)                                                           \
    X(has_effects, scope->machine->effect_count > 0)                                                         \
    X(has_hooks,                                                                                             \
      scope->machine->guard_count + scope->machine->effect_count + scope->machine->work_count > 0)           \
    X(acts, count_acts(scope->machine) > 0)                                                                  \
    X(acts_later, count_acts_later(scope->machine) > 0)                                                      \
    X(stores_events, count_event_stored(scope->machine) > 0) /* under another name */                        \
    X(stores_states, count_state_stored(scope->machine) > 0)                                                 \
    X(has_hook_label, scope->hook->label != NULL)                                                            \
    X(is_not_described, scope->hook->label == NULL && scope->hook->doc == NULL)                              \
    X(has_hook_doc, scope->hook->doc != NULL)                                                                \
    X(is_sql, scope->hook->is_sql)
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    X(allows, scope->machine->allow_count, allow, &scope->machine->allows[index])                            \
    X(serialize, scope->event->serialize_count, reference,                                                   \
      &scope->event->serialize_by[index]) /* what the event's moves take turns by */                         \
    X(works, scope->machine->work_count, hook, scope->machine->works[index].hook)
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_machine_vocabulary = {words, conditions, lists};
