#include "base/text.h"
#include "core/text.h"
#include "database.h"
#include "print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, OWNER_SIZE = 256 };

/* ---- listing ------------------------------------------------------------------------------------ */

struct freezes {
    json_t *json;
    struct table table;
    size_t count;
};

/* cells: machine, mode, until, reason, since, frozen by, deferred */
static enum pawl_status add_freeze(void *context, const struct cell *cells, struct pawl_error *err) {
    struct freezes *freezes = context;
    char since[TIME_SIZE], until[TIME_SIZE];
    const char separator = freezes->json != NULL ? 'T' : ' ';
    const char *end = cells[2].is_null ? NULL : print_time(until, cells[2].number, separator);
    (void)err;
    print_time(since, cells[4].number, separator);
    freezes->count++;
    if (freezes->json != NULL) {
        json_array_append_new(freezes->json,
                              json_pack("{s:s, s:s, s:s?, s:s, s:s, s:s, s:I}", "machine", cells[0].text,
                                        "mode", cells[1].text, "until", end, "reason", cells[3].text, "since",
                                        since, "by", cells[5].text, "deferred", (json_int_t)cells[6].number));
        return PAWL_OK;
    }
    char *reason = printable(cells[3].text), *who = printable(cells[5].text);
    table_cell(&freezes->table, cells[0].text);
    table_cell(&freezes->table, cells[1].text);
    table_cell(&freezes->table, since);
    table_cell(&freezes->table, end);
    table_cell(&freezes->table, who);
    table_number(&freezes->table, cells[6].number);
    table_cell(&freezes->table, reason);
    free(reason);
    free(who);
    return PAWL_OK;
}

static bool list_freezes(struct call *call, json_t *json) {
    static const char *const headings[] = {"machine", "frozen", "since", "until", "by", ">deferred", "why"};
    struct freezes freezes = {.json = json};
    table_begin(&freezes.table, headings, sizeof headings / sizeof *headings);
    bool done = database_rows(call, database_dialect(call)->freezes, NULL, 0, add_freeze, &freezes);
    if (json == NULL && freezes.count > 0)
        table_end(&freezes.table, "");
    else
        table_free(&freezes.table);
    return done;
}

static void add_lock(struct table *table, json_t *json, const struct pawl_held_lock *lock) {
    char since[TIME_SIZE], until[TIME_SIZE], token[24];
    const char separator = json != NULL ? 'T' : ' ';
    const char *end = lock->until_us == 0 ? NULL : print_time(until, lock->until_us, separator);
    print_time(since, lock->since_us, separator);
    if (json != NULL) {
        json_array_append_new(json, json_pack("{s:s?, s:s, s:s, s:I, s:s, s:s?, s:I}", "machine",
                                              *lock->type == '\0' ? NULL : lock->type, "key", lock->key,
                                              "owner", lock->owner, "token", (json_int_t)lock->token, "since",
                                              since, "until", end, "waiting", (json_int_t)lock->waiting));
        return;
    }
    char *key = printable(lock->key), *owner = printable(lock->owner);
    snprintf(token, sizeof token, "%" PRId64, lock->token);
    table_cell(table, key);
    table_cell(table, *lock->type == '\0' ? "all machines" : lock->type);
    table_cell(table, owner);
    table_cell(table, token);
    table_cell(table, since);
    table_cell(table, end);
    table_number(table, lock->waiting);
    free(key);
    free(owner);
}

static int list(struct call *call) {
    static const char *const headings[] = {"key", "of", "held by", ">token", "since", "until", ">waiting"};
    json_t *locks = json_array(), *freezes = json_array();
    const char *key = call->operand_count > 0 ? call->operands[0] : NULL;
    struct table table;
    struct pawl_held_locks page;
    const struct pawl_held_lock *after = NULL;
    enum pawl_status status;
    size_t count = 0;
    table_begin(&table, headings, sizeof headings / sizeof *headings);
    do {
        status = pawl_list_locks(call->db, key, after, PAGE, &page, &call->err);
        if (status != PAWL_OK)
            break;
        for (size_t i = 0; i < page.count; i++)
            add_lock(&table, call->json ? locks : NULL, &page.rows[i]);
        count += page.count;
        after = page.count > 0 ? &page.rows[page.count - 1] : NULL;
    } while (page.count == PAGE);
    bool done = status == PAWL_OK && (key != NULL || list_freezes(call, call->json ? freezes : NULL));
    if (done && !call->json && count > 0)
        table_end(&table, "");
    else
        table_free(&table);
    char *clean = key == NULL ? NULL : printable(key);
    if (done && !call->json && count == 0)
        say("%s%s\n", clean == NULL ? "no locks are held" : "nobody holds ", clean == NULL ? "" : clean);
    free(clean);
    if (done && call->json)
        print_json(key != NULL ? json_pack("{s:O}", "locks", locks)
                               : json_pack("{s:O, s:O}", "locks", locks, "frozen", freezes));
    json_decref(locks);
    json_decref(freezes);
    if (!done)
        database_error(call);
    return done ? EXIT_DONE : status == PAWL_MISUSE ? EXIT_USAGE : EXIT_DATABASE;
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
    const char *key = call->operand_count > 0 ? call->operands[0] : NULL,
               *machine = option(call, "--all-machines") != NULL ? "" : option(call, "--machine");
    if (key == NULL || reason == NULL)
        return usage_error(call,
                           "a lock is taken from somebody who counts on it: name its key, and say why with "
                           "--reason=TEXT");
    if (!text_is_utf8(reason))
        return usage_error(call, "--reason: the text is not UTF-8");
    struct target target = {.all = TEXT_INIT};
    find_target(call, machine, key, &target);
    if (target.count > 1) {
        usage_error(call, "more than one lock is held on %s: say which one with %s", key, target.all.data);
        text_free(&target.all);
        return EXIT_USAGE;
    }
    text_free(&target.all);
    if (machine == NULL && target.count == 1)
        machine = target.type;
    if (machine != NULL && *machine == '\0')
        machine = NULL; /* of all machines */
    enum pawl_status status = pawl_break(call->db, machine, key, reason, &call->err);
    const char *owner = target.owner;
    if (call->json)
        print_json(json_pack("{s:s?, s:s, s:s}", "machine", machine, "key", key, "status",
                             pawl_status_name(status)));
    else if (status == PAWL_OK && is_run(owner))
        say("%s: the lock is broken; %s goes on without it\n", key, owner);
    else if (status == PAWL_OK)
        say("%s: the lock is broken; its owner's token is worth nothing from now on\n", key);
    if (status == PAWL_OK)
        return EXIT_DONE;
    database_error(call);
    return status == PAWL_NOT_FOUND ? EXIT_REFUSED : status == PAWL_MISUSE ? EXIT_USAGE : EXIT_DATABASE;
}

static int run(struct call *call) {
    bool breaks = option(call, "--break") != NULL;
    const char *reason = option(call, "--reason");
    if (!breaks &&
        (reason != NULL || option(call, "--machine") != NULL || option(call, "--all-machines") != NULL))
        return usage_error(call, "--reason, --machine and --all-machines go with --break");
    if (option(call, "--machine") != NULL && option(call, "--all-machines") != NULL)
        return usage_error(call, "--machine and --all-machines are two locks: break one after the other");
    return breaks ? take_away(call, reason) : list(call);
}

static const struct completion_option options[] = {
    {.spelling = "--break", .help = "take the lock on that key from whoever holds it"},
    {.spelling = "--machine",
     .value = COMPLETE_TEXT,
     .value_name = "NAME",
     .help = "with --break: of which machine, where several are held"},
    {.spelling = "--all-machines", .help = "with --break: the one that is held of all machines"},
    {.spelling = "--reason",
     .value = COMPLETE_TEXT,
     .value_name = "TEXT",
     .help = "with --break: why, for those who read pawl_lock_log"},
    {0},
};

const struct command command_locks = {
    .name = "locks",
    .operands = "[KEY]",
    .operand_max = 1,
    .help = "list frozen machines and held locks, or break a lock",
    .more =
        "Lists the machines that are frozen or asleep, with the events that are deferred, and the locks "
        "that are held, with how many wait for each; with a key, the locks on that. With --break it takes "
        "a lock away: moves of the key go on, and the owner is LOCKED out by his old token. Where more than "
        "one "
        "is held on the key, --machine says which, or --all-machines. Who did it and "
        "why is written down in the table pawl_lock_log. On PostgreSQL breaking needs pawl_operator.",
    .json =
        "{locks: [{machine, key, owner, token, since, until, waiting}], frozen: [{machine, mode, until, "
        "reason, since, by, deferred}]}; with a key without the latter; with --break {machine, key, status}",
    .example = "locks A7 --break --machine=transfer --reason=\"its job died\"",
    .options = options,
    .role = "pawl_operator",
    .run = run,
};
