/* Tokens to a tree; reports what is wrong with the syntax, and finds its way behind it. */
#pragma once

#include "syntax/ast.h"

/* False where the rest of the file was given up: the tree says too little to be checked. */
bool parse(struct ast *ast, struct diagnostics *diagnostics);

/* The generated parser, grammar/fsm.y. */
void *parserAlloc(void *(*allocate)(size_t));
void parserFree(void *parser, void (*release)(void *));
void parser(void *parser, int kind, struct token token, struct ast *ast);
bool parser_accepts(const void *parser, int kind);
