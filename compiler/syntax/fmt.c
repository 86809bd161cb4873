#include "syntax/fmt.h"

#include "syntax/fmt_pieces.h"

#include <string.h>

enum { BRACES_MAX = 64, BODY_INDENT = 2, ITEM_INDENT = 4, PARENS_SHOWN = 8, TAB_COLUMNS = 8 };

/* Lines that are longer keep their comments at two blanks, and do not push those of their neighbours. */
enum { ALIGNED_COLUMNS = 80 };

enum body_layout {
    BODY_BROKEN,
    BODY_ONE_LINE,
    BODY_LIST, /* one item over several lines, without a `;` */
};

struct body {
    enum body_layout layout;
    size_t indent;
    bool empty;        /* so far */
    bool names_fields; /* `data { key: text; }`: its items begin with names, whatever those are */
};

struct trailing {  /* a comment at the end of a line */
    size_t offset; /* in the text */
    size_t line;
    size_t depth; /* of the braces where its line begins */
    size_t width; /* of what stands before it */
};

struct cursor {
    size_t line;
    size_t line_start;
    size_t line_depth;
    size_t depth;
    size_t parens;
    size_t trailing_count;
    bool item_begins;
    bool comment_leads;    /* a comment stands before the item on its line */
    bool breaks;           /* a line end that was written before a comma comes after it */
    bool refers;           /* the last token is the colon of a reference */
    bool begins_with_data; /* the item's first token is the word */
    int before_last, last; /* tokens of the item; 0 where there are none yet */
};

struct layout {
    const struct pieces *pieces;
    struct text text; /* comments at the ends of lines follow without a blank: align() puts them in */
    struct cursor at;
    struct body bodies[BRACES_MAX + 1];
    struct trailing *trailing;
    struct { /* where to go back to if a body does not fit on its line */
        size_t open;
        size_t text_length;
        struct cursor at;
    } tried;
    size_t too_long; /* the { of such a body */
};

/* ---- writing --------------------------------------------------------------------------------------- */

static size_t columns(const char *text, size_t length) {
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\t')
            column += TAB_COLUMNS - column % TAB_COLUMNS;
        else
            column += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return column;
}

static size_t column(const struct layout *layout) {
    if (layout->text.length == layout->at.line_start)
        return 0;
    return columns(layout->text.data + layout->at.line_start, layout->text.length - layout->at.line_start);
}

static void put_line_end(struct layout *layout) {
    text_char(&layout->text, '\n');
    layout->at.line++;
    layout->at.line_start = layout->text.length;
}

static void put_blanks(struct text *text, size_t count) {
    while (count-- > 0)
        text_char(text, ' ');
}

static void start_line(struct layout *layout, size_t indent, bool blank_line) {
    if (layout->text.length > 0)
        put_line_end(layout);
    if (blank_line)
        put_line_end(layout);
    put_blanks(&layout->text, indent);
    layout->at.line_depth = layout->at.depth;
}

/* Text that may have line ends in it. */
static void put_raw(struct layout *layout, const char *text, size_t length) {
    const char *end = text + length;
    for (const char *line_end; (line_end = memchr(text, '\n', (size_t)(end - text))) != NULL;
         text = line_end + 1) {
        text_write(&layout->text, text, (size_t)(line_end - text));
        put_line_end(layout);
    }
    text_write(&layout->text, text, (size_t)(end - text));
}

/* Where a comment at the end of the line stands before, the column is not known yet. */
static bool after_trailing(const struct layout *layout) {
    size_t count = layout->at.trailing_count;
    return count > 0 && layout->trailing[count - 1].line == layout->at.line;
}

/* Without blanks at the ends of its lines; its further lines are moved as far as its first one was. */
static void put_comment(struct layout *layout, const struct fmt_piece *piece) {
    const char *source = layout->pieces->source->text;
    const char *start = source + piece->offset;
    const char *end = start + piece->length;
    const char *line = start;
    while (line > source && line[-1] != '\n' && piece->line != piece->end_line)
        line--;
    size_t was = columns(line, (size_t)(start - line));
    size_t is = piece->line != piece->end_line && !after_trailing(layout) ? column(layout) : was;
    for (line = start;;) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        const char *last = line_end == NULL ? end : line_end;
        while (last > line && (last[-1] == ' ' || last[-1] == '\t'))
            last--;
        if (line > start && last > line && is != was) {
            size_t blanks = strspn(line, " \t");
            size_t width = columns(line, blanks) + is;
            put_blanks(&layout->text, width > was ? width - was : 0);
            line += blanks;
        }
        text_write(&layout->text, line, (size_t)(last - line));
        if (line_end == NULL)
            return;
        put_line_end(layout);
        line = line_end + 1;
    }
}

/* ---- tokens ---------------------------------------------------------------------------------------- */

static struct body *body(struct layout *layout) {
    return &layout->bodies[layout->at.depth];
}

static bool is_word(int kind) {
    return kind == TOKEN_NAME || token_is_keyword(kind);
}

/* `:x` refers to something, in `x: text` the colon belongs to the name before it. */
static bool colon_refers(const struct layout *layout) {
    bool begins = layout->at.before_last == 0 && !layout->bodies[layout->at.depth].names_fields;
    return !is_word(layout->at.last) ||
           (begins && (layout->at.last == TOKEN_AT || layout->at.last == TOKEN_AFTER ||
                       layout->at.last == TOKEN_KEY || layout->at.last == TOKEN_EMIT));
}

/* Whether a blank stands between the item's last token and the next one. */
static bool blank_before(const struct layout *layout, int kind) {
    if (layout->at.refers)
        return false;
    switch (layout->at.last) {
    case TOKEN_OPEN_PAREN:
    case TOKEN_OPEN_BRACKET:
    case TOKEN_DOT:
        return false;
    default:
        break;
    }
    switch (kind) {
    case TOKEN_SEMICOLON:
    case TOKEN_COMMA:
    case TOKEN_DOT:
    case TOKEN_QUESTION:
    case TOKEN_CLOSE_PAREN:
    case TOKEN_CLOSE_BRACKET:
        return false;
    case TOKEN_COLON:
        return colon_refers(layout);
    case TOKEN_OPEN_PAREN:
        return !is_word(layout->at.last) || layout->at.before_last == TOKEN_SERIALIZE;
    default:
        return true;
    }
}

static bool may_begin_line(int kind) {
    return kind != TOKEN_SEMICOLON && kind != TOKEN_COMMA && kind != TOKEN_DOT && kind != TOKEN_QUESTION &&
           kind != TOKEN_COLON && kind != TOKEN_OPEN_PAREN && kind != TOKEN_OPEN_BRACE;
}

/* The indentation of a line that an item goes on in. */
static size_t item_indent(struct layout *layout, int kind) {
    size_t indent = body(layout)->indent;
    size_t parens = layout->at.parens < PARENS_SHOWN ? layout->at.parens : PARENS_SHOWN;
    if (kind == TOKEN_OPEN_BRACE)
        return indent;
    if (parens > 0)
        return indent + BODY_INDENT * (kind == TOKEN_CLOSE_PAREN ? parens - 1 : parens);
    return body(layout)->layout == BODY_LIST ? indent : indent + ITEM_INDENT;
}

static void begin_item(struct layout *layout) {
    layout->at.item_begins = true;
    layout->at.comment_leads = false;
    layout->at.breaks = false;
    layout->at.refers = false;
    layout->at.parens = 0;
    layout->at.before_last = layout->at.last = 0;
}

/* ---- bodies ---------------------------------------------------------------------------------------- */

static enum body_layout choose_layout(struct layout *layout, size_t open) {
    const struct fmt_piece *list = layout->pieces->list;
    size_t close = list[open].match;
    bool has_items = false;
    bool has_bodies = false;
    bool has_line_comments = false;
    for (size_t i = open + 1; i < close; i++) {
        has_items = has_items || list[i].kind == TOKEN_SEMICOLON;
        has_bodies = has_bodies || list[i].kind == TOKEN_OPEN_BRACE;
        has_line_comments = has_line_comments || list[i].kind == PIECE_LINE_COMMENT;
    }
    bool one_line = list[open].line == list[close].line && !has_bodies && !has_line_comments;
    if (close == open + 1 || (one_line && !has_items))
        return BODY_ONE_LINE;
    if (one_line && layout->at.depth > 0 && layout->too_long != open) {
        layout->tried.open = open;
        return BODY_ONE_LINE;
    }
    return has_items || has_bodies ? BODY_BROKEN : BODY_LIST;
}

static void open_body(struct layout *layout, size_t open) {
    enum body_layout chosen = choose_layout(layout, open);
    size_t indent = body(layout)->indent + BODY_INDENT;
    bool names_fields = layout->at.begins_with_data && layout->at.before_last == TOKEN_DATA;
    layout->at.depth++;
    *body(layout) =
        (struct body){.layout = chosen, .indent = indent, .empty = true, .names_fields = names_fields};
    begin_item(layout);
}

/* False where the body does not fit on its line: the layout is back before its opening brace. */
static bool close_body(struct layout *layout, size_t close) {
    struct body *closed = body(layout);
    size_t open = layout->tried.open;
    bool was_tried = layout->pieces->list[open].match == close;
    layout->at.depth--;
    if (closed->layout != BODY_ONE_LINE)
        start_line(layout, body(layout)->indent, false);
    else if (!closed->empty)
        text_char(&layout->text, ' ');
    text_char(&layout->text, '}');
    if (!was_tried || column(layout) <= FMT_COLUMNS)
        return true;
    layout->text.length = layout->tried.text_length;
    layout->at = layout->tried.at;
    layout->too_long = open;
    return false;
}

/* ---- pieces ---------------------------------------------------------------------------------------- */

static void begin_line_of_item(struct layout *layout, const struct fmt_piece *piece) {
    struct body *around = body(layout);
    if (around->layout == BODY_ONE_LINE)
        text_char(&layout->text, ' ');
    else
        start_line(layout, around->indent, piece->lines_before > 1 && !around->empty);
    around->empty = false;
}

static void place_comment(struct layout *layout, size_t i) {
    const struct fmt_piece *piece = &layout->pieces->list[i];
    bool same_line = i > 0 && piece->lines_before == 0;
    bool ends_line = piece->ends_line || (piece->ends_body && body(layout)->layout != BODY_ONE_LINE);
    bool after_comment = i > 0 && piece_is_comment(piece - 1);
    if (same_line && ends_line && piece->line == piece->end_line && !after_comment) {
        layout->trailing[layout->at.trailing_count++] = (struct trailing){.offset = layout->text.length,
                                                                          .line = layout->at.line,
                                                                          .depth = layout->at.line_depth,
                                                                          .width = column(layout)};
    } else if (same_line && (!layout->at.item_begins || ends_line || layout->at.comment_leads)) {
        text_char(&layout->text, ' ');
    } else if (layout->at.item_begins) {
        begin_line_of_item(layout, piece);
        layout->at.comment_leads = true;
    } else {
        start_line(layout, item_indent(layout, piece->kind), false);
    }
    put_comment(layout, piece);
}

static void place_in_item(struct layout *layout, size_t i) {
    const struct fmt_piece *piece = &layout->pieces->list[i];
    bool after_line_end = piece_is_comment(piece - 1) && piece->lines_before > 0;
    bool breaks = (layout->at.breaks || piece->lines_before > 0) && may_begin_line(piece->kind);
    layout->at.breaks = piece->kind == TOKEN_COMMA && piece->lines_before > 0 && !piece_is_comment(piece + 1);
    if (after_line_end || breaks)
        start_line(layout, item_indent(layout, piece->kind), false);
    else if (blank_before(layout, piece->kind))
        text_char(&layout->text, ' ');
}

/* The next piece to place. */
static size_t place_token(struct layout *layout, size_t i) {
    const struct fmt_piece *piece = &layout->pieces->list[i];
    if (piece->kind == TOKEN_CLOSE_BRACE) {
        if (!close_body(layout, i))
            return layout->too_long;
        begin_item(layout);
        layout->at.item_begins = piece[1].kind != TOKEN_SEMICOLON;
        return i + 1;
    }
    if (piece->kind == TOKEN_OPEN_BRACE) {
        layout->tried.text_length = layout->text.length;
        layout->tried.at = layout->at;
    }
    if (!layout->at.item_begins)
        place_in_item(layout, i);
    else if (layout->at.comment_leads && piece->lines_before == 0)
        text_char(&layout->text, ' ');
    else
        begin_line_of_item(layout, piece);
    put_raw(layout, layout->pieces->source->text + piece->offset, piece->length);
    layout->at.item_begins = false;
    layout->at.refers = piece->kind == TOKEN_COLON && colon_refers(layout);
    if (layout->at.last == 0)
        layout->at.begins_with_data = piece->kind == TOKEN_DATA;
    layout->at.before_last = layout->at.last;
    layout->at.last = piece->kind;
    if (piece->kind == TOKEN_OPEN_PAREN)
        layout->at.parens++;
    else if (piece->kind == TOKEN_CLOSE_PAREN && layout->at.parens > 0)
        layout->at.parens--;
    else if (piece->kind == TOKEN_OPEN_BRACE)
        open_body(layout, i);
    else if (piece->kind == TOKEN_SEMICOLON)
        begin_item(layout);
    return i + 1;
}

/* ---- comments at the ends of lines ----------------------------------------------------------------- */

/* Copies the text with the blanks before those comments: neighbouring lines of one body share a column. */
static void align(const struct layout *layout, struct text *out) {
    const struct trailing *trailing = layout->trailing;
    size_t copied = 0;
    for (size_t i = 0, end; i < layout->at.trailing_count; i = end) {
        size_t width = 0;
        for (end = i; end < layout->at.trailing_count && trailing[end].depth == trailing[i].depth &&
                      trailing[end].line == trailing[i].line + (end - i);
             end++)
            if (trailing[end].width > width && trailing[end].width <= ALIGNED_COLUMNS)
                width = trailing[end].width;
        for (size_t j = i; j < end; j++) {
            text_write(out, layout->text.data + copied, trailing[j].offset - copied);
            put_blanks(out, trailing[j].width < width ? width - trailing[j].width + 2 : 2);
            copied = trailing[j].offset;
        }
    }
    text_write(out, layout->text.data + copied, layout->text.length - copied);
}

void fmt(const struct source *source, struct arena *arena, struct text *out) {
    struct pieces before, after;
    struct source written;
    struct layout layout = {.pieces = &before, .text = TEXT_INIT};
    pieces_read(&before, arena, source);
    layout.trailing = arena_alloc(arena, before.count * sizeof *layout.trailing);
    layout.bodies[0].empty = true;
    begin_item(&layout);
    for (size_t i = 0; before.list[i].kind != TOKEN_END;) {
        if (piece_is_comment(&before.list[i]))
            place_comment(&layout, i++);
        else
            i = place_token(&layout, i);
    }
    if (layout.text.length > 0)
        put_line_end(&layout);
    if (layout.text.length > 0)
        align(&layout, out);
    text_free(&layout.text);

    source_from_bytes(&written, arena, source->path, out->data == NULL ? "" : out->data, out->length);
    pieces_read(&after, arena, &written);
    if (!pieces_equal(&before, &after))
        text_fail(out, "the formatter would have changed more than white space; please report this file");
}
