/* How each piece of the language is written, in the words of a help. */
#pragma once

#include "base/arena.h"
#include "syntax/token.h"

/*
 * The help where a piece that begins with the keyword cannot be read behind `previous`; NULL: no piece begins
 * with it. `around`: the keyword of what the nearest braces belong to, TOKEN_END where there are none.
 */
const char *form_help(struct arena *arena, int keyword, int previous, int around);

/* How the piece is written that begins with the keyword; NULL: none does. */
const char *form_words(struct arena *arena, int keyword);

/* The help where a piece stands that belongs elsewhere; NULL: it does not. */
const char *form_misplaced(struct arena *arena, int keyword, int around);

/* The help where a word begins no piece. */
const char *form_unknown(struct arena *arena, int around);
