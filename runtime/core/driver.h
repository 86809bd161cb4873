/* What a driver must offer of its database, and optional interfaces: one const struct each. Internal. */
#pragma once

#include "pawl_admin.h"

/* A file of what all machines and flows share; see core/schema.h. */
struct schema_part {
    const char
        *name; /* without `.sql`; what is in roles/ is for databases with roles, in no_roles/ for others */
    const char *text;
};

/* A role of Pawl's, as it is called here, and what a login has of it. */
enum { ROLE_LOGIN_SIZE = 200 };

struct role {
    char name[ROLE_NAME_SIZE], login[ROLE_LOGIN_SIZE]; /* as SQL takes them */
    bool is_granted;
    bool is_used;         /* or the login may do all that it may without it */
    bool sees_all;        /* whatever it is granted */
    bool is_set_by_login; /* one that is granted is used when it is set, or is the login's default */
};

struct lock_driver;
struct flow_driver;
struct outbox_driver;

enum query_kind {
    QUERY_AS_IS,
    QUERY_MUST_MOVE, /* it makes a move, and fails where that is answered neither OK nor IGNORED */
    QUERY_GATHERS,   /* it makes moves of several callers, a row for each */
    QUERY_IS_OWN,    /* a statement of the caller's own; context: struct own_rows */
};

/* A statement with its values, and what is to become of its rows. Borrowed for the length of the call. */
struct query {
    const char *sql;
    const char *alone; /* as of struct pawl_event_calls; may be NULL */
    const struct value *values;
    size_t value_count;
    row_fn *row; /* may be NULL */
    void *context;
    enum query_kind kind;
    size_t row_count; /* of QUERY_GATHERS */
};

/* Whose statement is sent next on a connection, which whoever has it himself could use before. */
enum next_statement { NEXT_IS_LIBPAWLS, NEXT_MAY_BE_CALLERS };

/* What becomes of the transaction behind queries that were sent together. */
enum end_of_queries { QUERIES_LEAVE_OPEN, QUERIES_COMMIT };

/* What becomes of a failure that came since a savepoint, when all since then is undone. */
enum failure_since { FAILURE_IS_FORGOTTEN, FAILURE_STAYS };

#define ATTEMPT_MAX 10

/* The savepoint of a bracket that joins a transaction (core/bracket.h). Each hides the one around it. */
#define SAVEPOINT         "savepoint pawl_move"
#define RELEASE_SAVEPOINT "release " SAVEPOINT
#define BACK_TO_SAVEPOINT "rollback to " SAVEPOINT

/* ---- optional interfaces: NULL in struct driver, or there with all of their members ----------------- */

/* Moves, timers and work are functions in the database. A driver has these calls, or steps. */
struct call_driver {
    /* Queries in their order and, if they commit, a commit, in one round trip. The first that fails keeps
       those after it, and the commit, from being run. */
    enum pawl_status (*query_all)(struct pawl_db *db, const struct query *queries, size_t count,
                                  enum end_of_queries end, struct pawl_error *err);
    size_t gathers_from; /* from so many moves on it costs less than a call for each */
};

/* A write of one row of one of Pawl's tables. */
struct row_write {
    const char *table, *sql;
};
enum { ROW_WRITES_MAX = 2 };

/* There are no functions in the database: libpawl takes the steps of moves, timers and work. */
struct step_driver {
    const char *lock; /* takes the right to write for a transaction that somebody else began */
    /* Writes exactly this one row of one of Pawl's tables. */
    enum pawl_status (*write)(struct pawl_db *db, const char *table, const char *sql,
                              const struct value *values, size_t value_count, struct pawl_error *err);
    /* Writes for each row that the query finds. The values of each write are the next columns of the row. */
    enum pawl_status (*write_found)(struct pawl_db *db, const char *select, const struct value *values,
                                    size_t value_count, const struct row_write *writes, size_t write_count,
                                    int64_t *row_count, struct pawl_error *err);
    /* The actor that the history names if the caller names none. */
    const char *(*login)(const struct pawl_db *db);
    /* How long statements wait while another connection writes; PAWL_WAIT: as long as usual. */
    void (*limit_waiting)(struct pawl_db *db, int64_t limit_ms);
};

/* The actor that is stored: with the login if it has no name. NULL: out of memory. */
const char *actor_or_login(struct pawl_db *db, const char *actor);

/* There are logins with rights. */
struct login_driver {
    bool hides_unseen; /* an object that a login has no right on is to it as if it did not exist */
    /* Writes a warning about the login into the buffer, or nothing. */
    void (*warn)(struct pawl_db *db, char *warning, size_t size);
    /* The error reports that the login lacks a right. */
    bool (*is_denied)(const struct pawl_error *err);
    /* Writes the name here of the role that has that name on PostgreSQL. */
    void (*name_role)(const struct pawl_db *db, const char *named, char name[ROLE_NAME_SIZE]);
    /* Finds how the login has that role, even in a transaction that has failed. False: not known. */
    bool (*find_role)(struct pawl_db *db, const char *named, struct role *role);
    /* The names of Pawl's roles shall begin so in a database that has none yet: MISUSE if its roles have
       other names. NULL: the database gives them their names. */
    enum pawl_status (*choose_roles)(struct pawl_db *db, const char *prefix, struct pawl_error *err);
    /* Adds a help that names each right that the login lacks for what a deployment was denied; without an
       error, for every deployment, as far as can be known. */
    void (*help_deployer)(struct pawl_db *db, struct pawl_error *err);
};

/* There are sessions on a server, which others may end, and whose answers can be lost. */
struct session_driver {
    /* Nothing that was sent on a connection that broke happens any more once `ready` has made another. */
    bool (*ends_what_was_sent)(const struct pawl_db *db);
    /* The error reports that a lock was waited for in vain. */
    bool (*is_busy)(const struct pawl_error *err);
    /* Somebody else has cancelled the statement, and not the session. */
    bool (*is_cancelled)(const struct pawl_error *err);
    /* Cancels the statement under way. Called by another thread than the handle's. */
    void (*cancel)(struct pawl_db *db);
    bool (*can_gather)(const struct pawl_db *db); /* it can make the moves of many callers */
    /* SQL: while it does, it waits for locks of others no longer than a moment. */
    const char *begin_gathering, *end_gathering;
    /* SQL: what pawl_why calls waits for no lock. The first comes within a transaction that is rolled back;
       NULL: nothing is left to be ended. */
    const char *begin_asking, *end_asking;
    /* SQL: from now on pawl_why skips the guard that has just waited for a lock; NULL: it needs no such help.
     */
    const char *skip_guard, *end_skipping;
};

/* The database may be on several servers, which follow each other. */
struct cluster_driver {
    /* Goes on with the connection to the server where all that has this hash is done, unless a transaction
       has been there, or code of the caller's is using the connection. */
    enum pawl_status (*go_to)(struct pawl_db *db, uint64_t hash, struct pawl_error *err);
    /* Waits until what was committed before on any server is seen, unless a transaction is open. */
    enum pawl_status (*catch_up)(struct pawl_db *db, struct pawl_error *err);
    /* Others have changed the table, and that alone has ended the read: it is sent once more. */
    bool (*ends_reads)(const struct pawl_db *db, const struct pawl_error *err);
};

/* A worker that has nothing to do can wait for notifications of others. */
struct listen_driver {
    /* Begins to receive on these channels, if the connection can, and announces that a worker sleeps: others
       send only to one that does. A second call asks nothing of the database. */
    bool (*listen)(struct pawl_db *db, const char *const *channels, size_t count);
    /* All transactions that may not have seen that announcement have ended. */
    bool (*hears_all)(struct pawl_db *db);
    bool (*wait_for_word)(struct pawl_db *db, int timeout_ms); /* true: one came */
    void (*wake)(struct pawl_db *db);                          /* announces that it sleeps no more */
    void (*unlisten)(struct pawl_db *db);                      /* that, and stops receiving */
};

/* ---- the driver ----------------------------------------------------------------------------------- */

struct driver {
    const char *name; /* the dialect */
    enum pawl_dialect_number dialect;
    bool has_one_writer; /* at a time, so that several who write together gain nothing */
    const char *places;  /* what `opens` takes, for people: "sqlite:FILE, sqlite::memory:" */

    /* ---- connections */

    /* Whether what pawl_open was given names one of its databases. */
    bool (*opens)(const char *where);
    enum pawl_status (*open)(struct pawl_db *db, const char *where, struct pawl_error *err);
    /* The same with a connection that the caller keeps. Both call connection_is_made. */
    enum pawl_status (*adopt)(struct pawl_db *db, void *connection, struct pawl_error *err);
    void (*close)(struct pawl_db *db);
    void *(*native)(struct pawl_db *db); /* the database library's own connection */
    /* Makes the connection usable again if it broke outside a transaction. */
    enum pawl_status (*ready)(struct pawl_db *db, struct pawl_error *err);
    bool (*connection_lost)(const struct pawl_db *db); /* it broke */
    /* It broke after a statement was sent and before it was answered, or that could not be read. */
    bool (*answer_lost)(const struct pawl_db *db);

    /* ---- transactions and statements */

    const char *begin; /* opens a transaction in which nothing is read before it is locked */
    bool (*in_transaction)(const struct pawl_db *db);     /* whoever began it */
    bool (*transaction_failed)(const struct pawl_db *db); /* it can only be rolled back */
    /* DB if it was refused or the answer was lost. */
    enum pawl_status (*commit)(struct pawl_db *db, struct pawl_error *err);
    /* Undoes all since the innermost SAVEPOINT, and forgets that; a failure since then, too, unless it stays
     */
    void (*undo)(struct pawl_db *db, enum failure_since failure);
    /* Many statements without parameters, as they are; rows are dropped. */
    enum pawl_status (*exec)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* A begin, SAVEPOINT or RELEASE_SAVEPOINT, which may be sent along with the next statement, and whose
       error may be that one's. sql lives until then. */
    enum pawl_status (*exec_with_next)(struct pawl_db *db, const char *sql, enum next_statement next,
                                       struct pawl_error *err);
    /* One statement of the caller's, with $1 and so on, once. */
    enum pawl_status (*query_own)(struct pawl_db *db, const char *sql, const struct value *values,
                                  size_t value_count, struct own_rows *rows, struct pawl_error *err);
    /* One statement, prepared once and kept. row may be NULL. */
    enum pawl_status (*query)(struct pawl_db *db, const char *sql, const struct value *values,
                              size_t value_count, row_fn *row, void *context, struct pawl_error *err);

    /* ---- deployments */

    /* Each step of one commits by itself, and one that has failed is gone on with when it is made again. */
    bool deploys_in_steps;
    const struct schema_part *schema; /* what all machines and flows share, see core/schema.h */
    const char *find_schema;    /* -> whether its version is there, and whether machines are; no error */
    const char *schema_version; /* -> the version, if that is there */
    const char *find_versions;  /* 1 machine, 2 fingerprint -> accepted, order or null, migration or null */
    const char
        *find_test_clock; /* -> 1: it has one; 0: none; -1: nor may it get one. Of this library's version */
    /* Moves all stored times back. With steps: 1 microseconds -> statements; else a call without its argument
       and last bracket. */
    const char *pass_time;
    /* exec for Pawl's own texts, in which pawl_database stands for the name of its database, and routines
       between lines that a shell reads. If deploys_in_steps is true, a script that fails leaves no setting of
       its own on the session. */
    enum pawl_status (*exec_script)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* The same for the generated SQL that deploys machines; brings up to date what pawlctl reads of them. */
    enum pawl_status (*apply)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* Whether the error reports that a table or function of the machine's is not there: what a version stands
       on, an event that is called in another way now, a table with another name. */
    bool (*is_missing)(const struct pawl_error *err, const char *machine);

    /* ---- what rooms need of it */

    const struct lock_driver *locks;    /* see lock/lock.h */
    const struct flow_driver *flows;    /* runs; see flow/flow.h */
    const struct outbox_driver *outbox; /* see outbox/outbox.h */

    /* ---- optional, each by itself: NULL if the database has no such thing */

    const struct call_driver *calls;
    const struct step_driver *steps;
    const struct login_driver *logins;
    const struct session_driver *sessions;
    const struct cluster_driver *cluster;
    const struct listen_driver *listening;
    const char *owner_clause; /* in the texts of schema: whose routines are, left out without roles */
    const char *find_oldest;  /* -> the oldest transaction of another connection, if deploys_in_steps */
    /* Each connection to it has a database of its own, so that several cannot share it. */
    bool (*is_private)(const char *where);
    /* How often an attempt that collides with others is made on this connection. NULL: ATTEMPT_MAX times. */
    int (*attempt_max)(const struct pawl_db *db);
    /* If an upgrade has left versions that are accepted beside the deployed one without what their programs
       name, makes it. NULL: the generated SQL does that. */
    enum pawl_status (*accept)(struct pawl_db *db, struct pawl_error *err);
    /* One value from `count` of a type, in the memory of results. NULL: many items are one text of JSON. */
    enum pawl_status (*array)(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                              const void *context, struct value *out, struct pawl_error *err);
};
