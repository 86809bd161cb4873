#include "resolve/resolving.h"

#include "base/suggest.h"
#include "base/text.h"

#include <string.h>

/* As written, with single blanks. */
static const char *text_of(struct resolving *r, const struct ast_assert *written) {
    struct text text = TEXT_INIT;
    if (written->left.text != NULL)
        text_printf(&text, "%s ", written->left.text);
    text_put(&text, assert_form_words(written->kind));
    if (written->within.text.text != NULL)
        text_printf(&text, " %s", written->within.text.text);
    for (const struct ast_word *word = ast_first(written->right); word != NULL; word = word->next)
        text_printf(&text, "%s %s", word == written->right->first ? "" : " or", word->name.text);
    if (written->assuming_progress)
        text_put(&text, " assuming progress");
    return text_keep(&text, r->arena);
}

/* False, with the reason reported, where it speaks of something that is not there. */
static bool freeze_assert(struct resolving *r, const struct ast_assert *written, struct model_assert *model) {
    bool is_known = true;
    *model = (struct model_assert){.kind = written->kind,
                                   .text = text_of(r, written),
                                   .within_ms = written->within.ms,
                                   .assuming_progress = written->assuming_progress};
    if (written->kind == ASSERT_AT_MOST_ONCE) {
        size_t event = resolve_find_event(r, written->left);
        if (event == NOTHING)
            return false;
        model->event = &r->model_events[event];
    } else if (written->left.text != NULL) {
        size_t place = resolve_find_state(r, written->left);
        is_known = place != NOTHING;
        model->left = resolve_place(r, place);
    }
    if (written->right == NULL)
        return is_known;
    struct model_place *right = arena_alloc(r->arena, written->right->count * sizeof *right);
    for (const struct ast_word *word = written->right->first; word != NULL; word = word->next) {
        size_t place = resolve_find_state(r, word->name);
        is_known = is_known && place != NOTHING;
        right[model->right_count++] = resolve_place(r, place);
    }
    model->right = right;
    return is_known;
}

/* Which guards the moves of each event ask: "EVENT GUARD", made when a scenario first names one. */
static void collect_asked(struct resolving *r) {
    r->asked = map_new(r->arena);
    for (size_t i = 0; i < r->arrow_count; i++) {
        const struct ast_words *when = r->arrows[i].ast->when;
        for (const struct ast_word *word = ast_first(when); word != NULL; word = word->next)
            map_put(&r->asked, arena_printf(r->arena, "%zu %s", r->arrows[i].event, word->name.text), i);
    }
}

static bool asks(struct resolving *r, size_t event, const char *guard) {
    if (r->asked.slots == NULL)
        collect_asked(r);
    return map_get(&r->asked, arena_printf(r->arena, "%zu %s", event, guard)) != MAP_NOTHING;
}

static void unknown_guard(struct resolving *r, size_t event, struct ast_text guard) {
    struct suggestion suggestion = suggestion_for(guard.text);
    for (size_t i = 0; i < r->guards.count && r->diagnostics->error_count < DIAGNOSTICS_SHOWN; i++)
        if (asks(r, event, r->guards.list[i].name.text))
            suggestion_offer(&suggestion, r->guards.list[i].name.text);
    diagnose(r->diagnostics, MESSAGE_UNKNOWN_GUARD, guard.span,
             WORDS(r->events[event].name.text, guard.text));
    diagnose_meant(r->diagnostics, "", suggestion.nearest);
}

static bool freeze_step(struct resolving *r, const struct ast_step *written, struct model_step *step) {
    size_t event = resolve_find_event(r, written->event);
    if (event == NOTHING)
        return false;
    bool is_known = true;
    step->event = event;
    for (const struct ast_word *word = ast_first(written->conditions); word != NULL; word = word->next) {
        if (asks(r, event, word->name.text))
            continue;
        if (!r->machine->incomplete)
            unknown_guard(r, event, word->name);
        is_known = false;
    }
    if (!is_known || written->conditions == NULL)
        return is_known;
    step->condition_count = written->conditions->count;
    step->conditions = resolve_conditions(r, written->conditions);
    return true;
}

static bool freeze_scenario(struct resolving *r, const struct ast_scenario *written,
                            struct model_scenario *model) {
    struct model_step *steps = arena_alloc(r->arena, written->step_count * sizeof *steps);
    bool is_known = true;
    *model = (struct model_scenario){.label = written->label.text, .steps = steps};
    for (const struct ast_step *step = written->steps; step != NULL; step = step->next)
        is_known = freeze_step(r, step, &steps[model->step_count++]) && is_known;
    size_t place = map_get(&r->state_names, written->expected.text);
    if (strcmp(written->expected.text, "refused") != 0) {
        place = resolve_find_state(r, written->expected);
        model->expected = resolve_place(r, place);
        return is_known && place != NOTHING;
    }
    if (place != NOTHING)
        diagnose_beside(r->diagnostics, MESSAGE_REFUSED_IS_STATE, written->expected.span,
                        r->places[place].ast->head.name.span, NULL);
    return is_known;
}

/* Steps of all scenarios of a machine, and their guards: each output and the database store them all. */
enum { SCENARIO_STEP_MAX = 250000 };

static bool has_too_many_steps(struct resolving *r) {
    size_t count = 0;
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind != AST_ITEM_SCENARIO)
            continue;
        for (const struct ast_step *step = item->scenario->steps; step != NULL; step = step->next)
            count += 1 + (step->conditions == NULL ? 0 : step->conditions->count);
        if (count <= SCENARIO_STEP_MAX)
            continue;
        diagnose(r->diagnostics, MESSAGE_TOO_MANY_SCENARIO_STEPS, item->scenario->label.span,
                 WORDS(r->machine->head.name.text, number_word(r->diagnostics, SCENARIO_STEP_MAX)));
        return true;
    }
    return false;
}

void resolve_freeze_claims(struct resolving *r) {
    if (has_too_many_steps(r))
        return;
    size_t assert_count = 0;
    size_t scenario_count = 0;
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        assert_count += item->kind == AST_ITEM_ASSERT;
        scenario_count += item->kind == AST_ITEM_SCENARIO;
    }
    struct model_assert *asserts = arena_alloc(r->arena, assert_count * sizeof *asserts);
    struct model_scenario *scenarios = arena_alloc(r->arena, scenario_count * sizeof *scenarios);
    const struct ast_assert **assert_places = arena_alloc(r->arena, assert_count * sizeof(*assert_places));
    const struct ast_scenario **scenario_places =
        arena_alloc(r->arena, scenario_count * sizeof(*scenario_places));
    for (const struct ast_item *item = r->machine->items; item != NULL; item = item->next) {
        if (item->kind == AST_ITEM_ASSERT &&
            freeze_assert(r, item->assertion, &asserts[r->model->assert_count]))
            assert_places[r->model->assert_count++] = item->assertion;
        if (item->kind == AST_ITEM_SCENARIO && item->scenario->expected.text != NULL &&
            freeze_scenario(r, item->scenario, &scenarios[r->model->scenario_count]))
            scenario_places[r->model->scenario_count++] = item->scenario;
    }
    r->model->asserts = asserts;
    r->model->scenarios = scenarios;
    r->resolved->asserts = assert_places;
    r->resolved->scenarios = scenario_places;
}
