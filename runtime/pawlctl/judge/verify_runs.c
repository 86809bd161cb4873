/* Whether what the database holds of runs of flows fits together: each query finds what does not. */
#include "database/database.h"
#include "judge.h"
#include "judge/verify_runs.sql.h"

#include <string.h>

enum { LISTED_MAX = 1000 }; /* by one query */

static const char *const searches[] = {sql_steps, sql_orphan, sql_undo,  sql_undone_twice,
                                       sql_end,   sql_ready,  sql_stuck, sql_lock};

static enum pawl_status take_count(void *context, const struct cell *cells, struct pawl_error *err) {
    int64_t *counts = context;
    (void)err;
    counts[0] = cells[0].number;
    counts[1] = cells[1].number;
    return PAWL_OK;
}

bool judge_runs(struct judge *judge, struct call *call, struct runs_judged *judged) {
    const struct database_dialect *dialect = call->dialect;
    int64_t counts[2] = {0, 0};
    int64_t problems_before = judge->problem_count;
    *judged = (struct runs_judged){0};
    if (!database_any(call, dialect->find_flows, NULL, 0, &judged->found))
        return false;
    judge->searched = NULL;
    for (size_t i = 0; judged->found && i < sizeof searches / sizeof *searches; i++) {
        struct text sql = TEXT_INIT;
        database_template(&sql, searches[i],
                          WORDS({"schema", dialect->schema}, {"as_text", dialect->as_text}));
        text_printf(&sql, " limit %d", LISTED_MAX);
        const bool done = database_run(call, &sql, NULL, 0, judge_found, judge);
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
