/* Whether what the database holds of runs of flows fits together: each query finds what does not. */
#include "judge.h"
#include "judge/verify_runs.sql.h"

enum { LISTED_MAX = 1000 }; /* by one query */

static const char *const searches[] = {sql_steps, sql_orphan, sql_undo,  sql_undone_twice,
                                       sql_end,   sql_ready,  sql_stuck, sql_lock};

bool judge_runs(struct judge *judge, struct call *call, struct runs_judged *judged) {
    const int64_t problems_before = judge->problem_count;
    if (!database_has_table(call, "pawl_flows"))
        return false;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        const char *search = arena_printf(memory, "%s limit %d", searches[i], LISTED_MAX);
        const struct row_set found = model_query(call, NULL, search, NULL, NO_VALUES, 5);
        judge_found(judge, NULL, &found);
    }
    const struct row_set counts = model_query(call, NULL, sql_count_runs, NULL, NO_VALUES, 2);
    *judged = (struct runs_judged){counts.cells[0].number, counts.cells[1].number,
                                   judge->problem_count - problems_before};
    return true;
}
