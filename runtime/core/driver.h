/*
 * What a database must offer: one const struct each, data first. Internal.
 */
#ifndef PAWL_CORE_DRIVER_H
#define PAWL_CORE_DRIVER_H

#include "core/value.h"

/* A file of what all machines and flows share; see core/schema.h. */
struct schema_part {
    const char
        *name; /* without `.sql`; what is in roles/ is for databases with roles, in no_roles/ for others */
    const char *text;
};

/* A role of Pawl's, as it is called here, and what a login has of it. */
enum { ROLE_NAME_SIZE = 272, ROLE_LOGIN_SIZE = 200 };

struct role {
    char name[ROLE_NAME_SIZE], login[ROLE_LOGIN_SIZE]; /* as SQL takes them */
    bool is_granted;
    bool is_used;         /* or the login may do all that it may without it */
    bool sees_all;        /* whatever it is granted */
    bool is_set_by_login; /* one that is granted is used when it is set, or is the login's default */
};

struct move_driver;
struct queue_driver;
struct lock_driver;
struct flow_driver;
struct outbox_driver;

enum query_kind {
    QUERY_AS_IS,
    QUERY_MUST_MOVE, /* it makes a move, and fails where that is answered neither OK nor IGNORED */
    QUERY_GATHERS,   /* it makes moves of several callers, a row for each; what stands in a comment is part of
                        it */
};

/* A statement with its values, and what is to become of its rows. Borrowed for the length of the call. */
struct query {
    const char *sql;
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

/* Of a database without functions, in which libpawl takes the steps of moves and all else. */
struct step_driver {
    const char *lock; /* takes the right to write for a transaction that somebody else began */
    /* Writes exactly this one row of one of Pawl's tables. */
    enum pawl_status (*write)(struct pawl_db *db, const char *table, const char *sql,
                              const struct value *values, size_t value_count, struct pawl_error *err);
    /* The actor that the history names if the caller names none. */
    const char *(*login)(const struct pawl_db *db);
    /* How long statements wait while another connection writes; PAWL_WAIT: as long as usual. */
    void (*limit_waiting)(struct pawl_db *db, int64_t limit_ms);
};

struct driver {
    const char *name; /* the dialect */
    enum pawl_dialect_number dialect;
    /* True: each step of a deployment commits by itself, and one that has failed is gone on with when it is
       made again. */
    bool deploys_in_steps;
    bool has_one_writer; /* at a time, so that several who write together gain nothing */
    /*
     * How the call for the moves of many callers (move/gather.c) behaves: whether it decides several moves
     * of one entity in their order, and from how many moves on it costs less than a call for each.
     */
    bool gathers_in_turn;
    size_t gathers_from;
    const char *begin;                /* opens a transaction in which nothing is read before it is locked */
    const struct schema_part *schema; /* what all machines and flows share, see core/schema.h */
    const char *owner_clause;   /* in these files: whose routines are, left out without roles; NULL: none */
    const char *find_schema;    /* -> whether its version is there, and whether machines are; no error */
    const char *schema_version; /* -> the version, where that is there */
    const char *find_versions;  /* 1 machine, 2 fingerprint -> accepted, order or null, migration or null */
    const char
        *find_oldest; /* -> the oldest transaction of another connection, for people; if deploys_in_steps */

    const char *places; /* what `opens` takes, for people: "sqlite:FILE, sqlite::memory:" */

    /* MUST. Whether what pawl_open was given names one of its databases. */
    bool (*opens)(const char *where);
    /* MAY. Whether each connection to it has a database of its own, so that several cannot share it. */
    bool (*is_private)(const char *where);
    /* MUST. Calls connection_is_made. */
    enum pawl_status (*open)(struct pawl_db *db, const char *where, struct pawl_error *err);
    /* MUST. The same with a connection that the caller keeps. */
    enum pawl_status (*adopt)(struct pawl_db *db, void *connection, struct pawl_error *err);
    /* MAY. What is unwise about the login, into the buffer, or nothing. */
    void (*warn)(struct pawl_db *db, char *warning, size_t size);
    /* MUST. */
    void (*close)(struct pawl_db *db);
    /* MUST. The database library's own connection. */
    void *(*native)(struct pawl_db *db);
    /* MUST. Makes the connection usable again if it broke outside a transaction. */
    enum pawl_status (*ready)(struct pawl_db *db, struct pawl_error *err);
    /* MAY. Of a database on several servers: goes on with the connection to the one where all that has this
       hash is done, unless a transaction has been there, or code of the caller's is using the connection. */
    enum pawl_status (*go_to)(struct pawl_db *db, uint64_t hash, struct pawl_error *err);
    /* MUST. Whether the connection is in a transaction, whoever began it. */
    bool (*in_transaction)(const struct pawl_db *db);
    /* MUST. The connection broke. */
    bool (*connection_lost)(const struct pawl_db *db);
    /* MUST. It broke after a statement was sent and before it was answered, or that could not be read. */
    bool (*answer_lost)(const struct pawl_db *db);
    /* MAY. Whether nothing that was sent on a connection that broke happens any more once `ready` has made
       another. NULL: there is no connection. */
    bool (*ends_what_was_sent)(const struct pawl_db *db);
    /* MAY. How often what collides with others is tried on this connection. NULL: ATTEMPT_MAX times. */
    int (*attempt_max)(const struct pawl_db *db);
    /* MAY. Whether sessions of this database can make the moves of many callers. NULL: they can. */
    bool (*can_gather)(const struct pawl_db *db);
    /* MAY. SQL by which a session that does waits for locks of others no longer than a moment. NULL: it need
     * not be told. */
    const char *begin_gathering;
    const char *end_gathering; /* where that is there: the session waits as others do */
    /* MUST. Many statements without parameters, as they are; rows are dropped. */
    enum pawl_status (*exec)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /*
     * MUST. A begin, SAVEPOINT or RELEASE_SAVEPOINT, which may be sent along with the next statement, and
     * whose error may be that one's. sql lives until then.
     */
    enum pawl_status (*exec_with_next)(struct pawl_db *db, const char *sql, enum next_statement next,
                                       struct pawl_error *err);
    /* MUST. The same as exec for Pawl's own texts, in which pawl_database stands for the name of its
       database, and routines between lines that a shell reads. If deploys_in_steps is true, a script that
       fails leaves no setting of its own on the session. */
    enum pawl_status (*exec_script)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* MUST. The same for the generated SQL that deploys machines; brings up to date what pawlctl
     * reads of them. */
    enum pawl_status (*apply)(struct pawl_db *db, const char *sql, struct pawl_error *err);
    /* MUST. Whether the error says that a table or function of the machine's is not there: what a version
       stands on, an event that is called in another way now, a table with another name. */
    bool (*is_missing)(const struct pawl_error *err, const char *machine);
    /* MAY, where there are logins. Whether the error says that the login lacks a right. */
    bool (*is_denied)(const struct pawl_error *err);
    /* Only where is_denied is there: writes how a role is called here that has that name on PostgreSQL. */
    void (*name_role)(const struct pawl_db *db, const char *named, char name[ROLE_NAME_SIZE]);
    /* Likewise. What the login has of that role; also behind an error, within a transaction that has failed.
     * False: that cannot be told. */
    bool (*find_role)(struct pawl_db *db, const char *named, struct role *role);
    /* MAY, likewise. Of what a deployment was denied, the help says each right that the login lacks; without
     * an error, of what every deployment needs, as far as can be told. */
    void (*help_deployer)(struct pawl_db *db, struct pawl_error *err);
    /* Where is_denied is there: what a login has no right on is to it as if it were not there. */
    bool hides_unseen;
    /* Where deploys_in_steps is true, or begin_gathering is there: whether the error says that a lock was
     * waited for in vain. */
    bool (*is_busy)(const struct pawl_error *err);
    /* MAY, where there are sessions. Whether somebody else has cancelled the statement, and not the session.
     */
    bool (*is_cancelled)(const struct pawl_error *err);
    /* MAY. Where an upgrade has left versions that are accepted beside the deployed one without what their
       programs name, makes it; NULL: the generated SQL does that. */
    enum pawl_status (*accept)(struct pawl_db *db, struct pawl_error *err);
    /* MAY. Waits until what was committed before on any node of a cluster is seen, unless a transaction is
     * open; NULL: it is. */
    enum pawl_status (*catch_up)(struct pawl_db *db, struct pawl_error *err);
    /* MAY. Whether a read may have failed since others have changed the table meanwhile, and nothing else was
     * done with it: then it is sent once more. NULL: none has. */
    bool (*ends_reads)(const struct pawl_db *db, const struct pawl_error *err);
    /* MUST. DB where it was refused or the answer was lost. */
    enum pawl_status (*commit)(struct pawl_db *db, struct pawl_error *err);
    /* MUST. One statement, prepared once and kept. row may be NULL. */
    enum pawl_status (*query)(struct pawl_db *db, const char *sql, const struct value *values,
                              size_t value_count, row_fn *row, void *context, struct pawl_error *err);
    /* MUST. The open transaction can only be rolled back. */
    bool (*transaction_failed)(const struct pawl_db *db);
    /*
     * MUST. Undoes all since the innermost SAVEPOINT, and forgets that; a failure since then too, unless it
     * stays.
     */
    void (*undo)(struct pawl_db *db, enum failure_since failure);
    /*
     * MAY. Queries in their order and, if they commit, a commit, in one round trip. The first that fails
     * keeps those after it, and the commit, from being run.
     */
    enum pawl_status (*query_all)(struct pawl_db *db, const struct query *queries, size_t count,
                                  enum end_of_queries end, struct pawl_error *err);
    /*
     * MAY. Of a worker that has nothing to do. `listen` hears what others say on these channels, if the
     * connection can, and tells them that a worker sleeps, without whom they say nothing; where it has done
     * so already it asks nothing of the database. `hears_all`: whether all who may not have seen that have
     * ended, so that what is found afterwards, and said, is all there is. `wait_for_word` is true when one
     * came. `wake` tells others that it sleeps no more; `unlisten` that, and stops hearing.
     */
    bool (*listen)(struct pawl_db *db, const char *const *channels, size_t count);
    bool (*hears_all)(struct pawl_db *db);
    bool (*wait_for_word)(struct pawl_db *db, int timeout_ms);
    void (*wake)(struct pawl_db *db);
    void (*unlisten)(struct pawl_db *db);
    /* MUST. Whether moves are functions in the database, which are called with query_all, or libpawl takes
       `steps`; see move/move_driver.h. */
    const struct move_driver *moves;
    /* MUST. The same for timers and work; see queue/queue.h. */
    const struct queue_driver *queue;
    const struct step_driver *steps;
    /* MUST. Locks; see lock/lock.h. */
    const struct lock_driver *locks;
    /* MUST. Runs of flows; see flow/flow.h. */
    const struct flow_driver *flows;
    /* MUST. The outbox; see outbox/outbox.h. */
    const struct outbox_driver *outbox;
    /* MAY. One value from `count` of a type, in the memory of results. NULL: many items travel as one text of
       JSON. */
    enum pawl_status (*array)(struct pawl_db *db, enum pawl_type type, size_t count, element_fn *element,
                              const void *context, struct value *out, struct pawl_error *err);
};

#endif
