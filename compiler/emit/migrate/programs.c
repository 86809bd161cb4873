/* What programs of either version are told after a migration, and what is in the way back. */
#include "emit/migrate/migrate.h"

#include "base/escape.h"
#include "model/dialect.h"

#include <string.h>

/* A machine that goes from one version to another one. */
struct passage {
    const struct model_machine *machine; /* before */
    dialect_set databases;               /* those that both versions have SQL for */
    dialect_set refused;                 /* where programs of the version before are refused behind it */
    struct migration migration;          /* of the last database: they differ in what is refused alone */
    struct migrate_problem problem;      /* of the first database that has one */
};

static bool has_texts(const struct model_machine *machine, size_t database) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (machine->hooks[i]->is_sql && machine->hooks[i]->sql[database] == NULL)
            return false;
    return true;
}

/* All, if there is none that both have SQL for: then the problem says what is missing. */
static dialect_set databases_of(const struct model_machine *old, const struct model_machine *new) {
    dialect_set databases = 0;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (has_texts(old, i) && has_texts(new, i))
            databases |= 1U << i;
    return databases != 0 ? databases : DIALECTS_ALL;
}

static struct passage passage_between(struct arena *arena, const struct model_machine *old,
                                      const struct model_machine *new) {
    struct passage passage = {.machine = old, .databases = databases_of(old, new)};
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        if (!dialect_is_in(passage.databases, i))
            continue;
        passage.migration = migrate_draw_up(arena, sql_dialects[i], old, new, &passage.problem);
        if (!passage.migration.accepts_old)
            passage.refused |= 1U << i;
    }
    return passage;
}

static bool is_stuck(const struct passage *passage, size_t state) {
    return migrate_is_in_the_way(&passage->migration, state);
}

/* ---- for people ---------------------------------------------------------------------------------- */

static void tell_fate(struct text *out, const char *whose, const struct passage *passage,
                      const char *refused_from) {
    text_printf(out, "rograms of the %s version ", whose);
    if (passage->refused != passage->databases)
        text_put(out, "go on beside the others");
    if (passage->refused != passage->databases && passage->refused != 0) {
        text_put(out, ", but on ");
        dialects_list(out, passage->refused, false, "", " and ");
        text_put(out, " they ");
    }
    if (passage->refused != 0)
        text_printf(out, "are answered MISMATCH %s", refused_from);
}

static void tell_stuck(struct text *out, const struct passage *back) {
    size_t count = 0, told = 0;
    for (size_t i = 0; i < back->machine->state_count; i++)
        count += is_stuck(back, i);
    for (size_t i = 0; i < back->machine->state_count; i++) {
        if (!is_stuck(back, i))
            continue;
        text_put(out, told == 0 ? " It is refused while an entity is in " : told < count - 1 ? ", " : " or ");
        text_printf(out, "`%s`", back->machine->states[i].name);
        told++;
    }
    text_put(out, count > 0 ? "." : "");
}

static void tell_machine(struct text *out, struct arena *arena, const char *const paths[2],
                         const struct model_machine *old, const struct model_machine *new) {
    const struct passage there = passage_between(arena, old, new);
    const struct passage back = passage_between(arena, new, old);
    text_printf(out, "  %s: P", new->name);
    tell_fate(out, "old", &there, "as soon as the migration runs");
    text_put(out, there.refused == 0 ? ": to roll these back needs no migration.\n" : ".\n");
    if (back.problem.message != NULL) {
        text_printf(out, "  %s: No migration leads back: %s.\n", new->name, back.problem.message);
        return;
    }
    text_printf(out, "  %s: `pawl diff %s %s --sql=DATABASE` leads back; p", new->name, paths[1], paths[0]);
    tell_fate(out, "new", &back, "as soon as that runs");
    text_char(out, '.');
    tell_stuck(out, &back);
    text_char(out, '\n');
}

void migrate_tell_programs(struct text *out, struct arena *arena, const char *const paths[2],
                           const struct model *old, const struct model *new) {
    const struct match machines = match_machines(arena, old, new);
    bool is_first = true;
    for (size_t i = 0; i < new->machine_count; i++) {
        const size_t was = machines.to_old[i];
        if (was == MODEL_NOTHING || strcmp(old->machines[was].fingerprint, new->machines[i].fingerprint) == 0)
            continue;
        text_put(out, is_first ? "\nPROGRAMS: what they are told after the migration\n" : "");
        tell_machine(out, arena, paths, &old->machines[was], &new->machines[i]);
        is_first = false;
    }
}

/* ---- for tools ------------------------------------------------------------------------------------ */

static void refused_json(struct text *out, dialect_set refused) {
    text_put(out, "\"refused_on\": [");
    for (size_t i = 0, told = 0; i < PAWL_DIALECT_COUNT; i++)
        if (dialect_is_in(refused, i))
            text_printf(out, "%s\"%s\"", told++ > 0 ? ", " : "", dialects[i]->name);
    text_char(out, ']');
}

static void back_json(struct text *out, const struct passage *back) {
    refused_json(out, back->refused);
    text_put(out, ", \"in_the_way\": [");
    for (size_t i = 0, told = 0; i < back->machine->state_count; i++)
        if (is_stuck(back, i))
            text_printf(out, "%s\"%s\"", told++ > 0 ? ", " : "", back->machine->states[i].name);
    text_put(out, "], \"problem\": ");
    if (back->problem.message == NULL)
        text_put(out, "null");
    else
        escape_json(out, back->problem.message);
}

void migrate_programs_json(struct text *out, struct arena *arena, const struct model *old,
                           const struct model *new) {
    const struct match machines = match_machines(arena, old, new);
    size_t told = 0;
    text_char(out, '[');
    for (size_t i = 0; i < new->machine_count; i++) {
        const size_t was = machines.to_old[i];
        if (was == MODEL_NOTHING || strcmp(old->machines[was].fingerprint, new->machines[i].fingerprint) == 0)
            continue;
        const struct passage there = passage_between(arena, &old->machines[was], &new->machines[i]);
        const struct passage back = passage_between(arena, &new->machines[i], &old->machines[was]);
        text_printf(out, "%s\n{\"machine\": \"%s\", ", told++ > 0 ? "," : "", new->machines[i].name);
        refused_json(out, there.refused);
        text_put(out, ", \"back\": {");
        back_json(out, &back);
        text_put(out, "}}");
    }
    text_char(out, ']');
}
