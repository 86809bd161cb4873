#include "emit/diagram/dot_parts.h"

#include "base/escape.h"

#include <string.h>

enum {
    COLUMNS_MIN = 4,
    COLUMNS_MAX = 5,      /* of a sheet */
    COLUMNS_OF_FLOWS = 2, /* which are narrow and long */
    SIGN_WIDTH = 160,     /* points, with its words, on the average */
    LABEL_BYTES_MAX = 32, /* a longer one would make the picture wide */
};

struct legend {
    struct text *out;
    size_t columns;
    size_t count;
};

/* A word and its meaning are one cell, since a long one would make boxes in its column wide. */
static void begin(struct legend *legend, bool is_word) {
    if (legend->count % legend->columns == 0)
        text_put(legend->out, legend->count == 0 ? "    <tr>" : "</tr>\n    <tr>");
    legend->count++;
    text_put(legend->out, is_word ? "<td colspan=\"2\" align=\"left\">" : "<td align=\"right\">");
}

static void end(struct legend *legend, bool is_word, const char *meaning, const char *label) {
    text_printf(legend->out, "%s%s", is_word ? "&#160; " : "</td><td align=\"left\">", meaning);
    if (label != NULL)
        escape_dot_html(legend->out, label, strlen(label));
    text_put(legend->out, " </td>");
}

/* As dot draws it in the picture, but that tables have no lines of a fraction of a point. */
static void box(struct text *out, const struct sign_look *look) {
    const int width = look->is_double ? 22 : 28, height = look->is_double ? 10 : 16;
    if (look->is_double)
        text_printf(
            out,
            "<table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" "
            "fixedsize=\"true\" width=\"28\" height=\"16\" color=\"%s\"><tr><td>",
            look->line);
    text_printf(out,
                "<table border=\"%d\"%s cellborder=\"0\" fixedsize=\"true\" width=\"%d\" height=\"%d\" "
                "bgcolor=\"%s\" color=\"%s\"><tr><td></td></tr></table>",
                look->is_thick ? 2 : 1,
                look->is_square   ? ""
                : look->is_dashed ? " style=\"rounded,dashed\""
                                  : " style=\"rounded\"",
                width, height, look->fill, look->line);
    text_put(out, look->is_double ? "</td></tr></table>" : "");
}

static void line(struct text *out, const struct sign_look *look) {
    text_printf(out,
                "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr>"
                "<td width=\"24\" height=\"4\" border=\"%d\" sides=\"B\" style=\"%s\" color=\"%s\"></td></tr>"
                "<tr><td height=\"4\"></td></tr></table>",
                look->is_thick ? 2 : 1, look->is_dashed ? "dashed" : "solid", look->line);
}

static void row(struct legend *legend, const struct sign_meaning *meaning, const struct sign_look *look,
                const char *goals) {
    const bool is_word = meaning->kind == SIGN_WORD;
    begin(legend, is_word);
    if (meaning->kind == SIGN_BOX)
        box(legend->out, look);
    else if (meaning->kind == SIGN_LINE)
        line(legend->out, look);
    else
        text_printf(legend->out, "<font color=\"%s\">%s</font>", meaning->colour, meaning->word);
    end(legend, is_word, meaning->brief, goals);
}

void dot_legend(struct text *out, const struct signs *signs, bool is_flow, double width) {
    const size_t columns_min = is_flow ? COLUMNS_OF_FLOWS : COLUMNS_MIN;
    const size_t wanted = (size_t)(width / SIGN_WIDTH), columns = wanted < COLUMNS_MAX ? wanted : COLUMNS_MAX;
    struct legend legend = {.out = out, .columns = columns < columns_min ? columns_min : columns};
    const bool is_long = signs->goals != NULL && strlen(signs->goals) > LABEL_BYTES_MAX;

    text_printf(out,
                "  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"%s\";\n"
                "  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n",
                colour_quiet);
    for (size_t i = 0; i < SIGN_COUNT; i++)
        if ((signs->seen >> i & 1) != 0 && sign_meanings[i].brief != NULL)
            row(&legend, &sign_meanings[i], &signs->looks[i],
                i != SIGN_MAIN ? NULL
                : is_long      ? "a goal"
                               : signs->goals);
    text_put(out, "</tr></table>>;\n");
}
