/* What the terminal of a stream can show. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#define COLOUR_ERROR   "\033[1;31m"
#define COLOUR_WARNING "\033[1;35m"
#define COLOUR_END     "\033[0m"

/* False if it is no terminal, TERM is missing or dumb, or NO_COLOR is set and not empty. */
bool terminal_has_colours(FILE *stream);
/* The colour, or "" if the stream shows none. */
const char *terminal_colour(FILE *stream, const char *colour);
/* In columns; 0: it is no terminal, or its width is not known. */
int terminal_width(FILE *stream);
