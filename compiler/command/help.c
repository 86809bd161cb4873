#include "command/options.h"

#include <string.h>

static void put_options(struct text *out, const struct verb *verb) {
    completion_help(out, verb->options);
    completion_help(out, shared_options);
}

static void put_exit_status(struct text *out, const struct verb *verb) {
    text_printf(out,
                "\nExit status:\n"
                "  0  done, with or without warnings\n"
                "  1  %s\n"
                "  2  wrong usage, %s%sor a file that cannot be read or written\n",
                verb->status_1, verb->status_2 == NULL ? "" : verb->status_2,
                verb->status_2 == NULL ? "" : ", ");
}

static void put_examples(struct text *out, const struct verb *verb) {
    text_put(out, "\nExamples:\n");
    for (const char *line = verb->examples; *line != '\0'; line += strcspn(line, "\n") + 1)
        text_printf(out, "  pawl %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Before its operands. */
static const char *gap(const struct verb *verb) {
    return *verb->operands == '\0' ? "" : " ";
}

static void help_all(struct text *out) {
    text_put(out, "Usage: pawl FILE.fsm... -o FOLDER [OPTION]...\n");
    for (size_t i = 1; verbs[i] != NULL; i++)
        text_printf(out, "       pawl %s%s%s [OPTION]...\n", verbs[i]->name, gap(verbs[i]),
                    verbs[i]->operands);
    text_put(out, "\n"
                  "Compiles machines to typed C, SQL and diagrams: for each FILE.fsm one file of\n"
                  "each kind in FOLDER. If an input has an error, pawl writes nothing. It does not\n"
                  "touch files that would not change.\n"
                  "\n"
                  "Verbs (`pawl help VERB` prints more):\n");
    for (size_t i = 1; verbs[i] != NULL; i++)
        text_printf(out, "  %-*s %s\n", COMPLETION_COLUMN, verbs[i]->name, verbs[i]->help);
    text_put(out, "\nOptions:\n");
    put_options(out, verbs[0]);
    text_put(out, "\nKinds:\n");
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        text_printf(out, "  %-15s %s%-*s %s\n", backend->name, backend_is_shared(backend) ? "" : "FILE",
                    backend_is_shared(backend) ? 17 : 13, backend->suffix, backend->help);
    text_put(out, "\nWarnings (off: only reported with -WNAME or -Wall):\n");
    warnings_list(out);
    put_exit_status(out, verbs[0]);
    put_examples(out, verbs[0]);
}

void help_text(struct text *out, const struct verb *verb) {
    if (verb == verbs[0]) {
        help_all(out);
        return;
    }
    text_printf(out, "Usage: pawl %s%s%s [OPTION]...\n\n%s\nOptions:\n", verb->name, gap(verb),
                verb->operands, verb->more);
    put_options(out, verb);
    put_exit_status(out, verb);
    put_examples(out, verb);
}
