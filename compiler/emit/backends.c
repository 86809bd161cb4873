#include "emit/emit.h"

#define X(constant, name, title)                                                                             \
    {#name,    "." #name ".sql", "SQL for " title,                                                           \
     emit_sql, .executes = true, .dialect = PAWL_DIALECT_##constant},                                        \
        {#name "-schema",                                                                                    \
         "pawl." #name ".sql",                                                                               \
         "what all machines share there",                                                                    \
         emit_sql_schema,                                                                                    \
         .dialect = PAWL_DIALECT_##constant,                                                                 \
         .comes_with = #name},

const struct backend backends[] = {
    {"header", ".h", "C header: types and one function per event", emit_c_header, .executes = true},
    {"source", ".c", "C source: machine as tables, its functions", emit_c_source, .executes = true},
    {"program", ".main.c", "C program to fill in", emit_c_program, .executes = true, .is_authors = true},
    PAWL_DIALECTS(X){"dot", ".dot", "diagram for Graphviz", emit_dot, .executes = false},
    {"mermaid", ".markdown", "diagrams in Markdown", emit_mermaid, .executes = false},
    {"json", ".json", "whole model for tools (model.schema.json)", emit_json, .executes = false},
    {"html", ".html", "page for reviewers, with diagram; needs dot", emit_html, .compares = true},
    {0},
};

const char *backends_words(struct arena *arena, bool (*is_meant)(const struct backend *, const void *context),
                           const void *context, const char *last) {
    struct text words = TEXT_INIT;
    size_t count = 0, put = 0;
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        count += is_meant(backend, context);
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        if (is_meant(backend, context))
            text_printf(&words, "%s`%s`", text_separator(put++, count, last), backend->name);
    return count == 0 ? NULL : text_keep(&words, arena);
}
