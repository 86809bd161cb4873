/* The man page, from the table of commands, as mdoc(7). */
#include "command.h"

#include <ctype.h>
#include <string.h>

/* Words of the text as roff reads them: a line that begins with a dot or a quote would be a request. */
static void put(const char *text) {
    for (; *text != '\0'; text++)
        if (*text == '\\')
            printf("\\e");
        else if (*text == '-' && text[1] == '-')
            printf("\\-");
        else
            putchar(*text);
}

/* A sentence a line, as mdoc wants it; an empty line begins a paragraph. */
static void put_prose(const char *text) {
    while (*text != '\0') {
        if (*text == '\n') {
            printf(".Pp\n");
            text += strspn(text, "\n");
        }
        size_t length = 0;
        while (text[length] != '\0' && text[length] != '\n' &&
               !(strchr(".:?", text[length]) != NULL && text[length + 1] == ' '))
            length++;
        length += text[length] != '\0' && text[length] != '\n';
        char line[1024];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put(line);
        printf("\n");
        text += length;
        text += strspn(text, " ");
        if (*text == '\n' && text[1] != '\n')
            text++;
    }
}

static void put_options(const struct completion_option *options) {
    for (; options != NULL && options->spelling != NULL; options++) {
        printf(".It Fl Fl %s", options->spelling + 2);
        if (options->value_name != NULL)
            printf(" Ns = Ns Ar %s", options->value_name);
        printf("\n%c", toupper((unsigned char)options->help[0]));
        put(options->help + 1);
        printf(".\n");
    }
}

/* "[MACHINE] ID" as macros. */
static void put_operands(const char *operands) {
    for (; *operands != '\0'; operands += strspn(operands, " ")) {
        size_t length = strcspn(operands, " ");
        bool optional = *operands == '[';
        const char *word = operands + optional;
        size_t word_length = length - (optional ? 1 : 0);
        while (word_length > 0 && word[word_length - 1] == ']')
            word_length--;
        printf("%sAr %.*s\n", optional ? ".Op " : ".", (int)word_length, word);
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
           "What it knows of them it learns from the database: no program of one's own is needed.\n"
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
        printf(".Pp\n.Dl pawlctl ");
        put(commands[i]->example);
        printf("\n");
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
