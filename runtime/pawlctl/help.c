/* Help and man page, from the table of commands. */
#include "database/database.h"

#include <ctype.h>
#include <string.h>

extern const struct text_fragment pages[]; /* help.txt, manual.mdoc */

static const char *page(const char *name, const struct database_word *words) {
    return database_template(text_fragment(pages, name), words);
}

/* ---- help --------------------------------------------------------------------------------------- */

enum { HELP_COLUMNS = 79, MANUAL_COLUMNS = 75 };

typedef void put_fn(struct text *out, const char *word, size_t length);

/* In lines of so many characters. For mdoc each sentence ends a line, and a macro begins a paragraph. */
static const char *prose(const char *text, size_t columns, bool is_mdoc, put_fn *put) {
    struct text out = TEXT_INIT;
    size_t column = 0;
    while (*text != '\0') {
        if (*text == '\n') {
            text_put(&out, column > 0 ? "\n" : "");
            text_put(&out, is_mdoc ? ".Pp\n" : "\n");
            column = 0;
            text++;
        }
        const size_t length = strcspn(text, " \n");
        const bool is_begun = column > 0 && column + 1 + length <= columns;
        text_put(&out, column == 0 ? "" : is_begun ? " " : "\n");
        put(&out, text, length);
        column = (is_begun ? column + 1 : 0) + length;
        if (is_mdoc && strchr(".?!", text[length - 1]) != NULL) {
            text_char(&out, '\n');
            column = 0;
        }
        text += length + strspn(text + length, " ");
    }
    text_put(&out, column > 0 ? "\n" : "");
    return text_keep(&out, memory);
}

static const char *example_lines(const char *begin, const char *examples, put_fn *put) {
    struct text out = TEXT_INIT;
    for (const char *line = examples; *line != '\0'; line += strcspn(line, "\n") + 1) {
        text_printf(&out, "%s%s", line == examples ? "" : "\n", begin);
        put(&out, line, strcspn(line, "\n"));
    }
    return text_keep(&out, memory);
}

void help_print(const struct command *command) {
    struct text list = TEXT_INIT, options = TEXT_INIT;
    const struct command none = {.name = "", .operands = "", .more = "", .json = "", .examples = ""},
                         *about = command == NULL ? &none : command;
    for (size_t i = 0; commands[i] != NULL; i++)
        text_printf(&list, "  %-20s %s\n", commands[i]->name, commands[i]->help);
    completion_help(&options, about->options);
    completion_help(&options, shared_options);
    completion_help(&options, command == NULL ? program_options + 1 : NULL);
    fputs(page(command == NULL ? "help" : "help_of_command",
               WORDS({"name", about->name}, {"operands", about->operands},
                     {"blank", *about->operands == '\0' ? "" : " "},
                     {"examples", example_lines("  pawlctl ", about->examples, text_write)},
                     {"commands", text_keep(&list, memory)}, {"options", text_keep(&options, memory)},
                     {"more", prose(about->more, HELP_COLUMNS, false, text_write)},
                     {"json", prose(about->json, HELP_COLUMNS, false, text_write)},
                     {"exit_status", text_fragment(pages, "exit_status")})),
          stdout);
}

/* ---- the man page ------------------------------------------------------------------------------- */

/* Characters as roff reads them. */
static void put_roff(struct text *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            text_put(out, "\\e");
        else if (text[i] == '-' && i + 1 < length && text[i + 1] == '-')
            text_put(out, "\\-");
        else
            text_char(out, text[i]);
}

static const char *roff_options(const struct completion_option *options) {
    struct text out = TEXT_INIT;
    for (; options != NULL && options->spelling != NULL; options++) {
        const char *help = options->help;
        const bool is_name = strcspn(help, ":") < strcspn(help, " ");
        text_printf(&out, ".It Fl Fl %s", options->spelling + 2);
        if (options->value_name != NULL)
            text_printf(&out, " Ns = Ns Ar %s", options->value_name);
        text_printf(&out, "\n%c", is_name ? *help : toupper((unsigned char)*help));
        put_roff(&out, help + 1, strlen(help + 1));
        text_put(&out, ".\n");
    }
    return text_keep(&out, memory);
}

/* "[MACHINE [ID]] NAME..." as macros: a bracket in a bracket stays on the outer one's line. */
static const char *roff_operands(const char *operands) {
    struct text out = TEXT_INIT;
    size_t depth = 0;
    for (; *operands != '\0'; operands += strspn(operands, " ")) {
        size_t length = strcspn(operands, " "), word = length;
        bool is_optional = *operands == '[';
        const char *dots = strstr(operands, "...");
        bool repeats = dots != NULL && dots < operands + length;
        if (repeats)
            word = (size_t)(dots - operands);
        text_printf(&out, "%s%s", depth == 0 ? "." : " ", is_optional ? "Op " : "");
        depth += is_optional;
        size_t end = word;
        for (; operands[end - 1] == ']'; end--)
            depth--;
        text_printf(&out, "Ar %.*s%s%s", (int)(end - is_optional), operands + is_optional,
                    repeats ? " ..." : "", depth == 0 ? "\n" : "");
        operands += length;
    }
    return text_keep(&out, memory);
}

void manual_print(void) {
    struct text synopsis = TEXT_INIT, list = TEXT_INIT;
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct command *command = commands[i];
        const char *options =
            command->options == NULL
                ? ""
                : page("manual_of_options", WORDS({"options", roff_options(command->options)}));
        const struct database_word *words =
            WORDS({"name", command->name}, {"operands", roff_operands(command->operands)},
                  {"more", prose(command->more, MANUAL_COLUMNS, true, put_roff)},
                  {"json", prose(command->json, MANUAL_COLUMNS, true, put_roff)}, {"options", options},
                  {"examples", example_lines(".Dl pawlctl ", command->examples, put_roff)});
        text_put(&synopsis, page("synopsis_of_command", words));
        text_put(&list, page("manual_of_command", words));
    }
    const char *options =
        arena_printf(memory, "%s%s", roff_options(shared_options), roff_options(program_options + 1));
    fputs(page("manual",
               WORDS({"synopsis", text_keep(&synopsis, memory)}, {"commands", text_keep(&list, memory)},
                     {"options", page("manual_of_options", WORDS({"options", options}))})),
          stdout);
}

/* ---- completions -------------------------------------------------------------------------------- */

void completion_print(const struct completion *completion) {
    struct text out = TEXT_INIT;
    completion_write(&out, completion, &completion_program);
    fputs(text_keep(&out, memory), stdout);
}
