/* The rows of a table in the order of its key, a page at a time, so that memory does not grow with them. */
#pragma once

#include "database/model.h"

struct scan {
    struct call *call;
    const struct cell *row; /* the present one: NULL at the end */

    size_t width, key_width;
    const char *next;     /* the query of all pages but the first */
    bool is_one;          /* of one entity only, so that there is but one page */
    struct row_set rows;  /* of the page */
    struct arena *memory; /* which holds them */
    struct value last[2]; /* the key of the page's last row */
};

/*
 * Columns: of heads: key, state, sort_key, since; of moves: key, sort_key, event, from, to, created_at, and
 * for each column of parameters whether it has a value. only: NULL, or the key of the one entity to be read.
 */
void scan_heads(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only);
void scan_moves(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only);
void scan_next(struct scan *scan);
void scan_end(struct scan *scan);

/* The order in which both databases have keys: bytes, or numbers. */
int compare_keys(const struct cell *left, const struct cell *right);
