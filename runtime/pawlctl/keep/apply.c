#include "adopt.h"
#include "database/frozen.h"
#include "database/model.h"
#include "database/objects.h"
#include "keep.h"
#include "migrate.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"
#include "script_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A machine of the file, and what the database has of it. */
struct applied_deployment {
    const char *name, *fingerprint; /* in the file's header, as adopts is */
    const json_t *adopts;           /* see adopt_check */
    bool is_deployed;
    int64_t abi;
    const char *deployed; /* another fingerprint; NULL: none */
    bool is_earlier;      /* that of the file was deployed before that one */
    const char *model;    /* what the database keeps of it; NULL for none */

    /* before, and what has become of it */
    bool was_deployed;
    const char *model_before;
    bool is_renewed;  /* and is another now */
    json_t *own;      /* its objects, of a machine that was deployed */
    json_t *recorded; /* these, and of what all share */
    json_t *before;   /* what was not as recorded; { object: how } */
    json_t *left;     /* what is not even now; { object: where it differs } */
    json_t *open;     /* and is not on record either: SQLite's records, and what is another's */
};

struct file {
    const char *path;
    char *text;
    struct script script;
    json_t *header;
    int64_t schema; /* the version that the database had of what all share */
    struct applied_deployment *deployments;
    size_t count;
    struct row_set flows; /* that were there before */
    bool cannot_run;      /* some guards or effects, which was told */
};

/* ---- the file ----------------------------------------------------------------------------------- */

static bool is_of_kind(const struct file *file, const char *kind) {
    return strcmp(file->script.file, kind) == 0;
}

static bool read_deployments(struct file *file) {
    const json_t *listed = json_object_get(file->header, "machines");
    file->deployments = arena_alloc(memory, (json_array_size(listed) + 1) * sizeof *file->deployments);
    for (EACH_ITEM(json, listed)) {
        const struct applied_deployment deployment = {.name = text_of(*json, "name"),
                                                      .fingerprint = text_of(*json, "fingerprint"),
                                                      .adopts = json_object_get(*json, "adopts")};
        if (deployment.name == NULL || deployment.fingerprint == NULL)
            return false;
        file->deployments[file->count++] = deployment;
    }
    for (EACH_ITEM(json, json_object_get(file->header, "flows")))
        if (text_of(*json, "name") == NULL || text_of(*json, "fingerprint") == NULL)
            return false;
    return true;
}

/* What it deploys, and for which database. */
static void read_header(struct call *call, struct file *file) {
    const char *dialect = file->script.database, *own = call->dialect->name;
    if (is_of_kind(file, PAWL_SCRIPT_SHARED))
        usage_error(call,
                    "%s deploys no machine or flow: apply the file of one, which installs the shared schema",
                    file->path);
    if (!read_deployments(file))
        usage_error(call, "%s is no SQL that this version of pawl has generated", file->path);
    if (file->script.is_distributed) {
        schema_refuse_nodes(call->db, file->path, &call->err);
        database_complain(call);
        end(EXIT_USAGE);
    }
    if (strcmp(dialect, own) != 0)
        usage_error(call, "%s is for %s, and this database is %s: take the file whose name ends in .%s.sql",
                    file->path, dialect, own, own);
}

/* ---- what is there ------------------------------------------------------------------------------ */

static void apply_look(struct call *call, struct file *file) {
    const struct row_set machines = database_machines(call), versions = database_versions(call);
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        deployment->is_deployed = deployment->is_earlier = false;
        deployment->deployed = NULL;
        for (EACH_ROW(row, machines)) {
            if (strcmp(deployment->name, row[0].text) != 0)
                continue;
            deployment->is_deployed = strcmp(deployment->fingerprint, row[1].text) == 0;
            if (deployment->is_deployed) {
                deployment->abi = row[2].number;
                deployment->model = row[3].text;
            } else {
                deployment->deployed = row[1].text;
            }
        }
        for (EACH_ROW(row, versions))
            deployment->is_earlier |= row[2].number == 0 && strcmp(deployment->name, row[0].text) == 0 &&
                                      strcmp(deployment->fingerprint, row[1].text) == 0;
    }
}

static void complain_of_version(const struct call *call, const struct file *file,
                                const struct applied_deployment *deployment) {
    if (deployment->is_earlier)
        complain(arena_printf(memory,
                              "apply the file of that version, or go back by a migration: pawl diff NOW.fsm "
                              "EARLIER.fsm --sql=%s > FILE.sql",
                              call->dialect->name),
                 "machine %s was migrated to version %s, and %s is of the earlier version %s; nothing was "
                 "changed",
                 deployment->name, deployment->deployed, file->path, deployment->fingerprint);
    else
        complain(arena_printf(memory,
                              "apply the migration to it: pawl diff OLD.fsm NEW.fsm --sql=%s > FILE.sql",
                              call->dialect->name),
                 "machine %s is deployed in another version, %s; that of %s is %s; nothing was changed",
                 deployment->name, deployment->deployed, file->path, deployment->fingerprint);
}

static void refuse_other_version(struct call *call, const struct file *file) {
    bool is_refused = false;
    const json_t *migrating = migrating_now(call);
    for (size_t i = 0; i < file->count; i++) {
        const struct applied_deployment *deployment = &file->deployments[i];
        const char *begun = migrating_text(migrating, deployment->name);
        const bool is_other = !deployment->is_deployed && deployment->deployed != NULL;
        if (begun != NULL)
            complain(begun, "machine %s is being migrated; nothing was changed", deployment->name);
        else if (is_other)
            complain_of_version(call, file, deployment);
        is_refused |= begun != NULL || is_other;
    }
    if (is_refused)
        end(EXIT_REFUSED);
}

/* What is recorded of a machine that is deployed already, and of what all share; { object: definition }. */
static json_t *recorded(struct call *call, const char *name) {
    json_t *deployed = objects_deployed(call, name);
    json_object_update(deployed, objects_deployed(call, ""));
    return deployed;
}

/* How an object that is not as it was deployed differs; NULL: what is applied replaces it, whatever it was.
 */
static const char *difference_word(const struct object_difference *difference) {
    static const char *const words[] = {
        [OBJECT_MISSING] = "missing", [OBJECT_CHANGED] = "changed", [OBJECT_UNKNOWN] = "unknown"};
    return difference->state == OBJECT_UNSEEN ? NULL : words[difference->state];
}

/* What is not as `deployed` has it: how, or if `as_present`, what it is now where it differs. */
static json_t *differences(struct call *call, const char *name, const json_t *deployed, bool as_present) {
    struct models models;
    json_t *found = json_object();
    if (models_look(call, name, &models) != EXIT_DONE)
        return found;
    database_exec(call, call->dialect->snapshot);
    json_t *present = database_object(call, models.models->objects, NO_VALUES);
    json_object_update(present, database_object(call, models.models->shared_objects, NO_VALUES));
    for (EACH_DIFFERENCE(each, call, deployed, present))
        if (difference_word(each) != NULL)
            json_object_set_new(found, each->object,
                                as_present ? json_text(each->is == NULL ? "" : each->is)
                                           : json_string(difference_word(each)));
    database_rollback(call);
    return found;
}

static bool same_text(const char *left, const char *right) {
    return left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
}

/* Whether the file has made an object otherwise than it was deployed; what somebody has changed meanwhile is
 * told by itself. */
static bool has_other_objects(struct call *call, const struct applied_deployment *deployment) {
    const json_t *now = deployment->own == NULL ? NULL : objects_deployed(call, deployment->name);
    for (EACH_DIFFERENCE(each, call, deployment->own, now))
        if (difference_word(each) != NULL && json_object_get(deployment->before, each->object) == NULL)
            return true;
    return false;
}

/* What was applied is there, and not only has the file come to its end. */
static void look_afterwards(struct call *call, struct file *file) {
    apply_look(call, file);
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        if (!deployment->is_deployed)
            refuse_half(call, file->path, "after it machine %s is not deployed", deployment->name);
        deployment->is_renewed =
            deployment->was_deployed &&
            (!same_text(deployment->model_before, deployment->model) || has_other_objects(call, deployment));
    }
}

/* ---- doing it ----------------------------------------------------------------------------------- */

/* Of guards and effects that cannot run. */
struct hook_problems {
    const struct call *call;
    size_t of_rights, of_others; /* of_rights: Pawl's owner lacks them (SQLSTATE 42501) */
};

static void count_hook_problem(void *context, const char *message, const char *help) {
    struct hook_problems *problems = context;
    if (strcmp(problems->call->err.sqlstate, "42501") == 0)
        problems->of_rights++;
    else
        problems->of_others++;
    hook_problem_say(NULL, message, help);
}

/* The model with which the file registers a machine, a literal in which quotes are doubled. */
static int read_written_model(const struct call *call, const struct file *file, const char *name,
                              struct models *models) {
    const char *literal = strstr(file->text, arena_printf(memory, "'{\"name\":\"%s\",", name));
    struct text model = TEXT_INIT;
    for (const char *at = literal == NULL ? "" : literal + 1; *at != '\0'; text_char(&model, *at++))
        if (*at == '\'' && *++at != '\'')
            break;
    return models_take(call, name, literal == NULL ? NULL : text_keep(&model, memory), models);
}

/* Whether all of them can. */
static bool check_hooks(struct call *call, const struct file *file, bool dry, struct hook_problems *found) {
    const bool is_made = !dry || !handle_deploys_in_steps(call->db);
    *found = (struct hook_problems){.call = call};
    for (size_t i = 0; i < file->count; i++) {
        const char *name = file->deployments[i].name;
        struct models models;
        if ((is_made ? models_look(call, name, &models) : read_written_model(call, file, name, &models)) !=
            EXIT_DONE)
            continue; /* which has said why */
        if (!is_made && file->schema == SCHEMA_NONE && !file->script.no_roles &&
            json_array_size(models.models->hooks) > 0)
            say_error("pawlctl: %s: not checked before the first deployment: rights of guards and effects\n",
                      name);
        hooks_check(call, models.models, count_hook_problem, found);
    }
    return found->of_rights + found->of_others == 0;
}

/* That it is there; a database that has looked for itself would have failed. */
static void check_parents(struct call *call, const struct file *file) {
    for (size_t i = 0; i < file->count; i++) {
        struct models models;
        if (models_look(call, file->deployments[i].name, &models) != EXIT_DONE ||
            models.models->parent == NULL)
            continue;
        if (json_object_size(database_columns(call, models.models->parent)) == 0)
            refused("create it, and apply the file again",
                    "there is no table %s, whose rows machine %s moves; nothing was changed",
                    models.models->parent, models.models->name);
    }
}

static bool was_deployed(const struct file *file) {
    for (size_t i = 0; i < file->count; i++)
        if (file->deployments[i].was_deployed)
            return true;
    return false;
}

/* What the file has done and not committed is kept where the database can run its guards and effects. */
static void commit_what_runs(struct call *call, struct file *file, bool dry) {
    struct hook_problems problems;
    check_parents(call, file);
    const bool can_run = check_hooks(call, file, dry, &problems);
    /* the owner may not exist yet, so a lack of rights does not keep the machine from being deployed */
    file->cannot_run = !can_run && dry && problems.of_others == 0 && !was_deployed(file);
    if (!can_run && !file->cannot_run)
        refused("correct their SQL, or create the missing object, and apply the file again",
                "%s: guards or effects cannot run; nothing was changed", file->path);
    if (dry)
        look_afterwards(call, file);
    else
        database_commit(call);
    database_rollback(call);
}

/* Takes the last statement away, so that what the others have done can be looked at first. */
static void cut_commit(char *text) {
    const char *commit = script_commit(text);
    if (commit != NULL)
        text[commit - text] = '\0';
}

/* Likewise the first one: what stands before it are comments. */
static void cut_begin(char *text) {
    const char *begin = script_line(text, "begin");
    if (begin != NULL)
        memset(text + (begin - text), ' ', strcspn(begin, ";") + 1);
}

/* Whether SQL of guards and effects is kept as a text, which no database checks before it runs. */
static bool keeps_hooks_as_texts(const struct call *call) {
    return handle_moves_in_steps(call->db);
}

/* Of a dry run of what is done in steps. */
static enum pawl_status check_deployer(struct call *call) {
    struct pawl_error lacking = PAWL_ERROR_INIT;
    right_help_deployer(call->db, &lacking);
    if (*lacking.help == '\0')
        return PAWL_OK;
    error_set(&lacking, PAWL_DB, "the login may not deploy here");
    call->err = lacking;
    return PAWL_DB;
}

/* Whether all that the file does is one transaction, which is looked at before it is committed or, of a dry
 * run, taken back. */
static bool is_one_transaction(const struct call *call, bool dry) {
    return keeps_hooks_as_texts(call) || (dry && !handle_deploys_in_steps(call->db));
}

/*
 * What machines share is repaired, too, where somebody has changed it. Where the file is looked at before it
 * is committed, this is part of the same transaction.
 */
static void install_schema(struct call *call, struct file *file, bool dry) {
    const bool is_one = is_one_transaction(call, dry);
    error_clear(&call->err);
    if (!keeps_hooks_as_texts(call) && !dry) {
        if (schema_install_anew(call->db, file->script.no_roles, &file->schema, &call->err) != PAWL_OK)
            database_error(call);
        return;
    }
    enum pawl_status status = schema_look_before(call->db, &file->schema, &call->err);
    if (status == PAWL_OK && file->schema > PAWL_SCHEMA_VERSION)
        status = schema_judge(file->schema, &call->err);
    if (status == PAWL_OK && !is_one)
        status = check_deployer(call);
    if (status != PAWL_OK)
        database_error(call);
    if (!is_one)
        return;
    char *script = schema_script(call->db, file->script.no_roles);
    if (script == NULL)
        arena_exhausted();
    cut_commit(script);
    cut_begin(file->text);
    database_exec(call, script);
    free(script);
}

/* The state of the database, if the error does not name it: no other message covers the shared schema. */
static const char *after_failure(const struct call *call, const struct file *file, bool is_one) {
    const char *so_far = schema_after_failure(call->db);
    return !is_one && !handle_deploys_in_steps(call->db) && file->schema == SCHEMA_NONE
               ? "the shared schema, which this command created, stays"
           : strstr(call->err.message, so_far) != NULL ? ""
                                                       : so_far;
}

static void say_what_helps(struct call *call, const struct file *file, bool is_one) {
    const bool is_table_missing =
        strcmp(call->err.sqlstate, "42P01") == 0 || strcmp(call->err.sqlstate, "42S02") == 0;
    const char *others = is_table_missing ? "the tables that the machines refer to must exist" : "";
    judge_right(call->db, ROLE_DEPLOYER, PAWL_DB, &call->err);
    const char *after = after_failure(call, file, is_one);
    const char *own = copy_of(*call->err.help == '\0' ? others : call->err.help);
    error_help(&call->err, "%s%s%s", after, *after == '\0' || *own == '\0' ? "" : "; ", own);
}

static void run_file(struct call *call, struct file *file, bool dry) {
    const bool is_one = is_one_transaction(call, dry);
    if (is_one && script_commit(file->text) == NULL)
        refuse_half(call, file->path, "it ends without its commit; nothing was changed");
    if (is_one)
        cut_commit(file->text);
    error_clear(&call->err);
    if (apply_schema(call->db, file->text, &call->err) == PAWL_OK) {
        if (is_one)
            commit_what_runs(call, file, dry);
        else if (script_check_end(call->db, &call->err) != PAWL_OK)
            refuse_half(call, file->path, "it ends without its commit; nothing was changed");
        return;
    }
    /* what the file itself says, and not the database */
    const bool is_refused =
        strcmp(call->err.sqlstate, "PW001") == 0 || strcmp(call->err.sqlstate, "45000") == 0;
    database_rollback(call);
    if (!is_refused)
        say_what_helps(call, file, is_one);
    database_complain(call);
    end(is_refused ? EXIT_REFUSED : EXIT_DATABASE);
}

/* What has become of an object that was not as recorded. */
static const char *now_said(const struct applied_deployment *deployment, const char *object) {
    return json_object_get(deployment->left, object) == NULL ? "is as deployed again"
           : json_object_get(deployment->open, object) == NULL
               ? "is recorded as it is now"
               : "is left so: drop it, and apply the file again";
}

static const char *outcome_word(const struct applied_deployment *deployment) {
    return !deployment->was_deployed ? "created" : deployment->is_renewed ? "renewed" : "nothing new";
}

/* Of a dry run nobody knows what will be left. */
static json_t *objects_json(const struct applied_deployment *deployment, bool dry) {
    json_t *objects = json_array();
    for (EACH_MEMBER(object, deployment->before))
        json_array_append_new(objects,
                              json_pack("{s:s, s:O, s:s?}", "object", object->name, "was", object->value,
                                        "now", dry ? NULL : now_said(deployment, object->name)));
    return objects;
}

static void apply_report(const struct call *call, const struct applied_deployment *deployment, bool dry,
                         struct list *machines) {
    list_say(machines,
             ROW(row_text("machine", deployment->name), row_text("fingerprint", deployment->fingerprint),
                 row_text("outcome", outcome_word(deployment)), row_truth("dry_run", dry),
                 row_json("objects", objects_json(deployment, dry))),
             dry && (!deployment->was_deployed || deployment->is_renewed)
                 ? "{machine}: would be {outcome} ({fingerprint})\n"
                 : "{machine}: {outcome} ({fingerprint})\n");
    if (call->json)
        return;
    for (EACH_MEMBER(object, deployment->before)) {
        const char *is = json_string_value(json_object_get(deployment->left, object->name));
        const bool is_seen = is != NULL && *is != '\0';
        say("  %s was %s%s%s%s%s%s\n", object->name, object->text, dry ? "" : ", and ",
            dry ? "" : now_said(deployment, object->name), is_seen ? ": `" : "", is_seen ? is : "",
            is_seen ? "`" : "");
    }
}

/* What has become of what all machines share. */
static const char *schema_outcome(const struct file *file) {
    return file->schema == SCHEMA_NONE           ? "created"
           : file->schema == PAWL_SCHEMA_VERSION ? "nothing new"
                                                 : "upgraded";
}

static void tell_schema(const struct file *file, bool dry) {
    if (file->schema == SCHEMA_NONE)
        say("schema: %screated\n", dry ? "would be " : "");
    else if (file->schema != PAWL_SCHEMA_VERSION)
        say("schema: %supgraded from %" PRId64 " to %d\n", dry ? "would be " : "", file->schema,
            PAWL_SCHEMA_VERSION);
}

/* A version of a flow is entered beside those that are there. */
static void tell_flow(const struct file *file, const json_t *flow, bool dry, struct list *list) {
    const char *name = text_of(flow, "name"), *fingerprint = text_of(flow, "fingerprint");
    bool was_deployed = false, has_other_version = false;
    for (EACH_ROW(row, file->flows)) {
        const bool is_same = strcmp(row[1].text, fingerprint) == 0;
        was_deployed |= strcmp(row[0].text, name) == 0 && is_same;
        has_other_version |= strcmp(row[0].text, name) == 0 && !is_same;
    }
    const char *outcome = was_deployed ? "nothing new" : has_other_version ? "another version" : "created";
    list_say(list,
             ROW(row_text("flow", name), row_text("fingerprint", fingerprint), row_text("outcome", outcome),
                 row_truth("dry_run", dry),
                 row_in_json(false, row_text("would", dry && !was_deployed ? "would be " : ""))),
             !was_deployed && has_other_version
                 ? "{flow}: {would}entered next to its other versions ({fingerprint})\n"
                 : "{flow}: {would}{outcome} ({fingerprint})\n");
}

/* Before it is applied. */
static void look_at_deployed(struct call *call, struct applied_deployment *deployment) {
    deployment->was_deployed = deployment->is_deployed;
    if (!deployment->is_deployed || deployment->abi != PAWL_ABI) /* its objects had other names */
        return;
    deployment->model_before = deployment->model;
    deployment->own = objects_deployed(call, deployment->name);
    deployment->recorded = recorded(call, deployment->name);
    deployment->before = differences(call, deployment->name, deployment->recorded, false);
}

static int apply(struct call *call, struct file *file) {
    const bool dry = option(call, "--dry-run") != NULL, runs = !dry || is_one_transaction(call, dry);
    struct list machines = list_new(call, "machines", NULL), flows = list_new(call, "flows", NULL);
    struct hook_problems problems;
    bool adopts = false;
    apply_look(call, file);
    file->flows = database_flows(call);
    refuse_other_version(call, file);
    for (size_t i = 0; i < file->count; i++)
        if (!file->deployments[i].is_deployed)
            adopts |= adopt_check(call, file->deployments[i].adopts, file->deployments[i].name,
                                  option(call, "--adopt") != NULL);
    for (size_t i = 0; i < file->count; i++)
        look_at_deployed(call, &file->deployments[i]);
    if (runs && adopts && call->dialect->adopt != NULL)
        database_exec(call, call->dialect->adopt);
    install_schema(call, file, dry);
    if (runs)
        run_file(call, file, dry);
    if (!dry)
        look_afterwards(call, file);
    if (!call->json)
        tell_schema(file, dry);
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        if (!dry && json_object_size(deployment->before) > 0) {
            deployment->left = differences(call, deployment->name, deployment->recorded, true);
            deployment->open = differences(call, deployment->name, recorded(call, deployment->name), false);
        }
        apply_report(call, deployment, dry, &machines);
    }
    for (EACH_ITEM(flow, json_object_get(file->header, "flows")))
        tell_flow(file, *flow, dry, &flows);
    row_tell(call, ROW(row_text("schema", schema_outcome(file)), row_list(&machines), row_list(&flows)), "");
    if (!is_one_transaction(call, dry))
        file->cannot_run = !check_hooks(call, file, dry, &problems);
    if (file->cannot_run)
        refused("do the steps above, and apply the file again: it ends with 0 when all of them can run",
                "%s: %s, but transitions with these guards or effects fail until they can run", file->path,
                dry ? "it would be applied" : "it is deployed");
    return EXIT_DONE;
}

static int apply_file(struct call *call, const char *path) {
    const struct script_file read = script_file_read(call, path, call->operand_count > 1);
    if (read.header == NULL)
        return EXIT_DONE; /* which each of the others brings */
    struct file file = {.path = path, .text = read.text, .script = read.script, .header = read.header};
    const char *script = script_without_shell(file.text);
    if (is_of_kind(&file, PAWL_SCRIPT_MIGRATION))
        return migrate(call, path, script, file.header, option(call, "--dry-run") != NULL);
    memmove(file.text, script, strlen(script) + 1);
    read_header(call, &file);
    return apply(call, &file);
}

/* Names the files that were not applied. context: the first of them. */
static void say_what_is_left(void *context) {
    for (const char *const *path = context; *path != NULL; path++)
        say_error("pawlctl: %s was not applied, since the file before it has failed\n", *path);
}

int command_apply(struct call *call) {
    if (call->operand_count > 1 && call->json)
        usage_error(call, "with --json, apply takes one file at a time");
    struct row_set deploying = {0};
    if (call->dialect->deploying != NULL)
        database_try_query(call, call->dialect->deploying, NO_VALUES, 2, &deploying);
    for (EACH_ROW(row, deploying)) { /* connection, login or null */
        const bool is_named = row[1].text != NULL;
        say_error("pawlctl: waits for another deployment, of connection %" PRId64 "%s%s%s: kill %" PRId64
                  " ends it\n",
                  row[0].number, is_named ? " (" : "", is_named ? row[1].text : "", is_named ? ")" : "",
                  row[0].number);
    }
    if (option(call, "--test-clock") != NULL)
        pawl_test_clock_set_up(call->db, NULL);
    const char *roles = option(call, "--roles");
    error_clear(&call->err);
    if (roles != NULL)
        answer_check(call, roles_choose(call->db, arena_printf(memory, "%s_", roles), &call->err));
    call->at_end = say_what_is_left;
    for (size_t i = 0; i < call->operand_count; i++) {
        call->at_end_context = &call->operands[i + 1];
        const int status = apply_file(call, call->operands[i]);
        if (status != EXIT_DONE)
            return status;
    }
    return EXIT_DONE;
}
