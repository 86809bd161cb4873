#include "database/database.h"
#include "say/command.h"
#include "say/print.h"

#include <jansson.h>
#include <stdlib.h>

static int print_about(const struct call *call) {
    const char *shell = option(call, "--completion");
    if (option(call, "--help") != NULL) {
        help_print(call->command);
    } else if (option(call, "--version") != NULL) {
        say("pawlctl " PAWL_VERSION "\n");
    } else if (option(call, "--manual") != NULL) {
        manual_print();
    } else if (shell != NULL) {
        const struct completion *completion = completion_for(shell);
        if (completion == NULL)
            return usage_error(call, "--completion: expected bash, zsh or fish, got %s", shell);
        completion_print(completion);
    } else {
        return usage_error(call, "name a command");
    }
    return EXIT_DONE;
}

/* For the library of JSON, whose every answer would have to be looked at; what is not committed is undone. */
static void *json_memory(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        say_error("pawlctl: out of memory\n");
        exit(EXIT_DATABASE);
    }
    return memory;
}

int main(int argc, char **argv) {
    struct call call = {.err = PAWL_ERROR_INIT};
    int status = EXIT_USAGE;
    json_set_alloc_funcs(json_memory, free);
    if (!options_read(&call, argc, argv))
        return status;
    if (call.command == NULL || option(&call, "--help") != NULL) {
        status = print_about(&call);
    } else {
        status = database_open(&call);
        if (status == EXIT_DONE)
            status = call.command->run(&call);
        pawl_close(call.db);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        say_error("pawlctl: cannot write to standard output\n");
        status = EXIT_USAGE;
    }
    return status;
}
