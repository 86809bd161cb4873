#include "command/verbs.h"

#include "compile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int trouble(const char *problem) {
    fprintf(stderr, "pawl: %s\n", problem);
    return EXIT_TROUBLE;
}

bool print_text(struct text *text) {
    bool done = !text_failed(text) &&
                fwrite(text->data == NULL ? "" : text->data, 1, text->length, stdout) == text->length;
    text_free(text);
    return done;
}

void print_findings(const struct diagnostics *diagnostics) {
    diagnostics_print(diagnostics, isatty(STDERR_FILENO) && getenv("NO_COLOR") == NULL, stderr);
}

void print_error_count(const char *path, size_t count, const char *end) {
    fprintf(stderr, "%s: %zu error%s%s\n", path, count, count == 1 ? "" : "s", end);
}

/* What the file is compiled to; NULL: to nothing, so that it may have what nothing executes yet. */
static const bool *kinds_of(const struct options *options, const char *path) {
    return options->verb != verbs[0] || path == option(options, "--since") ? NULL : options->chosen;
}

int compile_file(struct arena *arena, const struct options *options, const char *path,
                 struct diagnostics *diagnostics, const struct model **model) {
    struct source *source = arena_alloc(arena, sizeof *source);
    const char *problem = NULL;
    *model = NULL;
    diagnostics_init(diagnostics, arena, source);
    if (source_stem(arena, path, &problem) == NULL || !source_read(source, arena, path, &problem))
        return trouble(problem);
    diagnostics->warnings = &options->warnings;
    const struct model *compiled =
        compile_for(arena, source, diagnostics, kinds_of(options, path), option(options, "--prefix"));
    size_t errors = diagnostics->error_count + diagnostics->promoted_count;
    if (!options->json)
        print_findings(diagnostics);
    if (errors > 0 && !options->json)
        print_error_count(path, errors, options->verb == verbs[0] ? "; nothing was written" : "");
    if (errors > 0)
        return EXIT_ERRORS;
    *model = compiled;
    return EXIT_DONE;
}

const struct model *model_to_emit(struct arena *arena, const struct options *options,
                                  const struct model *model) {
    struct model *changed = arena_alloc(arena, sizeof *changed);
    struct model_machine *machines = arena_alloc(arena, model->machine_count * sizeof *machines);
    struct model_flow *flows = arena_alloc(arena, model->flow_count * sizeof *flows);
    if (option(options, "--no-roles") == NULL)
        return model;
    if (model->flow_count > 0)
        memcpy(flows, model->flows, model->flow_count * sizeof *flows);
    for (size_t i = 0; i < model->flow_count; i++)
        flows[i].no_roles = true;
    if (model->machine_count > 0)
        memcpy(machines, model->machines, model->machine_count * sizeof *machines);
    for (size_t i = 0; i < model->machine_count; i++)
        machines[i].no_roles = true;
    *changed = *model;
    changed->machines = machines;
    changed->flows = flows;
    return changed;
}
