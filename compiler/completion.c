#include "completion.h"

#include "options.h"

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

/* The words that the value may be, each after the prefix, with blanks between. */
static void put_words(struct text *out, const struct option_kind *kind, const char *prefix) {
    if (kind->value == VALUE_KINDS) {
        for (const struct backend *backend = backends; backend->name != NULL; backend++)
            text_printf(out, "%s%s%s", backend == backends ? "" : " ", prefix, backend->name);
    } else if (kind->value == VALUE_WARNING) {
        text_printf(out, "%serror %sall %sno-all", prefix, prefix, prefix);
        for (int code = 0; code < DIAGNOSTIC_COUNT; code++) {
            const char *name = warnings_name((enum diagnostic_code)code);
            if (name != NULL)
                text_printf(out, " %s%s %sno-%s %serror=%s", prefix, name, prefix, name, prefix, name);
        }
    } else {
        for (const char *c = kind->value_name; *c != '\0'; c++)
            text_char(out, *c == '|' ? ' ' : *c);
    }
}

static const char *verb_word(const struct verb *verb) {
    return verb->name == NULL ? "compile" : verb->name;
}

static void put_verbs(struct text *out, const char *separator) {
    for (const struct verb *verb = verbs + 1; verb->run != NULL; verb++)
        text_printf(out, "%s%s", verb == verbs + 1 ? "" : separator, verb->name);
}

/* ---- bash ------------------------------------------------------------------------------------------ */

static void put_bash_option(struct text *out, const struct option_kind *kind) {
    text_char(out, ' ');
    if (kind->value == VALUE_WARNING)
        put_words(out, kind, kind->spelling);
    else
        text_printf(out, "%s%s", kind->spelling,
                    kind->value != VALUE_NONE && kind->spelling[1] == '-' ? "=" : "");
}

static void put_warning_names(struct text *out) {
    const char *separator = "";
    for (int code = 0; code < DIAGNOSTIC_COUNT; code++) {
        const char *name = warnings_name((enum diagnostic_code)code);
        if (name != NULL) {
            text_printf(out, "%s%s", separator, name);
            separator = " ";
        }
    }
}

static void put_bash_value(struct text *out, const struct option_kind *kind) {
    if (kind->value == VALUE_NONE)
        return;
    if (kind->value == VALUE_WARNING) {
        text_printf(out, "    %serror= | %sno-error=) words='", kind->spelling, kind->spelling);
        put_warning_names(out);
        text_put(out, "' ;;\n");
        return;
    }
    text_printf(out, "    %s) ", kind->spelling);
    if (kind->value == VALUE_KINDS || kind->value == VALUE_WORDS) {
        text_put(out, "words='");
        put_words(out, kind, "");
        text_put(out, kind->value == VALUE_KINDS ? "' listed=1" : "'");
    } else {
        text_printf(out, "files=%s",
                    kind->value == VALUE_FOLDER    ? "folders"
                    : kind->value == VALUE_MACHINE ? "machines"
                    : kind->value == VALUE_FILE    ? "all"
                                                   : "none");
    }
    text_put(out, " ;;\n");
}

static void write_bash(struct text *out) {
    text_put(out, "# Completes pawl in bash; made by pawl --completion=bash.\n"
                  "_pawl() {\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                  "    local verb=compile files='' words='' listed='' done='' equals='' i options\n"
                  "    if [ \"$word\" = = ]; then\n"
                  "        word='' equals==\n"
                  "    elif [ \"$before\" = = ]; then\n"
                  "        before=${COMP_WORDS[COMP_CWORD - 2]} equals==\n"
                  "    fi\n"
                  "    case $before in -W*) before=$before$equals ;; esac\n"
                  "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                  "        case ${COMP_WORDS[i]} in\n"
                  "        ");
    put_verbs(out, " | ");
    text_put(out, ") verb=${COMP_WORDS[i]} && break ;;\n"
                  "        esac\n"
                  "    done\n"
                  "    case $verb in\n");
    for (const struct verb *verb = verbs; verb->run != NULL; verb++) {
        text_printf(out, "    %s) options='", verb_word(verb));
        for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++)
            if (option_belongs(kind, verb))
                put_bash_option(out, kind);
        text_put(out, "' ;;\n");
    }
    text_put(out, "    esac\n"
                  "    case $before in\n");
    for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++)
        put_bash_value(out, kind);
    text_put(out, "    *)\n"
                  "        files=machines\n"
                  "        case $word in -*) files=none words=$options ;; esac\n"
                  "        [ \"$COMP_CWORD\" -ne 1 ] || words=\"$words ");
    put_verbs(out, " ");
    text_put(out, "\"\n"
                  "        ;;\n"
                  "    esac\n"
                  "    if [ -n \"$listed\" ]; then\n"
                  "        case $word in *,*) done=${word%,*}, ;; esac\n"
                  "        compopt -o nospace\n"
                  "    fi\n"
                  "    mapfile -t COMPREPLY < <(\n"
                  "        [ -z \"$words\" ] || compgen -P \"$done\" -W \"$words\" -- \"${word#\"$done\"}\"\n"
                  "        case $files in\n"
                  "        machines) compgen -f -X '!*.fsm' -- \"$word\"; compgen -d -- \"$word\" ;;\n"
                  "        folders) compgen -d -- \"$word\" ;;\n"
                  "        all) compgen -f -- \"$word\" ;;\n"
                  "        esac\n"
                  "    )\n"
                  "    case $files in machines | folders | all) compopt -o filenames ;; esac\n"
                  "    case ${COMPREPLY[*]} in --*=) compopt -o nospace ;; esac\n"
                  "}\n"
                  "complete -F _pawl pawl\n");
}

/* ---- zsh ------------------------------------------------------------------------------------------- */

static void put_zsh_option(struct text *out, const struct option_kind *kind) {
    bool is_long = kind->spelling[1] == '-';
    text_printf(out, " \\\n            '%s%s[", kind->spelling,
                kind->value == VALUE_NONE      ? ""
                : kind->value == VALUE_WARNING ? "-"
                : is_long                      ? "="
                                               : "");
    put_bash_or_zsh(out, kind->help);
    text_put(out, "]");
    switch (kind->value) {
    case VALUE_NONE:
        break;
    case VALUE_TEXT:
        text_printf(out, ":%s: ", kind->value_name);
        break;
    case VALUE_FOLDER:
        text_printf(out, ":%s:_files -/", kind->value_name);
        break;
    case VALUE_FILE:
        text_printf(out, ":%s:_files", kind->value_name);
        break;
    case VALUE_MACHINE:
        text_printf(out, ":%s:_files -g \"*.fsm\"", kind->value_name);
        break;
    case VALUE_KINDS:
        text_put(out, ":kind:_values -s , kind ");
        put_words(out, kind, "");
        break;
    case VALUE_WORDS:
    case VALUE_WARNING:
        text_put(out, ":value:(");
        put_words(out, kind, "");
        text_char(out, ')');
        break;
    }
    text_char(out, '\'');
}

static void write_zsh(struct text *out) {
    text_put(out, "#compdef pawl\n"
                  "# Completes pawl in zsh; made by pawl --completion=zsh.\n"
                  "_pawl_operand() {\n"
                  "    local -a verbs\n"
                  "    verbs=(\n");
    for (const struct verb *verb = verbs + 1; verb->run != NULL; verb++) {
        text_printf(out, "        '%s:", verb->name);
        put_bash_or_zsh(out, verb->help);
        text_put(out, "'\n");
    }
    text_put(out, "    )\n"
                  "    (( CURRENT > 2 )) || _describe verb verbs\n"
                  "    _files -g '*.fsm'\n"
                  "}\n"
                  "_pawl() {\n"
                  "    local verb=compile\n"
                  "    case ${words[2]} in ");
    put_verbs(out, " | ");
    text_put(out, ") verb=${words[2]} ;; esac\n"
                  "    case $verb in\n");
    for (const struct verb *verb = verbs; verb->run != NULL; verb++) {
        text_printf(out, "    %s)\n        _arguments", verb_word(verb));
        for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++)
            if (option_belongs(kind, verb))
                put_zsh_option(out, kind);
        text_put(out, " \\\n            '*:machine:_pawl_operand'\n        ;;\n");
    }
    text_put(out, "    esac\n"
                  "}\n"
                  "if [ \"$funcstack[1]\" = _pawl ]; then\n"
                  "    _pawl \"$@\"\n"
                  "else\n"
                  "    compdef _pawl pawl\n"
                  "fi\n");
}

/* ---- fish ------------------------------------------------------------------------------------------ */

static void put_fish_value(struct text *out, const struct option_kind *kind) {
    switch (kind->value) {
    case VALUE_NONE:
        break;
    case VALUE_TEXT:
        text_put(out, " -x");
        break;
    case VALUE_FOLDER:
        text_put(out, " -x -a '(__fish_complete_directories)'");
        break;
    case VALUE_FILE:
        text_put(out, " -r -F");
        break;
    case VALUE_MACHINE:
        text_put(out, " -x -a '(__fish_complete_suffix .fsm)'");
        break;
    case VALUE_KINDS:
        text_put(out, " -x -a '(__fish_append , ");
        put_words(out, kind, "");
        text_put(out, ")'");
        break;
    case VALUE_WORDS:
    case VALUE_WARNING:
        text_put(out, " -x -a '");
        put_words(out, kind, "");
        text_char(out, '\'');
        break;
    }
}

static void write_fish(struct text *out) {
    text_put(out, "# Completes pawl in fish; made by pawl --completion=fish.\n"
                  "complete -c pawl -f -a '(__fish_complete_suffix .fsm)'\n");
    for (const struct verb *verb = verbs + 1; verb->run != NULL; verb++) {
        text_printf(out, "complete -c pawl -n __fish_is_first_arg -a %s -d '", verb->name);
        put_quoted(out, verb->help, "\\'");
        text_put(out, "'\n");
    }
    for (const struct verb *verb = verbs; verb->run != NULL; verb++)
        for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++) {
            const char *name = kind->spelling + strspn(kind->spelling, "-");
            bool is_short = strlen(name) == 1;
            if (!option_belongs(kind, verb))
                continue;
            text_put(out, "complete -c pawl -n '");
            text_put(out, verb->name == NULL ? "not __fish_seen_subcommand_from "
                                             : "__fish_seen_subcommand_from ");
            if (verb->name == NULL)
                put_verbs(out, " ");
            else
                text_put(out, verb->name);
            text_printf(out, "' -%c %s", is_short ? 's' : kind->spelling[1] == '-' ? 'l' : 'o', name);
            put_fish_value(out, kind);
            text_put(out, " -d '");
            put_quoted(out, kind->help, "\\'");
            text_put(out, "'\n");
        }
}

const struct completion completions[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}, {0}};
