#include "explain.h"
#include "verbs.h"

int verb_explain(struct arena *arena, const struct options *options) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < options->path_count; i++) {
        struct diagnostics diagnostics;
        const struct model *model;
        struct text text = TEXT_INIT;
        int one = compile_file(arena, options, options->paths[i], &diagnostics, &model);
        status = one > status ? one : status;
        if (one != EXIT_DONE)
            continue;
        explain(model, &text);
        if (i > 0)
            putchar('\n');
        if (!print_text(&text))
            return EXIT_TROUBLE;
    }
    return status;
}
