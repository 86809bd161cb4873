#include "emit/emit.h"

#define X(constant, name, title)                                                                             \
    {#name,    "." #name ".sql", "SQL for " title,                                                           \
     emit_sql, .executes = true, .dialect = PAWL_DIALECT_##constant},

const struct backend backends[] = {
    {"header", ".h", "C header: types and one function per event", emit_c_header, .executes = true},
    {"source", ".c", "C source: the machine as tables, its functions", emit_c_source, .executes = true},
    PAWL_DIALECTS(X){"dot", ".dot", "diagram for Graphviz", emit_dot, .executes = false},
    {"mermaid", ".mmd", "diagram for Markdown", emit_mermaid, .executes = false},
    {"json", ".json", "the whole model for tools (model.schema.json)", emit_json, .executes = false},
    {"html", ".html", "page for reviewers, with the diagram; needs dot", emit_html, .compares = true},
    {0},
};
