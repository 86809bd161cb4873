/*
 * A set of output files that appears as a whole: everything is written beside its place, and renamed only
 * when all of it is on the disk; where a rename fails, those before it are taken back. Files whose bytes
 * would not change are not touched. Signals that end a program wait until nothing temporary is left.
 */
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

struct out {
    struct arena *arena;
    struct out_file *files;
    struct out_file **end;
};

void out_init(struct out *out, struct arena *arena);

/* Takes the text over. */
void out_add(struct out *out, const char *path, struct text text);

/* Makes the folder, and those above it, where they do not exist yet. */
bool out_make_folder(struct arena *arena, const char *path, const char **problem);

/* Whether the file has just these bytes. */
bool out_is_same(const char *path, const struct text *text);

bool out_commit(struct out *out, const char **problem);
void out_free(struct out *out);
