#include "act.h"
#include "act/stuck_locks.sql.h"
#include "database/frozen.h"
#include "say/print.h"
#include "stuck.h"

#include <inttypes.h>

#define LOCKS_MAX 100

/* ---- held locks --------------------------------------------------------------------------------- */

/* "2 wait", or who does, if this login may know. */
static const char *waiters_of(struct call *call, const struct pawl_held_lock *lock) {
    struct row_set waiters;
    struct text names = TEXT_INIT;
    text_printf(&names, "%" PRId64 " %s", lock->waiting, lock->waiting == 1 ? "waits" : "wait");
    if (database_try_query(call, model_sql(call, NULL, sql_waiters, NULL),
                           VALUES(value_text(lock->key), value_text(lock->type)), 1, &waiters))
        for (EACH_ROW(row, waiters))
            text_printf(&names, "%s%s", row == waiters.cells ? ": " : ", ", row[0].text);
    return text_keep(&names, memory);
}

static void add_held(struct stuck *stuck, const struct pawl_held_lock *lock) {
    const char *login = held_lock_login(stuck->call, lock), *type = *lock->type == '\0' ? NULL : lock->type;
    stuck_add(stuck, "lock", type, lock->key, lock->since_us,
              arena_printf(memory, "pawlctl locks %s", shell_word(lock->key)),
              "the lock on %s of %s is held by %s%s%s; %s", lock->key, type == NULL ? "all machines" : type,
              lock->owner, login == NULL ? "" : ", login ", login == NULL ? "" : login,
              waiters_of(stuck->call, lock));
}

/* The run that holds the lock, if it goes on only after a lease that is long: perhaps nobody works on it. */
static void add_claimed(struct stuck *stuck, const struct pawl_held_lock *lock) {
    struct pawl_run run;
    char until[TIME_SIZE];
    if (!held_lock_run(stuck->call, lock, &run) || !run.is_leased || run.due_at_us < now_us() + OVERDUE_US)
        return;
    const char *id = arena_printf(memory, "%" PRId64, run.id);
    stuck_add(stuck, "claimed run", run.flow, id, run.updated_at_us,
              arena_printf(memory, "pawlctl flow show %s", id),
              "%s: run %s, which holds the lock on %s, is claimed until %s; if its worker died, it continues "
              "only then",
              run.flow, id, lock->key, print_time(until, run.due_at_us, ' '));
}

/* cells: run, flow, key, type, since, owner */
static void add_run(struct stuck *stuck, const struct cell *row) {
    const char *id = key_text(&row[0]);
    stuck_add(stuck, "blocked run", row[1].text, id, row[4].number,
              arena_printf(memory, "pawlctl flow show %s", id),
              "%s: run %s waits for the lock on %s, held by %s", row[1].text, id, row[2].text,
              row[5].text == NULL ? "a run before it" : row[5].text);
}

void stuck_locks(struct stuck *stuck) {
    struct call *call = stuck->call;
    struct held_locks held;
    answer_check(call, held_locks_read(call, NULL, &held));
    const struct row_set runs =
        model_query(call, NULL, sql_runs, NULL, VALUES(value_bigint(now_us() - OVERDUE_US)), 6);
    for (size_t i = 0; i < held.count; i++)
        if (held.list[i].waiting > 0) {
            add_held(stuck, &held.list[i]);
            add_claimed(stuck, &held.list[i]);
        }
    for (EACH_ROW(row, runs))
        add_run(stuck, row);
}

void stuck_freezes(struct stuck *stuck) {
    const struct row_set freezes = database_freezes(stuck->call);
    for (EACH_ROW(row, freezes)) { /* machine or flow, mode, until, reason, since, login, deferred events */
        const char *frozen = frozen_text(stuck->frozen, row[0].text);
        if (frozen == NULL) /* it is over */
            continue;
        const char *login = row[5].text == NULL ? "" : row[5].text, *deferred = "";
        if (row[6].number > 0)
            deferred = arena_printf(memory, "; deferred events: %" PRId64, row[6].number);
        stuck_add(stuck, "frozen", row[0].text, NULL, row[4].number,
                  arena_printf(memory, "to end it: pawlctl thaw %s", row[0].text), "%s is %s%s%s%s",
                  row[0].text, frozen, *login == '\0' ? "" : "; frozen by ", login, deferred);
    }
}

/* ---- sessions ----------------------------------------------------------------------------------- */

/* cells: connection, login, application, since, whom it holds up, what ends it */
static void add_session(struct stuck *stuck, const struct cell *row) {
    const int64_t since_us = row[3].is_null ? 0 : row[3].number;
    const char *id = row[0].number == 0 ? NULL : key_text(&row[0]);
    const char *look = id == NULL ? "pawlctl verify" : arena_printf(memory, "to end it: %s", row[5].text);
    const char *application = row[2].text == NULL ? "" : row[2].text;
    const char *who = id == NULL ? "a prepared transaction"
                                 : arena_printf(memory, "connection %" PRId64 " (login %s%s%s)",
                                                row[0].number, row[1].text == NULL ? "?" : row[1].text,
                                                *application == '\0' ? "" : ", application ", application);
    if (row[4].is_null)
        stuck_add(stuck, "open transaction", NULL, id, since_us, look,
                  "%s is idle in a transaction that has locked rows", who);
    else
        stuck_add(stuck, "blocking session", NULL, id, since_us, look, "%s holds up connection %s", who,
                  row[4].text);
}

void stuck_sessions(struct stuck *stuck, const struct models *models) {
    struct call *call = stuck->call;
    const struct database_dialect *dialect = call->dialect;
    struct text tables = TEXT_INIT;
    struct row_set sessions, unseen = {0};
    if (dialect->sessions == NULL)
        return;
    for (size_t i = 0; i < models->count; i++)
        text_printf(&tables, "%s%s", i == 0 ? "" : " ", models->models[i].current);
    const bool sees = database_try_query(call, dialect->sessions,
                                         VALUES(value_text(text_keep(&tables, memory))), 6, &sessions);
    if (!sees && !right_is_denied(call->db, &call->err))
        database_error(call);
    if (!sees || !dialect->denies_sessions)
        unseen = database_query(call, dialect->unseen_sessions, NO_VALUES, 1);
    for (EACH_ROW(row, unseen))
        json_array_append_new(stuck->notes, json_string(row[0].text));
    for (EACH_ROW(row, sessions))
        add_session(stuck, row);
}
