#include "base/out.h"
#include "command/verbs.h"
#include "compile.h"
#include "syntax/fmt.h"

#include <stdlib.h>
#include <string.h>

static int fmt_file(struct arena *arena, const struct options *options, const char *path,
                    struct source *source, struct text *text) {
    struct diagnostics diagnostics;
    if (read_input(source, arena, options, path) != EXIT_DONE)
        return EXIT_TROUBLE;
    if (!compile_syntax(arena, source, &diagnostics)) {
        print_findings(&diagnostics);
        print_error_count(source->path, diagnostics.error_count, "");
        return EXIT_ERRORS;
    }
    fmt(source, arena, text);
    if (text_failed(text))
        return trouble(arena_printf(arena, "%s: %s", source->path, text->problem));
    return EXIT_DONE;
}

/* Where a link leads, so that not the link is replaced. */
static const char *real_path(struct arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    if (real == NULL)
        return path;
    path = arena_strndup(arena, real, strlen(real));
    free(real);
    return path;
}

/* Standard input goes to standard output. With --check the name of a file that would change is printed. */
static int fmt_one(struct arena *arena, const struct options *options, const char *path, struct out *out) {
    const bool is_stdin = strcmp(path, "-") == 0;
    struct source source;
    struct text text = TEXT_INIT;
    const int status = fmt_file(arena, options, path, &source, &text);
    if (status == EXIT_DONE && option(options, "--check") == NULL && !is_stdin) {
        out_add(out, real_path(arena, path), text);
        return EXIT_DONE;
    }
    if (status == EXIT_DONE && option(options, "--check") == NULL)
        return print_text(&text) ? EXIT_DONE : EXIT_TROUBLE;
    const bool is_same =
        status == EXIT_DONE &&
        (is_stdin ? text.length == source.length && memcmp(text_data(&text), source.text, text.length) == 0
                  : out_is_same(path, &text));
    if (status == EXIT_DONE && !is_same)
        puts(source.path);
    text_free(&text);
    return status != EXIT_DONE || is_same ? status : EXIT_ERRORS;
}

int verb_fmt(struct arena *arena, const struct options *options) {
    struct out out;
    const char *problem = NULL;
    int status = EXIT_DONE;
    for (size_t i = 0; i < options->path_count && options->path_count > 1; i++)
        if (strcmp(options->paths[i], "-") == 0)
            return trouble("`-` is standard input, and goes with no other file");
    out_init(&out, arena);
    for (size_t i = 0; i < options->path_count || i == 0; i++) {
        const int one = fmt_one(arena, options, options->path_count == 0 ? "-" : options->paths[i], &out);
        status = one > status ? one : status;
    }
    if (!out_commit(&out, &problem))
        status = trouble(problem);
    out_free(&out);
    return status;
}
