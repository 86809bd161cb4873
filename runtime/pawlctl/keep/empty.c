/* Takes all rows out of a database; the statements are in dialect.sql of each database. */
#include "database/database.h"
#include "keep.h"
#include "say/row.h"

#include <string.h>

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
