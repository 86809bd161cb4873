#include "migrate.h"
#include "database/database.h"
#include "database/hooks.h"
#include "database/migrating.h"
#include "database/model.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 256, NAME_SIZE = 64 };

/* A machine of the script. */
struct migration_step {
    const char *from_name, *from, *name, *to; /* of the header, as the changes are */
    json_t *changes;
    bool accepts_old;
    bool is_done;             /* before this run */
    bool is_past;             /* likewise, and it has been migrated on since */
    char deployed[NAME_SIZE]; /* the version that is there before; "" for none */
};

struct steps {
    struct migration_step list[STEPS_MAX];
    size_t count;
};

static bool read_steps(const json_t *header, struct steps *steps) {
    const json_t *listed = json_object_get(header, "migrates"), *migrates;
    size_t i;
    json_array_foreach(listed, i, migrates) {
        const json_t *from = json_object_get(migrates, "from");
        const struct migration_step step = {.from_name = text_of(from, "name"),
                                            .from = text_of(from, "fingerprint"),
                                            .name = text_of(migrates, "name"),
                                            .to = text_of(migrates, "fingerprint"),
                                            .changes = json_object_get(migrates, "changes"),
                                            .accepts_old = flag_of(migrates, "accepts_old")};
        if (!step.from_name || !step.from || !step.name || !step.to || !step.changes ||
            steps->count == STEPS_MAX)
            return false;
        steps->list[steps->count++] = step;
    }
    return true;
}

static enum pawl_status note_version(void *context, const struct cell *cells, struct pawl_error *err) {
    struct steps *steps = context;
    (void)err;
    for (size_t i = 0; i < steps->count; i++) {
        struct migration_step *step = &steps->list[i];
        const bool is_deployed = cells[2].number != 0;
        if (strcmp(step->name, cells[0].text) == 0 && strcmp(step->to, cells[1].text) == 0) {
            step->is_done = is_deployed;
            step->is_past = !is_deployed;
        }
        if (is_deployed &&
            (strcmp(step->name, cells[0].text) == 0 || strcmp(step->from_name, cells[0].text) == 0))
            snprintf(step->deployed, sizeof step->deployed, "%s", cells[1].text);
    }
    return PAWL_OK;
}

static const char *sentence(const struct migration_step *step, bool dry) {
    return step->is_done       ? ""
           : step->accepts_old ? "  programs of {from} continue next to those of {fingerprint}, until "
                                 "pawlctl retire {machine} {from}\n"
           : dry               ? "  programs of {from} are refused then\n"
                               : "  programs of {from} are refused from now on\n";
}

static void migrate_report(const struct call *call, const struct migration_step *step, bool dry,
                           struct list *machines) {
    const bool is_renamed = strcmp(step->from_name, step->name) != 0;
    const json_t *change;
    size_t i;
    char told[512];
    const struct field row[] = {row_text("machine", step->name),
                                row_text("fingerprint", step->to),
                                row_text("from", step->from),
                                row_text("outcome", step->is_done ? "nothing new" : "migrated"),
                                row_truth("accepts_old", step->accepts_old),
                                row_truth("dry_run", dry),
                                row_json("changes", json_incref(step->changes)),
                                row_json("objects", json_array()),
                                row_in_json(false, row_text("before", step->from_name)),
                                ROW_END};
    snprintf(told, sizeof told, "{before}: %s{outcome}, {from} -> {fingerprint}%s\n%s",
             dry && !step->is_done ? "would be " : "", is_renamed ? ", and is called {machine}" : "",
             sentence(step, dry));
    list_say(machines, row, told);
    json_array_foreach(step->changes, i, change) {
        if (!call->json && dry && !step->is_done)
            say("  %s\n", json_string_value(change));
    }
}

/* What a script that is done in steps checks before the first of them, in a transaction that it rolls back
 * then. */
static char *checks_alone(const char *script) {
    static const char tries[] = "set @pawl_is_tried = true;\n", tried[] = "set @pawl_is_tried = null;\n";
    const char *locked = script_line(script, PAWL_SCRIPT_LOCKED), *commit = script_commit(script);
    const char *begin = strchr(script, '\n'); /* of what comes after the header */
    char *checks = !locked || !commit || !begin ? NULL : malloc(strlen(script) + sizeof tries + sizeof tried);
    if (checks)
        sprintf(checks, "%.*s\n%s%.*s%s%s", (int)(begin - script), script, tries, (int)(locked - begin),
                begin, tried, commit);
    return checks;
}

/* The same up to the commit, in whose place all is taken back; the caller frees it. */
static char *without_commit(const char *script) {
    static const char rollback[] = "rollback;\n";
    const char *commit = script_commit(script);
    char *tried = commit == NULL ? NULL : malloc(strlen(script) + sizeof rollback);
    if (tried == NULL)
        return NULL;
    memcpy(tried, script, (size_t)(commit - script));
    strcpy(stpcpy(tried + (commit - script), rollback), commit + strlen(PAWL_SCRIPT_COMMIT));
    return tried;
}

/* Who is on call needs no rights of his own to go on with a migration: another has begun, who has them. */
static void help_with_others(struct call *call) {
    error_help(&call->err, "apply it as a login that deploys, whose rights share/doc/pawl/runtime/MARIADB.md "
                           "lists: any such login continues an interrupted migration");
}

/* Which version is there in place of the one that this leads from. */
static void help_with_versions(struct call *call, const struct steps *steps) {
    for (size_t i = 0; i < steps->count; i++) {
        const struct migration_step *step = &steps->list[i];
        if (*step->deployed == '\0' || strcmp(step->deployed, step->from) == 0 || step->is_done)
            continue;
        error_help(&call->err,
                   step->is_past ? "machine %s has had this migration, and is of version %s by now"
                                 : "machine %s is of version %s: write the migration from that: pawl diff "
                                   "OLD.fsm NEW.fsm --sql=%s > FILE.sql",
                   step->name, step->deployed, pawl_dialect(call->db));
        return;
    }
}

static bool has_begun(const json_t *migrating, const struct steps *steps) {
    for (size_t i = 0; i < steps->count; i++) {
        if (json_object_get(migrating, steps->list[i].name) != NULL)
            return true;
    }
    return false;
}

static int run_script(struct call *call, const char *path, const char *script, const struct steps *steps,
                      bool dry) {
    char *tried = !dry                                ? NULL
                  : handle_deploys_in_steps(call->db) ? checks_alone(script)
                                                      : without_commit(script);
    if (dry && tried == NULL)
        return usage_error(call, "%s is no whole migration", path);
    json_t *migrating = migrating_now(call);
    if (migrating == NULL) {
        free(tried);
        return database_error(call);
    }
    const bool begun = has_begun(migrating, steps);
    json_decref(migrating);
    const enum pawl_status status = pawl_migrate(call->db, dry ? tried : script, &call->err);
    free(tried);
    if (status == PAWL_OK)
        return EXIT_DONE;
    if (begun && right_is_denied(call->db, &call->err))
        help_with_others(call);
    if (status == PAWL_MISMATCH)
        help_with_versions(call, steps);
    const int exit_status = answer_error(call, status);
    return status == PAWL_MISMATCH ? EXIT_REFUSED : exit_status; /* it is for another version */
}

static int check_hooks(struct call *call, const struct steps *steps) {
    int status = EXIT_DONE;
    for (size_t i = 0; status == EXIT_DONE && i < steps->count; i++) {
        struct models models;
        status = models_read(call, steps->list[i].name, &models);
        if (status == EXIT_DONE) {
            const int problems = hooks_check(call, models.models, hook_problem_say, NULL);
            status = problems < 0 ? database_error(call) : problems > 0 ? EXIT_REFUSED : EXIT_DONE;
        }
        models_free(&models);
    }
    return status;
}

int refuse_half(struct call *call, const char *path, const char *format, ...) {
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    error_set(&call->err, PAWL_MISUSE, "%s is not whole: %s", path, what);
    error_help(&call->err, "write it again with pawl, and apply that");
    return answer_error(call, PAWL_MISUSE);
}

/* That the versions of the script are there, and not only that it came to its end. */
static int check_versions(struct call *call, const char *path, const struct steps *steps) {
    struct steps *now = malloc(sizeof *now);
    int status = EXIT_DONE;
    if (now == NULL)
        return memory_error(call);
    *now = *steps;
    for (size_t i = 0; i < now->count; i++)
        now->list[i].is_done = false;
    if (!database_rows(call, call->dialect->versions, NULL, 0, note_version, now))
        status = database_error(call);
    for (size_t i = 0; status == EXIT_DONE && i < now->count; i++)
        if (!now->list[i].is_done)
            status = refuse_half(call, path, "after it machine %s is not of version %s", now->list[i].name,
                                 now->list[i].to);
    free(now);
    return status;
}

int migrate(struct call *call, const char *path, const char *script, const json_t *header, bool dry) {
    bool has_registry;
    if (!database_any(call, call->dialect->find_registry, NULL, 0, &has_registry))
        return database_error(call);
    if (!has_registry)
        return refused("a migration changes a deployed machine: apply the SQL of the machine itself here",
                       "no machine is deployed in this database; nothing was changed");
    int64_t schema;
    if (schema_look(call->db, &schema, &call->err) != PAWL_OK ||
        (schema > PAWL_SCHEMA_VERSION && schema_judge(schema, &call->err) != PAWL_OK))
        return database_error(call);
    if (dry && schema != PAWL_SCHEMA_VERSION)
        return refused(
            "apply the SQL of the deployed version, as this version of pawl writes it, and try again",
            "the shared schema here is of version %" PRId64 ", and would be upgraded to %d first", schema,
            PAWL_SCHEMA_VERSION);
    struct steps *steps = calloc(1, sizeof *steps);
    if (steps == NULL)
        return usage_error(call, "out of memory");
    if (!read_steps(header, steps)) {
        free(steps);
        return usage_error(call, "%s is no migration that this version of pawl has written", path);
    }
    if (!database_rows(call, call->dialect->versions, NULL, 0, note_version, steps)) {
        free(steps);
        return database_error(call);
    }
    int status = run_script(call, path, script, steps, dry);
    if (status == EXIT_DONE && !dry)
        status = check_versions(call, path, steps);
    struct list machines = list_new(call, "machines", NULL);
    if (status == EXIT_DONE && !call->json && schema != PAWL_SCHEMA_VERSION)
        say("schema: upgraded from %" PRId64 " to %d\n", schema, PAWL_SCHEMA_VERSION);
    for (size_t i = 0; status == EXIT_DONE && i < steps->count; i++)
        migrate_report(call, &steps->list[i], dry, &machines);
    if (status == EXIT_DONE)
        lists_print(&machines, 1, NULL);
    if (status == EXIT_DONE && !dry)
        status = check_hooks(call, steps);
    list_free(&machines);
    free(steps);
    return status;
}
