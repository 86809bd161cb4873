#include "command/options.h"
#include "emit/sql/sql.h"

#include "base/suggest.h"

#include <string.h>
#include <unistd.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

enum { PREFIX_MAX_BYTES = 39 }; /* as many as the name of a machine */

const char *option(const struct options *options, const char *spelling) {
    for (size_t i = options->given_count; i > 0; i--)
        if (strcmp(options->given[i - 1].option->spelling, spelling) == 0)
            return options->given[i - 1].value;
    return NULL;
}

/* As those that follow, it returns what is wrong; NULL: nothing. */
static const char *check_folder(struct options *options, struct arena *arena, const char *value) {
    (void)options, (void)arena;
    return strcmp(value, "-") != 0
               ? NULL
               : "-o: expected the name of a folder, got `-`: output does not go to standard output";
}

/* Whether its files end so, as with "sql". */
static bool is_ending(const struct backend *backend, const void *ending) {
    const size_t length = strlen(ending), suffix = strlen(backend->suffix);
    return !backend_is_shared(backend) && suffix > length && backend->suffix[suffix - length - 1] == '.' &&
           strcmp(backend->suffix + suffix - length, ending) == 0;
}

static const char *unknown_kind(struct arena *arena, const char *wanted) {
    if (*wanted == '\0')
        return "--emit: expected the name of a kind; --help lists them";
    struct suggestion suggestion = suggestion_for(wanted);
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        suggestion_offer(&suggestion, backend->name);
    const char *meant = backends_words(arena, is_ending, wanted, " or ");
    if (meant == NULL && suggestion.nearest != NULL)
        meant = arena_printf(arena, "`%s`", suggestion.nearest);
    if (meant == NULL)
        return arena_printf(arena, "--emit: there is no kind `%s`; --help lists them", wanted);
    return arena_printf(arena, "--emit: there is no kind `%s`; did you mean %s?", wanted, meant);
}

/* Out of names with commas between them; NULL at their end. */
static const char *next_name(struct arena *arena, const char **names) {
    if (*names == NULL)
        return NULL;
    const char *name = arena_strndup(arena, *names, strcspn(*names, ","));
    const char *comma = strchr(*names, ',');
    *names = comma == NULL ? NULL : comma + 1;
    return name;
}

static const char *set_emit(struct options *options, struct arena *arena, const char *value) {
    size_t count = 0;
    while (backends[count].name != NULL)
        count++;
    if (options->chosen == NULL)
        options->chosen = arena_alloc(arena, count * sizeof *options->chosen);
    for (const char *wanted; (wanted = next_name(arena, &value)) != NULL;) {
        size_t i = 0;
        while (backends[i].name != NULL && strcmp(backends[i].name, wanted) != 0)
            i++;
        if (backends[i].name == NULL)
            return unknown_kind(arena, wanted);
        options->chosen[i] = true;
    }
    return NULL;
}

static const char *set_databases(struct options *options, struct arena *arena, const char *value) {
    for (const char *wanted; (wanted = next_name(arena, &value)) != NULL;) {
        const size_t number = dialect_of_name(wanted);
        if (number == PAWL_DIALECT_COUNT) {
            struct text names = TEXT_INIT;
            struct suggestion suggestion = suggestion_for(wanted);
            for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
                suggestion_offer(&suggestion, dialects[i]->name);
            dialects_list(&names, DIALECTS_ALL, true, "`", " and ");
            return arena_printf(arena, "--databases: expected names out of %s, got `%s`%s%s%s",
                                text_keep(&names, arena), wanted, DID_YOU_MEAN(suggestion));
        }
        options->databases |= 1U << number;
    }
    return NULL;
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
    const char *migrated = option(options, "--sql");
    return migrated == NULL ? set : set | 1U << dialect_of_name(migrated);
}

bool options_chooses(const struct options *options, const struct backend *backend) {
    if (options->chosen == NULL)
        return !backend->is_authors &&
               (!is_of_database(backend) || dialect_is_in(options_databases(options), backend->dialect));
    if (options->chosen[backend - backends])
        return true;
    for (const struct backend *other = backends; backend->comes_with != NULL && other->name != NULL; other++)
        if (strcmp(other->name, backend->comes_with) == 0)
            return options->chosen[other - backends];
    return false;
}

/* A word that, with an underscore behind it, may begin all names of a program. */
static const char *check_prefix(struct options *options, struct arena *arena, const char *value) {
    size_t length = strlen(value);
    size_t word = strcspn(value, "_");
    (void)options;
    if (value[0] < 'a' || value[0] > 'z' || strspn(value, NAME_CHARACTERS) != length ||
        value[length - 1] == '_' || strstr(value, "__") != NULL)
        return arena_printf(arena,
                            "--prefix: expected a name such as `acme`, which makes `acme_payment_...` of "
                            "`payment_...`, got `%s`",
                            value);
    if (length > PREFIX_MAX_BYTES)
        return arena_printf(arena, "--prefix: `%s` has %zu bytes; at most %d are possible", value, length,
                            PREFIX_MAX_BYTES);
    if (word == 4 && memcmp(value, "pawl", word) == 0)
        return "--prefix: names that begin with `pawl` belong to libpawl; choose another one";
    return NULL;
}

static const char *check_sql(struct options *options, struct arena *arena, const char *value) {
    const struct sql_dialect *dialect = sql_dialects[dialect_of_name(value)];
    (void)options;
    return dialect->migration != NULL ? NULL
                                      : arena_printf(arena, "--sql: there are no migrations for %s yet",
                                                     dialects[dialect->number]->title);
}

static const char *set_warning(struct options *options, struct arena *arena, const char *value) {
    const char *problem = NULL;
    warnings_option(&options->warnings, arena, value, &problem);
    return problem;
}

/* Of texts that may not be anything. */
static const struct {
    const char *spelling;
    const char *(*take)(struct options *options, struct arena *arena, const char *value);
} takers[] = {{"-o", check_folder},       {"--emit", set_emit}, {"--databases", set_databases},
              {"--prefix", check_prefix}, {"--sql", check_sql}, {"-W", set_warning}};

/* One of the words that the option names. */
static const char *check_word(const struct completion_option *option, struct arena *arena,
                              const char *value) {
    const char *expected = "";
    struct suggestion suggestion = suggestion_for(value);
    for (const char *word = option->words; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (strlen(value) == length && memcmp(word, value, length) == 0)
            return NULL;
        expected = arena_printf(arena, "%s%s`%.*s`", expected,
                                word == option->words       ? ""
                                : strchr(word, ' ') != NULL ? ", "
                                                            : " or ",
                                (int)length, word);
        suggestion_offer(&suggestion, arena_strndup(arena, word, length));
        word += length;
    }
    return arena_printf(arena, "%s: expected %s, got `%s`%s%s%s", option->spelling, expected, value,
                        DID_YOU_MEAN(suggestion));
}

static bool is_among(const struct completion_option *options, const char *spelling) {
    while (options->spelling != NULL && strcmp(options->spelling, spelling) != 0)
        options++;
    return options->spelling != NULL;
}

static bool belongs(const char *spelling, const struct verb *verb) {
    return is_among(verb->options, spelling) || is_among(shared_options, spelling);
}

/* ---- reading --------------------------------------------------------------------------------------- */

/* Of any verb, since that may come behind it. */
static const struct completion_option *find_option(struct arena *arena, const char *argument,
                                                   const char **value, const char **problem) {
    const char *name = arena_strndup(arena, argument, strcspn(argument, "="));
    struct suggestion suggestion = suggestion_for(name);
    const struct completion_option *found = NULL;
    for (size_t i = 0; found == NULL && verbs[i] != NULL; i++)
        found = completion_find(verbs[i]->options, argument, value, &suggestion);
    if (found == NULL)
        found = completion_find(shared_options, argument, value, &suggestion);
    if (found == NULL && suggestion.nearest != NULL && strlen(name) > 3)
        *problem = arena_printf(arena, "there is no option %s; did you mean `%s`?", name, suggestion.nearest);
    else if (found == NULL)
        *problem = arena_printf(arena, "there is no option %s; see --help", name);
    return found;
}

/* The first verb is not typed. */
static const struct verb *find_verb(const char *word) {
    for (size_t i = 1; verbs[i] != NULL; i++)
        if (strcmp(verbs[i]->name, word) == 0)
            return verbs[i];
    return NULL;
}

static const char *unknown_verb(struct arena *arena, const char *word) {
    struct suggestion suggestion = suggestion_for(word);
    for (size_t i = 1; verbs[i] != NULL; i++)
        suggestion_offer(&suggestion, verbs[i]->name);
    if (strcmp(word, "-") == 0 || strpbrk(word, "./") != NULL || access(word, F_OK) == 0)
        return NULL;
    if (suggestion.nearest == NULL)
        return arena_printf(arena, "`%s` is neither a .fsm file nor a verb; see --help", word);
    return arena_printf(arena, "`%s` is neither a .fsm file nor a verb; did you mean `pawl %s`?", word,
                        suggestion.nearest);
}

static const char *read_option(struct options *options, struct arena *arena, char *const *argv, int *at) {
    const char *value = NULL, *problem = NULL;
    const char *argument = strcmp(argv[*at], "-h") == 0 ? "--help" : argv[*at];
    const struct completion_option *found = find_option(arena, argument, &value, &problem);
    if (found == NULL)
        return problem;
    const bool is_name = found->spelling[1] != '-' && found->value != COMPLETE_SWITCH;
    if (found->value == COMPLETE_NONE && value != NULL)
        return arena_printf(arena, "%s takes no value", found->spelling);
    if (found->value != COMPLETE_NONE && value == NULL && argv[*at + 1] != NULL &&
        strncmp(argv[*at + 1], "--", 2) == 0)
        return arena_printf(arena, "%s: a value is missing before %s; see --help", found->spelling,
                            argv[*at + 1]);
    if (found->value != COMPLETE_NONE && value == NULL && (value = argv[++*at]) == NULL)
        return arena_printf(arena, "%s: a value is missing; see --help", found->spelling);
    if (value != NULL && *value == '\0' && strcmp(found->spelling, "--name") == 0)
        return "--name is empty";
    if (is_name && value != NULL && *value == '\0')
        return arena_printf(arena, "%s: expected the name of a %s", found->spelling,
                            found->value == COMPLETE_FOLDER ? "folder"
                            : found->value == COMPLETE_FILE ? "file"
                                                            : "target");
    options->given[options->given_count++] = (struct given){found, value == NULL ? "" : value};
    return problem;
}

/* `-` as an operand. */
static const char *check_stdin(const struct options *options, struct arena *arena, const char *prefix) {
    size_t count = 0;
    for (size_t i = 0; i < options->path_count; i++)
        count += strcmp(options->paths[i], "-") == 0;
    if (count > 0 && !is_among(options->verb->options, "--name"))
        return arena_printf(arena, "%sexpected the name of a file, got `-`", prefix);
    if (count > 1)
        return arena_printf(arena, "%s`-` is standard input, which can be read once", prefix);
    if (count == 0 && options->path_count > 0 && option(options, "--name") != NULL)
        return arena_printf(arena, "%s--name is for standard input: add `-`, or leave it out", prefix);
    return NULL;
}

static const char *check_operands(const struct options *options, struct arena *arena) {
    const struct verb *verb = options->verb;
    const bool is_first = verb == verbs[0];
    const char *prefix = is_first ? "" : arena_printf(arena, "%s: ", verb->name);
    const char *problem = is_first && options->path_count > 0 ? unknown_verb(arena, options->paths[0]) : NULL;
    if (problem != NULL)
        return problem;
    if (options->path_count < verb->operand_min)
        return verb->operand_min == 1
                   ? arena_printf(arena, "%sname a .fsm file; see --help", prefix)
                   : arena_printf(arena, "%sexpected %s; see --help", prefix, verb->operands);
    if (options->path_count > verb->operand_max)
        return verb->operand_max == 0 ? arena_printf(arena, "%sexpected no names", prefix)
                                      : arena_printf(arena, "%sexpected %s, got %zu names", prefix,
                                                     verb->operands, options->path_count);
    if ((problem = check_stdin(options, arena, prefix)) != NULL)
        return problem;
    if (is_first && option(options, "-o") == NULL && option(options, "--list-outputs") == NULL)
        return "name the folder to write to: -o FOLDER";
    if (option(options, "-MD") == NULL && (option(options, "-MF") != NULL || option(options, "-MT") != NULL))
        return "-MF and -MT need -MD: add -MD";
    return NULL;
}

static const char *check_belonging(const struct options *options, struct arena *arena) {
    for (size_t i = 0; i < options->given_count; i++) {
        const char *spelling = options->given[i].option->spelling;
        size_t owner = 0;
        if (belongs(spelling, options->verb))
            continue;
        while (!belongs(spelling, verbs[owner]))
            owner++;
        return options->verb == verbs[0]
                   ? arena_printf(arena, "%s only goes with `pawl %s`", spelling, verbs[owner]->name)
                   : arena_printf(arena, "`pawl %s` has no option %s; see pawl %s --help",
                                  options->verb->name, spelling, options->verb->name);
    }
    return NULL;
}

static const char *take_values(struct options *options, struct arena *arena) {
    const char *problem = NULL;
    for (size_t i = 0; problem == NULL && i < options->given_count; i++) {
        const struct given *given = &options->given[i];
        const struct completion_option *own = options->verb->options;
        while (own->spelling != NULL && strcmp(own->spelling, given->option->spelling) != 0)
            own++; /* another verb's may take other words */
        if (own->spelling != NULL && own->value == COMPLETE_WORD)
            problem = check_word(own, arena, given->value);
        for (size_t k = 0; problem == NULL && k < sizeof takers / sizeof *takers; k++)
            if (strcmp(takers[k].spelling, given->option->spelling) == 0)
                problem = takers[k].take(options, arena, given->value);
    }
    return problem;
}

static const char *check_together(const struct options *options) {
    if (option(options, "--no-roles") == NULL)
        return NULL;
    if (option(options, "--distribute") != NULL)
        return "--no-roles does not go with --distribute: nodes recognize Pawl's own writes by the role "
               "pawl_owner alone";
    if (option(options, "--strict") != NULL)
        return "--no-roles does not go with --strict: tables recognize Pawl's own writes by the role of "
               "their owner";
    return NULL;
}

const char *options_read(struct options *options, struct arena *arena, int argc, char **argv) {
    const char **paths = arena_alloc(arena, (size_t)argc * sizeof *paths + 1);
    const char *problem = NULL;
    bool only_paths = false, is_help = false;

    *options = (struct options){.verb = verbs[0],
                                .paths = paths,
                                .given = arena_alloc(arena, (size_t)argc * sizeof *options->given + 1)};
    warnings_init(&options->warnings);
    for (int i = 1; i < argc && problem == NULL; i++) {
        const struct verb *verb = NULL;
        if (!only_paths && strcmp(argv[i], "--") == 0)
            only_paths = true;
        else if (!only_paths && argv[i][0] == '-' && argv[i][1] != '\0')
            problem = read_option(options, arena, argv, &i);
        else if (!only_paths && i == 1 && strcmp(argv[i], "help") == 0) {
            static char help[] = "--help", *const asked[] = {help, NULL};
            problem = read_option(options, arena, asked, &(int){0});
            is_help = true;
        } else if (!only_paths && options->path_count == 0 && options->verb == verbs[0] &&
                   (verb = find_verb(argv[i])) != NULL)
            options->verb = verb;
        else
            paths[options->path_count++] = argv[i];
    }
    const char *format = option(options, "--format");
    options->json = format != NULL && strcmp(format, "text") != 0;
    if (problem == NULL && is_help && options->path_count > 0)
        problem = arena_printf(arena, "there is no verb `%s`; see --help", options->paths[0]);
    if (problem == NULL)
        problem = check_belonging(options, arena);
    if (problem == NULL)
        problem = take_values(options, arena);
    if (problem == NULL)
        problem = check_together(options);
    if (problem != NULL || option(options, "--help") != NULL || option(options, "--version") != NULL ||
        option(options, "--completion") != NULL)
        return problem;
    return check_operands(options, arena);
}
