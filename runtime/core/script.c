#include "core/script.h"

#include "pawl_abi.h"

#include <stdio.h>
#include <string.h>

const char *script_without_shell(const char *text) {
    while (*text == '.' || *text == '\\') {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

void script_read(struct script *script, const char *text) {
    char no_roles[16], is_distributed[16];
    text = script_without_shell(text);
    const int read = sscanf(text, PAWL_SCRIPT_HEADER("%15[a-z]", "%*d"), script->file, script->database,
                            no_roles, is_distributed);
    if (read != 4) {
        *script = (struct script){0};
        return;
    }
    script->no_roles = strcmp(no_roles, "true") == 0;
    script->is_distributed = strcmp(is_distributed, "true") == 0;
    script->json = strchr(text, '{');
}

const char *script_line(const char *text, const char *line) {
    while (strncmp(text, line, strlen(line)) != 0) {
        text += strcspn(text, "\n");
        if (*text++ == '\0')
            return NULL;
    }
    return text;
}

const char *script_commit(const char *text) {
    const char *last = NULL;
    for (const char *at = text; (at = script_line(at, PAWL_SCRIPT_COMMIT)); at++)
        last = at;
    return last;
}

bool script_is_whole(const char *text) {
    return script_line(text, PAWL_SCRIPT_END) != NULL;
}
