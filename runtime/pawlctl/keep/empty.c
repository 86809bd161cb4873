/* Takes all rows out of a database; the statements are in dialect.sql of each database. */
#include "database/database.h"
#include "keep.h"
#include "say/row.h"

#include <string.h>

int command_empty(struct call *call) {
    const struct row_set found = database_query(call, call->dialect->name_of_database, NO_VALUES, 1);
    const char *name = found.cells[0].text == NULL ? "" : found.cells[0].text;
    const char *slash = strrchr(name, '/'); /* of a file */
    name = slash == NULL ? name : slash + 1;
    if (strcmp(name, call->operands[0]) != 0)
        refused("name the database that is to be emptied, as --db or PAWL_DB has it",
                "this database is %s, not %s; nothing was changed", name, call->operands[0]);
    database_run_written(call, call->dialect->empty_tables, NO_VALUES);
    row_tell(call, ROW(row_text("database", name)),
             "{database}: all entities and runs are gone; machines and flows stay deployed\n");
    return EXIT_DONE;
}
