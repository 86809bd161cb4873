/*
 * What a page says of one machine or flow, in words, and a digest of them: what a signature under the page
 * binds. A fingerprint says that something behaves the same; a digest, that the page says the same of it.
 */
#ifndef PAWL_EMIT_PAGE_DIGEST_H
#define PAWL_EMIT_PAGE_DIGEST_H

#include "base/arena.h"
#include "model/model.h"

/* One line for each piece of text between tags, in the order of the page; without the picture, which says
 * nothing that the words do not, and without what depends on the other machines in the file. */
const char *page_words_of_machine(struct arena *arena, const struct model *model,
                                  const struct model_machine *machine);
const char *page_words_of_flow(struct arena *arena, const struct model *model, const struct model_flow *flow);

/* 32 hexadecimal digits: the first half of the SHA-256 of the words (FIPS 180-4). */
const char *page_digest(struct arena *arena, const char *words);

#endif
