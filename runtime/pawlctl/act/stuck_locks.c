#include "act.h"
#include "act/stuck_locks.sql.h"
#include "database/frozen.h"
#include "say/print.h"
#include "stuck.h"

#include <inttypes.h>
#include <string.h>

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
    const char *login = held_lock_login(stuck->call, lock);
    stuck_add(stuck, &(struct stuck_row){
                         .kind = "lock",
                         .of = *lock->type == '\0' ? NULL : lock->type,
                         .id = lock->key,
                         .since_us = lock->since_us,
                         .message = arena_printf(memory, "the lock on %s of %s is held by %s%s%s; %s",
                                                 lock->key, *lock->type == '\0' ? "all machines" : lock->type,
                                                 lock->owner, login == NULL ? "" : ", login ",
                                                 login == NULL ? "" : login, waiters_of(stuck->call, lock)),
                         .look = arena_printf(memory, "pawlctl locks %s", shell_word(lock->key))});
}

/* The run that holds the lock, if it goes on only after a lease that is long: perhaps nobody works on it. */
static void add_claimed(struct stuck *stuck, const struct pawl_held_lock *lock) {
    struct pawl_run run;
    char until[TIME_SIZE];
    if (!held_lock_run(stuck->call, lock, &run) || !run.is_leased || run.due_at_us < now_us() + OVERDUE_US)
        return;
    const char *id = arena_printf(memory, "%" PRId64, run.id);
    stuck_add(stuck,
              &(struct stuck_row){.kind = "claimed run",
                                  .of = copy_of(run.flow),
                                  .id = id,
                                  .since_us = run.updated_at_us,
                                  .message = arena_printf(
                                      memory,
                                      "%s: run %s, which holds the lock on %s, is claimed until %s; if its "
                                      "worker died, it continues only then",
                                      run.flow, id, lock->key, print_time(until, run.due_at_us, ' ')),
                                  .look = arena_printf(memory, "pawlctl flow show %s", id)});
}

/* cells: run, flow, key, type, since, owner */
static void add_run(struct stuck *stuck, const struct cell *row) {
    const char *id = key_text(&row[0]);
    stuck_add(stuck,
              &(struct stuck_row){.kind = "blocked run",
                                  .of = row[1].text,
                                  .id = id,
                                  .since_us = row[4].number,
                                  .message = arena_printf(
                                      memory, "%s: run %s waits for the lock on %s, held by %s", row[1].text,
                                      id, row[2].text, row[5].text == NULL ? "a run before it" : row[5].text),
                                  .look = arena_printf(memory, "pawlctl flow show %s", id)});
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
        const char *login = row[5].text == NULL ? "" : row[5].text;
        struct text message = TEXT_INIT;
        text_printf(&message, "%s is %s", row[0].text, frozen);
        if (*login != '\0')
            text_printf(&message, "; frozen by %s", login);
        if (row[6].number > 0)
            text_printf(&message, "; deferred events: %" PRId64, row[6].number);
        stuck_add(stuck, &(struct stuck_row){
                             .kind = "frozen",
                             .of = row[0].text,
                             .since_us = row[4].number,
                             .message = text_keep(&message, memory),
                             .look = arena_printf(memory, "to end it: pawlctl thaw %s", row[0].text)});
    }
}

/* ---- sessions ----------------------------------------------------------------------------------- */

/* cells: connection, login, application, since, whom it holds up, what ends it */
static void add_session(struct stuck *stuck, const struct cell *row) {
    const bool blocks = !row[4].is_null;
    const char *application = row[2].text == NULL ? "" : row[2].text;
    const char *who = row[0].number == 0
                          ? "a prepared transaction"
                          : arena_printf(memory, "connection %" PRId64 " (login %s%s%s)", row[0].number,
                                         row[1].text == NULL ? "?" : row[1].text,
                                         *application == '\0' ? "" : ", application ", application);
    stuck_add(
        stuck,
        &(struct stuck_row){
            .kind = blocks ? "blocking session" : "open transaction",
            .id = row[0].number == 0 ? NULL : key_text(&row[0]),
            .since_us = row[3].is_null ? 0 : row[3].number,
            .message = blocks ? arena_printf(memory, "%s holds up connection %s", who, row[4].text)
                              : arena_printf(memory, "%s is idle in a transaction that has locked rows", who),
            .look =
                row[0].number == 0 ? "pawlctl verify" : arena_printf(memory, "to end it: %s", row[5].text)});
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
