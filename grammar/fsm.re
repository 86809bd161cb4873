/* Bytes to tokens. The text has no NUL but the one that ends it; compiler/base/source.c saw to that. */
#include "syntax/lexer.h"

struct token lexer_next(struct lexer *lexer) {
    const char *marker;
    struct token token;
    for (;;) {
        const char *from = lexer->cursor;
        /*!re2c
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYPEEK = "(unsigned char)*lexer->cursor";
        re2c:define:YYSKIP = "++lexer->cursor;";
        re2c:define:YYBACKUP = "marker = lexer->cursor;";
        re2c:define:YYRESTORE = "lexer->cursor = marker;";
        re2c:api = custom;
        re2c:api:style = free-form;
        re2c:yyfill:enable = 0;

        begin = [A-Za-z_\x80-\xff];
        inner = [A-Za-z0-9_\x80-\xff];

        "\000"      { lexer->cursor = from; return lexer_token(lexer, TOKEN_END, from, from); }
        [ \t]+      { continue; }
        [\n]+       { lexer->first_on_line = true; continue; }
        "////" [^\n\000]*      { continue; }
        "///" [^\n\000]*       { lexer_doc(lexer, from, lexer->cursor); continue; }
        "//" [^\n\000]*        { continue; }
        "/*"        { lexer->cursor = lexer_comment(lexer, from); continue; }

        begin inner*    { if (lexer_word(lexer, from, lexer->cursor, &token)) return token; else continue; }
        "&" [&]? | "|" [|]? | "!" | "-->" | "==>" | "=" [=]? | [<>] [=]? | "*" | "/" | [']    { if (lexer_sign(lexer, from, &token)) return token; else continue; }
        "--" ([^>\n\000] [^\n\000]*)?         { lexer_foreign_comment(lexer, from); continue; }
        [0-9] inner*    {
            struct token number = lexer_token(lexer, TOKEN_NUMBER, from, lexer->cursor);
            number.text = arena_strndup(lexer->diagnostics->arena, from, number.span.length);
            return number;
        }
        ["] ([^"\\\n\000] | [\\][^\n\000])* ["] { return lexer_string(lexer, from, lexer->cursor); }
        ["]             { return lexer_open_string(lexer, from); }
        ["]["]["]       { return lexer_long_string(lexer, from); }

        ";"   { return lexer_token(lexer, TOKEN_SEMICOLON, from, lexer->cursor); }
        ":"   { return lexer_token(lexer, TOKEN_COLON, from, lexer->cursor); }
        ","   { return lexer_token(lexer, TOKEN_COMMA, from, lexer->cursor); }
        "."   { return lexer_token(lexer, TOKEN_DOT, from, lexer->cursor); }
        "?"   { return lexer_token(lexer, TOKEN_QUESTION, from, lexer->cursor); }
        "("   { return lexer_token(lexer, TOKEN_OPEN_PAREN, from, lexer->cursor); }
        ")"   { return lexer_token(lexer, TOKEN_CLOSE_PAREN, from, lexer->cursor); }
        "{"   { return lexer_token(lexer, TOKEN_OPEN_BRACE, from, lexer->cursor); }
        "}"   { return lexer_token(lexer, TOKEN_CLOSE_BRACE, from, lexer->cursor); }
        "["   { return lexer_token(lexer, TOKEN_OPEN_BRACKET, from, lexer->cursor); }
        "]"   { return lexer_token(lexer, TOKEN_CLOSE_BRACKET, from, lexer->cursor); }
        "->"  { return lexer_token(lexer, TOKEN_ARROW, from, lexer->cursor); }
        "=>"  { return lexer_token(lexer, TOKEN_IMPLIES, from, lexer->cursor); }
        *     { lexer_bad_character(lexer, from, lexer->cursor); continue; }
        */
    }
}
