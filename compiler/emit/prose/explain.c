#include "emit/prose/explain_parts.h"

#include "base/escape.h"
#include "base/fill.h"
#include "emit/prose/sentence.h"
#include "model/graph.h"

#include <string.h>

/* ---- layout ---------------------------------------------------------------------------------------- */

void explain_heading(struct explanation *e, const char *title) {
    text_printf(e->out, "\n%s\n", title);
}

void explain_line(struct explanation *e, const char *first) {
    if (e->line.length > 0)
        fill(e->out, first, e->line.data);
    e->line.length = 0;
}

void explain_item(struct explanation *e) {
    explain_line(e, "  - ");
}

void explain_paragraph(struct explanation *e, const char *first, const char *words) {
    if (words != NULL)
        fill(e->out, first, words);
}

/* ---- states ---------------------------------------------------------------------------------------- */

static void tell(void *context, enum place_part part, struct text *sentence,
                 const struct model_arrow *arrow) {
    struct explanation *e = context;
    (void)part;
    text_pass(&e->line, text_put, sentence);
    explain_item(e);
    explain_paragraph(e, "    ", arrow == NULL ? NULL : arrow->doc);
}

static void explain_place(struct explanation *e, struct model_place place) {
    static const enum place_part parts[] = {PLACE_ENTER, PLACE_MOVES,   PLACE_CLOCK,   PLACE_WORK,
                                            PLACE_LEAVE, PLACE_IGNORES, PLACE_REFUSALS};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (place.state != NULL || parts[i] < PLACE_IGNORES)
            places_tell(&e->places, place, parts[i], tell, e);
}

/* What the database holds for it, if that is not its name. */
static void put_stored(struct explanation *e, const char *name, const char *stored) {
    if (strcmp(name, stored) != 0)
        text_printf(&e->line, ", stored as \"%s\"", stored);
}

static void place_title(struct explanation *e, const char *label, const char *name, const char *stored,
                        const struct model_state *state, const char *doc) {
    text_printf(&e->line, "%s [%s]", label, name);
    put_stored(e, name, stored);
    text_put(&e->line, state == NULL || !state->is_final ? "" : state->is_goal ? ", the goal" : ", an end");
    text_char(e->out, '\n');
    explain_line(e, "  ");
    explain_paragraph(e, "    ", doc);
}

static void lies_in(struct explanation *e, const struct model_composite *parent, bool is_end) {
    if (parent == NULL)
        return;
    text_printf(&e->line, "It is part of %s%s", parent->label,
                is_end ? ", but an end: no move that is told of there leaves it."
                       : ". What holds there holds here, unless something else is said.");
    explain_item(e);
}

/* Its states are neighbours, and begin with `state`. */
static void explain_composite(struct explanation *e, size_t index, size_t state) {
    const struct model_composite *composite = &e->machine->composites[index];
    struct model_place place = {.composite = composite};
    place_title(e, composite->label, composite->name, composite->name, NULL, composite->doc);
    size_t count = 0;
    const bool holds = sentence_holds_within(e->machine, composite);
    text_put(&e->line, holds ? "What follows holds in each of these, where nothing else is said there: "
                             : "These lie in it: ");
    for (size_t s = state; s < e->machine->state_count && graph_lies_in(&e->machine->states[s], place); s++)
        if (!holds || !e->machine->states[s].is_final)
            text_printf(&e->line, "%s%s", count++ == 0 ? "" : "; ", e->machine->states[s].label);
    text_char(&e->line, '.');
    if (count == 0)
        e->line.length = 0;
    explain_item(e);
    lies_in(e, composite->parent, false);
    explain_place(e, place);
}

static void explain_state(struct explanation *e, const struct model_state *state) {
    place_title(e, state->label, state->name, state->stored, state, state->doc);
    lies_in(e, state->parent, state->is_final);
    size_t before = e->out->length;
    explain_place(e, (struct model_place){.state = state});
    if (e->out->length == before)
        text_put(e->out, state->is_final ? "  - Nothing happens any more.\n"
                         : !sentence_holds_within(e->machine, state->parent) ? "  - Nothing leaves it.\n"
                                                                             : "");
}

static void explain_states(struct explanation *e) {
    const struct model_machine *machine = e->machine;
    size_t composite = 0; /* those before it are explained */
    explain_heading(e, "WHAT CAN HAPPEN");
    for (size_t s = 0; s < machine->state_count; s++) {
        const struct model_state *state = &machine->states[s];
        size_t innermost = state->parent == NULL ? 0 : (size_t)(state->parent - machine->composites) + 1;
        while (composite < innermost)
            explain_composite(e, composite++, s);
        explain_state(e, state);
    }
}

/* ---- the rest -------------------------------------------------------------------------------------- */

static void explain_ends(struct explanation *e) {
    size_t count = 0;
    explain_heading(e, "HOW IT ENDS");
    for (size_t s = 0; s < e->machine->state_count; s++)
        if (e->machine->states[s].is_final)
            text_printf(&e->line, "%s%s", count++ == 0 ? "" : "; ", e->machine->states[s].label);
    text_put(&e->line, count == 0 ? "It has no end: it may go on for ever." : ".");
    explain_line(e, "  ");
}

static void explain_event(struct explanation *e, const struct model_event *event) {
    text_printf(&e->line, "%s [%s]", event->label, event->name);
    put_stored(e, event->name, event->stored);
    for (size_t p = 0; p < event->param_count; p++) {
        text_put(&e->line, p == 0 ? " carries " : ", ");
        sentence_name(&e->line, event->params[p].name);
        text_printf(&e->line, " (%s%s%s)", model_type_name(event->params[p].type),
                    event->params[p].optional ? ", may be left out" : "",
                    e->machine->columns[event->params[p].column].is_personal ? ", may be erased" : "");
    }
    text_char(&e->line, '.');
    for (size_t k = 0; k < event->serialize_count; k++) {
        text_put(&e->line, k == 0 ? " It waits for all others with the same " : ", or the same ");
        const struct model_reference *by = &event->serialize_by[k];
        sentence_name(&e->line, by->kind == MODEL_KEY ? "key" : e->machine->columns[by->column].name);
    }
    if (event->serialize_count > 0)
        text_char(&e->line, '.');
    explain_item(e);
    explain_paragraph(e, "    ", event->doc);
}

static void explain_data(struct explanation *e) {
    if (e->machine->event_count > 0)
        explain_heading(e, "WHAT IS SAID WITH EACH EVENT");
    for (size_t i = 0; i < e->machine->event_count; i++)
        explain_event(e, &e->machine->events[i]);
}

/* As it stands in the file: a blank more or less may be another text to SQL. */
static void explain_sql(struct explanation *e, const struct model_hook *hook) {
    dialect_set told = 0;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        dialect_set alike = 0;
        if (hook->sql[i] == NULL || dialect_is_in(told, i))
            continue;
        for (size_t k = i; k < PAWL_DIALECT_COUNT; k++)
            if (hook->sql[k] != NULL && strcmp(hook->sql[k]->text, hook->sql[i]->text) == 0)
                alike |= 1U << k;
        told |= alike;
        if (alike != DIALECTS_ALL) {
            text_put(e->out, "    On ");
            dialects_list(e->out, alike, false, "", " and ");
            text_put(e->out, ":\n");
        }
        escape_lines(e->out, "    | ", hook->sql[i]->text, escape_sql_comment);
    }
}

#define CHECKED "checked" /* what is done with a guard */
#define RUNS    "runs"    /* and with an effect */

static void explain_hook(struct explanation *e, const char *verb, const struct model_hook *hook) {
    sentence_hook(&e->line, hook, "");
    if (hook->label != NULL)
        text_printf(&e->line, " [%s]", hook->name);
    text_printf(&e->line, ": %s %s.", verb,
                hook->is_sql ? "in the database, whoever makes the move"
                             : "in the program that makes the move");
    explain_item(e);
    explain_paragraph(e, "    ", hook->doc);
    explain_sql(e, hook);
}

static void explain_hooks(struct explanation *e, const char *title, const char *verb, size_t count,
                          const struct model_hook *hooks) {
    if (count > 0)
        explain_heading(e, title);
    for (size_t i = 0; i < count; i++)
        explain_hook(e, verb, &hooks[i]);
}

void explain_title(struct explanation *e, const char *label, const char *name, const char *doc) {
    struct text *out = e->out;
    const size_t start = out->length;
    text_printf(out, "%s [%s]", label, name);
    const size_t end = out->length;
    text_char(out, '\n');
    for (size_t i = start; i < end; i++)
        if (((unsigned char)out->data[i] & 0xC0) != 0x80)
            text_char(out, '=');
    text_put(out, "\n\n");
    explain_paragraph(e, "", doc);
    text_put(out, doc != NULL ? "\n" : "");
}

static void explain_machine(struct explanation *e) {
    const struct model_machine *machine = e->machine;
    explain_title(e, machine->label, machine->name, machine->doc);
    sentence_machine(&e->line, machine);
    explain_line(e, "");
    explain_heading(e, "HOW IT BEGINS");
    places_tell(&e->places, (struct model_place){0}, PLACE_MOVES, tell, e);
    explain_states(e);
    explain_ends(e);
    explain_data(e);
    explain_hooks(e, "WHAT THE CONDITIONS ARE", CHECKED, machine->guard_count, machine->guards);
    explain_hooks(e, "WHAT THE ACTIONS ARE", RUNS, machine->effect_count, machine->effects);
    if (machine->assert_count > 0)
        explain_heading(e, "WHAT IS PROVED");
    for (size_t i = 0; i < machine->assert_count; i++) {
        sentence_assert(&e->line, machine, &machine->asserts[i]);
        explain_item(e);
    }
    if (machine->scenario_count > 0)
        explain_heading(e, "EXAMPLES");
    for (size_t i = 0; i < machine->scenario_count; i++) {
        text_printf(&e->line, "%s: ", machine->scenarios[i].label);
        sentence_scenario(&e->line, machine, &machine->scenarios[i]);
        explain_item(e);
    }
    if (machine->allow_count > 0)
        explain_heading(e, "WHAT FINDINGS WERE ACCEPTED");
    for (size_t i = 0; i < machine->allow_count; i++) {
        text_printf(&e->line, "%s: %s", machine->allows[i].code, machine->allows[i].reason);
        explain_item(e);
    }
}

/* ---- one thing alone -------------------------------------------------------------------------------- */

static void explain_place_called(struct explanation *e, const char *name) {
    const struct model_machine *machine = e->machine;
    for (size_t s = 0; s < machine->state_count; s++)
        if (strcmp(machine->states[s].name, name) == 0)
            explain_state(e, &machine->states[s]);
    for (size_t c = 0; c < machine->composite_count; c++) {
        const struct model_place place = {.composite = &machine->composites[c]};
        size_t first = 0;
        if (strcmp(machine->composites[c].name, name) != 0)
            continue;
        while (first < machine->state_count && !graph_lies_in(&machine->states[first], place))
            first++;
        explain_composite(e, c, first);
    }
}

static void explain_event_called(struct explanation *e, const char *name) {
    const struct model_machine *machine = e->machine;
    for (size_t i = 0; i < machine->event_count; i++)
        if (strcmp(machine->events[i].name, name) == 0)
            explain_event(e, &machine->events[i]);
    for (size_t a = 0; a < machine->arrow_count; a++) {
        if (strcmp(machine->events[machine->arrows[a].event].name, name) != 0)
            continue;
        sentence_move(&e->line, machine, &machine->arrows[a]);
        explain_item(e);
        explain_paragraph(e, "    ", machine->arrows[a].doc);
    }
}

static void explain_hook_called(struct explanation *e, const char *verb, size_t count,
                                const struct model_hook *hooks, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(hooks[i].name, name) == 0)
            explain_hook(e, verb, &hooks[i]);
}

void explain_part(const struct model_machine *machine, enum explain_kind kind, const char *name,
                  struct text *out) {
    struct arena *arena = arena_new();
    struct explanation e = {.machine = machine, .out = out, .line = TEXT_INIT};
    places_init(&e.places, arena, machine);
    if (kind == EXPLAIN_PLACE)
        explain_place_called(&e, name);
    else if (kind == EXPLAIN_EVENT)
        explain_event_called(&e, name);
    else if (kind == EXPLAIN_GUARD)
        explain_hook_called(&e, CHECKED, machine->guard_count, machine->guards, name);
    else
        explain_hook_called(&e, RUNS, machine->effect_count, machine->effects, name);
    arena_free(arena);
    text_free(&e.line);
}

void explain(const struct model *model, struct text *out) {
    for (size_t i = 0; i < model->machine_count + model->flow_count; i++) {
        struct explanation e = {.out = out, .line = TEXT_INIT};
        text_put(out, i > 0 ? "\n\n" : "");
        if (i < model->machine_count) {
            struct arena *arena = arena_new();
            e.machine = &model->machines[i];
            places_init(&e.places, arena, e.machine);
            explain_machine(&e);
            arena_free(arena);
        } else {
            e.flow = &model->flows[i - model->machine_count];
            explain_flow(&e);
        }
        text_free(&e.line);
    }
}
