/*
 * Lives here: the engine of templates. Not here: what a template says, which whoever uses it tells.
 *
 * Output that is written as what it becomes: SQL in the files *.sql, C in the files *.tmpl, which are built
 * in.
 *
 *   {define NAME}         begins a line and the fragment of that name; its text may follow on the line
 *   {word}                what a word stands for, as a vocabulary has it
 *   {parameter:3}         likewise, of a number
 *   {#if a and not b}     ... {#else if c} ... {#else} ... {/if}
 *                         conditions: `and` or `or`, not both in one
 *   {#each events}        ... {#between}, {/each}    once for each; what stands behind {#between} between two
 *   {#block}              ... {/block}               what a block makes of its inside, as {#literal} of SQL
 *   {>NAME}               that fragment, its lines as far to the right as the one on which it is named
 *   {! for readers of the template}
 *   {{                    a brace, which is needed before a small letter and before one of {!>#/
 *
 * A tag of a block, or a note, that has a line of its own leaves no line behind. A fragment that is put into
 * a line comes without its last newline. tests/unit/compiler/template_test.c has an example of each.
 */
#pragma once

#include "base/text.h"
#include "model/model.h"

struct sql_dialect;
struct migration;

/* What words speak of. A list puts in what it goes through; the rest is NULL where nothing is meant. */
struct template_scope {
    const struct templates *templates; /* whose fragments are meant */
    const struct sql_dialect *dialect;
    const struct model *model; /* all of the file */
    const struct model_machine *machine;
    const struct model_flow *flow;
    const struct model_procedure *procedure;
    const struct model_callback *callback;
    const struct model_field *field;
    const struct model_flow_step *step;
    const struct model_event *event;
    const struct model_param *param;
    const struct model_column *column;
    const struct model_state *state;
    const struct model_move *move;
    const struct model_arrow *arrow;
    const struct model_hook *hook;
    const struct model_work *work;
    const struct model_reference *reference;
    const struct model_assert *assertion;
    const struct model_scenario *scenario;
    const struct model_allow *allow;
    const struct model_scope *flow_scope;
    struct model_place place;
    const struct migration *migration;
    bool is_row;        /* the event's values come with a row of many, and not as parameters, */
    bool is_gathered;   /* and each row is asked for again by itself where the statement fails */
    size_t declaration; /* number of a timer or work */
    size_t index;       /* of the innermost list's element */
    const void *item;   /* of a list that is a single file's */
    const void *other;  /* what a single file's words and lists hand to each other */
};

struct template_fragment {
    const char *name;
    const char *text;
    const char *file; /* from the root of the tree */
};

struct template_word {
    const char *name;
    void (*write)(struct text *out, const struct template_scope *scope);
};

struct template_condition {
    const char *name;
    bool (*holds)(const struct template_scope *scope);
};

struct template_list {
    const char *name;
    /* Turns the scope around the list into that of element `index`; false where there is none. */
    bool (*enter)(struct template_scope *scope, size_t index);
};

/* Each table ends with an entry without a name, or is NULL. */
struct template_vocabulary {
    const struct template_word *words;
    const struct template_condition *conditions;
    const struct template_list *lists;
};

struct template_parameter {
    const char *name;
    void (*write)(struct text *out, const struct template_scope *scope, size_t number);
};

struct template_block {
    const char *name;
    void (*write)(struct text *out, const struct template_scope *scope, const char *inside);
};

/* What a single file's words speak of, by name: timer_of(scope) is the scope's `item`, or `other`. */
#define TEMPLATE_OWN(type, name, member)                                                                     \
    static const struct type *name##_of(const struct template_scope *scope) {                                \
        return scope->member;                                                                                \
    }

/*
 * Tables of a vocabulary, each a list of what is said in one expression of `scope`:
 *
 *   #define CONDITIONS(X) X(is_creation, scope->event->is_creation) ...
 *   #define OWN_WORDS(X) X(TEXT, event, scope->event->name) ...
 *   #define LISTS(X, SOME, ENTER) X(events, count, event, &scope->machine->events[index]) ...
 *
 * A word is a TEXT, a NUMBER, or a WORD: what a statement writes to `out`. An X of LISTS has `count`
 * elements, where a member of the scope becomes that of the number `index`; a SOME goes through those of the
 * numbers `i` of which a condition is true; an ENTER has a function for that.
 */
#define TEMPLATE_CONDITIONS(list)                                                                            \
    list(TEMPLATE_CONDITION) static const struct template_condition conditions[] = {                         \
        list(TEMPLATE_CONDITION_ROW){0}};
#define TEMPLATE_WORDS(list)                                                                                 \
    list(TEMPLATE_WORD_OF_KIND) static const struct template_word words[] = {list(TEMPLATE_WORD_ROW){0}};
#define TEMPLATE_LISTS(list)                                                                                 \
    list(TEMPLATE_LIST, TEMPLATE_SOME, TEMPLATE_NO_LIST) static const struct template_list lists[] = {       \
        list(TEMPLATE_LIST_ROW, TEMPLATE_SOME_ROW, TEMPLATE_ENTER_ROW){0}};

#define TEMPLATE_CONDITION(name, expression)                                                                 \
    static bool condition_##name(const struct template_scope *scope) {                                       \
        return expression;                                                                                   \
    }
#define TEMPLATE_CONDITION_ROW(name, expression)        {#name, condition_##name},
#define TEMPLATE_WORD_OF_KIND(kind, name, ...)          TEMPLATE_##kind(name, __VA_ARGS__)
#define TEMPLATE_WORD_ROW(kind, name, ...)              {#name, word_##name},
#define TEMPLATE_LIST_ROW(name, count, member, element) {#name, list_##name},
#define TEMPLATE_SOME_ROW(name, ...)                    {#name, list_##name},
#define TEMPLATE_ENTER_ROW(name, function)              {#name, function},
#define TEMPLATE_NO_LIST(name, function)
#define TEMPLATE_WORD(name, statement)                                                                       \
    static void word_##name(struct text *out, const struct template_scope *scope) {                          \
        (void)scope;                                                                                         \
        statement;                                                                                           \
    }
#define TEMPLATE_TEXT(name, text)     TEMPLATE_WORD(name, text_put(out, text))
#define TEMPLATE_NUMBER(name, number) TEMPLATE_WORD(name, text_printf(out, "%zu", (size_t)(number)))
#define TEMPLATE_LIST(name, count, member, element)                                                          \
    static bool list_##name(struct template_scope *scope, size_t index) {                                    \
        if (index >= (count))                                                                                \
            return false;                                                                                    \
        scope->member = element;                                                                             \
        return true;                                                                                         \
    }

#define TEMPLATE_SOME(name, count, is_meant, member, element)                                                \
    static bool list_##name(struct template_scope *scope, size_t index) {                                    \
        for (size_t i = 0; i < (count); i++)                                                                 \
            if ((is_meant) && index-- == 0) {                                                                \
                scope->member = element;                                                                     \
                return true;                                                                                 \
            }                                                                                                \
        return false;                                                                                        \
    }

/* Whether a list has an element. */
bool template_has_some(const struct template_scope *scope,
                       bool (*enter)(struct template_scope *scope, size_t index));

/* Fragments, and what they may say. Each of the tables may be NULL, or ends as those of vocabularies do. */
struct templates {
    const struct templates *base; /* has what these have not; NULL: there is none */
    const struct template_fragment *fragments;
    const struct template_vocabulary *const *vocabularies; /* up to NULL */
    const struct template_parameter *parameters;
    const struct template_block *blocks;
};

/* What templates of any output may say of a model. */
extern const struct template_vocabulary template_model_vocabulary;

/* A fragment of the scope's templates or, where they have none of that name, of their base. */
void template_render(struct text *out, const struct template_scope *scope, const char *fragment);
/* The same without its last newline. */
void template_render_inline(struct text *out, const struct template_scope *scope, const char *fragment);
/* The same as whole lines, each so many blanks to the right: for trees that C writes. */
void template_render_indented(struct text *out, const struct template_scope *scope, size_t blanks,
                              const char *fragment);
/* What a single word stands for. */
void template_write_word(struct text *out, const struct template_scope *scope, const char *word);
/* A text that is a template. */
void template_render_text(struct text *out, const struct template_scope *scope, const char *text);

/* Whether there is a fragment of that name, as template_render looks for it. */
bool template_has_fragment(const struct templates *templates, const char *fragment);

/* What templates were found to say: entries of tables. */
struct template_uses {
    struct arena *arena;
    const void **entries;
    size_t count;
};

/* What is wrong with the templates, a line each; a build in which something is fails. */
void template_check(struct text *problems, struct template_uses *uses, const struct templates *templates);
/* What their tables have, and no template says that was checked: each is told once. Of parameters there is
 * one for each type, whether or not a template needs it. */
void template_check_unused(struct text *problems, struct template_uses *uses,
                           const struct templates *templates);
/* Likewise, of templates that only add to their base: what stands in for something that the base has. */
void template_check_additions(struct text *problems, const struct templates *templates);
