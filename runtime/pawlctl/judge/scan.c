#include "scan.h"
#include "judge/scan.sql.h"

#include <string.h>

#define PAGE_ROWS 2000

int compare_keys(const struct cell *left, const struct cell *right) {
    if (left->text != NULL && right->text != NULL)
        return strcmp(left->text, right->text);
    if (left->text != NULL || right->text != NULL) /* SQLite lets a text stand among numbers, after them */
        return left->text != NULL ? 1 : -1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static int compare_rows(const struct scan *scan, const struct cell *row) {
    int order = 0;
    for (size_t i = 0; i < scan->key_width && order == 0; i++) {
        struct cell last = {.number = scan->last[i].number, .text = scan->last[i].text};
        order = compare_keys(row + i, &last);
    }
    return order;
}

/* The key of the page before lies in its memory, and is needed until this one has been read. */
static void turn_page(struct scan *scan, const char *sql, const struct value *values, size_t count) {
    struct arena *before = scan->memory, *others = memory_begin_batch();
    scan->rows = database_query(scan->call, sql, values, count, scan->width);
    scan->memory = memory;
    memory = others;
    scan->row = scan->rows.cells;
    if (scan->row != NULL && sql == scan->next && compare_rows(scan, scan->row) <= 0) {
        error_set(&scan->call->err, PAWL_DB, "a key is neither text nor a number, so that it has no order");
        database_error(scan->call);
    }
    for (size_t i = 0; scan->row != NULL && i < scan->key_width; i++) {
        const struct cell *key = scan->rows.last + i;
        scan->last[i] =
            key->text != NULL ? value_text(key->text) : value_number(PAWL_TYPE_BIGINT, key->number);
    }
    arena_free(before);
}

void scan_next(struct scan *scan) {
    if (scan->row == NULL)
        return;
    scan->row = row_after(scan->row);
    if (scan->row == NULL && !scan->is_one && scan->rows.count == PAGE_ROWS)
        turn_page(scan, scan->next, scan->last, scan->key_width);
}

struct pages {
    const char *first, *next, *of_one;
};

/* parameters: more columns, each with a comma before it. */
static void scan_begin(struct scan *scan, const struct deployed_model *model, const struct pages *pages,
                       const char *parameters, const struct pawl_key *only) {
    struct call *call = scan->call;
    const char *orders_otherwise = call->dialect->orders_otherwise;
    /* where a column of texts has an order of its own, as one that knows no case, no index has that of their
     * bytes, by which keys are compared here */
    const bool is_otherwise =
        orders_otherwise != NULL && database_has(call, orders_otherwise, VALUES(value_text(model->name)));
    const struct database_word *words = WORDS(
        {"parameters", parameters},
        {"ordered_key", model_sql(call, model, is_otherwise ? "{as_text:{name}_id}" : "{name}_id", NULL)});
    const struct value key = only == NULL ? value_text(NULL) : model_key_value(model, *only);
    scan->is_one = only != NULL;
    scan->next = model_sql(call, model, pages->next, words);
    turn_page(scan, model_sql(call, model, only == NULL ? pages->first : pages->of_one, words), &key,
              only == NULL ? 0 : 1);
}

void scan_heads(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only) {
    static const struct pages pages = {sql_heads_first, sql_heads_next, sql_heads_of_one};
    *scan = (struct scan){.call = call, .width = 4, .key_width = 1};
    scan_begin(scan, model, &pages, "", only);
}

void scan_moves(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only) {
    static const struct pages pages = {sql_moves_first, sql_moves_next, sql_moves_of_one};
    struct text parameters = TEXT_INIT;
    *scan = (struct scan){.call = call, .width = 6 + model->column_count, .key_width = 2};
    for (size_t i = 0; i < model->column_count; i++)
        text_printf(&parameters, ", %s is not null", database_quoted(model->columns[i].name));
    scan_begin(scan, model, &pages, text_keep(&parameters, memory), only);
}

void scan_end(struct scan *scan) {
    arena_free(scan->memory);
}
