/* What a page states about one machine or flow, in words: see diff_words_fn. */
#ifndef PAWL_EMIT_PAGE_CONTENTS_H
#define PAWL_EMIT_PAGE_CONTENTS_H

#include "emit/diff/diff.h"

/* One line for each piece of text between tags, in the order of the page. It leaves out the picture, which
 * adds nothing to the words, and everything that depends on the other machines in the file. */
diff_words_fn page_words;

#endif
