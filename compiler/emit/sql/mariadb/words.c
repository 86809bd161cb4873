/* What templates of MariaDB say of a machine in its own words. */
#include "emit/sql/function/function.h"
#include "emit/sql/mariadb/mariadb.h"
#include "model/queue.h"

#include "pawl_abi.h"

#include <inttypes.h>

/* Where the file gives no database, it is the application's, whose name the driver knows. */
static const char *database_of_entity(const struct template_scope *scope) {
    const struct model_entity *entity = scope->machine->entity;
    return entity->schema != NULL ? entity->schema : "pawl_application";
}

static void write_parent(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, database_of_entity(scope));
    text_char(out, '.');
    sql_name(out, scope->dialect, scope->machine->entity->table);
}

/* A table of transitions lies beside the entity's own; a history beside its heads. */
static const char *database_of_rows(const struct template_scope *scope) {
    return scope->machine->storage == MODEL_HEAD ? scope->dialect->schema : database_of_entity(scope);
}

static void write_rows_database(struct text *out, const struct template_scope *scope) {
    text_put(out, database_of_rows(scope));
}

static void write_rows_schema(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, database_of_rows(scope));
}

static void write_rows(struct text *out, const struct template_scope *scope) {
    template_render_text(out, scope, "{rows_schema}.{name}_transitions");
}

static void write_column_number(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", (size_t)(scope->column - scope->machine->columns) + 1);
}

static bool is_number(const struct template_scope *scope) {
    const enum pawl_type type = scope->column->type;
    return type == PAWL_TYPE_BIGINT || type == PAWL_TYPE_INT || type == PAWL_TYPE_TIMESTAMP;
}

/* The same as two literals, of the catalog, */
static void write_parent_table_place(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, database_of_entity(scope));
    text_put(out, ", ");
    scope->dialect->literal(out, scope->machine->entity->table);
}

/* and with its column. */
static void write_parent_place(struct text *out, const struct template_scope *scope) {
    write_parent_table_place(out, scope);
    text_put(out, ", ");
    scope->dialect->literal(out, scope->machine->entity->column);
}

/* Likewise the column that a mirror keeps. */
static void write_mirror_place(struct text *out, const struct template_scope *scope) {
    write_parent_table_place(out, scope);
    text_put(out, ", ");
    scope->dialect->literal(out, scope->machine->mirror->column);
}

/* Of a parameter: as exact as the column, whose collation decides what is the same key. */
static void write_key_type(struct text *out, const struct template_scope *scope) {
    if (scope->machine->entity != NULL)
        template_render_inline(out, scope, "type_of_parent");
    else if (scope->machine->key_type == PAWL_TYPE_TEXT)
        text_put(out, "varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin");
    else
        text_put(out, mariadb_types[scope->machine->key_type]);
}

static void write_column_type(struct text *out, const struct template_scope *scope) {
    text_put(out, mariadb_types[scope->column->type]);
}

/* As the catalog calls the type. */
static void write_column_kind(struct text *out, const struct template_scope *scope) {
    static const char *const kinds[] = {
        [PAWL_TYPE_TEXT] = "longtext", [PAWL_TYPE_BIGINT] = "bigint",    [PAWL_TYPE_INT] = "int",
        [PAWL_TYPE_BOOL] = "tinyint",  [PAWL_TYPE_TIMESTAMP] = "bigint", [PAWL_TYPE_NUMERIC] = "varchar",
        [PAWL_TYPE_UUID] = "char",     [PAWL_TYPE_JSON] = "longtext",    [PAWL_TYPE_BYTES] = "longblob"};
    scope->dialect->literal(out, kinds[scope->column->type]);
}

/* By the place of the event in the order of its version. The longest name of a machine leaves no room for
 * {version}. */
static void write_versioned_function(struct text *out, const struct template_scope *scope) {
    text_printf(out, "pawl_database.%s_%d_%s_%zu", scope->machine->name, PAWL_ABI,
                scope->machine->fingerprint, (size_t)(scope->event - scope->machine->events) + 1);
}

/* Its name likewise, so that programs of another version call one that is made for them. */
static void write_gathered_function(struct text *out, const struct template_scope *scope) {
    write_versioned_function(out, scope);
    text_put(out, "_all");
}

/* Functions of guards and effects lie with the tables that they name, */
static void write_hook_function(struct text *out, const struct template_scope *scope) {
    template_render_text(out, scope, "pawl_application.{name}_{hook_kind}_{hook_name}");
}

/* and those by which events call them with Pawl's own. */
static void write_hook_wrapper(struct text *out, const struct template_scope *scope) {
    template_render_text(out, scope, "pawl_database.`{name}${hook_kind}_{hook_name}`");
}

/* The same of one that is a transaction of its own. */
static void write_own_function(struct text *out, const struct template_scope *scope) {
    write_versioned_function(out, scope);
    text_put(out, "_own");
}

static void write_parameter_comment(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->param->name);
}

static void write_machine_description(struct text *out, const struct template_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->machine->label, scope->machine->doc);
    text_put(&description, "\nOne row for each entity: its state.");
    text_pass(out, scope->dialect->literal, &description);
}

/* An index has a part of it only. */
static bool has_text_lock_key(const struct template_scope *scope) {
    return scope->machine->columns[scope->machine->key->column].type == PAWL_TYPE_TEXT;
}

/* Of a rule; where there is none, of whatever type the others have. */
static void write_declared_event(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = queue_rule(scope->machine, scope->declaration);
    if (rule.event != NULL)
        scope->dialect->literal(out, rule.event->stored);
    else
        text_put(out, "null");
}

static void write_attempts(struct text *out, const struct template_scope *scope) {
    const struct queue_rule rule = queue_rule(scope->machine, scope->declaration);
    if (rule.attempts > 0)
        text_printf(out, "%" PRId64, rule.attempts);
    else
        text_put(out, "null");
}

/* Of the values of an item of many: the key comes first. */
static void write_value_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", (size_t)(scope->param - scope->event->params) + 1);
}

static void write_request_id_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->event->param_count + 1);
}

static void write_expected_sort_key_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", scope->event->param_count + 2);
}

/* A creation expects no sort_key. */
static size_t actor_place(const struct template_scope *scope) {
    return scope->event->param_count + (scope->event->is_creation ? 2 : 3);
}

static void write_actor_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", actor_place(scope));
}

/* Of the first item: whether there is any request id; before it, whether an entity stands there more than
 * once. */
static void write_has_requests_place(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%zu", actor_place(scope) + 2);
}

/* They are the same within a text of JSON. */
static bool has_plain_states(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->state_count; i++)
        for (const char *at = scope->machine->states[i].stored; *at != '\0'; at++)
            if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ' || *at == 0x7f)
                return false;
    return true;
}

/* Whether each statement of a function can make all moves of many callers, which changes heads and histories
 * alone. */
static bool gathers(const struct template_scope *scope) {
    return sql_works_on_sets(scope) && !sql_follows_queue(scope) && scope->machine->emit == NULL &&
           has_plain_states(scope);
}

/* Whether a move changes its head and its history alone, and decides by the head. */
static bool has_own(const struct template_scope *scope) {
    return gathers(scope) && !scope->event->is_creation && sql_moves_of(scope).count > 0;
}

/* Whether an entity is locked by more than its current row, or not there yet. */
static bool locks_one_by_one(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    return scope->event->is_creation || machine->mirror != NULL || machine->storage != MODEL_HEAD;
}

static bool fetches_items(const struct template_scope *scope) {
    return locks_one_by_one(scope) || scope->machine->key != NULL || scope->event->serialize_count > 0;
}

static const struct template_word words[] = {
    {"parent", write_parent},
    {"rows", write_rows}, /* the table of `storage transitions`, */
    {"rows_schema", write_rows_schema},
    {"rows_database", write_rows_database},           /* in a text */
    {"column_number", write_column_number},           /* of {#each columns} */
    {"key_type", write_key_type},                     /* of parameters */
    {"column_type", write_column_type},               /* of {#each columns} */
    {"parent_table_place", write_parent_table_place}, /* literals of database, table */
    {"parent_place", write_parent_place},             /* its column: literals of database, table, column */
    {"mirror_place", write_mirror_place},             /* of the mirror's column, likewise */
    {"column_kind", write_column_kind},               /* of {#each columns} and the like, a literal */
    {"versioned_function", write_versioned_function}, /* by which programs of this version call an event's */
    {"gathered_function", write_gathered_function},   /* the same, for whoever gathers moves */
    {"own_function", write_own_function}, /* the same, for a call that is a transaction of its own */
    {"hook_function", write_hook_function},
    {"hook_wrapper", write_hook_wrapper},           /* what events call, which calls it */
    {"parameter_comment", write_parameter_comment}, /* its name, for readers */
    {"machine_description", write_machine_description},
    {"declared_event", write_declared_event}, /* of {#each declarations} */
    {"attempts", write_attempts},
    /* in the array of an item of many */
    {"value_place", write_value_place},
    {"request_id_place", write_request_id_place},
    {"expected_sort_key_place", write_expected_sort_key_place},
    {"actor_place", write_actor_place}, /* where moves are gathered */
    {"has_requests_place", write_has_requests_place},
    {0},
};

static const struct template_condition conditions[] = {
    {"is_number", is_number}, /* the column is kept as one */
    {"has_plain_states", has_plain_states},
    {"gathers", gathers},                     /* there is {gathered_function} */
    {"has_own", has_own},                     /* there is {own_function} */
    {"locks_one_by_one", locks_one_by_one},   /* a function for many */
    {"fetches_items", fetches_items},         /* the same */
    {"has_text_lock_key", has_text_lock_key}, /* that of `key`, a value of the creation */
    {0},
};

const struct template_vocabulary mariadb_machine_vocabulary = {words, conditions, NULL};
