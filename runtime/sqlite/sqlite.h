/*
 * Lives here: the driver of SQLite, which alone sees it, and does in steps what others do in functions. Not
 * here: decisions about moves.
 *
 * What the files of SQLite's driver share. Internal to them.
 */
#ifndef PAWL_SQLITE_SQLITE_H
#define PAWL_SQLITE_SQLITE_H

#include "core/driver.h"

extern const struct driver sqlite_driver;
extern const struct lock_driver sqlite_locks;
extern const struct flow_driver sqlite_flows;
extern const struct outbox_driver sqlite_outbox;

/* A write of one row of a table; its parameters are the next columns of what was found. */
struct row_write {
    const char *table, *sql;
};
enum { ROW_WRITES_MAX = 2 };
/* Makes the writes for each row that the query finds. row_count: how many those are. */
enum pawl_status sqlite_write_found(struct pawl_db *db, const char *select, const struct value *values,
                                    size_t value_count, const struct row_write *writes, size_t write_count,
                                    int64_t *row_count, struct pawl_error *err);

#endif
