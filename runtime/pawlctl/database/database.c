#include "database.h"
#include "say/print.h"

#include <string.h>

void error_as_typed(struct pawl_error *err) {
    static const char prefix[] = "pawl_", separator[] = ": ";
    const size_t name = strspn(err->message, "abcdefghijklmnopqrstuvwxyz_");
    const char *rest = err->message + name;
    if (strncmp(err->message, prefix, strlen(prefix)) == 0 &&
        strncmp(rest, separator, strlen(separator)) == 0)
        memmove(err->message, rest + strlen(separator), strlen(rest + strlen(separator)) + 1);
}

int database_error(struct call *call) {
    error_as_typed(&call->err);
    if (call->db != NULL)
        judge_right(call->db, ROLE_APP, PAWL_DB, &call->err);
    say_error("pawlctl: %s\n", call->err.message);
    if (call->err.help[0] != '\0')
        say_error("  %s\n", call->err.help);
    return EXIT_DATABASE;
}

int exit_status_of(enum pawl_status answer) {
    switch (answer) {
    case PAWL_OK:
    case PAWL_IGNORED:
        return EXIT_DONE;
    case PAWL_MISUSE:
        return EXIT_USAGE;
    case PAWL_UNKNOWN:
    case PAWL_MISMATCH:
    case PAWL_DB:
    case PAWL_NOMEM:
        return EXIT_DATABASE;
    default: /* also those that are still to come */
        return EXIT_REFUSED;
    }
}

int answer_error(struct call *call, enum pawl_status answer) {
    database_error(call);
    return exit_status_of(answer);
}

bool database_rows(struct call *call, const char *sql, const struct value *values, size_t value_count,
                   row_fn *row, void *context) {
    error_clear(&call->err);
    return query_run(call->db, sql, values, value_count, row, context, &call->err) == PAWL_OK;
}

bool database_run(struct call *call, const struct text *sql, const struct value *values, size_t value_count,
                  row_fn *row, void *context) {
    return text_failed(sql) ? out_of_memory(call)
                            : database_rows(call, text_data(sql), values, value_count, row, context);
}

static json_t *as_text(const struct cell *cell) {
    return json_string(cell->text == NULL ? "" : cell->text);
}

static enum pawl_status add_member(void *context, const struct cell *cells, struct pawl_error *err) {
    if (cells[0].text == NULL || json_object_set_new(context, cells[0].text, as_text(&cells[1])) != 0)
        return error_set(err, PAWL_NOMEM, "an object's definition cannot be kept");
    return PAWL_OK;
}

static enum pawl_status add_element(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    json_array_append_new(context, as_text(&cells[0]));
    return PAWL_OK;
}

static json_t *collected(struct call *call, const char *sql, const struct value *values, size_t value_count,
                         row_fn *add, json_t *json) {
    if (database_rows(call, sql, values, value_count, add, json))
        return json;
    json_decref(json);
    return NULL;
}

json_t *database_object(struct call *call, const char *sql, const struct value *values, size_t value_count) {
    return collected(call, sql, values, value_count, add_member, json_object());
}

json_t *database_array(struct call *call, const char *sql, const struct value *values, size_t value_count) {
    return collected(call, sql, values, value_count, add_element, json_array());
}

json_t *database_columns(struct call *call, const char *table) {
    return database_object(call, call->dialect->column_details, (struct value[]){value_text(table)}, 1);
}

bool database_any(struct call *call, const char *sql, const struct value *values, size_t value_count,
                  bool *any) {
    *any = false;
    return database_rows(call, sql, values, value_count, row_found, any);
}

bool database_rows_where(struct call *call, const char *find, const char *sql, row_fn *row, void *context) {
    bool is_there = true;
    return (find == NULL || database_any(call, find, NULL, 0, &is_there)) &&
           (!is_there || database_rows(call, sql, NULL, 0, row, context));
}

bool database_is_spread(struct call *call, const char *table, bool *is_spread) {
    const struct database_dialect *dialect = call->dialect;
    const struct value name = value_text(table);
    bool has_nodes = false;
    *is_spread = false;
    return dialect->find_nodes == NULL ||
           (database_any(call, dialect->find_nodes, NULL, 0, &has_nodes) &&
            (!has_nodes || database_any(call, dialect->find_spread, &name, 1, is_spread)));
}

bool database_exec(struct call *call, const char *sql) {
    error_clear(&call->err);
    return script_run(call->db, sql, &call->err) == PAWL_OK;
}

bool database_write(struct call *call, const char *table, const char *sql, const struct value *values,
                    size_t value_count) {
    error_clear(&call->err);
    return row_write(call->db, table, sql, values, value_count, &call->err) == PAWL_OK;
}

bool database_become_owner(struct call *call) {
    const char *become_owner = call->dialect->become_owner;
    return become_owner == NULL || database_exec(call, become_owner);
}

bool database_begin(struct call *call) {
    error_clear(&call->err);
    return transaction_begin(call->db, &call->err) == PAWL_OK;
}

bool database_begin_writing(struct call *call) {
    return database_begin(call) && database_become_owner(call);
}

bool database_commit(struct call *call) {
    error_clear(&call->err);
    return transaction_commit(call->db, &call->err) == PAWL_OK;
}

bool database_run_written(struct call *call, const char *const *queries, const struct value *values,
                          size_t value_count) {
    bool done = database_begin_writing(call);
    for (; done && *queries != NULL; queries++) {
        json_t *statements = database_array(call, *queries, values, value_count), *statement;
        size_t place;
        done = statements != NULL;
        json_array_foreach(statements, place, statement) {
            done = done && database_exec(call, json_string_value(statement));
        }
        json_decref(statements);
    }
    done = done && database_commit(call);
    database_rollback(call);
    return done;
}

static enum pawl_status copy_login(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    snprintf(context, LOGIN_SIZE, "%s", cells[0].text);
    return PAWL_OK;
}

bool database_login(struct call *call, char login[LOGIN_SIZE]) {
    if (call->dialect->login != NULL)
        return database_rows(call, call->dialect->login, NULL, 0, copy_login, login);
    snprintf(login, LOGIN_SIZE, "%s", handle_login(call->db));
    return true;
}

static const char failed_piece[] = "";

const char *piece_of(const struct text *text) {
    return text_failed(text) ? failed_piece : text_data(text);
}

static void put_word(struct text *out, const char *word, const char *argument, const void *context) {
    const struct database_word *words = context, *found = words;
    struct text of = TEXT_INIT;
    while (found->word != NULL && strcmp(found->word, word) != 0)
        found++;
    if (found->word != NULL && found->value == failed_piece)
        text_fail(out, NULL);
    if (*argument != '\0') {
        database_template(&of, argument, words);
        database_template(out, found->word == NULL ? "" : found->value,
                          WORDS({"of", piece_of(&of)}, {"dollar", "$"}));
        text_free(&of);
    } else if (found->word != NULL) {
        text_put(out, found->value);
    }
}

void database_template(struct text *out, const char *template, const struct database_word *words) {
    text_template(out, template, strlen(template), put_word, words);
}

bool out_of_memory(struct call *call) {
    error_set(&call->err, PAWL_NOMEM, "out of memory");
    return false;
}

int memory_error(struct call *call) {
    out_of_memory(call);
    return database_error(call);
}

void database_rollback(struct call *call) {
    transaction_rollback(call->db);
}

static void put_between(struct text *out, const char *text, char quote) {
    text_char(out, quote);
    for (; *text != '\0'; text++) {
        if (*text == quote)
            text_char(out, quote);
        text_char(out, *text);
    }
    text_char(out, quote);
}

void database_put_literal(struct text *out, const char *value) {
    put_between(out, value, '\'');
}

void database_put_quoted(struct text *out, const char *name) {
    put_between(out, name, '"');
}

char *database_quoted(const char *name) {
    struct text quoted = TEXT_INIT;
    database_put_quoted(&quoted, name);
    if (text_failed(&quoted))
        text_free(&quoted);
    return quoted.data;
}
