/*
 * A set of output files that appears as a whole: everything is written beside its place under a temporary
 * name, and renamed only when all of it is on the disk. Files whose bytes would not change are not touched.
 */
#ifndef PAWL_OUT_H
#define PAWL_OUT_H

#include "arena.h"
#include "text.h"

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

bool out_commit(struct out *out, const char **problem);
void out_free(struct out *out);

#endif
