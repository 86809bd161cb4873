/* Whether what the database holds of runs of flows fits together: each query finds what does not. */
#include "database.h"
#include "judge.h"
#include "verify_runs.sql.h"

#include <string.h>

enum { LISTED_MAX = 1000 }; /* by one query */

/* Templates. Cells: flow, run, number of the history or 0. */
static const struct check {
    const char *name, *message, *sql;
} checks[] = {
    {"run-steps", "its history has gaps, or is not as long as the run says", sql_steps},
    {"run-orphan", "there is no such run", sql_orphan},
    {"run-undo", "it undoes what was not done before it", sql_undo},
    {"run-undone-twice", "what it undoes was undone before", sql_undone_twice},
    {"run-end", "whether it has ended, its status and its time do not agree", sql_end},
    {"run-ready", "it has ended, and waits for a worker all the same", sql_ready},
    {"run-stuck", "it is ready, and no worker looks for it", sql_stuck},
    {"run-lock", "it has ended, and still holds a lock", sql_lock},
};

struct searching {
    struct judge *judge;
    const struct check *check;
};

static enum pawl_status put(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct searching *searching = context;
    char number[24];
    struct problem problem = {.machine = cells[0].text,
                              .key = key_text(&cells[1], number),
                              .sort_key = cells[2].number,
                              .check = searching->check->name};
    (void)err;
    snprintf(problem.message, sizeof problem.message, "%s", searching->check->message);
    searching->judge->problem_count++;
    searching->judge->problem(searching->judge->context, &problem);
    return PAWL_OK;
}

static enum pawl_status take_count(void *context, const struct cell *cells, struct pawl_error *err) {
    int64_t *counts = context;
    (void)err;
    counts[0] = cells[0].number;
    counts[1] = cells[1].number;
    return PAWL_OK;
}

bool judge_runs(struct judge *judge, struct call *call, struct runs_judged *judged) {
    const struct dialect *dialect = database_dialect(call);
    int64_t counts[2] = {0, 0};
    int64_t problems_before = judge->problem_count;
    *judged = (struct runs_judged){0};
    if (!database_any(call, dialect->find_flows, NULL, 0, &judged->found))
        return false;
    for (size_t i = 0; judged->found && i < sizeof checks / sizeof *checks; i++) {
        struct searching searching = {judge, &checks[i]};
        struct text sql = TEXT_INIT;
        database_template(&sql, checks[i].sql, WORDS({"schema", dialect->schema}));
        text_printf(&sql, " limit %d", LISTED_MAX);
        const bool done = database_run(call, &sql, NULL, 0, put, &searching);
        text_free(&sql);
        if (!done)
            return false;
    }
    if (judged->found && !database_rows(call, dialect->count_runs, NULL, 0, take_count, counts))
        return false;
    judged->run_count = counts[0];
    judged->step_count = counts[1];
    judged->problem_count = judge->problem_count - problems_before;
    return true;
}
