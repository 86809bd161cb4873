/*
 * libpawl: moves database rows through state machines with locked transitions. C_API.md is the guide, task by
 * task; STATUSES.md lists each status with its cause and remedy.
 *
 * These rules hold for every function.
 *
 * Threads: use a handle from one thread at a time; handles are independent of each other. While a call runs,
 * a call from a second thread returns MISUSE (pawl_native: NULL) and does nothing. pawl_close,
 * pawl_in_transaction, pawl_warning, pawl_dialect and pawl_stats do not check the thread. Let every call
 * return: if you cancel its thread, or a callback ends in pthread_exit or longjmp, the call never releases
 * its locks.
 *
 * Processes: open handles and pools after fork() or daemon(). In a forked process their calls return MISUSE,
 * and closing does nothing.
 *
 * Ownership: you own every struct that you pass. Text and rows in results belong to the handle. They live
 * until the next call on that handle returns, so you can pass a row to the next call.
 *
 * Errors: each function returns a status, and fills err if the status is not OK. Such a call has written
 * nothing, except after DEFERRED, PENDING and UNKNOWN. A function that commits more than once keeps earlier
 * commits. "Returns" lists the statuses that are specific to a function. Every function that uses a database
 * can also return MISUSE (a wrong parameter, or the handle is in use), MISMATCH (the database does not fit
 * the program), DB, UNKNOWN (if it commits) and NOMEM. It returns CONFLICT if others blocked it until it gave
 * up, or if a pool had no free connection.
 *
 * Transactions: between pawl_begin and pawl_commit every operation joins the transaction. Roll back after DB,
 * UNKNOWN, NOMEM and MISMATCH (a migration can cause that while a program runs). Any other status leaves the
 * transaction usable.
 *
 * Lost answers: outside a transaction, libpawl repeats a call that is safe to repeat: reads, requests with a
 * request_id or a claim, starts with `unique`, signals and commands of runs, held locks and freezes. If the
 * database stays unreachable, and for other calls that commit, the status is UNKNOWN.
 *
 * Strings: NUL-terminated UTF-8. Other text is MISUSE.
 *
 * Times: microseconds since 1970-01-01 00:00 UTC. Names end in _us, except those of event parameters.
 *
 * NULL: allowed for err, opts, the out of a transition (struct pawl_transition *), the args of an event that
 * needs none, and if a comment allows it. Otherwise MISUSE.
 *
 * Parameter values: checked before anything is sent, and stored in one form on every database. Reads return
 * this form, and repeated request ids compare it. A value that does not fit, or is longer than
 * PAWL_VALUE_MAX_BYTES, is MISUSE.
 *   numeric  decimal text, "-12.50", without exponent, at most PAWL_NUMERIC_MAX_DIGITS digits. Needless
 *            leading zeros are removed, trailing zeros stay; 1.5 and 1.50 are equal.
 *   uuid     "6ba7b810-9dad-11d1-80b4-00c04fd430c8"; stored in lower case
 *   json     RFC 8259, at most PAWL_JSON_MAX_DEPTH deep, without \u0000 and unpaired surrogates. Stored byte
 *            for byte: {"a":1} and {"a": 1} are not equal.
 *   bytes    struct pawl_bytes
 */
#ifndef PAWL_H
#define PAWL_H

#include "pawl_base.h"
#include "pawl_flow.h"
#include "pawl_pool.h"
#include "pawl_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pawl_item;

/* Options of one transition. All zero is the default. */
struct pawl_opts {
    size_t struct_size; /* sizeof(struct pawl_opts), or 0 for the members known to PAWL_ABI 2 */
    const char *actor;  /* for the history, at most PAWL_ACTOR_MAX_BYTES; NULL: the connection's login */

    /*
     * Your name for this request, unique within the entity, at most PAWL_REQUEST_ID_MAX_BYTES; NULL: none.
     * The transition happens once, and each repetition returns the first result. With another event or other
     * arguments it returns REUSED. Refusals are not remembered. An id lasts as long as the entity's history,
     * until `pawlctl archive` removes the history.
     */
    const char *request_id;

    /* Not 0: returns CONFLICT if the entity's last transition has another sort_key. Above 2,147,483,647,
       the highest sort key: MISUSE. Not for creations. */
    int64_t expect_sort_key;

    /* Not NULL: the transition completes this item of pawl_claim, in the same transaction. Returns CONFLICT
       if the claim is lost. An item of a timer takes the timer's own event only. */
    const struct pawl_item *item;
    /* If you hold a lock on the entity's key (pawl_acquire), show it here, or the call returns LOCKED. A lock
       that has ended returns LOCKED too. Only for machines with `key`. NULL and 0: none; a tx step of a flow
       then shows the lock of its run. */
    const char *lock_owner;
    int64_t lock_token;

    /* How long a call outside transactions waits for a paused machine (PAWL_FREEZE_SLEEP), in ms; 0: not at
       all; PAWL_WAIT: without limit. After that, with defer, the event is stored (DEFERRED) and fired when
       the machine resumes; read the result with pawl_deferred_outcome. defer needs a request_id, no item. */
    int64_t wait_ms;
    bool defer;

    /* Not NULL: the call returns PENDING at once, and done gets the result; see pawl_pool_drive. Only on a
       pool's handle, outside transactions and callbacks, without item. */
    pawl_done_fn *done;
    void *done_context;

    /*
     * The W3C traceparent of the request, "00-4bf92f35...-00f067aa...-01"; NULL: that of `item`, or of the
     * callback or step that fires the event. The history keeps it at the end of the actor, together at most
     * PAWL_ACTOR_MAX_BYTES. Works and emitted events of the transition have it too.
     */
    const char *trace;
};

/* ---- connections -------------------------------------------------------------------------------- */

/*
 * Opens a database.
 * where: "sqlite:FILE", "sqlite::memory:", "postgresql://..." (or "postgres://..."), "mariadb://...", or
 *   libpq's "host=... dbname=...". SQLite creates a missing file and sets WAL mode. Options: POSTGRES.md,
 *   SQLITE.md, MARIADB.md.
 * Returns: MISUSE: unknown form; DB: unreachable, or not a database. *out is NULL then.
 * Ownership: close the handle with pawl_close.
 */
enum pawl_status pawl_open(struct pawl_db **out, const char *where, struct pawl_error *err);

/*
 * Opens a handle on a connection that you keep. Its settings stay, an open transaction is joined (see
 * pawl_committed), and a broken connection is not replaced. C_API.md has the details.
 * connection: a MYSQL must use utf8mb4 and the entities' database. PostgreSQL's client_encoding must be UTF8
 *   and stay so.
 * Returns: DB: the connection is broken, or has another encoding. *out is NULL then.
 * Ownership: open one handle at a time on a connection, and close it before the connection.
 * Threads: the connection's thread.
 */
struct pg_conn;
struct sqlite3;
struct st_mysql;
enum pawl_status pawl_adopt_postgres(struct pawl_db **out, struct pg_conn *connection,
                                     struct pawl_error *err);
enum pawl_status pawl_adopt_sqlite(struct pawl_db **out, struct sqlite3 *connection, struct pawl_error *err);
enum pawl_status pawl_adopt_mariadb(struct pawl_db **out, struct st_mysql *connection,
                                    struct pawl_error *err);

/*
 * Closes the handle, and rolls back a transaction of pawl_begin. An adopted connection stays open, with your
 * transaction. db may be NULL.
 */
void pawl_close(struct pawl_db *db);

/*
 * Returns a warning of one line if Pawl's tables are not protected from the login, such as a superuser or a
 * member of pawl_owner. On MariaDB also if it can replace guards and effects, or if binlog_format is not ROW.
 * Otherwise NULL. Checked when the connection was opened or adopted.
 * Ownership: the handle's.
 */
const char *pawl_warning(const struct pawl_db *db);

/* Returns "postgres", "sqlite" or "mariadb"; "" for NULL. */
const char *pawl_dialect(const struct pawl_db *db);

/*
 * Returns the PGconn *, sqlite3 * or MYSQL *, for your own statements in the same transaction. Get it again
 * after each call, because a broken connection is replaced.
 * Returns: NULL if db is NULL, the connection broke and cannot be replaced now, a pool has no connection in
 *   time, or another thread's call is running.
 * Ownership: the handle's. Do not close it, and do not begin or end transactions on it.
 */
void *pawl_native(struct pawl_db *db);

/* The rows of pawl_query. */
struct pawl_result_set {
    const struct pawl_value *values; /* [row_count * column_count], row after row */
    size_t row_count;
    size_t column_count;
    int64_t changed; /* rows written by an INSERT, UPDATE or DELETE that returns none; else 0 */
};

/*
 * Runs one statement of your own, in the open transaction or by itself:
 *     pawl_query(db, "insert into payments (id, amount) values ($1, $2)",
 *                PAWL_VALUES(pawl_text(id), pawl_bigint(900)), NULL, &err);
 * sql: $1, $2, ... stand for the values, on every database.
 * values: [count], sent apart from the text: nothing in them is read as SQL. In C++ pass an array of your
 *   own instead of PAWL_VALUES. A TIMESTAMP is a timestamptz on PostgreSQL and a bigint of microseconds on
 *   MariaDB and SQLite, as in Pawl's own tables. PostgreSQL deduces the type of a TEXT, UUID or JSON from its
 *   place: if two places of one $N differ (text, varchar), pass the value twice.
 * out: may be NULL. Integers come as BIGINT. On PostgreSQL boolean, timestamptz, numeric, uuid, json, jsonb
 *   and bytea have their own types; on MariaDB decimal and binary columns, on SQLite blobs. All other
 *   columns come as TEXT, as the database writes them. On MariaDB `changed` leaves out rows that already had
 *   the new values.
 * Returns: MISUSE: also for COMMIT, ROLLBACK and savepoints (pawl_commit, pawl_rollback, pawl_exec). MISUSE
 *   or DB: a $N has no value, or there is not exactly one statement.
 */
enum pawl_status pawl_query(struct pawl_db *db, const char *sql, const struct pawl_value *values,
                            size_t count, struct pawl_result_set *out, struct pawl_error *err);

/* The values of a call, and their number. */
#define PAWL_VALUES(...)                                                                                     \
    (const struct pawl_value[]){__VA_ARGS__},                                                                \
        sizeof((const struct pawl_value[]){__VA_ARGS__}) / sizeof(struct pawl_value)

/* Make a value. A text that is NULL is SQL's NULL. Borrowed, not copied. */
#define X(name, constant)                                                                                    \
    static inline struct pawl_value pawl_##name(const char *text) {                                          \
        const struct pawl_value value = {PAWL_TYPE_##constant, text == NULL, 0, text, {NULL, 0}};            \
        return value;                                                                                        \
    }
X(text, TEXT)
X(numeric, NUMERIC)
X(uuid, UUID)
X(json, JSON)
#undef X
#define X(name, constant, number_type)                                                                       \
    static inline struct pawl_value pawl_##name(number_type number) {                                        \
        const struct pawl_value value = {PAWL_TYPE_##constant, false, number, NULL, {NULL, 0}};              \
        return value;                                                                                        \
    }
X(bigint, BIGINT, int64_t)
X(int, INT, int32_t)
X(bool, BOOL, bool)
X(timestamp, TIMESTAMP, int64_t)
#undef X
static inline struct pawl_value pawl_blob(const void *data, size_t size) {
    const struct pawl_value value = {PAWL_TYPE_BYTES, false, 0, NULL, {data, size}};
    return value;
}
static inline struct pawl_value pawl_null(void) {
    return pawl_text(NULL);
}

/*
 * Returns a value of a row; NULL (is_null) if there is no such row or column.
 * Not inline: in a caller's loop, compilers warn about the NULL text of a row that is not there.
 */
struct pawl_value pawl_at(const struct pawl_result_set *set, size_t row, size_t column);

/*
 * Runs SQL without parameters and drops its rows: set-up, SET statements. COPY FROM STDIN loads no rows.
 * sql: one or several statements. If KILL QUERY comes between two of them, MariaDB 10.11 drops the rest and
 *   never answers.
 * Returns: MISUSE: also if sql begins with COMMIT or ROLLBACK within a guard, an effect or a tx step.
 */
enum pawl_status pawl_exec(struct pawl_db *db, const char *sql, struct pawl_error *err);

/* ---- statistics --------------------------------------------------------------------------------- */

/* Numbers by size: counts[i] has those that are at most 2^i and above 2^(i-1); the last one has all above. */
#define PAWL_HISTOGRAM_SIZE 28
struct pawl_histogram {
    int64_t counts[PAWL_HISTOGRAM_SIZE];
    int64_t sum; /* of all numbers */
};

/* Counters since the handle or pool was opened; they only rise. */
#define PAWL_COUNTER_STATUSES 32
struct pawl_counters {
    size_t struct_size;  /* sizeof(struct pawl_counters), or 0 for the members known to PAWL_ABI 2 */
    int64_t calls;       /* functions that you called; one with `done` counts again for its result */
    int64_t round_trips; /* to a server, after the connection is made; SQLite: 0 */
    int64_t retries;     /* repeated attempts of a call, after a collision or a broken connection */
    int64_t transitions[PAWL_COUNTER_STATUSES]; /* results, by enum pawl_status; also if rolled back later */
    struct pawl_histogram latency_us; /* from the call to its result; not of pawl_fire_many, pawl_fire_all */
    struct pawl_histogram wait_us;    /* of each call that waited in a pool, for a connection or its batch */
    struct pawl_histogram batch_size; /* transitions and reads in each batch of a pool or a worker */
};

/*
 * Read the counters of a handle, or of a pool. All handles of a pool have the pool's counters.
 * db, pool: NULL: zeros. Do not close them during the call.
 * stats: set struct_size before the call; no more than that is written.
 * Threads: any, also while another thread uses the handle. Each counter is exact, but they are not read at
 *   one moment.
 * examples/service prints them as OpenMetrics.
 */
void pawl_stats(const struct pawl_db *db, struct pawl_counters *stats);
void pawl_pool_stats(const struct pawl_pool *pool, struct pawl_counters *stats);

/* ---- log ---------------------------------------------------------------------------------------- */

/*
 * Sets the function that gets log entries of the handle (struct pawl_log_entry). It is called in the thread
 * of the call, which holds no lock of libpawl, and must not use the handle. log: NULL: none. slow_us: from
 * when a transition is slow; 0: none is.
 */
enum pawl_status pawl_set_log(struct pawl_db *db, pawl_log_fn *log, void *context, int64_t slow_us,
                              struct pawl_error *err);

/* ---- transactions ------------------------------------------------------------------------------- */

/*
 * Begin, commit or roll back a transaction. SQLite takes the write lock at once (BEGIN IMMEDIATE), so no
 * decision reads stale data. PostgreSQL gets BEGIN with the first statement, unless the connection was
 * adopted or pawl_native returned it; so only that statement may report that the server cannot be reached.
 * Returns:
 *   pawl_begin     MISUSE: a transaction is open
 *   pawl_commit    UNKNOWN: the connection broke before the answer; DB: the database refused and rolled back;
 *                  MISUSE: none is open, or a callback calls
 *   pawl_rollback  MISUSE: as pawl_commit. With any other status the transaction has ended.
 * If your own SQL ended the transaction, committed or not, later calls in it and pawl_commit return DB. On
 * MariaDB, libpawl detects this only for COMMIT and ROLLBACK through pawl_exec, not for data definition.
 */
enum pawl_status pawl_begin(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_commit(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_rollback(struct pawl_db *db, struct pawl_error *err);

/* Returns whether a transaction is open: of pawl_begin, or your own on the connection. false for NULL. */
bool pawl_in_transaction(const struct pawl_db *db);

/* The work of pawl_transact. OK commits; any other status rolls back and is returned. */
typedef enum pawl_status pawl_transact_fn(struct pawl_db *db, void *context, struct pawl_error *err);

/*
 * Runs work in a transaction. Runs it again from its start, after growing random pauses, if transactions
 * collided (40001, 40P01, busy) or the connection broke before the commit. So work must be safe to repeat.
 * Returns: CONFLICT: after 10 attempts, or after the time that SQLite waits; MISUSE: a transaction is open
 *   already.
 */
enum pawl_status pawl_transact(struct pawl_db *db, pawl_transact_fn *work, void *context,
                               struct pawl_error *err);

/* A state in the database that a newer program has written. */
#define PAWL_STATE_UNKNOWN (-1)

/* ---- operations, untyped; generated code wraps each with the machine's own types ---------------- */

/* An entity's key: text for key_type TEXT and UUID, number for BIGINT and INT. A UUID has any case. */
struct pawl_key {
    const char *text;
    int64_t number;
};

/*
 * A transition's result. After a refusal: from is the entity's state, to is 0, sort_key and created_at_us are
 * those of its last transition (created_at_us 0 if an effect refused). After REUSED: those of the transition
 * that has the request id.
 */
struct pawl_transition {
    int event;
    int from;
    int to;
    int64_t sort_key;
    int64_t created_at_us;
};

/* ---- hooks: guards and effects ------------------------------------------------------------------ */

/* The arguments of a callback. Borrowed for the length of the call. */
struct pawl_call {
    struct pawl_key key;
    int event, from, to;    /* for a guard, to is the state that the transition would lead to */
    int64_t sort_key;       /* of the transition; for a guard of the last one, 0 if there is none */
    int64_t created_at_us;  /* of the transition; 0 for a guard */
    const void *args;       /* the event's args struct, NULL if it has no parameters */
    const char *actor;      /* as in the options, or NULL */
    const char *trace;      /* of the transition, or NULL */
    const char *request_id; /* as in the options, or NULL */
};

/*
 * Sets a machine's guards and effects in C. Without them, an event that needs callbacks is MISUSE.
 * hooks: the generated hooks struct, borrowed until the handle is closed or they are set again; NULL removes.
 * Returns: MISUSE: a callback is missing, which the message names, the machine has none, or a guard or effect
 *   calls; MISMATCH: another ABI.
 *
 *   guard   runs with the entity locked, before guards in SQL and any write. It only reads. Returns OK or
 *           REFUSED.
 *   effect  runs after state, history and effects in SQL are written, and commits with them. Returns OK, or
 *           REFUSED, which undoes this transition and nothing before it.
 *   then    runs after the handle's outermost commit, in the order of the transitions, never after a
 *           rollback. It also runs for a transition that your own ROLLBACK TO undid. A crash, or a lost
 *           answer of the commit, loses it. It can do anything but close the handle. Its result is ignored.
 *
 * Guards and effects can run SQL (pawl_exec, pawl_native), and effects can fire other entities, all in the
 * same transaction. They must not begin or end a transaction, set hooks or fire the entity that is moving
 * (MISUSE). They must not wait for this entity on another handle, or close this handle. If a callback ends
 * the transaction directly on the connection, pawl_fire returns UNKNOWN. Any status but OK undoes the
 * transition; the caller of pawl_fire gets this status, with err's message and help. Callbacks run again if
 * the transition is repeated.
 */
enum pawl_status pawl_set_hooks(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                                struct pawl_error *err);

/*
 * Report the end of a transaction that you began with your own SQL. Call one of them after your COMMIT or
 * ROLLBACK: pawl_committed runs the `then` effects that wait for it; pawl_rolled_back discards them, as
 * pawl_close and a broken connection do. If none waits, they do nothing.
 * Returns: MISUSE: the transaction is still open, or a guard or effect calls.
 */
enum pawl_status pawl_committed(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_rolled_back(struct pawl_db *db, struct pawl_error *err);

/* ---- deployment --------------------------------------------------------------------------------- */

/*
 * Creates or upgrades the shared schema, in a transaction of its own, then the machine's tables and
 * functions, unless they exist. Renews the model that pawlctl reads. Does nothing if a newer version is
 * deployed that accepts this one. Run it as the deploying login, outside transactions. One deployment runs at
 * a time in a database: others wait (on MariaDB an hour at most); `pawlctl apply` names the blocker.
 * Returns: OK: a message in err warns of a guard or effect in SQL that cannot run yet, with the GRANT. SQLite
 *   checks them with the first transition; on an adopted connection your notice receiver gets the warning.
 *   MISMATCH: another version of the machine, or a newer shared schema, is deployed; nothing is changed.
 */
enum pawl_status pawl_apply(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_error *err);

/*
 * Upgrades the shared schema, then runs a migration (UPGRADE.md) in one transaction; on MariaDB in steps, of
 * which the finished ones stay after an error. You can always run it again. Needs the deploying login, and a
 * connection that is not adopted and in no transaction.
 * script: from `pawl diff OLD.fsm NEW.fsm --sql=...`.
 * Returns: OK: also if it was applied before; MISMATCH: not the version that it starts from, or changed since
 *   the deployment; REFUSED: rows block it, and the message names some; LOCKED: the tables were in use for 10
 *   seconds (a step on MariaDB: a minute), and message and help name the sessions; UNKNOWN: run it again.
 */
enum pawl_status pawl_migrate(struct pawl_db *db, const char *script, struct pawl_error *err);

/* ---- transitions -------------------------------------------------------------------------------- */

/*
 * Fires an event: locks the entity, decides, writes history and state. Waits for other transitions of the
 * entity. Outside a transaction it repeats as pawl_transact does if transactions collided.
 * args: the event's args struct; may be NULL if no parameter is required.
 * Returns: OK, IGNORED, DEFERRED, PENDING, NOT_FOUND, EXISTS, ILLEGAL, REFUSED, CONFLICT, LOCKED, ASLEEP,
 *   REUSED.
 */
enum pawl_status pawl_fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                           int event, const void *args, const struct pawl_opts *opts,
                           struct pawl_transition *out, struct pawl_error *err);

/*
 * Fires an event that a person typed.
 * key, event: as texts; the event's name, or its text in the database.
 * arguments: [count], each "name=value". Times are "2026-11-21T10:30:00Z", bytes hexadecimal, bools true or
 *   false.
 * Returns: as pawl_fire; MISUSE: also an argument that does not fit; `help` lists the parameters.
 */
enum pawl_status pawl_fire_text(struct pawl_db *db, const struct pawl_machine *machine, const char *key,
                                const char *event, const char *const *arguments, size_t count,
                                const struct pawl_opts *opts, struct pawl_transition *out,
                                struct pawl_error *err);

/*
 * Fires the event that alone leads to a state.
 * Returns: as pawl_fire; MISUSE: no event or several lead there, or the event leads to other states too,
 *   needs a parameter, creates, or belongs to a timer.
 */
enum pawl_status pawl_move_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, const struct pawl_opts *opts, struct pawl_transition *out,
                              struct pawl_error *err);

/* The items of pawl_fire_many: your own structs, with these members at these offsets. */
struct pawl_items {
    const void *items;
    size_t count;
    size_t size;            /* of one item */
    size_t key;             /* const char * for key_type TEXT and UUID, int64_t for BIGINT, int32_t for INT */
    size_t args;            /* the event's args struct itself; not read if it has no parameters */
    size_t request_id;      /* const char *, NULL for none */
    size_t expect_sort_key; /* int64_t, 0 for none; not read for a creation */
};

/* The result of one item. moved is filled as the `out` of pawl_fire. */
struct pawl_result {
    enum pawl_status status;
    struct pawl_transition moved;
    const char *guard; /* REFUSED: as err.guard, until the next call on the handle; else "" */
};

/* Most items of one call, which holds all their locks until its end. */
#define PAWL_ITEM_MAX 100000

/*
 * Most items that lock keys as well: machines with `key`, events with `serialize by`. PostgreSQL has room for
 * max_locks_per_transaction * (max_connections + max_prepared_transactions) locks of all sessions together,
 * by default 6,400 (manual, "Lock Management").
 */
#define PAWL_KEYED_ITEM_MAX 2000

/*
 * Fires one event at many entities, in the order of their keys, in one transaction (yours, or its own). One
 * round trip on PostgreSQL, unless hooks in C take part. Refused items do not stop the others.
 * opts: actor and lock. Request id and expected sort_key are in the items; wait_ms, defer and done must be 0.
 * results: [items.count], each as of pawl_fire; may be NULL. They mean nothing unless the status is OK.
 * Returns: OK: each item has a result; MISUSE: an entity occurs twice, or an item is wrong, which the message
 *   names; UNKNOWN: repeat the call if each item has a request id.
 */
enum pawl_status pawl_fire_many(struct pawl_db *db, const struct pawl_machine *machine, int event,
                                struct pawl_items items, const struct pawl_opts *opts,
                                struct pawl_result *results, struct pawl_error *err);

/* One transition of pawl_fire_all: the arguments of pawl_fire. Generated MACHINE_EVENT_move fills it. */
struct pawl_request {
    const struct pawl_machine *machine;
    struct pawl_key key;
    int event;
    const void *args;
    const struct pawl_opts *opts; /* wait_ms, defer and done must be 0 */
};

/* Most requests of one call. */
#define PAWL_REQUEST_MAX 100

/*
 * Makes several transitions in their order, all or none, in one transaction (yours, or its own). They can be
 * of several machines, and several of one entity. An IGNORED one does not stop the others. One round trip on
 * PostgreSQL, unless guards or effects in C take part. Entities are locked in the given order, so calls in
 * different orders can deadlock: libpawl repeats one after deadlock_timeout (in your transaction: DB,
 * retryable). You can repeat a call if each request has a request id.
 * moved: [count]; may be NULL. failed: may be NULL.
 * Returns: OK: all were made. Otherwise none was made:
 *   UNKNOWN, CONFLICT, DB, NOMEM, MISUSE with *failed == count: the status concerns the whole call.
 *   Any status with *failed < count: it is that of the first transition that cannot be made. *failed is its
 *   index, moved[*failed].from the state that it would have started from; the rest of moved is zeroed.
 */
enum pawl_status pawl_fire_all(struct pawl_db *db, const struct pawl_request *requests, size_t count,
                               struct pawl_transition *moved, size_t *failed, struct pawl_error *err);

/* ---- queries ------------------------------------------------------------------------------------ */

/* Rows of a query: `count` structs of the machine's current or record type, one after the other. */
struct pawl_rows {
    const void *rows;
    size_t count;
};

/*
 * Reads an entity's current row into `current`, a struct of the machine's current type. Returns: NOT_FOUND.
 */
enum pawl_status pawl_get(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          void *current, struct pawl_error *err);

/* Reads all transitions of an entity, oldest first, as the machine's record type. Returns: NOT_FOUND. */
enum pawl_status pawl_history(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              struct pawl_rows *out, struct pawl_error *err);

/*
 * Reads the last transition that led to a state into `record`, a struct of the machine's record type.
 * Returns: NOT_FOUND: the entity was never in that state, or does not exist.
 */
enum pawl_status pawl_last_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, void *record, struct pawl_error *err);

/*
 * Reads the transition that created an entity into `record`. Guards and effects in C call it for the values
 * that those in SQL name `:create.x`.
 * Returns: NOT_FOUND: also in a guard of the creation itself (use call->args), and if `pawlctl archive`
 *   removed the history.
 */
enum pawl_status pawl_creation(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               void *record, struct pawl_error *err);

/* Why an event is possible or not, see pawl_why. */
struct pawl_reason {
    enum pawl_status status; /* that pawl_fire would return; PENDING: it depends on the event's arguments.
                                LOCKED with a guard: that guard would wait for a lock */
    int to;                  /* OK: the state that it leads to; else 0 */
    const char *guard; /* REFUSED: the guards known to fail; PENDING: those without an answer yet; MISUSE: the
                          guard or effect in C that the handle lacks; a guard that failed with an error,
                          or would wait; else "" */
    const char *detail; /* LOCKED, ASLEEP: the blocker, its end and reason, also a transaction that has locked
                           the row; REFUSED: the guards with their labels, if any has one; the error of a
                           guard; else "" */
};

/*
 * Reads for each event what firing it now would return, without waiting for a lock. Evaluates the guards of
 * the entity's state, and undoes their writes: guards in SQL that need no parameter of the event, and guards
 * in C of events without parameters. pawl_fire can still return something else: effects can fail or refuse,
 * guards in C run here without the entity's lock, and guards in SQL do not see here what other guards wrote.
 * On MariaDB, rows that a guard locks stay locked until the caller's transaction ends.
 * opts: NULL, or the actor that guards in C get, and the lock that the caller holds.
 * reasons: [event_count + 1], by event. After an error each has its status.
 * Returns: NOT_FOUND.
 */
enum pawl_status pawl_why(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          const struct pawl_opts *opts, struct pawl_reason *reasons, struct pawl_error *err);

/*
 * Reads up to limit entities (1 or more) in a state, longest in that state first.
 * after: NULL, or the last row of the previous page.
 */
enum pawl_status pawl_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err);

/* As pawl_in_state, for all other states: ordered by the states' text in the database, then longest first. */
enum pawl_status pawl_not_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                                   const void *after, size_t limit, struct pawl_rows *out,
                                   struct pawl_error *err);

/*
 * As pawl_in_state, for the entities that a lock on this key blocks, ordered by their own keys.
 * key: text or number, as the column or parameter that the machine's `key` names.
 * Returns: MISUSE: the machine has no `key`.
 */
enum pawl_status pawl_with_key(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err);
/* Counts entities into counts[state_count + 1]; counts[0] is for states unknown to this program. */
enum pawl_status pawl_count_by_state(struct pawl_db *db, const struct pawl_machine *machine, int64_t *counts,
                                     struct pawl_error *err);

/* ---- without a database; 0 or false for NULL ------------------------------------------------------- */

/* Returns the state that `event` leads to from `state` (0: creation); 0 if none, or if guards choose one. */
int pawl_next(const struct pawl_machine *machine, int state, int event);

/* Returns whether `event` in `state` is IGNORED. */
bool pawl_ignores(const struct pawl_machine *machine, int state, int event);

/* Return the state or event of that name or stored text, or 0. */
int pawl_state_parse(const struct pawl_machine *machine, const char *text);
int pawl_event_parse(const struct pawl_machine *machine, const char *text);

/* ---- locks -------------------------------------------------------------------------------------- */

/*
 * Lock keys are text of 1 to PAWL_KEY_MAX_BYTES bytes; write numbers in decimal. `type` is the kind of key;
 * for `serialize by` and `key` it is the machine's name.
 */

/* A timeout without limit. Any other negative timeout is MISUSE. */
#define PAWL_WAIT (-1)

/*
 * Returns the number of a key among PostgreSQL's advisory locks, as the SQL function pawl_key: the first 8
 * bytes, big-endian, of SHA-256 over type, a zero byte, and key. The same in all versions. 0 for NULL. Uses
 * no database. In a schema other than public, call and sort by the SQL function instead.
 */
int64_t pawl_key_number(const char *type, const char *key);

/*
 * Takes a lock until the end of the open transaction; taking it again changes nothing. Take several locks
 * sorted by pawl_key_number, or transactions can deadlock (DB, retryable). On SQLite it is the lock of the
 * database's only writer.
 * timeout_ms: milliseconds to wait; 0: none; PAWL_WAIT: without limit.
 * type: if it is a machine, the key is a value that its `serialize by` can have.
 * Returns: LOCKED: held elsewhere; MISUSE: no transaction is open, or the machine has no such keys.
 */
enum pawl_status pawl_lock(struct pawl_db *db, const char *type, const char *key, int64_t timeout_ms,
                           struct pawl_error *err);

/*
 * Takes a lock that outlives transactions and programs. While it is held, transitions of machines with `key`
 * return LOCKED, unless they show owner and token (struct pawl_opts). The call first waits some time for
 * transitions that have begun.
 * type: a deployed machine with `key`: locks its entities with that key. NULL: locks the key in all
 *   machines, and conflicts with every other lock on that key. A uuid in capitals also locks the uuid.
 * owner: 1 to 255 bytes. Anyone can read owner and token, so on PostgreSQL and MariaDB the lock also belongs
 *   to the login.
 * lease_ms: milliseconds until it ends; 0: until pawl_release.
 * timeout_ms: as in pawl_lock; inside a transaction the call does not wait.
 * token: greater than all earlier ones of that key, so that others can detect a former owner. The same owner
 *   gets the same token again, with the new end. May be NULL.
 * Returns: LOCKED: the message names the holder; MISUSE: also if no such machine with `key` is deployed, or
 *   the key is not of its type.
 */
enum pawl_status pawl_acquire(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t lease_ms, int64_t timeout_ms, int64_t *token, struct pawl_error *err);

/*
 * Moves a lock's end to lease_ms from now; 0: no end.
 * Returns: NOT_FOUND: owner and token do not hold it any more. A lock that has ended is lost, even if nobody
 *   else took it.
 */
enum pawl_status pawl_renew(struct pawl_db *db, const char *type, const char *key, const char *owner,
                            int64_t token, int64_t lease_ms, struct pawl_error *err);

/* Releases a lock. Returns: as pawl_renew. */
enum pawl_status pawl_release(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t token, struct pawl_error *err);

/*
 * Takes a lock from its holder, and logs the login and the reason (table pawl_lock_log). On PostgreSQL and
 * MariaDB only for pawl_operator.
 * reason: 1 to 255 bytes.
 * Returns: NOT_FOUND; MISUSE: no reason.
 */
enum pawl_status pawl_break(struct pawl_db *db, const char *type, const char *key, const char *reason,
                            struct pawl_error *err);

struct pawl_held_lock {
    const char *type; /* "": all machines */
    const char *key;
    const char *owner;
    int64_t token;
    int64_t since_us;
    int64_t until_us; /* 0: no end */
    int64_t waiting;  /* callers of pawl_acquire and runs of flows that wait for it */
};

struct pawl_held_locks {
    const struct pawl_held_lock *rows;
    size_t count;
};

/*
 * Reads up to limit held locks, by key and type.
 * key: NULL: all. after: NULL, or the last row of the previous page.
 */
enum pawl_status pawl_list_locks(struct pawl_db *db, const char *key, const struct pawl_held_lock *after,
                                 size_t limit, struct pawl_held_locks *out, struct pawl_error *err);

/* ---- freezing a machine ------------------------------------------------------------------------- */

enum pawl_freeze_mode {
    PAWL_FREEZE_REJECT = 1, /* events return LOCKED at once */
    PAWL_FREEZE_SLEEP,      /* paused: events return ASLEEP, wait, or are deferred (struct pawl_opts) */
};

/*
 * Freezes a machine: no entity is created or moved. The freeze covers all transitions that begin after it.
 * The call waits for those that began before; on PostgreSQL their transactions can make more until they end.
 * A repeated request id still returns its result. Freezing again replaces mode, end and reason. Not inside a
 * transaction. On PostgreSQL and MariaDB only for pawl_operator.
 * machine: can also be a flow. Then no run is started or claimed; a running one continues to its next wait.
 * until_us: the end, in the future; 0: until pawl_thaw. reason: 1 to 255 bytes.
 * timeout_ms: how long to wait for earlier transitions, as in pawl_lock.
 * Returns: NOT_FOUND; LOCKED: frozen, but earlier transitions still run, and the message names one. If
 *   it contains `not frozen yet` (MariaDB), transactions above READ COMMITTED still block the freeze: call
 *   again or thaw.
 */
enum pawl_status pawl_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                             int64_t until_us, const char *reason, int64_t timeout_ms,
                             struct pawl_error *err);

/*
 * Ends a freeze. Deferred events come first: until they are fired, other transitions of their entities return
 * ASLEEP. An idle worker fires them, a program that waits for the machine, or pawl_fire_deferred. On
 * PostgreSQL and MariaDB only for pawl_operator.
 * Returns: OK: also if it was not frozen; NOT_FOUND.
 */
enum pawl_status pawl_thaw(struct pawl_db *db, const char *machine, struct pawl_error *err);

/*
 * Fires the deferred events of a machine, in their order, each in its own transaction; none while the machine
 * is paused. Call it after a freeze, also one that ended by itself, if no program waits. A refused event is
 * finished; so is one that no program can fire (MISUSE). Not inside a transaction.
 * fired: their number, also after an error; may be NULL.
 */
enum pawl_status pawl_fire_deferred(struct pawl_db *db, const struct pawl_machine *machine, size_t *fired,
                                    struct pawl_error *err);

/*
 * Reads the result of a deferred event.
 * out: as of pawl_fire; may be NULL.
 * Returns: DEFERRED: not fired yet; NOT_FOUND: none has this id; otherwise the status of the event.
 */
enum pawl_status pawl_deferred_outcome(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_key key, const char *request_id,
                                       struct pawl_transition *out, struct pawl_error *err);

/* ---- timers and work ---------------------------------------------------------------------------- */

/* The arguments of a work's hook. Borrowed for the length of the call. */
struct pawl_work_call {
    struct pawl_key key;
    const struct pawl_item *item;
};

/*
 * A claimed timer or work. Copy it freely. No other worker gets it until leased_until_us. If another worker
 * has claimed it since, or the entity has left its state, this claim is lost, even if the entity returned:
 * calls with it return CONFLICT and change nothing. A closed or broken connection does not end a claim: use
 * the item on another connection.
 */
struct pawl_item {
    int pending; /* index into pawl_queue.pending */
    char key_text[PAWL_KEY_MAX_BYTES + 1];
    int64_t key_number;
    int64_t fence; /* the sort_key of the transition that began it; key, name and fence identify it */
    int64_t claim;
    int attempts;   /* with this one */
    bool is_spent;  /* the attempts of a work are spent: only its `else` event is left, see pawl_complete */
    bool is_parked; /* by this claim, because its last workers died: information only */
    int64_t leased_until_us;
    char trace[PAWL_TRACE_BYTES + 1]; /* of a work: that of the transition that began it; "": none */
};

/* Returns the item's key, whose text is in the item. No key for NULL. */
struct pawl_key pawl_item_key(const struct pawl_item *item);

/* The kinds that pawl_claim and pawl_work look for. */
enum { PAWL_TIMERS = 1, PAWL_WORKS = 2 };

/*
 * Claims up to limit due items: timers first, the longest due first. Each claim counts as an attempt, also if
 * the worker dies; then the item is due again when its lease ends. Not inside a transaction.
 * lease_us: 0: as in the .fsm file, or a minute. items: [limit].
 * Returns: UNKNOWN: items that were claimed are due again when their lease ends.
 */
enum pawl_status pawl_claim(struct pawl_db *db, const struct pawl_machine *machine, unsigned kinds,
                            int64_t lease_us, struct pawl_item *items, size_t limit, size_t *count,
                            struct pawl_error *err);

/*
 * Fires an event that completes the item: pawl_fire with opts->item. If the entity's new state has that work
 * too, the work is due again: at once if the state changed, otherwise after `every`.
 * event: 0: a timer's own, or the `else` of a spent work.
 * Returns: as pawl_fire. The item stays claimed unless the status is OK or UNKNOWN. UNKNOWN: it was
 *   completed, the claim is lost, or the database is unreachable.
 */
enum pawl_status pawl_complete(struct pawl_db *db, const struct pawl_machine *machine,
                               const struct pawl_item *item, int event, const void *args,
                               const struct pawl_opts *opts, struct pawl_transition *out,
                               struct pawl_error *err);

/*
 * Give an item back, or extend its lease. They lock the entity first, as a transition does, and join a
 * transaction.
 *   pawl_not_yet  due again after pause_us (negative: after `every`); this attempt does not count
 *   pawl_fail     due again after a pause that doubles with each attempt. After the last one: due at once for
 *                 `else`, or parked with the error.
 *   pawl_extend   the lease begins again; lease_us as in pawl_claim
 * Returns: CONFLICT: the claim is lost; UNKNOWN: an answer was lost, and the claim is gone.
 */
enum pawl_status pawl_not_yet(struct pawl_db *db, const struct pawl_machine *machine,
                              const struct pawl_item *item, int64_t pause_us, struct pawl_error *err);
enum pawl_status pawl_fail(struct pawl_db *db, const struct pawl_machine *machine,
                           const struct pawl_item *item, const char *error, struct pawl_error *err);
enum pawl_status pawl_extend(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, int64_t lease_us, struct pawl_error *err);

/*
 * Makes a parked item due again, with all its attempts.
 * pending: index into pawl_queue.pending.
 * Returns: NOT_FOUND: nothing is parked under that key and name.
 */
enum pawl_status pawl_retry(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int pending, struct pawl_error *err);

/* Options of a worker. All zero is the default; a NULL callback is not called. */
struct pawl_work_options {
    size_t struct_size; /* sizeof(struct pawl_work_options), or 0 for the members known to PAWL_ABI 2 */
    unsigned kinds;     /* PAWL_TIMERS, PAWL_WORKS or both; 0: both */
    bool once;          /* return when nothing is due, instead of waiting for more */
    int64_t lease_us;   /* 0: as in the .fsm file, or a minute */
    int poll_ms;        /* looks for due items at least so often; 0: every second */
    size_t batch;       /* most timers, and most works, that are claimed together; 0: 250 */
    const char *actor;  /* for the history; NULL: the connection's login */
    /* Called between items, between steps of a run, and ten times a second during waits, on PostgreSQL also
       for an answer. It must not use the handle. */
    bool (*stop)(void *context);
    /* Called with the result of each item: OK; NOT_YET, and REFUSED of a timer (again later); CONFLICT (the
       claim was lost); UNKNOWN (no result is known: due again, or parked); or the error. */
    void (*told)(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *err);
    void *context;
    /* Flows whose runs the worker runs, one at a time, with the hooks of flows and procedures. */
    const struct pawl_flow *const *flows;
    size_t flow_count;
    /* Called when the worker leaves a run, ended or not: OK, or the reason. */
    void (*told_run)(void *context, const struct pawl_flow *flow, int64_t run, enum pawl_run_status left,
                     enum pawl_status status, const struct pawl_error *err);
    /* After this number of steps, other due runs have their turn; any worker continues it. 0: no limit. */
    size_t run_steps;
    /* Called every poll_ms while the database is unreachable, and once with NULL when it is back. */
    void (*away)(void *context, const struct pawl_error *err);
    /* Called when the database begins to refuse a machine's version. The worker leaves that machine out, and
       checks it again every few seconds. */
    void (*refused)(void *context, const struct pawl_machine *machine, const struct pawl_error *err);
    /* Of pawl_work_main only. set_up is called with each new connection, to set the hooks. The time of
       health_file is renewed every second while the worker is connected, but not during a hook. */
    pawl_transact_fn *set_up;
    const char *health_file;
};

/*
 * Fires timers and runs work and flows in the calling thread, with the handle's hooks. Any number of workers
 * share a queue. While the database is unreachable the worker waits, unless the connection was adopted or
 * `once` is set. Not inside a transaction.
 *
 * Hooks: a hook of work runs outside a transaction, and should end within its lease. It returns OK with an
 *   event and its args, which must live until its next call; NOT_YET; or any other status for a failure.
 * Stop: when `stop` returns true, the worker returns after the current hook. On PostgreSQL it then waits at
 *   most 5 seconds for an answer; on MariaDB the connection's limits end this wait.
 * Batches: if hooks are fast, a worker claims several works, and commits up to 250 results together, within
 *   5 ms or before a hook that is likely to take longer. A result that fails, or waits for a lock, delays no
 *   other. Work that waits for more than 50 ms, or at a stop, is given back. If the worker dies, each of its
 *   claims has used an attempt, and hooks without a committed result run again. So repeated hooks, and
 *   machines with `attempts 1`, are claimed alone. On Galera, through poolers and on adopted connections each
 *   result is committed alone.
 *
 * machines: may be NULL if there are flows. options: NULL: timers and work, without end.
 * Returns: OK: stopped, or with `once` nothing is due; MISUSE: a hook is missing, which the message names;
 *   MISMATCH: no machine is left, or one was still refused at the stop; DB: waiting would not help.
 */
enum pawl_status pawl_work(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                           const struct pawl_work_options *options, struct pawl_error *err);

/*
 * The main of a worker: opens `where`, calls set_up, and works until SIGTERM, SIGINT or `stop`, which end it
 * after the current hook. If the database is unreachable, fails, or refuses its version, it retries after
 * pauses of 0.1 to 5 seconds, and prints the reason on stderr, unless `away` and `refused` are set. At the
 * end it removes health_file and restores the signals' handlers.
 * Returns: OK: it was stopped, or with `once` nothing is due; DB: the login lacks a role, which `help` names;
 *   MISUSE: as pawl_work, or health_file cannot be written; or the status of set_up, unless that is DB,
 *   UNKNOWN, CONFLICT or MISMATCH.
 * Threads: several can call it, each for itself. A signal ends all of them.
 */
enum pawl_status pawl_work_main(const char *where, const struct pawl_machine *const *machines, size_t count,
                                const struct pawl_work_options *options, struct pawl_error *err);

/* ---- the clock of a test ------------------------------------------------------------------------ */

/*
 * Set up and move the clock of a test.
 *   pawl_test_clock_set_up  NAME_apply then gives an empty database a test clock, as does
 *                           `pawlctl apply --test-clock`
 *   pawl_test_clock_add     makes it later by duration_us: moves the times in Pawl's tables back, in one
 *                           transaction. These are ends of locks, leases and freezes, timers, retries,
 *                           history, and parameters of type timestamp. Your own tables and JSON stay. A
 *                           worker notices it at its next poll. Not inside a transaction.
 * Returns: MISUSE: the database has no test clock; NAME_apply returns it if machines were deployed without.
 */
enum pawl_status pawl_test_clock_set_up(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_test_clock_add(struct pawl_db *db, int64_t duration_us, struct pawl_error *err);

#ifdef __cplusplus
}
#endif

#endif
