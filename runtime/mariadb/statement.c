/* Prepared statements: their parameters, their rows. */
#include "core/json.h"
#include "mariadb/mariadb.h"

#include <ctype.h>
#include <inttypes.h>
#include <mysqld_error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_MAX = VALUE_MAX, PLACE_MAX = 3 * VALUE_MAX };

/* What is known of a statement. */
struct mariadb_prepared {
    char *text;            /* as it is prepared, with a plain `?` for each value */
    MYSQL_STMT *statement; /* NULL: not prepared, and sent as a text only */
    bool is_missing;       /* of query.alone: an older schema has no such function, or this login no right */
    size_t place_count;
    unsigned char number_at[PLACE_MAX]; /* of the value that each `?` stands for, from 1 */
};

/* ---- placeholders ------------------------------------------------------------------------------- */

/* Behind a literal, a quoted name or a comment; the text itself where none begins there. */
static const char *behind_quoted(const char *at) {
    if (*at == '\'' || *at == '"' || *at == '`') {
        const char sign = *at++;
        while (*at && *at != sign)
            at++;
        return *at ? at + 1 : at;
    }
    if (at[0] == '-' && at[1] == '-')
        return at + strcspn(at, "\n");
    return at;
}

/* Puts a plain `?` in place of each `?3`, and writes down its number. False where there are too many. */
static bool take_numbers(char *sql, struct mariadb_prepared *prepared) {
    char *to = sql;
    prepared->place_count = 0;
    for (const char *at = sql; *at;) {
        const char *next = behind_quoted(at);
        if (next != at) {
            memmove(to, at, (size_t)(next - at));
            to += next - at;
            at = next;
            continue;
        }
        *to++ = *at;
        if (*at++ != '?')
            continue;
        char *end = NULL;
        const unsigned long number = strtoul(at, &end, 10);
        if (number < 1 || number > VALUE_MAX || prepared->place_count == PLACE_MAX)
            return false;
        prepared->number_at[prepared->place_count++] = (unsigned char)number;
        at = end;
    }
    *to = '\0';
    return true;
}

/* Behind what a caller's own text has quoted: it may have the other kinds of comments and backslashes. */
static const char *behind_own_quoted(const char *at, bool has_backslashes) {
    if (*at == '#' || (at[0] == '-' && at[1] == '-' && (!at[2] || isspace((unsigned char)at[2]))))
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '\'' && *at != '"' && *at != '`')
        return at;
    const char sign = *at++;
    while (*at && *at != sign)
        at += 1 + (has_backslashes && sign != '`' && at[0] == '\\' && at[1]);
    return *at ? at + 1 : at;
}

static bool is_of_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* The same for the `$3` of a caller's own text. The end of a name is none. */
static enum pawl_status take_own_numbers(char *sql, size_t value_count, bool has_backslashes,
                                         struct mariadb_prepared *prepared, struct pawl_error *err) {
    char *to = sql, before = ' ';
    for (const char *at = sql; *at; before = to[-1]) {
        const char *next = behind_own_quoted(at, has_backslashes);
        const bool is_number =
            next == at && *at == '$' && !is_of_name(before) && isdigit((unsigned char)at[1]);
        if (!is_number) {
            next += next == at;
            memmove(to, at, (size_t)(next - at));
            to += next - at;
            at = next;
            continue;
        }
        char *end = NULL;
        const unsigned long number = strtoul(at + 1, &end, 10);
        if (number < 1 || number > value_count)
            return error_set(err, PAWL_MISUSE, "pawl_query: there is no value for $%lu", number);
        if (prepared->place_count == PLACE_MAX)
            return error_set(err, PAWL_MISUSE, "pawl_query: it names values more than %d times", PLACE_MAX);
        prepared->number_at[prepared->place_count++] = (unsigned char)number;
        *to++ = '?';
        at = end;
    }
    *to = '\0';
    return PAWL_OK;
}

/* ---- statements --------------------------------------------------------------------------------- */

static void statement_forget(void *kept) {
    struct mariadb_prepared *prepared = kept;
    if (prepared->statement)
        mysql_stmt_close(prepared->statement);
    free(prepared->text);
    free(prepared);
}

void mariadb_forget_prepared(struct mariadb *mariadb) {
    statements_clear(&mariadb->statements, statement_forget);
}

static enum pawl_status report_statement(struct mariadb *mariadb, MYSQL_STMT *statement,
                                         struct pawl_error *err) {
    char message[512], sqlstate[6];
    /* what comes in place of a row only the connection knows */
    const bool is_own = mysql_stmt_errno(statement) != 0;
    const unsigned code = is_own ? mysql_stmt_errno(statement) : mysql_errno(mariadb->connection);
    snprintf(message, sizeof message, "%s",
             is_own ? mysql_stmt_error(statement) : mysql_error(mariadb->connection));
    snprintf(sqlstate, sizeof sqlstate, "%s",
             is_own ? mysql_stmt_sqlstate(statement) : mysql_sqlstate(mariadb->connection));
    mysql_stmt_free_result(statement);
    /* the server says of a call by itself that its transaction is open, until its rows have ended */
    if (mariadb->state.transaction == TRANSACTION_NONE)
        mariadb->connection->server_status &= ~(unsigned)SERVER_STATUS_IN_TRANS;
    return mariadb_report(mariadb, code, sqlstate, message, err);
}

static enum pawl_status read_text_of(struct mariadb *mariadb, const char *sql, struct mariadb_prepared *fresh,
                                     struct pawl_error *err) {
    fresh->text = mariadb_with_names(mariadb, sql);
    TRY(memory_check(fresh->text, err));
    if (!take_numbers(fresh->text, fresh))
        return error_set(err, PAWL_MISUSE, "a statement has too many parameters, or one without a number");
    return PAWL_OK;
}

static enum pawl_status find_statement(struct mariadb *mariadb, const char *sql,
                                       struct mariadb_prepared **found, struct pawl_error *err) {
    *found = statements_find(&mariadb->statements, sql, 0);
    if (*found)
        return PAWL_OK;
    struct mariadb_prepared *fresh = calloc(1, sizeof *fresh);
    TRY(memory_check(fresh, err));
    enum pawl_status status = read_text_of(mariadb, sql, fresh, err);
    if (status == PAWL_OK && !statements_keep(&mariadb->statements, sql, 0, fresh, statement_forget))
        status = error_set(err, PAWL_NOMEM, "out of memory");
    if (status != PAWL_OK) {
        statement_forget(fresh);
        return status;
    }
    *found = fresh;
    return PAWL_OK;
}

static enum pawl_status prepare(struct mariadb *mariadb, struct mariadb_prepared *prepared,
                                struct pawl_error *err) {
    const bool is_open = (mariadb->connection->server_status & SERVER_STATUS_IN_TRANS) != 0;
    MYSQL_STMT *statement = mysql_stmt_init(mariadb->connection);
    TRY(memory_check(statement, err));
    stats_round_trip(mariadb->stats);
    if (mysql_stmt_prepare(statement, prepared->text, strlen(prepared->text)) != 0) {
        enum pawl_status status = report_statement(mariadb, statement, err);
        mysql_stmt_close(statement);
        return status;
    }
    prepared->statement = statement;
    return is_open && is_node(mariadb) ? mariadb_is_still_open(mariadb, err) : PAWL_OK;
}

static enum pawl_status find_or_prepare(struct mariadb *mariadb, const char *sql,
                                        struct mariadb_prepared **found, struct pawl_error *err) {
    enum pawl_status status = find_statement(mariadb, sql, found, err);
    return status == PAWL_OK && !(*found)->statement ? prepare(mariadb, *found, err) : status;
}

/* ---- parameters --------------------------------------------------------------------------------- */

static void bind_value(MYSQL_BIND *bind, const struct value *value) {
    *bind = (MYSQL_BIND){.buffer_type = MYSQL_TYPE_NULL};
    if (value->is_null)
        return;
    switch (form_of(value->type)) {
    case FORM_NUMBER:
        bind->buffer_type = MYSQL_TYPE_LONGLONG;
        bind->buffer = (void *)(uintptr_t)&value->number;
        break;
    case FORM_TEXT:
        bind->buffer_type = MYSQL_TYPE_STRING;
        bind->buffer = (void *)(uintptr_t)value->text;
        bind->buffer_length = strlen(value->text);
        break;
    case FORM_BYTES:
        bind->buffer_type = MYSQL_TYPE_BLOB;
        bind->buffer = value->bytes.size > 0 ? (void *)(uintptr_t)value->bytes.data : ""; /* NULL is null */
        bind->buffer_length = value->bytes.size;
        break;
    }
}

static const struct value *value_at(const struct mariadb_prepared *prepared, size_t place,
                                    const struct query *query) {
    const size_t number = prepared->number_at[place];
    static const struct value none = {.is_null = true};
    return number <= query->value_count ? &query->values[number - 1] : &none;
}

static enum pawl_status bind_parameters(struct mariadb *mariadb, const struct mariadb_prepared *prepared,
                                        const struct query *query, struct pawl_error *err) {
    MYSQL_BIND binds[PLACE_MAX];
    size_t bytes = 0;
    for (size_t i = 0; i < prepared->place_count; i++) {
        bind_value(&binds[i], value_at(prepared, i, query));
        bytes += binds[i].buffer_length;
    }
    TRY(mariadb_fits(mariadb, bytes, err));
    if (prepared->place_count > 0 && mysql_stmt_bind_param(prepared->statement, binds) != 0)
        return report_statement(mariadb, prepared->statement, err);
    return PAWL_OK;
}

/* Texts and bytes by their digits: nothing in them is quoted, so nothing can be quoted wrongly. */
static void put_literal(struct json *text, const struct value *value) {
    const bool is_number = form_of(value->type) == FORM_NUMBER, is_text = form_of(value->type) == FORM_TEXT;
    if (value->is_null) {
        json_printf(text, "null");
    } else if (is_number) {
        json_printf(text, "%" PRId64, value->number);
    } else {
        json_printf(text, is_text ? "_utf8mb4 x'" : "x'");
        json_put_hex(text, is_text ? (struct pawl_bytes){value->text, strlen(value->text)} : value->bytes);
        json_put(text, "'", 1);
    }
}

enum pawl_status mariadb_put_call(struct pawl_db *db, const struct query *query, struct json *text,
                                  struct pawl_error *err) {
    struct mariadb_prepared *prepared = NULL;
    TRY(find_statement(mariadb_of(db), query->sql, &prepared, err));
    const char *from = prepared->text;
    size_t place = 0;
    for (const char *at = from; *at;) {
        const char *next = behind_quoted(at);
        if (next != at || *at != '?') {
            at = next != at ? next : at + 1;
            continue;
        }
        json_put(text, from, (size_t)(at - from));
        put_literal(text, value_at(prepared, place++, query));
        from = ++at;
    }
    json_put(text, from, strlen(from));
    return PAWL_OK;
}

/* ---- rows --------------------------------------------------------------------------------------- */

static bool is_number(enum enum_field_types type) {
    return type == MYSQL_TYPE_TINY || type == MYSQL_TYPE_SHORT || type == MYSQL_TYPE_INT24 ||
           type == MYSQL_TYPE_LONG || type == MYSQL_TYPE_LONGLONG || type == MYSQL_TYPE_YEAR;
}

/* Its bytes are in place of a number; the library would cut its text. */
static bool is_real(enum enum_field_types type) {
    return type == MYSQL_TYPE_FLOAT || type == MYSQL_TYPE_DOUBLE;
}

static bool is_decimal(enum enum_field_types type) {
    return type == MYSQL_TYPE_DECIMAL || type == MYSQL_TYPE_NEWDECIMAL;
}

struct result_row {
    struct result_row *next;
    struct cell cells[];
};

/*
 * Of one statement; rows are kept until all have come, and gone once they are handed over. The arrays are as
 * long as any row may be, and too long to be cleared for each: only what stands for a column is set.
 */
struct rows {
    struct pawl_db *db;
    const struct query *query;
    MYSQL_STMT *statement;
    const MYSQL_FIELD *fields;
    size_t count;
    bool is_call; /* of a function that may write: it has one row */
    bool is_json; /* which is one of JSON, in place of rows */
    struct result_row *first, **end;
    MYSQL_BIND binds[COLUMN_MAX];
    int64_t numbers[COLUMN_MAX];
    unsigned long lengths[COLUMN_MAX];
    my_bool nulls[COLUMN_MAX];
};

/* Of texts the length alone, by which each is fetched afterwards. */
static bool bind_rows(struct rows *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const bool number = is_number(rows->fields[i].type), real = is_real(rows->fields[i].type);
        rows->binds[i] = (MYSQL_BIND){.buffer_type = number ? MYSQL_TYPE_LONGLONG
                                                     : real ? MYSQL_TYPE_DOUBLE
                                                            : MYSQL_TYPE_STRING,
                                      .buffer = number || real ? (void *)&rows->numbers[i] : NULL,
                                      .length = &rows->lengths[i],
                                      .is_null = &rows->nulls[i]};
    }
    return mysql_stmt_bind_result(rows->statement, rows->binds) == 0;
}

/* What the statement has done is done, whatever becomes of its rows. */
static enum pawl_status has_no_memory(struct mariadb *mariadb, struct pawl_error *err) {
    state_is_in_doubt(&mariadb->state);
    return error_set(err, PAWL_NOMEM, "out of memory for the rows of a result");
}

static enum pawl_status read_text(struct rows *rows, size_t i, struct cell *cell, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(rows->db);
    const enum enum_field_types type = rows->fields[i].type;
    char *text = results_alloc(&mariadb->rows, rows->lengths[i] + 1);
    if (!text)
        return has_no_memory(mariadb, err);
    MYSQL_BIND bind = {.buffer_type = MYSQL_TYPE_STRING, .buffer = text, .buffer_length = rows->lengths[i]};
    if (rows->lengths[i] > 0 && mysql_stmt_fetch_column(rows->statement, &bind, (unsigned)i, 0) != 0) {
        enum pawl_status status = report_statement(mariadb, rows->statement, err);
        state_is_in_doubt(&mariadb->state); /* what it has done is done */
        return status;
    }
    text[rows->lengths[i]] = '\0';
    *cell = (struct cell){.text = text,
                          .bytes = {text, rows->lengths[i]},
                          .number = is_decimal(type) ? strtoll(text, NULL, 10) : 0};
    return PAWL_OK;
}

static enum pawl_status keep_fetched_row(struct rows *rows, struct pawl_error *err) {
    const size_t size = sizeof(struct result_row) + rows->count * sizeof(struct cell);
    struct result_row *row = results_alloc(&mariadb_of(rows->db)->rows, size);
    enum pawl_status status = PAWL_OK;
    if (!row)
        return has_no_memory(mariadb_of(rows->db), err);
    memset(row, 0, size);
    for (size_t i = 0; status == PAWL_OK && i < rows->count; i++)
        if (rows->nulls[i])
            row->cells[i].is_null = true;
        else if (is_number(rows->fields[i].type) || is_real(rows->fields[i].type))
            row->cells[i].number = rows->numbers[i];
        else
            status = read_text(rows, i, &row->cells[i], err);
    *rows->end = row;
    rows->end = &row->next;
    return status;
}

/* ---- rows of a caller's own --------------------------------------------------------------------- */

/* Whether a column has bytes in place of text: its character set is `binary`. */
static bool has_bytes(const MYSQL_FIELD *field) {
    enum { BINARY_CHARSET = 63 };
    const enum enum_field_types type = field->type;
    return field->charsetnr == BINARY_CHARSET &&
           (type == MYSQL_TYPE_STRING || type == MYSQL_TYPE_VAR_STRING || type == MYSQL_TYPE_VARCHAR ||
            (type >= MYSQL_TYPE_TINY_BLOB && type <= MYSQL_TYPE_BLOB) || type == MYSQL_TYPE_BIT);
}

static bool own_value_of_cell(struct own_rows *rows, struct pawl_value *value, const MYSQL_FIELD *field,
                              const struct cell *cell) {
    char digits[24];
    if (cell->is_null)
        return true;
    if (is_number(field->type) && (!(field->flags & UNSIGNED_FLAG) || cell->number >= 0)) {
        own_value_is_number(value, PAWL_TYPE_BIGINT, cell->number);
        return true;
    }
    if (is_number(field->type)) {
        snprintf(digits, sizeof digits, "%" PRIu64, (uint64_t)cell->number);
        return own_value_is_text(rows, value, PAWL_TYPE_NUMERIC, digits);
    }
    if (is_real(field->type)) {
        double real = 0;
        memcpy(&real, &cell->number, sizeof real);
        return own_value_is_real(rows, value, real);
    }
    if (has_bytes(field))
        return own_value_is_bytes(rows, value, cell->bytes.data, cell->bytes.size);
    return own_value_is_text(rows, value, is_decimal(field->type) ? PAWL_TYPE_NUMERIC : PAWL_TYPE_TEXT,
                             cell->text);
}

static enum pawl_status hand_over_own(const struct rows *rows, struct pawl_error *err) {
    struct own_rows *own = rows->query->context;
    own->column_count = rows->count;
    for (const struct result_row *row = rows->first; row; row = row->next) {
        struct pawl_value *values = own_rows_add(own);
        for (size_t i = 0; values && i < rows->count; i++)
            if (!own_value_of_cell(own, &values[i], &rows->fields[i], &row->cells[i]))
                values = NULL;
        if (!values)
            return has_no_memory(mariadb_of(rows->db), err);
    }
    return PAWL_OK;
}

static enum pawl_status hand_over_rows(const struct rows *rows, struct pawl_error *err) {
    const struct query *query = rows->query;
    enum pawl_status status = PAWL_OK;
    for (const struct result_row *row = rows->first; status == PAWL_OK && row; row = row->next)
        if (rows->is_json)
            status =
                row->cells->text ? mariadb_hand_over_json(rows->db, row->cells->text, query, err) : PAWL_OK;
        else if (query->row)
            status = query->row(query->context, row->cells, err);
    if (is_unread(status))
        state_is_in_doubt(&mariadb_of(rows->db)->state);
    return status;
}

/*
 * Where a node has made the statement's transaction anew behind the work of another, it ends the rows of a
 * call with the packet that ends a statement without rows. libmariadb 3.3 takes that for one more row, and
 * would wait for the next one. It is committed.
 */
static void end_replayed(struct rows *rows) {
    rows->statement->state = MYSQL_STMT_FETCH_DONE;
    rows->statement->mysql->status = MYSQL_STATUS_READY;
}

/*
 * Reads on to the packet that ends the rows, which comes when all is committed. One by one: libmariadb 3.3
 * waits for ever in mysql_stmt_store_result where an error comes in place of a row.
 */
static enum pawl_status fetch_rows(struct rows *rows, struct pawl_error *err) {
    if (!bind_rows(rows))
        return report_statement(mariadb_of(rows->db), rows->statement, err);
    for (int fetched; (fetched = mysql_stmt_fetch(rows->statement)) != MYSQL_NO_DATA;) {
        if (fetched != 0 && fetched != MYSQL_DATA_TRUNCATED)
            return report_statement(mariadb_of(rows->db), rows->statement, err);
        if (rows->is_call && rows->first) {
            end_replayed(rows);
            return PAWL_OK;
        }
        enum pawl_status status = keep_fetched_row(rows, err);
        if (status != PAWL_OK) {
            mysql_stmt_free_result(rows->statement);
            return status;
        }
    }
    return PAWL_OK;
}

/* What a call's one column is called. */
static void look_for_call(struct rows *rows) {
    const char *name = rows->count == 1 && rows->query->kind != QUERY_IS_OWN ? rows->fields->name : "";
    rows->is_json = strcmp(name, "pawl_outcome") == 0 || strcmp(name, "pawl_rows") == 0;
    rows->is_call = rows->is_json || strcmp(name, "pawl_value") == 0;
}

/* rows: NULL where the statement has none. */
static enum pawl_status take_rows(struct pawl_db *db, const struct query *query, MYSQL_STMT *statement,
                                  struct rows **taken, struct pawl_error *err) {
    MYSQL_RES *described = mysql_stmt_result_metadata(statement);
    struct rows *rows = results_alloc(&mariadb_of(db)->rows, sizeof *rows);
    enum pawl_status status = PAWL_OK;
    if (!rows || (mysql_stmt_field_count(statement) > 0 && !described)) {
        status = has_no_memory(mariadb_of(db), err);
    } else if (described && mysql_num_fields(described) > COLUMN_MAX) {
        status = error_set(err, PAWL_MISUSE, "a query has too many columns");
    } else if (described) {
        rows->db = db;
        rows->query = query;
        rows->statement = statement;
        rows->fields = mysql_fetch_fields(described);
        rows->count = mysql_num_fields(described);
        rows->first = NULL;
        rows->end = &rows->first;
        look_for_call(rows);
        status = fetch_rows(rows, err);
        if (status == PAWL_OK && query->kind == QUERY_IS_OWN)
            status = hand_over_own(rows, err);
    }
    *taken = status == PAWL_OK && described ? rows : NULL;
    mysql_free_result(described);
    if (!state_is_broken(&mariadb_of(db)->state))
        mysql_stmt_free_result(statement);
    return status;
}

static enum pawl_status execute_once(struct pawl_db *db, const struct query *query, MYSQL_STMT *statement,
                                     struct rows **rows, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    TRY(mariadb_begin_sending(mariadb, err));
    if (mysql_stmt_execute(statement) != 0)
        return report_statement(mariadb, statement, err);
    return take_rows(db, query, statement, rows, err);
}

/* A node may not have yet what others were told to be done; what comes behind this has it. */
static const char sync_wait[] = "set statement wsrep_sync_wait = 1 for select 1";

enum pawl_status mariadb_catch_up(struct pawl_db *db, struct pawl_error *err) {
    return is_node(mariadb_of(db)) && !mariadb_in_transaction(db)
               ? mariadb_follow_others(mariadb_of(db), sync_wait, err)
               : PAWL_OK;
}

/* Of what was deployed on another. */
static bool may_be_missing_yet(const struct mariadb *mariadb) {
    const unsigned code = mysql_errno(mariadb->connection);
    return is_node(mariadb) && !state_is_broken(&mariadb->state) &&
           (code == ER_NO_SUCH_TABLE || code == ER_SP_DOES_NOT_EXIST || code == ER_PROCACCESS_DENIED_ERROR ||
            code == ER_TABLEACCESS_DENIED_ERROR);
}

static bool may_be_of_the_past(struct pawl_db *db, const struct rows *rows) {
    return is_node(mariadb_of(db)) && rows && rows->is_json && rows->first && rows->first->cells->text &&
           mariadb_refuses(db, rows->first->cells->text);
}

/* ---- calls that are a transaction of their own ----------------------------------------------------- */

static bool names_all_that_is_given(const struct mariadb_prepared *prepared, const struct query *query) {
    bool is_named[VALUE_MAX + 1] = {false};
    for (size_t place = 0; place < prepared->place_count; place++)
        is_named[prepared->number_at[place]] = true;
    for (size_t i = 0; i < query->value_count; i++)
        if (!query->values[i].is_null && !is_named[i + 1])
            return false;
    return true;
}

/* In `alone` the call that may be sent in place of the query's, or NULL. */
static enum pawl_status find_alone(struct pawl_db *db, const struct query *query,
                                   struct mariadb_prepared **alone, struct pawl_error *err) {
    struct mariadb_prepared *found = NULL;
    *alone = NULL;
    if (!query->alone || is_node(mariadb_of(db)) || mariadb_in_transaction(db))
        return PAWL_OK;
    enum pawl_status status = find_statement(mariadb_of(db), query->alone, &found, err);
    if (status == PAWL_OK && !found->is_missing && names_all_that_is_given(found, query))
        *alone = found;
    return status;
}

static bool is_row_left_alone(const struct rows *rows) {
    return rows && rows->first && rows->first->cells->text &&
           strcmp(rows->first->cells->text, "{\"status\": \"BUSY\"}") == 0;
}

/* rows: NULL where nothing was done, and the query's own call is to be sent. */
static enum pawl_status call_alone(struct pawl_db *db, const struct query *query, struct rows **rows,
                                   struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct mariadb_prepared *alone = NULL;
    enum pawl_status status = find_alone(db, query, &alone, err);
    if (status != PAWL_OK || !alone)
        return status;
    if (!alone->statement)
        status = prepare(mariadb, alone, err);
    if (status == PAWL_OK)
        status = bind_parameters(mariadb, alone, query, err);
    if (status == PAWL_OK)
        status = execute_once(db, query, alone->statement, rows, err);
    alone->is_missing = status == PAWL_DB && (mariadb->failure == ER_SP_DOES_NOT_EXIST ||
                                              mariadb->failure == ER_PROCACCESS_DENIED_ERROR);
    if (alone->is_missing)
        error_clear(err);
    if (alone->is_missing || is_row_left_alone(*rows))
        *rows = NULL;
    return alone->is_missing ? PAWL_OK : status;
}

/* ---- a caller's own ------------------------------------------------------------------------------- */

static enum pawl_status prepare_own(struct mariadb *mariadb, const struct query *query,
                                    struct mariadb_prepared *once, struct pawl_error *err) {
    const bool has_backslashes = !(mariadb->connection->server_status & SERVER_STATUS_NO_BACKSLASH_ESCAPES);
    once->text = strdup(query->sql);
    TRY(memory_check(once->text, err));
    TRY(take_own_numbers(once->text, query->value_count, has_backslashes, once, err));
    TRY(mariadb_begin_sending(mariadb, err));
    TRY(prepare(mariadb, once, err));
    if (mysql_stmt_param_count(once->statement) != once->place_count)
        return error_set(err, PAWL_MISUSE, "pawl_query: its values are $1, $2 and so on, and no `?`");
    return PAWL_OK;
}

static enum pawl_status send_own(struct pawl_db *db, const struct query *query, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct mariadb_prepared once = {0};
    struct rows *rows = NULL;
    enum pawl_status status = prepare_own(mariadb, query, &once, err);
    if (status == PAWL_OK)
        status = bind_parameters(mariadb, &once, query, err);
    if (status == PAWL_OK)
        status = execute_once(db, query, once.statement, &rows, err);
    if (status == PAWL_OK && !rows)
        ((struct own_rows *)query->context)->changed = (int64_t)mysql_stmt_affected_rows(once.statement);
    if (once.statement)
        mysql_stmt_close(once.statement);
    free(once.text);
    mariadb_look_at_server(mariadb);
    return status;
}

static enum pawl_status statement_send(struct pawl_db *db, const struct query *query,
                                       struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    struct mariadb_prepared *prepared = NULL;
    struct rows *rows = NULL;
    enum pawl_status called = call_alone(db, query, &rows, err);
    if (called != PAWL_OK || rows)
        return called == PAWL_OK ? hand_over_rows(rows, err) : called;
    enum pawl_status status = find_or_prepare(mariadb, query->sql, &prepared, err);
    if (status == PAWL_DB && may_be_missing_yet(mariadb)) {
        TRY(mariadb_follow_others(mariadb, sync_wait, err));
        status = find_or_prepare(mariadb, query->sql, &prepared, err);
    }
    TRY(status);
    TRY(bind_parameters(mariadb, prepared, query, err));
    status = execute_once(db, query, prepared->statement, &rows, err);
    if (status == PAWL_OK && may_be_of_the_past(db, rows)) {
        TRY(mariadb_follow_others(mariadb, sync_wait, err));
        status = execute_once(db, query, prepared->statement, &rows, err);
    }
    return status == PAWL_OK && rows ? hand_over_rows(rows, err) : status;
}

enum pawl_status mariadb_send(struct pawl_db *db, const struct query *query, struct pawl_error *err) {
    struct mariadb *mariadb = mariadb_of(db);
    mariadb->sends++;
    enum pawl_status status =
        query->kind == QUERY_IS_OWN ? send_own(db, query, err) : statement_send(db, query, err);
    if (--mariadb->sends == 0)
        results_reset(&mariadb->rows);
    return status;
}
