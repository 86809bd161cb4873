/* Files of SQL that pawl has written: their header, and the lines that mark places in them. Internal. */
#pragma once

#include <stdbool.h>

/* A line; those that the compiler names, too, are in pawl_abi.h. */
#define PAWL_SCRIPT_COMMIT "commit;\n"

struct script {
    char file[16];     /* PAWL_SCRIPT_SHARED and so on; "": this version of pawl did not write it */
    char database[16]; /* name of the dialect */
    bool no_roles, is_distributed;
    const char *json; /* in the text, the whole object, and what comes after it; NULL: there is none */
};
void script_read(struct script *script, const char *text);

/* The text without the lines at its top for the database's shell: `.bail on`, `\\set ...`. */
const char *script_without_shell(const char *text);
/* The first line that begins so; NULL: none does. */
const char *script_line(const char *text, const char *line);
/* The last line that is PAWL_SCRIPT_COMMIT; NULL: none is. */
const char *script_commit(const char *text);
/* Whether its last line is there: half a script may do nothing, and fail nowhere. */
bool script_is_whole(const char *text);
