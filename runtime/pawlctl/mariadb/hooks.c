/* Whether MariaDB can run a guard or effect. */
#include "database/database.h"
#include "database/model.h"
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

/* In the transaction that may be open, of which nothing is lost: 1 where it failed, as call->err says; -1: no
 * more can be asked. */
static int try_alone(struct call *call, const char *sql) {
    const bool joins = pawl_in_transaction(call->db);
    if (joins && !database_exec(call, "savepoint pawlctl_hook"))
        return -1;
    const bool done = database_exec(call, sql);
    const struct pawl_error failed = call->err;
    if (joins && ((!done && !database_exec(call, "rollback to savepoint pawlctl_hook")) ||
                  !database_exec(call, "release savepoint pawlctl_hook")))
        return -1;
    call->err = failed;
    return done ? 0 : 1;
}

struct naming {
    const struct hook_check *check;
    const char *effect;
    int problems;
};

/* cells: table, engine */
static enum pawl_status name_table(void *context, const struct cell *cells, struct pawl_error *err) {
    struct naming *naming = context;
    struct text message = TEXT_INIT, help = TEXT_INIT;
    (void)err;
    text_printf(&message,
                "%s may write %s, whose engine %s knows no transactions: that stays when the transition is "
                "rolled back",
                naming->effect, cells[0].text, cells[1].text);
    text_printf(&help, "alter table %s engine = InnoDB", cells[0].text);
    if (!text_failed(&message) && !text_failed(&help))
        naming->check->problem(naming->check->context, message.data, help.data);
    text_free(&message);
    text_free(&help);
    naming->problems++;
    return PAWL_OK;
}

static int check_engines(const struct hook_check *check, const char *name, const char *body) {
    const struct value text = value_text(body);
    struct naming naming = {check, name, 0};
    struct call *call = check->call;
    return database_rows(call, call->dialect->kept_when_rolled_back, &text, 1, name_table, &naming)
               ? naming.problems
               : -1;
}

/*
 * It is prepared, which looks for what it names and computes nothing: EXPLAIN would call functions of others
 * with the rights of whoever asks. As the role that runs it, by a procedure that is not there where no roles
 * are, and that not everybody may call: else as whoever asks, whose lack of rights says nothing.
 */
int mariadb_check_hook(const struct hook_check *check, const char *name, const char *body) {
    struct call *call = check->call;
    const char *called = name + strlen(check->model->name) + 1; /* guard_covered */
    const int kind = (int)strcspn(called, "_");
    struct text sql = TEXT_INIT;
    text_put(&sql, "call pawl_database.pawl_check_hook('pawl_application', ");
    put_literal(&sql, body);
    text_printf(&sql, ", '%.*s %s')", kind, called, called + kind + 1);
    int problems = text_failed(&sql) ? -1 : try_alone(call, sql.data);
    if (problems == 1 && strstr(call->err.message, "pawl_check_hook") != NULL) {
        text_free(&sql);
        sql = (struct text)TEXT_INIT;
        text_put(&sql, "prepare pawl_hook from ");
        put_literal(&sql, body);
        text_put(&sql, "; deallocate prepare pawl_hook");
        problems = text_failed(&sql) ? -1 : try_alone(call, sql.data);
        if (problems == 1 && right_is_denied(call->db, &call->err))
            problems = 0;
    }
    if (problems == 1)
        hook_cannot_run(check, name, call->err.help);
    else if (problems == 0 && strncmp(called, "effect", strlen("effect")) == 0)
        problems = check_engines(check, name, body);
    text_free(&sql);
    return problems;
}
