#include "act.h"
#include "act/locks.sql.h"
#include "database/entity.h"
#include "say/print.h"

#include <string.h>

enum { PAGE = 500 };

enum pawl_status held_locks_read(struct call *call, const char *key, struct held_locks *locks) {
    struct pawl_held_locks page;
    const struct pawl_held_lock *after = NULL;
    *locks = (struct held_locks){0};
    do {
        TRY(pawl_list_locks(call->db, key, after, PAGE, &page, &call->err));
        for (size_t i = 0; i < page.count; i++) {
            locks->list = memory_grow(locks->list, locks->count, &locks->capacity, sizeof *locks->list);
            struct pawl_held_lock *lock = &locks->list[locks->count++];
            *lock = page.rows[i];
            lock->type = copy_of(lock->type);
            lock->key = copy_of(lock->key);
            lock->owner = copy_of(lock->owner);
        }
        after = page.count > 0 ? &locks->list[locks->count - 1] : NULL;
    } while (page.count == PAGE);
    return PAWL_OK;
}

static const char *login_and_since(const char *login, int64_t since_us) {
    char since[TIME_SIZE];
    return arena_printf(memory, "%s%s%ssince %s", login == NULL ? "" : "login ", login == NULL ? "" : login,
                        login == NULL ? "" : ", ", print_time(since, since_us, ' '));
}

const char *blocker_of(struct call *call, const struct entity *entity) {
    const struct row_set freezes = database_freezes(call);
    struct held_locks locks;
    for (EACH_ROW(row, freezes))
        if (strcmp(row[0].text, entity->model->name) == 0 && (row[2].is_null || row[2].number > now_us()))
            return login_and_since(row[5].text, row[4].number);
    const char *key = entity_lock_key(call, entity);
    if (key == NULL || held_locks_read(call, key, &locks) != PAWL_OK)
        return NULL;
    for (size_t i = 0; i < locks.count; i++)
        if (*locks.list[i].type == '\0' || strcmp(locks.list[i].type, entity->model->name) == 0)
            return login_and_since(held_lock_login(call, &locks.list[i]), locks.list[i].since_us);
    return NULL;
}

/* ---- listing ------------------------------------------------------------------------------------ */

/* cells: as of database_freezes */
static void add_freeze(struct list *list, const struct cell *cells) {
    list_add(list, ROW(column_first("machine", row_text("machine", cells[0].text)),
                       column_first("frozen", row_text("mode", cells[1].text)),
                       column("until", row_if(!cells[2].is_null, row_time("until", cells[2].number))),
                       column_last("why", row_text("reason", cells[3].text)),
                       column_first("since", row_time("since", cells[4].number)),
                       column("by", row_text("by", cells[5].text)),
                       column(">deferred", row_number("deferred", cells[6].number))));
}

const char *held_lock_login(struct call *call, const struct pawl_held_lock *lock) {
    if (call->dialect->standing == NULL)
        return NULL;
    const struct row_set found =
        model_query(call, NULL, sql_login, NULL, VALUES(value_text(lock->key), value_text(lock->type)), 1);
    return found.count == 0 ? NULL : found.cells[0].text;
}

/* As runs of flows hold theirs: "run 3". */
static bool is_run(const char *owner) {
    return strncmp(owner, "run ", 4) == 0 && owner[4 + strspn(owner + 4, "0123456789")] == '\0' &&
           owner[4] != '\0';
}

bool held_lock_run(struct call *call, const struct pawl_held_lock *lock, struct pawl_run *run) {
    int64_t number;
    return is_run(lock->owner) && parse_number(lock->owner + 4, 1, INT64_MAX, &number) &&
           pawl_run_get(call->db, NULL, number, run, &call->err) == PAWL_OK;
}

const char *held_lock_owner(struct call *call, const struct pawl_held_lock *lock) {
    struct pawl_run run;
    char until[TIME_SIZE];
    if (!held_lock_run(call, lock, &run))
        return lock->owner;
    return arena_printf(memory, "%s (%s%s%s)", lock->owner, pawl_run_status_name(run.status),
                        run.is_leased ? ", claimed until " : "",
                        run.is_leased ? print_time(until, run.due_at_us, ' ') : "");
}

static void add_lock(struct call *call, struct list *list, const struct pawl_held_lock *lock) {
    const char *type = *lock->type == '\0' ? NULL : lock->type;
    list_add(list,
             ROW(column("of", row_or("all machines", row_text("machine", type))),
                 column_first("key", row_text("key", lock->key)), row_text("owner", lock->owner),
                 column_only("held by", row_text("owner", call->json ? NULL : held_lock_owner(call, lock))),
                 column(call->dialect->standing == NULL ? NULL : "login",
                        row_or("", row_text("login", held_lock_login(call, lock)))),
                 column(">token", row_number("token", lock->token)),
                 column("since", row_time("since", lock->since_us)),
                 column("until", row_if(lock->until_us != 0, row_time("until", lock->until_us))),
                 column(">waiting", row_number("waiting", lock->waiting))));
}

static void freezes_list(struct call *call, struct list *list) {
    for (EACH_ROW(row, database_freezes(call)))
        add_freeze(list, row);
}

void locks_list(struct call *call, struct list *locks, struct list *freezes) {
    struct held_locks held;
    answer_check(call, held_locks_read(call, NULL, &held));
    for (size_t i = 0; i < held.count; i++)
        list_add(locks,
                 ROW(row_text("machine", held.list[i].type), row_number("waiting", held.list[i].waiting)));
    freezes_list(call, freezes);
}

static int locks_print_list(struct call *call) {
    const char *key = call->operands[0];
    struct list lists[] = {list_new(call, "locks", NULL), list_new(call, "frozen", NULL)};
    struct held_locks locks;
    answer_check(call, held_locks_read(call, key, &locks));
    for (size_t i = 0; i < locks.count; i++)
        add_lock(call, &lists[0], &locks.list[i]);
    if (key == NULL)
        freezes_list(call, &lists[1]);
    if (call->json) {
        lists_print(lists, key != NULL ? 1 : 2, NULL);
        return EXIT_DONE;
    }
    list_print(&lists[1]);
    list_print(&lists[0]);
    if (locks.count == 0)
        row_say(stdout, ROW(row_text("key", key)),
                key == NULL ? "no locks are held\n" : "nobody holds {key}\n");
    return EXIT_DONE;
}

/* ---- breaking ----------------------------------------------------------------------------------- */

/* The lock on the key, of the machine, "" being all machines, or NULL, whatever there is; NULL: there is
 * none, or this login may not know. */
static const struct pawl_held_lock *find_target(struct call *call, const char *machine, const char *key) {
    const struct pawl_held_lock *found = NULL;
    struct held_locks locks;
    struct text all = TEXT_INIT; /* "--machine=transfer (held by nightly), ..." */
    size_t count = 0;
    held_locks_read(call, key, &locks);
    for (size_t i = 0; i < locks.count; i++) {
        const struct pawl_held_lock *lock = &locks.list[i];
        if (machine != NULL && strcmp(lock->type, machine) != 0)
            continue;
        if (found != NULL && *found->type == '\0' && *lock->type == '\0')
            continue; /* the same lock, under the other spelling of a uuid */
        text_printf(&all, "%s%s%s (held by %s)", count++ == 0 ? "" : ", ",
                    *lock->type == '\0' ? "--all-machines" : "--machine=", lock->type,
                    printable(lock->owner));
        found = lock;
    }
    const char *listed = text_keep(&all, memory);
    if (count > 1)
        usage_error(call, "more than one lock is held on %s: name one with %s", key, listed);
    return found;
}

static int take_away(struct call *call, const char *reason) {
    const char *key = call->operands[0],
               *machine = option(call, "--all-machines") != NULL ? "" : option(call, "--machine");
    if (key == NULL || reason == NULL)
        usage_error(call, "the owner of the lock relies on it: %s%s%s", key == NULL ? "name its key" : "",
                    key == NULL && reason == NULL ? ", and " : "",
                    reason == NULL ? "give the reason with --reason=TEXT" : "");
    const struct pawl_held_lock *target = find_target(call, machine, key);
    const char *owner = target == NULL ? "" : target->owner;
    if (machine == NULL && target != NULL)
        machine = target->type;
    if (machine != NULL && *machine == '\0')
        machine = NULL; /* of all machines */
    enum pawl_status status = pawl_break(call->db, machine, key, reason, &call->err);
    row_tell(call,
             ROW(row_text("machine", machine), row_text("key", key),
                 row_text("status", pawl_status_name(status)), row_in_json(false, row_text("owner", owner))),
             status != PAWL_OK ? ""
             : is_run(owner)   ? "{key}: the lock is broken; {owner} continues without it\n"
                               : "{key}: the lock is broken; calls with its owner's token return LOCKED\n");
    answer_check(call, status);
    return EXIT_DONE;
}

int command_locks(struct call *call) {
    bool breaks = option(call, "--break") != NULL;
    const char *reason = option_text(call, "--reason");
    if (!breaks &&
        (reason != NULL || option(call, "--machine") != NULL || option(call, "--all-machines") != NULL))
        usage_error(call, "--reason, --machine and --all-machines go with --break");
    if (option(call, "--machine") != NULL && option(call, "--all-machines") != NULL)
        usage_error(call, "--machine and --all-machines are two locks: break one after the other");
    return breaks ? take_away(call, reason) : locks_print_list(call);
}
