/* What templates of all dialects may say of a machine. */
#include "base/escape.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"
#include "model/queue.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names -------------------------------------------------------------------------------------------- */

static void write_qualified(struct text *out, const struct template_scope *scope, const char *table) {
    sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine));
    text_char(out, '.');
    sql_name(out, scope->dialect, table);
}

static void write_own(struct text *out, const struct template_scope *scope, const char *suffix) {
    sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine));
    text_printf(out, ".%s_%s", scope->machine->name, suffix); /* no reserved word ends so */
}

static void write_machine_description(struct text *out, const struct template_scope *scope) {
    struct text description = TEXT_INIT;
    sql_description(&description, scope->machine->label, scope->machine->doc);
    text_put(&description, "\nOne row for each entity: its state.");
    text_pass(out, scope->dialect->literal, &description);
}

/* ---- values -------------------------------------------------------------------------------------------- */

static void write_implicit_state(struct text *out, const struct template_scope *scope) {
    const struct model_state *state = model_implicit_state(scope->machine);
    scope->dialect->literal(out, state == NULL ? "" : state->stored);
}

static const struct model_column *key_of(const struct template_scope *scope) {
    return &scope->machine->columns[scope->machine->key->column];
}

static bool is_uuid_type(const struct template_scope *scope) {
    return scope->machine->key_type == PAWL_TYPE_UUID && scope->dialect->has_uuids;
}

static bool has_number_states(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->state_count; i++) {
        const char *stored = machine->states[i].stored, *digits = stored + (*stored == '-');
        if (strspn(digits, "0123456789") != strlen(digits) || *digits == '\0' ||
            (*digits == '0' && stored[1] != '\0'))
            return false;
    }
    return true;
}

/* Of a column that can hold every state. */
static const char *mirror_type(const struct template_scope *scope) {
    long long largest = 0;
    if (!has_number_states(scope->machine))
        return "text";
    for (size_t i = 0; i < scope->machine->state_count; i++) {
        const long long code = strtoll(scope->machine->states[i].stored, NULL, 10);
        largest = code > largest ? code : -code > largest ? -code : largest;
    }
    return largest <= INT16_MAX ? "smallint" : largest <= INT32_MAX ? "integer" : "bigint";
}

/* Of keys of any type: "text:text,name;int:integer". */
static void write_all_key_columns(struct text *out, const struct template_scope *scope) {
    static const enum pawl_type types[] = {PAWL_TYPE_TEXT, PAWL_TYPE_INT, PAWL_TYPE_BIGINT, PAWL_TYPE_UUID};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        text_printf(out, "%s%s:%s", i > 0 ? ";" : "", model_type_name(types[i]),
                    scope->dialect->key_columns[types[i]]);
}

/* "3 (approved)", for messages. */
static void write_told_state(struct text *out, const struct template_scope *scope) {
    const struct model_state *state = scope->state;
    struct text told = TEXT_INIT;
    text_put(&told, state->stored);
    if (strcmp(state->name, state->stored) != 0)
        text_printf(&told, " (%s)", state->name);
    scope->dialect->literal(out, text_data(&told));
    text_free(&told);
}

static bool needs_creation(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->hook_count; i++)
        if (machine->hooks[i]->is_sql &&
            sql_refers_to_creation(machine->hooks[i]->sql[scope->dialect->number]))
            return true;
    return queue_needs_creation(machine);
}

static void write_read_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->column->name);
    if (scope->column->type == PAWL_TYPE_NUMERIC && scope->dialect->numeric_as_text != NULL)
        text_put(out, scope->dialect->numeric_as_text);
}

/* Behind what every row of the history has. */
static void write_column_param(struct text *out, const struct template_scope *scope) {
    enum { FIXED = 8 };
    const size_t number = (size_t)(scope->column - scope->machine->columns);
    scope->dialect->parameter(out, FIXED + 1 + number, scope->column->type);
}

/* ---- parameters and blocks ---------------------------------------------------------------------------- */

#define X(constant, name)                                                                                    \
    static void write_##constant##_param(struct text *out, const struct template_scope *scope,               \
                                         size_t number) {                                                    \
        scope->dialect->parameter(out, number, PAWL_TYPE_##constant);                                        \
    }
PAWL_TYPES(X)
#undef X

static void write_key_param(struct text *out, const struct template_scope *scope, size_t number) {
    scope->dialect->parameter(out, number, scope->machine->key_type);
}

static void write_quoted(struct text *out, const struct template_scope *scope, const char *inside) {
    (void)scope;
    escape_dollar_quote(out, inside);
}

static void write_literal(struct text *out, const struct template_scope *scope, const char *inside) {
    scope->dialect->literal(out, inside);
}

static const struct template_parameter parameters[] = {
#define X(constant, name) {name, write_##constant##_param},
    PAWL_TYPES(X)
#undef X
        {"key", write_key_param}, /* of the type of the machine's key */
    {0},
};

static const struct template_block blocks[] = {
    {"quoted", write_quoted},   /* a body between dollar quotes that do not occur in it */
    {"literal", write_literal}, /* a literal of the dialect */
    {0},
};

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define CONDITIONS(X)                                                                                        \
    /* it is a value of the creation */                                                                      \
    X(has_created_key, scope->machine->key != NULL && scope->machine->key->kind == MODEL_CREATED)            \
    /* likewise that of `emit` */                                                                            \
    X(has_created_topic, scope->machine->emit != NULL && scope->machine->emit->reference != NULL)            \
    X(needs_creation, needs_creation(scope)) /* guards, effects or timers refer to it */                     \
    /* the database keeps the key of the entity as text, */                                                  \
    X(has_text_key, model_is_text_key(scope->machine->key_type) && !is_uuid_type(scope))                     \
    /* and as a type of its own for uuids */                                                                 \
    X(has_uuid_type, is_uuid_type(scope))                                                                    \
    X(has_uuid_key, scope->machine->key_type == PAWL_TYPE_UUID)                                              \
    X(has_int_key, scope->machine->key_type == PAWL_TYPE_INT)                                                \
    X(has_number_key, !model_is_text_key(scope->machine->key_type))                                          \
    /* each state is stored as a whole number, which a column of numbers can hold */                         \
    X(has_number_states, has_number_states(scope->machine))                                                  \
    /* libpawl takes the steps of a move, and no function */                                                 \
    X(runtime_moves, scope->dialect->runtime_moves)
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, name, scope->machine->name)                                  /* the machine's, as it is */       \
    X(WORD, machine, scope->dialect->literal(out, scope->machine->name)) /* its name as a literal */         \
    X(WORD, fingerprint, scope->dialect->literal(out, scope->machine->fingerprint)) /* as a literal */       \
    X(WORD, model, sql_model(out, scope->dialect, scope->machine)) /* as a literal; see sql_model */         \
    /* the same as {version} for programs of PAWL_ABI 1 */                                                   \
    X(WORD, older_version,                                                                                   \
      text_printf(out, "%s_model_%s", scope->machine->name, scope->machine->fingerprint))                    \
    /* what exists as long as programs of this version are accepted */                                       \
    X(WORD, version,                                                                                         \
      text_printf(out, "%s_model_%d_%s", scope->machine->name, PAWL_ABI, scope->machine->fingerprint))       \
    /* a condition: they are */                                                                              \
    X(WORD, is_accepted, template_render_inline(out, scope, "is_accepted"))                                  \
    /* of the machine's tables */                                                                            \
    X(WORD, schema, sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine)))            \
    X(TEXT, shared_schema, scope->dialect->schema)           /* of what all machines share */                \
    X(WORD, heading, sql_heading(out, scope->machine->name)) /* of its part of a file, */                    \
    /* and its label and doc */                                                                              \
    X(WORD, machine_comment, sql_comment(out, scope->machine->label, scope->machine->doc))                   \
    X(WORD, machine_description, write_machine_description(out, scope)) /* the same for the database */      \
    /* its tables, with their schema; this and {transitions} are */                                          \
    X(WORD, current, write_own(out, scope, "current"))                                                       \
    /* views of {rows} with `storage transitions` */                                                         \
    X(WORD, transitions,                                                                                     \
      write_own(out, scope, scope->machine->storage == MODEL_HEAD ? "transitions" : "history"))              \
    X(WORD, rows, write_own(out, scope, "transitions")) /* the table of its history */                       \
    X(WORD, moves, write_own(out, scope, "moves"))                                                           \
    X(WORD, pending, write_own(out, scope, "pending"))                                                       \
    /* what a move locks first: {locked} = $1 */                                                             \
    X(WORD, locked, template_render_inline(out, scope, "locked"))                                            \
    /* the entity's table with its schema, */                                                                \
    X(WORD, parent, write_qualified(out, scope, scope->machine->entity->table))                              \
    /* and its key column */                                                                                 \
    X(WORD, parent_column, sql_name(out, scope->dialect, scope->machine->entity->column))                    \
    /* the column of that table that holds the state */                                                      \
    X(WORD, mirror_column, sql_name(out, scope->dialect, scope->machine->mirror->column))                    \
    /* in which entities without a row are; '' for none */                                                   \
    X(WORD, implicit_state, write_implicit_state(out, scope))                                                \
    /* rows of literals: event, from, to; each once */                                                       \
    X(WORD, move_rows, sql_moves(out, scope->dialect, scope->machine))                                       \
    /* of `key`, in the row of the creation, */                                                              \
    X(WORD, key_column, sql_name(out, scope->dialect, key_of(scope)->name))                                  \
    /* and parameter 1, to be compared with it */                                                            \
    X(WORD, key_column_param, scope->dialect->parameter(out, 1, key_of(scope)->type))                        \
    /* from which `emit` takes its topic */                                                                  \
    X(WORD, topic_column,                                                                                    \
      sql_name(out, scope->dialect, scope->machine->columns[scope->machine->emit->reference->column].name))  \
    /* of {#each columns} and {#each params} */                                                              \
    X(WORD, column, sql_name(out, scope->dialect, scope->column->name))                                      \
    /* its name as a literal */                                                                              \
    X(WORD, column_literal, scope->dialect->literal(out, scope->column->name))                               \
    /* the same as libpawl reads it */                                                                       \
    X(WORD, read_column, write_read_column(out, scope))                                                      \
    /* as libpawl sends it with a row of the history */                                                      \
    X(WORD, column_param, write_column_param(out, scope))                                                    \
    /* of {#each events}: as it is stored, a literal */                                                      \
    X(WORD, event, scope->dialect->literal(out, scope->event->stored))                                       \
    /* of {#each states}: likewise */                                                                        \
    X(WORD, state, scope->dialect->literal(out, scope->state->stored))                                       \
    X(WORD, state_told, write_told_state(out, scope))                                                        \
    X(TEXT, mirror_type, mirror_type(scope))                                                                 \
    X(TEXT, key_columns, scope->dialect->key_columns[scope->machine->key_type])                              \
    X(WORD, all_key_columns, write_all_key_columns(out, scope))                                              \
    X(TEXT, key_type_name, model_type_name(scope->machine->key_type)) /* as in the file */                   \
    /* of a regular expression, up to its end: the one spelling of each key that is no text */               \
    X(TEXT, key_pattern,                                                                                     \
      scope->machine->key_type == PAWL_TYPE_UUID ? "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"              \
                                                 : "^(0|-?[1-9][0-9]*)")                                     \
    X(NUMBER, abi, PAWL_ABI) /* numbers of pawl_abi.h */                                                     \
    X(NUMBER, schema_version, PAWL_SCHEMA_VERSION)                                                           \
    X(NUMBER, step, PAWL_SORT_KEY_STEP)                                                                      \
    X(NUMBER, key_max, PAWL_KEY_MAX_BYTES)                                                                   \
    X(NUMBER, actor_max, PAWL_ACTOR_MAX_BYTES)                                                               \
    X(NUMBER, request_id_max, PAWL_REQUEST_ID_MAX_BYTES)                                                     \
    X(NUMBER, numeric_max, PAWL_NUMERIC_MAX_DIGITS)                                                          \
    X(NUMBER, outbox_slot_mask, PAWL_OUTBOX_SLOTS - 1) /* the highest slot of the outbox */                  \
    X(NUMBER, spent_attempts, PAWL_SPENT_ATTEMPTS)
TEMPLATE_WORDS(OWN_WORDS)

static const struct template_vocabulary vocabulary = {words, conditions, NULL};
static const struct template_vocabulary *const vocabularies[] = {
    &vocabulary, &sql_queue_vocabulary, &sql_flow_vocabulary, &template_model_vocabulary, NULL};
const struct templates sql_common = {.fragments = sql_common_fragments,
                                     .vocabularies = vocabularies,
                                     .parameters = parameters,
                                     .blocks = blocks};
