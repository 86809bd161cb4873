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
    {TOKEN_SETS, KIND(FIELD), "data"},
    {TOKEN_UNIQUE, KIND(FIELD), ""},
    {TOKEN_REPEAT, KIND(FIELD), "data"},
    {TOKEN_GLOBAL, KIND(FIELD), "data"},
    {TOKEN_LOCAL, KIND(FIELD), "data"},
};

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct offering {
    const struct analysis *now;
    const struct ast *before; /* the tree of the text before the cursor */
    size_t start;             /* of the word that is typed */
    const char *owner;        /* the word before `.` or `(`, whose names are meant; NULL: none is */
    bool in_state;            /* the event is to be one of a state, */
    bool moves;               /* which moves on it there */
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

/* By `create`, or by a transition of the machine itself. */
static bool is_creation(const struct ast_machine *machine, const char *event) {
    bool creates = event != NULL && strcmp(event, "create") == 0;
    for (const struct ast_item *item = event == NULL ? NULL : machine->items; item != NULL; item = item->next)
        creates |= item->kind == AST_ITEM_MOVE && item->move->sources == NULL &&
                   item->move->event.text != NULL && strcmp(item->move->event.text, event) == 0;
    return creates;
}

/* Whether a state at that place moves on the event, by a transition of its own or of a piece around it. */
static bool moves_at(const struct ast_item *item, size_t place, const char *event) {
    bool moves = false;
    for (; item != NULL; item = item->next)
        if (item->kind == AST_ITEM_MOVE)
            moves |= item->move->event.text != NULL && strcmp(item->move->event.text, event) == 0;
        else if (item->kind == AST_ITEM_STATE && item->state->keyword.offset < place &&
                 place < item->state->last.offset)
            moves |= moves_at(item->state->items, place, event);
    return moves;
}

/* Whether the word before it may stand before that name. */
static bool is_of_owner(const struct offering *c, const struct name *name, const void *owner) {
    switch (name->kind) {
    case NAME_EVENT: /* none of a state creates */
        return !c->in_state || owner == NULL ||
               (!is_creation(owner, name->text.text) &&
                (!c->moves ||
                 moves_at(((const struct ast_machine *)owner)->items, c->start, name->text.text)));
    case NAME_PARAM: /* `:create.NAME`, or of the event that is declared */
        if (c->owner == NULL || owner == NULL)
            return c->owner == NULL;
        return strcmp(c->owner, "create") == 0 ? is_creation(owner, name->event)
                                               : name->event != NULL && strcmp(name->event, c->owner) == 0;
    case NAME_GUARD: /* of the event of a scenario's step */
        return c->owner == NULL || (name->event != NULL && strcmp(name->event, c->owner) == 0);
    case NAME_FIELD: /* `data.NAME`, or an argument */
        return (c->owner != NULL) == (name->event != NULL);
    default:
        return true;
    }
}

/* States that nobody declares, and the word that is typed, are no names to choose. */
static void offer_names(struct offering *c, unsigned kinds) {
    const void *owner = owner_of(c);
    const struct file_names *names = &c->now->names;
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->names[i];
        if ((kinds & 1U << name->kind) == 0 || (name->owner != NULL && name->owner != owner) ||
            name->text.span.offset == c->start || map_get(&c->seen, name->text.text) != MAP_NOTHING ||
            (!name->declares &&
             (name->kind == NAME_STATE || name->kind == NAME_PARAM || name->kind == NAME_FIELD)) ||
            !is_of_owner(c, name, owner))
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

/* The rest of the line behind the word that is typed; "" at the end of a piece. */
static const char *rest_of_line(const struct offering *c) {
    const char *rest = c->now->source.text + c->start;
    while (is_of_word(*rest))
        rest++;
    rest += strspn(rest, " \t");
    return arena_strndup(c->before->arena, rest, strcspn(rest, ";}\r\n"));
}

static void offer_behind(struct offering *c, int word) {
    c->in_state = word == TOKEN_ELSE || word == TOKEN_RESTART || word == TOKEN_REFUSE || word == TOKEN_IGNORE;
    c->moves = word == TOKEN_ELSE;
    const bool in_flow = c->before->flow != NULL, in_procedure = in_flow && c->before->flow->is_procedure;
    const char *rest = word == TOKEN_ASSERT ? rest_of_line(c) : "";
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (behind[i].word == word) {
            unsigned kinds = behind[i].kinds;
            if (*rest != '\0') /* the form of the assert is chosen */
                kinds =
                    strncmp(rest, "at most once", strlen("at most once")) == 0 ? KIND(EVENT) : KIND(STATE);
            if (word == TOKEN_SETS && !in_procedure)
                kinds = 0;
            offer_names(c, kinds);
            if (*rest == '\0' && !(in_procedure && (behind[i].kinds & KIND(FIELD)) != 0))
                offer_words(c, behind[i].words);
        }
}

/* The one whose declaration the cursor is in. */
static const char *declared_event(const struct offering *c) {
    const struct file_names *names = &c->now->names;
    const struct name *last = NULL;
    for (size_t i = 0; i < names->count; i++)
        if (names->names[i].kind == NAME_EVENT && names->names[i].declares &&
            names->names[i].text.span.offset < c->start &&
            (last == NULL || last->text.span.offset < names->names[i].text.span.offset))
            last = &names->names[i];
    return last == NULL ? NULL : last->text.text;
}

/* The name before the last such sign. */
static const char *word_before(const struct offering *c, char sign) {
    const char *text = c->now->source.text;
    size_t end = c->start;
    while (end > 0 && text[end - 1] != sign)
        end--;
    end -= end > 0;
    size_t begin = end;
    while (begin > 0 && is_of_word(text[begin - 1]))
        begin--;
    return arena_strndup(c->before->arena, text + begin, end - begin);
}

static void offer_all(struct offering *c, const struct parse_place *place) {
    if (!place->accepts[TOKEN_NAME]) {
        offer_keywords(c, place);
    } else if (place->previous == TOKEN_COLON) {
        if (place->word == TOKEN_KEY || place->word == TOKEN_EMIT) {
            offer_words(c, place->word == TOKEN_KEY ? "create id" : "create");
        } else if (place->word == TOKEN_AT || place->word == TOKEN_AFTER || place->word == TOKEN_LATEST ||
                   place->word == TOKEN_BY) {
            c->owner = place->word == TOKEN_BY ? declared_event(c) : NULL;
            offer_names(c, KIND(PARAM));
            offer_words(c, "create id now");
        } else {
            offer_types(c);
        }
    } else if (place->previous == TOKEN_DOT) {
        c->owner = word_before(c, '.');
        offer_names(c, KIND(PARAM) | KIND(FIELD));
    } else if (place->around == TOKEN_SCENARIO && place->word != TOKEN_IMPLIES) {
        c->owner = place->in_parens ? word_before(c, '(') : NULL;
        offer_behind(c, place->in_parens ? TOKEN_WHEN : TOKEN_ON);
    } else if (place->word == TOKEN_USE && place->in_parens) {
        offer_behind(c, TOKEN_REPEAT);
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
        struct offering c = {now, &before, start, NULL, false, false, items, map_new(arena)};
        if (!is_in_words(&diagnostics, &place))
            offer_all(&c, &place);
    }
    arena_free(arena);
    return items;
}
