/*
 * Lives here: what everything else of libpawl stands on. Not here: another room, or a call of a database
 * but through its driver.
 *
 * The handle: what it keeps, its connection, and how every call begins and ends. Internal.
 */
#pragma once

#include "core/after.h"
#include "core/driver.h"
#include "core/error.h"
#include "core/known.h"
#include "core/log.h"
#include "core/stats.h"

#include <stdatomic.h>
#include <sys/types.h>

/* A move whose guard or effect is being called; the innermost first. */
struct running {
    const struct running *outer;
    const struct pawl_machine *machine;
    struct pawl_key key;
    int event;
    bool in_guard;
    const char *trace;            /* of the transition or run; NULL: none */
    const struct pawl_step *step; /* of a flow, whose name is the machine's; NULL: none */
    /* The token of the lock that its run holds on a key in all machines, or 0; NULL: it holds no locks. */
    int64_t (*global_token)(const struct pawl_step *step, const char *key);
};

struct gathered;
struct later;

/* What a handle without a connection of its own asks of the pool that it belongs to; see pool/pool.h. */
struct pool_calls {
    /* Whether a handle of the pool has found that the database has this version of the machine; what one has
       found, or not any more, the others need not ask. */
    bool (*knows)(struct pawl_db *db, const struct pawl_machine *machine);
    void (*learns)(struct pawl_db *db, const struct pawl_machine *machine, bool is_known);
    /* Gives the handle a connection that is ready, and its own until it is checked in, in place of a batch
       connection that it has: CONFLICT if none was free in time. */
    enum pawl_status (*check_out)(struct pawl_db *db, struct pawl_error *err);
    void (*check_in)(struct pawl_db *db);
    /*
     * Makes the move, or the read, with those that others ask for at this moment, as one transaction. True:
     * the status is its answer. False: it was not made, or the move's sending says that its answer was lost,
     * and the handle makes it by itself. If nobody else asks, the handle may have a batch connection for
     * that.
     */
    bool (*gather)(struct pawl_db *db, struct gathered asked, enum pawl_status *status);
    void (*leave)(struct pawl_db *db); /* the handle is closed */
    /* A move that nobody waits for: begun, given up before it was asked for, or asked for (PENDING; all else
       gives it up, too). NULL where the handle cannot ask for one. */
    enum pawl_status (*new_later)(struct pawl_db *db, struct later **out, struct pawl_error *err);
    void (*drop_later)(struct pawl_db *db, struct later *later);
    enum pawl_status (*ask_later)(struct pawl_db *db, struct later *later, struct pawl_error *err);
};

/* A connection to the database: a handle's own, or that of a member of a pool, which handles have in turn. */
struct connection {
    void *of_driver;
    bool is_adopted;
    const char *session_setup; /* SQL, static: a connection that replaces a broken one begins with it */
};

/* What a call has waited for others who write, as the driver tells. */
struct waits {
    bool add_up;   /* within make_attempts: all waiting of its attempts counts together */
    bool are_over; /* it was as long as it may: the failure that was reported last is final */
    int64_t so_far_us;
};

/*
 * How long a caller that may be told to stop waits for answers. Once it is told, an answer that has not come
 * after HURRIED_ANSWER_US is given up, and the connection with it. Another one is made for what was lost; the
 * second one that gives no answer, or cannot be made, is the last.
 */
struct hurry {
    bool (*is_hurried)(void *context); /* asked ten times a second; NULL: answers are awaited for ever */
    void *context;
    unsigned given_up; /* so many connections */
};

#define HURRIED_ANSWER_US 5000000

struct pawl_db {
    const struct driver *driver;
    struct connection *connection;  /* NULL: the pool's, and this handle has none at the moment */
    struct connection own;          /* of a handle that is not of a pool */
    const struct pool_calls *pool;  /* NULL: the connection is the handle's own */
    void *place;                    /* of the handle in its pool */
    struct stats own_stats, *stats; /* stats: the pool's, or the own ones */
    pid_t process;                  /* that has opened it: one forked from it would take its answers */
    _Atomic(uintptr_t) user;        /* the thread whose call is under way; 0: none */
    unsigned depth;                 /* so many calls are under way, one within the other */
    bool is_pinned;                 /* the caller has asked for the connection: it stays with the handle */
    char warning[200];              /* "" for none */
    const char *role; /* that whoever uses the handle needs, whatever he asks; NULL: it depends */
    const char
        *new_roles; /* the names of Pawl's roles begin so, if they are still to be created; NULL: no prefix */
    bool is_away;   /* the database could not be connected to when that was last tried */
    struct waits waits;
    struct hurry hurry;
    bool transaction_open;       /* by libpawl; stays true when the connection breaks, until the rollback */
    bool in_callers_transaction; /* begun by his SQL; stays true until a call has said that it broke */
    struct results results[2];   /* this call's and the previous one's, whose rows may be passed in */
    struct known_machines known; /* by this handle, or by another of its pool */
    bool has_schema;             /* the database was seen to have this library's version of what all share */
    bool sets_test_clock, lacks_test_clock; /* of what it installs: with one; and the database has none */
    struct registered_hooks *hooks;
    size_t hooks_count;
    const struct running *running;
    const struct move *moving; /* the transition under way, for the log */
    struct log_hook log;
    struct after_calls after;
};

/* The driver has connected the handle, or was given the connection. */
static inline void connection_is_made(struct pawl_db *db, void *of_driver) {
    db->own.of_driver = of_driver;
    db->connection = &db->own;
}

/* The caller keeps it. */
static inline bool connection_is_adopted(const struct pawl_db *db) {
    return db->connection && db->connection->is_adopted;
}

/* Opens a database, or works on a connection that the caller keeps; `function` is what he has called. */
enum pawl_status open_connection(struct pawl_db **out, const struct driver *driver, const char *where,
                                 struct pawl_error *err);
enum pawl_status adopt_connection(struct pawl_db **out, const struct driver *driver, void *connection,
                                  const char *function, struct pawl_error *err);

/* A handle of a pool's, without a connection, that counts there. */
enum pawl_status open_pooled(struct pawl_db **out, const struct driver *driver, const struct pool_calls *pool,
                             void *place, struct stats *stats, struct pawl_error *err);

/*
 * Stands at the head of every function that a program calls with a handle, which returns MISUSE there while a
 * call of another thread's is under way, and in another process than the handle's, or `refusal` where it
 * answers no status. When the outermost returns, a handle of a pool gives its connection back, unless a
 * transaction is open. tests/toolchain/operations.py requires it.
 */
#define OPERATION(db, err) OPERATION_OR(db, refuse_other_user(db, err))
#define OPERATION_OR(db, refusal)                                                                            \
    __attribute__((cleanup(operation_end))) struct pawl_db *operation_of_handle = operation_enter(db);       \
    if ((db) && !operation_of_handle)                                                                        \
    return refusal
struct pawl_db *operation_enter(struct pawl_db *db); /* NULL: it is refused, or db is NULL */
enum pawl_status refuse_other_user(const struct pawl_db *db, struct pawl_error *err);
/* MISUSE of what another process has opened, from which this one was forked. */
enum pawl_status refuse_other_process(const char *what, struct pawl_error *err);
void operation_end(struct pawl_db *const *db);

/*
 * The driver's ready. Where a connection cannot be made again nothing was sent, so that it may be asked for
 * again when the database is there: DB, and retryable.
 */
enum pawl_status handle_ready(struct pawl_db *db, struct pawl_error *err);

/* The same of another way to be connected, which has ended so. */
enum pawl_status judge_connecting(struct pawl_db *db, enum pawl_status status, struct pawl_error *err);

/* A handle of a pool gets a connection, where it has none. */
enum pawl_status handle_connect(struct pawl_db *db, struct pawl_error *err);

static inline const struct pawl_statements *statements_of(const struct pawl_db *db,
                                                          const struct pawl_machine *machine) {
    return machine->sql[db->driver->dialect];
}

/* The start of what concerns no machine of this program: clears err, turns over the results, and revives the
   connection. */
enum pawl_status connection_begin(struct pawl_db *db, struct pawl_error *err);

/* What the previous call returned stays valid until this one returns. */
void turn_results(struct pawl_db *db);

/* The memory for this call's results. */
static inline struct results *operation_results(struct pawl_db *db) {
    return &db->results[0];
}

/* The driver's query for what changes nothing: sent again, once, where the connection broke. */
enum pawl_status read_rows(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err);

/* Whether the database has denied something, and the login does not use the role. See pawl_admin.h. */
bool right_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err);

/* Whether a failure (PAWL_DB) lasts until the login is granted the role, or uses it. */
bool role_is_lacking(struct pawl_db *db, const char *role, const struct pawl_error *err);

/*
 * To be asked where what was read does not fit. True: another node of a cluster may have had something
 * newer, this one has caught up with it, and the caller reads again.
 */
bool looks_again(struct pawl_db *db, bool fits, enum pawl_status *status, struct pawl_error *err);
