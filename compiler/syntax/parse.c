#include "syntax/parse.h"

#include "base/suggest.h"
#include "syntax/habits.h"
#include "syntax/lexer.h"

#include <stdlib.h>

enum { BRACES_MAX = 64 };

struct open_brace {
    struct span at;
    size_t indentation; /* of its line */
};

struct parsing {
    struct ast *ast;
    struct diagnostics *diagnostics;
    void *parser;
    struct token previous;
    int before_previous; /* the kind of the token before that one */
    bool recovering;     /* an error was reported, and no token has fitted since */
    struct open_brace open_braces[BRACES_MAX];
    size_t depth;
    size_t indentation;  /* of the line that is being read */
    struct span surplus; /* a `}` that stands further left or right than the line of its `{` */
    bool is_outside;     /* it has been said that what follows stands outside of the machine */
    struct span hint;    /* a brace with lines behind it that are not indented as if they stood in it */
};

/* The pieces that fit here, in words: "`,` or `)`". Keywords only where a plain name does not fit. */
static const char *expected_words(const struct parsing *parsing) {
    struct text words = TEXT_INIT;
    int last = -1;
    size_t count = 0;
    if (diagnostics_full(parsing->diagnostics))
        return "";
    bool name_fits = parser_accepts(parsing->parser, TOKEN_NAME);
    for (int kind = 0; kind < TOKEN_KINDS; kind++) {
        if ((name_fits && token_is_keyword(kind)) || !parser_accepts(parsing->parser, kind))
            continue;
        if (last >= 0)
            text_printf(&words, "%s%s", count++ > 0 ? ", " : "", token_words(last));
        last = kind;
    }
    if (last >= 0)
        text_printf(&words, "%s%s", count > 0 ? " or " : "", token_words(last));
    return text_keep(&words, parsing->ast->arena);
}

static const char *found_words(const struct parsing *parsing, const struct token *token) {
    if (token->kind == TOKEN_END || token->kind == TOKEN_STRING)
        return token_words(token->kind);
    return arena_printf(parsing->ast->arena, "`%.*s`", (int)token->span.length,
                        parsing->diagnostics->source->text + token->span.offset);
}

static bool accepts(void *parser, int kind) {
    return parser_accepts(parser, kind);
}

/* What stands in machines, behind the end of one. */
static bool follows_a_machine(const struct parsing *parsing, const struct token *token) {
    return parsing->depth == 0 && parsing->previous.kind == TOKEN_CLOSE_BRACE &&
           token_begins_piece(token->kind) && parser_accepts(parsing->parser, TOKEN_MACHINE);
}

static void report_surplus_brace(struct parsing *parsing, const struct token *token) {
    const struct span at = parsing->surplus.length > 0 ? parsing->surplus : parsing->previous.span;
    diagnose_beside(parsing->diagnostics, MESSAGE_SURPLUS_BRACE, at, token->span,
                    WORDS(found_words(parsing, token)));
    parsing->is_outside = true;
    ast_ended_early(parsing->ast);
}

/* What a misspelt keyword was meant to be; a keyword that does not fit is hardly another one. */
static const char *keyword_meant(const struct parsing *parsing, const struct token *token) {
    if (token->kind != TOKEN_NAME || diagnostics_full(parsing->diagnostics))
        return NULL;
    struct suggestion suggestion = suggestion_for(token->text);
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (token_is_keyword(kind) && parser_accepts(parsing->parser, kind))
            suggestion_offer(&suggestion, token_spelling(kind));
    return suggestion.nearest;
}

static void report_end(struct parsing *parsing, const char *const *words, struct span at) {
    const enum message_number message = parsing->hint.length > 0 ? MESSAGE_END_AFTER_HINT
                                        : parsing->depth > 0     ? MESSAGE_END_IN_BRACES
                                                                 : MESSAGE_END;
    const struct span brace = parsing->hint.length > 0 ? parsing->hint
                              : parsing->depth > 0     ? parsing->open_braces[parsing->depth - 1].at
                                                       : at;
    diagnose_beside(parsing->diagnostics, message, at, brace, words);
    if (parsing->depth == 0)
        diagnose_help(parsing->diagnostics, MESSAGE_END, NULL);
}

static void report_syntax(struct parsing *parsing, const struct token *token) {
    if (follows_a_machine(parsing, token)) {
        report_surplus_brace(parsing, token);
        return;
    }
    const char *expected = expected_words(parsing);
    const char *found = found_words(parsing, token);
    enum message_number message = MESSAGE_SYNTAX;
    const char *help = NULL;
    if (token->kind == TOKEN_END) {
        report_end(parsing, WORDS(expected, found), token->span);
        return;
    }
    if (token->kind == TOKEN_CLOSE_BRACE && parsing->depth == 0)
        message = MESSAGE_NO_OPEN_BRACE;
    else if (parsing->before_previous == TOKEN_NUMBER && parser_accepts(parsing->parser, TOKEN_ARROW))
        message = parsing->previous.kind == TOKEN_ON ? MESSAGE_ON_BEHIND_TIME : MESSAGE_TIME_IN_WORDS;
    else if ((help = habit_help(token, &parsing->previous, accepts, parsing->parser)) != NULL)
        message = MESSAGE_HABIT;
    diagnose(parsing->diagnostics, message, token->span, WORDS(expected, found, help));
    if (message == MESSAGE_SYNTAX)
        diagnose_meant(parsing->diagnostics, "", keyword_meant(parsing, token));
}

static void feed(struct parsing *parsing, const struct token *token) {
    parser(parsing->parser, token->kind, *token, parsing->ast);
}

/* False where the braces go too deep. */
static bool count_brace(struct parsing *parsing, const struct token *token) {
    if (token->kind == TOKEN_CLOSE_BRACE && parsing->depth > 0) {
        parsing->depth--;
        if (token->first_on_line && parsing->surplus.length == 0 &&
            parsing->indentation != parsing->open_braces[parsing->depth].indentation)
            parsing->surplus = token->span;
    }
    if (token->kind != TOKEN_OPEN_BRACE)
        return true;
    if (parsing->depth == BRACES_MAX) {
        diagnose(parsing->diagnostics, MESSAGE_BRACES_TOO_DEEP, token->span,
                 WORDS(number_word(parsing->diagnostics, BRACES_MAX)));
        return false;
    }
    parsing->open_braces[parsing->depth++] = (struct open_brace){token->span, parsing->indentation};
    return true;
}

/* A line no further to the right than that of the `{` it stands in: a `}` was forgotten before it. */
static void watch_indentation(struct parsing *parsing, const struct token *token) {
    if (!token->first_on_line)
        return;
    const char *text = parsing->diagnostics->source->text;
    size_t start = token->span.offset;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    parsing->indentation = token->span.offset - start;
    if (parsing->depth == 0 || parsing->hint.length > 0 || token->kind == TOKEN_CLOSE_BRACE ||
        token->kind == TOKEN_END)
        return;
    const struct open_brace *open = &parsing->open_braces[parsing->depth - 1];
    if (parsing->indentation <= open->indentation)
        parsing->hint = open->at;
}

/*
 * What was forgotten at the end of the line before, TOKEN_END where nothing was: a `;`, or the `{` of what
 * follows. It is reported, and the parser goes on as if it stood there. While something is being skipped,
 * a `;` ends it where the next piece seems to begin.
 */
static int forgotten(const struct parsing *parsing, const struct token *token) {
    bool closes = token->kind == TOKEN_CLOSE_BRACE || token->kind == TOKEN_END;
    bool begins = token->first_on_line && token_begins_piece(token->kind);
    bool semicolon_fits = parser_accepts(parsing->parser, TOKEN_SEMICOLON);
    if (parsing->recovering)
        return semicolon_fits && (closes || begins) ? TOKEN_SEMICOLON : TOKEN_END;
    if (begins && parser_accepts(parsing->parser, TOKEN_OPEN_BRACE) &&
        (!semicolon_fits || token_place(token->kind) == TOKEN_PLACE_STATE))
        return TOKEN_OPEN_BRACE;
    return semicolon_fits && (closes || token->first_on_line) ? TOKEN_SEMICOLON : TOKEN_END;
}

static void insert(struct parsing *parsing, int kind, const struct token *token) {
    struct token missing = {.kind = kind,
                            .span = {parsing->previous.span.offset + parsing->previous.span.length, 1}};
    if (!parsing->recovering && !parsing->previous.damaged && !token->damaged)
        diagnose(parsing->diagnostics, MESSAGE_MISSING_TOKEN, missing.span,
                 WORDS(expected_words(parsing), found_words(parsing, &parsing->previous), token_words(kind)));
    parsing->recovering = false;
    if (count_brace(parsing, &missing))
        feed(parsing, &missing);
}

static void take(struct parsing *parsing, struct token token, bool closes_a_brace) {
    /* A keyword in the middle of what is being skipped is more likely a name than a new piece. */
    if (parsing->recovering && token_is_keyword(token.kind) && !token.first_on_line)
        token.kind = TOKEN_NAME;
    bool fits = parser_accepts(parsing->parser, token.kind);
    int missing = fits ? TOKEN_END : forgotten(parsing, &token);
    if (missing != TOKEN_END) {
        insert(parsing, missing, &token);
        fits = parser_accepts(parsing->parser, token.kind);
    }
    if (fits && (token.kind == TOKEN_MACHINE || token.kind == TOKEN_FLOW || token.kind == TOKEN_PROCEDURE))
        parsing->is_outside = false;
    if (!fits && !parsing->recovering && !parsing->is_outside && !parsing->previous.damaged && !token.damaged)
        report_syntax(parsing, &token);
    if (!fits && token.kind == TOKEN_END)
        ast_incomplete(parsing->ast);
    if (!fits && closes_a_brace) {
        /* What is skipped ends here, or the parser would skip the `}` with it. */
        const struct token end = {.kind = TOKEN_SEMICOLON, .span = {token.span.offset, 0}};
        feed(parsing, &end);
        fits = parser_accepts(parsing->parser, token.kind);
    }
    parsing->recovering = !fits;
    feed(parsing, &token);
    parsing->before_previous = parsing->previous.kind;
    parsing->previous = token;
}

bool parse(struct ast *ast, struct diagnostics *diagnostics) {
    struct parsing parsing = {.ast = ast, .diagnostics = diagnostics, .parser = parserAlloc(malloc)};
    struct lexer lexer;
    struct token token;
    bool goes_on = true;

    if (parsing.parser == NULL)
        arena_exhausted();
    lexer_init(&lexer, diagnostics);
    do {
        token = lexer_next(&lexer);
        bool closes_a_brace = token.kind == TOKEN_CLOSE_BRACE && parsing.depth > 0;
        watch_indentation(&parsing, &token);
        goes_on = count_brace(&parsing, &token);
        if (goes_on)
            take(&parsing, token, closes_a_brace);
        goes_on = goes_on && !ast->other_version;
    } while (goes_on && token.kind != TOKEN_END);
    parserFree(parsing.parser, free);
    lexer_free(&lexer);
    return goes_on;
}
