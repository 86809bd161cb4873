#include "emit/diagram/dot_search.h"

#include "emit/diagram/dot_order.h"
#include "emit/diagram/drawing.h"

#include <string.h>

enum {
    BATCH = 8,      /* layouts that one dot draws: most of its time, it starts */
    LONG = 3,       /* times all kinds of rounds */
    TIDY = 3,       /* rounds for fewer crossings, if there are no faults */
    COSTLY = 900,   /* arrows times arrows of a picture that costs a layout more */
    NARROW = 18,    /* characters of an arrow's words, if the letters are too small otherwise */
    MOVED_MAX = 40, /* points */
};

/* After the usual layout, rounds of some each: without ports; the same with ports, in the order that these
 * have; and the best with some ports exchanged. */
enum round { NATURAL, ORDERED, EXCHANGED, ROUNDS };

struct search_found {
    struct dot_layout layout;
    struct drawing_place *drawn;
    size_t faults; /* their weight */
};

struct search {
    struct arena *arena;
    const struct dot_picture *picture;
    const struct dot_style *style;
    enum graphviz_effort effort;
    struct dot_budget *budget;
    size_t arrows;
    struct dot_layout natural[BATCH]; /* their places are those in which they were drawn */
    struct search_found best, recent; /* of all, and of the last round with ports */
    bool is_small;                    /* in the first layouts */
    bool is_tight;                    /* in one of them */
    bool is_alone;                    /* the best was the only one that its dot drew */
    struct text *dot, *svg;           /* of the best */
};

static struct dot_layout vary(const struct search *search, size_t round, uint32_t chance) {
    const double room = search->is_small || (chance & 1) == 0 ? 0 : 0.02;
    const bool is_usual = chance % 3 == 0;
    return (struct dot_layout){.between_ranks = 0.14 + 1.5 * room * (chance >> 1 & 7),
                               .between_boxes = 0.2 + room * (chance >> 4 & 7),
                               .box_margin = is_usual ? 14 : 10 + 2 * (chance >> 7 & 3),
                               .box_gap = is_usual ? 0 : (search->arrows == 0 ? 3 : 2) * (chance >> 9 & 3),
                               .newrank = (chance >> 11 & 3) == 0,
                               .are_tails_apart = chance >> 13 & 1,
                               .is_reversed = chance >> 14 & 1,
                               .first = chance >> 15 & 3 ? 0 : chance >> 17 & 63,
                               .shuffle = round <= TIDY ? 0 : chance >> 8,
                               .longer = round <= TIDY      ? 0
                                         : search->is_tight ? chance >> 7
                                                            : chance >> 7 << 2,
                               .arrow_width = search->is_small && (chance >> 23 & 1) ? NARROW : 0};
}

static struct dot_layout exchange(const struct search *search, size_t round, size_t number) {
    /* what the best does not become in many rounds, another may */
    const bool is_recent = search->recent.drawn != NULL && round > LONG * ROUNDS && round / ROUNDS % 4 > 0;
    const struct search_found *found = is_recent ? &search->recent : &search->best;
    struct dot_layout layout = found->layout;
    double(*place)[2] = arena_alloc(search->arena, (search->arrows + 1) * sizeof *place);
    const uint32_t chance = dot_mix(round * BATCH + number, 0);
    if (number > 1) {
        const struct dot_layout other = vary(search, round, chance);
        layout.longer = number > 5 && !search->is_tight ? other.longer : layout.longer;
        layout.between_ranks = other.between_ranks;
        layout.between_boxes = other.between_boxes;
        layout.box_margin = other.box_margin;
        layout.box_gap = other.box_gap;
        layout.port_width = 10 + (round > TIDY ? 5 : 2) * (chance >> 28 & 3);
    }
    for (size_t i = 0; i < 2 * search->arrows; i++) {
        const struct drawing_place *drawn = &found->drawn[i / 2];
        const uint32_t moved = dot_mix(round * BATCH + number, i + 1);
        place[i / 2][i % 2] = number % 2 == 0 ? drawn->words : drawn->end[i % 2];
        if (number > (round <= TIDY            ? 3
                      : round <= TIDY + ROUNDS ? 1
                                               : 0) &&
            moved % (round <= TIDY || number < BATCH / 2 ? 4 : 16) == 0)
            place[i / 2][i % 2] += (double)((moved >> 8) % (2 * MOVED_MAX)) - MOVED_MAX;
    }
    layout.place = place;
    layout.port_width = layout.port_width > 0 ? layout.port_width : 14;
    return layout;
}

static struct dot_layout layout_of(struct search *search, size_t round, size_t number) {
    if (round == 0)
        return dot_usual;
    const uint32_t chance = dot_mix(round, number);
    struct dot_layout layout;
    switch ((enum round)((round - 1) % ROUNDS)) {
    case NATURAL:
        return vary(search, round, chance);
    case ORDERED:
        layout = search->natural[number];
        layout.port_width = 10 + (round > TIDY ? 5 : 2) * (chance & 3);
        return layout;
    default:
        return exchange(search, round, number);
    }
}

static void exchange_texts(struct text *one, struct text *other) {
    const struct text before = *one;
    *one = *other;
    *other = before;
}

static void keep_best(struct search *search, struct dot_layout *layout, bool is_alone, struct text *dot,
                      const char *svg, size_t length) {
    struct text drawn = TEXT_INIT;
    text_write(&drawn, svg, length);
    struct drawing_place *place = arena_alloc(search->arena, (search->arrows + 1) * sizeof *place);
    const size_t faults =
        drawing_faults(search->arena, drawn.data, search->arrows, dot_is_across(search->picture), place);
    search->is_tight = search->is_tight || (layout->longer == 0 && faults >= DRAWING_SMALL * DRAWING_FAULT);
    layout->place = arena_alloc(search->arena, (search->arrows + 1) * sizeof *layout->place);
    for (size_t i = 0; i < search->arrows; i++)
        layout->place[i][0] = layout->place[i][1] = place[i].words;
    const struct search_found found = {*layout, place, faults};
    if (layout->port_width > 0 && faults < search->recent.faults)
        search->recent = found;
    if (search->svg->length == 0 || faults < search->best.faults) {
        exchange_texts(search->dot, dot);
        exchange_texts(search->svg, &drawn);
        search->best = found;
        search->is_alone = is_alone;
    }
    text_free(&drawn);
}

/* All in one dot; if it fails, one half and then the other. Each layout's place becomes that in which it was
 * drawn, or NULL. */
static const char *draw(struct search *search, struct dot_layout *layouts, size_t count) {
    static const char end[] = "</svg>";
    struct text dots[BATCH], all = TEXT_INIT, svg = TEXT_INIT;
    const char *problem = NULL;
    for (size_t i = 0; i < count; i++) {
        struct dot_style style = *search->style;
        style.layout = &layouts[i];
        dots[i] = (struct text)TEXT_INIT;
        dot_graph(&dots[i], search->arena, search->picture, &style);
        text_put(&all, text_data(&dots[i]));
    }
    const bool drawn = graphviz_svg(search->arena, &all, search->effort, &search->budget->ms, &svg, &problem);
    const char *at = text_data(&svg), *next;
    for (size_t i = 0; i < count; i++) {
        layouts[i].place = NULL;
        next = drawn ? strstr(at, end) : NULL;
        if (next != NULL)
            keep_best(search, &layouts[i], count == 1, &dots[i], at, (size_t)(next + strlen(end) - at));
        at = next == NULL ? "" : next + strlen(end);
    }
    if (count == 1 && search->dot->length == 0) /* in the usual layout, though nothing draws it */
        exchange_texts(search->dot, &dots[0]);
    for (size_t i = 0; i < count; i++)
        text_free(&dots[i]);
    text_free(&all);
    text_free(&svg);
    if (!drawn && count > 1 && problem != graphviz_slow) {
        draw(search, layouts, count / 2);
        draw(search, layouts + count / 2, count - count / 2);
    }
    return drawn ? NULL : problem;
}

/* Again, in a dot of its own: the second graph of one lists boxes in an order that differs between runs, that
 * of the addresses of their names. The same is at the same places. */
static void draw_alone(struct search *search) {
    struct text svg = TEXT_INIT;
    const char *problem = NULL;
    if (graphviz_svg(search->arena, search->dot, search->effort, &search->budget->ms, &svg, &problem))
        exchange_texts(search->svg, &svg);
    text_free(&svg);
}

bool dot_search(struct arena *arena, const struct dot_picture *picture, const struct dot_style *style,
                enum graphviz_effort effort, struct dot_budget *budget, struct text *dot, struct text *svg,
                const char **problem) {
    struct search search = {.arena = arena,
                            .picture = picture,
                            .style = style,
                            .effort = effort,
                            .budget = budget,
                            .arrows = picture->diagram == NULL ? 0 : picture->diagram->inner_end,
                            .dot = dot,
                            .svg = svg};
    const int64_t reserve_ms = budget->ms / 2;
    const size_t reserve = budget->layouts / 2;
    const size_t cost = 1 + search.arrows * search.arrows / COSTLY;
    for (size_t round = 0;
         round == 0 || (svg->length > 0 && budget->layouts >= reserve + BATCH * cost &&
                        budget->ms > reserve_ms && search.best.faults >= (round <= TIDY ? 1 : DRAWING_FAULT));
         round++) {
        struct dot_layout layouts[BATCH];
        const size_t count = round == 0 ? 1 : BATCH;
        for (size_t i = 0; i < count; i++)
            layouts[i] = layout_of(&search, round, i);
        if ((round - 1) % ROUNDS == ORDERED)
            search.recent.faults = SIZE_MAX;
        const char *failed = draw(&search, layouts, count);
        if (round == 0)
            *problem = failed;
        if (round % ROUNDS == 1 + NATURAL)
            memcpy(search.natural, layouts, sizeof layouts);
        if (round == TIDY)
            search.is_small = search.best.faults >= DRAWING_SMALL * DRAWING_FAULT;
        budget->layouts -= budget->layouts < count * cost ? budget->layouts : count * cost;
    }
    if (svg->length > 0 && !search.is_alone)
        draw_alone(&search);
    return svg->length > 0;
}
