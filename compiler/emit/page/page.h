/*
 * A page about a model, for people who never saw its source: self-contained HTML. Each part of it is one
 * function; together they leave nothing of the model out.
 */
#ifndef PAWL_EMIT_PAGE_PAGE_H
#define PAWL_EMIT_PAGE_PAGE_H

#include "emit/diagram/diagram.h"
#include "emit/diagram/dot.h"
#include "emit/diff/diff.h"
#include "emit/emit.h"

struct page {
    const struct emit_context *context;
    struct text *out;
    const struct model_machine *machine; /* NULL where it is a flow */
    const struct model_flow *flow;       /* NULL where it is a machine */
    const struct model_machine *before;  /* the same machine in the older version; NULL: there is none */
    const struct diagram *diagram;
    const struct diff *diff; /* of all machines; NULL: nothing is compared */
    size_t number;           /* of the machine or flow, for anchors */
    bool words_only;         /* no picture, no list of contents: see digest.h */
    int level;               /* of the headings of its parts */
};

/* The style sheets of this room, style.css and flows.css, by their names without an ending. */
struct page_sheet {
    const char *name, *text;
};
extern const struct page_sheet page_sheets[];

void page_style(struct text *out, bool with_flows);

/* All of a machine. */
void page_machine(const struct page *page);

void page_diagram(const struct page *page);
void page_moves(const struct page *page);
void page_table(const struct page *page);
void page_details(const struct page *page);
void page_proofs(const struct page *page);

/* All of a flow. */
void page_flow(const struct page *page);

/* Once for all machines. */
void page_changes(struct text *out, const struct emit_context *context, const struct diff *diff);

/* What the change did to its part. */
enum dot_mark page_mark_of(const struct diff_change *change);

/* What changed, for a picture of the machine or, if `is_old`, of the one before it, which shows only what was
 * taken out. False where there is nothing of the kind. */
bool page_marks(const struct page *page, const struct model_machine *machine, bool is_old,
                struct dot_style *style);

/* ---- pieces ---------------------------------------------------------------------------------------- */

struct page_part {
    const char *anchor, *title;
};

/* A list of links to the parts of what has that label. */
void page_contents(const struct page *page, const char *label, const struct page_part *parts, size_t count);

/* Opens a part of a machine with its heading; the caller closes it with </section>. */
void page_section(const struct page *page, const char *anchor, const char *title);

/* A picture by Graphviz; id: where its title and caption are told apart from others of this part. */
void page_draw(const struct page *page, const char *name, const struct dot_subject *subject,
               const struct dot_style *style, const char *id, const char *title);

/* A line of a legend, if it is there. */
void page_sign(const struct page *page, bool is_there, const char *class, const char *meaning);

/* Writes the text escaped, and frees it. */
void page_text(const struct page *page, struct text *text);
void page_name(const struct page *page, const char *name);

/* Paragraphs; nothing where there is no doc. */
void page_doc(const struct page *page, const char *doc);

#endif
