#include "syntax/habits.h"

#include <string.h>

#define ARROW_HELP "an arrow is written `->`"
#define HOOKS_HELP "what runs then is written `enter do EFFECT;` or `leave do EFFECT;`"

struct habit {
    const char *written;
    int kind; /* of a sign what it is taken for, of a word what would fit in its place */
    const char *help;
};

static const struct habit signs[] = {
#define SIGN(sign, kind, help) {sign, TOKEN_##kind, help},
#include "syntax/habits.def"
};

static const struct habit words[] = {
#define WORD(word, fits, help) {word, TOKEN_##fits, help},
#include "syntax/habits.def"
};

static const struct {
    const char *written, *here;
} types[] = {
#define TYPE(word, type) {word, type},
#include "syntax/habits.def"
};

static const struct {
    const char *begin, *language;
} files[] = {
#define FILE_OF(begin, language) {begin, language},
#include "syntax/habits.def"
};

const char *habit_file(const char *text) {
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strncmp(text, files[i].begin, strlen(files[i].begin)) == 0)
            return files[i].language;
    return NULL;
}

const char *habit_type(const char *word) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(word, types[i].written) == 0)
            return types[i].here;
    return NULL;
}

struct habit_sign habit_sign(const char *text) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strncmp(text, signs[i].written, strlen(signs[i].written)) == 0)
            return (struct habit_sign){strlen(signs[i].written), signs[i].kind, signs[i].help};
    return (struct habit_sign){0};
}

const char *habit_in_word(const char *word, const char *end) {
    while (word < end && ((unsigned char)*word < 0x80 || habit_sign(word).length == 0))
        word++;
    return word;
}

static bool is_text(const struct token *token, const char *text) {
    return token->text != NULL && token->kind != TOKEN_STRING && strcmp(token->text, text) == 0;
}

const char *habit_help(const struct token *token, const struct token *previous,
                       bool (*accepts)(void *context, int kind), void *context, int *meant) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_text(token, words[i].written) && accepts(context, words[i].kind)) {
            *meant = words[i].kind;
            return words[i].help;
        }
    const bool is_or = token->kind == TOKEN_COMMA || is_text(token, "or");
    if (is_or && accepts(context, TOKEN_ARROW))
        return "each event has a move of its own: `on EVENT -> STATE; on EVENT -> STATE;`";
    const bool is_name = accepts(context, TOKEN_NAME); /* where any keyword fits, as one */
    if (accepts(context, TOKEN_WHEN) && !is_name) {
        if (is_or)
            return "a move leads to one state: write one for each guard, the first one first";
        if (token->kind == TOKEN_DOT)
            return "a state is known by its name alone, also one that stands in another: `-> STATE`";
        if (previous->kind == TOKEN_STATE)
            return "only its name stands behind the arrow: `-> STATE`";
    }
    if (token->kind == TOKEN_OPEN_PAREN && accepts(context, TOKEN_UNDO) && !is_name)
        return "a callback is only named: it gets the arguments and data of the flow";
    if (accepts(context, TOKEN_ARROW)) {
        if (token->kind == TOKEN_IMPLIES || token->kind == TOKEN_COLON) {
            *meant = TOKEN_ARROW;
            return ARROW_HELP;
        }
        if (token->kind == TOKEN_OPEN_BRACKET)
            return "a guard stands behind the state: `on EVENT -> STATE when GUARD;`";
        if (is_text(previous, "entry") || is_text(previous, "exit"))
            return HOOKS_HELP;
    }
    if (token->kind == TOKEN_ARROW && accepts(context, TOKEN_IMPLIES)) {
        *meant = TOKEN_COMMA;
        return "steps are joined by `,`, and before the state stands `=>`: `{ create, EVENT => STATE }`";
    }
    if (token->kind == TOKEN_ALWAYS && is_text(previous, "can"))
        return "it is written `assert always can finish;`";
    if (token->kind == TOKEN_WHEN)
        return accepts(context, TOKEN_AND) ? "join guards by `and`: `when this and that`"
               : accepts(context, TOKEN_THEN)
                   ? "`when` stands before `do` and `then`: `-> STATE when GUARD do EFFECT`"
                   : NULL;
    if (token->kind == TOKEN_OPEN_BRACE && previous->span.length == 0) /* the first of the file */
        return "a file begins with `pawl 1;`, and then `machine NAME { ... }`; JSON is what `--emit=json` "
               "writes";
    return NULL;
}
