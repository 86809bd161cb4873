#include "base/completion.h"

#include <string.h>

/* As text between single quotes in a shell. */
static void put_quoted(struct text *out, const char *string, const char *quote) {
    for (; *string != '\0'; string++)
        if (*string == '\'')
            text_put(out, quote);
        else
            text_char(out, *string);
}

static void put_bash_or_zsh(struct text *out, const char *string) {
    put_quoted(out, string, "'\\''");
}

/* The words, each after the prefix, with blanks between. */
static void put_words(struct text *out, const char *words, const char *prefix) {
    for (const char *separator = ""; *words != '\0'; separator = " ") {
        size_t length = strcspn(words, " ");
        text_printf(out, "%s%s", separator, prefix);
        text_write(out, words, length);
        words += length + strspn(words + length, " ");
    }
}

static void put_commands(struct text *out, const struct completion_program *program, const char *separator) {
    for (size_t i = 1; i < program->command_count; i++)
        text_printf(out, "%s%s", i == 1 ? "" : separator, program->commands[i].word);
}

static bool is_long(const struct completion_option *option) {
    return option->spelling[1] == '-';
}

/* Whether an earlier command has an option of this spelling, which then means the same. */
static bool is_known(const struct completion_program *program, size_t command, const char *spelling) {
    for (size_t i = 0; i < command; i++)
        for (size_t j = 0; j < program->commands[i].option_count; j++)
            if (strcmp(program->commands[i].options[j].spelling, spelling) == 0)
                return true;
    return false;
}

static const char *or_none(const char *suffix) {
    return suffix == NULL ? "" : suffix;
}

/* ---- bash ------------------------------------------------------------------------------------------ */

static void put_bash_options(struct text *out, const struct completion_command *command) {
    text_printf(out, "    %s) options='", command->word);
    for (size_t i = 0; i < command->option_count; i++) {
        const struct completion_option *option = &command->options[i];
        text_char(out, ' ');
        if (option->value == COMPLETE_SWITCH)
            put_words(out, option->words, option->spelling);
        else
            text_printf(out, "%s%s", option->spelling,
                        option->value != COMPLETE_NONE && is_long(option) ? "=" : "");
    }
    text_put(out, "' ;;\n");
}

static void put_bash_value(struct text *out, const struct completion_option *option) {
    if (option->value == COMPLETE_NONE)
        return;
    if (option->value == COMPLETE_SWITCH) {
        text_printf(out, "    %serror= | %sno-error=) words='%s' ;;\n", option->spelling, option->spelling,
                    option->names);
        return;
    }
    text_printf(out, "    %s) ", option->spelling);
    if (option->value == COMPLETE_LIST || option->value == COMPLETE_WORD)
        text_printf(out, "words='%s'%s", option->words, option->value == COMPLETE_LIST ? " listed=1" : "");
    else
        text_printf(out, "files=%s suffix='%s'",
                    option->value == COMPLETE_FOLDER ? "folders"
                    : option->value == COMPLETE_FILE ? "files"
                                                     : "none",
                    or_none(option->suffix));
    text_put(out, " ;;\n");
}

static void write_bash(struct text *out, const struct completion_program *program) {
    const char *name = program->name;
    text_printf(out,
                "# Completes %s in bash; made by %s --completion=bash.\n"
                "_%s() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    local verb=%s files='' suffix='' words='' listed='' done='' equals='' i options\n"
                "    if [ \"$word\" = = ]; then\n"
                "        word='' equals==\n"
                "    elif [ \"$before\" = = ]; then\n"
                "        before=${COMP_WORDS[COMP_CWORD - 2]} equals==\n"
                "    fi\n"
                "    case $before in -W*) before=$before$equals ;; esac\n"
                "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                "        case ${COMP_WORDS[i]} in\n"
                "        ",
                name, name, name, program->commands[0].word);
    put_commands(out, program, " | ");
    text_put(out, ") verb=${COMP_WORDS[i]} && break ;;\n"
                  "        esac\n"
                  "    done\n"
                  "    case $verb in\n");
    for (size_t i = 0; i < program->command_count; i++)
        put_bash_options(out, &program->commands[i]);
    text_put(out, "    esac\n"
                  "    case $verb in\n");
    for (size_t i = 0; i < program->command_count; i++)
        if (program->commands[i].suffix != NULL)
            text_printf(out, "    %s) suffix=%s ;;\n", program->commands[i].word,
                        program->commands[i].suffix);
    text_put(out, "    esac\n"
                  "    case $before in\n");
    for (size_t i = 0; i < program->command_count; i++)
        for (size_t j = 0; j < program->commands[i].option_count; j++)
            if (!is_known(program, i, program->commands[i].options[j].spelling))
                put_bash_value(out, &program->commands[i].options[j]);
    text_put(out, "    *)\n"
                  "        [ -z \"$suffix\" ] || files=files\n"
                  "        case $word in -*) files=none words=$options ;; esac\n"
                  "        [ \"$COMP_CWORD\" -ne 1 ] || words=\"$words ");
    put_commands(out, program, " ");
    text_printf(out,
                "\"\n"
                "        ;;\n"
                "    esac\n"
                "    if [ -n \"$listed\" ]; then\n"
                "        case $word in *,*) done=${word%%,*}, ;; esac\n"
                "        compopt -o nospace\n"
                "    fi\n"
                "    mapfile -t COMPREPLY < <(\n"
                "        [ -z \"$words\" ] || compgen -P \"$done\" -W \"$words\" -- \"${word#\"$done\"}\"\n"
                "        case $files in\n"
                "        files) compgen -f -X \"${suffix:+!*$suffix}\" -- \"$word\" ;;\n"
                "        esac\n"
                "        case $files$suffix in\n"
                "        folders | files.*) compgen -d -- \"$word\" ;;\n"
                "        esac\n"
                "    )\n"
                "    case $files in files | folders) compopt -o filenames ;; esac\n"
                "    case ${COMPREPLY[*]} in --*=) compopt -o nospace ;; esac\n"
                "}\n"
                "complete -F _%s %s\n",
                name, name);
}

/* ---- zsh ------------------------------------------------------------------------------------------- */

static void put_zsh_option(struct text *out, const struct completion_option *option) {
    text_printf(out, " \\\n            '%s%s[", option->spelling,
                option->value == COMPLETE_NONE     ? ""
                : option->value == COMPLETE_SWITCH ? "-"
                : is_long(option)                  ? "="
                                                   : "");
    put_bash_or_zsh(out, option->help);
    text_put(out, "]");
    switch (option->value) {
    case COMPLETE_NONE:
        break;
    case COMPLETE_TEXT:
        text_printf(out, ":%s: ", option->value_name);
        break;
    case COMPLETE_FOLDER:
        text_printf(out, ":%s:_files -/", option->value_name);
        break;
    case COMPLETE_FILE:
        text_printf(out, ":%s:_files", option->value_name);
        if (option->suffix != NULL)
            text_printf(out, " -g \"*%s\"", option->suffix);
        break;
    case COMPLETE_LIST:
        text_printf(out, ":kind:_values -s , kind %s", option->words);
        break;
    case COMPLETE_WORD:
    case COMPLETE_SWITCH:
        text_printf(out, ":value:(%s)", option->words);
        break;
    }
    text_char(out, '\'');
}

static void write_zsh(struct text *out, const struct completion_program *program) {
    const char *name = program->name;
    text_printf(out,
                "#compdef %s\n"
                "# Completes %s in zsh; made by %s --completion=zsh.\n"
                "_%s_operand() {\n"
                "    local -a verbs\n"
                "    verbs=(\n",
                name, name, name, name);
    for (size_t i = 1; i < program->command_count; i++) {
        text_printf(out, "        '%s:", program->commands[i].word);
        put_bash_or_zsh(out, program->commands[i].help);
        text_put(out, "'\n");
    }
    text_printf(out,
                "    )\n"
                "    (( CURRENT > 2 )) || _describe verb verbs\n"
                "    [ -z \"$1\" ] || _files -g \"*$1\"\n"
                "}\n"
                "_%s() {\n"
                "    local verb=%s\n"
                "    case ${words[2]} in ",
                name, program->commands[0].word);
    put_commands(out, program, " | ");
    text_put(out, ") verb=${words[2]} ;; esac\n"
                  "    case $verb in\n");
    for (size_t i = 0; i < program->command_count; i++) {
        const struct completion_command *command = &program->commands[i];
        text_printf(out, "    %s)\n        _arguments", command->word);
        for (size_t j = 0; j < command->option_count; j++)
            put_zsh_option(out, &command->options[j]);
        text_printf(out, " \\\n            '*:operand:_%s_operand \"%s\"'\n        ;;\n", name,
                    or_none(command->suffix));
    }
    text_printf(out,
                "    esac\n"
                "}\n"
                "if [ \"$funcstack[1]\" = _%s ]; then\n"
                "    _%s \"$@\"\n"
                "else\n"
                "    compdef _%s %s\n"
                "fi\n",
                name, name, name, name);
}

/* ---- fish ------------------------------------------------------------------------------------------ */

static void put_fish_value(struct text *out, const struct completion_option *option) {
    switch (option->value) {
    case COMPLETE_NONE:
        break;
    case COMPLETE_TEXT:
        text_put(out, " -x");
        break;
    case COMPLETE_FOLDER:
        text_put(out, " -x -a '(__fish_complete_directories)'");
        break;
    case COMPLETE_FILE:
        if (option->suffix == NULL)
            text_put(out, " -r -F");
        else
            text_printf(out, " -x -a '(__fish_complete_suffix %s)'", option->suffix);
        break;
    case COMPLETE_LIST:
        text_printf(out, " -x -a '(__fish_append , %s)'", option->words);
        break;
    case COMPLETE_WORD:
    case COMPLETE_SWITCH:
        text_printf(out, " -x -a '%s'", option->words);
        break;
    }
}

/* The condition that this command, or none at all, has been typed. */
static void put_fish_when(struct text *out, const struct completion_program *program, size_t command) {
    text_put(out, command == 0 ? "not __fish_seen_subcommand_from " : "__fish_seen_subcommand_from ");
    if (command == 0)
        put_commands(out, program, " ");
    else
        text_put(out, program->commands[command].word);
}

static void write_fish(struct text *out, const struct completion_program *program) {
    const char *name = program->name;
    text_printf(out,
                "# Completes %s in fish; made by %s --completion=fish.\n"
                "complete -c %s -f\n",
                name, name, name);
    for (size_t i = 0; i < program->command_count; i++) {
        if (program->commands[i].suffix == NULL)
            continue;
        text_printf(out, "complete -c %s -n '", name);
        put_fish_when(out, program, i);
        text_printf(out, "' -a '(__fish_complete_suffix %s)'\n", program->commands[i].suffix);
    }
    for (size_t i = 1; i < program->command_count; i++) {
        text_printf(out, "complete -c %s -n __fish_is_first_arg -a %s -d '", name, program->commands[i].word);
        put_quoted(out, program->commands[i].help, "\\'");
        text_put(out, "'\n");
    }
    for (size_t i = 0; i < program->command_count; i++)
        for (size_t j = 0; j < program->commands[i].option_count; j++) {
            const struct completion_option *option = &program->commands[i].options[j];
            const char *word = option->spelling + strspn(option->spelling, "-");
            text_printf(out, "complete -c %s -n '", name);
            put_fish_when(out, program, i);
            text_printf(out, "' -%c %s", strlen(word) == 1 ? 's' : is_long(option) ? 'l' : 'o', word);
            put_fish_value(out, option);
            text_put(out, " -d '");
            put_quoted(out, option->help, "\\'");
            text_put(out, "'\n");
        }
}

const struct completion completions[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}, {0}};
