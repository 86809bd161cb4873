#include "database/database.h"
#include "say/print.h"

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
            usage_error(call, "--completion: expected bash, zsh or fish, got %s", shell);
        completion_print(completion);
    } else {
        usage_error(call, "name a command");
    }
    return EXIT_DONE;
}

int main(int argc, char **argv) {
    static struct call call = {.err = PAWL_ERROR_INIT};
    memory_begin();
    options_read(&call, argc, argv);
    if (call.command == NULL || option(&call, "--help") != NULL)
        end(print_about(&call));
    tenants_each(&call);
    database_open(&call);
    end(call.command->run(&call));
}
