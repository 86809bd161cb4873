/* Memory of results: what a call returns lives there until the next one returns. Internal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Grows by blocks and keeps them, so that a handle in steady use allocates nothing. */
struct results {
    struct results_block *first, *current;
};
void *results_alloc(struct results *results, size_t size); /* NULL: out of memory */
char *results_strdup(struct results *results, const char *text);
/* Puts a copy in place of the text, which may be NULL; false: out of memory. */
bool results_keep(struct results *results, const char **text);

/* Rows of one size, one after the other. */
struct result_rows {
    void *rows;
    size_t count, capacity;
};
/* One more, all zero; NULL: out of memory. */
void *results_add_row(struct results *results, struct result_rows *rows, size_t row_size);

void results_reset(struct results *results);
void results_free(struct results *results);
