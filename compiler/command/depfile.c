#include "command/depfile.h"

#include "base/escape.h"

#include <string.h>

static void put_path(struct text *out, const char *path) {
    if (strpbrk(path, "\n\r") != NULL)
        text_fail(out, "the name of a file with a line break in it cannot be written to a depfile");
    escape_make_path(out, path);
}

static void put_paths(struct text *out, const char *separator, const char *const *paths, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : separator);
        put_path(out, paths[i]);
    }
}

void depfile_rule(struct text *out, const char *const *targets, size_t target_count,
                  const char *const *inputs, size_t input_count) {
    put_paths(out, " \\\n  ", targets, target_count);
    text_put(out, ": \\\n  ");
    put_paths(out, " \\\n  ", inputs, input_count);
    text_char(out, '\n');
    for (size_t i = 1; i < input_count; i++) {
        put_path(out, inputs[i]);
        text_put(out, ":\n");
    }
}
