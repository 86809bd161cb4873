/* One small function per target language: whatever text the model holds cannot leave its place there. */
#pragma once

#include "base/text.h"

/* Writes one line of text, without its newline. */
typedef void escape_line_fn(struct text *out, const char *line, size_t length);

/* A C string literal with its quotes. */
void escape_c_string(struct text *out, const char *string, size_t length);
/* Text inside a C comment. */
escape_line_fn escape_c_comment;
/* Text after -- in SQL. */
escape_line_fn escape_sql_comment;

/* Each line of string by `line`, after prefix and before a newline; an empty line has no blank at its end. */
void escape_lines(struct text *out, const char *prefix, const char *string, escape_line_fn *line);

/* Each character of string that is one of special twice. */
void escape_doubled(struct text *out, const char *string, const char *special);

/* A text as a literal of SQL, with its quotes. */
typedef void escape_literal_fn(struct text *out, const char *string);
escape_literal_fn escape_sql_literal; /* as the standard has it: a backslash is a character like others */

/* A name, quoted only if it is one of the reserved words (blanks between) or not plain lower case. */
void escape_sql_identifier(struct text *out, const char *name, const char *reserved, char quote);

/* A function body between dollar quotes that do not occur in it. */
void escape_dollar_quote(struct text *out, const char *body);

/* A tip in DOT, with its quotes; newlines become line breaks. */
void escape_dot_tip(struct text *out, const char *string);
/* Text inside a DOT HTML-like label. */
void escape_dot_html(struct text *out, const char *string, size_t length);

/* Text in a label or note of Mermaid. */
void escape_mermaid(struct text *out, const char *string);

/* Text in HTML, also in an attribute between double quotes. */
void escape_html(struct text *out, const char *string);

/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void escape_json(struct text *out, const char *string);

/* A file's name in a rule that Make and Ninja read. */
void escape_make_path(struct text *out, const char *path);
