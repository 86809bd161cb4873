/* Tokens to a tree; reports what is wrong with the syntax, and finds its way behind it. */
#pragma once

#include "syntax/ast.h"

/* False where the rest of the file was given up: the tree says too little to be checked. */
bool parse(struct ast *ast, struct diagnostics *diagnostics);

/* What may follow a text that breaks off, as it does where somebody types. */
struct parse_place {
    bool accepts[TOKEN_KINDS]; /* a name: also keywords, which stand for one then */
    int previous;              /* the kind of the last token */
    int word;                  /* the last keyword that is no name, `->` or `=>` */
    int piece;                 /* the first token of the piece that is not complete */
    int around;                /* the keyword that the nearest braces belong to; TOKEN_END: there are none */
    bool in_parens;
    size_t end; /* of the last token */
};
void parse_up_to(struct ast *ast, struct diagnostics *diagnostics, struct parse_place *place);

/* The generated parser, grammar/fsm.y. */
void *parserAlloc(void *(*allocate)(size_t));
void parserFree(void *parser, void (*release)(void *));
void parser(void *parser, int kind, struct token token, struct ast *ast);
bool parser_accepts(const void *parser, int kind);

/* The line of the first name that is this one, as SQL has names as texts, too; 0: none. */
size_t parse_line_of_name(struct arena *arena, const struct source *source, const char *name);
