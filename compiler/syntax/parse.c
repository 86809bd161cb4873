#include "syntax/parse.h"

#include "base/suggest.h"
#include "syntax/forms.h"
#include "syntax/habits.h"
#include "syntax/lexer.h"

#include <stdlib.h>
#include <string.h>

enum { BRACES_MAX = 64 };

struct open_brace {
    struct span at;
    size_t indentation; /* of its line */
    int piece;          /* the keyword of what it belongs to */
};

struct parsing {
    struct ast *ast;
    struct diagnostics *diagnostics;
    void *parser;
    struct lexer lexer;
    struct token next; /* where it was looked at already */
    bool has_next;
    struct token previous;
    int before_previous; /* the kind of the token before that one */
    struct token piece;  /* the first token of the piece that is being read */
    bool begins_piece;   /* the next token begins one */
    bool is_told;        /* something was reported of this piece: what follows may follow from that */
    bool recovering;     /* an error was reported, and no token has fitted since */
    size_t skipped_from; /* where what could not be read then begins */
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
        if (kind == TOKEN_PAWL && parsing->previous.span.length > 0) /* which stands before all else */
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

/* The token behind the one that is being taken. */
static const struct token *peek(struct parsing *parsing) {
    if (!parsing->has_next)
        parsing->next = lexer_next(&parsing->lexer);
    parsing->has_next = true;
    return &parsing->next;
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

/*
 * What a misspelt keyword was meant to be, or TOKEN_END; a keyword that does not fit is hardly another one.
 */
static int keyword_meant(const struct parsing *parsing, const struct token *token) {
    int meant = TOKEN_END;
    if (token->kind != TOKEN_NAME || diagnostics_full(parsing->diagnostics))
        return meant;
    struct suggestion suggestion = suggestion_for(token->text);
    for (int kind = 0; kind < TOKEN_KINDS; kind++) {
        const char *nearest = suggestion.nearest;
        if (token_is_keyword(kind) && parser_accepts(parsing->parser, kind))
            suggestion_offer(&suggestion, token_spelling(kind));
        if (suggestion.nearest != nearest)
            meant = kind;
    }
    return meant;
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

/* How the piece is written that the token does not fit into. */
static const char *piece_help(struct parsing *parsing, const struct token *token) {
    struct arena *arena = parsing->ast->arena;
    /* Of a brace that does not fit, its own is counted already. */
    const size_t depth =
        parsing->depth - (token->kind == TOKEN_OPEN_BRACE) + (token->kind == TOKEN_CLOSE_BRACE);
    const int around = depth == 0 ? TOKEN_END : parsing->open_braces[depth - 1].piece;
    const bool is_first = parsing->piece.span.offset == token->span.offset;
    if (is_first && token->kind == TOKEN_NAME && around == TOKEN_MACHINE &&
        peek(parsing)->kind == TOKEN_ARROW)
        return arena_printf(arena,
                            "a move stands in the state that it leaves: `state %s { on EVENT -> STATE; }`",
                            token->text);
    if (token->kind == TOKEN_OPEN_PAREN && parsing->previous.kind == TOKEN_NAME &&
        parser_accepts(parsing->parser, TOKEN_ARROW))
        return arena_printf(arena, "parameters are declared in the machine: `event %s(PARAMETER: TYPE);`",
                            parsing->previous.text);
    const char *help = is_first ? form_misplaced(arena, token->kind, around)
                                : form_help(arena, parsing->piece.kind, parsing->previous.kind, around);
    return help != NULL ? help : form_unknown(arena, around);
}

/* Returns the kind of token that was meant, with which the parser can go on, or TOKEN_END. */
static int report_syntax(struct parsing *parsing, const struct token *token) {
    if (follows_a_machine(parsing, token)) {
        report_surplus_brace(parsing, token);
        return TOKEN_END;
    }
    const char *expected = expected_words(parsing);
    const char *found = found_words(parsing, token);
    enum message_number message = MESSAGE_HABIT;
    int meant = TOKEN_END;
    if (token->kind == TOKEN_END) {
        report_end(parsing, WORDS(expected, found), token->span);
        return TOKEN_END;
    }
    const char *help = NULL;
    if (token->kind == TOKEN_COMMA && parser_accepts(parsing->parser, TOKEN_SEMICOLON) &&
        (peek(parsing)->first_on_line || peek(parsing)->kind == TOKEN_CLOSE_BRACE)) {
        meant = TOKEN_SEMICOLON;
        help = "a piece ends with `;`";
    } else {
        help = habit_help(token, &parsing->previous, accepts, parsing->parser, &meant);
    }
    if (token->kind == TOKEN_SEMICOLON && parsing->piece.kind == TOKEN_MACHINE)
        parsing->is_outside = true; /* what should stand in its braces stands behind it */
    if (token->kind == TOKEN_CLOSE_BRACE && parsing->depth == 0)
        message = MESSAGE_NO_OPEN_BRACE;
    else if (parsing->before_previous == TOKEN_NUMBER && parser_accepts(parsing->parser, TOKEN_ARROW))
        message = parsing->previous.kind == TOKEN_ON ? MESSAGE_ON_BEHIND_TIME : MESSAGE_TIME_IN_WORDS;
    else if (help == NULL && (meant = keyword_meant(parsing, token)) == TOKEN_END)
        help = piece_help(parsing, token);
    diagnose(parsing->diagnostics, message, token->span, WORDS(expected, found, help == NULL ? "" : help));
    if (message != MESSAGE_HABIT)
        return TOKEN_END;
    if (help == NULL)
        diagnose_meant(parsing->diagnostics, "", token_spelling(meant));
    return meant;
}

static void feed(struct parsing *parsing, const struct token *token) {
    parser(parsing->parser, token->kind, *token, parsing->ast);
    if (token->kind == TOKEN_SEMICOLON || token->kind == TOKEN_OPEN_BRACE || token->kind == TOKEN_CLOSE_BRACE)
        parsing->begins_piece = true;
}

static void end_skipping(struct parsing *parsing, const struct token *token) {
    ast_unread(parsing->ast, parsing->skipped_from, token->span.offset, true);
    parsing->recovering = false;
}

static void watch_piece(struct parsing *parsing, const struct token *token) {
    if (!parsing->begins_piece)
        return;
    parsing->begins_piece = parsing->is_told = false;
    parsing->piece = *token;
}

/* Skips tokens from here on. What was read of the piece so far may be lost, too. */
static void begin_skipping(struct parsing *parsing, const struct token *token) {
    const int kind = parsing->piece.kind;
    const struct span before = parsing->previous.span;
    if (token_is_keyword(parsing->previous.kind)) /* it was taken for a name, and may have been none */
        ast_unread(parsing->ast, before.offset, before.offset + before.length, true);
    const bool may_be_state = !token_begins_piece(kind) || kind == TOKEN_STATE || kind == TOKEN_INITIAL ||
                              kind == TOKEN_FINAL || kind == TOKEN_GOAL;
    ast_unread(parsing->ast, parsing->piece.span.offset, token->span.offset, may_be_state);
    parsing->skipped_from = token->span.offset;
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
    parsing->open_braces[parsing->depth++] =
        (struct open_brace){token->span, parsing->indentation, parsing->piece.kind};
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
 * What was forgotten, TOKEN_END where nothing was: at the end of the line before a `;`, or the `{` of what
 * follows; between names `:` or `,`; the word `state` before one. It is reported, and the parser goes on as
 * if it stood there. While something is being skipped, a `;` ends it where the next piece seems to begin.
 */
static int forgotten(const struct parsing *parsing, const struct token *token) {
    bool closes = token->kind == TOKEN_CLOSE_BRACE || token->kind == TOKEN_END;
    bool begins = token->first_on_line && token_begins_piece(token->kind);
    bool semicolon_fits = parser_accepts(parsing->parser, TOKEN_SEMICOLON);
    if (parsing->recovering)
        return semicolon_fits && (closes || begins) ? TOKEN_SEMICOLON : TOKEN_END;
    if ((parsing->previous.kind == TOKEN_INITIAL || parsing->previous.kind == TOKEN_FINAL ||
         parsing->previous.kind == TOKEN_GOAL) &&
        token->kind == TOKEN_NAME && parser_accepts(parsing->parser, TOKEN_STATE) &&
        keyword_meant(parsing, token) == TOKEN_END)
        return TOKEN_STATE;
    if (token->kind == TOKEN_NAME && parsing->previous.kind == TOKEN_NAME && !semicolon_fits &&
        !token->first_on_line) {
        if (parser_accepts(parsing->parser, TOKEN_COLON))
            return TOKEN_COLON;
        if (parser_accepts(parsing->parser, TOKEN_COMMA))
            return TOKEN_COMMA;
    }
    if (begins && parser_accepts(parsing->parser, TOKEN_OPEN_BRACE) &&
        (!semicolon_fits || token_place(token->kind) == TOKEN_PLACE_STATE))
        return TOKEN_OPEN_BRACE;
    return semicolon_fits && (closes || token->first_on_line) ? TOKEN_SEMICOLON : TOKEN_END;
}

static void insert(struct parsing *parsing, int kind, const struct token *token) {
    struct token missing = {.kind = kind,
                            .span = {parsing->previous.span.offset + parsing->previous.span.length, 1}};
    if (!parsing->recovering && !parsing->is_told && !parsing->previous.damaged && !token->damaged)
        diagnose(parsing->diagnostics, MESSAGE_MISSING_TOKEN, missing.span,
                 WORDS(expected_words(parsing), found_words(parsing, &parsing->previous), token_words(kind)));
    if (parsing->recovering)
        end_skipping(parsing, token);
    parsing->is_told = true;
    if (count_brace(parsing, &missing))
        feed(parsing, &missing);
    watch_piece(parsing, token);
}

/* A move in a state without its first word. */
static bool lacks_on(struct parsing *parsing, const struct token *token) {
    if (token->kind != TOKEN_NAME || parsing->piece.span.offset != token->span.offset ||
        parsing->is_outside || !parser_accepts(parsing->parser, TOKEN_REOPEN))
        return false;
    const int next = peek(parsing)->kind;
    return next == TOKEN_ARROW || next == TOKEN_IMPLIES || next == TOKEN_COLON;
}

static void insert_on(struct parsing *parsing, const struct token *token) {
    const struct token on = {.kind = TOKEN_ON, .span = token->span, .doc = token->doc};
    const struct span arrow = peek(parsing)->span;
    const struct span at = {token->span.offset, arrow.offset + arrow.length - token->span.offset};
    diagnose(parsing->diagnostics, MESSAGE_MOVE_WITHOUT_ON, at, WORDS(token->text));
    parsing->is_told = true;
    feed(parsing, &on);
}

/* A `;` where a piece would begin, such as behind a `}`. */
static bool is_surplus(const struct parsing *parsing, const struct token *token) {
    return token->kind == TOKEN_SEMICOLON && parsing->piece.span.offset == token->span.offset &&
           !parsing->recovering && !parsing->is_outside && !parser_accepts(parsing->parser, TOKEN_SEMICOLON);
}

static void parse_take(struct parsing *parsing, struct token token, bool closes_a_brace) {
    if (is_surplus(parsing, &token)) {
        if (!token.damaged && !parsing->previous.damaged)
            diagnose(parsing->diagnostics, MESSAGE_SURPLUS_SEMICOLON, token.span, NULL);
        parsing->begins_piece = true;
        return;
    }
    /* A keyword in the middle of what is being skipped is more likely a name than a new piece. */
    if (parsing->recovering && token_is_keyword(token.kind) && !token.first_on_line)
        token.kind = TOKEN_NAME;
    bool fits = parser_accepts(parsing->parser, token.kind);
    int missing = fits ? TOKEN_END : forgotten(parsing, &token);
    if (missing != TOKEN_END) {
        insert(parsing, missing, &token);
        fits = parser_accepts(parsing->parser, token.kind);
    }
    if (!fits && !parsing->recovering && lacks_on(parsing, &token)) {
        insert_on(parsing, &token);
        fits = true;
    }
    if (fits && (token.kind == TOKEN_MACHINE || token.kind == TOKEN_FLOW || token.kind == TOKEN_PROCEDURE))
        parsing->is_outside = false;
    if (!fits && !parsing->recovering && !parsing->is_outside && !parsing->is_told &&
        !parsing->previous.damaged && !token.damaged) {
        int meant = report_syntax(parsing, &token);
        parsing->is_told = true;
        if (meant != TOKEN_END) {
            token.kind = meant;
            fits = true;
        }
    }
    if (!fits && token.kind == TOKEN_END) {
        if (parsing->hint.length > 0)
            ast_incomplete(parsing->ast); /* a brace was forgotten, but all else is there */
        else
            ast_cut(parsing->ast);
    }
    if (!fits && !parsing->recovering)
        begin_skipping(parsing, &token);
    if (!fits && closes_a_brace) {
        /* What is skipped ends here, or the parser would skip the `}` with it. */
        const struct token end = {.kind = TOKEN_SEMICOLON, .span = {token.span.offset, 0}};
        feed(parsing, &end);
        fits = parser_accepts(parsing->parser, token.kind);
    }
    if (fits && parsing->recovering)
        end_skipping(parsing, &token);
    parsing->recovering = !fits;
    feed(parsing, &token);
    parsing->before_previous = parsing->previous.kind;
    parsing->previous = token;
}

/* Whether a keyword stands there for what it means, and not as a name. */
static bool is_meant(const struct parsing *parsing, int kind) {
    return kind == TOKEN_ARROW || kind == TOKEN_IMPLIES || kind == TOKEN_NOT ||
           (token_is_keyword(kind) &&
            (!parser_accepts(parsing->parser, TOKEN_NAME) || parsing->previous.kind == TOKEN_ASSERT));
}

static void watch_place(const struct parsing *parsing, int kind, struct parse_place *place) {
    if (is_meant(parsing, kind))
        place->word = kind;
    if (kind == TOKEN_OPEN_PAREN || kind == TOKEN_CLOSE_PAREN || kind == TOKEN_SEMICOLON)
        place->in_parens = kind == TOKEN_OPEN_PAREN;
}

static void note_place(struct parsing *parsing, struct parse_place *place) {
    place->previous = parsing->previous.kind;
    place->piece = parsing->piece.kind;
    place->end = parsing->previous.span.offset + parsing->previous.span.length;
    place->around = parsing->depth == 0 ? TOKEN_END : parsing->open_braces[parsing->depth - 1].piece;
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        place->accepts[kind] = parser_accepts(parsing->parser, kind);
}

/* place: NULL, or to be noted at the end, which the parser is not told of then. */
static bool parse_to(struct ast *ast, struct diagnostics *diagnostics, struct parse_place *place) {
    struct parsing parsing = {
        .ast = ast, .diagnostics = diagnostics, .parser = parserAlloc(malloc), .begins_piece = true};
    struct token token;
    bool goes_on = true;

    if (parsing.parser == NULL)
        arena_exhausted();
    const char *text = diagnostics->source->text, *language = habit_file(text);
    if (language != NULL) {
        diagnose(diagnostics, MESSAGE_FOREIGN_FILE, (struct span){strspn(text, " \t\r\n"), 1},
                 WORDS(language));
        parserFree(parsing.parser, free);
        return false;
    }
    lexer_init(&parsing.lexer, diagnostics);
    do {
        token = parsing.has_next ? parsing.next : lexer_next(&parsing.lexer);
        parsing.has_next = false;
        bool closes_a_brace = token.kind == TOKEN_CLOSE_BRACE && parsing.depth > 0;
        watch_piece(&parsing, &token);
        watch_indentation(&parsing, &token);
        if (place != NULL && token.kind == TOKEN_END) {
            note_place(&parsing, place);
            break;
        }
        if (place != NULL)
            watch_place(&parsing, token.kind, place);
        goes_on = count_brace(&parsing, &token);
        if (goes_on)
            parse_take(&parsing, token, closes_a_brace);
        goes_on = goes_on && !ast->other_version;
    } while (goes_on && token.kind != TOKEN_END);
    parserFree(parsing.parser, free);
    lexer_free(&parsing.lexer);
    return goes_on;
}

bool parse(struct ast *ast, struct diagnostics *diagnostics) {
    return parse_to(ast, diagnostics, NULL);
}

void parse_up_to(struct ast *ast, struct diagnostics *diagnostics, struct parse_place *place) {
    *place = (struct parse_place){.word = TOKEN_END};
    parse_to(ast, diagnostics, place);
}

size_t parse_line_of_name(struct arena *arena, const struct source *source, const char *name) {
    struct diagnostics unused;
    struct lexer lexer;
    struct token token;
    size_t line = 0;
    diagnostics_init(&unused, arena, source);
    lexer_init(&lexer, &unused);
    while ((token = lexer_next(&lexer)).kind != TOKEN_END)
        if (line == 0 && token.kind == TOKEN_NAME && strcmp(token.text, name) == 0)
            line = source_line_number(source, token.span.offset);
    lexer_free(&lexer);
    return line;
}
