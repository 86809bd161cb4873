/* The queue in SQL: what the dialects add for machines with timers or work. */
#pragma once

#include "emit/sql/sql.h"
#include "model/queue.h"

/* In the order of struct pawl_queue_statements. */
#define QUEUE_STATEMENTS(X)                                                                                  \
    X(CLAIM, claim)                                                                                          \
    X(NEXT_DUE, next_due)                                                                                    \
    X(NOT_YET, not_yet)                                                                                      \
    X(FAIL, fail)                                                                                            \
    X(EXTEND, extend)                                                                                        \
    X(RETRY, retry)                                                                                          \
    X(OF_ENTITY, of_entity)                                                                                  \
    X(INSERT, insert)                                                                                        \
    X(UPDATE, update)                                                                                        \
    X(DELETE, remove)                                                                                        \
    X(BEGAN, began)                                                                                          \
    X(LATEST, latest)

enum queue_statement {
#define X(constant, name) QUEUE_##constant,
    QUEUE_STATEMENTS(X)
#undef X
        QUEUE_STATEMENT_COUNT
};

/* Renders one statement; writes nothing where the dialect has no such statement. */
void sql_queue_statement(struct text *out, const struct sql_dialect *dialect,
                         const struct model_machine *machine, enum queue_statement statement);

/* Its member of struct pawl_queue_statements. */
const char *sql_queue_statement_name(enum queue_statement statement);

/* The timer or work that the scope declares. */
struct queue_rule sql_rule_of(const struct template_scope *scope);

/* The name of a timer or work as a literal. */
void sql_queue_name(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                    size_t number);
