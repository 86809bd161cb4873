#include "base/completion.h"
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

/* What is written about; NULL is nothing. */
struct scope {
    const struct completion *completion;
    const struct completion_program *program;
    const struct completion_command *command;
    const struct completion_option *option;
};

static text_word_fn put_word;

/* Options have fragments for their kinds, as "value_folder", where they are not all alike. */
static const char *fragment_of(const struct scope *scope, const char *name) {
#define NAME(value, name) #name,
    static const char *const kinds[] = {COMPLETION_VALUES(NAME)};
    const struct completion_option *option = scope->option;
    const char *text = NULL;
    char full[64];
    if (option != NULL) {
        const bool is_suffixed = option->value == COMPLETE_FILE && option->suffix != NULL;
        snprintf(full, sizeof full, "%s_%s", name, is_suffixed ? "suffix" : kinds[option->value]);
        text = text_fragment(scope->completion->fragments, full);
    }
    text = text == NULL ? text_fragment(scope->completion->fragments, name) : text;
    return text == NULL ? "" : text;
}

/* Without its last line break. */
static void put_fragment(struct text *out, const struct scope *scope, const char *name) {
    const char *text = fragment_of(scope, name);
    text_template(out, text, *text == '\0' ? 0 : strlen(text) - 1, put_word, scope);
}

/* ---- lists ----------------------------------------------------------------------------------------- */

static const struct list {
    const char *name;
    size_t first;    /* command: that of number 0 is done where none is typed */
    bool of_files;   /* only commands whose operands are files */
    bool of_options; /* of the commands, and not the commands themselves */
    bool only_new;   /* those that no earlier command has: where one has, it means the same */
} lists[] = {
    {.name = "commands"},
    {.name = "named_commands", .first = 1},
    {.name = "commands_on_files", .of_files = true},
    {.name = "every_option", .of_options = true},
    {.name = "new_options", .of_options = true, .only_new = true},
};

static bool is_known(const struct scope *scope) {
    for (const struct completion_command *at = scope->program->commands; at < scope->command; at++)
        for (size_t i = 0; i < at->option_count; i++)
            if (strcmp(at->options[i].spelling, scope->option->spelling) == 0)
                return true;
    return false;
}

/* On a line of its own, unless it is empty. */
static void put_line(struct text *lines, const struct scope *scope, const char *fragment) {
    if (*fragment_of(scope, fragment) == '\0')
        return;
    text_put(lines, lines->length > 0 ? "\n" : "");
    put_fragment(lines, scope, fragment);
}

static void put_list(struct text *out, const struct scope *scope, const struct list *list,
                     const char *fragment) {
    struct scope at = *scope;
    struct text lines = TEXT_INIT;
    for (size_t i = list->first; i < scope->program->command_count; i++) {
        at.command = &scope->program->commands[i];
        at.option = NULL;
        if (!list->of_options && (!list->of_files || at.command->suffix != NULL))
            put_line(&lines, &at, fragment);
        for (size_t j = 0; list->of_options && j < at.command->option_count; j++) {
            at.option = &at.command->options[j];
            if (!list->only_new || !is_known(&at))
                put_line(&lines, &at, fragment);
        }
    }
    text_put(out, text_data(&lines));
    text_free(&lines);
}

/* ---- words, and what stands behind a colon in them --------------------------------------------------- */

static void put_verbs(struct text *out, const struct scope *scope, const char *between) {
    for (size_t i = 1; i < scope->program->command_count; i++)
        text_printf(out, "%s%s", i == 1 ? "" : between, scope->program->commands[i].word);
}

/* One after the other. */
static void put_options(struct text *out, const struct scope *scope, const char *fragment) {
    struct scope at = *scope;
    for (size_t i = 0; i < scope->command->option_count; i++) {
        at.option = &scope->command->options[i];
        put_fragment(out, &at, fragment);
    }
}

/* As text between single quotes in a shell. */
static void put_help(struct text *out, const struct scope *scope, const char *quote) {
    const char *help = scope->option != NULL ? scope->option->help : scope->command->help;
    for (; *help != '\0'; help++)
        if (*help == '\'')
            text_put(out, quote);
        else
            text_char(out, *help);
}

/* The words of an option, each right behind its spelling. */
static void put_joined(struct text *out, const struct scope *scope, const char *between) {
    const char *words = scope->option->words;
    for (const char *separator = ""; *words != '\0'; separator = between) {
        size_t length = strcspn(words, " ");
        text_printf(out, "%s%s%.*s", separator, scope->option->spelling, (int)length, words);
        words += length + strspn(words + length, " ");
    }
}

/* The condition that this command, or none at all, has been typed. */
static void put_when(struct text *out, const struct scope *scope, const char *unused) {
    (void)unused;
    put_fragment(out, scope, scope->command == scope->program->commands ? "none_is_typed" : "is_typed");
}

static const struct {
    const char *name;
    void (*put)(struct text *out, const struct scope *scope, const char *argument);
} words[] = {{"verbs", put_verbs},   {"options", put_options}, {"help", put_help},
             {"joined", put_joined}, {"when", put_when},       {"fragment", put_fragment}};

static void put_word(struct text *out, const char *word, const char *argument, const void *context) {
    const struct scope *scope = context;
    const struct completion_command none = {0}, *command = scope->command == NULL ? &none : scope->command;
    const struct completion_option nothing = {.spelling = ""},
                                   *option = scope->option == NULL ? &nothing : scope->option;
    const char *name = option->spelling + strspn(option->spelling, "-");
    const bool is_long = strncmp(option->spelling, "--", 2) == 0;
    const struct {
        const char *word, *text;
    } texts[] = {
        {"name", scope->program->name},
        {"none", scope->program->commands[0].word},
        {"verb", command->word},
        {"suffix", scope->option == NULL ? command->suffix : option->suffix},
        {"spelling", option->spelling},
        {"word", name},
        {"dash", strlen(name) == 1 ? "s"
                 : is_long         ? "l"
                                   : "o"},
        {"equals", option->value != COMPLETE_NONE && is_long ? "=" : ""},
        {"value_name", option->value_name},
        {"words",
         option->value == COMPLETE_LIST && option->words == NULL ? scope->program->list : option->words},
        {"names", option->names},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].word, word) == 0)
            text_put(out, texts[i].text == NULL ? "" : texts[i].text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, word) == 0)
            words[i].put(out, scope, argument);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, word) == 0)
            put_list(out, scope, &lists[i], argument);
}

void completion_write(struct text *out, const struct completion *completion,
                      const struct completion_program *program) {
    put_fragment(out, &(struct scope){completion, program, NULL, NULL}, "script");
    text_char(out, '\n');
}

extern const struct text_fragment bash_completion[], zsh_completion[], fish_completion[];

const struct completion *completion_for(const char *shell) {
    static const struct completion completions[] = {
        {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
    for (size_t i = 0; i < sizeof completions / sizeof *completions; i++)
        if (strcmp(completions[i].shell, shell) == 0)
            return &completions[i];
    return NULL;
}

/* ---- options, also without a shell ------------------------------------------------------------------- */

const struct completion_option *completion_find(const struct completion_option *options, const char *argument,
                                                const char **value, struct suggestion *suggestion) {
    for (; options != NULL && options->spelling != NULL; options++) {
        const size_t length = strlen(options->spelling);
        const bool is_long = options->spelling[1] == '-';
        suggestion_offer(suggestion, options->spelling);
        if (strncmp(argument, options->spelling, length) != 0)
            continue;
        *value = argument[length] == '\0' ? NULL : argument + length + is_long;
        if (is_long ? length == strcspn(argument, "=") : *value == NULL || options->value != COMPLETE_NONE)
            return options;
    }
    return NULL;
}

void completion_help(struct text *out, const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        const char *value = options->value_name == NULL ? "" : options->value_name;
        const char *between = *value == '\0'                      ? ""
                              : options->spelling[1] == '-'       ? "="
                              : options->value == COMPLETE_SWITCH ? ""
                                                                  : " ";
        const size_t taken = strlen(options->spelling) + strlen(between) + strlen(value);
        text_printf(out, "  %s%s%s", options->spelling, between, value);
        if (taken > COMPLETION_COLUMN)
            text_printf(out, "\n  %*s %s\n", COMPLETION_COLUMN, "", options->help);
        else
            text_printf(out, "%*s %s\n", COMPLETION_COLUMN - (int)taken, "", options->help);
    }
}
