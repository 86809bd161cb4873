#include "database/model.h"
#include "keep.h"
#include "say/row.h"

#include <string.h>

/* All applications have Pawl's roles, of whatever prefix: revoking from one would stop them. */
static void refuse_roles(const char *named) {
    static const char *const roles[] = {ROLE_APP, ROLE_OPERATOR, ROLE_OWNER, ROLE_READER};
    const size_t length = strcspn(named, "@");
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const size_t size = strlen(roles[i]), before = length < size ? 0 : length - size;
        if (length >= size && strncmp(named + before, roles[i], size) == 0 &&
            (before == 0 || named[before - 1] == '_'))
            refused("name a login, or a role of your own", "%s is a role of Pawl; nothing was changed",
                    named);
    }
}

/* On MariaDB a login is of a host: any, if none is named. */
static const char *login_of(const struct call *call, const char *named) {
    refuse_roles(named);
    return call->dialect->logins_have_hosts && strchr(named, '@') == NULL
               ? arena_printf(memory, "%s@%%", named)
               : named;
}

static const char *account_of(const struct call *call, const char *login) {
    const char *host = strrchr(login, '@');
    if (!call->dialect->logins_have_hosts)
        return database_quoted(login);
    return arena_printf(memory, "%s@%s",
                        database_literal(arena_strndup(memory, login, (size_t)(host - login))),
                        database_literal(host + 1));
}

static void refuse_missing(struct call *call, const char *login, const struct database_word *words) {
    if (!database_has(call, database_template(call->dialect->find_login, words), NO_VALUES))
        refused("create the login first", "there is no login %s; nothing was changed", login);
}

/* The events as SQL takes them, and for people; none: all. */
static void read_events(struct call *call, const struct deployed_model *model, struct text *sql,
                        struct text *told) {
    for (size_t i = 2; i < call->operand_count; i++) {
        const char *event = call->operands[i], *separator = i == 2 ? "" : ", ";
        if (model_event_named(model, event) == 0)
            refused("pawlctl help grant", "machine %s has no event %s; nothing was changed", model->name,
                    event);
        text_printf(sql, "%s%s", separator, database_literal(event));
        text_printf(told, "%s%s", separator, event);
    }
    if (call->operand_count == 2) {
        text_put(sql, "''");
        text_put(told, "all events");
    }
}

/* A grant of all events is one row: no row of a single event could be deleted. */
static void refuse_part_of_all(struct call *call, const struct database_word *words) {
    const char *login = call->operands[0], *machine = call->operands[1];
    if (call->operand_count > 2 &&
        database_has(call,
                     model_sql(call, NULL,
                               "select 1 from {schema}.pawl_grants "
                               "where machine = {machine} and login = {login} and event = ''",
                               words),
                     NO_VALUES))
        refused(arena_printf(memory, "run pawlctl grant %s %s --revoke, then grant the events that stay",
                             login, machine),
                "login %s has one grant of all events of %s; nothing was changed", login, machine);
}

int command_grant(struct call *call) {
    const bool revokes = option(call, "--revoke") != NULL;
    if (call->dialect->grant_events == NULL)
        refused(NULL, "this database has no logins");
    const char *login = login_of(call, call->operands[0]), *account = account_of(call, login);
    const struct models models = models_read(call, call->operands[1]);
    struct text events = TEXT_INIT, told = TEXT_INIT;
    read_events(call, models.models, &events, &told);
    const struct database_word words[] = {{"account", account},
                                          {"login", database_literal(login)},
                                          {"machine", database_literal(call->operands[1])},
                                          {"events", text_keep(&events, memory)},
                                          {NULL, NULL}};
    if (!revokes)
        refuse_missing(call, login, words);
    database_begin(call);
    if (!revokes)
        database_exec(call, database_template(call->dialect->grant_reader, words));
    database_become_owner(call);
    if (revokes)
        refuse_part_of_all(call, words);
    database_exec(
        call, database_template(revokes ? call->dialect->revoke_events : call->dialect->grant_events, words));
    if (!revokes &&
        model_query(call, NULL,
                    "select 1 from {schema}.pawl_granted where machine = {machine} and login = {login}",
                    words, NO_VALUES, 1)
                .count == 0)
        refused("grant EXECUTE on its functions yourself",
                "machine %s was deployed without roles (--no-roles); nothing was changed", call->operands[1]);
    database_commit(call);
    row_tell(call,
             ROW(row_text("login", login), row_text("machine", call->operands[1]),
                 row_text("events", text_keep(&told, memory)), row_truth("revoked", revokes)),
             revokes ? "{login}: may no longer fire by a grant of its own: {events} of {machine}\n"
                     : "{login}: may read, and fire {events} of {machine}\n");
    return EXIT_DONE;
}
