#include "archive.h"

#include <stdlib.h>
#include <string.h>

char *archive_table_name(const struct model *model) {
    static const char of_history[] = "_transitions", of_archive[] = "_archive";
    const size_t stem = strlen(model->transitions) - strlen(of_history);
    char *name = malloc(stem + sizeof of_archive);
    if (name != NULL) {
        memcpy(name, model->transitions, stem);
        memcpy(name + stem, of_archive, sizeof of_archive);
    }
    return name;
}

/* ---- making it -------------------------------------------------------------------------------------- */

/* cells: a column */
static enum pawl_status note_column(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    json_object_set_new(context, cells[0].text, json_true());
    return PAWL_OK;
}

static void put_quoted(struct text *out, const char *name) {
    char *quoted = database_quoted(name);
    if (quoted == NULL)
        text_fail(out, NULL);
    else
        text_put(out, quoted);
    free(quoted);
}

static void put_definition(struct text *out, const struct dialect *dialect, const struct model *model,
                           size_t column) {
    put_quoted(out, model->columns[column].name);
    text_printf(out, " %s", dialect->column_types[model->columns[column].type]);
}

static void put_table(struct text *out, const struct dialect *dialect, const struct model *model,
                      const char *table) {
    const char *text = dialect->column_types[PAWL_TYPE_TEXT];
    const char *number = dialect->column_types[PAWL_TYPE_INT];
    const char *time = dialect->column_types[PAWL_TYPE_TIMESTAMP];
    text_printf(out,
                "create table %s (%s_id %s not null, sort_key %s not null, event %s not null,"
                " from_state %s not null, to_state %s not null, created_at %s not null, actor %s not null,"
                " request_id %s, ",
                table, model->name, dialect->column_types[model->key_type], number, text, text, text, time,
                text, text);
    for (size_t i = 0; i < model->column_count; i++) {
        put_definition(out, dialect, model, i);
        text_put(out, ", ");
    }
    text_printf(out,
                "archived_at %s not null, archived_by %s not null, primary key (%s_id, archived_at, "
                "sort_key));",
                time, text, model->name);
    const struct database_word words[] = {{"archive", table}, {"name", model->name}};
    database_template(out, dialect->protect_archive, words, sizeof words / sizeof *words);
}

static void put_new_columns(struct text *out, const struct dialect *dialect, const struct model *model,
                            const char *table, const json_t *columns) {
    for (size_t i = 0; i < model->column_count; i++) {
        if (json_object_get(columns, model->columns[i].name) != NULL)
            continue;
        text_printf(out, "alter table %s add column ", table);
        put_definition(out, dialect, model, i);
        text_char(out, ';');
    }
}

static int make(struct call *call, const struct model *model, const char *table) {
    const struct dialect *dialect = database_dialect(call);
    struct value name = value_text(table);
    struct text sql = TEXT_INIT;
    json_t *columns = json_object();
    int status = EXIT_DONE;
    bool done =
        database_begin_writing(call) && database_rows(call, dialect->columns, &name, 1, note_column, columns);
    if (done && json_object_size(columns) == 0)
        put_table(&sql, dialect, model, table);
    else if (done && json_object_get(columns, "archived_at") == NULL)
        status = refused("rename that table, or write to a file with --to=FILE",
                         "%s: the table %s is there already, and it is no archive", model->name, table);
    else if (done)
        put_new_columns(&sql, dialect, model, table, columns);
    if (done && text_failed(&sql))
        done = (error_set(&call->err, PAWL_NOMEM, "out of memory"), false);
    if (done && status == EXIT_DONE)
        done = (sql.data == NULL || database_exec(call, sql.data)) && database_commit(call);
    database_rollback(call);
    text_free(&sql);
    json_decref(columns);
    return done ? status : database_error(call);
}

/* ---- filling it --------------------------------------------------------------------------------------- */

/*
 * On SQLite each row is a statement of its own, since only one row at a time may be written there (see
 * ../README.md); where a role is what may write, one statement takes the whole history.
 */
static bool by_row(const struct call *call) {
    return call->db->driver->write != NULL;
}

static void put_columns(struct text *out, const struct model *model, const char *prefix) {
    static const char *const fixed[] = {"sort_key",   "event", "from_state", "to_state",
                                        "created_at", "actor", "request_id"};
    text_printf(out, "%s%s_id", prefix, model->name);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        text_printf(out, ", %s%s", prefix, fixed[i]);
    for (size_t i = 0; i < model->column_count; i++) {
        text_printf(out, ", %s", prefix);
        put_quoted(out, model->columns[i].name);
    }
}

static void put_copy(struct text *out, const struct call *call, const struct model *model,
                     const char *table) {
    const bool one = by_row(call);
    const struct database_word time = {"us", "given.at"};
    const char *key = database_parameter(model->key_type, 1);
    text_printf(out, "with given (id%s, at, login) as (select %s%s%s, %s, %s) insert into %s (",
                one ? ", sort_key" : "", key, one ? ", " : "",
                one ? database_parameter(PAWL_TYPE_BIGINT, 2) : "",
                database_parameter(PAWL_TYPE_BIGINT, one ? 3 : 2),
                database_parameter(PAWL_TYPE_TEXT, one ? 4 : 3), table);
    put_columns(out, model, "");
    text_put(out, ", archived_at, archived_by) select ");
    put_columns(out, model, "history.");
    text_put(out, ", ");
    database_template(out, database_dialect(call)->moment, &time, 1);
    text_printf(out, ", given.login from given join %s history on history.%s_id = given.id%s",
                model->transitions, model->name, one ? " and history.sort_key = given.sort_key" : "");
}

int archive_table_open(struct call *call, const struct model *model, struct archive_table *table) {
    *table = (struct archive_table){.name = archive_table_name(model)};
    struct text unqualified = TEXT_INIT;
    text_printf(&unqualified, "%s_archive", model->name);
    table->unqualified = unqualified.data;
    if (table->name != NULL)
        put_copy(&table->copy, call, model, table->name);
    if (table->name == NULL || text_failed(&unqualified) || text_failed(&table->copy)) {
        error_set(&call->err, PAWL_NOMEM, "out of memory");
        return database_error(call);
    }
    return make(call, model, table->name);
}

void archive_table_free(struct archive_table *table) {
    free(table->name);
    free(table->unqualified);
    text_free(&table->copy);
}

struct sort_keys {
    int64_t *list;
    size_t count, capacity;
};

static enum pawl_status note_sort_key(void *context, const struct cell *cells, struct pawl_error *err) {
    struct sort_keys *keys = context;
    if (keys->count == keys->capacity) {
        size_t capacity = keys->capacity == 0 ? 64 : keys->capacity * 2;
        int64_t *list = realloc(keys->list, capacity * sizeof *list);
        if (list == NULL)
            return error_set(err, PAWL_NOMEM, "out of memory");
        keys->list = list;
        keys->capacity = capacity;
    }
    keys->list[keys->count++] = cells[0].number;
    return PAWL_OK;
}

static bool read_sort_keys(struct call *call, const struct model *model, const struct finished *entity,
                           struct sort_keys *keys) {
    struct value key = model_key_value(model, entity->key);
    char sql[512];
    snprintf(sql, sizeof sql, "select sort_key from %s where %s_id = %s order by sort_key",
             model->transitions, model->name, database_parameter(model->key_type, 1));
    return database_rows(call, sql, &key, 1, note_sort_key, keys);
}

bool archive_table_add(struct call *call, const struct model *model, const struct archive_table *table,
                       const struct finished *entity, int64_t at_us, const char *login) {
    struct value key = model_key_value(model, entity->key), at = value_number(PAWL_TYPE_BIGINT, at_us);
    struct sort_keys keys = {0};
    if (!by_row(call))
        return database_write(call, table->unqualified, table->copy.data,
                              (struct value[]){key, at, value_text(login)}, 3);
    bool done = read_sort_keys(call, model, entity, &keys);
    for (size_t i = 0; done && i < keys.count; i++)
        done = database_write(
            call, table->unqualified, table->copy.data,
            (struct value[]){key, value_number(PAWL_TYPE_BIGINT, keys.list[i]), at, value_text(login)}, 4);
    free(keys.list);
    return done;
}

/* ---- taking out -----------------------------------------------------------------------------------------
 */

bool archive_take_out(struct call *call, const struct model *model, const struct finished *entity) {
    const struct value key = model_key_value(model, entity->key);
    const char *parameter = database_parameter(model->key_type, 1);
    char moves[512], head[512], history_table[80], head_table[80];
    struct sort_keys keys = {0};
    const bool one = by_row(call);
    snprintf(moves, sizeof moves, "delete from %s where %s_id = %s%s%s", model->transitions, model->name,
             parameter, one ? " and sort_key = " : "", one ? database_parameter(PAWL_TYPE_BIGINT, 2) : "");
    snprintf(head, sizeof head, "delete from %s where %s_id = %s", model->current, model->name, parameter);
    snprintf(history_table, sizeof history_table, "%s_transitions", model->name);
    snprintf(head_table, sizeof head_table, "%s_current", model->name);
    bool done = one ? read_sort_keys(call, model, entity, &keys)
                    : database_write(call, history_table, moves, &key, 1);
    for (size_t i = 0; done && i < keys.count; i++)
        done = database_write(call, history_table, moves,
                              (struct value[]){key, value_number(PAWL_TYPE_BIGINT, keys.list[i])}, 2);
    free(keys.list);
    return done && database_write(call, head_table, head, &key, 1);
}
