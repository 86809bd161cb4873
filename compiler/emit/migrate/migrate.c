#include "emit/migrate/migrate.h"

#include "emit/page/contents.h"
#include "model/dialect.h"

#include <string.h>

/* Conversions that keep each value, on every database, or are refused row by row before anything is done. */
static bool can_convert(enum pawl_type from, enum pawl_type to) {
    switch (from) {
    case PAWL_TYPE_INT:
        return to == PAWL_TYPE_BIGINT || to == PAWL_TYPE_NUMERIC || to == PAWL_TYPE_TEXT;
    case PAWL_TYPE_BIGINT:
        return to == PAWL_TYPE_INT || to == PAWL_TYPE_NUMERIC || to == PAWL_TYPE_TEXT;
    case PAWL_TYPE_TEXT:
        return to == PAWL_TYPE_INT || to == PAWL_TYPE_BIGINT;
    case PAWL_TYPE_NUMERIC:
    case PAWL_TYPE_UUID:
    case PAWL_TYPE_JSON:
        return to == PAWL_TYPE_TEXT;
    case PAWL_TYPE_BOOL:
    case PAWL_TYPE_TIMESTAMP:
    case PAWL_TYPE_BYTES:
        break;
    }
    return false;
}

static void refuse_at(struct arena *arena, struct migrate_problem *problem,
                      const struct model_machine *machine, size_t line, const char *what, const char *help) {
    if (problem->message == NULL)
        *problem = (struct migrate_problem){arena_printf(arena, "machine `%s`: %s", machine->name, what),
                                            help, line};
}

static void migrate_refuse(struct arena *arena, struct migrate_problem *problem,
                           const struct model_machine *machine, const char *what, const char *help) {
    refuse_at(arena, problem, machine, machine->line, what, help);
}

static bool keeps_texts(const struct migration *migration) {
    const struct diffing *d = &migration->d;
    for (size_t i = 0; i < d->old->state_count; i++)
        if (d->states.to_new[i] == MODEL_NOTHING)
            return false;
    return !migrate_restores_states(migration) && !migrate_restores_events(migration);
}

static size_t implicit_of(const struct model_machine *machine) {
    return (size_t)(model_implicit_state(machine) - machine->states);
}

/* What is special with `storage transitions` in one of the versions: its table is known to others. */
static void check_storage(struct arena *arena, const struct migration *migration,
                          struct migrate_problem *problem) {
    const struct diffing *d = &migration->d;
    const struct model_machine *old = d->old, *new = d->new;
    if (!migrate_has_views(migration))
        return;
    if (old->initial_is_implicit != new->initial_is_implicit)
        migrate_refuse(
            arena, problem, new,
            "an initial state does not become implicit, and does not cease to be so, in a migration",
            "make a machine of another name, and fill it with pawlctl backfill");
    else if (old->initial_is_implicit && d->states.to_new[implicit_of(old)] != implicit_of(new))
        migrate_refuse(
            arena, problem, new,
            "another state is the implicit initial one, in which entities without a row would be now",
            "leave the initial state as it was");
    if (strcmp(old->name, new->name) != 0)
        migrate_refuse(arena, problem, new, "a machine with `storage transitions` is not renamed",
                       "keep the name: others know the table");
    if (old->storage != MODEL_HEAD && !same_entity(old->entity, new->entity))
        migrate_refuse(arena, problem, new, "with `storage transitions` the entity stays what it is",
                       "leave the entity as it was: others know the table");
    if (old->storage != MODEL_HEAD && !same_reference(d, old->key, new->key))
        migrate_refuse(arena, problem, new, "with `storage transitions` the key stays what it is",
                       "leave the `key` as it was");
    if (migrate_moves_rows(migration) && (!keeps_texts(migration) || !migrate_keeps_columns(d)))
        migrate_refuse(arena, problem, new,
                       "another storage, and other states, events or parameters, at once",
                       "migrate the storage by itself, and the rest before or after that");
}

/* What the file has not said for the database. */
static void check_database(struct arena *arena, const struct sql_dialect *dialect,
                           const struct migration *migration, struct migrate_problem *problem) {
    const struct model_machine *new = migration->d.new;
    const char *title = dialects[dialect->number]->title;
    for (size_t i = 0; i < new->hook_count; i++)
        if (new->hooks[i]->is_sql &&new->hooks[i]->sql[dialect->number] == NULL)
            migrate_refuse(arena, problem, new,
                           arena_printf(arena, "`%s` has no text for %s", new->hooks[i]->name, title),
                           arena_printf(arena, "give it one: `sql %s \"...\"`", dialect->name));
}

static void check(struct arena *arena, const struct sql_dialect *dialect, const struct migration *migration,
                  struct migrate_problem *problem) {
    const struct diffing *d = &migration->d;
    const struct model_machine *new = d->new;
    if (d->old->key_type != new->key_type)
        migrate_refuse(arena, problem, new, "a key of another type is not migrated",
                       "make a new machine, and create its entities by an event");
    if (d->old->partition_count != new->partition_count)
        migrate_refuse(
            arena, problem, new, "other partitions are not migrated",
            "leave the partitions as they were, and let pawlctl archive take out what has finished");
    if (new->partition_count > 0 && strcmp(d->old->name, new->name) != 0)
        migrate_refuse(arena, problem, new, "a machine with partitions is not renamed yet", "keep the name");
    check_database(arena, dialect, migration, problem);
    check_storage(arena, migration, problem);
    if (strcmp(sql_schema_of(dialect, d->old), sql_schema_of(dialect, new)) != 0)
        migrate_refuse(arena, problem, new, "an entity in another schema is not migrated",
                       "keep the schema, and move the table there by hand when the machine is gone from it");
    for (size_t i = 0; i < d->old->column_count; i++) {
        const struct model_column *was = &d->old->columns[i];
        const size_t to = d->columns.to_new[i];
        if (to != MODEL_NOTHING && was->type != new->columns[to].type &&
            !can_convert(was->type, new->columns[to].type))
            refuse_at(
                arena, problem, new, new->columns[to].line,
                arena_printf(arena, "what histories hold as `%s` cannot become of the new type", was->name),
                "give the parameter of the new type a name of its own: the old column stays as it is");
    }
    for (size_t i = 0; i < new->state_count; i++)
        if (strcmp(new->states[i].stored, MIGRATE_RETIRED) == 0)
            refuse_at(arena, problem, new, new->states[i].line,
                      "a state is stored as \"" MIGRATE_RETIRED "\"",
                      "store it as something else: histories have that for retirements");
    for (size_t i = 0; i < new->event_count; i++)
        if (strcmp(new->events[i].stored, MIGRATE_RETIRED) == 0)
            refuse_at(arena, problem, new, new->events[i].line,
                      "an event is stored as \"" MIGRATE_RETIRED "\"",
                      "store it as something else: histories have that for retirements");
}

static bool concerns(const struct diff_change *change, const char *machine) {
    return (change->category == DIFF_DATA || change->category == DIFF_BEHAVIOUR) &&
           strcmp(change->machine, machine) == 0;
}

/* The purpose of the migration, as pawl diff prints it; pawlctl plan and apply --dry-run print these. */
static void changes(struct text *out, const struct diff *diff, const char *machine) {
    const char *between = "";
    for (size_t i = 0; i < diff->count; i++) {
        if (!concerns(&diff->changes[i], machine))
            continue;
        text_printf(out, "%s{\"class\":\"%s\",\"kind\":\"%s\",\"sentence\":", between,
                    diff_categories[diff->changes[i].category], diff->changes[i].kind);
        escape_json(out, diff->changes[i].sentence);
        text_char(out, '}');
        between = ",";
    }
}

/* The same for the reader of the file. */
static void change_lines(struct text *out, const struct migrations *migrations, const struct diff *diff) {
    for (size_t i = 0; i < migrations->count; i++) {
        const struct migration *migration = &migrations->items[i];
        const char *name = migration->d.new->name;
        text_printf(out, "-- %s, programs of the old version are %s:\n", name,
                    migration->accepts_old ? "accepted" : "refused");
        for (size_t j = 0; j < diff->count; j++) {
            if (!concerns(&diff->changes[j], name))
                continue;
            text_put(out, "-- * ");
            escape_sql_comment(out, diff->changes[j].sentence, strlen(diff->changes[j].sentence));
            text_char(out, '\n');
        }
    }
    text_char(out, '\n');
}

static void version(struct text *out, const struct model_machine *machine) {
    text_printf(out, "{\"name\":\"%s\",\"fingerprint\":\"%s\"", machine->name, machine->fingerprint);
}

static void lists(struct text *out, const struct sql_dialect *dialect, const struct migrations *migrations,
                  const struct diff *diff) {
    text_put(out, ",\"migrates\":[");
    for (size_t i = 0; i < migrations->count; i++) {
        const struct migration *migration = &migrations->items[i];
        text_put(out, i > 0 ? "," : "");
        version(out, migration->d.new);
        text_put(out, ",\"from\":");
        version(out, migration->d.old);
        text_printf(out, "},\"accepts_old\":%s,\"changes\":[", migration->accepts_old ? "true" : "false");
        changes(out, diff, migration->d.new->name);
        text_char(out, ']');
        migrate_put_plan(out, dialect, migration);
        text_char(out, '}');
    }
    text_put(out, "],\"machines\":[");
    for (size_t i = 0; i < migrations->added_count; i++) {
        text_put(out, i > 0 ? "," : "");
        version(out, migrations->added[i]);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void heading(struct text *out, struct arena *arena, const struct sql_dialect *dialect,
                    const struct migrations *migrations, const struct model *old, const struct model *new) {
    const struct template_scope scope = sql_scope(dialect, NULL);
    struct text listed = TEXT_INIT;
    const bool is_renamed = strcmp(old->stem, new->stem) != 0;
    const struct diff *diff = diff_models(arena, old, new, page_words);
    lists(&listed, dialect, migrations, diff);
    template_render(out, &scope, "shell_setting");
    sql_file_header(out, dialect, PAWL_SCRIPT_MIGRATION, new->machines->no_roles, &listed);
    text_printf(out,
                "-- Written by pawl diff from two versions%s%s.fsm%s%s%s. Do not edit: write it again.\n"
                "-- Migrates what %s.%s.sql has deployed; %s. Apply with\n"
                "--   pawlctl apply [--dry-run] FILE\n",
                is_renamed ? ", " : " of ", old->stem, is_renamed ? " and " : "", is_renamed ? new->stem : "",
                is_renamed ? ".fsm" : "", old->stem, dialect->name,
                dialect->migrates_in_steps ? "if it is interrupted, apply it again, and it continues"
                                           : "in one transaction: all of it, or nothing");
    change_lines(out, migrations, diff);
}

const struct templates *migrate_templates(struct migrate_templates *made, const struct sql_dialect *dialect) {
    static const struct template_vocabulary *const vocabularies[] = {&migrate_vocabulary,
                                                                     &migrate_queue_vocabulary, NULL};
    made->common = (struct templates){
        .base = &dialect->templates, .fragments = migrate_fragments, .vocabularies = vocabularies};
    made->own = (struct templates){.base = &made->common, .fragments = dialect->migration};
    return &made->own;
}

static void script(struct text *out, const struct sql_dialect *dialect, const struct migrations *migrations,
                   const struct model *new) {
    struct migrate_templates made;
    const struct template_scope scope = {.templates = migrate_templates(&made, dialect),
                                         .dialect = dialect,
                                         .model = new,
                                         .machine = new->machines, /* says what holds for all of them */
                                         .other = migrations};
    template_render(out, &scope, "migration");
}

struct migration migrate_draw_up(struct arena *arena, const struct sql_dialect *dialect,
                                 const struct model_machine *old, const struct model_machine *new,
                                 struct migrate_problem *problem) {
    struct migration migration = {.d = {.arena = arena, .old = old, .new = new}};
    match_parts(&migration.d);
    migration.accepts_old = migrate_accepts_old(&migration.d) &&
                            !(dialect->statements_name_indexes && migrate_loses_state_index(&migration));
    migrate_plan(&migration, dialect);
    check(arena, dialect, &migration, problem);
    return migration;
}

void migrate(struct text *out, struct arena *arena, const struct sql_dialect *dialect,
             const struct model *old, const struct model *new, struct migrate_problem *problem) {
    const struct match machines = match_machines(arena, old, new);
    struct migrations migrations = {
        .items = arena_alloc(arena, new->machine_count * sizeof(struct migration)),
        .added = arena_alloc(arena, new->machine_count * sizeof(const struct model_machine *))};
    *problem = (struct migrate_problem){0};
    for (size_t i = 0; i < new->machine_count; i++) {
        const size_t was = machines.to_old[i];
        if (was == MODEL_NOTHING) {
            migrations.added[migrations.added_count++] = &new->machines[i];
            continue;
        }
        if (strcmp(old->machines[was].fingerprint, new->machines[i].fingerprint) == 0 &&
            old->machines[was].partition_count == new->machines[i].partition_count)
            continue;
        struct migration *migration = &migrations.items[migrations.count++];
        *migration = migrate_draw_up(arena, dialect, &old->machines[was], &new->machines[i], problem);
    }
    if (new->machine_count == 0)
        *problem = (struct migrate_problem){
            "the newer file has flows only, and flows need none",
            "apply the SQL of the newer file: versions of flows stand beside each other", 0};
    else if (problem->message == NULL && migrations.count + migrations.added_count == 0)
        *problem =
            (struct migrate_problem){"nothing in the database would change",
                                     "apply the SQL of the newer file: labels and flows may be others", 0};
    if (problem->message != NULL)
        return;
    heading(out, arena, dialect, &migrations, old, new);
    script(out, dialect, &migrations, new);
    text_put(out, "\n" PAWL_SCRIPT_END "\n");
}

static void migrate_note(struct text *out, const char *path, size_t line, const struct model_machine *machine,
                         const char *what, const char *name, const char *missed) {
    if (missed[0] != '\0')
        text_printf(out, "%s:%zu: note: machine `%s`: %s `%s` is taken for new.%s\n", path, line,
                    machine->name, what, name, missed);
}

void migrate_notes(struct text *out, struct arena *arena, const char *const paths[2], const struct model *old,
                   const struct model *new) {
    const struct match machines = match_machines(arena, old, new);
    for (size_t i = 0; i < old->machine_count; i++)
        if (machines.to_new[i] == MODEL_NOTHING)
            text_printf(out,
                        "%s:%zu: note: machine `%s` is not in the newer file; the migration leaves it in the "
                        "database as it is\n",
                        paths[0], old->machines[i].line, old->machines[i].name);
    for (size_t i = 0; i < new->machine_count; i++) {
        const struct model_machine *machine = &new->machines[i];
        if (machines.to_old[i] == MODEL_NOTHING) {
            if (machines.missed[i][0] != '\0')
                text_printf(out, "%s:%zu: note: machine `%s` is taken for new.%s\n", paths[1], machine->line,
                            machine->name, machines.missed[i]);
            continue;
        }
        struct diffing d = {.arena = arena, .old = &old->machines[machines.to_old[i]], .new = machine};
        match_parts(&d);
        for (size_t s = 0; s < machine->state_count; s++)
            migrate_note(out, paths[1], machine->states[s].line, machine, "state", machine->states[s].name,
                         d.states.missed[s]);
        for (size_t e = 0; e < machine->event_count; e++)
            migrate_note(out, paths[1], machine->events[e].line, machine, "event", machine->events[e].name,
                         d.events.missed[e]);
        for (size_t c = 0; c < machine->column_count; c++)
            migrate_note(out, paths[1], machine->columns[c].line, machine, "parameter",
                         machine->columns[c].name, d.columns.missed[c]);
    }
}
