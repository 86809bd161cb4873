/* All dialects, and which of them is that of the database; no other file needs more than one. */
#include "database.h"
#include "say/interrupt.h"
#include "say/print.h"

#include <stdlib.h>
#include <string.h>

#define X(constant, name, title) extern const struct database_dialect name##_dialect;
PAWL_DIALECTS(X)
#undef X

const struct database_dialect *const dialects[PAWL_DIALECT_COUNT] = {
#define X(constant, name, title) &name##_dialect,
    PAWL_DIALECTS(X)
#undef X
};

static const struct database_dialect *dialect_named(const char *name) {
    size_t i = 0;
    while (strcmp(dialects[i]->name, name) != 0)
        i++;
    return dialects[i];
}

/* The file that WHERE names and that is not there, and a database that is gone at the end; NULL: none. */
static const char *missing_file(const char *where, const char **passing) {
    const char *file = NULL;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT && file == NULL; i++)
        if (dialects[i]->missing_file != NULL) {
            file = dialects[i]->missing_file(where);
            *passing = dialects[i]->passing;
        }
    return file;
}

/* Statements of this pawlctl are for this version of what machines share; `apply` is what upgrades it. */
static bool has_schema(struct call *call) {
    int64_t version;
    if (call->command->may_create)
        return true;
    return schema_look(call->db, &version, &call->err) == PAWL_OK &&
           (version == SCHEMA_NONE || schema_judge(version, &call->err) == PAWL_OK);
}

static bool confine(struct call *call) {
    const struct database_dialect *dialect = call->dialect;
    return dialect->confine == NULL ? dialect->confine_file(call)
                                    : handle_set_up(call->db, dialect->confine, &call->err) == PAWL_OK;
}

static void cancel_call(void *context) {
    handle_cancel(((struct call *)context)->db);
}

void database_open(struct call *call) {
    const char *where = option(call, "--db");
    char places[200];
    if (where == NULL)
        where = getenv("PAWL_DB");
    if (where == NULL || *where == '\0')
        usage_error(call, "no database is named: give --db=WHERE or set PAWL_DB, to one of %s",
                    places_of_databases(places, sizeof places));
    const char *passing = NULL, *file = missing_file(where, &passing);
    if (file != NULL && option(call, "--dry-run") != NULL)
        where = passing;
    if (file != NULL && !call->command->may_create) {
        say_error("pawlctl: %s: there is no such file\n", file);
        end(EXIT_DATABASE);
    }
    enum pawl_status status = pawl_open(&call->db, where, &call->err);
    if (status == PAWL_OK) {
        call->dialect = dialect_named(pawl_dialect(call->db));
        handle_set_role(call->db, call->command->role);
        if (handle_can_cancel(call->db))
            interrupt_cancels(cancel_call, call);
    }
    if (status == PAWL_OK && confine(call) && begin_behind_others(call->db, &call->err) == PAWL_OK &&
        has_schema(call))
        return;
    database_complain(call);
    end(status == PAWL_MISUSE ? EXIT_USAGE : EXIT_DATABASE);
}

void database_limit_time(struct call *call, int seconds) {
    const char *limit = call->dialect->confine_in_time;
    if (limit != NULL &&
        handle_set_up(call->db,
                      database_template(limit, WORDS({"seconds", arena_printf(memory, "%d", seconds)})),
                      &call->err) != PAWL_OK)
        database_error(call);
}
