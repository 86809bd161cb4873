#include "archive.h"
#include "audit.h"
#include "database/entity.h"
#include "keep.h"
#include "keep/erase.sql.h"
#include "say/grow.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One row that still has something of a person. */
struct erased_row {
    int64_t sort_key, archived_at;
};

struct erasing {
    struct call *call;
    const struct deployed_model *model;
    const char *id;
    char *archive; /* the table, as SQL names it */
    struct pawl_key key;
    struct erased_row *rows; /* of the table that is being looked at */
    size_t row_count, row_capacity;
    int64_t erased_moves, erased_archived, erased_events;
    char *state; /* where the entity is, or was when it was archived; NULL: there is no such entity */
    struct head head;
    int64_t deferred_count; /* events of it that wait */
};

/* ---- rows --------------------------------------------------------------------------------------- */

/* cells: sort_key, archived_at or 0 */
static enum pawl_status note_row(void *context, const struct cell *cells, struct pawl_error *err) {
    struct erasing *erasing = context;
    if (!grow(&erasing->rows, &erasing->row_capacity, erasing->row_count, sizeof *erasing->rows))
        return error_set(err, PAWL_NOMEM, "out of memory");
    erasing->rows[erasing->row_count++] = (struct erased_row){cells[0].number, cells[1].number};
    return PAWL_OK;
}

typedef void put_fn(struct text *out, const char *name);

/* The columns that the machine marks so, as `put` writes them. */
static void put_personal(struct text *out, const struct deployed_model *model, put_fn *put, const char *after,
                         const char *between) {
    bool any = false;
    for (size_t i = 0; i < model->column_count; i++) {
        if (!model->columns[i].is_personal)
            continue;
        text_put(out, any ? between : "");
        put(out, model->columns[i].name);
        text_put(out, after);
        any = true;
    }
}

static const struct live_place {
    const char *suffix, *find, *erase;
    size_t value_count; /* of the statement that erases */
} history = {"transitions", sql_find_in_history, sql_erase_in_history, 2},
  archive = {"archive", sql_find_in_archive, sql_erase_in_archive, 3};

static bool erase_rows(struct erasing *erasing, const struct live_place *place) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value key = model_key_value(model, erasing->key);
    struct text is_there = TEXT_INIT, to_null = TEXT_INIT, erase = TEXT_INIT;
    put_personal(&is_there, model, database_put_quoted, " is not null", " or ");
    put_personal(&to_null, model, database_put_quoted, " = null", ", ");
    const struct database_word *words = WORDS(
        {"archive", erasing->archive}, {"is_there", piece_of(&is_there)}, {"to_null", piece_of(&to_null)});
    model_put(&erase, call, model, place->erase, words);
    erasing->row_count = 0;
    bool done = model_query(call, model, place->find, words, &key, 1, note_row, erasing);
    for (size_t i = 0; done && i < erasing->row_count; i++) {
        struct value values[] = {key, value_number(PAWL_TYPE_BIGINT, erasing->rows[i].sort_key),
                                 value_number(PAWL_TYPE_BIGINT, erasing->rows[i].archived_at)};
        done = model_write(call, model, place->suffix, &erase, values, place->value_count);
    }
    text_free(&is_there);
    text_free(&to_null);
    text_free(&erase);
    return done;
}

/* ---- the entity --------------------------------------------------------------------------------- */

/* cells: state, sort_key, since */
static enum pawl_status note_head(void *context, const struct cell *cells, struct pawl_error *err) {
    struct erasing *erasing = context;
    free(erasing->state);
    erasing->state = strdup(cells[0].text == NULL ? "" : cells[0].text);
    if (erasing->state == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    erasing->head = (struct head){erasing->state, cells[1].number, cells[2].number};
    return PAWL_OK;
}

static bool find_entity(struct erasing *erasing, bool *has_archive) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value key = model_key_value(model, erasing->key), table = value_text(erasing->archive);
    const char *get = text_of(model->statements, "get");
    return database_any(call, call->dialect->column_details, &table, 1, has_archive) &&
           (!*has_archive || model_query(call, model, sql_last_archived, WORDS({"archive", erasing->archive}),
                                         &key, 1, note_head, erasing)) &&
           (get == NULL || database_rows(call, get, &key, 1, note_head, erasing));
}

/* What was deferred holds the arguments of its event; that of what is done nobody needs any more. */
static bool erase_deferred(struct erasing *erasing) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value values[] = {value_text(model->name), value_text(erasing->id)};
    struct text erase = TEXT_INIT;
    if (!model_query(call, model, sql_count_deferred, NULL, values, 2, read_number, &erasing->deferred_count))
        return false;
    if (erasing->deferred_count > 0)
        return true;
    erasing->row_count = 0;
    model_put(&erase, call, model, sql_erase_deferred, NULL);
    bool done = !text_failed(&erase) || out_of_memory(call);
    done = done && model_query(call, model, sql_deferred, NULL, values, 2, note_row, erasing);
    for (size_t i = 0; done && i < erasing->row_count; i++) {
        const struct value number = value_number(PAWL_TYPE_BIGINT, erasing->rows[i].sort_key);
        done = database_write(call, "pawl_deferred", erase.data, &number, 1);
    }
    text_free(&erase);
    return done;
}

static bool is_among(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Parameters of one name share a column, so there are no more of them. */
static size_t personal_params(const struct deployed_model *model, const char *names[PAWL_COLUMN_MAX]) {
    size_t count = 0;
    for (size_t event = 1; event <= model->event_count; event++)
        for (size_t i = 0; i < model->events[event].param_count; i++) {
            const struct pawl_param *param = &model->events[event].params[i];
            if (model->columns[param->column].is_personal && count < PAWL_COLUMN_MAX &&
                !is_among(names, count, param->name))
                names[count++] = param->name;
        }
    return count;
}

/* From events that no relay has delivered yet: their parameters of these names are set to null. */
static bool erase_events(struct erasing *erasing) {
    struct call *call = erasing->call;
    const char *names[PAWL_COLUMN_MAX];
    struct outbox_forgetting forgetting = {
        .machine = erasing->model->name, .entity = erasing->id, .names = names};
    forgetting.name_count = personal_params(erasing->model, names);
    error_clear(&call->err);
    const enum pawl_status status = outbox_forget(call->db, &forgetting, &call->err);
    erasing->erased_events = (int64_t)forgetting.row_count;
    return status == PAWL_OK;
}

/* After each erasure: what the server has noted of a column, such as its commonest values, is read with less.
 */
static bool forget_values(const struct erasing *erasing, bool has_archive) {
    struct call *call = erasing->call;
    struct text analyze = TEXT_INIT, archived = TEXT_INIT;
    if (call->dialect->forget_values == NULL)
        return true;
    if (has_archive)
        text_printf(&archived, ", %s", erasing->archive);
    model_put(&analyze, call, erasing->model, call->dialect->forget_values,
              WORDS({"archive", has_archive ? archived.data : ""}));
    bool done = !text_failed(&analyze) && !text_failed(&archived) ? database_exec(call, analyze.data)
                                                                  : out_of_memory(call);
    text_free(&analyze);
    text_free(&archived);
    return done;
}

static bool write_audit(struct erasing *erasing, const char *reason) {
    struct text text = TEXT_INIT;
    text_put(&text, "erased ");
    put_personal(&text, erasing->model, text_put, "", ", ");
    text_printf(&text, ": %s", reason);
    bool done = text_failed(&text) ? out_of_memory(erasing->call)
                                   : audit(erasing->call, erasing->model, erasing->id, text.data,
                                           erasing->head, erasing->head);
    text_free(&text);
    return done;
}

static int erase_all(struct erasing *erasing, const char *reason) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    bool has_archive = false;
    if (!database_begin_writing(call) || !entity_lock(call, model, erasing->key) ||
        !find_entity(erasing, &has_archive))
        return database_error(call);
    if (erasing->state == NULL)
        return refused("a file that `pawlctl archive --to` has written is not looked at",
                       "%s %s: there is no such %s", model->name, erasing->id, model->name);
    if (!erase_deferred(erasing))
        return database_error(call);
    if (erasing->deferred_count > 0)
        return refused("thaw the machine, and erase when they are fired",
                       "%s %s: %" PRId64 " of its events wait until %s resumes, with their values",
                       model->name, erasing->id, erasing->deferred_count, model->name);
    bool done = erase_rows(erasing, &history);
    erasing->erased_moves = done ? (int64_t)erasing->row_count : 0;
    done = done && (!has_archive || erase_rows(erasing, &archive));
    erasing->erased_archived = done && has_archive ? (int64_t)erasing->row_count : 0;
    done = done && erase_events(erasing);
    if (done && erasing->erased_moves + erasing->erased_archived + erasing->erased_events > 0)
        done = write_audit(erasing, reason) && forget_values(erasing, has_archive);
    return done && database_commit(call) ? EXIT_DONE : database_error(call);
}

/* ---- the command -------------------------------------------------------------------------------- */

static json_t *personal_columns(const struct deployed_model *model) {
    json_t *columns = json_array();
    for (size_t i = 0; i < model->column_count; i++)
        if (model->columns[i].is_personal)
            json_array_append_new(columns, json_string(model->columns[i].name));
    return columns;
}

static void erase_report(const struct erasing *erasing) {
    row_tell(erasing->call,
             ROW(row_text("machine", erasing->model->name), row_text("id", erasing->id),
                 row_json("columns", personal_columns(erasing->model)),
                 row_number("moves", erasing->erased_moves),
                 row_number("archived_moves", erasing->erased_archived),
                 row_number("events", erasing->erased_events)),
             erasing->erased_events > 0
                 ? "{machine} {id}: erased in {moves|move|moves}, and in {archived_moves} archived,"
                   " and in {events|event|events} not delivered yet\n"
                 : "{machine} {id}: erased in {moves|move|moves}, and in {archived_moves} archived\n");
}

int command_erase(struct call *call) {
    const char *reason = option(call, "--reason");
    struct erasing erasing = {.call = call, .id = call->operands[1]};
    struct models models;
    if (reason == NULL)
        return usage_error(
            call, "erased values are gone for ever: give --reason=TEXT, for readers of pawl_repairs");
    if (!text_is_utf8(reason))
        return usage_error(call, "--reason: the text is not UTF-8");
    int status = models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    erasing.model = models.models;
    if (!erasing.model->has_personal)
        status = refused("mark one in the .fsm file: `event create(name: text personal);`",
                         "machine %s has no parameter that is personal", erasing.model->name);
    else if (erasing.model->shares_rows)
        status = refused("set them to null there, and the archive with them",
                         "machine %s keeps its history in a table that belongs to others, too, and that is "
                         "not erased yet",
                         erasing.model->name);
    else if (!model_key(call, erasing.model, erasing.id, &erasing.key))
        status = EXIT_USAGE;
    if (status == EXIT_DONE) {
        erasing.archive = archive_table_name(erasing.model);
        status = erasing.archive == NULL ? memory_error(call) : erase_all(&erasing, reason);
        database_rollback(call);
        free(erasing.archive);
    }
    if (status == EXIT_DONE)
        erase_report(&erasing);
    free(erasing.rows);
    free(erasing.state);
    models_free(&models);
    return status;
}
