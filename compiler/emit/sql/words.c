/* What templates of all dialects may say of a machine. */
#include "base/escape.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"
#include "model/queue.h"

#include <stdio.h>
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

static void write_name(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->machine->name);
}

static void write_label(struct text *out, const struct template_scope *scope) {
    escape_sql_comment(out, scope->machine->label, strlen(scope->machine->label));
}

static void write_machine(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->machine->name);
}

static void write_fingerprint(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->machine->fingerprint);
}

static void write_model(struct text *out, const struct template_scope *scope) {
    sql_model(out, scope->dialect, scope->machine);
}

/* It exists as long as programs of this version are accepted. */
static void write_version(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%s_model_%d_%s", scope->machine->name, PAWL_ABI, scope->machine->fingerprint);
}

/* The same for programs of PAWL_ABI 1. */
static void write_older_version(struct text *out, const struct template_scope *scope) {
    text_printf(out, "%s_model_%s", scope->machine->name, scope->machine->fingerprint);
}

static void write_is_accepted(struct text *out, const struct template_scope *scope) {
    template_render_inline(out, scope, "is_accepted");
}

static void write_schema(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, sql_schema_of(scope->dialect, scope->machine));
}

static void write_parent(struct text *out, const struct template_scope *scope) {
    write_qualified(out, scope, scope->machine->entity->table);
}

static void write_parent_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->machine->entity->column);
}

static void write_mirror_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->machine->mirror->column);
}

static void write_pending(struct text *out, const struct template_scope *scope) {
    write_own(out, scope, "pending");
}

static void write_current(struct text *out, const struct template_scope *scope) {
    write_own(out, scope, "current");
}

static void write_moves(struct text *out, const struct template_scope *scope) {
    write_own(out, scope, "moves");
}

static void write_transitions(struct text *out, const struct template_scope *scope) {
    write_own(out, scope, scope->machine->storage == MODEL_HEAD ? "transitions" : "history");
}

static void write_rows(struct text *out, const struct template_scope *scope) {
    write_own(out, scope, "transitions");
}

static void write_locked(struct text *out, const struct template_scope *scope) {
    template_render_inline(out, scope, "locked");
}

/* ---- values -------------------------------------------------------------------------------------------- */

static void write_heading(struct text *out, const struct template_scope *scope) {
    sql_heading(out, scope->machine->name);
}

static void write_machine_comment(struct text *out, const struct template_scope *scope) {
    sql_comment(out, scope->machine->label, scope->machine->doc);
}

static void write_shared_schema(struct text *out, const struct template_scope *scope) {
    text_put(out, scope->dialect->schema);
}

static void write_implicit_state(struct text *out, const struct template_scope *scope) {
    const struct model_state *state = model_implicit_state(scope->machine);
    scope->dialect->literal(out, state == NULL ? "" : state->stored);
}

static void write_move_rows(struct text *out, const struct template_scope *scope) {
    sql_moves(out, scope->dialect, scope->machine);
}

static const struct model_column *key_of(const struct template_scope *scope) {
    return &scope->machine->columns[scope->machine->key->column];
}

static void write_key_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, key_of(scope)->name);
}

static void write_key_column_param(struct text *out, const struct template_scope *scope) {
    scope->dialect->parameter(out, 1, key_of(scope)->type);
}

static void write_topic_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->machine->columns[scope->machine->emit->reference->column].name);
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

#define NUMBER(name, number)                                                                                 \
    static void write_##name(struct text *out, const struct template_scope *scope) {                         \
        (void)scope;                                                                                         \
        text_printf(out, "%d", number);                                                                      \
    }
NUMBER(abi, PAWL_ABI)
NUMBER(schema_version, PAWL_SCHEMA_VERSION)
NUMBER(step, PAWL_SORT_KEY_STEP)
NUMBER(key_max, PAWL_KEY_MAX_BYTES)
NUMBER(actor_max, PAWL_ACTOR_MAX_BYTES)
NUMBER(request_id_max, PAWL_REQUEST_ID_MAX_BYTES)
NUMBER(numeric_max, PAWL_NUMERIC_MAX_DIGITS)
NUMBER(outbox_slot_mask, PAWL_OUTBOX_SLOTS - 1)
NUMBER(spent_attempts, PAWL_SPENT_ATTEMPTS)
#undef NUMBER

/* ---- conditions --------------------------------------------------------------------------------------- */

static bool has_created_key(const struct template_scope *scope) {
    return scope->machine->key != NULL && scope->machine->key->kind == MODEL_CREATED;
}

static bool has_created_topic(const struct template_scope *scope) {
    return scope->machine->emit != NULL && scope->machine->emit->reference != NULL;
}

static bool needs_creation(const struct template_scope *scope) {
    const struct model_machine *machine = scope->machine;
    for (size_t i = 0; i < machine->hook_count; i++)
        if (machine->hooks[i]->is_sql &&
            sql_refers_to_creation(machine->hooks[i]->sql[scope->dialect->number]))
            return true;
    return queue_needs_creation(machine);
}

static bool runtime_moves(const struct template_scope *scope) {
    return scope->dialect->runtime_moves;
}

/* ---- what lists go through ----------------------------------------------------------------------------- */

static void write_column(struct text *out, const struct template_scope *scope) {
    sql_name(out, scope->dialect, scope->column->name);
}

static void write_column_literal(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->column->name);
}

static void write_read_column(struct text *out, const struct template_scope *scope) {
    scope->dialect->read_column(out, scope->column);
}

/* Behind what every row of the history has. */
static void write_column_param(struct text *out, const struct template_scope *scope) {
    enum { FIXED = 8 };
    const size_t number = (size_t)(scope->column - scope->machine->columns);
    scope->dialect->parameter(out, FIXED + 1 + number, scope->column->type);
}

static void write_event(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->event->stored);
}

static void write_state(struct text *out, const struct template_scope *scope) {
    scope->dialect->literal(out, scope->state->stored);
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

static const struct template_word words[] = {
    {"name", write_name},               /* the machine's, as it is */
    {"label", write_label},             /* for one line of a comment */
    {"machine", write_machine},         /* its name as a literal */
    {"fingerprint", write_fingerprint}, /* as a literal */
    {"model", write_model},             /* as a literal; see sql_model */
    {"older_version", write_older_version},
    {"version", write_version},             /* what exists as long as programs of this version are accepted */
    {"is_accepted", write_is_accepted},     /* a condition: they are */
    {"schema", write_schema},               /* of the machine's tables */
    {"shared_schema", write_shared_schema}, /* of what all machines share */
    {"heading", write_heading},             /* of its part of a file, */
    {"machine_comment", write_machine_comment}, /* and its label and doc */
    {"current", write_current},         /* its tables, with their schema; this and {transitions} are */
    {"transitions", write_transitions}, /* views of {rows} with `storage transitions` */
    {"rows", write_rows},               /* the table of its history */
    {"moves", write_moves},
    {"pending", write_pending},
    {"locked", write_locked},                     /* what a move locks first: {locked} = $1 */
    {"parent", write_parent},                     /* the entity's table with its schema, */
    {"parent_column", write_parent_column},       /* and its key column */
    {"mirror_column", write_mirror_column},       /* the column of that table that holds the state */
    {"implicit_state", write_implicit_state},     /* in which entities without a row are; '' for none */
    {"move_rows", write_move_rows},               /* rows of literals: event, from, to; each once */
    {"key_column", write_key_column},             /* of `key`, in the row of the creation, */
    {"key_column_param", write_key_column_param}, /* and parameter 1, to be compared with it */
    {"topic_column", write_topic_column},         /* from which `emit` takes its topic */
    {"column", write_column},                     /* of {#each columns} and {#each params} */
    {"column_literal", write_column_literal},     /* its name as a literal */
    {"read_column", write_read_column},           /* the same as libpawl reads it */
    {"column_param", write_column_param},         /* as libpawl sends it with a row of the history */
    {"event", write_event},                       /* of {#each events}: as it is stored, a literal */
    {"state", write_state},                       /* of {#each states}: likewise */
    {"abi", write_abi},                           /* numbers of pawl_abi.h */
    {"schema_version", write_schema_version},
    {"step", write_step},
    {"key_max", write_key_max},
    {"actor_max", write_actor_max},
    {"request_id_max", write_request_id_max},
    {"numeric_max", write_numeric_max},
    {"outbox_slot_mask", write_outbox_slot_mask}, /* the highest slot of the outbox */
    {"spent_attempts", write_spent_attempts},
    {0},
};

static const struct template_condition conditions[] = {
    {"has_created_key", has_created_key},     /* it is a value of the creation */
    {"has_created_topic", has_created_topic}, /* likewise that of `emit` */
    {"needs_creation", needs_creation},       /* guards, effects or timers refer to it */
    {"runtime_moves", runtime_moves},         /* libpawl takes the steps of a move, and no function */
    {0},
};

static const struct template_vocabulary vocabulary = {words, conditions, NULL};
static const struct template_vocabulary *const vocabularies[] = {
    &vocabulary, &sql_queue_vocabulary, &sql_flow_vocabulary, &template_model_vocabulary, NULL};
const struct templates sql_common = {.fragments = sql_common_fragments,
                                     .vocabularies = vocabularies,
                                     .parameters = parameters,
                                     .blocks = blocks};
