/* `pawlctl plan`: the effects of a migration on this database, without a change. It reads the header of the
 * migration (compiler/emit/migrate/plan.c), and runs no statement of it. */
#include "database/frozen.h"
#include "database/model.h"
#include "database/objects.h"
#include "keep.h"
#include "keep/plan.sql.h"
#include "migrate.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"
#include "script_file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define SPEED_MAX 4.0 /* more is a disturbed sample */
enum { SAMPLE_ROWS = 10000, SAMPLE_ROWS_MIN = 2000, SAMPLE_TIMES = 9 };

/* The class of a machine's migration, and of all: the highest. It is the status of the command. */
enum plan_class { ADDITIVE, PROGRAMS_END, ROWS_CHANGE, UNCHECKED, BLOCKED };

static const struct {
    const char *name, *sentence;
    int status;
} classes[] = {
    [ADDITIVE] = {"additive", "programs continue, and no rows are written", EXIT_DONE},
    [PROGRAMS_END] = {"programs", "programs of the old version are refused; no rows are written", 4},
    [ROWS_CHANGE] = {"rows", "programs of the old version are refused, and rows are written", 5},
    [UNCHECKED] = {"unchecked", "this login may not read a table, so apply may refuse it", EXIT_DATABASE},
    [BLOCKED] = {"blocked", "something is in the way, and apply would change nothing", EXIT_REFUSED},
};

struct plan {
    struct call *call;
    const struct migration_step *step;
    enum plan_class class;
    double speed; /* how many times the time of the reference server a row takes; 0: not measured */
    double seconds;
    json_t *obstacles, *unchecked, *work, *locks;
    json_t *counts; /* { what comes behind `from`: rows } */
};

static void raise_class(struct plan *plan, enum plan_class class) {
    plan->class = class > plan->class ? class : plan->class;
}

/* ---- rows and objects that stop it -------------------------------------------------------------- */

/* list: the command or query that lists all; help: what to do. Either may be NULL. */
static void add_obstacle(struct plan *plan, const char *reason, int64_t count, json_t *examples,
                         const char *list, const char *help) {
    json_array_append_new(plan->obstacles,
                          json_pack("{s:s, s:I, s:o, s:s?, s:s?}", "reason", reason, "count",
                                    (json_int_t)count, "examples", examples, "list", list, "help", help));
    raise_class(plan, BLOCKED);
}

static const char *obstacle_query(const struct plan *plan, const char *template, const char *rows) {
    return model_sql(plan->call, NULL, template, WORDS({"rows", rows}));
}

static json_t *examples_of(struct plan *plan, const char *rows) {
    json_t *examples = json_array();
    for (EACH_ROW(row, database_query(plan->call, obstacle_query(plan, sql_examples, rows), NO_VALUES, 1)))
        json_array_append_new(examples, json_text(key_text(row)));
    return examples;
}

/* On one line, with the names that databases have here. */
static const char *query_as_typed(const struct plan *plan, const char *query) {
    struct text line = TEXT_INIT;
    for (const char *at = query; *at != '\0'; at += *at == '\n' ? 1 + strspn(at + 1, " ") : 1)
        text_char(&line, *at == '\n' ? ' ' : *at);
    return database_query(plan->call,
                          arena_printf(memory, "select %s", database_literal(text_keep(&line, memory))),
                          NO_VALUES, 1)
        .cells[0]
        .text;
}

/* The command or query that lists all of them. */
static const char *how_to_list(const struct plan *plan, const char *state, const char *rows) {
    return state == NULL ? query_as_typed(plan, rows)
                         : arena_printf(memory, "pawlctl ls %s --state=%s", plan->step->from_name, state);
}

/* Apply may find nothing in the way, by a login that may read the rows. */
static void add_unchecked(struct plan *plan, const char *reason, const char *problem, const char *list) {
    json_array_append_new(plan->unchecked,
                          json_pack("{s:s, s:s, s:s}", "reason", reason, "problem", problem, "list", list));
    raise_class(plan, UNCHECKED);
}

static void find_obstacle(struct plan *plan, const json_t *obstacle) {
    struct call *call = plan->call;
    const char *rows = text_of(obstacle, "rows"), *reason = text_of(obstacle, "reason");
    struct row_set counted;
    if (!database_try_query(call, obstacle_query(plan, sql_count_rows, rows), NO_VALUES, 1, &counted)) {
        if (is_locked(call))
            database_error(call);
        const bool is_denied = right_is_denied(call->db, &call->err);
        const char *problem = copy_of(call->err.message);
        database_rollback(call);
        database_exec(call, call->dialect->read_only);
        if (is_denied)
            add_unchecked(plan, reason, problem, query_as_typed(plan, rows));
        else
            add_obstacle(plan, arena_printf(memory, "cannot be checked: %s", problem), 0, json_array(),
                         query_as_typed(plan, rows), NULL);
    } else if (counted.cells[0].number > 0) {
        add_obstacle(plan, reason, counted.cells[0].number, examples_of(plan, rows),
                     how_to_list(plan, text_of(obstacle, "state"), rows), text_of(obstacle, "help"));
    }
}

static void find_changed_objects(struct plan *plan) {
    struct call *call = plan->call;
    struct models models;
    json_t *changed = json_array();
    if (models_look(call, plan->step->from_name, &models) != EXIT_DONE)
        end(EXIT_REFUSED);
    for (EACH_DIFFERENCE(each, call, objects_deployed(call, plan->step->from_name),
                         database_object(call, models.models->objects, NO_VALUES)))
        if (each->state != OBJECT_UNSEEN)
            json_array_append_new(changed, json_text(each->object));
    if (json_array_size(changed) > 0)
        add_obstacle(plan, "not as it was deployed", (int64_t)json_array_size(changed), changed,
                     arena_printf(memory, "pawlctl verify %s", plan->step->from_name),
                     "apply the SQL of the deployed version, then this");
}

static void find_obstacles(struct plan *plan) {
    for (EACH_ITEM(obstacle, json_object_get(plan->step->header, "obstacles")))
        find_obstacle(plan, *obstacle);
    find_changed_objects(plan);
}

/* Whether it can be applied to the deployed version at all. */
static bool is_for_this_version(struct plan *plan) {
    const struct migration_step *step = plan->step;
    const char *begun = migrating_text(migrating_now(plan->call), step->from_name);
    if (begun != NULL)
        add_obstacle(plan, begun, 0, json_array(), NULL, NULL);
    else if (step->deployed == NULL)
        add_obstacle(plan, "the machine is not deployed here", 0, json_array(), "pawlctl status", NULL);
    else if (strcmp(step->deployed, step->from) != 0)
        add_obstacle(plan,
                     arena_printf(memory,
                                  step->is_past ? "had this migration earlier, and is of version %s now"
                                                : "is of version %s, from which this does not lead",
                                  step->deployed),
                     0, json_array(), "pawlctl status",
                     "write the migration from the deployed version: pawl diff OLD.fsm NEW.fsm --sql");
    return plan->class != BLOCKED;
}

/* ---- time --------------------------------------------------------------------------------------- */

static int64_t count_rows(struct plan *plan, const char *of) {
    const json_t *known = json_object_get(plan->counts, of);
    if (known != NULL)
        return (int64_t)json_integer_value(known);
    const char *query = model_sql(plan->call, NULL, sql_count_of, WORDS({"of", of}));
    const int64_t count = database_query(plan->call, query, NO_VALUES, 1).cells[0].number;
    json_object_set_new(plan->counts, of, json_integer((json_int_t)count));
    return count;
}

/* The shortest time in which that number of rows of the table was read; 0: it has fewer. */
static int64_t sample_us(struct plan *plan, const char *table, int rows) {
    const char *query = model_sql(plan->call, NULL, sql_sample,
                                  WORDS({"table", table}, {"rows", arena_printf(memory, "%d", rows)}));
    int64_t shortest_us = INT64_MAX;
    for (int i = 0; i < SAMPLE_TIMES; i++) {
        const int64_t began_us = monotonic_us();
        if (database_query(plan->call, query, NO_VALUES, 1).cells[0].number < rows)
            return 0;
        const int64_t took_us = monotonic_us() - began_us;
        shortest_us = took_us < shortest_us ? took_us : shortest_us;
    }
    return shortest_us;
}

/* Reads a sample of the history on this server, without the time of a query. */
static void measure_speed(struct plan *plan) {
    const char *history = text_of(plan->step->header, "history");
    const int64_t one_us = sample_us(plan, history, 1);
    int rows = SAMPLE_ROWS;
    int64_t many_us = sample_us(plan, history, rows);
    if (many_us == 0)
        many_us = sample_us(plan, history, rows = SAMPLE_ROWS_MIN);
    if (many_us > one_us)
        plan->speed = fmin(SPEED_MAX, fmax(1.0 / SPEED_MAX, (double)(many_us - one_us) * 1000 / rows /
                                                                plan->call->dialect->sample_ns));
}

#define WORK_KIND_NAME(constant, name, writes) {#name, writes},
static const struct work_kind_name {
    const char *name;
    bool writes;
} work_kinds[WORK_KIND_COUNT] = {WORK_KINDS(WORK_KIND_NAME)};

static void add_work(struct plan *plan, const json_t *work) {
    const char *kind = text_of(work, "kind");
    const int64_t rows = count_rows(plan, text_of(work, "of"));
    size_t number = 0;
    while (number < WORK_KIND_COUNT && strcmp(work_kinds[number].name, kind) != 0)
        number++;
    if (number == WORK_KIND_COUNT || rows == 0)
        return;
    const double seconds =
        (double)rows * plan->call->dialect->work_ns[number] / 1e9 * (plan->speed == 0 ? 1 : plan->speed);
    plan->seconds += seconds;
    if (work_kinds[number].writes)
        raise_class(plan, ROWS_CHANGE);
    json_array_append_new(plan->work,
                          json_pack("{s:s, s:s, s:I, s:f}", "kind", kind, "task", text_of(work, "task"),
                                    "rows", (json_int_t)rows, "seconds", round(seconds * 100) / 100));
}

static void estimate(struct plan *plan) {
    measure_speed(plan);
    plan->seconds = plan->call->dialect->work_base_ms / 1e3;
    for (EACH_ITEM(work, json_object_get(plan->step->header, "work")))
        add_work(plan, *work);
}

static void name_locks(struct plan *plan) {
    plan->locks = json_deep_copy(json_object_get(plan->step->header, "locks"));
    for (EACH_ITEM(lock, plan->locks))
        json_object_set_new(*lock, "object", json_text(query_as_typed(plan, text_of(*lock, "object"))));
}

/* ---- what is printed ---------------------------------------------------------------------------- */

static const char *seconds_text(double seconds) {
    return seconds < 1      ? "less than 1 s"
           : seconds < 100  ? arena_printf(memory, "about %.0f s", seconds)
           : seconds < 7200 ? arena_printf(memory, "about %.0f min", seconds / 60)
                            : arena_printf(memory, "about %.1f h", seconds / 3600);
}

static void say_obstacles(const struct plan *plan) {
    for (EACH_ITEM(obstacle, plan->obstacles)) {
        const int64_t count = number_of(*obstacle, "count");
        const char *list = text_of(*obstacle, "list"), *help = text_of(*obstacle, "help");
        const json_t *examples = json_object_get(*obstacle, "examples");
        const char *before = ": ";
        say("  in the way: ");
        if (count > 0)
            say("%" PRId64 " ", count);
        say("%s", text_of(*obstacle, "reason"));
        for (EACH_ITEM(example, examples)) {
            const char *text = json_string_value(*example);
            say("%s%s", before, text == NULL ? "?" : printable(text));
            before = ", ";
        }
        say("%s\n", count > (int64_t)json_array_size(examples) ? " and others" : "");
        if (list != NULL)
            say("    list: %s\n", list);
        if (help != NULL)
            say("    help: %s\n", help);
    }
}

static void say_unchecked(const struct plan *plan) {
    for (EACH_ITEM(unchecked, plan->unchecked))
        say("  not checked: %s: %s\n    list: %s\n", text_of(*unchecked, "reason"),
            text_of(*unchecked, "problem"), text_of(*unchecked, "list"));
}

static void say_locks(const struct plan *plan) {
    for (EACH_ITEM(lock, plan->locks))
        say("  lock: %s on %s, %s: %s\n", text_of(*lock, "mode"), text_of(*lock, "object"),
            seconds_text(plan->seconds), text_of(*lock, "effect"));
}

static void say_work(const struct plan *plan) {
    for (EACH_ITEM(work, plan->work))
        say("  work: %s: %" PRId64 " row%s, %s\n", text_of(*work, "task"), number_of(*work, "rows"),
            number_of(*work, "rows") == 1 ? "" : "s",
            seconds_text(json_real_value(json_object_get(*work, "seconds"))));
}

static void say_programs(const struct plan *plan) {
    const struct migration_step *step = plan->step;
    const json_t *back = json_object_get(step->header, "back"), *stuck = json_object_get(back, "in_the_way");
    const char *problem = text_of(back, "problem"), *before = "; refused while entities are in ";
    if (step->accepts_old)
        say("  programs of %s continue; to roll back, replace the programs and leave the database as it is\n",
            step->from);
    else
        say("  programs of %s are refused from then on\n", step->from);
    if (problem != NULL) {
        say("  way back: none: %s\n", problem);
        return;
    }
    say("  way back: pawl diff NEW.fsm OLD.fsm --sql=%s; programs of %s %s then", plan->call->dialect->name,
        step->to, flag_of(back, "accepts_new") ? "continue" : "are refused");
    for (EACH_ITEM(state, stuck)) {
        say("%s%s", before, json_string_value(*state));
        before = ", ";
    }
    say("\n");
}

static void say_basis(const struct plan *plan) {
    if (json_array_size(plan->work) > 0)
        say("  times: from the numbers of rows%s, for a disk that writes 200 MB/s and no other load\n",
            plan->speed == 0 ? "" : " and a sample that was read on this server");
}

static void say_plan(const struct plan *plan) {
    for (EACH_ITEM(change, json_object_get(plan->step->header, "changes")))
        say("  %s: %s\n", text_of(*change, "class"), text_of(*change, "sentence"));
    say_obstacles(plan);
    say_unchecked(plan);
    say_work(plan);
    say_locks(plan);
    say_basis(plan);
    say_programs(plan);
}

static void report(struct plan *plan, struct list *machines) {
    const struct migration_step *step = plan->step;
    const json_t *header = step->header;
    const bool is_renamed = strcmp(step->from_name, step->name) != 0;
    list_say(machines,
             ROW(row_text("machine", step->name), row_text("fingerprint", step->to),
                 row_text("from", step->from), row_text("class", classes[plan->class].name),
                 row_truth("accepts_old", step->accepts_old),
                 row_json("changes", json_incref(json_object_get(header, "changes"))),
                 row_json("in_the_way", json_incref(plan->obstacles)),
                 row_json("unchecked", json_incref(plan->unchecked)),
                 row_json("work", json_incref(plan->work)), row_json("locks", json_incref(plan->locks)),
                 row_json("seconds", json_real(round(plan->seconds * 100) / 100)),
                 row_json("speed", plan->speed == 0 ? json_null() : json_real(plan->speed)),
                 row_json("back", json_incref(json_object_get(header, "back"))),
                 row_in_json(false, row_text("before", step->from_name)),
                 row_in_json(false, row_text("sentence", classes[plan->class].sentence))),
             is_renamed ? "{before}: {from} -> {fingerprint}, and is called {machine}: {class}: {sentence}\n"
                        : "{before}: {from} -> {fingerprint}: {class}: {sentence}\n");
    if (!plan->call->json)
        say_plan(plan);
}

static enum plan_class plan_step(struct call *call, const struct migration_step *step,
                                 struct list *machines) {
    struct plan plan = {.call = call,
                        .step = step,
                        .class = step->accepts_old ? ADDITIVE : PROGRAMS_END,
                        .obstacles = json_array(),
                        .unchecked = json_array(),
                        .work = json_array(),
                        .counts = json_object()};
    if (step->is_done) {
        list_say(machines,
                 ROW(row_text("machine", step->name), row_text("fingerprint", step->to),
                     row_text("class", "applied")),
                 "{machine}: this migration was applied already\n");
        return ADDITIVE;
    }
    if (migration_is_begun(step)) {
        list_say(machines,
                 ROW(row_text("machine", step->name), row_text("fingerprint", step->to),
                     row_text("class", "begun")),
                 "{machine}: this migration has begun, and apply continues it\n");
        return step->accepts_old ? ADDITIVE : ROWS_CHANGE;
    }
    if (is_for_this_version(&plan)) {
        find_obstacles(&plan);
        estimate(&plan);
    }
    name_locks(&plan);
    report(&plan, machines);
    return plan.class;
}

int command_plan(struct call *call) {
    const char *path = call->operands[0];
    const struct script_file file = script_file_read(call, path, false);
    enum plan_class highest = ADDITIVE;
    if (strcmp(file.script.file, PAWL_SCRIPT_MIGRATION) != 0)
        usage_error(call, "%s is not a migration: write one by pawl diff OLD.fsm NEW.fsm --sql=%s", path,
                    call->dialect->name);
    if (strcmp(file.script.database, call->dialect->name) != 0)
        usage_error(call, "%s is for %s, and this database is %s", path, file.script.database,
                    call->dialect->name);
    if (!database_has_table(call, "pawl_machines"))
        end(refuse_nothing(
            call, "a migration changes a deployed machine: apply the SQL of the machine itself here"));
    const struct steps steps = migration_steps_read(call, path, file.header);
    struct list machines = list_new(call, "machines", NULL);
    database_exec(call, call->dialect->read_only);
    for (size_t i = 0; i < steps.count; i++) {
        const enum plan_class one = plan_step(call, &steps.list[i], &machines);
        highest = one > highest ? one : highest;
    }
    database_rollback(call);
    lists_print(&machines, 1, "nothing to migrate: the file only adds machines\n");
    return classes[highest].status;
}
