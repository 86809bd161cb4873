/* A scenario is played on the ordered, guarded moves of the flattened machine, from nothing on. */
#include "check/prove_forms.h"

struct playing {
    struct arena *arena;
    const struct model_machine *machine;
    const struct model_scenario *scenario;
    size_t state; /* MODEL_NOTHING before the first step */
    struct text path;
    const struct model_step *step;     /* the one being taken */
    const struct model_hook *presumed; /* a guard that it does not name and that was asked; NULL: none */
    bool presumed_refuses;
    const struct model_hook *failed; /* the first guard that refused the last move tried */
    bool failed_holds;               /* it is a `not`, and the guard passes */
};

/* A guard that the step does not name counts as passed. The one told of is the first that refused a move by
 * that, or else the first that let one pass. */
static bool passes(struct playing *playing, const struct model_hook *guard, bool refuses) {
    for (size_t i = 0; i < playing->step->condition_count; i++)
        if (playing->step->conditions[i].guard == guard)
            return !playing->step->conditions[i].negated;
    if (playing->presumed == NULL || (refuses && !playing->presumed_refuses)) {
        playing->presumed = guard;
        playing->presumed_refuses = refuses;
    }
    return true;
}

static bool all_hold(struct playing *playing, const struct model_arrow *arrow) {
    for (size_t i = 0; i < arrow->condition_count; i++) {
        const struct model_condition *condition = &arrow->conditions[i];
        if (passes(playing, condition->guard, condition->negated) == condition->negated) {
            playing->failed = condition->guard;
            playing->failed_holds = condition->negated;
            return false;
        }
    }
    return true;
}

enum outcome { MOVES, IGNORES, REFUSES, KNOWS_NOTHING };

static enum outcome prove_scenario_take(struct playing *playing) {
    const struct model_machine *machine = playing->machine;
    size_t event = playing->step->event;
    struct hook_moves answers = graph_answers_to(machine, event, playing->state);
    playing->presumed = NULL;
    playing->presumed_refuses = false;
    playing->failed = NULL;
    for (size_t i = 0; i < answers.count; i++) {
        if (!all_hold(playing, answers.list[i].arrow))
            continue;
        playing->state = answers.list[i].to;
        text_printf(&playing->path, " -%s-> %s", machine->events[event].name,
                    machine->states[playing->state].name);
        return MOVES;
    }
    if (answers.count > 0)
        return REFUSES;
    return playing->state != MODEL_NOTHING && graph_is_ignored(machine, event, playing->state)
               ? IGNORES
               : KNOWS_NOTHING;
}

static const char *state_name(const struct playing *playing) {
    return playing->state == MODEL_NOTHING ? "(nothing)" : playing->machine->states[playing->state].name;
}

static struct proof went_wrong(struct playing *playing, enum message_number message,
                               const char *const *words) {
    const char *event = playing->machine->events[playing->step->event].name;
    const char *presumed = playing->presumed == NULL ? NULL : playing->presumed->name;
    struct proof proof = {.code = messages[message].code,
                          .finding = message_fill(playing->arena, messages[message].text, words),
                          .path = arena_strndup(playing->arena, playing->path.data, playing->path.length),
                          .help = presumed == NULL
                                      ? messages[message].help
                                      : message_fill(playing->arena, messages[MESSAGE_GUARD_PRESUMED].help,
                                                     WORDS(presumed, event)),
                          .step = (size_t)(playing->step - playing->scenario->steps)};
    text_free(&playing->path);
    return proof;
}

static struct proof was_refused(struct playing *playing, enum outcome outcome) {
    size_t number = (size_t)(playing->step - playing->scenario->steps) + 1;
    const enum message_number message = outcome == REFUSES                ? MESSAGE_SCENARIO_REFUSED
                                        : playing->state == MODEL_NOTHING ? MESSAGE_SCENARIO_NOT_CREATED
                                                                          : MESSAGE_SCENARIO_UNKNOWN;
    return went_wrong(playing, message,
                      WORDS(arena_printf(playing->arena, "%zu", number),
                            playing->machine->events[playing->step->event].name, state_name(playing),
                            outcome == REFUSES ? playing->failed->name : "",
                            playing->failed_holds ? "passes" : "fails"));
}

struct proof prove_scenario(struct arena *arena, const struct model_machine *machine,
                            const struct model_scenario *scenario) {
    struct playing playing = {
        .arena = arena, .machine = machine, .scenario = scenario, .state = MODEL_NOTHING, .path = TEXT_INIT};
    bool refusal = scenario->expected.state == NULL && scenario->expected.composite == NULL;
    text_put(&playing.path, "(nothing)");
    for (size_t i = 0; i < scenario->step_count; i++) {
        bool last = i + 1 == scenario->step_count;
        playing.step = &scenario->steps[i];
        const char *event = machine->events[playing.step->event].name;
        const char *from = state_name(&playing);
        enum outcome outcome = prove_scenario_take(&playing);
        bool refused = outcome == REFUSES || outcome == KNOWS_NOTHING;
        if (refused && !(refusal && last))
            return was_refused(&playing, outcome);
        if (!last || (refusal && refused))
            continue;
        if (refusal && outcome == IGNORES)
            return went_wrong(&playing, MESSAGE_SCENARIO_IGNORED, WORDS(event, from));
        if (refusal)
            return went_wrong(&playing, MESSAGE_SCENARIO_MOVES, WORDS(event, from, state_name(&playing)));
        if (!graph_lies_in(&machine->states[playing.state], scenario->expected))
            return went_wrong(&playing, MESSAGE_SCENARIO_ENDS_ELSEWHERE,
                              WORDS(state_name(&playing), place_name(scenario->expected)));
    }
    text_free(&playing.path);
    return (struct proof){.holds = true};
}
