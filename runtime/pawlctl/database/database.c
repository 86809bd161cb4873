#include "database.h"
#include "database/database.sql.h"
#include "model.h"
#include "say/interrupt.h"
#include "say/print.h"

#include <stddef.h>
#include <string.h>

enum { LOGIN_SIZE = 256 };

/* ---- errors ------------------------------------------------------------------------------------- */

void error_as_typed(struct pawl_error *err) {
    static const char prefix[] = "pawl_", separator[] = ": ";
    const size_t name = strspn(err->message, "abcdefghijklmnopqrstuvwxyz_");
    const char *rest = err->message + name;
    if (strncmp(err->message, prefix, strlen(prefix)) == 0 &&
        strncmp(rest, separator, strlen(separator)) == 0)
        memmove(err->message, rest + strlen(separator), strlen(rest + strlen(separator)) + 1);
}

void database_complain(struct call *call) {
    error_as_typed(&call->err);
    if (interrupt_has_cancelled() && call->err.status == PAWL_DB)
        error_set(&call->err, PAWL_DB,
                  "interrupted; the call under way was cancelled, and nothing of it was done");
    if (call->db != NULL)
        judge_right(call->db, ROLE_APP, PAWL_DB, &call->err);
    complain(call->err.help, "%s", call->err.message);
}

bool is_locked(const struct call *call) {
    return call->dialect != NULL && call->dialect->locking_sessions != NULL &&
           strcmp(call->err.sqlstate, "55P03") == 0;
}

/* What to do after a statement waited too long for a lock: names the sessions that hold it. */
static void help_with_lock(struct call *call) {
    struct pawl_error failed = call->err;
    struct row_set found;
    database_rollback(call);
    const bool is_read = database_try_query(call, call->dialect->locking_sessions, NO_VALUES, 1, &found);
    if (is_read && found.count > 0 && !found.cells[0].is_null)
        error_help(&failed, "let these transactions end, and run this again: %s", found.cells[0].text);
    call->err = failed;
}

void database_error(struct call *call) {
    if (is_locked(call))
        help_with_lock(call);
    database_complain(call);
    end(EXIT_DATABASE);
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

void answer_check(struct call *call, enum pawl_status answer) {
    if (answer == PAWL_OK)
        return;
    database_complain(call);
    end(exit_status_of(answer));
}

static void check(struct call *call, bool is_done) {
    if (!is_done)
        database_error(call);
}

/* ---- queries ------------------------------------------------------------------------------------ */

struct kept_row {
    const struct cell *after;
    struct cell cells[];
};

static struct kept_row *kept_row(const struct cell *cells) {
    return (struct kept_row *)((uintptr_t)cells - offsetof(struct kept_row, cells));
}

const struct cell *row_after(const struct cell *row) {
    return kept_row(row)->after;
}

static enum pawl_status collect(void *context, const struct cell *cells, struct pawl_error *err) {
    struct row_set *rows = context;
    struct kept_row *row = arena_alloc(memory, sizeof *row + rows->width * sizeof *cells);
    (void)err;
    memcpy(row->cells, cells, rows->width * sizeof *cells);
    for (size_t i = 0; i < rows->width; i++) {
        row->cells[i].text = copy_of(cells[i].text);
        if (cells[i].bytes.data != NULL)
            row->cells[i].bytes.data = arena_strndup(memory, cells[i].bytes.data, cells[i].bytes.size);
    }
    *(rows->count++ == 0 ? &rows->cells : &kept_row(rows->last)->after) = row->cells;
    rows->last = row->cells;
    return PAWL_OK;
}

static bool try_each(struct call *call, const char *sql, const struct value *values, size_t value_count,
                     row_fn *row, void *context) {
    error_clear(&call->err);
    if (interrupt_has_cancelled()) /* between two statements */
        check(call, error_set(&call->err, PAWL_DB, "interrupted") == PAWL_OK);
    return query_run(call->db, sql, values, value_count, row, context, &call->err) == PAWL_OK;
}

bool database_try_query(struct call *call, const char *sql, const struct value *values, size_t value_count,
                        size_t width, struct row_set *rows) {
    *rows = (struct row_set){.width = width};
    return try_each(call, sql, values, value_count, collect, rows);
}

struct row_set database_query(struct call *call, const char *sql, const struct value *values,
                              size_t value_count, size_t width) {
    struct row_set rows;
    check(call, database_try_query(call, sql, values, value_count, width, &rows));
    return rows;
}

bool database_has(struct call *call, const char *sql, const struct value *values, size_t value_count) {
    bool is_found = false;
    check(call, try_each(call, sql, values, value_count, row_found, &is_found));
    return is_found;
}

bool database_has_table(struct call *call, const char *table) {
    static json_t *seen; /* { table: true }, so that each is asked for once */
    if (seen == NULL)
        seen = json_object();
    if (json_object_get(seen, table) != NULL)
        return true;
    const bool is_there =
        database_has(call, model_sql(call, NULL, "{is_there:{table}}", WORDS({"table", table})), NO_VALUES);
    if (is_there)
        json_object_set_new(seen, table, json_true());
    return is_there;
}

json_t *database_object(struct call *call, const char *sql, const struct value *values, size_t value_count) {
    json_t *object = json_object();
    for (EACH_ROW(row, database_query(call, sql, values, value_count, 2)))
        json_object_set_new(object, row[0].text, json_string(row[1].text == NULL ? "" : row[1].text));
    return object;
}

json_t *database_columns(struct call *call, const char *table) {
    return database_object(call, call->dialect->column_details, VALUES(value_text(table)));
}

bool database_is_spread(struct call *call, const char *table) {
    const struct database_dialect *dialect = call->dialect;
    return dialect->find_nodes != NULL && database_has(call, dialect->find_nodes, NO_VALUES) &&
           database_has(call, dialect->find_spread, VALUES(value_text(table)));
}

/* ---- what all machines share -------------------------------------------------------------------- */

/* No rows if there is no such table. */
static struct row_set query_own(struct call *call, const char *table, const char *template, size_t width) {
    if (!database_has_table(call, table))
        return (struct row_set){.width = width};
    return model_query(call, NULL, template, NULL, NO_VALUES, width);
}

struct row_set database_machines(struct call *call) {
    return query_own(call, "pawl_machines", sql_machines, 5);
}

struct row_set database_versions(struct call *call) {
    return query_own(call, "pawl_machines", sql_versions, 4);
}

struct row_set database_past_moves(struct call *call) {
    return query_own(call, "pawl_machines", sql_past_moves, 4);
}

struct row_set database_freezes(struct call *call) {
    return query_own(call, "pawl_machines", sql_freezes, 7);
}

struct row_set database_flows(struct call *call) {
    return query_own(call, "pawl_flows", sql_flows, 3);
}

/* ---- transactions ------------------------------------------------------------------------------- */

bool database_try_exec(struct call *call, const char *sql) {
    error_clear(&call->err);
    return script_run(call->db, sql, &call->err) == PAWL_OK;
}

void database_exec(struct call *call, const char *sql) {
    check(call, database_try_exec(call, sql));
}

void database_write(struct call *call, const char *table, const char *sql, const struct value *values,
                    size_t value_count) {
    error_clear(&call->err);
    check(call, row_write(call->db, table, sql, values, value_count, &call->err) == PAWL_OK);
}

void database_become_owner(struct call *call) {
    if (call->dialect->become_owner != NULL)
        database_exec(call, call->dialect->become_owner);
}

void database_begin(struct call *call) {
    error_clear(&call->err);
    check(call, transaction_begin(call->db, &call->err) == PAWL_OK);
}

void database_begin_writing(struct call *call) {
    database_begin(call);
    database_become_owner(call);
}

void database_commit(struct call *call) {
    error_clear(&call->err);
    check(call, transaction_commit(call->db, &call->err) == PAWL_OK);
}

void database_rollback(struct call *call) {
    transaction_rollback(call->db);
}

void database_run_written(struct call *call, const char *const *queries, const struct value *values,
                          size_t value_count) {
    database_begin_writing(call);
    for (; *queries != NULL; queries++) {
        for (EACH_ROW(row, database_query(call, *queries, values, value_count, 1)))
            database_exec(call, row[0].text);
    }
    database_commit(call);
}

const char *database_login(struct call *call) {
    static char login[LOGIN_SIZE];
    if (*login == '\0')
        snprintf(login, sizeof login, "%s",
                 call->dialect->login == NULL
                     ? handle_login(call->db)
                     : database_query(call, call->dialect->login, NO_VALUES, 1).cells[0].text);
    return login;
}

struct field row_actor(const char *actor) {
    return row_text(
        "actor", actor == NULL ? NULL : arena_printf(memory, "%.*s", (int)actor_name_length(actor), actor));
}

void database_log_action(struct call *call, const char *action, const char *machine, const char *key) {
    const char *actor = option_text(call, "--actor"), *type = machine == NULL ? "" : machine;
    if (call->dialect->log_action != NULL) {
        database_query(call, call->dialect->log_action,
                       VALUES(value_text(action), value_text(type), value_text(key), value_text(actor)), 1);
        return;
    }
    const int64_t number = database_query(call, sql_next_log, NO_VALUES, 1).cells[0].number;
    database_write(call, "pawl_lock_log", sql_write_log,
                   VALUES(value_bigint(number), value_bigint(now_us()), value_text(database_login(call)),
                          value_text(action), value_text(type), value_text(key), value_text(NULL),
                          value_bigint_or_null(0), value_text(NULL), value_text(actor)));
}

/* ---- SQL that is put together ------------------------------------------------------------------- */

static void put_word(struct text *out, const char *word, const char *argument, const void *context) {
    const struct database_word *words = context, *found = words;
    while (found->word != NULL && strcmp(found->word, word) != 0)
        found++;
    if (found->word == NULL)
        return;
    text_put(out, *argument == '\0'
                      ? found->value
                      : database_template(found->value, WORDS({"of", database_template(argument, words)},
                                                              {"dollar", "$"})));
}

const char *database_template(const char *template, const struct database_word *words) {
    struct text out = TEXT_INIT;
    text_template(&out, template, strlen(template), put_word, words);
    return text_keep(&out, memory);
}

static const char *put_between(const char *text, char quote) {
    struct text out = TEXT_INIT;
    text_char(&out, quote);
    for (; *text != '\0'; text++) {
        if (*text == quote)
            text_char(&out, quote);
        text_char(&out, *text);
    }
    text_char(&out, quote);
    return text_keep(&out, memory);
}

const char *database_literal(const char *value) {
    return put_between(value, '\'');
}

const char *database_quoted(const char *name) {
    return put_between(name, '"');
}
