/*
 * What all machines and flows share in a database: the files of SQL in postgres/schema and sqlite/schema,
 * which are built in. The database says which version of them it has. More is in pawl_admin.h. Internal.
 */
#pragma once

#include "core/handle.h"

/* schema_look in one statement, which takes whatever version is written there for this library's. */
enum pawl_status schema_find(struct pawl_db *db, int64_t *version, struct pawl_error *err);

/* connection_begin for calls on the shared tables; asks for their version once per handle. */
enum pawl_status schema_begin(struct pawl_db *db, struct pawl_error *err);

/* Installs it, or brings it up to this library's version, in one transaction; does nothing where that is
 * there. */
enum pawl_status schema_install(struct pawl_db *db, bool without_roles, struct pawl_error *err);
