/* What the explanations of machines and of flows share; for explain*.c only. */
#pragma once

#include "emit/prose/explain.h"
#include "emit/prose/places.h"

struct explanation {
    const struct model_machine *machine; /* NULL: of a flow */
    const struct model_flow *flow;
    struct text *out;
    struct text line; /* the sentence being made */
    struct places places;
};

void explain_flow(struct explanation *e);

/* Label [name], underlined, with a blank line below, and the description. */
void explain_title(struct explanation *e, const char *label, const char *name, const char *doc);
void explain_heading(struct explanation *e, const char *title);
/* Writes the sentence that was made, if there is one, and begins another. */
void explain_line(struct explanation *e, const char *first);
/* The same in a list. */
void explain_item(struct explanation *e);
/* `words` may be NULL. */
void explain_paragraph(struct explanation *e, const char *first, const char *words);
