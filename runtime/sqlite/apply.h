/* What of a deployment on SQLite the generated SQL cannot do. Internal. */
#pragma once

#include "core/driver.h"

extern const struct schema_part sqlite_schema[];

/* See struct driver. */
enum pawl_status sqlite_apply(struct pawl_db *db, const char *sql, struct pawl_error *err);
enum pawl_status sqlite_accept(struct pawl_db *db, struct pawl_error *err);
