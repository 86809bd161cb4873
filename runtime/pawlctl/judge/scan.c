#include "scan.h"
#include "database/database.h"
#include "judge/scan.sql.h"
#include "say/grow.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_ROWS 2000

int compare_keys(const struct cell *left, const struct cell *right) {
    if (left->text != NULL && right->text != NULL)
        return strcmp(left->text, right->text);
    if (left->text != NULL || right->text != NULL) /* SQLite lets a text stand among numbers, after them */
        return left->text != NULL ? 1 : -1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static enum pawl_status scan_keep(void *context, const struct cell *cells, struct pawl_error *err) {
    struct scan *scan = context;
    if (!grow(&scan->page, &scan->capacity, scan->count, scan->width * sizeof *scan->page))
        return error_set(err, PAWL_NOMEM, "out of memory");
    struct cell *row = scan->page + scan->count * scan->width;
    for (size_t i = 0; i < scan->width; i++) {
        row[i] = cells[i];
        if (cells[i].text != NULL && (row[i].text = results_strdup(&scan->memory, cells[i].text)) == NULL)
            return error_set(err, PAWL_NOMEM, "out of memory");
    }
    scan->count++;
    return PAWL_OK;
}

/* The key outlives its page, since the next one begins after it. */
static bool remember_last(struct scan *scan) {
    const struct cell *row = scan->page + (scan->count - 1) * scan->width;
    for (size_t i = 0; i < scan->key_width; i++) {
        free(scan->last_text[i]);
        scan->last_text[i] = row[i].text == NULL ? NULL : strdup(row[i].text);
        if (row[i].text != NULL && scan->last_text[i] == NULL)
            return false;
        scan->last[i] = row[i].text != NULL ? value_text(scan->last_text[i])
                                            : value_number(PAWL_TYPE_BIGINT, row[i].number);
    }
    return true;
}

static int compare_rows(const struct scan *scan, const struct cell *row) {
    int order = 0;
    for (size_t i = 0; i < scan->key_width && order == 0; i++) {
        struct cell last = {.number = scan->last[i].number, .text = scan->last_text[i]};
        order = compare_keys(row + i, &last);
    }
    return order;
}

static void turn_page(struct scan *scan, const struct text *sql, const struct value *values, size_t count) {
    bool is_first = sql == &scan->first;
    scan->row = NULL;
    scan->at = scan->count = 0;
    results_reset(&scan->memory);
    if (!database_run(scan->call, sql, values, count, scan_keep, scan)) {
        scan->failed = true;
        return;
    }
    if (scan->count == 0)
        return;
    if (!is_first && compare_rows(scan, scan->page) <= 0) {
        error_set(&scan->call->err, PAWL_DB, "a key is neither text nor a number, so that it has no order");
        scan->failed = true;
    } else if (!remember_last(scan)) {
        out_of_memory(scan->call);
        scan->failed = true;
    } else {
        scan->row = scan->page;
    }
}

void scan_next(struct scan *scan) {
    if (scan->row == NULL)
        return;
    if (++scan->at < scan->count)
        scan->row = scan->page + scan->at * scan->width;
    else if (scan->is_one || scan->count < PAGE_ROWS)
        scan->row = NULL;
    else
        turn_page(scan, &scan->next, scan->last, scan->key_width);
}

struct pages {
    const char *first, *next, *of_one;
};

/*
 * What its texts are ordered by: where their column has an order of its own, as one that knows no case, no
 * index has that of their bytes, by which keys are compared here.
 */
static bool put_ordered_key(struct text *out, struct call *call, const struct deployed_model *model) {
    const char *orders_otherwise = call->dialect->orders_otherwise;
    const struct value name = value_text(model->name);
    bool does = false;
    if (orders_otherwise != NULL && !database_any(call, orders_otherwise, &name, 1, &does))
        return false;
    model_put(out, call, model, does ? "{as_text:{name}_id}" : "{name}_id", NULL);
    return true;
}

/* parameters: more columns, each with a comma before it. */
static void scan_begin(struct scan *scan, const struct deployed_model *model, const struct pages *pages,
                       const struct text *parameters, const struct pawl_key *only) {
    struct text ordered_key = TEXT_INIT;
    scan->failed = !put_ordered_key(&ordered_key, scan->call, model);
    const struct database_word *words =
        WORDS({"parameters", piece_of(parameters)}, {"ordered_key", piece_of(&ordered_key)});
    const struct value key = only == NULL ? value_text(NULL) : model_key_value(model, *only);
    scan->is_one = only != NULL;
    model_put(&scan->first, scan->call, model, only == NULL ? pages->first : pages->of_one, words);
    model_put(&scan->next, scan->call, model, pages->next, words);
    if (!scan->failed)
        turn_page(scan, &scan->first, &key, only == NULL ? 0 : 1);
    text_free(&ordered_key);
}

void scan_heads(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only) {
    static const struct pages pages = {sql_heads_first, sql_heads_next, sql_heads_of_one};
    *scan = (struct scan){.call = call, .width = 4, .key_width = 1};
    scan_begin(scan, model, &pages, &(struct text)TEXT_INIT, only);
}

void scan_moves(struct scan *scan, struct call *call, const struct deployed_model *model,
                const struct pawl_key *only) {
    static const struct pages pages = {sql_moves_first, sql_moves_next, sql_moves_of_one};
    struct text parameters = TEXT_INIT;
    *scan = (struct scan){.call = call, .width = 6 + model->column_count, .key_width = 2};
    for (size_t i = 0; i < model->column_count; i++) {
        text_put(&parameters, ", ");
        database_put_quoted(&parameters, model->columns[i].name);
        text_put(&parameters, " is not null");
    }
    scan_begin(scan, model, &pages, &parameters, only);
    text_free(&parameters);
}

void scan_end(struct scan *scan) {
    text_free(&scan->first);
    text_free(&scan->next);
    free(scan->page);
    free(scan->last_text[0]);
    free(scan->last_text[1]);
    results_free(&scan->memory);
}
