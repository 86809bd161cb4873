#include "lsp/document.h"

#include "base/warnings.h"
#include "lsp/messages.h"

#include <stdlib.h>
#include <string.h>

struct document *document_new(const char *uri, json_t *version, json_t *text) {
    struct document *document = arena_must(calloc(1, sizeof *document));
    document->uri = arena_must(strdup(uri));
    document->version = json_incref(version);
    document->text = json_incref(text);
    return document;
}

static void analysis_free(struct analysis *analysis) {
    if (analysis == NULL)
        return;
    arena_free(analysis->arena);
    free(analysis);
}

static void forget_now(struct document *document) {
    if (document->now != document->last)
        analysis_free(document->now);
    document->now = NULL;
}

void document_change(struct document *document, json_t *version, json_t *text) {
    json_incref(version);
    json_incref(text);
    json_decref(document->version);
    json_decref(document->text);
    document->version = version;
    document->text = text;
    document->is_told = false;
    forget_now(document);
}

void document_free(struct document *document) {
    forget_now(document);
    analysis_free(document->last);
    json_decref(document->version);
    json_decref(document->text);
    free(document->uri);
    free(document);
}

const struct analysis *document_analysis(struct document *document, const struct warnings *warnings) {
    if (document->now != NULL)
        return document->now;
    struct analysis *now = arena_must(calloc(1, sizeof *now));
    now->arena = arena_new();
    source_from_bytes(&now->source, now->arena, document->uri, json_string_value(document->text),
                      json_string_length(document->text));
    diagnostics_init(&now->diagnostics, now->arena, &now->source);
    now->diagnostics.warnings = warnings;
    now->model = compile_tree(now->arena, &now->source, &now->diagnostics, &now->ast);
    names_collect(&now->names, &now->ast);
    document->now = now;
    if (now->model != NULL) {
        analysis_free(document->last);
        document->last = now;
    }
    return now;
}

/* ---- places ---------------------------------------------------------------------------------------- */

/* Of the character at the offset. */
static size_t units(const struct source *source, size_t offset, size_t *length) {
    *length = source_utf8_length(source->text + offset, source->length - offset);
    if (*length == 0)
        *length = 1;
    return *length == 4 ? 2 : 1;
}

json_t *place_to_json(const struct source *source, size_t offset) {
    const size_t line = source_line_number(source, offset);
    size_t character = 0, length;
    for (size_t at = source->line_offsets[line - 1]; at < offset && at < source->length; at += length)
        character += units(source, at, &length);
    return json_must(
        json_pack("{s:I, s:I}", "line", (json_int_t)(line - 1), "character", (json_int_t)character));
}

json_t *span_to_json(const struct source *source, struct span span) {
    return json_must(json_pack("{s:o, s:o}", "start", place_to_json(source, span.offset), "end",
                               place_to_json(source, span.offset + span.length)));
}

size_t place_from_json(const struct source *source, size_t line, size_t character) {
    if (line >= source->line_count)
        return source->length;
    const struct span span = source_line(source, line + 1);
    size_t at = span.offset, length;
    for (size_t unit = 0; at < span.offset + span.length; at += length) {
        unit += units(source, at, &length);
        if (unit > character)
            break;
    }
    return at;
}
