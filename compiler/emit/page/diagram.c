#include "emit/diagram/diagram.h"
#include "base/escape.h"
#include "emit/diagram/graphviz.h"
#include "emit/page/page.h"

#include <stdlib.h>
#include <string.h>

#define PIXELS_PER_POINT (4.0 / 3)

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

void page_sign(const struct page *page, bool is_there, const char *class, const char *meaning) {
    if (is_there)
        text_printf(page->out, "<li><span class=\"sign %s\"></span>%s</li>\n", class, meaning);
}

static void legend(const struct page *page, bool marked) {
    const struct diagram_signs signs = diagram_signs(page->diagram, 1);
    text_put(page->out, "<ul class=\"legend\" aria-label=\"Legend\">\n");
    text_put(page->out, "<li><span class=\"sign begin\"></span>it begins to exist</li>\n");
    page_sign(page, signs.created, "state created", "begins here");
    page_sign(page, signs.final, "state final", "an end: nothing more happens, unless it is reopened");
    page_sign(page, signs.waiting, "state waiting", "a clock is running");
    page_sign(page, signs.composite, "composite", "arrows from its edge leave every state in it");
    page_sign(page, signs.any, "state any", "the same move out of many states");
    if (signs.main) {
        text_put(page->out, "<li><span class=\"sign line main\"></span>the shortest way to ");
        escape_html(page->out, page->machine->states[page->diagram->goal].label);
        text_put(page->out, "</li>\n");
    }
    page_sign(page, signs.timer, "line timer",
              "happens only by itself: its time comes, or work has failed too often");
    if (signs.condition)
        text_put(page->out, "<li><span class=\"sign word\">[ ]</span>only if this holds</li>\n");
    if (signs.effect)
        text_put(page->out, "<li><span class=\"sign word\">/</span>done together with the move</li>\n");
    if (marked)
        text_put(page->out, "<li><span class=\"badge added\">new</span>or <span class=\"badge "
                            "changed\">changed</span>since the version before</li>\n");
    text_put(page->out, "</ul>\n");
}

/* ---- the figure ------------------------------------------------------------------------------------ */

static void svg_tag(const struct page *page, const char *svg, const char *id, const char *title) {
    double width = size_of(svg, "width=\"");
    double height = size_of(svg, "height=\"");
    text_printf(
        page->out,
        "<svg style=\"--natural: %.0fpx\" role=\"img\" aria-labelledby=\"m%zu-%s-title m%zu-%s-caption\" "
        "width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"m%zu-%s-title\">%s</title>",
        width * PIXELS_PER_POINT, page->number, id, page->number, id, width * PIXELS_PER_POINT,
        height * PIXELS_PER_POINT, width, height, page->number, id, title);
}

static bool draw_svg(const struct page *page, const char *name, const struct dot_subject *subject,
                     const struct dot_style *style, struct text *svg, const char **problem) {
    struct text dot = TEXT_INIT;
    dot_graph(&dot, page->context->arena, name, subject, style);
    bool drawn = !text_failed(&dot) && graphviz_svg(page->context->arena, &dot, svg, problem);
    text_free(&dot);
    return drawn && !text_failed(svg);
}

/* Some versions of dot fail on a few graphs with boxes in them, unless they rank them in the other way. */
void page_draw(const struct page *page, const char *name, const struct dot_subject *subject,
               const struct dot_style *style, const char *id, const char *title) {
    struct text svg = TEXT_INIT;
    struct dot_style other = *style;
    const char *problem = NULL;
    other.newrank = true;
    bool drawn = draw_svg(page, name, subject, style, &svg, &problem);
    if (!drawn) {
        text_free(&svg);
        drawn = draw_svg(page, name, subject, &other, &svg, &problem);
    }
    if (drawn) {
        text_printf(page->out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n",
                    title);
        svg_tag(page, svg.data, id, title);
        copy_svg(page->out, svg.data);
        text_put(page->out, "</div>\n");
    } else {
        text_fail(page->out, problem);
    }
    text_free(&svg);
}

static void draw(const struct page *page, const struct model_machine *machine, const struct dot_style *style,
                 const char *id, const char *title) {
    const struct dot_subject subject = {.machines = machine, .machine_count = 1};
    page_draw(page, machine->name, &subject, style, id, title);
}

static void before(const struct page *page) {
    struct dot_style style = {.bare = true};
    if (page->before == NULL || !page_marks(page, page->before, true, &style))
        return;
    text_put(page->out, "<figure class=\"diagram\">\n");
    draw(page, page->before, &style, "before", "Diagram of the version before");
    text_printf(page->out,
                "<figcaption id=\"m%zu-before-caption\">The version before, with what was "
                "<span class=\"badge removed\">taken out</span> of it.</figcaption>\n</figure>\n",
                page->number);
}

void page_diagram(const struct page *page) {
    const struct model_machine *machine = page->machine;
    struct dot_style style = {.bare = true};
    page_section(page, "diagram", "Diagram");
    if (machine->state_count > DRAWN_STATES_MAX || machine->arrow_count > DRAWN_ARROWS_MAX) {
        text_printf(page->out,
                    "<p>With %zu states and %zu moves, this machine is too large for a picture. The words "
                    "below hold all of it, and so does %s.dot.</p>\n</section>\n",
                    machine->state_count, machine->arrow_count, page->context->model->stem);
        return;
    }
    bool marked = page->before != NULL && page_marks(page, machine, false, &style);
    text_put(page->out, "<figure class=\"diagram\">\n");
    draw(page, machine, &style, "now", "Diagram");
    legend(page, marked);
    text_printf(page->out,
                "<figcaption id=\"m%zu-now-caption\">Boxes are states, arrows are moves. Everything that the "
                "picture shows is told in words under <a href=\"#m%zu-moves\">What can "
                "happen</a>.</figcaption>\n</figure>\n",
                page->number, page->number);
    before(page);
    text_put(page->out, "</section>\n");
}
