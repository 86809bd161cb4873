/* Whether MariaDB can run a guard or effect. */
#include "core/handle.h"
#include "database.h"
#include "mariadb/dialect.h"

#include <string.h>

/* The text in a literal, with a plain `?` for each number: in which string one stands does not matter here.
 */
static void put_literal(struct text *out, const char *body) {
    text_char(out, '\'');
    for (const char *at = body; *at != '\0'; at++) {
        text_char(out, *at);
        if (*at == '\'')
            text_char(out, '\'');
        if (*at == '?')
            at += strspn(at + 1, "0123456789");
    }
    text_char(out, '\'');
}

/*
 * It is prepared, which looks for what it names and computes nothing: EXPLAIN would call functions of others
 * with the rights of whoever asks. That is not Pawl's owner, so what he may not do there is not told.
 */
int mariadb_check_hook(const struct hook_check *check, const char *name, const char *body) {
    struct call *call = check->call;
    const bool joins = call->db->driver->in_transaction(call->db);
    struct text sql = TEXT_INIT;
    text_put(&sql, "prepare pawl_hook from ");
    put_literal(&sql, body);
    text_put(&sql, "; deallocate prepare pawl_hook");
    int problems = text_failed(&sql) || (joins && !database_exec(call, "savepoint pawlctl_hook")) ? -1 : 0;
    if (problems == 0 && !database_exec(call, sql.data)) {
        const struct pawl_error failed = call->err;
        if (joins && !database_exec(call, "rollback to savepoint pawlctl_hook"))
            problems = -1;
        else if (!call->dialect->is_denied(&failed)) {
            call->err = failed;
            hook_cannot_run(check, name, NULL);
            problems = 1;
        }
    }
    if (problems >= 0 && joins && !database_exec(call, "release savepoint pawlctl_hook"))
        problems = -1;
    text_free(&sql);
    return problems;
}
