/*
 * The one way to lay out a file. The formatter moves white space only; it knows tokens, comments and braces,
 * and nothing of what they mean, so that a new construct of the language needs nothing new here.
 *
 * - Two blanks for each brace; one item a line; a line end before the closing brace, none before the opening.
 * - A body that was written on one line stays there if it fits in FMT_COLUMNS and has no body in it.
 * - Within an item, line ends stay where they were: long lines are nobody's but the author's.
 * - At most one blank line between items, none at the start or end of a body.
 * - Comments stay where they are; those at the ends of neighbouring lines are aligned.
 */
#pragma once

#include "base/source.h"
#include "base/text.h"

#define FMT_COLUMNS 100

/* The source must be free of syntax errors. Fails the text where the result would not mean the same. */
void fmt(const struct source *source, struct arena *arena, struct text *out);
