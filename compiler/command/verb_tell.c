#include "command/codes.h"
#include "command/verbs.h"
#include "emit/migrate/migrate.h"
#include "emit/page/contents.h"
#include "emit/prose/explain.h"

#include <string.h>

int verb_explain(struct arena *arena, const struct options *options) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < options->path_count; i++) {
        struct diagnostics diagnostics;
        const struct model *model;
        struct text text = TEXT_INIT;
        const char *operand = options->paths[i];
        if (is_code(operand)) {
            if (!code_put(&text, operand))
                return trouble(arena_printf(
                    arena,
                    "explain: there is no error or warning %s; the pages in share/doc/pawl/grammar list all",
                    operand));
        } else if (strcmp(operand, "-") != 0 && strpbrk(operand, "./") == NULL) {
            return trouble(arena_printf(arena,
                                        strncmp(operand, "PW", 2) == 0
                                            ? "explain: %s is an SQLSTATE of Pawl's SQL: the message and the "
                                              "hint of the error explain it"
                                            : "explain: %s: expected FILE.fsm, or a code such as E044 or "
                                              "W002; the pages in share/doc/pawl/grammar list all codes",
                                        operand));
        } else {
            int one = compile_file(arena, options, operand, &diagnostics, &model);
            status = one > status ? one : status;
            if (one != EXIT_DONE)
                continue;
            explain(model, &text);
        }
        if (i > 0)
            putchar('\n');
        if (!print_text(&text))
            return EXIT_TROUBLE;
    }
    return status;
}

static int write_migration(struct arena *arena, const struct options *options, const char *const names[2],
                           const struct model *const models[2]) {
    struct migrate_problem problem;
    struct text text = TEXT_INIT;
    struct text notes = TEXT_INIT;
    migrate_notes(&notes, arena, names, models[0], models[1]);
    fputs(notes.data == NULL ? "" : notes.data, stderr);
    text_free(&notes);
    migrate(&text, arena, sql_dialects[dialect_of_name(option(options, "--sql"))],
            model_to_emit(arena, options, models[0]), model_to_emit(arena, options, models[1]), &problem);
    if (problem.message == NULL)
        return print_text(&text) ? EXIT_DONE : EXIT_TROUBLE;
    if (problem.line != 0)
        fprintf(stderr, "%s:%zu: error: no migration is written: %s\nhelp: %s\n", names[1], problem.line,
                problem.message, problem.help);
    else
        fprintf(stderr, "pawl: no migration is written: %s\n  help: %s\n", problem.message, problem.help);
    text_free(&text);
    return EXIT_ERRORS;
}

/* What is wrong with either file stops the comparison; what it warns about is for `pawl check`. */
int verb_diff(struct arena *arena, const struct options *options) {
    struct options quiet = *options;
    struct diagnostics diagnostics;
    const struct model *models[2];
    const char *problem, *const names[] = {input_name(options, options->paths[0]),
                                           input_name(options, options->paths[1])};
    struct text text = TEXT_INIT;
    int status = EXIT_DONE;
    if (option(options, "--strict") != NULL &&
        (option(options, "--sql") == NULL ||
         !sql_dialects[dialect_of_name(option(options, "--sql"))]->can_be_strict))
        return trouble("--strict changes the SQL for MariaDB: add --sql=mariadb, or leave it out");
    quiet.json = false;
    if (!warnings_option(&quiet.warnings, arena, "no-all", &problem))
        return trouble(problem);
    for (size_t i = 0; i < 2; i++)
        if (compile_file(arena, &quiet, options->paths[i], &diagnostics, &models[i]) != EXIT_DONE)
            status = EXIT_TROUBLE;
    if (status != EXIT_DONE)
        return status;
    if (option(options, "--sql") != NULL)
        return write_migration(arena, options, names, models);
    const struct diff *diff = diff_models(arena, models[0], models[1], page_words);
    if (options->json) {
        struct text programs = TEXT_INIT;
        migrate_programs_json(&programs, arena, models[0], models[1]);
        diff_json(diff, text_data(&programs), &text);
        text_free(&programs);
    } else {
        diff_print(diff, &text);
        migrate_tell_programs(&text, arena, names, models[0], models[1]);
    }
    if (!print_text(&text))
        return EXIT_TROUBLE;
    return diff_matters(diff) ? EXIT_ERRORS : EXIT_DONE;
}
