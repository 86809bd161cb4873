/* Guards and effects in SQL: whether the database could run them, before the first move needs one. */
#pragma once

#include "pawl_abi.h"

#include <jansson.h>

struct call;
struct deployed_model;

/* "rent_guard_free cannot run: PostgreSQL 42501: ...", and what to do; help is "" where that is not known. */
typedef void hook_problem_fn(void *context, const char *message, const char *help);

/* What a check of guards and effects is about. */
struct hook_check {
    struct call *call;
    const struct deployed_model *model;
    hook_problem_fn *problem;
    void *context;
};

/* Of a dialect: tells what keeps the database from running this text, and returns how much that is. */
typedef int check_hook_fn(const struct hook_check *check, const char *name, const char *text);

/* Tells that it cannot, and what to do; the reason is in call->err. */
void hook_cannot_run(const struct hook_check *check, const char *name, const char *help);

/* Tells `problem` of each guard and effect of the machine that the database cannot run what is missing; in
 * the transaction that is open, or its own. Returns how many those are. */
int hooks_check(struct call *call, const struct deployed_model *model, hook_problem_fn *problem,
                void *context);

/* Prints it to standard error. */
hook_problem_fn hook_problem_say;

/* What the SQL of a guard or effect refers to, each once: the key, the time, and each column as a parameter
 * and as a value of the creation. */
enum { REFERENCES_MAX = 2 + 2 * PAWL_COLUMN_MAX };
struct hook_references {
    const char *text; /* the SQL, with the mark and 1 for what it refers to first, and so on; the same has one
                         number */
    size_t count;
    const json_t *list[REFERENCES_MAX];
};

struct hook_references hook_numbered(const json_t *sql, char mark);
