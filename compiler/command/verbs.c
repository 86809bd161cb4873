#include "command/verbs.h"

#include "base/terminal.h"
#include "compile.h"
#include "emit/sql/sql.h"

#include <string.h>

int trouble(const char *problem) {
    fprintf(stderr, "pawl: %s\n", problem);
    return EXIT_TROUBLE;
}

bool print_text(struct text *text) {
    if (text_failed(text))
        trouble(text->problem);
    bool done = !text_failed(text) && fwrite(text_data(text), 1, text->length, stdout) == text->length;
    text_free(text);
    return done;
}

void print_findings(const struct diagnostics *diagnostics) {
    diagnostics_print(diagnostics, terminal_has_colours(stderr), stderr);
}

void print_error_count(const char *path, size_t count, const char *end) {
    fprintf(stderr, "%s: %zu error%s%s\n", path, count, count == 1 ? "" : "s", end);
}

static bool is_distributed(const struct options *options) {
    return option(options, "--distribute") != NULL;
}

bool has_nodes(const struct backend *backend) {
    return backend->emit == emit_sql && sql_dialects[backend->dialect]->distributed != NULL;
}

bool asks_who_writes(const struct backend *backend) {
    return backend->emit == emit_sql && sql_dialects[backend->dialect]->can_be_strict;
}

/* What the file is compiled to; NULL: to nothing, so that it may have what nothing executes yet. */
static const bool *kinds_of(struct arena *arena, const struct options *options, const char *path) {
    const bool is_compiled = options->verb == verbs[0] || options->chosen != NULL || options->databases != 0;
    if ((!is_compiled && !is_distributed(options)) || path == option(options, "--since"))
        return NULL;
    size_t count = 0;
    while (backends[count].name != NULL)
        count++;
    bool *kinds = arena_alloc(arena, count * sizeof *kinds);
    for (size_t i = 0; i < count; i++)
        kinds[i] = is_compiled ? options_chooses(options, &backends[i]) : has_nodes(&backends[i]);
    return kinds;
}

const char *input_name(const struct options *options, const char *path) {
    const char *name = option(options, "--name");
    return strcmp(path, "-") != 0 ? path : name != NULL ? name : "standard input";
}

int read_input(struct source *source, struct arena *arena, const struct options *options, const char *path) {
    const char *problem = NULL, *name = input_name(options, path);
    if (path != name && option(options, "--name") != NULL && source_stem(arena, name, &problem) == NULL)
        return trouble(problem);
    if (!source_read(source, arena, path, &problem))
        return trouble(problem);
    source->path = name;
    if ((source->stem = source_stem(arena, name, &problem)) == NULL)
        source->stem = "stdin";
    return EXIT_DONE;
}

static int compile_with(struct arena *arena, const struct options *options, const char *path,
                        enum compile_hooks hooks, struct diagnostics *diagnostics,
                        const struct model **model) {
    struct source *source = arena_alloc(arena, sizeof *source);
    const char *problem = NULL;
    *model = NULL;
    diagnostics_init(diagnostics, arena, source);
    if (strcmp(path, "-") != 0 && source_stem(arena, path, &problem) == NULL)
        return trouble(problem);
    if (read_input(source, arena, options, path) != EXIT_DONE)
        return EXIT_TROUBLE;
    diagnostics->warnings = &options->warnings;
    const struct model *compiled =
        compile_for(arena, source, diagnostics, kinds_of(arena, options, path), options_databases(options),
                    is_distributed(options), option(options, "--prefix"), hooks);
    size_t errors = diagnostics->error_count + diagnostics->promoted_count;
    if (!options->json)
        print_findings(diagnostics);
    if (errors > 0 && !options->json)
        print_error_count(source->path, errors, options->verb == verbs[0] ? "; nothing was written" : "");
    if (errors > 0)
        return EXIT_ERRORS;
    *model = compiled;
    return EXIT_DONE;
}

int compile_file(struct arena *arena, const struct options *options, const char *path,
                 struct diagnostics *diagnostics, const struct model **model) {
    return compile_with(arena, options, path, HOOKS_AS_WRITTEN, diagnostics, model);
}

int compile_for_test(struct arena *arena, const struct options *options, const char *path, bool runs_sql,
                     struct diagnostics *diagnostics, const struct model **model) {
    return compile_with(arena, options, path, runs_sql ? HOOKS_RUN_AND_ANSWERED : HOOKS_ANSWERED, diagnostics,
                        model);
}

const struct model *model_to_emit(struct arena *arena, const struct options *options,
                                  const struct model *model) {
    struct model *changed = arena_alloc(arena, sizeof *changed);
    struct model_machine *machines = arena_alloc(arena, model->machine_count * sizeof *machines);
    struct model_flow *flows = arena_alloc(arena, model->flow_count * sizeof *flows);
    const bool no_roles = option(options, "--no-roles") != NULL;
    const bool strict = option(options, "--strict") != NULL;
    const bool distributed = is_distributed(options);
    const dialect_set databases = options_databases(options);
    if (!no_roles && !strict && !distributed && databases == dialects_by_default())
        return model;
    if (model->flow_count > 0)
        memcpy(flows, model->flows, model->flow_count * sizeof *flows);
    for (size_t i = 0; i < model->flow_count; i++)
        flows[i].no_roles = no_roles, flows[i].is_strict = strict, flows[i].is_distributed = distributed,
        flows[i].databases = databases;
    if (model->machine_count > 0)
        memcpy(machines, model->machines, model->machine_count * sizeof *machines);
    for (size_t i = 0; i < model->machine_count; i++)
        machines[i].no_roles = no_roles, machines[i].is_strict = strict, machines[i].databases = databases;
    *changed = *model;
    changed->machines = machines;
    changed->flows = flows;
    return changed;
}
