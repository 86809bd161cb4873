/* Help and man page, from the table of commands. */
#include "database/database.h"
#include "say/command.h"

#include <ctype.h>
#include <string.h>

extern const struct text_fragment pages[]; /* help.txt, manual.mdoc */

static void put_page(struct text *out, const char *page, const struct database_word *words) {
    database_template(out, text_fragment(pages, page), words);
}

static void help_print_page(struct text *page) {
    fputs(text_data(page), stdout);
    text_free(page);
}

/* ---- help --------------------------------------------------------------------------------------- */

enum { HELP_COLUMNS = 79, MANUAL_COLUMNS = 75 };

static void put_options(struct text *out, const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", options->spelling, options->value_name == NULL ? "" : "=",
                 options->value_name == NULL ? "" : options->value_name);
        if (strlen(left) > 20)
            text_printf(out, "  %s\n  %-20s %s\n", left, "", options->help);
        else
            text_printf(out, "  %-20s %s\n", left, options->help);
    }
}

typedef void put_fn(struct text *out, const char *word, size_t length);

/* In lines of so many characters. For mdoc each sentence ends a line, and a macro begins a paragraph. */
static void put_prose(struct text *out, const char *text, size_t columns, bool is_mdoc, put_fn *put) {
    size_t column = 0;
    while (*text != '\0') {
        if (*text == '\n') {
            text_put(out, column > 0 ? "\n" : "");
            text_put(out, is_mdoc ? ".Pp\n" : "\n");
            column = 0;
            text++;
        }
        const size_t length = strcspn(text, " \n");
        const bool is_begun = column > 0 && column + 1 + length <= columns;
        text_put(out, column == 0 ? "" : is_begun ? " " : "\n");
        put(out, text, length);
        column = (is_begun ? column + 1 : 0) + length;
        if (is_mdoc && strchr(".?!", text[length - 1]) != NULL) {
            text_char(out, '\n');
            column = 0;
        }
        text += length + strspn(text + length, " ");
    }
    text_put(out, column > 0 ? "\n" : "");
}

static void put_examples(struct text *out, const char *begin, const char *examples, put_fn *put) {
    for (const char *line = examples; *line != '\0'; line += strcspn(line, "\n") + 1) {
        text_printf(out, "%s%s", line == examples ? "" : "\n", begin);
        put(out, line, strcspn(line, "\n"));
    }
}

void help_print(const struct command *command) {
    struct text page = TEXT_INIT, list = TEXT_INIT, options = TEXT_INIT, more = TEXT_INIT, json = TEXT_INIT,
                examples = TEXT_INIT;
    const struct command none = {.name = "", .operands = "", .more = "", .json = "", .examples = ""},
                         *about = command == NULL ? &none : command;
    for (size_t i = 0; commands[i] != NULL; i++)
        text_printf(&list, "  %-20s %s\n", commands[i]->name, commands[i]->help);
    put_options(&options, about->options);
    put_options(&options, shared_options);
    put_options(&options, command == NULL ? program_options + 1 : NULL);
    put_prose(&more, about->more, HELP_COLUMNS, false, text_write);
    put_prose(&json, about->json, HELP_COLUMNS, false, text_write);
    put_examples(&examples, "  pawlctl ", about->examples, text_write);
    put_page(&page, command == NULL ? "help" : "help_of_command",
             WORDS({"name", about->name}, {"operands", about->operands},
                   {"blank", *about->operands == '\0' ? "" : " "}, {"examples", piece_of(&examples)},
                   {"commands", piece_of(&list)}, {"options", piece_of(&options)}, {"more", piece_of(&more)},
                   {"json", piece_of(&json)}, {"exit_status", text_fragment(pages, "exit_status")}));
    help_print_page(&page);
    text_free(&list);
    text_free(&options);
    text_free(&more);
    text_free(&json);
    text_free(&examples);
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

static void put_roff_options(struct text *out, const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        const char *help = options->help;
        const bool is_name = strcspn(help, ":") < strcspn(help, " ");
        text_printf(out, ".It Fl Fl %s", options->spelling + 2);
        if (options->value_name != NULL)
            text_printf(out, " Ns = Ns Ar %s", options->value_name);
        text_printf(out, "\n%c", is_name ? *help : toupper((unsigned char)*help));
        put_roff(out, help + 1, strlen(help + 1));
        text_put(out, ".\n");
    }
}

/* "[MACHINE [ID]] NAME..." as macros: a bracket in a bracket stays on the outer one's line. */
static void put_operands(struct text *out, const char *operands) {
    size_t depth = 0;
    for (; *operands != '\0'; operands += strspn(operands, " ")) {
        size_t length = strcspn(operands, " "), word = length;
        bool is_optional = *operands == '[';
        const char *dots = strstr(operands, "...");
        bool repeats = dots != NULL && dots < operands + length;
        if (repeats)
            word = (size_t)(dots - operands);
        text_printf(out, "%s%s", depth == 0 ? "." : " ", is_optional ? "Op " : "");
        depth += is_optional;
        size_t end = word;
        for (; operands[end - 1] == ']'; end--)
            depth--;
        text_printf(out, "Ar %.*s%s%s", (int)(end - is_optional), operands + is_optional,
                    repeats ? " ..." : "", depth == 0 ? "\n" : "");
        operands += length;
    }
}

static void put_manual_of(struct text *synopsis, struct text *manual, const struct command *command) {
    struct text operands = TEXT_INIT, more = TEXT_INIT, json = TEXT_INIT, options = TEXT_INIT,
                list = TEXT_INIT, examples = TEXT_INIT;
    put_operands(&operands, command->operands);
    put_prose(&more, command->more, MANUAL_COLUMNS, true, put_roff);
    put_prose(&json, command->json, MANUAL_COLUMNS, true, put_roff);
    put_examples(&examples, ".Dl pawlctl ", command->examples, put_roff);
    put_roff_options(&options, command->options);
    if (command->options != NULL)
        put_page(&list, "manual_of_options", WORDS({"options", piece_of(&options)}));
    const struct database_word *words =
        WORDS({"name", command->name}, {"operands", piece_of(&operands)}, {"more", piece_of(&more)},
              {"json", piece_of(&json)}, {"options", piece_of(&list)}, {"examples", piece_of(&examples)});
    put_page(synopsis, "synopsis_of_command", words);
    put_page(manual, "manual_of_command", words);
    struct text *const texts[] = {&operands, &more, &json, &options, &list, &examples};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_free(texts[i]);
}

void manual_print(void) {
    struct text page = TEXT_INIT, synopsis = TEXT_INIT, list = TEXT_INIT, lines = TEXT_INIT,
                options = TEXT_INIT;
    for (size_t i = 0; commands[i] != NULL; i++)
        put_manual_of(&synopsis, &list, commands[i]);
    put_roff_options(&lines, shared_options);
    put_roff_options(&lines, program_options + 1);
    put_page(&options, "manual_of_options", WORDS({"options", piece_of(&lines)}));
    put_page(&page, "manual",
             WORDS({"synopsis", piece_of(&synopsis)}, {"commands", piece_of(&list)},
                   {"options", piece_of(&options)}));
    help_print_page(&page);
    text_free(&synopsis);
    text_free(&list);
    text_free(&lines);
    text_free(&options);
}

/* ---- completions -------------------------------------------------------------------------------- */

void completion_print(const struct completion *completion) {
    struct text out = TEXT_INIT;
    completion_write(&out, completion, &completion_program);
    help_print_page(&out);
}
