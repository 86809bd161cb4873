#include "emit/diagram/dot_search.h"

#include "emit/diagram/drawing.h"

enum { FIRST = -1 /* no order is known */, BEST = -2 /* the attempt with the fewest faults so far */ };

/* In this order, until one has no faults. */
static const struct {
    struct dot_layout layout;
    int like; /* lines end at boxes in the order in which this attempt has drawn the words of arrows; or FIRST
               */
} attempts[] = {
#define X(ranks, boxes, ports, margin, gap, newrank, apart, reversed, like)                                  \
    {{ranks, boxes, ports, margin, gap, newrank, apart, reversed, NULL}, like},
#include "emit/diagram/layouts.def"
#undef X
};

/* After the list, it is tried again with more space, in the order of the best drawing. */
enum { LISTED = sizeof attempts / sizeof *attempts, ATTEMPTS = 4 * LISTED };

bool dot_search(struct arena *arena, const struct dot_picture *picture, const struct dot_style *style,
                enum graphviz_effort effort, int64_t *left_ms, struct text *dot, struct text *svg,
                const char **problem) {
    const size_t arrows = picture->diagram == NULL ? 0 : picture->diagram->inner_end;
    const int64_t reserve_ms = *left_ms / 2;
    double *places[ATTEMPTS] = {NULL};
    size_t least = 0, best = 0;
    bool found = false;
    for (size_t i = 0; i < ATTEMPTS && (i == 0 || (found && least > 0 && *left_ms > reserve_ms)); i++) {
        struct dot_layout layout = attempts[i % LISTED].layout;
        const int like = i < LISTED ? attempts[i].like : BEST;
        layout.between_ranks *= 1 + 0.11 * (double)(i / LISTED);
        layout.between_boxes *= 1 + 0.17 * (double)(i / LISTED);
        layout.port_width += layout.port_width > 0 ? 3 * (i / LISTED) : 0;
        struct dot_style tried = *style;
        struct text tried_dot = TEXT_INIT, tried_svg = TEXT_INIT;
        const char *failed = NULL;
        if (like != FIRST)
            layout.place = places[like == BEST ? best : (size_t)like];
        tried.layout = &layout;
        dot_graph(&tried_dot, arena, picture, &tried);
        const bool drawn = !text_failed(&tried_dot) &&
                           graphviz_svg(arena, &tried_dot, effort, left_ms, &tried_svg, &failed) &&
                           !text_failed(&tried_svg);
        size_t faults = 0;
        if (drawn) {
            double *x = arena_alloc(arena, (2 * arrows + 1) * sizeof *x);
            faults = drawing_faults(arena, tried_svg.data, arrows, x, x + arrows);
            places[i] = dot_is_across(picture) ? x + arrows : x;
        }
        if (i == 0)
            *problem = failed;
        if (i == 0 || (drawn && faults < least)) {
            text_free(dot);
            text_free(svg);
            *dot = tried_dot;
            *svg = tried_svg;
            least = faults;
            best = i;
            found = drawn;
        } else {
            text_free(&tried_dot);
            text_free(&tried_svg);
        }
    }
    return found;
}
