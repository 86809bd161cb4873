/* What a page states about one machine or flow, in words: see diff_words_fn. */
#pragma once

#include "emit/diff/diff.h"
#include "emit/emit.h"

/* One line for each piece of text between tags, in the order of the page. It leaves out the picture, which
 * adds nothing to the words, and everything that depends on the other machines in the file. */
diff_words_fn page_words;

/* The same of a whole page, its style with it. Leaves out what changes when somebody signs or plays, and if
 * `only_model` what does not follow from the model: pictures, warnings, changes, links. A page has comments
 * around both. */
const char *contents_shown(struct arena *arena, const char *html, bool only_model);

/* What keeps the page from being a signed one of this model, as one line; NULL: nothing. */
const char *page_is_signed_for(const struct emit_context *context, const char *path, const char *html);
