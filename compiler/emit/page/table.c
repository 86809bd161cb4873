/* What the templates of pages may say of the table of states by events. */
#include "emit/page/page.h"

#include "emit/prose/sentence.h"
#include "model/graph.h"

enum {
    EVENTS_ACROSS_MAX = 7, /* what fits on a sheet of paper */
    CELLS_MAX = 50000,
};

/* ---- parts ----------------------------------------------------------------------------------------- */

/* As many events in each part as in the others; `declaration` is which of them is meant. */
static size_t part_count(const struct model_machine *machine) {
    return (machine->event_count + EVENTS_ACROSS_MAX - 1) / EVENTS_ACROSS_MAX;
}

static size_t part_begin(const struct model_machine *machine, size_t part) {
    return machine->event_count * part / part_count(machine);
}

/* ---- cells ----------------------------------------------------------------------------------------- */

static void conditions_of(struct text *out, const struct model_arrow *arrow, bool otherwise) {
    if (arrow->condition_count == 0 && !otherwise)
        return;
    text_put(out, " <small>");
    if (otherwise)
        text_put(out, arrow->condition_count == 0 ? "otherwise" : "otherwise, ");
    if (arrow->condition_count > 0)
        text_put(out, "if ");
    struct text text = TEXT_INIT;
    sentence_conditions(&text, arrow->condition_count, arrow->conditions);
    page_text(out, &text);
    text_put(out, "</small>");
}

static void cell(struct text *out, const struct model_machine *machine, size_t event, size_t state) {
    struct hook_moves answers = graph_answers_to(machine, event, state);
    if (answers.count == 0) {
        const bool is_ignored = state != MODEL_NOTHING && graph_is_ignored(machine, event, state);
        text_put(out, is_ignored ? "<td class=\"ignored\">ignored</td>"
                                 : "<td class=\"no\"><span aria-hidden=\"true\">\xE2\x80\x93</span>"
                                   "<span class=\"unseen\">not allowed</span></td>");
        return;
    }
    text_put(out, "<td class=\"yes\">");
    for (size_t i = 0; i < answers.count; i++) {
        const struct model_move *move = &answers.list[i];
        text_put(out, i == 0 ? "" : "<br>");
        if (move->arrow->target == MODEL_STAY) {
            text_put(out, "stays");
        } else {
            escape_html(out, machine->states[move->to].label);
            text_put(out, move->to == state ? ", anew" : "");
        }
        conditions_of(out, move->arrow, i > 0);
    }
    text_put(out, "</td>");
}

static void row(struct text *out, const struct template_scope *scope, size_t state) {
    const struct model_machine *machine = scope->machine;
    text_put(out, "<tr><th scope=\"row\">");
    if (state == MODEL_NOTHING) {
        text_put(out, "does not exist yet");
    } else {
        text_printf(out, "<a href=\"#m%zu-in-%s\">", page_of(scope)->number, machine->states[state].name);
        escape_html(out, machine->states[state].label);
        text_put(out, "</a>");
    }
    text_put(out, "</th>");
    const size_t end = part_begin(machine, scope->declaration + 1);
    for (size_t event = part_begin(machine, scope->declaration); event < end; event++)
        cell(out, machine, event, state);
    text_put(out, "</tr>\n");
}

static void write_table_rows(struct text *out, const struct template_scope *scope) {
    if (model_implicit_state(scope->machine) == NULL)
        row(out, scope, MODEL_NOTHING);
    for (size_t state = 0; state < scope->machine->state_count; state++)
        row(out, scope, state);
}

static void write_table_heads(struct text *out, const struct template_scope *scope) {
    const size_t end = part_begin(scope->machine, scope->declaration + 1);
    for (size_t i = part_begin(scope->machine, scope->declaration); i < end; i++) {
        const struct model_event *event = &scope->machine->events[i];
        text_printf(out, "<th scope=\"col\"%s>", event->is_timer ? " class=\"timer\"" : "");
        escape_html(out, event->label);
        text_put(out, event->is_timer ? " <small>a clock</small></th>" : "</th>");
    }
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, first_event, part_begin(scope->machine, scope->declaration) + 1) /* of the part, from 1 */     \
    X(NUMBER, last_event, part_begin(scope->machine, scope->declaration + 1))                                \
    X(WORD, table_heads, write_table_heads(out, scope))                                                      \
    X(WORD, table_rows, write_table_rows(out, scope))
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(fits_table, scope->machine->state_count <= CELLS_MAX / (scope->machine->event_count + 1))              \
    X(is_whole_table, part_count(scope->machine) == 1) /* the part */
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER) X(table_parts, part_count(scope->machine), declaration, index)
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary page_table_vocabulary = {words, conditions, lists};
