/* What the templates of generated C may say of SQL, as libpawl sends it. */
#include "emit/c/c.h"
#include "emit/sql/queue.h"
#include "emit/sql/sql.h"

/* ---- statements --------------------------------------------------------------------------------------- */

static dialect_set databases_of(const struct template_scope *scope) {
    return scope->machine != NULL ? scope->machine->databases : scope->flow->databases;
}

static bool is_distributed(const struct template_scope *scope) {
    return scope->machine != NULL ? scope->machine->is_distributed : scope->flow->is_distributed;
}

static size_t dialect_count(const struct template_scope *scope) {
    size_t count = 0;
    while (databases_of(scope) >> count != 0)
        count++;
    return count;
}

/* As literals; frees it. */
static void put_sql(struct text *out, const char *indent, struct text *sql) {
    c_lines(out, indent, sql->data);
    text_fail(out, sql->problem);
    text_free(sql);
}

/* Ends a line of members that have nothing with their names. */
static void end_absent(struct text *out, struct text *names) {
    if (names->length > 0)
        text_printf(out, " /* %s */\n", text_failed(names) ? "" : names->data);
    text_fail(out, names->problem);
    text_free(names);
}

enum { NAMES_WIDTH = 60 };

/* Behind each initialiser stands the member's name; those that have nothing share lines. Frees the SQL. */
static void put_member(struct text *out, struct text *absent, const char *name, struct text *sql) {
    if (sql->data == NULL && !text_failed(sql)) {
        if (absent->length > NAMES_WIDTH)
            end_absent(out, absent);
        text_put(out, absent->length == 0 ? "    NULL," : " NULL,");
        text_printf(absent, "%s%s", absent->length == 0 ? "" : ", ", name);
    } else {
        end_absent(out, absent);
        put_sql(out, "    ", sql);
        text_printf(out, ", /* %s */\n", name);
    }
}

static void write_statement_rows(struct text *out, const struct template_scope *scope) {
    struct text absent = TEXT_INIT;
    for (int i = 0; i < SQL_STATEMENT_COUNT; i++) {
        struct text sql = TEXT_INIT;
        sql_statement(&sql, scope->dialect, scope->machine, (enum sql_statement)i);
        put_member(out, &absent, sql_statement_name((enum sql_statement)i), &sql);
    }
    end_absent(out, &absent);
}

static void write_queue_statement(struct text *out, const struct template_scope *scope) {
    struct text sql = TEXT_INIT;
    sql_queue_statement(&sql, scope->dialect, scope->machine, (enum queue_statement)scope->index);
    put_sql(out, "    ", &sql);
}

static void write_flow_schema(struct text *out, const struct template_scope *scope) {
    struct text sql = TEXT_INIT;
    sql_flow_schema(&sql, scope->dialect, scope->flow);
    put_sql(out, "    ", &sql);
}

static void write_call_rows(struct text *out, const struct template_scope *scope) {
    static const struct {
        const char *name, *fragment;
    } members[] = {
        {"one", "fire"}, {"many", "fire_many"}, {"alone", "fire_alone"}, {"gathered", "fire_gathered"}};
    struct template_scope call = *scope;
    struct text absent = TEXT_INIT;
    call.templates = &scope->dialect->templates;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        struct text sql = TEXT_INIT;
        template_render_inline(&sql, &call, members[i].fragment);
        put_member(out, &absent, members[i].name, &sql);
    }
    end_absent(out, &absent);
}

/* ---- guards and effects, where the runtime takes the steps -------------------------------------------- */

static struct sql_references references_of(const struct sql_dialect *dialect, const struct model_hook *hook) {
    return hook->is_sql ? sql_references(hook->sql[dialect->number]) : (struct sql_references){0};
}

static void references(struct text *out, const struct sql_dialect *dialect,
                       const struct model_machine *machine) {
#define KIND(kind, ...) #kind,
    static const char *const kinds[] = {MODEL_REFERENCE_KINDS(KIND)};
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
    text_fail(out, sql.problem);
    text_free(&sql);
}

static void write_hook_rows(struct text *out, const struct template_scope *scope) {
    size_t reference = 0;
    for (size_t i = 0; i < scope->machine->hook_count; i++)
        hook(out, scope->dialect, scope->machine, scope->machine->hooks[i], &reference);
}

/* ---- the vocabulary ----------------------------------------------------------------------------------- */

#define OWN_WORDS(X)                                                                                         \
    X(TEXT, dialect, scope->dialect->name) /* its name */                                                    \
    X(NUMBER, dialect_count, dialect_count(scope))                                                           \
    X(WORD, statement_rows,                                                                                  \
      write_statement_rows(out,                                                                              \
                           scope)) /* of struct pawl_statements: lines of literals, as all that follow */    \
    X(TEXT, queue_statement_name, sql_queue_statement_name((enum queue_statement)scope->index))              \
    X(WORD, queue_statement, write_queue_statement(out, scope))                                              \
    X(WORD, call_rows, write_call_rows(out, scope))     /* of struct pawl_event_calls: the event's calls */  \
    X(WORD, flow_schema, write_flow_schema(out, scope)) /* all that a database needs for the flow */         \
    X(WORD, reference_table,                                                                                 \
      references(out, scope->dialect, scope->machine)) /* what guards and effects in SQL refer to */         \
    X(WORD, hook_rows, write_hook_rows(out, scope))    /* they themselves */
TEMPLATE_WORDS(OWN_WORDS)

#define CONDITIONS(X)                                                                                        \
    X(is_for_dialect, dialect_is_in(databases_of(scope), scope->dialect->number)) /* the outputs */          \
    X(runtime_moves, scope->dialect->runtime_moves) /* libpawl takes the steps of a move, and no function */
TEMPLATE_CONDITIONS(CONDITIONS)

#define LISTS(X, SOME, ENTER)                                                                                \
    SOME(dialects, PAWL_DIALECT_COUNT, dialect_is_in(databases_of(scope), i), dialect,                       \
         sql_dialect_for(i, is_distributed(scope))) /* that the outputs are for, */                          \
    X(dialect_numbers, dialect_count(scope), dialect,                                                        \
      sql_dialect_for(index, is_distributed(scope))) /* and all up to the last of these */                   \
    X(queue_statements, QUEUE_STATEMENT_COUNT, index, index)
TEMPLATE_LISTS(LISTS)

const struct template_vocabulary c_statement_vocabulary = {words, conditions, lists};
