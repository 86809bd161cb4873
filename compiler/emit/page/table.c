#include "base/escape.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "model/graph.h"

enum {
    EVENTS_ACROSS_MAX = 7, /* what fits on a sheet of paper */
    CELLS_MAX = 50000,
};

static void conditions(const struct page *page, const struct model_arrow *arrow, bool otherwise) {
    if (arrow->condition_count == 0 && !otherwise)
        return;
    text_put(page->out, " <small>");
    if (otherwise)
        text_put(page->out, arrow->condition_count == 0 ? "otherwise" : "otherwise, ");
    if (arrow->condition_count > 0)
        text_put(page->out, "if ");
    struct text text = TEXT_INIT;
    sentence_conditions(&text, arrow->condition_count, arrow->conditions);
    page_text(page, &text);
    text_put(page->out, "</small>");
}

static void cell(const struct page *page, size_t event, size_t state) {
    const struct model_machine *machine = page->machine;
    struct graph_answers answers = graph_answers_to(machine, event, state);
    if (answers.count == 0 && state != MODEL_NOTHING && graph_is_ignored(machine, event, state)) {
        text_put(page->out, "<td class=\"ignored\">ignored</td>");
        return;
    }
    if (answers.count == 0) {
        text_put(page->out, "<td class=\"no\"><span aria-hidden=\"true\">\xE2\x80\x93</span>"
                            "<span class=\"unseen\">not allowed</span></td>");
        return;
    }
    text_put(page->out, "<td class=\"yes\">");
    for (size_t i = 0; i < answers.count; i++) {
        const struct model_move *move = &answers.moves[i];
        text_put(page->out, i == 0 ? "" : "<br>");
        if (move->arrow->target == MODEL_STAY) {
            text_put(page->out, "stays");
        } else {
            escape_html(page->out, machine->states[move->to].label);
            text_put(page->out, move->to == state ? ", anew" : "");
        }
        conditions(page, move->arrow, i > 0);
    }
    text_put(page->out, "</td>");
}

static void row(const struct page *page, size_t state, size_t from, size_t to) {
    text_put(page->out, "<tr><th scope=\"row\">");
    if (state == MODEL_NOTHING) {
        text_put(page->out, "does not exist yet");
    } else {
        const struct model_state *at = &page->machine->states[state];
        text_printf(page->out, "<a href=\"#m%zu-in-%s\">", page->number, at->name);
        escape_html(page->out, at->label);
        text_put(page->out, "</a>");
    }
    text_put(page->out, "</th>");
    for (size_t event = from; event < to; event++)
        cell(page, event, state);
    text_put(page->out, "</tr>\n");
}

static void part(const struct page *page, size_t from, size_t to) {
    const struct model_machine *machine = page->machine;
    text_printf(page->out,
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"m%zu-events-%zu\">\n"
                "<table class=\"matrix\">\n<caption id=\"m%zu-events-%zu\">",
                page->number, from + 1, page->number, from + 1);
    if (to - from == machine->event_count)
        text_put(page->out, "Where each event leads to</caption>\n");
    else
        text_printf(page->out, "Where events %zu to %zu of %zu lead to</caption>\n", from + 1, to,
                    machine->event_count);
    text_put(page->out, "<thead><tr><th scope=\"col\">While it is</th>");
    for (size_t event = from; event < to; event++) {
        const struct model_event *at = &machine->events[event];
        text_printf(page->out, "<th scope=\"col\"%s>", at->is_timer ? " class=\"timer\"" : "");
        escape_html(page->out, at->label);
        text_put(page->out, at->is_timer ? " <small>a clock</small></th>" : "</th>");
    }
    text_put(page->out, "</tr></thead>\n<tbody>\n");
    if (model_implicit_state(machine) == NULL)
        row(page, MODEL_NOTHING, from, to);
    for (size_t state = 0; state < machine->state_count; state++)
        row(page, state, from, to);
    text_put(page->out, "</tbody>\n</table>\n</div>\n");
}

void page_table(const struct page *page) {
    const struct model_machine *machine = page->machine;
    page_section(page, "table", "State by event");
    if (machine->state_count > CELLS_MAX / (machine->event_count + 1)) {
        text_printf(page->out,
                    "<p>%zu states by %zu events are too many for a table. The list above holds all moves, "
                    "and so does %s.json.</p>\n",
                    machine->state_count, machine->event_count, page->context->model->stem);
    } else {
        /* as many events in each part as in the others */
        size_t parts = (machine->event_count + EVENTS_ACROSS_MAX - 1) / EVENTS_ACROSS_MAX;
        for (size_t i = 0; i < parts; i++)
            part(page, machine->event_count * i / parts, machine->event_count * (i + 1) / parts);
    }
    text_put(page->out, "</section>\n");
}
