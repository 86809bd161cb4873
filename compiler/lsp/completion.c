#include "base/map.h"
#include "lsp/answers.h"
#include "lsp/messages.h"
#include "syntax/forms.h"
#include "syntax/parse.h"

#include <string.h>

/* As the protocol numbers them. */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_CLASS = 7,
    ITEM_KEYWORD = 14,
    ITEM_ENUM_MEMBER = 20,
    ITEM_EVENT = 23
};

static const int item_kinds[] = {
    [NAME_MACHINE] = ITEM_CLASS, [NAME_STATE] = ITEM_ENUM_MEMBER, [NAME_EVENT] = ITEM_EVENT,
    [NAME_PARAM] = ITEM_FIELD,   [NAME_GUARD] = ITEM_FUNCTION,    [NAME_EFFECT] = ITEM_FUNCTION,
    [NAME_WORK] = ITEM_FUNCTION, [NAME_FLOW] = ITEM_CLASS,        [NAME_PROCEDURE] = ITEM_FUNCTION,
    [NAME_FIELD] = ITEM_FIELD,   [NAME_STEP] = ITEM_FUNCTION,
};

#define KIND(kind) (1U << NAME_##kind)

/* What a name behind that word is, and words of the language that may stand there, too. */
static const struct {
    int word;
    unsigned kinds;
    const char *words; /* with blanks between */
} behind[] = {
    {TOKEN_ARROW, KIND(STATE), "same stay"},
    {TOKEN_IMPLIES, KIND(STATE), "refused"},
    {TOKEN_FROM, KIND(STATE), "any"},
    {TOKEN_EXCEPT, KIND(STATE), ""},
    {TOKEN_REACHES, KIND(STATE), ""},
    {TOKEN_TO, KIND(STATE), ""},
    {TOKEN_OR, KIND(STATE), ""},
    {TOKEN_ASSERT, KIND(STATE) | KIND(EVENT), "always final working"},
    {TOKEN_ON, KIND(EVENT), ""},
    {TOKEN_AFTER, KIND(EVENT), ""},
    {TOKEN_AT, KIND(EVENT), ""},
    {TOKEN_LATEST, KIND(EVENT), ""},
    {TOKEN_ELSE, KIND(EVENT), ""},
    {TOKEN_REFUSE, KIND(EVENT), ""},
    {TOKEN_IGNORE, KIND(EVENT), ""},
    {TOKEN_RESTART, KIND(EVENT), ""},
    {TOKEN_WHEN, KIND(GUARD), "not"},
    {TOKEN_AND, KIND(GUARD), "not"},
    {TOKEN_NOT, KIND(GUARD), ""},
    {TOKEN_DO, KIND(EFFECT), ""},
    {TOKEN_THEN, KIND(EFFECT), ""},
    {TOKEN_WORK, KIND(WORK), ""},
    {TOKEN_USE, KIND(PROCEDURE), ""},
    {TOKEN_UNDO, KIND(STEP), ""},
    {TOKEN_OPTIONAL, KIND(STEP), ""},
    {TOKEN_SETS, KIND(FIELD), ""},
    {TOKEN_UNIQUE, KIND(FIELD), ""},
    {TOKEN_REPEAT, KIND(FIELD), ""},
    {TOKEN_GLOBAL, KIND(FIELD), ""},
    {TOKEN_LOCAL, KIND(FIELD), ""},
};

struct offering {
    const struct analysis *now;
    const struct ast *before; /* the tree of the text before the cursor */
    size_t start;             /* of the word that is typed */
    json_t *items;
    struct map seen;
};

static void offer(struct offering *c, const char *word, int kind, const char *detail) {
    if (!map_put(&c->seen, word, 0))
        return;
    json_t *item = json_must(json_pack("{s:o, s:i}", "label", json_text(word), "kind", kind));
    if (detail != NULL)
        json_object_set_new(item, "detail", json_text(detail));
    json_array_append_new(c->items, item);
}

static void offer_words(struct offering *c, const char *words) {
    for (; *words != '\0'; words += strspn(words, " ")) {
        const size_t length = strcspn(words, " ");
        offer(c, arena_strndup(c->before->arena, words, length), ITEM_KEYWORD, NULL);
        words += length;
    }
}

/* The machine or flow of the whole text in which the cursor is: the one that begins where that before it
 * does. */
static const void *owner_of(const struct offering *c) {
    const struct ast *before = c->before;
    if (before->machine != NULL)
        for (const struct ast_machine *at = c->now->ast.machines; at != NULL; at = at->next)
            if (at->keyword.offset == before->machine->keyword.offset)
                return at;
    if (before->flow != NULL)
        for (const struct ast_flow *at = c->now->ast.flows; at != NULL; at = at->next)
            if (at->keyword.offset == before->flow->keyword.offset)
                return at;
    return NULL;
}

/* States that nobody declares, and the word that is typed, are no names to choose. */
static void offer_names(struct offering *c, unsigned kinds) {
    const void *owner = owner_of(c);
    const struct file_names *names = &c->now->names;
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->names[i];
        if ((kinds & 1U << name->kind) == 0 || (name->owner != NULL && name->owner != owner) ||
            name->text.span.offset == c->start || map_get(&c->seen, name->text.text) != MAP_NOTHING ||
            (!name->declares && (name->kind == NAME_STATE || name->kind == NAME_PARAM)))
            continue;
        const struct ast_head *head = names_declaration(names, name)->head;
        offer(c, name->text.text, item_kinds[name->kind], head == NULL ? NULL : head->label.text);
    }
}

static void offer_types(struct offering *c) {
#define TYPE(constant, name) offer(c, name, ITEM_CLASS, NULL);
    PAWL_TYPES(TYPE)
}

static void offer_keywords(struct offering *c, const struct parse_place *place) {
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (token_is_keyword(kind) && place->accepts[kind] && (kind != TOKEN_PAWL || place->end == 0))
            offer(c, token_spelling(kind), ITEM_KEYWORD, form_words(c->before->arena, kind));
}

static void offer_behind(struct offering *c, int word) {
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (behind[i].word == word) {
            offer_names(c, behind[i].kinds);
            offer_words(c, behind[i].words);
        }
}

static void offer_all(struct offering *c, const struct parse_place *place) {
    if (!place->accepts[TOKEN_NAME]) {
        offer_keywords(c, place);
    } else if (place->previous == TOKEN_COLON) {
        if (place->word == TOKEN_KEY || place->word == TOKEN_EMIT || place->word == TOKEN_AT ||
            place->word == TOKEN_AFTER || place->word == TOKEN_LATEST || place->word == TOKEN_BY) {
            offer_names(c, KIND(PARAM));
            offer_words(c, "create id now");
        } else {
            offer_types(c);
        }
    } else if (place->previous == TOKEN_DOT) {
        offer_names(c, KIND(PARAM) | KIND(FIELD));
    } else if (place->around == TOKEN_SCENARIO && place->word != TOKEN_IMPLIES) {
        offer_behind(c, place->in_parens ? TOKEN_WHEN : TOKEN_ON);
    } else if (place->word == TOKEN_AFTER && place->piece == TOKEN_ASSERT) {
        offer_behind(c, TOKEN_REACHES);
    } else {
        offer_behind(c, place->word);
    }
}

/* In a comment, or in a text, nothing is offered. */
static bool is_in_words(const struct diagnostics *diagnostics, const struct parse_place *place) {
    const struct source *source = diagnostics->source;
    for (const struct diagnostic *at = diagnostics->first; at != NULL; at = at->next) {
        const char *text = source->text + at->at.offset;
        if (at->code == DIAGNOSTIC_OPEN_COMMENT ||
            (at->code == DIAGNOSTIC_OPEN_STRING &&
             (strncmp(text, "\"\"\"", 3) == 0 || strchr(text, '\n') == NULL)))
            return true;
    }
    const char *line = source->text + source_line(source, source->line_count).offset;
    const char *end = source->text + place->end;
    return strstr(line > end ? line : end, "//") != NULL;
}

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

json_t *answer_completion(const struct analysis *now, size_t offset) {
    struct arena *arena = arena_new();
    struct source source;
    struct diagnostics diagnostics;
    struct parse_place place;
    struct ast before;
    size_t start = offset;
    while (start > 0 && is_of_word(now->source.text[start - 1]))
        start--;
    source_from_bytes(&source, arena, now->source.path, now->source.text, start);
    diagnostics_init(&diagnostics, arena, &source);
    ast_init(&before, &diagnostics);
    json_t *items = json_must(json_array());
    if (!source_find_bad_byte(&source, &offset)) {
        parse_up_to(&before, &diagnostics, &place);
        struct offering c = {now, &before, start, items, map_new(arena)};
        if (!is_in_words(&diagnostics, &place))
            offer_all(&c, &place);
    }
    arena_free(arena);
    return items;
}
