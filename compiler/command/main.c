/* Lives here: the command line, what is asked for and what is said of it. Not here: what a phase does. */
#include "command/verbs.h"

int main(int argc, char **argv) {
    struct arena *arena = arena_new();
    struct options options;
    struct text text = TEXT_INIT;
    const char *problem = options_read(&options, arena, argc, argv);
    int status = EXIT_DONE;
    if (problem != NULL)
        status = trouble(problem);
    else if (option(&options, "--help") != NULL)
        help_text(&text, options.verb);
    else if (option(&options, "--version") != NULL)
        text_put(&text, "pawl " PAWL_VERSION "\n");
    else if (option(&options, "--completion") != NULL)
        options_complete(&text, arena, completion_for(option(&options, "--completion")));
    else
        status = options.verb->run(arena, &options);
    bool printed = print_text(&text);
    arena_free(arena);
    if (!printed || fflush(stdout) != 0 || ferror(stdout))
        status = trouble("cannot write to standard output");
    return status;
}
