/* Brings back a database that was restored from a dump; the statements are in dialect.sql of each database.
 */
#include "database/hooks.h"
#include "database/model.h"
#include "keep.h"
#include "say/row.h"

#include <string.h>

static bool give_back(struct call *call) {
    const char *give_back = call->dialect->give_back;
    if (give_back == NULL)
        return database_run_written(call, call->dialect->skip_numbers, NULL, 0);
    bool done = (database_begin(call) && database_exec(call, give_back) && database_commit(call));
    database_rollback(call);
    return done;
}

/* What guards and effects in SQL lack; how many that are, or -1. */
static int check_hooks(struct call *call) {
    struct models models;
    int problems = models_read(call, NULL, &models) == EXIT_DONE ? 0 : -1;
    for (size_t i = 0; problems >= 0 && i < models.count; i++) {
        const int found = hooks_check(call, &models.models[i], hook_problem_say, NULL);
        problems = found < 0 ? found : problems + found;
    }
    models_free(&models);
    return problems;
}

static bool count_rows(struct call *call, const char *table, int64_t *count) {
    struct text sql = TEXT_INIT;
    text_printf(&sql, "select count(*) from %s.%s", call->dialect->schema, table);
    const bool done = database_run(call, &sql, NULL, 0, read_number, count);
    text_free(&sql);
    return done;
}

int command_restored(struct call *call) {
    int64_t held = 0;
    if (!give_back(call) || !count_rows(call, "pawl_locks", &held))
        return database_error(call);
    const int problems = check_hooks(call);
    if (problems < 0)
        return database_error(call);
    row_tell(call, ROW(row_number("held_locks", held), row_number("hooks", problems)),
             held == 0 ? "the database is as it was deployed; no locks are held\n"
                       : "the database is as it was deployed; {held_locks|lock is|locks are} held, as in the "
                         "backup: pawlctl locks lists them\n");
    return problems == 0
               ? EXIT_DONE
               : refused("grant the rights above, and run pawlctl verify", "guards or effects cannot run");
}
