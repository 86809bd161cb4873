#include "migrate.h"
#include "database/frozen.h"
#include "database/model.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"
#include "script_file.h"

#include <inttypes.h>
#include <string.h>

static void look_at_version(struct migration_step *step, const struct row_set *versions) {
    for (EACH_ROW(row, *versions)) {
        const bool is_deployed = row[2].number != 0;
        if (strcmp(step->name, row[0].text) == 0 && strcmp(step->to, row[1].text) == 0) {
            step->is_done = is_deployed;
            step->is_past = !is_deployed;
        }
        if (is_deployed &&
            (strcmp(step->name, row[0].text) == 0 || strcmp(step->from_name, row[0].text) == 0))
            step->deployed = row[1].text;
    }
}

/* An interrupted migration leaves the old version recorded as deployed. */
static void look_at_begun(struct migration_step *step, const json_t *migrating) {
    const json_t *begun = json_object_get(migrating, step->from_name);
    if (begun == NULL)
        begun = json_object_get(migrating, step->name);
    step->begun = text_of(begun, "fingerprint");
    step->is_done &= begun == NULL;
}

bool migration_is_begun(const struct migration_step *step) {
    return step->begun != NULL && strcmp(step->begun, step->to) == 0;
}

static bool has_texts(const json_t *object, const char *const *keys) {
    while (*keys != NULL && text_of(object, *keys) != NULL)
        keys++;
    return *keys == NULL;
}

/* Whether a machine's entry has all that `apply` and `plan` read of it. */
static bool is_whole_entry(const json_t *entry) {
    static const char *const version[] = {"name", "fingerprint", NULL}, *const history[] = {"history", NULL};
    static const struct {
        const char *list, *keys[4];
    } lists[] = {{"changes", {"class", "sentence"}},
                 {"obstacles", {"reason", "rows"}},
                 {"locks", {"mode", "effect", "object"}},
                 {"work", {"kind", "task", "of"}}};
    const json_t *back = json_object_get(entry, "back"), *stuck = json_object_get(back, "in_the_way");
    bool is_whole = has_texts(entry, version) && has_texts(json_object_get(entry, "from"), version) &&
                    has_texts(entry, history) && json_is_array(stuck);
    for (EACH_ITEM(item, stuck))
        is_whole = is_whole && json_is_string(*item);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const json_t *list = json_object_get(entry, lists[i].list);
        is_whole = is_whole && json_is_array(list);
        for (EACH_ITEM(item, list))
            is_whole = is_whole && has_texts(*item, lists[i].keys);
    }
    return is_whole;
}

struct steps migration_steps_read(struct call *call, const char *path, const json_t *header) {
    const json_t *listed = json_object_get(header, "migrates");
    struct steps steps = {.list = arena_alloc(memory, (json_array_size(listed) + 1) * sizeof *steps.list)};
    bool is_whole = json_is_array(listed);
    for (EACH_ITEM(migrates, listed)) {
        const json_t *from = json_object_get(*migrates, "from");
        is_whole = is_whole && is_whole_entry(*migrates);
        steps.list[steps.count++] = (struct migration_step){.header = *migrates,
                                                            .from_name = text_of(from, "name"),
                                                            .from = text_of(from, "fingerprint"),
                                                            .name = text_of(*migrates, "name"),
                                                            .to = text_of(*migrates, "fingerprint"),
                                                            .accepts_old = flag_of(*migrates, "accepts_old")};
    }
    if (!is_whole)
        usage_error(
            call,
            "%s: another version of pawl has written this migration: write it again with this one, by "
            "pawl diff OLD.fsm NEW.fsm --sql=%s",
            path, call->dialect->name);
    const struct row_set versions = database_versions(call);
    const json_t *migrating = migrating_now(call);
    for (size_t i = 0; i < steps.count; i++) {
        look_at_version(&steps.list[i], &versions);
        look_at_begun(&steps.list[i], migrating);
    }
    return steps;
}

static const char *sentence(const struct migration_step *step, bool dry) {
    return step->is_done       ? ""
           : step->accepts_old ? "  programs of {from} continue next to those of {fingerprint}, until "
                                 "pawlctl retire {machine} {from}\n"
           : dry               ? "  programs of {from} are refused then\n"
                               : "  programs of {from} are refused from now on\n";
}

static json_t *sentences_of(const struct migration_step *step) {
    json_t *sentences = json_array();
    for (EACH_ITEM(change, json_object_get(step->header, "changes")))
        json_array_append(sentences, json_object_get(*change, "sentence"));
    return sentences;
}

static void migrate_report(const struct call *call, const struct migration_step *step, bool dry,
                           struct list *machines) {
    const bool is_renamed = strcmp(step->from_name, step->name) != 0;
    list_say(machines,
             ROW(row_text("machine", step->name), row_text("fingerprint", step->to),
                 row_text("from", step->from),
                 row_text("outcome", step->is_done ? "nothing new" : "migrated"),
                 row_truth("accepts_old", step->accepts_old), row_truth("dry_run", dry),
                 row_json("changes", sentences_of(step)), row_json("objects", json_array()),
                 row_in_json(false, row_text("before", step->from_name))),
             arena_printf(memory, "{before}: %s{outcome}, {from} -> {fingerprint}%s\n%s",
                          dry && !step->is_done ? "would be " : "",
                          is_renamed ? ", and is called {machine}" : "", sentence(step, dry)));
    for (EACH_ITEM(change, json_object_get(step->header, "changes")))
        if (!call->json && dry && !step->is_done)
            say("  %s\n", text_of(*change, "sentence"));
}

static bool is_deployed(const struct row_set *versions, const char *name, const char *fingerprint) {
    for (EACH_ROW(row, *versions))
        if (strcmp(row[0].text, name) == 0 && strcmp(row[1].text, fingerprint) == 0 && row[2].number != 0)
            return true;
    return false;
}

/* versions: before the migration. */
static void report_added_machines(const json_t *header, const struct row_set *versions, bool dry,
                                  struct list *machines) {
    for (EACH_ITEM(added, json_object_get(header, "machines"))) {
        const char *name = text_of(*added, "name"), *fingerprint = text_of(*added, "fingerprint");
        if (name == NULL || fingerprint == NULL)
            continue;
        const bool was_deployed = is_deployed(versions, name, fingerprint);
        list_say(machines,
                 ROW(row_text("machine", name), row_text("fingerprint", fingerprint),
                     row_text("outcome", was_deployed ? "nothing new" : "created"), row_truth("dry_run", dry),
                     row_json("objects", json_array())),
                 dry && !was_deployed ? "{machine}: would be {outcome} ({fingerprint})\n"
                                      : "{machine}: {outcome} ({fingerprint})\n");
    }
}

/* What a script that is done in steps checks before the first of them, in a transaction that it rolls back
 * then. */
static const char *checks_alone(const char *script) {
    const char *locked = script_line(script, PAWL_SCRIPT_LOCKED), *commit = script_commit(script);
    const char *begin = strchr(script, '\n'); /* of what comes after the header */
    return !locked || !commit || !begin
               ? NULL
               : arena_printf(memory, "%.*s\nset @pawl_is_tried = true;\n%.*sset @pawl_is_tried = null;\n%s",
                              (int)(begin - script), script, (int)(locked - begin), begin, commit);
}

/* The same up to the commit, in whose place all is taken back. */
static const char *without_commit(const char *script) {
    const char *commit = script_commit(script);
    return commit == NULL ? NULL
                          : arena_printf(memory, "%.*srollback;\n%s", (int)(commit - script), script,
                                         commit + strlen(PAWL_SCRIPT_COMMIT));
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
        if (step->deployed == NULL || strcmp(step->deployed, step->from) == 0 || step->is_done ||
            step->begun != NULL)
            continue;
        error_help(&call->err,
                   step->is_past ? "machine %s has had this migration, and is of version %s by now"
                                 : "machine %s is of version %s: write the migration from that: pawl diff "
                                   "OLD.fsm NEW.fsm --sql=%s > FILE.sql",
                   step->name, step->deployed, pawl_dialect(call->db));
        return;
    }
}

static bool has_begun(const struct steps *steps) {
    for (size_t i = 0; i < steps->count; i++)
        if (migration_is_begun(&steps->list[i]))
            return true;
    return false;
}

static void run_script(struct call *call, const char *path, const char *script, const struct steps *steps,
                       bool dry) {
    const char *tried = !dry                                ? script
                        : handle_deploys_in_steps(call->db) ? checks_alone(script)
                                                            : without_commit(script);
    if (tried == NULL)
        usage_error(call, "%s is no whole migration", path);
    const enum pawl_status status = pawl_migrate(call->db, tried, &call->err);
    if (status != PAWL_OK && has_begun(steps) && right_is_denied(call->db, &call->err))
        help_with_others(call);
    if (status == PAWL_MISMATCH) { /* it is for another version */
        help_with_versions(call, steps);
        database_complain(call);
        end(EXIT_REFUSED);
    }
    answer_check(call, status);
}

static int check_hooks(struct call *call, const struct steps *steps) {
    for (size_t i = 0; i < steps->count; i++)
        if (hooks_check(call, models_read(call, steps->list[i].name).models, hook_problem_say, NULL) > 0)
            return EXIT_REFUSED;
    return EXIT_DONE;
}

/* That the versions of the script are there, and not only that it came to its end. */
static void check_versions(struct call *call, const char *path, const struct steps *steps,
                           const json_t *header) {
    const struct row_set versions = database_versions(call);
    for (size_t i = 0; i < steps->count; i++) {
        struct migration_step now = steps->list[i];
        now.is_done = false;
        look_at_version(&now, &versions);
        if (!now.is_done)
            refuse_half(call, path, "after it machine %s is not of version %s", now.name, now.to);
    }
    for (EACH_ITEM(added, json_object_get(header, "machines"))) {
        const char *name = text_of(*added, "name"), *fingerprint = text_of(*added, "fingerprint");
        if (name != NULL && fingerprint != NULL && !is_deployed(&versions, name, fingerprint))
            refuse_half(call, path, "after it machine %s is not of version %s", name, fingerprint);
    }
}

int migrate(struct call *call, const char *path, const char *script, const json_t *header, bool dry) {
    int64_t schema;
    if (!database_has_table(call, "pawl_machines"))
        refused("a migration changes a deployed machine: apply the SQL of the machine itself here",
                "no machine is deployed in this database; nothing was changed");
    if (schema_look(call->db, &schema, &call->err) != PAWL_OK ||
        (schema > PAWL_SCHEMA_VERSION && schema_judge(schema, &call->err) != PAWL_OK))
        database_error(call);
    if (dry && schema != PAWL_SCHEMA_VERSION)
        refused("apply the SQL of the deployed version, as this version of pawl writes it, and try again",
                "the shared schema here is of version %" PRId64 ", and would be upgraded to %d first", schema,
                PAWL_SCHEMA_VERSION);
    const struct steps steps = migration_steps_read(call, path, header);
    const struct row_set before = database_versions(call);
    run_script(call, path, script, &steps, dry);
    if (!dry)
        check_versions(call, path, &steps, header);
    struct list machines = list_new(call, "machines", NULL);
    if (!call->json && schema != PAWL_SCHEMA_VERSION)
        say("schema: upgraded from %" PRId64 " to %d\n", schema, PAWL_SCHEMA_VERSION);
    for (size_t i = 0; i < steps.count; i++)
        migrate_report(call, &steps.list[i], dry, &machines);
    report_added_machines(header, &before, dry, &machines);
    lists_print(&machines, 1, NULL);
    return dry ? EXIT_DONE : check_hooks(call, &steps);
}
