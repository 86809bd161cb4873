#include "emit/diagram/drawing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Points. */
#define APART         6.5  /* the ends of two lines at a box */
#define ALONG         3.03 /* a line so near to a border, for so long, looks like a part of it */
#define ALONG_MAX     17.9
#define BESIDE        2.7 /* likewise two lines */
#define BESIDE_MAX    38
#define NEAR          0.8 /* an arrow's words are nearer to its own line, by so much */
#define DETOUR        2.4 /* how much longer than the distance of its ends an arrow may be: times, and points */
#define DETOUR_MAX    95
#define BORDER        2.2 /* a dot so near to a border looks like one that belongs to it */
#define CROSSING_NEAR 45
#define CUT_OFF       9           /* a line that ends so far from a box does not end at it */
#define TIP_REACH     20          /* no head is longer */
#define LETTER        7.8         /* on the average */
#define LETTER_MIN    (8.05 / 12) /* the least scale, on a sheet of A4 across with 1 cm of margin */
#define SHEET_WIDTH   785
#define SHEET_HEIGHT  538

enum {
    FAULT_STRUCK = 5,
    FAULT_OTHER = 1,
    CROSSING_STEP = 4, /* points of a line */
    TIP_MAX = 8,
    TIP_STEPS = 6,
    STEP = 1,
    NAME_MAX = 200
};

struct box {
    double left, top, right, bottom;
};

struct point {
    double x, y;
};

enum drawing_kind { DRAWING_STATE, DRAWING_EVENT, DRAWING_BEGIN, DRAWING_TITLE, DRAWING_COMPOSITE };

struct drawing_thing {
    char name[NAME_MAX];
    enum drawing_kind kind;
    size_t arrow; /* of an event: its number in place[] */
    struct box box;
};

struct drawing_line {
    size_t event, other; /* its ends */
    bool is_in;          /* to the event */
    struct point *points;
    size_t count;
    double length;
    double step; /* the longest between two of its points */
    struct box box;
    struct point end;          /* at what is no event */
    struct point tip[TIP_MAX]; /* the corners of its head or dot */
    size_t tip_count;
};

struct drawing {
    struct arena *arena;
    struct drawing_thing *things;
    size_t thing_count;
    struct drawing_line *lines;
    size_t line_count;
};

/* ---- reading --------------------------------------------------------------------------------------- */

static const struct box nowhere = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

static void widen(struct box *box, struct point at) {
    box->left = fmin(box->left, at.x);
    box->right = fmax(box->right, at.x);
    box->top = fmin(box->top, at.y);
    box->bottom = fmax(box->bottom, at.y);
}

/* Behind the next `what` before `end`; NULL: there is none. */
static const char *behind(const char *at, const char *end, const char *what) {
    const char *found = strstr(at, what);
    return found == NULL || found >= end ? NULL : found + strlen(what);
}

static bool next_point(const char **at, struct point *point) {
    *at += strspn(*at, " ,MC");
    char *end;
    point->x = strtod(*at, &end);
    if (end == *at || *end != ',')
        return false;
    *at = end + 1;
    point->y = strtod(*at, &end);
    *at = end;
    return true;
}

static double attribute(const char *tag, const char *name) {
    const char *at = strstr(tag, name);
    return at == NULL ? 0 : strtod(at + strlen(name), NULL);
}

/* Copies the text before `end`, without a port, and at most NAME_MAX - 1 bytes of it. */
static void read_name(char *name, const char *at, const char *end) {
    const char *colon = memchr(at, ':', (size_t)(end - at));
    size_t length = (size_t)((colon == NULL ? end : colon) - at);
    length = length < NAME_MAX ? length : NAME_MAX - 1;
    memcpy(name, at, length);
    name[length] = '\0';
}

static size_t find_thing(const struct drawing *d, const char *name) {
    size_t i = 0;
    while (i < d->thing_count && strcmp(d->things[i].name, name) != 0)
        i++;
    return i;
}

/* Of a text up to a tag: in UTF-8, and "&#160;" is one. */
static double characters_of(const char *text) {
    size_t count = 0;
    for (; *text != '<' && *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xC0) != 0x80;
        if (*text == '&')
            text += strcspn(text, ";<") - 1;
    }
    return (double)count;
}

/* Of all lines or letters that are drawn of it. */
static struct box read_box(const char *at, const char *end, bool is_text) {
    struct box box = nowhere;
    for (const char *shape = at; (shape = strchr(shape, '<')) != NULL && shape < end; shape++) {
        const char *list = strncmp(shape, "<path", 5) == 0      ? strstr(shape, " d=\"")
                           : strncmp(shape, "<polygon", 8) == 0 ? strstr(shape, " points=\"")
                                                                : NULL;
        struct point point;
        if (list != NULL && !is_text)
            for (list = strchr(list, '"') + 1; next_point(&list, &point);)
                widen(&box, point);
        if (strncmp(shape, "<ellipse", 8) == 0 && !is_text) {
            const double x = attribute(shape, " cx=\""), y = attribute(shape, " cy=\"");
            const double radius = attribute(shape, " rx=\"");
            widen(&box, (struct point){x - radius, y - radius});
            widen(&box, (struct point){x + radius, y + radius});
        }
        if (is_text && strncmp(shape, "<text", 5) == 0) {
            const double x = attribute(shape, " x=\""), y = attribute(shape, " y=\"");
            const double size = attribute(shape, "font-size=\"");
            widen(&box, (struct point){x, y - 0.75 * size});
            widen(&box, (struct point){x + LETTER * characters_of(strchr(shape, '>') + 1), y + 0.22 * size});
        }
    }
    return box;
}

static void add_thing(struct drawing *d, const char *class, const char *end) {
    static const char *const classes[] = {"node event", "node begin",      "node title",  "node question",
                                          "cluster ",   "cluster machine", "cluster flow"};
    static const enum drawing_kind kinds[] = {DRAWING_EVENT,     DRAWING_BEGIN, DRAWING_TITLE, DRAWING_TITLE,
                                              DRAWING_COMPOSITE, DRAWING_TITLE, DRAWING_TITLE};
    const char *title = behind(class, end, "<title>");
    if (title == NULL || strncmp(class, "cluster gap", strlen("cluster gap")) == 0)
        return;
    d->things = arena_grow(d->arena, d->things, d->thing_count, sizeof *d->things);
    struct drawing_thing *thing = &d->things[d->thing_count++];
    *thing = (struct drawing_thing){.kind = DRAWING_STATE};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strncmp(class, classes[i], strlen(classes[i])) == 0)
            thing->kind = kinds[i];
    read_name(thing->name, title, title + strcspn(title, "<"));
    thing->box = read_box(title, end, thing->kind == DRAWING_TITLE);
}

static double distance(struct point one, struct point other) {
    return hypot(one.x - other.x, one.y - other.y);
}

static void add_point(struct drawing_line *line, struct point at) {
    const double step = line->count == 0 ? 0 : distance(at, line->points[line->count - 1]);
    line->length += step;
    line->step = fmax(line->step, step);
    line->points[line->count++] = at;
    widen(&line->box, at);
}

/* In straight pieces of about STEP points. */
static void read_curve(struct drawing *d, struct drawing_line *line, const char *at) {
    struct point p[4];
    size_t room = 1;
    const char *again = at;
    struct point before = {0, 0};
    for (bool is_first = true; next_point(&again, &p[0]); before = p[0], is_first = false)
        room += is_first ? 1 : (size_t)(hypot(p[0].x - before.x, p[0].y - before.y) / STEP) + 4;
    line->points = arena_alloc(d->arena, (room * 3 + TIP_STEPS) * sizeof *line->points);
    if (!next_point(&at, &p[0]))
        return;
    add_point(line, p[0]);
    while (next_point(&at, &p[1]) && next_point(&at, &p[2]) && next_point(&at, &p[3])) {
        double around = 0;
        for (size_t i = 0; i < 3; i++)
            around += hypot(p[i + 1].x - p[i].x, p[i + 1].y - p[i].y);
        const size_t steps = (size_t)(around / STEP) + 1;
        for (size_t i = 1; i <= steps; i++) {
            const double t = (double)i / (double)steps, u = 1 - t;
            const double w[] = {u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t};
            add_point(line, (struct point){w[0] * p[0].x + w[1] * p[1].x + w[2] * p[2].x + w[3] * p[3].x,
                                           w[0] * p[0].y + w[1] * p[1].y + w[2] * p[2].y + w[3] * p[3].y});
        }
        p[0] = p[3];
    }
}

/* Its head or its dot, at the end that is no event. */
static void read_tip(struct drawing_line *line, bool is_last, const char *at, const char *end) {
    const char *polygon = behind(at, end, "<polygon"), *ellipse = behind(at, end, "<ellipse");
    const struct point last = line->points[is_last ? line->count - 1 : 0];
    line->end = last;
    line->is_in = polygon == NULL;
    if (polygon != NULL && (polygon = behind(polygon, end, " points=\"")) != NULL) {
        struct point corner;
        while (line->tip_count < TIP_MAX && next_point(&polygon, &corner)) {
            line->tip[line->tip_count++] = corner;
            if (distance(corner, last) > distance(line->end, last))
                line->end = corner;
        }
    } else if (ellipse != NULL) {
        const struct point centre = {attribute(ellipse, " cx=\""), attribute(ellipse, " cy=\"")};
        const double radius = attribute(ellipse, " rx=\"");
        line->end = (struct point){2 * centre.x - last.x, 2 * centre.y - last.y};
        for (size_t i = 0; i < 4; i++)
            line->tip[line->tip_count++] = (struct point){centre.x + (i == 0   ? radius
                                                                      : i == 2 ? -radius
                                                                               : 0),
                                                          centre.y + (i == 1   ? radius
                                                                      : i == 3 ? -radius
                                                                               : 0)};
    }
}

/* The line goes on through its head. */
static void add_tip(struct drawing_line *line, bool is_last) {
    const struct point last = line->points[is_last ? line->count - 1 : 0], end = line->end;
    if (!is_last)
        memmove(line->points + TIP_STEPS, line->points, line->count * sizeof *line->points);
    for (size_t i = 0; i < TIP_STEPS; i++) {
        const double t = (double)(i + 1) / TIP_STEPS;
        line->points[is_last ? line->count + i : TIP_STEPS - 1 - i] =
            (struct point){last.x + t * (end.x - last.x), last.y + t * (end.y - last.y)};
    }
    line->count += TIP_STEPS;
    line->length += distance(last, end);
    line->step = fmax(line->step, distance(last, end) / TIP_STEPS);
    widen(&line->box, end);
}

static double to_box(struct point at, const struct box *box) {
    return hypot(fmax(fmax(box->left - at.x, 0), at.x - box->right),
                 fmax(fmax(box->top - at.y, 0), at.y - box->bottom));
}

static double to_border(struct point at, const struct box *box) {
    const double inside =
        fmin(fmin(at.x - box->left, box->right - at.x), fmin(at.y - box->top, box->bottom - at.y));
    return inside >= 0 ? inside : to_box(at, box);
}

/* A line that is cut off at the border of a composite ends there, and not at what it is written to end at. */
static void find_border(const struct drawing *d, struct drawing_line *line) {
    if (to_box(line->end, &d->things[line->other].box) < CUT_OFF)
        return;
    double least = HUGE_VAL;
    for (size_t i = 0; i < d->thing_count; i++)
        if (d->things[i].kind == DRAWING_COMPOSITE && to_border(line->end, &d->things[i].box) < least) {
            least = to_border(line->end, &d->things[i].box);
            line->other = i;
        }
}

static void add_line(struct drawing *d, const char *class, const char *end) {
    static const char to[] = "&#45;&gt;";
    const char *title = behind(class, end, "<title>");
    const char *path = behind(class, end, "<path fill=\"none\"");
    const char *middle = title == NULL ? NULL : strstr(title, to);
    path = path == NULL ? NULL : behind(path, end, " d=\"");
    if (middle == NULL || middle >= end || path == NULL)
        return;
    char names[2][NAME_MAX];
    read_name(names[0], title, middle);
    const char *head = middle + strlen(to);
    read_name(names[1], head, head + strcspn(head, "<"));
    const size_t ends[2] = {find_thing(d, names[0]), find_thing(d, names[1])};
    if (ends[0] == d->thing_count || ends[1] == d->thing_count)
        return;
    d->lines = arena_grow(d->arena, d->lines, d->line_count, sizeof *d->lines);
    struct drawing_line *line = &d->lines[d->line_count];
    *line = (struct drawing_line){.box = nowhere};
    const bool is_last = d->things[ends[0]].kind == DRAWING_EVENT || d->things[ends[1]].kind != DRAWING_EVENT;
    line->event = ends[is_last ? 0 : 1];
    line->other = ends[is_last ? 1 : 0];
    read_curve(d, line, path);
    if (line->count == 0)
        return;
    read_tip(line, is_last, path, end);
    add_tip(line, is_last);
    find_border(d, line);
    d->line_count++;
}

static void read_all(struct drawing *d, const char *svg, bool are_lines) {
    static const char begin[] = "<g id=\"";
    for (const char *at = strstr(svg, begin), *next; at != NULL; at = next) {
        at += strlen(begin);
        next = strstr(at, begin);
        while (next != NULL && strncmp(next + strlen(begin), "a_", 2) == 0) /* a link of the same thing */
            next = strstr(next + 1, begin);
        const char *end = next == NULL ? at + strlen(at) : next;
        const char *class = behind(at, end, " class=\"");
        const bool is_line = strncmp(at, "edge", 4) == 0;
        if (class == NULL || is_line != are_lines || strncmp(class, "graph", 5) == 0)
            continue;
        if (is_line)
            add_line(d, class, end);
        else
            add_thing(d, class, end);
    }
}

/* ---- counting -------------------------------------------------------------------------------------- */

static double apart(const struct box *one, const struct box *other) {
    return hypot(fmax(fmax(one->left - other->right, other->left - one->right), 0),
                 fmax(fmax(one->top - other->bottom, other->top - one->bottom), 0));
}

static bool runs_along(const struct drawing_line *line, const struct box *box) {
    double run = 0;
    for (size_t i = 1; i < line->count; i++) {
        run = to_border(line->points[i], box) < ALONG ? run + distance(line->points[i], line->points[i - 1])
                                                      : 0;
        if (run > ALONG_MAX)
            return true;
    }
    return false;
}

/* From a point that is far away, no other is near for some steps. */
static bool is_beside(struct point at, const struct drawing_line *line) {
    for (size_t i = 0; i < line->count; i++) {
        const double away = distance(at, line->points[i]) - BESIDE;
        if (away < 0)
            return true;
        i += (size_t)(away / line->step);
    }
    return false;
}

static bool run_together(const struct drawing_line *one, const struct drawing_line *other) {
    double run = 0;
    for (size_t i = 1; i < one->count; i++) {
        run = to_box(one->points[i], &other->box) < BESIDE && is_beside(one->points[i], other)
                  ? run + distance(one->points[i], one->points[i - 1])
                  : 0;
        if (run > BESIDE_MAX)
            return true;
    }
    return false;
}

static bool is_inside(struct point at, const struct point *corners, size_t count) {
    bool is_left = false, is_right = false;
    for (size_t i = 0; i < count; i++) {
        const struct point a = corners[i], b = corners[(i + 1) % count];
        const double turn = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        is_left = is_left || turn < 0;
        is_right = is_right || turn > 0;
    }
    return !(is_left && is_right);
}

static bool covers(const struct drawing_line *line, const struct drawing_line *tip) {
    if (tip->tip_count < 3 || distance(tip->end, line->end) < APART || /* which is counted already */
        to_box(tip->end, &line->box) > TIP_REACH)
        return false;
    for (size_t i = 0; i < line->count; i++)
        if (is_inside(line->points[i], tip->tip, tip->tip_count))
            return true;
    return false;
}

static double turn(struct point a, struct point b, struct point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Notes whether one is near to the box that the first line ends at. */
static size_t count_crossings(const struct drawing *d, const struct drawing_line *one,
                              const struct drawing_line *other, bool *is_near) {
    size_t crossings = 0;
    struct point a = one->points[0];
    for (size_t i = CROSSING_STEP; i < one->count + CROSSING_STEP - 1; i += CROSSING_STEP) {
        const struct point b = one->points[i < one->count ? i : one->count - 1];
        struct point c = other->points[0];
        const bool is_close = to_box(a, &other->box) <= distance(a, b);
        for (size_t k = CROSSING_STEP; is_close && k < other->count + CROSSING_STEP - 1; k += CROSSING_STEP) {
            const struct point e = other->points[k < other->count ? k : other->count - 1];
            if ((turn(a, b, c) > 0) != (turn(a, b, e) > 0) && (turn(c, e, a) > 0) != (turn(c, e, b) > 0)) {
                crossings++;
                *is_near = *is_near || to_box(a, &d->things[one->other].box) < CROSSING_NEAR;
            }
            c = e;
        }
        a = b;
    }
    return crossings;
}

static double *end_of(const struct drawing *d, const struct drawing_line *line, struct drawing_place *place) {
    return &place[d->things[line->event].arrow].end[!line->is_in];
}

/* Lines that end at the same box can do without crossings near it: their ends are exchanged. */
static size_t crossings_of(const struct drawing *d, const struct drawing_line *one,
                           const struct drawing_line *other, struct drawing_place *place) {
    bool is_near = false;
    const size_t crossings = apart(&one->box, &other->box) > 0 ? 0 : count_crossings(d, one, other, &is_near);
    if (one->other != other->other || d->things[one->other].kind == DRAWING_BEGIN)
        return crossings;
    if (crossings % 2 == 1) {
        const double before = *end_of(d, one, place);
        *end_of(d, one, place) = *end_of(d, other, place);
        *end_of(d, other, place) = before;
    }
    return is_near && one->event != other->event ? DRAWING_FAULT : crossings;
}

static size_t faults_of_pair(const struct drawing *d, const struct drawing_line *one,
                             const struct drawing_line *other) {
    size_t faults = 0;
    if (one->other == other->other && d->things[one->other].kind != DRAWING_BEGIN &&
        distance(one->end, other->end) < APART)
        faults += one->is_in != other->is_in ? FAULT_STRUCK : FAULT_OTHER;
    if (apart(&one->box, &other->box) > APART)
        return faults;
    if (!(one->event == other->event && one->is_in && other->is_in) && run_together(one, other))
        faults++;
    return faults + covers(one, other) + covers(other, one);
}

static bool is_dot_at(const struct drawing_line *line, const struct box *box) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < line->tip_count; i++)
        least = fmin(least, to_border(line->tip[i], box));
    return least < BORDER;
}

static size_t faults_at(const struct drawing *d, const struct drawing_line *line,
                        const struct drawing_thing *thing) {
    const bool is_own = thing == &d->things[line->event] || thing == &d->things[line->other];
    const struct box within = {thing->box.left + 1, thing->box.top + 1, thing->box.right - 1,
                               thing->box.bottom - 1};
    if (apart(&line->box, &thing->box) > ALONG)
        return 0;
    size_t faults = thing->kind != DRAWING_TITLE && runs_along(line, &thing->box) ? FAULT_OTHER : 0;
    if (line->is_in && !is_own && (thing->kind == DRAWING_STATE || thing->kind == DRAWING_COMPOSITE))
        faults += is_dot_at(line, &thing->box);
    if (is_own || thing->kind == DRAWING_COMPOSITE)
        return faults;
    for (size_t i = 0; i < line->count; i++)
        if (to_box(line->points[i], &within) == 0)
            return faults + FAULT_STRUCK;
    return faults;
}

/* Whether its words are nearer to another line. */
static bool is_far(const struct drawing *d, size_t event) {
    double own = HUGE_VAL, other = HUGE_VAL;
    for (size_t i = 0; i < d->line_count; i++) {
        const struct drawing_line *line = &d->lines[i];
        double *least = line->event == event ? &own : &other;
        if (apart(&line->box, &d->things[event].box) < *least)
            for (size_t k = 0; k < line->count; k++)
                *least = fmin(*least, to_box(line->points[k], &d->things[event].box));
    }
    return other < own + NEAR;
}

/* Whether the words that both lines lead to and from take a way round. */
static bool is_long(const struct drawing *d, const struct drawing_line *in, const struct drawing_line *out) {
    const struct drawing_thing *from = &d->things[in->other], *to = &d->things[out->other];
    if (in->event != out->event || !in->is_in || out->is_in || from->kind == DRAWING_BEGIN)
        return false;
    const struct box *words = &d->things[in->event].box;
    const double around = words->right - words->left + words->bottom - words->top;
    return in->length + out->length > DETOUR * (apart(&from->box, &to->box) + around / 2) + DETOUR_MAX;
}

size_t drawing_faults(struct arena *arena, const char *svg, size_t arrow_count, bool is_downwards,
                      struct drawing_place *place) {
    struct drawing d = {.arena = arena};
    size_t faults = 0, crossings = 0;
    read_all(&d, svg, false);
    read_all(&d, svg, true);
    for (size_t i = 0; i < d.thing_count; i++) {
        struct drawing_thing *thing = &d.things[i];
        faults += thing->kind == DRAWING_EVENT && is_far(&d, i) ? FAULT_STRUCK : 0;
        const char *number = strstr(thing->name, ".&gt;");
        const size_t arrow = number == NULL ? 0 : (size_t)strtoul(number + strlen(".&gt;"), NULL, 10);
        thing->arrow = arrow > 0 && arrow <= arrow_count ? arrow - 1 : 0;
        if (thing->kind == DRAWING_EVENT && arrow > 0 && arrow <= arrow_count)
            place[arrow - 1].words = is_downwards ? (thing->box.top + thing->box.bottom) / 2
                                                  : (thing->box.left + thing->box.right) / 2;
    }
    for (size_t i = 0; i < d.line_count && arrow_count > 0; i++)
        *end_of(&d, &d.lines[i], place) = is_downwards ? d.lines[i].end.y : d.lines[i].end.x;
    for (size_t i = 0; i < d.line_count; i++) {
        for (size_t k = 0; k < d.thing_count; k++)
            faults += faults_at(&d, &d.lines[i], &d.things[k]);
        for (size_t k = 0; k < i; k++)
            crossings += crossings_of(&d, &d.lines[i], &d.lines[k], place);
        for (size_t k = 0; k < d.line_count; k++)
            faults += (k < i ? faults_of_pair(&d, &d.lines[i], &d.lines[k]) : 0) +
                      (k != i && is_long(&d, &d.lines[i], &d.lines[k]));
    }
    const char *tag = strstr(svg, "<svg");
    const double width = tag == NULL ? 0 : attribute(tag, " width=\"");
    const double height = tag == NULL ? 0 : attribute(tag, " height=\"");
    if (arrow_count > 0 && (width * LETTER_MIN > SHEET_WIDTH || height * LETTER_MIN > SHEET_HEIGHT))
        faults += DRAWING_SMALL;
    return faults * DRAWING_FAULT + crossings;
}
