#include "command/options.h"
#include "base/text.h"
#include "model/dialect.h"

#include "emit/sql/sql.h"

#include "base/suggest.h"

#include <string.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

enum { PREFIX_MAX_BYTES = 39 }; /* as many as the name of a machine */

static bool set_folder(struct options *options, struct arena *arena, const char *value,
                       const char **problem) {
    (void)arena;
    options->folder = value;
    if (value[0] == '\0')
        *problem = "-o: expected the name of a folder";
    else if (strcmp(value, "-") == 0)
        *problem = "-o: expected the name of a folder, got `-`: what is written does not go to standard "
                   "output";
    return *problem == NULL;
}

/* The kinds whose files end so: "`postgres` or `sqlite`" for sql; NULL: none do. */
static const char *kinds_ending(struct arena *arena, const char *ending) {
    const char *words = NULL;
    size_t length = strlen(ending);
    for (const struct backend *backend = backends; backend->name != NULL; backend++) {
        size_t suffix = strlen(backend->suffix);
        if (backend_is_shared(backend) || suffix <= length || backend->suffix[suffix - length - 1] != '.' ||
            strcmp(backend->suffix + suffix - length, ending) != 0)
            continue;
        words = words == NULL ? arena_printf(arena, "`%s`", backend->name)
                              : arena_printf(arena, "%s or `%s`", words, backend->name);
    }
    return words;
}

static const char *unknown_kind(struct arena *arena, const char *wanted) {
    if (*wanted == '\0')
        return "--emit: expected the name of a kind; --help lists them";
    struct suggestion suggestion = suggestion_for(wanted);
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        suggestion_offer(&suggestion, backend->name);
    const char *meant = kinds_ending(arena, wanted);
    if (meant == NULL && suggestion.nearest != NULL)
        meant = arena_printf(arena, "`%s`", suggestion.nearest);
    if (meant == NULL)
        return arena_printf(arena, "--emit: there is no kind `%s`; --help lists them", wanted);
    return arena_printf(arena, "--emit: there is no kind `%s`; did you mean %s?", wanted, meant);
}

static bool set_emit(struct options *options, struct arena *arena, const char *value, const char **problem) {
    size_t count = 0;
    while (backends[count].name != NULL)
        count++;
    if (options->chosen == NULL)
        options->chosen = arena_alloc(arena, count * sizeof *options->chosen);
    for (const char *name = value;;) {
        size_t length = strcspn(name, ",");
        const char *wanted = arena_strndup(arena, name, length);
        size_t i = 0;
        while (backends[i].name != NULL && strcmp(backends[i].name, wanted) != 0)
            i++;
        if (backends[i].name == NULL) {
            *problem = unknown_kind(arena, wanted);
            return false;
        }
        options->chosen[i] = true;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

/* A word that, with an underscore behind it, may begin all names of a program. */
static bool set_prefix(struct options *options, struct arena *arena, const char *value,
                       const char **problem) {
    size_t length = strlen(value);
    size_t word = strcspn(value, "_");
    options->prefix = value;
    if (value[0] < 'a' || value[0] > 'z' || strspn(value, NAME_CHARACTERS) != length ||
        value[length - 1] == '_' || strstr(value, "__") != NULL)
        *problem = arena_printf(arena,
                                "--prefix: expected a name such as `acme`, which makes `acme_payment_...` of "
                                "`payment_...`, got `%s`",
                                value);
    else if (length > PREFIX_MAX_BYTES)
        *problem = arena_printf(arena, "--prefix: `%s` has %zu bytes; at most %d are possible", value, length,
                                PREFIX_MAX_BYTES);
    else if (word == 4 && memcmp(value, "pawl", word) == 0)
        *problem = "--prefix: names that begin with `pawl` belong to libpawl; choose another one";
    return *problem == NULL;
}

static bool set_list_outputs(struct options *options, struct arena *arena, const char *value,
                             const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->list_outputs = true;
}

static bool set_no_roles(struct options *options, struct arena *arena, const char *value,
                         const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->no_roles = true;
}

static bool set_sql(struct options *options, struct arena *arena, const char *value, const char **problem) {
    const size_t number = dialect_of_name(value);
    if (number < PAWL_DIALECT_COUNT) {
        options->sql = sql_dialects[number];
        return true;
    }
    struct text names = TEXT_INIT;
    dialects_list(&names, true, "`", " or ");
    *problem =
        arena_printf(arena, "--sql: expected %s, got `%s`", text_failed(&names) ? "" : names.data, value);
    text_free(&names);
    return *problem == NULL;
}

static bool set_since(struct options *options, struct arena *arena, const char *value, const char **problem) {
    (void)arena, (void)problem;
    options->since = value;
    return true;
}

static bool set_depfile(struct options *options, struct arena *arena, const char *value,
                        const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->depfile = true;
}

static bool set_depfile_path(struct options *options, struct arena *arena, const char *value,
                             const char **problem) {
    (void)arena;
    options->depfile_path = value;
    if (value[0] == '\0')
        *problem = "-MF: expected the name of a file";
    return *problem == NULL;
}

static bool set_depfile_target(struct options *options, struct arena *arena, const char *value,
                               const char **problem) {
    (void)arena;
    options->depfile_target = value;
    if (value[0] == '\0')
        *problem = "-MT: expected the name of a target";
    return *problem == NULL;
}

static bool set_format(struct options *options, struct arena *arena, const char *value,
                       const char **problem) {
    options->json = strcmp(value, "json") == 0;
    if (!options->json && strcmp(value, "text") != 0)
        *problem = arena_printf(arena, "--format: expected `text` or `json`, got `%s`", value);
    return *problem == NULL;
}

static bool set_warning(struct options *options, struct arena *arena, const char *value,
                        const char **problem) {
    return warnings_option(&options->warnings, arena, value, problem);
}

static bool set_only_check(struct options *options, struct arena *arena, const char *value,
                           const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->only_check = true;
}

static bool set_completion(struct options *options, struct arena *arena, const char *value,
                           const char **problem) {
    options->completion = completions;
    while (options->completion->shell != NULL && strcmp(options->completion->shell, value) != 0)
        options->completion++;
    if (options->completion->shell == NULL)
        *problem = arena_printf(arena, "--completion: expected `bash`, `zsh` or `fish`, got `%s`", value);
    return *problem == NULL;
}

static bool set_help(struct options *options, struct arena *arena, const char *value, const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->help = true;
}

static bool set_version(struct options *options, struct arena *arena, const char *value,
                        const char **problem) {
    (void)arena, (void)value, (void)problem;
    return options->version = true;
}

/* "postgres|sqlite" */
#define X(constant, name, title) "|" #name
#define DIALECT_WORDS            (&(PAWL_DIALECTS(X))[1])

#define COMPILE  " compile "
#define FINDINGS " compile check explain "

const struct option_kind option_kinds[] = {
    {"-o", VALUE_FOLDER, "FOLDER", COMPILE, "where to write; made if it does not exist", set_folder},
    {"--emit", VALUE_KINDS, "KIND,...", COMPILE, "write only these kinds (default: all)", set_emit},
    {"--prefix", VALUE_TEXT, "NAME", COMPILE, "begin all names in C with NAME_; SQL keeps its names",
     set_prefix},
    {"--list-outputs", VALUE_NONE, NULL, COMPILE, "print the names of the files that would be written",
     set_list_outputs},
    {"--sql", VALUE_WORDS, DIALECT_WORDS, " diff ", "print the migration from OLD to NEW", set_sql},
    {"--no-roles", VALUE_NONE, NULL, COMPILE "diff ", "SQL for a database where no role can be made",
     set_no_roles},
    {"--since", VALUE_MACHINE, "OLD.fsm", COMPILE, "show in the page what has changed since then", set_since},
    {"-MD", VALUE_NONE, NULL, COMPILE, "write what the outputs depend on, for Make and Ninja", set_depfile},
    {"-MF", VALUE_FILE, "FILE", COMPILE, "write it there (default: FILE.d in FOLDER)", set_depfile_path},
    {"-MT", VALUE_TEXT, "TARGET", COMPILE, "name TARGET in it in place of the outputs", set_depfile_target},
    {"--format", VALUE_WORDS, "text|json", " compile check diff ",
     "for people, or as JSON on standard output", set_format},
    {"-W", VALUE_WARNING, "[no-]NAME", FINDINGS, "report this warning, or all; -Werror[=NAME]: as an error",
     set_warning},
    {"--check", VALUE_NONE, NULL, " fmt ", "write nothing; exit 1 if a file is not formatted",
     set_only_check},
    {"--completion", VALUE_WORDS, "bash|zsh|fish", COMPILE, "print the completions for a shell",
     set_completion},
    {"--help", VALUE_NONE, NULL, "", "print this", set_help},
    {"--version", VALUE_NONE, NULL, "", "print the version", set_version},
    {0},
};

bool option_belongs(const struct option_kind *kind, const struct verb *verb) {
    const char *name = verb->name == NULL ? "compile" : verb->name;
    size_t length = strlen(name);
    if (kind->verbs[0] == '\0')
        return true;
    for (const char *at = kind->verbs; (at = strstr(at, name)) != NULL; at += length)
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* ---- reading --------------------------------------------------------------------------------------- */

/* The kind that the argument spells, and the value that is attached to it, or NULL. */
static const struct option_kind *find_kind(const char *argument, const char **value) {
    size_t name_length = strcspn(argument, "=");
    for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++) {
        size_t length = strlen(kind->spelling);
        bool is_long = kind->spelling[1] == '-';
        if (strncmp(argument, kind->spelling, length) != 0)
            continue;
        *value = argument[length] == '\0' ? NULL : argument + length + (is_long ? 1 : 0);
        if (is_long ? length == name_length : *value == NULL || kind->value != VALUE_NONE)
            return kind;
    }
    return NULL;
}

static const char *unknown_option(struct arena *arena, const char *argument) {
    const char *name = arena_strndup(arena, argument, strcspn(argument, "="));
    struct suggestion suggestion = suggestion_for(name);
    for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++)
        suggestion_offer(&suggestion, kind->spelling);
    if (suggestion.nearest != NULL && strlen(name) > 3)
        return arena_printf(arena, "there is no option %s; did you mean %s?", name, suggestion.nearest);
    return arena_printf(arena, "there is no option %s; see --help", name);
}

static const struct verb *find_verb(const char *word) {
    for (const struct verb *verb = verbs; verb->run != NULL; verb++)
        if (verb->name != NULL && strcmp(verb->name, word) == 0)
            return verb;
    return NULL;
}

static const char *unknown_verb(struct arena *arena, const char *word) {
    struct suggestion suggestion = suggestion_for(word);
    for (const struct verb *verb = verbs; verb->run != NULL; verb++)
        if (verb->name != NULL)
            suggestion_offer(&suggestion, verb->name);
    if (suggestion.nearest == NULL || strpbrk(word, "./") != NULL)
        return NULL;
    return arena_printf(arena, "`%s` is neither a .fsm file nor a verb; did you mean `pawl %s`?", word,
                        suggestion.nearest);
}

static bool read_option(struct options *options, struct arena *arena, char **argv, int *at,
                        const struct option_kind **seen, const char **problem) {
    const char *value = NULL;
    const char *argument = argv[*at];
    const struct option_kind *kind = find_kind(argument, &value);
    *seen = kind;
    if (kind == NULL) {
        *problem = unknown_option(arena, argument);
        return false;
    }
    if (kind->value == VALUE_NONE && value != NULL) {
        *problem = arena_printf(arena, "%s takes no value", kind->spelling);
        return false;
    }
    if (kind->value != VALUE_NONE && value == NULL) {
        if (argv[*at + 1] == NULL) {
            *problem = arena_printf(arena, "%s: a value is missing; see --help", kind->spelling);
            return false;
        }
        value = argv[++*at];
    }
    return kind->set(options, arena, value, problem);
}

static bool check_operands(const struct options *options, struct arena *arena, const char **problem) {
    const struct verb *verb = options->verb;
    const char *prefix = verb->name == NULL ? "" : arena_printf(arena, "%s: ", verb->name);
    if (verb->name == NULL && options->path_count > 0)
        *problem = unknown_verb(arena, options->paths[0]);
    if (*problem != NULL)
        return false;
    if (options->path_count < verb->operand_min)
        *problem = verb->operand_min == 1
                       ? arena_printf(arena, "%sname a .fsm file; see --help", prefix)
                       : arena_printf(arena, "%sexpected %s; see --help", prefix, verb->operands);
    else if (options->path_count > verb->operand_max)
        *problem =
            arena_printf(arena, "%sexpected %s, got %zu names", prefix, verb->operands, options->path_count);
    else if (verb->name == NULL && options->folder == NULL && !options->list_outputs)
        *problem = "say where to write: -o FOLDER";
    else if (!options->depfile && (options->depfile_path != NULL || options->depfile_target != NULL))
        *problem = "-MF and -MT say something about the file that -MD asks for: add -MD";
    return *problem == NULL;
}

bool options_read(struct options *options, struct arena *arena, int argc, char **argv, const char **problem) {
    const char **paths = arena_alloc(arena, (size_t)argc * sizeof *paths + 1);
    const struct option_kind **seen = arena_alloc(arena, (size_t)argc * sizeof(*seen) + 1);
    size_t seen_count = 0;
    bool only_paths = false;

    *options = (struct options){.verb = verbs, .paths = paths};
    warnings_init(&options->warnings);
    *problem = NULL;
    for (int i = 1; i < argc; i++) {
        const struct verb *verb = NULL;
        if (!only_paths && strcmp(argv[i], "--") == 0)
            only_paths = true;
        else if (!only_paths && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!read_option(options, arena, argv, &i, &seen[seen_count++], problem))
                return false;
        } else if (!only_paths && options->path_count == 0 && options->verb->name == NULL &&
                   (verb = find_verb(argv[i])) != NULL)
            options->verb = verb;
        else
            paths[options->path_count++] = argv[i];
    }
    for (size_t i = 0; i < seen_count; i++)
        if (!option_belongs(seen[i], options->verb)) {
            *problem = options->verb->name == NULL
                           ? arena_printf(arena, "%s only goes with `pawl%.*s`", seen[i]->spelling,
                                          (int)strlen(seen[i]->verbs) - 1, seen[i]->verbs)
                           : arena_printf(arena, "`pawl %s` has no option %s; see pawl %s --help",
                                          options->verb->name, seen[i]->spelling, options->verb->name);
            return false;
        }
    if (options->help || options->version || options->completion != NULL)
        return true;
    return check_operands(options, arena, problem);
}
