/* What the two files of SQLite's locks share. Internal to them. */
#ifndef PAWL_SQLITE_LOCK_H
#define PAWL_SQLITE_LOCK_H

#include "lock/lock.h"

#include <stdio.h>

static inline void copy_text(const struct cell *cell, char *copy, size_t size) {
    snprintf(copy, size, "%s", cell->text ? cell->text : "");
}

#define QUERY(sql, read, context, ...) db->driver->query(db, sql, VALUES(__VA_ARGS__), read, context, err)
#define WRITE(table, sql, ...)         db->driver->write(db, table, sql, VALUES(__VA_ARGS__), err)

/*
 * all_or_nothing for those who go on asking: where another connection writes, which may be a move under way,
 * they are told so soon, by LOCKED and that text.
 */
enum pawl_status all_or_nothing_soon(struct pawl_db *db, pawl_work_fn *steps, void *context,
                                     struct lock_answer *answer, const char *busy, struct pawl_error *err);

enum pawl_status write_log(struct pawl_db *db, const char *action, const struct lock_name *name,
                           const char *reason, struct pawl_error *err);
/* Of machines and flows: 1 or 0. */
enum pawl_status machine_exists(struct pawl_db *db, const char *machine, int64_t *exists,
                                struct pawl_error *err);

/* The next token of a key. */
enum pawl_status sqlite_next_token(struct pawl_db *db, const char *key, int64_t *token,
                                   struct pawl_error *err);

/* Whether a held lock forbids a move of a machine with a key. */
enum pawl_status sqlite_refuse_held(struct pawl_db *db, const struct lock_question *question,
                                    struct lock_answer *answer, struct pawl_error *err);

/* Of struct lock_driver. */
enum pawl_status sqlite_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                               int64_t until_us, const char *reason, struct lock_answer *answer,
                               struct pawl_error *err);
enum pawl_status sqlite_thaw(struct pawl_db *db, const char *machine, struct lock_answer *answer,
                             struct pawl_error *err);
enum pawl_status sqlite_wake(struct pawl_db *db, const char *machine, struct pawl_error *err);
enum pawl_status sqlite_defer(struct pawl_db *db, const struct deferred *event, struct lock_answer *answer,
                              struct pawl_error *err);
enum pawl_status sqlite_deferred_done(struct pawl_db *db, int64_t number,
                                      const struct deferred_outcome *outcome, struct pawl_error *err);
enum pawl_status sqlite_refuse(struct pawl_db *db, const struct lock_question *question,
                               struct lock_answer *answer, struct pawl_error *err);

#endif
