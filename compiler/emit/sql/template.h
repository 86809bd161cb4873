/*
 * SQL that is written as SQL: the files *.sql of this room and of the dialects' rooms, which are built in.
 *
 *   {define NAME}         on a line of its own: begins the fragment of that name, up to the next one
 *   {word}                what a word stands for, as a vocabulary has it; {bigint:3}: parameter 3 of that
 * type
 *   {#if a and not b}     ... {#else} ... {/if}      conditions: `and` or `or`, not both in one
 *   {#each events}        ... {#between}, {/each}    once for each; what stands behind {#between} between two
 *   {#quoted} ... {/quoted}       a body between dollar quotes that do not occur in it
 *   {#literal} ... {/literal}     a literal of the dialect
 *   {>NAME}               that fragment, its lines as far to the right as the one on which it is named
 *   {! for readers of the template}
 *   {{                    a brace
 *
 * A tag of a block, or a note, that has a line of its own leaves no line behind. A fragment that is put into
 * a line comes without its last newline. tests/unit/compiler/template_test.c has an example of each.
 */
#ifndef PAWL_SQL_TEMPLATE_H
#define PAWL_SQL_TEMPLATE_H

#include "base/text.h"
#include "model/model.h"

struct sql_dialect;
struct migration;

/* What words speak of. A list puts in what it goes through; the rest is NULL where nothing is meant. */
struct sql_scope {
    const struct sql_dialect *dialect;
    const struct model *model; /* all of the file */
    const struct model_machine *machine;
    const struct model_flow *flow;
    const struct model_event *event;
    const struct model_param *param;
    const struct model_column *column;
    const struct model_state *state;
    const struct model_move *move;
    const struct model_hook *hook;
    const struct model_reference *reference;
    const struct migration *migration;
    bool is_row;        /* the event's values come with a row of many, and not as parameters */
    size_t declaration; /* number of a timer or work */
    size_t index;       /* of the innermost list's element */
    const void *other;  /* what a single file's words and lists hand to each other */
};

struct sql_fragment {
    const char *name;
    const char *text;
};

struct sql_word {
    const char *name;
    void (*write)(struct text *out, const struct sql_scope *scope);
};

struct sql_condition {
    const char *name;
    bool (*holds)(const struct sql_scope *scope);
};

struct sql_list {
    const char *name;
    /* Turns the scope around the list into that of element `index`; false where there is none. */
    bool (*enter)(struct sql_scope *scope, size_t index);
};

/* What the templates of a dialect may say; each table ends with an entry without a name, or is NULL. */
struct sql_vocabulary {
    const struct sql_word *words;
    const struct sql_condition *conditions;
    const struct sql_list *lists;
};

/* The base of all dialects: the files *_words.c and *.sql of this room. */
extern const struct sql_dialect sql_common;
extern const struct sql_vocabulary sql_queue_vocabulary, sql_flow_vocabulary;
extern const struct sql_fragment sql_common_fragments[];

/* A fragment of the scope's dialect or, where it has none of that name, of its base. */
void sql_render(struct text *out, const struct sql_scope *scope, const char *fragment);
/* The same without its last newline. */
void sql_render_inline(struct text *out, const struct sql_scope *scope, const char *fragment);
/* The same as whole lines, each so many blanks to the right: for trees that C writes. */
void sql_render_indented(struct text *out, const struct sql_scope *scope, size_t blanks,
                         const char *fragment);
/* What a single word stands for. */
void sql_write_word(struct text *out, const struct sql_scope *scope, const char *word);
/* A text that is a template. */
void sql_render_text(struct text *out, const struct sql_scope *scope, const char *text);

/* Whether there is a fragment of that name, as sql_render looks for it. */
bool sql_has_fragment(const struct sql_dialect *dialect, const char *fragment);

/* What is wrong with the dialect's templates, a line each; a build in which something is fails. */
void sql_check_templates(struct text *problems, const struct sql_dialect *dialect);
/* Likewise, of a dialect that only adds to its base: what stands in for something that the base has. */
void sql_check_additions(struct text *problems, const struct sql_dialect *dialect);

#endif
