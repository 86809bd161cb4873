#include "builder.h"

#include <stdlib.h>
#include <string.h>

struct builder {
    struct arena *arena;
    struct model_machine machine;
    struct model_state *states;
    struct model_composite *composites;
    struct model_event *events;
    struct model_arrow *arrows;
    struct model_timer *timers;
    struct model_hook *guards;
    struct model_work *works;
    struct model_ignore *ignores;
    struct model_ignore *refused;
    size_t refused_count;
};

struct builder *builder_new(struct arena *arena, const char *name, size_t capacity) {
    struct builder *builder = arena_alloc(arena, sizeof *builder);
    builder->arena = arena;
    builder->machine.name = builder->machine.label = name;
    builder->states = arena_alloc(arena, capacity * sizeof *builder->states);
    builder->composites = arena_alloc(arena, capacity * sizeof *builder->composites);
    builder->events = arena_alloc(arena, capacity * sizeof *builder->events);
    builder->arrows = arena_alloc(arena, capacity * sizeof *builder->arrows);
    builder->timers = arena_alloc(arena, capacity * sizeof *builder->timers);
    builder->guards = arena_alloc(arena, capacity * sizeof *builder->guards);
    builder->works = arena_alloc(arena, capacity * sizeof *builder->works);
    builder->ignores = arena_alloc(arena, capacity * sizeof *builder->ignores);
    builder->refused = arena_alloc(arena, capacity * sizeof *builder->refused);
    return builder;
}

struct model_place builder_place(const struct builder *builder, const char *name) {
    for (size_t i = 0; name != NULL && i < builder->machine.state_count; i++)
        if (strcmp(builder->states[i].name, name) == 0)
            return (struct model_place){.state = &builder->states[i]};
    for (size_t i = 0; name != NULL && i < builder->machine.composite_count; i++)
        if (strcmp(builder->composites[i].name, name) == 0)
            return (struct model_place){.composite = &builder->composites[i]};
    return (struct model_place){0};
}

void builder_composite(struct builder *builder, const char *name, const char *parent) {
    builder->composites[builder->machine.composite_count] =
        (struct model_composite){.name = name,
                                 .label = name,
                                 .parent = builder_place(builder, parent).composite,
                                 .initial = MODEL_NOTHING};
    builder->machine.composite_count++;
}

struct model_state *builder_state(struct builder *builder, const char *name, const char *parent) {
    const struct model_composite *around = builder_place(builder, parent).composite;
    struct model_state *state = &builder->states[builder->machine.state_count++];
    *state = (struct model_state){.name = name, .stored = name, .label = name, .parent = around};
    return state;
}

void builder_final(struct builder *builder, const char *name) {
    builder_state(builder, name, NULL)->is_final = true;
}

size_t builder_event(struct builder *builder, const char *name) {
    for (size_t i = 0; i < builder->machine.event_count; i++)
        if (strcmp(builder->events[i].name, name) == 0)
            return i;
    builder->events[builder->machine.event_count] =
        (struct model_event){.name = name, .stored = name, .label = name};
    return builder->machine.event_count++;
}

const struct model_hook *builder_guard(struct builder *builder, const char *name) {
    for (size_t i = 0; i < builder->machine.guard_count; i++)
        if (strcmp(builder->guards[i].name, name) == 0)
            return &builder->guards[i];
    builder->guards[builder->machine.guard_count] = (struct model_hook){.name = name};
    return &builder->guards[builder->machine.guard_count++];
}

static void add_conditions(struct builder *builder, struct model_arrow *arrow, const char *guards) {
    struct model_condition *conditions = arena_alloc(builder->arena, 16 * sizeof *conditions);
    arrow->conditions = conditions;
    for (const char *at = guards; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        bool negated = *at == '!';
        const char *name = arena_strndup(builder->arena, at + negated, length - negated);
        conditions[arrow->condition_count++] =
            (struct model_condition){builder_guard(builder, name), negated};
        at += length + strspn(at + length, " ");
    }
}

struct model_arrow *builder_arrow(struct builder *builder, const char *event, const char *from,
                                  const char *to, const char *guards) {
    struct model_arrow *arrow = &builder->arrows[builder->machine.arrow_count++];
    *arrow =
        (struct model_arrow){.event = builder_event(builder, event), .from = builder_place(builder, from)};
    arrow->target = strcmp(to, "same") == 0 ? MODEL_SAME : strcmp(to, "stay") == 0 ? MODEL_STAY : MODEL_TO;
    arrow->to = arrow->target == MODEL_TO ? builder_place(builder, to) : arrow->from;
    arrow->reopens = arrow->from.state != NULL && arrow->from.state->is_final;
    if (from == NULL) {
        builder->events[arrow->event].is_creation = true;
        if (strcmp(event, "create") == 0)
            builder->states[arrow->to.state - builder->states].is_initial = true;
    }
    for (const struct model_arrow *other = builder->arrows; other < arrow; other++)
        arrow->is_alternative = arrow->is_alternative ||
                                (other->event == arrow->event && other->from.state == arrow->from.state &&
                                 other->from.composite == arrow->from.composite);
    add_conditions(builder, arrow, guards);
    return arrow;
}

struct model_arrow *builder_after(struct builder *builder, int64_t ms, const char *event, const char *from,
                                  const char *to, const char *guards) {
    struct model_arrow *arrow = builder_arrow(builder, event, from, to, guards);
    struct model_timer *timer = &builder->timers[builder->machine.timer_count++];
    builder->events[arrow->event].is_timer = true;
    *timer = (struct model_timer){
        .place = arrow->from, .kind = MODEL_AFTER, .after_ms = ms, .event = arrow->event};
    arrow->timer = timer;
    return arrow;
}

void builder_refuse(struct builder *builder, const char *event, const char *state) {
    builder->refused[builder->refused_count++] = (struct model_ignore){
        builder_event(builder, event), (size_t)(builder_place(builder, state).state - builder->states)};
}

void builder_ignore(struct builder *builder, const char *event, const char *state) {
    builder->ignores[builder->machine.ignore_count++] = (struct model_ignore){
        builder_event(builder, event), (size_t)(builder_place(builder, state).state - builder->states)};
    builder_refuse(builder, event, state);
}

void builder_work(struct builder *builder, const char *hook, const char *place) {
    struct model_hook *run = arena_alloc(builder->arena, sizeof *run);
    run->name = hook;
    builder->works[builder->machine.work_count++] =
        (struct model_work){.place = builder_place(builder, place), .hook = run, .lease_ms = 60000};
}

static bool is_refused(const struct builder *builder, size_t event, size_t state) {
    for (size_t i = 0; i < builder->refused_count; i++)
        if (builder->refused[i].event == event && builder->refused[i].state == state)
            return true;
    return false;
}

static bool stands_at(const struct model_arrow *arrow, struct model_place place) {
    return arrow->from.state == place.state && arrow->from.composite == place.composite;
}

/* The moves for an event in a state are those of the innermost place that names the event. */
static void flatten(const struct builder *builder, struct model_move *moves, size_t *count, size_t event,
                    size_t state) {
    struct model_place place = {0};
    if (state != MODEL_NOTHING)
        place.state = &builder->states[state];
    size_t before = *count;
    while (*count == before) {
        for (size_t i = 0; i < builder->machine.arrow_count; i++) {
            const struct model_arrow *arrow = &builder->arrows[i];
            if (arrow->event != event || !stands_at(arrow, place))
                continue;
            size_t to = arrow->target != MODEL_TO ? state
                        : arrow->to.state != NULL ? (size_t)(arrow->to.state - builder->states)
                                                  : arrow->to.composite->initial;
            moves[(*count)++] = (struct model_move){.event = event, .from = state, .to = to, .arrow = arrow};
        }
        if (state == MODEL_NOTHING)
            return;
        place.composite = place.state != NULL ? place.state->parent : place.composite->parent;
        place.state = NULL;
        if (place.composite == NULL)
            return;
    }
}

static int by_event(const void *left, const void *right) {
    const struct model_ignore *a = left;
    const struct model_ignore *b = right;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return a->state < b->state ? -1 : a->state > b->state;
}

const struct model_machine *builder_machine(struct builder *builder) {
    struct model_machine *machine = &builder->machine;
    struct model_move *moves =
        arena_alloc(builder->arena, (machine->arrow_count + 1) * (machine->state_count + 1) * sizeof *moves);
    machine->move_count = 0;
    for (size_t e = 0; e < machine->event_count; e++) {
        flatten(builder, moves, &machine->move_count, e, MODEL_NOTHING);
        for (size_t s = 0; s < machine->state_count; s++)
            if (!is_refused(builder, e, s))
                flatten(builder, moves, &machine->move_count, e, s);
    }
    for (size_t w = 0; w < machine->work_count; w++)
        for (size_t s = 0; s < machine->state_count; s++) {
            const struct model_composite *at = builder->states[s].parent;
            if (builder->works[w].place.state == &builder->states[s])
                builder->states[s].work = &builder->works[w];
            for (; at != NULL && builder->works[w].place.composite != NULL; at = at->parent)
                if (builder->states[s].work == NULL && at == builder->works[w].place.composite)
                    builder->states[s].work = &builder->works[w];
        }
    qsort(builder->ignores, machine->ignore_count, sizeof *builder->ignores, by_event);
    machine->moves = moves;
    machine->states = builder->states;
    machine->composites = builder->composites;
    machine->events = builder->events;
    machine->arrows = builder->arrows;
    machine->timers = builder->timers;
    machine->guards = builder->guards;
    machine->works = builder->works;
    machine->ignores = builder->ignores;
    return machine;
}
