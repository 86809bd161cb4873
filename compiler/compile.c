#include "compile.h"

#include "check/check.h"
#include "check/flow.h"
#include "check/prove_report.h"
#include "check/support.h"
#include "resolve/names.h"
#include "syntax/parse.h"

#include <string.h>

enum { MACHINES_MAX = 10000 }; /* each takes its memory, however small it is */

static bool check_bytes(const struct source *source, struct diagnostics *diagnostics) {
    size_t offset;
    if (!source_find_bad_byte(source, &offset))
        return true;
    unsigned byte = (unsigned char)source->text[offset];
    if (source_is_bidi(source->text + offset, source->length - offset)) {
        diagnose(diagnostics, MESSAGE_BAD_BIDI, (struct span){offset, 3}, NULL);
        return false;
    }
    diagnose(diagnostics, byte < 0x80 ? MESSAGE_BAD_CONTROL : MESSAGE_BAD_BYTE, (struct span){offset, 1},
             WORDS(arena_printf(diagnostics->arena, "0x%02x", byte)));
    return false;
}

bool compile_syntax(struct arena *arena, const struct source *source, struct diagnostics *diagnostics) {
    struct ast ast;
    diagnostics_init(diagnostics, arena, source);
    ast_init(&ast, diagnostics);
    if (!check_bytes(source, diagnostics) || !parse(&ast, diagnostics))
        return false;
    size_t not_yet = 0;
    for (const struct diagnostic *each = diagnostics->first; each != NULL; each = each->next)
        not_yet += each->code == DIAGNOSTIC_NOT_YET;
    return diagnostics->error_count == not_yet;
}

/* What is proved of a machine that is in order, and warnings about it but for those that it allows. */
static void examine(struct ast *ast, const struct resolved_machine *machine) {
    enum diagnostic_code code;
    struct graph graph;
    for (size_t i = 0; i < machine->model.allow_count; i++)
        if (diagnostic_find(machine->model.allows[i].code, &code))
            diagnostics_allow(ast->diagnostics, code, true);
    graph_init(&graph, ast->arena, &machine->model);
    check_machine(ast, machine, &graph);
    prove_machine(ast, machine, &graph);
    for (size_t i = 0; i < machine->model.allow_count; i++)
        if (diagnostic_find(machine->model.allows[i].code, &code))
            diagnostics_allow(ast->diagnostics, code, false);
}

static const char *prefixed(struct arena *arena, const char *prefix, const char *name) {
    return prefix == NULL ? name : arena_printf(arena, "%s_%s", prefix, name);
}

/* For certain: in a text of several lines such a line is not one. */
static bool is_comment_line(const struct source *source, size_t line) {
    const struct span span = source_line(source, line);
    const char *from = source->text + span.offset;
    from += strspn(from, " \t");
    return from[0] == '/' && from[1] == '/' && from[2] != '/' && strstr(source->text, "\"\"\"") == NULL;
}

/* Words of the file's SQL that libpawl would replace for another schema (is_schema_at and is_lock_at in
 * runtime/postgres/names.c), and must not: in a fragment, or as a name or text. The first, with its line, as
 * the SQL's file names it; NULL: none. */
static const char *find_schema_word(struct arena *arena, const struct source *source) {
    static const char *const words[] = {"public", "lock(", "schema public", "pg_catalog, public"};
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:;({";
    enum { PUBLIC, LOCK };
    for (const char *at = source->text; *at != '\0'; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t length = strlen(words[i]);
            const char *after = at + length;
            if (strncmp(at, words[i], length) != 0)
                continue;
            if (i == PUBLIC &&
                !((*after == '.' && strchr(" \n'", after[1]) == NULL) ||
                  (*after != '\0' && strchr(";:({", *after)) || (*after == '"' && after[1] != '.') ||
                  strncmp(after, "'::", 3) == 0 || strncmp(after, " {", 2) == 0))
                continue;
            if (i == LOCK && strchr("-0123456789", *after) == NULL)
                continue;
            const size_t line = source_line_number(source, (size_t)(at - source->text));
            size_t size = length + strspn(after, signs);
            size -= at[size - 1] == '.'; /* of a sentence */
            if (!is_comment_line(source, line))
                return arena_printf(arena, " (line %zu: %.*s)", line, (int)size, at);
        }
    return NULL;
}

static void compile_flows(struct ast *ast, struct names *names, struct model *model, const char *prefix,
                          const char *schema_word) {
    struct resolved_flows resolved;
    resolve_flows(ast, &resolved);
    struct model_flow *flows = arena_alloc(ast->arena, resolved.flow_count * sizeof *flows);
    struct model_procedure *procedures =
        arena_alloc(ast->arena, resolved.procedure_count * sizeof *procedures);
    for (size_t i = 0; i < resolved.procedure_count; i++)
        names_check_procedure(names, &resolved.procedures[i]);
    for (size_t i = 0; i < resolved.flow_count; i++)
        names_check_flow(names, &resolved.flows[i]);
    check_flows(ast, &resolved);
    for (size_t i = 0; i < resolved.flow_count; i++) {
        resolved.flows[i].model.c_name = prefixed(ast->arena, prefix, resolved.flows[i].model.name);
        resolved.flows[i].model.databases = dialects_by_default();
        resolved.flows[i].model.schema_word = schema_word;
        flows[model->flow_count++] = resolved.flows[i].model;
    }
    for (size_t i = 0; i < resolved.procedure_count; i++) {
        resolved.procedures[i].model.c_name = prefixed(ast->arena, prefix, resolved.procedures[i].model.name);
        procedures[model->procedure_count++] = resolved.procedures[i].model;
    }
    model->flows = flows;
    model->procedures = procedures;
}

static bool is_one_more(struct diagnostics *diagnostics, size_t *count, struct span at,
                        enum message_number too_many) {
    if (++*count <= MACHINES_MAX)
        return true;
    diagnose(diagnostics, too_many, at, WORDS(number_word(diagnostics, MACHINES_MAX)));
    return false;
}

/* How to compile: see compile_for. */
struct compilation {
    const bool *chosen;
    dialect_set databases;
    bool is_distributed;
    const char *prefix;
    enum compile_hooks hooks;
    size_t failed_proofs; /* asserts and scenarios among the errors */
};

static const struct model *compile_with(struct compilation *compilation, struct arena *arena,
                                        const struct source *source, struct diagnostics *diagnostics,
                                        struct ast *ast) {
    struct names names;
    ast_init(ast, diagnostics);
    if (!check_bytes(source, diagnostics) || !parse(ast, diagnostics))
        return NULL;

    bool read_well = diagnostics->error_count == 0;
    size_t count = 0;
    size_t flow_count = 0;
    for (const struct ast_machine *machine = ast->machines; machine != NULL; machine = machine->next)
        if (!is_one_more(diagnostics, &count, machine->head.name.span, MESSAGE_TOO_MANY_MACHINES))
            return NULL;
    for (const struct ast_flow *flow = ast->flows; flow != NULL; flow = flow->next)
        if (!is_one_more(diagnostics, &flow_count, flow->head.name.span, MESSAGE_TOO_MANY_FLOWS))
            return NULL;
    struct model_machine *machines = arena_alloc(arena, count * sizeof *machines);
    struct model *model = arena_alloc(arena, sizeof *model);
    names_init(&names, arena, diagnostics,
               compilation->chosen != NULL && support_writes_c(compilation->chosen), compilation->prefix);
    for (struct ast_machine *machine = ast->machines; machine != NULL; machine = machine->next) {
        struct resolved_machine resolved;
        size_t errors = diagnostics->error_count;
        if (compilation->hooks != HOOKS_AS_WRITTEN)
            ast_answer_hooks(arena, machine, compilation->hooks == HOOKS_RUN_AND_ANSWERED);
        resolve_machine(ast, machine, &resolved);
        resolved.model.is_distributed = compilation->is_distributed;
        names_check(&names, &resolved);
        if (read_well && diagnostics->error_count == errors) {
            examine(ast, &resolved);
            compilation->failed_proofs += diagnostics->error_count - errors;
        }
        if (compilation->chosen != NULL && diagnostics->error_count == errors)
            support_check(ast, &resolved, compilation->chosen, compilation->databases,
                          compilation->is_distributed);
        resolved.model.c_name = prefixed(arena, compilation->prefix, resolved.model.name);
        resolved.model.databases = dialects_by_default();
        machines[model->machine_count++] = resolved.model;
    }
    const char *schema_word = find_schema_word(arena, source);
    const size_t named = parse_line_of_name(arena, source, "public");
    if (schema_word == NULL && named > 0)
        schema_word = arena_printf(arena, " (line %zu: public)", named);
    for (size_t i = 0; i < model->machine_count && schema_word == NULL; i++)
        if (machines[i].entity != NULL && machines[i].entity->schema != NULL)
            schema_word = arena_printf(arena, " (line %zu: entity %s.%s)", machines[i].line,
                                       machines[i].entity->schema, machines[i].entity->table);
    for (size_t i = 0; i < model->machine_count; i++)
        machines[i].schema_word = schema_word;
    model->stem = source->stem;
    model->machines = machines;
    compile_flows(ast, &names, model, compilation->prefix, schema_word);
    if (diagnostics->error_count == 0 && model->machine_count == 0 && model->flow_count == 0)
        diagnose(diagnostics, MESSAGE_NO_MACHINE, (struct span){source->length, 0}, NULL);
    return diagnostics->error_count == compilation->failed_proofs ? model : NULL;
}

const struct model *compile_for(struct arena *arena, const struct source *source,
                                struct diagnostics *diagnostics, const bool *chosen, dialect_set databases,
                                bool is_distributed, const char *prefix, enum compile_hooks hooks) {
    struct ast ast;
    struct compilation compilation = {.chosen = chosen,
                                      .databases = databases,
                                      .is_distributed = is_distributed,
                                      .prefix = prefix,
                                      .hooks = hooks};
    const struct model *model = compile_with(&compilation, arena, source, diagnostics, &ast);
    return diagnostics->error_count == 0 ? model : NULL;
}

const struct model *compile(struct arena *arena, const struct source *source,
                            struct diagnostics *diagnostics) {
    return compile_for(arena, source, diagnostics, NULL, 0, false, NULL, HOOKS_AS_WRITTEN);
}

const struct model *compile_tree(struct arena *arena, const struct source *source,
                                 struct diagnostics *diagnostics, struct ast *ast) {
    struct compilation compilation = {.hooks = HOOKS_AS_WRITTEN};
    return compile_with(&compilation, arena, source, diagnostics, ast);
}
