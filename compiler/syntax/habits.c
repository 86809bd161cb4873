#include "syntax/habits.h"

#include <string.h>

#define ARROW_HELP "an arrow is written `->`"
#define QUOTE_HELP "a text stands between straight double quotes: \"like this\""
#define BLANK_HELP "this is no ordinary blank: type it anew"
#define OR_HELP    "there is no `or`: write one move for each guard, the first one first"
#define AND_HELP   "guards are joined by `and`: `when this and that`"
#define NOT_HELP   "a guard is turned round by `not`: `when not this`"
#define MOVE_HELP  "a move stands in the state that it leaves: `on EVENT -> STATE;`"
#define HOOKS_HELP "what runs then is written `enter do EFFECT;` or `leave do EFFECT;`"
#define ELSE_HELP  "the `else` of a move is one more move of its event, behind it and without `when`"

static const struct {
    const char *sign;
    int kind;
    const char *help;
} signs[] = {
    {"\xC2\xA0", TOKEN_END, BLANK_HELP},     /* no-break space */
    {"\xE2\x80\x8B", TOKEN_END, BLANK_HELP}, /* zero width space */
    {"\xE2\x80\xAF", TOKEN_END, BLANK_HELP}, /* narrow no-break space */
    {"\xE3\x80\x80", TOKEN_END, BLANK_HELP}, /* ideographic space */
    {"\xE2\x80\x98", TOKEN_STRING, QUOTE_HELP},
    {"\xE2\x80\x99", TOKEN_STRING, QUOTE_HELP},
    {"\xE2\x80\x9C", TOKEN_STRING, QUOTE_HELP},
    {"\xE2\x80\x9D", TOKEN_STRING, QUOTE_HELP},
    {"\xC2\xAB", TOKEN_STRING, QUOTE_HELP},
    {"\xE2\x86\x92", TOKEN_ARROW, ARROW_HELP},
    {"\xE2\x80\x93>", TOKEN_ARROW, ARROW_HELP},
    {"\xE2\x80\x94>", TOKEN_ARROW, ARROW_HELP},
    {"-->", TOKEN_ARROW, ARROW_HELP},
    {"==>", TOKEN_ARROW, ARROW_HELP},
    {"&&", TOKEN_AND, AND_HELP},
    {"&", TOKEN_AND, AND_HELP},
    {"!", TOKEN_NOT, NOT_HELP},
    {"||", TOKEN_END, OR_HELP},
    {"|", TOKEN_END, OR_HELP},
};

struct habit_sign habit_sign(const char *text) {
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strncmp(text, signs[i].sign, strlen(signs[i].sign)) == 0)
            return (struct habit_sign){strlen(signs[i].sign), signs[i].kind, signs[i].help};
    return (struct habit_sign){0};
}

const char *habit_in_word(const char *word, const char *end) {
    while (word < end && ((unsigned char)*word < 0x80 || habit_sign(word).length == 0))
        word++;
    return word;
}

/* In place of what a word is written, where `fits` would stand. */
static const struct {
    const char *word;
    int fits;
    const char *help;
} words[] = {
    {"or", TOKEN_AND, OR_HELP},
    {"if", TOKEN_WHEN, "a guard is written `when GUARD`"},
    {"where", TOKEN_WHEN, "a guard is written `when GUARD`"},
    {"unless", TOKEN_WHEN, "a guard that must not hold is written `when not GUARD`"},
    {"goto", TOKEN_ARROW, ARROW_HELP},
    {"to", TOKEN_ARROW, ARROW_HELP},
    {"transition", TOKEN_ON, MOVE_HELP},
    {"transitions", TOKEN_ON, MOVE_HELP},
    {"trigger", TOKEN_ON, MOVE_HELP},
    {"timeout", TOKEN_AFTER, "a timer is written `after 3d EVENT -> STATE;`"},
    {"timer", TOKEN_AFTER, "a timer is written `after 3d EVENT -> STATE;`"},
    {"within", TOKEN_AFTER, "a timer is written `after 3d EVENT -> STATE;`"},
    {"else", TOKEN_ON, ELSE_HELP},
    {"else", TOKEN_WHEN, ELSE_HELP},
    {"otherwise", TOKEN_ON, ELSE_HELP},
    {"entry", TOKEN_ENTER, HOOKS_HELP},
    {"exit", TOKEN_LEAVE, HOOKS_HELP},
    {"start", TOKEN_INITIAL, "the state to begin with is written `initial state NAME { ... }`"},
    {"begin", TOKEN_INITIAL, "the state to begin with is written `initial state NAME { ... }`"},
    {"end", TOKEN_FINAL, "an end is written `final state NAME;`"},
    {"terminal", TOKEN_FINAL, "an end is written `final state NAME;`"},
};

/* Pieces of a machine that do not stand in its states. */
static bool is_of_machine(int kind) {
    static const int kinds[] = {TOKEN_EVENT,  TOKEN_GUARD, TOKEN_EFFECT, TOKEN_ASSERT,  TOKEN_SCENARIO,
                                TOKEN_ENTITY, TOKEN_FROM,  TOKEN_EMIT,   TOKEN_STORAGE, TOKEN_KEY,
                                TOKEN_MIRROR, TOKEN_ALLOW, TOKEN_RETIRED};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

static bool is_text(const struct token *token, const char *text) {
    return token->text != NULL && token->kind != TOKEN_STRING && strcmp(token->text, text) == 0;
}

const char *habit_help(const struct token *token, const struct token *previous,
                       bool (*accepts)(void *context, int kind), void *context) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_text(token, words[i].word) && accepts(context, words[i].fits))
            return words[i].help;
    if (accepts(context, TOKEN_ARROW)) {
        if (token->kind == TOKEN_IMPLIES || token->kind == TOKEN_COLON)
            return ARROW_HELP;
        if (token->kind == TOKEN_OPEN_BRACKET)
            return "a guard stands behind the state: `on EVENT -> STATE when GUARD;`";
        if (is_text(previous, "entry") || is_text(previous, "exit"))
            return HOOKS_HELP;
    }
    if (token->kind == TOKEN_ALWAYS && is_text(previous, "can"))
        return "it is written `assert always can finish;`";
    if (token->kind == TOKEN_WHEN)
        return accepts(context, TOKEN_AND) ? "join guards by `and`: `when this and that`"
               : accepts(context, TOKEN_THEN)
                   ? "`when` stands before `do` and `then`: `-> STATE when GUARD do EFFECT`"
                   : NULL;
    if ((previous->kind == TOKEN_INITIAL || previous->kind == TOKEN_FINAL) && accepts(context, TOKEN_STATE))
        return previous->kind == TOKEN_INITIAL ? "it is written `initial state NAME`"
                                               : "it is written `final state NAME`";
    if (is_of_machine(token->kind) && accepts(context, TOKEN_ON) && accepts(context, TOKEN_CLOSE_BRACE))
        return "this stands in the machine, outside of its states: is a `}` missing before it?";
    if (token->kind == TOKEN_OPEN_BRACE && previous->span.length == 0) /* the first of the file */
        return "a file begins with `pawl 1;`, and then `machine NAME { ... }`; JSON is what `--emit=json` "
               "writes";
    return NULL;
}
