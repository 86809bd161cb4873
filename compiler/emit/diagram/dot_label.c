#include "emit/diagram/dot_label.h"

#include "base/escape.h"

#include <string.h>

enum {
    TOGETHER_MIN = 3,  /* two lines without notes are read faster below each other */
    TOGETHER_MAX = 64, /* of more, nobody reads any */
};

/* ---- lines ----------------------------------------------------------------------------------------- */

static enum dot_mark mark_of(const struct diagram *diagram, const struct dot_style *style,
                             const struct diagram_line *line) {
    return style->arrow_mark == NULL ? DOT_SAME : style->arrow_mark[line->arrow - diagram->machine->arrows];
}

/* Whether both are told in one: the same is said of them, or of more than two nothing at all. */
static bool told_together(const struct diagram_arrow *arrow, const struct diagram_line *one,
                          const struct diagram_line *other) {
    const bool is_apart = one->from != NULL;
    const char *const ends[][2] = {{one->from, other->from},
                                   {one->to, other->to},
                                   {is_apart ? one->when : NULL, is_apart ? other->when : NULL}};
    for (size_t i = 0; i < 3; i++)
        if (strcmp(ends[i][0] == NULL ? "" : ends[i][0], ends[i][1] == NULL ? "" : ends[i][1]) != 0)
            return false;
    if (one->by_itself != other->by_itself)
        return false;
    if (one->note == NULL || other->note == NULL)
        return one->note == other->note && (one->from != NULL || arrow->line_count >= TOGETHER_MIN);
    return strcmp(one->note, other->note) == 0;
}

static const char *title_of(struct arena *arena, const struct diagram_line *line) {
    return line->when == NULL || line->from != NULL ? line->title
                                                    : arena_printf(arena, "%s: %s", line->when, line->title);
}

/* a, b or c */
static const char *list(struct arena *arena, const char *const *titles, size_t count) {
    const char *all = titles[0];
    for (size_t i = 1; i < count; i++)
        all = arena_printf(arena, "%s%s%s", all, text_separator(i, count, " or "), titles[i]);
    return all;
}

struct dot_label dot_label(struct arena *arena, const struct diagram *diagram, const struct dot_style *style,
                           const struct diagram_arrow *arrow) {
    struct dot_label_line *lines = arena_alloc(arena, arrow->line_count * sizeof *lines);
    struct dot_label label = {0, lines};
    bool told[TOGETHER_MAX] = {false};
    bool few = arrow->line_count <= TOGETHER_MAX;
    for (size_t i = 0; i < arrow->line_count; i++) {
        const struct diagram_line *line = &arrow->lines[i];
        enum dot_mark mark = mark_of(diagram, style, line);
        const char *together[TOGETHER_MAX] = {title_of(arena, line)};
        size_t count = 1;
        if (few && told[i])
            continue;
        for (size_t k = i + 1; few && mark == DOT_SAME && k < arrow->line_count; k++) {
            const struct diagram_line *other = &arrow->lines[k];
            if (told[k] || mark_of(diagram, style, other) != DOT_SAME || !told_together(arrow, line, other))
                continue;
            together[count++] = title_of(arena, other);
            told[k] = true;
        }
        const char *titles = list(arena, together, count);
        if (line->from != NULL)
            titles = arena_printf(arena, "from %s%s%s: %s", line->from, line->when == NULL ? "" : ", ",
                                  line->when == NULL ? "" : line->when, titles);
        if (line->to != NULL)
            titles = arena_printf(arena, "%s \xE2\x86\x92 %s", titles, line->to);
        if (label.line_count > 0)
            titles = arena_printf(arena, DOT_OR " %s", titles);
        const uint64_t signs = line->signs | (line->from != NULL ? SIGN_BIT(FROM) : 0) |
                               (line->to != NULL ? SIGN_BIT(ELSEWHERE) : 0) |
                               (line->by_itself && !arrow->by_itself ? SIGN_BIT(TIMED) : 0);
        lines[label.line_count++] = (struct dot_label_line){titles, line->note, line->by_itself, mark, signs};
    }
    return label;
}

/* ---- breaking -------------------------------------------------------------------------------------- */

/* The next word, in characters; 0: there is none. Steps on to it. */
static size_t next_word(const char **text, size_t *length) {
    size_t characters = 0;
    *text += strspn(*text, " \n");
    *length = strcspn(*text, " \n");
    for (size_t i = 0; i < *length; i++)
        characters += ((unsigned char)(*text)[i] & 0xC0) != 0x80;
    return characters;
}

/* out may be NULL. */
static struct dot_extent wrap(struct text *out, const char *text, size_t width, const char *br) {
    struct dot_extent extent = {0, 0};
    size_t column = 0;
    size_t length;
    for (size_t word; (word = next_word(&text, &length)) > 0; text += length) {
        bool fits = column > 0 && column + 1 + word <= width;
        if (out != NULL) {
            text_put(out, fits ? " " : column > 0 ? br : "");
            escape_dot_html(out, text, length);
        }
        extent.lines += !fits;
        column = fits ? column + 1 + word : word;
        extent.widest = column > extent.widest ? column : extent.widest;
    }
    return extent;
}

void dot_wrap(struct text *out, const char *text, size_t width, const char *br) {
    wrap(out, text, width, br);
}

struct dot_extent dot_wrapped(const char *text, size_t width) {
    return wrap(NULL, text, width, "");
}
