/* What functions of Pawl's answer: a function has one value, so it is JSON. */
#include "core/json.h"
#include "mariadb/mariadb.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_CELLS = 40 }; /* a run has 33 */

static bool is_digits(const char *text) {
    text += *text == '-';
    return *text && text[strspn(text, "0123456789")] == '\0';
}

/* Numbers that come out of variables are written as strings. */
static bool read_cell(struct json_reader *reader, struct cell *cell, bool *is_short) {
    char *text = NULL;
    *cell = (struct cell){0};
    if (json_read_word(reader, "null"))
        return (cell->is_null = true);
    if (json_read_word(reader, "true"))
        return (cell->number = 1) != 0;
    if (json_read_word(reader, "false"))
        return true;
    if (!json_read_string(reader, &text))
        return json_read_number(reader, &cell->number);
    *is_short |= !text;
    if (!text)
        return false;
    cell->text = text;
    cell->number = is_digits(text) ? strtoll(text, NULL, 10) : 0;
    return true;
}

/* An object's values, by their places. is_short: of memory. */
static bool read_row(struct json_reader *reader, struct cell *cells, bool *is_short) {
    char *name = NULL;
    size_t count = 0;
    if (!json_read_sign(reader, '{'))
        return false;
    if (json_read_sign(reader, '}'))
        return true;
    do {
        if (count == ANSWER_CELLS || !json_read_string(reader, &name) || !json_read_sign(reader, ':') ||
            !read_cell(reader, &cells[count++], is_short))
            return false;
    } while (json_read_sign(reader, ','));
    return json_read_sign(reader, '}');
}

bool mariadb_refuses(struct pawl_db *db, const char *json) {
    struct json_reader reader = {json, &mariadb_of(db)->rows};
    struct cell cells[ANSWER_CELLS] = {{0}};
    bool is_short = false;
    if (!read_row(&reader, cells, &is_short) || !cells[0].text)
        return false;
    static const char *const done[] = {"OK", "ASK", "DEFERRED"};
    for (size_t i = 0; i < sizeof done / sizeof *done; i++)
        if (strcmp(cells[0].text, done[i]) == 0)
            return false;
    return true;
}

/* As pawl_undo_all on PostgreSQL has it: what comes behind it is not sent any more. */
static enum pawl_status judge_move(const struct cell *cells, struct pawl_error *err) {
    const char *status = cells[0].text ? cells[0].text : "";
    if (strcmp(status, "OK") == 0 || strcmp(status, "IGNORED") == 0)
        return PAWL_OK;
    error_set(err, PAWL_DB, "MariaDB: one of several moves is not made: %s", status);
    if (err)
        strcpy(err->sqlstate, "PW005");
    return PAWL_DB;
}

enum pawl_status mariadb_hand_over_json(struct pawl_db *db, const char *json, const struct query *query,
                                        struct pawl_error *err) {
    struct json_reader reader = {json, &mariadb_of(db)->rows};
    const bool has_rows = json_read_sign(&reader, '[');
    if (has_rows && json_read_sign(&reader, ']'))
        return PAWL_OK;
    do {
        struct cell cells[ANSWER_CELLS] = {{0}};
        bool is_short = false;
        const bool is_known = read_row(&reader, cells, &is_short);
        if (is_short)
            return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
        if (!is_known)
            return error_advise(err, PAWL_MISMATCH,
                                "apply the SQL that was generated together with this program",
                                "this libpawl does not know MariaDB's answer");
        TRY(query->row ? query->row(query->context, cells, err) : PAWL_OK);
        if (query->kind == QUERY_MUST_MOVE)
            TRY(judge_move(cells, err));
    } while (has_rows && json_read_sign(&reader, ','));
    return PAWL_OK;
}
