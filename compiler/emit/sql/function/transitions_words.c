/* What templates of functions say of the row of a move in tables of others' (`storage transitions`). */
#include "emit/sql/function/function.h"

enum { FIXED_ARGUMENTS = 8 }; /* of the function that writes a row: those of every machine */

static void write_given_or_null(struct text *out, const struct template_scope *scope) {
    for (size_t i = 0; i < scope->event->param_count; i++)
        if (&scope->machine->columns[scope->event->params[i].column] == scope->column) {
            text_printf(out, "$%zu", i + 2);
            return;
        }
    scope->dialect->cast(out, "null", scope->column->type);
}

#define OWN_WORDS(X)                                                                                         \
    /* of the column's values, as parameters */                                                              \
    X(TEXT, column_value_type, scope->dialect->types[scope->column->type])                                   \
    /* what the function that writes a row is given for it, */                                               \
    X(WORD, writer_argument,                                                                                 \
      text_printf(out, "$%zu", FIXED_ARGUMENTS + 1 + (size_t)(scope->column - scope->machine->columns)))     \
    X(NUMBER, writer_argument_count, FIXED_ARGUMENTS + scope->machine->column_count) /* in all */            \
    X(WORD, given_or_null, write_given_or_null(out, scope)) /* and what the event gives it */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_transitions_vocabulary = {words, NULL, NULL};
