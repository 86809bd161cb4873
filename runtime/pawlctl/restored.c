/*
 * A database as another server needs it: `restored` brings one back from a dump, `empty` takes the rows out
 * of one. What either does is in dialect.sql of each database.
 */
#include "hooks.h"
#include "json.h"
#include "model.h"
#include "print.h"
#include "row.h"

#include <string.h>

/* ---- restored ----------------------------------------------------------------------------------- */

static bool give_back(struct call *call) {
    const char *give_back = call->dialect->give_back;
    if (give_back == NULL)
        return database_run_written(call, call->dialect->skip_numbers, NULL, 0);
    bool done = (database_exec(call, call->db->driver->begin) && database_exec(call, give_back) &&
                 database_commit(call));
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
               : refused("grant what is named above, and run pawlctl verify", "guards or effects cannot run");
}

/* ---- empty -------------------------------------------------------------------------------------- */

static enum pawl_status copy_name(void *context, const struct cell *cells, struct pawl_error *err) {
    char **name = context;
    const char *slash = cells[0].text == NULL ? NULL : strrchr(cells[0].text, '/'); /* of a file */
    free(*name);
    *name = strdup(slash != NULL ? slash + 1 : cells[0].text == NULL ? "" : cells[0].text);
    return *name != NULL ? PAWL_OK : error_set(err, PAWL_NOMEM, "out of memory");
}

int command_empty(struct call *call) {
    char *name = NULL;
    int status = EXIT_DONE;
    if (!database_rows(call, call->dialect->name_of_database, NULL, 0, copy_name, &name))
        status = database_error(call);
    else if (strcmp(name, call->operands[0]) != 0)
        status = refused("name the database that is to be emptied, as --db or PAWL_DB has it",
                         "this database is %s, not %s; nothing was changed", name, call->operands[0]);
    else if (!database_run_written(call, call->dialect->empty_tables, NULL, 0))
        status = database_error(call);
    if (status == EXIT_DONE)
        row_tell(call, ROW(row_text("database", name)),
                 "{database}: all entities and runs are gone; machines and flows stay deployed\n");
    free(name);
    return status;
}
