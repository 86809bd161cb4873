/*
 * What machines and flows have in common: statuses, errors, values. Part of pawl.h, which includes it; the
 * rules at the head of that file hold here too.
 */
#ifndef PAWL_BASE_H
#define PAWL_BASE_H

#include "pawl_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_db;

enum pawl_status {
#define X(constant, meaning) PAWL_##constant,
    PAWL_STATUSES(X)
#undef X
};

/* "OK", "ILLEGAL", ...; never NULL. */
const char *pawl_status_name(enum pawl_status status);

/* What is in the way where the answer is LOCKED or ASLEEP, or CONFLICT of a pool. */
enum pawl_obstacle {
    PAWL_OBSTACLE_NONE = 0,
    PAWL_OBSTACLE_FROZEN,   /* the machine or flow is frozen (PAWL_FREEZE_REJECT) */
    PAWL_OBSTACLE_ASLEEP,   /* it sleeps (PAWL_FREEZE_SLEEP) */
    PAWL_OBSTACLE_WAKING,   /* it has slept: an event of the entity that was deferred comes first */
    PAWL_OBSTACLE_HELD,     /* somebody holds a lock on the key, of this machine (pawl_acquire) */
    PAWL_OBSTACLE_HELD_ALL, /* ... on the key in all machines */
    PAWL_OBSTACLE_ENDED,    /* the lock that the caller has shown (lock_owner, lock_token) is his no more */
    PAWL_OBSTACLE_BUSY,     /* a transaction, or a worker: over when that ends; CONFLICT: a pool, in which it
                               was not begun in time */
};

struct pawl_error {
    size_t struct_size; /* set by PAWL_ERROR_INIT */
    enum pawl_status status;
    bool retryable;    /* DB: the database asks that the whole transaction be run again, or, of a handle
                          that was connected before, takes no connections: then nothing was sent;
                          UNKNOWN: the same request id may be sent again;
                          CONFLICT: a pool had no time for it, and it may be asked for again */
    char sqlstate[6];  /* the SQLSTATE, "" where the database has none */
    int native_code;   /* the database's own number of the error (SQLite: extended result code), or 0 */
    char message[512]; /* one line: the thing, what happened to it */
    char help[256];    /* what to do about it, "" where that is obvious */
    char guard[128];   /* REFUSED: the guards that refused, or the effect that did, as written in the
                          .fsm file ("has_funds, not fraud"); else "" */
    enum pawl_obstacle obstacle; /* LOCKED, ASLEEP, CONFLICT; the following describe it */
    int64_t obstacle_until_us;   /* over at the latest then; 0: it has no end, or nobody knows */
    char obstacle_owner[256];    /* HELD, HELD_ALL: who holds it; else "" */
    char obstacle_reason[256];   /* FROZEN, ASLEEP: as pawl_freeze was told; else "" */
};
/* Each field by its place: C++17 has no designated initializers. */
#define PAWL_ERROR_INIT                                                                                      \
    { sizeof(struct pawl_error), PAWL_OK, false, "", 0, "", "", "", PAWL_OBSTACLE_NONE, 0, "", "" }

/* Optional scalars: value counts only where set is true. */
struct pawl_optional_bigint {
    bool set;
    int64_t value;
};
struct pawl_optional_int {
    bool set;
    int32_t value;
};
struct pawl_optional_bool {
    bool set;
    bool value;
};
struct pawl_optional_timestamp {
    bool set;
    int64_t value_us;
};

/* data may be NULL where size is 0. */
struct pawl_bytes {
    const void *data;
    size_t size;
};
struct pawl_optional_bytes {
    bool set;
    struct pawl_bytes value;
};

/* One parameter of an event and where it lies in the event's args struct. */
struct pawl_param {
    const char *name;
    enum pawl_type type;
    bool optional;   /* text, numeric, uuid, json: NULL allowed; others: a struct pawl_optional_* */
    uint16_t column; /* index into pawl_machine.columns */
    uint32_t offset; /* in the args struct */
};

#ifdef __cplusplus
}
#endif

#endif
