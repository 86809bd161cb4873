#include "scan.h"
#include "core/error.h"
#include "database.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_ROWS = 2000 };

int compare_keys(const struct cell *left, const struct cell *right) {
    if (left->text != NULL && right->text != NULL)
        return strcmp(left->text, right->text);
    if (left->text != NULL || right->text != NULL) /* SQLite lets a text stand among numbers, after them */
        return left->text != NULL ? 1 : -1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static enum pawl_status keep(void *context, const struct cell *cells, struct pawl_error *err) {
    struct scan *scan = context;
    if ((scan->count + 1) * scan->width > scan->capacity) {
        size_t capacity = scan->capacity == 0 ? 64 * scan->width : scan->capacity * 2;
        struct cell *page = realloc(scan->page, capacity * sizeof *page);
        if (page == NULL)
            return error_set(err, PAWL_NOMEM, "out of memory");
        scan->page = page;
        scan->capacity = capacity;
    }
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
    if (text_failed(sql) || !database_rows(scan->call, sql->data, values, count, keep, scan)) {
        if (text_failed(sql))
            out_of_memory(scan->call);
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

static void begin(struct scan *scan, const struct model *model, const char *select, const char *from,
                  const char *order, const struct pawl_key *only) {
    struct value key = {0};
    text_printf(&scan->first, "%s from %s", select, from);
    if (only != NULL) {
        key = model_key_value(model, *only);
        scan->is_one = true;
        text_printf(&scan->first, " where %s_id = %s order by %s", model->name,
                    database_parameter(model->key_type, 1), order);
    } else {
        text_printf(&scan->first, " order by %s limit %d", order, PAGE_ROWS);
        text_printf(&scan->next, "%s from %s where (%s) > (%s%s%s) order by %s limit %d", select, from, order,
                    database_parameter(model->key_type, 1), scan->key_width > 1 ? ", " : "",
                    scan->key_width > 1 ? database_parameter(PAWL_TYPE_BIGINT, 2) : "", order, PAGE_ROWS);
    }
    turn_page(scan, &scan->first, &key, only == NULL ? 0 : 1);
}

void scan_heads(struct scan *scan, struct call *call, const struct model *model,
                const struct pawl_key *only) {
    struct text select = TEXT_INIT;
    char order[80];
    *scan = (struct scan){.call = call, .width = 4, .key_width = 1, .key_type = model->key_type};
    text_printf(&select, "select %s_id, state, sort_key, since", model->name);
    snprintf(order, sizeof order, "%s_id", model->name);
    begin(scan, model, text_failed(&select) ? "" : select.data, model->current, order, only);
    text_free(&select);
}

void scan_moves(struct scan *scan, struct call *call, const struct model *model,
                const struct pawl_key *only) {
    struct text select = TEXT_INIT;
    char order[80];
    *scan = (struct scan){
        .call = call, .width = 6 + model->column_count, .key_width = 2, .key_type = model->key_type};
    text_printf(&select, "select %s_id, sort_key, event, from_state, to_state, created_at", model->name);
    for (size_t i = 0; i < model->column_count; i++) {
        text_put(&select, ", ");
        database_put_quoted(&select, model->columns[i].name);
        text_put(&select, " is not null");
    }
    snprintf(order, sizeof order, "%s_id, sort_key", model->name);
    begin(scan, model, text_failed(&select) ? "" : select.data, model->transitions, order, only);
    text_free(&select);
}

void scan_end(struct scan *scan) {
    text_free(&scan->first);
    text_free(&scan->next);
    free(scan->page);
    free(scan->last_text[0]);
    free(scan->last_text[1]);
    results_free(&scan->memory);
}
