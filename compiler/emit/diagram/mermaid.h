/* The blocks of a Markdown file with charts for Mermaid, one for each machine and flow. */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "model/model.h"

struct templates;

void mermaid_flow(struct text *out, struct arena *arena, const struct model_flow *flow);

/* Of mermaid.tmpl. */
extern const struct templates mermaid_templates;
