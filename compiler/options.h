/* The command line. */
#ifndef PAWL_OPTIONS_H
#define PAWL_OPTIONS_H

#include "arena.h"
#include "emit.h"

#include <stdbool.h>
#include <stdio.h>

struct options {
    const char *const *paths;
    size_t path_count;
    const char *folder; /* NULL: none was named */
    bool *chosen;       /* one for each of backends */
    bool list_outputs;
    bool warnings_are_errors;
    bool help;
    bool version;
};

/* Fails with one line in *problem. */
bool options_read(struct options *options, struct arena *arena, int argc, char **argv, const char **problem);

void options_help(FILE *file);

#endif
