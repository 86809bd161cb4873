#include "database/database.h"
#include "database/flow_model.h"
#include "database/hooks.h"
#include "database/migrating.h"
#include "database/mirror.h"
#include "database/objects.h"
#include "judge.h"
#include "judge/verify.sql.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LISTED_MAX 1000 /* of what is searched for by one query */
enum {
    FOUND_SIZE = 512,
    KIND_SIZE = 32
}; /* of a node and the name of a transaction, which has 200 bytes at most, or of an object */

struct verifying {
    struct call *call;
    const struct deployed_model *model;
    struct judge judge;
    bool may_be_owner;    /* SQL can be tried as whoever runs the functions of machines */
    bool any;             /* of JSON: a problem has been written */
    struct list machines; /* what is said at the end */
    struct list runs;     /* likewise of flows; none: the database has none */
    json_t *warnings;
    int64_t unseen;    /* functions whose bodies are hidden, or were */
    json_t *migrating; /* which machines are not judged, being neither what they were nor what they will be */
    json_t *found;     /* { "node name": true }, of what was found on nodes before all else */
    bool looks_again;
};

/* ---- telling ------------------------------------------------------------------------------------ */

/* On one line; the JSON is freed. The caller frees the text. */
static char *dumped(json_t *json) {
    char *text = json == NULL ? NULL : json_dumps(json, 0);
    json_decref(json);
    return text;
}

static void put_problem(void *context, const struct problem *problem) {
    struct verifying *verifying = context;
    progress_clear();
    const bool is_of_move = problem->sort_key != NO_SORT_KEY;
    const struct field row[] = {row_or("all machines", row_text("machine", problem->machine)),
                                row_text("id", problem->key),
                                row_text("check", problem->check),
                                row_text("message", problem->message),
                                row_in_json(is_of_move, row_number("sort_key", problem->sort_key)),
                                ROW_END};
    if (verifying->call->json) {
        char *line = dumped(row_object(row));
        say("%s\n    %s", verifying->any ? "," : "", line == NULL ? "null" : line);
        verifying->any = true;
        free(line);
        return;
    }
    row_tell(verifying->call, row,
             problem->key == NULL ? "{machine}: {message} [{check}]\n"
             : is_of_move         ? "{machine} {id}, sort key {sort_key}: {message} [{check}]\n"
                                  : "{machine} {id}: {message} [{check}]\n");
}

static void verify_warn(struct verifying *verifying, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void verify_warn(struct verifying *verifying, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    progress_clear();
    if (verifying->call->json)
        json_array_append_new(verifying->warnings, json_string(text));
    else
        say_error("warning: %s\n", text);
}

/* ---- what one query finds ----------------------------------------------------------------------- */

static bool find_duplicates(struct verifying *verifying) {
    static const char *const searches[] = {sql_double_heads, sql_double_sort_keys, sql_double_requests};
    bool done = true;
    for (size_t i = 0; done && i < sizeof searches / sizeof *searches; i++)
        done = judge_search(&verifying->judge, verifying->call, verifying->model, searches[i], NULL);
    return done;
}

/* cells: as of mirror_differences */
static enum pawl_status put_mirror(void *context, const struct cell *cells, struct pawl_error *err) {
    struct verifying *verifying = context;
    const struct deployed_model *model = verifying->model;
    char number[24];
    (void)err;
    judge_report(&verifying->judge, model, key_text(&cells[0], number), NO_SORT_KEY, "mirror",
                 "%s of its row in %s is `%s`, and its state is `%s`", mirror_column(model), model->parent,
                 cells[1].text == NULL ? "null" : cells[1].text, cells[2].text == NULL ? "" : cells[2].text);
    return PAWL_OK;
}

/* Of `storage transitions`: they lie beside the parent. */
static void put_rows_table(struct text *out, const struct deployed_model *model) {
    const char *dot = strrchr(model->parent, '.');
    text_printf(out, "%.*s%s_transitions", dot == NULL ? 0 : (int)(dot + 1 - model->parent), model->parent,
                model->name);
}

static bool search_marks(struct verifying *verifying) {
    struct text rows = TEXT_INIT;
    put_rows_table(&rows, verifying->model);
    const bool done = judge_search(&verifying->judge, verifying->call, verifying->model, sql_marked_otherwise,
                                   WORDS({"rows", piece_of(&rows)}));
    text_free(&rows);
    return done;
}

static bool search_parent(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct text parent = TEXT_INIT;
    database_put_literal(&parent, model->parent);
    const bool done = judge_search(&verifying->judge, verifying->call, model, sql_heads_without_parent,
                                   WORDS({"parent_text", piece_of(&parent)}));
    text_free(&parent);
    return done && (!model->shares_rows || search_marks(verifying)) &&
           (mirror_column(model) == NULL ||
            mirror_differences(verifying->call, model, NULL, LISTED_MAX, put_mirror, verifying));
}

/* Its rows are not where the machine's are, so that no key holds them together. */
static bool verify_place(struct verifying *verifying, bool *is_elsewhere) {
    const struct deployed_model *model = verifying->model;
    bool is_spread = false, is_parent_spread = false;
    if (!database_is_spread(verifying->call, model->current, &is_spread) ||
        !database_is_spread(verifying->call, model->parent, &is_parent_spread))
        return false;
    *is_elsewhere = is_parent_spread && !is_spread;
    if (*is_elsewhere)
        judge_report(&verifying->judge, model, NULL, NO_SORT_KEY, "spread",
                     "%s was spread over nodes, and the machine is written for one, so that entities can be "
                     "deleted under "
                     "their states; have it on one again: select undistribute_table('%s', "
                     "cascade_via_foreign_keys => true)",
                     model->parent, model->parent);
    return true;
}

/* cells: the role as which moves lock the rows of the entities */
static enum pawl_status put_hidden(void *context, const struct cell *cells, struct pawl_error *err) {
    struct verifying *verifying = context;
    const struct deployed_model *model = verifying->model;
    struct text policy = TEXT_INIT;
    (void)err;
    if (model->shares_rows) /* beside a policy there nothing is deployed */
        text_printf(&policy, "alter role %s bypassrls", cells[0].text);
    else
        text_printf(&policy, "create policy %s on %s to %s using (true)", cells[0].text, model->parent,
                    cells[0].text);
    judge_report(&verifying->judge, model, NULL, NO_SORT_KEY, "row-security",
                 "row security hides the rows of %s from %s, which locks them for transitions, so that they "
                 "answer NOT_FOUND: %s",
                 model->parent, cells[0].text, text_failed(&policy) ? "" : text_data(&policy));
    text_free(&policy);
    return PAWL_OK;
}

/* Without either, moves ask nothing of the table but its key, which is looked up as its owner. */
static bool verify_row_security(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    const char *query = verifying->call->dialect->hidden_from;
    const struct value table = value_text(model->parent);
    return query == NULL || (mirror_column(model) == NULL && !model->shares_rows) ||
           database_rows(verifying->call, query, &table, 1, put_hidden, verifying);
}

/* By which error a database says that what was named is not there: class 42 of SQL, or SQLite's words. */
static bool is_not_there(const struct call *call) {
    return call->err.status == PAWL_DB &&
           (strncmp(call->err.sqlstate, "42", 2) == 0 || strstr(call->err.message, "no such ") != NULL);
}

static bool verify_parent(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct call *call = verifying->call;
    bool is_elsewhere;
    if (model->parent == NULL)
        return true;
    if (!verify_row_security(verifying))
        return false;
    if (!verify_place(verifying, &is_elsewhere))
        return false;
    if (is_elsewhere)
        return true;
    /* what is refused would end the transaction */
    if (!database_exec(call, "savepoint pawlctl"))
        return false;
    if (search_parent(verifying))
        return database_exec(call, "release savepoint pawlctl");
    const bool is_denied = right_is_denied(call->db, &call->err),
               is_renamed = !is_denied && is_not_there(call);
    const struct pawl_error why = call->err;
    if ((!is_denied && !is_renamed) || !database_exec(call, "rollback to savepoint pawlctl"))
        return false;
    if (is_renamed) {
        judge_report(&verifying->judge, model, NULL, NO_SORT_KEY, "table",
                     "%s is not as its transitions know it: %s; give the table and its columns their names "
                     "again, or migrate the machine to their present names",
                     model->parent, why.message);
        return true;
    }
    verify_warn(verifying, "%s: this login may not read %s, so that missing rows there%s are not found",
                model->name, model->parent, mirror_column(model) == NULL ? "" : " and changed ones");
    return true;
}

/* ---- objects ------------------------------------------------------------------------------------ */

static void put_object(void *context, const char *object, enum object_state state, const char *was,
                       const char *is) {
    struct verifying *verifying = context;
    if (state == OBJECT_UNSEEN)
        verifying->unseen++;
    else if (state == OBJECT_MISSING)
        judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "object-missing", "%s is gone",
                     object);
    else if (state == OBJECT_UNKNOWN)
        judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "object-unknown",
                     "%s was not there when the machine was deployed", object);
    else
        judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "object-changed",
                     "%s is not as deployed: `%s` is now `%s`", object, was, is);
}

static bool verify_objects(struct verifying *verifying, const char *machine, const char *query) {
    verifying->unseen = 0;
    json_t *deployed = objects_deployed(verifying->call, machine);
    json_t *present = deployed == NULL ? NULL : objects_present(verifying->call, query);
    if (present != NULL)
        objects_compare(verifying->call, deployed, present, put_object, verifying);
    if (verifying->unseen > 0)
        verify_warn(verifying,
                    "%s: the text of %" PRId64
                    " of its functions was hidden when that was recorded, or is now, so it is not looked at: "
                    "apply its SQL again, as a superuser",
                    *machine == '\0' ? "all machines" : machine, verifying->unseen);
    bool done = present != NULL;
    json_decref(deployed);
    json_decref(present);
    return done;
}

/* ---- guards and effects ------------------------------------------------------------------------- */

static void put_hook(void *context, const char *message, const char *help) {
    struct verifying *verifying = context;
    judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "hook", "%s%s%s", message,
                 *help == '\0' ? "" : "; ", help);
}

static bool verify_hooks(struct verifying *verifying) {
    char owner[ROLE_NAME_SIZE];
    if (verifying->may_be_owner)
        return hooks_check(verifying->call, verifying->model, put_hook, verifying) >= 0;
    if (json_array_size(verifying->model->hooks) == 0)
        return true;
    verify_warn(verifying,
                "%s: this login is no member of %s, so that guards and effects that cannot run are not found",
                verifying->model->name, role_name(verifying->call->db, ROLE_OWNER, owner));
    return true;
}

/* ---- tables of others --------------------------------------------------------------------------- */

/* cells: what it is */
static enum pawl_status put_other_kind(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    snprintf(context, KIND_SIZE, "%s", cells[0].text);
    return PAWL_OK;
}

static bool verify_kind(struct verifying *verifying, const char *table, bool *are_tables) {
    const struct value name = value_text(table);
    char kind[KIND_SIZE] = "";
    if (!database_rows(verifying->call, verifying->call->dialect->other_kind, &name, 1, put_other_kind, kind))
        return false;
    if (*kind == '\0')
        return true;
    *are_tables = false;
    judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "table",
                 "%s is a %s in place of a table: code of others could run in it, so that transitions are "
                 "refused, and nothing more of this machine was looked at; give the table its name again",
                 table, kind);
    return true;
}

/* What is no table any more is not read: code of whoever put it there would run with this login's rights. */
static bool verify_tables(struct verifying *verifying, bool *are_tables) {
    const struct deployed_model *model = verifying->model;
    *are_tables = true;
    if (verifying->call->dialect->other_kind == NULL || model->parent == NULL)
        return true;
    if (!verify_kind(verifying, model->parent, are_tables))
        return false;
    if (!model->shares_rows)
        return true;
    struct text rows = TEXT_INIT;
    put_rows_table(&rows, model);
    const bool done = !text_failed(&rows) && verify_kind(verifying, text_data(&rows), are_tables);
    text_free(&rows);
    return done;
}

/* ---- machines ----------------------------------------------------------------------------------- */

static bool verify_rows(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct judge *judge = &verifying->judge;
    return judge_entities(judge, verifying->call, model, NULL) && find_duplicates(verifying) &&
           verify_parent(verifying) &&
           judge_search(judge, verifying->call, model, sql_unrecorded_backfills, NULL) &&
           verify_hooks(verifying) && judge_queue(judge, verifying->call, model);
}

static bool verify_machine(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct judge *judge = &verifying->judge;
    int64_t problems_before = judge->problem_count;
    judge->entity_count = judge->move_count = 0;
    bool are_tables;
    if (!verify_tables(verifying, &are_tables) || !verify_objects(verifying, model->name, model->objects) ||
        (are_tables && !verify_rows(verifying)))
        return false;
    int64_t problems = judge->problem_count - problems_before;
    progress_clear();
    list_say(&verifying->machines,
             ROW(row_text("machine", model->name), row_number("entities", judge->entity_count),
                 row_number("moves", judge->move_count), row_number("problems", problems)),
             "{machine}: {entities|entity|entities}, {moves|move|moves}, {problems|problem|problems}\n");
    return true;
}

/* cells: login, is superuser, is member of pawl_owner */
static enum pawl_status judge_standing(void *context, const struct cell *cells, struct pawl_error *err) {
    struct verifying *verifying = context;
    char owner[ROLE_NAME_SIZE];
    (void)err;
    verifying->may_be_owner = cells[1].number != 0 || cells[2].number != 0;
    if (verifying->may_be_owner)
        verify_warn(verifying,
                    "%s is a %s%s, to which nothing is refused: an application should have another login",
                    cells[0].text, cells[1].number != 0 ? "superuser" : "member of ",
                    cells[1].number != 0 ? "" : role_name(verifying->call->db, ROLE_OWNER, owner));
    return PAWL_OK;
}

/* cells: who, by what right, on what, what he may do by it but to write Pawl's tables */
static enum pawl_status put_writer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct verifying *verifying = context;
    (void)err;
    judge_report(&verifying->judge, NULL, NULL, NO_SORT_KEY, "writer", "%s has %s on %s, and so may %s",
                 cells[0].text, cells[1].text, cells[2].text,
                 cells[3].text != NULL ? cells[3].text
                                       : "write or change rows that only Pawl's functions may");
    return PAWL_OK;
}

/* Reports each login with a right that no deployment gives, also if the right is on record. */
static bool verify_writers(struct verifying *verifying) {
    struct call *call = verifying->call;
    bool sees;
    if (call->dialect->writers == NULL)
        return true;
    if (!database_any(call, call->dialect->sees_writers, NULL, 0, &sees))
        return false;
    if (sees)
        return database_rows(call, call->dialect->writers, NULL, 0, put_writer, verifying);
    verify_warn(
        verifying,
        "this login may not read the rights of others, so that writers of Pawl's tables are not found");
    return true;
}

/* cells: node, name, login (null: nobody knows whose it is), since when, why the node does not answer, what
 * is wrong */
static enum pawl_status put_found(void *context, const struct cell *cells, struct pawl_error *err) {
    struct verifying *verifying = context;
    char name[FOUND_SIZE], since[TIME_SIZE];
    (void)err;
    snprintf(name, sizeof name, "%s %s", cells[0].text, cells[1].text == NULL ? "" : cells[1].text);
    if (!verifying->looks_again)
        json_object_set_new(verifying->found, name, json_true());
    else if (cells[1].text == NULL)
        verify_warn(verifying,
                    "node %s does not answer, so that nothing is found there, such as transactions that are "
                    "prepared: %s",
                    cells[0].text, cells[4].text);
    else if (json_object_get(verifying->found, name) == NULL)
        return PAWL_OK;
    else if (cells[5].text != NULL)
        judge_report(&verifying->judge, NULL, NULL, NO_SORT_KEY, "node", "on node %s, %s %s", cells[0].text,
                     cells[1].text, cells[5].text);
    else if (cells[2].text == NULL)
        verify_warn(verifying,
                    "transaction %s was prepared at %s and has not ended; its owner and its writes are "
                    "unknown. They are invisible, and a freeze and a migration wait for it: end it by the "
                    "name that `xa recover` shows",
                    cells[1].text, print_time(since, cells[3].number, ' '));
    else
        judge_report(&verifying->judge, NULL, NULL, NO_SORT_KEY, "prepared",
                     "transaction `%s` of %s%s%s was prepared at %s and has not ended: its transitions are "
                     "invisible, and others of the same entities wait; commit it or roll it back",
                     cells[1].text, cells[2].text, *cells[0].text == '\0' ? "" : " on node ", cells[0].text,
                     print_time(since, cells[3].number, ' '));
    return PAWL_OK;
}

/*
 * Transactions of two phases that somebody has left between them, and what is wrong on other nodes. What is
 * about to end is no problem, as a freeze that is just being told to all; so all is looked for before
 * anything else and afterwards, and named where it is there both times.
 */
static bool verify_nodes(struct verifying *verifying, bool looks_again) {
    struct call *call = verifying->call;
    const struct database_dialect *dialect = call->dialect;
    verifying->looks_again = looks_again;
    return (dialect->prepared == NULL ||
            database_rows_where(call, dialect->find_prepared, dialect->prepared, put_found, verifying)) &&
           (dialect->find_nodes == NULL ||
            database_rows_where(call, dialect->find_nodes, dialect->found_on_nodes, put_found, verifying));
}

static bool verify_runs(struct verifying *verifying) {
    struct runs_judged runs;
    if (!judge_runs(&verifying->judge, verifying->call, &runs))
        return false;
    progress_clear();
    if (runs.found)
        list_say(&verifying->runs,
                 ROW(row_number("runs", runs.run_count), row_number("steps", runs.step_count),
                     row_number("problems", runs.problem_count)),
                 "flows: {runs|run|runs}, {steps|step|steps}, {problems|problem|problems}\n");
    return true;
}

static bool verify(struct verifying *verifying, const struct models *models, const char *shared_objects) {
    struct call *call = verifying->call;
    const struct database_dialect *dialect = call->dialect;
    if (dialect->standing != NULL &&
        !database_rows(call, dialect->standing, NULL, 0, judge_standing, verifying))
        return false;
    if (!verify_objects(verifying, "", shared_objects))
        return false;
    for (size_t i = 0; i < models->count; i++) {
        char migrating[MIGRATING_SIZE];
        verifying->model = &models->models[i];
        migrating_text(verifying->migrating, verifying->model->name, migrating);
        if (*migrating != '\0')
            judge_report(&verifying->judge, verifying->model, NULL, NO_SORT_KEY, "migration", "%s",
                         migrating);
        else if (!verify_machine(verifying))
            return false;
    }
    return call->operand_count > 0 || verify_runs(verifying);
}

int command_verify(struct call *call) {
    struct models models = {0};
    char *of_flows = call->operand_count > 0 ? NULL : flow_shared_objects(call);
    int status = of_flows != NULL ? EXIT_DONE : models_read(call, call->operands[0], &models);
    if (status != EXIT_DONE)
        return status;
    struct verifying verifying = {.call = call,
                                  .may_be_owner = call->dialect->standing == NULL,
                                  .judge = {.problem = put_problem, .context = &verifying},
                                  .machines = list_new(call, "machines", NULL),
                                  .runs = list_new(call, "flows", NULL),
                                  .warnings = json_array(),
                                  .found = json_object()};
    if (call->json)
        say("{\n  \"problems\": [");
    /* rights are not read in the transaction: where they are rows, these have no snapshot */
    verifying.migrating = migrating_now(call);
    bool done = verifying.migrating != NULL && verify_writers(&verifying) &&
                verify_nodes(&verifying, false) && database_exec(call, call->dialect->snapshot) &&
                verify(&verifying, &models, of_flows != NULL ? of_flows : models.models->shared_objects) &&
                verify_nodes(&verifying, true);
    progress_clear();
    if (call->json) {
        char *machines = json_dumps(verifying.machines.rows, 0);
        char *warnings = json_dumps(verifying.warnings, 0);
        char *runs = dumped(json_incref(json_array_get(verifying.runs.rows, 0)));
        say("%s],\n  \"machines\": %s,\n  \"flows\": %s,\n  \"warnings\": %s,\n  \"complete\": %s\n}\n",
            verifying.any ? "\n  " : "", machines == NULL ? "[]" : machines, runs == NULL ? "null" : runs,
            warnings == NULL ? "[]" : warnings, done ? "true" : "false");
        free(runs);
        free(machines);
        free(warnings);
    }
    status = !done ? database_error(call) : verifying.judge.problem_count > 0 ? EXIT_REFUSED : EXIT_DONE;
    database_rollback(call);
    free(of_flows);
    list_free(&verifying.machines);
    list_free(&verifying.runs);
    json_decref(verifying.warnings);
    json_decref(verifying.found);
    json_decref(verifying.migrating);
    models_free(&models);
    return status;
}
