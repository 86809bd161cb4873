#include "command/options.h"
#include "base/text.h"
#include "model/dialect.h"

#include "emit/sql/sql.h"

#include "base/suggest.h"

#include <string.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

enum { PREFIX_MAX_BYTES = 39 }; /* as many as the name of a machine */

static bool check_folder(struct options *options, struct arena *arena, const char *value,
                         const char **problem) {
    (void)options, (void)arena;
    if (strcmp(value, "-") == 0)
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

static bool set_databases(struct options *options, struct arena *arena, const char *value,
                          const char **problem) {
    for (const char *name = value;;) {
        const size_t length = strcspn(name, ",");
        const size_t number = dialect_of_name(arena_strndup(arena, name, length));
        if (number == PAWL_DIALECT_COUNT) {
            struct text names = TEXT_INIT;
            dialects_list(&names, DIALECTS_ALL, true, "`", " and ");
            *problem = arena_printf(arena, "--databases: expected names out of %s, got `%s`",
                                    text_failed(&names) ? "" : names.data, value);
            text_free(&names);
            return false;
        }
        options->databases |= 1U << number;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

static bool is_of_database(const struct backend *backend) {
    return backend->emit == emit_sql || backend->emit == emit_sql_schema;
}

dialect_set options_databases(const struct options *options) {
    dialect_set set = options->databases;
    if (set != 0)
        return set;
    set = dialects_by_default();
    for (size_t i = 0; options->chosen != NULL && backends[i].name != NULL; i++)
        if (options->chosen[i] && is_of_database(&backends[i]))
            set |= 1U << backends[i].dialect;
    return set;
}

bool options_chooses(const struct options *options, const struct backend *backend) {
    if (options->chosen == NULL)
        return !is_of_database(backend) || dialect_is_in(options_databases(options), backend->dialect);
    if (options->chosen[backend - backends])
        return true;
    for (const struct backend *other = backends; backend->comes_with != NULL && other->name != NULL; other++)
        if (strcmp(other->name, backend->comes_with) == 0)
            return options->chosen[other - backends];
    return false;
}

/* A word that, with an underscore behind it, may begin all names of a program. */
static bool check_prefix(struct options *options, struct arena *arena, const char *value,
                         const char **problem) {
    size_t length = strlen(value);
    size_t word = strcspn(value, "_");
    (void)options;
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

static bool set_sql(struct options *options, struct arena *arena, const char *value, const char **problem) {
    const size_t number = dialect_of_name(value);
    if (number < PAWL_DIALECT_COUNT && sql_dialects[number]->migration == NULL) {
        *problem = arena_printf(arena, "--sql: there are no migrations for %s yet", dialects[number]->title);
        return false;
    }
    if (number < PAWL_DIALECT_COUNT) {
        options->sql = sql_dialects[number];
        return true;
    }
    struct text names = TEXT_INIT;
    dialects_list(&names, DIALECTS_ALL, true, "`", " or ");
    *problem =
        arena_printf(arena, "--sql: expected %s, got `%s`", text_failed(&names) ? "" : names.data, value);
    text_free(&names);
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

static bool set_completion(struct options *options, struct arena *arena, const char *value,
                           const char **problem) {
    options->completion = completion_for(value);
    if (options->completion == NULL)
        *problem = arena_printf(arena, "--completion: expected `bash`, `zsh` or `fish`, got `%s`", value);
    return *problem == NULL;
}

/* "postgres|sqlite" */
#define X(constant, name, title) "|" #name
#define DIALECT_WORDS            (&(PAWL_DIALECTS(X))[1])

#define COMPILE  " compile "
#define FINDINGS " compile check explain "

#define MEMBER(name) offsetof(struct options, name)

const struct option_kind option_kinds[] = {
    {"-o", COMPLETE_FOLDER, "FOLDER", COMPILE, "where to write; made if it does not exist", MEMBER(folder),
     "the name of a folder", check_folder},
    {"--emit", COMPLETE_LIST, "KIND,...", COMPILE, "write only these kinds (default: all)", 0, NULL,
     set_emit},
    {"--databases", COMPLETE_TEXT, "NAME,...", COMPILE, "for these (default: postgres,sqlite)", 0, NULL,
     set_databases},
    {"--prefix", COMPLETE_TEXT, "NAME", COMPILE, "begin all names in C with NAME_; SQL keeps its names",
     MEMBER(prefix), NULL, check_prefix},
    {"--list-outputs", COMPLETE_NONE, NULL, COMPILE, "print the names of the files that would be written",
     MEMBER(list_outputs), NULL, NULL},
    {"--sql", COMPLETE_WORD, DIALECT_WORDS, " diff ", "print the migration from OLD to NEW", 0, NULL,
     set_sql},
    {"--no-roles", COMPLETE_NONE, NULL, COMPILE "diff ", "SQL for a database where no role can be made",
     MEMBER(no_roles), NULL, NULL},
    {"--since", COMPLETE_FILE, "OLD.fsm", COMPILE, "show in the page what has changed since then",
     MEMBER(since), NULL, NULL},
    {"-MD", COMPLETE_NONE, NULL, COMPILE, "write what the outputs depend on, for Make and Ninja",
     MEMBER(depfile), NULL, NULL},
    {"-MF", COMPLETE_FILE, "FILE", COMPILE, "write it there (default: FILE.d in FOLDER)",
     MEMBER(depfile_path), "the name of a file", NULL},
    {"-MT", COMPLETE_TEXT, "TARGET", COMPILE, "name TARGET in it in place of the outputs",
     MEMBER(depfile_target), "the name of a target", NULL},
    {"--format", COMPLETE_WORD, "text|json", " compile check diff ",
     "for people, or as JSON on standard output", 0, NULL, set_format},
    {"-W", COMPLETE_SWITCH, "[no-]NAME", FINDINGS, "report this warning, or all; -Werror[=NAME]: as an error",
     0, NULL, set_warning},
    {"--check", COMPLETE_NONE, NULL, " fmt ", "write nothing; exit 1 if a file is not formatted",
     MEMBER(only_check), NULL, NULL},
    {"--completion", COMPLETE_WORD, "bash|zsh|fish", COMPILE, "print the completions for a shell", 0, NULL,
     set_completion},
    {"--help", COMPLETE_NONE, NULL, "", "print this", MEMBER(help), NULL, NULL},
    {"--version", COMPLETE_NONE, NULL, "", "print the version", MEMBER(version), NULL, NULL},
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
        if (is_long ? length == name_length : *value == NULL || kind->value != COMPLETE_NONE)
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
    if (kind->value == COMPLETE_NONE && value != NULL) {
        *problem = arena_printf(arena, "%s takes no value", kind->spelling);
        return false;
    }
    if (kind->value != COMPLETE_NONE && value == NULL) {
        if (argv[*at + 1] == NULL) {
            *problem = arena_printf(arena, "%s: a value is missing; see --help", kind->spelling);
            return false;
        }
        value = argv[++*at];
    }
    if (kind->member != 0 && value == NULL)
        *(bool *)((char *)options + kind->member) = true;
    else if (kind->member != 0)
        memcpy((char *)options + kind->member, &value, sizeof value);
    if (kind->wanted != NULL && *value == '\0')
        *problem = arena_printf(arena, "%s: expected %s", kind->spelling, kind->wanted);
    else if (kind->set != NULL)
        kind->set(options, arena, value, problem);
    return *problem == NULL;
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
