#include "emit/template/template.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of fragments in fragments: one that puts in itself would have no end. */
enum { DEPTH_MAX = 32 };

/* ---- tags --------------------------------------------------------------------------------------------- */

enum tag_kind { TAG_NONE, TAG_BRACE, TAG_NOTE, TAG_WORD, TAG_FRAGMENT, TAG_BLOCK, TAG_DIVIDER, TAG_CLOSE };

struct tag {
    enum tag_kind kind;
    const char *start, *end; /* with its line, where it has one of its own that leaves nothing behind */
    const char *name;        /* behind what says its kind */
    size_t length;
    bool has_line;
    size_t column; /* how far its line is moved to the right */
};

/* What a template is read in: tags look back to where their line begins. */
struct template_span {
    const char *begin, *at, *end;
};

static bool starts(const struct tag *tag, const char *word) {
    size_t length = strlen(word);
    return tag->length >= length && memcmp(tag->name, word, length) == 0;
}

static bool template_is(const struct tag *tag, const char *word) {
    return tag->length == strlen(word) && starts(tag, word);
}

static enum tag_kind kind_of(const char *brace) {
    switch (brace[1]) {
    case '{':
        return TAG_BRACE;
    case '!':
        return TAG_NOTE;
    case '>':
        return TAG_FRAGMENT;
    case '#':
        return TAG_BLOCK;
    case '/':
        return TAG_CLOSE;
    default:
        return brace[1] >= 'a' && brace[1] <= 'z' ? TAG_WORD : TAG_NONE;
    }
}

static void take_line(struct tag *tag, const struct template_span *span) {
    const char *newline = memrchr(span->begin, '\n', (size_t)(tag->start - span->begin));
    const char *line = newline == NULL ? span->begin : newline + 1;
    while (line[tag->column] == ' ')
        tag->column++;
    if (line + tag->column != tag->start || line < span->at || tag->end == span->end || *tag->end != '\n')
        return;
    tag->has_line = true;
    tag->start = line;
    tag->end++;
}

/* The next one from span->at on; TAG_NONE at the end. */
static struct tag next_tag(const struct template_span *span) {
    struct tag tag = {.start = span->end, .end = span->end};
    const char *brace = memchr(span->at, '{', (size_t)(span->end - span->at));
    while (brace != NULL && kind_of(brace) == TAG_NONE)
        brace = memchr(brace + 1, '{', (size_t)(span->end - brace - 1));
    if (brace == NULL)
        return tag;
    tag.kind = kind_of(brace);
    tag.start = brace;
    tag.name = brace + (tag.kind == TAG_WORD ? 1 : 2);
    if (tag.kind == TAG_BRACE) {
        tag.end = tag.name;
        return tag;
    }
    tag.length = (size_t)(strchrnul(tag.name, '}') - tag.name);
    tag.end = tag.name + tag.length + (tag.name[tag.length] == '}');
    if (tag.kind == TAG_BLOCK &&
        (template_is(&tag, "else") || starts(&tag, "else if ") || template_is(&tag, "between")))
        tag.kind = TAG_DIVIDER;
    take_line(&tag, span);
    return tag;
}

struct block {
    struct template_span inside; /* to the divider, where there is one */
    struct template_span behind; /* the divider; empty where there is none */
    bool is_chained;             /* `behind` begins with {#else if ...}, a block that the same tag closes */
    const char *end;             /* NULL: it is not closed, or not as it was opened */
};

static size_t first_word(const struct tag *tag) {
    size_t length = 0;
    while (length < tag->length && tag->name[length] != ' ')
        length++;
    return length;
}

static struct block read_block(const struct template_span *span, const struct tag *open) {
    struct block block = {{span->begin, open->end, span->end}, {span->begin, span->end, span->end}, 0, NULL};
    struct template_span rest = {span->begin, open->end, span->end};
    bool is_divided = false;
    for (size_t depth = 0;;) {
        const struct tag tag = next_tag(&rest);
        rest.at = tag.end;
        if (tag.kind == TAG_NONE)
            return block;
        if (tag.kind == TAG_BLOCK) {
            depth++;
        } else if (tag.kind == TAG_DIVIDER && depth == 0) {
            if (is_divided && block.is_chained)
                continue;
            if (is_divided)
                return block;
            is_divided = true;
            block.is_chained = starts(&tag, "else if ");
            block.inside.end = tag.start;
            block.behind.at = block.is_chained ? tag.start : tag.end;
        } else if (tag.kind == TAG_CLOSE && depth-- == 0) {
            if (tag.length == first_word(open) && memcmp(tag.name, open->name, tag.length) == 0)
                block.end = tag.end;
            *(is_divided ? &block.behind.end : &block.inside.end) = block.is_chained ? tag.end : tag.start;
            return block;
        }
    }
}

/* ---- vocabularies ------------------------------------------------------------------------------------- */

static bool same(const char *name, const char *word, size_t length) {
    return *name == *word && strlen(name) == length && memcmp(name, word, length) == 0;
}

/* Goes through the vocabularies of templates, then of its base, and so on; NULL at the end. */
static const struct template_vocabulary *next_vocabulary(const struct templates **templates, size_t *number) {
    while (*templates != NULL) {
        const struct template_vocabulary *const *own = (*templates)->vocabularies;
        if (own != NULL && own[*number] != NULL)
            return own[(*number)++];
        *templates = (*templates)->base;
        *number = 0;
    }
    return NULL;
}

#define FIND(kind, member)                                                                                   \
    static const struct kind *find_##member(const struct templates *templates, const char *name,             \
                                            size_t length) {                                                 \
        const struct template_vocabulary *vocabulary;                                                        \
        size_t number = 0;                                                                                   \
        while ((vocabulary = next_vocabulary(&templates, &number)) != NULL)                                  \
            for (const struct kind *one = vocabulary->member; one != NULL && one->name != NULL; one++)       \
                if (same(one->name, name, length))                                                           \
                    return one;                                                                              \
        return NULL;                                                                                         \
    }
FIND(template_word, words)
FIND(template_condition, conditions)
FIND(template_list, lists)

#define FIND_OWN(kind, member)                                                                               \
    static const struct kind *find_##member(const struct templates *templates, const char *name,             \
                                            size_t length) {                                                 \
        for (; templates != NULL; templates = templates->base)                                               \
            for (const struct kind *one = templates->member; one != NULL && one->name != NULL; one++)        \
                if (same(one->name, name, length))                                                           \
                    return one;                                                                              \
        return NULL;                                                                                         \
    }
FIND_OWN(template_fragment, fragments)
FIND_OWN(template_parameter, parameters)
FIND_OWN(template_block, blocks)

/* {bigint:3}; NULL where it is none. */
static const struct template_parameter *parameter_of(const struct templates *templates, const struct tag *tag,
                                                     size_t *number) {
    const char *colon = memchr(tag->name, ':', tag->length);
    if (colon == NULL)
        return NULL;
    *number = strtoul(colon + 1, NULL, 10);
    return *number == 0 ? NULL : find_parameters(templates, tag->name, (size_t)(colon - tag->name));
}

/* ---- what is rendered --------------------------------------------------------------------------------- */

struct template_step;

/* A stretch of a template. It is read when it is rendered first, and what its tags name is looked up then:
 * the inside of a list is rendered again and again. */
struct template_piece {
    struct template_span span;
    struct template_step *steps;
    size_t count;
    bool is_read;
    bool is_chained; /* as of struct block */
};

struct term {
    const struct template_condition *condition;
    bool is_negated;
};

struct template_expression {
    struct term *terms;
    size_t count;
    bool has_and; /* between them; otherwise `or` */
};

/* A tag with the text before it; the last one of a piece is no tag. */
struct template_step {
    const char *text;
    size_t length;
    struct tag tag;
    bool is_looked_up;
    bool is_unclosed; /* a block that is not closed as it was opened */
    /* what the tag names, by its kind; NULL: there is none */
    const struct template_word *word;
    const struct template_parameter *parameter;
    size_t number;
    const struct template_fragment *fragment;
    const struct template_list *list;
    const struct template_block *block;
    struct template_expression condition;
    struct template_piece inside, behind; /* of a block, or of the fragment */
};

static void piece_read(struct template_piece *piece) {
    struct template_span span = piece->span;
    size_t capacity = 0;
    piece->is_read = true;
    for (enum tag_kind kind = TAG_WORD; kind != TAG_NONE;) {
        struct tag tag = next_tag(&span);
        if (piece->is_chained && piece->count == 0) { /* {#else if x}, read as {#if x} */
            tag.kind = TAG_BLOCK;
            tag.name += strlen("else ");
            tag.length -= strlen("else ");
        }
        struct template_step step = {.text = span.at, .length = (size_t)(tag.start - span.at), .tag = tag};
        span.at = tag.end;
        if (tag.kind == TAG_BLOCK) {
            const struct block block = read_block(&span, &tag);
            step.inside.span = block.inside;
            step.behind.span = block.behind;
            step.behind.is_chained = block.is_chained;
            step.is_unclosed = block.end == NULL;
            span.at = block.end;
        }
        if (piece->count == capacity) {
            capacity = capacity * 2 + 4;
            piece->steps = arena_must(realloc(piece->steps, capacity * sizeof *piece->steps));
        }
        piece->steps[piece->count++] = step;
        kind = span.at == NULL ? TAG_NONE : tag.kind;
    }
}

static void piece_free(struct template_piece *piece) {
    for (size_t i = 0; i < piece->count; i++) {
        piece_free(&piece->steps[i].inside);
        piece_free(&piece->steps[i].behind);
        free(piece->steps[i].condition.terms);
    }
    free(piece->steps);
}

/* The next word of a condition; empty at its end. */
static struct tag next_term(const char **at, const char *end) {
    struct tag term = {.name = *at};
    while (term.name < end && *term.name == ' ')
        term.name++;
    while (term.name + term.length < end && term.name[term.length] != ' ')
        term.length++;
    *at = term.name + term.length;
    return term;
}

/* `a and not b`, `a or b`: whether it is one of these. */
static bool read_condition(const struct templates *templates, const struct tag *tag,
                           struct template_expression *read) {
    const char *at = tag->name + strlen("if"), *end = tag->name + tag->length;
    bool has_or = false;
    for (;;) {
        struct tag term = next_term(&at, end);
        const bool is_negated = template_is(&term, "not");
        if (is_negated)
            term = next_term(&at, end);
        const struct template_condition *condition = find_conditions(templates, term.name, term.length);
        if (condition == NULL)
            return false;
        read->terms = arena_must(realloc(read->terms, (read->count + 1) * sizeof *read->terms));
        read->terms[read->count++] = (struct term){condition, is_negated};
        term = next_term(&at, end);
        if (term.length == 0)
            return true;
        read->has_and = read->has_and || template_is(&term, "and");
        has_or = has_or || template_is(&term, "or");
        if (read->has_and == has_or)
            return false;
    }
}

static const struct template_list *list_of(const struct templates *templates, const struct tag *tag) {
    const char *at = tag->name + strlen("each");
    const struct tag name = next_term(&at, tag->name + tag->length);
    return find_lists(templates, name.name, name.length);
}

static struct template_span span_of(const struct template_fragment *fragment) {
    return (struct template_span){fragment->text, fragment->text, fragment->text + strlen(fragment->text)};
}

static void look_up(struct template_step *step, const struct templates *templates) {
    const struct tag *tag = &step->tag;
    if (step->is_looked_up)
        return;
    step->is_looked_up = true;
    if (tag->kind == TAG_WORD) {
        step->word = find_words(templates, tag->name, tag->length);
        if (step->word == NULL)
            step->parameter = parameter_of(templates, tag, &step->number);
    } else if (tag->kind == TAG_FRAGMENT) {
        step->fragment = find_fragments(templates, tag->name, tag->length);
        if (step->fragment != NULL)
            step->inside.span = span_of(step->fragment);
    } else if (tag->kind != TAG_BLOCK) {
        return;
    } else if (starts(tag, "if ")) {
        if (!read_condition(templates, tag, &step->condition))
            step->condition.count = 0;
    } else if (starts(tag, "each ")) {
        step->list = list_of(templates, tag);
    } else {
        step->block = find_blocks(templates, tag->name, tag->length);
    }
}

/* What is wrong with a step that was looked up; NULL: nothing. */
static const char *problem_of(const struct template_step *step) {
    if (step->is_unclosed)
        return "this block is not closed as it was opened";
    switch (step->tag.kind) {
    case TAG_WORD:
        return step->word == NULL && step->parameter == NULL ? "no vocabulary has this word" : NULL;
    case TAG_FRAGMENT:
        return step->fragment == NULL ? "there is no such fragment" : NULL;
    case TAG_BLOCK:
        return step->condition.count == 0 && step->list == NULL && step->block == NULL
                   ? "no vocabulary has this condition or list"
                   : NULL;
    case TAG_DIVIDER:
    case TAG_CLOSE:
        return "no block is open here";
    default:
        return NULL;
    }
}

#define PROBLEM "%s: {define %s}: {%.*s}: %s" /* file, fragment, the tag's length and text, what is wrong */

/* ---- rendering ---------------------------------------------------------------------------------------- */

struct rendering {
    struct text *out;
    const struct template_fragment *fragment;
    size_t indent; /* of what is written now */
    bool begins_line;
    size_t depth;
};

static void render(struct rendering *rendering, const struct template_scope *scope,
                   struct template_piece *piece);

/* A template of ours names what does not exist: no output is better than half. */
static void template_fail(struct text *out, const struct template_fragment *fragment, const char *name,
                          size_t length, const char *problem) {
    static char kept[256]; /* text_fail keeps the pointer */
    if (!text_failed(out))
        snprintf(kept, sizeof kept, PROBLEM, fragment->file, fragment->name, (int)length, name, problem);
    text_fail(out, kept);
}

/* Likewise of what C names: the first file of the templates shows which they are. */
static void fail_in_c(struct text *out, const struct templates *templates, const char *name,
                      const char *problem) {
    while (templates->fragments == NULL && templates->base != NULL)
        templates = templates->base;
    const struct template_fragment missing = {
        .name = name, .file = templates->fragments != NULL ? templates->fragments->file : "no file"};
    template_fail(out, &missing, name, strlen(name), problem);
}

/* An empty text has no data. */
static void cut(struct text *out, size_t length) {
    if (length == 0)
        text_free(out);
    else
        out->data[out->length = length] = '\0';
}

static void put_indent(const struct rendering *rendering) {
    for (size_t i = 0; rendering->begins_line && i < rendering->indent; i++)
        text_char(rendering->out, ' ');
}

/* Text of the template itself: its lines are moved to the right, but for empty ones. */
static void put_text(struct rendering *rendering, const char *text, size_t length) {
    while (length > 0) {
        const char *newline = memchr(text, '\n', length);
        const size_t line = newline == NULL ? length : (size_t)(newline - text) + 1;
        if (*text != '\n')
            put_indent(rendering);
        text_write(rendering->out, text, line);
        rendering->begins_line = newline != NULL;
        text += line;
        length -= line;
    }
}

/*
 * What words have written stands as it is, since it may be a literal of several lines. A word with a line of
 * its own that writes whole lines, or nothing, leaves no line of the template behind.
 */
static void put_word(struct rendering *rendering, const struct template_scope *scope,
                     const struct template_step *step) {
    struct text *out = rendering->out;
    const size_t before = out->length;
    put_indent(rendering);
    for (size_t i = 0; step->tag.has_line && i < step->tag.column; i++)
        text_char(out, ' ');
    const size_t start = out->length;
    if (step->word != NULL)
        step->word->write(out, scope);
    else
        step->parameter->write(out, scope, step->number);
    if (text_failed(out))
        return;
    if (out->length == start) {
        cut(out, before);
        return;
    }
    if (step->tag.has_line && out->data[out->length - 1] != '\n')
        text_char(out, '\n');
    rendering->begins_line = step->tag.has_line;
}

/* What decides nothing is not asked. */
static bool holds(const struct template_expression *condition, const struct template_scope *scope) {
    bool answer = condition->has_and;
    for (size_t i = 0; i < condition->count && (i == 0 || answer == condition->has_and); i++)
        answer = condition->terms[i].condition->holds(scope) != condition->terms[i].is_negated;
    return answer;
}

static void render_each(struct rendering *rendering, const struct template_scope *scope,
                        struct template_step *step) {
    for (size_t i = 0; !text_failed(rendering->out); i++) {
        struct template_scope inner = *scope;
        inner.index = i;
        if (!step->list->enter(&inner, i))
            return;
        if (i > 0)
            render(rendering, scope, &step->behind);
        render(rendering, &inner, &step->inside);
    }
}

/* What stands inside becomes what the block makes of it. */
static void render_inside(struct rendering *rendering, const struct template_scope *scope,
                          struct template_step *step) {
    struct text inside = TEXT_INIT;
    struct rendering inner = {/* goes on behind the quote */
                              .out = &inside,
                              .fragment = rendering->fragment,
                              .depth = rendering->depth};
    put_indent(rendering);
    rendering->begins_line = false;
    render(&inner, scope, &step->inside);
    text_fail(rendering->out, inside.problem);
    step->block->write(rendering->out, scope, text_data(&inside));
    text_free(&inside);
}

static void render_block(struct rendering *rendering, const struct template_scope *scope,
                         struct template_step *step) {
    if (step->condition.count > 0)
        render(rendering, scope, holds(&step->condition, scope) ? &step->inside : &step->behind);
    else if (step->list != NULL)
        render_each(rendering, scope, step);
    else
        render_inside(rendering, scope, step);
}

/* The last one of what has been written from `start` on, however that came to end with it. */
static void drop_newline(struct rendering *rendering, size_t start) {
    struct text *out = rendering->out;
    if (text_failed(out) || out->length == start || out->data[out->length - 1] != '\n')
        return;
    cut(out, out->length - 1);
    rendering->begins_line = false;
}

static void render_fragment(struct rendering *rendering, const struct template_scope *scope,
                            struct template_step *step) {
    const struct rendering outer = *rendering;
    const size_t start = rendering->out->length;
    rendering->fragment = step->fragment;
    rendering->indent += step->tag.column;
    rendering->depth++;
    if (rendering->depth > DEPTH_MAX)
        template_fail(rendering->out, step->fragment, step->tag.name, step->tag.length,
                      "this fragment puts itself in");
    render(rendering, scope, &step->inside);
    rendering->fragment = outer.fragment;
    rendering->indent = outer.indent;
    rendering->depth = outer.depth;
    if (!step->tag.has_line)
        drop_newline(rendering, start);
}

static void render(struct rendering *rendering, const struct template_scope *scope,
                   struct template_piece *piece) {
    if (!piece->is_read)
        piece_read(piece);
    for (size_t i = 0; i < piece->count && !text_failed(rendering->out); i++) {
        struct template_step *step = &piece->steps[i];
        put_text(rendering, step->text, step->length);
        look_up(step, scope->templates);
        const char *problem = problem_of(step);
        if (problem != NULL) {
            template_fail(rendering->out, rendering->fragment, step->tag.name, step->tag.length, problem);
            return;
        }
        switch (step->tag.kind) {
        case TAG_BRACE:
            put_text(rendering, "{", 1);
            break;
        case TAG_WORD:
            put_word(rendering, scope, step);
            break;
        case TAG_FRAGMENT:
            render_fragment(rendering, scope, step);
            break;
        case TAG_BLOCK:
            render_block(rendering, scope, step);
            break;
        default: /* a note, or the end */
            break;
        }
    }
}

static void render_whole(struct text *out, const struct template_scope *scope, size_t blanks,
                         const struct template_fragment *fragment) {
    struct rendering rendering = {.out = out, .fragment = fragment, .indent = blanks, .begins_line = true};
    struct template_piece piece = {.span = span_of(fragment)};
    render(&rendering, scope, &piece);
    piece_free(&piece);
}

void template_render_text(struct text *out, const struct template_scope *scope, const char *text) {
    render_whole(out, scope, 0, &(struct template_fragment){.name = text, .text = text, .file = "in C"});
}

void template_render_indented(struct text *out, const struct template_scope *scope, size_t blanks,
                              const char *fragment) {
    const struct template_fragment *found = find_fragments(scope->templates, fragment, strlen(fragment));
    if (found != NULL)
        render_whole(out, scope, blanks, found);
    else
        fail_in_c(out, scope->templates, fragment, "no file of these templates defines this fragment");
}

void template_render(struct text *out, const struct template_scope *scope, const char *fragment) {
    template_render_indented(out, scope, 0, fragment);
}

void template_render_inline(struct text *out, const struct template_scope *scope, const char *fragment) {
    struct rendering rendering = {.out = out};
    const size_t start = out->length;
    template_render(out, scope, fragment);
    drop_newline(&rendering, start);
}

bool template_has_some(const struct template_scope *scope,
                       bool (*enter)(struct template_scope *scope, size_t index)) {
    struct template_scope inner = *scope;
    return enter(&inner, 0);
}

bool template_has_fragment(const struct templates *templates, const char *fragment) {
    return find_fragments(templates, fragment, strlen(fragment)) != NULL;
}

void template_write_word(struct text *out, const struct template_scope *scope, const char *word) {
    const struct template_word *found = find_words(scope->templates, word, strlen(word));
    if (found != NULL)
        found->write(out, scope);
    else
        fail_in_c(out, scope->templates, word, "no vocabulary has this word");
}

/* ---- checking ----------------------------------------------------------------------------------------- */

static void use(struct template_uses *uses, const void *entry) {
    for (size_t i = 0; i < uses->count; i++)
        if (uses->entries[i] == entry)
            return;
    if (entry == NULL)
        return;
    uses->entries = arena_grow(uses->arena, uses->entries, uses->count, sizeof *uses->entries);
    uses->entries[uses->count++] = entry;
}

struct check {
    struct text *problems;
    struct template_uses *uses;
    const struct templates *templates;
    const struct template_fragment *fragment;
};

static void check_piece(const struct check *check, struct template_piece *piece) {
    piece_read(piece);
    for (size_t i = 0; i < piece->count; i++) {
        struct template_step *step = &piece->steps[i];
        look_up(step, check->templates);
        const char *problem = problem_of(step);
        if (problem != NULL)
            text_printf(check->problems, PROBLEM "\n", check->fragment->file, check->fragment->name,
                        (int)step->tag.length, step->tag.name, problem);
        use(check->uses, step->word);
        use(check->uses, step->parameter);
        use(check->uses, step->list);
        use(check->uses, step->block);
        for (size_t k = 0; k < step->condition.count; k++)
            use(check->uses, step->condition.terms[k].condition);
        if (step->tag.kind == TAG_BLOCK && !step->is_unclosed) {
            check_piece(check, &step->inside);
            check_piece(check, &step->behind);
        }
    }
}

void template_check(struct text *problems, struct template_uses *uses, const struct templates *templates) {
    for (const struct templates *place = templates; place != NULL; place = place->base)
        for (const struct template_fragment *one = place->fragments; one != NULL && one->name != NULL;
             one++) {
            struct template_piece piece = {.span = span_of(one)};
            check_piece(&(struct check){problems, uses, templates, one}, &piece);
            piece_free(&piece);
        }
}

#define CHECK_USED(kind, member)                                                                             \
    static void check_used_##member(struct text *problems, struct template_uses *uses,                       \
                                    const struct kind *entry) {                                              \
        for (; entry != NULL && entry->name != NULL; entry++) {                                              \
            const size_t before = uses->count;                                                               \
            use(uses, entry);                                                                                \
            if (uses->count > before)                                                                        \
                text_printf(problems, "{%s}: no template says this one of the " #member "\n", entry->name);  \
        }                                                                                                    \
    }
CHECK_USED(template_word, words)
CHECK_USED(template_condition, conditions)
CHECK_USED(template_list, lists)
CHECK_USED(template_block, blocks)

void template_check_unused(struct text *problems, struct template_uses *uses,
                           const struct templates *templates) {
    const struct template_vocabulary *vocabulary;
    size_t number = 0;
    for (const struct templates *place = templates; place != NULL; place = place->base) {
        check_used_blocks(problems, uses, place->blocks);
    }
    while ((vocabulary = next_vocabulary(&templates, &number)) != NULL) {
        check_used_words(problems, uses, vocabulary->words);
        check_used_conditions(problems, uses, vocabulary->conditions);
        check_used_lists(problems, uses, vocabulary->lists);
    }
}

#define CHECK_ADDED(kind, member)                                                                            \
    static void check_added_##member(struct text *problems, const struct templates *base,                    \
                                     const struct kind *added) {                                             \
        for (; added != NULL && added->name != NULL; added++)                                                \
            if (find_##member(base, added->name, strlen(added->name)) != NULL)                               \
                text_printf(problems, "{%s}: there is one of this name among " #member "\n", added->name);   \
    }
CHECK_ADDED(template_word, words)
CHECK_ADDED(template_condition, conditions)
CHECK_ADDED(template_list, lists)

void template_check_additions(struct text *problems, const struct templates *templates) {
    for (const struct template_fragment *one = templates->fragments; one != NULL && one->name != NULL; one++)
        if (template_has_fragment(templates->base, one->name))
            text_printf(problems, "{define %s}: there is a fragment of this name\n", one->name);
    const struct template_vocabulary *const *vocabularies = templates->vocabularies;
    for (size_t i = 0; vocabularies != NULL && vocabularies[i] != NULL; i++) {
        check_added_words(problems, templates->base, vocabularies[i]->words);
        check_added_conditions(problems, templates->base, vocabularies[i]->conditions);
        check_added_lists(problems, templates->base, vocabularies[i]->lists);
    }
}
