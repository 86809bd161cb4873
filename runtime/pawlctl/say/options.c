#include "interrupt.h"
#include "pawl_admin.h"
#include "print.h"
#include "progress.h"

#include "base/suggest.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- the end ------------------------------------------------------------------------------------ */

static struct call *running;

void end(int status) {
    void (*const at_end)(void *context) = running->at_end;
    running->at_end = NULL;
    if (at_end != NULL)
        at_end(running->at_end_context);
    interrupt_end();
    pawl_close(running->db);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        say_error("pawlctl: cannot write to standard output\n");
        status = EXIT_USAGE;
    }
    exit(status);
}

/* ---- messages ----------------------------------------------------------------------------------- */

void complain_of_usage(const struct call *call, const char *format, ...) {
    va_list arguments;
    say_label(COLOUR_ERROR, "pawlctl:");
    va_start(arguments, format);
    vsay_error(format, arguments);
    va_end(arguments);
    if (call->command == NULL)
        say_error("\n  see pawlctl --help\n");
    else
        say_error("\n  see pawlctl %s --help\n", call->command->name);
}

void complain(const char *help, const char *format, ...) {
    va_list arguments;
    progress_clear();
    say_label(COLOUR_ERROR, "pawlctl:");
    va_start(arguments, format);
    vsay_error(format, arguments);
    va_end(arguments);
    say_error("\n");
    if (help != NULL && help[0] != '\0')
        say_error("  %s\n", help);
}

/* ---- reading ------------------------------------------------------------------------------------ */

const char *option(const struct call *call, const char *spelling) {
    for (size_t i = call->given_count; i > 0; i--)
        if (strcmp(call->given[i - 1].option->spelling, spelling) == 0)
            return call->given[i - 1].value;
    return NULL;
}

const char *option_text(const struct call *call, const char *spelling) {
    const char *text = option(call, spelling);
    if (text != NULL && !text_is_utf8(text))
        usage_error(call, "%s: the text is not UTF-8", spelling);
    return text;
}

bool option_duration(const struct call *call, const char *spelling, const char *examples,
                     int64_t *duration_ms) {
    const char *text = option(call, spelling);
    if (text != NULL && !parse_duration(text, duration_ms))
        usage_error(call, "%s: `%s` is not a duration with its unit, such as %s", spelling, text, examples);
    return text != NULL;
}

bool option_number(const struct call *call, const char *spelling, int64_t most, int64_t *number) {
    const char *text = option(call, spelling);
    if (text != NULL && !parse_number(text, 1, most, number))
        usage_error(call, "%s: expected a number from 1 to %" PRId64 ", got %s", spelling, most, text);
    return text != NULL;
}

static void read_option(struct call *call, char **argv, int *at) {
    const char *value = NULL, *argument = strcmp(argv[*at], "-h") == 0 ? "--help" : argv[*at];
    char name[80]; /* longer ones are like none that there is */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, "="), argument);
    struct suggestion suggestion = suggestion_for(name);
    const struct completion_option *own = call->command == NULL ? NULL : call->command->options;
    const struct completion_option *found = completion_find(own, argument, &value, &suggestion);
    if (found == NULL)
        found = completion_find(shared_options, argument, &value, &suggestion);
    if (found == NULL && call->command == NULL)
        found = completion_find(program_options, argument, &value, &suggestion);
    if (found == NULL)
        usage_error(call, "there is no option %.*s%s%s%s%s%s%s", (int)strcspn(argument, "="), argument,
                    call->command == NULL ? "" : " of ", call->command == NULL ? "" : call->command->name,
                    DID_YOU_MEAN(suggestion),
                    call->command == NULL || argument[1] == '-' ? ""
                                                                : "; a key that begins so comes after --");
    if (found->value == COMPLETE_NONE && value != NULL)
        usage_error(call, "%s takes no value", found->spelling);
    if (found->value != COMPLETE_NONE) {
        const char *next = argv[*at + 1];
        if (value == NULL && next != NULL && strncmp(next, "--", 2) == 0)
            usage_error(call, "%s: a value is missing before %s: write %s=%s", found->spelling, next,
                        found->spelling, found->value_name);
        value = value != NULL ? value : next != NULL ? argv[++*at] : "";
        if (*value == '\0')
            usage_error(call, "%s: a value is missing: %s=%s", found->spelling, found->spelling,
                        found->value_name);
    }
    if (call->given_count == GIVEN_MAX)
        usage_error(call, "too many options");
    call->given[call->given_count++] = (struct given_option){found, value == NULL ? "" : value};
}

static const struct command *find_command(const struct call *call, const char *word) {
    struct suggestion suggestion = suggestion_for(word);
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, word) == 0)
            return commands[i];
        suggestion_offer(&suggestion, commands[i]->name);
    }
    usage_error(call, "there is no command `%s`%s%s%s", word, DID_YOU_MEAN(suggestion));
}

/* A key that is below zero is no option: none begins with a digit. */
static bool is_option(const char *argument) {
    return argument[0] == '-' && argument[1] != '\0' && (argument[1] < '0' || argument[1] > '9');
}

void options_read(struct call *call, int argc, char **argv) {
    bool only_operands = false;
    running = call;
    for (int i = 1; i < argc; i++) {
        if (!only_operands && strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (!only_operands && is_option(argv[i])) {
            read_option(call, argv, &i);
        } else if (i == 1 && strcmp(argv[i], "help") == 0) {
            static char help[] = "--help", *asked[] = {help, NULL};
            read_option(call, asked, &(int){0});
        } else if (call->command == NULL) {
            call->command = find_command(call, argv[i]);
        } else if (call->operand_count == OPERANDS_MAX) {
            usage_error(call, "too many operands");
        } else {
            call->operands[call->operand_count++] = argv[i];
        }
    }
    call->json = option(call, "--json") != NULL;
    const struct command *command = call->command;
    if (command != NULL && option(call, "--help") == NULL &&
        (call->operand_count < command->operand_min || call->operand_count > command->operand_max))
        usage_error(call, "%s: expected %s, got %zu operand%s", command->name,
                    *command->operands == '\0' ? "no operand" : command->operands, call->operand_count,
                    call->operand_count == 1 ? "" : "s");
}
