#include "act.h"
#include "base/text.h"
#include "database/database.h"
#include "say/print.h"
#include "say/row.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, OWNER_SIZE = 256 };

/* ---- listing ------------------------------------------------------------------------------------ */

/* cells: machine, mode, until, reason, since, frozen by, deferred */
static enum pawl_status add_freeze(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct field row[] = {
        column_first("machine", row_text("machine", cells[0].text)),
        column_first("frozen", row_text("mode", cells[1].text)),
        column("until", row_if(!cells[2].is_null, row_time("until", cells[2].number))),
        column_last("why", row_text("reason", cells[3].text)),
        column_first("since", row_time("since", cells[4].number)),
        column("by", row_text("by", cells[5].text)),
        column(">deferred", row_number("deferred", cells[6].number)),
        ROW_END,
    };
    (void)err;
    list_add(context, row);
    return PAWL_OK;
}

static void add_lock(struct list *list, const struct pawl_held_lock *lock) {
    const char *type = *lock->type == '\0' ? NULL : lock->type;
    const struct field row[] = {
        column("of", row_or("all machines", row_text("machine", type))),
        column_first("key", row_text("key", lock->key)),
        column("held by", row_text("owner", lock->owner)),
        column(">token", row_number("token", lock->token)),
        column("since", row_time("since", lock->since_us)),
        column("until", row_if(lock->until_us != 0, row_time("until", lock->until_us))),
        column(">waiting", row_number("waiting", lock->waiting)),
        ROW_END,
    };
    list_add(list, row);
}

static void locks_print(const struct list *locks, const struct list *freezes, const char *key) {
    list_print(freezes);
    list_print(locks);
    if (locks->count == 0)
        row_say(stdout, ROW(row_text("key", key)),
                key == NULL ? "no locks are held\n" : "nobody holds {key}\n");
}

static int locks_print_list(struct call *call) {
    const char *key = call->operands[0];
    struct list lists[] = {list_new(call, "locks", NULL), list_new(call, "frozen", NULL)};
    struct pawl_held_locks page;
    const struct pawl_held_lock *after = NULL;
    enum pawl_status status;
    do {
        status = pawl_list_locks(call->db, key, after, PAGE, &page, &call->err);
        if (status != PAWL_OK)
            break;
        for (size_t i = 0; i < page.count; i++)
            add_lock(&lists[0], &page.rows[i]);
        after = page.count > 0 ? &page.rows[page.count - 1] : NULL;
    } while (page.count == PAGE);
    const bool done = status == PAWL_OK && (key != NULL || database_rows(call, call->dialect->freezes, NULL,
                                                                         0, add_freeze, &lists[1]));
    if (done && call->json)
        lists_print(lists, key != NULL ? 1 : 2, NULL);
    else if (done)
        locks_print(&lists[0], &lists[1], key);
    lists_free(lists, 2);
    if (status != PAWL_OK)
        return answer_error(call, status);
    return done ? EXIT_DONE : database_error(call);
}

/* ---- breaking ----------------------------------------------------------------------------------- */

enum { TYPE_SIZE = 64 };

/* What is held on the key: of the machine, "" being all machines; NULL: whatever there is. */
struct target {
    size_t count;
    char type[TYPE_SIZE], owner[OWNER_SIZE]; /* of one of them; "" where this login may not know */
    struct text all;                         /* "--machine=transfer (held by nightly), ..." */
};

static void find_target(struct call *call, const char *machine, const char *key, struct target *target) {
    struct pawl_held_locks page;
    const struct pawl_held_lock *after = NULL;
    do {
        if (pawl_list_locks(call->db, key, after, PAGE, &page, &call->err) != PAWL_OK)
            return;
        for (size_t i = 0; i < page.count; i++) {
            if (machine != NULL && strcmp(page.rows[i].type, machine) != 0)
                continue;
            char *owner = printable(page.rows[i].owner);
            snprintf(target->type, TYPE_SIZE, "%s", page.rows[i].type);
            snprintf(target->owner, OWNER_SIZE, "%s", page.rows[i].owner);
            text_printf(&target->all, "%s%s%s (held by %s)", target->count++ == 0 ? "" : ", ",
                        *page.rows[i].type == '\0' ? "--all-machines" : "--machine=", page.rows[i].type,
                        owner == NULL ? "" : owner);
            free(owner);
        }
        after = page.count > 0 ? &page.rows[page.count - 1] : NULL;
    } while (page.count == PAGE);
}

/* As runs of flows hold theirs: "run 3". */
static bool is_run(const char *owner) {
    return strncmp(owner, "run ", 4) == 0 && owner[4 + strspn(owner + 4, "0123456789")] == '\0' &&
           owner[4] != '\0';
}

static int take_away(struct call *call, const char *reason) {
    const char *key = call->operands[0],
               *machine = option(call, "--all-machines") != NULL ? "" : option(call, "--machine");
    if (key == NULL || reason == NULL)
        return usage_error(call, "the owner of the lock relies on it: %s%s%s",
                           key == NULL ? "name its key" : "", key == NULL && reason == NULL ? ", and " : "",
                           reason == NULL ? "give the reason with --reason=TEXT" : "");
    if (!text_is_utf8(reason))
        return usage_error(call, "--reason: the text is not UTF-8");
    struct target target = {.all = TEXT_INIT};
    find_target(call, machine, key, &target);
    if (target.count > 1) {
        usage_error(call, "more than one lock is held on %s: name one with %s", key, target.all.data);
        text_free(&target.all);
        return EXIT_USAGE;
    }
    text_free(&target.all);
    if (machine == NULL && target.count == 1)
        machine = target.type;
    if (machine != NULL && *machine == '\0')
        machine = NULL; /* of all machines */
    enum pawl_status status = pawl_break(call->db, machine, key, reason, &call->err);
    row_tell(call,
             ROW(row_text("machine", machine), row_text("key", key),
                 row_text("status", pawl_status_name(status)),
                 row_in_json(false, row_text("owner", target.owner))),
             status != PAWL_OK ? ""
             : is_run(target.owner)
                 ? "{key}: the lock is broken; {owner} continues without it\n"
                 : "{key}: the lock is broken; its owner's token is worth nothing from now on\n");
    return status == PAWL_OK ? EXIT_DONE : answer_error(call, status);
}

int command_locks(struct call *call) {
    bool breaks = option(call, "--break") != NULL;
    const char *reason = option(call, "--reason");
    if (!breaks &&
        (reason != NULL || option(call, "--machine") != NULL || option(call, "--all-machines") != NULL))
        return usage_error(call, "--reason, --machine and --all-machines go with --break");
    if (option(call, "--machine") != NULL && option(call, "--all-machines") != NULL)
        return usage_error(call, "--machine and --all-machines are two locks: break one after the other");
    return breaks ? take_away(call, reason) : locks_print_list(call);
}
