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
static const char *grant_for(struct call *call, const struct pawl_error *failed, const char *body,
                             const char *path) {
    static const char denied[] = "permission denied for ";
    static const char *const privileges[] = {"select", "insert", "update", "delete"};
    enum { UPDATE = 2 };
    const char *object = strstr(failed->message, denied), *name;
    char owner[ROLE_NAME_SIZE];
    struct row_set found;
    if (strcmp(failed->sqlstate, "42501") != 0 || object == NULL)
        return NULL;
    object += strlen(denied);
    name = strchr(object, ' ');
    if (name == NULL)
        return NULL;
    struct text grant = TEXT_INIT, rights = TEXT_INIT;
    const char *kind = arena_strndup(memory, object, (size_t)(name - object));
    const bool is_table = strcmp(kind, "table") == 0 || strcmp(kind, "view") == 0;
    const bool is_used = strcmp(kind, "schema") == 0 || strcmp(kind, "sequence") == 0;
    const char *separator = "";
    for (size_t i = 0; is_table && i < sizeof privileges / sizeof *privileges; i++)
        if (has_word(body, privileges[i]) || (i == UPDATE && has_word(body, "share"))) { /* for share */
            text_printf(&rights, "%s%s", separator, privileges[i]);
            separator = ", ";
        }
    const char *needed = text_keep(&rights, memory);
    if (!database_try_query(
            call, sql_object_to_grant,
            VALUES(value_text(name + 1), value_text(kind), value_text(needed), value_text(path)), 1, &found))
        return NULL;
    if (is_table)
        text_printf(&grant, "grant %s on", needed);
    else
        text_printf(&grant, "grant %s on %s", is_used ? "usage" : "execute", kind);
    text_printf(&grant, " %s to %s;", found.cells[0].text, role_name(call->db, ROLE_OWNER, owner));
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
    const char *grant = grant_for(call, &failed, body, routine[2].text);
    call->err = failed;
    hook_cannot_run(check, name, grant);
    return 1;
}
