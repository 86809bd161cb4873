/* Guards, effects and works by what they are; asserts, scenarios and accepted findings by what they say. */
#include "emit/diff/parts.h"

#include "emit/prose/sentence.h"

static void diff_hook(struct diffing *d, const char *what, const struct model_hook *old,
                      const struct model_hook *new) {
    if (old->is_sql != new->is_sql) {
        TELL(d, new->is_sql ? "source hook-kind sql" : "source hook-kind program", .it = new->name,
             .is = what);
        TELL(d, new->is_sql ? "behaviour hook-kind sql" : "behaviour hook-kind program", .it = new->name,
             .is = what);
    } else if (!model_same_sql(old, new)) {
        TELL(d, "behaviour hook-sql", .it = new->name, .is = what);
    }
    if (!same_text(old->label, new->label))
        TELL(d,
             new->label == NULL   ? "cosmetic hook-label none"
             : old->label == NULL ? "cosmetic hook-label new"
                                  : "cosmetic hook-label",
             .it = new->name, .is = what, .was = old->label, .more = new->label);
    if (!same_text(old->doc, new->doc))
        TELL(d, "cosmetic hook-doc", .it = new->name, .is = what);
}

struct hook_set {
    size_t count;
    const struct model_hook **hooks;
};

static void diff_hook_sets(struct diffing *d, const char *what, struct hook_set old, struct hook_set new) {
    struct diff_named *of_old = arena_alloc(d->arena, old.count * sizeof *of_old);
    struct diff_named *of_new = arena_alloc(d->arena, new.count * sizeof *of_new);
    for (size_t i = 0; i < old.count; i++)
        of_old[i].name = old.hooks[i]->name;
    for (size_t i = 0; i < new.count; i++)
        of_new[i].name = new.hooks[i]->name;
    struct match match = match_names(d->arena, old.count, of_old, new.count, of_new);
    for (size_t i = 0; i < old.count; i++)
        if (match.to_new[i] == MODEL_NOTHING && !old.hooks[i]->is_sql)
            TELL(d, "source hook-removed", .it = old.hooks[i]->name, .is = what);
    for (size_t i = 0; i < new.count; i++) {
        if (match.to_old[i] != MODEL_NOTHING)
            diff_hook(d, what, old.hooks[match.to_old[i]], new.hooks[i]);
        else if (!new.hooks[i]->is_sql)
            TELL(d, "source hook-added", .it = new.hooks[i]->name, .is = what);
    }
}

static struct hook_set hooks_in(struct diffing *d, size_t count, const struct model_hook *hooks) {
    struct hook_set set = {count, arena_alloc(d->arena, count * sizeof(*set.hooks))};
    for (size_t i = 0; i < count; i++)
        set.hooks[i] = &hooks[i];
    return set;
}

/* Several works may share a hook. */
static struct hook_set hooks_of_works(struct diffing *d, const struct model_machine *machine) {
    struct hook_set set = {0, arena_alloc(d->arena, machine->work_count * sizeof(*set.hooks))};
    struct map names = map_new(d->arena);
    for (size_t i = 0; i < machine->work_count; i++)
        if (map_put(&names, machine->works[i].hook->name, i))
            set.hooks[set.count++] = machine->works[i].hook;
    return set;
}

void diff_hooks(struct diffing *d) {
    diff_hook_sets(d, "guard", hooks_in(d, d->old->guard_count, d->old->guards),
                   hooks_in(d, d->new->guard_count, d->new->guards));
    diff_hook_sets(d, "effect", hooks_in(d, d->old->effect_count, d->old->effects),
                   hooks_in(d, d->new->effect_count, d->new->effects));
    diff_hook_sets(d, "work", hooks_of_works(d, d->old), hooks_of_works(d, d->new));
}

/* ---- asserts, scenarios, accepted findings ----------------------------------------------------------- */

/* Places and events by their numbers in the new version, so that renaming one or giving it another label
 * changes no promise. What is gone has none: it is named. */
static void put_place(struct diffing *d, struct text *key, bool old, struct model_place place) {
    const struct model_machine *machine = old ? d->old : d->new;
    bool is_state = place.state != NULL;
    if (!is_state && place.composite == NULL)
        return;
    size_t index =
        is_state ? (size_t)(place.state - machine->states) : (size_t)(place.composite - machine->composites);
    if (old)
        index = (is_state ? d->states : d->composites).to_new[index];
    if (index == MODEL_NOTHING)
        text_printf(key, " %s", is_state ? place.state->name : place.composite->name);
    else
        text_printf(key, " %c%zu", is_state ? 's' : 'c', index);
}

static void put_event(struct diffing *d, struct text *key, bool old, size_t event) {
    size_t index = old ? d->events.to_new[event] : event;
    if (index == MODEL_NOTHING)
        text_printf(key, " %s", d->old->events[event].name);
    else
        text_printf(key, " e%zu", index);
}

struct promise {
    const char *key;
    const char *sentence;
};

static struct promise promise_of_assert(struct diffing *d, bool old, const struct model_assert *assertion) {
    const struct model_machine *machine = old ? d->old : d->new;
    struct text key = TEXT_INIT;
    struct text sentence = TEXT_INIT;
    text_printf(&key, "%d %lld %d", (int)assertion->kind, (long long)assertion->within_ms,
                assertion->assuming_progress);
    put_place(d, &key, old, assertion->left);
    for (size_t i = 0; i < assertion->right_count; i++)
        put_place(d, &key, old, assertion->right[i]);
    if (assertion->event != NULL)
        put_event(d, &key, old, (size_t)(assertion->event - machine->events));
    sentence_assert(&sentence, machine, assertion);
    return (struct promise){text_keep(&key, d->arena), text_keep(&sentence, d->arena)};
}

static struct promise promise_of_scenario(struct diffing *d, bool old,
                                          const struct model_scenario *scenario) {
    struct text key = TEXT_INIT;
    struct text sentence = TEXT_INIT;
    text_printf(&key, "%s:", scenario->label == NULL ? "" : scenario->label);
    for (size_t i = 0; i < scenario->step_count; i++) {
        const struct model_step *step = &scenario->steps[i];
        put_event(d, &key, old, step->event);
        for (size_t k = 0; k < step->condition_count; k++)
            text_printf(&key, " %s%s", step->conditions[k].negated ? "!" : "",
                        step->conditions[k].guard->name);
    }
    text_put(&key, " =>");
    put_place(d, &key, old, scenario->expected);
    sentence_scenario(&sentence, old ? d->old : d->new, scenario);
    return (struct promise){text_keep(&key, d->arena), text_keep(&sentence, d->arena)};
}

static struct promise promise_of_allow(struct diffing *d, const struct model_allow *allow) {
    const char *sentence = arena_printf(d->arena, "%s \"%s\".", allow->code, allow->reason);
    return (struct promise){sentence, sentence};
}

enum promise_kind { ASSERTS, SCENARIOS, ALLOWS, PROMISE_KIND_COUNT };

static const struct promise *promises(struct diffing *d, bool old, enum promise_kind kind, size_t *count) {
    const struct model_machine *machine = old ? d->old : d->new;
    const size_t counts[] = {machine->assert_count, machine->scenario_count, machine->allow_count};
    struct promise *all = arena_alloc(d->arena, counts[kind] * sizeof *all);
    *count = counts[kind];
    for (size_t i = 0; i < *count; i++)
        all[i] = kind == ASSERTS     ? promise_of_assert(d, old, &machine->asserts[i])
                 : kind == SCENARIOS ? promise_of_scenario(d, old, &machine->scenarios[i])
                                     : promise_of_allow(d, &machine->allows[i]);
    return all;
}

static void add_missing(struct diffing *d, const struct promise *all, size_t count,
                        const struct promise *others, size_t other_count, enum diff_category category,
                        const char *kind, const char *begins) {
    struct map there = map_new(d->arena);
    for (size_t i = 0; i < other_count; i++)
        map_put(&there, others[i].key, i);
    for (size_t i = 0; i < count; i++)
        if (map_get(&there, all[i].key) == MAP_NOTHING)
            add_change(d, category, kind, d->machine,
                       arena_printf(d->arena, "%s: %s", begins, all[i].sentence));
}

/* A promise given up lets happen some day what could not; one more changes nothing. */
void diff_promises(struct diffing *d) {
    static const struct {
        enum diff_category removal;
        const char *removed, *no_longer, *added, *now;
    } kinds[] = {
        [ASSERTS] = {DIFF_BEHAVIOUR, "assert-removed", "No longer proved", "assert-added", "Proved now"},
        [SCENARIOS] = {DIFF_COSMETIC, "scenario-removed", "No longer an example", "scenario-added",
                       "Example now"},
        [ALLOWS] = {DIFF_COSMETIC, "allow-removed", "Finding no longer accepted", "allow-added",
                    "Finding accepted now"},
    };
    for (enum promise_kind kind = ASSERTS; kind < PROMISE_KIND_COUNT; kind++) {
        size_t old_count;
        size_t new_count;
        const struct promise *old = promises(d, true, kind, &old_count);
        const struct promise *new = promises(d, false, kind, &new_count);
        add_missing(d, old, old_count, new, new_count, kinds[kind].removal, kinds[kind].removed,
                    kinds[kind].no_longer);
        add_missing(d, new, new_count, old, old_count, DIFF_COSMETIC, kinds[kind].added, kinds[kind].now);
    }
}
