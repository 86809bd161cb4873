#include "archive.h"
#include "database/entity.h"
#include "keep/archive_table.sql.h"
#include "say/json.h"

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

const char *archive_past_column(struct call *call, const struct deployed_model *model) {
    for (EACH_MEMBER(column, database_columns(call, model->transitions)))
        if (is_of_parameter(model, column->name) && model_column(model, column->name) == model->column_count)
            return column->name;
    return NULL;
}

static const char *definition(const struct call *call, const struct deployed_model *model, const char *column,
                              const char *type) {
    const size_t known = model_column(model, column);
    return arena_printf(memory, "%s %s", database_quoted(column),
                        known < model->column_count ? call->dialect->column_types[model->columns[known].type]
                                                    : type);
}

static const char *create_table(const struct call *call, const struct deployed_model *model,
                                const struct archive_table *archive) {
    const struct database_dialect *dialect = call->dialect;
    const bool has_own_type = model->key_type == PAWL_TYPE_TEXT && dialect->text_key_type != NULL;
    struct text parameters = TEXT_INIT;
    for (EACH_MEMBER(column, archive->columns))
        if (is_of_parameter(model, column->name))
            text_printf(&parameters, "%s, ", definition(call, model, column->name, column->text));
    return model_sql(
        call, model, sql_create,
        WORDS({"archive", archive->name},
              {"type_of_key", has_own_type ? dialect->text_key_type : dialect->column_types[model->key_type]},
              {"number", dialect->column_types[PAWL_TYPE_INT]},
              {"text", dialect->column_types[PAWL_TYPE_TEXT]},
              {"time", dialect->column_types[PAWL_TYPE_TIMESTAMP]},
              {"parameters", text_keep(&parameters, memory)}));
}

/* As the history has them now: a migration may have given a parameter another type. */
static const char *change_columns(const struct call *call, const struct deployed_model *model,
                                  const struct archive_table *archive, const json_t *columns) {
    const char *change_type = call->dialect->change_type;
    struct text out = TEXT_INIT;
    for (EACH_MEMBER(column, archive->columns)) {
        const json_t *there = json_object_get(columns, column->name);
        if (there == NULL)
            text_printf(&out, "alter table %s add column %s;", archive->name,
                        definition(call, model, column->name, column->text));
        else if (!json_equal(there, column->value) && change_type != NULL)
            text_put(&out, database_template(change_type, WORDS({"archive", archive->name},
                                                                {"column", database_quoted(column->name)},
                                                                {"type", column->text})));
    }
    return text_keep(&out, memory);
}

static void archive_table_make(struct call *call, const struct deployed_model *model,
                               const struct archive_table *archive) {
    const struct database_dialect *dialect = call->dialect;
    database_begin_writing(call);
    const json_t *columns = database_columns(call, archive->name);
    const bool is_new = json_object_size(columns) == 0;
    if (!is_new && json_object_get(columns, "archived_at") == NULL)
        refused("rename that table, or write to a file with --to=FILE",
                "%s: the table %s is there already, and it is no archive", model->name, archive->name);
    const char *made =
        is_new ? create_table(call, model, archive) : change_columns(call, model, archive, columns);
    if (*made != '\0')
        database_exec(call, made);
    if (is_new || handle_deploys_in_steps(call->db))
        database_exec(call,
                      model_sql(call, model, dialect->protect_archive, WORDS({"archive", archive->name})));
    database_commit(call);
    if (dialect->protect_archive_on_nodes != NULL) {
        database_begin_writing(call);
        database_exec(call, dialect->protect_archive_on_nodes);
        database_commit(call);
    }
}

/* ---- filling it --------------------------------------------------------------------------------------- */

/*
 * On SQLite each row is a statement of its own, since only one row at a time may be written there (see
 * ../README.md); where a role is what may write, one statement takes the whole history.
 */
static bool by_row(const struct call *call) {
    return handle_moves_in_steps(call->db);
}

static const char *columns_of(const struct archive_table *archive, const char *prefix) {
    struct text out = TEXT_INIT;
    for (EACH_MEMBER(column, archive->columns))
        text_printf(&out, "%s%s%s", out.length == 0 ? "" : ", ", prefix, database_quoted(column->name));
    return text_keep(&out, memory);
}

struct archive_table archive_table_open(struct call *call, const struct deployed_model *model) {
    struct archive_table table = {.name = archive_table_name(model),
                                  .columns = database_columns(call, model->transitions)};
    table.copy = model_sql(call, model, by_row(call) ? sql_copy_row : sql_copy,
                           WORDS({"archive", table.name}, {"columns", columns_of(&table, "")},
                                 {"columns_of_history", columns_of(&table, "history.")}));
    archive_table_make(call, model, &table);
    return table;
}

/*
 * Writes by the statement to the table MACHINE_SUFFIX, or where rows go one by one for each row of the
 * history. The values are the key, and what is there behind the sort key of a row.
 */
static void write_history(struct call *call, const struct deployed_model *model, const char *suffix,
                          const char *sql, const struct finished *entity, const struct value *more,
                          size_t more_count) {
    struct value values[4] = {model_key_value(model, entity->key)};
    const size_t before = by_row(call) ? 2 : 1;
    for (size_t i = 0; i < more_count; i++)
        values[before + i] = more[i];
    if (!by_row(call)) {
        model_write(call, model, suffix, sql, values, before + more_count);
        return;
    }
    for (EACH_ROW(row, model_query(call, model, sql_sort_keys, NULL, values, 1, 1))) {
        values[1] = value_bigint(row[0].number);
        model_write(call, model, suffix, sql, values, before + more_count);
    }
}

void archive_table_add(struct call *call, const struct deployed_model *model,
                       const struct archive_table *table, const struct finished *entity, int64_t at_us) {
    write_history(call, model, "archive", table->copy, entity,
                  VALUES(value_bigint(at_us), value_text(database_login(call))));
}

/* ---- taking out --------------------------------------------------------------------------------- */

void archive_take_out(struct call *call, const struct deployed_model *model, const struct finished *entity) {
    write_history(call, model, "transitions",
                  model_sql(call, model, by_row(call) ? sql_delete_row : sql_delete_history, NULL), entity,
                  NO_VALUES);
    model_write(call, model, "current", model_sql(call, model, sql_delete_head, NULL),
                VALUES(model_key_value(model, entity->key)));
}
