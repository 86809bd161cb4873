/* Values of a caller's own statement, and its rows. Internal to the driver of PostgreSQL. */
#pragma once

#include "core/value.h"

#include <libpq-fe.h>

/* In libpq's form; numbers are in buffers of the same struct. */
struct postgres_own {
    int count;
    Oid types[VALUE_MAX];
    const char *texts[VALUE_MAX];
    int lengths[VALUE_MAX], formats[VALUE_MAX];
    char numbers[VALUE_MAX][24];
};

void postgres_write_own(struct postgres_own *own, const struct value *values, size_t count);
/* Rows come as text, because there is a text of every type. */
enum pawl_status postgres_read_own(struct own_rows *rows, const PGresult *result, struct pawl_error *err);
