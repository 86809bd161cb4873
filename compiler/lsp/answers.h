/* What the editor asks about a file, as JSON; null if there is no answer. */
#pragma once

#include "lsp/document.h"

/* The sentences of `pawl explain` about the name there. */
json_t *answer_hover(const struct analysis *now, const struct analysis *last, size_t offset);

json_t *answer_definition(const struct analysis *now, const char *uri, size_t offset);

/* Machines and flows with what is declared in them. */
json_t *answer_symbols(const struct analysis *now);

json_t *answer_completion(const struct analysis *now, size_t offset);

/* One edit, or none; null if the file has a syntax error. */
json_t *answer_formatting(const struct source *source);

/* The parameters of the notification. */
json_t *answer_diagnostics(const struct analysis *now, const char *uri, json_t *version);
