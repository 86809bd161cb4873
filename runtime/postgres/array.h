/* Arrays as PostgreSQL reads them in its binary format. */
#pragma once

#include "core/driver.h"

#define EPOCH_2000_US INT64_C(946684800000000) /* where PostgreSQL's times begin */

/* struct driver, array. NULL in place of an array whose elements are all NULL. */
enum pawl_status postgres_array(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                                const void *context, struct value *out, struct pawl_error *err);

/* Of places in a table, which come and go as the bytes that PostgreSQL makes of them. */
enum pawl_status postgres_tid_array(struct pawl_db *db, size_t count, element_fn *element,
                                    const void *context, struct value *out, struct pawl_error *err);
