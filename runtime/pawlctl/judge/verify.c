#include "database/flow_model.h"
#include "database/frozen.h"
#include "database/mirror.h"
#include "database/objects.h"
#include "judge.h"
#include "judge/verify.sql.h"
#include "say/json.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define LISTED_MAX 1000 /* of what is searched for by one query */

struct verifying {
    struct call *call;
    const struct deployed_model *model;
    struct judge judge;
    int64_t counted;      /* problems of machines and runs */
    bool may_be_owner;    /* SQL can be tried as whoever runs the functions of machines */
    bool any;             /* of JSON: a problem has been written */
    struct list machines; /* what is said at the end */
    struct list runs;     /* likewise of flows; none: the database has none */
    json_t *warnings;
    json_t *migrating; /* which machines are not judged, being neither what they were nor what they will be */
    json_t *found;     /* { "node name": true }, of what was found on nodes before all else */
    bool is_complete;
};

/* ---- telling ------------------------------------------------------------------------------------ */

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
    if (!verifying->call->json) {
        row_say(stdout, row,
                problem->key == NULL ? "{machine}: {message} [{check}]\n"
                : is_of_move         ? "{machine} {id}, sort key {sort_key}: {message} [{check}]\n"
                                     : "{machine} {id}: {message} [{check}]\n");
        return;
    }
    json_t *object = row_object(row);
    char *line = object == NULL ? NULL : json_dumps(object, 0);
    say("%s\n    %s", verifying->any ? "," : "", line == NULL ? "null" : line);
    verifying->any = true;
    json_free(line);
    json_decref(object);
}

/* Of the object that put_problem has begun. */
static void put_end(void *context) {
    const struct verifying *verifying = context;
    const json_t *runs = json_array_get(verifying->runs.rows, 0);
    say("%s],\n  \"machines\": %s,\n  \"flows\": %s,\n  \"warnings\": %s,\n  \"complete\": %s\n}\n",
        verifying->any ? "\n  " : "", json_dumps(verifying->machines.rows, 0),
        runs == NULL ? "null" : json_dumps(runs, 0), json_dumps(verifying->warnings, 0),
        verifying->is_complete ? "true" : "false");
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
    else {
        say_label(COLOUR_WARNING, "warning:");
        say_error("%s\n", text);
    }
}

/* Of no entity. */
#define REPORT(verifying, check, ...)                                                                        \
    judge_report(&(verifying)->judge, (verifying)->model, NULL, NO_SORT_KEY, check, __VA_ARGS__)

/* ---- what one query finds ----------------------------------------------------------------------- */

/* Of `storage transitions`: they lie beside the parent. */
static const char *rows_table(const struct deployed_model *model) {
    const char *dot = strrchr(model->parent, '.');
    return arena_printf(memory, "%.*s%s_transitions", dot == NULL ? 0 : (int)(dot + 1 - model->parent),
                        model->parent, model->name);
}

static bool try_search(struct verifying *verifying, const char *template, const struct database_word *words) {
    struct row_set found;
    if (!database_try_query(verifying->call, model_sql(verifying->call, verifying->model, template, words),
                            NO_VALUES, 4, &found))
        return false;
    judge_found(&verifying->judge, verifying->model, &found);
    return true;
}

static bool try_mirror(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct row_set differences;
    if (!mirror_try_differences(verifying->call, model, LISTED_MAX, &differences))
        return false;
    for (EACH_ROW(row, differences))
        judge_report(&verifying->judge, model, key_text(&row[0]), NO_SORT_KEY, "mirror",
                     "%s of its row in %s is `%s`, and its state is `%s`", mirror_column(model),
                     model->parent, row[1].text == NULL ? "null" : model_told_state(model, row[1].text),
                     row[2].text == NULL ? "" : model_told_state(model, row[2].text));
    return true;
}

/* False: the parent cannot be read. */
static bool try_parent(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    return try_search(verifying, sql_heads_without_parent,
                      WORDS({"parent_text", database_literal(model->parent)})) &&
           (!model->shares_rows ||
            try_search(verifying, sql_marked_otherwise, WORDS({"rows", rows_table(model)}))) &&
           (mirror_column(model) == NULL || try_mirror(verifying));
}

/* Its rows are not where the machine's are, so that no key holds them together. */
static bool is_elsewhere(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    if (database_is_spread(verifying->call, model->current) ||
        !database_is_spread(verifying->call, model->parent))
        return false;
    REPORT(
        verifying, "spread",
        "%s was spread over nodes, and the machine is written for one, so that entities can be deleted under "
        "their states; have it on one again: select undistribute_table('%s', cascade_via_foreign_keys => "
        "true)",
        model->parent, model->parent);
    return true;
}

/* Without a mirror and `storage transitions`, moves ask nothing of the table but its key, which is looked up
 * as its owner. */
static void verify_row_security(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    const char *query = verifying->call->dialect->hidden_from;
    if (query == NULL || (mirror_column(model) == NULL && !model->shares_rows))
        return;
    /* cells: the role as which moves lock the rows of the entities */
    for (EACH_ROW(row, database_query(verifying->call, query, VALUES(value_text(model->parent)), 1)))
        REPORT(verifying, "row-security",
               "row security hides the rows of %s from %s, which locks them for transitions, so that they "
               "answer NOT_FOUND: %s",
               model->parent, row[0].text,
               model->shares_rows /* beside a policy there nothing is deployed */
                   ? arena_printf(memory, "alter role %s bypassrls", row[0].text)
                   : arena_printf(memory, "create policy %s on %s to %s using (true)", row[0].text,
                                  model->parent, row[0].text));
}

/* By which error a database says that what was named is not there: class 42 of SQL, or SQLite's words. */
static bool is_not_there(const struct call *call) {
    return call->err.status == PAWL_DB &&
           (strncmp(call->err.sqlstate, "42", 2) == 0 || strstr(call->err.message, "no such ") != NULL);
}

static void verify_parent(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct call *call = verifying->call;
    if (model->parent == NULL)
        return;
    verify_row_security(verifying);
    if (is_elsewhere(verifying))
        return;
    /* what is refused would end the transaction */
    database_exec(call, "savepoint pawlctl");
    if (try_parent(verifying)) {
        database_exec(call, "release savepoint pawlctl");
        return;
    }
    const bool is_denied = right_is_denied(call->db, &call->err);
    const struct pawl_error why = call->err;
    if (!is_denied && !is_not_there(call))
        database_error(call);
    database_exec(call, "rollback to savepoint pawlctl");
    if (is_denied)
        verify_warn(verifying, "%s: this login may not read %s, so that missing rows there%s are not found",
                    model->name, model->parent, mirror_column(model) == NULL ? "" : " and changed ones");
    else
        REPORT(verifying, "table",
               "%s is not as its transitions know it: %s; give the table and its columns their names again, "
               "or migrate the machine to their present names",
               model->parent, why.message);
}

/* ---- objects ------------------------------------------------------------------------------------ */

static void verify_objects(struct verifying *verifying, const char *machine, json_t *present) {
    struct call *call = verifying->call;
    int64_t unseen = 0;
    for (EACH_DIFFERENCE(each, call, objects_deployed(call, machine), present))
        if (each->state == OBJECT_UNSEEN)
            unseen++;
        else if (each->state == OBJECT_MISSING)
            REPORT(verifying, "object-missing", "%s is gone", each->object);
        else if (each->state == OBJECT_UNKNOWN)
            REPORT(verifying, "object-unknown", "%s was not there when the machine was deployed",
                   each->object);
        else
            REPORT(verifying, "object-changed", "%s is not as deployed: `%s` is now `%s`", each->object,
                   each->was, each->is);
    if (unseen > 0)
        verify_warn(verifying,
                    "%s: the text of %" PRId64
                    " of its functions was hidden when that was recorded, or is now, so it is not looked at: "
                    "apply its SQL again, as a superuser",
                    *machine == '\0' ? "all machines" : machine, unseen);
}

/* ---- guards and effects ------------------------------------------------------------------------- */

static void put_hook(void *context, const char *message, const char *help) {
    REPORT((struct verifying *)context, "hook", "%s%s%s", message, *help == '\0' ? "" : "; ", help);
}

static void verify_hooks(struct verifying *verifying) {
    char owner[ROLE_NAME_SIZE];
    if (verifying->may_be_owner)
        hooks_check(verifying->call, verifying->model, put_hook, verifying);
    else if (json_array_size(verifying->model->hooks) > 0)
        verify_warn(
            verifying,
            "%s: this login is no member of %s, so that guards and effects that cannot run are not found",
            verifying->model->name, role_name(verifying->call->db, ROLE_OWNER, owner));
}

/* ---- tables of others --------------------------------------------------------------------------- */

static bool is_table(struct verifying *verifying, const char *table) {
    struct call *call = verifying->call;
    const struct row_set other =
        database_query(call, call->dialect->other_kind, VALUES(value_text(table)), 1);
    if (other.count > 0)
        REPORT(verifying, "table",
               "%s is a %s in place of a table: code of others could run in it, so that transitions are "
               "refused, and nothing more of this machine was looked at; give the table its name again",
               table, other.cells[0].text);
    return other.count == 0;
}

/* What is no table any more is not read: code of whoever put it there would run with this login's rights. */
static bool are_tables(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    if (verifying->call->dialect->other_kind == NULL || model->parent == NULL)
        return true;
    const bool is_parent_table = is_table(verifying, model->parent);
    return (!model->shares_rows || is_table(verifying, rows_table(model))) && is_parent_table;
}

/* ---- machines ----------------------------------------------------------------------------------- */

static void verify_rows(struct verifying *verifying) {
    static const char *const doubles[] = {sql_double_heads, sql_double_sort_keys, sql_double_requests};
    const struct deployed_model *model = verifying->model;
    struct judge *judge = &verifying->judge;
    judge_entities(judge, verifying->call, model, NULL);
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        judge_search(judge, verifying->call, model, doubles[i], NULL);
    verify_parent(verifying);
    judge_search(judge, verifying->call, model, sql_unrecorded_backfills, NULL);
    verify_hooks(verifying);
    judge_queue(judge, verifying->call, model);
}

static void verify_machine(struct verifying *verifying) {
    const struct deployed_model *model = verifying->model;
    struct judge *judge = &verifying->judge;
    int64_t problems_before = judge->problem_count;
    judge->entity_count = judge->move_count = 0;
    const bool can_be_read = are_tables(verifying);
    verify_objects(verifying, model->name, database_object(verifying->call, model->objects, NO_VALUES));
    if (can_be_read)
        verify_rows(verifying);
    progress_clear();
    verifying->counted += judge->problem_count - problems_before;
    list_say(&verifying->machines,
             ROW(row_text("machine", model->name), row_number("entities", judge->entity_count),
                 row_number("moves", judge->move_count),
                 row_number("problems", judge->problem_count - problems_before)),
             "{machine}: {entities|entity|entities}, {moves|transition|transitions}, "
             "{problems|problem|problems}\n");
}

static void verify_standing(struct verifying *verifying) {
    const char *query = verifying->call->dialect->standing;
    const struct row_set standing =
        query == NULL ? (struct row_set){0} : database_query(verifying->call, query, NO_VALUES, 3);
    for (EACH_ROW(row, standing)) { /* login, is superuser, is member of pawl_owner */
        char owner[ROLE_NAME_SIZE];
        verifying->may_be_owner = row[1].number != 0 || row[2].number != 0;
        if (verifying->may_be_owner)
            verify_warn(verifying,
                        "%s is a %s%s, to which nothing is refused: an application should have another login",
                        row[0].text, row[1].number != 0 ? "superuser" : "member of ",
                        row[1].number != 0 ? "" : role_name(verifying->call->db, ROLE_OWNER, owner));
    }
}

/* Reports each login with a right that no deployment gives, also if the right is on record. */
static void verify_writers(struct verifying *verifying) {
    struct call *call = verifying->call;
    if (call->dialect->writers == NULL)
        return;
    if (!database_has(call, call->dialect->sees_writers, NO_VALUES)) {
        verify_warn(
            verifying,
            "this login may not read the rights of others, so that writers of Pawl's tables are not found");
        return;
    }
    /* cells: who, by what right, on what, what he may do by it but to write Pawl's tables */
    const struct row_set writers = database_query(call, call->dialect->writers, NO_VALUES, 4);
    for (EACH_ROW(row, writers))
        REPORT(verifying, "writer", "%s has %s on %s, and so may %s", row[0].text, row[1].text, row[2].text,
               row[3].text != NULL ? row[3].text : "write or change rows that only Pawl's functions may");
}

/* cells: node, name, login (null: nobody knows whose it is), since when, why the node does not answer, what
 * is wrong */
static void put_found(struct verifying *verifying, const struct cell *cells) {
    char since[TIME_SIZE];
    if (cells[1].text == NULL)
        verify_warn(verifying,
                    "node %s does not answer, so that nothing is found there, such as transactions that are "
                    "prepared: %s",
                    cells[0].text, cells[4].text);
    else if (cells[5].text != NULL)
        REPORT(verifying, "node", "on node %s, %s %s", cells[0].text, cells[1].text, cells[5].text);
    else if (cells[2].text == NULL)
        verify_warn(verifying,
                    "transaction %s was prepared at %s and has not ended; its owner and its writes are "
                    "unknown. They are invisible, and a freeze and a migration wait for it: end it by the "
                    "name that `xa recover` shows",
                    cells[1].text, print_time(since, cells[3].number, ' '));
    else
        REPORT(verifying, "prepared",
               "transaction `%s` of %s%s%s was prepared at %s and has not ended: its transitions are "
               "invisible, and others of the same entities wait; commit it or roll it back",
               cells[1].text, cells[2].text, *cells[0].text == '\0' ? "" : " on node ", cells[0].text,
               print_time(since, cells[3].number, ' '));
}

/*
 * Transactions of two phases that somebody has left between them, and what is wrong on other nodes. What is
 * about to end is no problem, as a freeze that is just being told to all; so all is looked for before
 * anything else and afterwards, and named where it is there both times.
 */
static void verify_nodes(struct verifying *verifying, bool looks_again) {
    struct call *call = verifying->call;
    const struct database_dialect *dialect = call->dialect;
    const char *const queries[][2] = {{dialect->find_prepared, dialect->prepared},
                                      {dialect->find_nodes, dialect->found_on_nodes}};
    verifying->model = NULL;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        if (queries[i][1] == NULL || (queries[i][0] != NULL && !database_has(call, queries[i][0], NO_VALUES)))
            continue;
        const struct row_set found = database_query(call, queries[i][1], NO_VALUES, 6);
        for (EACH_ROW(row, found)) {
            const char *name =
                arena_printf(memory, "%s %s", row[0].text, row[1].text == NULL ? "" : row[1].text);
            if (!looks_again)
                json_object_set_new(verifying->found, name, json_true());
            else if (row[1].text == NULL || json_object_get(verifying->found, name) != NULL)
                put_found(verifying, row);
        }
    }
}

static void verify_runs(struct verifying *verifying) {
    struct call *call = verifying->call;
    struct runs_judged runs;
    verifying->model = NULL;
    if (call->dialect->flow_objects != NULL)
        for (EACH_MEMBER(flow, flow_models(call, NULL, NULL)))
            verify_objects(
                verifying, flow->name,
                database_object(call, call->dialect->flow_objects, VALUES(value_text(flow->name))));
    const bool has_runs = judge_runs(&verifying->judge, verifying->call, &runs);
    progress_clear();
    if (!has_runs)
        return;
    verifying->counted += runs.problem_count;
    list_say(&verifying->runs,
             ROW(row_number("runs", runs.run_count), row_number("steps", runs.step_count),
                 row_number("problems", runs.problem_count)),
             "flows: {runs|run|runs}, {steps|step|steps}, {problems|problem|problems}\n");
}

static void verify(struct verifying *verifying, const struct models *models, const char *shared_objects) {
    struct call *call = verifying->call;
    verify_standing(verifying);
    verify_objects(verifying, "", database_object(call, shared_objects, NO_VALUES));
    for (size_t i = 0; i < models->count; i++) {
        verifying->model = &models->models[i];
        const char *migrating = migrating_text(verifying->migrating, verifying->model->name);
        if (migrating != NULL)
            REPORT(verifying, "migration", "%s", migrating);
        else
            verify_machine(verifying);
    }
    if (call->operand_count == 0)
        verify_runs(verifying);
}

int command_verify(struct call *call) {
    const char *of_flows = call->operand_count > 0 ? NULL : flow_shared_objects(call);
    const struct models models = of_flows != NULL ? (struct models){0} : models_read(call, call->operands[0]);
    struct verifying *verifying = arena_alloc(memory, sizeof *verifying);
    *verifying = (struct verifying){.call = call,
                                    .may_be_owner = call->dialect->standing == NULL,
                                    .judge = {.problem = put_problem, .context = verifying},
                                    .machines = list_new(call, "machines", NULL),
                                    .runs = list_new(call, "flows", NULL),
                                    .warnings = json_array(),
                                    .found = json_object()};
    if (call->json) {
        say("{\n  \"problems\": [");
        call->at_end = put_end;
        call->at_end_context = verifying;
    }
    /* rights are not read in the transaction: where they are rows, these have no snapshot */
    verifying->migrating = migrating_now(call);
    verify_writers(verifying);
    verify_nodes(verifying, false);
    database_exec(call, call->dialect->snapshot);
    verify(verifying, &models, of_flows != NULL ? of_flows : models.models->shared_objects);
    verify_nodes(verifying, true);
    progress_clear();
    verifying->is_complete = true;
    const int64_t others = verifying->judge.problem_count - verifying->counted;
    if (others > 0 && !call->json)
        row_say(stdout, ROW(row_number("problems", others)), "all machines: {problems|problem|problems}\n");
    return verifying->judge.problem_count > 0 ? EXIT_REFUSED : EXIT_DONE;
}
