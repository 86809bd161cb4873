/* `pawl test`: writes a program that tests the machines of a file, compiles it with cc and runs it. */
#include "base/out.h"
#include "command/verbs.h"
#include "emit/sql/sql.h"
#include "emit/test/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the program --------------------------------------------------------------------------------------- */

/* Where no server is named it is the database that needs none. libpq's words, name=value, are the first
 * one's. */
static enum pawl_dialect_number dialect_of_uri(const char *uri) {
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        if (uri == NULL ? sql_dialects[i]->is_file
                        : strncmp(uri, dialects[i]->name, strlen(dialects[i]->name)) == 0)
            return (enum pawl_dialect_number)i;
    return (enum pawl_dialect_number)0;
}

/* The options of a compilation for that database alone. */
static struct options options_for(struct arena *arena, const struct options *options,
                                  enum pawl_dialect_number dialect) {
    struct options changed = *options;
    size_t count = 0;
    while (backends[count].name != NULL)
        count++;
    changed.chosen = arena_alloc(arena, count * sizeof *changed.chosen);
    for (size_t i = 0; i < count; i++)
        changed.chosen[i] = backends[i].emit == emit_c_header || backends[i].emit == emit_c_source ||
                            (backends[i].emit == emit_sql && backends[i].dialect == dialect);
    changed.databases = 1U << dialect;
    return changed;
}

static void add_output(struct arena *arena, struct out *out, const struct model *model, const char *folder,
                       const struct backend *backend) {
    const struct emit_context context = {.backend = backend, .arena = arena, .model = model};
    struct text text = TEXT_INIT;
    backend->emit(&context, &text);
    out_add(out, arena_printf(arena, "%s/%s%s", folder, model->stem, backend->suffix), text);
}

static int write_program(struct arena *arena, const struct options *options, const struct model *model,
                         const char *folder) {
    const char *problem = NULL;
    struct out out;
    struct text text = TEXT_INIT;
    out_init(&out, arena);
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        if (backend->emit == emit_c_header || backend->emit == emit_c_source)
            add_output(arena, &out, model, folder, backend);
    emit_test(&text, model, sql_dialects[dialect_of_uri(option(options, "--db"))], options->paths[0],
              option(options, "--hooks") != NULL, option(options, "--tables") != NULL);
    out_add(&out, arena_printf(arena, "%s/%s_test.c", folder, model->stem), text);
    if (!out_make_folder(arena, folder, &problem) || !out_commit(&out, &problem)) {
        out_free(&out);
        return trouble(problem);
    }
    out_free(&out);
    return EXIT_DONE;
}

/* ---- running it ---------------------------------------------------------------------------------------- */

/* pkg-config escapes blanks, for which it is evaluated. */
static const char compile_script[] =
    "fail() { echo \"pawl: test: $1\" >&2; exit 2; }\n"
    "cc=${CC:-cc} config=${PKG_CONFIG:-pkg-config} program=$1\n"
    "shift\n"
    "command -v ${cc%% *} >/dev/null || fail \"the C compiler $cc is missing: install one, or set CC\"\n"
    "command -v ${config%% *} >/dev/null || fail \"$config is missing: install it, because it finds "
    "libpawl\"\n"
    "$config --exists pawl || fail \"$config does not find pawl: install libpawl-dev, or add the folder of "
    "pawl.pc to PKG_CONFIG_PATH\"\n"
    "folder=$($config --variable=libdir pawl | tr -d '\\\\')\n"
    "eval \"set -- \\\"\\$@\\\" ${LDFLAGS-} $($config --cflags --libs pawl)\"\n"
    "$cc ${CPPFLAGS-} ${CFLAGS-} -I\"${program%/*}\" \"$@\" -Wl,-rpath,\"$folder\" -o \"$program\" ||\n"
    "  fail \"the test program cannot be compiled\"\n";

static volatile sig_atomic_t interrupted; /* the signal, or 0 */
static volatile pid_t running;            /* the group of processes that is waited for; 0: none */

static void interrupt(int number) {
    interrupted = number;
    if (running > 0)
        kill(-running, number);
}

/* The exit status; EXIT_TROUBLE if a signal ended it. */
static int run(const char *const *arguments) {
    int status = 0;
    if (interrupted)
        return EXIT_TROUBLE;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    if (child < 0)
        return trouble("test: no process can be started");
    setpgid(child, child);
    running = child;
    if (interrupted)
        kill(-child, interrupted);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return trouble("test: the program cannot be waited for");
    running = 0;
    if (!interrupted && WIFSIGNALED(status))
        fprintf(stderr, "pawl: test: signal %d ended the test program\n", WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) <= EXIT_TROUBLE ? WEXITSTATUS(status) : EXIT_TROUBLE;
}

static void remove_folder(struct arena *arena, const char *folder) {
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(arena_printf(arena, "%s/%s", folder, entry->d_name));
    if (entries != NULL)
        closedir(entries);
    rmdir(folder);
}

static int compile_and_run(struct arena *arena, const struct options *options, const char *folder,
                           const char *stem) {
    const char *uri = option(options, "--db");
    const enum pawl_dialect_number dialect = dialect_of_uri(uri);
    const char *program = arena_printf(arena, "%s/%s_test", folder, stem);
    const char *compile[] = {"/bin/sh",
                             "-c",
                             compile_script,
                             "pawl",
                             program,
                             arena_printf(arena, "%s/%s.c", folder, stem),
                             arena_printf(arena, "%s.c", program),
                             option(options, "--hooks"),
                             NULL};
    int status = run(compile);
    if (status != EXIT_DONE)
        return EXIT_TROUBLE;
    const char *test[] = {arena_printf(arena, "%s/%s_test", folder, stem),
                          sql_dialects[dialect]->is_file
                              ? arena_printf(arena, "%s:%s/test.db", dialects[dialect]->name, folder)
                              : uri,
                          option(options, "--tables"), NULL};
    return run(test);
}

static int test_in_new_folder(struct arena *arena, const struct options *options, const struct model *model) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    const char *parent = getenv("TMPDIR");
    const size_t count = sizeof signals / sizeof *signals;
    struct sigaction before[sizeof signals / sizeof *signals];
    const struct sigaction action = {.sa_handler = interrupt};
    char *folder = arena_printf(arena, "%s/pawl-test.XXXXXX", parent == NULL ? "/tmp" : parent);
    for (size_t i = 0; i < count; i++)
        sigaction(signals[i], &action, &before[i]);
    int status = EXIT_TROUBLE;
    if (mkdtemp(folder) == NULL) {
        trouble(
            arena_printf(arena, "test: no folder can be created in %s", parent == NULL ? "/tmp" : parent));
    } else {
        status = write_program(arena, options, model, folder);
        if (status == EXIT_DONE)
            status = compile_and_run(arena, options, folder, model->stem);
        remove_folder(arena, folder);
    }
    for (size_t i = 0; i < count; i++)
        sigaction(signals[i], &before[i], NULL);
    if (interrupted)
        raise(interrupted);
    return status;
}

int verb_test(struct arena *arena, const struct options *options) {
    const char *uri = option(options, "--db"), *problem = NULL;
    const enum pawl_dialect_number dialect = dialect_of_uri(uri);
    const bool runs_sql = option(options, "--tables") != NULL;
    struct options for_database = options_for(arena, options, dialect);
    struct diagnostics diagnostics;
    const struct model *model;
    if (uri != NULL && sql_dialects[dialect]->is_file && uri[strcspn(uri, ":")] != '\0' &&
        uri[strcspn(uri, ":") + 1] != '\0')
        return trouble(arena_printf(
            arena, "test: the test creates a file of its own for %s: leave out the name behind --db=%s:",
            dialects[dialect]->title, dialects[dialect]->name));
    int status = compile_file(arena, &for_database, options->paths[0], &diagnostics, &model);
    if (status != EXIT_DONE)
        return status;
    if (!warnings_option(&for_database.warnings, arena, "no-all", &problem))
        return trouble(problem);
    status = compile_for_test(arena, &for_database, options->paths[0], runs_sql, &diagnostics, &model);
    if (status != EXIT_DONE)
        return status;
    model = model_to_emit(arena, &for_database, model);
    return option(options, "-o") != NULL ? write_program(arena, options, model, option(options, "-o"))
                                         : test_in_new_folder(arena, options, model);
}
