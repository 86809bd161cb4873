/*
 * A page about a model, for people who never saw its source: self-contained HTML. Each part of it is one
 * function; together they leave nothing of the model out.
 */
#ifndef PAWL_PAGE_H
#define PAWL_PAGE_H

#include "diagram.h"
#include "dot.h"
#include "emit.h"

struct page {
    const struct emit_context *context;
    struct text *out;
    const struct model_machine *machine;
    const struct diagram *diagram;
    size_t number; /* of the machine, for anchors */
    int level;     /* of the headings of its parts */
};

void page_style(struct text *out);

void page_diagram(const struct page *page);
void page_moves(const struct page *page);
void page_table(const struct page *page);
void page_details(const struct page *page);
void page_proofs(const struct page *page);

/* ---- pieces ---------------------------------------------------------------------------------------- */

/* Opens a part of a machine with its heading; the caller closes it with </section>. */
void page_section(const struct page *page, const char *anchor, const char *title);

/* Writes the text escaped, and frees it. */
void page_text(const struct page *page, struct text *text);
void page_name(const struct page *page, const char *name);

/* Paragraphs; nothing where there is no doc. */
void page_doc(const struct page *page, const char *doc);

#endif
