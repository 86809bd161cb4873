#include "script_file.h"
#include "database/database.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL, *kept = NULL;
    size_t capacity = 0;
    if (file == NULL)
        return NULL;
    const ssize_t length = getdelim(&text, &capacity, '\0', file);
    if (ferror(file) == 0) /* an empty file, or one with a NUL, is no text of pawl's */
        kept = arena_strndup(memory, text, length > 0 && text[length - 1] != '\0' ? (size_t)length : 0);
    fclose(file);
    free(text);
    return kept;
}

static void refuse_foreign(struct call *call, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1,
               *ending = strrchr(name, '.');
    const char *dialect = call->dialect->name;
    if (ending != NULL && ending != name && strcmp(ending, ".fsm") == 0)
        usage_error(
            call, "%s is not compiled: pawl %s --databases=%s -o gen, and then pawlctl apply gen/%.*s.%s.sql",
            path, path, dialect, (int)(ending - name), name, dialect);
    usage_error(call, "%s is no SQL that this version of pawl has generated", path);
}

void refuse_half(struct call *call, const char *path, const char *format, ...) {
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    error_set(&call->err, PAWL_MISUSE, "%s is not whole: %s", path, what);
    error_help(&call->err, "write it again with pawl, and apply that");
    database_complain(call);
    end(EXIT_USAGE);
}

struct script_file script_file_read(struct call *call, const char *path, bool skips_shared) {
    struct script_file file = {.path = path};
    errno = 0;
    file.text = read_text(path);
    if (file.text == NULL)
        usage_error(call, "%s: %s", path, strerror(errno));
    script_read(&file.script, file.text);
    if (skips_shared && strcmp(file.script.file, PAWL_SCRIPT_SHARED) == 0)
        return file;
    if (file.script.json == NULL)
        refuse_foreign(call, path);
    if (!script_is_whole(file.text))
        refuse_half(call, path, "its last line is not there; nothing was changed");
    file.header = json_loads(file.script.json, JSON_DISABLE_EOF_CHECK, NULL);
    if (file.header == NULL)
        refuse_foreign(call, path);
    return file;
}
