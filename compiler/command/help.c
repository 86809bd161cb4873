#include "command/help.h"

#include <string.h>

/* The option and its value as they are typed: "--emit=KIND,...". */
static void put_option(struct text *out, const struct option_kind *kind) {
    bool is_long = kind->spelling[1] == '-';
    bool joined = kind->value == COMPLETE_SWITCH;
    text_put(out, kind->spelling);
    if (kind->value_name != NULL)
        text_printf(out, "%s%s", is_long ? "=" : joined ? "" : " ", kind->value_name);
}

static void put_options(struct text *out, const struct verb *verb) {
    for (const struct option_kind *kind = option_kinds; kind->spelling != NULL; kind++) {
        if (!option_belongs(kind, verb))
            continue;
        struct text left = TEXT_INIT;
        put_option(&left, kind);
        text_printf(out, "  %-20s %s\n", left.data == NULL ? "" : left.data, kind->help);
        text_free(&left);
    }
}

static void put_exit_status(struct text *out, const struct verb *verb) {
    text_printf(out,
                "\nExit status:\n"
                "  0  done, with or without warnings\n"
                "  1  %s\n"
                "  2  wrong usage, %s%sor a file that cannot be read or written\n",
                verb->one, verb->two == NULL ? "" : verb->two, verb->two == NULL ? "" : ", ");
}

static void help_all(struct text *out) {
    text_put(out, "Usage: pawl FILE.fsm... -o FOLDER [OPTION]...\n");
    for (const struct verb *verb = verbs + 1; verb->run != NULL; verb++)
        text_printf(out, "       pawl %s %s [OPTION]...\n", verb->name, verb->operands);
    text_put(out, "\n"
                  "Compiles machines to typed C, SQL and diagrams. Every FILE.fsm becomes one file\n"
                  "of each kind in FOLDER. Nothing is written when an input has an error, and\n"
                  "a file that would not change is not touched.\n"
                  "\n"
                  "Verbs (`pawl VERB --help` says more):\n");
    for (const struct verb *verb = verbs + 1; verb->run != NULL; verb++)
        text_printf(out, "  %-20s %s\n", verb->name, verb->help);
    text_put(out, "\nOptions:\n");
    put_options(out, verbs);
    text_put(out, "\nKinds:\n");
    for (const struct backend *backend = backends; backend->name != NULL; backend++)
        text_printf(out, "  %-15s %s%-*s %s\n", backend->name, backend_is_shared(backend) ? "" : "FILE",
                    backend_is_shared(backend) ? 17 : 13, backend->suffix, backend->help);
    text_put(out, "\nWarnings (off: only reported with -WNAME or -Wall):\n");
    warnings_list(out);
    put_exit_status(out, verbs);
    text_put(out, "\nExample: pawl payment.fsm -o gen\n");
}

void help_text(struct text *out, const struct verb *verb) {
    if (verb->name == NULL) {
        help_all(out);
        return;
    }
    text_printf(out, "Usage: pawl %s %s [OPTION]...\n\n%s\nOptions:\n", verb->name, verb->operands,
                verb->more);
    put_options(out, verb);
    put_exit_status(out, verb);
}
