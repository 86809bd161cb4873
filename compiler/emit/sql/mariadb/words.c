/* What templates of MariaDB say of a machine in its own words. */
#include "emit/sql/function/function.h"
#include "emit/sql/mariadb/mariadb.h"

#include "pawl_abi.h"

/* If the file names no schema, it is the application's database, whose name the driver knows. */
static const char *database_of_entity(const struct template_scope *scope) {
    const struct model_entity *entity = scope->machine->entity;
    return entity->schema != NULL ? entity->schema : "pawl_application";
}

static void write_parent(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, database_of_entity(scope));
    text_char(out, '.');
    sql_name(out, scope->dialect, scope->machine->entity->table);
}

/* A table of transitions is in the entity's database; a history is in that of the current rows. */
static const char *database_of_rows(const struct template_scope *scope) {
    return scope->machine->storage == MODEL_HEAD ? scope->dialect->schema : database_of_entity(scope);
}

/* Literals for the catalog: the entity's database and table, and this column; NULL: without a column. */
static void write_place(struct text *out, const struct template_scope *scope, const char *column) {
    scope->dialect->literal(out, database_of_entity(scope));
    text_put(out, ", ");
    scope->dialect->literal(out, scope->machine->entity->table);
    if (column == NULL)
        return;
    text_put(out, ", ");
    scope->dialect->literal(out, column);
}

/* Of a parameter: exactly the type of the column, whose collation decides which keys are equal. */
static void write_key_type(struct text *out, const struct template_scope *scope) {
    if (scope->machine->entity != NULL)
        template_render_inline(out, scope, "type_of_parent");
    else if (scope->machine->key_type == PAWL_TYPE_TEXT)
        text_put(out, "varchar(1024) character set utf8mb4 collate utf8mb4_nopad_bin");
    else
        text_put(out, mariadb_types[scope->machine->key_type]);
}

/* As the catalog names the types. */
static const char *const kinds[] = {
    [PAWL_TYPE_TEXT] = "longtext", [PAWL_TYPE_BIGINT] = "bigint",    [PAWL_TYPE_INT] = "int",
    [PAWL_TYPE_BOOL] = "tinyint",  [PAWL_TYPE_TIMESTAMP] = "bigint", [PAWL_TYPE_NUMERIC] = "varchar",
    [PAWL_TYPE_UUID] = "char",     [PAWL_TYPE_JSON] = "longtext",    [PAWL_TYPE_BYTES] = "longblob"};

/* By the event's place in its version: the longest name of a machine leaves no room for {version}. */
static void write_versioned(struct text *out, const struct template_scope *scope, const char *suffix) {
    text_printf(out, "pawl_database.%s_%d_%s_%zu%s", scope->machine->name, PAWL_ABI,
                scope->machine->fingerprint, (size_t)(scope->event - scope->machine->events) + 1, suffix);
}

/* Of the values of an item of many: the key comes first, and a creation expects no sort_key. */
static size_t actor_place(const struct template_scope *scope) {
    return scope->event->param_count + (scope->event->is_creation ? 2 : 3);
}

/* They are the same within a text of JSON. */
static bool has_plain_states(const struct template_scope *scope) {
    for (size_t i = 0; i < scope->machine->state_count; i++)
        for (const char *at = scope->machine->states[i].stored; *at != '\0'; at++)
            if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ' || *at == 0x7f)
                return false;
    return true;
}

/* Each statement of a function can make all transitions of many callers, which change current rows and
 * histories alone. */
static bool gathers(const struct template_scope *scope) {
    return sql_works_on_sets(scope) && !sql_follows_queue(scope) && scope->machine->emit == NULL &&
           has_plain_states(scope);
}

/* An entity is locked by more than its current row, or does not exist yet. */
static bool locks_one_by_one(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    return scope->event->is_creation || machine->mirror != NULL || machine->storage != MODEL_HEAD;
}

#define OWN_WORDS(X)                                                                                         \
    X(WORD, parent, write_parent(out, scope))                                                                \
    /* the table of `storage transitions` */                                                                 \
    X(WORD, rows, template_render_text(out, scope, "{rows_schema}.{name}_transitions"))                      \
    X(WORD, rows_schema, sql_name(out, scope->dialect, database_of_rows(scope)))                             \
    X(TEXT, rows_database, database_of_rows(scope))                       /* in a text */                    \
    X(NUMBER, column_number, scope->column - scope->machine->columns + 1) /* of {#each columns} */           \
    X(TEXT, column_type, mariadb_types[scope->column->type])                                                 \
    X(WORD, column_kind, scope->dialect->literal(out, kinds[scope->column->type]))                           \
    X(WORD, key_type, write_key_type(out, scope)) /* of parameters */                                        \
    X(WORD, parent_table_place, write_place(out, scope, NULL))                                               \
    X(WORD, parent_place, write_place(out, scope, scope->machine->entity->column))                           \
    X(WORD, mirror_place, write_place(out, scope, scope->machine->mirror->column))                           \
    /* by which programs of this version call an event's function; */                                        \
    X(WORD, versioned_function, write_versioned(out, scope, ""))                                             \
    X(WORD, gathered_function, write_versioned(out, scope, "_all")) /* for a batch; */                       \
    X(WORD, own_function, write_versioned(out, scope, "_own"))      /* as a transaction of its own */        \
    /* in the database of the tables that it names; and the function of Pawl's that events call, which calls \
     * it */                                                                                                 \
    X(WORD, hook_function,                                                                                   \
      template_render_text(out, scope, "pawl_application.{name}_{hook_kind}_{hook_name}"))                   \
    X(WORD, hook_wrapper,                                                                                    \
      template_render_text(out, scope, "pawl_database.`{name}${hook_kind}_{hook_name}`"))                    \
    X(TEXT, parameter_comment, scope->param->name)                                                           \
    /* in the array of an item of many */                                                                    \
    X(NUMBER, value_place, scope->param - scope->event->params + 1)                                          \
    X(NUMBER, request_id_place, scope->event->param_count + 1)                                               \
    X(NUMBER, expected_sort_key_place, scope->event->param_count + 2)                                        \
    X(NUMBER, actor_place, actor_place(scope))                                                               \
    /* of the first item: whether there is a request id; before it, whether an entity occurs twice */        \
    X(NUMBER, has_requests_place, actor_place(scope) + 2)
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_number, scope->column->type == PAWL_TYPE_BIGINT || scope->column->type == PAWL_TYPE_INT ||          \
                     scope->column->type == PAWL_TYPE_TIMESTAMP)                                             \
    X(has_plain_states, has_plain_states(scope))                                                             \
    X(gathers, gathers(scope)) /* there is {gathered_function} */                                            \
    /* there is {own_function}: a transition changes its current row and history alone, and decides by that  \
     * row */                                                                                                \
    X(has_own, gathers(scope) && !scope->event->is_creation && sql_moves_of(scope).count > 0)                \
    /* a function for many */                                                                                \
    X(locks_one_by_one, locks_one_by_one(scope))                                                             \
    X(fetches_items,                                                                                         \
      locks_one_by_one(scope) || scope->machine->key != NULL || scope->event->serialize_count > 0)           \
    /* an index has only a part of it */                                                                     \
    X(has_text_lock_key, scope->machine->columns[scope->machine->key->column].type == PAWL_TYPE_TEXT)
TEMPLATE_CONDITIONS(CONDITIONS)

const struct template_vocabulary mariadb_machine_vocabulary = {words, conditions, NULL};
