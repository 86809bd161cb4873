#include "audit.h"
#include "database/entity.h"
#include "keep.h"
#include "keep/erase.sql.h"
#include "say/json.h"

#include <inttypes.h>
#include <string.h>

struct erasing {
    struct call *call;
    const struct deployed_model *model;
    const char *id;
    const char *archive; /* the table, as SQL names it */
    struct pawl_key key;
    int64_t erased_moves, erased_archived, erased_events;
    struct head
        head; /* where the entity is, or was when it was archived; state NULL: there is no such entity */
};

/* ---- rows --------------------------------------------------------------------------------------- */

/* The columns that the machine marks so, each with what comes after its name. */
static const char *personal(const struct deployed_model *model, bool quotes, const char *after,
                            const char *between) {
    struct text out = TEXT_INIT;
    for (size_t i = 0; i < model->column_count; i++) {
        const char *name = model->columns[i].name;
        if (model->columns[i].is_personal)
            text_printf(&out, "%s%s%s", out.length > 0 ? between : "", quotes ? database_quoted(name) : name,
                        after);
    }
    return text_keep(&out, memory);
}

static const struct live_place {
    const char *suffix, *find, *erase;
    size_t value_count; /* of the statement that erases */
} history = {"transitions", sql_find_in_history, sql_erase_in_history, 2},
  archive = {"archive", sql_find_in_archive, sql_erase_in_archive, 3};

/* Returns how many rows had something of the person. */
static int64_t erase_rows(struct erasing *erasing, const struct live_place *place) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value key = model_key_value(model, erasing->key);
    const struct database_word *words =
        WORDS({"archive", erasing->archive}, {"is_there", personal(model, true, " is not null", " or ")},
              {"to_null", personal(model, true, " = null", ", ")});
    const char *erase = model_sql(call, model, place->erase, words);
    /* cells: sort_key, archived_at or 0 */
    const struct row_set rows = model_query(call, model, place->find, words, &key, 1, 2);
    for (EACH_ROW(row, rows)) {
        const struct value values[] = {key, value_bigint(row[0].number), value_bigint(row[1].number)};
        model_write(call, model, place->suffix, erase, values, place->value_count);
    }
    return (int64_t)rows.count;
}

/* ---- the entity --------------------------------------------------------------------------------- */

/* cells: state, sort_key, since */
static void note_head(struct erasing *erasing, struct row_set found) {
    for (EACH_ROW(row, found))
        erasing->head = (struct head){row[0].text == NULL ? "" : row[0].text, row[1].number, row[2].number};
}

static void find_entity(struct erasing *erasing, bool has_archive) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value key = model_key_value(model, erasing->key);
    const char *get = text_of(model->statements, "get");
    if (has_archive)
        note_head(erasing, model_query(call, model, sql_last_archived, WORDS({"archive", erasing->archive}),
                                       &key, 1, 3));
    if (get != NULL)
        note_head(erasing, database_query(call, get, &key, 1, 3));
}

/* What was deferred holds the arguments of its event; that of what is done nobody needs any more. */
static void erase_deferred(struct erasing *erasing) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const struct value values[] = {value_text(model->name), value_text(erasing->id)};
    const int64_t waiting = model_query(call, model, sql_count_deferred, NULL, values, 2, 1).cells[0].number;
    if (waiting > 0)
        refused("thaw the machine, and erase when they are fired",
                "%s %s: %" PRId64 " of its events wait until %s resumes, with their values", model->name,
                erasing->id, waiting, model->name);
    const char *erase = model_sql(call, model, sql_erase_deferred, NULL);
    for (EACH_ROW(row, model_query(call, model, sql_deferred, NULL, values, 2, 1)))
        database_write(call, "pawl_deferred", erase, VALUES(value_bigint(row[0].number)));
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
static void erase_events(struct erasing *erasing) {
    struct call *call = erasing->call;
    const char *names[PAWL_COLUMN_MAX];
    struct outbox_forgetting forgetting = {
        .machine = erasing->model->name, .entity = erasing->id, .names = names};
    forgetting.name_count = personal_params(erasing->model, names);
    error_clear(&call->err);
    if (outbox_forget(call->db, &forgetting, &call->err) != PAWL_OK)
        database_error(call);
    erasing->erased_events = (int64_t)forgetting.row_count;
}

static void erase_all(struct erasing *erasing, const char *reason) {
    struct call *call = erasing->call;
    const struct deployed_model *model = erasing->model;
    const char *forget_values = call->dialect->forget_values;
    database_begin_writing(call);
    entity_lock(call, model, erasing->key);
    const bool has_archive =
        database_has(call, call->dialect->column_details, VALUES(value_text(erasing->archive)));
    find_entity(erasing, has_archive);
    if (erasing->head.state == NULL)
        refused("a file that `pawlctl archive --to` has written is not looked at",
                "%s %s: there is no such %s", model->name, erasing->id, model->name);
    erase_deferred(erasing);
    erasing->erased_moves = erase_rows(erasing, &history);
    erasing->erased_archived = has_archive ? erase_rows(erasing, &archive) : 0;
    erase_events(erasing);
    const bool has_erased = erasing->erased_moves + erasing->erased_archived + erasing->erased_events > 0;
    if (has_erased)
        audit(call, model, erasing->id,
              arena_printf(memory, "erased %s: %s", personal(model, false, "", ", "), reason), erasing->head,
              erasing->head);
    /* what the server has noted of a column, such as its commonest values, is read with less */
    if (has_erased && forget_values != NULL)
        database_exec(
            call,
            model_sql(call, model, forget_values,
                      WORDS({"archive", has_archive ? arena_printf(memory, ", %s", erasing->archive) : ""})));
    database_commit(call);
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
    const char *reason = option_text(call, "--reason");
    if (reason == NULL)
        usage_error(call, "erased values are gone for ever: give --reason=TEXT, for readers of pawl_repairs");
    const struct deployed_model *model = models_read(call, call->operands[0]).models;
    if (!model->has_personal)
        refused("mark one in the .fsm file: `event create(name: text personal);`",
                "machine %s has no parameter that is personal", model->name);
    if (model->shares_rows)
        refused(
            "set them to null there, and the archive with them",
            "machine %s keeps its history in a table that belongs to others, too, and that is not erased yet",
            model->name);
    const struct pawl_key key = model_key(call, model, call->operands[1]);
    struct erasing erasing = {.call = call,
                              .model = model,
                              .id = model_key_text(model, key),
                              .key = key,
                              .archive = archive_table_name(model)};
    erase_all(&erasing, reason);
    erase_report(&erasing);
    return EXIT_DONE;
}
