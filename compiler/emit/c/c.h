/*
 * Lives here: the generated header and source, in templates that read as C. Not here: text of SQL, which
 * comes from emit/sql.
 *
 * What the generated header and source share: names, types, and their templates.
 */
#pragma once

#include "base/text.h"
#include "emit/template/template.h"
#include "model/model.h"

/* The name in upper case, with _ for what no identifier holds. */
void c_upper(struct text *out, const char *name);
/* The type of a struct's member, up to its name. */
const char *c_type(enum pawl_type type, bool optional);

/* The comment of one line above all that belongs to a machine, flow or procedure. */
void c_heading(struct text *out, const char *name, const char *label);

/* A member of a struct with what is to be known of its values; one that is optional may be NULL. */
void c_member(struct text *out, const char *name, enum pawl_type type, bool optional);

/* A literal with its quotes. */
void c_string(struct text *out, const char *string);
const char *c_truth(bool value);
const char *c_type_constant(enum pawl_type type);

/*
 * Parts that have lists of their own (what is set, the keys of locks, what a procedure is given, a move's
 * conditions) point into one table of each kind, in the order in which they are written.
 */
struct c_slices {
    const char *table; /* writes, places */
    const char *c_name;
    size_t next;
};

/* &writes_of_payment[3], and counts on; NULL for none. */
void c_slice(struct text *out, struct c_slices *slices, size_t count);

/* Of the files *.tmpl of this room. */
extern const struct templates c_templates;
extern const struct template_fragment c_fragments[];
extern const struct template_vocabulary c_header_vocabulary, c_source_vocabulary, c_hook_vocabulary,
    c_queue_vocabulary, c_flow_vocabulary, c_statement_vocabulary, c_program_vocabulary;

/*
 * Parameters behind the parenthesis with which the output ends; where a line is full, the next goes on below
 * the first one. list: with commas between them, and blanks or a new line behind these.
 */
void c_parameters(struct text *out, const struct template_scope *scope, const char *list);

/* A text as literals of whole lines, as many in one as fit the width; NULL for no text. Who wants to read it
 * opens the file of SQL beside it. */
void c_lines(struct text *out, const char *indent, const char *string);
