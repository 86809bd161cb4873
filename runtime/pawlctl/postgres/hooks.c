#include "database/hooks.h"
#include "database/model.h"
#include "postgres/dialect.h"
#include "postgres/hooks.sql.h"

#include <ctype.h>
#include <string.h>

/* The word, in any case, as a whole. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; *at != '\0'; at++)
        if (strncasecmp(at, word, length) == 0 && (at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* "permission denied for table ledger": which grant would do; NULL where that was not the matter. */
static const char *grant_for(struct call *call, const struct pawl_error *failed, const char *body) {
    static const char denied[] = "permission denied for ";
    static const char *const privileges[] = {"select", "insert", "update", "delete"};
    enum { UPDATE = 2 };
    const char *object = strstr(failed->message, denied), *name;
    char owner[ROLE_NAME_SIZE];
    struct row_set quoted;
    if (strcmp(failed->sqlstate, "42501") != 0 || object == NULL)
        return NULL;
    object += strlen(denied);
    name = strchr(object, ' ');
    if (name == NULL || !database_try_query(call, sql_quoted, VALUES(value_text(name + 1)), 1, &quoted))
        return NULL;
    struct text grant = TEXT_INIT;
    text_put(&grant, "grant ");
    if (strncmp(object, "table", 5) == 0 || strncmp(object, "view", 4) == 0) {
        const char *separator = "";
        for (size_t i = 0; i < sizeof privileges / sizeof *privileges; i++)
            if (has_word(body, privileges[i]) || (i == UPDATE && has_word(body, "share"))) { /* for share */
                text_printf(&grant, "%s%s", separator, privileges[i]);
                separator = ", ";
            }
        text_put(&grant, " on");
    } else if (strncmp(object, "schema", 6) == 0 || strncmp(object, "sequence", 8) == 0) {
        text_printf(&grant, "usage on %.*s", (int)(name - object), object);
    } else {
        text_printf(&grant, "execute on %.*s", (int)(name - object), object);
    }
    text_printf(&grant, " %s to %s;", quoted.cells[0].text, role_name(call->db, ROLE_OWNER, owner));
    return text_keep(&grant, memory);
}

/*
 * As pawl_owner, whose member a login that may create roles becomes until the rollback, in the path in which
 * its names were found. What is computed there of what others have laid meanwhile can write nothing.
 */
int postgres_check_hook(const struct hook_check *check, const char *name, const char *body) {
    struct call *call = check->call;
    const bool joins = pawl_in_transaction(call->db);
    const struct row_set found = database_query(
        call, sql_find_routine, VALUES(value_text(name), value_text(check->model->current)), 3);
    struct row_set explained;
    if (found.count == 0)
        return 0;
    const struct cell *routine = found.cells; /* types, nulls, path */
    const bool can_run =
        database_try_exec(call, arena_printf(memory, "%s; %s", joins ? "savepoint pawlctl_hook" : "begin",
                                             sql_become_owner)) &&
        database_try_query(call, sql_explain,
                           VALUES(value_text(body), value_text(routine[0].text), value_text(routine[1].text),
                                  value_text(routine[2].text)),
                           1, &explained);
    const struct pawl_error failed = call->err;
    if (joins)
        database_exec(call, sql_undo);
    else
        database_rollback(call);
    if (can_run)
        return 0;
    const char *grant = grant_for(call, &failed, body);
    call->err = failed;
    hook_cannot_run(check, name, grant);
    return 1;
}
