/*
 * Lives here: the table of the back ends, which make text of a model. Not here: the tree; nothing is
 * printed, and no file opened.
 *
 * Back ends: one function type, one table that drives the command line, the help and the golden tests.
 */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

struct backend;
struct diagnostics;

struct emit_context {
    const struct backend *backend; /* of the output that is written */
    struct arena *arena;           /* lives until the outputs are written */
    const struct model *model;
    const struct diagnostics *diagnostics; /* about the file; NULL: nobody asks */
    const struct model *since;             /* the older version that --since names; NULL: none */
    const char **warning; /* set to what was left out of the output, and why; NULL: nobody asks */
};

/* What cannot be written is told with text_fail; none of the outputs is written then. */
typedef void emit_fn(const struct emit_context *context, struct text *out);

struct backend {
    const char *name;   /* for --emit */
    const char *suffix; /* the output file is the model's stem and this; without a dot in front, it is one
                           file of this name for all inputs */
    const char *help;   /* one line */
    emit_fn *emit;
    bool executes; /* what it writes makes moves, so that it must know every construct; see check/support.h */
    enum pawl_dialect_number dialect; /* of emit_sql */
    bool compares;                    /* it shows what has changed since the older version */
    const char *comes_with;           /* it is chosen with the one of this name, too; NULL: only by itself */
    bool is_authors; /* written only if it is chosen, and never over a file, because its author fills it in */
};

static inline bool backend_is_shared(const struct backend *backend) {
    return backend->suffix[0] != '.';
}

extern const struct backend backends[]; /* ends with a NULL name */

/* "`header`, `source` and `html`", with `last` before the last one; NULL where none is meant. */
const char *backends_words(struct arena *arena, bool (*is_meant)(const struct backend *, const void *context),
                           const void *context, const char *last);

/* By which option what all inputs share was written, from its text; "": by none; NULL: it does not say so. */
const char *emit_option_of_shared(const char *text);

emit_fn emit_c_header, emit_c_source, emit_c_program, emit_sql, emit_sql_schema, emit_dot, emit_mermaid,
    emit_json, emit_html;
