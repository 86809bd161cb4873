/* The tables of options.h as the completions need them. */
#include "command/options.h"

#include <string.h>

static const char *kinds(struct arena *arena) {
    const char *words = "";
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        words = arena_printf(arena, "%s%s%s", words, backend == backends ? "" : " ", backend->name);
    return words;
}

/* The names of all warnings, or what may follow -W. */
static const char *warning_words(struct arena *arena, bool only_names) {
    const char *words = only_names ? "" : "error all no-all";
    for (int code = 0; code < DIAGNOSTIC_COUNT; code++) {
        const char *name = warnings_name((enum diagnostic_code)code);
        if (name == NULL)
            continue;
        words = only_names ? arena_printf(arena, "%s%s%s", words, *words == '\0' ? "" : " ", name)
                           : arena_printf(arena, "%s %s no-%s error=%s", words, name, name, name);
    }
    return words;
}

static const char *alternatives(struct arena *arena, const char *value_name) {
    char *words = arena_strndup(arena, value_name, strlen(value_name));
    for (char *c = words; *c != '\0'; c++)
        if (*c == '|')
            *c = ' ';
    return words;
}

static struct completion_option described(struct arena *arena, const struct option_kind *kind) {
    struct completion_option option = {
        .spelling = kind->spelling, .value = kind->value, .value_name = kind->value_name, .help = kind->help};
    if (kind->value == COMPLETE_FILE)
        option.suffix = strchr(kind->value_name, '.');
    else if (kind->value == COMPLETE_LIST)
        option.words = kinds(arena);
    else if (kind->value == COMPLETE_WORD)
        option.words = alternatives(arena, kind->value_name);
    else if (kind->value == COMPLETE_SWITCH)
        option.words = warning_words(arena, false);
    if (kind->value == COMPLETE_SWITCH)
        option.names = warning_words(arena, true);
    return option;
}

void options_complete(struct text *out, struct arena *arena, const struct completion *completion) {
    size_t verb_count = 0, kind_count = 0;
    while (verbs[verb_count].run != NULL)
        verb_count++;
    while (option_kinds[kind_count].spelling != NULL)
        kind_count++;
    struct completion_command *commands = arena_alloc(arena, verb_count * sizeof *commands);
    for (size_t i = 0; i < verb_count; i++) {
        struct completion_option *options = arena_alloc(arena, kind_count * sizeof *options);
        size_t count = 0;
        for (size_t j = 0; j < kind_count; j++)
            if (option_belongs(&option_kinds[j], &verbs[i]))
                options[count++] = described(arena, &option_kinds[j]);
        commands[i] = (struct completion_command){.word = verbs[i].name == NULL ? "compile" : verbs[i].name,
                                                  .help = verbs[i].help,
                                                  .suffix = ".fsm",
                                                  .option_count = count,
                                                  .options = options};
    }
    const struct completion_program program = {"pawl", verb_count, commands};
    completion_write(out, completion, &program);
}
