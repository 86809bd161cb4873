/*
 * The part of a migration's header that `pawlctl plan` reads: queries of the rows that stop the migration,
 * the locks that it takes, and its work, with a query of the number of rows. The SQL is in the files
 * migrate.sql, in fragments whose names begin with plan_.
 */
#include "emit/migrate/migrate.h"

#include "base/escape.h"
#include "model/queue.h"

#include <string.h>

struct planning {
    struct text *out;
    struct template_scope scope;
    const struct migration *migration;
    const char *between;
};

static void begin_list(struct planning *planning, const char *key) {
    text_printf(planning->out, ",\"%s\":[", key);
    planning->between = "";
}

/* False: the dialect has no such fragment for this migration. */
static bool render(const struct planning *planning, struct text *sql, const char *fragment) {
    *sql = (struct text)TEXT_INIT;
    if (!template_has_fragment(planning->scope.templates, fragment))
        return false;
    template_render_inline(sql, &planning->scope, fragment);
    text_fail(planning->out, sql->problem);
    if (sql->length > 0)
        return true;
    text_free(sql);
    return false;
}

static void member(struct text *out, const char *key, const char *value) {
    text_printf(out, "\"%s\":", key);
    escape_json(out, value);
}

/* ---- rows and objects that stop it ------------------------------------------------------------------ */

/* state: whose rows `pawlctl ls` lists; NULL: none. help: what to do. */
static void add_obstacle(struct planning *planning, const char *fragment, const char *state,
                         const char *reason, const char *help) {
    struct text *out = planning->out, sql;
    if (!render(planning, &sql, fragment))
        return;
    text_printf(out, "%s{", planning->between);
    member(out, "reason", reason);
    if (state != NULL) {
        text_char(out, ',');
        member(out, "state", state);
    }
    text_char(out, ',');
    member(out, "rows", text_data(&sql));
    text_char(out, ',');
    member(out, "help", help);
    text_char(out, '}');
    text_free(&sql);
    planning->between = ",";
}

static void put_obstacles(struct planning *planning) {
    const struct diffing *d = &planning->migration->d;
    struct arena *arena = d->arena;
    static const char own_name[] = "give the parameter of the new type a name of its own";
    struct text rewrite;
    const char *rewrite_help = render(planning, &rewrite, "rewrite_help") ? text_data(&rewrite) : "";
    begin_list(planning, "obstacles");
    for (size_t i = 0; i < d->old->state_count; i++) {
        const char *name = d->old->states[i].name;
        if (!migrate_is_in_the_way(planning->migration, i))
            continue;
        planning->scope.state = &d->old->states[i];
        add_obstacle(planning, "plan_in_state", name,
                     arena_printf(arena, "in state %s, which the new version does not have", name),
                     arena_printf(arena,
                                  "move them to another state, or name their new state: retired %s -> OTHER;",
                                  name));
    }
    for (size_t i = 0; i < d->old->column_count; i++) {
        if (!migrate_may_not_fit(d, i))
            continue;
        planning->scope.column = &d->old->columns[i];
        add_obstacle(
            planning, "plan_unfit_value", NULL,
            arena_printf(arena, "with a value of %s that does not fit the new type", d->old->columns[i].name),
            own_name);
    }
    for (size_t i = 0; i < d->new->column_count; i++) {
        if (d->columns.to_old[i] != MODEL_NOTHING)
            continue;
        planning->scope.column = &d->new->columns[i];
        add_obstacle(planning, "plan_kept_column", NULL,
                     "of the history: a column of an earlier version has this name and another type",
                     own_name);
    }
    for (size_t i = 0; i < planning->migration->step_count; i++) {
        if (planning->migration->steps[i].kind == STEP_CHECK_OWNER)
            add_obstacle(planning, "plan_owned_by_others", NULL,
                         "of another owner, which would have to be changed",
                         "leave texts, names and storage as they were, or give the table to Pawl's owner");
        if (planning->migration->steps[i].kind == STEP_REFUSE_REWRITE)
            add_obstacle(planning, "plan_rewrite", NULL,
                         "with a former text, which would be written again while programs wait",
                         rewrite_help);
    }
    add_obstacle(planning, "plan_unknown_event", NULL, "with a transition whose event is not known",
                 "leave the storage as it was");
    add_obstacle(planning, "plan_lost_column", NULL,
                 "of the history: a column of no parameter, which would be lost",
                 "copy the values to another table, and drop the column");
    add_obstacle(planning, "plan_table_there", NULL, "in the place of the new history",
                 "drop it, or rename it");
    add_obstacle(planning, "plan_orphan", NULL, "without a row in the new entity's table",
                 "insert these rows there");
    add_obstacle(planning, "plan_long_key", NULL, "of keys: longer than an index has room for",
                 "archive these entities, or make the column of the key shorter");
    add_obstacle(planning, "plan_mirror", NULL,
                 "of the entity's table: the column of `mirror` is missing or cannot hold the states",
                 "add the column, or change its type");
    text_free(&rewrite);
    text_char(planning->out, ']');
}

/* ---- locks ------------------------------------------------------------------------------------------- */

/* Lines of the fragment: mode|who waits|object. */
static void put_locks(struct planning *planning) {
    struct text *out = planning->out, lines;
    begin_list(planning, "locks");
    if (render(planning, &lines, "plan_locks")) {
        for (char *line = strtok(lines.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            char *effect = strchr(line, '|');
            char *object = effect == NULL ? NULL : strchr(effect + 1, '|');
            if (object == NULL)
                continue;
            *effect++ = *object++ = '\0';
            text_printf(out, "%s{", planning->between);
            member(out, "mode", line);
            text_char(out, ',');
            member(out, "effect", effect);
            text_char(out, ',');
            member(out, "object", object);
            text_char(out, '}');
            planning->between = ",";
        }
        text_free(&lines);
    }
    text_char(out, ']');
}

/* ---- work -------------------------------------------------------------------------------------------- */

/* kind: as in enum work_kind of pawlctl. fragment: what comes behind `select count(*) from`. */
static void add_work(struct planning *planning, const char *kind, const char *fragment, const char *task) {
    struct text *out = planning->out, sql;
    if (!render(planning, &sql, fragment))
        return;
    text_printf(out, "%s{", planning->between);
    member(out, "kind", kind);
    text_char(out, ',');
    member(out, "task", task);
    text_char(out, ',');
    member(out, "of", text_data(&sql));
    text_char(out, '}');
    text_free(&sql);
    planning->between = ",";
}

static void add_column_work(struct planning *planning) {
    const struct diffing *d = &planning->migration->d;
    for (size_t i = 0; i < d->old->column_count; i++) {
        if (migrate_may_not_fit(d, i))
            add_work(planning, "check", "plan_history",
                     arena_printf(d->arena, "check the values of %s", d->old->columns[i].name));
        if (migrate_is_retyped(d, i) && !migrate_moves_rows(planning->migration))
            add_work(planning, "retype", "plan_history",
                     arena_printf(d->arena, "convert %s in each transition", d->old->columns[i].name));
    }
}

static void add_state_work(struct planning *planning) {
    const struct migration *migration = planning->migration;
    const struct diffing *d = &migration->d;
    if (migrate_restores_states(migration) || migrate_restores_events(migration)) {
        add_work(planning, "scan", "plan_history", "find transitions with an earlier text");
        add_work(planning, "rewrite", "plan_restored_history", "write transitions with the new text");
    }
    if (migrate_restores_states(migration))
        add_work(planning, "move", "plan_restored_current", "write current rows with the new text");
    for (size_t i = 0; i < d->old->state_count; i++) {
        if (migrate_retirement(migration, i) == NULL)
            continue;
        planning->scope.state = &d->old->states[i];
        add_work(planning, "retire", "plan_in_state_rows",
                 arena_printf(d->arena, "move entities from %s to %s", d->old->states[i].name,
                              migrate_retirement(migration, i)->to->name));
    }
}

static void add_queue_work(struct planning *planning) {
    const struct model_machine *machine = planning->scope.machine;
    for (size_t i = 0; i < queue_count(machine); i++) {
        struct text name = TEXT_INIT;
        if (!migrate_may_wait(machine, i))
            continue;
        planning->scope.declaration = i;
        queue_name(&name, machine, i);
        add_work(
            planning, "queue", "plan_waiting",
            arena_printf(planning->migration->d.arena, "compare %s with current rows", text_data(&name)));
        text_free(&name);
    }
}

static void put_history(struct planning *planning) {
    struct text sql;
    if (!render(planning, &sql, "plan_history"))
        return;
    text_char(planning->out, ',');
    member(planning->out, "history", text_data(&sql));
    text_free(&sql);
}

static void put_work(struct planning *planning) {
    const struct migration *migration = planning->migration;
    begin_list(planning, "work");
    add_column_work(planning);
    if (migrate_moves_rows(migration))
        add_work(planning, "copy", "plan_history", "copy transitions to the other tables");
    add_state_work(planning);
    if (migrate_changes_state_index(migration) && !migrate_loses_state_index(migration))
        add_work(planning, "index", "plan_current", "build the index on the state");
    add_work(planning, "reference", "plan_referring", "check references to the entity's table");
    if (migrate_writes_mirror(migration))
        add_work(planning, "mirror", "plan_mirrored", "write the mirrored column");
    if (queue_is_used(migration->d.new))
        add_queue_work(planning);
    text_char(planning->out, ']');
}

/* ---- the way back ------------------------------------------------------------------------------------ */

static void put_way_back(struct planning *planning) {
    struct text *out = planning->out;
    const struct diffing *d = &planning->migration->d;
    struct migrate_problem problem = {0};
    const struct migration back =
        migrate_draw_up(d->arena, planning->scope.dialect, d->new, d->old, &problem);
    const char *between = "";
    text_printf(out, ",\"back\":{\"accepts_new\":%s,\"in_the_way\":[", back.accepts_old ? "true" : "false");
    for (size_t i = 0; i < d->new->state_count; i++)
        if (migrate_is_in_the_way(&back, i)) {
            text_put(out, between);
            escape_json(out, d->new->states[i].name);
            between = ",";
        }
    text_put(out, "],\"problem\":");
    if (problem.message == NULL)
        text_put(out, "null");
    else
        escape_json(out, problem.message);
    text_char(out, '}');
}

void migrate_put_plan(struct text *out, const struct sql_dialect *dialect,
                      const struct migration *migration) {
    struct migrate_templates made;
    struct planning planning = {.out = out,
                                .scope = {.templates = migrate_templates(&made, dialect),
                                          .dialect = dialect,
                                          .machine = migration->d.new,
                                          .migration = migration},
                                .migration = migration};
    put_obstacles(&planning);
    put_locks(&planning);
    put_history(&planning);
    put_work(&planning);
    put_way_back(&planning);
}
