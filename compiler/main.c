#include "compile.h"
#include "emit.h"
#include "map.h"
#include "options.h"
#include "out.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_DONE = 0, EXIT_ERRORS = 1, EXIT_TROUBLE = 2 };

static int trouble(const char *problem) {
    fprintf(stderr, "pawl: %s\n", problem);
    return EXIT_TROUBLE;
}

static const char *output_path(struct arena *arena, const struct options *options, const char *stem,
                               const struct backend *backend) {
    const char *folder = options->folder == NULL ? "" : options->folder;
    size_t length = strlen(folder);
    const char *slash = length == 0 || folder[length - 1] == '/' ? "" : "/";
    return arena_printf(arena, "%s%s%s%s", folder, slash, stem, backend->suffix);
}

/* Outputs are named after their file, so two files of one name would overwrite each other. */
static bool check_stems(struct arena *arena, const struct options *options, const char **problem) {
    struct map stems;
    map_init(&stems, arena);
    for (size_t i = 0; i < options->path_count; i++) {
        const char *stem = source_stem(arena, options->paths[i], problem);
        if (stem == NULL)
            return false;
        if (!map_put(&stems, stem, i)) {
            *problem = arena_printf(arena, "%s and %s would have the same outputs; rename one of them",
                                    options->paths[map_get(&stems, stem)], options->paths[i]);
            return false;
        }
    }
    return true;
}

static void list_outputs(struct arena *arena, const struct options *options) {
    const char *problem = NULL;
    for (size_t i = 0; i < options->path_count; i++)
        for (size_t b = 0; backends[b].name != NULL; b++)
            if (options->chosen[b])
                puts(output_path(arena, options, source_stem(arena, options->paths[i], &problem),
                                 &backends[b]));
}

static void emit_all(struct out *out, const struct options *options, const struct model *model) {
    const struct emit_context context = {.arena = out->arena, .model = model};
    for (size_t b = 0; backends[b].name != NULL; b++) {
        if (!options->chosen[b])
            continue;
        struct text text = TEXT_INIT;
        backends[b].emit(&context, &text);
        out_add(out, output_path(out->arena, options, model->stem, &backends[b]), text);
    }
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static int compile_one(struct arena *arena, const struct options *options, const char *path,
                       struct out *out) {
    struct source source;
    struct diagnostics diagnostics;
    const char *problem;
    if (!source_read(&source, arena, path, &problem))
        return trouble(problem);
    diagnostics_init(&diagnostics, arena, &source);
    const struct model *model = compile_for(arena, &source, &diagnostics, options->chosen);

    struct diagnostics_style style = {.colour = isatty(STDERR_FILENO) && getenv("NO_COLOR") == NULL,
                                      .warnings_are_errors = options->warnings_are_errors};
    diagnostics_print(&diagnostics, style, stderr);
    size_t errors = diagnostics.error_count + (options->warnings_are_errors ? diagnostics.warning_count : 0);
    if (errors > 0) {
        fprintf(stderr, "%s: %zu error%s; nothing was written\n", path, errors, plural(errors));
        return EXIT_ERRORS;
    }
    if (model != NULL)
        emit_all(out, options, model);
    return EXIT_DONE;
}

static int compile_all(struct arena *arena, const struct options *options) {
    struct out out;
    const char *problem = NULL;
    int status = EXIT_DONE;
    out_init(&out, arena);
    for (size_t i = 0; i < options->path_count; i++) {
        int one = compile_one(arena, options, options->paths[i], &out);
        status = one > status ? one : status;
    }
    if (status == EXIT_DONE &&
        (!out_make_folder(arena, options->folder, &problem) || !out_commit(&out, &problem)))
        status = trouble(problem);
    out_free(&out);
    return status;
}

int main(int argc, char **argv) {
    struct arena *arena = arena_new();
    struct options options;
    const char *problem = NULL;
    int status = EXIT_DONE;
    if (!options_read(&options, arena, argc, argv, &problem)) {
        status = trouble(problem);
    } else if (options.help) {
        options_help(stdout);
    } else if (options.version) {
        puts("pawl " PAWL_VERSION);
    } else if (!check_stems(arena, &options, &problem)) {
        status = trouble(problem);
    } else if (options.list_outputs) {
        list_outputs(arena, &options);
    } else {
        status = compile_all(arena, &options);
    }
    arena_free(arena);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("pawl: cannot write to standard output\n", stderr);
        status = EXIT_TROUBLE;
    }
    return status;
}
