#include "syntax/ast.h"

#include "base/suggest.h"
#include "syntax/habits.h"

#include <string.h>

static const char *const type_names[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)};

enum { TYPE_COUNT = sizeof type_names / sizeof type_names[0] };

/* A longer time, added to the present one, is no date that every database knows. */
#define DURATION_MAX_MS (PAWL_DURATION_MAX_US / 1000)

#define COUNT_MAX INT64_C(1000000)

static const struct {
    const char *unit;
    int64_t ms;
} units[] = {{"ms", 1},
             {"s", 1000},
             {"m", 60 * 1000},
             {"h", 60 * 60 * 1000},
             {"d", 24 * 60 * 60 * 1000},
             {"w", 7 * 24 * 60 * 60 * 1000}};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

struct ast_text ast_text_of(const struct token *token) {
    return token == NULL ? (struct ast_text){0} : (struct ast_text){token->text, token->span};
}

void ast_check_text(struct ast *ast, const struct token *text, const char *what, const char *remedy) {
    if (text == NULL || text->text[strspn(text->text, " \t\n")] != '\0')
        return;
    diagnose(ast->diagnostics, MESSAGE_EMPTY_TEXT, text->span, WORDS(what, remedy));
}

bool ast_type(struct ast *ast, const struct token *name, enum pawl_type *type) {
    struct suggestion suggestion = suggestion_for(name->text);
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(name->text, type_names[i]) == 0) {
            *type = (enum pawl_type)i;
            return true;
        }
        suggestion_offer(&suggestion, type_names[i]);
    }
    diagnose(ast->diagnostics, MESSAGE_UNKNOWN_TYPE, name->span, WORDS(name->text));
    const char *habit = habit_type(name->text);
    diagnose_meant(ast->diagnostics, "", habit != NULL ? habit : suggestion.nearest);
    return false;
}

struct token ast_name(struct ast *ast, const struct token *word) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t plain = strspn(word->text, allowed);
    if (word->text[plain] == '\0' && word->text[0] != '_')
        return *word;
    char *lower = arena_strndup(ast->arena, word->text, strlen(word->text));
    bool fits = lower[0] != '_';
    for (char *c = lower; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
        fits = fits && strchr(allowed, *c) != NULL;
    }
    diagnose(ast->diagnostics, fits ? MESSAGE_NAME_SHAPE : MESSAGE_NAME_LETTERS, word->span,
             WORDS(word->text, lower));
    return *word;
}

void ast_reserved_name(struct ast *ast, const struct token *word) {
    diagnose(ast->diagnostics, MESSAGE_NAME_RESERVED, word->span, WORDS(word->text));
}

struct ast_words *ast_guard(struct ast *ast, struct ast_words *words, const struct token *negation,
                            const struct token *name) {
    if (words == NULL) {
        words = arena_alloc(ast->arena, sizeof *words);
        words->end = &words->first;
    }
    struct ast_word *word = arena_alloc(ast->arena, sizeof *word);
    word->name = ast_text_of(name);
    word->negated = negation != NULL;
    word->whole = word->name.span;
    if (negation != NULL) {
        word->whole.offset = negation->span.offset;
        word->whole.length += name->span.offset - negation->span.offset;
    }
    *words->end = word;
    words->end = &word->next;
    words->count++;
    return words;
}

const struct ast_word *ast_first(const struct ast_words *words) {
    return words == NULL ? NULL : words->first;
}

struct ast_words *ast_word(struct ast *ast, struct ast_words *words, const struct token *name) {
    return ast_guard(ast, words, NULL, name);
}

struct ast_reference *ast_reference(struct ast *ast, const struct token *colon, const struct token *owner,
                                    const struct token *name) {
    struct ast_reference *reference = arena_alloc(ast->arena, sizeof *reference);
    reference->owner = ast_text_of(owner);
    reference->name = ast_text_of(name);
    reference->span = span_to(colon->span, name->span);
    return reference;
}

struct ast_references *ast_references(struct ast *ast, struct ast_references *references,
                                      struct ast_reference *reference) {
    if (references == NULL) {
        references = arena_alloc(ast->arena, sizeof *references);
        references->end = &references->first;
    }
    *references->end = reference;
    references->end = &reference->next;
    references->count++;
    return references;
}

/* The digits that a number begins with; *unit is what follows them. Stops growing beyond the limit. */
static int64_t digits(const char *number, int64_t limit, const char **unit) {
    int64_t value = 0;
    while (*number >= '0' && *number <= '9') {
        if (value <= limit)
            value = value * 10 + (*number - '0');
        number++;
    }
    *unit = number;
    return value;
}

static int find_unit(const char *unit) {
    int u = 0;
    while (u < UNIT_COUNT && strcmp(units[u].unit, unit) != 0)
        u++;
    return u;
}

struct ast_duration ast_unit(struct ast *ast, const struct ast_reference *count, const struct token *unit) {
    const int u = unit == NULL ? UNIT_COUNT : find_unit(unit->text);
    if (u < UNIT_COUNT)
        return (struct ast_duration){ast_text_of(unit), units[u].ms};
    const bool is_created = count->owner.text != NULL;
    const char *written =
        arena_printf(ast->diagnostics->arena, ":%s%s%s", is_created ? count->owner.text : "",
                     is_created ? "." : "", count->name.text);
    diagnose(ast->diagnostics, unit == NULL ? MESSAGE_COUNT_WITHOUT_UNIT : MESSAGE_COUNT_OF_NO_UNIT,
             unit == NULL ? count->span : unit->span, WORDS(written, unit == NULL ? "" : unit->text));
    return (struct ast_duration){0};
}

struct ast_duration ast_duration(struct ast *ast, const struct token *number) {
    struct ast_duration duration = {ast_text_of(number), 0};
    const char *unit;
    int64_t value = digits(number->text, DURATION_MAX_MS, &unit);
    const int u = find_unit(unit);
    if (u == UNIT_COUNT) {
        diagnose(ast->diagnostics, *unit == '\0' ? MESSAGE_NO_UNIT : MESSAGE_UNKNOWN_UNIT, number->span,
                 WORDS(number->text, unit));
    } else if (value == 0) {
        diagnose(ast->diagnostics, MESSAGE_NO_DURATION, number->span, WORDS(number->text));
    } else if (value > DURATION_MAX_MS / units[u].ms) {
        diagnose(ast->diagnostics, MESSAGE_LONG_DURATION, number->span,
                 WORDS(number->text, number_word(ast->diagnostics, PAWL_DURATION_MAX_YEARS)));
    } else {
        duration.ms = value * units[u].ms;
    }
    return duration;
}

void ast_check_pauses(struct ast *ast, const char *word, const struct ast_duration *from,
                      const struct ast_duration *to) {
    if (from->ms == 0 || to->ms == 0 || to->ms >= from->ms)
        return;
    diagnose(ast->diagnostics, MESSAGE_SHRINKING_PAUSES, to->text.span,
             WORDS(to->text.text, from->text.text, word));
}

int64_t ast_count(struct ast *ast, const char *word, const struct token *number) {
    const char *rest;
    int64_t value = digits(number->text, COUNT_MAX, &rest);
    if (*rest == '\0' && value > 0 && value <= COUNT_MAX)
        return value;
    diagnose(ast->diagnostics, MESSAGE_BAD_COUNT, number->span,
             WORDS(number->text, number_word(ast->diagnostics, (int)COUNT_MAX), word));
    return 0;
}
