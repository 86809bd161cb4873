/* Whole files and transactions: what is deployed, and what all machines and flows share. */
#include "emit/emit.h"
#include "emit/json/json.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"

#include <stdio.h>
#include <string.h>

/* ---- statements --------------------------------------------------------------------------------- */

/* What is deployed together; the machines of a file of flows are none, but say whether there are roles, and
 * whether tables ask who writes. */
struct file_deployment {
    const struct model_machine *machines;
    size_t machine_count;
    const struct model_flow *flows;
    size_t flow_count;
};

static void schema(struct text *out, const struct sql_dialect *dialect, struct file_deployment deployment) {
    const struct model_machine none = {.no_roles = deployment.flow_count > 0 && deployment.flows->no_roles,
                                       .is_strict = deployment.flow_count > 0 && deployment.flows->is_strict,
                                       .schema_word =
                                           deployment.flow_count > 0 ? deployment.flows->schema_word : NULL};
    const struct model_machine *machines = deployment.machine_count > 0 ? deployment.machines : &none;
    dialect->begin(out, dialect, machines, deployment.machine_count);
    /* before the machines: where another version of one is refused, SQLite rolls back what came before */
    sql_flows(out, dialect, deployment.flows, deployment.flow_count);
    for (size_t i = 0; i < deployment.machine_count; i++)
        sql_machine(out, dialect, &deployment.machines[i]);
    dialect->end(out, dialect, machines);
}

void sql_flow_schema(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow) {
    schema(out, dialect, (struct file_deployment){.flows = flow, .flow_count = 1});
}

void sql_statement(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   enum sql_statement statement) {
    const struct template_scope scope = sql_scope(dialect, machine);
    /* what commits on several nodes is applied by hand, and no part of programs */
    if (statement == SQL_SCHEMA && dialect->is_distributed)
        return;
    if (statement == SQL_SCHEMA)
        schema(out, dialect, (struct file_deployment){.machines = machine, .machine_count = 1});
    else
        template_render_inline(out, &scope, sql_statement_name(statement));
}

/* ---- files -------------------------------------------------------------------------------------- */

static bool is_distributed(const struct model *model) {
    return model->machine_count > 0 ? model->machines->is_distributed
                                    : model->flow_count > 0 && model->flows->is_distributed;
}

static bool has_no_roles(const struct model *model) {
    return model->machine_count > 0 ? model->machines->no_roles
                                    : model->flow_count > 0 && model->flows->no_roles;
}

static void put_first_line(struct text *out, const struct sql_dialect *dialect) {
    const struct template_scope scope = sql_scope(dialect, NULL);
    if (dialect->shell_goes_on)
        template_render(out, &scope, "shell_setting");
}

/* For the top of a file. */
static void put_how_to_apply(struct text *out, const struct sql_dialect *dialect, bool no_roles) {
    const struct template_scope scope = sql_scope(dialect, NULL);
    template_render(out, &scope,
                    no_roles && dialect->may_lack_roles ? "how_to_apply_without_roles" : "how_to_apply");
}

static void put_command(struct text *out, const struct sql_dialect *dialect, const char *stem) {
    text_printf(out, "--   %s%s.%s.sql%s\n", dialect->shell, stem, dialect->name,
                dialect->shell_end == NULL ? "" : dialect->shell_end);
}

void sql_file_header(struct text *out, const struct sql_dialect *dialect, const char *kind, bool no_roles,
                     struct text *lists) {
    text_printf(out, PAWL_SCRIPT_HEADER("%s", "%d") "%s}\n", kind, dialect->name, PAWL_SCHEMA_VERSION,
                no_roles && dialect->may_lack_roles ? "true" : "false",
                dialect->is_distributed ? "true" : "false", text_data(lists));
    text_fail(out, lists->problem);
    text_free(lists);
}

/* For people, where nothing in the database shows them. */
static void put_signatures(struct text *out, const struct sql_dialect *dialect,
                           const struct model_machine *machine) {
    const struct template_scope scope = sql_scope(dialect, machine);
    if (dialect->numbers_functions)
        template_render(out, &scope, "signatures");
}

static void emit_file(const struct sql_dialect *dialect, const struct model *model, struct text *out) {
    const struct template_scope scope = {
        .templates = &sql_model_templates, .dialect = dialect, .model = model};
    struct text lists = TEXT_INIT;
    json_put_dense(&lists, &scope, "lists_of_header");
    put_first_line(out, dialect);
    sql_file_header(out, dialect, PAWL_SCRIPT_MACHINES, has_no_roles(model), &lists);
    text_printf(out, "-- Written by pawl from %s.fsm. Do not edit: change %s.fsm and run pawl again.\n",
                model->stem, model->stem);
    put_how_to_apply(out, dialect, has_no_roles(model));
    put_command(out, dialect, "pawl");
    put_command(out, dialect, model->stem);
    text_printf(out, "-- The first is for what all machines share, which pawl writes beside this file.%s\n",
                dialect->is_distributed ? "" : " pawlctl apply does both:");
    if (!dialect->is_distributed)
        text_printf(out, "--   pawlctl apply %s.%s.sql --db=...\n", model->stem, dialect->name);
    for (size_t i = 0; i < model->machine_count; i++)
        put_signatures(out, dialect, &model->machines[i]);
    for (size_t i = 0; i < model->flow_count && dialect->numbers_functions; i++)
        sql_flow_part(out, dialect, &model->flows[i], "flow_signatures");
    text_char(out, '\n');
    schema(out, dialect,
           (struct file_deployment){model->machines, model->machine_count, model->flows, model->flow_count});
    text_put(out, "\n" PAWL_SCRIPT_END "\n");
}

void emit_sql(const struct emit_context *context, struct text *out) {
    emit_file(sql_dialect_for(context->backend->dialect, is_distributed(context->model)), context->model,
              out);
}

/* ---- what all machines and flows share ---------------------------------------------------------- */

static bool is_in(const struct template_fragment *part, const char *folder) {
    return strncmp(part->name, folder, strlen(folder)) == 0;
}

/* Parts in roles/ are for databases with roles, those in no_roles/ for others; likewise those of nodes. Only
 * libpawl sets up test clocks. */
static bool is_left_out(const struct template_fragment *part, const struct sql_dialect *dialect,
                        bool no_roles) {
    return is_in(part, no_roles ? "roles/" : "no_roles/") ||
           is_in(part, dialect->is_distributed ? "one_node/" : "distributed/") || is_in(part, "test_clock/");
}

static void put_part(struct text *out, const char *text, const char *left_out) {
    for (const char *found; left_out != NULL && (found = strstr(text, left_out)) != NULL;
         text = found + strlen(left_out))
        text_write(out, text, (size_t)(found - text));
    text_put(out, text);
}

const char *emit_option_of_shared(const char *text) {
    char file[16], database[16], no_roles[16], distributed[16];
    text += *text == '-' ? 0 : strcspn(text, "\n"); /* a line for the shell */
    if (sscanf(text + (*text == '\n'), PAWL_SCRIPT_HEADER("%15[a-z]", "%*d"), file, database, no_roles,
               distributed) != 4)
        return NULL;
    return strcmp(distributed, "true") == 0 ? "--distribute=citus"
           : strcmp(no_roles, "true") == 0  ? "--no-roles"
                                            : "";
}

void emit_sql_schema(const struct emit_context *context, struct text *out) {
    const struct sql_dialect *dialect =
        sql_dialect_for(context->backend->dialect, is_distributed(context->model));
    const bool no_roles = has_no_roles(context->model);
    struct text no_lists = TEXT_INIT;
    put_first_line(out, dialect);
    sql_file_header(out, dialect, PAWL_SCRIPT_SHARED, no_roles, &no_lists);
    text_printf(out, "-- Written by pawl: what all machines and flows share. Version %d of Pawl's schema.\n",
                PAWL_SCHEMA_VERSION);
    put_how_to_apply(out, dialect, no_roles);
    put_command(out, dialect, "pawl");
    for (const struct template_fragment *part = dialect->schema_parts; part->name != NULL; part++)
        if (!is_left_out(part, dialect, no_roles)) {
            text_char(out, '\n');
            put_part(out, part->text, no_roles ? dialect->owner_clause : NULL);
        }
    text_put(out, "\n" PAWL_SCRIPT_END "\n");
}
