/* Back ends: one function type, one table that drives the command line, the help and the golden tests. */
#ifndef PAWL_EMIT_H
#define PAWL_EMIT_H

#include "model.h"
#include "text.h"

typedef void emit_fn(const struct model *model, struct text *out);

struct backend {
    const char *name;   /* for --emit */
    const char *suffix; /* the output file is the model's stem and this */
    const char *help;   /* one line */
    emit_fn *emit;
    bool executes; /* what it writes makes moves, so that it must know every construct; see support.h */
};

extern const struct backend backends[]; /* ends with a NULL name */

emit_fn emit_c_header, emit_c_source, emit_postgres, emit_sqlite, emit_dot;

#endif
