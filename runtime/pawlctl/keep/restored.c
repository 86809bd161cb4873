/* Brings back a database restored from a dump; the statements are in dialect.sql of each database. */
#include "database/frozen.h"
#include "database/model.h"
#include "keep.h"
#include "say/print.h"
#include "say/row.h"

/* They are found by their tables, whose owner may be another now. */
static void find_roles(struct call *call) {
    const struct database_dialect *dialect = call->dialect;
    if (dialect->own_objects == NULL || !database_has(call, dialect->own_objects, NO_VALUES))
        return;
    const struct row_set prefix = database_query(call, dialect->recorded_roles, NO_VALUES, 1);
    if (prefix.count > 0)
        answer_check(call, roles_choose(call->db, prefix.cells[0].text, &call->err));
}

static void give_back(struct call *call) {
    find_roles(call);
    if (call->dialect->give_back == NULL) {
        database_run_written(call, call->dialect->skip_numbers, NO_VALUES);
        return;
    }
    database_begin(call);
    database_exec(call, call->dialect->give_back);
    database_commit(call);
}

int command_restored(struct call *call) {
    int problems = 0;
    give_back(call);
    const int64_t held =
        model_query(call, NULL, "select count(*) from {schema}.pawl_locks", NULL, NO_VALUES, 1)
            .cells[0]
            .number;
    const struct models models = models_read(call, NULL);
    for (size_t i = 0; i < models.count; i++)
        problems += hooks_check(call, &models.models[i], hook_problem_say, NULL);
    const int64_t frozen = (int64_t)json_object_size(frozen_now(call));
    row_tell(call,
             ROW(row_number("held_locks", held), row_number("frozen", frozen), row_number("hooks", problems)),
             held == 0 ? "the database is as it was deployed; no locks are held\n"
                       : "the database is as it was deployed; {held_locks|lock is|locks are} held, as in the "
                         "backup: pawlctl locks lists them\n");
    if (frozen > 0 && !call->json)
        say("%lld frozen, as in the backup: pawlctl status lists what is, pawlctl thaw ends it\n",
            (long long)frozen);
    if (problems > 0)
        refused("grant the rights above, and run pawlctl verify", "guards or effects cannot run");
    return EXIT_DONE;
}
