/* What the files of SQLite's locks share. Internal to them. */
#pragma once

#include "lock/lock.h"
#include "sqlite/sqlite.h"

#include <stdio.h>

#define QUERY(sql, read, context, ...) db->driver->query(db, sql, VALUES(__VA_ARGS__), read, context, err)
#define WRITE(table, sql, ...)         db->driver->steps->write(db, table, sql, VALUES(__VA_ARGS__), err)
/* The one row fills a struct; texts are results of the operation. */
#define QUERY_ROW(sql, members, row, ...)                                                                    \
    QUERY(sql, row_read_one,                                                                                 \
          (&(struct row_reading){operation_results(db), members, sizeof(members) / sizeof *(members), row}), \
          __VA_ARGS__)
/* The values of each write are what the query `select` finds. */
#define WRITE_FOUND(table, select, sql, ...)                                                                 \
    db->driver->steps->write_found(db, select, VALUES(__VA_ARGS__), &(const struct row_write){table, sql},   \
                                   1, &(int64_t){0}, err)

/* What is asked for, and when. */
struct sqlite_asking {
    struct lock_call *call;
    int64_t now;
    const char *given; /* the key of its lock */
    const char *also; /* NULL, or the key as given of a lock of all machines on a uuid, whose name is in small
                         letters: it stands under both */
    bool is_uuid;     /* a lock of all machines on one */
};

enum pawl_status write_log(struct pawl_db *db, const char *action, const struct lock_name *name,
                           const char *reason, struct pawl_error *err);

/* A row of pawl_locks. */
struct lock_row {
    const char *type, *owner; /* owner NULL: there is none */
    int64_t token, since, until;
};
/* The one lock of that type, also one whose time is over. */
enum pawl_status sqlite_find_lock(struct pawl_db *db, const char *type, const char *key,
                                  struct lock_row *found, struct pawl_error *err);
/* With the next token of its keys; also: NULL, or another one. */
enum pawl_status sqlite_insert_lock(struct pawl_db *db, const struct lock_name *name, const char *also,
                                    int64_t now, int64_t until, int64_t *token, struct pawl_error *err);
enum pawl_status sqlite_delete_lock(struct pawl_db *db, const char *key, const struct lock_row *lock,
                                    struct pawl_error *err);
/* Deletes expired locks that blocked a lock of that type. wakes: the runs that waited for them. */
enum pawl_status sqlite_delete_expired(struct pawl_db *db, const char *type, const char *key, int64_t now,
                                       bool wakes, struct pawl_error *err);

/* Whether a held lock forbids a move of a machine with a key. */
enum pawl_status sqlite_refuse_held(struct pawl_db *db, const struct lock_question *question,
                                    struct lock_answer *answer, struct pawl_error *err);

/* ---- freeze.c ------------------------------------------------------------------------------------- */

/* Steps of a struct sqlite_asking. */
attempt_fn sqlite_freeze, sqlite_thaw, sqlite_defer;

/* Of struct lock_driver. */
enum pawl_status sqlite_wake(struct pawl_db *db, const char *machine, struct pawl_error *err);
enum pawl_status sqlite_deferred_done(struct pawl_db *db, int64_t number,
                                      const struct deferred_outcome *outcome, struct pawl_error *err);
enum pawl_status sqlite_refuse(struct pawl_db *db, const struct lock_question *question,
                               struct lock_answer *answer, struct pawl_error *err);
