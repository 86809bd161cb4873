/* The machines and flows of a file as prose, for people who will not read its source. */
#pragma once

#include "base/text.h"
#include "model/model.h"

/* Plain text, wrapped at 80 columns. */
void explain(const struct model *model, struct text *out);
