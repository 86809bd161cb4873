#include "options.h"

#include "suggest.h"

#include <getopt.h>
#include <string.h>

enum { OPTION_EMIT = 256, OPTION_LIST_OUTPUTS, OPTION_HELP, OPTION_VERSION };

static const struct option long_options[] = {
    {"emit", required_argument, NULL, OPTION_EMIT},
    {"list-outputs", no_argument, NULL, OPTION_LIST_OUTPUTS},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {0},
};

void options_help(FILE *file) {
    fputs("Usage: pawl FILE.fsm... -o FOLDER [OPTION]...\n"
          "\n"
          "Compiles machines to typed C, SQL and diagrams. Every FILE.fsm becomes one file\n"
          "of each kind in FOLDER. Nothing is written when an input has an error, and\n"
          "a file that would not change is not touched.\n"
          "\n"
          "  -o FOLDER          where to write; made if it does not exist\n"
          "  --emit=KIND,...    write only these kinds (default: all)\n"
          "  --list-outputs     print the names of the files that would be written\n"
          "  -Werror            treat warnings as errors\n"
          "  --help, --version\n"
          "\n"
          "Kinds:\n",
          file);
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        fprintf(file, "  %-10s FILE%-15s %s\n", backend->name, backend->suffix, backend->help);
    fputs("\n"
          "Exit status: 0 done (with or without warnings), 1 errors in the input, 2 wrong\n"
          "usage, or a file that cannot be read or written.\n"
          "\n"
          "Example: pawl payment.fsm -o gen\n",
          file);
}

static bool choose(struct options *options, struct arena *arena, const char *list, const char **problem) {
    for (const char *name = list;;) {
        size_t length = strcspn(name, ",");
        const char *wanted = arena_strndup(arena, name, length);
        struct suggestion suggestion = suggestion_for(wanted);
        size_t i = 0;
        for (; backends[i].name != NULL && strcmp(backends[i].name, wanted) != 0; i++)
            suggestion_offer(&suggestion, backends[i].name);
        if (backends[i].name == NULL) {
            if (suggestion.nearest != NULL)
                *problem = arena_printf(arena, "--emit: there is no kind `%s`; did you mean `%s`?", wanted,
                                        suggestion.nearest);
            else
                *problem = arena_printf(arena, "--emit: there is no kind `%s`; --help lists them", wanted);
            return false;
        }
        options->chosen[i] = true;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

static bool read_one(struct options *options, struct arena *arena, int option, char **argv,
                     const char **problem) {
    switch (option) {
    case 'o':
        options->folder = optarg;
        if (optarg[0] == '\0')
            *problem = "-o: expected the name of a folder";
        break;
    case 'W':
        options->warnings_are_errors = true;
        if (strcmp(optarg, "error") != 0)
            *problem = arena_printf(arena, "-W%s is not known; there is only -Werror", optarg);
        break;
    case OPTION_EMIT:
        return choose(options, arena, optarg, problem);
    case OPTION_LIST_OUTPUTS:
        options->list_outputs = true;
        break;
    case OPTION_HELP:
        options->help = true;
        break;
    case OPTION_VERSION:
        options->version = true;
        break;
    case ':':
        *problem = arena_printf(arena, "%s: a value is missing; see --help", argv[optind - 1]);
        break;
    default:
        if (optopt > 0 && optopt < OPTION_EMIT)
            *problem = arena_printf(arena, "there is no option -%c; see --help", optopt);
        else
            *problem = arena_printf(arena, "there is no option %s; see --help", argv[optind - 1]);
        break;
    }
    return *problem == NULL;
}

bool options_read(struct options *options, struct arena *arena, int argc, char **argv, const char **problem) {
    size_t backend_count = 0;
    bool any_chosen = false;
    int option;

    *options = (struct options){0};
    *problem = NULL;
    while (backends[backend_count].name != NULL)
        backend_count++;
    options->chosen = arena_alloc(arena, backend_count * sizeof *options->chosen);
    while ((option = getopt_long(argc, argv, ":o:W:", long_options, NULL)) != -1) {
        if (!read_one(options, arena, option, argv, problem))
            return false;
        any_chosen = any_chosen || option == OPTION_EMIT;
    }
    for (size_t i = 0; i < backend_count && !any_chosen; i++)
        options->chosen[i] = true;
    options->paths = (const char *const *)(argv + optind);
    options->path_count = (size_t)(argc - optind);
    if (options->help || options->version)
        return true;
    if (options->path_count == 0)
        *problem = "name a .fsm file to compile; see --help";
    else if (options->folder == NULL && !options->list_outputs)
        *problem = "say where to write: -o FOLDER";
    return *problem == NULL;
}
