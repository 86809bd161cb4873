#include "adopt.h"
#include "apply_flows.h"
#include "database/database.h"
#include "database/hooks.h"
#include "database/migrating.h"
#include "database/model.h"
#include "database/objects.h"
#include "keep.h"
#include "migrate.h"
#include "say/json.h"
#include "say/print.h"
#include "say/row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MACHINES_MAX = 256, NAME_SIZE = 64 };

/* A machine of the file, and what the database has of it. */
struct applied_deployment {
    const char *name, *fingerprint; /* in the file's header, as adopts is */
    const json_t *adopts;           /* see adopt_check */
    bool is_deployed;
    int64_t abi;
    char deployed[NAME_SIZE]; /* another fingerprint; "" where there is none */
    bool is_earlier;          /* that of the file was deployed before that one */
    char *model;              /* what the database keeps of it; NULL for none */

    /* before, and what has become of it */
    bool was_deployed;
    char *model_before;
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
    struct applied_deployment deployments[MACHINES_MAX];
    size_t count;
    struct flow_deployments flows;
    int hooks; /* REFUSED: some guards or effects cannot run, which was told */
};

/* ---- the file ----------------------------------------------------------------------------------- */

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0;
    if (file == NULL)
        return NULL;
    const ssize_t length = getdelim(&text, &capacity, '\0', file);
    const bool failed = length <= 0 || text[length - 1] == '\0' || ferror(file) != 0;
    fclose(file);
    if (!failed)
        return text;
    free(text);
    errno = errno == 0 ? EINVAL : errno;
    return NULL;
}

static bool has_ending(const char *path, const char *ending) {
    const size_t length = strlen(path), ending_length = strlen(ending);
    return length > ending_length && strcmp(path + length - ending_length, ending) == 0;
}

static void refuse_source(const struct call *call, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    const int length = (int)(strlen(name) - strlen(".fsm"));
    const char *dialect = pawl_dialect(call->db);
    usage_error(call,
                "%s is not compiled: pawl %s --databases=%s -o gen, and then pawlctl apply gen/%.*s.%s.sql",
                path, path, dialect, length, name, dialect);
}

static bool is_of_kind(const struct file *file, const char *kind) {
    return strcmp(file->script.file, kind) == 0;
}

static bool read_deployments(struct file *file) {
    const json_t *listed = json_object_get(file->header, "machines"), *json;
    size_t i;
    json_array_foreach(listed, i, json) {
        const struct applied_deployment deployment = {.name = text_of(json, "name"),
                                                      .fingerprint = text_of(json, "fingerprint"),
                                                      .adopts = json_object_get(json, "adopts")};
        if (deployment.name == NULL || deployment.fingerprint == NULL || file->count == MACHINES_MAX)
            return false;
        file->deployments[file->count++] = deployment;
    }
    return flows_read_header(&file->flows, file->header);
}

/* What it deploys, and for which database. */
static bool read_header(struct call *call, struct file *file) {
    const char *dialect = file->script.database, *own = pawl_dialect(call->db);
    if (is_of_kind(file, PAWL_SCRIPT_SHARED)) {
        usage_error(call,
                    "%s deploys no machine or flow: apply the file of one, which installs the shared schema",
                    file->path);
    } else if (!read_deployments(file)) {
        usage_error(call, "%s is no SQL that this version of pawl has generated", file->path);
    } else if (file->script.is_distributed) {
        answer_error(call, schema_refuse_nodes(call->db, file->path, &call->err));
    } else if (strcmp(dialect, own) != 0) {
        usage_error(call, "%s is for %s, and this database is %s: take the file whose name ends in .%s.sql",
                    file->path, dialect, own, own);
    } else {
        return true;
    }
    return false;
}

/* ---- what is there ------------------------------------------------------------------------------ */

static enum pawl_status note_deployed(void *context, const struct cell *cells, struct pawl_error *err) {
    struct file *file = context;
    (void)err;
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        if (strcmp(deployment->name, cells[0].text) != 0)
            continue;
        if (strcmp(deployment->fingerprint, cells[1].text) == 0) {
            deployment->is_deployed = true;
            deployment->abi = cells[2].number;
            free(deployment->model);
            deployment->model = copy_of(cells[3].text);
        } else {
            snprintf(deployment->deployed, sizeof deployment->deployed, "%s", cells[1].text);
        }
    }
    return PAWL_OK;
}

static enum pawl_status note_earlier(void *context, const struct cell *cells, struct pawl_error *err) {
    struct file *file = context;
    (void)err;
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        deployment->is_earlier |= cells[2].number == 0 && strcmp(deployment->name, cells[0].text) == 0 &&
                                  strcmp(deployment->fingerprint, cells[1].text) == 0;
    }
    return PAWL_OK;
}

static bool apply_look(struct call *call, struct file *file) {
    const struct database_dialect *dialect = call->dialect;
    for (size_t i = 0; i < file->count; i++) {
        file->deployments[i].is_deployed = file->deployments[i].is_earlier = false;
        file->deployments[i].deployed[0] = '\0';
    }
    return database_rows_where(call, dialect->find_registry, dialect->machines, note_deployed, file) &&
           database_rows_where(call, dialect->find_registry, dialect->versions, note_earlier, file);
}

static int refuse_deployed(const struct call *call, const struct file *file,
                           const struct applied_deployment *deployment) {
    char help[256];
    if (deployment->is_earlier) {
        snprintf(help, sizeof help,
                 "apply the file of that version, or go back by a migration: pawl diff NOW.fsm EARLIER.fsm "
                 "--sql=%s > FILE.sql",
                 pawl_dialect(call->db));
        return refused(help,
                       "machine %s was migrated from version %s, of which %s is, and is now of %s; nothing "
                       "was changed",
                       deployment->name, deployment->fingerprint, file->path, deployment->deployed);
    }
    snprintf(help, sizeof help, "apply the migration to it: pawl diff OLD.fsm NEW.fsm --sql=%s > FILE.sql",
             pawl_dialect(call->db));
    return refused(help,
                   "machine %s is deployed in another version, %s; that of %s is %s; nothing was changed",
                   deployment->name, deployment->deployed, file->path, deployment->fingerprint);
}

static int refuse_other_version(struct call *call, const struct file *file) {
    int status = EXIT_DONE;
    char begun[MIGRATING_SIZE];
    json_t *migrating = migrating_now(call);
    if (migrating == NULL)
        return database_error(call);
    for (size_t i = 0; i < file->count; i++) {
        const struct applied_deployment *deployment = &file->deployments[i];
        if (*migrating_text(migrating, deployment->name, begun) != '\0')
            status = refused(begun, "machine %s is being migrated; nothing was changed", deployment->name);
        else if (!deployment->is_deployed && deployment->deployed[0] != '\0')
            status = refuse_deployed(call, file, deployment);
    }
    json_decref(migrating);
    return status;
}

/* What is recorded of a machine that is deployed already, and of what all share; { object: definition }. */
static json_t *recorded(struct call *call, const char *name) {
    json_t *deployed = objects_deployed(call, name), *shared = objects_deployed(call, "");
    json_object_update(deployed, shared);
    json_decref(shared);
    return deployed;
}

static void add_difference(void *context, const char *object, enum object_state state, const char *was,
                           const char *is) {
    static const char *const words[] = {
        [OBJECT_MISSING] = "missing", [OBJECT_CHANGED] = "changed", [OBJECT_UNKNOWN] = "unknown"};
    (void)was, (void)is;
    if (state != OBJECT_UNSEEN) /* what is applied replaces it, whatever it was */
        json_object_set_new(context, object, json_string(words[state]));
}

static void add_present(void *context, const char *object, enum object_state state, const char *was,
                        const char *is) {
    (void)was;
    if (state != OBJECT_UNSEEN)
        json_object_set_new(context, object, json_text(is == NULL ? "" : is));
}

/* What is not as `deployed` has it, as `add` notes it. */
static json_t *differences(struct call *call, const char *name, json_t *deployed, object_fn *add) {
    struct models models;
    json_t *found = json_object(), *own = NULL, *shared = NULL;
    if (models_read(call, name, &models) == EXIT_DONE && database_exec(call, call->dialect->snapshot) &&
        (own = objects_present(call, models.models->objects)) != NULL &&
        (shared = objects_present(call, models.models->shared_objects)) != NULL) {
        json_object_update(own, shared);
        objects_compare(call, deployed, own, add, found);
    }
    database_rollback(call);
    json_decref(own);
    json_decref(shared);
    models_free(&models);
    return found;
}

static bool same_text(const char *left, const char *right) {
    return left == NULL || right == NULL ? left == right : strcmp(left, right) == 0;
}

/* Whether the file has made an object otherwise than it was deployed; what somebody has changed meanwhile is
 * told by itself. */
static bool has_other_objects(struct call *call, const struct applied_deployment *deployment) {
    const char *object;
    json_t *how, *now = objects_deployed(call, deployment->name), *others = json_object();
    bool is_found = false;
    if (deployment->own != NULL && now != NULL)
        objects_compare(call, deployment->own, now, add_difference, others);
    json_object_foreach(others, object, how) is_found |= json_object_get(deployment->before, object) == NULL;
    json_decref(others);
    json_decref(now);
    return is_found;
}

/* What was applied is there, and not only has the file come to its end. */
static int look_afterwards(struct call *call, struct file *file) {
    if (!apply_look(call, file))
        return database_error(call);
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        if (!deployment->is_deployed)
            return refuse_half(call, file->path, "after it machine %s is not deployed", deployment->name);
        deployment->is_renewed =
            deployment->was_deployed &&
            (!same_text(deployment->model_before, deployment->model) || has_other_objects(call, deployment));
    }
    return EXIT_DONE;
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
static int read_written_model(struct call *call, const struct file *file, const char *name,
                              struct models *models) {
    char begin[32 + NAME_SIZE];
    snprintf(begin, sizeof begin, "'{\"name\":\"%s\",", name);
    const char *literal = strstr(file->text, begin);
    char *model = literal == NULL ? NULL : strdup(literal + 1), *to = model;
    for (const char *at = model; at != NULL && *at != '\0'; *to++ = *at++)
        if (*at == '\'' && *++at != '\'')
            break;
    if (to != NULL)
        *to = '\0';
    const int status = models_take(call, name, model, models);
    free(model);
    return status;
}

/* REFUSED: some cannot run. */
static int check_hooks(struct call *call, const struct file *file, bool dry, struct hook_problems *found) {
    const bool is_made = !dry || !handle_deploys_in_steps(call->db);
    int status = EXIT_DONE;
    *found = (struct hook_problems){.call = call};
    for (size_t i = 0; status != EXIT_DATABASE && i < file->count; i++) {
        const char *name = file->deployments[i].name;
        struct models models;
        if ((is_made ? models_read(call, name, &models) : read_written_model(call, file, name, &models)) !=
            EXIT_DONE)
            continue; /* which has said why */
        if (!is_made && file->schema == SCHEMA_NONE && !file->script.no_roles &&
            json_array_size(models.models->hooks) > 0)
            say_error("pawlctl: %s: not checked before the first deployment: rights of guards and effects\n",
                      name);
        int problems = hooks_check(call, models.models, count_hook_problem, found);
        if (problems != 0)
            status = problems < 0 ? database_error(call) : EXIT_REFUSED;
        models_free(&models);
    }
    return status;
}

/* That it is there; a database that has looked for itself would have failed. */
static int check_parent(struct call *call, const struct deployed_model *model) {
    json_t *columns = model->parent == NULL ? NULL : database_columns(call, model->parent);
    int status = EXIT_DONE;
    if (model->parent != NULL && columns == NULL)
        status = database_error(call);
    else if (model->parent != NULL && json_object_size(columns) == 0)
        status = refused("create it, and apply the file again",
                         "there is no table %s, whose rows machine %s moves; nothing was changed",
                         model->parent, model->name);
    json_decref(columns);
    return status;
}

static int check_parents(struct call *call, const struct file *file) {
    int status = EXIT_DONE;
    for (size_t i = 0; status == EXIT_DONE && i < file->count; i++) {
        struct models models;
        if (models_read(call, file->deployments[i].name, &models) == EXIT_DONE)
            status = check_parent(call, models.models);
        models_free(&models);
    }
    return status;
}

static bool was_deployed(const struct file *file) {
    for (size_t i = 0; i < file->count; i++)
        if (file->deployments[i].was_deployed)
            return true;
    return false;
}

/* What the file has done and not committed is kept where the database can run its guards and effects. */
static int commit_what_runs(struct call *call, struct file *file, bool dry) {
    int status = check_parents(call, file);
    if (status != EXIT_DONE) {
        database_rollback(call);
        return status;
    }
    struct hook_problems problems;
    status = check_hooks(call, file, dry, &problems);
    /* the owner may not exist yet, so a lack of rights does not keep the machine from being deployed */
    if (status == EXIT_REFUSED && dry && problems.of_others == 0 && !was_deployed(file)) {
        file->hooks = EXIT_REFUSED;
        status = EXIT_DONE;
    }
    if (status == EXIT_REFUSED)
        refused("correct their SQL, or create the missing object, and apply the file again",
                "%s: guards or effects cannot run; nothing was changed", file->path);
    if (status == EXIT_DONE && dry)
        status = look_afterwards(call, file);
    if (status == EXIT_DONE && !dry && !database_commit(call))
        status = database_error(call);
    database_rollback(call);
    return status;
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

/* Whether SQL of guards and effects is kept as a text, which no database has looked at before it is needed.
 */
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
static enum pawl_status install_schema(struct call *call, struct file *file, bool dry) {
    error_clear(&call->err);
    if (!keeps_hooks_as_texts(call) && !dry)
        return schema_install_anew(call->db, file->script.no_roles, &file->schema, &call->err);
    enum pawl_status status = schema_look(call->db, &file->schema, &call->err);
    if (status == PAWL_OK && file->schema > PAWL_SCHEMA_VERSION)
        status = schema_judge(file->schema, &call->err);
    if (status == PAWL_OK && !is_one_transaction(call, dry))
        status = check_deployer(call);
    if (status != PAWL_OK || !is_one_transaction(call, dry))
        return status;
    char *script = schema_script(call->db, file->script.no_roles);
    if (script == NULL)
        return out_of_memory(call);
    cut_commit(script);
    cut_begin(file->text);
    status = database_exec(call, script) ? PAWL_OK : call->err.status;
    free(script);
    return status;
}

/* What has become of the database, where the error does not say it; of what machines share nobody else does.
 */
static const char *after_failure(const struct call *call, const struct file *file, bool is_one) {
    const char *so_far = schema_after_failure(call->db);
    return !is_one && !handle_deploys_in_steps(call->db) && file->schema == SCHEMA_NONE
               ? "the shared schema was created before, and stays"
           : strstr(call->err.message, so_far) != NULL ? ""
                                                       : so_far;
}

static void say_what_helps(struct call *call, const struct file *file, bool is_one) {
    char own[sizeof call->err.help];
    const bool is_table_missing =
        strcmp(call->err.sqlstate, "42P01") == 0 || strcmp(call->err.sqlstate, "42S02") == 0;
    const char *others = is_table_missing ? "the tables that the machines refer to must exist" : "";
    judge_right(call->db, ROLE_DEPLOYER, PAWL_DB, &call->err);
    const char *after = after_failure(call, file, is_one);
    snprintf(own, sizeof own, "%s", *call->err.help == '\0' ? others : call->err.help);
    error_help(&call->err, "%s%s%s", after, *after == '\0' || *own == '\0' ? "" : "; ", own);
}

static int run_file(struct call *call, struct file *file, bool dry) {
    const bool is_one = is_one_transaction(call, dry);
    if (is_one && script_commit(file->text) == NULL)
        return refuse_half(call, file->path, "it ends without its commit; nothing was changed");
    if (is_one)
        cut_commit(file->text);
    error_clear(&call->err);
    if (apply_schema(call->db, file->text, &call->err) == PAWL_OK) {
        if (is_one)
            return commit_what_runs(call, file, dry);
        const enum pawl_status ended = script_check_end(call->db, &call->err);
        return ended == PAWL_OK
                   ? EXIT_DONE
                   : refuse_half(call, file->path, "it ends without its commit; nothing was changed");
    }
    /* what the file itself says, and not the database */
    const bool is_refused =
        strcmp(call->err.sqlstate, "PW001") == 0 || strcmp(call->err.sqlstate, "45000") == 0;
    database_rollback(call);
    if (!is_refused)
        say_what_helps(call, file, is_one);
    database_error(call);
    return is_refused ? EXIT_REFUSED : EXIT_DATABASE;
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
    const char *object;
    json_t *how, *objects = json_array();
    json_object_foreach(deployment->before, object, how) {
        json_array_append_new(objects, json_pack("{s:s, s:O, s:s?}", "object", object, "was", how, "now",
                                                 dry ? NULL : now_said(deployment, object)));
    }
    return objects;
}

static void apply_report(const struct call *call, const struct applied_deployment *deployment, bool dry,
                         struct list *machines) {
    const char *object;
    json_t *how;
    list_say(machines,
             ROW(row_text("machine", deployment->name), row_text("fingerprint", deployment->fingerprint),
                 row_text("outcome", outcome_word(deployment)), row_truth("dry_run", dry),
                 row_json("objects", objects_json(deployment, dry))),
             dry && (!deployment->was_deployed || deployment->is_renewed)
                 ? "{machine}: would be {outcome} ({fingerprint})\n"
                 : "{machine}: {outcome} ({fingerprint})\n");
    if (call->json)
        return;
    json_object_foreach(deployment->before, object, how) {
        const char *is = json_string_value(json_object_get(deployment->left, object));
        const bool is_seen = is != NULL && *is != '\0';
        say("  %s was %s%s%s%s%s%s\n", object, json_string_value(how), dry ? "" : ", and ",
            dry ? "" : now_said(deployment, object), is_seen ? ": `" : "", is_seen ? is : "",
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

static int apply(struct call *call, struct file *file) {
    bool dry = option(call, "--dry-run") != NULL;
    if (!apply_look(call, file) || !flows_look(call, &file->flows))
        return database_error(call);
    int status = refuse_other_version(call, file);
    bool adopts = false;
    for (size_t i = 0; status == EXIT_DONE && i < file->count; i++)
        if (!file->deployments[i].is_deployed)
            status = adopt_check(call, file->deployments[i].adopts, file->deployments[i].name,
                                 option(call, "--adopt") != NULL, &adopts);
    for (size_t i = 0; status == EXIT_DONE && i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        deployment->was_deployed = deployment->is_deployed;
        if (!deployment->is_deployed || deployment->abi != PAWL_ABI) /* its objects had other names */
            continue;
        deployment->model_before = copy_of(deployment->model);
        deployment->own = objects_deployed(call, deployment->name);
        deployment->recorded = recorded(call, deployment->name);
        deployment->before = differences(call, deployment->name, deployment->recorded, add_difference);
    }
    if (status == EXIT_DONE && (!dry || is_one_transaction(call, dry)) && adopts &&
        call->dialect->adopt != NULL && !database_exec(call, call->dialect->adopt))
        status = database_error(call);
    if (status == EXIT_DONE && install_schema(call, file, dry) != PAWL_OK) {
        status = database_error(call);
        database_rollback(call);
    }
    if (status == EXIT_DONE && (!dry || is_one_transaction(call, dry)))
        status = run_file(call, file, dry);
    if (status == EXIT_DONE && !dry)
        status = look_afterwards(call, file);
    if (status == EXIT_DONE && !call->json)
        tell_schema(file, dry);
    struct list machines = list_new(call, "machines", NULL), flows = list_new(call, "flows", NULL);
    for (size_t i = 0; status == EXIT_DONE && i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        if (!dry && json_object_size(deployment->before) > 0) {
            json_t *now = recorded(call, deployment->name);
            deployment->left = differences(call, deployment->name, deployment->recorded, add_present);
            deployment->open = differences(call, deployment->name, now, add_difference);
            json_decref(now);
        }
        apply_report(call, deployment, dry, &machines);
    }
    if (status == EXIT_DONE) {
        flows_tell(&file->flows, dry, &flows);
        row_tell(call, ROW(row_text("schema", schema_outcome(file)), row_list(&machines), row_list(&flows)),
                 "");
    }
    struct hook_problems problems;
    if (status == EXIT_DONE && !is_one_transaction(call, dry))
        file->hooks = check_hooks(call, file, dry, &problems);
    if (status == EXIT_DONE && file->hooks == EXIT_REFUSED)
        refused("do the steps above, and apply the file again: it ends with 0 when all of them can run",
                "%s: %s, but moves with these guards or effects fail until they can run", file->path,
                dry ? "it would be applied" : "it is deployed");
    if (status == EXIT_DONE)
        status = file->hooks;
    list_free(&machines);
    list_free(&flows);
    return status;
}

/* cells: connection, login or null */
static enum pawl_status say_who_deploys(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)context, (void)err;
    const bool is_named = cells[1].text != NULL;
    say_error("pawlctl: waits for another deployment, of connection %" PRId64 "%s%s%s: kill %" PRId64
              " ends it\n",
              cells[0].number, is_named ? " (" : "", is_named ? cells[1].text : "", is_named ? ")" : "",
              cells[0].number);
    return PAWL_OK;
}

static int refuse_foreign(struct call *call, const struct file *file) {
    if (has_ending(file->path, ".fsm"))
        refuse_source(call, file->path);
    else
        usage_error(call, "%s is no SQL that this version of pawl has generated", file->path);
    return EXIT_USAGE;
}

static int apply_text(struct call *call, struct file *file) {
    if (file->script.json == NULL)
        return refuse_foreign(call, file);
    if (!script_is_whole(file->text))
        return refuse_half(call, file->path, "its last line is not there; nothing was changed");
    file->header = json_loads(file->script.json, JSON_DISABLE_EOF_CHECK, NULL);
    if (file->header == NULL)
        return refuse_foreign(call, file);
    const char *script = script_without_shell(file->text);
    if (is_of_kind(file, PAWL_SCRIPT_MIGRATION))
        return migrate(call, file->path, script, file->header, option(call, "--dry-run") != NULL);
    memmove(file->text, script, strlen(script) + 1);
    return read_header(call, file) ? apply(call, file) : EXIT_USAGE;
}

static void free_file(struct file *file) {
    for (size_t i = 0; i < file->count; i++) {
        struct applied_deployment *deployment = &file->deployments[i];
        free(deployment->model);
        free(deployment->model_before);
        json_decref(deployment->own);
        json_decref(deployment->recorded);
        json_decref(deployment->before);
        json_decref(deployment->left);
        json_decref(deployment->open);
    }
    json_decref(file->header);
    free(file->text);
    free(file);
}

static int apply_file(struct call *call, const char *path) {
    struct file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return usage_error(call, "out of memory");
    file->path = path;
    errno = 0;
    file->text = read_text(path);
    if (file->text != NULL)
        script_read(&file->script, file->text);
    const int status = file->text == NULL ? usage_error(call, "%s: %s", path, strerror(errno))
                       : call->operand_count > 1 && is_of_kind(file, PAWL_SCRIPT_SHARED)
                           ? EXIT_DONE /* which each of the others brings */
                           : apply_text(call, file);
    free_file(file);
    return status;
}

int command_apply(struct call *call) {
    int status = EXIT_DONE;
    if (call->operand_count > 1 && call->json)
        return usage_error(call, "with --json, apply takes one file at a time");
    if (call->dialect->deploying != NULL)
        database_rows(call, call->dialect->deploying, NULL, 0, say_who_deploys, NULL);
    for (size_t i = 0; i < call->operand_count; i++) {
        if (status == EXIT_DONE)
            status = apply_file(call, call->operands[i]);
        else
            say_error("pawlctl: %s was not applied, since the file before it has failed\n",
                      call->operands[i]);
    }
    return status;
}
