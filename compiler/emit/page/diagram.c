/* What the templates of pages may say of pictures. */
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

/* The state of a machine that a tag draws, or "" where all begins: dot writes MACHINE.STATE as a title behind
 * it. The titles of a flow's nodes have no dot. */
static void put_state(struct text *out, const char *tag, const char *end) {
    const char *class = behind(tag, "class=\"node ");
    const char *title = behind(end, "<title>");
    const size_t length = strcspn(title, "<");
    const char *dot = memchr(title, '.', length);
    if (dot != NULL && (begins(class, "state") || begins(class, "begin"))) {
        text_put(out, " data-at=\"");
        text_write(out, dot + 1, length - (size_t)(dot + 1 - title));
        text_char(out, '"');
    }
}

/* A tag without its id, and without fonts, which the page's style sets. */
static const char *copy_tag(struct text *out, const char *at) {
    static const char *const dropped[] = {" id=\"", " font-family=\""};
    const char *tag = at, *end = behind(at, ">");
    while (at < end) {
        size_t i = 0;
        while (i < sizeof dropped / sizeof dropped[0] && !begins(at, dropped[i]))
            i++;
        if (i < sizeof dropped / sizeof dropped[0])
            at = behind(at + strlen(dropped[i]), "\"");
        else {
            if (*at == '>' && begins(tag, "<g id=\"node"))
                put_state(out, tag, end);
            text_char(out, *at++);
        }
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

/* " wide" if it would be small on paper, and larger across; " flat" if the words that a page begins with
 * have room above it; " tall" if they have none, upright. */
static const char *class_of(const char *svg, bool is_first) {
    enum {
        ACROSS = 785,
        ACROSS_HEIGHT = 450,
        UPRIGHT = 515,
        UPRIGHT_HEIGHT = 650,
        TALL = 450,
        FLAT = 250
    }; /* points of A4 */
    const double width = size_of(svg, "width=\""), height = size_of(svg, "height=\"");
    const double upright =
        width * UPRIGHT_HEIGHT > height * UPRIGHT ? UPRIGHT / width : UPRIGHT_HEIGHT / height;
    const double across = width * ACROSS_HEIGHT > height * ACROSS ? ACROSS / width : ACROSS_HEIGHT / height;
    if (upright < 0.7 && across > upright)
        return is_first && height * across < FLAT ? " wide flat" : " wide";
    return height * (upright < 1 ? upright : 1) > TALL ? " tall" : "";
}

/* ---- the figure ------------------------------------------------------------------------------------ */

static void svg_tag(const struct page *page, struct text *out, const char *svg, const char *id,
                    const char *title, size_t part) {
    double width = size_of(svg, "width=\"");
    double height = size_of(svg, "height=\"");
    text_printf(
        out,
        "<svg style=\"--natural: %.0fpx\" role=\"img\" aria-labelledby=\"m%zu-%s-title%zu "
        "m%zu-%s-caption\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"m%zu-%s-title%zu\">%s</title>\n<desc>%s</desc>",
        width * PIXELS_PER_POINT, page->number, id, part, page->number, id, width * PIXELS_PER_POINT,
        height * PIXELS_PER_POINT, width, height, page->number, id, part, title,
        page->machine != NULL ? "States as boxes, and what moves between them as arrows."
                              : "Steps as boxes, from top to bottom.");
}

static bool draw_svg(const struct page *page, const struct dot_picture *picture,
                     const struct dot_style *style, enum graphviz_effort effort, struct text *svg,
                     const char **problem) {
    struct text dot = TEXT_INIT;
    const bool drawn =
        dot_search(page->context->arena, picture, style, effort, page->budget, &dot, svg, problem);
    text_free(&dot);
    return drawn;
}

/* The words of the page are there without it. dot has no time for the next ones either if it was slow. */
static void leave_out(struct text *out, const struct page *page, const char *name, const char *problem,
                      size_t drawn, size_t count) {
    const struct emit_context *context = page->context;
    const bool has_some = problem == graphviz_slow && drawn > 0;
    const char *what =
        has_some ? arena_printf(context->arena, "only %zu of %zu pictures", drawn, count) : "no picture";
    text_printf(
        out, "<p class=\"no-picture\">%s %s: %s. The words below hold all of it, and so does %s.dot.</p>\n",
        has_some ? "There are" : "There is", what, problem, context->model->stem);
    if (context->warning != NULL)
        *context->warning = arena_printf(context->arena, "%s of %s: %s", what, name, problem);
}

/* Returns why there is no picture, or NULL. id: where its title and caption are told apart from others of
 * this part. Some versions of dot fail on a few graphs with boxes in them, unless they rank them in the other
 * way. */
static const char *draw_one(struct text *out, const struct page *page, const struct dot_picture *picture,
                            struct dot_style style, const char *id, const char *title, size_t number) {
    struct text svg = TEXT_INIT;
    struct signs signs = {0};
    const char *problem = NULL;
    style.signs = &signs;
    bool drawn = draw_svg(page, picture, &style, GRAPHVIZ_USUAL, &svg, &problem);
    if (!drawn && problem != graphviz_missing) {
        const bool is_slow = problem == graphviz_slow;
        text_free(&svg);
        style.newrank = !is_slow;
        drawn = draw_svg(page, picture, &style, is_slow ? GRAPHVIZ_ROUGH : GRAPHVIZ_USUAL, &svg, &problem);
    }
    if (drawn) {
        text_printf(out,
                    "<p class=\"hint\">If a part of the picture is hidden, scroll it sideways.</p>\n<div "
                    "class=\"scroll picture%s\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n",
                    class_of(svg.data, number <= 1), title);
        svg_tag(page, out, svg.data, id, title, number);
        copy_svg(out, svg.data);
        text_put(out, "</div>\n");
        page->signs->goals = signs.goals;
        for (enum sign sign = 0; sign < SIGN_COUNT; sign++)
            if ((signs.seen >> sign & 1) != 0)
                sign_note(page->signs, sign, &signs.looks[sign]);
    }
    text_free(&svg);
    return drawn ? NULL : problem;
}

/* A machine that does not fit a sheet in several: the first goes to `out`, those of its parts to `rest`. */
static void draw(struct text *out, struct text *rest, const struct page *page,
                 const struct model_machine *machine, struct dot_style style, const char *id,
                 const char *title) {
    struct arena *arena = page->context->arena;
    const struct dot_picture whole = dot_whole(arena, machine, page->flow);
    const struct dot_picture *pictures = &whole;
    const size_t count = machine == NULL ? 1 : dot_pictures(arena, machine, &style, &pictures);
    const char *problem = NULL;
    for (size_t i = 0; i < count && problem != graphviz_slow; i++) {
        const char *label = title;
        if (i > 0) {
            struct text part = TEXT_INIT;
            escape_html(&part, pictures[i].label);
            label = arena_printf(arena, "%s: %s", title, text_data(&part));
            out = rest;
            text_printf(out, "<p class=\"part\">%s</p>\n", text_data(&part));
            text_free(&part);
        }
        problem = draw_one(out, page, &pictures[i], style, id, label, count > 1 ? i + 1 : 0);
        if (problem == graphviz_missing)
            text_fail(out, problem);
        else if (problem != NULL)
            leave_out(out, page, whole.name, problem, i, count);
    }
}

/* As dot draws it in the picture. */
static void put_sign(struct text *out, const struct sign_meaning *meaning, const struct sign_look *look) {
    enum { WIDTH = 30, HEIGHT = 17, GAP = 3 };
    const char *width = look->is_thick ? SIGN_THICK : "1";
    const char *dashes = look->is_dashed ? " stroke-dasharray=\"5,2\"" : "";
    if (meaning->kind == SIGN_WORD) {
        text_printf(out, "<span class=\"sign\">%s</span>", meaning->word);
        return;
    }
    text_printf(out, "<svg class=\"sign\" aria-hidden=\"true\" width=\"%d\" height=\"%d\">", WIDTH, HEIGHT);
    if (meaning->kind == SIGN_POINT)
        text_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"%s\"/>", WIDTH / 2, HEIGHT / 2,
                    colour_ink);
    else if (meaning->kind == SIGN_LINE)
        text_printf(out, "<path d=\"M0,%d h%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>",
                    HEIGHT / 2, WIDTH, look->line, width, dashes);
    for (int i = look->is_double; meaning->kind == SIGN_BOX && i >= 0; i--)
        text_printf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"%s\" "
                    "stroke-width=\"%s\"%s/>",
                    2 + GAP * (look->is_double - i), 2 + GAP * (look->is_double - i),
                    WIDTH - 4 - 2 * GAP * (look->is_double - i), HEIGHT - 4 - 2 * GAP * (look->is_double - i),
                    look->is_square ? 0 : 5, i > 0 ? "none" : look->fill, look->line, width, dashes);
    text_put(out, "</svg>");
}

/* Nothing if none was drawn. */
static void put_legend(struct text *out, const struct signs *signs) {
    text_put(out, signs->seen == 0 ? "" : "<ul class=\"legend\" aria-label=\"Legend\">\n");
    for (size_t i = 0; i < SIGN_COUNT; i++) {
        if ((signs->seen >> i & 1) == 0)
            continue;
        text_put(out, "<li>");
        put_sign(out, &sign_meanings[i], &signs->looks[i]);
        text_put(out, sign_meanings[i].full);
        page_put(out, i == SIGN_MAIN ? signs->goals : NULL);
        text_put(out, "</li>\n");
    }
    text_put(out, signs->seen == 0 ? "" : "</ul>\n");
}

/* ---- the vocabulary -------------------------------------------------------------------------------- */

/* Whether there is anything to mark in the picture, of the machine or, if `is_old`, of the one before it. */
static bool marks(const struct template_scope *scope, bool is_old, struct dot_style *style) {
    const struct page *page = page_of(scope);
    return page->before != NULL && page_marks(page, is_old ? page->before : page->machine, is_old, style);
}

/* The legend of all stands where it is met first. */
static void write_pictures(struct text *out, const struct template_scope *scope) {
    struct dot_style style = {.bare = true};
    struct text rest = TEXT_INIT;
    marks(scope, false, &style);
    text_put(out, "<div class=\"drawn\">\n");
    draw(out, &rest, page_of(scope), scope->machine, style, "now", "Diagram");
    text_put(out, "</div>\n");
    put_legend(out, page_of(scope)->signs);
    text_fail(out, rest.problem);
    if (rest.length > 0) {
        text_put(out, "<div class=\"drawn\">\n");
        text_pass(out, text_put, &rest);
        text_put(out, "</div>\n");
    }
    text_free(&rest);
}

static void write_picture_before(struct text *out, const struct template_scope *scope) {
    struct dot_style style = {.bare = true};
    marks(scope, true, &style);
    draw(out, out, page_of(scope), page_of(scope)->before, style, "before", "Diagram of the version before");
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, pictures, write_pictures(out, scope))             /* with their legend */                        \
    X(WORD, picture_before, write_picture_before(out, scope)) /* of the older version */
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_drawn,                                                                                              \
      scope->machine->state_count <= DRAWN_STATES_MAX && scope->machine->arrow_count <= DRAWN_ARROWS_MAX)    \
    X(takes_out,                                                                                             \
      marks(scope, true,                                                                                     \
            &(struct dot_style){0})) /* the newer version, what stands in the picture of the older one */
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary page_diagram_vocabulary = {words, conditions, NULL};
