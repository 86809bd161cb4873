#include "emit.h"
#include "escape.h"

#include <ctype.h>
#include <string.h>

#define WIDE_STATES 8 /* more than these are drawn from top to bottom */

static void tooltip(struct text *out, const char *doc) {
    if (doc == NULL)
        return;
    text_put(out, ", tooltip=");
    escape_dot_string(out, doc);
}

/* "machine.state", or "machine." for the point where it begins. */
static void node(struct text *out, const struct model_machine *machine, const char *state) {
    text_printf(out, "\"%s.%s\"", machine->name, state);
}

/* The label for people, and below it the name where that says something else. */
static void label(struct text *out, const char *text, const char *name) {
    escape_dot_html(out, text);
    bool same = strlen(text) == strlen(name);
    for (size_t i = 0; same && name[i] != '\0'; i++)
        same = tolower((unsigned char)text[i]) == (name[i] == '_' ? ' ' : name[i]);
    if (!same)
        text_printf(out, "<br/><font point-size=\"9\" color=\"#6b7280\">%s</font>", name);
}

static void state(struct text *out, const struct model_machine *machine, const struct model_state *state) {
    const char *colours = state->is_final     ? ", fillcolor=\"#e3f4e6\", color=\"#3f8f55\", peripheries=2"
                          : state->is_initial ? ", fillcolor=\"#e2eefb\", color=\"#4a7fb5\""
                                              : "";
    text_put(out, "    ");
    node(out, machine, state->name);
    text_put(out, " [label=<");
    label(out, state->label, state->name);
    text_printf(out, ">%s", colours);
    tooltip(out, state->doc);
    text_put(out, "];\n");
}

/* One arrow for all events between a pair of states, drawn at the first of them. */
static void arrow(struct text *out, const struct model_machine *machine, size_t number) {
    const struct model_move *move = &machine->moves[number];
    for (size_t i = 0; i < number; i++)
        if (machine->moves[i].from == move->from && machine->moves[i].to == move->to)
            return;
    text_put(out, "    ");
    node(out, machine, move->from == MODEL_NOTHING ? "" : machine->states[move->from].name);
    text_put(out, " -> ");
    node(out, machine, machine->states[move->to].name);
    text_put(out, " [label=<");
    struct text docs = TEXT_INIT;
    for (size_t i = number; i < machine->move_count; i++) {
        if (machine->moves[i].from != move->from || machine->moves[i].to != move->to)
            continue;
        const struct model_event *event = &machine->events[machine->moves[i].event];
        if (i > number)
            text_put(out, "<br/>");
        text_printf(out, " %s ", event->name);
        text_printf(&docs, "%s%s: %s", i > number ? "\n" : "", event->name, event->label);
        if (event->doc != NULL)
            text_printf(&docs, "\n%s", event->doc);
    }
    text_put(out, ">");
    out->failed |= text_failed(&docs);
    if (!text_failed(&docs)) {
        tooltip(out, docs.data);
        text_put(out, ", labeltooltip=");
        escape_dot_string(out, docs.data);
    }
    text_free(&docs);
    text_put(out, "];\n");
}

static void title(struct text *out, const char *text) {
    text_put(out, "label=<<b>");
    escape_dot_html(out, text);
    text_put(out, "</b>>");
}

static void emit_machine(struct text *out, const struct model_machine *machine) {
    text_printf(out, "\n  subgraph \"cluster_%s\" {\n    ", machine->name);
    title(out, machine->label);
    if (machine->doc != NULL) {
        text_put(out, "; tooltip=");
        escape_dot_string(out, machine->doc);
    }
    text_put(out, ";\n    margin=14;\n    ");
    node(out, machine, "");
    text_put(
        out,
        " [shape=point, width=0.16, color=\"#374151\", fillcolor=\"#374151\", tooltip=\"nothing yet\"];\n");
    for (size_t i = 0; i < machine->state_count; i++)
        state(out, machine, &machine->states[i]);
    for (size_t i = 0; i < machine->move_count; i++)
        arrow(out, machine, i);
    text_put(out, "  }\n");
}

void emit_dot(const struct emit_context *context, struct text *out) {
    const struct model *model = context->model;
    size_t most = 0;
    for (size_t i = 0; i < model->machine_count; i++)
        if (model->machines[i].state_count > most)
            most = model->machines[i].state_count;
    text_printf(out, "// Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    text_printf(out, "digraph \"%s\" {\n", model->stem);
    text_printf(
        out,
        "  graph [rankdir=%s, fontname=\"Helvetica,DejaVu Sans\", fontsize=15, fontcolor=\"#1f2937\",\n"
        "         nodesep=0.45, ranksep=0.6, pad=0.15, bgcolor=white, labelloc=t, labeljust=l,\n"
        "         color=\"#d1d5db\", style=rounded];\n"
        "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica,DejaVu Sans\", fontsize=12,\n"
        "        fontcolor=\"#1f2937\", fillcolor=\"#fdf3dc\", color=\"#b08a3c\", margin=\"0.18,0.09\"];\n"
        "  edge [fontname=\"Helvetica,DejaVu Sans\", fontsize=10.5, fontcolor=\"#374151\",\n"
        "        color=\"#6b7280\", arrowsize=0.75];\n",
        most > WIDE_STATES ? "TB" : "LR");
    for (size_t i = 0; i < model->machine_count; i++)
        emit_machine(out, &model->machines[i]);
    text_put(out, "}\n");
}
