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

static int fmt_stdin(struct arena *arena, const struct options *options) {
    struct source source;
    struct text text = TEXT_INIT;
    int status = fmt_file(arena, options, "-", &source, &text);
    if (status == EXIT_DONE && option(options, "--check") != NULL) {
        bool same = text.length == source.length &&
                    (text.length == 0 || memcmp(text.data, source.text, text.length) == 0);
        if (!same)
            puts(source.path);
        status = same ? EXIT_DONE : EXIT_ERRORS;
    } else if (status == EXIT_DONE) {
        return print_text(&text) ? EXIT_DONE : EXIT_TROUBLE;
    }
    text_free(&text);
    return status;
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

static int fmt_files(struct arena *arena, const struct options *options) {
    struct out out;
    const char *problem = NULL;
    int status = EXIT_DONE;
    out_init(&out, arena);
    for (size_t i = 0; i < options->path_count; i++) {
        struct source source;
        struct text text = TEXT_INIT;
        int one = fmt_file(arena, options, options->paths[i], &source, &text);
        if (one == EXIT_DONE && option(options, "--check") == NULL) {
            out_add(&out, real_path(arena, options->paths[i]), text);
            continue;
        }
        if (one == EXIT_DONE && !out_is_same(options->paths[i], &text)) {
            puts(options->paths[i]);
            one = EXIT_ERRORS;
        }
        text_free(&text);
        status = one > status ? one : status;
    }
    if (!out_commit(&out, &problem))
        status = trouble(problem);
    out_free(&out);
    return status;
}

int verb_fmt(struct arena *arena, const struct options *options) {
    bool from_stdin = options->path_count == 0;
    for (size_t i = 0; i < options->path_count; i++)
        from_stdin |= strcmp(options->paths[i], "-") == 0;
    if (from_stdin && options->path_count > 1)
        return trouble("`-` is standard input, and goes with no other file");
    return from_stdin ? fmt_stdin(arena, options) : fmt_files(arena, options);
}
