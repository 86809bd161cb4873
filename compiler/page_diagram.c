#include "diagram.h"
#include "escape.h"
#include "graphviz.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

/* Beyond these, dot takes minutes and the picture is a carpet. */
enum { DRAWN_STATES_MAX = 250, DRAWN_ARROWS_MAX = 1000 };

/* ---- what dot wrote, without what does not belong into a page ---------------------------------------- */

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/* Behind the next `until`; the end where there is none. */
static const char *behind(const char *at, const char *until) {
    const char *found = strstr(at, until);
    return found == NULL ? at + strlen(at) : found + strlen(until);
}

/* A tag without its id, and without fonts, which the page's style sets. */
static const char *copy_tag(struct text *out, const char *at) {
    static const char *const dropped[] = {" id=\"", " font-family=\""};
    const char *end = behind(at, ">");
    while (at < end) {
        size_t i = 0;
        while (i < sizeof dropped / sizeof dropped[0] && !begins(at, dropped[i]))
            i++;
        if (i < sizeof dropped / sizeof dropped[0])
            at = behind(at + strlen(dropped[i]), "\"");
        else
            text_char(out, *at++);
    }
    return end;
}

/* Headers, comments and the titles of groups, which name states by DOT's identifiers, are left out. */
static void copy_svg(struct text *out, const char *svg) {
    const char *at = strstr(svg, "<svg");
    at = at == NULL ? "" : behind(at, ">");
    while (*at != '\0') {
        if (begins(at, "<!--"))
            at = behind(at, "-->");
        else if (begins(at, "<title>"))
            at = behind(at, "</title>");
        else if (*at == '<')
            at = copy_tag(out, at);
        else if (*at == '\n' && (out->length == 0 || out->data[out->length - 1] == '\n'))
            at++;
        else
            text_char(out, *at++);
    }
}

/* In points, as the tag `svg` says. */
static double size_of(const char *svg, const char *attribute) {
    const char *at = strstr(svg, "<svg");
    at = at == NULL ? NULL : strstr(at, attribute);
    return at == NULL ? 0 : strtod(at + strlen(attribute), NULL);
}

/* ---- legend ---------------------------------------------------------------------------------------- */

static void sign(const struct page *page, bool is_there, const char *class, const char *meaning) {
    if (is_there)
        text_printf(page->out, "<li><span class=\"sign %s\"></span>%s</li>\n", class, meaning);
}

static void legend(const struct page *page) {
    const struct diagram_signs signs = diagram_signs(page->diagram, 1);
    text_put(page->out, "<ul class=\"legend\" aria-label=\"Legend\">\n");
    text_put(page->out, "<li><span class=\"sign begin\"></span>it begins to exist</li>\n");
    sign(page, signs.created, "state created", "begins here");
    sign(page, signs.final, "state final", "an end: nothing more happens, unless it is reopened");
    sign(page, signs.waiting, "state waiting", "a clock is running");
    sign(page, signs.composite, "composite", "arrows from its edge leave every state in it");
    sign(page, signs.any, "state any", "the same move out of many states");
    if (signs.main) {
        text_put(page->out, "<li><span class=\"sign line main\"></span>the shortest way to ");
        escape_html(page->out, page->machine->states[page->diagram->goal].label);
        text_put(page->out, "</li>\n");
    }
    sign(page, signs.timer, "line timer", "happens by itself when its time comes");
    if (signs.condition)
        text_put(page->out, "<li><span class=\"sign word\">[ ]</span>only if this holds</li>\n");
    if (signs.effect)
        text_put(page->out, "<li><span class=\"sign word\">/</span>done together with the move</li>\n");
    text_put(page->out, "</ul>\n");
}

/* ---- the figure ------------------------------------------------------------------------------------ */

static void draw(const struct page *page) {
    const struct model_machine *machine = page->machine;
    const struct dot_style style = {.bare = true};
    struct text dot = TEXT_INIT;
    struct text svg = TEXT_INIT;
    const char *problem = NULL;
    dot_graph(&dot, page->context->arena, machine->name, machine, 1, &style);
    if (text_failed(&dot) || !graphviz_svg(page->context->arena, &dot, &svg, &problem) || text_failed(&svg)) {
        text_fail(page->out, problem);
    } else {
        double width = size_of(svg.data, "width=\"");
        double height = size_of(svg.data, "height=\"");
        text_printf(page->out,
                    "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Diagram of ");
        escape_html(page->out, machine->label);
        text_printf(page->out,
                    "\">\n<svg style=\"--natural: %.0fpx\" role=\"img\" aria-labelledby=\"m%zu-picture "
                    "m%zu-caption\" width=\"%.0f\" "
                    "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" xmlns=\"http://www.w3.org/2000/svg\">\n"
                    "<title id=\"m%zu-picture\">Diagram of ",
                    width * 4 / 3, page->number, page->number, width * 4 / 3, height * 4 / 3, width, height,
                    page->number);
        escape_html(page->out, machine->label);
        text_put(page->out, "</title>");
        copy_svg(page->out, svg.data);
        text_put(page->out, "</div>\n");
        legend(page);
    }
    text_free(&dot);
    text_free(&svg);
}

void page_diagram(const struct page *page) {
    const struct model_machine *machine = page->machine;
    page_section(page, "diagram", "Diagram");
    if (machine->state_count > DRAWN_STATES_MAX || machine->arrow_count > DRAWN_ARROWS_MAX) {
        text_printf(page->out,
                    "<p>With %zu states and %zu moves, this machine is too large for a picture. The words "
                    "below hold all of it, and so does %s.dot.</p>\n</section>\n",
                    machine->state_count, machine->arrow_count, page->context->model->stem);
        return;
    }
    text_put(page->out, "<figure class=\"diagram\">\n");
    draw(page);
    text_printf(page->out,
                "<figcaption id=\"m%zu-caption\">Boxes are states, arrows are moves. Everything that the "
                "picture shows is told in words under <a href=\"#m%zu-moves\">What can "
                "happen</a>.</figcaption>\n</figure>\n</section>\n",
                page->number, page->number);
}
