/* Whether MariaDB can run a guard or effect. */
#include "database/model.h"
#include "mariadb/dialect.h"

#include <string.h>

/* The text in a literal, with a plain `?` for each number: what string it is in does not matter here. */
static const char *literal(const char *body) {
    struct text out = TEXT_INIT;
    text_char(&out, '\'');
    for (const char *at = body; *at != '\0'; at++) {
        text_char(&out, *at);
        if (*at == '\'')
            text_char(&out, '\'');
        if (*at == '?')
            at += strspn(at + 1, "0123456789");
    }
    text_char(&out, '\'');
    return text_keep(&out, memory);
}

/* In the transaction that may be open, of which nothing is lost. False where it failed, as call->err says. */
static bool try_alone(struct call *call, const char *sql) {
    const bool joins = pawl_in_transaction(call->db);
    if (joins)
        database_exec(call, "savepoint pawlctl_hook");
    const bool done = database_try_exec(call, sql);
    const struct pawl_error failed = call->err;
    if (joins && !done)
        database_exec(call, "rollback to savepoint pawlctl_hook");
    if (joins)
        database_exec(call, "release savepoint pawlctl_hook");
    call->err = failed;
    return done;
}

static int check_engines(const struct hook_check *check, const char *name, const char *body) {
    struct call *call = check->call;
    /* cells: table, engine */
    const struct row_set tables =
        database_query(call, call->dialect->kept_when_rolled_back, VALUES(value_text(body)), 2);
    for (EACH_ROW(row, tables))
        check->problem(check->context,
                       arena_printf(memory,
                                    "%s may write %s, whose engine %s knows no transactions: that stays when "
                                    "the transition is rolled back",
                                    name, row[0].text, row[1].text),
                       arena_printf(memory, "alter table %s engine = InnoDB", row[0].text));
    return (int)tables.count;
}

/*
 * It is prepared, which looks for what it names and computes nothing: EXPLAIN would call functions of others
 * with the rights of whoever asks. As the role that runs it, by a procedure that is not there where no roles
 * are, and that not everybody may call: else as whoever asks, whose lack of rights says nothing.
 */
static bool can_run(struct call *call, const char *called, const char *body) {
    const int kind = (int)strcspn(called, "_");
    if (try_alone(call, arena_printf(memory,
                                     "call pawl_database.pawl_check_hook('pawl_application', %s, '%.*s %s')",
                                     literal(body), kind, called, called + kind + 1)))
        return true;
    return strstr(call->err.message, "pawl_check_hook") != NULL &&
           (try_alone(call, arena_printf(memory, "prepare pawl_hook from %s; deallocate prepare pawl_hook",
                                         literal(body))) ||
            right_is_denied(call->db, &call->err));
}

int mariadb_check_hook(const struct hook_check *check, const char *name, const char *body) {
    const char *called = name + strlen(check->model->name) + 1; /* guard_covered */
    if (can_run(check->call, called, body))
        return strncmp(called, "effect", strlen("effect")) == 0 ? check_engines(check, name, body) : 0;
    hook_cannot_run(check, name, check->call->err.help);
    return 1;
}
