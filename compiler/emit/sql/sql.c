#include "emit/sql/sql.h"

#include "emit/emit.h"
#include "emit/sql/template.h"
#include "model/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_WIDTH 100

/* ---- templates ---------------------------------------------------------------------------------- */

const char *sql_schema_of(const struct sql_dialect *dialect, const struct model_machine *machine) {
    bool named = dialect->keeps_schemas && machine->entity != NULL && machine->entity->schema != NULL;
    return named ? machine->entity->schema : dialect->schema;
}

const char *sql_implicit_state(const struct model_machine *machine) {
    const struct model_state *state = model_implicit_state(machine);
    return state == NULL ? "" : state->stored;
}

bool sql_any_emits(const struct model_machine *machines, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (machines[i].emit != NULL)
            return true;
    return false;
}

bool sql_any_flow_emits(const struct model_flow *flows, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (flows[i].emit != NULL)
            return true;
    return false;
}

void sql_name(struct text *out, const struct sql_dialect *dialect, const char *name) {
    escape_sql_identifier(out, name, dialect->reserved);
}

static const char *const type_names[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)
#undef X
};

void sql_template(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                  const char *template) {
    const struct sql_scope scope = {.dialect = dialect, .machine = machine};
    sql_render_text(out, &scope, template);
}

/* ---- parts that dialects share ------------------------------------------------------------------ */

void sql_heading(struct text *out, const char *text) {
    text_put(out, "-- ");
    size_t start = out->length;
    escape_sql_comment(out, text, strlen(text));
    text_char(out, ' ');
    while (out->length - start < PAGE_WIDTH - 3 && !out->failed)
        text_char(out, '-');
    text_char(out, '\n');
}

void sql_comment(struct text *out, const char *label, const char *doc) {
    if (label != NULL)
        escape_lines(out, "-- ", label, escape_sql_comment);
    if (doc != NULL)
        escape_lines(out, "-- ", doc, escape_sql_comment);
}

void sql_description(struct text *out, const char *label, const char *doc) {
    text_put(out, label);
    if (doc != NULL)
        text_printf(out, "\n%s", doc);
}

static bool is_repeated(const struct model_machine *machine, size_t number) {
    const struct model_move *move = &machine->moves[number];
    for (size_t i = number; i-- > 0;) {
        const struct model_move *earlier = &machine->moves[i];
        if (earlier->event != move->event || earlier->from != move->from)
            return false;
        if (earlier->to == move->to)
            return true;
    }
    return false;
}

void sql_moves(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->move_count; i++) {
        const struct model_move *move = &machine->moves[i];
        if (is_repeated(machine, i)) /* an alternative that leads to the same state */
            continue;
        text_put(out, i > 0 ? ",\n  (" : "  (");
        dialect->literal(out, machine->events[move->event].stored);
        text_put(out, ", ");
        dialect->literal(out, move->from == MODEL_NOTHING ? "" : machine->states[move->from].stored);
        text_put(out, ", ");
        dialect->literal(out, machine->states[move->to].stored);
        text_char(out, ')');
    }
}

void sql_append(struct text *out, struct text *part) {
    if (text_failed(part))
        out->failed = true;
    else if (part->data != NULL)
        text_put(out, part->data);
    text_free(part);
}

const char *sql_statement_name(enum sql_statement statement) {
    static const char *const names[SQL_STATEMENT_COUNT] = {
        [SQL_SCHEMA] = "schema",
        [SQL_FIND_REGISTRY] = "find_registry",
        [SQL_FINGERPRINTS] = "fingerprints",
        [SQL_GET] = "get",
        [SQL_HISTORY] = "history",
        [SQL_IN_STATE] = "in_state",
        [SQL_NOT_IN_STATE] = "not_in_state",
        [SQL_COUNT_BY_STATE] = "count_by_state",
        [SQL_LAST_TO] = "last_to",
        [SQL_WITH_KEY] = "with_key",
        [SQL_FIND_PARENT] = "find_parent",
        [SQL_FIND_REQUEST] = "find_request",
        [SQL_INSERT_CURRENT] = "insert_current",
        [SQL_UPDATE_CURRENT] = "update_current",
        [SQL_INSERT_TRANSITION] = "insert_transition",
        [SQL_FIND_CREATION] = "find_creation",
        [SQL_SET_MIRROR] = "set_mirror",
        [SQL_FIND_KEY] = "find_key",
        [SQL_FIND_TOPIC] = "find_topic",
        [SQL_FIRE_DEFERRED] = "fire_deferred",
        [SQL_FAIL_DEFERRED] = "fail_deferred",
    };
    return names[statement];
}

/* ---- statements --------------------------------------------------------------------------------- */

/* What is deployed together; the machines of a file of flows are none, but say whether there are roles. */
struct deployment {
    const struct model_machine *machines;
    size_t machine_count;
    const struct model_flow *flows;
    size_t flow_count;
};

static void schema_with_roles(struct text *out, const struct sql_dialect *dialect,
                              const struct deployment *deployment) {
    dialect->begin(out, deployment->machines, deployment->machine_count,
                   sql_any_emits(deployment->machines, deployment->machine_count) ||
                       sql_any_flow_emits(deployment->flows, deployment->flow_count));
    /* before the machines: where another version of one is refused, SQLite rolls back what came before */
    sql_flows(out, dialect, deployment->flows, deployment->flow_count);
    for (size_t i = 0; i < deployment->machine_count; i++)
        dialect->machine(out, &deployment->machines[i]);
    text_put(out, dialect->commit);
}

static void schema(struct text *out, const struct sql_dialect *dialect, struct deployment deployment) {
    const struct model_machine none = {.no_roles = deployment.flow_count > 0 && deployment.flows->no_roles};
    struct text whole = TEXT_INIT;
    if (deployment.machine_count == 0)
        deployment.machines = &none;
    if (!deployment.machines->no_roles || dialect->without_roles == NULL) {
        schema_with_roles(out, dialect, &deployment);
        return;
    }
    schema_with_roles(&whole, dialect, &deployment);
    if (!text_failed(&whole))
        dialect->without_roles(out, whole.data);
    out->failed |= text_failed(&whole);
    text_free(&whole);
}

void sql_flow_schema(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    schema(out, dialect, (struct deployment){.flows = flow, .flow_count = 1});
}

static void put_columns(struct text *out, const struct sql_dialect *dialect,
                        const struct model_machine *machine) {
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, ", ");
        sql_name(out, dialect, machine->columns[i].name);
    }
}

static void read_columns(struct text *out, const struct sql_dialect *dialect,
                         const struct model_machine *machine) {
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, ", ");
        dialect->read_column(out, &machine->columns[i]);
    }
}

static void records(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                    const char *rest) {
    text_put(out, "select sort_key, event, from_state, to_state, created_at, actor, request_id");
    read_columns(out, dialect, machine);
    sql_template(out, dialect, machine, " from {transitions} where {name}_id = {key:1} and {is_accepted}");
    sql_template(out, dialect, machine, rest);
}

static void insert_transition(struct text *out, const struct sql_dialect *dialect,
                              const struct model_machine *machine) {
    enum { FIXED = 8 };
    if (machine->storage != MODEL_HEAD) {
        dialect->insert_row(out, machine);
        return;
    }
    sql_template(out, dialect, machine,
                 "insert into {transitions}\n"
                 "  ({name}_id, sort_key, event, from_state, to_state, created_at, actor, request_id");
    put_columns(out, dialect, machine);
    sql_template(
        out, dialect, machine,
        ")\nvalues ({key:1}, {int:2}, {text:3}, {text:4}, {text:5}, {timestamp:6}, {text:7}, {text:8}");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, ", ");
        dialect->parameter(out, FIXED + 1 + i, machine->columns[i].type);
    }
    text_char(out, ')');
}

/* The first page's key is NULL. */
static void with_key(struct text *out, const struct sql_dialect *dialect,
                     const struct model_machine *machine) {
    const struct model_reference *key = machine->key;
    if (key == NULL)
        return;
    if (key->kind == MODEL_KEY) {
        sql_template(out, dialect, machine,
                     "select {name}_id, state, sort_key, since from {current}\n"
                     "where {name}_id = {key:1} and ({key:2} is null or {name}_id > {key:2})\n"
                     "  and {is_accepted} limit {bigint:3}");
        return;
    }
    sql_template(out, dialect, machine,
                 "select head.{name}_id, head.state, head.sort_key, head.since from {transitions} begun\n"
                 "join {current} head on head.{name}_id = begun.{name}_id\n"
                 "where begun.sort_key = {step} and begun.");
    sql_name(out, dialect, machine->columns[key->column].name);
    text_put(out, " = ");
    dialect->parameter(out, 1, machine->columns[key->column].type);
    sql_template(out, dialect, machine,
                 " and ({key:2} is null or begun.{name}_id > {key:2}) and {is_accepted}\n"
                 "order by begun.{name}_id limit {bigint:3}");
}

static void find_key(struct text *out, const struct sql_dialect *dialect,
                     const struct model_machine *machine) {
    if (machine->key == NULL || machine->key->kind != MODEL_CREATED)
        return;
    text_put(out, "select cast(");
    sql_name(out, dialect, machine->columns[machine->key->column].name);
    sql_template(out, dialect, machine,
                 " as text) from {transitions} where {name}_id = {key:1} and sort_key = {step}\n"
                 "  and {is_accepted}");
}

/* Of what `emit` takes from the creation. */
static void find_topic(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
    if (machine->emit == NULL || machine->emit->reference == NULL)
        return;
    text_put(out, "select ");
    sql_name(out, dialect, machine->columns[machine->emit->reference->column].name);
    sql_template(out, dialect, machine,
                 " from {transitions} where {name}_id = {key:1} and sort_key = {step}");
}

/*
 * The states before the one left out, and those after it: each a range of the index that begins where its
 * parameters say and is read no further than asked.
 */
static void not_in_state(struct text *out, const struct sql_dialect *dialect,
                         const struct model_machine *machine) {
    sql_template(
        out, dialect, machine,
        "select * from (\n"
        "  select * from (\n"
        "    select {name}_id, state, sort_key, since from {current}\n"
        "    where state < {text:1} and (state, since, {name}_id) > ({text:2}, {timestamp:3}, {key:4})\n"
        "    order by state, since, {name}_id limit {bigint:8}\n"
        "  ) before\n"
        "  union all\n"
        "  select * from (\n"
        "    select {name}_id, state, sort_key, since from {current}\n"
        "    where (state, since, {name}_id) > ({text:5}, {timestamp:6}, {key:7})\n"
        "    order by state, since, {name}_id limit {bigint:8}\n"
        "  ) after\n"
        ") others where {is_accepted} order by state, since, {name}_id limit {bigint:8}");
}

static bool refers_to_creation(const struct sql_dialect *dialect, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (machine->hooks[i]->is_sql && sql_refers_to_creation(machine->hooks[i]->sql[dialect->number]))
            return true;
    return false;
}

static void find_creation(struct text *out, const struct sql_dialect *dialect,
                          const struct model_machine *machine) {
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, i == 0 ? "select " : ", ");
        sql_name(out, dialect, machine->columns[i].name);
    }
    sql_template(out, dialect, machine,
                 " from {transitions} where {name}_id = {key:1} and sort_key = {step}");
}

void sql_statement(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   enum sql_statement statement) {
    const struct sql_scope scope = {.dialect = dialect, .machine = machine};
    if (statement >= SQL_FIND_PARENT && statement != SQL_FIND_KEY && !dialect->runtime_moves)
        return;
    switch (statement) {
    case SQL_SCHEMA:
        schema(out, dialect, (struct deployment){.machines = machine, .machine_count = 1});
        break;
    case SQL_FIND_REGISTRY:
        text_put(out, dialect->find_registry);
        break;
    case SQL_FINGERPRINTS: /* shared by all machines, so it never lies in the schema of one */
        text_put(out, "select fingerprint, ");
        sql_template(out, dialect, machine, dialect->strangers);
        text_put(out, ", is_deployed");
        text_printf(out, "\nfrom %s.pawl_machines where is_accepted and machine = ", dialect->schema);
        dialect->parameter(out, 1, PAWL_TYPE_TEXT);
        break;
    case SQL_GET:
        sql_render_inline(out, &scope, "get");
        break;
    case SQL_HISTORY:
        records(out, dialect, machine, " order by sort_key");
        break;
    case SQL_IN_STATE: /* with the first page's NULL as key, since alone decides */
        sql_template(out, dialect, machine,
                     "select {name}_id, state, sort_key, since from {current}\n"
                     "where state = {text:1} and (since, {name}_id) > ({timestamp:2}, {key:3})\n"
                     "  and {is_accepted} order by since, {name}_id limit {bigint:4}");
        break;
    case SQL_NOT_IN_STATE:
        not_in_state(out, dialect, machine);
        break;
    case SQL_COUNT_BY_STATE:
        sql_template(out, dialect, machine,
                     "select state, count(*) from {current} where {is_accepted} group by state");
        break;
    case SQL_LAST_TO:
        records(out, dialect, machine, "\n  and to_state = {text:2} order by sort_key desc limit 1");
        break;
    case SQL_WITH_KEY:
        with_key(out, dialect, machine);
        break;
    case SQL_FIND_PARENT:
        if (machine->entity != NULL)
            sql_template(out, dialect, machine, "select 1 from {parent} where {parent_column} = {key:1}");
        break;
    case SQL_FIND_REQUEST:
        text_put(out, "select event, from_state, to_state, sort_key, created_at");
        read_columns(out, dialect, machine);
        sql_template(out, dialect, machine,
                     " from {transitions} where {name}_id = {key:1} and request_id = {text:2}");
        break;
    case SQL_INSERT_CURRENT:
        if (machine->storage == MODEL_HEAD)
            sql_template(out, dialect, machine,
                         "insert into {current} ({name}_id, state, sort_key, since)\n"
                         "values ({key:1}, {text:2}, {int:3}, {timestamp:4})");
        break;
    case SQL_UPDATE_CURRENT:
        sql_template(
            out, dialect, machine,
            machine->storage != MODEL_HEAD
                ? dialect->supersede_row
                : "update {current} set state = {text:2}, sort_key = {int:3}, since = {timestamp:4}\n"
                  "where {name}_id = {key:1}");
        break;
    case SQL_INSERT_TRANSITION:
        insert_transition(out, dialect, machine);
        break;
    case SQL_FIND_KEY:
        find_key(out, dialect, machine);
        break;
    case SQL_FIND_TOPIC:
        find_topic(out, dialect, machine);
        break;
    case SQL_FIRE_DEFERRED:
    case SQL_FAIL_DEFERRED:
        if (!dialect->runtime_moves)
            sql_render_inline(out, &scope, sql_statement_name(statement));
        break;
    case SQL_FIND_CREATION:
        if (refers_to_creation(dialect, machine) || queue_needs_creation(machine))
            find_creation(out, dialect, machine);
        break;
    case SQL_SET_MIRROR:
        if (machine->mirror != NULL)
            sql_template(out, dialect, machine,
                         "update {parent} set {mirror_column} = {text:2} where {parent_column} = {key:1}");
        break;
    case SQL_STATEMENT_COUNT:
        break;
    }
}

/* ---- files -------------------------------------------------------------------------------------- */

/* For `pawlctl apply --adopt`: what a table that is there already must have. One line of JSON. */
static void adopts(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    struct text rows = TEXT_INIT;
    sql_template(&rows, dialect, machine, "{rows}");
    text_printf(out, "-- Adopts {\"machine\":\"%s\",\"table\":", machine->name);
    if (!text_failed(&rows))
        escape_json(out, rows.data);
    out->failed |= text_failed(&rows);
    text_free(&rows);
    text_printf(out, ",\"key_type\":\"%s\",\"states\":[",
                machine->key_type == PAWL_TYPE_TEXT ? "text" : "bigint");
    for (size_t i = 0; i < machine->state_count; i++) {
        text_put(out, i > 0 ? "," : "");
        escape_json(out, machine->states[i].stored);
    }
    text_put(out, "],\"columns\":{");
    for (size_t i = 0; i < machine->column_count; i++) {
        text_put(out, i > 0 ? "," : "");
        escape_json(out, machine->columns[i].name);
        text_printf(out, ":\"%s\"", type_names[machine->columns[i].type]);
    }
    text_put(out, machine->storage == MODEL_TRANSITIONS_ENFORCED ? "},\"enforced\":true}\n" : "}}\n");
}

static bool has_no_roles(const struct model *model) {
    return model->machine_count > 0 ? model->machines->no_roles : model->flows->no_roles;
}

static void emit_file(const struct sql_dialect *dialect, const struct model *model, struct text *out) {
    text_printf(out,
                "-- Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n"
                "-- %s%s.%s.sql\n",
                model->stem, model->stem,
                has_no_roles(model) && dialect->without_roles != NULL ? dialect->how_to_apply_without_roles
                                                                      : dialect->how_to_apply,
                model->stem, dialect->name);
    for (size_t i = 0; i < model->machine_count; i++) /* pawlctl apply looks for these lines */
        text_printf(out, "-- Deploys %s %s\n", model->machines[i].name, model->machines[i].fingerprint);
    for (size_t i = 0; i < model->machine_count; i++)
        if (model->machines[i].storage != MODEL_HEAD)
            adopts(out, dialect, &model->machines[i]);
    for (size_t i = 0; i < model->flow_count; i++)
        text_printf(out, "-- Deploys flow %s %s\n", model->flows[i].name, model->flows[i].fingerprint);
    text_char(out, '\n');
    schema(out, dialect,
           (struct deployment){model->machines, model->machine_count, model->flows, model->flow_count});
}

void emit_sql(const struct emit_context *context, struct text *out) {
    emit_file(sql_dialects[context->backend->dialect], context->model, out);
}
