/* The man page, from the table of commands, as mdoc(7). */
#include "command.h"

#include <ctype.h>
#include <string.h>

/* Characters as roff reads them. */
static void put(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            printf("\\e");
        else if (text[i] == '-' && i + 1 < length && text[i + 1] == '-')
            printf("\\-");
        else
            putchar(text[i]);
}

static void put_line(const char *text) {
    put(text, strlen(text));
    printf("\n");
}

/* Short lines, and each sentence at the end of one, as mdoc wants it. */
static void put_prose(const char *text) {
    enum { WIDTH = 76 };
    size_t column = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > WIDTH) {
            printf("\n");
            column = 0;
        }
        printf("%s", column > 0 ? " " : "");
        put(text, length);
        column += length + 1;
        if (strchr(".?!", text[length - 1]) != NULL) {
            printf("\n");
            column = 0;
        }
        text += length + strspn(text + length, " ");
    }
    if (column > 0)
        printf("\n");
}

static void put_options(const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        printf(".It Fl Fl %s", options->spelling + 2);
        if (options->value_name != NULL)
            printf(" Ns = Ns Ar %s", options->value_name);
        bool is_name = strcspn(options->help, ":") < strcspn(options->help, " ");
        printf("\n%c", is_name ? options->help[0] : toupper((unsigned char)options->help[0]));
        put(options->help + 1, strlen(options->help + 1));
        printf(".\n");
    }
}

/* "[MACHINE [ID]] NAME..." as macros: a bracket in a bracket stays on the outer one's line. */
static void put_operands(const char *operands) {
    size_t depth = 0;
    for (; *operands != '\0'; operands += strspn(operands, " ")) {
        size_t length = strcspn(operands, " "), word = length;
        bool is_optional = *operands == '[';
        const char *dots = strstr(operands, "...");
        bool repeats = dots != NULL && dots < operands + length;
        if (repeats)
            word = (size_t)(dots - operands);
        printf("%s%s", depth == 0 ? "." : " ", is_optional ? "Op " : "");
        depth += is_optional;
        size_t end = word;
        for (; operands[end - 1] == ']'; end--)
            depth--;
        printf("Ar %.*s%s%s", (int)(end - is_optional), operands + is_optional, repeats ? " ..." : "",
               depth == 0 ? "\n" : "");
        operands += length;
    }
}

void manual_print(void) {
    printf(".Dd November 21, 2026\n"
           ".Dt PAWLCTL 1\n"
           ".Os\n"
           ".Sh NAME\n"
           ".Nm pawlctl\n"
           ".Nd look after the machines that are deployed in a database\n"
           ".Sh SYNOPSIS\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf(".Nm\n.Cm %s\n", commands[i]->name);
        put_operands(commands[i]->operands);
        printf(".Op Ar OPTION ...\n");
    }
    printf(".Nm\n"
           ".Op Ar COMMAND\n"
           ".Fl Fl help\n"
           ".Nm\n"
           ".Fl Fl version | Fl Fl manual | Fl Fl completion Ns = Ns Ar bash|zsh|fish\n"
           ".Sh DESCRIPTION\n"
           ".Nm\n"
           "looks after the machines that\n"
           ".Xr pawl 1\n"
           "has compiled and that are deployed in a database, on PostgreSQL and SQLite.\n"
           "What it knows of them it learns from the database: no program of one's own\n"
           "is needed.\n"
           ".Pp\n"
           "Times are shown in UTC.\n"
           "They are read as\n"
           ".Ql 2026-11-21 ,\n"
           ".Ql 2026-11-21T10:30 ,\n"
           "with seconds and a fraction of them if need be, and with\n"
           ".Ql Z\n"
           "or\n"
           ".Ql +02:00\n"
           "at the end; without that they are UTC, too.\n"
           ".Sh COMMANDS\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        printf(".Ss %s\n", commands[i]->name);
        put_prose(commands[i]->more);
        if (commands[i]->options != NULL) {
            printf(".Bl -tag -width Ds\n");
            put_options(commands[i]->options);
            printf(".El\n");
        }
        printf(".Pp\nWith\n.Fl Fl json :\n");
        put_prose(commands[i]->json);
        printf(".Pp\n.Dl pawlctl ");
        put_line(commands[i]->example);
    }
    printf(".Ss Options of all commands\n.Bl -tag -width Ds\n");
    put_options(shared_options);
    put_options(program_options + 1);
    printf(".El\n"
           ".Sh ENVIRONMENT\n"
           ".Bl -tag -width PAWL_DB\n"
           ".It Ev PAWL_DB\n"
           "The database, where\n"
           ".Fl Fl db\n"
           "does not name one.\n"
           "libpq's own variables, such as\n"
           ".Ev PGPASSWORD ,\n"
           "are heeded as well.\n"
           ".El\n"
           ".Sh EXIT STATUS\n"
           ".Bl -tag -width Ds -compact\n"
           ".It 0\n"
           "Done.\n"
           ".It 1\n"
           "Refused, not found, or problems found.\n"
           ".It 2\n"
           "Wrong usage.\n"
           ".It 3\n"
           "The database, or the connection to it.\n"
           ".El\n"
           ".Sh SEE ALSO\n"
           ".Xr pawl 1 ,\n"
           ".Xr psql 1 ,\n"
           ".Xr sqlite3 1\n");
}
