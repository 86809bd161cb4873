/*
 * libpawl: moves database rows through state machines with locked transitions.
 *
 * Rules that hold for every function below:
 *
 * - Threads: a handle belongs to one thread at a time. While a call is under way another thread's call with
 *   that handle is MISUSE (of pawl_native NULL), and does nothing. pawl_close, pawl_in_transaction,
 *   pawl_warning and pawl_dialect do not look: they are the handle's own thread's. Different handles are
 *   independent.
 *   A thread leaves a call by its return alone: it is not cancelled there, and no callback ends in
 *   pthread_exit or longjmp. What the call holds would be held for ever, and of a pool others wait for it.
 *
 * - Processes: a handle, or a pool, belongs to the process that has opened it. In one that is forked from it
 *   each call is MISUSE, since either would read the other's answers, and closing does nothing. Open behind
 *   fork(), or daemon().
 *
 * - Ownership: the caller owns every struct it passes. Text and rows in results belong to the handle and live
 *   until the next call on that handle returns, so a row may be passed to the next call.
 *
 * - Text: NUL-terminated UTF-8. Invalid UTF-8 is PAWL_MISUSE.
 *
 * - Types: what a parameter carries is checked before anything is sent, and then kept in one form, the same
 *   on every database; so it is read back, and so compared where a request id comes again. What does not fit
 *   is PAWL_MISUSE; nothing may be longer than PAWL_VALUE_MAX_BYTES.
 *
 * - numeric: decimal text, "-12.50", no exponent, at most PAWL_NUMERIC_MAX_DIGITS digits. Kept without
 *   needless zeros in front and with all of those at the end; 1.5 and 1.50 are equal.
 *
 * - uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", in letters of either case; kept in small ones.
 *
 * - json: text of RFC 8259, at most PAWL_JSON_MAX_DEPTH deep, without \u0000 and halves of surrogate pairs.
 *   Kept byte for byte: {"a":1} and {"a": 1} are not equal.
 *
 * - bytes: a struct pawl_bytes.
 *
 * - Time: microseconds since 1970-01-01 00:00 UTC (names end in _us; a parameter keeps its own name).
 *
 * - NULL: allowed where a comment says so, for err, and for what a function may leave out (out, args of
 *   events without parameters, opts); any other is PAWL_MISUSE.
 *
 * - Errors: every function answers with a status; `err` may be NULL and is filled whenever the answer is not
 *   PAWL_OK. After any answer but PAWL_UNKNOWN, PAWL_OK, PAWL_DEFERRED and PAWL_PENDING, the call has written
 *   nothing. A function that commits more than once keeps what it has committed before such an answer, and
 *   its comment says what that is.
 *
 * - Common answers: whatever its comment lists, a function that uses a database may also answer MISUSE (a
 *   parameter is wrong, or the handle is in use), MISMATCH (the database has not what this program needs),
 * DB, UNKNOWN (where it commits), CONFLICT (others were in the way until it gave up; on a handle of a pool,
 * no connection was to be had), and NOMEM.
 *
 * - Joining: between pawl_begin and pawl_commit every operation takes part in that transaction. An answer
 *   other than PAWL_DB, PAWL_UNKNOWN and PAWL_NOMEM leaves it usable; after those, roll back, and also after
 *   PAWL_MISMATCH, which a program is told, too, when a migration ends its version while it runs.
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

/* Choices for one move. All zero is the default. */
struct pawl_opts {
    size_t struct_size; /* sizeof(struct pawl_opts), or 0 for the members known to PAWL_ABI 2 */
    const char *actor;  /* who did it, for the history, at most PAWL_ACTOR_MAX_BYTES; NULL for the login of
                           the connection */

    /*
     * The caller's name for this request, at most PAWL_REQUEST_ID_MAX_BYTES, unique among those of the
     * entity. However often a move is asked for under one id, it happens once: later ones are answered with
     * what the first one did, also where that one's own answer was lost. The same id with another event or
     * other arguments is REUSED. Refusals are not remembered. Outside a transaction a lost answer is asked
     * for again by itself; UNKNOWN is left for a database that stays away. What was sent first is ended
     * before, so a refusal is final; where that cannot be (pawl_open, prepare=off), it is UNKNOWN, too, and
     * so it should be taken by whoever asks again for a program that has died. An id is remembered as long as
     * the entity's history is there: until `pawlctl archive` takes it away. NULL: none.
     */
    const char *request_id;

    /* Not 0: CONFLICT where the entity's last move has another sort_key; beyond 2,147,483,647, at which an
       entity's sort keys end, MISUSE. Not for creations. */
    int64_t expect_sort_key;

    /*
     * Not NULL: this move completes what pawl_claim has handed out, in the same transaction. CONFLICT where
     * the claim does not hold any more. A timer's event must be the timer's own.
     */
    const struct pawl_item *item;
    /* Whoever holds a lock on the entity's key (pawl_acquire) says so here, or is LOCKED out like others; so
       he is, too, when that very lock has ended. Only for machines with `key`. NULL and 0: holds none, or, in
       a tx step of a flow, what its run holds. */
    const char *lock_owner;
    int64_t lock_token;

    /* Of a machine that is asleep (pawl_freeze): how long to wait for it, outside of transactions; 0: not at
       all; PAWL_WAIT: for ever. After that, with defer, the event is stored and fired when the machine wakes:
       DEFERRED. That needs a request_id, under which pawl_deferred_outcome says what came of it. */
    int64_t wait_ms;
    bool defer;

    /* Not NULL, on a handle of a pool and outside of transactions: the call waits for nothing and answers
       PENDING, and done is told what has come of the move; see pawl_pool_drive. */
    pawl_done_fn *done;
    void *done_context;
};

/* ---- connections -------------------------------------------------------------------------------- */

/*
 * Opens a database: "sqlite:FILE", "sqlite::memory:", "postgresql://..." (or "postgres://..."), or
 * libpq's "host=... dbname=...". SQLite files are created when missing and set to WAL.
 * SQLite has one writer at a time. A call waits for others who write 30 seconds in all, however often it
 * tries, or as long as "sqlite:FILE?wait_ms=5000" says; then it answers CONFLICT, or DB where it joins or
 * begins a transaction, and the message names the process that writes, as far as the system tells; a run of
 * a flow may wait so long at each of its steps. To libpq's options comes "prepare=off", for poolers that
 * give each transaction another connection and know nothing of prepared statements (PgBouncer before 1.21 in
 * transaction mode); a move is then parsed anew. The limits of a connection are options on both servers, in
 * libpq's names: connect_timeout (10 seconds for each address if nothing else is said; 5 on MariaDB with
 * several hosts), tcp_user_timeout (30000 ms), keepalives (on), keepalives_idle (15 s), keepalives_interval
 * (5 s), keepalives_count (3), and read_timeout=SECONDS for an answer (none, since a move waits for locks).
 * So a connection whose other end vanished breaks within 30 seconds. A connection that breaks is replaced
 * when no transaction is open on it; where one was, also by SQL of the caller's, a call answers DB first.
 * PostgreSQL's server may not have noticed, and still be at work on what was sent: so its process is ended
 * first (pg_terminate_backend, which a login may do to its own). What is answered or read from then on stays
 * so. While that process cannot be ended, all calls answer DB, or UNKNOWN where they had been sent. Behind a
 * pooler there is no telling which process it is: what was sent before may happen later, so give locks an end
 * (lease_ms) there. Close with pawl_close, also when another thread uses another handle. On failure *out is
 * NULL. Errors: MISUSE (unknown form), DB (unreachable, not a database), NOMEM.
 */
enum pawl_status pawl_open(struct pawl_db **out, const char *where, struct pawl_error *err);

/*
 * Works on a connection that the caller has opened and keeps: a PGconn, a sqlite3, or a MYSQL (in utf8mb4,
 * and in the database of the tables that move). Its settings stay as they are (on SQLite: no WAL mode is
 * chosen, no busy handler set), a transaction that is open on it is joined (and of its end pawl_committed
 * tells), and when it breaks it is not replaced. A transaction that has failed is over with the caller's own
 * ROLLBACK; so is one that MariaDB itself has ended, for a deadlock: until then libpawl keeps another open in
 * its place, so that what he still sends is not committed by itself. Where sqlite3_interrupt keeps a move
 * from being undone, since a statement of the caller's is under way, the whole transaction is rolled back and
 * the move is answered DB. One handle at a time, in the connection's thread; close the handle before the
 * connection. PostgreSQL's client_encoding must be UTF8, and stay so: with another, keys would be those of
 * other entities, so calls are DB. On failure *out is NULL. Errors: MISUSE, DB (broken, wrong encoding),
 * NOMEM.
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
 * Closes; a transaction of pawl_begin's is rolled back. What was adopted is left open, with what the caller
 * has begun on it. NULL is allowed.
 */
void pawl_close(struct pawl_db *db);

/*
 * What is unwise about the login of a connection, in one line, or NULL: a superuser, and on PostgreSQL a
 * member of pawl_owner, can write Pawl's tables as it likes, so nothing is protected from this program. Found
 * out when the connection was opened or adopted; the handle keeps the text.
 */
const char *pawl_warning(const struct pawl_db *db);

/* "postgres", "sqlite" or "mariadb"; "" for NULL. */
const char *pawl_dialect(const struct pawl_db *db);

/*
 * The PGconn *, sqlite3 * or MYSQL * below the handle, for one's own statements in the same transaction. The
 * handle keeps it: do not close it, do not begin or end transactions on it. Ask for it anew behind each call,
 * since a connection that broke is replaced (pawl_open). NULL for NULL, where it broke and cannot be replaced
 * now, where a pool has no connection in time, and while another thread's call is under way.
 */
void *pawl_native(struct pawl_db *db);

/*
 * Runs SQL without parameters as it is, and drops its rows: set-up, SET statements. PostgreSQL's COPY ends
 * with the call: of COPY FROM STDIN, which would take rows from the program, there are none. A text may hold
 * several statements; MariaDB 10.11 forgets the rest, and never answers, where somebody's KILL QUERY comes
 * between two of them. Errors: DB, UNKNOWN; MISUSE if it is NULL or not valid UTF-8, or if it begins with
 * COMMIT or ROLLBACK within a guard, an effect or a tx step.
 */
enum pawl_status pawl_exec(struct pawl_db *db, const char *sql, struct pawl_error *err);

/* ---- transactions ------------------------------------------------------------------------------- */

/*
 * pawl_begin opens a transaction (BEGIN on PostgreSQL, BEGIN IMMEDIATE on SQLite: the write lock is taken
 * at once, so that nothing is ever decided on a stale read). A second pawl_begin is MISUSE. On PostgreSQL the
 * BEGIN travels with the transaction's first statement, unless the connection was adopted or asked for with
 * pawl_native; so a database that cannot be reached may be reported only there.
 * pawl_commit answers UNKNOWN when the connection broke before the answer, DB when the database refused
 * (it is rolled back then). Where SQL of one's own has ended the transaction, calls and pawl_commit are DB,
 * whatever came of what was in it; on MariaDB, where data definition ends it, too, they are so behind COMMIT
 * and ROLLBACK through pawl_exec alone. pawl_rollback ends the transaction whatever it answers, but for
 * MISUSE: where none is open, or within a callback, which may not end it.
 */
enum pawl_status pawl_begin(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_commit(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_rollback(struct pawl_db *db, struct pawl_error *err);

/* Whether a transaction is open: pawl_begin's, or the caller's own on the connection. false for NULL. */
bool pawl_in_transaction(const struct pawl_db *db);

/* The work of pawl_transact. PAWL_OK commits; any other answer rolls back and is handed through. */
typedef enum pawl_status pawl_transact_fn(struct pawl_db *db, void *context, struct pawl_error *err);

/*
 * Runs work in a transaction, and runs it again from the start, with growing random pauses, when the
 * database asks for that (40001, 40P01, busy), or the connection broke before the commit was sent. So work
 * must not do what cannot be done twice. After 10 attempts, or the time that SQLite waits (pawl_open):
 * CONFLICT. Inside an open transaction: MISUSE, since only the outermost can be re-run.
 */
enum pawl_status pawl_transact(struct pawl_db *db, pawl_transact_fn *work, void *context,
                               struct pawl_error *err);

/* A state in the database that this program does not know: written by a newer one. */
#define PAWL_STATE_UNKNOWN (-1)

/* ---- operations, untyped; generated code wraps each with the machine's own types ---------------- */

/* An entity's key: text for key_type TEXT, number for BIGINT. */
struct pawl_key {
    const char *text;
    int64_t number;
};

/*
 * What a move did; for a refusal, `from` is the state that the entity is in, `to` is 0 and sort_key and
 * created_at_us are those of its last move, created_at_us 0 where an effect refused; for REUSED, of the move
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

/* What a callback is told. Borrowed for the length of the call. */
struct pawl_call {
    struct pawl_key key;
    int event, from, to;    /* of a guard: where the move would lead */
    int64_t sort_key;       /* of the move; for a guard of the last one, 0 where there is none */
    int64_t created_at_us;  /* of the move; 0 for a guard */
    const void *args;       /* the event's args struct, NULL where it has no parameters */
    const char *actor;      /* as given in the options, or NULL */
    const char *request_id; /* likewise */
};

/*
 * Gives the machine its guards and effects in C: hooks is the machine's generated hooks struct, borrowed
 * until the handle is closed or they are set again; NULL takes them away.
 *
 * A callback gets the handle, on which it may read, run SQL of its own (pawl_exec, pawl_native) and, but for
 * guards, fire other entities, all in the move's transaction. It may not begin or end one, set hooks, or fire
 * the entity that is being moved (MISUSE), nor wait for that entity on another handle, nor close this one.
 * Where a guard or an effect refuses, what it has put into err's message and help is shown to the caller of
 * pawl_fire. Any other answer of it undoes the move and is pawl_fire's answer too, with that message. Both
 * may be called again where the database wants a move repeated.
 *
 * - A guard runs with the entity locked, before anything is written, and before guards in SQL. It answers
 *   PAWL_OK (the move may go on) or PAWL_REFUSED, and writes nothing.
 *
 * - An effect runs when state, history and the effects in SQL are written; what it writes is committed with
 *   them or not at all. It answers PAWL_OK, or PAWL_REFUSED, which undoes the move and nothing that came
 *   before it.
 *
 * - `then` runs after the outermost commit that this handle makes, in the order of the moves, never after a
 *   rollback, though what the caller's own ROLLBACK TO undoes is not seen. Its answer is dropped. A crash
 *   before it, or an answer of the commit that was lost, loses it. It may do anything with the handle but
 *   close it.
 *
 * None of the first two ends the transaction that it runs in. By pawl_exec it cannot; where it did with the
 * caller's own connection, the move is UNKNOWN.
 *
 * An event whose moves have callbacks is MISUSE where no hooks are set. Errors: MISUSE (a callback is
 * missing, which is named; the machine has none; within a guard or effect), MISMATCH (another ABI), NOMEM.
 */
enum pawl_status pawl_set_hooks(struct pawl_db *db, const struct pawl_machine *machine, const void *hooks,
                                struct pawl_error *err);

/*
 * Whether a transaction that the caller has begun by SQL of his own was committed, only he knows: `then` of
 * the moves in it waits until he calls one of these, each time after his COMMIT or ROLLBACK. pawl_committed
 * calls it, pawl_rolled_back forgets it, as pawl_close and a connection that breaks do with what nobody has
 * spoken of. Where nothing waits, nothing happens. Errors: MISUSE (the transaction is still open; within a
 * guard or effect).
 */
enum pawl_status pawl_committed(struct pawl_db *db, struct pawl_error *err);
enum pawl_status pawl_rolled_back(struct pawl_db *db, struct pawl_error *err);

/* ---- deployment --------------------------------------------------------------------------------- */

/*
 * Creates the machine's tables and functions, or finds them there and renews what pawlctl reads of it; before
 * them, in a transaction of its own, what all machines share in a database, where that lacks or is of an
 * earlier version. Needs a login that may create them. Where a newer version is deployed that accepts this
 * one, nothing is done. Not inside a transaction. One deployment runs at a time in a database: it waits for
 * another as long as that takes, on MariaDB an hour at most, and `pawlctl apply` would say for whom. OK with
 * a message in err is a warning: a guard or effect in SQL that cannot run yet, and what to grant; SQLite
 * looks at these with the first move only, and on an adopted connection the warnings go to the caller's own
 * notice receiver. Errors: MISMATCH (another version is deployed, or what machines share is of a newer one;
 * nothing is changed), DB.
 */
enum pawl_status pawl_apply(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_error *err);

/*
 * Takes the database to a newer version: runs a script that `pawl diff OLD.fsm NEW.fsm --sql=...` has
 * written: in a transaction of its own, all of it or nothing, or, on MariaDB, which commits at each DDL, step
 * by step; there what was done before an error stays, and the next run goes on behind it. It may be run
 * again, whatever became of it before. What all machines share is brought up to date before, as pawl_apply
 * does. Needs a login that may apply schemas, and a connection that is not adopted and in no transaction.
 * Answers: OK (also where it had been applied), MISMATCH (what is deployed is not the version from which it
 * leads, or not as it was deployed), REFUSED (rows are in the way; the message names some), LOCKED (the
 * tables were in use for 10 seconds, or for a minute while a step on MariaDB waited; message and help name
 * the sessions), UNKNOWN (run it again), MISUSE, DB.
 */
enum pawl_status pawl_migrate(struct pawl_db *db, const char *script, struct pawl_error *err);

/* ---- moves -------------------------------------------------------------------------------------- */

/*
 * Fires an event: locks the entity by its key, decides, writes history and state. args is the event's args
 * struct, NULL where it has no parameters. out may be NULL. Waits for whoever holds the entity. Outside a
 * transaction, a move that the database wants repeated is repeated as pawl_transact does.
 * Answers: OK, IGNORED, DEFERRED, NOT_FOUND, EXISTS, ILLEGAL, REFUSED, CONFLICT, LOCKED, ASLEEP, REUSED,
 * UNKNOWN, MISMATCH, DB, MISUSE, NOMEM.
 */
enum pawl_status pawl_fire(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                           int event, const void *args, const struct pawl_opts *opts,
                           struct pawl_transition *out, struct pawl_error *err);

/*
 * Fires the event that alone leads to a state, as pawl_fire, which decides under the lock whether it may.
 * MISUSE where no event, or more than one, leads there, where it leads to other states too, needs a
 * parameter, creates, or is a timer's.
 */
enum pawl_status pawl_move_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, const struct pawl_opts *opts, struct pawl_transition *out,
                              struct pawl_error *err);

/* The items of pawl_fire_many: structs of the caller's, each with these members at these offsets. */
struct pawl_items {
    const void *items;
    size_t count;
    size_t size;            /* of one */
    size_t key;             /* const char * for key_type TEXT, int64_t for BIGINT */
    size_t args;            /* the event's args struct itself; not looked at where it has no parameters */
    size_t request_id;      /* const char *, NULL for none */
    size_t expect_sort_key; /* int64_t, 0 for none; not looked at for a creation */
};

/* What became of one item: the status and what pawl_fire writes into its `out`. */
struct pawl_result {
    enum pawl_status status;
    struct pawl_transition moved;
    const char *guard; /* REFUSED: as err.guard, until the next call on the handle; else "" */
};

/* Most items of one call: it holds all of their locks to its end. */
#define PAWL_ITEM_MAX 100000

/*
 * Most where each item takes locks on keys as well: machines with `key`, events with `serialize by`.
 * PostgreSQL has room for max_locks_per_transaction * (max_connections + max_prepared_transactions) of them,
 * which is 6,400 by default, for all sessions together (manual, "Lock Management").
 */
#define PAWL_KEYED_ITEM_MAX 2000

/*
 * Fires one event at many entities, in one transaction (of its own, or the open one) and, on PostgreSQL where
 * no hook in C takes part, in one round trip. The entities are locked in the order of their keys. Each item
 * has an answer of its own, as from pawl_fire, in results[items.count]; what is refused does not keep the
 * others from moving. opts says the actor; request id and expected sort_key belong to the items.
 * Answers: OK when all items are answered, however. Otherwise nothing was written and the results mean
 * nothing: MISUSE (an entity stands twice among the items, or an item itself is wrong: the message says
 * which), UNKNOWN (after which the same call may be repeated where each item has a request id), CONFLICT,
 * MISMATCH, DB, NOMEM.
 */
enum pawl_status pawl_fire_many(struct pawl_db *db, const struct pawl_machine *machine, int event,
                                struct pawl_items items, const struct pawl_opts *opts,
                                struct pawl_result *results, struct pawl_error *err);

/* A move among others: what pawl_fire would be called with. Generated code fills it: MACHINE_EVENT_move. */
struct pawl_request {
    const struct pawl_machine *machine;
    struct pawl_key key;
    int event;
    const void *args;
    const struct pawl_opts *opts; /* wait_ms and defer must be 0 */
};

/* Most requests of one call. */
#define PAWL_REQUEST_MAX 100

/*
 * Several moves, made in their order and together: all of them or none. They may be of several machines, and
 * several of one entity, such as a creation and what follows it. One transaction (of their own, or the open
 * one) and, on PostgreSQL where no guard or effect in C takes part, one round trip. moved[count] says what
 * each did; one that is IGNORED keeps no other from being made. To send the same again is safe where each has
 * a request id. Entities are locked in the order given: calls that lock the same ones the other way round may
 * meet in a deadlock, of which one is repeated, after the server's deadlock_timeout (in the caller's
 * transaction: DB, retryable).
 * Answers: OK when all are made. Otherwise none is: the answer that pawl_fire would give to the first that is
 * not made, of which *failed is the place, and moved[*failed] says from where, the ones before it being done;
 * the others of moved are zeroed. Where it is no single one's answer (UNKNOWN, CONFLICT, DB, NOMEM of all
 * together, MISUSE of the call), *failed is count. moved must not be NULL; failed may be.
 */
enum pawl_status pawl_fire_all(struct pawl_db *db, const struct pawl_request *requests, size_t count,
                               struct pawl_transition *moved, size_t *failed, struct pawl_error *err);

/* ---- queries ------------------------------------------------------------------------------------ */

/* Rows of a query: `count` structs of the machine's current or record type, one after the other. */
struct pawl_rows {
    const void *rows;
    size_t count;
};

/* Reads where an entity is into `current`, a struct of the machine's current type. OK or NOT_FOUND. */
enum pawl_status pawl_get(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                          void *current, struct pawl_error *err);

/* Reads all moves of an entity, oldest first, as the machine's record type. OK or NOT_FOUND. */
enum pawl_status pawl_history(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              struct pawl_rows *out, struct pawl_error *err);

/*
 * Reads the last move that led to a state into `record`, a struct of the machine's record type. OK, or
 * NOT_FOUND where the entity was never there, or does not exist.
 */
enum pawl_status pawl_last_to(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              int state, void *record, struct pawl_error *err);

/*
 * Reads which events are allowed where the entity is now into allowed[event_count + 1], by event, if guards
 * let them. Nothing is locked: it may have moved before the caller looks. OK or NOT_FOUND.
 */
enum pawl_status pawl_allowed(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                              bool *allowed, struct pawl_error *err);

/*
 * Reads up to limit entities in a state, longest there first. after is NULL for the first page and the
 * last row of the page before for the next.
 */
enum pawl_status pawl_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err);

/* The same for those in any other state: by the states' text in the database, then longest there first. */
enum pawl_status pawl_not_in_state(struct pawl_db *db, const struct pawl_machine *machine, int state,
                                   const void *after, size_t limit, struct pawl_rows *out,
                                   struct pawl_error *err);

/*
 * Reads up to limit entities that honour the locks held on a key, ordered by their own key. key is text or
 * number, as what the machine's `key` names; after is as in pawl_in_state. MISUSE without `key`.
 */
enum pawl_status pawl_with_key(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                               const void *after, size_t limit, struct pawl_rows *out,
                               struct pawl_error *err);
/* Counts entities into counts[state_count + 1]; counts[0] takes those in states unknown to this program. */
enum pawl_status pawl_count_by_state(struct pawl_db *db, const struct pawl_machine *machine, int64_t *counts,
                                     struct pawl_error *err);

/* ---- what the machine alone can tell, without a database; nothing for NULL ----------------------- */

/* The state that `event` leads to from `state` (0: from nothing); 0 for none, or for several of which guards
   choose. */
int pawl_next(const struct pawl_machine *machine, int state, int event);

/* Whether `event` in `state` is answered with IGNORED. */
bool pawl_ignores(const struct pawl_machine *machine, int state, int event);

/* The state or event of that name or stored text, or 0. */
int pawl_state_parse(const struct pawl_machine *machine, const char *text);
int pawl_event_parse(const struct pawl_machine *machine, const char *text);

/* ---- locks -------------------------------------------------------------------------------------- */

/*
 * Keys of locks are text of 1 to PAWL_KEY_MAX_BYTES bytes; numbers are written in decimal. `type` says what
 * the key is a key of; for `serialize by` and `key` it is the machine's name.
 */

/* Of a timeout: for ever. Less is PAWL_MISUSE. */
#define PAWL_WAIT (-1)

/*
 * The number that stands for a key among PostgreSQL's advisory locks, as the SQL function pawl_key gives it:
 * the first 8 bytes, as a big-endian number, of SHA-256 over the type, a zero byte, and the key. It stays the
 * same in all versions. No database. 0 where either is NULL.
 */
int64_t pawl_key_number(const char *type, const char *key);

/*
 * Takes a lock until the end of the transaction, which must be open; once more changes nothing. Between
 * transactions of several locks, take them sorted by pawl_key_number, or one of two may have to be repeated
 * (PAWL_DB with err->retryable). timeout_ms: PAWL_WAIT, 0 tries, else waits so long. SQLite has one writer at
 * a time: the lock is that. Answers: OK, LOCKED (somebody else has it), MISUSE (no transaction), MISMATCH,
 * DB, UNKNOWN, NOMEM.
 */
enum pawl_status pawl_lock(struct pawl_db *db, const char *type, const char *key, int64_t timeout_ms,
                           struct pawl_error *err);

/*
 * Takes a lock that outlives transactions and programs: it belongs to the owner, a text of 1 to 255 bytes,
 * until it is released or, with lease_ms not 0, its time is over. type is a deployed machine's name, and the
 * lock concerns its entities with that key; or NULL, and it concerns the key in all machines. A lock for all
 * conflicts with every other on that key, another only with its like. Machines with `key` honour it:
 * their moves are LOCKED, but for those that show owner and token (struct pawl_opts). Moves under way are
 * waited for, some time, before it is granted.
 * The token is greater than all that were given for that key before, so that others can tell a former owner
 * from the present one. The same owner gets the same token again, with the new end. Owner and token can be
 * read by everybody: on PostgreSQL a lock also belongs to the login that took it, and to any other login it
 * is somebody else's.
 * timeout_ms as in pawl_lock; libpawl waits outside of transactions, and inside one not at all.
 * Answers: OK, LOCKED (the message names the holder), MISUSE, MISMATCH, DB, UNKNOWN, NOMEM.
 */
enum pawl_status pawl_acquire(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t lease_ms, int64_t timeout_ms, int64_t *token, struct pawl_error *err);

/*
 * Gives a lock another end, lease_ms from now; 0: none. A lock whose time is over is lost, even if nobody
 * else has taken it. Answers: OK, NOT_FOUND (owner and token do not hold it any more), MISMATCH, DB, UNKNOWN,
 * NOMEM.
 */
enum pawl_status pawl_renew(struct pawl_db *db, const char *type, const char *key, const char *owner,
                            int64_t token, int64_t lease_ms, struct pawl_error *err);

/* Gives it back. Answers: as pawl_renew. */
enum pawl_status pawl_release(struct pawl_db *db, const char *type, const char *key, const char *owner,
                              int64_t token, struct pawl_error *err);

/*
 * Takes a lock from whoever holds it, and writes down who did it and why, in 1 to 255 bytes (table
 * pawl_lock_log). For operators: on PostgreSQL only pawl_operator may. Answers: OK, NOT_FOUND, MISUSE (no
 * reason), MISMATCH, DB, UNKNOWN, NOMEM.
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
    int64_t waiting;  /* so many are waiting for it: callers of pawl_acquire, and runs of flows */
};

struct pawl_held_locks {
    const struct pawl_held_lock *rows;
    size_t count;
};

/*
 * Reads up to limit locks that are held now, by key and type, on one key or, with NULL, on all. after is NULL
 * for the first page and the last row of the page before for the next.
 */
enum pawl_status pawl_list_locks(struct pawl_db *db, const char *key, const struct pawl_held_lock *after,
                                 size_t limit, struct pawl_held_locks *out, struct pawl_error *err);

/* ---- freezing a machine ------------------------------------------------------------------------- */

enum pawl_freeze_mode {
    PAWL_FREEZE_REJECT = 1, /* its events are LOCKED, at once */
    PAWL_FREEZE_SLEEP,      /* they are ASLEEP: callers wait, or have them deferred (struct pawl_opts) */
};

/*
 * Freezes a machine, by its name: none of its entities is created or moved until until_us (0: until the
 * thaw). The freeze is in force for all moves that begin after it; then the function waits until every move
 * that began before has been committed or rolled back, timeout_ms at most (PAWL_WAIT: for ever); on
 * PostgreSQL the transaction of such a move may make others until then. Of a request id that was done before,
 * the outcome is still answered. Of a flow, by its name, no run is started or taken up; one that somebody
 * runs goes on to where it has to wait. Frozen again, the new mode, end and reason (1 to 255 bytes) count.
 * For operators: on PostgreSQL only pawl_operator may. Not inside a transaction. Answers: OK; LOCKED: it is
 * in force, but moves that began before have not ended, and the message names who makes them; or, on MariaDB,
 * moves above READ COMMITTED keep it out, it is `not frozen yet`: call again, or thaw. NOT_FOUND (no such
 * machine or flow), MISUSE, MISMATCH, DB, UNKNOWN, NOMEM.
 */
enum pawl_status pawl_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                             int64_t until_us, const char *reason, int64_t timeout_ms,
                             struct pawl_error *err);

/*
 * Ends a freeze. Events that were deferred come first: until they are fired, other moves of their entities
 * are ASLEEP. An idle worker of the machine fires them, any program that waits for it, and
 * pawl_fire_deferred. Answers: OK (also where it was not frozen), NOT_FOUND, MISMATCH, DB, UNKNOWN, NOMEM.
 */
enum pawl_status pawl_thaw(struct pawl_db *db, const char *machine, struct pawl_error *err);

/*
 * Fires what was deferred while the machine was asleep, in the order in which it was deferred, each event in
 * a transaction of its own; nothing where it still is asleep. An event that is refused is done, too. fired
 * counts them, also where the answer is an error, before which they were fired, and may be NULL. Not inside a
 * transaction. To be called after a freeze, also one that ends by
 * itself, where no program may be waiting. What no program could fire is done, as MISUSE. Answers: OK,
 * MISUSE, MISMATCH, CONFLICT, DB, UNKNOWN, NOMEM.
 */
enum pawl_status pawl_fire_deferred(struct pawl_db *db, const struct pawl_machine *machine, size_t *fired,
                                    struct pawl_error *err);

/*
 * What came of an event that was deferred: DEFERRED where it has not been fired yet; else what pawl_fire
 * answered then (out is filled as by pawl_fire, and may be NULL); NOT_FOUND where none was deferred under
 * this id.
 */
enum pawl_status pawl_deferred_outcome(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_key key, const char *request_id,
                                       struct pawl_transition *out, struct pawl_error *err);

/* ---- timers and work ---------------------------------------------------------------------------- */

/* What the hook of a work is told. Borrowed for the length of the call. */
struct pawl_work_call {
    struct pawl_key key;
    const struct pawl_item *item;
};

/*
 * What a worker has claimed: it stands on its own, may be copied, and is freed by nobody. Until
 * leased_until_us nobody else gets it; then others do, and what is said of this claim afterwards is CONFLICT
 * and changes nothing, also where the entity has left its state and come back. A connection that is closed,
 * or cut, ends no claim: say of it what came of it on another one.
 */
struct pawl_item {
    int pending; /* index into pawl_queue.pending */
    char key_text[PAWL_KEY_MAX_BYTES + 1];
    int64_t key_number;
    int64_t fence; /* the sort_key of the move that began it; with key and name it is one piece of work */
    int64_t claim;
    int attempts;   /* with this one */
    bool is_spent;  /* the attempts of a work are spent: only its `else` event is left, see pawl_complete */
    bool is_parked; /* put aside by this very claim, as its last workers came to no end: it is only told */
    int64_t leased_until_us;
};

/* The key that an item is of: its text lies in the item. No key for NULL. */
struct pawl_key pawl_item_key(const struct pawl_item *item);

/* What pawl_claim and pawl_work look for. */
enum { PAWL_TIMERS = 1, PAWL_WORKS = 2 };

/*
 * Leases up to `limit` of what is due into items[limit]: timers first, the longest due first. lease_us 0:
 * as long as the .fsm file says, or a minute. Each is an attempt, which is counted now, so that a worker that
 * dies of it has had one, and what it had is claimed again when the lease ends. Outside a
 * transaction only, since others must see it. Errors: MISUSE, CONFLICT (retries spent), UNKNOWN (what was
 * claimed comes due again likewise), DB.
 */
enum pawl_status pawl_claim(struct pawl_db *db, const struct pawl_machine *machine, unsigned kinds,
                            int64_t lease_us, struct pawl_item *items, size_t limit, size_t *count,
                            struct pawl_error *err);

/*
 * Fires an event with which the item is done: pawl_fire with opts->item. event 0: a timer's own, or what
 * follows when a work's attempts are spent. If the entity is still in a state with that work afterwards, the
 * work is due again: at once in another state, in the same one after `every`. If the answer is lost, libpawl
 * sends it again: the claim lets it happen once. Any other answer than OK leaves the item claimed, but
 * UNKNOWN: it was completed, or the claim is lost, or the database is away.
 */
enum pawl_status pawl_complete(struct pawl_db *db, const struct pawl_machine *machine,
                               const struct pawl_item *item, int event, const void *args,
                               const struct pawl_opts *opts, struct pawl_transition *out,
                               struct pawl_error *err);

/*
 * Give an item back. pawl_not_yet: again after pause_us, or after `every` where that is less than 0; no
 * attempt is counted. pawl_fail: again after a pause that doubles with each attempt; when they are spent it
 * is due at once for whoever fires `else`, or put aside with the error. pawl_extend: the lease begins anew,
 * lease_us as with pawl_claim. They lock the entity first, as a move does, and join a transaction. OK;
 * CONFLICT: the claim does not hold any more; UNKNOWN: an answer was lost, and it does not hold any more.
 */
enum pawl_status pawl_not_yet(struct pawl_db *db, const struct pawl_machine *machine,
                              const struct pawl_item *item, int64_t pause_us, struct pawl_error *err);
enum pawl_status pawl_fail(struct pawl_db *db, const struct pawl_machine *machine,
                           const struct pawl_item *item, const char *error, struct pawl_error *err);
enum pawl_status pawl_extend(struct pawl_db *db, const struct pawl_machine *machine,
                             const struct pawl_item *item, int64_t lease_us, struct pawl_error *err);

/*
 * What was put aside is due again, with all its attempts. pending: index into pawl_queue.pending. OK, or
 * NOT_FOUND where nothing is put aside under that key and name.
 */
enum pawl_status pawl_retry(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_key key,
                            int pending, struct pawl_error *err);

/* Choices for a worker. All zero is the default. */
struct pawl_work_options {
    size_t struct_size; /* sizeof(struct pawl_work_options), or 0 for the members known to PAWL_ABI 1 */
    unsigned kinds;     /* PAWL_TIMERS, PAWL_WORKS or both; 0: both */
    bool once;          /* return when nothing is due, instead of waiting for more */
    int64_t lease_us;   /* 0: as long as the .fsm file says, or a minute */
    int poll_ms;        /* looks for what is due at least so often; 0: every second */
    size_t batch;       /* timers that are claimed together; 0: 100. Work is claimed one by one */
    const char *actor;  /* for the history of what it fires; NULL for the login of the connection */
    bool (*stop)(void *context); /* called between items, and steps of a run, and ten times a second while
                                    waiting, on PostgreSQL also for an answer: it must not use the handle.
                                    NULL: never */
    /*
     * Told of each item what became of it: OK; NOT_YET, and of a timer REFUSED (again later); CONFLICT (the
     * claim was lost); UNKNOWN (nobody knows; it comes due again, or is put aside); or what it failed with.
     * NULL: nobody.
     */
    void (*told)(void *context, const struct pawl_machine *machine, const struct pawl_item *item,
                 enum pawl_status status, const struct pawl_error *err);
    void *context;
    /* Runs of these flows are run too, with the hooks of the flows and of their procedures. */
    const struct pawl_flow *const *flows;
    size_t flow_count;
    /* Told of each run when it is left, ended or not: OK, or what kept it from going on. NULL: nobody. */
    void (*told_run)(void *context, const struct pawl_flow *flow, int64_t run, enum pawl_run_status left,
                     enum pawl_status status, const struct pawl_error *err);
    /*
     * So many steps of a run are executed one after the other; the next one later, by whoever comes by, when
     * what was due before has had its turn. 0: at once, as far as the run goes.
     */
    size_t run_steps;
    /*
     * Told that the database cannot be reached, and why, each time that it was tried in vain, every poll_ms;
     * and with NULL once that it is there again. NULL: nobody.
     */
    void (*away)(void *context, const struct pawl_error *err);
    /*
     * Called with a machine whose version the database refuses, when that begins: the machine is left out,
     * and asked for again every few seconds. NULL: nobody.
     */
    void (*refused)(void *context, const struct pawl_machine *machine, const struct pawl_error *err);
};

/*
 * Fires the timers of the machines and runs their work, with the hooks that pawl_set_hooks has given this
 * handle, in the calling thread; any number of workers share a queue. A hook of work runs outside a
 * transaction, may take as long as its lease, and answers OK with an event and its args, NOT_YET, or anything
 * else for a failure; what args point to must live until it is called again. Where the database goes away, or
 * is away as it begins, it waits until that is back, unless the connection was adopted, or `once` is said.
 * Outside a transaction only. options may be NULL: both kinds, for ever.
 * machines may be NULL where there are flows. Runs are run one at a time, each as far as it goes, or as
 * run_steps says.
 * Once `stop` returns true, it returns when the hook that runs has. On PostgreSQL an answer that then takes
 * longer than 5 seconds is given up; on MariaDB the limits of the connection end it (see pawl_open).
 * If the database refuses the version of a machine, the others go on, until none is left.
 * Answers OK when told to stop or, if `once`, when nothing is due; MISUSE (a hook is missing, which is
 * named), MISMATCH (no machine is left, or one was refused before it was told to stop), NOMEM, and errors of
 * the database that waiting does not mend. Each attempt is committed by itself: what was done before an error
 * stays.
 */
enum pawl_status pawl_work(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                           const struct pawl_work_options *options, struct pawl_error *err);

#ifdef __cplusplus
}
#endif

#endif
