/* What the tests of timers and work look at, and how they turn the clock. */
#ifndef TEST_QUEUE_ROWS_H
#define TEST_QUEUE_ROWS_H

#include "../support/transitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alarm.h"
#include "door.h"
#include "job.h"

/* "name|fence" of each row of the entity in the queue, with "|asleep" or "|parked" where it is. */
#define expect_pending(db, machine, key, rows)                                                               \
    expect_rows(db, rows,                                                                                    \
                "select declaration || '|' || fence || case when is_asleep then '|asleep' else '' end"       \
                " || case when parked_at is not null then '|parked' else '' end"                             \
                " from %s_pending where %s_id = '%s' order by declaration",                                  \
                machine, machine, key)

/* The clock is turned by moving what is due into the past: the first ones stand the longest. */
static inline void make_due(const char *machine, const char *key, const char *declaration, int order) {
    char sql[512];
    snprintf(sql, sizeof sql, "update %s_pending set due_at = %s%s where %s_id = '%s' and declaration = '%s'",
             machine, on_postgres() ? "timestamptz 'epoch' + interval '1 second' * %d" : "%d",
             on_postgres() && strcmp(machine, "alarm") == 0 ? ", put_off_until = null" : "", machine, key,
             declaration);
    char ordered[600];
    snprintf(ordered, sizeof ordered, sql, order);
    forge(ordered);
}

/* As if the clock had run two years ahead at the last transitions of these entities, and been corrected. */
#ifdef PAWL_TEST_TRANSITIONS
#define TWO_YEARS_LATER(time)                                                                                \
    (on_postgres()  ? time " = " time " + interval '2 years'"                                                \
     : on_mariadb() ? time " = " time " + interval 2 year"                                                   \
                    : time " = strftime('%Y-%m-%d %H:%M:%f000', " time ", '+2 years')")
#else
#define TWO_YEARS_LATER(time)                                                                                \
    (on_postgres() ? time " = " time " + interval '2 years'" : time " = " time " + 63072000000000")
#endif
/* A history that is enforced lets nobody change its rows, so its trigger goes for the rest of the test. */
#define moved_in_the_future(machine, pattern)                                                                \
    do {                                                                                                     \
        if (!on_postgres())                                                                                  \
            forge("drop trigger if exists " HEADS(machine) "_kept");                                         \
        forge_later("update " HEADS(machine) " set ", TWO_YEARS_LATER(SINCE),                                \
                    " where " machine "_id like '" pattern "'" LATEST);                                      \
    } while (0)
static inline void forge_later(const char *update, const char *set, const char *where) {
    char sql[512];
    snprintf(sql, sizeof sql, "%s%s%s", update, set, where);
    forge(sql);
}

/* Microseconds from the last move of the entity to when that is due. */
static inline int64_t due_after_move(struct pawl_db *db, const char *machine, const char *key,
                                     const char *declaration) {
    char sql[512];
    snprintf(sql, sizeof sql,
             on_postgres()
                 ? "select (extract(epoch from due_at - since) * 1000000)::bigint from %s_pending p"
                   " join %s_current c on p.%s_id = c.%s_id where p.%s_id = '%s' and declaration = '%s'"
                 : "select due_at - since from %s_pending p"
                   " join %s_current c on p.%s_id = c.%s_id where p.%s_id = '%s' and declaration = '%s'",
             machine, machine, machine, machine, machine, key, declaration);
    char *rows = rows_of(db, sql);
    int64_t due = strtoll(rows, NULL, 10);
    free(rows);
    return due;
}

/* Microseconds from now until that is due. */
static inline int64_t due_in(struct pawl_db *db, const char *machine, const char *key,
                             const char *declaration) {
    char sql[512];
    snprintf(sql, sizeof sql, "select %s from %s_pending where %s_id = '%s' and declaration = '%s'",
             on_postgres() ? "(extract(epoch from due_at) * 1000000)::bigint" : "due_at", machine, machine,
             key, declaration);
    char *rows = rows_of(db, sql);
    int64_t due = strtoll(rows, NULL, 10);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    free(rows);
    return due - ((int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

#define assert_between(value, low, high)                                                                     \
    do {                                                                                                     \
        int64_t seen = (value);                                                                              \
        if (seen < (low) || seen > (high))                                                                   \
            fail_msg("%s is %lld, not between %lld and %lld", #value, (long long)seen, (long long)(low),     \
                     (long long)(high));                                                                     \
    } while (0)

#define SECONDS(n) ((n)*INT64_C(1000000))

/* Works until nothing is due. */
static inline void work_once(struct pawl_db *db, const struct pawl_machine *machine, unsigned kinds) {
    struct pawl_work_options options = {.struct_size = sizeof options, .once = true, .kinds = kinds};
    expect(PAWL_OK, pawl_work(db, &machine, 1, &options, &err));
}

#endif
