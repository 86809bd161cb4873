/* The queue in SQL: what the dialects add for machines with timers or work. */
#pragma once

#include "emit/sql/sql.h"
#include "model/queue.h"

/* In the order of struct pawl_queue_statements. */
enum queue_statement {
    QUEUE_CLAIM,
    QUEUE_NEXT_DUE,
    QUEUE_NOT_YET,
    QUEUE_FAIL,
    QUEUE_EXTEND,
    QUEUE_RETRY,
    QUEUE_OF_ENTITY,
    QUEUE_INSERT,
    QUEUE_UPDATE,
    QUEUE_DELETE,
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
