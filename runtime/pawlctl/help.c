#include "command.h"

#include <string.h>

static void print_options(const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", options->spelling, options->value_name == NULL ? "" : "=",
                 options->value_name == NULL ? "" : options->value_name);
        if (strlen(left) > 20)
            printf("  %s\n  %-20s %s\n", left, "", options->help);
        else
            printf("  %-20s %s\n", left, options->help);
    }
}

static void print_exit_status(void) {
    printf("\nExit status:\n"
           "  0  done\n"
           "  1  refused, not found, or problems found\n"
           "  2  wrong usage\n"
           "  3  the database, or the connection to it\n");
}

/* In lines of at most 79 characters. */
static void print_prose(const char *text) {
    size_t column = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        if (column > 0 && column + 1 + length > 79) {
            printf("\n");
            column = 0;
        }
        column += (size_t)printf("%s%.*s", column > 0 ? " " : "", (int)length, text);
        text += length;
        for (; *text == ' ' || *text == '\n'; text++)
            if (*text == '\n') {
                printf("\n");
                column = 0;
            }
    }
    printf("\n");
}

void help_print(const struct command *command) {
    if (command != NULL) {
        printf("Usage: pawlctl %s %s%s[OPTION]...\n\n", command->name, command->operands,
               *command->operands == '\0' ? "" : " ");
        print_prose(command->more);
        printf("\nWith --json:\n");
        print_prose(command->json);
        printf("\nOptions:\n");
        print_options(command->options);
        print_options(shared_options);
        print_exit_status();
        printf("\nExample: pawlctl %s\n", command->example);
        return;
    }
    printf("Usage: pawlctl COMMAND [OPERAND]... [OPTION]...\n"
           "\n"
           "Looks after the machines that are deployed in a database, on PostgreSQL and\n"
           "SQLite. What it knows of them it learns from the database.\n"
           "\n"
           "Commands (`pawlctl COMMAND --help` says more):\n");
    for (size_t i = 0; commands[i] != NULL; i++)
        printf("  %-20s %s\n", commands[i]->name, commands[i]->help);
    printf("\nOptions:\n");
    print_options(shared_options);
    print_options(program_options + 1);
    print_exit_status();
    printf("\nExample: PAWL_DB=sqlite:payments.db pawlctl status\n");
}

void completion_print(const struct completion *completion) {
    enum { COMMANDS_MAX = 64, OPTIONS_MAX = 32 };
    static struct completion_option options[COMMANDS_MAX][OPTIONS_MAX];
    struct completion_command described[COMMANDS_MAX] = {{.word = "none"}};
    size_t count = 0;
    do {
        const struct command *command = count == 0 ? NULL : commands[count - 1];
        const struct completion_option *const own = command == NULL ? program_options : command->options;
        size_t filled = 0;
        for (const struct completion_option *at = own; at != NULL && at->spelling != NULL; at++)
            options[count][filled++] = *at;
        for (const struct completion_option *at = shared_options; at->spelling != NULL; at++)
            if (command != NULL || strcmp(at->spelling, "--help") != 0)
                options[count][filled++] = *at;
        described[count] = (struct completion_command){.word = command == NULL ? "none" : command->name,
                                                       .help = command == NULL ? "" : command->help,
                                                       .suffix = command == NULL ? NULL : command->suffix,
                                                       .option_count = filled,
                                                       .options = options[count]};
        count++;
    } while (commands[count - 1] != NULL);
    const struct completion_program program = {"pawlctl", count, described};
    struct text out = TEXT_INIT;
    completion_write(&out, completion, &program);
    if (out.data != NULL)
        fputs(out.data, stdout);
    text_free(&out);
}
