/* What the templates of pages may say of a machine: its summary, what is certain of it, its details. */
#include "emit/page/page.h"

#include "emit/prose/sentence.h"
#include "model/dialect.h"

#include <string.h>

/* ---- the summary ----------------------------------------------------------------------------------- */

/* 3 states */
static void put_count(struct text *out, size_t count, const char *noun) {
    text_printf(out, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}

static size_t count_final(const struct model_machine *machine) {
    size_t count = 0;
    for (size_t i = 0; i < machine->state_count; i++)
        count += machine->states[i].is_final;
    return count;
}

PAGE_SENTENCE(write_about, sentence_machine(&words, scope->machine))
TEMPLATE_WORD(write_states, put_count(out, scope->machine->state_count, "state"))
TEMPLATE_WORD(write_events, put_count(out, scope->machine->event_count, "event"))
TEMPLATE_WORD(write_moves, put_count(out, scope->machine->arrow_count, "move"))
TEMPLATE_NUMBER(write_final_count, count_final(scope->machine))
TEMPLATE_NUMBER(write_timer_count, scope->machine->timer_count)
TEMPLATE_NUMBER(write_state_count, scope->machine->state_count)
TEMPLATE_NUMBER(write_event_count, scope->machine->event_count)
TEMPLATE_NUMBER(write_arrow_count, scope->machine->arrow_count)
TEMPLATE_CONDITION(has_timers, scope->machine->timer_count > 0)

/* ---- what is certain ------------------------------------------------------------------------------- */

TEMPLATE_CONDITION(others_write, scope->machine->storage == MODEL_TRANSITIONS)
TEMPLATE_CONDITION(has_asserts, scope->machine->assert_count > 0)
TEMPLATE_CONDITION(has_scenarios, scope->machine->scenario_count > 0)
TEMPLATE_CONDITION(has_allows, scope->machine->allow_count > 0)
TEMPLATE_LIST(enter_asserts, scope->machine->assert_count, assertion, &scope->machine->asserts[index])
TEMPLATE_LIST(enter_scenarios, scope->machine->scenario_count, scenario, &scope->machine->scenarios[index])
TEMPLATE_LIST(enter_allows, scope->machine->allow_count, allow, &scope->machine->allows[index])
PAGE_SENTENCE(write_assert, sentence_assert(&words, scope->machine, scope->assertion))
PAGE_SENTENCE(write_scenario, sentence_scenario(&words, scope->machine, scope->scenario))
PAGE_TEXT(write_assert_text, scope->assertion->text)
PAGE_TEXT(write_scenario_label, scope->scenario->label)
TEMPLATE_TEXT(write_allow_code, scope->allow->code)
PAGE_TEXT(write_allow_reason, scope->allow->reason)

/* ---- details --------------------------------------------------------------------------------------- */

PAGE_TEXT(write_event_label, scope->event->label)
PAGE_TEXT(write_event_doc, scope->event->doc)
PAGE_TEXT(write_event_stored, scope->event->stored)
TEMPLATE_TEXT(write_event, scope->event->name)
TEMPLATE_WORD(write_param, sentence_name(out, scope->param->name))
TEMPLATE_TEXT(write_param_type, model_type_name(scope->param->type))
PAGE_TEXT(write_state_label, scope->state->label)
PAGE_TEXT(write_state_stored, scope->state->stored)
TEMPLATE_TEXT(write_state, scope->state->name)
TEMPLATE_WORD(write_hook, sentence_name(out, scope->hook->name))
PAGE_TEXT(write_hook_doc, scope->hook->doc)
TEMPLATE_CONDITION(has_params, scope->event->param_count > 0)
TEMPLATE_CONDITION(has_serialize, scope->event->serialize_count > 0)
TEMPLATE_CONDITION(has_guards, scope->machine->guard_count > 0)
TEMPLATE_CONDITION(has_effects, scope->machine->effect_count > 0)
TEMPLATE_CONDITION(is_sql, scope->hook->is_sql)
TEMPLATE_LIST(enter_serialize, scope->event->serialize_count, reference, &scope->event->serialize_by[index])
TEMPLATE_LIST(enter_works, scope->machine->work_count, hook, scope->machine->works[index].hook)

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

static void write_hook_sql(struct text *out, const struct template_scope *scope) {
    const struct model_hook *hook = scope->hook;
    bool is_same = true;
    for (size_t i = 1; i < PAWL_DIALECT_COUNT; i++)
        is_same = is_same && strcmp(hook->sql[i]->text, hook->sql[0]->text) == 0;
    for (size_t i = 0; i < (is_same ? 1 : PAWL_DIALECT_COUNT); i++) {
        text_printf(out, "by %s<pre><code>", is_same ? "the database" : dialects[i]->title);
        escape_html(out, hook->sql[i]->text);
        text_put(out, "</code></pre>");
    }
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

static const struct template_word words[] = {
    {"about", write_about},
    {"states", write_states}, /* how many, with the noun, as the next two */
    {"events", write_events},
    {"moves", write_moves},
    {"final_count", write_final_count},
    {"timer_count", write_timer_count},
    {"state_count", write_state_count},
    {"event_count", write_event_count},
    {"arrow_count", write_arrow_count},
    {"assert", write_assert},           /* in a sentence, */
    {"assert_text", write_assert_text}, /* and as written */
    {"scenario", write_scenario},
    {"scenario_label", write_scenario_label},
    {"allow_code", write_allow_code},
    {"allow_reason", write_allow_reason},
    {"event", write_event}, /* names in programs */
    {"event_label", write_event_label},
    {"event_doc", write_event_doc},
    {"event_stored", write_event_stored},
    {"param", write_param},
    {"param_type", write_param_type},
    {"reference", write_reference},
    {"state", write_state},
    {"state_label", write_state_label},
    {"state_stored", write_state_stored},
    {"hook", write_hook},
    {"hook_doc", write_hook_doc},
    {"hook_sql", write_hook_sql},
    {0},
};

static const struct template_condition conditions[] = {
    {"has_timers", has_timers},
    {"others_write", others_write},
    {"has_asserts", has_asserts},
    {"has_scenarios", has_scenarios},
    {"has_allows", has_allows},
    {"has_params", has_params},
    {"has_serialize", has_serialize},
    {"has_guards", has_guards},
    {"has_effects", has_effects},
    {"is_sql", is_sql},
    {0},
};

static const struct template_list lists[] = {
    {"asserts", enter_asserts}, {"scenarios", enter_scenarios},
    {"allows", enter_allows},   {"serialize", enter_serialize}, /* what the event's moves take turns by */
    {"works", enter_works},     {0},
};

const struct template_vocabulary page_machine_vocabulary = {words, conditions, lists};
