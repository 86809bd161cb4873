/*
 * Findings as JSON, for editors and continuous integration: one object on one line a finding, in a document
 *
 *   {"diagnostics": [FINDING, ...], "errors": N, "warnings": N}
 *
 * where the numbers count all findings, also those beyond the thousand of a file that are kept. A FINDING:
 *
 *   "file"      as the command line names it
 *   "line", "column"   where it begins, both from 1; a column is a character
 *   "end"       {"line": N, "column": N}: where it ends, the first character that is no part of it
 *   "severity"  "error" or "warning"; an "error" also where -Werror makes it one
 *   "code"      "E043"; stable, in contrast to the message
 *   "message"   one line
 *   "help"      what to do, one line, or null
 *   "notes"     further places: [{"file", "line", "column", "end", "message"}]
 */
#pragma once

#include "base/diagnostic.h"
#include "base/text.h"

void diagnostics_json(const struct diagnostics *files, size_t file_count, struct text *out);

/* Likewise as SARIF 2.1.0, for services that show findings next to the code. is_complete: each file was read.
 */
void diagnostics_sarif(const struct diagnostics *files, size_t file_count, bool is_complete,
                       struct text *out);
