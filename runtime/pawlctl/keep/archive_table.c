#include "archive.h"
#include "database/entity.h"
#include "keep/archive_table.sql.h"
#include "say/grow.h"

#include <stdlib.h>
#include <string.h>

/* ---- making it -------------------------------------------------------------------------------------- */

static const char *const fixed[] = {"sort_key",   "event", "from_state", "to_state",
                                    "created_at", "actor", "request_id"};

/* Whether it is one of a parameter, of this version or an earlier one. */
static bool is_of_parameter(const struct deployed_model *model, const char *name) {
    char key[80];
    snprintf(key, sizeof key, "%s_id", model->name);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(name, fixed[i]) == 0)
            return false;
    return strcmp(name, key) != 0;
}

bool archive_past_column(struct call *call, const struct deployed_model *model, char name[64]) {
    const char *column;
    json_t *columns = database_columns(call, model->transitions), *type;
    const bool done = columns != NULL;
    *name = '\0';
    json_object_foreach(columns, column, type) {
        if (is_of_parameter(model, column) && model_column(model, column) == model->column_count && !*name)
            snprintf(name, 64, "%s", column);
    }
    json_decref(columns);
    return done;
}

static void put_definition(struct text *out, const struct database_dialect *dialect,
                           const struct deployed_model *model, const char *column, const char *type) {
    const size_t known = model_column(model, column);
    database_put_quoted(out, column);
    text_printf(out, " %s",
                known < model->column_count ? dialect->column_types[model->columns[known].type] : type);
}

static void put_table(struct text *out, const struct call *call, const struct deployed_model *model,
                      const struct archive_table *archive) {
    const struct database_dialect *dialect = call->dialect;
    const bool has_own_type = model->key_type == PAWL_TYPE_TEXT && dialect->text_key_type != NULL;
    const char *type_of_key = has_own_type ? dialect->text_key_type : dialect->column_types[model->key_type];
    struct text parameters = TEXT_INIT;
    const char *column;
    json_t *type;
    json_object_foreach(archive->columns, column, type) {
        if (!is_of_parameter(model, column))
            continue;
        put_definition(&parameters, dialect, model, column, json_string_value(type));
        text_put(&parameters, ", ");
    }
    model_put(out, call, model, sql_create,
              WORDS({"archive", archive->name}, {"type_of_key", type_of_key},
                    {"number", dialect->column_types[PAWL_TYPE_INT]},
                    {"text", dialect->column_types[PAWL_TYPE_TEXT]},
                    {"time", dialect->column_types[PAWL_TYPE_TIMESTAMP]},
                    {"parameters", piece_of(&parameters)}));
    text_free(&parameters);
}

/* As the history has them now: a migration may have given a parameter another type. */
static void put_changed_columns(struct text *out, const struct database_dialect *dialect,
                                const struct deployed_model *model, const struct archive_table *archive,
                                const json_t *columns) {
    const char *column;
    json_t *type;
    json_object_foreach(archive->columns, column, type) {
        const json_t *there = json_object_get(columns, column);
        if (there != NULL && (json_equal(there, type) || dialect->change_type == NULL))
            continue;
        if (there == NULL) {
            text_printf(out, "alter table %s add column ", archive->name);
            put_definition(out, dialect, model, column, json_string_value(type));
            text_char(out, ';');
        } else {
            struct text quoted = TEXT_INIT;
            database_put_quoted(&quoted, column);
            database_template(out, dialect->change_type,
                              WORDS({"archive", archive->name}, {"column", piece_of(&quoted)},
                                    {"type", json_string_value(type)}));
            text_free(&quoted);
        }
    }
}

static int archive_table_make(struct call *call, const struct deployed_model *model,
                              const struct archive_table *archive) {
    const struct database_dialect *dialect = call->dialect;
    struct text sql = TEXT_INIT;
    json_t *columns = NULL;
    int status = EXIT_DONE;
    bool done = database_begin_writing(call) && (columns = database_columns(call, archive->name)) != NULL;
    const bool is_new = done && json_object_size(columns) == 0;
    if (is_new)
        put_table(&sql, call, model, archive);
    else if (done && json_object_get(columns, "archived_at") == NULL)
        status =
            refused("rename that table, or write to a file with --to=FILE",
                    "%s: the table %s is there already, and it is no archive", model->name, archive->name);
    else if (done)
        put_changed_columns(&sql, dialect, model, archive, columns);
    if (done && status == EXIT_DONE && (is_new || handle_deploys_in_steps(call->db)))
        model_put(&sql, call, model, dialect->protect_archive, WORDS({"archive", archive->name}));
    if (done && text_failed(&sql))
        done = out_of_memory(call);
    if (done && status == EXIT_DONE)
        done = (sql.data == NULL || database_exec(call, sql.data)) && database_commit(call);
    database_rollback(call);
    if (done && status == EXIT_DONE && dialect->protect_archive_on_nodes != NULL) {
        done = database_begin_writing(call) && database_exec(call, dialect->protect_archive_on_nodes) &&
               database_commit(call);
        database_rollback(call);
    }
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
    return handle_moves_in_steps(call->db);
}

static void put_columns(struct text *out, const struct archive_table *archive, const char *prefix) {
    const char *column, *between = "";
    json_t *type;
    json_object_foreach(archive->columns, column, type) {
        text_printf(out, "%s%s", between, prefix);
        database_put_quoted(out, column);
        between = ", ";
    }
}

static void put_copy(struct text *out, const struct call *call, const struct deployed_model *model,
                     const struct archive_table *archive) {
    struct text columns = TEXT_INIT, of_history = TEXT_INIT;
    put_columns(&columns, archive, "");
    put_columns(&of_history, archive, "history.");
    model_put(out, call, model, by_row(call) ? sql_copy_row : sql_copy,
              WORDS({"archive", archive->name}, {"columns", piece_of(&columns)},
                    {"columns_of_history", piece_of(&of_history)}));
    text_free(&columns);
    text_free(&of_history);
}

int archive_table_open(struct call *call, const struct deployed_model *model, struct archive_table *table) {
    *table = (struct archive_table){.name = archive_table_name(model),
                                    .columns = database_columns(call, model->transitions)};
    if (table->columns == NULL)
        return database_error(call);
    if (table->name != NULL)
        put_copy(&table->copy, call, model, table);
    if (table->name == NULL || text_failed(&table->copy))
        return memory_error(call);
    return archive_table_make(call, model, table);
}

void archive_table_free(struct archive_table *table) {
    free(table->name);
    text_free(&table->copy);
    json_decref(table->columns);
}

struct sort_keys {
    int64_t *list;
    size_t count, capacity;
};

static enum pawl_status note_sort_key(void *context, const struct cell *cells, struct pawl_error *err) {
    struct sort_keys *keys = context;
    if (!grow(&keys->list, &keys->capacity, keys->count, sizeof *keys->list))
        return error_set(err, PAWL_NOMEM, "out of memory");
    keys->list[keys->count++] = cells[0].number;
    return PAWL_OK;
}

/*
 * Writes by the statement to the table MACHINE_SUFFIX, or where rows go one by one for each row of the
 * history. The values are the key, and what is there behind the sort key of a row.
 */
static bool write_history(struct call *call, const struct deployed_model *model, const char *suffix,
                          const struct text *sql, const struct finished *entity, const struct value *more,
                          size_t more_count) {
    struct value values[4] = {model_key_value(model, entity->key)};
    struct sort_keys keys = {0};
    const size_t before = by_row(call) ? 2 : 1;
    for (size_t i = 0; i < more_count; i++)
        values[before + i] = more[i];
    if (!by_row(call))
        return model_write(call, model, suffix, sql, values, before + more_count);
    bool done = model_rows(call, model, sql_sort_keys, &entity->key, note_sort_key, &keys);
    for (size_t i = 0; done && i < keys.count; i++) {
        values[1] = value_number(PAWL_TYPE_BIGINT, keys.list[i]);
        done = model_write(call, model, suffix, sql, values, before + more_count);
    }
    free(keys.list);
    return done;
}

bool archive_table_add(struct call *call, const struct deployed_model *model,
                       const struct archive_table *table, const struct finished *entity, int64_t at_us,
                       const char *login) {
    const struct value more[] = {value_number(PAWL_TYPE_BIGINT, at_us), value_text(login)};
    return write_history(call, model, "archive", &table->copy, entity, more, 2);
}

/* ---- taking out --------------------------------------------------------------------------------- */

bool archive_take_out(struct call *call, const struct deployed_model *model, const struct finished *entity) {
    const struct value key = model_key_value(model, entity->key);
    struct text moves = TEXT_INIT, head = TEXT_INIT;
    model_put(&moves, call, model, by_row(call) ? sql_delete_row : sql_delete_history, NULL);
    model_put(&head, call, model, sql_delete_head, NULL);
    const bool done = write_history(call, model, "transitions", &moves, entity, NULL, 0) &&
                      model_write(call, model, "current", &head, &key, 1);
    text_free(&moves);
    text_free(&head);
    return done;
}
