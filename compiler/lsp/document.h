/* The open files of the editor, and what the compiler has found in them. */
#pragma once

#include "compile.h"
#include "lsp/names.h"

#include <jansson.h>

struct analysis { /* of one version of a file; everything is in its arena */
    struct arena *arena;
    struct source source;
    struct diagnostics diagnostics;
    struct ast ast;
    struct file_names names;
    const struct model *model; /* as compile_tree returns it */
};

struct document {
    char *uri;
    json_t *version; /* as the editor counts */
    json_t *text;
    struct analysis *now;  /* NULL: the text has changed since */
    struct analysis *last; /* the last one with a model; it may be `now`; NULL: there was none */
    bool is_told;          /* the editor has its findings */
    struct document *next;
};

struct document *document_new(const char *uri, json_t *version, json_t *text);
void document_change(struct document *document, json_t *version, json_t *text);
void document_free(struct document *document);

/* Compiles the text, unless that was done. */
const struct analysis *document_analysis(struct document *document, const struct warnings *warnings);

/* Lines from 0, and in them units of UTF-16. */
json_t *place_to_json(const struct source *source, size_t offset);
json_t *span_to_json(const struct source *source, struct span span);
/* The nearest one that there is. */
size_t place_from_json(const struct source *source, size_t line, size_t character);
