#include "emit/emit.h"

const struct backend backends[] = {
    {"header", ".h", "C header: types and one function per event", emit_c_header, true, false},
    {"source", ".c", "C source: the machine as tables, its functions", emit_c_source, true, false},
    {"postgres", ".postgres.sql", "tables, functions and triggers for PostgreSQL", emit_postgres, true,
     false},
    {"sqlite", ".sqlite.sql", "tables and triggers for SQLite", emit_sqlite, true, false},
    {"dot", ".dot", "diagram for Graphviz", emit_dot, false, false},
    {"mermaid", ".mmd", "diagram for Markdown", emit_mermaid, false, false},
    {"json", ".json", "the whole model for tools (model.schema.json)", emit_json, false, false},
    {"html", ".html", "page for reviewers, with the diagram; needs dot", emit_html, false, true},
    {0},
};
