/* Statuses, errors and values of machines and flows. Part of pawl.h, whose rules hold here too. */
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

/* STATUSES.md lists the cause and the remedy of each. */
enum pawl_status {
#define X(constant, meaning) PAWL_##constant,
    PAWL_STATUSES(X)
#undef X
};

/* Returns "OK", "ILLEGAL", ...; never NULL. */
const char *pawl_status_name(enum pawl_status status);

/* The blocker, if the status is LOCKED or ASLEEP, or CONFLICT of a pool. */
enum pawl_obstacle {
    PAWL_OBSTACLE_NONE = 0,
    PAWL_OBSTACLE_FROZEN,   /* the machine or flow is frozen (PAWL_FREEZE_REJECT) */
    PAWL_OBSTACLE_ASLEEP,   /* it is paused (PAWL_FREEZE_SLEEP) */
    PAWL_OBSTACLE_WAKING,   /* it was paused: a deferred event of the entity comes first */
    PAWL_OBSTACLE_HELD,     /* a lock on the key, of this machine (pawl_acquire) */
    PAWL_OBSTACLE_HELD_ALL, /* a lock on the key in all machines */
    PAWL_OBSTACLE_ENDED,    /* the caller's own lock (lock_owner, lock_token) has ended */
    PAWL_OBSTACLE_BUSY,     /* a transaction or worker, until it ends; CONFLICT: the pool had no time */
};

struct pawl_error {
    size_t struct_size; /* set by PAWL_ERROR_INIT */
    enum pawl_status status;
    bool retryable;    /* DB: run the whole transaction again; or nothing was sent, because the server takes
                          no connections now (not of pawl_open). UNKNOWN: send the same request id again.
                          CONFLICT: the pool had no time, call again. */
    char sqlstate[6];  /* "" if the database has none */
    int native_code;   /* the database's error number (SQLite: extended result code), or 0 */
    char message[512]; /* one line */
    char help[256];    /* the remedy, "" if it is obvious */
    char guard[128];   /* REFUSED: the guards or the effect that refused, as in the .fsm file ("has_funds, not
                          fraud", "a, b and 12 more"); else "" */
    enum pawl_obstacle obstacle; /* LOCKED, ASLEEP, CONFLICT; the next members describe it */
    int64_t obstacle_until_us;   /* its latest end; 0: none, or unknown */
    char obstacle_owner[256];    /* HELD, HELD_ALL: the lock's owner; else "" */
    char obstacle_reason[256];   /* FROZEN, ASLEEP: the reason given to pawl_freeze; else "" */
};
/* By position: C++17 has no designated initializers. */
#define PAWL_ERROR_INIT                                                                                      \
    { sizeof(struct pawl_error), PAWL_OK, false, "", 0, "", "", "", PAWL_OBSTACLE_NONE, 0, "", "" }

enum pawl_log_level { PAWL_LOG_INFO = 1, PAWL_LOG_WARNING, PAWL_LOG_ERROR };

enum pawl_log_kind {
    PAWL_LOG_REFUSED = 1, /* a transition ended with this status, neither OK, IGNORED nor EXISTS */
    PAWL_LOG_SLOW,        /* a transition took at least slow_us */
    PAWL_LOG_RETRIED,     /* a call is repeated after a collision or a broken connection */
    PAWL_LOG_CONNECTED,   /* a broken connection was replaced */
    PAWL_LOG_RESOLVED,    /* the result of a lost answer is known */
    PAWL_LOG_FAILED,      /* a job, or a step of a run, failed in a worker */
    PAWL_LOG_PARKED,      /* a job or a run is parked */
    PAWL_LOG_STOPPED,     /* a worker returned */
};

/* Borrowed for the call. Texts are "" if there is nothing to name; trace is NULL. */
struct pawl_log_entry {
    enum pawl_log_level level;
    enum pawl_log_kind kind;
    enum pawl_status status;
    const char *machine; /* or flow */
    const char *entity;  /* its key, or the number of the run */
    const char *message; /* one line */
    const char *trace;   /* of the transition */
    int64_t duration_us; /* since the transition was called; 0: it concerns none */
};

typedef void pawl_log_fn(void *context, const struct pawl_log_entry *entry);

/* Optional scalars: value counts only if set is true. */
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

/* data may be NULL if size is 0. */
struct pawl_bytes {
    const void *data;
    size_t size;
};
struct pawl_optional_bytes {
    bool set;
    struct pawl_bytes value;
};

/* A value of pawl_query: a parameter, or a column of a row. */
struct pawl_value {
    enum pawl_type type;
    bool is_null;
    int64_t number;          /* BIGINT, INT, BOOL (0 or 1), TIMESTAMP (microseconds); of a row's NUMERIC the
                                digits before its point */
    const char *text;        /* TEXT, NUMERIC, UUID, JSON; of a row's BYTES the bytes and a NUL */
    struct pawl_bytes bytes; /* BYTES */
};

/* One parameter of an event, and its place in the event's args struct. */
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
