/*
 * Lives here: the page for reviewers, in templates of HTML. Not here: sentences and pictures, which come
 * from emit/prose and emit/diagram.
 *
 * A page about a model, for people who never saw its source, in the templates *.html of this room; together
 * they leave nothing of the model out.
 */
#pragma once

#include "base/diagnostic.h"
#include "base/escape.h"
#include "emit/diagram/diagram.h"
#include "emit/diagram/dot_search.h"
#include "emit/diff/diff.h"
#include "emit/emit.h"
#include "emit/prose/places.h"
#include "emit/template/template.h"

/* Of a flow, in the order of its text. */
struct page_item {
    enum { PAGE_STEP, PAGE_SCOPE_BEGINS, PAGE_SCOPE_ENDS } kind;
    size_t index; /* into flow.steps or flow.scopes */
    size_t depth;
};

struct page_places {
    struct places places; /* that tell what is no row of a table */
    size_t count;
    struct model_place *list; /* in the order of the page */
};

/* A part of the page, or all of it, where it is neither a machine nor a flow: the scope's `other`. */
struct page {
    const struct emit_context *context;
    const struct model_machine *machine; /* NULL where it is a flow */
    const struct model_flow *flow;       /* NULL where it is a machine */
    const struct model_machine *before;  /* the same machine in the older version; NULL: there is none */
    const struct diagram *diagram;
    struct page_places *places;
    const struct page_item *items;
    size_t item_count;
    const struct diff *diff; /* of all machines; NULL: nothing is compared */
    const char *digest;
    size_t warning_count;
    const struct diagnostic **warnings; /* about the file */
    size_t number;                      /* of the machine or flow, for anchors */
    bool words_only;                    /* no picture, no list of contents: see contents.h */
    size_t level;                       /* of the headings of its parts */
    struct dot_budget *budget;          /* for the pictures of the whole page */
    struct signs *signs;                /* in the pictures, as they are written */
    size_t part_count, compared_count;
    const struct page *parts, *compared; /* of the model, and of the older version */
};

/* The style sheets and the script of this room, *.css and player.js, by their names without an ending. */
struct page_sheet {
    const char *name, *text;
};
extern const struct page_sheet page_sheets[];
/* Without what its lines are indented by. */
void page_put_sheet(struct text *out, const char *name);

void page_style(struct text *out, bool with_flows);

/* Makes it all of a machine or all of a flow, of which the other is NULL. */
void page_part_init(struct page *page, const struct model_machine *machine, const struct model_flow *flow);
void page_places_init(struct page *page);
void page_items_init(struct page *page);

extern const struct templates page_templates;
extern const struct template_fragment page_fragments[];
extern const struct template_vocabulary page_machine_vocabulary, page_moves_vocabulary, page_rows_vocabulary,
    page_diagram_vocabulary, page_flow_vocabulary, page_play_vocabulary;

struct template_scope page_scope(const struct page *page);

/* The row at `index` of the place's table: a move of a state, or of nothing. NULL: there is none. */
const struct model_move *page_row(const struct template_scope *scope, size_t index);

static inline const struct page *page_of(const struct template_scope *scope) {
    return scope->other;
}

/* What the change did to its part. */
enum dot_mark page_mark_of(const struct diff_change *change);

/* What changed, for a picture of the machine or, if `is_old`, of the one before it, which shows only what was
 * taken out. False where there is nothing of the kind. */
bool page_marks(const struct page *page, const struct model_machine *machine, bool is_old,
                struct dot_style *style);

/* ---- words ----------------------------------------------------------------------------------------- */

/* Writes the text escaped, its marks as tags (see emit/prose/sentence.h), and frees it. */
void page_text(struct text *out, struct text *text);

/* 3 states */
void page_count(struct text *out, size_t count, const char *noun);

/* Paragraphs; nothing where there is no doc. */
void page_doc(struct text *out, const char *doc);

/* A text of the file; nothing where it is NULL. */
#define TEMPLATE_HTML(name, text) TEMPLATE_WORD(name, page_put(out, text))
void page_put(struct text *out, const char *text);

/* What a statement writes to `words`. */
#define TEMPLATE_SENTENCE(name, statement)                                                                   \
    static void word_##name(struct text *out, const struct template_scope *scope) {                          \
        struct text words = {.is_marked = true};                                                             \
        statement;                                                                                           \
        page_text(out, &words);                                                                              \
    }
