#include "database/hooks.h"
#include "database/database.h"
#include "database/model.h"
#include "postgres/dialect.h"
#include "postgres/hooks.sql.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How the function runs that is made of the text of a hook. */
struct routine {
    char *types, *nulls, *path;
};

static enum pawl_status read_routine(void *context, const struct cell *cells, struct pawl_error *err) {
    struct routine *routine = context;
    if (routine->types != NULL)
        return PAWL_OK;
    routine->types = strdup(cells[0].text);
    routine->nulls = strdup(cells[1].text);
    routine->path = strdup(cells[2].text);
    if (routine->types == NULL || routine->nulls == NULL || routine->path == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    return PAWL_OK;
}

/* The word, in any case, as a whole. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; *at != '\0'; at++)
        if (strncasecmp(at, word, length) == 0 && (at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

static enum pawl_status put_name(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    text_put(context, cells[0].text);
    return PAWL_OK;
}

/* "permission denied for table ledger": which grant would do; "" where that was not the matter. */
static void name_grant(struct call *call, const struct pawl_error *failed, const char *body,
                       struct text *grant) {
    static const char denied[] = "permission denied for ";
    static const char *const privileges[] = {"select", "insert", "update", "delete"};
    const char *object = strstr(failed->message, denied);
    if (strcmp(failed->sqlstate, "42501") != 0 || object == NULL)
        return;
    object += strlen(denied);
    const char *name = strchr(object, ' ');
    if (name == NULL)
        return;
    struct value value = value_text(name + 1);
    struct text quoted = TEXT_INIT;
    if (!database_rows(call, sql_quoted, &value, 1, put_name, &quoted) || text_failed(&quoted)) {
        text_free(&quoted);
        return;
    }
    text_put(grant, "grant ");
    if (strncmp(object, "table", 5) == 0 || strncmp(object, "view", 4) == 0) {
        const char *separator = "";
        for (size_t i = 0; i < sizeof privileges / sizeof *privileges; i++)
            if (has_word(body, privileges[i])) {
                text_printf(grant, "%s%s", separator, privileges[i]);
                separator = ", ";
            }
        text_put(grant, " on");
    } else if (strncmp(object, "schema", 6) == 0 || strncmp(object, "sequence", 8) == 0) {
        text_printf(grant, "usage on %.*s", (int)(name - object), object);
    } else {
        text_printf(grant, "execute on %.*s", (int)(name - object), object);
    }
    text_printf(grant, " %s to pawl_owner;", quoted.data);
    text_free(&quoted);
}

/*
 * As pawl_owner, whose member a login that may create roles becomes until the rollback, in the path in which
 * its names were found. What is computed there of what others have laid meanwhile can write nothing.
 */
static bool can_run(struct call *call, const char *begin, const struct routine *routine, const char *body) {
    const struct value values[] = {value_text(body), value_text(routine->types), value_text(routine->nulls),
                                   value_text(routine->path)};
    struct text sql = TEXT_INIT;
    bool explained;
    text_printf(&sql, "%s; %s", begin, sql_become_owner);
    bool done = !text_failed(&sql) && database_exec(call, sql.data) &&
                database_any(call, sql_explain, values, 4, &explained);
    text_free(&sql);
    return done;
}

int postgres_check_hook(const struct hook_check *check, const char *name, const char *body) {
    struct call *call = check->call;
    const bool joins = pawl_in_transaction(call->db);
    struct value values[] = {value_text(name), value_text(check->model->current)};
    struct routine routine = {0};
    struct pawl_error failed = PAWL_ERROR_INIT;
    struct text grant = TEXT_INIT;
    int problems = database_rows(call, sql_find_routine, values, 2, read_routine, &routine) ? 0 : -1;
    if (problems == 0 && routine.types != NULL) {
        if (!can_run(call, joins ? "savepoint pawlctl_hook" : "begin", &routine, body)) {
            failed = call->err;
            problems = 1;
        }
        if (!joins)
            database_rollback(call);
        else if (!database_exec(call, sql_undo))
            problems = -1;
        if (problems == 1) {
            name_grant(call, &failed, body, &grant);
            call->err = failed;
            hook_cannot_run(check, name, grant.data);
        }
    }
    text_free(&grant);
    free(routine.types);
    free(routine.nulls);
    free(routine.path);
    return problems;
}
