#include "base/diagnostic_json.h"
#include "base/map.h"
#include "base/out.h"
#include "command/depfile.h"
#include "command/verbs.h"
#include "emit/diagram/graphviz.h"
#include "emit/page/contents.h"

#include <string.h>
#include <unistd.h>

struct inputs { /* the files of the command line, and then the one of --since */
    size_t count;
    struct diagnostics *diagnostics;
    const struct model **models;
};

/* A worse status than the one before. */
static int worse(int left, int right) {
    return left > right ? left : right;
}

static int compile_inputs(struct arena *arena, const struct options *options, struct inputs *inputs) {
    int status = EXIT_DONE;
    inputs->count = options->path_count + (option(options, "--since") != NULL);
    inputs->diagnostics = arena_alloc(arena, inputs->count * sizeof *inputs->diagnostics);
    inputs->models = arena_alloc(arena, inputs->count * sizeof(*inputs->models));
    for (size_t i = 0; i < inputs->count; i++) {
        const char *path = i < options->path_count ? options->paths[i] : option(options, "--since");
        status =
            worse(status, compile_file(arena, options, path, &inputs->diagnostics[i], &inputs->models[i]));
    }
    if (options->json) {
        struct text json = TEXT_INIT;
        if (strcmp(option(options, "--format"), "sarif") == 0)
            diagnostics_sarif(inputs->diagnostics, inputs->count, status != EXIT_TROUBLE, &json);
        else
            diagnostics_json(inputs->diagnostics, inputs->count, &json);
        if (!print_text(&json))
            return EXIT_TROUBLE;
    }
    return status;
}

/* ---- outputs --------------------------------------------------------------------------------------- */

static const char *output_path(struct arena *arena, const struct options *options, const char *path,
                               const char *suffix) {
    const char *problem = NULL;
    const char *folder = option(options, "-o") == NULL ? "" : option(options, "-o");
    size_t length = strlen(folder);
    const char *slash = length == 0 || folder[length - 1] == '/' ? "" : "/";
    return arena_printf(arena, "%s%s%s%s", folder, slash,
                        suffix[0] == '.' ? source_stem(arena, path, &problem) : "", suffix);
}

/* What all inputs share is written with the first one. */
static bool is_written(const struct options *options, const struct backend *backend, size_t input) {
    return options_chooses(options, backend) && (input == 0 || !backend_is_shared(backend));
}

/*
 * Headers of ISO C and POSIX.1-2017 that lie in no folder, those that they include in glibc, and ours. A file
 * of such a name in a folder that the compiler looks into first would be read in its place.
 */
static bool is_header_of_others(const char *stem) {
    static const char headers[] =
        " aio alloca assert complex cpio ctype dirent dlfcn endian errno fcntl features fenv float fmtmsg"
        " fnmatch ftw getopt glob grp iconv inttypes iso646 langinfo libgen limits locale malloc math memory"
        " monetary mqueue ndbm netdb nl_types pawl pawl_abi poll pthread pwd regex sched search semaphore"
        " setjmp signal spawn stdalign stdarg stdatomic stdbool stdckdint stddef stdint stdio stdlib"
        " stdnoreturn string strings stropts syslog tar termios tgmath threads time trace uchar ulimit unistd"
        " utime utmpx wchar wctype wordexp ";
    const char *at = headers;
    size_t length = strlen(stem);
    while ((at = strstr(at, stem)) != NULL) {
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
        at += length;
    }
    return false;
}

/* As those that follow, it returns what is wrong; NULL: nothing. */
static const char *check_header(struct arena *arena, const struct options *options, const char *path,
                                const char *stem) {
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        if (options_chooses(options, backend) && strcmp(backend->suffix, ".h") == 0 &&
            is_header_of_others(stem))
            return arena_printf(arena,
                                "%s: its header %s.h would be read in place of the library's <%s.h>; "
                                "rename the file",
                                path, stem, stem);
    return NULL;
}

static const char *check_shared(struct arena *arena, const struct options *options, const char *path,
                                const char *stem) {
    for (const struct backend *shared = backends; shared->name != NULL; shared++) {
        if (!backend_is_shared(shared) || !options_chooses(options, shared))
            continue;
        for (const struct backend *own = backends; own->name != NULL; own++)
            if (!backend_is_shared(own) && options_chooses(options, own) &&
                strcmp(arena_printf(arena, "%s%s", stem, own->suffix), shared->suffix) == 0)
                return arena_printf(arena, "%s: %s is the name of the shared schema; rename the file", path,
                                    shared->suffix);
    }
    return NULL;
}

/* Whether the page of --signed is of the model, with the words that pawl wrote. */
static int check_signed(struct arena *arena, const struct options *options, const struct model *model) {
    const struct emit_context context = {.arena = arena, .model = model};
    const char *path = option(options, "--signed"), *problem = NULL;
    struct source html;
    if (!source_read(&html, arena, path, &problem))
        return trouble(problem);
    problem = page_is_signed_for(&context, path, html.text);
    if (problem == NULL)
        return EXIT_DONE;
    fprintf(stderr, "%s\n", problem);
    return EXIT_ERRORS;
}

/* A file is wrong, too, if its name would keep an output from being written. */
int verb_check(struct arena *arena, const struct options *options) {
    struct inputs inputs;
    const char *problem = NULL;
    if (option(options, "--signed") != NULL && options->path_count != 1)
        return trouble("--signed: a page belongs to one file: name one .fsm file");
    if (option(options, "--signed") != NULL && option(options, "--name") == NULL &&
        strcmp(options->paths[0], "-") == 0)
        return trouble("--signed: a page has the name of its file: add --name=FILE.fsm");
    int status = compile_inputs(arena, options, &inputs);
    for (size_t i = 0; i < options->path_count; i++) {
        const char *path = input_name(options, options->paths[i]);
        const char *stem = source_stem(arena, path, &problem);
        if (stem != NULL && (problem = check_header(arena, options, path, stem)) != NULL)
            status = trouble(problem);
    }
    if (status == EXIT_DONE && option(options, "--signed") != NULL)
        status = check_signed(arena, options, inputs.models[0]);
    return status;
}

/* Outputs are named after their file, so two files of one name would overwrite each other. */
static const char *check_stems(struct arena *arena, const struct options *options) {
    struct map stems = map_new(arena);
    for (size_t i = 0; i < options->path_count; i++) {
        const char *problem = NULL, *path = options->paths[i];
        const char *stem = source_stem(arena, path, &problem);
        if (problem == NULL)
            problem = check_header(arena, options, path, stem);
        if (problem == NULL)
            problem = check_shared(arena, options, path, stem);
        if (problem != NULL)
            return problem;
        if (map_put(&stems, stem, i))
            continue;
        const char *before = options->paths[map_get(&stems, stem)];
        return strcmp(before, path) == 0
                   ? arena_printf(arena, "%s is given twice", before)
                   : arena_printf(arena, "%s and %s would have the same outputs; rename one of them", before,
                                  path);
    }
    return NULL;
}

/* Whether anything is written of which the option that such back ends know says how. */
static bool is_written_so(const struct options *options, bool (*knows)(const struct backend *)) {
    bool is_so = false, has_source = false;
    for (const struct backend *backend = backends; backend->name != NULL; backend++) {
        has_source |= backend->emit == emit_c_source && options_chooses(options, backend);
        is_so |= options_chooses(options, backend) && knows(backend);
    }
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        is_so |= has_source && knows(backend) && dialect_is_in(options_databases(options), backend->dialect);
    return is_so;
}

static const char *check_databases(const struct options *options) {
    if (option(options, "--distribute") != NULL && !is_written_so(options, has_nodes))
        return "--distribute=citus changes the SQL for PostgreSQL, and neither that nor `source` with it is "
               "written: add `postgres` to --emit or --databases, or leave it out";
    if (option(options, "--strict") != NULL && !is_written_so(options, asks_who_writes))
        return "--strict changes the SQL for MariaDB, and neither that nor `source` with it is written: add "
               "`mariadb` to --emit or --databases, or leave it out, since the other databases check the "
               "writer anyway";
    return NULL;
}

static void list_outputs(struct arena *arena, const struct options *options) {
    for (size_t i = 0; i < options->path_count; i++)
        for (const struct backend *backend = backends; backend->name != NULL; backend++)
            if (is_written(options, backend, i))
                puts(output_path(arena, options, options->paths[i], backend->suffix));
}

/* A database has what all share in one way; what is there may be for machines that were compiled before. */
static const char *check_same_way(struct arena *arena, const char *path, const struct text *text) {
    char there[2048] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    there[fread(there, 1, sizeof there - 1, file)] = '\0';
    fclose(file);
    const char *before = emit_option_of_shared(there),
               *now = text_failed(text) ? NULL : emit_option_of_shared(text->data);
    if (before == NULL || now == NULL || strcmp(before, now) == 0)
        return NULL;
    return arena_printf(
        arena,
        "%s is there already, written %s%s, and all machines of a database share it: write to another "
        "folder, or remove it; nothing was written",
        path, *before == '\0' ? "without " : "with ", *before == '\0' ? now : before);
}

/* What its author may have filled in is not written over. */
static const char *check_authors(struct arena *arena, const char *path) {
    return access(path, F_OK) != 0
               ? NULL
               : arena_printf(arena,
                              "%s is there already, and may have been filled in: write to another folder, "
                              "or remove it; nothing was written",
                              path);
}

/* All kinds but the page, as --emit takes them. */
static const char *kinds_without_page(struct arena *arena, const struct options *options) {
    const char *kinds = "";
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        if (options_chooses(options, backend) && !backend_is_shared(backend) && backend->emit != emit_html)
            kinds = arena_printf(arena, "%s%s%s", kinds, *kinds == '\0' ? "" : ",", backend->name);
    return kinds;
}

/*
 * Whether the page is left out, with a warning, because the program that draws it is missing: if nobody asked
 * for it, and no older page would remain that describes another machine.
 */
static bool leaves_out(struct arena *arena, const struct options *options, const char *path,
                       struct text *text) {
    if (!text_failed(text) || text->problem != graphviz_missing || options->chosen != NULL ||
        option(options, "--since") != NULL)
        return false;
    text->problem = arena_printf(arena, "%s=%s", text->problem, kinds_without_page(arena, options));
    if (access(path, F_OK) == 0)
        return false;
    fprintf(stderr, "pawl: warning: %s is not written: %s\n", path, text->problem);
    return true;
}

static const char *add_outputs(struct out *out, const struct options *options, const struct inputs *inputs) {
    for (size_t i = 0; i < options->path_count; i++) {
        const char *warning = NULL;
        struct emit_context context = {
            .arena = out->arena,
            .model = model_to_emit(out->arena, options, inputs->models[i]),
            .diagnostics = &inputs->diagnostics[i],
            .since = option(options, "--since") == NULL ? NULL : inputs->models[options->path_count],
            .warning = &warning,
        };
        for (const struct backend *backend = backends; backend->name != NULL; backend++) {
            context.backend = backend;
            struct text text = TEXT_INIT;
            if (!is_written(options, backend, i))
                continue;
            backend->emit(&context, &text);
            const char *path = output_path(out->arena, options, options->paths[i], backend->suffix);
            if (leaves_out(out->arena, options, path, &text)) {
                text_free(&text);
                continue;
            }
            if (warning != NULL)
                fprintf(stderr, "pawl: warning: %s has %s\n", path, warning);
            warning = NULL;
            out_add(out, path, text);
            const char *problem = backend_is_shared(backend) ? check_same_way(out->arena, path, &text)
                                  : backend->is_authors      ? check_authors(out->arena, path)
                                                             : NULL;
            if (problem != NULL)
                return problem;
        }
    }
    return NULL;
}

/* Whether --since has something to say; where no chosen kind says it, a note does. */
static const char *check_since(struct arena *arena, const struct options *options,
                               const struct inputs *inputs) {
    bool shown = false;
    bool common = false;
    if (option(options, "--since") == NULL)
        return NULL;
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        shown = shown || (backend->compares && options_chooses(options, backend));
    if (!shown)
        fprintf(stderr, "pawl: note: --since changes nothing here: only `html` shows changes\n");
    for (size_t i = 0; i < options->path_count; i++)
        common = common || diff_have_in_common(arena, inputs->models[options->path_count], inputs->models[i]);
    return common
               ? NULL
               : arena_printf(
                     arena,
                     "--since: no machine or flow of %s is in %s; name an older version of that file, or "
                     "write `machine NEW renamed from OLD`",
                     option(options, "--since"), options->path_count == 1 ? options->paths[0] : "the files");
}

/* ---- depfiles -------------------------------------------------------------------------------------- */

static void add_rule(struct text *out, struct arena *arena, const struct options *options, size_t input) {
    const char *path = options->paths[input];
    size_t count = 0;
    const char *inputs[] = {path, option(options, "--since")};
    while (backends[count].name != NULL)
        count++;
    const char **targets = arena_alloc(arena, (count + 1) * sizeof *targets);
    count = 0;
    if (option(options, "-MT") != NULL)
        targets[count++] = option(options, "-MT");
    else
        for (const struct backend *backend = backends; backend->name != NULL; backend++)
            if (is_written(options, backend, input))
                targets[count++] = output_path(arena, options, path, backend->suffix);
    depfile_rule(out, targets, count, inputs, option(options, "--since") == NULL ? 1 : 2);
}

/* One depfile for each input, or for all of them the one that -MF names. */
static void add_depfiles(struct out *out, const struct options *options) {
    struct text text = TEXT_INIT;
    for (size_t i = 0; i < options->path_count; i++) {
        add_rule(&text, out->arena, options, i);
        if (option(options, "-MF") != NULL)
            continue;
        out_add(out, output_path(out->arena, options, options->paths[i], ".d"), text);
        text = (struct text)TEXT_INIT;
    }
    if (option(options, "-MF") != NULL)
        out_add(out, option(options, "-MF"), text);
}

int verb_compile(struct arena *arena, const struct options *options) {
    struct inputs inputs;
    struct out out;
    const char *problem = check_stems(arena, options);
    if (problem == NULL)
        problem = check_databases(options);
    if (problem != NULL)
        return trouble(problem);
    if (option(options, "--list-outputs") != NULL) {
        list_outputs(arena, options);
        return EXIT_DONE;
    }
    int status = compile_inputs(arena, options, &inputs);
    if (status != EXIT_DONE)
        return status;
    if ((problem = check_since(arena, options, &inputs)) != NULL)
        return trouble(problem);
    out_init(&out, arena);
    if ((problem = add_outputs(&out, options, &inputs)) != NULL) {
        out_free(&out);
        return trouble(problem);
    }
    if (option(options, "-MD") != NULL)
        add_depfiles(&out, options);
    if (!out_make_folder(arena, option(options, "-o"), &problem) || !out_commit(&out, &problem))
        status = trouble(problem);
    out_free(&out);
    return status;
}
