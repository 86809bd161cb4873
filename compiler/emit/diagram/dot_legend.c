#include "emit/diagram/dot_parts.h"

#include "base/escape.h"
#include "emit/diagram/dot.h"

#include <string.h>

enum {
    COLUMNS_MIN = 4,
    COLUMNS_OF_FLOWS = 2, /* which are narrow and long */
    SIGN_WIDTH = 160,     /* points, with its words, on the average */
    LABEL_BYTES_MAX = 32, /* a longer one would make the picture wide */
};

struct legend {
    struct text *out;
    size_t columns;
    size_t count;
};

static void begin(struct legend *legend) {
    if (legend->count % legend->columns == 0)
        text_put(legend->out, legend->count == 0 ? "    <tr>" : "</tr>\n    <tr>");
    legend->count++;
    text_put(legend->out, "<td align=\"right\">");
}

static void end(struct legend *legend, const char *meaning, const char *label) {
    text_printf(legend->out, "</td><td align=\"left\">%s", meaning);
    if (label != NULL)
        escape_dot_html(legend->out, label, strlen(label));
    text_put(legend->out, " </td>");
}

static void box(struct legend *legend, const char *fill, const char *line, const char *style,
                const char *meaning) {
    begin(legend);
    text_printf(legend->out,
                "<table border=\"1\" style=\"%s\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" "
                "bgcolor=\"%s\" color=\"%s\"><tr><td width=\"22\" height=\"11\"> </td></tr></table>",
                style, fill, line);
    end(legend, meaning, NULL);
}

static void final_box(struct legend *legend) {
    begin(legend);
    text_printf(legend->out,
                "<table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" "
                "color=\"%s\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" "
                "cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"%s\" color=\"%s\"><tr>"
                "<td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table>",
                colour_final_line, colour_final, colour_final_line);
    end(legend, "final", NULL);
}

static void line(struct legend *legend, const char *colour, const char *style, const char *meaning,
                 const char *label) {
    begin(legend);
    text_printf(legend->out,
                "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>"
                "<td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"%s\" color=\"%s\"></td></tr>"
                "<tr><td height=\"4\"></td></tr></table>",
                style, colour);
    end(legend, meaning, label);
}

static void word(struct legend *legend, const char *sign, const char *meaning) {
    begin(legend);
    text_printf(legend->out, "<font color=\"%s\">%s</font>", colour_quiet, sign);
    end(legend, meaning, NULL);
}

static void flow_signs(struct legend *legend, const struct dot_flow_signs *signs) {
    box(legend, colour_created, colour_created_line, "rounded", "the flow begins");
    box(legend, colour_state, colour_state_line, "rounded", "in the database, exactly once");
    if (signs->call)
        box(legend, colour_paper, colour_main, "rounded", "outside, perhaps more than once");
    if (signs->waiting)
        box(legend, colour_waiting, colour_waiting_line, "rounded", "waits for somebody, or for a signal");
    if (signs->irreversible)
        line(legend, colour_ink, "solid", "thick: cannot be undone", NULL);
    if (signs->repeat)
        box(legend, colour_composite, colour_composite_line, "rounded", "a loop, or a part with a name");
    if (signs->lock)
        box(legend, colour_ink, colour_ink, "rounded", "takes or releases a lock");
    if (signs->undo)
        word(legend, "undo", "what undoes it if the flow goes back");
    box(legend, colour_final, colour_final_line, "rounded", "the flow is done");
}

void dot_legend(struct text *out, const struct dot_picture *picture, double width) {
    const struct dot_flow_signs of_flow =
        picture->flow == NULL ? (struct dot_flow_signs){0} : dot_flow_signs(picture->flow);
    const struct diagram_signs signs =
        picture->flow != NULL ? (struct diagram_signs){0} : diagram_signs(picture->diagram);
    size_t columns_min = picture->flow != NULL ? COLUMNS_OF_FLOWS : COLUMNS_MIN;
    const size_t columns = (size_t)(width / SIGN_WIDTH);
    struct legend legend = {.out = out, .columns = columns < columns_min ? columns_min : columns};
    const char *goal = picture->flow != NULL ? NULL : picture->diagram->goals;
    if (goal != NULL && strlen(goal) > LABEL_BYTES_MAX)
        goal = NULL;

    text_printf(out,
                "  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"%s\";\n"
                "  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n",
                colour_quiet);
    if (signs.created)
        box(&legend, colour_created, colour_created_line, "rounded", "begins here");
    if (signs.final)
        final_box(&legend);
    if (signs.waiting)
        box(&legend, colour_waiting, colour_waiting_line, "rounded", "a clock is running");
    if (signs.composite)
        box(&legend, colour_composite, colour_composite_line, "rounded",
            "arrows from its edge leave every state in it");
    if (signs.closed)
        word(&legend, "n states", "drawn by itself; arrows leave one or more");
    if (signs.elsewhere)
        word(&legend, "\xE2\x86\x92", "in another picture");
    if (signs.any)
        box(&legend, colour_paper, colour_state_line, "dashed", "many states with one move");
    if (signs.main)
        line(&legend, colour_main, "solid", goal == NULL ? "shortest way to a goal" : "shortest way to ",
             goal);
    if (signs.timer)
        line(&legend, colour_waiting_line, "dashed", "can happen by itself", NULL);
    if (signs.name || of_flow.name)
        word(&legend, "a_b", "its name in programs");
    if (signs.condition)
        word(&legend, "[ ]", "only if this holds");
    if (signs.negated)
        word(&legend, "NOT", "only if this does not hold");
    if (signs.branch)
        word(&legend, "[1: ]", "tried in this order");
    if (signs.effect)
        word(&legend, "/", "done with the move");
    if (signs.after)
        word(&legend, "then", "done after the move is saved");
    if (picture->flow != NULL)
        flow_signs(&legend, &of_flow);
    text_put(out, "</tr></table>>;\n");
}
