/* The SQL of each dialect, as libpawl sends it. */
#include "emit/c/statements.h"

#include "emit/c/c.h"
#include "emit/sql/queue.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"
#include "model/hooks.h"
#include "model/queue.h"

/* ---- calls of the functions that make moves ----------------------------------------------------------- */

static void calls(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                  const char *what) {
    text_printf(out, "\nstatic const char *const %s_%s_of_%s[] = {\n    NULL,\n", dialect->name, what,
                machine->c_name);
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct template_scope scope = {.templates = &dialect->templates,
                                             .dialect = dialect,
                                             .machine = machine,
                                             .event = &machine->events[i]};
        struct text sql = TEXT_INIT;
        template_render_inline(&sql, &scope, what);
        text_printf(out, "    /* %s */\n", machine->events[i].name);
        c_lines(out, "    ", sql.data);
        text_put(out, ",\n");
        out->failed |= text_failed(&sql);
        text_free(&sql);
    }
    text_put(out, "};\n");
}

/* ---- guards and effects, where the runtime takes the steps -------------------------------------------- */

static struct sql_references references_of(const struct sql_dialect *dialect, const struct model_hook *hook) {
    return hook->is_sql ? sql_references(hook->sql[dialect->number]) : (struct sql_references){0};
}

static void references(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
    static const char *const kinds[] = {
        [MODEL_KEY] = "KEY", [MODEL_NOW] = "NOW", [MODEL_PARAM] = "PARAM", [MODEL_CREATED] = "CREATED"};
    bool any = false;
    for (size_t i = 0; i < machine->hook_count; i++) {
        const struct sql_references list = references_of(dialect, machine->hooks[i]);
        for (size_t r = 0; r < list.count; r++) {
            if (!any)
                text_printf(out, "\nstatic const struct pawl_reference %s_references_of_%s[] = {\n",
                            dialect->name, machine->c_name);
            any = true;
            text_printf(out, "    {PAWL_REFERENCE_%s, %zu},\n", kinds[list.list[r]->kind],
                        list.list[r]->column);
        }
    }
    if (any)
        text_put(out, "};\n");
}

static void hook(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                 const struct model_hook *of, size_t *next_reference) {
    const struct sql_references list = references_of(dialect, of);
    struct text sql = TEXT_INIT;
    if (!of->is_sql) {
        text_printf(out, "    {NULL, 0, NULL}, /* %s */\n", of->name);
        return;
    }
    sql_numbered(&sql, of->sql[dialect->number], dialect->mark);
    text_printf(out, "    {/* %s */\n", of->name);
    c_lines(out, "     ", sql.data == NULL ? "" : sql.data);
    text_printf(out, ",\n     %zu, ", list.count);
    if (list.count > 0)
        text_printf(out, "&%s_references_of_%s[%zu]},\n", dialect->name, machine->c_name, *next_reference);
    else
        text_put(out, "NULL},\n");
    *next_reference += list.count;
    out->failed |= text_failed(&sql);
    text_free(&sql);
}

static void hooks(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine) {
    size_t reference = 0;
    references(out, dialect, machine);
    text_printf(out, "\nstatic const struct pawl_hook_sql %s_hooks_of_%s[] = {\n", dialect->name,
                machine->c_name);
    for (size_t i = 0; i < machine->hook_count; i++)
        hook(out, dialect, machine, machine->hooks[i], &reference);
    text_put(out, "};\n");
}

/* ---- statements --------------------------------------------------------------------------------------- */

static void queue_statements(struct text *out, const struct sql_dialect *dialect,
                             const struct model_machine *machine) {
    text_printf(out, "\nstatic const struct pawl_queue_statements %s_queue_of_%s = {", dialect->name,
                machine->c_name);
    for (enum queue_statement i = 0; i < QUEUE_STATEMENT_COUNT; i++) {
        struct text statement = TEXT_INIT;
        sql_queue_statement(&statement, dialect, machine, i);
        c_statement(out, i == 0, sql_queue_statement_name(i), &statement);
    }
    text_put(out, "};\n");
}

/* The name of one of the tables above, or NULL. */
static void table(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                  bool is_there, const char *what) {
    if (is_there)
        text_printf(out, ",\n        %s_%s_of_%s", dialect->name, what, machine->c_name);
    else
        text_put(out, ",\n        NULL");
}

static void statements(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
    const bool has_hooks = dialect->runtime_moves && machine->hook_count > 0;
    if (!dialect->runtime_moves) {
        calls(out, dialect, machine, "fire");
        calls(out, dialect, machine, "fire_many");
    }
    if (has_hooks)
        hooks(out, dialect, machine);
    if (queue_is_used(machine))
        queue_statements(out, dialect, machine);
    text_printf(out, "\nstatic const struct pawl_statements %s_of_%s = {", dialect->name, machine->c_name);
    for (enum sql_statement i = 0; i < SQL_STATEMENT_COUNT; i++) {
        struct text statement = TEXT_INIT;
        sql_statement(&statement, dialect, machine, i);
        c_statement(out, i == 0, sql_statement_name(i), &statement);
    }
    table(out, dialect, machine, !dialect->runtime_moves, "fire");
    table(out, dialect, machine, !dialect->runtime_moves, "fire_many");
    table(out, dialect, machine, has_hooks, "hooks");
    text_put(out, queue_is_used(machine) ? ",\n        &" : ",\n        NULL");
    if (queue_is_used(machine))
        text_printf(out, "%s_queue_of_%s", dialect->name, machine->c_name);
    text_put(out, "};\n");
}

void c_statements(struct text *out, const struct model_machine *machine) {
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        statements(out, sql_dialects[i], machine);
    text_printf(out, "\nstatic const struct pawl_statements *const sql_of_%s[] = {", machine->c_name);
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        text_printf(out, "%s&%s_of_%s", i > 0 ? ", " : "", sql_dialects[i]->name, machine->c_name);
    text_put(out, "};\n");
}
