#include "emit/template/template.h"

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
struct span {
    const char *begin, *at, *end;
};

static bool starts(const struct tag *tag, const char *word) {
    size_t length = strlen(word);
    return tag->length >= length && memcmp(tag->name, word, length) == 0;
}

static bool is(const struct tag *tag, const char *word) {
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

static void take_line(struct tag *tag, const struct span *span) {
    const char *newline = memrchr(span->begin, '\n', (size_t)(tag->start - span->begin));
    const char *line = newline == NULL ? span->begin : newline + 1;
    tag->column = strspn(line, " ");
    if (line + tag->column != tag->start || line < span->at || tag->end == span->end || *tag->end != '\n')
        return;
    tag->has_line = true;
    tag->start = line;
    tag->end++;
}

/* The next one from span->at on; TAG_NONE at the end. */
static struct tag next_tag(const struct span *span) {
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
    tag.length = strcspn(tag.name, "}");
    tag.end = tag.name + tag.length + (tag.name[tag.length] == '}');
    if (tag.kind == TAG_BLOCK && (is(&tag, "else") || is(&tag, "between")))
        tag.kind = TAG_DIVIDER;
    take_line(&tag, span);
    return tag;
}

struct block {
    struct span inside; /* to the divider, where there is one */
    struct span behind; /* the divider; empty where there is none */
    const char *end;    /* NULL: it is not closed, or not as it was opened */
};

static size_t first_word(const struct tag *tag) {
    size_t length = 0;
    while (length < tag->length && tag->name[length] != ' ')
        length++;
    return length;
}

static struct block read_block(const struct span *span, const struct tag *open) {
    struct block block = {{span->begin, open->end, span->end}, {span->begin, span->end, span->end}, NULL};
    struct span rest = {span->begin, open->end, span->end};
    bool is_divided = false;
    for (size_t depth = 0;;) {
        const struct tag tag = next_tag(&rest);
        rest.at = tag.end;
        if (tag.kind == TAG_NONE)
            return block;
        if (tag.kind == TAG_BLOCK) {
            depth++;
        } else if (tag.kind == TAG_DIVIDER && depth == 0) {
            if (is_divided)
                return block;
            is_divided = true;
            block.inside.end = tag.start;
            block.behind = (struct span){span->begin, tag.end, tag.end};
        } else if (tag.kind == TAG_CLOSE && depth-- == 0) {
            if (tag.length == first_word(open) && memcmp(tag.name, open->name, tag.length) == 0)
                block.end = tag.end;
            *(is_divided ? &block.behind.end : &block.inside.end) = tag.start;
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
#undef FIND

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
#undef FIND_OWN

static const char *find_fragment(const struct templates *templates, const char *name, size_t length) {
    const struct template_fragment *found = find_fragments(templates, name, length);
    return found == NULL ? NULL : found->text;
}

/* Of rendering there are none. */
static void use(struct template_uses *uses, const void *entry) {
    for (size_t i = 0; uses != NULL && i < uses->count; i++)
        if (uses->entries[i] == entry)
            return;
    if (uses == NULL || entry == NULL)
        return;
    if (uses->count == uses->capacity) {
        uses->capacity = uses->capacity * 2 + 256;
        uses->entries = realloc(uses->entries, uses->capacity * sizeof *uses->entries);
        if (uses->entries == NULL)
            abort(); /* only the build checks */
    }
    uses->entries[uses->count++] = entry;
}

/* {bigint:3}; NULL where it is none. */
static const struct template_parameter *parameter_of(const struct templates *templates, const struct tag *tag,
                                                     size_t *number) {
    const char *colon = memchr(tag->name, ':', tag->length);
    if (colon == NULL)
        return NULL;
    *number = strtoul(colon + 1, NULL, 10);
    return find_parameters(templates, tag->name, (size_t)(colon - tag->name));
}

/* ---- rendering ---------------------------------------------------------------------------------------- */

struct rendering {
    struct text *out;
    size_t indent; /* of what is written now */
    bool begins_line;
    size_t depth;
};

static void render(struct rendering *rendering, const struct template_scope *scope, struct span span);

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
static void put_word(struct rendering *rendering, const struct template_scope *scope, const struct tag *tag) {
    struct text *out = rendering->out;
    const size_t before = out->length;
    put_indent(rendering);
    for (size_t i = 0; tag->has_line && i < tag->column; i++)
        text_char(out, ' ');
    const size_t start = out->length;
    const struct template_word *word = find_words(scope->templates, tag->name, tag->length);
    size_t number = 0;
    const struct template_parameter *parameter = NULL;
    if (word != NULL)
        word->write(out, scope);
    else if ((parameter = parameter_of(scope->templates, tag, &number)) != NULL)
        parameter->write(out, scope, number);
    else
        out->failed = true; /* a template of ours names what does not exist: no output is better than half */
    if (out->failed)
        return;
    if (out->length == start) {
        cut(out, before);
        return;
    }
    if (tag->has_line && out->data[out->length - 1] != '\n')
        text_char(out, '\n');
    rendering->begins_line = tag->has_line;
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

/* `a and not b`, `a or b`: whether it is one of these; and, with a scope, whether it holds. */
static bool read_condition(const struct templates *templates, const struct tag *tag,
                           const struct template_scope *scope, bool *holds, struct template_uses *uses) {
    const char *at = tag->name + strlen("if"), *end = tag->name + tag->length;
    bool has_and = false, has_or = false;
    for (bool is_first = true;; is_first = false) {
        struct tag term = next_term(&at, end);
        const bool negated = is(&term, "not");
        if (negated)
            term = next_term(&at, end);
        const struct template_condition *condition = find_conditions(templates, term.name, term.length);
        if (condition == NULL)
            return false;
        use(uses, condition);
        if (scope != NULL && (is_first || *holds == has_and)) /* what decides nothing is not asked */
            *holds = condition->holds(scope) != negated;
        term = next_term(&at, end);
        if (term.length == 0)
            return true;
        has_and = has_and || is(&term, "and");
        has_or = has_or || is(&term, "or");
        if (has_and == has_or)
            return false;
    }
}

static const struct template_list *list_of(const struct templates *templates, const struct tag *tag) {
    const char *at = tag->name + strlen("each");
    const struct tag name = next_term(&at, tag->name + tag->length);
    return find_lists(templates, name.name, name.length);
}

static void render_each(struct rendering *rendering, const struct template_scope *scope,
                        const struct tag *tag, const struct block *block) {
    const struct template_list *list = list_of(scope->templates, tag);
    if (list == NULL) {
        rendering->out->failed = true;
        return;
    }
    for (size_t i = 0; !rendering->out->failed; i++) {
        struct template_scope inner = *scope;
        inner.index = i;
        if (!list->enter(&inner, i))
            return;
        if (i > 0)
            render(rendering, scope, block->behind);
        render(rendering, &inner, block->inside);
    }
}

/* What stands inside becomes what the block makes of it. */
static void render_inside(struct rendering *rendering, const struct template_scope *scope,
                          const struct block *block, const struct template_block *made) {
    struct text inside = TEXT_INIT;
    struct rendering inner = {.out = &inside, .depth = rendering->depth}; /* goes on behind the quote */
    put_indent(rendering);
    rendering->begins_line = false;
    render(&inner, scope, block->inside);
    if (!text_failed(&inside))
        made->write(rendering->out, scope, inside.data == NULL ? "" : inside.data);
    rendering->out->failed |= text_failed(&inside);
    text_free(&inside);
}

static const char *render_block(struct rendering *rendering, const struct template_scope *scope,
                                const struct span *span, const struct tag *tag) {
    const struct block block = read_block(span, tag);
    bool is_true = false;
    if (block.end == NULL) {
        rendering->out->failed = true;
    } else if (starts(tag, "if ")) {
        rendering->out->failed |= !read_condition(scope->templates, tag, scope, &is_true, NULL);
        render(rendering, scope, is_true ? block.inside : block.behind);
    } else if (starts(tag, "each ")) {
        render_each(rendering, scope, tag, &block);
    } else {
        const struct template_block *made = find_blocks(scope->templates, tag->name, tag->length);
        if (made == NULL)
            rendering->out->failed = true;
        else
            render_inside(rendering, scope, &block, made);
    }
    return block.end;
}

/* The last one of what has been written from `start` on, however that came to end with it. */
static void drop_newline(struct rendering *rendering, size_t start) {
    struct text *out = rendering->out;
    if (out->failed || out->length == start || out->data[out->length - 1] != '\n')
        return;
    cut(out, out->length - 1);
    rendering->begins_line = false;
}

static void render_fragment(struct rendering *rendering, const struct template_scope *scope,
                            const struct tag *tag) {
    const char *text = find_fragment(scope->templates, tag->name, tag->length);
    if (text == NULL || rendering->depth == DEPTH_MAX) {
        rendering->out->failed = true;
        return;
    }
    const size_t indent = rendering->indent;
    const size_t start = rendering->out->length;
    rendering->indent += tag->column;
    rendering->depth++;
    render(rendering, scope, (struct span){text, text, text + strlen(text)});
    rendering->depth--;
    rendering->indent = indent;
    if (!tag->has_line)
        drop_newline(rendering, start);
}

static void render(struct rendering *rendering, const struct template_scope *scope, struct span span) {
    while (span.at < span.end && !rendering->out->failed) {
        const struct tag tag = next_tag(&span);
        put_text(rendering, span.at, (size_t)(tag.start - span.at));
        span.at = tag.end;
        switch (tag.kind) {
        case TAG_NONE:
        case TAG_NOTE:
            break;
        case TAG_BRACE:
            put_text(rendering, "{", 1);
            break;
        case TAG_WORD:
            put_word(rendering, scope, &tag);
            break;
        case TAG_FRAGMENT:
            render_fragment(rendering, scope, &tag);
            break;
        case TAG_BLOCK:
            span.at = render_block(rendering, scope, &span, &tag);
            break;
        case TAG_DIVIDER:
        case TAG_CLOSE:
            rendering->out->failed = true;
        }
        if (span.at == NULL)
            return;
    }
}

void template_render_text(struct text *out, const struct template_scope *scope, const char *text) {
    struct rendering rendering = {.out = out, .begins_line = true};
    render(&rendering, scope, (struct span){text, text, text + strlen(text)});
}

void template_render_indented(struct text *out, const struct template_scope *scope, size_t blanks,
                              const char *fragment) {
    struct rendering rendering = {.out = out, .indent = blanks, .begins_line = true};
    const char *text = find_fragment(scope->templates, fragment, strlen(fragment));
    if (text == NULL)
        out->failed = true;
    else
        render(&rendering, scope, (struct span){text, text, text + strlen(text)});
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
    return find_fragment(templates, fragment, strlen(fragment)) != NULL;
}

void template_write_word(struct text *out, const struct template_scope *scope, const char *word) {
    const struct template_word *found = find_words(scope->templates, word, strlen(word));
    if (found == NULL)
        out->failed = true;
    else
        found->write(out, scope);
}

/* ---- checking ----------------------------------------------------------------------------------------- */

static void complain(struct text *problems, const struct template_fragment *fragment, const struct tag *tag,
                     const char *problem) {
    text_printf(problems, "{define %s}: {%.*s}: %s\n", fragment->name, (int)tag->length, tag->name, problem);
}

/* Whether there is what the tag of a word names. */
static bool check_word(struct template_uses *uses, const struct templates *templates, const struct tag *tag) {
    size_t number = 0;
    const void *found = find_words(templates, tag->name, tag->length);
    if (found == NULL && (found = parameter_of(templates, tag, &number)) != NULL && number == 0)
        return false;
    use(uses, found);
    return found != NULL;
}

/* Likewise of a block. */
static bool check_block(struct template_uses *uses, const struct templates *templates,
                        const struct tag *tag) {
    if (starts(tag, "if "))
        return read_condition(templates, tag, NULL, NULL, uses);
    const void *found = starts(tag, "each ") ? (const void *)list_of(templates, tag)
                                             : (const void *)find_blocks(templates, tag->name, tag->length);
    use(uses, found);
    return found != NULL;
}

static void check(struct text *problems, struct template_uses *uses, const struct templates *templates,
                  const struct template_fragment *fragment, struct span span) {
    for (struct tag tag; (tag = next_tag(&span)).kind != TAG_NONE; span.at = tag.end) {
        if (tag.kind == TAG_WORD && !check_word(uses, templates, &tag))
            complain(problems, fragment, &tag, "no vocabulary has this word");
        if (tag.kind == TAG_FRAGMENT && find_fragment(templates, tag.name, tag.length) == NULL)
            complain(problems, fragment, &tag, "there is no such fragment");
        if (tag.kind == TAG_DIVIDER || tag.kind == TAG_CLOSE)
            complain(problems, fragment, &tag, "no block is open here");
        if (tag.kind != TAG_BLOCK)
            continue;
        const struct block block = read_block(&span, &tag);
        if (block.end == NULL) {
            complain(problems, fragment, &tag, "this block is not closed as it was opened");
            return;
        }
        if (!check_block(uses, templates, &tag))
            complain(problems, fragment, &tag, "no vocabulary has this condition or list");
        check(problems, uses, templates, fragment, block.inside);
        check(problems, uses, templates, fragment, block.behind);
        tag.end = block.end;
    }
}

void template_check(struct text *problems, struct template_uses *uses, const struct templates *templates) {
    for (const struct templates *place = templates; place != NULL; place = place->base)
        for (const struct template_fragment *one = place->fragments; one != NULL && one->name != NULL; one++)
            check(problems, uses, templates, one,
                  (struct span){one->text, one->text, one->text + strlen(one->text)});
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
#undef CHECK_USED

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

void template_uses_free(struct template_uses *uses) {
    free(uses->entries);
    *uses = (struct template_uses){0};
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
#undef CHECK_ADDED

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
