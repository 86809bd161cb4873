#include "emit/diagram/dot_fit.h"

#include <string.h>

/* Points, as dot takes them on the average with the fonts and gaps of dot.c. */
enum {
    SHEET_WIDTH = 785, /* A4 across with 1 cm of margin */
    SHEET_HEIGHT = 538,
    AROUND = 110, /* title and legend */
    PASSING = 16, /* an arrow that goes by */
    STATE_CHARACTER = 8,
    STATE_MARGIN = 30,
    STATE_LINE = 16,
    STATE_WIDTH_MAX = 20, /* characters */
    LABEL_MARGIN = 10,
    LABEL_LINE = 15,
    LOOP = 20,
    BOX_WIDTH = 40, /* around what is in a composite */
    BOX_HEIGHT = 60,
};
/* The least scales that are enough: a part of many states can be divided again, a whole one is better. */
#define WHOLE_MIN       (10.0 / 12)
#define PART_MIN        0.95
#define LABEL_CHARACTER 7.2
#define TALLER          1.1 /* than this says, dot draws many pictures */
#define SURE            1.3 /* so much smaller than a sheet, it fits one however wrong this is */

enum {
    COLUMNS_MAX = 4,
    USUAL_WIDTH = 24,
    STATES_MAX = 250, /* of a larger picture nothing can be read on one sheet */
};

/* One machine's part of the picture. */
struct part {
    const struct dot_order *order;
    const struct dot_style *style;
    struct dot_label *labels; /* of each arrow */
    size_t *rank;             /* of each state */
    size_t rank_count;
    /* of each rank: the states in it, and the labels between it and the next */
    double *state_width, *state_height, *label_width, *label_height;
    double beside_width; /* of the widest label that leads from the box to other pictures */
};

/* The states at both ends, the upper one first; false where it does not begin at a state or a box. */
static bool ends_of(const struct part *part, const struct diagram_arrow *arrow, size_t *upper,
                    size_t *lower) {
    size_t from = dot_tail(part->order, arrow);
    if (from == MODEL_NOTHING)
        return false;
    bool is_back = dot_goes_back(part->order, arrow);
    *upper = is_back ? arrow->to : from;
    *lower = is_back ? from : arrow->to;
    return true;
}

/* Puts each state as low as all arrows from above demand; each pass settles at least one more rank. */
static void rank_states(struct part *part) {
    const struct diagram *diagram = part->order->diagram;
    bool changed = true;
    part->rank_count = 1;
    for (size_t pass = 0; changed && pass < diagram->machine->state_count; pass++) {
        changed = false;
        for (size_t i = 0; i < diagram->inner_end; i++) {
            size_t upper, lower;
            if (!ends_of(part, &diagram->arrows[i], &upper, &lower) || upper == lower ||
                part->rank[lower] > part->rank[upper])
                continue;
            part->rank[lower] = part->rank[upper] + 1;
            if (part->rank[lower] >= part->rank_count)
                part->rank_count = part->rank[lower] + 1;
            changed = true;
        }
    }
}

static void part_init(struct part *part, struct arena *arena, const struct dot_order *order,
                      const struct dot_style *style) {
    const struct diagram *diagram = order->diagram;
    *part = (struct part){.order = order, .style = style};
    part->labels = arena_alloc(arena, diagram->inner_end * sizeof *part->labels);
    for (size_t i = 0; i < diagram->inner_end; i++)
        part->labels[i] = dot_label(arena, diagram, style, &diagram->arrows[i]);
    part->rank = arena_alloc(arena, diagram->machine->state_count * sizeof *part->rank);
    rank_states(part);
    part->state_width = arena_alloc(arena, 4 * part->rank_count * sizeof *part->state_width);
    part->state_height = part->state_width + part->rank_count;
    part->label_width = part->state_height + part->rank_count;
    part->label_height = part->label_width + part->rank_count;
}

static void raise(double *least, double to) {
    if (*least < to)
        *least = to;
}

static void place_state(const struct part *part, size_t number) {
    const struct model_state *state = &part->order->diagram->machine->states[number];
    struct dot_extent label = dot_wrapped(state->label, STATE_WIDTH_MAX);
    if (diagram_shows_name(state) && !part->style->bare) {
        size_t length = strlen(state->name);
        label.widest = length > label.widest ? length : label.widest;
        label.lines++;
    }
    part->state_width[part->rank[number]] += (double)(label.widest * STATE_CHARACTER + STATE_MARGIN);
    raise(&part->state_height[part->rank[number]], (double)(label.lines * STATE_LINE + LABEL_MARGIN));
}

static void place_arrow(struct part *part, size_t number, size_t width) {
    const struct diagram *diagram = part->order->diagram;
    const struct diagram_arrow *arrow = &diagram->arrows[number];
    const struct dot_label *label = &part->labels[number];
    struct dot_extent whole = {0, 0};
    size_t upper, lower;
    if (!ends_of(part, arrow, &upper, &lower))
        return;
    for (size_t i = 0; i < label->line_count; i++) {
        const char *texts[] = {label->lines[i].titles, label->lines[i].note};
        for (size_t t = 0; t < 2 && texts[t] != NULL; t++) {
            struct dot_extent extent = dot_wrapped(texts[t], width);
            whole.lines += extent.lines;
            whole.widest = extent.widest > whole.widest ? extent.widest : whole.widest;
        }
    }
    double label_width = (double)whole.widest * LABEL_CHARACTER + LABEL_MARGIN;
    double label_height = (double)(whole.lines * LABEL_LINE);
    size_t first = part->rank[upper];
    size_t last = part->rank[lower];
    if (arrow->from.source == DIAGRAM_COMPOSITE && diagram_is_elsewhere(diagram, arrow->to)) {
        raise(&part->beside_width, label_width);
        return;
    }
    if (upper == lower) {
        part->state_width[first] += label_width + LOOP;
        raise(&part->state_height[first], label_height);
        return;
    }
    size_t middle = (first + last) / 2;
    for (size_t rank = first; rank < last; rank++)
        part->label_width[rank] += rank == middle ? label_width : PASSING;
    raise(&part->label_height[middle], label_height);
    for (size_t rank = first + 1; rank < last; rank++)
        part->state_width[rank] += PASSING;
}

static void measure(struct part *part, size_t arrow_width, double *width, double *height) {
    const struct diagram *diagram = part->order->diagram;
    size_t boxes = 0;
    for (size_t i = 0; i < diagram->machine->composite_count; i++)
        boxes += diagram_depth(&diagram->machine->composites[i]);
    double widest = 0;
    double high = (double)(AROUND + boxes * BOX_HEIGHT);
    part->beside_width = 0;
    memset(part->state_width, 0, 4 * part->rank_count * sizeof *part->state_width);
    for (size_t i = 0; i < diagram->machine->state_count; i++)
        place_state(part, i);
    for (size_t i = 0; i < diagram->inner_end; i++)
        place_arrow(part, i, arrow_width);
    for (size_t rank = 0; rank < part->rank_count; rank++) {
        raise(&widest, part->state_width[rank]);
        raise(&widest, part->label_width[rank]);
        high += part->state_height[rank] + part->label_height[rank];
    }
    *width += widest + (double)(boxes * BOX_WIDTH) + part->beside_width;
    raise(height, high);
}

static struct dot_fit fit_order(struct arena *arena, const struct dot_order *order,
                                const struct dot_style *style) {
    static const size_t widths[] = {USUAL_WIDTH, 28, 32, 36, 20, 18};
    struct dot_fit best = {.arrow_width = USUAL_WIDTH};
    struct part part;
    double chosen = 0;
    const size_t state_count = order->diagram->machine->state_count;
    if (state_count == 0 || state_count > STATES_MAX)
        return best;
    part_init(&part, arena, order, style);
    for (size_t i = 0; i < sizeof widths / sizeof *widths && best.scale < SURE; i++) {
        double width = 0;
        double height = 0;
        measure(&part, widths[i], &width, &height);
        const double across = SHEET_WIDTH / width, down = SHEET_HEIGHT / height;
        const double choice = down / TALLER < across ? down / TALLER : across;
        raise(&best.scale, down < across ? down : across);
        if (choice <= chosen)
            continue;
        chosen = choice;
        best.arrow_width = widths[i];
        best.width = width;
    }
    return best;
}

struct dot_fit dot_fit(struct arena *arena, const struct diagram *diagram, const struct dot_style *style,
                       struct dot_order *order) {
    struct dot_fit best = {0};
    for (size_t columns = 1; columns <= COLUMNS_MAX && !best.is_enough; columns++) {
        struct dot_order tried;
        dot_order_init(&tried, arena, diagram, columns);
        const struct dot_fit fit = fit_order(arena, &tried, style);
        if (columns > 1 && fit.scale <= best.scale)
            continue;
        best = fit;
        best.is_enough =
            fit.scale >= (!diagram->is_part || diagram_inside(diagram) < 4 ? WHOLE_MIN : PART_MIN);
        *order = tried;
    }
    return best;
}
